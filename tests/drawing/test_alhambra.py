"""Pictures of alhambra: what must be on them, that no text covers another, and that they survive odd input."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from models.alhambra.game import GAME
from models.alhambra.layout import Layout, Placed, can_place, neighbours
from models.alhambra.missions import MISSIONS, mission_points
from models.alhambra.plan import Action, Placing
from models.alhambra.position import PlayerState, Position
from models.alhambra.rulings import RULINGS
from models.alhambra.scoring import score_round
from models.alhambra.tiles import FOUNTAIN, TYPES, Supply, make_tile
from models.alhambra.walls import runs
from models.documents import Source, to_svg, validate
from models.game import bundled_board
from models.rulings import Rulings
from puzzles.drawing import alhambra_answers
from puzzles.drawing.alhambra import draw_board, draw_scenario
from puzzles.drawing.alhambra_layout import LONGEST, SECOND, Plot, trace
from puzzles.drawing.alhambra_sheet import score_rows
from puzzles.drawing.alhambra_views import view_of
from puzzles.scenario import Scenario
from solver.alhambra.documents import (
    DraftAnswer,
    DraftQuestion,
    DraftRow,
    LayoutAnswer,
    LayoutQuestion,
    MarketSlotAnswer,
    MarketSlotQuestion,
    PlaceAnswer,
    PlaceQuestion,
    PurchaseAnswer,
    PurchaseQuestion,
    RedesignAnswer,
    RedesignQuestion,
)
from tests.drawing.test_drawing_empire import SVG, assert_legible, tooltips, words

SUPPLY = bundled_board(GAME, "alhambra")


def placed(*pairs):
    return tuple(Placed(tile=tile, at=at) for tile, at in pairs)


def grown(count, pool=None, around=()):
    """A compact legal Alhambra of so many tiles, the same every time."""
    cells = dict(Layout.of(around, SUPPLY).cells)
    tiles, found = list(pool or SUPPLY.by_id), list(around)
    tiles = [tile for at in range(7) for tile in tiles[at::7]]  # types mixed
    while len(found) < count:
        for tile in tiles:
            masks = {cell: each.mask for cell, each in cells.items()}
            free = sorted({o for cell in cells for o in neighbours(cell) if o not in cells})
            spots = [cell for cell in free if can_place(masks, cell, SUPPLY.tile(tile).mask)]
            if spots:
                at = max(spots, key=lambda cell: (sum(o in cells for o in neighbours(cell)), -abs(cell[0]), cell))
                cells[at] = SUPPLY.tile(tile)
                found.append(Placed(tile=tile, at=at))
                tiles.remove(tile)
                break
        else:
            raise AssertionError("nothing fits")
    return tuple(found)


def left(*layouts):
    used = {each.tile for layout in layouts for each in layout}
    return [tile for tile in SUPPLY.by_id if tile not in used]


def scenario(position, question=None, title="", supply=SUPPLY):
    return Scenario(
        GAME, supply, position, None, question, (), {}, "rulebook", title, "", "test", "alhambra", Source({})
    )


def position(layout, **changes):
    given = {"modules": ("guidelines",), "missions": tuple(MISSIONS)} | changes
    state = given.pop("state", {})
    return Position(players={"ana": PlayerState(layout=layout, **state)}, **given)


def elements(svg, class_):
    return [element for element in ElementTree.fromstring(svg).iter() if element.get("class") == class_]


def main_tiles(svg):
    """The tiles of the large picture, by id, with the box of each: those drawn first."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        title, ground = group.find(f"{SVG}title"), group.find(f"{SVG}rect")
        if title is not None and ground is not None and title.text not in found:
            found[title.text] = tuple(float(ground.get(key)) for key in ("x", "y", "width", "height"))
    return found


SMALL = placed(
    ("seraglio4-ne", (0, -1)),
    ("pavilion6-n", (1, 0)),
    ("arcades9-open", (2, 0)),
    ("chambers10-open", (2, -1)),
    ("pavilion3-sw", (1, -1)),
)


def test_every_tile_stands_in_its_cell_with_type_and_price():
    svg = draw_scenario(scenario(position(SMALL)))
    found, layout = main_tiles(svg), Layout.of(SMALL, SUPPLY)
    x, y, size, _ = found["fountain"]
    for cell, tile in layout.cells.items():
        left_, top, wide, high = found[tile.id]
        assert (wide, high) == (size, size)
        assert (left_, top) == pytest.approx((x + size * cell[0], y + size * cell[1]), abs=0.2)
    told = Counter(words(svg))
    for tile in layout.cells.values():
        if tile != FOUNTAIN:
            assert told[tile.type]
            assert told[str(tile.price)]
    assert_legible(svg)


