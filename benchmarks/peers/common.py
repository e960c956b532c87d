"""What the plain models share: the board they look at, what they find, and how the rules judge it.

The board is every cell that so many tiles could reach from the fountain, so an optimum on it is the
optimum; a square of odd side around the fountain can be asked for instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from models.alhambra.layout import ORIGIN, Layout, layout_breaches
from models.alhambra.missions import mission_points
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, STEPS, TYPES, Cell, Tile
from models.alhambra.walls import longest_wall
from models.rulings import Rulings

Edge = tuple[Cell, int]
"""A side of a cell: 0, 1, 2, 3 for n, e, s, w."""


@dataclass(frozen=True)
class Puzzle:
    """Tiles to lay around the fountain for some missions and the longest wall."""

    tiles: tuple[Tile, ...]
    missions: tuple[str, ...]
    side: int | None = None
    """Of the square around the fountain that is looked at; None for all that can be reached."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The board, the fountain's cell first, near cells before far ones."""
        most = len(self.tiles)
        half = most if self.side is None else self.side // 2
        found = [(x, y) for x in range(-half, half + 1) for y in range(-half, half + 1) if abs(x) + abs(y) <= most]
        return tuple(sorted(found, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell)))

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, int, Cell], ...]:
        """Cells of the board side by side, each pair once: a cell, its side, the cell beyond."""
        board = set(self.cells)
        return tuple((c, s, beyond(c, s)) for c in self.cells for s in (1, 2) if beyond(c, s) in board)

    @cached_property
    def rim(self) -> frozenset[Cell]:
        """Cells at the edge of the board: from these the way out is open."""
        board = set(self.cells)
        return frozenset(c for c in self.cells if any(beyond(c, s) not in board for s in range(4)))

    def before(self, edge: Edge) -> list[Edge]:
        """The sides from which an outline, clockwise, can come to a side: around the tile, straight on, from a nook.

        Where both are walls with nothing behind, a legal outline does go from the one to the other.
        """
        cell, side = edge
        dx, dy = STEPS[(side + 1) % 4]  # clockwise along the side
        back = (cell[0] - dx, cell[1] - dy)
        found = [(cell, (side + 3) % 4), (back, side), (beyond(back, side), (side + 1) % 4)]
        board = set(self.cells)
        return [(at, turn) for at, turn in found if at in board]


@dataclass(frozen=True)
class Found:
    """What a solver came to: the value it claims, whether that is proved, its bound if it has one, its layout."""

    seconds: float
    proved: bool
    claimed: int | None
    bound: int | None
    layout: Mapping[Cell, Tile]


def beyond(cell: Cell, side: int) -> Cell:
    """The cell over a side of a cell."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


def type_number(tile: Tile) -> int:
    """1 to 6 for the base types, 0 for others, which no mission counts."""
    return TYPES.index(tile.type) + 1 if tile.type in TYPES else 0


def worth(layout: Mapping[Cell, Tile], missions: tuple[str, ...]) -> int:
    """What a layout without the fountain is worth by the rules, under the default rulings.

    Raises
    ------
    ValueError
        If the layout breaks a rule.
    """
    whole = Layout({ORIGIN: FOUNTAIN, **layout})
    wrong = layout_breaches(whole)
    if wrong:
        raise ValueError("; ".join(breach.message for breach in wrong))
    rulings = Rulings.choose(RULINGS)
    return longest_wall(whole, rulings) + sum(mission_points(key, whole, rulings) for key in missions)
