"""Axes: what changes in a scenario, from which value to which, and what gives way for it.

An axis is a path of the scenario file with the values it takes; several make a grid.  Every
place of the grid is a whole scenario file with these values put in, read and checked like any
other.  A number that gives way keeps a sum as it is in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path as FilePath
from typing import Any, Final

from models.documents import Document, Source, read_text, validate
from models.errors import Fault, InputError, Path, Problem, dotted, one_of
from models.rulings import wrong_choices
from models.shape import show
from puzzles.questions import of_game
from puzzles.scenario import Scenario, names_file, parse, scenario_model, task_of

MOST_PLACES = 10_000
"""Places that a grid may have."""
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.([1-9]\d{0,8}))?")


class Absent(Enum):
    """The value of a key that the file does not have, and that has no default either."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True)
class Axis:
    """What changes: a path of the scenario file, and the values there.

    Attributes
    ----------
    path
        From the top of the file.
    values
        All of them, the file's own too; numbers in their order.
    own
        The value in the file, or its default; :data:`ABSENT` where there is neither.
    added
        Whether nobody asked for the file's own.
    """

    path: Path
    values: tuple[Any, ...]
    own: Any
    added: bool = False

    @property
    def name(self) -> str:
        """The path as people write it."""
        return dotted(self.path)

    @property
    def numeric(self) -> bool:
        """Whether all values are numbers, so that some lie nearer to each other than others."""
        return all(is_number(value) for value in self.values)

    @property
    def at(self) -> int:
        """Which of the values is the file's own."""
        return next(at for at, value in enumerate(self.values) if same(value, self.own))


@dataclass(frozen=True)
class Balance:
    """A number that gives way, so that its sum with some axes (by their place) stays as in the file."""

    path: Path
    own: int
    axes: tuple[int, ...]

    @property
    def name(self) -> str:
        """The path as people write it."""
        return dotted(self.path)


@dataclass(frozen=True)
class Place:
    """A place of the grid: the values there, what gave way, and the scenario or what is wrong with it."""

    values: tuple[Any, ...]
    gave: tuple[int, ...]
    scenario: Scenario | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Change:
    """What is to be changed in a scenario: the axes, and what gives way.

    Raises
    ------
    InputError
        From :meth:`of`: a path that is not in the file, values that nothing there can have.
    """

    scenario: Scenario
    axes: tuple[Axis, ...]
    balances: tuple[Balance, ...] = ()

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        axes: Mapping[str, Iterable[Any] | str],
        balance: Sequence[str] = (),
        ruling_axes: Mapping[str, Sequence[str]] | None = None,
    ) -> Change:
        """Read what is asked for: paths as people write them, with their values.

        Parameters
        ----------
        axes
            By path, values or a text of them, as in ``"0..8, 12"``.
        balance
            Paths of numbers that give way, each with ``=`` and the axes it is for, or for those nearest to it.
        ruling_axes
            By ruling, the readings; none for all of them.
        """
        return _Reading(scenario).change(axes, balance, ruling_axes or {})

    @cached_property
    def data(self) -> dict[str, Any]:
        """The scenario file as it stands, with the readings in force written down."""
        return file_data(self.scenario)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """Where in the grid the file itself stands: for each axis, the place of its own value."""
        return tuple(axis.at for axis in self.axes)

    def places(self) -> Iterator[Place]:
        """Every place of the grid, the last axis turning fastest."""
        for values in product(*(axis.values for axis in self.axes)):
            yield self.place(values)

    def place(self, values: Sequence[Any]) -> Place:
        """The scenario with these values, one for each axis, checked to the last."""
        data, gave = self.changed(values)
        try:
            found = parse(json.dumps(data), self.scenario.name, _folder(self.scenario))
            task_of(found)
        except InputError as error:
            return Place(tuple(values), gave, None, tuple(replace(fault, line=None) for fault in error.faults))
        source = Source(found.source.data, found.source.name)  # its lines are no lines of the file
        return Place(tuple(values), gave, replace(found, source=source))

    def changed(self, values: Sequence[Any]) -> tuple[dict[str, Any], tuple[int, ...]]:
        """The file with these values, and the numbers that gave way."""
        data = self.data
        for axis, value in zip(self.axes, values, strict=True):
            if not same(value, axis.own):
                data = put(data, axis.path, value)
        gave = []
        for balance in self.balances:
            more = sum(_count(values[at]) - _count(self.axes[at].own) for at in balance.axes)
            gave.append(balance.own - more)
            if more:
                data = put(data, balance.path, gave[-1])
        return data, tuple(gave)


