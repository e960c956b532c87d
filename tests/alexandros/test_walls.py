"""Alexander's move: the nearest free triangle, any corner, any shortest way, the walls it lays, when they run out."""

import random

import networkx as nx
import pytest

from models.alexandros.lattice import centre_distance, split_chain
from models.alexandros.walls import (
    Option,
    count_ways,
    distances,
    ends,
    laid,
    move_breaches,
    moved,
    moves,
    options,
    targets,
    ways,
)
from models.errors import dotted
from tests.alexandros.tables import SATRAPIES, choose, draw, table, turn

RHOMBUS = draw(["B| ........", "A|....T..."])
"""The 4 × 2 rhombus of the facts; the one temple is U(2, 0), A4; the point (q, r) is row r, x = 2q + r."""
FIGURE_4 = draw(
    ["F|......O............", "E|...................", "D|.............O.....",
     "C|...................", "B|...................", "A|......O............"],
    start="d9",
)  # fmt: skip
"""Three hoplites two sides from d9: F6 (tip f7), D13 (left corner d13), A6 (tip b7)."""


def breaches(board, position, rulings=None, **given):
    found = move_breaches(board, position, position.whose, turn(**given), rulings or choose())
    return [(breach.rule, dotted(breach.path)) for breach in found]


def test_b1_the_nearest_corner_decides_and_any_may_be_chosen():
    position = table(RHOMBUS, alexander="a0")
    found = targets(RHOMBUS, position, "temple", choose())
    assert (found.distance, found.triangles) == (2, ("A4",))
    by_corner = {}
    for name, way in moves(RHOMBUS, position, "temple", choose()):
        assert name == "A4"
        by_corner.setdefault(way[-1], []).append(len(way) - 1)
    # (2, 0) is a4: 2 walls, 1 way; (3, 0) is a6: 3 walls, 1 way; (2, 1) is b5: 3 walls, 3 ways.
    assert by_corner == {"a4": [2], "a6": [3], "b5": [3, 3, 3]}


def test_distances_and_ways_agree_with_networkx():
    graph = SATRAPIES.points_graph()
    chance = random.Random(3)
    for start in chance.sample(SATRAPIES.points, 6):
        assert distances(SATRAPIES, start) == nx.single_source_shortest_path_length(graph, start)
        counted = count_ways(SATRAPIES, start)
        for end in chance.sample(SATRAPIES.points, 6):
            expected = {tuple(way) for way in nx.all_shortest_paths(graph, start, end)}
            found = list(ways(SATRAPIES, start, end))
            assert set(found) == expected
            assert len(found) == counted[end] == len(expected)


def test_ways_go_along_sides_of_the_board():
    """F-1: on an unbroken sheet a8 is two sides from a4; around the bay it is a4-b5-b7-b9-a8."""
    bay = draw(["B| ...........", "A|T...    ...."])
    assert "a6" not in bay.steps
    assert distances(bay, "a4")["a8"] == 4
    assert list(ways(bay, "a4", "a8")) == [("a4", "b5", "b7", "b9", "a8")]


def test_equally_near_triangles_are_all_offered():
    board = draw(["A|T.....T.."], start="a4")
    # A0 has the corner a2 and A6 the corner a6, each one side from a4.
    position = table(board)
    assert targets(board, position, "temple", choose()).triangles == ("A0", "A6")
    assert targets(board, position, "horse", choose()) == targets(board, position, "lyre", choose())
    assert targets(board, position, "horse", choose()).distance is None


def test_figure_1_a_second_horse_that_is_farther_is_barred():
    """The horse A3 has the corner a4, two sides away, and A7 has a8, four away."""
    board = draw(["A|...H.L.H"])
    position = table(board, face_up=["horse", "lyre"])
    assert targets(board, position, "horse", choose()).triangles == ("A3",)
    told = breaches(board, position, card="horse", to="A7", path="a0-a2-a4-a6-a8")
    assert told == [("4-2", "to")]


def test_figures_4_and_5_three_hoplites_two_away_give_nine_points():
    position = table(FIGURE_4)
    found = targets(FIGURE_4, position, "hoplite", choose())
    assert (found.distance, found.triangles) == (2, ("F6", "D13", "A6"))
    there = ends(FIGURE_4, position, "hoplite", choose())
    assert len({corner for ended in there.values() for corner in ended}) == 9
    # e14 is two steps along and one up: three orders; a way over a wall lays the missing two.
    way = split_chain("d9-d11-d13-e14")
    assert count_ways(FIGURE_4, "d9")["e14"] == 3
    assert way in ways(FIGURE_4, "d9", "e14")
    assert len(laid(table(FIGURE_4, walls=["d9-d11"]), way, choose()).sides) == 2


