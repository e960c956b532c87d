"""The road of the funeral cart to a burial before it is lost, and the policy most likely to arrive.

The others stand still; the cart enters no space with their combat units (F-9), so where it can be
buried is known beforehand: the major cities that are asked for, without them (6-4 to 6-7).  After each
move comes a forage segment (6-8).  *Road*: each move has its points, which do not carry over.
*Policy*: a die, or the weights given, tells the points before each move; then it is chosen where to
go.  Both are dynamic programs in whole numbers: :mod:`solver.successors.cart_search`.

*Rulings* that matter: ``burial-blockers``, where the cart stands among Independents from the start.

*Value*: road: the movement points in all, less is better.  Policy: in how many outcomes the cart
arrives, out of (sum of the weights) to the power of the moves.

*Tie-break*: road: fewest moves, fewest spaces entered, then by the numbers of the spaces on the map;
moves go as far as they can, the first ones first.  Policy: soonest, fewest points over all outcomes,
nearest to a goal, then the order of the map, at every choice; ways with fewest points, then fewest
spaces.  So every answer is the same on every run.

*Same answer*: road: the same spaces are passed in the same order, whatever move passes them; a road
passes no space twice.  Policy: the first move ends in the same spaces, whatever is rolled; from there on
it is the best policy.  Where nothing arrives there is one answer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from models.documents import Document
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.successors.burial import burial_breaches, buried
from models.successors.dice import rolled_points
from models.successors.log import Game, settle
from models.successors.movement import move_breaches, path_cost
from models.successors.position import BURIAL_TURNS, LEGITIMACY, Cart, Position
from models.successors.words import place_name
from models.words import and_words
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task
from solver.successors.cart_documents import CartAnswer, CartRoad, CartState
from solver.successors.cart_search import Ground, Policies, Roads, StoppedError

BELONGS = {"movement": "road", "initiative": "policy", "allowances": "policy"}
"""Which field goes with which ``ask``."""
PART = {"road": "moves", "policy": "policy"}
"""Which part of an answer goes with which ``ask``."""
TRACK = {"road": "movement", "policy": "outcomes"}
"""What the ledger of each ask counts, so that it adds up to the value."""
SIDES = range(1, 7)
"""Of the die."""


def goals_of(task: Task) -> tuple[str, ...]:
    """The cities where the player would bury Alexander."""
    asked: CartRoad = task.question
    named = task.board.markable if asked.to is None else asked.to
    return tuple(space for space in dict.fromkeys(named) if task.board.is_major(space) and space not in asked.avoid)


def allowances_of(asked: CartRoad) -> tuple[int, ...]:
    """The points of each move of a road."""
    if isinstance(asked.movement, int):
        return (asked.movement,) * (asked.activations or 0)
    return asked.movement or ()


def weights_of(asked: CartRoad) -> Mapping[int, int]:
    """How often a move has so many points (F-13), fewest first."""
    if asked.allowances is not None:
        rolled: Mapping[int, int] = asked.allowances
    elif asked.initiative is not None:
        rolled = Counter(rolled_points(die, asked.initiative) for die in SIDES)
    else:
        rolled = {}
    return {points: weight for points, weight in sorted(rolled.items()) if weight}


class CartQuestion(Question):
    """``cart``: see the module."""

    answer = CartAnswer
    proof = Proof.DYNAMIC_PROGRAMMING

    def maximises(self, question: CartRoad) -> bool:
        """A road is to be short, an arrival likely."""
        return question.ask == "policy"

    def value_words(self, task: Task, value: int) -> str:
        """Movement points, or the probability."""
        question: CartRoad = task.question
        if question.ask == "road":
            return points_words(value)
        total = sum(weights_of(question).values()) ** (question.activations or 0)
        return f"arrives {outcomes_words(value, total)}"

    # -- what is wrong ---------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """No cart to move, unknown spaces, no major cities, fields of the other ``ask`` or none of this one."""
        asked: CartRoad = task.question
        position: Position = task.position
        if asked.player not in position.players:
            what = f"unknown player “{asked.player}”"
            yield Problem(("question", "player"), what, one_of(position.players, asked.player))
        if position.turn not in BURIAL_TURNS:
            what = f"turn {position.turn}: the cart does not move in turn I and is lost in turn IV"
            yield Problem(("position", "turn"), what, "2 or 3 (rules 6-1, 6-7)")
        if position.cart is None:
            yield Problem(("position", "cart"), "there is no funeral cart", "cart: {at: …, player: …} (rule 6-4)")
        elif asked.player in position.players and position.cart.player != asked.player:
            what = f"{position.cart.player or 'nobody'} controls the funeral cart"
            yield Problem(("question", "player"), what, "who controls it (rule 6-4)")
        yield from _space_problems(task)
        yield from _movement_problems(asked)

    # -- the two procedures ----------------------------------------------------------------------

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The canonical answer."""
        return _search(task, engine, 1, all_best=False)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best so many."""
        return _search(task, engine, count, all_best=False)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All that are best."""
        return _search(task, engine, engine.limits.answers, all_best=True)

    # -- by the rules ----------------------------------------------------------------------------

    def replay(self, task: Task, plan: Document) -> Replay:
        """Move the cart by the rules, in every outcome of the dice, and bury Alexander where it arrives.

        What is illegal of a policy counts as staying; outcomes that come to the same state are one.
        """
        assert isinstance(plan, CartAnswer)
        ride = _Ride.of(task, plan)
        return Replay(ride.value, Ledger(tuple(ride.entries)), ride.rulings.consulted(), tuple(ride.breaches))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Another goal, more moves, spaces to avoid, the sea, states of which nothing is said."""
        assert isinstance(plan, CartAnswer)
        return tuple(_Ride.of(task, plan).strays)

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """Move by move; of a policy state by state; then what the burial brings."""
        ride = _Ride.of(task, plan)
        for number, path in enumerate(plan.moves or (), start=1):
            cost = path_cost(task.board, path)
            yield f"move {number}", path_words(path) + (f": {points_words(cost or 0)}" if len(path) > 1 else "")
        for left, state in _together(plan.policy or ()):
            heading = f"{numbers_words(left)} left, {place_name(state.at)}"
            for points, path in _same(state):
                yield heading, f"{points}: {path_words(path)}"
        for space in ride.burials:
            yield "burial", f"{place_name(space)}: {'; '.join(_brings(task, space))}"


def points_words(points: int) -> str:
    """Movement points.

    >>> points_words(1), points_words(7)
    ('1 movement point', '7 movement points')
    """
    return f"{points} movement point{'' if points == 1 else 's'}"


def path_words(path: Sequence[str]) -> str:
    """Where a move goes.

    >>> path_words(["babylon", "opis"]), path_words(["babylon"])
    ('Babylon → Opis', 'stays in Babylon')
    """
    return " → ".join(map(place_name, path)) if len(path) > 1 else f"stays in {place_name(path[0])}"


def numbers_words(numbers: Sequence[int]) -> str:
    """Falling numbers, three or more in a row put together.

    >>> numbers_words([7, 6, 5, 3, 2]), numbers_words([4])
    ('7 to 5, 3 and 2', '4')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return and_words([part for parts in told for part in parts])


