"""Boards: what can be wrong with one, and the compact kernels against networkx."""

import networkx as nx
import pytest

from models.documents import Source, validate
from models.empire.board import SYMBOL, Board, Region
from models.empire.game import GAME
from models.empire.position import cheapest_entry
from models.game import bundled_board

PLAIN = {
    "number": 1,
    "name": "Line",
    "symbol": [0, 0],
    "provinces": {
        "a": {"number": 1, "sites": ["temple"], "at": [1, 0]},
        "b": {"number": 2, "sites": ["city"], "at": [2, 0]},
        "c": {"number": 3, "at": [3, 0], "target": True},
    },
    "arrows": [
        {"from": "symbol", "to": "a"},
        {"from": "a", "to": "b", "cost": 1, "back": 0},
        {"from": "b", "to": "c", "cost": 2},
        {"from": "a", "to": "c", "cost": 3, "back": 3, "ship": True},
    ],
}


@pytest.fixture(scope="module")
def oikoumene():
    return bundled_board(GAME, "oikoumene")


def board(*regions):
    data = {"satrap": 1, "game": "empire", "name": "test", "title": "Test", "regions": list(regions)}
    return validate(Board, Source(data))


def test_the_bundled_board_is_sound_and_says_it_is_invented(oikoumene):
    assert list(oikoumene.problems()) == []
    assert oikoumene.invented
    assert "invented" in oikoumene.note
    assert [region.number for region in oikoumene.regions] == [1, 2, 3, 4, 5, 6]
    assert {len(region.provinces) for region in oikoumene.regions} == {4, 5, 6, 7}
    costs = {cost for region in oikoumene.regions for cost in region.costs.values()}
    assert costs == {0, 1, 2, 3}


def test_the_published_fact_holds_cilicia_and_cappadocia_touch_without_an_arrow(oikoumene):
    region = next(r for r in oikoumene.regions if "cilicia" in r.provinces)
    assert ("cilicia", "cappadocia") in region.touching
    assert not region.graph().has_edge("cilicia", "cappadocia")
    assert not region.graph().has_edge("cappadocia", "cilicia")


def test_steps_are_networkx_shortest_paths(oikoumene):
    for region in oikoumene.regions:
        assert dict(region.steps) == nx.single_source_shortest_path_length(region.graph(), SYMBOL)


def test_the_cheapest_entry_is_networkx_dijkstra_where_steps_do_not_bind(oikoumene):
    for region in oikoumene.regions:
        lengths = nx.single_source_dijkstra_path_length(region.graph(), SYMBOL, weight="cost")
        for place in region.provinces:
            assert cheapest_entry(region, place, 9) == lengths[place]


def test_the_cheapest_entry_heeds_the_steps():
    region = validate(Region, Source(PLAIN))
    assert cheapest_entry(region, "c", 1) is None
    assert cheapest_entry(region, "c", 2) == 3
    assert cheapest_entry(region, SYMBOL, 1) == 0


def test_each_direction_of_an_arrow_has_its_own_cost_and_ships_are_marked():
    graph = validate(Region, Source(PLAIN)).graph()
    assert graph.edges["a", "b"] == {"cost": 1, "ship": False}
    assert graph.edges["b", "a"] == {"cost": 0, "ship": False}
    assert graph.edges["c", "a"] == {"cost": 3, "ship": True}
    assert not graph.has_edge("c", "b")


def test_a_one_way_ship_leaves_the_land_arrow_beside_it_alone():
    changed = PLAIN | {
        "arrows": [
            {"from": "symbol", "to": "a"},
            {"from": "a", "to": "b", "cost": 3, "ship": True},
            {"from": "b", "to": "a", "cost": 1},
            {"from": "b", "to": "c"},
        ]
    }
    graph = validate(Region, Source(changed)).graph()
    assert graph.edges["a", "b"]["ship"]
    assert not graph.edges["b", "a"]["ship"]


def test_a_region_knows_its_target_and_its_order_of_scoring(oikoumene):
    region = oikoumene.by_number[1]
    assert region.target == "chersonese"
    assert region.in_order == ("boeotia", "macedonia", "thrace", "chersonese", "illyria", "thessaly")
    assert board(PLAIN).by_number[1].has_site("a", "temple")
    assert not board(PLAIN).by_number[1].has_site("a", "city")