def test_b13_walls_on_sides_count_and_walls_at_corners_do_not():
    board = draw(["B| ........", "A|....T..."])
    corner_only = table(board, walls=["a2-a4"])
    assert targets(board, corner_only, "temple", choose()).triangles == ("A4",)
    on_a_side = table(board, walls=["a4-b5"])
    assert targets(board, on_a_side, "temple", choose()).triangles == ()
    # a bare rim side is no wall, whatever it closes
    assert targets(board, table(board), "temple", choose()).triangles == ("A4",)
    told = breaches(board, table(board, walls=["a4-b5"], face_up=["temple"]), card="temple", to="A4", path="a0-a2-a4")
    assert told == [("4-4", "to")]


def test_figures_bar_a_triangle_under_the_published_reading():
    board = draw(["A|....T....T.."])
    published = choose("published")
    beside = table(board, alexander="a4")
    assert targets(board, beside, "temple", choose()).triangles == ("A4",)
    assert targets(board, beside, "temple", choose()).distance == 0
    assert targets(board, beside, "temple", published).triangles == ("A9",)
    told = breaches(board, beside.changed(face_up=("temple",)), published, card="temple", to="A4", path="a4")
    assert told == [("4-4", "to")]
    governed = table(board, players={"ana": {}, "ben": {"governors": ["A4"]}})
    assert targets(board, governed, "temple", choose()).triangles == ("A4",)
    assert targets(board, governed, "temple", published).triangles == ("A9",)


def test_a_move_of_no_side():
    board = draw(["A|....T....T.."])
    position = table(board, alexander="a4", face_up=["temple"])
    assert breaches(board, position, card="temple", to="A4", path="a4") == []
    barred = choose(zero_move="barred")
    assert breaches(board, position, barred, card="temple", to="A4", path="a4") == [("4-3", "path")]
    assert ends(board, position, "temple", barred) == {"A4": ("a6", "b5")}
    assert breaches(board, position, barred, card="temple", to="A4", path="a4-b5") == []
    after, walls = moved(position, ("a4",), choose())
    assert (after.walls, walls.sides, after.walls_left) == ((), (), 65)


def test_nearest_by_the_straight_line():
    # From a4, A0 has the corner a2 and B3 has b3 and b5, all one side away; the squares of the straight lines
    # to the centres are 7/3 and 4/3.
    board = draw(["B| ..T...", "A|T....."], start="a4")
    position = table(board)
    assert {name: centre_distance("a4", name) for name in ("A0", "B3")} == {"A0": 84, "B3": 48}
    assert targets(board, position, "temple", choose()).triangles == ("B3", "A0")
    straight = targets(board, position, "temple", choose(nearest="centre"))
    assert (straight.triangles, straight.distance) == (("B3",), 48)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, []),
        ({"card": "horse"}, [("4-1", "card"), ("4-2", "to")]),
        ({"to": "A3"}, [("4-2", "to")]),
        ({"to": "A40"}, [("F-7", "to")]),
        ({"path": "a0-a2-b3-b5"}, []),
        ({"path": "a0-a2-b3"}, [("4-3", "path")]),
        ({"path": "a0-b1-b3-a4"}, [("F-3", "path")]),
        ({"path": "a0-a4"}, [("F-3", "path")]),
        ({"path": "a2-a4"}, [("F-3", "path")]),
        ({"path": "a0-a2-q4"}, [("F-3", "path")]),
        ({"stands_for": "lyre"}, [("4-2", "as"), ("4-2", "to")]),
    ],
)
def test_what_a_move_can_do_wrong(given, told):
    position = table(RHOMBUS, face_up=["temple", "lyre"])
    assert breaches(RHOMBUS, position, **{"card": "temple", "to": "A4", "path": "a0-a2-a4", **given}) == told


def test_alexander_moves_first_and_once():
    position = table(RHOMBUS, face_up=["temple", "lyre"])
    assert breaches(RHOMBUS, position) == [("2-2", "")]
    done = position.changed(moved=True)
    assert breaches(RHOMBUS, done) == []
    assert breaches(RHOMBUS, done, card="temple", to="A4", path="a0-a2-a4") == [("2-2", "card")]


def test_a_card_of_the_hand():
    position = table(RHOMBUS, face_up=["lyre", "lyre"], players={"ana": {"hand": {"temple": 1}}, "ben": {}})
    given = {"hand": "temple", "to": "A4", "path": "a0-a2-a4"}
    assert breaches(RHOMBUS, position, **given) == [("4-1", "hand")]
    assert breaches(RHOMBUS, position, choose(hand_card_move="yes"), **given) == []
    joker = choose(hand_card_move="yes", no_target="joker")
    assert breaches(RHOMBUS, position, joker, **given, stands_for="lyre") == [("4-2", "as"), ("4-2", "to")]
    bare = table(RHOMBUS, face_up=["lyre", "lyre"])
    assert breaches(RHOMBUS, bare, choose(hand_card_move="yes"), **given) == [("4-1", "hand")]
    assert options(RHOMBUS, position, "ana", choose()) == ()
    assert options(RHOMBUS, position, "ana", choose(hand_card_move="yes")) == (Option("temple", True, "temple"),)