def chance(value: int, total: int) -> str:
    """A probability as a fraction and in per cent, never rounded to certainty.

    >>> chance(144, 216), chance(216, 216), chance(99999, 100000)
    ('2/3 (66.67 %)', 'for certain', '99999/100000 (over 99.99 %)')
    """
    if value in (0, total):
        return "for certain" if value else "never"
    part = Fraction(value, total)
    hundredths = round(part * 10_000)
    told = {0: "under 0.01", 10_000: "over 99.99"}.get(hundredths, f"{hundredths // 100}.{hundredths % 100:02}")
    return f"{part} ({told} %)"


def outcomes_words(value: int, total: int) -> str:
    """In how many outcomes something happens, and how likely it is.

    >>> outcomes_words(144, 216), outcomes_words(7, 36), outcomes_words(1, 1)
    ('in 144 of 216 outcomes, 2/3 (66.67 %)', 'in 7 of 36 outcomes (19.44 %)', 'for certain')
    """
    if total == 1:
        return chance(value, total)
    return f"in {value} of {total} outcomes, {chance(value, total)}".replace(f", {value}/{total}", "")


def _together(policy: Sequence[CartState]) -> Iterator[tuple[list[int], CartState]]:
    """The states, those in which the same is done put together: the moves left in each, and one of them."""
    groups: dict[tuple[str, Any], tuple[list[int], CartState]] = {}
    for state in policy:
        groups.setdefault((state.at, tuple(sorted(state.moves.items()))), ([], state))[0].append(state.left)
    yield from groups.values()


