"""The layout question of alhambra side by side with plain models in three other solvers, on the same instances.

``python benchmarks/alhambra_peers.py`` draws real tiles and missions by seed and has each instance solved in
turn by satrap, by the plain tile-in-cell model in CP-SAT, by the plain model in clingo and by the one in
MiniZinc with Gecode, each with two threads; the order changes from instance to instance.  Every layout is judged
by the rules, and where an optimum is proved the others must not contradict it.  ``--write`` puts the table into
``docs/benchmarks/alhambra-peers.md``.

The peers are no dependency of satrap: ``pip install clingo``; on Debian ``apt-get install minizinc``, which
brings Gecode.  Those that are not installed are left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from peers.common import Found, Puzzle, worth

from puzzles.generate.alhambra_layout import Instance, instances
from puzzles.questions import of_game

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks" / "alhambra-peers.md"
THREADS = 2
OURS = "satrap"


@dataclass(frozen=True)
class Peer:
    """A column: what it is called, the version that runs, how it solves."""

    title: str
    version: str
    solve: Callable[[Instance, int | None, float], Found]


def ours(instance: Instance, side: int | None, limit: float) -> Found:
    """Our layout question: the seconds are those until the value is proved, the canonical plan apart."""
    from models.alhambra.layout import Layout
    from models.alhambra.tiles import FOUNTAIN
    from puzzles.solving import solve
    from solver.answer import Limits, Status

    begin = time.perf_counter()
    answer = solve(instance.scenario(), limits=Limits(seconds=limit, workers=THREADS))
    whole = time.perf_counter() - begin
    seconds = answer.statistics.get("value_seconds", whole)
    proved = answer.status is Status.OPTIMAL
    if answer.plan is None:
        return Found(seconds, False, None, None, {})
    layout = Layout.of(answer.plan.layout, instance.supply)
    placed = {cell: tile for cell, tile in layout.cells.items() if tile != FOUNTAIN}
    bound = answer.value if proved else answer.bound
    return Found(seconds, proved, answer.value, bound, placed)


def plain_cpsat(instance: Instance, side: int | None, limit: float) -> Found:
    from peers import cpsat

    return cpsat.solve(Puzzle(instance.tiles, instance.missions, side), limit, THREADS)


def plain_clingo(instance: Instance, side: int | None, limit: float) -> Found:
    from peers import asp

    return asp.solve(Puzzle(instance.tiles, instance.missions, side), limit, THREADS)


def plain_minizinc(instance: Instance, side: int | None, limit: float) -> Found:
    from peers import minizinc

    return minizinc.solve(Puzzle(instance.tiles, instance.missions, side), limit, THREADS)


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _gecode() -> str | None:
    """The version of Gecode that MiniZinc finds; None without either."""
    from peers import minizinc

    if not minizinc.available():
        return None
    known = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True).stdout
    line = next((line for line in known.splitlines() if "org.gecode.gecode" in line), None)
    return line.split("(")[0].strip().removeprefix("Gecode ") if line else None


def peers() -> Mapping[str, Peer]:
    """The columns that can run here, by key."""
    rows = {
        OURS: ("satrap", _layout_version(), ours),
        "cpsat": ("plain CP-SAT", _package("ortools"), plain_cpsat),
        "clingo": ("clingo", _package("clingo"), plain_clingo),
        "minizinc": ("MiniZinc, Gecode", _gecode(), plain_minizinc),
    }
    return {key: Peer(title, known, solve) for key, (title, known, solve) in rows.items() if known}


def _layout_version() -> str | None:
    return _package("satrap") if any(entry.kind == "layout" for entry in of_game("alhambra")) else None


@dataclass(frozen=True)
class Row:
    """An instance and what each column came to, with what its layout is worth by the rules."""

    instance: Instance
    found: Mapping[str, Found]
    worth: Mapping[str, int | None]

    def faults(self, side: int | None) -> Iterator[str]:
        """Where a claim is not what the rules say, or a proof is contradicted."""
        for key, found in self.found.items():
            value = self.worth[key]
            if found.claimed is not None and (value is None or value < found.claimed):
                yield f"{self.instance.name}: {key} claims {found.claimed}, its layout is worth {value}"
            elif found.proved and value != found.claimed:
                yield f"{self.instance.name}: {key} proves {found.claimed}, its layout is worth {value}"
            for other, beside in self.worth.items():
                # on a smaller board a peer's optimum may lie below ours
                if found.bound is None or beside is None or (side is not None and other == OURS != key):
                    continue
                if beside > found.bound:
                    yield f"{self.instance.name}: {other} has {beside}, {key} proves that {found.bound} is the most"


def run(instance: Instance, chosen: Mapping[str, Peer], side: int | None, limit: float, turn: int) -> Row:
    """Have an instance solved by all, a different one first each time."""
    keys = list(chosen)
    found = {}
    for at in range(len(keys)):
        key = keys[(turn + at) % len(keys)]
        found[key] = chosen[key].solve(instance, side, limit)
    value = {
        key: worth(one.layout, instance.missions) if one.claimed is not None else None for key, one in found.items()
    }
    return Row(instance, {key: found[key] for key in keys}, value)


def cell(found: Found, value: int | None) -> tuple[str, str]:
    """Seconds, and the value with its gap where it is not proved."""
    if found.proved:
        return f"{found.seconds:.2f}", str(value)
    if value is None:
        return f"> {found.seconds:.0f}", "none found"
    gap = "no bound" if found.bound is None else f"gap {(found.bound - value) / max(1, found.bound):.0%}"
    return f"> {found.seconds:.0f}", f"{value} ({gap})"


def summary(rows: Sequence[Row], chosen: Mapping[str, Peer], limit: float) -> Iterator[list[str]]:
    """The lines under a table: how many are proved, medians with the limit for what is not, ratios to the first."""
    medians = {}
    counts = ["proved"]
    for key in chosen:
        done = [row.found[key].proved for row in rows]
        # an unproved run took longer than the limit: it counts as the limit, in favour of whoever did not end
        taken = [row.found[key].seconds if row.found[key].proved else limit for row in rows]
        medians[key] = (statistics.median(taken), 2 * sum(done) <= len(done))
        counts += [f"{sum(done)} of {len(done)}", ""]
    yield counts
    yield ["median", *(text for key in chosen for text in (f"{'≥ ' * medians[key][1]}{medians[key][0]:.2f}", ""))]
    first = next(iter(chosen))
    base = medians[first][0] or 1e-9
    ratios = (f"{'≥ ' * medians[key][1]}{medians[key][0] / base:.1f}" for key in chosen)
    yield [f"ratio to {chosen[first].title}", *(text for ratio in ratios for text in (ratio, ""))]


def markdown(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first to the right."""
    rule = ["---" if at < 1 else "---:" for at in range(len(header))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (header, rule, *lines))


