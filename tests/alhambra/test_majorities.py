"""Majorities: the tables, shared ties, who has none."""

import pytest

from models.alhambra.majorities import majority_points, places, shares
from models.alhambra.tiles import TYPES


def points(round_, kind, *counts):
    parties = dict(zip("abcdef", counts, strict=False))
    found = shares(round_, kind, parties)
    return [found[party].points if party in found else 0 for party in parties]


def test_tables():
    assert [places(1, kind) for kind in TYPES] == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert [places(2, kind) for kind in TYPES] == [(8, 1), (9, 2), (10, 3), (11, 4), (12, 5), (13, 6)]
    assert [places(3, kind) for kind in TYPES] == [
        (16, 8, 1), (17, 9, 2), (18, 10, 3), (19, 11, 4), (20, 12, 5), (21, 13, 6)]  # fmt: skip


@pytest.mark.parametrize(
    ("round_", "kind", "counts", "expected"),
    [
        (3, "tower", (4, 4, 2), [17, 17, 6]),  # E19
        (2, "tower", (3, 3, 1), [9, 9, 0]),
        (1, "tower", (2, 2, 0), [3, 3, 0]),
        (1, "pavilion", (1, 1, 0), [0, 0, 0]),
        (3, "garden", (5, 3, 3), [20, 8, 8]),
        (3, "arcades", (2, 2, 2), [10, 10, 10]),
        (3, "pavilion", (1, 1, 1, 1), [6, 6, 6, 6]),
        (2, "tower", (1, 1, 1, 1), [4, 4, 4, 4]),
        (2, "seraglio", (2, 1, 1), [9, 1, 1]),
        (2, "pavilion", (2, 1, 1), [8, 0, 0]),
        (3, "chambers", (1, 0, 0), [19, 0, 0]),
        (3, "chambers", (0, 0), [0, 0]),
        (3, "tower", (6, 5, 4, 3, 2, 1), [21, 13, 6, 0, 0, 0]),
        (3, "tower", (1, 2, 3), [6, 13, 21]),
        (3, "tower", (3, 2, 2, 2), [21, 6, 6, 6]),  # 13 + 6 for three, 19 // 3
    ],
)
def test_worked_values(round_, kind, counts, expected):
    assert points(round_, kind, *counts) == expected


def test_shares_say_place_and_who_is_tied():
    found = shares(3, "garden", {"ana": 3, "ben": 0, "cid": 5, "dora": 3})
    assert {party: (share.place, share.tied) for party, share in found.items()} == {
        "ana": (2, ("dora",)), "cid": (1, ()), "dora": (2, ("ana",))}  # fmt: skip


def test_points_by_party_and_type():
    having = {"ana": {"tower": 2, "garden": 1}, "ben": {"tower": 2}, "dirk": {"garden": 3}}
    assert majority_points(1, having) == {"ana": {"tower": 3}, "ben": {"tower": 3}, "dirk": {"garden": 5}}
    assert majority_points(2, having) == {
        "ana": {"garden": 5, "tower": 9}, "ben": {"tower": 9}, "dirk": {"garden": 12}}  # fmt: skip
