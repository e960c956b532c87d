r"""Contests of empire: who builds where, and the fewest cubes that secure a building against all comers.

``outcome`` has nothing to choose: the fields are known, :mod:`solver.empire.contests` says what
comes of them.

``secure``: for each kind :math:`k` by itself (5.5.4-6) the smallest field :math:`x` with which the
player builds in every named province, for *every* combination :math:`r` of the rivals' cubes within
their bounds.  That is a search by constraint generation::

    master:  min x  such that the contests with (x, r) build everywhere named, for each r kept so far
    sub:     find r within the bounds with which the contests with (x*, r) fail somewhere named

The sub's combination is kept and the master goes on; where the sub has none, x* is the answer.
Both are :func:`~solver.empire.contests.add_contests`, with x open in the one and r in the other.
The first combinations kept are the two in which all rivals have least and most.

Nothing is assumed about more cubes being better: one more may win an early province that takes the
cubes which a later one needed, and under ``contested-price=difference-plus-one`` it raises the price.

A rival's bounds on both fields together (``total``, or the cubes that they have at all) are, for one
kind, an interval again; since the kinds do not touch, each is searched with its own intervals.

*Bound.*  The master's x* is a lower bound at every step, as it answers to some of the combinations.

*Tie-break*: the two smallest fields are single values.  ``worst``, the combination that forbids one
cube less, is the one with the fewest cubes, then the fewest of the rivals in their order.

*Same answer*: the same two fields.  ``--top`` gives the next larger pairs that are secure as well.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.board import Region
from models.empire.position import KINDS, PLURAL, Kind, Pieces, PlayerState
from models.empire.round import Table
from models.empire.scoring import score_round
from models.empire.words import cubes, place_name
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.contests import Contests, Field, add_contests
from solver.empire.depletion import Tariff, tariff_of
from solver.empire.inquiries import (
    Bounds,
    Contest,
    ContestAnswer,
    ContestOutcome,
    ContestRow,
    ContestWorst,
    FieldBounds,
    FieldCubes,
)
from solver.empire.rivals import (
    after_rivals,
    ended_problems,
    player_problems,
    points_words,
    rival_problems,
)
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear

LISTED = 200
"""So many combinations at most stand in the table of an answer."""
CHECKED = 2000
"""So many combinations of a kind at most are replayed one by one; of more, the extreme ones and those named."""
SHOWN = 12
"""So many rows of the table at most are said in words."""

Combination = Mapping[str, int]
"""The cubes of the rivals whose field is open, for one kind."""

_WHY = {
    "5.5.2-2": "cannot pay",
    "5.5.3-2": "cannot pay",
    "5.5.3-4": "a city stands there",
    "5.5.4-4": "fewer cubes",
    "5.5.4-5": "a tie for most cubes",
}


class ContestQuestion(Question):
    """``contest``: see the module."""

    answer = ContestAnswer

    def maximises(self, question: Contest) -> bool:
        """Few cubes are wanted, or many points."""
        return question.ask == "outcome"

    def value_words(self, task: Task, value: int) -> str:
        """The points of the round, or the cubes on both fields."""
        question: Contest = task.question
        if question.ask == "outcome":
            return points_words(question.player, "points", value, " in this round")
        return f"{question.player} builds for certain with {cubes(value)}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Province by province, or the two fields and why not less."""
        assert isinstance(plan, ContestAnswer)
        if task.question.ask == "outcome":
            yield from _outcome_words(plan)
            return
        for kind in KINDS:
            wanted = task.question.build.of(kind)
            if wanted:
                where = ", ".join(place_name(place) for place in wanted)
                yield f"{kind} field", f"{cubes(getattr(plan, kind))}, to build in {where}"
        for kind in KINDS:
            worst = getattr(plan.worst, kind)
            if worst is not None:
                held = " and ".join(f"{name}'s {count}" for name, count in worst.items())
                why = f"fails against {held}" if held else "fails, whatever the rivals hold"
                yield "one less", f"a {kind} field of {getattr(plan, kind) - 1} {why}"
        for row in plan.table[: SHOWN if len(plan.table) <= SHOWN else 0]:
            yield "against", f"{_row_words(row)}"
        if len(plan.table) > SHOWN:
            yield "table", f"{len(plan.table)} combinations one by one: see the answer of “--json”"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, pieces that do not lie, bounds that nothing fits."""
        question: Contest = task.question
        unknown = [*player_problems(task, question.player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        for problem in rival_problems(task, question.player, moving=False):
            name = problem.path[2] if len(problem.path) == 3 else None
            if not (name in question.rivals and name not in task.assumptions.rivals):
                yield problem  # of a rival whose fields are open nothing needs to be assumed
        if question.ask == "outcome":
            for key in ("build", "rivals", "within"):
                if key in question.plain():
                    yield Problem(
                        ("question", key), "“outcome” takes the table as it lies", "nothing, or “ask: secure”"
                    )
            return
        yield from _build_problems(task)
        for name, bounds in question.rivals.items():
            yield from _bound_problems(task, name, bounds)
        most = _spare(task, question.player)
        if question.within is not None and question.within > most:
            yield Problem(
                ("question", "within"), f"{question.within} cubes", f"at most {most}: what can be on the fields"
            )

    def formulate(self, task: Task) -> Formulation:
        """What comes of the table as it lies; of ``secure`` the first master, both kinds together."""
        from ortools.sat.python import cp_model

        facts = _Facts.of(task)
        if task.question.ask == "outcome":
            return _outcome(facts, cp_model.CpModel())
        model = cp_model.CpModel()
        fields = [_add_master(model, side, facts.within, _corners(side)) for side in facts.sides]
        total = sum(own for own in fields)
        return Formulation(
            model,
            total,
            {side.kind: own for side, own in zip(facts.sides, fields, strict=True)},
            identity=fields,
            maximise=False,
        )

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best answer."""
        return super().best(task, engine) if task.question.ask == "outcome" else _secure(task, engine, 1)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best answers: both fields are the smallest, so there is one."""
        if task.question.ask == "outcome":
            return super().all(task, engine)
        outcome = _secure(task, engine, 1)
        return replace(outcome, complete=outcome.status in (Status.OPTIMAL, Status.INFEASIBLE))

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The pairs of fields that are secure, those of the fewest cubes first."""
        return super().top(task, engine, count) if task.question.ask == "outcome" else _secure(task, engine, count)

    def decode(self, task: Task, solution: Solution) -> ContestAnswer:
        """What happens, or the fields with why not less and the table."""
        facts = _Facts.of(task)
        values: dict[Any, int] = dict(solution.values)
        if task.question.ask == "outcome":
            return ContestAnswer(contests=tuple(_contests(facts, values)))
        worst = {
            kind: {name: values["worst", kind, name] for name in facts.side(kind).open}
            for kind in KINDS
            if values.get(("worst", kind))
        }
        found = {kind: values[kind] for kind in KINDS}
        return ContestAnswer(worst=ContestWorst(**worst), table=tuple(_table(facts, found)), **found)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """More cubes than the question allows."""
        assert isinstance(plan, ContestAnswer)
        if task.question.ask == "outcome":
            return ()
        within = _Facts.of(task).within
        if plan.temple + plan.city <= within:
            return ()
        return (Breach("question", (), f"{plan.temple + plan.city} cubes, the question allows {within}"),)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Score the round with the fields as they lie, or with every combination of the open ones."""
        assert isinstance(plan, ContestAnswer)
        rulings = task.rulings.fresh()
        notes: list[str] = []
        table = after_rivals(task, rulings, notes)
        if task.question.ask == "outcome":
            return _replay_outcome(task, plan, table, rulings, notes)
        return _replay_secure(task, plan, table, rulings, notes)


# -- what is given ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Side:
    """One kind of piece when everything lies.

    Attributes
    ----------
    places
        Where anybody has a piece of the kind, in the order of scoring.
    lies
        By place: who has.
    closed
        Where a city stands already.
    wanted
        Where the player wants to build.
    known
        The fields that are known, the player's own too.
    open
        By rival whose field is open: least and most cubes.
    """

    kind: Kind
    player: str
    places: tuple[str, ...]
    lies: Mapping[str, tuple[str, ...]]
    closed: frozenset[str]
    wanted: tuple[str, ...]
    known: Mapping[str, int]
    open: Mapping[str, tuple[int, int]]
    tariff: Tariff

    def builds(self, own: int, combination: Combination) -> bool:
        """Whether the player builds everywhere that is named: a plain fold over the provinces."""
        fields = {**self.known, **combination, self.player: own}
        won = set()
        for place in self.places:
            if place in self.closed:
                continue
            winner, price = self.tariff.settle({name: fields[name] for name in self.lies[place]})
            if winner is not None:
                fields[winner] -= price
                won.add((place, winner))
        return all((place, self.player) in won for place in self.wanted)


@dataclass(frozen=True)
class _Facts:
    """What is settled before the scoring."""

    region: Region
    states: Mapping[str, PlayerState]
    player: str
    within: int
    sides: tuple[_Side, _Side]
    pairs: Mapping[str, tuple[tuple[int, int], ...]] = field(repr=False)

    @classmethod
    def of(cls, task: Task) -> _Facts:
        question: Contest = task.question
        table = after_rivals(task, task.rulings.fresh())
        me = table.players[question.player]
        left = (me.hand or 0) + me.temple + me.city or _spare(task, question.player)
        pairs = {
            name: tuple(_pairs(task, name, question.rivals[name])) for name in table.players if name in question.rivals
        }
        sides = tuple(_side(task, kind, table, pairs) for kind in KINDS)
        within = left if question.within is None else question.within
        return cls(table.region, table.players, question.player, within, (sides[0], sides[1]), pairs)

    def side(self, kind: Kind) -> _Side:
        return self.sides[KINDS.index(kind)]


def _side(task: Task, kind: Kind, table: Table, pairs: Mapping[str, Sequence[tuple[int, int]]]) -> _Side:
    lies: dict[str, tuple[str, ...]] = {}
    for place in table.region.in_order:
        here = tuple(name for name, state in table.players.items() if place in state.placed.of(kind))
        if here:
            lies[place] = here
    standing = frozenset(place for state in table.players.values() for place in state.built.cities)
    bounds = {name: [pair[KINDS.index(kind)] for pair in listed] for name, listed in pairs.items()}
    wanted: tuple[str, ...] = task.question.build.of(kind)
    return _Side(
        kind,
        task.question.player,
        tuple(lies),
        lies,
        standing if kind == "city" else frozenset(),
        wanted,
        {name: state.field(kind) for name, state in table.players.items()},
        {
            name: (min(cubes_), max(cubes_))
            for name, cubes_ in bounds.items()
            if wanted and any(name in here for here in lies.values())
        },
        tariff_of(kind, task.rulings),
    )


def _spare(task: Task, name: str) -> int:
    """How many cubes a player can have on the temple and city fields at most (3.3-1)."""
    state: PlayerState = task.position.players[name]
    spare: int = task.position.cubes - state.order - state.army_count - (state.spent or 0)
    return spare


def _pairs(task: Task, name: str, bounds: FieldBounds) -> Iterator[tuple[int, int]]:
    """Every number of temple and city cubes that a rival may hold."""
    spare = _spare(task, name)
    tops = [spare if bound.most is None else min(bound.most, spare) for bound in (bounds.temple, bounds.city)]
    for temple in range(bounds.temple.least, tops[0] + 1):
        for city in range(bounds.city.least, tops[1] + 1):
            if temple + city <= spare if bounds.total is None else temple + city == bounds.total:
                yield temple, city


def _build_problems(task: Task) -> Iterator[Problem]:
    question: Contest = task.question
    region = task.board.by_number[task.position.region]
    me = task.position.players[question.player]
    path: Path = ("question", "build")
    if not question.build.temples and not question.build.cities:
        yield Problem(path, "no province is named", "“temples: […]” or “cities: […]”")
    for kind in KINDS:
        listed = question.build.of(kind)
        for at, place in enumerate(listed):
            where = (*path, PLURAL[kind], at)
            if place not in region.provinces:
                yield Problem(where, f"unknown province “{place}” in {region.name}", one_of(region.provinces, place))
            elif place in listed[:at]:
                yield Problem(where, f"“{place}” stands twice")
            elif place not in me.placed.of(kind):
                what = f"no {kind} of {question.player} lies in {place}"
                yield Problem(where, what, one_of(me.placed.of(kind), place))


def _bound_problems(task: Task, name: str, bounds: FieldBounds) -> Iterator[Problem]:
    question: Contest = task.question
    path: Path = ("question", "rivals", name)
    others = [other for other in task.position.players if other != question.player]
    if name not in others:
        yield Problem(path, f"no rival is called “{name}”", one_of(others, name))
        return
    if name in task.assumptions.rivals:
        yield Problem(path, f"what {name} does is assumed already", "bounds or a policy, not both")
    empty = False
    for kind in KINDS:
        bound: Bounds = getattr(bounds, kind)
        if bound.most is not None and bound.most < bound.least:
            yield Problem((*path, kind), f"at least {bound.least}, at most {bound.most}", "“least” up to “most”")
            empty = True
    if not empty and not any(_pairs(task, name, bounds)):
        spare = _spare(task, name)
        what = f"{name} has {cubes(spare)} for the two fields, and nothing within these bounds fits"
        yield Problem(path, what, f"bounds that some numbers up to {spare} keep")


# -- formulations ------------------------------------------------------------------------------------


def _add_side(model: CpModel, side: _Side, fields: Mapping[str, Field]) -> Contests:
    """The contests of a kind with some fields open."""
    known = {name: Field.known(count) for name, count in side.known.items()}
    lies: dict[tuple[str, str], Any] = {(place, name): True for place in side.places for name in side.lies[place]}
    closed: dict[str, Any] = dict.fromkeys(side.closed, True)
    return add_contests(model, side.places, {**known, **fields}, lies, side.tariff, closed)


def _wins(side: _Side, contests: Contests) -> list[Linear]:
    """By named province, whether the player builds there."""
    return [contests.builds.get((place, side.player), 0) for place in side.wanted]


def _corners(side: _Side) -> list[Combination]:
    """All rivals with least, all with most."""
    found: list[Combination] = [{name: bounds[end] for name, bounds in side.open.items()} for end in (0, 1)]
    return found if found[0] != found[1] else found[:1]


def _add_master(model: CpModel, side: _Side, most: int, kept: Sequence[Combination], least: int = 0) -> Linear:
    """The player's field, which must do against each combination kept."""
    if not side.wanted:
        return model.new_constant(0)
    own = model.new_int_var(least, most, f"{side.kind} field")
    for combination in kept:
        rivals = {name: Field.known(count) for name, count in combination.items()}
        contests = _add_side(model, side, {**rivals, side.player: Field(own, least, most)})
        for won in _wins(side, contests):
            if not isinstance(won, int):
                model.add(won == 1)
            elif not won:
                model.add_bool_or([])
    return own


