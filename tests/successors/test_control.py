"""Control of spaces and provinces (section 1, F-1), with each reading."""

import pytest

from models.successors.control import controlled_provinces
from tests.successors.tables import choose, small_map, table

LANDS = small_map(
    {"syria": 5, "lycia": 1, "egypt": 6, "pass": 1},
    {
        "damaskos": ("major", "syria", {}),
        "hamath": ("minor", "syria", {}),
        "beroia": ("minor", "syria", {}),
        "thapsakos": ("fortress", "syria", {}),
        "emesa": ("minor", "syria", {}),
        "xanthos": ("minor", "lycia", {}),
        "pisidai": ("fortress", "lycia", {}),
        "phaselis": ("minor", "lycia", {}),
        "alexandria": ("major", "egypt", {}),
        "memphis": ("major", "egypt", {}),
        "pelusion": ("fortress", "egypt", {}),
        "city": ("major", "pass", {}),
        "gates": ("transit", "pass", {}),
    },
)
CITY, REST = "damaskos", ["hamath", "beroia", "thapsakos", "emesa"]


def owners(ana, ben=(), independents=(), **readings):
    position = table(
        LANDS, {"ana": {"control": list(ana)}, "ben": {"control": list(ben)}}, independents=list(independents)
    )
    rulings = choose(**readings)
    return controlled_provinces(LANDS, position, rulings), sorted(rulings.consulted())


@pytest.mark.parametrize(
    ("ana", "majority", "every", "city"),
    [
        ([], None, None, None),
        ([CITY], None, None, "ana"),
        ([CITY, *REST[:1]], None, None, "ana"),  # 2 of 5
        ([CITY, *REST[:2]], "ana", None, "ana"),  # 3 of 5
        (REST, None, None, None),  # 4 of 5, without the city
        ([CITY, *REST], "ana", "ana", "ana"),
    ],
)
def test_a_province_with_one_city(ana, majority, every, city):
    assert owners(ana)[0]["syria"] == majority
    assert owners(ana, province_control="all")[0]["syria"] == every
    assert owners(ana, province_control="city")[0]["syria"] == city


def test_the_reading_is_consulted_only_where_it_matters():
    assert owners([])[1] == []
    assert owners([CITY, *REST])[1] == []
    assert owners(REST)[1] == []
    assert owners([CITY, *REST[:2]])[1] == ["province-control"]


def test_an_independent_marker_and_an_empty_space_are_nobodys():
    assert owners([CITY, *REST[:1]], independents=REST[1:])[0]["syria"] is None
    assert owners([CITY, *REST[:2]], independents=REST[2:])[0]["syria"] == "ana"


def test_a_province_without_a_city_takes_a_majority():
    """2 of 3 are more than half; half would not do."""
    assert owners(["xanthos", "pisidai"], ["phaselis"])[0]["lycia"] == "ana"
    assert owners(["xanthos"])[0]["lycia"] is None
    assert owners(["xanthos", "pisidai"], province_control="city")[0]["lycia"] == "ana"
    assert owners(["xanthos", "pisidai"], province_control="all")[0]["lycia"] is None


def test_two_cities():
    one = ["alexandria", "pelusion"]
    assert owners(one, ["memphis"]) == (
        {"syria": None, "lycia": None, "egypt": None, "pass": None},
        ["several-cities"],
    )
    assert owners(one, ["memphis"], several_cities="any")[0]["egypt"] == "ana"
    assert owners([*one, "memphis"])[0]["egypt"] == "ana"


def test_two_who_hold_a_city_each_where_one_city_is_enough():
    """By the city alone both would control Egypt, so neither does."""
    readings = {"province_control": "city", "several_cities": "any"}
    assert owners(["alexandria"], ["memphis"], **readings)[0]["egypt"] is None
    assert owners(["alexandria"], **readings)[0]["egypt"] == "ana"


def test_transit_points():
    """1 space that can be marked and 1 that cannot: 1 of 1, or 1 of 2, which is no majority."""
    assert owners(["city"])[0]["pass"] == "ana"
    assert owners(["city"])[1] == ["transit-in-majority"]
    assert owners(["city"], transit_in_majority="count")[0]["pass"] is None
    assert owners(["city"], transit_in_majority="count", province_control="all")[0]["pass"] == "ana"
