"""A scenario of alhambra as a sheet: the position, or what an answer makes of it with the answer in words below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.alhambra.scoring import score_round
from puzzles.drawing.alhambra_sheet import Sheet, common, estate
from puzzles.drawing.alhambra_views import position_view, view_of
from puzzles.drawing.sheet import Pairs
from puzzles.questions import find
from solver.question import Task

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


def sheet_of(scenario: Scenario, answer: Any = None) -> Sheet:
    """The position of a scenario, or what an answer makes of it with the answer in words below."""
    view = position_view(scenario) if answer is None else view_of(answer, scenario)
    supply, position = scenario.board, view.position
    ledger = score_round(position, supply, scenario.rulings)
    estates = []
    for name in position.players:
        marked = view.player == name
        estates.append(
            estate(
                supply,
                position,
                name,
                ledger,
                scenario.rulings,
                new=view.new if marked else {},
                gone=view.gone if marked else (),
                aside=view.aside if marked else {},
            )
        )
    words = () if answer is None else answer_words(scenario, answer)
    return Sheet(_title(scenario), tuple(estates), common(supply, position), words)


def _title(scenario: Scenario) -> str:
    position = scenario.position
    when = "before the last scoring" if position.round == 3 else f"before scoring {position.round}"
    return f"{scenario.title} · {when}" if scenario.title else f"Alhambra, {when}"


def answer_words(scenario: Scenario, answer: Any) -> Pairs:
    """An answer as one would say it."""
    task = Task(scenario.board, scenario.position, scenario.assumptions, scenario.question, scenario.rulings)
    return list(find(scenario.game.key, scenario.question.kind).load().answer_words(task, answer))
