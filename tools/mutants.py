"""Mutants of the rules, each a game with one thing wrong in it: which of them does no case and no test catch.

``python -m tools.mutants empire`` changes the code of ``models/empire/`` in one place at a time and plays the
published cases of the game by it, then, of what they let pass, the tests of the rules (``tests/empire``, as far as they
need no solver, and the doctests).  There are two sorts of mutants: the named ones of ``tests/empire/mutations.py``,
each a rule switched off, and generic ones (:mod:`tools.operators`), all of them or a seeded sample.

What came out is kept line by line in ``build/mutants/<game>.jsonl``; started again, only what is new is tried: a mutant
that was caught stays caught while its file is the same, one that survived is tried again once a case or a test has
changed.  ``--report`` prints a table of what is kept and the survivors.

Each mutant runs in a process of its own, forked from one that has read the cases and has not yet loaded the game, with
a limit on processor time, since a mutant may never end.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import multiprocessing
import os
import random
import resource
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import ModuleSpec
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

from models import GAMES
from tools.operators import changes

ROOT = Path(__file__).parents[1]
MODELS = ROOT / "models"
KEPT = ROOT / "build" / "mutants"
NOT_RULES = {"__init__.py", "game.py", "rulings.py", "verdicts.py", "words.py"}
"""Modules that decide nothing: the descriptor, the catalogue of rulings, what cases ask, words."""
MORE_TESTS = {
    "empire": (
        *("models/test_board", "models/test_movement", "models/test_policies", "models/test_scoring"),
        "models/test_turn_order",
    ),
    "successors": ("puzzles/test_bad_input_successors",),
}
"""Tests of a game's rules that lie elsewhere."""
OF_ALL_GAMES = ("models/test_consulted", "puzzles/test_bad_input")
"""Tests that look at every game."""
REGION_TESTS = ("empire/test_region_plan", "empire/test_game_plan", "empire/test_robust")
QUESTION_TESTS = {
    "models/empire/additions.py": ("empire/test_final_swing",),
    "models/empire/campaign.py": REGION_TESTS,
    "models/empire/plan.py": REGION_TESTS,
    "models/empire/round.py": REGION_TESTS,
    "models/successors/acquisitions.py": ("successors/test_path_to_victory",),
    "models/successors/joint.py": ("successors/test_regency_question", "successors/test_stop"),
}
"""Modules of which no case reaches all, since they play what only a question asks: the tests of these, too."""
LEFT_OUT = {"test_rules_decide.py"}
"""They play the cases against the named mutations, which is done here."""
CASE_SECONDS, TEST_SECONDS = 6, 120
"""Processor time of a mutant, several times what is needed without one."""
CAUGHT, SURVIVED, STILLBORN = "caught", "survived", "does not load"
BROKEN = "none, the run ended by itself"
MOST_MEMORY = 8 << 30
LONGEST = 3600
"""Seconds that a mutant may sleep; one that works is stopped by its processor time, however busy the machine."""


@dataclass(frozen=True)
class Mutant:
    """A game with one thing wrong in it.

    Attributes
    ----------
    key
        What tells it from all others, as long as its files stay the same.
    game
        The key of the game.
    kind
        ``named``, or the sort of change.
    where
        File, line and function, or the rule that is switched off.
    change
        What is wrong, in a line.
    sources
        The changed sources, by file below ``models/``.
    """

    key: str
    game: str
    kind: str
    where: str
    change: str
    sources: Mapping[str, str]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def named(game: str) -> Iterator[Mutant]:
    """The rules of a game switched off, each in every way that the tests name."""
    mutations = importlib.import_module(f"tests.{game}.mutations").MUTATIONS
    for rule, ways in mutations.items():
        for way in ways:
            sources: dict[str, str] = {}
            for edit in way.edits:
                text = sources.get(edit.file) or (MODELS / edit.file).read_text(encoding="utf-8")
                if text.count(edit.old) != 1:
                    raise SystemExit(f"{edit.file} holds {text.count(edit.old)} times: {edit.old}")
                sources[edit.file] = text.replace(edit.old, edit.new)
            key = _digest(game, rule, way.says, *sources.values())
            yield Mutant(key, game, "named", f"rule {rule}", way.says, sources)


