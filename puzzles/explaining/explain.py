"""Explaining an answer: why not one point more, what would raise it, why it is impossible, why not that plan.

The grounds of a question (:meth:`puzzles.kinds.kind.Kind.grounds`) are what may give way; the
definitions of the game stay hard.  A ground that alone, loosened, allows one point more stands in every
minimal reason, so what would raise the best answer is looked for among the grounds of the one that was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from models.documents import Document
from models.errors import SatrapError
from puzzles.checking import Checked, check_against
from puzzles.explaining.reasons import Reason, Repair, Search
from puzzles.kinds.kind import kind_of
from puzzles.questions import find
from puzzles.scenario import Scenario, task_of
from puzzles.solving import reach, solve
from solver.answer import DEFAULT_LIMITS, Answer, Limits, Outcome, Status
from solver.question import Question

Listener = Callable[[str], None]
"""Is told in words what is going on."""

MOST_REPAIRS = 3
"""So many of the smallest repairs are told unless more are asked for."""


class UnprovedError(SatrapError):
    """The best answer is not proved, so there is nothing to explain."""

    exit_status = 4
    kind = "unproved"

    def __init__(self, answer: Answer) -> None:
        what = (
            "no answer was found" if answer.value is None else f"the best answer found ({answer.value}) is not proved"
        )
        super().__init__(f"{what} within the limit, so there is nothing to explain; try a longer --time-limit")


@dataclass(frozen=True)
class Change:
    """A single change that raises the best answer.

    Attributes
    ----------
    words
        What is changed.
    rule
        By which rule it matters; None for another reading of a ruling.
    value, worth
        What the best answer is worth then; the same in words, by the changed question.
    gain
        How much better that is.
    proved
        Whether it is proved that it is no better still.
    reading
        The ruling and its reading, where it is one.
    """

    words: str
    rule: str | None
    value: int
    gain: int
    proved: bool
    worth: str
    reading: tuple[str, str] | None = None

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        reading = {"ruling": self.reading[0], "reading": self.reading[1]} if self.reading else {}
        return {
            "words": self.words,
            "rule": self.rule,
            **reading,
            "value": self.value,
            "gain": self.gain,
            "proved": self.proved,
        }


@dataclass(frozen=True)
class Explanation:
    """Why an answer is what it is.

    Attributes
    ----------
    scenario, answer
        What was asked, and the best answer; one of status ``infeasible`` if there is none.
    least
        What is forbidden: an answer worth so much; None: any answer at all.
    reasons
        Minimal reasons; one unless more were asked for.  A reason without grounds: the definitions alone forbid it.
    changes
        Single changes that would raise the best answer.
    repairs
        Where there is no answer: the smallest changes that allow one.
    instead
        Another plan, compared with the best.
    grounds
        How many facts and rules were looked at.
    asked
        How often the solver was asked.
    unsettled
        What was looked at and not settled within the limits, in words.
    interrupted
        Whether it was stopped before all was said.
    """

    scenario: Scenario
    answer: Answer
    least: int | None = None
    reasons: tuple[Reason, ...] = ()
    changes: tuple[Change, ...] = ()
    repairs: tuple[Repair, ...] = ()
    instead: Checked | None = None
    grounds: int = 0
    asked: int = 0
    unsettled: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing was left open that was looked at."""
        return not (self.interrupted or self.unsettled) and all(reason.verified for reason in self.reasons)

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap explain --json``."""
        result: dict[str, Any] = {
            "game": self.answer.game,
            "question": self.answer.question,
            "status": self.answer.status.value,
            "value": self.answer.value,
            "forbidden": self.least,
            "reasons": [_reason(reason) for reason in self.reasons],
            "changes": [change.plain() for change in self.changes],
            "repairs": [_repair(repair) for repair in self.repairs],
            "grounds": self.grounds,
            "unsettled": list(self.unsettled),
            "complete": self.complete,
        }
        if self.instead is not None:
            result["instead"] = self.instead.plain()
        return result


def _reason(reason: Reason) -> dict[str, Any]:
    grounds = [{"key": one.key, "words": one.words, "rule": one.rule} for one in reason.grounds]
    return {"grounds": grounds, "verified": reason.verified}


def _repair(repair: Repair) -> dict[str, Any]:
    changes = [{"key": ground.key, "words": ground.changed(count), "steps": count} for ground, count in repair.steps]
    return {"changes": changes, "value": repair.value}


def explain(
    scenario: Scenario,
    *,
    instead: Document | None = None,
    reasons: int = 1,
    repairs: int = MOST_REPAIRS,
    limits: Limits = DEFAULT_LIMITS,
    listener: Listener | None = None,
) -> Explanation:
    """Explain the best answer of a scenario, or why it has none.

    Parameters
    ----------
    instead
        A plan to compare with the best: what it loses where, or which rule it breaks first.
    reasons, repairs
        So many of each, if there are so many.
    limits
        Of each search.
    listener
        Is told what is being looked at.

    Raises
    ------
    InputError
        The scenario asks no question, or the question does not fit.
    UnprovedError
        Its best answer is not proved within the limits.

    Examples
    --------
    >>> import puzzles
    >>> found = explain(puzzles.load("empire/first-region"))
    >>> found.answer.value, found.least, found.reasons[0].verified
    (14, 15, True)
    """
    return _Explaining(scenario, limits, listener or (lambda words: None)).explain(instead, reasons, repairs)


@dataclass
class _Explaining:
    """One explanation on its way."""

    scenario: Scenario
    limits: Limits
    tell: Listener
    memory: dict[str, Outcome] = field(default_factory=dict)

    def explain(self, instead: Document | None, reasons: int, repairs: int) -> Explanation:
        task_of(self.scenario)
        self.tell("the best answer")
        answer = solve(self.scenario, limits=self.limits)
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            raise UnprovedError(answer)
        least = None if answer.value is None else answer.value + (1 if self._up else -1)
        found = Explanation(self.scenario, answer, least)
        if instead is not None:
            checked = check_against(self.scenario, instead, answer if answer.plan is not None else None)
            return replace(found, instead=checked)
        search = Search(self.scenario, tuple(kind_of(self.scenario).grounds(self.scenario)), least, self.limits)
        found = replace(found, grounds=len(search.grounds))
        try:
            if least is not None and search.allowed(()) is None:
                return replace(found, unsettled=("whether the facts that were looked at hold it down",))
            for reason in islice(search.reasons(), reasons):
                found = replace(found, reasons=(*found.reasons, reason), asked=search.asked)
                self.tell(f"{len(found.reasons)} of the reasons")
            if least is None:
                for repair in islice(search.repairs(), repairs):
                    found = replace(found, repairs=(*found.repairs, repair), asked=search.asked)
                    self.tell(f"{len(found.repairs)} of the repairs")
            else:
                for change in self._changes(answer, least, found.reasons):
                    if isinstance(change, str):
                        found = replace(found, unsettled=(*found.unsettled, change))
                        continue
                    changes = sorted((*found.changes, change), key=lambda one: -one.gain)
                    found = replace(found, changes=tuple(changes), asked=search.asked)
        except KeyboardInterrupt:
            return replace(found, interrupted=True)
        return replace(found, asked=search.asked)

    @property
    def _question(self) -> Question:
        return find(self.scenario.game.key, self.scenario.question.kind).load()

    @property
    def _up(self) -> bool:
        return self._question.maximises(self.scenario.question)

    def _changes(self, answer: Answer, least: int, reasons: tuple[Reason, ...]) -> Iterator[Change | str]:
        """Every ground of the reason loosened by one step, and every other reading, as far as they raise the best.

        One that is not settled within the limits is given in words.
        """
        for ground in reasons[0].grounds if reasons else ():
            self.tell(ground.words)
            change = self._change(answer, least, ground.loosen(self.scenario, 1), ground.changed(1))
            if change is not None:
                yield replace(change, rule=ground.rule) if isinstance(change, Change) else change
        chosen = self.scenario.rulings.readings
        for key, ruling in self.scenario.game.rulings.items():
            for reading, meaning in ruling.readings.items():
                if reading == chosen[key]:
                    continue
                self.tell(f"{key}={reading}")
                words = f"read otherwise ({key}={reading}): {ruling.question} {meaning}"
                change = self._change(answer, least, self.scenario.with_readings({key: reading}), words)
                if change is not None:
                    yield replace(change, reading=(key, reading)) if isinstance(change, Change) else change

    def _change(self, answer: Answer, least: int, other: Scenario, words: str) -> Change | str | None:
        """What the best answer of a changed scenario is, if it is better; the words alone if that is not settled."""
        best = reach(other, least, limits=self.limits, first=False, again=False, memory=self.memory)
        if best.value is None or answer.value is None:
            return None if best.status is Status.INFEASIBLE else words
        proved = best.status is Status.OPTIMAL
        worth = self._question.value_words(other.task, best.value)
        return Change(words, None, best.value, abs(best.value - answer.value), proved, worth)
