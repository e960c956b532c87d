"""How the question `plan` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.plan import Turn
from models.documents import Document, Name

MOST_TURNS = 4
"""How many own turns a question may look ahead."""


class LinePlan(Document):
    """The best line of a player over the next own turns, rivals doing nothing.

    Attributes
    ----------
    player
        Whose line; that of the player whose turn it is unless told.
    turns
        Over how many own turns; one that has begun is the first.
    maximise
        The ``points`` gained, or their ``margin``: less what the best rival gains.
    """

    kind: Literal["plan"]
    player: Name | None = None
    turns: int = Field(default=3, strict=True, ge=1, le=MOST_TURNS)
    maximise: Literal["points", "margin"] = "points"


class PlanAnswer(Document):
    """The own turns in order; fewer than were asked for where the game ends before."""

    turns: Annotated[tuple[Turn, ...], Field(max_length=MOST_TURNS)] = ()
