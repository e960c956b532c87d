"""What a question is to the solver: a formulation, a way back to a plan, and its replay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from models.documents import Document
from models.errors import Breach, Problem
from models.rulings import Rulings
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Formulation


@dataclass(frozen=True)
class Task:
    """A scenario without its file: what a question is asked about.

    Attributes
    ----------
    board, position, assumptions, question
        The game's own documents.
    rulings
        The readings in force; a replay takes a fresh copy, to see what it consults.
    """

    board: Any
    position: Any
    assumptions: Any
    question: Any
    rulings: Rulings


class Question(ABC):
    """Base of all questions; one instance serves all scenarios."""

    proof: ClassVar[Proof] = Proof.CP_SAT
    answer: ClassVar[type[Document]]
    """The document of an answer: what ``solve`` prints as ``answer`` and ``check`` reads."""

    @abstractmethod
    def problems(self, task: Task) -> Iterator[Problem]:
        """What is wrong with the question and the assumptions; paths from the top of the scenario."""

    def formulate(self, task: Task) -> Formulation:
        """The model of the task; a question that overrides ``best``, ``top`` and ``all`` may have none."""
        raise NotImplementedError(f"{type(self).__name__} has no model")

    def decode(self, task: Task, solution: Solution) -> Document:
        """The plan that a solution means; a question whose solutions hold their plan need not say."""
        assert solution.plan is not None
        return solution.plan

    @abstractmethod
    def replay(self, task: Task, plan: Document) -> Replay:
        """Play a plan by the rules; knows nothing of the formulation."""

    def bare(self, plan: Document) -> Document:
        """A plan without what it only tells of itself, such as its cost: what it is compared by elsewhere."""
        return plan

    @abstractmethod
    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Where a plan leaves what the question fixes; the ``rule`` of such a breach is ``question``."""

    @abstractmethod
    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """An answer as (heading, line) pairs, as one would say it at the table."""

    def maximises(self, question: Any) -> bool:
        """Whether a larger value is better."""
        return True

    def proof_of(self, question: Any) -> Proof:
        """What proves an answer: ``proof``, unless a question is answered in more ways than one."""
        return self.proof

    @abstractmethod
    def value_words(self, task: Task, value: int) -> str:
        """A value of the question's measure in words, as in “14 points”."""

    # A question that is a procedure of several formulations overrides these three.

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best answer."""
        return engine.solve(self.formulate(task))

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` answers."""
        return engine.top(self.formulate(task), count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best answers."""
        return engine.all(self.formulate(task))

    def reach(
        self, task: Task, engine: Engine, least: int | None, *, first: bool = True, again: bool = True
    ) -> Outcome:
        """An answer worth at least so much (at most, if less is better; None: any), or that there is none.

        Parameters
        ----------
        first
            Any one will do; without it the best, which is not singled out either.
        again
            Whether “infeasible” gets its second look; without it, for a step that is verified later.
        """
        if type(self).best is Question.best:
            return engine.reach(self.formulate(task), least, first=first, again=again)
        outcome = self.best(task, engine)
        if least is None or not outcome.solutions:
            return outcome
        value, bound = outcome.solutions[0].objective, outcome.bound
        assert value is not None
        up = self.maximises(task.question)
        if value >= least if up else value <= least:
            return outcome
        proved = bound is not None and (bound < least if up else bound > least)
        return replace(outcome, status=Status.INFEASIBLE if proved else Status.UNKNOWN, solutions=())
