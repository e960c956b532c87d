"""Maps of empire: what must be on them, that nothing covers anything, and that they survive odd input."""

import itertools
import math
import os
import random
import subprocess
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from models.documents import to_svg
from models.empire.board import SYMBOL, Arrow, Board, Province, Region
from models.empire.game import GAME
from models.empire.plan import Allocation, Assumptions, Move, Payment, Plan
from models.empire.position import Built, Pieces, PlayerState, Position
from models.empire.rulings import RULINGS
from models.empire.words import place_name
from models.game import bundled_board
from models.rulings import Rulings
from puzzles.drawing.empire import draw_board, draw_region, draw_scenario
from puzzles.drawing.empire_map import lay_out
from puzzles.drawing.empire_pieces import contents_of
from puzzles.drawing.geometry import Box
from puzzles.drawing.marks import marks_of
from puzzles.drawing.svg import fit, number, text_width, wrap

NAMES = ("marion", "michael", "daniel", "peter", "wilhelmina")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board():
    return bundled_board(GAME, "oikoumene")


def crowd(region, players=NAMES):
    """Everybody everywhere: armies, laid pieces on all sites, three temples and a city standing on each."""
    temples = [place for place in region.provinces if region.has_site(place, "temple")]
    cities = [place for place in region.provinces if region.has_site(place, "city")]
    return {
        name: PlayerState(
            order=2,
            armies={place: 1 + (3 * at + 5 * seat) % 15 for at, place in enumerate([SYMBOL, *region.provinces])},
            temple=10,
            city=12,
            spent=3,
            hand=4,
            points=100 + seat,
            placed=Pieces(temples=tuple(temples), cities=tuple(cities)),
            built=Built(temples=dict.fromkeys(temples, 1) if seat < 3 else {}, cities=tuple(cities[seat::5])),
        )
        for seat, name in enumerate(players)
    }


