r"""What a layout is worth, as parts of a model: missions, longest wall, majorities, tiles left out.

Each part is added only where it is asked for and returns its points as a linear expression.  A part
is allowed to fall short of what the layout is worth wherever a higher value is always better: the
value is made as large as possible, so at the optimum it is exact.

*Walls.*  An outer wall is a run on the outline.  ``run[e]`` marks its sides; at each corner of the
lattice the run goes on, begins or ends, and it begins after and ends before an *open* outer side, so
it is a whole wall (B6-4).  One begin a run; a wall that closes on itself has none (B6-5).  Two runs
share no begin, so they are different walls, and none needs a search for paths.

*Path.*  ``at[c, d]`` is true for exactly the steps that cell :math:`c` is from the fountain: a join
ties its two cells to neighbouring layers, and each layer but the first needs a cell of the one
before.  For the LP: ``steps + joins <= 2 N - 2``: the cells off a shortest way close no more circles
than they are.  Without double walls that holds of any layout (its joins are a median graph, and each
class of parallel joins meets the outline twice); with them it is shown for :data:`WAY_CELLS` cells by
looking at all that can lie beside a way (``tests/alhambra/test_path_bound.py``).

*Pairs.*  ``t`` cells share at most ``2t - ceil(2 sqrt(t))`` sides.

*Stretches of double walls* never close a circle, so they are corners less sides.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.alhambra.missions import VARIETY
from models.alhambra.tiles import TYPES, Cell
from solver.alhambra.grid import Grid, Kind

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

WAY_CELLS = 14
"""So many cells at most: with double walls among them a long way and many joins exclude each other."""


@dataclass(frozen=True)
class Walls:
    """The longest walls: each one's length as a variable; ``closed`` if the outline is all wall."""

    lengths: tuple[Any, ...]
    closed: Any


def needs_types(missions: tuple[str, ...], majorities: object) -> bool:
    """Whether it matters of which type a tile is."""
    return "same-type" in missions or "variety" in missions or bool(majorities)


def walls(grid: Grid, count: int) -> Walls:
    """Runs of outer walls on the outline, the first at least as long as the second."""
    model = grid.model
    closed = grid.literal("closed")
    model.add(sum(grid.outer_opens.values()) >= 1).only_enforce_if(closed.negated())
    for gap in grid.outer_opens.values():
        model.add_implication(closed, gap.negated())
    longest = 2 * grid.most + 2
    lengths: list[Any] = []
    runs: list[dict[Any, IntVar]] = []
    begins: list[dict[Cell, IntVar]] = []
    for number in range(count):
        run = {edge: grid.literal(f"run{number}{edge}") for edge in grid.outer_walls}
        begin = {corner: grid.literal(f"begin{number}{corner}") for corner in grid.corners}
        end = {corner: grid.literal(f"end{number}{corner}") for corner in grid.corners}
        exists = grid.literal(f"exists{number}")
        for side, literal in run.items():
            model.add_implication(literal, grid.outer_walls[side])
        for corner in grid.corners:
            on, back = grid.leaving[corner], grid.entering[corner]
            leaving, entering = sum(run[edge] for edge in on), sum(run[edge] for edge in back)
            model.add(leaving - entering == begin[corner] - end[corner])
            model.add(leaving >= begin[corner])
            model.add(entering >= end[corner])
            model.add(sum(grid.outer_opens[edge] for edge in on) >= end[corner])
            model.add(sum(grid.outer_opens[edge] for edge in back) >= begin[corner])
        model.add(sum(begin.values()) == exists)
        model.add(sum(end.values()) == exists)
        model.add_implication(closed, exists.negated())
        length = grid.total(f"length{number}", 0, longest, run.values())
        model.add(length >= 1).only_enforce_if(exists)
        if number:
            model.add(length == 0).only_enforce_if(exists.negated())
            for corner in grid.corners:
                model.add_at_most_one(begins[0][corner], begin[corner])
            for side in run:
                model.add_at_most_one(runs[0][side], run[side])
            model.add(length <= lengths[0])
        else:
            model.add(length == 0).only_enforce_if(exists.negated(), closed.negated())
        lengths.append(length)
        runs.append(run)
        begins.append(begin)
    model.add(sum(lengths) <= sum(grid.outer_walls.values()))
    return Walls(tuple(lengths), closed)


def longest_wall(grid: Grid, found: Walls) -> Any:
    """Points of the longest wall (B6-1); a closed one may count one less (ruling closed-outline)."""
    if grid.laying.reading("closed-outline") == "one-less":
        return found.lengths[0] - found.closed
    return found.lengths[0]


