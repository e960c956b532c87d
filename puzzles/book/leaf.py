"""What a book tells of one puzzle, as plain values, so that it can be made anywhere and kept."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from models.ledger import Ledger
from puzzles.explaining.explain import Explanation, explain
from puzzles.explaining.words import change_lines, headline, reason_head, reason_lines
from puzzles.kinds.settled import LIMITS
from puzzles.picture import draw
from puzzles.posing.hints import hints
from puzzles.posing.many import Order, posed
from puzzles.posing.pose import Puzzle
from puzzles.questions import find
from puzzles.scenario import Scenario, answer_words, to_yaml


@dataclass(frozen=True)
class Leaf:
    """A puzzle in a book.

    Attributes
    ----------
    game, kind, title, seed, level
        Which puzzle it is.
    head
        When and where, in lines.
    asks
        The question.
    file
        The whole scenario, as a file.
    picture, solution
        The table, and the answer on it, as SVG in base64.
    hints
        From the shape of the answer on; its lines are left to the answer.
    answer
        Headings and lines.
    ledger
        Where, player, what, rule, amount.
    worth, next_best
        What the best answer and the best other one are worth, in words; the latter empty if there is no other.
    why
        Why nothing is better: the head and the grounds with their rules.
    more
        What would bring more: the change and the best then.
    """

    game: str
    kind: str
    title: str
    seed: int
    level: int
    head: tuple[str, ...]
    asks: str
    file: str
    picture: str
    solution: str
    hints: tuple[str, ...]
    answer: tuple[tuple[str, str], ...]
    ledger: tuple[tuple[str, ...], ...]
    worth: str
    next_best: str
    why: tuple[str, tuple[tuple[str, str], ...]]
    more: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Leaf:
        """What a book tells of a puzzle, with why nothing is better."""
        scenario, answer = puzzle.scenario, puzzle.answer
        assert answer.plan is not None
        words = find(scenario.game.key, scenario.question.kind).load().value_words
        found = explain(scenario, limits=LIMITS)
        return cls(
            game=scenario.game.title,
            kind=scenario.question.kind.replace("-", " "),
            title=scenario.title,
            seed=puzzle.seed,
            level=puzzle.difficulty.level,
            head=tuple(scenario.game.headline(scenario.board, scenario.position)),
            asks=puzzle.asks,
            file=to_yaml(scenario.plain()),
            picture=_base64(draw(scenario)),
            solution=_base64(draw(scenario, answer.plan)),
            hints=tuple(hint.words for hint in hints(puzzle) if hint.sort != "line"),
            answer=tuple(answer_words(scenario, answer.plan)),
            ledger=tuple(_rows(scenario, answer.ledger)),
            worth=words(scenario.task, answer.value or 0),
            next_best="" if puzzle.next_value is None else words(scenario.task, puzzle.next_value),
            why=_why(found),
            more=tuple(change_lines(found)),
        )


def fill(order: Order) -> dict[str, Any]:
    """Pose a puzzle for a book: the fields of its leaf; or why there is none."""
    return posed(order, lambda puzzle: vars(Leaf.of(puzzle)))


def _base64(svg: str) -> str:
    return base64.b64encode(svg.encode()).decode()


def _rows(scenario: Scenario, ledger: Ledger) -> list[tuple[str, ...]]:
    return [
        (scenario.game.subject_words(entry.subject), entry.player, entry.note, entry.rule, str(entry.amount))
        for entry in ledger
    ]


def _why(found: Explanation) -> tuple[str, tuple[tuple[str, str], ...]]:
    if not found.reasons:
        return headline(found), ()
    reason = found.reasons[0]
    return f"{headline(found)} {reason_head(found, reason, 1)}", tuple(reason_lines(reason))
