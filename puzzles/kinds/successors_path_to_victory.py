"""``path-to-victory`` as a puzzle: few points short of a win at once, and a short list of what brings some.

The greedy player buys what brings most points for its price, one thing after the other (two spaces of a
province where no thing brings anything alone), along each route that is asked for; at last it leaves out
what turned out to be needless, and takes the cheapest way it found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from models.errors import Breach
from models.successors.acquisitions import WinningRoute, acquired, acquisition_breaches, wins
from models.successors.log import Game
from puzzles.generate.successors_path import SHORT, short_list
from puzzles.kinds.kind import Ground, Kind, Part, first_best, titled
from puzzles.kinds.settled import LIMITS
from puzzles.kinds.successors import (
    SCALE,
    asking,
    count_of,
    placed,
    progress,
    routes_words,
    sound_parts,
    table_parts,
    when,
    wins_now,
    without_player,
)
from puzzles.kinds.successors_gifts import gift_grounds, missing
from puzzles.kinds.successors_offers import (
    Shelf,
    budget_grounds,
    budget_words,
    offer_parts,
    offers_words,
    price_grounds,
)
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.question import Task
from solver.successors.offers import Thing, bought, chosen_of, over_budget, resources_of, things
from solver.successors.path_to_victory_documents import PathAnswer, PathToVictory, WinningSet


class PathToVictoryPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A player who is 3 to 9 points short of a win at once, and 5 to 19 things on offer."""
        scenario = short_list(seed, SHORT[level - 1], self._easy)
        return titled(scenario, f"The way to victory for {scenario.question.player}")

    def _easy(self, scenario: Scenario) -> bool:
        """Whether the greedy player finds a cheapest way."""
        bought_so = self.finish(scenario.task, PathAnswer(), 0)
        if bought_so is None:
            return False
        best = solve(scenario, limits=LIMITS)
        chosen = chosen_of(things(scenario.question.offers, {}), bought_so.buys, ())[0]
        return best.value == _cost(scenario.question, chosen)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, what is on offer, and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """Who wants to win how, and what can be had."""
        question: PathToVictory = task.question
        name, position = question.player, task.position
        budget = budget_words(question.budgets)
        offers = offers_words(question.offers)
        if question.ask == "minimal":
            goal = "By which sets of these things, none of which could be left out, is the game won?"
        elif question.ask == "each":
            goal = "What are the cheapest acquisitions by each route?"
        else:
            goal = f"What are the cheapest acquisitions with which {name} wins?"
        return (
            f"{when(position)}. {name} wants to win {routes_words(position, question.routes)}{budget}. "
            f"On offer: {offers}. {goal}"
        )

    def steps(self, plan: PathAnswer) -> int:
        """The things that are bought; of several sets the sets."""
        return max(1, len(plan.sets) or count_of(plan.buys))

    def finish(self, task: Task, plan: PathAnswer, kept: int) -> PathAnswer | None:
        """The first things of the plan, then most points for the price."""
        question: PathToVictory = task.question
        offered = things(question.offers, question.weights)
        if question.ask == "cheapest":
            first = chosen_of(offered, plan.buys, ())[0][:kept] if kept else []
            ways = [_Buyer(task, route).buys(first) for route in question.routes]
            best = first_best(ways, lambda way: None if way is None else -_cost(question, way))
            if best is None:
                return None
            return PathAnswer(buys=bought(best), resources=resources_of(best), route=_route(task, best))
        sets = list(plan.sets[:kept])
        for route in question.routes if kept < self.steps(plan) else ():
            way = _Buyer(task, route).buys([])
            if way is not None:
                told = {"resources": resources_of(way), "route": route} if question.ask == "each" else {}
                sets.append(WinningSet(buys=bought(way), **told))
        known: list[WinningSet] = []
        for one in sets:
            key = one.route if question.ask == "each" else one.buys
            if key not in [other.route if question.ask == "each" else other.buys for other in known]:
                known.append(one)
        return PathAnswer(sets=tuple(known)) if known else None

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What is not to be had, what can be spent, and what things cost."""
        question: PathToVictory = scenario.question
        shelf = Shelf(question.player, alone=True)
        rivals = [name for name in scenario.position.players if name != question.player]
        yield from gift_grounds(shelf, missing(scenario, shelf, question.routes, rivals))
        yield from budget_grounds(scenario, shelf)
        if question.ask == "cheapest" or question.budgets:
            yield from price_grounds(scenario, shelf)


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: PathToVictory = scenario.question
    position = scenario.position
    for name in position.players:
        if name != question.player and len(position.players) > 2:
            offers = question.offers
            sink = tuple(offer for offer in offers.sink if offer.of != name)
            condemn = {other: price for other, price in offers.condemn.items() if other != name}
            rest = asking(scenario, offers=offers.model_copy(update={"sink": sink, "condemn": condemn}))
            yield Part(f"player:{name}", f"the rival {name}", placed(rest, without_player(position, name)))
    if len(things(question.offers, {})) > 1:
        yield from offer_parts(scenario, Shelf(question.player, alone=True))
    body = ["cart"] if question.offers.tomb or question.offers.cart is not None else []
    for key, words, table in table_parts(position, [*body, *(["fleets"] if question.offers.sink else [])]):
        yield Part(key, words, placed(scenario, table))


def _cost(question: PathToVictory, chosen: Sequence[Thing]) -> int:
    return sum(thing.cost(question.weights) for thing in chosen)


def _route(task: Task, chosen: Sequence[Thing]) -> WinningRoute | None:
    """The first of the routes asked for by which some things win."""
    won = wins(task.board, task.position, task.question.player, bought(chosen), task.rulings.fresh())
    return next((route for route in task.question.routes if route in won), None)


class _Buyer:
    """The greedy player along one route."""

    def __init__(self, task: Task, route: WinningRoute) -> None:
        self.task, self.route = task, route
        self.question: PathToVictory = task.question
        self.rulings = task.rulings.fresh()
        self.before = Game.of(task.board, task.position, self.rulings)
        self.offered = things(self.question.offers, self.question.weights)
        self._games: dict[frozenset[object], Game] = {}

    def buys(self, first: Sequence[Thing]) -> list[Thing] | None:
        """What it buys after some things; None where it comes to no win."""
        chosen = list(first)
        while not self._wins(chosen):
            has = self._progress(chosen)
            more = self._next(self._singles(chosen), chosen, has) or self._next(self._pairs(chosen), chosen, has)
            if more is None:
                return None
            chosen += more
        for thing in sorted(chosen, key=lambda thing: -thing.cost(self.question.weights)):
            left = [other for other in chosen if other != thing]
            if self._legal(left) and self._wins(left):
                chosen = left
        return [thing for thing in self.offered if thing in chosen]

    def _next(
        self, choices: Iterator[tuple[Thing, ...]], chosen: Sequence[Thing], has: int
    ) -> tuple[Thing, ...] | None:
        """What of some choices brings most for its price."""
        more: tuple[Thing, ...] | None = first_best(choices, lambda step: self._worth(chosen, step, has))
        return more

    def _singles(self, chosen: Sequence[Thing]) -> Iterator[tuple[Thing, ...]]:
        """Single things, a burial with the cart that it takes."""
        left = [thing for thing in self.offered if thing not in chosen]
        cart = tuple(thing for thing in left if thing.kind == "cart")
        owned = self.task.position.cart is not None and self.task.position.cart.player == self.question.player
        for thing in left:
            yield (*cart, thing) if thing.kind == "tomb" and not owned else (thing,)

    def _pairs(self, chosen: Sequence[Thing]) -> Iterator[tuple[Thing, ...]]:
        """Two spaces of a province, which are looked at where nothing brings anything by itself."""
        spaces = [thing for thing in self.offered if thing.kind == "spaces" and thing not in chosen]
        for one, other in combinations(spaces, 2):
            if self.task.board.spaces[one.name].province == self.task.board.spaces[other.name].province:
                yield one, other

    def _worth(self, chosen: Sequence[Thing], step: tuple[Thing, ...], has: int) -> int | None:
        """Points for the price; None for what adds nothing or cannot be."""
        with_it = [*chosen, *step]
        if not self._legal(with_it):
            return None
        gain = self._progress(with_it) - has
        if gain <= 0 and not self._wins(with_it):
            return None
        price = _cost(self.question, step)
        return max(1, gain) * SCALE // price if price else max(1, gain) * SCALE * SCALE

    def _legal(self, chosen: Sequence[Thing]) -> bool:
        """Whether the rules and the budgets allow it."""
        if sum(thing.kind == "tomb" for thing in chosen) > 1:
            return False
        if any(True for _ in over_budget(resources_of(chosen), self.question.budgets, ())):
            return False
        return not any(True for _ in self._breaches(chosen))

    def _breaches(self, chosen: Sequence[Thing]) -> Iterator[Breach]:
        task, name = self.task, self.question.player
        yield from acquisition_breaches(task.board, task.position, name, bought(chosen), (), self.rulings, self.before)

    def _game(self, chosen: Sequence[Thing]) -> Game:
        key = frozenset(thing.key for thing in chosen)
        if key not in self._games:
            task, name = self.task, self.question.player
            self._games[key] = acquired(task.board, task.position, name, bought(chosen), self.rulings, self.before)
        return self._games[key]

    def _progress(self, chosen: Sequence[Thing]) -> int:
        return progress(self._game(chosen), self.question.player, self.route)

    def _wins(self, chosen: Sequence[Thing]) -> bool:
        task, name = self.task, self.question.player
        given = (task.board, task.position, name, bought(chosen))
        return self.route in wins_now(*given, self.rulings, self.before, (self.route,))
