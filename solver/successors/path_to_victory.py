r"""The way to victory in successors: the cheapest acquisitions that win, or all minimal sets of them.

Sets: things on offer :math:`T` (see :mod:`solver.successors.offers`), resources :math:`R`, players.

Variables: :math:`x[t]`, whether a thing is bought.  The table after the purchases is made of them
by :mod:`solver.successors.purchases`, and its points and wins by :mod:`solver.successors.table_model`::

    sum over t of price[t,r] * x[t]  <=  budget[r]
    x[tomb at s]  =>  control of the cart, own or bought; turn II or III        (6-4, 6-7)
    sum over s of x[tomb at s]  <=  1
    wins by the route that is asked for                                         (2)
    cost = sum over t, r of weight[r] * price[t,r] * x[t]

A route is won by the player alone: at once on one track (2A); at a regency test to come, with the
table as it then lies and unless somebody wins before (2B); at the end of turn V, unless the game
has ended before (2C).  ``any`` is a disjunction of the four, ``at-once`` of the first two; ``each``
solves for each route by itself.

``cheapest`` minimises the cost.  Further answers (``--top``, ``--all``) are sets of which no part
wins: each set found cuts off all that contain it, and since a part never costs more and has fewer
things, it comes first.  ``minimal`` finds, size by size, all winning sets that contain no smaller
one; winning is not monotone (a rival without victory points is a Champion again), so it is not
enough that nothing single can be left out.

*Bound.*  For each province, redundantly, what its control costs at least and how many things it
takes, found by trying all sets of the things within it::

    sum over things t in v of cost[t] * x[t]  >=  least[v] * rules[player,v]

With these rows and with the clauses in the LP (``linearization_level`` 2) the total of a track is a
knapsack over provinces, bonuses and sources, whose relaxation is nearly tight; without them the
search proves the same in a thousand times the time.

*Tie-break*: fewer things, then things that come earlier in the order of the offers.

*Same answer*: the same things.

*Rulings*: all that decide who controls what, what it scores and who wins; not those about attacks and
the Usurper, ``mixed-stack`` and ``usurper``, nor ``burial-blockers`` and ``regent-choice``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from models.documents import Document
from models.errors import Breach, Path, Problem, one_of
from models.successors.acquisitions import (
    ROUTE_WORDS,
    ROUTES,
    WinningRoute,
    acquired,
    acquisition_breaches,
    regency_turns,
    wins,
)
from models.successors.log import Game
from models.successors.position import LEGITIMACY, VP
from solver.answer import Outcome, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task
from solver.successors.offers import (
    Thing,
    bought,
    chosen_of,
    offer_problems,
    over_budget,
    price_words,
    resources_of,
    route_problems,
    thing_words,
    things,
)
from solver.successors.path_to_victory_documents import PathAnswer, PathToVictory, WinningSet
from solver.successors.purchases import Purchases
from solver.successors.table_model import Bit, Logic, Pieces, Table

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

MOST_WITHIN = 10
"""Up to so many things in a province, what its control takes is found by trying all sets of them."""
_LATER: Mapping[WinningRoute, str] = dict.fromkeys(("regency", "final"), ", if nothing else changes")
"""What is added of a route that only comes to its end later."""


class PathToVictoryQuestion(Question):
    """``path-to-victory``: see the module."""

    answer = PathAnswer

    def maximises(self, question: PathToVictory) -> bool:
        """Cheap is good; of minimal sets there are as many as there are."""
        return question.ask != "cheapest"

    def value_words(self, task: Task, value: int) -> str:
        """The cost, or how many sets."""
        question: PathToVictory = task.question
        if question.ask == "minimal":
            return "one minimal set" if value == 1 else f"{value} minimal sets"
        if question.ask == "each":
            return f"{question.player} can win by {'one route' if value == 1 else f'{value} routes'}"
        return f"{question.player} wins at a cost of {value}" if value else f"{question.player} wins at no cost"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """What to buy, what it costs, and where everybody stands then; or the sets."""
        assert isinstance(plan, PathAnswer)
        question: PathToVictory = task.question
        if question.ask == "minimal":
            for found in plan.sets:
                chosen, _ = chosen_of(_offered(question), found.buys, ())
                size = f"{len(chosen)} thing{'' if len(chosen) == 1 else 's'}"
                yield size, ", ".join(thing_words(thing) for thing in chosen) or "nothing"
            return
        if question.ask == "each":
            yield from _by_route(question, plan)
            return
        chosen, _ = chosen_of(_offered(question), plan.buys, ())
        for thing in chosen:
            yield "buy", f"{thing_words(thing)} for {price_words(dict(thing.price))}"
        if not chosen:
            yield "buy", "nothing"
        if len(plan.resources) > 1 or question.weights:
            yield "spend", price_words(plan.resources)
        if plan.route is not None:
            yield "win", ROUTE_WORDS[plan.route] + _LATER.get(plan.route, "")
        totals = acquired(task.board, task.position, question.player, plan.buys, task.rulings.fresh()).totals
        stand = (f"{name} {tracks[LEGITIMACY]} and {tracks[VP]}" for name, tracks in totals.items())
        yield "then", f"legitimacy and victory points: {', '.join(stand)}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, offers that nobody can have, a route that is no longer (or not yet) there."""
        question: PathToVictory = task.question
        path: Path = ("question",)
        players = task.position.players
        if question.player not in players:
            what = f"unknown player “{question.player}”"
            yield Problem((*path, "player"), what, one_of(players, question.player))
        yield from offer_problems(task.board, task.position, question.player, question.offers, (*path, "offers"))
        offered = _offered(question)
        resources = {resource for thing in offered for resource, _ in thing.price}
        for key in ("budgets", "weights"):
            for resource in getattr(question, key):
                if resource not in resources:
                    what = f"no price is in “{resource}”"
                    yield Problem((*path, key, resource), what, one_of(resources, resource))
        routes = () if question.ask == "each" else question.routes
        yield from route_problems(task.position, question.route, routes, (*path, "route"))

    def formulate(self, task: Task) -> Formulation:
        """Build the model."""
        from ortools.sat.python import cp_model

        return _Builder(task, cp_model.CpModel()).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best answer."""
        if task.question.ask == "cheapest":
            return engine.solve(self.formulate(task))
        return self._minimal(task, engine) if task.question.ask == "minimal" else self._each(task, engine)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The ``count`` cheapest sets of which no part wins."""
        return self._sets(task, engine, count) if task.question.ask == "cheapest" else self.best(task, engine)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All cheapest sets of which no part wins."""
        return self._sets(task, engine, None) if task.question.ask == "cheapest" else self.best(task, engine)

    def _sets(self, task: Task, engine: Engine, count: int | None) -> Outcome:
        """One set after the other, cheapest first, each cutting off all that contain it; by default those that tie."""
        formulation = self.formulate(task)
        model = formulation.model.clone()
        found: list[Solution] = []
        first: Outcome | None = None
        complete = False
        most = engine.limits.answers if count is None else count
        while len(found) < most:
            outcome = engine.solve(replace(formulation, model=model))
            first = first or outcome
            solutions = outcome.solutions
            if outcome.status is Status.INFEASIBLE:
                complete = True
                break
            if not solutions or (outcome.status is not Status.OPTIMAL and found):
                break
            if count is None and found and solutions[0].objective != found[0].objective:
                complete = True
                break
            found.append(solutions[0])
            if outcome.status is not Status.OPTIMAL or engine.interrupted:
                break
            _without(model, formulation, solutions[0])
        assert first is not None
        complete = complete and not engine.interrupted
        return replace(
            first,
            solutions=tuple(found),
            complete=complete,
            interrupted=engine.interrupted,
            statistics=engine.statistics(),
        )

    def _minimal(self, task: Task, engine: Engine) -> Outcome:
        """All winning sets that contain no smaller one, size by size."""
        formulation = self.formulate(task)
        model = formulation.model.clone()
        sets: list[Solution] = []
        deadline = time.perf_counter() + engine.limits.seconds
        status = Status.UNKNOWN
        while not engine.interrupted and time.perf_counter() < deadline:
            with engine.within(deadline - time.perf_counter()):
                level = engine.all(replace(formulation, model=model))
            if level.status is Status.INFEASIBLE:
                status = Status.OPTIMAL if sets else Status.INFEASIBLE
                break
            if level.status is not Status.OPTIMAL:
                break
            sets += level.solutions
            if not level.complete or len(sets) >= engine.limits.answers:
                break
            for solution in level.solutions:
                _without(model, formulation, solution)
        return _together(engine, sets, status)

    def _each(self, task: Task, engine: Engine) -> Outcome:
        """The cheapest set by each route, where there is one."""
        sets: list[Solution] = []
        proved = True
        for route in task.question.routes:
            question = task.question.model_copy(update={"route": route, "ask": "cheapest"})
            outcome = engine.solve(self.formulate(replace(task, question=question)))
            sets += outcome.solutions[:1]
            proved = proved and outcome.status in (Status.OPTIMAL, Status.INFEASIBLE)
        if not proved:
            return _together(engine, sets, Status.UNKNOWN)
        return _together(engine, sets, Status.OPTIMAL if sets else Status.INFEASIBLE)

    def decode(self, task: Task, solution: Solution) -> PathAnswer:
        """What is bought, or for ``minimal`` each set."""
        question: PathToVictory = task.question
        offered = _offered(question)
        if question.ask == "cheapest":
            found = _decoded(offered, {_key(key): value for key, value in solution.values.items()})
            return PathAnswer(route=found.route, buys=found.buys, resources=found.resources)
        by_set: dict[int, dict[tuple[str, object], int]] = {}
        for key, value in solution.values.items():
            assert isinstance(key, tuple)
            by_set.setdefault(key[0], {})[_key(key[1:])] = value
        return PathAnswer(sets=tuple(_decoded(offered, by_set[at]) for at in sorted(by_set)))

    def bare(self, plan: Document) -> Document:
        """The things alone, without what they cost."""
        assert isinstance(plan, PathAnswer)
        sets = tuple(one.model_copy(update={"resources": {}}) for one in plan.sets)
        return plan.model_copy(update={"resources": {}, "sets": sets})

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """What is not on offer or costs too much; what the answer says of itself and is not so."""
        assert isinstance(plan, PathAnswer)
        found: list[Breach] = []
        ask = task.question.ask
        many = ask != "cheapest"
        if many and (plan.buys.plain() or plan.route or plan.resources):
            found.append(Breach("question", ("buys",), "the question asks for sets"))
        if not many and plan.sets:
            found.append(Breach("question", ("sets",), "the question asks for one set, under “buys”"))
        for path, one in _listed(plan, many):
            found += _set_strays(task, one, path)
        if ask == "minimal":
            found += _needless(task, plan)
        if ask == "each":
            found += _route_strays(plan)
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Put the acquisitions on the table and ask the rules who wins; of several sets, each."""
        assert isinstance(plan, PathAnswer)
        question: PathToVictory = task.question
        rulings = task.rulings.fresh()
        many = question.ask != "cheapest"
        listed = list(_listed(plan, many))
        breaches: list[Breach] = []
        before = Game.of(task.board, task.position, rulings)
        for path, one in listed:
            given = (task.board, task.position, question.player, one.buys)
            breaches += acquisition_breaches(*given, (*path, "buys"), rulings, before)
            won = wins(*given, rulings, before)
            if not set(won) & set(question.routes):
                how = f" {ROUTE_WORDS[question.routes[0]]}" if len(question.routes) == 1 else ""
                breaches.append(Breach("question", (*path, "buys"), f"{question.player} does not win{how} with this"))
        if many:
            return Replay(len(listed), before.ledger, rulings.consulted(), tuple(breaches))
        chosen, _ = chosen_of(_offered(question), plan.buys, ())
        ledger = acquired(task.board, task.position, question.player, plan.buys, rulings).ledger
        value = sum(thing.cost(question.weights) for thing in chosen)
        return Replay(value, ledger, rulings.consulted(), tuple(breaches))


