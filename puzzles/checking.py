"""Checking an answer that somebody has found: is it legal, what is it worth, how far from the best."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from models.documents import Document, Source
from models.errors import Breach, Problem
from models.ledger import Entry, Ledger
from puzzles.questions import find
from puzzles.scenario import Scenario, task_of
from puzzles.solving import solve
from solver.answer import DEFAULT_LIMITS, Answer, Limits
from solver.engine import Listener


@dataclass(frozen=True)
class Checked:
    """A verdict on a plan.

    Attributes
    ----------
    legal, breaches
        Whether it keeps the rules, and which it breaks.
    value, ledger, rulings
        Of its replay; a part that breaks a rule counts as left out.
    best
        The proved best answer; None where it was not asked for.
    maximise
        Whether a larger value is better.
    """

    legal: bool
    breaches: tuple[Breach, ...]
    value: int
    ledger: Ledger
    rulings: dict[str, str]
    best: Answer | None
    maximise: bool = True

    @property
    def gap(self) -> int | None:
        """How far the plan is from the best."""
        if self.best is None or self.best.value is None:
            return None
        return abs(self.best.value - self.value)

    @property
    def behind(self) -> bool:
        """Whether a better answer is known."""
        if self.best is None or self.best.value is None:
            return False
        return self.best.value > self.value if self.maximise else self.best.value < self.value

    def differences(self) -> list[tuple[str, Entry]]:
        """Line by line: entries of the plan alone (``yours``) and of the best alone (``best``)."""
        if self.best is None:
            return []
        bare = [[replace(entry, note="") for entry in ledger] for ledger in (self.ledger, self.best.ledger)]
        both = Counter(bare[0]) & Counter(bare[1])
        result = []
        for who, ledger, plain in (("yours", self.ledger, bare[0]), ("best", self.best.ledger, bare[1])):
            common = Counter(both)
            for entry, key in zip(ledger, plain, strict=True):
                if common[key]:
                    common[key] -= 1
                else:
                    result.append((who, entry))
        return result

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap check --json``."""
        return {
            "legal": self.legal,
            "faults": [breach.plain() for breach in self.breaches],
            "value": self.value,
            "best": self.best.value if self.best is not None else None,
            "best_status": self.best.status.value if self.best is not None else None,
            "gap": self.gap,
            "ledger": self.ledger.plain(),
            "differences": [{"of": who, **entry.plain()} for who, entry in self.differences()],
            "rulings": self.rulings,
        }


def check(
    scenario: Scenario,
    plan: Document,
    *,
    best: bool = True,
    limits: Limits = DEFAULT_LIMITS,
    listener: Listener | None = None,
) -> Checked:
    """Replay a plan by the rules and compare it with the best.

    Parameters
    ----------
    best
        Whether to solve the scenario as well; without it no solver is loaded.

    Raises
    ------
    InputError
        The scenario asks no question, or the question does not fit the position.
    """
    task_of(scenario)
    return check_against(scenario, plan, solve(scenario, limits=limits, listener=listener) if best else None)


def check_against(scenario: Scenario, plan: Document, answer: Answer | None) -> Checked:
    """Replay a plan by the rules and compare it with a best answer that is known, if one is."""
    task = scenario.task
    question = find(scenario.game.key, scenario.question.kind).load()
    replay = question.replay(task, plan)
    breaches = (*question.strays(task, plan), *replay.breaches)
    maximise = question.maximises(scenario.question)
    return Checked(not breaches, breaches, replay.value, replay.ledger, dict(replay.rulings), answer, maximise)


def reject_illegal(scenario: Scenario, plan: Document, source: Source) -> None:
    """Refuse an answer that breaks a rule, where it is to be shown on the table: it might name what is not there.

    Raises
    ------
    InputError
        With a fault for each rule that it breaks, or if the question does not fit the position.
    """
    at = ("answer",) if isinstance(source.data, dict) and "answer" in source.data else ()
    seen = "“satrap check” to judge it"
    source.reject(
        Problem((*at, *breach.path), f"{breach.message} (rule {breach.rule})", f"a legal answer; {seen}")
        for breach in check(scenario, plan, best=False).breaches
    )


def worth(scenario: Scenario, plan: Document | None) -> int | None:
    """What a plan is worth by the rules; None where there is none, or it is not legal. The question is not checked."""
    if plan is None:
        return None
    checked = check_against(scenario, plan, None)
    return checked.value if checked.legal else None


def as_good(scenario: Scenario, value: int, other: int) -> bool:
    """Whether a value of the question's measure is as good as another one, or better."""
    up = find(scenario.game.key, scenario.question.kind).load().maximises(scenario.question)
    return value >= other if up else value <= other
