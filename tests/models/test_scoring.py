"""Scoring: what holds of every ledger, whatever is on the table."""

import pytest

from models.documents import Source, validate
from models.empire.position import Position
from models.empire.scoring import score_round
from models.empire.verdicts import score_verdict
from models.rulings import Rulings
from puzzles.cases import load_cases

SCORED = [case for case in load_cases("empire") if case.text.do == "score"]


@pytest.fixture(params=SCORED, ids=lambda case: case.text.id)
def scored(request):
    case = request.param
    rulings = Rulings.choose(case.game.rulings, case.text.rulings)
    position = validate(Position, Source(case.text.given["position"]))
    region = case.board.by_number[position.region]
    return region, position.states, score_round(region, position.states, rulings)


def test_entries_stand_in_the_order_of_the_provinces_and_are_about_who_is_there(scored):
    region, states, result = scored
    subjects = [entry.subject for entry in result.ledger]
    assert subjects == sorted(subjects, key=region.in_order.index)
    for entry in result.ledger:
        state = states[entry.player]
        if entry.rule.startswith("5.5.1"):
            assert state.armies[entry.subject]
        else:
            assert entry.subject in (*state.placed.temples, *state.placed.cities)


def test_every_piece_laid_is_accounted_for_once(scored):
    _, states, result = scored
    laid = sorted(
        (name, place) for name, state in states.items() for place in (*state.placed.temples, *state.placed.cities)
    )
    assert sorted((e.player, e.subject) for e in result.ledger if not e.rule.startswith("5.5.1")) == laid


def test_cubes_and_points_are_neither_made_nor_lost(scored):
    _, before, result = scored
    for name, after in result.states.items():
        state = before[name]
        paid = sum(entry.price for entry in result.ledger if entry.player == name)
        assert after.temple + after.city == state.temple + state.city - paid
        assert after.spent == state.spent + paid
        assert after.points == state.points + result.ledger.total(name)
        assert after.armies == state.armies


def test_nobody_changes_the_position_that_was_given():
    case = SCORED[0]
    rulings = Rulings.choose(case.game.rulings, case.text.rulings)
    first = score_verdict(case.board, case.text.given, rulings)
    assert score_verdict(case.board, case.text.given, rulings) == first
