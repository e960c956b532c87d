"""A hundred puzzles of each game in a row: how long each takes, and whether any is ambiguous, trivial or another one.

``python benchmarks/posing.py`` poses the seeds 1 to 100 of every game and prints a table; ``--game GAME``,
``--kind KIND``, ``--count N`` and ``--first SEED`` choose some of them, ``--jobs N`` uses so many processes.  Each
puzzle is then looked at again, by what posing has no part in:

* all its best answers are enumerated, with another random seed: there has to be exactly one, the same;
* where the plans can be counted, every one of them is played by the rules alone (``tests/enumerating.py``), which has
  to find the same value, and once;
* it is posed once more in a process of its own, with another order of sets, and has to be the same to the letter;
* the greedy player has to fall short.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from models import GAMES
from puzzles.kinds.settled import LIMITS, NoPuzzleError
from puzzles.posing.pose import Puzzle, pose
from puzzles.solving import solve
from solver.answer import Status

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))


@dataclass(frozen=True)
class Verdict:
    """What came of a seed: seconds by the clock and of the processor, which puzzle, and what is wrong with it."""

    game: str
    seed: int
    seconds: float
    processor: float
    kind: str
    level: int
    counted: bool
    wrong: tuple[str, ...]


def look(game: str, kind: str | None, seed: int, again: bool, keep: Path | None) -> Verdict:
    """Pose a puzzle and look at it again."""
    begin, used = time.perf_counter(), time.process_time()
    try:
        puzzle = pose(game, kind=kind, seed=seed)
    except NoPuzzleError as error:
        return Verdict(game, seed, *_since(begin, used), kind or "?", 0, False, (str(error),))
    seconds, processor = _since(begin, used)
    if keep is not None:
        (keep / f"{game}-{seed}.json").write_text(json.dumps(puzzle.plain()), encoding="utf-8")
    wrong, counted = _looked_at(puzzle)
    if again and _posed_elsewhere(game, kind, seed) != json.loads(json.dumps(puzzle.plain())):
        wrong.append("posed again it is another one")
    return Verdict(
        game, seed, seconds, processor, puzzle.scenario.question.kind, puzzle.difficulty.level, counted, tuple(wrong)
    )


def _since(begin: float, used: float) -> tuple[float, float]:
    return time.perf_counter() - begin, time.process_time() - used


def _looked_at(puzzle: Puzzle) -> tuple[list[str], bool]:
    from tests.enumerating import best_answers

    wrong = []
    every = solve(puzzle.scenario, all=True, limits=replace(LIMITS, seed=7))
    if (every.status, every.complete, len(every.answers or ())) != (Status.OPTIMAL, True, 1):
        wrong.append(f"ambiguous: {len(every.answers or ())} best answers, {every.status}")
    elif (every.value, every.plan) != (puzzle.answer.value, puzzle.answer.plan):
        wrong.append("another answer is best")
    if puzzle.difficulty.greedy == puzzle.difficulty.best:
        wrong.append("trivial")
    counted = best_answers(puzzle.scenario)
    if counted is not None and counted != (puzzle.answer.value, 1):
        wrong.append(f"by the rules alone: value and best answers {counted}, not {(puzzle.answer.value, 1)}")
    return wrong, counted is not None


def _posed_elsewhere(game: str, kind: str | None, seed: int) -> Any:
    words = ["pose", game, "--seed", str(seed), *(["--kind", kind] if kind else []), "--json"]
    ran = subprocess.run(
        [sys.executable, "-m", "puzzles", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(ran.stdout)


def main() -> int:
    """Print a table, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--kind")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write every puzzle and verdict into a folder")
    parser.add_argument("--once", action="store_true", help="leave out posing them a second time")
    asked = parser.parse_args()
    failed = 0
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
    print(f"{'game':<12}{'puzzles':>8}{'median':>8}{'p90':>8}{'worst':>8}{'cpu':>8}  by the rules alone  levels, kinds")
    for game in asked.game or GAMES:
        seeds = range(asked.first, asked.first + asked.count)
        with ProcessPoolExecutor(asked.jobs) as pool:
            waiting = [pool.submit(look, game, asked.kind, seed, not asked.once, asked.keep) for seed in seeds]
            found = [_noted(one.result(), asked.keep) for one in waiting]
        failed += _tell(game, found)
    return 1 if failed else 0


def _noted(one: Verdict, keep: Path | None) -> Verdict:
    """The same, a line of it written down at once, so that what is done stands if the rest is not."""
    if keep is not None:
        with (keep / "verdicts.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(one)) + "\n")
    return one


def _tell(game: str, found: list[Verdict]) -> int:
    seconds = sorted(one.seconds for one in found)
    p90 = seconds[int(0.9 * (len(seconds) - 1))]
    print(
        f"{game:<12}{len(found):>8}{statistics.median(seconds):>8.2f}{p90:>8.2f}{seconds[-1]:>8.2f}"
        f"{statistics.median(one.processor for one in found):>8.2f}"
        f"  {sum(one.counted for one in found):>18}  {dict(sorted(Counter(one.level for one in found).items()))}, "
        f"{dict(Counter(one.kind for one in found))}",
        flush=True,
    )
    wrong = [one for one in found if one.wrong]
    for one in wrong:
        print(f"  seed {one.seed} ({one.kind}): {'; '.join(one.wrong)}")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
