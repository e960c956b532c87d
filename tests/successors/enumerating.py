"""Every plan of a question of successors that is played by the rules alone: what is best, and how often.

Each function takes a scenario and gives what :func:`tests.enumerating.best_answers` promises.
"""

from itertools import combinations
from math import comb, perm

from models.successors.acquisitions import Acquisitions, acquisition_breaches, wins
from models.successors.joint import acquired_together, gone, joint_breaches, wins_after
from models.successors.log import Game, settle
from tests.sparing import NONE, largest, smallest, within_limits
from tests.successors.buying import sets_of
from tests.successors.campaigns import judged
from tests.successors.flipping import reaches, singles, table_after
from tests.successors.ordering import every
from tests.successors.walking import Walks

MOST_PLANS = 6000
"""Tables that are worked out at most; each takes a millisecond or two."""
MOST_SETS = 2**13
"""Sets of things that are listed at most."""


def least(found):
    """The least measure of some (measure, set), and how many of the sets that have it contain no other of them."""
    found = list(found)
    if not found:
        return NONE
    best = min(measure for measure, _ in found)
    sets = {taken for measure, taken in found if measure == best}
    return best, sum(not any(other < taken for other in sets) for taken in sets)


# -- what is bought ------------------------------------------------------------------------------------


def path_to_victory(scenario):
    """Every set of things on offer: whether it wins; of several sets one may contain no other."""
    question, (board, position) = scenario.question, (scenario.board, scenario.position)
    bought = sets_of("", question.offers, question.budgets, question.weights, MOST_SETS)
    if bought is None or len(bought) > MOST_PLANS:
        return None
    found = []
    for one in bought:
        given = (board, position, question.player, one.buys)
        if not any(acquisition_breaches(*given, (), scenario.rulings.fresh())):
            won = set(wins(*given, scenario.rulings.fresh())) & set(question.routes)
            found += [(one.cost, one.taken, won)] if won else []
    if question.ask == "cheapest":
        return least((cost, taken) for cost, taken, _ in found)
    if question.ask == "each":
        by = {route for _, _, won in found for route in won}
        return (len(by), 1) if by else NONE
    sets = [taken for _, taken, _ in found]
    smallest = sum(not any(other < taken for other in sets) for taken in sets)
    return (smallest, 1) if smallest else NONE


def together(scenario, names):
    """Everything that some factions can have at one moment, as (changes, set, cost); None if that is too much."""
    question = scenario.question
    found = [({}, frozenset(), 0)]
    for name in names:
        offers = question.offers[name]
        sets = sets_of(name, offers, offers.budgets, question.weights, MOST_SETS)
        if sets is None or len(sets) * len(found) > MOST_SETS:
            return None
        found = [
            ({**before, name: one.buys} if one.taken else before, taken | one.taken, spent + one.cost)
            for before, taken, spent in found
            for one in sets
        ]
    return found


def stop(scenario):
    """Every set of changes against every purchase of the player who is to be stopped."""
    question = scenario.question
    if question.ask == "cheapest":
        return _stopped(scenario, question.player)
    open_wins = 0
    for player in (name for name in scenario.position.players if name in question.offers):
        stopped = _stopped(scenario, player)
        if stopped is None:
            return None
        open_wins += stopped == NONE
    return open_wins, 1


def _stopped(scenario, player):
    found = stopping(scenario, player)
    return None if found is None else least(found)


