"""Signs of alexandros: a shape for each symbol, governors, Alexander; all told apart without colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from models.alexandros.board import Symbol
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.marks import Mark
from puzzles.drawing.svg import (
    INK,
    WHITE,
    Element,
    line,
    number,
    polygon,
    rectangle,
    shape,
    text,
    text_width,
)

GOLD = "#f6c945"
"""What a plan brings, here as in the other games."""
STONE = "#4a4238"
"""What symbols are drawn in."""
GOVERNOR, KING = 10.0, 12.5
"""Radii of the pieces."""


class _Pen:
    """Draws about a point in units of half the size of a sign; x grows to the right, y downward."""

    def __init__(self, parent: Element, at: Point, reach: float, colour: str) -> None:
        self.parent, self.at, self.reach, self.colour = parent, at, reach, colour

    def to(self, x: float, y: float) -> Point:
        return self.at[0] + x * self.reach, self.at[1] + y * self.reach

    def fill(self, *points: Point) -> None:
        polygon(self.parent, [self.to(*each) for each in points], self.colour)

    def stroke(self, width: float, *points: Point, colour: str | None = None) -> None:
        ends = [self.to(*each) for each in points]
        line(self.parent, ends, colour or self.colour, width * self.reach, stroke_linecap="round")

    def path(self, steps: str, *points: Point, fill: str | None = None, width: float = 0.0) -> None:
        """A path of these commands; each takes as many of the points as it needs."""
        needs = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
        left = iter(points)
        d = " ".join(
            step + " ".join(f"{number(x)} {number(y)}" for x, y in (self.to(*next(left)) for _ in range(needs[step])))
            for step in steps
        )
        stroke, wide, cap = (self.colour, width * self.reach, "round") if width else (None, None, None)
        shape(self.parent, "path", d=d, fill=fill or "none", stroke=stroke, stroke_width=wide, stroke_linecap=cap)


def _temple(pen: _Pen) -> None:
    """A gable on three columns."""
    pen.fill((-1.1, -0.38), (0, -1.05), (1.1, -0.38))
    for x in (-0.72, 0.0, 0.72):
        pen.fill((x - 0.19, -0.26), (x + 0.19, -0.26), (x + 0.19, 0.62), (x - 0.19, 0.62))
    pen.fill((-1.1, 0.7), (1.1, 0.7), (1.1, 1.0), (-1.1, 1.0))


def _amphora(pen: _Pen) -> None:
    """A jar with a narrow foot and two handles."""
    pen.path("MCCLCCZ", (-0.26, -0.72), (-0.2, -0.4), (-0.66, -0.4), (-0.62, -0.02), (-0.56, 0.42), (-0.2, 0.62),
             (-0.14, 0.84), (0.14, 0.84), (0.2, 0.62), (0.56, 0.42), (0.62, -0.02), (0.66, -0.4), (0.2, -0.4),
             (0.26, -0.72), fill=pen.colour)  # fmt: skip
    pen.fill((-0.42, -1.08), (0.42, -1.08), (0.34, -0.84), (-0.34, -0.84))
    pen.fill((-0.38, 0.84), (0.38, 0.84), (0.44, 1.06), (-0.44, 1.06))
    for side in (-1, 1):
        handle = ((0.22, -0.8), (0.86, -0.86), (0.92, -0.4), (0.6, -0.16))
        pen.path("MC", *((side * x, y) for x, y in handle), width=0.15)


def _horse(pen: _Pen) -> None:
    """A horse's head."""
    pen.path("MLLQLQLQQQQZ", (-0.62, 1.0), (0.72, 1.0), (0.74, 0.75),
             (0.98, -0.35), (0.36, -0.72),
             (0.34, -1.08),
             (0.12, -1.0), (0.02, -0.78),
             (-0.16, -0.72),
             (-0.55, -0.5), (-0.98, 0.12),
             (-1.0, 0.42), (-0.7, 0.46),
             (-0.45, 0.22), (-0.06, 0.1),
             (-0.1, 0.5), (-0.62, 1.0), fill=pen.colour)  # fmt: skip
    shape(pen.parent, "circle", cx=pen.to(-0.12, -0.34)[0], cy=pen.to(-0.12, -0.34)[1], r=0.14 * pen.reach, fill=WHITE)


