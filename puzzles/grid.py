"""What if: the same question over changed scenarios, and how far its answer holds.

Every place of a grid is solved on its own, with one worker, so that what comes out does not depend
on how many are solved at the same time.  The answers are then compared.  Two places have *the
same answer* if the plan of the one, played by the rules at the other, is legal and worth the best
there: which of several best plans was singled out does not matter.  Answers get letters in the
order in which they are met, ``A`` being that of the file itself.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

from models.documents import Document
from models.errors import ContradictionError, Fault, InputError
from models.game import load_game
from puzzles.axes import ABSENT, Axis, Change, Place, words_of
from puzzles.questions import find
from puzzles.running import Done, Item, Where, digest, run
from puzzles.scenario import Scenario, task_of
from puzzles.solving import solve
from solver.answer import DEFAULT_LIMITS, Limits

MOST_FAULTS = 10
"""Faults that are told where no place of a grid is sound."""


class State(StrEnum):
    """How a place of the grid stands: a status of its answer, or why there is none."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    UNSOUND = "unsound"
    CONTRADICTION = "contradiction"
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Kept:
    """What the plan that answers the file is worth at another place: nothing to go by, if it breaks a rule there."""

    legal: bool
    value: int


@dataclass(frozen=True)
class Cell:
    """A place of the grid and its answer.

    Attributes
    ----------
    values
        One for each axis.
    gave
        The numbers that gave way.
    state
        How it stands.
    value, bound, proof, canonical, plan, rulings
        As of an answer.
    words
        The value as one says it, or what is wrong with the scenario.
    faults
        All that is wrong with it.
    letter
        Which answer it is; None where none is proved.
    same
        Whether it is that of the file; None where either is not proved.
    kept
        What the file's own plan is worth here; None where there is none, or nothing to compare it with.
    """

    values: tuple[Any, ...]
    gave: tuple[int, ...] = ()
    state: State = State.UNFINISHED
    value: int | None = None
    bound: int | None = None
    proof: str | None = None
    canonical: bool = False
    plan: Document | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)
    words: str = ""
    faults: tuple[Fault, ...] = ()
    letter: str | None = None
    same: bool | None = None
    kept: Kept | None = None

    @property
    def proved(self) -> bool:
        """Whether it is known for certain what the answer is, be it that there is none."""
        return self.state in (State.OPTIMAL, State.INFEASIBLE)


@dataclass(frozen=True)
class Stretch:
    """Neighbouring values of an axis, by their places, with the same answer; ``letter`` is None if that is no plan."""

    places: tuple[int, ...]
    letter: str | None


@dataclass(frozen=True)
class Sensitivity:
    """How the answer hangs on one axis, the others staying as in the file.

    Attributes
    ----------
    axis
        Which one.
    stretches
        Its values in their order, broken where the answer changes or is not proved.
    flips
        The nearest values with another answer, one or, on either side of the file's own, two; of values that are
        no numbers, all with another answer.
    unclear
        Values of which it is not known.
    """

    axis: Axis
    stretches: tuple[Stretch, ...]
    flips: tuple[Any, ...]
    unclear: tuple[Any, ...]

    @property
    def distance(self) -> int | float | None:
        """How far the nearest flip is from the file's own value."""
        return abs(self.flips[0] - self.axis.own) if self.axis.numeric and self.flips else None


