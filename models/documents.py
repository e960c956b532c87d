"""Documents: what a person writes, read with the line of every value.

A document is a frozen pydantic model written in YAML (JSON is YAML too).  Reading goes in
passes, and every fault of a pass is reported at once: the text (size, encoding, YAML), the
shape (:func:`validate`), then references and totals, which each document checks itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from io import StringIO
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from models.errors import Fault, InputError, Path, Problem, dotted, shortened, under
from models.shape import LINE, NAME, TEXT, shape_problems, show

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 40

Name = Annotated[str, Field(pattern=NAME, max_length=40)]
"""The name of a player or a place: a letter, then letters, digits, ``_``, ``-``, ``'``."""

Count = Annotated[int, Field(strict=True, ge=0, le=999)]
"""A number of things, never negative; ``true`` and ``"3"`` are not numbers."""

Flag = Annotated[bool, Field(strict=True)]

Line = Annotated[str, Field(pattern=LINE)]
"""A text on one line that a terminal and a drawing can show."""

LongText = Annotated[str, Field(pattern=TEXT)]
"""A text of any number of lines."""


def _as_written(value: Any) -> Any:
    if isinstance(value, (bool, float)):  # to Python, True == 1.0 == 1
        raise PydanticCustomError("literal_error", "not the version", {"expected": "1"})
    return value


Version = Annotated[Literal[1], BeforeValidator(_as_written)]
"""The version of the file format."""


