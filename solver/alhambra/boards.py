r"""An Alhambra as bits, for searches that look at very many of them.

A *window* around what stands numbers its cells row by row; a set of cells is then one whole number,
and a question about all cells at once is a few shifts.  Tiles that nothing tells apart are one
*kind*: their walls, and their type only where it matters.  A state is a number for each kind, the
cells where its tiles lie.

Legality, for all empty or all occupied cells at once:

* a kind *agrees* in a cell if on each side with a neighbour both have a wall or neither has (B3-2);
* a tile may be placed (B4-1) where it agrees, has an open side to a neighbour (B3-3), and shares one
  side less than corners, so that it encloses nothing (B3-5);
* it may be exchanged (B4-3) where the other kind agrees, since ways and shape stay;
* it may be taken out (B4-2) if one of its sides is empty and the rest can be reached on foot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from models.alhambra.layout import ORIGIN, Layout, reading_order
from models.alhambra.tiles import FOUNTAIN, Cell, Tile


@dataclass(frozen=True)
class Kind:
    """Tiles that nothing tells apart; ``type`` is empty where it does not matter."""

    mask: int
    type: str

    @classmethod
    def of(cls, tile: Tile, typed: bool) -> Kind:
        """The kind of a tile."""
        return cls(tile.mask, tile.type if typed else "")


class State(NamedTuple):
    """The tiles of an Alhambra by kind, and what follows from that.

    Attributes
    ----------
    lies
        For each kind the cells where its tiles lie.
    occupied
        All of them, the fountain among them.
    walls
        For n, e, s, w the cells whose tile has a wall there.
    """

    lies: tuple[int, ...]
    occupied: int
    walls: tuple[int, int, int, int]


class Boards:
    """The window of a search with its kinds.

    Parameters
    ----------
    standing
        What stands now, without the fountain.
    tiles
        All tiles that may come to lie, those that stand among them.
    reach
        So many cells around what stands may fill, one after the other.
    typed
        Whether types matter.

    Examples
    --------
    >>> from models.alhambra.tiles import make_tile
    >>> garden = make_tile("garden", 10, "n")
    >>> boards = Boards({}, [garden], reach=1, typed=False)
    >>> [boards.cell(bit) for bit in bits(boards.places(boards.start, 0))]
    [(0, -1), (-1, 0), (1, 0)]
    """

    def __init__(self, standing: Mapping[Cell, Tile], tiles: Iterable[Tile], reach: int, typed: bool) -> None:
        cells = [ORIGIN, *standing]
        margin = reach + 1  # so that no chain of new tiles comes to the rim, and rows do not run into each other
        self.left = min(x for x, _ in cells) - margin
        self.top = min(y for _, y in cells) - margin
        self.stride = max(x for x, _ in cells) + margin + 1 - self.left
        self.rows = max(y for _, y in cells) + margin + 1 - self.top
        self.typed = typed
        self.origin = 1 << self.at(ORIGIN)
        self.steps = (-self.stride, 1, self.stride, -1)
        found = {Kind.of(tile, typed) for tile in (*tiles, *standing.values())}
        self.kinds: tuple[Kind, ...] = tuple(sorted(found, key=lambda kind: (kind.mask, kind.type)))
        self.number = {kind: at for at, kind in enumerate(self.kinds)}
        self.start = self.state(standing)

    def at(self, cell: Cell) -> int:
        """The number of a cell."""
        return (cell[1] - self.top) * self.stride + cell[0] - self.left

    def cell(self, at: int) -> Cell:
        """The cell of a number."""
        return at % self.stride + self.left, at // self.stride + self.top

    def kind(self, tile: Tile) -> int:
        """The number of a tile's kind."""
        return self.number[Kind.of(tile, self.typed)]

    def state(self, cells: Mapping[Cell, Tile]) -> State:
        """The state of tiles by cell, the fountain not among them."""
        lies = [0] * len(self.kinds)
        for cell, tile in cells.items():
            lies[self.kind(tile)] |= 1 << self.at(cell)
        return self._state(tuple(lies))

    def _state(self, lies: tuple[int, ...]) -> State:
        occupied = self.origin
        walls = [0, 0, 0, 0]
        for kind, cells in zip(self.kinds, lies, strict=True):
            occupied |= cells
            for side in range(4):
                if kind.mask >> side & 1:
                    walls[side] |= cells
        return State(lies, occupied, (walls[0], walls[1], walls[2], walls[3]))

    def kinds_by_cell(self, state: State) -> dict[Cell, int]:
        """The kind of each tile by its cell, in reading order."""
        found = {self.cell(bit): number for number, cells in enumerate(state.lies) for bit in bits(cells)}
        return {cell: found[cell] for cell in sorted(found, key=reading_order)}

    def code(self, state: State) -> tuple[tuple[int, int, int], ...]:
        """What puts states in order: the cells in reading order with their kinds."""
        return tuple((y, x, kind) for (x, y), kind in self.kinds_by_cell(state).items())

    def layout(self, state: State) -> Layout:
        """A layout that looks the same to whoever asks for this state's worth."""
        sample = [Tile("", kind.type, None, "", kind.mask) for kind in self.kinds]
        return Layout({ORIGIN: FOUNTAIN} | {c: sample[number] for c, number in self.kinds_by_cell(state).items()})

    # -- steps -----------------------------------------------------------------------------------

    def with_tile(self, state: State, bit: int, number: int) -> State:
        """With a tile in an empty cell."""
        cell = 1 << bit
        lies, mask = list(state.lies), self.kinds[number].mask
        lies[number] |= cell
        n, e, s, w = state.walls
        walls = (n | cell if mask & 1 else n, e | cell if mask & 2 else e,
                 s | cell if mask & 4 else s, w | cell if mask & 8 else w)  # fmt: skip
        return State(tuple(lies), state.occupied | cell, walls)

    def without(self, state: State, bit: int, number: int) -> State:
        """Without the tile of a cell, which is of this kind."""
        cell = ~(1 << bit)
        lies = list(state.lies)
        lies[number] &= cell
        n, e, s, w = state.walls
        return State(tuple(lies), state.occupied & cell, (n & cell, e & cell, s & cell, w & cell))

    def beside(self, cells: int) -> int:
        """The cells that share a side with one of these."""
        return cells << self.stride | cells >> self.stride | cells << 1 | cells >> 1

    def around(self, state: State) -> int:
        """Empty cells in which a tile would enclose nothing: they share one side less than corners (B3-4, B3-5)."""
        cells, stride = state.occupied, self.stride
        n, s, w, e = cells << stride, cells >> stride, cells << 1, cells >> 1
        # of each side and corner, whether it is touched; then both are counted in binary, all cells at once
        corners = (n | w | n << 1, n | e | n >> 1, s | e | s >> 1, s | w | s << 1)
        side_ones, side_twos, side_fours = _counted(n, e, s, w)
        ones, twos, fours = _counted(*corners)
        # sides + 1 in binary
        carry = side_ones
        more_ones, more_twos = ~side_ones, side_twos ^ carry
        more_fours = side_fours | side_twos & carry
        different = more_ones ^ ones | more_twos ^ twos | more_fours ^ fours
        return (n | s | w | e) & ~cells & ~different

    def agreeing(self, state: State, mask: int) -> int:
        """Cells where a tile with these walls would agree with all neighbours (B3-2)."""
        cells, stride = state.occupied, self.stride
        n, e, s, w = state.walls
        beside = (cells << stride, cells >> 1, cells >> stride, cells << 1)
        walled = (s << stride, w >> 1, n >> stride, e << 1)
        wrong = 0
        for side in range(4):
            wrong |= beside[side] & ~walled[side] if mask >> side & 1 else walled[side]
        return ~wrong

    def joined(self, state: State, mask: int) -> int:
        """Cells that a tile with these walls would be joined to some neighbour in, if it agrees."""
        cells, stride = state.occupied, self.stride
        beside = (cells << stride, cells >> 1, cells >> stride, cells << 1)
        found = 0
        for side in range(4):
            if not mask >> side & 1:
                found |= beside[side]
        return found

    def places(self, state: State, number: int, around: int | None = None) -> int:
        """Cells where a tile of a kind may be placed (B4-1)."""
        mask = self.kinds[number].mask
        free = self.around(state) if around is None else around
        return free & self.agreeing(state, mask) & self.joined(state, mask)

    def joins(self, state: State, number: int) -> int:
        """Cells where a tile of a kind agrees with all neighbours and is joined to one, whatever it encloses."""
        mask = self.kinds[number].mask
        return ~state.occupied & self.agreeing(state, mask) & self.joined(state, mask)

    def encloses(self, state: State) -> bool:
        """Whether tiles that hang together enclose an empty cell (B3-5).

        They do not exactly if tiles - shared sides + squares is 1 and no two tiles meet at a corner only.
        """
        cells, stride = state.occupied, self.stride
        e, s, across = cells >> 1, cells >> stride, cells >> stride + 1
        sides = (cells & e).bit_count() + (cells & s).bit_count()
        if cells.bit_count() - sides + (cells & e & s & across).bit_count() != 1:
            return True
        return bool(cells & across & ~e & ~s or e & s & ~cells & ~across)

    def exchanges(self, state: State, number: int) -> int:
        """Cells where a tile of a kind may take the place of one of another kind (B4-3)."""
        others = state.occupied & ~self.origin & ~state.lies[number]
        return others & self.agreeing(state, self.kinds[number].mask)

    def open_joins(self, state: State) -> tuple[int, int]:
        """Cells from which one can walk east, and those from which one can walk south."""
        cells, stride = state.occupied, self.stride
        n, e, s, w = state.walls
        east = cells & ~e & (cells & ~w) >> 1
        south = cells & ~s & (cells & ~n) >> stride
        return east, south

    def removals(self, state: State) -> int:
        """Cells whose tile may be taken out (B4-2)."""
        cells, stride = state.occupied, self.stride
        inner = cells << stride & cells >> stride & cells << 1 & cells >> 1
        east, south = self.open_joins(state)
        found = 0
        for bit in bits(cells & ~self.origin & ~inner):
            cell = 1 << bit
            ways = (east & cell > 0) + (south & cell > 0) + (east << 1 & cell > 0) + (south << stride & cell > 0)
            if ways == 1 or self._hangs_together(cells & ~cell, east, south):
                found |= cell
        return found

    def _hangs_together(self, cells: int, east: int, south: int) -> bool:
        """Whether all these cells can be reached from the fountain."""
        stride = self.stride
        east &= cells & cells >> 1
        south &= cells & cells >> stride
        seen = edge = self.origin
        while edge:
            edge = ((edge & east) << 1 | edge >> 1 & east | (edge & south) << stride | edge >> stride & south) & ~seen
            seen |= edge
        return seen == cells

    def steps_away(self, state: State) -> int:
        """How many steps on foot the furthest tile is from the fountain."""
        stride = self.stride
        east, south = self.open_joins(state)
        seen = edge = self.origin
        steps = -1
        while edge:
            steps += 1
            edge = ((edge & east) << 1 | edge >> 1 & east | (edge & south) << stride | edge >> stride & south) & ~seen
            seen |= edge
        return steps

    # -- the outline -----------------------------------------------------------------------------

    def wall_lengths(self, state: State) -> tuple[list[int], bool]:
        """The lengths of the outer walls in the order of the outline, and whether there is one all the way round.

        The outline of a legal state is followed clockwise, as in :mod:`models.alhambra.walls`.
        """
        cells, walls, turns = state.occupied, state.walls, self._turns
        there = bin(cells)[:1:-1] + self._beyond  # a character is looked up faster than a bit
        at = first = there.index("1")  # the first cell in reading order: nothing lies north of it
        side = 0
        found, length, opens = [], 0, 0
        before = None  # the wall that the outline begins in, to be put to the one that it ends in
        while True:
            if walls[side] >> at & 1:
                length += 1
            else:
                opens += 1
                if before is None:
                    before = length
                elif length:
                    found.append(length)
                length = 0
            beside, across, left, right = turns[side]
            if there[at + across] == "1":
                at, side = at + across, left
            elif there[at + beside] == "1":
                at += beside
            else:
                side = right
            if at == first and side == 0:
                break
        if not opens:
            return [length], True
        if length + (before or 0):
            found.append(length + (before or 0))
        return found, False

    @cached_property
    def _turns(self) -> tuple[tuple[int, int, int, int], ...]:
        """By side: the ways to the next cell and to the one across its corner, and the sides that follow there."""
        steps = self.steps
        ahead = [steps[(side + 1) % 4] for side in range(4)]
        return tuple((ahead[at], ahead[at] + steps[at], (at + 3) % 4, (at + 1) % 4) for at in range(4))

    @cached_property
    def _beyond(self) -> str:
        return "0" * (self.stride + 2)


def bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set, in ascending order.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _counted(a: int, b: int, c: int, d: int) -> tuple[int, int, int]:
    """How many of four are set, bit by bit, in binary: ones, twos and fours."""
    first, second = a ^ b, c ^ d
    ones = first ^ second
    one, two, three = a & b, c & d, first & second
    twos = one ^ two ^ three
    fours = one & two | one & three | two & three
    return ones, twos, fours


def totals(boards: Boards, tiles: Sequence[Tile]) -> tuple[int, ...]:
    """How many of some tiles are of each kind."""
    counts = [0] * len(boards.kinds)
    for tile in tiles:
        counts[boards.kind(tile)] += 1
    return tuple(counts)
