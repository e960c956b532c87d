r"""The best plan of one player over the rounds of a region, the rivals following total policies.

The model is :mod:`solver.empire.rounds`; with :math:`r` the rounds that may come to be played::

    maximise  sum over r of points[r]                                     (points)
    maximise  sum over r of points[r]  -  worth of the best rival         (margin)
    worth of a rival  >=  points in the rounds that are played

*Bound.*  The first round is as strong as in :mod:`solver.empire.best_response`.  Later rounds draw
on what the pool has left: over all rounds the LP sees one knapsack of 15 cubes, from which armies
earn in every round and cubes are paid once.

*Two stages.*  The model lets any number of cubes go to waste in later rounds.  If the best plan
wastes none it is proved best.  Otherwise the best plan without waste is found as well: equal in
value, it is best; else it is an answer with a proved bound, and the gap is stated.

*Tie-break* between plans of the same value: no waste; fewer rounds; fewer pieces laid; less area
cost; fewer cubes on turn order; fewer steps; then by numbers, round by round; where cubes may be held
back, more of them held back.

*Same answer*: the same happens in every round: majorities, who lays, who builds at which price,
and when the region ends.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from models.documents import Document
from models.empire.campaign import play_region
from models.empire.plan import Allocation, Plan, RegionPlan
from models.empire.position import CUBES, KINDS, PLURAL, ROUNDS
from models.empire.round import Table
from models.empire.words import plan_words
from models.errors import Breach, Problem
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.decode import moves_of
from solver.empire.depletion import SUPPLY
from solver.empire.documents import RegionQuestion
from solver.empire.rivals import (
    FIELDS,
    after_rivals,
    ended_problems,
    player_problems,
    points_words,
    rival_problems,
)
from solver.empire.rounds import RegionModel, pieces_gone
from solver.empire.routes import MAX_STEPS
from solver.engine import Engine
from solver.formulation import Criterion, Formulation, Parameter
from solver.question import Question, Task

PARAMETERS: Mapping[str, Parameter] = {
    "subsolvers": ("max_lp", "no_lp"),  # one for the bound, one for plans
    "linearization_level": 2,
    "add_lp_constraints_lazily": False,
    "cut_level": 0,
    "inprocessing_dtime_ratio": 0,
    "cp_model_probing_level": 0,
}


class RegionPlanQuestion(Question):
    """``region-plan``: see the module."""

    answer = RegionPlan

    def value_words(self, task: Task, value: int) -> str:
        """Points over the rounds, or how far ahead of or behind the best rival."""
        question: RegionQuestion = task.question
        return points_words(question.player, question.maximise, value, " in the region")

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """Round by round: the allocation, the moves and the pieces."""
        return rounds_words(plan, task.position.round)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, rivals with cubes in hand and no plan, policies that do not fit."""
        player = task.question.player
        unknown = [*player_problems(task, player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        yield from rival_problems(task, player, rounds=ROUNDS)

    def formulate(self, task: Task) -> Formulation:
        """Build the model, waste allowed."""
        return _formulation(task, thrifty=False)

    def decode(self, task: Task, solution: Solution) -> RegionPlan:
        """The plan: for each round that is played allocation, moves and pieces."""
        table = after_rivals(task, task.rulings.fresh())
        return decode_region(table, task.question.player, solution.values)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """The question fixes nothing."""
        return ()

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the region to its end."""
        assert isinstance(plan, RegionPlan)
        rulings = task.rulings.fresh()
        question: RegionQuestion = task.question
        table = Table.of(task.board, task.position)
        played = play_region(table, question.player, plan, task.assumptions.rivals, rulings)
        totals = {name: played.ledger.total(name) for name in table.players}
        value = totals.pop(question.player)
        if question.maximise == "margin":
            value -= max(totals.values())
        return Replay(value, played.ledger, rulings.consulted(), played.breaches, played.notes)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best plan; without waste, if the best has any."""
        return frugal(engine.solve, partial(_formulation, task))

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best plans; without waste, if any of them has some."""
        return frugal(partial(engine.top, count=count), partial(_formulation, task))

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best plans; without waste, if any of them has some."""
        return frugal(engine.all, partial(_formulation, task))


def rounds_words(plan: RegionPlan, first: int) -> Iterator[tuple[str, str]]:
    """A plan of several rounds as (heading, line) pairs."""
    for at, part in enumerate(plan.rounds):
        yield f"round {first + at}", ""
        yield from plan_words(part, first + at == 1)


def frugal(search: Callable[[Formulation], Outcome], formulate: Callable[..., Formulation]) -> Outcome:
    """Search with waste allowed, and once more without if what is found wastes cubes; see the module.

    ``formulate`` takes ``thrifty``.
    """
    outcome = search(formulate(thrifty=False))
    if not any(map(_wasteful, outcome.solutions)):
        return outcome
    return _within(outcome, search(formulate(thrifty=True)))


def _wasteful(solution: Solution) -> bool:
    return bool(solution.values.get(("waste",)))


def _within(relaxed: Outcome, thrifty: Outcome) -> Outcome:
    """The plans without waste, with the bound that holds for all plans."""
    if not thrifty.solutions or thrifty.status is not Status.OPTIMAL or relaxed.bound is None:
        return thrifty
    if thrifty.solutions[0].objective == relaxed.bound and len(thrifty.solutions) == 1:
        return thrifty
    return replace(thrifty, status=Status.FEASIBLE, bound=relaxed.bound, complete=False)


def _formulation(task: Task, *, thrifty: bool) -> Formulation:
    from ortools.sat.python import cp_model

    question: RegionQuestion = task.question
    table = after_rivals(task, task.rulings.fresh())
    model = cp_model.CpModel()
    part = RegionModel(
        model,
        table,
        question.player,
        task.assumptions.rivals,
        task.rulings,
        acted=True,
        margin=question.maximise == "margin",
        used=pieces_gone(table.players),
    )
    part.build()
    rounds = part.rounds
    most = 10 * len(table.region.provinces) * len(rounds)
    points = sum(each.points for each in rounds)
    objective = points
    if question.maximise == "margin":
        best = model.new_int_var(0, most, "best rival")
        for name in table.players:
            if name != question.player:
                model.add(best >= sum(counted(model, each, name, most) for each in rounds))
        objective = points - best
    waste = sum(each.waste for each in rounds)
    if thrifty:
        model.add(waste == 0)
    decisions: dict[Hashable, Any] = {**part.decisions, ("waste",): waste}
    tie_breaks = [
        Criterion(waste, 0, CUBES * ROUNDS),
        Criterion(sum(1 if each.active is True else each.active for each in rounds), 0, ROUNDS),
        Criterion(sum(each.lays for each in rounds), 0, sum(SUPPLY.values())),
        Criterion(sum(each.cost for each in rounds), 0, CUBES),
        Criterion(part.put["order"], 0, CUBES),
        Criterion(sum(each.steps for each in rounds), 0, MAX_STEPS * CUBES * ROUNDS),
        *(level for each in rounds for level in each.levels),
        *(level for each in rounds for level in each.spare),
    ]
    identity = [each for played in rounds for each in played.identity]
    identity += [played.active for played in rounds if played.active is not True]
    return Formulation(model, objective, decisions, tie_breaks, identity, workers=2, parameters=PARAMETERS)


def counted(model: Any, played: Any, name: str, most: int) -> Any:
    """At least a rival's points in a round, if it is played; objectives press it down to them."""
    if played.active is True:
        return played.rivals[name]
    points = model.new_int_var(0, most, "")
    model.add(points >= played.rivals[name]).only_enforce_if(played.active)
    return points


def decode_region(table: Table, player: str, values: Mapping[Any, int]) -> RegionPlan:
    """The plan of a region from the decisions of its :class:`~solver.empire.rounds.RegionModel`."""
    me, region = table.players[player], table.region
    rounds = []
    for later in range(ROUNDS + 1 - table.round):
        if not values.get(("active", later)):
            break
        routes: dict[Any, int] = {}
        for key, value in values.items():
            if isinstance(key, tuple) and len(key) == 3 and key[:2] in (("route", later), ("crossings", later)):
                routes[key[0], key[2]] = value
        temple = values["paid", later]
        allocation = None
        if later == 0 and me.hand:
            allocation = Allocation(**{key: values["put", key] for key in FIELDS})
        elif later:
            own = {kind: values["own", later, kind] for kind in KINDS}
            allocation = Allocation(temple=own["temple"] + temple, city=own["city"])
            if not allocation.total and not values.get(("held", later)):
                allocation = None
        moves = moves_of(region, routes, None, temple)
        pieces = {
            PLURAL[kind]: tuple(
                place
                for place in region.in_order
                if values.get(("lay", later, kind, place)) and (later or place not in me.placed.of(kind))
            )
            for kind in KINDS
        }
        rounds.append(Plan.model_validate({"allocation": allocation, "moves": moves, "pieces": pieces}))
    return RegionPlan(rounds=tuple(rounds))
