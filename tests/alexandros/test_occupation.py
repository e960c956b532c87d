"""Occupying, taking over, removing: governors against cards, who gets what, what cannot be done."""

import random
from itertools import product

import pytest

from models.alexandros.board import SYMBOLS
from models.alexandros.occupation import fewest_governors, occupy, remaining, remove, usual_gift
from models.alexandros.provinces import Province, provinces
from models.errors import dotted
from tests.alexandros.tables import action, choose, draw, table, wall

TTH = draw(["A|TTH..."])
"""One province: temples on A0 and A1, a horse on A2, three blanks."""
TWO = draw(["A|TT.HOL.."])
"""With a wall b3-a4 between A2 and A3: temples and a blank; horse, hoplite, lyre and two blanks."""
PART = "b3-a4"


def told(done):
    return [(breach.rule, dotted(breach.path)) for breach in done.breaches]


def ana(hand=None, governors=(), **more):
    return {"ana": {"hand": hand or {}, "governors": list(governors)}, "ben": {}, **more}


def place(board, position, rulings=None, *, name="ana", **given):
    return occupy(board, position, name, action(**given), rulings or choose())


@pytest.mark.parametrize(
    ("hand", "placed", "cards"),
    [
        ({"temple": 1}, ["A0", "A2"], {"temple": 1}),
        ({"temple": 1, "horse": 1}, ["A0"], {"temple": 1, "horse": 1}),
        ({"temple": 2, "horse": 1}, ["A2"], {"temple": 2}),
        ({}, ["A0", "A1", "A2"], {}),
    ],
)
def test_b9_cards_and_governors_for_temple_temple_horse(hand, placed, cards):
    position = table(TTH, players=ana(hand))
    done = place(TTH, position, occupy=placed)
    assert (told(done), done.cards, done.used) == ([], cards, cards)
    (province,) = provinces(TTH, position.walled, choose())
    assert fewest_governors(province, hand, choose()) == len(placed)
    after = done.position
    assert after.players["ana"].governors == tuple(placed)
    assert after.discards == cards
    assert {card: count for card, count in hand.items() if count > cards.get(card, 0)} == {
        card: count + cards.get(card, 0) for card, count in after.players["ana"].hand.items()
    }


def test_cards_that_lack_are_named():
    position = table(TTH, players=ana({"temple": 1}))
    assert told(place(TTH, position, occupy="A2")) == [("5-4", "occupy")]
    assert told(place(TTH, position, occupy="A0")) == [("5-4", "occupy")]
    assert place(TTH, position, occupy="A0").position is position


def test_one_card_for_each_kind_is_another_reading():
    position = table(TTH, players=ana({"temple": 1}))
    kind = choose(payment="kind")
    done = place(TTH, position, kind, occupy="A2")
    assert (told(done), done.cards) == ([], {"temple": 1})
    (province,) = provinces(TTH, position.walled, kind)
    assert remaining(province, ("A0",), kind) == {"temple": 1, "horse": 1}
    assert fewest_governors(province, {"temple": 1}, kind) == 1
    assert fewest_governors(province, {}, kind) == 3


def test_more_governors_than_needed():
    position = table(TTH, players=ana({"temple": 1, "horse": 1}))
    assert told(place(TTH, position, occupy=["A0", "A2"])) == []
    assert told(place(TTH, position, choose(extra_governors="needed"), occupy=["A0", "A2"])) == [("5-5", "occupy")]
    lacking = table(TTH, players=ana({"temple": 1}))
    assert told(place(TTH, lacking, choose(extra_governors="needed"), occupy=["A0", "A2"])) == []


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (["A2"], [("5-4", "occupy[0]")]),
        (["A0", "A0"], [("5-4", "occupy[1]")]),
        (["A0", "A3"], [("5-3", "occupy[1]")]),
        (["A0", "A77"], [("F-7", "occupy[1]")]),
        (["A0", "A2"], [("5-4", "occupy[1]")]),
    ],
)
def test_where_no_governor_can_be_placed(placed, expected):
    position = table(TWO, walls=[PART], players=ana({"temple": 2}))
    assert told(place(TWO, position, occupy=placed)) == expected


