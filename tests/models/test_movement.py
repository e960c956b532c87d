"""Movement: group moves of armies that look alike, against a search that tells every army apart."""

import itertools
import random

import pytest

from models.documents import Source, validate
from models.empire.board import SYMBOL, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Payment
from models.empire.position import STEPS, PlayerState


def ring(rng, size):
    names = "abcdefg"[:size]
    arrows = {("symbol", names[0]): 0}
    for start, end in itertools.permutations(names, 2):
        if rng.random() < 0.5:
            arrows[start, end] = rng.randint(0, 2)
    for start, end in itertools.pairwise(names):
        arrows.setdefault((start, end), 1)
    data = {
        "number": 1,
        "name": "Ring",
        "symbol": [0, 0],
        "provinces": {n: {"number": i + 1, "at": [i, 0], "target": i == size - 1} for i, n in enumerate(names)},
        "arrows": [{"from": a, "to": b, "cost": c} for (a, b), c in arrows.items()],
    }
    return validate(Region, Source(data))


def possible(region, start, moves):
    """Whether some choice of individual armies lets every move happen; the textbook search, army by army."""
    armies = [(place, 0) for place, count in sorted(start.items()) for _ in range(count)]

    def go(at, armies):
        if at == len(moves):
            return True
        count, path = moves[at]
        able = [i for i, (place, made) in enumerate(armies) if place == path[0] and made + len(path) - 1 <= STEPS]
        for chosen in itertools.combinations(able, count):
            gone = [(path[-1], armies[i][1] + len(path) - 1) for i in chosen]
            after = gone + [army for i, army in enumerate(armies) if i not in chosen]
            if go(at + 1, after):
                return True
        return False

    return go(0, armies)


@pytest.mark.parametrize("seed", range(60))
def test_a_sequence_is_legal_if_the_armies_can_be_told_apart(seed):
    rng = random.Random(seed)
    region = ring(rng, rng.randint(2, 4))
    start = {SYMBOL: rng.randint(1, 3), rng.choice(list(region.provinces)): rng.randint(0, 2)}
    moves, here = [], dict(start)
    for _ in range(rng.randint(1, 5)):
        ways = [pair for pair in region.costs if here.get(pair[0])]
        if not ways:
            break
        path = list(rng.choice(ways))
        while rng.random() < 0.4:
            onward = [end for begin, end in region.costs if begin == path[-1]]
            if not onward:
                break
            path.append(rng.choice(onward))
        count = rng.randint(1, here[path[0]])
        here[path[0]] -= count
        here[path[-1]] = here.get(path[-1], 0) + count
        moves.append((count, tuple(path)))
    cost = [sum(region.costs[a] for a in itertools.pairwise(path)) for _, path in moves]
    state = PlayerState(armies=start, temple=99, city=0, spent=0)
    group = [GroupMove(n, path, Payment(temple=c)) for (n, path), c in zip(moves, cost, strict=True)]
    moved = play_moves(region, state, group)
    legal_until = max(k for k in range(len(moves) + 1) if possible(region, start, moves[:k]))
    assert (not moved.breaches) == (legal_until == len(moves))
    if moved.breaches:
        assert moved.breaches[0].path == ("moves", legal_until)
        assert moved.breaches[0].rule == "5.3-2"
    else:
        assert moved.state.armies == {place: n for place, n in here.items() if n}
        assert moved.state.temple == 99 - sum(cost)
        assert moved.state.spent == sum(cost)


def test_without_a_payment_named_the_temple_field_pays_first():
    region = ring(random.Random(3), 3)
    crossing = next(pair for pair, cost in region.costs.items() if cost == 2)
    state = PlayerState(armies={crossing[0]: 1}, temple=1, city=3, spent=0)
    assert play_moves(region, state, [GroupMove(1, crossing, None)]).played == (Payment(temple=1, city=1),)
