"""Outer walls: worked layouts, the greatest possible ones, and runs against components in networkx."""

from random import Random

import networkx as nx
import pytest

from models.alhambra.layout import ORIGIN, Layout, can_place, is_legal, neighbours
from models.alhambra.walls import double_walls, longest_wall, outlines, runs, second_wall, wall_runs
from puzzles.generate.alhambra import random_layout
from tests.alhambra.layouts import E1, E3, E5, E7, E9, SQUARE, SUPPLY, bare, layout, random_masks, rulings


def lengths(one):
    return [run.length for run in runs(one)]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (bare([]), []),
        (E1, [12]),
        (E3, [2]),
        (E5, [1]),
        (E7, [3]),
        (E9, []),
        (SQUARE, []),
        # around the end of one tile
        (layout({(0, 1): "garden6"}), [3]),
        # apart on both sides of the fountain, equally long
        (layout({(1, 0): "garden10-n", (-1, 0): "garden12"}), [1, 1]),
        # straight on over two tiles, then around a corner: n, n, e
        (layout({(1, 0): "garden10-n", (2, 0): "garden8-ne"}), [3]),
        # around an inner corner: the east of one, the north of the other
        (layout({(0, -1): "pavilion7", (1, 0): "garden10-n"}), [2]),
        # an open side in between parts them
        (layout({(1, 0): "garden10-n", (2, 0): "tower12", (3, 0): "tower11-n"}), [1, 1]),
    ],
)
def test_worked_layouts(known, expected):
    assert lengths(known) == expected
    assert longest_wall(known, rulings()) == (expected[0] if expected else 0)
    assert second_wall(known) == (expected[1] if len(expected) > 1 else 0)


def test_a_wall_all_the_way_round():
    assert runs(E1)[0].closed
    assert not runs(E3)[0].closed
    one_less = rulings(closed_outline="one-less")
    assert longest_wall(E1, one_less) == 11
    assert one_less.consulted() == {"closed-outline": "one-less"}
    assert longest_wall(E3, one_less) == 2
    default = rulings()
    assert longest_wall(E3, default) == 2
    assert default.consulted() == {}


def test_runs_name_their_tiles():
    # clockwise from the west end: the north of two tiles, the east of the second
    corner = layout({(1, 0): "garden10-n", (2, 0): "garden8-ne"})
    assert runs(corner)[0].edges == (((1, 0), 0), ((2, 0), 0), ((2, 0), 1))
    assert corner.names(runs(corner)[0].cells) == "garden10-n + garden8-ne"


def test_of_equal_walls_the_first_in_reading_order_comes_first():
    two = layout({(1, 0): "garden12", (-1, 0): "garden10-n"})
    assert [run.cells for run in runs(two)] == [((-1, 0),), ((1, 0),)]


def test_double_walls():
    assert double_walls(E3) == [((0, -1), (1, -1))]
    assert double_walls(E5) == [((0, -1), (1, -1)), ((1, -1), (1, 0))]
    assert double_walls(E1) == []


def test_outlines_go_round_clockwise():
    assert list(outlines({ORIGIN: 0})) == [[(ORIGIN, 0), (ORIGIN, 1), (ORIGIN, 2), (ORIGIN, 3)]]
    # around a gap there is a curve of its own: only an illegal layout has one
    ring = {(x, y): 0 for x in range(3) for y in range(3) if (x, y) != (1, 1)}
    assert [len(curve) for curve in outlines(ring)] == [12, 4]


def components(masks):
    """The sizes of what joins end to end among walls with nothing behind, as a graph of lattice corners."""
    graph = nx.Graph()
    ends = {0: ((0, 0), (1, 0)), 1: ((1, 0), (1, 1)), 2: ((0, 1), (1, 1)), 3: ((0, 0), (0, 1))}
    for (x, y), mask in masks.items():
        for at, other in enumerate(neighbours((x, y))):
            if mask >> at & 1 and other not in masks:
                (ax, ay), (bx, by) = ends[at]
                graph.add_edge((x + ax, y + ay), (x + bx, y + by))
    assert all(degree <= 2 for _, degree in graph.degree)
    return sorted((graph.subgraph(part).number_of_edges() for part in nx.connected_components(graph)), reverse=True)


def test_runs_against_networkx():
    rng = Random(3)
    for at in range(400):
        masks = random_masks(rng, rng.randint(2, 11), 0.2)
        if at % 2:
            masks = Layout.of(random_layout(rng, rng.randint(1, 30), SUPPLY), SUPPLY).masks
        assert [run.length for run in wall_runs(masks)] == components(masks)
        assert len(list(outlines(masks))) == 1


@pytest.mark.parametrize(("tiles", "most"), [(1, 3), (2, 6)])
def test_the_greatest_possible_wall(tiles, most):
    """Every layout of one or two tiles that the supply allows."""
    patterns = {tile.mask for tile in SUPPLY.by_id.values()}  # at least two tiles of each

    def grow(masks, left):
        if not left:
            yield masks
            return
        for cell in {other for inner in masks for other in neighbours(inner)} - set(masks):
            for mask in patterns:
                if can_place(masks, cell, mask):
                    yield from grow({**masks, cell: mask}, left - 1)

    found = [wall_runs(masks) for masks in grow({ORIGIN: 0}, tiles)]
    assert max(one[0].length for one in found if one) == most


def test_the_greatest_possible_wall_of_three_is_nine():
    nine = layout({(0, -1): "pavilion2", (1, 0): "arcades4", (0, 1): "seraglio3"})
    assert is_legal(nine.masks)
    assert lengths(nine) == [9]
