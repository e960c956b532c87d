"""A report on a run of cases, to be kept or published: as Markdown or as a JSON document."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from models.errors import bad_input
from models.game import load_game
from puzzles.cases import Report
from puzzles.scenario import bundled_files, check_writable

FORMAT = 1
"""The version of the JSON document."""


def check_report(path: str) -> None:
    """Whether a report can be written there; :class:`~models.errors.InputError` if not."""
    if not path.endswith((".md", ".json")):
        raise bad_input("a report is Markdown or JSON", file=path, expected="a name that ends in .md or .json")
    check_writable(path)


def report_text(report: Report, path: str, files: tuple[str, ...] = ()) -> str:
    """The report as the ending of its file asks for it: ``.json``, or Markdown."""
    document = report_document(report, files)
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n" if path.endswith(".json") else _markdown(document)


def collection(game: str) -> str:
    """A mark of the published cases of a game: it changes with every change of their files."""
    digest = hashlib.sha256()
    for name, raw in bundled_files("cases"):
        if name.split("/")[0] == game:
            digest.update(name.encode() + b"\0" + raw + b"\0")
    return digest.hexdigest()[:12]


def report_document(report: Report, files: tuple[str, ...] = ()) -> dict[str, Any]:
    """The report as plain values.

    Parameters
    ----------
    report
        How the cases came out.
    files
        The files they stand in, if they are not the published ones.
    """
    try:
        program = version("satrap")
    except PackageNotFoundError:  # run from a folder, not installed
        program = "unknown"
    games = []
    for key, readings in report.rulings.items():
        groups = [_group(report, name) for name in report.groups if name.partition("/")[0] == key]
        game = load_game(key)
        other = {ruling: reading for ruling, reading in readings.items() if reading != game.rulings[ruling].default}
        head = {"game": key, "title": game.title}
        mark = {} if files else {"collection": collection(key)}
        games.append({**head, **mark, "rulings": dict(readings), "not_default": other, "groups": groups})
    plain = report.plain()
    return {
        "report": FORMAT,
        "satrap": program,
        "files": list(files),
        "passed": report.passed,
        "failed": report.failed,
        "games": games,
        "deviations": plain["deviations"],
        "declared": plain.get("declared", []),
        "kept": plain.get("kept", []),
    }


def _group(report: Report, name: str) -> dict[str, Any]:
    passed, failed = report.groups[name]
    ids = report.ids[name]
    declared = sum(one in report.declared for one in ids)
    return {"group": name, "passed": passed, "failed": failed, "declared": declared, "ids": list(ids)}


def _markdown(document: dict[str, Any]) -> str:
    """The report for people."""
    counts = f"{document['passed']} passed, {document['failed']} failed"
    declared = len(document["declared"])
    lines = ["# Cases", "", f"satrap {document['satrap']}: {counts}{f', {declared} declared' if declared else ''}."]
    if document["files"]:
        lines += ["", f"Files: {', '.join(map(_code, document['files']))}."]
    for game in document["games"]:
        lines += ["", f"## {game['title']}", ""]
        if "collection" in game:
            lines += [f"The published cases of `{game['game']}`, state `{game['collection']}`.", ""]
        other = ", ".join(_code(f"{ruling}={reading}") for ruling, reading in game["not_default"].items())
        many = len(game["rulings"])
        lines += [f"Readings where a case names none: {other or 'the rulebook for all'} ({many} rulings).", ""]
        lines += ["| group | passed | failed | declared |", "| --- | --: | --: | --: |"]
        for group in game["groups"]:
            lines.append(f"| {_cell(group['group'])} | {group['passed']} | {group['failed']} | {group['declared']} |")
    for title, key in (("Deviations", "deviations"), ("Declared deviations", "declared")):
        if document[key]:
            lines += ["", f"## {title}"]
        for entry in document[key]:
            lines += ["", f"* {_code(entry['case'])}{': ' + entry['reason'] if key == 'declared' else ''}"]
            lines += [f"  * {_code(line)}" for line in entry["deviations"]]
    if document["kept"]:
        lines += ["", "## Run as they stand", "", "They settle a chosen ruling in another way:"]
        lines += ["", ", ".join(map(_code, document["kept"]))]
    lines += ["", "## Ids"]
    for game in document["games"]:
        for group in game["groups"]:
            lines += ["", f"{_cell(group['group'])}: {', '.join(map(_code, group['ids']))}"]
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """A text that Markdown leaves alone."""
    fence = "``" if "`" in text else "`"
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
