"""Malformed files thrown at satrap: each works or is told what is wrong with it, and nothing else.

``python -m tools.fuzz empire --count 5000`` changes the bundled scenarios, templates, logs, boards and cases of a game,
and answers to its questions, in their text and in their data (:mod:`tools.mangling`), and sends each the way that a
user's file goes, through the command ``satrap`` in this process: scored, drawn, solved and now and then explained with
a limit of a blink, replayed, checked.  Two ends are allowed: it works, or an ``InputError`` whose faults each name the
file, the line where there is one, and what is wrong, on one printable line.  Whatever else happens is a finding:
another exception, a contradiction, a warning, a process that dies, a command that takes half a minute of processor
time.

A finding is kept in a folder of its own, ``build/fuzz/<game>-<seed>-<number>/``: the files, what was run, what
happened.  ``--again FOLDER`` runs it again; so does the same seed with ``--only NUMBER``.  Input ``NUMBER`` of a seed
is the same whatever ``--count`` and ``--jobs`` are, but for answers that take longer to find than they are given here.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import os
import random
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from models import GAMES
from models.documents import read_text
from models.errors import Fault, InputError
from puzzles.picture import TEXTS
from tools.mangling import made_up, mangled_data, mangled_text, names_in, written

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "fuzz"
FILE, BOARD, ANSWER = "input.yaml", "board.yaml", "answer.yaml"
BLINK = ("--time-limit", "0.05", "--workers", "1")
SECONDS = 30
"""Processor time that a command may take; it takes a tenth of a second."""
MOST_MEMORY = 8 << 30
STUCK = 900
"""Seconds after which a process that is still at the same input is ended."""
EXPLAINED = 0.1
"""How many of the scenarios are explained as well, which takes longer than anything else."""
SAME_KEPT = 3
"""Findings of the same signature that are kept."""
KINDS = ("scenario",) * 4 + ("log",) * 2 + ("answer",) * 3 + ("board",) * 2 + ("cases",)
"""What is changed, as often as it stands here."""
NO_LINE = ("the file is too large", "no such file", "cannot be read", "this is a directory", "the file is no log")
"""Faults of a file as a whole."""


@dataclass(frozen=True)
class Trial:
    """One malformed input.

    Attributes
    ----------
    game, seed, number
        Which one it is.
    kind
        What was changed: a scenario, log, answer, board or cases.
    files
        What lies in the folder where the commands are run.
    commands
        What is run, up to the first that refuses its input.
    """

    game: str
    seed: int
    number: int
    kind: str
    files: Mapping[str, bytes]
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Finding:
    """What went wrong: the command, a line that tells findings apart, and all there is to say."""

    command: tuple[str, ...]
    signature: str
    told: str


@dataclass
class Tally:
    """How the inputs of a run ended, by kind and ending, and the findings by number."""

    ended: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: dict[int, Finding] = field(default_factory=dict)


class EndlessError(BaseException):
    """A command took too much processor time; no ``Exception``, so that nobody catches it."""


# what is changed


@cache
def _bundled(game: str) -> dict[str, tuple[bytes, Any]]:
    """The gallery and the templates of a game: text and data."""
    from puzzles.scenario import bundled_files

    return {
        f"{folder}/{name}": (raw, read_text(raw, name).data)
        for folder in ("gallery", "templates")
        for name, raw in bundled_files(folder)
        if name.startswith(f"{game}/")
    }


@cache
def _questions(game: str) -> list[str]:
    return [name for name, (_, data) in _bundled(game).items() if "question" in data]


@cache
def _logs(game: str) -> list[str]:
    return [name for name, (_, data) in _bundled(game).items() if "events" in data]


@cache
def _cases(game: str, name: str = "") -> tuple[list[str], bytes, Any]:
    """The files of cases of a game, and the text and the data of one of them."""
    folder = ROOT / "puzzles" / "cases" / game
    raw = (folder / name).read_bytes() if name else b""
    return sorted(path.name for path in folder.glob("*.yaml")), raw, read_text(raw).data if name else None


@cache
def _bundled_boards(game: str) -> list[Any]:
    from models.game import bundled_board, load_game

    loaded = load_game(game)
    return [bundled_board(loaded, name).model_dump(mode="json", by_alias=True) for name in loaded.boards]


def _any_board(game: str, draw: random.Random) -> Any:
    """A bundled board, or a small one of the cases."""
    from models.game import load_game

    if draw.random() < 0.5:
        return draw.choice(_bundled_boards(game))
    data = _cases(game, draw.choice(_cases(game)[0]))[2]
    small = [given for given in data.get("regions", {}).values() if isinstance(given, dict)]
    head = {"satrap": 1, "game": game, "name": "small", "title": "A small board"}
    return {**head, **load_game(game).case_body(draw.choice(small))} if small else draw.choice(_bundled_boards(game))


@cache
def _names(game: str, name: str) -> list[str]:
    """Names that stand in a scenario or on the bundled board."""
    return names_in(_bundled(game)[name][1], _bundled_boards(game))


@cache
def _answer(game: str, name: str) -> Any:
    """An answer to a bundled scenario, found in a moment; None if there is none."""
    from puzzles.scenario import parse
    from puzzles.solving import solve
    from solver.answer import Limits

    plan = solve(parse(_bundled(game)[name][0], name), limits=Limits(seconds=0.2, workers=1)).plan
    return None if plan is None else plan.plain()


@cache
def _schema(game: str, kind: str, of: str) -> dict[str, Any]:
    """The JSON Schema of the answer to a question, of the question itself, or of an event."""
    from pydantic import TypeAdapter

    from models.game import load_game
    from puzzles.questions import find

    if of == "event":
        model: Any = load_game(game).event
    else:
        entry = find(game, kind)
        model = entry.load().answer if of == "answer" else entry.document_class()
    return TypeAdapter(model).json_schema(by_alias=True)


# one input


def trial(game: str, seed: int, number: int) -> Trial:
    """Input ``number`` of a seed."""
    draw = random.Random(f"{game} {seed} {number}")
    kind = draw.choice(KINDS)
    files, commands = {
        "scenario": _scenario,
        "log": _log,
        "answer": _check,
        "board": _board,
        "cases": _own_cases,
    }[kind](game, draw)
    told = tuple((*words, "--json") if draw.random() < 0.5 else words for words in commands)
    return Trial(game, seed, number, kind, files, told)


Made = tuple[dict[str, bytes], list[tuple[str, ...]]]


def _changed(raw: bytes, data: Any, names: Sequence[str], draw: random.Random) -> bytes:
    if draw.random() < 0.25:
        return mangled_text(raw, draw)
    text = written(mangled_data(data, names, draw), draw)
    return mangled_text(text, draw) if draw.random() < 0.05 else text


def _scenario(game: str, draw: random.Random) -> Made:
    name = draw.choice(_questions(game))
    raw, data = _bundled(game)[name]
    names = _names(game, name)
    if draw.random() < 0.1:
        invented = made_up(_schema(game, data["question"]["kind"], "question"), names, draw)
        text = written({**data, "question": invented}, draw)
    elif draw.random() < 0.3:  # the question and the position alone, which most of the code looks at
        part = draw.choice([key for key in ("question", "position", "assumptions") if key in data])
        text = written({**data, part: mangled_data(data[part], names, draw)}, draw)
    else:
        text = _changed(raw, data, names, draw)
    more = draw.choice(((),) * 12 + (("--all",), ("--top", "2"), ("--rulings", "all"), ("--profile", "published")))
    return {FILE: text}, [
        ("score", FILE),
        ("draw", FILE, "-o", "out.svg", *(("--text",) if game in TEXTS and draw.random() < 0.5 else ())),
        ("solve", FILE, *BLINK, *more),
        *([("explain", FILE, *BLINK)] if draw.random() < EXPLAINED else []),
    ]


def _log(game: str, draw: random.Random) -> Made:
    name = draw.choice(_logs(game))
    raw, data = _bundled(game)[name]
    names = _names(game, name)
    if draw.random() < 0.5:
        events = list(data["events"])
        at = draw.randrange(len(events))
        one = (
            made_up(_schema(game, "", "event"), names, draw)
            if draw.random() < 0.3
            else mangled_data(events[at], names, draw)
        )
        events[at : at + draw.randint(0, 1)] = [one]
        text = written({**data, "events": events}, draw)
    else:
        text = _changed(raw, data, names, draw)
    return {FILE: text}, [("replay", FILE), ("draw", FILE, "-o", "out.svg")]


def _check(game: str, draw: random.Random) -> Made:
    """An answer to a sound scenario: one that was found and then changed, or one made up."""
    name = draw.choice(_questions(game))
    raw, data = _bundled(game)[name]
    answer = _answer(game, name)
    if answer is None or draw.random() < 0.4:
        text = written(made_up(_schema(game, data["question"]["kind"], "answer"), _names(game, name), draw), draw)
    else:
        whole = {"status": "optimal", "answer": answer} if draw.random() < 0.2 else answer
        text = _changed(json.dumps(whole, indent=1).encode(), whole, _names(game, name), draw)
    against = (*BLINK,) if draw.random() < 0.05 else ("--no-best",)
    return {FILE: raw, ANSWER: text}, [
        ("check", FILE, ANSWER, *against),
        ("draw", FILE, "--answer", ANSWER, "-o", "out.svg"),
    ]


def _board(game: str, draw: random.Random) -> Made:
    """A board, and a scenario that names it."""
    sound = _any_board(game, draw)
    text = _changed(json.dumps(sound, indent=1).encode(), sound, names_in(sound), draw)
    name = draw.choice(_questions(game))
    scenario = {**_bundled(game)[name][1], "board": f"./{BOARD}"}
    return {BOARD: text, FILE: written(scenario, draw)}, [
        ("board", "check", game, BOARD),
        ("board", "show", game, f"./{BOARD}", "-o", "board.svg"),
        ("score", FILE),
        ("solve", FILE, *BLINK),
    ]


def _own_cases(game: str, draw: random.Random) -> Made:
    """A file of cases, a few of them so that it is quick."""
    _, raw, data = _cases(game, draw.choice(_cases(game)[0]))
    picked = draw.sample(data["cases"], min(3, len(data["cases"])))
    regions = {key: value for key, value in data.get("regions", {}).items() if key in {c.get("region") for c in picked}}
    few = {**data, "cases": picked, **({"regions": regions} if "regions" in data else {})}
    changed = mangled_data(few, names_in(few), draw)
    text = mangled_text(raw, draw) if draw.random() < 0.1 else written(changed, draw)
    return {FILE: text}, [("cases", "--file", FILE)]


# what happens


def ending(one: Trial) -> Finding | tuple[Fault, ...] | None:
    """Run the commands of an input in a folder of its own.

    None if all of them work, the faults of the first that refuses its input, or what should not have happened.
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="satrap-fuzz-") as folder:
        os.chdir(folder)
        try:
            for name, raw in one.files.items():
                Path(name).write_bytes(raw)
            for command in one.commands:
                if found := _command(command, one.files):
                    return found
            return None
        finally:
            os.chdir(before)


