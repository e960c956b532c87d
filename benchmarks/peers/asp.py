"""The plain model in answer set programming, for clingo (``pip install clingo``)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from peers.common import Found, Puzzle, type_number

PROGRAM = Path(__file__).with_name("layout.lp")


def facts(puzzle: Puzzle) -> Iterator[str]:
    """The puzzle as facts for the program."""
    yield f"most({len(puzzle.tiles)})."
    yield from (f"cell(({x},{y}))." for x, y in puzzle.cells)
    yield from (f"rim(({x},{y}))." for x, y in sorted(puzzle.rim))
    yield from (f"mission({mission.replace('-', '_')})." for mission in puzzle.missions)
    for number, tile in enumerate(puzzle.tiles):
        yield f"tile({number}). type({number},{type_number(tile)})."
        yield from (f"walled({number},{side})." for side in range(4) if tile.mask >> side & 1)


def solve(puzzle: Puzzle, limit: float, threads: int = 2) -> Found:
    """The best layout by branch and bound, as far as it is found within the limit; grounding counts."""
    import clingo

    begin = time.perf_counter()
    best: list[tuple[int, dict]] = []

    def keep(model: clingo.Model) -> None:
        layout = {}
        for symbol in model.symbols(shown=True):
            number, cell = symbol.arguments
            layout[cell.arguments[0].number, cell.arguments[1].number] = puzzle.tiles[number.number]
        best[:] = [(-sum(model.cost), layout)]

    # an unknown mission or type is no fault: facts that no rule asks for are left out
    control = clingo.Control(["--opt-strategy=bb,lin", f"--parallel-mode={threads}", "--warn=no-atom-undefined"])
    control.add("base", [], PROGRAM.read_text(encoding="utf-8") + "\n" + "\n".join(facts(puzzle)))
    control.ground([("base", [])])
    with control.solve(on_model=keep, async_=True) as handle:
        ended = handle.wait(max(0.01, limit - (time.perf_counter() - begin)))
        if not ended:
            handle.cancel()
        proved = bool(ended and handle.get().exhausted)
    seconds = time.perf_counter() - begin
    value, layout = best[0] if best else (None, {})
    return Found(seconds, proved and bool(best), value, value if proved else None, layout)
