"""The index of rules: every sentence of a rule text that decides something, under an id.

The ids number the paragraphs of a section (``5.5.4-2``: second point of section 5.5.4), the
lines are in our own words, and the cases that test a rule cite its id.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from models.documents import Document, read_text, validate
from models.errors import Problem


class Kind(StrEnum):
    """What an entry of the index is."""

    RULE = "rule"
    DEFINITION = "definition"
    NOT_A_RULE = "not a rule"


class _Line(Document):
    id: str
    summary: str
    kind: Kind = Kind.RULE
    source: str = "text"


class _Index(Document):
    game: str
    text: str
    rules: tuple[_Line, ...]


@dataclass(frozen=True)
class Rule:
    """One line of the index.

    Attributes
    ----------
    id
        Section and number, as code and ledgers cite it.
    summary
        What it says, in our words.
    kind
        A rule decides something and has a case; a definition only names things.
    source
        ``text``, or the research beyond it that the line rests on.
    """

    id: str
    summary: str
    kind: Kind
    source: str


def load_rules(game: str) -> dict[str, Rule]:
    """The rules index of a game, from ``models/<game>/data/rules.yaml``, in the order of the text.

    Raises
    ------
    InputError
        If the file is malformed or an id stands twice.
    """
    path = Path(__file__).parent / game / "data" / "rules.yaml"
    source = read_text(path.read_bytes(), f"models/{game}/data/rules.yaml")
    index = validate(_Index, source)
    rules: dict[str, Rule] = {}
    problems = []
    for at, line in enumerate(index.rules):
        if line.id in rules:
            problems.append(Problem(("rules", at), f"the rule id “{line.id}” stands twice"))
        rules[line.id] = Rule(line.id, line.summary, line.kind, line.source)
    source.reject(problems)
    return rules
