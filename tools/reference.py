"""The reference, ``docs/reference.md``, made from the code.

``python -m tools.reference`` writes it: every command with its options, the head of a file, and of each game its
documents, its questions with what is asked and answered, and its rulings; the functions of ``puzzles``; the exit
statuses.  ``--check`` writes nothing and tells, by status 1, if the file is not what the code says.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import click
from pydantic import BaseModel
from pydantic.fields import FieldInfo

import puzzles
from models import GAMES
from models.documents import Document
from models.game import Game, load_game
from models.rulings import Ruling
from models.shape import NAME
from puzzles.questions import Entry, of_game

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference.md"
WIDTH = 120
MANY = 999
"""A maximum from which on none is told: it only keeps a file within bounds."""


# Markdown


def wrapped(text: str, indent: int = 0, first: str = "") -> str:
    """A paragraph, or an item that ``first`` begins, in lines that are not too long; code and links are not broken."""
    kept = re.sub(r"`[^`]+`|\[[^]]+\]\([^)]+\)", lambda whole: whole[0].replace(" ", "\0"), " ".join(text.split()))
    lines = textwrap.wrap(
        kept,
        WIDTH,
        initial_indent=" " * indent + first,
        subsequent_indent=" " * (indent + len(first)),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace("\0", " ")


def item(text: str, depth: int = 0) -> str:
    """An item of a list."""
    return wrapped(text, 2 * depth, "* ")


def anchor(heading: str) -> str:
    """The link to a heading, as GitHub makes it."""
    return "#" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def links(headings: Iterable[str], start: int = 0) -> str:
    """A line of links to headings, told without the so many letters that all of them begin with."""
    return wrapped(" · ".join(f"[{one[start:]}]({anchor(one)})" for one in headings))


def plain(text: str) -> str:
    """A docstring's text as Markdown: single backticks, no roles, no paths to our own objects."""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text)
    return text.replace("``", "`").replace("“", "“").strip()


def summary(thing: Any) -> str:
    """What a docstring says before its sections, on one line."""
    doc = inspect.cleandoc(thing.__doc__ or "")
    return plain(" ".join(re.split(r"\n\n?\w[\w ]*\n-{3,}", doc)[0].split()))


# documents


def told(model: type[BaseModel]) -> dict[str, str]:
    """What the docstrings of a document and its bases say of each field."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        doc = inspect.cleandoc(base.__dict__.get("__doc__") or "")
        _, mark, listed = doc.partition("Attributes\n----------\n")
        if not mark:
            continue
        for names, text in re.findall(r"^(\w[\w, ]*)\n((?:    .*\n?|\n(?=    ))+)", listed + "\n", re.MULTILINE):
            found |= {name.strip(): plain(" ".join(text.split())) for name in names.split(",")}
    return found


def documents(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """The documents that stand within one, by name, in the order of their fields."""
    found: dict[str, type[BaseModel]] = {}
    for field in model.model_fields.values():
        for inner in _models(field.annotation):
            if inner.__name__ not in found and inner is not model:
                found[inner.__name__] = inner
                found |= {key: value for key, value in documents(inner).items() if key not in found}
    return found


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


class Shapes:
    """Types in words, read off the JSON Schema of a document; the documents within it are links."""

    def __init__(self, game: str, model: type[BaseModel]) -> None:
        self.game = game
        self.schema = model.model_json_schema(by_alias=True)
        self.properties: Mapping[str, Any] = self._resolved(self.schema).get("properties", {})

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.schema.get("$defs", {}).get(schema.get("$ref", "").rsplit("/", 1)[-1], schema)
        return found

    def words(self, schema: Mapping[str, Any]) -> str:
        """A schema in words."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            if "properties" not in self._resolved(schema):
                return self.words(self._resolved(schema))
            return f"[{name}]({anchor(heading_of(self.game, name))})"
        if "anyOf" in schema or "oneOf" in schema:
            choice = [one for one in schema.get("anyOf") or schema["oneOf"] if one.get("type") != "null"]
            return " or ".join(dict.fromkeys(map(self.words, choice)))
        if "const" in schema or "enum" in schema:
            return " or ".join(f"`{one}`" for one in schema.get("enum") or [schema["const"]])
        match schema.get("type"):
            case "string":
                return "name" if schema.get("pattern") == NAME else "text"
            case "integer" | "number":
                return _number(schema)
            case "boolean":
                return "true or false"
            case "array":
                return self._list(schema)
            case "object":
                return self._mapping(schema)
        return "nothing" if schema.get("type") == "null" else "anything"

    def _list(self, schema: Mapping[str, Any]) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(map(self.words, schema['prefixItems']))}]"
        least, most = schema.get("minItems", 0), schema.get("maxItems", MANY)
        counts = [f"at least {least}"] if least else []
        counts += [f"at most {most}"] if most < 99 else []
        if least == most:
            counts = [f"exactly {most}"]
        return ", ".join([f"list of ({self.words(schema.get('items', {}))})", *counts])

    def _mapping(self, schema: Mapping[str, Any]) -> str:
        keys: Mapping[str, Any] = schema.get("propertyNames", {})
        inner = schema.get("additionalProperties")
        for pattern, value in schema.get("patternProperties", {}).items():
            keys, inner = {"pattern": pattern}, value
        if not isinstance(inner, Mapping):
            return "mapping"
        return f"mapping of ({self.words({'type': 'string', **keys})}) to ({self.words(inner)})"


