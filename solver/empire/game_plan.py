r"""The best plan of one player for the regions that are left, with the final scoring.

The regions hang together by little: pieces that are built in one are missing in the next (10
temples, 8 cities: 5.5.2-4, 5.5.3-5), the rivals' as well, and the final scoring counts them all
(6.1).  With :math:`k` the regions to come, :mod:`solver.empire.rounds` for each, and
:math:`t_k, c_k` the temples and cities that the player builds there::

    maximise  sum over k of points[k]  +  5 * (regions led, by kind)  +  15, 10 * (board led)
    sum of t[k] <= temples left,   sum of c[k] <= cities left

*Bound.*  One model of everything is right but far too weak to be proved.  So the supply is priced:
for prices :math:`\lambda, \mu \ge 0` and each region *by itself*, pieces unlimited and the rivals'
supply anything it could be, ::

    z[k] = max points[k] + 5 * led[k] - lambda * t[k] - mu * c[k]
    value <= sum of z[k] + lambda * temples left + mu * cities left + what the board can give

holds for every plan (Lagrange), whatever the prices; several are tried, the least bound counts.
For the margin a rival is held against, the one who stands best.

*Incumbent.*  The regions' plans one after the other, without the pieces that are no longer there,
played by the rules; then the model of everything, started from the best of them, with the regions'
bounds as cuts, for the time that is left.

*Same answer*: as in ``region-plan``, in every region.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

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

PRICES = ((0, 0), (1, 1), (2, 2), (3, 3))
"""What a temple and a city of the supply cost, from one pass over the regions to the next."""
LONG, LONG_PRICES = 3, ((2, 2), (1, 1), (3, 3))
"""From so many regions on pieces are sure to run out, so that the prices begin higher."""


class GamePlanQuestion(Question):
    """``game-plan``: see the module."""

    answer = GamePlan

    def value_words(self, question: GameQuestion, value: int) -> str:
        """Points from here on, or the margin at the end."""
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
        found = solution.values.get(("answer",))
        if isinstance(found, GamePlan):
            return found
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


class _Search:
    """The procedure: bounds and plans by region, then the model of everything."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.task, self.engine = task, engine
        self.regions = _Regions(task)
        self.bound: int | None = None
        self.value: int | None = None
        self.plan: GamePlan | None = None
        self.hints: dict[int, Mapping[Any, int]] = {}
        self.deadline = time.monotonic() + engine.limits.seconds

    def best(self) -> Outcome:
        """The best plan within the limits."""
        if len(self.regions.numbers) > 1:
            self._by_regions()
        left = self.deadline - time.monotonic()
        if self.value is None or self.value != self.bound:
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
        values: dict[Any, Any] = {("answer",): self.plan}
        solution = Solution(values, self.value, canonical=False)
        return Outcome(status, (solution,), self.bound, False, self.engine.interrupted, self.engine.statistics())

    def _keep(self, plan: GamePlan, hints: Mapping[int, Mapping[Any, int]]) -> None:
        """Keep a plan if it is legal and better than what is known, by the rules."""
        played = _played(self.task, plan, self.task.rulings.fresh())
        value = _value(self.task, played)
        if not played.breaches and (self.value is None or value > self.value):
            self.value, self.plan = value, plan
            self.hints = {**hints} or self.hints

    def _by_regions(self) -> None:
        """Passes over the regions with rising prices, while pieces run out and time allows."""
        count = len(self.regions.numbers)
        share = self.engine.limits.seconds * 0.7 / count
        for prices in LONG_PRICES if count >= LONG else PRICES:
            if self.plan is not None and self.deadline - time.monotonic() < 0.4 * self.engine.limits.seconds:
                return
            short = self._pass(dict(zip(KINDS, prices, strict=True)), share)
            if self.engine.interrupted or not short or self.value == self.bound:
                return

    def _pass(self, prices: Mapping[Kind, int], seconds: float) -> bool:
        """Bound every region by itself, play the plans; whether more pieces are wanted than there are."""
        regions = self.regions
        bound: int | None = 0
        wanted = dict.fromkeys(KINDS, 0)
        table: Table | None = None
        plans: list[RegionPlan] = []
        hints: dict[int, Mapping[Any, int]] = {}
        for number in regions.numbers:
            with self.engine.within(seconds):
                outcome = self.engine.solve(self._priced(regions.opened(number), prices, None), canonical=False)
            bound = None if bound is None or outcome.bound is None else bound + outcome.bound
            if not outcome.solutions:
                return False
            values = outcome.solutions[0].values
            for kind in KINDS:
                wanted[kind] += values["built", kind]
            here = regions.opened(number, table)
            plan = decode_region(_acted(here, regions, number), regions.player, values)
            played = play_region(here, regions.player, plan, self._policies(number), self.task.rulings.fresh())
            if played.breaches:  # pieces have run out, or a rival's have: once more as things are
                with self.engine.within(seconds):
                    outcome = self.engine.solve(self._priced(here, prices, here), canonical=False)
                if not outcome.solutions:
                    return False
                values = outcome.solutions[0].values
                plan = decode_region(_acted(here, regions, number), regions.player, values)
                played = play_region(here, regions.player, plan, self._policies(number), self.task.rulings.fresh())
            hints[number] = values
            plans.append(plan)
            table = played.table
        self._keep(GamePlan(regions=tuple(plans)), hints)
        state = regions.start.players[regions.player]
        left = {kind: SUPPLY[kind] - state.built.count(kind) for kind in KINDS}
        if bound is not None:
            total = bound + sum(prices[kind] * left[kind] for kind in KINDS) + self._beyond()
            self.bound = total if self.bound is None else min(self.bound, total)
        return any(wanted[kind] > left[kind] for kind in KINDS)

    def _policies(self, number: int) -> Mapping[str, Policy]:
        """What rivals do in a region: in the one on the table they have done it for this round."""
        policies = self.regions.policies[number]
        if number != self.task.position.region:
            return policies
        return {name: Policy(then=policy.then) for name, policy in policies.items()}

    def _beyond(self) -> int:
        """What the bound adds to the regions: the board's bonuses, regions that are over, the track."""
        regions = self.regions
        total = sum(regions.worth(MOST[kind]) for kind in KINDS)
        over = [number for number in regions.all_numbers if number not in regions.numbers]
        for kind, number in product(KINDS, over):
            held = {name: regions.stands[name].get((kind, number), 0) for name in regions.names}
            if all(held[regions.player] > held[name] for name in regions.rivals):
                total += regions.worth(MOST_IN_REGION)
        if regions.margin:
            points = {name: state.points for name, state in self.task.position.players.items()}
            total += points[regions.player] - points[self._strongest()]
        return total

    def _strongest(self) -> str:
        """The rival whom the bound of the margin looks at."""
        points: dict[str, int] = {name: self.task.position.players[name].points for name in self.regions.rivals}
        return max(points, key=lambda name: points[name])

    def _priced(self, table: Table, prices: Mapping[Kind, int], actual: Table | None) -> Formulation:
        """A region by itself, each piece at its price; supplies as on a table, or anything they could be."""
        from ortools.sat.python import cp_model

        regions, number = self.regions, table.region.number
        model = cp_model.CpModel()
        used: dict[tuple[str, Kind], tuple[Linear, int]] = {}
        for name, kind in product(regions.names, KINDS):
            state = (actual or table).players[name]
            low = state.built.count(kind) + state.aside.of(kind)
            before = [each for each in regions.numbers if each < number]
            high = min(SUPPLY[kind], low + sum(regions.most_built(each, kind) for each in before))
            if actual is not None or low == high:
                used[name, kind] = (low, low)
            elif name == regions.player:
                used[name, kind] = (low, low)  # the player's own are priced instead
            else:
                used[name, kind] = (model.new_int_var(low, high, f"used:{name}:{kind}"), high)
        part = regions.add(model, _acted(table, regions, number), used, regions.margin)
        counts = regions.counts({number: part})
        objective: Linear = sum(played.points for played in part.rounds)
        for kind in KINDS:
            here = {name: held[kind, number] for name, held in counts.items()}
            objective = objective + regions.worth(MOST_IN_REGION) * regions.led(model, regions.player, here)
            part.decisions["built", kind] = sum(played.built[regions.player, kind] for played in part.rounds)
            objective = objective - prices[kind] * part.decisions["built", kind]
        if regions.margin:
            rival = self._strongest()
            objective = objective - sum(counted(model, played, rival, 9999) for played in part.rounds)
        model.add(sum(played.waste for played in part.rounds) == 0) if actual is not None else None
        return Formulation(model, objective, part.decisions, workers=2, parameters=PARAMETERS)


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
        known = (hints or {}).get(number, {})
        start = {
            v.index: (v, known[key])
            for key, v in part.decisions.items()
            if isinstance(v, cp_model.IntVar) and key in known
        }
        for variable, value in start.values():  # several decisions can be one variable
            model.add_hint(variable, value)
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
