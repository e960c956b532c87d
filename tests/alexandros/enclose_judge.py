"""Every group of triangles and every move by the rules alone, for the question `enclose`."""

from models.alexandros.lattice import sides
from models.alexandros.provinces import Province, provinces
from models.alexandros.walls import moved, moves, options
from tests.sparing import Spare


def groups(board, walls, symbols=None, spare=None):
    """Every group of triangles that connects without crossing a wall, once; with at most so many symbols."""
    spare = spare or Spare()
    numbers = {name: at for at, name in enumerate(board.triangles)}
    beside = {name: [other for other, side in board.neighbours[name] if side not in walls] for name in numbers}

    def grown(group, edge, barred):
        spare.use()
        if symbols is not None and sum(board.symbols.get(name) is not None for name in group) > symbols:
            return
        yield group
        for at, name in enumerate(edge):
            left = barred | set(edge[: at + 1])
            new = [other for other in beside[name] if other not in left and other not in edge and other not in group]
            yield from grown(group | {name}, [*edge[at + 1 :], *new], left | {name})

    for name, number in numbers.items():
        barred = {other for other in numbers if numbers[other] < number}
        yield from grown({name}, [other for other in beside[name] if other not in barred], barred | {name})


def judged(scenario, most=None, walls=None):
    """By new province that fits the question but for walls and value: its new walls, all found by trying.

    With ``walls`` those that take more new walls inland than that are left out.
    """
    board, position, rulings = scenario.board, scenario.position, scenario.rulings.fresh()
    standing = provinces(board, position.walled, rulings)
    asked, found, rim = scenario.question, {}, set(board.rim_sides)
    for group in groups(board, position.walled, asked.symbols, Spare(most)):
        province = Province.of(board, group)
        symbols = len(province.symbols)
        if province in standing or (asked.inside is not None and asked.inside not in group):
            continue
        if asked.symbols is not None and symbols > asked.symbols:
            continue
        around = {side for name in group for side in sides(name) if sum(t in group for t in board.touching[side]) == 1}
        new = around - position.walled
        if walls is not None and len(new - rim) > walls:
            continue
        for side in sorted(new & rim):
            if province in provinces(board, position.walled | (new - {side}), rulings):
                new = new - {side}
        assert province in provinces(board, position.walled | new, rulings)
        found[province.triangles] = (province.blanks, len(new), symbols)
    return found


def marched(scenario, most=None):
    """By new province that fits: the fewest moves, all found by trying."""
    board, asked, rulings = scenario.board, scenario.question, scenario.rulings.fresh()
    start = scenario.position.resolved(board).changed(moved=False, actions=0, levied=False)
    name = asked.player or start.whose
    standing = provinces(board, start.walled, rulings)
    found, tables, spare = {}, [start], Spare(most)
    for level in range(1, (asked.moves or 3) + 1):
        after = {}
        for position in tables:
            for now, symbol in paid(board, position, name, asked.cards == "own", rulings):
                for _, way in moves(board, position, symbol, rulings):
                    spare.use()
                    following, laid = moved(now, way, rulings)
                    following = following.changed(moved=False)
                    key = (following.here, following.walled, following.black, following.red_left, following.ending)
                    cards = (tuple(sorted(following.face_up)), tuple(sorted(following.players[name].hand.items())))
                    after[key, cards if asked.cards == "own" else ()] = following
                    for province in provinces(board, following.walled, rulings) if laid.sides else ():
                        if province not in standing and fits(asked, province, start, following):
                            found.setdefault(province.triangles, level)
        tables = [position for position in after.values() if not position.ending]
    return found


def fits(asked, province, start, after):
    inside = asked.inside is None or asked.inside in province.triangles
    cheap = asked.symbols is None or len(province.symbols) <= asked.symbols
    few = asked.walls is None or len(after.walled - start.walled) <= asked.walls
    return inside and cheap and few and province.blanks >= asked.value


def paid(board, position, name, own, rulings):
    """The table once a card is taken or played, and the symbol that it sends Alexander to."""
    if not own:
        yield from ((position, symbol) for symbol in board.with_symbol)
        return
    for option in options(board, position, name, rulings):
        hand = dict(position.players[name].hand)
        hand[option.card] = hand.get(option.card, 0) + (-1 if option.from_hand else 1)
        now = position.with_player(name, hand={card: held for card, held in hand.items() if held})
        if not option.from_hand:
            left = list(position.face_up)
            left.remove(option.card)
            now = now.changed(face_up=tuple(left))
        yield now, option.symbol
