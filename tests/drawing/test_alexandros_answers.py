"""Plans drawn on boards of alexandros: ways, new walls, targets, governors who come and go, provinces, tables."""

from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

import puzzles.scenario
from models.alexandros.lattice import sides
from models.documents import Source, validate
from puzzles.drawing.alexandros import draw_scenario, draw_view
from puzzles.drawing.alexandros_answers import position_view, view_of
from puzzles.drawing.alexandros_map import NEW, RING, STAGES
from puzzles.drawing.alexandros_signs import GOLD
from puzzles.drawing.alexandros_text import text_picture
from puzzles.drawing.alexandros_view import Area, Piece, Ring, View, Way
from puzzles.drawing.sheet import MOST_WORDS, Table, told_words
from puzzles.questions import find
from puzzles.scenario import load, parse
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
    assert len(set(white)) == len(white) == 5  # two of them in the key


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

    monkeypatch.setattr(puzzles.scenario, "answer_words", lambda scenario, answer: [("way", answer.path)])
    svg = draw_scenario(asked, Known("b1-b3"))
    assert_legible(svg)
    assert {"go", "b1-b3"} <= set(words(svg))
    assert "the way" in tooltips(svg)


def test_long_answers_are_cut():
    told = told_words([("line", str(at)) for at in range(MOST_WORDS + 5)]).pairs
    assert len(told) == MOST_WORDS + 1
    assert told[-1] == ("left out", "5 more lines")


# -- the answers of each kind ------------------------------------------------------------------------


def shown(name, answer):
    """The view of an answer to a bundled question, its picture, the tooltips, the texts, and the text picture."""
    asked = load(f"alexandros/{name}")
    plan = validate(find("alexandros", asked.question.kind).load().answer, Source(answer))
    svg = draw_scenario(asked, plan)
    assert_legible(svg)
    assert draw_scenario(asked, plan) == svg
    lines = text_picture(asked, plan)
    assert max(map(len, lines)) <= 80
    return view_of(plan, asked), svg, tooltips(svg), words(svg), " ".join(line.strip() for line in lines)


def dashed(svg):
    """How many lines are dashed as ways that only may come, the key among them."""
    return sum(path.get("stroke-dasharray") in STAGES for path in ElementTree.fromstring(svg).iter(f"{SVG}path"))


def areas(view):
    return [(area.kind, area.label, area.triangles[0]) for area in view.areas]


def pieces(view):
    return [(piece.triangle, piece.player, piece.gone, piece.label) for piece in view.pieces]


def test_a_turn_without_cases_is_drawn_as_made():
    answer = {"card": "hoplite", "to": "F13", "path": "e14-f13", "actions": [{"occupy": ["H3"]}, {"levy": "hoplite"}]}
    view, svg, tips, told, _ = shown("best-turn-take-over-and-levy", answer)
    assert list(view.walls) == [("e14", "f13")]
    assert [ring.triangle for ring in view.rings] == ["F13"]
    assert pieces(view) == [("H3", "roxane", False, "")]
    assert areas(view) == [("worth", "10", "J7"), ("worth", "3", "H2")]
    assert dashed(svg) == 0
    assert "H3: a governor of roxane is placed instead of one of stateira" in tips
    assert {"10 → 23", "worth of a province", "way"} <= set(told)


def test_what_all_cases_share_is_certain():
    same = {"to": "I5", "path": "j7-j5"}
    second = {"hoplite": {"levy": "hoplite"}, "any": {"remove": ["H3"]}}
    cases = {
        "hoplite": {**same, "actions": [{"take": "hoplite"}, {"levy": "hoplite"}]},
        "any": {**same, "actions": [{"take": "pile", "then": second}]},
    }
    view, svg, tips, _, text = shown("best-turn-hope-for-a-hoplite", {"card": "horse", "cases": cases})
    assert list(view.walls) == [("j5", "j7")]
    assert view.after.here == "j5"
    assert ("new", "2", "J5") in areas(view)
    assert pieces(view) == [("H3", "roxane", True, "?")]
    assert view.after.players["roxane"].points == 3  # a levy only comes with a hoplite
    assert dashed(svg) == 0
    when = "H3: the governor of roxane leaves if another card turns up and if another card is drawn"
    assert when in tips
    assert when in text


