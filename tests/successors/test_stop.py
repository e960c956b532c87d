"""``stop``: against a search of every change and every purchase, replayed on random ones, under its laws."""

from dataclasses import replace
from pathlib import Path

import pytest

from models.documents import Source, validate
from models.successors.acquisitions import ROUTES, Acquisitions
from models.successors.joint import wins_after
from models.successors.position import Position
from puzzles.checking import check
from puzzles.generate.successors_stop import FULL, MIXED, TINY, stop
from puzzles.scenario import load, task_of
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.successors.stop import StopQuestion
from solver.successors.stop_documents import Stop, StopAnswer
from tests.puzzles import conftest
from tests.successors.buying import acquired
from tests.successors.enumerating import stopping

satrap = conftest.satrap

SEVERAL = [2, 10, 15]
"""Scenarios with several sets of changes, none a part of another."""


# -- a judge that knows the models only ------------------------------------------------------------------


def as_told(changes):
    """Changes as something that can be compared: each faction's things, whatever their order."""
    told = []
    for name, buys in changes.items():
        for kind, given in buys.plain().items():
            told += [(name, kind, str(item)) for item in (given if isinstance(given, list) else [given])]
    return tuple(sorted(told))


def judge(scenario, beyond=False):
    """The best value, and all sets of changes that have it and contain no other; None if that is too much.

    ``beyond``: instead the values of all sets that contain no other, however dear.
    """
    found = stopping(scenario, scenario.question.player, beyond=beyond)
    if found is None:
        return None
    if beyond:
        return [measure for measure, _ in found]
    changes = [{name: acquired(part) for name, part in by_name(taken).items()} for _, taken in found]
    return min((measure for measure, _ in found), default=None), set(map(as_told, changes))


def by_name(taken):
    return {name: {key for key in taken if key[0] == name} for name, *_ in taken}


def compared(seeds):
    """Answers and lists of all answers against the judge's; how many there were."""
    count = 0
    for seed in seeds:
        scenario = stop(seed, size=TINY)
        expected = judge(scenario)
        if expected is None:
            continue
        best, documents = expected
        answer = solve(scenario, all=True)
        assert answer.value == best, seed
        assert answer.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL), seed
        assert answer.complete, seed
        assert {as_told(one.plan.changes) for one in answer.answers} == documents, seed
        assert len(answer.answers) == len(documents), seed
        if best is not None:
            assert solve(scenario).plan == answer.plan, seed
        count += 1
    return count


@pytest.mark.parametrize("block", range(3))
def test_exhaustive(block):
    assert compared(range(block * 5, block * 5 + 5)) > 1


@pytest.mark.parametrize("seed", SEVERAL)
def test_the_best_few_against_all_there_are(seed):
    scenario = stop(seed, size=TINY)
    answer = solve(scenario, top=100)
    assert answer.complete
    assert [one.value for one in answer.answers] == judge(scenario, beyond=True)


@pytest.mark.big
@pytest.mark.parametrize("block", range(1, 41))
def test_exhaustive_at_length(block):
    assert compared(range(block * 15, block * 15 + 15)) > 4


# -- replayed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_replayed(seed):
    answer = solve(stop(seed, size=MIXED), limits=Limits(seconds=30))
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    assert answer.plan is None or answer.canonical


@pytest.mark.big
@pytest.mark.parametrize("block", range(70))
def test_replayed_at_length(block):
    for seed in range(100 + block * 15, 115 + block * 15):
        answer = solve(stop(seed, size=MIXED if seed % 3 else TINY), limits=Limits(seconds=30))
        assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE), seed
        if answer.plan is not None:
            assert check(stop(seed, size=MIXED if seed % 3 else TINY), answer.plan, best=False).legal, seed


@pytest.mark.parametrize("seed", [3, 4])
def test_a_full_table(seed):
    answer = solve(stop(seed, size=FULL))
    assert answer.status is Status.OPTIMAL
    assert answer.canonical


