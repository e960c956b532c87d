"""The board of alexandros as a block of a sheet: the lattice, what stands there, and what an answer does to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from models.alexandros.board import Board
from models.alexandros.lattice import Point as Place
from models.alexandros.lattice import Side, Triangle, corners, side, side_words, spot, upward
from puzzles.drawing.alexandros_signs import (
    GOLD,
    GOVERNOR,
    KING,
    draw_governor,
    draw_king,
    draw_symbol,
    draw_tag,
    tag_width,
)
from puzzles.drawing.alexandros_view import Area, View, Way, triangle_words
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.marks import Mark, colour_of
from puzzles.drawing.svg import FAINT, INK, WHITE, Element, line, polygon, rectangle, shape, text, tooltip

SEA, LAND, CLOSED, NEW = "#e3edf3", "#fdfbf4", "#efe8d4", "#ffe9a8"
"""Grounds: off the board, of triangles in no province, in one that nobody governs, in one that a plan makes."""
GRID, COAST, RING = "#c9bd9f", "#2f5f86", "#a3003f"
STEP = 72.0
"""The length of a side."""
HIGH = STEP * math.sqrt(3) / 2
"""How high a strip is."""
EDGE, ASIDE = 50.0, 6.5
"""The margin with the coordinates, and how far apart ways along the same side run."""
STAGES = ("10 4", "3 4", "12 4 3 4")
"""The dashes of ways that only may come, stage by stage."""
WALL = 9.0
"""How thick a wall is."""
TAGS: Mapping[str, tuple[str, str]] = {"new": (INK, GOLD), "worth": (INK, GOLD), "lost": (RING, WHITE)}
"""The colours of the labels of areas, kind by kind."""
_SYMBOL, _SMALL_SYMBOL = 22.0, 17.0
_SIZE = 12.0

Item = Callable[[Element, Point], None]
"""Something that lies in a triangle, drawn about a point."""


@dataclass(frozen=True)
class _Chart:
    """Where the points and triangles of a board lie on the paper.

    Attributes
    ----------
    left, top
        Of the whole, margins included.
    """

    board: Board
    left: float = 0.0
    top: float = 0.0

    @cached_property
    def extent(self) -> tuple[int, int, int, int]:
        """The least and the greatest x, the least and the greatest row."""
        rows, xs = zip(*map(spot, self.board.points), strict=True)
        return min(xs), max(xs), min(rows), max(rows)

    @cached_property
    def bounds(self) -> Box:
        """The whole block."""
        first, last, low, high = self.extent
        width, height = (last - first) * STEP / 2, (high - low) * HIGH
        return Box(self.left, self.top, self.left + width + 2 * EDGE, self.top + height + 2 * EDGE)

    def across(self, x: float) -> float:
        """Where an x of the lattice lies."""
        return self.left + EDGE + (x - self.extent[0]) * STEP / 2

    def down(self, row: float) -> float:
        """Where a row of the lattice lies."""
        return self.top + EDGE + (self.extent[3] - row) * HIGH

    def at(self, name: Place) -> Point:
        """Where a point lies."""
        row, x = spot(name)
        return self.across(x), self.down(row)

    def ends(self, bounding: Side) -> tuple[Point, Point]:
        """Where a side begins and ends."""
        return self.at(bounding[0]), self.at(bounding[1])

    def corners(self, name: Triangle, share: float = 1.0) -> list[Point]:
        """The corners of a triangle, or those of a smaller one about the same middle."""
        x, y = self.middle(name)
        return [(x + share * (u - x), y + share * (v - y)) for u, v in map(self.at, corners(name))]

    def middle(self, name: Triangle) -> Point:
        """The middle of a triangle."""
        xs, ys = zip(*map(self.at, corners(name)), strict=True)
        return sum(xs) / 3, sum(ys) / 3

    def slots(self, name: Triangle, count: int) -> list[Point]:
        """Places for things in a triangle: side by side where it is wide, a third one towards its tip."""
        x, y = self.middle(name)
        base = 1 if upward(name) else -1
        if count == 1:
            return [(x, y)]
        if count <= 3:
            return [(x - 12, y + 7 * base), (x + 12, y + 7 * base), (x, y - 14 * base)][:count]
        room = min(21.0, 44.0 / (count - 2))
        row = [(x + room * (at - (count - 2) / 2), y + 8 * base) for at in range(count - 1)]
        return [*row, (x, y - 14 * base)]


@dataclass(frozen=True)
class Scene:
    """A board, with what stands there and what an answer does to it if a view is given."""

    board: Board
    view: View | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def least(self) -> float:
        """As wide as its lattice."""
        return _Chart(self.board).bounds.width

    def height(self, width: float) -> float:
        """As high as its lattice."""
        return _Chart(self.board).bounds.height

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw it: grounds, rim and walls, what lies in the triangles, ways, Alexander, coordinates."""
        chart = _Chart(self.board, left, top)
        rectangle(root, chart.bounds, rx=10, fill=SEA)
        _draw_coordinates(root, chart)
        items = self._items()
        grounds, owned = self._grounds()
        for name in self.board.triangles:
            group = shape(root, "g")
            tooltip(group, triangle_words(self.view, self.board, name))
            polygon(group, chart.corners(name), grounds.get(name, LAND), stroke=GRID, stroke_width=0.9)
        told: dict[Triangle, list[str]] = {}
        for ring in self.view.rings if self.view else ():
            told.setdefault(ring.triangle, []).append(ring.told or ring.triangle)
        for name, words in told.items():
            group = shape(root, "g")
            tooltip(group, "; ".join(dict.fromkeys(words)))
            polygon(group, chart.corners(name, 0.8), "none", stroke=RING, stroke_width=3.6)  # within its sides
        self._draw_sides(root, chart)
        for name in self.board.triangles:
            symbol, there = self.board.symbols[name], items.get(name, [])
            places = chart.slots(name, len(there) + (symbol is not None))
            if symbol is not None:
                draw_symbol(root, symbol, places[0], _SMALL_SYMBOL if there else _SYMBOL)
            elif not there and name in owned:
                mark = owned[name]
                text(root, mark.letter.lower(), *chart.middle(name), _SIZE, bold=True, fill=mark.colour)
            for item, place in zip(there, places[-len(there) :] if there else (), strict=True):
                item(root, place)
        self._draw_king(root, chart)

    # -- triangles ---------------------------------------------------------------------------------------

    def _grounds(self) -> tuple[dict[Triangle, str], dict[Triangle, Mark]]:
        """The ground of each triangle in a province, and whose it is where somebody governs it."""
        grounds: dict[Triangle, str] = {}
        owned: dict[Triangle, Mark] = {}
        if self.view is None:
            return grounds, owned
        for province in self.view.provinces:
            mark = self.marks.get(self.view.owner(province) or "")
            grounds |= dict.fromkeys(province.triangles, mark.tint if mark else CLOSED)
            owned |= dict.fromkeys(province.triangles, mark) if mark else {}
        for area in self.view.areas:
            grounds |= dict.fromkeys(area.triangles, NEW) if area.kind == "new" else {}
        return grounds, owned

    def _items(self) -> dict[Triangle, list[Item]]:
        """What lies in each triangle beside its symbol: governors, labels."""
        found: dict[Triangle, list[Item]] = {}
        if self.view is None:
            return found
        coming = {piece.triangle for piece in self.view.pieces}
        for name, player in self.view.before.governors.items():
            if name not in coming:
                found.setdefault(name, []).append(self._governor(player, f"{name}: a governor of {player}"))
        for piece in self.view.pieces:
            how = "gone" if piece.gone else "placed"
            there = found.setdefault(piece.triangle, [])
            there.append(self._governor(piece.player, piece.told, how))
            if piece.label:
                there.append(_tag(piece.label, piece.told, colour_of(self.marks, piece.player, INK)))
        for ring in self.view.rings:
            if ring.label:
                found.setdefault(ring.triangle, []).append(_tag(ring.label, ring.told, RING))
        for area in self.view.areas:
            if area.label:
                name = _seat(self.board, area, found)
                found.setdefault(name, []).append(_tag(area.label, area.told, *TAGS[area.kind]))
        return found

    def _governor(self, player: str, told: str, how: str = "standing") -> Item:
        mark = self.marks.get(player) or Mark(player, "?", FAINT, LAND)

        def draw(parent: Element, at: Point) -> None:
            group = shape(parent, "g")
            tooltip(group, told)
            draw_governor(group, mark, at, how)

        return draw

    # -- sides and points --------------------------------------------------------------------------------

    def _draw_sides(self, root: Element, chart: _Chart) -> None:
        """The rim, strong where it closes and dashed where it does not; walls on it and inside."""
        closing = self.board.closing_sides
        for bounding in self.board.rim_sides:
            draw_rim(root, *chart.ends(bounding), closes=bounding in closing)
        for name in self.board.points:
            x, y = chart.at(name)
            shape(root, "circle", cx=x, cy=y, r=2.4, fill=INK)
        if self.view is None:
            return
        for bounding in self.board.sides:
            if bounding in self.view.before.walled:
                draw_wall(root, *chart.ends(bounding))
            elif bounding in self.view.walls:
                group = shape(root, "g")
                tooltip(group, f"{side_words(bounding)}: {self.view.walls[bounding]}")
                draw_wall(group, *chart.ends(bounding), planned=True)

    def _draw_king(self, root: Element, chart: _Chart) -> None:
        """Alexander where he stands and where he will, or at the start of a bare board, and his ways between."""
        if self.view is None:
            self._draw_piece(root, chart.at(self.board.start), f"{self.board.start}: Alexander's start")
            return
        here, then = self.view.before.here, self.view.after.here
        stands = [Box.around(chart.at(name), 2 * KING, 2 * KING) for name in dict.fromkeys((here, then))]
        self._draw_ways(root, chart, self.view.ways, stands)
        self._draw_piece(root, chart.at(here), f"{here}: Alexander")
        if then != here:
            self._draw_piece(root, chart.at(then), f"{then}: Alexander then", planned=True)

    def _draw_piece(self, root: Element, at: Point, told: str, *, planned: bool = False) -> None:
        group = shape(root, "g")
        tooltip(group, told)
        draw_king(group, at, planned=planned)

    def _draw_ways(self, root: Element, chart: _Chart, ways: Sequence[Way], stands: Sequence[Box]) -> None:
        """Ways side by side where they share a side; then their labels, each near the end of its way."""
        used: dict[Side, int] = {}
        labels: list[tuple[Way, list[tuple[Point, Point]]]] = []
        for way in ways:
            steps = [(one, other) for one, other in pairwise(way.points) if one != other]
            along = {side(*step) for step in steps}
            lane = max((used.get(each, 0) for each in along), default=0)  # the whole way keeps one
            used |= dict.fromkeys(along, lane + 1)
            stretches = [_stretch(chart, *step, lane) for step in steps]
            group = shape(root, "g")
            tooltip(group, way.told or "-".join(way.points))
            draw_way(group, _joined(stretches), colour_of(self.marks, way.player, INK), way.stage)
            at = chart.at(way.points[-1])
            labels.append((way, stretches or [(at, at)]))
        taken = [*stands, *self._written(chart)]
        for way, stretches in labels:
            if way.label:
                group = shape(root, "g")
                tooltip(group, way.told or "-".join(way.points))
                place = _free(_places(stretches, tag_width(way.label)), way.label, taken, chart.bounds.grown(8 - EDGE))
                taken.append(draw_tag(group, way.label, place, colour_of(self.marks, way.player, INK)))

    def _written(self, chart: _Chart) -> Iterator[Box]:
        """The room of what lies in the triangles."""
        _, owned = self._grounds()
        yield from (Box.around(chart.middle(name), 14, 14) for name in owned if self.board.symbols[name] is None)
        items = self._items()
        signs = (chart.middle(name) for name, symbol in self.board.symbols.items() if symbol and name not in items)
        yield from (Box.around(middle, _SYMBOL, _SYMBOL) for middle in signs)
        for name, there in items.items():
            count = len(there) + (self.board.symbols[name] is not None)
            yield from (Box.around(place, 2 * GOVERNOR, 2 * GOVERNOR) for place in chart.slots(name, count))


