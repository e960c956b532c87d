"""``cart`` as a puzzle: the shortest road to a burial between armies, or what to do for every roll of the die.

The greedy player goes with every move as near to a goal as its points allow, as the map lies: who stands in the
way further on, and what of a later move will be left over, it does not ask.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from models.successors.movement import Links
from models.successors.position import INDEPENDENT
from models.successors.words import place_name
from models.words import and_words
from puzzles.generate.successors_cart import POSED, posed_cart
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, changed, titled
from puzzles.kinds.successors import (
    asking,
    drafted,
    in_the_way,
    placed,
    said_so,
    sound_parts,
    table_parts,
    when,
    without_player,
)
from puzzles.scenario import Scenario
from solver.question import Task
from solver.successors.cart import CartQuestion, allowances_of, goals_of, weights_of
from solver.successors.cart_documents import MOST_MOVES, MOST_POINTS, CartAnswer, CartRoad, CartState
from solver.successors.reach import Steps, following, steps_of

DRAFTS = 16
"""How many tables are looked at for one that makes a puzzle."""
MORE_MOVES = 3
"""After so many moves more another one hardly matters."""
MORE_POINTS = 4
"""After so many movement points more for each move another one hardly matters."""
Path = tuple[str, ...]


class CartPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A burial two to six moves away."""
        scenario = best_draft(self, drafted(lambda draft: posed_cart(draft, POSED[level - 1]), seed, DRAFTS))
        return titled(scenario, "Alexander's last road")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, armies, goals, spaces to avoid, and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """Whither, with how many moves of how many points."""
        question: CartRoad = task.question
        name, start = question.player, place_name(task.position.cart.at)
        cities = "any major city" if question.to is None else " or ".join(place_name(space) for space in question.to)
        limits = "" if question.sea else " It does not go by sea."
        if question.avoid:
            limits += f" It keeps away from {and_words([place_name(space) for space in question.avoid])}."
        head = f"{when(task.position)}. {name} has the funeral cart in {start} and would bury Alexander in {cities}."
        if question.ask == "road":
            points = [str(each) for each in allowances_of(question)]
            many = "move" if len(points) == 1 else "moves"
            moves = f"The cart has {len(points)} {many} of {and_words(points)} movement points"
            lost = "points left over at the end of a move are lost"
            return f"{head} {moves}; {lost}.{limits} Which road takes the fewest points?"
        if question.initiative is not None:
            die = f"a die gives 2 points below {question.initiative}, 3 at it and 4 above it"
        else:
            weights = [f"{points} ({weight})" for points, weight in weights_of(question).items()]
            die = f"it is drawn how many points there are, so likely: {and_words(weights)}"
        moves = f"It has {question.activations} moves, and before each of them {die}"
        return f"{head} {moves}.{limits} What should be done with each roll, to arrive as likely as can be?"

    def steps(self, plan: CartAnswer) -> int:
        """The moves: of a policy as many as are left at first."""
        if plan.policy is not None:
            return max(1, *(state.left for state in plan.policy), 1)
        return max(1, len(plan.moves or ()))

    def finish(self, task: Task, plan: CartAnswer, kept: int) -> CartAnswer | None:
        """The first moves of the plan, then each as near to a goal as it goes."""
        walker = _Walker(task)
        found = walker.policy(plan, kept) if task.question.ask == "policy" else walker.road(plan, kept)
        if found is None:
            return None
        asked = CartQuestion()
        legal = not asked.replay(task, found).breaches and not asked.strays(task, found)
        return found if legal else None

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Who is in the way, what the question keeps the cart from, and how far it goes."""
        yield from in_the_way(scenario, scenario.question.player)
        yield from _routes(scenario)
        yield from _wishes(scenario)
        yield from _movement(scenario.question)


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: CartRoad = scenario.question
    position, name = scenario.position, question.player
    for rival in position.players:
        if rival != name and len(position.players) > 2:
            yield Part(f"player:{rival}", f"the rival {rival}", placed(scenario, without_player(position, rival)))
    for owner, state in position.players.items():
        seen: dict[str, int] = {}
        for at, army in enumerate(state.armies):
            seen[army.at] = seen.get(army.at, 0) + 1
            left = (*state.armies[:at], *state.armies[at + 1 :])
            table = position.with_player(owner, armies=left)
            key = f"army:{owner}:{army.at}:{sum(army.units.values())}:{seen[army.at]}"
            yield Part(key, f"{owner}'s army in {place_name(army.at)}", placed(scenario, table))
    for space in position.independent_units:
        units = {other: count for other, count in position.independent_units.items() if other != space}
        words = f"the Independents in {place_name(space)}"
        yield Part(f"{INDEPENDENT}:{space}", words, placed(scenario, position.changed(independent_units=units)))
    for key in ("to", "avoid"):
        listed = getattr(question, key) or ()
        for space in listed if len(listed) > 1 or key == "avoid" else ():
            rest = question.model_copy(update={key: tuple(other for other in listed if other != space)})
            words = f"{place_name(space)} as a goal" if key == "to" else f"that {place_name(space)} is to be avoided"
            yield Part(f"{key}:{space}", words, asking(scenario, **{key: getattr(rest, key)}), choice=key == "to")
    for key, words, table in table_parts(position, ["cart", "armies", "independents"]):
        yield Part(key, words, placed(scenario, table))


class _Walker:
    """The greedy player."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.question: CartRoad = task.question
        name = self.question.player
        board, position = task.board, task.position
        closed = {space for space, units in position.independent_units.items() if units} | set(self.question.avoid)
        for other, state in position.players.items():
            if other != name:
                closed |= {army.at for army in state.armies if sum(army.units.values())}
        everywhere = steps_of(board)
        self.steps = {
            space: [step for step in found if step[0] not in closed and (self.question.sea or step[1] == "land")]
            for space, found in everywhere.items()
        }
        start = position.cart.at
        self.goals = {space for space in goals_of(task) if space not in closed or space == start}
        self.away = self._away(everywhere)
        self.order = {space: at for at, space in enumerate(board.spaces)}
        self._reached: dict[tuple[str, int], Path] = {}

    def _away(self, everywhere: Steps) -> dict[str, int]:
        """The points from each space to the nearest goal, whoever is in the way and however moves are divided."""
        found = dict.fromkeys(self.goals, 0)
        heap = [(0, space) for space in sorted(self.goals)]
        back: dict[str, list[tuple[str, int]]] = {}
        for space, listed in everywhere.items():
            for other, _, points in listed:
                back.setdefault(other, []).append((space, points))
        while heap:
            far, space = heapq.heappop(heap)
            for other, points in back.get(space, []) if far == found[space] else ():
                if far + points < found.get(other, far + points + 1):
                    found[other] = far + points
                    heapq.heappush(heap, (far + points, other))
        return found

    def moves(self, at: str, points: int) -> Path:
        """The way to the space within reach that is nearest to a goal; of equals for the fewest points."""
        if (at, points) not in self._reached:
            best: tuple[int, int, int, Path] = (self.away.get(at, MOST_MOVES * MOST_POINTS), 0, self.order[at], (at,))
            heap: list[tuple[int, int, str, str, Path]] = [(0, self.order[at], "", at, (at,))]
            seen: set[tuple[str, str]] = set()
            while heap:
                spent, _, stretch, space, path = heapq.heappop(heap)
                if (space, stretch) in seen:
                    continue
                seen.add((space, stretch))
                if space in self.away:
                    best = min(best, (self.away[space], spent, self.order[space], path))
                for other, how, more in self.steps[space]:
                    after = following(stretch, how)
                    if after is not None and spent + more <= points and other not in path:
                        heapq.heappush(heap, (spent + more, self.order[other], after, other, (*path, other)))
            self._reached[at, points] = best[3]
        return self._reached[at, points]

    def road(self, plan: CartAnswer, kept: int) -> CartAnswer | None:
        """A road; None where it does not arrive."""
        moves = list((plan.moves or ())[:kept]) if kept else []
        at = moves[-1][-1] if moves else self.task.position.cart.at
        for points in allowances_of(self.question)[len(moves) :]:
            if at in self.goals:
                break
            moves.append(self.moves(at, points))
            at = moves[-1][-1]
        return CartAnswer(moves=tuple(moves)) if at in self.goals else None

    def policy(self, plan: CartAnswer, kept: int) -> CartAnswer:
        """What it does in every state that comes about."""
        weights, total = weights_of(self.question), self.question.activations or 0
        told: dict[tuple[int, str], Mapping[int, Path]] = {}
        if kept:
            told = {(s.left, s.at): s.moves for s in plan.policy or () if s.left > total - kept}
        states: list[CartState] = []
        here = {self.task.position.cart.at}
        for left in range(total, 0, -1):
            after: set[str] = set()
            for at in sorted(here - self.goals, key=self.order.__getitem__):
                moves = told.get((left, at)) or {points: self.moves(at, points) for points in weights}
                states.append(CartState(left=left, at=at, moves=dict(moves)))
                after |= {path[-1] for path in moves.values()}
            here = after
        return CartAnswer(policy=tuple(states))


