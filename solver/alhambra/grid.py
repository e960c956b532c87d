r"""The ground of every question about layouts: which tile lies in which cell, and the outline around them.

*Cells.*  A free layout (nothing stands but the fountain) may be shifted, so it is pushed into the
north-western corner: it touches row 0 and column 0, and the fountain is wherever it comes to lie.
A connected layout of :math:`N` cells then lies in :math:`x + y < N`, a third of the cells that a
fixed fountain would need.  Around tiles that stand, the fountain stays at (0, 0) and the cells are
those that a chain of new tiles can reach.

*Kinds.*  Tiles that no part of the value tells apart are one kind: the walls, and the type only
where it matters.  ``lies[c, k]`` puts a tile of kind :math:`k` into cell :math:`c`.

*Sides.*  For each side of a cell exactly one of four states holds where a tile lies::

    join + double + outer wall + outer open  =  occupied
           double + outer wall               =  the tile has a wall there

``join`` and ``double`` are shared by the two cells of a side, which is the rule of matching sides
(B3-2).

*Outline.*  The outer sides, each as a directed edge of the lattice with the tile on its right, are
one circuit: nothing is enclosed, no two tiles meet at a corner only, the tiles hang together (B3-5).

*On foot* (B3-3): every tile but the fountain has one parent over an open join, ranks forbid circles.

*What the LP is told besides*, with :math:`N` cells, :math:`J` open joins, :math:`D` double walls,
:math:`S` squares of four, a box of :math:`W \times H`::

    S = J + D - N + 1            (Euler)          outline = 2N + 2 - 2S
    J >= N - 1, so D <= S        (a tree of ways)
    W + H + S <= N + 1           (a box W x H takes W + H - 1 cells, and each further cell closes
                                  at most one square on its own)
    D east-west <= min(tiles with a wall e, with a wall w);  north-south likewise
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from models.alhambra.layout import ORIGIN, neighbours, reading_order, walk
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, STEPS, Cell, Tile
from models.alhambra.walls import Edge

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Literal_ = Any
"""A Boolean variable of CP-SAT."""

_ENDS = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0)))
"""Where each side of a cell begins and ends, clockwise."""


@dataclass(frozen=True)
class Laying:
    """What is to be laid, and what counts.

    Attributes
    ----------
    tiles
        Loose tiles.
    fixed
        Tiles that stay where they are, without the fountain.
    standing
        Tiles that lie in these cells now and may be taken away, put elsewhere or exchanged.
    use_all
        Whether every loose and standing tile has to be laid.
    most_laid
        At most so many of the loose tiles are laid; None: any number.
    changes
        At most so many cells may differ from ``fixed`` and ``standing``; None: any number.
    missions
        Keys of missions that count.
    wall
        Whether the longest wall counts.
    majorities
        For each type that counts: points for 0, 1, 2 ... tiles of it in the layout; beyond the end
        of the table the last entry holds.
    left_out
        What a tile (by id) is worth that is not laid; 0 where not named.
    readings
        Rulings by id, see :mod:`models.alhambra.rulings`.
    """

    tiles: tuple[Tile, ...]
    fixed: Mapping[Cell, Tile] = field(default_factory=dict)
    standing: Mapping[Cell, Tile] = field(default_factory=dict)
    use_all: bool = False
    most_laid: int | None = None
    changes: int | None = None
    missions: tuple[str, ...] = ()
    wall: bool = True
    majorities: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    def reading(self, ruling: str) -> str:
        """The reading of a ruling in force."""
        return self.readings.get(ruling) or RULINGS[ruling].default

    @property
    def free(self) -> bool:
        """Whether nothing stands but the fountain."""
        return not self.fixed and not self.standing

    @cached_property
    def movable(self) -> tuple[Tile, ...]:
        """Every tile that may be laid or left out."""
        return (*self.tiles, *self.standing.values())

    @property
    def most(self) -> int:
        """The most cells a layout can have, the fountain among them."""
        loose = len(self.tiles) if self.changes is None else min(len(self.tiles), self.changes)
        if self.most_laid is not None:
            loose = min(loose, self.most_laid)
        return 1 + len(self.fixed) + len(self.standing) + loose

    @cached_property
    def before(self) -> Mapping[Cell, Tile]:
        """What stands now, the fountain among it."""
        return {ORIGIN: FOUNTAIN, **self.fixed, **self.standing}


@dataclass(frozen=True)
class Kind:
    """Tiles that nothing tells apart.

    ``type`` is empty where it does not matter; ``home`` is the cell of a tile that stands.
    """

    mask: int
    type: str
    worth: int
    home: Cell | None = None
    stays: bool = False


class Grid:
    """The variables of a layout with the rules of legality, in a model of its own.

    Attributes
    ----------
    cells
        In reading order.
    lies
        A literal for each cell and kind that may lie there.
    fountain, occupied
        Literals by cell.
    joins, doubles
        Literals by side; the two names of a side between cells share one.
    outer_walls, outer_opens
        Literals by side.
    used
        How many tiles of each kind are laid.
    count, open_joins, double_walls, squares
        Sums over the layout: its cells, open joins, double walls, squares of four cells.
    """

    def __init__(self, laying: Laying, typed: bool) -> None:
        from ortools.sat.python import cp_model

        self.laying = laying
        self.model: CpModel = cp_model.CpModel()
        self.most = laying.most
        self.kinds: dict[Kind, list[Tile]] = _kinds(laying, typed)
        self.cells: list[Cell] = sorted(_cells(laying), key=reading_order)
        self._inside = set(self.cells)
        self.lies: dict[tuple[Cell, Kind], IntVar] = {}
        self.fountain: dict[Cell, Literal_] = {}
        self.occupied: dict[Cell, Literal_] = {}
        self.joins: dict[Edge, IntVar] = {}
        self.doubles: dict[Edge, IntVar] = {}
        self.outer_walls: dict[Edge, IntVar] = {}
        self.outer_opens: dict[Edge, IntVar] = {}
        self.used: dict[Kind, Any] = {}
        self._lay()
        self._sides()
        self._outline()
        self._sums()
        if laying.free:
            self._box()
        self._changes()

    # -- names -----------------------------------------------------------------------------------

    def literal(self, name: str = "") -> IntVar:
        """A new Boolean variable."""
        return self.model.new_bool_var(name)

    def total(self, name: str, low: int, high: int, terms: Iterable[Any]) -> IntVar:
        """A new variable that equals a sum."""
        variable = self.model.new_int_var(low, high, name)
        self.model.add(variable == sum(terms))
        return variable

    def both(self, first: Any, second: Any, name: str = "") -> IntVar:
        """A literal that is true only if both are."""
        literal = self.literal(name)
        self.model.add_implication(literal, first)
        self.model.add_implication(literal, second)
        return literal

    def beside(self, cell: Cell, side: int) -> Cell | None:
        """The cell of the grid over a side."""
        other = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
        return other if other in self._inside else None

    @cached_property
    def pairs(self) -> list[tuple[Cell, Cell, Edge]]:
        """Neighbouring cells with the name of the side between, each once."""
        found = []
        for cell in self.cells:
            for side in (1, 2):
                other = self.beside(cell, side)
                if other is not None:
                    found.append((cell, other, (cell, side)))
        return found

    def line(self, start: Cell, step: Cell) -> list[Cell]:
        """The cells of the grid from one on, in a straight or slanting line."""
        found = []
        while start in self._inside:
            found.append(start)
            start = (start[0] + step[0], start[1] + step[1])
        return found

    # -- tiles in cells --------------------------------------------------------------------------

    def _lay(self) -> None:
        laying, model = self.laying, self.model
        for cell in self.cells:
            here = laying.fixed.get(cell)
            if laying.free:
                self.fountain[cell] = self.literal(f"fountain{cell}")
            else:
                self.fountain[cell] = model.new_constant(int(cell == ORIGIN))
            options = []
            for kind in self.kinds:
                allowed = kind.home == cell if kind.stays else here is None and (laying.free or cell != ORIGIN)
                if allowed:
                    self.lies[cell, kind] = self.literal(f"lies{cell}{kind.mask}{kind.type}{kind.home or ''}")
                    options.append(self.lies[cell, kind])
            self.occupied[cell] = self.literal(f"occupied{cell}")
            model.add(sum(options) + self.fountain[cell] == self.occupied[cell])
        if laying.free:
            model.add_exactly_one(self.fountain.values())
        for kind, tiles in self.kinds.items():
            placed = sum(literal for (_, other), literal in self.lies.items() if other == kind)
            if laying.use_all or kind.stays:
                model.add(placed == len(tiles))
                self.used[kind] = len(tiles)
            else:
                self.used[kind] = self.total(f"used{kind.mask}{kind.type}", 0, len(tiles), [placed])

    def walled(self, cell: Cell, side: int) -> Any:
        """Whether a cell's tile has a wall on a side, as a sum of literals."""
        return sum(self.lies[cell, kind] for kind in self.kinds if kind.mask >> side & 1 and (cell, kind) in self.lies)

    # -- sides and outline -----------------------------------------------------------------------

    def _sides(self) -> None:
        model = self.model
        for _, other, edge in self.pairs:
            same = (other, edge[1] ^ 2)
            self.joins[edge] = self.joins[same] = self.literal(f"join{edge}")
            self.doubles[edge] = self.doubles[same] = self.literal(f"double{edge}")
        for cell in self.cells:
            for side in range(4):
                edge = (cell, side)
                wall, gap = self.literal(f"wall{edge}"), self.literal(f"open{edge}")
                self.outer_walls[edge], self.outer_opens[edge] = wall, gap
                join, double = self.joins.get(edge, 0), self.doubles.get(edge, 0)
                model.add(join + double + wall + gap == self.occupied[cell])
                model.add(double + wall == self.walled(cell, side))
                beyond = self.beside(cell, side)
                if beyond is not None:
                    model.add_bool_or(self.occupied[beyond].negated(), wall.negated())
                    model.add_bool_or(self.occupied[beyond].negated(), gap.negated())

    def _outline(self) -> None:
        """One directed circuit of outer sides through the corners of the lattice (B3-5)."""
        self.leaving: dict[Cell, list[Edge]] = defaultdict(list)
        self.entering: dict[Cell, list[Edge]] = defaultdict(list)
        numbers: dict[Cell, int] = {}
        arcs: list[tuple[int, int, Any]] = []
        for cell in self.cells:
            for side in range(4):
                (ax, ay), (bx, by) = _ENDS[side]
                begin, end = (cell[0] + ax, cell[1] + ay), (cell[0] + bx, cell[1] + by)
                outer = self.literal(f"outer{cell}{side}")
                self.model.add(outer == self.outer_walls[cell, side] + self.outer_opens[cell, side])
                self.leaving[begin].append((cell, side))
                self.entering[end].append((cell, side))
                tail, head = numbers.setdefault(begin, len(numbers)), numbers.setdefault(end, len(numbers))
                arcs.append((tail, head, outer))
        arcs += [(at, at, self.literal("")) for at in numbers.values()]
        self.model.add_circuit(arcs)
        self.corners = list(numbers)

    def _sums(self) -> None:
        model, most = self.model, self.most
        joins = [self.joins[edge] for _, _, edge in self.pairs]
        doubles = [self.doubles[edge] for _, _, edge in self.pairs]
        least = 1 + sum(kind.stays for kind in self.kinds)
        self.count = self.total("cells", most if self.laying.use_all else least, most, self.occupied.values())
        joined = 2 * most - math.ceil(2 * math.sqrt(most))
        self.open_joins = self.total("joins", 0, joined, joins)
        model.add(self.count <= most)
        masks = [kind.mask for kind, tiles in self.kinds.items() for _ in tiles]
        with_wall = [sum(mask >> side & 1 for mask in masks) for side in range(4)]
        across = min(with_wall[1], with_wall[3])
        along = min(with_wall[0], with_wall[2])
        model.add(sum(self.doubles[edge] for _, _, edge in self.pairs if edge[1] == 1) <= across)
        model.add(sum(self.doubles[edge] for _, _, edge in self.pairs if edge[1] == 2) <= along)
        self.double_walls = self.total("doubles", 0, across + along, doubles)
        self.squares = self.total("squares", 0, most, [self.open_joins, self.double_walls, -1 * self.count, 1])
        model.add(self.open_joins >= self.count - 1)
        outer = sum(self.outer_walls.values()) + sum(self.outer_opens.values())
        model.add(outer == 2 * self.count + 2 - 2 * self.squares)

    def _box(self) -> None:
        """A free layout touches row 0 and column 0; its box limits its squares."""
        sizes = []
        for along in (0, 1):
            used = []
            for number in range(self.most):
                line = [self.occupied[cell] for cell in self.cells if cell[1 - along] == number]
                literal = self.literal(f"{'column' if along else 'row'}{number}")
                self.model.add_max_equality(literal, line)
                used.append(literal)
            self.model.add(used[0] == 1)
            for near, far in pairwise(used):
                self.model.add_implication(far, near)
            sizes.append(self.total("height" if along == 0 else "width", 1, self.most, used))
        self.height, self.width = sizes
        self.model.add(self.height + self.width + self.squares <= self.count + 1)
        if self.laying.use_all:
            self.model.add(self.height + self.width >= math.ceil(2 * math.sqrt(self.most)))

    # -- on foot ---------------------------------------------------------------------------------

    def add_ways(self) -> None:
        """Every tile is reached on foot (B3-3): one parent each, over an open join, in ranks.

        What stays where it is hangs together already and needs no parents.
        """
        model, laying = self.model, self.laying
        rooted = {ORIGIN, *laying.fixed} if not laying.free else set()
        depth = self.most - max(1, len(rooted))
        rank = {c: model.new_int_var(0, 0 if c in rooted else max(depth, 0), f"rank{c}") for c in self.cells}
        over: dict[Edge, list[IntVar]] = defaultdict(list)
        for cell in self.cells:
            if cell in rooted:
                continue
            parents = []
            for side in range(4):
                other = self.beside(cell, side)
                if other is None:
                    continue
                parent = self.literal(f"parent{cell}{side}")
                model.add_implication(parent, self.joins[cell, side])
                model.add(rank[cell] >= rank[other] + 1).only_enforce_if(parent)
                parents.append(parent)
                over[(cell, side) if side in (1, 2) else (other, side ^ 2)].append(parent)
            model.add(sum(parents) == self.occupied[cell] - self.fountain[cell])
            if laying.free:
                model.add(rank[cell] == 0).only_enforce_if(self.fountain[cell])
        for both in over.values():
            if len(both) > 1:
                model.add_at_most_one(both)

    # -- what stood before -----------------------------------------------------------------------

    def _changes(self) -> None:
        laying = self.laying
        self.changed: Any = 0
        if laying.free or laying.changes is None:
            return
        same = []
        for cell in self.cells:
            if cell in laying.standing:
                home = next(kind for kind in self.kinds if kind.home == cell)
                same.append(1 - self.lies[cell, home])
            elif cell not in laying.fixed and cell != ORIGIN:
                same.append(self.occupied[cell])
        self.changed = sum(same)
        self.model.add(self.changed <= laying.changes)

    @cached_property
    def furthest(self) -> Mapping[Cell, int]:
        """For each cell the most steps that it may be from the fountain."""
        steps = (
            {} if self.laying.free else walk({c: t.mask for c, t in {ORIGIN: FOUNTAIN, **self.laying.fixed}.items()})
        )
        return {cell: steps.get(cell, self.most - 1) for cell in self.cells}


