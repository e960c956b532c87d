"""Layouts: as files hold them, what makes them illegal, and the kernels against networkx and a flood."""

from random import Random

import networkx as nx
import pytest

from models.alhambra.layout import (
    ORIGIN,
    Layout,
    LayoutField,
    Placed,
    can_place,
    can_remove,
    enclosed,
    is_legal,
    layout_breaches,
    layout_problems,
    neighbours,
    shared_corners,
    to_map,
    walk,
)
from models.alhambra.tiles import STEPS, make_tile
from models.documents import Document, Source, validate
from models.errors import InputError
from puzzles.generate.alhambra import random_layout
from tests.alhambra.layouts import E1, E3, E5, E7, E9, OPEN, SQUARE, SUPPLY, bare, layout, random_masks


class File(Document):
    layout: LayoutField = ()


def read(value):
    return validate(File, Source({"layout": value})).layout


def fault(value):
    with pytest.raises(InputError) as raised:
        read(value)
    return str(raised.value)


def found(tiles):
    return [(breach.rule, breach.cells) for breach in layout_breaches(layout(tiles))]


# files


def test_a_list_and_a_map_are_the_same_layout():
    listed = read([{"tile": "garden10-n", "at": [1, -1]}, {"tile": "arcades6-sw", "at": [1, 0]}])
    drawn = read("""
        .         garden10-n
        fountain  arcades6-sw
    """)
    assert listed == drawn


def test_maps_need_not_be_aligned_nor_rows_equally_long():
    assert read("\n garden8-nw pavilion5\n\t. fountain .\n") == read("garden8-nw   pavilion5\n.  fountain")
    assert read("fountain") == read([]) == ()


def test_maps_read_back():
    rng = Random(4)
    for tiles in (1, 5, 20, 40):
        placed = random_layout(rng, tiles, SUPPLY)
        assert sorted(read(to_map(placed)), key=str) == sorted(placed, key=str)
    assert to_map(()) == "fountain"


def test_what_is_written_is_a_list():
    drawn = validate(File, Source({"layout": "fountain tower13"}))
    assert drawn.plain() == {"layout": [{"tile": "tower13", "at": [1, 0]}]}


def test_faulty_maps():
    assert "“fountain” stands nowhere" in fault("garden12 tower13")
    assert "“fountain” stands 2 times" in fault("fountain\nfountain")
    assert "row 2 has no word" in fault("fountain\n\ntower13")
    assert "layout: “8” is not a name" in fault("8 fountain")
    assert "is not a list" in fault(3)
    assert "unknown key “on”" in fault([{"tile": "tower13", "on": [1, 0]}])
    assert "layout[0].at[0]" in fault([{"tile": "tower13", "at": [1.5, 0]}])


def test_schema_shows_both_forms():
    schema = File.model_json_schema()["properties"]["layout"]
    assert [option["type"] for option in schema["anyOf"]] == ["array", "string"]


def test_lists_that_are_no_layout():
    placed = read([{"tile": tile, "at": at} for tile, at in [
        ("garden8", [1, 0]), ("tower13", [1, 0]), ("tower12", [1, 0]), ("tower13", [2, 0]), ("tower11-n", [0, 0]),
        ("fountain", [0, 1])]])  # fmt: skip
    problems = list(layout_problems(placed, SUPPLY))
    assert [problem.path for problem in problems] == [(0, "tile"), (2, "at"), (3, "tile"), (4, "at"), (5, "tile")]
    assert problems[1].message == "tower12-open lies at [1, 0], where tower13-e lies already"
    assert problems[2].message == "tower13-e lies at [2, 0] and at [1, 0]"
    assert problems[3].message == "tower11-n lies at [0, 0], where fountain lies already"


# rules


@pytest.mark.parametrize("known", [E1, E3, E5, E7, E9, SQUARE, bare([])])
def test_worked_layouts_are_legal(known):
    assert layout_breaches(known) == []
    assert is_legal(known.masks)


