"""Every bid against everything that rivals may put down, by the rules alone, for the question `turn-order`."""

from itertools import product

from models.empire.board import SYMBOL
from models.empire.turn_order import rankings, seats_fixed
from tests.sparing import Spare


def judged_bid(scenario, most=None):
    """The smallest bid with which the player chooses in time whatever the rivals put down; None if there is none."""
    question, position, rulings = scenario.question, scenario.position, scenario.rulings
    states, me = position.states, question.player
    hand = states[me].hand
    choices = []
    for name in position.players:
        if name == me:
            continue
        state = states[name]
        if not state.hand:
            choices.append([state])
            continue
        limits = question.rivals.get(name)
        tried = []
        for order, armies, temple in product(range(state.hand + 1), repeat=3):
            if order + armies + temple > state.hand:
                continue
            put = {"order": order, "armies": armies, "temple": temple}
            if limits is None or all(
                bound.least <= put[key] <= (99 if bound.most is None else bound.most) for key, bound in limits
            ):
                update = {"order": order, "armies": {SYMBOL: armies}, "temple": temple}
                tried.append(state.model_copy(update=update))
        choices.append(tried)
    rivals = [name for name in position.players if name != me]
    spare = Spare(most)
    for bid in range(hand - question.armies - question.temple + 1):
        update = {"order": bid, "armies": {SYMBOL: question.armies}, "temple": question.temple}
        mine = states[me].model_copy(update=update)
        if all(
            in_time(position, {me: mine, **dict(zip(rivals, put, strict=True))}, question, rulings, spare)
            for put in product(*choices)
        ):
            return bid
    return None


def in_time(position, players, question, rulings, spare):
    """Whether the player chooses in time with these tablets."""
    spare.use()
    table = position.model_copy(update={"players": {name: players[name] for name in position.players}})
    if seats_fixed(table, rulings):
        return False
    alone = rulings.readings["who-chooses"] == "highest-bidder"
    choosers = [ranking[:1] if alone else ranking[: question.choice] for ranking in rankings(table, rulings)]
    return all(question.player in first for first in choosers)
