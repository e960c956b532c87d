"""Provinces: groups of triangles with walls all around (4-6), what they hold and what they are worth.

Everything is found by floods over the triangles, so that scoring a file need not load networkx; the
tests compare them with its components.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.lattice import Side, Triangle, reading_order, sides
from models.rulings import Rulings


@dataclass(frozen=True)
class Province:
    """A province.

    Attributes
    ----------
    triangles
        From the top, each strip from the left.
    symbols
        Those of them that carry a symbol, with it.
    """

    triangles: tuple[Triangle, ...]
    symbols: Mapping[Triangle, Symbol] = field(compare=False)

    @classmethod
    def of(cls, board: Board, triangles: Iterable[Triangle]) -> Province:
        """The province of some triangles of a board."""
        ordered = tuple(sorted(triangles, key=reading_order))
        carried = {name: symbol for name in ordered if (symbol := board.symbols[name]) is not None}
        return cls(ordered, carried)

    @property
    def blanks(self) -> int:
        """How many of its triangles carry no symbol: what it is worth (5-11)."""
        return len(self.triangles) - len(self.symbols)

    @cached_property
    def counts(self) -> Mapping[Symbol, int]:
        """How often it has each symbol that it has."""
        carried = list(self.symbols.values())
        return {symbol: carried.count(symbol) for symbol in SYMBOLS if symbol in carried}


def provinces(board: Board, walls: Collection[Side], rulings: Rulings) -> tuple[Province, ...]:
    """All provinces, in the order of their first triangle.

    Walls that bound nothing divide nothing, and every group that is closed counts, however many one move
    closes (F-6); before any wall that is the whole board, if its rim closes.

    Parameters
    ----------
    walls
        The sides with a wall.
    """
    return tuple(
        province for province, coast in _closed(board, frozenset(walls)) if not coast or rulings.read("rim") == "coast"
    )


def parts(board: Board, walls: Collection[Side]) -> Iterator[set[Triangle]]:
    """The groups of triangles that no wall parts, closed or not, in the order of their first triangle."""
    left = dict.fromkeys(board.triangles)
    while left:
        first = next(iter(left))
        part, edge = {first}, [first]
        while edge:
            for other, between in board.neighbours[edge.pop()]:
                if other not in part and between not in walls:
                    part.add(other)
                    edge.append(other)
        for name in part:
            del left[name]
        yield part


@lru_cache(maxsize=4096)
def _closed(board: Board, walls: frozenset[Side]) -> tuple[tuple[Province, bool], ...]:
    """The groups that walls surround, or the coast that closes, each with whether it needs the coast (4-6, F-15)."""
    found = []
    for part in parts(board, walls):
        bare = [
            bounding
            for name in part
            for bounding in sides(name)
            if len(board.touching[bounding]) == 1 and bounding not in walls
        ]
        if all(bounding in board.closing_sides for bounding in bare):
            found.append((Province.of(board, part), bool(bare)))
    return tuple(found)


def province_of(among: Iterable[Province], name: Triangle) -> Province | None:
    """The province that a triangle lies in; None if it lies in none."""
    return next((province for province in among if name in province.triangles), None)
