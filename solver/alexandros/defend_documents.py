"""How the question `defend` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.board import Symbol
from models.alexandros.plan import Action, Event
from models.alexandros.position import ACTIONS, FACE_UP, GOVERNORS, Cards
from models.documents import Count, Document, Name

ALL = "all"
"""Against every rival."""

Whole = Annotated[int, Field(strict=True)]


class Defend(Document):
    """Where rivals could divide or take over a province, and what to do about it.

    Attributes
    ----------
    player
        Who defends; the player whose turn it is unless told.  In the own turn Alexander has moved already.
    against
        A rival, or ``all`` of them.
    actions
        How many actions may be taken, of those that are left of the turn.
    unknown
        Cards that nobody knows: ``turned-up``: what replaces the open cards that the player takes may be anything,
        what comes in the rival's turn is left out of account; ``any``: that may be anything, too; ``none``: neither
        is counted.
    """

    kind: Literal["defend"]
    player: Name | None = None
    against: Name = ALL
    actions: int = Field(default=ACTIONS, strict=True, ge=0, le=ACTIONS)
    unknown: Literal["turned-up", "any", "none"] = "turned-up"


class Reply(Document):
    """A rival's turn.

    Attributes
    ----------
    loss
        What is lost of the levy income.
    opened
        The cards that replace those that the player took, where nobody knows them.
    turn
        What the rival does.
    """

    loss: Whole
    opened: Annotated[tuple[Symbol, ...], Field(max_length=FACE_UP)] = ()
    turn: Event


class Threat(Reply):
    """The rival's turn that costs most of one province; ``loss`` is what that province loses.

    Attributes
    ----------
    province
        The province, by the first of its governors.
    worth
        Its income before.
    by
        By Alexander's way alone, or by a takeover of what it leaves.
    cards
        Those that the rival pays.
    """

    province: Name
    worth: Count
    by: Literal["division", "takeover"]
    cards: Cards = {}


Threats = Annotated[tuple[Threat, ...], Field(max_length=2 * 3 * GOVERNORS)]


class DefendAnswer(Document):
    """The answer to ``defend``.

    Attributes
    ----------
    actions
        What the player does.
    before, after
        The worst loss without any action, and after these.
    threats, left
        What each rival could do to each province without any action, and after these.
    worst
        A rival's turn that costs most, after the actions; none if no rival has a turn any more.
    """

    actions: Annotated[tuple[Action, ...], Field(max_length=ACTIONS)] = ()
    before: Whole = 0
    after: Whole = 0
    threats: Threats = ()
    left: Threats = ()
    worst: Reply | None = None
