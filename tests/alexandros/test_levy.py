"""The levy: who pays, to whom, for how much, and when a levy ends the game."""

import pytest

from models.alexandros.levy import full, levied, levy_breaches, levy_entries
from models.alexandros.occupation import remove
from models.errors import dotted
from tests.alexandros.tables import choose, draw, table

XYZ = draw(["A|O........L....HT........"])
"""X: A0 to A8, 8 blanks and a hoplite.  Y: A9 to A13, 4 blanks and a lyre.  Z: A14 to A23, 8 blanks, horse, temple."""
WALLS = ["a10-b9", "a14-b15"]
RED = {"governors": ["A0", "A9", "A14", "A15"], "hand": {"hoplite": 1, "horse": 1, "temple": 1}}


def levy(board, position, card, name="ana", **readings):
    return levy_entries(board, position, name, card, choose(**readings))


def rows(ledger):
    return [(entry.player, entry.amount, entry.rule, entry.subject) for entry in ledger]


def red_table():
    return table(XYZ, walls=WALLS, players={"ana": RED, "ben": {}})


def test_b8_hoplite_pays_8_or_12():
    position = red_table()
    assert list(levy_breaches(XYZ, position, "ana", "hoplite")) == []
    assert rows(levy(XYZ, position, "hoplite")) == [
        ("ana", 8, "5-11", "A0"),
        ("ana", 0, "5-9", "A9"),
        ("ana", 0, "5-8", "A14"),
    ]
    assert levy(XYZ, position, "hoplite", levy_filter="all").total("ana") == 12


def test_b8_the_key_may_come_from_a_province_with_two_governors():
    position = red_table()
    assert list(levy_breaches(XYZ, position, "ana", "horse")) == []
    assert levy(XYZ, position, "horse").total("ana") == 0
    assert levy(XYZ, position, "horse", levy_filter="all").total("ana") == 12


def test_a_card_that_matches_no_own_governor():
    position = table(XYZ, walls=WALLS, players={"ana": {"governors": ["A0"], "hand": {"lyre": 1}}, "ben": {}})
    wrong = [(breach.rule, dotted(breach.path)) for breach in levy_breaches(XYZ, position, "ana", "lyre")]
    assert wrong == [("5-7", "levy")]
    assert [breach.message for breach in levy_breaches(XYZ, position, "ana", "hoplite")] == ["ana holds no hoplite"]


def test_a_levy_pays_everybody_the_levier_first_then_clockwise():
    players = {
        "ana": {"governors": ["A0"]},
        "ben": {"governors": ["A9"], "hand": {"lyre": 1}},
        "eva": {"governors": ["A14"]},
    }
    position = table(XYZ, walls=WALLS, players=players)
    assert [entry.player for entry in levy(XYZ, position, "lyre", "ben", levy_filter="all")] == ["ben", "eva", "ana"]
    ledger = levy(XYZ, position, "lyre", "ben")
    assert rows(ledger) == [("ben", 4, "5-11", "A9"), ("eva", 0, "5-9", "A14"), ("ana", 0, "5-9", "A0")]
    after = levied(position, "ben", "lyre", ledger)
    assert {name: state.points for name, state in after.players.items()} == {"ana": 0, "ben": 4, "eva": 0}
    assert (after.players["ben"].hand, after.discards) == ({}, {"lyre": 1})


def test_a_province_without_a_blank_pays_nothing_and_is_legal():
    board = draw(["A|TH"])
    position = table(board, players={"ana": {"governors": ["A0"], "hand": {"temple": 1}}, "ben": {}})
    assert rows(levy(board, position, "temple")) == [("ana", 0, "5-11", "A0")]


def test_two_governors_become_two_paying_ones_when_a_wall_parts_them():
    board = draw(["A|T...T.."])
    players = {"ana": {"governors": ["A0", "A4"], "hand": {"temple": 1}}, "ben": {}}
    assert levy(board, table(board, players=players), "temple").total("ana") == 0
    divided = table(board, walls=["a2-b3"], players=players)
    assert rows(levy(board, divided, "temple")) == [("ana", 1, "5-11", "A0"), ("ana", 4, "5-11", "A4")]


def test_b15_removing_one_first_pays_9():
    board = draw(["A|T.....H...."])
    players = {"ana": {"governors": ["A0", "A6"], "hand": {"temple": 1}}, "ben": {}}
    position = table(board, players=players)
    assert levy(board, position, "temple").total("ana") == 0
    after, _ = remove(position, "ana", ("A6",), choose())
    assert levy(board, after, "temple").total("ana") == 9


def test_a_governor_in_no_province_gets_nothing():
    board = draw(["A|T.....H...."], open=["a0-a2"])
    position = table(board, players={"ana": {"governors": ["A0"], "hand": {"temple": 1}}, "ben": {}})
    assert rows(levy(board, position, "temple")) == [("ana", 0, "4-6", "A0")]


@pytest.mark.parametrize(("points", "reach", "exceed"), [(99, False, False), (100, True, False), (101, True, True)])
def test_the_points_that_end_the_game(points, reach, exceed):
    position = table(XYZ, players={"ana": {"points": 3}, "ben": {"points": points}})
    assert full(position, choose()) is reach
    assert full(position, choose(threshold="exceed")) is exceed


def test_rulings_are_consulted_only_where_they_decide():
    rulings = choose()
    position = table(XYZ, walls=WALLS, players={"ana": {"governors": ["A0"], "hand": {"hoplite": 1}}, "ben": {}})
    levy_entries(XYZ, position, "ana", "hoplite", rulings)
    assert rulings.consulted() == {"rim": "coast"}
    full(position, rulings)
    assert "threshold" not in rulings.consulted()
