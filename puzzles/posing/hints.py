"""Hints that narrow: from the shape of the answer to single moves of it.

Every hint says something of the one best answer that satrap gives, and :func:`holds` tells whether
it is true of an answer, so that tests can ask all best answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from models.documents import Document
from models.ledger import Ledger
from puzzles.posing.pose import Puzzle
from puzzles.questions import find
from puzzles.scenario import Scenario, answer_words

Lines = list[tuple[str, str]]
NUMBER = re.compile(r"[\s\d]+$")


@dataclass(frozen=True)
class Hint:
    """Something that is true of the answer.

    Attributes
    ----------
    sort
        ``value``, ``shape``, ``where`` or ``line``.
    words
        What is said.
    what
        What it says, to be compared.
    """

    sort: str
    words: str
    what: Any


def hints(puzzle: Puzzle) -> list[Hint]:
    """All hints of a puzzle, each narrower than those before; the last ones are the lines of the answer."""
    scenario, answer = puzzle.scenario, puzzle.answer
    assert answer.plan is not None
    return list(_hints(scenario, answer.plan, answer.value or 0, answer.ledger, puzzle))


def _hints(scenario: Scenario, plan: Document, value: int, ledger: Ledger, puzzle: Puzzle) -> Iterator[Hint]:
    lines = _lines(scenario, plan)
    question = find(scenario.game.key, scenario.question.kind).load()
    greedy = puzzle.difficulty.greedy
    short = "" if greedy is None else f"; whoever takes what looks best at once gets {greedy}"
    yield Hint("value", f"the best answer: {question.value_words(scenario.task, value)}{short}", value)
    shape = _shape(lines)
    yield Hint("shape", f"it reads, in lines: {_counted(shape)}", shape)
    where = _where(ledger)
    if where:
        names = ", ".join(scenario.game.subject_words(subject) for subject in sorted(where))
        yield Hint("where", f"where something happens: {names}", where)
    for line in lines:
        yield Hint("line", _said(line), line)


def holds(hint: Hint, scenario: Scenario, plan: Document, value: int, ledger: Ledger) -> bool:
    """Whether a hint is true of an answer."""
    if hint.sort == "value":
        return bool(hint.what == value)
    if hint.sort == "shape":
        return bool(hint.what == _shape(_lines(scenario, plan)))
    if hint.sort == "where":
        return bool(hint.what == _where(ledger))
    return hint.what in _lines(scenario, plan)


def _lines(scenario: Scenario, plan: Document) -> Lines:
    """An answer in lines, each under its heading, which is said only once in a list of lines."""
    found: Lines = []
    for heading, line in answer_words(scenario, plan):
        found.append((heading or (found[-1][0] if found else ""), line))
    return found


def _shape(lines: Lines) -> Counter[str]:
    """How many lines under which heading, numbers of headings left out."""
    return Counter(NUMBER.sub("", heading) or "line" for heading, _ in lines)


def _where(ledger: Ledger) -> frozenset[str]:
    return frozenset(entry.subject for entry in ledger if entry.amount)


def _counted(shape: Counter[str]) -> str:
    return ", ".join(f"{heading} ({count})" for heading, count in shape.items())


def _said(line: tuple[str, str]) -> str:
    heading, words = line
    return f"{heading}: {words}" if heading else words
