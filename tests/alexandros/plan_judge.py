"""Every line of own turns by the rules alone, for the question `plan`: slow, and knows no solver."""

from models.alexandros.cards import refill
from models.alexandros.levy import full
from models.alexandros.plan import Turn
from models.alexandros.turn import play_move
from models.alexandros.walls import moves, options
from tests.alexandros.trying import every, may_end


class Judge:
    """The lines of a scenario."""

    def __init__(self, scenario):
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


def told(position):
    """All that can matter of a table."""
    hands = tuple(tuple(sorted(state.hand.items())) for state in position.players.values())
    players = tuple((state.points, tuple(sorted(state.governors))) for state in position.players.values())
    cards = tuple(sorted(position.face_up)), position.pile, tuple(sorted(position.discards.items())), hands
    turn = position.moved, position.actions, position.levied, position.ending, position.over
    return position.here, position.walled, position.black, position.red_left, cards, players, turn
