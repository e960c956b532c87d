"""Puzzles and grounds of ``best-response``, ``route``, ``contest`` and ``turn-order``: by hand, and what must hold."""

from dataclasses import replace
from functools import cache

import pytest

from models.rulebook import load_rules
from puzzles.kinds import empire
from puzzles.questions import find
from puzzles.scenario import load, parse
from solver.answer import Limits, Status
from solver.engine import Engine

KINDS_HERE = ("best-response", "route", "contest", "turn-order")
SEEDS = ((0, 1), (1, 3), (2, 5))
"""Seeds with their levels."""
GALLERY = {
    "best-response": ("duel-by-margin", "payments-left", "too-rich"),
    "route": ("route-each", "route-front", "route-hold"),
    "contest": ("contest-more-is-less", "contest-outcome", "contest-secure"),
    "turn-order": ("seats-after-a-draw", "seats-last-word", "seats-what-a-choice-costs"),
}
ALONE = """
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players:
    michael: {order: 12, armies: {symbol: 1}, city: 2}
    marion: {order: 15}
question: {kind: best-response, player: michael}
"""
"""One army and two city cubes, nobody else in Syria: city and majority there, 7 points, are all that can be had."""


def entry(kind):
    return find("empire", kind)


def kind_of(scenario):
    return entry(scenario.question.kind).puzzles()


def solved(scenario):
    """The best value and its plan; (None, None) where there is none."""
    question, task = entry(scenario.question.kind).load(), scenario.task
    outcome = question.best(task, Engine(Limits(seconds=60, workers=1)))
    if outcome.status is Status.INFEASIBLE:
        return None, None
    assert outcome.status is Status.OPTIMAL
    plan = question.decode(task, outcome.solutions[0])
    return question.replay(task, plan).value, plan


def best(scenario):
    """The best value alone, without the searches that single out a plan."""
    question, task = entry(scenario.question.kind).load(), scenario.task
    if scenario.question.kind != "best-response":
        return solved(scenario)[0]
    formulation = replace(question.formulate(task), tie_breaks=())
    outcome = Engine(Limits(seconds=60, workers=1)).solve(formulation)
    assert outcome.status is Status.OPTIMAL
    return outcome.solutions[0].objective


def worth(scenario, plan):
    """What a plan is worth, which has to be legal and an answer to the question."""
    question, task = entry(scenario.question.kind).load(), scenario.task
    replay = question.replay(task, plan)
    assert not replay.breaches
    assert not question.strays(task, plan)
    return replay.value


def no_worse(scenario, value, than):
    """Whether a value is as good as another one; there may be none to compare with."""
    if than is None:
        return True
    if value is None:
        return False
    return value >= than if entry(scenario.question.kind).load().maximises(scenario.question) else value <= than


def grounds(scenario):
    return {ground.key: ground for ground in kind_of(scenario).grounds(scenario)}


@cache
def made(kind, seed, level):
    scenario = entry(kind).puzzles().make(seed, level)
    return scenario, *solved(scenario)


@cache
def bundled(name):
    scenario = load(f"empire/{name}")
    return scenario, best(scenario)


# -- by hand ---------------------------------------------------------------------------------------


def test_the_greedy_player_takes_the_province_with_most_points_for_its_cubes():
    scenario = parse(ALONE)
    _, plan = solved(scenario)
    greedy = kind_of(scenario).finish(scenario.task, plan, 0)
    assert worth(scenario, greedy) == 7
    assert greedy.pieces.cities == ("syria",)


def test_one_cube_more_is_no_use_and_two_are():
    # with a third cube Phoenicia is worth as much as Syria; a fourth builds a temple there, too: 2 + 5 + 3
    scenario = parse(ALONE)
    cubes = grounds(scenario)["cubes"]
    assert [best(cubes.loosen(scenario, steps)) for steps in (1, 2)] == [7, 10]


def test_cheaper_arrows_are_named_as_they_lie():
    found = grounds(parse(ALONE))
    assert found["arrow syria phoenicia"].words == "the arrow from Syria to Phoenicia costs 1"
    assert found["arrow syria cyprus"].words == "the ship passage between Syria and Cyprus costs 3"
    assert found["arrow phoenicia egypt"].words == "the arrow from Phoenicia to Egypt costs 2"  # who is there stays
    assert "armies syria" not in found


