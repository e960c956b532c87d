"""What comes out: statuses, solutions of the engine, answers of a question."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from models.documents import Document
from models.ledger import Ledger


class Status(StrEnum):
    """How a search ended.  ``optimal`` is proved with no gap; ``infeasible`` is proved too."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class Proof(StrEnum):
    """What proves an answer."""

    CP_SAT = "cp-sat"
    EXHAUSTIVE = "exhaustive"
    DYNAMIC_PROGRAMMING = "dynamic-programming"


@dataclass(frozen=True)
class Limits:
    """How much a search may use.

    Attributes
    ----------
    seconds
        Wall-clock time for the value; the canonical plan may take as long again.
    workers
        Threads for proving the value; None lets each formulation choose.
    seed
        CP-SAT's random seed.
    answers
        How many answers an enumeration may collect before it stops.
    work
        CP-SAT's own measure of effort for each search, in its deterministic seconds, which with one worker is the
        same on every machine; None for no such limit.
    """

    seconds: float = 60.0
    workers: int | None = None
    seed: int = 1
    answers: int = 10_000
    work: float | None = None


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class Progress:
    """Where a running search stands; once the value is proved, best and bound are that value."""

    stage: str
    best: float | None
    bound: float | None
    elapsed: float


@dataclass(frozen=True)
class Solution:
    """One solution of a formulation.

    Attributes
    ----------
    values
        The decisions.
    objective
        Its objective; None where there is none.
    canonical
        Whether the tie-breaks singled it out.
    key
        Its tie-break levels, smaller is earlier.
    identity
        What tells it from other answers.
    plan
        The plan itself, where a procedure has it and there is nothing to decode.
    """

    values: Mapping[Hashable, int]
    objective: int | None
    canonical: bool
    key: tuple[int, ...] = ()
    identity: tuple[int, ...] = ()
    plan: Document | None = None

    @classmethod
    def of(cls, plan: Document, objective: int, canonical: bool) -> Solution:
        """A plan that a procedure has found."""
        return cls({}, objective, canonical, plan=plan)


@dataclass(frozen=True)
class Outcome:
    """What the engine found.

    Attributes
    ----------
    status
        How the search ended.
    solutions
        The best first; one, unless all or several were asked for.
    bound
        Proved limit of the objective.
    complete
        Whether no further solution of the kind asked for exists.
    interrupted
        Whether the user stopped it.
    statistics
        Solver version, seed, workers, seconds (wall and deterministic) by stage, branches, conflicts.
    proof
        What proved it, where a question is answered in more ways than one.
    """

    status: Status
    solutions: tuple[Solution, ...] = ()
    bound: int | None = None
    complete: bool = False
    interrupted: bool = False
    statistics: Mapping[str, Any] = field(default_factory=dict)
    proof: Proof | None = None


@dataclass(frozen=True)
class Replay:
    """A plan played by the rules: what it is worth, its ledger and what the rules read.

    Attributes
    ----------
    value
        The question's own measure.
    ledger
        Every entry, of all players.
    rulings
        The rulings consulted, with their readings.
    breaches
        Rules that the plan breaks; none, if it is legal.
    notes
        What the rivals had to leave out, in words.
    """

    value: int
    ledger: Ledger
    rulings: Mapping[str, str]
    breaches: Sequence[Any] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """One answer to a scenario's question.

    Attributes
    ----------
    game, question
        Which question of which game.
    status, value, bound, proof
        What was found and how far it is proved.
    canonical
        Whether this very plan comes out on every run and machine.
    plan
        The plan; None where there is no answer.
    ledger, rulings, notes
        Of its replay by the rules.
    statistics
        Of the search.
    answers
        With ``--all`` or ``--top``: all of them, this one first.
    complete
        With ``--all`` or ``--top``: whether there are no more.
    """

    game: str
    question: str
    status: Status
    value: int | None = None
    bound: int | None = None
    proof: Proof = Proof.CP_SAT
    canonical: bool = False
    plan: Document | None = None
    ledger: Ledger = field(default_factory=Ledger)
    rulings: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    statistics: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[Answer, ...] | None = None
    complete: bool = False
    interrupted: bool = False
    picture: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    @property
    def gap(self) -> int | None:
        """The distance from the value to the proved bound."""
        return None if self.value is None or self.bound is None else abs(self.bound - self.value)

    def plain(self) -> dict[str, Any]:
        """The answer as plain values: the published contract of ``satrap solve --json``."""
        found = self.plan is not None
        result: dict[str, Any] = {
            "game": self.game,
            "question": self.question,
            "status": self.status.value,
            "value": self.value,
            "bound": self.bound,
            "proof": self.proof.value if self.status in (Status.OPTIMAL, Status.INFEASIBLE) else None,
            "canonical": self.canonical,
            "answer": self.plan.plain() if self.plan is not None else None,
            "ledger": self.ledger.plain(),
            "rulings": dict(self.rulings),
            "replayed": found,
            "notes": list(self.notes),
            "statistics": dict(self.statistics),
        }
        if self.answers is not None:
            keys = ("value", "canonical", "answer", "ledger", "rulings")
            result["answers"] = [{key: answer.plain()[key] for key in keys} for answer in self.answers]
            result["complete"] = self.complete
        return result

    def _repr_svg_(self) -> str | None:
        return self.picture() if self.picture is not None else None
