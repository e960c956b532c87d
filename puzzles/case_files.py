"""A user's own case files: read, checked, and each case asked once before any is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from models.documents import Source, read_text
from models.errors import Fault, InputError, Path, Problem, bad_input, dotted, one_of
from models.game import Game
from models.rulebook import load_rules
from models.shape import show
from puzzles.cases import Case, CaseFile, read_cases
from puzzles.scenario import read_file


def load_files(files: Iterable[str]) -> list[Case]:
    """The cases of a user's own files, ``-`` for standard input; each has been asked once.

    Raises
    ------
    InputError
        With the faults of all files: of each those of the first pass that found any, the last of
        which asks every case.
    """
    seen: set[str] = set()
    cases: list[Case] = []
    faults: list[Fault] = []
    for file in files:
        try:
            raw, name, _ = read_file(file)
            source = read_text(raw, name)
            found = read_cases(source, seen, _citations)
            source.reject(problem for at, case in found for problem in _unasked(source, at, case))
            cases += [case for _, case in found]
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return cases


def _citations(game: Game, file: CaseFile) -> Iterator[Problem]:
    """Rules that are cited and not in the index."""
    rules = load_rules(game.key)
    for at, case in enumerate(file.cases):
        cited: list[tuple[Path, str]] = [(("rule",), case.rule)]
        cited += [(("also", number), rule) for number, rule in enumerate(case.also)]
        for path, rule in cited:
            if rule not in rules:
                near = one_of(rules, rule).split("one of:")[0]
                expected = f"{near}a rule of “satrap rules {game.key}”"
                yield Problem(("cases", at, *path), f"unknown rule “{rule}”", expected)


class _Given(dict[str, Any]):
    """What is given, where a key that a verdict needs and nobody wrote is a fault of the file."""

    def __missing__(self, key: str) -> Any:
        raise bad_input(f"the key “{key}” is missing")


GIVEN: Mapping[str, type] = {
    "position": dict,
    "player": str,
    "events": list,
    **dict.fromkeys(("plan", "turn", "attack", "action"), dict),
}
"""What the verdicts take as it is given, and of what sort it has to be."""
SORTS = {"dict": "key: value lines", "str": "a name", "list": "a list"}


def _given(value: Any) -> Any:
    if isinstance(value, dict):
        return _Given({key: _given(item) for key, item in value.items()})
    return [_given(item) for item in value] if isinstance(value, list) else value


def _unasked(source: Source, at: int, case: Case) -> Iterator[Problem]:
    """Why a case cannot be asked: something is missing in what is given, or the position is not accepted."""
    given, path = case.text.given, ("cases", at, "given")
    wrong = [key for key, sort in GIVEN.items() if key in given and not isinstance(given[key], sort)]
    for key in wrong:
        yield Problem((*path, key), f"{show(given[key])} cannot stand here", SORTS[GIVEN[key].__name__])
    if wrong:
        return
    players = given.get("position", {}).get("players")
    player = given.get("player")
    if player is not None and isinstance(players, dict) and player not in players:
        yield Problem((*path, "player"), f"unknown player “{player}”", one_of(players, player))
        return
    try:
        replace(case, text=case.text.model_copy(update={"given": _given(given)})).verdict()
    except InputError as error:
        yield from (_placed(source, path, fault) for fault in error.faults)


def _placed(source: Source, path: Path, fault: Fault) -> Problem:
    """A fault of what is given, where it stands in the file: verdicts tell paths from within a part of it."""
    depth = len(path)
    for written in source.lines:
        if written[:depth] == path and fault.path in (dotted(written[depth:]), dotted(written[depth + 1 :])):
            return Problem(written, fault.message, fault.expected)
    inside = f"{fault.path}: " if fault.path else ""
    return Problem(path, f"{inside}{fault.message}", fault.expected)
