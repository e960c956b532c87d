"""The best campaign of a turn: by hand, against trying everything, by replay, and laws that must hold."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from models.errors import dotted
from models.game import load_game
from models.successors.campaign import Campaign, campaign, operations_used
from models.successors.map import Map, Province
from models.successors.position import Position
from puzzles.checking import check
from puzzles.generate.making import put_together
from puzzles.generate.successors_expansion import CROWDED, LARGE, MIXED, TINY, expansion
from puzzles.questions import find
from puzzles.scenario import load, task_of
from puzzles.solving import flips, solve
from solver.answer import Status
from solver.successors.expansion_documents import Expansion
from solver.successors.reach import reachable, steps_of, ways
from tests.puzzles import conftest
from tests.successors.campaigns import judged, points_used
from tests.successors.tables import DIADOCHI, small_map

GAME = load_game("successors")
satrap = conftest.satrap


def asked(board, position, readings=None, **question):
    """A scenario put together in memory, found sound."""
    question = {"kind": "expansion", "player": "ana", "operations": 3, **question}
    given = {"turn": 2, **position, "players": {"ben": {}, **position["players"]}}
    return put_together(
        GAME,
        board,
        Position.model_validate(given),
        Expansion.model_validate(question),
        1,
        readings={key.replace("_", "-"): reading for key, reading in (readings or {}).items()},
    )


def plan_of(**given):
    return Campaign.model_validate(given)


def judge(made, plan):
    """What a plan breaks, as (rule, path)."""
    question = made.question
    _, breaches = campaign(made.board, made.position, question.player, plan, question, made.rulings)
    return [(breach.rule, dotted(breach.path)) for breach in breaches]


def moves(answer):
    return [(move.path, dict(move.leaves)) for move in answer.plan.moves]


# -- what breaks a rule ------------------------------------------------------------------------------

COAST = small_map(
    {"thrace": 2, "caria": 1},
    {
        "camp": ("minor", "thrace", {"port": True}),
        "city": ("major", "thrace", {"port": True}),
        "hill": ("fortress", "thrace", {}),
        "gate": ("transit", None, {}),
        "town": ("minor", "caria", {"port": True}),
        "burg": ("major", "caria", {}),
    },
    land=[["camp", "city"], ["city", "hill"], ["hill", "gate"], ["town", "burg"]],
    sea=[["city", "town"]],
    routes=[["camp", "town"]],
)
"""By land camp - city - hill - gate and town - burg; by sea city - town, and a long route camp - town."""
ARMY = {"at": "camp", "units": {"loyal": 2, "mercenary": 1}, "movement": 3}


def coast(readings=None, position=None, **question):
    """Ana's army of three in the camp, who owns nothing yet; two operations, three siege points."""
    position = {"players": {"ana": {"armies": [ARMY]}}} if position is None else position
    return asked(COAST, position, readings, **{"operations": 2, "siege": 3, **question})


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ({"moves": [{"path": ["camp", "city", "hill"], "leaves": {"city": 1, "camp": 1}}]}, []),
        ({"moves": [{"path": ["camp", "hill"]}]}, [("F-7", "moves[0].path[1]")]),
        ({"moves": [{"path": ["camp", "city", "hill", "gate", "hill"]}]}, [("F-12", "moves[0].path")]),
        ({"moves": [{"path": ["camp", "city", "town", "burg"]}]}, [("F-8", "moves[0].path[3]")]),
        ({"moves": [{"path": ["camp", "town", "burg"]}]}, []),  # 2 by the route and 1
        ({"moves": [{"path": ["city", "camp"]}]}, [("F-12", "moves[0].path[0]")]),
        ({"moves": [{"path": ["camp", "city"], "army": 2}]}, [("F-12", "moves[0].path[0]")]),
        ({"moves": [{"path": ["camp", "city"]}, {"path": ["camp", "town"]}]}, [("F-12", "moves[1]")]),
        ({"moves": [{"path": ["camp", "city"], "leaves": {"camp": 3}}]}, [("F-12", "moves[0].leaves")]),
        ({"moves": [{"path": ["camp", "city"], "leaves": {"city": 1}}]}, [("F-12", "moves[0].leaves.city")]),
        ({"takes": ["gate"]}, [("1-4", "takes[0]")]),
        ({"takes": ["hill"]}, [("F-10", "takes[0]")]),
        ({"takes": ["hull"]}, [("F-6", "takes[0]")]),
        ({"takes": ["camp", "camp"]}, [("F-10", "takes[1]")]),
        ({"fleets": [2]}, []),
        ({"fleets": [2, 2, 3]}, [("question", "fleets[1]"), ("question", "fleets[2]")]),
        ({"moves": [{"path": ["camp", "city"]}], "fleets": [2]}, [("F-12", "moves")]),
    ],
)
def test_what_breaks_a_rule_cites_it(plan, expected):
    assert judge(coast(fleets=[{"number": 2, "operations": 2}]), plan_of(**plan)) == expected


