"""How long a person waits for a command to start, against ``python -c "import click"``.

``python benchmarks/startup.py`` runs each command in turn, again and again, so that a busy machine
slows all of them alike, and prints the medians and their ratios to the first.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("satrap"))
RUNS = {
    'python -c "import click"': [sys.executable, "-c", "import click"],
    "satrap --help": [COMMAND, "--help"],
    "satrap score": [COMMAND, "score", "empire/first-region"],
    "satrap score --json": [COMMAND, "score", "empire/first-region", "--json"],
    "satrap cases": [COMMAND, "cases"],
    "satrap solve": [COMMAND, "solve", "empire/first-region"],
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    rounds = parser.parse_args().rounds
    seconds: dict[str, list[float]] = {name: [] for name in RUNS}
    for _ in range(rounds):
        for name, command in RUNS.items():
            begin = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            seconds[name].append(time.perf_counter() - begin)
    first = statistics.median(next(iter(seconds.values())))
    print(f"{'command':<28} {'median':>8} {'ratio':>6}   ({rounds} rounds)")
    for name, times in seconds.items():
        median = statistics.median(times)
        print(f"{name:<28} {median:>7.3f}s {median / first:>6.2f}")


if __name__ == "__main__":
    main()
