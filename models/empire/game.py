"""The descriptor of empire, and what its cases can ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.documents import Source, validate
from models.empire.board import Board, Region
from models.empire.log import Event, event_problems, replay
from models.empire.plan import Assumptions, Plan
from models.empire.position import PlayerState, Position
from models.empire.round import Table, play
from models.empire.rulings import RULINGS
from models.empire.scoring import score_round
from models.empire.turn_order import play_order, rankings, seats_fixed
from models.empire.words import headline, place_name, plan_words
from models.errors import Breach, dotted
from models.game import Game
from models.ledger import Ledger
from models.rulings import Rulings

Verdict = dict[str, Any]


def _score(board: Board, position: Position, rulings: Rulings) -> Ledger:
    return score_round(board.by_number[position.region], position.states, rulings).ledger


def _entries(ledger: Ledger) -> list[dict[str, Any]]:
    return [
        {"player": e.player, "amount": e.amount, "price": e.price, "rule": e.rule, "subject": e.subject} for e in ledger
    ]


def _breaches(breaches: tuple[Breach, ...] | list[Breach]) -> list[dict[str, Any]]:
    return [{"rule": breach.rule, "path": dotted(breach.path)} for breach in breaches]


def _after(states: Mapping[str, PlayerState]) -> Verdict:
    return {name: state.model_dump(mode="json") for name, state in states.items()}


def _given(given: Mapping[str, Any], board: Board, rulings: Rulings) -> Position:
    source = Source(given["position"])
    position = validate(Position, source)
    source.reject(position.problems(board, rulings))
    return position


def score_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: score``: the ledger of a position, and the players after it."""
    position = _given(given, board, rulings)
    scored = score_round(board.by_number[position.region], position.states, rulings)
    totals = {name: scored.ledger.total(name) for name in position.players}
    return {"ledger": _entries(scored.ledger), "after": _after(scored.states), "totals": totals}


def play_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: play``: one player's plan; what breaks a rule is named and left out."""
    position = _given(given, board, rulings)
    name = given["player"]
    turn = play(Table.of(board, position), name, validate(Plan, Source(given["plan"])), rulings)
    after = turn.table.players[name].model_dump(mode="json")
    return {"breaches": _breaches(turn.breaches), "after": after, "entered": turn.table.entered}


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
    return {"rankings": listed, "play_order": list(order) if order else None, "breaches": _breaches(breaches)}


def replay_verdict(board: Board, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: replay``: the events of one or more rounds of a region."""
    position = _given(given, board, rulings)
    events = [validate(Event, Source(event)) for event in given["events"]]
    played = replay(board, position, events, rulings)
    after = dict(played.after)
    players = after.pop("players")
    return {"breaches": _breaches(played.breaches), "ledger": _entries(played.ledger), **after, "after": players}


def _case_board(region: Any) -> Board:
    wanted = validate(Region, Source(region))
    board = Board(satrap=1, game="empire", name="case", title="case", invented=True, regions=(wanted,))
    Source(None).reject(board.problems())
    return board


GAME = Game(
    key="empire",
    title="Alexander the Great: Birth of an Empire",
    board=Board,
    position=Position,
    assumptions=Assumptions,
    plan=Plan,
    event=Event,
    rulings=RULINGS,
    boards=("oikoumene",),
    board_problems=lambda board: board.problems(),
    position_problems=lambda board, position, rulings: position.problems(board, rulings),
    event_problems=event_problems,
    players=lambda position: list(position.players),
    score=_score,
    replay=replay,
    headline=headline,
    plan_words=lambda board, position, plan: plan_words(plan, position.round == 1),
    subject_words=place_name,
    verdicts={"score": score_verdict, "play": play_verdict, "choose": choose_verdict, "replay": replay_verdict},
    case_board=_case_board,
)
