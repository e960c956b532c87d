r"""What free layouts can be worth at most, shape by shape, and the best layouts that this finds on the way.

For a shape with :math:`N` cells, :math:`S` squares of four and :math:`D` double walls:

* each open join takes an open side of two tiles, so where the tiles have too few of them some
  sides must be double walls;
* open joins make a tree at least, so :math:`D \le S`, and what is counted over the squares that are
  not slit limits the path: at most :math:`N - 1 - (S - D)` steps (shown for
  :data:`~solver.alhambra.objectives.WAY_CELLS` cells);
* an outer wall is no longer than what :func:`solver.alhambra.shapes.wall_bound` finds, and all
  walls together have the walls of the tiles less two for each double wall;
* where a few candidates are left, each set of double walls (a *slitting*) is looked at by itself: then the
  walls of a tile are its slits and some of its outer sides, so that tiles fit into cells one by one
  and a matching tells whether a stretch of the outline can be all wall.  This is exact but for
  pairs of a type, the second wall and majorities.

Whatever matching is found is a layout; :mod:`models.alhambra` says what it is worth.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from models.alhambra.layout import ORIGIN, neighbours
from models.alhambra.missions import VARIETY
from models.alhambra.tiles import STEPS, TYPES, Cell, Tile
from solver.alhambra.grid import Laying
from solver.alhambra.objectives import needs_types
from solver.alhambra.shapes import Ints, Outlines, Shapes, Words, outlines_of, shapes_from, shapes_of, wall_bound

MOST_CELLS = 13
"""Up to so many cells all shapes are at hand."""

PORTION, PORTION_MOST = 256, 16384
"""Shapes that are looked at together: few at first, so that a good layout is soon known."""

FIRST_SIZES, FIRST_SHAPES, FIRST_LOOKS, FIRST_DOUBLES = 3, 2048, 400, 2
"""Numbers of cells, shapes of each, fountains in these and double walls that a first good layout is looked for in."""

CLIMB_LOOKS = 1000
"""Fountains in shapes around the best one that are looked at in a step."""

SLACK = 9
"""Layouts that fall behind the best by more than this are not improved."""

_NONE = -(10**6)


@dataclass
class Candidate:
    """A shape that may hold something better: its cells, and a bound for each cell of the fountain."""

    cells: tuple[Cell, ...]
    bounds: dict[Cell, int]

    @property
    def bound(self) -> int:
        """The most that anything in this shape is worth."""
        return max(self.bounds.values())


@dataclass
class Sifted:
    """What is left after bounding.

    Attributes
    ----------
    best
        The best layout found, without the fountain; None if none was.
    value
        What it is worth.
    candidates
        Every shape that may hold something better than ``value``.
    rest
        The bound of shapes that there was no time to look at; None if there are none.
    looked
        Shapes in all, after the first bound, and pairs of a shape and a fountain looked at one by one.
    """

    best: dict[Cell, Tile] | None
    value: int
    candidates: list[Candidate]
    looked: tuple[int, int, int] = (0, 0, 0)
    rest: int | None = None

    @property
    def bound(self) -> int:
        """The most that any layout is worth."""
        most = max((candidate.bound for candidate in self.candidates), default=self.value)
        return max(most, self.value, self.value if self.rest is None else self.rest)


@dataclass(frozen=True)
class _Totals:
    """What the tiles of a layout of so many cells can bring at most, whatever its shape."""

    cells: int
    walls: int
    doubles: tuple[int, int]
    constant: int
    pairs: int
    pair_trees: int
    opens: tuple[int, int]

    @classmethod
    def of(cls, laying: Laying, cells: int) -> _Totals:
        """For layouts of some of the tiles."""
        tiles = laying.tiles
        laid = cells - 1
        have = [sum(tile.mask >> side & 1 for tile in tiles) for side in range(4)]
        fewest = [max(0, count - (len(tiles) - laid)) for count in have]
        opens = cells - max(fewest[1], fewest[3]), cells - max(fewest[0], fewest[2])
        walls = sum(sorted((tile.mask.bit_count() for tile in tiles), reverse=True)[:laid])
        types = Counter(tile.type for tile in tiles if tile.type in TYPES)
        constant = sum(sorted((laying.left_out.get(tile.id, 0) for tile in tiles), reverse=True)[: len(tiles) - laid])
        for type_, table in laying.majorities.items():
            count = sum(tile.type == type_ for tile in tiles)
            least = max(0, laid - (len(tiles) - count))
            options = range(least, min(count, laid) + 1)
            constant += max(table[min(number, len(table) - 1)] for number in options)
        if "variety" in laying.missions:
            constant += VARIETY[min(len(types), laid)]
        pairs = trees = 0
        if "same-type" in laying.missions:
            disjoint = laying.reading("same-type-unit") == "disjoint"
            for count in types.values():
                pairs += count // 2 if disjoint else 2 * count - math.ceil(2 * math.sqrt(count))
                trees += count - 1
        return cls(cells, walls, (min(have[1], have[3]), min(have[0], have[2])), constant, pairs, trees, opens)


class Bounds:
    """Bounds of a free laying."""

    def __init__(self, laying: Laying) -> None:
        self.laying = laying
        self.masks = [tile.mask for tile in laying.tiles]
        self.walled = laying.wall or "second-wall" in laying.missions
        self.paired = "same-type" in laying.missions and laying.reading("same-type-unit") == "sides"
        self.within = {part for mask in self.masks for part in range(16) if mask & part == part}
        self._fitting: dict[tuple[int, int], list[int]] = {}

    def fitting(self, low: int, high: int) -> list[int]:
        """The numbers of the tiles with all walls of ``low`` and none but those of ``high``."""
        found = self._fitting.get((low, high))
        if found is None:
            masks = self.masks
            found = [at for at, mask in enumerate(masks) if mask & low == low and mask | high == high]
            self._fitting[low, high] = found
        return found

    # -- for all shapes at once ------------------------------------------------------------------

    def geometry(self, shapes: Shapes, totals: _Totals) -> Ints:
        """The points that depend on the shape alone, as a bound."""
        laying = self.laying
        points = np.full(len(shapes), totals.constant, dtype=np.int64)
        reading = laying.reading("line-groups")
        if reading == "each" and laying.reading("fountain-in-lines") == "not":
            reading = "thirds"  # a long group may be parted by the fountain
        for key, lines in (("rows", shapes.rows), ("columns", shapes.columns)):
            if key in laying.missions:
                points += 3 * lines[reading]
        if "diagonal" in laying.missions:
            length = shapes.diagonals[laying.reading("diagonal-gaps")]
            if laying.reading("diagonal-single") == "nothing":
                length = np.where(length > 1, length, 0)
            points += 2 * length
        if "grids" in laying.missions:
            points += 2 * shapes.squares
        if "same-type" in laying.missions:
            points += 3 * np.minimum(totals.pairs, totals.pair_trees + shapes.squares)
        return points

    def wall_points(self, longest: Ints, left: int) -> Ints:
        """The points of walls, if none is longer than ``longest`` and all have ``left`` segments."""
        second = "second-wall" in self.laying.missions
        if not self.walled:
            return np.zeros_like(longest)
        if self.laying.wall:
            return np.minimum(2 * longest if second else longest, left)
        return np.minimum(longest, left // 2)

    def path_points(self, squares: Ints, far: Ints, cells: int, doubles: int) -> Ints:
        """The points of the path, if without double walls the furthest cell is ``far`` steps away."""
        laying = self.laying
        if "path" not in laying.missions:
            return np.zeros_like(far)
        if doubles and laying.reading("path-on-foot") == "foot":
            far = cells - 1 - (squares - doubles)
        return far + int(laying.reading("path-fountain") == "counts" and cells > 1)

    def least_doubles(self, shapes: Shapes, totals: _Totals) -> Ints:
        """How many double walls each shape needs at least: only so many sides of the tiles are open."""
        across, along = (np.maximum(0, shapes.across - totals.opens[0]), np.maximum(0, shapes.along - totals.opens[1]))
        return np.where((across > totals.doubles[0]) | (along > totals.doubles[1]), totals.cells, across + along)

    def upper(self, points: Ints, squares: Ints, least: Ints, longest: Ints, far: Ints, totals: _Totals) -> Ints:
        """The bound of shapes with these features: the best over the number of double walls, ``least`` or more."""
        best = np.full(len(points), _NONE, dtype=np.int64)
        each = 3 if "double-walls" in self.laying.missions else 0
        for doubles in range(sum(totals.doubles) + 1):
            left = totals.walls - 2 * doubles
            value = points + each * doubles + self.wall_points(longest, left)
            value = value + self.path_points(squares, far, totals.cells, doubles)
            best = np.maximum(best, np.where((squares >= doubles) & (doubles >= least), value, _NONE))
        return best

    def sift(
        self,
        worth: Callable[[dict[Cell, Tile]], int],
        seconds: float,
        *,
        best: dict[Cell, Tile] | None = None,
        value: int = -1,
        improve: bool = True,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Sifted:
        """Bound all shapes, the most promising first, from a value that is reached; ties are not kept.

        ``worth`` says what a layout is worth.  What ``seconds`` leave no time for stays a candidate,
        and so does everything once ``stopped`` says so.  Without ``improve`` the value stays as it is:
        all shapes are kept that can be better.
        """
        sieve = _Sieve(self, worth, time.perf_counter() + seconds, Sifted(best, value, []), improve, stopped)
        down = list(reversed(list(sizes(self.laying))))
        if improve:
            for size in down[:FIRST_SIZES]:
                sieve.sift(size, first=True)
            sieve.climb(down)
        for size in down:
            sieve.sift(size)
        return sieve.done()


class _Sieve:
    """Sifts shapes in portions, so that a good layout is known before most of them are looked at."""

    def __init__(
        self,
        bounds: Bounds,
        worth: Callable[[dict[Cell, Tile]], int],
        deadline: float,
        found: Sifted,
        improve: bool,
        stopped: Callable[[], bool],
    ) -> None:
        self.bounds, self.worth, self.deadline, self.found = bounds, worth, deadline, found
        self.improve, self.stopped = improve, stopped
        self.candidates: list[tuple[tuple[Cell, ...], dict[Cell, int]]] = []
        self.looked = [0, 0, 0]

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return time.perf_counter() > self.deadline or self.stopped()

    def sift(self, size: int, *, first: bool = False) -> None:
        """All shapes of so many cells; with ``first`` only some of the most promising, for a good layout."""
        bounds = self.bounds
        shapes = shapes_of(size)
        totals = _Totals.of(bounds.laying, size)
        self.looked[0] += len(shapes)
        points = bounds.geometry(shapes, totals)
        far = size - 1 - shapes.squares
        loose = 2 * size + 2 - 2 * shapes.squares
        least = bounds.least_doubles(shapes, totals)
        upper = bounds.upper(points, shapes.squares, least, loose, far, totals)
        order = np.argsort(-upper, kind="stable")
        order = order[upper[order] > self.found.value]
        if first:
            some = order[:FIRST_SHAPES]
            self._portion(shapes.chosen(some), points[some], totals, FIRST_LOOKS)
            return
        portion, at = PORTION, 0
        while at < len(order) and upper[order[at]] > self.found.value:
            if self.late:
                self.found.rest = max(int(upper[order[at]]), self.found.rest or 0)
                return
            part = order[at : at + portion]
            at += len(part)
            portion = min(2 * portion, PORTION_MOST)
            part = part[upper[part] > self.found.value]
            self.looked[1] += len(part)
            self._portion(shapes.chosen(part), points[part], totals)

    def climb(self, allowed: Sequence[int]) -> None:
        """Look at the shapes that differ from the best one in a cell, as long as one is better."""
        found = self.found
        before = None
        while found.best is not None and found.value != before and not self.late:
            before = found.value
            around: dict[int, set[frozenset[Cell]]] = defaultdict(set)
            shape = frozenset({ORIGIN, *found.best})
            beside = {other for cell in shape for other in neighbours(cell)} - shape
            for cell in sorted(shape):
                less = shape - {cell}
                around[len(less)].add(less)
                around[len(shape)].update(less | {other} for other in beside)
            around[len(shape) + 1].update(shape | {other} for other in beside)
            around[len(shape)].add(shape)
            for size, sets in sorted(around.items(), reverse=True):
                together = [one for one in sets if one and _connected(one)] if size in allowed else []
                if together:
                    totals = _Totals.of(self.bounds.laying, size)
                    shapes = shapes_from(together, size)
                    if len(shapes):
                        self._portion(shapes, self.bounds.geometry(shapes, totals), totals, CLIMB_LOOKS)

    def _portion(self, shapes: Shapes, points: Ints, totals: _Totals, looks: int | None = None) -> None:
        """Bound some shapes and look at what is left; with ``looks`` only so often, and keep no candidates."""
        bounds, value = self.bounds, self.found.value
        outlines = outlines_of(shapes)
        least = bounds.least_doubles(shapes, totals)
        longest = np.zeros(len(shapes), dtype=np.int64)
        if bounds.walled:
            longest = wall_bound(outlines, bounds.masks)
            far = totals.cells - 1 - shapes.squares
            keep = bounds.upper(points, shapes.squares, least, longest, far, totals) > value
            shapes, points, least, longest = shapes.chosen(keep), points[keep], least[keep], longest[keep]
            outlines = outlines.chosen(keep)
        if not len(shapes):
            return
        shape, bit, far = _fountains(shapes)
        bound = bounds.upper(points[shape], shapes.squares[shape], least[shape], longest[shape], far, totals)
        keep = bound > value
        shape, bit, far, bound = shape[keep], bit[keep], far[keep], bound[keep]
        tight = longest[shape]
        if bounds.walled and len(shape) and not self.late:
            width = shapes.width[shape]
            cell = ((bit // width + 1) * (totals.cells + 2) + bit % width + 1).astype(np.int32)
            tight = wall_bound(outlines.chosen(shape), bounds.masks, cell)
            bound = bounds.upper(points[shape], shapes.squares[shape], least[shape], tight, far, totals)
            keep = bound > value
            shape, bit, bound, tight = shape[keep], bit[keep], bound[keep], tight[keep]
        found = self.found
        left: dict[int, dict[Cell, int]] = defaultdict(dict)
        views: dict[int, _Slitting] = {}
        for at in np.lexsort((bit, shape, -bound)).tolist():
            most, number = int(bound[at]), int(shape[at])
            columns = int(shapes.width[number])
            if most <= found.value or looks == 0:
                break
            looks = None if looks is None else looks - 1
            fountain = (int(bit[at]) % columns, int(bit[at]) // columns)
            if not self.late:
                self.looked[2] += 1
                view = views.get(number)
                if view is None:
                    view = views[number] = _Slitting(bounds, shapes, outlines, totals, number, int(points[number]))
                only = None if looks is None else FIRST_DOUBLES
                exact, layout = view.look(fountain, found.value, int(tight[at]), only)
                most = min(most, exact)
                if layout is not None and self.improve:
                    self._reached(layout)
            if most > found.value:
                left[number][fountain] = most
        if looks is not None:
            return
        self.candidates += [(tuple(shapes.cells(number)), kept) for number, kept in left.items()]

    def _reached(self, layout: dict[Cell, Tile]) -> None:
        layout, reached = improved(layout, self.worth, self.found.value, self.bounds.laying)
        if reached > self.found.value:
            self.found.value, self.found.best = reached, layout

    def done(self) -> Sifted:
        """What is left, with the candidates that may still be better than the best."""
        found = self.found
        if found.rest is not None and found.rest <= found.value:
            found.rest = None
        for cells, bounds in self.candidates:
            kept = {cell: bound for cell, bound in bounds.items() if bound > found.value}
            if kept:
                found.candidates.append(Candidate(cells, kept))
        found.candidates.sort(key=lambda one: (-one.bound, one.cells))
        found.looked = (self.looked[0], self.looked[1], self.looked[2])
        return found


def improved(
    layout: dict[Cell, Tile], worth: Callable[[dict[Cell, Tile]], int], value: int, laying: Laying
) -> tuple[dict[Cell, Tile], int]:
    """A layout made better by exchanging tiles with the same walls, where types matter."""
    reached = worth(layout)
    if not needs_types(laying.missions, laying.majorities) or reached < value - SLACK:
        return layout, reached
    laid = {tile.id for tile in layout.values()}
    spare = [tile for tile in laying.tiles if tile.id not in laid]
    again = True
    while again:
        again = False
        for one, other in itertools.combinations(sorted(layout), 2):
            first, second = layout[one], layout[other]
            if first.mask == second.mask and first.type != second.type:
                tried = {**layout, one: second, other: first}
                points = worth(tried)
                if points > reached:
                    layout, reached, again = tried, points, True
        for cell in sorted(layout):
            for at, tile in enumerate(spare):
                if tile.mask == layout[cell].mask and tile.type != layout[cell].type:
                    tried = {**layout, cell: tile}
                    points = worth(tried)
                    if points > reached:
                        spare[at] = layout[cell]
                        layout, reached, again = tried, points, True
                        break
    return layout, reached


def _fountains(shapes: Shapes) -> tuple[Ints, Ints, Ints]:
    """Every cell of every shape as the fountain: numbers of the shapes, bits, steps to the furthest cell."""
    numbers, bits, steps = [], [], []
    for width in np.unique(shapes.width).tolist():
        which = np.nonzero(shapes.width == width)[0]
        words = shapes.words[which]
        step, one = np.uint64(width), np.uint64(1)
        row = (1 << (width - 1)) - 1
        not_last = np.uint64(sum(row << (y * width) for y in range(64 // width)) & (2**64 - 1))
        for bit in range(int(width * shapes.height[which].max())):
            has = ((words >> np.uint64(bit)) & one) != 0
            inside: Words = words[has]
            if not len(inside):
                continue
            reach = np.full(len(inside), 1 << bit, dtype=np.uint64)
            far = np.zeros(len(inside), dtype=np.int64)
            while True:
                wider = reach | ((reach & not_last) << one) | ((reach >> one) & not_last)
                wider = (wider | (reach << step) | (reach >> step)) & inside
                grown = wider != reach
                if not grown.any():
                    break
                far += grown
                reach = wider
            numbers.append(which[has])
            bits.append(np.full(len(inside), bit, dtype=np.int64))
            steps.append(far)
    if not numbers:
        empty = np.zeros(0, dtype=np.int64)
        return empty, empty, empty
    return np.concatenate(numbers), np.concatenate(bits), np.concatenate(steps)


@dataclass
class _Slits:
    """A set of double walls in a shape."""

    count: int
    need: list[int]
    near: list[list[int]]
    options: list[list[int]]
    far: dict[int, int] = field(default_factory=dict)


class _Slitting:
    """One shape with all its slittings, looked at for one fountain after the other."""

    def __init__(
        self, bounds: Bounds, shapes: Shapes, outlines: Outlines, totals: _Totals, at: int, points: int
    ) -> None:
        self.bounds, self.totals, self.points = bounds, totals, points
        self.squares = int(shapes.squares[at])
        itself = np.array([at])
        self.least = int(bounds.least_doubles(shapes.chosen(itself), totals)[0])
        self.cells = shapes.cells(at)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        size = shapes.count + 2
        length = int(outlines.length[at])
        index = {(y + 1) * size + x + 1: number for (x, y), number in self.number.items()}
        self.outline = [
            (index[int(cell)], 1 << int(side))
            for cell, side in zip(outlines.cell[at, :length], outlines.side[at, :length], strict=True)
        ]
        self.outer = [0] * len(self.cells)
        for number, bit in self.outline:
            self.outer[number] |= bit
        self.tiles = list(bounds.laying.tiles)
        self.have = Counter(tile.mask for tile in self.tiles)
        self.slits: dict[int, list[_Slits]] = {}
        self.near: list[list[int]] = [[] for _ in self.cells]
        self.inner = self._inner()
        for one, other, _ in self.inner:
            self.near[one].append(other)
            self.near[other].append(one)

    def _inner(self) -> list[tuple[int, int, int]]:
        found = []
        for (x, y), number in self.number.items():
            for side in (1, 2):
                other = self.number.get((x + STEPS[side][0], y + STEPS[side][1]))
                if other is not None:
                    found.append((number, other, side))
        return found

    def slittings(self, doubles: int) -> list[_Slits]:
        """The sets of so many double walls that leave every cell in reach and that some tiles fit to."""
        if doubles in self.slits:
            return self.slits[doubles]
        result = []
        inner = self.inner
        have = self.bounds.within
        need = [0] * len(self.cells)
        limits = list(self.totals.doubles)
        chosen: list[tuple[int, int, int]] = []

        def extend(first: int) -> None:
            if len(chosen) == doubles:
                slits = self._slits(chosen, need)
                if slits is not None:
                    result.append(slits)
                return
            for at in range(first, len(inner) - (doubles - len(chosen)) + 1):
                one, other, side = inner[at]
                if not limits[side - 1]:
                    continue
                here, there = need[one] | 1 << side, need[other] | 1 << (side ^ 2)
                if here in have and there in have:
                    before = need[one], need[other]
                    need[one], need[other] = here, there
                    limits[side - 1] -= 1
                    chosen.append(inner[at])
                    extend(at + 1)
                    chosen.pop()
                    limits[side - 1] += 1
                    need[one], need[other] = before

        extend(0)
        self.slits[doubles] = result
        return result

    def _slits(self, chosen: list[tuple[int, int, int]], need: list[int]) -> _Slits | None:
        """The slitting by some joins, unless a cell is out of reach or no tile fits."""
        fitting = self.bounds.fitting
        options = [fitting(low, low | outer) for low, outer in zip(need, self.outer, strict=True)]
        if sum(not fits for fits in options) > 1:  # one may be the fountain's
            return None
        near = self.near
        if chosen:
            near = [others.copy() for others in near]
            for one, other, _ in chosen:
                near[one].remove(other)
                near[other].remove(one)
            if len(_walk(near, 0)) < len(self.cells):
                return None
        return _Slits(len(chosen), need.copy(), near, options)

    def look(
        self, fountain: Cell, value: int, longest: int, doubles_most: int | None = None
    ) -> tuple[int, dict[Cell, Tile] | None]:
        """A bound for a fountain, and a layout where one was found that may be better than ``value``.

        No wall is longer than ``longest``.  With ``doubles_most`` only some slittings are looked at, and the
        bound is none.
        """
        bounds, totals = self.bounds, self.totals
        laying = bounds.laying
        start = self.number[fountain]
        each = 3 if "double-walls" in laying.missions else 0
        foot = laying.reading("path-on-foot") == "foot"
        best, layout = _NONE, None
        most_doubles = min(self.squares, sum(totals.doubles))
        if doubles_most is not None:
            most_doubles = min(most_doubles, doubles_most)
        for doubles in range(self.least, most_doubles + 1):
            left = totals.walls - 2 * doubles
            if left < 0:
                break
            square = np.array([self.squares])
            loose = bounds.path_points(square, np.array([totals.cells - 1 - self.squares]), totals.cells, doubles)
            most = np.array([longest])
            walls_ = int(bounds.wall_points(most, left)[0])
            if self.points + each * doubles + walls_ + int(loose[0]) <= value:
                continue
            for slits in self.slittings(doubles):
                rest = self.points + each * doubles
                if "path" in laying.missions:
                    graph = slits.near if foot else self.near
                    far = slits.far.get(start)
                    if far is None:
                        far = slits.far[start] = max(_walk(graph, start).values())
                    rest += far + int(laying.reading("path-fountain") == "counts" and totals.cells > 1)
                if rest + walls_ <= max(best, value):
                    continue
                if slits.need[start] or any(not fits and at != start for at, fits in enumerate(slits.options)):
                    continue  # the fountain has no walls, and every other cell needs a tile
                # the longest stretch of wall that tiles fit to, from the shortest that would be better
                if not bounds.walled:
                    paired = self._unwalled(start, slits, rest, max(best, value))
                    if paired is not None:
                        best, layout = paired[0], self._layout(fountain, paired[1])
                    continue
                reach = self._longest(start, slits, rest, max(best, value), left)
                if reach is None:
                    continue
                length, match = reach
                if bounds.paired:
                    paired = self._paired(start, slits, rest, max(best, value), length, left)
                    if paired is None:
                        continue
                    points, match = paired
                    best, layout = points, self._layout(fountain, match)
                    continue
                points = rest + int(bounds.wall_points(np.array([length]), left)[0])
                if points > best:
                    best = points
                    layout = self._layout(fountain, match)
        return best, layout

    def _longest(self, start: int, slits: _Slits, rest: int, value: int, left: int) -> tuple[int, list[int]] | None:
        """The longest stretch that can be all wall, if it makes more than ``value``, with a matching."""
        bounds = self.bounds
        if self._match(start, slits, ()) is None:
            return None
        lengths = np.arange(len(self.outline) + 1)
        points = rest + bounds.wall_points(lengths, left)
        enough = np.nonzero(points > value)[0]
        if not len(enough):
            return None
        if enough[0] == 0:
            match = self._match(start, slits, ())
            if match is None:
                return None
            found: tuple[int, list[int]] | None = (0, match)
            length = 1
        else:
            found = None
            length = int(enough[0])
        circle = self.outline + self.outline
        size = len(self.outline)
        top = min(size, left)
        starts: Sequence[int] = range(size)
        while length <= top:
            kept = []
            for begin in starts:
                match = self._match(start, slits, circle[begin : begin + length])
                if match is not None:
                    kept.append((begin, match))
            if not kept:
                break
            found = (length, kept[0][1])
            # a longer stretch from a place holds a shorter one from there
            starts = [begin for begin, _ in kept]
            length += 1
        return found

    def _paired(
        self, start: int, slits: _Slits, rest: int, value: int, longest: int, left: int
    ) -> tuple[int, list[int]] | None:
        """More than ``value`` with pairs of a type counted as they lie, and how; None if that is impossible.

        ``rest`` holds the bound of the pairs.  With so many pairs fewer than that, the wall has to make up.
        """
        bounds = self.bounds
        circle = self.outline + self.outline
        most = min(self.totals.pairs, self.totals.pair_trees + self.squares)
        lengths = np.arange(longest + 1)
        walls = rest + bounds.wall_points(lengths, left)
        found: tuple[int, list[int]] | None = None
        for fewer in range(most + 1):
            enough = np.nonzero(walls - 3 * fewer > (value if found is None else found[0]))[0]
            if not len(enough):
                break
            # the longest wall first: the first that goes with so many pairs is the best
            for length in range(longest, int(enough[0]) - 1, -1):
                match = self._with_pairs(start, slits, circle, length, most - fewer)
                if match is not None:
                    found = int(walls[length]) - 3 * fewer, match
                    break
        return found

    def _unwalled(self, start: int, slits: _Slits, rest: int, value: int) -> tuple[int, list[int]] | None:
        """Where no wall counts: more than ``value``, and how."""
        if self.bounds.paired:
            return self._paired(start, slits, rest, value, 0, 0)
        match = self._match(start, slits, ()) if rest > value else None
        return None if match is None else (rest, match)

    def _with_pairs(
        self, start: int, slits: _Slits, circle: list[tuple[int, int]], length: int, pairs: int
    ) -> list[int] | None:
        """Tiles with a wall of this length and so many pairs of a type, at least."""
        for begin in range(len(self.outline) if length else 1):
            options = self._options(start, slits, circle[begin : begin + length])
            if options is None or _matching(options, start, len(self.tiles)) is None:
                continue
            match = self._place_types(start, slits, options, pairs)
            if match is not None:
                return match
        return None

    def _place_types(self, start: int, slits: _Slits, options: list[list[int]], pairs: int) -> list[int] | None:
        """Lay the tiles of types that come twice, type by type, so that pairs are found; then match the rest."""
        tiles = self.tiles
        every = self.bounds.laying.reading("same-type-walls") == "counts"
        near = self.near if every else slits.near
        where: list[list[int]] = [[] for _ in tiles]
        for cell, fits in enumerate(options):
            for tile in fits:
                where[tile].append(cell)
        groups: dict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(tiles):
            groups[one.type].append(at)
        several = sorted((group for kind, group in groups.items() if kind in TYPES and len(group) > 1), key=len)
        order = [(at, number) for number, group in enumerate(reversed(several)) for at in group]
        caps = [2 * len(group) - math.ceil(2 * math.sqrt(len(group))) for group in reversed(several)]
        spare = sum(caps) - pairs  # so many pairs may be missed
        laid = len(options) - 1
        skip = len(tiles) - laid  # so many tiles stay out
        taken: dict[int, int] = {}
        kind_at: dict[int, int] = {}

        def rest() -> list[int] | None:
            left = [[taken[cell]] if cell in taken else fits for cell, fits in enumerate(options)]
            used = set(taken.values())
            out = {at for at, _ in order} - used
            left = [
                fits if cell in taken else [tile for tile in fits if tile not in used and tile not in out]
                for cell, fits in enumerate(left)
            ]
            return _matching(left, start, len(tiles))

        def lay(at: int, missed: int, got: int, skipped: int) -> list[int] | None:
            if at == len(order):
                return rest() if missed + (caps[-1] - got if caps else 0) <= spare else None
            tile, number = order[at]
            if at and order[at - 1][1] != number:
                missed, got = missed + caps[number - 1] - got, 0
                if missed > spare:
                    return None
            for cell in where[tile]:
                if cell in taken:
                    continue
                more = sum(kind_at.get(other) == number for other in near[cell])
                taken[cell], kind_at[cell] = tile, number
                match = lay(at + 1, missed, got + more, skipped)
                del taken[cell], kind_at[cell]
                if match is not None:
                    return match
            if skipped < skip:
                return lay(at + 1, missed, got, skipped + 1)
            return None

        return lay(0, 0, 0, 0)

    def _options(self, start: int, slits: _Slits, stretch: Sequence[tuple[int, int]]) -> list[list[int]] | None:
        """The tiles that fit into each cell: walls at the slits and along the stretch, none at joins.

        None if a cell has none, or the stretch passes the fountain.
        """
        need: dict[int, int] = {}
        for number, bit in stretch:
            if number == start:
                return None
            need[number] = need.get(number, slits.need[number]) | bit
        options = slits.options.copy()
        fitting = self.bounds.fitting
        for number, low in need.items():
            fits = fitting(low, slits.need[number] | self.outer[number])
            if not fits:
                return None
            options[number] = fits
        options[start] = []
        return options

    def _match(self, start: int, slits: _Slits, stretch: Sequence[tuple[int, int]]) -> list[int] | None:
        """A tile for each cell but the fountain's (-1), as many different ones; None if there are none."""
        options = self._options(start, slits, stretch)
        return None if options is None else _matching(options, start, len(self.tiles))

    def _layout(self, fountain: Cell, match: list[int]) -> dict[Cell, Tile]:
        return {
            (x - fountain[0], y - fountain[1]): self.tiles[match[number]]
            for (x, y), number in self.number.items()
            if match[number] >= 0
        }


