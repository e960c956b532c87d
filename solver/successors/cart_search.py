r"""The roads of the funeral cart and the policies for it, by dynamic programming over states.

*Road.*  A state is a space :math:`s`, the move :math:`k` that is under way, the points :math:`u` that
it has spent and the stretches it consists of so far (F-8).  With :math:`A_k` the points of a move::

    go(s, k, u, x) = 0                                             s is a goal
                   = min( go(s, k+1, 0, -),                        the move ends, or is not made
                          p + go(t, k, u+p, x')  for steps s-t )   u + p <= A[k]

in the lexicographic order of points, moves, spaces entered.  Every step spends a point, so states have
an order.  The roads come out cheapest first by best-first search over the spaces passed, with all
states that they may mean kept together; ``go`` is exact but for spaces passed twice, which no road
needs: what lies between can be left out.

*Policy.*  With :math:`w_a` the weight of so many points, :math:`T` their sum, and :math:`R_a(s)` the
spaces within reach, the favourable ones of :math:`T^l` outcomes with :math:`l` moves left are::

    W(l, s) = T^l                                    s is a goal
            = sum over a of w[a] * max over t in R_a(s) of W(l-1, t)

All numbers are whole.  Among equals: sooner (moves left on arrival, over all outcomes), then fewest
points over all outcomes, then nearest to a goal, then the order of the map.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from models.successors.position import INDEPENDENT, Position
from solver.question import Task
from solver.successors.cart_documents import CartRoad, CartState
from solver.successors.reach import Steps, following, steps_of

Key = tuple[int, int, int]
"""What is compared: points, moves, spaces entered of a road; outcomes, earliness, points (negative) of a policy."""
NONE: Key = (0, 0, 0)
_Label = tuple[int, int, str]
"""The move under way, the points it has spent, its stretches so far."""
_Heap = list[tuple[Key, tuple[int, ...], tuple[str, ...], dict[_Label, Key]]]
"""Roads begun: what they come to at best, by number and by name, what they may mean."""


class StoppedError(Exception):
    """The time is over, or the user has stopped the search."""


def plus(one: Key, other: Key) -> Key:
    """Both together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


@dataclass(frozen=True)
class Ground:
    """Where the cart may go and be buried.

    Attributes
    ----------
    start, goals
        Where the cart stands, and where it may be buried.
    steps
        The spaces that may be entered from each.
    order
        Each space's number on the map.
    nearest
        The points to the nearest goal, were all spent in one go; no entry where there is no way.
    pause
        Is called now and then; raises :class:`StoppedError` to end the search.
    """

    start: str
    goals: frozenset[str]
    steps: Steps
    order: Mapping[str, int]
    nearest: Mapping[str, int]
    pause: Callable[[], None]

    @classmethod
    def of(cls, task: Task, goals: Sequence[str], pause: Callable[[], None]) -> Ground:
        """The ground of a question; ``goals`` are those that it names."""
        import networkx as nx

        asked: CartRoad = task.question
        position: Position = task.position
        assert position.cart is not None
        units = {name: _stands(position, name) for name in (*position.players, INDEPENDENT) if name != asked.player}
        taken = frozenset().union(*units.values())
        if task.rulings.readings["burial-blockers"] == "players":  # 6-6; matters where the cart stands already
            barred = taken - units.pop(INDEPENDENT) | frozenset().union(*units.values())
        else:
            barred = taken
        closed = taken | set(asked.avoid)  # F-9
        steps = {
            space: tuple(step for step in found if step[0] not in closed and (asked.sea or step[1] == "land"))
            for space, found in steps_of(task.board).items()
        }
        back: nx.DiGraph[str] = nx.DiGraph()
        back.add_nodes_from(steps)
        for space, found in steps.items():
            for other, _, points in sorted(found, key=lambda step: -step[2]):  # the cheapest is kept
                back.add_edge(other, space, cost=points)
        ends = frozenset(goals) - barred
        nearest = nx.multi_source_dijkstra_path_length(back, set(ends), weight="cost") if ends else {}
        order = {space: at for at, space in enumerate(task.board.spaces)}
        return cls(position.cart.at, ends, steps, order, nearest, pause)

    def numbers(self, spaces: Sequence[str]) -> tuple[int, ...]:
        """Spaces by their numbers, to be compared."""
        return tuple(self.order[space] for space in spaces)


def _stands(position: Position, name: str) -> frozenset[str]:
    """Where a faction has combat units."""
    if name == INDEPENDENT:
        return frozenset(space for space, count in position.independent_units.items() if count)
    return frozenset(army.at for army in position.players[name].armies if any(army.units.values()))


# -- roads ----------------------------------------------------------------------------------------------------


