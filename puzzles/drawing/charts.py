"""Charts of a grid: points and steps along one axis, a heat map of two, of more several heat maps.

A place with no plan is hatched one way, a place that is no sound scenario both ways; letters tell
which answer it is, so that nothing hangs on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby, pairwise, product

from puzzles.axes import Axis, words_of
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.marks import COLOURS, TINTS
from puzzles.drawing.sheet import EDGE, FRAME, Heading, Item, Key, Stack, Words, draw_heading
from puzzles.drawing.svg import (
    FAINT,
    INK,
    WHITE,
    Element,
    canvas,
    fit,
    line,
    rectangle,
    shape,
    text,
    text_width,
    to_string,
    tooltip,
    wrap,
)
from puzzles.grid import Cell, Grid, State
from puzzles.grid_terminal import label_axes, sensitivity_words

WIDE, LEAST = 1100.0, 720.0
"""A picture is no wider than the first, unless a single map is, and no narrower than the second."""
PALE, DEEP = (238, 243, 251), (20, 62, 133)
HATCH = "#9a9184"
OWN_WIDTH = 3.5
NONE, UNSOUND = (State.INFEASIBLE,), (State.UNSOUND, State.CONTRADICTION)
UNKNOWN = (State.UNKNOWN, State.UNFINISHED)


def draw_grid(grid: Grid) -> str:
    """A grid as an SVG document."""
    body = Line(grid) if len(grid.axes) == 1 else Maps.of(grid)
    said = [
        (label, words)
        for one, label in zip(grid.sensitivities(), label_axes(grid)[0], strict=True)
        for words in sensitivity_words(grid, one)
    ]
    sheet = Stack((Heading(_asked(grid), 14), body, Key(tuple(_key(grid))), Words(said)))
    width = max(LEAST, sheet.least) + 2 * EDGE
    title = grid.scenario.title or grid.scenario.name
    lines = wrap(title, width - 2 * EDGE, 20, bold=True, most=3)
    top = 14 + 26 * len(lines) + 12
    root = canvas(width, top + sheet.height(width - 2 * EDGE) + EDGE, f"What if: {title}")
    draw_heading(root, lines, 20)
    sheet.draw(root, EDGE, top, width - 2 * EDGE)
    return to_string(root)


def _asked(grid: Grid) -> str:
    balances = [balance.name for balance in grid.change.balances]
    given = f"; {', '.join(balances)} give{'s' if len(balances) == 1 else ''} way" if balances else ""
    return f"{grid.scenario.question.kind} by {' and '.join(axis.name for axis in grid.axes)}{given}"


def colour_of(letter: str | None) -> str:
    """The colour of an answer; the letter that stands in it tells the rest."""
    return FAINT if letter is None else COLOURS[(ord(letter[0]) - ord("A")) % len(COLOURS)]


def _said(grid: Grid, cell: Cell) -> str:
    """A cell, to whoever points at it."""
    where = ", ".join(
        f"{label} {words_of(value)}" for label, value in zip(label_axes(grid)[0], cell.values, strict=True)
    )
    letter = f" ({cell.letter})" if cell.letter else ""
    return f"{where}: {cell.words}{letter}{', as in the file' if grid.is_own(cell) else ''}"


def hatched(parent: Element, box: Box, *, both: bool = False, step: float = 8.0) -> None:
    """Fill a box with slanted lines, of one direction or of both."""
    for mirrored in (False, True) if both else (False,):
        offset = box.left + box.top + step / 2
        while offset < box.right + box.bottom:
            ends = [
                (min(box.right, offset - box.top), max(box.top, offset - box.right)),
                (max(box.left, offset - box.bottom), min(box.bottom, offset - box.left)),
            ]
            if mirrored:
                ends = [(box.left + box.right - x, y) for x, y in ends]
            line(parent, ends, HATCH, 1)
            offset += step


def _hatch(parent: Element, cell: Cell, box: Box) -> bool:
    """Hatch the room of a cell that has no plan; whether it has none."""
    if cell.state in (*NONE, *UNSOUND):
        hatched(parent, box, both=cell.state in UNSOUND)
    return cell.plan is None


def _span(cells: Sequence[Cell]) -> tuple[int, int]:
    """The least and the largest value."""
    values = [cell.value for cell in cells if cell.value is not None]
    return (min(values), max(values)) if values else (0, 1)


def nice_step(span: float, most: int) -> int:
    """A round step that divides a span into no more than so many parts.

    >>> nice_step(7, 8), nice_step(34, 8), nice_step(1200, 8)
    (1, 5, 200)
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= most:
                return size * factor
        size *= 10