def _command(words: tuple[str, ...], files: Mapping[str, bytes]) -> Finding | tuple[Fault, ...] | None:
    """Run one command; :func:`ending` tells what may come of it."""
    from puzzles.cli import cli
    from puzzles.explaining.explain import UnprovedError
    from puzzles.output import tell

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace") for _ in range(2))
    as_json = "--json" in words
    refused: tuple[Fault, ...] | None = None
    try:
        with redirect_stdout(out), redirect_stderr(err), _watched(), warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                cli.main(list(words), prog_name="satrap", standalone_mode=False)
            except InputError as error:
                refused = error.faults
                tell(as_json, "input", str(error), error.faults)
            except UnprovedError as error:  # nothing was proved in a blink, so there is nothing to explain
                tell(as_json, error.kind, str(error), ())
    except (Exception, EndlessError, SystemExit) as error:
        return Finding(words, _signature(error), traceback.format_exc())
    told = [_printed(stream) for stream in (out, err)]
    wrong = list(_misprinted(told[0], told[1], as_json, refused))
    if refused is not None:
        wrong += [what for fault in refused or () for what in _unfit(fault, files)]
        wrong += [] if refused else ["an InputError with no faults"]
    if wrong:
        return Finding(words, wrong[0].partition(":")[0], "\n".join([*wrong, "", *told]))
    return refused