def file_data(scenario: Scenario) -> dict[str, Any]:
    """What stands in the file of a scenario, under its readings; one put together in memory is written out."""
    written = scenario.source.data
    data = dict(written) if isinstance(written, dict) and "game" in written else scenario.plain()
    return data | {"rulings": dict(scenario.readings), "profile": scenario.profile}


def _folder(scenario: Scenario) -> FilePath | None:
    return FilePath(scenario.name).parent if names_file(scenario.board_name) else None


def is_number(value: Any) -> bool:
    """Whether a value is a number; ``true`` is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and is_number(value)


def same(one: Any, other: Any) -> bool:
    """Whether two plain values are the same in a file; 1, 1.0 and true are three.

    >>> same([1], [1]), same(1, True), same(None, ABSENT)
    (True, False, False)
    """
    return _written(one) == _written(other)


def _written(value: Any) -> str | None:
    return None if value is ABSENT else json.dumps(value, sort_keys=True)


def words_of(value: Any) -> str:
    """A value as a table tells it.

    >>> words_of(3), words_of(None), words_of(ABSENT), words_of({"blue": [1]})
    ('3', 'null', 'not there', '{"blue": [1]}')
    """
    if value is ABSENT:
        return "not there"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _count(value: Any) -> int:
    return 0 if value is ABSENT else int(value)


# -- values -------------------------------------------------------------------------------------------


def read_values(text: str) -> list[Any]:
    """Values as people write them: separated by commas, each YAML, whole numbers as ranges too.

    >>> read_values("0..3, 8..12..2, rest, null")
    [0, 1, 2, 3, 8, 10, 12, 'rest', None]
    >>> read_values("5..3"), read_values("[1, 2], {blue: [3]}")
    ([5, 4, 3], [[1, 2], {'blue': [3]}])

    Raises
    ------
    InputError
        If it is no YAML, holds nothing, or a range is too long.
    """
    data = read_text(f"[{text}\n]").data if text.strip() else []
    values: list[Any] = []
    for value in data if isinstance(data, list) else ():
        span = RANGE.fullmatch(value) if isinstance(value, str) else None
        if span is None:
            if isinstance(value, str) and re.match(r"-?\d.*\.\.|\.\.-?\d", value):
                raise InputError([Fault(f"“{value}” is no range", expected="first..last or first..last..step")])
            values.append(value)
            continue
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if abs(last - first) // step >= MOST_PLACES:
            raise InputError([Fault(f"“{value}” is too long", expected=f"at most {MOST_PLACES} values")])
        values += range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    if not values:
        raise InputError([Fault("there are no values", expected="PATH=V,V,…, like 0..8 or points,margin")])
    return values


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list({_written(value): value for value in values}.values())


# -- paths --------------------------------------------------------------------------------------------


class _NotFoundError(Exception):
    """A path that leads nowhere."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def find_path(text: str, data: Any, document: Any) -> tuple[Path, Any]:
    """A path as people write it, and the value there: as written, else its default, else :data:`ABSENT`.

    Parameters
    ----------
    text
        Keys and list places (from 0) joined by dots; a place may stand in brackets too.
    data, document
        The file as plain values, and as documents.
    """
    path: Path = ()
    steps = re.sub(r"\[(\d+)\]", r".\1", text).split(".")
    for at, step in enumerate(steps):
        if isinstance(data, list):
            part: str | int = int(step) if step.isdecimal() and int(step) < len(data) else step
            if isinstance(part, str):
                places = f"0 to {len(data) - 1}" if data else "nothing, the list is empty"
                raise _NotFoundError(Problem(path, f"there is no place {show(step)} in this list", places))
        elif data is ABSENT or data is None or isinstance(data, dict):
            part = step
        else:
            raise _NotFoundError(Problem(path, f"{show(data)} has nothing inside that could be changed"))
        below, default = _step(data, part), _step(document, part)
        known = sorted({*_names(data), *_names(document)})
        last = at == len(steps) - 1
        fixed = isinstance(document, Document) or not path
        if below is ABSENT and default is ABSENT and (fixed or not last) and (known or fixed):
            what = f"unknown key {show(step)}" if fixed else f"there is no {show(step)}"
            raise _NotFoundError(Problem((*path, part), what, one_of(known, step)))
        path, data, document = (*path, part), below, default
    return path, _plain(document) if data is ABSENT else data


