"""How the question ``occupy`` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.plan import Action
from models.alexandros.position import GOVERNORS
from models.documents import Document, Name


class Occupy(Document):
    """The cheapest way to occupy a province or to take it over, or the best use of cards and governors for several.

    Attributes
    ----------
    player
        Whose cards and governors; whose turn it is unless told.
    ask
        ``cheapest``: one province; ``assign``: several, an action each.
    provinces
        Triangles of the provinces that count; all that are not the player's own unless told.
    actions
        For ``assign``: how many; those that are left of the turn unless told.
    minimise
        For ``cheapest``: ``cards`` paid, or ``governors`` placed.
    maximise
        For ``assign``: the ``income``, blanks of the player's provinces with one governor; how many ``provinces``
        are occupied; or the ``points`` of a levy that is one of the actions, the last one.
    """

    kind: Literal["occupy"]
    player: Name | None = None
    ask: Literal["cheapest", "assign"] = "cheapest"
    provinces: Annotated[tuple[Name, ...], Field(min_length=1, max_length=99)] | None = None
    actions: Annotated[int, Field(strict=True, ge=1, le=GOVERNORS + 1)] | None = None
    minimise: Literal["cards", "governors"] | None = None
    maximise: Literal["income", "provinces", "points"] | None = None


class OccupyAnswer(Document):
    """The answer to ``occupy``: the actions, as in a turn."""

    actions: Annotated[tuple[Action, ...], Field(max_length=GOVERNORS + 1)] = ()
