"""The ledger of a position as it lies on the table; loads no solver."""

from __future__ import annotations

from collections.abc import Mapping
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


@dataclass(frozen=True)
class OtherReading:
    """What another reading of a ruling makes of the totals: by player and track, only those that change."""

    ruling: str
    reading: str
    totals: Mapping[str, Mapping[str, int]]

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {"ruling": self.ruling, "reading": self.reading, "totals": {k: dict(v) for k, v in self.totals.items()}}


def other_readings(scenario: Scenario, card: Scorecard) -> list[OtherReading]:
    """The score under every other reading of a ruling that was consulted; none of the others was even looked at."""
    before = card.ledger.totals(card.players, card.tracks)
    found = []
    for key, chosen in card.rulings.items():
        for reading in scenario.game.rulings[key].readings:
            if reading != chosen:
                other = score(scenario.with_readings({key: reading}))
                after = other.ledger.totals(card.players, card.tracks)
                found.append(OtherReading(key, reading, _changed(before, after)))
    return found


def _changed(before: Mapping[str, Mapping[str, int]], after: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    changed = {
        player: {track: total for track, total in tracks.items() if total != before.get(player, {}).get(track)}
        for player, tracks in after.items()
    }
    return {player: tracks for player, tracks in changed.items() if tracks}
