"""Puzzles of alexandros' ``plan``: two own turns, the cards being known.

Three turns are beyond what is proved in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from models.alexandros.cards import refill
from models.alexandros.levy import full
from models.alexandros.plan import Turn
from models.alexandros.position import ACTIONS, Position
from models.alexandros.turn import play_turn
from puzzles.generate.alexandros import course
from puzzles.kinds.alexandros import (
    MOVING,
    PLAYERS,
    Greedy,
    card_parts,
    end_grounds,
    first_puzzle,
    governor_grounds,
    governor_parts,
    hand_grounds,
    listed,
    march_grounds,
    most_alike,
    point_parts,
    posed,
    question_ground,
    rival_parts,
    turn_grounds,
    wall_ground,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.alexandros.plan_documents import LinePlan, PlanAnswer
from solver.question import Task

TURNS = {1: (3, 7), 2: (4, 8), 3: (5, 10), 4: (6, 12), 5: (7, 14)}
"""By level: how many turns have been played."""
AHEAD = 2
"""Turns that are asked for."""
KNOWN = 1 + ACTIONS
"""Cards of the pile that a turn can see."""
TRIED = 12
"""Tables that are looked at for a puzzle."""
LONGEST = 10
"""Walls that a move lays, at most, as good as always."""


class PlanPuzzles(Kind):
    """``plan``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """Two turns, early in the game; more players and walls at higher levels."""
        return first_puzzle(self, self._candidates(seed, level), TRIED)

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"plan {seed}")
        for table in course(f"plan {seed}", players=PLAYERS[level], turns=TURNS[level]):
            position = table.position
            if not isinstance(position.pile, tuple) or len(position.pile) < AHEAD * KNOWN:
                continue
            given = {"kind": "plan", "turns": AHEAD, "maximise": chance.choice(("points", "points", "margin"))}
            question = LinePlan.model_validate(given)
            position = listed(position, AHEAD * KNOWN)
            yield posed(table.board, position, question, seed, f"Two turns of {position.whose}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, known cards or the discards, points, governors, cards."""
        yield from rival_parts(scenario)
        yield from point_parts(scenario)
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is to be made of the turns."""
        asked: LinePlan = task.question
        name = asked.player or task.position.whose
        what = "points" if asked.maximise == "points" else "points more than the best rival"
        turns = "this turn alone" if asked.turns == 1 else f"the next {asked.turns} turns of {name}"
        known = isinstance(task.position.pile, tuple)
        cards = "the pile being as listed" if known and task.position.pile else "the pile being empty"
        if not known:
            cards = "without counting on cards that nobody knows"
        return f"What does {name} do to get the most {what} in {turns}, rivals doing nothing between, {cards}?"

    def steps(self, plan: PlanAnswer) -> int:
        """Card, triangle with way, and two actions in each turn, of which passing is one."""
        return max(1, sum(_steps(turn) for turn in plan.turns))

    def finish(self, task: Task, plan: Any, kept: int) -> PlanAnswer | None:
        """The first decisions kept, the others taken one after the other, turn after turn."""
        asked: LinePlan = task.question
        if kept and kept >= self.steps(plan):
            return PlanAnswer(turns=plan.turns)
        greedy = Greedy.of(task, asked.maximise == "margin")
        now = _first(task, greedy.name)
        turns: list[Turn] = []
        left = kept
        for at in range(asked.turns):
            if now is None or now.over:
                break
            given = plan.turns[at] if left > 0 and at < len(plan.turns) else Turn()
            turn, _ = greedy.turn(now, given, max(0, left))
            left -= _steps(given)
            turns.append(turn)
            played = play_turn(task.board, now, turn, greedy.rulings, open_draws=True)
            now = _own(played.position, greedy.name)
        return PlanAnswer(turns=tuple(turns))

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Rivals' governors, the end, by which cards Alexander moves, the turn so far, the own cards.

        How many turns there are is one only where it is one turn: a third is beyond what is proved in seconds.
        """
        asked: LinePlan = scenario.question
        yield from governor_grounds(scenario, moves=True)
        yield from end_grounds(scenario)
        yield from wall_ground(scenario, LONGEST * asked.turns)
        yield from march_grounds(scenario)
        yield from turn_grounds(scenario)
        if asked.turns < AHEAD:
            yield question_ground(
                "turns", "there is 1 turn", "question", "turns", (asked.turns + 1,), lambda steps: "one turn more"
            )
        yield from hand_grounds(scenario, needed=most_alike(scenario) + 1)


def _steps(turn: Turn) -> int:
    return (MOVING if turn.moves else 0) + ACTIONS


def _first(task: Task, name: str) -> Position | None:
    """The player's own turn as it stands, or at its beginning; None if none comes any more."""
    position: Position = task.position.resolved(task.board)
    if position.whose == name:
        return position
    rulings = task.rulings.fresh()
    if position.ending or full(position, rulings):
        return None
    return refill(_own(position, name), (), rulings).position


def _own(position: Position, name: str) -> Position:
    """The beginning of the player's next turn."""
    return position if position.over else position.changed(active=name, moved=False, actions=0, levied=False)
