"""Every walk of the funeral cart, over `models/` alone."""

from collections import Counter
from fractions import Fraction
from math import prod

from models.successors.burial import burial_breaches
from models.successors.movement import move_breaches, path_cost
from models.successors.position import Position

TOO_MANY = 15_000


class Walks:
    """What a scenario allows, by the rules and the question alone."""

    def __init__(self, scenario):
        self.scenario, self.asked, self.board = scenario, scenario.question, scenario.board
        pairs = [*self.board.land, *((self.asked.sea and (*self.board.sea, *self.board.routes)) or ())]
        self.beside = {space: set() for space in self.board.spaces}
        for one, other in pairs:
            self.beside[one].add(other)
            self.beside[other].add(one)
        self.known = {}
        self.chances = {}

    def buried(self, space):
        """Whether the cart can be buried in a space."""
        asked, position = self.asked, self.scenario.position
        if asked.to is not None and space not in asked.to:
            return False
        there = {"at": space, "player": asked.player}
        given = {**position.model_dump(by_alias=True), "cart": there, "segment": "forage", "active": asked.player}
        rulings = self.scenario.rulings.fresh()
        return not list(burial_breaches(self.board, Position.model_validate(given), asked.player, (), rulings))

    def walks(self, start, points):
        """Every way that one move can go; none comes to a space twice, which would bring it nowhere else."""
        if (start, points) not in self.known:
            found, more = [], [(start,)]
            while more:
                path = more.pop()
                found.append(path)
                for space in self.beside[path[-1]] - set(path):
                    longer = (*path, space)
                    given = (self.asked.player, longer, points, (), self.scenario.rulings)
                    if space in self.asked.avoid or list(move_breaches(self.board, self.scenario.position, *given)):
                        continue
                    if self.asked.sea or path_cost(self.board, longer, sea=False) is not None:
                        more.append(longer)
            self.known[start, points] = found
        return self.known[start, points]

    def roads(self):
        """All roads to a burial that pass no space twice, with their points; None if there are too many ways to go."""
        asked = self.asked
        moves = asked.movement if isinstance(asked.movement, tuple) else (asked.movement,) * asked.activations
        reached = {(self.scenario.position.cart.at,): 0}
        for points in moves:
            after = dict(reached)
            for road, cost in reached.items():
                for path in self.walks(road[-1], points):
                    if set(path[1:]) & set(road):
                        continue
                    longer = (*road, *path[1:])
                    total = cost + path_cost(self.board, path)
                    after[longer] = min(after.get(longer, total), total)
                if len(after) > TOO_MANY:
                    return None
            reached = after
        return {road: cost for road, cost in reached.items() if self.buried(road[-1])}

    def rolled(self):
        """How often a move has so many points (F-13)."""
        asked = self.asked
        if asked.allowances is not None:
            return {points: weight for points, weight in asked.allowances.items() if weight}
        return Counter(2 if die < asked.initiative else 3 if die == asked.initiative else 4 for die in range(1, 7))

    def chance(self, left, at):
        """The probability to arrive, trying everything."""
        if self.buried(at):
            return Fraction(1)
        if not left:
            return Fraction(0)
        rolled = self.rolled()
        if (left, at) in self.chances:
            return self.chances[left, at]
        total = Fraction(0)
        for points, weight in rolled.items():
            ends = {path[-1] for path in self.walks(at, points)}
            total += Fraction(weight, sum(rolled.values())) * max(self.chance(left - 1, end) for end in ends)
        self.chances[left, at] = total
        return total

    def policies(self):
        """In how many outcomes the cart arrives at best, and how many best ways there are for the first move."""
        asked, start = self.asked, self.scenario.position.cart.at
        moves, rolled = asked.activations, self.rolled()
        value = self.chance(moves, start) * sum(rolled.values()) ** moves
        if not value or not moves or self.buried(start):
            return int(value), 1
        ways = []
        for points in rolled:
            chances = [self.chance(moves - 1, end) for end in {path[-1] for path in self.walks(start, points)}]
            ways.append(chances.count(max(chances)))
        return int(value), prod(ways)
