"""How the question ``attack`` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Flag, Line, Name
from models.successors.plan import ActionKind, Attack, Change, Object

MOST_ATTACKS = 10
"""How many attacks a question may name: all their orders are looked at."""


class PlannedAttack(Document):
    """An attack that its player thinks of.

    Attributes
    ----------
    on, action, against, avoided
        As in the event ``attack`` of a log.
    then
        What comes of it on the table, as in the event ``change`` of a log.
    """

    on: Annotated[tuple[Name, ...], Field(min_length=1, max_length=5)]
    action: ActionKind
    against: Object | None = None
    avoided: Flag = False
    then: Change | None = None

    def by(self, player: str) -> Attack:
        """The attack as an event."""
        return Attack(by=player, on=self.on, action=self.action, against=self.against, avoided=self.avoided)


class AttackPlan(Document):
    """Which attacks cost the status of a Champion, or in which order they cost least.

    Attributes
    ----------
    ask
        ``table``: each attack by itself; ``order``: one after the other.
    attacks
        In the segment that the position tells.
    all
        For ``order``: whether all of them are to be made; else also which of them is asked.
    """

    kind: Literal["attack"]
    player: Name
    ask: Literal["table", "order"] = "table"
    attacks: Annotated[tuple[PlannedAttack, ...], Field(min_length=1, max_length=MOST_ATTACKS)]
    all: Flag = True


class Ending(Document):
    """How the game ends: nobody among ``winners`` where the text does not decide between the ``candidates``."""

    winners: tuple[Name, ...] = ()
    candidates: tuple[Name, ...]
    rule: Line


class AttackRow(Document):
    """What comes of one attack by itself.

    Attributes
    ----------
    attack
        Which of the question's attacks it is, from 1.
    status, rule
        Whether its player keeps the status of a Champion or loses it, or has been a Successor; and by which rule.
    before, battle, after
        The player's legitimacy: now, when the battle begins (5-5), and after what comes of it.
    ends
        How the game ends by it, if it does.
    """

    attack: int = Field(strict=True, ge=1, le=MOST_ATTACKS)
    status: Literal["kept", "lost", "successor"]
    rule: Line
    before: Count
    battle: Count
    after: Count
    ends: Ending | None = None


class AttackAnswer(Document):
    """The answer to ``attack``: a row for each attack, or the attacks in their order, by number from 1."""

    rows: Annotated[tuple[AttackRow, ...], Field(max_length=MOST_ATTACKS)] = ()
    order: Annotated[tuple[Count, ...], Field(max_length=MOST_ATTACKS)] = ()
