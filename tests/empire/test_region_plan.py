"""``region-plan``: against a search of everything on small boards, replayed on random ones, laws."""

from dataclasses import replace

import pytest

from models.empire.board import Board
from models.empire.plan import Assumptions
from models.empire.position import PlayerState, Position
from puzzles.generate.empire import Size, asking, region_plan
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.empire.documents import BestResponse, RegionQuestion
from tests.empire.exhaustive_region import TooLargeError, search

TINY = Size(
    provinces=(2, 3), players=(2, 3), cubes=(2, 4), rounds=(1, 1, 2, 3), chords=(0, 2), scarce=0.1, readings=0.25
)
REPLAYED = Size(provinces=(3, 4), players=(2, 3), cubes=(6, 15), rounds=(1, 2, 2, 3), chords=(0, 2), readings=0.25)
MIXED = Size(provinces=(3, 6), players=(2, 4), rounds=(1, 2, 2, 3), chords=(0, 3), scarce=0.1, readings=0.25)


def compared(seeds):
    """How many scenarios the judge could decide, every one of them as the solver does."""
    count = 0
    for seed in seeds:
        scenario = region_plan(seed, size=TINY)
        try:
            points, margin = search(scenario)
        except TooLargeError:
            continue
        for measure, best in (("points", points), ("margin", margin)):
            answer = solve(asking(scenario, measure))
            if answer.status is Status.OPTIMAL:
                assert answer.value == best, (seed, measure)
            else:  # the best plan wastes cubes, which the model only bounds
                assert answer.value <= best <= answer.bound, (seed, measure)
        count += 1
    return count


@pytest.mark.parametrize("block", range(3))
def test_exhaustive(block):
    assert compared(range(block * 10, block * 10 + 10)) > 4


@pytest.mark.big
@pytest.mark.parametrize("block", range(3, 43))
def test_exhaustive_at_length(block):
    assert compared(range(block * 10, block * 10 + 10)) > 2


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_give_every_plan_the_solver_s_value(seed):
    """``solve`` replays, and a difference or a breach would be an internal contradiction."""
    answer = solve(region_plan(seed, size=MIXED), limits=Limits(seconds=20))
    assert answer.plan is not None


@pytest.mark.big
@pytest.mark.parametrize("block", range(50))
def test_replayed_at_length(block):
    for seed in range(100 + block * 20, 120 + block * 20):
        assert solve(region_plan(seed, size=REPLAYED), limits=Limits(seconds=10)).plan is not None, seed


@pytest.mark.parametrize("seed", range(4))
def test_one_round_is_a_best_response(seed):
    """In round 3 there is nothing to come, so the two questions are one."""
    scenario = region_plan(seed, size=replace(MIXED, rounds=(3,)))
    question = BestResponse(kind="best-response", player=scenario.question.player, maximise="points")
    alone = solve(replace(scenario, question=question))
    assert solve(asking(scenario, "points")).value == alone.value


@pytest.mark.parametrize("seed", range(4))
def test_laws(seed):
    scenario = region_plan(seed, size=replace(MIXED, provinces=(3, 4), players=(2, 3)))
    best = solve(scenario)
    names = list(scenario.position.players)
    told = {name: f"x-{name}" for name in names}
    players = {told[name]: state for name, state in scenario.position.players.items()}
    order = scenario.position.turn_order
    position = scenario.position.model_copy(
        update={"players": players, "turn_order": tuple(told[name] for name in order) if order else None}
    )
    rivals = {told[name]: policy for name, policy in scenario.assumptions.rivals.items()}
    renamed = replace(
        scenario,
        position=position,
        assumptions=scenario.assumptions.model_copy(update={"rivals": rivals}),
        question=scenario.question.model_copy(update={"player": told[scenario.question.player]}),
    )
    assert solve(renamed).value == best.value
    idle = {**scenario.position.players, "idle": PlayerState(spent=scenario.position.cubes)}
    crowded = replace(scenario, position=scenario.position.model_copy(update={"players": idle, "turn_order": None}))
    assert solve(asking(crowded, "points")).value == solve(asking(scenario, "points")).value


def by_hand(then):
    """Two provinces in a row, the target a third; one rival, who waits in the first one."""
    region = {
        "number": 1,
        "name": "March",
        "symbol": [0, 0],
        "provinces": {
            "a": {"number": 1, "sites": ["temple"], "at": [1, 0]},
            "b": {"number": 2, "sites": ["temple"], "at": [2, 0], "target": True},
        },
        "arrows": [{"from": "symbol", "to": "a"}, {"from": "a", "to": "b", "cost": 1, "back": 0}],
    }
    board = Board.model_validate(
        {"satrap": 1, "game": "empire", "name": "march", "title": "March", "regions": [region]}
    )
    scenario = region_plan(0, size=TINY)
    position = Position.model_validate(
        {"region": 1, "cubes": 4, "players": {"me": {}, "rival": {"armies": {"a": 1}, "temple": 3, **then}}}
    )
    return replace(
        scenario,
        board=board,
        position=position,
        assumptions=Assumptions(rivals={}),
        question=RegionQuestion(kind="region-plan", player="me", maximise="points"),
        readings={},
    )


def test_three_rounds_by_hand():
    """Two armies hold a against the rival's one in all three rounds: 3 x 2 (5.5.1-1, 5.5.1-3).

    The other 2 cubes build a temple in a in two of the rounds, 1 cube each (5.5.2-1, 5.5.2-3): 2 x 3.
    Entering b would cost a cube and end the region (5.3-4, 5.3-11).  A third army would cost a temple
    and could hold b only by ending the region.  12 in all.
    """
    answer = solve(by_hand({}))
    assert answer.value == 12
    assert len(answer.plan.rounds) == 3
    assert answer.ledger.totals(["me", "rival"]) == {"me": {"points": 12}, "rival": {"points": 0}}


def test_the_region_ends_early_for_the_margin():
    """The rival lays a temple in a in every round; what ending the region saves, the judge knows."""
    scenario = by_hand({"placed": {"temples": ["a"]}})
    then = [{"pieces": {"temples": ["a"]}}, {"pieces": {"temples": ["a"]}}]
    scenario = replace(
        scenario,
        assumptions=Assumptions.model_validate({"rivals": {"rival": {"then": then}}}),
        question=RegionQuestion(kind="region-plan", player="me", maximise="margin"),
    )
    assert (solve(asking(scenario, "points")).value, solve(scenario).value) == search(scenario)


def test_all_and_top_agree_with_best():
    scenario = by_hand({})
    best = solve(scenario)
    every = solve(scenario, all=True)
    assert every.complete
    assert {answer.value for answer in every.answers} == {best.value}
    top = solve(scenario, top=len(every.answers) + 1)
    assert [answer.value for answer in top.answers][:-1] == [best.value] * len(every.answers)
    assert top.answers[-1].value < best.value
