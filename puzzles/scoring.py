"""The ledger of a position as it lies on the table; loads no solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models.ledger import POINTS, Ledger
from puzzles.scenario import Scenario, log_given


@dataclass(frozen=True)
class Scorecard:
    """An itemised verdict on a position.

    Attributes
    ----------
    game
        Which game.
    players, tracks
        Everybody, in the order of the file, and the tracks of the game.
    ledger
        Every entry, refusals included.
    rulings
        The rulings consulted, with their readings.
    """

    game: str
    players: tuple[str, ...]
    ledger: Ledger
    rulings: dict[str, str]
    tracks: tuple[str, ...] = (POINTS,)

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap score --json``."""
        return {
            "game": self.game,
            "totals": self.ledger.totals(self.players, self.tracks),
            "ledger": self.ledger.plain(),
            "rulings": self.rulings,
        }


def score(scenario: Scenario) -> Scorecard:
    """Score a position as it lies: everybody has moved and laid what they lay.

    Raises
    ------
    InputError
        If it is a log, which is replayed instead.

    Examples
    --------
    >>> import puzzles
    >>> puzzles.score(puzzles.load("empire/first-region")).plain()["game"]
    'empire'
    """
    if scenario.events:
        raise log_given(scenario)
    rulings = scenario.rulings
    ledger = scenario.game.score(scenario.board, scenario.position, rulings)
    players = tuple(scenario.game.players(scenario.position))
    return Scorecard(scenario.game.key, players, ledger, rulings.consulted(), scenario.game.tracks)
