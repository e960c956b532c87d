"""The small things on a map of empire: counters, temples, cities, campaign symbols.

Nothing is told by colour alone: every counter and piece has its owner's letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from models.empire.board import REGIONS, SYMBOL, Region
from models.empire.plan import Plan
from models.empire.position import KINDS, Kind, PlayerState
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.marks import Mark
from puzzles.drawing.svg import INK, WHITE, Element, line, polygon, rectangle, shape, text, text_width, tooltip

GOLD, GOLD_EDGE, RED = "#f3c64f", "#8a6200", "#b3161f"
SITE = "#8a8172"

Outline = tuple[Point, ...]
How = Literal["standing", "laid", "planned"]
COUNTER = 33.0
"""How wide a counter is."""


@dataclass(frozen=True)
class Piece:
    """A temple or city, standing, laid this round, or laid by the plan that is shown."""

    owner: Mark
    how: How


@dataclass
class Content:
    """What is in a province or on the campaign symbol.

    Attributes
    ----------
    armies
        Owner, how many, and whether they come there by the plan's allocation only.
    pieces
        By kind, in the order they are drawn.
    """

    armies: list[tuple[Mark, int, bool]] = field(default_factory=list)
    pieces: dict[Kind, list[Piece]] = field(default_factory=lambda: {"temple": [], "city": []})


def contents_of(
    region: Region,
    players: Mapping[str, PlayerState],
    marks: Mapping[str, Mark],
    plan: Plan | None,
    player: str,
) -> dict[str, Content]:
    """What lies where, by province and for the campaign symbol; what lies in other regions is left out."""
    contents = {place: Content() for place in (SYMBOL, *region.provinces)}
    for name, state in players.items():
        for place, count in state.armies.items():
            if count and place in contents:
                contents[place].armies.append((marks[name], count, False))
    for name, state in players.items():
        for place, count in state.built.temples.items():
            _add(contents, place, "temple", marks[name], "standing", count)
        for place in state.built.cities:
            _add(contents, place, "city", marks[name], "standing")
    for name, state in players.items():
        for kind in KINDS:
            for place in state.placed.of(kind):
                _add(contents, place, kind, marks[name], "laid")
    if plan is not None:
        if plan.allocation is not None and plan.allocation.armies:
            contents[SYMBOL].armies.append((marks[player], plan.allocation.armies, True))
        for kind in KINDS:
            for place in plan.pieces.of(kind):
                _add(contents, place, kind, marks[player], "planned")
    return contents


def _add(contents: Mapping[str, Content], place: str, kind: Kind, owner: Mark, how: How, count: int = 1) -> None:
    if place in contents:
        contents[place].pieces[kind] += [Piece(owner, how)] * count


def draw_counter(parent: Element, x: float, y: float, mark: Mark, count: int, planned: bool = False) -> None:
    """Armies: the owner's letter on the left, how many on the right; a broken outline if the plan brings them."""
    group = shape(parent, "g")
    words = "1 army" if count == 1 else f"{count} armies"
    tooltip(group, f"{mark.name}: {words}{', by the plan' if planned else ''}")
    box = Box.around((x, y), COUNTER, 20)
    middle = box.left + 14
    if planned:
        rectangle(
            group, box.grown(-0.8), rx=4, fill=WHITE, stroke=mark.colour, stroke_width=1.6, stroke_dasharray="3.5 2"
        )
    else:
        rectangle(group, box, rx=4, fill=mark.colour)
        rectangle(group, Box(middle, box.top + 1.5, box.right - 1.5, box.bottom - 1.5), rx=3, fill=WHITE)
    text(group, mark.letter, box.left + 7.5, y, 11, bold=True, fill=mark.colour if planned else WHITE)
    size = min(13.0, 13.0 * (box.right - middle - 3) / text_width(str(count), 13, bold=True))
    text(group, str(count), (middle + box.right - 1.5) / 2, y, size, bold=True)


_TEMPLE: Outline = ((-7.5, -1.5), (0, -8), (7.5, -1.5), (6, -1.5), (6, 7.5), (-6, 7.5), (-6, -1.5))
_TILTED: Outline = tuple((-y, x) for x, y in _TEMPLE)
_CITY: Outline = ((-7, -4), (0, -8), (7, -4), (7, 4), (0, 8), (-7, 4))
_ON_POINT: Outline = ((0, -8.2), (8.2, 0), (0, 8.2), (-8.2, 0))


