"""A turn of alhambra: actions one after the other, then the placing of what was bought (B2-1 to B4-4).

A turn is played on a :class:`~models.alhambra.position.Position` with full ids; every step gives
a new one.  What breaks a rule is named and left out, and what is left out takes no action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.alhambra.layout import Layout, Placed
from models.alhambra.market import Purchase, buy, keep, slot_of, why_not_keep
from models.alhambra.plan import Action, Placing, Turn
from models.alhambra.position import BUILDING_MARKET, COPIES, THIRD_PARTY, PlayerState, Position
from models.alhambra.redesign import exchange_breaches, place_breaches, remove_breaches
from models.alhambra.tiles import Cell, Supply
from models.alhambra.words import action_words, placing_words
from models.errors import Breach, Path
from models.rulings import Rulings

DISPLAY = 4
"""Money cards that lie open, and so the most that one action can take."""
SMALL = 5
"""Several cards are taken only if they are worth no more together (B2-2)."""


@dataclass(frozen=True)
class Played:
    """What a turn, or a part of it, came to.

    Attributes
    ----------
    position
        After it.
    breaches
        What of it was against a rule; that part was left out.
    lines
        What was done, in words.
    extra
        Further actions that exact payments gave (B2-4).
    left
        Actions that were not taken.
    gone
        Tiles that have left the game (P-10).
    """

    position: Position
    breaches: tuple[Breach, ...] = ()
    lines: tuple[str, ...] = ()
    extra: int = 0
    left: int = 0
    gone: tuple[str, ...] = ()


def play_turn(position: Position, name: str, turn: Turn, supply: Supply, rulings: Rulings) -> Played:
    """Play one player's turn: one action and one more for each exact payment (B2-1, B2-4), then the placing.

    There is no other limit: the four slots of the building market, which stay empty until the turn ends
    (B2-5), allow four purchases there.  Who has bought before, as the position tells, and acts again has paid
    exactly; that leaves one action.

    Parameters
    ----------
    position
        With full ids (:meth:`Position.resolved`).
    """
    breaches: list[Breach] = []
    lines: list[str] = []
    gone: list[str] = []
    done = extra = 0
    for at, action in enumerate(turn.actions):
        path: Path = ("actions", at)
        if done > extra:
            what = f"no action is left: {_times(1 + extra, 'action')} and no exact payment for another"
            breaches.append(Breach("B2-1", path, what))
            continue
        acted = act(position, name, action, supply, rulings)
        breaches += _in(path, acted.breaches)
        if not acted.breaches:
            position, done, extra = acted.position, done + 1, extra + acted.extra
            lines += acted.lines
            gone += acted.gone
    placed = place_bought(position, name, turn.places, supply, rulings)
    left = 1 + extra - done
    return Played(
        placed.position,
        (*breaches, *placed.breaches),
        (*lines, *placed.lines),
        extra,
        left,
        (*gone, *placed.gone),
    )


def act(position: Position, name: str, action: Action, supply: Supply, rulings: Rulings) -> Played:
    """Take one action; ``extra`` is 1 if it gives another.  A breach leaves the position as it is."""
    unknown = [
        Breach("B1-2", (key,), f"{wrong.message}")
        for key, tile in (("buy", action.buy), ("place", action.place), ("remove", action.remove),
                          ("exchange", action.exchange), ("with", action.partner), ("discard", action.discard))
        if tile is not None and (wrong := supply.problem(tile))
    ]  # fmt: skip
    if unknown:
        return Played(position, tuple(unknown))
    full = {
        key: supply.tile(getattr(action, key)).id
        for key in ("buy", "place", "remove", "exchange", "partner", "discard")
        if getattr(action, key) is not None
    }
    action = action.model_copy(update=full)
    if action.take is not None:
        return _take(position, name, action)
    if action.buy is not None:
        return _buy(position, name, action, supply, rulings)
    return _redesign(position, name, action, supply, rulings)


def _take(position: Position, name: str, action: Action) -> Played:
    """Take one card of any value, or several worth 5 at most together (B2-2)."""
    taken = [(currency, card) for currency, cards in (action.take or {}).items() for card in cards]
    worth = sum(card for _, card in taken)
    wrong = None
    if not taken:
        wrong = "no card is taken"
    elif len(taken) > DISPLAY:
        wrong = f"{len(taken)} cards are taken, {DISPLAY} lie open"
    elif len(taken) > 1 and worth > SMALL:
        wrong = f"{len(taken)} cards worth {worth} are taken together, more than {SMALL}"
    if wrong:
        return Played(position, (Breach("B2-2", ("take",), wrong),))
    hands = [state.money for state in position.players.values()]
    for currency, card in taken:
        held = sum(hand.get(currency, ()).count(card) for hand in hands)
        if held + taken.count((currency, card)) > COPIES:
            what = f"all cards {currency} {card} are in the hands: there are {COPIES} of each"
            return Played(position, (Breach("B2-2", ("take", currency), what),))
    hand = dict(position.players[name].money)
    for currency, card in taken:
        hand[currency] = (*hand.get(currency, ()), card)
    return Played(position.with_player(name, money=hand), lines=(action_words(action),))


def _buy(position: Position, name: str, action: Action, supply: Supply, rulings: Rulings) -> Played:
    purchase = Purchase.of(action, supply)
    bought = buy(position, name, purchase, supply, rulings)
    if bought.breaches:
        return Played(position, bought.breaches)
    market = position.market if purchase.source == BUILDING_MARKET else position.players[purchase.source].market
    line = action_words(action, slot_of(market, purchase.tile) or "")
    return Played(bought.position, lines=(f"{line}{', exactly' if bought.exact else ''}",), extra=int(bought.exact))


def _redesign(position: Position, name: str, action: Action, supply: Supply, rulings: Rulings) -> Played:
    """Redesign: place, remove or exchange a tile (B4-1 to B4-3); from and to the own market with that module."""
    state = position.players[name]
    layout = Layout.of(state.layout, supply)
    breaches: list[Breach] = []
    new, vacated = action.place or action.partner, None
    after = position
    if new is not None:
        key = "place" if action.place is not None else "with"
        vacated = slot_of(state.market, new)
        if new in state.bought:
            what = f"{new} was bought this turn and is placed at its end"
            breaches.append(Breach("B4-4", (key,), what))
        elif new not in state.reserve and vacated is None:
            markets = "markets" in position.modules
            rule = "P-7" if markets else "B4-1" if key == "place" else "B4-3"
            breaches.append(Breach(rule, (key,), f"{new} is not in {name}'s {'market' if markets else 'reserve'}"))
        after = _taken_from_stock(position, name, new)
    old = action.remove or action.exchange
    if old is not None:
        wrong = why_not_keep(after, name, action.to, action.discard, rulings, vacated)
        if wrong:
            breaches.append(Breach(wrong[0], ("to",), wrong[1]))
    cell: Cell | None = action.at
    if old is not None:
        key = "remove" if action.remove is not None else "exchange"
        cell = layout.where.get(old)
        if cell is None:
            what = f"{old} is not in {name}'s Alhambra"
            breaches.append(Breach("B4-2" if key == "remove" else "B4-3", (key,), what))
        elif action.remove is not None:
            breaches += remove_breaches(layout, cell, (key,))
        else:
            breaches += exchange_breaches(layout, cell, supply.tile(new or ""), (key,))
    elif cell is not None:
        breaches += place_breaches(layout, cell, supply.tile(new or ""), ("at",))
    if breaches or cell is None:
        return Played(position, tuple(breaches))
    after = after.with_player(name, layout=_built(state.layout, cell, new))
    gone: str | None = None
    if old is not None:
        after, gone = keep(after, name, old, action.to)
    return Played(after, lines=(action_words(action),), gone=(gone,) if gone else ())


def place_bought(position: Position, name: str, places: Iterable[Placing], supply: Supply, rulings: Rulings) -> Played:
    """Place at the end of a turn what was bought in it, in the order given (B2-6).

    Each tile goes to the Alhambra, to the reserve or the own market (P-2), or to the third party (B8-4).
    What may not go where it is sent stays among what was bought.
    """
    breaches: list[Breach] = []
    lines: list[str] = []
    gone: list[str] = []
    waiting = list(position.players[name].bought)
    for at, given in enumerate(places):
        path: Path = ("places", at)
        wrong = [
            Breach("B1-2", path, problem.message)
            for tile in (given.tile, given.discard)
            if tile is not None and (problem := supply.problem(tile))
        ]
        if wrong:
            breaches += wrong
            continue
        tile = supply.tile(given.tile).id
        discard = None if given.discard is None else supply.tile(given.discard).id
        placing = given.model_copy(update={"tile": tile, "discard": discard})
        if tile not in waiting:
            again = " and not placed yet" if tile in position.players[name].bought else ""
            breaches.append(Breach("B2-6", path, f"{tile} is nothing that {name} bought this turn{again}"))
            continue
        waiting.remove(tile)
        placed = _place_one(position, name, placing, supply, rulings)
        breaches += _in(path, placed.breaches)
        if not placed.breaches:
            position = placed.position
            lines += placed.lines
            gone += placed.gone
    breaches += [Breach("B2-6", ("places",), f"nothing says where {tile} goes") for tile in waiting]
    return Played(position, tuple(breaches), tuple(lines), gone=tuple(gone))


def _place_one(position: Position, name: str, placing: Placing, supply: Supply, rulings: Rulings) -> Played:
    state, tile = position.players[name], placing.tile
    after = position.with_player(name, bought=tuple(other for other in state.bought if other != tile))
    gone: str | None = None
    if placing.at is not None:
        layout = Layout.of(state.layout, supply)
        breaches = place_breaches(layout, placing.at, supply.tile(tile), ("at",))
        if breaches:
            return Played(position, tuple(breaches))
        after = after.with_player(name, layout=_built(state.layout, placing.at, tile))
    elif placing.to == THIRD_PARTY:
        if position.neutral is None:
            return Played(position, (Breach("B8-4", ("to",), "there is no third party to give it to"),))
        after = after.model_copy(update={"neutral": (*position.neutral, tile)})
    else:
        wrong = why_not_keep(position, name, placing.to, placing.discard, rulings)
        if wrong:
            return Played(position, (Breach(wrong[0], ("to",), wrong[1]),))
        after, gone = keep(after, name, tile, placing.to)
    line = f"places {placing_words(placing)}" if placing.at else f"puts {placing_words(placing)}"
    return Played(after, lines=(line,), gone=(gone,) if gone else ())


def _built(layout: tuple[Placed, ...], cell: Cell, new: str | None) -> tuple[Placed, ...]:
    """The tiles of an Alhambra with a cell filled anew, or emptied, in reading order."""
    rest = [placed for placed in layout if placed.at != cell]
    if new is not None:
        rest.append(Placed(tile=new, at=cell))
    return tuple(sorted(rest, key=lambda placed: (placed.at[1], placed.at[0])))


def _taken_from_stock(position: Position, name: str, tile: str) -> Position:
    state: PlayerState = position.players[name]
    reserve = tuple(other for other in state.reserve if other != tile)
    market = {currency: other for currency, other in state.market.items() if other != tile}
    return position.with_player(name, reserve=reserve, market=market)


def _times(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _in(path: Path, breaches: Iterable[Breach]) -> list[Breach]:
    """Breaches of an action or a placing by the line that it is, whatever part of it is wrong."""
    return [Breach(breach.rule, path, breach.message) for breach in breaches]
