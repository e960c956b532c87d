"""How ``market-slot`` is posed and explained: a leftover, the four slots, rivals whose hands are known.

The greedy player looks at purses only: not at what the cards make up, and not at treasures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.alhambra.market import without
from models.alhambra.position import CURRENCIES, TREASURES, Currency, Slots
from models.alhambra.tiles import Supply
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    asking,
    demanding,
    reading_ground,
    rival_parts,
    sound,
    with_player,
)
from puzzles.kinds.kind import Ground, Kind, Part, first_best
from puzzles.scenario import Scenario
from solver.alhambra.documents import MarketSlotAnswer, MarketSlotQuestion, Offer
from solver.alhambra.market_slot import MarketSlot
from solver.answer import DEFAULT_LIMITS
from solver.engine import Engine
from solver.question import Task

SIZES = ((2, 7, 1), (3, 8, 2), (3, 10, 2), (4, 11, 3), (5, 12, 3))
"""By level: rivals, cards of each, treasures of each at most."""

OVERPAID = 8
"""More than that nobody overpays who gives the least that will do: no card is above 9."""

READINGS = (
    ("treasure-at-personal-market", "not", "T-2", "treasures are taken at players' markets too", "no treasures there"),
    ("personal-exact", "none", "B2-4", "an exact payment to a player gives another action", "no other action for it"),
)
"""Rulings with the reading that helps rivals least, rule, what is the case, and what is looser."""


class MarketSlotPuzzles(Kind):
    """``market-slot``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A leftover of a turn, some slots free, and rivals with full hands."""
        return demanding(self, lambda attempt: _drawn(Dealer("slot", seed, level, attempt), *SIZES[level - 1]))

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, tiles of the own market, all money of a rival in a currency, treasures, cards."""
        return sound(self._parts(scenario))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        position, player = scenario.position, scenario.question.player
        for part in rival_parts(scenario, least=1):
            name = part.key.removeprefix("rival ")
            named = scenario.question.rivals
            rest = part.rest
            if named is not None:
                rest = asking(rest, rivals=tuple(other for other in named if other != name))
            yield Part(part.key, part.words, rest)
        for slot, tile in position.players[player].market.items():
            full = scenario.board.tile(tile).id
            words = f"{tile_name(full)} on {player}'s market"
            yield Part(f"tile {full}", words, _freed(scenario, slot), choice=True)
        for name in _rivals(scenario):
            for currency, cards in position.players[name].money.items():
                if len(cards) > 1:
                    words = f"all {currency} money of {name}"
                    yield Part(
                        f"purse {name} {currency}", words, _with_cards(scenario, name, currency, ()), choice=True
                    )
        for name in _rivals(scenario):
            for treasure in sorted(position.held(name)):
                rest = with_player(scenario, name, treasures=without(position.held(name), (treasure,)))
                yield Part(f"treasure {name} {treasure}", f"{name}'s treasure {treasure}", rest, choice=True)
            for currency, cards in position.players[name].money.items():
                for at, card in enumerate(cards):
                    if card not in cards[:at]:
                        key = f"card {name} {currency} {card} {cards.count(card)}"
                        rest = _with_cards(scenario, name, currency, without(cards, (card,)))
                        yield Part(key, f"{name}'s card {card} of {currency}", rest, choice=True)

    def asks(self, task: Task) -> str:
        """The leftover, and what its place is to do."""
        question: MarketSlotQuestion = task.question
        tile = tile_name(_tile(task))
        looked = "" if question.rivals is None else f" (of the rivals only {and_words(question.rivals)} count)"
        market = f"{question.player}'s personal market"
        begin = f"{question.player} has bought {tile} and does not build it. On which slot of {market}"
        if question.ask == "least-help":
            return (
                f"{begin} can the fewest rivals buy it with what they hold, and of these the fewest "
                f"by an exact payment{looked}?"
            )
        return f"{begin} would a rival have to pay most for it, if each gives the least money that will do{looked}?"

    def gist(self, scenario: Scenario, plan: MarketSlotAnswer) -> Any:
        """The slot and the discard; the other slots are of the table."""
        return [plan.slot, plan.discard]

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """The tile that gives way on a full market."""
        market: Slots = task.position.resolved(task.board).players[task.question.player].market
        if len(market) < len(CURRENCIES) or said.get("slot") not in market:
            return said
        return {"discard": market[said["slot"]], **said}

    def steps(self, plan: MarketSlotAnswer) -> int:
        """One choice."""
        return 1

    def finish(self, task: Task, plan: MarketSlotAnswer, kept: int) -> MarketSlotAnswer | None:
        """The slot where the fewest purses hold the price, or that of the fullest purse; a full market gives way."""
        if kept:
            return plan
        question, position = task.question, task.position.resolved(task.board)
        price = task.board.tile(_tile(task)).price or 0
        market: Slots = position.players[question.player].market
        rivals = [position.players[name] for name in _rivals(task)]
        purses: dict[Currency, list[int]] = {slot: [rival.purse(slot) for rival in rivals] for slot in CURRENCIES}

        def seen(slot: Currency) -> int:
            if question.ask == "least-help":
                return -sum(purse >= price for purse in purses[slot])
            return max(purses[slot])

        slots = [slot for slot in CURRENCIES if slot not in market] or list(CURRENCIES)
        slot: Currency = first_best(slots, seen)
        return MarketSlotAnswer(slot=slot, discard=market.get(slot))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Rules on treasures and exact payments, slots that are taken, rivals' treasures and purses."""
        question: MarketSlotQuestion = scenario.question
        least = question.ask == "least-help"
        position = scenario.position
        if least:
            for ruling, reading, rule, words, looser in READINGS:
                if ruling == "personal-exact" or any(position.held(name) for name in _rivals(scenario)):
                    yield from reading_ground(scenario, ruling, reading, rule, words, looser)
        elif question.rivals is not None and len(question.rivals) + 1 < len(position.players):
            words = f"only {and_words(question.rivals)} are looked at"
            yield Ground(
                "rivals", words, "P-4", lambda one, _: asking(one, rivals=None), lambda _: "all rivals looked at"
            )
        yield from _slot_grounds(scenario)
        found = _offers(scenario)
        for name in _rivals(scenario):
            if least and position.held(name) and any(row[name].pays is not None for row in found.values()):
                yield _treasure_ground(scenario, name)
        for slot, row in found.items():
            for name, offer in row.items():
                yield from (
                    _least_ground(scenario, name, slot, offer) if least else _income_ground(scenario, name, slot, offer)
                )


