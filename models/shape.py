"""Shape: what pydantic finds wrong with a document, said in our own words.

:func:`shape_problems` turns a ``ValidationError`` into problems by the path that stands in the
file, with what was expected there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError

from models.errors import Path, Problem, one_of, shortened

NAME = r"^[^\W\d_][\w'-]*$"
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*$"
TEXT = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*$"
_PATTERNS = {
    NAME: ("is not a name", "a letter, then letters, digits, “_”, “-” or “'”"),
    LINE: ("holds control characters", "a text on one line"),
    TEXT: ("holds control characters", "plain text"),
}


def shape_problems(model: type[BaseModel], data: Any, error: ValidationError) -> list[Problem]:
    """What pydantic found, the alternatives of a union put into one problem.

    Where an alternative fits and something within it does not, the others are not told.
    """
    found: list[Problem] = []
    last: tuple[Path, Path] | None = None
    alternative: Path | None = None
    for detail in error.errors(include_url=False):
        if detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]:
            continue  # only because entries are wrong, and each of them is a fault already
        problem = _problem(model, data, detail)
        location = detail["loc"]
        tagged = len(location) > len(problem.path)
        if tagged and last == (problem.path, location[:-1]) and found[-1].expected and problem.expected:
            found[-1] = replace(found[-1], expected=f"{found[-1].expected}, or {problem.expected}")
        elif alternative and location[: len(alternative)] == alternative and len(problem.path) > len(found[-1].path):
            found[-1] = problem
        else:
            found.append(problem)
        last = (problem.path, location[:-1])
        whole = tagged and location[-1] != "[key]" and len(_real_path(data, location[:-1], False)) == len(problem.path)
        alternative = location[:-1] if whole else None
    return found


def show(value: Any) -> str:
    """A value as a message names it.

    >>> show(True), show([]), show(None)
    ('“true”', 'a list', 'nothing')
    """
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, int) and abs(value) > 10**40:  # str() refuses thousands of digits
        return "a huge number"
    return f"“{shortened(str(value).lower() if isinstance(value, bool) else str(value))}”"


def _problem(model: type[BaseModel], data: Any, detail: Any) -> Problem:
    """Say in our own words what pydantic found."""
    kind, context, value = detail["type"], detail.get("ctx", {}), detail.get("input")
    path = _real_path(data, detail["loc"], kind == "missing")
    shown = show(value)
    if kind == "extra_forbidden":
        known = _keys_at(model, detail["loc"][:-1])
        return Problem(path, f"unknown key {show(path[-1])}", one_of(known, path[-1]) if known else None)
    if kind == "missing" and isinstance(path[-1], int):
        return Problem(path[:-1], f"entry {path[-1] + 1} is missing")
    if kind == "missing":
        return Problem(path, f"the key “{path[-1]}” is missing")
    if kind in ("literal_error", "enum"):
        words = _words(context["expected"])
        if str(value) in words:
            return Problem(path, f"the text {shown} is not known here", f"{value} without quotes")
        return Problem(path, f"{shown} is not known here", one_of(words, value))
    if kind == "string_pattern_mismatch":
        wrong, expected_form = _PATTERNS.get(context["pattern"], ("is not known here", None))
        return Problem(path, f"{shown} {wrong}", expected_form)
    if kind == "string_too_long":
        return Problem(path, f"{shown} is too long", f"at most {context['max_length']} characters")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tags = _words(context.get("expected_tags", ""))
        where = (*path, context.get("discriminator", "kind").strip("'"))
        if kind == "union_tag_not_found":
            return Problem(where, f"the key “{where[-1]}” is missing", one_of(tags) if tags else None)
        return Problem(where, f"{show(context.get('tag'))} is not known here", one_of(tags, context.get("tag")))
    limits = {"greater_than_equal": "ge", "less_than_equal": "le", "greater_than": "gt", "less_than": "lt"}
    if kind in limits:
        side = {"ge": "at least", "le": "at most", "gt": "more than", "lt": "less than"}[limits[kind]]
        what = "is negative" if kind == "greater_than_equal" and context["ge"] == 0 else "is out of range"
        bound = context[limits[kind]]
        return Problem(path, f"{shown} {what}", f"{side} {int(bound) if bound == int(bound) else bound}")
    wanted = {"int": "a whole number", "float": "a number", "finite": "a number", "bool": "true or false",
              "string": "a word", "list": "a list", "tuple": "a list", "dict": "a mapping", "mapping": "a mapping",
              "model": "a mapping"}  # fmt: skip
    family = kind.split("_")[0]
    if family in wanted:
        what = wanted[family]
        expected = {"a mapping": "key: value lines", "a word": "a word, in quotes if YAML takes it for something else"}
        shown = f"the text {shown}" if isinstance(value, str) and value and what != "a word" else shown
        return Problem(path, f"{shown} is not {what}", expected.get(what, what))
    if kind in ("too_short", "too_long"):
        if kind == "too_short":
            return Problem(path, "too few entries", f"at least {context['min_length']}")
        return Problem(path, "too many entries", f"at most {context['max_length']}")
    return Problem(path, str(detail["msg"]).removeprefix("Value error, "))


def _words(listed: str) -> list[str]:
    return [word.strip().strip("'\"") for word in listed.replace(" or ", ", ").split(",") if word.strip()]


def _real_path(data: Any, location: tuple[str | int, ...], missing: bool) -> Path:
    """Drop from pydantic's location what stands in no file, unless it is missing: branches of unions, ``[key]``."""
    path: list[str | int] = []
    for at, part in enumerate(location):
        inside = (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        )
        if inside:
            path.append(part)
            data = data[part]
        elif missing and at == len(location) - 1:
            path.append(part)
    return tuple(path)


@cache
def _schema(model: type[BaseModel]) -> Any:
    return model.model_json_schema()


@cache
def _keys_at(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    """The keys that a document allows at a location, read off its JSON Schema."""
    schema = _schema(model)
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
            else:
                for inner in (candidate.get("additionalProperties"), *candidate.get("patternProperties", {}).values()):
                    following += options(inner) if isinstance(inner, dict) else []
        if not following:  # a union tag: narrow to the member of that kind
            tagged = [n for n in nodes if n.get("properties", {}).get("kind", {}).get("const") == step]
            following = tagged or nodes
        nodes = following
    return sorted({key for candidate in nodes for key in candidate.get("properties", {})})
