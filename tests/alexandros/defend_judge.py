"""What rivals can take after every set of actions, by the rules alone, for the question `defend`."""

from itertools import product

from models.alexandros.board import SYMBOLS
from models.alexandros.cards import refill
from models.alexandros.levy import full
from models.alexandros.plan import Turn
from models.alexandros.position import FACE_UP
from models.alexandros.provinces import provinces
from models.alexandros.turn import play_move
from models.alexandros.walls import moves, options
from solver.alexandros.defend_documents import ALL
from tests.alexandros.trying import every, may_end
from tests.sparing import Spare


class Judge:
    """The smallest worst loss and the fewest actions for it, trying everything by the rules alone."""

    def __init__(self, made, most=None):
        self.spare = Spare(most)
        self.board, self.rulings, self.question = made.board, made.rulings, made.question
        self.position = made.position.resolved(self.board)
        self.name = self.question.player or self.position.whose
        others = [name for name in self.position.players if name != self.name]
        self.rivals = others if self.question.against == ALL else [self.question.against]
        self.base = self.income(self.position)
        self.replies, self.seconds = {}, {}

    def income(self, position):
        own = position.players[self.name].governors
        among = provinces(self.board, position.walled, self.rulings)
        return sum(one.blanks for one in among if sum(where in one.symbols for where in own) == 1)

    def fillings(self, position, guess):
        """Every way in which open cards may be filled up."""
        filled = refill(position, (), self.rulings)
        missing = FACE_UP - len(filled.position.face_up)
        if not guess or not missing or not isinstance(filled.position.pile, int):
            return [filled.position]
        done = [refill(position, (*filled.turned, *told), self.rulings) for told in product(SYMBOLS, repeat=missing)]
        return [one.position for one in done if one.wrong is None] or [filled.position]

    def best(self):
        """The smallest worst loss, and the fewest actions for it."""
        loss, sets = self.ways()
        return loss, min(map(len, sets))

    def ways(self):
        """The smallest worst loss, and all sets of actions that have it, each as written if first in order."""
        if self.position.whose != self.name:
            return self.worst(self.position, ended=False), {()}
        ends, known = {}, {}
        most = self.position.actions + self.question.actions

        def go_on(now, made):
            if may_end(now, self.rulings) or now.actions >= most:
                ends.setdefault(tuple(sorted(made)), []).append(now)
            if now.actions < most:
                for action, after in self.different(now):
                    go_on(after, (*made, action))

        go_on(self.position, ())
        losses = {}
        for made, tables in ends.items():
            for now in tables:
                key = now.model_dump_json(exclude={"actions", "levied"})
                if key not in known:
                    known[key] = self.worst(now, ended=True)
                losses[made] = min(losses.get(made, known[key]), known[key])
        least = min(losses.values())
        return least, {made for made, loss in losses.items() if loss == least}

    def different(self, now):
        """Every action and the table after it; of ways to tell the same the shortest."""
        found = {}
        self.spare.use()
        for action, after in every(self.board, now, self.rulings):
            told = action.model_dump_json()
            found.setdefault((action.occupy or told, after.model_dump_json()), (told, after))
        return list(found.values())

    def worst(self, now, ended):
        if ended and (now.over or now.ending or full(now, self.rulings)):
            return self.base - self.income(now)
        guess = self.question.unknown != "none"
        tables = self.fillings(now, guess) if ended else [now]
        return max(self.reply(table, rival) for table in tables for rival in self.rivals)

    def reply(self, table, rival):
        if table.whose != rival:
            table = table.changed(active=rival, moved=False, actions=0, levied=False)
        own = table.players[self.name].governors
        key = rival, own, table.model_dump_json(exclude={"discards"}), bool(table.discards)
        if key not in self.replies:
            self.replies[key] = max(self.after_actions(moved) for moved in self.moves(table, rival))
        return self.replies[key]

    def moves(self, table, rival):
        offered = () if table.moved else options(self.board, table, rival, self.rulings)
        if not offered:
            return [table.changed(moved=True)]
        found = {}
        for option in offered:
            given = {"hand" if option.from_hand else "card": option.card}
            if option.symbol != option.card:
                given["as"] = option.symbol
            lucky = self.question.unknown == "any" and isinstance(table.pile, int) and not option.from_hand
            for to, way in moves(self.board, table, option.symbol, self.rulings):
                for told in [(), *((card,) for card in SYMBOLS if lucky)]:
                    turn = Turn.model_validate({**given, "to": to, "path": "-".join(way), "turned_up": told})
                    played = play_move(self.board, table, turn, self.rulings)
                    if not played.breaches:
                        now = played.position
                        found[now.walled, now.face_up, now.players[rival].hand.__repr__()] = now
        return list(found.values())

    def after_actions(self, now):
        """The worst loss over all actions of a rival, Alexander having moved."""
        known = {"alexander", "walls_left", "red_left", "walls", "ending"}
        key = now.walled, now.model_dump_json(exclude=known)
        if key not in self.seconds:
            lucky = self.question.unknown == "any"
            found = [self.base - self.income(now)]
            self.spare.use()
            for _, after in every(self.board, now, self.rulings, gifts=False, lucky=lucky):
                found.append(self.after_actions(after))
            self.seconds[key] = max(found)
        return self.seconds[key]
