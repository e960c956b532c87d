"""Answers in short words, step by step, read by the shape of the answer's document.

A line names a field of the answer and says what is in it: ``card horse``, ``moves armies 7, path
symbol gandhara, pays temple 1``.  Fields inside are named in the same way, commas separate them; a
list of names goes on to the comma; a line about a list of steps adds a step.  Names of fields may be
shortened as long as they stay clear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from models.documents import Document, Source, validate
from models.errors import InputError, bad_input

TOKEN = re.compile(r",|[^\s,]+")
NUMBER = re.compile(r"-?\d{1,9}")
FILE = "your answer"
Schema = Mapping[str, Any]


@dataclass
class Draft:
    """An answer that is being written.

    Attributes
    ----------
    document
        What it is to become.
    data
        What has been said so far, as plain values.
    """

    document: type[Document]
    data: dict[str, Any] = field(default_factory=dict)
    _before: list[dict[str, Any]] = field(default_factory=list)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the document."""
        return TypeAdapter(self.document).json_schema(by_alias=True)

    def say(self, line: str) -> None:
        """Add what a line says; :class:`~models.errors.InputError` if it makes no sense, and nothing is added."""
        said = _Reader(TOKEN.findall(line), self.schema).read()
        data = _merged(self.data, said)
        self._before.append(self.data)
        self.data = data

    def undo(self) -> bool:
        """Take the last line back; whether there was one."""
        if not self._before:
            return False
        self.data = self._before.pop()
        return True

    def plan(self, told: Callable[[dict[str, Any]], dict[str, Any]] | None = None) -> Document:
        """The answer; :class:`~models.errors.InputError` with all that is missing or wrong.

        ``told`` fills in what need not be said.
        """
        return validate(self.document, Source(told(self.data) if told is not None else self.data, FILE))


def fields(document: type[Document]) -> Iterator[tuple[str, str]]:
    """The fields of an answer, each with the words that can follow it."""
    schema: Schema = TypeAdapter(document).json_schema(by_alias=True)
    for name, inner in schema.get("properties", {}).items():
        yield name, _form(inner, schema, 2)


def _form(inner: Schema, root: Schema, depth: int) -> str:
    """The words that say a value, as a pattern."""
    options = [_form_of(one, root, depth) for one in _options(inner, root)]
    return " | ".join(dict.fromkeys(filter(None, options)))


def _form_of(inner: Schema, root: Schema, depth: int) -> str:
    if "enum" in inner or "const" in inner:
        values = [str(value) for value in inner.get("enum", [inner.get("const")])]
        return " | ".join(values) if len(values) <= (6 if depth == 2 else 3) else "NAME"
    kind = inner.get("type")
    if kind == "array":
        if "prefixItems" in inner:
            return " ".join(_form(one, root, depth) for one in inner["prefixItems"])
        item = _form(inner.get("items", {}), root, depth)
        return f"{item} …" if " " not in item else item
    if kind == "object" and "properties" in inner:
        if not depth:
            return "…"
        return ", ".join(f"{name} {_form(one, root, depth - 1)}" for name, one in inner["properties"].items())
    if kind == "object":
        return f"KEY {_form(_values(inner), root, depth)}"
    return {"integer": "N", "boolean": "yes", "null": ""}.get(str(kind), "NAME")


def _options(inner: Schema, root: Schema) -> list[Schema]:
    """What a schema may be, references followed; ``null`` is left out."""
    if "$ref" in inner:
        return _options(root["$defs"][str(inner["$ref"]).rsplit("/", 1)[-1]], root)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in inner:
            return [one for part in inner[key] for one in _options(part, root)]
    return [] if inner.get("type") == "null" else [inner]


def _values(inner: Schema) -> Schema:
    """What the values of a mapping are, whatever its keys."""
    patterns = list(inner.get("patternProperties", {}).values())
    return patterns[0] if patterns else inner.get("additionalProperties") or {"type": "string"}


