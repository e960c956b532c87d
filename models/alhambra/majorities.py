"""Majorities: the points for most tiles of a type, by round.

The table of a round is data, ties are shared.  Parties are whoever is counted: the players, and
in a game of two the neutral third party, who takes places away from them (B8-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.alhambra.tiles import TYPES

ROUNDS = 3

_FIRST = (0, 7, 15)
"""What the best place of a round scores above the rank of the type, which is 1 for pavilions to 6 for towers."""


def places(round_: int, type_: str) -> tuple[int, ...]:
    """The points of the first, second and third place for a type in a round (B5-1, B5-2, B5-3).

    >>> places(1, "tower"), places(2, "pavilion"), places(3, "garden")
    ((6,), (8, 1), (20, 12, 5))
    """
    rank = TYPES.index(type_) + 1
    return tuple(rank + above for above in reversed(_FIRST[:round_]))


@dataclass(frozen=True)
class Share:
    """What a party gets for a type.

    Attributes
    ----------
    points
        Its share, rounded down (B5-5).
    place
        The best place of those it takes, 1 for the first.
    tied
        The others it shares with, in the order in which parties were given.
    """

    points: int
    place: int
    tied: tuple[str, ...] = ()


def shares(round_: int, type_: str, counts: Mapping[str, int]) -> dict[str, Share]:
    """What each party with a tile of a type gets for it; who has none is left out (B5-4).

    Parameters
    ----------
    round_
        1, 2 or 3.
    type_
        One of the six types.
    counts
        How many tiles of the type each party has in play.

    Examples
    --------
    >>> [share.points for share in shares(3, "tower", {"ana": 4, "ben": 4, "cid": 2}).values()]
    [17, 17, 6]
    """
    table = places(round_, type_)
    result = {}
    for party, count in counts.items():
        if count <= 0:
            continue
        ahead = sum(other > count for other in counts.values())
        tied = tuple(other for other, theirs in counts.items() if theirs == count and other != party)
        shared = sum(table[ahead : ahead + len(tied) + 1])  # places beyond the table are worth nothing
        result[party] = Share(shared // (len(tied) + 1), ahead + 1, tied)
    return result


def majority_points(round_: int, counts: Mapping[str, Mapping[Any, int]]) -> dict[str, dict[str, int]]:
    """The points of each party by type, from its number of tiles by type; types worth nothing are left out."""
    result: dict[str, dict[str, int]] = {party: {} for party in counts}
    for type_ in TYPES:
        found = shares(round_, type_, {party: having.get(type_, 0) for party, having in counts.items()})
        for party, share in found.items():
            if share.points:
                result[party][type_] = share.points
    return result