def stopping(scenario, player, *, beyond=False):
    """The sets of changes of others that leave a player no win, and contain no other one, with their measures.

    Those of the best measure come first and may be all; ``beyond`` gives all. None where there is too much to try.
    """
    question, (board, position) = scenario.question, (scenario.board, scenario.position)
    own = question.offers.get(player)
    mine = [Acquisitions()]
    if own is not None:
        sets = sets_of(player, own, own.budgets, question.weights, MOST_SETS)
        mine = None if sets is None else [one.buys for one in sets]
    changes = together(scenario, [name for name in position.players if name in question.offers and name != player])
    if mine is None or changes is None:
        return None
    rulings, routes, plans = scenario.rulings, set(question.routes), 0

    def wins_still(changed):
        nonlocal plans
        game = acquired_together(board, position, changed, rulings)
        if game.outcome is not None:  # whoever has won has stopped everybody else
            return bool(routes & set(wins_after(board, position, changed, player, Acquisitions(), rulings)))
        for buys in mine:
            plans += 1
            legal = not any(acquisition_breaches(board, game.position, player, buys, (), rulings))
            legal = legal and not gone(changed) & set(buys.generals)
            if legal and routes & set(wins(board, game.position, player, buys, rulings)):
                return True
        return False

    found = []
    measured = [(cost if question.minimise == "cost" else len(taken), taken, c) for c, taken, cost in changes]
    for measure, taken, changed in sorted(measured, key=lambda one: (one[0], len(one[1]))):
        if (found and measure > found[0][0] and not beyond) or plans > MOST_PLANS:
            break
        if any(other <= taken for _, other in found) or any(joint_breaches(board, position, changed, (), rulings)):
            continue
        if not wins_still(changed):
            found.append((measure, taken))
    return None if plans > MOST_PLANS else found


# -- regency tests -------------------------------------------------------------------------------------


def regency(scenario):
    """Every set of changes, on offer or anything on the table, the smallest first."""
    question = scenario.question
    if question.ask == "who":
        return None  # there is nothing to choose
    before = Game.of(scenario.board, scenario.position, scenario.rulings)
    if question.offers:
        return _bought_off(scenario)
    if reaches(scenario, before):
        return 0, 1
    if before.outcome is not None:
        return NONE
    changes, count = singles(scenario)
    plans = 0
    for size in range(1, count + 1):
        plans += comb(len(changes), size)
        if plans > MOST_PLANS:
            return None
        found = 0
        for chosen in combinations(changes, size):
            if len({at for at, *_ in chosen}) == size:
                game, _ = settle(before, table_after(scenario, chosen, before), scenario.rulings)
                found += reaches(scenario, game)
        if found:
            return size, found
    return NONE


def _bought_off(scenario):
    board, position, rulings = scenario.board, scenario.position, scenario.rulings
    changes = together(scenario, list(scenario.question.offers))
    if changes is None:
        return None
    found, plans = [], 0
    for buys, taken, cost in sorted(changes, key=lambda one: (one[2], len(one[1]))):
        if found and cost > found[0][0]:
            break
        if any(joint_breaches(board, position, buys, (), rulings)):
            continue
        plans += 1
        if plans > MOST_PLANS:
            return None
        if reaches(scenario, acquired_together(board, position, buys, rulings)):
            found.append((cost, taken))
    return least(found)


# -- campaigns, attacks, the cart ----------------------------------------------------------------------


@within_limits
def expansion(scenario):
    """Every campaign; spaces whose markers never change its worth are not part of an answer."""
    found = judged(scenario, MOST_PLANS)
    worth = {key: value for key, (value, _) in found.values.items()}
    useful = {
        space
        for (takes, fleets), value in worth.items()
        for space in takes
        if worth.get((takes - {space}, fleets), value) != value
    }
    return found.best, len({(takes & useful, fleets) for takes, fleets in found.answers})


def attack(scenario):
    """Every order of the attacks, of all or of some."""
    if scenario.question.ask == "table":
        return None  # there is nothing to choose
    count = len(scenario.question.attacks)
    if sum(perm(count, length) for length in range(count + 1)) > MOST_PLANS:
        return None
    return largest(value for value, _ in every(scenario))


def cart(scenario):
    """Every walk move by move; a policy is told by where the first move ends for each roll."""
    walks = Walks(scenario)
    if scenario.question.ask == "road":
        roads = walks.roads()
        return None if roads is None else smallest(roads.values())
    return walks.policies()
