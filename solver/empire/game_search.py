r"""How the best plan for the rest of a game is found; the problem is told in :mod:`solver.empire.game_plan`.

*Bound.*  One model of everything is right but far too weak to be proved.  So what the regions share is
priced (:mod:`solver.empire.game_prices`): own pieces, the rivals' points (for the margin the best rival
is at least any average of the rivals), and the pieces of anybody that are gone before a region.  Each
region is solved *by itself*, with the prices :math:`\lambda, \mu` of temples and cities::

    z[k] = max worth[k] - lambda * t[k] - mu * c[k]
    worth of a region with t temples and c cities  <=  z[k] + lambda * t + mu * c

whatever the prices (Lagrange); the same search with a *box*, t <= T and c <= C, bounds inside the
box.  All such cuts together, at the same weights and prices of uses, bound what a region is worth with
so many pieces; the best numbers of pieces of all regions, within the supply, by dynamic programming,
with what the board can give, bound the value.

*Supplies* are taken to be anything they could be, and as full where they cannot run out: where a
rival's policies alone do not tell, a search in each region bounds what the rival can build there,
region after region, so that what was built before is bounded already.  Where they can, what is gone is
a variable of the region, priced, and what is built in the regions before is paid for.  That holds for
the player's own pieces too, which must be there to be laid, even in vain.

*Incumbent.*  Every plan of a region that is found, the ones on the way too, is kept as it is played by
the rules.  A small model chooses one of each region; the choice is played, and where pieces turn out to
be missing a region is solved once more.

*Procedure.*  A short look at every region, for plans and prices; then passes over the regions, each at
the prices at which the known plans are worth least, near those with the best bound so far.  Two regions
are solved at a time, and none for less than its best known plan.  When the prices repeat or there is no
time for another pass, one region after the other is planned anew with the known plans of the others to
choose from, for a better plan of the whole.  Then the region where bound and known plans lie furthest
apart for the time that it takes is asked again, for longer or in the box of the pieces at which the bound
stands.  When nothing is left to ask, or early enough with two regions, the model of everything is started
from the best plan, under the bound.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from models.empire.final import MOST, MOST_IN_REGION, standing
from models.empire.plan import GamePlan, RegionPlan
from models.empire.position import KINDS, PLURAL, Kind
from models.empire.round import Table
from solver.answer import Outcome, Solution, Status
from solver.empire.depletion import SUPPLY
from solver.empire.game_model import Regions, acted, decode_game, play_out, start_from, value_of, whole
from solver.empire.game_prices import (
    HUGE,
    PARTS,
    Choice,
    Column,
    Counts,
    Cut,
    Link,
    Pair,
    Prices,
    Shared,
    Use,
    first_prices,
    fits,
    reprice,
)
from solver.empire.region_plan import PARAMETERS, counted, decode_region, frugal
from solver.empire.rounds import RegionModel
from solver.engine import ABREAST, Engine
from solver.formulation import Formulation, Parameter
from solver.question import Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear

FREE: Pair = (0, 0)
FIRST: Pair = (3, 3)
"""What a temple and a city of the supply cost in the first look at the regions, in points."""
LOOK = 0.1
"""Part of the time that a region gets in the first look."""
SHARE = 0.6
"""Part of the time that a region gets in a pass."""
PIECE, WEIGHT, NEAREST = 1 / 2, 1 / 5, 1 / 8
"""How far prices of pieces, and weights, go from the best so far, in points; halved again and again to a part of it."""
CAP = 0.01
"""Part of the time that bounding the pieces of one rival in one region may take."""
AGAIN, GROWTH, LATE = 0.05, 3, 0.02
"""Part of the time for a box when it is first asked, how much more it gets each time, and what is left for the end."""
LONG = 3
"""From so many regions on the model of everything is of no use, and gets the least time."""
TRAIL = 6
"""Plans found on the way that are kept of a search."""
OPEN = 0.1
"""Part of the time for planning one region anew with plans of the others to choose from."""
HASTE = 1.2
"""How many times as long as the slowest region took there must be for another pass."""
SPARE = 20
"""Choices that are played in the end, when there is nothing left to ask."""
PRICED: Mapping[str, Parameter] = {
    **PARAMETERS,
    "subsolvers": ("max_lp", "reduced_costs"),
    "cp_model_probing_level": 2,
}


@dataclass(frozen=True)
class _Asked:
    """What a region is asked: the prices, and the most pieces that it may build."""

    number: int
    box: Pair | None
    prices: Prices


class GameSearch:
    """The procedure: plans and bounds of the regions and what is chosen from them, then the model of everything."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.task, self.engine = task, engine
        self.regions = regions = Regions(task)
        self.bound: int | None = None
        self.value: int | None = None
        self.plan: GamePlan | None = None
        self.hints: dict[int, Mapping[Any, int]] = {}
        self.seconds = engine.limits.seconds
        self.deadline = time.monotonic() + self.seconds
        self.caps: dict[tuple[int, str, Kind], int] = {}
        self.families: dict[Hashable, dict[int, list[Cut]]] = {}
        self.known: dict[int, dict[Hashable, Column]] = {number: {} for number in regions.numbers}
        self.asked: dict[_Asked, float] = {}
        self.proved: set[_Asked] = set()
        self.took: dict[int, float] = {}
        self.tried: list[Sequence[tuple[int, int]]] = []

    def best(self) -> Outcome:
        """The best plan within the limits."""
        if len(self.regions.numbers) > 1:
            self._by_regions()
        left = self._left()
        few = len(self.regions.numbers) < LONG  # so that a plan whose value is proved is singled out, too
        if self.plan is None or ((few or self.value != self.bound) and left > LATE * self.seconds):
            outcome = frugal(self._solve_whole, partial(whole, self.regions, self.hints, self.bound))
            if outcome.status is Status.INFEASIBLE and self.plan is None:
                return outcome
            if outcome.solutions:
                self._keep(decode_game(self.regions, outcome.solutions[0].values), {})
            if outcome.bound is not None:
                self.bound = outcome.bound if self.bound is None else min(self.bound, outcome.bound)
            if outcome.status is Status.OPTIMAL and outcome.solutions[0].objective == self.value:
                return replace(outcome, bound=self.bound)
        if self.plan is None or self.value is None:
            return Outcome(Status.UNKNOWN, interrupted=self.engine.interrupted, statistics=self.engine.statistics())
        status = Status.OPTIMAL if self.value == self.bound else Status.FEASIBLE
        solution = Solution.of(self.plan, self.value, canonical=False)
        return Outcome(status, (solution,), self.bound, False, self.engine.interrupted, self.engine.statistics())

    def _solve_whole(self, formulation: Formulation) -> Outcome:
        with self.engine.within(max(self._left(), 1.0)):
            return self.engine.solve(formulation)

    def _keep(self, plan: GamePlan, hints: Mapping[int, Mapping[Any, int]]) -> None:
        """Keep a plan if it is legal and better than what is known, by the rules."""
        campaign = play_out(self.task, plan, self.task.rulings.fresh())
        value = value_of(self.task, campaign)
        if not campaign.breaches and (self.value is None or value > self.value):
            self.value, self.plan = value, plan
            self.hints = {**hints} or self.hints

    # -- the procedure ---------------------------------------------------------------------------

    def _by_regions(self) -> None:
        """Prices until they repeat, then what holds the bound up, while time allows."""
        self._cap()
        self.shared = self._what_is_shared()
        self.ranges = {number: self._ranges(number) for number in self.regions.numbers}
        self.prices = first_prices(self.shared, FIRST)
        for number in self.regions.numbers:  # nothing at all is a plan as far as prices go
            self._note(number, RegionPlan(), {}, None)
        if not self._pass_by_pass():
            return
        while self._improve(OPEN)[0]:
            pass
        while not self._late() and not self._settled():
            if not any(self._gap(number) for number in self.regions.numbers):
                self.prices, _ = self._reprice(self.prices, weigh=False)
            if not self._narrow(self._limit()[1]):
                break
            self._choose()
        share, unsure = OPEN, True
        for _ in range(SPARE):
            if self._late() or self._settled() or not self._choose():
                break
        while unsure and not self._late() and not self._settled():
            share *= 2
            _, unsure = self._improve(share)

    def _pass_by_pass(self) -> bool:
        """Ask every region at the same prices, at better and better ones; False where one has no answer at all."""
        look = LOOK if self.engine.limits.work is None else SHARE  # what is measured by work does not go by the clock
        if not self._pass(self.seconds * look):
            return False
        self._limit()
        self._choose()
        centre, least, reach = self._reprice(self.prices)[0], None, 1.0
        bounded = set[Prices]()
        self.prices = centre
        while not self._settled() and self._pass(self.seconds * SHARE):
            bounded.add(self.prices)
            total, _ = self._limit()
            self._choose(mend=False)
            if least is None or total < least:
                centre, least = self.prices, total
            else:
                reach /= 2
            following, lowest = self._reprice(centre, reach)
            if following in bounded or reach < NEAREST or (self.bound is not None and lowest >= self.bound):
                break
            if self._left() < HASTE * max(self.took.values()):
                break
            self.prices = following
        self.prices = centre
        return self._answered()

    def _pass(self, seconds: float) -> bool:
        """Ask every region at the prices where the answer is not known yet; False where one has none."""
        asked = [_Asked(number, None, self.prices) for number in self.regions.numbers]
        self._ask({each: seconds for each in asked if each not in self.proved})
        return self._answered()

    def _answered(self) -> bool:
        """Whether every region has a bound at these prices, and a plan."""
        return all(self.cuts[number] and any(each.values for each in plans) for number, plans in self.columns.items())

    def _narrow(self, targets: Mapping[int, Pair]) -> bool:
        """Ask the regions that hold the bound up most for the time that it takes; False if none does."""
        wide: list[tuple[float, _Asked, float]] = []
        for number, pieces in targets.items():
            gap = self._most(number, pieces) - self._least(number, pieces)
            asked = _Asked(number, None, self.prices)
            if not self._gap(number) or asked in self.proved:
                asked = _Asked(number, pieces, replace(self.prices, pieces=FREE))
            if gap > 0 and asked not in self.proved:
                before = self.asked.get(asked, AGAIN * self.seconds / GROWTH)
                wide.append((gap / before, asked, before * GROWTH))
        wide.sort(key=lambda each: each[0], reverse=True)
        self._ask({asked: seconds for _, asked, seconds in wide[: self.engine.limits.workers or ABREAST]})
        return bool(wide)

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _late(self) -> bool:
        part = LATE if len(self.regions.numbers) >= LONG else 0.4
        return self.engine.interrupted or self._left() < part * self.seconds

    def _settled(self) -> bool:
        return self.value is not None and self.value == self.bound

    # -- regions ---------------------------------------------------------------------------------

    @property
    def columns(self) -> dict[int, list[Column]]:
        """The plans of each region that are known."""
        return {number: list(plans.values()) for number, plans in self.known.items()}

    @property
    def cuts(self) -> dict[int, list[Cut]]:
        """What bounds each region, at weights and prices of uses as they are now."""
        return self.families.setdefault(self.prices.family, {number: [] for number in self.regions.numbers})

    def _ask(self, asked: Mapping[_Asked, float]) -> None:
        """Bound regions, each for so many seconds, and keep the plans.  The slow ones come first.

        One that takes longer than all the others gets all workers, since it would be left alone with one.
        """
        if self._late():
            return
        slow = sorted(asked, key=lambda each: -self.took.get(each.number, 0.0))
        times = [self.took.get(each.number, 0.0) for each in slow]
        alone = bool(times) and times[0] > sum(times[1:])
        jobs = [partial(self._solve, each, asked[each], alone and each is slow[0]) for each in slow]
        for each, (outcomes, took) in zip(slow, self.engine.side_by_side(jobs, (self.value, self.bound)), strict=True):
            self.asked[each] = max(took, AGAIN * self.seconds / GROWTH)
            if each.box is None:
                self.took[each.number] = took
            self._take(each, outcomes)

    def _solve(self, asked: _Asked, seconds: float, alone: bool, engine: Engine) -> tuple[list[Outcome], float]:
        """A region by itself, and once more without waste where the best plan wastes cubes."""
        number, prices, box = asked.number, asked.prices, asked.box
        table = self.regions.opened(number)
        plans = [each for each in self.known[number].values() if box is None or fits(each.pieces, box)]
        plans = [each for each in plans if each.plan is not None or each.values]
        plans.sort(key=lambda each: each.net(number, prices), reverse=True)
        least = plans[0].net(number, prices) if plans else None
        hint = next((each.values for each in plans if each.values), None)
        begun = time.monotonic()
        outcomes: list[Outcome] = []
        if alone:
            engine.limits = replace(engine.limits, workers=self.engine.limits.workers)
        with engine.within(min(seconds, self._left())):
            first = engine.trail(self._priced(table, prices, None, box=box, hint=hint), least)
            if first.status is Status.INFEASIBLE and least is not None:  # there is nothing better than what is known
                first = replace(first, status=Status.OPTIMAL, bound=least)
            outcomes.append(first)
            best = first.solutions[:1]
            if best and best[0].values["waste",]:
                formulation = self._priced(table, prices, None, box=box, hint=hint, thrifty=True)
                outcomes.append(engine.trail(formulation))
        return outcomes, time.monotonic() - begun

    def _take(self, asked: _Asked, outcomes: Sequence[Outcome]) -> None:
        """Bound and plans from what was found; the first outcome bounds."""
        cuts = self.families.setdefault(asked.prices.family, {number: [] for number in self.regions.numbers})
        most = asked.box or (SUPPLY["temple"], SUPPLY["city"])
        first = outcomes[0]
        if first.status in (Status.OPTIMAL, Status.INFEASIBLE):
            self.proved.add(asked)
        if first.status is Status.INFEASIBLE and asked.box is not None:
            cuts[asked.number].append(Cut(most, FREE, -HUGE))
        if first.bound is not None:
            cuts[asked.number].append(Cut(most, asked.prices.pieces, first.bound))
        table = acted(self.regions.opened(asked.number), self.regions, asked.number)
        for outcome in outcomes:
            for at, solution in enumerate(outcome.solutions[:TRAIL]):
                gone = _gone_before(solution.values)
                if not solution.values["waste",]:
                    plan = decode_region(table, self.regions.player, solution.values)
                    self._note(asked.number, plan, gone, solution.values)
                    for fewer in _fewer(plan):
                        self._note(asked.number, fewer, gone, None)
                elif at == 0:
                    self._note_wasteful(asked.number, gone, solution.values)

    def _note(
        self, number: int, plan: RegionPlan, gone: Mapping[Use, int], values: Mapping[Any, int] | None
    ) -> Column | None:
        """Keep a plan of a region as it is played, with rivals' supplies as found and as they could be otherwise.

        As found it is returned; None if it is against the rules.
        """
        found = self.ranges[number]
        usual = {
            use: next((each for each in ranges if gone.get(use, 0) <= each[1]), ranges[-1])
            for use, ranges in found.items()
        }
        others = [{**usual, use: other} for use, ranges in found.items() for other in ranges if other != usual[use]]
        columns = [self._column(number, plan, uses, values) for uses in (usual, *others)]
        for column in columns:
            if column is not None:
                self.known[number].setdefault(column.outcome, column)
        return columns[0]

    def _note_wasteful(self, number: int, gone: Mapping[Use, int], values: Mapping[Any, int]) -> None:
        """Keep what is only a plan with wasted cubes: the prices must bear it, the choice may not take it."""
        uses = {use: (count, count) for use, count in gone.items()}
        own, rivals = values["own",], {name: values["scores", name] for name in self.shared.points}
        builds = {(name, kind): values["builds", name, kind] for name in self.regions.names for kind in KINDS}
        me = self.regions.player
        pieces = (builds[me, "temple"], builds[me, "city"])
        column = Column(own, rivals, pieces, builds, uses, None, values)
        self.known[number].setdefault(column.outcome, column)

    def _column(
        self, number: int, plan: RegionPlan, uses: Mapping[Use, Pair], values: Mapping[Any, int] | None
    ) -> Column | None:
        """A plan of a region, played; None for one that is against the rules, unless it is that of doing nothing."""
        regions = self.regions
        table = _used_up(regions.opened(number), {use: least for use, (least, _) in uses.items()})
        campaign = regions.play(table, plan)
        if campaign.breaches and plan.rounds:
            return None
        before, held = standing(self.task.board, table.players), standing(self.task.board, campaign.table.players)
        points: dict[str, int] = {name: campaign.ledger.total(name) for name in regions.names}
        builds: dict[Use, int] = {}
        for kind, name in product(KINDS, regions.names):
            builds[name, kind] = held[name].get((kind, number), 0) - before[name].get((kind, number), 0)
            others = [held[other].get((kind, number), 0) for other in regions.names if other != name]
            if held[name].get((kind, number), 0) > max(others) and not (name != regions.player and regions.sum_halved):
                points[name] += regions.worth(MOST_IN_REGION)
        me = regions.player
        pieces = (builds[me, "temple"], builds[me, "city"])
        mine = [each.players[me] for each in (table, *campaign.tables)]
        scarce = dict(uses)
        for _, name, kind in self._links(number):
            if name == me:  # there must be enough for all that is laid, built or not
                low, high = self._gone(table, me, kind)
                needs = max(each.built.count(kind) + len(each.placed.of(kind)) for each in mine) - low
                scarce[me, kind] = (low, min(high, SUPPLY[kind] - needs))
        known = plan if not campaign.breaches else None
        own = points.pop(me)
        rivals = {name: points[name] for name in self.shared.points}
        return Column(own, rivals, pieces, builds, scarce, known, values)

    def _range(self, number: int) -> list[Pair]:
        """The numbers of pieces that can be built in a region."""
        temples, cities = (
            min(left, self.regions.most_built(number, kind)) for kind, left in zip(KINDS, self.shared.left, strict=True)
        )
        return list(product(range(temples + 1), range(cities + 1)))

    def _gap(self, number: int) -> int:
        """Between what a region is worth at most and at least, at the prices."""
        known = [each for each in self.known[number].values() if each.values]
        if not self.cuts[number] or not known:
            return HUGE
        most = max(self._most(number, pieces) - self.prices.cost(pieces) for pieces in self._range(number))
        return most - max(each.net(number, self.prices) for each in known)

    def _most(self, number: int, pieces: Pair) -> int:
        """What a region is worth at most with exactly these pieces."""
        found = [cut.at(pieces) for cut in self.cuts[number]]
        return min((each for each in found if each is not None), default=HUGE)

    def _least(self, number: int, pieces: Pair) -> int:
        """What a known plan of a region is worth with at most these pieces."""
        known = (each.worth(number, self.prices) for each in self.known[number].values() if fits(each.pieces, pieces))
        return max(known, default=-HUGE)

    # -- the regions together --------------------------------------------------------------------

    def _what_is_shared(self) -> Shared:
        regions, players = self.regions, self.task.position.players
        states = regions.start.players
        links = []
        for number, name, kind in product(regions.numbers, regions.names, KINDS):
            low, high = self._gone(regions.opened(number), name, kind)
            if low < high:
                links.append((number, name, kind))
        mine = states[regions.player].built
        return Shared(
            regions.player,
            (SUPPLY["temple"] - mine.count("temple"), SUPPLY["city"] - mine.count("city")),
            {name: players[name].points for name in regions.rivals} if regions.margin else {},
            {(name, kind): states[name].built.count(kind) for name in regions.names for kind in KINDS},
            links,
            {kind: regions.worth(MOST[kind]) for kind in KINDS},
        )

    def _reprice(self, centre: Prices, reach: float = 1.0, *, weigh: bool = True) -> tuple[Prices, int]:
        """Better prices near those at the centre, and the least bound that prices there could give.

        Without weighing weights and prices of uses stay, so that all bounds so far still count.
        """
        found = reprice(self.columns, self.shared, centre, PIECE * reach, WEIGHT * reach, weigh=weigh)
        if found is None:
            return centre, -HUGE
        return found[0], math.floor(found[1] + self._beyond() + 1e-6)

    def _limit(self) -> tuple[int, dict[int, Pair]]:
        """Bound the value by the cuts of all regions together, in parts; the numbers of pieces at which it stands."""
        options = {
            number: {pieces: self._most(number, pieces) for pieces in self._range(number)}
            for number in self.regions.numbers
        }
        total, targets = _combine(options, self.shared.left)
        total += self.shared.cost(replace(self.prices, pieces=FREE)) + PARTS * self._beyond()
        if total < HUGE:
            bound = total // PARTS
            self.bound = bound if self.bound is None else min(self.bound, bound)
        return total, targets

    def _beyond(self) -> int:
        """What the bound adds to the regions: the board, regions that are over, for the margin the track."""
        regions = self.regions
        total: int = sum(self.shared.board.values())
        over = [number for number in regions.all_numbers if number not in regions.numbers]
        for kind, number in product(KINDS, over):
            held = {name: regions.stands[name].get((kind, number), 0) for name in regions.names}
            if all(held[regions.player] > held[name] for name in regions.rivals):
                total += regions.worth(MOST_IN_REGION)
        return total + self._track()

    def _choose(self, *, mend: bool = True) -> bool:
        """Play the best of the known plans of all regions that was not played yet; False if it cannot be better."""
        columns = self.columns
        formulation = Choice(columns, self.shared, tried=self.tried).formulation()
        with self.engine.within(max(1.0, LATE * self.seconds)):
            outcome = self.engine.solve(formulation, canonical=False)
        if not outcome.solutions or outcome.bound is None:
            return False
        chosen = _picked(outcome.solutions[0].values)
        self.tried.append(list(chosen.items()))
        self._assemble({number: columns[number][at] for number, at in chosen.items()}, mend=mend)
        return self.value is None or outcome.bound + self._track() > self.value

    def _improve(self, share: float) -> tuple[bool, bool]:
        """Plan one region anew, with any known plans of the others, for a better plan of the whole: each in turn.

        Each gets a part of the time.  Tells whether there is a better plan, and whether more time could find one.
        """
        if self._late() or self._settled():
            return False, True
        before = self.value
        columns = self.columns
        numbers = sorted(self.regions.numbers, key=lambda number: -self.took.get(number, 0.0))
        jobs = [partial(self._open, number, columns, share) for number in numbers]
        outcomes = self.engine.side_by_side(jobs, (self.value, self.bound))
        for number, outcome in zip(numbers, outcomes, strict=True):
            for solution in outcome.solutions[:1]:
                found: Mapping[Any, int] = solution.values
                chosen = {n: columns[n][at] for n, at in _picked(found).items()}
                values = {key: value for key, value in found.items() if key[0] != "pick"}
                table = acted(self.regions.opened(number), self.regions, number)
                plan = decode_region(table, self.regions.player, values)
                column = self._note(number, plan, _gone_before(values), values)
                if column is not None:
                    self._assemble({**chosen, number: column})
        unsure = any(each.status not in (Status.INFEASIBLE, Status.OPTIMAL) for each in outcomes)
        return self.value != before, self.value != before or unsure

    def _open(self, number: int, columns: Mapping[int, Sequence[Column]], share: float, engine: Engine) -> Outcome:
        """The model of one region with plans of the others to choose from, for more than the best plan is worth."""
        regions = self.regions
        choice = Choice(columns, self.shared, opened=number)
        used: dict[Use, tuple[Linear, int]] = {}
        for name, kind in product(regions.names, KINDS):
            low, high = self._gone(regions.opened(number), name, kind)
            used[name, kind] = (choice.built(name, kind, number) if low < high else low, high)
        part = self._part(choice.model, regions.opened(number), used)
        known = part.decisions
        choice.model.add(known["waste",] == 0)
        choice.counts[number] = Counts(
            known["own",],
            {name: known["scores", name] for name in self.shared.points},
            {(name, kind): known["builds", name, kind] for name in regions.names for kind in KINDS},
        )
        start_from(choice.model, part, self.hints.get(number, {}))
        formulation = choice.formulation(PRICED)
        known |= formulation.decisions
        known |= {("used", *use): gone for use, (gone, _) in used.items()}
        formulation = replace(formulation, decisions=known)
        least = None if self.value is None else self.value + 1 - self._track()
        with engine.within(max(0.1, min(self._left(), share * self.seconds))):
            return engine.reach(formulation, least, first=False, again=False)

    def _track(self) -> int:
        """Where the player stands, for the margin."""
        return self.task.position.players[self.regions.player].points if self.regions.margin else 0

    def _assemble(self, chosen: Mapping[int, Column], *, mend: bool = True) -> None:
        """Play the plans of the regions one after the other; where one cannot be played (``mend``), another instead."""
        regions = self.regions
        table: Table | None = None
        plans: list[RegionPlan] = []
        hints: dict[int, Mapping[Any, int]] = {}
        for number in regions.numbers:
            column = chosen[number]
            values, plan = column.values or {}, column.plan
            assert plan is not None, "the choice takes plans only"
            here = regions.opened(number, table)
            campaign = regions.play(here, plan)
            if campaign.breaches and not mend:
                return
            if campaign.breaches:  # pieces have run out, or a rival's have: once more as things are
                with self.engine.within(min(self.seconds * 0.1 / len(regions.numbers), max(self._left(), 0.1))):
                    prices = replace(self.prices, pieces=FREE)
                    formulation = self._priced(here, prices, here, box=column.pieces, hint=values)
                    outcome = self.engine.solve(formulation, canonical=False)
                if not outcome.solutions:
                    return
                values = outcome.solutions[0].values
                plan = decode_region(acted(here, regions, number), regions.player, values)
                campaign = regions.play(here, plan)
                self._note(number, plan, _gone_in(here), values)
            hints[number] = values
            plans.append(plan)
            table = campaign.table
        self._keep(GamePlan(regions=tuple(plans)), hints)

    # -- models ----------------------------------------------------------------------------------

    def _links(self, number: int) -> list[Link]:
        return [link for link in self.shared.links if link[0] == number]

    def _gone(self, table: Table, name: str, kind: Kind) -> Pair:
        """How many pieces of a player can be gone before a region, at least and at most, where that matters."""
        regions, number = self.regions, table.region.number
        state = table.players[name]
        low = state.built.count(kind) + state.aside.of(kind)
        high = low + sum(self._most_built(each, name, kind) for each in regions.numbers if each < number)
        if high + self._most_laid(number, name, kind) <= SUPPLY[kind]:
            return low, low  # there are enough in any case
        return low, min(high, SUPPLY[kind])

    def _ranges(self, number: int) -> dict[Use, list[Pair]]:
        """The same of the rivals by what comes of it: all numbers that leave enough are one."""
        table = self.regions.opened(number)
        found: dict[Use, list[Pair]] = {}
        for _, name, kind in self._links(number):
            if name == self.regions.player:
                continue
            low, high = self._gone(table, name, kind)
            enough = SUPPLY[kind] - self._most_laid(number, name, kind)
            scarce = [(gone, gone) for gone in range(max(low, enough + 1), high + 1)]
            found[name, kind] = [(low, min(enough, high)), *scarce] if low <= enough else scarce
        return found

    def _most_laid(self, number: int, name: str, kind: Kind) -> int:
        """Pieces that a player can need in a region."""
        regions = self.regions
        return regions.most_built(number, kind) if name == regions.player else regions.most_laid(number, name, kind)

    def _used(self, model: CpModel, table: Table, actual: Table | None) -> dict[Use, tuple[Linear, int]]:
        """Pieces that are gone: as on a table, or anything they could be where that matters."""
        used: dict[Use, tuple[Linear, int]] = {}
        for name, kind in product(self.regions.names, KINDS):
            state = (actual or table).players[name]
            low = high = state.built.count(kind) + state.aside.of(kind)
            if actual is None:
                low, high = self._gone(table, name, kind)
            used[name, kind] = (low if low == high else model.new_int_var(low, high, f"used:{name}:{kind}"), high)
        return used

    def _most_built(self, number: int, name: str, kind: Kind) -> int:
        """Pieces that a player builds in a region at most."""
        known = min(self.regions.most_built(number, kind), self._most_laid(number, name, kind))
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
                part = regions.add(model, acted(table, regions, number), self._used(model, table, None), False)
                built: Linear = sum(played.built[name, kind] for played in part.rounds)
                with self.engine.within(self.seconds * CAP):
                    outcome = self.engine.solve(
                        Formulation(model, built, {}, workers=2, parameters=PARAMETERS), canonical=False
                    )
                if outcome.bound is not None:
                    self.caps[number, name, kind] = max(outcome.bound, 0)

    def _part(self, model: CpModel, table: Table, used: Mapping[Use, tuple[Linear, int]]) -> RegionModel:
        """The model of a region; with its decisions what it brings: ``own`` points, ``scores``, pieces, ``waste``."""
        regions, number = self.regions, table.region.number
        part = regions.add(model, acted(table, regions, number), used, regions.margin)
        counts = regions.counts({number: part})
        known = part.decisions
        known["own",] = sum(played.points for played in part.rounds)
        for kind in KINDS:
            here = {name: held[kind, number] for name, held in counts.items()}
            known["own",] = known["own",] + regions.worth(MOST_IN_REGION) * regions.led(model, regions.player, here)
        for name in self.shared.points:
            scored = sum(counted(model, played, name, 9999) for played in part.rounds)
            for kind in () if regions.sum_halved else KINDS:
                here = {each: held[kind, number] for each, held in counts.items()}
                scored = scored + regions.worth(MOST_IN_REGION) * regions.led(model, name, here)
            known["scores", name] = scored
        for name, kind in product(regions.names, KINDS):
            known["builds", name, kind] = sum(played.built[name, kind] for played in part.rounds)
        known["waste",] = sum(played.waste for played in part.rounds)
        return part

    def _priced(
        self,
        table: Table,
        prices: Prices,
        actual: Table | None,
        *,
        box: Pair | None = None,
        hint: Mapping[Any, int] | None = None,
        thrifty: bool = False,
    ) -> Formulation:
        """A region by itself, all that is shared at its price; supplies as on a table, or anything they could be."""
        from ortools.sat.python import cp_model

        number = table.region.number
        model = cp_model.CpModel()
        used = self._used(model, table, actual)
        part = self._part(model, table, used)
        known = part.decisions
        cost: Linear = sum(weight * known["scores", name] for name, weight in prices.weights)
        for at, kind in enumerate(KINDS):
            built = known["builds", self.regions.player, kind]
            cost = cost + prices.pieces[at] * built
            if box is not None:
                model.add(built <= box[at])
        for (before, name, kind), price in prices.uses:
            if before == number and actual is None:
                known["used", name, kind] = used[name, kind][0]
                cost = cost + price * used[name, kind][0]
            elif before > number:
                cost = cost - price * known["builds", name, kind]
        if thrifty or actual is not None:
            model.add(known["waste",] == 0)
        start_from(model, part, hint or {})
        objective = PARTS * known["own",] - cost
        return Formulation(model, objective, known, workers=2, parameters=PRICED)


