"""The best campaign by trying everything: every path, every unit left behind, every marker; over `models/` alone."""

from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from models.successors.campaign import ArmyMove, Campaign, move_points, operations_used, played, units_aboard
from models.successors.movement import move_breaches
from models.successors.position import VP
from models.successors.scoring import totals_of
from tests.sparing import TooLargeError


@dataclass(frozen=True)
class Judged:
    """What trying everything found.

    ``values`` holds the value of each (spaces taken, fleets built) with the fewest (points, operations) for it.
    """

    values: dict

    @property
    def best(self):
        return max(value for value, _ in self.values.values())

    @property
    def answers(self):
        """The best (spaces, fleets)."""
        return {key for key, (value, _) in self.values.items() if value == self.best}

    @property
    def cost(self):
        """The fewest movement points, then operations, of the best answers."""
        return min(cost for value, cost in self.values.values() if value == self.best)


def measure(question, totals):
    own = totals[question.player]
    if question.maximise == "total":
        return own[VP] + own["legitimacy"]
    if question.maximise == "margin":
        return own[VP] - max(total[VP] for name, total in totals.items() if name != question.player)
    return own[VP]


def value_of(made, plan):
    """What a plan is worth, and what it breaks."""
    rulings = made.rulings.fresh()
    game, breaches = played(made.board, made.position, made.question.player, plan, made.question, rulings)
    return measure(made.question, totals_of(game.ledger, game.position)), breaches


def points_used(made, plan):
    """The movement points of all moves of a plan."""
    return sum(move_points(made.board, made.position, made.question.player, move) for move in plan.moves)


def judged(made, most=10**9):
    """Try everything; TooLargeError where more than so many ways or campaigns would have to be played."""
    question, position = made.question, made.position
    armies = position.players[question.player].armies
    reach = {}
    choices = [options(made, at, most) for at in range(len(armies))]
    if prod(map(len, choices)) > most:
        raise TooLargeError
    for moves in product(*choices):
        moves = tuple(move for move in moves if move is not None)
        if len(moves) > question.operations:
            continue
        occupied = standing(position, question.player, moves)
        cost = points_used(made, Campaign(moves=moves)), len(moves)
        known = reach.setdefault((occupied, len(moves)), (cost, moves))
        if cost < known[0]:
            reach[occupied, len(moves)] = cost, moves
    found, worth = {}, {}
    numbers = [offer.number for offer in question.fleets]
    for (occupied, _), (cost, moves) in reach.items():
        able = [space for space in occupied if not value_of(made, Campaign(moves=moves, takes=(space,)))[1]]
        for fleets in {tuple(sorted(f)) for n in range(len(numbers) + 1) for f in combinations(numbers, n)}:
            if operations_used(Campaign(moves=moves, fleets=fleets), question) > question.operations:
                continue
            for count in range(len(able) + 1):
                for takes in combinations(sorted(able), count):
                    key = frozenset(takes), fleets
                    if key not in worth:
                        if len(worth) >= most:
                            raise TooLargeError
                        worth[key] = value_of(made, Campaign(moves=moves, takes=takes, fleets=fleets))
                    value, breaches = worth[key]
                    if breaches:
                        assert {breach.rule for breach in breaches} == {"F-11"}
                        continue
                    fleet_operations = operations_used(Campaign(fleets=fleets), question)
                    spent = cost[0], cost[1] + fleet_operations
                    if key not in found or spent < found[key][1]:
                        found[key] = value, spent
    return Judged(found)


def options(made, index, most=10**9):
    """None, and each move of an army that holds other spaces than those before it for no more points."""
    question, position = made.question, made.position
    army = position.players[question.player].armies[index]
    number = 1 + sum(other.at == army.at for other in position.players[question.player].armies[:index])
    units = sum(army.units.values())
    found, tried = {}, 0
    for path in paths(made, army) if units else ():
        before, points = sorted(set(path[:-1])), None
        for counts in product(*([0, 1] if units <= 8 else range(units) for _ in before)):
            tried += 1
            if tried > most:
                raise TooLargeError
            if sum(counts) >= units:
                continue
            leaves = {space: count for space, count in zip(before, counts, strict=True) if count}
            move = ArmyMove(path=path, army=number, leaves=leaves)
            key = frozenset((*leaves, path[-1]))
            if units > 8 or points is None:  # else no number of units aboard makes a difference (F-8)
                points = points_used(made, Campaign(moves=(move,)))
            if (key not in found or points < found[key][0]) and allowed(made, army, move):
                found[key] = points, move
    return [None, *(move for _, move in found.values())]


def allowed(made, army, move):
    """Whether no rule forbids a move with the units that it takes along."""
    aboard = units_aboard(sum(army.units.values()), move)
    given = made.board, made.position, made.question.player, move.path, army.movement, ()
    return not list(move_breaches(*given, made.rulings, aboard))


def paths(made, army):
    """Every path that no rule forbids."""
    board = made.board
    links = [set(pair) for pair in (*board.land, *board.sea, *board.routes)]
    todo = [(army.at,)]
    while todo:
        path = todo.pop()
        for space in board.spaces:
            if {path[-1], space} not in links:  # F-7
                continue
            longer = (*path, space)
            wrong = move_breaches(
                made.board, made.position, made.question.player, longer, army.movement, (), made.rulings
            )
            if not list(wrong):
                yield longer
                todo.append(longer)


def standing(position, name, moves):
    """The spaces with own units after some moves."""
    armies = position.players[name].armies
    found = set()
    counts = {}
    for army in armies:
        counts[army.at] = counts.get(army.at, 0) + 1
        move = next((m for m in moves if (m.path[0], m.army) == (army.at, counts[army.at])), None)
        if move is not None:
            found |= {move.path[-1], *move.leaves}
        elif sum(army.units.values()):
            found.add(army.at)
    return frozenset(found)
