r"""How rivals leave a player no win, at the least cost: interdiction by constraint generation.

The rivals change the table first, all together at one moment (:mod:`models.successors.joint`); then
the player buys what it can.  Let :math:`X` be the sets of changes on offer to the rivals that the
rules, the budgets and each other allow, :math:`Y(x)` the sets of things that the player can buy
after them, and :math:`W(x, y)` whether it alone then wins by a route asked about::

    minimise  cost(x)   such that   not W(x, y)   for all y in Y(x)

Sets: rivals :math:`R`, what is on offer to each, and to the player (:mod:`solver.successors.offers`).

Variables of the *master*: :math:`x[r,t]`, whether a rival makes a change.  All else is a function of
them, through the kernel (:mod:`solver.successors.table_model`), on a chain of tables::

    start -- changes x --> middle -- purchases y --> end

    what each rival changes is within its budgets
    no two rivals change the same marker, person or the body; no more fleets go than there are
    not (the player alone has an automatic victory in the middle)             (2A-1: the game is over)
    for each win y found so far:
        over[middle]  or  y is not legal on middle  or  not wins[end of y]

*Response*, to the master's changes: the middle is known then, and the model of the player's purchases
on it asks for a win.  If there is none, the changes stop the player.

*Why the cuts are exact.*  A cut is a copy of the kernel in which y is fixed and x is open: it holds
for exactly those x after which y is not legal, wins nothing, or comes too late.  So it cuts off no x
that stops the player, since such an x leaves no y that wins; and it cuts off the x that y answers.
The master is a relaxation throughout, its value a bound; once the response finds no win, its x is
feasible and hence optimal.  Each round adds another y, and there are finitely many.  A master without
a solution proves that nobody can stop the player: every x leaves one of the wins found.

*Bound.*  A purchase overrules what rivals did to the same space, so a cut bears on what y leaves
alone, and all else in it is constant.  A win by a hair falls to the next change; therefore the response
takes the win with most points that the budgets allow: two or three of them often prove what takes a
dozen of the cheapest.

*Tie-break*: the other of cost and number of changes, then earlier rivals' earlier things.  The changes
are singled out among those that stand against the wins found; if they leave a win, it joins, too.  So
the last are the first in this order among all that stop the player, whatever wins were found on the way.

*Same answer*: the same changes.  Those of which a part has been listed are no further answer
(``--top``, ``--all``).

The wins that an answer tells are the cheapest ones without the changes and without each of them, by
``path-to-victory``: they do not depend on the search.

*Rulings*: all but ``burial-blockers``, ``regent-choice``, ``usurper`` and ``mixed-stack``.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from models.successors.acquisitions import Acquisitions, WinningRoute, regency_turns
from models.successors.joint import acquired_together, gone, joint_breaches, wins_after
from models.successors.log import Game
from solver.answer import Outcome, Solution, Status
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Task
from solver.successors.offers import Offers, Thing, bought, chosen_of, things
from solver.successors.path_to_victory import PathToVictoryQuestion, winning
from solver.successors.path_to_victory_documents import PathAnswer, PathToVictory
from solver.successors.purchases import Purchases, keep_apart
from solver.successors.stop_documents import Stop, StopAnswer, Win
from solver.successors.table_model import Bit, Logic, Pieces, Sum, Table

if TYPE_CHECKING:
    from solver.formulation import Linear

Chosen = Mapping[str, Sequence[Thing]]
"""Things by faction."""


@dataclass(frozen=True)
class Prevention:
    """How some rivals stop a player."""

    task: Task
    player: str
    rivals: tuple[str, ...]

    @cached_property
    def question(self) -> Stop:
        """What is asked."""
        found: Stop = self.task.question
        return found

    @cached_property
    def offered(self) -> dict[str, tuple[Thing, ...]]:
        """What is on offer to each rival, in the order of play."""
        return {name: offered_to(self.question, name) for name in self.rivals}

    def solve(self, engine: Engine, count: int | None, deadline: float) -> Outcome:
        """The best ``count`` sets of changes; None: all that are as good as the best.

        ``deadline`` is when it has to be done, by ``time.perf_counter``.
        """
        master = Master(self)
        found: list[Solution] = []
        bound: int | None = None
        complete = False
        most = engine.limits.answers if count is None else count
        while len(found) < most and not complete:
            ended, solution = self._next(engine, master, deadline)
            bound = bound if found else master.bound
            if solution is None:
                complete = ended is Status.INFEASIBLE
                break
            if count is None and found and solution.objective != found[0].objective:
                complete = True
                break
            answered = self._answered(engine, solution, deadline)
            if answered is None:
                break
            found.append(answered)
            complete = not any(solution.identity)  # no change at all is a part of every set
            master.exclude(solution.identity)
        status = Status.OPTIMAL if found else Status.INFEASIBLE if complete else Status.UNKNOWN
        done = complete and not engine.interrupted
        return Outcome(status, tuple(found), bound, done, engine.interrupted, engine.statistics())

    def _next(self, engine: Engine, master: Master, deadline: float) -> tuple[Status, Solution | None]:
        """The best changes that contain none of those left out; none where the search was cut short."""
        safe: Sequence[int] | None = None
        if not master.wins:  # is there a win at all?
            status, win = self.counter(engine, {}, deadline)
            if win is not None:
                master.forbid(win)
            elif status is not Status.INFEASIBLE:
                return status, None
        while True:
            with engine.within(deadline - time.perf_counter()):
                outcome = engine.solve(master.formulation(), canonical=safe is not None)
            if outcome.status is Status.INFEASIBLE:
                return Status.INFEASIBLE, None
            if outcome.status is not Status.OPTIMAL:
                return Status.UNKNOWN, None
            solution = outcome.solutions[0]
            master.at_least(solution.objective or 0)
            if solution.identity == safe:
                return Status.OPTIMAL, solution
            status, win = self.counter(engine, self.things_of(solution), deadline)
            if win is not None:
                if win in master.wins:  # the two sides contradict each other: let the replay show it
                    return Status.OPTIMAL, solution
                master.forbid(win)
            elif status is not Status.INFEASIBLE:
                return Status.UNKNOWN, None
            elif safe is not None:
                return Status.OPTIMAL, solution
            else:
                safe = solution.identity  # the value is proved: now the first of those that have it

    def things_of(self, solution: Solution) -> dict[str, list[Thing]]:
        """The changes of a solution."""
        values = solution.values
        return {name: [thing for thing in offered if values[name, thing.key]] for name, offered in self.offered.items()}

    def counter(self, engine: Engine, chosen: Chosen, deadline: float) -> tuple[Status, tuple[Thing, ...] | None]:
        """A win of the player after some changes, the one with most points; infeasible if there is none."""
        from ortools.sat.python import cp_model

        task, question, name = self.task, self.question, self.player
        changes = acquired_by(chosen)
        game = acquired_together(task.board, task.position, changes, task.rulings.fresh())
        if game.outcome is not None:
            return (Status.OPTIMAL, ()) if self._ended(changes, game) else (Status.INFEASIBLE, None)
        model = cp_model.CpModel()
        logic = Logic(model)
        table = Table(logic, task.board, game.position, task.rulings, Pieces.of(game.position))
        lost = gone(changes)
        offered = [t for t in offered_to(question, name) if not (t.kind == "generals" and t.name in lost)]
        budgets = budgets_of(question, name)
        buys = Purchases(logic, task.board, game.position, table.pieces, name, offered, budgets)
        table = table.after(buys.after)
        won = winning(table, name, question.routes, regency_turns(game.position))
        logic.require(logic.some(*won.values()))
        decisions: dict[Hashable, Linear] = {thing.key: bit for thing, bit in buys.bits.items()}
        formulation = Formulation(model, table.total(name).expression, decisions)
        with engine.within(deadline - time.perf_counter()):
            outcome = engine.solve(formulation, canonical=False)
        if outcome.status is not Status.OPTIMAL:
            return outcome.status, None
        values = outcome.solutions[0].values
        return Status.OPTIMAL, tuple(thing for thing in offered if values[thing.key])

    def _ended(self, changes: Mapping[str, Acquisitions], after: Game) -> list[WinningRoute]:
        """By which routes the player has won where the changes end the game."""
        task = self.task
        none = (task.board, task.position, changes, self.player, Acquisitions(), task.rulings.fresh(), after)
        return [route for route in wins_after(*none) if route in self.question.routes]

    def respond(self, engine: Engine, chosen: Chosen, deadline: float) -> tuple[Status, PathAnswer | None, bool]:
        """The player's cheapest win after some changes, and whether it was singled out; infeasible if there is none."""
        task, question = self.task, self.question
        changes = acquired_by(chosen)
        game = acquired_together(task.board, task.position, changes, task.rulings.fresh())
        if game.outcome is not None:
            won = self._ended(changes, game)
            return (Status.OPTIMAL, PathAnswer(route=won[0]), True) if won else (Status.INFEASIBLE, None, True)
        offers: Offers = question.offers.get(self.player) or Offers()
        lost = gone(changes)
        generals = {name: price for name, price in offers.generals.items() if name not in lost}
        asked = PathToVictory(
            kind="path-to-victory",
            player=self.player,
            route=question.asked_route,
            offers=Offers(**{**_fields(offers), "generals": generals}),
            budgets=budgets_of(question, self.player),
            weights=question.weights,
        )
        path = PathToVictoryQuestion()
        response = replace(task, position=game.position, question=asked)
        with engine.within(deadline - time.perf_counter()):
            outcome = engine.solve(path.formulate(response))
        if outcome.status is not Status.OPTIMAL:
            return outcome.status, None, True
        solution = outcome.solutions[0]
        return Status.OPTIMAL, path.decode(response, solution), solution.canonical

    def _answered(self, engine: Engine, solution: Solution, deadline: float) -> Solution | None:
        """The solution with its answer: the cheapest wins that it prevents, canonical ones."""
        chosen = {name: listed for name, listed in self.things_of(solution).items() if listed}
        wins, canonical = [], solution.canonical
        for left_out in (None, *self._single(chosen)):
            kept = {} if left_out is None else less(chosen, *left_out)
            status, found, singled_out = self.respond(engine, kept, deadline)
            canonical = canonical and singled_out
            if status not in (Status.OPTIMAL, Status.INFEASIBLE):
                return None
            if found is not None:
                without = {} if left_out is None else {left_out[0]: bought([left_out[1]])}
                wins.append(win_of(self.question, self.player, found, without))
        answer = StopAnswer(changes=acquired_by(chosen), cost=cost_of(self.question, chosen), wins=tuple(wins))
        return replace(solution, values={}, canonical=canonical, plan=answer)

    def _single(self, chosen: Chosen) -> Iterator[tuple[str, Thing]]:
        """Each change that can be left out by itself; a single one is no more than all of them."""
        listed = [(name, thing) for name, those in chosen.items() for thing in those]
        for name, thing in listed if len(listed) > 1 else ():
            kept = acquired_by(less(chosen, name, thing))
            if not any(joint_breaches(self.task.board, self.task.position, kept, (), self.task.rulings.fresh())):
                yield name, thing


