"""Posed puzzles of every kind: one best answer, nothing superfluous, the same again, hints that are true."""

from functools import cache

import pytest

from models.errors import InputError
from puzzles.checking import worth
from puzzles.explaining.explain import explain
from puzzles.kinds.kind import kind_of
from puzzles.kinds.settled import LIMITS, Settled
from puzzles.posing.difficulty import Difficulty
from puzzles.posing.hints import hints, holds
from puzzles.posing.leaving_out import settled_without
from puzzles.posing.pose import pose
from puzzles.questions import QUESTIONS, find
from puzzles.scenario import parse
from puzzles.solving import solve
from solver.answer import Status

SLOW = {("empire", "robust"), ("empire", "game-plan"), ("successors", "stop"), ("alexandros", "enclose")}
"""A puzzle of these takes a quarter of a minute."""
KINDS = [
    pytest.param((entry.game, entry.kind), marks=[pytest.mark.big] * ((entry.game, entry.kind) in SLOW))
    for entry in QUESTIONS
]


@cache
def posed(game, kind):
    return pose(game, kind=kind, seed=1)


@pytest.fixture(params=KINDS, ids="-".join, scope="module")
def puzzle(request):
    return posed(*request.param)


def test_exactly_one_answer_is_best(puzzle):
    every = solve(puzzle.scenario, all=True, limits=LIMITS)
    assert (every.status, every.complete, len(every.answers)) == (Status.OPTIMAL, True, 1)
    assert (every.value, every.plan) == (puzzle.answer.value, puzzle.answer.plan)
    if puzzle.next_best is not None:
        up = find(puzzle.scenario.game.key, puzzle.scenario.question.kind).load().maximises(puzzle.scenario.question)
        assert (puzzle.answer.value > puzzle.next_best.value) is up
        assert puzzle.gap > 0


def test_its_file_is_the_puzzle(puzzle):
    read = parse(puzzle.scenario.text())
    assert read.plain() == puzzle.scenario.plain()
    assert read.readings == {}
    assert puzzle.asks.endswith(("?", "."))
    assert kind_of(read).asks(read.task) == puzzle.asks


def test_it_is_not_trivial(puzzle):
    measured = puzzle.difficulty
    assert measured.greedy != measured.best
    assert 1 <= measured.level <= 5
    assert 1 <= measured.told <= measured.steps


def test_nothing_can_be_left_out(puzzle):
    found = Settled.of(puzzle.scenario)
    parts = list(kind_of(puzzle.scenario).parts(puzzle.scenario))
    assert len({part.key for part in parts}) == len(parts)
    assert [part.words for part in parts if settled_without(part, puzzle.scenario, found)] == []


def test_hints_are_true_of_every_best_answer_and_narrow(puzzle):
    told = hints(puzzle)
    for answer in solve(puzzle.scenario, all=True, limits=LIMITS).answers:
        said = (puzzle.scenario, answer.plan, answer.value, answer.ledger)
        assert all(holds(hint, *said) for hint in told)
    sorts = [hint.sort for hint in told]
    assert sorts[:2] == ["value", "shape"]
    assert sorts[-1] == "line"
    assert sorts == sorted(sorts, key=["value", "shape", "where", "line"].index)


def test_the_greedy_player_is_legal_and_never_better(puzzle):
    kind, plan = kind_of(puzzle.scenario), puzzle.answer.plan
    up = find(puzzle.scenario.game.key, puzzle.scenario.question.kind).load().maximises(puzzle.scenario.question)
    for kept in range(kind.steps(plan) + 1):
        found = kind.finish(puzzle.scenario.task, plan, kept)
        if found is None:
            continue
        value = worth(puzzle.scenario, found)
        assert value is not None
        assert value <= puzzle.answer.value if up else value >= puzzle.answer.value
    assert worth(puzzle.scenario, kind.finish(puzzle.scenario.task, plan, kind.steps(plan))) == puzzle.answer.value


def test_why_nothing_is_better_is_verified(puzzle):
    found = explain(puzzle.scenario, limits=LIMITS)
    (reason,) = found.reasons
    assert reason.verified
    keys = [ground.key for ground in kind_of(puzzle.scenario).grounds(puzzle.scenario)]
    assert len(set(keys)) == len(keys)
    assert all(change.gain > 0 and change.proved for change in found.changes)


@pytest.mark.parametrize(("game", "kind"), [("empire", "route"), ("successors", "attack"), ("alexandros", "occupy")])
def test_the_same_seed_is_the_same_puzzle(game, kind):
    assert pose(game, kind=kind, seed=1).plain() == posed(game, kind).plain()
    assert pose(game, kind=kind, seed=2).plain() != posed(game, kind).plain()


def test_difficulty_can_be_asked_for():
    levels = {pose("empire", kind="route", seed=3, difficulty=level).difficulty.level for level in (1, 2)}
    assert levels == {1, 2}


@pytest.mark.parametrize(
    ("measures", "shortfall", "level"),
    [
        ({"best": 10, "greedy": 9, "close": 0, "told": 1, "steps": 5}, 0.1, 1),
        ({"best": 10, "greedy": 8, "close": 0, "told": 1, "steps": 5}, 0.2, 2),
        ({"best": 10, "greedy": 9, "close": 2, "told": 2, "steps": 5}, 0.1, 3),
        ({"best": 10, "greedy": None, "close": 0, "told": 4, "steps": 5}, 1.0, 4),
        ({"best": 4, "greedy": 9, "close": 3, "told": 5, "steps": 5}, 1.0, 5),
    ],
)
def test_levels(measures, shortfall, level):
    measured = Difficulty(**measures)
    assert (measured.shortfall, measured.level) == (shortfall, level)


def test_an_unknown_kind_is_told():
    with pytest.raises(InputError, match="rout"):
        pose("empire", kind="rout")
