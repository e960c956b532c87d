r"""The best plan of one player for a round of empire, the others' plans being known or assumed.

Decisions: the cubes in the hand onto the four fields; routes of the armies; how much of the area
cost each field pays; where pieces are laid.  Rivals do not react before the scoring, so what they
do until then is data; in the scoring their fields shrink as ours do, which is the business of
:mod:`solver.empire.depletion`.  Movement is :mod:`solver.empire.routes`.

With :math:`T` and :math:`C` the cubes on our temple and city field when the scoring begins, and
:math:`N_p` our armies in province :math:`p`::

    order + armies + temple + city  =  hand                                   (4.1-1)
    T = temple field - cost paid from it,  C likewise,  paid = area cost      (5.3-6, 5.3-7)
    lay[p, kind] <= present[p]  <=>  N[p] >= 1                                (5.4-1)
    ahead[p] <=> N[p] > most rivals' armies,   level[p] <=> N[p] >= most      (5.5.1-1, 5.5.1-2)
    points = 2 * sum(ahead) + gains of the two diagrams

*Bound.*  The diagrams and the choice of routes are integral on their own; what couples them is
one knapsack over 15 cubes.  A majority enters with its exact price in armies (``N[p] >= most + 1``).
Area costs are drawn from the temple field alone where both fields are still to be filled: any
split is then as good as any other.

*Tie-break* between plans of the same value: the better margin (or more points, where the margin
is asked for); fewer pieces laid; more cubes left on the temple and city fields after scoring,
for the rounds to come; less area cost; fewer cubes on turn order; fewer steps; then by numbers.

*Same answer*: two plans are the same if the same happens: majorities, who lays, who builds at
which price.  Where spare armies stand and which way they came does not matter.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.board import SYMBOL, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Allocation, Plan
from models.empire.position import KINDS, PLURAL, Kind, PlayerState
from models.empire.round import finish, play
from models.empire.words import plan_words
from models.errors import Breach, Problem
from models.rulings import Rulings
from solver.answer import Replay, Solution
from solver.empire.decode import moves_of
from solver.empire.depletion import ME, SUPPLY, Depletion, Site, add_depletion, tariff_of
from solver.empire.documents import BestResponse, FixedMove
from solver.empire.rivals import (
    FIELDS,
    after_rivals,
    ended_problems,
    place_problems,
    player_problems,
    points_words,
    rival_problems,
)
from solver.empire.routes import MAX_STEPS, Routes, add_routes
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

CUBES = 15
PARAMETERS: Mapping[str, int | bool] = {
    "linearization_level": 2,  # the relaxation is the strength of this model: give all of it to the LP,
    "add_lp_constraints_lazily": False,  # at once,
    "max_num_cuts": 0,  # without cuts, which cost more here than they bring,
    "cp_model_probing_level": 0,  # and without a presolve that takes longer than the search
    "max_presolve_iterations": 1,
}
"""Measured on the bundled scenarios and generated ones: the median of the value's proof falls to a fifth."""


@dataclass(frozen=True)
class Facts:
    """What is settled before the player decides: the rivals when the scoring begins, and the player."""

    region: Region
    round: int
    me: PlayerState
    rivals: Mapping[str, PlayerState]
    question: BestResponse

    @classmethod
    def of(cls, task: Task) -> Facts:
        """The facts of a task of ``best-response``."""
        table = after_rivals(task, task.rulings.fresh())
        player = task.question.player
        rivals = {name: state for name, state in table.players.items() if name != player}
        return cls(table.region, table.round, table.players[player], rivals, task.question)

    @property
    def hand(self) -> int:
        """Cubes that the player has still to distribute."""
        return self.me.hand or 0