def _cells(laying: Laying) -> set[Cell]:
    """The cells in which a tile may come to lie."""
    if laying.free:
        size = laying.most
        return {(x, y) for x in range(size) for y in range(size - x)}
    reach = laying.most - 1 - len(laying.fixed) if laying.changes is None else laying.changes
    found = {ORIGIN, *laying.fixed, *laying.standing}
    edge = list(found)
    for _ in range(reach):
        following = [other for cell in edge for other in neighbours(cell) if other not in found]
        found.update(following)
        edge = list(dict.fromkeys(following))
    return found


def _kinds(laying: Laying, typed: bool) -> dict[Kind, list[Tile]]:
    """The tiles by kind, in the order of masks and types; those of a kind by id."""
    kinds: dict[Kind, list[Tile]] = defaultdict(list)
    for tile in laying.tiles:
        kinds[Kind(tile.mask, tile.type if typed else "", laying.left_out.get(tile.id, 0))].append(tile)
    for cell, tile in laying.standing.items():
        kinds[Kind(tile.mask, tile.type if typed else "", laying.left_out.get(tile.id, 0), cell)].append(tile)
    for cell, tile in laying.fixed.items():
        kinds[Kind(tile.mask, tile.type if typed else "", 0, cell, stays=True)].append(tile)
    order = sorted(kinds, key=lambda kind: (kind.stays, kind.home or (), kind.mask, kind.type, kind.worth))
    return {kind: sorted(kinds[kind], key=lambda tile: tile.id) for kind in order}