def test_a_card_without_a_target():
    """The only lyre has a wall: the card cannot be taken, or stands for any symbol that can be reached."""
    board = draw(["A|T...L.H.."])
    position = table(board, walls=["a4-a6"], face_up=["lyre", "lyre"])
    assert options(board, position, "ana", choose()) == ()
    assert breaches(board, position) == []  # the move is skipped
    joker = choose(no_target="joker")
    assert options(board, position, "ana", joker) == (Option("lyre", False, "temple"), Option("lyre", False, "horse"))
    given = {"card": "lyre", "stands_for": "horse", "to": "A6", "path": "a0-a2-a4-a6"}
    assert breaches(board, position, joker, **given) == []
    assert breaches(board, position, **given) == [("4-2", "as")]
    assert breaches(board, position, joker) == [("2-2", "")]
    assert breaches(board, position, joker, card="lyre", to="A4", path="a0-a2-a4") == [("4-4", "to")]


def test_figure_6_existing_walls_are_not_laid_twice():
    position = table(RHOMBUS, walls=["a0-a2-a4"])
    after, walls = moved(position, split_chain("a0-a2-a4"), choose())
    assert (walls.sides, after.walls, after.walls_left, after.ending) == ((), ("a0-a2-a4",), 63, False)
    after, walls = moved(table(RHOMBUS, walls=["a2-b3"]), split_chain("a0-a2-b3-b5"), choose())
    assert walls.sides == (("a0", "a2"), ("b3", "b5"))
    assert after.walls == ("a2-b3", "a0-a2", "b3-b5")
    assert (after.here, after.walls_left) == ("b5", 62)


def test_b3_only_missing_sides_count():
    way = split_chain("a0-a2-b3-b5")
    walls = laid(table(RHOMBUS, walls=["a2-b3"], walls_left=2), way, choose())
    assert (walls.black, walls.red, walls.ends) == (2, 0, False)
    one = table(RHOMBUS, walls=["a2-b3"], walls_left=1)
    red = laid(one, way, choose(short_walls="red"))
    assert (red.black, red.red, len(red.sides), red.ends) == (1, 1, 2, True)
    finished = laid(one, way, choose())
    assert (finished.black, finished.red, len(finished.sides), finished.ends) == (1, 0, 2, True)
    as_far = laid(one, way, choose(short_walls="as-far"))
    assert (as_far.sides, as_far.ends) == ((("a0", "a2"),), True)


def test_red_walls_that_do_not_suffice_either():
    position = table(RHOMBUS, walls_left=1, red_left=1)
    after, walls = moved(position, split_chain("a0-a2-b3-b5"), choose(short_walls="red"))
    assert walls.sides == (("a0", "a2"), ("a2", "b3"))
    assert (after.walls_left, after.red_left, after.here) == (0, 0, "b5")


@pytest.mark.parametrize(("left", "short", "last"), [(3, False, True), (4, False, False), (2, True, True)])
def test_when_walls_do_not_suffice(left, short, last):
    position, way = table(RHOMBUS, walls_left=left), split_chain("a0-a2-b3-b5")
    assert laid(position, way, choose()).ends is short
    assert laid(position, way, choose(wall_end="last")).ends is last


def test_a_way_over_walls_with_none_left_does_not_end_the_game():
    position = table(RHOMBUS, walls=["a0-a2-a4"], walls_left=0)
    assert not laid(position, split_chain("a0-a2-a4"), choose()).ends


def test_every_move_that_is_offered_is_legal():
    chance = random.Random(11)
    for _ in range(8):
        walls = ["-".join(side) for side in chance.sample(SATRAPIES.sides, 25)]
        symbol = chance.choice(["temple", "horse", "lyre"])
        position = table(SATRAPIES, alexander=chance.choice(SATRAPIES.points), walls=walls, face_up=[symbol])
        offered = list(moves(SATRAPIES, position, symbol, choose()))
        assert offered
        for name, way in chance.sample(offered, min(5, len(offered))):
            assert breaches(SATRAPIES, position, card=symbol, to=name, path="-".join(way)) == []


def test_rulings_are_consulted_where_they_decide():
    board = draw(["B| ..T...", "A|T.......H"], start="a4")
    rulings = choose()
    targets(board, table(board), "horse", rulings)
    assert rulings.consulted() == {}
    # A governor on the farther temple decides nothing about the nearest one.
    far = draw(["A|T.......T.."])
    targets(far, table(far, alexander="a4", players={"ana": {"governors": ["A8"]}, "ben": {}}), "temple", rulings)
    assert rulings.consulted() == {}
    targets(board, table(board), "temple", rulings)
    assert rulings.consulted() == {"nearest": "sides"}
    targets(board, table(board, alexander="a0"), "temple", rulings)
    assert rulings.consulted() == {"nearest": "sides", "free-triangle": "walls"}
