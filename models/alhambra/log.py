"""Logs of alhambra: turns, refills and scorings, event by event, to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from models.alhambra.plan import Event, Placing, Refill
from models.alhambra.position import CURRENCIES, Currency, PlayerState, Position
from models.alhambra.scoring import score_round
from models.alhambra.tiles import Supply
from models.alhambra.turn import place_bought, play_turn
from models.alhambra.words import tile_name
from models.errors import Breach, Path
from models.game import Replayed, Step
from models.rulings import Rulings
from models.words import and_words


@dataclass(frozen=True)
class _Game:
    """Where a log stands.

    Attributes
    ----------
    gone
        Tiles that were discarded: they are out of the game (P-10).
    ended
        Whether the leftovers are given away, so that only the last scoring is missing (B7-1).
    winners
        Who has won, after the last scoring.
    """

    supply: Supply
    position: Position
    gone: tuple[str, ...] = ()
    ended: bool = False
    winners: tuple[str, ...] | None = None


def replay(supply: Supply, position: Position, events: Sequence[Event], rulings: Rulings) -> Replayed:
    """Play a log; what breaks a rule is named and left out.

    Returns
    -------
    The steps; ``after`` holds ``round`` (the scoring that comes next), ``turn``, ``over``, ``winners`` (after the
    last scoring), the ``market``, the ``neutral`` tiles, the ``discarded`` ones and the ``players``.
    """
    game = _Game(supply, position.resolved(supply))
    steps = []
    for at, event in enumerate(events):
        game, step = _play(game, event, ("events", at), rulings)
        steps.append(step)
    after: dict[str, Any] = {
        "round": game.position.round,
        "turn": game.position.turn,
        "over": game.winners is not None,
        "winners": list(game.winners) if game.winners else None,
        "market": dict(game.position.market),
        "neutral": None if game.position.neutral is None else list(game.position.neutral),
        "discarded": list(game.gone),
        "players": states(game.position),
    }
    return Replayed(tuple(steps), after)


def states(position: Position) -> dict[str, Any]:
    """The players as plain values, nothing left out."""
    return {name: state.model_dump(mode="json") for name, state in position.players.items()}


def receivers(position: Position) -> dict[Currency, str | None]:
    """Who gets each tile that is left on the building market (B7-2), None where nobody does (B7-3).

    The price does not matter, and no money is paid.  Personal markets are not given away.
    """
    result: dict[Currency, str | None] = {}
    for currency in CURRENCIES:
        if currency in position.market:
            purses = {name: state.purse(currency) for name, state in position.players.items()}
            most = max(purses.values())
            richest = [name for name, purse in purses.items() if purse == most]
            result[currency] = richest[0] if most and len(richest) == 1 else None
    return result


def winners(points: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most points; a tie is shared (B7-5)."""
    most = max(points.values())
    return tuple(name for name, total in points.items() if total == most)


