"""A grid on a terminal: a table for one axis, a matrix for two, long rows for more; what it comes to in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from models.errors import Path, dotted
from puzzles.axes import is_whole, words_of
from puzzles.columns import GAP, Column, pairs, say, screen, table, width_of
from puzzles.grid import Cell, Grid, Listener, Sensitivity, State
from puzzles.live import counted
from puzzles.questions import find
from puzzles.scenario import task_of

STATES = {
    State.OPTIMAL: "proved",
    State.FEASIBLE: "not proved",
    State.INFEASIBLE: "proved",
    State.UNKNOWN: "no answer",
    State.UNSOUND: "unsound",
    State.CONTRADICTION: "contradiction",
    State.UNFINISHED: "not finished",
}
SIGNS = {
    State.INFEASIBLE: ("none", "proved that no plan fits"),
    State.UNKNOWN: ("?", "nothing found in time"),
    State.UNSOUND: ("×", "no sound scenario"),
    State.CONTRADICTION: ("!", "an internal contradiction"),
    State.UNFINISHED: ("…", "not finished"),
}
OWN = "*"
WIDE = 24
"""A column with a longer value is broken."""
MOST_TOLD = 5
"""Different faults that are told below a table that has no room for them."""


def labels(paths: Sequence[Path]) -> list[str]:
    """The shortest ends of paths that tell them apart.

    >>> labels([("players", "ana", "city"), ("players", "ben", "city"), ("round",), ("bounds", 0)])
    ['ana.city', 'ben.city', 'round', 'bounds[0]']
    """
    found = []
    for path in paths:
        ends = (path[at:] for at in range(len(path) - 1, -1, -1))
        unique = (end for end in ends if isinstance(end[0], str) and [p[-len(end) :] for p in paths].count(end) == 1)
        found.append(dotted(next(unique, path)))
    return found


def label_axes(grid: Grid) -> tuple[list[str], list[str]]:
    """Short names of the axes, and of what gives way."""
    found = labels([*(axis.path for axis in grid.axes), *(balance.path for balance in grid.change.balances)])
    return found[: len(grid.axes)], found[len(grid.axes) :]


def print_grid(grid: Grid, *, plans: bool = False) -> None:
    """The whole of a grid; ``plans`` tells the plan of each different answer too."""
    scenario = grid.scenario
    say(scenario.title or scenario.name, bold=True)
    for line in scenario.game.headline(scenario.board, scenario.position):
        say(line)
    say()
    pairs([*_what_changes(grid)])
    say()
    if len(grid.axes) == 2:
        _print_matrix(grid)
    else:
        _print_rows(grid)
    say()
    if plans:
        _print_plans(grid)
    for one, label in zip(grid.sensitivities(), label_axes(grid)[0], strict=True):
        first, *rest = sensitivity_words(grid, one)
        say(f"{label}: {first}")
        for words in rest:
            say(f"  {words}")
    if grid.interrupted:
        left = sum(cell.state is State.UNFINISHED for cell in grid.cells)
        say(f"interrupted: {left} of {len(grid.cells)} places are not finished", colour="yellow")


def _what_changes(grid: Grid) -> Iterator[tuple[str, str]]:
    for axis in grid.axes:
        yield "changes", f"{axis.name}: {ranges(axis.values)} (in the file: {words_of(axis.own)})"
    for balance in grid.change.balances:
        yield "gives way", f"{balance.name} (in the file: {balance.own})"


def ranges(values: Sequence[object]) -> str:
    """Values in words: whole numbers that follow each other from the first to the last.

    >>> ranges((0, 1, 2, 6)), ranges((None, 3, 4)), ranges((True, "points"))
    ('0 to 2, 6', 'null, 3, 4', 'true, points')
    """
    runs: list[list[object]] = []
    for value in values:
        last = runs[-1][-1] if runs else None
        if is_whole(value) and is_whole(last) and value == last + 1:  # type: ignore[operator]
            runs[-1].append(value)
        else:
            runs.append([value])
    ends = ([run[0], run[-1]] if len(run) > 2 else run for run in runs)
    words = (list(map(words_of, run)) for run in ends)
    return ", ".join(
        " to ".join(pair) if len(run) > 2 else ", ".join(pair) for pair, run in zip(words, runs, strict=True)
    )


def _answer_words(grid: Grid, cell: Cell) -> str:
    """Which answer it is, and, where there is room, whether it is that of the file."""
    if len(grid.axes) > 2:
        return (cell.letter or ("none" if cell.proved else "")) + OWN * grid.is_own(cell)
    if grid.is_own(cell):
        return f"{cell.letter or 'none'}, the file's"
    if not cell.proved:
        return ""
    end = {True: "the same", False: "another", None: ""}[cell.same]
    return ", ".join(part for part in (cell.letter or "none", end) if part)


def _kept_words(cell: Cell) -> str:
    """How the plan that answers the file does here."""
    if cell.kept is None:
        return ""
    return str(cell.kept.value) if cell.kept.legal else "illegal"


def _words(cell: Cell) -> str:
    """What a value means, or what is wrong."""
    if cell.state is State.FEASIBLE:
        return f"{cell.words} (bound {cell.bound})"
    if cell.faults:
        fault = cell.faults[0]
        return ": ".join(part for part in ((fault.path or "").rpartition(".")[2], fault.message) if part)
    return cell.words


def _print_rows(grid: Grid) -> None:
    """A row for each place, without the columns that say nothing."""
    names, giving = label_axes(grid)
    axes = [
        Column(name, right=axis.numeric, wraps=max(map(width_of, map(words_of, axis.values))) > WIDE)
        for name, axis in zip(names, grid.axes, strict=True)
    ]
    kept = Column(f"{'A' if 'A' in grid.plans else 'file'} here", right=True)
    columns = [*axes, *(Column(name, right=True) for name in giving), Column("value", right=True)]
    columns += [Column("that is", wraps=True), Column("status"), Column("answer"), kept]
    rows = [_row(grid, cell) for cell in grid.cells]
    told = {"status": any(cell.state is not State.OPTIMAL for cell in grid.cells)}
    told[kept.title] = any(row[-1] for row in rows)
    keep = [at for at, column in enumerate(columns) if told.get(column.title, True)]
    table([columns[at] for at in keep], [tuple(row[at] for at in keep) for row in rows])
    if not told["status"]:
        say("all proved best")
    if len(grid.axes) > 2:
        say(f"{OWN} as in the file")


def _row(grid: Grid, cell: Cell) -> tuple[str, ...]:
    value = "" if cell.value is None else str(cell.value)
    shown = [words_of(value) for value in cell.values]
    ends = (_words(cell), STATES[cell.state], _answer_words(grid, cell), _kept_words(cell))
    return (*shown, *map(str, cell.gave), value, *ends)


def sign(cell: Cell) -> str:
    """A cell in a few characters: its value and the letter of its answer, or why there is none."""
    if cell.state in SIGNS:
        return SIGNS[cell.state][0]
    return f"{cell.value} {cell.letter or '?'}"


def _print_matrix(grid: Grid) -> None:
    """Two axes: the first downward, the second across, in as many pieces as it takes."""
    (down, across), (first, second) = grid.axes, label_axes(grid)[0]
    heads = [words_of(value) for value in across.values]
    signs = [
        [sign(cell := grid.at((row, at))) + OWN * grid.is_own(cell) for at in range(len(heads))]
        for row in range(len(down.values))
    ]
    widths = [max(width_of(head), *(width_of(row[at]) for row in signs)) for at, head in enumerate(heads)]
    side = max(width_of(first), *(width_of(words_of(value)) for value in down.values))
    for number, piece in enumerate(_pieces(widths, screen() - side)):
        if number:
            say()
        say(f"{' ' * min(side + len(GAP), 30)}{second}")
        columns = [Column(first, right=down.numeric), *(Column(heads[at], right=True) for at in piece)]
        rows = zip(down.values, signs, strict=True)
        table(columns, [(words_of(value), *(row[at] for at in piece)) for value, row in rows])
    say()
    _print_legend(grid)


def _pieces(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Columns that fit beside each other."""
    piece: list[int] = []
    used = 0
    for at, width in enumerate(widths):
        if piece and used + width + len(GAP) > room:
            yield piece
            piece, used = [], 0
        piece.append(at)
        used += width + len(GAP)
    yield piece


