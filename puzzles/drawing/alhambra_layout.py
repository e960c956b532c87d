"""An Alhambra on its ground: tiles in their cells, walls traced along the outline, what earned points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from models.alhambra.layout import ORIGIN, Layout, reading_order
from models.alhambra.missions import Finding
from models.alhambra.tiles import STEPS, Cell
from models.alhambra.walls import Run, double_walls, runs
from puzzles.drawing.alhambra_tiles import LETTERS_FROM, SAND, draw_letters, draw_tile
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.sheet import FRAME
from puzzles.drawing.svg import FAINT, INK, WHITE, Element, line, rectangle, shape, text, tooltip

LONGEST, SECOND = "#d1361a", "#f08c00"
"""The colours in which the longest and the second longest outer wall are traced."""
EARNED = "#c2185b"
"""The colour of what earned points."""
NEW = "#ffc400"
"""The colour of what an answer adds."""
_AXIS, _MARGIN = 20.0, 0.42
"""Room for the coordinates, and in cells around the tiles."""

_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where a side n, e, s, w begins, clockwise, from the north-western corner of its cell."""


@dataclass(frozen=True)
class Plot:
    """Where cells lie on the canvas: the size of one, and the cell and the point of the north-western corner."""

    size: float
    first: Cell
    origin: Point

    def box(self, cell: Cell) -> Box:
        """The square of a cell."""
        (left, top), (x, y) = self.origin, self.first
        west, north = left + self.size * (cell[0] - x), top + self.size * (cell[1] - y)
        return Box(west, north, west + self.size, north + self.size)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self.box(cell).centre


@dataclass(frozen=True)
class Ground:
    """An Alhambra and what is marked on it.

    Attributes
    ----------
    layout
        The Alhambra; one with faults is drawn as far as it goes.
    new
        What an answer adds, by cell: a number where there is an order of steps, else nothing.
    gone
        Cells that an answer leaves empty.
    """

    layout: Layout
    new: Mapping[Cell, str] = field(default_factory=dict)
    gone: Collection[Cell] = ()

    @property
    def _span(self) -> tuple[int, int, int, int]:
        cells = [*self.layout.cells, *self.gone]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def columns(self) -> int:
        """How many cells wide it is."""
        left, _, right, _ = self._span
        return right - left + 1

    @property
    def rows(self) -> int:
        """How many cells high it is."""
        _, top, _, bottom = self._span
        return bottom - top + 1

    def room(self, size: float, axes: bool = True) -> tuple[float, float]:
        """How wide and how high it is at a size of the cells, with its margin."""
        axis = _AXIS if axes else 0.0
        return size * (self.columns + 2 * _MARGIN) + axis, size * (self.rows + 2 * _MARGIN) + axis

    def plot(self, box: Box, size: float, axes: bool = True) -> Plot:
        """Where its cells lie in the middle of a box."""
        left, top, _, _ = self._span
        axis = _AXIS if axes else 0.0
        (x, y) = box.centre
        origin = x + axis / 2 - size * self.columns / 2, y + axis / 2 - size * self.rows / 2
        return Plot(size, (left, top), origin)

    def draw(self, parent: Element, box: Box, size: float, axes: bool = True) -> None:
        """Draw it in the middle of a box, with coordinates, its two longest walls traced and what is new marked."""
        plot = self.plot(box, size, axes)
        rectangle(parent, box, rx=12, fill=SAND, stroke=FRAME, stroke_width=1.2)
        if axes:
            self._draw_axes(parent, plot)
        for cell in sorted(self.gone, key=reading_order):
            _draw_gone(parent, plot, cell)
        for cell in self.layout.in_order:
            draw_tile(parent, plot.box(cell), self.layout.cells[cell])
        walls = runs(self.layout)
        for run, colour, told in zip(walls, (LONGEST, SECOND), ("longest wall", "second longest wall"), strict=False):
            draw_trace(parent, plot, run, colour, told)
        for cell in sorted(self.new, key=reading_order):
            if cell in self.layout.cells:
                draw_new(parent, plot.box(cell), self.new[cell])

    def _draw_axes(self, parent: Element, plot: Plot) -> None:
        """The coordinates above and to the left, as files name cells."""
        left, top, right, bottom = self._span
        out = plot.size * _MARGIN * 0.72 + _AXIS / 2
        (west, north) = plot.origin
        size = min(11.0, plot.size * 0.34)
        for x in range(left, right + 1):
            text(parent, _signed(x), plot.centre((x, top))[0], north - out, size, fill=FAINT)
        for y in range(top, bottom + 1):
            text(parent, _signed(y), west - out, plot.centre((left, y))[1], size, fill=FAINT)


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def draw_trace(parent: Element, plot: Plot, run: Run, colour: str, told: str, thick: float = 0.085) -> None:
    """Trace an outer wall just outside the tiles; the second longest is dashed."""
    group = shape(parent, "g")
    tooltip(group, f"{told}: {run.length}{', all the way round' if run.closed else ''}")
    width = max(plot.size * thick, 1.6)
    dashes = None if colour != SECOND else f"{_tenth(width * 2.2)} {_tenth(width * 1.1)}"
    points = trace(plot, run, plot.size * 0.03 + width * 0.75)
    closing = "round" if dashes is None else "butt"
    line(group, points, colour, width, stroke_linecap=closing, stroke_dasharray=dashes)


