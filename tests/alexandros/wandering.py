"""Whole games of players who do something legal at random."""

from models.alexandros.cards import can_draw
from models.alexandros.levy import levy_breaches
from models.alexandros.occupation import fewest_governors, occupy
from models.alexandros.plan import Action, Event, Turn
from models.alexandros.position import COPIES, GOVERNORS, Position
from models.alexandros.provinces import provinces
from models.alexandros.turn import act, play_move
from models.alexandros.walls import moves, options


def deal(board, chance, names=("ana", "ben", "eva")):
    """A game at its start, the pile known: one card each (3-3), two face up (3-4)."""
    deck = [symbol for symbol in board.with_symbol for _ in range(COPIES)]
    chance.shuffle(deck)
    players = {name: {"hand": {deck.pop(): 1}} for name in names}
    face_up = [deck.pop(), deck.pop()]
    return Position.model_validate({"face_up": face_up, "pile": deck, "players": players}).resolved(board)


def move(board, position, rulings, chance):
    """A legal move by chance, as a turn without actions."""
    offered = options(board, position, position.whose, rulings)
    if not offered:
        return Turn()
    option = chance.choice(offered)
    name, way = chance.choice(list(moves(board, position, option.symbol, rulings)))
    given = {"hand" if option.from_hand else "card": option.card, "to": name, "path": "-".join(way)}
    return Turn(**given, stands_for=option.symbol if option.symbol != option.card else None)


def actions(board, position, rulings, chance):
    """Some legal actions: levies and provinces where there are any, cards otherwise."""
    name = position.whose
    state = position.players[name]
    found = []
    if not position.levied:
        found += [Action(levy=card) for card in state.hand if not list(levy_breaches(board, position, name, card))]
    for province in provinces(board, position.walled, rulings):
        if province.symbols:
            count = fewest_governors(province, state.hand, rulings)
            if count + len(state.governors) <= GOVERNORS:
                place = chance.sample(list(province.symbols), count)
                trial = Action(occupy=tuple(place))
                if not occupy(board, position, name, trial, rulings).breaches:
                    found += [trial] * 4
    if state.governors and chance.random() < 0.1:
        found.append(Action(remove=(chance.choice(state.governors),)))
    if can_draw(position, rulings) and chance.random() < 0.5:
        top = position.pile[0] if isinstance(position.pile, tuple) and position.pile else None
        drawn = top or chance.choice([card for card, count in position.unseen.items() if count] or [None])
        found.append(Action(take="pile", drawn=drawn) if drawn else Action(take="pile"))
    found += [Action(take=card) for card in position.face_up]
    return found


def turn(board, position, rulings, chance):
    """A legal turn of the player whose it is."""
    chosen = move(board, position, rulings, chance)
    now = play_move(board, position, chosen, rulings).position
    taken = []
    for _ in range(2):
        offered = actions(board, now, rulings, chance)
        if now.over or not offered:
            break
        taken.append(chance.choice(offered))
        now = act(board, now, taken[-1], rulings).position
    return Event(player=position.whose, **{**dict(chosen), "actions": tuple(taken)})