@dataclass(frozen=True)
class Grid:
    """The answers to one question over changed scenarios.

    Attributes
    ----------
    change
        The scenario, the axes, and what gives way.
    cells
        In the order of the axes, the last one turning fastest.
    plans
        By letter, a plan that is that answer.
    limits
        Of each search.
    interrupted
        Whether it was stopped before all were finished.
    statistics
        How long it took, how many were solved, how many kept from before.
    """

    change: Change
    cells: tuple[Cell, ...]
    plans: Mapping[str, Document]
    limits: Limits = DEFAULT_LIMITS
    interrupted: bool = False
    statistics: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def scenario(self) -> Scenario:
        """The scenario of the file."""
        return self.change.scenario

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What changes."""
        return self.change.axes

    def at(self, where: Sequence[int]) -> Cell:
        """The cell at these places of the axes."""
        place = 0
        for axis, at in zip(self.axes, where, strict=True):
            place = place * len(axis.values) + at
        return self.cells[place]

    @property
    def own(self) -> Cell:
        """The file itself."""
        return self.at(self.change.own)

    def is_own(self, cell: Cell) -> bool:
        """Whether a cell is the file itself."""
        return cell is self.own

    def sensitivities(self) -> list[Sensitivity]:
        """How the answer hangs on each axis."""
        return [self._sensitivity(at) for at in range(len(self.axes))]

    def _sensitivity(self, at: int) -> Sensitivity:
        axis, own = self.axes[at], self.change.own
        line = [self.at((*own[:at], place, *own[at + 1 :])) for place in range(len(axis.values))]
        stretches: list[Stretch] = []
        broken = True
        for place, cell in enumerate(line):
            if cell.proved and not broken and stretches[-1].letter == cell.letter:
                stretches[-1] = Stretch((*stretches[-1].places, place), cell.letter)
            elif cell.proved:
                stretches.append(Stretch((place,), cell.letter))
            broken = not cell.proved
        others = [value for value, cell in zip(axis.values, line, strict=True) if cell.same is False]
        if axis.numeric and others:
            least = min(abs(value - axis.own) for value in others)
            others = [value for value in others if abs(value - axis.own) == least]
        unclear = [value for value, cell in zip(axis.values, line, strict=True) if cell.same is None]
        return Sensitivity(axis, tuple(stretches), tuple(others), tuple(unclear))

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap what-if --json``; a value that is not there is null."""
        return {
            "game": self.scenario.game.key,
            "question": self.scenario.question.kind,
            "axes": [
                {"path": axis.name, "values": [_json(v) for v in axis.values], "own": _json(axis.own)}
                for axis in self.axes
            ],
            "balance": [
                {"path": balance.name, "own": balance.own, "axes": [self.axes[at].name for at in balance.axes]}
                for balance in self.change.balances
            ],
            "cells": [self._plain(cell) for cell in self.cells],
            "answers": {letter: plan.plain() for letter, plan in self.plans.items()},
            "sensitivity": [_plain(one) for one in self.sensitivities()],
            "complete": not any(cell.state is State.UNFINISHED for cell in self.cells),
            "interrupted": self.interrupted,
            "statistics": dict(self.statistics),
        }

    def _plain(self, cell: Cell) -> dict[str, Any]:
        return {
            "values": {axis.name: _json(value) for axis, value in zip(self.axes, cell.values, strict=True)},
            "balance": {one.name: value for one, value in zip(self.change.balances, cell.gave, strict=True)},
            "own": self.is_own(cell),
            "status": cell.state.value,
            "value": cell.value,
            "bound": cell.bound,
            "proof": cell.proof,
            "canonical": cell.canonical,
            "words": cell.words,
            "letter": cell.letter,
            "same": cell.same,
            "own_plan": None if cell.kept is None else {"legal": cell.kept.legal, "value": cell.kept.value},
            "answer": cell.plan.plain() if cell.plan is not None else None,
            "rulings": dict(cell.rulings),
            "faults": [
                {"path": fault.path, "message": fault.message, "expected": fault.expected} for fault in cell.faults
            ],
        }

    def to_csv(self) -> str:
        """A table with a line for each cell: the axes, what gave way, and the answer."""
        stream = StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        changing = [*(axis.name for axis in self.axes), *(balance.name for balance in self.change.balances)]
        writer.writerow([*changing, "own", "status", "value", "bound", "letter", "same", "own_plan", "words"])
        for cell in self.cells:
            values = ["" if value is ABSENT else words_of(value) for value in cell.values]
            kept = cell.kept.value if cell.kept is not None and cell.kept.legal else None
            told = (self.is_own(cell), cell.state.value, cell.value, cell.bound, cell.letter, cell.same, kept)
            row = [str(x).lower() if isinstance(x, bool) else x for x in told]
            writer.writerow([*values, *cell.gave, *row, cell.words])
        return stream.getvalue()

    def _repr_svg_(self) -> str:
        from puzzles.drawing.charts import draw_grid

        return draw_grid(self)


def _json(value: Any) -> Any:
    return None if value is ABSENT else value


def _plain(one: Sensitivity) -> dict[str, Any]:
    return {
        "path": one.axis.name,
        "stretches": [
            {"values": [_json(one.axis.values[at]) for at in stretch.places], "letter": stretch.letter}
            for stretch in one.stretches
        ],
        "flips": [_json(value) for value in one.flips],
        "distance": one.distance,
        "unclear": [_json(value) for value in one.unclear],
    }


