r"""``defend``: where rivals can divide or take over a province, and the actions that make the worst loss smallest.

The levy income of a player is the blanks of the provinces in which exactly one of its governors stands: what
levies with all fitting cards bring (5-8, 5-11).  A province with two governors counts 0, and both parts of it count
once a wall parts the two.  The *loss* is the income as the question finds it less the income after a rival's next
turn; what the player's own actions add or give up is in it, so that it may be negative.

The player, Alexander having moved, takes up to ``actions`` of the actions that are left; then a rival has a turn, each
by itself, as if all players between had passed without a move.  Alexander's move comes first, by a card that lies open
then (or one of the hand, under ``hand-card-move=yes``), then two actions.  The worst loss is that over all these turns
of all rivals asked about; the value is the smallest worst loss.  In a rival's turn nothing can be done, and the
threats are told.  If the game ends with the player's turn, no rival has one any more.

Cards that nobody knows: under ``unknown: turned-up`` what replaces the open cards that the player takes may be
anything that is not seen, so that taking a card rarely denies it; what is turned up or drawn in the rival's own turn
is left out of account.  ``any`` lets those be anything, too; ``none`` counts neither.

All turns are looked at (:mod:`solver.alexandros.defend_search`), and the threats are found a second time by the rules
(:mod:`solver.alexandros.defend_threats`), which give the value.  Proof: exhaustive.

Rulings that matter: ``rim``, those of moves (``nearest``, ``free-triangle``, ``zero-move``, ``hand-card-move``,
``no-target``, ``short-walls``), of occupations and takeovers, and of actions.

*Tie-break*: fewer actions; then the actions in the order levy, take, occupy, remove, and of their triangles and cards.

*Same answer*: the same actions whatever their order; ``--all`` tells those of the best ones that have as few actions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from models.alexandros.plan import PILE, Action, Turn
from models.alexandros.position import ACTIONS, Position
from models.alexandros.scoring import score
from models.alexandros.turn import act, play_turn
from models.alexandros.words import cards_words, count_words
from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.rulings import Rulings
from models.words import and_words
from solver.alexandros.defend_documents import ALL, Defend, DefendAnswer, Reply, Threat
from solver.alexandros.defend_search import Guard
from solver.alexandros.defend_threats import Judged, Referee
from solver.alexandros.kernel import Table
from solver.alexandros.levy import asking, player_problems
from solver.alexandros.steps import action
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task


class DefendQuestion(Question):
    """``defend``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = DefendAnswer

    def maximises(self, question: Defend) -> bool:
        """Less is better: it is a loss."""
        return False

    def value_words(self, task: Task, value: int) -> str:
        """How far the income falls at worst."""
        if value == 0:
            return "at worst the levy income stays as it is"
        return f"at worst the levy income {'falls' if value > 0 else 'rises'} by {abs(value)}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """What to do, the threats before and after it, and the worst that is left."""
        assert isinstance(plan, DefendAnswer)
        own = _Own.of(task, plan.actions)
        if task.position.whose == asking(task):
            yield from (("do", line) for line in own.lines or ("nothing",))
        yield from _threat_words("now" if plan.actions else "threats", plan.threats, plan.before)
        if plan.actions:
            yield from _threat_words("then", plan.left, plan.after)
        if plan.worst is None:
            yield "end", "no rival has a turn any more"
        elif plan.worst.loss > 0 or plan.worst.turn.actions:
            lost = f"{plan.worst.loss} lost" if plan.worst.loss >= 0 else f"{-plan.worst.loss} won"
            yield "worst", f"{lost} in all: {_reply_words(plan.worst)}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players, a player against itself, a game that is over, a turn in which Alexander has not moved."""
        yield from player_problems(task)
        question: Defend = task.question
        players = list(task.position.players)
        name = asking(task)
        if question.against != ALL and (question.against not in players or question.against == name):
            others = [ALL, *(other for other in players if other != name)]
            what = f"no rival of {name} is called “{question.against}”"
            yield Problem(("question", "against"), what, one_of(others, question.against))
        if task.position.whose == name and not task.position.moved:
            what = f"{name} asks before Alexander's move of this turn"
            yield Problem(("position", "moved"), what, "moved: true, with the table after the move")

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The actions."""
        return _outcome(task, engine, 1, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` sets of actions."""
        return _outcome(task, engine, count + 1, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best sets of actions that have as few as can be."""
        return _outcome(task, engine, None, None)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """More actions than are asked for, cards that nobody knows, threats that are not right."""
        assert isinstance(plan, DefendAnswer)
        found = []
        question: Defend = task.question
        allowed = question.actions if task.position.whose == asking(task) else 0
        if len(plan.actions) > allowed:
            what = f"{count_words(len(plan.actions), 'action')}, and {allowed} may be taken"
            found.append(Breach("question", ("actions",), what))
        known = task.position.pile if isinstance(task.position.pile, tuple) else ()
        for at, one in enumerate(plan.actions):
            if one.drawn is not None and one.drawn not in known:
                what = f"nobody knows that a {one.drawn} is drawn"
                found.append(Breach("question", ("actions", at, "drawn"), what))
        if _Own.of(task, plan.actions).breaches:
            return tuple(found)
        right = answer_with(task, plan.actions, task.rulings.fresh())
        for key in ("before", "after", "worst"):
            if getattr(plan, key) != getattr(right, key):
                found.append(Breach("question", (key,), f"{key} is not what the rules say"))
        for key in ("threats", "left"):
            for at, (claimed, true) in enumerate(zip_longest(getattr(plan, key), getattr(right, key))):
                if claimed != true:
                    found.append(Breach("question", (key, at), "that is not the threat that the rules say"))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the actions, then every rival's turn."""
        assert isinstance(plan, DefendAnswer)
        rulings = task.rulings.fresh()
        own = _Own.of(task, plan.actions, rulings)
        if own.breaches:
            return Replay(0, score(own.position), rulings.consulted(), own.breaches)
        judged = judged_by_rules(task, own.position, rulings)
        return Replay(judged.loss, score(own.position), rulings.consulted())


@dataclass(frozen=True)
class _Own:
    """The player's actions played by the rules: the table at the end, open cards not filled up yet."""

    position: Position
    lines: tuple[str, ...]
    breaches: tuple[Breach, ...]

    @classmethod
    def of(cls, task: Task, actions: Sequence[Action], rulings: Rulings | None = None) -> _Own:
        rulings = task.rulings.fresh() if rulings is None else rulings
        position: Position = task.position.resolved(task.board)
        name = asking(task)
        if position.whose != name:
            wrong = tuple(
                Breach("2-1", ("actions", at), f"it is {position.whose}'s turn") for at in range(len(actions))
            )
            return cls(position, (), wrong)
        hidden = not isinstance(position.pile, tuple)
        taken = [one.model_copy(update={"drawn": None}) if hidden and one.take == PILE else one for one in actions]
        played = play_turn(task.board, position, Turn(actions=tuple(taken)), rulings.fresh(), open_draws=True)
        allowed = len(actions) >= task.question.actions
        breaches = tuple(wrong for wrong in played.breaches if not (allowed and wrong.rule == "2-3" and _passes(wrong)))
        now, lines = position, list[str]()
        for one in taken if not breaches else ():
            done = act(task.board, now, one, rulings, open_draws=True)
            now = done.position
            lines += done.lines
            if rulings.readings["refill-action"] == "at-once" and not now.over and now.actions < ACTIONS:
                now = _filled(now, rulings)
        return cls(now, tuple(lines), breaches)


def _passes(breach: Breach) -> bool:
    """Whether what is wrong is that fewer than two actions are taken."""
    return breach.path == ("actions",)


def _filled(position: Position, rulings: Rulings) -> Position:
    from models.alexandros.cards import refill

    return refill(position, (), rulings).position


def _rivals(task: Task) -> tuple[str, ...]:
    """Against whom, in the order of play after the player."""
    name = asking(task)
    order: tuple[str, ...] = task.position.from_seat(name)[1:]
    return tuple(other for other in order if task.question.against in (ALL, other))


def judged_by_rules(task: Task, position: Position, rulings: Rulings) -> Judged:
    """What rivals can do at the end of the player's turn."""
    referee = Referee(task.board, asking(task), _rivals(task), task.question.unknown, rulings)
    base = sum(referee.income(task.position.resolved(task.board)).values())
    return referee.judge(position, base, ended=position.whose == asking(task))


def answer_with(task: Task, actions: tuple[Action, ...], rulings: Rulings) -> DefendAnswer:
    """An answer with these actions."""
    idle = judged_by_rules(task, _Own.of(task, ()).position, rulings)
    after = judged_by_rules(task, _Own.of(task, actions).position, rulings) if actions else idle
    return DefendAnswer(
        actions=actions,
        before=idle.loss,
        after=after.loss,
        threats=idle.threats,
        left=after.threats if actions else (),
        worst=after.worst,
    )


def _outcome(task: Task, engine: Engine, keep: int | None, tell: int | None) -> Outcome:
    """The best ends of the turn.

    Parameters
    ----------
    keep, tell
        How many are looked for, and told; None for all of the best value.
    """
    started = time.perf_counter()
    grid = Table(task.board, task.rulings.readings)
    position = task.position.resolved(task.board)
    names = list(position.players)
    rivals = tuple(names.index(other) for other in _rivals(task))
    seat, question = names.index(asking(task)), task.question
    search = Guard(grid, grid.state(position), seat, rivals, question.actions, question.unknown, engine, keep)
    ends = search.best
    told = ends[: engine.limits.answers if tell is None else tell]
    solutions = []
    for end in told:
        actions = tuple(action(grid, step) for step in end.steps)
        plan = answer_with(task, actions, task.rulings.fresh())  # the threats are what the rules give
        solutions.append(Solution.of(plan, end.loss, search.finished))
    seconds = round(time.perf_counter() - started, 6)
    statistics = {**engine.statistics(), "value_seconds": seconds, "solver_seconds": seconds, "states": search.looked}
    done = search.finished
    if not solutions:
        return Outcome(Status.UNKNOWN, (), search.least, False, engine.interrupted, statistics)
    status, bound = (Status.OPTIMAL, ends[0].loss) if done else (Status.FEASIBLE, search.least)
    complete = done and len(ends) == len(told)
    return Outcome(status, tuple(solutions), bound, complete, engine.interrupted, statistics)


# -- in words --------------------------------------------------------------------------------------


def _threat_words(heading: str, threats: Sequence[Threat], worst: int) -> Iterator[tuple[str, str]]:
    """Threat by threat, the worst first."""
    if not threats:
        yield heading, "no rival can lower the income of a province"
    for threat in sorted(threats, key=lambda one: -one.loss):
        yield heading, f"{threat.province} loses {threat.loss} of {threat.worth}: {_reply_words(threat)}"


def _reply_words(reply: Reply) -> str:
    """A rival's turn in a line."""
    turn = reply.turn
    parts = []
    first = f"if {and_words(reply.opened)} turn{'s' if len(reply.opened) == 1 else ''} up, " if reply.opened else ""
    if turn.moves:
        card = f"takes {turn.card}" if turn.card else f"plays {turn.hand}"
        parts.append(f"{card}{f' as {turn.stands_for}' if turn.stands_for else ''}, {turn.path} to {turn.to}")
    if turn.turned_up:
        parts.append(f"{and_words(turn.turned_up)} turns up")
    for one in turn.actions:
        if one.occupy:
            parts.append(f"takes over with {and_words(one.occupy)}")
        elif one.remove:
            parts.append(f"removes {and_words(one.remove)}")
        else:
            parts.append(f"takes {one.take}" if one.take != PILE else f"draws {one.drawn or 'a card'}")
    paid = f", paying {cards_words(reply.cards)}" if isinstance(reply, Threat) and reply.cards else ""
    return f"{first}{turn.player} {', '.join(parts) or 'does nothing'}{paid}"
