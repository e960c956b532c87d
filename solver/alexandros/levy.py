r"""``levy``: who gains what by a levy now, or in which of the next own turns to levy.

``table`` looks at a levy with each symbol as everything stands: what every player gains (5-8 to 5-11), who then has
the points that end the game (6-4), and who could start it, which takes the card and a governor on its symbol (5-7).
Whose turn it is, and whether taxes have been levied this turn, is left aside.

``time`` looks over the next ``turns`` turns of the player, of which one that has begun is the first: for each the
actions, levies among them, so that the points gained by then are as many as can be.  Nobody moves Alexander, so that no
province is closed or divided and no card of a move is taken; rivals do nothing; cards are taken from those that lie
open and from a pile that the position lists, and a place whose card nobody knows stays empty.  Under ``passing=not`` a
card that nobody knows may be drawn, and is in no hand.  The game may end on the way, by points or, where the walls have
run out, after the turn: what follows is then lost.  All lines are looked at (:mod:`solver.alexandros.levy_search`).

Value: the points gained, of ``table`` by the best levy that the player could start; with ``margin`` less what the best
rival gains by the same.  Proof: exhaustive.

Rulings that matter: ``levy-filter`` and those of provinces (``rim``); ``threshold`` and ``hundred-end`` to the end; to
``time`` those of actions and cards, too.

*Tie-break*: of ``table`` the first symbol in the order of the text.  Of ``time`` fewer actions; more of the points
earlier; the actions in the order levy, take, occupy, remove.

*Same answer*: the table is one answer.  Two lines are the same if they levy in the same turns with the same cards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from models.alexandros.board import SYMBOLS
from models.alexandros.levy import full, levy_breaches, levy_entries
from models.alexandros.plan import PILE, Action, Turn
from models.alexandros.position import ACTIONS, FACE_UP, Position
from models.alexandros.scoring import outcome
from models.alexandros.turn import play_turn
from models.alexandros.words import count_words, outcome_words
from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from models.words import and_words
from solver.alexandros.kernel import Table
from solver.alexandros.levy_documents import LevyAnswer, LevyRow, LevyTiming
from solver.alexandros.levy_search import Timing
from solver.alexandros.steps import action
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task

RESTS = "Alexander is not moved in these turns, and rivals do nothing"


class LevyQuestion(Question):
    """``levy``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = LevyAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The points gained, or by how many more than the best rival."""
        question: LevyTiming = task.question
        by = "a levy" if question.ask == "table" else f"levies in {count_words(question.turns, 'turn')}"
        if question.maximise == "margin":
            return f"a margin of {value:+d} by {by}"
        return f"{value} point{'' if value == 1 else 's'} by {by}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Symbol by symbol, or turn by turn."""
        assert isinstance(plan, LevyAnswer)
        if task.question.ask == "table":
            for row in plan.rows:
                yield from _row_words(row)
            name = asking(task)
            yield "best", f"{name} levies with {plan.best}" if plan.best else f"{name} can start no levy"
            return
        played = _Played.of(task, plan.turns)
        for at, lines in enumerate(played.lines, 1):
            yield from ((f"turn {at}", line) for line in lines or ("nothing",))
        if not plan.turns:
            yield "none", f"no turn of {asking(task)} comes any more: the walls or the points end the game"

    def problems(self, task: Task) -> Iterator[Problem]:
        """An unknown player, a game that is over."""
        yield from player_problems(task)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The table, or the best line."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        return _timing_outcome(task, engine, 1, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best lines with ``count`` different schedules of levies; the table is the only answer."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        return _timing_outcome(task, engine, count + 1, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """One line for each best schedule of levies; the table is the only answer."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        return _timing_outcome(task, engine, None, None)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Rows that are not right; more turns than are asked for, cards that nobody knows, what is not asked for."""
        assert isinstance(plan, LevyAnswer)
        if task.question.ask == "table":
            return tuple(_table_strays(task, plan))
        return tuple(_time_strays(task, plan))

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the turns; of the table, the levy that is best."""
        assert isinstance(plan, LevyAnswer)
        rulings = task.rulings.fresh()
        name = asking(task)
        if task.question.ask == "table":
            found = _best(task, tuple(_rows(task, rulings)))
            ledger = Ledger()
            if found is not None:
                ledger = levy_entries(task.board, task.position.resolved(task.board), name, found.symbol, rulings)
            return Replay(_measure(task, ledger), ledger, rulings.consulted())
        played = _Played.of(task, plan.turns, rulings)
        return Replay(
            _measure(task, played.ledger), played.ledger, rulings.consulted(), played.breaches, (RESTS, *played.ending)
        )


def asking(task: Task) -> str:
    """Who asks: the player whose turn it is unless told."""
    name: str = task.question.player or task.position.whose
    return name


def player_problems(task: Task) -> Iterator[Problem]:
    """A question about a player whom nobody knows, or about a game that is over."""
    players = list(task.position.players)
    name = task.question.player
    if name is not None and name not in players:
        yield Problem(("question", "player"), f"unknown player “{name}”", one_of(players, name))
    if task.position.over:
        yield Problem(("position", "over"), "the game is over", "a game that goes on")


def _measure(task: Task, ledger: Ledger) -> int:
    """What a ledger is worth by the question's measure."""
    name = asking(task)
    own = ledger.total(name)
    if task.question.maximise == "points":
        return own
    return own - max(ledger.total(other) for other in task.position.players if other != name)


# -- table -----------------------------------------------------------------------------------------


def _rows(task: Task, rulings: Rulings) -> Iterator[LevyRow]:
    """A levy with each symbol, by the rules."""
    board, position = task.board, task.position.resolved(task.board)
    names = list(position.players)
    for symbol in SYMBOLS:
        by = tuple(name for name in names if not list(levy_breaches(board, position, name, symbol)))
        ledger = levy_entries(board, position, asking(task), symbol, rulings)
        points = {name: ledger.total(name) for name in names}
        after = position
        for name in names:
            after = after.with_player(name, points=position.players[name].points + points[name])
        ends = full(after, rulings)
        winners = outcome(after, rulings).winners if ends else ()
        yield LevyRow(symbol=symbol, by=by, points=points, ends=ends, winners=winners)


def _best(task: Task, rows: Sequence[LevyRow]) -> LevyRow | None:
    """The row of the best levy that the player could start."""
    name = asking(task)

    def worth(row: LevyRow) -> int:
        rival = max(points for other, points in row.points.items() if other != name)
        return row.points[name] - (rival if task.question.maximise == "margin" else 0)

    return max((row for row in rows if name in row.by), key=worth, default=None)


def _table_strays(task: Task, plan: LevyAnswer) -> Iterator[Breach]:
    if plan.turns:
        yield Breach("question", ("turns",), "no turns are asked for")
    rows = tuple(_rows(task, task.rulings.fresh()))
    for at, (claimed, right) in enumerate(zip_longest(plan.rows, rows)):
        if claimed is None or claimed.symbol != right.symbol:
            yield Breach("question", ("rows", at), f"the row of {right.symbol} is missing")
            return
        for key, value in right:
            if getattr(claimed, key) != value:
                what = f"{key} of {right.symbol}: {_plain(value)}, not {_plain(getattr(claimed, key))}"
                yield Breach("question", ("rows", at, key), what)
    found = _best(task, rows)
    best = found.symbol if found else None
    if plan.best != best:
        yield Breach("question", ("best",), f"the best levy is {best or 'none'}, not {plan.best or 'none'}")


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {points}" for name, points in value.items())
    return and_words([str(one) for one in value]) or "nobody" if isinstance(value, tuple) else str(value).lower()


def _row_words(row: LevyRow) -> Iterator[tuple[str, str]]:
    gains = ", ".join(f"{name} {points:+d}" for name, points in row.points.items())
    could = f"{and_words(row.by)} could start it" if row.by else "nobody could start it"
    yield row.symbol, f"{gains}; {could}"
    if row.ends:
        wins = "wins" if len(row.winners) == 1 else "share the win"
        who = f"{and_words(row.winners)} {wins}" if row.winners else "the text does not say who wins"
        yield row.symbol, f"that ends the game (rule 6-4): {who}"


def _table_outcome(task: Task, engine: Engine) -> Outcome:
    started = time.perf_counter()
    rulings = task.rulings.fresh()
    rows = tuple(_rows(task, rulings))
    found = _best(task, rows)
    ledger = Ledger()
    if found is not None:
        ledger = levy_entries(task.board, task.position.resolved(task.board), asking(task), found.symbol, rulings)
    value = _measure(task, ledger)
    statistics = {**engine.statistics(), **_seconds(started)}
    plan = LevyAnswer(rows=rows, best=found.symbol if found else None)
    return Outcome(Status.OPTIMAL, (Solution.of(plan, value, True),), value, True, statistics=statistics)


# -- time ------------------------------------------------------------------------------------------


def _first(task: Task) -> Position | None:
    """The player's own turn as it stands, or at its beginning; None if none comes any more."""
    position: Position = task.position.resolved(task.board)
    name = asking(task)
    if position.whose == name:
        return position.changed(moved=True)
    if position.ending or full(position, task.rulings.fresh()):
        return None
    return _own_turn(position, name)


def _own_turn(position: Position, name: str) -> Position:
    return position.changed(active=name, moved=True, actions=0, levied=False)


@dataclass(frozen=True)
class _Played:
    """Turns played by the rules: what happened in each, what they scored, how the game ended if it did."""

    lines: tuple[tuple[str, ...], ...]
    ledger: Ledger
    breaches: tuple[Breach, ...]
    ending: tuple[str, ...]

    @classmethod
    def of(cls, task: Task, turns: Sequence[Sequence[Action]], rulings: Rulings | None = None) -> _Played:
        rulings = task.rulings.fresh() if rulings is None else rulings
        now = _first(task)
        lines, breaches = list[tuple[str, ...]](), list[Breach]()
        ending: tuple[str, ...] = ()
        ledger = Ledger()
        for at, taken in enumerate(turns):
            if now is None or now.over:
                breaches.append(Breach("6-4", ("turns", at), "the game is over"))
                continue
            played = play_turn(task.board, now, Turn(actions=_untold(now, taken)), rulings, open_draws=True)
            breaches += [Breach(wrong.rule, _path(at, wrong), wrong.message) for wrong in played.breaches]
            lines.append(played.lines)
            ledger += played.ledger
            now = played.position
            if now.over:
                ending = (f"turn {at + 1} is the last: {outcome_words(outcome(now, rulings))}",)
            else:
                now = _own_turn(now, asking(task))
        return cls(tuple(lines), ledger, tuple(breaches), ending)


def _path(turn: int, breach: Breach) -> tuple[str | int, ...]:
    return ("turns", turn, *breach.path[1:])


def _untold(position: Position, taken: Sequence[Action]) -> tuple[Action, ...]:
    """The actions with no word about cards of a pile that nobody knows: they come into no hand."""
    if isinstance(position.pile, tuple) and len(position.pile) >= ACTIONS + FACE_UP:
        return tuple(taken)
    return tuple(one.model_copy(update={"drawn": None}) if one.take == PILE else one for one in taken)


def _time_strays(task: Task, plan: LevyAnswer) -> Iterator[Breach]:
    if plan.rows or plan.best:
        yield Breach("question", ("rows",), "no table is asked for")
    if len(plan.turns) > task.question.turns:
        what = f"{len(plan.turns)} turns, and {task.question.turns} are asked for"
        yield Breach("question", ("turns",), what)
    known = task.position.pile if isinstance(task.position.pile, tuple) else ()
    for at, taken in enumerate(plan.turns):
        for number, one in enumerate(taken):
            if one.drawn is not None and one.drawn not in known:
                path = ("turns", at, number, "drawn")
                yield Breach("question", path, f"nobody knows that a {one.drawn} is drawn")


def _timing_outcome(task: Task, engine: Engine, keep: int | None, tell: int | None) -> Outcome:
    """The best lines: proved where all were looked at.

    Parameters
    ----------
    keep, tell
        How many are looked for, and told; None for all of the best value.
    """
    started = time.perf_counter()
    question: LevyTiming = task.question
    grid = Table(task.board, task.rulings.readings)
    first = _first(task)
    state = None if first is None else grid.state(first)
    search = Timing(grid, state, question.turns, question.maximise == "margin", engine, keep)
    lines = search.best
    told = lines[: engine.limits.answers if tell is None else tell]
    solutions = []
    for line in told:
        turns = tuple(tuple(action(grid, step) for step in taken) for taken in line.turns)
        solutions.append(Solution({}, -line.loss, search.finished, (), line.schedule, LevyAnswer(turns=turns)))
    statistics = {**engine.statistics(), **_seconds(started), "states": search.looked}
    done = search.finished
    if not solutions:
        return Outcome(Status.UNKNOWN, (), search.bound, False, engine.interrupted, statistics)
    status = Status.OPTIMAL if done else Status.FEASIBLE
    complete = done and len(lines) == len(told)
    return Outcome(status, tuple(solutions), search.bound, complete, engine.interrupted, statistics)


def _seconds(started: float) -> dict[str, float]:
    seconds = round(time.perf_counter() - started, 6)
    return {"value_seconds": seconds, "solver_seconds": seconds}
