"""``cart``: roads against all walks, policies against plain recursion, replay, laws, faults."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from models.successors.dice import rolled_points
from models.successors.map import Map
from models.successors.movement import path_cost
from models.successors.position import Position
from puzzles.checking import check
from puzzles.generate.successors_cart import LARGE, MIXED, TINY, cart
from puzzles.scenario import load, parse
from puzzles.solving import flips, solve
from solver.answer import Limits, Proof, Status
from solver.engine import Engine
from solver.successors.cart import CartQuestion, weights_of
from solver.successors.cart_documents import CartAnswer, CartRoad
from tests.puzzles import conftest
from tests.successors.tables import choose, small_map, table
from tests.successors.walking import Walks

satrap = conftest.satrap


# -- the judges: all walks, all policies -------------------------------------------------------------------


def road_of(plan, scenario):
    """The spaces that a road passes."""
    spaces = [scenario.position.cart.at]
    for path in plan.moves:
        assert path[0] == spaces[-1]
        spaces += path[1:]
    return tuple(spaces)


def roads_agree(seed):
    scenario = cart(seed, size=TINY, ask="road")
    roads = Walks(scenario).roads()
    if roads is None:
        return None
    answer = solve(scenario, all=True)
    assert answer.complete
    if not roads:
        assert answer.status is Status.INFEASIBLE
        return False
    least = min(roads.values())
    assert (answer.status, answer.value, answer.bound) == (Status.OPTIMAL, least, least), seed
    found = [road_of(other.plan, scenario) for other in answer.answers]
    assert len(set(found)) == len(found)
    assert set(found) == {road for road, cost in roads.items() if cost == least}, seed
    assert solve(scenario).plan == answer.plan
    short = [road for road in roads if len(set(road)) == len(road)]
    short = [road for road in short if not any(road[:at] in roads for at in range(1, len(road)))]
    listed = solve(scenario, top=8)
    assert [other.value for other in listed.answers] == sorted(roads[road] for road in short)[:8], seed
    assert listed.complete == (len(short) <= 8)
    return True


def policies_agree(seed):
    scenario = cart(seed, size=TINY, ask="policy")
    judge = Walks(scenario)
    left = scenario.question.activations
    answer = solve(scenario)
    asked = scenario.question
    sides = 6 if asked.allowances is None else sum(asked.allowances.values())
    assert Fraction(answer.value, sides**left) == judge.chance(left, scenario.position.cart.at), seed
    assert (answer.status, answer.proof) == (Status.OPTIMAL, Proof.DYNAMIC_PROGRAMMING)
    return 0 < answer.value < sides**left


@pytest.mark.parametrize("block", range(3))
def test_all_walks(block):
    assert [roads_agree(seed) for seed in range(block * 8, block * 8 + 8)].count(True) > 1


@pytest.mark.big
@pytest.mark.parametrize("block", range(3, 53))
def test_all_walks_at_length(block):
    assert [roads_agree(seed) for seed in range(block * 8, block * 8 + 8)].count(True) > 0


@pytest.mark.parametrize("block", range(3))
def test_plain_recursion(block):
    assert [policies_agree(seed) for seed in range(block * 12, block * 12 + 12)].count(True) > 0


@pytest.mark.big
@pytest.mark.parametrize("block", range(3, 37))
def test_plain_recursion_at_length(block):
    for seed in range(block * 12, block * 12 + 12):
        policies_agree(seed)


def replayed(seeds, size):
    for seed in seeds:
        scenario = cart(seed, size=size)
        answer = solve(scenario)
        if answer.plan is not None:
            checked = check(scenario, answer.plan)
            assert (checked.legal, checked.gap) == (True, 0), seed
            assert sum(entry.amount for entry in answer.ledger) == answer.value


def test_replayed():
    replayed(range(30), MIXED)
    replayed(range(4), LARGE)


@pytest.mark.big
@pytest.mark.parametrize("block", range(25))
def test_replayed_at_length(block):
    replayed(range(100 + block * 40, 140 + block * 40), MIXED)
    replayed(range(100 + block * 4, 104 + block * 4), LARGE)


# -- what changes nothing, and what only helps ---------------------------------------------------------------


def renamed(value, names):
    """Plain values with names put in place of others, keys too."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def on_another_map(scenario, change, names=None):
    """The scenario with its map changed as plain values, spaces and players renamed everywhere."""
    names = names or {}
    keep = {"satrap": 1, "game": "successors", "kind": "cart", "name": scenario.board.name}
    board = change(renamed(scenario.board.model_dump(mode="json", by_alias=True), names)) | {
        key: keep[key] for key in ("satrap", "game", "name")
    }
    position = renamed(scenario.position.model_dump(mode="json", by_alias=True), names)
    question = renamed(scenario.question.model_dump(mode="json", by_alias=True, exclude_unset=True), names)
    return replace(
        scenario,
        board=Map.model_validate(board),
        position=Position.model_validate(position),
        question=CartRoad.model_validate(question),
    )


