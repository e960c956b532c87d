"""Orders of steps: each one played forward by the rules, and the verdict against an exhaustive search."""

import heapq
import itertools
from collections import Counter
from random import Random

import pytest

from models.alhambra import build
from models.alhambra.build import UndecidedError, build_order
from models.alhambra.layout import ORIGIN, Layout, can_place, can_remove, is_legal, neighbours
from models.alhambra.redesign import exchange_breaches, place_breaches, remove_breaches
from models.alhambra.tiles import FOUNTAIN
from puzzles.generate.alhambra import random_layout
from tests.alhambra.layouts import E1, E3, E5, E7, E9, SQUARE, SUPPLY, bare, layout, random_masks, tiles_for

# a way that winds around a square of nine to its centre: the last but one tile would enclose the centre
SPIRAL = {(1, 0): "seraglio8", (2, 0): "chambers9-s", (3, 0): "pavilion8", (3, 1): "seraglio7", (3, 2): "arcades9",
          (2, 2): "pavilion6", (1, 2): "arcades10", (1, 1): "arcades8-n", (2, 1): "tower8"}  # fmt: skip


def play(steps, supply):
    """The layout that steps lead to from the bare fountain, each of them legal."""
    one = Layout({ORIGIN: FOUNTAIN})
    for step in steps:
        tile = supply.tile(step.tile)
        if step.kind == "place":
            assert tile.id not in one.where
            assert not place_breaches(one, step.at, tile)
            one = one.with_tile(step.at, tile)
        elif step.kind == "remove":
            assert one.cells[step.at] == tile
            assert not remove_breaches(one, step.at)
            one = one.without(step.at)
        else:
            assert tile.id not in one.where
            assert one.cells[step.at].id == step.old
            assert not exchange_breaches(one, step.at, tile)
            one = one.with_tile(step.at, tile)
    return one


def can_be_placed(masks):
    """Whether some order of taking tiles off leaves a legal layout each time: every one is tried."""
    seen = set()
    stack = [frozenset(masks)]
    while stack:
        cells = stack.pop()
        if len(cells) == 1:
            return True
        for cell in cells - {ORIGIN}:
            rest = cells - {cell}
            if rest not in seen and is_legal({each: masks[each] for each in rest}):
                seen.add(rest)
                stack.append(rest)
    return False


def can_be_redesigned(masks):
    """Whether the bare fountain can be reached by placing, removing and exchanging: every state, small ones first."""
    bits = Counter(mask for cell, mask in masks.items() if cell != ORIGIN)
    seen = {frozenset(masks.items())}
    count = itertools.count()
    heap = [(len(masks), next(count), masks)]
    while heap:
        _, _, state = heapq.heappop(heap)
        if len(state) == 1:
            return True
        spare = bits - Counter(mask for cell, mask in state.items() if cell != ORIGIN)
        around = {other for cell in state for other in neighbours(cell)} - set(state)
        following = [{at: m for at, m in state.items() if at != cell} for cell in state if can_remove(state, cell)]
        for mask in spare:
            following += [{**state, cell: mask} for cell in around if can_place(state, cell, mask)]
            following += [{**state, cell: mask} for cell in state if cell != ORIGIN]
        for other in following:
            if is_legal(other) and (key := frozenset(other.items())) not in seen:
                seen.add(key)
                heapq.heappush(heap, (len(other), next(count), other))
    return False


@pytest.mark.parametrize("known", [bare([]), E1, E3, E5, E7, E9, SQUARE])
def test_worked_layouts_can_be_built(known):
    steps = build_order(known.placed, SUPPLY)
    assert steps is not None
    assert play(steps, SUPPLY).cells == known.cells


def test_an_illegal_layout_has_no_order():
    assert build_order(bare([(2, 0)]).placed, SUPPLY, redesign=True) is None


def test_a_spiral_cannot_be_placed():
    spiral = layout(SPIRAL)
    assert is_legal(spiral.masks)
    assert build_order(spiral.placed, SUPPLY) is None
    # nothing can come off, so redesigning does not help
    assert build_order(spiral.placed, SUPPLY, redesign=True) is None


def test_a_spare_tile_makes_the_spiral_possible_with_redesigning():
    """For a while it lies as a bridge between the fountain and the end of the way."""
    spiral = layout({**SPIRAL, (4, 2): "tower12"})
    assert build_order(spiral.placed, SUPPLY) is None
    steps = build_order(spiral.placed, SUPPLY, redesign=True)
    assert "remove" in {step.kind for step in steps}
    assert play(steps, SUPPLY).cells == spiral.cells
    assert steps[0].plain() == {"kind": "place", "tile": steps[0].tile, "at": list(steps[0].at)}


def test_placing_comes_first_where_it_is_enough():
    assert build_order(E5.placed, SUPPLY, redesign=True) == build_order(E5.placed, SUPPLY)


def test_random_layouts_of_all_sizes():
    rng = Random(5)
    for tiles in (1, 10, 20, 30, 54):
        placed = random_layout(rng, tiles, SUPPLY)
        assert play(build_order(placed, SUPPLY), SUPPLY).placed == placed


def test_against_exhaustive_search():
    rng = Random(41)
    verdicts = Counter()
    for _ in range(500):
        one, supply = tiles_for(random_masks(rng, rng.randint(8, 11), rng.choice([0, 0, 0.1])))
        steps = build_order(one.placed, supply)
        assert (steps is not None) == can_be_placed(one.masks)
        verdicts[steps is not None] += 1
        if steps is not None:
            assert play(steps, supply).cells == one.cells
    assert verdicts[True] > 100


def winding(rng):
    """A spiral with other walls outside and a tile more: rarely to be placed, sometimes to be redesigned."""
    masks = dict(layout(SPIRAL).masks)
    for cell in masks:
        for at, other in enumerate(neighbours(cell)):
            if cell != ORIGIN and other not in masks and rng.random() < 0.5:
                masks[cell] |= 1 << at
    around = sorted({other for cell in masks for other in neighbours(cell)} - set(masks))
    fitting = [(cell, mask) for cell in around for mask in range(16) if can_place(masks, cell, mask)]
    cell, mask = rng.choice(fitting)
    return {**masks, cell: mask}


def test_redesigning_against_exhaustive_search():
    rng = Random(7)
    verdicts = Counter()
    for _ in range(40):
        one, supply = tiles_for(winding(rng))
        if build_order(one.placed, supply) is not None:
            continue  # the tail is a bridge already
        steps = build_order(one.placed, supply, redesign=True)
        assert (steps is not None) == can_be_redesigned(one.masks)
        verdicts[steps is not None] += 1
        if steps is not None:
            assert play(steps, supply).cells == one.cells
    assert min(verdicts[True], verdicts[False]) > 3


def test_the_search_says_when_it_gives_up(monkeypatch):
    monkeypatch.setattr(build, "MOST_STATES", 2)
    one = layout({**SPIRAL, (0, -1): "pavilion2", (4, 2): "garden12"})
    with pytest.raises(UndecidedError, match="after 2 states"):
        build_order(one.placed, SUPPLY, redesign=True)
