r"""The best plan of one player for the regions that are left, with the final scoring.

The regions hang together by little: pieces that are built in one are missing in the next (10
temples, 8 cities: 5.5.2-4, 5.5.3-5), the rivals' as well, and the final scoring counts them all
(6.1).  With :math:`k` the regions to come, :mod:`solver.empire.rounds` for each, and
:math:`t_k, c_k` the temples and cities that the player builds there::

    maximise  sum over k of points[k]  +  5 * (regions led, by kind)  +  15, 10 * (board led)
    sum of t[k] <= temples left,   sum of c[k] <= cities left

*Bound.*  One model of everything is right but far too weak to be proved.  So the supply is priced:
for prices :math:`\lambda, \mu \ge 0` and each region *by itself*, ::

    z[k] = max points[k] + 5 * led[k] - lambda * t[k] - mu * c[k]
    worth of a region with t temples and c cities  <=  z[k] + lambda * t + mu * c

whatever the prices (Lagrange); the same search with a *box*, t <= T and c <= C, bounds inside the
box.  All such cuts together bound what a region is worth with so many pieces; the best numbers of
pieces of all regions, within the supply, by dynamic programming, with what the board can give, bound
the value.  For the margin the best rival is at least any average of the rivals (*weights*; chosen as
the prices are), with the regions that they lead.

*The rivals' supply* is taken to be anything it could be, and as full where it cannot run out: where
the policies alone do not tell, a search in each region bounds what a rival can build there, region
after region, so that what was built before is bounded already.

*Incumbent.*  Every plan of a region that is found is kept, as it is played by the rules.  A small
model chooses one of each region (points and rivals add up, pieces are within the supply); the
choice is played, and where pieces turn out to be missing a region is solved once more.

*Procedure.*  A few passes over the regions, each with the prices (half way to those) at which the
known plans are worth least; then, one by one, the region where bound and known plans lie furthest
apart for the time that it takes: at the prices, with more time than before, or in the box of the
pieces at which the bound stands.  When nothing is left to ask, or early enough with two regions, the
model of everything is started from the best plan, under the bound.

*Same answer*: as in ``region-plan``, in every region.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, TypeVar

from models.documents import Document
from models.empire.campaign import Campaign, play_game, play_region
from models.empire.final import MOST, MOST_IN_REGION, standing
from models.empire.plan import GamePlan, Policy, RegionPlan
from models.empire.position import KINDS, ROUNDS, Kind, first_region, last_region
from models.empire.round import Table, open_region
from models.errors import Breach, Problem
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.depletion import SUPPLY
from solver.empire.documents import GameQuestion
from solver.empire.region_plan import PARAMETERS, counted, decode_region, frugal, rounds_words
from solver.empire.rivals import (
    after_rivals,
    ended_problems,
    player_problems,
    points_words,
    region_problems,
    rival_problems,
)
from solver.empire.rounds import RegionModel, pieces_gone
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear

Pair = tuple[int, int]
"""Temples and cities."""
Asked = tuple[int, Pair | None, Pair]
"""A region, the most pieces that it may build, their prices."""
Weights = tuple[tuple[str, int], ...]
"""Rivals, and how many parts of a point each of theirs counts in the margin; they sum up to the parts of a point."""
Chosen = TypeVar("Chosen")

FREE: Pair = (0, 0)
FIRST: Pair = (3, 3)
"""What a temple and a city of the supply cost in the first pass over the regions."""
PASSES, DEAREST = 3, 12
LACK = 100
"""What a piece that is not there costs in the choice of plans: more than any is worth."""
CAP = 0.01
"""Part of the time that bounding the pieces of one rival in one region may take."""
SHARE, GROWTH, LATE = 0.15, 4, 0.02
"""Part of the time that one pass may take."""
LONG = 3
"""From so many regions on the model of everything is of no use, and gets the least time."""
HUGE = 100_000


class GamePlanQuestion(Question):
    """``game-plan``: see the module."""

    answer = GamePlan

    def value_words(self, task: Task, value: int) -> str:
        """Points from here on, or the margin at the end."""
        question: GameQuestion = task.question
        if question.maximise == "points":
            return points_words(question.player, "points", value, " from here to the end of the game")
        return points_words(question.player, "margin", value, " at the end of the game")

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """Region by region, round by round."""
        for at, part in enumerate(plan.regions):
            number = task.position.region + at
            yield f"region {number}", task.board.by_number[number].name
            yield from rounds_words(part, task.position.round if at == 0 else 1)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, policies that do not fit, regions that the board or the assumptions lack."""
        player = task.question.player
        unknown = [*player_problems(task, player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        yield from rival_problems(task, player, rounds=ROUNDS)
        yield from region_problems(task, player)
        told = {later.region: later.rivals for later in task.assumptions.later}
        for number in _numbers(task)[1:]:
            if number not in task.board.by_number:
                known = ", ".join(str(each) for each in sorted(task.board.by_number))
                what = f"the board has no region {number}, and the game is not over before it"
                yield Problem(("board",), what, f"a board with all regions to the last; it has {known}")
                continue
            for name in task.position.players:
                policy = told.get(number, {}).get(name)
                if name != player and (policy is None or policy.allocation is None):
                    what = f"nothing says what becomes of {name}'s cubes in region {number}"
                    yield Problem(("assumptions", "later"), what, "an allocation for every rival in every region")

    def formulate(self, task: Task) -> Formulation:
        """The model of everything."""
        return whole(_Regions(task))

    def decode(self, task: Task, solution: Solution) -> GamePlan:
        """The plan: what a procedure has found already, or read off the model of everything."""
        if isinstance(solution.plan, GamePlan):
            return solution.plan
        return _decode(_Regions(task), solution.values)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """The question fixes nothing."""
        return ()

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the game to its end."""
        assert isinstance(plan, GamePlan)
        rulings = task.rulings.fresh()
        played = _played(task, plan, rulings)
        return Replay(_value(task, played), played.ledger, rulings.consulted(), played.breaches, played.notes)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best plan that was found, with its bound."""
        return _Search(task, engine).best()

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best plans, by the model of everything."""
        return frugal(partial(engine.top, count=count), partial(whole, _Regions(task)))

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best plans, by the model of everything."""
        return frugal(engine.all, partial(whole, _Regions(task)))


def _numbers(task: Task) -> range:
    return range(task.position.region, last_region(task.position.short) + 1)


def _policies(task: Task) -> dict[int, Mapping[str, Policy]]:
    told: dict[int, Mapping[str, Policy]] = {later.region: later.rivals for later in task.assumptions.later}
    return {**told, task.position.region: task.assumptions.rivals}


def _played(task: Task, plan: GamePlan, rulings: Any) -> Campaign:
    return play_game(task.board, task.position, task.question.player, plan, _policies(task), rulings)


def _value(task: Task, played: Campaign) -> int:
    """Points from here on; for the margin where everybody stands on the track at the end."""
    player = task.question.player
    totals: dict[str, int] = {name: played.ledger.total(name) for name in task.position.players}
    if task.question.maximise == "points":
        return totals[player]
    ends: dict[str, int] = {name: task.position.players[name].points + total for name, total in totals.items()}
    own = ends.pop(player)
    return own - max(ends.values())


class _Regions:
    """Models of the regions that are left, and what the final scoring adds."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.player: str = task.question.player
        self.margin = self.task.question.maximise == "margin"
        self.numbers = _numbers(self.task)
        self.policies = _policies(self.task)
        self.start = after_rivals(self.task, self.task.rulings.fresh())
        self.names = list(self.task.position.players)
        self.rivals = [name for name in self.names if name != self.player]
        self.stands = standing(self.task.board, self.task.position.states)
        short: bool = self.task.position.short
        self.all_numbers = range(first_region(short), last_region(short) + 1)
        self.short = short
        self.sum_halved = short and self.task.rulings.readings["halving"] == "total"

    def worth(self, bonus: int) -> int:
        """A bonus as it counts: halved by itself in the short game, or whole where the sum is halved."""
        return bonus // 2 if self.short and not self.sum_halved else bonus

    def opened(self, number: int, table: Table | None = None) -> Table:
        """The table of a region as it opens; the region on the table lies there already."""
        if number == self.task.position.region:
            return self.start
        players = (table or self.start).players
        return open_region(self.task.board.by_number[number], players, self.task.position.cubes)

    def add(
        self, model: CpModel, table: Table, used: Mapping[tuple[str, Kind], tuple[Linear, int]], rivals: bool
    ) -> RegionModel:
        """Add the rounds of a region to a model."""
        number = table.region.number
        part = RegionModel(
            model,
            table,
            self.player,
            self.policies[number],
            self.task.rulings,
            acted=number == self.task.position.region,
            margin=rivals,
            used=used,
            name=f"{number}:",
        )
        part.build()
        return part

    def most_built(self, number: int, kind: Kind) -> int:
        """Pieces that one player can build in a region at most."""
        region = self.task.board.by_number[number]
        sites = [place for place in region.provinces if region.has_site(place, kind)]
        return min(SUPPLY[kind], len(sites) * (ROUNDS if kind == "temple" else 1))

    def most_laid(self, number: int, name: str, kind: Kind) -> int:
        """Pieces that a rival lays in a region at most: those that the policy names, round by round."""
        policy = self.policies[number].get(name, Policy())
        places = set(self.task.board.by_number[number].provinces)
        rounds = [set(policy.in_round(later).pieces.of(kind)) & places for later in range(ROUNDS)]
        if number == self.task.position.region:
            rounds[0] = set(self.start.players[name].placed.of(kind))
        return sum(map(len, rounds))

    def counts(self, parts: Mapping[int, RegionModel]) -> dict[str, dict[tuple[Kind, int], Linear]]:
        """Pieces at the end of the game by player, kind and region."""
        found: dict[str, dict[tuple[Kind, int], Linear]] = {}
        for name in self.names:
            found[name] = {}
            for kind, number in product(KINDS, self.all_numbers):
                built: Linear = self.stands[name].get((kind, number), 0)
                if number in parts:
                    built = built + sum(played.built[name, kind] for played in parts[number].rounds)
                found[name][kind, number] = built
        return found

    def led(self, model: CpModel, name: str, counts: Mapping[str, Linear]) -> Linear:
        """Whether a player has most pieces, somebody else not as many (6.1-6).

        For the player an upper bound, for rivals a lower one: as the objective presses.
        """
        others = [count for other, count in counts.items() if other != name]
        own = counts[name]
        if all(isinstance(count, int) for count in counts.values()):
            return int(all(own > other for other in others))
        leads = model.new_bool_var(f"{name} leads")
        if name == self.player:
            for other in others:
                model.add(own >= other + 1).only_enforce_if(leads)
            return leads
        escapes = [leads]
        for other in (*others, 0):
            matched = model.new_bool_var("")
            model.add(own <= other).only_enforce_if(matched)
            escapes.append(matched)
        model.add_bool_or(escapes)
        return leads

    def final(self, model: CpModel, parts: Mapping[int, RegionModel], names: Sequence[str]) -> dict[str, Linear]:
        """The points of the final scoring (6.1), halved in the short game (7-2)."""
        counts = self.counts(parts)
        result: dict[str, Linear] = {}
        for name in names:
            total: Linear = 0
            for kind in KINDS:
                board = {who: sum(held[kind, number] for number in self.all_numbers) for who, held in counts.items()}
                total = total + self.worth(MOST[kind]) * self.led(model, name, board)
                for number in self.all_numbers:
                    here = {who: held[kind, number] for who, held in counts.items()}
                    total = total + self.worth(MOST_IN_REGION) * self.led(model, name, here)
            if self.sum_halved:
                half = model.new_int_var(0, 1000, f"half of {name}")
                model.add(2 * half <= total)
                model.add(2 * half >= total - 1)
                total = half
            result[name] = total
        return result


@dataclass(frozen=True)
class _Cut:
    """What a region is worth at most with so many pieces: ``worth + prices``, inside a box of pieces."""

    most: Mapping[Kind, int]
    prices: Mapping[Kind, int]
    worth: int

    def at(self, pieces: Pair) -> int | None:
        """The bound for these pieces; None outside the box."""
        if any(count > self.most[kind] for kind, count in zip(KINDS, pieces, strict=True)):
            return None
        return self.worth + sum(self.prices[kind] * count for kind, count in zip(KINDS, pieces, strict=True))


@dataclass(frozen=True)
class _Column:
    """A plan of a region, played by itself: points, everybody's with the lead in the region, and the pieces built."""

    own: int
    rivals: Mapping[str, int]
    pieces: Pair
    values: Mapping[Any, int] | None

    def worth(self, weights: Weights) -> int:
        """What it counts, in parts of a point, where rivals have these weights."""
        count = sum(weight for _, weight in weights)
        return max(count, 1) * self.own - sum(weight * self.rivals[name] for name, weight in weights)


class _Search:
    """The procedure: fronts of the regions and what is chosen from them, then the model of everything."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.task, self.engine = task, engine
        self.regions = _Regions(task)
        self.bound: int | None = None
        self.value: int | None = None
        self.plan: GamePlan | None = None
        self.hints: dict[int, Mapping[Any, int]] = {}
        self.seconds = engine.limits.seconds
        self.deadline = time.monotonic() + self.seconds
        state = self.regions.start.players[self.regions.player]
        left = {kind: SUPPLY[kind] - state.built.count(kind) for kind in KINDS}
        self.left: Pair = (left["temple"], left["city"])
        rivals = self.regions.rivals if self.regions.margin else []
        self.parts = max(len(rivals), 1)
        self.weights: Weights = tuple((name, 1) for name in rivals)
        self.prices = FIRST
        self.caps: dict[tuple[int, str, Kind], int] = {}
        self.families: dict[Weights, dict[int, list[_Cut]]] = {}
        self.columns: dict[int, list[_Column]] = {number: [] for number in self.regions.numbers}
        self.asked: dict[Asked, float] = {}
        self.proved: set[Asked] = set()
        self.tried: set[tuple[tuple[int, int], ...]] = set()

    @property
    def cuts(self) -> dict[int, list[_Cut]]:
        """What bounds each region, for the weights that the rivals have now."""
        return self.families.setdefault(self.weights, {number: [] for number in self.regions.numbers})

    def best(self) -> Outcome:
        """The best plan within the limits."""
        if len(self.regions.numbers) > 1:
            self._by_regions()
        left = self.deadline - time.monotonic()
        few = len(self.regions.numbers) < LONG  # so that a plan whose value is proved is singled out, too
        if self.plan is None or ((few or self.value != self.bound) and left > LATE * self.seconds):
            with self.engine.within(max(left, 1.0)):
                outcome = frugal(self.engine.solve, partial(whole, self.regions, self.hints, self.bound))
            if outcome.status is Status.INFEASIBLE and self.plan is None:
                return outcome
            if outcome.solutions:
                self._keep(_decode(self.regions, outcome.solutions[0].values), {})
            if outcome.bound is not None:
                self.bound = outcome.bound if self.bound is None else min(self.bound, outcome.bound)
            if outcome.status is Status.OPTIMAL and outcome.solutions[0].objective == self.value:
                return replace(outcome, bound=self.bound)
        if self.plan is None or self.value is None:
            return Outcome(Status.UNKNOWN, interrupted=self.engine.interrupted, statistics=self.engine.statistics())
        status = Status.OPTIMAL if self.value == self.bound else Status.FEASIBLE
        solution = Solution.of(self.plan, self.value, canonical=False)
        return Outcome(status, (solution,), self.bound, False, self.engine.interrupted, self.engine.statistics())

    def _keep(self, plan: GamePlan, hints: Mapping[int, Mapping[Any, int]]) -> None:
        """Keep a plan if it is legal and better than what is known, by the rules."""
        played = _played(self.task, plan, self.task.rulings.fresh())
        value = _value(self.task, played)
        if not played.breaches and (self.value is None or value > self.value):
            self.value, self.plan = value, plan
            self.hints = {**hints} or self.hints

    # -- fronts ----------------------------------------------------------------------------------

    def _by_regions(self) -> None:
        """Prices until they repeat, then what holds the bound up, while time allows."""
        self.share = self.seconds * SHARE / len(self.regions.numbers)
        self._cap()
        self.idle = {number: self._column(number, RegionPlan(), None) for number in self.regions.numbers}
        seen = set[tuple[Pair, Weights]]()
        while (self.prices, self.weights) not in seen and len(seen) < PASSES:
            if not self._pass() or self._settled():
                return
            seen.add((self.prices, self.weights))
            if len(seen) < PASSES:
                self._price(weigh=len(seen) == PASSES - 1)
        while not self._late():
            if not any(self._gap(number) for number in self.regions.numbers):
                self._price(weigh=False)
            targets = self._limit()
            if self._settled() or not self._narrow(targets):
                return
            self._choose()

    def _pass(self) -> bool:
        """Ask every region at the prices where the answer is not known yet; False where one has none."""
        for number in self.regions.numbers:
            if self._gap(number) and (self._late() or not self._ask(number, None, self.prices, self.share)):
                return False
        self._choose()
        return True

    def _narrow(self, targets: Mapping[int, Pair]) -> bool:
        """Ask the region that holds the bound up most for the time that it takes; False if none does."""
        wide: list[tuple[float, int, Pair | None, float]] = []
        for number, pieces in targets.items():
            gap = self._most(number, pieces) - self._least(number, pieces)
            priced = (number, None, self.prices)
            key = priced if self._gap(number) and priced not in self.proved else (number, pieces, FREE)
            if gap > 0 and key not in self.proved:
                before = self.asked.get(key, self.share if key is priced else self.share / GROWTH)
                wide.append((gap / before, number, key[1], before * GROWTH))
        if not wide:
            return False
        _, number, box, seconds = max(wide, key=lambda each: each[:2])
        prices = self.prices if box is None else FREE
        self.asked[number, box, prices] = seconds
        return self._ask(number, box, prices, seconds)

    def _gap(self, number: int) -> int:
        """Between what a region is worth at most and at least, at the prices."""
        if not self.cuts[number] or not self.columns[number]:
            return HUGE
        most = max(self._most(number, pieces) - self._cost(self.prices, pieces) for pieces in self._range(number))
        known: int = max(self._net(column, self.prices, self.weights) for column in self.columns[number])
        return most - known

    def _cost(self, prices: Pair, pieces: Pair) -> int:
        """What pieces cost, in parts of a point."""
        return self.parts * (prices[0] * pieces[0] + prices[1] * pieces[1])

    def _net(self, column: _Column, prices: Pair, weights: Weights) -> int:
        return column.worth(weights) - self._cost(prices, column.pieces)

    def _column(self, number: int, plan: RegionPlan, values: Mapping[Any, int] | None) -> _Column | None:
        """A plan of a region, played; None for one that is against the rules."""
        regions = self.regions
        table = regions.opened(number)
        played = play_region(table, regions.player, plan, self._policies(number), self.task.rulings.fresh())
        if played.breaches and values is not None:
            return None
        held = standing(self.task.board, played.table.players)
        before = standing(self.task.board, table.players)
        points = {name: played.ledger.total(name) for name in regions.names}
        for kind, name in product(KINDS, regions.names):
            others = [held[other].get((kind, number), 0) for other in regions.names if other != name]
            if held[name].get((kind, number), 0) > max(others) and not (name != regions.player and regions.sum_halved):
                points[name] += regions.worth(MOST_IN_REGION)
        me = regions.player
        built = {kind: held[me].get((kind, number), 0) - before[me].get((kind, number), 0) for kind in KINDS}
        return _Column(points.pop(me), points, (built["temple"], built["city"]), values)

    def _range(self, number: int) -> list[Pair]:
        """The numbers of pieces that can be built in a region."""
        temples, cities = (
            min(left, self.regions.most_built(number, kind)) for kind, left in zip(KINDS, self.left, strict=True)
        )
        return list(product(range(temples + 1), range(cities + 1)))

    def _late(self) -> bool:
        part = LATE if len(self.regions.numbers) >= LONG else 0.4
        return self.engine.interrupted or self.deadline - time.monotonic() < part * self.seconds

    def _settled(self) -> bool:
        return self.value is not None and self.value == self.bound

    def _ask(self, number: int, box: Pair | None, prices: Pair, seconds: float) -> bool:
        """Bound a region at these prices, with at most these pieces; keep the plan; False without any answer."""
        seconds = min(seconds, self.deadline - time.monotonic())
        priced = dict(zip(KINDS, prices, strict=True))
        known = (each for each in self.columns[number] if box is None or _fits(each.pieces, box))
        near = max(known, key=lambda each: self._net(each, prices, self.weights), default=None)
        table = self.regions.opened(number)
        hint = near.values if near is not None and near.values else {}
        with self.engine.within(seconds):
            outcome = self.engine.solve(self._priced(table, priced, None, box=box, hint=hint), canonical=False)
        if outcome.status is Status.OPTIMAL:
            self.proved.add((number, box, prices))
        most = dict(zip(KINDS, box or (SUPPLY["temple"], SUPPLY["city"]), strict=True))
        if outcome.status is Status.INFEASIBLE and box is not None:
            self.cuts[number].append(_Cut(most, priced, -HUGE))
            return True
        if outcome.bound is not None:
            self.cuts[number].append(_Cut(most, {kind: self.parts * priced[kind] for kind in KINDS}, outcome.bound))
        for again in (False, True):
            if not outcome.solutions:
                break
            values = outcome.solutions[0].values
            here = _acted(table, self.regions, number)
            column = self._column(number, decode_region(here, self.regions.player, values), values)
            if column is not None:
                self.columns[number].append(column)
            if again or (column is not None and not values["waste",]):
                break
            with self.engine.within(seconds):
                formulation = self._priced(table, priced, None, box=box, hint=hint, thrifty=True)
                outcome = self.engine.solve(formulation, canonical=False)
        return bool(self.columns[number] and self.cuts[number])

    def _most(self, number: int, pieces: Pair) -> int:
        """What a region is worth at most with exactly these pieces."""
        found = [cut.at(pieces) for cut in self.cuts[number]]
        return min((each for each in found if each is not None), default=HUGE)

    def _least(self, number: int, pieces: Pair) -> int:
        """What a known plan of a region is worth with at most these pieces."""
        known = (each.worth(self.weights) for each in self.columns[number] if _fits(each.pieces, pieces))
        return max(known, default=-HUGE)

    def _price(self, weigh: bool) -> None:
        """Choose whole prices, and weights if these may change, at which the known plans are worth least (Lagrange).

        In a region nothing at all is a plan, too.  Half way to them is enough: the plans are few.
        """

        def worth(prices: Pair, weights: Weights) -> int:
            points = self.task.position.players
            total: int = self._cost(prices, self.left) - sum(weight * points[name].points for name, weight in weights)
            for number, columns in self.columns.items():
                total += max(self._net(each, prices, weights) for each in (self.idle[number], *columns) if each)
            return total

        dear: list[Pair] = [(temple, city) for temple in range(DEAREST + 1) for city in range(DEAREST + 1)]
        temple, city = min(dear, key=lambda each: (worth(each, self.weights), each))
        self.prices = ((temple + self.prices[0] + 1) // 2, (city + self.prices[1] + 1) // 2)
        if weigh:
            kept = self.weights
            self.weights = min(self._near_weights(), key=lambda each: (worth(self.prices, each), each != kept, each))
            if self.weights != kept:
                self.proved.clear()

    def _near_weights(self) -> list[Weights]:
        """The weights, and those with one part moved from a rival to another: known plans tell little of others."""
        found = [self.weights]
        for giver, taker in permutations(range(len(self.weights)), 2):
            if self.weights[giver][1]:
                moved = {giver: -1, taker: 1}
                found.append(tuple((name, part + moved.get(at, 0)) for at, (name, part) in enumerate(self.weights)))
        return found

    def _limit(self) -> dict[int, Pair]:
        """Bound the value by the cuts of all regions together; the numbers of pieces at which it stands."""
        options = {}
        for number in self.regions.numbers:
            options[number] = {pieces: (self._most(number, pieces), pieces) for pieces in self._range(number)}
        total, targets = _combine(options, self.left)
        bound = (total + self._beyond()) // self.parts
        if total < HUGE:
            self.bound = bound if self.bound is None else min(self.bound, bound)
        return targets

    def _choose(self) -> None:
        """Choose the best of the known plans of all regions, and play them."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        picks: dict[tuple[int, int], Any] = {
            (number, at): model.new_bool_var("")
            for number, columns in self.columns.items()
            for at in range(len(columns))
        }
        spent: list[Linear] = [0, 0]
        value: Linear = 0
        scored: dict[str, Linear] = {name: self.task.position.players[name].points for name, _ in self.weights}
        for number, columns in self.columns.items():
            model.add_exactly_one(picks[number, at] for at in range(len(columns)))
            for at, column in enumerate(columns):
                pick = picks[number, at]
                value = value + column.own * pick
                spent = [total + count * pick for total, count in zip(spent, column.pieces, strict=True)]
                scored = {name: total + column.rivals[name] * pick for name, total in scored.items()}
        over: Linear = 0
        for total, left in zip(spent, self.left, strict=True):
            lacks = model.new_int_var(0, sum(SUPPLY.values()) * len(self.columns), "")
            model.add(total <= left + lacks)
            over = over + lacks
        if scored:
            best = model.new_int_var(0, HUGE, "best rival")
            for total in scored.values():
                model.add(best >= total)
            value = value - best
        with self.engine.within(max(1.0, self.share)):
            outcome = self.engine.solve(Formulation(model, value - LACK * over, dict(picks)), canonical=False)
        if not outcome.solutions:
            return
        values = outcome.solutions[0].values
        chosen = {number: self.columns[number][at] for number, at in picks if values[number, at]}
        self._limit()
        key = tuple(sorted((number, id(each)) for number, each in chosen.items()))
        if key in self.tried:
            return
        self.tried.add(key)
        self._assemble(chosen)

    def _assemble(self, chosen: Mapping[int, _Column]) -> None:
        """Play the plans of the regions one after the other; where one cannot be played, another instead."""
        regions = self.regions
        table: Table | None = None
        plans: list[RegionPlan] = []
        hints: dict[int, Mapping[Any, int]] = {}
        for number in regions.numbers:
            values = chosen[number].values or {}
            here = regions.opened(number, table)
            plan = decode_region(_acted(here, regions, number), regions.player, values)
            played = play_region(here, regions.player, plan, self._policies(number), self.task.rulings.fresh())
            if played.breaches:  # pieces have run out, or a rival's have: once more as things are
                with self.engine.within(self.seconds * 0.1 / len(regions.numbers)):
                    formulation = self._priced(
                        here, dict.fromkeys(KINDS, 0), here, box=chosen[number].pieces, hint=values
                    )
                    outcome = self.engine.solve(formulation, canonical=False)
                if not outcome.solutions:
                    return
                values = {**outcome.solutions[0].values}
                plan = decode_region(_acted(here, regions, number), regions.player, values)
                played = play_region(here, regions.player, plan, self._policies(number), self.task.rulings.fresh())
            hints[number] = values
            plans.append(plan)
            table = played.table
        self._keep(GamePlan(regions=tuple(plans)), hints)

    def _policies(self, number: int) -> Mapping[str, Policy]:
        """What rivals do in a region: in the one on the table they have done it for this round."""
        policies = self.regions.policies[number]
        if number != self.task.position.region:
            return policies
        return {name: Policy(then=policy.then) for name, policy in policies.items()}

    def _beyond(self) -> int:
        """What the bound adds to the regions, in parts of a point: the board, regions that are over, the track."""
        regions = self.regions
        total = sum(regions.worth(MOST[kind]) for kind in KINDS)
        over = [number for number in regions.all_numbers if number not in regions.numbers]
        for kind, number in product(KINDS, over):
            held = {name: regions.stands[name].get((kind, number), 0) for name in regions.names}
            if all(held[regions.player] > held[name] for name in regions.rivals):
                total += regions.worth(MOST_IN_REGION)
        if regions.margin:
            points = {name: state.points for name, state in self.task.position.players.items()}
            total += points[regions.player]
            total = self.parts * total - sum(weight * points[name] for name, weight in self.weights)
        return total

    def _used(self, model: CpModel, table: Table, actual: Table | None) -> dict[tuple[str, Kind], tuple[Linear, int]]:
        """Pieces that are gone: as on a table, or anything they could be where that matters."""
        regions, number = self.regions, table.region.number
        used: dict[tuple[str, Kind], tuple[Linear, int]] = {}
        for name, kind in product(regions.names, KINDS):
            state = (actual or table).players[name]
            low = high = state.built.count(kind) + state.aside.of(kind)
            if actual is None and name != regions.player:  # the player's own are priced instead
                high += sum(self._most_built(each, name, kind) for each in regions.numbers if each < number)
                if high + regions.most_laid(number, name, kind) <= SUPPLY[kind]:
                    high = low  # there are enough in any case
            high = min(high, SUPPLY[kind])
            used[name, kind] = (low if low == high else model.new_int_var(low, high, f"used:{name}:{kind}"), high)
        return used

    def _most_built(self, number: int, name: str, kind: Kind) -> int:
        """Pieces that a rival builds in a region at most."""
        known = min(self.regions.most_built(number, kind), self.regions.most_laid(number, name, kind))
        return min(known, self.caps.get((number, name, kind), known))

    def _cap(self) -> None:
        """Where the pieces of a rival may run out: bound what is built in each region, whatever the player does."""
        from ortools.sat.python import cp_model

        regions = self.regions
        for number in regions.numbers[:-1]:
            for name, kind in product(regions.rivals, KINDS):
                low = regions.start.players[name].built.count(kind)
                most = [self._most_built(each, name, kind) for each in regions.numbers[:-1]]
                last = regions.most_laid(regions.numbers[-1], name, kind)
                if low + sum(most) + last <= SUPPLY[kind] or not self._most_built(number, name, kind):
                    continue
                model, table = cp_model.CpModel(), regions.opened(number)
                part = regions.add(model, _acted(table, regions, number), self._used(model, table, None), False)
                built: Linear = sum(played.built[name, kind] for played in part.rounds)
                with self.engine.within(self.seconds * CAP):
                    outcome = self.engine.solve(
                        Formulation(model, built, {}, workers=2, parameters=PARAMETERS), canonical=False
                    )
                if outcome.bound is not None:
                    self.caps[number, name, kind] = max(outcome.bound, 0)

    def _priced(
        self,
        table: Table,
        prices: Mapping[Kind, int],
        actual: Table | None,
        *,
        box: Pair | None = None,
        hint: Mapping[Any, int] | None = None,
        thrifty: bool = False,
    ) -> Formulation:
        """A region by itself, each piece at its price; supplies as on a table, or anything they could be."""
        from ortools.sat.python import cp_model

        regions, number = self.regions, table.region.number
        model = cp_model.CpModel()
        used = self._used(model, table, actual)
        part = regions.add(model, _acted(table, regions, number), used, regions.margin)
        counts = regions.counts({number: part})
        objective: Linear = sum(played.points for played in part.rounds)
        for at, kind in enumerate(KINDS):
            here = {name: held[kind, number] for name, held in counts.items()}
            objective = objective + regions.worth(MOST_IN_REGION) * regions.led(model, regions.player, here)
            part.decisions["built", kind] = sum(played.built[regions.player, kind] for played in part.rounds)
            objective = objective - prices[kind] * part.decisions["built", kind]
            if box is not None:
                model.add(part.decisions["built", kind] <= box[at])
        objective = self.parts * objective
        for name, weight in self.weights:
            if not weight:
                continue
            scored = sum(counted(model, played, name, 9999) for played in part.rounds)
            for kind in () if regions.sum_halved else KINDS:
                here = {each: held[kind, number] for each, held in counts.items()}
                scored = scored + regions.worth(MOST_IN_REGION) * regions.led(model, name, here)
            objective = objective - weight * scored
        part.decisions["waste",] = sum(played.waste for played in part.rounds)
        if thrifty or actual is not None:
            model.add(part.decisions["waste",] == 0)
        _start(model, part, hint or {})
        return Formulation(model, objective, part.decisions, workers=2, parameters=PARAMETERS)


def _fits(pieces: Pair, most: Pair) -> bool:
    return pieces[0] <= most[0] and pieces[1] <= most[1]


def _combine(options: Mapping[int, Mapping[Pair, tuple[int, Chosen]]], left: Pair) -> tuple[int, dict[int, Chosen]]:
    """One option of every region, worth most together within the supply.

    ``options`` give what pieces are worth, and what stands for them.  Raises ``ValueError`` if none fit.
    """
    best: dict[Pair, tuple[int, tuple[Pair, ...]]] = {(0, 0): (0, ())}
    for number in options:
        following: dict[Pair, tuple[int, tuple[Pair, ...]]] = {}
        for (temples, cities), (total, path) in best.items():
            for pieces, (worth, _) in options[number].items():
                key = (temples + pieces[0], cities + pieces[1])
                if _fits(key, left) and (key not in following or following[key][0] < total + worth):
                    following[key] = (total + worth, (*path, pieces))
        best = following
    total, path = max(best.values(), key=lambda each: each[0])
    return total, {number: options[number][pieces][1] for number, pieces in zip(options, path, strict=True)}


def _start(model: CpModel, part: RegionModel, known: Mapping[Any, int]) -> None:
    """Start a region from known decisions."""
    from ortools.sat.python import cp_model

    start = {
        v.index: (v, known[key]) for key, v in part.decisions.items() if isinstance(v, cp_model.IntVar) and key in known
    }
    for variable, value in start.values():  # several decisions can be one variable
        model.add_hint(variable, value)


def _acted(table: Table, regions: _Regions, number: int) -> Table:
    """In the region on the table the rivals have acted; in later ones the model follows their policies."""
    return regions.start if number == regions.task.position.region else table


def whole(
    regions: _Regions,
    hints: Mapping[int, Mapping[Any, int]] | None = None,
    bound: int | None = None,
    *,
    thrifty: bool = False,
) -> Formulation:
    """The model of everything, started from decisions by region, with a bound of its value.

    ``thrifty`` leaves no room for wasted cubes; without it their number is the first level of the tie-break.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    parts: dict[int, RegionModel] = {}
    states = regions.start.players
    used: Mapping[tuple[str, Kind], tuple[Linear, int]] = pieces_gone(states)
    for number in regions.numbers:
        part = regions.add(model, regions.opened(number), used, regions.margin)
        parts[number] = part
        following: dict[tuple[str, Kind], tuple[Linear, int]] = {}
        for name, kind in product(regions.names, KINDS):
            total: Linear = states[name].built.count(kind)
            most = states[name].built.count(kind)
            for done, each in parts.items():
                total = total + sum(played.built[name, kind] for played in each.rounds)
                most += regions.most_built(done, kind)
            following[name, kind] = (total, most)
        used = following
        _start(model, part, (hints or {}).get(number, {}))
    final = regions.final(model, parts, regions.names if regions.margin else [regions.player])
    rounds = [played for part in parts.values() for played in part.rounds]
    objective: Linear = sum(played.points for played in rounds) + final[regions.player]
    if regions.margin:
        points = {name: state.points for name, state in regions.task.position.players.items()}
        best = model.new_int_var(0, 10_000, "best rival")
        for name in regions.rivals:
            scored = sum(counted(model, played, name, 9999) for played in rounds)
            model.add(best >= scored + final[name] + points[name])
        objective = objective + points[regions.player] - best
    if bound is not None:
        model.add(objective <= bound)
    waste = sum(played.waste for played in rounds)
    if thrifty:
        model.add(waste == 0)
    decisions: dict[Hashable, Linear] = {
        ("region", number, key): value for number, part in parts.items() for key, value in part.decisions.items()
    }
    decisions["waste",] = waste
    levels = [
        Criterion(waste, 0, 999),
        Criterion(sum(played.lays for played in rounds), 0, 999),
        Criterion(sum(played.cost for played in rounds), 0, 999),
        *(level for played in rounds for level in played.levels),
        *(level for played in rounds for level in played.spare),
    ]
    identity = [each for played in rounds for each in played.identity]
    return Formulation(model, objective, decisions, levels, identity, workers=2, parameters=PARAMETERS)


def _decode(regions: _Regions, values: Mapping[Any, int]) -> GamePlan:
    """The plan of a solution of the model of everything."""
    plans = []
    for number in regions.numbers:
        own = {key[2]: value for key, value in values.items() if key[:2] == ("region", number)}
        plans.append(decode_region(regions.opened(number), regions.player, own))
    return GamePlan(regions=tuple(plans))
