"""The turns of a round of empire as a game: everybody moves once, knows what was played, and wants the most.

Nothing that one player moves or lays hinders another (5.4-3); turns meet only in the scoring.  So a
turn is nothing but what it leaves on the table, a :class:`Left`: armies by province, cubes on the
temple and the city field, pieces laid.  The lists of these are complete: :func:`reach` follows every
legal sequence of group moves, wasted cubes included, since these are legal and can pay.

The sequence is solved from the last mover back.  Whoever answers takes what is best for them; among
such turns one that is worst for the player who asks, among these the first of the list.  The three
parts of the scoring do not touch each other (5.5.4-6), so the points of all turns of the last mover
come from three small tables, added up by numpy.

*Merged* are turns that nobody can tell apart in the scoring: cubes on a field do not matter to who
lays nothing of its kind.  Of these the first in the order of the list stands for all: fewer pieces,
less area cost, more cubes on the temple field, more armies in the provinces scored first.

*Left out* in :func:`reach` are states whose armies stand as in another, for the same cubes, but have
fewer steps left: what can be done from them can be done from the other as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Arrow = tuple[str, str]
Points = tuple[int, ...]
"""What each player gets, in the order of :attr:`Sequence.names`."""

Numbers = npt.NDArray[np.int32]

STEPS = 3
WIDTH = STEPS + 1
MOST_STATES = 15_000
"""States of one player's armies under way, up to which all moves are followed."""
MOST_TURNS = 100_000
"""Different turns of one player, up to which they are listed."""
GATHERED = 20_000_000
"""Numbers that the tables of the last mover may hold before they are dropped."""


class TooManyError(Exception):
    """A player has more turns than can be listed."""


class Stopped(Exception):  # noqa: N818  (no error: the limit is reached or Ctrl-C was pressed)
    """The search was told to stop."""


class Left(NamedTuple):
    """What a turn leaves on the table; pieces as bits, bit 0 for the province that is scored first."""

    armies: tuple[int, ...]
    temple: int
    temples: int
    city: int
    cities: int


class Mover(NamedTuple):
    """A player before the turn.

    Attributes
    ----------
    standing
        Armies by place, the campaign symbol included.
    temple, city
        Cubes on the fields.
    temples, cities
        Pieces that lie already.
    more_temples, more_cities
        How many more can be laid.
    """

    standing: tuple[tuple[str, int], ...]
    temple: int
    city: int
    temples: int
    cities: int
    more_temples: int
    more_cities: int


class Ground(NamedTuple):
    """A region as the turns need it: arrows with their costs, provinces in the order of scoring, open sites as bits."""

    costs: tuple[tuple[Arrow, int], ...]
    places: tuple[str, ...]
    temple_sites: int
    city_sites: int


class Step(NamedTuple):
    """A group that crosses one arrow."""

    arrow: Arrow
    armies: int


_State = tuple[tuple[int, ...], int]
"""Armies by place and steps made, and what was paid."""


@dataclass(frozen=True)
class Reached:
    """Where the armies of a player can come to stand, at which costs, and how."""

    ends: Mapping[tuple[tuple[int, ...], int], _State]
    parents: Mapping[_State, tuple[_State, Step] | None]

    def steps(self, armies: tuple[int, ...], paid: int) -> list[Step]:
        """Moves that lead there, as few groups as any."""
        found: list[Step] = []
        at = self.parents[self.ends[armies, paid]]
        while at is not None:
            found.append(at[1])
            at = self.parents[at[0]]
        return found[::-1]


