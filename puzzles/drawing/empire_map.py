"""Where everything of a region goes on paper: its provinces, its arrows, and the marks of shared borders."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from models.empire.board import SYMBOL, Arrow, Region
from models.empire.position import KINDS, Kind
from puzzles.drawing.empire_pieces import Content
from puzzles.drawing.geometry import HEAD, Box, Point, Route, clashes, lead

WIDTH, HEADER, ARMIES, LANE, FOOT = 196.0, 30.0, 27.0, 23.0, 5.0
COMPACT_WIDTH = 164.0
MARGIN = 26.0
GAP = 24.0
"""Between two cards that no arrow joins."""
ROOM = 2 * HEAD + 42.0
"""Between two cards with an arrow: its heads and some line."""


@dataclass(frozen=True)
class Link:
    """An arrow of the board and how it runs."""

    arrow: Arrow
    route: Route


@dataclass(frozen=True)
class RegionMap:
    """A region laid out.

    Attributes
    ----------
    cards
        The room of each province and of the campaign symbol, by name.
    lanes
        The kinds of piece that a card has a row for, by province.
    links
        The arrows; those that name no province of the region are left out.
    borders
        For each pair of provinces that touch and have no arrow, the two ends of the mark between them.
    """

    region: Region
    cards: Mapping[str, Box]
    lanes: Mapping[str, tuple[Kind, ...]]
    links: tuple[Link, ...]
    borders: Mapping[tuple[str, str], tuple[Point, Point]]

    @property
    def clashes(self) -> float:
        """How much arrows get in each other's way and in that of the cards."""
        routes = [link.route for link in self.links]
        worst = 0.0
        for at, link in enumerate(self.links):
            around = [
                card.grown(7) for place, card in self.cards.items() if place not in (link.arrow.start, link.arrow.end)
            ]
            worst += clashes(link.route, routes[:at] + routes[at + 1 :], around)
        return worst

    @property
    def bounds(self) -> Box:
        """The least box around all of it, with a margin."""
        points = [corner for card in self.cards.values() for corner in card.corners]
        for link in self.links:
            points += link.route.samples
            points += [corner for head in link.route.heads for corner in head.corners]
        points += [point for border in self.borders.values() for point in border]
        return Box.over(points).grown(MARGIN)

    def moved(self, dx: float, dy: float) -> RegionMap:
        """The same elsewhere on the paper."""
        return RegionMap(
            self.region,
            {place: card.moved(dx, dy) for place, card in self.cards.items()},
            self.lanes,
            tuple(Link(link.arrow, link.route.moved(dx, dy)) for link in self.links),
            {pair: ((x + dx, y + dy), (u + dx, v + dy)) for pair, ((x, y), (u, v)) in self.borders.items()},
        )


def lay_out(region: Region, contents: Mapping[str, Content] | None) -> RegionMap:
    """Lay a region out, with room for armies and pieces if there are contents.

    The coordinates of the board are scaled so that all is just far enough apart.  Where they are of no use (two
    in one place, or so uneven that the map would be too large) the provinces stand by their distance in steps or
    in a ring, whichever has fewer clashes.
    """
    lanes: dict[str, tuple[Kind, ...]] = {}
    sizes: dict[str, tuple[float, float]] = {SYMBOL: (54.0, 54.0) if contents is None else (WIDTH, 62.0)}
    for place, province in region.provinces.items():
        laid = contents[place].pieces if contents is not None else {}
        lanes[place] = tuple(kind for kind in KINDS if kind in province.sites or laid.get(kind))
        rows = ARMIES + LANE * len(lanes[place]) + FOOT
        compact = HEADER + (LANE + 5 if lanes[place] else 0)
        sizes[place] = (COMPACT_WIDTH, compact) if contents is None else (WIDTH, HEADER + rows)
    arrows = [a for a in region.arrows if {a.start, a.end} <= sizes.keys() and a.start != a.end]
    joined = {frozenset((arrow.start, arrow.end)) for arrow in arrows}
    points = {SYMBOL: region.symbol, **{place: province.at for place, province in region.provinces.items()}}
    scale = _scale(points, sizes, joined)
    if scale is not None and _fits(points, scale):
        return _routed(region, _cards(points, sizes, scale), lanes, arrows)
    ring = _ring(region, sizes)
    options = [(_by_steps(region, sizes), 1.0), (ring, _scale(ring, sizes, joined) or 1.0)]
    layouts = [_routed(region, _cards(places, sizes, scale), lanes, arrows) for places, scale in options]
    return min(layouts, key=lambda layout: layout.clashes)