def _print_legend(grid: Grid) -> None:
    """What the signs of a matrix mean, and what is wrong where a place is not sound."""
    own = f"as in the file: {_words(grid.own)}"
    told = [(OWN, own), ("A, B, …", "which answer; A is that of the file" if "A" in grid.plans else "which answer")]
    if any(cell.state is State.FEASIBLE for cell in grid.cells):
        told.append(("14 ?", "a value that is not proved best"))
    states = {cell.state for cell in grid.cells}
    told += [pair for state, pair in SIGNS.items() if state in states]
    pairs(told)
    faults = list(dict.fromkeys(cell.words for cell in grid.cells if cell.state is State.UNSOUND))
    for words in faults[:MOST_TOLD]:
        say(f"  × {words}")
    if len(faults) > MOST_TOLD:
        say(f"  × and {len(faults) - MOST_TOLD} more")


def _print_plans(grid: Grid) -> None:
    """The plan of each different answer, and where it is best."""
    for letter, plan in grid.plans.items():
        cell = next(cell for cell in grid.cells if cell.letter == letter and cell.plan == plan)
        scenario = grid.change.place(cell.values).scenario
        assert scenario is not None
        where = "the file's answer" if grid.is_own(cell) else ", ".join(_where(grid, cell))
        say(f"{letter}: {where}: {cell.words}", bold=True)
        pairs(find(scenario.game.key, scenario.question.kind).load().answer_words(task_of(scenario), plan))
        say()


