"""The plain model in MiniZinc, for Gecode (on Debian ``apt-get install minizinc``, which brings fzn-gecode)."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from models.alhambra.missions import MISSIONS
from peers.common import Found, Puzzle, beyond, type_number

MODEL = Path(__file__).with_name("layout.mzn")
GRACE = 10.0
"""Seconds after the limit when a run that does not end by itself is stopped."""


def available() -> bool:
    """Whether MiniZinc and Gecode are installed."""
    return bool(shutil.which("minizinc") and shutil.which("fzn-gecode"))


def data(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as data for the model."""
    number = {cell: at for at, cell in enumerate(puzzle.cells, start=1)}
    kinds = [[False] * 4, *([bool(tile.mask >> side & 1) for side in range(4)] for tile in puzzle.tiles), [False] * 4]

    def comes_from(cell: Any, side: int) -> list[int]:
        found = [(number[c] - 1) * 4 + s + 1 for c, s in puzzle.before((cell, side))]
        return found + [0] * (3 - len(found))

    return {
        "cells": len(number),
        "tiles": len(puzzle.tiles),
        "beyond": [[number.get(beyond(cell, side), 0) for side in range(4)] for cell in puzzle.cells],
        "column_of": [x for x, _ in puzzle.cells],
        "row_of": [y for _, y in puzzle.cells],
        "rim": [cell in puzzle.rim for cell in puzzle.cells],
        "walled": kinds,
        "type_of": [0, *map(type_number, puzzle.tiles), 0],
        "before": [[comes_from(cell, side) for side in range(4)] for cell in puzzle.cells],
    } | {mission.replace("-", "_"): mission in puzzle.missions for mission in MISSIONS}


def solve(puzzle: Puzzle, limit: float, threads: int = 2) -> Found:
    """The best layout, as far as it is found within the limit; flattening counts."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "puzzle.json")
        given.write_text(json.dumps(data(puzzle)), encoding="utf-8")
        command = ["minizinc", "--solver", "gecode", "-p", str(threads), "-a"]
        command += ["--time-limit", str(round(1000 * limit)), str(MODEL), str(given)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=limit + GRACE)
        except subprocess.TimeoutExpired as stopped:
            text = stopped.stdout or b""
            output, errors, code = (text.decode() if isinstance(text, bytes) else text), "", 0
        else:
            output, errors, code = run.stdout, run.stderr, run.returncode
    seconds = time.perf_counter() - begin
    if code:
        raise RuntimeError(errors.strip() or f"minizinc ended with {code}")
    proved = "==========" in output
    solutions = [json.loads(line) for line in output.splitlines() if line.startswith("{") and line.endswith("}")]
    if not solutions:
        return Found(seconds, False, None, None, {})
    best = max(solutions, key=lambda solution: solution["points"])
    laid = zip(puzzle.cells[1:], best["at"][1:], strict=True)
    layout = {cell: puzzle.tiles[tile - 1] for cell, tile in laid if tile}
    return Found(seconds, proved, best["points"], best["points"] if proved else None, layout)
