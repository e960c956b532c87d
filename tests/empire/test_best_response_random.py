"""The best response on random scenarios: replay, exhaustive search, and laws that must hold.

A share of each runs by default; ``python -m pytest -m big`` runs thousands.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from ortools.sat.python import cp_model

from models.empire.board import SYMBOL, Board
from models.empire.plan import Assumptions, Policy, Purse
from models.empire.position import KINDS, PLURAL, Position
from models.empire.round import Table, finish, follow, play
from puzzles.generate.empire import FULL, MIXED, SMALL, TIGHT, Size, asking, best_response, to_files
from puzzles.generate.making import problems
from puzzles.generate.traits import greedy, traits, value
from puzzles.scenario import load
from puzzles.solving import solve
from solver.answer import Status
from solver.empire.documents import BestResponse, Fixed, FixedAllocation, FixedMove, FixedPieces
from solver.empire.routes import add_routes
from tests.empire.exhaustive import answer_of, reach, search

MEASURES = ("points", "margin")
FEW = 24
"""Answers, up to which all of them are compared."""

MEDIUM = Size(
    provinces=(3, 4),
    players=(2, 4),
    cubes=(6, 9),
    rounds=(1, 2, 3),
    chords=(1, 4),
    settled=0.3,
    fixed=0.5,
    wild=0.2,
    scarce=0.1,
    readings=0.3,
)
"""As much as an exhaustive search can take."""


# -- what is compared ----------------------------------------------------------------------------


def worth(scenario, plan):
    """A plan's value, played by the rules; it must be legal."""
    rulings, player = scenario.rulings, scenario.question.player
    table = Table.of(scenario.board, scenario.position)
    for name, policy in scenario.assumptions.rivals.items():
        table = follow(table, name, policy, rulings).table
    turn = play(table, player, plan, rulings)
    assert turn.breaches == ()
    _, ledger = finish(turn.table, rulings)
    points = {name: ledger.total(name) for name in scenario.position.players}
    own = points.pop(player)
    return own - max(points.values()) if scenario.question.maximise == "margin" else own


def assert_keeps(fixed, plan):
    """The plan has the fixed parts as they are."""
    for key, cubes in fixed.allocation.model_dump().items():
        if cubes is not None:
            assert getattr(plan.allocation, key, 0) == cubes
    if fixed.moves is not None:
        assert [(move.armies, move.path) for move in plan.moves] == [(move.armies, move.path) for move in fixed.moves]
        for made, move in zip(plan.moves, fixed.moves, strict=True):
            assert move.pays is None or move.pays == made.pays
    for kind in KINDS:
        wanted = getattr(fixed.pieces, PLURAL[kind])
        assert wanted is None or sorted(wanted) == sorted(plan.pieces.of(kind))


def assert_replays(scenario):
    answer = solve(scenario)
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    assert answer.value == answer.bound == worth(scenario, answer.plan)
    assert_keeps(scenario.question.fixed, answer.plan)


def assert_exhaustive(scenario, *, answers=True):
    """Both measures have the value of the exhaustive search, and few answers are the same ones."""
    best = search(scenario)
    for measure in MEASURES:
        asked = asking(scenario, measure)
        answer = solve(asked)
        assert answer.value == best.of(measure)
        assert answer.status is (Status.INFEASIBLE if best.of(measure) is None else Status.OPTIMAL)
        if answer.plan is not None:
            assert answer.value == worth(asked, answer.plan)
            assert_keeps(asked.question.fixed, answer.plan)
    if not answers:
        return
    known = search(scenario, answers=True).answers
    if 0 < len(known) <= FEW:
        every = solve(scenario, all=True)
        found = [answer_of(scenario, answer.plan) for answer in every.answers]
        assert every.complete
        assert len(found) == len(set(found))
        assert set(found) == known


@pytest.mark.parametrize("seed", range(40))
def test_the_replay_is_worth_what_the_solver_says(seed):
    assert_replays(best_response(seed, size=MIXED))


