"""Plans of alhambra: what one player does in a turn, and what a log tells.

An action names itself by one of its keys: ``take``, ``buy``, ``place``, ``remove``, ``exchange``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from models.alhambra.layout import Coordinate
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, Cards, Currency, Slots, Tiles, Treasure
from models.documents import Document, Flag, Name
from models.errors import Path, Problem, one_of, one_thing, under

At = tuple[Coordinate, Coordinate]
"""A cell of an Alhambra, ``[x, y]``: x grows east, y grows south, the fountain stands at [0, 0]."""

RESERVE = "reserve"
DISCARD = "discard"

Keep = Literal["reserve", "blue", "green", "orange", "yellow", "discard"]
"""Where a tile goes that leaves an Alhambra: the reserve, an own market slot, or out of the game."""
Destination = Literal["reserve", "blue", "green", "orange", "yellow", "discard", "neutral"]
"""Where a tile goes that was bought and not built: ``neutral`` gives it to the third party."""


class Pays(Document):
    """What is given for a building: cards of the slot's currency, and treasures."""

    cards: Cards = ()
    treasures: Annotated[tuple[Treasure, ...], Field(max_length=5)] = ()


class Action(Document):
    """One action of a turn; exactly one of ``take``, ``buy``, ``place``, ``remove`` and ``exchange`` names it.

    Attributes
    ----------
    take
        Money cards taken from the display, by currency.
    buy
        A tile, ``from`` the building market or a player's personal market; ``pays`` what.
    place
        A tile from the reserve or the own market, ``at`` a cell.
    remove
        A tile of the own Alhambra; ``to`` where.
    exchange
        A tile of the own Alhambra, ``with`` one from the reserve or the own market; ``to`` where the old one goes.
    discard
        The tile that makes room in a full personal market.
    """

    take: dict[Currency, Cards] | None = None
    buy: Name | None = None
    source: Name | None = Field(default=None, alias="from")
    pays: Pays = Pays.model_construct()
    place: Name | None = None
    remove: Name | None = None
    exchange: Name | None = None
    partner: Name | None = Field(default=None, alias="with")
    at: At | None = None
    to: Keep | None = None
    discard: Name | None = None

    def named(self) -> list[str]:
        """Which of the keys that name an action are there."""
        return [key for key in _BESIDE if getattr(self, key) is not None]

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it beyond its shape: not one action, keys that are missing or belong to another."""
        named = self.named()
        yield from one_thing((), "an action", named, _BESIDE)
        if len(named) != 1:
            return
        (kind,) = named
        needed, allowed = _BESIDE[kind]
        for field, key in _WRITTEN.items():
            there = field in self.model_fields_set and getattr(self, field) is not None
            if there and field not in (*needed, *allowed):
                yield Problem((key,), f"“{key}” says nothing in an action to {kind}", f"“{kind}” without it")
            elif field in needed and not there:
                yield Problem((key,), f"the key “{key}” is missing")


_BESIDE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "take": ((), ()),
    "buy": ((), ("source", "pays")),
    "place": (("at",), ()),
    "remove": ((), ("to", "discard")),
    "exchange": (("partner",), ("to", "discard")),
}
"""By action, the fields that must and that may stand beside it."""

_WRITTEN = {"source": "from", "pays": "pays", "partner": "with", "at": "at", "to": "to", "discard": "discard"}


class Placing(Document):
    """Where a bought tile goes at the end of the turn: ``at`` a cell of the Alhambra, or ``to`` somewhere else.

    ``discard`` names the tile that makes room in a full personal market.
    """

    tile: Name
    at: At | None = None
    to: Destination | None = None
    discard: Name | None = None

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it beyond its shape: not one place, or a discard that makes no room."""
        if (self.at is None) == (self.to is None):
            what = "a tile goes to one place" if self.at is not None else "nothing says where the tile goes"
            yield Problem((), what, "one of: at, to")
        if self.discard is not None and self.to not in CURRENCIES:
            yield Problem(("discard",), "nothing is discarded where no market slot is filled", "to: <currency>")


class Turn(Document):
    """What one player does in a turn: actions in this order, then the placing of what was bought."""

    actions: tuple[Action, ...] = Field(default=(), max_length=99)
    places: tuple[Placing, ...] = Field(default=(), max_length=99)

    def problems(self) -> Iterator[Problem]:
        """What is wrong with its parts beyond their shape; paths from the turn."""
        for at, action in enumerate(self.actions):
            yield from under(("actions", at), action.problems())
        for at, placing in enumerate(self.places):
            yield from under(("places", at), placing.problems())


class Refill(Document):
    """What comes from the supply after a turn or a scoring.

    Attributes
    ----------
    market
        Tiles by the currency of their slot.
    neutral
        What the third party of a game of two is given (B8-1).
    """

    market: Slots = {}
    neutral: Tiles = ()


class Event(Turn):
    """One event; exactly one of ``turn``, ``refill``, ``score`` and ``leftovers`` names it.

    Attributes
    ----------
    turn
        Whose turn it is, with ``actions`` and ``places``.
    refill
        New tiles in the building market.
    score
        ``round``: the scoring that comes next.
    leftovers
        The end of the game: what is left on the building market is given away; ``places`` tells what its
        winners build, all else is kept.
    """

    turn: Name | None = None
    refill: Refill | None = None
    score: Literal["round"] | None = None
    leftovers: Flag | None = None

    def named(self) -> list[str]:
        """Which of the keys that name an event are there."""
        keys = [key for key in ("turn", "refill", "score") if getattr(self, key) is not None]
        return [*keys, "leftovers"] if self.leftovers else keys


def event_problems(events: Sequence[Event], players: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the events beyond their shape: not one name of an event, unknown players."""
    for at, event in enumerate(events):
        path: Path = ("events", at)
        yield from one_thing(path, "an event", event.named(), ("leftovers", "refill", "score", "turn"))
        if event.turn is not None and event.turn not in players:
            yield Problem((*path, "turn"), f"unknown player “{event.turn}”", one_of(players, event.turn))
        if event.actions and event.turn is None:
            yield Problem((*path, "actions"), "actions belong to a turn", "turn: <player>")
        if event.places and event.turn is None and not event.leftovers:
            yield Problem((*path, "places"), "places belong to a turn, or to leftovers", "turn: <player>")
        yield from under(path, event.problems())
        for number, action in enumerate(event.actions):
            if action.buy is not None and action.source not in (None, BUILDING_MARKET, *players):
                what = f"unknown player “{action.source}”"
                yield Problem(
                    (*path, "actions", number, "from"), what, one_of([BUILDING_MARKET, *players], action.source)
                )