def test_nobody_enters_a_space_with_units_of_others():
    players = {"ana": {"armies": [ARMY]}, "ben": {"armies": [{"at": "city", "units": {"royal": 1}}]}}
    blocked = coast(position={"players": players, "independent_units": {"town": 1}})
    for place in ("city", "town"):
        assert judge(blocked, plan_of(moves=[{"path": ["camp", place]}])) == [("F-9", "moves[0].path[1]")]
    assert solve(blocked).plan.moves == ()
    # Who leaves a space is not asked who else is there; coming back is.
    players["ben"] = {"armies": [{"at": "camp", "units": {"royal": 1}}]}
    beside = coast(position={"players": players})
    assert judge(beside, plan_of(moves=[{"path": ["camp", "city"], "leaves": {"camp": 1}}])) == []
    assert judge(beside, plan_of(moves=[{"path": ["camp", "city", "camp"]}])) == [("F-9", "moves[0].path[2]")]


@pytest.mark.parametrize(
    ("owner", "space", "price"),
    [
        (None, "camp", 0),
        (None, "city", 0),
        ("ben", "camp", 0),
        ("ben", "hill", 0),
        ("ben", "city", 3),
        ("independent", "camp", 1),
        ("independent", "hill", 2),
        ("independent", "city", 3),
    ],
)
def test_what_a_space_takes(owner, space, price):
    # F-10, F-11; the points that were laid there count, and prices may be others.
    players = {"ana": {"armies": [{"at": space, "units": {"loyal": 1}}]}, "ben": {}}
    given = {"players": players}
    if owner == "independent":
        given["independents"] = [space]
    elif owner:
        players[owner]["control"] = [space]
    plan = plan_of(takes=[space])
    for siege in range(5):
        assert judge(coast(position=given, siege=siege), plan) == ([] if siege >= price else [("F-11", "takes")])
    players["ana"]["siege"] = {space: 1}
    assert judge(coast(position=given, siege=max(0, price - 1)), plan) == []
    assert (judge(coast(position=given, siege=1, prices={"minor": 4, "fortress": 4, "major": 4}), plan) == []) == (
        price == 0
    )


def test_the_table_afterwards():
    made = coast(position={"players": {"ana": {"armies": [ARMY], "siege": {"city": 1}}, "ben": {"control": ["city"]}}})
    plan = plan_of(moves=[{"path": ["camp", "city", "hill"], "leaves": {"city": 1}}], takes=["city", "hill"])
    position, breaches = campaign(made.board, made.position, "ana", plan, made.question, made.rulings)
    assert breaches == ()
    own = position.players["ana"]
    assert [(army.at, {k: n for k, n in army.units.items() if n}, army.movement) for army in own.armies] == [
        ("hill", {"loyal": 2}, 0),
        ("city", {"mercenary": 1}, 0),
    ]
    assert (own.control, own.siege, position.players["ben"].control) == (("city", "hill"), {}, ())
    assert made.position.players["ana"].control == ()


# -- by hand -----------------------------------------------------------------------------------------


def test_units_stay_behind_as_far_as_they_go():
    # Thrace takes its city and one of camp and hill: 2 vp. Staying in the camp and going to the city is nearest.
    answer = solve(coast())
    assert (answer.value, moves(answer)) == (2, [(("camp", "city"), {"camp": 1})])
    assert answer.plan.takes == ("camp", "city")
    # Caria takes both of its spaces: over the route, two points, then by land.
    far = solve(coast(position={"players": {"ana": {"armies": [ARMY], "control": ["city", "hill"]}}}))
    assert (far.value, moves(far)) == (3, [(("camp", "town", "burg"), {"town": 1})])
    # A single unit holds one of them only.
    one = {"at": "camp", "units": {"loyal": 1}, "movement": 3}
    alone = solve(coast(position={"players": {"ana": {"armies": [one], "control": ["city", "hill"]}}}))
    assert (alone.value, alone.plan) == (2, Campaign())


