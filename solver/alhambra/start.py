"""A first layout to start a search from: tiles laid greedily, then moved where that is better.

The rules of :mod:`models.alhambra` judge every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from models.alhambra.layout import ORIGIN, can_place, can_remove, neighbours
from models.alhambra.tiles import Cell, Tile
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import worth

ROUNDS = 3
"""How often every tile is taken up and laid again."""


def first_layout(laying: Laying, standing: Mapping[Cell, Tile], seed: int = 1) -> dict[Cell, Tile] | None:
    """A layout (without the fountain) to start from; None if not all tiles that have to be laid found a place.

    ``standing`` is what lies there to begin with.  Where cells may change only so often, nothing is moved.
    """
    rng = Random(seed)
    cells = dict(standing)
    spare = list(laying.tiles)
    if laying.changes is None:
        rng.shuffle(spare)
        cells, spare = _lay(laying, cells, spare)
        movable = [cell for cell in cells if cell not in laying.fixed]
        for _ in range(ROUNDS):
            before = worth(laying, cells)
            for cell in list(movable):
                if cell in cells:
                    cells, spare = _again(laying, cells, spare, cell)
            movable = [cell for cell in cells if cell not in laying.fixed]
            if worth(laying, cells) <= before:
                break
    if laying.use_all and spare:
        return None
    return cells


def _places(cells: Mapping[Cell, Tile], tile: Tile) -> Iterator[Cell]:
    masks = {ORIGIN: 0, **{cell: one.mask for cell, one in cells.items()}}
    seen = set()
    for cell in masks:
        for other in neighbours(cell):
            if other not in seen:
                seen.add(other)
                if can_place(masks, other, tile.mask):
                    yield other


def _lay(laying: Laying, cells: dict[Cell, Tile], spare: list[Tile]) -> tuple[dict[Cell, Tile], list[Tile]]:
    """Lay tiles one after the other, each time the one and the place that are best."""
    left = list(spare)
    most = laying.most - 1
    while left and len(cells) < most:
        options = [
            (worth(laying, {**cells, place: tile}), -at, place)
            for at, tile in enumerate(left)
            for place in _places(cells, tile)
        ]
        if not options:
            break
        points, at, place = max(options)
        if points < worth(laying, cells) and not laying.use_all:
            break
        cells = {**cells, place: left.pop(-at)}
    return cells, left


def _again(
    laying: Laying, cells: dict[Cell, Tile], spare: list[Tile], cell: Cell
) -> tuple[dict[Cell, Tile], list[Tile]]:
    """Take a tile up and lay it or another one where it is best."""
    masks = {ORIGIN: 0, **{at: one.mask for at, one in cells.items()}}
    if not can_remove(masks, cell):
        return cells, spare
    rest = {at: tile for at, tile in cells.items() if at != cell}
    tried, left = _lay(laying, rest, [cells[cell], *spare])
    if len(left) <= len(spare) and worth(laying, tried) > worth(laying, cells):
        return tried, left
    return cells, spare
