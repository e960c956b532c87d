r"""``occupy``: the cheapest way into a province, or the best use of cards and governors for several.

*Cheapest* looks at all ways to pay (5-4 to 5-6): how many governors stand on each symbol, and which governor is paid
for where one ejection is enough; proof: exhaustive.  *Assign* packs such ways, *bills*, into the actions of a turn;
CP-SAT.

*Sets.*  Provinces :math:`p`, bills :math:`b` of them with :math:`g_b` governors and :math:`u_{bk}` cards of symbol
:math:`k`, actions :math:`a`, the hand :math:`h_k`.

*Decisions.*  :math:`y_{ba}`, 1 where a bill is paid by an action; :math:`l_k`, 1 where the last action levies with
symbol :math:`k`.

*Constraints.*  A bill an action and a province; :math:`\sum u_{bk} y_{ba} + l_k \le h_k`; :math:`\sum g_b y_{ba}` is at
most the governors left (F-9); a levy needs an own governor on its symbol (5-7).  Only where governors may not exceed
what cards make necessary (``extra-governors``) the order counts: then more than one governor needs
:math:`\sum_k \max(0, n_{pk} - h_{ka}) \ge g_b`, with :math:`h_{ka}` what the actions before have left.

*The bound.*  Few bills fit together; each excludes the others of its province, and the linear program is nearly whole.

*Value*: cards paid or governors placed, less is better; or blanks of own provinces with one governor, old and new
(5-8), provinces occupied, points of the levy (5-11).

*Rulings* that matter: ``rim``, ``payment``, ``extra-governors``, ``ejection``, ``own-province`` (a province of one's
own has to be named), for points ``levy-filter``.  What the loser gets is chosen as usual.

*Tie-break*: cheapest: fewest governors or, where they are the value, fewest cards; then governors on the triangles
that come first.  Assign: fewest cards, fewest governors, then the bills that come first by province and triangle.

*Same answer*: governors stand on the same triangles and the same governor is paid for; of an assignment, on the same
symbols, and the same symbol is levied.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from models.alexandros.board import SYMBOLS, Board, triangle_problem
from models.alexandros.levy import levied, levy_breaches, levy_entries
from models.alexandros.occupation import EJECTION, occupy
from models.alexandros.plan import Action
from models.alexandros.position import ACTIONS, GOVERNORS, Position
from models.alexandros.provinces import Province, province_of, provinces
from models.alexandros.words import cards_words, count_words, occupy_words, province_words
from models.documents import Document
from models.errors import Breach, Problem, one_of, under
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from solver.alexandros.kernel import KINDS, Bill, Mask, State, Table, bits
from solver.alexandros.occupy_documents import Occupy, OccupyAnswer
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from solver.formulation import Linear

BELONGS = {"minimise": "cheapest", "maximise": "assign", "actions": "assign"}
"""Which key goes with which ``ask``."""


class OccupyQuestion(Question):
    """``occupy``: see the module."""

    answer = OccupyAnswer
    proof = Proof.CP_SAT

    def maximises(self, question: Occupy) -> bool:
        """An assignment is to bring much, a way to cost little."""
        return question.ask == "assign"

    def proof_of(self, question: Occupy) -> Proof:
        """Ways are all looked at."""
        return Proof.EXHAUSTIVE if question.ask == "cheapest" else self.proof

    def value_words(self, task: Task, value: int) -> str:
        """Cards or governors; income, provinces or points."""
        question: Occupy = task.question
        if question.ask == "cheapest":
            return count_words(value, "card" if _minimised(question) == "cards" else "governor")
        if _maximised(question) == "provinces":
            return count_words(value, "province")
        points = f"{value} point{'' if value == 1 else 's'}"
        return points if _maximised(question) == "points" else f"an income of {points}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The actions one by one, and what is left."""
        assert isinstance(plan, OccupyAnswer)
        played = Played.of(task, plan, task.rulings.fresh())
        for number, lines in enumerate(played.lines, 1):
            yield from ((str(number), line) for line in lines)
        if not played.lines:
            yield "0", "nothing is to be gained"
        state = played.position.players[_player(task)]
        yield "left", f"{cards_words(state.hand)}; {count_words(GOVERNORS - len(state.governors), 'governor')}"

    # -- what is wrong ---------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """Keys of the other ``ask``, unknown names, triangles in no province or twice in the same."""
        asked: Occupy = task.question
        players = task.position.players
        if asked.player is not None and asked.player not in players:
            what = f"unknown player “{asked.player}”"
            yield Problem(("question", "player"), what, one_of(players, asked.player))
        for key, ask in BELONGS.items():
            if getattr(asked, key) is not None and asked.ask != ask:
                what = f"“{key}” says nothing where “{asked.ask}” is asked"
                yield Problem(("question", key), what, f"ask: {ask}")
        if list(task.position.problems(task.board, task.rulings.fresh())):
            return
        among = provinces(task.board, task.position.walled, task.rulings.fresh())
        seen: dict[Province, str] = {}
        for at, name in enumerate(asked.provinces or ()):
            path = ("question", "provinces", at)
            unknown = triangle_problem(task.board, name, path)
            province = None if unknown else province_of(among, name)
            if unknown:
                yield unknown
            elif province is None:
                yield Problem(path, f"{name} lies in no province", "a triangle of a province (rule 4-6)")
            elif province in seen:
                yield Problem(path, f"{name} is in the province of {seen[province]}", "each province once")
            else:
                seen[province] = name

    # -- the answer ------------------------------------------------------------------------------

    def formulate(self, task: Task) -> Formulation:
        """The packing of bills into actions."""
        return Assignment(task).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The cheapest way, or the best assignment."""
        if task.question.ask == "assign":
            return super().best(task, engine)
        return _listed(task, engine, 1, only_best=True)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ways, or assignments."""
        if task.question.ask == "assign":
            return super().top(task, engine, count)
        return _listed(task, engine, count, only_best=False)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best ways, or assignments."""
        if task.question.ask == "assign":
            return super().all(task, engine)
        return _listed(task, engine, engine.limits.answers, only_best=True)

    def decode(self, task: Task, solution: Solution) -> OccupyAnswer:
        """The actions."""
        if isinstance(solution.plan, OccupyAnswer):
            return solution.plan
        return Assignment(task).plan(solution.values)

    # -- by the rules ----------------------------------------------------------------------------

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Actions of other kinds, too many or none, in provinces that are not asked for."""
        assert isinstance(plan, OccupyAnswer)
        asked: Occupy = task.question
        found = [Breach("question", problem.path, problem.message) for problem in _action_problems(plan)]
        wanted = _wanted(task)
        points = asked.ask == "assign" and _maximised(asked) == "points"
        most = 1 if asked.ask == "cheapest" else _actions(task)
        if len(plan.actions) > most:
            found.append(Breach("question", ("actions",), f"{len(plan.actions)} actions, {most} are asked for"))
        if asked.ask == "cheapest" and not plan.actions:
            found.append(Breach("question", ("actions",), "no province is occupied"))
        for at, action in enumerate(plan.actions):
            path = ("actions", at)
            if action.occupy is None and not (points and action.levy is not None):
                found.append(Breach("question", path, "a province is to be occupied"))
            elif action.occupy is not None and not any(action.occupy[0] in one.triangles for one in wanted):
                found.append(Breach("question", path, f"the province of {action.occupy[0]} is not asked for"))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Take the actions one after the other; one that breaks a rule is left out."""
        assert isinstance(plan, OccupyAnswer)
        rulings = task.rulings.fresh()
        played = Played.of(task, plan, rulings)
        asked, name = task.question, _player(task)
        track = "points"
        if asked.ask == "cheapest":
            track = _minimised(asked)
            entries: Sequence[Entry] = played.paid if track == "cards" else played.placed
        elif _maximised(asked) == "provinces":
            track, entries = "provinces", played.taken
        elif _maximised(asked) == "income":
            entries = tuple(_income(task.board, played.position, name, rulings))
        else:
            entries = tuple(played.levies)
        ledger = Ledger(tuple(entries))
        return Replay(ledger.total(name, track), ledger, rulings.consulted(), played.breaches)


def _action_problems(plan: OccupyAnswer) -> Iterator[Problem]:
    for at, action in enumerate(plan.actions):
        yield from under(("actions", at), action.problems())


def _minimised(asked: Occupy) -> str:
    return asked.minimise or "cards"


def _maximised(asked: Occupy) -> str:
    return asked.maximise or "income"


def _player(task: Task) -> str:
    name: str = task.question.player or task.position.whose
    return name


def _actions(task: Task) -> int:
    asked: Occupy = task.question
    return max(0, ACTIONS - task.position.actions) if asked.actions is None else asked.actions


def _wanted(task: Task) -> tuple[Province, ...]:
    """The provinces that are asked for; those with a symbol that are not the player's own unless told."""
    asked: Occupy = task.question
    among = provinces(task.board, task.position.walled, task.rulings.fresh())
    if asked.provinces is not None:
        return tuple(one for one in among if any(name in one.triangles for name in asked.provinces))
    own = set(task.position.players[_player(task)].governors)
    return tuple(one for one in among if one.symbols and not own.intersection(one.triangles))


