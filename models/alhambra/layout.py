"""The layout of an Alhambra: its tiles on a square grid around the Lion Fountain, and what makes it legal.

Every state of an Alhambra has to be legal, after each placing and each step of a redesign.
Layouts are compared in their thousands by a search, so the tests of legality also exist as
kernels over plain wall bits; the tests compare these with networkx and with a flood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from models.alhambra.tiles import FOUNTAIN, STEPS, Cell, Supply, Tile
from models.documents import Document, Name
from models.errors import Breach, Path, Problem, shortened

if TYPE_CHECKING:
    import networkx as nx

ORIGIN: Cell = (0, 0)
"""Where the fountain stands; it never leaves (B3-6)."""

EMPTY = "."
"""An empty cell in a layout drawn as text."""

Coordinate = Annotated[int, Field(strict=True, ge=-99, le=99)]


CellField = tuple[Coordinate, Coordinate]
"""A cell in a file: ``[x, y]``."""


class Placed(Document):
    """A tile in an Alhambra: its id, full or short, and its cell ``[x, y]``."""

    tile: Name
    at: CellField


def read_map(text: str) -> list[dict[str, Any]]:
    """The tiles of a layout drawn as text, each with its cell.

    A line is a row, its words stand for the cells from left to right: a tile, ``.`` for none, and
    once ``fountain``, which sets the origin.  Rows need not be equally long.

    >>> read_map("pavilion5  arcades10\\n.  fountain")
    [{'tile': 'pavilion5', 'at': [-1, -1]}, {'tile': 'arcades10', 'at': [0, -1]}]

    Raises
    ------
    PydanticCustomError
        If the fountain is missing or stands twice, or a row within has nothing on it.
    """
    rows = [line.split() for line in text.strip("\n").splitlines()]
    while rows and not rows[-1]:
        rows.pop()
    found = [(x, y) for y, row in enumerate(rows) for x, word in enumerate(row) if word == FOUNTAIN.id]
    wrong = []
    if len(found) != 1:
        count = f"{len(found)} times" if found else "nowhere"
        wrong.append(f"the word “{FOUNTAIN.id}” stands {count}, it sets the origin and has to stand once")
    bare = [str(y + 1) for y, row in enumerate(rows) if not row]
    if bare:
        wrong.append(f"row {' and row '.join(bare)} has no word, a row without tiles is written “{EMPTY}”")
    if wrong:
        raise PydanticCustomError("layout_map", "{what}", {"what": "; ".join(wrong)})
    (left, top) = found[0]
    return [
        {"tile": word, "at": [x - left, y - top]}
        for y, row in enumerate(rows)
        for x, word in enumerate(row)
        if word not in (EMPTY, FOUNTAIN.id)
    ]


def _read(value: Any) -> Any:
    return read_map(value) if isinstance(value, str) else value


class _MapOrList:
    """Tells JSON Schema that a layout may be a text too."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [handler(core_schema), {"type": "string", "description": "a text map, one line a row"}]}


LayoutField = Annotated[tuple[Placed, ...], Field(max_length=200), BeforeValidator(_read), _MapOrList()]
"""A layout in a file: a list of tiles with their cells, or a map drawn as text (see :func:`read_map`)."""


def to_map(placed: Iterable[Placed]) -> str:
    """A layout drawn as text, its columns aligned, so that :func:`read_map` reads it back.

    >>> print(to_map([Placed(tile="garden10-n", at=(1, -1)), Placed(tile="arcades6-sw", at=(1, 0))]))
    .         garden10-n
    fountain  arcades6-sw
    """
    words = {one.at: one.tile for one in placed} | {ORIGIN: FOUNTAIN.id}
    columns = range(min(x for x, _ in words), max(x for x, _ in words) + 1)
    rows = range(min(y for _, y in words), max(y for _, y in words) + 1)
    widths = {x: max(len(words.get((x, y), EMPTY)) for y in rows) for x in columns}
    lines = ("  ".join(words.get((x, y), EMPTY).ljust(widths[x]) for x in columns) for y in rows)
    return "\n".join(line.rstrip() for line in lines)


