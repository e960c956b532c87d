r"""Turn order in empire: who chooses a seat when, what a choice costs, what each seat is worth.

*Order.*  The players are put into every order in which nobody stands behind somebody whom they
outrank (5.1-1, 5.1-4, 5.1-5): several, where a draw decides.  In each of them everybody takes the
dearest seat that is free (5.1-2).  Proof: exhaustive.  Value: the player's place among those who
choose, in the worst draw.

*Bid.*  The rivals' tablets are known, or within bounds.  A bid is *beaten* by tablets with which the
player may fail to choose in time, a draw counting as lost.  A bid that is beaten leaves every smaller
one beaten: who bid as much as the larger bid outranks the smaller one outright.  So the smallest bid
that secures the choice is one more than the **largest bid that is beaten**, and its proof is the
tablets that beat one cube less.  With :math:`b` the player's cubes on turn order and
:math:`o_r, a_r, t_r` those of rival :math:`r` on turn order, armies and temples::

    o[r] + a[r] + t[r] <= hand                           within the bounds        (4.1-1)
    ahead[r]  =>  o[r] > b,  or  o[r] = b and not behind in armies, then temples  (5.1-1, 5.1-4, 5.1-5)
    nobody   <=>  b + sum(o) = 0                         in the game's first round (5.1-3)
    sum(ahead) >= choice  unless nobody                  maximise b

*Bound.*  No big M: what makes a rival come first is enforced by literals, over three small domains a
rival.  The relaxation sees the bounds of each field and the cubes in each hand; what the literals
say is left to propagation.

*Tie-break*: the rivals' tablets, in the order of the position, fewest cubes first.

*Seats.*  All tablets are revealed.  Those who sit before the player follow their policies, those
behind answer with what is best for themselves; :mod:`solver.empire.sequence` solves that from the
last mover back.  Proof: dynamic programming over complete lists of turns.

*Same answer*: an answer to ``order`` and ``seats`` is the whole table, so there is one; answers to
``bid`` differ in the number of cubes.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.board import SYMBOL
from models.empire.plan import Plan
from models.empire.position import PlayerState, Position
from models.empire.round import Table, distribute
from models.empire.turn_order import Order, play_order, rankings, seats_fixed
from models.empire.words import cubes, move_words, pieces_words, plan_words
from models.errors import Breach, ContradictionError, Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.empire.inquiries import Bounds, RivalBounds, SeatOutcome, Tablet, TurnOrder, TurnOrderAnswer
from solver.empire.rivals import ended_problems, player_problems, points_words, rival_problems
from solver.empire.seats import (
    better_replies,
    hand_problems,
    replay_seats,
    seat_problems,
    size_problems,
    solve_seats,
    worths_of,
)
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

BELONGS = {
    "wishes": "order",
    "choice": "bid",
    "armies": "bid",
    "temple": "bid",
    "rivals": "bid",
    "order": "seats",
    "seats": "seats",
    "maximise": "seats",
}
"""Which field goes with which ``ask``."""

RANKING = ("order", "armies", "temple")
"""The fields that rank the players, the first first (5.1-1, 5.1-4, 5.1-5)."""

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


class TurnOrderQuestion(Question):
    """``turn-order``: see the module."""

    answer = TurnOrderAnswer

    def proof_of(self, question: TurnOrder) -> Proof:
        """All draws are gone through, a bid is CP-SAT's, seats are solved from the last mover back."""
        return {"order": Proof.EXHAUSTIVE, "bid": Proof.CP_SAT, "seats": Proof.DYNAMIC_PROGRAMMING}[question.ask]

    def maximises(self, question: TurnOrder) -> bool:
        """A low place and a low bid are better; of a seat's worth more is."""
        return question.ask == "seats"

    def value_words(self, task: Task, value: int) -> str:
        """A place, a number of cubes, or the worth of the best seat."""
        question: TurnOrder = task.question
        if question.ask == "order":
            return f"{question.player} is {ORDINALS[value]} to choose in the worst case"
        if question.ask == "bid":
            return f"{cubes(value)} on turn order"
        return points_words(question.player, question.maximise, value, " in the best seat")

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The table of the answer, a line for each thing."""
        assert isinstance(plan, TurnOrderAnswer)
        outcomes = plan.outcomes or ()
        for number, outcome in enumerate(outcomes, start=1):
            draw = f"draw {number}: " if len(outcomes) > 1 else ""
            yield f"{draw}they choose", ", ".join(outcome.ranking)
            yield f"{draw}they play", ", ".join(outcome.play_order)
        if plan.bid is not None:
            yield "turn order", cubes(plan.bid)
        for name, tablet in (plan.beaten_by or {}).items():
            told = f"turn order {tablet.order}, armies {tablet.armies}, temples {tablet.temple}"
            yield "one less is beaten by", f"{name}: {told}"
        for worth in plan.seats or ():
            yield f"seat {worth.seat}", f"{worth.points} points, margin {worth.margin}"
            yield from plan_words(Plan(moves=worth.plan.moves, pieces=worth.plan.pieces))
            for name, turn in worth.replies.items():
                done = [*map(move_words, turn.moves), *pieces_words(turn.pieces)]
                yield f"{name} answers", "; ".join(done) or "stays and lays nothing"

    # -- what is wrong ---------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """Fields of another ``ask``, unknown names and seats, tablets that nothing is known of, too many turns."""
        question: TurnOrder = task.question
        unknown = [*player_problems(task, question.player), *ended_problems(task)]
        yield from unknown
        for key, ask in BELONGS.items():
            if key in question.model_fields_set and question.ask != ask:
                yield Problem(("question", key), f"“{key}” means nothing to “ask: {question.ask}”", f"“ask: {ask}”")
        if question.ask != "seats" and task.position.round > 1:
            what = "turn order is settled in the first round of a region"
            yield Problem(("position", "round"), what, "round 1 (rule 5.2-1)")
        if unknown:
            return
        if question.ask == "order":
            yield from _order_problems(task)
        elif question.ask == "bid":
            yield from _bid_problems(task)
        else:
            found = list(seat_problems(task))
            yield from found
            if not found:
                yield from size_problems(task)

    # -- the three procedures --------------------------------------------------------------------

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The answer."""
        if task.question.ask == "order":
            return _all_draws(task)
        if task.question.ask == "bid":
            return self._bids(task, engine, 1)
        return solve_seats(task, engine)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The smallest bids that do; of the other two questions there is one answer."""
        if task.question.ask == "bid":
            return self._bids(task, engine, count)
        return self.all(task, engine)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """There is one best answer."""
        found = self.best(task, engine)
        return replace(found, complete=found.status in (Status.OPTIMAL, Status.INFEASIBLE))

    def formulate(self, task: Task) -> Formulation:
        """The largest bid that is beaten, and by what; the other two questions need no model."""
        from ortools.sat.python import cp_model

        return _beaten(_Bidding.of(task), task.rulings, cp_model.CpModel())

    def _bids(self, task: Task, engine: Engine, count: int) -> Outcome:
        """One more than the largest bid that is beaten, and the next ones."""
        bidding = _Bidding.of(task)
        outcome = engine.solve(self.formulate(task))
        if outcome.status is Status.UNKNOWN:
            return outcome
        known: Mapping[Hashable, int] = {}
        least, proved = bidding.least, outcome.status
        if outcome.status is Status.INFEASIBLE:  # no bid is beaten
            proved = Status.OPTIMAL
        else:
            beaten = outcome.solutions[0]
            assert beaten.objective is not None
            assert outcome.bound is not None
            least = outcome.bound + 1
            if outcome.status is Status.OPTIMAL:
                known = beaten.values
                self._believe(task, bidding, known)
        bound = least if proved is Status.OPTIMAL else (outcome.solutions[0].objective or 0) + 1
        if least > bidding.most:
            status = Status.INFEASIBLE if proved is Status.OPTIMAL else Status.UNKNOWN
            return replace(outcome, status=status, solutions=(), bound=None, complete=status is Status.INFEASIBLE)
        canonical = proved is Status.OPTIMAL and (not known or outcome.solutions[0].canonical)
        solutions = [
            Solution({"bid": bid, **(known if bid == least else {})}, bid, canonical, (bid,), (bid,))
            for bid in range(least, min(least + count, bidding.most + 1))
        ]
        complete = proved is Status.OPTIMAL and solutions[-1].values["bid"] == bidding.most
        return replace(outcome, status=proved, solutions=tuple(solutions), bound=bound, complete=complete)

    @staticmethod
    def _believe(task: Task, bidding: _Bidding, values: Mapping[Any, int]) -> None:
        """Tablets must beat the bid by the rules as well; where they beat the largest, no replay would say so."""
        tablets = {name: Tablet(**{key: values[key, name] for key in RANKING}) for name in bidding.rivals}
        if _in_time(_with_tablets(task, values["beaten"], tablets), task.question, task.rulings.fresh()):
            raise ContradictionError(f"a bid of {values['beaten']} is said to be beaten and is not: {tablets}")

    def decode(self, task: Task, solution: Solution) -> TurnOrderAnswer:
        """The table of the draws, the bid, or the seats."""
        values: dict[Any, int] = dict(solution.values)
        if task.question.ask == "order":
            return _draws_of(task, values)
        if task.question.ask == "seats":
            return worths_of(task, values)
        if "beaten" not in values:
            return TurnOrderAnswer(bid=values["bid"])
        tablets = {name: Tablet(**{key: values[key, name] for key in RANKING}) for name in _Bidding.of(task).rivals}
        return TurnOrderAnswer(bid=values["bid"], beaten_by=tablets)

    # -- by the rules alone ----------------------------------------------------------------------

    def replay(self, task: Task, plan: Document) -> Replay:
        """Rank by the rules, try the bid against the tablets that matter, or play every line."""
        assert isinstance(plan, TurnOrderAnswer)
        rulings = task.rulings.fresh()
        if task.question.ask == "order":
            return _replay_order(task, plan, rulings)
        if task.question.ask == "bid":
            return _replay_bid(task, plan, rulings)
        return replay_seats(task, plan, rulings)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """What belongs to another question; seats left out; answers of others that are not their best."""
        assert isinstance(plan, TurnOrderAnswer)
        wanted, *beside = {"order": ["outcomes"], "bid": ["bid", "beaten_by"], "seats": ["seats"]}[task.question.ask]
        found = [
            Breach("question", (key,), f"the question asks for “{wanted}”")
            for key in TurnOrderAnswer.model_fields
            if key not in (wanted, *beside) and getattr(plan, key) is not None
        ]
        if getattr(plan, wanted) is None:
            found.append(Breach("question", (wanted,), f"the answer has no “{wanted}”"))
        elif task.question.ask == "seats":
            found += better_replies(task, plan)
        return tuple(found)


# -- the tablets ---------------------------------------------------------------------------------


def _revealed(task: Task, rulings: Rulings) -> Position:
    """The position when the rivals with an assumed allocation have distributed their cubes."""
    table = Table.of(task.board, task.position)
    for name, policy in task.assumptions.rivals.items():
        hand = table.players[name].hand
        if hand and policy.allocation is not None:
            table = distribute(table, name, policy.allocation.allocation(hand, True), rulings).table
    position: Position = task.position
    return position.model_copy(update={"players": dict(table.players)})


def _nobody_bids(position: Position) -> bool:
    """Whether rule 5.1-3 holds."""
    return position.opens_game and not any(state.order for state in position.states.values())


def _seating_problem(when: str) -> Problem:
    what = f"{when} in the first round of the game, and nothing says who is the oldest"
    return Problem(("position", "seating"), what, "the players clockwise from the oldest (rule 5.1-3)")


# -- order ---------------------------------------------------------------------------------------


def _order_problems(task: Task) -> Iterator[Problem]:
    question: TurnOrder = task.question
    yield from hand_problems(task, [question.player])
    found = list(rival_problems(task, question.player, moving=False))
    yield from found
    count = len(task.position.players)
    for name, wishes in question.wishes.items():
        path: Path = ("question", "wishes", name)
        if name not in task.position.players:
            yield Problem(path, f"unknown player “{name}”", one_of(task.position.players, name))
        for at, seat in enumerate(wishes):
            if not 1 <= seat <= count:
                yield Problem((*path, at), f"there is no seat {seat}", f"1 to {count}")
            elif seat in wishes[:at]:
                yield Problem((*path, at), f"seat {seat} stands twice", "each seat once")
    if not found and task.position.seating is None and _nobody_bids(_revealed(task, task.rulings.fresh())):
        yield _seating_problem("nobody bids")


def _all_draws(task: Task) -> Outcome:
    """Every order in which the players may come to choose, and the seats that they then take."""
    started = time.perf_counter()
    rulings = task.rulings.fresh()
    position = _revealed(task, rulings)
    question: TurnOrder = task.question
    names = list(position.players)
    readings = task.rulings.readings
    if _nobody_bids(position):
        assert position.seating is not None
        orders: list[tuple[str, ...]] = [position.seating]
        fixed = readings["no-bids-first-round"] == "play-order"
    else:
        states = position.states
        ranks = {name: _rank(states[name], readings) for name in names}
        orders = [
            order
            for order in permutations(names)
            if not any(ranks[later] > ranks[one] for at, one in enumerate(order) for later in order[at + 1 :])
        ]
        fixed = False
    values: dict[Hashable, int] = {}
    for draw, order in enumerate(orders):
        free = list(range(1, len(names) + 1))
        for place, name in enumerate(order, start=1):
            chooses = not fixed and (place == 1 or readings["who-chooses"] == "everyone")
            wishes = [seat for seat in question.wishes.get(name, ()) if seat in free] if chooses else []
            seat = wishes[0] if wishes else free[0]
            free.remove(seat)
            values["place", draw, name], values["seat", draw, name] = place, seat
    worst = max(order.index(question.player) + 1 for order in orders)
    statistics = {"solver_seconds": round(time.perf_counter() - started, 6), "draws": len(orders)}
    solution = Solution(values, worst, canonical=True)
    return Outcome(Status.OPTIMAL, (solution,), worst, complete=True, statistics=statistics)


def _rank(state: PlayerState, readings: Mapping[str, str]) -> tuple[int, ...]:
    """What ranks a player, the larger first (5.1-1, 5.1-4, 5.1-5); those with the same draw lots."""
    if not state.order and readings["zero-bids"] == "random":
        return (0,)
    if readings["turn-order-tie"] == "fewer-points":
        return (state.order, -state.points)
    return (state.order, state.army_count, state.temple)


def _draws_of(task: Task, values: Mapping[Any, int]) -> TurnOrderAnswer:
    names = list(task.position.players)
    draws = sorted({key[1] for key in values})
    return TurnOrderAnswer(
        outcomes=tuple(
            SeatOutcome(
                ranking=tuple(sorted(names, key=lambda name: values["place", draw, name])),
                play_order=tuple(sorted(names, key=lambda name: values["seat", draw, name])),
            )
            for draw in draws
        )
    )


def _replay_order(task: Task, plan: TurnOrderAnswer, rulings: Rulings) -> Replay:
    question: TurnOrder = task.question
    position = _revealed(task, rulings)
    settled = seats_fixed(position, rulings)
    possible = rankings(position, rulings)
    found: list[Breach] = []
    told = [outcome.ranking for outcome in plan.outcomes or ()]
    for at, outcome in enumerate(plan.outcomes or ()):
        path: Path = ("outcomes", at)
        if outcome.ranking not in possible:
            found.append(Breach("5.1-1", (*path, "ranking"), "the players cannot come to choose in this order"))
            continue
        if outcome.ranking in told[:at]:
            found.append(Breach("question", (*path, "ranking"), "this order stands twice"))
        order: Order | None = outcome.ranking
        if not settled:
            order, breaches = play_order(outcome.ranking, _choices(outcome.ranking, question, rulings), rulings)
            found += breaches
        if order != outcome.play_order:
            played = ", ".join(order or ())
            found.append(Breach("5.1-2", (*path, "play_order"), f"with these wishes the order of play is {played}"))
    missing = [", ".join(order) for order in possible if order not in told]
    found += [Breach("5.1-5", ("outcomes",), f"left out: they may choose in the order {order}") for order in missing]
    worst = max(order.index(question.player) + 1 for order in possible)
    return Replay(worst, Ledger(), rulings.consulted(), found)


def _choices(ranking: Order, question: TurnOrder, rulings: Rulings) -> dict[str, int]:
    """The seats that the players choose one after the other, each the dearest that is free (5.1-2)."""
    alone = rulings.read("who-chooses") == "highest-bidder"
    chosen: dict[str, int] = {}
    for name in ranking[:1] if alone else ranking:
        free = set(range(1, len(ranking) + 1)) - set(chosen.values())
        wanted = [seat for seat in question.wishes.get(name, ()) if seat in free]
        chosen[name] = wanted[0] if wanted else min(free)
    return chosen


# -- bid -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Bidding:
    """What is known before the tablets are revealed.

    Attributes
    ----------
    me
        The player with the armies and temple cubes that the question names.
    least, most
        Cubes that can lie on the player's turn order field.
    rivals
        Their known tablets, or how many cubes are in the hand and what bounds them.
    choice
        How many may choose before it is too late, and one more.
    position
        The position when all known allocations are made.
    """

    player: str
    me: PlayerState
    least: int
    most: int
    rivals: Mapping[str, tuple[PlayerState, RivalBounds | None]]
    choice: int
    position: Position

    @classmethod
    def of(cls, task: Task) -> _Bidding:
        question: TurnOrder = task.question
        position = _revealed(task, task.rulings.fresh())
        states = position.states
        me = states[question.player]
        armies = {**me.armies, SYMBOL: me.armies.get(SYMBOL, 0) + question.armies}
        room = (me.hand or 0) - question.armies - question.temple
        planned = me.model_copy(update={"armies": armies, "temple": me.temple + question.temple})
        rivals = {
            name: (state, question.rivals.get(name, RivalBounds()) if state.hand else None)
            for name, state in states.items()
            if name != question.player
        }
        alone = task.rulings.readings["who-chooses"] == "highest-bidder"
        choice = 1 if alone else question.choice
        return cls(question.player, planned, me.order, me.order + room, rivals, choice, position)


def _bid_problems(task: Task) -> Iterator[Problem]:
    question: TurnOrder = task.question
    states = task.position.states
    policies = task.assumptions.rivals
    unknown = [name for name in policies if name not in states or name == question.player]
    for problem in rival_problems(task, question.player, moving=False):
        # A hand of which nothing is said may do anything; what is said of it must fit.
        if len(problem.path) > 3 or (len(problem.path) == 3 and problem.path[2] in unknown):
            yield problem
    hand = states[question.player].hand or 0
    if question.armies + question.temple > hand:
        what = f"{question.armies + question.temple} cubes for armies and temples"
        yield Problem(("question",), what, f"at most the {hand} in the hand of {question.player}")
    if question.choice > len(states):
        yield Problem(("question", "choice"), f"{len(states)} players choose", f"1 to {len(states)}")
    rivals = [name for name in states if name != question.player]
    wrong = False
    for name, bounds in question.rivals.items():
        path: Path = ("question", "rivals", name)
        if name not in rivals:
            yield Problem(path, f"no rival is called “{name}”", one_of(rivals, name))
            wrong = True
            continue
        state = states[name]
        policy = policies.get(name)
        if state.order or state.army_count or state.temple or not state.hand:
            yield Problem(path, f"the tablet of {name} is known already", f"all cubes in the hand of {name}")
        elif policy is not None and policy.allocation is not None:
            yield Problem(path, f"an allocation of {name} is assumed as well", "bounds or an allocation")
        total = sum(getattr(bounds, key).least for key in RANKING)
        if state.hand and total > state.hand:
            yield Problem(path, f"at least {total} cubes are put down", f"at most the {state.hand} in the hand")
        for key in RANKING:
            bound: Bounds = getattr(bounds, key)
            if bound.most is not None and bound.most < bound.least:
                yield Problem((*path, key), f"at least {bound.least}, at most {bound.most}", "“least” up to “most”")
    if wrong or unknown or task.position.seating is not None:
        return
    if task.rulings.readings["no-bids-first-round"] == "choice-order" and task.position.opens_game:
        bidding = _Bidding.of(task)
        silent = all(not (bounds.order.least if bounds else state.order) for state, bounds in bidding.rivals.values())
        if silent and bidding.least == 0:
            yield _seating_problem("it may be that nobody bids")


def _limit(bound: Bounds, hand: int) -> tuple[int, int]:
    return bound.least, hand if bound.most is None else min(bound.most, hand)


def _beaten(bidding: _Bidding, rulings: Rulings, model: CpModel) -> Formulation:
    """The largest bid of the player that some tablets of the rivals beat."""
    readings = rulings.readings
    bid = model.new_int_var(bidding.least, bidding.most, "bid")
    decisions: dict[Hashable, Linear] = {"beaten": bid}
    zero = model.new_bool_var("bid:zero")  # whether the player bids nothing
    model.add(bid == 0).only_enforce_if(zero)
    model.add(bid >= 1).only_enforce_if(~zero)
    ahead: list[IntVar] = []
    order: list[Linear] = []
    tie_breaks: list[Criterion] = []
    for name, (state, bounds) in bidding.rivals.items():
        tablet = _tablet(model, name, state, bounds)
        for key, number in tablet.items():
            decisions[key, name] = number
            if bounds is not None:
                tie_breaks.append(Criterion(number, 0, state.hand or 0))
        order.append(tablet["order"])
        more, level = model.new_bool_var(f"more:{name}"), model.new_bool_var(f"level:{name}")
        model.add(tablet["order"] >= bid + 1).only_enforce_if(more)  # 5.1-1
        model.add(tablet["order"] == bid).only_enforce_if(level)
        reasons = [zero] if readings["zero-bids"] == "random" else []  # any of them will do
        if readings["turn-order-tie"] == "rulebook":
            armies, temples = model.new_bool_var(f"armies:{name}"), model.new_bool_var(f"temples:{name}")
            model.add(tablet["armies"] >= bidding.me.army_count + 1).only_enforce_if(armies)  # 5.1-4
            model.add(tablet["armies"] == bidding.me.army_count).only_enforce_if(temples)
            model.add(tablet["temple"] >= bidding.me.temple).only_enforce_if(temples)  # 5.1-5, a draw counts as lost
            model.add_bool_or([*reasons, armies, temples, ~level])
        elif state.points > bidding.me.points:
            model.add_bool_or([*reasons, ~level])
        before = model.new_bool_var(f"ahead:{name}")
        model.add_bool_or([more, level, ~before])
        ahead.append(before)
    nobody = model.new_bool_var("nobody")
    total = bid + sum(order)
    if bidding.position.opens_game:  # 5.1-3
        model.add(total == 0).only_enforce_if(nobody)
        model.add(total >= 1).only_enforce_if(~nobody)
        seating = bidding.position.seating
        chooses = readings["no-bids-first-round"] == "choice-order"
        if chooses and seating is not None and seating.index(bidding.player) < bidding.choice:
            model.add(nobody == 0)  # such tablets beat nothing
    else:
        model.add(nobody == 0)
    model.add(sum(ahead) >= bidding.choice).only_enforce_if(~nobody)
    identity = [number for key, number in decisions.items()]
    return Formulation(model, bid, decisions, tie_breaks, identity)


def _tablet(model: CpModel, name: str, state: PlayerState, bounds: RivalBounds | None) -> dict[str, Linear]:
    """The three fields of a rival that rank: as they lie, or whatever the bounds allow (4.1-1)."""
    if bounds is None:
        return {"order": state.order, "armies": state.army_count, "temple": state.temple}
    hand = state.hand or 0
    lies = {"order": state.order, "armies": state.army_count, "temple": state.temple}
    tablet: dict[str, Linear] = {}
    put: Linear = 0
    for key, there in lies.items():
        low, high = _limit(getattr(bounds, key), hand)
        variable = model.new_int_var(low, max(low, high), f"{key}:{name}")
        put = put + variable
        tablet[key] = there + variable
    model.add(put <= hand)
    return tablet


def _with_tablets(task: Task, bid: int, tablets: Mapping[str, Tablet]) -> Position:
    """The position with the player's bid and the rivals' tablets on the table."""
    bidding = _Bidding.of(task)
    players = {}
    for name in task.position.players:
        if name == bidding.player:
            players[name] = bidding.me.model_copy(update={"order": bid})
        else:
            state, tablet = bidding.rivals[name][0], tablets[name]
            update = {"order": tablet.order, "armies": {SYMBOL: tablet.armies}, "temple": tablet.temple}
            players[name] = state.model_copy(update=update)
    return bidding.position.model_copy(update={"players": players})


def _in_time(position: Position, question: TurnOrder, rulings: Rulings) -> bool:
    """Whether the player chooses in time however the draws fall."""
    if seats_fixed(position, rulings):  # nobody chooses
        return False
    worst = max(order.index(question.player) + 1 for order in rankings(position, rulings))
    if worst > 1 and worst <= question.choice and rulings.read("who-chooses") == "highest-bidder":
        return False
    return worst <= question.choice


def _dangerous(bidding: _Bidding, bid: int) -> Iterator[dict[str, Tablet]]:
    """The rivals' tablets among which is the worst for a bid.

    For the player's place it only matters who bids less, as much or more, and whether anybody bids at
    all; for those who bid as much, more armies are worse, then more temple cubes.
    """
    choices: list[list[Tablet]] = []
    for state, bounds in bidding.rivals.values():
        if bounds is None:
            choices.append([Tablet(order=state.order, armies=state.army_count, temple=state.temple)])
            continue
        hand = state.hand or 0
        (low, high), (few, many), (least, most) = (_limit(getattr(bounds, key), hand) for key in RANKING)
        high = min(high, hand - few - least)
        tried = []
        for order in sorted({low, high, bid - state.order} & set(range(low, high + 1))):
            armies = min(many, hand - order - least)
            temple = min(most, hand - order - armies)
            put = Tablet(order=state.order + order, armies=state.army_count + armies, temple=state.temple + temple)
            tried.append(put)
        choices.append(tried)
    for tablets in product(*choices):
        yield dict(zip(bidding.rivals, tablets, strict=True))


def _replay_bid(task: Task, plan: TurnOrderAnswer, rulings: Rulings) -> Replay:
    bidding = _Bidding.of(task)
    bid = plan.bid if plan.bid is not None else bidding.least
    found: list[Breach] = []
    if not bidding.least <= bid <= bidding.most:
        can = f"{bidding.player} can have {bidding.least} to {bidding.most} cubes there"
        found.append(Breach("3.3-1", ("bid",), can))
    else:
        for tablets in _dangerous(bidding, bid):
            if not _in_time(_with_tablets(task, bid, tablets), task.question, rulings):
                told = "; ".join(_tablet_words(name, tablet) for name, tablet in tablets.items())
                what = f"that does not secure the {ORDINALS[task.question.choice]} choice: {told}"
                found.append(Breach("5.1-1", ("bid",), what))
                break
    if plan.beaten_by is not None:
        found += _doubtful(task, bidding, bid, plan.beaten_by, rulings)
    return Replay(bid, Ledger(), rulings.consulted(), found)


def _tablet_words(name: str, tablet: Tablet) -> str:
    return f"{name} with turn order {tablet.order}, armies {tablet.armies}, temples {tablet.temple}"


def _doubtful(
    task: Task, bidding: _Bidding, bid: int, tablets: Mapping[str, Tablet], rulings: Rulings
) -> Iterator[Breach]:
    """Tablets that are out of bounds, or do not beat one cube less."""
    path: Path = ("beaten_by",)
    if set(tablets) != set(bidding.rivals):
        yield Breach("question", path, f"not the tablets of {', '.join(bidding.rivals)}")
        return
    sound = True
    for name, (state, bounds) in bidding.rivals.items():
        lies = Tablet(order=state.order, armies=state.army_count, temple=state.temple)
        put = {key: getattr(tablets[name], key) - getattr(lies, key) for key in RANKING}
        hand = (state.hand or 0) if bounds is not None else 0
        if sum(put.values()) > hand:
            sound = False
            yield Breach("3.3-1", (*path, name), f"{name} has no more than {hand} cubes to put down")
        for key, number in put.items():
            low, high = (0, 0) if bounds is None else _limit(getattr(bounds, key), hand)
            if not low <= number <= high:
                sound = False
                yield Breach("question", (*path, name, key), f"out of bounds: {low} to {high} can be put there")
    if sound and bid <= bidding.least:
        yield Breach("question", path, "there is no smaller bid to beat")
    elif sound and _in_time(_with_tablets(task, bid - 1, tablets), task.question, rulings):
        yield Breach("5.1-1", path, f"these do not beat a bid of {bid - 1}")
