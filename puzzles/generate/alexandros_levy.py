"""Random scenarios of alexandros' ``levy``: tables that legal turns lead to, often near the end by points."""

from __future__ import annotations

from random import Random
from typing import Any

from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, table
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.levy_documents import LevyTiming


def levy(seed: int, *, size: Size = LARGE, ask: str | None = None, turns: int | None = None) -> Scenario:
    """A random scenario of ``levy``; what is asked is drawn unless given.

    >>> scenario = levy(1, ask="time")
    >>> levy(1, ask="time").text() == scenario.text(), scenario.question.ask
    (True, 'time')
    """
    found = table(seed, size=size)
    chance = Random(f"levy {seed}")
    position = found.position
    if chance.random() < 0.3:
        for name, state in position.players.items():
            position = position.with_player(name, points=max(state.points, chance.randint(84, 99)))
    if chance.random() < 0.3:
        actions = chance.randint(0, 1)
        position = position.changed(moved=True, actions=actions, levied=actions == 1 and chance.random() < 0.4)
    if chance.random() < 0.05:
        position = position.changed(ending=True)
    given: dict[str, Any] = {
        "kind": "levy",
        "ask": ask or chance.choice(("table", "time", "time", "time")),
        "turns": turns or chance.randint(1, 3),
        "maximise": chance.choice(("points", "margin")),
    }
    if chance.random() < 0.5:
        given["player"] = chance.choice(list(position.players))
    return put_together(
        load_game("alexandros"),
        found.board,
        position,
        LevyTiming.model_validate(given),
        seed,
        readings=found.chosen,
        board_name="./small.yaml" if size.board else None,
    )
