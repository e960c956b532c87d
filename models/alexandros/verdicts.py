"""What the cases of alexandros can ask: each verdict tells what comes of what is given, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.levy import full, levied, levy_breaches, levy_entries
from models.alexandros.log import outcome_values, parts, replay
from models.alexandros.occupation import occupy
from models.alexandros.plan import Action, Event, Turn, event_problems
from models.alexandros.position import Position
from models.alexandros.provinces import Province, provinces
from models.alexandros.scoring import outcome
from models.alexandros.turn import play_move, play_turn
from models.alexandros.walls import count_ways, ends, targets
from models.documents import Document, Name, Source, validate
from models.errors import Breach, InputError, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from models.verdicts import Verdict, broken, entries, given_events, given_position


class _Asked(Document):
    """What is given beside the position, where it is no turn."""

    symbol: Symbol | None = None
    player: Name | None = None
    card: Symbol | None = None


def _position(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Position:
    return given_position(Position, board, given, rulings).resolved(board)


def _asked(given: Mapping[str, Any], position: Position, *needed: str) -> _Asked:
    """What is asked; the player is whose turn it is unless told."""
    source = Source({key: value for key, value in given.items() if key in _Asked.model_fields})
    asked = validate(_Asked, source)
    source.reject(Problem((key,), f"the key “{key}” is missing") for key in needed if getattr(asked, key) is None)
    if asked.player is not None and asked.player not in position.players:
        source.reject(
            [Problem(("player",), f"unknown player “{asked.player}”", one_of(position.players, asked.player))]
        )
    return asked.model_copy(update={"player": asked.player or position.whose})


def _turn(given: Mapping[str, Any], skip: tuple[str, ...] = ("position", "player")) -> Turn:
    """The turn that is given; its keys stand beside the position."""
    source = Source({key: value for key, value in given.items() if key not in skip})
    turn = validate(Turn, source)
    source.reject(turn.problems())
    return turn


def _of(position: Position, given: Mapping[str, Any]) -> Position:
    """The position with the turn of the player who is asked about."""
    return position.changed(active=_asked({k: given[k] for k in ("player",) if k in given}, position).player)


def _province(province: Province) -> dict[str, Any]:
    return {"triangles": list(province.triangles), "blanks": province.blanks, "symbols": dict(province.counts)}


def _as_given(breaches: Sequence[Breach], key: str, given: str) -> list[dict[str, Any]]:
    """Breaches by rule and path, where a key of an action stands under another in what is given."""
    paths = [(given, *breach.path[1:]) if breach.path[0] == key else breach.path for breach in breaches]
    return broken(replace(breach, path=path) for breach, path in zip(breaches, paths, strict=True))


def board_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: board``: what a board consists of."""
    carried = [symbol for symbol in board.symbols.values() if symbol]
    return {
        "triangles": len(board.triangles),
        "symbols": {symbol: carried.count(symbol) for symbol in SYMBOLS if symbol in carried},
        "blanks": len(board.triangles) - len(carried),
        "points": len(board.points),
        "sides": len(board.sides),
        "rim": len(board.rim_sides),
        "closing": len(board.closing_sides),
        "start": board.start,
    }


def legal_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: legal``: whether a position can lie on a table, and what is wrong by its path."""
    told = {"position": given["position"]}  # that none is given makes no position illegal
    try:
        _position(board, told, rulings)
    except InputError as error:
        return {"legal": False, "problems": [{"path": fault.path} for fault in error.faults]}
    return {"legal": True, "problems": []}


def provinces_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: provinces``: all provinces, each with what it holds and whose governors stand in it."""
    position = _position(board, given, rulings)
    found = []
    for province in provinces(board, position.walled, rulings):
        standing = {name: owner for name, owner in position.governors.items() if name in province.triangles}
        owner = next(iter(standing.values()), None)
        found.append({**_province(province), "owner": owner, "governors": len(standing)})
    return {"provinces": found}


