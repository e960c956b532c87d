"""What lies on the table in successors: markers, royals, generals, armies, fleets, the cart or the tomb.

The documents here are the files' own shape.  A royal is with a player, dead, or alive with
nobody; a general is alive where some player lists it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from models.documents import Count, Document, Flag, Name
from models.errors import Path, Problem, one_of
from models.rulings import Rulings
from models.successors.map import PELLA, Map

TURNS = 5
"""Turns of the game (2C-1)."""
BURIAL_TURNS = (2, 3)
"""Turns in which Alexander can be buried (6-7)."""
CART_GONE = 4
"""The turn in whose preparations an unburied body is lost (6-12)."""

Phase = Literal["preparations", "reinforcements", "cards", "strategy", "isolation", "end"]
PHASES: tuple[Phase, ...] = get_args(Phase)
"""The phases of a turn in order (F-4)."""
Segment = Literal["surrender", "tyche", "activation", "forage"]
Royal = Literal["alexandros", "philippos", "herakles", "olympias", "kleopatra", "thessalonike"]
HEIRS: Mapping[Royal, int] = {"alexandros": 5, "philippos": 4, "herakles": 2}
"""Legitimacy of each heir, of whom only the best counts (4-4, 4-5)."""
WOMEN: Mapping[Royal, int] = {"olympias": 3, "kleopatra": 2, "thessalonike": 2}
"""Legitimacy of each woman; all count (4-6)."""
ROYALS: tuple[Royal, ...] = get_args(Royal)
Card = Literal["oracle", "persian-support", "condemnation"]
CARDS: Mapping[Card, int] = {"oracle": 1, "persian-support": -2, "condemnation": -3}
"""Legitimacy of each card for its player or, of the last, for its target (4-13 to 4-15)."""
Unit = Literal["loyal", "royal", "shields", "macedonian", "mercenary"]
ELITE: tuple[Unit, ...] = ("loyal", "royal", "shields")
"""Loyal Macedonians, Royal Army, Silver Shields: the counters of the tie-break (2D-3)."""

INDEPENDENT = "independent"
"""The grey faction, where a player could stand."""
FREE, DEAD = "free", "dead"
"""A royal with nobody, or out of the game, where a player could stand."""
LEGITIMACY, VP = "legitimacy", "vp"
"""The two tracks of the ledger."""

Totals = Mapping[str, Mapping[str, int]]
"""Each player's total by track."""
Places = Annotated[tuple[Name, ...], Field(max_length=999)]
Units = dict[Unit, Count]
Fleets = Annotated[tuple[Annotated[int, Field(strict=True, ge=1, le=9)], ...], Field(max_length=99)]
"""Fleets by the number that each shows face up."""


class General(Document):
    """A living general: major or minor, on the map somewhere, or scattered."""

    major: Flag = True
    at: Name | None = None
    scattered: Flag = False


class Army(Document):
    """Combat units that stand together, with the movement points they can spend."""

    at: Name
    units: Units = {}
    movement: Count = 0


class Cards(Document):
    """How often each card was played by a player, or, of ``condemnation``, aimed at it."""

    oracle: Count = 0
    persian_support: Count = Field(default=0, alias="persian-support")
    condemnation: Count = 0

    def of(self, card: Card) -> int:
        """How often this card."""
        return {"oracle": self.oracle, "persian-support": self.persian_support}.get(card, self.condemnation)


class Cart(Document):
    """Alexander unburied: where the cart stands, and who controls it."""

    at: Name
    player: Name | None = None


class Tomb(Document):
    """Alexander buried: where, and by whom."""

    at: Name
    buried_by: Name


