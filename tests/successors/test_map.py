"""Maps of successors: the bundled one has what is known of the real one; faulty ones are refused."""

import networkx as nx
import pytest

from models.documents import Source, validate
from models.errors import dotted
from models.successors.map import Map
from tests.successors.tables import DIADOCHI


def faults(**changes):
    given = {
        "satrap": 1,
        "game": "successors",
        "name": "m",
        "title": "m",
        "provinces": {"p": {"vp": 1}},
        "spaces": {
            "a": {"kind": "major", "province": "p", "port": True, "at": [0, 0]},
            "b": {"kind": "minor", "province": "p", "at": [1, 0]},
        },
        "land": [["a", "b"]],
        **changes,
    }
    return [(dotted(p.path), p.message) for p in validate(Map, Source(given)).problems()]


def test_bundled_map_is_sound():
    assert DIADOCHI.invented
    assert "invented" in DIADOCHI.note
    assert list(DIADOCHI.problems()) == []
    assert 75 <= len(DIADOCHI.spaces) <= 90


@pytest.mark.parametrize(
    ("space", "kind", "province"),
    [
        ("pella", "major", "macedonia"),
        ("babylon", "major", "babylonia"),
        ("halikarnassos", "major", "caria"),
        ("rhodos", "major", None),
        ("salamis", "major", "cyprus"),
        ("sardis", "major", "lydia"),
        ("xanthos", "minor", "lycia"),
        ("phaselis", "minor", "lycia"),
        ("aspendos", "minor", "lycia"),
        ("paphos", "minor", "cyprus"),
        ("tarsos", "minor", "cilicia"),
        ("pisidai", "fortress", "lycia"),
        ("memphis", "major", "egypt"),
    ],
)
def test_bundled_map_keeps_the_known_names(space, kind, province):
    assert (DIADOCHI.spaces[space].kind, DIADOCHI.spaces[space].province) == (kind, province)


def test_bundled_map_keeps_the_known_relations():
    known = "macedonia phrygia syria babylonia egypt caria thrace hellespontine-phrygia lydia cilicia media atropatene"
    known += " mesopotamia persis susiana armenia tribali epirus judea phoenicia libya"
    assert set(known.split()) <= set(DIADOCHI.provinces)
    vp = {name: province.vp for name, province in DIADOCHI.provinces.items()}
    assert max(vp, key=lambda name: vp[name]) == "egypt"
    assert vp["egypt"] + vp["babylonia"] == 10
    assert vp["egypt"] > vp["caria"]
    assert len(DIADOCHI.hellespont) == 5
    assert DIADOCHI.spaces["alexandria"].port
    assert DIADOCHI.sea_graph().edges["rhodos", "alexandria"]["cost"] == 2
    assert DIADOCHI.sea_graph().edges["rhodos", "halikarnassos"]["cost"] == 1


def test_everything_can_be_reached():
    """Over land and sea together; no two spaces are drawn on one another."""
    both = nx.compose(DIADOCHI.land_graph(), DIADOCHI.sea_graph())
    assert nx.is_connected(both)
    assert len({space.at for space in DIADOCHI.spaces.values()}) == len(DIADOCHI.spaces)
    assert all(DIADOCHI.spaces[name].port for name in DIADOCHI.sea_graph())


def test_members_hold_transit_points_and_markable_spaces_do_not():
    assert "cilician-gates" in DIADOCHI.members["cilicia"]
    assert "cilician-gates" not in DIADOCHI.markable
    assert "rhodos" not in [space for spaces in DIADOCHI.members.values() for space in spaces]


def test_faults():
    assert faults() == []
    assert faults(land=[["a", "c"]]) == [("land[0]", "unknown space “c”")]
    assert faults(land=[["a", "a"]]) == [("land[0]", "a is named twice")]
    assert faults(land=[["a", "b"], ["b", "a"]]) == [("land[1]", "b and a stand twice")]
    assert faults(sea=[["a", "b"]]) == [("sea[0]", "b is no port")]
    assert faults(routes=[["b", "a"]]) == [("routes[0]", "b is no port")]
    assert faults(provinces={"p": {"vp": 1}, "q": {"vp": 2}}) == [
        ("provinces.q", "q has no space that can be controlled")
    ]
    lost = {
        "a": {"kind": "minor", "province": "r", "at": [0, 0]},
        "b": {"kind": "minor", "province": "p", "at": [1, 0]},
    }
    assert faults(spaces=lost) == [("spaces.a.province", "unknown province “r”")]


def test_faults_of_the_hellespont():
    five = {
        f"h{at}": {"kind": "minor", "province": "p", "port": True, "hellespont": True, "at": [at, 0]} for at in range(5)
    }
    assert faults(spaces=five, land=[]) == []
    four = {name: space for name, space in five.items() if name != "h4"}
    assert [path for path, _ in faults(spaces=four, land=[])] == ["spaces"]
    dry = {**five, "h4": {**five["h4"], "port": False}}
    assert [path for path, _ in faults(spaces=dry, land=[])] == ["spaces.h4.hellespont"]
    pass_ = {**five, "h4": {**five["h4"], "kind": "transit"}}
    assert [path for path, _ in faults(spaces=pass_, land=[])] == ["spaces.h4.hellespont"]
