"""What the benchmarks over kinds of questions share: timing, medians, tables, the command line."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.answer import Limits, Status


class UnsoundError(Exception):
    """A seed whose scenario does not fit its question; the next one is taken."""


@dataclass(frozen=True)
class Kind:
    """A kind of scenario: how one is made, what it is in words, how many, and how long each may take.

    ``bounds`` asks for a table of every run with its bound.
    """

    make: Callable[[int], Scenario]
    what: str
    count: int = 100
    seconds: float = 60.0
    bounds: bool = False


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


def run_kinds(title: str, about: str | None, kinds: Mapping[str, Kind], warm: Scenario) -> None:
    """Read the command line, run the benchmark and print its tables; ``warm`` is answered before anything is timed."""
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=kinds, help="one kind of scenario (default: all)")
    parser.add_argument("--count", type=int, help="how many scenarios of each kind (default: as the kind says)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    given = parser.parse_args()
    solve(warm)  # loads the solver, so that the first run is like the others
    out = Console(width=None if sys.stdout.isatty() else 110)
    table = Table(title=title)
    for heading in ("scenarios", "what", "median", "p90", "worst", "seed of worst"):
        table.add_column(heading, justify="left" if heading in ("scenarios", "what") else "right")
    bounds = Table(title="What is found within the limit, and its bound")
    for heading in ("scenarios", "seed", "value", "bound", "gap", "seconds"):
        bounds.add_column(heading, justify="left" if heading == "scenarios" else "right")
    for name in [given.only] if given.only else kinds:
        kind = kinds[name]
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
        if kind.bounds:
            for run in runs:
                told = "-" if run.gap is None else f"{run.gap:.1f} %"
                bounds.add_row(name, str(run.seed), str(run.value), str(run.bound), told, f"{run.wall:.1f}")
    out.print(table)
    if bounds.row_count:
        out.print(bounds)