class PlayerState(Document):
    """One player's faction.

    Attributes
    ----------
    champion
        False for a Successor.
    control
        Spaces with an own marker.
    royals
        The royals it controls.
    generals
        Its living generals by name.
    armies, scattered_units
        Combat units on the map, and in the box of the scattered.
    fleets, scattered_fleets
        Fleets by the number that each shows.
    cards
        Cards that change its legitimacy.
    captured
        Capitals of others that it has ever captured; counts under a reading of ``captured-capitals``.
    siege
        Siege points laid so far, by space.
    legitimacy
        Where its marker stands; counts under a reading of ``legitimacy-floor``.
    """

    champion: Flag = True
    control: Places = ()
    royals: Annotated[tuple[Royal, ...], Field(max_length=6)] = ()
    generals: dict[Name, General] = {}
    armies: Annotated[tuple[Army, ...], Field(max_length=99)] = ()
    scattered_units: Units = {}
    fleets: Fleets = ()
    scattered_fleets: Fleets = ()
    cards: Cards = Cards.model_construct()
    captured: Places = ()
    siege: dict[Name, Count] = {}
    legitimacy: Count | None = None

    @property
    def fleet_strength(self) -> int:
        """The numbers of all its fleets, scattered ones too (3-5)."""
        return sum(self.fleets) + sum(self.scattered_fleets)

    def counters(self, kind: Unit) -> int:
        """Its combat units of a kind, scattered ones too (2D-4)."""
        return sum(army.units.get(kind, 0) for army in self.armies) + self.scattered_units.get(kind, 0)

    @property
    def major_generals(self) -> int:
        """Its major generals, scattered ones too (2D-6)."""
        return sum(general.major for general in self.generals.values())

    def units_at(self, space: str) -> int:
        """Its combat units in a space."""
        return sum(sum(army.units.values()) for army in self.armies if army.at == space)