def test_whoever_is_too_many_for_the_sea_stays():
    # Caria again, for eleven: 8 go over the route, 3 stay where they were. By land all may go.
    large = {**ARMY, "units": {"loyal": 2, "mercenary": 9}}
    players = {"ana": {"armies": [large], "control": ["city", "hill"]}}
    far = solve(coast(position={"players": players}))
    assert (far.value, moves(far)) == (3, [(("camp", "town", "burg"), {"camp": 3, "town": 1})])
    near = solve(coast(position={"players": {"ana": {"armies": [large], "control": ["camp"]}}}))
    assert (near.value, moves(near)) == (2, [(("camp", "city"), {})])


@pytest.mark.parametrize(
    ("path", "leaves", "expected"),
    [
        (["camp", "town"], {"camp": 2}, [("F-8", "moves[0].path")]),
        (["camp", "town"], {"camp": 3}, []),
        (["camp", "city", "town"], {"camp": 2, "city": 1}, []),  # by land to the city, there 8 go aboard
        (["camp", "city", "town"], {"city": 3}, []),
        (["camp", "city", "hill"], {}, []),
        (["camp", "town", "burg"], {"town": 3}, [("F-8", "moves[0].path")]),  # too late
    ],
)
def test_what_the_sea_carries(path, leaves, expected):
    large = {**ARMY, "units": {"loyal": 2, "mercenary": 9}}
    made = coast(position={"players": {"ana": {"armies": [large]}}})
    assert judge(made, plan_of(moves=[{"path": path, "leaves": leaves}])) == expected


def test_armies_that_stay_hold_their_space():
    players = {"ana": {"armies": [{"at": "city", "units": {"loyal": 1}}, {"at": "hill", "units": {"loyal": 1}}]}}
    answer = solve(coast(position={"players": players}, operations=0))
    assert (answer.value, answer.plan) == (2, plan_of(takes=["city", "hill"]))


def test_one_of_two_armies_in_a_space_is_named():
    slow, fast = {**ARMY, "movement": 0}, {**ARMY, "movement": 3}
    made = coast(position={"players": {"ana": {"armies": [slow, fast]}}}, operations=1)
    answer = solve(made)
    # The slow one marks the camp, the fast one the city; nothing is left behind.
    (move,) = answer.plan.moves
    assert (answer.value, move.army, points_used(made, answer.plan)) == (2, 2, 1)
    assert check(made, answer.plan).legal


def test_a_fleet_wins_or_spoils_the_largest_fleet():
    players = {"ana": {"fleets": [2]}, "ben": {"fleets": [3]}}
    offers = {"operations": 2, "fleets": [{"number": 1, "operations": 1}, {"number": 1, "operations": 2}]}
    for maximise, value in (("vp", 0), ("margin", 0)):  # a tie takes 3 from ben, two fleets are too dear
        answer = solve(coast(position={"players": players}, maximise=maximise, **offers))
        assert (answer.value, answer.plan.fleets) == (value, () if maximise == "vp" else (1,))
    answer = solve(coast(position={"players": players}, **{**offers, "operations": 3}))
    assert (answer.value, answer.plan.fleets) == (3, (1, 1))


def test_the_margin_prefers_what_a_rival_loses():
    players = {
        "ana": {"armies": [{**ARMY, "movement": 1, "units": {"loyal": 1}}], "control": ["camp"]},
        "ben": {"control": ["town", "burg"]},
    }
    worth = {**COAST.provinces, "caria": Province(vp=3)}
    board = COAST.model_copy(update={"land": (*COAST.land, ("camp", "town")), "provinces": worth})
    for maximise, value, takes in (("vp", 2, ("city",)), ("margin", 0, ("town",))):
        answer = solve(asked(board, {"players": players}, operations=1, maximise=maximise))
        assert (answer.value, answer.plan.takes) == (value, takes)  # 2 - 3, or 0 - 0


# -- rulings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "takes"), [("majority", ("camp", "city")), ("all", ("camp", "city", "hill")), ("city", ("city",))]
)
def test_province_control(reading, takes):
    answer = solve(coast({"province_control": reading}))
    assert (answer.value, answer.plan.takes) == (2, takes)


TWINS = small_map(
    {"macedonia": 1, "egypt": 4},
    {
        "pella": ("major", "macedonia", {}),
        "pass": ("transit", "egypt", {}),
        "memphis": ("major", "egypt", {}),
        "delta": ("minor", "egypt", {}),
        "siwa": ("minor", "egypt", {}),
        "harbour": ("major", "egypt", {}),
    },
    land=[["pass", "memphis"], ["memphis", "delta"], ["delta", "siwa"], ["siwa", "harbour"]],
)


