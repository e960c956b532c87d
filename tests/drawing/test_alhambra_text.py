"""Alhambras in characters: what stands where, that it fits its width, and how the commands show it."""

import json
import sys
import unicodedata
from itertools import product

import pytest

from models.alhambra.layout import Layout
from models.alhambra.missions import MISSIONS
from models.alhambra.position import PlayerState, Position
from models.alhambra.tiles import FOUNTAIN, make_tile
from puzzles.cli import run
from puzzles.columns import begin, shows, width_of
from puzzles.drawing import alhambra_text
from puzzles.drawing.alhambra_text import abbreviation, layout_text, text_picture
from puzzles.terminal import print_picture
from solver.alhambra.documents import LayoutAnswer, LayoutQuestion
from tests.drawing.test_alhambra import BASE, MORE, NEW, SMALL, SUPPLY, grown, left, placed, position, scenario

CLOSED = placed(
    ("pavilion2-new", (0, -1)), ("arcades4-nes", (1, 0)), ("seraglio3-esw", (0, 1)), ("chambers5-nsw", (-1, 0))
)
FILE = """\
satrap: 1
game: alhambra
position:
  modules: [guidelines]
  missions: [rows]
  players:
    ana:
      layout: |
        seraglio4  pavilion3  chambers10
        fountain   pavilion6  arcades9-open
      reserve: [garden11]
"""


@pytest.fixture(autouse=True)
def _utf8():
    yield
    begin("utf-8")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "ana.yaml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def drawn(layout, *arguments, **options):
    return layout_text(Layout.of(layout, SUPPLY), *arguments, **options)


def test_walls_are_thick_open_sides_thin_and_ways_through_open():
    assert drawn(SMALL)[:6] == [
        "      0     1     2",
        "   ┍═════┱───────────┐",
        "-1 │  S4 ┃  P3   C10 │",
        "   │     ┗━━━━━╸     │",
        " 0 │ ≈F≈    P6    A9 │",
        "   └─────────────────┘",
    ]


def test_the_longest_wall_is_doubled_all_the_way_round():
    assert drawn(CLOSED)[:8] == [
        "      -1    0     1",
        "         ╔═════╗",
        "-1       ║  P2 ║",
        "   ╔═════╝     ╚═════╗",
        " 0 ║  C5   ≈F≈    A4 ║",
        "   ╚═════╗     ╔═════╝",
        " 1       ║  S3 ║",
        "         ╚═════╝",
    ]


def test_what_is_new_has_a_star_and_the_legend_says_so():
    lines = drawn(MORE, new={each.at for each in NEW})
    assert sum(line.count("*") for line in lines) == len(NEW) + 1
    assert lines[-1].endswith("* new")
    assert "*" not in "".join(drawn(MORE))


@pytest.mark.parametrize("plain", [False, True])
def test_fourteen_columns_fit_into_eighty_and_more_are_shown_in_parts(plain):
    bare = [tile for tile, each in SUPPLY.by_id.items() if not each.walls]
    across = [tile for tile, each in SUPPLY.by_id.items() if each.walls in ("n", "s")]
    row = placed(*((tile, (x, 0)) for x, tile in enumerate(bare + across, start=1)))
    fourteen = drawn(row[:13], plain=plain)
    assert max(map(width_of, fourteen)) <= 80
    (told,) = [line for line in fourteen if line.startswith("0 ")]
    assert all(abbreviation(SUPPLY.tile(each.tile)) in told for each in row[:13])
    parts = drawn(row, plain=plain)
    assert max(map(width_of, parts)) <= 80
    assert len([line for line in parts if line.startswith("0 ")]) == 2
    narrow = drawn(row, 40, plain=plain)
    assert max(map(width_of, narrow)) <= 40


@pytest.mark.parametrize("count", [0, 1, 30])
def test_every_tile_is_there_and_ascii_is_enough(count):
    layout = grown(count)
    lines = drawn(layout, plain=True)
    assert "\n".join(lines).isascii()
    told = " ".join(lines)
    assert all(abbreviation(SUPPLY.tile(each.tile)) in told for each in layout)
    assert len(lines) == len(drawn(layout))
    assert drawn(layout) == drawn(layout)


def test_tiles_from_outside_the_base_game_have_two_letters():
    layout = Layout({(0, 0): FOUNTAIN, (1, 0): make_tile("camp", None, "e"), (0, 1): make_tile("亚历山大", 99, "open")})
    told = "\n".join(layout_text(layout))
    assert " Ca " in told
    assert "Ca camp" in told
    rows = [line for line in layout_text(layout) if line.startswith(("0 ", "1 "))]
    assert width_of(rows[0]) >= width_of(rows[1]) == width_of("1 │亚历99│")


