"""How the question `levy` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.board import SYMBOLS, Symbol
from models.alexandros.plan import Action
from models.alexandros.position import ACTIONS
from models.documents import Count, Document, Flag, Name

MOST_TURNS = 5
"""How many own turns a question may look ahead."""


class LevyTiming(Document):
    """What a levy brings, or when to levy.

    Attributes
    ----------
    player
        Who asks; the player whose turn it is unless told.
    ask
        ``table``: who gains what by a levy with each symbol, as everything stands; ``time``: in which of the next own
        turns to levy, with which cards, and what to do besides.
    turns
        Of ``time``: over how many own turns; one that has begun is the first.
    maximise
        The ``points`` gained, or their ``margin``: less what the best rival gains.
    """

    kind: Literal["levy"]
    player: Name | None = None
    ask: Literal["table", "time"] = "table"
    turns: int = Field(default=3, strict=True, ge=1, le=MOST_TURNS)
    maximise: Literal["points", "margin"] = "points"


class LevyRow(Document):
    """A levy with one symbol.

    Attributes
    ----------
    symbol
        The card that is discarded.
    by
        Who could start it: holds the card, and has a governor on the symbol (5-7).
    points
        What each player gains.
    ends, winners
        Whether somebody then has the points that end the game (6-4), and who wins it.
    """

    symbol: Symbol
    by: tuple[Name, ...] = ()
    points: dict[Name, Count]
    ends: Flag = False
    winners: tuple[Name, ...] = ()


class LevyAnswer(Document):
    """The answer to ``levy``.

    Attributes
    ----------
    rows
        Of ``table``: the symbols in the order of the text.
    best
        Of ``table``: the symbol with which the player does best; none where no levy can be started.
    turns
        Of ``time``: the actions of each own turn.
    """

    rows: Annotated[tuple[LevyRow, ...], Field(max_length=len(SYMBOLS))] = ()
    best: Symbol | None = None
    turns: Annotated[
        tuple[Annotated[tuple[Action, ...], Field(max_length=ACTIONS)], ...], Field(max_length=MOST_TURNS)
    ] = ()
