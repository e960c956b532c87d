"""What an answer about alexandros makes of the table, by the kind of the answer, for pictures and for text.

``view_of`` is the registry: of an answer of a kind that has no entry, only the position is shown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from puzzles.drawing.alexandros_view import View
from puzzles.questions import find
from solver.alexandros.plan_documents import PlanAnswer
from solver.question import Task

if TYPE_CHECKING:
    from puzzles.drawing.sheet import Pairs
    from puzzles.scenario import Scenario

MOST_WORDS = 120
"""So many lines of an answer are told in a picture."""


def position_view(scenario: Scenario) -> View:
    """The position alone, to begin with."""
    return View.of(scenario.board, scenario.position, scenario.rulings)


@singledispatch
def view_of(answer: Any, scenario: Scenario) -> View:
    """The position, where nothing of an answer can be shown on it."""
    return position_view(scenario)


@view_of.register(PlanAnswer)
def plan_view(answer: PlanAnswer, scenario: Scenario) -> View:
    """The turns of a line one after the other, each way with its number."""
    view = position_view(scenario)
    player = scenario.question.player or scenario.position.whose
    for number, turn in enumerate(answer.turns, 1):
        view = view.played(turn, str(number), player=player)
        now = view.after.changed(active=player, moved=False, actions=0, levied=False)
        view = replace(view, after=view.after if view.after.over else now)
    return view


def words_of(scenario: Scenario, answer: Any) -> Pairs:
    """An answer as one would say it, as far as there is room."""
    task = Task(scenario.board, scenario.position, scenario.assumptions, scenario.question, scenario.rulings)
    words = list(find(scenario.game.key, scenario.question.kind).load().answer_words(task, answer))
    more = len(words) - MOST_WORDS
    return words if more <= 0 else [*words[:MOST_WORDS], ("left out", f"{more} more lines")]
