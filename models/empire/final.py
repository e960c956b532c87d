"""The final scoring at the end of the game (section 6.1), halved in the short one (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.empire.board import Board
from models.empire.position import KINDS, PLURAL, Kind, PlayerState, first_region, last_region
from models.ledger import Entry, Ledger
from models.rulings import Rulings

MOST: Mapping[Kind, int] = {"city": 10, "temple": 15}
"""For most pieces of a kind on the board (6.1-1, 6.1-2)."""
MOST_IN_REGION = 5
"""For most pieces of a kind in a region (6.1-3, 6.1-4)."""
BOARD_RULES: Mapping[Kind, str] = {"city": "6.1-1", "temple": "6.1-2"}
REGION_RULES: Mapping[Kind, str] = {"city": "6.1-3", "temple": "6.1-4"}
BOARD = "board"
_ORDER: tuple[Kind, Kind] = ("city", "temple")

Standing = Mapping[str, Mapping[tuple[Kind, int], int]]
"""By player: pieces that stand, by kind and region."""


def standing(board: Board, states: Mapping[str, PlayerState]) -> Standing:
    """Count the pieces of each player by kind and region; each temple counts, several in a province too."""
    found: dict[str, dict[tuple[Kind, int], int]] = {}
    for name, state in states.items():
        counts = found[name] = {(kind, number): 0 for kind in KINDS for number in board.by_number}
        for number, region in board.by_number.items():
            counts["temple", number] = sum(state.built.temples.get(place, 0) for place in region.provinces)
            counts["city", number] = sum(place in region.provinces for place in state.built.cities)
    return found


def score_final(pieces: Standing, short: bool, rulings: Rulings) -> Ledger:
    """The final scoring, entry by entry: the board first, then its regions in order.

    Parameters
    ----------
    pieces
        Of everybody, as :func:`standing` counts them.
    short
        Whether it is the short game, whose points are halved, rounded down (7-2).
    """
    regions = range(first_region(short), last_region(short) + 1)
    each_halved = short and rulings.read("halving") == "per-bonus"
    entries: list[Entry] = []
    for kind in _ORDER:
        totals = {name: sum(counts.get((kind, number), 0) for number in regions) for name, counts in pieces.items()}
        entries += _most(totals, kind, BOARD, MOST[kind], BOARD_RULES[kind], each_halved)
    for number in regions:
        for kind in _ORDER:
            counts = {name: held.get((kind, number), 0) for name, held in pieces.items()}
            where = f"region {number}"
            entries += _most(counts, kind, where, MOST_IN_REGION, REGION_RULES[kind], each_halved)
    if short and not each_halved:
        for name in pieces:
            lost = _lost(sum(entry.amount for entry in entries if entry.player == name))
            if lost:
                entries.append(Entry(name, -lost, "7-2", BOARD, "short game: the sum is halved, rounded down"))
    return Ledger(tuple(entries))


def winners(points: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most points; several share the win, since the text breaks no tie (facts, ambiguity 34)."""
    return tuple(name for name, total in points.items() if total == max(points.values()))


def _most(counts: Mapping[str, int], kind: Kind, where: str, bonus: int, rule: str, halved: bool) -> Iterator[Entry]:
    """The bonus for most pieces of a kind; nobody gets it where several are tied (6.1-6) or nobody has any."""
    most = max(counts.values())
    leaders = [name for name, count in counts.items() if count == most]
    if not most:
        return
    if len(leaders) > 1:
        for name in leaders:
            yield Entry(name, 0, "6.1-6", where, f"tied for most {PLURAL[kind]} ({most})")
        return
    yield Entry(leaders[0], bonus, rule, where, f"most {PLURAL[kind]} ({most})")
    if halved:
        yield Entry(leaders[0], -_lost(bonus), "7-2", where, "short game: halved, rounded down")


def _lost(bonus: int) -> int:
    """What halving takes off, the half being rounded down (7-2)."""
    return bonus - bonus // 2
