"""The bundled tiles against the checksums of the research notes; ids, short ids, faulty supplies."""

from collections import Counter

import pytest

from models.alhambra.tiles import CURRENCIES, FOUNTAIN, TYPES, Supply
from models.documents import Source, validate
from models.errors import InputError
from tests.alhambra.layouts import DATA, OPEN, SUPPLY

TILES = list(SUPPLY.by_id.values())


def supply(*tiles):
    return validate(Supply, Source({"satrap": 1, "game": "alhambra", "name": "x", "title": "X", "tiles": list(tiles)}))


def faults(*tiles):
    return [(problem.path, problem.message, problem.expected) for problem in supply(*tiles).problems()]


def test_the_bundled_supply_is_sound_and_real():
    assert list(SUPPLY.problems()) == []
    assert not SUPPLY.invented
    assert DATA.stem == SUPPLY.name


def test_checksums():
    assert len(TILES) == 54
    assert sum(tile.price for tile in TILES) == 421
    assert {side: sum(side in tile.walls for tile in TILES) for side in "nesw"} == dict.fromkeys("nesw", 20)
    patterns = Counter(tile.walls for tile in TILES)
    assert patterns == {"": 10, **dict.fromkeys(["n", "e", "s", "w"], 4), **dict.fromkeys(["ne", "es", "sw", "nw"], 5),
                        **dict.fromkeys(["nes", "esw", "nsw", "new"], 2)}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "prices"),
    [
        ("pavilion", [2, 3, 4, 5, 6, 7, 8]),
        ("seraglio", [3, 4, 5, 6, 7, 8, 9]),
        ("arcades", [4, 5, 6, 6, 7, 8, 8, 9, 10]),
        ("chambers", [5, 6, 7, 7, 8, 9, 9, 10, 11]),
        ("garden", [6, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12]),
        ("tower", [7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13]),
    ],
)
def test_prices(kind, prices):
    assert sorted(tile.price for tile in TILES if tile.type == kind) == prices


def test_the_arcades_on_which_sources_differ():
    assert {tile.walls for tile in TILES if tile.name == "arcades8"} == {"n", "e"}


def test_names():
    assert TYPES == ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
    assert CURRENCIES == ("blue", "green", "orange", "yellow")
    assert (FOUNTAIN.price, FOUNTAIN.walls, FOUNTAIN.mask) == (None, "", 0)


def test_full_and_short_ids():
    assert SUPPLY.tile("pavilion2-new") is SUPPLY.tile("pavilion2")
    assert SUPPLY.tile("fountain") is FOUNTAIN
    assert "fountain" not in SUPPLY.by_id
    assert [SUPPLY.tile(tile).walls for tile in OPEN] == [""] * 10
    with pytest.raises(KeyError):
        SUPPLY.tile("garden8")  # three tiles
    with pytest.raises(KeyError):
        SUPPLY.tile("garden13")


def test_what_is_said_of_an_id_that_names_nothing():
    assert SUPPLY.problem("garden12") is None
    several = SUPPLY.problem("garden8", ("at",))
    assert several.path == ("at",)
    assert several.expected == "one of: garden8-ne, garden8-nw, garden8-sw"
    assert SUPPLY.problem("tower13-w").expected.startswith("tower13-e? one of: tower10-w")
    assert SUPPLY.problem("gardn12-s").expected.startswith("one of: garden12-s")
    assert "as in" in SUPPLY.problem("xyz").expected


def test_unpriced_and_other_buildings():
    own = supply({"type": "bath", "walls": "n"}, {"type": "garden", "walls": "ew"})
    assert list(own.by_id) == ["bath-n", "garden-ew"]
    assert own.tile("bath").price is None
    assert list(own.problems()) == []


def test_faulty_supplies():
    assert faults({"type": "gardens", "price": 3}) == [
        (("tiles", 0, "type"), "unknown type “gardens”", "garden? one of: " + ", ".join(sorted(TYPES)))
    ]
    assert faults({"type": "fountain"}, {"type": "a-b", "price": 1}) == [
        (("tiles", 0, "type"), "“fountain” cannot be a type", "a word of letters only"),
        (("tiles", 1, "type"), "“a-b” cannot be a type", "a word of letters only"),
    ]
    twice = {"type": "tower", "price": 3, "walls": "n"}
    assert faults(twice, {"type": "tower", "price": 3}, twice) == [
        (("tiles", 2), "the tile tower3-n stands twice (first at 1)", "tiles that differ")
    ]


def test_walls_are_written_in_one_order():
    with pytest.raises(InputError, match="“wn” is not known here"):
        supply({"type": "tower", "price": 3, "walls": "wn"})
    with pytest.raises(InputError, match="price"):
        supply({"type": "tower", "price": 0})
