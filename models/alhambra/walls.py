"""Outer walls: the outline of a layout, and the runs of walls along it.

The tiles of a legal layout enclose nothing, so its outline is one closed curve and each corner
on it joins two sides.  An outer wall is then a longest stretch of walled sides on that circle
(B6-4), and no search for paths is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.alhambra.layout import Layout, reading_order
from models.alhambra.tiles import STEPS, Cell
from models.rulings import Rulings

Edge = tuple[Cell, int]
"""A side of a tile: its cell, and 0, 1, 2, 3 for n, e, s, w."""


@dataclass(frozen=True)
class Run:
    """An outer wall: its segments clockwise, and whether it runs all the way round (B6-5)."""

    edges: tuple[Edge, ...]
    closed: bool = False

    @property
    def length(self) -> int:
        """Its segments, one for each walled side (B6-1)."""
        return len(self.edges)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the tiles that it belongs to, in reading order."""
        return tuple(sorted({cell for cell, _ in self.edges}, key=reading_order))


def outlines(cells: Mapping[Cell, object]) -> Iterator[list[Edge]]:
    """The closed curves around tiles, each clockwise as seen from its tiles; one in a legal layout.

    The first begins with the north side of the first tile in reading order.
    """
    left = {
        (cell, at): None
        for cell in sorted(cells, key=reading_order)
        for at, (dx, dy) in enumerate(STEPS)
        if (cell[0] + dx, cell[1] + dy) not in cells
    }
    while left:
        edge = next(iter(left))
        curve = []
        while edge in left:
            del left[edge]
            curve.append(edge)
            edge = _following(cells, edge)
        yield curve


def _following(cells: Mapping[Cell, object], edge: Edge) -> Edge:
    """The side that an outline goes on with: around the empty cell, straight on, or around the tile (B6-4)."""
    (x, y), at = edge
    ahead = (at + 1) % 4
    dx, dy = STEPS[ahead]
    beside = (x + dx, y + dy)
    across = (beside[0] + STEPS[at][0], beside[1] + STEPS[at][1])
    if across in cells:
        return across, (at - 1) % 4
    return (beside, at) if beside in cells else ((x, y), ahead)


def wall_runs(masks: Mapping[Cell, int]) -> list[Run]:
    """The outer walls of wall bits by cell, the longest first, equal ones as the outline meets them.

    A segment is a wall with nothing behind it (B6-2); double walls are inside and no part of any (B6-3).
    """
    runs = []
    for curve in outlines(masks):
        walled = [masks[cell] >> at & 1 for cell, at in curve]
        if all(walled):
            runs.append(Run(tuple(curve), closed=True))
            continue
        start = walled.index(0)  # no run goes over it, so the circle may be cut here
        run: list[Edge] = []
        for edge, wall in zip(curve[start:] + curve[:start], walled[start:] + walled[:start], strict=True):
            if wall:
                run.append(edge)
            elif run:
                runs.append(Run(tuple(run)))
                run = []
        if run:
            runs.append(Run(tuple(run)))
    return sorted(runs, key=lambda run: (-run.length, min(reading_order(cell) for cell, _ in run.edges)))


def runs(layout: Layout) -> list[Run]:
    """The outer walls of a layout, the longest first; of equal ones that of the first tile in reading order."""
    return wall_runs(layout.masks)


def scored_length(run: Run, rulings: Rulings) -> int:
    """What a wall counts: its segments, unless a closed one is read as one less (B6-5)."""
    if run.closed and rulings.read("closed-outline") == "one-less":
        return run.length - 1
    return run.length


def longest_wall(layout: Layout, rulings: Rulings) -> int:
    """The length of the longest outer wall; 0 without any."""
    found = runs(layout)
    return scored_length(found[0], rulings) if found else 0


def second_wall(layout: Layout) -> int:
    """The length of the second longest outer wall, which may be as long as the longest; 0 without any."""
    found = runs(layout)
    return found[1].length if len(found) > 1 else 0


def double_walls(layout: Layout) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbours that both have a wall on the side between them, in reading order (B6-3)."""
    masks = layout.masks
    return [
        (cell, other)
        for cell in layout.in_order
        for at in (1, 2)  # to the east and to the south: each pair once
        if masks[cell] >> at & 1
        and (other := (cell[0] + STEPS[at][0], cell[1] + STEPS[at][1])) in masks
        and masks[other] >> (at ^ 2) & 1
    ]
