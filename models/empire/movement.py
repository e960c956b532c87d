"""The movement of one player's armies (section 5.3), move by move as on the table.

Armies of a player look alike, so nobody marks which of two in a province has moved how far.
A sequence of moves is legal if the armies can be told apart in some way such that none goes
over its limit; all the ways are followed at once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.empire.board import SYMBOL, Region
from models.empire.plan import Payment
from models.empire.position import STEPS, PlayerState
from models.empire.words import cubes
from models.errors import Breach

_Armies = tuple[tuple[tuple[str, int], int], ...]
"""How many armies stand where and have made how many steps this round, in a fixed order."""


@dataclass(frozen=True)
class GroupMove:
    """A move as it is played: ``pays`` None lets the temple field pay first, then the city field."""

    armies: int
    path: tuple[str, ...]
    pays: Payment | None


@dataclass(frozen=True)
class Moved:
    """What a player's moves lead to.

    Attributes
    ----------
    state
        The player after them.
    entered
        Whether an army has entered the target province (5.3-11).
    played
        For each move what it paid, or None if it was not possible and left out.
    breaches
        Why moves were not possible.
    """

    state: PlayerState
    entered: bool
    played: tuple[Payment | None, ...]
    breaches: tuple[Breach, ...]


def steps_of(path: Sequence[str]) -> int:
    """How many provinces an army enters along a path; the first one after the symbol counts (5.3-3)."""
    return len(path) - 1


def cost_of(region: Region, path: Sequence[str]) -> int:
    """The area cost of a path for a group of any size that moves together (5.3-4, 5.3-8)."""
    return sum(region.costs[crossing] for crossing in itertools.pairwise(path))


def play_moves(region: Region, state: PlayerState, moves: Sequence[GroupMove]) -> Moved:
    """Play moves one after the other; those that are not possible are left out and named.

    Each move pays for itself, whatever crossed the same arrows before (5.3-9).

    Parameters
    ----------
    region
        Where the armies move.
    state
        The player before the moves, none of the armies having moved this round.
    moves
        In the order of play.
    """
    ways: set[_Armies] = {tuple(sorted(((place, 0), n) for place, n in state.armies.items() if n))}
    armies = {place: n for place, n in state.armies.items() if n}
    entered = False
    played: list[Payment | None] = []
    breaches: list[Breach] = []
    for at, move in enumerate(moves):
        path = ("moves", at)
        wrong = _not_there(region, armies, move)
        following = {after for way in ways for after in _step(way, move)} if wrong is None else set()
        if wrong is None and not following:
            wrong = Breach("5.3-2", path, f"an army would enter more than {STEPS} provinces this round")
        pays = move.pays
        if wrong is None:
            cost = cost_of(region, move.path)
            if pays is None:
                temple = min(cost, state.temple)
                pays = Payment(temple=temple, city=cost - temple)
            wrong = _cannot_pay(state, pays, cost)
        if wrong is not None or pays is None:
            breaches.append(Breach(wrong.rule, path, wrong.message) if wrong else Breach("5.3-6", path, "no payment"))
            played.append(None)
            continue
        ways = following
        start, end = move.path[0], move.path[-1]
        armies[start] -= move.armies
        armies[end] = armies.get(end, 0) + move.armies
        state = _pay(state, pays)
        entered = entered or region.target in move.path[1:]
        played.append(pays)
    armies = {place: n for place, n in armies.items() if n}
    return Moved(state.model_copy(update={"armies": armies}), entered, tuple(played), tuple(breaches))


def _not_there(region: Region, armies: Mapping[str, int], move: GroupMove) -> Breach | None:
    for place in move.path:
        if place != SYMBOL and place not in region.provinces:
            return Breach("3.1-2", (), f"{place} is no province of {region.name}")
    for start, end in zip(move.path, move.path[1:], strict=False):
        if (start, end) not in region.costs:
            return Breach("3.1-2", (), f"no arrow leads from {start} to {end}")
    there = armies.get(move.path[0], 0)
    if there < move.armies:
        stand = "stands" if there == 1 else "stand"
        return Breach("5.1-7", (), f"{cubes(move.armies, 'army')} to leave {move.path[0]}, where {there} {stand}")
    return None


def _step(way: _Armies, move: GroupMove) -> Iterator[_Armies]:
    """Every way to take the group from armies that can still go so far."""
    start, end, steps = move.path[0], move.path[-1], steps_of(move.path)
    fresh = dict(way)
    able = [made for made in range(STEPS + 1) if made + steps <= STEPS and fresh.get((start, made))]

    def take(at: int, left: int, after: dict[tuple[str, int], int]) -> Iterator[_Armies]:
        if at == len(able):
            if not left:
                yield tuple(sorted((key, n) for key, n in after.items() if n))
            return
        made = able[at]
        for n in range(min(left, fresh[start, made]) + 1):
            there = (end, made + steps)
            later = dict(after)
            later[start, made] -= n
            later[there] = later.get(there, 0) + n
            yield from take(at + 1, left - n, later)

    yield from take(0, move.armies, fresh)


def _cannot_pay(state: PlayerState, pays: Payment, cost: int) -> Breach | None:
    if pays.temple + pays.city != cost:
        return Breach("5.3-4", (), f"the way costs {cost}, paid: {pays.temple + pays.city}")
    if pays.temple > state.temple:
        return Breach(
            "5.3-6", (), f"{pays.temple} cubes are to be paid from the temple field, which holds {state.temple}"
        )
    if pays.city > state.city:
        return Breach("5.3-6", (), f"{pays.city} cubes are to be paid from the city field, which holds {state.city}")
    return None


def _pay(state: PlayerState, pays: Payment) -> PlayerState:
    """Cubes paid lie beside the tablet (5.3-7)."""
    paid = pays.temple + pays.city
    update = {"temple": state.temple - pays.temple, "city": state.city - pays.city, "spent": (state.spent or 0) + paid}
    return state.model_copy(update=update)