def lines(grid: Grid, along: int) -> Any:
    """Points of rows (0) or columns (1) with three buildings in succession (G-1, G-2)."""
    model, laying = grid.model, grid.laying
    counts = laying.reading("fountain-in-lines") == "counts"
    building: dict[Cell, Any] = {}
    for cell in grid.cells:
        if counts:
            building[cell] = grid.occupied[cell]
        else:
            building[cell] = grid.literal(f"building{cell}")
            model.add(building[cell] == grid.occupied[cell] - grid.fountain[cell])
    by_number: dict[int, list[Cell]] = defaultdict(list)
    for cell in grid.cells:
        by_number[cell[1 - along]].append(cell)
    each = laying.reading("line-groups") == "each"
    found = []
    for number, line in sorted(by_number.items()):
        inside = set(line)
        starts = []
        for cell in line:
            trio = [(cell[0] + at * (1 - along), cell[1] + at * along) for at in range(3)]
            if not all(other in inside for other in trio):
                continue
            start = grid.literal(f"three{along}{cell}")
            starts.append(start)
            for other in trio:
                model.add_implication(start, building[other])
            before = (cell[0] - (1 - along), cell[1] - along)
            if each and before in inside:  # the first three of a group, so that groups are told apart
                model.add_implication(start, building[before].negated())
        if not starts:
            continue
        if each:
            found += starts
            model.add(sum(building[cell] for cell in line) >= 3 * sum(starts))
        else:
            full = grid.literal(f"line{along},{number}")
            model.add_bool_or(full.negated(), *starts)
            model.add(sum(building[cell] for cell in line) >= 3 * full)
            found.append(full)
    lines_ = grid.total(f"lines{along}", 0, grid.most // 3, found)
    model.add(3 * lines_ <= grid.count)
    return 3 * lines_


def same_type(grid: Grid) -> Any:
    """Points of neighbours of the same base type (G-3)."""
    model, laying = grid.model, grid.laying
    disjoint = laying.reading("same-type-unit") == "disjoint"
    open_only = laying.reading("same-type-walls") == "not"
    every = []
    at_cell: dict[Cell, list[IntVar]] = defaultdict(list)
    for type_ in TYPES:
        count = sum(len(tiles) for kind, tiles in grid.kinds.items() if kind.type == type_)
        if count < 2:
            continue
        is_type = {cell: type_at(grid, cell, type_) for cell in grid.cells}
        pairs = []
        for cell, other, edge in grid.pairs:
            if is_type[cell] is None or is_type[other] is None:
                continue
            pair = grid.both(is_type[cell], is_type[other], f"pair{type_}{edge}")
            if open_only:
                model.add_implication(pair, grid.joins[edge])
            pairs.append(pair)
            at_cell[cell].append(pair)
            at_cell[other].append(pair)
        model.add(sum(pairs) <= (count // 2 if disjoint else 2 * count - math.ceil(2 * math.sqrt(count))))
        every += pairs
    if disjoint:
        for pairs in at_cell.values():
            model.add_at_most_one(pairs)
    found = grid.total("pairs", 0, 2 * grid.most, every)
    model.add(found <= grid.open_joins + (0 if open_only else grid.double_walls))
    return 3 * found


def type_at(grid: Grid, cell: Cell, type_: str) -> Any:
    """A literal: a tile of this type lies in the cell; None if none can."""
    options = [literal for (at, kind), literal in grid.lies.items() if at == cell and kind.type == type_]
    if len(options) <= 1:
        return options[0] if options else None
    literal = grid.literal(f"{type_}{cell}")
    grid.model.add(literal == sum(options))
    return literal


def diagonal(grid: Grid) -> Any:
    """Points of the longest diagonal line (G-5)."""
    model, laying = grid.model, grid.laying
    gaps = laying.reading("diagonal-gaps") == "gaps"
    marks: list[Any] = []
    starts: list[Any] = []
    for dx in (1, -1):
        for first in grid.cells:
            before = (first[0] - dx, first[1] - 1)
            if before in grid.occupied:
                continue  # no diagonal begins here
            line = grid.line(first, (dx, 1))
            whole = grid.literal(f"diagonal{dx}{first}") if gaps else None
            previous: Any = None
            for cell in line:
                mark = grid.literal(f"mark{dx}{cell}")
                model.add_implication(mark, grid.occupied[cell])
                if whole is not None:
                    model.add_implication(mark, whole)
                else:
                    start = grid.literal(f"first{dx}{cell}")
                    model.add_implication(start, mark)
                    starts.append(start)
                    model.add_bool_or(mark.negated(), start, *([] if previous is None else [previous]))
                marks.append(mark)
                previous = mark
            if whole is not None:
                starts.append(whole)
    exists = grid.literal("diagonal")
    model.add(sum(starts) == exists)
    length = grid.total("diagonal-length", 0, (grid.most + 1) // 2 if not gaps else grid.most, marks)
    single = laying.reading("diagonal-single") == "scores"
    model.add(length >= (1 if single else 2) * exists)
    if laying.free:
        model.add(grid.width >= length)
        model.add(grid.height >= length)
        if not gaps:
            model.add(2 * length - 1 <= grid.count)
    return 2 * length


def double_walls(grid: Grid) -> Any:
    """Points of double walls, by the side or by the stretch (G-6)."""
    if grid.laying.reading("double-wall-unit") == "side":
        return 3 * grid.double_walls
    ends: dict[Cell, list[Any]] = defaultdict(list)
    for cell, _, (_, side) in grid.pairs:
        x, y = cell
        two = ((x + 1, y), (x + 1, y + 1)) if side == 1 else ((x, y + 1), (x + 1, y + 1))
        for corner in two:
            ends[corner].append(grid.doubles[cell, side])
    touched = []
    for corner, sides in ends.items():
        literal = grid.literal(f"touched{corner}")
        grid.model.add_bool_or(literal.negated(), *sides)
        touched.append(literal)
    return 3 * (sum(touched) - grid.double_walls)


def variety(grid: Grid) -> Any:
    """Points for different base types (G-7)."""
    present = []
    for type_ in TYPES:
        kinds = [kind for kind in grid.kinds if kind.type == type_]
        if not kinds:
            continue
        literal = grid.literal(f"present-{type_}")
        grid.model.add(sum(grid.used[kind] for kind in kinds) >= literal)
        present.append(literal)
    types = grid.total("types", 0, len(TYPES), present)
    points = grid.model.new_int_var(0, VARIETY[-1], "variety")
    grid.model.add_allowed_assignments([types, points], list(enumerate(VARIETY)))
    return points


def grids(grid: Grid) -> Any:
    """Points of squares of four tiles (G-9)."""
    if grid.laying.reading("fountain-in-grids") == "counts":
        return 2 * grid.squares
    found = []
    for x, y in grid.cells:
        four = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        if all(cell in grid.occupied for cell in four):
            square = grid.literal(f"square{x},{y}")
            for cell in four:
                grid.model.add_implication(square, grid.occupied[cell])
                grid.model.add_implication(square, grid.fountain[cell].negated())
            found.append(square)
    count = grid.total("grids", 0, grid.most, found)
    grid.model.add(count <= grid.squares)
    return 2 * count


def path(grid: Grid) -> Any:
    """Points of the shortest way to the furthest building (G-8); the layers also see to B3-3.

    Read over any shared sides, the layers say nothing about ways on foot: the caller adds those.
    """
    model, laying = grid.model, grid.laying
    foot = laying.reading("path-on-foot") == "foot"
    limit = grid.most - 1
    at: dict[Cell, dict[int, Any]] = {}
    for cell in grid.cells:
        near = 0 if laying.free else abs(cell[0]) + abs(cell[1])
        step = 1 if laying.free else 2  # like on a chessboard
        far = grid.furthest[cell] if foot else limit
        at[cell] = {d: grid.literal(f"at{cell}{d}") for d in range(near, far + 1, step)}
        model.add(sum(at[cell].values()) == grid.occupied[cell])
        if 0 in at[cell]:
            model.add(at[cell][0] == grid.fountain[cell])
    nearer: dict[tuple[Cell, int], list[Any]] = defaultdict(list)
    for cell, other, edge in grid.pairs:
        links = [grid.joins[edge]] if foot else [grid.joins[edge], grid.doubles[edge]]
        for link in links:
            for one, two in ((cell, other), (other, cell)):
                for steps, layer in at[one].items():
                    beside = [at[two][d] for d in (steps - 1, steps + 1) if d in at[two]]
                    model.add_bool_or(layer.negated(), link.negated(), *beside)
                    if steps - 1 in at[two]:
                        nearer[one, steps].append(grid.both(link, at[two][steps - 1]))
    for cell in grid.cells:
        for steps, layer in at[cell].items():
            if steps:
                model.add_bool_or(layer.negated(), *nearer[cell, steps])
    reached = [grid.literal(f"reached{steps}") for steps in range(1, limit + 1)]
    for steps, literal in enumerate(reached, 1):
        model.add_bool_or(literal.negated(), *(at[cell][steps] for cell in grid.cells if steps in at[cell]))
        if steps > 1:
            model.add_implication(literal, reached[steps - 2])
    length = grid.total("path", 0, limit, reached)
    joined = grid.open_joins + (0 if foot else grid.double_walls)
    if not foot or grid.most <= WAY_CELLS:
        model.add(length + joined <= 2 * grid.count - 2)
    if laying.reading("path-fountain") == "steps":
        return length
    return length + (reached[0] if reached else 0)


def majorities(grid: Grid) -> Iterator[Any]:
    """Points of each type by how many of its tiles are in the layout (B5-4)."""
    for type_, table in grid.laying.majorities.items():
        used = [grid.used[kind] for kind in grid.kinds if kind.type == type_]
        most = sum(len(tiles) for kind, tiles in grid.kinds.items() if kind.type == type_)
        count = grid.total(f"count-{type_}", 0, most, used)
        points = grid.model.new_int_var(min(table), max(table), f"points-{type_}")
        rows = [(number, table[min(number, len(table) - 1)]) for number in range(most + 1)]
        grid.model.add_allowed_assignments([count, points], rows)
        yield points


def left_out(grid: Grid) -> Any:
    """What the tiles are worth that are not laid."""

    def out(kind: Kind) -> Any:
        return kind.worth * (len(grid.kinds[kind]) - grid.used[kind])

    return sum(out(kind) for kind in grid.kinds if kind.worth and not kind.stays)
