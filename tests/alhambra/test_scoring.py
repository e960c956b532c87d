"""The scoring of a round: which entries stand in the ledger, under which rules, and how ties are told."""

import pytest

from models.alhambra.position import Position
from models.alhambra.scoring import score_round
from models.documents import Source, validate
from tests.alhambra.layouts import E1, SUPPLY, rulings


def score(position, **chosen):
    read = validate(Position, Source(position))
    readings = rulings(**chosen)
    assert list(read.problems(SUPPLY, readings)) == []
    return score_round(read, SUPPLY, readings)


def entries(ledger):
    return [(entry.player, entry.amount, entry.rule, entry.subject) for entry in ledger]


ANA = {"layout": "fountain arcades10 arcades8-n"}


@pytest.mark.parametrize(("round_", "first", "second"), [(1, 1, 1), (2, 6, 6), (3, 14, 14)])
def test_majorities_are_those_of_the_round(round_, first, second):
    ben = {"layout": "fountain arcades9 arcades6-ne"}
    ledger = score({"round": round_, "players": {"ana": ANA, "ben": ben}})
    rule = f"B5-{round_}"
    assert entries(ledger) == [
        ("ana", first, rule, "arcades"),
        ("ben", second, rule, "arcades"),
        ("ana", 1, "B6-1", "arcades8-n"),
        ("ben", 2, "B6-1", "arcades6-ne"),
    ]
    assert ledger.entries[0].note == "2 of them, first to second, shared with ben (B5-5)"


def test_nothing_for_a_place_beyond_the_table_is_told():
    ben = {"layout": "fountain arcades9"}
    ledger = score({"round": 1, "players": {"ana": ANA, "ben": ben}})
    assert entries(ledger)[:2] == [("ana", 3, "B5-1", "arcades"), ("ben", 0, "B5-1", "arcades")]
    assert ledger.entries[0].note == "2 of them, first"
    assert ledger.entries[1].note == "1 of them, second: scoring 1 has no points for that"


def test_the_third_party_takes_places_and_has_no_score():
    players = {"ana": {"layout": "fountain tower12"}, "ben": {"layout": "fountain garden11"}}
    alone = score({"round": 2, "players": players})
    assert entries(alone) == [("ben", 12, "B5-2", "garden"), ("ana", 13, "B5-2", "tower")]
    ledger = score({"round": 2, "players": players, "neutral": ["tower11-open", "tower13", "garden12"]})
    assert entries(ledger) == [("ben", 8, "B5-2", "garden"), ("ana", 6, "B5-2", "tower")]
    assert "shared with the third party" in ledger.entries[0].note


def test_tiles_kept_aside_score_nothing():
    kept = {"ana": {**ANA, "reserve": ["tower12", "garden10-n"], "bought": ["tower13"]}}
    assert entries(score({"round": 3, "players": kept})) == entries(score({"round": 3, "players": {"ana": ANA}}))


def test_missions_and_treasures_wait_for_the_last_scoring():
    position = {
        "modules": ["guidelines", "treasures"],
        "missions": ["path", "rows"],
        "players": {"ana": {**ANA, "treasures": [5, 2]}, "ben": {"layout": "fountain", "treasures": []}},
    }
    early = score({**position, "round": 2})
    assert {entry.rule for entry in early} == {"B5-2", "B6-1"}
    late = score({**position, "round": 3})
    assert entries(late) == [
        ("ana", 18, "B5-3", "arcades"),
        ("ana", 1, "B6-1", "arcades8-n"),
        ("ana", 2, "G-8", "arcades10-open + arcades8-n"),
        ("ana", 3, "G-1", "fountain + arcades10-open + arcades8-n"),
        ("ana", 2, "T-5", "treasure 2"),
        ("ana", 5, "T-5", "treasure 5"),
    ]
    assert late.totals(["ana", "ben"])["ben"] == {"points": 0}


def test_all_treasures_are_held_where_none_is_named():
    ledger = score({"round": 3, "modules": ["treasures"], "players": {"ana": {}}})
    assert [entry.amount for entry in ledger] == [1, 2, 3, 4, 5]
    assert entries(score({"round": 3, "players": {"ana": {}}})) == []


def test_a_wall_all_the_way_round():
    position = {"round": 1, "players": {"ana": {"layout": [one.model_dump(mode="json") for one in E1.placed]}}}
    tiles = "pavilion2-new + chambers5-nsw + arcades4-nes + seraglio3-esw"
    assert entries(score(position))[-1] == ("ana", 12, "B6-1", tiles)
    assert entries(score(position, closed_outline="one-less"))[-1] == ("ana", 11, "B6-1", tiles)
    assert score(position).entries[-1].note == "longest wall, all the way round (B6-5)"
