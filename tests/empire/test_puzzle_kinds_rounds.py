"""The puzzles of empire that look at rounds and at the end: greedy players and grounds by hand, laws over seeds."""

import random
from dataclasses import replace
from functools import cache

import pytest

from models.empire.additions import Addition
from models.empire.plan import GamePlan, Plan, Policy, RegionPlan
from puzzles.generate.making import problems
from puzzles.kinds.empire_rounds import settled
from puzzles.kinds.kind import kind_of
from puzzles.questions import find
from puzzles.scenario import load, parse
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.empire.inquiries import SwingAnswer
from solver.engine import Engine

LIMITS = Limits(seconds=100, workers=1)
MADE = [("final-swing", 1), ("final-swing", 5), ("robust", 1), ("region-plan", 1), ("game-plan", 1)]
GALLERY = ["swing-last-round", "swing-under-fire", "region-tie", "game-last-scoring"]

SWING = """
satrap: 1
game: empire
board: oikoumene
position:
  region: 6
  round: 3
  players:
    ana:
      points: 40
      built: {temples: {boeotia: 1}}
    ben:
      points: POINTS
      built: {temples: {phrygia: 1}, cities: [lydia]}
question: {kind: final-swing, player: ana}
"""


def make(kind, level):
    """The first table that is looked at, puzzle or not, so that no time is spent on looking for a better one."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("empire_robust", "empire_region_plan", "empire_game_plan"):
            patch.setattr(f"puzzles.kinds.{module}.TRIES", 1)
        return find("empire", kind).puzzles().make(5, level)


made = cache(make)


def best(scenario):
    """The best value, nothing singled out, no file checked; None if there is no answer."""
    question = find("empire", scenario.question.kind).load()
    engine = Engine(LIMITS, single_out=False)
    with engine.watching():
        outcome = question.best(scenario.task, engine)
    if not outcome.solutions:
        return None
    replay = question.replay(scenario.task, question.decode(scenario.task, outcome.solutions[0]))
    assert not replay.breaches
    return replay.value


def no_worse(scenario, one, other):
    """Whether one value is at least as good as another, where None is no answer."""
    if one is None or other is None:
        return other is None
    up = find("empire", scenario.question.kind).load().maximises(scenario.question)
    return one >= other if up else one <= other


def swing(points):
    return parse(SWING.replace("POINTS", str(points)))


def ground(scenario, key):
    return next(one for one in kind_of(scenario).grounds(scenario) if one.key == key)


# -- by hand ---------------------------------------------------------------------------------------


def test_the_greedy_winner_counts_own_points_alone():
    """Ana has 40 + 5 (temples of region 1), Ben 50 + 5 + 5 (region 2) + 10 (cities on the board): 45 to 70.

    A temple in India brings her 3 + 5 + 15, so it comes first: 68 to 70.  A city then brings 5 + 5 and
    draws level on the board, which takes Ben's 10: 78 to 60.
    """
    scenario = swing(50)
    kind = kind_of(scenario)
    answer = kind.finish(scenario.task, None, 0)
    assert answer == SwingAnswer(adds=(Addition(player="ana", region=6, temples=1, cities=1),))
    assert kind.steps(answer) == 2
    assert best(scenario) == 2  # a city alone: 55 to 60


def test_kept_pieces_stand_whatever_they_are_worth():
    scenario = swing(50)
    plan = SwingAnswer(adds=(Addition(player="ana", region=6, cities=2),))
    kept = kind_of(scenario).finish(scenario.task, plan, 1)
    assert kept.adds[0].cities >= 1
    assert kind_of(scenario).finish(scenario.task, plan, 2) is plan


def test_points_of_a_rival_hold_the_fewest_pieces():
    """68 to 70 with a temple alone: with 2 points fewer it is a tie, with 3 a win."""
    scenario = swing(50)
    points = ground(scenario, "points ben")
    assert [best(points.loosen(scenario, steps)) for steps in (2, 3)] == [2, 1]
    assert best(ground(scenario, "shared").lift(points.loosen(scenario, 2))) == 1


def test_pieces_of_a_rival_hold_the_fewest_pieces():
    """Without his city Ben loses 15 of his 20: 68 to 55 with a temple."""
    scenario = swing(50)
    assert best(ground(scenario, "pieces city 2").lift(scenario)) == 1


def test_room_for_pieces_is_data():
    scenario = swing(50)
    looser = ground(scenario, "room city 6").loosen(scenario, 2)
    free = sum("city" in province.sites for province in looser.board.by_number[6].provinces.values())
    assert free == 4 + 2
    assert sum("city" in province.sites for province in scenario.board.by_number[6].provinces.values()) == 4


def test_the_greedy_turn_enters_egypt_too_early():
    """The note of ``region-tie``: the best of the round alone is 12 points with Egypt, and the region is over."""
    scenario = load("empire/region-tie")
    plan = kind_of(scenario).finish(scenario.task, None, 0)
    replay = find("empire", "region-plan").load().replay(scenario.task, plan)
    assert not replay.breaches
    assert replay.value <= 12 < best(scenario)


def test_settling_changes_nothing_but_who_has_acted():
    scenario = load("empire/region-tie")
    looser = settled(scenario)
    marion = looser.position.players["marion"]
    assert (marion.temple, marion.city, marion.placed.cities) == (3, 3, ("phoenicia",))
    assert looser.assumptions.rivals == {"marion": Policy(then=scenario.assumptions.rivals["marion"].then)}
    assert best(looser) == best(scenario) == 17


def test_steps_are_counted_round_by_round():
    scenario = load("empire/game-last-scoring")
    kind = kind_of(scenario)
    nothing = GamePlan(regions=(RegionPlan(rounds=(Plan(), Plan())),))
    assert kind.steps(nothing) == 2
    assert kind.steps(GamePlan()) == 1


def test_rounds_that_stand_are_played_as_they_are():
    scenario = load("empire/region-tie")
    best_plan = solve(scenario, limits=LIMITS).plan
    first = kind_of(scenario).steps(RegionPlan(rounds=best_plan.rounds[:1]))
    found = kind_of(scenario).finish(scenario.task, best_plan, first)
    assert found.rounds[0] == best_plan.rounds[0]


def test_a_plan_that_is_ruled_out_makes_the_worst_case_better():
    """The note of ``robust-three-plans``: 15 in each of the three, 17, 20 and 15 alone."""
    scenario = load("empire/robust-three-plans")
    second, third = ground(scenario, "plan 2"), ground(scenario, "plan 3")
    assert best(second.lift(third.lift(scenario))) == 17
    assert best(scenario) == 15


def test_bounds_close_around_one_allocation():
    scenario = load("empire/robust-bounds")
    looser = scenario
    for one in kind_of(scenario).grounds(scenario):
        if one.rule == "question":
            looser = one.lift(looser)
    assert len(looser.question.plans) == 1
    assert not looser.question.bounds


# -- laws ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "level"), MADE)
def test_what_is_made_is_sound_and_the_same_again(kind, level):
    scenario = made(kind, level)
    assert not list(problems(scenario))
    assert parse(scenario.text()).plain() == scenario.plain()
    assert not scenario.readings
    assert make(kind, level).text() == scenario.text()


@pytest.mark.parametrize(("kind", "level"), MADE)
def test_parts_are_legal_and_named_apart(kind, level):
    scenario = made(kind, level)
    parts = list(kind_of(scenario).parts(scenario))
    assert parts or kind == "robust"  # two players with nothing laid: all of it matters
    assert len({part.key for part in parts}) == len(parts)
    for part in parts:
        assert not list(problems(part.rest)), part.key
        assert kind_of(part.rest).asks(part.rest.task)


@pytest.mark.parametrize(("kind", "level"), MADE)
def test_the_greedy_player_is_legal_and_never_better(kind, level):
    scenario = made(kind, level)
    question, puzzles = find("empire", kind).load(), kind_of(scenario)
    answer = solve(scenario, limits=LIMITS)
    assert answer.status is Status.OPTIMAL
    steps = puzzles.steps(answer.plan)
    for kept in sorted({0, 1, steps // 2, steps}):
        found = puzzles.finish(scenario.task, answer.plan, kept)
        if found is None:
            continue
        replay = question.replay(scenario.task, found)
        assert not replay.breaches
        assert not question.strays(scenario.task, found)
        assert no_worse(scenario, answer.value, replay.value)
        assert kept < steps or replay.value == answer.value


@pytest.mark.parametrize("name", [*MADE, *GALLERY])
def test_loosening_never_makes_the_best_worse(name):
    """A few grounds lifted alone, some loosened together, and all lifted."""
    scenario = made(*name) if isinstance(name, tuple) else load(f"empire/{name}")
    grounds = list(kind_of(scenario).grounds(scenario))
    assert len({one.key for one in grounds}) == len(grounds) > 0
    before, chance = best(scenario), random.Random(str(name))
    lifted = mixed = scenario
    for one in grounds:
        assert one.words
        assert one.changed(1)
        lifted = one.lift(lifted)
    most = best(lifted)
    assert no_worse(scenario, most, before)
    for one in chance.sample(grounds, min(3, len(grounds))):
        alone = best(one.lift(scenario))
        assert no_worse(scenario, alone, before), one.key
        assert no_worse(scenario, most, alone), one.key
    for one in grounds:
        if chance.random() < 0.5:
            mixed = one.loosen(mixed, chance.randint(1, min(2, one.most)))
    together = best(mixed)
    assert no_worse(scenario, together, before)
    assert no_worse(scenario, most, together)


def test_the_other_measure_has_its_grounds():
    scenario = made("region-plan", 1)
    other = "points" if scenario.question.maximise == "margin" else "margin"
    asked = replace(scenario, question=scenario.question.model_copy(update={"maximise": other}))
    before = best(asked)
    for one in kind_of(asked).grounds(asked):
        if one.key in ("cubes", "armies"):
            assert no_worse(asked, best(one.lift(asked)), before)
