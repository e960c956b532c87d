"""The path and the circles of open joins: what :func:`solver.alhambra.objectives.path` tells the LP holds.

Claim: with a shortest way of ``e`` steps among ``N`` cells, the open joins close at most ``N - 1 - e``
circles.  Take the cells off the way, group by group (joined among themselves): a group of ``k`` cells
brings ``joins within + joins to the way - k`` circles, so the claim holds if that is never more than
``k``.  ``N`` cells close at most ``N + 1 - ceil(2 sqrt(N))`` circles in all, so that only groups smaller
than that can break it; and since the way is a shortest one, a group of ``k`` cells touches it within a
stretch of ``k + 2`` cells.  All groups beside all such stretches are a finite number.
"""

import math
from itertools import combinations, pairwise

import pytest

from models.alhambra.layout import neighbours
from solver.alhambra.objectives import WAY_CELLS


def stretches(count):
    """All ways of so many cells, up to turning and mirroring."""

    def go_on(way, turned):
        if len(way) == count:
            yield way
            return
        for at, cell in enumerate(neighbours(way[-1])):  # n, e, s, w
            first = len(way) == 1 and at != 1
            if cell not in way and not first and (turned or at != 2):
                yield from go_on((*way, cell), turned or at == 0)

    yield from go_on(((0, 0),), False)


def groups(way, most):
    """All connected sets of at most so many cells beside a way, each once."""

    def grow(group, banned):
        yield group
        if len(group) == most:
            return
        beside = [cell for one in group for cell in neighbours(one)]
        fresh = [cell for cell in dict.fromkeys(beside) if cell not in banned and cell not in way and cell not in group]
        for at, cell in enumerate(fresh):
            yield from grow((*group, cell), banned | set(fresh[:at]))

    starts = [cell for one in way for cell in neighbours(one) if cell not in way]
    starts = list(dict.fromkeys(starts))
    for at, cell in enumerate(starts):
        yield from grow((cell,), frozenset(starts[:at]))


def most_circles(way, group):
    """The most circles that a group can bring, whatever joins are open, the way staying a shortest one."""
    size = len(group)
    within = [(a, b) for a, b in combinations(range(size), 2) if group[b] in neighbours(group[a])]
    place = {cell: at for at, cell in enumerate(way)}
    to_way = [(at, place[cell]) for at, one in enumerate(group) for cell in neighbours(one) if cell in place]
    # of its neighbours on a shortest way a cell can be joined to two
    touches = [sum(at == each for each, _ in to_way) for at in range(size)]
    if sum(min(touch, 2) for touch in touches) + len(within) - size <= size:
        return 0  # not worth a closer look
    best = 0
    for kept in (each for count in range(size - 1, len(within) + 1) for each in combinations(within, count)):
        far = distances(size, kept)
        if max(max(row) for row in far) < math.inf:
            fits = [[abs(p - q) <= far[a][b] + 2 for b, q in to_way] for a, p in to_way]
            best = max(best, len(kept) - size + largest(fits))
    return best


def distances(size, joins):
    far = [[0 if a == b else math.inf for b in range(size)] for a in range(size)]
    for a, b in joins:
        far[a][b] = far[b][a] = 1
    for by in range(size):
        for a in range(size):
            for b in range(size):
                far[a][b] = min(far[a][b], far[a][by] + far[by][b])
    return far


def largest(fits):
    """The most joins of which every two fit together."""

    def choose(at, taken):
        if at == len(fits):
            return len(taken)
        without = choose(at + 1, taken)
        if all(fits[at][other] for other in taken):
            return max(without, choose(at + 1, [*taken, at]))
        return without

    return choose(0, [])


def looked_at(most):
    count = 0
    for length in range(1, most + 3):
        for way in stretches(length):
            for group in groups(way, most):
                count += 1
                assert most_circles(way, group) <= len(group), (way, group)
    return count


def test_groups_are_all_there():
    """Beside a single cell: 4 places, 2 neighbours free of the way for each pair ... up to two cells 4 + 12 sets."""
    found = {frozenset(group) for group in groups(((0, 0),), 2)}
    assert len(found) == len(list(groups(((0, 0),), 2))) == 4 + 12
    assert all((0, 0) not in group for group in found)


def test_stretches_are_ways():
    """Of three cells: straight on, or one turn."""
    assert sorted(stretches(3)) == [((0, 0), (1, 0), (1, -1)), ((0, 0), (1, 0), (2, 0))]
    assert all(b in neighbours(a) for way in stretches(5) for a, b in pairwise(way))


def test_small_groups_bring_no_more_circles_than_cells():
    assert looked_at(4) > 20_000


@pytest.mark.big
def test_groups_bring_no_more_circles_than_cells():
    assert looked_at(6) > 2_000_000


def test_that_is_enough_for_the_cells_that_use_it():
    def circles(cells):
        return cells + 1 - math.ceil(2 * math.sqrt(cells))

    assert all(circles(cells) <= 7 for cells in range(1, WAY_CELLS + 1))  # so a group that breaks it has 6 at most
    assert circles(WAY_CELLS + 1) > 7