def test_no_province_no_symbol():
    board = draw(["A|T......."], open=["a0-a2"])
    position = table(board, walls=["a4-b5"])
    assert told(place(board, position, occupy="A0")) == [("4-6", "occupy[0]")]
    assert told(place(board, position, occupy="A5")) == [("F-10", "occupy[0]")]


def test_four_governors_at_most():
    board = draw(["A|TT.TTTT.."])
    position = table(board, walls=[PART], players=ana(governors=["A3", "A4", "A5"]))
    assert told(place(board, position, occupy=["A0", "A1"])) == [("F-9", "occupy")]


def test_a_province_of_ones_own():
    position = table(TTH, players=ana(governors=["A0"]))
    assert told(place(TTH, position, occupy="A1")) == [("5-3", "occupy")]
    more = choose(own_province="reinforce")
    done = place(TTH, position, more, occupy="A1")
    assert (told(done), done.used, done.position.players["ana"].governors) == ([], {}, ("A0", "A1"))
    assert told(place(TTH, position, more, occupy=["A0", "A1"])) == [("5-4", "occupy[0]")]


def test_the_cut_off_part_can_be_occupied():
    """F-8: a wall divides ana's province; the part without her governor is free."""
    position = table(
        TWO, walls=[PART], players={"ana": {"governors": ["A0"]}, "ben": {"hand": {"horse": 1, "lyre": 1}}}
    )
    done = place(TWO, position, name="ben", occupy="A4")
    assert (told(done), done.loser, done.cards) == ([], None, {"horse": 1, "lyre": 1})


def test_a_takeover_is_two_cards_then_an_occupation():
    players = {"ana": {"hand": {"horse": 3, "hoplite": 1, "lyre": 1}}, "ben": {"governors": ["A3"]}}
    position = table(TWO, walls=[PART], players=players)
    done = place(TWO, position, occupy="A4")
    # 2 horses eject; a governor on the hoplite, horse and lyre are paid: k = 1, n = 3, g = 1 makes 2 + 3 - 1 = 4 cards.
    assert told(done) == []
    assert (done.loser, done.ejected, done.ejection, done.cards) == (
        "ben", ("A3",), {"horse": 2}, {"horse": 1, "lyre": 1}
    )  # fmt: skip
    # ben gets half of the four cards, the first two of the text's order.
    assert done.gets == {"horse": 2}
    after = done.position
    assert after.players["ben"].governors == ()
    assert after.players["ben"].hand == {"horse": 2}
    assert after.players["ana"].hand == {"hoplite": 1}
    assert after.discards == {"horse": 1, "lyre": 1}


def test_a_takeover_may_use_the_triangle_of_the_ejected():
    players = {"ana": {"hand": {"horse": 2, "lyre": 1, "hoplite": 1}}, "ben": {"governors": ["A3"]}}
    done = place(TWO, table(TWO, walls=[PART], players=players), occupy="A3", gives={"lyre": 1, "hoplite": 1})
    assert (told(done), done.gets) == ([], {"lyre": 1, "hoplite": 1})


def test_ejecting_takes_its_two_cards_first():
    players = {"ana": {"hand": {"horse": 1, "lyre": 1, "hoplite": 1}}, "ben": {"governors": ["A3"]}}
    position = table(TWO, walls=[PART], players=players)
    assert told(place(TWO, position, occupy="A3")) == [("5-6", "occupy")]
    players["ana"]["hand"]["horse"] = 2
    position = table(TWO, walls=[PART], players=players)
    assert told(place(TWO, position, occupy="A4")) == [("5-4", "occupy")]


@pytest.mark.parametrize(
    ("gives", "expected"),
    [
        ({"horse": 2}, []),
        ({"lyre": 1, "horse": 1}, []),
        ({"horse": 1}, [("F-11", "gives")]),
        ({"horse": 3}, [("F-11", "gives")]),
        ({"lyre": 2}, [("F-11", "gives.lyre")]),
        ({"hoplite": 1, "horse": 1}, [("F-11", "gives.hoplite")]),
    ],
)
def test_the_loser_gets_half_of_the_cards_used(gives, expected):
    players = {"ana": {"hand": {"horse": 3, "lyre": 1, "hoplite": 1}}, "ben": {"governors": ["A3"]}}
    position = table(TWO, walls=[PART], players=players)
    assert told(place(TWO, position, occupy="A4", gives=gives)) == expected