@lru_cache(maxsize=64)
def reach(ground: Ground, standing: tuple[tuple[str, int], ...], budget: int) -> Reached:
    """Follow every sequence of group moves, breadth first (5.3-2, 5.3-4, 5.3-8, 5.3-9).

    Raises
    ------
    TooManyError
        More than :data:`MOST_STATES` states.
    """
    outside = sorted({place for place, _ in standing} - set(ground.places))
    cell = {place: at * WIDTH for at, place in enumerate([*ground.places, *outside])}
    start = [0] * (len(cell) * WIDTH)
    for place, count in standing:
        start[cell[place]] += count
    arrows = [(arrow, cell[arrow[0]], cell[arrow[1]], cost) for arrow, cost in ground.costs if arrow[0] in cell]
    first: _State = (tuple(start), 0)
    parents: dict[_State, tuple[_State, Step] | None] = {first: None}
    ends: dict[tuple[tuple[int, ...], int], _State] = {(_armies(first[0], len(ground.places)), 0): first}
    freshest: dict[tuple[tuple[int, ...], int], list[tuple[int, ...]]] = {}
    _is_stale(freshest, first)
    edge = [first]
    while edge:
        following = []
        for state in edge:
            stacks, paid = state
            for arrow, begin, end, cost in arrows:
                if paid + cost > budget or not any(stacks[begin : begin + STEPS]):
                    continue
                for group in product(*(range(count + 1) for count in stacks[begin : begin + STEPS])):
                    if not any(group):
                        continue
                    moved = list(stacks)
                    for made, count in enumerate(group):
                        moved[begin + made] -= count
                        moved[end + made + 1] += count
                    after: _State = (tuple(moved), paid + cost)
                    if after in parents or _is_stale(freshest, after):
                        continue
                    parents[after] = (state, Step(arrow, sum(group)))
                    ends.setdefault((_armies(after[0], len(ground.places)), after[1]), after)
                    following.append(after)
            if len(parents) > MOST_STATES:
                raise TooManyError
        edge = following
    return Reached(ends, parents)


def _armies(stacks: tuple[int, ...], places: int) -> tuple[int, ...]:
    return tuple(sum(stacks[at * WIDTH : (at + 1) * WIDTH]) for at in range(places))


def _is_stale(freshest: dict[tuple[tuple[int, ...], int], list[tuple[int, ...]]], state: _State) -> bool:
    """Whether another state has the armies where they stand for the same cubes, with as many steps left or more."""
    stacks, paid = state
    made: list[int] = []
    armies: list[int] = []
    for at in range(0, len(stacks), WIDTH):
        zero, one, two, three = stacks[at : at + WIDTH]
        made += (zero, zero + one, zero + one + two)  # how many have made at most 0, 1, 2 steps
        armies.append(made[-1] + three)
    known = freshest.setdefault((tuple(armies), paid), [])
    if any(all(map(int.__ge__, other, made)) for other in known):
        return True
    known.append(tuple(made))
    return False


@lru_cache(maxsize=64)
def turns_of(ground: Ground, mover: Mover) -> tuple[Left, ...]:
    """Every turn of a player that differs in the scoring, in canonical order.

    Raises
    ------
    TooManyError
        More than can be listed.
    """
    cubes = mover.temple + mover.city
    first: dict[tuple[object, ...], tuple[tuple[object, ...], Left]] = {}
    for armies, paid in reach(ground, mover.standing, cubes).ends:
        present = sum(1 << at for at, count in enumerate(armies) if count)
        temples = list(_layings(present & ground.temple_sites & ~mover.temples, mover.more_temples))
        cities = list(_layings(present & ground.city_sites & ~mover.cities, mover.more_cities))
        left = cubes - paid
        for temple in range(max(0, left - mover.city), min(mover.temple, left) + 1):  # 5.3-6: any mix
            for more_temples, more_cities in product(temples, cities):
                turn = Left(armies, temple, mover.temples | more_temples, left - temple, mover.cities | more_cities)
                pieces = more_temples.bit_count() + more_cities.bit_count()
                rank = (pieces, paid, -temple, tuple(-count for count in armies), more_temples, more_cities)
                same = (
                    armies,
                    (temple, turn.temples) if turn.temples else None,
                    (turn.city, turn.cities) if turn.cities else None,
                )
                if same not in first or rank < first[same][0]:
                    first[same] = (rank, turn)
        if len(first) > MOST_TURNS:
            raise TooManyError
    return tuple(turn for _, turn in sorted(first.values()))


def _layings(places: int, most: int) -> Iterator[int]:
    """Every set of so many pieces at most (5.4-2, 5.5.2-4, 5.5.3-5)."""
    bits = [1 << at for at in range(places.bit_length()) if places >> at & 1]
    for count in range(min(len(bits), max(most, 0)) + 1):
        yield from (sum(chosen) for chosen in combinations(bits, count))


