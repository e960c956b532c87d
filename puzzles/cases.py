"""The published case collection: scoring and legality cases with complete expectations, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from models.documents import Document, read_text, validate
from models.errors import InputError, Problem, one_of, under
from models.game import Game, case_board, load_game
from models.rulings import Rulings, wrong_choices
from puzzles.scenario import bundled_files


class CaseText(Document):
    """One case as it stands in a file.

    Attributes
    ----------
    id, title
        Its stable name, and what it is about.
    rule
        The rule that decides it: without that rule the case would come out otherwise.
    also
        Other rules it touches.
    ruling, rulings
        The ruling whose readings it tells apart, and the readings in force.
    reason
        How the expectation was worked out by hand.
    do
        Which verdict of the game it asks for.
    region
        Which of the file's ``regions`` it is played on.
    given, expect
        The question, and the answer: a mapping needs only the keys named, a list is complete.
    """

    id: str
    title: str
    rule: str
    also: tuple[str, ...] = ()
    ruling: str | None = None
    rulings: dict[str, str] = {}
    reason: str
    do: str
    region: str
    given: dict[str, Any]
    expect: dict[str, Any]


class CaseFile(Document):
    """A file of cases: a group with the boards that they share."""

    game: str
    group: str
    regions: dict[str, Any]
    cases: tuple[CaseText, ...]


@dataclass(frozen=True)
class Case:
    """A case that can be run."""

    game: Game
    group: str
    text: CaseText
    board: Any

    def run(self) -> list[str]:
        """Where the outcome deviates from the expectation, in words; empty if nowhere."""
        rulings = Rulings.choose(self.game.rulings, self.text.rulings)
        try:
            verdict = self.game.verdicts()[self.text.do](self.board, self.text.given, rulings)
        except InputError as error:
            return [str(fault) for fault in error.faults]
        return list(deviations(self.text.expect, verdict))


def deviations(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where ``found`` is not what was expected.

    A mapping must hold the keys that are named; a list must be the same from end to end.

    >>> list(deviations({"a": 1, "b": [1]}, {"a": 2, "b": [1], "c": 3}))
    ['a: 1 expected, 2 found']
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key in found:
                yield from deviations(value, found[key], where)
            elif value not in (0, {}, []):  # an empty thing that is not there is there enough
                yield f"{where}: {value} expected, nothing found"
    elif isinstance(expected, list) and isinstance(found, (list, tuple)):
        if len(expected) != len(found):
            yield f"{path}: {len(expected)} entries expected, {len(found)} found: {list(found)}"
        for at, (wanted, got) in enumerate(zip(expected, found, strict=False)):
            yield from deviations(wanted, got, f"{path}[{at}]")
    elif expected != found:
        yield f"{path}: {expected} expected, {found} found"


def load_cases(key: str) -> list[Case]:
    """The cases of a game, file by file.

    Raises
    ------
    InputError
        A malformed file, an unknown verdict or region, an id that stands twice.
    """
    game = load_game(key)
    cases: list[Case] = []
    seen: set[str] = set()
    for name, raw in bundled_files("cases"):
        if name.split("/")[0] != key:
            continue
        source = read_text(raw, f"cases/{name}.yaml")
        file = validate(CaseFile, source)
        source.reject(_problems(game, file, seen))
        boards = {region: case_board(game, data) for region, data in file.regions.items()}
        cases += [Case(game, file.group, text, boards[text.region]) for text in file.cases]
    return cases


def _problems(game: Game, file: CaseFile, seen: set[str]) -> Iterator[Problem]:
    for at, case in enumerate(file.cases):
        if case.id in seen:
            yield Problem(("cases", at, "id"), f"the case id “{case.id}” stands twice")
        seen.add(case.id)
        if case.do not in game.verdicts():
            yield Problem(("cases", at, "do"), f"unknown verdict “{case.do}”", one_of(game.verdicts(), case.do))
        if case.region not in file.regions:
            yield Problem(("cases", at, "region"), f"unknown region “{case.region}”", one_of(file.regions, case.region))
        yield from under(("cases", at), wrong_choices(game.rulings, case.rulings))


@dataclass(frozen=True)
class Report:
    """How a run of cases went.

    Attributes
    ----------
    groups
        Passed and failed, by group.
    deviations
        By case id, what deviates.
    """

    groups: Mapping[str, tuple[int, int]]
    deviations: Mapping[str, list[str]]

    @property
    def passed(self) -> int:
        """Cases that came out as expected."""
        return sum(passed for passed, _ in self.groups.values())

    @property
    def failed(self) -> int:
        """Cases that did not."""
        return sum(failed for _, failed in self.groups.values())

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap cases --json``."""
        groups = [{"group": name, "passed": passed, "failed": failed} for name, (passed, failed) in self.groups.items()]
        found = [{"case": case, "deviations": lines} for case, lines in self.deviations.items()]
        return {"passed": self.passed, "failed": self.failed, "groups": groups, "deviations": found}


def run_cases(keys: list[str]) -> Report:
    """Run the cases of some games."""
    groups: dict[str, tuple[int, int]] = {}
    failed: dict[str, list[str]] = {}
    for key in keys:
        for case in load_cases(key):
            found = case.run()
            name = f"{key}/{case.group}"
            passed, wrong = groups.get(name, (0, 0))
            groups[name] = (passed, wrong + 1) if found else (passed + 1, wrong)
            if found:
                failed[case.text.id] = found
    return Report(groups, failed)
