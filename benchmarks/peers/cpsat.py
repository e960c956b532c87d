"""The plain model in CP-SAT: one Boolean for each tile and cell, levels for reach and for gaps."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

from peers.common import Found, Puzzle, beyond, type_number

ORIGIN = (0, 0)


class _Model:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.model = cp_model.CpModel()
        self.terms: list[Any] = []
        cells, tiles = puzzle.cells, puzzle.tiles
        self.put = {(t, c): self.bool() for t in range(len(tiles)) for c in cells if c != ORIGIN}
        for t in range(len(tiles)):
            self.model.add_at_most_one(self.put[t, c] for c in cells if c != ORIGIN)
        self.full = {c: self.bool() for c in cells}
        self.wall = {(c, s): self.bool() for c in cells for s in range(4)}
        self.model.add(self.full[ORIGIN] == 1)
        for c in cells:
            here = [] if c == ORIGIN else [self.put[t, c] for t in range(len(tiles))]
            if c != ORIGIN:
                self.model.add(sum(here) == self.full[c])
            for s in range(4):
                self.model.add(
                    sum(x for x, tile in zip(here, tiles, strict=False) if tile.mask >> s & 1) == self.wall[c, s]
                )
        self.join: dict[Any, Any] = {}
        for c, s, d in puzzle.pairs:
            one, other = self.wall[c, s], self.wall[d, (s + 2) % 4]
            for a, b in ((one, other), (other, one)):
                self.model.add_implication(a, b).only_enforce_if(self.full[c], self.full[d])
            self.join[c, d] = self.join[d, c] = self.both(self.full[c], self.full[d], one.negated(), other.negated())
        self.reach()
        self.gaps()

    def bool(self) -> Any:
        return self.model.new_bool_var("")

    def both(self, *parts: Any) -> Any:
        """A Boolean that says that all of these hold."""
        result = self.bool()
        self.model.add_bool_and(parts).only_enforce_if(result)
        self.model.add_bool_or(result, *(part.negated() for part in parts))
        return result

    def some(self, parts: Iterable[Any]) -> Any:
        """A Boolean that may hold only where one of these does."""
        result = self.bool()
        self.model.add_bool_or(result.negated(), *parts)
        return result

    def neighbours(self, c: Any) -> list[Any]:
        return [d for d in (beyond(c, s) for s in range(4)) if d in self.full]

    def reach(self) -> None:
        """Steps from the fountain: one more than those of the nearest joined neighbour."""
        most = len(self.puzzle.tiles)
        self.level = {c: self.model.new_int_var(0, most, "") for c in self.puzzle.cells}
        self.model.add(self.level[ORIGIN] == 0)
        for c in self.puzzle.cells:
            self.model.add(self.level[c] == 0).only_enforce_if(self.full[c].negated())
            if c == ORIGIN:
                continue
            parents = []
            for d in self.neighbours(c):
                parent = self.bool()
                self.model.add_implication(parent, self.join[c, d])
                self.model.add(self.level[c] == self.level[d] + 1).only_enforce_if(parent)
                self.model.add(self.level[c] <= self.level[d] + 1).only_enforce_if(self.join[c, d])
                parents.append(parent)
            self.model.add_bool_or(self.full[c].negated(), *parents)

    def gaps(self) -> None:
        """Every empty cell has the way out: at the rim, or over an empty neighbour of a lower level."""
        cells = self.puzzle.cells
        level = {c: self.model.new_int_var(0, len(cells), "") for c in cells}
        for c in cells:
            if c in self.puzzle.rim:
                continue
            ways = []
            for d in self.neighbours(c):
                way = self.bool()
                self.model.add_implication(way, self.full[d].negated())
                self.model.add(level[c] >= level[d] + 1).only_enforce_if(way)
                ways.append(way)
            self.model.add_bool_or(self.full[c], *ways)

    # -- what counts -----------------------------------------------------------------------------

    def outer(self) -> dict[Any, Any]:
        """Sides that are walls with nothing behind."""
        return {
            (c, s): self.both(self.wall[c, s], self.full[beyond(c, s)].negated())
            if beyond(c, s) in self.full
            else self.wall[c, s]
            for c in self.puzzle.cells
            for s in range(4)
        }

    def run(self, outer: dict[Any, Any]) -> dict[Any, Any]:
        """Sides that make one outer wall: each but the first comes after another."""
        run = {edge: self.bool() for edge in outer}
        start = {edge: self.bool() for edge in outer}
        self.model.add_at_most_one(start.values())
        for edge in outer:
            self.model.add_implication(run[edge], outer[edge])
            self.model.add_bool_or(run[edge].negated(), start[edge], *(run[e] for e in self.puzzle.before(edge)))
        return run

    def longest_wall(self) -> None:
        outer = self.outer()
        run = self.run(outer)
        self.terms += run.values()
        if "second-wall" in self.puzzle.missions:
            second = self.run(outer)
            self.terms += second.values()
            # parts of one wall are together no longer than the two longest, so apart is enough
            for edge in outer:
                self.model.add_bool_or(run[edge].negated(), second[edge].negated())

    def lines(self, along: int) -> None:
        """3 for each row (along 0) or column with three full cells in succession."""
        for number in sorted({c[1 - along] for c in self.puzzle.cells}):
            line = sorted(c[along] for c in self.puzzle.cells if c[1 - along] == number)
            at = {i: self.full[(i, number) if along == 0 else (number, i)] for i in line}
            threes = [self.both(at[i], at[i + 1], at[i + 2]) for i in line if i + 2 in at]
            self.terms.append(3 * self.some(threes))

    def mission_rows(self) -> None:
        self.lines(0)

    def mission_columns(self) -> None:
        self.lines(1)

    def mission_same_type(self) -> None:
        numbers = [type_number(tile) for tile in self.puzzle.tiles]
        kind = {
            (c, k): sum(self.put[t, c] for t in range(len(numbers)) if numbers[t] == k)
            for c in self.puzzle.cells
            if c != ORIGIN
            for k in range(1, 7)
        }
        for c, _, d in self.puzzle.pairs:
            for k in range(1, 7):
                if ORIGIN in (c, d) or numbers.count(k) < 2:
                    continue
                pair = self.bool()
                self.model.add(kind[c, k] == 1).only_enforce_if(pair)
                self.model.add(kind[d, k] == 1).only_enforce_if(pair)
                self.terms.append(3 * pair)

    def mission_second_wall(self) -> None:
        """Together with the longest wall."""

    def mission_diagonal(self) -> None:
        """2 for each full cell of one diagonal line of two or more."""
        cells = set(self.puzzle.cells)
        starts = []
        for dx in (1, -1):
            on = {c: self.bool() for c in cells}
            for c in cells:
                start = self.bool()
                starts.append(start)
                before, after = (c[0] - dx, c[1] - 1), (c[0] + dx, c[1] + 1)
                self.model.add_implication(on[c], self.full[c])
                self.model.add_bool_or(on[c].negated(), start, *([on[before]] if before in cells else []))
                self.model.add_bool_or(start.negated(), *([on[after]] if after in cells else []))
                self.terms.append(2 * on[c])
        self.model.add_at_most_one(starts)

    def mission_double_walls(self) -> None:
        for c, s, d in self.puzzle.pairs:
            self.terms.append(3 * self.both(self.wall[c, s], self.wall[d, (s + 2) % 4]))

    def mission_variety(self) -> None:
        numbers = [type_number(tile) for tile in self.puzzle.tiles]
        laid = [self.some(x for (t, _), x in self.put.items() if numbers[t] == k) for k in range(1, 7) if k in numbers]
        steps = [self.bool() for _ in laid]  # so many types at least
        self.model.add(sum(steps) <= sum(laid))
        for less, more in pairwise(steps):
            self.model.add_implication(more, less)
        self.terms += [more * step for more, step in enumerate(steps)]  # 0, 0 + 1, 0 + 1 + 2, ...

    def mission_path(self) -> None:
        far = self.model.new_int_var(0, len(self.puzzle.tiles), "")
        self.model.add_max_equality(far, self.level.values())
        self.terms.append(far)

    def mission_grids(self) -> None:
        for x, y in self.puzzle.cells:
            grid = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            if all(c in self.full for c in grid):
                self.terms.append(2 * self.both(*(self.full[c] for c in grid)))


def solve(puzzle: Puzzle, limit: float, threads: int = 2) -> Found:
    """The best layout, as far as it is found within the limit; building the model counts."""
    begin = time.perf_counter()
    plain = _Model(puzzle)
    plain.longest_wall()
    for mission in puzzle.missions:
        getattr(plain, f"mission_{mission.replace('-', '_')}")()
    plain.model.maximize(sum(plain.terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = threads
    solver.parameters.max_time_in_seconds = max(0.01, limit - (time.perf_counter() - begin))
    status = solver.solve(plain.model)
    seconds = time.perf_counter() - begin
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(seconds, False, None, None, {})
    layout = {c: puzzle.tiles[t] for (t, c), x in plain.put.items() if solver.value(x)}
    value, bound = round(solver.objective_value), round(solver.best_objective_bound)
    return Found(seconds, status == cp_model.OPTIMAL, value, bound, layout)