def _seat(board: Board, area: Area, taken: Mapping[Triangle, object]) -> Triangle:
    """The triangle of an area for its label: a free blank one near its middle, if there is any."""
    spots = [spot(name) for name in area.triangles]
    row, column = (sum(values) / len(spots) for values in zip(*spots, strict=True))

    def price(name: Triangle) -> tuple[bool, bool, float]:
        strip, at = spot(name)
        return name in taken, board.symbols[name] is not None, 3 * (strip - row) ** 2 + (at - column) ** 2

    return min(area.triangles, key=price)


def _tag(words: str, told: str, colour: str, fill: str = WHITE) -> Item:
    def draw(parent: Element, at: Point) -> None:
        group = shape(parent, "g")
        tooltip(group, told or words)
        draw_tag(group, words, at, colour, fill)

    return draw


# -- what sides are drawn with ---------------------------------------------------------------------------


def draw_rim(parent: Element, first: Point, last: Point, *, closes: bool) -> None:
    """A side of the rim: strong where it closes a province, dashed where it does not."""
    if closes:
        line(parent, (first, last), COAST, 4.4, stroke_linecap="round")
    else:
        line(parent, (first, last), COAST, 2.0, stroke_dasharray="3 6")


def draw_wall(parent: Element, first: Point, last: Point, *, planned: bool = False) -> None:
    """A wall: a heavy bar, golden in an outline where a plan lays it."""
    ends = _between(first, last, 0.09)
    line(parent, ends, INK, WALL + 4 if planned else WALL)
    if planned:  # wide enough to be seen on both sides of a way
        line(parent, _between(first, last, 0.12), GOLD, WALL - 0.4)


