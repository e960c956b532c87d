"""Purchases of a turn by trying everything: the judge of the solver on small hands.

Every chain is tried: at each step every offer with every set of cards of its currency and every set
of treasures, all by ``models.alhambra.turn.act``, which also says whether another action follows.
Where tiles are built, every way to place some of them one after the other is tried too, and scored by
``score_round``.  Nothing here comes from ``solver`` but the documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from models.alhambra.layout import Layout, neighbours
from models.alhambra.market import offers
from models.alhambra.plan import Action, Pays
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, Position
from models.alhambra.redesign import place_breaches
from models.alhambra.scoring import score_round
from models.alhambra.turn import act
from puzzles.scenario import Scenario
from tests.sparing import Spare

Bought = tuple[str, str, int, tuple[int, ...]]
"""A purchase: tile, where, coins, treasures."""
Answer = frozenset[Bought]
Cells = frozenset[tuple[tuple[int, int], str]]
"""An Alhambra: its tiles with their cells."""


@dataclass(frozen=True)
class Best:
    """The best value, the answers that have it, and how many chains were tried."""

    value: int
    answers: frozenset[Answer]
    chains: int


def search(scenario: Scenario) -> Best:
    """Try every chain of purchases of a scenario."""
    found, chains = tried(scenario, Spare())
    values = {key: max(value for value, _ in worths) for key, worths in found.items()}
    best = max(values.values())
    return Best(best, frozenset(key for key, value in values.items() if value == best), chains)


def tried(scenario: Scenario, spare: Spare) -> tuple[dict[Answer, list[tuple[int, Cells]]], int]:
    """What every set of purchases is worth, with each way to build the tiles; and how many chains there are."""
    position = scenario.position.resolved(scenario.board)
    found: dict[Answer, list[tuple[int, Cells]]] = {}
    chains = 0
    for bought, after in _chains(scenario, position, (), spare):
        chains += 1
        key = frozenset(bought)
        if key not in found:
            found[key] = _worths(scenario, bought, after, spare)
    return found, chains


def _chains(
    scenario: Scenario, position: Position, bought: tuple[Bought, ...], spare: Spare
) -> Iterator[tuple[tuple[Bought, ...], Position]]:
    """All chains from here, the empty one first."""
    yield bought, position
    player = scenario.question.player
    state = position.players[player]
    for offer in offers(position, player, scenario.board):
        cards = state.money.get(offer.currency, ())
        for paid in _subsets(cards):
            for given in _subsets(state.treasures or ()):
                source = None if offer.source == BUILDING_MARKET else offer.source
                action = Action(buy=offer.tile, source=source, pays=Pays(cards=paid, treasures=given))
                spare.use()
                played = act(position, player, action, scenario.board, scenario.rulings)
                if played.breaches:
                    continue
                coins = sum(paid)
                if not given and paid and coins > offer.price and coins - min(paid) >= offer.price:
                    continue  # legal, but a card of it could have stayed in the hand: no answer of its own
                chain = (*bought, (offer.tile, offer.source, coins, given))
                if played.extra:
                    yield from _chains(scenario, played.position, chain, spare)
                else:
                    yield chain, played.position


def _subsets(values: tuple[int, ...]) -> list[tuple[int, ...]]:
    ordered = sorted(values)
    every = (some for size in range(len(values) + 1) for some in combinations(ordered, size))
    return list(dict.fromkeys(every))


def _worths(scenario: Scenario, bought: tuple[Bought, ...], after: Position, spare: Spare) -> list[tuple[int, Cells]]:
    question = scenario.question
    tiles = [scenario.board.tile(tile) for tile, _, _, _ in bought]
    if question.worth is None:
        worths = _built(scenario, after, spare)
    else:
        named = {name: n for name, n in question.worth.items() if any(c.isdigit() for c in name)}
        stated = {scenario.board.tile(name).id: n for name, n in named.items()}
        worths = [(sum(stated.get(tile.id, question.worth.get(tile.type, 0)) for tile in tiles), frozenset())]
    state = after.players[question.player]
    coins = sum(state.purse(currency) for currency in CURRENCIES)
    points = coins // question.coins_per_point if question.coins_per_point else 0
    return [(worth + sum(state.treasures or ()) + points, cells) for worth, cells in worths]


RULES = {"missions": "G-", "wall": "B6-1", "majorities": "B5-"}


def _built(scenario: Scenario, position: Position, spare: Spare) -> list[tuple[int, Cells]]:
    """What the Alhambra scores with any of the bought tiles placed."""
    board, player = scenario.board, scenario.question.player
    state = position.players[player]
    counted = tuple(RULES[part] for part in scenario.question.count)
    found: list[tuple[int, Cells]] = []
    seen = set()

    def search(layout: Layout, left: tuple[str, ...]) -> None:
        if layout.placed in seen:
            return
        seen.add(layout.placed)
        spare.use()
        built = position.with_player(player, layout=layout.placed)
        mine = [e for e in score_round(built, board, scenario.rulings) if e.player == player]
        last = score_round(built.model_copy(update={"round": 3}), board, scenario.rulings)
        # missions count as in the last scoring, whichever comes next
        mine = [e for e in mine if not e.rule.startswith("G-")]
        mine += [e for e in last if e.player == player and e.rule.startswith("G-")]
        worth = sum(e.amount for e in mine if e.rule.startswith(counted))
        found.append((worth, frozenset((placed.at, placed.tile) for placed in layout.placed)))
        around = {other for cell in layout.cells for other in neighbours(cell)} - set(layout.cells)
        for tile in left:
            rest = tuple(other for other in left if other != tile)
            for cell in around:
                if not place_breaches(layout, cell, board.tile(tile)):
                    search(layout.with_tile(cell, board.tile(tile)), rest)

    search(Layout.of(state.layout, board), state.bought)
    return found