class _Reader:
    """Reads the tokens of one line by a schema."""

    def __init__(self, tokens: Sequence[str], root: Schema) -> None:
        self.tokens = list(tokens)
        self.root = root
        self.known: list[set[str]] = []
        """The fields of the documents that are being read, the innermost last."""

    def read(self) -> dict[str, Any]:
        value: dict[str, Any] = self._value(self.root)
        if self.tokens:
            raise bad_input(
                f"“{' '.join(self.tokens)}” is not understood", file=FILE, expected="“help” tells the words"
            )
        return value

    def _value(self, inner: Schema) -> Any:
        options = _options(inner, self.root)
        objects = [one for one in options if one.get("type") == "object" and "properties" in one]
        if len(objects) > 1:
            fitting = [one for one in objects if self._field(one) is not None]
            options = fitting or objects
        if self.tokens and NUMBER.fullmatch(self.tokens[0]):  # where a name may stand too, it is a number
            options = sorted(options, key=lambda one: one.get("type") != "integer")
        before = list(self.tokens), list(self.known)
        failure: InputError | None = None
        for one in options:
            try:
                return self._one(one)
            except InputError as error:
                failure = failure or error
                self.tokens, self.known = list(before[0]), list(before[1])
        raise failure or bad_input("there is nothing to say here", file=FILE)

    def _one(self, inner: Schema) -> Any:
        kind = inner.get("type")
        if kind == "object" and "properties" in inner:
            return self._document(inner)
        if kind == "object":
            return self._mapping(inner)
        if kind == "array":
            return self._list(inner)
        return self._scalar(inner)

    def _document(self, inner: Schema) -> dict[str, Any]:
        self.known.append(set(inner["properties"]))
        found: dict[str, Any] = {}
        while (name := self._field(inner)) is not None:
            if self.tokens[0] == ",":
                self.tokens.pop(0)
            self.tokens.pop(0)
            value = self._value(inner["properties"][name])
            found[name] = _merged(found[name], value) if name in found else value
        self.known.pop()
        if not found:
            self._lost(f"one of: {', '.join(inner['properties'])}")
        return found

    def _field(self, inner: Schema) -> str | None:
        """The field of a document that comes next, with or without a comma before it."""
        word = next((token for token in self.tokens[:2] if token != ","), None)
        if word is None:
            return None
        names = inner.get("properties", {})
        if word in names:
            return word
        fitting = [name for name in names if name.startswith(word)]
        outside = any(word in known for known in self.known)
        return fitting[0] if len(fitting) == 1 and not outside else None

    def _mapping(self, inner: Schema) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.tokens and self.tokens[0] != "," and not (found and self._is_field(self.tokens[0])):
            key = self.tokens.pop(0)
            found[key] = self._value(_values(inner))
        if not found:
            self._lost("a name")
        return found

    def _is_field(self, word: str) -> bool:
        return any(word in known for known in self.known)

    def _list(self, inner: Schema) -> list[Any]:
        if "prefixItems" in inner:
            return [self._value(one) for one in inner["prefixItems"]]
        item = inner.get("items", {})
        if not all(one.get("type") in ("string", "integer") or "enum" in one for one in _options(item, self.root)):
            return [self._value(item)]
        found: list[Any] = []
        while self.tokens and self.tokens[0] != "," and not (found and self._is_field(self.tokens[0])):
            found.append(self._value(item))
        if not found:
            self._lost("names, up to a comma")
        return found

    def _scalar(self, inner: Schema) -> Any:
        if not self.tokens or self.tokens[0] == ",":
            self._lost("a number" if inner.get("type") == "integer" else "a name")
        word = self.tokens.pop(0)
        if inner.get("type") == "integer":
            if not NUMBER.fullmatch(word):
                self.tokens.insert(0, word)
                self._lost("a number")
            return int(word)
        if inner.get("type") == "boolean":
            return word in ("yes", "true")
        return word

    def _lost(self, expected: str) -> None:
        at = f"before “{self.tokens[0]}”" if self.tokens else "at the end of the line"
        raise bad_input(f"something is missing {at}", file=FILE, expected=expected)


def _merged(old: Any, new: Any) -> Any:
    """What is said now put to what was said before: fields beside fields, steps after steps."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merged(old[key], value) if key in old else value for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, list):
        return [*old, *new]
    return new