def _matching(options: list[list[int]], start: int, tiles: int) -> list[int] | None:
    """A different tile for each cell, -1 for the fountain's; None if that is impossible."""
    owner = [-1] * tiles

    def augment(at: int, seen: set[int]) -> bool:
        for tile in options[at]:
            if tile not in seen:
                seen.add(tile)
                if owner[tile] < 0 or augment(owner[tile], seen):
                    owner[tile] = at
                    return True
        return False

    for at in sorted(range(len(options)), key=lambda one: len(options[one])):
        if at != start and not augment(at, set()):
            return None
    result = [-1] * len(options)
    for tile, at in enumerate(owner):
        if at >= 0:
            result[at] = tile
    return result


def _connected(cells: frozenset[Cell]) -> bool:
    start = min(cells)
    seen = {start}
    edge = [start]
    for cell in edge:
        for other in neighbours(cell):
            if other in cells and other not in seen:
                seen.add(other)
                edge.append(other)
    return len(seen) == len(cells)


def _walk(near: list[list[int]], start: int) -> dict[int, int]:
    steps = {start: 0}
    edge = [start]
    for cell in edge:
        for other in near[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                edge.append(other)
    return steps


def sizes(laying: Laying) -> Iterator[int]:
    """How many cells a free layout may have."""
    yield from ([laying.most] if laying.use_all else range(1, laying.most + 1))
