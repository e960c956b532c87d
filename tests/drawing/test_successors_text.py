"""Tables of successors in characters: what stands where, that it fits its width, and how the commands show it."""

import json

import pytest

from models.game import bundled_board
from models.successors.campaign import Campaign
from models.successors.game import GAME
from puzzles.cli import run
from puzzles.columns import begin, width_of
from puzzles.drawing.successors_text import text_picture
from puzzles.picture import draw_text
from puzzles.scenario import load, parse
from tests.drawing.test_successors import CROWDED, odd_map
from tests.drawing.test_successors_answers import EXPANSION, MOVES, POLICY, TABLE, answered, scenario
from tests.drawing.test_successors_answers import STATES as POLICY_STATES

SMALL = """
satrap: 1
game: successors
board: ./small.yaml
position:
  turn: 3
  tomb: {at: pella, buried_by: ben}
  independents: [tyros]
  independent_units: {tyros: 2, abydos: 0}
  dead: [herakles]
  players:
    ana: {control: [pella], armies: [{at: pella, units: {loyal: 2}}], generals: {krateros: {scattered: true}}}
    ben: {champion: false, royals: [alexandros, olympias], fleets: [2], scattered_fleets: [1], siege: {tyros: 2}}
"""
BOARD = """
satrap: 1
game: successors
name: small
title: Small
provinces: {macedonia: {vp: 3}, mysia: {vp: 12}, phoenicia: {vp: 2, title: "Phoenicia, the land of the purple"}}
spaces:
  pella:  {kind: major, province: macedonia, at: [10, 20]}
  pydna:  {kind: fortress, province: macedonia, at: [12, 30]}
  abydos: {kind: minor, province: mysia, at: [30, 20]}
  tyros:  {kind: major, province: phoenicia, at: [60, 50]}
  pass:   {kind: transit, at: [40, 30]}
"""


@pytest.fixture(autouse=True)
def _utf8():
    yield
    begin("utf-8")


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.yaml").write_text(BOARD, encoding="utf-8")
    return parse(SMALL, "small", tmp_path)


def test_a_row_for_each_province_and_a_line_for_each_player(small):
    assert text_picture(small) == [
        "turn III, strategy",
        "Alexander lies in Pella, buried by ben",
        "",
        "Macedonia                 3 .  ■ Pella A (tomb, 2A)  ▲ Pydna",
        "Mysia                    12 .  ○ Abydos",
        "Phoenicia, the land of t  2 .  ■ Tyros - (siege 2B, 2-)",
        "                               · Pass",
        "",
        "A ana: Champion; 0 victory points; 3 legitimacy; Krateros (scattered)",
        "B ben: Successor; 3 victory points; 18 legitimacy; Alexandros and Olympias;",
        "    fleet 2 + 1",
        "dead: Herakles",
        "",
        "○ minor city, ▲ fortress, ■ major city, · transit point, - Independents, in",
        "brackets combat units and what else stands there",
    ]


def test_what_a_ledger_tells_beside_it_is_left_out(small):
    lines = text_picture(small, scores=False)
    assert lines[0].startswith("Macedonia")
    assert "A ana: Champion; Krateros (scattered)" in lines


def test_an_answer_has_stars():
    asked = scenario(EXPANSION)
    takes = ["thapsakos", "karrhai", "nisibis", "gazaka"]
    plan = answered(asked, {"moves": MOVES, "takes": takes})
    assert isinstance(plan, Campaign)
    lines = text_picture(asked, plan)
    told = " ".join(" ".join(lines).split())
    assert "Mesopotamia 2 A* ○ Karrhai A* (stays 1A*) ○ Nisibis A* (siege 1A, →3A*) ■ Arbela A (3A, stays 1A*)" in told
    assert "A ana: Champion; 5 → 7 victory points;" in told
    assert told.endswith("* by the plan")
    assert "*" not in "".join(text_picture(asked))


def test_a_marker_that_goes_leaves_none():
    asked = scenario(
        "{kind: attack, player: ana, ask: order, attacks: [{on: [ben], action: siege, then: {control: {sidon: null}}}]}"
    )
    assert "○ Sidon none*" in " ".join(text_picture(asked, answered(asked, {"order": [1]})))


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("plain", [False, True])
def test_lines_fit_and_ascii_is_enough(width, plain):
    asked = scenario(POLICY)
    for lines in (
        text_picture(asked, answered(asked, {"policy": POLICY_STATES}), width=width, plain=plain),
        text_picture(parse(CROWDED), width=width, plain=plain),
    ):
        assert max(map(width_of, lines)) <= width
        assert "\n".join(lines).isascii() or not plain
        assert not any(line != line.rstrip() for line in lines)


def test_every_space_is_named():
    board = bundled_board(GAME, "diadochi")
    told = " ".join(" ".join(text_picture(parse(CROWDED), width=50)).split())
    assert all(" ".join(word.capitalize() for word in name.split("-")) in told for name in board.spaces)


def test_names_longer_than_a_line(tmp_path):
    board = odd_map([(at, at) for at in range(30)])
    text = {"satrap": 1, **board.plain(), "game": "successors"}
    (tmp_path / "odd.json").write_text(json.dumps(text), encoding="utf-8")
    asked = parse(
        "satrap: 1\ngame: successors\nboard: ./odd.json\nposition: {turn: 1, players: {a: {}, b: {}}}", "odd", tmp_path
    )
    assert max(map(width_of, text_picture(asked, width=40))) <= 40


def test_from_the_commands(capsys, tmp_path):
    path = tmp_path / "three.yaml"
    path.write_text(TABLE.removesuffix("question: "), encoding="utf-8")
    assert run(["draw", str(path), "--text"]) == 0
    drawn = capsys.readouterr().out
    assert "■ Babylon A (cart A, 5A)" in drawn
    assert "5 victory points" in drawn
    assert run(["score", str(path)]) == 0
    assert "■" not in capsys.readouterr().out  # too long to stand above a ledger


def test_a_terminal_that_lacks_the_characters_gets_ascii(capsys):
    begin("ascii")
    told = "\n".join(draw_text(load("successors/log-regency-tie")))
    assert told.isascii()
    assert "# Babylon K (tomb, 4K)" in told