class Position(Document):
    """What lies on the table at a moment of a turn.

    Attributes
    ----------
    turn, phase
        I to V as 1 to 5, and the phase of the turn.
    segment, active
        In the strategy phase, the segment and whose it is.
    usurper
        Who has been named the Usurper.
    players_at_start
        How many began the game; those named unless told.
    dead
        Royals out of the game.
    cart, tomb
        Alexander unburied or buried; neither once the cart is lost.
    independents, independent_units, independent_fleets
        The grey markers, and combat units and fleets of the Independents.
    capitals
        With the optional card: who founded a capital where.
    players
        By name, in the order of play.
    """

    turn: int = Field(strict=True, ge=1, le=TURNS)
    phase: Phase = "strategy"
    segment: Segment | None = None
    active: Name | None = None
    usurper: Name | None = None
    players_at_start: int | None = Field(default=None, strict=True, ge=2, le=5)
    dead: Annotated[tuple[Royal, ...], Field(max_length=6)] = ()
    cart: Cart | None = None
    tomb: Tomb | None = None
    independents: Places = ()
    independent_units: dict[Name, Count] = {}
    independent_fleets: Fleets = ()
    capitals: dict[Name, Name] = {}
    players: dict[Name, PlayerState] = Field(min_length=2, max_length=5)

    @cached_property
    def markers(self) -> Mapping[str, str]:
        """Who has the marker in each space that has one (1-5)."""
        found = dict.fromkeys(self.independents, INDEPENDENT)
        for name, state in self.players.items():
            found.update(dict.fromkeys(state.control, name))
        return found

    def controls(self, name: str, space: str) -> bool:
        """Whether a player controls a space: its marker lies there, whoever else stands there (1-5)."""
        return self.markers.get(space) == name

    def holder(self, royal: str) -> str | None:
        """Who controls a royal; None if nobody does."""
        return next((name for name, state in self.players.items() if royal in state.royals), None)

    @property
    def buried_at_pella(self) -> str | None:
        """Who buried Alexander in Pella (6-10)."""
        return self.tomb.buried_by if self.tomb and self.tomb.at == PELLA else None

    def with_player(self, name: str, **changes: Any) -> Position:
        """The same with parts of one player's state changed."""
        return self.changed(players={**self.players, name: self.players[name].model_copy(update=changes)})

    def changed(self, **changes: Any) -> Position:
        """The same with some of its fields changed, nothing remembered of the markers before."""
        values = {key: getattr(self, key) for key in type(self).model_fields}
        return Position.model_construct(**{**values, **changes})

    def problems(self, board: Map, rulings: Rulings) -> Iterator[Problem]:
        """What cannot be on a table: unknown names, markers and royals twice, a cart or tomb out of place."""
        yield from self._name_problems()
        yield from self._marker_problems(board)
        yield from self._royal_problems()
        yield from self._burial_problems(board)
        yield from self._space_problems(board)
        if (self.segment is None) != (self.active is None) or (self.segment and self.phase != "strategy"):
            what = "a segment is a player's, in the phase strategy"
            yield Problem(("segment",), what, "both “segment” and “active”, with phase: strategy")
        if self.players_at_start is not None and self.players_at_start < len(self.players):
            what = f"{self.players_at_start} began and {len(self.players)} are named"
            yield Problem(("players_at_start",), what, f"at least {len(self.players)}")

    def _name_problems(self) -> Iterator[Problem]:
        for kept, what in ((INDEPENDENT, "the grey faction"), (FREE, "royals with nobody"), (DEAD, "dead royals")):
            if kept in self.players:
                yield Problem(("players", kept), f"“{kept}” is kept for {what}", "another name")
        named: list[tuple[Path, str | None]] = [(("active",), self.active), (("usurper",), self.usurper)]
        named.append((("cart", "player"), self.cart.player if self.cart else None))
        if self.players_at_start is None or self.players_at_start <= len(self.players):  # nobody has dropped out
            named.append((("tomb", "buried_by"), self.tomb.buried_by if self.tomb else None))
            named += [(("capitals", space), founder) for space, founder in self.capitals.items()]
        for path, name in named:
            if name is not None and name not in self.players:
                yield Problem(path, f"unknown player “{name}”", one_of(self.players, name))
        first: dict[str, str] = {}
        for name, state in self.players.items():
            for general in state.generals:
                if first.setdefault(general, name) != name:
                    path = ("players", name, "generals", general)
                    yield Problem(path, f"{general} is {first[general]}'s", "each general once")

    def _marker_problems(self, board: Map) -> Iterator[Problem]:
        first: dict[str, str] = {}
        listed: list[tuple[str, Path, tuple[str, ...]]] = [(INDEPENDENT, ("independents",), self.independents)]
        listed += [(name, ("players", name, "control"), state.control) for name, state in self.players.items()]
        for owner, path, spaces in listed:
            for at, space in enumerate(spaces):
                where = (*path, at)
                if space not in board.spaces:
                    yield Problem(where, f"unknown space “{space}”", one_of(board.spaces, space))
                elif board.spaces[space].kind == "transit":
                    yield Problem(where, f"{space} is a transit point", "a space that can hold a marker (rule 1-4)")
                if space in first:
                    what = f"{space} has a marker ({first[space]}) already"
                    yield Problem(where, what, "one marker in a space (rule 1-3)")
                first[space] = owner

    def _royal_problems(self) -> Iterator[Problem]:
        first: dict[str, str] = {}
        listed: list[tuple[str, Path, tuple[Royal, ...]]] = [("dead", ("dead",), self.dead)]
        listed += [(f"{name}'s", ("players", name, "royals"), state.royals) for name, state in self.players.items()]
        for owner, path, royals in listed:
            for at, royal in enumerate(royals):
                if royal in first:
                    yield Problem((*path, at), f"{royal} is {first[royal]} already", "each royal once")
                first[royal] = owner

    def _burial_problems(self, board: Map) -> Iterator[Problem]:
        if self.cart and self.tomb:
            yield Problem(("tomb",), "Alexander lies in the cart", "a cart or a tomb (rule 6-9)")
        gone = self.turn > CART_GONE or (self.turn == CART_GONE and self.phase != "preparations")
        if self.cart and gone:
            yield Problem(("cart",), f"the cart is gone in turn {self.turn}", "no cart (rule 6-12)")
        if self.tomb and self.turn < BURIAL_TURNS[0]:
            yield Problem(("tomb",), "nobody can be buried in turn 1", f"turn {BURIAL_TURNS[0]} or later (rule 6-7)")
        if self.tomb and self.tomb.at in board.spaces and not board.is_major(self.tomb.at):
            yield Problem(("tomb", "at"), f"{self.tomb.at} is no major city", "a major city (rule 6-5)")

    def _space_problems(self, board: Map) -> Iterator[Problem]:
        named: list[tuple[Path, str]] = []
        if self.cart:
            named.append((("cart", "at"), self.cart.at))
        if self.tomb:
            named.append((("tomb", "at"), self.tomb.at))
        named += [(("independent_units", space), space) for space in self.independent_units]
        named += [(("capitals", space), space) for space in self.capitals]
        for name, state in self.players.items():
            path: Path = ("players", name)
            for general, there in state.generals.items():
                if there.at is not None:
                    named.append(((*path, "generals", general, "at"), there.at))
                    if there.scattered:
                        what = f"{general} is scattered and stands in {there.at}"
                        yield Problem((*path, "generals", general), what, "one of: at, scattered")
            named += [((*path, "armies", at, "at"), army.at) for at, army in enumerate(state.armies)]
            named += [((*path, "captured", at), space) for at, space in enumerate(state.captured)]
            named += [((*path, "siege", space), space) for space in state.siege]
        for where, space in named:
            if space not in board.spaces:
                yield Problem(where, f"unknown space “{space}”", one_of(board.spaces, space))
        for space in self.capitals:
            if space in board.spaces and not board.is_major(space):
                yield Problem(("capitals", space), f"{space} is no major city", "a major city (rule 3-8)")