@pytest.mark.parametrize("seed", range(4))
def test_the_table_agrees_with_the_question(seed):
    scenario = stop(seed, size=TINY, ask="table")
    answer = solve(scenario)
    assert answer.status is Status.OPTIMAL
    unstoppable = 0
    for row in answer.plan.table:
        asked = scenario.question.model_copy(update={"ask": "cheapest", "player": row.player})
        together = solve(replace(scenario, question=asked))
        if row.win is None:
            assert together.value == 0
            continue
        assert [one.cost for one in row.stops][-1:] == [together.plan.cost if together.plan else None]
        unstoppable += together.plan is None
    assert answer.value == unstoppable


# -- laws ------------------------------------------------------------------------------------------------------


def interesting(count, size=TINY):
    """Some scenarios in which something is changed, with their answers."""
    found = []
    for seed in range(200, 400):
        scenario = stop(seed, size=size)
        answer = solve(scenario)
        if answer.plan is not None and answer.plan.changes:
            found.append((scenario, answer))
        if len(found) == count:
            return found
    raise AssertionError("too few")


@pytest.fixture(scope="module")
def some():
    return interesting(5)


def asked(scenario, position=None, **changes):
    """The scenario with another position (plain values), or parts of its question replaced."""
    given = {"kind": "stop", **scenario.question.plain(), **changes}
    table = scenario.position if position is None else Position.model_validate(position)
    return replace(scenario, position=table, question=Stop.model_validate(given))


NAMES = {"ana": "zoe", "ben": "yan", "cara": "xena", "dion": "will", "eva": "vera"}


def renamed(value):
    """Plain values with all players renamed."""
    if isinstance(value, dict):
        return {NAMES.get(key, key): renamed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner) for inner in value]
    return NAMES.get(value, value) if isinstance(value, str) else value


def test_names_do_not_matter(some):
    for scenario, answer in some:
        other = asked(scenario, renamed(scenario.position.plain()), **renamed(scenario.question.plain()))
        found = solve(other)
        assert found.value == answer.value
        assert found.plan.plain() == renamed(answer.plan.plain())


def test_the_order_of_the_offers_does_not_matter(some):
    for scenario, answer in some:
        offers = scenario.question.plain()["offers"]
        found = solve(asked(scenario, offers=dict(reversed(offers.items()))))
        assert found.plan == answer.plan


def test_the_order_of_the_rivals_does_not_matter_to_the_value(some):
    for scenario, answer in some:
        table = scenario.position.plain()
        found = solve(asked(scenario, {**table, "players": dict(reversed(table["players"].items()))}))
        assert (found.status, found.value) == (answer.status, answer.value)


def test_a_useless_change_is_not_made(some):
    for scenario, answer in some:
        offers = {name: dict(given) for name, given in scenario.question.plain()["offers"].items()}
        rival = next(name for name in offers if name != scenario.question.player)
        offers[rival]["kill"] = {**offers[rival].get("kill", {}), "nobody": 1}
        found = solve(asked(scenario, offers=offers))
        assert found.value == answer.value
        assert found.plan.changes == answer.plan.changes


def test_more_to_spend_for_the_player_makes_it_no_cheaper(some):
    for scenario, answer in some:
        offers = {name: dict(given) for name, given in scenario.question.plain()["offers"].items()}
        offers.get(scenario.question.player, {}).pop("budgets", None)
        found = solve(asked(scenario, offers=offers))
        assert found.value is None or found.value >= answer.value


def without(buys, left_out):
    """Acquisitions without some of them."""
    given, gone = buys.plain(), left_out.plain()
    for key, items in gone.items():
        given[key] = [item for item in given[key] if item not in items] if isinstance(items, list) else None
    return validate(Acquisitions, Source({key: items for key, items in given.items() if items is not None}))


