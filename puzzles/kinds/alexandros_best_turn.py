"""Puzzles of alexandros' ``best-turn``: where Alexander goes, and what the two actions are.

Up to level 4 the next cards of the pile are known, so that one turn is the answer; then the pile is hidden, and the
answer says what to do for what turns up.  Points and margins only: of a measure the parts are a matter of taste.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS
from models.alexandros.plan import Turn
from models.alexandros.position import ACTIONS, FACE_UP, GOVERNORS, Position
from puzzles.generate.alexandros import course
from puzzles.kinds.alexandros import (
    MOVING,
    PLAYERS,
    TURNS,
    Greedy,
    card_parts,
    filter_grounds,
    first_puzzle,
    gain,
    governor_grounds,
    governor_parts,
    hand_grounds,
    hidden,
    listed,
    march_grounds,
    most_alike,
    point_parts,
    posed,
    rival_parts,
    turn_grounds,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.alexandros.best_turn import depth_of, start_of
from solver.alexandros.best_turn_documents import BestTurn, BestTurnAnswer, Case, Measure, TurnAction
from solver.question import Task

KNOWN = 1 + ACTIONS
"""Cards of the pile that a turn can see: one in place of the move's card, and those that are drawn."""
HIDDEN = 5
"""The level from which on the pile is hidden."""


class BestTurnPuzzles(Kind):
    """``best-turn``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """A turn that has one best way; more players and walls, and hidden cards, at higher levels."""
        return first_puzzle(self, self._candidates(seed, level))

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"best-turn {seed}")
        for table in course(f"best-turn {seed}", players=PLAYERS[level], turns=TURNS[level]):
            position = table.position
            if not isinstance(position.pile, tuple) or len(position.pile) < KNOWN:
                continue
            position = hidden(position) if level >= HIDDEN else listed(position, KNOWN)
            question = BestTurn(kind="best-turn", maximise=chance.choice(("points", "margin")))
            yield posed(table.board, position, question, seed, f"Best turn for {position.whose}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, the discards or known cards, points, governors, cards."""
        yield from rival_parts(scenario)
        yield from point_parts(scenario)
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is to be made of the turn."""
        asked: BestTurn = task.question
        position = start_of(task)
        what = {"points": "the most points", "margin": "the most points beyond what the best rival gets"}.get(
            asked.maximise
        )
        measure = asked.measure or Measure()
        what = what or "the best outcome, " + _measure_words(measure)
        whose = "It is the turn of" if not position.moved else "Alexander has moved in the turn of"
        how = ""
        if depth_of(position, asked):
            how = " on average, whatever cards turn up"
        elif asked.draws == "none":
            how = ", without counting on cards that nobody knows"
        return f"{whose} {position.whose}. Which turn brings {what}{how}?"

    def steps(self, plan: BestTurnAnswer) -> int:
        """Card, triangle with way, and two actions, of which passing is one."""
        return (MOVING if plan.moves else 0) + ACTIONS

    def finish(self, task: Task, plan: Any, kept: int) -> BestTurnAnswer | None:
        """The turn with its first decisions kept, in every case of cards that turn up."""
        position = start_of(task)
        greedy = _greedy(task, position)
        if not kept:
            turn, _ = greedy.turn(position, Turn(), 0)
            return _told(turn)
        assert isinstance(plan, BestTurnAnswer)
        if kept >= self.steps(plan):
            return plan
        head = {"card": plan.card, "hand": plan.hand, "as": plan.stands_for}
        if plan.cases is None:
            case = Case.model_construct(to=plan.to, path=plan.path, actions=plan.actions)
            return _told(self._case(task, greedy, position, head, case, "", kept))
        cases = {}
        for key, case in plan.cases.items():
            done = self._case(task, greedy, position, head, case, key, kept)
            cases[key] = Case(to=done.to, path=done.path, actions=_actions(done))
        return BestTurnAnswer.model_validate({**head, "cases": cases})

    def _case(
        self,
        task: Task,
        greedy: Greedy,
        position: Position,
        head: Mapping[str, Any],
        case: Case,
        key: str,
        kept: int,
    ) -> Turn:
        """A case finished: what is told is known, what is not stays unknown; a second action may depend on a draw."""
        moves = head["card"] is not None or head["hand"] is not None
        turned = tuple(card for card in SYMBOLS if card in key.split("-") for _ in range(key.split("-").count(card)))
        turned = turned if head["card"] else ()
        turned = turned if isinstance(position.pile, int) else ()
        turn = Turn.model_construct(
            card=head["card"],
            hand=head["hand"],
            stands_for=head["as"],
            to=case.to,
            path=case.path,
            turned_up=turned[: max(0, FACE_UP - len(position.face_up) + 1)],
            actions=case.actions,
        )
        before = MOVING if moves else 0
        first = case.actions[0] if case.actions else None
        if first is not None and first.then is not None:
            if kept >= before + ACTIONS:
                return turn
            bare = first.model_copy(update={"then": None})
            turn = turn.model_copy(update={"actions": (bare,)})
        done, _ = greedy.turn(position, turn, kept)
        return done

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """The rivals' governors, the own cards, by which cards Alexander moves, what has been done of the turn."""
        task = scenario.task
        position = start_of(task)
        deep = depth_of(position, task.question) > 0
        yield from governor_grounds(scenario, moves=not position.moved)
        if not position.moved:
            yield from march_grounds(scenario)
        if task.question.maximise != "margin":
            yield from filter_grounds(scenario)
        yield from turn_grounds(scenario)
        yield from hand_grounds(scenario, bag=deep, needed=most_alike(scenario) + 1)


def _greedy(task: Task, position: Position) -> Greedy:
    """The greedy player of the question's measure."""
    asked: BestTurn = task.question
    greedy = Greedy.of(task, asked.maximise == "margin")
    if asked.maximise == "measure":
        measure = asked.measure or Measure()

        def gained(now: Position) -> int:
            state = now.players[greedy.name]
            points = gain(position, now, greedy.name, False)
            spare = GOVERNORS - len(state.governors)
            cards = sum(state.hand.values()) + _cards(position) - _cards(now)  # drawn ones that nobody told
            blanks = sum(greedy.income(now).values())
            return measure.points * points + measure.income * blanks + measure.card * cards + measure.governor * spare

        greedy.gained = gained
    return greedy


def _cards(position: Position) -> int:
    """How many cards lie somewhere."""
    return sum(position.seen.values()) + (position.pile_size if isinstance(position.pile, int) else 0)


def _measure_words(measure: Measure) -> str:
    return (
        f"{measure.points} for each point, {measure.income} for each blank of provinces that pay, "
        f"{measure.card} for each card in the hand and {measure.governor} for each free governor"
    )


def _actions(turn: Turn) -> tuple[TurnAction, ...]:
    """The actions of a turn as an answer has them."""
    return tuple(TurnAction.model_validate(one.plain()) for one in turn.actions)


def _told(turn: Turn) -> BestTurnAnswer:
    """A turn as an answer without cases."""
    head = {key: getattr(turn, key) for key in ("card", "hand", "to", "path")} | {"as": turn.stands_for}
    return BestTurnAnswer.model_validate({**head, "actions": _actions(turn)})
