"""The layout kernel: one CP-SAT model for whatever is laid, fixed, changed and counted.

:class:`LayoutModel` puts :mod:`solver.alhambra.grid` and the parts of
:mod:`solver.alhambra.objectives` that are asked for together.  ``place``, ``redesign`` and ``layout``
differ only in their :class:`~solver.alhambra.grid.Laying`.

*Tie-break* between layouts of the same value: fewer changes to what stands, fewer tiles, then the
kinds by cell in reading order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from models.alhambra.layout import ORIGIN, Layout, reading_order
from models.alhambra.missions import mission_points
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, Cell, Tile
from models.alhambra.walls import longest_wall
from models.rulings import Rulings
from solver.alhambra import objectives
from solver.alhambra.grid import Grid, Kind, Laying
from solver.formulation import Criterion, Formulation

if TYPE_CHECKING:
    from solver.alhambra.bounds import Candidate
    from solver.formulation import Parameter

PARAMETERS: Mapping[str, Parameter] = {
    "cp_model_probing_level": 0,  # it takes longer than the search
}


class LayoutModel:
    """A model of layouts with its value.

    Attributes
    ----------
    grid
        The variables; constraints of a question's own may be added to ``grid.model``.
    parts
        The points of each part that counts: missions by key, ``wall``, types by name under
        ``majority-``, ``left-out``.
    value
        Their sum, what is made as large as possible.
    """

    def __init__(self, laying: Laying) -> None:
        self.laying = laying
        typed = objectives.needs_types(laying.missions, laying.majorities)
        self.grid = Grid(laying, typed)
        self.parts: dict[str, Any] = {}
        self._add_parts()
        self.value: Any = sum(self.parts.values())

    def _add_parts(self) -> None:
        grid, laying = self.grid, self.laying
        missions = laying.missions
        by_key = {
            "rows": lambda: objectives.lines(grid, 0),
            "columns": lambda: objectives.lines(grid, 1),
            "same-type": lambda: objectives.same_type(grid),
            "diagonal": lambda: objectives.diagonal(grid),
            "double-walls": lambda: objectives.double_walls(grid),
            "variety": lambda: objectives.variety(grid),
            "path": lambda: objectives.path(grid),
            "grids": lambda: objectives.grids(grid),
        }
        if laying.wall or "second-wall" in missions:
            found = objectives.walls(grid, 2 if "second-wall" in missions else 1)
            if laying.wall:
                self.parts["wall"] = objectives.longest_wall(grid, found)
            if "second-wall" in missions:
                self.parts["second-wall"] = found.lengths[1]
        for key in missions:
            if key in by_key:
                self.parts[key] = by_key[key]()
        if "path" not in missions or laying.reading("path-on-foot") != "foot":
            grid.add_ways()
        for type_, points in zip(laying.majorities, objectives.majorities(grid), strict=True):
            self.parts[f"majority-{type_}"] = points
        self.parts["left-out"] = objectives.left_out(grid)

    def restrict(self, candidates: Sequence[Candidate]) -> None:
        """Allow only these shapes of a free layout, with their bounds; none: nothing is allowed."""
        grid, model = self.grid, self.grid.model
        at_cell: dict[Cell, list[Any]] = defaultdict(list)
        fountain: dict[Cell, list[Any]] = defaultdict(list)
        shapes, bounded = [], []
        for candidate in candidates:
            shape = grid.literal("shape")
            shapes.append(shape)
            for cell in candidate.cells:
                at_cell[cell].append(shape)
            here = []
            for cell, bound in candidate.bounds.items():
                literal = grid.literal("at")
                here.append(literal)
                fountain[cell].append(literal)
                bounded.append(bound * literal)
            model.add(sum(here) == shape)
        model.add_exactly_one(shapes)
        for cell in grid.cells:
            model.add(grid.occupied[cell] == sum(at_cell[cell]))
            model.add(grid.fountain[cell] == sum(fountain[cell]))
        model.add(self.value <= sum(bounded))

    # -- in and out ------------------------------------------------------------------------------

    def decisions(self) -> dict[Hashable, Any]:
        """The literals that make a layout: which kind lies where, and where the fountain is."""
        grid = self.grid
        decisions: dict[Hashable, Any] = {("lies", *key): literal for key, literal in grid.lies.items()}
        if self.laying.free:
            decisions |= {("fountain", cell): literal for cell, literal in grid.fountain.items()}
        return decisions

    def formulation(self, workers: int = 8) -> Formulation:
        """The model for the engine, with the tie-breaks that make the plan one and the same."""
        grid = self.grid
        decisions = self.decisions()
        return Formulation(
            model=grid.model,
            objective=self.value,
            decisions=decisions,
            tie_breaks=self._tie_breaks(),
            identity=list(decisions.values()),
            workers=workers,
            parameters=PARAMETERS,
        )

    def _tie_breaks(self) -> list[Criterion]:
        grid, laying = self.grid, self.laying
        levels = []
        if not laying.free and laying.changes is not None:
            levels.append(Criterion(grid.changed, 0, laying.changes))
        if not laying.use_all:
            levels.append(Criterion(grid.count, 1, grid.most))
        movable = [kind for kind in grid.kinds if not kind.stays]
        numbers = {kind: at for at, kind in enumerate(movable, 1)}
        for cell in grid.cells:
            if laying.fixed.get(cell) is not None or (not laying.free and cell == ORIGIN):
                continue
            code: Any = (len(movable) + 1) * grid.fountain[cell] if laying.free else 0
            code += sum(numbers[kind] * grid.lies[cell, kind] for kind in movable)
            levels.append(Criterion(code, 0, len(movable) + int(laying.free), maximise=True))
        return levels

    def decode(self, values: Mapping[Hashable, int]) -> dict[Cell, Tile]:
        """The tiles by cell from a solution's decisions, the fountain at (0, 0) left out.

        Of a kind the tiles with the first ids are laid, in reading order.
        """
        origin: Cell = ORIGIN
        placed: list[tuple[Cell, Kind]] = []
        for key, value in values.items():
            if not value:
                continue
            assert isinstance(key, tuple)
            if key[0] == "fountain":
                origin = key[1]
            elif key[0] == "lies":
                placed.append((key[1], key[2]))
        left = {kind: list(tiles) for kind, tiles in self.grid.kinds.items()}
        result = {}
        for cell, kind in sorted(placed, key=lambda one: reading_order(one[0])):
            result[cell[0] - origin[0], cell[1] - origin[1]] = left[kind].pop(0)
        return result

    def base(self) -> dict[Cell, Tile]:
        """What stands before anything is laid, without the fountain."""
        return {**self.laying.fixed, **self.laying.standing}

    def encode(self, cells: Mapping[Cell, Tile]) -> dict[Hashable, int]:
        """The decisions of a layout (without the fountain)."""
        shift = (0, 0)
        if self.laying.free:
            everything = [ORIGIN, *cells]
            shift = (min(x for x, _ in everything), min(y for _, y in everything))
        at = {(x - shift[0], y - shift[1]): tile for (x, y), tile in cells.items()}
        kind_of = {tile.id: kind for kind, tiles in self.grid.kinds.items() for tile in tiles}
        values: dict[Hashable, int] = {
            ("lies", cell, kind): int(cell in at and kind_of[at[cell].id] == kind) for cell, kind in self.grid.lies
        }
        if self.laying.free:
            values |= {("fountain", cell): int(cell == (-shift[0], -shift[1])) for cell in self.grid.cells}
        return values

    def hint(self, cells: Mapping[Cell, Tile]) -> None:
        """Start the search from a layout (without the fountain)."""
        model = self.grid.model
        model.clear_hints()  # type: ignore[no-untyped-call]
        decisions = self.decisions()
        for key, value in self.encode(cells).items():
            model.add_hint(decisions[key], value)


def worth(laying: Laying, cells: Mapping[Cell, Tile]) -> int:
    """What a layout (without the fountain) is worth by the rules of the game."""
    layout = Layout({ORIGIN: FOUNTAIN, **cells})
    rulings = Rulings.choose(RULINGS, laying.readings)
    points = sum(mission_points(key, layout, rulings) for key in laying.missions)
    if laying.wall:
        points += longest_wall(layout, rulings)
    for type_, table in laying.majorities.items():
        count = sum(tile.type == type_ for tile in cells.values())
        points += table[min(count, len(table) - 1)]
    laid = {tile.id for tile in cells.values()}
    return points + sum(laying.left_out.get(tile.id, 0) for tile in laying.movable if tile.id not in laid)
