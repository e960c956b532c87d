"""Puzzles of alexandros' ``defend``: what to do against rivals who could divide or take over provinces.

The player has moved Alexander, and often taken the first action.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from models.alexandros.plan import PILE
from models.alexandros.position import ACTIONS, Position
from models.alexandros.turn import act
from models.alexandros.words import count_words
from puzzles.generate.alexandros import Table, course, turn
from puzzles.kinds.alexandros import (
    PLAYERS,
    TURNS,
    Greedy,
    after_move,
    card_parts,
    first_puzzle,
    governor_grounds,
    governor_parts,
    hand_grounds,
    most_alike,
    poorer_grounds,
    posed,
    question_ground,
    rival_parts,
    turn_grounds,
    without_turn,
)
from puzzles.kinds.kind import Ground, Kind, Part, read
from puzzles.scenario import Scenario
from solver.alexandros.defend import answer_with, judged_by_rules
from solver.alexandros.defend_documents import ALL, Defend, DefendAnswer
from solver.question import Task

LEAST = 3
"""The levy income that is in danger, at least."""
BEGUN = {1: 1.0, 2: 0.9, 3: 0.8, 4: 0.7, 5: 0.7}
"""By level: the share of tables at which the first action has been taken."""


class DefendPuzzles(Kind):
    """``defend``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """A table at which rivals can lower an income; more rivals, and two actions to take, at higher levels."""
        return first_puzzle(self, self._candidates(seed, level))

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"defend {seed}")
        for table in course(f"defend {seed}", players=PLAYERS[level], turns=TURNS[level]):
            begun = chance.random() < BEGUN[level]
            position = _begun(table, chance) if begun else after_move(table, chance)
            if position is None:
                continue
            unknown = "none" if level == 1 else chance.choice(("none", "turned-up"))
            question = Defend.model_validate({"kind": "defend", "unknown": unknown})
            scenario = posed(table.board, position, question, seed, f"{position.whose.capitalize()} in danger")
            if _in_danger(scenario):
                yield scenario

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, unless they are asked about, discards or known cards, governors, cards."""
        against = scenario.question.against
        yield from (part for part in rival_parts(scenario) if part.key != f"rival {against}")
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """What to do, or, in a rival's turn, what could happen."""
        asked: Defend = task.question
        name = asked.player or task.position.whose
        others = [other for other in task.position.players if other != name]
        who = "one rival, whichever costs most," if len(others) > 1 else others[0]
        who = who if asked.against == ALL else asked.against
        cards = {
            "turned-up": "Any card may come in place of an open one that is taken",
            "any": "Any card may turn up or be drawn",
            "none": "Nobody counts on cards that nobody knows",
        }[asked.unknown]
        if task.position.whose != name:
            return f"By how much can the next turn of {who} lower the levy income of {name}? {cards}."
        left = min(asked.actions, ACTIONS - task.position.actions)
        return (
            f"{name} may take {count_words(left, 'more action')}, then {who} has a turn. "
            f"What makes the worst loss of {name}'s levy income smallest? {cards}."
        )

    def gist(self, scenario: Scenario, plan: DefendAnswer) -> Any:
        """The actions; the threats are of the table."""
        return [action.plain() for action in plan.actions]

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """What rivals could do before and after the actions."""
        known = read(DefendAnswer, said)
        return said if known is None else {**answer_with(task, known.actions, task.rulings.fresh()).plain(), **said}

    def steps(self, plan: DefendAnswer) -> int:
        """The actions, one after the other, of which passing is one."""
        return ACTIONS

    def finish(self, task: Task, plan: Any, kept: int) -> DefendAnswer | None:
        """The first actions kept, then each time what raises the income most at once, whatever rivals can do."""
        if kept and kept >= self.steps(plan):
            actions = tuple(plan.actions)
        else:
            actions = tuple(_raising(task, plan.actions[:kept] if kept else (), kept))
        return answer_with(task, actions, task.rulings.fresh())

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Provinces that rivals hold, their cards, their turn, cards that nobody knows, the own actions and cards."""
        asked: Defend = scenario.question
        yield from governor_grounds(scenario, moves=True, stay=True)
        if asked.unknown != "none":
            words = "drawn or turned up" if asked.unknown == "any" else "turned up in place of one that is taken"
            yield question_ground(
                "unknown",
                f"any card may be {words}",
                "F-13",
                "unknown",
                ("none",),
                lambda steps: "cards that nobody knows are left out of account",
            )
        name = asked.player or scenario.position.whose
        if scenario.position.whose == name:
            if asked.actions < ACTIONS:
                yield question_ground(
                    "actions asked",
                    f"{name} may take {count_words(asked.actions, 'action')}",
                    "question",
                    "actions",
                    tuple(range(asked.actions + 1, ACTIONS + 1)),
                    lambda steps: f"{count_words(steps, 'action')} more",
                )
            yield from (ground for ground in turn_grounds(scenario) if ground.key == "actions")
            yield from hand_grounds(scenario, needed=most_alike(scenario))
        yield from poorer_grounds(scenario, asked.against)
        if scenario.position.whose == name and not scenario.position.ending:
            yield Ground(
                "turn",
                f"{'the rivals have a turn each' if asked.against == ALL else f'{asked.against} has a turn'}",
                "2-1",
                lambda one, steps: without_turn(one),
                lambda steps: "the game ends with this turn",
            )


def _begun(table: Table, chance: Random) -> Position | None:
    """A table after Alexander's move and an action of which everybody knows what it was."""
    made = turn(table.board, table.position, table.rulings, chance)
    after = after_move(table, made)
    known = [one for one in made.actions if one.take != PILE]
    if after is None or not known:
        return None
    done = act(table.board, after, known[0], table.rulings)
    return None if done.breaches or done.position.over else done.position


def _in_danger(scenario: Scenario) -> bool:
    """Whether a good part of the income is lost if nothing is done."""
    task = scenario.task
    income = sum(Greedy.of(task, False).income(scenario.position).values())
    return income >= LEAST and judged_by_rules(task, scenario.position, task.rulings.fresh()).loss * 2 >= LEAST


def _raising(task: Task, kept: Any, count: int) -> Iterator[Any]:
    """Actions that raise the income most, one after the other; the first ones are given, and passes among them."""
    greedy = Greedy.of(task, False)
    now: Position = task.position.resolved(task.board)
    if now.whose != greedy.name:
        return
    slots = min(task.question.actions, ACTIONS - now.actions)
    for action in kept[:slots]:
        now = act(task.board, now, action, greedy.rulings, open_draws=True).position
        yield action
    for _ in range(min(slots, max(len(kept), count)), slots):
        best, most = None, sum(greedy.income(now).values())
        for action in greedy.actions(now):
            done = act(task.board, now, action, greedy.rulings, open_draws=True)
            if not done.breaches and (income := sum(greedy.income(done.position).values())) > most:
                best, most, after = action, income, done.position
        if best is None:
            return
        yield best
        now = after
