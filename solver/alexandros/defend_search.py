"""The worst that rivals can do to a player's levy income, for each way to use the actions that are left.

Nothing that the player does changes walls, so Alexander's ways are found once for each symbol.  Of the walls of a way
only those inside the player's provinces matter, and there are few such cuts.  What remains of a province after a cut is
again a province (it is surrounded); it pays if exactly one own governor stands in it.  Then at most two actions of the
rival: a takeover of what still pays, or two, or one after a card was taken or a governor removed; nothing else that a
rival does lowers the income.  An end of the player's turn is given up as soon as one reply costs as much as the best
end known; those with fewer actions come first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from models.alexandros.position import ACTIONS, FACE_UP, GOVERNORS
from solver.alexandros.kernel import KINDS, Mask, State, Table, bits
from solver.alexandros.steps import Step, levies, occupations, refilled, removals, takings
from solver.engine import Engine

Pieces: TypeAlias = tuple[Mask, ...]


class Ending(NamedTuple):
    """A way to use the actions that are left: the loss, how many and which; the better one is the smaller."""

    loss: int
    made: int
    steps: tuple[Step, ...]

    @property
    def identity(self) -> tuple[Step, ...]:
        """The actions whatever their order."""
        return tuple(sorted(self.steps))


class _Stopped(Exception):  # noqa: N818
    """Time is up, or somebody pressed Ctrl-C."""


class Guard:
    """The search.

    Parameters
    ----------
    state
        As it stands.
    seat, rivals
        Who defends, against whom.
    actions
        How many the player may still take; in the player's own turn only.
    unknown
        As the question has it.
    keep
        How many ends that differ by more than the order of their actions are looked for; None for all of the best
        value with as few actions as the best one.

    Attributes
    ----------
    finished
        Whether everything was looked at.
    """

    def __init__(
        self,
        grid: Table,
        state: State,
        seat: int,
        rivals: tuple[int, ...],
        actions: int,
        unknown: str,
        engine: Engine,
        keep: int | None = 1,
    ) -> None:
        self.grid, self.state, self.seat, self.rivals, self.keep = grid, state, seat, rivals, keep
        self.own_turn = state.turn == seat
        self._most = min(actions, ACTIONS - state.actions) if self.own_turn else 0
        self._guess, self._lucky = unknown != "none", unknown == "any"
        self._idle = grid.readings["passing"] == "not"
        self._engine = engine
        self._deadline = time.perf_counter() + engine.limits.seconds
        self._inside: dict[Mask, Mask] = {}
        self._ways: dict[tuple[int, Mask], tuple[Mask, ...]] = {}
        self._pieces: dict[tuple[Mask, Mask], Pieces] = {}
        self._taken: dict[object, int] = {}
        self._refuting: tuple[tuple[int, ...], int] | None = None
        self.provinces = grid.provinces(state.walls)
        self.income = self._income(self._held(state), state.governors[seat])
        self.finished, self.looked = True, 0
        self._found: dict[tuple[Step, ...], Ending] = {}
        try:
            self._search()
        except _Stopped:
            self.finished = False

    @property
    def best(self) -> list[Ending]:
        """The ends that were looked for, the best first."""
        ends = sorted(self._found.values())
        if self.keep is None:
            return [end for end in ends if end[:2] == ends[0][:2]]
        return ends[: self.keep]

    @property
    def least(self) -> int:
        """No end loses less: not even if the four best provinces paid, and nothing were lost."""
        worth = sorted(self.grid.value(province) for province in self.provinces if any(self.grid.symbols(province)))
        return self.income - sum(worth[-GOVERNORS:])

    # -- the player's actions --

    def _search(self) -> None:
        known: dict[object, int] = {}
        for _, steps, state in sorted(self._ends(), key=lambda end: end[:2]):
            limit = self._limit()
            key = state.governors, state.hands, state.face_up, state.pile, any(state.discards), state.over
            loss = known[key] if key in known else self.worst(state, limit)
            known[key] = loss
            if limit is None or loss < limit:
                end = Ending(loss, len(steps), steps)
                self._found.setdefault(end.identity, end)

    def _limit(self) -> int | None:
        """From which loss on an end is not wanted; None if all are."""
        if self.keep is None:
            return min(end.loss for end in self._found.values()) + 1 if self._found else None
        if len(self._found) < self.keep:
            return None
        return sorted(end.loss for end in self._found.values())[self.keep - 1]

    def _ends(self) -> list[tuple[int, tuple[Step, ...], State]]:
        """Every way to use the actions that are left: how many, which, and the table then."""
        found: list[tuple[int, tuple[Step, ...], State]] = []

        def go_on(state: State, steps: tuple[Step, ...]) -> None:
            self._pause()
            if not self.own_turn or self.grid.may_pass(state):
                found.append((len(steps), steps, state))
            if state.over or len(steps) >= self._most:
                if not self.grid.may_pass(state) and self.own_turn and self._most < ACTIONS - self.state.actions:
                    found.append((len(steps), steps, state))  # the question allows no more
                return
            for step, after in self._steps(state):
                if self.grid.refills_at_once and not after.over and after.actions < ACTIONS:
                    after = refilled(self.grid, after)
                go_on(after, (*steps, step))

        go_on(self.state._replace(moved=True) if self.own_turn else self.state, ())
        return found

    def _steps(self, state: State) -> Iterator[tuple[Step, State]]:
        yield from levies(self.grid, state)
        for province in self.provinces:
            yield from occupations(self.grid, state, province, every=True)
        yield from takings(self.grid, state, idle=self._idle)
        yield from removals(self.grid, state)

    # -- the rivals' replies --

    def worst(self, state: State, limit: int | None) -> int:
        """The worst loss after a turn; some loss that reaches ``limit`` where one does."""
        own = state.governors[self.seat]
        held = self._held(state)
        if self.own_turn and (state.over or state.ending or self.grid.full(state)):
            return self.income - self._income(held, own)
        worst: int | None = None
        tables = filled(self.grid, state, self._guess) if self.own_turn else (state,)
        turns = [(opened, rival) for opened in tables for rival in self.rivals]
        turns.sort(key=lambda turn: (turn[0].face_up, turn[1]) != self._refuting)  # it may well refute this end, too
        for opened, rival in turns:
            self._pause()
            turn = opened
            if opened.turn != rival:
                turn = opened._replace(turn=rival, moved=False, actions=0, levied=False)
            for loss in self._replies(turn, held, own, worst):
                if worst is None or loss > worst:
                    worst = loss
                if limit is not None and worst >= limit:
                    self._refuting = opened.face_up, rival
                    return worst
        assert worst is not None
        return worst

    def _replies(self, state: State, held: Pieces, own: Mask, floor: int | None) -> Iterator[int]:
        """The losses by the replies of the player whose turn it is; perhaps not those up to ``floor``."""
        grid = self.grid
        options = () if state.moved else grid.options(state)
        moved: list[tuple[tuple[Mask, ...], list[State]]] = []
        if not options:
            moved.append(((0,), [state]))
        for option in options:
            paid = grid.pay_move(state, option)
            tables = [paid] if option.from_hand else list(filled(grid, paid, self._lucky))
            moved.append((self._cuts(state, option.symbol, held), tables))
        for cuts, tables in moved:
            for cut in cuts:
                pieces = [piece for province in held for piece in self._cut(province, cut)]
                paying = tuple(piece for piece in pieces if self._pays(piece, own))
                loss = self.income - sum(grid.value(piece) for piece in paying)
                yield loss
                most = sum(sorted(map(grid.value, paying))[-ACTIONS:])
                if floor is None or loss + most > floor:
                    yield from (loss + self._takeovers(table, paying) for table in tables)

    def _takeovers(self, state: State, paying: Pieces) -> int:
        """The most income that a rival takes over, Alexander having moved."""
        key = state.turn, state.actions, state.hand, state.face_up, state.pile, any(state.discards)
        told = key, state.governors, paying
        found = self._taken.get(told)
        if found is None:
            left = ACTIONS - state.actions
            found = self._direct(state, paying, left)
            if left > 1 and paying:
                for after in self._preparing(state):
                    found = max(found, self._direct(after, paying, 1))
            self._taken[told] = found
        return found

    def _direct(self, state: State, paying: Pieces, left: int) -> int:
        """The most income that a rival takes over with so many takeovers."""
        value = self.grid.value
        if left == 1:
            return max((value(piece) for piece in paying if any(self.grid.bills(state, piece))), default=0)
        most = sum(sorted(map(value, paying))[-left:]) if left else 0
        best = 0
        for at, piece in enumerate(paying if left else ()):
            others = paying[:at] + paying[at + 1 :]
            for _, after in occupations(self.grid, state, piece):
                best = max(best, value(piece) + self._direct(after, others, left - 1))
                if best == most:
                    return best
        return best

    def _preparing(self, state: State) -> Iterator[State]:
        """A card taken, or a governor removed, before a takeover."""
        for _, after in (*takings(self.grid, state), *removals(self.grid, state)):
            yield after
        if self._lucky and not (isinstance(state.pile, tuple) and state.pile):
            for card in KINDS:
                drawn = self.grid.draw(state, card)
                if drawn is not None:
                    yield drawn

    # -- provinces --

    def _held(self, state: State) -> Pieces:
        """The provinces with governors of the player."""
        return tuple(province for province in self.provinces if province & state.governors[self.seat])

    def _pays(self, piece: Mask, own: Mask) -> bool:
        return (piece & own).bit_count() == 1 and self.grid.value(piece) > 0

    def _income(self, pieces: Pieces, own: Mask) -> int:
        return sum(self.grid.value(piece) for piece in pieces if self._pays(piece, own))

    def _cuts(self, state: State, symbol: int, held: Pieces) -> tuple[Mask, ...]:
        """The new walls inside the player's provinces that some way with a symbol lays."""
        inside = sum(self._sides_inside(province) for province in held)
        return tuple(dict.fromkeys(new & inside for new in self._new_walls(state, symbol)))

    def _new_walls(self, state: State, symbol: int) -> tuple[Mask, ...]:
        key = symbol, self.grid.targets(state, symbol)
        found = self._ways.get(key)
        if found is None:
            grid = self.grid
            found = tuple(dict.fromkeys(grid.laid(state, way)[0] for _, way in grid.moves(state, symbol)))
            self._ways[key] = found
        return found

    def _sides_inside(self, province: Mask) -> Mask:
        """The sides between two triangles of a province."""
        found = self._inside.get(province)
        if found is None:
            grid = self.grid
            found = 0
            for bit in bits(province):
                for other, side in grid.board.neighbours[grid.name[bit]]:
                    if grid.bit[other] & province:
                        found |= grid.side_bit[side]
            self._inside[province] = found
        return found

    def _cut(self, province: Mask, new: Mask) -> Pieces:
        """What walls leave of a province."""
        new &= self._sides_inside(province)
        if not new:
            return (province,)
        found = self._pieces.get((province, new))
        if found is None:
            pieces, left, walls = [], province, self.state.walls | new
            while left:
                pieces.append(self.grid.flood(left & -left, walls))
                left &= ~pieces[-1]
            found = self._pieces[province, new] = tuple(pieces)
        return found

    def _pause(self) -> None:
        self.looked += 1
        if self.looked % 64 == 0 and (self._engine.interrupted or time.perf_counter() > self._deadline):
            raise _Stopped


def filled(grid: Table, state: State, guess: bool) -> Iterator[State]:
    """The open cards filled up (F-13), in each way that nobody can rule out; without ``guess`` by known ones only."""
    seen: set[tuple[int, ...]] = set()

    def fill(now: State) -> Iterator[State]:
        if len(now.face_up) >= FACE_UP or not grid.can_draw(now):
            yield now
            return
        drawn = grid.drawn(now)
        assert drawn is not None
        known = drawn[1] is not None
        found = [drawn] if known else [one for card in KINDS if guess and (one := grid.drawn(now, card))]
        for after, card in found:
            assert card is not None
            yield from fill(after._replace(face_up=(*now.face_up, card)))
        if not found:
            yield now

    for full in fill(state):
        key = tuple(sorted(full.face_up))
        if key not in seen:
            seen.add(key)
            yield full
