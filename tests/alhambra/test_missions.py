"""The nine missions on worked layouts, under every reading of their rulings; what they name; bounds; speed."""

import math
import time
from collections import Counter
from random import Random

import pytest

from models.alhambra.layout import ORIGIN, Layout
from models.alhambra.missions import MISSIONS, mission_points, score_mission
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, TYPES, make_tile
from models.alhambra.walls import double_walls
from puzzles.generate.alhambra import random_layout
from tests.alhambra.layouts import E1, E3, E5, E7, E9, OPEN, SQUARE, SUPPLY, bare, layout, rulings


def points(key, one, **chosen):
    return mission_points(key, one, rulings(**chosen))


def subjects(key, one, **chosen):
    return [entry.subject for entry in score_mission(key, one, "ana", rulings(**chosen))]


def consulted(key, one):
    readings = rulings()
    score_mission(key, one, "ana", readings)
    return set(readings.consulted())


KEYS = list(MISSIONS)
ALONE = bare([])


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        # rows, columns, same-type, second-wall, diagonal, double-walls, variety, path, grids
        (ALONE, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (E1, [3, 3, 0, 0, 4, 0, 6, 1, 0]),
        (E3, [0, 0, 0, 0, 4, 3, 3, 2, 2]),
        (E5, [6, 0, 3, 0, 4, 6, 6, 4, 4]),
        # the diagonals of a block of two by three have two tiles; row 0 holds the fountain and two gardens
        (E7, [3, 0, 12, 0, 4, 0, 0, 3, 2]),
        # row 0 of four, column 3 of four, row 1 with a gap; two gardens and two towers side by side
        (E9, [3, 3, 6, 0, 4, 0, 6, 6, 0]),
        (SQUARE, [9, 9, 6, 0, 6, 0, 10, 4, 8]),
    ],
)
def test_worked_layouts(known, expected):
    assert [points(key, known) for key in KEYS] == expected


def test_rules_and_order_of_the_missions():
    assert [mission.rule for mission in MISSIONS.values()] == [f"G-{number}" for number in range(1, 10)]


# rows and columns (G-1, G-2)


def turned(one):
    """The cells with x and y exchanged; walls are not looked at by rows and columns."""
    return Layout({(y, x): tile for (x, y), tile in one.cells.items()})


TWO_GROUPS = bare([(1, 0), (2, 0), (4, 0), (5, 0), (6, 0), (2, 1), (3, 1), (4, 1)])
"""Row 0 has the fountain and two, a gap, and three more; row 1 has three."""


@pytest.mark.parametrize(("key", "turn"), [("rows", lambda one: one), ("columns", turned)])
def test_lines(key, turn):
    def scored(one, **chosen):
        return points(key, turn(one), **chosen)

    assert scored(bare([(1, 0)])) == 0
    assert scored(bare([(1, 0), (2, 0)])) == 3
    assert scored(bare([(x, 0) for x in range(1, 8)])) == 3  # a long one is one
    assert scored(TWO_GROUPS) == 6
    assert scored(TWO_GROUPS, line_groups="each") == 9
    assert scored(TWO_GROUPS, fountain_in_lines="not") == 6  # the three others of row 0 still score
    assert scored(TWO_GROUPS, fountain_in_lines="not", line_groups="each") == 6
    assert scored(bare([(-1, 0), (1, 0)])) == 3
    assert scored(bare([(-1, 0), (1, 0)]), fountain_in_lines="not") == 0
    assert scored(bare([(-1, 0), (1, 0), (2, 0), (3, 0)]), fountain_in_lines="not") == 3


def test_lines_of_the_notes():
    assert [points(key, E1, fountain_in_lines="not") for key in ("rows", "columns")] == [0, 0]
    assert points("rows", E5, fountain_in_lines="not") == 3


def test_double_walls_do_not_part_a_row():
    # seraglio4 and pavilion3 have a double wall between them
    assert subjects("rows", E5)[0] == "seraglio4-ne + pavilion3-sw + chambers10-open"


def test_lines_name_their_tiles():
    assert subjects("rows", TWO_GROUPS) == [
        "fountain + pavilion8-open + seraglio9-open", "chambers11-open + garden10-open + garden11-open"]  # fmt: skip
    assert subjects("rows", TWO_GROUPS, line_groups="each")[1] == "arcades9-open + arcades10-open + chambers10-open"
    assert subjects("columns", E1) == ["pavilion2-new + fountain + seraglio3-esw"]
    assert consulted("rows", TWO_GROUPS) == {"fountain-in-lines", "line-groups"}
    assert consulted("rows", bare([(0, 1), (1, 1), (2, 1)])) == set()


# two of a type (G-3)


