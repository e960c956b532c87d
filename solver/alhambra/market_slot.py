r"""On which currency slot of a personal market a leftover helps rivals least, or brings the most money.

The slot chooses the currency of the price (P-5), and with it whose purse decides.  All slots are
looked at: a free one takes the tile (P-2); where all four are taken, each may take it too, its old
tile being discarded (P-9, P-10; with ruling ``discard-when-free`` a taken slot always may).  To
discard the leftover itself is no slot and no answer.

For each slot and rival: what could the rival do with the cards and treasures in the hand, were it
the rival's turn?  Legal payments are those of the rules (B2-3, T-2, T-3 and their rulings), and only
their sums matter, so subset sums of the cards tell everything exactly::

    S = all sums of cards of the currency
    money alone:     s in S with s >= price; exact if s = price                    (B2-3, B2-4)
    with treasures:  s in S, R a set of treasures that the rulings allow, with
                     s + sum(R) - max(R) < price <= s + sum(R); always exact       (T-2, T-3, T-4)

A tile without a price is bought by nobody (P-8).  The *value* of ``least-help`` has two digits: how
many rivals can buy the tile, then how many of them can pay exactly and go on, so 21 is two rivals and
one exact payment.  That of ``highest-income`` is the most money that a rival would pay, each paying
the least that will do, overpayment included (P-6); only one can buy it.

*Tie-break*: no tile discarded; then blue, green, orange, yellow.

*Same answer*: the same slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from models.alhambra.market import Purchase, offers, purchase_breaches, slot_of
from models.alhambra.plan import Placing
from models.alhambra.position import CURRENCIES, Currency, Position
from models.alhambra.tiles import Supply
from models.alhambra.turn import place_bought
from models.alhambra.words import tile_name
from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from solver.alhambra.documents import MarketSlotAnswer, MarketSlotQuestion, Offer, SlotOutcome
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task

BUYERS, EXACT, COINS = "buyers", "exact payments", "coins"
"""Tracks of the ledgers: the two digits of ``least-help``, and the money of ``highest-income``."""
BASE = 10
"""At most five rivals, so each count is a digit."""


class MarketSlot(Question):
    """``market-slot``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = MarketSlotAnswer

    def maximises(self, question: MarketSlotQuestion) -> bool:
        """Only income is to be large."""
        return question.ask == "highest-income"

    def value_words(self, task: Task, value: int) -> str:
        """How many rivals can buy it, or for how much."""
        question: MarketSlotQuestion = task.question
        if question.ask == "highest-income":
            return f"{value} coin{'' if value == 1 else 's'} to {question.player} at most"
        buyers, exact = divmod(value, BASE)
        if not buyers:
            return "nobody can buy it"
        return f"{buyers} rival{'' if buyers == 1 else 's'} can buy it, {exact or 'none'} by an exact payment"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The slot, then all of them side by side."""
        assert isinstance(plan, MarketSlotAnswer)
        room = f", where {tile_name(plan.discard)} makes room" if plan.discard else ""
        yield "lay", f"{tile_name(_tile(task))} on {plan.slot}{room}"
        for row in plan.slots:
            gone = f" (discarding {tile_name(row.discard)})" if row.discard else ""
            words = [_offer_words(name, offer) for name, offer in row.offers.items()]
            yield f"{row.slot}{gone}", "; ".join(words) or "nobody is there to buy it"

    def problems(self, task: Task) -> Iterator[Problem]:
        """No personal markets, unknown players, no single leftover, a tile that lies elsewhere."""
        question: MarketSlotQuestion = task.question
        position: Position = task.position
        if "markets" not in position.modules:
            what = "there are no market slots: personal markets are not in play"
            yield Problem(("position", "modules"), what, "“markets” among the modules")
        if question.player not in position.players:
            what = f"unknown player “{question.player}”"
            yield Problem(("question", "player"), what, one_of(position.players, question.player))
        else:
            yield from _tile_problems(task.board, position, question)
        others = [name for name in position.players if name != question.player]
        if question.rivals == ():
            yield Problem(("question", "rivals"), "nobody is looked at", "rivals, or none named for all of them")
        for at, name in enumerate(question.rivals or ()):
            path = ("question", "rivals", at)
            if name == question.player:
                yield Problem(path, f"{name} asks and is no rival", one_of(others))
            elif name not in position.players:
                yield Problem(path, f"unknown player “{name}”", one_of(others, name))
            elif name in (question.rivals or ())[:at]:
                yield Problem(path, f"{name} stands twice")

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best slot."""
        return _outcome(task, engine, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` slots."""
        return _outcome(task, engine, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All slots that are as good as the best."""
        return _outcome(task, engine, None)

    def decode(self, task: Task, solution: Solution) -> MarketSlotAnswer:
        """The slot, and all of them."""
        table = _Table.of(task)
        rows = table.rows
        chosen = rows[solution.values["row"]]
        return MarketSlotAnswer(slot=chosen.slot, discard=chosen.discard, slots=rows)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """None: whatever slot the rules allow may be chosen."""
        return ()

    def replay(self, task: Task, plan: Document) -> Replay:
        """Lay the tile, then let each rival try every sum of cards with every set of treasures."""
        assert isinstance(plan, MarketSlotAnswer)
        question: MarketSlotQuestion = task.question
        rulings = task.rulings.fresh()
        told = {(row.slot, row.discard): row for row in plan.slots}
        rows = {key: _tried(task, *key, rulings) for key in dict.fromkeys([(plan.slot, plan.discard), *told])}
        breaches = [
            Breach(b.rule, ("slot" if key == (plan.slot, plan.discard) else "slots", *b.path), b.message)
            for key, row in rows.items()
            for b in row.breaches
        ]
        for at, row in enumerate(plan.slots):
            tried = rows[row.slot, row.discard]
            for name in dict.fromkeys([*row.offers, *tried.offers]):
                if not tried.breaches and row.offers.get(name) != tried.offers.get(name):
                    shown = tried.offers.get(name)
                    what = _offer_words(name, shown) if shown is not None else f"{name} is not looked at"
                    breaches.append(Breach("P-4", ("slots", at, "offers", name), what))
        chosen = rows[plan.slot, plan.discard]
        ledger = Ledger(tuple(_entries(task, plan.slot, chosen.offers)))
        value = _value(question.ask, chosen.offers)
        return Replay(value, ledger, rulings.consulted(), tuple(breaches))


def _tile(task: Task) -> str:
    """The leftover's full id."""
    question: MarketSlotQuestion = task.question
    supply: Supply = task.board
    tile = question.tile if question.tile is not None else task.position.players[question.player].bought[0]
    return supply.tile(tile).id


def _rivals(task: Task) -> tuple[str, ...]:
    question: MarketSlotQuestion = task.question
    others = tuple(name for name in task.position.players if name != question.player)
    return others if question.rivals is None else tuple(name for name in others if name in question.rivals)


def _tile_problems(supply: Supply, position: Position, question: MarketSlotQuestion) -> Iterator[Problem]:
    path = ("question", "tile")
    bought = position.players[question.player].bought
    if question.tile is None:
        if len(bought) != 1:
            what = f"{question.player} has bought {len(bought) or 'no'} tiles: which is the leftover?"
            yield Problem(path, what, "the leftover's name" if not bought else one_of(bought))
        return
    wrong = supply.problem(question.tile, path)
    if wrong or question.tile == "fountain":
        yield wrong or Problem(path, "the fountain never leaves the Alhambra", "a building")
        return
    tile = supply.tile(question.tile).id
    full = position.resolved(supply)
    places = [("on the building market", full.market.values()), ("with the third party", full.neutral or ())]
    for name, state in full.players.items():
        places += [(f"in {name}'s Alhambra", [placed.tile for placed in state.layout])]
        places += [(f"in {name}'s market", state.market.values()), (f"in {name}'s reserve", state.reserve)]
        if name != question.player:
            places += [(f"among what {name} bought", state.bought)]
    for where, tiles in places:
        if tile in tiles:
            what = f"{tile} lies {where} already"
            yield Problem(path, what, f"a tile that {question.player} bought, or one that lies nowhere yet")


# -- looking at every slot ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The task with full ids."""

    task: Task
    position: Position
    tile: str

    @classmethod
    def of(cls, task: Task) -> _Table:
        return cls(task, task.position.resolved(task.board), _tile(task))

    @cached_property
    def rows(self) -> tuple[SlotOutcome, ...]:
        """Every slot that may take the tile, with what each rival could do."""
        market = self.position.players[self.task.question.player].market
        full = len(market) == len(CURRENCIES)
        discarding = full or self.task.rulings.readings["discard-when-free"] == "allowed"  # P-10
        return tuple(
            SlotOutcome(slot=slot, discard=market.get(slot), offers=self._offers(slot))
            for slot in CURRENCIES
            if slot not in market or discarding
        )

    def _offers(self, slot: Currency) -> dict[str, Offer]:
        price = self.task.board.tile(self.tile).price
        found = {}
        for name in _rivals(self.task):
            cards = self.position.players[name].money.get(slot, ())
            treasures = self.position.held(name) if "treasures" in self.position.modules else ()
            found[name] = Offer() if price is None else _cheapest(price, cards, treasures, self.task.rulings.readings)
        return found


def _cheapest(price: int, cards: tuple[int, ...], treasures: tuple[int, ...], readings: Mapping[str, str]) -> Offer:
    """The least money that buys a tile at a personal market, and whether it can be paid exactly."""
    sums = {0}
    for card in cards:
        sums |= {total + card for total in sums}
    ways = [(total, total == price) for total in sums if total >= price]
    short = sum(cards) < price or readings["short-of-money"] == "chooses"
    if short and readings["treasure-at-personal-market"] == "allowed":
        most = 1 if readings["treasures-per-purchase"] == "one" else len(treasures)
        gifts = [given for size in range(1, most + 1) for given in combinations(treasures, size)]
        least = 1 if readings["treasure-alone"] == "not" else 0
        for total in sums:
            for given in gifts:
                if least <= total and total + sum(given) - max(given) < price <= total + sum(given):
                    ways.append((total, True))
    exact = readings["personal-exact"] == "extra" and any(exact for _, exact in ways)
    return Offer(pays=min((total for total, _ in ways), default=None), exact=exact)


def _value(ask: str, found: Mapping[str, Offer]) -> int:
    if ask == "highest-income":
        return max((offer.pays for offer in found.values() if offer.pays is not None), default=0)
    buyers = [offer for offer in found.values() if offer.pays is not None]
    return BASE * len(buyers) + sum(offer.exact for offer in buyers)


def _outcome(task: Task, engine: Engine, count: int | None) -> Outcome:
    """The best ``count`` slots; None for all that are as good as the best."""
    question: MarketSlotQuestion = task.question
    rows = _Table.of(task).rows
    sign = -1 if question.ask == "highest-income" else 1
    ranked = []
    for at, row in enumerate(rows):
        value = _value(question.ask, row.offers)
        key = (sign * value, int(row.discard is not None), CURRENCIES.index(row.slot))
        ranked.append(Solution({"row": at}, value, True, key, (CURRENCIES.index(row.slot),)))
    ranked.sort(key=lambda solution: solution.key)
    best = ranked[0].objective
    if count is None:
        ranked = [solution for solution in ranked if solution.objective == best]
        return Outcome(Status.OPTIMAL, tuple(ranked), best, True, engine.interrupted, engine.statistics())
    every = len(ranked) <= count
    return Outcome(Status.OPTIMAL, tuple(ranked[:count]), best, every, engine.interrupted, engine.statistics())


# -- by the rules alone --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tried:
    """What comes of laying the tile on a slot, found by making every purchase."""

    offers: Mapping[str, Offer]
    breaches: tuple[Breach, ...]


def _tried(task: Task, slot: Currency, discard: str | None, rulings: Rulings) -> _Tried:
    supply: Supply = task.board
    player, tile = task.question.player, _tile(task)
    position = task.position.resolved(supply).with_player(player, bought=(tile,))
    placing = Placing(tile=tile, to=slot, discard=discard)
    placed = place_bought(position, player, [placing], supply, rulings)
    wrong = [Breach(b.rule, b.path[2:] if b.path[0] == "places" else b.path, b.message) for b in placed.breaches]
    after = placed.position
    if wrong or slot_of(after.players[player].market, tile) != slot:
        return _Tried({}, tuple(wrong))
    return _Tried({name: _try(after, player, name, tile, slot, supply, rulings) for name in _rivals(task)}, ())


def _try(
    position: Position, owner: str, name: str, tile: str, slot: Currency, supply: Supply, rulings: Rulings
) -> Offer:
    """Every set of treasures with one set of cards for every sum, each tried by the rules."""
    if tile not in {offer.tile for offer in offers(position, name, supply) if offer.source == owner}:
        return Offer()
    price = supply.tile(tile).price or 0
    making: dict[int, tuple[int, ...]] = {0: ()}
    for card in position.players[name].money.get(slot, ()):
        making = {total + card: (*cards, card) for total, cards in making.items()} | making
    held = position.held(name)
    gifts = [given for size in range(len(held) + 1) for given in combinations(held, size)]
    best, exact = None, False
    for total, cards in sorted(making.items()):
        for given in gifts if total < price else gifts[:1]:
            purchase = Purchase(tile, owner, cards, given)
            if total + sum(given) >= price and not purchase_breaches(position, name, purchase, supply, rulings):
                best = total if best is None else best
                exact = exact or purchase.exact(price, rulings)
    return Offer(pays=best, exact=exact)


# -- in words ------------------------------------------------------------------------------------------


def _offer_words(name: str, offer: Offer) -> str:
    if offer.pays is None:
        return f"{name} cannot buy it"
    return f"{name} for {offer.pays}{', and can pay exactly' if offer.exact else ''}"


def _entries(task: Task, slot: Currency, found: Mapping[str, Offer]) -> Iterator[Entry]:
    """What makes the value, rival by rival."""
    question: MarketSlotQuestion = task.question
    tile = _tile(task)
    if task.board.tile(tile).price is None:
        yield Entry(question.player, 0, "P-8", tile, "it has no price, so nobody can buy it", track=COINS)
        return
    most = max((offer.pays for offer in found.values() if offer.pays is not None), default=0)
    paid = False
    for name, offer in found.items():
        pays = offer.pays or 0
        can = offer.pays is not None
        if question.ask == "least-help":
            note = f"buys it on {slot} for {pays} at least" if can else f"cannot buy it on {slot}"
            yield Entry(name, int(can), "P-4", tile, note, pays, BUYERS)
            if offer.exact:
                yield Entry(name, 1, "B2-4", tile, f"can pay exactly on {slot} and acts again", pays, EXACT)
        else:
            first = can and pays == most and not paid
            paid = paid or first
            note = f"{name} would pay {pays} {slot}" if can else f"{name} cannot buy it on {slot}"
            yield Entry(question.player, pays if first else 0, "P-6", tile, note, 0, COINS)
