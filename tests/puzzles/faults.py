"""What tests of bad input share: files with one thing changed, and the faults that are told of them."""

import json
from pathlib import Path

import pytest

from models.documents import read_text
from models.errors import InputError, visible
from puzzles.scenario import bundled_files, parse, task_of

TEMPLATES = {name: read_text(raw).data for name, raw in bundled_files("templates")}


def templates_of(game):
    return [name for name in TEMPLATES if name.startswith(f"{game}/")]


def changed(text, *changes):
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def check(satrap, text, expected, *, name="test.yaml", command="solve"):
    Path(name).write_text(text)
    output = {"solve": ["--svg", "out.svg"], "draw": ["-o", "out.svg"]}.get(command, [])
    faults = refused(satrap, expected, command, name, *output)
    assert {fault["file"] for fault in faults} == {name}


def one_of(*names, near=None):
    return f"{near}? one of: {', '.join(sorted(names))}" if near else f"one of: {', '.join(sorted(names))}"


def refused(satrap, expected, *command):
    """The command refuses its input with these faults, as JSON and in words, and leaves no file behind."""
    before = sorted(Path().iterdir())
    faults = satrap(*command, "--json").faults
    assert [(f["line"], f["path"], f["message"], f["expected"]) for f in faults] == expected
    told = satrap(*command)
    assert (told.status, told.out) == (2, "")
    lines = told.err.splitlines()
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        place = ":".join(str(part) for part in (fault["file"], fault["line"]) if part is not None)
        ending = f" (expected {fault['expected']})" if fault["expected"] else ""
        head = ": ".join(part for part in (place, fault["path"]) if part)
        assert line == "satrap: error: " + visible(f"{head}: {fault['message']}{ending}")
    assert sorted(Path().iterdir()) == before
    return faults


def cases(listed):
    return pytest.mark.parametrize(("old", "new", "faults"), [c[1:] for c in listed], ids=[c[0] for c in listed])


def broken(told):
    return [(breach["rule"], breach["path"]) for step in told.json["steps"] for breach in step["breaches"]]


def question_faults(name, **changes):
    """What is said of a template whose question is changed."""
    data = TEMPLATES[name]
    try:
        task_of(parse(json.dumps({**data, "question": {**data["question"], **changes}})))
    except InputError as error:
        return [(fault.path, fault.message) for fault in error.faults]
    return []
