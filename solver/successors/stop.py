"""The question ``stop``: what it asks, what an answer claims, and the answer in words.

How the changes are found, and why they are the cheapest: :mod:`solver.successors.prevention`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import combinations

from models.documents import Document
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Ledger
from models.successors.acquisitions import ROUTE_WORDS, Acquisitions, WinningRoute
from models.successors.joint import acquired_together, joint_breaches, wins_after
from models.successors.log import Game
from models.successors.scoring import score
from models.successors.words import outcome_words
from models.words import and_words
from solver.answer import Outcome, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task
from solver.successors.offers import (
    Thing,
    bought,
    chosen_of,
    offer_problems,
    over_budget,
    price_words,
    resources_of,
    route_problems,
    thing_words,
)
from solver.successors.prevention import (
    Prevention,
    acquired_by,
    budgets_of,
    chosen_in,
    cost_of,
    less,
    offered_to,
    resources_named,
    win_of,
)
from solver.successors.stop_documents import Stop, StopAnswer, Stopping, StopRow, Win

TRIED = 64
"""Up to so many sets of the player's purchases, the replay tries them all."""


class StopQuestion(Question):
    """``stop``: see the module."""

    answer = StopAnswer

    def maximises(self, question: Stop) -> bool:
        """Cheap is good, and few who cannot be stopped."""
        return False

    def value_words(self, task: Task, value: int) -> str:
        """The cost, the changes, or how many nobody can stop."""
        question: Stop = task.question
        if question.ask == "table":
            if not value:
                return "everybody can be stopped"
            return f"{value} player{'' if value == 1 else 's'} cannot be stopped"
        if question.minimise == "changes":
            return f"{value} change{'' if value == 1 else 's'} stop{'s' if value == 1 else ''} {question.player}"
        return f"{question.player} is stopped at a cost of {value}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """What each rival changes, and the wins that this prevents; or the table, player by player."""
        assert isinstance(plan, StopAnswer)
        question: Stop = task.question
        if question.ask == "table":
            for row in plan.table:
                yield row.player, "has no win" if row.win is None else _win_words(task, row.player, row.win)
                for one in row.stops:
                    yield "", _stopping_words(task, row.player, one)
            return
        for name, buys in plan.changes.items():
            for thing in chosen_of(offered_to(question, name), buys, ())[0]:
                yield name, f"{thing_words(thing)} for {price_words(dict(thing.price))}"
        if not plan.changes:
            yield "change", "nothing"
        player = question.player or ""
        for win in plan.wins:
            wins = f"{player} {_win_words(task, player, win)}"
            left_out = _without_words(task, win)
            yield ("without", f"{left_out}: {wins}") if left_out else ("now", wins)
        yield "then", _ending_words(task, plan.changes) or f"{player} has no win left{_open_routes(question)}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, nobody who could stop anybody, offers that nobody can have, a route that is not there."""
        question: Stop = task.question
        players, path = list(task.position.players), ("question",)
        if question.ask == "table" and question.player is not None:
            yield Problem((*path, "player"), "the table looks at everybody with offers", "no player")
        if question.ask == "cheapest":
            if question.player is None:
                yield Problem((*path, "player"), "the key “player” is missing", "who is to be stopped")
            elif question.player not in players:
                what = f"unknown player “{question.player}”"
                yield Problem((*path, "player"), what, one_of(players, question.player))
        for name, offers in question.offers.items():
            where: Path = (*path, "offers", name)
            if name not in players:
                yield Problem(where, f"unknown player “{name}”", one_of(players, name))
            else:
                yield from offer_problems(task.board, task.position, name, offers, where)
            priced = resources_named(question, name)
            for resource in offers.budgets:
                if resource not in priced:
                    what = f"no price of {name} is in “{resource}”"
                    yield Problem((*where, "budgets", resource), what, one_of(priced, resource))
        if not any(name != question.player for name in question.offers):
            yield Problem((*path, "offers"), "nobody could stop anybody", "what a rival can change")
        everything = {resource: None for name in question.offers for resource in resources_named(question, name)}
        for resource in question.weights:
            if resource not in everything:
                what = f"no price is in “{resource}”"
                yield Problem((*path, "weights", resource), what, one_of(everything, resource))
        yield from route_problems(task.position, question.route, question.routes, ("question", "route"))

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The cheapest changes, or the table."""
        return self._search(task, engine, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The ``count`` cheapest sets of changes, none a part of another."""
        return self._search(task, engine, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All cheapest sets of changes."""
        return self._search(task, engine, None)

    def _search(self, task: Task, engine: Engine, count: int | None) -> Outcome:
        deadline = time.perf_counter() + engine.limits.seconds
        if task.question.ask == "table":
            return _table(task, engine, deadline)
        player = task.question.player
        rivals = tuple(name for name in task.position.players if name != player)
        return Prevention(task, player, rivals).solve(engine, count, deadline)

    def bare(self, plan: Document) -> Document:
        """The changes alone, without what they cost and the wins that they prevent."""
        assert isinstance(plan, StopAnswer)
        return plan if plan.table else plan.model_copy(update={"cost": None, "wins": ()})

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """What is not on offer or costs too much; a win that is left, which is solved for again."""
        assert isinstance(plan, StopAnswer)
        question: Stop = task.question
        if question.ask == "table":
            stray = ((key,) for key in ("changes", "wins") if getattr(plan, key))
            found = [Breach("question", path, "the question asks for the table") for path in stray]
            return (*found, *_table_strays(task, plan))
        player = question.player or ""
        found = list(_offer_strays(task, player, plan.changes, ("changes",)))
        if plan.table:
            found.append(Breach("question", ("table",), "the question asks for changes"))
        for at, win in enumerate(plan.wins):
            found += _win_strays(task, player, win, ("wins", at))
        at_table = {name: buys for name, buys in plan.changes.items() if name in task.position.players}
        return (*found, *_open_win(task, player, at_table, ("changes",)))

    def replay(self, task: Task, plan: Document) -> Replay:
        """Make the changes by the rules; each win that is told has to be there without them, and gone with them."""
        assert isinstance(plan, StopAnswer)
        question: Stop = task.question
        referee = _Referee(task)
        if question.ask == "table":
            return referee.table(plan)
        return referee.cheapest(plan)


def _table(task: Task, engine: Engine, deadline: float) -> Outcome:
    """The table: for each player with offers its cheapest win, and who stops it at what cost."""
    rows = []
    names = [name for name in task.position.players if name in task.question.offers]
    canonical = True
    for player in names:
        others = tuple(name for name in names if name != player)
        row = StopRow(player=player)
        status, found, singled_out = Prevention(task, player, others).respond(engine, {}, deadline)
        canonical = canonical and singled_out
        if found is not None:
            stops = []
            for rivals in (*((name,) for name in others), *((others,) if len(others) > 1 else ())):
                outcome = Prevention(task, player, rivals).solve(engine, 1, deadline)
                status = outcome.status
                if status not in (Status.OPTIMAL, Status.INFEASIBLE):
                    break
                stopping = Stopping(rivals=rivals)
                for solution in outcome.solutions:
                    canonical = canonical and solution.canonical
                    plan = solution.plan
                    assert isinstance(plan, StopAnswer)
                    stopping = Stopping(rivals=rivals, changes=plan.changes, cost=plan.cost)
                stops.append(stopping)
            win = win_of(task.question, player, found, {})
            row = StopRow(player=player, win=win, stops=tuple(stops))
        if status not in (Status.OPTIMAL, Status.INFEASIBLE):
            return Outcome(Status.UNKNOWN, interrupted=engine.interrupted, statistics=engine.statistics())
        rows.append(row)
    value = sum(_unstoppable(row) for row in rows)
    solution = Solution.of(StopAnswer(table=tuple(rows)), value, canonical)
    return Outcome(Status.OPTIMAL, (solution,), value, not engine.interrupted, engine.interrupted, engine.statistics())


def _unstoppable(row: StopRow) -> bool:
    """Whether a player has a win that all others together cannot prevent."""
    return row.win is not None and all(one.cost is None for one in row.stops)


# -- what an answer claims -------------------------------------------------------------------------------


def _offer_strays(task: Task, player: str, changes: Mapping[str, Acquisitions], path: Path) -> Iterator[Breach]:
    """Changes of nobody who is asked, not on offer, or over a budget."""
    question: Stop = task.question
    for name, buys in changes.items():
        if name == player or name not in question.offers:
            yield Breach("question", (*path, name), f"{name} is no rival with offers")
            continue
        chosen, wrong = chosen_of(offered_to(question, name), buys, (*path, name))
        yield from wrong
        yield from over_budget(resources_of(chosen), budgets_of(question, name), (*path, name))


def _win_strays(task: Task, player: str, win: Win, path: Path) -> Iterator[Breach]:
    """A win by what is not on offer, costs too much, or costs otherwise than it says."""
    question: Stop = task.question
    chosen, wrong = chosen_of(offered_to(question, player), win.buys, (*path, "buys"))
    yield from wrong
    yield from over_budget(resources_of(chosen), budgets_of(question, player), (*path, "buys"))
    cost = cost_of(question, {player: chosen})
    if win.cost != cost:
        yield Breach("question", (*path, "cost"), f"what is bought costs {cost}")


def _open_win(task: Task, player: str, changes: Mapping[str, Acquisitions], path: Path) -> Iterator[Breach]:
    """The cheapest win that some changes leave; no replay can tell that there is none, so it is solved again."""
    question: Stop = task.question
    engine = Engine()
    deadline = time.perf_counter() + engine.limits.seconds
    chosen = chosen_in(question, changes)
    _, found, _ = Prevention(task, player, tuple(changes)).respond(engine, chosen, deadline)
    if found is not None:
        win = win_of(question, player, found, {})
        yield Breach("question", path, f"{player} {_win_words(task, player, win)}")


def _table_strays(task: Task, plan: StopAnswer) -> Iterator[Breach]:
    """What is not on offer; what the table says of wins and costs and is not so, which is solved for again."""
    asked = [name for name in task.position.players if name in task.question.offers]
    if [row.player for row in plan.table] != asked:
        yield Breach("question", ("table",), f"the table has a row each of {and_words(asked)}, in this order")
        return
    engine = Engine()
    outcome = _table(task, engine, time.perf_counter() + engine.limits.seconds)
    for solution in outcome.solutions:
        right = solution.plan
        assert isinstance(right, StopAnswer)
        for at, (row, known) in enumerate(zip(plan.table, right.table, strict=True)):
            yield from _row_strays(task, row, known, ("table", at))


def _row_strays(task: Task, row: StopRow, known: StopRow, path: Path) -> Iterator[Breach]:
    if row.win is not None:
        yield from _win_strays(task, row.player, row.win, (*path, "win"))
    costs = [None if one.win is None else one.win.cost for one in (row, known)]
    if costs[0] != costs[1]:
        what = "has no win" if known.win is None else _win_words(task, row.player, known.win)
        yield Breach("question", (*path, "win"), f"{row.player} {what}")
    if [one.rivals for one in row.stops] != [one.rivals for one in known.stops]:
        yield Breach("question", (*path, "stops"), "each rival stands alone there, then all of them together")
        return
    for at, (one, other) in enumerate(zip(row.stops, known.stops, strict=True)):
        where: Path = (*path, "stops", at)
        yield from _offer_strays(task, row.player, one.changes, (*where, "changes"))
        if one.cost != other.cost:
            yield Breach("question", where, _stopping_words(task, row.player, other))


class _Referee:
    """What an answer claims, by the rules alone."""

    def __init__(self, task: Task) -> None:
        self.task, self.question = task, task.question
        self.rulings = task.rulings.fresh()

    def cheapest(self, plan: StopAnswer) -> Replay:
        """The changes, what they cost, and each win that is told."""
        task, player = self.task, self.question.player
        changes = self._known(plan.changes)
        game = acquired_together(task.board, task.position, changes, self.rulings)
        found = list(self._stopped(player, changes, game, ("changes",)))
        for at, win in enumerate(plan.wins):
            found += self._there(player, changes, win, ("wins", at))
            if self._won(player, changes, win.buys, game):
                found.append(Breach("question", ("wins", at), f"{player} still wins with this"))
        chosen = chosen_in(self.question, changes)
        cost = cost_of(self.question, chosen)
        if plan.cost not in (None, cost):
            found.append(Breach("question", ("cost",), f"the changes cost {cost}, not {plan.cost}"))
        count = sum(len(listed) for listed in chosen.values())
        notes: tuple[str, ...] = ()
        if not self._tries(player):
            notes = (f"that {player} has no other win left rests on the search",)
        value = cost if self.question.minimise == "cost" else count
        return Replay(value, game.ledger, self.rulings.consulted(), tuple(found), notes)

    def table(self, plan: StopAnswer) -> Replay:
        """Each win and each way to stop it; that there is none, or no cheaper one, rests on the search."""
        found: list[Breach] = []
        for at, row in enumerate(plan.table):
            path: Path = ("table", at)
            if row.player not in self.task.position.players:
                continue
            if row.win is not None:
                found += self._there(row.player, {}, row.win, (*path, "win"))
            for number, one in enumerate(row.stops):
                if one.cost is not None:
                    where: Path = (*path, "stops", number)
                    changes = self._known(one.changes)
                    game = acquired_together(self.task.board, self.task.position, changes, self.rulings)
                    found += self._stopped(row.player, changes, game, (*where, "changes"))
                    if row.win is not None and self._won(row.player, changes, row.win.buys, game):
                        found.append(Breach("question", where, f"{row.player} still wins as before"))
                    cost = cost_of(self.question, chosen_in(self.question, changes))
                    if cost != one.cost:
                        found.append(Breach("question", (*where, "cost"), f"the changes cost {cost}"))
        ledger: Ledger = score(self.task.board, self.task.position, self.rulings)
        value = sum(_unstoppable(row) for row in plan.table)
        return Replay(value, ledger, self.rulings.consulted(), tuple(found))

    def _known(self, changes: Mapping[str, Acquisitions]) -> dict[str, Acquisitions]:
        """Changes of those who are at the table."""
        return {name: buys for name, buys in changes.items() if name in self.task.position.players}

    def _won(
        self, player: str, changes: Mapping[str, Acquisitions], buys: Acquisitions, after: Game | None = None
    ) -> set[WinningRoute]:
        """By which of the routes asked about the player wins."""
        won = wins_after(self.task.board, self.task.position, changes, player, buys, self.rulings, after)
        return set(won) & set(self.question.routes)

    def _stopped(self, player: str, changes: Mapping[str, Acquisitions], after: Game, path: Path) -> Iterator[Breach]:
        """What is illegal among changes, and wins they leave: without any purchase, and all where they are few."""
        yield from joint_breaches(self.task.board, self.task.position, changes, path, self.rulings)
        for chosen in self._tries(player) or [()]:
            if self._won(player, changes, bought(chosen), after):
                said = ", ".join(thing_words(thing) for thing in chosen)
                yield Breach("question", path, f"{player} wins with {said or 'no purchase'}")
                return

    def _tries(self, player: str) -> list[tuple[Thing, ...]]:
        """All that the player can buy, if that is little; else nothing."""
        offered = offered_to(self.question, player)
        if 2 ** len(offered) > TRIED:
            return []
        budgets = budgets_of(self.question, player)
        sets = [chosen for size in range(len(offered) + 1) for chosen in combinations(offered, size)]
        return [
            chosen
            for chosen in sets
            if sum(thing.kind == "tomb" for thing in chosen) < 2
            and not any(over_budget(resources_of(chosen), budgets, ()))
        ]

    def _there(self, player: str, changes: Mapping[str, Acquisitions], win: Win, path: Path) -> Iterator[Breach]:
        """What is wrong with a win that is said to be there without some changes."""
        left = chosen_in(self.question, changes) if win.without else {}
        for name, buys in win.without.items():
            for thing in chosen_of(offered_to(self.question, name), buys, ())[0]:
                left = less(left, name, thing)
        if win.route not in self._won(player, acquired_by(left), win.buys):
            yield Breach("question", path, f"{player} does not win {ROUTE_WORDS[win.route]} with this")


# -- in words ------------------------------------------------------------------------------------------


def _win_words(task: Task, player: str, win: Win) -> str:
    """How a player wins, and by what.

    The player is left to whoever says it.
    """
    chosen = chosen_of(offered_to(task.question, player), win.buys, ())[0]
    said = ", ".join(thing_words(thing) for thing in chosen)
    return f"wins {ROUTE_WORDS[win.route]} with {said} ({win.cost})" if said else f"wins {ROUTE_WORDS[win.route]}"


def _open_routes(question: Stop) -> str:
    """Which wins are looked at; nothing where all of them are."""
    if question.asked_route == "any":
        return ""
    return f" {ROUTE_WORDS[question.routes[0]]}" if len(question.routes) == 1 else " at once"


def _without_words(task: Task, win: Win) -> str:
    said = [
        thing_words(thing)
        for name, buys in win.without.items()
        for thing in chosen_of(offered_to(task.question, name), buys, ())[0]
    ]
    return and_words(said)


def _stopping_words(task: Task, player: str, one: Stopping) -> str:
    who = one.rivals[0] if len(one.rivals) == 1 else "all together"
    if one.cost is None:
        return f"{who} cannot stop {player}"
    parts = []
    for name, buys in one.changes.items():
        listed = ", ".join(thing_words(thing) for thing in chosen_of(offered_to(task.question, name), buys, ())[0])
        parts.append(listed if len(one.rivals) == 1 else f"{name} {listed}")
    stop = "stops" if len(one.rivals) == 1 else "stop"
    ending = _ending_words(task, one.changes)
    return f"{who} {stop} {player} for {one.cost}: {'; '.join(parts)}{'; ' + ending if ending else ''}"


def _ending_words(task: Task, changes: Mapping[str, Acquisitions]) -> str:
    """How the changes end the game, where they do: a rival that has won has stopped everybody else."""
    game = acquired_together(task.board, task.position, changes, task.rulings.fresh())
    return outcome_words(game.outcome, game.totals) if game.outcome is not None else ""
