"""Choosing among drafts: few tables have one best answer that is not found at once, so several are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from puzzles.kinds.kind import Kind
from puzzles.questions import find
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.answer import Limits, Status

LIMITS = Limits(seconds=600.0, workers=1, work=30.0)
"""Of a look at a draft: nothing in them that differs from machine to machine."""


class Grade(IntEnum):
    """How good a draft is."""

    NO_ANSWER = 0
    AMBIGUOUS = 1
    EASY = 2
    """One best answer, which the greedy player finds."""
    PUZZLE = 3


def grade(
    kind: Kind, draft: Scenario, limits: Limits = LIMITS, clear: Callable[[Scenario], bool] | None = None
) -> Grade:
    """How good a draft is; ``clear`` may tell more of whether its best answer is the only one."""
    found = solve(draft, top=2, limits=limits)
    question = find(draft.game.key, draft.question.kind).load()
    if found.status is not Status.OPTIMAL:
        return Grade.NO_ANSWER
    others = [one.value for one in (found.answers or ())[1:]]
    if (not others and not found.complete) or others == [found.value] or not (clear is None or clear(draft)):
        return Grade.AMBIGUOUS
    greedy = kind.finish(draft.task, None, 0)
    easy = greedy is not None and question.replay(draft.task, greedy).value == found.value
    return Grade.EASY if easy else Grade.PUZZLE


def best_draft(
    kind: Kind,
    drafts: Iterable[Scenario],
    *,
    limits: Limits = LIMITS,
    clear: Callable[[Scenario], bool] | None = None,
) -> Scenario:
    """The first of some drafts that is a puzzle; if none is, the first of the best there are."""
    known: dict[Grade, Scenario] = {}
    for draft in drafts:
        found = grade(kind, draft, limits, clear)
        known.setdefault(found, draft)
        if found is Grade.PUZZLE:
            break
    return known[max(known)]
