"""Boxes and curves in the plane, and how to lead curves between boxes without a clash."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle; x grows to the right, y downward."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> Box:
        """The box of this size about a point."""
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def over(cls, points: Iterable[Point]) -> Box:
        """The least box that holds all points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def centre(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, Point]:
        """Top left and bottom right."""
        return (self.left, self.top), (self.right, self.bottom)

    def grown(self, by: float) -> Box:
        """The box with a margin around it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> Box:
        """The box elsewhere."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def reach(self, towards: Point) -> float:
        """From the centre to the edge, in the direction of a vector."""
        x, y = abs(towards[0]), abs(towards[1])
        length = math.hypot(x, y)
        if not length:
            return 0.0
        return min(self.width / 2 * length / x if x else math.inf, self.height / 2 * length / y if y else math.inf)


@dataclass(frozen=True)
class Curve:
    """A quadratic Bézier curve; straight if ``control`` lies midway."""

    start: Point
    control: Point
    end: Point

    @classmethod
    def bent(cls, start: Point, end: Point, bend: float) -> Curve:
        """A curve whose middle lies ``bend`` to the right of the straight line, as seen on a page."""
        (x, y), (u, v) = start, end
        length = math.hypot(u - x, v - y) or 1.0
        across = (y - v) / length, (u - x) / length
        return cls(start, ((x + u) / 2 + 2 * bend * across[0], (y + v) / 2 + 2 * bend * across[1]), end)

    @property
    def reverse(self) -> Curve:
        """The same line from the other end."""
        return Curve(self.end, self.control, self.start)

    def at(self, t: float) -> Point:
        """The point at t from 0 to 1."""
        s = 1 - t
        a, b, c = s * s, 2 * s * t, t * t
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )

    def heading(self, t: float) -> Point:
        """The direction of the curve at t, of length 1."""
        dx = (1 - t) * (self.control[0] - self.start[0]) + t * (self.end[0] - self.control[0])
        dy = (1 - t) * (self.control[1] - self.start[1]) + t * (self.end[1] - self.control[1])
        length = math.hypot(dx, dy)
        return (dx / length, dy / length) if length else (1.0, 0.0)

    def points(self, pieces: int, aside: float = 0.0) -> list[Point]:
        """Points along the curve, ``aside`` to its right-hand side as seen on a page."""
        found = []
        for step in range(pieces + 1):
            (x, y), (dx, dy) = self.at(step / pieces), self.heading(step / pieces)
            found.append((x - aside * dy, y + aside * dx))
        return found

    def part(self, t0: float, t1: float) -> Curve:
        """The piece of the curve between two parameters, a curve again."""
        (x0, y0), (x1, y1) = self.at(t0), self.at(t1)
        dx = (1 - t0) * (self.control[0] - self.start[0]) + t0 * (self.end[0] - self.control[0])
        dy = (1 - t0) * (self.control[1] - self.start[1]) + t0 * (self.end[1] - self.control[1])
        return Curve((x0, y0), (x0 + dx * (t1 - t0), y0 + dy * (t1 - t0)), (x1, y1))

    def outside(self, first: Box, last: Box) -> Curve:
        """The piece from where it leaves the first box to where it enters the last one."""
        leaves, enters = self._leaves(first), 1 - self.reverse._leaves(last)
        return self.part(leaves, enters) if leaves < enters else self

    def _leaves(self, box: Box) -> float:
        """The parameter at which the curve first is outside a box."""
        coarse = 40
        found = next((n for n in range(coarse + 1) if not box.holds(self.at(n / coarse))), 0)
        inside, outside = max(found - 1, 0) / coarse, found / coarse
        for _ in range(8):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if box.holds(self.at(middle)) else (inside, middle)
        return outside

    def back_from_end(self, distance: float) -> float:
        """The parameter of the point that lies so far from the end."""
        low, high = 0.0, 1.0
        for _ in range(16):
            middle = (low + high) / 2
            if math.dist(self.at(middle), self.end) > distance:
                low = middle
            else:
                high = middle
        return low

    @cached_property
    def length(self) -> float:
        """About how long it is."""
        points = self.points(12)
        return sum(math.dist(a, b) for a, b in pairwise(points))


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd cross."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


BENDS = tuple(sign * bend for bend in (0.0, 22.0, 45.0, 70.0, 100.0, 140.0, 190.0, 250.0) for sign in (1, -1))[1:]
HEAD = 27.0
"""How long an arrowhead is, and about how wide."""


