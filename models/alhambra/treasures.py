"""Treasures: when one may be given up for a building, and what those still held score (T-1 to T-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from models.ledger import Entry
from models.rulings import Rulings


def why_not_give(
    price: int, cards: int, treasures: Sequence[int], purse: int, at_player: bool, rulings: Rulings
) -> Iterator[str]:
    """Why these treasures may not be given up in a purchase; nothing if they may (T-2).

    It is judged purchase by purchase: what was spent before in the same turn is no longer held.

    Parameters
    ----------
    price
        Of the building.
    cards
        What the cards that are paid with them are worth together.
    treasures
        Their values; at least one.
    purse
        All the money that the buyer holds in the currency of the price, the cards among it.
    at_player
        Whether the building lies on another player's personal market.
    """
    if len(treasures) > 1 and rulings.read("treasures-per-purchase") == "one":
        yield f"{len(treasures)} treasures for one building"
    if at_player and rulings.read("treasure-at-personal-market") == "not":
        yield "a treasure is no payment to another player"
    if not cards and rulings.read("treasure-alone") == "not":
        yield "a treasure only adds to money"
    # whoever pays enough without the last treasure is not short of money, whichever reading is in force
    needless = cards + sum(treasures) - max(treasures)
    if needless >= price:
        yield f"without the treasure worth {max(treasures)} it is paid already: {needless} for a price of {price}"
    elif purse >= price and rulings.read("short-of-money") == "lacks":
        # two cards of 8 for a price of 9 are enough, though they cannot be paid exactly
        yield f"nobody is short of money who holds {purse} for a price of {price}"


def score_treasures(held: Iterable[int], player: str) -> Iterator[Entry]:
    """The entries for treasures that a player still holds at the end of the game (T-5).

    >>> [(entry.subject, entry.amount) for entry in score_treasures((5, 2), "ana")]
    [('treasure 2', 2), ('treasure 5', 5)]
    """
    for value in sorted(held):
        yield Entry(player, value, "T-5", f"treasure {value}", "still held")
