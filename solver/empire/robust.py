r"""The plan of a round that is safest against what rivals might do, by constraint generation.

Let :math:`S` be all that rivals might do (a *case*: a plan of the list, or one allocation for each
rival within its bounds), :math:`v(x, s)` what a plan :math:`x` is worth in a case, and
:math:`b(s) = \max_y v(y, s)` the best response::

    worst     maximise over x   min over s of v(x, s)
    regret    minimise over x   max over s of b(s) - v(x, s)

*Master*, over the cases found so far: one set of decisions (cubes, moves, payments, pieces) and for
each case its majorities and diagrams, as in :mod:`solver.empire.best_response`; ``z <= v(x, s)``, or
``z >= b(s) - v(x, s)``.  Its value bounds the answer.

*Adversary*, for the master's plan: the case that is worst for it.  What each rival's policy comes to
is a table from allocations to fields, armies and pieces (a literal for each different outcome), and
the scoring with open fields is :mod:`solver.empire.contests`.  For the regret the adversary also
finds the best response, a second plan in the same model (:mod:`solver.empire.rounds`).

The case found joins the master.  When the plan's worst case is as good as the master's bound, it is
proved; every round adds a new case, and there are finitely many.

*The plan is singled out* by the tie-break of ``best-response`` among the plans that are safe in the
cases found; if it is not safe in all, its worst case joins as well.  So the last one is the first in
this order among all that are safest, whatever cases were found on the way.

*Same answer*: the same armies in each province, the same cubes on the fields when the scoring
begins, the same pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.board import SYMBOL
from models.empire.campaign import follow_all
from models.empire.plan import Allocation, Plan, Policy, Purse
from models.empire.position import CUBES, KINDS, PlayerState
from models.empire.round import Table, finish, play
from models.empire.words import allocation_words, plan_words
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Ledger
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.best_response import PARAMETERS, BestResponseQuestion, Decided, Facts, RoundBuilder, Scoring
from solver.empire.contests import Field, add_contests
from solver.empire.depletion import SUPPLY, tariff_of
from solver.empire.documents import BestResponse
from solver.empire.inquiries import Bounds, Robust, RobustAnswer, TabletBounds, WorstCase
from solver.empire.rivals import (
    FIELDS,
    ended_problems,
    place_problems,
    player_problems,
    points_words,
    rival_problems,
)
from solver.empire.rounds import MAJORITY, RegionModel, Turned, Uncertain, pieces_gone
from solver.engine import Engine, exclude
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

Case = tuple[int, ...]
"""Which line each uncertain rival takes; a plan of the list is one number."""

LIMIT = 4096
"""Allocations of one rival, or plans of the list, at most."""


@dataclass(frozen=True)
class Space:
    """What rivals might do.

    Attributes
    ----------
    names
        Rivals who are uncertain apart from one another; none where the question lists plans.
    lines
        By name, or for the whole list: the policies of the rivals that a line stands for.
    allocations
        By name: the allocation of each line.
    """

    task: Task
    names: tuple[str, ...]
    lines: tuple[tuple[Mapping[str, Policy], ...], ...]
    allocations: tuple[tuple[Allocation, ...], ...]

    @classmethod
    def of(cls, task: Task) -> Space:
        """The cases of a question."""
        question: Robust = task.question
        given: Mapping[str, Policy] = task.assumptions.rivals
        if question.plans:
            listed = tuple({name: Policy(**dict(policy)) for name, policy in plan.items()} for plan in question.plans)
            return cls(task, (), (listed,), ())
        lines, allocations = [], []
        for name, bounds in question.bounds.items():
            options = tuple(within(bounds, task, name))
            base = given.get(name, Policy())
            allocations.append(options)
            lines.append(tuple({name: base.model_copy(update={"allocation": Purse(**dict(each))})} for each in options))
        return cls(task, tuple(question.bounds), tuple(lines), tuple(allocations))

    def policies(self, case: Case) -> dict[str, Policy]:
        """What all rivals do in a case."""
        found = dict(self.task.assumptions.rivals)
        for line, number in zip(self.lines, case, strict=True):
            found |= line[number]
        return found

    def table(self, case: Case) -> Table:
        """The table when the rivals have done it, by the rules."""
        start = Table.of(self.task.board, self.task.position)
        return follow_all(start, self.policies(case), 0, self.task.rulings.fresh())[0]

    def uncertain(self) -> list[Uncertain]:
        """For the solver: what each line comes to, for each rival that it concerns."""
        start = Table.of(self.task.board, self.task.position)
        found = []
        for line in self.lines:
            concerned = list(dict.fromkeys(name for policies in line for name in policies))
            states: dict[str, list[PlayerState]] = {name: [] for name in concerned}
            for policies in line:
                here = {
                    name: policies[name] if name in policies else self.task.assumptions.rivals.get(name, Policy())
                    for name in concerned
                }
                table, _ = follow_all(start, here, 0, self.task.rulings.fresh())
                for name in concerned:
                    states[name].append(table.players[name])
            found.append(Uncertain(states))
        return found

    def worst(self, case: Case, value: int, best: int) -> WorstCase:
        """A case as it is told."""
        if not self.names:
            return WorstCase(plan=case[0] + 1, value=value, best=best)
        told = {name: self.allocations[at][case[at]] for at, name in enumerate(self.names)}
        return WorstCase(allocations=told, value=value, best=best)

    def case_of(self, worst: WorstCase) -> Case | None:
        """The case that is told; None if it is none of the question's."""
        if not self.names:
            number = (worst.plan or 0) - 1
            return (number,) if 0 <= number < len(self.lines[0]) and not worst.allocations else None
        if worst.plan is not None or set(worst.allocations) != set(self.names):
            return None
        found = []
        for at, name in enumerate(self.names):
            if worst.allocations[name] not in self.allocations[at]:
                return None
            found.append(self.allocations[at].index(worst.allocations[name]))
        return tuple(found)