# -- bills ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ways:
    """The ways into the provinces that are asked for.

    Attributes
    ----------
    grid
        The board in whole numbers, under the readings in force but for those that are told.
    state
        The position, with the player at the turn.
    provinces
        As masks, in reading order.
    """

    grid: Table
    state: State
    provinces: tuple[Mask, ...]

    @classmethod
    def of(cls, task: Task, **readings: str) -> Ways:
        """The ways of a task."""
        told = {key.replace("_", "-"): reading for key, reading in readings.items()}
        grid = Table(task.board, {**task.rulings.readings, **told})
        seat = list(task.position.players).index(_player(task))
        state = grid.state(task.position.resolved(task.board))._replace(turn=seat)
        return cls(grid, state, tuple(grid.mask_of(one.triangles) for one in _wanted(task)))

    def bills(self) -> Iterator[tuple[Mask, Bill]]:
        """Every bill, with its province."""
        for province in self.provinces:
            yield from ((province, bill) for bill in self.grid.bills(self.state, province))

    def action(self, places: Mask, bill: Bill) -> Action:
        """A bill that is paid, as an action."""
        ejects = self.grid.triangles(bill.ejects)[0] if bill.ejects else None
        return Action(occupy=self.grid.triangles(places), ejects=ejects)


def _listed(task: Task, engine: Engine, count: int, *, only_best: bool) -> Outcome:
    """The cheapest ways, cheapest first."""
    started = time.perf_counter()
    ways = Ways.of(task)
    by_cards = _minimised(task.question) == "cards"

    def price(entry: tuple[Mask, Bill]) -> tuple[int, int]:
        cards, governors = sum(entry[1].used), sum(entry[1].places)
        return (cards, governors) if by_cards else (governors, cards)

    bills = sorted(ways.bills(), key=price)
    least = price(bills[0])[0] if bills else 0
    prices = sorted({price(entry) for entry in bills if not only_best or price(entry)[0] == least})
    stopped = False

    def solutions() -> Iterator[Solution]:
        nonlocal stopped
        for at, rank in enumerate(prices):
            found = []
            for entry in bills:
                if price(entry) == rank:
                    for placed in islice(ways.grid.placements(ways.state, entry[0], entry[1].places), count + 1):
                        found.append((bits_key(placed), entry[1].ejects, placed, entry[1]))
            for key, ejects, placed, bill in sorted(found, key=lambda one: one[:2]):
                if time.perf_counter() - started > engine.limits.seconds or engine.interrupted:
                    stopped = True
                    return
                plan = OccupyAnswer(actions=(ways.action(placed, bill),))
                yield Solution({}, rank[0], True, (at, *key), (placed, ejects), plan)

    first = list(islice(solutions(), count + 1))
    seconds = round(time.perf_counter() - started, 6)
    taken = {"value_seconds": seconds, "solver_seconds": seconds, "states": len(bills)}
    statistics = {**engine.statistics(), **taken}
    if not first:
        status = Status.UNKNOWN if stopped else Status.INFEASIBLE
        return Outcome(status, (), None, not stopped, engine.interrupted, statistics)
    complete = len(first) <= count and not stopped
    return Outcome(Status.OPTIMAL, tuple(first[:count]), least, complete, engine.interrupted, statistics)


