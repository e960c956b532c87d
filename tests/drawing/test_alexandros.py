"""Boards of alexandros: what must be on them, that no text covers another, and that they survive odd boards."""

import random
from xml.etree import ElementTree

import pytest

from models.alexandros.turn import play_turn
from models.documents import to_svg
from puzzles.cli import run
from puzzles.drawing.alexandros import draw_board, draw_scenario, draw_view
from puzzles.drawing.alexandros_map import COAST, WALL
from puzzles.drawing.alexandros_signs import draw_symbol
from puzzles.drawing.alexandros_view import View
from puzzles.drawing.marks import marks_of
from puzzles.drawing.svg import INK, canvas, to_string
from puzzles.generate.alexandros import deal, turn
from puzzles.scenario import parse
from tests.alexandros.tables import SATRAPIES, choose, draw, table
from tests.drawing.test_drawing_empire import SVG, assert_legible, tooltips, words

LAND = ["C|  .T..", "B| .H..A.", "A|  ..LO"]
SMALL = """
satrap: 1
game: alexandros
title: two at the table
board: ./small.yaml
position:
  alexander: c4
  walls: [b1-b3-b5-b7]
  walls_left: 3
  face_up: [temple, horse]
  discards: {lyre: 2}
  active: ben
  players:
    ana: {points: 12, hand: {temple: 2, horse: 1}, governors: [A4]}
    ben: {points: 3, governors: [B2, B5]}
"""
BOARD = """
satrap: 1
game: alexandros
name: small
title: small
start: a2
land: |
  C|  .T..
  B| .H..A.
  A|  ..LO
"""


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.yaml").write_text(BOARD, encoding="utf-8")
    return parse(SMALL, "small", tmp_path)


def lines(svg, colour, width):
    """How many lines of a colour and a width are on the board, the key left out."""
    paths = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return sum(path.get("stroke") == colour and path.get("stroke-width") == width for path in paths) - 1


def played(board, seed, turns, names=("ana", "ben", "eva")):
    """The table after some turns of players who do something legal at random."""
    chance, rulings = random.Random(seed), choose()
    position = deal(board, chance, names)
    for _ in range(turns):
        if not position.over:
            position = play_turn(board, position, turn(board, position, rulings, chance), rulings).position
    return position


def test_the_bundled_board_is_all_there():
    svg = draw_board(SATRAPIES)
    assert_legible(svg)
    told, tips = words(svg), tooltips(svg)
    named = [f"{name}, {symbol or 'blank'}" for name, symbol in SATRAPIES.symbols.items()]
    assert [tip for tip in tips if tip.endswith((", blank", *(f", {s}" for s in SATRAPIES.with_symbol)))] == named
    assert {*"abcdefghijkl", *"ABCDEFGHIJK", *map(str, range(2, 32))} <= set(told)
    assert lines(svg, COAST, "4.4") == len(SATRAPIES.rim_sides)
    assert "i4: Alexander's start" in tips
    assert any("invented" in line for line in told)
    assert to_svg(SATRAPIES) == svg == draw_board(SATRAPIES)


def test_each_symbol_has_a_shape_of_its_own():
    shapes = set()
    for symbol in SATRAPIES.with_symbol:
        root = canvas(40, 40, "sign")
        draw_symbol(root, symbol, (20, 20), 22)
        shapes.add(to_string(root))
    assert len(shapes) == 5


def test_a_rim_that_is_open_in_parts():
    board = draw(LAND, open=["a2-a4-a6"])
    svg = draw_board(board)
    assert_legible(svg)
    assert lines(svg, COAST, "4.4") == len(board.closing_sides)
    assert lines(svg, COAST, "2") == 2
    assert {"coast, closes provinces", "open rim, closes nothing"} <= set(words(svg))
    closed = words(draw_board(draw(LAND, rim="open")))
    assert "coast, closes provinces" not in closed


def test_a_position_has_walls_provinces_pieces_and_what_everybody_has(small):
    svg = draw_scenario(small)
    assert_legible(svg)
    told, tips = words(svg), tooltips(svg)
    assert lines(svg, INK, str(int(WALL))) == 3
    assert "A3, blank, province of ana, worth 2 points" in tips
    assert "C2, blank, province of ben, worth 7 points" in tips
    assert {"A4: a governor of ana", "B2: a governor of ben", "c4: Alexander"} <= set(tips)
    assert told.count("a") == 2 + 2 + 1  # blanks of ana, the row of points at both sides, the key
    assert told.count("b") == 7 + 2 + 1
    assert {"ben's turn; Alexander stands on c4", "3 walls left, 48 cards in the pile"} <= set(told)
    assert {"face up: temple and horse", "discarded: 2 lyre", "A4 lyre: 2", "B2 horse: 7; B5 amphora: 7"} <= set(told)
    assert small._repr_svg_() == svg


def test_under_the_reading_that_the_coast_closes_nothing(small):
    svg = draw_scenario(small.with_readings({"rim": "walls-only"}))
    assert "coast, closes nothing under this reading" in words(svg)
    assert "C2, blank" in tooltips(svg)
    assert "province of ben" not in words(svg)
    assert "A4 lyre: no province" in words(svg)


@pytest.mark.parametrize("seed", range(6))
def test_tables_in_the_middle_of_a_game(seed):
    names = ("ana", "andreas", "亚历山大", "wilhelmina-of-the-very-long-name")[: 2 + seed % 3]
    position = played(SATRAPIES, seed, 6 * seed, names)
    svg = draw_view(View.of(SATRAPIES, position, choose()), f"after {6 * seed} turns")
    assert_legible(svg)
    assert lines(svg, INK, str(int(WALL))) == len(position.walled) or not position.walled
    pieces = [tip for tip in tooltips(svg) if ": a governor of " in tip]
    assert sorted(pieces) == sorted(f"{name}: a governor of {who}" for name, who in position.governors.items())
    assert {mark.letter for mark in marks_of(names).values()} <= set(words(svg))


def test_a_known_pile_and_a_turn_half_done():
    board = draw(LAND)
    given = {"pile": ["horse", "lyre"], "moved": True, "actions": 1, "walls_left": 0, "red_left": 4}
    told = words(draw_view(View.of(board, table(board, **given), choose()), "half"))
    assert "known pile, top first: horse, lyre" in told
    assert "Alexander has moved this turn; actions taken: 1" in told
    assert {"4 red walls left", "face up: no cards"} <= set(told)


@pytest.mark.parametrize(
    "land",
    [
        ["A|T"],
        ["Y|T.", *(f"{chr(c)}|.." for c in range(ord("X"), ord("A") - 1, -1))],
        ["A|" + "T" * 200],
        ["B|" + "TAHLO" * 30, "A|" + "." * 150],
        ["C| .....", "B| .  .T", "A| ....."],
    ],
)
def test_odd_boards(land):
    board = draw(land)
    assert_legible(draw_board(board))
    assert_legible(draw_view(View.of(board, table(board), choose()), "odd"))


def test_from_the_commands(small, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SMALL, encoding="utf-8")
    assert run(["draw", "two.yaml", "-o", "position.svg"]) == 0
    assert run(["board", "show", "alexandros", "satrapies", "-o", "board.svg"]) == 0
    assert (tmp_path / "position.svg").read_text(encoding="utf-8") == draw_scenario(small)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == draw_board(SATRAPIES)