def twins(readings=None, position=None, **question):
    army = {"at": "memphis", "units": {"loyal": 4}, "movement": 2}
    return asked(TWINS, position or {"players": {"ana": {"armies": [army]}}}, readings, **question)


def test_several_cities_and_transit_points():
    # The harbour is out of reach: with one of the cities three of four spaces do, and of five with the pass, too.
    assert solve(twins()).value == 0
    assert solve(twins({"several_cities": "any"})).plan.takes == ("memphis", "delta", "siwa")
    players = {"ana": {"armies": [{"at": "memphis", "units": {"loyal": 4}, "movement": 3}]}}
    assert solve(twins(position={"players": players})).plan.takes == ("memphis", "delta", "harbour")
    army = {"at": "delta", "units": {"loyal": 2}, "movement": 1}
    owned = {"ana": {"armies": [army], "control": ["memphis", "harbour"]}}
    answer = solve(twins({"transit_in_majority": "count"}, {"players": owned}))
    assert (answer.value, answer.plan.takes) == (4, ("delta",))


def test_two_cities_where_one_is_enough_block_each_other():
    army = {"at": "harbour", "units": {"loyal": 1}}
    players = {"ana": {"armies": [army]}, "ben": {"control": ["memphis"]}}
    readings = {"province_control": "city", "several_cities": "any"}
    answer = solve(twins(readings, {"players": players}, maximise="margin"))
    assert (answer.value, answer.plan.takes) == (0, ("harbour",))
    assert solve(twins(readings, {"players": players})).plan.takes == ()


@pytest.mark.parametrize(("reading", "value", "takes"), [("fall", 3, ("pella",)), ("state", 3, ())])
def test_a_successor_without_points_may_be_better_off(reading, value, takes):
    # Macedonia gives 1 vp and 2 legitimacy; no victory points at all make a Successor a Champion: 3 legitimacy.
    players = {"ana": {"champion": False, "armies": [{"at": "pella", "units": {"loyal": 1}}]}}
    answer = solve(twins({"champion_regained": reading}, {"players": players}, maximise="total"))
    assert (answer.value, answer.plan.takes) == (value, takes)


@pytest.mark.parametrize(("reading", "value"), [("sum", 1), ("track", 3)])
def test_legitimacy_below_zero_is_forgotten_or_not(reading, value):
    # Macedonia: 1 vp, and 2 legitimacy on a sum of -3, or on a marker at 0.
    army = {"at": "pella", "units": {"loyal": 1}}
    players = {"ana": {"champion": False, "armies": [army], "cards": {"condemnation": 1}}}
    answer = solve(twins({"legitimacy_floor": reading}, {"players": players}, maximise="total"))
    assert (answer.value, answer.plan.takes) == (value, ("pella",))


@pytest.mark.parametrize(("reading", "expected"), [("marker", (5, ("memphis",))), ("burier", (3, ()))])
def test_the_tomb_counts_for_its_space_or_for_who_buried(reading, expected):
    armies = [{"at": "memphis", "units": {"loyal": 1}}]
    players = {"ana": {"armies": armies, "siege": {"memphis": 1}}}
    position = {"players": players, "tomb": {"at": "memphis", "buried_by": "ben"}}
    answer = solve(twins({"tomb_elsewhere": reading}, position, maximise="total"))
    assert (answer.value, answer.plan.takes) == expected  # 3 for the Champion


@pytest.mark.parametrize(("reading", "fleets"), [("ignored", (1,)), ("count", ())])
def test_fleets_of_the_independents(reading, fleets):
    position = {"players": {"ana": {"fleets": [2]}}, "independent_fleets": [3]}
    answer = solve(twins({"independent_fleets": reading}, position, fleets=[{"number": 1}]))
    assert (answer.value, answer.plan.fleets) == (3 * len(fleets), fleets)


@pytest.mark.parametrize(("reading", "value"), [("nothing", 1), ("scores", 3)])
def test_a_captured_capital(reading, value):
    position = {
        "players": {"ana": {"armies": [{"at": "harbour", "units": {"loyal": 1}}]}, "ben": {"control": ["harbour"]}},
        "capitals": {"harbour": "ben"},
    }
    answer = solve(twins({"captured_alone": reading}, position, siege=3))
    assert (answer.value, answer.plan.takes) == (value, ("harbour",))


