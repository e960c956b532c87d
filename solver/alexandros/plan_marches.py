r"""Where Alexander can go in the next own turns, reduced to what can matter.

A *march* is his place and the walls once some moves are made; each allows, by the symbol of a card, certain ways, and
each of those leads to a march with a move less to come.  Marches that differ in nothing that can score are one:

    two are equal  ⇔  the same provinces that count, the same moves to come, the end by walls alike,
                      and for each symbol the same set of marches that follow.

A province counts if somebody's governor stands in it, or if it has blanks and symbols and the player could pay for it
with all cards that may come by then and every governor.  Walls never leave, so what a province that counts is divided
into counts too, or has no blank, or no symbol.  Most ways close nothing, so that hundreds of walls are a few marches.

A card may find no triangle (4-2), so that Alexander stays: that is a march too.

Governors matter to the moves where they bar a triangle (ruling ``free-triangle=walls-and-figures``).  There nothing is
reduced, and what follows is kept for every triangle that Alexander may come to be sent to, whoever stands where; the
search asks :meth:`Marches.steps` which of these a position allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from models.alexandros.position import GOVERNORS
from solver.alexandros.kernel import KINDS, Counts, Mask, State, Table, Way, add, bits

CARDS_A_TURN = 3
"""Cards that a player can come by in a turn: that of the move, and one by each action."""


class Step(NamedTuple):
    """A way of Alexander: the triangle, the way, what follows."""

    to: Mask
    way: Way
    march: March


@dataclass(frozen=True, eq=False)
class March:
    """What can follow once Alexander has come somewhere.

    Attributes
    ----------
    number
        The same for equal ones.
    left
        Moves to come.
    after
        By symbol, the different steps, the first of each kind in the order of the kernel.
    stays
        What follows if he is not moved in the next turn; None if no move comes.
    at
        The provinces that count, by how many moves are made till then: all that there may be.
    pieces
        Those of them, by the same, that are part of a larger one that counted before.
    """

    number: int
    left: int
    after: dict[int, tuple[Step, ...]] = field(repr=False)
    stays: March | None = field(repr=False)
    at: tuple[frozenset[Mask], ...] = field(repr=False)
    pieces: frozenset[Mask] = field(repr=False)

    def following(self) -> Iterator[March]:
        """All marches with a move less to come."""
        if self.stays is not None:
            yield self.stays
        for steps in self.after.values():
            yield from (step.march for step in steps)


class Marches:
    """The marches from a position.

    Parameters
    ----------
    state
        The player's turn, as far as it has come.
    turns
        Own turns to come, this one among them.
    pause
        Called now and then; may raise.
    """

    def __init__(self, grid: Table, state: State, turns: int, pause: Callable[[], None]) -> None:
        self.grid, self._pause = grid, pause
        self.figures = grid.readings["free-triangle"] != "walls"
        self._state = state
        self._numbers: dict[object, int] = {}
        self._known: dict[object, March] = {}
        self._counts: dict[Mask, bool] = {}
        self._among: dict[Mask, tuple[Mask, ...]] = {}
        self._governed = sum(state.governors)
        known = state.pile if isinstance(state.pile, tuple) else ()
        self._coming: tuple[int, ...] = (*state.face_up, *known[: CARDS_A_TURN * turns])
        self._most_cards = sum(state.hand) + CARDS_A_TURN * turns
        self._held: Counts = add(state.hand, tuple(self._coming.count(kind) for kind in KINDS))
        any_card = grid.readings["no-target"] == "joker" or grid.readings["hand-card-move"] == "yes"
        self._kinds = tuple(kind for kind in KINDS if any_card or kind in self._coming)
        self._late = self._late_cards(state, turns)
        self._turns = turns

    def all(self) -> March:
        """Everything that can follow."""
        return self._march(self._state, self._turns - self._state.moved, frozenset())

    def here(self) -> March:
        """What stands, as if nothing could follow: where there was no time to look."""
        return March(-1, 0, {}, None, (frozenset(self.provinces(self._state.walls)),), frozenset())

    def _march(self, state: State, left: int, before: frozenset[Mask]) -> March:
        """What can follow; before the last turn ``before`` are the provinces that counted until then."""
        here = state.here if left else -1
        key = here, state.walls, state.black if left else 0, state.red, state.ending, left, None if left else before
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._looked(state, left, before, key)
        return found

    def _looked(self, state: State, left: int, before: frozenset[Mask], key: object) -> March:
        self._pause()
        here = frozenset(one for one in self.provinces(state.walls) if self._matters(one))
        if not left and before and not self.figures:
            here = frozenset(one for one in here if self._in_time(one, before))
        if not left or state.ending:
            name: object = here if not self.figures else key
            number = self._numbers.setdefault((left and state.ending, name), len(self._numbers))
            return March(number, 0, {}, None, (here,), frozenset())
        after: dict[int, tuple[Step, ...]] = {}
        for kind in self._kinds:
            steps = tuple(self._steps(state, kind, left, here))
            if steps:
                after[kind] = steps
        stays = self._march(state, left - 1, here)
        followers = [stays, *(step.march for steps in after.values() for step in steps)]
        at = (here, *(self._union(followers, far) for far in range(left)))
        pieces = frozenset(
            one
            for far in range(1, left + 1)
            for one in at[far]
            if any(one & whole == one != whole for before in at[:far] for whole in before)
        )
        follow = tuple((kind, frozenset(step.march.number for step in steps)) for kind, steps in after.items())
        name = key if self.figures else (here, left, stays.number, follow)
        return March(self._numbers.setdefault(name, len(self._numbers)), left, after, stays, at, pieces)

    def _union(self, followers: list[March], far: int) -> frozenset[Mask]:
        return frozenset().union(*(one.at[far] for one in followers if far < len(one.at)))

    def provinces(self, walls: Mask) -> tuple[Mask, ...]:
        """All provinces, in reading order."""
        found = self._among.get(walls)
        if found is None:
            found = self._among[walls] = tuple(sorted(self.grid.provinces(walls), key=lambda one: one & -one))
        return found

    def _steps(self, state: State, kind: int, left: int, here: frozenset[Mask]) -> Iterator[Step]:
        """The steps that a symbol allows: the first of each that lead to equal marches."""
        seen: set[int] = set()
        ways: set[tuple[int, Mask]] = set()
        moves = self._possible(state, kind) if self.figures else self.grid.moves(state, kind)
        for to, way in moves:
            after = self.grid.march(state, way)
            new = after.walls & ~state.walls  # not all of the way where walls run out
            if not self.figures and (after.here, new) in ways:
                continue
            ways.add((after.here, new))
            if after.walls not in self._among and new:
                # The large groups are flooded once, from what is known of the walls before.
                among = self.grid.provinces_after(state.walls, new)
                self._among[after.walls] = tuple(sorted(among, key=lambda one: one & -one))
            march = self._march(after._replace(moved=False), left - 1, here)
            if self.figures or march.number not in seen:
                seen.add(march.number)
                yield Step(to, way, march)

    def _possible(self, state: State, kind: int) -> Iterator[tuple[Mask, Way]]:
        """Every move that some governors would allow: up to the first triangle that nobody can come to stand in."""
        grid = self.grid
        open_ones = grid.land & ~grid.beside(state.walls) & ~grid.around[state.here]
        barred = grid.readings["zero-move"] == "barred"
        paying = sum(one for one in self.provinces(state.walls) if self._matters(one))
        for ring in grid.rings(state.here, kind):
            for triangle in bits(ring & open_ones):
                for corner in grid.corners[triangle]:
                    if corner != state.here or not barred:
                        for way in grid.ways(state.here, corner):
                            yield triangle, way
            if ring & open_ones & ~(self._governed | paying):
                return

    def steps(self, march: March, state: State, kind: int) -> Iterator[Step]:
        """The steps that a symbol allows in a position that has come to a march."""
        if not self.figures:
            yield from march.after.get(kind, ())
            return
        targets = self.grid.targets(state, kind)
        yield from (step for step in march.after.get(kind, ()) if step.to & targets)

    def _matters(self, province: Mask) -> bool:
        found = self._counts.get(province)
        if found is None:
            found = self._counts[province] = bool(province & self._governed) or self._payable(province)
        return found

    def _payable(self, province: Mask) -> bool:
        """Whether the player might come to occupy it, and could gain by that (5-4, 5-5)."""
        grid = self.grid
        symbols = grid.symbols(province)
        if not any(symbols):
            return False
        if not grid.value(province) and not self.figures and grid.readings["levy-filter"] == "symbol":
            return False
        if grid.readings["payment"] == "kind":
            return True
        lacking = sum(max(0, there - held) for there, held in zip(symbols, self._held, strict=True))
        return lacking <= GOVERNORS and sum(symbols) - GOVERNORS <= self._most_cards

    def _late_cards(self, state: State, turns: int) -> tuple[Counts, int]:
        """The cards that may have come by when the last turn's actions begin, of each symbol and in all."""
        most = CARDS_A_TURN * (turns - 1) + 1
        known = state.pile if isinstance(state.pile, tuple) else ()
        coming = (*state.face_up, *known[:most])
        held = add(state.hand, tuple(coming.count(kind) for kind in KINDS))
        return held, sum(state.hand) + most

    def _in_time(self, province: Mask, before: frozenset[Mask]) -> bool:
        """Whether a province counts in the last turn: it did before, or it can be occupied and pay."""
        if province & self._governed or any(province & whole == province for whole in before):
            return True
        if self.grid.readings["payment"] == "kind":
            return True
        held, most = self._late
        symbols = self.grid.symbols(province)
        lacking = sum(max(0, there - had) for there, had in zip(symbols, held, strict=True))
        # The governor's own symbol takes the card of the levy, unless another triangle starts that.
        spared = self.grid.readings["levy-filter"] != "symbol"
        return lacking <= spared and sum(symbols) <= most

    def apart(self, march: March, province: Mask) -> tuple[Mask, ...]:
        """The provinces to come that contain some triangles of a province and not others."""
        if march.left == 0:
            return ()
        found = {one & province for later in march.at[1:] for one in later}
        return tuple(sorted(one for one in found if one and one != province))
