"""Buying: the offers of the building market and of the personal markets, what is paid, where tiles are kept.

Rules B2-3 to B2-7, P-1 to P-10 and T-2 to T-4.  No change is given; cards paid for a tile of the
building market leave the hands, cards paid for one of a personal market go to its owner (P-6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from models.alhambra.plan import DISCARD, RESERVE, Action
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, Currency, PlayerState, Position
from models.alhambra.tiles import Supply
from models.alhambra.treasures import why_not_give
from models.errors import Breach, Path
from models.rulings import Rulings


@dataclass(frozen=True)
class Offer:
    """A tile that a player can buy.

    Attributes
    ----------
    tile
        Its full id.
    price
        In the currency of the slot above it.
    currency
        Of that slot.
    source
        ``market``, or the player on whose personal market it lies (P-4, P-5).
    """

    tile: str
    price: int
    currency: Currency
    source: str


@dataclass(frozen=True)
class Purchase:
    """A tile that is bought: where, and for what.

    Attributes
    ----------
    tile
        Its full id.
    source
        ``market``, or a player.
    cards
        Values of the cards that are paid, in the slot's currency.
    treasures
        Values of the treasures that are given up.
    """

    tile: str
    source: str = BUILDING_MARKET
    cards: tuple[int, ...] = ()
    treasures: tuple[int, ...] = ()

    @classmethod
    def of(cls, action: Action, supply: Supply) -> Purchase:
        """The purchase of an action; ``KeyError`` where the supply lacks the tile."""
        tile = supply.tile(action.buy or "").id
        return cls(tile, action.source or BUILDING_MARKET, action.pays.cards, action.pays.treasures)

    def exact(self, price: int, rulings: Rulings) -> bool:
        """Whether a legal purchase counts as an exact payment, which gives another action (B2-4).

        More cards than needed are legal and not exact.  With a treasure the payment always counts as exact,
        however much it is over (T-4).  At a personal market, which is bought from as if it were the building
        market (P-4), an exact payment counts too, unless a ruling says otherwise.
        """
        if not self.treasures and sum(self.cards) != price:
            return False
        return self.source == BUILDING_MARKET or rulings.read("personal-exact") == "extra"


@dataclass(frozen=True)
class Bought:
    """What a purchase came to: the position after it, and whether it was paid exactly."""

    position: Position
    exact: bool
    breaches: tuple[Breach, ...] = ()


def offers(position: Position, name: str, supply: Supply) -> tuple[Offer, ...]:
    """All that a player could buy with enough money: the building market first, then the others' markets.

    Tiles without a price may lie there, but nobody can buy them (P-8); one's own are built, not bought (P-7).
    """
    sources: dict[str, Mapping[Currency, str]] = {BUILDING_MARKET: position.market}
    if "markets" in position.modules:
        sources |= {other: state.market for other, state in position.players.items() if other != name}
    found = []
    for source, market in sources.items():
        for currency in CURRENCIES:
            tile = supply.tile(market[currency]) if currency in market else None
            if tile is not None and tile.price is not None:
                found.append(Offer(tile.id, tile.price, currency, source))
    return tuple(found)


def purchase_breaches(
    position: Position, name: str, purchase: Purchase, supply: Supply, rulings: Rulings
) -> tuple[Breach, ...]:
    """Which rules a purchase breaks; paths are those of the action that buys.

    Parameters
    ----------
    position
        With full ids (:meth:`Position.resolved`), as it lies when the purchase is made.
    name
        The buyer.
    """
    wrong = _not_on_offer(position, name, purchase, supply)
    if wrong:
        return (wrong,)
    offer = next(o for o in offers(position, name, supply) if (o.tile, o.source) == (purchase.tile, purchase.source))
    state = position.players[name]
    cards, treasures = purchase.cards, purchase.treasures
    breaches = []
    lacking = _beyond(cards, state.money.get(offer.currency, ()))
    if lacking:
        held = " + ".join(str(card) for card in state.money.get(offer.currency, ())) or "nothing"
        what = f"{name} has no {offer.currency} {' + '.join(str(card) for card in lacking)} to pay with, but {held}"
        breaches.append(Breach("B2-3", ("pays", "cards"), what))
    missing = _beyond(treasures, position.held(name))
    if treasures and "treasures" not in position.modules:
        breaches.append(Breach("T-2", ("pays", "treasures"), "treasures are not in play"))
    elif missing:
        what = f"{name} has no treasure worth {' or '.join(str(treasure) for treasure in missing)}"
        breaches.append(Breach("T-2", ("pays", "treasures"), what))
    elif treasures:
        purse, at_player = state.purse(offer.currency), offer.source != BUILDING_MARKET
        reasons = why_not_give(offer.price, sum(cards), treasures, purse, at_player, rulings)
        breaches += [Breach("T-2", ("pays", "treasures"), reason) for reason in reasons]
    paid = sum(cards) + sum(treasures)  # a treasure lowers the price by its value (T-3)
    if paid < offer.price:
        what = f"{purchase.tile} costs {offer.price} {offer.currency}, {paid} is paid"
        breaches.append(Breach("B2-3", ("pays",), what))
    return tuple(breaches)


def buy(position: Position, name: str, purchase: Purchase, supply: Supply, rulings: Rulings) -> Bought:
    """Buy a tile: it lies aside until the end of the turn (B2-6), and its slot stays empty until then (B2-5).

    A purchase that breaks a rule changes nothing.
    """
    breaches = purchase_breaches(position, name, purchase, supply, rulings)
    if breaches:
        return Bought(position, False, breaches)
    price = supply.tile(purchase.tile).price or 0
    state = position.players[name]
    market = position.market if purchase.source == BUILDING_MARKET else position.players[purchase.source].market
    currency = slot_of(market, purchase.tile)
    assert currency is not None
    left = {key: tile for key, tile in market.items() if key != currency}
    after = position.with_player(
        name,
        money=_with_cards(state, currency, without(state.money.get(currency, ()), purchase.cards)),
        treasures=without(position.held(name), purchase.treasures),
        bought=(*state.bought, purchase.tile),
    )
    if purchase.source == BUILDING_MARKET:
        after = after.model_copy(update={"market": left})
    else:
        owner = position.players[purchase.source]  # is paid in cards, gives no change, and gets no treasure
        hand = _with_cards(owner, currency, (*owner.money.get(currency, ()), *purchase.cards))
        after = after.with_player(purchase.source, market=left, money=hand)
    return Bought(after, purchase.exact(price, rulings))


def slot_of(market: Mapping[Currency, str], tile: str) -> Currency | None:
    """The slot on which a tile lies; None if it does not."""
    return next((currency for currency, lying in market.items() if lying == tile), None)


def why_not_keep(
    position: Position, name: str, to: str | None, discard: str | None, rulings: Rulings, vacated: str | None = None
) -> tuple[str, str] | None:
    """Why a tile may not be put into the reserve, onto an own market slot or out of the game: rule and reason.

    Parameters
    ----------
    to
        ``reserve``, a currency or ``discard``; None for the reserve, where there is one.
    discard
        The tile that makes room on that slot.
    vacated
        The slot that an exchange has just emptied, as it lies in ``position``; a ruling decides whether it counts.
    """
    market: Mapping[str, str] = position.players[name].market  # type: ignore[assignment]
    if "markets" not in position.modules:
        if to in (None, RESERVE) and discard is None:
            return None
        if to == DISCARD or discard is not None:
            return "P-10", "without personal markets no tile is discarded"
        return "P-1", f"without personal markets there is no slot {to}"
    if to is None:
        return "P-1", f"nothing says on which slot of {name}'s market it goes"
    if to == RESERVE:
        return "P-1", "there is no reserve: a personal market is in play in its place"
    if vacated is None:
        return _why_not_slot(name, market, to, discard, rulings)
    taken: Mapping[str, str] = {**market, vacated: ""}
    free, full = (_why_not_slot(name, each, to, discard, rulings.fresh()) for each in (market, taken))
    counted = market
    if (free is None) != (full is None) and rulings.read("vacated-slot") == "not":
        counted = taken
    return _why_not_slot(name, counted, to, discard, rulings)


def _why_not_slot(
    name: str, market: Mapping[str, str], to: str, discard: str | None, rulings: Rulings
) -> tuple[str, str] | None:
    full = len(market) == len(CURRENCIES)
    lying = market.get(to)
    if to != DISCARD and discard is None:
        return ("P-9", f"a tile lies on the slot {to} of {name}'s market") if lying is not None else None
    if to != DISCARD and lying != discard:  # the tile that goes makes room on its own slot, no other
        return "P-10", f"{discard} does not lie on the slot {to} of {name}'s market"
    if not full and rulings.read("discard-when-free") == "not":
        return "P-10", f"{name}'s market has a free slot, so nothing is discarded"
    return None


def keep(position: Position, name: str, tile: str, to: str | None) -> tuple[Position, str | None]:
    """Put a tile where :func:`why_not_keep` has nothing against it.

    Returns
    -------
    The position after it, and the tile that has left the game, if any.
    """
    state = position.players[name]
    if to == DISCARD:
        return position, tile
    if "markets" not in position.modules:
        return position.with_player(name, reserve=(*state.reserve, tile)), None
    slot = next(currency for currency in CURRENCIES if currency == to)
    market = {**state.market, slot: tile}
    slots = {currency: market[currency] for currency in CURRENCIES if currency in market}
    return position.with_player(name, market=slots), state.market.get(slot)


def without(held: Iterable[int], given: Iterable[int]) -> tuple[int, ...]:
    """What is left of cards or treasures, in their order.

    >>> without((9, 3, 5, 3), (3,))
    (9, 5, 3)
    """
    left = list(held)
    for value in given:
        left.remove(value)
    return tuple(left)


def _with_cards(state: PlayerState, currency: Currency, cards: tuple[int, ...]) -> dict[Currency, tuple[int, ...]]:
    hand = {**state.money, currency: cards}
    return {key: hand[key] for key in CURRENCIES if hand.get(key)}


def _beyond(given: Iterable[int], held: Iterable[int]) -> list[int]:
    """What is given and not held."""
    return list((Counter(given) - Counter(held)).elements())


def _not_on_offer(position: Position, name: str, purchase: Purchase, supply: Supply) -> Breach | None:
    """Why a tile cannot be bought where it is wanted, whatever is paid."""
    tile, source = purchase.tile, purchase.source
    path: Path = ("buy",)
    if source == name:
        return Breach("P-4", ("from",), f"{name} builds from the own market, nobody buys there but others")
    if source == BUILDING_MARKET:
        if slot_of(position.market, tile) is None:
            # a tile that comes there next is not there before the turn has ended
            rule = "B2-3" if len(position.market) == len(CURRENCIES) else "B2-5"
            return Breach(rule, path, f"{tile} does not lie on the building market")
    elif "markets" not in position.modules:
        return Breach("P-4", ("from",), "personal markets are not in play")
    elif source not in position.players:
        return Breach("P-4", ("from",), f"there is no player “{source}”")
    elif slot_of(position.players[source].market, tile) is None:
        return Breach("P-4", path, f"{tile} does not lie on {source}'s market")
    if supply.tile(tile).price is None:
        rule = "B2-3" if source == BUILDING_MARKET else "P-8"
        return Breach(rule, path, f"{tile} has no price, so nobody can buy it")
    return None
