"""Random scenarios of alexandros' ``occupy``: provinces of natural tables, and hands that can pay for some of them."""

from __future__ import annotations

from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS
from models.alexandros.position import COPIES, GOVERNORS, Position
from models.alexandros.provinces import provinces
from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, Table, table
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.occupy_documents import Occupy

READINGS = (
    "rim",
    "payment",
    "extra-governors",
    "ejection",
    "compensation",
    "compensation-base",
    "own-province",
    "levy-filter",
)
"""The rulings that the question depends on."""


def occupy(seed: int, *, size: Size = LARGE, **asked: Any) -> Scenario:
    """A random scenario of ``occupy``; keys of the question that are not given are drawn.

    >>> scenario = occupy(1, ask="assign")
    >>> occupy(1, ask="assign").text() == scenario.text(), scenario.question.ask
    (True, 'assign')
    """
    made, chance = table(seed, size=size), Random(seed)
    position = _richer(made, chance)
    question = {**_drawn(made, position, chance, asked.get("ask")), **asked}
    return put_together(
        load_game("alexandros"),
        made.board,
        position,
        Occupy.model_validate({"kind": "occupy", **question}),
        seed,
        readings=made.chosen,
    )


def _richer(made: Table, chance: Random) -> Position:
    """The same table with more cards in the hands, and governors where none stand."""
    position = made.position.changed(pile=None)
    for name, state in position.players.items():
        left = {card: COPIES - count for card, count in Position.changed(position).seen.items()}
        more = {card: chance.randint(0, min(2, left[card])) for card in SYMBOLS}
        hand = {card: state.holds(card) + more[card] for card in SYMBOLS if state.holds(card) + more[card]}
        position = position.with_player(name, hand=hand)
        position = position.changed()
    for province in provinces(made.board, position.walled, made.rulings):
        if province.symbols and not set(province.triangles) & position.governors.keys() and chance.random() < 0.5:
            name = chance.choice(list(position.players))
            standing = position.players[name].governors
            count = min(chance.choice((1, 1, 2)), len(province.symbols), GOVERNORS - 1 - len(standing))
            if count > 0:
                places = chance.sample(list(province.symbols), count)
                position = position.with_player(name, governors=(*standing, *places)).changed()
    return position.resolved(made.board)


def _drawn(made: Table, position: Position, chance: Random, ask: str | None) -> dict[str, Any]:
    ask = ask or chance.choice(("cheapest", "assign"))
    question: dict[str, Any] = {"ask": ask, "player": chance.choice(list(position.players))}
    among = [one for one in provinces(made.board, position.walled, made.rulings) if one.symbols]
    if among and chance.random() < 0.5:
        chosen = chance.sample(among, chance.randint(1, len(among)))
        question["provinces"] = [chance.choice(one.triangles) for one in chosen]
    if ask == "cheapest":
        question["minimise"] = chance.choice(("cards", "governors"))
    else:
        question |= {"maximise": chance.choice(("income", "provinces", "points")), "actions": chance.randint(1, 3)}
    return question
