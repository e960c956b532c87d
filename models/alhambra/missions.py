"""The nine missions of the caliph's guidelines, scored at the end of the game (G-02).

Each mission is a function that finds what earns points in a layout and names the tiles: one
finding for each row, pair, double wall or grid, one in all for a wall, a diagonal line, the
variety of types or a path.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.alhambra.layout import ORIGIN, Layout, cell_words, neighbours, open_neighbours, reading_order
from models.alhambra.tiles import TYPES, Cell
from models.alhambra.walls import double_walls, runs
from models.ledger import Entry
from models.rulings import Rulings

LINE = 3
"""So many buildings in succession make a row or a column count (G-1, G-2)."""

VARIETY = (0, 0, 1, 3, 6, 10, 15)
"""Points for buildings of so many different types (G-7)."""


@dataclass(frozen=True)
class Finding:
    """Something in a layout that earns points: the cells of its tiles, and what it is in words."""

    points: int
    cells: tuple[Cell, ...]
    note: str


def _lines(layout: Layout, along: int, rulings: Rulings) -> Iterator[Finding]:
    """Rows (``along`` 0) or columns (1) with three or more buildings in succession (G-1, G-2)."""
    lines: dict[int, list[int]] = {}
    for cell in layout.cells:
        lines.setdefault(cell[1 - along], []).append(cell[along])
    word = ("row", "column")[along]
    for number in sorted(lines):
        groups = _groups(lines[number])
        with_fountain = number == 0 and any(0 in group and len(group) >= LINE for group in groups)
        if with_fountain and rulings.read("fountain-in-lines") == "not":
            groups = _groups(at for at in lines[number] if at)
        long = [group for group in groups if len(group) >= LINE]
        if len(long) > 1 and rulings.read("line-groups") == "once":
            long = [max(long, key=len)]  # the row scores once; its longest group is named
        for group in long:
            cells = tuple((at, number) if along == 0 else (number, at) for at in group)
            yield Finding(3, cells, f"{word} {number}: {len(group)} in succession")


def _groups(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers in ascending order, parted where one is missing."""
    result: list[list[int]] = []
    for number in sorted(numbers):
        if result and result[-1][-1] == number - 1:
            result[-1].append(number)
        else:
            result.append([number])
    return result


