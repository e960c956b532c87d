r"""``plan``: a player's best line over the next own turns, Alexander's moves and the actions, the cards being known.

A line is a turn of the player for each of the next ``turns``, of which one that has begun is the first: the card, the
triangle, the way and up to two actions (2-2, 2-3).  In between rivals do nothing: they neither move Alexander nor act.
Cards are those that lie open and those of a pile that the position lists; what nobody knows is never used, and its
place stays empty.  Under ``passing=not`` a card that nobody knows may be drawn, and is in no hand.  The game may end on
the way, by points or, where the walls run out, after the turn (6-1 to 6-4): what would follow is then lost.

*Value*: the points gained; with ``margin`` less what the best rival gains by the same levies.

All lines are looked at, those with most promise first: :mod:`solver.alexandros.plan_search`, with the moves of
:mod:`solver.alexandros.plan_marches` and the bound of :mod:`solver.alexandros.plan_bound`; proof: exhaustive.  Where
time is up the best line known is told, with the promise that is left as the bound.

*Tie-break* and *same answer*: :mod:`solver.alexandros.plan_lines`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from models.alexandros.board import SYMBOLS
from models.alexandros.cards import refill
from models.alexandros.levy import full
from models.alexandros.plan import PILE, Turn
from models.alexandros.position import ACTIONS, FACE_UP, Position
from models.alexandros.scoring import outcome
from models.alexandros.turn import play_turn
from models.alexandros.words import outcome_words
from models.documents import Document
from models.errors import Breach, Problem
from models.ledger import Ledger
from models.rulings import Rulings
from solver.alexandros.kernel import Table
from solver.alexandros.levy import asking, player_problems
from solver.alexandros.plan_documents import LinePlan, PlanAnswer
from solver.alexandros.plan_lines import Line, Lines, any_line
from solver.alexandros.plan_search import Event, Going, Search
from solver.alexandros.steps import action
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task

RESTS = "rivals do nothing: they neither move Alexander nor act"
HIDDEN = "cards of the pile that nobody knows are never used"


class PlanQuestion(Question):
    """``plan``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = PlanAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The points gained, or by how many more than the best rival."""
        question: LinePlan = task.question
        turns = f"in {question.turns} turn{'' if question.turns == 1 else 's'}"
        if question.maximise == "margin":
            return f"a margin of {value:+d} {turns}"
        return f"{value} point{'' if value == 1 else 's'} {turns}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """An unknown player, a game that is over."""
        yield from player_problems(task)

    # -- the search ------------------------------------------------------------------------------

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best line."""
        return _outcome(task, engine, "best")

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count``."""
        return _outcome(task, engine, "top", count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All that are best."""
        return _outcome(task, engine, "all", engine.limits.answers)

    # -- by the rules ----------------------------------------------------------------------------

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play turn after turn."""
        assert isinstance(plan, PlanAnswer)
        rulings = task.rulings.fresh()
        played = _Played.of(task, plan, rulings)
        notes = (RESTS, *played.ending)
        if not isinstance(task.position.pile, tuple):
            notes = (RESTS, HIDDEN, *played.ending)
        return Replay(_measure(task, played.ledger), played.ledger, rulings.consulted(), played.breaches, notes)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """More or fewer turns than there are to play, cards that nobody knows."""
        assert isinstance(plan, PlanAnswer)
        asked: LinePlan = task.question
        count, found = len(plan.turns), []
        if count > asked.turns:
            what = f"{count} turns, and {asked.turns} {'is' if asked.turns == 1 else 'are'} asked for"
            found.append(Breach("question", ("turns",), what))
        played = _Played.of(task, plan, task.rulings.fresh())
        if count < asked.turns and not played.over:
            what = f"{count} of {asked.turns} turns, and the game is not over"
            found.append(Breach("question", ("turns",), what))
        return (*found, *played.unknown)

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Turn by turn what happens, and the points so far."""
        assert isinstance(plan, PlanAnswer)
        played = _Played.of(task, plan, task.rulings.fresh())
        for number, lines in enumerate(played.lines, 1):
            yield from ((f"turn {number}", line) for line in lines)
        if not plan.turns:
            yield "none", f"no turn of {asking(task)} comes any more: the walls or the points end the game"


