"""The building tiles of alhambra, and the supply of them that a game is played with.

A supply is the game's board: :class:`Supply` is what ``models/alhambra/data/*.json`` and a
user's own file hold.  Tiles lie upright for good (B3-1), so a tile's walls are fixed sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, get_args

from pydantic import Field

from models.documents import BoardDocument, Document, Name
from models.errors import Path, Problem, one_of, shortened

TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
"""The six types of the base game, from the one that scores least to the one that scores most."""

CURRENCIES = ("blue", "green", "orange", "yellow")

SIDES = "nesw"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a cell over each of its sides, in the order of :data:`SIDES`: x grows east, y south."""

Cell = tuple[int, int]
"""Where a tile lies: x grows east, y grows south, the Lion Fountain is at (0, 0)."""

Walls = Literal[
    "open", "n", "e", "s", "w", "ne", "ns", "nw", "es", "ew", "sw", "nes", "new", "nsw", "esw", "nesw"
]  # fmt: skip
"""The walled sides of a tile in the order n, e, s, w; ``open`` for none."""

_MASKS = {walls: sum(1 << at for at, side in enumerate(SIDES) if side in walls) for walls in get_args(Walls)}
_MASKS["open"] = 0  # the word holds the letters of two sides

Price = Annotated[int, Field(strict=True, ge=1, le=99)]


@dataclass(frozen=True)
class Tile:
    """A building tile (B1-1).

    Attributes
    ----------
    id
        ``type`` and ``price``, then ``-`` and the walls: ``pavilion2-new``.
    type
        One of :data:`TYPES`, or another name for a building from outside the base game.
    price
        What it costs, if it can be bought.
    walls
        The walled sides, in the order n, e, s, w; empty for none.
    mask
        The same as bits, 1 for n to 8 for w.
    """

    id: str
    type: str
    price: int | None
    walls: str
    mask: int

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def name(self) -> str:
        """The id without the walls: ``pavilion2``; two tiles may share it."""
        return self.id.split("-")[0]


def make_tile(type_: str, price: int | None, walls: Walls) -> Tile:
    """A tile with its id.

    >>> make_tile("garden", 10, "open").id, make_tile("pavilion", 2, "new").mask
    ('garden10-open', 11)
    """
    shown = "" if price is None else str(price)
    return Tile(f"{type_}{shown}-{walls}", type_, price, "" if walls == "open" else walls, _MASKS[walls])


FOUNTAIN = Tile("fountain", "fountain", None, "", 0)
"""The Lion Fountain that every Alhambra starts with: no type of building, no price, no wall (B1-1)."""


class SupplyTile(Document):
    """A tile as a supply lists it; one without a price cannot be bought."""

    type: Name
    price: Price | None = None
    walls: Walls = "open"

    @property
    def tile(self) -> Tile:
        """The tile itself."""
        return make_tile(self.type, self.price, self.walls)

    @property
    def id(self) -> str:
        """The tile's full id."""
        return self.tile.id


class Supply(BoardDocument):
    """All building tiles of a game: the 54 of the base game, or others for a puzzle of one's own."""

    game: Literal["alhambra"]
    tiles: tuple[SupplyTile, ...] = Field(min_length=1, max_length=200)

    @cached_property
    def by_id(self) -> Mapping[str, Tile]:
        """The tiles by their full id, in the order of the supply; without the fountain."""
        return {tile.id: tile for tile in (listed.tile for listed in self.tiles)}

    @cached_property
    def _names(self) -> Mapping[str, Tile]:
        """The tiles by every id that names one: full ones, and short ones that only one tile has."""
        shared = Counter(tile.name for tile in self.by_id.values())
        short = {tile.name: tile for tile in self.by_id.values() if shared[tile.name] == 1}
        return {FOUNTAIN.id: FOUNTAIN, **short, **self.by_id}

    def tile(self, tile_id: str) -> Tile:
        """The tile of a full or short id, or the fountain; ``KeyError`` if no tile or more than one is meant."""
        return self._names[tile_id]

    def problem(self, tile_id: str, path: Path = ()) -> Problem | None:
        """Why an id names no tile of the supply; None if it names one."""
        if tile_id in self._names:
            return None
        from difflib import get_close_matches

        same = [tile.id for tile in self.by_id.values() if tile.name == tile_id]
        if same:
            return Problem(path, f"more than one tile is called “{tile_id}”", one_of(same))
        near = get_close_matches(tile_id, self.by_id, n=4, cutoff=0.6)
        # a list of all 54 helps nobody: those of the same type, or the types
        kin = [tile.id for tile in self.by_id.values() if tile_id.startswith(tile.type)]
        expected = (
            one_of(kin, tile_id)
            if kin
            else f"one of: {', '.join(near)}"
            if near
            else "a type and a price with the walls, as in pavilion2-new"
        )
        return Problem(path, f"no tile of the supply is called “{shortened(tile_id)}”", expected)

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the supply beyond its shape: types that are no words or misspelt, tiles twice."""
        from difflib import get_close_matches

        first: dict[str, int] = {}
        for at, listed in enumerate(self.tiles):
            path = ("tiles", at)
            if not listed.type.isalpha() or listed.type == FOUNTAIN.type:
                yield Problem((*path, "type"), f"“{listed.type}” cannot be a type", "a word of letters only")
            elif listed.type not in TYPES and get_close_matches(listed.type.lower(), TYPES, n=1, cutoff=0.8):
                yield Problem((*path, "type"), f"unknown type “{listed.type}”", one_of(TYPES, listed.type))
            tile = listed.tile.id
            if tile in first:
                yield Problem(path, f"the tile {tile} stands twice (first at {first[tile] + 1})", "tiles that differ")
            first.setdefault(tile, at)
