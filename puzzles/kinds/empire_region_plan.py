"""Puzzles of the rounds of a region that are left, the rivals' plans being known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from models.empire.plan import Assumptions, RegionPlan
from models.empire.position import ROUNDS
from models.empire.round import Table
from models.empire.words import cubes
from puzzles.generate.empire import position_in_play, rivals_to_play
from puzzles.generate.making import put_together
from puzzles.kinds import empire
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.empire_region_grounds import region_grounds
from puzzles.kinds.empire_rounds import LIMITS, NAMES, greedy_region, later_parts, region_steps, sound_parts
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.empire.documents import RegionQuestion
from solver.question import Task

LEVELS: Mapping[int, tuple[tuple[int, int], tuple[int, ...]]] = {
    1: ((2, 2), (1, 3, 4)),
    2: ((2, 3), (1, 3, 4)),
    3: ((3, 3), (1, 3, 4, 6)),
    4: ((3, 4), (1, 2, 3, 4, 6)),
    5: ((3, 4), (2, 5, 6)),
}
"""By level: players, regions."""
TRIES = 8
"""Tables that are looked at until one has a single best answer."""


class RegionPlanPuzzles(Kind):
    """``region-plan``: the steps are those of each round."""

    def make(self, seed: int, level: int) -> Scenario:
        """The second round of a region: the others have played it, and say what they will do in the third."""
        rng = Random(f"region-plan {seed} {level}")
        return best_draft(self, (_candidate(rng, seed, level) for _ in range(TRIES)), limits=LIMITS)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, what they do later, then pieces and armies on the table."""
        return sound_parts(
            [
                *empire.rival_parts(scenario),
                *later_parts(scenario),
                *empire.piece_parts(scenario),
            ]
        )

    def asks(self, task: Task) -> str:
        """Which plan is wanted, for which rounds, and by which measure."""
        question: RegionQuestion = task.question
        player, left = question.player, ROUNDS + 1 - task.position.round
        wanted = "scores as many points in them as can be"
        if question.maximise == "margin":
            wanted = "scores as many points more in them than any rival as can be (points so far do not count)"
        rounds = cubes(left, "round") + (" is" if left == 1 else " are")
        return (
            f"{rounds} left in this region, fewer if somebody enters its target. The others have played this "
            "one; in later ones they do as told, or stay and lay nothing. "
            f"Find the plan of all rounds with which {player} {wanted}."
        )

    def steps(self, plan: Any) -> int:
        """The decisions of all rounds."""
        return region_steps(plan)

    def finish(self, task: Task, plan: Any, kept: int) -> RegionPlan | None:
        """Round after round, whatever brings most in it."""
        if plan is not None and kept >= self.steps(plan):
            whole: RegionPlan = plan
            return whole
        question: RegionQuestion = task.question
        found = greedy_region(
            Table.of(task.board, task.position),
            question.player,
            task.assumptions.rivals,
            RegionPlan() if plan is None else plan,
            kept,
            question.maximise == "margin",
            task.rulings.fresh(),
        )
        return None if found is None else found[0]

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """The board, what rivals have, the player's means."""
        return region_grounds(scenario)


def _candidate(rng: Random, seed: int, level: int) -> Scenario:
    players, regions = LEVELS[level]
    names = rng.sample(NAMES, rng.randint(*players))
    game, board = empire.oikoumene()
    while True:
        before = position_in_play(rng, names, region=rng.choice(regions), round_number=2)
        if (before.states[names[0]].hand or 0) > 2:
            break
    position, policies = rivals_to_play(rng, board, before, names[0], later=True)
    maximise = rng.choice(("points", "margin", "margin"))
    question = RegionQuestion(kind="region-plan", player=names[0], maximise=maximise)
    made = put_together(game, board, position, question, seed, assumptions=Assumptions(rivals=policies))
    return empire.title_of(made, "Two rounds in {region}")
