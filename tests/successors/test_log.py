"""Logs of successors: turns and phases in order, what an event changes, the moment somebody wins."""

import random

import pytest

from models.documents import Source, validate
from models.errors import dotted
from models.successors.log import replay
from models.successors.plan import Event, event_problems
from models.successors.words import headline, subject_words
from tests.successors.tables import DIADOCHI, TALLY, broken, choose, cities, events, play, table, totals

EIGHTEEN = {
    "royals": ["alexandros", "olympias", "kleopatra", "thessalonike"],
    "control": ["pella"],
    "generals": {"perdikkas": {}},
}


def lines(played):
    return [line for step in played.steps for line in step.lines]


def test_turns_and_phases_in_order():
    position = table(turn=1, phase="preparations")
    played = play(
        position,
        {"turn": 3},
        {"segment": "tyche", "of": "ana"},
        {"phase": "strategy"},
        {"segment": "tyche", "of": "ana"},
        {"phase": "cards"},
        {"phase": "strategy"},
        {"phase": "end"},
        {"turn": 2},
        {"turn": 2},
    )
    assert broken(played) == [
        ("F-4", "events[0].turn"),
        ("F-4", "events[1].segment"),
        ("F-4", "events[4].phase"),
        ("F-4", "events[5].phase"),
        ("F-4", "events[8].turn"),
    ]
    assert (played.after["turn"], played.after["phase"]) == (2, "preparations")


def test_18_legitimacy_held_over_from_turn_1():
    """The first instant of turn II wins; with the other reading it takes a gain, here Leonnatos."""
    position = table(turn=1, phase="end", players={"ana": EIGHTEEN, "ben": {}})
    assert not play(position).after["over"]
    played = play(position, {"turn": 2}, {"phase": "strategy"})
    assert (played.after["winners"], played.after["rule"]) == (["ana"], "2A-3")
    assert broken(played) == [("2A-1", "events[1].phase")]
    join = {"change": {"players": {"ana": {"generals": {"perdikkas": {}, "leonnatos": {}}}}}}
    gained = play(position, {"turn": 2}, join, automatic_timing="gain")
    assert [bool(step.ledger.entries) for step in gained.steps] == [False, True]
    assert gained.after["totals"]["ana"]["legitimacy"] == 19
    assert gained.after["winners"] == ["ana"]


def test_a_game_that_is_won_on_the_table():
    position = table(turn=2, players={"ana": EIGHTEEN, "ben": {}})
    assert broken(play(position, {"phase": "end"})) == [("2A-1", "events[0].phase")]


def test_falling_victory_points_can_win():
    """10 + 5, and 3 for being a Champion again when the last victory points go."""
    ana = {"champion": False, "royals": ["alexandros"], "control": ["a2"]}
    position = table(turn=3, players={"ana": ana, "ben": {}}, tomb={"at": "pella", "buried_by": "ana"})
    played = play(position, {"change": {"control": {"a2": "ben"}}})
    assert played.after["totals"]["ana"] == {"vp": 0, "legitimacy": 18}
    assert (played.after["winners"], played.after["route"]) == (["ana"], "legitimacy")
    assert any("Champion (rule 5-16)" in line for line in lines(played))


def test_the_usurper_is_named():
    players = {"ana": {"control": ["a4"]}, "ben": {"control": ["b2"]}}
    ahead = play(table(turn=1, phase="end", players=players), {"turn": 2})
    assert ahead.after["usurper"] == "ana"
    kept = play(table(turn=1, phase="end", players=players), {"turn": 2}, {"change": {"control": {"a4": "ben"}}})
    assert kept.after["usurper"] == "ana"
    tied = {"ana": {"control": ["a4"]}, "ben": {"control": ["b4"]}, "cara": {}}
    start = table(turn=1, phase="end", players=tied, usurper="cara")
    assert play(start, {"turn": 2}).after["usurper"] is None
    chosen = play(start, {"turn": 2}, {"usurper": "cara"}, {"usurper": "ben"}, {"usurper": "ana"})
    assert chosen.after["usurper"] == "ben"
    assert broken(chosen) == [("F-3", "events[1].usurper"), ("F-3", "events[3].usurper")]
    late = play(start, {"turn": 2}, {"phase": "strategy"}, {"usurper": "ben"})
    assert broken(late) == [("F-3", "events[2].usurper")]