def _where(grid: Grid, cell: Cell) -> Iterator[str]:
    for name, value in zip(label_axes(grid)[0], cell.values, strict=True):
        yield f"{name} {words_of(value)}"


def sensitivity_words(grid: Grid, one: Sensitivity) -> Iterator[str]:
    """How the answer hangs on an axis, in a sentence or two."""
    own = grid.own
    if not own.proved:
        yield "the file's own answer is not proved, so nothing can be said"
        return
    what = "the file's answer holds" if own.plan is not None else "no plan fits either"
    others = "" if len(grid.axes) == 1 else ", all else as in the file"
    here, *again = _holding(one)
    more = f", and again for {'; '.join(ranges(stretch) for stretch in again)}" if again else ""
    yield f"{what} for {ranges(here)}{more}{others}"
    if one.flips:
        yield _flip_words(one)
    else:
        yield "no value tried changes it" + (", as far as is known" if one.unclear else "")
    if one.unclear:
        yield f"not sound, or not proved: {ranges(one.unclear)}"


def _holding(one: Sensitivity) -> list[tuple[object, ...]]:
    """The values with the file's answer, those about its own first; where none is near another, all at once."""
    stretches = [stretch for stretch in one.stretches if one.axis.at in stretch.places]
    stretches += [s for s in one.stretches if s is not stretches[0] and s.letter == stretches[0].letter]
    told = [tuple(one.axis.values[at] for at in stretch.places) for stretch in stretches]
    return told if one.axis.numeric else [sum(told, ())]


def _flip_words(one: Sensitivity) -> str:
    told = " or ".join(map(words_of, one.flips))
    if one.distance is None:
        return f"another answer: {ranges(one.flips)}"
    return f"the smallest change that flips it: {words_of(one.axis.own)} → {told} (by {one.distance:g})"


@contextmanager
def progress(mode: str) -> Iterator[Listener | None]:
    """A listener that shows a grid as it grows: a live line on a terminal, JSON lines, or nothing when piped."""
    with counted(mode, "cells", "places") as tell:
        if tell is None:
            yield None
            return

        def show(finished: int, total: int, cell: Cell) -> None:
            values = [words_of(value) for value in cell.values]
            tell(finished, total, {"values": values, "status": cell.state.value, "value": cell.value})

        yield show