class BestResponseQuestion(Question):
    """``best-response``: see the module."""

    answer = Plan

    def value_words(self, task: Task, value: int) -> str:
        """Points, or how far ahead of or behind the best rival."""
        question: BestResponse = task.question
        return points_words(question.player, question.maximise, value)

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The allocation, the moves and the pieces."""
        assert isinstance(plan, Plan)
        return plan_words(plan, task.position.round == 1)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, rivals with cubes in hand and no plan, fixed moves that cannot be made."""
        question: BestResponse = task.question
        unknown = [*player_problems(task, question.player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        region = task.board.by_number[task.position.region]
        yield from rival_problems(task, question.player, moving=question.fixed.moves != ())
        yield from place_problems(region, ("question", "fixed"), question.fixed.moves, question.fixed.pieces)
        yield from _fixed_problems(question, task.position.states[question.player], region, task.position.round)

    def formulate(self, task: Task) -> Formulation:
        """Build the model."""
        from ortools.sat.python import cp_model

        return RoundBuilder(Facts.of(task), task.rulings, cp_model.CpModel()).formulation()

    def decode(self, task: Task, solution: Solution) -> Plan:
        """The plan: allocation, moves in a playable order with their payments, pieces."""
        facts = Facts.of(task)
        values: dict[Any, int] = dict(solution.values)
        allocation = None
        if facts.hand:
            allocation = Allocation(**{key: values["put", key] for key in FIELDS})
        moves = moves_of(facts.region, values, facts.question.fixed.moves, values["paid", "temple"])
        pieces = {
            PLURAL[kind]: tuple(
                place
                for place in facts.region.in_order
                if values.get(("lay", kind, place)) and place not in facts.me.placed.of(kind)
            )
            for kind in KINDS
        }
        return Plan.model_validate({"allocation": allocation, "moves": moves, "pieces": pieces})

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Fixed cubes, moves and pieces that the plan does not keep to."""
        assert isinstance(plan, Plan)
        fixed = task.question.fixed
        found = []
        for key in FIELDS:
            wanted = getattr(fixed.allocation, key)
            put = getattr(plan.allocation, key) if plan.allocation is not None else 0
            if wanted is not None and wanted != put:
                found.append(Breach("question", ("allocation", key), f"{put} cubes, the question fixes {wanted}"))
        if fixed.moves is not None:
            made = [(move.armies, move.path) for move in plan.moves]
            if made != [(move.armies, move.path) for move in fixed.moves]:
                found.append(Breach("question", ("moves",), "these are not the moves that the question fixes"))
            else:
                found += [
                    Breach("question", ("moves", at, "pays"), "this is not the payment that the question fixes")
                    for at, (move, wanted) in enumerate(zip(plan.moves, fixed.moves, strict=True))
                    if wanted.pays is not None and wanted.pays != move.pays
                ]
        for kind in KINDS:
            wanted = getattr(fixed.pieces, PLURAL[kind])
            if wanted is not None and sorted(wanted) != sorted(plan.pieces.of(kind)):
                found.append(Breach("question", ("pieces", PLURAL[kind]), "not the pieces that the question fixes"))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Let the rivals follow their policies, play the plan, score the round."""
        assert isinstance(plan, Plan)
        rulings = task.rulings.fresh()
        notes: list[str] = []
        table = after_rivals(task, rulings, notes)
        question: BestResponse = task.question
        turn = play(table, question.player, plan, rulings)
        _, ledger = finish(turn.table, rulings)
        totals = {name: ledger.total(name) for name in table.players}
        value = totals.pop(question.player)
        if question.maximise == "margin":
            value -= max(totals.values())
        return Replay(value, ledger, rulings.consulted(), turn.breaches, tuple(notes))


def _fixed_problems(question: BestResponse, me: PlayerState, region: Region, number: int) -> Iterator[Problem]:
    fixed = question.fixed
    put = {key: getattr(fixed.allocation, key) for key in FIELDS}
    total = sum(value or 0 for value in put.values())
    path = ("question", "fixed", "allocation")
    hand = me.hand or 0
    if total > hand:
        yield Problem(path, f"{total} cubes are put down", f"at most the {hand} in the hand of {question.player}")
    if number > 1 and (put["order"] or put["armies"]):
        yield Problem(
            path, f"round {number} has no cubes for turn order or armies", "temple and city only (rule 4.1.2-2)"
        )
    if fixed.moves is None or any(
        place not in (*region.provinces, SYMBOL) for move in fixed.moves for place in move.path
    ):
        return
    # Fixed moves must be possible as such; whether the fields can pay for them is for the solver to say.
    armies = dict(me.armies)
    armies[SYMBOL] = armies.get(SYMBOL, 0) + (put["armies"] if put["armies"] is not None else hand)
    rich = me.model_copy(update={"armies": armies, "temple": 99, "city": 99})
    moved = play_moves(region, rich, [GroupMove(move.armies, move.path, move.pays) for move in fixed.moves])
    for breach in moved.breaches:
        yield Problem(("question", "fixed", *breach.path), breach.message, f"a move by rule {breach.rule}")


@dataclass(frozen=True)
class Decided:
    """What the player decides before pieces are laid, in a model.

    Attributes
    ----------
    put
        Cubes from the hand onto each field.
    armies
        By province, the symbol too, after the movement.
    fields
        By kind, when the scoring begins.
    cost, steps
        Area cost and steps of all armies.
    levels
        Tie-breaks between routes.
    """

    put: Mapping[str, Linear]
    armies: Mapping[str, Linear]
    fields: Mapping[Kind, IntVar]
    cost: Linear
    steps: Linear
    levels: Sequence[Criterion]


@dataclass(frozen=True)
class Scoring:
    """What a plan comes to against known rivals, in a model.

    Attributes
    ----------
    points, margin
        The two measures.
    lay
        By kind and place: whether the player has a piece there.
    left
        Cubes on both fields after the scoring.
    identity
        What tells two outcomes apart.
    """

    points: Linear
    margin: Linear
    lay: Mapping[tuple[Kind, str], Linear]
    left: Linear
    identity: list[Linear]


class RoundBuilder:
    """Assembles the model of one task; each method adds one rule's part."""

    def __init__(self, facts: Facts, rulings: Rulings, model: CpModel) -> None:
        self.facts, self.rulings, self.model = facts, rulings, model
        self.region, self.me = facts.region, facts.me
        self.fixed = facts.question.fixed
        self.most_points = (2 + 3 + 5) * len(facts.region.provinces)
        self.held_back = rulings.readings["cubes-held-back"] == "allowed"
        self.decisions: dict[Hashable, Linear] = {}

    def formulation(self) -> Formulation:
        """The model of ``best-response``."""
        plan = self.decide()
        found = self.outcome(plan)
        maximise = self.facts.question.maximise
        objective, second = (found.points, found.margin) if maximise == "points" else (found.margin, found.points)
        tie_breaks = [
            Criterion(second, -self.most_points, self.most_points, maximise=True),
            Criterion(sum(found.lay.values()), 0, sum(SUPPLY.values())),
            Criterion(found.left, 0, CUBES, maximise=True),
            *self.tie_breaks(plan, found),
        ]
        return Formulation(self.model, objective, self.decisions, tie_breaks, found.identity, parameters=PARAMETERS)

    def decide(self) -> Decided:
        """Add what the player decides before pieces are laid: cubes, moves, payments."""
        put = self._allocation()
        armies, cost, steps, levels = self._movement(put)
        return Decided(put, armies, self._payment(put, cost), cost, steps, levels)

    def outcome(self, plan: Decided) -> Scoring:
        """Add the pieces and the scoring of a plan against the rivals of these facts."""
        ahead, level = self._majorities(plan.armies)
        diagrams = {kind: self._pieces(kind, plan.fields[kind], plan.armies) for kind in KINDS}
        points = 2 * sum(ahead.values()) + sum(diagrams[kind].gains[ME] for kind in KINDS)
        rivals = {name: self._rival_points(name, level, diagrams) for name in self.facts.rivals}
        identity: list[Linear] = [*ahead.values(), *level.values()]
        identity += [fate for d in diagrams.values() for fate in d.fate.values()]
        left = sum(plan.fields.values()) - sum(d.paid for d in diagrams.values())
        lay = {(kind, place): lays for kind, d in diagrams.items() for place, lays in d.lay.items()}
        return Scoring(points, points - self._best(rivals), lay, left, identity)

    def tie_breaks(self, plan: Decided, found: Scoring) -> list[Criterion]:
        """The last levels of the tie-break: thrift, then numbers that leave nothing open."""
        return [
            Criterion(plan.cost, 0, CUBES),
            Criterion(plan.put["order"], 0, CUBES),
            Criterion(plan.steps, 0, MAX_STEPS * CUBES),
            *(Criterion(plan.armies[place], 0, CUBES, maximise=True) for place in self.region.in_order),
            Criterion(plan.put["temple"], 0, CUBES, maximise=True),
            Criterion(self.decisions["paid", "temple"], 0, CUBES, maximise=True),
            *(Criterion(lays, 0, 1, maximise=True) for lays in found.lay.values()),
            *plan.levels,
        ]

    def _allocation(self) -> dict[str, Linear]:
        """The cubes in the hand onto the fields (4.1-1); after the first round only two of them (4.1.2-2)."""
        hand = self.facts.hand
        put: dict[str, Linear] = {}
        for key in FIELDS:
            fixed = getattr(self.fixed.allocation, key)
            top = 0 if self.facts.round > 1 and key in ("order", "armies") else hand
            put[key] = self.model.new_int_var(0, top, f"put:{key}")
            self.decisions["put", key] = put[key]
            if fixed is not None:
                self.model.add(put[key] == fixed)
        total = sum(put.values())
        self.model.add(total <= hand if self.held_back else total == hand)
        return put

    def _thrifty(self) -> bool:
        """Whether a cube that is not paid for area costs can always be put where it does nothing."""
        fixed = self.fixed.allocation
        idle = self.held_back or (self.facts.round == 1 and fixed.order is None)
        settled = self.me.temple or self.me.city or fixed.temple is not None or fixed.city is not None
        return self.facts.hand > 0 and idle and not settled

    def _movement(self, put: Mapping[str, Linear]) -> tuple[Mapping[str, Linear], Linear, Linear, list[Criterion]]:
        """Armies after the movement, area cost, steps, and the tie-breaks over routes (5.3)."""
        armies = dict(self.me.armies)
        most = self.facts.hand if self.facts.round == 1 else 0
        if self.fixed.allocation.armies is not None:
            most = self.fixed.allocation.armies
        waiting = armies.pop(SYMBOL, 0)
        starts: dict[str, tuple[Linear, int]] = {place: (n, n) for place, n in armies.items() if n}
        if waiting + most:
            starts[SYMBOL] = (waiting + put["armies"], waiting + most)
        places = [*self.region.provinces, SYMBOL]
        if self.fixed.moves is not None:
            after: dict[str, Linear] = {place: starts[place][0] if place in starts else 0 for place in places}
            for move in self.fixed.moves:
                after[move.path[0]] = after[move.path[0]] - move.armies
                after[move.path[-1]] = after[move.path[-1]] + move.armies
            self.model.add(after[SYMBOL] >= 0)
            return after, sum(self._charge(move) for move in self.fixed.moves), 0, []
        cap = self.me.temple + self.me.city + self.facts.hand
        routes = add_routes(self.model, self.region.costs, places, starts, thrifty=self._thrifty(), cap=cap)
        self._note_routes(routes)
        levels = [
            *(Criterion(n, 0, CUBES, maximise=True) for n in routes.crossings.values()),
            *(Criterion(n, 0, CUBES, maximise=True) for n in routes.count.values()),
        ]
        return routes.armies, routes.cost, routes.steps, levels

    def _charge(self, move: FixedMove) -> int:
        return sum(self.region.costs[crossing] for crossing in zip(move.path, move.path[1:], strict=False))

    def _note_routes(self, routes: Routes) -> None:
        for route, count in routes.count.items():
            self.decisions["route", route] = count
        for crossing, groups in routes.crossings.items():
            self.decisions["crossings", crossing] = groups

    def _payment(self, put: Mapping[str, Linear], cost: Linear) -> dict[Kind, IntVar]:
        """What each field holds when the scoring begins (5.3-6, 5.3-7)."""
        least = dict.fromkeys(KINDS, 0)
        open_cost = cost
        if self.fixed.moves is not None:
            settled = [move for move in self.fixed.moves if move.pays is not None]
            least = {kind: sum(getattr(move.pays, kind) for move in settled) for kind in KINDS}
            open_cost = cost - sum(self._charge(move) for move in settled)
        paid = {kind: self.model.new_int_var(0, CUBES, f"paid:{kind}") for kind in KINDS}
        self.model.add(sum(paid.values()) == open_cost + sum(least.values()))
        fields: dict[Kind, IntVar] = {}
        for kind in KINDS:
            self.model.add(paid[kind] >= least[kind])
            self.decisions["paid", kind] = paid[kind]
            most = self.me.field(kind) + self.facts.hand
            fields[kind] = self.model.new_int_var(0, most, f"field:{kind}")
            self.model.add(fields[kind] == self.me.field(kind) + put[kind] - paid[kind])
        if self.facts.hand and self.fixed.moves is None and not self.me.city:
            free = self.fixed.allocation.temple is None and self.fixed.allocation.city is None
            if free:
                self.model.add(paid["city"] == 0)
        return fields

    def _majorities(self, armies: Mapping[str, Linear]) -> tuple[dict[str, Linear], dict[str, Linear]]:
        """``ahead``: more armies than any rival; ``level``: at least as many as the strongest."""
        ahead: dict[str, Linear] = {}
        level: dict[str, Linear] = {}
        for place in self.region.in_order:
            most = max(state.armies.get(place, 0) for state in self.facts.rivals.values())
            for name, literals, least in (("ahead", ahead, most + 1), ("level", level, most)):
                if least == 0:
                    continue
                literal = self.model.new_bool_var(f"{name}:{place}")
                self.model.add(armies[place] >= least).only_enforce_if(literal)
                self.model.add(armies[place] <= least - 1).only_enforce_if(~literal)
                self.model.add(armies[place] >= least * literal)
                literals[place] = literal
        return ahead, level

    def _pieces(self, kind: Kind, own: IntVar, armies: Mapping[str, Linear]) -> Depletion:
        """Where pieces are laid and what becomes of them (5.4, 5.5)."""
        standing = {
            place for state in (self.me, *self.facts.rivals.values()) for place in state.built.cities if kind == "city"
        }
        wanted: tuple[str, ...] | None = getattr(self.fixed.pieces, PLURAL[kind])
        mine = self.me.placed.of(kind)
        sites = []
        for place in self.region.in_order:
            if kind not in self.region.provinces[place].sites or place in standing:
                continue
            rivals = tuple(name for name, state in self.facts.rivals.items() if place in state.placed.of(kind))
            may = wanted is None or place in wanted or place in mine
            must = place in mine or (wanted is not None and place in wanted)
            if rivals or may:
                sites.append(Site(place, rivals, may, must))
        tariff = tariff_of(kind, self.rulings)
        domain = range(self.me.field(kind) + self.facts.hand + 1)
        fields = {name: state.field(kind) for name, state in self.facts.rivals.items()}
        diagram = add_depletion(self.model, sites, own, domain, fields, tariff)
        for place, lay in diagram.lay.items():
            self.decisions["lay", kind, place] = lay
            if place not in mine:
                self.model.add(armies[place] >= lay)
        vain = [place for place in wanted or () if place not in diagram.lay and place not in mine]
        for place in vain:
            self._lay_in_vain(kind, place, armies)
        if wanted is not None and (len(set(wanted)) < len(wanted) or set(wanted) & set(mine)):
            self.model.add_bool_or([])  # two pieces of a kind in a province (5.4-2)
        lying = len(vain) + sum(place not in diagram.lay for place in mine)
        supply = SUPPLY[kind] - self.me.built.count(kind) - self.me.aside.of(kind)
        self.model.add(sum(diagram.lay.values()) <= supply - lying)
        return diagram

    def _lay_in_vain(self, kind: Kind, place: str, armies: Mapping[str, Linear]) -> None:
        """A piece that the question wants where nothing can be built: beside a standing city, if it may lie there."""
        may = kind == "city" and kind in self.region.provinces[place].sites
        if may and self.rulings.readings["second-city-piece"] == "fails-at-scoring":
            self.decisions["lay", kind, place] = 1
            self.model.add(armies[place] >= 1)
        else:
            self.model.add_bool_or([])  # no plan lays it (3.1-3, 5.5.3-4)

    def _rival_points(self, name: str, level: Mapping[str, Linear], diagrams: Mapping[Kind, Depletion]) -> Linear:
        """A rival's points: majorities that we leave to them (5.5.1-1), and their gains in the diagrams."""
        points = sum(diagrams[kind].gains[name] for kind in KINDS)
        for place in self.region.in_order:
            armies = {rival: state.armies.get(place, 0) for rival, state in self.facts.rivals.items()}
            most = max(armies.values())
            if most and armies[name] == most and sum(n == most for n in armies.values()) == 1:
                points = points + 2 - 2 * level[place]
        return points

    def _best(self, points: Mapping[str, Linear]) -> IntVar:
        best = self.model.new_int_var(0, self.most_points, "best-rival")
        self.model.add_max_equality(best, list(points.values()))
        return best
