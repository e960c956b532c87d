"""Plans of empire: what one player does in a round, what a rival is assumed to do, what a log tells.

A plan is exact.  A policy is total: whatever happens, it says what is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from models.documents import Count, Document, Name
from models.empire.position import CUBES, ROUNDS, Pieces
from models.errors import Problem, one_of, one_thing


class Allocation(Document):
    """How the cubes in the hand go onto the tablet; any field may stay empty (4.1.1-1)."""

    order: Count = 0
    armies: Count = 0
    temple: Count = 0
    city: Count = 0

    @property
    def total(self) -> int:
        """All cubes that it puts down."""
        return self.order + self.armies + self.temple + self.city


class Payment(Document):
    """Cubes paid for area costs, by field (5.3-6)."""

    temple: Count = 0
    city: Count = 0


class Move(Document):
    """A group of armies that moves together along a path, and what it pays for all of it.

    The path begins where the group stands; ``symbol`` is the campaign symbol.
    """

    armies: int = Field(strict=True, ge=1, le=CUBES)
    path: tuple[Name, ...] = Field(min_length=2)
    pays: Payment = Payment.model_construct()


class Plan(Document):
    """What one player does in a round: distributes, moves in this order, lays pieces."""

    allocation: Allocation | None = None
    moves: tuple[Move, ...] = ()
    pieces: Pieces = Pieces.model_construct()


class RegionPlan(Document):
    """What one player does in the rounds of a region, from the one on the table on."""

    rounds: tuple[Plan, ...] = Field(default=(), max_length=ROUNDS)


class GamePlan(Document):
    """What one player does in the regions of the game, from the one on the table on."""

    regions: tuple[RegionPlan, ...] = Field(default=(), max_length=6)


Share = Count | Literal["rest"]


class Purse(Document):
    """How a rival distributes: each number means “up to”, in this order; ``rest`` takes what is left."""

    order: Share = 0
    armies: Share = 0
    temple: Share = 0
    city: Share = 0

    def allocation(self, hand: int, first: bool) -> Allocation:
        """The allocation of so many cubes; after a region's first round only temple and city count (4.1.2-2)."""
        left, shares = hand, {}
        keys = ("order", "armies", "temple", "city") if first else ("temple", "city")
        for key in keys:
            share = getattr(self, key)
            if share != "rest":
                shares[key] = min(share, left)
                left -= shares[key]
        for key in keys:
            if getattr(self, key) == "rest":
                shares[key], left = left, 0
        return Allocation(**shares)


class PolicyMove(Document):
    """A rival's move; where ``pays`` is left out the temple field pays first, then the city field."""

    armies: int = Field(strict=True, ge=1, le=CUBES)
    path: tuple[Name, ...] = Field(min_length=2)
    pays: Payment | None = None


class RoundPolicy(Document):
    """What a rival will do in a round, whatever happens: steps that have become impossible are left out."""

    allocation: Purse | None = None
    moves: tuple[PolicyMove, ...] = ()
    pieces: Pieces = Pieces.model_construct()


class Policy(RoundPolicy):
    """What a rival will do in this round, and in the rounds of the region that follow.

    In a round that ``then`` does not reach, the rival leaves the fields as they are, stays and lays nothing.
    """

    then: tuple[RoundPolicy, ...] = Field(default=(), max_length=ROUNDS - 1)

    def in_round(self, later: int) -> RoundPolicy:
        """What the rival does so many rounds after this one."""
        if later == 0:
            return self
        return self.then[later - 1] if later <= len(self.then) else RoundPolicy()


class RegionPolicies(Document):
    """What the rivals will do in a region to come, from its first round."""

    region: int = Field(strict=True, ge=1, le=6)
    rivals: dict[Name, Policy] = {}


class Assumptions(Document):
    """What the rivals who have yet to act will do; the others stay as they lie on the table.

    ``later`` holds the regions to come, for questions that look so far.
    """

    rivals: dict[Name, Policy] = {}
    later: tuple[RegionPolicies, ...] = Field(default=(), max_length=5)


class Event(Document):
    """One event; exactly one of ``distribute``, ``draw``, ``seats``, ``turn`` and ``score`` names it.

    Attributes
    ----------
    distribute
        Allocations of players, revealed together.
    draw
        What the random draw came to: the full order in which the players choose.
    seats
        The seats that players choose.
    turn
        Whose turn it is, with ``moves`` and ``pieces``.
    score
        ``round``: the round is scored; ``final``: the final scoring at the end of the game.
    """

    distribute: dict[Name, Allocation] | None = None
    draw: tuple[Name, ...] | None = None
    seats: dict[Name, Count] | None = None
    turn: Name | None = None
    moves: tuple[Move, ...] = ()
    pieces: Pieces = Pieces.model_construct()
    score: Literal["round", "final"] | None = None

    def named(self) -> list[str]:
        """Which of the keys that name an event are there."""
        return [key for key in ("distribute", "draw", "seats", "turn", "score") if getattr(self, key) is not None]


def event_problems(events: Sequence[Event], players: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the events beyond their shape: not one name of an event, unknown players."""
    for at, event in enumerate(events):
        named = event.named()
        yield from one_thing(("events", at), "an event", named, ("distribute", "draw", "score", "seats", "turn"))
        names = [*(event.distribute or ()), *(event.draw or ()), *(event.seats or ())]
        names += [event.turn] if event.turn is not None else []
        for name in names:
            if name not in players:
                yield Problem(("events", at, *named[:1]), f"unknown player “{name}”", one_of(players, name))
        if (event.moves or event.pieces != Pieces()) and event.turn is None:
            yield Problem(("events", at), "moves and pieces belong to a turn", "turn: <player>")
