"""Posing: a puzzle with exactly one best answer, and nothing in it that could be left out.

A candidate is made from a natural position.  It becomes a puzzle if its best answer is proved, the
next best is proved to be strictly worse, and the greedy player does not find it.  Then whatever can
be left out, so that the same answer stays the only best one, is left out, until nothing can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from puzzles.kinds.kind import kind_of
from puzzles.kinds.settled import NoPuzzleError, Settled, solved
from puzzles.posing.difficulty import CLOSE, LEVELS, MOST_CLOSE, Difficulty, close_answers, greedy_worth, told
from puzzles.posing.leaving_out import without_superfluous
from puzzles.questions import find, of_game
from puzzles.scenario import Scenario, parse
from solver.answer import Answer

TRIES = 100
"""Candidates that are looked at for one puzzle."""

Listener = Callable[[str], None]
"""Is told in words what is going on."""


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
    found = Settled.of(candidate, ties_only=True)
    if found is None or not found.single or _trivial(candidate, found):
        return None
    scenario, left_out = without_superfluous(candidate, found)
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


def _trivial(scenario: Scenario, found: Settled) -> bool:
    """Whether the greedy player finds the best answer, too."""
    return greedy_worth(scenario) == found.best.value


def _close(scenario: Scenario, found: Settled) -> int:
    """How many other answers are close to the best, up to what is counted."""
    if found.other is None or abs((found.best.value or 0) - (found.other.value or 0)) > CLOSE:
        return 0
    return sum(1 for _ in close_answers(solved(scenario, 1 + MOST_CLOSE)))
