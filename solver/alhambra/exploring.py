r"""All Alhambras that a few steps lead to, level by level, with what can become nothing better pruned away.

Level :math:`d` holds what takes :math:`d` steps at least; it is looked at once, however many orders of
steps lead to it.  A node is carried on only if the bound of :mod:`solver.alhambra.worths` leaves a
better value, or as good a one where ties are wanted.  So that there is something to compare with, the
most promising nodes alone are followed to the end first.

Every step on the way is legal, so whatever is found can be done in some order.  Nothing depends on
time or on threads: if the search comes to its end, its result is the same on every run.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from solver.alhambra.boards import State
from solver.answer import Outcome, Progress, Proof, Solution, Status
from solver.engine import Engine


class Reached(Protocol):
    """What a search goes through: an Alhambra, perhaps with what lies beside it."""

    @property
    def state(self) -> State:
        """The Alhambra; two nodes with the same one are the same answer."""

    def __hash__(self) -> int: ...


Node = TypeVar("Node", bound=Reached)

WIDTH = 24
"""How many nodes of a level are followed to find a good value first."""


@dataclass
class Found:
    """What a search found.

    Attributes
    ----------
    values
        Alhambras by what they are worth: all that matter, perhaps more.
    depth
        The fewest steps to each of them; of those that are known in advance only, as many as there may be.
    bound
        Nothing that was left out is better; the best there is where the search came to its end.
    finished
        Whether it did.
    looked
        How many nodes were looked at.
    seconds
        How long it took.
    """

    values: dict[State, int] = field(default_factory=dict)
    depth: dict[State, int] = field(default_factory=dict)
    bound: int = 0
    finished: bool = True
    looked: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Search(Generic[Node]):
    """What to search.

    Attributes
    ----------
    start
        What stands.
    steps
        How many steps there may be.
    following
        What a step leads to.
    worth
        What an Alhambra is worth.
    bound
        What can become of one of a value within so many steps.
    """

    start: Node
    steps: int
    following: Callable[[Node], Iterable[Node]]
    worth: Callable[[State], int]
    bound: Callable[[State, int, int], int]

    def best(self, engine: Engine, count: int = 1, *, ties: bool = False) -> Found:
        """The Alhambras that are worth most.

        Parameters
        ----------
        count
            So many of the best are wanted; of equal ones those with fewer steps are sure to be there.
        ties
            Whether all of the best value are wanted.
        """
        clock = _Clock(engine)
        dived = self._dive(clock)
        least = heapq.nlargest(count, dived.values())[-1] if len(dived) >= count else -1
        start = self.start.state
        found = Found({start: dived[start]}, {start: 0})
        best = [dived[start]]  # the best values, the smallest first
        level: dict[Node, int] = {self.start: dived[start]}
        seen: set[Node] = {self.start}
        over = self.bound(start, dived[start], self.steps)  # nothing that is not looked at yet is worth more
        for depth in range(1, self.steps + 1):
            full = best[0] if len(best) == count else -1
            bounds: dict[Node, int] = {}
            new: dict[Node, int] = {}
            for node, value in level.items():
                if clock.over():
                    return clock.stopped(found, dived, new, over)
                bounds[node] = self.bound(node.state, value, self.steps - depth + 1)
            kept = [node for node, most in bounds.items() if most >= least and (most > full or (ties and most == full))]
            over = max((bounds[node] for node in kept), default=0)
            for node in kept:
                if clock.over():
                    return clock.stopped(found, dived, new, over)
                for other in self.following(node):
                    if other not in seen:
                        seen.add(other)
                        known = found.values.get(other.state)
                        new[other] = self.worth(other.state) if known is None else known
            for other, value in new.items():
                if other.state not in found.depth:
                    found.depth[other.state], found.values[other.state] = depth, value
                    if len(best) < count:
                        heapq.heappush(best, value)
                    elif value > best[0]:
                        heapq.heapreplace(best, value)
            clock.tell(max(*dived.values(), *best), over)
            level = new
        found.bound, found.looked = max(found.values.values()), len(seen)
        return clock.told(found)

    def _dive(self, clock: _Clock) -> dict[State, int]:
        """Good Alhambras: from each level only the best ones are followed."""
        known = {self.start.state: self.worth(self.start.state)}
        level = [self.start]
        for _ in range(self.steps):
            new: dict[Node, int] = {}
            for node in level:
                if clock.over():
                    return known
                for other in self.following(node):
                    if other.state not in known and other not in new:
                        new[other] = self.worth(other.state)
            known |= {other.state: value for other, value in new.items()}
            level = heapq.nlargest(WIDTH, new, key=new.__getitem__)
        return known

    def reaching(self, engine: Engine, target: int, count: int = 1) -> Found:
        """Level by level those that are worth ``target`` at least, until there are so many; ``bound`` is in steps."""
        clock = _Clock(engine)
        found = Found()
        seen: set[Node] = {self.start}
        level: dict[Node, int] = {self.start: self.worth(self.start.state)}
        for depth in range(self.steps + 1):
            for node, value in level.items():
                if value >= target and node.state not in found.depth:
                    found.values[node.state], found.depth[node.state] = value, depth
            found.looked += len(level)
            found.bound = min(found.depth.values(), default=depth)
            if len(found.values) >= count or depth == self.steps:
                break
            new: dict[Node, int] = {}
            for node, value in level.items():
                if self.bound(node.state, value, self.steps - depth) < target:
                    continue
                if clock.over():
                    found.finished = False
                    found.bound = min(found.depth.values(), default=depth + 1)
                    return clock.told(found)
                for other in self.following(node):
                    if other not in seen:
                        seen.add(other)
                        new[other] = self.worth(other.state)
            level = new
            clock.tell(None, found.bound)
        return clock.told(found)


class _Clock:
    """Tells when a search has to stop, and its listener how far it is."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.started = time.perf_counter()
        self.end = self.started + engine.limits.seconds

    def over(self) -> bool:
        """Whether the time is over or the user has stopped the search."""
        return self.engine.interrupted or time.perf_counter() > self.end

    def tell(self, best: int | None, bound: int) -> None:
        """Report progress."""
        if self.engine.listener is not None:
            self.engine.listener(Progress("value", best, bound, time.perf_counter() - self.started))

    def stopped(self, found: Found, dived: dict[State, int], new: dict[Any, int], over: int) -> Found:
        """What is known where the time is over: nothing that is not looked at yet is worth more than ``over``."""
        found.values = dived | found.values | {node.state: value for node, value in new.items()}
        found.bound, found.finished = max(over, *found.values.values()), False
        found.looked = len(found.values)
        return self.told(found)

    def told(self, found: Found) -> Found:
        """With the time that it took."""
        found.seconds = time.perf_counter() - self.started
        return found