def test_each_change_is_needed(some):
    for scenario, answer in some:
        board, position, question, rulings = scenario.board, scenario.position, scenario.question, scenario.rulings
        changes = answer.plan.changes
        assert answer.plan.wins[0].without == {}
        for at, win in enumerate(answer.plan.wins):
            left = {name: without(buys, win.without.get(name, Acquisitions())) for name, buys in changes.items()}
            then = wins_after(board, position, left if at else {}, question.player, win.buys, rulings)
            assert win.route in then
            assert win.route not in wins_after(board, position, changes, question.player, win.buys, rulings)


# -- by hand -----------------------------------------------------------------------------------------------


def test_the_last_province_would_make_her_a_champion():
    scenario = load("successors/stop-last-province")
    answer = solve(scenario)
    assert (answer.value, answer.canonical) == (4, True)
    assert {name: buys.plain() for name, buys in answer.plan.changes.items()} == {"nikon": {"condemn": ["kleio"]}}
    taken = answer.plan.model_copy(update={"changes": {"nikon": Acquisitions(clear=("pella",))}, "cost": 1, "wins": ()})
    found = check(scenario, taken, best=False)
    assert not found.legal
    assert found.breaches[0].message == "kleio wins at once by legitimacy"
    # Where 18 are not enough she needs two points: without Kleopatra and Leonnatos there are none.
    exceed = solve(scenario.with_readings({"threshold": "exceed"}))
    assert exceed.value == 2


def test_left_out_the_route_is_at_once():
    # Thais wins as regent as things stand, which is no win at once; the table looks at all four routes.
    table = load("successors/stop-who-by-whom")
    assert table.question.routes == ROUTES
    for route, cost, words in ((None, 0, "no win left at once"), ("any", 3, "nikon wins with 19 legitimacy")):
        made = asked(table, player="thais", ask="cheapest", **({"route": route} if route else {}))
        answer = solve(made)
        assert answer.value == cost
        (then,) = (w for at, w in StopQuestion().answer_words(task_of(made), answer.plan) if at == "then")
        assert words in then


def test_nobody_alone_but_two_together():
    scenario = load("successors/stop-together")
    answer = solve(scenario, top=3)
    assert answer.value == 4
    assert sorted(answer.plan.changes) == ["nikon", "thais"]
    assert all(len(one.plan.changes) > 1 for one in answer.answers)
    for name in ("nikon", "thais", "lykos"):
        offers = {key: given for key, given in scenario.question.plain()["offers"].items() if key in ("kleio", name)}
        assert solve(asked(scenario, offers=offers)).status is Status.INFEASIBLE


def test_the_fewest_changes_are_another_measure():
    scenario = load("successors/stop-together")
    answer = solve(asked(scenario, minimise="changes"))
    assert answer.value == 2
    assert sum(len(of) for buys in answer.plan.changes.values() for of in buys.plain().values()) == 2
    assert answer.plan.cost == 4


def test_weights_change_what_is_cheap():
    scenario = load("successors/stop-last-province")
    offers = scenario.question.plain()["offers"]
    offers["nikon"]["condemn"] = {"kleio": {"cards": 4}}
    dear = solve(asked(scenario, offers=offers, weights={"cards": 3}))
    assert dear.value == 6
    assert dear.plan.changes["nikon"].kill == ("alexandros",)


def test_a_rival_who_wins_first_has_stopped_everybody(satrap):
    scenario = load("successors/stop-who-by-whom")
    answer = solve(scenario)
    assert answer.value == 0
    by_nikon = [one for row in answer.plan.table for one in row.stops if one.rivals == ("nikon",)]
    assert [(one.cost, one.changes["nikon"].royals) for one in by_nikon] == [(3, ("philippos",))] * 2
    assert "nikon wins with 19 legitimacy" in " ".join(satrap("solve", "successors/stop-who-by-whom").out.split())


