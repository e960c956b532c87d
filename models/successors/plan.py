"""What a log of successors tells: turns, phases and segments, attacks, cards, the burial, changes on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from models.documents import Count, Document, Flag, Name
from models.errors import Path, Problem, one_of, one_thing, under
from models.successors.position import DEAD, FREE, INDEPENDENT, Army, Fleets, General, Phase, Royal, Segment, Units

ActionKind = Literal[
    "land-battle", "naval-interception", "naval-move", "siege", "overrun", "scatter", "remove-control", "capture-royal"
]
Object = Literal["units", "major-general", "minor-general", "major-city", "minor-city", "fortress"]
Played = Literal["oracle", "persian-support", "condemnation", "capital"]


class Attack(Document):
    """What a player does to others that may be an attack.

    Attributes
    ----------
    by, on
        Who does it, and to whom: players, or ``independent`` alone.
    action
        ``naval-interception``: ``by`` intercepts; ``naval-move``: ``by`` was intercepted and fights; ``siege``: a roll;
        ``overrun``: of units too few to fight; ``scatter``: of a general.
    against
        What it is aimed at; a siege at a major city, scattering at a major general, all else at units unless told.
    avoided
        Whether the other side avoided it, fell back or cancelled it (5-13).
    """

    by: Name
    on: Annotated[tuple[Name, ...], Field(min_length=1, max_length=5)]
    action: ActionKind
    against: Object | None = None
    avoided: Flag = False

    @property
    def target(self) -> Object:
        """What it is aimed at."""
        usual: dict[str, Object] = {"siege": "major-city", "scatter": "major-general"}
        return self.against or usual.get(self.action, "units")

    def problems(self, players: Sequence[str]) -> Iterator[Problem]:
        """What is wrong with it beyond its shape; paths from the attack."""
        if self.by not in players:
            yield Problem(("by",), f"unknown player “{self.by}”", one_of(players, self.by))
        for at, name in enumerate(self.on):
            if name == self.by:
                yield Problem(("on", at), f"{name} attacks itself", "another player")
            elif name in self.on[:at]:
                yield Problem(("on", at), f"“{name}” stands twice")
            elif name not in (*players, INDEPENDENT):
                yield Problem(("on", at), f"unknown player “{name}”", one_of([*players, INDEPENDENT], name))
        if INDEPENDENT in self.on and len(self.on) > 1:
            yield Problem(("on",), "the Independents defend alone", f"players, or {INDEPENDENT}")


class Play(Document):
    """A card that changes legitimacy, or founds a capital ``at`` a major city; ``on`` is its target."""

    card: Played
    by: Name | None = None
    on: Name | None = None
    at: Name | None = None

    def problems(self, players: Sequence[str]) -> Iterator[Problem]:
        """What is wrong with it beyond its shape; paths from the play."""
        needed = {"condemnation": ("on",), "capital": ("by", "at")}.get(self.card, ("by",))
        for key in ("by", "on", "at"):
            value: str | None = getattr(self, key)
            if value is None and key in needed:
                yield Problem((key,), f"the key “{key}” is missing")
            elif value is not None and key not in (*needed, "by"):
                yield Problem((key,), f"“{key}” says nothing where {self.card} is played", "the card without it")
            elif value is not None and key != "at" and value not in players:
                yield Problem((key,), f"unknown player “{value}”", one_of(players, value))


class _Replacing(Document):
    """Base of changes: what is named is written, even where it is set to nothing."""

    @model_serializer(mode="plain")
    def _as_named(self) -> dict[str, Any]:
        return {key: _plain(getattr(self, key)) for key in type(self).model_fields if key in self.model_fields_set}


def _plain(value: Any) -> Any:
    if isinstance(value, Document):
        return value.plain()
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


class CartChange(_Replacing):
    """What changes of the cart; what is not named stays, and ``player`` null leaves it to nobody."""

    at: Name | None = None
    player: Name | None = None


class PlayerChange(_Replacing):
    """Parts of a player's state that are replaced; what is not named stays."""

    generals: dict[Name, General] = {}
    armies: Annotated[tuple[Army, ...], Field(max_length=99)] = ()
    scattered_units: Units = {}
    fleets: Fleets = ()
    scattered_fleets: Fleets = ()
    siege: dict[Name, Count] = {}


class Change(Document):
    """What changes on the table.

    Attributes
    ----------
    control
        New markers by space: a player, ``independent``, or null for none.
    royals
        Who controls a royal now: a player, ``free`` for nobody, ``dead``.
    cart
        Where the cart is now, and who controls it.
    players
        Parts of players' states.
    """

    control: dict[Name, Name | None] = {}
    royals: dict[Royal, Name] = {}
    cart: CartChange | None = None
    players: dict[Name, PlayerChange] = {}

    def problems(self, players: Sequence[str]) -> Iterator[Problem]:
        """Unknown players; paths from the change."""
        named: list[tuple[Path, str | None, tuple[str, ...]]] = [
            (("control", space), owner, (*players, INDEPENDENT)) for space, owner in self.control.items()
        ]
        named += [(("royals", royal), owner, (*players, FREE, DEAD)) for royal, owner in self.royals.items()]
        named += [(("players", name), name, tuple(players)) for name in self.players]
        if self.cart is not None:
            named.append((("cart", "player"), self.cart.player, tuple(players)))
        for path, name, known in named:
            if name is not None and name not in known:
                yield Problem(path, f"unknown player “{name}”", one_of(known, name))


class Event(Document):
    """One event; exactly one of the keys named in ``KEYS`` names it.

    Attributes
    ----------
    turn
        A turn begins: its preparations up to the naming of the Usurper; with ``murder`` the heir's controller
        kills the heir whatever the totals.
    usurper
        Who becomes the Usurper where victory points tie.
    phase, segment
        A phase begins; a segment begins, ``of`` a player.
    attack, bury, play, change
        What happens in it; ``bury`` names who buries Alexander.
    final
        The end of turn V.
    """

    turn: int | None = Field(default=None, strict=True, ge=1, le=5)
    murder: Flag = False
    usurper: Name | None = None
    phase: Phase | None = None
    segment: Segment | None = None
    of: Name | None = None
    attack: Attack | None = None
    bury: Name | None = None
    play: Play | None = None
    change: Change | None = None
    final: Flag | None = None

    def named(self) -> list[str]:
        """Which of the keys that name an event are there."""
        return [key for key in KEYS if getattr(self, key) not in (None, False)]


KEYS = ("turn", "usurper", "phase", "segment", "attack", "bury", "play", "change", "final")
"""The keys that name an event."""


def event_problems(events: Sequence[Event], players: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the events beyond their shape: not one name of an event, unknown players, stray keys."""
    for at, event in enumerate(events):
        path: Path = ("events", at)
        yield from one_thing(path, "an event", event.named(), KEYS)
        for key in ("usurper", "of", "bury"):
            name: str | None = getattr(event, key)
            if name is not None and name not in players:
                yield Problem((*path, key), f"unknown player “{name}”", one_of(players, name))
        if (event.segment is None) != (event.of is None):
            yield Problem((*path, "segment"), "a segment is a player's", "both “segment” and “of”")
        if event.murder and event.turn is None:
            yield Problem((*path, "murder"), "an heir is killed when a turn begins", "turn: <number>")
        for key in ("attack", "play", "change"):
            part: Attack | Play | Change | None = getattr(event, key)
            yield from under((*path, key), part.problems(players) if part is not None else ())