# -- one axis -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """Points along an axis, joined by steps where it is one of numbers."""

    grid: Grid

    SIDE, PLOT, ABOVE = 56.0, 300.0, 34.0
    PADDING = 26.0
    """Room at either end of the axis."""

    @property
    def least(self) -> float:
        """A few units for each value."""
        return self.SIDE + 12.0 * len(self.grid.cells)

    def height(self, width: float) -> float:
        """As high as it is, however wide."""
        return self.ABOVE + self.PLOT + self._below

    @property
    def _below(self) -> float:
        """Room for the values and the name of the axis; words are broken, numbers are not."""
        return 48.0 if self._axis.numeric else 84.0

    @property
    def _axis(self) -> Axis:
        return self.grid.axes[0]

    @cached_property
    def _scale(self) -> range:
        """The values that have a line."""
        low, high = _span(self.grid.cells)
        step = nice_step(high - low + 2, 8)
        return range((low - 1) // step * step, -(-(high + 1) // step) * step + 1, step)

    def _xs(self, plot: Box) -> list[float]:
        """Where each value stands: at its number, or in the middle of a part of its own."""
        values = self._axis.values
        if not self._axis.numeric:
            return [plot.left + plot.width * (at + 0.5) / len(values) for at in range(len(values))]
        low, high = min(values), max(values)
        if low == high:
            return [(plot.left + plot.right) / 2]
        scale = (plot.width - 2 * self.PADDING) / (high - low)
        return [plot.left + self.PADDING + (value - low) * scale for value in values]

    def _y(self, plot: Box, value: int) -> float:
        low, *_, high = self._scale
        return plot.bottom - (value - low) * plot.height / (high - low)

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the bands, the grid of lines, the steps and the points."""
        plot = Box(left + self.SIDE, top + self.ABOVE, left + width, top + self.ABOVE + self.PLOT)
        xs = self._xs(plot)
        middles = [(one + two) / 2 for one, two in pairwise(xs)]
        edges = [plot.left, *middles, plot.right]
        rooms = [Box(one, plot.top, two, plot.bottom) for one, two in pairwise(edges)]
        for holds, run in groupby(zip(self.grid.cells, rooms, strict=True), key=lambda pair: pair[0].same):
            band = [room for _, room in run]
            if holds:
                rectangle(root, Box(band[0].left, plot.top, band[-1].right, plot.bottom), fill=TINTS[0])
        for cell, room in zip(self.grid.cells, rooms, strict=True):
            if not _hatch(root, cell, room) or cell.state not in UNKNOWN:
                continue
            text(root, "?", (room.left + room.right) / 2, plot.bottom - 16, 14, fill=FAINT)
        self._lines(root, plot)
        cells = [(cell, x) for cell, x in zip(self.grid.cells, xs, strict=True)]
        if self._axis.numeric:
            for (one, x), (two, u), middle in zip(cells, cells[1:], middles, strict=False):
                if one.value is not None and two.value is not None:
                    y, v = self._y(plot, one.value), self._y(plot, two.value)
                    line(root, [(x, y), (middle, y), (middle, v), (u, v)], FAINT, 2)
        gap = min((two - one for one, two in pairwise(xs)), default=width)
        for cell, x in cells:
            if cell.value is not None:
                _point(root, self.grid, cell, (x, self._y(plot, cell.value)), min(11.0, gap * 0.42))
        self._ticks(root, plot, xs)

    def _lines(self, root: Element, plot: Box) -> None:
        for value in self._scale:
            y = self._y(plot, value)
            line(root, [(plot.left, y), (plot.right, y)], FRAME, 1)
            text(root, str(value), plot.left - 8, y, 12, anchor="end")
        rectangle(root, plot, fill="none", stroke=FAINT, stroke_width=1.2)
        text(root, "value", plot.left - 8, plot.top - 14, 12, anchor="end", bold=True)

    def _ticks(self, root: Element, plot: Box, xs: Sequence[float]) -> None:
        """The values below, as many as there is room for, the file's own in any case."""
        shown = [words_of(value) for value in self._axis.values]
        wide = max(text_width(words, 12, bold=True) for words in shown) + 6
        free = plot.left - wide
        for at, x in enumerate(xs):
            own = at == self._axis.at
            if not self._axis.numeric:
                size, lines = fit(shown[at], plot.width / len(xs) - 6, (12, 11, 10, 9), most=4, bold=own)
            elif own or (x - wide / 2 >= free and (x > xs[self._axis.at] or x + wide <= xs[self._axis.at])):
                size, lines = 12, [shown[at]]
                free = x + wide / 2
            else:
                continue
            for row, words in enumerate(lines):
                text(root, words, x, plot.bottom + 15 + 13 * row, size, bold=own)
        name = label_axes(self.grid)[0][0]
        text(root, name, (plot.left + plot.right) / 2, plot.bottom + self._below - 10, 13, bold=True)


def _point(root: Element, grid: Grid, cell: Cell, at: Point, radius: float) -> None:
    """A point with the letter of its answer, its value above."""
    x, y = at
    group = shape(root, "g")
    tooltip(group, _said(grid, cell))
    if grid.is_own(cell):
        shape(group, "circle", cx=x, cy=y, r=radius + 4, fill=WHITE, stroke=INK, stroke_width=2)
    proved = cell.state is State.OPTIMAL
    colour = colour_of(cell.letter)
    shape(group, "circle", cx=x, cy=y, r=radius, fill=colour if proved else WHITE, stroke=colour, stroke_width=2)
    if radius > 6:
        letter = cell.letter or "?"
        text(group, letter, x, y, radius * (1.1 if len(letter) == 1 else 0.8), bold=True, fill=WHITE if proved else INK)
        text(group, str(cell.value), x, y - radius - 13, 12, halo=WHITE)


# -- two axes and more ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeatMap:
    """The values of two axes: the first downward, the second across; of further axes, one value each.

    Attributes
    ----------
    rest
        Which value of each further axis, by its place.
    span
        The least and the largest value, of all maps that stand together.
    """

    grid: Grid
    rest: tuple[int, ...]
    span: tuple[int, int]

    ROW, COLUMN, NARROW, HEAD = 36.0, 74.0, 30.0, 66.0
    TITLE = 42.0

    @cached_property
    def _side(self) -> float:
        """Room for the names of the rows."""
        down = self.grid.axes[0]
        names = [label_axes(self.grid)[0][0], *map(words_of, down.values)]
        return min(170.0, max(text_width(name, 12, bold=True) for name in names)) + 12

    @property
    def title(self) -> str:
        """Which values the further axes have."""
        further = zip(label_axes(self.grid)[0][2:], self.grid.axes[2:], self.rest, strict=True)
        return ", ".join(f"{name} {words_of(axis.values[at])}" for name, axis, at in further)

    def size(self, room: float) -> tuple[float, float]:
        """How wide and how high it is where there is so much room."""
        columns = len(self.grid.axes[1].values)
        wide = self._side + columns * self._column(room)
        return wide, self._top + self.ROW * len(self.grid.axes[0].values)

    def _column(self, room: float) -> float:
        return max(self.NARROW, min(self.COLUMN, (room - self._side) / len(self.grid.axes[1].values)))

    @property
    def _top(self) -> float:
        return self.HEAD + (self.TITLE if self.rest else 0.0)

    def draw(self, root: Element, left: float, top: float, room: float) -> None:
        """Draw the heads, the cells, and last the file's own."""
        (down, across), (first, second) = self.grid.axes[:2], label_axes(self.grid)[0][:2]
        column, names = self._column(room), left + self._side - 8
        if self.rest:
            for row, words in enumerate(wrap(self.title, self.size(room)[0], 13, bold=True, most=2)):
                text(root, words, left, top + 10 + 17 * row, 13, anchor="start", bold=True)
            top += self.TITLE
        centre = left + self._side + column * len(across.values) / 2
        text(
            root,
            second,
            max(centre, left + self._side + text_width(second, 13, bold=True) / 2),
            top + 12,
            13,
            bold=True,
        )
        text(root, first, names, top + self.HEAD - 12, 13, anchor="end", bold=True)
        for at, value in enumerate(across.values):
            size, lines = fit(words_of(value), column - 4, (12, 11, 10, 9), most=3, bold=at == across.at)
            for row, words in enumerate(lines):
                y = top + self.HEAD - 12 - 12 * (len(lines) - 1 - row)
                text(root, words, left + self._side + column * (at + 0.5), y, size, bold=at == across.at)
        for at, value in enumerate(down.values):
            size, lines = fit(words_of(value), self._side - 12, (12, 11, 10), most=2, bold=at == down.at)
            for row, words in enumerate(lines):
                y = top + self.HEAD + self.ROW * (at + 0.5) + 13 * (row - (len(lines) - 1) / 2)
                text(root, words, names, y, size, anchor="end", bold=at == down.at)
        boxes = {}
        for row, at in product(range(len(down.values)), range(len(across.values))):
            x, y = left + self._side + column * at, top + self.HEAD + self.ROW * row
            cell = self.grid.at((row, at, *self.rest))
            boxes[row, at] = (cell, Box(x, y, x + column, y + self.ROW))
            self._cell(root, *boxes[row, at])
        for cell, box in boxes.values():
            if self.grid.is_own(cell):
                rectangle(root, box, fill="none", stroke=INK, stroke_width=OWN_WIDTH)

    def _cell(self, root: Element, cell: Cell, box: Box) -> None:
        group = shape(root, "g")
        tooltip(group, _said(self.grid, cell))
        fill, ink = WHITE, INK
        if cell.value is not None:
            fill, ink = shade(cell.value, self.span)
        rectangle(group, box, fill=fill, stroke=FRAME, stroke_width=1)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        if _hatch(group, cell, box):
            if cell.state in UNKNOWN:
                text(group, "?", x, y, 14, fill=FAINT)
            return
        size, (words, *_) = fit(str(cell.value), box.width - 4, (15, 13, 11, 9))
        text(group, words, x, y - 6, size, bold=True, fill=ink)
        text(group, cell.letter or "?", x, y + 10, 11, fill=ink)


def shade(value: int, span: tuple[int, int]) -> tuple[str, str]:
    """The colour of a value, and a colour for text on it that can be read.

    >>> shade(0, (0, 4)), shade(4, (0, 4))
    (('#eef3fb', '#221f1a'), ('#143e85', '#ffffff'))
    """
    low, high = span
    part = (value - low) / (high - low) if high > low else 0.0
    mixed = [round(pale + (deep - pale) * part) for pale, deep in zip(PALE, DEEP, strict=True)]
    return "#" + "".join(f"{channel:02x}" for channel in mixed), WHITE if part > 0.45 else INK


@dataclass(frozen=True)
class Maps:
    """Heat maps beside and below each other, of one scale."""

    maps: tuple[HeatMap, ...]

    GAP = 30.0
    SEVERAL = 420.0
    """How wide one of several may be."""

    @classmethod
    def of(cls, grid: Grid) -> Maps:
        """One for each place of the third axis and those after it."""
        further = product(*(range(len(axis.values)) for axis in grid.axes[2:]))
        return cls(tuple(HeatMap(grid, rest, _span(grid.cells)) for rest in further))

    @property
    def _room(self) -> float:
        return WIDE if len(self.maps) == 1 else self.SEVERAL

    @property
    def least(self) -> float:
        """One map, or as many as stand beside each other."""
        wide, _ = self.maps[0].size(self._room)
        beside = max(1, min(len(self.maps), int((WIDE + self.GAP) // (wide + self.GAP))))
        return beside * (wide + self.GAP) - self.GAP

    def height(self, width: float) -> float:
        """All rows of maps."""
        return max(y for *_, y in self._places(width)) + self.maps[0].size(self._room)[1]

    def _places(self, width: float) -> Iterator[tuple[HeatMap, float, float]]:
        """Each map with its corner, seen from the first."""
        wide, high = self.maps[0].size(self._room)
        beside = max(1, int((width + self.GAP) // (wide + self.GAP)))
        for at, one in enumerate(self.maps):
            yield one, (at % beside) * (wide + self.GAP), (at // beside) * (high + self.GAP)

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw them in rows."""
        for one, x, y in self._places(width):
            one.draw(root, left + x, top + y, self._room)


# -- the key ----------------------------------------------------------------------------------------------


def _key(grid: Grid) -> Iterator[Item]:
    """What the signs mean, those that occur."""
    states = {cell.state for cell in grid.cells}
    if len(grid.axes) == 1:
        yield _own_point, 34.0, "as in the file"
        if grid.own.same:
            yield partial(_swatch, fill=TINTS[0]), 26.0, "the file's answer holds"
    else:
        yield partial(_swatch, own=True), 26.0, "as in the file"
        low, high = _span(grid.cells)
        if high > low:
            yield _scale, 100.0, f"value: {low} to {high}"
    yield _letter, 20.0, "letters: which answer" + ("; A is the file's" if "A" in grid.plans else "")
    if State.FEASIBLE in states:
        yield partial(_letter, letter="?"), 20.0, "with a value: not proved best"
    for wanted, both, words in ((NONE, False, "no plan fits (proved)"), (UNSOUND, True, "no sound scenario")):
        if states & set(wanted):
            yield partial(_swatch, hatch=True, both=both), 26.0, words
    if states & set(UNKNOWN):
        yield partial(_letter, letter="?"), 20.0, "alone: not known"


def _own_point(parent: Element, x: float, y: float) -> None:
    shape(parent, "circle", cx=x, cy=y, r=12, fill=WHITE, stroke=INK, stroke_width=2)
    shape(parent, "circle", cx=x, cy=y, r=8, fill=FAINT)


def _swatch(
    parent: Element,
    x: float,
    y: float,
    *,
    fill: str = WHITE,
    own: bool = False,
    hatch: bool = False,
    both: bool = False,
) -> None:
    box = Box(x - 13, y - 9, x + 13, y + 9)
    rectangle(parent, box, fill=fill, stroke=INK if own else FRAME, stroke_width=OWN_WIDTH if own else 1)
    if hatch:
        hatched(parent, box, both=both)


def _scale(parent: Element, x: float, y: float, *, steps: int = 5) -> None:
    for at in range(steps):
        left = x - 50 + 100 / steps * at
        fill, _ = shade(at, (0, steps - 1))
        rectangle(parent, Box(left, y - 9, left + 100 / steps, y + 9), fill=fill, stroke=FRAME, stroke_width=1)


def _letter(parent: Element, x: float, y: float, *, letter: str = "A") -> None:
    text(parent, letter, x, y, 13, bold=True)
