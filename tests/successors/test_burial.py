"""The burial of Alexander (section 6): each condition, the turns, what it brings, and when the cart is lost."""

import pytest

from models.successors.burial import burial_breaches
from tests.successors.tables import TALLY, broken, choose, play, table

FORAGE = {"segment": "forage", "active": "ana"}


def why(name="ana", players=None, cart=None, readings=None, **given):
    cart = cart or {"at": "babylon", "player": "ana"}
    position = table(players=players, cart=cart, **{**FORAGE, **given})
    return [breach.rule for breach in burial_breaches(TALLY, position, name, ("bury",), choose(**(readings or {})))]


def test_all_conditions_met():
    assert why() == []
    assert why(turn=3) == []
    assert why(segment=None, active=None, phase="end", turn=3) == []
    assert why(players={"ana": {}, "ben": {"control": ["babylon"]}}) == []  # whose city does not matter


def test_each_condition_alone():
    assert why(cart={"at": "babylon", "player": "ben"}) == ["6-4"]
    assert why(cart={"at": "babylon"}) == ["6-4"]
    assert why(cart={"at": "opis", "player": "ana"}) == ["6-5"]
    assert why(cart={"at": "gates", "player": "ana"}) == ["6-5"]
    assert why(players={"ana": {}, "ben": {"armies": [{"at": "babylon", "units": {"mercenary": 1}}]}}) == ["6-6"]
    assert why(turn=1) == ["6-7"]
    assert why(turn=4, phase="preparations", segment=None, active=None) == ["6-7", "6-8"]
    assert why(active="ben") == ["6-8"]
    assert why(segment="activation") == ["6-8"]
    assert why(segment=None, active=None) == ["6-8"]


def test_all_conditions_fail_together():
    players = {"ana": {}, "ben": {"armies": [{"at": "opis", "units": {"royal": 1}}]}}
    assert why(cart={"at": "opis"}, players=players, turn=1, segment="tyche") == ["6-4", "6-5", "6-6", "6-7", "6-8"]


def test_who_stands_in_the_way():
    general = {"ana": {}, "ben": {"generals": {"krateros": {"at": "babylon"}}, "armies": [{"at": "babylon"}]}}
    assert why(players=general) == []
    own = {"ana": {"armies": [{"at": "babylon", "units": {"loyal": 4}}]}, "ben": {}}
    assert why(players=own) == []
    elsewhere = {"ana": {}, "ben": {"armies": [{"at": "pella", "units": {"loyal": 4}}]}}
    assert why(players=elsewhere) == []
    assert why(independent_units={"babylon": 1}) == ["6-6"]
    assert why(independent_units={"babylon": 1}, readings={"burial_blockers": "players"}) == []
    assert why(independent_units={"pella": 1}) == []
    assert why(independents=["babylon"]) == []  # a marker is no unit


def test_without_a_cart():
    position = table(**FORAGE)
    assert [b.rule for b in burial_breaches(TALLY, position, "ana", ("bury",), choose())] == ["6-4"]


def bury(city, **given):
    return play(table(cart={"at": city, "player": "ana"}, **{**FORAGE, **given}), {"bury": "ana"})


def test_burial_in_pella_wins_at_once():
    """3 + 5 and 10 more are 18."""
    played = bury("pella", players={"ana": {"royals": ["alexandros"]}, "ben": {"control": ["pella"]}})
    assert not broken(played)
    assert (played.after["winners"], played.after["rule"]) == (["ana"], "2A-3")
    assert played.after["tomb"] == {"at": "pella", "buried_by": "ana"}
    assert played.after["cart"] is None
    assert "ana wins with 18 legitimacy (rule 2A-3)" in played.steps[0].lines


def test_burial_elsewhere_pays_whoever_holds_the_city():
    played = bury("babylon", players={"ana": {}, "ben": {"control": ["babylon"]}})
    assert [(e.player, e.amount, e.rule) for e in played.ledger] == [("ben", 2, "6-11")]
    lost = play(
        table(tomb={"at": "babylon", "buried_by": "ana"}, players={"ana": {}, "ben": {"control": ["babylon"]}}),
        {"change": {"control": {"babylon": None}}},
    )
    assert ("ben", -2, "6-11") in [(e.player, e.amount, e.rule) for e in lost.ledger]


def test_a_burial_that_is_not_possible_changes_nothing():
    played = bury("pella", turn=1)
    assert broken(played) == [("6-7", "events[0].bury")]
    assert not played.ledger.entries
    assert played.after["cart"] == {"at": "pella", "player": "ana"}


def test_the_body_does_not_move_in_turn_1():
    move = {"change": {"cart": {"at": "opis", "player": "ben"}}}
    early = play(table(turn=1, cart={"at": "babylon", "player": "ana"}), move)
    assert broken(early) == [("6-1", "events[0].change.cart")]
    assert early.after["cart"] == {"at": "babylon", "player": "ben"}  # who controls it may change
    later = play(table(turn=1, cart={"at": "babylon", "player": "ana"}), {"turn": 2}, move)
    assert later.after["cart"] == {"at": "opis", "player": "ben"}
    assert not broken(later)


@pytest.mark.parametrize(("turn", "there"), [(2, True), (3, True), (4, False)])
def test_the_cart_is_lost_in_turn_4(turn, there):
    played = play(table(turn=turn - 1, phase="end", cart={"at": "pella", "player": "ana"}), {"turn": turn})
    assert (played.after["cart"] is not None) == there


def test_the_tomb_stays():
    played = play(table(turn=3, phase="end", tomb={"at": "pella", "buried_by": "ana"}), {"turn": 4})
    assert played.after["tomb"] == {"at": "pella", "buried_by": "ana"}
