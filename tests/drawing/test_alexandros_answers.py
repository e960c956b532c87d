"""Plans drawn on boards of alexandros: ways, new walls, targets, governors who come and go, provinces, tables."""

from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from models.alexandros.lattice import sides
from puzzles.drawing import alexandros_answers
from puzzles.drawing.alexandros import draw_scenario, draw_view
from puzzles.drawing.alexandros_answers import MOST_WORDS, position_view, view_of, words_of
from puzzles.drawing.alexandros_map import NEW, RING
from puzzles.drawing.alexandros_signs import GOLD
from puzzles.drawing.alexandros_view import Area, Piece, Ring, View, Way
from puzzles.drawing.sheet import Table
from puzzles.scenario import parse
from tests.alexandros.tables import SATRAPIES, action, choose, draw, table, turn
from tests.drawing.test_drawing_empire import SVG, assert_legible, tooltips, words

BOARD = draw(["C|  .T..", "B| .H..A.", "A|  ..LO"], "b1")
PLAYERS = {
    "ana": {"points": 12, "hand": {"temple": 2, "horse": 2, "lyre": 1, "hoplite": 1}, "governors": ["A4"]},
    "ben": {"hand": {"lyre": 3}, "governors": ["B2"]},
}
STANDS = {"walls": ["b3-b5-b7", "b1-b3"], "alexander": "c4", "face_up": ["temple", "horse"], "players": PLAYERS}


def begun(board=BOARD, rulings=None, **given):
    rulings = rulings or choose()
    return View.of(board, table(board, rulings, **{**STANDS, **given}), rulings)


def drawn(view):
    """The picture, legible and the same again, its tooltips and its texts."""
    svg = draw_view(view, "a plan")
    assert_legible(svg)
    assert draw_view(view, "a plan") == svg
    return svg, tooltips(svg), words(svg)


def fills(svg, fill, tag="path"):
    return sum(one.get("fill") == fill for one in ElementTree.fromstring(svg).iter(f"{SVG}{tag}"))


# -- turns -------------------------------------------------------------------------------------------


def test_a_turn_has_a_way_walls_a_target_and_what_comes_of_it():
    view = begun().played(turn(card="temple", to="C3", path="c4-d3", actions=[{"take": "horse"}]), "1")
    assert [way.points for way in view.ways] == [("c4", "d3")]
    assert list(view.walls) == [("c4", "d3")]
    assert [ring.triangle for ring in view.rings] == ["C3"]
    assert view.after.here == "d3"
    assert view.before.here == "c4"
    svg, tips, told = drawn(view)
    assert "1: temple to C3, c4-d3" in tips
    assert "c4-d3: step 1: new wall" in tips
    assert {"c4: Alexander", "d3: Alexander then"} <= set(tips)
    assert {"1", "way", "new wall", "target", "Alexander then", "2 → 3"} <= set(told)
    assert sum(path.get("stroke") == RING for path in ElementTree.fromstring(svg).iter(f"{SVG}path")) == 2


def test_new_provinces_are_highlighted_with_their_worth():
    board = draw(["B| .H..A.", "A|  ..LO"], "b1")
    view = View.of(board, table(board, face_up=["hoplite"]), choose())
    assert view.areas == ()
    view = view.played(turn(card="hoplite", to="A5", path="b1-b3-b5"), "1")
    assert view.areas == ()  # it closes nothing
    view = view.played(turn(), "2")
    assert [ring.triangle for ring in view.rings] == ["A5"]
    walled = View.of(board, table(board, walls=["b1-b3-b5"], alexander="b5", face_up=["amphora"]), choose())
    walled = walled.played(turn(card="amphora", to="B5", path="b5-b7"))
    assert [(area.triangles, area.label) for area in walled.areas] == [(("A2", "A3", "A4", "A5"), "2")]
    svg, tips, told = drawn(walled)
    assert fills(svg, NEW) == 4
    assert "province, 2 blank triangles, lyre and hoplite" in tips
    assert "new province and its worth" in told


def test_both_parts_of_a_divided_province_that_somebody_governs():
    view = begun(walls=["b1-b3-b5-b7", "d3-c4"], alexander="c4", face_up=["lyre"])
    after = view.after.changed(walls=(*view.after.walls, "c4-b5"), alexander="b5")
    assert sorted(area.label for area in view.then(after).areas) == ["3", "4"]


