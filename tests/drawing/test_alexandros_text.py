"""Tables of alexandros in characters: the lattice, walls, pieces and plans; they fit, and ASCII is enough."""

import pytest

from models.alexandros.lattice import corners, spot
from puzzles.cli import run
from puzzles.columns import begin, width_of
from puzzles.drawing.alexandros_text import NEEDS, lattice_text, text_picture, view_text
from puzzles.drawing.alexandros_view import Area, Piece, Ring, View
from puzzles.drawing.sheet import Table
from puzzles.scenario import parse
from puzzles.terminal import print_picture
from tests.alexandros.tables import SATRAPIES, action, choose, draw, table, turn
from tests.drawing.test_alexandros import BOARD, SMALL, played
from tests.drawing.test_alexandros_answers import begun


@pytest.fixture(autouse=True)
def _utf8():
    yield
    begin("utf-8")


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.yaml").write_text(BOARD, encoding="utf-8")
    return parse(SMALL, "small", tmp_path)


def test_lattice_walls_governors_and_what_everybody_has(small):
    assert text_picture(small) == [
        "ben's turn; Alexander stands on c4",
        "3 walls left, 48 cards in the pile",
        "face up: temple and horse",
        "discarded: 2 lyre",
        "",
        "       2   4   6",
        "d      +   +   +    d",
        "C      . t . .      C",
        "c    +   @   +   +  c",
        "B    . B . . B .    B",
        "b  +━━━+━━━+━━━+    b",
        "A      . . A o      A",
        "a    +   +   +      a",
        "     2   4   6   8",
        "",
        "A ana: 12 points; hand: 2 temple and horse; 3 governors left; A4 lyre: 2",
        "B ben: 3 points; hand: nothing; 2 governors left; B2 horse: 7, B5 amphora: 7",
        "",
        "t temple, a amphora, h horse, l lyre, o hoplite, . blank, @ Alexander, capitals",
        "are governors, below with what their provinces are worth, ━╱╲ wall",
    ]


def test_a_rim_that_is_open_in_parts_is_drawn_there():
    board = draw(["B| .H..A.", "A|  ..LO"], "b1", open=["a2-a4-a6"])
    drawn = lattice_text(View.of(board, table(board), choose()), 80)
    assert [line for line in drawn if "~" in line] == ["a    +~~~+~~~+      a"]
    assert "~ open rim" in " ".join(view_text(View.of(board, table(board), choose())))


def test_a_plan_has_stars_and_is_told():
    view = begun().played(turn(card="temple", to="C3", path="c4-d3", actions=[{"take": "horse"}]), "1")
    lines = view_text(view)
    assert "1: temple to C3, c4-d3" in lines
    assert sum("*" in line for line in lines) == 2  # the wall, and what the sign means
    assert "&" in lines[[line.startswith("d ") for line in lines].index(True)]
    assert any(line.startswith("A ana: 12 points; hand: 2 temple, 2 horse, lyre and hoplite →") for line in lines)
    assert "* new wall" in " ".join(lines)


def test_governors_provinces_rings_and_tables_are_told():
    view = begun().acted("ana", [action(remove="A4")], label="2")
    threats = Table(("who", "by", "loss"), (("ben", "2 lyre", "7"), ("eva", "", "3")))
    view = view.with_plan(
        rings=[Ring("C3", "x", "in danger")],
        pieces=[Piece("A5", "ben")],
        areas=[Area(("A5", "A4"), "7")],
        tables=[("Threats", threats)],
    )
    lines = view_text(view)
    told = [
        "C3: x in danger",
        "A4: the governor of ana leaves, step 2",
        "A5: a governor of ben",
        "A5: 7",
        "Threats:",
        "  ben; by 2 lyre; loss 7",
        "  eva; loss 3",
    ]
    at = lines.index(told[0])
    assert lines[at : at + len(told)] == told


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("plain", [False, True])
def test_lines_fit_and_ascii_is_enough(width, plain):
    view = View.of(SATRAPIES, played(SATRAPIES, 3, 18), choose())
    state = view.after.players["ana"]
    if state.governors:
        view = view.acted("ana", [action(remove=state.governors[0])])
    lines = view_text(view, width=width, plain=plain)
    assert max(map(width_of, lines)) <= width
    assert "\n".join(lines).isascii() or not plain
    assert not any(line != line.rstrip() for line in lines)


def test_every_triangle_stands_where_its_coordinates_say():
    view = View.of(SATRAPIES, table(SATRAPIES), choose())
    drawn = lattice_text(view, 80)
    strips = {line[0]: line for line in drawn if line[0].isupper()}
    least = min(spot(corner)[1] for name in SATRAPIES.triangles for corner in corners(name))
    for name, symbol in SATRAPIES.symbols.items():
        strip, column = spot(name)
        sign = strips[chr(ord("A") + strip)][3 + 2 * (column + 1 - least)]
        assert sign == {None: ".", "hoplite": "o"}.get(symbol, (symbol or ".")[0])


def test_a_wide_board_comes_in_bands_that_leave_nothing_out():
    board = draw(["B|" + "TAHLO" * 30, "A|" + "." * 150])
    view = View.of(board, table(board), choose())
    lines = lattice_text(view, 80)
    assert max(map(len, lines)) <= 80
    wide = lattice_text(view, 1000)
    for line in (line for line in wide if line[0] == "B"):
        symbols = line[1:-1].replace(" ", "")
        bands = [band[1:-1].replace(" ", "") for band in lines if band.startswith("B")]
        assert len(bands) > 3
        assert all(band in symbols for band in bands)
        assert symbols.startswith(bands[0])
        assert symbols.endswith(bands[-1])


def test_what_a_ledger_tells_beside_it_is_left_out(small):
    lines = text_picture(small, scores=False)
    assert not any("points" in line or "turn" in line for line in lines)
    assert "A ana: hand: 2 temple and horse; 3 governors left; A4 lyre: 2" in lines


def test_from_the_commands(small, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SMALL, encoding="utf-8")
    assert run(["draw", "two.yaml", "--text"]) == 0
    drawn = capsys.readouterr().out
    assert "━━━" in drawn
    assert "12 points" in drawn
    assert run(["score", "two.yaml"]) == 0
    assert "━━━" in capsys.readouterr().out


def test_a_terminal_that_lacks_the_characters_gets_ascii(small, capsys):
    begin("ascii")
    print_picture(small)
    told = capsys.readouterr().out
    assert told.isascii()
    assert "===" in told
    assert not NEEDS.isascii()


def test_long_rows_of_tables_go_on_indented_and_lose_nothing():
    rows = (("a province", "in " + " ".join(f"word{at}" for at in range(30)), "9"),)
    view = begun().with_plan(tables=[("A table", Table(("what", "lies", "worth"), rows))])
    lines = view_text(view, width=50)
    at = lines.index("A table:") + 1
    rest = lines[at : lines.index("", at)]
    assert all(line.startswith("      ") for line in rest[1:])
    told = " ".join(" ".join(rest).split())
    assert told == f"a province; lies {rows[0][1]}; worth 9"