def _cards(points: Mapping[str, Point], sizes: Mapping[str, tuple[float, float]], scale: float) -> dict[str, Box]:
    return {place: Box.around((x * scale, y * scale), *sizes[place]) for place, (x, y) in points.items()}


def _routed(
    region: Region, cards: Mapping[str, Box], lanes: Mapping[str, tuple[Kind, ...]], arrows: Sequence[Arrow]
) -> RegionMap:
    """The cards with arrows led between them."""
    known = [pair for pair in region.touching if set(pair) <= cards.keys() and pair[0] != pair[1]]
    borders = {pair: _border(cards[pair[0]], cards[pair[1]]) for pair in known}
    marks = [Box.over(border).grown(2) for border in borders.values()]
    ways = [(cards[a.start], cards[a.end], a.back is not None) for a in arrows]
    routes = lead(ways, [*cards.values(), *marks])
    return RegionMap(region, cards, lanes, tuple(map(Link, arrows, routes)), borders)


def _scale(
    points: Mapping[str, Point], sizes: Mapping[str, tuple[float, float]], joined: set[frozenset[str]]
) -> float | None:
    """The least scale at which no two cards are too close; None if there is none."""
    if not all(math.isfinite(value) and abs(value) < 1e9 for point in points.values() for value in point):
        return None
    scale = 1e-9
    for first, second in combinations(points, 2):
        apart = points[second][0] - points[first][0], points[second][1] - points[first][1]
        distance = math.hypot(*apart)
        if distance < 1e-9:
            return None
        room = ROOM if frozenset((first, second)) in joined else GAP
        edges = sum(Box.around((0, 0), *sizes[place]).reach(apart) for place in (first, second))
        scale = max(scale, (edges + room) / distance)
        # the middle line can be free while corners touch: then one of the two axes has to keep them apart
        needed = [(sizes[first][axis] + sizes[second][axis]) / 2 + 8 for axis in (0, 1)]
        keeps = [needed[axis] / abs(apart[axis]) for axis in (0, 1) if abs(apart[axis]) > 1e-9 * distance]
        scale = max(scale, min(keeps))
    return scale


def _fits(points: Mapping[str, Point], scale: float) -> bool:
    """Whether the map is of a size that can be looked at."""
    extent = Box.over(points.values())
    most = max(1.0, math.sqrt(len(points) / 8))
    return extent.width * scale <= 1500 * most and extent.height * scale <= 1150 * most


def _by_steps(region: Region, sizes: Mapping[str, tuple[float, float]]) -> dict[str, Point]:
    """The campaign symbol on the left, then a column for each number of steps; columns of more than five split."""
    far = max(region.steps.values()) + 1
    steps = {place: region.steps.get(place, far) for place in sizes}
    columns: list[list[str]] = []
    rows: dict[str, float] = {}
    for step in sorted(set(steps.values())):
        column = [place for place in sizes if steps[place] == step]
        before = {place: [rows[a] for a, b in region.costs if b == place and a in rows] for place in column}
        column.sort(key=lambda place: sum(before[place]) / len(before[place]) if before[place] else 0.0)
        parts = math.ceil(len(column) / 5)
        size = math.ceil(len(column) / parts)
        for at in range(0, len(column), size):
            columns.append(column[at : at + size])
            rows.update({place: row - (len(columns[-1]) - 1) / 2 for row, place in enumerate(columns[-1])})
    width = max(size[0] for size in sizes.values()) + ROOM
    height = max(size[1] for size in sizes.values()) + ROOM * 0.8
    # every other column a little lower, so that straight arrows pass between cards
    return {
        place: (at * width, (rows[place] + (0.22 if at % 2 else 0.0)) * height)
        for at, column in enumerate(columns)
        for place in column
    }


def _ring(region: Region, sizes: Mapping[str, tuple[float, float]]) -> dict[str, Point]:
    """All in a ring, so that no straight arrow runs through a card: the symbol on the left, the nearest beside it."""
    order = sorted(sizes, key=lambda place: region.steps.get(place, len(sizes)))
    turn = 2 * math.pi / len(order)
    angles = {place: math.pi + turn * ((at + 1) // 2) * (-1) ** at for at, place in enumerate(order)}
    return {place: (1.7 * math.cos(angle), math.sin(angle)) for place, angle in angles.items()}


def _border(first: Box, second: Box) -> tuple[Point, Point]:
    """A short line across the way between two cards."""
    (x, y), (u, v) = first.centre, second.centre
    length = math.hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    middle = (first.reach((dx, dy)) + length - second.reach((dx, dy))) / 2
    at = x + middle * dx, y + middle * dy
    return (at[0] - 48 * dy, at[1] + 48 * dx), (at[0] + 48 * dy, at[1] - 48 * dx)