def test_rivals_go_down_together_so_that_none_comes_to_lead():
    # Daniel leads Macedonia with 3 armies to Marion's 2: with two fewer each he still does
    scenario, _ = bundled("first-region")
    fewer = grounds(scenario)["armies macedonia"].loosen(scenario, 2)
    there = {name: state.armies["macedonia"] for name, state in fewer.position.players.items() if state.armies}
    assert there == {"marion": 0, "daniel": 1}


def test_pieces_without_cubes_cost_one_and_win_nothing():
    # marion's two cities in Phoenicia and Syria cost michael 1 cube each then, and she scores for majorities only
    scenario, _ = bundled("duel-by-margin")
    bare = empire.worthless(scenario, "city", ("phoenicia", "syria"))
    assert bare.position.players["marion"].placed.cities == ()
    assert bare.position.players[empire.NOBODY].placed.cities == ("phoenicia", "syria")
    assert bare.position.players[empire.NOBODY].resolved(15).city == 0


def test_cubes_can_be_put_aside_where_too_many_do_harm():
    # “too rich”: michael wastes 2 cubes by crossing twice; whoever may put cubes aside needs no second crossing
    scenario, value = bundled("too-rich")
    assert best(grounds(scenario)["all cubes"].lift(scenario)) >= value == 3


def test_who_goes_to_each_province_by_itself_pays_the_common_way_twice():
    # Cappadocia for 2 first, then Pamphylia for 3; together they cost 4
    scenario = load("empire/route-hold")
    value, plan = solved(scenario)
    kind = kind_of(scenario)
    assert value == 4
    assert worth(scenario, kind.finish(scenario.task, plan, 0)) == 5
    assert worth(scenario, kind.finish(scenario.task, plan, 1)) == 4


def test_what_makes_the_two_roads_cheaper():
    scenario, _ = bundled("route-hold")
    found = grounds(scenario)
    assert best(found["arrow phrygia pamphylia"].loosen(scenario, 1)) == 3
    assert best(found["hold pamphylia"].lift(scenario)) == 2
    assert best(found["reach"].lift(scenario)) == 3  # by Lydia and Caria, four provinces, Pamphylia costs 1
    assert best(found["armies"].loosen(scenario, 1)) == 4


def test_the_greedy_bidder_adds_up_the_dearest_prices():
    # Phrygia 4 + 1, Lydia's temple 2 + 1, its city 4 + 1: here that is the best there is
    scenario = load("empire/contest-secure")
    _, plan = solved(scenario)
    greedy = kind_of(scenario).finish(scenario.task, plan, 0)
    assert (greedy.temple, greedy.city) == (8, 5)


def test_a_rival_with_fewer_cubes_at_most_needs_fewer_against():
    scenario, value = bundled("contest-secure")
    found = grounds(scenario)
    assert value == 13
    assert best(found["temple cubes of marion"].loosen(scenario, 1)) == 12
    assert best(found["wanted city lydia"].lift(scenario)) == 8


def test_a_bluff_goes_with_the_rivals_it_is_laid_against():
    # were Marion without cubes and the bluff still there, it would win, and cost a cube
    scenario, value = bundled("contest-more-is-less")
    lifted = grounds(scenario)["temples of rivals"].lift(scenario)
    assert value == 4
    assert best(lifted) == 1
    assert lifted.position.players["michael"].placed.temples == ("lydia",)


def test_the_greedy_bid_is_one_over_all():
    # Marion bids 3 at most, Daniel 2
    scenario = load("empire/seats-what-a-choice-costs")
    _, plan = solved(scenario)
    assert kind_of(scenario).finish(scenario.task, plan, 0).bid == 4


def test_without_marions_bid_daniels_is_met_with_more_armies():
    scenario, value = bundled("seats-what-a-choice-costs")
    found = grounds(scenario)
    assert value == 4
    assert best(found["order marion"].lift(scenario)) == 2  # 5 armies to Daniel's 4
    assert best(found["own armies"].loosen(scenario, 2)) == 3  # 7 to the 6 that Marion has at most