def outcome_of(
    engine: Engine,
    found: Found,
    chosen: list[State],
    status: Status,
    complete: bool,
    solution: Callable[[State], Solution],
) -> Outcome:
    """What was found as an outcome, the chosen ones as solutions."""
    statistics = {
        **engine.statistics(),
        "value_seconds": round(found.seconds, 6),
        "solver_seconds": round(found.seconds, 6),
        "states": found.looked,
    }
    bound = found.bound if chosen else None
    return Outcome(
        status, tuple(map(solution, chosen)), bound, complete, engine.interrupted, statistics, Proof.EXHAUSTIVE
    )


def best_outcome(
    engine: Engine,
    found: Found,
    count: int | None,
    key: Callable[[State], Hashable],
    solution: Callable[[State], Solution],
) -> Outcome:
    """The best so many Alhambras, or all that are best (None): fewest steps first among equals, then by ``key``."""
    values, wanted = found.values, count or 1
    best = heapq.nlargest(wanted, values.values())
    states = [state for state, value in values.items() if value >= best[-1]]
    states.sort(key=lambda state: (-values[state], found.depth.get(state, 0), key(state)))
    most = engine.limits.answers if count is None else count
    proved = found.finished or found.bound <= best[0]
    complete = found.finished and (len(states) <= most if count is None else len(values) < count)
    status = Status.OPTIMAL if proved else Status.FEASIBLE
    return outcome_of(engine, found, states[:most], status, complete, solution)