def _together(engine: Engine, sets: Sequence[Solution], status: Status) -> Outcome:
    """Several sets as one solution, whose value is how many they are; ``status`` unknown: perhaps not all."""
    done = status in (Status.OPTIMAL, Status.INFEASIBLE)
    values: dict[Hashable, int] = {
        (at, *_key(key)): value for at, solution in enumerate(sets) for key, value in solution.values.items()
    }
    answers = (Solution(values, len(sets), done, identity=(len(sets),)),) if sets else ()
    return Outcome(
        status if done or not sets else Status.FEASIBLE,
        answers,
        len(sets) if done and sets else None,
        done,
        engine.interrupted,
        engine.statistics(),
    )


def _by_route(question: PathToVictory, plan: PathAnswer) -> Iterator[tuple[str, str]]:
    """What to buy by each route, what that costs, and by which there is no way."""
    costs = {one.route: one for one in plan.sets}
    for route in question.routes:
        if route not in costs:
            yield route, "no way"
            continue
        chosen, _ = chosen_of(_offered(question), costs[route].buys, ())
        what = ", ".join(f"{thing_words(thing)} for {price_words(dict(thing.price))}" for thing in chosen)
        yield route, f"wins {ROUTE_WORDS[route]}, at a cost of {sum(thing.cost(question.weights) for thing in chosen)}"
        yield route, what or "nothing to buy"


