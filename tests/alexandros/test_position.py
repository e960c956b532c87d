"""Positions: what is filled in, what cannot be on a table, and its totals."""

import pytest

from models.alexandros.position import Position
from models.alexandros.words import headline
from models.documents import Source, validate
from models.errors import InputError, dotted
from tests.alexandros.tables import choose, draw, table

BOARD = draw(["B| ...T...", "A|TTH..LO."])


def wrong(given, **readings):
    position = validate(Position, Source({"players": {"ana": {}, "ben": {}}, **given}))
    return [(dotted(problem.path), problem.message) for problem in position.problems(BOARD, choose(**readings))]


def test_what_is_left_out_is_filled_in():
    players = {"ana": {"hand": {"temple": 2}}, "ben": {}}
    position = table(BOARD, walls=["a2-a4-b5"], face_up=["horse", "lyre"], discards={"hoplite": 3}, players=players)
    assert (position.here, position.whose, position.red_left) == ("a0", "ana", 10)
    assert position.black == 65 - 2
    assert position.pile_size == 55 - 2 - 2 - 3
    assert position.unseen == {"temple": 9, "amphora": 11, "horse": 10, "lyre": 10, "hoplite": 8}
    assert position.walled == {("a2", "a4"), ("a4", "b5")}


def test_a_position_reads_back():
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"], "points": 7}, "ben": {}}
    position = table(BOARD, walls=["a2-a4-b5"], face_up=["horse"], pile=["lyre", "temple"], players=players)
    again = validate(Position, Source(position.plain()))
    assert again.resolved(BOARD) == position
    assert list(again.problems(BOARD, choose())) == []


def test_more_walls_than_there_are_leave_none():
    position = table(BOARD, walls=["-".join(side) for side in BOARD.sides], walls_left=None)
    assert position.black == 65 - len(BOARD.sides)
    assert table(BOARD, walls_left=3).black == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"alexander": "q8"}, [("alexander", "q8 is no point of the board")]),
        ({"active": "eva"}, [("active", "unknown player “eva”")]),
        ({"walls": ["a0-a2-b1", "b1-a2"]}, [("walls[1]", "a2-b1 has a wall already")]),
        ({"walls": ["a0-a4"]}, [("walls[0]", "no side leads from a0 to a4")]),
        ({"walls": ["a0"]}, [("walls[0]", "a0 is a point, and no side")]),
        ({"walls": ["a0-a1"]}, [("walls[0]", "a1 is no point of the board")]),
        ({"actions": 1}, [("actions", "actions come after Alexander's move")]),
        ({"moved": True, "levied": True}, [("levied", "a levy is an action")]),
        ({"discards": {"temple": 12}}, [("discards.temple", "that makes 12 cards with the symbol temple")]),
        (
            {"face_up": ["temple"], "players": {"ana": {"hand": {"temple": 6}}, "ben": {"hand": {"temple": 5}}}},
            [("face_up[0]", "that makes 12 cards with the symbol temple")],
        ),
        ({"pile": 54, "face_up": ["temple", "horse"]},
         [("pile", "54 in the pile and 2 elsewhere are 56 cards")]),
        ({"pile": 52, "face_up": ["temple", "horse"]},
         [("pile", "52 in the pile and 2 elsewhere are 54 cards")]),
        ({"pile": 53, "face_up": ["temple", "horse"]}, []),
        ({"players": {"ana": {"governors": ["A3"]}, "ben": {}}}, [("players.ana.governors[0]", "A3 is blank")]),
        ({"players": {"ana": {"governors": ["A99"]}, "ben": {}}},
         [("players.ana.governors[0]", "A99 is no triangle of the board")]),
        ({"players": {"ana": {"governors": ["A0"]}, "ben": {"governors": ["A0"]}}},
         [("players.ben.governors[0]", "a governor of ana stands on A0 already")]),
        ({"players": {"ana": {"governors": ["A5"]}, "ben": {"governors": ["A0"]}}},
         [("players.ana.governors[0]", "A5 lies in a province with a governor of ben")]),
    ],
)  # fmt: skip
def test_what_cannot_be_on_a_table(given, told):
    assert wrong(given) == told


def test_governors_of_two_players_in_two_provinces():
    given = {"walls": ["a4-b3-c4"], "players": {"ana": {"governors": ["A5"]}, "ben": {"governors": ["A0"]}}}
    assert wrong(given) == []
    # Where the coast closes nothing there is no province for them to share.
    assert wrong({"players": given["players"]}, rim="walls-only") == []
    assert len(wrong({"players": given["players"]})) == 1


@pytest.mark.parametrize(
    "given",
    [
        {"players": {"ana": {}}},
        {"players": {name: {} for name in "abcde"}},
        {"face_up": ["temple"] * 3},
        {"face_up": ["gold"]},
        {"players": {"ana": {"governors": ["A0", "A1", "A2", "A5", "A6"]}, "ben": {}}},
        {"actions": 3},
        {"pile": -1},
        {"alexandre": "a0"},
    ],
)
def test_shapes_that_are_refused(given):
    with pytest.raises(InputError):
        wrong(given)


def test_the_headline_tells_whose_turn_it_is():
    position = table(BOARD, walls_left=40, face_up=["temple", "horse"], ending=True)
    assert headline(BOARD, position) == (
        "ana's turn, the last one; Alexander stands on a0",
        "40 walls left, 53 cards in the pile",
        "face up: temple and horse",
        "board: small",
    )
    assert headline(BOARD, position.changed(over=True))[0].startswith("the game is over")
