"""Every line of actions over the next own turns by the rules alone, for the question `levy`."""

from models.alexandros.cards import refill
from models.alexandros.levy import full
from tests.alexandros.trying import every, may_end
from tests.sparing import Spare


def judge(scenario):
    """The best value and the fewest actions that bring it, by the rules alone."""
    (value, count), _ = lines(scenario)
    return value, count


def lines(scenario, most=None):
    """The best value with the fewest actions for it, and what lines that levy alike are worth, by their levies."""
    board, rulings, question = scenario.board, scenario.rulings, scenario.question
    position = scenario.position.resolved(board)
    name = question.player or position.whose
    before = {player: state.points for player, state in position.players.items()}
    known, spare = {}, Spare(most)

    def worth(now):
        gains = {player: state.points - before[player] for player, state in now.players.items()}
        own = gains.pop(name)
        return own - (max(gains.values()) if question.maximise == "margin" else 0)

    def best(now, left):
        """By the levies to come, as (turns left, card): the least (value negated, actions)."""
        key = left, now.model_dump_json(include={"players", "face_up", "pile", "actions", "levied", "over"})
        if key not in known:
            known[key] = {}
            for levies, rank in found(now, left):
                known[key][levies] = min(known[key].get(levies, rank), rank)
        return known[key]

    def found(now, left):
        spare.use()
        if may_end(now, rulings):
            if now.over or now.ending or full(now, rulings) or left == 1:
                yield (), (-worth(now), 0)
            else:
                after = refill(now, (), rulings).position.changed(actions=0, levied=False)
                yield from best(after, left - 1).items()
        for action, after in every(board, now, rulings, gifts=False):
            levied = ((left, action.levy),) if action.levy else ()
            for levies, (value, count) in best(after, left).items():
                yield (*levied, *levies), (value, count + 1)

    if position.whose == name:
        start = position.changed(moved=True)
    elif position.ending or full(position, rulings):
        return (0, 0), {(): 0}
    else:
        start = position.changed(active=name, moved=True, actions=0, levied=False)
    ranks = best(start, question.turns)
    value, count = min(ranks.values())
    return (-value, count), {levies: -negated for levies, (negated, _) in ranks.items()}
