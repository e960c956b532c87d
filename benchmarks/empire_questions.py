"""How long the questions take that look further than one best response.

``python benchmarks/empire_questions.py`` prints a table over seeded scenarios of each kind; ``--only KIND``
takes one of them, and ``--count N`` that many of its scenarios:

* ``region-plan``: a full table before a region (7 provinces, 5 players, 15 cubes), with policies for
  the rounds to come;
* ``robust``: region 1 of the bundled board, four players, and nothing known of one rival's tablet:
  816 allocations;
* ``game-plan``: the whole game on the bundled board with four players, and what is between the plan
  found in 60 seconds and its bound;
* ``contest``: bounds around the fields of up to four rivals, in up to seven provinces;
* ``order``, ``bid``: who chooses a seat when in every draw, and the smallest bid that secures a choice.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from timing import Kind, UnsoundError, run_kinds

from models.empire.plan import Assumptions, Policy
from puzzles.generate.empire import best_response, game_plan, region_plan
from puzzles.questions import find
from puzzles.scenario import Scenario
from solver.empire.inquiries import Robust
from solver.question import Task

sys.path.insert(0, str(Path(__file__).parents[1]))  # some of the generators stand with their tests


def whole_tablet(seed: int) -> Scenario:
    """A game's first round in which one rival's 15 cubes may lie anywhere; even seeds ask for the worst case."""
    made = game_plan(seed)
    rivals = {name: policy.model_copy(update={"then": ()}) for name, policy in made.assumptions.rivals.items()}
    unknown = Random(seed).choice(sorted(rivals))
    rivals[unknown] = Policy(moves=rivals[unknown].moves, pieces=rivals[unknown].pieces)
    against = "regret" if seed % 2 else "worst"
    question = {"kind": "robust", "player": made.question.player, "against": against, "bounds": {unknown: {}}}
    return replace(made, assumptions=Assumptions(rivals=rivals), question=Robust.model_validate(question))


def contest(seed: int) -> Scenario:
    """Fields within bounds, at a full table."""
    from tests.empire.test_contest import full

    return _checked(full(seed))


def order(seed: int) -> Scenario:
    """Everybody's tablets, with draws."""
    from tests.empire.test_turn_order_question import random_order

    return _checked(random_order(seed))


def bid(seed: int) -> Scenario:
    """Bounds around the tablets of two or three rivals with 15 cubes each."""
    from tests.empire.test_turn_order_question import random_bid

    return _checked(random_bid(seed, cubes=(15, 15), players=(3, 4)))


def _checked(made: Any) -> Scenario:
    """A scenario of the tests; some of them draw one that cannot be asked."""
    scenario: Scenario = made
    task = Task(scenario.board, scenario.position, scenario.assumptions, scenario.question, scenario.rulings)
    if list(find("empire", scenario.question.kind).load().problems(task)):
        raise UnsoundError
    return scenario


KINDS = {
    "region-plan": Kind(region_plan, "7 provinces, 5 players"),
    "robust": Kind(whole_tablet, "4 players, 816 allocations", count=5),
    "game-plan": Kind(game_plan, "4 players, within 60 s", count=10, bounds=True),
    "contest": Kind(contest, "to 7 provinces, 5 players"),
    "order": Kind(order, "2 to 4 players, all draws"),
    "bid": Kind(bid, "3 or 4 players, 15 cubes"),
}


if __name__ == "__main__":
    run_kinds("Questions of empire", __doc__, KINDS, best_response(0))
