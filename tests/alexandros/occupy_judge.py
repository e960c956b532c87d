"""Every way to occupy provinces by the rules alone, for the question `occupy`."""

from itertools import combinations

from models.alexandros.levy import levied, levy_breaches, levy_entries
from models.alexandros.occupation import occupy as taken
from models.alexandros.plan import Action
from models.alexandros.position import ACTIONS, GOVERNORS
from models.alexandros.provinces import province_of, provinces
from tests.alexandros.trying import beyond_means
from tests.sparing import Spare


class Judge:
    """The ways to occupy what a scenario asks for."""

    def __init__(self, scenario, most=None):
        self.spare = Spare(most)
        self.asked, self.board, self.rulings = scenario.question, scenario.board, scenario.rulings.fresh()
        start = scenario.position.resolved(scenario.board)
        self.name = self.asked.player or start.whose
        self.start = start.changed(active=self.name)
        among = provinces(self.board, start.walled, self.rulings)
        if self.asked.provinces is None:
            own = start.players[self.name].governors
            self.among = [one for one in among if not set(own) & set(one.triangles)]
        else:
            self.among = [province_of(among, name) for name in self.asked.provinces]

    def tried(self, position, province):
        """Every legal occupation: the action, and what came of it."""
        enemies = [where for where in position.governors if where in province.symbols]
        enemies = [where for where in enemies if position.governors[where] != self.name]
        ejects = enemies if len(enemies) > 1 and self.rulings.readings["ejection"] == "once" else [None]
        state = position.players[self.name]
        for count in range(1, GOVERNORS + 1 - len(state.governors)):
            if beyond_means(province, count, state, self.rulings):
                continue
            for placed in combinations(province.symbols, count):
                for one in ejects:
                    action = Action(occupy=placed, ejects=one)
                    self.spare.use()
                    done = taken(self.board, position, self.name, action, self.rulings)
                    if not done.breaches:
                        yield action, done

    def cheapest(self):
        """By placement and governor paid for: cards and governors."""
        return {
            (action.occupy, action.ejects): (sum(done.used.values()), len(action.occupy))
            for province in self.among
            for action, done in self.tried(self.start, province)
        }

    def assign(self):
        """The best that so many actions come to, in all orders."""
        most = max(0, ACTIONS - self.start.actions) if self.asked.actions is None else self.asked.actions
        self.known = {}
        return self.going_on(self.start, frozenset(range(len(self.among))), most)

    def going_on(self, position, left, actions):
        state = position.players[self.name]
        key = (tuple(sorted(state.hand.items())), self.colours(position), left, actions)
        if key not in self.known:
            best = self.worth(position, len(self.among) - len(left), actions)
            for number in left if actions else ():
                tried = {}
                for action, done in self.tried(position, self.among[number]):
                    kinds = tuple(sorted(self.board.symbols[where] for where in action.occupy))
                    tried[kinds, tuple(sorted(done.used.items()))] = done.position
                for after in tried.values():
                    best = max(best, self.going_on(after, left - {number}, actions - 1))
            self.known[key] = best
        return self.known[key]

    def assignments(self, position, left, actions, done=frozenset()):
        """Every assignment by what tells it from others, with what it is worth, in all orders."""
        if (self.asked.maximise or "income") != "points":
            yield done, self.worth(position, len(done), 0)
        else:
            yield (done, None), 0
            for card in position.players[self.name].hand if actions and not position.levied else ():
                if not list(levy_breaches(self.board, position, self.name, card)):
                    ledger = levy_entries(self.board, position, self.name, card, self.rulings)
                    yield (done, card), ledger.total(self.name)
        for number in left if actions else ():
            tried = {}
            for action, taken_ in self.tried(position, self.among[number]):
                kinds = tuple(sorted(self.board.symbols[where] for where in action.occupy))
                tried[self.among[number].triangles[0], kinds, action.ejects] = taken_.position
            for key, after in tried.items():
                yield from self.assignments(after, left - {number}, actions - 1, done | {key})

    def colours(self, position):
        """Own governors by symbol and province: all that an end is worth depends on."""
        among = provinces(self.board, position.walled, self.rulings)
        places = [
            (among.index(province_of(among, where)) if province_of(among, where) else -1, self.board.symbols[where])
            for where in position.players[self.name].governors
        ]
        return tuple(sorted(places))

    def worth(self, position, done, actions):
        measure = self.asked.maximise or "income"
        if measure == "provinces":
            return done
        if measure == "income":
            own = position.players[self.name].governors
            return sum(
                one.blanks
                for one in provinces(self.board, position.walled, self.rulings)
                if len(set(own) & set(one.triangles)) == 1
            )
        best = 0
        if actions and not position.levied:
            for card in position.players[self.name].hand:
                if not list(levy_breaches(self.board, position, self.name, card)):
                    ledger = levy_entries(self.board, position, self.name, card, self.rulings)
                    assert levied(position, self.name, card, ledger)
                    best = max(best, ledger.total(self.name))
        return best
