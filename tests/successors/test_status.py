"""Champions and Successors (section 5): each action, each target, each exemption; the way back."""

import pytest

from models.documents import Source, validate
from models.successors.plan import Attack
from models.successors.scoring import score, totals_of
from models.successors.status import current_usurper, judge
from models.successors.words import attack_words
from tests.successors.tables import TALLY, broken, choose, play, table, totals


def judged(action, players=None, on=("ben",), readings=None, position=None, **more):
    attack = validate(Attack, Source({"by": "ana", "on": list(on), "action": action, **more}))
    table_ = table(players=players or {"ana": {}, "ben": {}, "cara": {}}, **(position or {}))
    rulings = choose(**(readings or {}))
    found = judge(table_, attack, totals_of(score_of(table_), table_), rulings)
    return found.loses, found.rule


def score_of(position):
    return score(TALLY, position, choose())


OWN_TYCHE = {"segment": "tyche", "active": "ana"}


@pytest.mark.parametrize(
    ("action", "given", "expected"),
    [
        ("land-battle", {}, (True, "5-8")),
        ("land-battle", {"against": "major-general"}, (True, "5-8")),
        ("land-battle", {"against": "minor-general"}, (False, "5-7")),
        ("land-battle", {"against": "minor-city"}, (False, "5-7")),
        ("naval-interception", {}, (True, "5-9")),
        ("naval-move", {}, (False, "5-9")),
        ("siege", {}, (True, "5-10")),
        ("siege", {"against": "minor-city"}, (False, "5-10")),
        ("siege", {"against": "fortress"}, (False, "5-10")),
        ("overrun", {}, (True, "5-11")),
        ("overrun", {"against": "minor-general"}, (False, "5-11")),
        ("scatter", {"position": OWN_TYCHE}, (True, "5-12")),
        ("scatter", {"position": {"segment": "activation", "active": "ana"}}, (True, "5-12")),
        ("scatter", {"position": {"segment": "forage", "active": "ana"}}, (False, "5-12")),
        ("scatter", {"position": {"segment": "tyche", "active": "ben"}}, (False, "5-12")),
        ("scatter", {}, (False, "5-12")),
        ("scatter", {"position": OWN_TYCHE, "against": "minor-general"}, (False, "5-12")),
        ("remove-control", {}, (False, "5-14")),
        ("capture-royal", {}, (False, "5-15")),
    ],
)
def test_what_is_an_attack(action, given, expected):
    assert judged(action, **given) == expected


@pytest.mark.parametrize("action", ["land-battle", "naval-interception", "siege", "overrun", "scatter"])
def test_an_avoided_attack_is_none(action):
    assert judged(action, position=OWN_TYCHE, avoided=True) == (False, "5-13")
    assert judged(action, position=OWN_TYCHE)[0]


def test_against_whom():
    successor = {"ana": {}, "ben": {"champion": False}, "cara": {}}
    assert judged("land-battle", successor) == (False, "5-3")
    assert judged("land-battle", on=["independent"]) == (False, "5-3")
    assert judged("land-battle", position={"usurper": "ben"}) == (False, "5-4")
    assert judged("land-battle", position={"usurper": "cara"}) == (True, "5-8")
    assert judged("land-battle", position={"usurper": "ana"}) == (True, "5-8")  # the Usurper is not exempt itself
    fallen = {"ana": {"champion": False}, "ben": {}, "cara": {}}
    assert judged("land-battle", fallen) == (False, "5-6")


def test_several_defenders():
    mixed = {"ana": {}, "ben": {"champion": False}, "cara": {}}
    assert judged("land-battle", mixed, on=["ben", "cara"]) == (True, "5-8")
    assert judged("land-battle", mixed, on=["ben", "cara"], readings={"mixed_stack": "all"}) == (False, "5-3")
    assert judged("land-battle", on=["ben", "cara"], readings={"mixed_stack": "all"}) == (True, "5-8")


def test_the_usurper_of_the_moment():
    """Ben was named, Cara has most victory points now: 6 to 11."""
    players = {"ana": {}, "ben": {"control": ["a2", "a4"]}, "cara": {"control": ["b1", "b2", "b8"]}}
    position = {"usurper": "ben"}
    assert judged("land-battle", players, position=position) == (False, "5-4")
    assert judged("land-battle", players, position=position, readings={"usurper": "current"}) == (True, "5-8")
    assert judged("land-battle", players, on=["cara"], position=position) == (True, "5-8")
    now = judged("land-battle", players, on=["cara"], position=position, readings={"usurper": "current"})
    assert now == (False, "5-4")


def test_the_usurper_of_the_moment_in_a_tie():
    players = {"ana": {"control": ["a4"]}, "ben": {"control": ["b4"]}, "cara": {}}
    for named, expected in (("ben", "ben"), ("cara", None), (None, None)):
        position = table(players=players, **({"usurper": named} if named else {}))
        assert current_usurper(position, totals_of(score_of(position), position)) == expected


def attack(action="land-battle", **more):
    return {"attack": {"by": "ana", "on": ["ben"], "action": action, **more}}


def test_the_status_goes_before_the_battle():
    position = table(players={"ana": {"royals": ["herakles"]}, "ben": {}})
    played = play(position, attack())
    (step,) = played.steps
    assert [(e.player, e.track, e.amount, e.rule) for e in step.ledger] == [("ana", "legitimacy", -3, "4-7")]
    assert "becomes a Successor before" in step.lines[1]
    assert played.after["totals"]["ana"] == {"vp": 0, "legitimacy": 2}
    assert not played.after["players"]["ana"]["champion"]
    assert not broken(played)


def test_all_may_attack_the_new_successor():
    position = table(players={"ana": {}, "ben": {}, "cara": {}})
    back = {"attack": {"by": "ben", "on": ["ana"], "action": "siege"}}
    played = play(position, attack(), back, attack())
    assert [played.after["players"][name]["champion"] for name in ("ana", "ben", "cara")] == [False, True, True]


def test_champion_again_when_victory_points_fall_to_0():
    """1 point falls to 0, and the 3 come back; falling from 3 to 1 does nothing."""
    players = {"ana": {"champion": False, "control": ["a1", "a2"]}, "ben": {}}
    position = table(players=players)
    played = play(position, {"change": {"control": {"a2": None}}}, {"change": {"control": {"a1": "ben"}}})
    assert [entry.amount for entry in played.steps[0].ledger] == [-2]
    second = [(e.player, e.track, e.amount, e.rule) for e in played.steps[1].ledger]
    assert second == [("ana", "vp", -1, "3-1"), ("ana", "legitimacy", 3, "4-7"), ("ben", "vp", 1, "3-1")]
    assert played.after["players"]["ana"]["champion"]


def test_nothing_to_fall_from():
    position = table()
    assert totals(position)["ana"] == (0, 3)
    fallen = play(position, attack())
    assert fallen.after["totals"]["ana"]["legitimacy"] == 0
    kept = play(position, attack(), champion_regained="state")
    assert kept.after["totals"]["ana"]["legitimacy"] == 3
    assert not kept.ledger.entries


def test_attacks_in_words():
    said = attack_words(Attack(by="ana", on=("ben", "cara"), action="overrun", avoided=True))
    assert said == "ana overruns ben and cara (units), who avoid it"
    assert attack_words(Attack(by="ana", on=("independent",), action="remove-control")) == (
        "ana removes a marker of the Independents"
    )
