"""Random scenarios of alexandros' `plan`, at tables that legal turns lead to, or richer and odder ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS, Symbol
from models.alexandros.position import Position, plus
from models.game import load_game
from puzzles.generate.alexandros import LARGE, Size, table
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alexandros.plan_documents import LinePlan

KNOWN = 0.8
"""Share of positions that list the pile, unless a size says otherwise."""


def plan(seed: int, *, size: Size = LARGE, known: float = KNOWN, odd: float = 0.0, **asked: Any) -> Scenario:
    """A random scenario of ``plan``; what is not ``asked`` is drawn.

    Parameters
    ----------
    known
        How likely the pile is to be listed.
    odd
        How likely each oddity is: a hand full of cards, few walls, the middle of a turn, points near the end, a pile
        that runs out, somebody who is not the active player.

    >>> scenario = plan(1)
    >>> plan(1).text() == scenario.text(), scenario.question.kind
    (True, 'plan')
    """
    made, rng = table(seed, size=replace(size, known=known)), Random(f"plan {seed}")
    position = _odd(made.position, rng, odd) if odd else made.position
    given: dict[str, Any] = {"turns": rng.randint(1, 3), "maximise": rng.choice(("points", "points", "margin"))}
    if rng.random() < odd / 2 and not position.moved:
        given["player"] = rng.choice(list(position.players))
    question = LinePlan.model_validate({"kind": "plan", **given, **asked})
    name = "./small.yaml" if size.board else None
    game = load_game("alexandros")
    return put_together(game, made.board, position, question, seed, readings=made.chosen, board_name=name)


def _odd(position: Position, rng: Random, share: float) -> Position:
    """The same table with oddities."""
    name = position.whose
    hidden = isinstance(position.pile, int)
    pile = _listed(position, rng)
    if rng.random() < share:
        count = min(len(pile), rng.randint(2, 7))
        hand = plus(position.players[name].hand, Counter(pile[:count]))
        position, pile = position.with_player(name, hand=hand), pile[count:]
    if rng.random() < share:
        keep = rng.randint(0, 5)
        position, pile = position.changed(discards=plus(position.discards, Counter(pile[keep:]))), pile[:keep]
    if rng.random() < share / 2:
        position = position.changed(walls_left=rng.randint(0, 4), red_left=rng.randint(0, 2))
    if rng.random() < share / 2:
        taken = rng.randint(0, 2)
        position = position.changed(moved=True, actions=taken, levied=taken > 0 and rng.random() < 0.5)
    if rng.random() < share / 2:
        for other in position.players:
            position = position.with_player(other, points=rng.randint(90, 99))
    return position.changed(pile=len(pile) if hidden else tuple(pile))


def _listed(position: Position, rng: Random) -> list[Symbol]:
    """The cards of the pile, in some order where nobody knows it."""
    if isinstance(position.pile, tuple):
        return list(position.pile)
    cards = [symbol for symbol in SYMBOLS for _ in range(position.unseen[symbol])]
    rng.shuffle(cards)
    return cards
