"""A scenario of alhambra as a sheet: the position, or what an answer makes of it with the answer in words below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.alhambra.scoring import score_round
from models.ledger import Ledger
from puzzles.drawing.alhambra_sheet import Sheet, common, estate
from puzzles.drawing.alhambra_views import position_view, view_of
from puzzles.questions import find
from puzzles.scenario import answer_words

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


_WORDS = {"draft": "gains"}
"""What an answer's total is called, by the question, where it is not what the Alhambra is worth."""


def sheet_of(scenario: Scenario, answer: Any = None) -> Sheet:
    """The position of a scenario, or what an answer makes of it with the answer in words below."""
    view = position_view(scenario) if answer is None else view_of(answer, scenario)
    supply, position = scenario.board, view.position
    ledger = score_round(position, supply, scenario.rulings)
    counted = None if answer is None else _counted(scenario, answer)
    estates = []
    for name in position.players:
        marked = view.player == name
        estates.append(
            estate(
                supply,
                position,
                name,
                ledger if counted is None or not marked else counted,
                scenario.rulings,
                counted=_WORDS.get(scenario.question.kind, "worth") if counted is not None and marked else "",
                new=view.new if marked else {},
                gone=view.gone if marked else (),
                aside=view.aside if marked else {},
            )
        )
    words = () if answer is None else answer_words(scenario, answer)
    return Sheet(_title(scenario), tuple(estates), common(supply, position), words)


def _counted(scenario: Scenario, answer: Any) -> Ledger | None:
    """What a question counts, by the replay of an answer; None for one that does not count an Alhambra."""
    asked, question = scenario.question, find(scenario.game.key, scenario.question.kind).load()
    if "count" not in type(asked).model_fields or getattr(asked, "worth", None) is not None:
        return None
    if not isinstance(answer, question.answer):
        return None
    ledger = question.replay(scenario.task, answer).ledger
    return Ledger(tuple(entry for entry in ledger if entry.amount or entry.rule.startswith("B5-")))


def _title(scenario: Scenario) -> str:
    position = scenario.position
    when = "before the last scoring" if position.round == 3 else f"before scoring {position.round}"
    return f"{scenario.title} · {when}" if scenario.title else f"Alhambra, {when}"