def test_sides_that_differ():
    # a wall towards the fountain, which has none: nobody can pass, either
    assert found({(1, 0): "garden10-w"}) == [("B3-2", ((0, 0), (1, 0))), ("B3-3", ((1, 0),))]
    # pavilion6 has a wall to the north, garden12 above it only one to its own south: alike
    assert found({(1, 0): "pavilion6", (0, -1): "tower12", (1, -1): "garden12"}) == []
    # with an open one above the sides differ, though a way leads around
    assert found({(1, 0): "pavilion6", (0, -1): "tower12", (1, -1): "garden11"}) == [("B3-2", ((1, -1), (1, 0)))]


def test_out_of_reach():
    # apart; joined among themselves: one group
    assert found({(2, 0): "garden11", (3, 0): "tower12"}) == [("B3-3", ((2, 0), (3, 0)))]
    assert found({(2, 0): "garden11", (-2, 0): "tower12"}) == [("B3-3", ((-2, 0),)), ("B3-3", ((2, 0),))]
    # over a corner nobody walks
    assert found({(1, 1): "garden11"}) == [("B3-3", ((1, 1),))]
    # a double wall parts what lies side by side
    assert found({(1, 0): "pavilion7", (2, 0): "seraglio7"}) == [("B3-3", ((2, 0),))]


RING = [(1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (1, 2), (2, 2), (3, 2), (3, 1)]


def test_enclosed_gaps():
    assert [breach.cells for breach in layout_breaches(bare(RING))] == [((1, 1), (2, 1))]  # E11
    assert layout_breaches(bare(RING))[0].rule == "B3-5"
    assert layout_breaches(bare(RING[:-1])) == []
    # a gap that is open at a corner only
    corner = [(1, 0), (2, 0), (2, 1), (0, 1), (0, 2), (1, 2)]
    assert [breach.cells for breach in layout_breaches(bare(corner))] == [((1, 1),)]


def test_all_faults_are_told():
    tiles = dict(zip(RING, OPEN, strict=False)) | {(3, 1): "tower10", (-1, 0): "tower13", (9, 9): "seraglio8"}
    rules = [breach.rule for breach in layout_breaches(layout(tiles))]
    # tower13 has a wall to the fountain; it and seraglio8 are out of reach; the gap at [1, 1] and [2, 1] is
    # enclosed, and tower10's wall looks to it, so nothing else differs
    assert rules == ["B3-2", "B3-3", "B3-3", "B3-5"]


def test_messages_name_tiles_and_cells():
    first, second = layout_breaches(layout({(1, 0): "garden10-w"}))
    assert first.message == "between fountain [0, 0] and garden10-w [1, 0] garden10-w has a wall and fountain has none"
    assert second.message == "no way on foot leads from the fountain to garden10-w [1, 0]"
    gap = layout_breaches(bare(RING))[0].message
    assert gap.startswith("the gap at [1, 1], [2, 1] is enclosed by ")


# kernels


def scattered(rng):
    """A few tiles anywhere, with any walls: mostly illegal in every way."""
    size = rng.randint(1, 4)
    cells = [(x, y) for x in range(-size, size) for y in range(-size, size)]
    chosen = {ORIGIN, *rng.sample(cells, rng.randint(1, len(cells)))}
    bias = rng.random() * 0.2
    masks = dict.fromkeys(sorted(chosen), 0)
    for cell in masks:
        for at, other in enumerate(neighbours(cell)):
            if rng.random() < bias:
                masks[cell] |= 1 << at
                if other in masks and rng.random() < 0.9:
                    masks[other] |= 1 << (at ^ 2)
    return masks


def by_networkx(masks):
    """Which rules a layout breaks, by other means."""
    broken = set()
    grid = nx.Graph()
    grid.add_nodes_from(masks)
    for cell, mask in masks.items():
        for at, (dx, dy) in enumerate(STEPS):
            other = (cell[0] + dx, cell[1] + dy)
            if other in masks:
                walls = (mask >> at & 1) + (masks[other] >> (at ^ 2) & 1)
                if walls == 0:
                    grid.add_edge(cell, other)
                if walls == 1:
                    broken.add("B3-2")
    if not nx.is_connected(grid):
        broken.add("B3-3")
    xs, ys = [x for x, _ in masks], [y for _, y in masks]
    empty = nx.grid_2d_graph(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2))
    empty.remove_nodes_from(masks)
    if not nx.is_connected(empty):
        broken.add("B3-5")
    return broken, grid, nx.number_connected_components(empty) - 1