@dataclass(frozen=True)
class Route:
    """A curve from the middle of one box to the middle of another.

    Attributes
    ----------
    whole
        From middle to middle.
    seen
        The part between the boxes.
    heads
        The room its arrowheads take: at the end, and at the start if it leads both ways.
    """

    whole: Curve
    seen: Curve
    heads: tuple[Box, ...]

    @classmethod
    def between(cls, first: Box, last: Box, bend: float, both: bool) -> Route:
        """The route with this bend."""
        whole = Curve.bent(first.centre, last.centre, bend)
        seen = whole.outside(first.grown(_clear(whole.reverse, first) if both else 4), last.grown(_clear(whole, last)))
        ends = (seen, seen.reverse) if both else (seen,)
        heads = tuple(Box.around(end.at(end.back_from_end(HEAD * 0.55)), HEAD, HEAD) for end in ends)
        return cls(whole, seen, heads)

    def moved(self, dx: float, dy: float) -> Route:
        """The route elsewhere."""

        def shift(curve: Curve) -> Curve:
            return Curve(*((x + dx, y + dy) for x, y in (curve.start, curve.control, curve.end)))

        return Route(shift(self.whole), shift(self.seen), tuple(head.moved(dx, dy) for head in self.heads))

    @cached_property
    def samples(self) -> list[Point]:
        """A few points of what is seen."""
        return self.seen.points(14)

    @cached_property
    def steps(self) -> list[tuple[Point, Point]]:
        """The same, as rather fewer segments."""
        return list(pairwise(self.samples[::2]))

    @cached_property
    def extent(self) -> Box:
        """The room that it takes, with a margin."""
        return Box.over([*self.samples, *(corner for head in self.heads for corner in head.corners)]).grown(6)


def head_at_end(curve: Curve) -> tuple[Point, Point, Point]:
    """The corners of the arrowhead at the end of a curve, its tip first."""
    (x, y), (u, v) = curve.end, curve.at(curve.back_from_end(HEAD))
    length = math.dist((x, y), (u, v)) or 1.0
    dx, dy = HEAD * 0.52 * (x - u) / length, HEAD * 0.52 * (y - v) / length
    return (x, y), (u - dy, v + dx), (u + dy, v - dx)


def _clear(curve: Curve, box: Box) -> float:
    """How far from a box a curve that leads into it has to end, so that its head keeps off the box."""
    nowhere = Box.around(curve.start, 0, 0)
    for margin in (3.0, 5.0, 7.0, 9.0, 11.0, 13.0):
        corners = head_at_end(curve.outside(nowhere, box.grown(margin)))
        if not any(box.grown(2).holds(corner) for corner in corners):
            return margin
    return 14.0


def lead(ways: Sequence[tuple[Box, Box, bool]], boxes: Sequence[Box]) -> list[Route]:
    """Lead a route for each way, as straight as can be without running into boxes or other routes.

    Parameters
    ----------
    ways
        For each the first box, the last box, and whether it leads both ways.
    boxes
        What must not be crossed; the ends of a way may be among them.

    Returns
    -------
    list of Route
        One for each way, found greedily in two passes: near the best, not proved to be it.
    """
    routes = [Route.between(first, last, 0.0, both) for first, last, both in ways]
    for _ in range(2):
        for at, (first, last, both) in enumerate(ways):
            others = routes[:at] + routes[at + 1 :]
            around = [box.grown(7) for box in boxes if box not in (first, last)]
            best = math.inf
            for bend in BENDS:
                if abs(bend) * 0.6 >= best:
                    break
                candidate = Route.between(first, last, bend, both)
                clash = abs(bend) * 0.6 + clashes(candidate, others, around, best)
                if clash < best:
                    best, routes[at] = clash, candidate
    return routes


def clashes(route: Route, others: Sequence[Route], boxes: Sequence[Box], enough: float = math.inf) -> float:
    """How bad it is that a route runs through boxes, over other routes, or has no room for its heads.

    It is not counted further than ``enough``.
    """
    near = [box for box in boxes if route.extent.overlaps(box)]
    worst = 150.0 * sum(box.holds(point) for box in near for point in route.samples)
    worst += 200.0 * sum(head.overlaps(box) for head in route.heads for box in near)
    worst += 4.0 * max(0.0, 75.0 - route.seen.length)
    for other in others:
        if worst >= enough:
            break
        if not route.extent.overlaps(other.extent):
            continue
        worst += 200.0 * sum(head.overlaps(box) for head in route.heads for box in other.heads)
        worst += 60.0 * sum(head.holds(point) for head in route.heads for point in other.samples)
        worst += 60.0 * sum(head.holds(point) for head in other.heads for point in route.samples)
        worst += 90.0 * sum(cross(a, b, c, d) for a, b in route.steps for c, d in other.steps)
        worst += 12.0 * sum(math.dist(a, b) < 12 for a in route.samples for b in other.samples)
    return worst


def beside(points: Sequence[Point], steps: Sequence[float]) -> Iterator[Point]:
    """Places for a label along a line: from its middle outward, on it and then further and further aside."""
    for step in steps:
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
            at = round(share * (len(points) - 1))
            (x, y), (u, v) = points[max(at - 1, 0)], points[min(at + 1, len(points) - 1)]
            length = math.hypot(u - x, v - y) or 1.0
            yield points[at][0] - step * (v - y) / length, points[at][1] + step * (u - x) / length