@pytest.mark.parametrize("seed", range(30))
def test_the_value_is_that_of_the_exhaustive_search(seed):
    assert_exhaustive(best_response(seed, size=SMALL))


WASTING = (198, 210, 242)
"""Seeds of ``TIGHT`` in which the best margin takes a needless crossing."""


@pytest.mark.parametrize("seed", WASTING)
def test_wasting_cubes_can_pay(seed):
    scenario = best_response(seed, size=TIGHT)
    assert search(scenario, wasting=False).margin < search(scenario).margin
    assert_exhaustive(scenario)


def test_armies_may_part_on_their_way_and_join_again():
    """Both go to aria, come back one by one and go again: that pays 6, which nothing else pays."""
    board = {
        "satrap": 1,
        "game": "empire",
        "name": "loop",
        "title": "Loop",
        "invented": True,
        "regions": [
            {
                "number": 1,
                "name": "Loop",
                "symbol": [0, 0],
                "provinces": {
                    "aria": {"number": 1, "sites": ["temple", "city"], "at": [1, 1], "target": True},
                    "media": {"number": 2, "sites": ["temple"], "at": [2, 2]},
                },
                "arrows": [{"from": "symbol", "to": "media"}, {"from": "aria", "to": "media", "cost": 1, "back": 2}],
            }
        ],
    }
    players = {
        "anna": {"armies": {"media": 2}, "temple": 6, "city": 2},
        "boris": {"armies": {"media": 1}, "temple": 6, "placed": {"temples": ["media"]}},
        "clara": {"armies": {"media": 1, "aria": 2}, "temple": 6, "placed": {"temples": ["media", "aria"]}},
    }
    question = {"kind": "best-response", "player": "anna", "maximise": "margin"}
    data = {"position": {"region": 1, "round": 2, "players": players}, "question": question}
    readings = {"contested-price": "difference-plus-one"}
    assert_exhaustive(remade(replace(best_response(0, size=SMALL), readings=readings), board, data))


def assert_routes(seed):
    """The solver's movement reaches the same armies at the same costs as group moves do.

    Where cubes must not be wasted, it reaches the same armies at the least cost.
    """
    rng = Random(seed)
    provinces = [f"p{at}" for at in range(rng.randint(2, 3))]
    places = [*provinces, SYMBOL]
    chances = {(a, b): 0.7 if a != SYMBOL else 0.4 for a in places for b in provinces if a != b}
    costs = {pair: rng.choice((0, 1, 1, 2, 2, 3)) for pair, chance in chances.items() if rng.random() < chance}
    standing = dict(Counter(rng.choices(places, k=rng.randint(1, 3))))
    budget = rng.randint(2, 7)
    reached = reach(costs, provinces, standing, budget)
    least = {armies: min(paid for same, paid in reached if same == armies) for armies, _ in reached}
    for thrifty in (False, True):
        model = cp_model.CpModel()
        starts = {place: (count, count) for place, count in standing.items()}
        routes = add_routes(model, costs, places, starts, thrifty=thrifty, cap=budget)
        armies = [model.new_int_var(0, 3, place) for place in provinces]
        for place, number in zip(provinces, armies, strict=True):
            model.add(number == routes.armies[place])
        cost = model.new_int_var(0, budget, "cost")
        model.add(cost == routes.cost)
        found = set(_solutions(model, [*armies, cost]))
        if thrifty:
            found = {(ends, min(paid for same, paid in found if same == ends)) for ends, _ in found}
        assert found == (set(least.items()) if thrifty else reached)