# -- grounds -----------------------------------------------------------------------------------------


def _routes(scenario: Scenario) -> Iterator[Ground]:
    """The trans-Mediterranean routes, which take two points (F-7)."""
    links = Links.of(scenario.board).between
    for one, other in scenario.board.routes if scenario.question.sea else ():
        points = min(links[one, other].values())
        if points > 1:
            yield Ground(
                f"route:{one}:{other}",
                f"from {place_name(one)} to {place_name(other)} it takes {points} points",
                "F-7",
                _nearer(one, other),
                said_so(f"from {place_name(one)} to {place_name(other)} for 1 point"),
            )


def _nearer(one: str, other: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, _: int) -> Scenario:
        board = scenario.board
        routes = tuple(pair for pair in board.routes if pair != (one, other))
        nearer = changed(board, sea=(*board.sea, (one, other)), routes=routes)
        return replace(scenario, board=nearer)

    return loosen


def _wishes(scenario: Scenario) -> Iterator[Ground]:
    """Where the cart shall go, and where not."""
    question: CartRoad = scenario.question
    for space in question.avoid:
        yield Ground(
            f"avoid:{space}",
            f"the cart keeps away from {place_name(space)}",
            "question",
            _entering(space),
            said_so(f"by way of {place_name(space)}, too"),
        )
    if not question.sea:
        yield Ground("sea", "the cart does not go by sea", "question", _at_sea, said_so("by sea, too"))
    cities = [space for space in scenario.board.markable if scenario.board.is_major(space)]
    if question.to is not None and set(question.to) < set(cities):
        named = " or ".join(place_name(space) for space in question.to)
        what = f"Alexander is to be buried in {named}"
        yield Ground("to", what, "question", _anywhere, said_so("a burial in any major city"))