def test_a_move_that_breaks_a_rule_shows_its_way_only():
    view = begun().played(turn(card="lyre", to="A4", path="c4-b5-a4", actions=[{"take": "pile"}]), "1")
    assert view.after.here == view.before.here
    assert [way.points for way in view.ways] == [("c4", "b5", "a4")]
    _, tips, told = drawn(view)
    assert "Alexander then" not in told
    assert "1: lyre to A4, c4-b5-a4" in tips


def test_what_is_not_on_the_board_is_left_out():
    moves = turn(card="temple", to="Z9", path="c4-z8-c6-e99", actions=[{"occupy": ["Q1"]}])
    view = (
        begun()
        .played(moves, "1")
        .with_plan(
            walls={("x1", "x3"): "?"},
            ways=[Way(("x1", "y2"))],
            rings=[Ring("X1")],
            pieces=[Piece("c", "ana")],
            areas=[Area(("A4", "X1"))],
        )
    )
    assert view.rings == view.pieces == view.areas == ()
    assert list(view.walls) == []
    odd = turn(card="temple", to="here", path="c4-there-c6")
    assert view.moving(moves, "1").moving(odd).walls == view.played(odd).walls == {}
    drawn(view)


def test_walls_that_run_out_are_drawn_as_far_as_they_are_laid():
    rulings = choose(short_walls="as-far")
    view = begun(rulings=rulings, walls_left=1, red_left=0, alexander="b1", face_up=["temple"], walls=["b3-b5-b7"])
    move = turn(card="temple", to="C3", path="b1-c2-d3")
    assert list(view.played(move).walls) == [("b1", "c2")]
    assert list(view.moving(move).walls) == [("b1", "c2"), ("c2", "d3")]


def test_several_ways_to_one_triangle_ring_it_once():
    view = begun(walls=["b3-b5-b7"])
    for label, path in (("x", "c4-d3"), ("y", "c4")):
        view = view.moving(turn(card="temple", to="C3", path=path), label)
    _, tips, _ = drawn(view)
    assert "x: temple to C3, c4-d3; y: temple to C3, stays on c4" in tips


def test_turns_of_one_player_while_others_pass():
    view = begun().played(turn(card="temple", to="C3", path="c4"), "1", player="ana")
    assert view.after.whose == "ben"
    view = view.played(turn(card="horse", to="B2", path="c4-c2"), "2", player="ana")
    assert view.after.here == "c2"
    assert view.after.players["ana"].hand == {"temple": 3, "horse": 3, "lyre": 1, "hoplite": 1}
    view = view.played(turn(card="horse", to="B2", path="c2"), "3", player="nobody")  # no horse lies there
    _, _, told = drawn(view)
    assert {"1", "2", "3"} <= set(told)


# -- actions and governors ---------------------------------------------------------------------------


def test_governors_who_come_and_go():
    view = begun().acted("ana", [action(remove="A4"), action(occupy=["A5"])], label="2")
    came = [(piece.triangle, piece.gone, piece.label) for piece in view.pieces]
    assert came == [("A4", True, "2"), ("A5", False, "2")]
    assert view.after.whose == view.before.whose
    _, tips, told = drawn(view)
    assert {"A4: the governor of ana leaves, step 2", "A5: a governor of ana is placed, step 2"} <= set(tips)
    assert {"governor gone", "governor placed", "−A4 lyre; +A5 hoplite: 2"} <= set(told)


def test_what_is_again_as_it_was_is_no_change():
    view = begun()
    back = view.acted("ana", [action(remove="A4")], label="1").then(view.before, "2")
    assert back.pieces == ()
    assert begun().acted("nobody", [action(remove="A4")]) == begun()


def test_a_takeover_says_whose_governor_gives_way():
    view = begun()
    state = view.after.players["ben"]
    after = view.after.with_player("ben", governors=(*state.governors, "A4")).with_player("ana", governors=())
    view = view.then(after, "1")
    svg, tips, _ = drawn(view)
    assert "A4: a governor of ben is placed instead of one of ana, step 1" in tips
    assert fills(svg, GOLD, "circle") == 2  # and one in the key
    assert "A3, blank, province of ben, worth 2 points" in tips


