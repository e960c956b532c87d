r"""The cheapest group moves of one player: to hold named provinces, each province, or as many as can be.

The rivals do nothing to the player's moves, so the player is alone with the region (their armies
count only where the front is drawn in majority points).  Armies and money are settled: ``armies``
of the cubes in the hand are deployed, all others are money with those on the two fields, and
since area costs may come from either field (5.3-6), only the sum matters.

*Sets*: provinces :math:`p`, routes :math:`r` of at most three steps (:mod:`solver.empire.routes`).
*Variables*: armies on each route, arrows that are paid for, ``N[p]`` armies after the movement.

*Constraints*::

    cost = each paid arrow once  <=  budget                     (5.3-4, 5.3-6, 5.3-8)
    hold:    N[p] >= what is asked for                          cost is made small
    front:   held[p] <=> N[p] >= 1, or, in majority points,
             held[p] <=> N[p] >= most of the rivals + 1         (5.5.1-1, 5.5.1-2)

The routes are *thrifty* ones: no circles, one route from a place to another, each arrow paid once.
Every outcome of the movement is still there at its least cost, and nothing here is better for
costing more: a cube wasted lowers no cost and holds no province.

*each* needs no common crossings: one army alone pays for its own way, so a province is a choice
among the walks that end there, or none of them; one search settles all provinces.

*front* goes down by the epsilon constraint: the most that any cubes hold, at the least cost for it
(``worth * (budget + 1) - cost`` in one search); then the same with one cube less than that, until
nothing is held.  Stopped in between, it gives the points that are proved and a bound for the rest.

*Bound.*  The paid arrows hang on the choice of routes, pair by pair of places (the Steiner form),
so the LP sees the whole charge; only arrows shared by several pairs leave a gap.  The choice of
walks in *each* is integral.

*Value*: hold: the cubes paid, less is better.  each: for every province held, budget + 1 less its
cubes, added up.  front: the most that b cubes hold, added up for b = 0 to the budget: the area
under the front.  So a missing or dearer way always lowers the value.

*Tie-break*: fewer steps of all armies, fewer routes in use, then by numbers.

*Same answer*: hold: the same provinces hold an army afterwards, each set at its cheapest.  each and
front have one answer, up to the ways.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.board import SYMBOL, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Allocation
from models.empire.position import STEPS, PlayerState
from models.empire.round import Table, distribute
from models.empire.scoring import MAJORITY_POINTS, majority
from models.empire.words import allocation_words, cubes, move_words, place_name
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.decode import moves_of
from solver.empire.inquiries import Route as Asked
from solver.empire.inquiries import RouteAnswer, Way
from solver.empire.rivals import after_rivals, ended_problems, player_problems, rival_problems
from solver.empire.routes import Arrow, Route, add_routes, walks
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

TRACK = {"hold": "cubes", "each": "reach", "front": "front"}
"""What the ledger of each ask counts, so that it adds up to the value."""
PARAMETERS: Mapping[str, int | bool] = {
    "linearization_level": 2,
    "cp_model_probing_level": 0,  # the models are small: presolve takes longer than the search
    "max_presolve_iterations": 1,
}


@dataclass(frozen=True)
class _Facts:
    """What the formulation is given.

    Attributes
    ----------
    armies
        Where they stand, those that are deployed on the symbol.
    budget
        The most that may be paid.
    rivals
        The most armies of any rival in each province.
    """

    region: Region
    asked: Asked
    armies: Mapping[str, int]
    budget: int
    rivals: Mapping[str, int]

    @classmethod
    def of(cls, task: Task) -> _Facts:
        asked: Asked = task.question
        me: PlayerState = task.position.states[asked.player]
        region = task.board.by_number[task.position.region]
        armies = {place: count for place, count in me.armies.items() if count}
        if asked.armies:
            armies[SYMBOL] = armies.get(SYMBOL, 0) + asked.armies  # 5.1-7
        rivals = dict.fromkeys(region.in_order, 0)
        if asked.count == "points":
            others = after_rivals(task, task.rulings.fresh()).players
            for place in rivals:
                rivals[place] = max(s.armies.get(place, 0) for name, s in others.items() if name != asked.player)
        money = me.temple + me.city + (me.hand or 0) - (asked.armies or 0)
        budget = money if asked.budget is None else min(money, asked.budget)
        return cls(region, asked, armies, budget, rivals)

    def needed(self, place: str) -> int:
        """How many armies hold a province."""
        return self.rivals[place] + 1

    @property
    def unit(self) -> int:
        """What a province held is worth on the front."""
        return MAJORITY_POINTS if self.asked.count == "points" else 1


def _allocation(task: Task) -> Allocation | None:
    """Cubes in the hand as the replay puts them down: armies as asked, the rest on the temple field."""
    asked: Asked = task.question
    hand = task.position.states[asked.player].hand or 0
    return Allocation(armies=asked.armies or 0, temple=hand - (asked.armies or 0)) if hand else None


class RouteQuestion(Question):
    """``route``: see the module.

    Cubes still in the hand are put down before the moves: ``armies`` of them as armies, the rest on
    the temple field.  Payments come from the temple field first, then from the city field.
    """

    answer = RouteAnswer

    def maximises(self, question: Asked) -> bool:
        """Cubes to hold what is named are better the fewer they are."""
        return question.ask != "hold"

    def value_words(self, task: Task, value: int) -> str:
        """Cubes, or what the ways add up to."""
        question: Asked = task.question
        if question.ask == "hold":
            return f"{cubes(value)} for {question.player}"
        if question.ask == "each":
            return f"{value} for {question.player}: budget + 1 less the cubes, over all provinces in reach"
        held = "points" if question.count == "points" else "provinces"
        return f"{value} for {question.player}: the most {held} for each number of cubes, added up"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """How the hand is put down, then every way with its moves."""
        assert isinstance(plan, RouteAnswer)
        asked: Asked = task.question
        allocation = _allocation(task)
        if allocation is not None:
            yield "distribute", allocation_words(allocation, task.position.round == 1)
        for way in plan.ways:
            held = ", ".join(place_name(place) for place in way.holds) or "nothing"
            if asked.ask == "each":
                lines = [move_words(move) for move in way.moves] or ["an army stands there"]
                yield from ((held, line) for line in [cubes(way.cubes), *lines])
                continue
            heading = cubes(way.cubes)
            worth = cubes(way.worth, "point") if asked.count == "points" else cubes(way.worth, "province")
            yield heading, f"{'holds' if asked.ask == 'hold' else worth + ':'} {held}"
            yield from ((heading, move_words(move)) for move in way.moves)
            if not way.moves:
                yield heading, "no move"
        if plan.out_of_reach:
            yield "out of reach", ", ".join(place_name(place) for place in plan.out_of_reach)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, parts that do not go together, cubes in the hand of which nothing is said."""
        asked: Asked = task.question
        unknown = [*player_problems(task, asked.player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        yield from _rival_problems(task)
        yield from _part_problems(task)

    def formulate(self, task: Task) -> Formulation:
        """Build the model; for the front, that of its dearest point."""
        facts = _Facts.of(task)
        if facts.asked.ask == "each":
            return _each(facts)
        movement = _Movement.of(facts)
        return movement.hold() if facts.asked.ask == "hold" else movement.front(facts.budget)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """One search, or one for each point of the front."""
        if task.question.ask == "front":
            return _trace(_Facts.of(task), engine)
        return engine.solve(self.formulate(task))

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """For hold, the cheapest ways that hold different provinces; else the one answer there is."""
        if task.question.ask == "hold":
            return engine.top(self.formulate(task), count)
        return _only(self.best(task, engine))

    def all(self, task: Task, engine: Engine) -> Outcome:
        """For hold, all cheapest ways that hold different provinces; else the one answer there is."""
        if task.question.ask == "hold":
            return engine.all(self.formulate(task))
        return _only(self.best(task, engine))

    def decode(self, task: Task, solution: Solution) -> RouteAnswer:
        """The ways with their moves in a playable order, paid from the temple field first."""
        facts = _Facts.of(task)
        me = task.position.states[facts.asked.player]
        allocation = _allocation(task)
        temple = me.temple + (allocation.temple if allocation is not None else 0)
        by_way: dict[Any, dict[Any, int]] = {}
        for key, value in solution.values.items():
            assert isinstance(key, tuple)
            by_way.setdefault(key[0], {})[key[1:]] = value
        ways = []
        for values in by_way.values():
            if values.get(("out",)):
                continue
            holds = tuple(place for place in facts.region.in_order if values.get(("held", place)))
            worth = len(holds) * facts.unit
            moves = moves_of(facts.region, values, None, temple)
            ways.append(Way(cubes=values["cost",], holds=holds, worth=worth, moves=moves))
        lost: tuple[str, ...] = ()
        if facts.asked.ask == "each":
            lost = tuple(place for place in facts.region.in_order if by_way[place]["out",])
        return RouteAnswer(ways=tuple(ways), out_of_reach=lost)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Put the hand down, play every way by itself from there, and look what it pays and holds."""
        assert isinstance(plan, RouteAnswer)
        rulings = task.rulings.fresh()
        judge = _Judge.of(task, rulings)
        played = judge.play(plan)
        ledger = judge.ledger(plan, played)
        value = ledger.total(judge.asked.player, TRACK[judge.asked.ask])
        breaches = tuple(breach for way in played for breach in way.breaches)
        return Replay(value, ledger, rulings.consulted(), breaches, judge.notes)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Ways over the budget, too few or too many of them, provinces of which nothing is said."""
        assert isinstance(plan, RouteAnswer)
        judge = _Judge.of(task, task.rulings.fresh())
        return tuple(judge.strays(plan, judge.play(plan)))


# -- what the file says ----------------------------------------------------------------------------


def _rival_problems(task: Task) -> Iterator[Problem]:
    """As for any question about a round; but rivals' plans are needed only where their armies count."""
    asked: Asked = task.question
    needless: set[Path] = set()
    if asked.ask != "front" or asked.count != "points":
        policies = task.assumptions.rivals
        for name in task.position.players:
            if name != asked.player and (name not in policies or policies[name].allocation is None):
                needless.add(("assumptions", "rivals", name))
    yield from (problem for problem in rival_problems(task, asked.player) if problem.path not in needless)


def _part_problems(task: Task) -> Iterator[Problem]:
    asked: Asked = task.question
    region: Region = task.board.by_number[task.position.region]
    for place in asked.hold:
        if place not in region.provinces:
            what = f"unknown province “{place}” in {region.name}"
            yield Problem(("question", "hold", place), what, one_of(region.provinces, place))
    if asked.ask == "hold" and not asked.hold:
        yield Problem(("question", "hold"), "no province is named", "province: armies, for one or more")
    if asked.ask != "hold" and asked.hold:
        what = f"“ask: {asked.ask}” asks about all provinces"
        yield Problem(("question", "hold"), what, "“ask: hold”, or no “hold”")
    if asked.ask != "front" and asked.count == "points":
        yield Problem(("question", "count"), "points are counted on the front only", "“ask: front”, or no “count”")
    hand = task.position.states[asked.player].hand or 0
    path: Path = ("question", "armies")
    if not hand or task.position.round > 1:
        if asked.armies is not None:
            rounds = "the hand is empty" if not hand else f"round {task.position.round} has no cubes for armies"
            yield Problem(path, rounds, "no “armies” (rule 4.1.2-2)" if hand else "no “armies”")
    elif asked.armies is None:
        what = f"{asked.player} has {cubes(hand)} in the hand and nothing says how many become armies"
        yield Problem(path, what, f"0 to {hand}")
    elif asked.armies > hand:
        yield Problem(path, f"{cubes(asked.armies, 'army')} of {cubes(hand)} in the hand", f"0 to {hand}")


# -- the formulations ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Movement:
    """The movement in a model, with what it costs and where armies stand after it."""

    facts: _Facts
    model: CpModel
    cost: IntVar
    armies: Mapping[str, IntVar]
    routes: Mapping[Route, IntVar]
    tie_breaks: Sequence[Criterion]

    @classmethod
    def of(cls, facts: _Facts) -> _Movement:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        starts: dict[str, tuple[Linear, int]] = {place: (count, count) for place, count in facts.armies.items()}
        places = [*facts.region.in_order, SYMBOL]
        routes = add_routes(model, facts.region.costs, places, starts, thrifty=True, cap=facts.budget)
        total = sum(facts.armies.values())
        cost = model.new_int_var(0, facts.budget, "cost")
        model.add(cost == routes.cost)
        armies = {}
        for place in facts.region.in_order:
            armies[place] = model.new_int_var(0, total, f"armies:{place}")
            model.add(armies[place] == routes.armies[place])
        pairs: dict[tuple[str, str], list[Route]] = {}
        for route in routes.count:
            pairs.setdefault((route.start, route.end), []).append(route)
        # At most one route of a pair is taken: its number and the armies of the pair tell everything.
        levels = [
            Criterion(routes.steps, 0, STEPS * total),
            Criterion(sum(routes.choice.values()), 0, len(pairs)),
            *(
                Criterion(sum(routes.count[r] for r in same), 0, facts.armies[start], maximise=True)
                for (start, _), same in pairs.items()
            ),
            *(
                Criterion(sum(at * routes.choice[r] for at, r in enumerate(same)), 0, len(same) - 1)
                for same in pairs.values()
                if len(same) > 1
            ),
        ]
        return cls(facts, model, cost, armies, routes.count, levels)

    def _held(self, model: CpModel, place: str, needed: int) -> IntVar:
        """Whether so many armies stand in a province."""
        literal = model.new_bool_var(f"held:{place}")
        armies = self.armies[place]
        model.add(armies >= needed).only_enforce_if(literal)
        model.add(armies <= needed - 1).only_enforce_if(~literal)
        model.add(armies >= needed * literal)
        return literal

    def _decisions(self, way: Hashable, held: Mapping[str, IntVar]) -> dict[Hashable, Linear]:
        decisions: dict[Hashable, Linear] = {(way, "cost"): self.cost}
        decisions |= {(way, "held", place): literal for place, literal in held.items()}
        return decisions | {(way, "route", route): count for route, count in self.routes.items()}

    def hold(self) -> Formulation:
        """The least cost with the armies that are asked for."""
        model = self.model.clone()
        for place, least in self.facts.asked.hold.items():
            model.add(self.armies[place] >= least)
        held = {place: self._held(model, place, 1) for place in self.facts.region.in_order}
        return Formulation(
            model,
            self.cost,
            self._decisions(0, held),
            self.tie_breaks,
            list(held.values()),
            maximise=False,
            parameters=PARAMETERS,
        )

    def front(self, limit: int) -> Formulation:
        """The most for so many cubes, at the least cost."""
        model = self.model.clone()
        model.add(self.cost <= limit)
        held = {place: self._held(model, place, self.facts.needed(place)) for place in self.facts.region.in_order}
        worth = self.facts.unit * sum(held.values())
        objective = worth * (self.facts.budget + 1) - self.cost
        decisions = self._decisions(0, held)
        return Formulation(model, objective, decisions, self.tie_breaks, list(held.values()), parameters=PARAMETERS)


def _each(facts: _Facts) -> Formulation:
    """One choice for each province: a walk that ends there, an army that stands there, or nothing."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ends: dict[str, list[Route]] = {place: [] for place in facts.region.in_order}
    for start in facts.armies:
        for walk in walks(facts.region.costs, start):
            visited = [start, *(end for _, end in walk)]
            if len(set(visited)) == len(visited) and _charge(facts.region, walk) <= facts.budget:
                ends[visited[-1]].append(Route(start, walk))
    decisions: dict[Hashable, Linear] = {}
    objective: Linear = 0
    steps: Linear = 0
    numbers = []
    for place, routes in ends.items():
        standing = int(place in facts.armies)
        taken = {} if standing else {route: model.new_bool_var(f"{place}:{at}") for at, route in enumerate(routes)}
        out = model.new_bool_var(f"out:{place}")
        model.add_exactly_one([*taken.values(), out, *([model.new_constant(1)] if standing else [])])
        cost = sum(_charge(facts.region, route.arrows) * literal for route, literal in taken.items())
        objective = objective + (facts.budget + 1) * (1 - out) - cost
        steps = steps + sum(len(route.arrows) * literal for route, literal in taken.items())
        if len(taken) > 1:
            choice = sum(at * literal for at, literal in enumerate(taken.values()))
            numbers.append(Criterion(choice, 0, len(taken) - 1))
        decisions |= {(place, "out"): out, (place, "cost"): cost, (place, "held", place): 1 - out}
        decisions |= {(place, "route", route): literal for route, literal in taken.items()}
    levels = [Criterion(steps, 0, STEPS * len(ends)), *numbers]
    outs = [decisions[place, "out"] for place in ends]
    return Formulation(model, objective, decisions, levels, outs, parameters=PARAMETERS)


def _charge(region: Region, walk: Sequence[Arrow]) -> int:
    return sum(region.costs[arrow] for arrow in walk)


def _only(outcome: Outcome) -> Outcome:
    """The answer as one of one."""
    return replace(outcome, complete=outcome.status is Status.OPTIMAL and not outcome.interrupted)


def _trace(facts: _Facts, engine: Engine) -> Outcome:
    """The front from its dearest point down, as one solution; its time is that of all searches together."""
    movement = _Movement.of(facts)
    limits, begin = engine.limits, time.perf_counter()
    points: list[tuple[int, int, Solution]] = []
    limit, most = facts.budget, facts.unit * len(facts.region.provinces)
    proved, outcome = True, None
    try:
        while proved and limit >= 0 and most > 0:
            engine.limits = replace(limits, seconds=limits.seconds - (time.perf_counter() - begin))
            outcome = engine.solve(movement.front(limit))
            proved = outcome.status is Status.OPTIMAL
            if outcome.bound is not None:
                most = min(most, (outcome.bound + limit) // (facts.budget + 1))
            if not outcome.solutions:
                break
            solution = outcome.solutions[0]
            paid = solution.values[0, "cost"]
            worth = facts.unit * sum(solution.values[0, "held", place] for place in facts.region.in_order)
            if worth:
                points.append((paid, worth, solution))
            if proved:
                limit, most = paid - 1 if worth else -1, worth - facts.unit
    finally:
        engine.limits = limits
    assert outcome is not None
    if not points and not proved:
        return replace(outcome, status=Status.UNKNOWN, solutions=(), bound=None)
    values: dict[Hashable, int] = {}
    for number, (_, _, solution) in enumerate(reversed(points)):
        values |= {(number, *key[1:]): value for key, value in solution.values.items() if isinstance(key, tuple)}
    area = [max((worth for paid, worth, _ in points if paid <= b), default=0) for b in range(facts.budget + 1)]
    open_part = [0 if proved else max(0, most - area[b]) for b in range(limit + 1)]
    canonical = proved and all(solution.canonical for *_, solution in points)
    front = Solution(values, sum(area), canonical)
    status = Status.OPTIMAL if proved else Status.FEASIBLE
    return replace(outcome, status=status, solutions=(front,), bound=sum(area) + sum(open_part))


# -- the judge: from here on only the rules ----------------------------------------------------------


@dataclass(frozen=True)
class _Played:
    """A way as it was played.

    Attributes
    ----------
    cubes
        What its moves paid.
    armies
        Where armies stand after them.
    holds, worth
        The provinces that they hold, and what that is worth.
    prices
        What each move paid.
    breaches
        Moves against a rule, and what the way says of itself that is not so.
    """

    cubes: int
    armies: Mapping[str, int]
    holds: tuple[str, ...]
    worth: int
    prices: tuple[int, ...]
    breaches: tuple[Breach, ...]


@dataclass(frozen=True)
class _Judge:
    """The table before the moves, and what is asked of them.

    Attributes
    ----------
    table
        The rivals where the question looks at them, the player's hand put down.
    budget
        The most that may be paid.
    notes
        What rivals had to leave out.
    """

    asked: Asked
    table: Table
    budget: int
    notes: tuple[str, ...]

    @classmethod
    def of(cls, task: Task, rulings: Rulings) -> _Judge:
        asked: Asked = task.question
        notes: list[str] = []
        table = Table.of(task.board, task.position)
        if asked.count == "points":
            table = after_rivals(task, rulings, notes)
        allocation = _allocation(task)
        if allocation is not None:
            put = distribute(table, asked.player, allocation, rulings)  # 4.1-1
            assert not put.breaches, put.breaches
            table = put.table
        me = table.players[asked.player]
        money = me.temple + me.city  # 5.3-6
        return cls(asked, table, money if asked.budget is None else min(money, asked.budget), tuple(notes))

    @property
    def region(self) -> Region:
        return self.table.region

    def play(self, plan: RouteAnswer) -> list[_Played]:
        """Every way by itself from the same table."""
        return [self._way(way, ("ways", at)) for at, way in enumerate(plan.ways)]

    def _way(self, way: Way, where: Path) -> _Played:
        player, region = self.asked.player, self.region
        moves = [GroupMove(move.armies, move.path, move.pays) for move in way.moves]
        moved = play_moves(region, self.table.players[player], moves)
        prices = tuple(pays.temple + pays.city if pays is not None else 0 for pays in moved.played)
        holds, worth = self._held(moved.state)
        if self.asked.ask == "each":  # each way is about one province, whatever else is held
            holds = tuple(place for place in holds if place in way.holds)
            worth = len(holds)
        breaches = [Breach(b.rule, (*where, *b.path), b.message) for b in moved.breaches]
        if way.cubes != sum(prices):
            what = f"the moves pay {cubes(sum(prices))}, not {way.cubes}"
            breaches.append(Breach("5.3-4", (*where, "cubes"), what))
        rule, what = ("5.5.1-1", "most armies") if self.asked.count == "points" else ("5.4-1", "an army")
        if sorted(way.holds) != sorted(holds):
            held = ", ".join(holds) or "no province"
            breaches.append(Breach(rule, (*where, "holds"), f"after these moves {player} has {what} in: {held}"))
        if way.worth != worth:
            breaches.append(Breach(rule, (*where, "worth"), f"what is held is worth {worth}, not {way.worth}"))
        return _Played(sum(prices), moved.state.armies, holds, worth, prices, tuple(breaches))

    def _held(self, me: PlayerState) -> tuple[tuple[str, ...], int]:
        """The provinces that a player holds, and what they are worth together."""
        if self.asked.count != "points":
            holds = tuple(place for place in self.region.in_order if me.armies.get(place))
            return holds, len(holds)
        states = {**self.table.players, self.asked.player: me}
        gains = {
            place: sum(entry.amount for entry in majority(place, states) if entry.player == self.asked.player)
            for place in self.region.in_order
        }
        return tuple(place for place in gains if gains[place]), sum(gains.values())

    # -- the ledger, which adds up to the value ------------------------------------------------------

    def ledger(self, plan: RouteAnswer, played: Sequence[_Played]) -> Ledger:
        """What each move pays; or what each province, or each way, adds to the value."""
        if self.asked.ask == "hold":
            entries = self._payments(plan, played)
        elif self.asked.ask == "each":
            entries = self._reach(plan, played)
        else:
            entries = self._points(played)
        return Ledger(tuple(entries))

    def _entry(self, amount: int, rule: str, subject: str, note: str, price: int = 0) -> Entry:
        return Entry(self.asked.player, amount, rule, subject, note, price, TRACK[self.asked.ask])

    def _payments(self, plan: RouteAnswer, played: Sequence[_Played]) -> Iterator[Entry]:
        for way, shown in zip(plan.ways[:1], played, strict=False):
            for move, price in zip(way.moves, shown.prices, strict=True):
                enter = "enters" if move.armies == 1 else "enter"
                note = f"{cubes(move.armies, 'army')} {enter} from {place_name(move.path[-2])}"
                yield self._entry(price, "5.3-4", move.path[-1], note, price)

    def _reach(self, plan: RouteAnswer, played: Sequence[_Played]) -> Iterator[Entry]:
        """What is left of budget + 1 by the cheapest way to a province; nothing for those not held."""
        for place in self.region.in_order:
            costs = [way.cubes for way in played if place in way.holds and way.cubes <= self.budget]
            if costs:
                note = f"held for {cubes(min(costs))} of {self.budget}"
                yield self._entry(self.budget + 1 - min(costs), "5.3-4", place, note, min(costs))
            else:
                yield self._entry(0, "5.3-2", place, "no way given holds it")

    def _points(self, played: Sequence[_Played]) -> Iterator[Entry]:
        """What a way is worth, once for every number of cubes for which it is the best that is given."""
        best_for: dict[int, list[int]] = {}
        for allowed in range(self.budget + 1):
            ways = [(way.worth, -way.cubes, -at) for at, way in enumerate(played) if way.cubes <= allowed]
            if ways:
                best_for.setdefault(-max(ways)[2], []).append(allowed)
        rule, unit = ("5.5.1-1", "point") if self.asked.count == "points" else ("5.4-1", "province")
        for at, numbers in best_for.items():
            way = played[at]
            least, most = numbers[0], numbers[-1]
            span = cubes(least) if least == most else f"{least} to {cubes(most)}"
            note = f"{cubes(way.worth, unit)} for {span}"
            yield self._entry(way.worth * len(numbers), rule, cubes(way.cubes), note, way.cubes)

    # -- where a plan leaves what the question asks --------------------------------------------------

    def strays(self, plan: RouteAnswer, played: Sequence[_Played]) -> Iterator[Breach]:
        """Ways over the budget, and what does not fit the ask."""
        for at, way in enumerate(played):
            if way.cubes > self.budget:
                what = f"{cubes(way.cubes)} are paid, {self.budget} may be"
                yield Breach("question", ("ways", at, "moves"), what)
        if self.asked.ask == "hold":
            yield from self._hold_strays(played)
        elif self.asked.ask == "each":
            yield from self._each_strays(plan)
        else:
            yield from self._front_strays(played)
        if plan.out_of_reach and self.asked.ask != "each":
            yield Breach("question", ("out_of_reach",), "the question is not what is out of reach")

    def _hold_strays(self, played: Sequence[_Played]) -> Iterator[Breach]:
        if len(played) != 1:
            yield Breach("question", ("ways",), f"one way is asked for, {len(played)} are given")
        for at, way in enumerate(played):
            for place, least in self.asked.hold.items():
                there = way.armies.get(place, 0)
                if there < least:
                    what = f"{cubes(least, 'army')} asked for in {place}, {there} there"
                    yield Breach("question", ("ways", at, "moves"), what)

    def _each_strays(self, plan: RouteAnswer) -> Iterator[Breach]:
        seen: set[str] = set()
        for at, way in enumerate(plan.ways):
            if len(way.holds) != 1:
                yield Breach("question", ("ways", at, "holds"), "each way is to hold one province")
            if seen & set(way.holds):
                what = f"{', '.join(way.holds)}: a way there is given already"
                yield Breach("question", ("ways", at, "holds"), what)
            seen |= set(way.holds)
        for at, place in enumerate(plan.out_of_reach):
            if place not in self.region.provinces:
                yield Breach("question", ("out_of_reach", at), f"{place} is no province of {self.region.name}")
            elif place in seen:
                yield Breach("question", ("out_of_reach", at), f"{place} has a way to it, or stands twice")
            seen.add(place)
        missing = [place for place in self.region.in_order if place not in seen]
        if missing:
            yield Breach("question", ("ways",), f"nothing is said of {', '.join(missing)}")

    def _front_strays(self, played: Sequence[_Played]) -> Iterator[Breach]:
        before = (-1, 0)
        for at, way in enumerate(played):
            if way.cubes <= before[0] or way.worth <= before[1]:
                what = "each way is to cost more and to be worth more than the one before"
                yield Breach("question", ("ways", at), what)
            before = (way.cubes, way.worth)