def _play(game: _Game, event: Event, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    if event.turn is not None:
        return _turn(game, event, path, rulings)
    if event.refill is not None:
        return _refill(game, event.refill, path)
    if event.leftovers:
        return _leftovers(game, event.places, path, rulings)
    return _score(game, path, rulings)


def _stopped(game: _Game) -> str | None:
    """Why nothing more is played; None while the game goes on."""
    if game.winners:
        return "the game is over"
    return "the game has ended: only the last scoring is left" if game.ended else None


def _turn(game: _Game, event: Event, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    name, position = event.turn or "", game.position
    title = f"turn of {name}"
    where = (*path, "turn")
    stopped = _stopped(game)
    if stopped:
        return game, Step(title, breaches=(Breach("B7-1", where, stopped),))
    if position.turn not in (None, name):
        return game, Step(title, breaches=(Breach("B2-1", where, f"it is {position.turn}'s turn"),))
    played = play_turn(position, name, event, game.supply, rulings)
    order = list(position.players)
    following = order[(order.index(name) + 1) % len(order)]
    game = replace(
        game,
        position=played.position.model_copy(update={"turn": following}),
        gone=(*game.gone, *played.gone),
    )
    return game, Step(title, played.lines or ("does nothing",), breaches=_under(path, played.breaches))


def _refill(game: _Game, refill: Refill, path: Path) -> tuple[_Game, Step]:
    """Lay tiles on empty slots of the building market, after a turn (B2-5)."""
    stopped = _stopped(game)
    if stopped:
        return game, Step("refill", breaches=(Breach("B7-1", (*path, "refill"), stopped),))
    breaches, lines = [], []
    market = dict(game.position.market)
    neutral = game.position.neutral
    given = [(currency, refill.market[currency]) for currency in CURRENCIES if currency in refill.market]
    for currency, named in given:
        where = (*path, "refill", "market", currency)
        wrong = _not_in_supply(game, named, market, neutral, where)
        if wrong:
            breaches.append(wrong)
        elif currency in market:
            breaches.append(Breach("B2-5", where, f"{market[currency]} still lies on the slot {currency}"))
        else:
            market[currency] = game.supply.tile(named).id
            lines.append(f"{tile_name(market[currency])} on {currency}")
    for at, named in enumerate(refill.neutral):
        where = (*path, "refill", "neutral", at)
        wrong = _not_in_supply(game, named, market, neutral, where)
        if neutral is None:
            breaches.append(Breach("B8-1", where, "there is no third party in this game"))
        elif wrong:
            breaches.append(wrong)
        else:
            neutral = (*neutral, game.supply.tile(named).id)
            lines.append(f"{tile_name(neutral[-1])} to the third party")
    slots = {currency: market[currency] for currency in CURRENCIES if currency in market}
    position = game.position.model_copy(update={"market": slots, "neutral": neutral})
    return replace(game, position=position), Step("refill", tuple(lines), breaches=tuple(breaches))


def _not_in_supply(
    game: _Game, named: str, market: Mapping[Currency, str], neutral: Sequence[str] | None, where: Path
) -> Breach | None:
    """Why a tile cannot come from the supply: no tile, or it is in the game already (B1-2)."""
    problem = game.supply.problem(named)
    if problem:
        return Breach("B1-2", where, problem.message)
    tile = game.supply.tile(named).id
    standing = next((place for place, other in _places(game, market, neutral) if other == tile), None)
    return Breach("B1-2", where, f"{tile} is {standing} already") if standing else None


def _places(game: _Game, market: Mapping[Currency, str], neutral: Sequence[str] | None) -> list[tuple[str, str]]:
    """Every tile that is not in the supply, with where it is."""
    found = [("on the building market", tile) for tile in market.values()]
    found += [("out of the game", tile) for tile in game.gone]
    found += [("with the third party", tile) for tile in neutral or ()]
    for name, state in game.position.players.items():
        found += [(f"in {name}'s Alhambra", placed.tile) for placed in state.layout]
        owned = (*state.reserve, *state.market.values(), *state.bought)
        found += [(f"{name}'s", tile) for tile in owned]
    return found


def _leftovers(game: _Game, places: Sequence[Placing], path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    """The end of the game: the building market is given away (B7-2), each winner builds or keeps (B7-4).

    The scoring that follows is the last one, whether or not the second has been (B5-6).
    """
    title = "leftovers"
    stopped = _stopped(game)
    if stopped:
        return game, Step(title, breaches=(Breach("B7-1", (*path, "leftovers"), stopped),))
    position, lines = game.position, []
    received: dict[str, list[str]] = {}
    for currency, name in receivers(position).items():
        tile = position.market[currency]
        said = f"{tile_name(tile)} on {currency}"
        if name is None:
            lines.append(f"{said}: nobody has most {currency} money")
            continue
        lines.append(f"{said}: to {name}, who has {position.players[name].purse(currency)} {currency}")
        received.setdefault(name, []).append(tile)
    position = position.model_copy(update={"market": {}, "turn": None, "round": 3})
    breaches: list[Breach] = []
    gone: list[str] = []
    owners = {tile: name for name, tiles in received.items() for tile in tiles}
    for at, placing in enumerate(places):
        where: Path = (*path, "places", at)
        problem = game.supply.problem(placing.tile)
        owner = None if problem else owners.pop(game.supply.tile(placing.tile).id, None)
        if owner is None:
            what = problem.message if problem else f"{placing.tile} is no leftover tile, or has its place already"
            breaches.append(Breach("B1-2" if problem else "B7-4", where, what))
            continue
        tile = game.supply.tile(placing.tile).id
        if placing.to == "neutral":
            breaches.append(Breach("B7-4", where, "a leftover tile is built or kept"))
        else:
            before = position.players[owner].bought
            trial = position.with_player(owner, bought=(tile,))
            placed = place_bought(trial, owner, (placing,), game.supply, rulings)
            wrong = [breach for breach in placed.breaches if breach.path != ("places",)]
            breaches += [Breach(b.rule, where, b.message) for b in wrong]
            if not wrong:
                position = placed.position.with_player(owner, bought=before)
                lines += [f"{owner} {line}" for line in placed.lines]
                gone += placed.gone
                continue
        owners[tile] = owner
    for tile, name in owners.items():
        position, kept = _kept(position, name, tile)
        gone += [] if kept else [tile]
        lines.append(f"{name} {'keeps' if kept else 'has no room for'} {tile_name(tile)}")
    game = replace(game, position=position, gone=(*game.gone, *gone), ended=True)
    return game, Step(title, tuple(lines or ["nothing is left on the building market"]), breaches=tuple(breaches))


def _kept(position: Position, name: str, tile: str) -> tuple[Position, bool]:
    """Keep a leftover tile that is not built: it scores nothing, so any free slot will do."""
    state: PlayerState = position.players[name]
    if "markets" not in position.modules:
        return position.with_player(name, reserve=(*state.reserve, tile)), True
    free = next((currency for currency in CURRENCIES if currency not in state.market), None)
    if free is None:
        return position, False
    market = {**state.market, free: tile}
    return position.with_player(name, market={c: market[c] for c in CURRENCIES if c in market}), True


def _score(game: _Game, path: Path, rulings: Rulings) -> tuple[_Game, Step]:
    position = game.position
    if game.winners:
        return game, Step("score", breaches=(Breach("B7-1", (*path, "score"), "the game is over"),))
    ledger = score_round(position, game.supply, rulings)
    for name, state in position.players.items():
        position = position.with_player(name, points=state.points + ledger.total(name))
    title = f"scoring {position.round}"
    if position.round < 3:
        position = position.model_copy(update={"round": position.round + 1})
        return replace(game, position=position), Step(title, (), ledger)
    won = winners({name: state.points for name, state in position.players.items()})
    line = f"{won[0]} wins" if len(won) == 1 else f"{and_words(won)} share the win"
    return replace(game, position=position, winners=won), Step("last scoring", (line,), ledger)


def _under(path: Path, breaches: Sequence[Breach]) -> tuple[Breach, ...]:
    return tuple(Breach(breach.rule, (*path, *breach.path), breach.message) for breach in breaches)
