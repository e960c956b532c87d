"""The best answers that are found by playing every plan are those of the solver: as good, and as many of them."""

import pytest

from puzzles.generate import (
    alexandros,
    alhambra_purchase,
    alhambra_questions,
    empire,
    successors_attack,
    successors_cart,
    successors_expansion,
    successors_path,
    successors_regency,
    successors_stop,
)
from puzzles.generate.alexandros_best_turn import best_turn
from puzzles.generate.alexandros_defend import defend
from puzzles.generate.alexandros_enclose import enclose
from puzzles.generate.alexandros_levy import levy
from puzzles.generate.alexandros_occupy import occupy
from puzzles.generate.alexandros_plan import plan
from puzzles.questions import QUESTIONS
from puzzles.solving import solve
from solver.answer import Limits, Status
from tests.empire import test_contest, test_final_swing, test_game_plan_exhaustive, test_region_plan, test_robust
from tests.empire.test_route import ASKS, routing
from tests.empire.test_turn_order_question import random_bid
from tests.enumerating import best_answers

THREATS = alexandros.Size(board=((2, 2), (4, 6)), players=(2, 3), turns=(1, 6), readings=0.2, known=0.3)

OFFERED = successors_regency.Size(
    spaces=(2, 5), players=(2, 4), owned=0.7, royals=(1, 4), generals=(0, 3), readings=0.15, offers=1.0
)
"""Changes are on offer, which is less than anything on the table."""

MADE = {
    ("empire", "best-response"): lambda seed: empire.best_response(seed, size=empire.SMALL),
    ("empire", "game-plan"): test_game_plan_exhaustive.tiny,
    ("empire", "robust"): lambda seed: empire.robust(seed, size=test_robust.TINY),
    ("empire", "region-plan"): lambda seed: empire.region_plan(seed, size=test_region_plan.TINY),
    ("empire", "final-swing"): test_final_swing.small,
    ("empire", "contest"): test_contest.small,
    ("empire", "route"): lambda seed: routing(seed, ASKS[seed % 4]),
    ("empire", "turn-order"): random_bid,
    ("alhambra", "place"): lambda seed: alhambra_questions.place(seed, size=alhambra_questions.TINY),
    ("alhambra", "draft"): lambda seed: alhambra_questions.draft(seed, size=alhambra_questions.SMALL),
    ("alhambra", "layout"): lambda seed: alhambra_questions.layout(seed, size=alhambra_questions.TINY),
    ("alhambra", "redesign"): lambda seed: alhambra_questions.redesign(seed, size=alhambra_questions.TINY, ask=None),
    ("alhambra", "purchase"): lambda seed: alhambra_purchase.purchase(
        seed, size=alhambra_purchase.TINY if seed % 2 else alhambra_purchase.SMALL, placing=bool(seed % 2)
    ),
    ("alhambra", "market-slot"): alhambra_purchase.market_slot,
    ("successors", "path-to-victory"): lambda seed: successors_path.path_to_victory(seed, size=successors_path.TINY),
    ("successors", "stop"): lambda seed: successors_stop.stop(seed, size=successors_stop.TINY),
    ("successors", "regency"): lambda seed: successors_regency.regency(seed, size=OFFERED, ask="flip"),
    ("successors", "attack"): lambda seed: successors_attack.attack(seed, size=successors_attack.SMALL, ask="order"),
    ("successors", "expansion"): lambda seed: successors_expansion.expansion(seed, size=successors_expansion.TINY),
    ("successors", "cart"): lambda seed: successors_cart.cart(seed, size=successors_cart.TINY),
    ("alexandros", "best-turn"): lambda seed: best_turn(seed, size=alexandros.TINY),
    ("alexandros", "occupy"): lambda seed: occupy(seed, size=alexandros.TINY),
    ("alexandros", "enclose"): lambda seed: enclose(seed, size=alexandros.TINY),
    ("alexandros", "levy"): lambda seed: levy(seed, size=alexandros.TINY, ask="time", turns=1 + seed % 2),
    ("alexandros", "plan"): lambda seed: plan(seed, size=alexandros.TINY, turns=1),
    ("alexandros", "defend"): lambda seed: defend(seed, size=THREATS),
}
"""Small scenarios by game and kind."""
VALUE_ONLY = {
    ("empire", "game-plan"),
    ("empire", "region-plan"),
    ("alexandros", "levy"),
    ("alexandros", "plan"),
    ("successors", "expansion"),
}
"""Kinds of which the solver lists plans that are of no use, or leaves some out."""
SEEDS = range(2, 5)


def compare(key, seed):
    """Compare a scenario; whether it was small enough."""
    made = MADE[key](seed)
    found = best_answers(made)
    if found is None:
        return False
    answer = solve(made, all=key not in VALUE_ONLY, limits=Limits(workers=1))
    if answer.status is Status.INFEASIBLE:
        assert found == (0, 0), seed
        return True
    assert answer.status is Status.OPTIMAL, seed
    assert answer.value == found[0], seed
    assert found[1] > 0, seed
    if key not in VALUE_ONLY and answer.complete:
        assert len(answer.answers) == found[1], seed
    return True


def test_every_kind_is_covered():
    assert set(MADE) == {(entry.game, entry.kind) for entry in QUESTIONS}


@pytest.mark.parametrize("key", MADE, ids="-".join)
def test_as_good_and_as_many(key):
    assert sum(compare(key, seed) for seed in SEEDS) > 0


@pytest.mark.big
@pytest.mark.parametrize("key", MADE, ids="-".join)
def test_as_good_and_as_many_at_length(key):
    assert sum(compare(key, seed) for seed in range(100, 150)) > 10
