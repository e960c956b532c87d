"""Logs of empire: rounds, regions and whole games, event by event, as they are played on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from models.empire.board import Board
from models.empire.final import score_final, standing, winners
from models.empire.plan import Allocation, Event, Plan
from models.empire.position import Position, last_region
from models.empire.round import Table, Turn, distribute, finish, open_region, play, take_back, why_over
from models.empire.turn_order import Order, play_order, rankings, seats_fixed
from models.empire.words import move_words, pieces_words, place_name
from models.errors import Breach, Path
from models.game import Replayed, Step
from models.rulings import Rulings

_GAME_ENDS = {"5.3-11": "6-1", "5.3-12": "6-2"}
"""What ends the last region ends the game."""


@dataclass(frozen=True)
class _Game:
    """Where a log stands.

    Attributes
    ----------
    over, game_over
        The rule by which the region on the table, or the game, has ended; None before that.
    winners
        Who has won, after the final scoring.
    """

    board: Board
    position: Position
    table: Table
    order: Order | None
    draw: Order | None = None
    seats: Mapping[str, int] | None = None
    distributed: frozenset[str] = frozenset()
    moved: tuple[str, ...] = ()
    over: str | None = None
    game_over: str | None = None
    winners: tuple[str, ...] | None = None

    @property
    def stopped(self) -> tuple[str, str] | None:
        """The rule by which nothing more is played here, and the words for it; None while it goes on."""
        if self.game_over:
            return self.game_over, "the game is over"
        return (self.over, "the region is over") if self.over else None


def replay(board: Board, position: Position, events: Sequence[Event], rulings: Rulings) -> Replayed:
    """Play a log; what breaks a rule is named and left out.

    Returns
    -------
    The steps; ``after`` holds ``play_order``, ``region``, ``round``, ``over`` and ``game_over`` (the rules
    that ended the region and the game), ``winners`` (after the final scoring) and the ``players``.
    """
    game = _Game(board, position, Table.of(board, position), position.turn_order, seats=position.seats)
    if position.ended:
        over = why_over(game.table, rulings) or "5.3-11"
        game = replace(game, over=over, game_over=_GAME_ENDS[over])
    game = _settled(game, _order(game, rulings))
    steps = []
    for at, event in enumerate(events):
        game, step = _play(game, event, ("events", at), rulings)
        steps.append(step)
    after: dict[str, Any] = {
        "play_order": list(game.order) if game.order else None,
        "region": game.table.region.number,
        "round": game.table.round,
        "over": game.over,
        "game_over": game.game_over,
        "winners": list(game.winners) if game.winners else None,
        "players": {name: state.model_dump(mode="json") for name, state in game.table.players.items()},
    }
    return Replayed(tuple(steps), after)


def _play(game: _Game, event: Event, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    if event.distribute is not None:
        return _distribute(game, event.distribute, path, rulings)
    if event.draw is not None:
        return _draw(game, event.draw, path, rulings)
    if event.seats is not None:
        return _choose(game, event.seats, path, rulings)
    if event.turn is not None:
        return _turn(game, event, path, rulings)
    if event.score == "final":
        return _score_final(game, path, rulings)
    return _score(game, path, rulings)


def _draw(game: _Game, draw: Order, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    if game.stopped:
        return game, Step("draw", breaches=(Breach(game.stopped[0], (*path, "draw"), game.stopped[1]),))
    if game.draw is not None:
        return game, Step("draw", breaches=(Breach("5.1-5", (*path, "draw"), "the draw is decided already"),))
    possible = _rankings(game, rulings)
    if draw not in possible:
        what = "no draw gives this order: bids, armies and temples decide otherwise, or not everybody has distributed"
        return game, Step("draw", breaches=(Breach("5.1-5", (*path, "draw"), what),))
    game = _settled(replace(game, draw=draw), _order(replace(game, draw=draw), rulings))
    return game, Step("draw", (f"the draw: {', '.join(draw)} choose in this order",))


def _distribute(game: _Game, allocations: Mapping[str, Allocation], path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    opened: tuple[str, ...] = ()
    if game.over and not game.game_over and game.table.region.number + 1 in game.board.by_number:
        game = _next_region(game)
        opened = (f"region {game.table.region.number}, {game.table.region.name}, begins",)
    wrong = _no_more_distribution(game, allocations)
    if wrong:
        return game, Step("distribute", breaches=(Breach(wrong[0], (*path, "distribute"), wrong[1]),))
    breaches: list[Breach] = []
    lines = []
    table = game.table
    distributed = set(game.distributed)
    for name, allocation in allocations.items():
        where = (*path, "distribute", name)
        before = table
        if table.round > 1:
            table = table.with_player(name, take_back(table.players[name]))
        turn = distribute(table, name, allocation, rulings)
        if turn.breaches:
            breaches += [Breach(b.rule, where, b.message) for b in turn.breaches]
            table = before
        else:
            table = turn.table
            distributed.add(name)
            shares = allocation.model_dump().items()
            lines.append(f"{name}: " + ", ".join(f"{key} {cubes}" for key, cubes in shares if cubes))
    game = replace(game, table=table, distributed=frozenset(distributed))
    game = _settled(game, _order(game, rulings))
    lines = [*opened, *lines, *_order_lines(game, rulings)]
    return game, Step("distribute", tuple(lines), breaches=tuple(breaches))


def _next_region(game: _Game) -> _Game:
    """Open the region that follows (3.1-5)."""
    number = game.table.region.number + 1
    table = open_region(game.board.by_number[number], game.table.players, game.position.cubes)
    position = game.position.model_copy(
        update={"region": number, "round": 1, "turn_order": None, "seats": None, "players": dict(table.players)}
    )
    return _Game(game.board, position, table, None)


def _no_more_distribution(game: _Game, names: Iterable[str]) -> tuple[str, str] | None:
    """The rule by which it is too late to distribute, and why; None if it is not."""
    if game.stopped:
        return game.stopped
    if game.moved:
        return "4-1", f"{game.moved[0]} has moved: everybody distributes before"
    again = [name for name in names if name in game.distributed]
    return ("4-1", f"{again[0]} has distributed this round already") if again else None


def _bids(game: _Game) -> Position:
    """The position that the turn order is read from."""
    return game.position.model_copy(update={"players": dict(game.table.players)})


def _rankings(game: _Game, rulings: Rulings) -> tuple[Order, ...]:
    """Every order in which seats can come to be chosen; none while somebody has yet to distribute."""
    if any(state.hand and name not in game.distributed for name, state in game.table.players.items()):
        return ()
    try:
        return rankings(_bids(game), rulings)
    except ValueError:  # nobody has bid, and nobody knows who is the oldest
        return ()


def _ranking(game: _Game, rulings: Rulings) -> Order | None:
    possible = _rankings(game, rulings) if game.table.round == 1 else ()
    if game.draw in possible:
        return game.draw
    return possible[0] if len(possible) == 1 else None


def _order(game: _Game, rulings: Rulings) -> Order | None:
    ranking = _ranking(game, rulings)
    if ranking is None or game.table.round > 1:
        return None
    if seats_fixed(_bids(game), rulings):
        return ranking
    return play_order(ranking, game.seats or {}, rulings)[0]


def _settled(game: _Game, order: Order | None) -> _Game:
    """Settle the order of play, once: the cubes bid for it then lie beside the tablets (5.1-6)."""
    order = game.order or order
    if order is None:
        return game
    players = {
        name: state.model_copy(update={"order": 0, "spent": (state.spent or 0) + state.order})
        for name, state in game.table.players.items()
    }
    return replace(game, order=order, table=replace(game.table, players=players))


def _order_lines(game: _Game, rulings: Rulings) -> tuple[str, ...]:
    if game.table.round > 1:
        return ()
    if game.order:
        return (f"order of play: {', '.join(game.order)}",)
    ranking = _ranking(game, rulings)
    return (f"seats are chosen in this order: {', '.join(ranking)}",) if ranking else ()


def _choose(game: _Game, seats: Mapping[str, int], path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    if game.stopped:
        return game, Step("seats", breaches=(Breach(game.stopped[0], (*path, "seats"), game.stopped[1]),))
    if game.table.round > 1 or game.order is not None:
        what = "the order of play is settled for all rounds of the region"
        return game, Step("seats", breaches=(Breach("5.2-1", (*path, "seats"), what),))
    ranking = _ranking(game, rulings)
    if ranking is None:
        what = "the order in which seats are chosen is not settled: everybody distributes, a draw decides ties"
        return game, Step("seats", breaches=(Breach("5.2-1", (*path, "seats"), what),))
    earlier = dict(game.seats or {})
    breaches = [
        Breach("5.1-2", ("seats", name), f"{name} has chosen seat {earlier[name]}")
        for name, seat in seats.items()
        if earlier.get(name, seat) != seat
    ]
    chosen = {**seats, **earlier}
    order, found = play_order(ranking, chosen, rulings)
    refused = {breach.path[-1] for breach in (*breaches, *found)}
    lines = [f"{name} takes seat {seats[name]}" for name in ranking if name in seats and name not in refused]
    kept = {name: seat for name, seat in chosen.items() if name in earlier or name not in refused}
    game = _settled(replace(game, seats=kept), order)
    named = tuple(Breach(b.rule, (*path, *b.path), b.message) for b in (*breaches, *found))
    return game, Step("seats", (*lines, *(_order_lines(game, rulings) if order else ())), breaches=named)


def _turn(game: _Game, event: Event, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    name = event.turn or ""
    title = f"turn of {name}"
    where = (*path, "turn")
    wrong: Breach | None = None
    state = game.table.players[name]
    if game.stopped:
        wrong = Breach(game.stopped[0], where, game.stopped[1])
    elif state.hand and name not in game.distributed and not _may_hold_back(game, rulings):
        wrong = Breach("4-1", where, f"{name} has not distributed yet")
    elif game.order is None:
        wrong = Breach("5.2-1", where, "the order of play is not settled")
    elif name != (expected := _next(game)):
        wrong = Breach("5.3-1", where, f"it is {expected}'s turn" if expected else "everybody has moved")
    if wrong:
        return game, Step(title, breaches=(wrong,))
    plan = Plan(moves=event.moves, pieces=event.pieces)
    turn = _with_hand_aside(game.table, name, plan, rulings)
    lines = [move_words(move) for move, paid in zip(plan.moves, turn.payments, strict=True) if paid is not None]
    lines += pieces_words(turn.table.players[name].placed)
    if turn.table.entered and not game.table.entered:
        lines.append(f"the target, {place_name(game.table.region.target)}, is entered")
    breaches = tuple(Breach(b.rule, (*path, *b.path), b.message) for b in turn.breaches)
    game = replace(game, table=turn.table, moved=(*game.moved, name))
    return game, Step(title, tuple(lines or ["stays"]), breaches=breaches)


def _may_hold_back(game: _Game, rulings: Rulings) -> bool:
    """Whether cubes in the hand may be left from an earlier round."""
    return game.table.round > 1 and rulings.read("cubes-held-back") == "allowed"


def _with_hand_aside(table: Table, name: str, plan: Plan, rulings: Rulings) -> Turn:
    """Play a turn of a player who may hold cubes back (the reading that allows it)."""
    state = table.players[name]
    turn = play(table.with_player(name, state.model_copy(update={"hand": 0})), name, plan, rulings)
    after = turn.table.players[name].model_copy(update={"hand": state.hand})
    return Turn(turn.table.with_player(name, after), turn.breaches, turn.payments)


def _next(game: _Game) -> str | None:
    return next((name for name in game.order or () if name not in game.moved), None)


def _score(game: _Game, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    where = (*path, "score")
    if game.stopped:
        return game, Step("score", breaches=(Breach(game.stopped[0], where, game.stopped[1]),))
    waiting = [name for name in game.table.players if name not in game.moved]
    if waiting:
        return game, Step(
            "score", breaches=(Breach("5.3-10", where, f"not everybody has moved: {', '.join(waiting)}"),)
        )
    over = why_over(game.table, rulings)
    table, ledger = finish(game.table, rulings)
    if over:
        table = replace(table, round=game.table.round)
    lines: tuple[str, ...] = (f"the region ends (rule {over})",) if over else (f"round {table.round} follows",)
    game = replace(game, table=table, over=over, moved=(), distributed=frozenset())
    if over and table.region.number == last_region(game.position.short):
        game = replace(game, game_over=_GAME_ENDS[over])
        lines = (*lines, f"the game ends (rule {game.game_over}): the final scoring is left")
    return game, Step(f"scoring of round {game.table.round if over else table.round - 1}", lines, ledger)


def _score_final(game: _Game, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    if not game.game_over or game.winners:
        what = "the final scoring is done" if game.winners else "the game is not over"
        return game, Step("final scoring", breaches=(Breach("6-3", (*path, "score"), what),))
    ledger = score_final(standing(game.board, game.table.players), game.position.short, rulings)
    players = {
        name: state.model_copy(update={"points": state.points + ledger.total(name)})
        for name, state in game.table.players.items()
    }
    won = winners({name: state.points for name, state in players.items()})
    game = replace(game, table=replace(game.table, players=players), winners=won)
    return game, Step("final scoring", (_won(won),), ledger)


def _won(names: Sequence[str]) -> str:
    return f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names)} share the win"
