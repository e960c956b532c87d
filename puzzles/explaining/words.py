"""Explanations in words, for a terminal or a book."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.explaining.explain import Explanation
from puzzles.explaining.reasons import Reason
from puzzles.questions import find


def headline(found: Explanation) -> str:
    """What is explained, in a line."""
    if found.least is None or found.answer.value is None:
        return "There is no answer; here is why."
    words = find(found.scenario.game.key, found.scenario.question.kind).load().value_words
    task = found.scenario.task
    return f"The best: {words(task, found.answer.value)}. Why not: {words(task, found.least)}?"


def reason_head(found: Explanation, reason: Reason, number: int) -> str:
    """What is said above the grounds of a reason."""
    if not reason.grounds:
        return (
            f"None of the {found.grounds} facts that were looked at holds it down: lift them all, and it is impossible."
        )
    many = "" if len(found.reasons) == 1 else f" ({number})"
    if len(reason.grounds) == 1:
        return f"This alone forbids it{many}, whatever else is lifted; with this lifted too, it is possible:"
    count = f"{len(reason.grounds)} of the {found.grounds} facts that could matter"
    return f"Whatever else is lifted, these forbid it{many}, {count}; lift any one of them too, and it is possible:"


def reason_lines(reason: Reason) -> Iterator[tuple[str, str]]:
    """The grounds of a reason, each beside its rule."""
    for ground in reason.grounds:
        yield ground.rule, ground.words


def change_lines(found: Explanation) -> Iterator[tuple[str, str]]:
    """What would bring more, and what the best is then."""
    for change in found.changes:
        yield change.words, change.worth if change.proved else f"{change.worth}, or better"
