r"""The best provinces on a ground, by two sweeps over its cells (:mod:`solver.alexandros.enclose_ground`).

*Sets.*  Cells :math:`t` in the order of the sweep, bare sides :math:`tu` between cells, :math:`r_t` bare
sides of :math:`t` on the rim; :math:`b_t` is 1 where it is blank, :math:`s_t` where it carries a symbol.

*Decisions.*  :math:`x_t`, 1 where a triangle is of the province, which costs
:math:`c = \sum_t r_t x_t + \sum_{tu} |x_t - x_u|` new walls.

*Maximise* :math:`\sum b_t x_t` such that :math:`1 \le c \le K`, :math:`\sum s_t x_t \le S`, and the
:math:`x_t = 1` are connected across sides without a wall.  New walls inside would only cost, those that
stand may stand inside as long as the rest connects, and a hole costs the walls around it that it lacks.

*The bound.*  Without the connection the linear program is all but whole, since each of the two budgets
alone leaves a minimum cut; so what is left out costs little, and what is whole without it is a dynamic
program over the front: which of its cells are inside (:math:`2^h` patterns), walls and symbols left.
:class:`Bound` sweeps back and keeps the best that can still come; inside the sweep it knows at least
that a province whose front is empty is finished.

*The proof.*  :class:`Sweep` sweeps forward over fronts with connection: which cells of the front hang
together behind it.  A group that leaves the front while another stays is cut off for good.  Per front it
keeps the most blanks for each number of walls and symbols, and drops what the bound shows to come to
fewer than are asked for.  So it is exact; a narrow sweep, of the fronts that promise most, gives the first
province.  :class:`Paths` lists provinces best first from what the exact sweep has kept.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from models.alexandros.lattice import Triangle
from solver.alexandros.enclose_ground import BARE, Cell, Ground

Array = npt.NDArray[np.int16]
Whole = npt.NDArray[np.int64]
Front = tuple[int, ...] | str
"""For each slot 0 or the number of the group behind; or one of the two below."""
BEFORE, BEHIND = "before", "behind"
"""Nothing is inside yet; the province is finished."""
NEVER = -(2**13)
"""Blanks of what cannot be; sums of two still fit into 16 bits."""
FAR = -(2**40)
"""The same for the weights of answers."""
NARROW = 60
"""Fronts that the narrow sweep keeps."""
MOST_ENTRIES = 2**23
"""Largest table: patterns of the front, times walls, times symbols; some fifty of them are kept at a time."""


def entries(ground: Ground, walls: int, symbols: int | None) -> int:
    """How large the tables of a ground are."""
    return int(2**ground.slots * (walls + 1) * ((symbols or 0) + 1))


def fits(values: Array, walls: int, symbols: int) -> Array:
    """The part of a table (…, walls left, symbols left) that is there after spending some."""
    return values[..., : values.shape[-2] - walls, : values.shape[-1] - symbols]


@dataclass
class Bound:
    """The best that can come after each cell, whether it connects or not.

    Attributes
    ----------
    ground
        Where.
    walls, symbols
        Most of each; None for any number of symbols.
    inside
        A triangle that has to be inside.
    pause
        Called now and then; raises what stops the search.
    before
        By cell: the most blanks while nothing is inside yet (walls left, symbols left).
    """

    ground: Ground
    walls: int
    symbols: int | None
    inside: Triangle | None
    pause: Callable[[], None]
    before: dict[int, Array] = field(default_factory=dict, init=False)
    _kept: dict[int, Array] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        cells = len(self.ground.cells)
        self.must = -1 if self.inside is None else self.ground.at(self.inside)
        shape = (self.walls + 1, (self.symbols or 0) + 1)
        self._patterns = np.arange(1 << self.ground.slots)
        values = np.full((len(self._patterns), *shape), NEVER, np.int16)
        values[0] = 0
        self._kept[cells] = values
        self.before[cells] = np.full(shape, NEVER, np.int16)
        for at in range(cells - 1, -1, -1):
            self.before[at] = self._begun(at, values)
            values = self._back(at, values)
            if at % self.ground.slots == 0:
                self.pause()
                self._kept[at] = values

    @property
    def most(self) -> int:
        """No province has more blanks."""
        return int(self.before[0].max())

    def least_walls(self, blanks: int) -> int:
        """No province with so many blanks, which are no more than ``most``, has fewer new walls."""
        return int(np.nonzero(self.before[0][:, -1] >= blanks)[0][0])

    def spent(self, cell: Cell) -> int:
        """How many symbols it takes from those that are allowed."""
        return int(cell.symbol and self.symbols is not None)

    def tables(self, start: int) -> dict[int, Array]:
        """For the cells from a kept one to the next: what can come after each, by pattern of the front."""
        end = min(start + self.ground.slots, len(self.ground.cells))
        found = {end: self._kept[end]}
        for at in range(end - 1, start, -1):
            found[at] = self._back(at, found[at + 1])
        return found

    def _back(self, at: int, after: Array) -> Array:
        """What can come from a cell on, of what can come after it."""
        cell = self.ground.cells[at]
        values = np.full_like(after, NEVER)
        bit = 1 << cell.slot
        for ahead in (False, True):
            for beside in (False, True) if cell.slot else (False,):
                group = self._patterns[((self._patterns & bit) > 0) == ahead]
                if cell.slot:
                    group = group[((group & (bit >> 1)) > 0) == beside]
                if at != self.must:
                    self._raise(values, group, after, group & ~bit, cell, outside_walls(cell, ahead, beside), 0)
                if cell.name is not None:
                    self._raise(values, group, after, group | bit, cell, inside_walls(cell, ahead, beside), 1)
        values[0] = 0 if self.must < at else NEVER
        return values

    def _raise(
        self, values: Array, group: npt.NDArray[np.int64], after: Array, to: Whole, cell: Cell, walls: int, inside: int
    ) -> None:
        symbols = self.spent(cell) * inside
        if walls <= self.walls and symbols <= (self.symbols or 0):
            gained = fits(after[to], walls, symbols) + np.int16(inside and not cell.symbol)
            values[group, walls:, symbols:] = np.maximum(values[group, walls:, symbols:], gained)

    def _begun(self, at: int, after: Array) -> Array:
        """What can come from a cell on while nothing is inside."""
        cell = self.ground.cells[at]
        values = np.full_like(self.before[at + 1], NEVER) if at == self.must else self.before[at + 1].copy()
        walls, symbols = inside_walls(cell, False, False), self.spent(cell)
        if cell.name is not None and walls <= self.walls and symbols <= (self.symbols or 0):
            gained = fits(after[1 << cell.slot], walls, symbols) + np.int16(not cell.symbol)
            values[walls:, symbols:] = np.maximum(values[walls:, symbols:], gained)
        return values

    def pattern(self, front: Front) -> int:
        """Which cells of a front are inside."""
        if isinstance(front, str):
            return 0
        return sum(1 << slot for slot, group in enumerate(front) if group)


def inside_walls(cell: Cell, ahead: bool, beside: bool) -> int:
    """New walls that a cell inside needs, as the two cells that it touches behind are inside or not."""
    return cell.rim + (cell.ahead == BARE and not ahead) + (cell.beside == BARE and not beside)


def outside_walls(cell: Cell, ahead: bool, beside: bool) -> int:
    """The same for a cell outside."""
    return (cell.ahead == BARE and ahead) + (cell.beside == BARE and beside)


def following(front: Front, cell: Cell, inside: bool, slots: int) -> tuple[Front, int] | None:
    """The front with one more cell, and the new walls that it needs; None where a group is cut off.

    >>> from solver.alexandros.enclose_ground import Cell
    >>> following((1, 2), Cell("A1", 1, BARE, BARE), True, 2)
    ((1, 1), 0)
    >>> following((1, 2), Cell("A1", 1, BARE), False, 2) is None
    True
    """
    if front == BEHIND:
        return None if inside else (BEHIND, 0)
    groups: Sequence[int] = (0,) * slots if isinstance(front, str) else front
    ahead, beside = groups[cell.slot], groups[cell.slot - 1] if cell.slot else 0
    if not inside:
        left = (*groups[: cell.slot], 0, *groups[cell.slot + 1 :])
        if not ahead:
            return front, outside_walls(cell, False, bool(beside))
        if ahead not in left:
            return None if any(left) else (BEHIND, outside_walls(cell, True, bool(beside)))
        return _numbered(left), outside_walls(cell, True, bool(beside))
    mine = slots + 1
    joined = {group for group, link in ((ahead, cell.ahead), (beside, cell.beside)) if group and link == BARE}
    new = tuple(mine if group in joined else group for group in (*groups[: cell.slot], mine, *groups[cell.slot + 1 :]))
    if ahead and ahead not in joined and ahead not in new:
        return None
    return _numbered(new), inside_walls(cell, bool(ahead), bool(beside))


def _numbered(groups: Sequence[int]) -> tuple[int, ...]:
    """Groups numbered in the order of the slots, so that equal fronts look alike."""
    numbers = {0: 0}
    return tuple(numbers.setdefault(group, len(numbers)) for group in groups)


@dataclass
class Links:
    """How the fronts before a cell lead to those after it: one entry for each way.

    Attributes
    ----------
    source, target
        Numbers of the fronts.
    walls
        New walls on the way.
    inside
        Whether the cell is inside.
    fronts
        How many there are before the cell.
    """

    source: Whole
    target: Whole
    walls: Whole
    inside: Whole
    fronts: int


@dataclass
class Sweep:
    """All provinces with at least so many blanks and at most so many walls.

    Attributes
    ----------
    bound
        Of the ground, for as many walls or more.
    walls
        At most so many.
    least
        At least so many blanks.
    narrow
        Keep only so many fronts; then some provinces may be missing.
    best
        The most blanks found; None if there is no such province.
    fronts
        How many were looked at.
    """

    bound: Bound
    walls: int
    least: int
    narrow: int | None = None
    best: int | None = field(default=None, init=False)
    fronts: int = field(default=0, init=False)
    links: list[Links] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        bound, ground = self.bound, self.bound.ground
        fronts: list[Front] = [BEFORE]
        values = np.full((1, self.walls + 1, (bound.symbols or 0) + 1), NEVER, np.int16)
        values[0, 0, 0] = 0
        tables: dict[int, Array] = {}
        for at, cell in enumerate(ground.cells):
            if at % ground.slots == 0:
                tables = bound.tables(at)
            bound.pause()
            reached, links = self._links(at, cell, fronts)
            values = self._values(cell, len(reached), values, links)
            promise = self._promise(at, reached, values, tables[at + 1])
            values[promise < self.least] = NEVER
            most = promise.max(axis=(1, 2), initial=NEVER)
            kept = np.nonzero(most >= self.least)[0]
            if self.narrow is not None and len(kept) > self.narrow:
                kept = np.sort(kept[np.argsort(-most[kept], kind="stable")[: self.narrow]])
            renumbered = np.full(len(reached) + 1, -1)
            renumbered[kept] = np.arange(len(kept))
            alive = renumbered[links.target] >= 0
            target = renumbered[links.target[alive]]
            self.links.append(Links(links.source[alive], target, links.walls[alive], links.inside[alive], links.fronts))
            fronts, values = [reached[number] for number in kept], values[kept]
            self.fronts += len(fronts)
            if not fronts:
                return
        # what is left is finished: past the last cell a front is empty
        if fronts == [BEHIND] and self.walls:
            best = int(values[0, 1:].max())
            self.best = best if best >= self.least else None

    def _links(self, at: int, cell: Cell, fronts: Sequence[Front]) -> tuple[list[Front], Links]:
        index: dict[Front, int] = {}
        found: list[tuple[int, int, int, int]] = []
        for number, front in enumerate(fronts):
            for inside in (True, False):
                if (inside and cell.name is None) or (not inside and at == self.bound.must):
                    continue
                after = following(front, cell, inside, self.bound.ground.slots)
                if after is not None and after[1] <= self.walls:
                    target = index.setdefault(after[0], len(index))
                    found.append((number, target, after[1], int(inside)))
        columns = np.array(found, np.int64).reshape(-1, 4).T
        return list(index), Links(columns[0], columns[1], columns[2], columns[3], len(fronts))

    def _values(self, cell: Cell, count: int, before: Array, links: Links) -> Array:
        """The most blanks so far, by front, walls and symbols spent."""
        values = np.full((count, *before.shape[1:]), NEVER, np.int16)
        for inside in (0, 1):
            symbols = self.bound.spent(cell) * inside
            if symbols > (self.bound.symbols or 0):
                continue
            for walls in np.unique(links.walls[links.inside == inside]):
                chosen = np.nonzero((links.inside == inside) & (links.walls == walls))[0]
                chosen = chosen[np.argsort(links.target[chosen], kind="stable")]
                gained = fits(before[links.source[chosen]], int(walls), symbols) + np.int16(inside and not cell.symbol)
                targets, first = np.unique(links.target[chosen], return_index=True)
                most = np.maximum.reduceat(gained, first, axis=0)
                values[targets, walls:, symbols:] = np.maximum(values[targets, walls:, symbols:], most)
        return values

    def _promise(self, at: int, fronts: Sequence[Front], values: Array, table: Array) -> Array:
        """The most that each front can come to with what is left to spend."""
        rows = np.array([self.bound.pattern(front) for front in fronts], np.int64)
        coming = table[rows, : self.walls + 1]
        if BEFORE in fronts:
            coming[fronts.index(BEFORE)] = self.bound.before[at + 1][: self.walls + 1]
        return values + coming[:, ::-1, ::-1]


@dataclass(frozen=True)
class Found:
    """A province that could be closed: the more blanks, then the fewer walls, then the fewer symbols, the better."""

    triangles: tuple[Triangle, ...]
    blanks: int
    walls: int
    symbols: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Smaller is better."""
        return -self.blanks, self.walls, self.symbols


