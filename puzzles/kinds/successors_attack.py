"""``attack`` as a puzzle: attacks that are all to be made, and an order in which the status of a Champion is kept.

The greedy player makes each time the attack after which its legitimacy is highest; of equals, the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from models.successors.log import Game
from models.successors.plan import Change
from models.successors.position import HEIRS, LEGITIMACY, VP, WOMEN
from models.successors.victory import LEGITIMATE
from models.successors.words import attack_words, change_words, place_name
from puzzles.generate.successors_attack import POSED, posed_attack
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, changed, first_best, titled
from puzzles.kinds.successors import (
    asking,
    drafted,
    needed,
    placed,
    said_so,
    sound_parts,
    table_parts,
    when,
    with_royal,
    without_player,
)
from puzzles.scenario import Scenario
from solver.question import Task
from solver.successors.attack import AttackQuestion
from solver.successors.attack_documents import AttackAnswer, AttackPlan

DRAFTS = 12
"""How many tables are looked at for one that makes a puzzle."""
CHAMPION = 3
"""The legitimacy of a Champion (4-7)."""
FAR = 10
"""Victory points below an automatic victory of which one or two more matter to nobody."""


class AttackPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """Three to five attacks in the best order."""
        scenario = best_draft(self, drafted(lambda draft: posed_attack(draft, POSED[level - 1]), seed, DRAFTS))
        return titled(scenario, f"In which order should {scenario.question.player} attack?")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals who are not attacked, attacks, and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """The attacks, and whether they are to be judged or ordered."""
        question: AttackPlan = task.question
        listed = [f"({at}) {words}" for at, words in enumerate(_attacks_words(question), 1)]
        head = f"{when(task.position)}. {question.player} thinks of these attacks: {'; '.join(listed)}."
        if question.ask == "table":
            return f"{head} What does each of them by itself do to {question.player}'s status and legitimacy?"
        which = "All of them are to be made: in" if question.all else "Which of them should be made, and in"
        return f"{head} {which} which order, for {question.player} to win or else to end with most legitimacy?"

    def gist(self, scenario: Scenario, plan: AttackAnswer) -> Any:
        """The attacks in their order, told in words: their numbers change when one is left out."""
        told = list(_attacks_words(scenario.question))
        named = dict(enumerate(told, 1))
        return [named.get(number, number) for number in plan.order] if plan.order else plan.plain()

    def steps(self, plan: AttackAnswer) -> int:
        """The attacks that are made; of the table its rows."""
        return max(1, len(plan.order) or len(plan.rows))

    def finish(self, task: Task, plan: AttackAnswer, kept: int) -> AttackAnswer | None:
        """The first attacks of the plan, then what leaves most legitimacy."""
        question: AttackPlan = task.question
        if question.ask == "table":  # nothing is to be chosen
            return plan if kept >= self.steps(plan) else None
        asked = AttackQuestion()
        order = plan.order[:kept] if kept else ()
        value = asked.replay(task, AttackAnswer(order=order)).value
        while True:
            left = [number for number in range(1, len(question.attacks) + 1) if number not in order]
            more: int | None = first_best(left, _made(asked, task, order))
            if more is None:
                return AttackAnswer(order=order)
            after = asked.replay(task, AttackAnswer(order=(*order, more))).value
            if after <= value and not question.all:
                return AttackAnswer(order=order)
            order, value = (*order, more), after

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Statuses, what comes to nothing, royals, and what each attack is."""
        yield from _rivals(scenario)
        if scenario.question.ask == "order":
            yield from _royals(scenario)
        yield from _own_status(scenario)
        yield from _attacks(scenario)


def _attacks_words(question: AttackPlan) -> Iterator[str]:
    for planned in question.attacks:
        then = "; then ".join(["", ", ".join(change_words(planned.then))]) if planned.then else ""
        yield attack_words(planned.by(question.player)) + then.replace("; ", ", ", 1)


