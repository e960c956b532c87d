"""How the question `best-turn` and its answers stand in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from models.alexandros.board import SYMBOLS, Chain
from models.alexandros.plan import PILE, Action, Move
from models.alexandros.position import ACTIONS
from models.documents import Document, Name
from models.errors import Problem, under

ANY = "any"
"""The case of all cards that have none of their own."""

Weight = Annotated[int, Field(strict=True, ge=0, le=1000)]
Cases = Annotated[str, Field(pattern=rf"^(any|({'|'.join(SYMBOLS)})(-({'|'.join(SYMBOLS)}))*)$")]
"""Cards that turn up: a symbol, or two in the order of the text with ``-`` between, or ``any``."""


class Measure(Document):
    """What a turn is good for, in whole numbers.

    Attributes
    ----------
    points
        For each point that the turn brings.
    income
        For each blank of the own provinces that pay in a levy, with whatever card.
    card
        For each card in the hand.
    governor
        For each own governor that stands nowhere.
    """

    points: Weight = 1
    income: Weight = 1
    card: Weight = 1
    governor: Weight = 2


class BestTurn(Document):
    """The best turn of a player.

    Attributes
    ----------
    player
        Whose turn; that of the player whose turn it is unless told.
    maximise
        ``points`` of this turn; their ``margin``: less what the best rival gains by it; or a ``measure``.
    measure
        What the ``measure`` is made of.
    draws
        ``expected``: of cards that nobody knows, the average over all orders of the pile, with what to do for each;
        ``none``: they are never used.
    """

    kind: Literal["best-turn"]
    player: Name | None = None
    maximise: Literal["points", "margin", "measure"] = "points"
    measure: Measure | None = None
    draws: Literal["expected", "none"] = "expected"


class TurnAction(Action):
    """An action; after a card was drawn, ``then`` tells the second one by the card."""

    then: dict[Cases, Action | None] | None = None

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it beyond its shape: cases without a draw, and what is wrong with each."""
        yield from super().problems()
        if self.then is not None and self.take != PILE:
            yield Problem(("then",), "“then” says nothing where no card comes from the pile", f"take: {PILE}")
        for key, action in (self.then or {}).items():
            if action is not None:
                yield from under(("then", key), action.problems())


Actions = Annotated[tuple[TurnAction, ...], Field(max_length=ACTIONS)]


class Case(Document):
    """What to do once certain cards have turned up."""

    to: Name | None = None
    path: Chain | None = None
    actions: Actions = ()


class BestTurnAnswer(Move):
    """A turn: the card, then the way and the actions, or those by the cards that turn up in place of the one taken."""

    actions: Actions = ()
    cases: dict[Cases, Case] | None = None
