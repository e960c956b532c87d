"""Things gone wrong in a file, drawn by a seeded generator: in its bytes, in its data, in what its schema allows."""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.puzzles.test_fuzz import BYTES, ODD, VALUES
from tests.puzzles.test_fuzz import places as untyped_places

LONGEST_NAME = 40
MORE_VALUES = [-0.0, 1e308, 2**31, 2**63, -(10**20), 999, "1e3", "~", "2026-11-30", "0o17", "1_000", "on", "\x1b[2J"]
"""Values of another kind than is asked for, beside those of the tests."""
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "latin-1", "utf-8-sig", "cp1252", "utf-7")
SMALL_WAYS = ("name", "nudge", "swap", "delete")
"""Changes after which much is still as it should be, so that it is looked at more closely."""
ALL_WAYS = (*SMALL_WAYS, "replace", "insert", "rename", "twice", "nest", "move")


class Twice(dict[str, Any]):
    """A mapping that is written with one of its keys standing twice."""


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place where a value stands: what holds it, and its key there."""
    return list(untyped_places(data))  # type: ignore[no-untyped-call]


def mangled_text(raw: bytes, draw: random.Random) -> bytes:
    """A text with pieces cut out, doubled, moved, flipped or put in, or in another encoding."""
    for _ in range(draw.randint(1, 4)):
        raw = _other_text(raw, draw)
    return raw


def _other_text(raw: bytes, draw: random.Random) -> bytes:
    start = draw.randint(0, len(raw))
    end = min(len(raw), start + draw.choice((0, 1, 3, 10, 40)))
    lines = raw.splitlines(keepends=True) or [raw]
    line = draw.randrange(len(lines))
    match draw.choice(("put", "put", "double", "flip", "cut", "end", "line", "indent", "encoding", "breaks", "colon")):
        case "put":
            return raw[:start] + draw.choice(BYTES) + raw[end:]
        case "double":
            return raw[:end] + raw[start:end] * draw.randint(1, 3) + raw[end:]
        case "flip":
            return raw[:start] + bytes((draw.randrange(256),)) + raw[start + 1 :]
        case "cut":
            return raw[:start] + raw[end:]
        case "end":
            return raw[:start]
        case "line":
            lines[line] = b"".join((lines[line], lines[draw.randrange(len(lines))]))
        case "indent":
            lines[line] = draw.choice((b" ", b"    ", b"\t", b"- ")) + lines[line].lstrip(b" " * draw.randint(0, 4))
        case "breaks":
            return raw.replace(b"\n", draw.choice((b"\r\n", b"\r", b"\xc2\x85", b"\n\n", b"\xe2\x80\xa8")))
        case "colon":
            return raw.replace(draw.choice((b":", b",", b"{", b"]", b" ")), draw.choice(BYTES), draw.randint(1, 3))
        case _:
            text = raw.decode("utf-8", "replace")
            return text.encode(draw.choice(ENCODINGS), "replace")
    return b"".join(lines)


def names_in(*data: Any) -> list[str]:
    """All keys and texts of some data that could be names, each once, in their order."""
    found: dict[str, None] = {}
    for one in data:
        for home, key in places(one):
            found |= dict.fromkeys(text for text in (key, home[key]) if isinstance(text, str))
    return [text for text in found if 0 < len(text) <= LONGEST_NAME]


def mangled_data(data: Any, names: Sequence[str], draw: random.Random) -> Any:
    """A copy of some data in which a few values or keys are replaced, renamed, removed, doubled, moved or swapped."""
    data = copy.deepcopy(data)
    ways = draw.choice((ALL_WAYS, ALL_WAYS, ALL_WAYS, SMALL_WAYS, SMALL_WAYS, ("nudge",), ("name",)))
    for _ in range(draw.choice((1, 1, 1, 2, 2, 3, 5))):
        data = _other_data(data, names, ways, draw)
    return data


def _value(data: Any, names: Sequence[str], draw: random.Random) -> Any:
    """A value to put somewhere."""
    match draw.choice(("kind", "kind", "name", "name", "other", "odd", "small")):
        case "kind":
            return copy.deepcopy(draw.choice([*VALUES, *MORE_VALUES]))
        case "name" if names:
            return draw.choice(names)
        case "other" if found := places(data):
            home, key = draw.choice(found)
            return copy.deepcopy(home[key])
        case "odd":
            return draw.choice(ODD)
    return draw.randint(-1, 16)


def _other_data(data: Any, names: Sequence[str], ways: Sequence[str], draw: random.Random) -> Any:
    found = places(data)
    if not found:
        return _value(data, names, draw)
    home, key = draw.choice(found)
    value = _value(data, names, draw)
    match draw.choice(ways):
        case "name":
            texts = [place for place in found if isinstance(place[0][place[1]], str)]
            home, key = draw.choice(texts or found)
            home[key] = draw.choice(names) if names else value
        case "nudge":
            numbers = [place for place in found if type(place[0][place[1]]) is int]
            home, key = draw.choice(numbers or found)
            home[key] = home[key] + draw.choice((-1, 1, 1, 7, 100)) if numbers else value
        case "delete":
            del home[key]
        case "insert" | "rename" if isinstance(home, list):
            home.insert(key, value)
        case "insert":
            home[draw.choice([*names, *ODD])] = value
        case "rename":
            _rename(home, key, draw.choice([*names, *ODD, f"{key}s", str(key).upper()]))
        case "twice" if isinstance(home, dict):
            return _with(data, home, Twice(home))
        case "swap":
            _swap(home, key, draw)
        case "nest":
            home[key] = draw.choice(([home[key]], {str(key): home[key]}, [home[key]] * 2, _deep(home[key])))
        case "move":
            other, at = draw.choice(found)
            other[at] = copy.deepcopy(home[key])
        case _:
            home[key] = value
    return data


def _rename(home: dict[str, Any], key: str, to: str) -> None:
    """Give a key another name, in its place."""
    entries = list(home.items())
    home.clear()
    home.update((to if one == key else one, value) for one, value in entries)


def _swap(home: Any, key: Any, draw: random.Random) -> None:
    """Let two neighbours change their values."""
    other = draw.choice(list(home) if isinstance(home, dict) else range(len(home)))
    home[key], home[other] = home[other], home[key]


def _deep(value: Any) -> Any:
    for _ in range(60):
        value = [value]
    return value


def _with(data: Any, old: Any, new: Any) -> Any:
    """The data with one of its mappings, known by its identity, replaced."""
    if data is old:
        return new
    if isinstance(data, dict):
        return type(data)((key, _with(value, old, new)) for key, value in data.items())
    return [_with(value, old, new) for value in data] if isinstance(data, list) else data


def written(data: Any, draw: random.Random) -> bytes:
    """The data as JSON, or as YAML where JSON has no word for something in it."""
    whole = draw.random() < 0.5
    return "".join(_pieces(data, 0, whole)).encode("utf-8", "surrogatepass")


def _pieces(data: Any, depth: int, ascii_only: bool) -> Iterator[str]:
    inside = f"\n{' ' * (depth + 1)}"
    if isinstance(data, dict):
        entries = [*data.items(), *list(data.items())[: isinstance(data, Twice)]]
        yield "{"
        for at, (key, value) in enumerate(entries):
            yield f"{',' if at else ''}{inside}{json.dumps(str(key), ensure_ascii=ascii_only)}: "
            yield from _pieces(value, depth + 1, ascii_only)
        yield "}"
    elif isinstance(data, (list, tuple)):
        yield "["
        for at, value in enumerate(data):
            yield ", " if at else ""
            yield from _pieces(value, depth + 1, ascii_only)
        yield "]"
    elif isinstance(data, float) and not math.isfinite(data):
        yield ".nan" if math.isnan(data) else f"{'-' if data < 0 else ''}.inf"
    elif isinstance(data, int) and not isinstance(data, bool) and abs(data) > 10**30:
        yield f"{'-' if data < 0 else ''}1{'0' * (1000 if abs(data) > 10**40 else 31)}"  # str() refuses longer ones
    else:
        yield json.dumps(data, ensure_ascii=ascii_only)


def made_up(schema: Mapping[str, Any], names: Sequence[str], draw: random.Random) -> Any:
    """A document of the right shape with nothing behind it: what a JSON Schema allows, with these names."""
    return _Inventor(schema, names, draw).value(schema, 0)


class _Inventor:
    """Draws values that a JSON Schema allows, as far as pydantic writes it."""

    def __init__(self, schema: Mapping[str, Any], names: Sequence[str], draw: random.Random) -> None:
        self.definitions = schema.get("$defs", {})
        self.names = names or ["nobody"]
        self.draw = draw

    def value(self, schema: Mapping[str, Any], depth: int) -> Any:
        """A value of a schema."""
        draw = self.draw
        if "$ref" in schema:
            return self.value(self.definitions[schema["$ref"].rsplit("/", 1)[-1]], depth)
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self.value(draw.choice(schema[choice]), depth)
        if "const" in schema or "enum" in schema:
            return draw.choice(schema.get("enum") or [schema["const"]])
        match schema.get("type"):
            case "object":
                return self._mapping(schema, depth)
            case "array":
                fixed = [self.value(inner, depth + 1) for inner in schema.get("prefixItems", ())]
                least, most = schema.get("minItems", 0), schema.get("maxItems", 4 if depth < 6 else 0)
                more = draw.randint(least, max(least, min(most, least + 3))) if "items" in schema else 0
                return fixed or [self.value(schema["items"], depth + 1) for _ in range(more)]
            case "integer" | "number":
                least = int(schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1))
                most = int(schema.get("maximum", least + 16))
                return draw.choice((least, min(most, least + 1), draw.randint(least, min(most, least + 9)), most))
            case "boolean":
                return draw.random() < 0.5
            case "null":
                return None
        return draw.choice(self.names)

    def _mapping(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        draw, required = self.draw, schema.get("required", ())
        properties = schema.get("properties", {})
        wanted = [key for key in properties if key in required or draw.random() < (0.4 if depth < 6 else 0)]
        result = {key: self.value(properties[key], depth + 1) for key in wanted}
        free = schema.get("additionalProperties") or next(iter(schema.get("patternProperties", {}).values()), None)
        if isinstance(free, Mapping):
            keys = schema.get("propertyNames", {}).get("enum") or self.names
            result |= {draw.choice(keys): self.value(free, depth + 1) for _ in range(draw.randint(0, 3))}
        return result
