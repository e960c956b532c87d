"""``stop`` as a puzzle: a leader with several ways to win, and rivals who together can spoil all of them.

The greedy player looks at one way of the leader at a time, and makes the change that costs it most points there
for the price, until the leader has no win left; then it takes back what turned out to be needless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from models.successors.acquisitions import Acquisitions, acquired, acquisition_breaches
from models.successors.joint import acquired_together, gone, joint_breaches, wins_after
from models.successors.log import Game
from puzzles.generate.successors_stop import NATURAL, natural_stop
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
from puzzles.kinds.successors_gifts import gift_grounds, spared
from puzzles.kinds.successors_offers import (
    Shelf,
    budget_grounds,
    budget_words,
    offer_parts,
    offers_words,
    price_grounds,
    refusal_grounds,
)
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.question import Task
from solver.successors.offers import Thing, bought, chosen_of, over_budget, resources_of
from solver.successors.prevention import acquired_by, budgets_of, cost_of, offered_to
from solver.successors.stop_documents import Stop, StopAnswer

MOST_SETS = 4096
"""Of more sets of purchases nobody can tell by hand that none of them wins."""
Change = tuple[str, Thing]
"""Who changes what."""


class StopPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A leader with 2 to 7 things on offer against two to four rivals, who have 2 to 5 each."""
        scenario = natural_stop(seed, NATURAL[level - 1], self._grade)
        return titled(scenario, f"How to stop {scenario.question.player}")

    def _grade(self, scenario: Scenario) -> int:
        """Nothing where nobody can or need stop the leader, 1 where the greedy player finds how at least cost."""
        best = solve(scenario, limits=LIMITS)
        if not best.value:
            return 0
        found = self.finish(scenario.task, StopAnswer(), 0)
        return 1 if found is not None and found.cost == best.value else 2

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, what is on offer to them and to the leader, and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """Who is to be stopped, and what everybody can have."""
        question: Stop = task.question
        listed = [
            f"{name} can have {offers_words(offers)}{budget_words(offers.budgets)}"
            for name, offers in question.offers.items()
        ]
        routes = routes_words(task.position, question.routes)
        offers = ". ".join(listed)
        if question.ask == "table":
            return f"{when(task.position)}. {offers}. Who can win {routes}, and who can be stopped by whom?"
        least = "at the least cost" if question.minimise == "cost" else "with the fewest changes"
        return (
            f"{when(task.position)}. {offers}. First the rivals act, all at one moment, then {question.player} buys. "
            f"What do the rivals do {least} so that {question.player} cannot win {routes} any more?"
        )

    def steps(self, plan: StopAnswer) -> int:
        """The changes; of the table its rows."""
        return max(1, len(plan.table) or sum(count_of(buys) for buys in plan.changes.values()))

    def finish(self, task: Task, plan: StopAnswer, kept: int) -> StopAnswer | None:
        """The first changes of the plan, then what costs the leader most for the price."""
        question: Stop = task.question
        if question.ask == "table":  # that a table is right no naive player can tell
            return plan if kept >= self.steps(plan) and kept else None
        if 2 ** len(offered_to(question, question.player or "")) > MOST_SETS:
            return plan if kept >= self.steps(plan) else None
        first: list[Change] = []
        for name, buys in plan.changes.items() if kept else ():
            first += [(name, thing) for thing in chosen_of(offered_to(question, name), buys, ())[0]]
        found = _Stopper(task).changes(first[:kept])
        if found is None:
            return None
        chosen = _by_name(task, found)
        return StopAnswer(changes=acquired_by(chosen), cost=cost_of(question, chosen))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What the leader can have, what nobody can do to it, and what rivals can spend and what things cost them.

        Of the table nothing is a ground: whatever helps a player to stop others helps it to win.
        """
        question: Stop = scenario.question
        if question.ask == "table" or question.player is None:
            return
        rivals = [name for name in question.offers if name != question.player]
        yield from gift_grounds(Shelf(rivals[0]), spared(scenario, question.player, rivals))
        for name in rivals:
            yield from budget_grounds(scenario, Shelf(name))
        if question.player in question.offers:
            yield from _purse_grounds(scenario, Shelf(question.player))
            yield from refusal_grounds(scenario, Shelf(question.player), question.player)
        for name in rivals:
            yield from price_grounds(scenario, Shelf(name))


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: Stop = scenario.question
    position, player = scenario.position, question.player
    for name in position.players:
        if name != player and len(position.players) > 2:
            offers = {
                other: given.model_copy(
                    update={
                        "sink": tuple(offer for offer in given.sink if offer.of != name),
                        "condemn": {target: price for target, price in given.condemn.items() if target != name},
                    }
                )
                for other, given in question.offers.items()
                if other != name
            }
            yield Part(
                f"player:{name}",
                f"the rival {name}",
                placed(asking(scenario, offers=offers), without_player(position, name)),
            )
    for name, given in question.offers.items():
        if name != player and len(question.offers) > 2:
            offers = {other: theirs for other, theirs in question.offers.items() if other != name}
            yield Part(f"offers:{name}", f"what {name} can do", asking(scenario, offers=offers), choice=True)
        yield from offer_parts(scenario, Shelf(name), choice=name != player)
        for resource in given.budgets:
            left = {key: most for key, most in given.budgets.items() if key != resource}
            yield Part(f"budget:{name}:{resource}", f"{name}'s budget", Shelf(name).with_budgets(scenario, left))
    offered = question.offers.values()
    kept = [*(["fleets"] if any(given.sink for given in offered) else [])]
    kept += ["cart"] if any(given.tomb or given.cart is not None for given in offered) else []
    for key, words, table in table_parts(position, kept):
        yield Part(key, words, placed(scenario, table))


def _purse_grounds(scenario: Scenario, shelf: Shelf) -> Iterator[Ground]:
    """What the leader can spend; loosened it is less."""
    for resource, most in shelf.budgets(scenario).items():
        if most:
            yield _purse_ground(shelf, resource, most)


def _purse_ground(shelf: Shelf, resource: str, most: int) -> Ground:
    return Ground(
        f"purse:{resource}",
        f"{shelf.name} has {most} to spend" if resource == "cost" else f"{shelf.name} has {most} {resource}",
        "question",
        lambda loosened, by: _poorer(loosened, shelf, resource, by),
        lambda by: f"{by} less to spend",
        most,
    )


def _poorer(scenario: Scenario, shelf: Shelf, resource: str, by: int) -> Scenario:
    budgets = shelf.budgets(scenario)
    return shelf.with_budgets(scenario, {**budgets, resource: max(0, budgets[resource] - by)})


def _by_name(task: Task, changes: Sequence[Change]) -> dict[str, list[Thing]]:
    """Changes by rival, in the order of play and of the offers."""
    found: dict[str, list[Thing]] = {}
    for name in task.position.players:
        for thing in offered_to(task.question, name):
            if (name, thing) in changes:
                found.setdefault(name, []).append(thing)
    return found


class _Stopper:
    """The greedy player, who acts for all rivals."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.question: Stop = task.question
        self.player = self.question.player or ""
        self.rulings = task.rulings.fresh()
        self.routes = set(self.question.routes)
        self.known: list[Acquisitions] = []
        self._ways: list[Acquisitions] | None = None
        self._tables: dict[frozenset[object], Game] = {}

    def changes(self, first: Sequence[Change]) -> list[Change] | None:
        """What it changes after some changes; None where it does not come to an end."""
        chosen = list(first)
        offered = [
            (name, thing)
            for name in self.question.offers
            if name != self.player
            for thing in offered_to(self.question, name)
        ]
        while (way := self._win(chosen)) is not None:
            left = [change for change in offered if change not in chosen]
            has = self._points(chosen, way)
            while True:
                more: Change | None = first_best(left, lambda change: self._worth(chosen, change, way, has))  # noqa: B023
                if more is None:
                    return None
                if self._legal([*chosen, more]):
                    break
                left.remove(more)
            chosen.append(more)
        for change in sorted(chosen, key=lambda one: -one[1].cost(self.question.weights)):
            rest = [other for other in chosen if other != change]
            if self._legal(rest) and self._win(rest) is None:
                chosen = rest
        return chosen

    def _worth(self, chosen: list[Change], change: Change, way: Acquisitions, has: int) -> int | None:
        """Points that the leader loses on its way for the price, or as a change; None for what cannot be."""
        with_it = [*chosen, change]
        if not self._affordable(with_it):
            return None
        loss = has - self._points(with_it, way)
        if loss <= 0 and self._wins(with_it, way):
            return None
        price = change[1].cost(self.question.weights) if self.question.minimise == "cost" else 1
        return max(1, loss) * SCALE // price if price else max(1, loss) * SCALE * SCALE

    def _affordable(self, chosen: Sequence[Change]) -> bool:
        for name, things in _by_name(self.task, chosen).items():
            spent = over_budget(resources_of(things), budgets_of(self.question, name), ())
            if any(True for _ in spent) or sum(thing.kind == "tomb" for thing in things) > 1:
                return False
        return True

    def _legal(self, chosen: Sequence[Change]) -> bool:
        made = acquired_by(_by_name(self.task, chosen))
        return not any(joint_breaches(self.task.board, self.task.position, made, (), self.rulings))

    def _table(self, chosen: Sequence[Change]) -> Game:
        key = frozenset((name, thing.key) for name, thing in chosen)
        if key not in self._tables:
            made = acquired_by(_by_name(self.task, chosen))
            self._tables[key] = acquired_together(self.task.board, self.task.position, made, self.rulings)
        return self._tables[key]

    def _points(self, chosen: Sequence[Change], way: Acquisitions) -> int:
        """How far the leader comes by a way after some changes, on all routes that are asked about."""
        game = acquired(self.task.board, (at := self._table(chosen)).position, self.player, way, self.rulings, at)
        return sum(progress(game, self.player, route) for route in self.question.routes)

    def _wins(self, chosen: Sequence[Change], way: Acquisitions) -> bool:
        """Whether the leader still wins by a way."""
        task, table = self.task, self._table(chosen)
        if table.outcome is not None:
            made = acquired_by(_by_name(task, chosen))
            won = wins_after(task.board, task.position, made, self.player, way, self.rulings, table)
            return bool(self.routes & set(won))
        given = (task.board, table.position, self.player, way)
        if gone(acquired_by(_by_name(task, chosen))) & set(way.generals):
            return False
        if any(acquisition_breaches(*given, (), self.rulings, table)):
            return False
        return bool(self.routes & set(wins_now(*given, self.rulings, table, self.question.routes)))

    def _win(self, chosen: Sequence[Change]) -> Acquisitions | None:
        """A way by which the leader wins after some changes, one that was met before if there is one."""
        for way in self.known:
            if self._wins(chosen, way):
                return way
        if self._ways is None:
            self._ways = list(self._all_ways())
        for way in self._ways:
            if self._wins(chosen, way):
                self.known.append(way)
                return way
        return None

    def _all_ways(self) -> Iterator[Acquisitions]:
        """What the leader can buy: where more is never worse, only that to which nothing can be added."""
        offered = offered_to(self.question, self.player)
        budgets = budgets_of(self.question, self.player)
        at_once = self.routes <= {"legitimacy", "vp"}
        larger: list[set[Thing]] = []
        for size in range(len(offered), -1, -1):
            for things in combinations(offered, size):
                if at_once and any(set(things) < other for other in larger):
                    continue
                burials = sum(thing.kind == "tomb" for thing in things)
                if burials < 2 and not any(over_budget(resources_of(things), budgets, ())):
                    larger.append(set(things))
                    yield bought(things)
