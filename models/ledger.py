"""Ledgers: every score is a list of cited entries, never a bare number.

Refusals (somebody who could not build, and why) and adjustments (a halving, a floor) are
entries too, so the total of a track is always the sum of its entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

POINTS = "points"


@dataclass(frozen=True)
class Entry:
    """One line of a ledger.

    Attributes
    ----------
    player
        Whose score it changes.
    track
        Which track: ``points`` unless the game has more than one.
    amount
        What it adds to the track; 0 for a refusal.
    price
        What the player gave for it, in the game's own unit; 0 if nothing.
    rule
        The id of the rule that decides it, as in the rules index.
    subject
        The province, tiles or wall run that it is about.
    note
        In words, what happened and why.
    """

    player: str
    amount: int
    rule: str
    subject: str
    note: str = ""
    price: int = 0
    track: str = POINTS

    def plain(self) -> dict[str, object]:
        """The entry as plain values, in the order of the published contract."""
        values = asdict(self)
        return {key: values[key] for key in ("player", "track", "amount", "price", "rule", "subject", "note")}


@dataclass(frozen=True)
class Ledger:
    """Entries in the order in which they were scored.

    >>> ledger = Ledger((Entry("marion", 2, "5.5.1-1", "thrace"), Entry("marion", 3, "5.5.2-1", "thrace", price=1)))
    >>> ledger.total("marion")
    5
    """

    entries: tuple[Entry, ...] = ()

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __add__(self, other: Iterable[Entry]) -> Ledger:
        return Ledger((*self.entries, *other))

    def total(self, player: str, track: str = POINTS) -> int:
        """The sum of a player's entries on a track."""
        return sum(e.amount for e in self.entries if e.player == player and e.track == track)

    def totals(self, players: Iterable[str] = (), tracks: Sequence[str] = (POINTS,)) -> dict[str, dict[str, int]]:
        """Each player's total by track; the players named stand in it on all tracks named even with no entry."""
        result: dict[str, dict[str, int]] = {player: dict.fromkeys(tracks, 0) for player in players}
        for entry in self.entries:
            totals = result.setdefault(entry.player, {})
            totals[entry.track] = totals.get(entry.track, 0) + entry.amount
        return result

    def plain(self) -> list[dict[str, object]]:
        """The entries as plain values."""
        return [entry.plain() for entry in self.entries]
