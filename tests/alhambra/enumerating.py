"""Every plan of a question of alhambra played by the rules alone: what is best, and how often.

Each function takes a scenario and gives what :func:`tests.enumerating.best_answers` promises.
"""

from models.alhambra.layout import ORIGIN, Layout, neighbours
from models.alhambra.plan import Placing
from models.alhambra.position import CURRENCIES
from models.alhambra.redesign import place_breaches
from models.alhambra.turn import place_bought
from tests.alhambra import exhaustive_layouts, exhaustive_purchase
from tests.alhambra.exhaustive_layouts import cells_of, named_tiles, points
from tests.alhambra.exhaustive_market import judged
from tests.sparing import NONE, Spare, largest, smallest, within_limits

MOST_STEPS = 60_000
"""Tiles that are laid and Alhambras that are scored at most."""


def of_kinds(scenario, worths):
    """What Alhambras are worth, those with the same kinds of tiles in the same cells once."""
    question, position = scenario.question, scenario.position
    typed = "majorities" in question.count
    typed = typed or ("missions" in question.count and {"same-type", "variety"} & set(position.missions))
    tiles = {tile: scenario.board.tile(tile) for cells in worths for _, tile in cells}
    kinds = {name: (tile.mask, tile.type if typed else "") for name, tile in tiles.items()}
    found = {}
    for cells, worth in worths.items():
        found.setdefault(frozenset((at, kinds[tile]) for at, tile in cells), set()).add(worth)
    return found


@within_limits
def place(scenario):
    """Every order and cell for every tile that is new."""
    found = of_kinds(scenario, exhaustive_layouts.placings(scenario, MOST_STEPS))
    return largest(max(worths) for worths in found.values())


@within_limits
def layout(scenario):
    """Every layout around what stands, and where an order is asked for every order of placing."""
    question = scenario.question
    found = exhaustive_layouts.layouts(scenario, MOST_STEPS)
    if question.order != "any":
        reached = exhaustive_layouts.placeable(scenario, MOST_STEPS)
        if question.order == "redesigning" and not set(found) <= reached:
            return None  # placing alone does not tell
        found = {cells: worth for cells, worth in found.items() if cells in reached}
    return largest(max(worths) for worths in of_kinds(scenario, found).values())


@within_limits
def redesign(scenario):
    """Every sequence of redesign actions."""
    question = scenario.question
    found = of_kinds(scenario, exhaustive_layouts.redesigns(scenario, MOST_STEPS))
    if question.ask == "best":
        return largest(max(worth for _, worth in ways) for ways in found.values())
    enough = ([depth for depth, worth in ways if worth >= question.target] for ways in found.values())
    return smallest(min(depths) for depths in enough if depths)


@within_limits
def draft(scenario):
    """Every offered tile in every cell; the table is one answer, worth what the best tile adds."""
    board, player = scenario.board, scenario.question.player
    position = scenario.position.resolved(board)
    stands = cells_of(position, player)
    there = Layout.of(position.players[player].layout, board)
    around = {other for cell in there.cells for other in neighbours(cell)} - {ORIGIN, *there.cells}
    tiles = named_tiles(scenario) if scenario.question.tiles is not None else tuple(position.market.values())
    base, gains, spare = points(scenario, stands), [0], Spare(MOST_STEPS)
    for tile in tiles:
        for cell in around:
            spare.use()
            if not place_breaches(there, cell, board.tile(tile)):
                gains.append(points(scenario, stands | {(cell, tile)}) - base)
    return max(gains), 1


@within_limits
def purchase(scenario):
    """Every chain of purchases, and every way to build what was bought."""
    found, _ = exhaustive_purchase.tried(scenario, Spare(MOST_STEPS))
    if scenario.question.worth is not None:
        return largest(worth for ((worth, _),) in found.values())
    worths = []
    for built in found.values():
        worths += [max(kinds) for kinds in of_kinds(scenario, {cells: worth for worth, cells in built}).values()]
    return largest(worths)


def market_slot(scenario):
    """Every slot, and every payment of every rival."""
    question, board = scenario.question, scenario.board
    position = scenario.position.resolved(board)
    market = position.players[question.player].market
    tile = board.tile(question.tile or position.players[question.player].bought[0]).id
    found = []
    for slot in CURRENCIES:
        laid = Placing(tile=tile, to=slot, discard=market.get(slot))
        before = position.with_player(question.player, bought=(tile,))
        if place_bought(before, question.player, [laid], board, scenario.rulings.fresh()).breaches:
            continue
        offers = [offer for offer in judged(scenario, slot).values() if offer[0] is not None]
        if question.ask == "least-help":
            found.append(10 * len(offers) + sum(exact for _, exact in offers))
        else:
            found.append(max((pays for pays, _ in offers), default=0))
    if not found:
        return NONE
    return smallest(found) if question.ask == "least-help" else largest(found)