def test_a_game_that_is_over_cannot_be_stopped():
    scenario = load("successors/stop-last-province")
    table = scenario.position.plain()
    table["players"]["kleio"]["cards"] = {"oracle": 1}
    assert solve(asked(scenario, table)).status is Status.INFEASIBLE
    table["players"]["thais"]["champion"] = True
    others = {**scenario.question.plain(), "player": "nikon"}
    over = solve(asked(scenario, table, **others))
    assert (over.value, over.plan.changes) == (0, {})


# -- what is refused ---------------------------------------------------------------------------------------

TEXT = """\
satrap: 1
game: successors
position:
  turn: 3
  dead: [philippos]
  players:
    me: {control: [pella, amphipolis]}
    anna: {control: [sardis], fleets: [2]}
    boris: {}
question:
  kind: stop
  player: anna
  offers:
    anna: {royals: {olympias: 3}}
    me: {spaces: {sardis: 2}, budgets: {cost: 3}}
"""
OFFER = "    me: {spaces: {sardis: 2}, budgets: {cost: 3}}\n"

WRONG = {
    "an unknown player": (
        [("player: anna", "player: anja")],
        [(12, "question.player", "unknown player “anja”")],
    ),
    "nobody to stop": (
        [("  player: anna\n", "")],
        [(10, "question.player", "the key “player” is missing")],
    ),
    "a table of one player": (
        [("player: anna", "player: anna\n  ask: table")],
        [(12, "question.player", "the table looks at everybody with offers")],
    ),
    "nobody who could stop her": (
        [(OFFER, "")],
        [(13, "question.offers", "nobody could stop anybody")],
    ),
    "offers to a stranger, and what nobody can have": (
        [(OFFER, "    zeno: {}\n    me: {spaces: {sardes: 2}, royals: {philippos: 1}, condemn: {me: 1}}\n")],
        [
            (15, "question.offers.zeno", "unknown player “zeno”"),
            (16, "question.offers.me.spaces.sardes", "unknown space “sardes”"),
            (16, "question.offers.me.royals.philippos", "philippos is dead"),
            (16, "question.offers.me.condemn.me", "“me” is no other player"),
        ],
    ),
    "budgets and weights of what costs nothing": (
        [("budgets: {cost: 3}", "budgets: {siege: 3}"), ("  offers:", "  weights: {moves: 2}\n  offers:")],
        [
            (16, "question.offers.me.budgets.siege", "no price of me is in “siege”"),
            (13, "question.weights.moves", "no price is in “moves”"),
        ],
    ),
    "a route of a later turn": (
        [("turn: 3", "turn: 1")],
        [(10, "question.route", "nobody wins at once in turn I")],
    ),
    "a test that is past": (
        [("turn: 3", "turn: 5"), ("player: anna", "player: anna\n  route: regency")],
        [(13, "question.route", "no regency test is still to come")],
    ),
    "a measure that is none": (
        [("player: anna", "player: anna\n  minimise: money")],
        [(13, "question.minimise", "“money” is not known here")],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input(satrap, name):
    changes, expected = WRONG[name]
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    Path("wrong.yaml").write_text(text)
    ran = satrap("solve", "wrong.yaml", "--json")
    assert [(fault["line"], fault["path"], fault["message"]) for fault in ran.faults] == expected


CHEATS = {
    "what is not on offer": ({"changes": {"nikon": {"royals": ["olympias"]}}, "cost": 0}, "olympias is not on offer"),
    "nobody's changes": ({"changes": {"kleio": {"spaces": ["sestos"]}}, "cost": 0}, "kleio is no rival with offers"),
    "a stranger's changes": ({"changes": {"zeno": {"spaces": ["sestos"]}}, "cost": 0}, "zeno is no rival with offers"),
    "a table": ({"table": [{"player": "zeno"}]}, "the question asks for changes"),
    "too dear": (
        {"changes": {"nikon": {"spaces": ["halikarnassos", "smyrna"]}}, "cost": 5},
        "5 of cost spent, the budget is 4",
    ),
    "the wrong cost": (
        {"changes": {"nikon": {"spaces": ["halikarnassos"]}, "thais": {"spaces": ["sestos"]}}, "cost": 3},
        "the changes cost 4, not 3",
    ),
    "a win that is left": (
        {"changes": {"nikon": {"spaces": ["halikarnassos"]}}, "cost": 2},
        "kleio wins at once by victory points with all of Syria, all of Epirus (7)",
    ),
    "a win that never was": (
        {
            "changes": {"nikon": {"spaces": ["halikarnassos"]}, "thais": {"spaces": ["sestos"]}},
            "cost": 4,
            "wins": [{"route": "vp", "buys": {"provinces": ["epirus"]}, "cost": 2}],
        },
        "kleio does not win at once by victory points with this",
    ),
    "a fleet that is not there": (
        {"changes": {"lykos": {"sink": [{"of": "thais", "number": 3}]}}, "cost": 0},
        "thais has no fleet of 3 left",
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_check_says_what_is_wrong(name):
    given, message = CHEATS[name]
    found = check(load("successors/stop-together"), validate(StopAnswer, Source(given)), best=False)
    assert not found.legal
    assert message in [breach.message for breach in found.breaches]


TABLES = {
    "a row too few": (lambda rows: rows[:-1], "the table has a row each of kleio, nikon and thais, in this order"),
    "a stranger": (lambda rows: [{**rows[0], "player": "zeno"}, *rows[1:]], "the table has a row each of"),
    "no win": (lambda rows: [{"player": "kleio"}, *rows[1:]], "kleio wins at the end of turn V with all of Thrace (3)"),
    "no stops": (lambda rows: [{**rows[0], "stops": []}, *rows[1:]], "each rival stands alone there"),
    "a stop that is there after all": (
        lambda rows: [{**rows[0], "stops": [{"rivals": ["nikon"]}, *rows[0]["stops"][1:]]}, *rows[1:]],
        "nikon stops kleio for 3: Philippos",
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_check_says_what_is_wrong_with_a_table(name):
    change, message = TABLES[name]
    scenario = load("successors/stop-who-by-whom")
    rows = solve(scenario).plan.plain()["table"]
    found = check(scenario, validate(StopAnswer, Source({"table": change(rows)})), best=False)
    assert not found.legal
    assert any(breach.message.startswith(message) for breach in found.breaches)


def test_two_rivals_cannot_change_the_same_thing():
    scenario = load("successors/stop-together")
    offers = scenario.question.plain()["offers"]
    offers["thais"]["spaces"]["halikarnassos"] = 1
    scenario = asked(scenario, offers=offers)
    both = {"changes": {name: {"spaces": ["halikarnassos"]} for name in ("nikon", "thais")}, "cost": 3}
    found = check(scenario, validate(StopAnswer, Source(both)), best=False)
    assert ("1-3", "halikarnassos is changed by nikon already") in [(b.rule, b.message) for b in found.breaches]


def test_the_template_solves(satrap):
    assert satrap("new", "successors", "stop", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "stop: anna is stopped at a cost of 5" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_an_answer_reads_back(satrap):
    for name in ("successors/stop-together", "successors/stop-who-by-whom"):
        first = satrap("solve", name, "--json")
        Path("answer.json").write_text(first.out)
        assert satrap("check", name, "answer.json").status == 0
        assert satrap("solve", name, "--json", "--workers", "2").json["answer"] == first.json["answer"]


def test_a_plan_need_not_tell_its_cost():
    given = {"changes": {"nikon": {"spaces": ["halikarnassos"]}, "thais": {"spaces": ["sestos"]}}}
    found = check(load("successors/stop-together"), validate(StopAnswer, Source(given)), best=False)
    assert (found.legal, found.value) == (True, 4)
