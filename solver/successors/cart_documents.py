"""How the question `cart` and its answers stand in a file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from models.documents import Count, Document, Flag, Name
from models.successors.dice import Pips
from models.successors.position import Places

MOST_POINTS = 12
"""Movement points of one move at most."""
MOST_MOVES = 20
"""Moves before the cart is lost at most: two turns of five rounds with two each."""

Points = Annotated[int, Field(strict=True, ge=1, le=MOST_POINTS)]
PointsList = Annotated[tuple[Points, ...], Field(max_length=MOST_MOVES)]
Rolled = Annotated[int, Field(ge=0, le=MOST_POINTS)]
"""Movement points that a die may give; the key of a mapping, which a file writes as text."""
Road = Annotated[tuple[Name, ...], Field(min_length=1, max_length=99)]
"""Spaces from where a move begins to where it ends; one alone is to stay there."""


def _shape(value: Any) -> str:
    return "list" if isinstance(value, list | tuple) else "number"


Movement = Annotated[
    Annotated[Points, Tag("number")] | Annotated[PointsList, Tag("list")],
    Discriminator(_shape),
]
"""The points of every move, or a list of them; only what was written is at fault where one is wrong."""


class CartRoad(Document):
    """The way of the funeral cart to a burial before it is lost.

    Attributes
    ----------
    to
        The major cities where the player would bury Alexander; every one if left out.
    ask
        ``road``: the fewest movement points; ``policy``: the most likely to arrive, where a die gives the points.
    activations
        How many moves the cart has before the preparations of turn IV, in turns II and III.
    movement
        For ``road``: the points of every move, or of each of them; they do not carry over.
    initiative
        For ``policy``: of the general who carries it; a die below it gives 2 points, at it 3, above it 4.
    allowances
        For ``policy``, instead: how often out of their sum a move has so many points.
    sea
        Whether the cart may go by sea.
    avoid
        Spaces that it does not enter.
    """

    kind: Literal["cart"]
    player: Name
    to: Places | None = None
    ask: Literal["road", "policy"] = "road"
    activations: int | None = Field(default=None, strict=True, ge=0, le=MOST_MOVES)
    movement: Movement | None = None
    initiative: Pips | None = None
    allowances: dict[Rolled, Count] | None = Field(default=None, max_length=MOST_POINTS + 1)
    sea: Flag = True
    avoid: Places = ()


class CartState(Document):
    """What to do with so many moves left and the cart in a space: a path for each number of points rolled."""

    left: int = Field(strict=True, ge=1, le=MOST_MOVES)
    at: Name
    moves: dict[Rolled, Road]


class CartAnswer(Document):
    """The moves of a road, in their order; or what a policy does in every state that can come about.

    A move of a road that is not made is a path of one space; moves not made at the end are left out.
    """

    moves: Annotated[tuple[Road, ...], Field(max_length=MOST_MOVES)] | None = None
    policy: Annotated[tuple[CartState, ...], Field(max_length=9999)] | None = None
