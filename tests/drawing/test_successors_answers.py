"""Answers drawn on maps of successors: roads, new markers, what comes where, how likely, tables; nothing overlaps."""

import random
from xml.etree import ElementTree

import pytest

from models.documents import Source, validate
from puzzles.drawing.marks import marks_of
from puzzles.drawing.sheet import MOST_WORDS, told_words
from puzzles.drawing.successors import draw_scenario
from puzzles.drawing.successors_answers import view_of, visits
from puzzles.drawing.successors_map import GOLD, Scene
from puzzles.drawing.successors_view import Road, Stand, View, percent
from puzzles.drawing.svg import canvas, to_string
from puzzles.questions import find
from puzzles.scenario import answer_words, load, parse
from solver.successors.cart_documents import CartState
from tests.drawing.test_drawing_empire import SVG, assert_legible, tooltips, words

TABLE = """
satrap: 1
game: successors
title: three on the way
position:
  turn: 2
  phase: strategy
  segment: activation
  active: ana
  usurper: ben
  cart: {at: babylon, player: ana}
  independents: [nisibis, samaria]
  players:
    ana:
      control: [babylon, opis, uruk, susa, arbela]
      royals: [philippos]
      generals: {perdikkas: {at: babylon}}
      armies:
        - {at: babylon, units: {loyal: 2, macedonian: 3}, movement: 5}
        - {at: arbela, units: {macedonian: 3}, movement: 4}
      fleets: [2]
      siege: {nisibis: 1}
    ben: {control: [alexandria, memphis, pelusion, tyros, sidon], royals: [alexandros], fleets: [3]}
    cyn: {control: [pella, amphipolis, gazaka], armies: [{at: pella, units: {loyal: 3}}]}
question: """


def scenario(question):
    return parse(TABLE + question)


def answered(asked, answer):
    """A document of what answers the question, from plain values."""
    return validate(find("successors", asked.question.kind).load().answer, Source(answer))


def drawn(question, answer):
    """The picture of an answer, legible and the same again, and what its tooltips and its texts say."""
    asked = scenario(question)
    plan = answered(asked, answer)
    svg = draw_scenario(asked, plan)
    assert_legible(svg)
    assert draw_scenario(asked, plan) == svg
    assert all(line in " ".join(words(svg)) for _, line in told_words(answer_words(asked, plan)).pairs)
    return svg, tooltips(svg), words(svg)


def gold(svg):
    """How many spaces are marked as changed."""
    circles = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    return sum(circle.get("fill") == GOLD and circle.get("r") == "19" for circle in circles)


# -- expansion -------------------------------------------------------------------------------------

EXPANSION = "{kind: expansion, player: ana, operations: 3, siege: 3, fleets: [{number: 1}]}"
MOVES = [
    {"path": ["babylon", "opis", "thapsakos", "karrhai", "nisibis"], "leaves": {"thapsakos": 1, "karrhai": 1}},
    {"path": ["arbela", "gazaka"], "leaves": {"arbela": 1}},
]


def test_an_expansion_has_arrows_markers_and_units():
    takes = ["thapsakos", "karrhai", "nisibis", "gazaka"]
    svg, tips, told = drawn(EXPANSION, {"moves": MOVES, "takes": takes, "fleets": [1]})
    assert gold(svg) == 4
    assert "move 1: Babylon → Opis → Thapsakos → Karrhai → Nisibis" in tips
    assert "Gazaka: a marker of ana instead of a marker of cyn, by ana" in tips
    assert "Nisibis: a marker of ana instead of a grey marker, by ana" in tips
    assert "Karrhai, minor city, Mesopotamia, controlled by ana" in tips
    assert "move 1 leaves 1 unit in Thapsakos" in tips
    assert "move 1 ends in Nisibis: 3 units" in tips
    assert told.count("stays 1") == 3
    assert {"1", "2", "→3", "→2", "planned road", "marker changes", "by the plan"} <= set(told)
    assert "fleets: 2; strength 2 → 2, 1; strength 3" in told


