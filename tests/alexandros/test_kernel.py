"""The kernel in whole numbers against models/, on random tables under random readings."""

from itertools import combinations, islice, product
from random import Random

import pytest

from models.alexandros import cards as piles
from models.alexandros import levy, occupation, walls
from models.alexandros.board import SYMBOLS
from models.alexandros.lattice import split_chain
from models.alexandros.plan import Action
from models.alexandros.position import in_order
from models.alexandros.provinces import provinces
from models.alexandros.turn import _end, _passing, act
from puzzles.generate.alexandros import LARGE, SMALL, TINY, table
from solver.alexandros.kernel import KINDS, NONE, Table, bits, cards


def some(seed):
    found = table(seed, size=(TINY, SMALL, SMALL, LARGE)[seed % 4])
    return found, Table(found.board, found.readings), Random(seed)


def check_geometry(board, grid, position, rulings, chance):
    state = grid.state(position)
    assert grid.state(grid.position(state, tuple(position.players))) == state
    expected = provinces(board, position.walled, rulings)
    found = grid.provinces(state.walls)
    assert [grid.triangles(mask) for mask in found] == [province.triangles for province in expected]
    assert [grid.value(mask) for mask in found] == [province.blanks for province in expected]
    assert [cards(grid.symbols(mask)) for mask in found] == [in_order(province.counts) for province in expected]
    for _ in range(3):
        new = chance.sample(board.sides, min(len(board.sides), chance.randint(1, 8)))
        after = provinces(board, position.walled | set(new), rulings)
        mask = sum(grid.side_bit[side] for side in new)
        assert {grid.triangles(one) for one in grid.provinces_after(state.walls, mask)} == {p.triangles for p in after}
        assert grid.provinces(state.walls | mask) == tuple(grid.mask_of(province.triangles) for province in after)


def check_moves(board, grid, position, rulings, chance):
    state = grid.state(position)
    name = position.whose
    expected = [(one.card, one.from_hand, one.symbol) for one in walls.options(board, position, name, rulings)]
    options = grid.options(state)
    assert [(SYMBOLS[o.card], o.from_hand, SYMBOLS[o.symbol]) for o in options] == expected
    for kind, symbol in enumerate(SYMBOLS):
        target = walls.targets(board, position, symbol, rulings)
        assert grid.triangles(grid.targets(state, kind)) == target.triangles
        moves = list(islice(grid.moves(state, kind), 400))
        assert [(grid.name[to], grid.chain(way)) for to, way in moves] == [
            (to, "-".join(way)) for to, way in islice(walls.moves(board, position, symbol, rulings), 400)
        ]
        for _, way in chance.sample(moves, min(len(moves), 5)):
            after, laid = walls.moved(position, split_chain(grid.chain(way)), rulings)
            assert grid.march(state, way) == grid.state(after)
            assert grid.laid(state, way)[0] == sum(grid.side_bit[side] for side in laid.sides)


def check_cards(board, grid, position, rulings, chance):
    state = grid.state(position)
    assert grid.can_draw(state) == piles.can_draw(position, rulings)
    if not isinstance(position.pile, tuple):
        assert cards(grid.unseen(state)) == in_order(position.unseen)
    bare, told = position, [chance.randrange(5) for _ in range(chance.randint(0, 3))]
    while bare.face_up and chance.random() < 0.8:
        bare = piles.without_face_up(piles.to_hand(bare, bare.whose, {bare.face_up[0]: 1}), bare.face_up[0])
    filled = piles.refill(bare, [SYMBOLS[card] for card in told], rulings)
    found = grid.refill(grid.state(bare), tuple(told))
    assert (found is None) == (filled.wrong is not None)
    if found is not None:
        assert found == (grid.state(filled.position), tuple(counts_of(filled.left)))
    for tell in (None, *KINDS):
        drawn = piles.draw(position, None if tell is None else SYMBOLS[tell], rulings)
        after = grid.drawn(state, tell)
        assert (after is None) == (drawn.wrong is not None)
        assert after is None or after == (grid.state(drawn.position), counts_of([drawn.card])[0])


def few(chance, items, most):
    found = sorted(items)
    return chance.sample(found, min(len(found), most))


def counts_of(symbols):
    return [None if symbol is None else SYMBOLS.index(symbol) for symbol in symbols]


