"""From routes back to moves that can be made on the table, one group after the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from models.empire.board import Region
from models.empire.plan import Move, Payment
from solver.empire.documents import FixedMove
from solver.empire.routes import Arrow, Route


@dataclass(frozen=True)
class _Crossing:
    """Armies that cross one arrow together; each is a number of an army."""

    arrow: Arrow
    armies: tuple[int, ...]


@dataclass
class _Group:
    armies: tuple[int, ...]
    path: list[str]


def moves_of(
    region: Region, values: Mapping[Any, int], fixed: Iterable[FixedMove] | None, temple: int
) -> tuple[Move, ...]:
    """The moves of a solution in a playable order; the first ``temple`` cubes come from the temple field.

    Parameters
    ----------
    values
        ``("route", Route)``: armies on it; ``("crossings", crossing)``: groups in it.
    fixed
        The moves that the question fixes, which then are all the moves.
    """
    if fixed is not None:
        return _pay_fixed(region, list(fixed), temple)
    groups = _groups(region, values)
    moves = []
    for group in groups:
        pays = _temple_first(region, group.path, temple)
        temple -= pays.temple
        # not checked as a file is: who is lent cubes, to see what they would change, may have more than 15 armies
        moves.append(Move.model_construct(armies=len(group.armies), path=tuple(group.path), pays=pays))
    return tuple(moves)


def _temple_first(region: Region, path: Sequence[str], temple: int) -> Payment:
    """The payment of a path, with up to so many cubes from the temple field."""
    cost = sum(region.costs[crossing] for crossing in pairwise(path))
    return Payment(temple=min(cost, temple), city=cost - min(cost, temple))


def _pay_fixed(region: Region, fixed: list[FixedMove], temple: int) -> tuple[Move, ...]:
    temple -= sum(move.pays.temple for move in fixed if move.pays is not None)
    moves = []
    for move in fixed:
        pays = move.pays
        if pays is None:
            pays = _temple_first(region, move.path, temple)
            temple -= pays.temple
        moves.append(Move(armies=move.armies, path=move.path, pays=pays))
    return tuple(moves)


def _groups(region: Region, values: Mapping[Any, int]) -> list[_Group]:
    """Order the crossings so that everybody is there in time, then join those that go on as one."""
    taken = {key[1]: n for key, n in values.items() if isinstance(key, tuple) and key[0] == "route" and n}
    armies: dict[int, Route] = {}
    for route in sorted(taken, key=lambda r: (r.start, r.arrows, sorted(r.apart), sorted(r.alone))):
        for _ in range(taken[route]):
            armies[len(armies)] = route
    before: nx.DiGraph[Hashable] = nx.DiGraph()
    members: dict[Hashable, list[int]] = {}
    for army, route in armies.items():
        last: Hashable = None
        for at, arrow in enumerate(route.arrows):
            event = _event(region, army, route, at)
            members.setdefault(event, []).append(army)
            before.add_node(event, arrow=arrow)
            if last is not None and last != event:
                before.add_edge(last, event)
            last = event
    order = list(nx.lexicographical_topological_sort(before, key=str))
    crossings: list[_Crossing] = []
    for event in order:
        arrow = before.nodes[event]["arrow"]
        together = members[event]
        groups = values.get(("crossings", event), 1)
        for army in together[: groups - 1]:  # sent ahead one by one, each paying for itself
            crossings.append(_Crossing(arrow, (army,)))
        crossings.append(_Crossing(arrow, tuple(together[groups - 1 :])))
    return _joined(crossings)


def _event(region: Region, army: int, route: Route, at: int) -> Hashable:
    """What an army takes part in when it makes a step: a common crossing, or one of its own."""
    arrow = route.arrows[at]
    if at in route.alone:
        return ("alone", army, at)
    if at in route.apart:
        return (arrow, at + 1)
    if not region.costs[arrow]:  # free arrows may be crossed any time; equal routes go together
        return ("free", arrow, at, route.start, route.arrows[:at], route.apart, route.alone)
    return (arrow, 0)


def _joined(crossings: list[_Crossing]) -> list[_Group]:
    """Let a group that goes on whole walk its path in one move, and free twins go together."""
    groups: list[_Group] = []
    current: dict[int, _Group] = {}
    for crossing in crossings:
        movers = {id(current[a]): current[a] for a in crossing.armies if a in current}
        if len(movers) == 1:
            (group,) = movers.values()
            last = all(current.get(a) is group for a in crossing.armies) and len(group.armies) == len(crossing.armies)
            if last and group.path[-1] == crossing.arrow[0]:
                group.path.append(crossing.arrow[1])
                continue
        fresh = _Group(crossing.armies, list(crossing.arrow))
        groups.append(fresh)
        for army in crossing.armies:
            current[army] = fresh
    return groups