def _tenth(value: float) -> str:
    return f"{value:.1f}"


def trace(plot: Plot, run: Run, aside: float) -> list[Point]:
    """The line along an outer wall, so far outside of it."""
    ends = [_ends(plot, cell, at) for cell, at in run.edges]
    points: list[Point] = []
    turns = list(pairwise(run.edges)) + ([(run.edges[-1], run.edges[0])] if run.closed else [])
    if not run.closed:
        points.append(_moved(ends[0][0], [run.edges[0][1]], aside))
    for number, ((_, before), (_, after)) in enumerate(turns):
        points.append(_moved(ends[number][1], dict.fromkeys((before, after)), aside))
    points.append(points[0] if run.closed else _moved(ends[-1][1], [run.edges[-1][1]], aside))
    return points


def _ends(plot: Plot, cell: Cell, at: int) -> tuple[Point, Point]:
    box = plot.box(cell)
    (x, y), (u, v) = _CORNERS[at], _CORNERS[(at + 1) % 4]
    return (
        (box.left + box.width * x, box.top + box.height * y),
        (box.left + box.width * u, box.top + box.height * v),
    )


def _moved(point: Point, sides: Iterable[int], aside: float) -> Point:
    """A corner moved outward over each of the sides that meet there."""
    x, y = point
    for at in sides:
        x, y = x + aside * STEPS[at][0], y + aside * STEPS[at][1]
    return x, y


def draw_new(parent: Element, box: Box, mark: str) -> None:
    """Mark a tile that an answer adds: a light frame, and its number in a corner."""
    side = box.width
    rectangle(parent, box.grown(-side * 0.108), fill="none", stroke=INK, stroke_width=side * 0.065, rx=side * 0.05)
    rectangle(parent, box.grown(-side * 0.108), fill="none", stroke=NEW, stroke_width=side * 0.04, rx=side * 0.05)
    draw_mark(parent, (box.right - side * 0.17, box.top + side * 0.17), side * 0.15, mark or "+")


def draw_mark(parent: Element, at: Point, radius: float, words: str) -> None:
    """A disc with the number of a step, or a sign."""
    shape(parent, "circle", cx=at[0], cy=at[1], r=radius, fill=NEW, stroke=INK, stroke_width=radius * 0.14)
    text(parent, words, *at, radius * (1.25 if len(words) < 2 else 1.0), bold=True)


def _draw_gone(parent: Element, plot: Plot, cell: Cell) -> None:
    """A cell that an answer leaves empty."""
    group = shape(parent, "g")
    tooltip(group, f"removed from [{cell[0]}, {cell[1]}]")
    box = plot.box(cell).grown(-plot.size * 0.08)
    rectangle(group, box, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="5 4", rx=4)
    draw_mark(group, box.centre, plot.size * 0.15, "−")


# -- missions ----------------------------------------------------------------------------------------


def draw_mission(parent: Element, box: Box, key: str, layout: Layout, found: Sequence[Finding], most: float) -> None:
    """A small Alhambra in a box with what a mission found in it; its cells are ``most`` large at most."""
    ground = Ground(layout)
    size = mission_size(layout, box.width, box.height, most)
    plot = ground.plot(box, size, axes=False)
    rectangle(parent, box, rx=8, fill=SAND, stroke=FRAME, stroke_width=1)
    for cell in layout.in_order:
        draw_tile(parent, plot.box(cell), layout.cells[cell], bare=True)
    group = shape(parent, "g", class_=f"mission {key}")
    _OVERLAYS[key](group, plot, layout, found)
    if size >= LETTERS_FROM and key in ("same-type", "variety"):  # where the types matter
        for cell in layout.in_order:
            draw_letters(parent, plot.box(cell), layout.cells[cell])


def mission_size(layout: Layout, width: float, height: float, most: float) -> float:
    """How large the cells are for a small Alhambra to fit."""
    ground = Ground(layout)
    return min(most, width / (ground.columns + 2 * _MARGIN), height / (ground.rows + 2 * _MARGIN))


