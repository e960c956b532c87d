"""Settling a question: its best answer, and whether another one is as good or how far the next best falls short.

Nothing depends on time: searches have limits of work, not of seconds, and one worker.  A machine
that is too slow for a puzzle says so; it never gives another one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.documents import Document
from models.errors import SatrapError
from puzzles.questions import find
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.answer import Answer, Limits, Proof, Status

PATIENCE = 600.0
"""Seconds after which a machine is too slow for a puzzle."""
LIMITS = Limits(seconds=PATIENCE, workers=1, work=30.0)
"""Of every search; nothing in them that differs from machine to machine, unless one is too slow."""


class NoPuzzleError(SatrapError):
    """No puzzle of the kind that was asked for was found, or the machine is too slow for it."""

    exit_status = 4
    kind = "no puzzle"


@dataclass(frozen=True)
class Settled:
    """The proved best answer of a scenario and the best other one; None if there is no other.

    ``ties_only`` tells that another one was looked for only if it is as good.
    """

    best: Answer
    other: Answer | None
    ties_only: bool = False

    @classmethod
    def of(cls, scenario: Scenario, *, ties_only: bool = False, limits: Limits = LIMITS) -> Settled | None:
        """Solve a scenario; None if it has no answer, or is not proved within the limits of work.

        Parameters
        ----------
        ties_only
            Whether it is enough to know of another answer that is as good, where that is known sooner: a search that
            looks at everything finds all best answers in the time of one, and takes longer for the next best.
        """
        question = find(scenario.game.key, scenario.question.kind).load()
        ties_only = ties_only and question.proof_of(scenario.question) is Proof.EXHAUSTIVE
        answer = solved(scenario, None if ties_only else 2, limits)
        listed = answer.answers or ()
        if answer.status is not Status.OPTIMAL or not all(one.canonical for one in listed):
            return None
        if len(listed) < 2 and not answer.complete:
            return None
        best, *others = (replace(one, answers=None) for one in listed)
        return cls(best, others[0] if others else None, ties_only)

    @property
    def single(self) -> bool:
        """Whether no other answer is as good."""
        return self.other is None or self.other.value != self.best.value

    @property
    def best_plans(self) -> list[Document]:
        """The best answer, and the other one if it is as good."""
        every = [self.best, *([] if self.single or self.other is None else [self.other])]
        return [one.plan for one in every if one.plan is not None]

    @property
    def next_value(self) -> int | None:
        """What the best other answer is worth."""
        return None if self.other is None else self.other.value


def solved(scenario: Scenario, count: int | None, limits: Limits = LIMITS) -> Answer:
    """The best so many answers, or of all that are best the first two, within the limits of work.

    Raises
    ------
    NoPuzzleError
        The machine is too slow.
    KeyboardInterrupt
        After Ctrl-C.
    """
    if count is None:
        answer = solve(scenario, all=True, limits=replace(limits, answers=2))
    else:
        answer = solve(scenario, top=count, limits=limits)
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.statistics.get("solver_seconds", 0) >= PATIENCE:
        raise NoPuzzleError(f"this machine is too slow: a candidate took over {PATIENCE:g} seconds")
    return answer
