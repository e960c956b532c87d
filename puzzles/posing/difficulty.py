"""How hard a puzzle is, measured by what stands between a player and its answer.

Three things are measured on the puzzle as it is posed (docs/pose.md says what the levels mean):

* how far a greedy player falls short, who takes what brings most at once;
* how many other answers lie within a point of the best, so that nobody can stop looking early;
* how many of its steps such a player has to be told, to find the rest: how far one has to look ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from models.documents import Document
from puzzles.checking import worth
from puzzles.kinds.kind import Kind, kind_of
from puzzles.scenario import Scenario
from solver.answer import Answer

CLOSE = 1
"""An answer within so much of the best is a close one."""
MOST_CLOSE = 3
"""So many close answers are counted, no more."""
FAR_SHORT = 0.2
"""The share of the best from which on a greedy player falls far short."""
AHEAD, FAR_AHEAD = 2, 4
"""Steps to be told from which on a puzzle asks to look ahead, and far ahead."""
LEVELS = range(1, 6)


@dataclass(frozen=True)
class Difficulty:
    """The measures of a puzzle.

    Attributes
    ----------
    best, greedy
        What the best answer is worth, and what the greedy player gets; None where that player finds no plan.
    close
        How many other answers are worth within a point of it, up to :data:`MOST_CLOSE`.
    told
        How many steps the greedy player has to be told to reach the best.
    steps
        How many there are.
    """

    best: int
    greedy: int | None
    close: int
    told: int
    steps: int

    @property
    def shortfall(self) -> float:
        """How far the greedy player falls short, as a share of the best; 1 for all of it or more."""
        if self.greedy is None:
            return 1.0
        return min(1.0, abs(self.best - self.greedy) / max(1, abs(self.best)))

    @property
    def level(self) -> int:
        """From 1 to 5: one, and one more for each of four things that make it harder."""
        harder = (self.shortfall >= FAR_SHORT, self.close >= 1, self.told >= AHEAD, self.told >= FAR_AHEAD)
        return 1 + sum(harder)

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "level": self.level,
            "greedy": self.greedy,
            "shortfall": round(self.shortfall, 3),
            "close": self.close,
            "told": self.told,
            "steps": self.steps,
        }


def greedy_worth(scenario: Scenario) -> int | None:
    """What the greedy player gets who is told nothing."""
    kind = kind_of(scenario)
    return worth(scenario, kind.finish(scenario.task, None, 0))


def told(kind: Kind, scenario: Scenario, plan: Document, best: int) -> int:
    """How many steps of the best plan the greedy player has to be told to be as good."""
    steps = kind.steps(plan)
    for kept in range(steps):
        if worth(scenario, kind.finish(scenario.task, plan, kept)) == best:
            return kept
    return steps


def close_answers(best: Answer) -> Iterator[Answer]:
    """Of the best few answers, the first left out, those that are close to it."""
    assert best.answers is not None
    assert best.value is not None
    for other in best.answers[1:]:
        if other.value is not None and abs(other.value - best.value) <= CLOSE:
            yield other