def wander(region, moves=5, seed=1):
    """A plan that moves along random arrows from the campaign symbol and lays all it can."""
    chance = random.Random(seed)
    walked = []
    for _ in range(moves):
        path = [SYMBOL]
        while len(path) < 4:
            onward = [end for start, end in region.costs if start == path[-1] and end not in path]
            if not onward:
                break
            path.append(chance.choice(onward))
        cost = sum(region.costs[step] for step in itertools.pairwise(path))
        walked.append(Move(armies=2, path=tuple(path), pays=Payment(temple=cost // 2, city=cost - cost // 2)))
    sites = {kind: tuple(p for p in region.provinces if region.has_site(p, kind)) for kind in ("temple", "city")}
    pieces = Pieces(temples=sites["temple"], cities=sites["city"])
    return Plan(allocation=Allocation(order=1, armies=8, temple=3, city=3), moves=tuple(walked), pieces=pieces)


def texts(svg):
    """Every line of text with the room that it takes, estimated from its size alone; halos are no text."""
    found = []
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        if element.get("aria-hidden"):
            continue
        assert element.get("transform") is None
        size = float(element.get("font-size"))
        ems = sum(1.0 if c in "mwMW…→" else 0.38 if c in " ijlIft.,:;'-|()" else 0.63 for c in element.text)
        width = ems * size * (1.1 if element.get("font-weight") else 1)
        x, y = float(element.get("x")), float(element.get("y"))
        left = {None: x, "middle": x - width / 2, "end": x - width}[element.get("text-anchor")]
        found.append((element.text, Box(left, y - 0.74 * size, left + width, y + 0.2 * size)))
    return found


def words(svg):
    return [told for told, _ in texts(svg)]


def tooltips(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def assert_legible(svg):
    root = ElementTree.fromstring(svg)
    canvas = Box(0, 0, float(root.get("width")), float(root.get("height")))
    found = texts(svg)
    outside = [told for told, box in found if not all(canvas.grown(0.1).holds(corner) for corner in box.corners)]
    clashes = [(a, b) for (a, here), (b, there) in itertools.combinations(found, 2) if here.overlaps(there)]
    assert not outside
    assert not clashes


def moved_about(region, place):
    """The region with every coordinate changed: ``place`` gets the number of the point and where it was."""
    data = region.plain()
    for at, province in enumerate(data["provinces"].values()):
        province["at"] = place(at, province["at"])
    return Region.model_validate(data | {"symbol": place(len(data["provinces"]), data["symbol"])})


def test_the_bundled_board_is_sound_and_says_that_it_is_invented(board):
    assert list(board.problems()) == []
    assert [region.number for region in board.regions] == [1, 2, 3, 4, 5, 6]
    assert {len(region.provinces) for region in board.regions} == {4, 5, 6, 7}
    assert board.invented
    assert "invented" in board.note
    asia = board.by_number[2]
    assert ("cilicia", "cappadocia") in asia.touching
    assert not {("cilicia", "cappadocia"), ("cappadocia", "cilicia")} & asia.costs.keys()
    assert {cost for region in board.regions for arrow in region.arrows for cost in (arrow.cost,) if arrow.ship} == {3}


def test_bundled_provinces_stand_apart_and_arrows_run_straight(board):
    for region in board.regions:
        points = [region.symbol, *(province.at for province in region.provinces.values())]
        assert min(math.dist(a, b) for a, b in itertools.combinations(points, 2)) >= 170
        for contents in (None, contents_of(region, {}, {}, None, "")):
            layout = lay_out(region, contents)
            for link in layout.links:
                middle = link.route.whole.at(0.5)
                straight = Box.over([layout.cards[link.arrow.start].centre, layout.cards[link.arrow.end].centre]).centre
                # one arrow gives way a little to the ship beside it
                assert math.dist(middle, straight) < 30
            assert layout.clashes < 1


@pytest.mark.parametrize("number", range(1, 7))
def test_every_name_and_cost_is_on_the_map(board, number):
    region = board.by_number[number]
    svg = draw_region(region)
    assert {place_name(name) for name in region.provinces} <= set(words(svg))
    told = tooltips(svg)
    for arrow in region.arrows:
        back = "" if arrow.back is None else f"; {arrow.end} to {arrow.start}: {arrow.back}"
        assert f"{arrow.start} to {arrow.end}: {arrow.cost}{back}{' (ship)' if arrow.ship else ''}" in told
    heads = [cost for cost in region.costs.values() if cost]
    numerals = [told for told in words(svg) if told.isdigit()]
    provinces = [province.number for province in region.provinces.values()]
    for cost in set(heads):
        assert numerals.count(str(cost)) >= heads.count(cost) + provinces.count(cost)


@pytest.mark.parametrize("number", range(1, 7))
def test_nothing_covers_anything_with_five_players_and_a_plan(board, number):
    region = board.by_number[number]
    svg = draw_region(region, crowd(region), wander(region), "daniel", "What daniel does", invented=True)
    assert_legible(svg)
    assert {place_name(name) for name in region.provinces} <= set(words(svg))
    assert "Plan of daniel" in words(svg)
    assert "An invented board, not the one in the box." in words(svg)


def test_a_board_is_drawn_whole_and_legibly(board):
    svg = draw_board(board)
    assert_legible(svg)
    assert {place_name(name) for name in board.provinces} <= set(words(svg))
    assert {f"Region {region.number}: {region.name}" for region in board.regions} <= set(words(svg))
    assert "An invented board, not the one in the box." in words(svg)
    one = Board.model_validate(board.plain() | {"regions": [board.regions[2].plain()], "invented": False})
    assert_legible(draw_board(one))
    assert "invented" not in draw_board(one)


def test_the_caption_is_there_only_for_an_invented_board(board):
    assert "invented" not in draw_region(board.regions[0])


@pytest.mark.parametrize(
    "place",
    [
        lambda at, point: (5, 5),
        lambda at, point: (-1000 * point[0], -1000 * point[1]),
        lambda at, point: (1e-5 * point[0], 1e-5 * point[1]),
        lambda at, point: (1e6 * point[0], 1e6 * point[1]),
        lambda at, point: (at, 0),
        lambda at, point: (0, at),
        lambda at, point: (1e6, 0) if at == 3 else point,
    ],
    ids=["equal", "negative", "tiny", "huge", "row", "column", "outlier"],
)
def test_odd_coordinates_still_give_a_legible_map(board, place):
    region = moved_about(board.by_number[2], place)
    cards = lay_out(region, contents_of(region, {}, {}, None, "")).cards
    assert not any(a.overlaps(b) for a, b in itertools.combinations(cards.values(), 2))
    svg = draw_region(region, crowd(region), wander(region), "peter")
    assert_legible(svg)
    root = ElementTree.fromstring(svg)
    assert float(root.get("width")) < 2500
    assert float(root.get("height")) < 2500


def test_the_scale_of_the_coordinates_does_not_matter(board):
    region = board.regions[0]
    larger = moved_about(region, lambda at, point: (64 * point[0] - 4096, 64 * point[1] + 1024))
    assert draw_region(larger) == draw_region(region)


def test_long_names_and_large_numbers_fit():
    names = ["m" * 40, "w_" * 20, "a-very-long-name_of-a-province-in-asia", "x" * 17]
    provinces = {
        name: Province(number=96 + at, at=(at % 2, at // 2), sites=("temple", "city"), target=at == 3)
        for at, name in enumerate(names)
    }
    arrows = [Arrow(start=SYMBOL, end=names[0], cost=999)]
    arrows += [Arrow(start=a, end=b, cost=100, back=12) for a, b in itertools.pairwise(names)]
    region = Region(number=6, name="<i>", symbol=(-1, 0), provinces=provinces, arrows=tuple(arrows))
    players = {"n" * 39 + last: PlayerState(armies={names[1]: 999}, hand=999, spent=999) for last in "abcde"}
    plan = Plan(moves=(Move(armies=15, path=(SYMBOL, *names), pays=Payment(temple=999, city=999)),))
    svg = draw_region(region, players, plan, next(iter(players)), "long " * 99)
    assert_legible(svg)
    assert all(f"{province.number} {name}" in " ".join(tooltips(svg)) for name, province in provinces.items())


def test_text_is_escaped(board):
    title = "<script>alert(1)</script> & \"more\"\x07\n'twice'"
    svg = draw_region(board.regions[0], title=title)
    assert "<script>" not in svg
    assert words(svg)[0] == "<script>alert(1)</script> & \"more\" 'twice'"


def test_the_same_input_gives_the_same_picture(board):
    region = board.by_number[5]
    code = (
        "import sys; from models.empire.game import GAME; from models.game import bundled_board; "
        "from puzzles.drawing.empire import draw_region; "
        "sys.stdout.reconfigure(encoding='utf-8', newline='\\n'); "
        "print(draw_region(bundled_board(GAME, 'oikoumene').regions[4]), end='')"
    )
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    elsewhere = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert elsewhere.stdout.decode() == draw_region(region)
    players, plan = crowd(region), wander(region)
    assert draw_region(region, players, plan, "peter") == draw_region(region, players, plan, "peter")


def test_a_region_with_faults_is_drawn_as_far_as_it_goes():
    here = Province(number=1, at=(0, 0))
    arrows = (Arrow(start="nowhere", end="here"), Arrow(start="here", end="here", cost=1, back=1))
    region = Region(number=1, name="faulty", symbol=(0, 0), provinces={"here": here}, arrows=arrows)
    assert "Here" in words(draw_region(region))
    empty = Region(number=1, name="empty", symbol=(0, 0), provinces={}, arrows=())
    assert words(draw_region(empty))[0] == "Region 1: empty"


def test_a_plan_is_told_move_by_move(board):
    region = board.by_number[1]
    moves = (
        Move(armies=3, path=(SYMBOL, "macedonia", "thrace"), pays=Payment(city=1)),
        Move(armies=1, path=("macedonia", "illyria"), pays=Payment(temple=2)),
        Move(armies=1, path=("atlantis", "boeotia")),
    )
    plan = Plan(moves=moves, pieces=Pieces(temples=("illyria",), cities=("macedonia", "thrace")))
    svg = draw_region(region, {"zoe": PlayerState(armies={SYMBOL: 4}, temple=5, city=6)}, plan, "zoe")
    told = " ".join(words(svg))
    assert "3 armies: symbol → Macedonia → Thrace, pays 1 city cube" in told
    assert "1 army: Macedonia → Illyria, pays 2 temple cubes" in told
    assert "lays a city in Macedonia, Thrace" in told
    assert words(svg).count("×3") == 1
    assert {"move 1: symbol to macedonia", "move 1: macedonia to thrace", "move 2: macedonia to illyria"} <= set(
        tooltips(svg)
    )
    assert tooltips(svg).count("city of zoe, planned") == 2 + 1  # the third explains it in the key
    assert_legible(svg)


def test_an_empty_plan_and_a_plan_without_players_are_drawn(board):
    assert "does nothing" in words(draw_region(board.regions[0], {"zoe": PlayerState()}, Plan(), "zoe"))
    assert "Plan of player" in words(draw_region(board.regions[0], plan=wander(board.regions[0])))


def test_more_than_there_is_room_for_is_counted(board):
    region = board.by_number[3]
    states = {"zoe": PlayerState(built=Built(temples={"cyprus": 12}))}
    svg = draw_region(region, states)
    assert "+5" in words(svg)
    assert_legible(svg)


def test_a_scenario_is_drawn_with_its_title_and_the_plan_of_who_is_asked(board):
    position = Position(region=3, round=2, players={"ann": PlayerState(armies={"syria": 2}), "bob": PlayerState()})
    scenario = SimpleNamespace(
        board=board, position=position, title="Who gets Tyre?", question=SimpleNamespace(player="bob")
    )
    scenario.assumptions, scenario.rulings = Assumptions(), Rulings.choose(RULINGS)
    told = " ".join(words(draw_scenario(scenario, Plan())))
    assert "Who gets Tyre? · Region 3: Syria and Egypt, round 2" in told
    assert "Plan of bob" in told
    scenario.title, scenario.question = "", None
    assert words(draw_scenario(scenario))[0] == "Region 3: Syria and Egypt, round 2"


def test_letters_tell_players_apart():
    marks = marks_of(["anna", "anno", "an", "a", "A_", "ann"])
    assert len({mark.letter for mark in marks.values()}) == 6
    assert len({mark.colour for mark in list(marks.values())[:5]}) == 5


def test_notebooks_show_regions_and_boards(board):
    assert board.regions[3]._repr_svg_() == draw_region(board.regions[3])
    assert to_svg(board) == draw_board(board)
    assert PlayerState()._repr_svg_() is None


def test_wrapping_keeps_every_word_and_its_width():
    told = "three armies go from macedonia by thrace to the_very_long_name-of-somewhere"
    lines = wrap(told, 90, 12)
    assert "".join(lines).replace(" ", "") == told.replace(" ", "")
    assert all(text_width(line, 12) <= 90 for line in lines)
    assert wrap(told, 90, 12, most=2)[-1].endswith("…")
    assert fit("short", 100, (14, 12)) == (14, ["short"])
    assert number(-0.01) == "0"
