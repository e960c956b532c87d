"""Logs of alexandros: turn after turn, to the end of the game.

A turn whose move breaks a rule is left out whole, and the next player's turn follows, as in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.alexandros.board import Board
from models.alexandros.plan import Event
from models.alexandros.position import Position
from models.alexandros.scoring import Outcome, outcome, score
from models.alexandros.turn import play_turn
from models.errors import Breach, Path
from models.game import Replayed, Step
from models.rulings import Rulings


def replay(board: Board, position: Position, events: Sequence[Event], rulings: Rulings) -> Replayed:
    """Play a log; what breaks a rule is named and left out.

    Returns
    -------
    The steps; ``after`` holds the parts of the position at the end (see :func:`parts`), ``winners``, ``candidates``
    and ``rule`` of the end.
    """
    position = position.resolved(board)
    before = score(position)
    steps = []
    for at, event in enumerate(events):
        position, step = _play(board, position, event, ("events", at), rulings)
        steps.append(step)
    ended = outcome(position, rulings) if position.over else None
    return Replayed(tuple(steps), {**parts(position), **outcome_values(ended)}, before)


def _play(board: Board, position: Position, event: Event, path: Path, rulings: Rulings) -> tuple[Position, Step]:
    """Play one turn; one that is not the player's (2-1), or after the game (6-1, 6-4), is left out."""
    title = f"turn of {event.player}"
    if not position.over and event.player != position.whose:
        wrong = Breach("2-1", (*path, "player"), f"it is {position.whose}'s turn")
        return position, Step(title, breaches=(wrong,))
    played = play_turn(board, position, event, rulings)
    breaches = tuple(Breach(breach.rule, (*path, *breach.path), breach.message) for breach in played.breaches)
    after = played.position
    if played.left_out and not after.over:
        after = after.changed(active=after.from_seat(after.whose)[1], moved=False, actions=0, levied=False)
    return after, Step(title, played.lines, played.ledger, breaches)


def parts(position: Position) -> dict[str, Any]:
    """A resolved position as plain values, nothing left out."""
    return position.model_dump(mode="json", by_alias=True)


def outcome_values(ended: Outcome | None) -> dict[str, Any]:
    """How a game ended as plain values; nobody and no rule where it did not."""
    return {
        "winners": list(ended.winners) if ended else [],
        "candidates": list(ended.candidates) if ended else [],
        "rule": ended.rule if ended else None,
    }
