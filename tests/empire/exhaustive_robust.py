"""Every plan in every case by the rules alone, for the question `robust`."""

from functools import cache
from itertools import product

from models.empire.campaign import follow_all
from models.empire.plan import Policy, Purse
from models.empire.position import KINDS
from models.empire.round import Table, finish
from tests.empire.exhaustive_region import turns

TOO_MANY = 60_000


def cases(scenario):
    """What rivals might do, as policies: written from the question alone."""
    question, hands = scenario.question, {n: s.hand or 0 for n, s in scenario.position.states.items()}
    given = dict(scenario.assumptions.rivals)
    if question.plans:
        return [given | {n: Policy(**dict(p)) for n, p in plan.items()} for plan in question.plans]
    held = scenario.rulings.readings["cubes-held-back"] == "allowed"
    options = []
    for name, bounds in question.bounds.items():
        hand = hands[name]
        fits = []
        for put in product(range(hand + 1), repeat=4):
            order, armies, temple, city = put
            if sum(put) > hand or (sum(put) < hand and not held):
                continue
            if scenario.position.round > 1 and (order or armies):
                continue
            ranges = (bounds.order, bounds.armies, bounds.temple, bounds.city)
            first = 0 if scenario.position.round == 1 else 2
            pairs = list(zip(put, ranges, strict=True))[first:]
            if all(r.least <= n <= (hand if r.most is None else r.most) for n, r in pairs):
                purse = Purse(order=order, armies=armies, temple=temple, city=city)
                fits.append((name, given.get(name, Policy()).model_copy(update={"allocation": purse})))
        options.append(fits)
    return [given | dict(chosen) for chosen in product(*options)]


def judge(scenario, most=TOO_MANY):
    """The best worst case and the least regret, by trying every plan in every case; None if that is too much."""
    found = tried(scenario, most)
    return None if found is None else {"worst": max(found["worst"].values()), "regret": min(found["regret"].values())}


def tried(scenario, most):
    """The worst case and the regret of every plan, by what it leaves on the table; None if that is too much."""
    player, rulings = scenario.question.player, scenario.rulings
    start = Table.of(scenario.board, scenario.position)
    tables = [follow_all(start, policies, 0, rulings)[0] for policies in cases(scenario)]
    mine = [state for state, _ in turns(start, player, 0, rulings)]
    if len(mine) * len(tables) > most:
        return None

    @cache
    def worth(at, number):
        table = tables[number].with_player(player, mine[at])
        _, ledger = finish(table, rulings)
        totals = {name: ledger.total(name) for name in table.players}
        own = totals.pop(player)
        return own if scenario.question.maximise == "points" else own - max(totals.values())

    numbers, plans = range(len(tables)), range(len(mine))
    best = [max(worth(at, n) for at in plans) for n in numbers]
    found = {"worst": {}, "regret": {}}
    for at in plans:
        values = [worth(at, number) for number in numbers]
        key = told(mine[at])
        found["worst"][key] = min(values)
        found["regret"][key] = max(top - value for top, value in zip(best, values, strict=True))
    return found


def told(state):
    """What tells a plan from others: armies, on the symbol too, fields and pieces when the scoring begins."""
    armies = tuple(sorted((place, count) for place, count in state.armies.items() if count))
    return armies, state.temple, state.city, *(tuple(sorted(state.placed.of(kind))) for kind in KINDS)
