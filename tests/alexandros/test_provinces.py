"""Provinces: what closes, what divides, and how few walls hold how many triangles."""

import random

import networkx as nx
import pytest

from models.alexandros.lattice import across, sides, triangle
from models.alexandros.provinces import Province, parts, province_of, provinces
from tests.alexandros.tables import SATRAPIES, choose, draw, wall

STRIP = draw(["A|..H..."])
"""U0 D0 U1 D1 U2 D2 of the facts: A0 to A5, with a horse on A2."""
OPEN = draw(["D|   .....", "C|  .......", "B| .........", "A|T.........."], rim="open")
"""No side of its rim closes."""
HEXAGON = "a4-a6-b7-c6-c4-b3-a4"
"""The six sides around b5."""


def told(board, *chains, **readings):
    found = provinces(board, wall(*chains), choose(**readings))
    return [(province.triangles, province.blanks) for province in found]


def test_before_any_wall_a_closing_rim_makes_the_board_one_province():
    assert told(STRIP) == [(("A0", "A1", "A2", "A3", "A4", "A5"), 5)]
    assert told(STRIP, rim="walls-only") == []
    assert told(OPEN) == []


def test_a_wall_across_a_strip_makes_two_provinces_at_once():
    """F-6: a2-b3 lies between A1 and A2."""
    assert told(STRIP, "a2-b3") == [(("A0", "A1"), 2), (("A2", "A3", "A4", "A5"), 3)]


def test_b5_a_wall_divides_a_province():
    """The part with the horse falls from 3 blanks to 1, the other has no symbol."""
    first, governed, free = provinces(STRIP, wall("a2-b3", "a4-b5"), choose())
    assert (governed.triangles, governed.blanks, governed.counts) == (("A2", "A3"), 1, {"horse": 1})
    assert (free.triangles, free.blanks, free.counts) == (("A4", "A5"), 2, {})
    assert first.blanks == 2


def test_the_coast_closes_or_walls_do():
    # A4 and A5: its rim sides are a4-a6, b5-b7 and a6-b7.
    assert told(STRIP, "a4-b5")[1] == (("A4", "A5"), 2)
    assert told(STRIP, "a4-b5", rim="walls-only") == []
    assert told(STRIP, "a4-b5", "a4-a6-b7-b5", rim="walls-only") == [(("A4", "A5"), 2)]


def test_an_open_rim_side_leaks_until_it_is_walled():
    leaking = draw(["A|..H..."], open=["a4-a6"])
    assert told(leaking, "a4-b5") == [(("A0", "A1", "A2", "A3"), 3)]
    assert told(leaking, "a4-b5", "a4-a6") == [(("A0", "A1", "A2", "A3"), 3), (("A4", "A5"), 2)]


def test_rim_is_consulted_where_a_bare_closing_side_decides():
    rulings = choose()
    provinces(OPEN, wall(HEXAGON), rulings)
    assert rulings.consulted() == {}
    provinces(STRIP, wall("a2-b3"), rulings)
    assert rulings.consulted() == {"rim": "coast"}


def test_six_walls_hold_a_hexagon_of_six():
    ((around, blanks),) = told(OPEN, HEXAGON)
    assert (set(around), blanks) == ({"B3", "B4", "B5", "A3", "A4", "A5"}, 6)


def test_b7_a_dangling_wall_divides_nothing():
    assert told(OPEN, HEXAGON, "b3-b5") == told(OPEN, HEXAGON)
    # Two spokes from side to side of the hexagon do.
    assert [blanks for _, blanks in told(OPEN, HEXAGON, "b3-b5-b7")] == [3, 3]


def test_walls_that_do_not_close_make_no_province():
    assert told(OPEN, "a4-a6-b7-c6-c4-b3") == []


def test_a_province_within_another_leaves_a_ring():
    board = draw(["D|   .....", "C|  .......", "B| .........", "A|T.........."])
    (outer, inner) = provinces(board, wall(HEXAGON), choose())
    assert len(inner.triangles) == 6
    assert len(outer.triangles) == len(board.triangles) - 6
    assert province_of((outer, inner), "A4") is inner
    assert province_of((), "A4") is None


def test_parts_agree_with_networkx():
    graph = SATRAPIES.triangles_graph()
    chance = random.Random(7)
    for count in (0, 20, 80, 150):
        walls = frozenset(chance.sample(SATRAPIES.sides, count))
        kept = graph.edge_subgraph([(a, b) for a, b, side in graph.edges(data="side") if side not in walls]).copy()
        kept.add_nodes_from(graph)
        expected = {frozenset(part) for part in nx.connected_components(kept)}
        assert {frozenset(part) for part in parts(SATRAPIES, walls)} == expected
        firsts = [SATRAPIES.triangles.index(province.triangles[0])
                  for province in provinces(SATRAPIES, walls, choose())]  # fmt: skip
        assert firsts == sorted(firsts)


def shapes(size):
    """Every connected set of triangles, up to moves of the sheet, of one size; far from the sheet's edge."""
    found = {frozenset([triangle(10, 40)]), frozenset([triangle(10, 41)])}
    for _ in range(size - 1):
        grown = {shape | {other} for shape in found for name in shape for other in across(name)} - found
        found = {shape for shape in grown if len(shape) == len(next(iter(grown)))}
    return found


@pytest.mark.parametrize(("size", "fewest"), list(enumerate([3, 4, 5, 6, 7, 6, 7], start=1)))
def test_fewest_sides_around_so_many_triangles(size, fewest):
    def around(shape):
        return sum(other not in shape for name in shape for other in across(name))

    best = min(shapes(size), key=around)
    assert around(best) == fewest
    walls = frozenset(side for name in best for side, other in zip(sides(name), across(name), strict=True)
                      if other not in best)  # fmt: skip
    assert len(walls) == fewest


def test_a_province_tells_its_symbols_in_the_order_of_the_text():
    board = draw(["A|HTHO.."])
    province = Province.of(board, board.triangles)
    assert list(province.counts.items()) == [("temple", 1), ("horse", 2), ("hoplite", 1)]
