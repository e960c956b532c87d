"""The ledger of a position: victory points and legitimacy of everybody, and what a change changes in it."""

from __future__ import annotations

from collections.abc import Mapping

from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.successors.control import controlled_provinces
from models.successors.legitimacy import legitimacy_entries
from models.successors.map import Map
from models.successors.position import LEGITIMACY, VP, Position
from models.successors.victory_points import vp_entries


def score(
    board: Map, position: Position, rulings: Rulings, provinces: Mapping[str, str | None] | None = None
) -> Ledger:
    """Both tracks, player by player in the order of play; the Independents have neither (4-3).

    Parameters
    ----------
    provinces
        Who controls each province, where that is known already.
    """
    if provinces is None:
        provinces = controlled_provinces(board, position, rulings)
    entries: list[Entry] = []
    for name in position.players:
        entries += vp_entries(board, position, provinces, name, rulings)
        entries += legitimacy_entries(position, provinces, name, rulings)
    return Ledger(tuple(entries))


def totals_of(ledger: Ledger, position: Position) -> dict[str, dict[str, int]]:
    """Each player's total by track."""
    return {name: {track: ledger.total(name, track) for track in (VP, LEGITIMACY)} for name in position.players}


def changes(before: Ledger, after: Ledger) -> Ledger:
    """What comes between two ledgers: first what is gone, negated, then what is new or has another amount.

    Two entries are the same source if player, track, rule and subject agree.

    >>> one, two = Entry("ana", 3, "4-7", "champion"), Entry("ana", 2, "4-10", "macedonia")
    >>> [(entry.amount, entry.subject) for entry in changes(Ledger((one,)), Ledger((two,)))]
    [(-3, 'champion'), (2, 'macedonia')]
    """

    def key(entry: Entry) -> tuple[str, str, str, str]:
        return entry.player, entry.track, entry.rule, entry.subject

    old, new = {key(entry): entry for entry in before}, {key(entry): entry for entry in after}
    gone = [_times(entry, -entry.amount, "no longer") for at, entry in old.items() if at not in new]
    come = [
        _times(entry, entry.amount - (old[at].amount if at in old else 0), entry.note)
        for at, entry in new.items()
        if at not in old or old[at].amount != entry.amount
    ]
    return Ledger((*gone, *come))


def _times(entry: Entry, amount: int, note: str) -> Entry:
    return Entry(entry.player, amount, entry.rule, entry.subject, note, track=entry.track)
