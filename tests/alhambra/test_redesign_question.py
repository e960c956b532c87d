"""Redesigning within so many actions: by hand, against trying everything, and laws that must hold."""

from collections import Counter
from dataclasses import replace

import pytest

from models.alhambra.missions import MISSIONS
from models.alhambra.plan import Action
from models.errors import InputError
from puzzles.checking import check
from puzzles.drawing.alhambra_views import view_of
from puzzles.generate.alhambra_questions import REDESIGNING, SMALL, TINY, Size, redesign
from puzzles.generate.making import problems
from puzzles.scenario import task_of
from puzzles.solving import solve
from solver.alhambra.documents import RedesignAnswer
from solver.alhambra.redesign import Redesign
from solver.answer import Limits, Status
from solver.engine import Engine
from tests.alhambra.exhaustive_layouts import cells_of, redesigns
from tests.alhambra.laws import all_agree, free_tiles, kinds, mirrored, renamed, scenario

GAPS = Size(standing=(5, 8), new=(1, 3), missions=(0, 3), rivals=(0, 2), actions=(1, 2), readings=0.15)
"""Enough tiles that gaps would be enclosed, and the market is nearly full."""

FULL = Size(standing=(2, 4), new=(4, 4), missions=(1, 3), actions=(2, 2), readings=0.3)
"""A full personal market, where there is one."""

ROWS = (
    "fountain        garden10-open   tower11-open   garden11-open    tower12-open\n"
    "pavilion8-open  seraglio9-open  arcades9-open  chambers10-open  arcades10-open"
)
PAIRS = {"position": {"missions": ["same-type"]}, "count": ["missions"]}


