"""How the questions for a best plan stand in a file: `best-response`, `region-plan`, `game-plan`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.documents import Count, Document, Name
from models.empire.plan import Payment
from models.empire.position import CUBES


class FixedAllocation(Document):
    """Cubes on fields that are no longer open; a field left out is."""

    order: Count | None = None
    armies: Count | None = None
    temple: Count | None = None
    city: Count | None = None


class FixedMove(Document):
    """A move that is made; without ``pays`` only the payment is open."""

    armies: int = Field(strict=True, ge=1, le=CUBES)
    path: tuple[Name, ...] = Field(min_length=2)
    pays: Payment | None = None


class FixedPieces(Document):
    """Pieces that are laid, no more and no others; a kind left out is open."""

    temples: tuple[Name, ...] | None = None
    cities: tuple[Name, ...] | None = None


class Fixed(Document):
    """The parts of the player's plan that are no longer open."""

    allocation: FixedAllocation = FixedAllocation.model_construct()
    moves: tuple[FixedMove, ...] | None = None
    pieces: FixedPieces = FixedPieces.model_construct()


class RegionQuestion(Document):
    """The best plan of one player for the rounds of the region that are left, against the rivals' policies.

    ``maximise`` is the player's own points in these rounds, or the margin: those points less the
    points of the best rival.
    """

    kind: Literal["region-plan"]
    player: Name
    maximise: Literal["points", "margin"] = "points"


class GameQuestion(Document):
    """The best plan of one player for the regions that are left, with the final scoring.

    ``maximise`` is what the player scores from here on, or the margin at the end of the game: the
    player's total on the score track less the best rival's.
    """

    kind: Literal["game-plan"]
    player: Name
    maximise: Literal["points", "margin"] = "points"


class BestResponse(Document):
    """The best plan of one player for this round, all others' plans being known or assumed.

    ``maximise`` is the player's own points in this round, or the margin: those points less
    the points of the best rival.
    """

    kind: Literal["best-response"]
    player: Name
    maximise: Literal["points", "margin"] = "points"
    fixed: Fixed = Fixed.model_construct()
