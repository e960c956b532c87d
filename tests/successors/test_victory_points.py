"""Victory points (section 3): every source, and what prevents it."""

import pytest

from models.successors.victory_points import fleet_rule
from tests.successors.tables import choose, ledger, small_map, table, totals

ASIA = small_map(
    {"phrygia": 3, "hellespontine-phrygia": 2, "syria": 5, "babylonia": 4, "straits": 0},
    {
        "kelainai": ("major", "phrygia", {}),
        "daskyleion": ("major", "hellespontine-phrygia", {}),
        "damaskos": ("major", "syria", {}),
        "babylon": ("major", "babylonia", {}),
        **{f"h{at}": ("minor", "straits", {"port": True, "hellespont": True}) for at in range(5)},
    },
)
PORTS = [f"h{at}" for at in range(5)]


def vp(players, board=ASIA, given=None, **readings):
    found = ledger(table(board, players, **(given or {})), board, **readings)
    return [(player, amount, rule, subject) for player, track, amount, rule, subject in found if track == "vp"]


def two(**ana):
    return {"ana": ana, "ben": {}}


def test_provinces_in_the_order_of_the_map():
    assert vp({"ana": {"control": ["babylon", "kelainai"]}, "ben": {"control": ["damaskos"]}}) == [
        ("ana", 3, "3-1", "phrygia"),
        ("ana", 4, "3-1", "babylonia"),
        ("ben", 5, "3-1", "syria"),
    ]


def test_lord_of_asia_takes_all_three():
    assert ("ana", 4, "3-2", "lord-of-asia") in vp(two(control=["kelainai", "damaskos", "babylon"]))
    for missing in ("kelainai", "damaskos", "babylon"):
        others = [city for city in ("kelainai", "damaskos", "babylon") if city != missing]
        assert not [entry for entry in vp(two(control=others)) if entry[2] == "3-2"]


def test_which_phrygia():
    lesser = two(control=["daskyleion", "damaskos", "babylon"])
    assert not [entry for entry in vp(lesser) if entry[2] == "3-2"]
    assert [entry for entry in vp(lesser, lord_of_asia_phrygia="hellespontine") if entry[2] == "3-2"]
    larger = two(control=["kelainai", "damaskos", "babylon"])
    assert not [entry for entry in vp(larger, lord_of_asia_phrygia="hellespontine") if entry[2] == "3-2"]
    both = two(control=["kelainai", "daskyleion", "damaskos", "babylon"])
    assert [entry for entry in vp(both, lord_of_asia_phrygia="hellespontine") if entry[2] == "3-2"]


@pytest.mark.parametrize(
    ("fleets", "rules"),
    [
        ({"ana": {}, "ben": {}}, [None, None]),
        ({"ana": {"fleets": [2]}, "ben": {"fleets": [1]}}, ["3-4", None]),
        ({"ana": {"fleets": [2]}, "ben": {"fleets": [1, 1]}}, ["3-4", "3-4"]),
        ({"ana": {"fleets": [3]}, "ben": {"fleets": [2]}}, ["3-3", None]),
        ({"ana": {"fleets": [2], "scattered_fleets": [1]}, "ben": {"fleets": [2]}}, ["3-3", None]),
        ({"ana": {"fleets": [4, 3]}, "ben": {"fleets": [7]}, "cara": {"fleets": [5]}}, ["3-6", "3-6", None]),
        ({"ana": {"scattered_fleets": [3]}, "ben": {}}, ["3-3", None]),
    ],
)
def test_largest_fleet(fleets, rules):
    position = table(ASIA, fleets)
    assert [fleet_rule(position, name, choose()) for name in fleets] == rules
    amounts = {"3-3": 3, "3-4": 0, "3-6": 0}
    assert vp(fleets) == [
        (name, amounts[rule], rule, "largest-fleet") for name, rule in zip(fleets, rules, strict=True) if rule
    ]


def test_fleets_of_the_independents():
    players = two(fleets=[4])
    for grey, expected in (([3], "3-3"), ([2, 2], "3-6"), ([9], "3-6")):
        position = table(ASIA, players, independent_fleets=grey)
        assert fleet_rule(position, "ana", choose()) == "3-3"
        assert fleet_rule(position, "ana", choose(independent_fleets="count")) == expected


def test_hellespont_takes_five_markers():
    """An own army in the fifth port is no control (1-5)."""
    assert vp(two(control=PORTS)) == [("ana", 0, "3-1", "straits"), ("ana", 2, "3-7", "hellespont")]
    four = two(control=PORTS[:4], armies=[{"at": "h4", "units": {"loyal": 5}}])
    assert not [entry for entry in vp(four) if entry[2] == "3-7"]
    assert vp({"ana": {"control": PORTS[:4]}, "ben": {"control": PORTS[4:]}}) == [("ana", 0, "3-1", "straits")]
    no_ports = small_map({"p": 1}, {"a": ("major", "p", {})})
    assert vp({"ana": {}, "ben": {}}, no_ports) == []


def capitals(players, founded, **readings):
    return [entry[1:] for entry in vp(players, given={"capitals": founded}, **readings) if entry[2] in ("3-8", "3-9")]


def test_capitals():
    one = {"kelainai": "ana"}
    assert capitals(two(control=["kelainai"]), one) == [(2, "3-8", "kelainai")]
    assert capitals(two(), one) == []
    own_and_captured = {"kelainai": "ana", "damaskos": "ben", "babylon": "ben"}
    assert capitals(two(control=["kelainai", "damaskos", "babylon"]), own_and_captured) == [
        (2, "3-8", "kelainai"),
        (1, "3-9", "damaskos"),
        (1, "3-9", "babylon"),
    ]


def test_several_own_capitals():
    founded = {"kelainai": "ana", "babylon": "ana"}
    players = two(control=["kelainai", "babylon"])
    assert capitals(players, founded) == [(2, "3-8", "kelainai")]
    assert capitals(players, founded, capital_count="each") == [(2, "3-8", "kelainai"), (2, "3-8", "babylon")]


def test_captured_and_lost():
    players = {"ana": {"captured": ["damaskos"]}, "ben": {"control": ["damaskos"]}}
    founded = {"damaskos": "ben"}
    assert capitals(players, founded) == [(2, "3-8", "damaskos")]  # ben's own
    assert capitals(players, founded, captured_capitals="forever") == [(1, "3-9", "damaskos"), (2, "3-8", "damaskos")]
    held = {"ana": {"captured": ["damaskos"], "control": ["damaskos"]}, "ben": {}}
    assert capitals(held, founded, captured_capitals="forever") == [(1, "3-9", "damaskos")]  # once


def test_a_captured_capital_alone():
    players = two(control=["damaskos"])
    assert capitals(players, {"damaskos": "ben"}) == [(1, "3-9", "damaskos")]
    both = [(2, "3-8", "damaskos"), (1, "3-9", "damaskos")]
    assert capitals(players, {"damaskos": "ben"}, captured_alone="scores") == both


def test_all_together():
    """3 + 5 + 4 = 12; 4, 3, 2 for the titles; 2 + 1 for capitals: 24."""
    ana = {"control": ["kelainai", "damaskos", "babylon", *PORTS], "fleets": [5]}
    given = {"capitals": {"kelainai": "ana", "babylon": "ben"}}
    assert totals(table(ASIA, {"ana": ana, "ben": {"fleets": [4]}}, **given), ASIA)["ana"][0] == 24
