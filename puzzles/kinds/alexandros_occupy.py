"""Puzzles of alexandros' ``occupy``: the best use of cards and governors, Alexander having moved.

``assign`` is asked for the points of a levy after two or three occupations: for an income or a number of provinces
it hardly ever matters on which symbol a governor stands, so that many answers are best; and the cheapest way into a
province is found by looking at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS
from models.alexandros.occupation import occupy
from models.alexandros.plan import Action
from models.alexandros.position import ACTIONS, GOVERNORS, Position
from models.alexandros.provinces import Province, province_of, provinces
from puzzles.generate.alexandros import course
from puzzles.kinds.alexandros import (
    PLAYERS,
    TURNS,
    Greedy,
    after_move,
    asker,
    card_parts,
    filter_grounds,
    first_puzzle,
    governor_grounds,
    governor_parts,
    hand_grounds,
    march_parts,
    most_alike,
    posed,
    question_ground,
    rival_parts,
    turn_grounds,
)
from puzzles.kinds.kind import Ground, Kind, Part, changed
from puzzles.scenario import Scenario
from solver.alexandros.occupy_documents import Occupy, OccupyAnswer
from solver.question import Task

SAVING = 0.75
"""Share of actions in which players have taken cards: there are provinces to be had, and means to pay for some."""
FOUR = 4
"""The level from which on there may be as many actions as in two turns."""
CHOICES = 3
"""Provinces that can be occupied or taken over at once, at least."""
FEWEST_PROVINCES = 2
"""Provinces that are named in a question, of which one may be left out."""


class OccupyPuzzles(Kind):
    """``occupy``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """Several provinces, and cards that do not do for all; more of everything at higher levels."""
        return first_puzzle(self, self._candidates(seed, level))

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"occupy {seed}")
        for table in course(f"occupy {seed}", players=PLAYERS[level], turns=TURNS[level], saving=SAVING):
            position = after_move(table, chance)
            if position is None:
                continue
            actions = ACTIONS + 1 if level < FOUR else chance.choice((ACTIONS + 1, 2 * ACTIONS))
            given = {"kind": "occupy", "ask": "assign", "maximise": "points", "actions": actions}
            question = Occupy.model_validate(given)
            scenario = posed(table.board, position, question, seed, f"Provinces for {position.whose}")
            if _Buyer(scenario.task).choices() >= CHOICES:
                yield scenario

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, named provinces, the latest walls, discards, governors, cards."""
        yield from rival_parts(scenario)
        named = scenario.question.provinces or ()
        for where in named if len(named) > FEWEST_PROVINCES else ():
            left = tuple(other for other in named if other != where)
            without = changed(scenario.question, provinces=left)
            rest = replace(scenario, question=without)
            yield Part(f"province {where}", f"the province of {where}", rest, choice=True)
        if not named:  # a province that is named has to stay
            yield from march_parts(scenario)
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is to be made of the cards and governors."""
        asked: Occupy = task.question
        name = asked.player or task.position.whose
        if asked.ask == "cheapest":
            what = "cards" if (asked.minimise or "cards") == "cards" else "governors"
            return f"What is the way into {_which(asked)} that takes {name} the fewest {what}?"
        measure = asked.maximise or "income"
        number = max(0, ACTIONS - task.position.actions) if asked.actions is None else asked.actions
        count = f"{number} action{'' if number == 1 else 's'}"
        if measure == "points":
            own = "" if number <= ACTIONS else " over this turn and later ones, Alexander staying where he is"
            return f"{name} has {count}{own}, of which the last may be a levy. How does {name} score most with them?"
        what = "the most provinces" if measure == "provinces" else "the most blanks in provinces with one governor"
        return f"{name} has {count} to occupy or take over {_which(asked)}. How does {name} get {what}?"

    def steps(self, plan: OccupyAnswer) -> int:
        """The actions, one after the other."""
        return max(1, len(plan.actions))

    def finish(self, task: Task, plan: Any, kept: int) -> OccupyAnswer | None:
        """The first actions kept, then each time the one after which there is most."""
        asked: Occupy = task.question
        if kept and kept >= self.steps(plan):
            return OccupyAnswer(actions=plan.actions)
        buyer = _Buyer(task)
        if asked.ask == "cheapest":
            return buyer.cheapest(by_cards=(asked.minimise or "cards") == "cards")
        return OccupyAnswer(actions=buyer.assigned(plan.actions[:kept] if kept else ()))

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Rivals' governors, how many actions, which provinces, the turn so far, the own cards."""
        asked: Occupy = scenario.question
        points = asked.ask == "assign" and asked.maximise == "points"
        yield from governor_grounds(scenario, moves=False)
        if asked.provinces is not None and not _own_named(scenario):
            yield question_ground(
                "provinces",
                f"only {_which(asked)} may be occupied",
                "question",
                "provinces",
                (None,),
                lambda steps: "any province may be occupied",
            )
        if points:
            yield from filter_grounds(scenario)
        if asked.ask == "assign":
            now = max(0, ACTIONS - scenario.position.actions) if asked.actions is None else asked.actions
            more = range(now + 1, GOVERNORS + points + 1)
            if more:
                yield question_ground(
                    "actions",
                    f"there are {now} actions",
                    "question",
                    "actions",
                    tuple(more),
                    lambda steps: f"{steps} action{'' if steps == 1 else 's'} more",
                )
            if points:
                yield from (one for one in turn_grounds(scenario) if one.key == "levied")
        yield from hand_grounds(scenario, needed=most_alike(scenario) + 1)