def check_actions(board, grid, position, rulings, chance):
    state = grid.state(position)
    name = position.whose

    def same(action, after):
        played = act(board, position, action, rulings, open_draws=True)
        assert (after is None) == bool(played.breaches), (action, played.breaches)
        if after is not None:
            assert after == grid.state(played.position), action

    for kind, symbol in enumerate(SYMBOLS):
        same(Action(take=symbol), grid.take(state, kind))
        same(Action(levy=symbol), grid.levy(state, kind))
        gains = [levy.levy_entries(board, position, name, symbol, rulings).total(one) for one in position.players]
        assert list(grid.gains(state, kind)) == gains
    for tell in (None, *KINDS):
        drawn = None if tell is None else SYMBOLS[tell]
        same(Action(take="pile", drawn=drawn), grid.draw(state, tell))
    own = list(bits(state.own))
    removals = set(grid.removals(state))
    for number in range(1, len(own) + 1):
        for chosen in combinations(own, number):
            assert (sum(chosen) in removals) == (grid.remove(state, sum(chosen)) is not None)
            same(Action(remove=grid.triangles(sum(chosen))), grid.remove(state, sum(chosen)))
    for province in grid.provinces(state.walls):
        check_occupations(board, grid, position, province, rulings, chance)


def check_occupations(board, grid, position, province, rulings, chance):
    """Every set of governors on a small province, and every choice of whom to eject and what to give."""
    state, name = grid.state(position), position.whose
    bills = list(grid.bills(state, province))
    places = list(bits(province & ~grid.blank))
    enemies = province & sum(state.governors) & ~state.own
    legal = {
        (where, bill.ejects): bill
        for bill in bills
        for where in islice(grid.placements(state, province, bill.places), 200)
    }
    cut = len(legal) >= 200
    sets = [sum(chance.sample(places, number)) for number in (1, 1, 2, 2, 3, 4) if number <= len(places)]
    sets += few(chance, {where for where, _ in legal}, 6)
    for chosen in sets:
        for ejects in {0, *bits(enemies)} if chance.random() < 0.5 else {0}:
            named = Action(occupy=grid.triangles(chosen), ejects=grid.name[ejects] if ejects else None)
            done = occupation.occupy(board, position, name, named, rulings)
            once = len(grid.ejections(state, province)) > 1
            bill = legal.get((chosen, ejects if once else 0))
            if (once and not ejects) or (bill is None and cut):
                continue
            assert (bill is None) == bool(done.breaches), (named, done.breaches)
            if bill is None:
                continue
            assert (cards(bill.ejection), cards(bill.cards)) == (in_order(done.ejection), in_order(done.cards))
            after = grid.occupy(state, province, chosen, bill)
            assert after._replace(actions=state.actions) == grid.state(done.position)
            check_gifts(board, grid, position, province, chosen, bill, named, rulings, chance)


def check_gifts(board, grid, position, province, chosen, bill, named, rulings, chance):
    state = grid.state(position)
    if not any(bill.ejection):
        assert list(grid.gifts(bill)) == [NONE]
        return
    gifts = list(grid.gifts(bill))
    assert len(set(gifts)) == len(gifts)
    for gift in few(chance, product(*(range(count + 1) for count in bill.used)), 6) + few(chance, gifts, 2):
        told = named.model_copy(update={"gives": cards(gift)})
        done = occupation.occupy(board, position, position.whose, told, rulings)
        assert (gift in gifts) == (not done.breaches)
        if gift in gifts:
            after = grid.occupy(state, province, chosen, bill, gift)
            assert after._replace(actions=state.actions) == grid.state(done.position)


def check_end(board, grid, position, rulings):
    state = grid.state(position)
    assert grid.full(state) == levy.full(position, rulings)
    assert grid.ended(state) == grid.state(_end(position, rulings).position)
    assert grid.may_pass(state) == (not _passing(position, position.whose, rulings).breaches)


def check(seed):
    made, grid, chance = some(seed)
    board, position, rulings = made.board, made.position, made.rulings
    near_end = {"walls_left": chance.choice((position.black, 0, 2, 3)), "red_left": chance.choice((10, 1, 0))}
    position = position.changed(**near_end)
    if chance.random() < 0.3:  # rich, and nearly at the end by points
        rich = {symbol: chance.randint(0, 4) for symbol in SYMBOLS}
        position = position.changed(pile=0, discards={}).with_player(position.whose, hand=in_order(rich), points=97)
    for part in (check_geometry, check_moves, check_cards):
        part(board, grid, position, rulings, chance)
    for now in (position, position.changed(moved=True, actions=1, levied=True), with_enemies(board, position, chance)):
        check_actions(board, grid, now, rulings, chance)
        check_end(board, grid, now, rulings)


def with_enemies(board, position, chance):
    """All governors of the table handed to the other players, who then stand in the way of a rich one."""
    order = list(position.players)
    taken = [where for state in position.players.values() for where in state.governors][:4]
    position = position.with_player(position.whose, governors=(), hand=dict.fromkeys(SYMBOLS, 4))
    for name in order:
        if name != position.whose:
            position = position.with_player(name, governors=())
    return position.with_player(position.from_seat(position.whose)[1], governors=tuple(taken)).changed(pile=0)


@pytest.mark.parametrize("seed", range(24))
def test_agrees_with_models(seed):
    check(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(25))
def test_agrees_with_models_on_many(block):
    """A thousand tables, three thousand positions."""
    for seed in range(1000 + block * 40, 1040 + block * 40):
        check(seed)