def generic(game: str) -> Iterator[Mutant]:
    """All small changes of the rules of a game, file by file."""
    for path in sorted((MODELS / game).glob("*.py")):
        if path.name in NOT_RULES:
            continue
        source, file = path.read_text(encoding="utf-8"), f"{game}/{path.name}"
        for change in changes(source):
            text = change.apply(source)
            told = f"{_line(change.old)} → {_line(change.new)}"
            where = f"models/{file}:{change.line} {change.scope}".strip()
            yield Mutant(_digest(file, text), game, change.kind, where, told, {file: text})


def _line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 90 else f"{words[:89]}…"


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads the changed sources in place of the files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = {f"models.{file.removesuffix('.py').replace('/', '.')}": text for file, text in sources.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module, if it is one."""
        if fullname not in self.sources:
            return None
        place = MODELS.parent / (fullname.replace(".", "/") + ".py")
        return importlib.util.spec_from_file_location(fullname, place, loader=self)

    def get_source(self, fullname: str) -> str:
        """The changed source."""
        return self.sources[fullname]

    def get_filename(self, fullname: str) -> str:
        """Where the module would lie."""
        return str(MODELS.parent / (fullname.replace(".", "/") + ".py"))


@cache
def _case_texts(game: str) -> list[tuple[Any, Any]]:
    """The cases of a game as read, each with what its board is made from; the game itself is not loaded for it."""
    from models.documents import read_text, validate
    from puzzles.cases import CaseFile

    found = []
    for path in sorted((ROOT / "puzzles" / "cases" / game).glob("*.yaml")):
        file = validate(CaseFile, read_text(path.read_bytes(), path.name))
        found += [(text, file.regions[text.region]) for text in file.cases]
    return found


def _play_cases(game: str) -> list[str]:
    """The first case that does not come out as expected, if any."""
    from models.errors import InputError
    from models.game import case_board, load_game
    from models.rulings import Rulings
    from puzzles.cases import deviations

    loaded = load_game(game)
    verdicts = loaded.verdicts()
    boards: dict[int, Any] = {}
    for text, region in _case_texts(game):
        try:
            if id(region) not in boards:
                boards[id(region)] = case_board(loaded, region)
            rulings = Rulings.choose(loaded.rulings, text.rulings)
            found = list(deviations(text.expect, verdicts[text.do](boards[id(region)], text.given, rulings)))
        except InputError as error:
            found = [str(error)]
        except Exception as error:
            found = [repr(error)]
        if found:
            return [f"case {text.id}"]
    return []


def rule_tests(game: str) -> list[str]:
    """The tests of a game that need no solver, and its doctests, as pytest is told."""
    files = sorted((ROOT / "tests" / game).glob("test_*.py"))
    files += [ROOT / "tests" / f"{name}.py" for name in MORE_TESTS.get(game, ())]
    told = [path for path in files if path.name not in LEFT_OUT and not _needs_solver(path, set())]
    return [str(path) for path in (*told, MODELS / game, *(ROOT / "tests" / f"{name}.py" for name in OF_ALL_GAMES))]


def _needs_solver(path: Path, seen: set[Path]) -> bool:
    """Whether a module of the tests or puzzles loads the solver floor when it is loaded."""
    import ast

    seen.add(path)
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    if any(name.split(".")[0] in ("solver", "ortools") for name in names):
        return True
    places = [ROOT / f"{name.replace('.', '/')}.py" for name in names if name.split(".")[0] in ("tests", "puzzles")]
    return any(_needs_solver(place, seen) for place in places if place.is_file() and place not in seen)


@dataclass(frozen=True)
class Known:
    """How the tests go without any mutant: those that fail, which can catch none, and how long each takes."""

    failing: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


def _run_tests(tests: Sequence[str], known: Known | None) -> Known:
    """Run tests and tell which failed: the quickest first up to the first that fails, or all if nothing is known."""
    import pytest

    failed: list[str] = []
    seconds: dict[str, float] = {}

    class Listener:
        def pytest_collection_modifyitems(self, items: list[Any]) -> None:
            if known is not None:
                wanted = [item for item in items if item.nodeid not in known.failing]
                items[:] = sorted(wanted, key=lambda item: known.seconds.get(item.nodeid, 1.0))

        def pytest_runtest_logreport(self, report: Any) -> None:
            seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
            if report.failed:
                failed.append(report.nodeid)

        def pytest_collectreport(self, report: Any) -> None:
            if report.failed:
                failed.append(report.nodeid)

    quiet = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"]
    os.chdir(ROOT)
    status = pytest.main([*quiet, *([] if known is None else ["-x"]), *tests], plugins=[Listener()])
    return Known(tuple(failed or ([] if status == 0 else [BROKEN])), seconds)


def _child(mutant: Mutant, tests: Sequence[str], known: Known, pipe: Connection) -> None:
    """Play the cases by a mutant, or run the tests if some are named, and say what caught it."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    seconds = TEST_SECONDS if tests else CASE_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if f"{name}.".startswith(f"models.{mutant.game}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Changed(mutant.sources))
    try:
        from models.game import load_game

        load_game(mutant.game).verdicts()
    except Exception as error:
        pipe.send((STILLBORN, repr(error)))
        return
    caught = [f"test {name}" for name in _run_tests(tests, known).failing] if tests else _play_cases(mutant.game)
    pipe.send((CAUGHT, caught[0]) if caught else (SURVIVED, ""))