def _offered(question: PathToVictory) -> tuple[Thing, ...]:
    return things(question.offers, question.weights)


def _listed(plan: PathAnswer, many: bool) -> Iterator[tuple[Path, WinningSet]]:
    """The sets of an answer with their paths."""
    if many:
        yield from ((("sets", at), one) for at, one in enumerate(plan.sets))
    else:
        yield (), plan


def _set_strays(task: Task, one: WinningSet, path: Path) -> Iterator[Breach]:
    question: PathToVictory = task.question
    chosen, wrong = chosen_of(_offered(question), one.buys, (*path, "buys"))
    yield from wrong
    spent = resources_of(chosen)
    yield from over_budget(spent, question.budgets, (*path, "buys"))
    if one.resources and one.resources != spent:
        yield Breach("question", (*path, "resources"), f"what is bought costs {price_words(spent)}")
    if one.route is not None and one.route not in question.routes:
        yield Breach("question", (*path, "route"), f"the question asks for {' or '.join(question.routes)}")
    if one.route is not None and one.route not in wins(
        task.board, task.position, question.player, one.buys, task.rulings.fresh()
    ):
        yield Breach("question", (*path, "route"), f"{question.player} does not win {ROUTE_WORDS[one.route]}")


def _route_strays(plan: PathAnswer) -> Iterator[Breach]:
    """Sets without a route, or with one that stands before."""
    seen: set[str | None] = {None}
    for at, one in enumerate(plan.sets):
        if one.route in seen:
            yield Breach("question", ("sets", at, "route"), "a set for each route, with its name")
        seen.add(one.route)


