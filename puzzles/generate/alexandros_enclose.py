"""Random scenarios of alexandros' ``enclose``: tables in the middle of a game, or bare boards."""

from __future__ import annotations

from random import Random
from typing import Any

from models.alexandros.position import Position
from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, table
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.enclose_documents import Enclose

READINGS = (
    "rim",
    "nearest",
    "free-triangle",
    "zero-move",
    "hand-card-move",
    "no-target",
    "short-walls",
    "wall-end",
)
"""The rulings that the question depends on."""


def enclose(seed: int, *, size: Size = LARGE, bare: bool = False, **asked: Any) -> Scenario:
    """A random scenario of ``enclose``.

    Parameters
    ----------
    bare
        Whether no wall stands.
    asked
        Keys of the question that are not drawn.

    >>> scenario = enclose(1, ask="most", walls=9)
    >>> enclose(1, ask="most", walls=9).text() == scenario.text(), scenario.question.walls
    (True, 9)
    """
    made = table(seed, size=size)
    position = made.position
    if bare:
        position = Position(players={name: {} for name in position.players})
    question = {**_drawn(Random(seed), size is LARGE, asked.get("ask"), list(made.board.triangles)), **asked}
    return put_together(
        load_game("alexandros"),
        made.board,
        position,
        Enclose.model_validate({"kind": "enclose", **question}),
        seed,
        readings=made.chosen,
    )


def _drawn(chance: Random, large: bool, ask: str | None, triangles: list[str]) -> dict[str, Any]:
    ask = ask or chance.choice(("most", "fewest", "moves"))
    question: dict[str, Any] = {"ask": ask}
    if ask != "moves" and chance.random() < 0.8:
        question["walls"] = chance.randint(8, 20) if large else chance.randint(1, 8)
    if ask != "most":
        question["value"] = chance.randint(3, 12) if large else chance.randint(0, 5)
    if chance.random() < 0.5:
        question["symbols"] = chance.randint(1, 6)
    if chance.random() < 0.2:
        question["inside"] = chance.choice(triangles)
    if ask == "moves":
        question |= {"moves": chance.randint(1, 2), "cards": chance.choice(("any", "own"))}
    return question
