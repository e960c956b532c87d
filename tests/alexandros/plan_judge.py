"""Every line of own turns by the rules alone, for the question `plan`: slow, and knows no solver."""

from collections import Counter

from models.alexandros.cards import refill
from models.alexandros.levy import full
from models.alexandros.plan import Turn
from models.alexandros.provinces import provinces
from models.alexandros.turn import play_move
from models.alexandros.walls import moves, options
from tests.alexandros.trying import every, may_end
from tests.sparing import Spare


class Judge:
    """The lines of a scenario."""

    def __init__(self, scenario, most=None):
        self.spare = Spare(most)
        self.board, self.rulings, self.asked = scenario.board, scenario.rulings.fresh(), scenario.question
        now = scenario.position.resolved(scenario.board)
        self.player = self.asked.player or now.whose
        self.before = {name: state.points for name, state in now.players.items()}
        self.known = {}
        if now.whose != self.player:
            ends = now.ending or full(now, self.rulings)
            now = refill(self.own(now), (), self.rulings).position.changed(over=ends)
        self.start = now

    def own(self, position):
        return position.changed(active=self.player, moved=False, actions=0, levied=False)

    def best(self):
        """The value of the best line."""
        return self.from_turn(self.start, self.asked.turns)

    def from_turn(self, position, turns):
        if position.over or turns == 0:
            return self.worth(position)
        key = (turns, told(position))
        if key not in self.known:
            self.known[key] = max(self.from_turn(after, turns - 1) for after in self.turns(position))
        return self.known[key]

    def answers(self):
        """How many different best lines there are."""
        lines = self.lines(self.start, self.asked.turns)
        values = {value for _, _, value in lines}
        return max(values), sum(value == max(values) for _, _, value in lines)

    def lines(self, position, turns):
        """Every line from a turn on as (everybody's points by turn, how it ends, its value): what tells it apart."""
        if position.over or turns == 0:
            return {((), self.end(position), self.worth(position))}
        key = ("lines", turns, told(position))
        if key not in self.known:
            self.known[key] = {
                ((gains(position, after), *more), end, value)
                for after in self.turns(position)
                for more, end, value in self.lines(after, turns - 1)
            }
        return self.known[key]

    def end(self, position):
        """The cards in the hand; whose governors stand on which symbols of which provinces."""
        symbols = self.board.symbols
        standing = Counter(
            (
                name,
                one.blanks,
                tuple(sorted(symbols[at] for at in one.symbols)),
                tuple(sorted(symbols[at] for at in state.governors if at in one.triangles)),
            )
            for one in provinces(self.board, position.walled, self.rulings)
            for name, state in position.players.items()
            if set(state.governors) & set(one.triangles)
        )
        return tuple(sorted(position.players[self.player].hand.items())), tuple(sorted(standing.items()))

    def worth(self, position):
        gains = {name: state.points - self.before[name] for name, state in position.players.items()}
        own = gains.pop(self.player)
        return own - max(gains.values()) if self.asked.maximise == "margin" else own

    def turns(self, position):
        """The tables that a turn can leave, each once."""
        found, seen = {}, set()
        going = list(self.moved(position))
        while going:
            now = going.pop()
            if told(now) in seen:
                continue
            seen.add(told(now))
            self.spare.use()
            if may_end(now, self.rulings):
                after = self.ended(now)
                found[told(after)] = after
            going += [after for _, after in every(self.board, now, self.rulings, gifts=False)]
        return found.values()

    def ended(self, position):
        if position.over:
            return position
        position = refill(position, (), self.rulings).position
        if position.ending or full(position, self.rulings):
            return position.changed(over=True)
        return self.own(position)

    def moved(self, position):
        offered = () if position.moved else options(self.board, position, self.player, self.rulings)
        if not offered:
            yield position.changed(moved=True)
        for option in offered:
            given = {"hand" if option.from_hand else "card": option.card}
            if option.symbol != option.card:
                given["as"] = option.symbol
            for to, way in moves(self.board, position, option.symbol, self.rulings):
                turn = Turn.model_validate({**given, "to": to, "path": "-".join(way)})
                played = play_move(self.board, position, turn, self.rulings)
                assert not played.breaches
                yield played.position


def gains(before, after):
    return tuple(state.points - before.players[name].points for name, state in after.players.items())


def told(position):
    """All that can matter of a table."""
    hands = tuple(tuple(sorted(state.hand.items())) for state in position.players.values())
    players = tuple((state.points, tuple(sorted(state.governors))) for state in position.players.values())
    cards = tuple(sorted(position.face_up)), position.pile, tuple(sorted(position.discards.items())), hands
    turn = position.moved, position.actions, position.levied, position.ending, position.over
    return position.here, position.walled, position.black, position.red_left, cards, players, turn