def bits_key(mask: Mask) -> tuple[int, ...]:
    """A key that sorts sets of triangles by their first, then their second, and so on.

    >>> bits_key(0b1010) < bits_key(0b1100) < bits_key(0b10000)
    True
    """
    return tuple(one.bit_length() for one in bits(mask))


# -- assignments ------------------------------------------------------------------------------------------


@dataclass
class Assignment:
    """The formulation of ``assign``, and the way back from a solution."""

    task: Task
    ways: Ways = field(init=False)
    bills: tuple[tuple[Mask, Bill], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.ways = Ways.of(self.task, extra_governors="free")
        self.bills = tuple(self.ways.bills())
        readings = self.task.rulings.readings
        self.ordered = readings["extra-governors"] == "needed"
        self.actions = _actions(self.task)
        self.slots = range(self.actions if self.ordered else 1)
        self.measure = _maximised(self.task.question)
        levy = self.measure == "points" and not self.task.position.levied
        self.levies = tuple(kind for kind in KINDS if levy and self.ways.state.hand[kind])

    def plan(self, values: Mapping[Hashable, int]) -> OccupyAnswer:
        """The actions in order, the levy last."""
        actions = []
        for slot in self.slots:
            for number, (province, bill) in enumerate(self.bills):
                if values[number, slot]:
                    placed = next(self.ways.grid.placements(self.ways.state, province, bill.places))
                    actions.append(self.ways.action(placed, bill))
        actions += [Action(levy=SYMBOLS[kind]) for kind in self.levies if values["levy", kind]]
        return OccupyAnswer(actions=tuple(actions))

    def formulation(self) -> Formulation:
        """The model; see the module."""
        from ortools.sat.python import cp_model

        state = self.ways.state
        self.model = model = cp_model.CpModel()
        self.paid = {
            (number, slot): model.new_bool_var(f"bill {number} {slot}")
            for number in range(len(self.bills))
            for slot in self.slots
        }
        self.levied = {kind: model.new_bool_var(f"levy {kind}") for kind in self.levies}
        model.add(sum(self.paid.values()) + sum(self.levied.values()) <= self.actions)
        model.add_at_most_one(self.levied.values())
        for province in self.ways.provinces:
            model.add_at_most_one(self._of(lambda one, _: one == province))  # noqa: B023
        for kind in KINDS:
            used = self._sum(lambda _, bill: bill.used[kind])  # noqa: B023
            model.add(used + self.levied.get(kind, 0) <= state.hand[kind])
        model.add(self._sum(lambda _, bill: sum(bill.places)) <= state.spare)
        for kind, variable in self.levied.items():  # 5-7
            if not self.ways.grid.carrying[kind] & state.own:
                model.add(sum(self._of(lambda _, bill: bill.places[kind] > 0)) >= variable)  # noqa: B023
        if self.ordered:
            self._in_order()
        used = self._sum(lambda _, bill: sum(bill.used))
        placed = self._sum(lambda _, bill: sum(bill.places))
        decisions: dict[Hashable, Linear] = dict(self.paid.items())
        decisions |= {("levy", kind): variable for kind, variable in self.levied.items()}
        levels = [Criterion(used + sum(self.levied.values()), 0, sum(state.hand)), Criterion(placed, 0, state.spare)]
        levels += [Criterion(self.levied[kind], 0, 1, maximise=True) for kind in self.levies]
        levels += [Criterion(variable, 0, 1, maximise=True) for variable in self.paid.values()]
        identity = [sum(self.paid[number, slot] for slot in self.slots) for number in range(len(self.bills))]
        return Formulation(
            model, self._objective(), decisions, levels, [*identity, *self.levied.values()], functional=False
        )

    def _of(self, chosen: Callable[[Mask, Bill], bool]) -> list[Any]:
        """The variables of some bills."""
        return [variable for (number, _), variable in self.paid.items() if chosen(*self.bills[number])]

    def _sum(self, worth: Callable[[Mask, Bill], int]) -> Linear:
        """What the bills that are paid come to."""
        total: Linear = sum(worth(*self.bills[number]) * variable for (number, _), variable in self.paid.items())
        return total

    def _objective(self) -> Linear:
        if self.measure == "provinces":
            total: Linear = sum(self.paid.values())
            return total
        incomes = [self._income(kind) for kind in KINDS]
        if self.measure == "income":
            return sum(incomes[1:], incomes[0])
        most = self.ways.grid.value(self.ways.grid.land)
        points = self.model.new_int_var(0, most, "points")
        every = self.task.rulings.readings["levy-filter"] == "all"
        for kind, variable in self.levied.items():
            self.model.add(points == (sum(incomes) if every else incomes[kind])).only_enforce_if(variable)
        none = [variable.Not() for variable in self.levied.values()]
        self.model.add(points == 0).only_enforce_if(none)
        return points

    def _income(self, kind: int) -> Linear:
        """Blanks of own provinces whose one governor stands on a symbol (5-8)."""
        grid, state = self.ways.grid, self.ways.state
        old = 0
        for province in grid.provinces(state.walls):
            standing = province & state.own
            if standing.bit_count() == 1 and standing & grid.carrying[kind]:
                old += grid.value(province)

        def worth(province: Mask, bill: Bill) -> int:
            """What a bill adds; a second governor in a province of one's own takes."""
            before = province & state.own
            if before:
                lost = before.bit_count() == 1 and before & grid.carrying[kind]
                return -grid.value(province) if lost else 0
            return grid.value(province) if sum(bill.places) == 1 and bill.places[kind] else 0

        return old + self._sum(worth)

    def _in_order(self) -> None:
        """Governors beyond the first only where the cards of the moment lack (5-5, ruling extra-governors)."""
        model, state, grid = self.model, self.ways.state, self.ways.grid
        by_kind = self.task.rulings.readings["payment"] == "kind"
        for slot in self.slots:
            here = [variable for (_, at), variable in self.paid.items() if at == slot]
            model.add_at_most_one(here)
            if slot:  # no action is left out between two others
                model.add(sum(here) <= sum(v for (_, at), v in self.paid.items() if at == slot - 1))
        for (number, slot), variable in self.paid.items():
            province, bill = self.bills[number]
            governors = sum(bill.places)
            if governors == 1 or province & state.own:
                continue
            lacks = []
            for kind in KINDS:
                there = grid.symbols(province)[kind]
                left = state.hand[kind] - bill.ejection[kind]
                gone = sum(
                    self.bills[other][1].used[kind] * paid for (other, at), paid in self.paid.items() if at < slot
                )
                # of a bill that is not paid more may lack than there is: that must forbid nothing
                lack = model.new_int_var(0, there + sum(state.hand) + EJECTION * GOVERNORS, "")
                if by_kind:
                    some = model.new_bool_var("")
                    model.add(left - gone >= 1).only_enforce_if(some, variable)
                    model.add(left - gone <= 0).only_enforce_if(some.Not(), variable)
                    model.add(lack == 0).only_enforce_if(some)
                    model.add(lack == there).only_enforce_if(some.Not())
                    model.add_implication(variable.Not(), some)
                else:
                    model.add_max_equality(lack, [there - left + gone, 0])
                lacks.append(lack)
            model.add(sum(lacks) >= governors).only_enforce_if(variable)


# -- by the rules -----------------------------------------------------------------------------------------


@dataclass
class Played:
    """Actions taken by the rules.

    Attributes
    ----------
    position
        After them.
    breaches, lines
        What was against a rule; what was done, by action.
    paid, placed, taken, levies
        Entries: cards by action, governors, provinces, the points of levies.
    """

    position: Position
    breaches: tuple[Breach, ...] = ()
    lines: list[list[str]] = field(default_factory=list)
    paid: list[Entry] = field(default_factory=list)
    placed: list[Entry] = field(default_factory=list)
    taken: list[Entry] = field(default_factory=list)
    levies: list[Entry] = field(default_factory=list)

    @classmethod
    def of(cls, task: Task, plan: OccupyAnswer, rulings: Rulings) -> Played:
        """Take the actions of a plan; those of other kinds are left out."""
        name = _player(task)
        played = cls(task.position.resolved(task.board).changed(active=name))
        for at, action in enumerate(plan.actions):
            played.lines.append([])
            if action.occupy is not None:
                wrong = played._occupied(task.board, name, action, rulings)
            elif action.levy is not None:
                wrong = played._levied(task.board, name, action, rulings)
            else:
                wrong = ()
            for breach in wrong:
                played.lines[-1].append(f"left out: {breach.message} (rule {breach.rule})")
            found = tuple(Breach(one.rule, ("actions", at, *one.path), one.message) for one in wrong)
            played.breaches = (*played.breaches, *found)
        return played

    def _occupied(self, board: Board, name: str, action: Action, rulings: Rulings) -> tuple[Breach, ...]:
        done = occupy(board, self.position, name, action, rulings)
        if done.breaches:
            return done.breaches
        assert done.province is not None
        self.position = done.position
        what = occupy_words(action, done)
        self.lines[-1] += [what, province_words(done.province)]
        where = done.province.triangles[0]
        if done.ejection:
            note = f"ejecting with {cards_words(done.ejection)}"
            self.paid.append(Entry(name, sum(done.ejection.values()), "5-6", where, note, track="cards"))
        if done.cards:
            self.paid.append(
                Entry(name, sum(done.cards.values()), "5-4", where, cards_words(done.cards), track="cards")
            )
        self.placed += [Entry(name, 1, "5-4", where, f"on {one}", track="governors") for one in action.occupy or ()]
        self.taken.append(Entry(name, 1, "5-3", where, what, track="provinces"))
        return ()

    def _levied(self, board: Board, name: str, action: Action, rulings: Rulings) -> tuple[Breach, ...]:
        card = action.levy
        assert card is not None
        if self.position.levied:
            return (Breach("5-13", ("levy",), f"{name} has levied this turn"),)
        wrong = tuple(levy_breaches(board, self.position, name, card))
        if wrong:
            return wrong
        ledger = levy_entries(board, self.position, name, card, rulings)
        self.position = levied(self.position, name, card, ledger).changed(levied=True)
        self.lines[-1].append(f"levies taxes with {card}: {ledger.total(name)} for {name}")
        self.levies += ledger
        return ()


def _income(board: Board, position: Position, name: str, rulings: Rulings) -> Iterator[Entry]:
    """The player's provinces, each with its blanks where exactly one governor stands (5-8)."""
    own = position.players[name].governors
    for province in provinces(board, position.walled, rulings):
        standing = [where for where in own if where in province.triangles]
        if len(standing) == 1:
            yield Entry(name, province.blanks, "5-11", standing[0], "one governor")
        elif standing:
            yield Entry(name, 0, "5-8", standing[0], f"{len(standing)} governors: it does not pay")
