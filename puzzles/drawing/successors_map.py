"""A map of successors as a block of a sheet: spaces and links, what lies there, and what an answer does to it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from models.successors.map import KINDS, Kind, Map, Space
from models.successors.position import INDEPENDENT, Position
from models.successors.words import place_name
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.marks import Mark, colour_of
from puzzles.drawing.successors_view import Road, View, marker_words, percent
from puzzles.drawing.svg import (
    INK,
    WHITE,
    Element,
    line,
    polygon,
    rectangle,
    shape,
    text,
    text_width,
    tooltip,
)

LAND, SEA, ROUTE = "#a08a68", "#3f7cb0", "#8a4fa3"
LINKS = ((LAND, 2.0, None), (SEA, 1.6, "6 4"), (ROUTE, 2.0, "2 5"))
"""Colour, width and dashes of links by land, by sea and along a route."""
PORT = "#1f5f99"
GREY = "#77736c"
GOLD = "#f6c945"
SHADE = "#2f8f4e"
PROVINCE = "#6b5a3c"
BACKGROUND = "#f7f4ec"
_TINTS = ("#f3d9c4", "#d9e8c9", "#d3e3f0", "#f0e3ac", "#e6d5ec", "#cfe7e0", "#f2cfd4", "#dfdccf")
"""Grounds of provinces; neighbours have different ones."""
STAGES = (None, "11 5", "3 5", "14 4 3 4", "7 3", "2 3")
"""The dashes of roads, stage by stage."""

LEAST, MOST, EACH = 420.0, 1900.0, 195.0
"""How wide and high a map is at least and at most, and for the root of the number of spaces."""
MARGIN = 60.0
SQUARE = 60.0
"""Things are looked for by squares of this size."""
SIZE = 11.0
_RADIUS: Mapping[Kind, float] = {"major": 11, "minor": 9, "fortress": 11, "transit": 4}
_ASIDE = 8.0
"""How far apart roads along the same link run."""
_ROAD, _HEAD = 4.5, 15.0
"""How wide the line of a road is, how long its arrowheads."""


@dataclass
class _Chart:
    """A map scaled to the paper.

    Attributes
    ----------
    bounds
        Where the map is drawn.
    at
        Where each space is drawn.
    taken
        The boxes where something stands already, by the squares of the paper that they touch.
    """

    board: Map
    bounds: Box
    at: dict[str, Point]
    taken: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Map, left: float = 0.0, top: float = 0.0) -> _Chart:
        """The spaces spread over a sheet that grows with their number."""
        extent = Box.over([space.at for space in board.spaces.values()])
        room = min(MOST, max(LEAST, EACH * math.sqrt(len(board.spaces))))
        longer = max(extent.width, extent.height)
        scale = room / longer if longer else 1.0
        at = {
            name: (
                left + MARGIN + (space.at[0] - extent.left) * scale,
                top + MARGIN + (space.at[1] - extent.top) * scale,
            )
            for name, space in board.spaces.items()
        }
        width, height = (2 * MARGIN + side * scale for side in (extent.width, extent.height))
        return cls(board, Box(left, top, left + max(width, LEAST), top + height), at)

    def free(self, box: Box) -> bool:
        """Whether nothing stands there, and it is on the map."""
        edge = self.bounds
        inside = box.left >= edge.left and box.top >= edge.top and box.right <= edge.right and box.bottom <= edge.bottom
        return inside and not any(box.overlaps(other) for key in _squares(box) for other in self.taken.get(key, ()))

    def take(self, box: Box) -> None:
        """Let nothing else stand there."""
        for key in _squares(box):
            self.taken.setdefault(key, []).append(box)

    def place(self, about: Point, width: float, height: float, steps: Sequence[float]) -> Point | None:
        """The middle of a free place for a box near a point, which is taken then; None where there is none."""
        x, y = about
        for step in steps:
            across, down = step + width / 2, step + height / 2
            for dx, dy in ((0, down), (0, -down), (across, 0), (-across, 0), (across, down), (-across, down),
                           (across, -down), (-across, -down)):  # fmt: skip
                box = Box.around((x + dx, y + dy), width, height)
                if self.free(box):
                    self.take(box)
                    return box.centre
        return None


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of the paper that a box touches."""
    for across in range(int(box.left // SQUARE), int(box.right // SQUARE) + 1):
        for down in range(int(box.top // SQUARE), int(box.bottom // SQUARE) + 1):
            yield across, down


@dataclass(frozen=True)
class Scene:
    """A map, with what lies on it and what an answer does there if a view is given."""

    board: Map
    view: View | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def least(self) -> float:
        """As wide as its spaces need."""
        return _Chart.of(self.board).bounds.width

    def height(self, width: float) -> float:
        """As high as its spaces need."""
        return _Chart.of(self.board).bounds.height

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw it: grounds, links, roads, spaces, pieces, and names where there is room."""
        chart = _Chart.of(self.board, left, top)
        rectangle(root, chart.bounds, rx=10, fill=BACKGROUND)
        self._draw_grounds(root, chart)
        for pairs, (colour, thick, dashes) in zip(
            (self.board.land, self.board.sea, self.board.routes), LINKS, strict=True
        ):
            for pair in pairs:
                if all(name in chart.at for name in pair):
                    line(root, [chart.at[name] for name in pair], colour, thick, stroke_dasharray=dashes)
        lettered = _lettered(chart)
        for name in (name for name in (self.view.touched if self.view else ()) if name in chart.at):
            chart.take(Box.around(chart.at[name], 40, 40))
            self._draw_touched(root, chart, name)
        for name in self.board.spaces:
            self._draw_space(root, chart, name, name in lettered)
        if self.view:
            self._draw_roads(root, chart, self.view.roads)
            tags = (*self._stands(), *self._shares(), *_pieces(self.view.before, self.marks))
            for space, words, colour, how, told in tags:
                _draw_tag(root, chart, space, words, colour, how, told)
        for name in self.board.spaces:
            _label(root, chart, place_name(name), chart.at[name], SIZE)
        for province, members in self.board.members.items():
            if members:
                xs, ys = zip(*(chart.at[name] for name in members), strict=True)
                words = f"{province_name(self.board, province)} {self.board.provinces[province].vp}"
                _label(root, chart, words, (sum(xs) / len(xs), sum(ys) / len(ys)), 13, fill=PROVINCE, bold=True)

    def _draw_grounds(self, root: Element, chart: _Chart) -> None:
        """A pale disc under each space of a province; a green one, the darker the more, where a share is told."""
        tints = _tints(self.board)
        shares = self.view.shares if self.view else {}
        for name, space in self.board.spaces.items():
            x, y = chart.at[name]
            if space.province in tints:
                shape(root, "circle", cx=x, cy=y, r=26, fill=tints[space.province])
        for name, share in shares.items():
            if name not in chart.at:
                continue
            x, y = chart.at[name]
            group = shape(root, "g")
            tooltip(group, self._share_words(name, share))
            shape(group, "circle", cx=x, cy=y, r=26, fill=WHITE, stroke=SHADE, stroke_width=1.2)
            shape(group, "circle", cx=x, cy=y, r=26, fill=SHADE, fill_opacity=f"{0.1 + 0.75 * share:.2f}")

    def _draw_touched(self, root: Element, chart: _Chart, name: str) -> None:
        """A gold disc with the colour of whoever changes the marker there."""
        assert self.view is not None
        by = self.view.touched[name]
        x, y = chart.at[name]
        group = shape(root, "g")
        before, after = (marker_words(table, name) for table in (self.view.before, self.view.after))
        tooltip(group, f"{place_name(name)}: {after} instead of {before}{f', by {by}' if by else ''}")
        edge = colour_of(self.marks, by, INK)
        shape(group, "circle", cx=x, cy=y, r=19, fill=GOLD, stroke=edge, stroke_width=3.2)

    def _draw_space(self, root: Element, chart: _Chart, name: str, lettered: bool) -> None:
        space, (x, y) = self.board.spaces[name], chart.at[name]
        owner = self.view.after.markers.get(name) if self.view else None
        mark = self.marks.get(owner or "")
        group = shape(root, "g")
        tooltip(group, space_words(self.board, name, owner))
        draw_space(group, space, x, y, GREY if owner == INDEPENDENT else mark.colour if mark else WHITE)
        if mark and lettered:
            text(group, mark.letter, x, y, 12, bold=True, fill=WHITE)
        if self.view and name in self.view.touched and owner is None:
            for sign in (1, -1):  # what lay there is gone
                line(group, ((x - 7, y - 7 * sign), (x + 7, y + 7 * sign)), INK, 2.4)

    def _draw_roads(self, root: Element, chart: _Chart, roads: Sequence[Road]) -> None:
        """Roads side by side where they share a link; then their labels, on the first stretch or beside the end."""
        used: Counter[frozenset[str]] = Counter()
        labels: list[tuple[Road, Point, Point, str]] = []
        for road in roads:
            colour = colour_of(self.marks, road.player, INK)
            group = shape(root, "g")
            tooltip(group, road.told)
            known = [name for name in road.spaces if name in chart.at]
            hops = [hop for hop in pairwise(known) if hop[0] != hop[1]]
            for at, hop in enumerate(hops):
                lane = used[frozenset(hop)]
                used[frozenset(hop)] += 1
                first, last = self._stretch(chart, hop, lane)
                draw_road(group, first, last, colour, road.stage, ends=at == len(hops) - 1)
                for box in _along(first, last):
                    chart.take(box)
                if not at and not road.ends:
                    labels.append((road, first, last, colour))
            if known and (road.ends or not hops):
                labels.append((road, chart.at[known[-1]], chart.at[known[-1]], colour))
        discs = [Box.around(at, 24, 24) for at in chart.at.values()]
        for road, first, last, colour in labels:
            discs += _draw_disc(root, chart, road, first, last, colour, discs)

    def _stretch(self, chart: _Chart, hop: tuple[str, str], lane: int) -> tuple[Point, Point]:
        """Where a road along a link begins and ends, on its lane: the first in the middle, others beside it."""
        (x, y), (u, v) = chart.at[hop[0]], chart.at[hop[1]]
        length = math.hypot(u - x, v - y) or 1.0
        aside = _ASIDE * ((lane + 1) // 2) * (1 if lane % 2 else -1)
        if hop[0] > hop[1]:  # a lane is a side of the link, whichever way it is gone
            aside = -aside
        dx, dy = (u - x) / length, (v - y) / length
        near, far = (min(14.0 if self.board.spaces[name].kind != "transit" else 6.0, length / 3) for name in hop)
        return (
            (x + near * dx - aside * dy, y + near * dy + aside * dx),
            (u - far * dx - aside * dy, v - far * dy + aside * dx),
        )

    def _stands(self) -> Iterator[tuple[str, str, str, str, str]]:
        for stand in self.view.stands if self.view else ():
            colour = colour_of(self.marks, stand.player, INK)
            yield stand.space, stand.words, colour, "planned", stand.told

    def _shares(self) -> Iterator[tuple[str, str, str, str, str]]:
        for space, share in self.view.shares.items() if self.view else ():
            yield space, percent(share), SHADE, "share", self._share_words(space, share)

    def _share_words(self, space: str, share: float) -> str:
        return f"{place_name(space)}: {percent(share)} {self.view.shares_are if self.view else ''}"


def _lettered(chart: _Chart) -> set[str]:
    """Take the room of all spaces; those of them that can have a letter, since others lie elsewhere."""
    lettered = set()
    for name, space in chart.board.spaces.items():
        reach = _RADIUS[space.kind]
        box = Box.around(chart.at[name], 2 * reach + 2, 2 * reach + 2)
        if chart.free(box):
            lettered.add(name)
        chart.take(box)
    return lettered


def _along(first: Point, last: Point) -> Iterator[Box]:
    """Small boxes along a line, which keep names off it."""
    count = max(1, round(math.dist(first, last) / 7))
    for at in range(count + 1):
        share = at / count
        yield Box.around(
            (first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])), _ROAD + 3, _ROAD + 3
        )


def draw_road(parent: Element, first: Point, last: Point, colour: str, stage: int = 0, *, ends: bool = True) -> None:
    """A stretch of a road with an arrowhead, the last one larger; its dashes tell the stage."""
    (x, y), (u, v) = first, last
    length = math.hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    head = min(_HEAD if ends else _HEAD * 0.75, length)
    foot = (u - head * dx, v - head * dy)
    line(parent, (first, last), WHITE, _ROAD + 3.5)
    line(parent, (first, foot), colour, _ROAD, stroke_dasharray=STAGES[stage % len(STAGES)])
    side = head * 0.55
    corners = [(u, v), (foot[0] - side * dy, foot[1] + side * dx), (foot[0] + side * dy, foot[1] - side * dx)]
    polygon(parent, corners, colour, stroke=WHITE, stroke_width=1.2)


def _draw_disc(
    root: Element, chart: _Chart, road: Road, first: Point, last: Point, colour: str, others: Sequence[Box]
) -> list[Box]:
    """The label of a road, off other boxes: on a stretch, or beside a space if that is a point; where it stands."""
    width = max(18.0, text_width(road.label, SIZE, bold=True) + 10)
    (x, y), (u, v) = first, last
    on_it = (
        Box.around((x + share * (u - x), y + share * (v - y)), width, 18) for share in (0.4, 0.55, 0.25, 0.7, 0.85)
    )
    box = next((box for box in on_it if not any(box.overlaps(other) for other in others)), None)
    if box is None:
        placed = chart.place(((x + u) / 2, (y + v) / 2), width, 18, (9, 13, 18, 26))
        if placed is None:
            return []
        box = Box.around(placed, width, 18)
    chart.take(box)
    group = shape(root, "g")
    tooltip(group, road.told)
    rectangle(group, box, rx=9, fill=WHITE, stroke=colour, stroke_width=2)
    text(group, road.label, *box.centre, SIZE, bold=True, fill=colour)
    return [box]


def _draw_tag(root: Element, chart: _Chart, space: str, words: str, colour: str, how: str, told: str) -> None:
    """A word beside a space: what stands there on its colour, siege points and shares on white, plans on gold."""
    width = text_width(words, SIZE, bold=True) + 8
    middle = chart.place(chart.at[space], width, 17, (10, 14, 20, 28, 40)) if space in chart.at else None
    if middle is None:
        return
    group = shape(root, "g")
    tooltip(group, told)
    fill, edge, ink, dashes, thick = {
        "standing": (colour, INK, WHITE, None, 0.8),
        "siege": (WHITE, colour, colour, None, 1.0),
        "share": (WHITE, WHITE, "#1c6335", None, 0.0),
        "planned": (GOLD, colour, INK, "4 2", 2.0),
    }[how]
    rectangle(
        group, Box.around(middle, width, 16), rx=3, fill=fill, stroke=edge, stroke_width=thick, stroke_dasharray=dashes
    )
    text(group, words, *middle, SIZE, bold=True, fill=ink)


def _label(
    root: Element, chart: _Chart, words: str, about: Point, size: float, *, fill: str = INK, bold: bool = False
) -> None:
    """A name near a point, if there is room; the tooltip of the space tells it in any case."""
    steps = (0, 12, 24, 36, 48) if bold else (10, 13, 18, 24)
    middle = chart.place(about, text_width(words, size, bold) + 4, size * 1.15, steps)
    if middle:
        text(root, words, *middle, size, bold=bold, italic=bold, fill=fill, halo=BACKGROUND)


def _tints(board: Map) -> dict[str, str]:
    """A ground for each province, other than those of its neighbours as far as there are enough."""
    beside: dict[str, set[str]] = {name: set() for name in board.provinces}
    for pair in (*board.land, *board.sea):
        there = [board.spaces[name].province for name in pair if name in board.spaces]
        ends = [province for province in there if province in beside]
        for one in ends:
            beside[one] |= set(ends) - {one}
    chosen: dict[str, str] = {}
    for at, name in enumerate(board.provinces):
        order = [_TINTS[(at + step) % len(_TINTS)] for step in range(len(_TINTS))]
        used = {chosen[other] for other in beside[name] if other in chosen}
        chosen[name] = next((tint for tint in order if tint not in used), order[0])
    return chosen


def province_name(board: Map, province: str) -> str:
    """A province as the map calls it."""
    return board.provinces[province].title or place_name(province)


def space_words(board: Map, name: str, owner: str | None) -> str:
    """A space with its kind, its province and who controls it."""
    space = board.spaces[name]
    parts = [place_name(name), KINDS[space.kind]]
    if space.port:
        parts.append("port of the Hellespont" if space.hellespont else "port")
    if space.province:
        parts.append(place_name(space.province))
    if owner:
        parts.append("independent" if owner == INDEPENDENT else f"controlled by {owner}")
    return ", ".join(parts)


def draw_space(parent: Element, space: Space, x: float, y: float, fill: str) -> None:
    """A square, a circle, a triangle or a dot by kind; blue where there is a port, thick at the Hellespont."""
    reach = _RADIUS[space.kind]
    stroke, width = (PORT, 4.0 if space.hellespont else 2.4) if space.port else (INK, 1.3)
    if space.kind == "major":
        rectangle(parent, Box.around((x, y), 2 * reach, 2 * reach), fill=fill, stroke=stroke, stroke_width=width)
    elif space.kind == "fortress":
        corners = [(x, y - reach - 2), (x + reach, y + reach - 3), (x - reach, y + reach - 3)]
        polygon(parent, corners, fill, stroke=stroke, stroke_width=width)
    else:
        shape(parent, "circle", cx=x, cy=y, r=reach, fill=fill, stroke=stroke, stroke_width=width)


def _pieces(position: Position, marks: Mapping[str, Mark]) -> Iterator[tuple[str, str, str, str, str]]:
    """What lies in spaces: where, in a word, in which colour, how, and what it is."""
    if position.cart:
        player = position.cart.player
        told = f"funeral cart of {player or 'nobody'}"
        yield position.cart.at, "cart", colour_of(marks, player, GREY), "standing", told
    if position.tomb:
        yield position.tomb.at, "tomb", INK, "standing", f"tomb, buried by {position.tomb.buried_by}"
    for space, founder in position.capitals.items():
        colour = colour_of(marks, founder, GREY)
        yield space, "capital", colour, "standing", f"a capital of {founder}"
    for name, state in position.players.items():
        mark = marks[name]
        for space in dict.fromkeys(army.at for army in state.armies):
            units = state.units_at(space)
            if units:
                yield space, f"{units}{mark.letter}", mark.colour, "standing", f"{units} combat units of {name}"
        for space, points in state.siege.items():
            if points:
                told = f"{points} siege points of {name}"
                yield space, f"siege {points}{mark.letter}", mark.colour, "siege", told
    for space, number in position.independent_units.items():
        if number:
            yield space, str(number), GREY, "standing", f"{number} independent combat units"
