r"""The best line over some own turns: best first, with a bound, states that come to the same thing merged.

A state is a place in a line: before Alexander's move, or before an action.  It is carried on only if what it has and
what :mod:`solver.alexandros.plan_bound` leaves are more than the best line known.  The state of the most promise goes
first, so that nothing is looked at that could not have been better than the best line there is, and the promise of the
first state in the row is a bound at any time.  A few of each level are followed to the end before, to have a line.

Two states come to the same thing if the same can follow (:mod:`solver.alexandros.plan_marches`) and cards and governors
are the same; of these, one with no fewer cards of any symbol and no fewer points makes the other needless.  Where the
margin is asked for, or somebody is near the end by points, everybody's points have to be the same.

Governors on other triangles of the same symbol are the same unless a move to come may part them.

Which line is told is found out afterwards (:mod:`solver.alexandros.plan_lines`).
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator
from operator import ge
from typing import NamedTuple, TypeAlias

from models.alexandros.levy import FULL
from models.alexandros.position import ACTIONS
from solver.alexandros import steps as actions
from solver.alexandros.kernel import Counts, Mask, Option, State, Table, Way, bits
from solver.alexandros.plan_bound import Bound
from solver.alexandros.plan_marches import March, Marches
from solver.alexandros.steps import OCCUPY, TAKE, refilled
from solver.answer import Progress
from solver.engine import Engine

WIDTHS = (2, 16)
"""How many states of a level are followed first, the more of them only as long as SHARE of the time is not over."""
SHARE = 0.2
EVERY = 0.2
"""Seconds between two reports."""


class Going(NamedTuple):
    """Alexander's move in a line."""

    option: Option
    to: Mask
    way: Way


Event: TypeAlias = Going | actions.Step | None
"""What happens next in a line; None ends a turn."""


class Trail(NamedTuple):
    """What happened till now, the last thing first."""

    event: Event
    before: Trail | None


class Node(NamedTuple):
    """A place in a line.

    Attributes
    ----------
    turns
        Own turns after this one.
    done
        Whether the line is at its end.
    """

    state: State
    march: March
    turns: int
    done: bool
    trail: Trail | None

    @property
    def level(self) -> tuple[int, bool, int]:
        """How far the line has come: larger is farther."""
        return -self.turns, self.state.moved, self.state.actions


class Stopped(Exception):  # noqa: N818
    """Time is up, or somebody pressed Ctrl-C."""