def _number(schema: Mapping[str, Any]) -> str:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    most = schema.get("maximum", schema.get("exclusiveMaximum"))
    most = None if most is None or most >= MANY else most
    words = "number" if schema["type"] == "integer" else "number, also with decimals"
    if least is None and most is None:
        return words
    return f"{words} from {least} to {most}" if most is not None else f"{words} from {least}"


def heading_of(game: str, name: str) -> str:
    """The heading of a document within others; a question may have the same name."""
    return f"{name} of {game}"


def _default(field: FieldInfo) -> str:
    """What holds where a field is left out."""
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if value is None or value in ((), [], {}, "", frozenset()):
        return "may be left out"
    return f"default `{_as_written(value)}`"


def _as_written(value: Any) -> str:
    """A value as a file holds it."""
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_as_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_as_written(one)}' for key, one in value.items())}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def fields(game: str, model: type[BaseModel], skip: Sequence[str] = ()) -> Iterator[str]:
    """A document's fields as items, those of which the same is to be said together: type, default, what it says."""
    shapes, says = Shapes(game, model), told(model)
    lines: list[tuple[str, str]] = []
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key not in skip:
            words = unbracketed(shapes.words(shapes.properties.get(key, {})))
            lines.append((key, f"{words}; {_default(field)}. {plain(field.description or says.get(name, ''))}".strip()))
    for line, together in groupby(lines, key=lambda entry: entry[1]):
        yield item(f"{_codes(key for key, _ in together)}: {line}")


def unbracketed(words: str) -> str:
    """Brackets around a single word say nothing."""
    return re.sub(r"(?<!\])\((`?[\w-]+`?|\[\w+\]\([^()]*\))\)", r"\1", words)


# sections


def commands() -> Iterator[str]:
    """Every command: what it does, what it takes, its examples."""
    from puzzles.cli import cli

    found = dict(_commands(cli, click.Context(cli, info_name="satrap")))
    yield "## Commands"
    yield links(found, len("satrap "))
    yield wrapped("Every command has `-h` and `--help`. Statuses: [Exit statuses](#exit-statuses).")
    for name, (command, context) in found.items():
        yield f"### {name}"
        yield f"`{' '.join([name, *command.collect_usage_pieces(context)])}`"
        yield from _help(command)
        options = list(_options(command, context))
        if options:
            yield "\n".join(options)


def _commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, tuple[click.Command, click.Context]]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, parent=context, info_name=name)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)
        else:
            yield inner.command_path, (command, inner)


