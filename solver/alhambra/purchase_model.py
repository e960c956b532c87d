r"""The best purchases of a turn: which offers, with which cards and treasures, and where to build them.

Sets: the offers :math:`O` (building market and the others' personal markets) with price
:math:`p_o` and currency :math:`c_o`; card values :math:`V_c` of a currency in the hand, equal cards
being one value with a count :math:`n_{cv}`; the treasures :math:`K` still held.

A purchase is made in one of three ways: ``exact`` (money alone, exactly the price), ``treasure``
(treasures and perhaps money, which counts as exact, T-4) or ``over`` (money alone, more than the
price).  The first two give another action (B2-4), unless a ruling says that a personal market does
not; a purchase that gives none is the last of the turn.  So a turn is a set of purchases of which
one at most gives no action (B2-1)::

    buy[o] = exact[o] + treasure[o] + over[o]  <=  1
    sum of over[o], and of treasure[o] where no action is given  <=  1
    sum over v of v * x[o,v]  ==  p[o] * exact[o]                                      (B2-3)
    sum over v of v * y[o,v] + sum over k of k * t[o,k]  >=  p[o] * treasure[o]        (T-3)
    without the largest of the treasures it is less than p[o]                          (T-2: short of money)
    sum over v of v * z[c,v]  >=  sum of (p[o] + 1) * over[o];  no card of it could stay in the hand
    sum over o of x[o,v] + y[o,v] + z[c,v] + left[c,v]  ==  n[c,v]
    sum over o of t[o,k]  <=  1

The cards that overpay stand once for each currency, since only one purchase can.

*The order needs no variables.*  It matters only for who is short of money (ruling
``short-of-money``: holds less than the price, judged at each purchase, when what was paid before is
gone).  Within a currency the exact purchases may come first, since nothing is asked of them and
they make the purse smaller.  Two treasure purchases may be swapped so that the dearer one comes
first: who is short of money for the cheaper one is short for the dearer one with the same purse.
The one that gives no action comes last.  So there is one order that is legal if any is, and the
purse at each treasure purchase is what is left at the end, what it pays itself, and what those after
it pay::

    treasure[o]  =>  left[c] + cards[o] + cards of cheaper treasure purchases + z[c]  <=  p[o] - 1

The objective is what the tiles are worth, the treasures kept (T-5) and the coins left, divided and
rounded down.  Without stated worths the layout kernel (:mod:`solver.alhambra.layout_model`) is part of
the model: of each kind of tile no more are laid than are bought::

    laid[kind] <= sum of buy[o] over its offers + those bought before

How many cells that can take is bounded by the longest chain that the hand allows, which is asked for
first.  The kernel asks for a legal layout, the rules for legal steps (B2-6): a layout that cannot be
placed step by step is barred, and the model solved again.  That is rare.

*Bound.*  A price that no set of cards makes has no ``exact``; what remains is a small knapsack for
each currency, tied by at most five treasures and one overpayment, whose equations the LP sees.

*Tie-break*: fewest purchases, least treasures given up, fewest coins, fewest cards; then the offers
that come first; then by offer smaller treasures and higher cards, which keeps small change; then
that of the layout kernel.

*Same answer*: the same tiles bought at the same places for as many coins and the same treasures, and
laid alike.  Which cards make up the sum, and the order of purchases, makes no other answer; a payment
without treasures of which a card could stay in the hand is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from models.alhambra.layout import ORIGIN, Layout
from models.alhambra.market import Offer, offers
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, Currency, Position
from models.alhambra.tiles import TYPES, Cell, Supply
from solver.alhambra.building import laying
from solver.alhambra.documents import PurchaseQuestion
from solver.alhambra.grid import Kind, Laying
from solver.alhambra.layout_model import LayoutModel
from solver.formulation import Criterion, Formulation
from solver.question import Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear, Parameter

EXACT, TREASURE, OVER = "exact", "treasure", "over"
WAYS = (EXACT, TREASURE, OVER)


@dataclass(frozen=True)
class Table:
    """The task with full ids: who buys, what is on offer, and what each tile is stated to be worth."""

    task: Task
    position: Position
    player: str
    offers: tuple[Offer, ...]

    @classmethod
    def of(cls, task: Task) -> Table:
        """The table of a task."""
        position: Position = task.position.resolved(task.board)
        player: str = task.question.player
        return cls(task, position, player, offers(position, player, task.board))

    @cached_property
    def hand(self) -> Mapping[Currency, Counter[int]]:
        """How many cards of each value are held, by currency."""
        money = self.position.players[self.player].money
        return {currency: Counter(money.get(currency, ())) for currency in CURRENCIES}

    @cached_property
    def sums(self) -> Mapping[Currency, set[int]]:
        """All sums that some of the cards make, by currency."""
        return {currency: _sums(hand) for currency, hand in self.hand.items()}

    @property
    def stated(self) -> bool:
        """Whether the question states what tiles are worth, so that none is placed."""
        return self.task.question.worth is not None

    @cached_property
    def layout(self) -> Layout:
        """The buyer's Alhambra as it stands."""
        return Layout.of(self.position.players[self.player].layout, self.task.board)

    def purse(self, currency: Currency) -> int:
        """All the money of a currency."""
        return self.position.players[self.player].purse(currency)

    def dead(self, offer: Offer) -> bool:
        """Whether a purchase gives no further action, however it is paid (ruling ``personal-exact``)."""
        return offer.source != BUILDING_MARKET and self.task.rulings.readings["personal-exact"] == "none"

    @cached_property
    def worths(self) -> Mapping[str, int]:
        """The stated worth of each offered tile: its own, else that of its type, else nothing."""
        supply: Supply = self.task.board
        stated: Mapping[str, int] = self.task.question.worth or {}
        types = {tile.type for tile in supply.by_id.values()} | set(TYPES)
        single = {supply.tile(name).id: points for name, points in stated.items() if name not in types}
        tiles = [supply.tile(offer.tile) for offer in self.offers]
        return {tile.id: single.get(tile.id, stated.get(tile.type, 0)) for tile in tiles}