class Master:
    """The changes that stand against the player's wins found so far.

    Attributes
    ----------
    wins
        What the player buys for each.
    bound
        What the changes cost, or how many there are, at least.
    """

    def __init__(self, prevention: Prevention) -> None:
        from ortools.sat.python import cp_model

        self.task, self.player, self.question = prevention.task, prevention.player, prevention.question
        self.model = cp_model.CpModel()
        self.logic = Logic(self.model)
        self.wins: list[tuple[Thing, ...]] = []
        self.bound: int | None = None
        self.bits: dict[tuple[str, Thing], Bit] = {}
        board, position = self.task.board, self.task.position
        start = Table(self.logic, board, position, self.task.rulings, Pieces.of(position))
        free = self.logic.no(start.over())
        pieces, cost, count = start.pieces, Sum(), Sum()
        for name, offered in prevention.offered.items():
            budgets = budgets_of(self.question, name)
            changes = Purchases(self.logic, board, position, pieces, name, offered, budgets, free)
            pieces = changes.after
            self.bits |= {(name, thing): bit for thing, bit in changes.bits.items()}
            cost, count = cost + changes.cost(self.question.weights), count + changes.count()
        self.measures = [cost, count] if self.question.minimise == "cost" else [count, cost]
        each = [(name, thing, bit) for (name, thing), bit in self.bits.items()]
        keep_apart(self.logic, self.task.board, Pieces.of(self.task.position), each)
        self.middle = start.after(pieces)
        self.settled = replace(pieces, champions={name: self.middle.champion(name) for name in position.players})
        self.routes, self.tests = self.question.routes, regency_turns(position)
        at_once = [route for route in self.routes if route in ("legitimacy", "vp")]
        ended = winning(self.middle, self.player, at_once, ()).values()
        self.logic.require(self.logic.no(self.logic.some(*ended)))

    def forbid(self, win: tuple[Thing, ...]) -> None:
        """Demand that some purchases of the player are not legal after the changes, or do not win."""
        self.wins.append(win)
        logic, task = self.logic, self.task
        buys = Purchases(logic, task.board, task.position, self.settled, self.player, win, {}, taken=True)
        joining = {thing.name for thing in win if thing.kind == "generals"}
        killed = (bit for (_, thing), bit in self.bits.items() if thing.kind == "kill" and thing.name in joining)
        legal = logic.both(buys.legal, *(logic.no(bit) for bit in killed))
        won = winning(self.middle.after(buys.after), self.player, self.routes, self.tests)
        logic.require(logic.no(logic.both(logic.no(self.middle.over()), legal, logic.some(*won.values()))))

    def exclude(self, identity: Sequence[int]) -> None:
        """Demand that not all of some changes are made."""
        logic = self.logic
        taken = (bit for bit, value in zip(self.bits.values(), identity, strict=True) if value)
        logic.require(logic.some(*(logic.no(bit) for bit in taken)))

    def at_least(self, bound: int) -> None:
        """Remember what the changes cost at least."""
        self.bound = bound
        self.model.add(self.measures[0].expression >= bound)

    def formulation(self) -> Formulation:
        """The best changes against the wins found so far."""
        identity = list(self.bits.values())
        first, second = self.measures
        return Formulation(
            self.model,
            first.expression,
            {(name, thing.key): bit for (name, thing), bit in self.bits.items()},
            [
                Criterion(second.expression, second.low, second.high),
                *(Criterion(bit, 0, 1, maximise=True) for bit in identity),
            ],
            identity,
            maximise=False,
        )