# -- solving ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Work:
    """A scenario on its way to another process, which has its game already, and the limits of the search."""

    game: str
    parts: Mapping[str, Any]
    limits: Limits

    @classmethod
    def of(cls, scenario: Scenario, limits: Limits) -> Work:
        """Pack a scenario."""
        parts = {one.name: getattr(scenario, one.name) for one in fields(scenario) if one.name != "game"}
        return cls(scenario.game.key, parts, limits)

    def scenario(self) -> Scenario:
        """Unpack it."""
        return Scenario(game=load_game(self.game), **self.parts)


def solve_cell(work: Work) -> dict[str, Any]:
    """Answer one scenario: a job for :func:`puzzles.running.run`.  Ctrl-C leaves nothing half done."""
    try:
        answer = solve(work.scenario(), limits=work.limits)
    except ContradictionError as error:
        return {"state": State.CONTRADICTION.value, "words": str(error)}
    if answer.interrupted:
        raise KeyboardInterrupt
    told = answer.plain()
    kept = ("value", "bound", "proof", "canonical", "answer", "rulings")
    return {"state": answer.status.value, **{key: told[key] for key in kept}}


Listener = Callable[[int, int, Cell], None]
"""Is told how many cells are finished, of how many, and the last one (not yet compared)."""


def what_if(
    scenario: Scenario,
    axes: Mapping[str, Iterable[Any] | str] | None = None,
    *,
    balance: str | Sequence[str] = (),
    ruling_axes: Mapping[str, Sequence[str]] | Iterable[str] = (),
    limits: Limits = DEFAULT_LIMITS,
    jobs: int | None = 1,
    scheduler: str | None = None,
    resume: str | Path | None = None,
    listener: Listener | None = None,
) -> Grid:
    """Ask the question of a scenario over changed ones.

    Parameters
    ----------
    axes
        By path of the scenario file, the values there, as values or as a text: ``"0..8, 12"``.
    balance
        Paths of numbers that give way, so that their sum with the axes nearest to them stays; or with those that
        are named: ``"position.players.b.city=position.players.b.temple"``.
    ruling_axes
        Rulings whose readings are an axis; all of them, or by ruling those named.
    limits
        Of each cell; there is one worker for each.
    jobs
        How many cells are solved at the same time, each in a process of its own; None for one on each core. A
        script that asks for more than one has to guard its start with ``if __name__ == "__main__":``.
    scheduler
        Or the address of a Dask scheduler, whose workers solve them.
    resume
        A file of finished cells, which are not solved again, and to which those that are finished are added.
    listener
        Is told of every finished cell.

    Raises
    ------
    InputError
        A path or a value that does not fit, no place of the grid is a sound scenario, or the file to go on with or
        the cluster cannot be used.

    Examples
    --------
    >>> import puzzles
    >>> scenario = puzzles.load("empire/first-region")
    >>> path = "position.players.marion"
    >>> grid = puzzles.what_if(scenario, {f"{path}.temple": "3..5"}, balance=f"{path}.city")
    >>> [(cell.values, cell.gave, cell.value, cell.letter) for cell in grid.cells]
    [((3,), (4,), 14, 'B'), ((4,), (3,), 14, 'A'), ((5,), (2,), 14, 'A')]
    """
    begin = time.perf_counter()
    task_of(scenario)
    readings = ruling_axes if isinstance(ruling_axes, Mapping) else dict.fromkeys(ruling_axes, ())
    change = Change.of(scenario, axes or {}, [balance] if isinstance(balance, str) else balance, readings)
    places = list(change.places())
    added = any(axis.added for axis in change.axes)
    asked = [place for at, place in zip(_wheres(change), places, strict=True) if not (added and at == change.own)]
    if not any(place.scenario for place in asked):
        raise _all_unsound(asked)
    limits = replace(limits, workers=1)
    keys = [_key(place, limits) for place in places]
    own_first = sorted(zip(_wheres(change), keys, places, strict=True), key=lambda one: one[0] != change.own)
    items = [
        Item(key, Work.of(place.scenario, limits))
        for _, key, place in own_first
        if key is not None and place.scenario is not None
    ]
    finished: dict[str, Done] = {}
    interrupted = False
    total = len({item.key for item in items})
    named = dict(zip(keys, places, strict=True))
    journal = None if resume is None else Path(resume)
    try:
        with closing(run(solve_cell, items, Where(jobs, scheduler), journal)) as results:
            for done in results:
                finished[done.key] = done
                if listener is not None:
                    listener(len(finished), total, _cell(named[done.key], done))
    except KeyboardInterrupt:
        interrupted = True
    cells = [_cell(place, finished.get(key or "")) for key, place in zip(keys, places, strict=True)]
    cells, plans = _compared(change, places, cells)
    statistics = {
        "seconds": round(time.perf_counter() - begin, 3),
        "cells": len(cells),
        "solved": sum(not done.kept for done in finished.values()),
        "kept": sum(done.kept for done in finished.values()),
    }
    return Grid(change, tuple(cells), plans, limits, interrupted, statistics)