def test_walls_are_drawn_on_the_sides_that_have_them():
    svg = draw_scenario(scenario(position(SMALL, missions=())))
    counts = {side: len(elements(svg, f"wall {side}")) for side in "nesw"}
    assert counts == {side: sum(side in SUPPLY.tile(each.tile).walls for each in SMALL) for side in "nesw"}
    x, y, size, _ = main_tiles(svg)["seraglio4-ne"]
    north = elements(svg, "wall n")[0]
    assert (float(north.get("x")), float(north.get("y")), float(north.get("width"))) == pytest.approx((x, y, size))


def test_the_two_longest_walls_are_traced_and_told():
    layout = grown(9)
    svg = draw_scenario(scenario(position(layout, missions=())))
    longest, second = runs(Layout.of(layout, SUPPLY))[:2]
    assert {f"longest wall: {longest.length}", f"second longest wall: {second.length}"} <= set(tooltips(svg))
    colours = [element.get("stroke") for element in ElementTree.fromstring(svg).iter(f"{SVG}path")]
    assert colours.count(LONGEST) == colours.count(SECOND) == 2  # one of each in the key


def test_a_trace_goes_round_corners_and_closes():
    closed = placed(
        ("pavilion2-new", (0, -1)), ("arcades4-nes", (1, 0)), ("seraglio3-esw", (0, 1)), ("chambers5-nsw", (-1, 0))
    )
    (run,) = runs(Layout.of(closed, SUPPLY))
    points = trace(Plot(10, (0, 0), (0, 0)), run, 1)
    assert points[0] == points[-1]
    assert len(points) == 13
    assert {(-1, -11), (11, -11), (11, -1), (-1, -1), (21, -1), (21, 11)} <= set(points)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    assert all((dx == 0) != (dy == 0) for dx, dy in steps)
    svg = draw_scenario(scenario(position(closed)))
    assert "longest wall: 12, all the way round" in tooltips(svg)
    assert_legible(svg)


@pytest.mark.parametrize("key", MISSIONS)
def test_each_mission_shows_what_earned_its_points(key):
    layout = grown(24)
    svg = draw_scenario(scenario(position(layout, missions=(key,))))
    rulings = Rulings.choose(RULINGS)
    of = Layout.of(layout, SUPPLY)
    (overlay,) = elements(svg, f"mission {key}")
    found = list(MISSIONS[key].find(of, rulings))
    titles = [title.text for title in overlay.iter(f"{SVG}title")]
    if key != "second-wall":
        assert titles == [f"{each.note}: {of.names(each.cells)} ({each.points})" for each in found]
    assert len(titles) == len(found) > 0
    points = mission_points(key, of, rulings)
    assert f"{points} point{'' if points == 1 else 's'}" in words(svg)
    assert_legible(svg)


def test_missions_before_the_last_scoring_are_not_in_the_sum():
    told = words(draw_scenario(scenario(position(SMALL, missions=("rows",), round=2))))
    assert "6 points at the end" in told
    assert "scores, without missions" in told


def test_the_scores_add_up_to_the_ledger():
    where = position(grown(14), modules=("guidelines", "treasures"))
    ledger = score_round(where, SUPPLY, Rulings.choose(RULINGS))
    rows = score_rows(tuple(ledger))
    assert sum(int(points) for _, points in rows) == ledger.total("ana")
    assert ("treasures (5)", "15") in rows
    told = words(draw_scenario(scenario(where)))
    assert f"{ledger.total('ana')} points" in told
    assert all(what in told for what, _ in rows)


def test_what_players_hold_and_the_market_are_shown():
    a, b = grown(5), grown(4, left(grown(5)))
    free = left(a, b)
    players = {
        "ana": PlayerState(layout=a, market={"blue": free[0]}, treasures=(2, 5), money={"green": (9, 9, 1)}, points=7),
        "ben": PlayerState(layout=b, bought=(free[1],)),
    }
    where = Position(
        modules=("markets", "treasures"), market={"yellow": free[2]}, neutral=(free[3], free[4]), players=players
    )
    svg = draw_scenario(scenario(where, title="Two players"))
    told, tips = words(svg), tooltips(svg)
    assert {"ana", "ben", "personal market", "building market", "neutral third party", "treasures: 7"} <= set(told)
    assert {"money: green 19", "bought, not yet placed", "stands at 7 points"} <= set(told)
    assert {f"blue: {free[0]}", f"yellow: {free[2]}", "blue: empty", "green: 9, 9, 1"} <= set(tips)
    assert {free[1], free[3], free[4], "treasure 2", "treasure 1, given up"} <= set(tips)
    assert told[0] == "Two players · before the last scoring"
    assert_legible(svg)