def test_rulings_all_tells_what_changes():
    made = coast()
    changed = {(flip.ruling, flip.reading) for flip in flips(made, solve(made)) if flip.changes}
    assert changed == {("province-control", "all"), ("province-control", "city")}


# -- ways --------------------------------------------------------------------------------------------


def test_ways_keep_only_what_nothing_beats():
    found = ways(steps_of(COAST), "camp", 3, ("camp", "city", "hill", "town"), ())
    assert [(way.path, way.points) for way in found] == [
        (("camp",), 0),
        (("camp", "city"), 1),
        (("camp", "city", "hill"), 2),
        (("camp", "city", "town"), 2),
    ]
    assert reachable(steps_of(COAST), "camp", 3, ()) == set(COAST.spaces)
    assert reachable(steps_of(COAST), "camp", 3, ("town",)) == {"camp", "city", "hill", "gate"}


# -- trying everything -------------------------------------------------------------------------------


def key_of(plan):
    return frozenset(plan.takes), tuple(sorted(plan.fleets))


def smaller(one, other):
    return one != other and one[0] <= other[0] and not Counter(one[1]) - Counter(other[1])


def assert_judged(seed, size=TINY):
    made = expansion(seed, size=size)
    found = judged(made)
    answer = solve(made)
    assert (answer.status, answer.value, answer.canonical) == (Status.OPTIMAL, found.best, True)
    assert key_of(answer.plan) in found.answers
    assert (points_used(made, answer.plan), operations_used(answer.plan, made.question)) == found.cost
    assert check(made, answer.plan, best=False).legal
    every = solve(made, all=True)
    keys = [key_of(one.plan) for one in every.answers]
    assert (every.complete, every.plan, len(set(keys))) == (True, answer.plan, len(keys))
    needed = {key for key in found.answers if not any(smaller(other, key) for other in found.answers)}
    assert needed <= set(keys) <= found.answers
    top = solve(made, top=3)
    assert top.plan == answer.plan
    values = [one.value for one in top.answers]
    assert values == sorted(values, reverse=True)
    assert all(found.values[key_of(one.plan)][0] == one.value for one in top.answers)


@pytest.mark.parametrize("seed", range(24))
def test_the_answer_is_that_of_trying_everything(seed):
    assert_judged(seed)


@pytest.mark.parametrize("seed", range(12))
def test_so_it_is_with_armies_too_large_for_the_sea(seed):
    assert_judged(seed, CROWDED)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_trying_everything(block):
    for seed in range(1000 + 40 * block, 1040 + 40 * block):
        assert_judged(seed)
        assert_judged(seed, CROWDED)


# -- at the size of the table -------------------------------------------------------------------------


def assert_replays(seed):
    made = expansion(seed, size=(MIXED, LARGE)[seed % 2])
    answer = solve(made)
    assert (answer.status, answer.canonical, answer.bound) == (Status.OPTIMAL, True, answer.value)
    checked = check(made, answer.plan, best=False)
    assert (checked.legal, checked.value) == (True, answer.value)