def _picked(values: Mapping[Any, int]) -> dict[int, int]:
    """Which known plan of each region is chosen."""
    return {key[1]: key[2] for key, value in values.items() if key[0] == "pick" and value}


def _fewer(plan: RegionPlan) -> Iterator[RegionPlan]:
    """The plan with one piece less that is laid: not best at these prices, it may be at others."""
    for later, part in enumerate(plan.rounds):
        for field in PLURAL.values():
            places = getattr(part.pieces, field)
            for place in places:
                pieces = part.pieces.model_copy(update={field: tuple(each for each in places if each != place)})
                rounds = list(plan.rounds)
                rounds[later] = part.model_copy(update={"pieces": pieces})
                yield RegionPlan(rounds=tuple(rounds))


def _gone_before(values: Mapping[Any, int]) -> dict[Use, int]:
    return {(key[1], key[2]): value for key, value in values.items() if key[0] == "used"}


def _gone_in(table: Table) -> dict[Use, int]:
    return {(name, kind): state.built.count(kind) for name, state in table.players.items() for kind in KINDS}


def _used_up(table: Table, gone: Mapping[Use, int]) -> Table:
    """The table with so many pieces of rivals gone: those that do not stand on it lie aside."""
    players = dict(table.players)
    for name, kind in gone:
        state = players[name]
        missing = max(0, gone[name, kind] - state.built.count(kind))
        aside = state.aside.model_copy(update={PLURAL[kind]: missing})
        players[name] = state.model_copy(update={"aside": aside})
    return replace(table, players=players)


def _combine(options: Mapping[int, Mapping[Pair, int]], left: Pair) -> tuple[int, dict[int, Pair]]:
    """The numbers of pieces of every region that are worth most together within the supply.

    Raises ``ValueError`` if none fit.
    """
    best: dict[Pair, tuple[int, tuple[Pair, ...]]] = {(0, 0): (0, ())}
    for worths in options.values():
        following: dict[Pair, tuple[int, tuple[Pair, ...]]] = {}
        for (temples, cities), (total, path) in best.items():
            for pieces, worth in worths.items():
                key = (temples + pieces[0], cities + pieces[1])
                if fits(key, left) and (key not in following or following[key][0] < total + worth):
                    following[key] = (total + worth, (*path, pieces))
        best = following
    total, path = max(best.values(), key=lambda each: each[0])
    return total, dict(zip(options, path, strict=True))