def _step(thing: Any, part: str | int) -> Any:
    """What lies below, in plain values or in documents."""
    if isinstance(thing, Document):
        for name, info in type(thing).model_fields.items():
            if part in (name, info.alias):
                return getattr(thing, name)
        return ABSENT
    if isinstance(thing, Mapping):
        return thing.get(part, ABSENT)
    inside = isinstance(thing, (list, tuple)) and isinstance(part, int) and part < len(thing)
    return thing[part] if inside else ABSENT


def _names(thing: Any) -> list[str]:
    if isinstance(thing, Document):
        return [info.alias or name for name, info in type(thing).model_fields.items()]
    return [str(key) for key in thing] if isinstance(thing, Mapping) else []


def _plain(value: Any) -> Any:
    from pydantic_core import to_jsonable_python

    return value if value is ABSENT else to_jsonable_python(value)


def put(data: Any, path: Path, value: Any) -> Any:
    """Plain values with another one at a path; what they were made of stays as it is.

    >>> put({"a": [1, {"b": 2}]}, ("a", 1, "c"), 3)
    {'a': [1, {'b': 2, 'c': 3}]}
    """
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(data, list):
        assert isinstance(first, int)
        return [put(item, rest, value) if at == first else item for at, item in enumerate(data)]
    inside = data if isinstance(data, dict) else {}
    if not rest and value is ABSENT:
        return {key: item for key, item in inside.items() if key != first}
    return {**inside, first: put(inside.get(first), rest, value)}


# -- from words to axes ---------------------------------------------------------------------------------