def test_ways_that_depend_on_cards_are_dashed():
    cases = {
        "hoplite": {"to": "I5", "path": "j7-j5", "actions": [{"occupy": ["J6"]}]},
        "lyre": {"to": "J8", "path": "j7-k8"},
        "temple": {"to": "J8", "path": "j7-k8", "actions": [{"occupy": ["J6"]}]},
        "any": {"to": "I5", "path": "j7-i6"},
    }
    view, svg, tips, told, text = shown("best-turn-hope-for-a-hoplite", {"card": "horse", "cases": cases})
    assert [(way.label, way.points, way.stage) for way in view.ways] == [
        ("hoplite", ("j7", "j5"), 1),
        ("lyre, temple", ("j7", "k8"), 2),
        ("else", ("j7", "i6"), 3),
    ]
    assert view.walls == {}
    assert view.after.here == "j7"
    assert pieces(view) == [("J6", "roxane", False, "?")]
    assert dashed(svg) == 4
    assert {"hoplite", "lyre, temple", "else", "possible way"} <= set(told)
    assert "way" not in told
    assert "if lyre or temple turns up: horse to J8, j7-k8" in tips
    assert "if another card turns up: horse to I5, j7-i6" in text
    assert "J6: a governor of roxane is placed if hoplite turns up; if temple turns up" in tips


def test_what_follows_a_known_card_is_drawn_without_cases():
    second = {"any": {"occupy": ["J6"]}}
    answer = {"card": "horse", "to": "I5", "path": "j7-j5", "actions": [{"take": "pile", "then": second}]}
    view, *_ = shown("best-turn-hope-for-a-hoplite", answer)
    assert pieces(view) == [("J6", "roxane", False, "?")]
    assert view.after.here == "j5"


def test_an_enclosure_has_golden_walls_and_its_worth():
    answer = {"province": "H2", "walls": ["i4-i6-i8-h9-g10"]}
    view, svg, tips, told, text = shown("enclose-room-in-the-west", answer)
    assert len(view.walls) == 4
    assert areas(view) == [("new", "10", "H2")]
    assert fills(svg, NEW) == len(view.areas[0].triangles)
    assert "i4-i6: new wall" in tips
    assert {"10", "new wall", "new province and its worth"} <= set(told)
    assert "H2: province, 10 blank triangles" in text


def test_moves_that_enclose_are_numbered():
    moves = [
        {"card": "lyre", "to": "I16", "path": "l19-k18-j17-i16"},
        {"card": "temple", "to": "I14", "path": "i16-j15"},
        {"card": "temple", "to": "I7", "path": "j15-j13-j11-j9-j7"},
    ]
    view, svg, tips, told, _ = shown("enclose-two-or-three-moves", {"province": "I5", "moves": moves})
    assert [way.label for way in view.ways] == ["1", "2", "3"]
    assert {way.player for way in view.ways} == {None}  # the cards are anybody's
    assert [ring.triangle for ring in view.rings] == ["I16", "I14", "I7"]
    assert set(view.walls.values()) == {f"new wall of move {number}" for number in (1, 2, 3)}
    assert areas(view) == [("new", "9", "I5")]
    assert (view.before.here, view.after.here) == ("l19", "j7")
    assert view.after.players == view.before.players
    assert dashed(svg) == 0
    assert "3: temple to I7, j15-j13-j11-j9-j7" in tips
    assert {"1", "2", "3", "Alexander then"} <= set(told)


def test_a_move_that_breaks_a_rule_lays_no_wall_in_an_enclosure():
    moves = [{"card": "lyre", "to": "I16", "path": "l19-k18"}, {"card": "horse", "to": "Z1", "path": "z9"}]
    view, *_ = shown("enclose-two-or-three-moves", {"province": "I5", "moves": moves})
    assert view.walls == {}
    assert view.after.here == "l19"
    assert [way.points for way in view.ways] == [("l19", "k18")]
    assert [ring.triangle for ring in view.rings] == ["I16"]
    assert [area.kind for area in view.areas] == ["worth"]  # it is the land outside the other provinces, no new one


def test_walls_that_enclose_nothing_are_drawn():
    moves = [{"to": "I16", "path": "z9-z8"}]
    answer = {"province": "Q7", "walls": ["i4-i6", "z9-q1", "i4-i6"], "moves": moves}
    view, *_ = shown("enclose-room-in-the-west", answer)
    assert list(view.walls) == [("i4", "i6")]
    assert view.areas == view.ways == ()
    assert view.after.here == view.before.here


def test_provinces_that_are_occupied_are_numbered_and_tell_their_worth():
    answer = {"actions": [{"occupy": ["I12"]}, {"occupy": ["H4"]}]}
    view, svg, tips, told, text = shown("occupy-which-to-take", answer)
    assert pieces(view) == [
        ("I12", "ben", False, "1"),
        ("G5", "ana", True, "2"),
        ("H4", "ben", False, "2"),
    ]
    assert areas(view) == [("worth", "7", "J17"), ("worth", "5", "H2"), ("worth", "1", "F5")]
    assert fills(svg, NEW) == 0  # they have the tint of the player
    assert "I15, blank, province of ben, worth 7 points" in tips
    assert {"7", "5", "worth of a province", "governor placed", "governor gone"} <= set(told)
    assert "H4: a governor of ben is placed, step 2" in text