def _help(command: click.Command) -> Iterator[str]:
    """The help of a command: paragraphs, and what is not to be wrapped as a block."""
    for part in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
        if part.startswith("\b"):
            block = inspect.cleandoc(part[1:].lstrip("\n"))
            yield f"```{'sh' if block.startswith('satrap ') else 'text'}\n{block}\n```"
        else:
            yield wrapped(part)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        if not isinstance(option, click.Option) or "--help" in option.opts:
            continue
        names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
        value = "" if option.is_flag else f" `{_value(option, context)}`"
        default = option.get_default(context)
        shown = f" Default: {default}." if option.show_default and default is not None else ""
        again = " May be given again." if option.multiple and not re.search("again|repeated", option.help or "") else ""
        yield item(f"{names}{value}: {option.help or ''}{again}{shown}")


def _value(option: click.Option, context: click.Context) -> str:
    """What an option takes."""
    kind = option.type
    if option.metavar is None and isinstance(kind, click.IntRange):
        return f"{kind.min}–{kind.max}" if kind.max is not None and kind.max < 1000 else "N"
    return option.make_metavar(context).strip("[]")


def head() -> Iterator[str]:
    """What every scenario and log begins with."""
    from puzzles.scenario import scenario_model

    own = {"position", "assumptions", "question", "events"}
    model = scenario_model(next(iter(GAMES)))
    yield "## The head of a file"
    yield wrapped(
        "A scenario and a log begin with these keys; [files.md](files.md) tells how files are read. The parts below "
        "the head, `position`, `assumptions`, and `question` or `events`, are those of the game."
    )
    says = {
        "satrap": "The version of the format.",
        "game": "Which game.",
        "title": "A line for lists and pictures.",
        "note": "For whoever reads it.",
        "board": "A bundled board by name, or a path.",
        "rulings": "Single readings, by ruling.",
        "profile": "Readings for all other rulings.",
    }
    shapes = Shapes("", model)
    lines = []
    for name, field in model.model_fields.items():
        if name in own:
            continue
        words, default = shapes.words(shapes.properties[name]), _default(field)
        if name == "game":
            words = " or ".join(f"`{key}`" for key in GAMES)
        elif name == "board":
            default = "may be left out"
        lines.append(item(f"`{name}`: {unbracketed(words)}; {default}. {says[name]}"))
    yield "\n".join(lines)


def game_section(game: Game) -> Iterator[str]:
    """A game: its documents, its questions, the documents within them, its rulings."""
    entries = of_game(game.key)
    parts = {"position": game.position, "assumptions": game.assumptions, "events": game.event, "board": game.board}
    top = f"Game {game.key}"
    yield f"## {top}"
    yield wrapped(f"{game.title}; in words: [{game.key}.md]({game.key}.md). Bundled boards: {_codes(game.boards)}.")
    yield links([f"{game.key} {part}" for part in (*parts, "parts", "rulings")], len(game.key) + 1)
    if entries:
        yield wrapped("Questions: " + links([f"{game.key} {e.kind}" for e in entries], len(game.key) + 1))
    within: dict[str, type[BaseModel]] = {}
    for part, model in parts.items():
        yield f"### {game.key} {part}"
        yield from _document(game.key, model)
        within |= documents(model)
    for entry in entries:
        yield from _question(entry)
        for model in (entry.document_class(), entry.load().answer):
            within |= documents(model)
    yield f"### {game.key} parts"
    yield wrapped("What stands within the documents above, and within one another.")
    yield wrapped(" · ".join(f"[{name}]({anchor(heading_of(game.key, name))})" for name in sorted(within)))
    for name in sorted(within):
        yield f"#### {heading_of(game.key, name)}"
        yield from _document(game.key, within[name])
    yield from rulings(game)


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _document(game: str, model: type[BaseModel], skip: Sequence[str] = ()) -> Iterator[str]:
    if model.__doc__ and model.__doc__ != Document.__doc__:
        yield wrapped(summary(model))
    lines = list(fields(game, model, skip))
    if lines:
        yield "\n".join(lines)


