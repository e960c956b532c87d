"""What purchases share with the layout kernel: what may be laid, what it scores, in which order it is placed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from models.alhambra.layout import ORIGIN, Layout, can_place, reading_order
from models.alhambra.majorities import shares
from models.alhambra.missions import score_mission
from models.alhambra.position import Position
from models.alhambra.scoring import THIRD_PARTY, score_majorities, score_wall
from models.alhambra.tiles import TYPES, Cell, Supply, Tile
from models.ledger import Entry
from models.rulings import Rulings
from solver.alhambra.documents import Part
from solver.alhambra.grid import Kind, Laying


def laying(
    position: Position,
    player: str,
    tiles: Sequence[Tile],
    most: int,
    count: Sequence[Part],
    supply: Supply,
    readings: Mapping[str, str],
) -> Laying:
    """New tiles around a player's Alhambra, at most so many of them, and what counts.

    Parameters
    ----------
    position
        With full ids.
    """
    standing = {placed.at: supply.tile(placed.tile) for placed in position.players[player].layout}
    return Laying(
        tiles=tuple(tiles) if most else (),
        fixed=standing,
        changes=most,
        missions=missions(position, count),
        wall="wall" in count,
        majorities=_tables(position, player, tiles, supply) if "majorities" in count else {},
        readings=readings,
    )


def missions(position: Position, count: Sequence[Part]) -> tuple[str, ...]:
    """The missions that count: those beside the market, as the Alhambra would score for them at the end (G-02)."""
    return position.missions if "missions" in count else ()


def score(position: Position, player: str, count: Sequence[Part], supply: Supply, rulings: Rulings) -> Iterator[Entry]:
    """What of an Alhambra counts: majorities as the next scoring would have them, missions as the last one would."""
    layouts = {name: Layout.of(state.layout, supply) for name, state in position.players.items()}
    if "majorities" in count:
        every = score_majorities(position.round, layouts, position.neutral, supply)
        yield from (entry for entry in every if entry.player == player)
    if "wall" in count:
        yield from score_wall(layouts[player], player, rulings)
    for key in missions(position, count):
        yield from score_mission(key, layouts[player], player, rulings)


def _tables(position: Position, player: str, tiles: Sequence[Tile], supply: Supply) -> dict[str, tuple[int, ...]]:
    """By type, the player's points for 0, 1, 2 ... tiles of it, the others' being as they are (B5-1 to B5-5)."""
    having = {
        name: [supply.tile(placed.tile).type for placed in state.layout] for name, state in position.players.items()
    }
    own = having.pop(player)
    if position.neutral is not None:
        having[THIRD_PARTY] = [supply.tile(tile).type for tile in position.neutral]
    tables = {}
    for type_ in TYPES:
        new = sum(tile.type == type_ for tile in tiles)
        if new or type_ in own:
            rivals = {party: types.count(type_) for party, types in having.items()}
            found = (shares(position.round, type_, {player: n, **rivals}) for n in range(own.count(type_) + new + 1))
            tables[type_] = tuple(share[player].points if player in share else 0 for share in found)
    return tables


# -- from a solution ------------------------------------------------------------------------------------


def in_grid(values: Mapping[Hashable, int]) -> dict[Cell, Kind]:
    """The new tiles of a solution by cell of its grid."""
    lies = [key for key, value in values.items() if value and isinstance(key, tuple) and key[0] == "lies"]
    return {cell: kind for _, cell, kind in lies if not kind.stays}


def laid(values: Mapping[Hashable, int]) -> dict[Cell, Kind]:
    """The new tiles of a solution by cell, the fountain at (0, 0)."""
    (x, y), *_ = [key[1] for key, value in values.items() if value and isinstance(key, tuple) and key[0] == "fountain"
                  ] or [ORIGIN]  # fmt: skip
    return {(cell[0] - x, cell[1] - y): kind for cell, kind in in_grid(values).items()}


def fits(tile: Tile, kind: Kind) -> bool:
    """Whether a tile is of a kind."""
    return tile.mask == kind.mask and kind.type in ("", tile.type)


def placing_order(layout: Layout, new: Mapping[Cell, Any]) -> tuple[Cell, ...] | None:
    """An order in which new tiles can be placed, each step legal (B2-6), the cells that come first rather first.

    Parameters
    ----------
    layout
        The Alhambra as it stands.
    new
        What has a ``mask``, by cell.

    Returns
    -------
    None if there is no such order.
    """
    cells = sorted(new, key=reading_order)
    dead: set[frozenset[Cell]] = set()

    def search(masks: dict[Cell, int], left: frozenset[Cell]) -> tuple[Cell, ...] | None:
        if not left:
            return ()
        if left in dead:
            return None
        for cell in cells:
            if cell in left and can_place(masks, cell, new[cell].mask):
                rest = search({**masks, cell: new[cell].mask}, left - {cell})
                if rest is not None:
                    return (cell, *rest)
        dead.add(left)
        return None

    return search({cell: tile.mask for cell, tile in layout.cells.items()}, frozenset(cells))