def _entering(space: str) -> Callable[[Scenario, int], Scenario]:
    return lambda scenario, _: asking(
        scenario, avoid=tuple(other for other in scenario.question.avoid if other != space)
    )


def _at_sea(scenario: Scenario, _: int) -> Scenario:
    return asking(scenario, sea=True)


def _anywhere(scenario: Scenario, _: int) -> Scenario:
    return asking(scenario, to=None)


def _movement(question: CartRoad) -> Iterator[Ground]:
    """The points of moves; of a road also how many there are (more moves of a policy would be other outcomes)."""
    if question.ask == "policy":
        if question.initiative is not None:
            what = f"the cart's carrier has an initiative of {question.initiative}"
            yield Ground(
                "initiative", what, "F-13", _keener, lambda by: f"an initiative lower by {by}", question.initiative
            )
        else:
            most = max(weights_of(question), default=0)
            what = f"a move has {most} points at most"
            more = max(1, min(MORE_POINTS, MOST_POINTS - most))
            yield Ground("allowances", what, "F-12", _luckier, lambda by: f"{by} points more with each draw", more)
        return
    points = allowances_of(question)
    for at, each in enumerate(points):
        if each < MOST_POINTS:
            words = f"move {at + 1} has {each} point{'' if each == 1 else 's'}"
            more = min(MORE_POINTS, MOST_POINTS - each)
            yield Ground(f"move:{at + 1}", words, "F-12", _farther(at), lambda by: f"{by} more for that move", more)
    if len(points) < MOST_MOVES:
        what = f"there are {len(points)} moves before the cart is lost"
        more = min(MORE_MOVES, MOST_MOVES - len(points))
        yield Ground("moves", what, "6-12", _longer, lambda by: f"{by} more of 4 points", more)


def _keener(scenario: Scenario, by: int) -> Scenario:
    return asking(scenario, initiative=scenario.question.initiative - by)


def _luckier(scenario: Scenario, by: int) -> Scenario:
    weights = scenario.question.allowances
    return asking(scenario, allowances={points + by: weight for points, weight in weights.items()})


def _farther(at: int) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        points = allowances_of(scenario.question)
        return asking(scenario, movement=(*points[:at], points[at] + by, *points[at + 1 :]), activations=None)

    return loosen


def _longer(scenario: Scenario, by: int) -> Scenario:
    return asking(scenario, movement=(*allowances_of(scenario.question), *((4,) * by)), activations=None)