def test_an_odd_number_is_rounded_up():
    players = {"ana": {"hand": {"horse": 2, "lyre": 1}}, "ben": {"governors": ["A3"]}}
    position = table(TWO, walls=[PART], players=players)
    done = place(TWO, position, occupy=["A3", "A4"])
    assert (sum(done.used.values()), sum(done.gets.values())) == (3, 2)
    ejection = place(TWO, position, choose(compensation_base="ejection"), occupy=["A3", "A4"])
    assert ejection.gets == {"horse": 1}
    none = place(TWO, position, choose(compensation="none"), occupy=["A3", "A4"])
    assert (none.gets, none.position.players["ben"].hand) == ({}, {})
    given = place(TWO, position, choose(compensation="none"), occupy=["A3", "A4"], gives={"horse": 1})
    assert told(given) == [("F-11", "gives"), ("F-11", "gives.horse")]


def test_nobody_gets_cards_for_an_empty_province():
    position = table(TTH, players=ana({"temple": 1, "horse": 1}))
    assert told(place(TTH, position, occupy="A0", gives={"temple": 1})) == [("F-11", "gives")]


def test_several_governors_are_ejected_each_or_at_once():
    players = {"ana": {"hand": {"horse": 2, "hoplite": 2, "lyre": 2}}, "ben": {"governors": ["A3", "A4"]}}
    position = table(TWO, walls=[PART], players=players)
    each = place(TWO, position, occupy=["A3", "A4"])
    assert (told(each), each.ejection, each.cards) == ([], {"horse": 2, "hoplite": 2}, {"lyre": 1})
    once = choose(ejection="once")
    assert place(TWO, position, once, occupy=["A3", "A4"]).ejection == {"horse": 2}
    assert place(TWO, position, once, occupy=["A3", "A4"], ejects="A4").ejection == {"hoplite": 2}
    assert told(place(TWO, position, once, occupy=["A3", "A4"], ejects="A5")) == [("5-6", "ejects")]


def test_usual_gift_follows_the_order_of_the_text():
    assert usual_gift(3, {"hoplite": 2, "temple": 1, "lyre": 1}) == {"temple": 1, "lyre": 1, "hoplite": 1}
    assert usual_gift(0, {"temple": 1}) == {}


def test_removing_costs_no_card():
    position = table(TTH, players=ana(governors=["A0", "A2"]))

    def removed(places, name="ana", **readings):
        after, breaches = remove(position, name, places, choose(**readings))
        wrong = [(breach.rule, dotted(breach.path)) for breach in breaches]
        return wrong or after.players[name].governors

    assert removed(("A0",)) == ("A2",)
    assert removed(("A0", "A2")) == [("5-12", "remove")]
    assert removed(("A0", "A2"), removal="any") == ()
    assert removed(("A1",)) == [("5-12", "remove[0]")]
    assert removed(("A0",), name="ben") == [("5-12", "remove[0]")]
    assert removed(("A0", "A0"), removal="any") == [("5-12", "remove[1]")]


def test_the_fewest_governors_by_trying_all_places():
    chance = random.Random(5)
    for _ in range(60):
        land = "".join(chance.choice("TAHLO.") for _ in range(6)) + "T"
        board = draw([f"A|{land}"])
        hand = {symbol: count for symbol in SYMBOLS if (count := chance.randint(0, 2))}
        province = Province.of(board, board.triangles)
        carrying = list(province.symbols)
        for reading in ("triangle", "kind"):
            rulings = choose(payment=reading)
            payable = [
                sum(choice)
                for choice in product((False, True), repeat=len(carrying))
                if any(choice)
                and all(
                    count <= hand.get(symbol, 0)
                    for symbol, count in remaining(
                        province, [name for name, stands in zip(carrying, choice, strict=True) if stands], rulings
                    ).items()
                )
            ]
            assert fewest_governors(province, hand, rulings) == min(payable)


def test_a_wall_counts_before_an_occupation():
    assert [p.counts for p in provinces(TWO, wall(PART), choose())] == [
        {"temple": 2}, {"horse": 1, "lyre": 1, "hoplite": 1},
    ]  # fmt: skip