def _made(asked: AttackQuestion, task: Task, order: tuple[int, ...]) -> Callable[[int], int | None]:
    """What an order is worth with one more attack; None where the game is over before."""

    def worth(number: int) -> int | None:
        played = asked.replay(task, AttackAnswer(order=(*order, number)))
        return None if played.breaches else played.value

    return worth


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: AttackPlan = scenario.question
    position = scenario.position
    named: set[str | None] = {name for planned in question.attacks for name in planned.on}
    for planned in question.attacks:
        if planned.then is not None:
            named |= {*planned.then.players, *planned.then.control.values(), *planned.then.royals.values()}
            named |= {planned.then.cart.player} if planned.then.cart else set()
    for name in position.players:
        if name != question.player and name not in named and len(position.players) > 2:
            yield Part(f"player:{name}", f"the rival {name}", placed(scenario, without_player(position, name)))
    seen: dict[str, int] = {}
    for at, words in enumerate(_attacks_words(question)):
        seen[words] = seen.get(words, 0) + 1
        rest = asking(scenario, attacks=(*question.attacks[:at], *question.attacks[at + 1 :]))
        if len(question.attacks) > 2:
            yield Part(f"attack:{words}:{seen[words]}", f"the attack: {words}", rest, choice=True)
    kept = ["armies", "royals"]  # attacks fall on armies, and win royals
    kept += ["cart"] if any(planned.then and planned.then.cart for planned in question.attacks) else []
    for key, words, table in table_parts(position, kept):
        yield Part(key, words, placed(scenario, table))


# -- grounds -----------------------------------------------------------------------------------------


def _rivals(scenario: Scenario) -> Iterator[Ground]:
    """Rivals who are Champions, and Successors who may lose all that gives them points."""
    board, position, question = scenario.board, scenario.position, scenario.question
    totals = Game.of(board, position, scenario.rulings).totals
    touched = {space for planned in question.attacks for space in (planned.then or Change()).control}
    free = [
        spaces
        for province, spaces in board.members.items()
        if board.provinces[province].vp
        and all(space in board.markable and space not in touched and space not in position.markers for space in spaces)
    ]
    for name, state in position.players.items():
        if name == question.player:
            continue
        if state.champion:
            yield Ground(
                f"champion:{name}",
                f"{name} is a Champion",
                "5-2",
                _status(name, champion=False),
                said_so(f"{name} a Successor"),
            )
        if free and totals[name][VP] < needed(position) - FAR:
            spaces = min(free, key=len)
            free.remove(spaces)
            what = f"{name} has no more than {totals[name][VP]} victory points"
            home = board.provinces[board.spaces[spaces[0]].province].title
            yield Ground(f"points:{name}", what, "5-16", _holding(name, spaces), said_so(f"{home} with {name}, too"))


def _royals(scenario: Scenario) -> Iterator[Ground]:
    """Royals whom the player does not control."""
    position, player = scenario.position, scenario.question.player
    for royal in (*HEIRS, *WOMEN):
        holder = position.holder(royal)
        if holder != player and royal not in position.dead:
            where = f"with {holder}" if holder else "with nobody"
            rule = "4-4" if royal in HEIRS else "4-6"
            said = said_so(f"{place_name(royal)} with {player}")
            yield Ground(f"royal:{royal}", f"{place_name(royal)} is {where}", rule, with_royal(royal, player), said)


def _own_status(scenario: Scenario) -> Iterator[Ground]:
    """That the player is a Successor; of a table only where it does not win by another status."""
    position, question = scenario.position, scenario.question
    name = question.player
    legitimacy = Game.of(scenario.board, position, scenario.rulings).totals[name][LEGITIMACY]
    if not position.players[name].champion and (question.ask == "order" or legitimacy + CHAMPION < LEGITIMATE):
        words = f"{name} is a Successor"
        yield Ground(f"champion:{name}", words, "4-7", _status(name, champion=True), said_so(f"{name} a Champion"))


def _attacks(scenario: Scenario) -> Iterator[Ground]:
    """That each attack counts as one, and that all are to be made."""
    question: AttackPlan = scenario.question
    for at, planned in enumerate(question.attacks):
        if not planned.avoided:
            words = attack_words(planned.by(question.player))
            said = said_so(f"attack {at + 1} is avoided, and what comes of it comes about all the same")
            yield Ground(f"attack:{at + 1}", f"attack {at + 1} counts: {words}", "5-13", _avoided(at), said)
    if question.ask == "order" and question.all:
        said = said_so("attacks may be left out")
        yield Ground("all", "all attacks are to be made", "question", _some, said)


def _status(name: str, champion: bool) -> Callable[[Scenario, int], Scenario]:
    return lambda scenario, _: placed(scenario, scenario.position.with_player(name, champion=champion))


def _holding(name: str, spaces: tuple[str, ...]) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, _: int) -> Scenario:
        control = scenario.position.players[name].control
        return placed(scenario, scenario.position.with_player(name, control=(*control, *spaces)))

    return loosen


def _avoided(at: int) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, _: int) -> Scenario:
        attacks = scenario.question.attacks
        return asking(scenario, attacks=(*attacks[:at], changed(attacks[at], avoided=True), *attacks[at + 1 :]))

    return loosen


def _some(scenario: Scenario, _: int) -> Scenario:
    return asking(scenario, all=False)
