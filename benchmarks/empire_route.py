"""How long routes take at a full table, for each thing that can be asked.

``python benchmarks/empire_route.py`` prints a table over 200 seeded scenarios (7 provinces, 5 players,
6 armies) for each ask; ``python -m pytest benchmarks/empire_route.py --benchmark-enable`` times a few
of them with pytest-benchmark.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from puzzles.generate.empire import FULL, best_response
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.answer import Status
from solver.empire.inquiries import Route

ASKS = {
    "hold": "two to four provinces of seven, now and then with two armies",
    "each": "every province by itself",
    "front": "cubes against provinces",
    "points": "cubes against points for most armies",
}
ROUNDS = {"first": (1,), "later": (2, 3)}
"""In a first round all armies come from the symbol, later they stand in several provinces."""
COUNT = 200


def scenario_of(seed: int, ask: str, rounds: tuple[int, ...] = (1,)) -> Scenario:
    """A seeded scenario: six armies in a first round, else those that are there."""
    rng = Random(seed)
    made = best_response(seed, size=replace(FULL, rounds=rounds))
    player = made.question.player
    question: dict[str, Any] = {"kind": "route", "player": player, "ask": "front" if ask == "points" else ask}
    if ask == "points":
        question["count"] = "points"
    if made.position.round == 1:
        question["armies"] = 6
    if ask == "hold":
        places = rng.sample(made.board.by_number[made.position.region].in_order, rng.randint(2, 4))
        question["hold"] = {place: rng.choice((1, 1, 2)) for place in places}
    return replace(made, question=Route.model_validate(question))


@dataclass(frozen=True)
class Run:
    """One scenario solved: seconds in the solver for proofs and for all searches, and on the clock."""

    seed: int
    proved: bool
    impossible: bool
    value: float
    solver: float
    wall: float
    points: int


def measure(seed: int, ask: str, rounds: tuple[int, ...]) -> Run:
    """Solve a scenario and look at its answer."""
    scenario = scenario_of(seed, ask, rounds)
    begin = time.perf_counter()
    answer = solve(scenario)
    wall = time.perf_counter() - begin
    impossible = answer.status is Status.INFEASIBLE
    proved = impossible or (answer.status is Status.OPTIMAL and answer.canonical)
    seconds = answer.statistics
    ways = len(answer.plan.ways) if answer.plan is not None else 0
    return Run(seed, proved, impossible, seconds["value_seconds"], seconds["solver_seconds"], wall, ways)


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("seed", range(3))
def test_route(benchmark, seed, ask):
    answer = benchmark(solve, scenario_of(seed, ask))
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)


TIMES = {
    "value": "proofs",
    "solver": "all searches",
    "wall": "whole of solve",
}


def main() -> None:
    """Run the benchmark and print the table."""
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, help="how many scenarios (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.count)
    solve(scenario_of(0, "hold"))  # loads the solver, so that the first run is like the others
    out = Console(width=None if sys.stdout.isatty() else 100)
    table = Table(title=f"Routes, {given.count} scenarios: 7 provinces, 5 players, 6 armies in a first round")
    for heading in ("ask", "round", "what", "median", "p90", "worst", "seed of worst"):
        table.add_column(heading, justify="left" if heading in ("ask", "round", "what") else "right")
    for ask in ASKS:
        for name, rounds in ROUNDS.items():
            todo = track(seeds, description=f"{ask}, {name}", console=Console(stderr=True), transient=True)
            runs = [measure(seed, ask, rounds) for seed in todo]
            for key, what in TIMES.items():
                taken = sorted((getattr(run, key), run.seed) for run in runs if not run.impossible)
                seconds = [taking for taking, _ in taken]
                p90 = seconds[min(len(seconds) - 1, int(0.9 * len(seconds)))]
                worst, seed = taken[-1]
                told = (f"{t:.3f} s" for t in (statistics.median(seconds), p90, worst))
                table.add_row(ask, name, what, *told, str(seed))
            table.add_row(ask, name, "proved, singled out", f"{sum(run.proved for run in runs) / len(runs):.0%}")
            if ask == "hold":
                table.add_row(
                    ask, name, "impossible: not timed", f"{sum(run.impossible for run in runs) / len(runs):.0%}"
                )
            else:
                table.add_row(ask, name, "ways", f"{statistics.median(run.points for run in runs):g}")
        table.add_section()
    out.print(table)


if __name__ == "__main__":
    main()
