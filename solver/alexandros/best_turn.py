r"""``best-turn``: a player's best turn, card, way and actions, whatever turns up.

Every legal card is looked at, every triangle and corner that it sends Alexander to, every shortest way (4-1 to 4-5,
F-1 to F-4), and every sequence of up to two actions (5-1 to 5-13): :mod:`solver.alexandros.turns`; proof: exhaustive.

*Value*: the points of the turn; the margin: less those of the rival who gains most by it; or a measure: points,
blanks of the own provinces with one governor (what a levy would bring, whatever its card), cards in the hand and
governors that stand nowhere, each with its weight, as they are at the end of the turn.

*Draws*: with ``expected`` the face-up card in place of the move's, and a card drawn as the first action, are drawn at
random from the n unseen cards, and the answer tells what to do for each.  The value is the sum over all orders of
these K cards, a whole number: the average times n (n-1) … (n-K+1), so n (n-1) as a rule; 1 if the pile is known.
What is assumed: the player learns such a card before the next decision; rivals do nothing in the turn; a card drawn
last, and one of a pile that the discards have to be made into first (F-14), count as cards and are never used.
With ``none`` all unknown cards are of this kind.

*Tie-break*: most of blanks of such provinces, cards, and governors at two each, on the same average; then the order of
the cards, triangles, corners, ways and actions: levies, occupations, removals, cards, in the order of the board.
In an occupation governors stand on the first triangles of their symbols.

*Same answer*: where something is left to chance: the same card of the move, with what it stands for.  Otherwise: the
same card, triangle and corner, the same provinces with a symbol after it, and the same actions in whatever order;
governors on other triangles of the same symbols are the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import perm
from typing import Any

from models.alexandros.board import SYMBOLS, Symbol
from models.alexandros.plan import PILE, Action, Turn
from models.alexandros.position import FACE_UP, GOVERNORS, Position
from models.alexandros.provinces import province_of, provinces
from models.alexandros.turn import Played, play_move, play_turn
from models.alexandros.words import cards_words, count_words
from models.documents import Document
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.words import and_words
from solver.alexandros.best_turn_documents import ANY, BestTurn, BestTurnAnswer, Case, Measure, TurnAction
from solver.alexandros.kernel import Option, Table
from solver.alexandros.turns import BASE, Act, Acts, Plan, Turns, weights
from solver.alexandros.turns import Played as Planned
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task


class BestTurnQuestion(Question):
    """``best-turn``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = BestTurnAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The measure; where cards are drawn, its average."""
        question: BestTurn = task.question
        more = {"points": "", "margin": " more than the best rival", "measure": " of the measure"}[question.maximise]
        position = start_of(task)
        factor = perm(position.pile_size, depth_of(position, question))
        if factor > 1:
            return f"on average {average_words(value, factor)} points{more}"
        return f"{value} point{'' if abs(value) == 1 else 's'}{more}"

    # -- what is wrong ---------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players, a game that is over, somebody else's turn half played, a measure that is not asked for."""
        asked: BestTurn = task.question
        position: Position = task.position
        if asked.player is not None and asked.player not in position.players:
            what = f"unknown player “{asked.player}”"
            yield Problem(("question", "player"), what, one_of(position.players, asked.player))
        elif asked.player not in (None, position.whose) and position.moved:
            what = f"{position.whose} has moved Alexander, it is not the turn of {asked.player}"
            yield Problem(("question", "player"), what, f"{position.whose}, or “moved: false”")
        if position.over:
            yield Problem(("position", "over"), "the game is over", "over: false")
        if asked.measure is not None and asked.maximise != "measure":
            what = f"“measure” means nothing to “maximise: {asked.maximise}”"
            yield Problem(("question", "measure"), what, "“maximise: measure”")

    # -- the search ------------------------------------------------------------------------------

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best turn."""
        return _search(task, engine, 1, all_best=False, several=False)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count``."""
        return _search(task, engine, count, all_best=False, several=True)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All that are best."""
        return _search(task, engine, engine.limits.answers, all_best=True, several=True)

    # -- by the rules ----------------------------------------------------------------------------

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the turn by the rules, for every order of the cards that come up and matter."""
        assert isinstance(plan, BestTurnAnswer)
        trial = _Trial(task, plan)
        rulings = task.rulings.fresh()
        outcomes = list(trial.outcomes(rulings))
        value = sum(one.times * trial.value(one.played, rulings) for one in outcomes)
        breaches = dict.fromkeys(breach for one in outcomes for breach in one.breaches)
        return Replay(value, _ledger(outcomes, trial.factor), rulings.consulted(), tuple(breaches))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Cards that come up for which nothing is said; cases where unknown cards are never used."""
        assert isinstance(plan, BestTurnAnswer)
        trial = _Trial(task, plan)
        found = dict.fromkeys(breach for one in trial.outcomes(task.rulings.fresh()) for breach in one.strays)
        if task.question.draws == "none":
            found |= dict.fromkeys(_unknown_cards(plan))
        return tuple(found)

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """The move and the actions, for what turns up where that matters; then the average, or what is there then."""
        trial = _Trial(task, plan)
        rulings = task.rulings.fresh()
        outcomes = list(trial.outcomes(rulings))
        cases = [
            [one for one in outcomes if one.case == key] for key in sorted({o.case for o in outcomes}, key=_told_last)
        ]
        shared = _common([trial.move_lines(case[0]) for case in cases])
        yield from (("move", line) for line in shared)
        for case in cases:
            yield from trial.told(case, len(shared))
        if trial.factor > 1:
            yield "average", f"over {trial.factor} orders of the cards that may come"
        elif task.question.maximise == "measure" and outcomes:
            yield "at the end", trial.end_words(outcomes[0].played, rulings)


def average_words(value: int, factor: int) -> str:
    """An average exactly, and rounded.

    >>> average_words(4242, 1806), average_words(20, 10)
    ('2 15/43 (about 2.35)', '2')
    """
    exact = Fraction(value, factor)
    whole, rest = divmod(abs(exact), 1)
    sign = "-" if exact < 0 else ""
    parts = [str(whole)] * (whole > 0 or not rest) + [str(rest)] * (rest > 0)
    about = f" (about {float(exact):.2f})" if rest else ""
    return f"{sign}{' '.join(parts)}{about}"


def start_of(task: Task) -> Position:
    """The table at the beginning of the turn, or in the middle of it."""
    position: Position = task.position.resolved(task.board)
    player = task.question.player
    if player in (None, position.whose):
        return position
    return position.changed(active=player)


def depth_of(position: Position, asked: BestTurn) -> int:
    """How many unknown cards can matter: those turned up for the move's card, and one drawn as the first action."""
    if asked.draws == "none" or not isinstance(position.pile, int):
        return 0
    turned = FACE_UP - len(position.face_up) + 1 if position.face_up and not position.moved else 0
    return min(position.pile, turned + (position.actions == 0))


