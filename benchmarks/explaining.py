"""How long an explanation of a best response takes, at the size of the table.

``python benchmarks/explaining.py`` explains the seeded instances of ``empire_best_response.py`` (7 provinces, 5
players, 15 cubes) and prints seconds on the clock, all in one: the best answer, a verified minimal reason, what would
bring more.
"""

from __future__ import annotations

import argparse
import time

from timing import spread

from puzzles.explaining.explain import explain
from puzzles.generate.empire import best_response
from puzzles.solving import solve


def main() -> None:
    """Print median, p90 and worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    count = parser.parse_args().count
    solve(best_response(0))  # loads OR-Tools
    seconds, sizes, unverified = [], [], 0
    for seed in range(count):
        scenario = best_response(seed)
        begin = time.perf_counter()
        found = explain(scenario)
        seconds.append(time.perf_counter() - begin)
        sizes.append(len(found.reasons[0].grounds))
        unverified += not found.reasons[0].verified
    median, p90, worst = spread(seconds)
    print(f"{count} best responses explained: median {median:.2f} s, p90 {p90:.2f} s, worst {worst:.2f} s")
    print(f"facts in the reason: {min(sizes)} to {max(sizes)}; not verified: {unverified}")


if __name__ == "__main__":
    main()
