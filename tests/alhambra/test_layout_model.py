"""The layout kernel against a search over every layout, judged by the rules of the game."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from models.alhambra.layout import ORIGIN, Layout, is_legal, neighbours
from models.alhambra.missions import MISSIONS
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, TYPES, make_tile
from solver.alhambra.bounds import Bounds
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import LayoutModel, worth
from solver.alhambra.search import LayoutSearch
from solver.alhambra.shapes import shapes_of
from solver.answer import Limits, Status
from solver.engine import Engine

WALLS = ("open", "n", "e", "s", "w", "ne", "es", "sw", "nw", "nes", "esw", "nsw", "new")
LAYOUT_RULINGS = [
    key for key, ruling in RULINGS.items() if {"G-1", "G-3", "G-5", "G-6", "G-8", "G-9", "B6-5"} & set(ruling.rules)
]


def engine():
    return Engine(Limits(seconds=60))


def grown(cells, count):
    """All connected sets with so many cells more."""
    found = {frozenset(cells)}
    for _ in range(count):
        found = {
            shape | {other} for shape in found for cell in shape for other in neighbours(cell) if other not in shape
        }
    return found


def every_layout(laying):
    """All legal layouts, the fountain left out."""
    fixed = dict(laying.fixed)
    loose = [*laying.tiles, *laying.standing.values()]
    counts = [len(loose)] if laying.use_all else range(len(loose) + 1)
    for count in counts:
        for shape in grown({ORIGIN, *fixed}, count):
            free = sorted(shape - {ORIGIN} - set(fixed))
            for chosen in itertools.permutations(loose, count):
                cells = fixed | dict(zip(free, chosen, strict=True))
                if changed(laying, cells) and is_legal({ORIGIN: 0, **{c: t.mask for c, t in cells.items()}}):
                    yield cells


def changed(laying, cells):
    """Whether a layout keeps within the changes allowed."""
    if laying.changes is None:
        return True
    before = {**laying.fixed, **laying.standing}
    return sum(before.get(cell) != cells.get(cell) for cell in {*before, *cells}) <= laying.changes


def exhaustive(laying):
    """The best value; None without any layout."""
    return max((worth(laying, cells) for cells in every_layout(laying)), default=None)


def checked(laying, model, outcome):
    """The value of an outcome, its layout judged by the rules."""
    if outcome.status is Status.INFEASIBLE:
        return None
    assert outcome.status is Status.OPTIMAL
    cells = model.decode(outcome.solutions[0].values)
    assert is_legal(Layout({ORIGIN: FOUNTAIN, **cells}).masks)
    assert worth(laying, cells) == outcome.solutions[0].objective == outcome.bound
    assert changed(laying, cells)
    assert set(laying.fixed.items()) <= set(cells.items())
    return outcome.solutions[0].objective


def random_laying(seed, count, *, standing=0, fixed=0):
    rng = Random(seed)
    types = rng.sample(TYPES, rng.randint(2, 4))
    supply = rng.sample([make_tile(t, p, w) for p, (t, w) in enumerate(itertools.product(types, WALLS), 1)], count)
    keys = list(MISSIONS)
    missions = [keys[seed % 9], *rng.sample([key for key in keys if key != keys[seed % 9]], rng.randint(0, 2))]
    readings = {key: rng.choice(list(RULINGS[key].readings)) for key in LAYOUT_RULINGS}
    laid = {}
    stand = supply[: standing + fixed]
    for _ in range(200):
        laid = {}
        rest = list(stand)
        rng.shuffle(rest)
        cells = [ORIGIN]
        for tile in rest:
            cell = rng.choice([c for at in cells for c in neighbours(at) if c not in cells])
            laid[cell] = tile
            cells.append(cell)
        if is_legal({ORIGIN: 0, **{c: t.mask for c, t in laid.items()}}):
            break
    else:
        laid = {}
    cells = list(laid)
    return Laying(
        tiles=tuple(supply[standing + fixed :]),
        fixed={cell: laid[cell] for cell in cells[:fixed]},
        standing={cell: laid[cell] for cell in cells[fixed:]},
        use_all=rng.random() < 0.4 and not standing,
        changes=rng.randint(1, 3) if standing else None,
        missions=tuple(missions),
        wall=rng.random() < 0.8,
        majorities={t: tuple(sorted(rng.sample(range(12), 3))) for t in types} if rng.random() < 0.3 else {},
        left_out={tile.id: rng.randint(1, 4) for tile in supply if rng.random() < 0.5} if rng.random() < 0.3 else {},
        readings=readings,
    )


@pytest.mark.parametrize("seed", range(45))
def test_free(seed):
    laying = random_laying(seed, 3 if seed % 3 else 4)
    expected = exhaustive(laying)
    search = LayoutSearch(laying)
    assert checked(laying, search.model, search.best(engine(), canonical=False)) == expected
    model = LayoutModel(laying)
    assert checked(laying, model, engine().solve(model.formulation(), canonical=False)) == expected


@pytest.mark.parametrize("seed", range(100, 118))
def test_around_fixed_tiles(seed):
    laying = random_laying(seed, 4, fixed=2)
    search = LayoutSearch(laying)
    assert checked(laying, search.model, search.best(engine(), canonical=False)) == exhaustive(laying)


@pytest.mark.parametrize("seed", range(200, 218))
def test_changes_to_what_stands(seed):
    laying = random_laying(seed, 4, standing=2)
    search = LayoutSearch(laying)
    assert checked(laying, search.model, search.best(engine(), canonical=False)) == exhaustive(laying)


@pytest.mark.parametrize("seed", range(300, 303))
def test_canonical_plan_and_its_ties(seed):
    """The plan is one of the best, and the same again from another start."""
    laying = random_laying(seed, 3)
    search = LayoutSearch(laying)
    outcome = search.best(engine())
    assert outcome.solutions[0].canonical
    again = LayoutSearch(laying).best(Engine(Limits(seconds=60, seed=7)))
    assert again.solutions[0].values == outcome.solutions[0].values
    best = {frozenset(cells.items()) for cells in every_layout(laying) if worth(laying, cells) == outcome.bound}
    assert frozenset(search.model.decode(outcome.solutions[0].values).items()) in best


@pytest.mark.parametrize("seed", range(400, 420))
def test_bounds_hold(seed):
    """Sifted from any value, what is better is still among the candidates."""
    laying = random_laying(seed, 3)
    layouts = [(worth(laying, cells), cells) for cells in every_layout(laying)]
    if not layouts:
        return
    top = max(value for value, _ in layouts)
    for start in range(max(0, top - 6), top):
        sifted = Bounds(laying).sift(lambda cells: worth(laying, cells), 60, value=start, improve=False)
        bounds = {(frozenset(c.cells), at): bound for c in sifted.candidates for at, bound in c.bounds.items()}
        for value, cells in layouts:
            if value > start:
                left = min(x for x, _ in (ORIGIN, *cells))
                north = min(y for _, y in (ORIGIN, *cells))
                shape = frozenset((x - left, y - north) for x, y in (ORIGIN, *cells))
                assert bounds[shape, (-left, -north)] >= value


def mirrored(laying):
    """East and west exchanged."""

    def turn(tile):
        walls = "".join(side for side in "nesw" if {"e": "w", "w": "e"}.get(side, side) in tile.walls)
        return make_tile(tile.type, tile.price, walls or "open")

    left_out = {turn(tile).id: laying.left_out.get(tile.id, 0) for tile in laying.tiles}
    return Laying(
        tuple(turn(tile) for tile in laying.tiles),
        use_all=laying.use_all,
        missions=laying.missions,
        wall=laying.wall,
        majorities=laying.majorities,
        left_out=left_out,
        readings=laying.readings,
    )


@pytest.mark.parametrize("seed", range(500, 510))
def test_mirrored_tiles_are_worth_the_same(seed):
    laying = random_laying(seed, 6)
    values = [LayoutSearch(one).best(engine(), canonical=False) for one in (laying, mirrored(laying))]
    assert values[0].status is values[1].status
    assert values[0].bound == values[1].bound


@pytest.mark.parametrize("seed", range(600, 606))
def test_one_tile_more_never_harms(seed):
    laying = random_laying(seed, 6)
    common = {"missions": laying.missions, "wall": laying.wall, "readings": laying.readings}
    less = LayoutSearch(Laying(laying.tiles[:5], **common)).best(engine(), canonical=False)
    more = LayoutSearch(Laying(laying.tiles, **common)).best(engine(), canonical=False)
    assert more.bound >= less.bound


def full_supply():
    """The walls of the 54 tiles: ten open, four of each side, five of each corner, two of each three."""
    walls = ["open"] * 10 + ["n", "e", "s", "w"] * 4 + ["ne", "es", "sw", "nw"] * 5 + ["nes", "esw", "nsw", "new"] * 2
    return [make_tile("garden", price, w) for price, w in enumerate(walls, 1)]


@pytest.mark.parametrize(("count", "golden"), [(1, 3), (2, 6), (3, 9), (4, 12), (5, 13)])
def test_greatest_wall_with_few_tiles(count, golden):
    laying = Laying(tuple(full_supply()), most_laid=count)
    search = LayoutSearch(laying)
    assert checked(laying, search.model, search.best(engine(), canonical=False)) == golden


def test_numbers_of_shapes():
    """Polyominoes of so many cells, without those that enclose something."""
    assert [len(shapes_of(count)) for count in range(1, 10)] == [1, 2, 6, 19, 63, 216, 756, 2684, 9638]