def _lyre(pen: _Pen) -> None:
    """Two arms with a bar between, strings, a small body."""
    for side in (-1, 1):
        pen.path("MCC", (side * 0.3, 0.82), (side * 1.1, 0.5), (side * 0.9, 0.0), (side * 0.62, -0.36),
                 (side * 0.5, -0.66), (side * 0.6, -0.95), (side * 0.95, -1.0), width=0.2)  # fmt: skip
    pen.stroke(0.17, (-0.6, -0.62), (0.6, -0.62))
    for x in (-0.22, 0.22):
        pen.stroke(0.11, (x, -0.6), (x, 0.72))
    pen.fill((-0.5, 0.62), (0.5, 0.62), (0.34, 1.02), (-0.34, 1.02))


def _hoplite(pen: _Pen) -> None:
    """A round shield before a spear."""
    pen.stroke(0.16, (-0.92, 0.92), (0.78, -0.78))
    pen.fill((1.02, -1.02), (0.86, -0.5), (0.5, -0.86))
    x, y = pen.to(-0.04, 0.04)
    shape(pen.parent, "circle", cx=x, cy=y, r=0.78 * pen.reach, fill=pen.colour, stroke=WHITE,
          stroke_width=0.1 * pen.reach)  # fmt: skip
    pen.stroke(0.18, (-0.42, 0.42), (-0.04, -0.42), (0.34, 0.42), colour=WHITE)


_SHAPES: Mapping[Symbol, Callable[[_Pen], None]] = {
    "temple": _temple,
    "amphora": _amphora,
    "horse": _horse,
    "lyre": _lyre,
    "hoplite": _hoplite,
}


def draw_symbol(parent: Element, symbol: Symbol, at: Point, size: float, colour: str = STONE) -> None:
    """The shape of a symbol about a point, about as wide and high as its size."""
    _SHAPES[symbol](_Pen(parent, at, size / 2, colour))


def draw_governor(parent: Element, mark: Mark, at: Point, how: str = "standing") -> None:
    """A governor with the letter of his player: ``standing``, ``placed`` by a plan, or ``gone``."""
    x, y = at
    fill, edge, ink, dashes = {
        "standing": (mark.colour, INK, WHITE, None),
        "placed": (GOLD, mark.colour, INK, "4 2"),
        "gone": (WHITE, mark.colour, mark.colour, None),
    }[how]
    wide = 1.3 if how == "standing" else 2.2
    shape(parent, "circle", cx=x, cy=y, r=GOVERNOR, fill=fill, stroke=edge, stroke_width=wide, stroke_dasharray=dashes)
    text(parent, mark.letter, x, y, 12, bold=True, fill=ink)
    if how == "gone":
        reach = GOVERNOR * 0.95
        line(parent, [(x - reach, y + reach), (x + reach, y - reach)], INK, 2.4)


def draw_king(parent: Element, at: Point, *, planned: bool = False) -> None:
    """Alexander: a star on a disc, golden and dashed where a plan takes him."""
    x, y = at
    fill = GOLD if planned else WHITE
    dashes = "4 2" if planned else None
    shape(parent, "circle", cx=x, cy=y, r=KING, fill=fill, stroke=INK, stroke_width=2.2, stroke_dasharray=dashes)
    turns = [(math.tau * step / 16, KING * (0.78 if step % 2 == 0 else 0.3)) for step in range(16)]
    polygon(parent, [(x + far * math.sin(turn), y - far * math.cos(turn)) for turn, far in turns], INK)


def tag_width(words: str) -> float:
    """How wide a tag is."""
    return max(18.0, text_width(words, 11, bold=True) + 9)


def draw_tag(parent: Element, words: str, at: Point, colour: str = INK, fill: str = WHITE) -> Box:
    """A few characters in a frame; where it stands."""
    box = Box.around(at, tag_width(words), 17)
    rectangle(parent, box, rx=8.5, fill=fill, stroke=colour, stroke_width=1.8)
    text(parent, words, *at, 11, bold=True, fill=colour)
    return box
