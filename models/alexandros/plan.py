"""Plans of alexandros: what one player does in a turn; a log is a list of such turns, each with its player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from models.alexandros.board import Chain, Symbol
from models.alexandros.position import ACTIONS, FACE_UP, GOVERNORS, Cards
from models.documents import Document, Name
from models.errors import Path, Problem, one_of, one_thing, under

PILE = "pile"
"""The draw pile, where a face-up card could stand."""

Taken = Literal["temple", "amphora", "horse", "lyre", "hoplite", "pile"]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


class _OneOrList:
    """Tells JSON Schema that a single triangle need not be a list."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [handler(core_schema), {"type": "string", "description": "a single triangle"}]}


Places = Annotated[tuple[Name, ...], Field(min_length=1, max_length=GOVERNORS), BeforeValidator(_listed), _OneOrList()]
"""Triangles for governors; a single one may stand without a list."""


class Action(Document):
    """One action; exactly one of ``take``, ``occupy``, ``levy`` and ``remove`` names it (5-1).

    Attributes
    ----------
    take
        A face-up card, or ``pile``; ``drawn`` tells which card came from it.
    occupy
        Where governors are placed, all in one province; all its other symbols are paid.
    gives
        In a takeover: which of the cards used the loser gets; as many as it is due, in the order of
        the text, unless told.
    ejects
        In a takeover where the cards for one of several governors eject all: the triangle of that one.
    levy
        The card that is discarded.
    remove
        Where an own governor is taken away.
    """

    take: Taken | None = None
    drawn: Symbol | None = None
    occupy: Places | None = None
    gives: Cards | None = None
    ejects: Name | None = None
    levy: Symbol | None = None
    remove: Places | None = None

    def named(self) -> list[str]:
        """Which of the keys that name an action are there."""
        return [key for key in KINDS if getattr(self, key) is not None]

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it beyond its shape: not one action, keys that belong to another."""
        named = self.named()
        yield from one_thing((), "an action", named, KINDS)
        if self.drawn is not None and self.take != PILE:
            yield Problem(("drawn",), "nothing is drawn where no card comes from the pile", f"take: {PILE}")
        for key in ("gives", "ejects"):
            if getattr(self, key) is not None and self.occupy is None:
                yield Problem((key,), f"“{key}” says nothing where no province is taken over", "occupy: …")


KINDS = ("take", "occupy", "levy", "remove")
"""The four kinds of actions in the order of the text, by the keys that name them."""


class Move(Document):
    """Alexander's move: a card, the triangle it sends him to, and his way there.

    Attributes
    ----------
    card
        The face-up card that is taken.
    hand
        A card of the hand that is played instead.
    stands_for
        In files ``as``: the symbol that a card stands for, where none of its own can be reached.
    to
        The triangle.
    path
        The points from where he stands to one of its corners; that one alone if he stays.
    """

    card: Symbol | None = None
    hand: Symbol | None = None
    stands_for: Symbol | None = Field(default=None, alias="as")
    to: Name | None = None
    path: Chain | None = None

    @property
    def moves(self) -> bool:
        """Whether there is a move at all."""
        return self.card is not None or self.hand is not None

    @property
    def symbol(self) -> Symbol | None:
        """The symbol that he is sent to."""
        return self.stands_for or self.card or self.hand

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it beyond its shape: two cards, or a card without a way."""
        if self.card is not None and self.hand is not None:
            yield Problem(("hand",), "a card is taken and another played", "one of: card, hand")
        for key, value in (("to", self.to), ("path", self.path)):
            if self.moves and value is None:
                yield Problem((key,), f"the key “{key}” is missing")
            elif not self.moves and value is not None:
                yield Problem((key,), f"“{key}” says nothing without a card", "card: <symbol>")
        if self.stands_for is not None and not self.moves:
            yield Problem(("as",), "“as” says nothing without a card", "card: <symbol>")


class Turn(Move):
    """What one player does in a turn: Alexander's move, then actions in this order; fewer than two pass the rest.

    Attributes
    ----------
    turned_up
        The cards that are turned up in its course, in order.
    """

    turned_up: Annotated[tuple[Symbol, ...], Field(max_length=FACE_UP * 2)] = ()
    actions: Annotated[tuple[Action, ...], Field(max_length=ACTIONS * 4)] = ()

    def problems(self) -> Iterator[Problem]:
        """What is wrong with its parts beyond their shape; paths from the turn."""
        yield from super().problems()
        for at, action in enumerate(self.actions):
            yield from under(("actions", at), action.problems())


class Event(Turn):
    """An event of a log: a turn, and whose it is."""

    player: Name


def event_problems(events: Sequence[Event], players: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the events beyond their shape: unknown players, and what is wrong with each turn."""
    for at, event in enumerate(events):
        path: Path = ("events", at)
        if event.player not in players:
            yield Problem((*path, "player"), f"unknown player “{event.player}”", one_of(players, event.player))
        yield from under(path, event.problems())
