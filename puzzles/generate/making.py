"""What the generators of all games share: a scenario put together in memory, and whether it is sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.documents import Source
from models.errors import Problem
from models.game import Game
from puzzles.questions import find
from puzzles.scenario import Scenario


def problems(scenario: Scenario) -> Iterator[Problem]:
    """What reading the files would find wrong with a scenario that was put together in memory."""
    game, rulings = scenario.game, scenario.rulings
    yield from game.board_problems(scenario.board)
    yield from game.position_problems(scenario.board, scenario.position, rulings)
    yield from find(game.key, scenario.question.kind).load().problems(scenario.task)


def put_together(
    game: Game,
    board: Any,
    position: Any,
    question: Any,
    seed: int | str,
    *,
    assumptions: Any = None,
    readings: Mapping[str, str] | None = None,
    board_name: str | None = None,
    checked: bool = True,
) -> Scenario:
    """A scenario of documents that were drawn, named by its question and seed.

    Parameters
    ----------
    assumptions, readings
        None if there are none.
    board_name
        As the scenario names the board: its name if left out.
    checked
        Whether it is looked at for what reading its files would find; whoever draws many may do that at the end.

    Raises
    ------
    ValueError
        If reading its files would find anything wrong.
    """
    name = f"{question.kind}-{seed}.yaml"
    scenario = Scenario(
        game=game,
        board=board,
        position=position,
        assumptions=game.assumptions() if assumptions is None else assumptions,
        question=question,
        events=(),
        readings=readings or {},
        profile="rulebook",
        title=f"Generated {question.kind.replace('-', ' ')} {seed}",
        note="",
        name=name,
        board_name=board.name if board_name is None else board_name,
        source=Source({}, name),
    )
    wrong = list(problems(scenario)) if checked else []
    if wrong:
        raise ValueError(f"seed {seed} gives an unsound scenario: {wrong}")
    return scenario
