"""Which of the best lines is told, and the others: once :mod:`solver.alexandros.plan_search` has proved the value.

Lines are gone through turn by turn, and only where their promise is enough: first the turns that bring most points, of
these the ones that leave most cards in the hand, then those with fewer actions, then the first in the order of cards,
triangles, ways and actions (levies, occupations, cards, removals, nothing).  The first line that is worth enough is the
one that is told.

Two lines are the same answer if they bring everybody the same points in each turn and leave the same table: the same
cards in the player's hand, and everybody's governors on the same symbols of provinces of the same symbols and value.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from typing import NamedTuple, TypeAlias

from solver.alexandros.plan_search import Event, Going, Node, Search, Stopped, Trail
from solver.alexandros.steps import Step, takings

Gains: TypeAlias = tuple[tuple[int, ...], ...]
"""Everybody's points in each turn."""


class Line(NamedTuple):
    """A line: its value, what happens in each turn, and what tells it from others."""

    value: int
    turns: tuple[tuple[Event, ...], ...]
    identity: tuple[Hashable, ...]


class _Enough(Exception):  # noqa: N818
    """As many lines as are wanted have been found."""


class Lines:
    """The lines of a search that has proved its value.

    Parameters
    ----------
    seconds
        How long to look for them.

    Attributes
    ----------
    finished
        Whether the lines found are the right ones; if not, those found are of the best value all the same.
    complete
        Whether there are no others of the kind asked for.
    """

    def __init__(self, search: Search, seconds: float) -> None:
        self.search, self.finished, self.complete = search, False, False
        search.end = time.perf_counter() + seconds
        search.stage = "plan"
        self._found: dict[tuple[Hashable, ...], Line] = {}
        self._passed: set[Hashable] = set()
        self._wanted = self._least = 0
        self._cut: int | None = None  # the most that anything promised that was cut off

    def first(self) -> tuple[Line, ...]:
        """The line that is told."""
        return self._collected(1, self.search.value, self.search.value)

    def best(self, most: int) -> tuple[Line, ...]:
        """All of the best value, up to a number."""
        found = self._collected(most + 1, self.search.value, self.search.value)
        self.complete = self.finished and len(found) <= most
        return found[:most]

    def top(self, count: int) -> tuple[Line, ...]:
        """The best so many."""
        found = self._collected(count, self.search.value, None)
        self.complete = self.finished and len(found) < count
        return found

    def _collected(self, wanted: int, value: int, least: int | None) -> tuple[Line, ...]:
        """So many lines from one value down to another, or to the last (None); the best first."""
        self._wanted, self._least = wanted, value
        try:
            while True:
                self._passed, self._cut = set(), None
                self._collect(self.search.root, ())
                if self._cut is None or self._least == least:
                    break
                self._least = self._cut
            self.finished = True
        except _Enough:
            self.finished = True
        except Stopped:
            self._found = {key: line for key, line in self._found.items() if line.value == value}
        return tuple(sorted(self._found.values(), key=lambda line: -line.value))

    def _collect(self, node: Node, gains: Gains) -> None:
        """The lines that go on from the beginning of a turn."""
        before = node.state.points
        for end in self._ends(node, gains):
            now = (*gains, tuple(then - had for then, had in zip(end.state.points, before, strict=True)))
            if not end.done:
                self._collect(end, now)
                continue
            line = line_of(self.search, end, now)
            self._found.setdefault(line.identity, line)
            if len(self._found) >= self._wanted:
                raise _Enough

    def _ends(self, node: Node, gains: Gains) -> list[Node]:
        """How a turn can end, in the order in which lines are told."""
        ends: list[Node] = []

        def go_on(here: Node) -> None:
            for child in self.search.following(here):
                promise = self.search.promise(child)
                if promise < self._least:
                    self._cut = promise if self._cut is None else max(self._cut, promise)
                elif self._is_new(child, gains):
                    if child.done or child.turns < node.turns:
                        ends.append(child)
                    else:
                        go_on(child)

        go_on(node)
        seat = node.state.turn
        return sorted(ends, key=lambda end: (-end.state.points[seat], -sum(end.state.hand), _actions(end.trail)))

    def _is_new(self, node: Node, gains: Gains) -> bool:
        state = node.state
        key = self.search.key(node), node.done, state.hand, state.points, gains if self._wanted > 1 else ()
        if key in self._passed:
            return False
        self._passed.add(key)
        return True


def _actions(trail: Trail | None) -> int:
    """How many actions a turn had that has just ended."""
    count, at = 0, trail.before if trail else None
    while at is not None and isinstance(at.event, Step):
        count, at = count + 1, at.before
    return count


def line_of(search: Search, end: Node, gains: Gains) -> Line:
    """A line that has come to its end."""
    state = end.state
    standing: list[tuple[Hashable, ...]] = []
    for province in search.grid.provinces(state.walls):
        for seat, governors in enumerate(state.governors):
            if province & governors:
                what = search.grid.value(province), search.grid.symbols(province)
                standing.append((seat, *what, search.grid.symbols(province & governors)))
    turns = tuple(told(end.trail))
    return Line(search.worth(state), turns, (gains, state.hand, *sorted(standing, key=repr)))


def told(trail: Trail | None) -> Iterator[tuple[Event, ...]]:
    """What happened, turn by turn."""
    events: list[Event] = []
    while trail is not None:
        events.append(trail.event)
        trail = trail.before
    turn: list[Event] = []
    for event in reversed(events):
        if event is None:
            yield tuple(turn)
            turn = []
        else:
            turn.append(event)


def any_line(search: Search) -> Line:
    """The best line known, filled up with moves and, where one may not pass, with cards."""
    node = search.best
    while not node.done:
        node = _filled(search, node)
    return line_of(search, node, ())


def _filled(search: Search, node: Node) -> Node:
    """What follows of itself: the first move, then nothing, or a card."""
    grid, state = search.grid, node.state
    if state.moved:
        if grid.may_pass(state):
            return search.ended(node)
        return search.acted(node, *next(takings(grid, state, idle=True)))
    after, trail = state._replace(moved=True), node.trail
    for option in grid.options(state)[:1]:
        to, way = next(iter(grid.moves(state, option.symbol)))
        after = grid.march(search.paid(state, option), way)
        trail = Trail(Going(option, to, way), trail)
    return node._replace(state=after, trail=trail)
