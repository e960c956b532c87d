"""What the cases of empire can ask: each verdict takes what is given and tells what comes of it, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.documents import Source, validate
from models.empire.board import Board
from models.empire.final import score_final, standing, winners
from models.empire.log import replay
from models.empire.plan import Event, Plan, event_problems
from models.empire.position import PlayerState, Position
from models.empire.round import Table, play
from models.empire.scoring import score_round
from models.empire.turn_order import play_order, rankings, seats_fixed
from models.errors import Breach
from models.rulings import Rulings
from models.verdicts import Verdict, broken, entries, given_events, given_position


def _after(states: Mapping[str, PlayerState]) -> Verdict:
    return {name: state.model_dump(mode="json") for name, state in states.items()}


def score_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: score``: the ledger of a position, and the players after it."""
    position = given_position(Position, board, given, rulings)
    scored = score_round(board.by_number[position.region], position.states, rulings)
    totals = {name: scored.ledger.total(name) for name in position.players}
    return {"ledger": entries(scored.ledger, "price"), "after": _after(scored.states), "totals": totals}


def play_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: play``: one player's plan; what breaks a rule is named and left out."""
    position = given_position(Position, board, given, rulings)
    name = given["player"]
    turn = play(Table.of(board, position), name, validate(Plan, Source(given["plan"])), rulings)
    after = turn.table.players[name].model_dump(mode="json")
    return {"breaches": broken(turn.breaches), "after": after, "entered": turn.table.entered}


def choose_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: choose``: who may choose when, and the order of play that the seats give."""
    source = Source(given["position"])
    position = validate(Position, source)  # a seat taken twice is what a case may be about
    possible = rankings(position, rulings)
    order: tuple[str, ...] | None = None
    breaches: list[Breach] = []
    if seats_fixed(position, rulings):
        order = possible[0]
    elif len(possible) == 1:
        order, breaches = play_order(possible[0], position.seats or {}, rulings)
    listed = [list(ranking) for ranking in possible]
    return {"rankings": listed, "play_order": list(order) if order else None, "breaches": broken(breaches)}


def replay_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: replay``: the events of one or more rounds of a region."""
    position = given_position(Position, board, given, rulings)
    events = given_events(Event, given, position.players, event_problems)
    played = replay(board, position, events, rulings)
    after = dict(played.after)
    players = after.pop("players")
    return {"breaches": broken(played.breaches), "ledger": entries(played.ledger, "price"), **after, "after": players}


def final_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: final``: the final scoring of a game that has ended, and who has won."""
    position = given_position(Position, board, given, rulings)
    ledger = score_final(standing(board, position.states), position.short, rulings)
    totals = {name: ledger.total(name) for name in position.players}
    won = winners({name: state.points + totals[name] for name, state in position.states.items()})
    return {"ledger": entries(ledger, "price"), "totals": totals, "winners": list(won)}


VERDICTS = {
    "final": final_verdict,
    "score": score_verdict,
    "play": play_verdict,
    "choose": choose_verdict,
    "replay": replay_verdict,
}
"""By the ``do`` of a case."""