def mirrored(board):
    for space in board["spaces"].values():
        space["at"][0] *= -1
    for key in ("land", "sea", "routes"):
        board[key] = [pair[::-1] for pair in board[key][::-1]]
    return board


def with_more_spaces(board):
    board["spaces"]["nowhere"] = {"kind": "major", "port": True, "at": [0, 0]}
    board["spaces"]["beyond"] = {"kind": "major", "port": True, "at": [0, 0]}
    board["land"].append(["nowhere", "beyond"])
    return board


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ask", ["road", "policy"])
def test_laws(seed, ask):
    scenario = cart(seed, size=MIXED, ask=ask)
    answer = solve(scenario)
    plain = answer.plan and answer.plan.plain()
    for change in (mirrored, with_more_spaces):
        other = solve(on_another_map(scenario, change))
        assert (other.status, other.value, other.plan) == (answer.status, answer.value, answer.plan)
    names = {space: f"t{at}" for at, space in enumerate(scenario.board.spaces)}
    names |= {player: f"p{at}" for at, player in enumerate(scenario.position.players)}
    other = solve(on_another_map(scenario, dict, names))
    assert (other.value, other.plan and other.plan.plain()) == (answer.value, renamed(plain, names))


@pytest.mark.parametrize("seed", range(12))
def test_more_moves_never_harm_and_units_in_the_way_never_help(seed):
    def value(scenario):
        answer = solve(scenario)
        return None if answer.value is None else Fraction(answer.value, sides**scenario.question.activations)

    scenario = cart(seed, size=MIXED, ask="policy")
    asked = scenario.question
    sides = 6 if asked.allowances is None else sum(asked.allowances.values())
    before = value(scenario)
    longer = asked.model_copy(update={"activations": asked.activations + 1})
    assert value(replace(scenario, question=longer)) >= before
    for space in list(scenario.board.spaces)[:3]:
        grey = {**scenario.position.independent_units, space: 1}
        assert value(replace(scenario, position=scenario.position.changed(independent_units=grey))) <= before


# -- single points of the rules ------------------------------------------------------------------------------

ISLES = small_map(
    {},
    {
        "pella": ("major", None, {"port": True}),
        "abydos": ("minor", None, {"port": True}),
        "sardis": ("minor", None, {}),
        "rhodos": ("major", None, {"port": True}),
        "opis": ("minor", None, {}),
        "babylon": ("major", None, {}),
    },
    land=[["babylon", "opis"], ["opis", "sardis"], ["sardis", "abydos"], ["abydos", "pella"]],
    sea=[["abydos", "rhodos"]],
    routes=[["abydos", "pella"], ["rhodos", "pella"]],
)
"""Pella is next to Abydos by land, for 1 point, and by a trans-Mediterranean route, for 2."""


def answer(board=ISLES, count=None, position=None, readings=None, **question):
    from solver.question import Task

    given = position or {"cart": {"at": "babylon", "player": "ana"}}
    task = Task(
        board,
        table(board, **given),
        None,
        CartRoad(kind="cart", player="ana", **question),
        choose(**(readings or {})),
    )
    asked = CartQuestion()
    assert not list(asked.problems(task))
    outcome = asked.best(task, Engine()) if count is None else asked.top(task, Engine(), count)
    plans = [asked.decode(task, solution) for solution in outcome.solutions]
    for plan, solution in zip(plans, outcome.solutions, strict=True):
        played = asked.replay(task, plan)
        assert (played.value, played.breaches, asked.strays(task, plan)) == (solution.objective, (), ())
    return outcome, plans