def test_one_province_has_no_number():
    view, *_ = shown("occupy-throw-her-out", {"actions": [{"occupy": ["H3"]}]})
    assert pieces(view) == [("G5", "ana", True, ""), ("H3", "ben", False, "")]


def test_occupations_that_break_rules_are_left_out():
    actions = [{"occupy": ["Z9"]}, {"occupy": ["I12"], "gives": {"lyre": 9}}, {"levy": "lyre"}, {"occupy": ["H3"]}]
    view, *_ = shown("occupy-throw-her-out", {"actions": actions})
    assert ("H3", "ben", False, "4") in pieces(view)


ROWS = [
    {"symbol": "temple", "points": {"ana": 8, "ben": 9}, "ends": True, "winners": ["ben"]},
    {"symbol": "amphora", "by": ["ana", "ben"], "points": {"ana": 8, "ben": 9}, "ends": True},
    {"symbol": "horse", "by": ["ben"], "points": {"ana": 8, "ben": 9}, "ends": True, "winners": ["ana", "ben"]},
    {"symbol": "lyre", "points": {"ana": 0, "ben": 0}},
]


def test_levies_stand_in_a_table_and_what_pays_on_the_board():
    view, svg, _, told, text = shown("levy-for-whom", {"rows": ROWS, "best": "amphora"})
    ((heading, levies),) = view.tables
    assert heading == "What a levy brings; on the board what pays with amphora"
    assert levies.titles == ("levy with", "can be started by", "ana gains", "ben gains", "then")
    assert levies.rows == (
        ("temple", "nobody", "8", "9", "ben wins"),
        ("amphora, best for ana", "ana and ben", "8", "9", "the game ends in a tie"),
        ("horse", "ben", "8", "9", "ana and ben share the win"),
        ("lyre", "nobody", "0", "0", ""),
    )
    assert sorted(label for _, label, _ in areas(view)) == ["1", "8", "8"]
    assert fills(svg, NEW) == 0
    assert {heading, "amphora, best for ana", "worth of a province"} <= set(told)
    assert "amphora, best for ana; can be started by ana and ben; ana gains 8; ben gains 9; then" in text


def test_levies_that_end_nothing_say_nothing_of_it():
    view, *_ = shown("levy-for-whom", {"rows": [{"symbol": "lyre", "points": {"cyn": 3}}]})
    ((_, levies),) = view.tables
    assert levies.rows == (("lyre", "nobody", "–", "–"),)
    assert view.areas == ()


def test_turns_to_a_levy_stand_in_a_table():
    turns = [[{"take": "lyre"}], [{"occupy": ["I3"]}, {"levy": "hoplite"}], [{"levy": "hoplite"}]]
    view, _, _, told, text = shown("levy-when", {"turns": turns})
    assert view.tables[0][1].rows == (
        ("turn 1", "take lyre", "0", "0", "0", "0"),
        ("turn 2", "occupy I3, levy hoplite", "3", "1", "0", "9"),
        ("turn 3", "levy hoplite", "3", "1", "0", "9"),
    )
    assert pieces(view) == [("H8", "eva", True, "2"), ("I3", "dion", False, "2")]
    assert areas(view) == [("worth", "9", "I3")]
    assert {"0 → 18", "Turn by turn", "actions of dion"} <= set(told)
    assert "turn 2; actions of dion occupy I3, levy hoplite; ana gains 3" in text


def test_a_levy_that_ends_the_game_is_the_last_that_is_drawn():
    first = [{"occupy": ["I4", "H4", "F6"]}, {"remove": ["I4"]}]
    turns = [first, [{"remove": ["H4"]}, {"levy": "amphora"}], [{"take": "pile", "drawn": "horse"}]]
    view, *_ = shown("levy-the-last-one", {"turns": turns})
    assert [row[0] for row in view.tables[0][1].rows] == ["turn 1", "turn 2"]
    assert view.after.over


def test_actions_of_turns_that_break_rules_are_marked():
    turns = [[{"take": "horse"}, {"occupy": ["Z9"]}], [{"levy": "temple"}], []]
    view, *_ = shown("levy-when", {"turns": turns})
    assert view.tables[0][1].rows == (
        ("turn 1", "take horse (left out), occupy Z9 (left out)", "0", "0", "0", "0"),
        ("turn 2", "levy temple (left out)", "0", "0", "0", "0"),
        ("turn 3", "–", "0", "0", "0", "0"),
    )
    assert view.pieces == ()