def _same(state: CartState) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The moves of a state, points that lead to the same one put together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for points, path in sorted(state.moves.items()):
        groups.setdefault(path, []).append(str(points))
    for path, rolled in groups.items():
        yield f"{and_words(rolled)} point{'' if rolled == ['1'] else 's'}", path


def _brings(task: Task, space: str) -> Iterator[str]:
    """What a burial in a city changes, and who wins by it."""
    rulings = task.rulings.fresh()
    position = _forage(task, space)
    before = Game.of(task.board, position, rulings)
    after, lines = settle(before, buried(before.position, task.question.player), rulings)
    changed = False
    for name in position.players:
        old, new = (game.totals[name][LEGITIMACY] for game in (before, after))
        if new != old:
            changed = True
            yield f"legitimacy of {name} {old} to {new}"
    if not changed:
        yield "nobody's legitimacy changes"
    yield from lines


def _forage(task: Task, space: str) -> Position:
    """The table in the forage segment after a move, with the cart in a space."""
    player = task.question.player
    there = Cart(at=space, player=player)
    found: Position = task.position.changed(cart=there, phase="strategy", segment="forage", active=player)
    return found


def _space_problems(task: Task) -> Iterator[Problem]:
    asked: CartRoad = task.question
    for key, spaces in (("to", asked.to or ()), ("avoid", asked.avoid)):
        for at, space in enumerate(spaces):
            where = ("question", key, at)
            if space not in task.board.spaces:
                yield Problem(where, f"unknown space “{space}”", one_of(task.board.spaces, space))
            elif key == "to" and not task.board.is_major(space):
                yield Problem(where, f"{space} is no major city", "a major city (rule 6-5)")
            elif key == "to" and space in asked.avoid:
                yield Problem(where, f"{space} is to be avoided too", "one of the two")
    if asked.to is not None and not asked.to:
        yield Problem(("question", "to"), "no city is named", "one at least, or no “to” for every major city")


def _movement_problems(asked: CartRoad) -> Iterator[Problem]:
    for key, ask in BELONGS.items():
        if key in asked.model_fields_set and asked.ask != ask:
            yield Problem(("question", key), f"“{key}” means nothing to “ask: {asked.ask}”", f"“ask: {ask}”")
    if asked.ask == "policy":
        if (asked.initiative is None) == (asked.allowances is None):
            yield Problem(("question",), "how far a move goes is rolled", "either “initiative” or “allowances”")
        elif asked.allowances is not None and not any(asked.allowances.values()):
            yield Problem(("question", "allowances"), "nothing can be rolled", "a weight of 1 or more")
    elif asked.movement is None:
        yield Problem(("question",), "the key “movement” is missing", "the movement points of each move")
    listed = asked.movement if isinstance(asked.movement, tuple) and asked.ask == "road" else None
    if asked.activations is None and listed is None:
        yield Problem(("question",), "the key “activations” is missing", "the moves before turn IV")
    elif asked.activations is not None and listed is not None and asked.activations != len(listed):
        what = f"{len(listed)} moves have points, {asked.activations} are made"
        yield Problem(("question", "movement"), what, "as many as “activations”")


# -- the search -----------------------------------------------------------------------------------------------