@pytest.mark.parametrize("seed", range(30))
def test_the_replay_is_worth_what_the_solver_says(seed):
    assert_replays(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_replay(block):
    for seed in range(1000 + 60 * block, 1060 + 60 * block):
        assert_replays(seed)


# -- laws ---------------------------------------------------------------------------------------------


def asking(made, **changes):
    return replace(made, question=made.question.model_copy(update=changes))


def renamed(made, names):
    position = made.position.plain()
    position["players"] = {names[name]: state for name, state in position["players"].items()}
    position["capitals"] = {space: names[name] for space, name in position.get("capitals", {}).items()}
    if "tomb" in position:
        position["tomb"]["buried_by"] = names[position["tomb"]["buried_by"]]
    return replace(
        made,
        position=Position.model_validate(position),
        question=made.question.model_copy(update={"player": names[made.question.player]}),
    )


def changed_map(made, change):
    data = made.board.plain()
    change(data)
    board = Map.model_validate(data)
    assert list(board.problems()) == []
    return replace(made, board=board)


def mirrored(data):
    for space in data["spaces"].values():
        space["at"] = [-space["at"][0], space["at"][1]]


def with_an_island(data):
    last = next(reversed(data["spaces"]))
    data["spaces"]["nowhere"] = {"kind": "minor", "at": [500, 500]}
    data.setdefault("land", []).append([last, "nowhere"])


def assert_laws(seed):
    made = expansion(seed, size=(MIXED, LARGE)[seed % 2])
    answer = solve(made)
    names = list(made.position.players)
    shuffled = dict(zip(names, Random(seed).sample(names, len(names)), strict=True))
    others = [renamed(made, shuffled), changed_map(made, mirrored), changed_map(made, with_an_island)]
    assert [(one.value, one.plan) for one in map(solve, others)] == [(answer.value, answer.plan)] * 3
    question = made.question
    assert solve(asking(made, operations=question.operations + 1)).value >= answer.value
    assert solve(asking(made, siege=question.siege + 1)).value >= answer.value
    nothing = solve(asking(made, operations=0, siege=0, fleets=()))
    assert nothing.value <= answer.value
    vp, margin = (solve(asking(made, maximise=maximise)).value for maximise in ("vp", "margin"))
    assert margin <= vp


@pytest.mark.parametrize("seed", range(8))
def test_laws(seed):
    assert_laws(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_laws(block):
    for seed in range(2000 + 15 * block, 2015 + 15 * block):
        assert_laws(seed)


# -- the command --------------------------------------------------------------------------------------

HEAD = "satrap: 1\ngame: successors\nboard: diadochi\n"


def test_all_faults_at_once(satrap):
    text = f"""{HEAD}position:
  turn: 2
  players:
    ana: {{armies: [{{at: pella, units: {{loyal: 1}}, movement: 9}}]}}
    ben: {{}}
question: {{kind: expansion, player: anna, operations: 2}}
"""
    Path("wrong.yaml").write_text(text)
    (fault,) = satrap("solve", "wrong.yaml", "--json").faults
    assert (fault["line"], fault["path"], fault["message"]) == (9, "question.player", "unknown player “anna”")
    assert fault["expected"] == "ana? one of: ana, ben"
    Path("far.yaml").write_text(text.replace("anna", "ana"))
    (fault,) = satrap("solve", "far.yaml", "--json").faults
    assert (fault["line"], fault["path"]) == (7, "position.players.ana.armies[0].movement")
    assert fault["message"] == "9 movement points are too many"
    wrong = "operations: -1, maximise: most, fleets: [{number: 0}], prices: {city: 3}"
    Path("shape.yaml").write_text(text.replace("operations: 2", wrong))
    assert [fault["path"] for fault in satrap("solve", "shape.yaml", "--json").faults] == [
        "question.operations",
        "question.fleets[0].number",
        "question.prices.city",
        "question.maximise",
    ]


def test_the_template_solves_and_its_answer_checks(satrap):
    assert satrap("new", "successors", "expansion", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "expansion: 10 victory points for me" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    answer = satrap("solve", "my.yaml", "--json").json
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "my.yaml", "answer.json").status == 0
    answer["answer"]["moves"][0]["path"].append("pella")
    answer["answer"]["takes"].append("atlantis")
    Path("answer.json").write_text(json.dumps(answer))
    ran = satrap("check", "my.yaml", "answer.json")
    assert ran.status == 1
    assert "nothing joins" in ran.out
    assert "the map has no space atlantis" in ran.out


BUNDLED = {
    "successors/expansion-three-operations": 13,
    "successors/expansion-break-the-lord": -4,
    "successors/expansion-last-steps": 20,
}


@pytest.mark.parametrize("name", BUNDLED)
def test_the_bundled_ones(name):
    made = load(name)
    answer = solve(made)
    assert (made.board.name, answer.value, answer.status) == (DIADOCHI.name, BUNDLED[name], Status.OPTIMAL)


def test_what_the_notes_of_the_bundled_ones_say():
    lord = load("successors/expansion-break-the-lord")
    own = solve(asking(lord, maximise="vp"))
    assert "pella" in own.plan.takes
    assert [(e.amount, e.subject) for e in own.ledger if (e.player, e.track, e.subject) == ("thais", "vp", "macedonia")]
    assert solve(lord).plan.takes == ("gordion",)
    steps = load("successors/expansion-last-steps")
    for reading, wins in (("start", True), ("now", False)):
        made = steps.with_readings({"player-count": reading})
        words = list(find("successors", "expansion").load().answer_words(task_of(made), solve(made).plan))
        assert ("win", "nikon wins with 20 victory points (rule 2A-4)") in words or not wins
        assert any(heading == "win" for heading, _ in words) == wins
