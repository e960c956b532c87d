"""Minimal reasons: sets of facts and rules that together forbid an answer, none of which can be spared.

The question is always the same: with some grounds in force and all others lifted, is there an answer
that is good enough?  It is put to the solver, and what the solver finds is replayed by the rules.  A
reason is a set of grounds that forbid it alone; it is minimal if without any one of them it is allowed.
A repair is a set of grounds that have to give way.  (Reiter 1987: the minimal repairs are the minimal
sets that meet every minimal reason.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from models.documents import Document
from puzzles.checking import as_good, worth
from puzzles.kinds.kind import Ground
from puzzles.scenario import Scenario
from puzzles.solving import reach
from solver.answer import Answer, Limits, Status

Keys = frozenset[str]


@dataclass(frozen=True)
class Reason:
    """Grounds that together forbid what is asked for.

    Attributes
    ----------
    grounds
        In the order in which the kind of question gives them.
    verified
        Whether it is proved that they forbid it and that without any one of them they do not.
    """

    grounds: tuple[Ground, ...]
    verified: bool

    @property
    def keys(self) -> Keys:
        """The keys of its grounds."""
        return frozenset(ground.key for ground in self.grounds)


@dataclass(frozen=True)
class Repair:
    """The smallest steps of some grounds that allow what is asked for.

    Attributes
    ----------
    steps
        Grounds, and by how many steps each gives way.
    value
        What the answer that was found is worth; a better one may be there.
    """

    steps: tuple[tuple[Ground, int], ...]
    value: int


@dataclass
class Search:
    """Asks which grounds forbid an answer.

    Attributes
    ----------
    scenario, grounds
        What is asked about.
    least
        What the answer should be worth; None for any answer.
    limits
        Of each time that the solver is asked.
    """

    scenario: Scenario
    grounds: Sequence[Ground]
    least: int | None
    limits: Limits
    asked: int = field(default=0, init=False)
    """How often the solver was asked."""
    _known: dict[Keys, Answer] = field(default_factory=dict, init=False)

    def allowed(self, lifted: Collection[str], *, again: bool = False) -> bool | None:
        """Whether there is such an answer once these grounds are lifted; None if that is not settled in time.

        ``again`` asks for the second look at “there is none”, and does not believe what was found before.
        """
        keys = frozenset(lifted)
        if again or keys not in self._known:
            self._known[keys] = self._reach(self._lifted(keys), again)
        answer = self._known[keys]
        return True if answer.plan is not None else False if answer.status is Status.INFEASIBLE else None

    def _lifted(self, keys: Keys) -> Scenario:
        """The scenario with some grounds lifted."""
        scenario = self.scenario
        for ground in self.grounds:
            if ground.key in keys:
                scenario = ground.lift(scenario)
        return scenario

    def _reach(self, scenario: Scenario, again: bool) -> Answer:
        self.asked += 1
        return reach(scenario, self.least, limits=self.limits, again=again)

    def reason(self, lifted: Collection[str] = ()) -> Reason | None:
        """A minimal reason among the grounds that are not lifted; None if there is none, or nothing is settled.

        The grounds are spared one after the other, in their order.  What is not settled in time counts
        as needed, and the reason is then not verified.
        """
        given = frozenset(lifted)
        if self.allowed(given) is not False:
            return None
        inside = [ground.key for ground in self.grounds if ground.key not in given]
        for key in list(inside):
            fewer = [one for one in inside if one != key]
            if self.allowed(self._without(fewer)) is False:
                inside = fewer
        found = tuple(ground for ground in self.grounds if ground.key in inside)
        return Reason(found, self._verified(inside))

    def _without(self, kept: Collection[str]) -> Keys:
        """All grounds but some."""
        return frozenset(ground.key for ground in self.grounds) - frozenset(kept)

    def _verified(self, inside: Sequence[str]) -> bool:
        if self.allowed(self._without(inside), again=True) is not False:
            return False
        return all(self._spared(frozenset(inside) - {key}) for key in inside)

    def _spared(self, kept: Keys) -> bool:
        """Whether only these grounds allow it: by an answer known from when more were in force, or by asking."""
        lifted = self._without(kept)
        for keys, answer in self._known.items():
            if answer.plan is not None and keys < lifted and self._is_enough(self._lifted(lifted), answer.plan):
                return True
        return self.allowed(lifted) is True

    def _is_enough(self, scenario: Scenario, plan: Document) -> bool:
        """Whether a plan is legal in a scenario and worth enough, by the rules."""
        value = worth(scenario, plan)
        if value is None or self.least is None:
            return value is not None
        return as_good(scenario, value, self.least)

    def reasons(self) -> Iterator[Reason]:
        """All minimal reasons, different ones."""
        known: set[Keys] = set()
        for reason, _ in self._tree():
            if reason is not None and reason.keys not in known:
                known.add(reason.keys)
                yield reason

    def repairs(self) -> Iterator[Repair]:
        """All minimal repairs, those with the fewest grounds first."""
        met: list[Keys] = []
        for reason, lifted in self._tree():
            if reason is None and not any(one <= lifted for one in met) and self.allowed(lifted):
                met.append(lifted)
                repair = self._smallest(lifted)
                if repair is not None:
                    yield repair

    def _tree(self) -> Iterator[tuple[Reason | None, Keys]]:
        """Reasons found while ever more grounds are lifted, and (with None) the sets that leave no reason."""
        waiting: deque[Keys] = deque([frozenset()])
        seen = {frozenset[str]()}
        reasons: list[Reason] = []
        ends: list[Keys] = []
        while waiting:
            lifted = waiting.popleft()
            if any(end <= lifted for end in ends):
                continue
            reason = next((one for one in reasons if not one.keys & lifted), None) or self.reason(lifted)
            if reason is None:
                ends.append(lifted)
                yield None, lifted
                continue
            if reason not in reasons:
                reasons.append(reason)
            yield reason, lifted
            for key in (ground.key for ground in reason.grounds):
                more = lifted | {key}
                if more not in seen:
                    seen.add(more)
                    waiting.append(more)

    def _smallest(self, lifted: Keys) -> Repair | None:
        """Each of the grounds loosened no further than needed, one after the other; None if it is not settled."""
        steps = {ground.key: ground.most for ground in self.grounds if ground.key in lifted}
        answer = self._loosened(steps)
        if answer is None:
            return None
        for key, most in list(steps.items()):
            low, high = 1, most
            while low < high:
                middle = (low + high) // 2
                found = self._loosened({**steps, key: middle})
                if found is not None:
                    high, answer = middle, found
                else:
                    low = middle + 1
            steps[key] = high
        assert answer.value is not None
        named = {ground.key: ground for ground in self.grounds}
        return Repair(tuple((named[key], count) for key, count in steps.items()), answer.value)

    def _loosened(self, steps: dict[str, int]) -> Answer | None:
        """An answer with these grounds loosened by so many steps, if there is one."""
        scenario = self.scenario
        for ground in self.grounds:
            if ground.key in steps:
                scenario = ground.loosen(scenario, steps[ground.key])
        answer = self._reach(scenario, again=False)
        return None if answer.plan is None else answer