def found(made, **options):
    answer = solve(made, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    return answer


def done(answer):
    return [(one.named()[0], one.place or one.remove or one.exchange, one.partner) for one in answer.plan.actions]


# -- by hand -----------------------------------------------------------------------------------------------------


def test_no_action_leaves_everything():
    answer = found(scenario("redesign", {"layout": ROWS, "reserve": ["garden12"]}, actions=0, **PAIRS))
    assert (answer.value, done(answer)) == (0, [])


def test_an_exchange_that_makes_two_pairs():
    # The wall of garden 10 is outside, so it may take the place of the tower between two gardens.
    answer = found(scenario("redesign", {"layout": ROWS, "reserve": ["garden10-n"]}, actions=1, **PAIRS))
    assert (answer.value, done(answer)) == (6, [("exchange", "tower11-open", "garden10-n")])


def test_a_placing_where_an_exchange_would_not_match():
    # Its wall would be inside; above one of the gardens it makes one pair.
    answer = found(scenario("redesign", {"layout": ROWS, "reserve": ["garden10-w"]}, actions=1, **PAIRS))
    assert answer.value == 3
    assert [(one.place, one.at) for one in answer.plan.actions] == [("garden10-w", (1, -1))]


COVERED = "fountain  tower13-e      garden10-w\n.         arcades9-open  arcades10-open"
"""The only two walls make a double wall, which is no outer wall."""


def test_a_wall_is_cleared_by_taking_a_tile_out():
    answer = found(scenario("redesign", {"layout": COVERED}, actions=1))
    assert (answer.value, done(answer)) == (1, [("remove", "garden10-w", None)])
    assert answer.plan.actions[0].to is None


def test_a_full_market_loses_a_tile():
    # Open tiles are of no use; there is no room for the garden among them, so it leaves the game.
    market = {"blue": "pavilion8", "green": "seraglio9", "orange": "chambers10", "yellow": "tower12"}
    answer = found(scenario("redesign", {"layout": COVERED, "market": market}, modules=["markets"], actions=1))
    assert (answer.value, done(answer)) == (1, [("remove", "garden10-w", None)])
    assert answer.plan.actions[0].to == "discard"
    del market["green"]
    answer = found(scenario("redesign", {"layout": COVERED, "market": market}, modules=["markets"], actions=1))
    assert answer.plan.actions[0].to == "green"


def test_a_swap_takes_three_actions():
    best = [found(scenario("redesign", {"layout": ROWS}, actions=k, **PAIRS)).value for k in range(5)]
    assert best[:2] == [0, 0]
    assert best[3] >= 6 > best[2]
    fewest = found(scenario("redesign", {"layout": ROWS}, ask="fewest", target=6, actions=4, **PAIRS))
    assert fewest.value == 3
    assert len(done(fewest)) == 3


def test_a_target_out_of_reach():
    answer = solve(scenario("redesign", {"layout": ROWS}, ask="fewest", target=6, actions=2, **PAIRS))
    assert answer.status is Status.INFEASIBLE


def test_a_target_that_stands_already():
    answer = found(scenario("redesign", {"layout": ROWS}, ask="fewest", target=0, **PAIRS))
    assert (answer.value, done(answer)) == (0, [])


def test_of_the_fewest_actions_those_with_most_points():
    me = {"layout": "fountain  garden10-open", "reserve": ["garden11", "garden12"]}
    answer = found(scenario("redesign", me, ask="fewest", target=1, actions=3, count=["wall"]))
    assert answer.value == 1
    assert sum(entry.amount for entry in answer.ledger) == 1


@pytest.mark.parametrize(("reading", "where"), [("may", ("blue", None)), ("not", ("discard", None))])
def test_the_slot_that_an_exchange_empties(reading, where):
    market = {"blue": "garden12", "green": "pavilion3", "orange": "pavilion4", "yellow": "pavilion5"}
    me = {"layout": "fountain  garden10-open  tower11-open", "market": market}
    position = {"missions": ["same-type"]}
    made = scenario("redesign", me, modules=["markets"], position=position, count=["missions"], actions=1,
                    readings={"vacated-slot": reading})  # fmt: skip
    answer = found(made, all=True)
    ways = [one.plan.actions[0] for one in answer.answers if one.plan.actions[0].exchange]
    assert ways
    assert [(one.to, one.discard) for one in ways] == [where]


def test_tiles_bought_this_turn_are_not_at_hand():
    made = scenario("redesign", {"layout": ROWS, "bought": ["garden12"]}, actions=1, **PAIRS)
    assert found(made).value == 0
    verdict = check(made, RedesignAnswer(actions=(Action(place="garden12", at=(0, 2)),)), best=False)
    assert [breach.rule for breach in verdict.breaches] == ["B4-4"]


def test_answers_are_checked():
    made = scenario("redesign", {"layout": ROWS, "reserve": ["garden10-w"]}, actions=2, **PAIRS)
    place = Action(place="garden10-w", at=(1, -1))
    assert check(made, RedesignAnswer(actions=(place,)), best=False).value == 3
    take = RedesignAnswer(actions=(Action(take={"blue": (1,)}), place, place, Action(remove="tower12", at=(1, 1))))
    told = [(b.rule, b.path) for b in check(made, take, best=False).breaches]
    assert ("question", ("actions", 0)) in told
    assert ("B4-1", ("actions", 2)) in told
    assert ("question", ("actions", 3, "at")) in told
    assert ("question", ("actions",)) in told  # four actions
    fewest = scenario("redesign", {"layout": ROWS, "reserve": ["garden10-w"]}, ask="fewest", target=3, **PAIRS)
    missed = check(fewest, RedesignAnswer(), best=True)
    assert [b.rule for b in missed.breaches] == ["question"]
    assert (missed.value, missed.best.value) == (0, 1)
    assert not missed.maximise


def test_a_search_without_time_says_what_it_knows():
    answer = solve(redesign(9), limits=Limits(seconds=0.05))
    assert answer.status is Status.FEASIBLE
    assert answer.bound > answer.value
    made = replace(redesign(9), question=redesign(9).question.model_copy(update={"ask": "fewest", "target": 999}))
    assert solve(made, limits=Limits(seconds=0.0)).status in (Status.UNKNOWN, Status.INFEASIBLE)


# -- against trying everything -----------------------------------------------------------------------------------


def agrees(made):
    want = redesigns(made)
    question = made.question
    if question.ask == "best":
        answer = found(made)
        best = max(value for _, value in want.values())
        assert answer.value == best
        assert len(answer.plan.actions) == min(depth for depth, value in want.values() if value == best)
    else:
        enough = {depth for depth, value in want.values() if value >= question.target}
        if not enough:
            assert solve(made).status is Status.INFEASIBLE
            return
        answer = found(made)
        assert answer.value == len(answer.plan.actions) == min(enough)
        best = max(value for depth, value in want.values() if depth == answer.value)
        assert sum(entry.amount for entry in answer.ledger) == best
    cells = cells_of(view_of(answer.plan, made).position, "ana")
    assert want[cells] == (len(answer.plan.actions), best)


@pytest.mark.parametrize("seed", range(10))
def test_exhaustive(seed):
    agrees(redesign(seed, size=(SMALL, GAPS, FULL)[seed % 3], ask=None))


@pytest.mark.big
@pytest.mark.parametrize("size", [SMALL, GAPS, FULL])
def test_exhaustive_at_length(size):
    seen = set()
    for seed in range(120):
        made = redesign(1000 + seed, size=size, ask=None)
        agrees(made)
        seen |= set(made.position.missions)
    assert seen == set(MISSIONS)


FEWER = Size(standing=(0, 3), new=(1, 3), missions=(0, 3), rivals=(0, 1), actions=(0, 2), readings=0.1)


def every(made):
    values = {one: value for one, (_, value) in redesigns(made).items()}
    all_agree(made, values, lambda answer: cells_of(view_of(answer.plan, made).position, "ana"))


@pytest.mark.parametrize("seed", range(6))
def test_all_and_the_best_few(seed):
    every(redesign(seed, size=FEWER))


@pytest.mark.parametrize("seed", range(6))
def test_all_of_the_fewest(seed):
    made = redesign(seed, size=FEWER, ask="fewest")
    want = {kinds(made, one): depth for one, (depth, value) in redesigns(made).items() if value >= made.question.target}
    answer = solve(made, all=True)
    if not want:
        assert answer.status is Status.INFEASIBLE
        return
    least = min(want.values())
    shown = Counter(kinds(made, cells_of(view_of(one.plan, made).position, "ana")) for one in answer.answers)
    assert shown == Counter(one for one, depth in want.items() if depth == least)
    assert answer.complete
    assert solve(made).plan == answer.answers[0].plan
    assert [one.value for one in solve(made, top=3).answers] == sorted(want.values())[:3]


@pytest.mark.big
def test_all_and_the_best_few_at_length():
    for seed in range(100):
        every(redesign(500 + seed, size=FEWER))


@pytest.mark.big
def test_random_ones_are_replayed():
    solved = 0
    for seed in range(1400):
        answer = solve(redesign(seed, size=TINY, ask=None))
        assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
        solved += answer.status is Status.OPTIMAL
    assert solved > 1000


def test_the_kernel_is_never_worse():
    for seed in range(4):
        made = redesign(seed, size=TINY, ask="best")
        relaxed = Engine(Limits(seconds=60)).solve(Redesign().formulate(task_of(made)), canonical=False)
        assert relaxed.solutions[0].objective >= found(made).value
        made = redesign(seed, size=TINY, ask="fewest")
        relaxed = Engine(Limits(seconds=60)).solve(Redesign().formulate(task_of(made)), canonical=False)
        answer = solve(made)
        if answer.value is not None:
            assert relaxed.solutions[0].objective <= answer.value


# -- laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_laws(seed):
    made = redesign(seed, size=replace(REDESIGNING, new=(2, 3), actions=(2, 2), readings=0.2))
    value = found(made).value
    assert found(mirrored(made)).value == value
    assert found(renamed(made)).value == value
    more = made.question.model_copy(update={"actions": 3})
    assert found(replace(made, question=more)).value >= value
    if "markets" not in made.position.modules:
        state = made.position.players["ana"]
        richer = made.position.with_player("ana", reserve=(*state.reserve, free_tiles(made)[seed]))
        assert found(replace(made, position=richer)).value >= value


def test_generated_ones_are_sound():
    for seed in range(20):
        assert not list(problems(redesign(seed, size=SMALL, ask=None)))


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"ask": "fewest"}, "nothing says what to reach"),
        ({"target": 3}, "“target” means nothing to “ask: best”"),
        ({"player": "bea"}, "unknown player “bea”"),
        ({"count": ["wall", "missions", "wall"]}, "“wall” stands twice"),
        ({"actions": 9}, "out of range"),
    ],
)
def test_bad_input(question, told):
    with pytest.raises(InputError) as caught:
        solve(scenario("redesign", {"layout": ROWS}, **question))
    assert told in str(caught.value)