def _all_unsound(places: Sequence[Place]) -> InputError:
    """What to say where there is nothing to solve: the first fault of each place, those that repeat once."""
    faults = dict.fromkeys(place.faults[0] for place in places)
    return InputError([*faults][:MOST_FAULTS])


def _key(place: Place, limits: Limits) -> str | None:
    """What the answer at a place depends on: the file with all changes, the board it names, the limits."""
    if place.scenario is None:
        return None
    return digest(place.scenario.source.data, place.scenario.board.plain(), limits.seconds, limits.seed)


def _cell(place: Place, done: Done | None) -> Cell:
    """A place with its result, not compared with others yet."""
    cell = Cell(place.values, place.gave)
    if place.scenario is None:
        fault = place.faults[0]
        words = ": ".join(part for part in (fault.path, fault.message) if part)
        return replace(cell, state=State.UNSOUND, words=words, faults=place.faults)
    if done is None:
        return replace(cell, words="not finished")
    result = done.result
    state = State(result["state"])
    if state is State.CONTRADICTION:
        return replace(cell, state=state, words=result["words"])
    asked = place.scenario.question
    question = find(place.scenario.game.key, asked.kind).load()
    plan = None if result["answer"] is None else question.answer.model_validate(result["answer"])
    words = {State.INFEASIBLE: "no plan fits", State.UNKNOWN: "nothing found in time"}.get(state, "")
    value = result["value"]
    return replace(
        cell,
        state=state,
        plan=plan,
        words=words or question.value_words(place.scenario.task, value),
        **{key: result[key] for key in ("value", "bound", "proof", "canonical", "rulings")},
    )


def _compared(change: Change, places: Sequence[Place], cells: Sequence[Cell]) -> tuple[list[Cell], dict[str, Document]]:
    """Give the answers their letters, the file's own first, and say how its plan fares everywhere."""
    own = next(cell for at, cell in zip(_wheres(change), cells, strict=True) if at == change.own)
    plans: dict[str, Document] = {}
    if own.state is State.OPTIMAL and own.plan is not None:
        plans["A"] = own.plan
    compared = []
    for place, cell in zip(places, cells, strict=True):
        if place.scenario is None or not (cell.proved or cell.plan):
            compared.append(cell)
            continue
        kept = None if own.plan is None else _played(place.scenario, own.plan)
        letter = None
        if cell.state is State.OPTIMAL and cell.plan is not None:
            letter = next((name for name, plan in plans.items() if _is_best(place.scenario, cell, plan)), None)
            if letter is None:
                letter = _letter(len(plans) + ("A" not in plans))
                plans[letter] = cell.plan
        same = letter == ("A" if own.plan else None) if own.proved and cell.proved else None
        compared.append(replace(cell, letter=letter, same=same, kept=kept))
    return compared, plans


def _wheres(change: Change) -> Iterator[tuple[int, ...]]:
    return product(*(range(len(axis.values)) for axis in change.axes))


def _is_best(scenario: Scenario, cell: Cell, plan: Document) -> bool:
    """Whether a plan is a best one at a cell."""
    if plan == cell.plan:
        return True
    played = _played(scenario, plan)
    return played is not None and played.legal and played.value == cell.value


def _played(scenario: Scenario, plan: Document) -> Kept | None:
    """A plan from elsewhere, played by the rules; None if it answers another question."""
    question = find(scenario.game.key, scenario.question.kind).load()
    if not isinstance(plan, question.answer):
        return None
    task = task_of(scenario)
    plan = question.bare(plan)
    replay = question.replay(task, plan)
    return Kept(not (replay.breaches or question.strays(task, plan)), replay.value)


def _letter(number: int) -> str:
    """The letters, then each of them twice, and so on.

    >>> [_letter(number) for number in (0, 25, 26, 52)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letter = chr(ord("A") + number % 26)
    return letter * (number // 26 + 1)
