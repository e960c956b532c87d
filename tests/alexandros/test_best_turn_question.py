"""`best-turn` against every turn by the rules, what must not change it, and how it stands in files."""

from dataclasses import replace
from fractions import Fraction

import pytest

import puzzles
from models.alexandros.board import SYMBOLS, Board
from models.alexandros.lattice import across, corners, is_point, sides, spot, triangle
from models.alexandros.position import Position
from models.documents import Source, validate
from models.errors import InputError, SatrapError
from puzzles.generate.alexandros import LARGE, SMALL, TINY
from puzzles.generate.alexandros_best_turn import best_turn
from puzzles.scenario import task_of
from solver.alexandros.best_turn import BestTurnQuestion, average_words
from solver.alexandros.best_turn_documents import BestTurnAnswer
from tests.alexandros.best_turn_judge import Judge

QUESTION = BestTurnQuestion()


def factor(scenario):
    """The orders of the unseen cards that count."""
    position = scenario.position.resolved(scenario.board)
    if scenario.question.draws == "none" or not isinstance(position.pile, int):
        return 1
    turned = 3 - len(position.face_up) if position.face_up and not position.moved else 0
    found = 1
    for at in range(min(position.pile, turned + (position.actions == 0))):
        found *= position.pile - at
    return found


def taken(answer):
    """The card of a turn, whether it is of the hand, and its symbol."""
    plan = answer.plan
    return (plan.card or plan.hand, plan.hand is not None, plan.symbol) if plan.moves else None


def check_judged(scenario):
    expected = Judge(scenario).values()
    best = puzzles.solve(scenario)
    assert best.status.value == "optimal" and best.canonical
    assert Fraction(best.value, factor(scenario)) == max(expected.values()), scenario.name
    if factor(scenario) > 1:
        listed = puzzles.solve(scenario, top=50)
        assert {taken(one): Fraction(one.value, factor(scenario)) for one in listed.answers} == expected
        assert listed.complete
    assert puzzles.check(scenario, best.plan).gap == 0
    assert BestTurnAnswer.model_validate(best.plan.plain()) == best.plan


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_better(seed):
    check_judged(best_turn(seed, size=TINY, odd=0.3 if seed % 2 else 0))


@pytest.mark.big
@pytest.mark.parametrize("block", range(25))
def test_nothing_is_better_on_many(block):
    for seed in range(100 + 10 * block, 110 + 10 * block):
        check_judged(best_turn(seed, size=replace(TINY, readings=0.4), odd=0.3 if seed % 2 else 0))


@pytest.mark.big
@pytest.mark.parametrize("block", range(26))
def test_replays_on_many(block):
    for seed in range(5000 + 50 * block, 5050 + 50 * block):
        scenario = best_turn(seed, size=SMALL if seed % 4 else LARGE, odd=0.2 if seed % 3 else 0)
        answer = puzzles.solve(scenario)  # a replay that says otherwise is a contradiction
        assert answer.status.value == "optimal"
        tried = puzzles.solve(scenario, top=3)
        assert tried.answers[0].value == answer.value
        values = [one.value for one in tried.answers]
        assert values == sorted(values, reverse=True)
        assert len({str(one.plan.plain()) for one in tried.answers}) == len(values)