def _which(asked: Occupy) -> str:
    """The provinces in words."""
    if asked.provinces is None:
        return "provinces"
    kind = "the province" if len(asked.provinces) == 1 else "the provinces"
    return f"{kind} of {' or '.join(asked.provinces)}"


def _own_named(scenario: Scenario) -> bool:
    """Whether a province of the player's own is named: others may be occupied without being named, but not these."""
    among = provinces(scenario.board, scenario.position.walled, scenario.rulings)
    own = scenario.position.players[asker(scenario)].governors
    named = scenario.question.provinces or ()
    return any(province_of(among, where) == province_of(among, mine) for where in named for mine in own)


class _Buyer:
    """The greedy player of this question: it buys what adds most at once, the cheaper where that ties."""

    def __init__(self, task: Task) -> None:
        self.asked: Occupy = task.question
        self.board = task.board
        self.greedy = Greedy.of(task, margin=False)
        self.start: Position = task.position.resolved(task.board).changed(active=self.greedy.name)
        self.measure = self.asked.maximise or "income"
        left = max(0, ACTIONS - self.start.actions)
        self.slots = left if self.asked.actions is None else self.asked.actions

    def choices(self) -> int:
        """How many provinces can be occupied or taken over at once."""
        return len({province for province, _ in self.greedy.entries(self.start)})

    def cheapest(self, *, by_cards: bool) -> OccupyAnswer | None:
        """The way in that takes the fewest cards, or governors; of those that place as few as the hand allows."""
        ways = list(self._ways(self.start))
        best = min(ways, key=lambda way: way[1] if by_cards else len(way[0].occupy or ()), default=None)
        return None if best is None else OccupyAnswer(actions=(best[0],))

    def assigned(self, kept: Sequence[Action]) -> tuple[Action, ...]:
        """All actions, the first of which are kept; where points count, the last one is a levy."""
        taken, now = list(kept), self.start
        for action in kept:
            if action.levy is not None:
                return tuple(taken)
            now = occupy(self.board, now, self.greedy.name, action, self.greedy.rulings).position
        last = self.slots - (self.measure == "points")
        while len(taken) < last:
            ways = [(self._worth(after), -cards, action, after) for action, cards, after in self._ways(now)]
            best = max(ways, key=lambda way: way[:2], default=None)
            if best is None or (self.measure != "provinces" and best[0] <= self._worth(now)):
                break
            taken.append(best[2])
            now = best[3]
        levy = self._levy(now) if self.measure == "points" and len(taken) < self.slots else None
        return (*taken, *([levy] if levy else []))

    def _ways(self, position: Position) -> Iterator[tuple[Action, int, Position]]:
        """Occupations of the provinces that are asked for: the cards that each takes, and the table after it."""
        name = self.greedy.name
        for province, action in self.greedy.entries(position):
            if self._wanted(province):
                done = occupy(self.board, position, name, action, self.greedy.rulings)
                if not done.breaches:
                    yield action, sum(done.used.values()), done.position

    def _wanted(self, province: Province) -> bool:
        named = self.asked.provinces
        return named is None or any(where in province.triangles for where in named)

    def _worth(self, position: Position) -> int:
        """The income, the best levy; provinces are all alike."""
        income = self.greedy.income(position)
        if self.measure == "points":
            return self.greedy.levy(position, income)
        return sum(income.values()) if self.measure == "income" else 0

    def _levy(self, position: Position) -> Action | None:
        """The levy that brings most; None where none brings anything."""
        if position.levied:
            return None
        income, best = self.greedy.income(position), self._worth(position)
        for card in SYMBOLS:
            held = {card: 1} if position.players[self.greedy.name].holds(card) else {}
            alone = position.with_player(self.greedy.name, hand=held)
            if best and self.greedy.levy(alone, income) == best:
                return Action(levy=card)
        return None
