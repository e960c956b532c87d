"""Random scenarios of alexandros' `best-turn`, at tables that legal turns lead to, or odder ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS, Symbol
from models.alexandros.position import Position, plus
from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, table
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.best_turn_documents import BestTurn


def best_turn(seed: int, *, size: Size = LARGE, odd: float = 0.0, **asked: Any) -> Scenario:
    """A random scenario of ``best-turn``; what is not ``asked`` is drawn.

    Parameters
    ----------
    odd
        How likely each oddity is: a hand full of cards, a card that does not lie face up, a pile that runs out, the
        middle of a turn, a game nearly at its end.

    >>> scenario = best_turn(1)
    >>> best_turn(1).text() == scenario.text(), scenario.question.kind
    (True, 'best-turn')
    """
    made, rng = table(seed, size=size), Random(f"best-turn {seed}")
    given: dict[str, Any] = {"maximise": rng.choice(("points", "margin", "measure", "measure"))}
    if rng.random() < 0.2:
        given["draws"] = "none"
    given.update(asked)
    if given["maximise"] == "measure" and rng.random() < 0.5 and "measure" not in asked:
        given["measure"] = {key: rng.randint(0, 3) for key in ("points", "income", "card", "governor")}
    question = BestTurn.model_validate({"kind": "best-turn", **given})
    position = _odd(made.position, rng, odd) if odd else made.position
    return put_together(load_game("alexandros"), made.board, position, question, seed, readings=made.chosen)


def _odd(position: Position, rng: Random, share: float) -> Position:
    """The same table with oddities."""
    name = position.whose
    hidden = isinstance(position.pile, int)
    pile = _listed(position, rng)
    state = position.players[name]
    if rng.random() < share:
        count = min(len(pile), rng.randint(2, 9))
        cards = Counter(pile[:count])
        position, pile = position.with_player(name, hand=plus(state.hand, cards)), pile[count:]
    if rng.random() < share and position.face_up:
        pile.append(position.face_up[-1])
        position = position.changed(face_up=position.face_up[:-1])
    if rng.random() < share:
        keep = rng.randint(0, 4)
        position = position.changed(discards=plus(position.discards, Counter(pile[keep:])))
        pile = pile[:keep]
    if rng.random() < share:
        actions = rng.randint(0, 1)
        position = position.changed(moved=True, actions=actions, levied=actions == 1 and rng.random() < 0.5)
    if rng.random() < share:
        for other in position.players:
            position = position.with_player(other, points=rng.randint(88, 99))
    return position.changed(pile=len(pile) if hidden else tuple(pile))


def _listed(position: Position, rng: Random) -> list[Symbol]:
    if not isinstance(position.pile, int):
        return list(position.pile or ())
    cards = [symbol for symbol in SYMBOLS for _ in range(position.unseen[symbol])]
    rng.shuffle(cards)
    return cards
