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

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from models.empire.plan import Assumptions, Policy
from puzzles.generate.empire import best_response, game_plan, region_plan
from puzzles.questions import find
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.answer import Limits, Status
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


class UnsoundError(Exception):
    """A seed whose scenario does not fit its question; the next one is taken."""


@dataclass(frozen=True)
class Kind:
    """A kind of scenario: how one is made, what it is in words, how many, and how long each may take."""

    make: Callable[[int], Scenario]
    what: str
    count: int = 100
    seconds: float = 60.0


KINDS = {
    "region-plan": Kind(region_plan, "7 provinces, 5 players"),
    "robust": Kind(whole_tablet, "4 players, 816 allocations", count=5),
    "game-plan": Kind(game_plan, "4 players, within 60 s", count=10),
    "contest": Kind(contest, "to 7 provinces, 5 players"),
    "order": Kind(order, "2 to 4 players, all draws"),
    "bid": Kind(bid, "3 or 4 players, 15 cubes"),
}


@dataclass(frozen=True)
class Run:
    """One scenario answered: seconds of the proof, of all searches and on the clock; the value and its bound."""

    seed: int
    status: Status
    canonical: bool
    value_seconds: float
    solver_seconds: float
    wall: float
    value: int | None
    bound: int | None

    @property
    def gap(self) -> float | None:
        """How far the bound is from the value, in percent of the value."""
        if self.value is None or self.bound is None:
            return None
        return 100 * abs(self.bound - self.value) / max(1, abs(self.value))


def measure(kind: Kind, seed: int) -> Run:
    """Answer a scenario."""
    scenario = kind.make(seed)
    begin = time.perf_counter()
    answer = solve(scenario, limits=Limits(seconds=kind.seconds))
    wall = time.perf_counter() - begin
    taken = answer.statistics
    value_seconds, solver_seconds = (float(taken.get(key, 0.0)) for key in ("value_seconds", "solver_seconds"))
    value, bound = answer.value, answer.bound
    return Run(seed, answer.status, answer.canonical, value_seconds, solver_seconds, wall, value, bound)


TIMES = {
    "value_seconds": "until the value is proved",
    "solver_seconds": "all searches, the plan too",
    "wall": "the whole of solve",
}


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Median, 90th percentile and worst."""
    ranked = sorted(numbers)
    return statistics.median(ranked), ranked[min(len(ranked) - 1, int(0.9 * len(ranked)))], ranked[-1]


def runs_of(kind: Kind, first: int, count: int, seen: Callable[[Run], None]) -> list[Run]:
    """Answer so many scenarios from a seed on, passing over those that are unsound."""
    runs: list[Run] = []
    seed = first
    while len(runs) < count:
        try:
            runs.append(measure(kind, seed))
            seen(runs[-1])
        except UnsoundError:
            pass
        seed += 1
    return runs


def main() -> None:
    """Run the benchmark and print the table."""
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=KINDS, help="one kind of scenario (default: all)")
    parser.add_argument("--count", type=int, help="how many scenarios of each kind (default: 100, robust 5, game 10)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    given = parser.parse_args()
    solve(best_response(0))  # loads the solver, so that the first run is like the others
    out = Console(width=None if sys.stdout.isatty() else 110)
    table = Table(title="Questions of empire")
    for heading in ("scenarios", "what", "median", "p90", "worst", "seed of worst"):
        table.add_column(heading, justify="left" if heading in ("scenarios", "what") else "right")
    bounds = Table(title="What is found within the limit, and its bound")
    for heading in ("scenarios", "seed", "value", "bound", "gap", "seconds"):
        bounds.add_column(heading, justify="left" if heading == "scenarios" else "right")
    for name in [given.only] if given.only else KINDS:
        kind = KINDS[name]
        count = given.count or kind.count
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(name, total=count)
            runs = runs_of(kind, given.first, count, lambda _, done=progress, at=task: done.advance(at))  # type: ignore[misc]
        label = f"{count} {name}\n{kind.what}"
        for key, what in TIMES.items():
            numbers = [getattr(run, key) for run in runs]
            worst = max(runs, key=lambda run, key=key: getattr(run, key))  # type: ignore[misc]
            table.add_row(label, what, *(f"{taken:.3f} s" for taken in spread(numbers)), str(worst.seed))
            label = ""
        gaps = [run.gap for run in runs if run.gap is not None]
        if gaps and max(gaps) > 0:
            table.add_row("", "gap between value and bound", *(f"{gap:.1f} %" for gap in spread(gaps)))
        shares = {
            "proved, with a canonical plan": sum(run.status is Status.OPTIMAL and run.canonical for run in runs),
            "proved, not canonical": sum(run.status is Status.OPTIMAL and not run.canonical for run in runs),
            "proved that nothing fits": sum(run.status is Status.INFEASIBLE for run in runs),
            "not proved": sum(run.status in (Status.FEASIBLE, Status.UNKNOWN) for run in runs),
        }
        for what, number in shares.items():
            if number:
                table.add_row("", what, f"{number / count:.0%}")
        table.add_section()
        if name == "game-plan":
            for run in runs:
                told = "-" if run.gap is None else f"{run.gap:.1f} %"
                bounds.add_row(name, str(run.seed), str(run.value), str(run.bound), told, f"{run.wall:.1f}")
    out.print(table)
    if bounds.row_count:
        out.print(bounds)


if __name__ == "__main__":
    main()
