"""Positions of alhambra: what a small file says, and every fault that cannot be on a table."""

import pytest

from models.alhambra.game import GAME
from models.alhambra.position import Position
from models.alhambra.rulings import RULINGS
from models.documents import Source, validate
from models.errors import InputError, dotted
from models.game import bundled_board
from models.rulings import Rulings

SUPPLY = bundled_board(GAME, "alhambra")


def position(**given):
    return validate(Position, Source(given))


def faults(**given):
    found = position(**given).problems(SUPPLY, Rulings.choose(RULINGS))
    return [(dotted(problem.path), problem.message, problem.expected) for problem in found]


def test_a_small_file_is_a_whole_position():
    small = position(players={"ana": {}})
    assert faults(players={"ana": {}}) == []
    assert (small.round, small.neutral, small.players["ana"].layout) == (3, None, ())
    assert small.held("ana") == ()
    assert small.plain() == {"players": {"ana": {}}}


@pytest.mark.parametrize("number", [0, 4])
def test_rounds_are_one_to_three(number):
    with pytest.raises(InputError, match="out of range"):
        position(round=number, players={"ana": {}})


def test_treasures_are_all_five_where_the_module_is_in_play():
    both = position(modules=["treasures"], players={"ana": {}, "ben": {"treasures": []}, "cid": {"treasures": [4]}})
    assert [both.held(name) for name in both.players] == [(1, 2, 3, 4, 5), (), (4,)]


def test_a_layout_reads_as_a_list_and_as_a_map():
    listed = position(players={"ana": {"layout": [{"tile": "garden12", "at": [1, 0]}]}})
    drawn = position(players={"ana": {"layout": "fountain garden12"}})
    assert listed == drawn


def test_resolved_tells_full_ids_and_drops_what_is_empty():
    given = position(
        market={"green": "tower13", "blue": "pavilion2"},
        neutral=["seraglio9"],
        players={
            "ana": {"layout": "fountain garden12", "reserve": ["tower8"], "money": {"blue": [], "green": [4]}},
            "ben": {"bought": ["garden6"]},
        },
    )
    full = given.resolved(SUPPLY)
    ids = {tile.name: tile.id for tile in SUPPLY.by_id.values()}
    assert list(full.market.items()) == [("blue", "pavilion2-new"), ("green", ids["tower13"])]
    assert full.neutral == ("seraglio9-open",)
    assert full.players["ana"].layout[0].tile == ids["garden12"]
    assert full.players["ana"].reserve == (ids["tower8"],)
    assert full.players["ana"].money == {"green": (4,)}
    assert full.players["ben"].bought == ("garden6-esw",)
    assert full.resolved(SUPPLY) == full


@pytest.mark.parametrize(
    ("given", "path", "message"),
    [
        ({"turn": "anna"}, "turn", "unknown player “anna”"),
        ({"modules": ["markets", "markets"]}, "modules[1]", "“markets” stands twice"),
        ({"missions": ["rows"]}, "missions", "missions belong to a module that is not in play"),
        ({"modules": ["guidelines"], "missions": ["rows", "rows"]}, "missions[1]", "“rows” stands twice"),
        ({"neutral": []}, "neutral", "there is no neutral third party among 1 player"),
        ({"market": {"blue": "pavillion2"}}, "market.blue", "no tile of the supply is called “pavillion2”"),
        ({"market": {"blue": "garden10"}}, "market.blue", "more than one tile is called “garden10”"),
        (
            {"market": {"blue": "fountain"}},
            "market.blue",
            "the fountain stands in every Alhambra and nowhere else",
        ),
        (
            {"market": {"blue": "pavilion2", "green": "pavilion2-new"}},
            "market.green",
            "pavilion2-new stands in the building market already",
        ),
    ],
)
def test_faults_of_the_table(given, path, message):
    found = faults(players={"ana": {}}, **given)
    assert [(where, what) for where, what, _ in found] == [(path, message)]


@pytest.mark.parametrize(
    ("modules", "state", "path", "message"),
    [
        ([], {"market": {"blue": "tower13"}}, "market", "a personal market belongs to a module that is not in play"),
        (
            ["markets"],
            {"reserve": ["tower13"]},
            "reserve",
            "a personal market is in play in place of the reserve (rule P-1)",
        ),
        ([], {"treasures": [1]}, "treasures", "treasures belong to a module that is not in play"),
        (["treasures"], {"treasures": [2, 5, 2]}, "treasures[2]", "the treasure worth 2 stands twice"),
        ([], {"money": {"blue": [9, 9, 3, 9, 9]}}, "money.blue[4]", "a card blue 9 too many in the hands"),
        (
            [],
            {"layout": "fountain garden12", "reserve": ["garden12"]},
            "reserve[0]",
            "garden12-s stands in ana's Alhambra already",
        ),
    ],
)
def test_faults_of_a_player(modules, state, path, message):
    found = faults(modules=modules, players={"ana": state})
    assert [(where, what) for where, what, _ in found] == [(f"players.ana.{path}", message)]


def test_a_tile_twice_in_one_layout_is_told_once():
    layout = [{"tile": "garden12", "at": [1, 0]}, {"tile": "garden12-s", "at": [2, 0]}]
    assert len(faults(players={"ana": {"layout": layout}})) == 1


def test_cards_are_counted_over_all_hands():
    hands = {name: {"money": {"blue": [9, 9]}} for name in ("ana", "ben")}
    assert [path for path, _, _ in faults(players=hands)] == ["players.ben.money.blue[1]"]


def test_an_illegal_alhambra_names_the_rule():
    found = faults(players={"ana": {"layout": "garden9-e fountain"}})
    assert [path for path, _, _ in found] == ["players.ana.layout"] * 2
    assert ["(rule B3-2)" in message or "(rule B3-3)" in message for _, message, _ in found] == [True, True]


def test_what_was_bought_belongs_to_whose_turn_it_is():
    bought = {"ana": {"bought": ["tower13"]}, "ben": {"bought": ["garden12"]}}
    assert [path for path, _, _ in faults(players=bought)] == ["players.ben.bought"]
    assert [path for path, _, _ in faults(turn="ben", players=bought)] == ["players.ana.bought"]


def test_names_that_are_kept():
    found = faults(players={"market": {}, "neutral": {}})
    assert [path for path, _, _ in found] == ["players.market", "players.neutral"]


def test_all_faults_come_at_once():
    found = faults(
        turn="zoe",
        missions=["grids"],
        market={"blue": "tower99"},
        players={"ana": {"reserve": ["garden12"], "treasures": [1]}, "ben": {"reserve": ["garden12"]}, "cid": {}},
        neutral=[],
    )
    assert [path for path, _, _ in found] == [
        "missions",
        "neutral",
        "players.ana.treasures",
        "turn",
        "market.blue",
        "players.ben.reserve[0]",
    ]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"round": 4}, "round"),
        ({"players": {}}, "players"),
        ({"players": {f"p{n}": {} for n in range(7)}}, "players"),
        ({"missions": ["fountains"]}, "missions[0]"),
        ({"market": {"red": "tower13"}}, "market.red"),
        ({"players": {"ana": {"money": {"blue": [10]}}}}, "players.ana.money.blue[0]"),
        ({"players": {"ana": {"treasures": [6]}}}, "players.ana.treasures[0]"),
        ({"players": {"ana": {"layout": "garden12"}}}, "players.ana.layout"),
    ],
)
def test_faults_of_shape(given, path):
    with pytest.raises(InputError) as caught:
        position(**{"players": {"ana": {}}, **given})
    assert [fault.path for fault in caught.value.faults] == [path]