def test_where_nobody_else_would_bid_the_last_bid_stays():
    scenario = load("empire/seats-after-a-draw")
    first = empire.with_position(scenario, region=1)
    assert "order marion" in grounds(scenario)
    assert "order marion" not in grounds(first)


def test_a_rival_is_left_out_everywhere():
    scenario = load("empire/second-round")
    rest = {part.key: part.rest for part in kind_of(scenario).parts(scenario)}["rival daniel"]
    assert rest.position.turn_order == ("marion", "michael")
    assert list(rest.position.players) == ["michael", "marion"]


# -- what must hold --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS_HERE)
@pytest.mark.parametrize(("seed", "level"), SEEDS)
def test_a_puzzle_is_a_sound_file_and_the_same_again(kind, seed, level):
    scenario = made(kind, seed, level)[0]
    again = parse(scenario.text())
    assert again.position == scenario.position
    assert again.question == scenario.question
    assert not list(entry(kind).load().problems(again.task))
    assert entry(kind).puzzles().make(seed, level).text() == scenario.text()
    assert scenario.question.player in entry(kind).puzzles().asks(scenario.task)


@pytest.mark.parametrize("kind", KINDS_HERE)
@pytest.mark.parametrize(("seed", "level"), SEEDS)
def test_what_is_left_without_a_part_is_sound(kind, seed, level):
    scenario = made(kind, seed, level)[0]
    parts = list(kind_of(scenario).parts(scenario))
    assert len({part.key for part in parts}) == len(parts)
    for part in parts:
        rest = parse(part.rest.text())
        assert not list(entry(kind).load().problems(rest.task)), part.words
        assert part.key not in {other.key for other in kind_of(rest).parts(rest)}


@pytest.mark.parametrize("kind", KINDS_HERE)
@pytest.mark.parametrize(("seed", "level"), SEEDS)
def test_the_greedy_player_is_legal_and_never_better(kind, seed, level):
    scenario, value, plan = made(kind, seed, level)
    puzzles = kind_of(scenario)
    steps = puzzles.steps(plan)
    assert steps >= 1
    for kept in range(steps + 1):
        found = puzzles.finish(scenario.task, plan if kept else None, kept)
        if found is not None:
            assert no_worse(scenario, value, worth(scenario, found))
    assert worth(scenario, puzzles.finish(scenario.task, plan, steps)) == value


@pytest.mark.parametrize(("kind", "seed", "level"), [(kind, *SEEDS[kind != "best-response"]) for kind in KINDS_HERE])
def test_looser_is_never_worse(kind, seed, level):
    scenario, value, _ = made(kind, seed, level)
    assert_looser(scenario, value)


@pytest.mark.parametrize("name", [name for kind in KINDS_HERE for name in GALLERY[kind]])
def test_looser_is_never_worse_in_the_gallery(name):
    assert_looser(*bundled(name))


def assert_looser(scenario, value):
    """Alone, by a step and whole, and one after the other, up to all of them."""
    loose, before = scenario, value
    found = grounds(scenario).values()
    for at, ground in enumerate(found):
        alone = best(ground.lift(scenario))
        assert no_worse(scenario, alone, value), ground.words
        if ground.most > 1:
            step = best(ground.loosen(scenario, 1))
            assert no_worse(scenario, step, value), ground.words
            assert no_worse(scenario, alone, step), ground.words
        loose = ground.lift(loose)
        if at % 4 == 3 or ground is [*found][-1]:
            after = best(loose)
            assert no_worse(scenario, after, before), ground.words
            before = after
    assert all(ground.words and ground.changed(1) and ground.changed(ground.most) for ground in found)


def test_rules_of_grounds_are_in_the_index():
    known = set(load_rules("empire"))
    for kind in KINDS_HERE:
        for name in GALLERY[kind]:
            cited = {ground.rule for ground in grounds(load(f"empire/{name}")).values()}
            assert cited <= known | {"question"}
