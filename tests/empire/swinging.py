"""Every set of pieces that may still be added, and the final scoring with it, for the question `final-swing`."""

from itertools import product
from math import prod

from models.empire.additions import Addition, add_pieces
from models.empire.final import score_final, standing, winners
from tests.sparing import Spare


def outcomes(made, most=None):
    """Every set of additions that the rules allow, with everybody's points at the end."""
    question, position, board = made.question, made.position, made.board
    granted = [Addition(player=question.player, **pieces.model_dump()) for pieces in question.mine]
    for name, listed in question.rivals.items():
        granted += [Addition(player=name, **pieces.model_dump()) for pieces in listed]
    asked = [name for name in position.players if (name == question.player) != (question.ask == "worst")]
    keys = [(name, number) for name in asked for number in sorted(board.by_number)]
    ranges = []
    for _, number in keys:
        sites = [site for province in board.by_number[number].provinces.values() for site in province.sites]
        open_region = number >= position.region
        ranges.append(range(3 * sites.count("temple") * open_region + 1))
        ranges.append(range(sites.count("city") * open_region + 1))
    Spare(most).use(prod(map(len, ranges)))
    for counts in product(*ranges):
        chosen = [
            Addition(player=name, region=number, temples=counts[2 * at], cities=counts[2 * at + 1])
            for at, (name, number) in enumerate(keys)
        ]
        totals = {name: [0, 0] for name in asked}
        for one in chosen:
            totals[one.player][0] += one.temples
            totals[one.player][1] += one.cities
        most = (question.most.temples, question.most.cities)
        if any(limit is not None and total[at] > limit for at, limit in enumerate(most) for total in totals.values()):
            continue
        added = add_pieces(board, position, [*granted, *chosen], question.building)
        if added.breaches:
            continue
        ledger = added.ledger + score_final(standing(board, added.states), position.short, made.rulings)
        points = {name: state.points + ledger.total(name) for name, state in position.states.items()}
        yield tuple(a for a in chosen if a.temples or a.cities), points


def judged(made, most=None):
    """All answers with their values, the best first, by trying everything."""
    question = made.question
    found = []
    for chosen, points in outcomes(made, most):
        won = winners(points)
        value = points[question.player] - max(total for name, total in points.items() if name != question.player)
        if question.ask == "fewest":
            if question.player not in won or (len(won) > 1 and not question.shared):
                continue
            value = sum(one.temples + one.cities for one in chosen)
        found.append((value, chosen))
    return sorted(found, key=lambda one: one[0], reverse=question.ask == "best")
