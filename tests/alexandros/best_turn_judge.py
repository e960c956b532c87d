"""Every turn by the rules alone, and what the best of them is worth on average: slow, and knows no solver."""

from fractions import Fraction
from itertools import combinations

from models.alexandros.board import SYMBOLS
from models.alexandros.cards import can_draw, refill
from models.alexandros.plan import Action, Turn
from models.alexandros.position import FACE_UP, GOVERNORS
from models.alexandros.provinces import province_of, provinces
from models.alexandros.turn import act, play_move
from models.alexandros.walls import moves, options
from tests.alexandros.trying import beyond_means
from tests.sparing import Spare


class Judge:
    """The turns of a scenario."""

    def __init__(self, scenario, most=None):
        self.spare = Spare(most)
        self.asked, self.board, self.rulings = scenario.question, scenario.board, scenario.rulings
        start = scenario.position.resolved(scenario.board)
        self.player = self.asked.player or start.whose
        self.start = start.changed(active=self.player)
        self.hidden = isinstance(start.pile, int)
        self.chance = self.hidden and self.asked.draws == "expected"
        self.known = {}

    def values(self):
        """The best average by card, whether it is of the hand, and symbol."""
        offered = [] if self.start.moved else options(self.board, self.start, self.player, self.rulings)
        if not offered:
            return {None: self.going_on(self.start.changed(moved=True), 0, 0, self.start.pile_size)}
        return {(one.card, one.from_hand, one.symbol): self.moved(one) for one in offered}

    def moved(self, option):
        """The average over what turns up of the best way and actions."""
        needed = 0 if option.from_hand else min(FACE_UP - len(self.start.face_up) + 1, self.start.pile_size)
        total = Fraction(0)
        for chance, shown in self.drawn(self.start.unseen, needed):
            best = None
            given = {"hand" if option.from_hand else "card": option.card, "turned_up": shown}
            if option.symbol != option.card:
                given["as"] = option.symbol
            for to, way in moves(self.board, self.start, option.symbol, self.rulings):
                turn = Turn.model_validate({**given, "to": to, "path": "-".join(way)})
                played = play_move(self.board, self.start, turn, self.rulings)
                assert not played.breaches
                value = self.going_on(played.position, 0, 0, self.start.pile_size - needed)
                best = value if best is None else max(best, value)
            total += chance * best
        return total

    def drawn(self, bag, count):
        """Cards in order with their chances; none where nothing is known."""
        if not count or not self.chance:
            yield Fraction(1), ()
            return
        size = sum(bag.values())
        for card in SYMBOLS:
            if bag[card]:
                for chance, further in self.drawn({**bag, card: bag[card] - 1}, count - 1):
                    yield chance * Fraction(bag[card], size), (card, *further)

    def going_on(self, position, gained, undrawn, left):
        """The best of the actions that are left; ``left`` cards of the hidden pile are as old as the turn."""
        key = (
            position.walled,
            tuple(tuple(sorted(s.hand.items())) for s in position.players.values()),
            tuple(s.governors for s in position.players.values()),
            tuple(s.points for s in position.players.values()),
            (position.face_up, position.pile, tuple(sorted(position.discards.items())), position.actions),
            (position.levied, position.over, gained, undrawn, left),
        )
        if key not in self.known:
            self.known[key] = self._going_on(position, gained, undrawn, left)
        return self.known[key]

    def turns(self):
        """Every turn in which nothing is left to chance: what tells it from others, with its best value."""
        found = {}
        offered = [] if self.start.moved else options(self.board, self.start, self.player, self.rulings)
        if not offered:
            self.add(found, (), self.start.changed(moved=True))
        for one in offered:
            given = {"hand" if one.from_hand else "card": one.card}
            if one.symbol != one.card:
                given["as"] = one.symbol
            for to, way in moves(self.board, self.start, one.symbol, self.rulings):
                turn = Turn.model_validate({**given, "to": to, "path": "-".join(way)})
                after = play_move(self.board, self.start, turn, self.rulings).position
                among = provinces(self.board, after.walled, self.rulings)
                parted = frozenset(frozenset(province.triangles) for province in among if province.symbols)
                self.add(found, (one.card, one.from_hand, one.symbol, to, way[-1], parted), after)
        return found

    def add(self, found, start, position):
        """What actions make of a table; the walls matter to them only by the provinces that they part."""
        among = tuple(sorted(province.triangles for province in provinces(self.board, position.walled, self.rulings)))
        key = among, position.model_dump_json(exclude={"alexander", "walls", "walls_left", "red_left", "ending"})
        if key not in self.known:
            self.known[key] = dict(self.acting(position, 0, 0, ()))
        for acts, value in self.known[key].items():
            found[start, acts] = max(found.get((start, acts), value), value)

    def acting(self, position, gained, undrawn, acts):
        """Every set of actions with its best value."""
        found, seen = {}, set()
        open_cards = position.face_up or can_draw(position, self.rulings.fresh())
        done = position.over or position.actions == 2
        if done or not open_cards or self.rulings.readings["passing"] == "allowed":
            found[tuple(sorted(acts))] = self.worth(position, gained, undrawn)
        for action in () if done else self.actions(position):
            self.spare.use()
            played = act(self.board, position, action, self.rulings, open_draws=True)
            if played.breaches or (told := self.told(position, action)) in seen:
                continue
            seen.add(told)
            after = played.position
            at_once = self.rulings.readings["refill-action"] == "at-once"
            if action.take not in (None, "pile") and after.actions < 2 and at_once:
                after = refill(after, (), self.rulings).position
            now = gained + self.scored(played.ledger), undrawn + played.undrawn
            for key, value in self.acting(after, *now, (*acts, told)):
                found[key] = max(found.get(key, value), value)
        return found.items()

    def told(self, position, action):
        """An action without what makes no difference: which triangles of the same symbols are occupied."""
        if not action.occupy:
            return action.model_dump_json()
        among, symbols = provinces(self.board, position.walled, self.rulings), self.board.symbols
        province = province_of(among, action.occupy[0])
        kinds = sorted(symbols[at] for at in action.occupy)
        enemies = [at for at in province.triangles if position.governors.get(at, self.player) != self.player]
        return str((province.triangles[0], kinds, action.ejects or (enemies[0] if enemies else None)))

    def _going_on(self, position, gained, undrawn, left):
        open_cards = position.face_up or can_draw(position, self.rulings.fresh())
        done = position.over or position.actions == 2
        found = []
        if done or not open_cards or self.rulings.readings["passing"] == "allowed":
            found.append(Fraction(self.worth(position, gained, undrawn)))
        if not done:
            found += self.after_each(position, gained, undrawn, left)
        return max(found)

    def after_each(self, position, gained, undrawn, left):
        for action in self.actions(position):
            self.spare.use()
            played = act(self.board, position, action, self.rulings, open_draws=True)
            if played.breaches:
                continue
            now = gained + self.scored(played.ledger)
            if action.take is None or (action.take == "pile" and not self.chance):
                yield self.going_on(played.position, now, undrawn + played.undrawn, left)
            elif action.take == "pile" and not left:
                yield self.going_on(played.position, now, undrawn + played.undrawn, 0)
            elif action.take == "pile":
                total = Fraction(0)
                for chance, (card,) in self.drawn(position.unseen, 1):
                    told = Action(take="pile", drawn=card)
                    drawn = act(self.board, position, told, self.rulings)
                    total += chance * self.going_on(drawn.position, now, undrawn, left - 1)
                yield total
            else:
                yield self.refilled(played.position, now, undrawn, left)

    def refilled(self, position, gained, undrawn, left):
        """Once a face-up card was taken: perhaps another turns up at once."""
        if position.actions == 2 or self.rulings.readings["refill-action"] == "after":
            return self.going_on(position, gained, undrawn, left)
        needed = min(FACE_UP - len(position.face_up), left if self.chance else position.pile_size)
        total = Fraction(0)
        for chance, shown in self.drawn(position.unseen, needed):
            full = refill(position, shown, self.rulings)
            assert full.wrong is None
            total += chance * self.going_on(full.position, gained, undrawn, left - needed)
        return total

    def actions(self, position):
        yield from (Action(take=card) for card in dict.fromkeys(position.face_up))
        if can_draw(position, self.rulings):
            yield Action(take="pile")
        yield from (Action(levy=card) for card in SYMBOLS)
        own = position.players[self.player].governors
        for count in range(1, len(own) + 1):
            yield from (Action(remove=chosen) for chosen in combinations(own, count))
        for province in provinces(self.board, position.walled, self.rulings):
            enemies = [name for name in province.triangles if position.governors.get(name, self.player) != self.player]
            for count in range(1, GOVERNORS - len(own) + 1):
                if beyond_means(province, count, position.players[self.player], self.rulings):
                    continue
                for chosen in combinations(province.symbols, count):
                    for ejects in (None, *(enemies if len(enemies) > 1 else ())):
                        yield Action(occupy=chosen, ejects=ejects)

    def scored(self, ledger):
        own = ledger.total(self.player)
        if self.asked.maximise == "margin":
            return own - max(ledger.total(name) for name in self.start.players if name != self.player)
        return own

    def worth(self, position, gained, undrawn):
        if self.asked.maximise != "measure":
            return gained
        measure, state = self.asked.measure, position.players[self.player]
        weights = (1, 1, 1, 2) if measure is None else tuple(dict(measure).values())
        among = provinces(self.board, position.walled, self.rulings)
        where = [province_of(among, name) for name in state.governors]
        income = sum(one.blanks for one in where if one is not None and where.count(one) == 1)
        parts = (gained, income, sum(state.hand.values()) + undrawn, GOVERNORS - len(state.governors))
        return sum(weight * part for weight, part in zip(weights, parts, strict=True))