def _solutions(model, variables):
    """Every different value of the variables, the last one apart."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = tuple(solver.value(variable) for variable in variables)
        yield values[:-1], values[-1]
        differ = []
        for variable, number in zip(variables, values, strict=True):
            differ.append(model.new_bool_var(""))
            model.add(variable != number).only_enforce_if(differ[-1])
        model.add_bool_or(differ)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 226])
def test_routes_reach_what_group_moves_reach(seed):
    assert_routes(seed)


# -- the judge -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(500, 512))
def test_scoring_by_parts_is_scoring_in_one(seed):
    scenario = best_response(seed, size=SMALL)
    parts, whole = search(scenario, answers=True), search(scenario, answers=True, whole=True)
    assert parts == whole


# -- the generator -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [FULL, MIXED, SMALL, TIGHT], ids=["full", "mixed", "small", "tight"])
@pytest.mark.parametrize("seed", [1, 12, 53])
def test_the_files_of_a_scenario_read_back(seed, size, tmp_path):
    scenario = best_response(seed, size=size)
    assert best_response(seed, size=size).text() == scenario.text()
    for name, text in to_files(scenario).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = load(tmp_path / scenario.name)
    for part in ("board", "position", "assumptions", "question", "readings"):
        assert getattr(read, part) == getattr(scenario, part)


def test_the_benchmark_is_a_full_table():
    for seed in range(20):
        scenario = best_response(seed)
        states = scenario.position.states
        assert len(scenario.board.regions[0].provinces) == 7
        assert len(states) == 5
        assert (scenario.position.round, states[scenario.question.player].hand) == (1, 15)


def test_the_small_ones_have_everything():
    scenarios = [best_response(seed, size=SMALL) for seed in range(300)]
    own = [scenario.position.states[scenario.question.player] for scenario in scenarios]
    fixed = [scenario.question.fixed for scenario in scenarios]
    assert sum(scenario.question.maximise == "margin" for scenario in scenarios) > 100
    assert (
        sum(scenario.position.round > 1 and bool(state.armies) for scenario, state in zip(scenarios, own, strict=True))
        > 100
    )
    assert sum(part.moves is not None for part in fixed) > 40
    assert sum(part.allocation.order is not None for part in fixed) > 25
    assert sum(part.pieces != FixedPieces() for part in fixed) > 40
    assert sum(bool(scenario.assumptions.rivals) for scenario in scenarios) > 100
    assert sum(bool(scenario.readings) for scenario in scenarios) > 100


@pytest.mark.parametrize("seed", range(6))
def test_the_greedy_player_is_legal_and_no_better(seed):
    scenario = asking(best_response(seed), MEASURES[seed % 2])
    plan, best = greedy(scenario), solve(scenario)
    assert worth(scenario, plan) == value(scenario, plan) <= best.value
    assert traits(scenario, best.plan).beats_greedy == (value(scenario, plan) < best.value)
    assert not traits(scenario, plan).beats_greedy


# -- pieces that cannot be laid, or come to nothing --------------------------------------------------

TOWNS = [f"town{letter}" for letter in "abcdefg"]
FAILS = {"second-city-piece": "fails-at-scoring"}


def duel(anna, standing, *, cities=None, readings=None):
    """Aria, then media, in round 2; boris waits. The towns are there for cities to stand in."""
    provinces = {
        "aria": {"number": 1, "sites": ["city"], "at": [1, 1]},
        "media": {"number": 2, "sites": ["temple", "city"], "at": [2, 2], "target": True},
        "persis": {"number": 3, "sites": ["temple"], "at": [3, 3]},
    }
    arrows = [("symbol", "aria", 0), ("aria", "media", 1), ("aria", "persis", 1)]
    for number, town in enumerate(TOWNS, start=4):
        provinces[town] = {"number": number, "sites": ["city"], "at": [4, number]}
        arrows.append(("symbol", town, 9))
    board = {
        "satrap": 1,
        "game": "empire",
        "name": "duel",
        "title": "Duel",
        "invented": True,
        "regions": [
            {
                "number": 1,
                "name": "Duel",
                "symbol": [0, 0],
                "provinces": provinces,
                "arrows": [{"from": start, "to": end, "cost": cost} for start, end, cost in arrows],
            }
        ],
    }
    boris = {"armies": {"symbol": 1}, "temple": 2, "city": 1, "built": {"cities": standing}}
    data = {
        "position": {"region": 1, "round": 2, "cubes": 6, "players": {"anna": anna, "boris": boris}},
        "question": {"kind": "best-response", "player": "anna", "fixed": {"pieces": {"cities": cities}}},
    }
    return remade(replace(best_response(0, size=SMALL), readings=readings or {}), board, data)


@pytest.mark.parametrize(
    ("cities", "standing", "readings"),
    [
        (["persis"], [], {}),
        (["aria"], ["aria"], {}),
        (["aria"], ["aria"], FAILS),
        (["aria"], [], {}),
        (["media", "media"], [], {}),
    ],
    ids=["no site", "a city stands", "a city stands and the piece may lie", "possible", "twice in a province"],
)
def test_a_fixed_piece_is_laid_or_there_is_no_answer(cities, standing, readings):
    anna = {"hand": 3, "armies": {"symbol": 1}, "spent": 2}
    assert_exhaustive(duel(anna, standing, cities=cities, readings=readings))


@pytest.mark.parametrize("towns", [7, 6])
def test_a_piece_that_lies_beside_a_city_is_no_longer_in_the_supply(towns):
    built = {"cities": TOWNS[:towns]}
    anna = {"armies": {"aria": 1, "media": 1}, "city": 3, "spent": 1, "placed": {"cities": ["aria"]}, "built": built}
    assert_exhaustive(duel(anna, ["aria"], readings=FAILS))


def test_the_bundled_scenario_of_a_needless_crossing_needs_one():
    scenario = load("empire/too-rich")
    assert search(scenario).margin == solve(scenario).value == 3
    assert search(scenario, wasting=False).margin == 1


# -- laws ----------------------------------------------------------------------------------------


def remade(scenario, board, data):
    """The scenario with its board and its parts read from plain values again."""
    made = replace(
        scenario,
        board=Board.model_validate(board),
        position=Position.model_validate(data["position"]),
        assumptions=Assumptions.model_validate(data.get("assumptions", {})),
        question=BestResponse.model_validate(data["question"]),
    )
    assert list(problems(made)) == []
    return made


def renamed(thing, names):
    if isinstance(thing, dict):
        return {names.get(key, key): renamed(item, names) for key, item in thing.items()}
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def mixed_up(names, rng):
    return dict(zip(names, rng.sample(names, len(names)), strict=True))


def rename_players(scenario, rng):
    names = mixed_up(list(scenario.position.players), rng)
    return remade(scenario, scenario.board.plain(), renamed(scenario.plain(), names))


def rename_provinces(scenario, rng):
    names = mixed_up(list(scenario.board.provinces), rng)
    return remade(scenario, renamed(scenario.board.plain(), names), renamed(scenario.plain(), names))


def reorder_players(scenario, rng):
    data = scenario.plain()
    for part in (data["position"]["players"], data.get("assumptions", {}).get("rivals", {})):
        items = list(part.items())
        rng.shuffle(items)
        part.clear()
        part.update(items)
    return remade(scenario, scenario.board.plain(), data)


def renumber(scenario, rng):
    board = scenario.board.plain()
    for region in board["regions"]:
        provinces = sorted(region["provinces"].values(), key=lambda province: province["number"])
        for province, number in zip(provinces, sorted(rng.sample(range(1, 100), len(provinces))), strict=True):
            province["number"] = number
    return remade(scenario, board, scenario.plain())


def with_hopeless_province(scenario, rng, sites):
    """A province that costs more than everybody has, of any number, with a free way out of it."""
    board = scenario.board.plain()
    provinces = board["regions"][-1]["provinces"]
    for province in provinces.values():
        province["number"] *= 2
    number = rng.randrange(1, 2 * len(provinces) + 2, 2)
    near, far = rng.choice(list(provinces)), rng.choice(list(provinces))
    provinces["nowhere"] = {"number": number, "sites": sites, "at": [0, 0]}
    back = {"back": 0} if near == far else {}
    board["regions"][-1]["arrows"].append({"from": near, "to": "nowhere", "cost": 99, **back})
    if not back:
        board["regions"][-1]["arrows"].append({"from": "nowhere", "to": far})
    return remade(scenario, board, scenario.plain())


def add_a_site_out_of_reach(scenario, rng):
    return with_hopeless_province(scenario, rng, ["temple", "city"])


def add_a_dead_end(scenario, rng):
    return with_hopeless_province(scenario, rng, [])


def let_rivals_play(scenario, rng):
    """What rivals will do is done."""
    table = Table.of(scenario.board, scenario.position)
    for name, policy in scenario.assumptions.rivals.items():
        table = follow(table, name, policy, scenario.rulings).table
    idle = {name: Policy(allocation=Purse()) for name in scenario.assumptions.rivals if table.players[name].hand}
    position = scenario.position.model_copy(update={"players": dict(table.players)})
    made = replace(scenario, position=position, assumptions=Assumptions(rivals=idle))
    assert list(problems(made)) == []
    return made


SAME = (
    rename_players,
    rename_provinces,
    reorder_players,
    renumber,
    add_a_site_out_of_reach,
    add_a_dead_end,
    let_rivals_play,
)
"""Changes that change no value."""


def fix_parts(scenario, plan, rng):
    """The scenario with some more parts fixed as the plan has them."""
    fixed = scenario.question.fixed
    update = {}
    if plan.allocation is not None and rng.random() < 0.6:
        keys = rng.sample(list(FixedAllocation.model_fields), rng.randint(1, 4))
        put = {key: getattr(plan.allocation, key) for key in keys}
        update["allocation"] = fixed.allocation.model_copy(update=put)
    if fixed.moves is None and rng.random() < 0.6:
        told = rng.random()
        update["moves"] = tuple(
            FixedMove(armies=move.armies, path=move.path, pays=move.pays if rng.random() < told else None)
            for move in plan.moves
        )
    kinds = rng.sample(KINDS, rng.randint(0, 2))
    update["pieces"] = fixed.pieces.model_copy(update={PLURAL[kind]: plan.pieces.of(kind) for kind in kinds})
    question = scenario.question.model_copy(update={"fixed": fixed.model_copy(update=update)})
    made = replace(scenario, question=question)
    assert list(problems(made)) == []
    return made


def assert_laws(seed, laws):
    rng = Random(seed)
    scenario = best_response(seed, size=MIXED)
    answer = solve(scenario)
    for law in laws:
        assert solve(law(scenario, rng)).value == answer.value, law.__name__
    assert solve(fix_parts(scenario, answer.plan, rng)).value == answer.value
    free = replace(scenario, question=scenario.question.model_copy(update={"fixed": Fixed()}))
    assert solve(free).value >= answer.value


def assert_measures(seed):
    """No plan for the margin has more points than the best for points, and the other way round."""
    scenario = best_response(seed, size=MIXED)
    points, margin = (solve(asking(scenario, measure)) for measure in MEASURES)
    assert margin.value <= points.value
    assert worth(asking(scenario, "points"), margin.plan) <= points.value
    assert worth(asking(scenario, "margin"), points.plan) <= margin.value


@pytest.mark.parametrize("law", SAME)
@pytest.mark.parametrize("seed", [2001, 2002, 2003])
def test_the_value_stays_the_same(seed, law):
    assert_laws(seed, [law])


@pytest.mark.parametrize("seed", [2001, 2002, 2003, 2004])
def test_each_measure_is_best_at_its_own(seed):
    assert_measures(seed)


# -- the big runs --------------------------------------------------------------------------------


@pytest.mark.big
@pytest.mark.parametrize("block", range(26))
def test_big_replay(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_replays(best_response(seed, size=MIXED))


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_exhaustive(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_exhaustive(best_response(seed, size=SMALL))


@pytest.mark.big
@pytest.mark.parametrize("block", range(16))
def test_big_exhaustive_of_medium_size(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        assert_exhaustive(best_response(seed, size=MEDIUM))


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_exhaustive_with_few_idle_cubes(block):
    for seed in range(50 * block, 50 + 50 * block):
        assert_exhaustive(best_response(seed, size=TIGHT), answers=False)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_routes(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_routes(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_laws(block):
    for seed in range(3000 + 20 * block, 3020 + 20 * block):
        assert_laws(seed, SAME)
        assert_measures(seed)
