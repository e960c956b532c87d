"""The ways to win (section 2): thresholds, heirs, the end of turn V, and the tie-break."""

import pytest

from models.successors.scoring import score, totals_of
from models.successors.victory import automatic, break_tie, final, regency
from tests.successors.tables import TALLY, choose, cities, table

WOMEN = ["olympias", "kleopatra", "thessalonike"]


def sums(position):
    return totals_of(score(TALLY, position, choose()), position)


def shown(outcome):
    return outcome and (outcome.winners, outcome.candidates, outcome.route, outcome.rule)


def auto(players, before=None, rulings=None, **given):
    position = table(players=players, **given)
    return shown(automatic(position, sums(position), before, rulings or choose()))


def crowd(number, **ana):
    names = ["ana", "ben", "cara", "dion", "eva"][:number]
    return {name: ana if name == "ana" else {} for name in names}


@pytest.mark.parametrize(("number", "needed"), [(5, 20), (4, 23), (3, 26), (2, 29)])
def test_victory_points_by_number_of_players(number, needed):
    won = (("ana",), ("ana",), "vp", "2A-4")
    assert auto(crowd(number, control=cities("a", needed))) == won
    assert auto(crowd(number, control=cities("a", needed - 1))) is None
    assert auto(crowd(number, control=cities("a", needed)), turn=1) is None
    assert auto(crowd(number, control=cities("a", needed)), rulings=choose(threshold="exceed")) is None
    assert auto(crowd(number, control=cities("a", needed + 1)), rulings=choose(threshold="exceed")) == won


def test_who_has_dropped_out_still_counts():
    """Among 5 at the start and 4 now 20 are enough; for 4 it takes 23."""
    players = crowd(4, control=cities("a", 20))
    assert auto(players) is None
    assert auto(players, players_at_start=5) is not None
    assert auto(players, players_at_start=5, rulings=choose(player_count="now")) is None
    beyond = choose()
    auto(crowd(4, control=cities("a", 24)), players_at_start=5, rulings=beyond)
    assert "player-count" not in beyond.consulted()


EIGHTEEN = {"royals": ["alexandros", *WOMEN], "control": ["pella"], "generals": {"perdikkas": {}}}
"""3 + 5 + 7 + 2 + 1."""


def test_legitimacy():
    won = (("ana",), ("ana",), "legitimacy", "2A-3")
    assert auto({"ana": EIGHTEEN, "ben": {}}) == won
    assert auto({"ana": EIGHTEEN, "ben": {}}, turn=1) is None
    assert auto({"ana": {**EIGHTEEN, "generals": {}}, "ben": {}}) is None
    assert auto({"ana": EIGHTEEN, "ben": {}}, rulings=choose(threshold="exceed")) is None


def test_a_gain_or_a_condition():
    gain = choose(automatic_timing="gain")
    before = {"ana": {"vp": 0, "legitimacy": 18}, "ben": {"vp": 0, "legitimacy": 3}}
    assert auto({"ana": EIGHTEEN, "ben": {}}, rulings=gain) is None
    assert auto({"ana": EIGHTEEN, "ben": {}}, before, gain) is None
    before["ana"]["legitimacy"] = 17
    assert auto({"ana": EIGHTEEN, "ben": {}}, before, gain) is not None


def test_both_ways_count_as_legitimacy():
    players = {"ana": {**EIGHTEEN, "control": ["pella", *cities("a", 29)]}, "ben": {}}
    assert auto(players) == (("ana",), ("ana",), "legitimacy", "2A-3")


@pytest.mark.parametrize(
    ("reading", "active", "winners"),
    [
        ("open", None, ()),
        ("active", "ana", ("ana",)),
        ("active", "ben", ("ben",)),
        ("active", "cara", ()),
        ("active", None, ()),
        ("legitimacy", None, ("ben",)),
        ("shared", None, ("ana", "ben")),
    ],
)
def test_two_at_the_same_moment(reading, active, winners):
    players = {"ana": {"control": cities("a", 26)}, "ben": EIGHTEEN, "cara": {}}
    given = {"segment": "tyche", "active": active} if active else {}
    found = auto(players, rulings=choose(simultaneous_victory=reading), **given)
    first = ("legitimacy", "2A-3") if winners == ("ben",) else ("vp", "2A-4")
    assert found == (winners, ("ana", "ben"), *first)


