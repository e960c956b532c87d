"""The cards on a map of empire: a province with all that is in it, and the campaign symbol."""

from __future__ import annotations

from typing import TypeVar

from models.empire.board import SYMBOL, Province
from models.empire.position import Kind
from models.empire.words import place_name
from puzzles.drawing.empire_map import ARMIES, HEADER, LANE, RegionMap
from puzzles.drawing.empire_pieces import (
    COUNTER,
    GOLD_EDGE,
    Content,
    draw_campaign,
    draw_counter,
    draw_no_site,
    draw_piece,
    draw_site,
)
from puzzles.drawing.geometry import Box
from puzzles.drawing.svg import FAINT, WHITE, Element, fit, number, rectangle, shape, text, tooltip

T = TypeVar("T")

_HEADERS = ("#d5e6c3", "#f1dfb4", "#f3d3b8", "#e0d3ee", "#c7e0ea", "#f0e7a3")
_EDGE = "#5b5346"
_ROUND = 11.0
_STEP = 18.3
"""From one piece in a row to the next."""


def draw_card(parent: Element, layout: RegionMap, place: str, content: Content | None) -> None:
    """Draw a province or the campaign symbol; without content only what is printed on the board."""
    group = shape(parent, "g")
    box = layout.cards[place]
    if place == SYMBOL:
        _draw_start(group, box, layout.region.number, content)
        return
    province = layout.region.provinces[place]
    tooltip(group, f"{province.number} {place}{' (target)' if province.target else ''}")
    _draw_frame(group, box, place, province, layout.region.number)
    lanes = layout.lanes[place]
    if content is None:
        for at, kind in enumerate(lanes):
            x = box.centre[0] + (at - (len(lanes) - 1) / 2) * 28
            draw_site(group, kind, x, (box.top + HEADER + box.bottom) / 2, 1.15)
        return
    _draw_armies(group, box, box.top + HEADER + ARMIES / 2 + 1, content)
    for at, kind in enumerate(lanes):
        _draw_lane(group, box, box.top + HEADER + ARMIES + LANE * (at + 0.5) + 1, kind, kind in province.sites, content)


def _draw_frame(parent: Element, box: Box, place: str, province: Province, region: int) -> None:
    """The outline, and the header with number, name and, on the target, the next campaign symbol."""
    colour = _HEADERS[(region - 1) % len(_HEADERS)]
    rectangle(parent, box, rx=_ROUND, fill=WHITE if box.height > HEADER else colour)
    if box.height > HEADER:
        # round at the top, straight below
        down, across = number(HEADER - _ROUND), number(box.width - 2 * _ROUND)
        d = f"M{number(box.left)} {number(box.top + HEADER)}v-{down}q0 -11 11 -11h{across}q11 0 11 11v{down}z"
        shape(parent, "path", d=d, fill=colour)
    edge, width = (GOLD_EDGE, 3.5) if province.target else (_EDGE, 1.6)
    rectangle(parent, box, rx=_ROUND, fill="none", stroke=edge, stroke_width=width)
    middle = box.top + HEADER / 2
    shape(parent, "circle", cx=box.left + 16, cy=middle, r=10.5, fill=WHITE, stroke=_EDGE, stroke_width=1.2)
    text(parent, str(province.number), box.left + 16, middle, 12 if province.number < 10 else 11, bold=True)
    left, right = box.left + 31, box.right - 8
    if province.target:
        draw_campaign(parent, box.right - 17, middle, 11.5, region + 1)
        right -= 24
    size, lines = fit(place_name(place), right - left, (14, 13, 12, 11, 10, 9, 8), bold=True, most=2)
    if lines[-1].endswith("…"):
        size, lines = fit(place_name(place), right - left, (7.5,), bold=True, most=3)
    for at, line in enumerate(lines):
        text(parent, line, (left + right) / 2, middle + (at - (len(lines) - 1) / 2) * size * 1.2, size, bold=True)


def _draw_start(parent: Element, box: Box, region: int, content: Content | None) -> None:
    """The campaign symbol and the armies that wait on it."""
    tooltip(parent, f"campaign symbol {region}: armies start here")
    if content is None:
        draw_campaign(parent, *box.centre, box.height / 2 - 2, region)
        return
    rectangle(parent, box, rx=15, fill="#fdf3d3", stroke=GOLD_EDGE, stroke_width=1.6)
    draw_campaign(parent, box.left + 20, box.top + 17, 13, region)
    text(parent, SYMBOL, box.centre[0], box.top + 17, 13, bold=True)
    _draw_armies(parent, box, box.top + 41.5, content)


def _draw_armies(parent: Element, box: Box, y: float, content: Content) -> None:
    pitch = COUNTER + 2
    shown, more = _room(content.armies, int((box.width - 8) // pitch))
    left = box.centre[0] - (len(shown) - (0 if more else 1)) * pitch / 2
    for at, (mark, count, planned) in enumerate(shown):
        draw_counter(parent, left + at * pitch, y, mark, count, planned)
    _draw_more(parent, left + len(shown) * pitch, y, more)


def _draw_lane(parent: Element, box: Box, y: float, kind: Kind, site: bool, content: Content) -> None:
    """The row of one kind of piece: the symbol of the site, then what stands and lies there."""
    (draw_site if site else draw_no_site)(parent, kind, box.left + 17, y)
    shown, more = _room(content.pieces[kind], int((box.width - 44) // _STEP))
    for at, piece in enumerate(shown):
        draw_piece(parent, kind, box.left + 42 + at * _STEP, y, piece)
    _draw_more(parent, box.left + 44 + len(shown) * _STEP, y, more)


def _room(things: list[T], room: int) -> tuple[list[T], int]:
    """What there is room for, and how many more there are."""
    shown = things if len(things) <= room else things[: room - 1]
    return shown, len(things) - len(shown)


def _draw_more(parent: Element, x: float, y: float, count: int) -> None:
    if count:
        text(parent, f"+{count}", x, y, 10, bold=True, fill=FAINT)