@dataclass(frozen=True)
class Prices:
    """How a contested building is paid (5.5.4-2): by the difference, and never below the normal price."""

    difference: bool
    normal: bool


def building_points(fields: Sequence[int], laid: Sequence[int], closed: int, kind: str, prices: Prices) -> list[int]:
    """What a kind of piece brings everybody: provinces in order, fields shrinking (5.5-1, 5.5.4-1 to 5.5.4-6).

    Parameters
    ----------
    fields, laid
        Each player's cubes on the field and pieces as bits.
    closed
        Where nothing can be built any more, as bits.
    """
    worth, normal = (3, 1) if kind == "temple" else (5, 2)
    left, points = list(fields), [0] * len(fields)
    open_ = 0
    for pieces in laid:
        open_ |= pieces
    open_ &= ~closed
    while open_:
        bit = open_ & -open_
        open_ ^= bit
        best, second, leader, count = -1, -1, -1, 0
        for at, pieces in enumerate(laid):
            if pieces & bit:
                count += 1
                if left[at] > best:
                    best, second, leader = left[at], best, at
                else:
                    second = max(second, left[at])
        if second == best:
            continue
        price = normal
        if count > 1:
            price = best - second + 1 if prices.difference else second + 1
            price = max(price, normal) if prices.normal else price
        if best >= price:
            left[leader] -= price
            points[leader] += worth
    return points


def _part(turn: Left, part: str) -> tuple[int, ...]:
    """What of a turn matters to one part of the scoring."""
    if part == "armies":
        return turn.armies
    cubes, pieces = (turn.temple, turn.temples) if part == "temple" else (turn.city, turn.cities)
    return (cubes if pieces else 0, pieces)


@dataclass
class Line:
    """How a sequence goes on: everybody's points at its end, and the turns that lead there."""

    points: Points
    turns: tuple[Left, ...]