def _printed(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _misprinted(out: str, err: str, as_json: bool, refused: tuple[Fault, ...] | None) -> Iterator[str]:
    """What is wrong with what was printed."""
    if "Traceback" in err:
        yield "a traceback is printed"
    if as_json:
        try:
            json.loads(out, parse_constant=_no_number)
        except ValueError as error:
            yield f"no JSON: {error}"
    elif refused and len(err.splitlines()) != len(refused):
        yield f"not a line for each fault: {len(err.splitlines())} for {len(refused)}"
    elif refused and out:
        yield "something is printed before the faults"


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def _unfit(fault: Fault, files: Mapping[str, bytes]) -> Iterator[str]:
    """What a fault does not say, or should not."""
    if not fault.message.strip():
        yield f"a fault without a message: {fault!r}"
    if "\n" in str(fault) or not str(fault).isprintable():
        yield f"a fault that is not one printable line: {fault!r}"
    if fault.file is None:
        yield f"a fault without its file: {fault!r}"
    elif Path(fault.file).name in files and fault.line is None and not fault.message.startswith(NO_LINE):
        yield f"a fault without its line: {fault!r}"
    if len(str(fault)) > 1000:
        yield f"a fault that is {len(str(fault)) // 1000} thousand letters long: {str(fault)[:200]}"


def _signature(error: BaseException) -> str:
    """What kind of error it is and where in our code it happened."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _ours(frame.filename)]
    at = f"{Path(frames[-1].filename).relative_to(ROOT)}:{frames[-1].name}" if frames else "outside"
    return f"{type(error).__name__} in {at}"


def _ours(file: str) -> bool:
    return any(file.startswith(f"{ROOT / floor}{os.sep}") for floor in ("models", "solver", "puzzles"))


@contextmanager
def _watched() -> Iterator[None]:
    """End a command that takes too much processor time."""

    def end(number: int, frame: Any) -> None:
        raise EndlessError(f"more than {SECONDS} seconds of processor time")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# many inputs

Tried = tuple[int, str, str, Finding | None]
"""A number, the kind of its input, how it ended (``taken``, ``refused`` or ``found``) and the finding, if it is one."""


def run(game: str, seed: int, numbers: Sequence[int], jobs: int = 0, keep: Path | None = KEPT) -> Tally:
    """Try these inputs of a seed, in so many processes or, with none, in this one; keep the findings."""
    tally = Tally()
    seen: Counter[str] = Counter()
    for done, (number, kind, end, finding) in enumerate(_tried(game, seed, numbers, jobs), start=1):
        tally.ended[kind, end] += 1
        if finding is not None:
            tally.findings[number] = finding
            seen[finding.signature] += 1
            if keep is not None and seen[finding.signature] <= SAME_KEPT:
                _keep(keep, trial(game, seed, number), finding)
                print(f"{game} {number}: {finding.signature}", file=sys.stderr, flush=True)
        if keep is not None and done % 1000 == 0:
            print(f"{game}: {done} of {len(numbers)}", file=sys.stderr, flush=True)
    return tally


def _one(game: str, seed: int, number: int) -> Tried:
    made = trial(game, seed, number)
    found = ending(made)
    if isinstance(found, Finding):
        return number, made.kind, "found", found
    return number, made.kind, "refused" if found else "taken", None


def _tried(game: str, seed: int, numbers: Sequence[int], jobs: int) -> Iterator[Tried]:
    if not jobs:
        yield from (_one(game, seed, number) for number in numbers)
        return
    lanes = [_Lane(game, seed, list(numbers[start::jobs])) for start in range(jobs)]
    while lanes := [lane for lane in lanes if lane.left]:
        wait([lane.pipe for lane in lanes], timeout=1)
        for lane in lanes:
            yield from lane.results()


class _Lane:
    """A process that tries one input after another; where it dies or is stuck, another one goes on behind."""

    def __init__(self, game: str, seed: int, left: list[int]) -> None:
        self.game, self.seed, self.left = game, seed, left
        if left:
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=_work, args=(self.game, self.seed, self.left, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.since = time.monotonic()

    def results(self) -> Iterator[Tried]:
        """What has come since, and what became of the process."""
        try:
            while self.pipe.poll():
                tried: Tried = self.pipe.recv()
                self.left.remove(tried[0])
                self.since = time.monotonic()
                yield tried
        except EOFError:
            self.process.join()
            if self.left:
                yield self._lost(f"the process ended with {self.process.exitcode}")
            return
        if self.left and time.monotonic() - self.since > STUCK:
            self.process.kill()
            self.process.join()
            yield self._lost(f"nothing for {STUCK} seconds")

    def _lost(self, what: str) -> Tried:
        number = self.left.pop(0)
        if self.left:
            self._start()
        made = trial(self.game, self.seed, number)
        return number, made.kind, "found", Finding(made.commands[-1], what, what)


def _work(game: str, seed: int, numbers: Sequence[int], pipe: Connection) -> None:
    """Try inputs and send what comes out."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    for number in numbers:
        pipe.send(_one(game, seed, number))


def _keep(folder: Path, made: Trial, finding: Finding) -> None:
    """Save a finding: its files, what was run, what happened."""
    place = folder / f"{made.game}-{made.seed}-{made.number}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, raw in made.files.items():
        (place / name).write_bytes(raw)
    (place / "commands.json").write_text(json.dumps(made.commands), encoding="utf-8")
    told = [
        f"{finding.signature}",
        f"satrap {shlex.join(finding.command)}",
        f"again: python -m tools.fuzz --again {place}",
        f"   or: python -m tools.fuzz {made.game} --seed {made.seed} --only {made.number}",
        "",
        finding.told,
    ]
    (place / "finding.txt").write_text("\n".join(told), encoding="utf-8", errors="replace")


def again(folder: Path) -> Finding | None:
    """Run a finding that was kept; None if it is none any more."""
    commands = tuple(tuple(words) for words in json.loads((folder / "commands.json").read_text(encoding="utf-8")))
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".yaml"}
    found = ending(Trial("", 0, 0, "kept", files, commands))
    return found if isinstance(found, Finding) else None