def test_a_port_pair_may_be_read_either_way():
    at = {"cart": {"at": "rhodos", "player": "ana"}}
    outcome, plans = answer(position=at, to=["pella"], activations=1, movement=2)
    assert [solution.objective for solution in outcome.solutions] == [2]
    assert plans[0].moves == (("rhodos", "pella"),)
    _, plans = answer(position=at, count=9, to=["pella"], activations=1, movement=3)
    assert [plan.moves for plan in plans] == [(("rhodos", "pella"),), (("rhodos", "abydos", "pella"),)]
    assert path_cost(ISLES, ("rhodos", "abydos", "pella")) == 2
    assert path_cost(ISLES, ("sardis", "abydos", "pella")) == 2
    assert path_cost(ISLES, ("sardis", "abydos", "pella", "rhodos")) == 4
    assert path_cost(ISLES, ("babylon", "pella")) is None
    assert path_cost(ISLES, ("rhodos", "pella"), sea=False) is None


def test_land_on_both_sides_of_the_sea_takes_two_moves():
    at = {"cart": {"at": "sardis", "player": "ana"}, "players": {"ana": {}, "ben": {}}}
    board = ISLES.model_copy(update={"land": (*ISLES.land[:3], ("rhodos", "babylon")), "routes": ()})
    outcome, plans = answer(board, position=at, to=["babylon"], avoid=["opis"], activations=2, movement=9)
    assert outcome.solutions[0].objective == 3
    assert plans[0].moves == (("sardis", "abydos", "rhodos"), ("rhodos", "babylon"))
    outcome, _ = answer(board, position=at, to=["babylon"], avoid=["opis"], activations=1, movement=9)
    assert outcome.status is Status.INFEASIBLE


def test_points_do_not_carry_over():
    spent = {"to": ["pella"], "sea": False}
    _, plans = answer(**spent, movement=[1, 3])
    assert plans[0].moves == (("babylon", "opis"), ("opis", "sardis", "abydos", "pella"))
    assert answer(**spent, movement=[3])[0].status is Status.INFEASIBLE
    at = {"cart": {"at": "rhodos", "player": "ana"}}
    _, plans = answer(position=at, to=["pella"], movement=[1, 2], avoid=["abydos"])
    assert plans[0].moves == (("rhodos",), ("rhodos", "pella"))


GREY = {"cart": {"at": "babylon", "player": "ana"}, "independent_units": {"babylon": 1}}


def test_independents_where_the_cart_stands():
    assert answer(position=GREY, to=["babylon"], activations=0, movement=1)[0].status is Status.INFEASIBLE
    players = {"burial_blockers": "players"}
    outcome, plans = answer(position=GREY, readings=players, to=["babylon"], activations=0, movement=1)
    assert (outcome.solutions[0].objective, plans[0].moves) == (0, ())
    rivals = {"ana": {}, "ben": {"armies": [{"at": "babylon", "units": {"loyal": 1}}]}}
    outcome, _ = answer(position={**GREY, "players": rivals}, readings=players, to=["babylon"], movement=[2])
    assert outcome.status is Status.INFEASIBLE


def test_nobody_can_be_met_on_the_way_even_by_independents_who_do_not_block():
    barred = {"cart": {"at": "babylon", "player": "ana"}, "independent_units": {"opis": 1}}
    players = {"burial_blockers": "players"}
    assert answer(position=barred, readings=players, to=["pella"], movement=[9])[0].status is Status.INFEASIBLE


@pytest.mark.parametrize("initiative", range(1, 7))
def test_weights_are_those_of_the_die(initiative):
    asked = CartRoad(kind="cart", player="ana", ask="policy", activations=1, initiative=initiative)
    by_hand = {2: initiative - 1, 3: 1, 4: 6 - initiative}
    assert weights_of(asked) == {points: sides for points, sides in by_hand.items() if sides}
    assert weights_of(asked) == Counter(rolled_points(die, initiative) for die in range(1, 7))


def test_for_certain_and_never():
    outcome, plans = answer(ask="policy", to=["pella"], activations=2, initiative=1)
    assert outcome.solutions[0].objective == 36
    outcome, plans = answer(ask="policy", to=["pella"], activations=1, initiative=1, sea=False)
    assert outcome.solutions[0].objective == 5
    outcome, plans = answer(ask="policy", count=5, to=["pella"], activations=1, initiative=6)
    assert [solution.objective for solution in outcome.solutions] == [0]
    assert plans[0].policy[0].moves == {2: ("babylon",), 3: ("babylon",)}
    outcome, plans = answer(ask="policy", to=["babylon"], activations=3, initiative=3)
    assert (outcome.solutions[0].objective, plans[0].policy) == (216, ())


def test_other_beginnings_come_in_order():
    outcome, plans = answer(ask="policy", count=4, to=["pella"], activations=2, allowances={2: 1, 3: 1})
    assert [solution.objective for solution in outcome.solutions] == [4, 4, 3, 3]
    assert plans[0].policy[0].moves == {2: ("babylon", "opis", "sardis"), 3: ("babylon", "opis", "sardis", "abydos")}


