"""How ``purchase`` is posed and explained: the offers of a turn, cards that come out even or not, treasures.

What is posed states what tiles are worth.  Grounds are money by currency and the readings on treasures.
More money can take away the right to give a treasure (T-2), so with more of it treasures may be given by choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.alhambra.market import Offer, offers, without
from models.alhambra.plan import Action, Destination, Placing
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, TREASURES, Currency, Position
from models.alhambra.tiles import TYPES
from models.alhambra.turn import act
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    Site,
    demanding,
    mission_grounds,
    mission_parts,
    on_table,
    reading_ground,
    rival_grounds,
    rival_parts,
    sound,
    standing_parts,
    with_player,
    worth_asked,
)
from puzzles.kinds.kind import Ground, Kind, Part, first_best
from puzzles.scenario import Scenario
from solver.alhambra.documents import PurchaseAnswer, PurchaseQuestion
from solver.alhambra.estate import Estate
from solver.alhambra.purchase import Purchases
from solver.question import Task

SIZES = ((3, 0, 3, 6, 1), (3, 1, 3, 7, 2), (4, 2, 3, 9, 2), (4, 3, 3, 11, 3), (4, 5, 4, 13, 3))
"""By level: tiles on the building market and on personal markets, currencies, cards, treasures."""

DEAR = 10
"""Tiles on offer cost no more, so that few cards pay for them."""

READINGS = (
    ("treasures-per-purchase", "several", "T-2", "one treasure is given for a building", "several for one building"),
    ("short-of-money", "chooses", "T-2", "who holds the money gives no treasure", "treasures given by choice"),
    ("treasure-alone", "allowed", "T-2", "a treasure only adds to cards", "treasures given without a card"),
    ("treasure-at-personal-market", "allowed", "T-2", "no other player takes treasures", "treasures at any market"),
    ("personal-exact", "extra", "P-4", "an exact payment to a player gives no action", "another action for it"),
)
"""Rulings of purchases with the reading that allows most, rule, what is the case, and what is looser."""


class PurchasePuzzles(Kind):
    """``purchase``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A turn in which not everything on offer can be paid for."""
        return demanding(self, lambda attempt: _drawn(Dealer("purchase", seed, level, attempt), *SIZES[level - 1]))

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, missions, offers, the own market, tiles that stand, treasures, cards."""
        return sound(self._parts(scenario))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        position, player, supply = scenario.position, scenario.question.player, scenario.board
        building = scenario.question.worth is None
        yield from rival_parts(scenario, least=1)
        if building:
            yield from mission_parts(scenario)
        for slot, tile in position.market.items():
            if len(offers(position.resolved(supply), player, supply)) > 1:
                yield _offer_part(scenario, None, slot, tile)
        for name, state in position.players.items():
            for slot, tile in state.market.items():
                yield _offer_part(scenario, name, slot, tile)
        if building:
            yield from standing_parts(scenario)
        state = position.players[player]
        for treasure in sorted(position.held(player)):
            rest = with_player(scenario, player, treasures=without(position.held(player), (treasure,)))
            yield Part(f"treasure {treasure}", f"the treasure {treasure}", rest, choice=True)
        for currency in CURRENCIES:
            cards = state.money.get(currency, ())
            for at, card in enumerate(cards):
                if card not in cards[:at]:
                    hand = {**state.money, currency: without(cards, (card,))}
                    rest = with_player(scenario, player, money={key: held for key, held in hand.items() if held})
                    # of equal cards one goes after the other, so they are told apart by how many there are
                    key, words = f"card {currency} {card} {cards.count(card)}", f"the card {card} of {currency}"
                    yield Part(key, words, rest, choice=True)

    def asks(self, task: Task) -> str:
        """Whose turn it is, and what counts."""
        question: PurchaseQuestion = task.question
        held = task.position.held(question.player)
        counted = [worth_asked(task)]
        if question.worth is not None:
            stated = and_words([f"{tile_name(name)} {points}" for name, points in question.worth.items()])
            counted = [f"what is bought, in points: {stated or 'nothing'}"]
        if held:
            counted.append("treasures kept, by their value")
        if question.coins_per_point is not None:
            counted.append(f"a point for every {question.coins_per_point} coins left in the hand")
        what = (
            "What does {0} buy this turn and with what, and where does it go"
            if question.worth is None
            else ("What does {0} buy this turn, and with which cards and treasures")
        )
        return f"{what.format(question.player)}, so that it is worth most? What counts: {'; '.join(counted)}."

    def steps(self, plan: PurchaseAnswer) -> int:
        """Purchase by purchase, then tile by tile what is built."""
        return max(1, len(plan.actions) + len(plan.places))

    def finish(self, task: Task, plan: PurchaseAnswer, kept: int) -> PurchaseAnswer | None:
        """Buy what adds most at once, exactly where that is possible; then place what adds most at once."""
        if not kept:
            plan = PurchaseAnswer()
        elif kept >= self.steps(plan):
            return plan
        return _Shopper(task).turn(plan, kept)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Readings on treasures, what holds where it is built, money by currency."""
        position, player = scenario.position, scenario.question.player
        table = offers(position.resolved(scenario.board), player, scenario.board)
        held = position.held(player)
        for ruling, reading, rule, words, looser in READINGS:
            if ruling == "personal-exact" or len(held) > (ruling == "treasures-per-purchase"):
                yield from reading_ground(scenario, ruling, reading, rule, words, looser)
        if scenario.question.worth is None:
            stands = [placed.tile for placed in position.players[player].layout]
            tiles = [*stands, *position.players[player].bought, *(offer.tile for offer in table)]
            yield from mission_grounds(scenario)
            yield from rival_grounds(scenario, [scenario.board.tile(tile).type for tile in tiles])
        for currency in CURRENCIES:
            prices = [offer.price for offer in table if offer.currency == currency]
            if prices:
                yield _money_ground(scenario, currency, sum(prices))


def _drawn(deal: Dealer, offered: int, personal: int, currencies: int, cards: int, treasures: int) -> Scenario:
    rng = deal.rng
    player, *rivals = deal.names(rng.randint(2, 4))
    slots = sorted(rng.sample(CURRENCIES, currencies))
    every = [tile for tile in deal.stock.draw(len(deal.stock.left)) if (deal.supply.by_id[tile].price or 99) <= DEAR]
    others = [slot for slot in CURRENCIES if slot not in slots]
    market = {slot: every.pop() for slot in [*slots, *others][:offered]}
    places = sorted(
        rng.sample([(name, slot) for name in rivals for slot in slots], min(personal, currencies * len(rivals)))
    )
    rivals = list(dict.fromkeys(name for name, _ in places)) or rivals[:1]
    players: dict[str, Any] = {name: {"market": {}} for name in rivals}
    for name, slot in places:
        players[name]["market"][slot] = every.pop()
    deck = [(slot, value) for slot in slots for value in range(1, 10) for _ in range(3)]
    money: dict[Currency, tuple[int, ...]] = {}
    for slot, value in sorted(rng.sample(deck, cards), key=lambda card: (card[0], -card[1])):
        money[slot] = (*money.get(slot, ()), value)
    held = tuple(sorted(rng.sample(TREASURES, treasures)))
    tiles = [*market.values(), *(tile for name, _ in places for tile in players[name]["market"].values())]
    types = [type_ for type_ in TYPES if any(tile.startswith(type_) for tile in tiles)]
    points = sorted(rng.sample(range(2, 10), len(types)))
    modules = [*(["markets"] if places else []), "treasures"]
    players[player] = {"money": money, "treasures": held}
    position = {"modules": modules, "turn": player, "market": market, "players": deal.seats(players)}
    worth = dict(zip(types, points, strict=True))
    question = {"kind": "purchase", "player": player, "worth": worth, "coins_per_point": rng.choice((3, 4, 5))}
    return deal.scenario(position, PurchaseQuestion.model_validate(question), f"What does {player} buy?")


def _offer_part(scenario: Scenario, owner: str | None, slot: Currency, tile: str) -> Part:
    """A tile of the building market, or of somebody's market."""
    name = tile_name(scenario.board.tile(tile).id)
    key = f"tile {scenario.board.tile(tile).id}"
    market = scenario.position.market if owner is None else scenario.position.players[owner].market
    rest = {other: lying for other, lying in market.items() if other != slot}
    if owner is None:
        return Part(key, f"{name} on the building market", on_table(scenario, market=rest), choice=True)
    return Part(key, f"{name} on {owner}'s market", with_player(scenario, owner, market=rest), choice=True)