class Document(BaseModel):
    """Base of everything that is written in a file: frozen, and no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def plain(self) -> dict[str, Any]:
        """The document as plain values, without what was left at its default.

        >>> from models.empire.position import Pieces
        >>> Pieces(temples=("thrace",)).plain()
        {'temples': ['thrace']}
        """
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)

    def _repr_svg_(self) -> str | None:
        return to_svg(self)


class BoardDocument(Document):
    """Base of the boards of all games: the head of a board file.  A game adds ``game`` and what is on the board.

    ``invented`` boards say so wherever they are shown.
    """

    satrap: Version
    name: Name
    title: Line = Field(max_length=80)
    invented: Flag = False
    note: LongText = ""


@singledispatch
def to_svg(thing: object) -> str | None:
    """A document as an SVG picture; None until a floor above registers how to draw its kind."""
    return None


D = TypeVar("D", bound=Document)


@dataclass(frozen=True)
class Source:
    """Plain data as read from a text, which is kept to tell on which line a path stands."""

    data: Any
    name: str | None = None
    text: str | None = field(default=None, repr=False)

    @cached_property
    def lines(self) -> Mapping[Path, int]:
        """The line of each path, found when a fault asks for it; none in JSON that is no YAML."""
        try:
            return {} if self.text is None else _Reader(self.text, self.name).source_lines()
        except InputError:
            return {}

    def fault(self, problem: Problem) -> Fault:
        """A problem with its file and line: the line of the nearest path that was written."""
        path = problem.path
        while path and path not in self.lines:
            path = path[:-1]
        line = self.lines.get(path)
        return Fault(problem.message, self.name, line, dotted(problem.path) or None, problem.expected)

    def reject(self, problems: Iterable[Problem]) -> None:
        """Raise :class:`InputError` if there is any problem; return quietly if there is none."""
        faults = [self.fault(problem) for problem in problems]
        if faults:
            raise InputError(faults)


def read_text(raw: bytes | str, name: str | None = None) -> Source:
    """Read a YAML or JSON text into a :class:`Source`.

    Raises
    ------
    InputError
        Over 1 MiB, not UTF-8, NUL bytes, nothing in it, not YAML, anchors or aliases, tags,
        a key twice, nested too deep.
    """

    def refuse(message: str, line: int | None = None, expected: str | None = None) -> InputError:
        return InputError([Fault(message, name, line, None, expected)])

    size = len(raw) if isinstance(raw, bytes) else len(raw.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise refuse("the file is too large", expected="at most 1 MiB")
    if isinstance(raw, bytes):
        if b"\0" in raw:
            raise refuse("the file holds NUL bytes", raw[: raw.index(b"\0")].count(b"\n") + 1, "a text file")
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            raise refuse("the file is not UTF-8 text", line, "a text file in UTF-8") from None
    else:
        text = raw
    data = _plain_json(text)
    if data is _NOT_JSON:
        return Source(_Reader(text, name).data(), name, text)
    return Source(data, name, text.replace("\t", " "))  # tabs stand between JSON's words only, YAML minds them there


_NOT_JSON = object()
_NOT_YAML = re.compile("[\x7f-\x84\x86-\x9f\ufffe\uffff]")
"""Characters that JSON lets stand and YAML does not; no line could be told of what holds them."""


def _plain_json(text: str) -> Any:
    """What a sound JSON text holds, read many times faster than as YAML; ``_NOT_JSON`` for all else.

    Whatever is odd (a key twice, NaN, depth) is left to the YAML reader, which says what is wrong.
    """

    def refuse(value: str) -> Any:
        raise ValueError(value)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        return result if len(result) == len(pairs) else refuse("a key twice")

    if text.lstrip()[:1] not in ("{", "[") or _NOT_YAML.search(text):
        return _NOT_JSON
    try:
        data = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError):
        return _NOT_JSON
    return _NOT_JSON if _deeper(data, MAX_DEPTH) else data


def _deeper(data: Any, depth: int) -> bool:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else None
    return inner is not None and (depth == 0 or any(_deeper(item, depth - 1) for item in inner))


class _Reader:
    """Turns the events of a YAML text into plain values, remembering lines and collecting faults.

    One pass without a tree in between: the file is refused before anything is built from an
    anchor, and reading stays fast enough for a command that only scores.
    """

    def __init__(self, text: str, name: str | None) -> None:
        from ruamel.yaml import YAML

        self.name = name
        self.faults: list[Fault] = []
        self.lines: dict[Path, int] = {}
        self.text = text
        yaml = YAML(typ="safe", pure=True)
        self.events = iter(yaml.parse(StringIO(text)))
        self.resolve = yaml.resolver.resolve

    def source_lines(self) -> Mapping[Path, int]:
        """The line of each path of a text that was read before."""
        self.data()
        return self.lines

    def data(self) -> Any:
        """The values of the text; :class:`InputError` with what makes it unfit."""
        from ruamel.yaml.error import MarkedYAMLError, YAMLError
        from ruamel.yaml.reader import ReaderError

        try:
            data = self._document()
        except ReaderError as error:
            what = f"the character U+{error.character:04X} is not allowed"
            raise InputError([*self.faults, self._fault_at(error.position, what)]) from None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            words = " ".join(part for part in (error.context, error.problem) if part)
            line = mark.line + 1 if mark else None
            raise InputError([*self.faults, Fault(f"not YAML: {words}", self.name, line)]) from None
        except YAMLError as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError([*self.faults, Fault(f"not YAML: {first}", self.name)]) from None
        except (ValueError, OverflowError):  # chr() in ruamel.yaml
            escapes = re.finditer(r"\\U([0-9a-fA-F]{8})", self.text)
            start = next((e.start() for e in escapes if int(e[1], 16) > sys.maxunicode), 0)
            raise InputError([*self.faults, self._fault_at(start, "not YAML: an escape for no character")]) from None
        if self.faults:
            raise InputError(self.faults)
        return data

    def _document(self) -> Any:
        data: Any = None
        documents = 0
        for event in self.events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self._fault(event, "a second document", (), "one document a file")
            elif kind not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                value = self._value(event, ())
                data = value if documents == 1 else data
        if not documents:
            raise InputError([Fault("the file is empty", self.name, 1, None, "a document")])
        return data

    def _fault_at(self, position: int, message: str) -> Fault:
        return Fault(message, self.name, self.text.count("\n", 0, position) + 1, None, "plain text")

    def _fault(self, event: Any, message: str, path: Path, expected: str | None = None) -> None:
        line = event.start_mark.line + 1 if event.start_mark else None
        self.faults.append(Fault(message, self.name, line, dotted(path) or None, expected))

    def _value(self, event: Any, path: Path, depth: int = 1) -> Any:
        self.lines.setdefault(path, event.start_mark.line + 1)
        kind = type(event).__name__
        if kind == "AliasEvent" or event.anchor:
            what = f"the anchor or alias “{event.anchor}” is not allowed"
            self._fault(event, what, path, "the value written out")
        if kind == "AliasEvent":
            return None
        if kind == "ScalarEvent":
            return self._scalar(event, path)
        if depth > MAX_DEPTH:
            raise InputError([Fault(f"nested more than {MAX_DEPTH} levels deep", self.name, event.start_mark.line + 1)])
        if event.ctag is not None:
            self._fault(event, f"the tag “{event.ctag}” is not allowed", path, "plain values")
        if kind == "MappingStartEvent":
            return self._mapping(path, depth)
        items: list[Any] = []
        while type(following := next(self.events)).__name__ != "SequenceEndEvent":
            items.append(self._value(following, (*path, len(items)), depth + 1))
        return items

    def _mapping(self, path: Path, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while type(key_event := next(self.events)).__name__ != "MappingEndEvent":
            plain = type(key_event).__name__ == "ScalarEvent"
            key = _whole(key_event.value) if plain else ""
            if plain and key_event.anchor:
                self._fault(key_event, f"the anchor or alias “{key_event.anchor}” is not allowed", path)
            if plain and key_event.ctag is not None:
                self._fault(key_event, f"the tag “{key_event.ctag}” is not allowed", path, "plain values")
            here = (*path, key)
            if not plain:
                self._fault(key_event, "a key must be a plain word", path)
                self._value(key_event, here, depth + 1)
            elif key in result:
                first = self.lines[here]
                self._fault(key_event, f"the key “{shortened(key)}” stands twice (first on line {first})", here)
            else:
                self.lines[here] = key_event.start_mark.line + 1
            value = self._value(next(self.events), here, depth + 1)
            result.setdefault(key, value)
        return result

    def _scalar(self, event: Any, path: Path) -> Any:
        from ruamel.yaml.nodes import ScalarNode

        value = event.value
        tag = event.ctag if event.ctag is not None else self.resolve(ScalarNode, value, event.implicit)
        if event.ctag is not None:
            self._fault(event, f"the tag “{event.ctag}” is not allowed", path, "plain values")
        kind = str(tag).rsplit(":", 1)[-1]
        try:
            if kind == "null":
                return None
            if kind == "bool":
                return value.lower() in ("true", "yes", "on")  # the last two under %YAML 1.1
            if kind == "int":
                octal = value.lstrip("+-")[:1] == "0" and len(value) > 1
                return int(value.replace("_", ""), 0) if octal else int(value)
            if kind == "float":
                return float(value.replace(".inf", "inf").replace(".nan", "nan"))
        except ValueError:
            return str(value)
        return _whole(value)


def _whole(text: str) -> str:
    """A text with the two halves of a character put together, as JSON writes “\\ud83d\\ude00”."""
    if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def validate(model: type[D], source: Source, at: Path = ()) -> D:
    """Check the shape of a document: types, ranges, unknown and missing keys.

    Parameters
    ----------
    model
        The class of the document.
    source
        What was read; ``at`` is the path inside it where the document stands.

    Raises
    ------
    InputError
        With one fault for every value that does not fit.
    """
    data = source.data
    for part in at:
        data = data[part]
    if not isinstance(data, dict):
        raise InputError([source.fault(Problem(at, f"{show(data)} is not a mapping", "key: value lines"))])
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = shape_problems(model, data, error)
        raise InputError(source.fault(problem) for problem in under(at, problems)) from None
