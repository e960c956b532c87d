"""Random scenarios of alhambra about money: purchases of a turn, and slots of a personal market.

Cards are drawn from the deck of 108, tiles from the supply; short purses beside dear tiles are
as frequent as full ones, so that treasures, exact payments and overpayment all decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, cast, get_args

from models.alhambra.position import COPIES, CURRENCIES, TREASURES, Currency, Mission, PlayerState, Position
from models.alhambra.tiles import TYPES, Supply
from models.game import bundled_board, load_game
from puzzles.generate.alhambra import random_layout
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alhambra.documents import MarketSlotQuestion, PurchaseQuestion

PLAYERS = ("ana", "ben", "cleo", "dan", "eva", "finn")

MISSIONS = get_args(Mission)
COUNTS: tuple[Any, ...] = (("missions", "wall"), ("wall",), ("majorities",), ("missions", "wall", "majorities"))

READINGS = (
    "treasures-per-purchase",
    "short-of-money",
    "treasure-alone",
    "treasure-at-personal-market",
    "personal-exact",
    "discard-when-free",
)
"""The rulings that purchases and market slots depend on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    players, cards, treasures
        Cards are those of each player, treasures those of the buyer.
    offers
        On the building market; personal, on all the others' markets together.
    currencies
        How many currencies there are cards and offers of; fewer make chains and short purses frequent.
    standing
        Tiles in the buyer's Alhambra.
    cheap
        Share of scenarios in which only the cheaper tiles are offered.
    readings
        Share of rulings that are read in another than the default way.
    """

    players: tuple[int, int]
    cards: tuple[int, int]
    treasures: tuple[int, int]
    offers: tuple[int, int]
    personal: tuple[int, int]
    currencies: tuple[int, int] = (4, 4)
    standing: tuple[int, int] = (0, 0)
    cheap: float = 0.0
    readings: float = 0.0


LARGE = Size(players=(6, 6), cards=(25, 25), treasures=(5, 5), offers=(4, 4), personal=(15, 15))
"""The benchmark: the largest hands, every market full."""

MIXED = Size(
    players=(1, 6),
    cards=(0, 16),
    treasures=(0, 5),
    offers=(0, 4),
    personal=(0, 12),
    currencies=(1, 4),
    cheap=0.3,
    readings=0.3,
)
"""Everything that purchases have to deal with."""

SMALL = Size(
    players=(2, 5),
    cards=(2, 7),
    treasures=(0, 3),
    offers=(0, 2),
    personal=(0, 3),
    currencies=(1, 2),
    cheap=0.7,
    readings=0.4,
)
"""Small enough to try every chain."""


BUILDING = Size(
    players=(1, 4),
    cards=(4, 12),
    treasures=(0, 3),
    offers=(2, 4),
    personal=(0, 3),
    standing=(0, 8),
    cheap=0.3,
    readings=0.2,
)
"""Purchases whose tiles are built."""

TABLE = Size(players=(4, 4), cards=(10, 12), treasures=(3, 5), offers=(4, 4), personal=(4, 4), standing=(15, 15))
"""The benchmark with building: the middle of a game."""

TINY = Size(
    players=(1, 3),
    cards=(3, 6),
    treasures=(0, 2),
    offers=(1, 3),
    personal=(0, 2),
    currencies=(1, 3),
    standing=(0, 5),
    cheap=0.8,
    readings=0.3,
)
"""Small enough to try every chain and every way to build."""


def purchase(seed: int, *, size: Size = LARGE, placing: bool = False) -> Scenario:
    """A random scenario of ``purchase``; with stated worths unless ``placing``.

    Examples
    --------
    >>> scenario = purchase(1)
    >>> purchase(1).text() == scenario.text()
    True
    >>> sum(len(state.market) for state in scenario.position.players.values()), len(scenario.position.market)
    (15, 4)
    """
    return _Maker(Random(seed), seed, size).purchase(placing)


def market_slot(seed: int, *, size: Size = MIXED) -> Scenario:
    """A random scenario of ``market-slot``.

    >>> market_slot(1).question.ask in ("least-help", "highest-income")
    True
    """
    return _Maker(Random(seed), seed, size).market_slot()


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("alhambra")
        self.supply = cast(Supply, bundled_board(self.game, "alhambra"))
        self.readings = {
            key: other
            for key in READINGS
            for other in self.game.rulings[key].readings
            if other != self.game.rulings[key].default and rng.random() < size.readings
        }
        self.slots = sorted(rng.sample(CURRENCIES, rng.randint(*size.currencies)))
        self.deck = [(currency, value) for currency in self.slots for value in range(1, 10) for _ in range(COPIES)]
        rng.shuffle(self.deck)

    def purchase(self, placing: bool) -> Scenario:
        rng, names = self.rng, self._names()
        layout = random_layout(rng, rng.randint(*self.size.standing), self.supply)
        most = rng.randint(4, 8) if rng.random() < self.size.cheap else None
        stock = self._stock({placed.tile for placed in layout}, most)
        market = {slot: stock.pop() for slot in self._some(self.slots, rng.randint(*self.size.offers))}
        places = [(name, slot) for name in names[1:] for slot in self.slots]
        taken = self._some(places, rng.randint(*self.size.personal))
        markets: dict[str, dict[Currency, str]] = {name: {} for name in names}
        for name, slot in taken:
            markets[name][slot] = stock.pop()
        players = {name: PlayerState(money=self._money(), market=markets[name]) for name in names}
        held = tuple(sorted(rng.sample(TREASURES, rng.randint(*self.size.treasures))))
        buyer = players[names[0]].model_copy(update={"layout": layout, "treasures": held})
        if taken and placing and rng.random() < 0.5:
            filled = self._some(CURRENCIES, rng.randint(2, 4))
            buyer = buyer.model_copy(update={"market": {slot: stock.pop() for slot in filled}})
        players[names[0]] = buyer
        modules = [*(["markets"] if taken else []), *(["treasures"] if held else [])]
        drawn: dict[str, Any] = {"round": 3}
        if placing:
            drawn = {"round": rng.choice((1, 2, 3, 3, 3)), "missions": rng.sample(MISSIONS, rng.randint(0, 3))}
            modules += ["guidelines"] if drawn["missions"] else []
        offered = [*market.values(), *(tile for state in markets.values() for tile in state.values())]
        return self._scenario(
            Position.model_validate(
                {"modules": modules, "market": market, "turn": names[0], "players": self._shuffled(players), **drawn}
            ),
            PurchaseQuestion(
                kind="purchase",
                player=names[0],
                worth=None if placing else self._worth(offered),
                coins_per_point=rng.choice((None, 1, 3, 5, 10)),
                **({"count": rng.choice(COUNTS)} if placing else {}),
            ),
        )

    def market_slot(self) -> Scenario:
        rng, names = self.rng, self._names()
        stock = self._stock(set())
        filled = self._some(CURRENCIES, rng.choice((0, 1, 2, 3, 4, 4)))
        players = {
            name: PlayerState(
                money=self._money(), treasures=tuple(rng.sample(TREASURES, rng.randint(*self.size.treasures)))
            )
            for name in names
        }
        me = {"market": {slot: stock.pop() for slot in filled}, "bought": (stock.pop(),)}
        players[names[0]] = players[names[0]].model_copy(update=me)
        return self._scenario(
            Position.model_validate({"modules": ["markets", "treasures"], "players": self._shuffled(players)}),
            MarketSlotQuestion(kind="market-slot", player=names[0], ask=rng.choice(("least-help", "highest-income"))),
        )

    def _names(self) -> list[str]:
        return self.rng.sample(PLAYERS, self.rng.randint(*self.size.players))

    def _shuffled(self, players: dict[str, PlayerState]) -> dict[str, PlayerState]:
        names = list(players)
        self.rng.shuffle(names)
        return {name: players[name] for name in names}

    def _stock(self, used: set[str], most: int | None = None) -> list[str]:
        """The tiles that are left, to be taken from the end; those up to a price first, if one is given."""
        stock = sorted(set(self.supply.by_id) - used)
        self.rng.shuffle(stock)
        prices = {tile: self.supply.by_id[tile].price or 0 for tile in stock}
        return stock if most is None else sorted(stock, key=lambda tile: prices[tile] <= most)

    def _some(self, things: Any, most: int) -> list[Any]:
        return self.rng.sample(list(things), min(most, len(things)))

    def _money(self) -> dict[Currency, tuple[int, ...]]:
        """Cards from the deck, as long as it lasts; half of the hands have small ones rather."""
        number = self.rng.randint(*self.size.cards)
        drawn = [self.deck.pop() for _ in range(min(number, len(self.deck)))]
        if self.rng.random() < 0.5:
            swaps = [self.deck.pop() for _ in range(min(len(drawn) // 2, len(self.deck)))]
            drawn = sorted([*drawn, *swaps], key=lambda card: card[1])
            self.deck = [*drawn[number:], *self.deck]
            drawn = drawn[:number]
        money: dict[Currency, tuple[int, ...]] = {}
        for currency, value in sorted(drawn, key=lambda card: (card[0], -card[1])):
            money[currency] = (*money.get(currency, ()), value)
        return money

    def _worth(self, tiles: list[str]) -> dict[str, int]:
        """A worth for every type, or for most tiles; ties are frequent."""
        if self.rng.random() < 0.3:
            return {type_: self.rng.randint(0, 9) for type_ in TYPES}
        return {tile: self.rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 10, 12)) for tile in tiles if self.rng.random() < 0.9}

    def _scenario(self, position: Position, question: Any) -> Scenario:
        return put_together(self.game, self.supply, position, question, self.seed, readings=self.readings)
