"""Every action by the rules, for judges that try them all on small boards."""

from itertools import chain, combinations, product

from models.alexandros.board import SYMBOLS
from models.alexandros.cards import can_draw, draw, refill
from models.alexandros.levy import levy_breaches
from models.alexandros.occupation import occupy, owed
from models.alexandros.plan import PILE, Action
from models.alexandros.position import ACTIONS, GOVERNORS
from models.alexandros.provinces import provinces
from models.alexandros.turn import act


def subsets(names, most):
    return chain.from_iterable(combinations(names, count) for count in range(1, most + 1))


def beyond_means(province, count, state, rulings):
    """Whether so many more governors and all cards of a hand cannot pay for each triangle of a province."""
    standing = sum(where in province.symbols for where in state.governors)
    unpaid = len(province.symbols) - standing - count
    return rulings.readings["payment"] == "triangle" and unpaid > sum(state.hand.values())


def tries(board, position, rulings, *, gifts, lucky):
    """Legal actions; `gifts`: with all that a loser can get; `lucky`: with every card that may be drawn."""
    name = position.whose
    state = position.players[name]
    if not position.levied:
        yield from (Action(levy=card) for card in state.hand if not list(levy_breaches(board, position, name, card)))
    for province in provinces(board, position.walled, rulings):
        if beyond_means(province, GOVERNORS - len(state.governors), state, rulings):
            continue
        for placed in subsets(tuple(province.symbols), GOVERNORS - len(state.governors)):
            if beyond_means(province, len(placed), state, rulings):
                continue
            enemies = [where for where in position.governors if where in province.symbols]
            for ejects in (None, *enemies) if rulings.readings["ejection"] == "once" else (None,):
                made = Action(occupy=placed, ejects=ejects)
                done = occupy(board, position, name, made, rulings)
                if done.breaches:
                    continue
                yield made
                if gifts and done.loser:
                    due, base = owed(done.ejection, done.cards, rulings)
                    for numbers in product(*(range(count + 1) for count in base.values())):
                        if sum(numbers) == due:
                            given = {card: count for card, count in zip(base, numbers, strict=True) if count}
                            yield Action(occupy=placed, ejects=ejects, gives=given)
    yield from (Action(take=card) for card in dict.fromkeys(position.face_up))
    if isinstance(position.pile, tuple) and position.pile:
        yield Action(take=PILE, drawn=position.pile[0])
    elif can_draw(position, rulings):
        if rulings.readings["passing"] == "not":
            yield Action(take=PILE)
        if lucky:
            yield from (Action(take=PILE, drawn=card) for card in SYMBOLS if not draw(position, card, rulings).wrong)
    most = 1 if rulings.readings["removal"] == "one" else GOVERNORS
    yield from (Action(remove=places) for places in subsets(state.governors, min(most, len(state.governors))))


def every(board, position, rulings, *, gifts=True, lucky=False):
    """Every legal action with known cards, and the table after it, open cards filled up where that comes at once."""
    if position.over or position.actions >= ACTIONS:
        return
    for made in tries(board, position, rulings, gifts=gifts, lucky=lucky):
        done = act(board, position, made, rulings, open_draws=True)
        assert not done.breaches, (made, done.breaches)
        after = done.position
        if rulings.readings["refill-action"] == "at-once" and not after.over and after.actions < ACTIONS:
            after = refill(after, (), rulings).position
        yield made, after


def may_end(position, rulings):
    """Whether the turn may end here."""
    possible = position.face_up or can_draw(position, rulings)
    done = position.over or position.actions >= ACTIONS or not possible
    return bool(done) or rulings.readings["passing"] == "allowed"
