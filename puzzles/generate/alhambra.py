"""Random layouts of alhambra: tiles of a supply placed one after the other, each by the rules."""

from __future__ import annotations

from random import Random

from models.alhambra.layout import ORIGIN, Layout, Placed, can_place, neighbours, reading_order
from models.alhambra.tiles import FOUNTAIN, Cell, Supply, Tile

TRIES = 100


def random_layout(rng: Random, tiles: int, supply: Supply) -> tuple[Placed, ...]:
    """A legal layout of so many tiles, which by its making can be built by placing alone.

    Each tile is drawn among those that fit somewhere and goes to one of the cells where it fits,
    rather to one with more neighbours, so that layouts are as compact as those of players.

    Raises
    ------
    ValueError
        If the supply has too few tiles, or those it has close every layout too soon.

    Examples
    --------
    >>> from models.alhambra.game import GAME
    >>> from models.game import bundled_board
    >>> len(random_layout(Random(1), 12, bundled_board(GAME, "alhambra")))
    12
    """
    stock = list(supply.by_id.values())
    for _ in range(TRIES if tiles <= len(stock) else 0):
        rng.shuffle(stock)
        cells = _placed(rng, tiles, stock)
        if len(cells) == tiles + 1:
            return Layout(cells).placed
    raise ValueError(f"no layout of {tiles} tiles came about from a supply of {len(stock)}")


def _placed(rng: Random, tiles: int, stock: list[Tile]) -> dict[Cell, Tile]:
    """As many tiles as can be placed, in the order of the stock but for those that fit later only."""
    cells = {ORIGIN: FOUNTAIN}
    masks = {ORIGIN: FOUNTAIN.mask}
    left = list(stock)
    while len(cells) <= tiles:
        around = sorted({other for cell in cells for other in neighbours(cell)} - set(cells), key=reading_order)
        fitting = ((tile, [cell for cell in around if can_place(masks, cell, tile.mask)]) for tile in left)
        tile, free = next(((tile, free) for tile, free in fitting if free), (None, []))
        if tile is None:
            break
        weights = [sum(other in cells for other in neighbours(cell)) ** 2 for cell in free]
        cell = rng.choices(free, weights)[0]
        cells[cell], masks[cell] = tile, tile.mask
        left.remove(tile)
    return cells
