"""Posing: a puzzle with exactly one best answer, and nothing in it that could be left out.

A candidate is made from a natural position.  It becomes a puzzle if its best answer is proved, the
next best is proved to be strictly worse, and the greedy player does not find it.  Then whatever can
be left out, so that the same answer stays the only best one, is left out, until nothing can.

Nothing depends on time: searches have limits of work, not of seconds, and one worker.  A machine
that is too slow for a puzzle says so; it never gives another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from models.errors import SatrapError
from puzzles.checking import worth
from puzzles.kinds.kind import Kind, Part, kind_of
from puzzles.posing.difficulty import CLOSE, LEVELS, MOST_CLOSE, Difficulty, close_answers, greedy_worth, told
from puzzles.questions import find, of_game
from puzzles.scenario import Scenario, parse
from puzzles.solving import solve
from solver.answer import Answer, Limits, Status

PATIENCE = 600.0
"""Seconds after which a machine is too slow for a puzzle."""
LIMITS = Limits(seconds=PATIENCE, workers=1, work=30.0)
"""Of every search; nothing in them that differs from machine to machine, unless one is too slow."""
TRIES = 100
"""Candidates that are looked at for one puzzle."""

Listener = Callable[[str], None]
"""Is told in words what is going on."""


class NoPuzzleError(SatrapError):
    """No puzzle of the kind that was asked for was found, or the machine is too slow for it."""

    exit_status = 4
    kind = "no puzzle"


@dataclass(frozen=True)
class Puzzle:
    """A scenario whose question has one best answer.

    Attributes
    ----------
    scenario
        As it is posed; its file holds all of it.
    seed
        From which it came; with game, kind and difficulty asked for, it gives the puzzle again.
    answer
        The one best answer.
    next_best
        The best of all others; None if there is no other.
    next_value
        What it is worth; of an answer that is a table of all choices, what the second choice is worth.
    difficulty
        As measured.
    asks
        The question in words.
    left_out
        What the candidate held besides.
    """

    scenario: Scenario
    seed: int
    answer: Answer
    next_best: Answer | None
    next_value: int | None
    difficulty: Difficulty
    asks: str
    left_out: tuple[str, ...] = field(default=(), compare=False)

    @property
    def gap(self) -> int | None:
        """By how much the next best is worse; None if there is no other answer."""
        return None if self.next_value is None else abs((self.answer.value or 0) - self.next_value)

    def plain(self) -> dict[str, Any]:
        """The published contract of ``satrap pose --json``."""
        return {
            "scenario": self.scenario.plain(),
            "asks": self.asks,
            "value": self.answer.value,
            "next_best": self.next_value,
            "difficulty": self.difficulty.plain(),
            "seed": self.seed,
        }

    def solved(self) -> dict[str, Any]:
        """The same with its answer."""
        assert self.answer.plan is not None
        return {**self.plain(), "answer": self.answer.plan.plain()}

    def _repr_svg_(self) -> str | None:
        return self.scenario._repr_svg_()


def pose(
    game: str,
    *,
    kind: str | None = None,
    difficulty: int | None = None,
    seed: int = 1,
    listener: Listener | None = None,
) -> Puzzle:
    """A new puzzle; the same for the same arguments, on any machine.

    Parameters
    ----------
    kind
        Of question; None leaves it to the seed.
    difficulty
        From 1 to 5, as measured; None for whatever comes.
    listener
        Is told what is being looked at.

    Raises
    ------
    InputError
        The game has no such question.
    NoPuzzleError
        No candidate became such a puzzle, or the machine is too slow.
    KeyboardInterrupt
        After Ctrl-C.

    Examples
    --------
    >>> puzzle = pose("empire", kind="route", seed=1)
    >>> puzzle.answer.status.value, puzzle.plain() == pose("empire", kind="route", seed=1).plain()
    ('optimal', True)
    """
    kinds = [find(game, kind).kind] if kind is not None else [entry.kind for entry in of_game(game)]
    chance = Random(f"{game} {seed}")
    for number in range(1, TRIES + 1):
        drawn = chance.choice(kinds)
        level = difficulty or chance.choice(LEVELS)
        if listener is not None:
            listener(f"candidate {number}: {drawn}")
        candidate = find(game, drawn).puzzles().make(chance.randrange(2**31), level)
        puzzle = puzzle_of(candidate, seed)
        if puzzle is not None and difficulty in (None, puzzle.difficulty.level):
            return puzzle
    wanted = " ".join(filter(None, (game, kind, "puzzle", f"of difficulty {difficulty}" if difficulty else "")))
    raise NoPuzzleError(f"no {wanted} among {TRIES} candidates; try another seed, kind or difficulty")


def puzzle_of(candidate: Scenario, seed: int = 0) -> Puzzle | None:
    """A scenario as a puzzle, without what can be left out; None if it is ambiguous, trivial or too hard to prove."""
    kind = kind_of(candidate)
    found = Settled.of(candidate)
    if found is None or not found.single or _trivial(candidate, found):
        return None
    scenario, left_out = _without_superfluous(kind, candidate, found)
    scenario = parse(scenario.text(), scenario.name)  # as whoever gets the file will read it
    found = Settled.of(scenario)
    if found is None or not found.single or _trivial(scenario, found):
        return None
    assert found.best.value is not None
    assert found.best.plan is not None
    measured = Difficulty(
        best=found.best.value,
        greedy=greedy_worth(scenario),
        close=_close(scenario, found),
        told=told(kind, scenario, found.best.plan, found.best.value),
        steps=kind.steps(found.best.plan),
    )
    second = found.next_value
    if found.other is None:
        second = kind.runner_up(scenario, found.best.plan)
    return Puzzle(scenario, seed, found.best, found.other, second, measured, kind.asks(scenario.task), left_out)


@dataclass(frozen=True)
class Settled:
    """The proved best answer of a scenario and the best other one; None if there is no other."""

    best: Answer
    other: Answer | None

    @classmethod
    def of(cls, scenario: Scenario) -> Settled | None:
        """Solve a scenario; None if it has no answer, or is not proved within the limits of work."""
        answer = _solved(scenario, 2)
        listed = answer.answers or ()
        if answer.status is not Status.OPTIMAL or not all(one.canonical for one in listed):
            return None
        if len(listed) < 2 and not answer.complete:
            return None
        best, *others = (replace(one, answers=None) for one in listed)
        return cls(best, others[0] if others else None)

    @property
    def single(self) -> bool:
        """Whether no other answer is as good."""
        return self.other is None or self.other.value != self.best.value

    @property
    def next_value(self) -> int | None:
        """What the best other answer is worth."""
        return None if self.other is None else self.other.value


def _solved(scenario: Scenario, count: int) -> Answer:
    answer = solve(scenario, top=count, limits=LIMITS)
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.statistics.get("solver_seconds", 0) >= PATIENCE:
        raise NoPuzzleError(f"this machine is too slow: a candidate took over {PATIENCE:g} seconds")
    return answer


def _trivial(scenario: Scenario, found: Settled) -> bool:
    """Whether the greedy player finds the best answer, too."""
    return greedy_worth(scenario) == found.best.value


def _close(scenario: Scenario, found: Settled) -> int:
    """How many other answers are close to the best, up to what is counted."""
    if found.other is None or abs((found.best.value or 0) - (found.other.value or 0)) > CLOSE:
        return 0
    return sum(1 for _ in close_answers(_solved(scenario, 1 + MOST_CLOSE)))


def _without_superfluous(kind: Kind, scenario: Scenario, found: Settled) -> tuple[Scenario, tuple[str, ...]]:
    """Leave out one part after the other, as long as the answer stays the same and the only best one."""
    left_out: list[str] = []
    tried: dict[str, int] = {}  # by part, how many had been left out when it was found to be needed
    while untried := [part.key for part in kind.parts(scenario) if tried.get(part.key) != len(left_out)]:
        for key in untried:
            part = next((part for part in kind.parts(scenario) if part.key == key), None)
            if part is None:
                continue
            without = settled_without(part, scenario, found)
            if without is not None:
                scenario, found = part.rest, without
                left_out.append(part.words)
            else:
                tried[key] = len(left_out)
    return scenario, tuple(left_out)


def settled_without(part: Part, scenario: Scenario, found: Settled) -> Settled | None:
    """What a scenario comes to without a part that is superfluous; None if the part is needed.

    A part is superfluous if without it the same answer is the only best one again.  What is there to
    be chosen has to leave two more things as they are: what the next best answer is worth, and what the
    greedy player gets.
    """
    rest = part.rest
    kind, plan, other = kind_of(scenario), found.best.plan, found.other
    value, other_value = worth(rest, plan), worth(rest, other.plan) if other is not None else None
    up = find(rest.game.key, rest.question.kind).load().maximises(rest.question)
    if value is not None and other_value is not None and (other_value > value if up else other_value < value):
        return None  # the best answer is not the best any more
    if part.choice and greedy_worth(rest) != greedy_worth(scenario):
        return None
    left = Settled.of(rest)
    if left is None or not left.single or (part.choice and left.next_value != found.next_value):
        return None
    return left if kind.gist(rest, left.best.plan) == kind.gist(scenario, plan) else None