def of_type(cells, kind="garden"):
    cells = {cell: make_tile(kind, price, "open") for price, cell in enumerate(cells, 1)}
    return Layout({ORIGIN: FOUNTAIN, **cells})


@pytest.mark.parametrize(
    ("cells", "sides", "disjoint"),
    [
        ([(1, 0)], 0, 0),
        ([(1, 0), (2, 0)], 3, 3),
        ([(1, 0), (2, 0), (3, 0)], 6, 3),
        ([(1, 0), (2, 0), (2, 1)], 6, 3),
        ([(1, 0), (2, 0), (1, 1), (2, 1)], 12, 6),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], 9, 6),
        ([(1, 0), (2, 0), (3, 0), (2, 1), (2, -1)], 12, 3),  # a cross: every pair needs the middle
        ([(1, 0), (2, 1), (3, 0)], 0, 0),
    ],
)
def test_same_type(cells, sides, disjoint):
    assert points("same-type", of_type(cells)) == sides
    assert points("same-type", of_type(cells), same_type_unit="disjoint") == disjoint


def test_same_type_across_a_double_wall():
    assert points("same-type", E5, same_type_walls="not") == 0
    assert points("same-type", E7, same_type_walls="not") == 12
    assert consulted("same-type", E5) == {"same-type-walls"}
    assert consulted("same-type", E7) == {"same-type-unit"}


def test_same_type_is_for_the_base_game_and_not_for_the_fountain():
    assert points("same-type", of_type([(1, 0), (2, 0)], "bath")) == 0
    assert points("same-type", of_type([(1, 0), (2, 0)], "fountain")) == 0


def test_same_type_names_pairs():
    assert subjects("same-type", E5) == ["pavilion3-sw + pavilion6-n"]
    assert subjects("same-type", of_type([(1, 0), (2, 0), (3, 0)])) == [
        "garden1-open + garden2-open", "garden2-open + garden3-open"]  # fmt: skip


# the second longest wall (G-4)


def test_second_wall():
    two = layout({(1, 0): "garden10-n", (-1, 0): "garden7"} | {(0, 1): "tower12"})
    assert points("second-wall", layout({(1, 0): "garden10-n", (-1, 0): "garden12"})) == 1  # as long as the longest
    assert points("second-wall", layout({(1, 0): "arcades6-ne", (-1, 0): "pavilion3", (0, 1): "tower12"})) == 2
    assert points("second-wall", layout({(1, 0): "arcades6-ne", (-1, 0): "garden12"})) == 1
    assert subjects("second-wall", layout({(1, 0): "arcades6-ne", (-1, 0): "garden12"})) == ["garden12-s"]
    assert points("second-wall", E1) == points("second-wall", E3) == 0
    assert two.cells[0, 1].walls == ""
    assert points("second-wall", two) == 1


# the longest diagonal line (G-5)


def test_diagonal():
    assert points("diagonal", E9, diagonal_gaps="gaps") == 6
    assert points("diagonal", SQUARE, diagonal_gaps="gaps") == 6
    assert points("diagonal", bare([(1, 0)])) == 0
    assert points("diagonal", bare([(1, 0)]), diagonal_single="scores") == 2
    assert points("diagonal", E3, diagonal_single="scores") == 4
    # rising to the east, without the fountain
    assert points("diagonal", bare([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)])) == 6
    assert consulted("diagonal", E9) == {"diagonal-gaps"}
    assert consulted("diagonal", SQUARE) == set()
    assert consulted("diagonal", bare([(1, 0)])) == {"diagonal-single"}


def test_diagonal_names_one_line():
    assert subjects("diagonal", E9, diagonal_gaps="gaps") == ["fountain + arcades10-open + arcades9-open"]
    assert subjects("diagonal", SQUARE)[0].startswith("fountain + ")
    assert len(subjects("diagonal", SQUARE)) == 1


# double walls (G-6)


def test_double_walls():
    assert points("double-walls", E3) == 3
    assert points("double-walls", E5, double_wall_unit="stretch") == 3
    assert points("double-walls", E3, double_wall_unit="stretch") == 3
    assert subjects("double-walls", E5) == ["seraglio4-ne + pavilion3-sw", "pavilion3-sw + pavilion6-n"]
    assert subjects("double-walls", E5, double_wall_unit="stretch") == ["seraglio4-ne + pavilion3-sw + pavilion6-n"]
    assert consulted("double-walls", E5) == {"double-wall-unit"}
    assert consulted("double-walls", E3) == set()


def test_double_walls_apart_are_two_stretches():
    west = {(-1, 0): "tower12", (-1, 1): "tower13", (0, 1): "seraglio7"}
    apart = layout({(0, -1): "seraglio4", (1, 0): "arcades10", (1, -1): "pavilion5"} | west)
    assert len(double_walls(apart)) == 2
    assert points("double-walls", apart) == points("double-walls", apart, double_wall_unit="stretch") == 6