BLANK, WALL = 2**24, 2**12
"""Weights of a blank triangle and of a wall; a symbol has 1."""


@dataclass
class Paths:
    """The provinces that a sweep has kept, best first; of equal ones the one that begins earlier in the sweep.

    Attributes
    ----------
    sweep
        One that found something.
    counts
        The numbers of new walls that are wanted.
    """

    sweep: Sweep
    counts: Collection[int]

    def __post_init__(self) -> None:
        bound = self.sweep.bound
        shape = (self.sweep.walls + 1, (bound.symbols or 0) + 1)
        coming = np.full((1, *shape), FAR, np.int64)
        coming[0, sorted(self.counts)] = 0
        self._coming = [coming]
        self._onward: list[dict[int, list[tuple[int, int, int]]]] = []
        for cell, links in zip(reversed(bound.ground.cells), reversed(self.sweep.links), strict=True):
            bound.pause()
            coming = self._back(cell, links, coming, shape)
            self._coming.append(coming)
        self._coming.reverse()

    def _back(self, cell: Cell, links: Links, after: Whole, shape: tuple[int, int]) -> Whole:
        """By front before a cell, walls and symbols spent: the best weight that can come, exactly."""
        values = np.full((links.fronts, *shape), FAR, np.int64)
        for inside in (0, 1):
            symbols = self.sweep.bound.spent(cell) * inside
            for walls in np.unique(links.walls[links.inside == inside]):
                chosen = np.nonzero((links.inside == inside) & (links.walls == walls))[0]
                coming = after[links.target[chosen], walls:, symbols:] + weight(cell, inside, int(walls))
                # a front has at most one way on for each choice, so no source stands twice
                part = values[links.source[chosen], : shape[0] - walls, : shape[1] - symbols]
                values[links.source[chosen], : shape[0] - walls, : shape[1] - symbols] = np.maximum(part, coming)
        return values

    def __iter__(self) -> Iterator[Found]:
        cells = self.sweep.bound.ground.cells
        onward: list[dict[int, list[tuple[int, int, int]]]] = []
        for links in self.sweep.links:
            ways: dict[int, list[tuple[int, int, int]]] = {}
            entries = zip(
                *(part.tolist() for part in (links.source, links.target, links.walls, links.inside)), strict=True
            )
            for source, target, walls, inside in entries:
                ways.setdefault(source, []).append((target, walls, inside))
            onward.append(ways)
        # the path as a number: what is not inside counts, so that the smaller one begins earlier
        best = int(self._coming[0][0, 0, 0])
        heap = [(-best, 0, 0, 0, 0, 0, 0)]
        while heap:
            promise, path, at, front, walls, symbols, gained = heapq.heappop(heap)
            if promise > -FAR // 2:
                return
            if at == len(cells):
                self.sweep.bound.pause()
                yield self._found(path, walls)
                continue
            cell = cells[at]
            for target, more, inside in onward[at].get(front, ()):
                spent = symbols + self.sweep.bound.spent(cell) * inside
                if walls + more > self.sweep.walls or spent > (self.sweep.bound.symbols or 0):
                    continue
                now = gained + weight(cell, inside, more)
                longer = path | (0 if inside else 1 << (len(cells) - 1 - at))
                total = now + int(self._coming[at + 1][target, walls + more, spent])
                heapq.heappush(heap, (-total, longer, at + 1, target, walls + more, spent, now))

    def _found(self, path: int, walls: int) -> Found:
        cells = self.sweep.bound.ground.cells
        inside = [
            cell for at, cell in enumerate(cells) if cell.name is not None and not path >> (len(cells) - 1 - at) & 1
        ]
        symbols = sum(cell.symbol for cell in inside)
        return Found(tuple(cell.name or "" for cell in inside), len(inside) - symbols, walls, symbols)


def weight(cell: Cell, inside: int, walls: int) -> int:
    """What a step of a path adds: blanks first, then few walls, then few symbols."""
    return (BLANK * (not cell.symbol) - cell.symbol) * inside - WALL * walls
