"""The rules index with rulings and the cases that cite each, for people and as JSON."""

from __future__ import annotations

from typing import Any

from models.errors import bad_input, one_of
from models.game import load_game
from models.rulebook import load_rules

PROFILE_KEYS = {"rulebook": "default", "published": "published"}
"""Under which key of a ruling's document each profile's reading stands."""


def rules_document(key: str, wanted: str | None = None) -> dict[str, Any]:
    """The published contract of ``satrap rules --json``; ``wanted`` is one rule or ruling.

    Raises
    ------
    InputError
        If there is no such rule or ruling.
    """
    from puzzles.cases import load_cases

    rulings = load_game(key).rulings
    rules = load_rules(key)
    cases = [case.text for case in load_cases(key)]
    if wanted is not None and wanted not in rules and wanted not in rulings:
        raise bad_input(f"{key} has no rule or ruling “{wanted}”", expected=one_of([*rules, *rulings], wanted))
    return {
        "rules": [
            {
                "id": rule.id,
                "summary": rule.summary,
                "kind": rule.kind.value,
                "source": rule.source,
                "cases": [case.id for case in cases if rule.id == case.rule or rule.id in case.also],
            }
            for rule in rules.values()
            if wanted in (None, rule.id)
        ],
        "rulings": [
            {
                "id": ruling.id,
                "question": ruling.question,
                "readings": dict(ruling.readings),
                "default": ruling.default,
                "published": ruling.published or ruling.default,
                "rules": list(ruling.rules),
                "cases": [case.id for case in cases if case.ruling == ruling.id],
            }
            for ruling in rulings.values()
            if wanted in (None, ruling.id) or (wanted in rules and wanted in ruling.rules)
        ],
    }


def print_rules(key: str, document: dict[str, Any], whole: bool) -> None:
    """The document on a terminal; ``whole`` prints the cases of what was asked for."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from puzzles.cases import load_cases
    from puzzles.terminal import console, pairs

    out = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    table.add_column("what it says", ratio=1)
    table.add_column("cases", justify="right")
    for rule in document["rules"]:
        dim = "" if rule["kind"] == "rule" else f" ({rule['kind']})"
        table.add_row(f"{rule['id']}", rule["summary"] + dim, str(len(rule["cases"])))
    if document["rules"]:
        out.print(table)
    for ruling in document["rulings"]:
        out.print(Text(f"ruling {ruling['id']}", style="bold"))
        rows = [("", f"{ruling['question']} (rules {', '.join(ruling['rules'])})")]
        for reading, meaning in ruling["readings"].items():
            names = [profile for profile, key in PROFILE_KEYS.items() if ruling[key] == reading]
            rows.append((reading, f"{meaning}{' [' + ', '.join(names) + ']' if names else ''}"))
        rows.append(("cases", ", ".join(ruling["cases"]) or "none"))
        out.print(pairs(rows))
    if whole:
        cited = {case for part in ("rules", "rulings") for entry in document[part] for case in entry["cases"]}
        for case in load_cases(key):
            if case.text.id in cited:
                out.print(Text(f"{case.text.id}: {case.text.title}", style="bold"))
                out.print(Text(f"  {case.text.reason.strip()}"))