def _try(mutant: Mutant, tests: Sequence[str], known: Known) -> tuple[str, str]:
    """What becomes of a mutant, and by what."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(mutant, tests, known, theirs))
    child.start()
    theirs.close()
    try:
        if ours.poll(LONGEST):
            status, by = ours.recv()
            return status, by
        child.kill()
    except EOFError:
        pass
    finally:
        child.join()
        ours.close()
    return CAUGHT, f"{'test' if tests else 'case'}: no end, or no memory left"


def _question_tests(place: str) -> list[str]:
    return [str(ROOT / "tests" / f"{name}.py") for name in QUESTION_TESTS.get(place, ())]


def _tests_of(mutant: Mutant) -> list[str]:
    """The tests that a mutant is run against."""
    return [*rule_tests(mutant.game), *_question_tests(mutant.where.partition(":")[0])]


def attempt(mutant: Mutant, tests: bool, known: Known) -> dict[str, Any]:
    """Try a mutant on the cases, then on the tests.

    Returns
    -------
    dict
        ``key``, ``kind``, ``where``, ``change``, ``status``, ``by`` and, of a survivor, ``against``: what it survived.
    """
    status, by = _try(mutant, (), known)
    if status == SURVIVED and tests:
        status, by = _try(mutant, _tests_of(mutant), known)
    row = {"key": mutant.key, "kind": mutant.kind, "where": mutant.where, "change": mutant.change}
    return {**row, "status": status, "by": by, "against": _against(mutant.game, tests)}


@cache
def _against(game: str, tests: bool) -> str:
    """What the cases and tests of a game are, as a digest."""
    files = sorted((ROOT / "puzzles" / "cases" / game).glob("*.yaml"))
    if tests:
        files += [Path(name) for name in rule_tests(game) if name.endswith(".py")]
    return _digest(*(path.read_text(encoding="utf-8") for path in files))


def _control(game: str, tests: bool) -> Known:
    """How the tests go without any mutant; the cases have to pass."""
    more = [name for place in QUESTION_TESTS if place.split("/")[1] == game for name in _question_tests(place)]
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)

    def look() -> None:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        theirs.send((_play_cases(game), _run_tests([*rule_tests(game), *more], None) if tests else Known()))

    child = context.Process(target=look)
    child.start()
    wrong, found = ours.recv()
    child.join()
    if wrong:
        raise SystemExit(f"{game}: {wrong[0]} fails without any mutant")
    if BROKEN in found.failing:
        raise SystemExit(f"{game}: the tests do not run without any mutant")
    for test in found.failing:
        print(f"{game}: left out, since it fails without any mutant: {test}", file=sys.stderr)
    return Known(found.failing, found.seconds)


def kept(game: str) -> dict[str, dict[str, Any]]:
    """What came out so far, by the key of the mutant; a line that was cut off is left out."""
    path = KEPT / f"{game}.jsonl"
    rows: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        rows[row["key"]] = row
    return rows


def chosen(game: str, sample: int | None, seed: int) -> list[Mutant]:
    """The mutants of a game: all named ones, and all generic ones or a sample."""
    every = list(generic(game))
    random.Random(seed).shuffle(every)  # so that a larger sample holds a smaller one
    return [*every[:sample], *named(game)]


def run(game: str, mutants: Sequence[Mutant], workers: int, tests: bool) -> None:
    """Try what was not tried yet; what comes out is written as it comes."""
    known, against = kept(game), _against(game, tests)
    left = [
        one
        for one in mutants
        if (row := known.get(one.key)) is None or (row["status"] == SURVIVED and row["against"] != against)
    ]
    if not left:
        return
    _case_texts(game)  # read once, before the workers are forked
    for name in ("pytest", "networkx") if tests else ():
        importlib.import_module(name)
    control = _control(game, tests)
    KEPT.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("fork")
    with (
        (KEPT / f"{game}.jsonl").open("a", encoding="utf-8") as out,
        ProcessPoolExecutor(workers, mp_context=context, initializer=os.nice, initargs=(19,)) as pool,
    ):
        rows = pool.map(attempt, left, [tests] * len(left), [control] * len(left))
        for number, row in enumerate(rows, start=1):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()
            if sys.stderr.isatty() or number % 50 == 0 or number == len(left):
                print(f"{game}: {number} of {len(left)}", file=sys.stderr, flush=True)


def report(game: str, mutants: Iterable[Mutant]) -> Iterator[str]:
    """What is kept of these mutants, as Markdown: the figures, then the survivors."""
    known = kept(game)
    rows = [known[one.key] for one in mutants if one.key in known]
    yield f"| {game} | tried | caught by a case | by a test | survived | caught | do not load |"
    yield "| --- | --: | --: | --: | --: | --: | --: |"
    for name, part in (
        ("named", [row for row in rows if row["kind"] == "named"]),
        ("generic", [row for row in rows if row["kind"] != "named"]),
    ):
        alive = [row for row in part if row["status"] != STILLBORN]
        count = Counter("by test" if row["by"].startswith("test") else row["status"] for row in alive)
        caught = count[CAUGHT] + count["by test"]
        share = f"{100 * caught / len(alive):.1f} %" if alive else "–"
        cells = (len(alive), count[CAUGHT], count["by test"], count[SURVIVED], share, len(part) - len(alive))
        yield f"| {name} | {' | '.join(map(str, cells))} |"
    yield ""
    for row in rows:
        if row["status"] == SURVIVED:
            yield f"* `{row['where']}` ({row['kind']}): `{row['change']}`"


def main() -> None:
    """Read the arguments, try the mutants, tell what came out."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=str(__doc__).partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)}; all, if none is named")
    parser.add_argument("--sample", type=int, metavar="N", help="so many generic mutants a game, drawn by seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cases-only", action="store_true", help="leave out the tests")
    parser.add_argument("--report", action="store_true", help="only tell what is kept")
    asked = parser.parse_args()
    wrong = [game for game in asked.games if game not in GAMES]
    if wrong:
        parser.error(f"unknown game {wrong[0]}")
    for game in asked.games or GAMES:
        mutants = chosen(game, asked.sample, asked.seed)
        if not asked.report:
            run(game, mutants, asked.workers, not asked.cases_only)
        print("\n".join(report(game, mutants)), flush=True)


if __name__ == "__main__":
    main()
