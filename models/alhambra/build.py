"""How a layout can come about: an order of steps of which each leaves a legal Alhambra.

A step is undone by a step (placing by removing, an exchange by another), so the search goes
backwards, from the whole layout to the bare fountain.  By placing alone, tiles only come off.  A
tile comes off if it has an empty side and no other tile hangs on it; three facts keep that search
short:

* a tile that is joined to one other only and has an empty side may come off at once: it hinders
  nobody by being gone;
* what can be walked to through a tile only (it *hangs* on that tile) comes off before it;
* so does, before a tile with four neighbours, one of these.

The last two give a set of tiles that can never come off; if there are any, the search is over.
With redesigning, tiles that are off may also lie elsewhere for a while, which can open a second
way to tiles that hang on others.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.alhambra.layout import (
    ORIGIN,
    Layout,
    Placed,
    can_place,
    can_remove,
    is_legal,
    neighbours,
    open_neighbours,
    reading_order,
)
from models.alhambra.tiles import STEPS, Cell, Supply, Tile
from models.errors import SatrapError

MOST_STATES = 20_000
"""After so many states without a result a search gives up; ordinary layouts take a few dozen."""


class UndecidedError(SatrapError):
    """The search for an order of steps gave up without a result."""

    exit_status = 4


@dataclass(frozen=True)
class Step:
    """A step of an order: ``place``, ``remove`` or ``exchange`` a tile in a cell; ``old`` comes out."""

    kind: str
    tile: str
    at: Cell
    old: str | None = None

    def plain(self) -> dict[str, object]:
        """The step as plain values."""
        old = {} if self.old is None else {"old": self.old}
        return {"kind": self.kind, "tile": self.tile, "at": list(self.at), **old}


def build_order(placed: Iterable[Placed], supply: Supply, redesign: bool = False) -> tuple[Step, ...] | None:
    """An order of steps from the bare fountain to a layout, each of them legal (B4-1, B4-2, B4-3).

    Parameters
    ----------
    placed, supply
        The layout.
    redesign
        Whether tiles of the layout may also be taken out again, lie elsewhere for a while and be
        exchanged; by placing alone otherwise.

    Returns
    -------
    The steps, or None if there is no such order; an illegal layout has none.

    Raises
    ------
    UndecidedError
        If the search gives up after :data:`MOST_STATES` states.
    """
    layout = Layout.of(placed, supply)
    if not is_legal(layout.masks):
        return None
    steps = _placing(layout.cells)
    if steps is None and redesign:
        return _redesigning(layout.cells)
    return steps


class _Shape:
    """The tiles of a layout as bits of a number: who lies beside whom, who is joined to whom."""

    def __init__(self, masks: Mapping[Cell, int]) -> None:
        self.cells = sorted(masks, key=reading_order)
        index = {cell: at for at, cell in enumerate(self.cells)}
        self.fountain = 1 << index[ORIGIN]
        self.whole = (1 << len(self.cells)) - 1
        self.beside = [sum(1 << index[other] for other in neighbours(cell) if other in index) for cell in self.cells]
        self.joined = [sum(1 << index[other] for other in open_neighbours(masks, cell)) for cell in self.cells]

    def reached(self, tiles: int) -> int:
        """Those of some tiles that can be walked to from the fountain among them."""
        found = edge = self.fountain
        while edge:
            following = 0
            while edge:
                low = edge & -edge
                following |= self.joined[low.bit_length() - 1]
                edge ^= low
            edge = following & tiles & ~found
            found |= edge
        return found

    def peel(self, tiles: int) -> tuple[int, list[int]]:
        """Take off tiles that are joined to one other and have an empty side, as long as there are any."""
        off = []
        again = True
        while again:
            again = False
            for at in _bits(tiles & ~self.fountain):
                if (self.joined[at] & tiles).bit_count() == 1 and (self.beside[at] & tiles).bit_count() < 4:
                    tiles ^= 1 << at
                    off.append(at)
                    again = True
        return tiles, off

    def stuck(self, tiles: int) -> int:
        """Tiles that surely never come off: what hangs on them, or all their neighbours, never does."""
        hanging = {at: tiles & ~self.reached(tiles & ~(1 << at)) & ~(1 << at) for at in _bits(tiles & ~self.fountain)}
        left = tiles & ~self.fountain
        while True:
            off = 0
            for at in _bits(left):
                there = left | self.fountain
                if not hanging[at] & left and (self.beside[at] & there).bit_count() < 4:
                    off |= 1 << at
            if not off:
                return left
            left &= ~off

    def removable(self, tiles: int) -> Iterator[int]:
        """Tiles that can come off now, the last ones in reading order first."""
        for at in reversed(list(_bits(tiles & ~self.fountain))):
            rest = tiles & ~(1 << at)
            if (self.beside[at] & tiles).bit_count() < 4 and self.reached(rest) == rest:
                yield at

    def take_off(self) -> list[int] | None:
        """All tiles in an order in which they come off; None if there is none."""
        tiles, off = self.peel(self.whole)
        dead: set[int] = set()
        # a way through the search: at each choice the tiles there, what came off before, and what is left to try
        trail = [(tiles, off, self.removable(tiles))]
        while trail:
            tiles, off, choices = trail[-1]
            if tiles == self.fountain:
                return [at for _, taken, _ in trail for at in taken]
            at = next(choices, None)
            if at is None:
                dead.add(tiles)
                trail.pop()
                continue
            rest, taken = self.peel(tiles & ~(1 << at))
            if rest in dead:
                continue
            if len(dead) > MOST_STATES:
                raise UndecidedError(f"no order of placing found or ruled out after {MOST_STATES} states")
            if self.stuck(rest):
                dead.add(rest)
                continue
            trail.append((rest, [at, *taken], self.removable(rest)))
        return None


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _placing(cells: Mapping[Cell, Tile]) -> tuple[Step, ...] | None:
    shape = _Shape({cell: tile.mask for cell, tile in cells.items()})
    if shape.stuck(shape.whole):
        return None
    off = shape.take_off()
    if off is None:
        return None
    return tuple(Step("place", cells[shape.cells[at]].id, shape.cells[at]) for at in reversed(off))


_State = Mapping[Cell, Tile]


def _redesigning(target: _State) -> tuple[Step, ...] | None:
    """Backwards over states of the layout's own tiles, those first of which fewest tiles are stuck.

    Tiles with the same walls stand for one another, so states are told apart by walls alone.
    """
    tiles = tuple(tile for cell, tile in target.items() if cell != ORIGIN)
    count = itertools.count()
    queue: list[tuple[int, int, int, _State, tuple[Step, ...]]] = [(0, 0, next(count), target, ())]
    seen = {_key(target)}
    while queue:
        _, _, _, state, after = heapq.heappop(queue)
        for step, other in _undone(state, tiles):
            if (key := _key(other)) in seen:
                continue
            seen.add(key)
            shape = _Shape({cell: tile.mask for cell, tile in other.items()})
            stuck = shape.stuck(shape.whole).bit_count()
            steps = (step, *after)
            if not stuck and (before := _placing(other)) is not None:
                return (*before, *steps)
            if len(seen) > MOST_STATES:
                raise UndecidedError(f"no order of redesigning found or ruled out after {MOST_STATES} states")
            heapq.heappush(queue, (stuck, len(steps), next(count), other, steps))
    return None


def _key(state: _State) -> frozenset[tuple[Cell, int]]:
    return frozenset((cell, tile.mask) for cell, tile in state.items())


def _undone(state: _State, tiles: tuple[Tile, ...]) -> Iterator[tuple[Step, _State]]:
    """The states that one step leads from to this one, each with that step."""
    masks = {cell: tile.mask for cell, tile in state.items()}
    lying = {tile.id for tile in state.values()}
    spare = list({tile.mask: tile for tile in tiles if tile.id not in lying}.values())
    for cell, tile in state.items():
        if can_remove(masks, cell):
            yield Step("place", tile.id, cell), {at: other for at, other in state.items() if at != cell}
    around = sorted({other for cell in state for other in neighbours(cell)} - set(state), key=reading_order)
    for tile in spare:
        for cell in around:
            if can_place(masks, cell, tile.mask):
                yield Step("remove", tile.id, cell), {**state, cell: tile}
        for cell, old in state.items():
            if cell != ORIGIN and old.mask != tile.mask and not (old.mask ^ tile.mask) & _met(masks, cell):
                yield Step("exchange", old.id, cell, tile.id), {**state, cell: tile}


def _met(masks: Mapping[Cell, int], cell: Cell) -> int:
    """The sides of a cell that have a neighbour, as bits."""
    x, y = cell
    return sum(1 << at for at, (dx, dy) in enumerate(STEPS) if (x + dx, y + dy) in masks)
