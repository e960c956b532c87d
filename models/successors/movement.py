"""Moves over the map: what a path costs and what forbids it (F-7 to F-9).

A path names every space from the first to the last.  Where two ports are neighbours over land
and over sea, the path may mean either, whatever is best for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from models.errors import Breach, Path
from models.rulings import Rulings
from models.successors.map import Map, Pairs
from models.successors.position import INDEPENDENT, Position

LAND, SEA = "land", "sea"
STEP = 1
"""Movement points from a space to its neighbour by land or by sea (F-7)."""
ROUTE_STEP = 2
"""Movement points along a trans-Mediterranean route (F-7)."""
ABOARD = 8
"""Combat units that go by sea at most (F-8)."""


@dataclass(frozen=True)
class Links:
    """What joins two spaces, and the movement points that each way takes (F-7).

    ``between`` tells, for a pair of spaces in either order, the points by ``land`` and by ``sea``.
    """

    between: Mapping[tuple[str, str], Mapping[str, int]]

    @classmethod
    def of(cls, board: Map, sea: bool = True) -> Links:
        """The links of a map, those by sea only if they may be used."""
        found: dict[tuple[str, str], dict[str, int]] = {}

        def join(pairs: Pairs, way: str, points: int) -> None:
            for first, second in pairs:
                for pair in ((first, second), (second, first)):
                    found.setdefault(pair, {})[way] = points

        join(board.land, LAND, STEP)
        if sea:
            join(board.routes, SEA, ROUTE_STEP)
            join(board.sea, SEA, STEP)
        return cls(found)

    def missing(self, path: Sequence[str]) -> int | None:
        """The number of the first space that nothing joins to the one before; None if there is none."""
        return next((at for at in range(1, len(path)) if (path[at - 1], path[at]) not in self.between), None)

    def cheapest(self, path: Sequence[str], aboard: Sequence[int] = ()) -> int | None:
        """The fewest points with one stretch by sea, land before it or after it (F-8); None if that cannot be.

        ``aboard`` holds the combat units that leave each space of the path; nothing: few enough for the sea.
        """
        steps = [self.between.get(pair, {}) for pair in pairwise(path)]
        found = []
        for first, then in ((LAND, SEA), (SEA, LAND)):
            for turn in range(len(steps) + 1):
                ways = [first] * turn + [then] * (len(steps) - turn)
                if not all(way in step for way, step in zip(ways, steps, strict=True)):
                    continue
                if not (aboard and SEA in ways and aboard[ways.index(SEA)] > ABOARD):
                    found.append(sum(step[way] for way, step in zip(ways, steps, strict=True)))
        return min(found, default=None)


def path_cost(board: Map, path: Sequence[str], sea: bool = True, aboard: Sequence[int] = ()) -> int | None:
    """The movement points of a path, by its best reading (F-7).

    The best reading that F-8 allows or, where it allows none, the best of each step.

    Parameters
    ----------
    path
        The spaces from first to last; one alone is no move and costs nothing.
    sea
        Whether links by sea may be used.
    aboard
        The combat units that leave each space; nothing: few enough for the sea.

    Returns
    -------
    int or None
        None if some step has no link.
    """
    links = Links.of(board, sea)
    if links.missing(path) is not None:
        return None
    legal = links.cheapest(path, aboard)
    if legal is not None:
        return legal
    return sum(min(links.between[pair].values()) for pair in pairwise(path))


def others_at(position: Position, player: str, space: str) -> tuple[str, ...]:
    """Who else has combat units in a space, the Independents last."""
    names = [name for name, state in position.players.items() if name != player and state.units_at(space)]
    grey = [INDEPENDENT] if position.independent_units.get(space) else []
    return (*names, *grey)


def move_breaches(
    board: Map,
    position: Position,
    player: str,
    path: Sequence[str],
    allowance: int,
    at: Path,
    rulings: Rulings,
    aboard: Sequence[int] = (),
) -> Iterator[Breach]:
    """What a move breaks: steps without a link, land on both sides of the sea, too many units or points, others' units.

    Parameters
    ----------
    path
        The spaces from first to last; the first is left, not entered.
    allowance
        The movement points that may be spent.
    at
        Where the path stands in what was written.
    rulings
        Those in force; the rules of movement leave nothing open, so none is read.
    aboard
        The combat units that leave each space; nothing: few enough for the sea.

    Yields
    ------
    Breach
        F-7 a step that nothing joins, F-8 a second stretch or more units than the sea carries, F-12 too
        many points, F-9 each space with combat units of others.
    """
    links = Links.of(board)
    gap = links.missing(path)
    if gap is not None:
        yield Breach("F-7", (*at, gap), f"nothing joins {path[gap - 1]} and {path[gap]}")
    else:
        if links.cheapest(path) is None:
            turn = next(end for end in range(len(path)) if links.cheapest(path[: end + 1]) is None)
            yield Breach("F-8", (*at, turn), f"up to {path[turn]} there is land on both sides of the sea, or sea twice")
        elif links.cheapest(path, aboard) is None:
            yield Breach("F-8", at, f"more than {ABOARD} combat units go to sea")
        cost = path_cost(board, path, aboard=aboard) or 0
        if cost > allowance:
            what = f"the way takes {cost} movement point{'s' if cost > 1 else ''}, there are {allowance}"
            yield Breach("F-12", at, what)
    for step, space in enumerate(path):
        others = others_at(position, player, space) if step else ()
        if others:
            whose = ", ".join("Independent" if name == INDEPENDENT else f"{name}'s" for name in others)
            yield Breach("F-9", (*at, step), f"{whose} combat units are in {space}")
