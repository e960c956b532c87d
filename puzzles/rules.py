"""The rules index with rulings and the cases that cite each, for people and as JSON."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from models.errors import bad_input, one_of
from models.game import load_game
from models.rulebook import load_rules

if TYPE_CHECKING:
    from puzzles.cases import CaseText

PROFILE_KEYS = {"rulebook": "default", "published": "published"}
"""Under which key of a ruling's document each profile's reading stands."""


@cache
def _cases(key: str) -> tuple[CaseText, ...]:
    from puzzles.cases import load_cases

    return tuple(case.text for case in load_cases(key))


def rules_document(key: str, wanted: str | None = None) -> dict[str, Any]:
    """The published contract of ``satrap rules --json``; ``wanted`` is one rule, section or ruling.

    Raises
    ------
    InputError
        If there is no such rule, section or ruling.
    """
    rulings = load_game(key).rulings
    rules = load_rules(key)
    section = (f"{wanted}-", f"{wanted}.")
    shown = [rule for rule in rules if wanted in (None, rule) or rule.startswith(section)]
    if not shown and wanted not in rulings:
        near = one_of([*rules, *rulings], wanted).split("one of:")[0]
        expected = f"{near}a rule, section or ruling of “satrap rules {key}”"
        raise bad_input(f"{key} has no rule or ruling “{wanted}”", expected=expected)
    cases = _cases(key)
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
            if rule.id in shown
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
            if wanted in (None, ruling.id) or set(shown) & set(ruling.rules)
        ],
    }


def print_rules(key: str, document: dict[str, Any], whole: bool) -> None:
    """The document on a terminal; ``whole`` prints the cases of what was asked for."""
    from puzzles.columns import Column, pairs, say, table

    rows = []
    for rule in document["rules"]:
        kind = "" if rule["kind"] == "rule" else f" ({rule['kind']})"
        rows.append((rule["id"], rule["summary"] + kind, str(len(rule["cases"]))))
    if rows:
        table([Column("rule"), Column("what it says", wraps=True), Column("cases", right=True)], rows)
    for ruling in document["rulings"]:
        say()
        say(f"ruling {ruling['id']}", bold=True)
        noun = "rule" if len(ruling["rules"]) == 1 else "rules"
        lines = [("", f"{ruling['question']} ({noun} {', '.join(ruling['rules'])})")]
        for reading, meaning in ruling["readings"].items():
            names = [profile for profile, key in PROFILE_KEYS.items() if ruling[key] == reading]
            lines.append((reading, f"{meaning}{' [' + ', '.join(names) + ']' if names else ''}"))
        lines.append(("cases", ", ".join(ruling["cases"]) or "none"))
        pairs(lines)
    if not whole:
        rules = [rule for rule in document["rules"] if rule["kind"] == "rule"]
        bare = [rule["id"] for rule in rules if not rule["cases"]]
        say()
        noun = "rule" if len(rules) == 1 else "rules"
        say(f"{len(rules)} {noun}, {len(bare)} without a case{': ' + ', '.join(bare) if bare else ''}")
    if whole:
        cited = {case for part in ("rules", "rulings") for entry in document[part] for case in entry["cases"]}
        say()
        for case in _cases(key):
            if case.id in cited:
                readings = ", ".join(f"{ruling}={reading}" for ruling, reading in case.rulings.items())
                say(f"{case.id}: {case.title}{f' [{readings}]' if readings else ''}", bold=True)
                say(f"  {case.reason.strip()}")
