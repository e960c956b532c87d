"""Random scenarios of alexandros' ``defend``: tables that legal turns lead to, Alexander having moved.

Rivals hold some cards more than the table gave them, so that takeovers are possible.
"""

from __future__ import annotations

from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS, Symbol
from models.alexandros.position import Position, plus
from models.alexandros.turn import play_move
from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, Table, table, turn
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.defend_documents import ALL, Defend


def defend(seed: int, *, size: Size = LARGE, unknown: str | None = None, rich: float = 0.7) -> Scenario:
    """A random scenario of ``defend``.

    Parameters
    ----------
    unknown
        Drawn unless given.
    rich
        Share of scenarios in which rivals hold cards for a takeover.

    >>> scenario = defend(1)
    >>> defend(1).text() == scenario.text(), scenario.position.moved
    (True, True)
    """
    chance = Random(f"defend {seed}")
    for attempt in range(100):
        found = table(seed * 100 + attempt, size=size)
        position = _moved(found, chance)
        if position is None:
            continue
        name = chance.choice(list(position.players))
        if chance.random() < 0.8:
            name = position.whose
        if position.players[name].governors:
            break
    else:
        raise ValueError(f"seed {seed} finds no table with a governor")
    if chance.random() < rich:
        position = _richer(found, position, name, chance)
    given: dict[str, Any] = {
        "kind": "defend",
        "player": name,
        "against": ALL if chance.random() < 0.6 else position.from_seat(name)[1],
        "actions": 2 if chance.random() < 0.7 else chance.randint(0, 1),
        "unknown": unknown or chance.choice(("turned-up", "turned-up", "none", "any")),
    }
    return put_together(
        load_game("alexandros"),
        found.board,
        position,
        Defend.model_validate(given),
        seed,
        readings=found.chosen,
        board_name="./small.yaml" if size.board else None,
    )


def _moved(found: Table, chance: Random) -> Position | None:
    """The table after Alexander's move; None if that ends the game."""
    made = turn(found.board, found.position, found.rulings, chance)
    after = play_move(found.board, found.position, made, found.rulings).position
    if chance.random() < 0.2:
        after = after.changed(actions=1, levied=chance.random() < 0.3)
    return None if after.over else after


def _richer(found: Table, position: Position, name: str, chance: Random) -> Position:
    """The same with cards of a hidden pile in rivals' hands, rather those under the player's governors."""
    if isinstance(position.pile, tuple):
        return position
    under: list[Symbol] = [
        symbol for where in position.players[name].governors if (symbol := found.board.symbols[where])
    ]
    for rival in position.players:
        for _ in range(chance.randint(0, 4) if rival != name else 0):
            card = chance.choice(under if under and chance.random() < 0.6 else list(SYMBOLS))
            if position.pile_size > 1 and position.unseen[card] > 0:
                hand = plus(position.players[rival].hand, {card: 1})
                position = position.with_player(rival, hand=hand).changed(pile=position.pile_size - 1)
    return position