@pytest.mark.parametrize("count", range(1, 7))
def test_any_number_of_players_stand_side_by_side(count):
    used, players = [], {}
    for at in range(count):
        layout = grown(2 + at, left(*used))
        used.append(layout)
        players[f"player{at}"] = PlayerState(layout=layout)
    where = Position(modules=("guidelines",), missions=("rows", "path", "grids"), players=players)
    svg = draw_scenario(scenario(where))
    assert set(players) <= set(words(svg))
    assert_legible(svg)


@pytest.mark.parametrize("missions", [(), tuple(MISSIONS)])
@pytest.mark.parametrize("count", [0, 1, 20, 30])
def test_small_and_large_ones_are_legible(count, missions):
    state = {"reserve": tuple(left(grown(count))[:20]), "money": dict.fromkeys(("blue", "yellow"), tuple(range(1, 10)))}
    svg = draw_scenario(scenario(position(grown(count), missions=missions, state=state)))
    assert len({id_ for id_ in tooltips(svg) if id_ in SUPPLY.by_id}) == count + 20
    assert_legible(svg)


def test_a_long_row_is_legible():
    plain = [tile for tile, each in SUPPLY.by_id.items() if not each.walls]
    layout = placed(*((tile, (x, 0)) for x, tile in enumerate(plain, start=1)))
    svg = draw_scenario(scenario(position(layout)))
    told = words(svg)
    assert {f"{tile[0].upper()}{SUPPLY.tile(tile).price}" for tile in plain} <= set(told)
    assert_legible(svg)


def test_a_layout_against_the_rules_is_drawn_as_far_as_it_goes():
    apart = placed(("garden10-open", (4, 4)), ("tower9-es", (0, 1)), ("pavilion6-n", (1, 1)))
    svg = draw_scenario(scenario(position(apart)))
    assert {"garden10-open", "tower9-es", "pavilion6-n"} <= set(tooltips(svg))
    assert_legible(svg)


def test_hostile_titles_and_types_are_escaped():
    data = SUPPLY.plain() | {"invented": True, "tiles": [{"type": "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", "price": 99}]}
    supply = validate(Supply, Source(data))
    layout = placed((next(iter(supply.by_id)), (1, 0)))
    hostile = "<script>&\"'</script>" + "\u202e" + "亚历山大" * 12
    svg = draw_scenario(scenario(position(layout), title=hostile, supply=supply))
    assert "<script>" not in svg
    assert "\u202e" not in svg
    assert words(svg)[0].startswith("<script>&\"'</script>")
    assert "Invented tiles, not those in the box." in words(svg)
    assert "wwww" in draw_board(supply)
    assert_legible(draw_board(supply))


def test_long_names_of_players_are_cut():
    where = Position(players={"W" * 40: PlayerState(points=999), "m" * 40: PlayerState()})
    assert_legible(draw_scenario(scenario(where)))


def test_the_same_picture_on_each_run():
    where = position(grown(20))
    assert draw_scenario(scenario(where)) == draw_scenario(scenario(where))
    assert not re.search(r"\d\.\d\d", re.sub(r"opacity=\"[^\"]*\"", "", draw_scenario(scenario(where))))


def test_a_supply_shows_all_its_tiles_by_type():
    svg = draw_board(SUPPLY)
    assert len([id_ for id_ in tooltips(svg) if id_ in SUPPLY.by_id]) == 54
    told = Counter(words(svg))
    assert all(told[type_] == 1 + sum(t.type == type_ for t in SUPPLY.by_id.values()) for type_ in TYPES)
    assert told["11 tiles"] == 2
    assert to_svg(SUPPLY) == SUPPLY._repr_svg_() == svg
    assert_legible(svg)


def test_a_layout_shows_itself():
    layout = Layout({(0, 0): FOUNTAIN, (1, 0): make_tile("garden", 10, "n"), (2, 0): make_tile("camp", None, "e")})
    svg = to_svg(layout)
    assert {"fountain", "garden10-n", "camp-e"} <= set(tooltips(svg))
    assert_legible(svg)


# -- answers -----------------------------------------------------------------------------------------

BASE = grown(8)
MORE = grown(11, left(BASE), BASE)
NEW = MORE[8:]


def answered(monkeypatch, question, answer, **changes):
    """The picture of an answer; what it says in words is the question's business."""
    monkeypatch.setattr(alhambra_answers, "answer_words", lambda *_: [("told", "in words")])
    state = {"reserve": tuple(each.tile for each in NEW)} | changes.pop("state", {})
    asked = scenario(position(BASE, state=state, **changes), question)
    svg = draw_scenario(asked, answer)
    assert "in words" in words(svg)
    assert_legible(svg)
    return svg, view_of(answer, asked)


