"""Choosing among drafts: few tables have one best answer that is not found at once, so several are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from puzzles.kinds.kind import Kind
from puzzles.kinds.settled import LIMITS, Settled
from puzzles.questions import find
from puzzles.scenario import Scenario
from solver.answer import Limits


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
    found = Settled.of(draft, ties_only=True, limits=limits)
    if found is None:
        return Grade.NO_ANSWER
    if not found.single or not (clear is None or clear(draft)):
        return Grade.AMBIGUOUS
    greedy = kind.finish(draft.task, None, 0)
    question = find(draft.game.key, draft.question.kind).load()
    easy = greedy is not None and question.replay(draft.task, greedy).value == found.best.value
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
