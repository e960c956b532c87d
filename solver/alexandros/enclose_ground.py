"""Grounds to enclose provinces on, cell by cell in the order of a sweep.

A province lies within one group of triangles that no wall parts.  A ground is such a group, cut out of
the board and swept across its narrower extent: column by column, or strip by strip.  Behind the sweep
lies its front, the latest cell of each *slot* (strip or column).  A triangle touches at most the cell that
it follows in its own slot and the latest one of the slot before, so the front is all that matters to
what is still to come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from models.alexandros.board import Board
from models.alexandros.lattice import Side, Triangle, across, sides, spot
from models.alexandros.provinces import parts

NOTHING, WALLED, BARE = range(3)
"""What lies between a cell and one that was swept before: they do not touch, a wall that stands, no wall."""


@dataclass(frozen=True)
class Cell:
    """A place of the sweep.

    Attributes
    ----------
    name
        Its triangle; None where the ground has none.
    slot
        The place of the front that it takes.
    ahead, beside
        What lies between it and the cell before in its slot, and the latest cell of the slot before.
    rim
        Walls that its sides need which no other cell of the ground touches.
    symbol
        Whether it carries one; else it is blank and counts.
    """

    name: Triangle | None
    slot: int
    ahead: int = NOTHING
    beside: int = NOTHING
    rim: int = 0
    symbol: bool = False


@dataclass(frozen=True)
class Ground:
    """Triangles that no wall parts, in the order of a sweep; ``slots`` is the length of its front."""

    cells: tuple[Cell, ...]
    slots: int

    @property
    def bare(self) -> int:
        """How many new walls there is room for."""
        return sum(cell.rim + (cell.ahead == BARE) + (cell.beside == BARE) for cell in self.cells)

    @property
    def symbols(self) -> int:
        """How many triangles carry a symbol."""
        return sum(cell.symbol for cell in self.cells)

    def at(self, name: Triangle) -> int:
        """When a triangle is swept; -1 if it is not of the ground."""
        return next((at for at, cell in enumerate(self.cells) if cell.name == name), -1)


def grounds(board: Board, walls: Collection[Side], *, coast: bool) -> Iterator[Ground]:
    """The grounds of a board, in the order of their first triangles.

    Parameters
    ----------
    walls
        The sides with a wall.
    coast
        Whether a closing side of the rim needs no wall (F-15).
    """
    needed = frozenset(board.sides) - frozenset(walls)
    if coast:
        needed -= board.closing_sides
    for part in parts(board, walls):
        yield _ground(board, part, walls, needed)


def _ground(board: Board, part: set[Triangle], walls: Collection[Side], needed: Collection[Side]) -> Ground:
    strips = range(min(spot(name)[0] for name in part), max(spot(name)[0] for name in part) + 1)
    columns = range(min(spot(name)[1] for name in part), max(spot(name)[1] for name in part) + 1)
    upright = len(strips) <= len(columns)
    named = {spot(name): name for name in part}
    slots, steps = (strips, columns) if upright else (columns, strips)
    cells = []
    for step in (*steps, steps.stop):  # past the end nothing is left in the front
        for at, slot in enumerate(slots):
            name = named.get((slot, step) if upright else (step, slot))
            cells.append(Cell(None, at) if name is None else _cell(board, name, at, part, upright, walls, needed))
    return Ground(tuple(cells), len(slots))


def _cell(
    board: Board,
    name: Triangle,
    slot: int,
    part: Collection[Triangle],
    upright: bool,
    walls: Collection[Side],
    needed: Collection[Side],
) -> Cell:
    strip, column = spot(name)
    links = {"left": NOTHING, "below": NOTHING}
    rim = 0
    for other, between in zip(across(name), sides(name), strict=True):
        if other is None or other not in part:
            rim += between in needed
        elif spot(other) == (strip, column - 1):
            links["left"] = WALLED if between in walls else BARE
        elif spot(other)[0] < strip:
            links["below"] = WALLED if between in walls else BARE
    ahead, beside = ("left", "below") if upright else ("below", "left")
    return Cell(name, slot, links[ahead], links[beside], rim, board.symbols[name] is not None)


def new_walls(
    board: Board, triangles: Collection[Triangle], walls: Collection[Side], *, coast: bool
) -> tuple[Side, ...]:
    """The walls that a group of triangles lacks to be a province, from the top."""
    bounding: Mapping[Side, int] = {
        between: sum(there in triangles for there in touching) for between, touching in board.touching.items()
    }
    return tuple(
        between
        for between, count in bounding.items()
        if count == 1 and between not in walls and not (coast and between in board.closing_sides)
    )
