"""Tiles of alhambra: their colours, a glyph for each type, walls, the fountain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.alhambra.tiles import FOUNTAIN, SIDES, TYPES, Tile
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.svg import INK, WHITE, Element, fit, number, polygon, rectangle, shape, text, tooltip

BRICK = "#4b3226"
"""The colour of walls."""
SAND = "#f6eedc"
"""The ground of an Alhambra."""
_EDGE = "#85796a"
_WATER, _BASIN, _STONE = "#4fa3d1", "#dcecf4", "#5d6b74"

_COLOURS = {
    "pavilion": ("#9cc8ec", "#134f88"),
    "seraglio": ("#f0998f", "#8c1d14"),
    "arcades": ("#cfa67a", "#5d3714"),
    "chambers": ("#fbf8f0", "#57503f"),
    "garden": ("#a6d391", "#245c18"),
    "tower": ("#c6ace2", "#4c2683"),
    FOUNTAIN.type: (_BASIN, _STONE),
}
_OTHER = ("#d9d9d9", "#444444")

WORDS_FROM, GLYPHS_FROM, LETTERS_FROM = 56.0, 34.0, 13.0
"""From these sizes on a tile shows its type as a word, its glyph, and letters at all."""
_SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6)


def abbreviation(type_: str) -> str:
    """A type in one letter, two for a type from outside the base game.

    >>> abbreviation("garden"), abbreviation("camp")
    ('G', 'Ca')
    """
    return type_[:1].upper() if type_ in TYPES or type_ == FOUNTAIN.type else type_[:2].capitalize()


def short_name(tile: Tile) -> str:
    """The type as letters, and the price: ``G10``."""
    return f"{abbreviation(tile.type)}{'' if tile.price is None else tile.price}"


def draw_tile(parent: Element, box: Box, tile: Tile, *, bare: bool = False) -> None:
    """Draw a tile: the ground in the colour of its type, glyph, price and type, walls along its sides.

    Parameters
    ----------
    box
        A square; how much is written depends on its size.
    bare
        Without glyph and writing, for an overlay.
    """
    group = shape(parent, "g")
    tooltip(group, tile.id)
    fill, _ = _COLOURS.get(tile.type, _OTHER)
    rectangle(group, box, fill=fill, stroke=_EDGE, stroke_width=0.8)
    side = box.width
    if not bare and tile.type == FOUNTAIN.type:
        draw_glyph(group, tile.type, box.centre, side * 0.33)
    elif not bare and side >= WORDS_FROM:
        _draw_words(group, box, tile)
    elif not bare and side >= GLYPHS_FROM:
        draw_glyph(group, tile.type, (box.centre[0], box.top + side * 0.37), side * 0.2)
        _fitted(group, short_name(tile), (box.centre[0], box.top + side * 0.73), side * 0.74, side * 0.27, INK)
    elif not bare:
        draw_letters(group, box, tile)
    draw_walls(group, box, tile.mask)


def _draw_words(parent: Element, box: Box, tile: Tile) -> None:
    """The glyph and the price side by side, the type below them."""
    side = box.width
    _, dark = _COLOURS.get(tile.type, _OTHER)
    priced = tile.price is not None
    draw_glyph(parent, tile.type, (box.left + side * (0.33 if priced else 0.5), box.top + side * 0.42), side * 0.165)
    if priced:
        _fitted(parent, str(tile.price), (box.left + side * 0.68, box.top + side * 0.43), side * 0.35, side * 0.25, INK)
    _fitted(parent, tile.type, (box.centre[0], box.top + side * 0.75), side * 0.74, side * 0.128, dark)


def draw_letters(parent: Element, box: Box, tile: Tile) -> None:
    """The type of a small tile as a letter."""
    if box.width < LETTERS_FROM or tile.type == FOUNTAIN.type:
        return
    _fitted(parent, abbreviation(tile.type), box.centre, box.width * 0.72, box.width * 0.46, INK)


def _fitted(parent: Element, words: str, at: Point, width: float, size: float, fill: str) -> None:
    """A line of bold text in the largest size up to ``size`` that fits, else cut."""
    fitting, lines = fit(words, width, [size * part for part in _SIZES], bold=True)
    text(parent, lines[0], *at, fitting, bold=True, fill=fill)


def draw_walls(parent: Element, box: Box, mask: int) -> None:
    """The walls of a tile as bars inside its sides; neighbours with one each show it twice as thick."""
    thick = box.width * 0.095
    sides = (
        Box(box.left, box.top, box.right, box.top + thick),
        Box(box.right - thick, box.top, box.right, box.bottom),
        Box(box.left, box.bottom - thick, box.right, box.bottom),
        Box(box.left, box.top, box.left + thick, box.bottom),
    )
    for at, bar in enumerate(sides):
        if mask >> at & 1:
            rectangle(parent, bar, fill=BRICK, class_=f"wall {SIDES[at]}")


# -- glyphs ------------------------------------------------------------------------------------------

_Glyph = Callable[[Element, float, float, float, str, str], None]
"""Draws about a point, so far to each side, in the dark and the light colour of a type."""


def draw_glyph(parent: Element, type_: str, at: Point, half: float) -> None:
    """The sign of a type about a point, ``half`` to each side of it."""
    light, dark = _COLOURS.get(type_, _OTHER)
    _GLYPHS.get(type_, _other)(parent, *at, half, dark, light)


def _part(parent: Element, x: float, y: float, half: float, corners: Sequence[Point], fill: str) -> None:
    polygon(parent, [(x + half * dx, y + half * dy) for dx, dy in corners], fill)


def _block(
    parent: Element, x: float, y: float, half: float, sides: tuple[float, float, float, float], fill: str
) -> None:
    left, top, right, bottom = sides
    rectangle(parent, Box(x + half * left, y + half * top, x + half * right, y + half * bottom), fill=fill)


def _arch(
    parent: Element, x: float, y: float, half: float, sides: tuple[float, float, float, float], fill: str
) -> None:
    """An opening with a round top."""
    left, top, right, bottom = (half * side for side in sides)
    radius = (right - left) / 2
    start, up = f"M{number(x + left)} {number(y + bottom)}", f"V{number(y + top + radius)}"
    bow = f"A{number(radius)} {number(radius)} 0 0 1 {number(x + right)} {number(y + top + radius)}"
    shape(parent, "path", d=f"{start} {up} {bow} V{number(y + bottom)}Z", fill=fill)


def _pavilion(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    _part(parent, x, y, half, ((-1, -0.15), (-0.35, -0.6), (0, -1), (0.35, -0.6), (1, -0.15)), dark)
    for left in (-0.8, -0.11, 0.58):
        _block(parent, x, y, half, (left, -0.15, left + 0.22, 0.8), dark)
    _block(parent, x, y, half, (-1, 0.75, 1, 1), dark)


def _seraglio(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    points = [(x + half * dx, y + half * dy) for dx, dy in ((-0.62, 0.05), (-1.05, -0.6), (0, -1.1), (1.05, -0.6))]
    (a, b), (c, d), (e, f), (g, h) = points
    right = number(x + half * 0.62)
    curve = f"Q{number(c)} {number(d)} {number(e)} {number(f)} Q{number(g)} {number(h)} {right} {number(b)}"
    shape(parent, "path", d=f"M{number(a)} {number(b)} {curve}Z", fill=dark)
    _block(parent, x, y, half, (-0.95, 0, 0.95, 1), dark)
    _arch(parent, x, y, half, (-0.25, 0.3, 0.25, 1), light)


def _arcades(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    _block(parent, x, y, half, (-1.1, -0.7, 1.1, 0.9), dark)
    for left in (-0.88, -0.25, 0.38):
        _arch(parent, x, y, half, (left, -0.35, left + 0.5, 0.9), light)


def _chambers(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    _block(parent, x, y, half, (-0.95, -0.75, 0.95, 0.95), dark)
    _block(parent, x, y, half, (-1.1, -0.95, 1.1, -0.7), dark)
    for left in (-0.65, -0.17, 0.31):
        _block(parent, x, y, half, (left, -0.45, left + 0.34, -0.05), light)
    for left in (-0.65, 0.31):
        _block(parent, x, y, half, (left, 0.2, left + 0.34, 0.6), light)
    _block(parent, x, y, half, (-0.17, 0.25, 0.17, 0.95), light)


def _garden(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    _block(parent, x, y, half, (-0.13, 0.1, 0.13, 1), dark)
    for dx, dy, radius in ((0, -0.5, 0.52), (-0.5, 0, 0.46), (0.5, 0, 0.46)):
        shape(parent, "circle", cx=x + half * dx, cy=y + half * dy, r=half * radius, fill=dark)
    _block(parent, x, y, half, (-0.7, 0.88, 0.7, 1), dark)


def _tower(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    battlements = ((-0.75, -1), (-0.4, -1), (-0.4, -0.75), (-0.17, -0.75), (-0.17, -1))
    right = [(-dx, dy) for dx, dy in reversed(battlements)]
    foot = ((0.75, -0.4), (0.55, -0.4), (0.55, 1), (-0.55, 1), (-0.55, -0.4), (-0.75, -0.4))
    _part(parent, x, y, half, (*battlements, *right, *foot), dark)
    _block(parent, x, y, half, (-0.1, -0.25, 0.1, 0.15), light)
    _arch(parent, x, y, half, (-0.22, 0.45, 0.22, 1), light)


def _fountain(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    for reach, top in ((0.38, -0.75), (0.72, -0.55)):
        for sign in (-1, 1):
            control = f"{number(x + sign * half * reach * 0.6)} {number(y + half * (top - 0.75))}"
            end = f"{number(x + sign * half * reach)} {number(y + half * (0.15 if reach > 0.5 else -0.1))}"
            d = f"M{number(x)} {number(y - half * 0.35)} Q{control} {end}"
            shape(parent, "path", d=d, fill="none", stroke=_WATER, stroke_width=half * 0.1, stroke_linecap="round")
    _block(parent, x, y, half, (-0.1, -0.4, 0.1, 0.6), dark)
    _part(parent, x, y, half, ((-0.5, -0.1), (0.5, -0.1), (0.3, 0.12), (-0.3, 0.12)), dark)
    _block(parent, x, y, half, (-0.92, 0.2, 0.92, 0.45), _WATER)
    _part(parent, x, y, half, ((-1, 0.38), (1, 0.38), (0.75, 0.85), (-0.75, 0.85)), dark)
    _block(parent, x, y, half, (-0.85, 0.85, 0.85, 1), dark)


def _other(parent: Element, x: float, y: float, half: float, dark: str, light: str) -> None:
    _part(parent, x, y, half, ((0, -1), (0.9, 0), (0, 1), (-0.9, 0)), dark)
    _part(parent, x, y, half, ((0, -0.45), (0.4, 0), (0, 0.45), (-0.4, 0)), light)


_GLYPHS: dict[str, _Glyph] = {
    "pavilion": _pavilion,
    "seraglio": _seraglio,
    "arcades": _arcades,
    "chambers": _chambers,
    "garden": _garden,
    "tower": _tower,
    FOUNTAIN.type: _fountain,
}

CURRENCY = {
    "blue": ("#2f6fb5", WHITE),
    "green": ("#2f7d3b", WHITE),
    "orange": ("#e8872b", INK),
    "yellow": ("#f2d544", INK),
}
"""By currency, its colour and what is written on it."""


def draw_coin(parent: Element, at: Point, radius: float, currency: str) -> None:
    """The sign of a currency: a coin in its colour with its first letter."""
    fill, ink = CURRENCY[currency]
    shape(parent, "circle", cx=at[0], cy=at[1], r=radius, fill=fill, stroke=INK, stroke_width=1)
    text(parent, currency[0].upper(), *at, radius * 1.15, bold=True, fill=ink)
