"""What cannot be on a table is named, with its path; what can is not."""

import pytest

from models.successors.position import Position
from tests.successors.tables import TALLY, choose, problems, table


def test_sound_tables_have_no_problem():
    table()
    table(segment="forage", active="ana", usurper="ben", players_at_start=3, dead=["philippos"])
    table(cart={"at": "gates"}, independents=["opis"], independent_units={"babylon": 2}, independent_fleets=[3])
    table(turn=4, phase="preparations", cart={"at": "pella", "player": "ana"})
    table(tomb={"at": "pella", "buried_by": "ana"}, capitals={"a1": "ana"})


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"active": "ana"}, ["segment"]),
        ({"segment": "forage"}, ["segment"]),
        ({"segment": "forage", "active": "ana", "phase": "end"}, ["segment"]),
        ({"segment": "forage", "active": "zoe"}, ["active"]),
        ({"usurper": "zoe"}, ["usurper"]),
        ({"cart": {"at": "athenai"}}, ["cart.at"]),
        ({"cart": {"at": "pella", "player": "zoe"}}, ["cart.player"]),
        ({"cart": {"at": "pella"}, "tomb": {"at": "pella", "buried_by": "ana"}}, ["tomb"]),
        ({"cart": {"at": "pella"}, "turn": 4}, ["cart"]),
        ({"cart": {"at": "pella"}, "turn": 5, "phase": "preparations"}, ["cart"]),
        ({"tomb": {"at": "pella", "buried_by": "ana"}, "turn": 1}, ["tomb"]),
        ({"tomb": {"at": "opis", "buried_by": "ana"}}, ["tomb.at"]),
        ({"tomb": {"at": "pella", "buried_by": "zoe"}}, ["tomb.buried_by"]),
        ({"independents": ["gates"]}, ["independents[0]"]),
        ({"independents": ["opis", "opis"]}, ["independents[1]"]),
        ({"independents": ["athenai"]}, ["independents[0]"]),
        ({"independent_units": {"athenai": 1}}, ["independent_units.athenai"]),
        ({"capitals": {"opis": "ana"}}, ["capitals.opis"]),
        ({"capitals": {"a1": "zoe"}}, ["capitals.a1"]),
        ({"dead": ["herakles", "herakles"]}, ["dead[1]"]),
    ],
)
def test_faults(given, paths):
    assert problems(**given) == paths


@pytest.mark.parametrize(
    ("players", "paths"),
    [
        ({"ana": {"control": ["gates"]}, "ben": {}}, ["players.ana.control[0]"]),
        ({"ana": {"control": ["pella"]}, "ben": {"control": ["pella"]}}, ["players.ben.control[0]"]),
        ({"ana": {"royals": ["olympias"]}, "ben": {"royals": ["olympias"]}}, ["players.ben.royals[0]"]),
        ({"ana": {"generals": {"x": {}}}, "ben": {"generals": {"x": {}}}}, ["players.ben.generals.x"]),
        ({"ana": {"generals": {"x": {"at": "pella", "scattered": True}}}, "ben": {}}, ["players.ana.generals.x"]),
        ({"ana": {"generals": {"x": {"at": "athenai"}}}, "ben": {}}, ["players.ana.generals.x.at"]),
        ({"ana": {"armies": [{"at": "athenai"}]}, "ben": {}}, ["players.ana.armies[0].at"]),
        ({"ana": {"captured": ["athenai"]}, "ben": {}}, ["players.ana.captured[0]"]),
        ({"ana": {"siege": {"athenai": 1}}, "ben": {}}, ["players.ana.siege.athenai"]),
        ({"free": {}, "dead": {}}, ["players.free", "players.dead"]),
        ({"independent": {}, "ben": {}}, ["players.independent"]),
    ],
)
def test_faults_of_players(players, paths):
    assert problems(players=players) == paths


def test_more_players_than_began():
    three = {"ana": {}, "ben": {}, "cara": {}}
    assert problems(players=three, players_at_start=2) == ["players_at_start"]


def test_who_has_dropped_out_may_have_buried_alexander():
    table(players_at_start=3, tomb={"at": "pella", "buried_by": "zoe"}, capitals={"a1": "zoe"})


def test_a_change_forgets_the_markers_before():
    before = table(players={"ana": {"control": ["pella"]}, "ben": {}})
    assert before.markers == {"pella": "ana"}
    after = before.with_player("ana", control=("opis",))
    assert isinstance(after, Position)
    assert after.markers == {"opis": "ana"}
    assert before.markers == {"pella": "ana"}
    assert list(after.problems(TALLY, choose())) == []
