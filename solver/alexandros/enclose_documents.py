"""How the question ``enclose`` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.board import Chain, Symbol
from models.documents import Count, Document, Name

MOST_MOVES = 5
"""How many moves of Alexander a question may look ahead; 3 unless told."""


class Enclose(Document):
    """The most valuable province that some walls enclose, or the fewest walls or moves that enclose one.

    Attributes
    ----------
    ask
        ``most``: the most blanks for at most ``walls`` new walls; ``fewest``: the fewest new walls for a
        province worth ``value``; ``moves``: the fewest moves of Alexander, at most ``moves``, after which one stands.
    walls
        At most so many new walls; those that are left unless told.  Moves lay as many as they like unless told.
    value
        At least so many blanks.
    moves
        At most so many moves; 3 unless told.
    inside
        A triangle that the province holds.
    symbols
        At most so many triangles with a symbol in the province: whoever occupies it pays them.
    cards
        For ``moves``: ``any`` symbols, or only the player's ``own`` cards: the face-up ones, each once, and
        those of the hand where one may move by them.
    player
        For ``own`` cards; whose turn it is unless told.
    """

    kind: Literal["enclose"]
    ask: Literal["most", "fewest", "moves"] = "most"
    walls: Count | None = None
    value: Annotated[int, Field(strict=True, ge=0, le=999)] | None = None
    moves: Annotated[int, Field(strict=True, ge=1, le=MOST_MOVES)] | None = None
    inside: Name | None = None
    symbols: Count | None = None
    cards: Literal["any", "own"] | None = None
    player: Name | None = None


class Step(Document):
    """A move of Alexander.

    Attributes
    ----------
    card
        The card taken, face up; with ``any`` cards the symbol that is asked for.
    hand
        A card of the hand that is played instead.
    stands_for
        In files ``as``: the symbol that a card stands for, where none of its own can be reached.
    to, path
        The triangle, and the way to one of its corners.
    """

    card: Symbol | None = None
    hand: Symbol | None = None
    stands_for: Symbol | None = Field(default=None, alias="as")
    to: Name
    path: Chain


class EncloseAnswer(Document):
    """The answer to ``enclose``.

    Attributes
    ----------
    province
        A triangle of the province.
    walls
        The new walls, for ``most`` and ``fewest``.
    moves
        The moves one after the other, for ``moves``.
    """

    province: Name
    walls: Annotated[tuple[Chain, ...], Field(max_length=999)] = ()
    moves: Annotated[tuple[Step, ...], Field(max_length=MOST_MOVES)] = ()