def test_regency_in_a_log():
    """19 to 18 wins; 17 to 18 kills the heir, which costs 5 legitimacy, and the game goes on."""
    rich = {"ana": {"royals": ["alexandros"], "control": cities("a", 11)}, "ben": {"control": cities("b", 15)}}
    won = play(table(turn=3, phase="end", players=rich), {"turn": 4})
    assert (won.after["winners"], won.after["route"], won.after["rule"]) == (["ana"], "regency", "2B-5")
    assert broken(play(table(turn=3, phase="end", players=rich), {"turn": 4}, {"phase": "end"})) == [
        ("2B-5", "events[1].phase")
    ]
    poor = {"ana": {"royals": ["alexandros"], "control": cities("a", 9)}, "ben": {"control": cities("b", 15)}}
    lost = play(table(turn=3, phase="end", players=poor), {"turn": 4})
    assert not lost.after["over"]
    assert lost.after["dead"] == ["alexandros"]
    assert [(e.player, e.amount, e.subject) for e in lost.ledger] == [("ana", -5, "alexandros")]
    assert lost.after["usurper"] == "ben"


def test_a_murder_that_is_not_allowed():
    rich = {"ana": {"royals": ["alexandros"], "control": cities("a", 11)}, "ben": {"control": cities("b", 15)}}
    start = table(turn=3, phase="end", players=rich)
    assert broken(play(start, {"turn": 4, "murder": True})) == [("2B-2", "events[0].turn")]
    free = play(start, {"turn": 4, "murder": True}, regent_choice="may-kill")
    assert not broken(free)
    assert free.after["dead"] == ["alexandros"]
    assert broken(play(table(turn=1, phase="end"), {"turn": 2, "murder": True})) == [("2B-2", "events[0].turn")]


def test_dead_royals_stay_dead():
    position = table(dead=["herakles"])
    played = play(position, {"change": {"royals": {"herakles": "ana", "olympias": "ben"}}})
    assert broken(played) == [("2B-4", "events[0].change.royals.herakles")]
    assert played.after["players"]["ben"]["royals"] == ["olympias"]


def test_royals_move():
    position = table(players={"ana": {"royals": ["alexandros", "herakles"]}, "ben": {}})
    played = play(position, {"change": {"royals": {"alexandros": "ben", "herakles": "free", "philippos": "dead"}}})
    assert [(e.player, e.amount, e.rule, e.subject) for e in played.ledger] == [
        ("ana", -5, "4-4", "alexandros"),
        ("ana", 0, "4-5", "herakles"),
        ("ben", 5, "4-4", "alexandros"),
    ]
    assert played.after["dead"] == ["philippos"]


def test_markers_move():
    position = table(players={"ana": {"control": ["a4", "a2"]}, "ben": {}}, independents=["opis"])
    control = {"a4": "ben", "a2": None, "opis": "ana", "gates": "ana", "athenai": "ben", "b1": "independent"}
    played = play(position, {"change": {"control": control}})
    assert broken(played) == [
        ("1-4", "events[0].change.control.gates"),
        ("F-6", "events[0].change.control.athenai"),
    ]
    assert played.after["players"]["ana"]["control"] == ["opis"]
    assert played.after["players"]["ben"]["control"] == ["a4"]
    assert lines(played) == [
        "A4: a marker of ben",
        "A2: no marker",
        "Opis: a marker of ana",
        "B1: an Independent marker",
    ]


def test_the_ledger_of_an_event_is_what_it_changes():
    """Ben's fleet comes up to Ana's 5: her 3 points go, and nobody has them."""
    players = {"ana": {"fleets": [5], "control": cities("a", 20)}, "ben": {"fleets": [4]}}
    played = play(table(players=players), {"change": {"players": {"ben": {"fleets": [4, 1]}}}})
    assert [(e.player, e.amount, e.rule) for e in played.ledger] == [
        ("ana", -3, "3-3"),
        ("ana", 0, "3-6"),
        ("ben", 0, "3-6"),
    ]


def test_a_general_leaves_whom_it_was_with():
    players = {"ana": {"generals": {"perdikkas": {"at": "babylon"}}}, "ben": {}}
    change = {"players": {"ben": {"generals": {"perdikkas": {"at": "opis"}}}}}
    played = play(table(players=players), {"change": change})
    assert [(e.player, e.amount) for e in played.ledger] == [("ana", -1), ("ben", 1)]
    far = {"players": {"ben": {"generals": {"perdikkas": {"at": "athenai"}}}}}
    assert broken(play(table(players=players), {"change": far})) == [
        ("F-6", "events[0].change.players.ben.generals.perdikkas")
    ]


def test_cards():
    position = table(players={"ana": {"royals": ["alexandros"]}, "ben": {}})
    played = play(
        position,
        {"play": {"card": "oracle", "by": "ana"}},
        {"play": {"card": "oracle", "by": "ana"}},
        {"play": {"card": "persian-support", "by": "ana"}},
        {"play": {"card": "condemnation", "by": "ben", "on": "ana"}},
        {"play": {"card": "condemnation", "on": "ben"}},
    )
    assert [[e.amount for e in step.ledger] for step in played.steps] == [[1], [1], [-2], [-3], [-3]]
    assert lines(played)[3:] == ["ben plays Condemnation on ana", "Condemnation is played on ben"]
    twice = play(position, *[{"play": {"card": "oracle", "by": "ana"}}] * 2, card_effects="once")
    assert [[e.amount for e in step.ledger] for step in twice.steps] == [[1], []]


