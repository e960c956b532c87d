"""Puzzles of the end of a game: the last rounds with the final scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from models.empire.plan import Assumptions, GamePlan, Policy, RegionPlan
from models.empire.position import KINDS, Built, last_region
from models.empire.round import Table, open_region
from models.empire.words import cubes
from puzzles.generate.empire import position_in_play, rivals_to_play
from puzzles.generate.making import put_together
from puzzles.kinds import empire
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.empire_region_grounds import region_grounds
from puzzles.kinds.empire_rounds import (
    LIMITS,
    NAMES,
    greedy_region,
    later_parts,
    region_steps,
    rival_parts,
    sound_parts,
    with_player,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.empire.documents import GameQuestion
from solver.question import Task

LEVELS: Mapping[int, tuple[tuple[int, int], tuple[int, ...]]] = {
    1: ((2, 2), (3, 2)),
    2: ((2, 3), (3, 2)),
    3: ((2, 3), (2,)),
    4: ((3, 3), (2,)),
    5: ((3, 4), (2,)),
}
"""By level: players, and which round of the last region is to be played."""
TRIES = 8
"""Tables that are looked at until one has a single best answer."""


class GamePlanPuzzles(Kind):
    """``game-plan``: the steps are those of each round of each region."""

    def make(self, seed: int, level: int) -> Scenario:
        """A game is played up to its last region; the others have played their turn, and say what they will do."""
        rng = Random(f"game-plan {seed} {level}")
        return best_draft(self, (_candidate(rng, seed, level) for _ in range(TRIES)), limits=LIMITS)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, what they do later, what lies on the table, then what stands from earlier regions."""
        return sound_parts(
            [
                *rival_parts(scenario),
                *later_parts(scenario),
                *empire.piece_parts(scenario),
                *_standing_parts(scenario),
            ]
        )

    def asks(self, task: Task) -> str:
        """Which plan is wanted, and by which measure."""
        question: GameQuestion = task.question
        player = question.player
        wanted = "scores as many points as can be, the final scoring included"
        if question.maximise == "margin":
            wanted = "ends the game as far ahead of the best rival as can be"
        return (
            f"The game ends with region {last_region(task.position.short)}; what the others do is known. "
            f"Find the plan of all rounds that are left with which {player} {wanted}."
        )

    def steps(self, plan: Any) -> int:
        """The decisions of all rounds."""
        return sum(region_steps(part) for part in plan.regions) or 1

    def finish(self, task: Task, plan: Any, kept: int) -> GamePlan | None:
        """Round after round, whatever brings most in it; the final scoring is not thought of."""
        if plan is not None and kept >= self.steps(plan):
            whole: GamePlan = plan
            return whole
        question: GameQuestion = task.question
        told: dict[int, Mapping[str, Policy]] = {later.region: later.rivals for later in task.assumptions.later}
        told[task.position.region] = task.assumptions.rivals
        table = Table.of(task.board, task.position)
        rulings = task.rulings.fresh()
        regions: list[RegionPlan] = []
        for at, number in enumerate(range(task.position.region, last_region(task.position.short) + 1)):
            if at:
                table = open_region(task.board.by_number[number], table.players, task.position.cubes)
            given = RegionPlan() if plan is None or at >= len(plan.regions) else plan.regions[at]
            margin = question.maximise == "margin"
            found = greedy_region(table, question.player, told.get(number, {}), given, kept, margin, rulings)
            if found is None:
                return None
            kept = max(0, kept - region_steps(given))
            regions.append(found[0])
            table = found[1]
        return GamePlan(regions=tuple(regions))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """The board, what rivals have, what stands, the player's means."""
        return region_grounds(scenario)


def _candidate(rng: Random, seed: int, level: int) -> Scenario:
    players, rounds = LEVELS[level]
    short = rng.random() < 0.5
    last = last_region(short)
    names = rng.sample(NAMES, rng.randint(*players))
    game, board = empire.oikoumene()
    while True:
        number = rng.choice(rounds)
        before = position_in_play(rng, names, region=last, round_number=number, short=short, since=2 if short else 1)
        if (before.states[names[0]].hand or 0) > 2:
            break
    position, policies = rivals_to_play(rng, board, before, names[0], later=True)
    policies = {name: policy for name, policy in policies.items() if policy != Policy()}
    question = GameQuestion(kind="game-plan", player=names[0], maximise=rng.choice(("points", "margin", "margin")))
    made = put_together(game, board, position, question, seed, assumptions=Assumptions(rivals=policies))
    return empire.title_of(made, "The end of the short game" if short else "The end of the game, in {region}")


def _standing_parts(scenario: Scenario) -> Iterator[Part]:
    """What each player has built of a kind in each region that is over."""
    for name, state in scenario.position.players.items():
        built: Built = state.built
        for number, region in sorted(scenario.board.by_number.items()):
            if number == scenario.position.region:
                continue
            temples = {place: count for place, count in built.temples.items() if place not in region.provinces}
            cities = tuple(place for place in built.cities if place not in region.provinces)
            for kind in KINDS:
                left = built.model_copy(update={"temples": temples} if kind == "temple" else {"cities": cities})
                gone = built.count(kind) - left.count(kind)
                if gone:
                    words = f"{cubes(gone, kind)} of {name} in {region.name}"
                    yield Part(f"built {kind} {name} {number}", words, with_player(scenario, name, built=left))