def test_corners_have_the_weights_of_the_lines_that_meet():
    weights = {"LIGHT": 1, "HEAVY": 2}
    sides = {"UP": [0], "RIGHT": [1], "DOWN": [2], "LEFT": [3], "VERTICAL": [0, 2], "HORIZONTAL": [1, 3]}
    for number, arms in enumerate(product(range(3), repeat=4)):
        if not any(arms):
            continue
        name = unicodedata.name(alhambra_text._CORNERS[number]).removeprefix("BOX DRAWINGS ").replace(" AND", "")
        told, found, weight, waiting = name.split(), [0, 0, 0, 0], 0, []
        before = told[0] in weights  # the weight stands before its sides, or behind them
        for word in told:
            if word in weights:
                weight = weights[word]
                for side in waiting:
                    found[side] = weight
                waiting = []
            elif before:
                for side in sides[word]:
                    found[side] = weight
            else:
                waiting += sides[word]
        assert tuple(found) == arms


def test_a_table_tells_missions_holdings_and_the_market():
    a, b = grown(5), grown(4, left(grown(5)))
    free = left(a, b)
    players = {
        "ana": PlayerState(layout=a, market={"blue": "tower11-open"}, treasures=(2, 5), money={"green": (9, 1)}),
        "ben": PlayerState(layout=b, bought=(free[1],)),
    }
    where = Position(
        modules=("markets", "treasures", "guidelines"), missions=("rows", "grids"), market={"yellow": free[2]},
        neutral=(free[3],), players=players,
    )  # fmt: skip
    lines = text_picture(scenario(where))
    told = "\n".join(lines)
    assert "  personal market: blue tower 11\n  treasures: 2, 5\n  money: green 9 + 1\n" in told
    assert "rows of three buildings: " in told
    assert "building market: yellow " in told
    assert "neutral third party: " in told
    assert max(map(width_of, lines)) <= 80
    assert "rows of three" not in "\n".join(text_picture(scenario(where), scores=False))


def test_long_findings_are_broken_with_an_indent():
    lines = text_picture(scenario(position(grown(30), missions=tuple(MISSIONS))))
    assert max(map(width_of, lines)) <= 80
    more = [line for line in lines if line.startswith("    ") and ";" in line]
    assert more
    assert max(map(len, more)) > 60


def test_an_answer_is_drawn_with_its_new_tiles():
    question = LayoutQuestion(kind="layout", player="ana")
    where = position(BASE, state={"reserve": tuple(each.tile for each in NEW)})
    told = "\n".join(text_picture(scenario(where, question), LayoutAnswer(layout=MORE)))
    assert all(f"{abbreviation(SUPPLY.tile(each.tile))}*" in told for each in NEW)
    assert "reserve" not in told


# -- the commands ------------------------------------------------------------------------------------


def test_score_shows_the_alhambra_above_the_ledger(file, capsys):
    assert run(["score", file]) == 0
    told = capsys.readouterr().out
    assert "-1 │  S4 ┃  P3   C10 │" in told
    assert told.index("≈F≈") < told.index("total")
    assert "reserve: garden 11" in told


def test_draw_shows_text_and_still_writes_files(file, tmp_path, capsys):
    assert run(["draw", file, "--text"]) == 0
    told = capsys.readouterr().out
    assert "rows of three buildings: 6 (S4 P3 C10; ≈F≈ P6 A9)" in told
    out = tmp_path / "out.svg"
    assert run(["draw", file, "--text", "-o", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["file"] == str(out)
    assert "\n".join(document["text"]) == told.rstrip("\n")
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_draw_wants_a_file_or_text(file, capsys):
    assert run(["draw", file]) == 2
    assert "--text" in capsys.readouterr().err


def test_a_game_without_pictures_in_text_says_so(capsys):
    assert run(["draw", "empire/first-region", "--text"]) == 2
    assert "empire has no pictures in text" in capsys.readouterr().err
    assert run(["score", "empire/first-region"]) == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "no-such-encoding"])
def test_a_terminal_that_lacks_the_characters_gets_ascii(file, monkeypatch, capsys, encoding):
    begin(encoding)
    assert not shows(alhambra_text.NEEDS)
    from puzzles.scenario import load

    print_picture(load(file))
    told = capsys.readouterr().out
    assert told.isascii()
    assert "| ~F~    P6    A9 |" in told


def test_the_encoding_is_that_of_standard_output_at_the_start(file, monkeypatch, capsys):
    class Terminal:
        encoding = "ascii"

        def __getattr__(self, name):
            return getattr(real, name)

        def reconfigure(self, **_):
            pass

    real = sys.stdout
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run(["draw", file, "--text"]) == 0
    assert capsys.readouterr().out.isascii()
