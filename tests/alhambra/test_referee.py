"""The package against a referee that was written apart from it: layouts that are legal and spoilt, walls, missions."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from models.alhambra.game import GAME
from models.alhambra.layout import ORIGIN, Layout, is_legal, layout_breaches
from models.alhambra.majorities import majority_points
from models.alhambra.missions import MISSIONS, score_mission
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, SIDES, STEPS, TYPES, make_tile
from models.alhambra.walls import double_walls, longest_wall, runs
from models.game import bundled_board
from models.rulings import Rulings
from puzzles.cases import load_cases
from puzzles.generate.alhambra import random_layout
from tests.alhambra.referee import Alhambra, majorities, read_tiles

SUPPLY = bundled_board(GAME, "alhambra")
TILES = read_tiles()
DEFAULT = 300
BIG = 5000
LARGEST = 20
READINGS_THAT_MATTER = {
    "fountain-in-lines": "columns",
    "line-groups": "rows",
    "same-type-unit": "same-type",
    "same-type-walls": "same-type",
    "diagonal-gaps": "diagonal",
    "diagonal-single": "diagonal",
    "double-wall-unit": "double-walls",
    "path-on-foot": "path",
    "path-fountain": "path",
    "fountain-in-grids": "grids",
}
"""Rulings about missions, each with one that it bears on."""


def second_opinion(layout):
    tiles = TILES | {tile.id: (tile.type, tile.price, set(tile.walls)) for tile in layout.cells.values()}
    return Alhambra({cell: tile.id for cell, tile in layout.cells.items() if cell != ORIGIN}, tiles)


def layout_of(seed):
    rng = Random(f"layout {seed}")
    return Layout.of(random_layout(rng, rng.randint(1, LARGEST), SUPPLY), SUPPLY), rng


def invented_layout(seed):
    """Tiles of any walls in any shape, most of them legal: long arms, lines with gaps, walls all the way round."""
    rng = Random(f"invented {seed}")
    cells, sprawl, halves = [ORIGIN], rng.random() < 0.5, rng.random() < 0.3
    for _ in range(25 if halves else rng.randint(1, LARGEST)):
        around = sorted({(x + dx, y + dy) for x, y in cells for dx, dy in STEPS} - set(cells))
        around = [(x, y) for x, y in around if not halves or (x and abs(y) < 2)]  # joined at the fountain only
        beside = [sum((x + dx, y + dy) in cells for dx, dy in STEPS) for x, y in around]
        cells.append(rng.choices(around, [n**-3 if sprawl else n**2 for n in beside])[0])
    outer, inner = rng.choice((0, 0.5, 0.9, 1)), rng.choice((0, 0.1, 0.4))
    walls = dict.fromkeys(cells, "")
    for (x, y), (at, (dx, dy)) in product(cells, enumerate(STEPS)):
        other = (x + dx, y + dy)
        if (x, y) == ORIGIN or other == ORIGIN:
            continue
        if other not in walls:
            walls[x, y] += SIDES[at] if rng.random() < outer else ""
        elif at in (1, 2) and rng.random() < inner:
            walls[x, y] += SIDES[at]
            walls[other] += SIDES[at ^ 2]
    tiles = {ORIGIN: FOUNTAIN}
    for number, cell in enumerate(cells[1:], 1):
        shown = "".join(side for side in SIDES if side in walls[cell]) or "open"
        tiles[cell] = make_tile(rng.choice([*TYPES[:3], "kiosk"]), number, shown)
    return Layout(tiles), rng


def spoilt(layout, rng):
    """The same with a tile taken out, moved beside others, or exchanged for one that is not there."""
    cell = rng.choice([cell for cell in layout.cells if cell != ORIGIN])
    rest = layout.without(cell)
    kind = rng.choice(("removed", "moved", "exchanged"))
    if kind == "removed":
        return rest
    if kind == "exchanged":
        return rest.with_tile(cell, rng.choice([tile for tile in SUPPLY.by_id.values() if tile.id not in layout.where]))
    around = {(x + dx, y + dy) for x, y in rest.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - set(rest.cells)
    return rest.with_tile(rng.choice(sorted(around)), layout.cells[cell])


def random_rulings(rng):
    return Rulings.choose(RULINGS, {key: rng.choice(list(ruling.readings)) for key, ruling in RULINGS.items()})


def compare_legality(layout):
    found = sorted((breach.rule, sorted(breach.cells)) for breach in layout_breaches(layout))
    assert found == second_opinion(layout).faults()
    assert is_legal(layout.masks) == (not found)
    return bool(found)


def compare_walls(layout, rulings):
    other = second_opinion(layout)
    found = [(run.length, run.closed, list(run.cells)) for run in runs(layout)]
    assert [length for length, _, _ in found] == sorted((length for length, _, _ in found), reverse=True)
    assert sorted(found) == sorted(other.outer_walls())  # two as long from the same tile on have no order of their own
    assert double_walls(layout) == [(a, b) for a, b, _ in other.doubled()]
    assert longest_wall(layout, rulings) == other.wall_points(rulings.readings)


def compare_missions(layout, rulings):
    other = second_opinion(layout)
    for key in MISSIONS:
        found = [entry.amount for entry in score_mission(key, layout, "ana", rulings)]
        assert found == other.mission(key, rulings.readings), (key, rulings.readings)


def compare_points(layout, rng):
    for rulings in (Rulings.choose(RULINGS), random_rulings(rng), random_rulings(rng)):
        compare_walls(layout, rulings)
        compare_missions(layout, rulings)


def compare_real(seed):
    """How many of three spoilt layouts are illegal."""
    layout, rng = layout_of(seed)
    assert not compare_legality(layout)
    compare_points(layout, rng)
    return sum(compare_legality(spoilt(layout, rng)) for _ in range(3))


def compare_invented(seed):
    """The layout, if it is legal."""
    layout, rng = invented_layout(seed)
    if compare_legality(layout):
        return []
    compare_points(layout, rng)
    compare_legality(spoilt(layout, rng))
    return [layout]


def test_layouts_of_real_tiles():
    illegal = sum(compare_real(seed) for seed in range(DEFAULT))
    assert DEFAULT < illegal < 2.5 * DEFAULT  # spoiling is neither always nor never noticed


def test_layouts_of_any_tiles():
    layouts = [layout for seed in range(DEFAULT) for layout in compare_invented(seed)]
    assert len(layouts) > DEFAULT / 3
    assert sum(run.closed for layout in layouts for run in runs(layout)) > 5
    for ruling, key in READINGS_THAT_MATTER.items():  # every reading changes what some of these layouts score
        changed = [
            second_opinion(layout).mission(key, {}) != second_opinion(layout).mission(key, {ruling: other})
            for layout in layouts
            for other in RULINGS[ruling].readings
        ]
        assert any(changed), ruling


@pytest.mark.big
def test_many_layouts():
    for seed in range(BIG):
        compare_real(seed)
        compare_invented(seed)


def compare_majorities(seed):
    rng = Random(f"majorities {seed}")
    parties = rng.sample(["ana", "ben", "cleo", "dan", "eva", "finn", "the third party"], rng.randint(1, 7))
    having = {party: Counter({type_: rng.choice((0, 0, 1, 1, 2, 3, 4)) for type_ in TYPES}) for party in parties}
    round_ = rng.randint(1, 3)
    expected = {party: {t: n for t, n in points.items() if n} for party, points in majorities(round_, having).items()}
    assert majority_points(round_, having) == expected


def test_majorities():
    for seed in range(DEFAULT):
        compare_majorities(seed)


@pytest.mark.big
def test_many_majorities():
    for seed in range(BIG):
        compare_majorities(seed)


def plain(value):
    """A layout of a case, which may be drawn as text, as cells with full ids."""
    from models.alhambra.layout import Placed, read_map

    placed = [Placed(**each) for each in (read_map(value) if isinstance(value, str) else value)]
    return {one.at: SUPPLY.tile(one.tile).id for one in placed}


def test_the_expectations_of_the_cases():
    """What the published cases expect of layouts of real tiles is what the referee says, without the package."""
    asked = Counter()
    for case in load_cases("alhambra"):
        text = case.text
        if case.board.tiles != SUPPLY.tiles or text.do not in ("legal", "walls", "missions"):
            continue
        other = Alhambra(plain(text.given["layout"]), TILES)
        asked[text.do] += 1
        if text.do == "legal":
            expected = sorted((each["rule"], sorted(map(tuple, each["cells"]))) for each in text.expect["breaches"])
            assert other.faults() == expected, text.id
            assert text.expect["legal"] == (not expected)
        elif text.do == "walls":
            walls = other.outer_walls()
            found = {
                "runs": [{"length": length, "closed": closed} for length, closed, _ in walls],
                "longest": other.wall_points(text.rulings),
                "second": walls[1][0] if len(walls) > 1 else 0,
                "double_walls": len(other.doubled()),
            }
            assert text.expect == {key: found[key] for key in text.expect}, text.id
        else:
            found = {key: sum(other.mission(key, text.rulings)) for key in text.given["missions"]}
            assert text.expect["missions"] == found, text.id
    assert min(asked.values()) >= 10, asked