def _money_ground(scenario: Scenario, currency: Currency, most: int) -> Ground:
    player = scenario.question.player
    cards = scenario.position.players[player].money.get(currency, ())

    def loosen(one: Scenario, by: int) -> Scenario:
        money = one.position.players[player].money
        richer = with_player(one, player, money={**money, currency: (*money.get(currency, ()), *(1,) * by)})
        return richer.with_readings({"short-of-money": "chooses"}) if one.position.held(player) else richer

    def looser(by: int) -> str:
        return f"{by} {currency} more, in cards of 1"

    words = f"{player} holds {' + '.join(map(str, cards)) or 'no'} {currency}"
    return Ground(f"money {currency}", words, "B2-3", loosen, looser, most)


class _Shopper:
    """The greedy player on a turn of shopping."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.supply = task.board
        self.position: Position = task.position.resolved(task.board)
        self.player: str = task.question.player
        self.stated = task.question.worth is not None
        self._known: dict[frozenset[str], tuple[Placing, ...]] = {}

    def turn(self, plan: PurchaseAnswer, kept: int) -> PurchaseAnswer:
        """The first so many steps of a plan, and what the player makes of the rest."""
        actions, position, left = plan.actions[:kept], self.position, 1
        for action in actions:
            acted = act(position, self.player, action, self.supply, self.task.rulings.fresh())
            position, left = acted.position, acted.extra
        if not kept or kept < len(plan.actions):
            while left:
                bought = self._next(actions, position)
                if not bought:
                    break
                actions = (*actions, *bought)
                acted = act(position, self.player, bought[0], self.supply, self.task.rulings.fresh())
                position, left = acted.position, acted.extra
        return PurchaseAnswer(
            actions=actions, places=self._places(actions, plan.places[: max(0, kept - len(plan.actions))])
        )

    def _next(self, done: tuple[Action, ...], position: Position) -> tuple[Action, ...]:
        """What is bought next for most value at once, or nothing."""
        options: list[tuple[Action, ...]] = [(), *((one,) for one in self._purchases(position))]
        best: tuple[Action, ...] = first_best(options, lambda more: self._value((*done, *more)))
        return best

    def _value(self, actions: tuple[Action, ...]) -> int | None:
        replay = Purchases().replay(self.task, PurchaseAnswer(actions=actions, places=self._places(actions, ())))
        return None if replay.breaches else replay.value

    def _purchases(self, position: Position) -> Iterator[Action]:
        """Each offer with the payments that come to mind: even money, the smallest treasure, the least that will do."""
        state = position.players[self.player]
        for offer in offers(position, self.player, self.supply):
            sums: dict[int, tuple[int, ...]] = {0: ()}
            for card in state.money.get(offer.currency, ()):
                more = {total + card: (*cards, card) for total, cards in sums.items()}
                sums = {**more, **sums}
            if offer.price in sums:
                yield _buys(offer, sums[offer.price])
            for treasure in sorted(position.held(self.player)):
                enough = [total for total in sums if total + treasure >= offer.price > total]
                if enough:
                    yield _buys(offer, sums[min(enough)], treasure)
            over = [total for total in sums if total > offer.price]
            if over:
                yield _buys(offer, sums[min(over)])

    def _places(self, actions: tuple[Action, ...], given: tuple[Placing, ...]) -> tuple[Placing, ...]:
        """Where the tiles go: some as given, the others where they add most at once, the rest aside."""
        if self.stated:
            return ()
        state = self.position.players[self.player]
        waiting = [*state.bought, *(self.supply.tile(action.buy or "").id for action in actions)]
        key = frozenset(waiting)
        if not given and key in self._known:
            return self._known[key]
        estate = Estate(self.task, self.position, self.player)
        layout, market = estate.layout, dict(state.market)
        for placing in given:
            waiting.remove(self.supply.tile(placing.tile).id)
            if placing.at is not None:
                layout = layout.with_tile(placing.at, self.supply.tile(placing.tile))
            elif placing.to in CURRENCIES:
                market[placing.to] = placing.tile
        built = Site(estate, tuple(waiting)).greedy(layout, waiting) or []
        free: list[Destination] = [slot for slot in CURRENCIES if slot not in market]
        found = [*given, *(Placing(tile=tile, at=cell) for tile, cell in built)]
        for name in waiting:
            if name not in {tile for tile, _ in built}:
                aside: Destination = "reserve"
                if "markets" in self.position.modules:
                    aside = free.pop(0) if free else "discard"
                found.append(Placing(tile=name, to=aside))
        if not given:
            self._known[key] = tuple(found)
        return tuple(found)


def _buys(offer: Offer, cards: tuple[int, ...], *treasures: int) -> Action:
    source = None if offer.source == BUILDING_MARKET else offer.source
    return Action.model_validate({"buy": offer.tile, "from": source, "pays": {"cards": cards, "treasures": treasures}})