def test_cards_until_the_turn_ends():
    position = table(players={"ana": {"royals": ["alexandros"]}, "ben": {}})
    log = [{"play": {"card": "oracle", "by": "ana"}}, {"turn": 3}]
    assert play(position, *log).after["totals"]["ana"]["legitimacy"] == 9
    assert play(position, *log, card_effects="turn").after["totals"]["ana"]["legitimacy"] == 8


def test_the_floor_and_the_marker():
    """1 falls by 3: -2 or 0; then 1 comes: -1, shown as 0, or 1."""
    ana = {"champion": False, "generals": {"perdikkas": {}}}
    log = [{"play": {"card": "condemnation", "on": "ana"}}, {"play": {"card": "oracle", "by": "ana"}}]
    position = table(players={"ana": ana, "ben": {}})
    assert play(position, *log).after["totals"]["ana"]["legitimacy"] == 0
    tracked = play(position, *log, legitimacy_floor="track")
    assert tracked.after["totals"]["ana"]["legitimacy"] == 1
    assert tracked.after["players"]["ana"]["legitimacy"] == 1


def test_the_reading_of_the_floor_is_consulted_where_it_matters():
    ana = {"champion": False, "generals": {"perdikkas": {}}}
    position = table(players={"ana": ana, "ben": {}})
    log = [{"play": {"card": "condemnation", "on": "ana"}}, {"play": {"card": "oracle", "by": "ana"}}]
    for number, consulted in ((1, False), (2, True)):
        rulings = choose()
        replay(TALLY, position, events(*log[:number]), rulings)
        assert ("legitimacy-floor" in rulings.consulted()) == consulted


def test_capitals_in_a_log():
    players = {"ana": {"control": ["a4", "opis"]}, "ben": {}}
    played = play(
        table(players=players),
        {"play": {"card": "capital", "by": "ana", "at": "a4"}},
        {"play": {"card": "capital", "by": "ana", "at": "opis"}},
        {"play": {"card": "capital", "by": "ana", "at": "a4"}},
        {"play": {"card": "capital", "by": "ben", "at": "b4"}},
        {"change": {"control": {"a4": "ben"}}},
    )
    assert broken(played) == [("3-8", f"events[{at}].play") for at in (1, 2, 3)]
    assert [(e.player, e.amount, e.rule) for e in played.steps[4].ledger] == [
        ("ana", -4, "3-1"),
        ("ana", -2, "3-8"),
        ("ben", 4, "3-1"),
        ("ben", 1, "3-9"),
    ]
    assert played.after["players"]["ben"]["captured"] == ["a4"]


def test_the_end_of_turn_5():
    players = {"ana": {"control": cities("a", 14)}, "ben": {"control": cities("b", 15)}}
    early = play(table(turn=5, players=players), {"final": True})
    assert broken(early) == [("2C-1", "events[0].final")]
    played = play(table(turn=5, players=players), {"phase": "end"}, {"final": True}, {"final": True})
    assert (played.after["winners"], played.after["route"]) == (["ben"], "final")
    assert lines(played) == ["ben wins with 15 victory points at the end of turn V (rule 2C-1)"]
    assert broken(played) == [("2C-1", "events[2].final")]
    assert broken(play(table(turn=5, players=players), {"turn": 5})) == [("F-4", "events[0].turn")]


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({}, ""),
        ({"turn": 3, "phase": "end"}, ""),
        ({"bury": "zoe"}, ".bury"),
        ({"usurper": "zoe"}, ".usurper"),
        ({"segment": "tyche"}, ".segment"),
        ({"segment": "tyche", "of": "zoe"}, ".of"),
        ({"phase": "end", "murder": True}, ".murder"),
        ({"attack": {"by": "zoe", "on": ["ana"], "action": "siege"}}, ".attack.by"),
        ({"attack": {"by": "ana", "on": ["ana"], "action": "siege"}}, ".attack.on[0]"),
        ({"attack": {"by": "ana", "on": ["zoe"], "action": "siege"}}, ".attack.on[0]"),
        ({"attack": {"by": "ana", "on": ["ben", "ben"], "action": "siege"}}, ".attack.on[1]"),
        ({"attack": {"by": "ana", "on": ["ben", "independent"], "action": "siege"}}, ".attack.on"),
        ({"play": {"card": "oracle"}}, ".play.by"),
        ({"play": {"card": "oracle", "by": "ana", "on": "ben"}}, ".play.on"),
        ({"play": {"card": "condemnation", "by": "ana"}}, ".play.on"),
        ({"play": {"card": "condemnation", "on": "zoe"}}, ".play.on"),
        ({"play": {"card": "capital", "by": "ana"}}, ".play.at"),
        ({"change": {"control": {"pella": "zoe"}}}, ".change.control.pella"),
        ({"change": {"royals": {"olympias": "zoe"}}}, ".change.royals.olympias"),
        ({"change": {"players": {"zoe": {}}}}, ".change.players.zoe"),
        ({"change": {"cart": {"player": "zoe"}}}, ".change.cart.player"),
    ],
)
def test_faults_of_events(event, path):
    found = [dotted(problem.path) for problem in event_problems([Event.model_validate(event)], ["ana", "ben"])]
    assert found == [f"events[0]{path}"]