def threat(path, loss, province="G5", **more):
    by = {"player": "ben", "card": "amphora", "to": "H9", "path": path}
    return {"province": province, "worth": 10, "by": "division", "loss": loss, "turn": by, **more}


def test_threats_are_dashed_and_stand_in_a_table_now_and_then():
    answer = {
        "actions": [{"remove": ["G5"]}, {"occupy": ["F6"]}],
        "before": 5,
        "after": 3,
        "threats": [threat("h5-h7-g8", 5)],
        "left": [threat("h5-h7-h9", 3, "F6")],
    }
    view, svg, tips, told, text = shown("defend-a-wall-across", answer)
    assert pieces(view) == [("G5", "ana", True, "1"), ("F6", "ana", False, "2")]
    assert [(way.label, way.player, way.points) for way in view.ways] == [("ben −3", "ben", ("h5", "h7", "h9"))]
    assert areas(view) == [("lost", "−3", "H2")]
    assert view.walls == {}
    assert dashed(svg) == 2
    ((heading, threats),) = view.tables
    assert heading == "Threats: at worst 5 lost now, 3 then"
    assert threats.titles == ("province", "worth", "rival", "now", "then")
    assert threats.rows == (("G5 → F6", "10", "ben", "−5 by division", "−3 by division"),)
    assert "ben divides the province of F6, 3 of 10 lost: amphora to H9, h5-h7-h9" in tips
    assert "3 of 10 can be lost to ben" in tips
    assert {"ben −3", "−3", "what a province loses", "possible way"} <= set(told)
    assert "G5 → F6; worth 10; rival ben; now −5 by division; then −3 by division" in text


def test_threats_without_an_action():
    cards = {"opened": ["lyre"], "cards": {"temple": 2}, "by": "takeover"}
    threats = [threat("h5-h7-g8", 2, opened=["horse", "horse"]), threat("h5-h7-g8", 9, **cards)]
    view, *_ = shown("defend-a-wall-across", {"before": 9, "after": 9, "threats": threats})
    assert [way.label for way in view.ways] == ["ben −9, −2"]
    assert areas(view) == [("lost", "−9", "H2")]
    ((heading, found),) = view.tables
    assert heading == "Threats: at worst 9 lost"
    assert found.titles[-1] == "could do"
    assert [row[-1] for row in found.rows] == ["−9 by takeover for 2 temple, if lyre turns up"]


def test_a_threat_that_is_averted_leaves_a_dash():
    answer = {"actions": [{"remove": ["G5"]}], "before": 5, "threats": [threat("h5-h7-g8", 5)]}
    view, _, _, told, _ = shown("defend-a-wall-across", answer)
    assert view.ways == view.areas == ()
    assert view.tables[0][1].rows == (("G5", "10", "ben", "−5 by division", "–"),)
    assert "possible way" not in told


def test_threats_that_cannot_be_are_drawn_as_far_as_they_can():
    strange = threat("h5-q7-zz9", 4, "Z9")
    strange["turn"] |= {"player": "somebody-with-a-long-name", "to": "Q9"}
    stays = threat("h5", 1)
    del stays["turn"]["card"], stays["turn"]["to"], stays["turn"]["path"]
    actions = [{"occupy": ["Z9"]}, {"levy": "lyre"}]
    answer = {"actions": actions, "left": [strange, stays], "worst": {"loss": 3, "turn": stays["turn"]}}
    view, _, _, told, _ = shown("defend-a-wall-across", answer)
    assert [(way.label, way.points) for way in view.ways] == [("somebody-. −4", ("h5",))]
    assert areas(view) == [("lost", "−1", "H2")]
    assert [row[:3] for row in view.tables[0][1].rows] == [
        ("Z9", "10", "somebody-with-a-long-name"),
        ("G5", "10", "ben"),
    ]
    assert view.pieces == ()
    assert "somebody-. −4" in told


@pytest.mark.parametrize("name", ["enclose-room-in-the-west", "levy-when", "levy-for-whom", "occupy-throw-her-out"])
def test_an_empty_answer_leaves_the_table(name):
    answer = {"province": "H2"} if name.startswith("enclose") else {}
    view, *_ = shown(name, answer)
    assert view.walls == {}
    assert view.ways == view.pieces == view.tables == ()
    assert view.after == view.before


def test_cases_that_say_nothing():
    view, *_ = shown("best-turn-hope-for-a-hoplite", {"card": "horse", "cases": {}})
    assert view.ways == view.rings == ()
    view, *_ = shown("best-turn-hope-for-a-hoplite", {"card": "horse", "cases": {"any": {}, "lyre": {"to": "I5"}}})
    assert [ring.triangle for ring in view.rings] == ["I5"]
