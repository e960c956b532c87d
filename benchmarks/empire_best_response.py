"""How long best responses take at a full table, and what decides them.

``python benchmarks/empire_best_response.py`` prints a table over 200 seeded scenarios (7 provinces,
5 players, 15 cubes in hand) for each measure; ``python -m pytest benchmarks/empire_best_response.py
--benchmark-enable`` times a few of them with pytest-benchmark.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from typing import Literal

import pytest

from puzzles.generate.empire import asking, best_response
from puzzles.generate.traits import Traits, traits
from puzzles.solving import solve
from solver.answer import Status

Measure = Literal["points", "margin"]
MEASURES: tuple[Measure, Measure] = ("points", "margin")
COUNT = 200


@dataclass(frozen=True)
class Run:
    """One scenario solved: seconds for the proof of the value, for all searches, and on the clock."""

    seed: int
    proved: bool
    value: float
    solver: float
    wall: float
    traits: Traits


def measure(seed: int, maximise: Measure) -> Run:
    """Solve a scenario and look at its answer."""
    scenario = asking(best_response(seed), maximise)
    begin = time.perf_counter()
    answer = solve(scenario)
    wall = time.perf_counter() - begin
    proved = answer.status is Status.OPTIMAL and answer.canonical
    seconds = answer.statistics
    return Run(seed, proved, seconds["value_seconds"], seconds["solver_seconds"], wall, traits(scenario, answer.plan))


@pytest.mark.parametrize("maximise", MEASURES)
@pytest.mark.parametrize("seed", range(5))
def test_best_response(benchmark, seed, maximise):
    scenario = asking(best_response(seed), maximise)
    answer = benchmark(solve, scenario)
    assert answer.status is Status.OPTIMAL


TIMES = {
    "value": "until the value is proved",
    "solver": "all searches: the canonical plan too",
    "wall": "the whole of solve, replay too",
}
TRAITS = {
    "contested": "a contested price is paid",
    "depletion": "a shrinking field turns a province",
    "tie": "a tie scores nothing",
    "beats_greedy": "beats the greedy player",
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
    solve(best_response(0))  # loads the solver, so that the first run is like the others
    out = Console(width=None if sys.stdout.isatty() else 100)
    table = Table(title=f"Best responses, {given.count} scenarios: 7 provinces, 5 players, 15 cubes")
    for heading in ("measure", "what", "median", "p90", "worst", "seed of worst"):
        table.add_column(heading, justify="left" if heading in ("measure", "what") else "right")
    for maximise in MEASURES:
        todo = track(seeds, description=maximise, console=Console(stderr=True), transient=True)
        runs = [measure(seed, maximise) for seed in todo]
        for key, what in TIMES.items():
            taken = sorted((getattr(run, key), run.seed) for run in runs)
            seconds = [taking for taking, _ in taken]
            p90 = seconds[min(len(seconds) - 1, int(0.9 * len(seconds)))]
            worst, seed = taken[-1]
            table.add_row(maximise, what, *(f"{t:.3f} s" for t in (statistics.median(seconds), p90, worst)), str(seed))
        for key, what in TRAITS.items():
            table.add_row(maximise, what, f"{sum(getattr(run.traits, key) for run in runs) / len(runs):.0%}")
        table.add_row(maximise, "proved, with a canonical plan", f"{sum(run.proved for run in runs) / len(runs):.0%}")
        table.add_section()
    out.print(table)


if __name__ == "__main__":
    main()