def _drawn(deal: Dealer, rivals: int, cards: int, treasures: int) -> Scenario:
    rng = deal.rng
    player, *others = deal.names(1 + rivals)
    deck = [(slot, value) for slot in CURRENCIES for value in range(1, 10) for _ in range(3)]
    rng.shuffle(deck)
    players: dict[str, Any] = {}
    for name in others:
        money: dict[Currency, tuple[int, ...]] = {}
        for slot, value in sorted((deck.pop() for _ in range(cards)), key=lambda card: (card[0], -card[1])):
            money[slot] = (*money.get(slot, ()), value)
        held = tuple(sorted(rng.sample(TREASURES, rng.randint(0, treasures))))
        players[name] = {"money": money, "treasures": held}
    filled = sorted(rng.sample(CURRENCIES, rng.choice((0, 1, 1, 4))))
    market = dict(zip(filled, deal.stock.draw(len(filled)), strict=True))
    players[player] = {"market": market, "bought": deal.stock.draw(1)}
    position = {"modules": ["markets", "treasures"], "turn": player, "players": deal.seats(players)}
    ask = rng.choice(("least-help", "highest-income"))
    question = MarketSlotQuestion.model_validate({"kind": "market-slot", "player": player, "ask": ask})
    return deal.scenario(position, question, f"The leftover of {player}")


def _tile(one: Scenario | Task) -> str:
    """The leftover's full id."""
    question: MarketSlotQuestion = one.question
    supply: Supply = one.board
    return supply.tile(question.tile or one.position.players[question.player].bought[0]).id


def _rivals(one: Scenario | Task) -> list[str]:
    """Those who are looked at, in their order at the table."""
    question: MarketSlotQuestion = one.question
    return [
        name
        for name in one.position.players
        if name != question.player and (question.rivals is None or name in question.rivals)
    ]