def _needless(task: Task, plan: PathAnswer) -> Iterator[Breach]:
    """Sets that stand twice, and things without which a set would still win."""
    question: PathToVictory = task.question
    rulings = task.rulings.fresh()
    before = Game.of(task.board, task.position, rulings)
    seen: set[tuple[Thing, ...]] = set()
    for at, one in enumerate(plan.sets):
        chosen, _ = chosen_of(_offered(question), one.buys, ())
        if tuple(chosen) in seen:
            yield Breach("question", ("sets", at), "this set stands twice")
        seen.add(tuple(chosen))
        for thing in chosen:
            fewer = bought(other for other in chosen if other is not thing)
            given = (task.board, task.position, question.player, fewer)
            if any(True for _ in acquisition_breaches(*given, (), rulings, before)):
                continue
            if set(wins(*given, rulings, before)) & set(question.routes):
                yield Breach("question", ("sets", at), f"this wins without {thing_words(thing)}, too")


def _key(key: object) -> tuple[str, object]:
    """The key of a decision: ``("thing", its key)`` or ``("route", its name)``."""
    assert isinstance(key, tuple)
    kind, what = key
    return str(kind), what


def _decoded(offered: Sequence[Thing], values: Mapping[tuple[str, object], int]) -> WinningSet:
    chosen = [thing for thing in offered if values["thing", thing.key]]
    route = next(route for route in ROUTES if values.get(("route", route)))
    return WinningSet(route=route, buys=bought(chosen), resources=resources_of(chosen))


def _without(model: CpModel, formulation: Formulation, solution: Solution) -> None:
    """Cut off a set and all that contain it."""
    taken = [bit for bit, value in zip(formulation.identity, solution.identity, strict=True) if value]
    model.add_bool_or([~bit for bit in taken])  # type: ignore[operator]


