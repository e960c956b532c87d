"""Puzzles of alexandros' ``levy``: in which of the next turns to levy, and what to do besides.

``time`` only: the table of ``table`` leaves nothing to be decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS
from models.alexandros.levy import full, levy_breaches, levy_entries
from models.alexandros.plan import Turn
from models.alexandros.position import ACTIONS, Position
from models.alexandros.turn import play_turn
from puzzles.generate.alexandros import course
from puzzles.kinds.alexandros import (
    PLAYERS,
    TURNS,
    Greedy,
    after_move,
    asker,
    card_parts,
    end_grounds,
    first_puzzle,
    governor_grounds,
    governor_parts,
    hand_grounds,
    march_parts,
    most_alike,
    point_parts,
    posed,
    question_ground,
    rival_parts,
    rivals,
    turn_grounds,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.alexandros.levy_documents import LevyAnswer, LevyTiming
from solver.question import Task

AHEAD = {1: (2,), 2: (2,), 3: (2, 3), 4: (2, 3), 5: (3,)}
"""By level: over how many turns."""
SAVING = 0.6
"""Share of actions in which players have taken cards."""


class LevyPuzzles(Kind):
    """``levy``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """A table with something to levy now, and more later; more turns and players at higher levels."""
        return first_puzzle(self, self._candidates(seed, level))

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"levy {seed}")
        for table in course(f"levy {seed}", players=PLAYERS[level], turns=TURNS[level], saving=SAVING):
            position = after_move(table, chance)
            if position is None:
                continue
            given = {
                "kind": "levy",
                "ask": "time",
                "turns": chance.choice(AHEAD[level]),
                "maximise": chance.choice(("points", "margin")),
            }
            question = LevyTiming.model_validate(given)
            yield posed(table.board, position, question, seed, f"When to levy for {position.whose}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, the latest walls, discards or known cards, points, governors, cards."""
        yield from rival_parts(scenario)
        yield from march_parts(scenario)
        yield from point_parts(scenario)
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """When to levy, or what each levy brings."""
        asked: LevyTiming = task.question
        name = asked.player or task.position.whose
        what = "points" if asked.maximise == "points" else "points more than the best rival"
        if asked.ask == "table":
            return f"With which card could {name} levy for the most {what}, and who would gain what by any?"
        turns = "this turn" if asked.turns == 1 else f"{asked.turns} turns"
        still = "Alexander stays where he is and nobody else does anything"
        return f"{name} looks over {turns}; {still}. When are taxes levied, with which cards, for the most {what}?"

    def steps(self, plan: LevyAnswer) -> int:
        """The actions of all turns, passing among them; a table is one decision."""
        return max(1, ACTIONS * len(plan.turns))

    def finish(self, task: Task, plan: Any, kept: int) -> LevyAnswer | None:
        """The first actions kept, then each time the one that brings most at once; a table is not found by trying."""
        asked: LevyTiming = task.question
        if kept and kept >= self.steps(plan):
            return LevyAnswer(rows=plan.rows, best=plan.best, turns=plan.turns)
        if asked.ask == "table":
            return None
        greedy = Greedy.of(task, asked.maximise == "margin")
        now = _first(task, greedy.name)
        turns = []
        for at in range(asked.turns):
            if now is None or now.over:
                break
            given = plan.turns[at] if kept and at < len(plan.turns) else ()
            left = max(0, kept - ACTIONS * at)
            turn, _ = greedy.turn(now, Turn.model_construct(actions=given), left, moves=False)
            turns.append(turn.actions)
            played = play_turn(task.board, now, turn, greedy.rulings, open_draws=True)
            now = _own(played.position, greedy.name)
        return LevyAnswer(turns=tuple(turns))

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Rivals' governors, the end, how many turns, the turn so far, the own cards."""
        asked: LevyTiming = scenario.question
        yield from governor_grounds(scenario, moves=False)
        if asked.ask == "table":
            bringing = _bringing(scenario)
            yield from (one for one in hand_grounds(scenario, needed=1) if one.key.rsplit(" ", 1)[1] in bringing)
            return
        yield from end_grounds(scenario)
        yield from turn_grounds(scenario)
        yield question_ground(
            "turns",
            f"there {'is 1 turn' if asked.turns == 1 else f'are {asked.turns} turns'}",
            "question",
            "turns",
            (asked.turns + 1,),
            lambda steps: "one turn more",
        )
        yield from hand_grounds(scenario, needed=most_alike(scenario) + 1)


def _first(task: Task, name: str) -> Position | None:
    """The player's own turn as it stands, or the next one; None if none comes any more."""
    position: Position = task.position.resolved(task.board)
    if position.whose == name:
        return position.changed(moved=True)
    if position.ending or full(position, task.rulings.fresh()):
        return None
    return _own(position, name)


def _own(position: Position, name: str) -> Position:
    """The beginning of the player's next turn, as far as it counts here."""
    return position if position.over else position.changed(active=name, moved=True, actions=0, levied=False)


def _bringing(scenario: Scenario) -> set[str]:
    """The symbols of levies that are worth no less than none, or of all where the player can start one already.

    A levy that can be started has to be chosen, even where rivals gain more by it.
    """
    name, board, asked = asker(scenario), scenario.board, scenario.question
    position, rulings = scenario.position.resolved(board), scenario.rulings
    found = set[str]()
    for card in position.players[name].hand:
        if not list(levy_breaches(board, position, name, card)):
            return set(SYMBOLS)
    for card in SYMBOLS:
        ledger = levy_entries(board, position, name, card, rulings)
        most = max(ledger.total(other) for other in rivals(scenario))
        if asked.maximise == "points" or ledger.total(name) >= most:
            found.add(card)
    return found