def test_equal_legitimacy_decides_nothing():
    players = {"ana": {"control": cities("a", 29)}, "ben": {"control": cities("b", 29)}}
    assert auto(players, rulings=choose(simultaneous_victory="legitimacy"))[0] == ()


def test_victory_is_not_decided_by_the_tie_break():
    players = {"ana": {"control": ["pella", *cities("a", 29)]}, "ben": {"control": cities("b", 29)}}
    assert auto(players) == ((), ("ana", "ben"), "vp", "2A-4")


# The regency.


def test_no_heir_is_of_age_before_turn_4():
    position = table(turn=3, players={"ana": {"royals": ["alexandros"]}, "ben": {}})
    assert regency(TALLY, position, sums(position), False, choose()).heir is None


def tried(players, turn=4, murder=False, dead=(), **readings):
    position = table(turn=turn, phase="preparations", players=players, dead=list(dead))
    found = regency(TALLY, position, sums(position), murder, choose(**readings))
    return found.heir, found.fate, found.outcome and (found.outcome.winners, found.outcome.rule)


def holder(vp, other, heir="alexandros"):
    """Ana controls an heir and has so many victory points, Ben so many."""
    return {"ana": {"royals": [heir], "control": cities("a", vp)}, "ben": {"control": cities("b", other)}}


def test_the_highest_total_is_crowned():
    """3 + 5 + 11 = 19 to 3 + 15 = 18, and 17 to 18."""
    assert tried(holder(11, 15)) == ("alexandros", "crowned", (("ana",), "2B-5"))
    assert tried(holder(9, 15)) == ("alexandros", "murdered", None)
    assert tried(holder(5, 3, "herakles"), turn=5) == ("herakles", "crowned", (("ana",), "2B-6"))
    assert tried(holder(5, 9, "herakles"), turn=5) == ("herakles", "murdered", None)


def test_the_other_son_and_dead_ones():
    assert tried(holder(11, 15, "herakles")) == ("alexandros", None, (("ben",), "2B-8"))
    assert tried(holder(11, 15, "herakles"), dead=["alexandros"]) == ("alexandros", None, None)
    assert tried(holder(11, 15, "philippos"), dead=["alexandros", "herakles"]) == (None, None, None)


def test_the_prose_turns_the_sons_round():
    first = {"heir_schedule": "herakles-first"}
    assert tried(holder(11, 3, "herakles"), **first) == ("herakles", "crowned", (("ana",), "2B-6"))
    assert tried(holder(11, 3), turn=5, **first) == ("alexandros", "crowned", (("ana",), "2B-5"))


def test_an_uncontrolled_heir():
    players = {"ana": {"control": cities("a", 4)}, "ben": {"control": cities("b", 5)}}
    assert tried(players) == ("alexandros", None, (("ben",), "2B-8"))
    even = {"ana": {"control": cities("a", 4)}, "ben": {"control": [*cities("b", 4)], "generals": {"x": {}}}}
    assert tried(even) == ("alexandros", None, (("ben",), "2B-8"))
    assert tried(even, uncontrolled_tie="nobody") == ("alexandros", None, None)
    equal = {"ana": {"control": cities("a", 4)}, "ben": {"control": cities("b", 4)}}
    assert tried(equal) == ("alexandros", None, ((), "2B-8"))
    assert tried(equal, unbroken_tie="shared") == ("alexandros", None, (("ana", "ben"), "2B-8"))


def test_a_tie_with_the_controller():
    """18 each; a major general breaks it for one or the other."""
    ahead, behind = holder(10, 15), holder(10, 15)
    ahead["ana"]["generals"] = {"x": {}}
    behind["ben"]["generals"] = {"x": {}}
    assert tried(ahead) == ("alexandros", "crowned", (("ana",), "2B-5"))
    assert tried(ahead, regency_tie="strict") == ("alexandros", "murdered", None)
    assert tried(behind) == ("alexandros", "murdered", None)
    assert tried(holder(10, 15)) == ("alexandros", None, ((), "2B-5"))
    assert tried(holder(10, 15), unbroken_tie="shared") == ("alexandros", "crowned", (("ana",), "2B-5"))