def report(game: str, tally: Tally) -> Iterator[str]:
    """What came of a run, as Markdown."""
    yield f"| {game} | taken | refused | found |"
    yield "| --- | --: | --: | --: |"
    for kind in dict.fromkeys(KINDS):
        yield f"| {kind} | {' | '.join(str(tally.ended[kind, end]) for end in ('taken', 'refused', 'found'))} |"
    yield ""
    yield f"{len(tally.findings)} findings"
    by_signature: dict[str, list[int]] = {}
    for number, finding in sorted(tally.findings.items()):
        by_signature.setdefault(finding.signature, []).append(number)
    for signature, numbers in by_signature.items():
        yield f"* {signature}: {len(numbers)}, such as {', '.join(map(str, numbers[:SAME_KEPT]))}"


def main() -> int:
    """Read the arguments, throw the inputs, tell what came of it; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=str(__doc__).partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)}; all, if none is named")
    parser.add_argument("--count", type=int, default=5000, metavar="N", help="inputs for each game (default: 5000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number to begin with")
    parser.add_argument("--only", type=int, metavar="N", help="this one input, in this process")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (default: 1)")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="run a finding that was kept")
    asked = parser.parse_args()
    wrong = [game for game in asked.games if game not in GAMES]
    if wrong:
        parser.error(f"unknown game {wrong[0]}")
    if asked.again is not None:
        finding = again(asked.again)
        print(finding.told if finding else "no finding any more")
        return 1 if finding else 0
    found = 0
    for game in asked.games or GAMES:
        _prepare(game)
        if asked.only is not None:
            tally = run(game, asked.seed, [asked.only])
        else:
            tally = run(game, asked.seed, range(asked.first, asked.first + asked.count), max(1, asked.jobs))
        print("\n".join(report(game, tally)), flush=True)
        found += len(tally.findings)
    return 1 if found else 0


def _prepare(game: str) -> None:
    """Read and solve once what all processes change, and load what they run, before they are forked."""
    for name in _questions(game):
        _names(game, name)
        _answer(game, name)
    for number in range(20):
        _one(game, 0, number)


if __name__ == "__main__":
    sys.exit(main())