@dataclass(frozen=True)
class _Played:
    """Turns played by the rules.

    Attributes
    ----------
    lines
        What happened in each.
    ending
        How the game ended, if it did.
    over
        Whether it did, or no own turn comes at all.
    unknown
        Cards that were told and that nobody knows.
    """

    lines: tuple[tuple[str, ...], ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    breaches: tuple[Breach, ...] = ()
    ending: tuple[str, ...] = ()
    over: bool = False
    unknown: tuple[Breach, ...] = ()

    @classmethod
    def of(cls, task: Task, plan: PlanAnswer, rulings: Rulings) -> _Played:
        now = _first(task)
        done = cls(over=now is None)
        for at, turn in enumerate(plan.turns):
            if now is None or now.over:
                over = Breach("6-4", ("turns", at), "the game is over")
                done = replace(done, breaches=(*done.breaches, over))
                continue
            unknown = tuple(_unknown(now, turn, at))
            played = play_turn(task.board, now, _untold(now, turn), rulings, open_draws=True)
            wrong = tuple(Breach(one.rule, ("turns", at, *one.path), one.message) for one in played.breaches)
            done = replace(
                done,
                lines=(*done.lines, played.lines or ("nothing",)),
                ledger=done.ledger + played.ledger,
                breaches=(*done.breaches, *wrong),
                unknown=(*done.unknown, *unknown),
            )
            now = played.position
            if now.over:
                words = f"turn {at + 1} is the last: {outcome_words(outcome(now, rulings))}"
                done = replace(done, ending=(words,), over=True)
            else:
                now = _own(now, asking(task))
        return done


def _first(task: Task) -> Position | None:
    """The player's own turn as it stands, or at its beginning; None if none comes any more."""
    position: Position = task.position.resolved(task.board)
    name = asking(task)
    if position.whose == name:
        return position
    if position.ending or full(position, task.rulings.fresh()):
        return None
    return refill(_own(position, name), (), task.rulings.fresh()).position


def _own(position: Position, name: str) -> Position:
    return position.changed(active=name, moved=False, actions=0, levied=False)


def _known(position: Position) -> bool:
    """Whether all cards are known that a turn may turn up or draw."""
    return isinstance(position.pile, tuple) and len(position.pile) >= ACTIONS + FACE_UP


def _untold(position: Position, turn: Turn) -> Turn:
    """A turn with no word about cards of a pile that nobody knows: they come into no hand."""
    if _known(position):
        return turn
    taken = tuple(one.model_copy(update={"drawn": None}) if one.take == PILE else one for one in turn.actions)
    return turn.model_copy(update={"actions": taken, "turned_up": ()})


def _unknown(position: Position, turn: Turn, at: int) -> Iterator[Breach]:
    """The cards that a turn tells and that nobody knows."""
    known = position.pile if isinstance(position.pile, tuple) else ()
    for number, one in enumerate(turn.actions):
        if one.drawn is not None and one.drawn not in known:
            path = ("turns", at, "actions", number, "drawn")
            yield Breach("question", path, f"nobody knows that a {one.drawn} is drawn")
    for number, card in enumerate(turn.turned_up):
        if card not in known:
            yield Breach("question", ("turns", at, "turned_up", number), f"nobody knows that a {card} is turned up")


def _measure(task: Task, ledger: Ledger) -> int:
    """What a ledger is worth by the question's measure."""
    name = asking(task)
    own = ledger.total(name)
    if task.question.maximise == "points":
        return own
    return own - max(ledger.total(other) for other in task.position.players if other != name)


def _turn(grid: Table, events: Sequence[Event]) -> Turn:
    """What happens in a turn as it is written."""
    taken = tuple(action(grid, event) for event in events if event is not None and not isinstance(event, Going))
    going = next((event for event in events if isinstance(event, Going)), None)
    if going is None:
        return Turn(actions=taken)
    option = going.option
    given = {"hand" if option.from_hand else "card": SYMBOLS[option.card]}
    if option.symbol != option.card:
        given["as"] = SYMBOLS[option.symbol]
    move = {**given, "to": grid.name[going.to], "path": grid.chain(going.way)}
    return Turn.model_validate({**move, "actions": taken})


def _outcome(task: Task, engine: Engine, ask: str, count: int = 1) -> Outcome:
    """Prove the value, then find the lines that are told."""
    first = _first(task)
    if first is None:
        nothing = Solution.of(PlanAnswer(), 0, True)
        return Outcome(Status.OPTIMAL, (nothing,), 0, True, statistics=engine.statistics())
    grid = Table(task.board, task.rulings.readings)
    asked: LinePlan = task.question
    with engine.watching():
        started = time.perf_counter()
        search = Search(grid, grid.state(first), asked.turns, asked.maximise == "margin", engine)
        search.prove()
        proved = time.perf_counter()
        lines = Lines(search, engine.limits.seconds)
        ways: dict[str, Callable[[], tuple[Line, ...]]] = {
            "best": lines.first,
            "top": lambda: lines.top(count),
            "all": lambda: lines.best(count),
        }
        found = ways[ask]() if search.finished else ()
        ended = time.perf_counter()
    told = found or (any_line(search),)
    canonical = search.finished and lines.finished
    statistics = {
        **engine.statistics(),
        "value_seconds": round(proved - started, 6),
        "solver_seconds": round(ended - started, 6),
        "states": search.looked,
    }
    plans = (PlanAnswer(turns=tuple(_turn(grid, events) for events in line.turns)) for line in told)
    solutions = tuple(Solution.of(plan, line.value, canonical) for plan, line in zip(plans, told, strict=True))
    status = Status.OPTIMAL if search.finished else Status.FEASIBLE
    return Outcome(status, solutions, search.bound, lines.complete, engine.interrupted, statistics)
