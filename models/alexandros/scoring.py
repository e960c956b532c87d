"""The score of a position, which is what stands on the track, and who has won when the game is over (6-3)."""

from __future__ import annotations

from dataclasses import dataclass

from models.alexandros.levy import full
from models.alexandros.position import Position
from models.alexandros.words import SO_FAR
from models.ledger import Entry, Ledger
from models.rulings import Rulings


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winners
        Who has won; nobody where players tie and the text does not say.
    candidates
        Who has most points.
    points
        How many.
    rule
        The rule by which the game ended: 6-4 by points, 6-1 by walls.
    """

    winners: tuple[str, ...]
    candidates: tuple[str, ...]
    points: int
    rule: str


def score(position: Position) -> Ledger:
    """What everybody has so far: provinces bring points only at a levy (1-2)."""
    players = position.players.items()
    return Ledger(tuple(Entry(name, state.points, "1-2", SO_FAR, "points so far") for name, state in players))


def outcome(position: Position, rulings: Rulings) -> Outcome:
    """Who wins a game that is over: whoever has most points (6-3)."""
    most = max(state.points for state in position.players.values())
    leaders = tuple(name for name, state in position.players.items() if state.points == most)
    rule = "6-4" if full(position, rulings) else "6-1"
    decided = len(leaders) == 1 or rulings.read("end-tie") == "shared"
    return Outcome(leaders if decided else (), leaders, most, rule)
