"""Changes of a layout: which are allowed, and under which rule others are not; against the whole verdict."""

from random import Random

import pytest

from models.alhambra.layout import ORIGIN, Layout, is_legal, neighbours
from models.alhambra.redesign import exchange_breaches, place_breaches, remove_breaches
from puzzles.generate.alhambra import random_layout
from tests.alhambra.layouts import E1, E3, SQUARE, SUPPLY, bare, layout


def rules(breaches):
    return [breach.rule for breach in breaches]


def placing(one, cell, tile):
    return rules(place_breaches(one, cell, SUPPLY.tile(tile)))


def exchanging(one, cell, tile):
    return rules(exchange_breaches(one, cell, SUPPLY.tile(tile)))


PAIR = layout({(1, 0): "garden10-n", (0, 1): "pavilion4"})


@pytest.mark.parametrize(
    ("cell", "tile", "expected"),
    [
        ((2, 0), "tower12", []),
        ((1, 1), "tower10", []),  # its west wall meets the east wall of pavilion4; it is open to garden10
        ((0, 0), "tower12", ["B3-6"]),
        ((1, 0), "tower12", ["B3-7"]),
        ((3, 0), "tower12", ["B3-4"]),
        ((1, -1), "garden12", ["B3-3"]),  # wall to wall, no other neighbour
        ((-1, -1), "tower12", ["B3-4"]),  # only a corner touches
        ((2, 0), "tower10", ["B3-2", "B3-3"]),  # its wall meets an open side
        ((1, 1), "tower12", ["B3-2"]),  # open to the wall of pavilion4, though garden10 leads there
    ],
)
def test_placing(cell, tile, expected):
    assert placing(PAIR, cell, tile) == expected


def test_placing_closes_no_gap():
    cup = bare([(1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2)])
    assert placing(cup, (2, 1), "tower12") == ["B3-5"]
    assert placing(cup, (1, 1), "tower12") == []


@pytest.mark.parametrize(
    ("cell", "expected"),
    [((1, 1), ["B3-5"]), ((1, 0), []), ((2, 1), []), ((2, 2), []), ((0, 0), ["B3-6"]), ((5, 5), ["B4-2"])],
)
def test_removing(cell, expected):
    """E13: the centre of a square leaves a gap, an edge or a corner does not."""
    assert rules(remove_breaches(SQUARE, cell)) == expected


def test_removing_cuts_nobody_off():
    line = bare([(1, 0), (2, 0), (3, 0)])
    assert rules(remove_breaches(line, (3, 0))) == []
    assert [breach.cells for breach in remove_breaches(line, (1, 0))] == [((2, 0), (3, 0))]
    assert remove_breaches(line, (1, 0))[0].message.startswith("without pavilion8-open: no way on foot")


@pytest.mark.parametrize(
    ("cell", "tile", "expected"),
    [
        ((0, -1), "garden8-ne", []),
        ((0, -1), "pavilion7", []),  # only its east side meets a neighbour; the outer wall is gone
        ((0, -1), "tower12", ["B3-2"]),  # open to the wall of pavilion5
        ((1, 0), "pavilion6", ["B3-2", "B3-3"]),  # a wall towards pavilion5, which nothing else joins
        ((0, 0), "tower12", ["B3-6"]),
        ((5, 5), "tower12", ["B4-3"]),
    ],
)
def test_exchanging(cell, tile, expected):
    assert exchanging(E3, cell, tile) == expected


def test_nothing_can_be_added_to_a_closed_outline():
    around = {other for cell in E1.cells for other in neighbours(cell)} - set(E1.cells)
    assert all(placing(E1, cell, tile) for cell in around for tile in SUPPLY.by_id if tile not in E1.where)


def test_against_the_whole_verdict():
    rng = Random(2)
    allowed = {"place": 0, "remove": 0, "exchange": 0}
    for _ in range(40):
        one = Layout.of(random_layout(rng, rng.randint(2, 18), SUPPLY), SUPPLY)
        spare = [tile for tile in SUPPLY.by_id.values() if tile.id not in one.where]
        for cell in {other for inner in one.cells for other in neighbours(inner)} | set(one.cells):
            tile = rng.choice(spare)
            with_it = is_legal(one.with_tile(cell, tile).masks)
            if cell not in one.cells:
                assert (not place_breaches(one, cell, tile)) == with_it
                allowed["place"] += with_it
            elif cell != ORIGIN:
                without = is_legal(one.without(cell).masks)
                assert (not remove_breaches(one, cell)) == without
                assert (not exchange_breaches(one, cell, tile)) == with_it
                met = [at for at, other in enumerate(neighbours(cell)) if other in one.cells]
                assert with_it == all(one.cells[cell].mask >> at & 1 == tile.mask >> at & 1 for at in met)
                allowed["remove"] += without
                allowed["exchange"] += with_it
    assert min(allowed.values()) > 50