def within(bounds: TabletBounds, task: Task, name: str) -> Iterator[Allocation]:
    """All allocations of a rival's hand within bounds (4.1-1; after the first round on two fields only)."""
    hand = task.position.states[name].hand or 0
    first = task.position.round == 1
    held = task.rulings.readings["cubes-held-back"] == "allowed"
    ranges = []
    for key in FIELDS:
        field: Bounds = getattr(bounds, key)
        most = hand if field.most is None else min(field.most, hand)
        ranges.append(range(field.least, most + 1) if first or key in KINDS else range(1))
    for order, armies, temple in product(*ranges[:3]):
        rest = hand - order - armies - temple
        for city in ranges[3] if held else (rest,):
            if rest >= 0 and city in ranges[3] and city <= rest:
                yield Allocation(order=order, armies=armies, temple=temple, city=city)


class RobustQuestion(Question):
    """``robust``: see the module."""

    answer = RobustAnswer

    def maximises(self, question: Robust) -> bool:
        """The worst case is to be good, the regret small."""
        return question.against == "worst"

    def value_words(self, task: Task, value: int) -> str:
        """The worst case, or the regret."""
        question: Robust = task.question
        if question.against == "worst":
            return f"at worst {points_words(question.player, question.maximise, value)}"
        return f"at most {abs(value)} point{'' if abs(value) == 1 else 's'} short of the best response"

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """The plan, and what is worst for it."""
        yield from plan_words(plan.plan, task.position.round == 1)
        worst: WorstCase = plan.worst
        if worst.plan is not None:
            yield "worst case", f"plan {worst.plan} of the list"
        for name, allocation in worst.allocations.items():
            yield "worst case", f"{name}: {allocation_words(allocation, task.position.round == 1)}"
        yield "then", f"it is worth {worst.value}, the best response {worst.best}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, nothing or too much that rivals might do."""
        question: Robust = task.question
        unknown = [*player_problems(task, question.player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        if bool(question.plans) == bool(question.bounds):
            yield Problem(("question",), "what rivals might do is a list or bounds", "either “plans” or “bounds”")
            return
        yield from self._uncertain_problems(task)
        region = task.board.by_number[task.position.region]
        for at, plan in enumerate(question.plans):
            for name, policy in plan.items():
                yield from place_problems(region, ("question", "plans", at, name), policy.moves, policy.pieces)

    def _uncertain_problems(self, task: Task) -> Iterator[Problem]:
        question: Robust = task.question
        rivals = [name for name in task.position.players if name != question.player]
        named: list[tuple[Path, str]] = [(("question", "bounds", name), name) for name in question.bounds]
        named += [(("question", "plans", at, name), name) for at, plan in enumerate(question.plans) for name in plan]
        wrong = False
        for path, name in named:
            if name not in rivals:
                wrong = True
                yield Problem(path, f"unknown rival “{name}”", one_of(rivals, name))
        if wrong:
            return
        policies = {}
        if question.bounds:
            for name, bounds in question.bounds.items():
                given = task.assumptions.rivals.get(name)
                if given is not None and given.allocation is not None:
                    what = f"{name} has bounds, and an allocation is assumed too"
                    yield Problem(("assumptions", "rivals", name, "allocation"), what, "one of the two")
                if not task.position.states[name].hand:
                    yield Problem(("question", "bounds", name), f"{name} has no cubes in the hand", "no bounds")
                    return
                count = len(list(within(bounds, task, name)))
                if not count:
                    yield Problem(("question", "bounds", name), "no allocation fits the bounds", "wider bounds")
                    return
                if count > LIMIT:
                    yield Problem(("question", "bounds", name), f"{count} allocations", f"at most {LIMIT}")
                    return
            policies = Space.of(task).policies(tuple(0 for _ in question.bounds))
            yield from _rivals(task, policies)
            return
        for at, plan in enumerate(question.plans):
            changed = dict(task.assumptions.rivals)
            changed |= {name: Policy(**dict(policy)) for name, policy in plan.items()}
            for problem in _rivals(task, changed):
                if problem.path[:2] == ("assumptions", "rivals") and problem.path[2] in plan:
                    problem = replace(problem, path=("question", "plans", at, *problem.path[2:]))
                yield problem
            if at and not plan:
                yield Problem(("question", "plans", at), "it names no rival", "what some rivals do")

    def formulate(self, task: Task) -> Formulation:
        """The master over the first case alone."""
        game = _Game(task)
        return game.master([game.first])[0]

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """A worst case that is none of the question's, or not the worst; a best response that is not the best.

        Best responses cannot be replayed, so these claims are solved again.
        """
        assert isinstance(plan, RobustAnswer)
        case = Space.of(task).case_of(plan.worst)
        if case is None:
            return (Breach("question", ("worst",), "this is nothing that the question says rivals might do"),)
        game, engine = _Game(task), Engine()
        value, _, breaches = worth(task, game.space.table(case), plan.plan, task.rulings.fresh())
        response = engine.solve(game.response(case), canonical=False)
        if breaches or response.status is not Status.OPTIMAL:
            return ()
        best = response.solutions[0].objective or 0
        found = []
        if plan.worst.best != best:
            found.append(Breach("question", ("worst", "best"), f"the best response is worth {best} then"))
        attacked = game.attack(engine, plan.plan, canonical=False)
        told = best - value if game.regret else value
        if attacked is not None and attacked[0] != told:
            what = f"another case is worse: {game.words(attacked[1])}"
            found.append(Breach("question", ("worst",), what))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the plan in every case by the rules, up to 10,000 of them; in more, in the one that is told.

        The best responses in the cases are not replayed but solved, and for the regret they count.
        """
        assert isinstance(plan, RobustAnswer)
        space = Space.of(task)
        told = space.case_of(plan.worst)
        question: Robust = task.question
        rulings = task.rulings.fresh()
        value, ledger, breaches = worth(task, space.table(told or space_first(space)), plan.plan, rulings)
        found = [Breach(b.rule, ("plan", *b.path), b.message) for b in breaches]
        if told is not None and value != plan.worst.value:
            found.append(Breach("question", ("worst", "value"), f"the plan is worth {value} then"))
        result = value if question.against == "worst" else plan.worst.best - value
        total = 1
        for line in space.lines:
            total *= len(line)
        if question.against == "worst" and total <= 10_000:
            for case in product(*(range(len(line)) for line in space.lines)):
                other, _, _ = worth(task, space.table(case), plan.plan, task.rulings.fresh())
                result = min(result, other)
        notes: tuple[str, ...] = ()
        if question.against == "worst" and total > 10_000:
            notes = (f"the rules replayed the worst case; the other {total - 1} cases rest on the search",)
        return Replay(result, ledger, rulings.consulted(), tuple(found), notes)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The safest plan."""
        return _Game(task).solve(engine, 1, all_best=False)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The safest plans, best first."""
        return _Game(task).solve(engine, count, all_best=False)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All plans that are as safe as the safest."""
        return _Game(task).solve(engine, engine.limits.answers, all_best=True)


def space_first(space: Space) -> Case:
    """Any case."""
    return tuple(0 for _ in space.lines)


def _rivals(task: Task, policies: Mapping[str, Policy]) -> Iterator[Problem]:
    assumptions = task.assumptions.model_copy(update={"rivals": policies})
    yield from rival_problems(replace(task, assumptions=assumptions), task.question.player)


def worth(task: Task, table: Table, plan: Plan, rulings: Any) -> tuple[int, Ledger, tuple[Breach, ...]]:
    """What a plan is worth by the rules, the rivals having acted."""
    player = task.question.player
    turn = play(table, player, plan, rulings)
    _, ledger = finish(turn.table, rulings)
    totals = {name: ledger.total(name) for name in table.players}
    value = totals.pop(player)
    return (value - max(totals.values()) if task.question.maximise == "margin" else value), ledger, turn.breaches


class _Game:
    """The two sides of one question."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.question: Robust = task.question
        self.space = Space.of(task)
        self.best: dict[Case, int] = {}
        asked = BestResponse(kind="best-response", player=self.question.player, maximise=self.question.maximise)
        self.asked = asked
        self.regret = self.question.against == "regret"

    @property
    def first(self) -> Case:
        """The case to begin with."""
        return space_first(self.space)

    def solve(self, engine: Engine, count: int, *, all_best: bool) -> Outcome:
        """The best ``count`` plans, each proved; see the module."""
        cases: list[Case] = [self.first]
        cut: list[tuple[int, ...]] = []
        found: list[Solution] = []
        status, complete = Status.OPTIMAL, False
        bound: int | None = None
        while len(found) < count:
            ended, solution, limit = self._next(engine, cases, cut)
            if not found:
                bound = limit
            if ended is Status.INFEASIBLE:
                complete = True
                break
            if solution is None:
                status = ended if not found else status
                break
            if all_best and found and solution.objective != found[0].objective:
                complete = True
                break
            found.append(solution)
            cut.append(solution.identity)
            if ended is not Status.OPTIMAL:
                status = ended if len(found) == 1 else status
                break
        if not found:
            status = Status.INFEASIBLE if complete else status
        done = complete and not engine.interrupted
        return Outcome(status, tuple(found), bound, done, engine.interrupted, engine.statistics())

    def _next(
        self, engine: Engine, cases: list[Case], cut: Sequence[tuple[int, ...]]
    ) -> tuple[Status, Solution | None, int | None]:
        """The best plan apart from those that are cut off: how it ended, the plan, the bound."""
        better = min if self.regret else max
        kept: tuple[int, Plan, Case] | None = None
        bound: int | None = None
        canonical = False
        while True:
            for case in cases:
                if self.regret and case not in self.best:
                    response = engine.solve(self.response(case), canonical=False)
                    if response.status is not Status.OPTIMAL:
                        return self._stopped(kept, bound)
                    self.best[case] = response.solutions[0].objective or 0
            known = (kept[0] if kept is not None else None, bound)
            formulation, plan_of = self.master(cases, cut, known)
            outcome = engine.solve(formulation, canonical=canonical)
            if outcome.status is Status.INFEASIBLE:
                return Status.INFEASIBLE, None, None
            if outcome.status is not Status.OPTIMAL:
                return self._stopped(kept, bound)
            solution = outcome.solutions[0]
            bound = solution.objective
            plan = plan_of(solution)
            attacked = self.attack(engine, plan, canonical=canonical)
            if attacked is None:
                return self._stopped(kept, bound)
            value, case = attacked
            if kept is None or better(value, kept[0]) != kept[0]:
                kept = (value, plan, case)
            if value == bound:
                if canonical:
                    done = solution.canonical and not engine.interrupted
                    told = replace(solution, values={}, objective=value, canonical=done, plan=self._answer(plan, case))
                    return Status.OPTIMAL, told, bound
                canonical = True
                if case not in cases:
                    cases.append(case)
                continue
            if case in cases:  # the two sides contradict each other: let the replay show it
                return self._stopped((value, plan, case), bound)
            cases.append(case)

    def _stopped(
        self, kept: tuple[int, Plan, Case] | None, bound: int | None
    ) -> tuple[Status, Solution | None, int | None]:
        """What stands when a search could not be finished."""
        if kept is None:
            return Status.UNKNOWN, None, bound
        value, plan, case = kept
        return Status.FEASIBLE, Solution.of(self._answer(plan, case), value, False), bound

    def _answer(self, plan: Plan, case: Case) -> RobustAnswer:
        value, _, _ = worth(self.task, self.space.table(case), plan, self.task.rulings.fresh())
        best = self.best.get(case, value)
        return RobustAnswer(plan=plan, worst=self.space.worst(case, value, best))

    def words(self, case: Case) -> str:
        """A case in words."""
        worst = self.space.worst(case, 0, 0)
        if worst.plan is not None:
            return f"plan {worst.plan} of the list"
        first = self.task.position.round == 1
        return "; ".join(f"{name}: {allocation_words(put, first)}" for name, put in worst.allocations.items())

    # -- the master ----------------------------------------------------------------------------

    def _facts(self, case: Case) -> Facts:
        table = self.space.table(case)
        player = self.question.player
        rivals = {name: state for name, state in table.players.items() if name != player}
        return Facts(table.region, table.round, table.players[player], rivals, self.asked)

    def response(self, case: Case) -> Formulation:
        """The best response in a case."""
        from ortools.sat.python import cp_model

        return RoundBuilder(self._facts(case), self.task.rulings, cp_model.CpModel()).formulation()

    def master(
        self,
        cases: Sequence[Case],
        cut: Sequence[tuple[int, ...]] = (),
        known: tuple[int | None, int | None] = (None, None),
    ) -> tuple[Formulation, Callable[[Solution], Plan]]:
        """The best plan against the cases found so far.

        ``known`` limits its value: what some plan is worth in all cases, and the last master's value.
        """
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        builder = RoundBuilder(self._facts(cases[0]), self.task.rulings, model)
        plan: Decided = builder.decide()
        first: Scoring = builder.outcome(plan)
        most = builder.most_points
        low, high = known[::-1] if self.regret else known
        value = model.new_int_var(-most if low is None else low, 2 * most if high is None else high, "value")
        for at, case in enumerate(cases):
            other = first
            if at:
                again = RoundBuilder(self._facts(case), self.task.rulings, model)
                other = again.outcome(plan)
                for key, lay in other.lay.items():
                    model.add(lay == first.lay[key])
            worth_of = other.points if self.question.maximise == "points" else other.margin
            if self.regret:
                model.add(value >= self.best[case] - worth_of)
            else:
                model.add(value <= worth_of)
        region = builder.region
        identity: list[Linear] = [plan.armies[place] for place in (*region.in_order, SYMBOL)]
        identity += [plan.fields[kind] for kind in KINDS]
        identity += list(first.lay.values())
        for values in cut:
            exclude(model, identity, values)
        tie_breaks = [
            Criterion(sum(first.lay.values()), 0, sum(SUPPLY.values())),
            Criterion(sum(plan.fields.values()), 0, 2 * CUBES, maximise=True),
            *builder.tie_breaks(plan, first),
        ]
        formulation = Formulation(
            model,
            value,
            builder.decisions,
            tie_breaks,
            identity,
            maximise=not self.regret,
            parameters=PARAMETERS,
        )
        respond = BestResponseQuestion()
        task = replace(
            self.task,
            question=self.asked,
            assumptions=self.task.assumptions.model_copy(update={"rivals": self.space.policies(cases[0])}),
        )
        return formulation, lambda solution: respond.decode(task, solution)

    # -- the adversary --------------------------------------------------------------------------

    def attack(self, engine: Engine, plan: Plan, *, canonical: bool) -> tuple[int, Case] | None:
        """The case that is worst for a plan, and the value it gives the question; notes the best response there."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        table = Table.of(self.task.board, self.task.position)
        player = self.question.player
        start = play(self.space.table(self.first), player, plan, self.task.rulings.fresh()).table
        me = start.players[player]
        fixed, _ = follow_all(
            table,
            {
                name: policy
                for name, policy in self.task.assumptions.rivals.items()
                if not any(name in policies for line in self.space.lines for policies in line)
            },
            0,
            self.task.rulings.fresh(),
        )
        response = RegionModel(
            model,
            fixed,
            player,
            {},
            self.task.rulings,
            acted=True,
            margin=self.question.maximise == "margin",
            used=pieces_gone(table.players),
            horizon=1,
            uncertain=self.space.uncertain(),
            response=self.regret,
        )
        response.build()
        mine = self._value_of(model, me, response.turned, start)
        objective: Linear = mine
        if self.regret:
            played = response.rounds[0]
            best: Linear = played.points
            if self.question.maximise == "margin":
                rival = model.new_int_var(0, 10 * 99, "best rival of the response")
                for points in played.rivals.values():
                    model.add(rival >= points)
                best = played.points - rival
            objective = best - mine
        chosen: dict[Hashable, Linear] = {("line", at): number for at, number in enumerate(response.chosen)}
        levels = [
            Criterion(number, 0, len(line) - 1) for number, line in zip(response.chosen, self.space.lines, strict=True)
        ]
        formulation = Formulation(
            model,
            objective,
            {**chosen, ("mine",): mine},
            levels,
            response.chosen,
            maximise=self.regret,
            parameters=PARAMETERS,
        )
        outcome = engine.solve(formulation, canonical=canonical)
        if outcome.status is not Status.OPTIMAL:
            return None
        solution = outcome.solutions[0]
        value = solution.objective or 0
        case = tuple(solution.values["line", at] for at in range(len(self.space.lines)))
        if self.regret:
            self.best[case] = value + solution.values[("mine",)]
        elif canonical:
            response_of = engine.solve(self.response(case), canonical=False)
            if response_of.status is not Status.OPTIMAL:
                return None
            self.best[case] = response_of.solutions[0].objective or 0
        return value, case

    def _value_of(self, model: CpModel, me: PlayerState, turned: Mapping[str, Turned], start: Table) -> Linear:
        """What the plan is worth, its own cubes, armies and pieces being known."""
        region, player = start.region, self.question.player
        points: dict[str, Linear] = dict.fromkeys((player, *turned), 0)
        standing = {place for state in start.players.values() for place in state.built.cities}
        for kind in KINDS:
            sites = [place for place in region.in_order if region.has_site(place, kind)]
            sites = [place for place in sites if kind == "temple" or place not in standing]
            lies: dict[tuple[str, str], IntVar | bool] = {
                (place, name): lie for name, turn in turned.items() for place, lie in turn.lies[kind].items()
            }
            lies |= {(place, player): True for place in me.placed.of(kind)}
            fields = {player: Field.known(me.field(kind))} | {n: turn.fields[kind] for n, turn in turned.items()}
            found = add_contests(model, sites, fields, lies, tariff_of(kind, self.task.rulings))
            points = {name: points[name] + found.gains[name] for name in points}
        for place in region.in_order:
            for name, won in self._leaders(model, place, me, turned).items():
                points[name] = points[name] + MAJORITY * won
        if self.question.maximise == "points":
            return points[player]
        rival = model.new_int_var(0, 10 * len(region.provinces), "best rival")
        model.add_max_equality(rival, [points[name] for name in turned])
        return points[player] - rival

    def _leaders(self, model: CpModel, place: str, me: PlayerState, turned: Mapping[str, Turned]) -> dict[str, Linear]:
        """Who has most armies in a province, exactly (5.5.1-1, 5.5.1-2)."""
        player = self.question.player
        stands: dict[str, list[tuple[int, Linear]]] = {player: [(me.armies.get(place, 0), 1)]}
        for name, turn in turned.items():
            by_number: dict[int, list[Linear]] = {}
            for stand, literal in turn.cases:
                by_number.setdefault(stand.get(place, 0), []).append(literal)
            stands[name] = [(n, sum(parts)) for n, parts in sorted(by_number.items())]
        leaders: dict[str, Linear] = {}
        for name, options in stands.items():
            won: list[Linear] = []
            for n, here in options:
                rivals = [(m, lit) for other, theirs in stands.items() if other != name for m, lit in theirs]
                if not n or any(m >= n and isinstance(lit, int) and lit for m, lit in rivals):
                    continue
                literal = model.new_bool_var(f"{name} leads with {n}:{place}")
                model.add(literal <= here)
                matched = [lit for m, lit in rivals if m >= n]
                for lit in matched:
                    model.add(literal <= 1 - lit)
                model.add(literal >= here - sum(matched))
                won.append(literal)
            leaders[name] = sum(won)
        return leaders