@dataclass
class Sequel:
    """Players who move one after the other, among others who have moved.

    Attributes
    ----------
    names
        All players, in a fixed order.
    asker
        Who asks: ties of the others go against this player.
    movers
        Who moves, in this order, with their turns.
    others
        What those who do not move have left on the table.
    margin
        Whether all want the margin (else their own points).
    closed_cities
        Where a city stands from an earlier round, as bits (5.5.3-4).
    prices
        How a contested building is paid.
    pause
        Called now and then; may raise :class:`Stopped`.
    """

    names: tuple[str, ...]
    asker: str
    movers: Mapping[str, tuple[Left, ...]]
    others: Mapping[str, Left]
    margin: bool
    closed_cities: int
    prices: Prices
    pause: Callable[[], None] = lambda: None
    best: Line | None = field(default=None, init=False)
    """The best that was found so far for the first of the movers."""

    def __post_init__(self) -> None:
        self.order = list(self.movers)
        self.me = self.names.index(self.asker)
        self.span = 4 * 10 * max(len(turn.armies) for turn in self._everything()) + 1
        self._gathered: dict[object, Numbers] = {}
        self._held = 0
        if not self.order:
            return
        last = self.movers[self.order[-1]]
        self._indices: dict[str, npt.NDArray[np.intp]] = {}
        self._parts: dict[str, list[tuple[int, ...]]] = {}
        for part in ("armies", "temple", "city"):
            at: dict[tuple[int, ...], int] = {}
            self._indices[part] = np.array([at.setdefault(_part(turn, part), len(at)) for turn in last], dtype=np.intp)
            self._parts[part] = list(at)
        self._armies = np.array(self._parts["armies"], dtype=np.int32)

    def _everything(self) -> Iterable[Left]:
        yield from self.others.values()
        for turns in self.movers.values():
            yield turns[0]

    def solve(self, chosen: Sequence[Left] = ()) -> Line:
        """What comes of it when the first movers have played these turns and everybody plays on for the best."""
        if len(chosen) == len(self.order):
            points = self.score({**self.others, **dict(zip(self.order, chosen, strict=True))})
            return Line(points, tuple(chosen))
        if len(chosen) == len(self.order) - 1:
            line = self._last(tuple(chosen))
            if not chosen:
                self.best = line
            return line
        name = self.order[len(chosen)]
        found: Line | None = None
        most: tuple[int, int] | None = None
        for turn in self.movers[name]:
            line = self.solve((*chosen, turn))
            wish = self._wish(name, line.points)
            if most is None or wish > most:  # of equals the first
                most, found = wish, line
                if not chosen:
                    self.best = line
        assert found is not None
        return found

    def _wish(self, name: str, points: Points) -> tuple[int, int]:
        """What a player makes as large as possible, the more important first."""
        at = self.names.index(name)
        margins = [points[i] - max(points[:i] + points[i + 1 :]) for i in (at, self.me)]
        if at == self.me:
            return (margins[0], points[at]) if self.margin else (points[at], margins[0])
        return (margins[0], -margins[1]) if self.margin else (points[at], -points[self.me])

    def _last(self, chosen: tuple[Left, ...]) -> Line:
        """The answer of the last mover, over all of their turns at once."""
        self.pause()
        name = self.order[-1]
        before = {**self.others, **dict(zip(self.order[:-1], chosen, strict=True))}
        points = self._table("armies", before) + self._table("temple", before) + self._table("city", before)
        at = self.names.index(name)
        own, mine = points[at], points[self.me]
        if self.margin or at == self.me:
            own_margin = own - np.delete(points, at, axis=0).max(axis=0)
        if at == self.me:
            wish = own_margin * self.span + own if self.margin else own * self.span + own_margin
        elif self.margin:
            wish = own_margin * self.span - (mine - np.delete(points, self.me, axis=0).max(axis=0))
        else:
            wish = own * self.span - mine
        best = int(wish.argmax())  # of equals the first
        return Line(tuple(int(n) for n in points[:, best]), (*chosen, self.movers[name][best]))

    def _table(self, part: str, before: Mapping[str, Left]) -> Numbers:
        """The points of all players (rows) for each turn of the last mover (columns), by one part of the scoring."""
        key = (part, tuple(_part(turn, part) for turn in before.values()))
        found = self._gathered.get(key)
        if found is None:
            rows = self._majorities(before) if part == "armies" else self._buildings(part, before)
            found = rows[:, self._indices[part]]
            self._held += found.size
            if self._held > GATHERED:
                self._gathered.clear()
                self._held = found.size
            self._gathered[key] = found
        return found

    def _majorities(self, before: Mapping[str, Left]) -> Numbers:
        """2 points for most armies (5.5.1-1), none for a tie (5.5.1-2)."""
        rows = np.zeros((len(self.names), len(self._armies)), dtype=np.int32)
        for place in range(self._armies.shape[1]):
            counts = {name: turn.armies[place] for name, turn in before.items()}
            most = max(counts.values(), default=0)
            theirs = self._armies[:, place]
            rows[self.names.index(self.order[-1])] += 2 * (theirs > most)
            leaders = [name for name, count in counts.items() if count == most]
            if most and len(leaders) == 1:
                rows[self.names.index(leaders[0])] += 2 * (theirs < most)
        return rows

    def _buildings(self, kind: str, before: Mapping[str, Left]) -> Numbers:
        last = self.order[-1]
        fields, laid = [0] * len(self.names), [0] * len(self.names)
        for name, turn in before.items():
            at = self.names.index(name)
            fields[at], laid[at] = (turn.temple, turn.temples) if kind == "temple" else (turn.city, turn.cities)
        at = self.names.index(last)
        columns = []
        for cubes, pieces in self._parts[kind]:
            fields[at], laid[at] = cubes, pieces
            closed = self.closed_cities if kind == "city" else 0
            columns.append(building_points(fields, laid, closed, kind, self.prices))
        return np.array(columns, dtype=np.int32).T

    def score(self, left: Mapping[str, Left]) -> Points:
        """Everybody's points when all have moved."""
        turns = [left[name] for name in self.names]
        points = [0] * len(turns)
        for counts in zip(*(turn.armies for turn in turns), strict=True):
            most = max(counts)
            if most and counts.count(most) == 1:
                points[counts.index(most)] += 2
        for kind, closed in (("temple", 0), ("city", self.closed_cities)):
            of_temples = kind == "temple"
            fields = [turn.temple if of_temples else turn.city for turn in turns]
            laid = [turn.temples if of_temples else turn.cities for turn in turns]
            points = list(map(int.__add__, points, building_points(fields, laid, closed, kind, self.prices)))
        return tuple(points)