def offered_to(question: Stop, name: str) -> tuple[Thing, ...]:
    """What is on offer to a faction; nothing to one that the question does not name."""
    return things(question.offers[name], question.weights) if name in question.offers else ()


def budgets_of(question: Stop, name: str) -> Mapping[str, int]:
    """The most of each resource for a faction."""
    return question.offers[name].budgets if name in question.offers else {}


def resources_named(question: Stop, name: str) -> dict[str, None]:
    """The resources that a faction's prices are in, in the order in which they come."""
    return {resource: None for thing in offered_to(question, name) for resource, _ in thing.price}


def cost_of(question: Stop, chosen: Chosen) -> int:
    """What things cost together."""
    return sum(thing.cost(question.weights) for listed in chosen.values() for thing in listed)


def acquired_by(chosen: Chosen) -> dict[str, Acquisitions]:
    """Things as acquisitions, by those who have any."""
    return {name: bought(listed) for name, listed in chosen.items() if listed}


def chosen_in(question: Stop, changes: Mapping[str, Acquisitions]) -> dict[str, list[Thing]]:
    """What of some changes is on offer."""
    return {name: chosen_of(offered_to(question, name), buys, ())[0] for name, buys in changes.items()}


def _fields(offers: Offers) -> dict[str, Any]:
    return {key: getattr(offers, key) for key in Offers.model_fields}


def less(chosen: Chosen, name: str, thing: Thing) -> dict[str, list[Thing]]:
    """Things without one of them."""
    return {other: [one for one in listed if (other, one) != (name, thing)] for other, listed in chosen.items()}


def win_of(question: Stop, player: str, found: PathAnswer, without: Mapping[str, Acquisitions]) -> Win:
    """A win as it is told."""
    assert found.route is not None
    chosen = chosen_of(offered_to(question, player), found.buys, ())[0]
    return Win(without=dict(without), route=found.route, buys=found.buys, cost=cost_of(question, {player: chosen}))
