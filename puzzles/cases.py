"""The published case collection: scoring and legality cases with complete expectations, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from models import GAMES
from models.documents import Document, Line, LongText, Source, read_text, validate
from models.errors import InputError, Path, Problem, bad_input, one_of, under
from models.game import Game, case_board, load_game
from models.rulings import PROFILES, RULEBOOK, Rulings, wrong_choices
from models.shape import show
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
    under
        What to expect instead under other readings, by ``ruling=reading``, or several of them with commas between.
    """

    id: Line
    title: Line
    rule: Line
    also: tuple[Line, ...] = ()
    ruling: str | None = None
    rulings: dict[str, str] = {}
    reason: LongText
    do: str
    region: str
    given: dict[str, Any]
    expect: dict[str, Any]
    under: dict[str, dict[str, Any]] = {}

    def settled(self) -> set[str]:
        """The rulings on which it chooses a reading itself, if only the usual one."""
        told = {self.ruling} if self.ruling else set()
        return told | set(self.rulings) | {ruling for key in self.under for ruling in readings_of(key)}

    def variants(self) -> Iterator[CaseText]:
        """Itself, and one for each reading it tells apart, with that reading in its id."""
        yield self
        for key, expect in self.under.items():
            rulings = {**self.rulings, **readings_of(key)}
            yield self.model_copy(
                update={"id": f"{self.id} [{key}]", "rulings": rulings, "expect": expect, "under": {}}
            )


def readings_of(key: str) -> dict[str, str]:
    """The readings that a key of ``under`` names; one without ``=`` has an empty reading.

    >>> readings_of("turn-order-tie=fewer-points, zero-bids=chain")
    {'turn-order-tie': 'fewer-points', 'zero-bids': 'chain'}
    """
    parts = [part.partition("=") for part in key.split(",")]
    return {ruling.strip(): reading.strip() for ruling, _, reading in parts}


class CaseFile(Document):
    """A file of cases: a group with the boards that they share.

    ``deviations`` declares by id which cases are known to come out otherwise, and why.
    """

    game: str
    group: Line
    regions: dict[str, Any]
    cases: tuple[CaseText, ...]
    deviations: dict[str, LongText] = {}