_Overlay = Callable[[Element, Plot, Layout, Sequence[Finding]], None]


def _told(parent: Element, layout: Layout, finding: Finding) -> Element:
    """The group of a finding, which says what it is."""
    group = shape(parent, "g")
    tooltip(group, f"{finding.note}: {layout.names(finding.cells)} ({finding.points})")
    return group


def _bars(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A bar through the tiles of a row or a column."""
    for finding in found:
        box = Box.over([plot.centre(cell) for cell in finding.cells]).grown(plot.size * 0.24)
        rectangle(_told(parent, layout, finding), box, rx=plot.size * 0.24, fill=EARNED, fill_opacity="0.45",
                  stroke=EARNED, stroke_width=max(plot.size * 0.07, 1.2))  # fmt: skip


def _links(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A link across the side between two tiles."""
    for finding in found:
        (x, y), (u, v) = (plot.centre(cell) for cell in finding.cells)
        inner = [(x + (u - x) * part, y + (v - y) * part) for part in (0.3, 0.7)]
        group = _told(parent, layout, finding)
        line(group, inner, WHITE, plot.size * 0.34, stroke_linecap="round")
        line(group, inner, EARNED, plot.size * 0.22, stroke_linecap="round")


def _second(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """The second longest wall by itself."""
    for run in runs(layout)[1:2]:
        draw_trace(parent, plot, run, EARNED, "second longest wall", thick=0.18)


def _diagonal(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A line through the tiles, with a dot on each."""
    for finding in found:
        group = _told(parent, layout, finding)
        points = [plot.centre(cell) for cell in finding.cells]
        if len(points) > 1:
            line(group, (points[0], points[-1]), WHITE, plot.size * 0.2, stroke_linecap="round")
            line(group, (points[0], points[-1]), EARNED, plot.size * 0.11, stroke_linecap="round")
        _dots(group, plot, points)


def _dots(parent: Element, plot: Plot, points: Iterable[Point]) -> None:
    for x, y in points:
        shape(parent, "circle", cx=x, cy=y, r=plot.size * 0.22, fill=EARNED, stroke=WHITE,
              stroke_width=max(plot.size * 0.05, 0.8))  # fmt: skip


def _doubles(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A mark on each double wall; one finding may have several."""
    for finding in found:
        group = _told(parent, layout, finding)
        for cell, other in double_walls(layout):
            if cell in finding.cells and other in finding.cells:
                (x, y), (u, v) = plot.centre(cell), plot.centre(other)
                along = (
                    (plot.size * 0.4 if v != y else plot.size * 0.12),
                    (plot.size * 0.4 if u != x else plot.size * 0.12),
                )
                bar = Box.around(((x + u) / 2, (y + v) / 2), 2 * along[0], 2 * along[1])
                rectangle(group, bar, rx=plot.size * 0.12, fill=EARNED, stroke=WHITE,
                          stroke_width=max(plot.size * 0.05, 0.8))  # fmt: skip


def _rings(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A ring on one tile of each type."""
    for finding in found:
        group = _told(parent, layout, finding)
        for cell in finding.cells:
            (x, y), radius = plot.centre(cell), plot.size * 0.39
            shape(group, "circle", cx=x, cy=y, r=radius, fill="none", stroke=WHITE, stroke_width=plot.size * 0.18)
            shape(group, "circle", cx=x, cy=y, r=radius, fill="none", stroke=EARNED, stroke_width=plot.size * 0.11)


def _path(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """The way from the fountain with a dot on each building that scores."""
    for finding in found:
        group = _told(parent, layout, finding)
        way = [plot.centre(cell) for cell in dict.fromkeys([*finding.cells, ORIGIN])]
        line(group, way, WHITE, plot.size * 0.22)
        line(group, way, EARNED, plot.size * 0.12)
        _dots(group, plot, (plot.centre(cell) for cell in finding.cells))


def _squares(parent: Element, plot: Plot, layout: Layout, found: Sequence[Finding]) -> None:
    """A square over the corner where the tiles of a grid meet, so that grids that share tiles stay apart."""
    for finding in found:
        middle = Box.over([plot.centre(cell) for cell in finding.cells]).grown(-plot.size * 0.08)
        rectangle(_told(parent, layout, finding), middle, rx=plot.size * 0.12, fill=EARNED, fill_opacity="0.5",
                  stroke=EARNED, stroke_width=max(plot.size * 0.07, 1.2))  # fmt: skip


_OVERLAYS: dict[str, _Overlay] = {
    "rows": _bars,
    "columns": _bars,
    "same-type": _links,
    "second-wall": _second,
    "diagonal": _diagonal,
    "double-walls": _doubles,
    "variety": _rings,
    "path": _path,
    "grids": _squares,
}