class Search:
    """The search for the best line.

    Parameters
    ----------
    state
        The player's turn, as far as it has come.
    turns
        Own turns, this one among them.
    margin
        Whether the best rival's gain is taken off.

    Attributes
    ----------
    value
        Of the best line known.
    bound
        No line is worth more.
    finished
        Whether that is proved to be the same.
    looked
        How many states were carried on.
    """

    def __init__(self, grid: Table, state: State, turns: int, margin: bool, engine: Engine) -> None:
        self.grid, self.engine, self.margin = grid, engine, margin
        self._begun = time.perf_counter()
        self.end = self._begun + engine.limits.seconds
        self._told = self._begun
        self.stage = "value"
        self._points = state.points
        self.looked, self.value, self.finished = 0, 0, False
        self.bound = turns * grid.value(grid.land)
        if state.ending:
            turns = 1  # whatever the walls: the game ends after this turn (6-2)
        self.marches = Marches(grid, state._replace(ending=False), turns, self.pause)
        self.most = Bound(grid, grid.readings)
        self._exact = False
        self._idle = grid.readings["passing"] == "not"
        # Where governors may stand only in place of cards that lack, more cards allow less.
        self._more_is_better = grid.readings["extra-governors"] == "free"
        self._known: dict[object, list[tuple[Counts, int]]] = {}
        self._apart: dict[tuple[int, Mask], tuple[Mask, ...]] = {}
        self.root = self.best = Node(state, self.marches.here(), turns - 1, False, None)

    # -- proving the value --

    def prove(self) -> None:
        """Find the value of the best line, within the limits."""
        try:
            self.root = self.best = root = self.root._replace(march=self.marches.all())
            self.bound = min(self.bound, self.promise(root))
            self._exact = self.margin or self._ends_near(self.bound)
            for width in WIDTHS:
                self._dive(root, width)
                self._known.clear()
            self._best_first(root)
            self.finished, self.bound = True, self.value
        except Stopped:
            self.bound = max(self.bound, self.value)

    def _ends_near(self, bound: int) -> bool:
        """Whether somebody may come to have the points that end the game (6-4)."""
        state = self.root.state
        among = self.grid.parts(state.walls)
        for seat, had in enumerate(self._points):
            governed = sum(self.grid.value(one) for one, _ in among if one & state.governors[seat])
            if had + (bound if seat == state.turn else governed * (self.root.turns + 1)) >= FULL:
                return True
        return False

    def _dive(self, root: Node, width: int) -> None:
        """Follow the states of each level that promise most, to have a line; no answer that is proved depends on it."""
        level = [root]
        until = self._begun + SHARE * self.engine.limits.seconds
        while level and (width == WIDTHS[0] or time.perf_counter() < until):
            new: list[tuple[int, int, Node]] = []
            for node in level:
                for child in self.following(node):
                    self._offer(child)
                    if not child.done and (promise := self.promise(child)) > self.value and self._new(child):
                        new.append((promise, self.worth(child.state), child))
            new.sort(key=lambda one: one[:2], reverse=True)
            level = [node for _, _, node in new[:width]]

    def _best_first(self, root: Node) -> None:
        count = 0
        heap = [(-self.promise(root), root.level, count, root)]
        while heap:
            promise, _, _, node = heapq.heappop(heap)
            self.bound = max(self.value, -promise)
            if -promise <= self.value:
                return
            self.looked += 1
            for child in self.following(node):
                self._offer(child)
                if child.done:
                    continue
                now = min(-promise, self.promise(child))
                if now > self.value and self._new(child):
                    count += 1
                    turns, moved, acted = child.level
                    heapq.heappush(heap, (-now, (-turns, not moved, -acted), count, child))

    def pause(self) -> None:
        """Stop where time is up; report now and then."""
        now = time.perf_counter()
        if self.engine.interrupted or now > self.end:
            raise Stopped
        if now - self._told > EVERY and self.engine.listener is not None:
            self._told = now
            self.engine.listener(Progress(self.stage, self.value, self.bound, now - self._begun))

    def worth(self, state: State) -> int:
        """What has been gained so far."""
        gains = [now - then for now, then in zip(state.points, self._points, strict=True)]
        own = gains.pop(state.turn)
        return own - max(gains) if self.margin else own

    def promise(self, node: Node) -> int:
        """No line from here is worth more."""
        worth = self.worth(node.state)
        return worth if node.done else worth + self.most(node.state, node.march, node.turns)

    def _offer(self, node: Node) -> None:
        """Keep a line if it is the best: what is left of it can be passed, or filled with cards."""
        worth = self.worth(node.state)
        if worth > self.value or (worth == self.value and node.done and not self.best.done):
            self.best, self.value = node, worth

    def key(self, node: Node) -> tuple[object, ...]:
        """What tells what can follow, but for the hand and the points."""
        state = node.state
        pile = state.pile if isinstance(state.pile, tuple) else bool(state.pile)
        cards = tuple(sorted(state.face_up)), pile, any(state.discards)
        place = node.turns, state.moved, state.actions, state.levied, node.march.number
        return (*place, *cards, state.governors)

    def _new(self, node: Node) -> bool:
        """Whether nothing that was seen before is at least as good."""
        state = node.state
        key: object = (self.key(node), state.points) if self._exact else self.key(node)
        own = state.points[state.turn]
        known = self._known.setdefault(key, [])
        for hand, points in known:
            if points >= own and (hand == state.hand or (self._more_is_better and all(map(ge, hand, state.hand)))):
                return False
        known.append((state.hand, own))
        return True

    # -- what can follow --

    def following(self, node: Node) -> Iterator[Node]:
        """All that a player can do next."""
        self.pause()
        state = node.state
        if node.done:
            return
        if not state.moved:
            yield from self._moves(node)
            return
        for step, after in self._steps(node) if state.actions < ACTIONS else ():
            yield self.acted(node, step, after)
        if self.grid.may_pass(state):
            yield self.ended(node)

    def _moves(self, node: Node) -> Iterator[Node]:
        """Alexander's move (4-1 to 4-5); without a card that can move him the actions follow."""
        state, march = node.state, node.march
        options = self.grid.options(state)
        if not options:
            assert march.stays is not None
            yield node._replace(state=state._replace(moved=True), march=march.stays)
        for option in options:
            paid = self.paid(state, option)
            for step in self.marches.steps(march, state, option.symbol):
                trail = Trail(Going(option, step.to, step.way), node.trail)
                yield node._replace(state=self.grid.march(paid, step.way), march=step.march, trail=trail)

    def paid(self, state: State, option: Option) -> State:
        """The table once the card of a move is taken, and another one turned up (4-1, F-13)."""
        paid = self.grid.pay_move(state, option)
        return paid if option.from_hand else refilled(self.grid, paid)

    def acted(self, node: Node, step: actions.Step, after: State) -> Node:
        """What an action leads to; the second one ends the turn."""
        if step.kind == TAKE and self.grid.refills_at_once and after.actions < ACTIONS:
            after = refilled(self.grid, after)
        child = node._replace(state=after, trail=Trail(step, node.trail))
        return self.ended(child) if after.over or after.actions >= ACTIONS else child

    def _steps(self, node: Node) -> Iterator[tuple[actions.Step, State]]:
        """The actions (5-1)."""
        grid, state = self.grid, node.state
        yield from actions.levies(grid, state)
        for province in self.marches.provinces(state.walls):
            if self.marches.figures or province in node.march.at[0]:
                yield from self._occupations(node, province)
        yield from actions.takings(grid, state, idle=self._idle)
        yield from actions.removals(grid, state)

    def _occupations(self, node: Node, province: Mask) -> Iterator[tuple[actions.Step, State]]:
        """The ways to occupy a province, the governors on all sets of triangles that may come to differ."""
        grid, state = self.grid, node.state
        key = node.march.number, province
        lines = self._apart.get(key)
        if lines is None:
            lines = self._apart[key] = self.marches.apart(node.march, province)
        if not lines and not self.marches.figures:
            yield from actions.occupations(grid, state, province)
            return
        enemies = province & sum(state.governors) & ~state.own
        for bill in grid.bills(state, province):
            ejects = 0 if bill.ejects == enemies & -enemies else bill.ejects
            seen: set[object] = set()
            for places in grid.placements(state, province, bill.places):
                alike = places if self.marches.figures else self._alike(places, lines)
                if alike not in seen:
                    seen.add(alike)
                    step = actions.Step(OCCUPY, places=places, ejects=ejects)
                    yield step, grid.occupy(state, province, places, bill)

    def _alike(self, places: Mask, lines: tuple[Mask, ...]) -> object:
        """What tells sets of governors apart: for each the symbol and the side of each line on which it stands."""
        grid = self.grid
        return tuple(sorted((grid.symbols(bit), tuple(bool(bit & one) for one in lines)) for bit in bits(places)))

    def ended(self, node: Node) -> Node:
        """The end of a turn, and perhaps of the line."""
        state, trail = node.state, Trail(None, node.trail)
        if state.over or state.ending or self.grid.full(state):
            return Node(state._replace(over=True), node.march, node.turns, True, trail)
        state = refilled(self.grid, state)
        if node.turns == 0:
            return Node(state, node.march, 0, True, trail)
        state = state._replace(moved=False, actions=0, levied=False)
        return Node(state, node.march, node.turns - 1, False, trail)