def rows(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Rows with three or more buildings in succession, 3 points each (G-1)."""
    return _lines(layout, 0, rulings)


def columns(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Columns with three or more buildings in succession, 3 points each (G-2)."""
    return _lines(layout, 1, rulings)


def same_type(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Neighbours of the same base type, 3 points a pair (G-3)."""
    walls = set(double_walls(layout))
    pairs = []
    for cell, other in _sides(layout):
        kind = layout.cells[cell].type
        if kind != layout.cells[other].type or kind not in TYPES:
            continue
        if (cell, other) in walls and rulings.read("same-type-walls") == "not":
            continue
        pairs.append((cell, other))
    if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs) and rulings.read("same-type-unit") == "disjoint":
        pairs = _matching(pairs)
    for pair in pairs:
        yield Finding(3, pair, f"two of {layout.cells[pair[0]].type} side by side")


def _sides(layout: Layout) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours in reading order of the first one, eastern before southern ones."""
    for x, y in layout.in_order:
        for other in ((x + 1, y), (x, y + 1)):
            if other in layout.cells:
                yield (x, y), other


def _matching(pairs: list[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
    """As many of the pairs as can be without a cell in two of them."""
    import networkx as nx

    graph: nx.Graph[Cell] = nx.Graph()
    graph.add_edges_from(pairs)
    chosen = {frozenset(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)}
    return [pair for pair in pairs if frozenset(pair) in chosen]


def second_wall(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """The second longest outer wall, a point a segment (G-4)."""
    found = runs(layout)
    if len(found) > 1:
        yield Finding(found[1].length, found[1].cells, f"second longest wall, the longest has {found[0].length}")


def diagonal(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """The diagonal line with most tiles, the fountain among them, 2 points a tile (G-5)."""
    unbroken = max(_unbroken_diagonals(layout), key=len)
    # with gaps allowed a line is a whole diagonal, so a longer one may be found
    falling: dict[int, list[Cell]] = {}
    rising: dict[int, list[Cell]] = {}
    for x, y in layout.in_order:
        falling.setdefault(x - y, []).append((x, y))
        rising.setdefault(x + y, []).append((x, y))
    whole = max((*falling.values(), *rising.values()), key=len)
    line = unbroken
    if len(whole) > len(unbroken) and rulings.read("diagonal-gaps") == "gaps":
        line = whole
    if len(line) == 1 and rulings.read("diagonal-single") == "nothing":
        return
    yield Finding(2 * len(line), tuple(line), f"diagonal line of {len(line)} from {cell_words(line[0])}")


def _unbroken_diagonals(layout: Layout) -> Iterator[list[Cell]]:
    """The diagonal lines without gaps, those that fall to the east first, each from the north."""
    for dx in (1, -1):
        for x, y in layout.in_order:
            if (x - dx, y - 1) not in layout.cells:
                line = [(x, y)]
                while (following := (line[-1][0] + dx, line[-1][1] + 1)) in layout.cells:
                    line.append(following)
                yield line


def double_wall(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Double walls, 3 points each (G-6)."""
    sides = double_walls(layout)
    stretches = _stretches(sides)
    if len(stretches) < len(sides) and rulings.read("double-wall-unit") == "stretch":
        for stretch in stretches:
            cells = tuple(sorted({cell for pair in stretch for cell in pair}, key=reading_order))
            yield Finding(3, cells, f"double wall over {len(stretch)} side{'' if len(stretch) == 1 else 's'}")
        return
    for pair in sides:
        yield Finding(3, pair, "double wall")


def _stretches(sides: list[tuple[Cell, Cell]]) -> list[list[tuple[Cell, Cell]]]:
    """Sides between tiles that join end to end, put together, in the order of their first ones."""
    stretches: list[tuple[set[Cell], list[tuple[Cell, Cell]]]] = []
    for side in sides:
        (x, y) = side[1]  # the eastern or southern cell: its north-western corner is one end
        ends = {(x, y), (x, y + 1) if side[0][1] == y else (x + 1, y)}
        joined = [stretch for stretch in stretches if stretch[0] & ends]
        apart = [stretch for stretch in stretches if not stretch[0] & ends]
        corners = ends.union(*(stretch[0] for stretch in joined))
        stretches = [*apart, (corners, [*itertools.chain.from_iterable(stretch[1] for stretch in joined), side])]
    order = {side: at for at, side in enumerate(sides)}
    return sorted((sorted(found, key=order.__getitem__) for _, found in stretches), key=lambda found: order[found[0]])


def variety(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Points for the number of different base types (G-7); the first tile of each type is named."""
    first: dict[str, Cell] = {}
    for cell in layout.in_order:
        if layout.cells[cell].type in TYPES:
            first.setdefault(layout.cells[cell].type, cell)
    if points := VARIETY[len(first)]:
        yield Finding(points, tuple(first.values()), f"{len(first)} different types")


def path(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """The shortest way to the furthest building, a point for each building on it (G-8).

    The furthest is the one whose shortest way is longest; of several the first in reading order.
    """
    if len(layout.cells) == 1:
        return
    steps = layout.steps()
    joined = {cell: list(open_neighbours(layout.masks, cell)) for cell in layout.cells}
    if double_walls(layout) and rulings.read("path-on-foot") == "adjacency":
        joined = {cell: [other for other in neighbours(cell) if other in layout.cells] for cell in layout.cells}
        steps = _distances(joined)
    far = max(steps.values())
    if not far:
        return
    at = min((cell for cell, count in steps.items() if count == far), key=reading_order)
    way = [at]
    while at != ORIGIN:
        at = min((cell for cell in joined[at] if steps.get(cell) == steps[at] - 1), key=reading_order)
        way.append(at)
    if rulings.read("path-fountain") == "steps":
        way.pop()
    goal = layout.cells[way[0]].id
    yield Finding(
        len(way), tuple(way), f"shortest path to {goal}, {far} step{'' if far == 1 else 's'} from the fountain"
    )


def _distances(joined: Mapping[Cell, Iterable[Cell]]) -> dict[Cell, int]:
    steps = {ORIGIN: 0}
    edge = [ORIGIN]
    for cell in edge:  # grows while it is read
        for other in joined[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                edge.append(other)
    return steps


def grids(layout: Layout, rulings: Rulings) -> Iterator[Finding]:
    """Squares of four tiles, 2 points each (G-9)."""
    cells = layout.cells
    for x, y in layout.in_order:
        grid = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        if grid[1] not in cells or grid[2] not in cells or grid[3] not in cells:
            continue
        if ORIGIN in grid and rulings.read("fountain-in-grids") == "not":
            continue
        yield Finding(2, grid, "2 by 2 grid")


@dataclass(frozen=True)
class Mission:
    """A mission: the rule that words it, what it is called, and what it finds in a layout."""

    rule: str
    title: str
    find: Callable[[Layout, Rulings], Iterator[Finding]]


MISSIONS: Mapping[str, Mission] = {
    "rows": Mission("G-1", "rows of three buildings", rows),
    "columns": Mission("G-2", "columns of three buildings", columns),
    "same-type": Mission("G-3", "two of a type side by side", same_type),
    "second-wall": Mission("G-4", "second longest wall", second_wall),
    "diagonal": Mission("G-5", "longest diagonal line", diagonal),
    "double-walls": Mission("G-6", "double walls", double_wall),
    "variety": Mission("G-7", "different types", variety),
    "path": Mission("G-8", "path to the furthest building", path),
    "grids": Mission("G-9", "2 by 2 grids", grids),
}
"""The missions by key, in the order of the text."""


def score_mission(key: str, layout: Layout, player: str, rulings: Rulings) -> list[Entry]:
    """A player's ledger entries for a mission; their subject names the tiles in reading order.

    Examples
    --------
    >>> from models.alhambra.rulings import RULINGS
    >>> from models.alhambra.tiles import FOUNTAIN, make_tile
    >>> garden, tower = make_tile("garden", 10, "n"), make_tile("tower", 12, "open")
    >>> layout = Layout({(0, 0): FOUNTAIN, (1, 0): garden, (2, 0): tower})
    >>> [(entry.amount, entry.subject) for entry in score_mission("rows", layout, "ana", Rulings.choose(RULINGS))]
    [(3, 'fountain + garden10-n + tower12-open')]
    """
    mission = MISSIONS[key]
    return [
        Entry(player, found.points, mission.rule, layout.names(found.cells), found.note)
        for found in mission.find(layout, rulings)
    ]


def mission_points(key: str, layout: Layout, rulings: Rulings) -> int:
    """What a mission is worth in a layout."""
    return sum(found.points for found in MISSIONS[key].find(layout, rulings))
