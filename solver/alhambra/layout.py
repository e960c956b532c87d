r"""``layout``: the best layout of some tiles, free around the fountain or around an Alhambra that stands.

The model is the layout kernel, :mod:`solver.alhambra.layout_model`, searched by
:mod:`solver.alhambra.search`: the value of the missions, of the longest wall and of the majorities
against what the others have built, made as large as possible.

*Around what stands.*  A handful of tiles around an Alhambra that stands is no case for that model: the
grid is large and the bound weak.  All layouts of at most :data:`FEW` such tiles are looked at instead, by
:mod:`solver.alhambra.around`, and what is left of the question is which of the best to name.

*An order of steps.*  A legal layout need not come about by legal steps.  Where an order is asked for,
layouts are looked at by value, from the best that any layout has on::

    v    the best value of any layout, proved                 bound: v
    at v is there a layout of this value, none of those that are excluded?
         yes, and it has an order      answer
         yes, and it has none          exclude it, and ask again
         no                            go on with v - 1       bound: v - 1

So the bound is the value that is being looked at, and the answer is proved best when it is found.
What is excluded is a pattern of walls in cells, with nothing around it, for an order depends on nothing
else.  Where the search for an order gives up (:class:`~models.alhambra.build.UndecidedError`), the
layout is excluded too, but its value stays as the bound, and the gap is shown.

Steps are taken with the tiles of the layout alone.  A tile that is taken out lies aside until it is
laid again, wherever that is: what a personal market has room for is not looked at.

*Tie-break*: fewest tiles; then the kinds of tiles by cell, as :mod:`solver.alhambra.layout_model` says,
around what stands as :mod:`solver.alhambra.place` does.

*Same answer*: the same kinds of tiles in the same cells; two tiles are of a kind if they have the same
walls and, where types count, the same type.  ``--top`` and ``--all`` count those, and the answer names
the first tiles of a kind.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from models.alhambra.build import Step, UndecidedError
from models.alhambra.layout import ORIGIN, Layout, cell_words, layout_breaches, layout_problems, reading_order
from models.alhambra.plan import Action
from models.alhambra.redesign import exchange_breaches, place_breaches, remove_breaches
from models.alhambra.tiles import Cell, Supply, Tile
from models.alhambra.words import action_words, tile_name
from models.documents import Document
from models.errors import Breach, Problem
from models.words import and_words
from solver.alhambra import grid
from solver.alhambra.around import NOTHING, around_search
from solver.alhambra.boards import State
from solver.alhambra.building import fits, in_grid, laid
from solver.alhambra.documents import LayoutAnswer, LayoutQuestion
from solver.alhambra.estate import Estate, player_problems, tile_problems, worth_words
from solver.alhambra.exploring import Found, best_outcome, outcome_of
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import LayoutModel
from solver.alhambra.orders import order_of
from solver.alhambra.search import LayoutSearch
from solver.alhambra.start import first_layout
from solver.answer import Outcome, Replay, Solution, Status
from solver.engine import Engine, exclude
from solver.formulation import Formulation
from solver.question import Question, Task

FEW = 6
"""So many tiles around an Alhambra that stands are laid in all ways."""


class BestLayout(Question):
    """``layout``: see the module."""

    answer = LayoutAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The points of what is counted."""
        question: LayoutQuestion = task.question
        return worth_words(value, question.player)

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The steps, or the new tiles in reading order; then what is left over."""
        assert isinstance(plan, LayoutAnswer)
        supply, estate = task.board, Estate.of(task)
        for number, step in enumerate(plan.steps, start=1):
            yield f"step {number}", _step_words(step, supply)
        placed = [(each.at, _full(supply, each.tile)) for each in plan.layout]
        if not plan.steps:
            for at, tile in placed:
                if estate.standing.get(at) is None or estate.standing[at].id != tile:
                    yield "lays", f"{tile_name(tile)} at {cell_words(at)}"
        names = {tile for _, tile in placed}
        aside = [tile_name(tile) for tile in _tiles(estate) if tile not in names]
        if aside:
            yield "aside", and_words(aside)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players and tiles, tiles that are built already, nothing to lay."""
        question: LayoutQuestion = task.question
        wrong = list(player_problems(task))
        yield from wrong
        yield from tile_problems(task)
        if any(problem.path == ("question", "player") for problem in wrong):
            return
        state = task.position.players[question.player]
        if not ((*state.reserve, *state.market, *state.bought) if question.tiles is None else question.tiles):
            what = f"{question.player} has no tile to lay"
            yield Problem(("question", "tiles"), what, "tiles here, or in the position beside the Alhambra")

    def formulate(self, task: Task) -> Formulation:
        """The layout kernel's model, whatever order of steps leads to a layout."""
        return LayoutModel(_laying(Estate.of(task))).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best layout."""
        return _Around(task, engine).outcome(1) if _few(task) else _Procedure(task, engine).best()

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` layouts."""
        return _Around(task, engine).outcome(count) if _few(task) else _Procedure(task, engine).several(count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best layouts."""
        return _Around(task, engine).outcome(None) if _few(task) else _Procedure(task, engine).several(None)

    def decode(self, task: Task, solution: Solution) -> LayoutAnswer:
        """The layout with what stands, and the steps if they were asked for."""
        estate = Estate.of(task)
        layout = _layout(estate, solution.values)
        steps: tuple[Action, ...] = ()
        if task.question.order != "any":
            found = _order(estate, layout)
            assert found is not None
            steps = tuple(map(_action, found))
        return LayoutAnswer(layout=layout.placed, steps=steps)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """What stands and has gone, tiles that are not there to be laid or have to be; steps that are not asked for."""
        assert isinstance(plan, LayoutAnswer)
        question: LayoutQuestion = task.question
        estate = Estate.of(task)
        supply, tiles = estate.supply, _tiles(estate)
        there = {each.at: _full(supply, each.tile) for each in plan.layout}
        found = []
        for cell, tile in estate.standing.items():
            if there.get(cell) != tile.id:
                found.append(Breach("question", ("layout",), f"{tile.id} stands at {cell_words(cell)} and stays there"))
        stands = {tile.id for tile in estate.standing.values()}
        for at, each in enumerate(plan.layout):
            name = _full(supply, each.tile)
            if name not in tiles and name not in stands and supply.problem(name) is None:
                found.append(Breach("question", ("layout", at, "tile"), f"{name} is not among the tiles to lay"))
        if question.use == "all":
            missing = [tile for tile in tiles if tile not in there.values()]
            found += [Breach("question", ("layout",), f"{tile} has to be laid as well") for tile in missing]
        found += [
            Breach("question", ("steps", at, *problem.path), problem.message)
            for at, step in enumerate(plan.steps)
            for problem in step.problems()
        ]
        if question.order == "any" and plan.steps:
            found.append(Breach("question", ("steps",), "no steps are asked for"))
        for at, step in enumerate(plan.steps):
            if step.take is not None or step.buy is not None:
                found.append(Breach("question", ("steps", at), "only tiles are placed, taken out and exchanged"))
            elif question.order == "placing" and step.place is None and step.named():
                found.append(Breach("question", ("steps", at), "the question asks for placing alone"))
            elif step.discard is not None or step.to not in (None, "reserve"):
                found.append(Breach("question", ("steps", at), "a tile that is taken out lies aside"))
        if question.order != "any":
            after, _ = played_steps(estate, plan)
            if {cell: tile.id for cell, tile in after.cells.items() if cell != ORIGIN} != there:
                found.append(Breach("question", ("steps",), "the steps do not lead to the layout"))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Judge the layout and play the steps, then count; a layout that breaks a rule counts as not laid."""
        assert isinstance(plan, LayoutAnswer)
        estate, rulings = Estate.of(task), task.rulings.fresh()
        supply = estate.supply
        breaches = [
            Breach("B3-7" if p.path[-1] == "at" else "B1-2", ("layout", *p.path), p.message)
            for p in layout_problems(plan.layout, supply)
        ]
        if not breaches:
            breaches = [Breach(b.rule, ("layout",), b.message) for b in layout_breaches(Layout.of(plan.layout, supply))]
        placed = estate.state.layout if breaches else Layout.of(plan.layout, supply).placed
        if task.question.order != "any":
            breaches += played_steps(estate, plan)[1]
        ledger = estate.ledger(placed, rulings)
        return Replay(ledger.total(estate.player), ledger, rulings.consulted(), tuple(breaches))


def _full(supply: Supply, tile: str) -> str:
    return tile if supply.problem(tile) is not None else supply.tile(tile).id


def _tiles(estate: Estate) -> tuple[str, ...]:
    """The tiles to lay: those of the question, or all that the player holds outside the Alhambra."""
    question: LayoutQuestion = estate.task.question
    return estate.full((*estate.stock, *estate.state.bought) if question.tiles is None else question.tiles)


def _laying(estate: Estate) -> Laying:
    question: LayoutQuestion = estate.task.question
    return replace(estate.laying(_tiles(estate)), changes=None, use_all=question.use == "all")


def _layout(estate: Estate, values: Mapping[Hashable, int]) -> Layout:
    """The layout of a solution: of a kind the first tiles by id, in reading order."""
    kinds = laid(values)
    left: list[Tile] = sorted(map(estate.supply.tile, _tiles(estate)), key=lambda tile: tile.id)
    cells = dict(estate.layout.cells)
    for cell in sorted(kinds, key=reading_order):
        cells[cell] = next(tile for tile in left if fits(tile, kinds[cell]))
        left.remove(cells[cell])
    return Layout(cells)


def _order(estate: Estate, layout: Layout) -> tuple[Step, ...] | None:
    question: LayoutQuestion = estate.task.question
    return order_of(estate.layout, layout, estate.supply, redesign=question.order == "redesigning")


def _action(step: Step) -> Action:
    if step.kind == "place":
        return Action(place=step.tile, at=step.at)
    if step.kind == "remove":
        return Action(remove=step.tile)
    return Action.model_validate({"exchange": step.old, "with": step.tile})


def _step_words(step: Action, supply: Supply) -> str:
    known = {
        key: _full(supply, tile)
        for key in ("place", "remove", "exchange", "partner")
        if (tile := getattr(step, key)) is not None
    }
    words = action_words(step.model_copy(update=known)).removeprefix("redesigns: ")
    return words.replace("to the reserve", "aside").replace("goes aside", "lies aside")


def played_steps(estate: Estate, plan: LayoutAnswer) -> tuple[Layout, list[Breach]]:
    """Take the steps one after the other on the layout alone; what breaks a rule is left out."""
    supply, layout = estate.supply, estate.layout
    breaches = []
    usable = {*_tiles(estate), *(tile.id for tile in estate.standing.values())}
    for at, step in enumerate(plan.steps):
        path = ("steps", at)
        names = [tile for tile in (step.place, step.remove, step.exchange, step.partner) if tile is not None]
        unknown = [problem.message for tile in names if (problem := supply.problem(tile)) is not None]
        if unknown or any(True for _ in step.problems()):
            breaches += [Breach("B1-2", path, message) for message in unknown]
            continue
        old = step.remove or step.exchange
        new = step.place or step.partner
        if new is not None and (supply.tile(new).id not in usable or supply.tile(new).id in layout.where):
            rule = "B4-1" if step.place is not None else "B4-3"
            breaches.append(Breach(rule, path, f"{supply.tile(new).id} does not lie aside"))
            continue
        cell = step.at if old is None else layout.where.get(supply.tile(old).id)
        if cell is None:
            rule = "B4-2" if step.remove is not None else "B4-3"
            breaches.append(Breach(rule, path, f"{_full(supply, old or '')} is not in the Alhambra"))
            continue
        if old is None:
            wrong = place_breaches(layout, cell, supply.tile(new or ""), path)
        elif new is None:
            wrong = remove_breaches(layout, cell, path)
        else:
            wrong = exchange_breaches(layout, cell, supply.tile(new), path)
        breaches += [Breach(b.rule, path, b.message) for b in wrong]
        if not wrong:
            layout = layout.without(cell) if new is None else layout.with_tile(cell, supply.tile(new))
    return layout, breaches


def _apart(statistics: Mapping[str, Any]) -> dict[str, Any]:
    """What the search of the value counted that the engine does not."""
    keys = ("value_seconds", "sift_seconds", "shapes", "shapes_bounded", "fountains_looked_at", "shapes_left")
    return {key: statistics[key] for key in keys if key in statistics}


# -- a few tiles around what stands ------------------------------------------------------------------


def _few(task: Task) -> bool:
    estate = Estate.of(task)
    return bool(estate.standing) and len(_tiles(estate)) <= FEW


class _Around:
    """The search in all ways; where tiles may be taken out in between, orders are looked for afterwards."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.estate = Estate.of(task)
        self.engine = engine
        question: LayoutQuestion = task.question
        self.every = question.use == "all"
        self.redesigning = question.order == "redesigning"
        placing = question.order == "placing"
        self.boards, self.search = around_search(self.estate, _tiles(self.estate), every=self.every, placing=placing)
        self.doubt: int | None = None

    def outcome(self, count: int | None) -> Outcome:
        """So many of the best; all that are best (None)."""
        if not self.redesigning:
            return self._answers(self.search.best(self.engine, count or 1, ties=count is None), count)
        wanted = count or 1
        while True:  # until enough of those that are looked at have an order
            found = self.search.best(self.engine, wanted)
            values = found.values
            whole = len(values) < wanted
            least = 0 if whole else max(min(heapq.nlargest(wanted, values.values())), 0)
            sure = [state for state, value in values.items() if value >= least]
            sure.sort(key=lambda state: (-values[state], found.depth.get(state, 0), self.boards.code(state)))
            fit: dict[State, int] = {}
            for state in sure:
                best = next(iter(fit.values()), None)
                if (best is not None and values[state] < best) if count is None else len(fit) == count:
                    break
                if self._has_order(state, values[state]):
                    fit[state] = values[state]
            enough = len(fit) >= count if count is not None else any(value > least for value in fit.values())
            if whole or enough or not found.finished:
                bound = self._bound(found, fit)
                sure_of_it = found.finished and bound <= max(fit.values(), default=NOTHING)
                return self._answers(replace(found, values=fit, bound=bound, finished=sure_of_it), count)
            wanted *= 32

    def _bound(self, found: Found, fit: Mapping[State, int]) -> int:
        if not found.finished:
            return found.bound
        return max([*fit.values(), *([] if self.doubt is None else [self.doubt])], default=NOTHING)

    def _has_order(self, state: State, value: int) -> bool:
        try:
            return _order(self.estate, _layout(self.estate, self._laid(state))) is not None
        except UndecidedError:
            self.doubt = max(value, self.doubt or 0)
            return False

    def _laid(self, state: State) -> dict[Hashable, int]:
        kinds = {
            cell: self.boards.kinds[number]
            for cell, number in self.boards.kinds_by_cell(state).items()
            if cell not in self.estate.standing
        }
        return {("lies", cell, grid.Kind(kind.mask, kind.type, 0)): 1 for cell, kind in kinds.items()}

    def _answers(self, found: Found, count: int | None) -> Outcome:
        found.values = {state: value for state, value in found.values.items() if value != NOTHING}
        if not found.values:
            status = Status.INFEASIBLE if found.finished else Status.UNKNOWN
            return outcome_of(self.engine, found, [], status, status is Status.INFEASIBLE, self._solution(found))
        return best_outcome(self.engine, found, count, self.boards.code, self._solution(found))

    def _solution(self, found: Found) -> Callable[[State], Solution]:
        return lambda state: Solution(self._laid(state), found.values[state], found.finished, (), state.lies)


# -- the procedure -----------------------------------------------------------------------------------


class _Procedure:
    """The search of one task; see the module."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.estate = Estate.of(task)
        self.engine = engine
        self.search = LayoutSearch(_laying(self.estate))
        self.ordered = task.question.order != "any"
        self.cuts: list[Mapping[Hashable, int]] = []
        self.doubt: int | None = None
        """The best value of a layout of which no search could tell whether it has an order."""
        self.end = time.perf_counter() + engine.limits.seconds

    def best(self) -> Outcome:
        """The best layout that has an order, if one is asked for."""
        if not self.ordered:
            return self.search.best(self.engine)
        first = self.search.best(self.engine, canonical=False)
        if first.status is not Status.OPTIMAL or first.interrupted:
            return self._unfinished(first)
        value = _value(first.solutions[0])
        known = self._has_order(first.solutions[0], value)
        while value >= 0:
            model = self._at(value)
            if known or (found := self._next(model, value)).status is Status.OPTIMAL:
                return self._finished(first, self._next(model, value, canonical=True), value)
            if found.status is not Status.INFEASIBLE:
                return self._unfinished(replace(first, bound=value))
            value -= 1
        return self._none(first)

    def several(self, count: int | None) -> Outcome:
        """So many of the best; all that are best (None)."""
        first = self.search.best(self.engine, canonical=False)
        if first.status is not Status.OPTIMAL or first.interrupted:
            return self._unfinished(first) if self.ordered else first
        value = _value(first.solutions[0])
        found: list[Solution] = []
        whole = False
        while True:
            model = self._at(value)
            for one in found:  # worth more: a model may count a layout for less than it is worth
                decisions = model.decisions()
                exclude(model.grid.model, list(decisions.values()), [one.values[key] for key in decisions])
            if count is None:
                outcome = self.engine.all(model.formulation())
            else:
                outcome = self._some(model, value, count - len(found))
            fit = [one for one in outcome.solutions if not self.ordered or self._has_order(one, value)]
            found += fit
            stopped = outcome.interrupted or self.engine.interrupted or self._left() <= 0
            done = outcome.complete or outcome.status is Status.INFEASIBLE
            if stopped or not done or (count is None and found) or (count is not None and len(found) >= count):
                whole = count is None and done and not stopped
                break
            value -= 1
            if value < 0:
                whole = True
                break
        if not found:
            return self._none(first) if whole else self._unfinished(replace(first, bound=value))
        status, bound = self._proof(_value(found[0]))
        return replace(first, status=status, solutions=tuple(found), bound=bound, complete=whole and self.doubt is None,
                       interrupted=self.engine.interrupted, statistics=self._statistics(first), proof=None)  # fmt: skip

    def _some(self, model: LayoutModel, value: int, count: int) -> Outcome:
        """At most so many layouts of a value, each singled out among those that are left."""
        if not self.ordered:
            with self.engine.within(max(1.0, self._left())):
                return self.engine.top(model.formulation(), count)
        found: list[Solution] = []
        while len(found) < count:
            outcome = self._next(model, value, canonical=True)
            if not outcome.solutions:
                return replace(outcome, solutions=tuple(found), complete=outcome.status is Status.INFEASIBLE)
            found += outcome.solutions
            exclude(model.grid.model, model.formulation().identity, outcome.solutions[0].identity)
            if outcome.interrupted or self._left() <= 0:
                break
        return replace(outcome, solutions=tuple(found), complete=False)

    def _next(self, model: LayoutModel, value: int, *, canonical: bool = False) -> Outcome:
        """A layout of this value that has an order; those that have none are excluded on the way."""
        while True:
            with self.engine.within(max(1.0, self._left())):
                outcome = self.engine.solve(model.formulation(), canonical=canonical)
            if not outcome.solutions or outcome.interrupted or self._has_order(outcome.solutions[0], value):
                return outcome
            self._cut(model, outcome.solutions[0].values)
            if self._left() <= 0:
                return replace(outcome, status=Status.UNKNOWN, solutions=())

    def _at(self, value: int) -> LayoutModel:
        """The layouts of a value, without those that are excluded."""
        with self.engine.within(max(1.0, self._left())):
            model = self.search.tied(self.engine, value)
        for values in self.cuts:
            self._exclude(model, values)
        return model

    def _has_order(self, solution: Solution, value: int) -> bool:
        try:
            return _order(self.estate, _layout(self.estate, solution.values)) is not None
        except UndecidedError:
            self.doubt = value if self.doubt is None else max(self.doubt, value)
            return False

    def _cut(self, model: LayoutModel, values: Mapping[Hashable, int]) -> None:
        self.cuts.append(values)
        self._exclude(model, values)

    def _exclude(self, model: LayoutModel, values: Mapping[Hashable, int]) -> None:
        """Not these walls in these cells with nothing around."""
        cells, kinds = model.grid, in_grid(values)
        same = []
        for cell, kind in kinds.items():
            alike = (other for at, other in cells.lies if at == cell and other.mask == kind.mask and not other.stays)
            same.append(sum(cells.lies[cell, other] for other in alike))
        kept: set[Cell] = set(kinds)
        if model.laying.free:
            fountain = next(cell for cell in cells.fountain if values.get(("fountain", cell)))
            same.append(cells.fountain[fountain])
            kept.add(fountain)
        else:
            kept |= {ORIGIN, *model.laying.fixed}
        others = sum(cells.occupied[cell] for cell in cells.cells if cell not in kept)
        cells.model.add(sum(same) - others <= len(same) - 1)

    # -- results ---------------------------------------------------------------------------------

    def _statistics(self, first: Outcome) -> dict[str, Any]:
        """All searches, those with which the value was proved first among them."""
        seconds = round(time.perf_counter() - self.end + self.engine.limits.seconds, 6)
        return {**self.engine.statistics(), **_apart(first.statistics), "solver_seconds": seconds}

    def _left(self) -> float:
        return self.end - time.perf_counter()

    def _proof(self, value: int) -> tuple[Status, int]:
        if self.doubt is not None and self.doubt > value:
            return Status.FEASIBLE, self.doubt
        return Status.OPTIMAL, value

    def _finished(self, first: Outcome, outcome: Outcome, value: int) -> Outcome:
        """The plan, with the proof of ``first`` unless better layouts had to be excluded."""
        status, bound = self._proof(value)
        if not outcome.solutions:
            return replace(outcome, status=Status.UNKNOWN, bound=None)
        proof = first.proof if value == _value(first.solutions[0]) else None
        return replace(outcome, status=status, bound=bound, statistics=self._statistics(first), proof=proof)

    def _unfinished(self, outcome: Outcome) -> Outcome:
        """What there is where the time was too short: a layout laid tile by tile, if no better one has an order."""
        if outcome.status is Status.INFEASIBLE:
            return outcome
        bound = outcome.bound if self.doubt is None or outcome.bound is None else max(self.doubt, outcome.bound)
        fit = [one for one in outcome.solutions if self._has_order(one, _value(one))]
        if not fit:
            laying = self.search.laying
            tried = [first_layout(laying, laying.fixed), None if laying.use_all else dict(laying.fixed)]
            known = [self._encoded(cells) for cells in tried if cells is not None]
            fit = [one for one in known if self._has_order(one, 0)][:1]
        if not fit:
            return replace(outcome, status=Status.UNKNOWN, solutions=(), bound=None, complete=False)
        return replace(outcome, status=Status.FEASIBLE, solutions=tuple(fit), bound=bound, complete=False)

    def _encoded(self, cells: Mapping[Cell, Tile]) -> Solution:
        from solver.alhambra.layout_model import worth

        values = self.search.model.encode(dict(cells))
        return Solution(values, worth(self.search.laying, cells), False)

    def _none(self, outcome: Outcome) -> Outcome:
        status = Status.INFEASIBLE if self.doubt is None else Status.UNKNOWN
        return replace(outcome, status=status, solutions=(), bound=self.doubt, complete=self.doubt is None,
                       statistics=self.engine.statistics())  # fmt: skip


def _value(solution: Solution) -> int:
    return solution.objective or 0