def _search(task: Task, engine: Engine, count: int, *, all_best: bool) -> Outcome:
    """The first so many answers, or all that are best."""
    started = time.perf_counter()

    def pause() -> None:
        if engine.interrupted or time.perf_counter() > started + engine.limits.seconds:
            raise StoppedError

    asked: CartRoad = task.question
    ground = Ground.of(task, goals_of(task), pause)
    roads = Roads(ground, allowances_of(asked))
    policies = Policies(ground, weights_of(asked), asked.activations or 0)
    answers = _policies(policies) if asked.ask == "policy" else _roads(roads)
    found: list[tuple[int, CartAnswer]] = []
    complete = whole = False
    try:
        complete = True
        for value, answer in answers:
            if len(found) == count or (all_best and found and value != found[0][0]):
                complete = all_best and len(found) < count
                break
            found.append((value, answer))
        whole = True
    except StoppedError:
        complete = False
    seconds = round(time.perf_counter() - started, 6)
    statistics = {**engine.statistics(), "value_seconds": seconds, "solver_seconds": seconds}
    statistics["states"] = len(policies.known) if asked.ask == "policy" else len(roads.known)
    if not found:
        status = Status.INFEASIBLE if whole else Status.UNKNOWN
        return Outcome(status, complete=complete, interrupted=engine.interrupted, statistics=statistics)
    solutions = tuple(Solution.of(answer, value, True) for value, answer in found)
    return Outcome(Status.OPTIMAL, solutions, found[0][0], complete, engine.interrupted, statistics)


def _roads(roads: Roads) -> Iterator[tuple[int, CartAnswer]]:
    for key, spaces in roads.cheapest():
        yield key[0], CartAnswer(moves=roads.divided(spaces))


def _policies(policies: Policies) -> Iterator[tuple[int, CartAnswer]]:
    for value, first in policies.best_first():
        yield value, CartAnswer(policy=policies.table(first))
        if not value:
            return


# -- by the rules ---------------------------------------------------------------------------------------------


