"""When to levy: every line of actions over the next own turns of a player, a state that several reach only once.

States
------
Walls stand still and rivals do nothing, so a state is what is left of turns and actions, the own hand, the open cards
and the known pile, everybody's governors and points.  Governors on other triangles of the same symbol and other
gifts to the loser of a takeover change nothing here, so one of each is tried.

Bound
-----
A levy that at most k actions can precede brings no more than the largest sum of values of at most four provinces
(F-9) that all could pay for the same card, if each province that does not pay yet takes some of the k actions:

* an own one with g governors: g - 1 removals, or one under ``removal=any``;
* another one: the occupation, a card for each that lacks for the ejection, or one action for each symbol beyond the
  first that the hand does not cover (a card taken, or a governor more and its removal).

A line is given up where what it has and the sum of these over the levies to come fall below the best line known.  For
the margin the best rival's gain so far is taken off: it never falls.

Order of lines: the value; fewer actions; more of the points in earlier turns; the actions in the order of
:mod:`solver.alexandros.steps`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from models.alexandros.position import ACTIONS, GOVERNORS
from solver.alexandros.kernel import KINDS, Counts, Mask, State, Table
from solver.alexandros.steps import LEVY, Step, levies, occupations, refilled, removals, takings
from solver.engine import Engine

Turns: TypeAlias = tuple[tuple[Step, ...], ...]
"""The actions of each turn."""
Schedule: TypeAlias = tuple[int, ...]
"""The card of the levy in each turn, or -1."""
Item: TypeAlias = tuple[int, int, int]
"""A province that may pay: actions that it takes, value, the kinds for which it may pay as a mask."""

EVERY = 256
"""How many states are looked at between two looks at the clock."""


class Line(NamedTuple):
    """A line, or what has been done of one; the better one is the smaller.

    Attributes
    ----------
    loss
        Its value, negated; 0 while it is not at its end.
    made
        How many actions it has.
    gains
        The player's points by turn, negated.
    turns
        The actions; the last turn is the one that goes on.
    """

    loss: int
    made: int
    gains: tuple[int, ...]
    turns: Turns

    def with_step(self, step: Step, gain: int) -> Line:
        """The same with one action more."""
        gains = (*self.gains[:-1], self.gains[-1] - gain)
        return Line(0, self.made + 1, gains, (*self.turns[:-1], (*self.turns[-1], step)))

    def with_turn(self) -> Line:
        """The same with a turn begun."""
        return Line(0, self.made, (*self.gains, 0), (*self.turns, ()))

    @property
    def schedule(self) -> Schedule:
        """When is levied with what."""
        return tuple(next((step.card for step in turn if step.kind == LEVY), -1) for turn in self.turns)


class _Stopped(Exception):  # noqa: N818
    """Time is up, or somebody pressed Ctrl-C."""


class Timing:
    """The search.

    Parameters
    ----------
    state
        The player's turn as far as it has come, or at its beginning, Alexander having moved; None where no own turn
        comes any more.
    turns
        How many, this one among them.
    margin
        Whether the best rival's gain is taken off.
    keep
        How many lines with different levies are looked for: 1; some; None for all of the best value.

    Attributes
    ----------
    finished
        Whether everything has been looked at.
    bound
        No line is worth more.
    looked
        How many states were looked at.
    """

    def __init__(
        self, grid: Table, state: State | None, turns: int, margin: bool, engine: Engine, keep: int | None = 1
    ) -> None:
        self.grid, self.engine, self.margin, self.keep = grid, engine, margin, keep
        self.finished, self.looked = True, 0
        self.turns = turns
        self._deadline = time.perf_counter() + engine.limits.seconds
        self._found: dict[Schedule, Line] = {}
        self._seen: dict[object, Line] = {}
        self._sums: dict[object, tuple[int, ...]] = {}
        self._fewest: dict[object, int] = {}
        self._one_only = grid.readings["removal"] == "one"
        self._by_symbol = grid.readings["levy-filter"] == "symbol"
        self._idle = grid.readings["passing"] == "not"
        start = Line(0, 0, (0,), ((),))
        if state is None:
            self.bound = 0
            self._found[()] = Line(0, 0, (), ())
            return
        self.before = state.points
        among = grid.provinces(state.walls)
        self.provinces = tuple(one for one in among if any(grid.symbols(one)))
        self.bound = self._bound(state, turns)
        try:
            self._go_on(state, turns, start)
        except _Stopped:
            self.finished = False
        if self.finished:
            self.bound = self.best[0].loss * -1

    @property
    def best(self) -> list[Line]:
        """The lines that were looked for, the best first."""
        lines = sorted(self._found.values())
        if self.keep is None:
            return [line for line in lines if line.loss == lines[0].loss]
        return lines[: self.keep]

    # -- the search --

    def _go_on(self, state: State, left: int, line: Line) -> None:
        """Everything that can follow within the turn and the ``left - 1`` after it."""
        if self._given_up(state, left, line):
            return
        if state.over or state.actions >= ACTIONS:
            self._end(state, left, line)
            return
        for step, after in self._steps(state):
            gain = after.points[state.turn] - state.points[state.turn]
            if self.grid.refills_at_once and not after.over and after.actions < ACTIONS:
                after = refilled(self.grid, after)
            self._go_on(after, left, line.with_step(step, gain))
        if self.grid.may_pass(state):
            self._end(state, left, line)

    def _steps(self, state: State) -> Iterator[tuple[Step, State]]:
        grid = self.grid
        yield from levies(grid, state)
        for province in self.provinces:
            # Where only the governor's own symbol pays, an empty province without a blank serves nobody.
            if grid.value(province) or not self._by_symbol or province & sum(state.governors):
                yield from occupations(grid, state, province)
        yield from takings(grid, state, idle=self._idle)
        yield from removals(grid, state)

    def _end(self, state: State, left: int, line: Line) -> None:
        """The end of a turn, and perhaps of the game or of the line (6-1, 6-4)."""
        if state.over or state.ending or self.grid.full(state) or left == 1:
            self._note(state, line)
            return
        after = refilled(self.grid, state)._replace(actions=0, levied=False)
        self._go_on(after, left - 1, line.with_turn())

    def _note(self, state: State, line: Line) -> None:
        done = line._replace(loss=-self._worth(state))
        key: Schedule = () if self.keep == 1 else done.schedule
        if key not in self._found or done < self._found[key]:
            self._found[key] = done

    def _worth(self, state: State) -> int:
        """What has been gained so far."""
        gains = [now - then for now, then in zip(state.points, self.before, strict=True)]
        own = gains.pop(state.turn)
        return own - max(gains) if self.margin else own

    def _given_up(self, state: State, left: int, line: Line) -> bool:
        """Whether nothing that follows is wanted: it is worth too little, or was looked at with a better beginning."""
        self.looked += 1
        if self.looked % EVERY == 0 and (self.engine.interrupted or time.perf_counter() > self._deadline):
            raise _Stopped
        least = self._least()
        if least is not None and self._worth(state) + self._bound(state, left) < least:
            return True
        pile = state.pile if isinstance(state.pile, tuple) else bool(state.pile)
        cards = state.hand, tuple(sorted(state.face_up)), pile, any(state.discards)
        key = left, state.actions, state.levied, state.over, cards, state.governors, state.points
        told = (key, line.schedule) if self.keep != 1 else key
        known = self._seen.get(told)
        if known is not None and known <= line:
            return True
        self._seen[told] = line
        return False

    def _least(self) -> int | None:
        """The value that a line must reach to be wanted; None if any will do."""
        if self.keep is None or self.keep == 1:
            return -min(line.loss for line in self._found.values()) if self._found else None
        if len(self._found) < self.keep:
            return None
        return -sorted(line.loss for line in self._found.values())[self.keep - 1]

    # -- the bound --

    def _bound(self, state: State, left: int) -> int:
        """The most that can still be gained; see the module."""
        if state.over:
            return 0
        here = ACTIONS - state.actions
        total = 0
        sums = self._sums_of(state)
        if here and not state.levied:
            total += sums[here - 1]
        if not state.ending:
            total += sum(sums[here + ACTIONS * later - 1] for later in range(1, left))
        return total

    def _sums_of(self, state: State) -> tuple[int, ...]:
        """The most that a levy brings by how many actions can precede it."""
        key = state.hand, state.governors
        found = self._sums.get(key)
        if found is None:
            most = ACTIONS * self.turns
            items = list(self._items(state))
            if self._by_symbol:
                rows = [packed(tuple(item for item in items if item[2] >> kind & 1), most) for kind in KINDS]
                found = tuple(max(column) for column in zip(*rows, strict=True))
            else:
                found = packed(tuple(items), most)
            self._sums[key] = found
        return found

    def _items(self, state: State) -> Iterator[Item]:
        grid = self.grid
        for province in self.provinces:
            value = grid.value(province)
            own = province & state.own
            if not value:
                continue
            if own:
                more = own.bit_count() - 1
                yield (more if self._one_only else min(more, 1)), value, kinds(grid.symbols(own))
            else:
                yield self._occupation(state, province), value, kinds(grid.symbols(province))

    def _occupation(self, state: State, province: Mask) -> int:
        """The fewest actions until a province that is not the player's pays."""
        grid = self.grid
        enemies = province & sum(state.governors)
        known = self._fewest.get((province, enemies, state.hand))
        if known is not None:
            return known
        lacking = 0
        for there, held in zip(grid.symbols(province), state.hand, strict=True):
            if grid.readings["payment"] == "triangle":
                lacking += max(0, there - held)
            else:
                lacking += bool(there) and not held
        beyond = max(0, lacking - 1)
        ejecting = min(short(ejection, state.hand) for ejection, _ in grid.ejections(state, province))
        found = 1 + max(beyond if self._one_only else min(beyond, 1), ejecting)
        self._fewest[province, enemies, state.hand] = found
        return found


def kinds(symbols: Counts) -> int:
    """Which symbols there are, as a mask."""
    return sum(1 << kind for kind, count in enumerate(symbols) if count)


def short(cards: Counts, hand: Counts) -> int:
    """How many cards a hand lacks.

    >>> short((2, 0, 0, 0, 1), (1, 1, 0, 0, 1))
    1
    """
    return sum(max(0, needed - held) for needed, held in zip(cards, hand, strict=True))


@lru_cache(maxsize=65536)
def packed(items: tuple[Item, ...], most: int) -> tuple[int, ...]:
    """The largest value of at most four items, by how many actions they take together, up to ``most``.

    >>> packed(((0, 3, 1), (2, 9, 1), (1, 4, 1)), 3)
    (3, 7, 12, 16)
    """
    best = [[0] * (most + 1) for _ in range(GOVERNORS + 1)]
    for cost, value, _ in items:
        for count in range(GOVERNORS, 0, -1):
            row, fewer = best[count], best[count - 1]
            for within in range(most, cost - 1, -1):
                row[within] = max(row[within], fewer[within - cost] + value)
    return tuple(best[GOVERNORS])
