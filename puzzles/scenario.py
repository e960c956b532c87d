"""Scenario and log files: read, validate, write.

A file is read in passes, each reporting all its faults at once: the text; then the shape, by a
model put together for the game that the file names; then references and totals, which the
documents check themselves against the board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from models import GAMES
from models.documents import MAX_BYTES, Document, Line, LongText, Source, Version, read_text, validate
from models.errors import InputError, Problem, bad_input, one_of, under
from models.game import Game, bundled_board, load_game, user_board
from models.rulings import PROFILES, RULEBOOK, Rulings, wrong_choices
from models.shape import show
from puzzles.picture import PICTURES, draw
from puzzles.questions import expected, find, of_game

if TYPE_CHECKING:  # a command that only scores loads nothing of the solver floor
    from solver.question import Task

HERE = Path(__file__).parent
"""Where the bundled scenarios, cases and templates lie."""


class _Head(Document):
    """What every file begins with."""

    satrap: Version
    game: str
    title: Line = Field(default="", max_length=100)
    note: LongText = ""
    board: str
    rulings: dict[str, str] = {}
    profile: Literal["rulebook", "published"] = "rulebook"


@dataclass(frozen=True)
class Scenario:
    """A scenario or a log, read and found sound.

    Attributes
    ----------
    game
        The descriptor of its game.
    board, position, assumptions, question
        The game's documents; ``question`` is None in a log or a bare position.
    events
        The events of a log; none in a scenario.
    readings, profile
        The readings chosen by the file or on the command line, and the profile for all others.
    title, note
        As in the file.
    name
        The file, or the name of a bundled scenario.
    source
        What was read, to give faults their line.
    """

    game: Game
    board: Any
    position: Any
    assumptions: Any
    question: Any
    events: tuple[Any, ...]
    readings: Mapping[str, str]
    profile: str
    title: str
    note: str
    name: str
    board_name: str
    source: Source

    @property
    def rulings(self) -> Rulings:
        """The readings in force, none consulted yet."""
        return Rulings.choose(self.game.rulings, self.readings, self.profile)

    @property
    def task(self) -> Task:
        """What the solver floor needs of it, its question as it stands; :func:`task_of` checks that first."""
        from solver.question import Task

        return Task(self.board, self.position, self.assumptions, self.question, self.rulings)

    def with_readings(self, readings: Mapping[str, str], profile: str | None = None) -> Scenario:
        """The same scenario under other readings; :class:`~models.errors.InputError` for unknown ones."""
        if profile is not None and profile not in PROFILES:
            raise bad_input(f"unknown profile “{profile}”", expected=one_of(PROFILES, profile))
        Source({}, "--ruling").reject(wrong_choices(self.game.rulings, readings))
        return replace(self, readings={**self.readings, **readings}, profile=profile or self.profile)

    def plain(self) -> dict[str, Any]:
        """The scenario as it stands in a file."""
        result: dict[str, Any] = {"satrap": 1, "game": self.game.key}
        result |= {key: value for key, value in (("title", self.title), ("note", self.note)) if value}
        result["board"] = self.board_name
        if self.profile != RULEBOOK:
            result["profile"] = self.profile
        if self.readings:
            result["rulings"] = dict(self.readings)
        result["position"] = self.position.plain()
        if self.assumptions is not None and self.assumptions.plain():
            result["assumptions"] = self.assumptions.plain()
        if self.question is not None:
            result["question"] = {"kind": self.question.kind, **self.question.plain()}
        if self.events:
            result["events"] = [event.plain() for event in self.events]
        return result

    def text(self) -> str:
        """The scenario as YAML."""
        return to_yaml(self.plain())

    def _repr_svg_(self) -> str | None:
        return draw(self) if self.game.key in PICTURES else None


@cache
def scenario_model(key: str, kind: str | None = None) -> type[_Head]:
    """The document of a scenario file of a game: the common head and the game's own parts.

    ``kind`` leaves one question only: what is read of a file that asks it is the same, and sooner there.
    """
    game = load_game(key)
    documents = [entry.document_class() for entry in of_game(key) if kind in (None, entry.kind)]
    question: Any = documents[0] if documents else None  # a game may have positions and logs only
    if len(documents) > 1:
        question = Annotated[reduce(or_, documents), Field(discriminator="kind")]
    board: Any = game.boards[0] if len(game.boards) == 1 else ...  # the only one need not be named
    model: type[_Head] = create_model(
        f"{key.title()}Scenario",
        __base__=_Head,
        game=(Literal[key], ...),  # type: ignore[arg-type]
        board=(str, board),
        position=(game.position, ...),
        assumptions=(game.assumptions, game.assumptions.model_construct()),
        question=(question | None if documents else None, None),
        events=(tuple[game.event, ...], ()),  # type: ignore[name-defined]
    )
    return model


def load(file: str | os.PathLike[str]) -> Scenario:
    """Read a scenario or log: a path, the name of a bundled one, or ``-`` for standard input.

    Raises
    ------
    InputError
        With every fault of the first pass that found any.
    """
    raw, name, folder = read_file(file, bundled="gallery")
    return parse(raw, name, folder)


def parse(raw: bytes | str, name: str | None = None, folder: Path | None = None) -> Scenario:
    """Read a scenario from a text; ``folder`` is where a board file named in it is looked for."""
    source = read_text(raw, name)
    if not isinstance(source.data, dict):
        raise InputError([source.fault(Problem((), "this is no scenario", "key: value lines, see “satrap new”"))])
    key = source.data.get("game")
    if key is None:
        raise InputError([source.fault(Problem(("game",), "the key “game” is missing", one_of(GAMES)))])
    if not isinstance(key, str) or key not in GAMES:
        raise InputError([source.fault(Problem(("game",), f"unknown game {show(key)}", one_of(GAMES, key)))])
    game = load_game(key)
    document = _shaped(game, source)
    problems = list(wrong_choices(game.rulings, document.rulings))
    try:
        board = load_board(game, document.board, folder, source)
    except InputError as error:
        raise InputError([*map(source.fault, problems), *error.faults]) from None
    scenario = Scenario(
        game=game,
        board=board,
        position=document.position,
        assumptions=document.assumptions,
        question=document.question,
        events=document.events,
        readings=document.rulings,
        profile=document.profile,
        title=document.title,
        note=document.note,
        name=name or "scenario",
        board_name=document.board,
        source=source,
    )
    source.reject([*problems, *_problems(scenario)])
    return scenario


def _shaped(game: Game, source: Source) -> Any:
    """The document of a scenario, its shape checked; a question of an unknown kind is one fault, not many."""
    question = source.data.get("question")
    known = [entry.kind for entry in of_game(game.key)]
    any_kind = known[0] if known else None
    if not isinstance(question, dict):
        return validate(scenario_model(game.key, any_kind), source)
    kind = question.get("kind")
    if isinstance(kind, str) and kind in known:
        return validate(scenario_model(game.key, kind), source)
    what = f"{game.key} has no question {show(kind)}" if isinstance(kind, str) else f"{show(kind)} is not known here"
    if kind is None:
        what = "the key “kind” is missing"
    unknown = Problem(("question", "kind"), what, expected(game.key, kind))
    faults = [source.fault(unknown)]
    try:
        validate(scenario_model(game.key, any_kind), replace(source, data={**source.data, "question": None}))
    except InputError as error:
        faults += error.faults
    raise InputError(faults)


def _problems(scenario: Scenario) -> Iterator[Problem]:
    found = list(scenario.game.position_problems(scenario.board, scenario.position, scenario.rulings))
    yield from under(("position",), found)
    if scenario.question is not None and scenario.events:
        yield Problem(("events",), "a file holds a question or a log, not both")
    if scenario.events:
        yield from scenario.game.event_problems(scenario.events, scenario.game.players(scenario.position))


def names_file(board: str) -> bool:
    """Whether a board is named by its path."""
    return "/" in board or board.endswith((".yaml", ".yml", ".json"))


def load_board(game: Game, board: str, folder: Path | None = None, source: Source | None = None) -> Any:
    """A bundled board by name, or a user's own by path (with a ``.yaml`` or a slash in it).

    Without a ``source`` that names it, ``-`` is standard input.
    """
    if not (names_file(board) or (source is None and board == "-")):
        if board not in game.boards:
            expected = f"{one_of(game.boards, board)}; or a path like ./my-board.yaml"
            problem = Problem(("board",), f"unknown board “{board}”", expected)
            raise InputError([(source or Source({})).fault(problem)])
        return bundled_board(game, board)
    try:
        raw, name, _ = read_file(board if source is None else (folder or Path()) / board)
    except InputError as error:
        if source is None:
            raise
        file, *_ = error.faults
        problem = Problem(("board",), f"{file.file}: {file.message}", file.expected)
        raise InputError([source.fault(problem)]) from None
    return user_board(game, read_text(raw, name))


def read_file(file: str | os.PathLike[str], bundled: str | None = None) -> tuple[bytes, str, Path]:
    """The bytes of a file, its name for messages and its folder.

    Raises
    ------
    InputError
        No such file, a directory, not readable, over the limit.
    """
    text = "standard input" if file == "-" else os.fspath(file)
    path = Path(text)
    try:
        if file == "-":
            if sys.stdin is None:
                raise bad_input("it is closed", file=text, expected="a file")
            return sys.stdin.buffer.read(MAX_BYTES + 1), text, Path()
        if bundled is not None and not path.exists():
            inside = HERE / bundled / f"{text.removesuffix('.yaml')}.yaml"
            if "\0" not in text and ".." not in path.parts and not path.is_absolute() and inside.is_file():
                return inside.read_bytes(), text, Path()
        if path.is_dir():
            raise bad_input("this is a directory", file=text, expected="a file")
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1), text, path.parent  # no more, whatever the file is
    except FileNotFoundError:
        names = [name for name, _ in bundled_files(bundled)] if bundled else []
        expected = f"a path, or {one_of(names, text)}" if names else "a path"
        raise bad_input("no such file", file=text, expected=expected) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise bad_input(f"cannot be read: {reason}", file=text) from None


def bundled_files(folder: str) -> Iterator[tuple[str, bytes]]:
    """The bundled files of a folder of this package, with their names, by game."""
    root = HERE / folder
    for game in sorted(GAMES):
        inside = root / game
        if inside.is_dir():
            for entry in sorted(inside.iterdir(), key=lambda item: item.name):
                if entry.name.endswith(".yaml"):
                    yield f"{game}/{entry.name.removesuffix('.yaml')}", entry.read_bytes()


def to_yaml(data: Any) -> str:
    """Plain values as YAML, small mappings and lists of words on one line."""
    from io import StringIO

    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import LiteralScalarString

    def flow(value: Any) -> Any:
        if isinstance(value, str) and value.endswith("\n") and value.count("\n") > 1:
            return LiteralScalarString(value)
        if isinstance(value, str) and len(value) > 100 and value.split(" ") == value.split():
            return _folded(value)
        plain = not isinstance(value, (dict, list, tuple))
        if plain:
            return value
        inner = list(value.values()) if isinstance(value, dict) else list(value)
        node: Any
        if isinstance(value, dict):
            node = CommentedMap((key, flow(item)) for key, item in value.items())
        else:
            node = CommentedSeq(flow(item) for item in value)
        drawn = any(isinstance(item, str) and "\n" in item for item in inner)
        leaf = not any(isinstance(item, (dict, list, tuple)) for item in inner) and not drawn
        flat = not drawn and isinstance(value, dict) and len(str(value)) < 90 and _depth(value) <= 2
        if inner and (leaf or flat):
            node.fa.set_flow_style()
        return node

    stream = StringIO()
    yaml = YAML()
    yaml.width = 1_000_000  # folding on its own, it loses spaces and tabs
    yaml.allow_unicode = True
    yaml.dump(flow(data), stream)
    return stream.getvalue()


def _folded(text: str) -> Any:
    """A long text with its places to break a line."""
    from itertools import accumulate
    from textwrap import wrap

    from ruamel.yaml.scalarstring import FoldedScalarString

    folded = FoldedScalarString(text)
    lines = wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    folded.fold_pos = [end - 1 for end in accumulate(len(line) + 1 for line in lines[:-1])]
    return folded


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max((_depth(item) for item in value.values()), default=0)
    if isinstance(value, (list, tuple)):
        return 1 + max((_depth(item) for item in value), default=0)
    return 0


def check_writable(path: str | os.PathLike[str]) -> Path:
    """Where a file will be written, links followed; :class:`~models.errors.InputError` if it cannot be."""
    try:
        given = Path(path)
        if given.is_dir():
            raise bad_input("this is a directory", file=str(path), expected="a file")
        device = given.exists() and not given.is_file()
        target = given if device else given.resolve()
        if not target.parent.is_dir():
            raise bad_input("cannot be written: there is no such folder", file=str(path))
        if not os.access(target if device else target.parent, os.W_OK):
            raise bad_input("cannot be written: no permission", file=str(path))
    except (OSError, RuntimeError, ValueError) as error:  # a name that is too long, a link to itself, a NUL
        raise bad_input(f"cannot be written: {getattr(error, 'strerror', None) or error}", file=str(path)) from None
    return target


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: beside its place, then renamed into it."""
    import tempfile

    target = check_writable(path)
    try:
        if target.exists() and not target.is_file():  # a device or a pipe is written to, never replaced
            target.write_text(text, encoding="utf-8", newline="\n")
            return
        handle, beside = tempfile.mkstemp(dir=target.parent or Path(), prefix=".satrap-", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            umask = os.umask(0)
            os.umask(umask)
            Path(beside).chmod(0o666 & ~umask)
            Path(beside).replace(target)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise bad_input(f"cannot be written: {error.strerror or error}", file=str(path)) from None


def load_plan(file: str | os.PathLike[str], scenario: Scenario) -> tuple[Any, Source]:
    """Read an answer to a scenario's question, or what holds one under ``answer``, as ``solve --json`` prints."""
    if scenario.question is None:
        raise no_question(scenario)
    document = find(scenario.game.key, scenario.question.kind).load().answer
    raw, name, _ = read_file(file)
    source = read_text(raw, name)
    at: tuple[str, ...] = ()
    if isinstance(source.data, dict) and "answer" in source.data:
        at = ("answer",)
    return validate(document, source, at), source


def task_of(scenario: Scenario) -> Task:
    """What the solver floor needs of a scenario, its question checked; loads no OR-Tools."""
    if scenario.question is None:
        raise no_question(scenario)
    task = scenario.task
    question = find(scenario.game.key, scenario.question.kind).load()
    problems: Iterable[Problem] = question.problems(task)
    scenario.source.reject(problems)
    return task


def answer_words(scenario: Scenario, answer: Document) -> list[tuple[str, str]]:
    """An answer as (heading, line) pairs, as one would say it at the table."""
    return list(find(scenario.game.key, scenario.question.kind).load().answer_words(scenario.task, answer))


def gallery() -> list[dict[str, Any]]:
    """The bundled scenarios and logs: name, game, question (None for a log), title."""
    rows = []
    for name, raw in bundled_files("gallery"):
        data = read_text(raw, name).data
        kind = data["question"]["kind"] if "question" in data else None
        rows.append({"name": name, "game": data["game"], "question": kind, "title": data.get("title", "")})
    return rows


def no_question(scenario: Scenario) -> InputError:
    """What to say where a question is wanted and the file asks none."""
    if scenario.events:
        return log_given(scenario)
    problem = Problem(("question",), "the file asks no question", expected(scenario.game.key))
    return InputError([scenario.source.fault(problem)])


def log_given(scenario: Scenario) -> InputError:
    """What to say where a log is given and a position or a question is wanted."""
    problem = Problem(("events",), "this is a log", f"“satrap replay {scenario.name}”")
    return InputError([scenario.source.fault(problem)])
