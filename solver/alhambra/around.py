r"""All layouts of a few tiles around an Alhambra that stands, however they may be built.

A legal layout hangs together over open joins, so it can be grown from what stands tile by tile, each
joined to one before; only what the tiles enclose on the way may be open to being filled later.  So the
search is that of :mod:`solver.alhambra.exploring`, with cells in which a tile encloses something as
well, and such states count for nothing until they are filled.

Where layouts are to be built by placing alone, what is enclosed is never filled, and the search is
that of ``place``.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.alhambra.boards import Boards, State, bits
from solver.alhambra.estate import Estate
from solver.alhambra.exploring import Search
from solver.alhambra.place import Placed

NOTHING = -1
"""The worth of what is no answer."""


def around_search(
    estate: Estate, tiles: tuple[str, ...], *, every: bool, placing: bool
) -> tuple[Boards, Search[Placed]]:
    """The search for the best layout of some of these tiles, or of all of them.

    Parameters
    ----------
    every
        Whether only layouts of all tiles count.
    placing
        Whether each tile has to be placed legally.
    """
    boards, worth, counts = estate.boards(tiles, len(tiles), loose=not placing)
    loose = [(number, count) for number, count in enumerate(counts) if count > boards.start.lies[number].bit_count()]
    whole = len(tiles) + boards.start.occupied.bit_count()

    def following(node: Placed) -> Iterator[Placed]:
        state = node.state
        around = boards.around(state) if placing else None
        for number, count in loose:
            if count > state.lies[number].bit_count():
                cells = boards.joins(state, number) if around is None else boards.places(state, number, around)
                for bit in bits(cells):
                    yield Placed(boards.with_tile(state, bit, number))

    def counted(state: State) -> int:
        if every and state.occupied.bit_count() < whole:
            return NOTHING
        return NOTHING if not placing and boards.encloses(state) else worth(state)

    def bound(state: State, value: int, _: int) -> int:
        left = whole - state.occupied.bit_count()
        if value == NOTHING:
            if not placing and boards.encloses(state):
                return worth.bound_enclosing(state, left)
            value = worth(state)
        return worth.bound(state, value, left)

    return boards, Search(Placed(boards.start), len(tiles), following, counted, bound)