def test_a_change_without_a_cart():
    played = play(table(), {"change": {"cart": {"player": "ana"}}})
    assert broken(played) == [("6-4", "events[0].change.cart")]
    nobody = play(table(cart={"at": "opis", "player": "ana"}), {"change": {"cart": {"player": None}}})
    assert nobody.after["cart"] == {"at": "opis", "player": None}


def test_what_is_set_to_nothing_is_written():
    given = {
        "control": {"pella": None},
        "cart": {"player": None},
        "players": {"ben": {"fleets": [], "siege": {"pella": 2}}},
    }
    event = validate(Event, Source({"change": given}))
    assert event.plain() == {"change": given}


def test_words():
    position = table(
        DIADOCHI, segment="forage", active="ana", usurper="ben", cart={"at": "babylon", "player": "ana"}, turn=3
    )
    assert headline(DIADOCHI, position) == (
        "turn III, strategy: forage of ana",
        "the funeral cart is in Babylon, controlled by ana",
        "the Usurper is ben",
        "map: Diadochi: from Pella to Persepolis (an invented map)",
    )
    assert subject_words("hellespontine-phrygia") == "Hellespontine Phrygia"
    even = {"ana": {"control": cities("a", 29)}, "ben": {"control": cities("b", 29)}}
    ended = play(table(players=even, turn=1, phase="end"), {"turn": 2})
    assert lines(ended) == ["the game ends between ana and ben: the text does not say who wins (rule 2A-4)"]
    shared = play(table(players=even, turn=1, phase="end"), {"turn": 2}, simultaneous_victory="shared")
    assert lines(shared) == ["ana and ben win with 29 and 29 victory points (rule 2A-4)"]


def random_event(rng):
    spaces = DIADOCHI.markable
    kind = rng.choice(["control"] * 5 + ["royal", "fleet", "attack", "oracle", "condemnation", "cart"])
    name, other = rng.sample(["ana", "ben", "cara"], 2)
    if kind == "control":
        return {
            "change": {"control": {s: rng.choice([name, name, None, "independent"]) for s in rng.sample(spaces, 4)}}
        }
    if kind == "royal":
        royal = rng.choice(["alexandros", "philippos", "herakles", "olympias", "kleopatra", "thessalonike"])
        return {"change": {"royals": {royal: rng.choice([name, name, "free"])}}}
    if kind == "fleet":
        return {"change": {"players": {name: {"fleets": [rng.randint(1, 5)] * rng.randint(0, 2)}}}}
    if kind == "attack":
        action = rng.choice(["land-battle", "siege", "overrun", "naval-interception"])
        return {"attack": {"by": name, "on": [other], "action": action}}
    if kind == "cart":
        return {"change": {"cart": {"at": rng.choice(spaces), "player": name}}}
    return {"play": {"card": kind, "by": name, **({"on": other} if kind == "condemnation" else {})}}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("floor", ["sum", "track"])
def test_the_ledger_of_a_log_adds_up(seed, floor):
    """Whatever happens, totals before and all changes make the totals after, and nobody is below 0."""
    rng = random.Random(seed)
    position = table(DIADOCHI, {"ana": {}, "ben": {}, "cara": {}}, turn=1, cart={"at": "babylon"})
    log = [random_event(rng) for _ in range(60)]
    played = play(position, *log, board=DIADOCHI, legitimacy_floor=floor)
    before = totals(position, DIADOCHI)
    for name, sums in played.after["totals"].items():
        for at, track in enumerate(("vp", "legitimacy")):
            assert before[name][at] + played.ledger.total(name, track) == sums[track] >= 0
    after = table(
        DIADOCHI,
        played.after["players"],
        turn=1,
    )
    if floor == "sum":
        again = totals(after, DIADOCHI)
        assert {name: tuple(sums.values()) for name, sums in played.after["totals"].items()} == again