class PurchaseModel:
    """The model of one task.

    Parameters
    ----------
    most
        Where tiles are built, the most that can be bought; None where their worth is stated.
    barred
        New tiles by cell of the grid, together, that cannot be placed one after the other.
    """

    def __init__(self, table: Table, *, most: int | None = None, barred: Sequence[Mapping[Cell, Kind]] = ()) -> None:
        from ortools.sat.python import cp_model

        self.table = table
        self.question: PurchaseQuestion = table.task.question
        self.readings = table.task.rulings.readings
        self.offers = list(enumerate(table.offers))
        held = table.position.held(table.player) if "treasures" in table.position.modules else ()
        self.treasures = sorted(held)
        self.layout = None if most is None else LayoutModel(self._laying(most))
        self.model: CpModel = cp_model.CpModel() if self.layout is None else self.layout.grid.model
        self.ways: dict[tuple[str, int], IntVar] = {}
        self.cards: dict[tuple[str, int, int], IntVar] = {}
        self.last: dict[tuple[Currency, int], IntVar] = {}
        self.give: dict[tuple[int, int], IntVar] = {}

        self.barred = barred
        self._pay()

    def formulation(self) -> Formulation:
        """The model for the engine: what is bought is worth what is stated, or is built."""
        worth: Linear = sum(self.table.worths[offer.tile] * self._bought(at) for at, offer in self.offers)
        if self.layout is not None:
            self._build(self.layout)
            worth = self.layout.value
        return self._measured(worth)

    def chain(self) -> Formulation:
        """The model that asks for nothing but the most purchases."""
        return Formulation(self.model, sum(self._bought(at) for at, _ in self.offers), {})

    def _pay(self) -> None:
        for currency in CURRENCIES:
            self._buy(currency)
        for at, _ in self.offers:
            ways = [self.ways[way, at] for way in WAYS if (way, at) in self.ways]
            self.model.add_at_most_one(ways)
        final = [self.ways[way, at] for way, at in self.ways if way == OVER or self.table.dead(self.table.offers[at])]
        self.model.add_at_most_one(final)  # B2-1: who acts again after it has paid exactly
        for value in self.treasures:
            self.model.add_at_most_one(self.give[at, value] for at, _ in self.offers if (at, value) in self.give)
        left = {currency: self._left(currency) for currency in CURRENCIES}
        for at, offer in self.offers:
            if (TREASURE, at) in self.ways and self.readings["short-of-money"] == "lacks":
                self._short(at, offer, left[offer.currency])
        self.left: Linear = sum(left.values())

    # -- paying --------------------------------------------------------------------------------------

    def _buy(self, currency: Currency) -> None:
        """The ways in which the offers of a currency can be bought."""
        hand = self.table.hand[currency]
        here = [(at, offer) for at, offer in self.offers if offer.currency == currency]
        for at, offer in here:
            ways = self._open(offer)
            if ways[EXACT]:
                self._exactly(at, offer, hand)
            if ways[TREASURE]:
                self._bribe(at, offer, hand)
            if ways[OVER]:
                self.ways[OVER, at] = self.model.new_bool_var(f"{OVER}:{at}")
        over = [(self.ways[OVER, at], offer) for at, offer in here if (OVER, at) in self.ways]
        if over:
            self._overpay(currency, hand, over)

    def _open(self, offer: Offer) -> dict[str, bool]:
        """Which ways to buy an offer the hand could allow."""
        dead = self.table.dead(offer)
        return {
            EXACT: not dead and offer.price in self.table.sums[offer.currency],
            TREASURE: self._bribes(offer),
            OVER: self.table.purse(offer.currency) >= offer.price + (not dead),
        }

    def _bribes(self, offer: Offer) -> bool:
        """Whether treasures could ever pay for an offer."""
        if offer.source != BUILDING_MARKET and self.readings["treasure-at-personal-market"] == "not":
            return False
        several = self.readings["treasures-per-purchase"] == "several"
        most = sum(self.treasures) if several else max(self.treasures, default=0)
        return most > 0 and min(self.table.purse(offer.currency), offer.price - 1) + most >= offer.price

    def _way(self, way: str, at: int, offer: Offer, hand: Counter[int], most: int) -> tuple[IntVar, Linear]:
        """The literal of a way to buy, and what its cards are worth together."""
        buys = self.ways[way, at] = self.model.new_bool_var(f"{way}:{at}")
        paid: Linear = 0
        for value, held in hand.items():
            limit = min(held, most // value)
            if limit:
                count = self.cards[way, at, value] = self.model.new_int_var(0, limit, f"{way}:{at}:{value}")
                self.model.add(count <= limit * buys)
                paid = paid + value * count
        return buys, paid

    def _exactly(self, at: int, offer: Offer, hand: Counter[int]) -> None:
        buys, paid = self._way(EXACT, at, offer, hand, offer.price)
        self.model.add(paid == offer.price * buys)  # B2-3, B2-4

    def _bribe(self, at: int, offer: Offer, hand: Counter[int]) -> None:
        """Buy with treasures: they lower the price, and without the largest the payment does not do (T-2, T-3)."""
        several = self.readings["treasures-per-purchase"] == "several"
        buys, paid = self._way(TREASURE, at, offer, hand, offer.price - 1)
        gives = {value: self.model.new_bool_var(f"give:{at}:{value}") for value in self.treasures}
        self.give |= {(at, value): literal for value, literal in gives.items()}
        given = sum(value * literal for value, literal in gives.items())
        self.model.add(paid + given >= offer.price * buys)
        needless = paid
        if several:
            largest = {value: self.model.new_bool_var(f"largest:{at}:{value}") for value in self.treasures}
            self.model.add(sum(largest.values()) == buys)
            for value, literal in gives.items():
                self.model.add_implication(literal, buys)
                self.model.add_implication(largest[value], literal)
                for higher in self.treasures:
                    if higher > value:
                        self.model.add_bool_or(~largest[value], ~gives[higher])
            needless = paid + given - sum(value * literal for value, literal in largest.items())
        else:
            self.model.add(sum(gives.values()) == buys)
        self.model.add(needless <= (offer.price - 1) * buys)
        if self.readings["treasure-alone"] == "not":
            cards = [count for (way, of, _), count in self.cards.items() if (way, of) == (TREASURE, at)]
            self.model.add(sum(cards) >= buys)

    def _overpay(self, currency: Currency, hand: Counter[int], over: list[tuple[IntVar, Offer]]) -> None:
        """Money alone, more than the price: the last purchase, so the cards stand once for all offers."""
        used = {value: self.model.new_bool_var(f"last:{currency}:{value}:any") for value in hand}
        for value, held in hand.items():
            count = self.last[currency, value] = self.model.new_int_var(0, held, f"last:{currency}:{value}")
            self.model.add(count <= held * used[value])
            self.model.add(count >= used[value])
        paid = self._paid_last(currency)
        price = sum(offer.price * literal for literal, offer in over)
        least = sum((offer.price + (not self.table.dead(offer))) * literal for literal, offer in over)
        any_over = sum(literal for literal, _ in over)
        self.model.add(paid >= least)
        for value, literal in used.items():
            self.model.add(literal <= any_over)
            self.model.add(paid - value <= price - 1).only_enforce_if(literal)  # no card of it could stay in the hand

    def _paid(self, way: str, at: int) -> Linear:
        return sum(value * count for (key, of, value), count in self.cards.items() if (key, of) == (way, at))

    def _paid_last(self, currency: Currency) -> Linear:
        return sum(value * count for (key, value), count in self.last.items() if key == currency)

    def _left(self, currency: Currency) -> Linear:
        """The money of a currency that is left, no card being paid twice."""
        here = {at for at, offer in self.offers if offer.currency == currency}
        for value, held in self.table.hand[currency].items():
            spent = [count for (_, at, of), count in self.cards.items() if at in here and of == value]
            spent += [self.last[currency, value]] if (currency, value) in self.last else []
            if spent:
                self.model.add(sum(spent) <= held)
        paid = sum(self._paid(way, at) for way, at in self.ways if at in here)
        return self.table.purse(currency) - paid - self._paid_last(currency)

    def _short(self, at: int, offer: Offer, left: Linear) -> None:
        """Who gives up a treasure holds less than the price at that moment (T-2, ruling ``short-of-money``)."""
        later: Linear = 0
        if not self.table.dead(offer):
            later = later + self._paid_last(offer.currency)
            for other, cheaper in self.offers:
                after = self.table.dead(cheaper) or (-cheaper.price, other) > (-offer.price, at)
                if cheaper.currency == offer.currency and other != at and after:
                    later = later + self._paid(TREASURE, other)
        buys = self.ways[TREASURE, at]
        self.model.add(left + self._paid(TREASURE, at) + later <= offer.price - 1).only_enforce_if(buys)

    # -- what it is worth ----------------------------------------------------------------------------

    def _bought(self, at: int) -> Linear:
        return sum(self.ways[way, at] for way in WAYS if (way, at) in self.ways)

    def _laying(self, most: int) -> Laying:
        """What was bought before, and at most so many of the offers, around what stands."""
        position, supply = self.table.position, self.table.task.board
        before = position.players[self.table.player].bought
        new = [offer.tile for offer in self.table.offers if any(self._open(offer).values())]
        tiles = [supply.tile(tile) for tile in (*before, *new)]
        most += len(before)
        return laying(position, self.table.player, tiles, most, self.question.count, supply, self.readings)

    def _build(self, layout: LayoutModel) -> None:
        """Of each kind no more tiles are laid than are bought; layouts that nobody can build in steps are barred."""
        before = self.table.position.players[self.table.player].bought
        grid = layout.grid
        for kind, tiles in grid.kinds.items():
            if not kind.stays:
                names = {tile.id for tile in tiles}
                bought = [self._bought(at) for at, offer in self.offers if offer.tile in names]
                self.model.add(grid.used[kind] <= sum(bought) + sum(tile in names for tile in before))
        for cells in self.barred:
            stands = {*layout.laying.fixed, ORIGIN} if not layout.laying.free else set()
            others = [grid.occupied[cell] for cell in grid.cells if cell not in cells and cell not in stands]
            self.model.add_bool_or([*others, *(~grid.lies[cell, kind] for cell, kind in cells.items())])

    def _measured(self, worth: Linear) -> Formulation:
        given = sum(value * literal for (_, value), literal in self.give.items())
        objective = worth + sum(self.treasures) - given  # T-5
        coins = sum(map(self.table.purse, CURRENCIES))
        per_point = self.question.coins_per_point
        if per_point is not None:
            points = self.model.new_int_var(0, coins // per_point, "points for coins")
            self.model.add(per_point * points <= self.left)
            self.model.add(per_point * points >= self.left - per_point + 1)
            objective = objective + points
        decisions: dict[Hashable, Linear] = {
            **dict(self.ways.items()),
            **{("cards", *key): count for key, count in self.cards.items()},
            **{("last", *key): count for key, count in self.last.items()},
            **{("give", *key): literal for key, literal in self.give.items()},
        }
        tie_breaks = list(self._tie_breaks(coins - self.left, coins, given))
        identity = list(self._identity())
        if self.layout is None:
            tight: dict[str, Parameter] = {"linearization_level": 2}  # ten times faster on large hands
            return Formulation(self.model, objective, decisions, tie_breaks, identity, parameters=tight)
        built = self.layout.formulation()
        return Formulation(
            self.model,
            objective,
            {**decisions, **built.decisions},
            [*tie_breaks, *built.tie_breaks],
            [*identity, *built.identity],
            workers=built.workers,
            parameters=built.parameters,
        )

    def _identity(self) -> Iterator[Linear]:
        for at, _ in self.offers:
            for way in WAYS:
                if (way, at) in self.ways:
                    yield self.ways[way, at]
            if (TREASURE, at) in self.ways:
                yield self._paid(TREASURE, at)
        for currency in CURRENCIES:
            if any(key == currency for key, _ in self.last):
                yield self._paid_last(currency)
        yield from self.give.values()

    def _tie_breaks(self, paid: Linear, coins: int, given: Linear) -> Iterator[Criterion]:
        number = len(self.offers)
        cards = sum(sum(hand.values()) for hand in self.table.hand.values())
        bought = [self._bought(at) for at, _ in self.offers]
        yield Criterion(sum(bought), 0, number)
        yield Criterion(given, 0, sum(self.treasures))
        yield Criterion(paid, 0, coins)
        yield Criterion(sum(self.cards.values()) + sum(self.last.values()), 0, cards)
        yield _digits([(buys, 1) for buys in bought], maximise=True)
        for at, _ in self.offers:
            gives = [(literal, 1) for (of, _), literal in reversed(self.give.items()) if of == at]
            if gives:
                yield _digits(gives)
        for at, offer in self.offers:
            counts = {}
            for value in sorted(self.table.hand[offer.currency], reverse=True):
                found = [self.cards[way, at, value] for way in (EXACT, TREASURE) if (way, at, value) in self.cards]
                if found:
                    held = self.table.hand[offer.currency][value]
                    counts[value] = sum(found), min(held, offer.price // value)
            if counts:
                yield _digits(list(counts.values()), maximise=True)
        for currency in CURRENCIES:
            values = sorted((value for key, value in self.last if key == currency), reverse=True)
            if values:
                hand = self.table.hand[currency]
                yield _digits([(self.last[currency, value], hand[value]) for value in values], maximise=True)


def _digits(numbers: Sequence[tuple[Linear, int]], *, maximise: bool = False) -> Criterion:
    """Numbers from 0 to their limits as digits of one, the first the most significant."""
    code: Linear = 0
    for number, limit in numbers:
        code = code * (limit + 1) + number
    return Criterion(code, 0, prod(limit + 1 for _, limit in numbers) - 1, maximise)


def _sums(hand: Mapping[int, int]) -> set[int]:
    """All sums that some of the cards make."""
    sums = {0}
    for value, count in hand.items():
        sums |= {total + value * some for total in sums for some in range(count + 1)}
    return sums
