"""Boards: the lattice and its names, what a drawing says, the rim, and what is wrong with a board."""

import networkx as nx
import pytest

from models.alexandros.board import SYMBOLS, Board
from models.alexandros.lattice import across, centre_distance, corners, is_point, point, sides, triangle
from models.documents import Source, read_text, to_svg, validate
from models.errors import InputError
from tests.alexandros.tables import SATRAPIES, draw

SMALL = """
satrap: 1
game: alexandros
name: small
title: A small one
start: a2
land: |
  C|  .T..
  B| .H..A.
  A|  ..L.
"""


def small(**more):
    source = read_text(SMALL)
    return validate(Board, Source({**source.data, **more}))


def wrong(board):
    return [(problem.path, problem.message) for problem in board.problems()]


def test_a_drawing_gives_triangles_points_and_sides():
    board = small()
    assert wrong(board) == []
    assert board.triangles[:6] == ("C2", "C3", "C4", "C5", "B1", "B2")
    assert len(board.triangles) == 4 + 6 + 4
    assert {t: s for t, s in board.symbols.items() if s} == {
        "C3": "temple", "B2": "horse", "B5": "amphora", "A4": "lyre",
    }  # fmt: skip
    assert board.with_symbol["hoplite"] == ()
    # Rows of points: d3 d5 d7 / c2 … c8 / b1 … b7 / a2 a4 a6.
    assert board.points == ("d3", "d5", "d7", "c2", "c4", "c6", "c8", "b1", "b3", "b5", "b7", "a2", "a4", "a6")
    # Euler: points - sides + triangles = 1, and each side counts once or, inside, twice.
    assert len(board.points) - len(board.sides) + len(board.triangles) == 1
    assert 3 * len(board.triangles) == 2 * len(board.sides) - len(board.rim_sides)


def test_corners_and_neighbours_follow_the_parity_of_the_strip():
    assert corners("A0") == ("a0", "a2", "b1")
    assert corners("A1") == ("b1", "b3", "a2")
    assert corners("B1") == ("b1", "b3", "c2")
    assert across("B1") == ("A1", "B0", "B2")
    assert across("B2") == ("C2", "B1", "B3")
    for name in ("A1", "B4", "C7", "F10"):
        for other, between in zip(across(name), sides(name), strict=True):
            assert set(between) == set(corners(name)) & set(corners(other))
            assert name in across(other)


def test_facts_coordinates_translate():
    """U(q, r) is strip r, column 2q + r; point (q, r) is row r, x = 2q + r."""
    for q in range(4):
        for r in range(4):
            up, down = triangle(r, 2 * q + r), triangle(r, 2 * q + r + 1)
            spots = {(i, j): point(j, 2 * i + j) for i in range(6) for j in range(6)}
            assert set(corners(up)) == {spots[q, r], spots[q + 1, r], spots[q, r + 1]}
            assert set(corners(down)) == {spots[q + 1, r], spots[q + 1, r + 1], spots[q, r + 1]}


@pytest.mark.parametrize("name", ["c4", "b1", "z25", "a0"])
def test_names_of_points(name):
    assert is_point(name)


@pytest.mark.parametrize("name", ["c5", "C4", "c04", "c", "4c", "c1000", "", "c4-c6", "ä4"])
def test_what_is_no_name_of_a_point(name):
    assert not is_point(name)


def test_straight_distance_to_a_centre():
    # From a0 to the centre of A0: a third of the height up and half a side along, so d² = 1/4 + 1/12 = 1/3.
    assert centre_distance("a0", "A0") == 12
    # To A2's centre: 3/2 sides along, a third of the height up: d² = 9/4 + 1/12 = 7/3.
    assert centre_distance("a0", "A2") == 84


def test_graphs_agree_with_the_board():
    points, triangles = SATRAPIES.points_graph(), SATRAPIES.triangles_graph()
    assert nx.is_connected(points)
    assert nx.is_connected(triangles)
    assert {name: set(points[name]) for name in points} == {n: set(there) for n, there in SATRAPIES.steps.items()}
    inner = set(SATRAPIES.sides) - set(SATRAPIES.rim_sides)
    assert {side for _, _, side in triangles.edges(data="side")} == inner
    for name in SATRAPIES.triangles:
        assert {o: triangles.edges[name, o]["side"] for o in triangles[name]} == dict(SATRAPIES.neighbours[name])


def test_the_rim_closes_unless_it_is_named():
    board = small(open=["a2-a4-a6"])
    assert wrong(board) == []
    assert set(board.rim_sides) - board.closing_sides == {("a2", "a4"), ("a4", "a6")}
    other = small(rim="open", closing=["a2-a4"])
    assert other.closing_sides == {("a2", "a4")}
    assert small(rim="open").closing_sides == frozenset()


def test_a_hole_has_a_rim():
    assert len(draw(["B| ...", "A| .T."]).rim_sides) == 6
    # A hexagon of 24 triangles around c6 without the 6 in the middle: 12 sides outside and 6 inside.
    holed = draw(["D|   .....", "C|  ..   ..", "B|  .T   ..", "A|   ....."])
    assert len(holed.triangles) == 18
    assert len(holed.rim_sides) == 18


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"start": "a0"}, [(("start",), "a0 is no point of the board")]),
        ({"start": "b2"}, [(("start",), "b2 is no point of the board")]),
        ({"land": ["C|  .X", "A| T"]}, [
            (("land", 0), "strip C holds “X”"), (("land", 1), "strip A stands below strip C")]),
        ({"land": ["B| T", "B| T"]}, [(("land", 1), "strip B stands below strip B")]),
        ({"land": ["T..."]}, [(("land", 0), "“T...” is no strip")]),
        ({"land": ["A|   "]}, [(("land",), "there is no triangle")]),
        ({"land": ["A|  ..."]}, [(("land",), "no triangle carries a symbol")]),
        ({"land": ["A|  T  T"]}, [
            (("land",), "the land is in several parts: nothing joins A5 to A2 across sides")]),
        ({"open": ["b3-b5"]}, [(("open", 0), "b3-b5 is no side of the rim")]),
        ({"open": ["a2-a6"]}, [(("open", 0), "no side leads from a2 to a6")]),
        ({"open": ["a2-a4", "a4-a2"]}, [(("open", 1), "a2-a4 stands twice")]),
        ({"open": ["a2"]}, [(("open", 0), "a2 is a point, and no side")]),
        ({"open": ["a2-q2"]}, [(("open", 0), "q2 is no point of the board")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board(more, told):
    assert wrong(small(**more)) == told


def test_land_is_a_text_or_a_list_and_reads_back():
    text = small()
    assert small(land=list(text.land)).symbols == text.symbols
    assert validate(Board, Source(text.plain())).symbols == text.symbols
    with pytest.raises(InputError):
        small(land=3)


def test_the_bundled_board():
    assert list(SATRAPIES.problems()) == []
    assert SATRAPIES.invented
    assert 150 <= len(SATRAPIES.triangles) <= 250
    carried = sum(len(there) for there in SATRAPIES.with_symbol.values())
    assert 0.4 <= carried / len(SATRAPIES.triangles) < 0.5
    assert all(SATRAPIES.with_symbol[symbol] for symbol in SYMBOLS)


def test_a_board_is_drawn_where_something_draws_it():
    assert to_svg(small()) is None or "<svg" in to_svg(small())