def _with_cards(scenario: Scenario, name: str, currency: Currency, cards: tuple[int, ...]) -> Scenario:
    hand = {**scenario.position.players[name].money, currency: cards}
    return with_player(scenario, name, money={key: held for key, held in hand.items() if held})


def _freed(scenario: Scenario, slot: Currency) -> Scenario:
    player = scenario.question.player
    market = {key: tile for key, tile in scenario.position.players[player].market.items() if key != slot}
    return with_player(scenario, player, market=market)


def _offers(scenario: Scenario) -> Mapping[Currency, Mapping[str, Offer]]:
    """What each rival could do on each slot, were all of them free."""
    task = with_player(scenario, scenario.question.player, market={}).task
    question = MarketSlot()
    plan = question.decode(task, question.best(task, Engine(DEFAULT_LIMITS)).solutions[0])
    return {row.slot: row.offers for row in plan.slots}


def _slot_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Slots that are taken, unless all are: then each of them may be cleared (P-10)."""
    player = scenario.question.player
    market = scenario.position.players[player].market
    if len(market) == len(CURRENCIES):
        return
    for slot in CURRENCIES:
        if slot in market:

            def loosen(one: Scenario, _: int, key: Currency = slot) -> Scenario:
                return _freed(one, key)

            def looser(_: int, key: Currency = slot) -> str:
                return f"the slot {key} free"

            words = f"{tile_name(scenario.board.tile(market[slot]).id)} lies on {player}'s slot {slot}"
            yield Ground(f"slot {slot}", words, "P-9", loosen, looser)


def _treasure_ground(scenario: Scenario, name: str) -> Ground:
    held = sorted(scenario.position.held(name))
    words = f"{name} holds the treasure{'' if len(held) == 1 else 's'} {and_words(list(map(str, held)))}"
    return Ground(
        f"treasures {name}",
        words,
        "T-2",
        lambda one, _: with_player(one, name, treasures=()),
        lambda _: f"{name} without treasures",
    )


def _least_ground(scenario: Scenario, name: str, slot: Currency, offer: Offer) -> Iterator[Ground]:
    """That a rival can buy it on a slot; without the money, and without treasures that are worth the whole price."""
    if offer.pays is None:
        return
    price = scenario.board.tile(_tile(scenario)).price or 0

    def loosen(one: Scenario, _: int) -> Scenario:
        held = tuple(treasure for treasure in one.position.held(name) if treasure < price)
        return with_player(_with_cards(one, name, slot, ()), name, treasures=held)

    words = f"{name} can buy it on {slot}: {_hand_words(scenario, name, slot)}"
    yield Ground(
        f"purse {name} {slot}", words, "B2-3", loosen, lambda _: f"nothing with which {name} buys it on {slot}"
    )


def _income_ground(scenario: Scenario, name: str, slot: Currency, offer: Offer) -> Iterator[Ground]:
    """What a rival pays on a slot at most; with one card of that value in place of the hand it would be more."""
    price = scenario.board.tile(_tile(scenario)).price
    if price is None or scenario.rulings.readings["short-of-money"] != "lacks":
        return  # where treasures are given by choice, no hand says what somebody pays
    pays = price - 1 if offer.pays is None else offer.pays
    least = max(pays, price - 1)

    def loosen(one: Scenario, by: int) -> Scenario:
        return _with_cards(one, name, slot, (least + by,))

    def looser(by: int) -> str:
        return f"{name} paying {least + by} {slot}"

    can = "cannot buy it" if offer.pays is None else f"pays {offer.pays}"
    words = f"{name} {can} on {slot}: {_hand_words(scenario, name, slot)}"
    if price + OVERPAID > least:
        yield Ground(f"purse {name} {slot}", words, "P-6", loosen, looser, price + OVERPAID - least)


def _hand_words(scenario: Scenario, name: str, slot: Currency) -> str:
    cards = scenario.position.players[name].money.get(slot, ())
    return f"{' + '.join(map(str, cards))} {slot}" if cards else f"no {slot}"
