"""All shapes of a free layout, and a bound of what tiles can be worth in each.

A shape is the set of cells of a legal layout, up to a shift: 9,638 of nine cells, 127,560 of
eleven.  Rows, columns, diagonals and squares depend on the shape alone; the longest wall, the
double walls and the path are bounded by it.  Where the bound of a shape is no better than a layout that is
known, nothing in that shape is, so that mostly a few shapes are left for the model to search.

All shapes are held as bits of one whole number each, in arrays by the size of their box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Box = tuple[int, int]

_ONE = np.uint64(1)
STRIDE = 16
"""Cells of a shape are numbered y * STRIDE + x where boxes do not matter."""


def _mask(width: int, height: int, first: int, last: int, rows: int | None = None) -> np.uint64:
    """The bits of the columns ``first`` to ``last`` in so many rows of a box."""
    row = sum(1 << x for x in range(first, last + 1))
    return np.uint64(sum(row << (y * width) for y in range(height if rows is None else rows)))


def _count(words: Words) -> Ints:
    """How many bits are set."""
    w = words.copy()
    w -= (w >> np.uint64(1)) & np.uint64(0x5555555555555555)
    w = (w & np.uint64(0x3333333333333333)) + ((w >> np.uint64(2)) & np.uint64(0x3333333333333333))
    w = (w + (w >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    result: Ints = ((w * np.uint64(0x0101010101010101)) >> np.uint64(56)).astype(np.int64)
    return result


def _widened(words: Words, width: int, height: int, west: bool) -> Words:
    """The same shapes in a box one column wider, in the east or the west."""
    row = np.uint64((1 << width) - 1)
    result = np.zeros_like(words)
    for y in range(height):
        part = (words >> np.uint64(y * width)) & row
        result |= part << np.uint64(y * (width + 1) + int(west))
    return result


def _grown(shapes: dict[Box, Words]) -> dict[Box, Words]:
    """All connected sets with one cell more."""
    found: dict[Box, list[Words]] = {}
    for (width, height), words in shapes.items():
        full = _mask(width, height, 0, width - 1)
        east = ((words & _mask(width, height, 0, width - 2)) << _ONE) if width > 1 else words & np.uint64(0)
        west = ((words & _mask(width, height, 1, width - 1)) >> _ONE) if width > 1 else words & np.uint64(0)
        beside = (east | west | (words << np.uint64(width)) | (words >> np.uint64(width))) & full & ~words
        same = found.setdefault((width, height), [])
        for bit in range(width * height):
            one = np.uint64(1 << bit)
            same.append(words[(beside & one) != 0] | one)
        for is_west in (False, True):
            wide = _widened(words, width, height, is_west)
            new = found.setdefault((width + 1, height), [])
            for y in range(height):
                near = np.uint64(1 << (y * (width + 1) + (1 if is_west else width - 1)))
                one = np.uint64(1 << (y * (width + 1) + (0 if is_west else width)))
                new.append(wide[(wide & near) != 0] | one)
        for is_north in (False, True):
            tall = words << np.uint64(width) if is_north else words
            new = found.setdefault((width, height + 1), [])
            for x in range(width):
                near = np.uint64(1 << ((1 if is_north else height - 1) * width + x))
                one = np.uint64(1 << ((0 if is_north else height) * width + x))
                new.append(tall[(tall & near) != 0] | one)
    return {box: unique for box, lists in found.items() if len(unique := np.unique(np.concatenate(lists)))}


@lru_cache(maxsize=4)
def _connected(count: int) -> dict[Box, Words]:
    if count == 1:
        return {(1, 1): np.array([1], dtype=np.uint64)}
    return _grown(_connected(count - 1))


@dataclass(frozen=True)
class Shapes:
    """Legal shapes of so many cells, with what depends on the shape alone.

    Attributes
    ----------
    count
        Cells of each.
    width, height
        Of the box.
    words
        The cells as bits ``y * width + x``.
    squares
        Squares of four cells.
    across, along
        Neighbours in the east and west of each other, and in the north and south.
    rows, columns
        Lines with three cells in succession; groups of such; thirds of the cells in each line: three
        readings, by name ``once``, ``each``, ``thirds``.
    diagonals
        The longest diagonal line, ``unbroken`` and with ``gaps``.
    """

    count: int
    width: Ints
    height: Ints
    words: Words
    squares: Ints
    across: Ints
    along: Ints
    rows: dict[str, Ints]
    columns: dict[str, Ints]
    diagonals: dict[str, Ints]

    def __len__(self) -> int:
        return len(self.words)

    def chosen(self, which: Any) -> Shapes:
        """Some of them, by numbers or by a mask."""
        return Shapes(
            self.count,
            self.width[which],
            self.height[which],
            self.words[which],
            self.squares[which],
            self.across[which],
            self.along[which],
            {key: values[which] for key, values in self.rows.items()},
            {key: values[which] for key, values in self.columns.items()},
            {key: values[which] for key, values in self.diagonals.items()},
        )

    def cells(self, at: int) -> list[tuple[int, int]]:
        """The cells of one, in reading order."""
        word, width = int(self.words[at]), int(self.width[at])
        return [(bit % width, bit // width) for bit in range(word.bit_length()) if word >> bit & 1]

    def grid(self) -> npt.NDArray[np.bool_]:
        """All of them as cells (shape, y + 1, x + 1), with an empty rim."""
        size = self.count + 2
        result = np.zeros((len(self), size, size), dtype=np.bool_)
        for box_width in np.unique(self.width):
            which = np.nonzero(self.width == box_width)[0]
            words = self.words[which]
            for bit in range(int(box_width * self.height[which].max())):
                y, x = divmod(bit, int(box_width))
                result[which, y + 1, x + 1] = (words >> np.uint64(bit)) & _ONE
        return result


@lru_cache(maxsize=4)
def shapes_of(count: int) -> Shapes:
    """All shapes that a legal layout of so many cells can have (at most 13 cells)."""
    return _gathered(_connected(count), count)


def shapes_from(sets: Iterable[frozenset[tuple[int, int]]], count: int) -> Shapes:
    """The legal ones among some connected sets of so many cells."""
    boxes: dict[Box, set[int]] = {}
    for cells in sets:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
        boxes.setdefault((width, height), set()).add(sum(1 << ((y - top) * width + x - left) for x, y in cells))
    return _gathered({box: np.array(sorted(words), dtype=np.uint64) for box, words in boxes.items()}, count)


def _gathered(boxes: dict[Box, Words], count: int) -> Shapes:
    parts = [_features(words, count, box) for box, words in sorted(boxes.items())]
    return Shapes(
        count,
        np.concatenate([p.width for p in parts]),
        np.concatenate([p.height for p in parts]),
        np.concatenate([p.words for p in parts]),
        np.concatenate([p.squares for p in parts]),
        np.concatenate([p.across for p in parts]),
        np.concatenate([p.along for p in parts]),
        {key: np.concatenate([p.rows[key] for p in parts]) for key in parts[0].rows},
        {key: np.concatenate([p.columns[key] for p in parts]) for key in parts[0].columns},
        {key: np.concatenate([p.diagonals[key] for p in parts]) for key in parts[0].diagonals},
    )


def _features(words: Words, count: int, box: Box) -> Shapes:
    """The legal ones among the connected sets of a box, with their features."""
    width, height = box
    step = np.uint64(width)
    left = _mask(width, height, 0, width - 2)  # cells with a cell of the box in the east
    above = _mask(width, height, 0, width - 1, height - 1)  # with one in the south
    inner = left & above
    east, south, across = words >> _ONE, words >> step, words >> (step + _ONE)
    across_, along_ = _count(words & east & left), _count(words & south & above)
    squares = _count(words & east & south & across & inner)
    falling = words & across & ~east & ~south & inner
    rising = east & south & ~words & ~across & inner
    # nothing enclosed (Euler) and no two cells that meet at a corner only (B3-5)
    legal = (across_ + along_ - squares == count - 1) & (falling == 0) & (rising == 0)
    words, squares = words[legal], squares[legal]
    size = np.full(len(words), 0, dtype=np.int64)
    lines = []
    for axis, (steps, along, number) in enumerate(((1, width, height), (width, height, width))):
        if along >= 3:
            keep = _mask(width, height, 0, width - 3) if axis == 0 else _mask(width, height, 0, width - 1, height - 2)
            three = words & (words >> np.uint64(steps)) & (words >> np.uint64(2 * steps)) & keep
            back = _mask(width, height, 1, width - 1) if axis == 0 else _mask(width, height, 0, width - 1)
            first = three & ~((words << np.uint64(steps)) & back)
        else:
            three = first = words & np.uint64(0)
        once, thirds = size.copy(), size.copy()
        for place in range(number):
            if axis == 0:
                one = np.uint64(((1 << width) - 1) << (place * width))
            else:
                one = np.uint64(sum(1 << (y * width + place) for y in range(height)))
            once += (three & one) != 0
            thirds += _count(words & one) // 3
        lines.append({"once": once, "each": _count(first), "thirds": thirds})
    unbroken = np.ones(len(words), dtype=np.int64)
    gaps = unbroken.copy()
    for dx in (1, -1):
        line = words.copy()
        ends = (
            _mask(width, height, 0, width - 2, height - 1)
            if dx == 1
            else _mask(width, height, 1, width - 1, height - 1)
        )
        for length in range(2, min(width, height) + 1):
            # a line of ``length`` begins where one of one less does that has a cell at its end
            line = words & ends & (line >> np.uint64(width + dx))
            unbroken = np.where(line != 0, np.maximum(unbroken, length), unbroken)
        for start in range(-height, width + height):
            mask = sum(1 << (y * width + start + dx * y) for y in range(height) if 0 <= start + dx * y < width)
            if mask:
                gaps = np.maximum(gaps, _count(words & np.uint64(mask)))
    return Shapes(
        count,
        np.full(len(words), width, dtype=np.int64),
        np.full(len(words), height, dtype=np.int64),
        words,
        squares,
        across_[legal],
        along_[legal],
        lines[0],
        lines[1],
        {"unbroken": unbroken, "gaps": gaps},
    )


@dataclass(frozen=True)
class Outlines:
    """The outlines of shapes, clockwise: for each shape the cells and sides it passes, twice around.

    ``length`` is that of one round; cells are numbered ``(y + 1) * (count + 2) + x + 1``.
    """

    length: Ints
    cell: npt.NDArray[np.int32]
    side: npt.NDArray[np.int8]

    def chosen(self, which: Any) -> Outlines:
        """Some of them, by numbers or by a mask."""
        return Outlines(self.length[which], self.cell[which], self.side[which])


def outlines_of(shapes: Shapes) -> Outlines:
    """Follow the outlines of all shapes at once."""
    grid = shapes.grid()
    amount, size = len(shapes), shapes.count + 2
    flat = grid.reshape(amount, size * size)
    number = np.arange(amount)
    start = flat.argmax(axis=1)
    cell, side = start.copy(), np.zeros(amount, dtype=np.int64)
    length = 2 * shapes.count + 2 - 2 * shapes.squares
    rounds = 2 * int(length.max()) if amount else 0
    steps = np.array([-size, 1, size, -1])
    cells = np.zeros((amount, rounds), dtype=np.int32)
    sides = np.zeros((amount, rounds), dtype=np.int8)
    for at in range(rounds):
        cells[:, at], sides[:, at] = cell, side
        ahead = (side + 1) % 4
        beside = cell + steps[ahead]
        across = beside + steps[side]
        into, straight = flat[number, across], flat[number, beside]
        cell = np.where(into, across, np.where(straight, beside, cell))
        side = np.where(into, (side + 3) % 4, np.where(straight, side, ahead))
    return Outlines(length, cells, sides)


SETS: tuple[int, ...] = (1, 2, 4, 8, 3, 6, 12, 9, 5, 10, 7, 14, 13, 11)
"""Sets of walls as bits: the four sides, corners n-e, e-s, s-w, w-n, opposites n-s, e-w, threes from n, e, s, w."""


def wall_bound(outlines: Outlines, masks: Sequence[int], barrier: npt.NDArray[np.int32] | None = None) -> Ints:
    """The longest stretch of each outline that could be one wall of tiles with these walls.

    For every set of sides, no more cells may need it than there are tiles that have it.  ``barrier``
    is a cell for each shape that no wall passes: the fountain.
    """
    have = np.array([sum(mask & need == need for mask in masks) for need in SETS], dtype=np.int16)
    amount, rounds = outlines.cell.shape
    cell, side = outlines.cell, outlines.side.astype(np.int64)
    # the last place before, and the first after, where the same cell shows its opposite side
    before = np.full((amount, rounds), -1, dtype=np.int16)
    after = np.full((amount, rounds), 32000, dtype=np.int16)
    for gap in range(2, rounds // 2 + 1):
        same = (cell[:, gap:] == cell[:, :-gap]) & (((side[:, gap:] - side[:, :-gap]) % 4) == 2)
        where = np.nonzero(same)
        late = where[1] + gap
        np.maximum.at(before, (where[0], late), where[1].astype(np.int16))
        np.minimum.at(after, where, late.astype(np.int16))
    follows = np.zeros((amount, rounds), dtype=np.bool_)
    follows[:, 1:] = cell[:, 1:] == cell[:, :-1]
    follows2 = np.zeros_like(follows)
    follows2[:, 2:] = follows[:, 2:] & follows[:, 1:-1]
    blocked = np.zeros((amount, rounds), dtype=np.bool_)
    if barrier is not None:
        blocked = cell == barrier[:, None]
    best = np.zeros(amount, dtype=np.int64)
    low = np.zeros(amount, dtype=np.int64)
    high = np.zeros(amount, dtype=np.int64)  # the stretch is low .. high - 1
    needs = np.zeros((amount, len(SETS)), dtype=np.int16)
    active = np.arange(amount)
    last = 2 * outlines.length
    while len(active):
        a, lo, hi = active, low[active], high[active]
        here = side[a, hi]
        new = needs[a].copy()
        row = np.arange(len(a))
        new[row, here] += 1
        corner = follows[a, hi] & (hi - 1 >= lo)
        new[row, 4 + (here + 3) % 4] += corner
        new[row, 8 + here % 2] += before[a, hi] >= lo
        new[row, 10 + (here + 2) % 4] += follows2[a, hi] & (hi - 2 >= lo)
        fits = (new <= have).all(axis=1) & ~blocked[a, hi] & (hi - lo < outlines.length[a])
        grow = a[fits]
        needs[grow] = new[fits]
        high[grow] += 1
        best[grow] = np.maximum(best[grow], high[grow] - low[grow])
        rest = ~fits
        drop = rest & (hi > lo)
        d, dl, dh = a[drop], lo[drop], hi[drop]
        gone = side[d, dl]
        row = np.arange(len(d))
        taken = needs[d]
        taken[row, gone] -= 1
        nxt = np.minimum(dl + 1, rounds - 1)
        taken[row, 4 + gone] -= follows[d, nxt] & (dl + 1 < dh)
        taken[row, 8 + gone % 2] -= after[d, dl] < dh
        nxt2 = np.minimum(dl + 2, rounds - 1)
        taken[row, 10 + gone] -= follows2[d, nxt2] & (dl + 2 < dh)
        needs[d] = taken
        low[d] += 1
        empty = a[rest & (hi == lo)]
        low[empty] += 1
        high[empty] += 1
        active = active[(high[active] < last[active]) & (low[active] < outlines.length[active])]
    return best
