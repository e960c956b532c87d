"""The bundled supply, layouts as tests write them, and layouts that no placing has led to."""

from pathlib import Path

import models
from models.alhambra.layout import ORIGIN, Layout, Placed, enclosed, neighbours
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import FOUNTAIN, Supply, make_tile
from models.documents import read_text, validate
from models.rulings import Rulings

DATA = Path(models.__file__).parent / "alhambra" / "data" / "alhambra.json"
SUPPLY = validate(Supply, read_text(DATA.read_bytes()))
OPEN = ["pavilion8", "seraglio9", "arcades9", "arcades10", "chambers10", "chambers11", "garden10-open", "garden11",
        "tower11-open", "tower12"]  # fmt: skip
"""The ten tiles without walls."""


def rulings(**chosen):
    """The default readings, with others by their ids written with ``_``."""
    return Rulings.choose(RULINGS, {key.replace("_", "-"): reading for key, reading in chosen.items()})


def layout(tiles):
    """A layout from ``{cell: tile}``, with ids full or short."""
    return Layout.of([Placed(tile=tile, at=cell) for cell, tile in tiles.items()], SUPPLY)


def bare(cells):
    """A layout of tiles without walls in these cells, the fountain apart; the kind of building changes."""
    return layout(dict(zip(cells, OPEN, strict=False)))


# worked layouts of the research notes, by their numbers there
E1 = layout({(0, -1): "pavilion2", (1, 0): "arcades4", (0, 1): "seraglio3", (-1, 0): "chambers5"})
E3 = layout({(0, -1): "seraglio4", (1, 0): "arcades10", (1, -1): "pavilion5"})
E5 = layout(
    {(0, -1): "seraglio4", (1, 0): "pavilion6", (2, 0): "arcades9", (2, -1): "chambers10", (1, -1): "pavilion3"}
)
E7 = layout({(1, 0): "garden10-open", (2, 0): "garden11", (1, -1): "garden10-n", (2, -1): "garden8-ne"})
E9 = layout(
    {(1, 0): "garden10-open", (2, 0): "garden11", (3, 0): "pavilion8", (3, 1): "tower11-open", (3, 2): "tower12"}
    | {(3, 3): "arcades9", (1, 1): "arcades10"}
)
SQUARE = bare([(x, y) for y in range(3) for x in range(3) if (x, y) != ORIGIN])
"""A square of 3 by 3 with the fountain in a corner (E13)."""


def random_masks(rng, tiles, extra=0.0, width=3, height=4):
    """Wall bits of a legal layout drawn as a shape with random joins, which may be impossible to build.

    ``extra`` is how often a join beyond those that connect all tiles is open.
    """
    box = [(x, y) for x in range(width) for y in range(height)]
    while True:
        shape = set(rng.sample(box, tiles))
        beside = sorted({other for cell in shape for other in neighbours(cell)} - shape)
        x, y = rng.choice(beside)  # the fountain stands outside of the box: it has no walls
        shape = {(cell[0] - x, cell[1] - y) for cell in shape} | {ORIGIN}
        joined = _joins(rng, shape, extra)
        if joined is not None and not enclosed(shape):
            break
    return {
        cell: sum(
            1 << at
            for at, other in enumerate(neighbours(cell))
            if (other in shape and (cell, other) not in joined)
            or (other not in shape and cell != ORIGIN and rng.random() < 0.4)
        )
        for cell in sorted(shape)
    }


def _joins(rng, shape, extra):
    group = {cell: cell for cell in shape}

    def root(cell):
        while group[cell] != cell:
            cell = group[cell]
        return cell

    sides = [(cell, other) for cell in sorted(shape) for other in neighbours(cell) if other in shape and cell < other]
    rng.shuffle(sides)
    joined = set()
    for one, other in sorted(sides, key=lambda side: ORIGIN not in side):
        if ORIGIN in (one, other) or root(one) != root(other) or rng.random() < extra:
            group[root(one)] = root(other)
            joined |= {(one, other), (other, one)}
    return joined if len({root(cell) for cell in shape}) == 1 else None


def tiles_for(masks):
    """A layout with these walls, and a supply of just its tiles."""
    words = ["".join(side for at, side in enumerate("nesw") if bits >> at & 1) or "open" for bits in range(16)]
    listed = [("garden", 1 + at, words[masks[cell]]) for at, cell in enumerate(sorted(masks)) if cell != ORIGIN]
    supply = Supply(
        satrap=1,
        game="alhambra",
        name="drawn",
        title="Drawn",
        invented=True,
        tiles=[{"type": kind, "price": price, "walls": walls} for kind, price, walls in listed],
    )
    tiles = iter([make_tile(*each) for each in listed])
    return Layout({cell: FOUNTAIN if cell == ORIGIN else next(tiles) for cell in sorted(masks)}), supply
