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


class Stock:
    """The tiles of a supply that nobody has yet; all draws come from the same stream of random numbers.

    >>> from models.alhambra.game import GAME
    >>> from models.game import bundled_board
    >>> stock = Stock(Random(1), bundled_board(GAME, "alhambra"))
    >>> len(stock.built(5)), len(stock.draw(3)), len(stock.left)
    (5, 3, 46)
    """

    def __init__(self, rng: Random, supply: Supply) -> None:
        self.rng, self.left = rng, list(supply.tiles)

    def draw(self, count: int) -> tuple[str, ...]:
        """So many tiles."""
        drawn = self.rng.sample(self.left, count)
        self._gone({tile.id for tile in drawn})
        return tuple(tile.id for tile in drawn)

    def built(self, count: int) -> tuple[Placed, ...]:
        """An Alhambra of so many tiles, built step by step."""
        rest = Supply(satrap=1, game="alhambra", name="rest", title="What is left", tiles=tuple(self.left))
        built = random_layout(self.rng, count, rest)
        self._gone({placed.tile for placed in built})
        return built

    def _gone(self, names: set[str]) -> None:
        self.left = [tile for tile in self.left if tile.id not in names]