def _between(first: Point, last: Point, share: float) -> tuple[Point, Point]:
    """A line shortened at both ends by a share of it."""
    (x, y), (u, v) = first, last
    return (x + share * (u - x), y + share * (v - y)), (u - share * (u - x), v - share * (v - y))


def _stretch(chart: _Chart, one: Place, other: Place, lane: int) -> tuple[Point, Point]:
    """Where a way along a side begins and ends, on its lane: the first one in the middle, others beside it."""
    (x, y), (u, v) = chart.ends(side(one, other))
    aside = ASIDE * ((lane + 1) // 2) * (1 if lane % 2 else -1)
    dx, dy = (u - x) / STEP, (v - y) / STEP
    ends = (x - aside * dy, y + aside * dx), (u - aside * dy, v + aside * dx)
    return ends if side(one, other)[0] == one else (ends[1], ends[0])


def _joined(stretches: Sequence[tuple[Point, Point]]) -> list[Point]:
    """Stretches as one line."""
    return [place for first, last in stretches for place in (first, last)]


def draw_way(parent: Element, points: Sequence[Point], colour: str, stage: int = 0) -> None:
    """An arrow along a line; dashed where it only may come."""
    if len(points) < 2:
        return
    (x, y), (u, v) = points[-2:]
    length = math.dist((x, y), (u, v)) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    short = 4.0 if stage else KING  # it ends at the rim of the piece, if one will stand there
    tip = (u - short * dx, v - short * dy)
    foot = (tip[0] - 15 * dx, tip[1] - 15 * dy)
    line(parent, [*points[:-1], foot], WHITE, 5.0, stroke_linecap="round")
    dashes = STAGES[(stage - 1) % len(STAGES)] if stage else None
    line(parent, [*points[:-1], foot], colour, 3.0, stroke_dasharray=dashes)
    head = [tip, (foot[0] - 8 * dy, foot[1] + 8 * dx), (foot[0] + 8 * dy, foot[1] - 8 * dx)]
    polygon(parent, head, colour, stroke=WHITE, stroke_width=1.2)


def _places(stretches: Sequence[tuple[Point, Point]], width: float) -> Iterator[Point]:
    """Where the label of a way can stand: on it unless it hides most of it, from its last side back; then beside."""
    for share in (0.31, 0.45, 0.6, 0.2) if _shows(stretches, width) else ():
        for (x, y), (u, v) in reversed(stretches):
            if (x, y) != (u, v):
                yield x + share * (u - x), y + share * (v - y)
    x, y = stretches[-1][1]
    for far in range(26, 160, 11):
        for turn in range(12):
            aside = turn * math.tau / 12
            yield x + (far + width / 2 - 9) * math.cos(aside), y - far * math.sin(aside)


def _shows(stretches: Sequence[tuple[Point, Point]], width: float) -> bool:
    """Whether half a side of a way is to be seen beside a label that stands on it."""
    (x, y), (u, v) = stretches[-1]
    length = math.dist((x, y), (u, v))
    if not length:
        return False
    along, across = abs(u - x) / length, abs(v - y) / length
    hidden = min(width / along if along else math.inf, 17 / across if across else math.inf)
    return sum(math.dist(*ends) for ends in stretches) - hidden > STEP / 2


def _free(places: Iterable[Point], words: str, taken: Sequence[Box], within: Box) -> Point:
    """The first place where a label covers nothing and keeps off the margins; the first of all if there is none."""
    width, first = tag_width(words), None
    for place in places:
        box = Box.around(place, width, 17)
        inside = all(within.holds(corner) for corner in box.corners)
        if inside and not any(box.overlaps(other) for other in taken):
            return place
        first = first or place
    return first or within.centre


def _draw_coordinates(root: Element, chart: _Chart) -> None:
    """Rows of points in small letters and strips in capitals at both sides; columns of triangles above, x below."""
    first, last, low, high = chart.extent
    edges = chart.bounds
    for x in (edges.left, edges.right):
        inward = 1 if x == edges.left else -1
        for row in range(low, high + 1):
            text(root, chr(ord("a") + row), x + 34 * inward, chart.down(row), _SIZE, fill=FAINT)
        for strip in range(low, high):
            text(root, chr(ord("A") + strip), x + 16 * inward, chart.down(strip + 0.5), _SIZE, bold=True)
    for x in range(first, last + 1):
        text(root, str(x), chart.across(x), edges.bottom - 18, _SIZE - 1, fill=FAINT)
        if x < last - 1:
            text(root, str(x), chart.across(x + 1), edges.top + 18, _SIZE - 1, bold=True)
