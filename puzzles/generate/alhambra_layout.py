"""Random layout puzzles of alhambra: some of the real tiles, three missions, an Alhambra yet to be built."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from models.alhambra.game import GAME
from models.alhambra.missions import MISSIONS
from models.alhambra.position import Position
from models.alhambra.tiles import Supply, Tile
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alhambra.documents import LayoutQuestion

PLAYER = "ana"
DRAWN = 3
"""Missions that a game draws (G-01)."""


@dataclass(frozen=True)
class Instance:
    """A layout puzzle, free around the fountain: the best of these missions and of the longest wall.

    Attributes
    ----------
    seed
        What it was drawn from, together with the number of tiles.
    tiles
        The tiles to lay; the best subset of them may be used.
    missions
        Keys of :data:`~models.alhambra.missions.MISSIONS`.
    supply
        The supply that the tiles come from.
    """

    seed: int
    tiles: tuple[Tile, ...]
    missions: tuple[str, ...]
    supply: Supply

    @property
    def name(self) -> str:
        """Its name in tables: tiles and seed."""
        return f"{len(self.tiles)}-{self.seed}"

    def scenario(self) -> Scenario:
        """The same as a scenario that asks for the layout; the tiles lie in the reserve."""
        tiles = [tile.id for tile in self.tiles]
        position = {
            "round": 3,  # the scoring at which missions count (G-02)
            "modules": ["guidelines"] if self.missions else [],
            "missions": list(self.missions),
            "players": {PLAYER: {"reserve": tiles}},
        }
        question = LayoutQuestion(kind="layout", player=PLAYER, tiles=tuple(tiles))
        return put_together(GAME, self.supply, Position.model_validate(position), question, self.name)


def instance(seed: int, tiles: int, supply: Supply | None = None, missions: tuple[str, ...] | None = None) -> Instance:
    """The puzzle of a seed: so many tiles drawn from a supply, the bundled one by default, then three missions.

    ``missions`` takes the place of those drawn.

    Raises
    ------
    ValueError
        If the supply has fewer tiles.

    Examples
    --------
    >>> one = instance(0, 3)
    >>> [tile.id for tile in one.tiles], one.missions
    (['chambers6-es', 'tower10-w', 'chambers7-sw'], ('rows', 'diagonal', 'path'))
    """
    if supply is None:
        from models.alhambra.game import GAME
        from models.game import bundled_board

        board = bundled_board(GAME, "alhambra")
        assert isinstance(board, Supply)
        supply = board
    rng = Random(seed)
    drawn = tuple(rng.sample(list(supply.by_id.values()), tiles))
    chosen = tuple(rng.sample(list(MISSIONS), DRAWN))
    return Instance(seed, drawn, chosen if missions is None else missions, supply)


def instances(count: int, tiles: int, first: int = 0) -> list[Instance]:
    """The puzzles of ``count`` seeds from ``first`` on, each with so many real tiles."""
    return [instance(seed, tiles) for seed in range(first, first + count)]
