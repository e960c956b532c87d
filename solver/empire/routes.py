r"""Armies on their way: a fixed-charge flow over routes of at most three steps.

A route is a walk along arrows from where armies stand.  ``count[r]`` armies take route ``r``.
An arrow with a cost is paid once for everybody who crosses it together (5.3-8), so the charge
hangs on a literal ``open[a]``, not on the number of armies.

*Thrifty*, where every cube saved can go elsewhere: no army goes in circles, all armies from one
place to another take the same route, each used arrow is paid once.  Routes whose paid arrows
include those of another route with the same ends are left out.

*Free*, where owning fewer cubes can pay (a price, a tie) and cubes have nowhere else to go: any
walk, any split.  ``crossings[e]`` groups, between 1 and the number of armies, cross an arrow one
group after the other (5.3-9).  Where armies may have to come by at different times, a step can be
made in another crossing of the arrow, with those who make it as their first (second, third) step,
or *alone*, each army paying for itself.

*Order.*  A common crossing is possible only if everybody can be there: of two crossings on a route
the first comes before the second.  Where the routes allow these demands to form a circle (a
strongly connected part of the "before" graph), ranks forbid it.

*Bound.*  For each pair of places, ``open[a]`` is at least the sum of the chosen routes over
``a``: the multi-commodity (Steiner) form, which the LP sees far better than
``count <= capacity * open``.  Whatever needs an army in a province is bounded by ``present`` as
well, so that it pays its way in full: an army's share of a charge is next to nothing.

*One round of several* (``before``).  Armies from several places that meet share the last arrow, and
each pair alone would let all of them be there in part for one part of its price.  So ``present`` is
one army of those in a place, with its way: over all pairs with that end it pays each arrow, and it
was somewhere before.  Routes then need no literals of their own, but for those with a rival of the
same ends: the charge of an arrow hangs on the sum of the armies over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

import networkx as nx

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

Arrow = tuple[str, str]
Crossing = tuple[Arrow, int]
"""A common crossing of an arrow: 0 for all who come by, or of those whose step of this number it is."""

MAX_STEPS = 3
HOME = "symbol"


@dataclass(frozen=True)
class Route:
    """A walk, with the positions of the steps that are not made with all who cross the arrow.

    ``apart`` are made with those who make the same step at the same position, ``alone`` each army
    by itself.
    """

    start: str
    arrows: tuple[Arrow, ...]
    apart: frozenset[int] = frozenset()
    alone: frozenset[int] = frozenset()

    @property
    def end(self) -> str:
        """Where it leads."""
        return self.arrows[-1][1]

    def enters(self, place: str | None) -> bool:
        """Whether it leads through a place, or to it."""
        return any(end == place for _, end in self.arrows)

    def shared(self, costs: Mapping[Arrow, int]) -> tuple[Crossing, ...]:
        """The common crossings of arrows with a cost that the route takes part in, in order."""
        return tuple(
            (arrow, at + 1 if at in self.apart else 0)
            for at, arrow in enumerate(self.arrows)
            if costs[arrow] and at not in self.alone
        )


@dataclass(frozen=True)
class Routes:
    """The movement in a model.

    Attributes
    ----------
    count
        Armies on each route.
    crossings
        Groups in each common crossing of an arrow with a cost.
    armies
        Armies in each province after the movement, ``symbol`` included.
    cost
        The area cost of everything.
    steps
        All steps of all armies.
    choice
        Literal of each route: whether anybody takes it (with ``before``: of each that needs one).
    present
        By place: at least 1 where an army stands after the movement, by what literals can tell.
    entered
        With ``before``: whether anybody enters the mark; None if no route does.
    """

    count: Mapping[Route, IntVar]
    crossings: Mapping[Crossing, IntVar]
    armies: Mapping[str, Linear]
    cost: Linear
    steps: Linear
    choice: Mapping[Route, IntVar]
    present: Mapping[str, Linear]
    entered: IntVar | None = None


def add_routes(
    model: CpModel,
    costs: Mapping[Arrow, int],
    places: Sequence[str],
    starts: Mapping[str, tuple[Linear, int]],
    *,
    thrifty: bool,
    cap: int,
    mark: str | None = None,
    before: Mapping[str, Linear] | None = None,
    last: bool = False,
) -> Routes:
    """Add the movement of one player's armies.

    Parameters
    ----------
    costs
        The cost of each crossing, by direction.
    places
        All provinces and the symbol.
    starts
        Where armies stand: how many (a number or an expression), and at most how many.
    thrifty
        Whether wasted cubes cannot help.
    cap
        The most that the movement may cost; routes beyond it are left out.
    mark
        A place that it may matter to enter on the way, or on a detour.
    before
        One round of several: by place, at least 1 where an army may stand before the movement.  The
        model is smaller then, and its bound over rounds better.
    last
        Whether nothing comes after, so that it does not matter who enters the mark.
    """
    routes = list(_thrifty(costs, starts, cap, mark) if thrifty else _free(costs, starts, cap))
    if last:
        routes = list(_undominated(routes, costs))
    most = {route: starts[route.start][1] for route in routes}
    count = {r: model.new_int_var(0, most[r], f"count:{at}") for at, r in enumerate(routes)}
    chosen = routes if before is None else list(_contended(routes, costs, mark))
    choice = {r: model.new_bool_var(f"route:{at}") for at, r in enumerate(chosen)}
    for route in choice:
        model.add(count[route] >= choice[route])
        model.add(count[route] <= most[route] * choice[route])
    stay = {}
    for at, (place, (armies, top)) in enumerate(starts.items()):
        stay[place] = model.new_int_var(0, top, f"stay:{at}")
        model.add(stay[place] + sum(count[r] for r in routes if r.start == place) == armies)
    events = sorted({crossing for route in routes for crossing in route.shared(costs)})
    opened = {crossing: model.new_bool_var(f"open:{at}") for at, crossing in enumerate(events)}
    by_pair: dict[tuple[str, str, bool], list[Route]] = {}
    for route in routes:
        by_pair.setdefault((route.start, route.end, route.enters(mark)), []).append(route)
        for crossing in route.shared(costs) if route in choice else ():
            model.add_implication(choice[route], opened[crossing])
    for same in by_pair.values():
        if thrifty and len(same) > 1:
            model.add_at_most_one(choice[r] for r in same if r in choice)
            for crossing in opened:
                over = [choice[r] for r in same if r in choice and crossing in r.shared(costs)]
                if len(over) > 1:
                    model.add(opened[crossing] >= sum(over))
    users = {e: [r for r in routes if e in r.shared(costs)] for e in opened}
    flow = {e: sum(count[r] for r in users[e]) for e in opened}
    everybody = sum(top for _, top in starts.values())
    for crossing, literal in opened.items():
        loose = [count[r] for r in users[crossing] if r not in choice]
        if loose:
            model.add(sum(loose) <= everybody * literal)
            model.add(flow[crossing] >= literal)
        else:
            model.add_bool_or([*(choice[r] for r in users[crossing]), ~literal])
    crossings = opened if thrifty else _crossings(model, opened, flow, everybody)
    _forbid_circles(model, costs, routes, choice)
    charges: list[Linear] = [costs[e[0]] * crossings[e] for e in opened]
    for route in routes:
        own = sum(costs[route.arrows[at]] for at in route.alone)
        if own:
            charges.append(own * count[route])
    after = {place: stay.get(place, 0) + sum(count[r] for r in routes if r.end == place) for place in places}
    steps = sum(len(r.arrows) * count[r] for r in routes)
    keeps: dict[str, Linear] = {}
    for at, place in enumerate(places):
        if place in stay:
            keeps[place] = model.new_bool_var(f"keeps:{at}")
            model.add(stay[place] >= keeps[place])
    moved = Routes(count, crossings, after, sum(charges), steps, choice, {})
    if before is None:
        present = {place: sum(choice[r] for r in routes if r.end == place) + keeps.get(place, 0) for place in places}
        return replace(moved, present=present)
    entered = None
    entering = [r for r in routes if r.enters(mark)]
    if entering and not last:
        entered = model.new_bool_var("entered")
        model.add(sum(count[r] for r in entering) >= entered)
        model.add(sum(count[r] for r in entering) <= everybody * entered)
    present = _add_presence(model, places, moved, costs, opened, keeps, before, mark, entered)
    return replace(moved, present=present, entered=entered)


def _add_presence(
    model: CpModel,
    places: Sequence[str],
    moved: Routes,
    costs: Mapping[Arrow, int],
    opened: Mapping[Crossing, IntVar],
    keeps: Mapping[str, Linear],
    before: Mapping[str, Linear],
    mark: str | None,
    entered: IntVar | None,
) -> dict[str, Linear]:
    """Who is where, in a form that is paid for in full: one army of each place stands for the others.

    It has stayed, or come on a route from where armies stood; of all such armies of a place together
    each pays every arrow on its way.
    """
    present: dict[str, Linear] = {}
    for at, place in enumerate(places):
        first: dict[Route, IntVar] = {}
        for route in moved.count:
            if route.end == place:
                first[route] = model.new_bool_var(f"first:{at}:{len(first)}")
                model.add(first[route] <= moved.choice.get(route, moved.count[route]))
        for crossing, literal in opened.items():
            over = [each for route, each in first.items() if crossing in route.shared(costs)]
            if over:
                model.add(sum(over) <= literal)
        for start, there in before.items():
            out: list[Linear] = [each for route, each in first.items() if route.start == start]
            out += [keeps[place]] if start == place and place in keeps else []
            if out:
                model.add(sum(out) <= there)
        entering = [each for route, each in first.items() if route.enters(mark)]
        if entered is not None and entering:
            model.add(sum(entering) <= entered)
        present[place] = sum(first.values()) + keeps.get(place, 0)
        if first:
            model.add(present[place] <= 1)
    return present


def walks(costs: Mapping[Arrow, int], start: str) -> Iterator[tuple[Arrow, ...]]:
    """All walks of one to three steps from a place."""
    following: dict[str, list[Arrow]] = {}
    for arrow in sorted(costs):
        following.setdefault(arrow[0], []).append(arrow)
    edge: list[tuple[Arrow, ...]] = [()]
    for _ in range(MAX_STEPS):
        edge = [(*walk, a) for walk in edge for a in following.get(walk[-1][1] if walk else start, ())]
        yield from edge


def _thrifty(costs: Mapping[Arrow, int], starts: Mapping[str, object], cap: int, mark: str | None) -> Iterator[Route]:
    for start in starts:
        kept: dict[tuple[str, bool], list[tuple[frozenset[Arrow], Route]]] = {}
        for walk in walks(costs, start):  # shorter walks come first, so ties go to them
            visited = [start, *(end for _, end in walk)]
            paid = frozenset(a for a in walk if costs[a])
            marked = mark in visited[1:]
            if (len(set(visited)) < len(visited) and not marked) or sum(costs[a] for a in paid) > cap:
                continue
            same = kept.setdefault((visited[-1], marked), [])
            if any(other <= paid for other, _ in same):
                continue
            same[:] = [(other, route) for other, route in same if not paid <= other]
            same.append((paid, Route(start, walk)))
        for same in kept.values():
            yield from (route for _, route in same)


def _undominated(routes: Sequence[Route], costs: Mapping[Arrow, int]) -> Iterator[Route]:
    """Without routes that have another instead, never dearer, that a tie-break would take first."""
    paid = {route: frozenset(a for a in route.arrows if costs[a]) for route in routes}
    for at, route in enumerate(routes):
        for place, other in enumerate(routes):
            length = (len(other.arrows), place) < (len(route.arrows), at)
            if length and (other.start, other.end) == (route.start, route.end) and paid[other] <= paid[route]:
                break
        else:
            yield route


def _contended(routes: Sequence[Route], costs: Mapping[Arrow, int], mark: str | None) -> Iterator[Route]:
    """The routes that another one stands against: of the same pair of places, or in a circle of demands."""
    circular = _circular(_before(routes, costs))
    pairs = Counter((route.start, route.end, route.enters(mark)) for route in routes)
    for route in routes:
        pair = (route.start, route.end, route.enters(mark))
        if pairs[pair] > 1 or any(crossing in circular for crossing in route.shared(costs)):
            yield route


def _free(costs: Mapping[Arrow, int], starts: Mapping[str, object], cap: int) -> Iterator[Route]:
    found = [(start, walk) for start in starts for walk in walks(costs, start)]
    found = [(start, walk) for start, walk in found if sum(costs[a] for a in set(walk)) <= cap]
    circular = _circular(_before([Route(start, walk) for start, walk in found], costs))
    for start, walk in found:
        risky = [at for at, a in enumerate(walk) if costs[a] and (a, 0) in circular]
        for flags in product(("all", "apart", "alone"), repeat=len(risky)):
            ways = list(zip(risky, flags, strict=True))
            apart = frozenset(at for at, flag in ways if flag == "apart")
            route = Route(start, walk, apart, frozenset(at for at, flag in ways if flag == "alone"))
            shared = route.shared(costs)
            if len(set(shared)) == len(shared):
                yield route


def _before(routes: Sequence[Route], costs: Mapping[Arrow, int]) -> nx.DiGraph[Crossing]:
    """Which common crossing must come before which."""
    before: nx.DiGraph[Crossing] = nx.DiGraph()
    for route in routes:
        before.add_edges_from(combinations(route.shared(costs), 2))
    return before


def _circular(before: nx.DiGraph[Crossing]) -> set[Crossing]:
    """The crossings that can come into a circle of demands."""
    parts = nx.strongly_connected_components(before)
    return {a for part in parts if len(part) > 1 or before.has_edge(*[next(iter(part))] * 2) for a in part}


def _crossings(
    model: CpModel, opened: Mapping[Crossing, IntVar], flow: Mapping[Crossing, Linear], most: int
) -> dict[Crossing, IntVar]:
    crossings = {}
    for at, (arrow, literal) in enumerate(opened.items()):
        crossings[arrow] = model.new_int_var(0, most, f"crossings:{at}")
        model.add(crossings[arrow] >= literal)
        model.add(crossings[arrow] <= flow[arrow])
    return crossings


def _forbid_circles(
    model: CpModel, costs: Mapping[Arrow, int], routes: Sequence[Route], choice: Mapping[Route, IntVar]
) -> None:
    before = _before(routes, costs)
    for part in nx.strongly_connected_components(before):
        if len(part) < 2:
            continue
        ordered = sorted(part)
        rank = {a: model.new_int_var(0, len(ordered) - 1, f"rank:{a}") for a in ordered}
        for route, literal in choice.items():
            shared = [a for a in route.shared(costs) if a in rank]
            for first, second in pairwise(shared):
                model.add(rank[first] + 1 <= rank[second]).only_enforce_if(literal)