def _question(entry: Entry) -> Iterator[str]:
    """A question: what is asked, what is answered."""
    yield f"### {entry.game} {entry.kind}"
    yield wrapped(f"{entry.title[0].upper()}{entry.title[1:]}. A template: `satrap new {entry.game} {entry.kind}`.")
    yield wrapped(f"**Asked** (`kind: {entry.kind}`):")
    yield from _document(entry.game, entry.document_class(), ("kind",))
    yield "**Answered:**"
    yield from _document(entry.game, entry.load().answer)


def rulings(game: Game) -> Iterator[str]:
    """The rulings of a game with their readings."""
    yield f"### {game.key} rulings"
    if not game.rulings:
        yield "None."
        return
    yield wrapped(
        f"{len(game.rulings)} points that the rule text leaves open. The first reading is the default; the profile "
        "`published` takes the one that is marked, if any is. `satrap rules` names the cases of each."
    )
    yield "\n".join(line for ruling in game.rulings.values() for line in _ruling(ruling))


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield item(f"`{ruling.id}`: {ruling.question} (rule {', '.join(ruling.rules)})")
    for reading in sorted(ruling.readings, key=lambda name: name != ruling.default):
        marks = [mark for mark, one in (("default", ruling.default), ("published", ruling.published)) if one == reading]
        marked = f" ({', '.join(marks)})" if marks else ""
        yield item(f"`{reading}`{marked}: {ruling.readings[reading]}", 1)


def python() -> Iterator[str]:
    """What ``import puzzles`` gives."""
    yield "## Python"
    found = {f"puzzles.{name}": getattr(puzzles, name) for name in puzzles.__all__}
    yield links(found)
    yield wrapped("`help(puzzles.solve)` and so on tell parameters, errors and examples.")
    for name, function in found.items():
        yield f"### {name}"
        yield f"```python\n{_signature(name, function)}\n```"
        yield wrapped(plain((inspect.getdoc(function) or "").partition("\n\n")[0]))


def _signature(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    parts: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if parameter.default is parameter.empty else f" = {_shown(parameter.default)}"
        parts.append(f"{parameter.name}: {parameter.annotation}{default}")
    line = f"{name}({', '.join(parts)}) -> {signature.return_annotation}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f") -> {signature.return_annotation}"])


def _shown(default: Any) -> str:
    """A default, of a dataclass what differs from its own defaults."""
    if not is_dataclass(default):
        return repr(default)
    own = [one for one in dataclass_fields(default) if getattr(default, one.name) != one.default]
    return f"{type(default).__name__}({', '.join(f'{one.name}={getattr(default, one.name)!r}' for one in own)})"


def statuses() -> Iterator[str]:
    """The exit statuses, as the command's own docstring tells them."""
    doc = " ".join((importlib.import_module("puzzles.cli").__doc__ or "").split())
    yield "## Exit statuses"
    listed = doc.partition("Exit statuses: ")[2].partition(".")[0]
    yield "\n".join(item(f"`{part.partition(' ')[0]}`: {part.partition(' ')[2]}") for part in listed.split("; "))


def reference() -> str:
    """The whole file."""
    games = [f"Game {key}" for key in GAMES]
    tops = ["Commands", "The head of a file", *games, "Python", "Exit statuses"]
    parts = [
        "<!-- Written by python -m tools.reference: change the code, not this file. -->\n# Reference",
        wrapped(
            "All commands, documents, rulings and functions, as the code has them. To begin with, read the README."
        ),
        links(tops),
        *commands(),
        *head(),
        *(part for key in GAMES for part in game_section(load_game(key))),
        *python(),
        *statuses(),
    ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(prog="python -m tools.reference", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the file is not up to date")
    asked = parser.parse_args()
    text = reference()
    if not asked.check:
        REFERENCE.write_text(text, encoding="utf-8")
        return 0
    if REFERENCE.exists() and REFERENCE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{REFERENCE.relative_to(ROOT)} is not up to date: python -m tools.reference", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
