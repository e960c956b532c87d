"""What rivals can pay for a leftover, every set of cards and treasures tried, for the question `market-slot`."""

from itertools import combinations

from models.alhambra.plan import Action, Pays
from models.alhambra.turn import act


def judged(made, slot):
    """The least that each rival can pay for a tile on a slot, and whether one way brings another action."""
    position = made.position.resolved(made.board)
    player = made.question.player
    tile = made.question.tile or position.players[player].bought[0]
    tile = made.board.tile(tile).id
    market = {**position.players[player].market, slot: tile}
    position = position.with_player(player, market=market, bought=())
    found = {}
    for name, state in position.players.items():
        if name == player or name not in (made.question.rivals or position.players):
            continue
        ways = []
        for paid in subsets(state.money.get(slot, ())):
            for given in subsets(position.held(name)):
                action = Action(buy=tile, source=player, pays=Pays(cards=paid, treasures=given))
                played = act(position, name, action, made.board, made.rulings)
                ways += [] if played.breaches else [(sum(paid), played.extra)]
        least = min((coins for coins, _ in ways), default=None)
        found[name] = least, any(extra for _, extra in ways)
    return found


def subsets(values):
    every = (some for size in range(len(values) + 1) for some in combinations(sorted(values), size))
    return list(dict.fromkeys(every))