class _Reading:
    """Reads axes, collecting whatever is wrong with them."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.data = file_data(scenario)
        self.document = {
            "satrap": 1,
            "game": scenario.game.key,
            "title": scenario.title,
            "note": scenario.note,
            "board": scenario.board_name,
            "rulings": scenario.rulings.readings,
            "profile": scenario.profile,
            "position": scenario.position,
            "assumptions": scenario.assumptions,
            "question": scenario.question,
            "events": scenario.events,
        }
        self.faults: list[Fault] = []

    def change(
        self,
        axes: Mapping[str, Iterable[Any] | str],
        balance: Sequence[str],
        ruling_axes: Mapping[str, Sequence[str]],
    ) -> Change:
        asked = [self._axis(path, values) for path, values in axes.items()]
        asked += [self._ruling_axis(ruling, readings) for ruling, readings in ruling_axes.items()]
        found = [axis for axis in asked if axis is not None]
        for at, axis in enumerate(found):
            if axis.path in [other.path for other in found[:at]]:
                self._wrong("--set", Problem(axis.path, "two axes change the same", "one of them"))
        balances = self._balances(balance, found, complete=len(found) == len(asked))
        size = prod(len(axis.values) for axis in found)
        if not asked:
            self.faults.append(Fault("nothing is to be changed", expected="--set PATH=V,V,… or --ruling-axis ID"))
        elif size > MOST_PLACES:
            self.faults.append(Fault(f"the grid has {size} places", file="--set", expected=f"at most {MOST_PLACES}"))
        if self.faults:
            raise InputError(dict.fromkeys(self.faults))
        return Change(self.scenario, tuple(found), tuple(balances))

    def _wrong(self, option: str, problem: Problem) -> None:
        self.faults.append(Fault(problem.message, option, None, dotted(problem.path) or None, problem.expected))

    def _axis(self, text: str, given: Iterable[Any] | str, option: str = "--set") -> Axis | None:
        try:
            path, own = find_path(text, self.data, self.document)
        except _NotFoundError as error:
            self._wrong(option, error.problem)
            return None
        try:
            values = read_values(given) if isinstance(given, str) else list(given)
        except InputError as error:
            self.faults += [replace(fault, file=option, line=None, path=text) for fault in error.faults]
            return None
        values = _distinct(map(_plain, values))
        others = [value for value in values if not same(value, own)]
        before = len(self.faults)
        if not values:
            self._wrong(option, Problem(path, "there are no values", "at least one"))
        for problem in self._ruling_problems(path, others):
            self._wrong(option, problem)
        if len(self.faults) == before:
            self.faults += self._misfits(path, others, option)
        added = len(others) == len(values)
        if added:
            values = [own, *values]
        if all(map(is_number, values)):
            values.sort()
        return Axis(path, tuple(values), own, added) if len(self.faults) == before else None

    def _ruling_axis(self, ruling: str, readings: Sequence[str]) -> Axis | None:
        catalogue = self.scenario.game.rulings
        if ruling not in catalogue:
            for problem in wrong_choices(catalogue, {ruling: ""}):
                self._wrong("--ruling-axis", problem)
            return None
        return self._axis(f"rulings.{ruling}", list(readings or catalogue[ruling].readings), "--ruling-axis")

    def _ruling_problems(self, path: Path, values: Sequence[Any]) -> Iterator[Problem]:
        """Readings are names that are known: one that is not is no place of a grid, it is a slip."""
        if path[0] == "rulings" and len(path) == 2:
            for value in values:
                yield from wrong_choices(self.scenario.game.rulings, {str(path[1]): words_of(value)})

    def _misfits(self, path: Path, values: Sequence[Any], option: str) -> list[Fault]:
        """What the shape of the file has against an axis, if none of its values fits there."""
        found: list[Fault] = []
        for value in values:
            here = [fault for fault in self._shape_faults(put(self.data, path, value)) if _touches(fault, path)]
            if not here:
                return []
            found += [replace(fault, file=option, line=None) for fault in here]
        return found

    def _shape_faults(self, data: dict[str, Any]) -> tuple[Fault, ...]:
        question = data.get("question")
        kind = question.get("kind") if isinstance(question, dict) else None
        known = [entry.kind for entry in of_game(self.scenario.game.key)]
        try:
            validate(scenario_model(self.scenario.game.key, kind if kind in known else None), Source(data))
        except InputError as error:
            return error.faults
        return ()

    def _balances(self, texts: Sequence[str], axes: Sequence[Axis], *, complete: bool) -> list[Balance]:
        """What gives way, each for the axes that are named after it, or else those that stand nearest to it."""
        found: list[Balance] = []
        for text in texts:
            named, mark, listed = text.partition("=")
            try:
                path, own = find_path(named.strip(), self.data, self.document)
            except _NotFoundError as error:
                self._wrong("--balance", error.problem)
                continue
            own = 0 if own is ABSENT else own
            before = len(self.faults)
            if not is_whole(own):
                self._wrong("--balance", Problem(path, f"{show(own)} is no number that could give way", "a number"))
            elif path in [axis.path for axis in axes]:
                self._wrong("--balance", Problem(path, "it is an axis itself", "a number that no axis changes"))
            elif path in [balance.path for balance in found]:
                self._wrong("--balance", Problem(path, "it is named twice", "once"))
            shared = self._named(listed, path, axes) if mark else _nearest(path, axes)
            if not shared and complete and len(self.faults) == before:
                self._wrong("--balance", Problem(path, "there is nothing to give way for", "a --set with numbers"))
            if len(self.faults) == before:
                found.append(Balance(path, own, tuple(shared)))
        for at, axis in enumerate(axes):
            to = [balance.name for balance in found if at in balance.axes]
            odd = [value for value in axis.values if not (is_whole(value) or value is ABSENT)]
            if len(to) > 1:
                expected = "one of them, or --balance PATH=AXIS,… to tell which is for what"
                self._wrong("--balance", Problem(axis.path, f"{' and '.join(to)} both give way for it", expected))
            elif to and odd:
                self._wrong("--set", Problem(axis.path, f"nothing can give way for {show(odd[0])}", "whole numbers"))
        return found

    def _named(self, listed: str, path: Path, axes: Sequence[Axis]) -> list[int]:
        """The axes that a number gives way for, as they are named."""
        names = [re.sub(r"\[(\d+)\]", r".\1", axis.name) for axis in axes]
        shared = []
        for name in (re.sub(r"\[(\d+)\]", r".\1", part.strip()) for part in listed.split(",")):
            if name in names:
                shared.append(names.index(name))
            else:
                self._wrong("--balance", Problem(path, f"{show(name)} is no axis", one_of(names, name)))
        return shared


def _nearest(path: Path, axes: Sequence[Axis]) -> list[int]:
    """The axes of numbers that go the longest way together with a path, at least a step."""
    ways = {at: _shared(axis.path, path) for at, axis in enumerate(axes) if any(map(is_number, axis.values))}
    most = max(ways.values(), default=0)
    return [at for at, way in ways.items() if way == most > 0]


def _touches(fault: Fault, path: Path) -> bool:
    """Whether a fault lies at a path or below it."""
    name = dotted(path)
    return fault.path is not None and (fault.path == name or fault.path.startswith((f"{name}.", f"{name}[")))


def _shared(one: Path, other: Path) -> int:
    """How many steps two paths go together."""
    together = 0
    for here, there in zip(one, other, strict=False):
        if here != there:
            break
        together += 1
    return together