def layout_problems(placed: Iterable[Placed], supply: Supply) -> Iterator[Problem]:
    """What in a list of tiles is no layout at all: unknown tiles, two in a cell, one in two cells.

    Paths start at the list.  Whether what is left obeys the rules is :func:`layout_breaches`.
    """
    cells: dict[Cell, str] = {ORIGIN: FOUNTAIN.id}
    seen: dict[str, Cell] = {}
    for at, one in enumerate(placed):
        wrong = supply.problem(one.tile, (at, "tile"))
        if wrong is not None:
            yield wrong
            continue
        tile = supply.tile(one.tile)
        if tile == FOUNTAIN:
            yield Problem((at, "tile"), "the fountain stands at [0, 0] and is not listed", "a building")
            continue
        if one.at in cells:
            what = f"{tile.id} lies at {cell_words(one.at)}, where {cells[one.at]} lies already"
            yield Problem((at, "at"), what, "a cell of its own (rule B3-7)")
        elif tile.id in seen:
            what = f"{tile.id} lies at {cell_words(one.at)} and at {cell_words(seen[tile.id])}"
            yield Problem((at, "tile"), what, "each tile once (rule B1-2)")
        cells.setdefault(one.at, tile.id)
        seen.setdefault(tile.id, one.at)


@dataclass(frozen=True)
class Layout:
    """The tiles of an Alhambra by cell, the fountain among them.

    >>> from models.alhambra.tiles import make_tile
    >>> layout = Layout({(0, 0): FOUNTAIN, (1, 0): make_tile("garden", 10, "n")})
    >>> layout.steps()
    {(0, 0): 0, (1, 0): 1}
    """

    cells: Mapping[Cell, Tile]

    @classmethod
    def of(cls, placed: Iterable[Placed], supply: Supply) -> Layout:
        """The layout of a list of tiles; ``KeyError`` if the supply has no such tile."""
        return cls({ORIGIN: FOUNTAIN} | {one.at: supply.tile(one.tile) for one in placed})

    @cached_property
    def in_order(self) -> tuple[Cell, ...]:
        """The cells in reading order: row by row from the north, each from west to east."""
        return tuple(sorted(self.cells, key=reading_order))

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """The tiles without the fountain, in reading order and under their full ids."""
        return tuple(Placed(tile=self.cells[cell].id, at=cell) for cell in self.in_order if cell != ORIGIN)

    @cached_property
    def masks(self) -> Mapping[Cell, int]:
        """The wall bits by cell, for the kernels."""
        return {cell: tile.mask for cell, tile in self.cells.items()}

    @cached_property
    def where(self) -> Mapping[str, Cell]:
        """The cell of each tile by its id."""
        return {tile.id: cell for cell, tile in self.cells.items()}

    def names(self, cells: Iterable[Cell]) -> str:
        """The ids of the tiles in some cells in reading order, as a ledger's subject."""
        return " + ".join(self.cells[cell].id for cell in sorted(cells, key=reading_order))

    def with_tile(self, cell: Cell, tile: Tile) -> Layout:
        """With a tile in a cell, in place of what lies there."""
        return Layout({**self.cells, cell: tile})

    def without(self, cell: Cell) -> Layout:
        """Without what lies in a cell."""
        return Layout({at: tile for at, tile in self.cells.items() if at != cell})

    def joins(self) -> nx.Graph[Cell]:
        """The open joins as a graph: one can walk between neighbours where neither has a wall."""
        import networkx as nx

        graph: nx.Graph[Cell] = nx.Graph()
        graph.add_nodes_from(self.in_order)
        graph.add_edges_from((cell, other) for cell in self.in_order for other in open_neighbours(self.masks, cell))
        return graph

    def steps(self) -> dict[Cell, int]:
        """How many steps on foot each tile is from the fountain; tiles out of reach are missing.

        A compact kernel, so that scoring a file need not load networkx; tested against it.
        """
        return walk(self.masks)