def targets_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: targets``: where a symbol can send Alexander, and how far that is."""
    position = _position(board, given, rulings)
    symbol = _asked(given, position, "symbol").symbol or SYMBOLS[0]
    found = targets(board, position, symbol, rulings)
    return {"distance": found.distance, "triangles": list(found.triangles)}


def moves_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: moves``: how many moves a symbol allows; by triangle and corner, how many ways."""
    position = _position(board, given, rulings)
    symbol = _asked(given, position, "symbol").symbol or SYMBOLS[0]
    ways = count_ways(board, position.here)
    there = {
        name: {corner: ways[corner] for corner in ended}
        for name, ended in ends(board, position, symbol, rulings).items()
    }
    return {"count": sum(sum(corners.values()) for corners in there.values()), "corners": there}


def move_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: move``: Alexander's move alone, as a turn tells it: the walls that it lays, the provinces it makes."""
    position = _of(_position(board, given, rulings), given)
    played = play_move(board, position, _turn(given), rulings)
    after, laid = played.position, played.laid
    return {
        "legal": not played.breaches,
        "breaches": broken(played.breaches),
        "alexander": after.alexander,
        "laid": ["-".join(found) for found in laid.sides] if laid else [],
        "walls_left": after.walls_left,
        "red_left": after.red_left,
        "ending": after.ending,
        "provinces": [_province(province) for province in played.closed],
        "face_up": list(after.face_up),
        "hand": dict(after.players[after.whose].hand),
    }


def occupy_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: occupy``: governors placed by a player, what is paid, what a loser gets, and everybody after it."""
    position = _position(board, given, rulings)
    name = _asked(given, position).player or position.whose
    written = {"occupy": given.get("governors")} | {key: given[key] for key in ("gives", "ejects") if key in given}
    source = Source(written)
    action = validate(Action, source)
    source.reject(action.problems())
    done = occupy(board, position, name, action, rulings)
    return {
        "legal": not done.breaches,
        "breaches": _as_given(done.breaches, "occupy", "governors"),
        "ejection": {} if done.breaches else dict(done.ejection),
        "cards": {} if done.breaches else done.used,
        "gets": {} if done.breaches else dict(done.gets),
        "hands": {other: dict(state.hand) for other, state in done.position.players.items()},
        "governors": {other: list(state.governors) for other, state in done.position.players.items()},
        "discards": dict(done.position.discards),
    }


def levy_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: levy``: what a levy by a card gives everybody, and whether it ends the game."""
    position = _position(board, given, rulings)
    asked = _asked(given, position, "card")
    name, card = asked.player or position.whose, asked.card or SYMBOLS[0]
    breaches = list(levy_breaches(board, position, name, card))
    ledger = Ledger() if breaches else levy_entries(board, position, name, card, rulings)
    after = position if breaches else levied(position, name, card, ledger)
    ended = outcome(after, rulings) if not breaches and full(after, rulings) else None
    return {
        "legal": not breaches,
        "breaches": _as_given(breaches, "levy", "card"),
        "points": {other: state.points for other, state in after.players.items()},
        "ledger": entries(ledger),
        "over": ended is not None,
        **outcome_values(ended),
    }


def turn_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: turn``: a whole turn of a player, and the table after it."""
    position = _of(_position(board, given, rulings), given)
    played = play_turn(board, position, _turn(given), rulings)
    ended = outcome(played.position, rulings) if played.position.over else None
    return {
        "legal": not played.breaches,
        "breaches": broken(played.breaches),
        "ledger": entries(played.ledger),
        **_after(parts(played.position)),
        **outcome_values(ended),
    }


def replay_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: replay``: a log, turn by turn, and the table after it."""
    position = _position(board, given, rulings)
    events = given_events(Event, given, position.players, event_problems)
    played = replay(board, position, events, rulings)
    return {
        "legal": not played.breaches,
        "breaches": broken(played.breaches),
        "ledger": entries(played.ledger),
        **_after(played.after),
    }


def _after(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a position, the players among them also column by column."""
    columns = ("points", "hand", "governors")
    players = values["players"]
    return {**values, **{key: {name: state[key] for name, state in players.items()} for key in columns}}


VERDICTS = {
    "board": board_verdict,
    "legal": legal_verdict,
    "provinces": provinces_verdict,
    "targets": targets_verdict,
    "moves": moves_verdict,
    "move": move_verdict,
    "occupy": occupy_verdict,
    "levy": levy_verdict,
    "turn": turn_verdict,
    "replay": replay_verdict,
}
"""By the ``do`` of a case."""