# -- from numbers to a turn ------------------------------------------------------------------------------


def _search(task: Task, engine: Engine, count: int, *, all_best: bool, several: bool) -> Outcome:
    """The best turns, one or ``several``; all that are best, or the first so many."""
    started = time.perf_counter()

    def pause() -> None:
        if engine.interrupted or time.perf_counter() > started + engine.limits.seconds:
            raise _StoppedError

    writer = _Writer(task)
    position, asked = writer.position, task.question
    depth = depth_of(position, asked)
    turns = Turns(writer.grid, writer.state, _weights(asked), depth=depth, pause=pause)
    whole, found = True, list[tuple[int, BestTurnAnswer]]()
    try:
        with engine.watching():
            if several and not turns.depth:
                found = writer.listed(turns, count, all_best=all_best)
            else:
                for plan in turns.plans():
                    found.append((plan.value, writer.plan(plan)))
    except _StoppedError:
        whole = False
    found.sort(key=lambda one: -one[0])
    if all_best:
        found = [one for one in found if one[0] // BASE == found[0][0] // BASE]
    complete = whole and len(found) <= count and several and (all_best or not (several and not turns.depth))
    seconds = round(time.perf_counter() - started, 6)
    statistics = {**engine.statistics(), "value_seconds": seconds, "solver_seconds": seconds, "states": turns.looked}
    if not found:
        return Outcome(Status.UNKNOWN, interrupted=engine.interrupted, statistics=statistics)
    solutions = tuple(Solution.of(plan, value // BASE, whole) for value, plan in found[:count])
    status = Status.OPTIMAL if whole else Status.FEASIBLE
    bound = solutions[0].objective if whole else None
    return Outcome(status, solutions, bound, complete, engine.interrupted, statistics)


class _StoppedError(Exception):
    """The time is over, or the user has stopped the search."""


def _weights(asked: BestTurn) -> Any:
    measure = asked.measure or Measure()
    return weights(asked.maximise, measure.points, measure.income, measure.card, measure.governor)


class _Writer:
    """Writes turns of the search as documents."""

    def __init__(self, task: Task) -> None:
        self.position = start_of(task)
        self.grid = Table(task.board, task.rulings.readings)
        self.state = self.grid.state(self.position)

    def plan(self, plan: Plan) -> BestTurnAnswer:
        """A plan with its cases, those with the same turn told once."""
        cases = {_key(one.turned): self.case(plan.option, one) for one in plan.cases}
        return self.turn(plan.option, dict(_gathered(cases)))

    def turn(self, option: Option | None, cases: Mapping[str, tuple[str | None, str | None, Any]]) -> BestTurnAnswer:
        """A turn; one case stands without a mapping."""
        named = {} if option is None else {"hand" if option.from_hand else "card": SYMBOLS[option.card]}
        if option is not None and option.symbol != option.card:
            named["as"] = SYMBOLS[option.symbol]
        if len(cases) == 1:
            (to, path, actions) = next(iter(cases.values()))
            return BestTurnAnswer.model_validate({**named, "to": to, "path": path, "actions": actions})
        return BestTurnAnswer.model_validate(
            {
                **named,
                "cases": {
                    key: Case(to=to or "", path=path or "", actions=acts) for key, (to, path, acts) in cases.items()
                },
            }
        )

    def case(self, option: Option | None, planned: Planned) -> tuple[str | None, str | None, tuple[TurnAction, ...]]:
        """Triangle, way and actions."""
        face_up = list(self.position.face_up)
        if option is not None and not option.from_hand:
            face_up.remove(SYMBOLS[option.card])
        acts = self.actions(planned.acts, face_up, [SYMBOLS[card] for card in planned.turned])
        if planned.to is None or planned.way is None:
            return None, None, acts
        return self.grid.name[planned.to], self.grid.chain(planned.way), acts

    def actions(self, acts: Acts, face_up: list[Symbol], turned: list[Symbol]) -> tuple[TurnAction, ...]:
        """Actions; a card that is only to be a card is one that lies there before, or of the pile."""
        found: list[TurnAction] = []
        left, pile = list(face_up), self.position.pile_size - len(turned)
        for act in acts:
            if act.kind == "take" and SYMBOLS[act.card] in left:
                left.remove(SYMBOLS[act.card])
            elif act.kind == "take" and SYMBOLS[act.card] in turned:
                turned = [card for at, card in enumerate(turned) if at != turned.index(SYMBOLS[act.card])]
            pile -= act.kind == "draw" or (act.kind == "take" and self.grid.refills_at_once)
            if act.then is None:
                found.append(TurnAction(**self.action(act, left, turned, pile)))
                continue
            seconds: dict[str, Action | None] = {
                SYMBOLS[card]: self._second(second, left, turned, pile) for card, second in act.then
            }
            gathered = dict(_gathered(seconds))
            if len(gathered) > 1:
                found.append(TurnAction.model_validate({"take": PILE, "then": gathered}))
                continue
            found.append(TurnAction(take=PILE))
            (second,) = gathered.values()
            if second is not None:
                found.append(TurnAction(**dict(second)))
        return tuple(found)

    def _second(self, act: Act | None, left: list[Symbol], turned: list[Symbol], pile: int) -> Action | None:
        return None if act is None else Action(**self.action(act, left, turned, pile))

    def action(self, act: Act, left: list[Symbol], turned: list[Symbol], pile: int) -> dict[str, Any]:
        """An action's own fields.

        Parameters
        ----------
        left, turned, pile
            The cards that still lie face up, those that turned up in the turn, and how many the pile has.
        """
        grid = self.grid
        if act.kind == "levy":
            return {"levy": SYMBOLS[act.card]}
        if act.kind == "occupy":
            ejects = {"ejects": grid.name[act.ejects]} if act.ejects else {}
            return {"occupy": grid.triangles(act.places), **ejects}
        if act.kind == "remove":
            return {"remove": grid.triangles(act.places)}
        if act.kind == "take":
            return {"take": SYMBOLS[act.card]}
        if act.kind == "draw" or not (left or (turned and pile < 1)):
            return {"take": PILE}
        return {"take": (left or turned)[0]}

    def listed(self, turns: Turns, count: int, *, all_best: bool) -> list[tuple[int, BestTurnAnswer]]:
        """Different turns, the best first: one more than so many, or all that are best."""
        best: dict[Any, tuple[int, int, Any]] = {}
        least = None
        for at, (value, *turn, identity) in enumerate(turns.every()):
            if identity in best or (least is not None and value < least):
                continue
            best[identity] = (-value, at, turn)
            if len(best) > max(4 * count, 1000):
                kept = sorted(best.items(), key=lambda item: item[1][:2])
                if all_best:
                    most = -kept[0][1][0] // BASE
                    kept = [item for item in kept if -item[1][0] // BASE == most]
                    least = most * BASE
                kept = kept[: count + 1]
                best = dict(kept)
                if not all_best and len(kept) > count:
                    least = -kept[-1][1][0]
        found = []
        for value, _, (option, to, way, acts) in sorted(best.values(), key=lambda one: one[:2])[: count + 1]:
            turned = tuple(next(turns.fillings(option, turns.grid.pay_move(turns.state, option)))[1]) if option else ()
            case = self.case(option, Planned(turned, to, way, acts))
            found.append((-value, self.turn(option, {ANY: case})))
        return found


def _key(turned: Sequence[int]) -> str:
    return "-".join(SYMBOLS[card] for card in turned)


def _gathered(cases: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Cases by card, the one that most cards have in common last, as ``any``."""
    items = list(cases.items())
    alike = [sum(other == one for _, other in items) for _, one in items]
    usual = items[alike.index(max(alike))][1]
    yield from ((key, one) for key, one in items if one != usual)
    yield ANY, usual


# -- a turn by the rules ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Outcome:
    """A turn as it comes about.

    Attributes
    ----------
    times
        In how many orders of the unseen cards.
    case, then
        Which cards turned up and which was drawn, as they are told apart; empty where they are not.
    start, turn, played
        The table with these cards on top of the pile, what is done, and what it came to.
    strays
        What the plan does not tell.
    """

    times: int
    case: str
    then: str
    start: Position
    turn: Turn
    played: Played
    breaches: tuple[Breach, ...]
    strays: tuple[Breach, ...]


class _Trial:
    """A plan by the rules."""

    def __init__(self, task: Task, plan: BestTurnAnswer) -> None:
        self.task, self.plan = task, plan
        self.position = start_of(task)
        self.player = self.position.whose
        self.depth = depth_of(self.position, task.question)

    @cached_property
    def factor(self) -> int:
        """In how many orders the unseen cards that matter can come up."""
        return self._orders(0)

    def _orders(self, drawn: int) -> int:
        return perm(self.position.pile_size - drawn, max(0, self.depth - drawn))

    def outcomes(self, rulings: Rulings) -> Iterator[_Outcome]:
        """What comes about, each with the number of orders that lead to it."""
        plan, position = self.plan, self.position
        turned = 0
        if plan.card is not None and not position.moved:
            turned = max(0, FACE_UP - max(0, len(position.face_up) - 1))
        for times, shown, rest in self._drawn(position.unseen, turned):
            case, key = self._case(shown)
            first = case.actions[0] if case.actions and not position.actions else None
            at_once = rulings.readings["refill-action"] == "at-once"
            draws = first is not None and first.take is not None and (first.take == PILE or at_once)
            for often, card, left in self._drawn(rest, 1 if draws and self.depth > len(shown) else 0):
                scale = self._orders(len(shown) + len(card)) if self.depth else 1
                yield self._outcome(times * often * scale, (case, key), (shown, card), left, rulings)

    def _drawn(
        self, bag: Mapping[Symbol, int], count: int
    ) -> Iterator[tuple[int, tuple[Symbol, ...], Mapping[Symbol, int]]]:
        """The cards that come up one after the other, in how many ways, and what is left; none where none matters."""
        if not self.depth or not count or not any(bag.values()):
            yield 1, (), bag
            return
        for card in SYMBOLS:
            if bag[card]:
                rest = {**bag, card: bag[card] - 1}
                for times, further, left in self._drawn(rest, count - 1):
                    yield bag[card] * times, (card, *further), left

    def _case(self, shown: Sequence[Symbol]) -> tuple[Case, str | None]:
        """What the plan says of certain cards; the key under which it does, None if there are no cases."""
        plan = self.plan
        if plan.cases is None:
            return Case.model_construct(to=plan.to, path=plan.path, actions=plan.actions), None
        if not self.depth and isinstance(self.position.pile, tuple):
            shown = self.position.pile[: max(0, FACE_UP - len(self.position.face_up) + 1)]
        key = "-".join(sorted(shown, key=SYMBOLS.index))
        key = key if key in plan.cases else ANY
        return plan.cases.get(key) or Case(), key

    def _outcome(
        self,
        times: int,
        told: tuple[Case, str | None],
        drawn: tuple[tuple[Symbol, ...], tuple[Symbol, ...]],
        left: Mapping[Symbol, int],
        rulings: Rulings,
    ) -> _Outcome:
        (case, key), start = told, self.position
        path: Path = () if key is None else ("cases", key)
        strays: list[Breach] = []
        if key is not None and key not in (self.plan.cases or {}):
            strays.append(Breach("question", ("cases",), f"nothing is said of {and_words(drawn[0]) or 'any card'}"))
        if self.depth:
            rest = tuple(card for card in SYMBOLS for _ in range(left[card]))
            start = start.changed(pile=(*drawn[0], *drawn[1], *rest))
        actions, then = self._actions(case, drawn[1], strays, path)
        head = {name: getattr(self.plan, name) for name in ("card", "hand")} | {"as": self.plan.stands_for}
        turn = Turn.model_validate({**head, "to": case.to, "path": case.path, "actions": actions})
        played = play_turn(self.task.board, start, turn, rulings, open_draws=True)
        breaches = tuple(replace(breach, path=(*path, *breach.path)) for breach in played.breaches)
        return _Outcome(times, key or "", then, start, turn, played, breaches, tuple(strays))

    def _actions(
        self, case: Case, drawn: Sequence[Symbol], strays: list[Breach], path: Path
    ) -> tuple[tuple[Action, ...], str]:
        """The actions once a card is drawn, and the key under which the second one is told."""
        found: list[Action] = []
        told = ""
        for at, action in enumerate(case.actions):
            found.append(Action(**{name: getattr(action, name) for name in Action.model_fields}))
            if action.then is None:
                continue
            where: Path = (*path, "actions", at, "then")
            if at + 1 < len(case.actions):
                strays.append(Breach("question", where, "another action follows that depends on no card"))
            known = self.position.pile[:1] if isinstance(self.position.pile, tuple) else ()
            card = next(iter(drawn or known), None)
            told = card if card in action.then else ANY
            if told not in action.then:
                strays.append(Breach("question", where, f"nothing is said of {card or 'any card'}"))
            second = action.then.get(told)
            if second is not None:
                found.append(second)
        return tuple(found), told

    def value(self, played: Played, rulings: Rulings) -> int:
        """What a turn is worth."""
        asked: BestTurn = self.task.question
        points = played.ledger.total(self.player)
        if asked.maximise == "points":
            return points
        if asked.maximise == "margin":
            return points - max(played.ledger.total(name) for name in played.position.players if name != self.player)
        measure = asked.measure or Measure()
        income, held, free = self.parts(played, rulings)
        return measure.points * points + measure.income * income + measure.card * held + measure.governor * free

    def parts(self, played: Played, rulings: Rulings) -> tuple[int, int, int]:
        """Blanks of the own provinces with one governor, cards in the hand, governors that stand nowhere."""
        state = played.position.players[self.player]
        among = provinces(self.task.board, played.position.walled, rulings)
        where = [province_of(among, name) for name in state.governors]
        income = sum(one.blanks for one in where if one is not None and where.count(one) == 1)
        return income, sum(state.hand.values()) + played.undrawn, GOVERNORS - len(state.governors)

    def end_words(self, played: Played, rulings: Rulings) -> str:
        """What is there at the end of a turn."""
        income, held, free = self.parts(played, rulings)
        held_words = cards_words(played.position.players[self.player].hand)
        points = count_words(played.ledger.total(self.player), "point")
        provinces_words = f"provinces that pay {income}"
        return f"{points}, {provinces_words}, {count_words(held, 'card')} ({held_words}), {free} of 4 governors free"

    def move_lines(self, one: _Outcome) -> list[str]:
        """The lines of Alexander's move."""
        played = play_move(self.task.board, one.start, one.turn, self.task.rulings.fresh())
        return _lines(played)

    def told(self, outcomes: Sequence[_Outcome], shared: int) -> Iterator[tuple[str, str]]:
        """The lines of a case; where a card is drawn first, what follows for each.

        Parameters
        ----------
        shared
            How many lines are told already.
        """
        one = outcomes[0]
        if one.case:
            shown = "any other card" if one.case == ANY else and_words(one.case.split("-"))
            yield "if", f"{shown} {'turn' if '-' in one.case else 'turns'} up"
        moves = len(self.move_lines(one))
        groups: dict[str, list[str]] = {}
        for other in outcomes:
            groups.setdefault(other.then, _lines(other.played))
        common = _common(list(groups.values()))
        for at, line in list(enumerate(common))[shared:]:
            yield "move" if at < moves else "action", line
        for key in sorted(groups, key=_told_last):
            rest = groups[key][len(common) :] or ["passes"] * (len(groups) > 1)
            yield from (("another drawn" if key == ANY else f"{key} drawn", line) for line in rest)


def _told_last(key: str) -> tuple[bool, list[int]]:
    """Sorts cases by their cards, the one of all others last.

    >>> sorted(["any", "horse-lyre", "temple"], key=_told_last)
    ['temple', 'horse-lyre', 'any']
    """
    return key == ANY, [] if key in (ANY, "") else [SYMBOLS.index(card) for card in key.split("-")]


def _kept(line: str) -> str | None:
    """A line as it is told before anything has turned up."""
    if line.startswith("turned up: "):
        return None
    return "draws a card" if line.startswith("draws ") else line


def _lines(played: Played) -> list[str]:
    return [kept for line in played.lines if (kept := _kept(line)) is not None]


def _common(told: Sequence[Sequence[str]]) -> list[str]:
    """The lines that all begin with."""
    return [lines[0] for lines in takewhile(lambda lines: len(set(lines)) == 1, zip(*told, strict=False))]


def _ledger(outcomes: Sequence[_Outcome], factor: int) -> Ledger:
    """The entries of all outcomes; of those that some have only, in how many orders."""
    found: Counter[Entry] = Counter()
    for one in outcomes:
        for entry in one.played.ledger:
            found[entry] += one.times
    entries = []
    for entry, times in found.items():
        note = entry.note if times == factor else f"{entry.note}; in {times} of {factor} orders of the cards"
        entries.append(replace(entry, note=note))
    return Ledger(tuple(entries))


def _unknown_cards(plan: BestTurnAnswer) -> Iterator[Breach]:
    """Cases of a plan that uses no unknown card."""
    if plan.cases is not None:
        yield Breach("question", ("cases",), "unknown cards are not used")
    for at, action in enumerate(plan.actions):
        if action.then is not None:
            yield Breach("question", ("actions", at, "then"), "unknown cards are not used")