def reading_order(cell: Cell) -> tuple[int, int]:
    """The key that sorts cells row by row from the north, each row from west to east."""
    return cell[1], cell[0]


def cell_words(cell: Cell) -> str:
    """A cell as a message names it.

    >>> cell_words((1, -2))
    '[1, -2]'
    """
    return f"[{cell[0]}, {cell[1]}]"


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four cells that share a side with a cell, in the order n, e, s, w (B3-4)."""
    x, y = cell
    return ((x + dx, y + dy) for dx, dy in STEPS)


def open_neighbours(masks: Mapping[Cell, int], cell: Cell) -> Iterator[Cell]:
    """The tiles that one can walk to from a cell: they lie next to it, and neither has a wall between."""
    x, y = cell
    mask = masks[cell]
    for at, (dx, dy) in enumerate(STEPS):
        if not mask >> at & 1:
            other = (x + dx, y + dy)
            if other in masks and not masks[other] >> (at ^ 2) & 1:
                yield other


def walk(masks: Mapping[Cell, int], start: Cell = ORIGIN) -> dict[Cell, int]:
    """The steps on foot from a cell to every tile that can be reached (B3-3), nearest first."""
    found = {start: 0}
    edge = [start]
    while edge:
        following = []
        for cell in edge:
            for other in open_neighbours(masks, cell):
                if other not in found:
                    found[other] = found[cell] + 1
                    following.append(other)
        edge = following
    return found


@dataclass(frozen=True)
class LayoutBreach(Breach):
    """A rule that a layout breaks, with the cells that show it."""

    cells: tuple[Cell, ...] = ()


def layout_breaches(layout: Layout, path: Path = ()) -> list[LayoutBreach]:
    """Every way in which a layout breaks the rules: one breach for each pair, cut-off group or gap.

    Breaches come by rule, then in reading order of their cells.

    >>> from models.alhambra.tiles import make_tile
    >>> wall = Layout({(0, 0): FOUNTAIN, (1, 0): make_tile("garden", 10, "w")})
    >>> [(breach.rule, breach.cells) for breach in layout_breaches(wall)]
    [('B3-2', ((0, 0), (1, 0))), ('B3-3', ((1, 0),))]
    """
    return [*_mismatches(layout, path), *_cut_off(layout, path), *_gaps(layout, path)]


def _mismatches(layout: Layout, path: Path) -> Iterator[LayoutBreach]:
    """Neighbours of which only one has a wall on the side between them (B3-2)."""
    for cell in layout.in_order:
        tile = layout.cells[cell]
        for at in (1, 2):  # to the east and to the south: each pair once
            other = (cell[0] + STEPS[at][0], cell[1] + STEPS[at][1])
            beside = layout.cells.get(other)
            if beside is None or tile.mask >> at & 1 == beside.mask >> (at ^ 2) & 1:
                continue
            walled, bare = (tile, beside) if tile.mask >> at & 1 else (beside, tile)
            what = f"between {_at(tile, cell)} and {_at(beside, other)} {walled.id} has a wall and {bare.id} has none"
            yield LayoutBreach("B3-2", path, what, (cell, other))


def _cut_off(layout: Layout, path: Path) -> Iterator[LayoutBreach]:
    """Groups of tiles, joined among themselves, to which no way on foot leads (B3-3)."""
    reached = set(layout.steps())
    for cell in layout.in_order:
        if cell in reached:
            continue
        group = tuple(sorted(walk(layout.masks, cell), key=reading_order))
        reached |= set(group)
        tiles = ", ".join(_at(layout.cells[each], each) for each in group)
        yield LayoutBreach("B3-3", path, f"no way on foot leads from the fountain to {tiles}", group)


def _gaps(layout: Layout, path: Path) -> Iterator[LayoutBreach]:
    """Empty areas with no way out over sides of cells (B3-5)."""
    for area in enclosed(layout.cells):
        cells = ", ".join(cell_words(cell) for cell in area)
        edge = {other for cell in area for other in neighbours(cell) if other in layout.cells}
        around = ", ".join(layout.cells[each].id for each in sorted(edge, key=reading_order))
        yield LayoutBreach("B3-5", path, f"the gap at {cells} is enclosed by {around}", area)


def _at(tile: Tile, cell: Cell) -> str:
    return f"{shortened(tile.id)} {cell_words(cell)}"


def enclosed(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """The empty areas that tiles enclose, each in reading order.

    Areas grow over sides of cells, not over corners: a gap that is open only at a corner is enclosed.
    """
    taken = set(cells)
    left, right = min(x for x, _ in taken) - 1, max(x for x, _ in taken) + 1
    top, bottom = min(y for _, y in taken) - 1, max(y for _, y in taken) + 1

    def flood(start: Cell) -> list[Cell]:
        area = [start]
        taken.add(start)
        for cell in area:  # grows while it is read
            for x, y in neighbours(cell):
                if left <= x <= right and top <= y <= bottom and (x, y) not in taken:
                    taken.add((x, y))
                    area.append((x, y))
        return area

    flood((left, top))  # what lies outside
    inside = ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
    return [tuple(sorted(flood(cell), key=reading_order)) for cell in inside if cell not in taken]


def is_legal(masks: Mapping[Cell, int]) -> bool:
    """Whether wall bits by cell make a legal layout: the verdict of :func:`layout_breaches`, in one pass.

    Tiles that can all be reached enclose nothing exactly if corners - sides + tiles is 1 (Euler).
    """
    seen = {ORIGIN}
    stack = [ORIGIN]
    corners: set[Cell] = set()
    shared = 0
    while stack:
        cell = stack.pop()
        x, y = cell
        mask = masks[cell]
        corners.update((cell, (x + 1, y), (x, y + 1), (x + 1, y + 1)))
        for at, (dx, dy) in enumerate(STEPS):
            other = (x + dx, y + dy)
            beside = masks.get(other)
            if beside is None:
                continue
            shared += 1
            wall = mask >> at & 1
            if wall != beside >> (at ^ 2) & 1:
                return False
            if not wall and other not in seen:
                seen.add(other)
                stack.append(other)
    count = len(masks)
    return len(seen) == count and len(corners) - (4 * count - shared // 2) + count == 1


def can_place(masks: Mapping[Cell, int], cell: Cell, mask: int) -> bool:
    """Whether a tile can be added to a legal layout, looked up around its cell only.

    It closes no gap exactly if it shares one side less than it shares corners.
    """
    if cell in masks:
        return False
    x, y = cell
    shared = 0
    joined = False
    for at, (dx, dy) in enumerate(STEPS):
        beside = masks.get((x + dx, y + dy))
        if beside is not None:
            wall = mask >> at & 1
            if wall != beside >> (at ^ 2) & 1:
                return False
            shared += 1
            joined = joined or not wall
    return joined and shared_corners(masks, cell) == shared + 1


def can_remove(masks: Mapping[Cell, int], cell: Cell) -> bool:
    """Whether a tile can be taken out of a legal layout: no way is cut, no gap is left."""
    if cell == ORIGIN or cell not in masks:
        return False
    if all(other in masks for other in neighbours(cell)):
        return False  # with fewer neighbours than four no gap is left
    rest = dict(masks)
    del rest[cell]
    return len(walk(rest)) == len(rest)


def shared_corners(cells: Mapping[Cell, object], cell: Cell) -> int:
    """How many of a cell's four corners other tiles touch."""
    x, y = cell
    n, e, s, w = ((x + dx, y + dy) in cells for dx, dy in STEPS)
    return (
        (n or w or (x - 1, y - 1) in cells)
        + (n or e or (x + 1, y - 1) in cells)
        + (s or e or (x + 1, y + 1) in cells)
        + (s or w or (x - 1, y + 1) in cells)
    )
