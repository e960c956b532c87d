"""How long the best layout of real tiles takes, with three missions and the longest wall.

``python benchmarks/alhambra_layout.py`` prints every run and a summary over 30 seeded draws for each
number of tiles; ``--walls`` proves the greatest longest walls with one to eight tiles of all 54.
Seconds are those until the value is proved; the plan that is singled out afterwards is timed apart
(``--plan``).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import models
from models.alhambra.missions import MISSIONS
from models.alhambra.tiles import Supply
from models.documents import read_text, validate
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import worth
from solver.alhambra.search import LayoutSearch
from solver.answer import Limits, Status
from solver.engine import Engine

COUNT = 30
TILES = (8, 10, 12)
GOLDEN = (3, 6, 9, 12, 13, 15, 17, 19)
"""The greatest longest wall with 1, 2, 3 ... tiles."""


def supply() -> Supply:
    data = Path(models.__file__).parent / "alhambra" / "data" / "alhambra.json"
    return validate(Supply, read_text(data.read_bytes()))


def laying_of(seed: int, tiles: int, use_all: bool = False) -> Laying:
    """So many of the 54 tiles and three missions, drawn."""
    rng = Random(seed)
    drawn = rng.sample(list(supply().by_id.values()), tiles)
    return Laying(tuple(drawn), missions=tuple(rng.sample(list(MISSIONS), 3)), use_all=use_all)


@dataclass(frozen=True)
class Run:
    """One laying solved; seconds until the value is proved and for the plan after that."""

    seed: int
    laying: Laying
    status: Status
    value: int | None
    bound: int | None
    seconds: float
    plan: float
    canonical: bool
    shapes: int
    left: int

    @property
    def gap(self) -> float:
        if self.value is None or self.bound is None:
            return 0.0 if self.status is Status.INFEASIBLE else 1.0
        return (self.bound - self.value) / max(1, self.value)

    @property
    def proved(self) -> bool:
        return self.status in (Status.OPTIMAL, Status.INFEASIBLE)


def measure(seed: int, laying: Laying, seconds: float, plan: bool) -> Run:
    """Solve a laying and have its layout judged by the rules."""
    engine = Engine(Limits(seconds=seconds))
    search = LayoutSearch(laying)
    begin = time.perf_counter()
    outcome = search.best(engine, canonical=plan)
    wall = time.perf_counter() - begin
    value = canonical = None
    if outcome.solutions:
        value, canonical = outcome.solutions[0].objective, outcome.solutions[0].canonical
        assert worth(laying, search.model.decode(outcome.solutions[0].values)) == value
    proof = float(outcome.statistics["value_seconds"])
    numbers = (int(outcome.statistics.get(key, 0)) for key in ("shapes_bounded", "shapes_left"))
    return Run(
        seed, laying, outcome.status, value, outcome.bound, proof, max(0.0, wall - proof), bool(canonical), *numbers
    )


@pytest.mark.parametrize("seed", range(3))
def test_layout(benchmark, seed):
    run = benchmark(measure, seed, laying_of(seed, 8), 60, False)
    assert run.proved


def main() -> None:
    """Run the benchmark and print the tables."""
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, help="how many draws (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--tiles", type=int, nargs="*", default=TILES, help="tiles in a draw (default: 8 10 12)")
    parser.add_argument("--seconds", type=float, default=60, help="for each value (default: %(default)s)")
    parser.add_argument("--use", choices=("best", "all"), default="best", help="which tiles are laid (default: best)")
    parser.add_argument("--plan", action="store_true", help="single the plan out, too")
    parser.add_argument("--walls", action="store_true", help="the greatest walls with one to eight of all tiles")
    given = parser.parse_args()
    out = Console(width=None if sys.stdout.isatty() else 110)
    if given.walls:
        for count, golden in enumerate(GOLDEN, 1):
            laying = Laying(tuple(supply().by_id.values()), most_laid=count)
            run = measure(0, laying, given.seconds, False)
            out.print(f"{count} tiles: {run.value} ({run.status.value}, known {golden}) in {run.seconds:.2f} s")
        return
    summary = Table(title=f"Layouts, {given.count} draws of real tiles, three missions and the longest wall")
    for heading in ("tiles", "proved", "median", "p90", "worst", "seed of worst", "gap, mean", "gap, worst"):
        summary.add_column(heading, justify="right")
    for tiles in given.tiles:
        runs = Table(title=f"{tiles} tiles, use: {given.use}")
        for heading in ("seed", "missions", "value", "bound", "proved", "seconds", "shapes", "left", "plan"):
            runs.add_column(heading, justify="left" if heading == "missions" else "right")
        done = []
        seeds = range(given.first, given.first + given.count)
        for seed in track(seeds, description=f"{tiles} tiles", console=Console(stderr=True), transient=True):
            run = measure(seed, laying_of(seed, tiles, given.use == "all"), given.seconds, given.plan)
            done.append(run)
            value = "none" if run.status is Status.INFEASIBLE else str(run.value)
            runs.add_row(
                str(seed),
                ", ".join(run.laying.missions),
                value,
                str(run.bound),
                "yes" if run.proved else "no",
                f"{run.seconds:.2f}",
                str(run.shapes),
                str(run.left),
                f"{run.plan:.2f}{'' if run.canonical else ' open'}" if given.plan else "",
            )
        out.print(runs)
        taken = sorted((run.seconds, run.seed) for run in done)
        seconds = [time_ for time_, _ in taken]
        p90 = seconds[min(len(seconds) - 1, int(0.9 * len(seconds)))]
        gaps = [run.gap for run in done]
        summary.add_row(
            str(tiles),
            f"{sum(run.proved for run in done)} of {len(done)}",
            f"{statistics.median(seconds):.2f} s",
            f"{p90:.2f} s",
            f"{taken[-1][0]:.2f} s",
            str(taken[-1][1]),
            f"{statistics.mean(gaps):.1%}",
            f"{max(gaps):.1%}",
        )
    out.print(summary)


if __name__ == "__main__":
    main()