def table(rows: Sequence[Row], chosen: Mapping[str, Peer], limit: float) -> str:
    """The table of one number of tiles."""
    header = ["tiles-seed, missions"]
    for peer in chosen.values():
        header += [f"{peer.title}, s", "value"]
    lines = [
        [
            f"{row.instance.name} {', '.join(row.instance.missions)}",
            *(text for key in chosen for text in cell(row.found[key], row.worth[key])),
        ]
        for row in rows
    ]
    return markdown(header, [*lines, *summary(rows, chosen, limit)])


def page(tables: Sequence[str], chosen: Mapping[str, Peer], given: argparse.Namespace, faults: Sequence[str]) -> str:
    """The whole page."""
    versions = "; ".join(f"{peer.title} {peer.version}" for peer in chosen.values())
    board = "every cell that the tiles could reach"
    if given.side:
        board = f"the {given.side} × {given.side} cells around the fountain (satrap: the whole plane)"
    says = "no disagreement" if not faults else "; ".join(faults)
    command = "python benchmarks/alhambra_peers.py " + " ".join(given.words)
    return "\n".join(
        [
            "# Layouts of alhambra: satrap and plain models in other solvers",
            "",
            f"`{command.strip()}`",
            "",
            f"{versions}. {THREADS} threads each, limit {given.limit:g} s, Python {platform.python_version()}, "
            f"{os.cpu_count()} processors.",
            "Real tiles and three missions drawn by seed; missions and longest wall count, the best subset of the "
            "tiles may be used.",
            f"The plain models look at {board}. Their seconds include building, grounding or flattening the model; "
            "satrap's are those until the value is proved.",
            "In the medians a run that did not end counts as the limit. Every layout was judged by the rules; "
            f"values and proofs: {says}.",
            "",
            "\n\n".join(tables),
            "",
        ]
    )


def main() -> None:
    """Run the benchmark and print the tables."""
    known = peers()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiles", type=int, nargs="+", default=[8], help="how many tiles (default: 8)")
    parser.add_argument("--count", type=int, default=5, help="instances of each size (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each run (default: %(default)s)")
    parser.add_argument("--only", nargs="+", choices=list(known), default=list(known), help="columns")
    parser.add_argument("--side", type=int, help="look at a square of this odd side only (plain models)")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(HERE.parent)}")
    given = parser.parse_args()
    if given.side is not None and (given.side < 3 or given.side % 2 == 0):
        parser.error("--side wants an odd number from 3 on")
    given.words = [word for word in sys.argv[1:] if word != "--write"]
    chosen = {key: peer for key, peer in known.items() if key in given.only}
    for peer in chosen.values():  # loads each solver, so that the first run is like the others
        peer.solve(instances(1, 1)[0], given.side, 10.0)
    tables, faults = [], []
    for tiles in given.tiles:
        rows = []
        for turn, instance in enumerate(instances(given.count, tiles, given.first)):
            row = run(instance, chosen, given.side, given.limit, turn)
            rows.append(row)
            faults += row.faults(given.side)
            told = (f"{key} {' '.join(cell(row.found[key], row.worth[key]))}" for key in chosen)
            print(f"{instance.name}: {'; '.join(told)}", file=sys.stderr, flush=True)
        tables.append(table(rows, chosen, given.limit))
    text = page(tables, chosen, given, faults)
    print(text)
    if given.write:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
