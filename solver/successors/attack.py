r"""``attack``: which attacks keep the status of a Champion, what each costs, and their best order.

``table`` looks at each attack by itself.  ``order`` looks at all orders of the attacks (with ``all``
false at all orders of some of them, too), tables that several orders lead to once
(:mod:`solver.successors.attack_orders`); proof: exhaustive.  An order matters since a status that is
lost stays lost for what follows (5-6) until victory points fall to 0 (5-16), which may be those of
whoever is attacked next; since the victory points of the moment may name the Usurper (``usurper``);
and since a legitimacy that is cut off at 0 may not come back (``legitimacy-floor``).

Value: of ``table`` how many attacks keep the status.  Of ``order`` the player's legitimacy when all is
done; a win of the player on the way, alone or shared, is worth 10000; an end on the way that the text
leaves open, with the player among those who may have won, -5000; any other end -10000.

Rulings that matter: ``mixed-stack`` and ``usurper`` to what an attack costs, ``champion-regained`` to the way
back, and by the totals and the automatic victory all others but those of the regency, of the tie-break and of the
burial (``heir-schedule``, ``regency-tie``, ``regent-choice``, ``uncontrolled-tie``, ``tie-break-field``,
``elite-count``, ``unbroken-tie``, ``burial-blockers``).

*Tie-break*: more attacks made as a Champion who stays one; more attacks; the order that comes first by
the numbers of the attacks.

*Same answer*: the table is one answer; two orders are two answers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from models.documents import Document
from models.errors import Breach, Problem, one_of, under
from models.game import Replayed
from models.ledger import Ledger
from models.rulings import Rulings
from models.successors.log import replay
from models.successors.plan import Event
from models.successors.position import LEGITIMACY, VP, Totals
from models.successors.scoring import score
from models.successors.status import judge
from models.successors.words import attack_words
from models.words import and_words
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task
from solver.successors.attack_documents import AttackAnswer, AttackPlan, AttackRow, Ending
from solver.successors.attack_orders import LOST, OPEN, WON, Orders, Way, change_problems

ALL_ORDERS = 500
"""How many best orders are told at most: each is replayed, and ten attacks have millions of orders."""


class AttackQuestion(Question):
    """``attack``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = AttackAnswer

    def value_words(self, task: Task, value: int) -> str:
        """How many attacks keep the status, or how the order ends."""
        question: AttackPlan = task.question
        if question.ask == "table":
            return f"{value} of {len(question.attacks)} keep {question.player} a Champion"
        ends = {WON: f"{question.player} wins on the way", LOST: "the game ends, and not for " + question.player}
        ends[OPEN] = f"the game ends, {question.player} among those who may have won"
        return ends.get(value) or f"{question.player} ends with {value} legitimacy"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The attacks one by one, each with what it costs or what comes of it."""
        assert isinstance(plan, AttackAnswer)
        question: AttackPlan = task.question
        for row in plan.rows:
            if row.attack <= len(question.attacks):
                yield from _row_words(question, row)
        played = _Played.of(task, plan.order)
        for number, lines in played.by_attack:
            yield from ((str(number), line) for line in lines)
        if question.ask == "order":
            yield from _end_words(question, plan, played)
        elif played.ending is not None:
            yield "over", _ending_words(played.ending)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, attacks on oneself, changes that cannot be on the table."""
        question: AttackPlan = task.question
        players = list(task.position.players)
        if question.player not in players:
            wrong = f"unknown player “{question.player}”"
            yield Problem(("question", "player"), wrong, one_of(players, question.player))
        for at, planned in enumerate(question.attacks):
            path = ("question", "attacks", at)
            for problem in planned.by(question.player).problems(players):
                if problem.path != ("by",):
                    yield from under(path, [problem])
            if planned.then is not None:
                yield from under((*path, "then"), planned.then.problems(players))
                yield from under((*path, "then"), change_problems(task.board, task.position, planned.then))

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The table, or the best order."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        started = time.perf_counter()
        search = Orders(task.board, task.question, task.rulings.fresh(), engine)
        return _outcome(engine, search, search.best(task.position), started, complete=False)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` orders; the table is the only answer."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        started = time.perf_counter()
        search = Orders(task.board, task.question, task.rulings.fresh(), engine, count=count + 1)
        ways = search.best(task.position)
        return _outcome(engine, search, ways[:count], started, complete=len(ways) <= count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best orders; the table is the only answer."""
        if task.question.ask == "table":
            return _table_outcome(task, engine)
        started = time.perf_counter()
        search = Orders(task.board, task.question, task.rulings.fresh(), engine)
        best = search.best(task.position)
        if not best or not search.finished:
            return _outcome(engine, search, best, started, complete=not best)
        most = min(engine.limits.answers, ALL_ORDERS)
        ways = search.of_value(task.position, best[0].value, most + 1)
        return _outcome(engine, search, ways[:most], started, complete=len(ways) <= most)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Numbers that no attack has, attacks twice or missing, rows that are not right or not asked for."""
        assert isinstance(plan, AttackAnswer)
        question: AttackPlan = task.question
        found = []
        if question.ask == "table":
            if plan.order:
                found.append(Breach("question", ("order",), "no order is asked for"))
            return (*found, *_row_strays(plan.rows, list(_rows(task, task.rulings.fresh()))))
        if plan.rows:
            found.append(Breach("question", ("rows",), "no table is asked for"))
        for at, number in enumerate(plan.order):
            if not 1 <= number <= len(question.attacks):
                found.append(Breach("question", ("order", at), f"there is no attack {number}"))
            elif number in plan.order[:at]:
                found.append(Breach("question", ("order", at), f"attack {number} is made twice"))
        if question.all and _Played.of(task, plan.order).ending is None:
            missing = [number for number in range(1, len(question.attacks) + 1) if number not in plan.order]
            found += [Breach("question", ("order",), f"attack {number} is missing") for number in missing]
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the attacks as a log; for the table count the rows, the ledger being that of the position."""
        assert isinstance(plan, AttackAnswer)
        if task.question.ask == "table":
            rulings = task.rulings.fresh()
            kept = sum(row.status == "kept" for row in _rows(task, rulings))
            ledger = score(task.board, task.position, rulings)
            return Replay(kept, ledger, rulings.consulted())
        played = _Played.of(task, plan.order)
        return Replay(played.value(task.question.player), played.ledger, played.rulings, played.breaches)


# -- what is played --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Played:
    """Attacks played as a log, one after the other.

    Attributes
    ----------
    by_attack
        The number of each attack that was made, and in words what happened.
    after
        How everything stands at the end, as a log tells it.
    ending
        How the game ended, if it did.
    """

    by_attack: tuple[tuple[int, tuple[str, ...]], ...]
    ledger: Ledger
    rulings: dict[str, str]
    breaches: tuple[Breach, ...]
    after: Mapping[str, Any]
    ending: Ending | None

    @classmethod
    def of(cls, task: Task, order: Sequence[int]) -> _Played:
        """Play attacks by their numbers; those that no attack has are left out."""
        question: AttackPlan = task.question
        rulings: Rulings = task.rulings.fresh()
        numbers = [(at, number) for at, number in enumerate(order) if 1 <= number <= len(question.attacks)]
        parts: list[tuple[int, int, Event]] = []
        for at, number in numbers:
            planned = question.attacks[number - 1]
            parts.append((at, number, Event(attack=planned.by(question.player))))
            if planned.then is not None:
                parts.append((at, number, Event(change=planned.then)))
        played = _until_over(task, [event for _, _, event in parts], rulings)
        lines: dict[int, tuple[str, ...]] = {}
        breaches = []
        for (at, _, _), step in zip(parts, played.steps, strict=False):
            lines[at] = (*lines.get(at, ()), *step.lines)
            breaches += [Breach(wrong.rule, ("order", at), wrong.message) for wrong in step.breaches]
        breaches += [Breach("2A-1", ("order", at), "the game is over") for at, _ in numbers if at not in lines]
        return cls(
            tuple((number, lines[at]) for at, number in numbers if at in lines),
            played.before + played.ledger,
            rulings.consulted(),
            tuple(breaches),
            played.after,
            _ending(played.after),
        )

    def value(self, name: str) -> int:
        """What it is worth to a player."""
        if self.ending is None:
            totals: Totals = self.after["totals"]
            return totals[name][LEGITIMACY]
        if name in self.ending.winners:
            return WON
        return OPEN if not self.ending.winners and name in self.ending.candidates else LOST


def _until_over(task: Task, events: Sequence[Event], rulings: Rulings) -> Replayed:
    """The events played as far as the game goes."""
    played = replay(task.board, task.position, events, rulings)
    if not played.after["over"]:
        return played
    for made in range(len(events)):
        part = replay(task.board, task.position, events[:made], task.rulings.fresh())
        if part.after["over"]:
            return part
    return played


def _ending(after: Mapping[str, Any]) -> Ending | None:
    if not after["over"]:
        return None
    return Ending(winners=tuple(after["winners"]), candidates=tuple(after["candidates"]), rule=after["rule"])


def _rows(task: Task, rulings: Rulings) -> Iterator[AttackRow]:
    """Each attack by itself; none where the game is over before."""
    question: AttackPlan = task.question
    board, position, name = task.board, task.position, question.player

    def after(*events: Event) -> Mapping[str, Any]:
        return replay(board, position, events, rulings).after

    now = after()
    if now["over"]:
        return
    for at, planned in enumerate(question.attacks):
        attack = planned.by(name)
        judged = judge(position, attack, now["totals"], rulings)
        battle = after(Event(attack=attack))
        end = battle
        if planned.then is not None and not battle["over"]:
            end = after(Event(attack=attack), Event(change=planned.then))
        champion = position.players[name].champion
        yield AttackRow(
            attack=at + 1,
            status="lost" if judged.loses else "kept" if champion else "successor",
            rule=judged.rule,
            before=now["totals"][name][LEGITIMACY],
            battle=battle["totals"][name][LEGITIMACY],
            after=end["totals"][name][LEGITIMACY],
            ends=_ending(end),
        )


def _row_strays(rows: Sequence[AttackRow], right: Sequence[AttackRow]) -> Iterator[Breach]:
    """Rows that are missing, twice, out of order, or not right."""
    for at, row in enumerate(rows):
        if at >= len(right) or row.attack != right[at].attack:
            yield Breach("question", ("rows", at), f"attack {row.attack} is no attack, twice or out of order")
        else:
            for key, value in right[at]:
                if getattr(row, key) != value:
                    what = f"{key} of attack {row.attack} is {_plain(value)}, not {_plain(getattr(row, key))}"
                    yield Breach("question", ("rows", at, key), what)
    if len(rows) < len(right):
        yield Breach("question", ("rows",), f"{len(right) - len(rows)} of {len(right)} attacks are missing")


def _plain(value: Any) -> Any:
    return value.plain() if isinstance(value, Document) else value


# -- outcomes --------------------------------------------------------------------------------------


def _table_outcome(task: Task, engine: Engine) -> Outcome:
    rows = tuple(_rows(task, task.rulings.fresh()))
    kept = sum(row.status == "kept" for row in rows)
    solution = Solution.of(AttackAnswer(rows=rows), kept, True)
    return Outcome(Status.OPTIMAL, (solution,), kept, True, statistics=engine.statistics())


def _outcome(engine: Engine, search: Orders, ways: Sequence[Way], started: float, complete: bool) -> Outcome:
    """What a search found: proved where it came to its end, otherwise perhaps not the best."""
    seconds = round(time.perf_counter() - started, 6)
    taken = {"value_seconds": seconds, "solver_seconds": seconds, "states": len(search.nodes)}
    statistics = {**engine.statistics(), **taken}
    done = search.finished
    solutions = []
    for way in ways:
        key = (way.champion, way.made, *way.order)
        solutions.append(Solution({}, way.value, done, key, way.order, AttackAnswer(order=way.order)))
    if not solutions:
        status = Status.INFEASIBLE if done else Status.UNKNOWN
        return Outcome(status, (), None, done, engine.interrupted, statistics)
    status, bound = (Status.OPTIMAL, ways[0].value) if done else (Status.FEASIBLE, WON)
    return Outcome(status, tuple(solutions), bound, complete and done, engine.interrupted, statistics)


# -- in words --------------------------------------------------------------------------------------


def _row_words(question: AttackPlan, row: AttackRow) -> Iterator[tuple[str, str]]:
    planned = question.attacks[row.attack - 1]
    status = {
        "kept": "stays a Champion",
        "lost": f"becomes a Successor: {row.before} to {row.battle} legitimacy",
        "successor": "is a Successor, nothing to lose",
    }[row.status]
    said = f"{attack_words(planned.by(question.player))}: {status} (rule {row.rule})"
    if row.after != row.battle:
        said += f"; after it {row.after} legitimacy"
    yield str(row.attack), said
    if row.ends is not None:
        yield str(row.attack), _ending_words(row.ends)


def _ending_words(ending: Ending) -> str:
    if ending.winners:
        verb = "wins" if len(ending.winners) == 1 else "win"
        return f"{and_words(ending.winners)} {verb} at once (rule {ending.rule})"
    return f"the game ends between {and_words(ending.candidates)}, the text does not say who wins (rule {ending.rule})"


def _end_words(question: AttackPlan, plan: AttackAnswer, played: _Played) -> Iterator[tuple[str, str]]:
    name = question.player
    left = [str(number) for number in range(1, len(question.attacks) + 1) if number not in plan.order]
    if left:
        yield "not", f"attack{'' if len(left) == 1 else 's'} {and_words(left)}"
    totals = played.after["totals"][name]
    status = "a Champion" if played.after["players"][name]["champion"] else "a Successor"
    said = f"{name} is {status} with {totals[LEGITIMACY]} legitimacy and {totals[VP]} victory points"
    yield "end", said