def _master(side: _Side, least: int, most: int, kept: Sequence[Combination]) -> Formulation:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    own = _add_master(model, side, most, kept, least)
    return Formulation(model, own, {"own": own}, identity=[own], maximise=False)


def _sub(side: _Side, own: int) -> Formulation:
    """A combination with which the player fails somewhere, the fewest cubes first."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    rivals: dict[str, Any] = {name: model.new_int_var(*bounds, name) for name, bounds in side.open.items()}
    fields = {name: Field(rivals[name], *bounds) for name, bounds in side.open.items()}
    contests = _add_side(model, side, {**fields, side.player: Field.known(own)})
    wins = _wins(side, contests)
    total = sum(wins)
    if not isinstance(total, int):
        model.add(total <= len(wins) - 1)
    elif total == len(wins):
        model.add_bool_or([])
    low, high = (sum(bounds[end] for bounds in side.open.values()) for end in (0, 1))
    tie_breaks = [Criterion(sum(rivals.values()), low, high)]
    tie_breaks += [Criterion(rivals[name], *bounds) for name, bounds in side.open.items()]
    return Formulation(model, None, dict(rivals.items()), tie_breaks, list(rivals.values()))


def _outcome(facts: _Facts, model: CpModel) -> Formulation:
    """The table as it lies: nothing is open."""
    decisions: dict[Hashable, Linear] = {}
    points = model.new_int_var(0, 10 * len(facts.region.provinces), "points")
    gains: Linear = sum(2 for place in facts.region.provinces if _leads(facts, place))  # 5.5.1-1
    for side in facts.sides:
        contests = _add_side(model, side, {})
        gains = gains + contests.gains[facts.player]
        for (place, name), won in contests.builds.items():
            decisions["builds", side.kind, place, name] = won
            decisions["pays", side.kind, place, name] = contests.pays[place, name]
    model.add(points == gains)
    return Formulation(model, points, decisions)


def _leads(facts: _Facts, place: str) -> bool:
    own = facts.states[facts.player].armies.get(place, 0)
    return all(state.armies.get(place, 0) < own for name, state in facts.states.items() if name != facts.player)


# -- the search ----------------------------------------------------------------------------------------


@dataclass
class _Search:
    """The secure fields of one kind, from the smallest up.

    Attributes
    ----------
    found
        Those that are proved.
    least
        No other one is smaller than this.
    complete
        Whether there are no more.
    """

    side: _Side
    engine: Engine
    within: int
    deadline: float
    found: list[int] = field(default_factory=list)
    least: int = 0
    complete: bool = False
    statistics: Mapping[str, Any] = field(default_factory=dict)

    def run(self, count: int) -> None:
        """Go on until so many are found, or there are no more, or time is up."""
        if not self.side.wanted:
            self.found, self.complete = [0], True
            return
        kept = _corners(self.side)
        while len(self.found) < count and self.least <= self.within:
            master = self._solve(_master(self.side, self.least, self.within, kept))
            if master.status is Status.INFEASIBLE:
                self.complete = True
                return
            if master.status is not Status.OPTIMAL:
                return
            self.least = master.solutions[0].values["own"]
            failing = self.failing(self.least)
            if failing is None:
                return
            if failing.solutions:
                kept.append({str(name): count for name, count in failing.solutions[0].values.items()})
            else:
                self.found.append(self.least)
                self.least += 1
        self.complete = self.least > self.within

    def failing(self, own: int) -> Outcome | None:
        """A combination against which a field is too small, if there is one; None: not known."""
        if not self.side.open:
            enough = self.side.builds(own, {})
            return Outcome(
                Status.INFEASIBLE if enough else Status.OPTIMAL, () if enough else (Solution({}, None, True),)
            )
        outcome = self._solve(_sub(self.side, own))
        return outcome if outcome.status in (Status.OPTIMAL, Status.INFEASIBLE) else None

    def _solve(self, formulation: Formulation) -> Outcome:
        if time.perf_counter() > self.deadline or self.engine.interrupted:
            return Outcome(Status.UNKNOWN)
        outcome = self.engine.solve(formulation)
        self.statistics = outcome.statistics
        return outcome


def _secure(task: Task, engine: Engine, count: int) -> Outcome:
    """The pairs of secure fields with the fewest cubes."""
    facts = _Facts.of(task)
    deadline = time.perf_counter() + engine.limits.seconds
    searches = [_Search(side, engine, facts.within, deadline) for side in facts.sides]
    for search in searches:
        search.run(count)
    least = sum(search.found[0] if search.found else search.least for search in searches)
    pairs = sorted(
        (temple + city, city, temple)
        for temple, city in product(*(search.found for search in searches))
        if temple + city <= facts.within
    )
    for search, other in (searches, searches[::-1]):  # a search cut off may have missed a better pair
        if not search.complete and len(search.found) < count and other.found:
            pairs = [pair for pair in pairs if pair[0] < search.least + other.found[0]]
    solutions = tuple(_solution(searches, temple, city) for _, city, temple in pairs[:count])
    known = all(search.found for search in searches)
    none = any(search.complete and not search.found for search in searches) or least > facts.within
    status = Status.OPTIMAL if solutions else Status.INFEASIBLE if known or none else Status.UNKNOWN
    every = all(search.complete for search in searches) and len(pairs) <= count
    statistics = next((search.statistics for search in reversed(searches) if search.statistics), {})
    return Outcome(status, solutions, least if solutions else None, every, engine.interrupted, statistics)


def _solution(searches: Sequence[_Search], temple: int, city: int) -> Solution:
    """A pair of fields, and for each why not one cube less."""
    values: dict[Hashable, int] = {"temple": temple, "city": city}
    canonical = True
    for search, own in zip(searches, (temple, city), strict=True):
        failing = search.failing(own - 1) if own else Outcome(Status.INFEASIBLE)
        canonical = canonical and failing is not None and all(one.canonical for one in failing.solutions)
        for solution in failing.solutions if failing is not None else ():
            values["worst", search.side.kind] = 1
            values |= {("worst", search.side.kind, name): count for name, count in solution.values.items()}
    return Solution(values, temple + city, canonical, (temple + city, city), (temple, city))


# -- answers -------------------------------------------------------------------------------------------


def _combinations(facts: _Facts) -> Iterator[dict[str, FieldCubes]]:
    """Every combination of the open fields that matter; none if they are more than can be listed."""
    choices: dict[str, list[FieldCubes]] = {}
    for name, pairs in facts.pairs.items():
        kinds = [kind for kind in KINDS if name in facts.side(kind).open]
        shown = sorted({tuple(pair[KINDS.index(kind)] for kind in kinds) for pair in pairs})
        if kinds:
            choices[name] = [FieldCubes(**dict(zip(kinds, held, strict=True))) for held in shown]
    if choices and prod(len(listed) for listed in choices.values()) <= LISTED:
        yield from (dict(zip(choices, held, strict=True)) for held in product(*choices.values()))


def _table(facts: _Facts, found: Mapping[Kind, int]) -> Iterator[ContestRow]:
    """The fewest cubes against each single combination, for the kinds that are asked about."""
    for rivals in _combinations(facts):
        needed: dict[str, int] = {}
        for side in facts.sides:
            if side.wanted:
                held = _held(rivals, side)
                needed[side.kind] = next(own for own in range(found[side.kind] + 1) if side.builds(own, held))
        yield ContestRow(rivals=rivals, **needed)


def _held(rivals: Mapping[str, FieldCubes], side: _Side) -> Combination:
    return {name: getattr(rivals[name], side.kind) for name in side.open}


def _contests(facts: _Facts, values: Mapping[Any, int]) -> Iterator[ContestOutcome]:
    """What happens, province by province; the fields go down as the solution pays."""
    fields = {side.kind: dict(side.known) for side in facts.sides}
    for place in facts.region.in_order:
        for side in facts.sides:
            if place not in side.lies:
                continue
            here = {name: fields[side.kind][name] for name in side.lies[place]}
            builder = next((name for name in here if values.get(("builds", side.kind, place, name))), None)
            price = values["pays", side.kind, place, builder] if builder is not None else 0
            if builder is not None:
                fields[side.kind][builder] -= price
            yield ContestOutcome(
                place=place,
                kind=side.kind,
                builder=builder,
                price=price,
                refused={name: _why_not(side, place, here, name, builder) for name in here if name != builder},
            )


def _why_not(side: _Side, place: str, here: Mapping[str, int], name: str, builder: str | None) -> str:
    most = max(here.values())
    if place in side.closed:
        return "5.5.3-4"
    if builder is None and sum(count == most for count in here.values()) > 1:
        return "5.5.4-5"
    if builder is None and here[name] == most:
        return "5.5.2-2" if side.kind == "temple" else "5.5.3-2"
    return "5.5.4-4"


def _outcome_words(plan: ContestAnswer) -> Iterator[tuple[str, str]]:
    for one in plan.contests:
        line = f"{one.builder} builds a {one.kind} for {cubes(one.price)}" if one.builder else f"no {one.kind} is built"
        failed = ", ".join(f"{name} not ({_WHY.get(rule, rule)})" for name, rule in one.refused.items())
        yield place_name(one.place), f"{line}; {failed}" if failed else line
    if not plan.contests:
        yield "pieces", "none lies"


def _row_words(row: ContestRow) -> str:
    def said(held: FieldCubes) -> str:
        return ", ".join(f"{kind} {getattr(held, kind)}" for kind in KINDS if getattr(held, kind) is not None)

    rivals = "; ".join(f"{name}: {said(held)}" for name, held in row.rivals.items())
    return f"{rivals} → {said(row)}"


# -- the replay -------------------------------------------------------------------------------------------


def _replay_outcome(task: Task, plan: ContestAnswer, table: Table, rulings: Rulings, notes: list[str]) -> Replay:
    ledger = score_round(table.region, table.players, rulings).ledger
    told = {(one.place, one.kind): one for one in plan.contests}
    breaches = []
    for place in table.region.in_order:
        for kind in KINDS:
            entries = [entry for entry in ledger if entry.subject == place and entry.note.startswith(kind)]
            built = [entry for entry in entries if entry.amount]
            real = ContestOutcome(
                place=place,
                kind=kind,
                builder=built[0].player if built else None,
                price=built[0].price if built else 0,
                refused={entry.player: entry.rule for entry in entries if not entry.amount},
            )
            one = told.pop((place, kind), None)
            if entries and one != real:
                what = f"by the rules {real.builder or 'nobody'} builds the {kind} in {place}, paying {real.price}"
                refused = ", ".join(f"{name} {rule}" for name, rule in real.refused.items()) or "nobody"
                breaches.append(Breach("5.5-1", ("contests",), f"{what}; refused: {refused}"))
            elif one is not None and not entries:
                breaches.append(Breach("5.5-1", ("contests",), f"no {kind} lies in {place}"))
    breaches += [Breach("5.5-1", ("contests",), f"no {kind} lies in {place}") for place, kind in told]
    value = ledger.total(task.question.player)
    return Replay(value, ledger, rulings.consulted(), tuple(breaches), tuple(notes))


class _Judge:
    """The scoring of one kind by the rules, for any cubes on its fields; the other kind and armies aside (5.5.4-6)."""

    def __init__(self, facts: _Facts, kind: Kind, rulings: Rulings) -> None:
        self.side = facts.side(kind)
        self.kind, self.region, self.player, self.rulings = kind, facts.region, facts.player, rulings
        self.states = {}
        for name, state in facts.states.items():
            laid = state.placed.of(kind)
            placed = Pieces(temples=laid) if kind == "temple" else Pieces(cities=laid)
            if not laid and not state.built.cities and name != self.player:
                continue  # has no part in it
            self.states[name] = state.model_copy(update={"armies": {}, "placed": placed})
        self._known: dict[tuple[int, tuple[int, ...]], str | None] = {}

    def missing(self, own: int, combination: Combination) -> str | None:
        """A named province in which the player does not build; None if there is none."""
        key = (own, tuple(combination.values()))
        if key not in self._known:
            cubes_ = {**combination, self.player: own}
            states = {
                name: state.model_copy(update={self.kind: cubes_[name]}) if name in cubes_ else state
                for name, state in self.states.items()
            }
            ledger = score_round(self.region, states, self.rulings).ledger
            won = {entry.subject for entry in ledger if entry.player == self.player and entry.amount}
            self._known[key] = next((place for place in self.side.wanted if place not in won), None)
        return self._known[key]

    def every(self) -> tuple[Iterator[Combination], bool]:
        """All combinations, or the extreme ones where they are too many to try."""
        spans = [range(low, high + 1) for low, high in self.side.open.values()]
        whole = prod(len(span) for span in spans) <= CHECKED
        choices = spans if whole else [sorted({span[0], span[-1]}) for span in spans]
        return (dict(zip(self.side.open, held, strict=True)) for held in product(*choices)), whole


def _replay_secure(task: Task, plan: ContestAnswer, table: Table, rulings: Rulings, notes: list[str]) -> Replay:
    facts = replace(_Facts.of(task), states=table.players, region=table.region)
    judges = {side.kind: _Judge(facts, side.kind, rulings) for side in facts.sides if side.wanted}
    breaches: list[Breach] = []
    for kind, judge in judges.items():
        breaches += _check_field(plan, judge, getattr(plan, kind), notes)
        breaches += _check_worst(kind, judge, getattr(plan, kind), getattr(plan.worst, kind))
    breaches += _check_table(facts, judges, plan)
    ledger = _shown(facts, plan, rulings)
    return Replay(plan.temple + plan.city, ledger, rulings.consulted(), tuple(breaches), tuple(notes))


def _said(combination: Combination) -> str:
    return ", ".join(f"{name} {count}" for name, count in combination.items()) or "the fields as they lie"


def _check_field(plan: ContestAnswer, judge: _Judge, own: int, notes: list[str]) -> Iterator[Breach]:
    """The field is enough, whatever the rivals hold."""
    every, whole = judge.every()
    tried = 0
    named = (
        []
        if whole
        else [_held(row.rivals, judge.side) for row in plan.table if set(judge.side.open) <= set(row.rivals)]
    )
    for combination in (*every, *named):
        tried += 1
        place = judge.missing(own, combination)
        if place is not None:
            what = f"{own} are not enough in {place} against {_said(combination)}"
            yield Breach("question", (judge.kind,), what)
            return
    if not whole:
        notes.append(f"{judge.kind}: too many combinations to replay them all; {tried} were, all extreme ones included")


def _check_worst(kind: Kind, judge: _Judge, own: int, worst: Combination | None) -> Iterator[Breach]:
    """What is said to forbid one cube less does."""
    if worst is None:
        return
    path: Path = ("worst", kind)
    if set(worst) != set(judge.side.open) or any(
        not low <= worst[name] <= high for name, (low, high) in judge.side.open.items()
    ):
        yield Breach("question", path, "this is no combination of the open fields within their bounds")
    elif own == 0:
        yield Breach("question", path, "there is no cube less than none")
    elif judge.missing(own - 1, {name: worst[name] for name in judge.side.open}) is None:
        yield Breach("question", path, f"{own - 1} are enough against {_said(worst)}")


def _check_table(facts: _Facts, judges: Mapping[Kind, _Judge], plan: ContestAnswer) -> Iterator[Breach]:
    """Each row gives the fewest cubes against its combination."""
    if not plan.table:
        return
    allowed = list(_combinations(facts))
    if [row.rivals for row in plan.table] != allowed:
        yield Breach("question", ("table",), f"these are not the {len(allowed)} combinations of the open fields")
        return
    for at, row in enumerate(plan.table):
        for kind, judge in judges.items():
            own: int | None = getattr(row, kind)
            held = _held(row.rivals, judge.side)
            least = next((count for count in range(facts.within + 1) if judge.missing(count, held) is None), None)
            if own != least:
                yield Breach("question", ("table", at, kind), f"{least} are the fewest, not {own}")


def _shown(facts: _Facts, plan: ContestAnswer, rulings: Rulings) -> Ledger:
    """The scoring of the round with the answer's cubes against the worst; where nothing is worst, against most."""
    states = dict(facts.states)
    for side in facts.sides:
        if not side.wanted:
            continue
        worst = getattr(plan.worst, side.kind) or {}
        held = {name: worst.get(name, high) for name, (_, high) in side.open.items()}
        for name, count in {**held, facts.player: getattr(plan, side.kind)}.items():
            states[name] = states[name].model_copy(update={side.kind: count})
    return score_round(facts.region, states, rulings).ledger