def test_a_tie_among_others_does_not_matter():
    players = {"ana": {"royals": ["alexandros"]}, "ben": {"control": cities("b", 6)}, "cara": {"control": ["a4", "a2"]}}
    assert tried(players) == ("alexandros", "murdered", None)


def test_the_regent_may_kill_only_by_a_reading():
    assert tried(holder(11, 15), murder=True) == ("alexandros", "crowned", (("ana",), "2B-5"))
    assert tried(holder(11, 15), murder=True, regent_choice="may-kill") == ("alexandros", "murdered", None)
    assert tried(holder(9, 15), murder=True) == ("alexandros", "murdered", None)


# The end of turn V, and the tie-break.


def ended(players, **readings):
    position = table(turn=5, phase="end", players=players)
    return shown(final(TALLY, position, sums(position), choose(**readings)))


def test_the_end_goes_by_victory_points_alone():
    players = {
        "ana": {"royals": ["alexandros", *WOMEN], "control": cities("a", 14)},
        "ben": {"control": cities("b", 15)},
    }
    assert ended(players) == (("ben",), ("ben",), "final", "2C-1")


def tie(players, among=None, **readings):
    position = table(turn=5, phase="end", players=players)
    found = break_tie(TALLY, position, among or list(players), choose(**readings))
    return found.left, [(rule, "".join(name[0] for name in left)) for rule, left in found.steps]


def units(*numbers, scattered=(0, 0, 0)):
    kinds = ("loyal", "royal", "shields")
    return {
        "armies": [{"at": "opis", "units": {**dict(zip(kinds, numbers, strict=True)), "mercenary": 9}}],
        "scattered_units": dict(zip(kinds, scattered, strict=True)),
    }


def test_macedonia_first():
    players = {"ana": {"control": ["pella"]}, "ben": units(1, 0, 0), "cara": {}}
    assert tie(players) == (("ana",), [("2D-2", "a")])
    assert tie(players, ["ben", "cara"]) == (("ben",), [("2D-2", "bc"), ("2D-3", "b")])  # whose Macedonia is not tied


def test_counters_scattered_ones_too():
    players = {"ana": units(2, 1, 0), "ben": units(0, 1, 1, scattered=(0, 1, 1))}
    assert tie(players) == (("ben",), [("2D-2", "ab"), ("2D-3", "b")])


def test_kinds_together_or_in_order():
    players = {"ana": units(1, 3, 0), "ben": units(2, 0, 0)}
    assert tie(players)[0] == ("ana",)
    assert tie(players, elite_count="in-order")[0] == ("ben",)
    same = {"ana": units(1, 3, 0), "ben": units(1, 2, 1)}
    assert tie(same)[0] == ("ana", "ben")
    assert tie(same, elite_count="in-order")[0] == ("ana",)


def generals(major, scattered=0, minor=0):
    found = {f"m{at}": {} for at in range(major)} | {f"s{at}": {"scattered": True} for at in range(scattered)}
    return found | {f"n{at}": {"major": False} for at in range(minor)}


def named(players):
    """Generals under names of their own for each player."""
    for name, state in players.items():
        state["generals"] = {f"{name}-{key}": there for key, there in state["generals"].items()}
    return players


def test_major_generals_scattered_ones_too():
    players = named({"ana": {"generals": generals(2, minor=5)}, "ben": {"generals": generals(1, scattered=2)}})
    assert tie(players) == (("ben",), [("2D-2", "ab"), ("2D-3", "ab"), ("2D-5", "b")])


def test_only_those_still_tied_go_on():
    """Cara falls behind with 1 counter to 4, and has most generals."""
    three = named(
        {
            "ana": {**units(4, 0, 0), "generals": generals(1)},
            "ben": {**units(2, 2, 0), "generals": generals(2)},
            "cara": {**units(1, 0, 0), "generals": generals(5)},
        }
    )
    assert tie(three) == (("ben",), [("2D-2", "abc"), ("2D-3", "ab"), ("2D-5", "b")])
    assert tie(three, tie_break_field="everyone")[0] == ("cara",)


def test_no_criterion_decides():
    players = {"ana": {"control": cities("a", 15)}, "ben": {"control": cities("b", 15)}}
    assert ended(players) == ((), ("ana", "ben"), "final", "2C-1")
    assert ended(players, unbroken_tie="shared") == (("ana", "ben"), ("ana", "ben"), "final", "2C-1")