# -- other plans -------------------------------------------------------------------------------------


def test_a_province_that_could_be():
    inside = ["F19", "F20", "F21"]
    border = [each for name in inside for each in sides(name) if sum(each in sides(other) for other in inside) == 1]
    view = View.of(SATRAPIES, table(SATRAPIES), choose()).enclosing(inside, border)
    assert len(view.walls) == 5
    svg, tips, _ = drawn(view)
    assert fills(svg, NEW) == 3
    assert "province, 2 blank triangles, amphora" in tips
    assert "g20-g22: new wall" in tips


def test_ways_along_the_same_side_run_side_by_side():
    moves = [("any", "c4-c6-d7"), ("horse", "c4-c6"), ("lyre", "c6-c4"), ("x", "c4")]
    view = begun()
    for stage, (label, way) in enumerate(moves):
        view = view.with_plan(ways=[Way(tuple(way.split("-")), "ana", label, f"way {label}", stage)])
    svg, tips, told = drawn(view)
    assert {"any", "horse", "lyre", "x"} <= set(told)
    assert {f"way {label}" for label, _ in moves} <= set(tips)
    white = [
        path.get("d") for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("stroke-width") == "5"
    ]
    assert len(set(white)) == len(white) == 4  # one of them in the key


def test_labels_find_room_in_a_crowd():
    view = begun()
    for name in ("A4", "A5", "B2", "B5", "C3", "C4"):
        view = view.with_plan(
            rings=[Ring(name, "1", "here")],
            pieces=[Piece(name, "ben", label="2", told="there")],
            areas=[Area((name,), "3", "both")],
        )
    for at in range(8):
        view = view.with_plan(ways=[Way(("c4", "c6"), "ben", str(10 + at))])
    assert_legible(draw_view(view, "a crowd"))


def test_tables_stand_below():
    threats = Table(("who", "by", "loss"), (("ben", "2 lyre", "7"), ("", "temple", "3")))
    _, _, told = drawn(begun().with_plan(tables=[("What threatens", threats)]))
    assert {"What threatens", "who", "by", "loss", "2 lyre", "7"} <= set(told)


# -- adapters ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    path: str


@pytest.fixture
def asked(tmp_path):
    land = "".join(f"  {line}\n" for line in BOARD.land)
    head = "satrap: 1\ngame: alexandros\nname: small\ntitle: small\nstart: b1\nland: |\n"
    (tmp_path / "small.yaml").write_text(head + land, encoding="utf-8")
    return parse(
        "satrap: 1\ngame: alexandros\nboard: ./small.yaml\nposition: {players: {ana: {}, ben: {}}}", "s", tmp_path
    )


def test_an_answer_of_an_unknown_kind_leaves_the_position(asked):
    assert view_of(Answer("b1-b3"), asked) == position_view(asked)


def test_an_answer_with_an_adapter_is_drawn_and_told(asked, monkeypatch):
    @dataclass(frozen=True)
    class Known(Answer):
        pass

    @view_of.register(Known)
    def _(answer, scenario):
        return position_view(scenario).with_plan(ways=[Way(tuple(answer.path.split("-")), "ana", "go", "the way")])

    monkeypatch.setattr(alexandros_answers, "words_of", lambda scenario, answer: [("way", answer.path)])
    svg = draw_scenario(asked, Known("b1-b3"))
    assert_legible(svg)
    assert {"go", "b1-b3"} <= set(words(svg))
    assert "the way" in tooltips(svg)


def test_long_answers_are_cut(asked, monkeypatch):
    class Question:
        def answer_words(self, task, answer):
            return [("line", str(at)) for at in range(MOST_WORDS + 5)]

    class Entry:
        def load(self):
            return Question()

    class Asked:
        kind = "any"

    monkeypatch.setattr(alexandros_answers, "find", lambda game, kind: Entry())
    monkeypatch.setattr(type(asked), "question", Asked(), raising=False)
    object.__setattr__(asked, "question", Asked())
    told = words_of(asked, None)
    assert len(told) == MOST_WORDS + 1
    assert told[-1] == ("left out", "5 more lines")
