r"""``redesign``: the most points within so many redesign actions, or the fewest actions to a target.

An action places a tile of the reserve or the own market, takes one out of the Alhambra, or exchanges
two (B4-1 to B4-3); each has to be legal where it is done.  So all Alhambras are looked at to which at
most :math:`k` legal actions lead (:mod:`solver.alhambra.exploring`).  Cells that look different
afterwards are no measure of actions: to swap two tiles that stand takes three, since one of them has
to lie aside, and where the way is barred a tile may have to make room for a while.  Going through
actions gets all of this right: a detour that fits into :math:`k` actions is among them.

*What lies aside* is part of a state only as far as it can be lost.  A reserve holds everything (B2-7).
A personal market has four slots (P-9): a tile that comes out while all are taken goes out of the game,
or one of the market makes room for it (P-10); all choices are looked at.  An exchange with a tile of
the market leaves its slot free, unless ruling ``vacated-slot`` reads otherwise.  On which of the free
slots a tile is laid makes no difference; it takes the first from blue to yellow.  Tiles bought this
turn are not at hand yet (B4-4).  That others could buy from the market between two turns is left out.

*Bound.*  :mod:`solver.alhambra.worths`, with what :math:`k - d` actions can add.  Proof: exhaustive.
:meth:`Redesign.formulate` is the layout kernel's model with at most :math:`k` cells changed, and two
tiles that stand swapped only where there is an action more: its value is never less.

*Tie-break* of ``best``: fewest actions; then the cells in reading order with their kinds of tiles.  Of
``fewest``: most points; then the same.  Of all orders of as few actions that lead there, the first:
placing before exchanging before taking out, kinds by number, cells in reading order.

*Same answer*: the same kinds of tiles in the same cells in the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from models.alhambra.plan import Action
from models.alhambra.position import CURRENCIES, Currency
from models.alhambra.tiles import Cell
from models.alhambra.turn import act
from models.alhambra.words import action_words
from models.documents import Document
from models.errors import Breach, Problem
from solver.alhambra.boards import Boards, State, bits
from solver.alhambra.documents import RedesignAnswer, RedesignQuestion
from solver.alhambra.estate import Estate, player_problems, worth_words
from solver.alhambra.exploring import Found, Search, best_outcome, outcome_of
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import LayoutModel
from solver.alhambra.worths import Worth
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task

ACTIONS = ("place", "exchange", "remove")


class Redesign(Question):
    """``redesign``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = RedesignAnswer

    def maximises(self, question: RedesignQuestion) -> bool:
        """More points are better, and fewer actions."""
        return question.ask == "best"

    def value_words(self, task: Task, value: int) -> str:
        """Points, or a number of actions."""
        question: RedesignQuestion = task.question
        if question.ask == "best":
            return worth_words(value, question.player)
        return f"{value} redesign action{'' if value == 1 else 's'} to {question.target} points"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Action by action."""
        assert isinstance(plan, RedesignAnswer)
        supply = task.board
        for number, action in enumerate(plan.actions, start=1):
            known = {
                key: supply.tile(tile).id
                for key in ("place", "remove", "exchange", "partner", "discard")
                if (tile := getattr(action, key)) is not None and supply.problem(tile) is None
            }
            yield f"action {number}", action_words(action.model_copy(update=known)).removeprefix("redesigns: ")
        if not plan.actions:
            yield "redesign", "nothing"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players, a target that is missing or means nothing."""
        question: RedesignQuestion = task.question
        yield from player_problems(task)
        if question.ask == "fewest" and question.target is None:
            yield Problem(("question", "target"), "nothing says what to reach", "points, as in “target: 30”")
        if question.ask == "best" and question.target is not None:
            yield Problem(("question", "target"), "“target” means nothing to “ask: best”", "“ask: fewest”")

    def formulate(self, task: Task) -> Formulation:
        """The layout kernel's model of what could stand in the end, which knows of no order of actions."""
        return relaxed(task)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best redesign, or a shortest one."""
        return _Table.of(task).outcome(engine, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count``."""
        return _Table.of(task).outcome(engine, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All that are best."""
        return _Table.of(task).outcome(engine, None)

    def decode(self, task: Task, solution: Solution) -> RedesignAnswer:
        """The first order of as few actions that leads to the Alhambra of a solution."""
        values: dict[Any, int] = dict(solution.values)
        steps = values.pop("actions")
        return RedesignAnswer(actions=_Table.of(task).actions(values, steps))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Actions that are no redesigning, more of them than allowed, a target that is missed."""
        assert isinstance(plan, RedesignAnswer)
        question: RedesignQuestion = task.question
        found = []
        for at, action in enumerate(plan.actions):
            found += [Breach("question", ("actions", at, *p.path), p.message) for p in action.problems()]
            if action.take is not None or action.buy is not None:
                found.append(Breach("question", ("actions", at), "only redesign actions are asked for"))
        if len(plan.actions) > question.actions:
            what = f"{len(plan.actions)} actions, {question.actions} are allowed"
            found.append(Breach("question", ("actions",), what))
        if question.ask == "fewest" and question.target is not None:
            points = _Played.of(task, plan).points
            if points < question.target:
                what = f"worth {points} afterwards, {question.target} are asked for"
                found.append(Breach("question", ("actions",), what))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play action by action, then count."""
        assert isinstance(plan, RedesignAnswer)
        return _Played.of(task, plan).replay


@dataclass(frozen=True)
class _Played:
    """Actions played by the rules: what the Alhambra is worth after them, and the replay."""

    points: int
    replay: Replay

    @classmethod
    def of(cls, task: Task, plan: RedesignAnswer) -> _Played:
        estate, rulings = Estate.of(task), task.rulings.fresh()
        position, breaches, done = estate.position, [], 0
        for at, action in enumerate(plan.actions):
            if action.take is not None or action.buy is not None or list(action.problems()):
                continue
            acted = act(position, estate.player, action, task.board, rulings)
            breaches += [Breach(b.rule, ("actions", at), b.message) for b in acted.breaches]
            if not acted.breaches:
                position, done = acted.position, done + 1
        ledger = estate.ledger(position.players[estate.player].layout, rulings)
        points = ledger.total(estate.player)
        value = points if task.question.ask == "best" else done
        return cls(points, Replay(value, ledger, rulings.consulted(), tuple(breaches)))


# -- the search ------------------------------------------------------------------------------------


class Node(NamedTuple):
    """What actions lead to: an Alhambra, and how many tiles of each kind lie aside."""

    state: State
    aside: tuple[int, ...]


class Move(NamedTuple):
    """An action by kinds: which number of :data:`ACTIONS`, the kind that comes in, the cell, the kind that is lost.

    A kind is -1 where none comes in, or none is lost.
    """

    action: int
    number: int
    bit: int
    lost: int = -1


@dataclass(frozen=True)
class _Table:
    """The boards of a task, and what can be done on them."""

    estate: Estate
    boards: Boards
    worth: Worth
    start: Node

    @classmethod
    def of(cls, task: Task) -> _Table:
        estate = Estate.of(task)
        boards, worth, counts = estate.boards(estate.stock, task.question.actions, moving=True)
        stands = boards.start.lies
        aside = tuple(count - cells.bit_count() for count, cells in zip(counts, stands, strict=True))
        return cls(estate, boards, worth, Node(boards.start, aside))

    @cached_property
    def _markets(self) -> bool:
        return "markets" in self.estate.position.modules

    @cached_property
    def _search(self) -> Search[Node]:
        def following(node: Node) -> Iterator[Node]:
            return (other for _, other in self.moves(node))

        steps: int = self.estate.task.question.actions
        return Search(self.start, steps, following, self.worth, self.worth.bound)

    def moves(self, node: Node) -> Iterator[tuple[Move, Node]]:
        """All legal actions in their order, each with what it leads to."""
        boards, (state, aside) = self.boards, node
        around = boards.around(state)
        for number, count in enumerate(aside):
            if count:
                for bit in bits(boards.places(state, number, around)):
                    yield Move(0, number, bit), Node(boards.with_tile(state, bit, number), _changed(aside, number, -1))
        full = self._markets and sum(aside) == len(CURRENCIES)
        kept = full and self.estate.readings["vacated-slot"] == "not"
        kinds = {bit: number for number, cells in enumerate(state.lies) for bit in bits(cells)}
        for number, count in enumerate(aside):
            if count:
                left = _changed(aside, number, -1)
                for bit in bits(boards.exchanges(state, number)):
                    other = boards.with_tile(boards.without(state, bit, kinds[bit]), bit, number)
                    for lost, beside in self._put(left, kinds[bit], full=kept):
                        yield Move(1, number, bit, lost), Node(other, beside)
        for bit in bits(boards.removals(state)):
            other = boards.without(state, bit, kinds[bit])
            for lost, beside in self._put(aside, kinds[bit], full=full):
                yield Move(2, kinds[bit], bit, lost), Node(other, beside)

    def _put(self, aside: tuple[int, ...], number: int, *, full: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Lay a tile aside; where there is no room one tile is lost, that one first (P-10)."""
        more = _changed(aside, number, 1)
        if not full:
            yield -1, more
            return
        yield number, aside
        for lost, count in enumerate(aside):
            if count and lost != number:
                yield lost, _changed(more, lost, -1)

    def outcome(self, engine: Engine, count: int | None) -> Outcome:
        """The answers: so many of the best, or all that are best (None)."""
        question: RedesignQuestion = self.estate.task.question
        if question.ask == "best":
            found = self._search.best(engine, count or 1, ties=count is None)
            return best_outcome(engine, found, count, self.boards.code, lambda s: self._solution(found, s))
        assert question.target is not None
        found = self._search.reaching(engine, question.target, count or 1)
        return self._shortest(engine, found, count)

    def _shortest(self, engine: Engine, found: Found, count: int | None) -> Outcome:
        depth, values = found.depth, found.values
        states = sorted(depth, key=lambda state: (depth[state], -values[state], self.boards.code(state)))
        if count is None:
            states = [state for state in states if depth[state] == depth[states[0]]]
        most = engine.limits.answers if count is None else count
        if states:
            whole = len(states) <= most if count is None else found.finished and len(states) < count
            status = Status.OPTIMAL
        else:
            whole, status = found.finished, Status.INFEASIBLE if found.finished else Status.UNKNOWN
        return outcome_of(engine, found, states[:most], status, whole, lambda s: self._solution(found, s))

    def _solution(self, found: Found, state: State) -> Solution:
        best = self.estate.task.question.ask == "best"
        depth = found.depth.get(state, self._search.steps)
        laid: dict[Hashable, int] = dict(self.boards.kinds_by_cell(state))
        objective = found.values[state] if best else depth
        return Solution({**laid, "actions": depth}, objective, found.finished or not best, (), state.lies)

    # -- from an Alhambra to the actions that lead there --------------------------------------------

    def actions(self, kinds: dict[Cell, int], steps: int) -> tuple[Action, ...]:
        """The actions to an Alhambra given by its kinds: the first order of as few as can be, ``steps`` at most."""
        lies = [0] * len(self.boards.kinds)
        for cell, number in kinds.items():
            lies[number] |= 1 << self.boards.at(cell)
        for limit in range(steps + 1):
            order = self._order(self.start, tuple(lies), limit, set())
            if order is not None:
                return self._named(order)
        raise AssertionError("no order of actions leads to what a search by actions found")

    def _order(
        self, node: Node, goal: tuple[int, ...], left: int, dead: set[tuple[Node, int]]
    ) -> list[tuple[Move, Node]] | None:
        if node.state.lies == goal:
            return []
        changed = 0
        for cells, wanted in zip(node.state.lies, goal, strict=True):
            changed |= cells ^ wanted
        if changed.bit_count() > left or (node, left) in dead:  # an action changes one cell
            return None
        for move, other in self.moves(node):
            rest = self._order(other, goal, left - 1, dead)
            if rest is not None:
                return [(move, other), *rest]
        dead.add((node, left))
        return None

    def _named(self, order: list[tuple[Move, Node]]) -> tuple[Action, ...]:
        """The actions with tiles and slots: of a kind the tile that comes first aside."""
        estate, boards = self.estate, self.boards
        position, found = estate.position, []
        for move, _ in order:
            state = position.players[estate.player]
            cell = boards.cell(move.bit)
            lies = {placed.at: placed.tile for placed in state.layout}
            market = state.market
            aside = [*state.reserve, *(market[slot] for slot in CURRENCIES if slot in market)]
            new = next((tile for tile in aside if self._kind(tile) == move.number), "")
            if move.action == 0:
                action = Action(place=new, at=cell)
            else:
                old = lies[cell]
                taken: dict[Currency, str] = dict(market)
                if move.action == 1 and len(market) == len(CURRENCIES) and move.lost < 0:
                    taken = {slot: tile for slot, tile in market.items() if tile != new}  # only its slot is free
                to, discard = self._where(taken, old, new if move.action == 1 else "", move.lost)
                keys: dict[str, Any] = {"to": to, "discard": discard}
                if move.action == 1:
                    action = Action.model_validate({"exchange": old, "with": new, **keys})
                else:
                    action = Action.model_validate({"remove": old, **keys})
            acted = act(position, estate.player, action, estate.supply, estate.task.rulings.fresh())
            position = acted.position
            found.append(action)
        return tuple(found)

    def _where(self, market: dict[Currency, str], old: str, new: str, lost: int) -> tuple[str | None, str | None]:
        """Where a tile goes that comes out, and which one makes room for it."""
        if not self._markets:
            return None, None
        if lost < 0:
            return next(slot for slot in CURRENCIES if slot not in market), None
        if lost == self._kind(old):
            return "discard", None
        slot = next(
            slot for slot in CURRENCIES if slot in market and market[slot] != new and self._kind(market[slot]) == lost
        )
        return slot, market[slot]

    def _kind(self, tile: str) -> int:
        return self.boards.kind(self.estate.supply.tile(tile))


def _changed(counts: tuple[int, ...], number: int, by: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])


def relaxed(task: Task) -> Formulation:
    """The layout kernel's model of what could stand after so many actions; see the module."""
    estate = Estate.of(task)
    question: RedesignQuestion = task.question
    new = estate.laying(estate.stock)
    laying: Laying = replace(new, fixed={}, standing=estate.standing, changes=question.actions)
    layout = LayoutModel(laying)
    grid = layout.grid
    homes = {kind.home: kind for kind in grid.kinds if kind.home is not None}
    for one, first in homes.items():
        for two, second in homes.items():
            if one < two and (two, first) in grid.lies and (one, second) in grid.lies:
                swapped = grid.lies[two, first] + grid.lies[one, second]
                grid.model.add(grid.changed + swapped <= question.actions + 1)
    formulation = layout.formulation()
    if question.ask == "best":
        return formulation
    grid.model.add(layout.value >= question.target)
    return replace(formulation, objective=grid.changed, maximise=False)