def test_two_armies_along_one_link_run_side_by_side():
    both = [{"path": ["babylon", "opis", "arbela"]}, {"path": ["arbela", "opis"]}]
    svg, tips, _ = drawn(EXPANSION, {"moves": both})
    white = [
        path.get("d") for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("stroke") == "#ffffff"
    ]
    assert len(set(white)) == len(white)
    assert {"move 1: Babylon → Opis → Arbela", "move 2: Arbela → Opis"} <= set(tips)
    assert gold(svg) == 0


def test_a_plan_that_breaks_rules_is_drawn_as_far_as_it_can_be():
    moves = [{"path": ["atlantis", "pella", "babylon"], "leaves": {"thule": 1}}]
    svg, tips, _ = drawn(EXPANSION, {"moves": moves, "takes": ["ys", "pella"]})
    assert gold(svg) == 0
    assert "move 1: Atlantis → Pella → Babylon" in tips


# -- cart ------------------------------------------------------------------------------------------

ROAD = "{kind: cart, player: ana, to: [damaskos], activations: 3, movement: [3, 2, 2]}"
POLICY = "{kind: cart, player: ana, to: [damaskos], ask: policy, activations: 2, initiative: 3}"
FROM_BABYLON = {
    2: ["babylon", "opis", "thapsakos"],
    3: ["babylon", "opis", "thapsakos", "beroia"],
    4: ["babylon", "opis", "thapsakos", "beroia", "hamath"],
}
STATES = [
    {"left": 2, "at": "babylon", "moves": FROM_BABYLON},
    {"left": 1, "at": "thapsakos", "moves": {2: ["thapsakos"], 3: ["thapsakos"], 4: ["thapsakos", "beroia"]}},
    {"left": 1, "at": "beroia", "moves": {points: ["beroia", "hamath", "damaskos"] for points in (2, 3, 4)}},
    {"left": 1, "at": "hamath", "moves": {points: ["hamath", "damaskos"] for points in (2, 3, 4)}},
]


def test_a_road_is_drawn_move_by_move_to_the_burial():
    moves = [FROM_BABYLON[3], ["beroia"], ["beroia", "hamath", "damaskos"]]
    svg, tips, told = drawn(ROAD, {"moves": moves})
    assert {"move 1 of the cart: Babylon → Opis → Thapsakos → Beroia", "ana can bury Alexander here"} <= set(tips)
    assert {"1", "3", "burial"} <= set(told)
    lines = [path for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("stroke-width") == "4.5"]
    assert len(lines) == 5 + 1  # and one in the key
    assert len({path.get("stroke-dasharray") for path in lines}) == 2


def test_a_cart_that_is_there_already():
    view = view_of(answered(scenario(ROAD), {"moves": []}), scenario(ROAD))
    assert [stand.space for stand in view.stands] == ["babylon"]


def test_a_policy_shows_what_to_do_now_and_how_likely_each_stop_is():
    _, tips, told = drawn(POLICY, {"policy": STATES})
    assert "with 2 points: Babylon → Opis → Thapsakos" in tips
    # 2, 3 and 4 points come in 2, 1 and 3 of 6 rolls
    assert {"33 %", "67 %", "50 %", "planned road", "% likely that the cart stops here"} <= set(told)
    assert "Damaskos: 67 % likely that the cart stops here" in tips


