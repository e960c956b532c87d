"""Leaving out what a puzzle can do without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from models.documents import Document
from puzzles.checking import as_good, worth
from puzzles.kinds.kind import Part, kind_of
from puzzles.kinds.settled import Settled
from puzzles.posing.difficulty import greedy_worth
from puzzles.scenario import Scenario

RUN = 2
"""After so many parts that could go, one after the other, several are tried at once."""
LATEST = 2
"""So many of the answers that were best where too much had been left out are tried by the rules."""


def without_superfluous(scenario: Scenario, found: Settled) -> tuple[Scenario, tuple[str, ...]]:
    """Leave out one part after the other, as long as the answer stays the same and the only best one.

    Returns
    -------
    What is left, of which nothing can be left out, and in words what was.
    """
    here = _Leaving(scenario, found)
    left_out: list[str] = []
    needed: dict[str, int] = {}  # by part, how many had been left out when it was found to be needed
    while untried := [part.key for part in here.parts() if needed.get(part.key) != len(left_out)]:
        size = running = 1
        while untried:
            group = here.group(untried[:size])
            left = here.without(group[-1].rest, group[0].choice) if group else None
            if left is not None:
                here = _Leaving(group[-1].rest, left, here.better)
                left_out += [part.words for part in group]
                untried = untried[len(group) :]
                running += 1
                size *= 2 if running > RUN else 1
            elif len(group) > 1:
                size, running = len(group) // 2, 1
            else:
                needed[untried.pop(0)] = len(left_out)
                size = running = 1
    return here.scenario, tuple(left_out)


def settled_without(part: Part, scenario: Scenario, found: Settled) -> Settled | None:
    """What a scenario comes to without a part that is superfluous; None if the part is needed.

    A part is superfluous if without it the same answer is the only best one again.  What is there to
    be chosen has to leave two more things as they are: what the next best answer is worth, and what the
    greedy player gets.
    """
    return _Leaving(scenario, found).without(part.rest, part.choice)


@dataclass
class _Leaving:
    """A scenario of which something is to be left out.

    Attributes
    ----------
    better
        Answers that were best where too much had been left out, the latest last; before anything is solved, some are
        tried by the rules.
    """

    scenario: Scenario
    found: Settled
    better: list[Document] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.better and self.found.other is not None and self.found.other.plan is not None:
            self.better.append(self.found.other.plan)

    def parts(self) -> Iterable[Part]:
        """What may be left out."""
        return kind_of(self.scenario).parts(self.scenario)

    def group(self, keys: list[str]) -> list[Part]:
        """Parts to be left out together, each without those before it.

        They are of one sort, since more is asked of what is to be chosen.
        """
        group: list[Part] = []
        for key in keys:
            rest = group[-1].rest if group else self.scenario
            part = next((part for part in kind_of(rest).parts(rest) if part.key == key), None)
            if part is None or (group and part.choice != group[0].choice):
                break
            group.append(part)
        return group

    def without(self, rest: Scenario, choice: bool) -> Settled | None:
        """What is left settled, if nothing that went was needed."""
        kind = kind_of(rest)
        value = worth(rest, self.found.best.plan)
        if value is not None and any(self._beats(rest, plan, value) for plan in self.better[-LATEST:]):
            return None
        if choice and greedy_worth(rest) != self.greedy:
            return None
        if choice and self.found.ties_only:
            self.found = Settled.of(self.scenario) or self.found
        left = Settled.of(rest, ties_only=not choice)
        if left is None:
            return None
        others = [plan for plan in left.best_plans if kind.gist(rest, plan) != self.gist]
        self.better += [plan for plan in others if plan not in self.better]
        if others or not left.single or (choice and left.next_value != self.found.next_value):
            return None
        return left

    @cached_property
    def gist(self) -> Any:
        """What the best answer comes to."""
        return kind_of(self.scenario).gist(self.scenario, self.found.best.plan)

    @cached_property
    def greedy(self) -> int | None:
        """What the greedy player gets."""
        return greedy_worth(self.scenario)

    def _beats(self, rest: Scenario, plan: Document, value: int) -> bool:
        """Whether an answer is better than the one wanted; one as good might be the same in another order."""
        reached = worth(rest, plan)
        return reached is not None and not as_good(rest, value, reached)
