"""Documents: what a person writes, read with the line of every value.

A document is a frozen pydantic model written in YAML (JSON is YAML too).  Reading goes in
passes, and every fault of a pass is reported at once: the text (size, encoding, YAML), the
shape (:func:`validate`), then references and totals, which each document checks itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from io import StringIO
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from models.errors import Fault, InputError, Path, Problem, dotted, one_of

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 40

Name = Annotated[str, Field(pattern=r"^[^\W\d_][\w'-]*$", max_length=40)]
"""The name of a player or a place: a letter, then letters, digits, ``_``, ``-``, ``'``."""

Count = Annotated[int, Field(strict=True, ge=0, le=999)]
"""A number of things, never negative; ``true`` and ``"3"`` are not numbers."""

Flag = Annotated[bool, Field(strict=True)]


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
        """The line of each path, found when a fault asks for it."""
        return {} if self.text is None else _Reader(self.text, self.name).source_lines()

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
        raise refuse(f"the file is too large ({size:,} bytes)", expected="at most 1 MiB")
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
    return Source(_Reader(text, name).data() if data is _NOT_JSON else data, name, text)


_NOT_JSON = object()


def _plain_json(text: str) -> Any:
    """What a sound JSON text holds, read many times faster than as YAML; ``_NOT_JSON`` for all else.

    Whatever is odd (a key twice, NaN, depth) is left to the YAML reader, which says what is wrong.
    """

    def refuse(value: str) -> Any:
        raise ValueError(value)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        return result if len(result) == len(pairs) else refuse("a key twice")

    if text.lstrip()[:1] not in ("{", "["):
        return _NOT_JSON
    try:
        data = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError):
        return _NOT_JSON
    return data


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

        try:
            data = self._document()
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            words = " ".join(part for part in (error.context, error.problem) if part)
            line = mark.line + 1 if mark else None
            raise InputError([*self.faults, Fault(f"not YAML: {words}", self.name, line)]) from None
        except YAMLError as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError([*self.faults, Fault(f"not YAML: {first}", self.name)]) from None
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
            key = str(key_event.value) if plain else ""
            if plain and key_event.anchor:
                self._fault(key_event, f"the anchor or alias “{key_event.anchor}” is not allowed", path)
            here = (*path, key)
            if not plain:
                self._fault(key_event, "a key must be a plain word", path)
                self._value(key_event, here, depth + 1)
            elif key in result:
                first = self.lines[here]
                self._fault(key_event, f"the key “{key}” stands twice (first on line {first})", here)
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
                return value.lower() == "true"
            if kind == "int":
                octal = value.lstrip("+-")[:1] == "0" and len(value) > 1
                return int(value.replace("_", ""), 0) if octal else int(value)
            if kind == "float":
                return float(value.replace(".inf", "inf").replace(".nan", "nan"))
        except ValueError:
            return str(value)
        return str(value)


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
        raise InputError([source.fault(Problem(at, f"{_show(data)} is not a mapping", "key: value lines"))])
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = [_problem(model, data, detail) for detail in error.errors()]
        raise InputError(source.fault(Problem((*at, *p.path), p.message, p.expected)) for p in problems) from None


def _show(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"


def _problem(model: type[BaseModel], data: Any, detail: Any) -> Problem:
    """Say in our own words what pydantic found."""
    path = _real_path(data, detail["loc"])
    kind, context, value = detail["type"], detail.get("ctx", {}), detail.get("input")
    shown = _show(value)
    if kind == "extra_forbidden":
        known = _keys_at(model, detail["loc"][:-1])
        return Problem(path, f"unknown key “{path[-1]}”", one_of(known, path[-1]) if known else None)
    if kind == "missing":
        return Problem(path, f"the key “{path[-1]}” is missing")
    if kind in ("literal_error", "enum"):
        return Problem(path, f"{shown} is not known here", one_of(_words(context["expected"]), value))
    if kind == "string_pattern_mismatch":
        return Problem(path, f"{shown} is not a name", "a letter, then letters, digits, “_”, “-” or “'”")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tags = _words(context.get("expected_tags", ""))
        where = (*path, context.get("discriminator", "kind").strip("'"))
        if kind == "union_tag_not_found":
            return Problem(where, f"the key “{where[-1]}” is missing", one_of(tags) if tags else None)
        return Problem(where, f"{_show(context.get('tag'))} is not known here", one_of(tags, context.get("tag")))
    limits = {"greater_than_equal": "ge", "less_than_equal": "le", "greater_than": "gt", "less_than": "lt"}
    if kind in limits:
        words = {"ge": "at least", "le": "at most", "gt": "more than", "lt": "less than"}[limits[kind]]
        what = "is negative" if kind == "greater_than_equal" and context["ge"] == 0 else "is out of range"
        return Problem(path, f"{shown} {what}", f"{words} {context[limits[kind]]}")
    wanted = {"int": "a whole number", "float": "a number", "bool": "true or false", "string": "a word",
              "list": "a list", "tuple": "a list", "dict": "key: value lines", "mapping": "key: value lines",
              "model": "key: value lines"}  # fmt: skip
    family = kind.split("_")[0]
    if family in wanted:
        return Problem(path, f"{shown} is not {wanted[family]}", wanted[family])
    if kind == "too_short" or kind == "too_long":
        bound = context.get("min_length", context.get("max_length"))
        return Problem(path, "too few entries" if kind == "too_short" else "too many entries",
                       f"{'at least' if kind == 'too_short' else 'at most'} {bound}")  # fmt: skip
    return Problem(path, str(detail["msg"]).removeprefix("Value error, "))


def _words(listed: str) -> list[str]:
    return [word.strip().strip("'\"") for word in listed.replace(" or ", ", ").split(",") if word.strip()]


def _real_path(data: Any, location: tuple[str | int, ...]) -> Path:
    """Drop from pydantic's location what stands in no file: union tags and ``[key]``."""
    path: list[str | int] = []
    for at, part in enumerate(location):
        inside = (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        )
        if inside:
            path.append(part)
            data = data[part]
        elif at == len(location) - 1 and part != "[key]":
            path.append(part)
    return tuple(path)


def _keys_at(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    """The keys that a document allows at a location, read off its JSON Schema."""
    schema = model.model_json_schema()
    node: Any = schema

    def resolve(part: Any) -> Any:
        while "$ref" in part:
            part = schema["$defs"][part["$ref"].rsplit("/", 1)[-1]]
        return part

    def options(part: Any) -> list[Any]:
        part = resolve(part)
        found = [part]
        for inner in (*part.get("anyOf", ()), *part.get("oneOf", ()), *part.get("allOf", ())):
            found += options(inner)
        return found

    nodes = options(node)
    for step in location:
        following: list[Any] = []
        for candidate in nodes:
            if step in candidate.get("properties", {}):
                following += options(candidate["properties"][step])
            elif isinstance(step, int):
                for inner in [candidate["items"]] if isinstance(candidate.get("items"), dict) else []:
                    following += options(inner)
                for inner in candidate.get("prefixItems", ()):
                    following += options(inner)
            elif isinstance(candidate.get("additionalProperties"), dict):
                following += options(candidate["additionalProperties"])
        if not following:  # a union tag: narrow to the member of that kind
            tagged = [n for n in nodes if n.get("properties", {}).get("kind", {}).get("const") == step]
            following = tagged or nodes
        nodes = following
    return sorted({key for candidate in nodes for key in candidate.get("properties", {})})
