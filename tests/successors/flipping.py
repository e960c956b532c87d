"""Everything on a table that may change, one by one, and who has won after a regency test, over `models/` alone."""

from models.successors import acquisitions
from models.successors.log import prepare, replay
from models.successors.plan import Event
from models.successors.position import ROYALS, Position


def singles(made):
    """Every single change in canonical order: (kind, name, new owner), by thing and its place among the choices."""
    position, players = made.position, list(made.position.players)
    listed = []
    for space in made.board.markable:
        now = position.markers.get(space)
        listed.append(("control", space, now, [None, *players]))
    for royal in ROYALS:
        if royal not in position.dead:
            listed.append(("royals", royal, position.holder(royal) or "free", ["free", *players, "dead"]))
    for name, state in position.players.items():
        for general in state.generals:
            listed.append(("generals", general, name, [*players, "dead"]))
    for name, state in position.players.items():
        listed.append(("champion", name, state.champion, [True, False]))
    found = []
    for at, (kind, name, now, choice) in enumerate(listed):
        others = [owner for owner in choice if owner != now]
        found += [(at, code, kind, name, owner) for code, owner in enumerate(others, start=1)]
    return found, len(listed)


def table_after(made, chosen, game):
    """The table with some changes, worked out on plain values."""
    data = game.position.model_dump(mode="json", by_alias=True)
    players = data["players"]
    for _, _, kind, name, owner in chosen:
        if kind == "control":
            data["independents"] = [space for space in data["independents"] if space != name]
            for state in players.values():
                state["control"] = [space for space in state["control"] if space != name]
            if owner:
                players[owner]["control"].append(name)
                if data["capitals"].get(name, owner) != owner and name not in players[owner]["captured"]:
                    players[owner]["captured"].append(name)
        elif kind == "royals":
            for state in players.values():
                state["royals"] = [royal for royal in state["royals"] if royal != name]
            if owner == "dead":
                data["dead"].append(name)
            elif owner != "free":
                players[owner]["royals"].append(name)
        elif kind == "generals":
            (there,) = [state["generals"].pop(name) for state in players.values() if name in state["generals"]]
            if owner != "dead":
                players[owner]["generals"][name] = there
        else:
            players[name]["champion"] = owner
    return Position.model_validate(data)


def winners(made, game):
    """Who has won when the test that is asked about is through, turn after turn as in a log."""
    turns = acquisitions.regency_turns(made.position)
    last = made.question.turn or turns[0]
    if game.outcome is None and turns[0] == game.position.turn:
        game, _, _ = prepare(game, False, made.rulings)
    if game.outcome is not None:
        return game.outcome.winners
    events = [Event(turn=turn) for turn in range(game.position.turn + 1, last + 1)]
    return tuple(replay(made.board, game.position, events, made.rulings).after["winners"])


def reaches(made, game):
    won, question = winners(made, game), made.question
    return won == (question.for_,) if question.for_ else won != (question.against,)