@dataclass
class Roads:
    """The roads of the cart, with the points of each move that it has."""

    ground: Ground
    allowances: Sequence[int]
    known: dict[tuple[str, _Label], Key | None] = field(default_factory=dict)

    def cheapest(self) -> Iterator[tuple[Key, tuple[str, ...]]]:
        """All roads that pass no space twice and end at the first goal, the cheapest first: key and spaces."""
        start = self.ground.start
        heap: _Heap = []
        self._push(heap, (start,), self._with_later({(0, 0, ""): NONE}))
        while heap:
            self.ground.pause()
            key, _, spaces, labels = heapq.heappop(heap)
            if spaces[-1] in self.ground.goals:
                yield key, spaces
                continue
            further: dict[str, dict[_Label, Key]] = {}
            for label, spent in labels.items():
                for space, after, cost in self._steps(spaces[-1], label):
                    if space not in spaces:
                        found = further.setdefault(space, {})
                        total = plus(spent, cost)
                        found[after] = min(found.get(after, total), total)
            for space, found in further.items():
                self._push(heap, (*spaces, space), self._with_later(found))

    def _push(self, heap: _Heap, spaces: tuple[str, ...], labels: dict[_Label, Key]) -> None:
        whole = [
            plus(spent, rest) for label, spent in labels.items() if (rest := self.to_go(spaces[-1], label)) is not None
        ]
        if whole:
            heapq.heappush(heap, (min(whole), self.ground.numbers(spaces), spaces, labels))

    def _with_later(self, labels: dict[_Label, Key]) -> dict[_Label, Key]:
        """The same, where the move that is under way may end here and a later one begin."""
        found = dict(labels)
        for (move, _, _), spent in labels.items():
            for later in range(move + 1, len(self.allowances)):
                found[later, 0, ""] = min(found.get((later, 0, ""), spent), spent)
        return found

    def _steps(self, space: str, label: _Label) -> Iterator[tuple[str, _Label, Key]]:
        """The steps that a state allows: the space entered, the state there, what it costs."""
        move, used, stretch = label
        if move < len(self.allowances):
            for other, how, points in self.ground.steps[space]:
                after = following(stretch, how)
                if after is not None and used + points <= self.allowances[move]:
                    yield other, (move, used + points, after), (points, int(not stretch), 1)

    def to_go(self, space: str, label: _Label) -> Key | None:
        """The cheapest rest of a road; None if it cannot arrive."""
        if space in self.ground.goals:
            return NONE
        move, used, _ = label
        least = self.ground.nearest.get(space)
        if least is None or least > sum(self.allowances[move:]) - used:
            return None
        if (space, label) in self.known:
            return self.known[space, label]
        self.ground.pause()
        found = [self.to_go(space, (move + 1, 0, ""))]
        for other, after, cost in self._steps(space, label):
            rest = self.to_go(other, after)
            found.append(plus(cost, rest) if rest is not None else None)
        best = min((key for key in found if key is not None), default=None)
        self.known[space, label] = best
        return best

    def divided(self, spaces: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """A road in moves: fewest points, fewest moves, then each as far as it can, the first ones first."""

        @cache
        def rest(at: int, move: int) -> tuple[tuple[int, int], tuple[int, ...]] | None:
            """From a place on, with the moves from one on: points and moves, and where each of them ends."""
            if at == len(spaces) - 1:
                return (0, 0), ()
            if move == len(self.allowances):
                return None
            best = None
            for end, points in reversed([(at, 0), *self._ends(spaces, at, self.allowances[move])]):
                after = rest(end, move + 1)
                if after is not None:
                    total = (points + after[0][0], int(end > at) + after[0][1])
                    if best is None or total < best[0]:
                        best = total, (end, *after[1])
            return best

        whole = rest(0, 0)
        assert whole is not None
        starts = (0, *whole[1])
        return tuple(spaces[first : end + 1] for first, end in zip(starts, whole[1], strict=False))

    def _ends(self, spaces: tuple[str, ...], at: int, allowance: int) -> Iterator[tuple[int, int]]:
        """How far one move can follow a road from a place on: each end with the points to it."""
        labels = {"": 0}
        for end in range(at + 1, len(spaces)):
            found: dict[str, int] = {}
            for stretch, spent in labels.items():
                for other, how, points in self.ground.steps[spaces[end - 1]]:
                    after = following(stretch, how)
                    if other == spaces[end] and after is not None and spent + points <= allowance:
                        found[after] = min(found.get(after, allowance), spent + points)
            if not found:
                return
            labels = found
            yield end, min(found.values())


# -- policies -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """Where a move may end: what is favourable afterwards, and how it goes there."""

    worth: Key
    path: tuple[str, ...]

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.path[-1]


@dataclass
class Policies:
    """What may be done with the cart; ``weights`` tell how often a move has so many points."""

    ground: Ground
    weights: Mapping[int, int]
    activations: int
    known: dict[tuple[int, str], Key] = field(default_factory=dict)
    within: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = field(default_factory=dict)

    @property
    def sides(self) -> int:
        """The outcomes of one move."""
        return sum(self.weights.values())

    def worth(self, left: int, at: str) -> Key:
        """What is favourable with so many moves left and the cart in a space, at best."""
        if at in self.ground.goals:
            return self.sides**left, left * self.sides**left, 0
        if not left:
            return NONE
        if (left, at) not in self.known:
            self.ground.pause()
            total = NONE
            for points, weight in self.weights.items():
                best = self.choices(left, at, points)[0].worth
                total = plus(total, (weight * best[0], weight * best[1], weight * best[2]))
            self.known[left, at] = total
        return self.known[left, at]

    def choices(self, left: int, at: str, points: int) -> list[Choice]:
        """Where a move with so many points may end, the best first."""
        others = self.sides ** (left - 1)
        found = []
        for cost, path in self._within(at):
            if cost <= points:
                most, sooner, spent = self.worth(left - 1, path[-1])
                found.append(Choice((most, sooner, spent - cost * others), path))
        far = sum(self.ground.order.values())
        found.sort(
            key=lambda choice: (
                *(-part for part in choice.worth),
                self.ground.nearest.get(choice.end, far),
                self.ground.order[choice.end],
            )
        )
        return found

    def _within(self, start: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The spaces within reach of the most points, each with the fewest points and the way there."""
        if start not in self.within:
            layers: dict[int, dict[tuple[str, str], tuple[str, ...]]] = {0: {(start, ""): (start,)}}
            found: dict[str, tuple[int, tuple[str, ...]]] = {}
            for points in range(max(self.weights) + 1):
                for (space, stretch), path in sorted(layers.pop(points, {}).items(), key=self._rank):
                    found.setdefault(space, (points, path))
                    for other, how, cost in self.ground.steps[space]:
                        after = following(stretch, how)
                        if after is not None:
                            layer = layers.setdefault(points + cost, {})
                            longer = (*path, other)
                            before = layer.get((other, after))
                            if before is None or self._first(longer) < self._first(before):
                                layer[other, after] = longer
            self.within[start] = tuple(found.values())
        return self.within[start]

    def _rank(self, entry: tuple[tuple[str, str], tuple[str, ...]]) -> tuple[int, tuple[int, ...]]:
        return self._first(entry[1])

    def _first(self, path: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
        """Which of two ways of equal cost comes first: the one with fewer spaces, then by their numbers."""
        return len(path), self.ground.numbers(path)

    def table(self, first: Mapping[int, Choice]) -> tuple[CartState, ...]:
        """The policy that begins with these moves and goes on best, in every state that can come about."""
        states: list[CartState] = []
        here = {self.ground.start} - self.ground.goals
        for left in range(self.activations, 0, -1):
            after: set[str] = set()
            for at in sorted(here, key=self.ground.order.__getitem__):
                moves = first
                if left < self.activations:
                    moves = {points: self.choices(left, at, points)[0] for points in self.weights}
                states.append(CartState(left=left, at=at, moves={p: move.path for p, move in moves.items()}))
                after |= {move.end for move in moves.values()}
            here = after - self.ground.goals
        return tuple(states)

    def best_first(self) -> Iterator[tuple[int, Mapping[int, Choice]]]:
        """All ways to begin, the best first: favourable outcomes, and the move for each number of points."""
        start = self.ground.start
        if start in self.ground.goals or not self.activations:
            yield self.worth(self.activations, start)[0], {}
            return
        options = {points: self.choices(self.activations, start, points) for points in self.weights}

        def entry(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
            total = NONE
            for (points, weight), rank in zip(self.weights.items(), ranks, strict=True):
                most, sooner, spent = options[points][rank].worth
                total = plus(total, (-weight * most, -weight * sooner, -weight * spent))
            return total, ranks

        first = (0,) * len(options)
        heap, seen = [entry(first)], {first}
        while heap:
            self.ground.pause()
            total, ranks = heapq.heappop(heap)
            yield -total[0], {points: options[points][rank] for points, rank in zip(options, ranks, strict=True)}
            for at, (points, rank) in enumerate(zip(options, ranks, strict=True)):
                worse = (*ranks[:at], rank + 1, *ranks[at + 1 :])
                if rank + 1 < len(options[points]) and worse not in seen:
                    seen.add(worse)
                    heapq.heappush(heap, entry(worse))