@dataclass(frozen=True)
class Case:
    """A case that can be run.

    Attributes
    ----------
    game, group, text, board
        Of which game and group it is, as it stands in the file, and the board it is played on.
    declared
        Why it comes out otherwise, if its file says so.
    """

    game: Game
    group: str
    text: CaseText
    board: Any
    declared: str | None = None

    def conflicts(self, chosen: Mapping[str, str]) -> bool:
        """Whether it settles a chosen ruling itself, in another way."""
        usual = {key: ruling.default for key, ruling in self.game.rulings.items()} | self.text.rulings
        return any(key in chosen and usual[key] != chosen[key] for key in self.text.settled())

    def verdict(self, chosen: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What comes of it; :class:`~models.errors.InputError` if it cannot be asked."""
        rulings = Rulings.choose(self.game.rulings, {**(chosen or {}), **self.text.rulings})
        return self.game.verdicts()[self.text.do](self.board, self.text.given, rulings)

    def run(self, chosen: Mapping[str, str] | None = None) -> list[str]:
        """Where the outcome deviates from the expectation, in words; empty if nowhere.

        ``chosen`` are readings for all rulings that the case does not settle itself; where it settles
        one of them in another way it is run as it stands.
        """
        try:
            verdict = self.verdict(None if chosen and self.conflicts(chosen) else chosen)
        except InputError as error:
            return [str(fault) for fault in error.faults]
        return list(deviations(self.text.expect, verdict))


def deviations(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where ``found`` is not what was expected.

    A mapping must hold the keys that are named, and nothing but zeros where none is; a list must be the same
    from end to end.

    >>> list(deviations({"a": 1, "b": [1], "d": {}}, {"a": 2, "b": [1], "c": 3, "d": {"e": 0}}))
    ['a: 1 expected, 2 found']
    >>> list(deviations({"hand": {}}, {"hand": {"lyre": 1}}))
    ["hand: nothing expected, {'lyre': 1} found"]
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        if not expected and any(value not in (0, {}, []) for value in found.values()):
            yield f"{path}: nothing expected, {dict(found)} found"
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
    seen: set[str] = set()
    cases: list[Case] = []
    for name, raw in bundled_files("cases"):
        if name.split("/")[0] == key:
            cases += [case for _, case in read_cases(read_text(raw, f"cases/{name}.yaml"), seen)]
    return cases


def read_cases(
    source: Source, seen: set[str], more: Callable[[Game, CaseFile], Iterator[Problem]] | None = None
) -> list[tuple[int, Case]]:
    """The cases of a file with their places in it.

    Parameters
    ----------
    source
        What was read.
    seen
        The ids that are taken; those of the file are added.
    more
        What else to look for in the file.

    Raises
    ------
    InputError
        With every fault of the first pass that found any.
    """
    file = validate(CaseFile, source)
    if file.game not in GAMES:
        source.reject([Problem(("game",), f"unknown game {show(file.game)}", one_of(GAMES, file.game))])
    game = load_game(file.game)
    boards: dict[str, Any] = {}
    problems = [*_problems(game, file, seen), *(more(game, file) if more else ())]
    for region, data in file.regions.items():
        try:
            boards[region] = _board(game, data)
        except InputError as error:
            problems += [
                Problem(
                    ("regions", region),
                    f"{fault.path}: {fault.message}" if fault.path else fault.message,
                    fault.expected,
                )
                for fault in error.faults
            ]
    source.reject(problems)
    return [
        (at, Case(game, file.group, one, boards[one.region], file.deviations.get(one.id)))
        for at, text in enumerate(file.cases)
        for one in text.variants()
    ]


def _board(game: Game, data: Any) -> Any:
    if not isinstance(data, str | dict | list):
        raise bad_input(
            f"{show(data)} is no board", expected=f"one of: {', '.join(game.boards)}; or a board of its own"
        )
    try:
        return case_board(game, data)
    except (TypeError, ValueError):  # what a game takes for its board is a mapping
        raise bad_input(f"{show(data)} is no board of {game.key}", expected="key: value lines") from None


def _problems(game: Game, file: CaseFile, seen: set[str]) -> Iterator[Problem]:
    named = set()
    for at, case in enumerate(file.cases):
        path: Path = ("cases", at)
        for one in case.variants():
            if one.id in seen:
                yield Problem((*path, "id"), f"the case id “{one.id}” stands twice")
            seen.add(one.id)
            named.add(one.id)
        if case.do not in game.verdicts():
            yield Problem((*path, "do"), f"unknown verdict “{case.do}”", one_of(game.verdicts(), case.do))
        if case.region not in file.regions:
            yield Problem((*path, "region"), f"unknown region “{case.region}”", one_of(file.regions, case.region))
        if case.ruling is not None and case.ruling not in game.rulings:
            what = f"unknown ruling “{case.ruling}”"
            yield Problem((*path, "ruling"), what, one_of(game.rulings, case.ruling))
        yield from under(path, wrong_choices(game.rulings, case.rulings))
        for key in case.under:
            for wrong in wrong_choices(game.rulings, readings_of(key)):
                yield Problem((*path, "under", key), wrong.message, wrong.expected)
    for declared in file.deviations:
        if declared not in named:
            yield Problem(("deviations", declared), f"no case “{declared}” in this file", one_of(named, declared))


def chosen_readings(
    games: Iterable[str], readings: Mapping[str, str], profile: str | None = None
) -> dict[str, dict[str, str]]:
    """The readings that are chosen for all cases, by game: those of a profile where it differs, and single ones.

    Raises
    ------
    InputError
        An unknown profile; a ruling that none of the games knows, or not with this reading.
    """
    if profile is not None and profile not in PROFILES:
        raise bad_input(f"unknown profile “{profile}”", expected=one_of(PROFILES, profile))
    catalogues = {key: load_game(key).rulings for key in games}
    everything = {ruling: one for catalogue in catalogues.values() for ruling, one in catalogue.items()}
    known = {
        key: {r: to for r, to in readings.items() if r in rs and to in rs[r].readings} for key, rs in catalogues.items()
    }
    unknown = {
        ruling: reading for ruling, reading in readings.items() if not any(ruling in told for told in known.values())
    }
    Source({}, "--ruling").reject(wrong_choices(everything, unknown))
    chosen = {}
    for key, catalogue in catalogues.items():
        usual = {ruling: one.reading(profile or RULEBOOK) for ruling, one in catalogue.items()}
        chosen[key] = {ruling: to for ruling, to in usual.items() if to != catalogue[ruling].default} | known[key]
    return chosen


@dataclass(frozen=True)
class Report:
    """How a run of cases went.

    Attributes
    ----------
    groups
        Passed and failed, by group.
    deviations
        By case id, what deviates; those that were declared among them.
    declared
        By the id of a case that deviates as its file declares, the reason.
    kept
        Ids of cases that were run as they stand, since they settle a chosen ruling in another way.
    ids
        All that were run, by group.
    rulings
        The readings in force where a case does not settle them, by game.
    """

    groups: Mapping[str, tuple[int, int]]
    deviations: Mapping[str, list[str]]
    declared: Mapping[str, str] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rulings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def passed(self) -> int:
        """Cases that came out as expected."""
        return sum(passed for passed, _ in self.groups.values())

    @property
    def failed(self) -> int:
        """Cases that did not, and should have."""
        return sum(failed for _, failed in self.groups.values())

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap cases --json``; what nobody declared or chose is left out."""
        groups = [{"group": name, "passed": passed, "failed": failed} for name, (passed, failed) in self.groups.items()]
        found = [
            {"case": case, "deviations": lines} for case, lines in self.deviations.items() if case not in self.declared
        ]
        declared = [
            {"case": case, "reason": reason, "deviations": self.deviations[case]}
            for case, reason in self.declared.items()
        ]
        more = {"declared": declared, "kept": list(self.kept)}
        return {
            "passed": self.passed,
            "failed": self.failed,
            "groups": groups,
            "deviations": found,
            **{key: value for key, value in more.items() if value},
        }


def judge(
    cases: Iterable[Case],
    chosen: Mapping[str, Mapping[str, str]] | None = None,
    outcomes: Mapping[str, list[str]] | None = None,
) -> Report:
    """Run some cases, under the readings chosen for their games (:func:`chosen_readings`).

    ``outcomes`` holds by id what :meth:`Case.run` gave elsewhere; without it they are run here.
    """
    groups: dict[str, tuple[int, int]] = {}
    found: dict[str, list[str]] = {}
    declared: dict[str, str] = {}
    kept: list[str] = []
    ids: dict[str, tuple[str, ...]] = {}
    rulings: dict[str, Mapping[str, str]] = {}
    for case in cases:
        key, name = case.game.key, case.text.id
        readings = (chosen or {}).get(key, {})
        rulings.setdefault(key, Rulings.choose(case.game.rulings, readings).readings)
        if readings and case.conflicts(readings):
            kept.append(name)
        lines = case.run(readings) if outcomes is None else outcomes[name]
        if case.declared is not None and lines:
            declared[name] = " ".join(case.declared.split())
        elif case.declared is not None:
            lines = ["it comes out as expected, and is declared to deviate"]
        if lines:
            found[name] = lines
        group = f"{key}/{case.group}"
        passed, failed = groups.get(group, (0, 0))
        groups[group] = (passed + (not lines), failed + (bool(lines) and name not in declared))
        ids[group] = (*ids.get(group, ()), name)
    return Report(groups, found, declared, tuple(kept), ids, rulings)