def test_verdicts_against_networkx():
    rng = Random(8)
    seen = set()
    for at in range(600):
        masks = scattered(rng) if at % 2 else random_masks(rng, rng.randint(3, 10), 0.3)
        broken, grid, gaps = by_networkx(masks)
        breaches = layout_breaches(drawn(masks))
        assert {breach.rule for breach in breaches} == broken
        assert sum(breach.rule == "B3-5" for breach in breaches) == len(enclosed(masks)) == gaps
        cut_off = [set(breach.cells) for breach in breaches if breach.rule == "B3-3"]
        groups = [group for group in nx.connected_components(grid) if ORIGIN not in group]
        assert sorted(cut_off, key=min) == sorted(groups, key=min)
        assert walk(masks) == nx.single_source_shortest_path_length(grid, ORIGIN)
        assert is_legal(masks) == (not broken)
        seen.add(frozenset(broken))
    assert len(seen) >= 7  # nearly every mixture of faults came up


def drawn(masks):
    words = ["".join(side for at, side in enumerate("nesw") if bits >> at & 1) or "open" for bits in range(16)]
    return Layout({cell: make_tile("garden", None, words[mask]) for cell, mask in masks.items()})


def test_local_tests_against_the_whole_verdict():
    rng = Random(9)
    counts = {True: 0, False: 0}
    for at in range(120):
        masks = random_masks(rng, rng.randint(3, 11), 0.3)
        if at % 2:
            masks = dict(Layout.of(random_layout(rng, rng.randint(1, 20), SUPPLY), SUPPLY).masks)
        for cell in {other for inner in masks for other in neighbours(inner)} | set(masks) | {(9, 9)}:
            mask = rng.randrange(16)
            if cell not in masks:
                legal = is_legal({**masks, cell: mask})
                assert can_place(masks, cell, mask) == legal
                counts[legal] += 1
            else:
                assert not can_place(masks, cell, mask)
                rest = {each: bits for each, bits in masks.items() if each != cell}
                assert can_remove(masks, cell) == (cell != ORIGIN and is_legal(rest))
    assert min(counts.values()) > 100
    assert not can_remove({ORIGIN: 0}, (1, 0))


def test_joins_are_those_of_networkx():
    rng = Random(10)
    for _ in range(50):
        one = Layout.of(random_layout(rng, 15, SUPPLY), SUPPLY)
        assert one.steps() == nx.single_source_shortest_path_length(one.joins(), ORIGIN)
    assert set(E3.joins().edges) == {((0, -1), (0, 0)), ((0, 0), (1, 0)), ((1, -1), (1, 0))}


def test_corners():
    assert shared_corners({(0, 0): 0}, (1, 0)) == 2
    assert shared_corners({(0, 0): 0}, (1, 1)) == 1
    assert shared_corners({(0, 0): 0, (2, 0): 0}, (1, 0)) == 4


def test_random_layouts_are_legal_and_the_same_for_a_seed():
    for tiles in (0, 1, 8, 30, 54):
        placed = random_layout(Random(tiles), tiles, SUPPLY)
        assert len(placed) == tiles
        assert layout_breaches(Layout.of(placed, SUPPLY)) == []
        assert placed == random_layout(Random(tiles), tiles, SUPPLY)
    with pytest.raises(ValueError, match="55 tiles"):
        random_layout(Random(1), 55, SUPPLY)


def test_placed_is_in_reading_order_with_full_ids():
    assert E3.placed == (
        Placed(tile="seraglio4-ne", at=(0, -1)),
        Placed(tile="pavilion5-nw", at=(1, -1)),
        Placed(tile="arcades10-open", at=(1, 0)),
    )
    assert E3.names([(1, 0), (0, 0), (0, -1)]) == "seraglio4-ne + fountain + arcades10-open"
