"""The reference says what the code says, and its links lead somewhere."""

import re
import sys

import click
import pytest
from pydantic import Field

import puzzles
from models import GAMES
from models.documents import Count, Document, Flag, Name
from models.game import load_game
from puzzles.questions import QUESTIONS
from tools import reference
from tools.reference import REFERENCE, ROOT, anchor, fields, item, links, main, plain, told, wrapped

TEXT = REFERENCE.read_text(encoding="utf-8")
HEADINGS = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL), re.MULTILINE)


def section(heading):
    """What stands below a heading, up to the next one."""
    return re.split(r"^#+ ", TEXT.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def test_it_is_up_to_date(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["reference", "--check"])
    status = main()
    assert (status, capsys.readouterr().err) == (0, ""), "python -m tools.reference"


def test_it_is_written_and_checked(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(reference, "ROOT", tmp_path)
    monkeypatch.setattr(reference, "REFERENCE", tmp_path / "reference.md")
    monkeypatch.setattr(reference, "reference", lambda: "# Reference\n")
    monkeypatch.setattr(sys, "argv", ["reference", "--check"])
    assert main() == 1
    assert capsys.readouterr().err == "reference.md is not up to date: python -m tools.reference\n"
    monkeypatch.setattr(sys, "argv", ["reference"])
    assert main() == 0
    assert (tmp_path / "reference.md").read_text() == "# Reference\n"
    monkeypatch.setattr(sys, "argv", ["reference", "--check"])
    assert main() == 0


def test_every_link_leads_somewhere():
    anchors = [anchor(heading) for heading in HEADINGS]
    assert len(set(anchors)) == len(anchors)
    for target in set(re.findall(r"\]\(([^)]+)\)", TEXT)):
        if target.startswith("#"):
            assert target in anchors
        else:
            assert (ROOT / "docs" / target).is_file()


def test_its_lines_are_not_too_long():
    assert [line for line in TEXT.splitlines() if len(line) > 125 and "](" not in line and "`" not in line] == []


def test_every_command_is_there_with_its_options():
    from puzzles.cli import cli

    def walk(command, name):
        if isinstance(command, click.Group):
            for key, inner in command.commands.items():
                yield from walk(inner, f"{name} {key}")
        else:
            yield name, command

    found = dict(walk(cli, "satrap"))
    assert len(found) >= 14
    for name, command in found.items():
        assert f"[{name.removeprefix('satrap ')}]({anchor(name)})" in TEXT
        for option in command.params:
            if isinstance(option, click.Option):
                assert all(f"`{one}`" in section(name) for one in option.opts)


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: f"{entry.game}/{entry.kind}")
def test_every_question_is_there_with_the_fields_of_what_is_asked_and_answered(entry):
    asked, answered = section(f"{entry.game} {entry.kind}").split("**Answered:**")
    for model, where in ((entry.document_class(), asked), (entry.load().answer, answered)):
        for name, field in model.model_fields.items():
            key = f"kind: {entry.kind}" if name == "kind" else field.alias or name
            assert f"`{key}`" in where


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_there_with_its_readings(game):
    text = " ".join(section(f"{game} rulings").split())
    for key, ruling in load_game(game).rulings.items():
        assert f"* `{key}`: {' '.join(ruling.question.split())}" in text
        for reading, meaning in ruling.readings.items():
            assert re.search(rf"\* `{reading}`( \([a-z, ]+\))?: {re.escape(' '.join(meaning.split()))}", text)
        assert f"`{ruling.default}` (default" in text


def test_every_function_is_there():
    for name in puzzles.__all__:
        assert f"puzzles.{name}(" in section(f"puzzles.{name}")


def test_the_exit_statuses_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    stated = re.findall(r"(\d+) ", readme.split("Exit statuses: ")[1].split(".")[0].replace("\n", " "))
    assert re.findall(r"^\* `(\d+)`", section("Exit statuses"), re.MULTILINE) == stated


class Inner(Document):
    """A part."""

    at: tuple[Count, Count]


class Base(Document):
    """What others build on.

    Attributes
    ----------
    name
        Who
        it is.
    """

    name: Name


class Sample(Base):
    """A document.

    Attributes
    ----------
    first, second
        How many ``things``.
    """

    first: Count = 3
    second: Count = 3
    flag: Flag | None = None
    parts: tuple[Inner, ...] = Field(default=(), max_length=4)
    by_name: dict[Name, int | None] = Field(default={}, description="By :class:`models.game.Game`.")


def test_fields_are_told_with_type_default_and_docstring():
    assert told(Sample) == {"name": "Who it is.", "first": "How many `things`.", "second": "How many `things`."}
    assert list(fields("empire", Sample)) == [
        "* `name`: name; required. Who it is.",
        "* `first`, `second`: number from 0; default `3`. How many `things`.",
        "* `flag`: true or false; may be left out.",
        "* `parts`: list of [Inner](#inner-of-empire), at most 4; may be left out.",
        "* `by_name`: mapping of name to number; may be left out. By `Game`.",
    ]
    assert list(fields("empire", Inner)) == ["* `at`: [number from 0, number from 0]; required."]


def test_markdown():
    assert anchor("The head of a file") == "#the-head-of-a-file"
    assert anchor("puzzles.what_if") == "#puzzleswhat_if"
    assert links(["a b", "a c"], 2) == "[b](#a-b) · [c](#a-c)"
    assert item("x " * 80).splitlines()[1].startswith("  x")
    assert "`satrap new empire route`" in wrapped("y " * 55 + "`satrap new empire route`").splitlines()
    assert plain("see :func:`~models.game.late`, ``x``") == "see `late`, `x`"
