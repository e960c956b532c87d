"""Maps of successors: what must be on them, that no text covers another, and that they survive odd maps."""

import random
from xml.etree import ElementTree

import pytest

from models.documents import Source, to_svg, validate
from models.game import bundled_board
from models.successors.game import GAME
from models.successors.map import Map
from models.successors.words import place_name
from puzzles.cli import run
from puzzles.drawing.successors import draw_board, draw_scenario
from puzzles.scenario import load, parse
from tests.drawing.test_drawing_empire import SVG, assert_legible, tooltips, words

CROWDED = """
satrap: 1
game: successors
title: everybody in Babylon
position:
  turn: 2
  cart: {at: babylon, player: kleio}
  dead: [herakles]
  independents: [uruk, gaza]
  independent_units: {babylon: 2}
  capitals: {babylon: nikon}
  players:
    kleio: {control: [babylon], armies: [{at: babylon, units: {loyal: 2}}, {at: babylon, units: {royal: 1}}]}
    nikon: {armies: [{at: babylon, units: {mercenary: 4}}], fleets: [2], scattered_fleets: [1]}
    thais:
      champion: false
      royals: [philippos]
      generals: {krateros: {scattered: true}, eumenes: {major: false}}
      siege: {babylon: 3, uruk: 0}
"""


def odd_map(places, land=()):
    spaces = {
        f"{'a-very-long-name-of-a-space-' if at % 3 else 'p'}{at}": {
            "kind": ("major", "minor", "fortress", "transit")[at % 4],
            "at": place,
            "province": f"p{at % 5}",
        }
        for at, place in enumerate(places)
    }
    head = {"satrap": 1, "game": "successors", "name": "odd", "title": "Odd", "land": land}
    provinces = {f"p{at}": {"vp": at} for at in range(5)}
    return validate(Map, Source({**head, "provinces": provinces, "spaces": spaces}))


@pytest.fixture(scope="module")
def board():
    return bundled_board(GAME, "diadochi")


def test_the_bundled_map_is_all_there(board):
    svg = draw_board(board)
    assert_legible(svg)
    told = words(svg)
    assert {place_name(name) for name in board.spaces} <= set(told)
    assert {f"{province.title} {province.vp}" for province in board.provinces.values()} <= set(told)
    assert "Pella, major city, port, Macedonia" in tooltips(svg)
    assert "Abydos, minor city, port of the Hellespont, Hellespontine Phrygia" in tooltips(svg)
    links = len(board.land) + len(board.sea) + len(board.routes)
    paths = [path for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("fill") == "none"]
    assert len(paths) == links + 3  # and three in the key
    assert any("invented" in line for line in told)
    assert to_svg(board) == svg == draw_board(board)


@pytest.mark.parametrize("name", ["successors/log-burial-at-pella", "successors/log-regency-tie"])
def test_positions_of_logs(name):
    scenario = load(name)
    svg = draw_scenario(scenario)
    assert_legible(svg)
    for player, state in scenario.position.players.items():
        owned = [told for told in tooltips(svg) if told.endswith(f"controlled by {player}")]
        assert len(owned) == len(state.control)
    assert scenario._repr_svg_() == svg


def test_what_lies_on_the_table_is_told():
    svg = draw_scenario(parse(CROWDED))
    assert_legible(svg)
    told = words(svg)
    assert {"cart", "capital", "3K", "4N", "2", "siege 3T", "grey marker", "siege points"} <= set(told)
    assert {"3 siege points of thais", "4 combat units of nikon", "funeral cart of kleio"} <= set(tooltips(svg))
    assert "siege 0T" not in told
    assert "Babylon, major city, Babylonia, controlled by kleio" in tooltips(svg)
    assert "Uruk, minor city, Babylonia, independent" in tooltips(svg)
    assert "fleets: 2, scattered 1; strength 3" in told
    assert "generals: Krateros scattered, Eumenes (minor)" in told
    assert "Successor, 0 victory points, 4 legitimacy" in told


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0)],
        [(0, 0)] * 9,
        [(at, 0) for at in range(12)],
        [(0, 1e-9 * at) for at in range(12)],
        [(1e9 * (-1) ** at, 1e8 * at) for at in range(9)],
        [(x, y) for x in range(3) for y in range(3)],
    ],
)
def test_odd_maps(places):
    svg = draw_board(odd_map(places))
    assert_legible(svg)
    assert len([told for told in tooltips(svg) if ", p" in told.lower()]) == len(places)


def test_a_map_with_hundreds_of_spaces():
    chance = random.Random(1)
    assert_legible(draw_board(odd_map([(chance.random(), chance.random()) for _ in range(300)])))


def test_from_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["draw", "successors/log-burial-at-pella", "-o", "position.svg"]) == 0
    assert run(["board", "show", "successors", "diadochi", "-o", "map.svg"]) == 0
    for name in ("position.svg", "map.svg"):
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<svg")
