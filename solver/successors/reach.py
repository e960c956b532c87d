"""Where an army can come to, and which spaces it can leave units in on the way: its choices in a formulation.

A choice is a set of useful spaces with the fewest movement points for which one path visits them
all.  Paths differ in their end and in what F-8 still allows, so a label holds both; a label falls
to one at the same place that has visited no less for no more.  The search goes by movement points,
paths in the order of the map, so that the choices are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from models.successors.map import Map

Steps = Mapping[str, tuple[tuple[str, str, int], ...]]
"""From each space the spaces next to it, as (space, by land or sea, points)."""


@dataclass(frozen=True)
class Way:
    """A path, its movement points, and the useful spaces on it."""

    path: tuple[str, ...]
    points: int
    visits: frozenset[str]


def following(stretch: str, how: str) -> str | None:
    """The stretches of a move after one more step by land or by sea; None where F-8 forbids it.

    >>> following("", "sea"), following("sea", "land"), following("sea-land", "sea")
    ('sea', 'sea-land', None)
    """
    if stretch in ("", how):
        return how
    if "-" not in stretch:
        return f"{stretch}-{how}"
    return stretch if stretch.endswith(how) else None


def steps_of(board: Map) -> Steps:
    """The steps of a map, in its order (F-7)."""
    found: dict[str, list[tuple[str, str, int]]] = {space: [] for space in board.spaces}
    for how, graph in (("land", board.land_graph()), ("sea", board.sea_graph())):
        for first, second, points in graph.edges(data="cost"):
            found[first].append((second, how, points))
            found[second].append((first, how, points))
    order = {space: at for at, space in enumerate(board.spaces)}
    return {space: tuple(sorted(steps, key=lambda step: (order[step[0]], step[1]))) for space, steps in found.items()}


def ways(
    steps: Steps, start: str, allowance: int, useful: Collection[str], blocked: Collection[str]
) -> tuple[Way, ...]:
    """The choices of an army, none worse than another, the one that stays where it is first.

    Parameters
    ----------
    allowance
        The movement points it can spend.
    useful
        The spaces that are worth a unit.
    blocked
        The spaces that cannot be entered (F-9); the first may be left.
    """
    found = _labels(steps, start, allowance, useful, blocked)
    choices: list[Way] = []
    for way in found:
        _add(choices, way)
    return tuple(way for way in choices if not any(_beats(other, way) for other in choices))


def reachable(steps: Steps, start: str, allowance: int, blocked: Collection[str]) -> frozenset[str]:
    """Every space where an army can be, where it stands among them."""
    return frozenset(way.path[-1] for way in _labels(steps, start, allowance, (), blocked))


def _labels(
    steps: Steps, start: str, allowance: int, useful: Collection[str], blocked: Collection[str]
) -> Iterator[Way]:
    """The paths that no other makes superfluous, the cheapest first."""
    first = Way((start,), 0, frozenset({start} & set(useful)))
    by_points: dict[int, list[tuple[str, Way]]] = {0: [("", first)]}
    kept: dict[tuple[str, str], list[Way]] = {}
    for points in range(allowance + 1):
        for before, way in by_points.pop(points, []):
            if not _add(kept.setdefault((way.path[-1], before), []), way):
                continue
            yield way
            for after, longer in _longer(steps, way, before, useful, blocked):
                if longer.points <= allowance:
                    by_points.setdefault(longer.points, []).append((after, longer))


def _longer(
    steps: Steps, way: Way, before: str, useful: Collection[str], blocked: Collection[str]
) -> Iterator[tuple[str, Way]]:
    for space, how, points in steps[way.path[-1]]:
        after = following(before, how)
        if after is not None and space not in blocked:
            visits = way.visits | {space} if space in useful else way.visits
            yield after, Way((*way.path, space), way.points + points, visits)


def _add(kept: list[Way], way: Way) -> bool:
    """Keep a way unless an earlier one is as good; all that come later cost no less."""
    if any(other.visits >= way.visits for other in kept):
        return False
    kept.append(way)
    return True


def _beats(other: Way, way: Way) -> bool:
    """Whether another way visits more for no more points."""
    return other.points <= way.points and other.visits > way.visits