def test_a_layout_answer_marks_what_is_new(monkeypatch):
    question = LayoutQuestion(kind="layout", player="ana")
    svg, view = answered(monkeypatch, question, LayoutAnswer(layout=MORE))
    assert view.new == {each.at: "" for each in NEW}
    assert view.position.players["ana"].reserve == ()
    assert words(svg).count("+") == 3 + 1  # one of them in the key
    assert "new" in words(svg)


def test_a_layout_answer_with_steps_numbers_them(monkeypatch):
    question = LayoutQuestion(kind="layout", player="ana", order="redesigning")
    first, second, third = NEW
    steps = (
        Action(place=first.tile, at=first.at),
        Action(place=third.tile, at=third.at),
        Action(remove=third.tile),
        Action(place=second.tile, at=second.at),
        Action(place=third.tile, at=third.at),
    )
    svg, view = answered(monkeypatch, question, LayoutAnswer(layout=MORE, steps=steps))
    assert view.new == {first.at: "1", second.at: "4", third.at: "5"}
    assert "new, in this order" in words(svg)


def test_a_place_answer_builds_and_keeps(monkeypatch):
    places = (Placing(tile=NEW[0].tile, at=NEW[0].at), Placing(tile=NEW[1].tile, to="reserve"))
    question = PlaceQuestion(kind="place", player="ana")
    bought = {"bought": tuple(each.tile for each in NEW[:2]), "reserve": ()}
    _, view = answered(monkeypatch, question, PlaceAnswer(places=places), state=bought)
    assert view.new == {NEW[0].at: "1"}
    assert view.aside == {NEW[1].tile: "2"}
    after = view.position.players["ana"]
    assert (after.bought, after.reserve) == ((), (NEW[1].tile,))
    assert NEW[0] in after.layout


def test_a_redesign_answer_shows_what_went(monkeypatch):
    last = BASE[-1]
    question = RedesignQuestion(kind="redesign", player="ana")
    svg, view = answered(monkeypatch, question, RedesignAnswer(actions=(Action(remove=last.tile, to="reserve"),)))
    assert view.gone == (last.at,)
    assert last.tile in view.position.players["ana"].reserve
    assert f"removed from [{last.at[0]}, {last.at[1]}]" in tooltips(svg)
    assert "removed" in words(svg)


def test_a_purchase_answer_shows_the_table_after_the_turn(monkeypatch):
    price = SUPPLY.tile(NEW[0].tile).price
    cards = (9, price - 9) if price > 9 else (price,)
    actions = (Action.model_validate({"buy": NEW[0].tile, "pays": {"cards": cards}}),)
    answer = PurchaseAnswer(actions=actions, places=(Placing(tile=NEW[0].tile, at=NEW[0].at),))
    state = {"reserve": (), "money": {"blue": (*cards, 9)}}
    question = PurchaseQuestion(kind="purchase", player="ana")
    _, view = answered(monkeypatch, question, answer, state=state, market={"blue": NEW[0].tile})
    assert view.new == {NEW[0].at: "1"}
    assert view.position.market == {}
    assert view.position.players["ana"].money == {"blue": (9,)}


def test_a_market_slot_answer_shows_the_tile_on_its_slot(monkeypatch):
    question = MarketSlotQuestion(kind="market-slot", player="ana", tile=NEW[0].tile)
    state = {"reserve": (), "bought": (NEW[0].tile,)}
    svg, view = answered(
        monkeypatch, question, MarketSlotAnswer(slot="green"), state=state, modules=("markets",), missions=()
    )
    assert view.position.players["ana"].market == {"green": NEW[0].tile}
    assert f"green: {NEW[0].tile}" in tooltips(svg)


def test_a_draft_answer_shows_the_best_one_at_its_place(monkeypatch):
    row = DraftRow(tile=NEW[0].tile, value=9, gain=3, at=NEW[0])
    question = DraftQuestion(kind="draft", player="ana")
    _, view = answered(monkeypatch, question, DraftAnswer(rows=(row,)), state={"reserve": ()})
    assert view.new == {NEW[0].at: ""}
    nowhere = DraftRow(tile=NEW[0].tile, value=0, gain=0)
    _, view = answered(monkeypatch, question, DraftAnswer(rows=(nowhere,)), state={"reserve": ()})
    assert view.new == {}


def test_an_answer_of_another_kind_is_the_position_with_words(monkeypatch):
    _, view = answered(
        monkeypatch, PlaceQuestion(kind="place", player="ana"), replace(scenario(position(BASE)), title="?")
    )
    assert view.new == {}