def test_how_likely_stops_are():
    states = [validate(CartState, Source(state)) for state in STATES]
    found = visits(states, {2: 2, 3: 1, 4: 3})
    assert found == pytest.approx({"thapsakos": 2 / 6, "beroia": 1 / 6 + 1 / 6, "hamath": 3 / 6, "damaskos": 4 / 6})
    assert [percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == ["0 %", "0.1 %", "50 %", "99.9 %", "100 %"]


def test_points_that_lead_the_same_way_share_an_arrow_and_staying_has_none():
    moves = {2: ["babylon"], 3: ["babylon", "opis"], 4: ["babylon", "opis"]}
    view = view_of(
        answered(scenario(POLICY), {"policy": [{"left": 2, "at": "babylon", "moves": moves}]}), scenario(POLICY)
    )
    assert [(road.label, road.spaces) for road in view.roads] == [("2", ("babylon",)), ("3·4", ("babylon", "opis"))]
    assert view.shares == pytest.approx({"opis": 4 / 6})
    drawn(POLICY, {"policy": [{"left": 2, "at": "babylon", "moves": moves}]})


def test_a_policy_without_states_is_the_position():
    asked = scenario(POLICY)
    assert view_of(answered(asked, {"policy": []}), asked) == View.of(asked.position)


def test_a_long_policy_is_cut():
    states = [
        {"left": 20 - at % 20, "at": space, "moves": {2: [space]}}
        for space in ("babylon", "opis", "uruk", "susa", "arbela")
        for at in range(20)
    ]
    states = [{**state, "moves": {2: [state["at"]], 3: [state["at"], f"p{at}"]}} for at, state in enumerate(states)]
    asked = scenario(POLICY)
    told = told_words(answer_words(asked, answered(asked, {"policy": states}))).pairs
    assert len(told) == MOST_WORDS + 1
    assert told[-1][0] == "left out"


# -- attack ----------------------------------------------------------------------------------------

ATTACKS = (
    "attacks: [{on: [ben], action: siege, then: {control: {tyros: ana, sidon: null}}}, "
    "{on: [cyn], action: land-battle}, {on: [independent], action: overrun, then: {control: {samaria: ana}}}]}"
)


def test_attacks_stand_in_a_table():
    rows = [
        {"attack": 1, "status": "kept", "rule": "5-4", "before": 7, "battle": 7, "after": 7},
        {"attack": 2, "status": "lost", "rule": "5-2", "before": 7, "battle": 4, "after": 4,
         "ends": {"winners": ["ben"], "candidates": ["ben"], "rule": "2A-3"}},
        {"attack": 9, "status": "lost", "rule": "5-2", "before": 7, "battle": 4, "after": 4},
    ]  # fmt: skip
    svg, _, told = drawn(f"{{kind: attack, player: ana, {ATTACKS}", {"rows": rows})
    assert {"attack", "status", "in battle", "Each attack by itself"} <= set(told)
    assert {"ana rolls for a siege against ben (major city)", "becomes a Successor", "ben wins (rule 2A-3)"} <= set(
        told
    )
    assert gold(svg) == 0


def test_an_order_of_attacks_leads_to_a_table_that_is_drawn():
    svg, tips, told = drawn(f"{{kind: attack, ask: order, player: ana, {ATTACKS}", {"order": [3, 1, 2, 7]})
    assert gold(svg) == 3
    assert "Sidon: no marker instead of a marker of ben, by ana" in tips
    assert {"One after the other", "status after it", "Successor", "ana overruns the Independents (units)"} <= set(told)
    assert any(line.startswith("Champion → Successor, 5 victory points") for line in told)


# -- path to victory, stop --------------------------------------------------------------------------

OFFERS = (
    "{provinces: {mesopotamia: 4, phoenicia: 7}, clear: {pella: 2}, royals: {alexandros: 4}, "
    "fleets: [{number: 2, price: 2}], kill: {perdikkas: 1}, generals: {ptolemaios: 2}, tomb: {babylon: 3}}"
)


def test_what_is_bought_is_on_the_map_and_in_a_list():
    buys = {
        "provinces": ["mesopotamia", "phoenicia"], "clear": ["pella"], "royals": ["alexandros"],
        "fleets": [2], "kill": ["perdikkas"], "tomb": "babylon",
    }  # fmt: skip
    svg, tips, told = drawn(
        f"{{kind: path-to-victory, player: ana, offers: {OFFERS}}}",
        {"route": "vp", "buys": buys, "resources": {"cost": 21}},
    )
    assert gold(svg) == 2 + 3 + 1  # Arbela is ana's already
    assert "Tyros: a marker of ana instead of a marker of ben, by ana" in tips
    assert "Pella: no marker instead of a marker of cyn, by ana" in tips
    assert {"tomb", "Perdikkas gone", "all of Mesopotamia for 4", "royals: Philippos → Philippos, Alexandros"} <= set(
        told
    )
    assert "generals: Perdikkas in Babylon → none" in told


@pytest.mark.parametrize("ask", ["each", "minimal"])
def test_sets_shade_the_map_and_count_their_things(ask):
    sets = [{"provinces": ["mesopotamia"], "tomb": "babylon"}, {"provinces": ["mesopotamia", "phoenicia"]}]
    asked = f"{{kind: path-to-victory, player: ana, ask: {ask}, offers: {OFFERS}}}"
    svg, tips, told = drawn(asked, {"sets": [{"buys": buys} for buys in sets]})
    assert gold(svg) == 0
    assert {"What is in the 2 sets", "all of Mesopotamia", "100 %", "50 %", "% of the sets"} <= set(told)
    assert {"Karrhai: 100 % of the sets", "Babylon: 50 % of the sets"} <= set(tips)
    nothing = scenario(asked)
    assert view_of(answered(nothing, {"sets": []}), nothing) == View.of(nothing.position).with_plan(
        shares_are="of the sets"
    )


def test_rivals_change_the_table_in_their_colours():
    others = "ben: {spaces: {arbela: 2}, clear: {opis: 1}}, cyn: {kill: {perdikkas: 2}, cart: 1}"
    offers = f"{{ana: {OFFERS}, {others}}}"
    changes = {"ben": {"spaces": ["arbela"], "clear": ["opis"]}, "cyn": {"kill": ["perdikkas"], "cart": True}}
    svg, tips, told = drawn(f"{{kind: stop, player: ana, offers: {offers}}}", {"changes": changes, "cost": 6})
    assert gold(svg) == 2
    assert "Opis: no marker instead of a marker of ana, by ben" in tips
    assert {"Perdikkas leaves the game", "funeral cart of cyn"} <= set(tips)
    assert "Perdikkas gone" in told


def test_who_can_be_stopped_stands_in_a_table():
    offers = "{ana: {spaces: {karrhai: 2}}, ben: {spaces: {arbela: 2}}, cyn: {clear: {opis: 1}}}"
    table = [
        {"player": "ana", "win": {"route": "vp", "cost": 5}, "stops": [
            {"rivals": ["ben"], "cost": 3}, {"rivals": ["cyn"]}, {"rivals": ["ben", "cyn"], "cost": 2}]},
        {"player": "ben"},
        {"player": "cyn", "win": {"route": "final"}, "stops": [{"rivals": ["ana"], "cost": 7}]},
    ]  # fmt: skip
    asked = scenario(f"{{kind: stop, ask: table, offers: {offers}}}")
    (grid,) = view_of(answered(asked, {"table": table}), asked).grids
    assert grid.columns == (
        "player",
        "wins by",
        "stopped by ana",
        "stopped by ben",
        "stopped by cyn",
        "by all together",
    )
    assert grid.rows == (
        ("ana", "vp for 5", "", "3", "never", "2"),
        ("ben", "no win", "", "", "", ""),
        ("cyn", "final for 0", "7", "", "", ""),
    )
    drawn(f"{{kind: stop, ask: table, offers: {offers}}}", {"table": table})


# -- regency -----------------------------------------------------------------------------------------


def test_tests_stand_in_a_table_with_everybodys_totals():
    rows = [
        {"turn": 4, "at": "test", "heir": "alexandros", "controller": "ben", "fate": "crowned",
         "ends": {"winners": ["ben"], "candidates": ["ben"], "rule": "2B-5"},
         "totals": {"ana": {"vp": 5, "legitimacy": 8}, "ben": {"vp": 9, "legitimacy": 8}}},
        {"turn": 5, "at": "test", "totals": {}, "instead": True},
        {"turn": 5, "at": "end", "ends": {"candidates": ["ana", "cyn"], "rule": "2C-1"}, "instead": True,
         "totals": {"cyn": {"vp": 9, "legitimacy": 3}}},
    ]  # fmt: skip
    asked = scenario("{kind: regency}")
    (grid,) = view_of(answered(asked, {"rows": rows}), asked).grids
    assert grid.columns == ("when", "heir", "with", "fate", "the game", "ana", "ben", "cyn")
    assert grid.rows == (
        ("turn IV", "Alexandros", "ben", "crowned", "ben wins (rule 2B-5)", "8 + 5 = 13", "8 + 9 = 17", ""),
        ("turn V", "nobody", "", "", " (if not over before)", "", "", ""),
        ("turn V, end", "", "", "", "ana and cyn may have won (rule 2C-1) (if not over before)", "", "", "9"),
    )
    drawn("{kind: regency}", {"rows": rows})


def test_what_flips_a_test_is_on_the_map():
    changes = {
        "control": {"tyros": None, "gaza": "ana"},
        "royals": {"alexandros": "cyn"},
        "generals": {"perdikkas": "ben"},
    }
    svg, tips, told = drawn("{kind: regency, ask: flip, against: ben}", {"changes": changes})
    assert gold(svg) == 2
    assert {"Tyros: no marker instead of a marker of ben", "Perdikkas joins ben"} <= set(tips)
    assert "royals: none → Alexandros" in told


def test_changes_of_what_is_not_there_are_left_out():
    changes = {"control": {"ys": "ana", "tyros": None}, "generals": {"nobody": "ben"}, "royals": {"alexandros": "zoe"}}
    svg, _, _ = drawn("{kind: regency, ask: flip, against: ben}", {"changes": changes})
    assert gold(svg) == 1


def test_what_factions_pay_for_a_flip_is_in_their_colours():
    offers = "{ana: {spaces: {tyros: 2}}, cyn: {clear: {sidon: 1}}}"
    buys = {"ana": {"spaces": ["tyros"]}, "cyn": {"clear": ["sidon"]}}
    svg, tips, _ = drawn(f"{{kind: regency, ask: flip, against: ben, offers: {offers}}}", {"buys": buys})
    assert gold(svg) == 2
    assert "Sidon: no marker instead of a marker of ben, by cyn" in tips


# -- whatever else ---------------------------------------------------------------------------------


def test_what_cannot_be_shown_leaves_the_position():
    asked = load("successors/log-regency-tie")
    assert view_of(object(), asked) == View.of(asked.position)


@pytest.mark.parametrize("seed", range(6))
def test_crowds_of_roads_and_pieces_cover_no_text(seed):
    chance = random.Random(seed)
    asked = scenario(EXPANSION)
    spaces, board = list(asked.board.spaces), asked.board
    beside = {name: [*board.land_graph()[name]] or [name] for name in spaces}

    def walk():
        path = [chance.choice(spaces)]
        for _ in range(chance.randrange(7)):
            path.append(chance.choice(beside[path[-1]]))
        return tuple(path)

    players = [*asked.position.players, None]
    roads = [Road(walk(), chance.choice(players), str(at), f"road {at}", at, at % 2 == 0) for at in range(12)]
    stands = [Stand(chance.choice(spaces), "stays 12", chance.choice(players), f"stand {at}") for at in range(20)]
    shares = {name: chance.random() for name in chance.sample(spaces, 25)}
    view = View.of(asked.position).with_plan(roads, stands, shares=shares, shares_are="of something")
    control = asked.position.players["ben"].control
    view = view.then(asked.position.with_player("ben", control=control[2:]), "cyn")
    root = canvas(2200, 2200, "crowd")
    Scene(board, view, marks_of(asked.position.players)).draw(root, 20, 40, 2100)
    svg = to_string(root)
    assert_legible(svg)
    tips = tooltips(svg)
    assert {road.told for road in roads} <= set(tips)
    assert gold(svg) == 2
