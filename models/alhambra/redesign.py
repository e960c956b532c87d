"""Changes of an Alhambra: placing a tile, taking one out, exchanging two (B4-1, B4-2, B4-3).

They are changes of a layout alone.  Where a tile comes from and goes to, reserve or personal
market, is settled where the action is played.
"""

from __future__ import annotations

from dataclasses import replace

from models.alhambra.layout import ORIGIN, Layout, LayoutBreach, cell_words, layout_breaches, neighbours
from models.alhambra.tiles import Cell, Tile
from models.errors import Path


def place_breaches(layout: Layout, cell: Cell, tile: Tile, path: Path = ()) -> list[LayoutBreach]:
    """Why a tile may not be added to a legal layout in a cell; nothing if it may (B4-1)."""
    if cell in layout.cells:
        here = layout.cells[cell].id
        rule = "B3-6" if cell == ORIGIN else "B3-7"
        return [LayoutBreach(rule, path, f"{tile.id} would lie at {cell_words(cell)}, where {here} lies", (cell,))]
    if not any(other in layout.cells for other in neighbours(cell)):
        what = f"{tile.id} at {cell_words(cell)} would share no side with the Alhambra"
        return [LayoutBreach("B3-4", path, what, (cell,))]
    return _after(layout.with_tile(cell, tile), f"with {tile.id} at {cell_words(cell)}", path)


def remove_breaches(layout: Layout, cell: Cell, path: Path = ()) -> list[LayoutBreach]:
    """Why the tile of a cell may not be taken out of a legal layout; nothing if it may (B4-2)."""
    if wrong := _nothing_to_take(layout, cell, "B4-2", path):
        return wrong
    return _after(layout.without(cell), f"without {layout.cells[cell].id}", path)


def exchange_breaches(layout: Layout, cell: Cell, tile: Tile, path: Path = ()) -> list[LayoutBreach]:
    """Why a tile may not take the place of that of a cell in a legal layout; nothing if it may (B4-3).

    It may exactly if both have the same, a wall or none, on each side that meets a neighbour.
    """
    if wrong := _nothing_to_take(layout, cell, "B4-3", path):
        return wrong
    return _after(layout.with_tile(cell, tile), f"with {tile.id} in place of {layout.cells[cell].id}", path)


def _nothing_to_take(layout: Layout, cell: Cell, rule: str, path: Path) -> list[LayoutBreach]:
    if cell == ORIGIN:
        return [LayoutBreach("B3-6", path, "the fountain stays where it is", (cell,))]
    if cell not in layout.cells:
        return [LayoutBreach(rule, path, f"no tile lies at {cell_words(cell)}", (cell,))]
    return []


def _after(layout: Layout, what: str, path: Path) -> list[LayoutBreach]:
    return [replace(breach, message=f"{what}: {breach.message}") for breach in layout_breaches(layout, path)]
