"""Every movement that there is, by the rules alone, for the question `route`."""

import heapq
from functools import cached_property

from models.empire.board import SYMBOL
from models.empire.movement import GroupMove, _step
from models.empire.plan import Allocation
from models.empire.round import Table, distribute, follow
from models.empire.scoring import majority
from tests.sparing import Spare


def reached(region, standing, budget, spare=None):
    """Where armies can come to stand, each with its least cost and moves that cost it.

    A search by rising cost over single steps of groups of any size, told apart by the steps that they
    have made; a path of several steps is the same as its steps one after the other.
    """
    first = tuple(sorted(((place, 0), count) for place, count in standing.items() if count))
    best = {first: 0}
    came = {first: None}
    heap = [(0, first)]
    while heap:
        if spare is not None:
            spare.use()
        paid, state = heapq.heappop(heap)
        if paid > best[state]:
            continue
        there = {}
        for (place, _), count in state:
            there[place] = there.get(place, 0) + count
        for (start, end), cost in region.costs.items():
            if paid + cost > budget:
                continue
            for size in range(1, there.get(start, 0) + 1):
                move = GroupMove(size, (start, end), None)
                for after in _step(state, move):
                    if paid + cost < best.get(after, budget + 1):
                        best[after] = paid + cost
                        came[after] = (state, move)
                        heapq.heappush(heap, (paid + cost, after))
    found = {}
    for state, paid in best.items():
        armies = dict.fromkeys([*region.in_order, SYMBOL], 0)
        for (place, _), count in state:
            armies[place] += count
        key = tuple(armies[place] for place in region.in_order)
        if key not in found or paid < found[key][0]:
            found[key] = (paid, state)
    return {key: (paid, _moves_to(came, state)) for key, (paid, state) in found.items()}


def _moves_to(came, state):
    moves = []
    while came[state] is not None:
        state, move = came[state]
        moves.append(move)
    return moves[::-1]


class Judge:
    """What the answers must be, from the movements that there are and the rules alone."""

    def __init__(self, scenario, most=None):
        self.spare = Spare(most)
        self.asked = asked = scenario.question
        table = Table.of(scenario.board, scenario.position)
        rulings = scenario.rulings
        for name, policy in scenario.assumptions.rivals.items():
            table = follow(table, name, policy, rulings).table
        hand = table.players[asked.player].hand
        if hand:
            put = Allocation(armies=asked.armies or 0, temple=hand - (asked.armies or 0))
            table = distribute(table, asked.player, put, rulings).table
        self.table, self.me = table, table.players[asked.player]
        self.region = table.region
        money = self.me.temple + self.me.city
        self.budget = money if asked.budget is None else min(money, asked.budget)

    @cached_property
    def ends(self):
        return reached(self.region, self.me.armies, self.budget, self.spare)

    def worth(self, armies):
        standing = dict(zip(self.region.in_order, armies, strict=True))
        if self.asked.count == "provinces":
            return sum(count > 0 for count in armies)
        states = {**self.table.players, self.asked.player: self.me.model_copy(update={"armies": standing})}
        entries = [entry for place in standing for entry in majority(place, states)]
        return sum(entry.amount for entry in entries if entry.player == self.asked.player)

    def held(self, armies):
        return tuple(place for place, count in zip(self.region.in_order, armies, strict=True) if count)

    def sets(self):
        """Every set of provinces that can be held beside what is asked for, with its least cost."""
        wanted = [self.asked.hold.get(place, 0) for place in self.region.in_order]
        least = {}
        for armies, (paid, _) in self.ends.items():
            if all(count >= n for count, n in zip(armies, wanted, strict=True)):
                key = self.held(armies)
                least[key] = min(paid, least.get(key, paid))
        return least

    def each(self):
        costs = {}
        for armies, (paid, _) in self.ends.items():
            for place in self.held(armies):
                costs[place] = min(paid, costs.get(place, paid))
        return costs

    def front(self):
        """The points (cubes, worth) that nothing beats."""
        least = {}
        for armies, (paid, _) in self.ends.items():
            worth = self.worth(armies)
            least[worth] = min(paid, least.get(worth, paid))
        points, dearest = [], self.budget + 1
        for worth in sorted(least, reverse=True):
            if worth and least[worth] < dearest:
                points.append((least[worth], worth))
                dearest = least[worth]
        return points[::-1]

    def area(self):
        front = self.front()
        return sum(max([w for c, w in front if c <= b], default=0) for b in range(self.budget + 1))
