"""What lies on the table in alhambra: the building market, and every player's Alhambra, hand and stock.

The documents here are the files' own shape.  A tile stands at one place only: in the building
market, in an Alhambra, in a reserve or a personal market, among what was bought this turn, or
with the neutral third party of a game of two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from models.alhambra.layout import Layout, LayoutField, layout_breaches, layout_problems
from models.alhambra.tiles import FOUNTAIN, Supply
from models.documents import Count, Document, Name
from models.errors import Path, Problem, one_of, under
from models.rulings import Rulings

Currency = Literal["blue", "green", "orange", "yellow"]
CURRENCIES: tuple[Currency, ...] = get_args(Currency)
"""The market and each personal market have one slot of each (P-1)."""

Module = Literal["markets", "treasures", "guidelines"]
Mission = Literal["rows", "columns", "same-type", "second-wall", "diagonal", "double-walls", "variety", "path", "grids"]
"""The missions in the order of the text (G-1 to G-9)."""

COPIES = 3
"""Money cards of each value and currency."""
TREASURES = (1, 2, 3, 4, 5)
"""The treasures of a player (T-1)."""

Card = Annotated[int, Field(strict=True, ge=1, le=9)]
"""The value of a money card."""
Treasure = Annotated[int, Field(strict=True, ge=1, le=5)]
Cards = Annotated[tuple[Card, ...], Field(max_length=9 * COPIES)]
Tiles = Annotated[tuple[Name, ...], Field(max_length=99)]
Slots = dict[Currency, Name]
"""Tiles by the currency of their slot; an empty slot is left out."""

BUILDING_MARKET = "market"
"""How the common building market is named where a player could stand."""
THIRD_PARTY = "neutral"
"""How the neutral third party is named where a player could stand."""


class PlayerState(Document):
    """One player's Alhambra and belongings.

    Attributes
    ----------
    layout
        The Alhambra: its tiles with their cells, the fountain not among them.
    reserve
        Tiles kept aside, without the module of personal markets.
    market
        The personal market, with that module.
    treasures
        Those still held; all five where the module is in play and none is named.
    money
        Cards in the hand, by currency.
    bought
        Tiles bought this turn and not yet placed.
    points
        Where the player stands on the score track.
    """

    layout: LayoutField = ()
    reserve: Tiles = ()
    market: Slots = {}
    treasures: tuple[Treasure, ...] | None = None
    money: dict[Currency, Cards] = {}
    bought: Tiles = ()
    points: Count = 0

    def purse(self, currency: Currency) -> int:
        """All the money of a currency in the hand."""
        return sum(self.money.get(currency, ()))


class Position(Document):
    """What lies on the table.

    Attributes
    ----------
    round
        The scoring that comes next: 1, 2 or 3.
    modules
        Those in play: ``markets``, ``treasures``, ``guidelines``.
    missions
        Those that lie beside the market, with ``guidelines``.
    turn
        Whose turn it is.
    market
        The building market by currency.
    neutral
        Tiles of the third party in a game of two; None where there is no such party.
    players
        By name, in the order of play.
    """

    round: int = Field(default=3, strict=True, ge=1, le=3)
    modules: tuple[Module, ...] = ()
    missions: tuple[Mission, ...] = ()
    turn: Name | None = None
    market: Slots = {}
    neutral: Tiles | None = None
    players: dict[Name, PlayerState] = Field(min_length=1, max_length=6)

    def held(self, name: str) -> tuple[int, ...]:
        """The treasures that a player still holds (T-1)."""
        treasures = self.players[name].treasures
        if treasures is None:
            return TREASURES if "treasures" in self.modules else ()
        return treasures

    def resolved(self, supply: Supply) -> Position:
        """The same with every tile under its full id and the treasures filled in.

        For a position without problems; ``KeyError`` where the supply lacks a tile.
        """

        def full(tiles: Iterable[str]) -> tuple[str, ...]:
            return tuple(supply.tile(tile).id for tile in tiles)

        def slots(market: Mapping[Currency, str]) -> Slots:
            return {currency: supply.tile(market[currency]).id for currency in CURRENCIES if currency in market}

        players = {
            name: state.model_copy(
                update={
                    "layout": tuple(
                        placed.model_copy(update={"tile": supply.tile(placed.tile).id}) for placed in state.layout
                    ),
                    "reserve": full(state.reserve),
                    "market": slots(state.market),
                    "treasures": self.held(name),
                    "money": {currency: state.money[currency] for currency in CURRENCIES if state.money.get(currency)},
                    "bought": full(state.bought),
                }
            )
            for name, state in self.players.items()
        }
        neutral = None if self.neutral is None else full(self.neutral)
        return self.model_copy(update={"market": slots(self.market), "neutral": neutral, "players": players})

    def with_player(self, name: str, **changes: Any) -> Position:
        """The same with parts of one player's state changed."""
        state = self.players[name].model_copy(update=changes)
        return self.model_copy(update={"players": {**self.players, name: state}})

    def problems(self, supply: Supply, rulings: Rulings) -> Iterator[Problem]:
        """What cannot be on a table: unknown tiles, a tile twice, Alhambras that break a rule, wrong cards."""
        yield from self._module_problems()
        yield from self._name_problems()
        yield from self._tile_problems(supply)
        yield from self._card_problems()

    def _tile_problems(self, supply: Supply) -> Iterator[Problem]:
        """Tiles that are unknown or stand at two places, and Alhambras that break a rule."""
        first: dict[str, Path] = {}
        for path, tile in self._tiles():
            in_layout = path[2:3] == ("layout",)
            unknown = None if in_layout else _no_building(supply, tile, path)
            if unknown:
                yield unknown
                continue
            if supply.problem(tile) or tile == FOUNTAIN.id:  # which the layout's own problems tell
                continue
            known = supply.tile(tile).id
            here = first.setdefault(known, path)
            if here != path and not (in_layout and here[:3] == path[:3]):
                yield Problem(path, f"{known} stands {_place(here)} already", "each tile at one place (rule B1-2)")
        for name, state in self.players.items():
            where: Path = ("players", name, "layout")
            wrong = list(layout_problems(state.layout, supply))
            yield from under(where, wrong)
            for breach in layout_breaches(Layout.of(state.layout, supply)) if not wrong else ():
                yield Problem(where, f"{breach.message} (rule {breach.rule})", "an Alhambra that the rules allow")

    def _tiles(self) -> Iterator[tuple[Path, str]]:
        """Every tile that is named, with its path."""
        yield from ((("market", currency), tile) for currency, tile in self.market.items())
        yield from ((("neutral", at), tile) for at, tile in enumerate(self.neutral or ()))
        for name, state in self.players.items():
            path: Path = ("players", name)
            for at, placed in enumerate(state.layout):
                yield (*path, "layout", at, "tile"), placed.tile
            yield from (((*path, "reserve", at), tile) for at, tile in enumerate(state.reserve))
            yield from (((*path, "market", currency), tile) for currency, tile in state.market.items())
            yield from (((*path, "bought", at), tile) for at, tile in enumerate(state.bought))

    def _module_problems(self) -> Iterator[Problem]:
        for key in ("modules", "missions"):
            listed: tuple[str, ...] = getattr(self, key)
            for at, entry in enumerate(listed):
                if entry in listed[:at]:
                    yield Problem((key, at), f"“{entry}” stands twice")
        if self.missions and "guidelines" not in self.modules:
            yield Problem(("missions",), "missions belong to a module that is not in play", _module("guidelines"))
        if self.neutral is not None and len(self.players) != 2:
            what = f"there is no neutral third party among {len(self.players)} player"
            yield Problem(("neutral",), f"{what}{'' if len(self.players) == 1 else 's'}", "two players (rule B8-1)")
        for name, state in self.players.items():
            path: Path = ("players", name)
            if state.reserve and "markets" in self.modules:
                what = "a personal market is in play in place of the reserve (rule P-1)"
                yield Problem((*path, "reserve"), what, "the tiles under “market”, by currency")
            if state.market and "markets" not in self.modules:
                what = "a personal market belongs to a module that is not in play"
                yield Problem((*path, "market"), what, f"the tiles under “reserve”, or {_module('markets')}")
            if state.treasures and "treasures" not in self.modules:
                what = "treasures belong to a module that is not in play"
                yield Problem((*path, "treasures"), what, _module("treasures"))
            for at, value in enumerate(state.treasures or ()):
                if value in (state.treasures or ())[:at]:
                    what = f"the treasure worth {value} stands twice"
                    yield Problem((*path, "treasures", at), what, "each of 1 to 5 at most once (rule T-1)")

    def _name_problems(self) -> Iterator[Problem]:
        for kept, what in ((BUILDING_MARKET, "the building market"), (THIRD_PARTY, "the third party")):
            if kept in self.players:
                yield Problem(("players", kept), f"“{kept}” is kept for {what}", "another name")
        if self.turn is not None and self.turn not in self.players:
            yield Problem(("turn",), f"unknown player “{self.turn}”", one_of(self.players, self.turn))
        buyers = [name for name, state in self.players.items() if state.bought]
        for name in buyers:
            if self.turn in self.players and name != self.turn:
                what = f"it is {self.turn}'s turn: what others bought is placed (rule B2-6)"
                yield Problem(("players", name, "bought"), what, "tiles of the player whose turn it is")
            elif self.turn is None and name != buyers[0]:
                what = f"{buyers[0]} has bought this turn"
                yield Problem(("players", name, "bought"), what, "tiles of one player (rule B2-6)")

    def _card_problems(self) -> Iterator[Problem]:
        seen: Counter[tuple[str, int]] = Counter()
        for name, state in self.players.items():
            for currency, cards in state.money.items():
                for at, card in enumerate(cards):
                    seen[currency, card] += 1
                    if seen[currency, card] == COPIES + 1:
                        what = f"a card {currency} {card} too many in the hands"
                        yield Problem(("players", name, "money", currency, at), what, f"at most {COPIES} of each card")


def _module(module: Module) -> str:
    return f"“{module}” among the modules"


def _no_building(supply: Supply, tile: str, path: Path) -> Problem | None:
    if tile == FOUNTAIN.id:
        return Problem(path, "the fountain stands in every Alhambra and nowhere else", "a building")
    return supply.problem(tile, path)


def _place(path: Path) -> str:
    """Where a tile stands, as it is said.

    >>> _place(("players", "ana", "market", "blue"))
    "in ana's personal market"
    """
    if path[0] == "market":
        return "in the building market"
    if path[0] == "neutral":
        return "with the third party"
    where = {"layout": "Alhambra", "reserve": "reserve", "market": "personal market"}.get(str(path[2]))
    return f"in {path[1]}'s {where}" if where else f"among what {path[1]} bought"