def winning(table: Table, name: str, routes: Sequence[WinningRoute], tests: Sequence[int]) -> dict[WinningRoute, Bit]:
    """Whether a player alone wins by each of some routes, nothing on the table changing any more.

    Parameters
    ----------
    tests
        The turns whose regency test is still to come.
    """
    logic = table.logic
    found: dict[WinningRoute, Bit] = {}
    for route, track in (("legitimacy", LEGITIMACY), ("vp", VP)):
        for asked in routes:
            if asked == route:
                found[asked] = logic.both(table.wins_at_once(name), table.reached(name, track))
    if not {"regency", "final"} & set(routes):
        return found
    goes_on, regent = logic.no(table.over()), list[Bit]()
    for turn in tests:
        table = table.at_preparations(turn)
        goes_on = logic.both(goes_on, logic.no(table.over()))
        test = table.test(turn)
        if test.heir is not None:
            regent.append(logic.both(goes_on, test.wins[name]))
            goes_on = logic.both(goes_on, logic.no(test.over))
            table = table.without_heir(test.heir)
    if "regency" in routes:
        found["regency"] = logic.some(*regent)
    if "final" in routes:
        found["final"] = logic.both(goes_on, table.wins_at_the_end(name))
    return found


class _Builder:
    """Builds the model of a task."""

    def __init__(self, task: Task, model: CpModel) -> None:
        self.model = model
        self.question: PathToVictory = task.question
        self.logic = Logic(model)
        name = self.question.player
        base = self.base = Table(self.logic, task.board, task.position, task.rulings, Pieces.of(task.position))
        over = base.over()
        self.purchases = Purchases(
            self.logic,
            task.board,
            task.position,
            base.pieces,
            name,
            _offered(self.question),
            self.question.budgets,
            free=self.logic.no(over),
        )
        table = base if over else base.after(self.purchases.after)
        self.routes = winning(table, name, self.question.routes, regency_turns(task.position))
        self.logic.require(self.logic.some(*self.routes.values()))
        self._bound_provinces(table)

    def _bound_provinces(self, table: Table) -> None:
        """What control of a province costs at least, and how many things it takes; redundant, for the LP."""
        name, weights = self.question.player, self.question.weights
        bits = {(thing.kind, thing.name): (thing, bit) for thing, bit in self.purchases.bits.items()}
        for province, spaces in table.board.members.items():
            rules = table.rules(name, province)
            within = [bits["spaces", space] for space in spaces if ("spaces", space) in bits]
            if isinstance(rules, int) or len(within) > MOST_WITHIN:
                continue
            ways: list[tuple[tuple[Thing, Bit], ...]] = [
                (one,) for key, one in bits.items() if key == ("provinces", province)
            ]
            for size in range(len(within) + 1):
                ways += [w for w in combinations(within, size) if self._suffices(province, {t.name for t, _ in w})]
            within += [bits["provinces", province]] if ("provinces", province) in bits else []
            measures: tuple[Callable[[Thing], int], ...] = (lambda thing: thing.cost(weights), lambda _: 1)
            for measure in measures:
                least = min((sum(measure(thing) for thing, _ in way) for way in ways), default=0)
                if least:
                    self.model.add(sum(measure(thing) * bit for thing, bit in within) >= least * rules)

    def _suffices(self, province: str, bought: Set[str]) -> bool:
        """Whether markers in some spaces of a province are enough for its control, as far as rivals allow."""
        name, base = self.question.player, self.base
        spaces = base.board.members[province]
        control = {space: {name: int(space in bought or base.position.controls(name, space))} for space in spaces}
        return bool(base.after(replace(base.pieces, control=control)).rules(name, province))

    def formulation(self) -> Formulation:
        """The model with its objective, decisions and tie-break."""
        bits = self.purchases.bits
        count = self.purchases.count()
        cost = self.purchases.cost(self.question.weights)
        minimal = self.question.ask == "minimal"
        return Formulation(
            model=self.model,
            objective=(count if minimal else cost).expression,
            maximise=False,
            decisions={
                **{("thing", thing.key): bit for thing, bit in bits.items()},
                **{("route", route): bit for route, bit in self.routes.items()},
            },
            tie_breaks=[
                Criterion(count.expression, 0, len(bits)),
                *(Criterion(bit, 0, 1, maximise=True) for bit in bits.values()),
            ],
            identity=list(bits.values()),
            functional=True,
            parameters={"linearization_level": 2},
        )