# different types (G-7)


@pytest.mark.parametrize(("kinds", "expected"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (6, 15)])
def test_variety(kinds, expected):
    tiles = {(at + 1, 0): make_tile(kind, 5, "open") for at, kind in enumerate(TYPES[:kinds])}
    assert points("variety", Layout({ORIGIN: FOUNTAIN, **tiles})) == expected
    again = {(at + 1, 1): make_tile(kind, 6, "open") for at, kind in enumerate(TYPES[:kinds])}
    other = {(0, 1): make_tile("bath", None, "open")}
    assert points("variety", Layout({ORIGIN: FOUNTAIN, **tiles, **again, **other})) == expected


def test_variety_names_the_first_of_each_type():
    assert subjects("variety", E5) == ["seraglio4-ne + pavilion3-sw + chambers10-open + arcades9-open"]


# the path to the furthest building (G-8)


def test_path():
    assert points("path", E5, path_on_foot="adjacency") == 3
    assert points("path", E5, path_fountain="counts") == 5
    assert points("path", E5, path_on_foot="adjacency", path_fountain="counts") == 4
    assert points("path", E1, path_fountain="counts") == 2
    assert points("path", ALONE, path_fountain="counts") == 0
    assert consulted("path", E5) == {"path-on-foot", "path-fountain"}
    assert consulted("path", E9) == {"path-fountain"}
    assert consulted("path", ALONE) == set()


def test_path_names_its_tiles():
    # pavilion3 lies next to seraglio4 and pavilion6, but behind walls
    assert subjects("path", E5) == ["pavilion3-sw + chambers10-open + pavilion6-n + arcades9-open"]
    assert subjects("path", E1) == ["pavilion2-new"]  # all four are as far
    assert subjects("path", E1, path_fountain="counts") == ["pavilion2-new + fountain"]


# grids (G-9)


def test_grids():
    assert points("grids", E3, fountain_in_grids="not") == 0
    assert points("grids", E5, fountain_in_grids="not") == 2
    assert points("grids", SQUARE, fountain_in_grids="not") == 6
    assert subjects("grids", E3) == ["seraglio4-ne + pavilion5-nw + fountain + arcades10-open"]
    assert consulted("grids", E3) == {"fountain-in-grids"}
    assert consulted("grids", E7) == set()


# all of them


def test_every_ruling_on_missions_is_told_apart_here():
    decided = {key for key, ruling in RULINGS.items() if any(rule.startswith("G-") for rule in ruling.rules)}
    layouts = [ALONE, E1, E3, E5, E7, E9, TWO_GROUPS, bare([(1, 0)])]
    for ruling in decided:
        for other in RULINGS[ruling].readings.keys() - {RULINGS[ruling].default}:
            changed = [
                (key, at)
                for at, one in enumerate(layouts)
                for key in KEYS
                if mission_points(key, one, rulings(**{ruling: other})) != points(key, one)
            ]
            assert changed, ruling
            for key, at in changed:  # what a ruling changes has consulted it
                assert ruling in consulted(key, layouts[at])


def test_points_stay_within_the_known_bounds():
    """Bounds by which another score keeper checks what its users type in; n is the number of tiles."""
    rng = Random(6)
    for _ in range(150):
        one = Layout.of(random_layout(rng, rng.randint(1, 30), SUPPLY), SUPPLY)
        n = len(one.cells)
        kinds = Counter(tile.type for tile in one.cells.values() if tile.type in TYPES)
        assert points("rows", one) // 3 <= n // 3
        assert points("columns", one) // 3 <= n // 3
        assert points("same-type", one) // 3 <= sum(2 * t - math.ceil(2 * math.sqrt(t)) for t in kinds.values())
        assert points("diagonal", one) // 2 <= (n + 1) / 2
        assert points("variety", one) == len(kinds) * (len(kinds) - 1) // 2
        assert points("path", one) <= n - 1
        assert points("path", one, path_on_foot="adjacency") <= points("path", one)
        assert points("same-type", one, same_type_unit="disjoint") <= points("same-type", one)
        assert points("diagonal", one) <= points("diagonal", one, diagonal_gaps="gaps")


def test_a_layout_is_scored_fast():
    """All missions of twenty tiles in two milliseconds, the best of some tries."""
    placed = random_layout(Random(1), 20, SUPPLY)
    readings = rulings()

    def once():
        start = time.perf_counter()
        one = Layout.of(placed, SUPPLY)
        for key in KEYS:
            score_mission(key, one, "ana", readings)
        return time.perf_counter() - start

    assert min(once() for _ in range(20)) < 0.002


def test_the_tiles_without_walls_are_as_listed():
    assert len(set(OPEN)) == 10