def test_huge_numbers_stay_exact():
    outcome, plans = answer(ask="policy", to=["pella"], activations=20, allowances={0: 999, 4: 1}, sea=False)
    assert outcome.solutions[0].objective == 1000**20 - 999**20
    assert len(plans[0].policy) == 20


# -- the bundled ones, and what is refused -------------------------------------------------------------------

TEXT = """\
satrap: 1
game: successors
position:
  turn: 2
  cart: {at: babylon, player: ana}
  players:
    ana: {armies: [{at: babylon, units: {loyal: 1}}]}
    ben: {armies: [{at: opis, units: {loyal: 1}}]}
question:
  kind: cart
  player: ana
  to: [susa]
  activations: 2
  movement: 2
"""
POLICY = ("  movement: 2", "  ask: policy\n  initiative: 3")
ROLLED = "how far a move goes is rolled"

WRONG = {
    "an unknown player": (
        [("player: ana\n", "player: anna\n")],
        [(11, "question.player", "unknown player “anna”")],
    ),
    "somebody else's cart": (
        [("player: ana}", "player: ben}")],
        [(11, "question.player", "ben controls the funeral cart")],
    ),
    "nobody's cart": ([(", player: ana}", "}")], [(11, "question.player", "nobody controls the funeral cart")]),
    "no cart, in turn V": (
        [("turn: 2\n  cart: {at: babylon, player: ana}", "turn: 5")],
        [
            (4, "position.turn", "turn 5: the cart does not move in turn I and is lost in turn IV"),
            (3, "position.cart", "there is no funeral cart"),
        ],
    ),
    "turn I": (
        [("turn: 2", "turn: 1")],
        [(4, "position.turn", "turn 1: the cart does not move in turn I and is lost in turn IV")],
    ),
    "unknown spaces, no city, to and avoid": (
        [("[susa]", "[suza, opis, susa]\n  avoid: [nowhere, susa]")],
        [
            (12, "question.to[0]", "unknown space “suza”"),
            (12, "question.to[1]", "opis is no major city"),
            (12, "question.to[2]", "susa is to be avoided too"),
            (13, "question.avoid[0]", "unknown space “nowhere”"),
        ],
    ),
    "no goal": ([("[susa]", "[]")], [(12, "question.to", "no city is named")]),
    "no movement": ([("  movement: 2\n", "")], [(9, "question", "the key “movement” is missing")]),
    "no moves": ([("  activations: 2\n", "")], [(9, "question", "the key “activations” is missing")]),
    "points of too many moves": (
        [("movement: 2", "movement: [2, 2, 3]")],
        [(14, "question.movement", "3 moves have points, 2 are made")],
    ),
    "points of what is rolled, and nothing to roll": (
        [("movement: 2", "movement: 2\n  ask: policy")],
        [
            (14, "question.movement", "“movement” means nothing to “ask: policy”"),
            (9, "question", ROLLED),
        ],
    ),
    "a die for a road": (
        [("movement: 2", "movement: 2\n  initiative: 3")],
        [(15, "question.initiative", "“initiative” means nothing to “ask: road”")],
    ),
    "a die and weights": (
        [POLICY, ("initiative: 3", "initiative: 3\n  allowances: {2: 1}")],
        [(9, "question", ROLLED)],
    ),
    "weights of nothing": (
        [POLICY, ("initiative: 3", "allowances: {2: 0}")],
        [(15, "question.allowances", "nothing can be rolled")],
    ),
    "no numbers": (
        [("movement: 2", "movement: [2, far]"), ("activations: 2", "activations: 21")],
        [
            (13, "question.activations", "“21” is out of range"),
            (14, "question.movement[1]", "the text “far” is not a whole number"),
        ],
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


def test_no_road_is_infeasible(satrap):
    Path("far.yaml").write_text(TEXT.replace("[susa]", "[pella]"))
    ran = satrap("solve", "far.yaml", "--json")
    assert (ran.status, ran.json["status"], ran.json["proof"]) == (3, "infeasible", "dynamic-programming")


def checked(text, plan):
    found = check(parse(text, "here.yaml"), CartAnswer.model_validate(plan))
    return found, [(breach.rule, breach.path) for breach in found.breaches]


def test_check_takes_any_road():
    found, breaches = checked(TEXT, {"moves": [["babylon", "uruk"], ["uruk", "susa"]]})
    assert (found.legal, found.value, found.gap, breaches) == (True, 2, 1, [])
    found, breaches = checked(TEXT, {"moves": [["babylon", "opis"], ["babylon", "ekbatana"], ["ekbatana", "susa"]]})
    assert not found.legal
    assert breaches == [
        ("question", ("moves", 2)),
        ("F-9", ("moves", 0, 1)),
        ("6-3", ("moves", 1)),
        ("F-7", ("moves", 1, 1)),
    ]
    by_sea = TEXT.replace("[susa]", "[alexandria]").replace("movement: 2", "movement: 4\n  sea: false\n  avoid: [gaza]")
    by_sea = by_sea.replace("{at: babylon, player", "{at: tyros, player")
    found, breaches = checked(by_sea, {"moves": [["tyros", "gaza", "pelusion", "alexandria"]]})
    assert breaches == [("question", ("moves", 0, 1)), ("question", ("moves", 0))]
    found, breaches = checked(by_sea, {"moves": [["tyros", "samaria", "hierosolyma", "gaza", "sinai"]], "policy": []})
    assert breaches == [
        ("question", ("policy",)),
        ("question", ("moves", 0, 3)),
        ("question", ("moves",)),
        ("6-5", ("moves",)),
    ]


def test_check_takes_any_policy():
    text = TEXT.replace(*POLICY)
    stay = {"2": ["babylon"], "3": ["babylon"], "4": ["babylon"]}
    go = {"2": ["babylon", "uruk", "susa"], "3": ["babylon", "susa"], "4": ["babylon"]}
    states = [{"left": left, "at": "babylon", "moves": moves} for left, moves in ((2, stay), (1, go))]
    found, breaches = checked(text, {"policy": states})
    assert (found.legal, found.value, found.gap, breaches) == (True, 18, 18, [])
    assert found.best.value == 36
    bad = {"2": ["uruk"], "4": ["babylon", "opis"], "7": ["babylon"]}
    found, breaches = checked(text, {"policy": [{"left": 2, "at": "babylon", "moves": bad}] * 2})
    assert (found.value, Counter(breaches)) == (
        0,
        Counter(
            {
                ("question", ("policy", 1)): 1,
                ("question", ("policy", 0, "moves")): 1,
                ("question", ("policy", 0, "moves", "7")): 1,
                ("question", ("policy",)): 1,
                ("6-3", ("policy", 0, "moves", "2")): 1,
                ("F-9", ("policy", 0, "moves", "4", 1)): 1,
            }
        ),
    )


def test_time_runs_out():
    for name in ("successors/cart-road-to-pella", "successors/cart-which-sea"):
        found = solve(load(name), limits=Limits(seconds=0.0))
        assert (found.status, found.plan, found.complete) == (Status.UNKNOWN, None, False)


def test_the_bundled_ones():
    """What their notes say, the short and the safe way by themselves too."""
    road, policy, seas = (load(f"successors/cart-{name}") for name in ("road-to-pella", "safe-or-short", "which-sea"))
    found = solve(road, all=True)
    assert (found.value, len(found.answers), found.complete) == (11, 12, True)
    assert solve(road, top=13).answers[-1].value == 12

    def value(scenario, **changes):
        return solve(replace(scenario, question=scenario.question.model_copy(update=changes))).value

    by_road = CartRoad(kind="cart", player="nikon", to=("memphis",), activations=3, movement=4)
    short = solve(replace(policy, question=by_road), all=True)
    assert (short.value, len(short.answers)) == (9, 1)
    aside = tuple(space for space in policy.board.spaces if space not in road_of(short.plan, policy))
    assert [value(policy), value(policy, avoid=aside), value(policy, sea=False)] == [129, 90, 117]
    ways = [("rhodos", "paphos"), ("tainaron",)]
    assert [value(seas), *(value(seas, avoid=avoid) for avoid in ways)] == [28, 22, 22]
    assert not any(flip.changes for flip in flips(seas, solve(seas)))


def test_the_template_solves(satrap):
    assert satrap("new", "successors", "cart", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "cart: 11 movement points" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_answer_is_read_back(satrap):
    ran = satrap("solve", "successors/cart-safe-or-short", "--json")
    Path("answer.json").write_text(json.dumps(ran.json["answer"]))
    again = satrap("check", "successors/cart-safe-or-short", "answer.json", "--json")
    assert (again.status, again.json["legal"], again.json["gap"]) == (0, True, 0)