def draw_piece(parent: Element, kind: Kind, x: float, y: float, piece: Piece) -> None:
    """A temple house or a city cube with its owner's letter.

    Standing pieces are full.  Laid ones are pale, the temple tilted onto its side, the cube onto a point;
    those of a plan are white with a broken outline.
    """
    group = shape(parent, "g")
    tooltip(group, f"{kind} of {piece.owner.name}, {piece.how}")
    upright = piece.how == "standing"
    # the letter goes into the body of the house, not under its roof
    outline, aside, lift = (_TEMPLE, 0.0, 1.5) if upright else (_TILTED, -1.0, 0.0)
    if kind == "city":
        outline, aside, lift = (_CITY if upright else _ON_POINT), 0.0, 0.0
    fill = {"standing": piece.owner.colour, "laid": piece.owner.tint, "planned": WHITE}[piece.how]
    dashes = "2.5 1.5" if piece.how == "planned" else None
    corners = _placed(outline, x, y)
    polygon(group, corners, fill, stroke=piece.owner.colour, stroke_width=1.6, stroke_dasharray=dashes)
    ink = WHITE if upright else piece.owner.colour
    text(group, piece.owner.letter, x + aside, y + lift, 8.8, bold=True, fill=ink)


def _placed(outline: Outline, x: float, y: float, scale: float = 1.0) -> list[Point]:
    return [(x + scale * dx, y + scale * dy) for dx, dy in outline]


def draw_site(parent: Element, kind: Kind, x: float, y: float, scale: float = 1.0, colour: str = SITE) -> None:
    """The symbol of a site where a temple or a city can be built: a house with columns, or a cube."""
    group = shape(parent, "g")
    tooltip(group, f"{kind} site")
    body: Outline = ((-8, -2.5), (0, -8), (8, -2.5)) if kind == "temple" else _CITY
    columns = [((at, -2.5), (at, 5.5)) for at in (-5.5, 0.0, 5.5)]
    strokes: list[Outline] = [*columns, ((-8, 6.5), (8, 6.5))] if kind == "temple" else [_EDGES, ((0, 0), (0, 8))]
    polygon(group, _placed(body, x, y, scale), "#efe9dc", stroke=colour, stroke_width=1.5 * scale)
    for stroke in strokes:
        line(group, _placed(stroke, x, y, scale), colour, 1.5 * scale)


_EDGES: Outline = ((-7, -4), (0, 0), (7, -4))
"""Of the top of a cube, the near ones."""


def draw_no_site(parent: Element, kind: Kind, x: float, y: float) -> None:
    """The symbol of a site struck out, where a piece lies without one."""
    draw_site(parent, kind, x, y, colour="#b9b2a4")
    line(parent, ((x - 8, y + 8), (x + 8, y - 8)), RED, 2)


def draw_campaign(parent: Element, x: float, y: float, radius: float, symbol: int) -> None:
    """A campaign symbol: its number on gold; after the last region an X in a red circle."""
    last = symbol > REGIONS
    fill, edge, width = (WHITE, RED, 2.5) if last else (GOLD, GOLD_EDGE, 1.5)
    shape(parent, "circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=width)
    if not last:
        shape(parent, "circle", cx=x, cy=y, r=radius - 2.5, fill="none", stroke=GOLD_EDGE, stroke_width=0.8)
    text(parent, "X" if last else str(symbol), x, y, radius * 1.1, bold=True, fill=RED if last else INK)


def draw_head(parent: Element, corners: tuple[Point, Point, Point], cost: int, colour: str) -> None:
    """An arrowhead, dark with its cost or light where entering is free."""
    polygon(parent, corners, colour if cost else WHITE, stroke=colour, stroke_width=1.6)
    if cost:
        x, y = (0.37 * corners[0][axis] + 0.315 * (corners[1][axis] + corners[2][axis]) for axis in (0, 1))
        size = {1: 13.0, 2: 9.5}.get(len(str(cost)), 7.0)
        text(parent, str(cost), x, y, size, bold=True, fill=WHITE)


def draw_disc(parent: Element, x: float, y: float, words: str, mark: Mark) -> None:
    """The number of a move."""
    shape(parent, "circle", cx=x, cy=y, r=8, fill=mark.colour)
    text(parent, words, x, y, 11 if len(words) < 2 else 9, bold=True, fill=WHITE)