@dataclass
class _Ride:
    """An answer carried out by the rules; knows nothing of the search.

    Attributes
    ----------
    goals
        Where Alexander shall be buried.
    value
        Movement points, or favourable outcomes.
    burials
        Where Alexander is buried.
    breaches, strays
        What breaks rules, and what leaves the question.
    """

    task: Task
    rulings: Rulings
    goals: tuple[str, ...]
    value: int = 0
    burials: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    breaches: list[Breach] = field(default_factory=list)
    strays: list[Breach] = field(default_factory=list)

    @classmethod
    def of(cls, task: Task, plan: CartAnswer) -> _Ride:
        """Carry out an answer."""
        ride = cls(task, task.rulings.fresh(), goals_of(task))
        asked: CartRoad = task.question
        for ask, part in PART.items():
            if (getattr(plan, part) is None) == (ask == asked.ask):
                what = f"“ask: {asked.ask}” is answered by “{PART[asked.ask]}”"
                ride.strays.append(Breach("question", (part,), what))
        if asked.ask == "road":
            ride._road(plan.moves or ())
        else:
            ride._policy(plan.policy or ())
        return ride

    @property
    def _asked(self) -> CartRoad:
        asked: CartRoad = self.task.question
        return asked

    @property
    def _start(self) -> str:
        at: str = self.task.position.cart.at
        return at

    def _entry(self, amount: int, rule: str, subject: str, note: str, price: int = 0) -> None:
        self.value += amount
        self.entries.append(Entry(self._asked.player, amount, rule, subject, note, price, TRACK[self._asked.ask]))

    def _road(self, moves: Sequence[tuple[str, ...]]) -> None:
        allowances = allowances_of(self._asked)
        here = self._start
        for number, path in enumerate(moves):
            where = ("moves", number)
            if number >= len(allowances):
                what = f"{len(allowances)} moves can be made before turn IV"
                self.strays.append(Breach("question", where, what))
            allowance = allowances[min(number, len(allowances) - 1)] if allowances else 0
            self.breaches += self._broken(path, here, allowance, where)
            here = path[-1]
            cost = path_cost(self.task.board, path) or 0
            if len(path) > 1:
                self._entry(cost, "F-7", here, f"move {number + 1}: {path_words(path)}", cost)
        broken = list(self._unburied(here, ("moves",)))
        self.breaches += broken
        if here not in self.goals:
            what = f"the cart ends in {here}, which is not where it shall be buried"
            self.strays.append(Breach("question", ("moves",), what))
        elif not broken:
            self.burials.append(here)

    def _policy(self, policy: Sequence[CartState]) -> None:
        """All outcomes of the dice, those that come to the same state together."""
        weights, total = weights_of(self._asked), self._asked.activations or 0
        sides = sum(weights.values())
        told: dict[tuple[int, str], tuple[int, CartState]] = {}
        for number, state in enumerate(policy):
            if told.setdefault((state.left, state.at), (number, state))[0] != number:
                what = f"{state.left} left in {state.at} stands twice"
                self.strays.append(Breach("question", ("policy", number), what))
        arrived: dict[str, int] = {}
        mass = {self._start: 1}
        for left in range(total, -1, -1):
            after: dict[str, int] = {}
            for at, count in mass.items():
                if at in self.goals and not list(self._unburied(at, ("policy",))):
                    arrived[at] = arrived.get(at, 0) + count * sides**left
                elif left:
                    for points, end in self._moved(told.get((left, at)), left, at, weights):
                        after[end] = after.get(end, 0) + count * weights[points]
            mass = after
        outcomes = sides**total
        for space in (space for space in self.task.board.spaces if space in arrived):
            self.burials.append(space)
            self._entry(arrived[space], "6-9", space, f"buried there: {chance(arrived[space], outcomes)}")
        lost = outcomes - sum(arrived.values())
        if lost:
            self._entry(0, "6-12", "cart", f"lost {outcomes_words(lost, outcomes)}")

    def _moved(
        self, told: tuple[int, CartState] | None, left: int, at: str, weights: Mapping[int, int]
    ) -> Iterator[tuple[int, str]]:
        """Where each number of points takes the cart from a state."""
        moves: Mapping[int, tuple[str, ...]] = {}
        number = 0
        if told is None:
            what = f"nothing is said of {left} left in {at}"
            self.strays.append(Breach("question", ("policy",), what))
        else:
            number, moves = told[0], told[1].moves
            where: Path = ("policy", number, "moves")
            for points in weights.keys() - moves.keys():
                self.strays.append(Breach("question", where, f"nothing is said of {points} points"))
            for points in moves.keys() - weights.keys():
                self.strays.append(Breach("question", (*where, str(points)), f"{points} points are never rolled"))
        for points in weights:
            path = moves.get(points, (at,))
            broken = list(self._broken(path, at, points, ("policy", number, "moves", str(points))))
            self.breaches += broken
            yield points, at if broken else path[-1]

    def _broken(self, path: tuple[str, ...], here: str, allowance: int, where: Path) -> Iterator[Breach]:
        """What a move breaks (F-7 to F-12); notes what the question does not want."""
        if path[0] != here:
            yield Breach("6-3", where, f"the cart is in {here}, the path begins in {path[0]}")
        board, player = self.task.board, self._asked.player
        yield from move_breaches(board, self.task.position, player, path, allowance, where, self.rulings)
        for step, space in enumerate(path):
            if step and space in self._asked.avoid:
                self.strays.append(Breach("question", (*where, step), f"{space} is to be avoided"))
        if not self._asked.sea and path_cost(board, path, sea=False) is None and path_cost(board, path) is not None:
            self.strays.append(Breach("question", where, "the cart shall not go by sea"))

    def _unburied(self, space: str, where: Path) -> Iterator[Breach]:
        """What prevents a burial in a space, in the forage segment after a move (6-4 to 6-8)."""
        yield from burial_breaches(self.task.board, _forage(self.task, space), self._asked.player, where, self.rulings)
