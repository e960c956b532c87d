"""Maps of empire: a region with what lies on it and what a plan does, and whole boards."""

from __future__ import annotations

from collections.abc import Mapping

from models.documents import to_svg
from models.empire.board import SYMBOL, Board, Region
from models.empire.position import Plan, PlayerState
from puzzles.draw.empire_cards import draw_card
from puzzles.draw.empire_legend import (
    DARK,
    PANEL,
    SHIP,
    draw_bar,
    draw_border,
    draw_key,
    draw_panel,
    key_items,
    key_rows,
    panel_height,
)
from puzzles.draw.empire_map import Link, RegionMap, lay_out
from puzzles.draw.empire_pieces import Content, contents_of, draw_head, marks_of
from puzzles.draw.empire_plan import draw_labels, draw_moves
from puzzles.draw.geometry import HEAD, Box, head_at_end
from puzzles.draw.svg import FAINT, Element, canvas, path_of, shape, text, to_string, tooltip, wrap

_EDGE = 20.0
_KEY_ROW = 32.0
_LEAST_WIDTH = 620.0
_LAND = ("#f2f7ea", "#fbf3e0", "#fbeee3", "#f4eff9", "#e9f3f7", "#fbf8df")
_INVENTED = "An invented board, not the one in the box."


def draw_region(
    region: Region,
    players: Mapping[str, PlayerState] | None = None,
    plan: Plan | None = None,
    player: str | None = None,
    title: str | None = None,
    invented: bool = False,
) -> str:
    """Draw a region, what lies on it, and what one player's plan does there.

    Parameters
    ----------
    region
        Of a board; one with faults is drawn as far as it can be.
    players
        The state of each, before the plan if there is one.
    plan, player
        A plan and whose it is.
    title
        Above the map; the region's number and name if left out.
    invented
        Whether to say below that the board is invented.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    states = dict(players or {})
    if plan is not None and player is None:
        player = next(iter(states), "plan")
    marks = marks_of([*states, *([player] if plan is not None and player and player not in states else [])])
    contents = contents_of(region, states, plan, player, marks) if states or plan is not None else None
    layout = lay_out(region, contents)
    mark = marks[player] if plan is not None and player else None

    side = panel_height(states, plan) if contents is not None else 0.0
    wide = max(layout.bounds.width, _LEAST_WIDTH - (PANEL + _EDGE if side else 0))
    width = wide + (PANEL + _EDGE if side else 0) + 2 * _EDGE
    heading = wrap(title if title is not None else _name(region), width - 2 * _EDGE, 20, bold=True, most=3)
    key = key_rows(key_items([region], contents, mark, bool(plan and plan.moves)), width - 2 * _EDGE)
    top = 14 + 26 * len(heading) + 8
    body = max(layout.bounds.height, side)
    height = top + body + 12 + _KEY_ROW * len(key) + (26 if invented else 8)

    root = canvas(width, height, " ".join(heading) or _name(region))
    _draw_lines(root, heading, 14)
    land = Box(_EDGE, top, _EDGE + wide, top + body)
    placed = _centred(layout, land)
    _draw_map(root, placed, contents, land)
    if plan is not None and mark is not None:
        taken = [*placed.cards.values(), *(head for link in placed.links for head in link.route.heads)]
        lines = [point for link in placed.links for point in link.route.seen.points(30)]
        stretches = draw_moves(root, placed, plan.moves, mark)
        _draw_heads(root, placed)
        _draw_cards(root, placed, contents)
        draw_labels(root, stretches, plan.moves, mark, taken, lines, land)
    else:
        _draw_heads(root, placed)
        _draw_cards(root, placed, contents)
    if side:
        beside = Box(land.right + _EDGE, top, width - _EDGE, top + side)
        draw_panel(root, beside, states, marks, plan, player)
    draw_key(root, _EDGE, land.bottom + 12 + _KEY_ROW / 2, key, _KEY_ROW)
    if invented:
        _caption(root, height)
    return to_string(root)


def draw_board(board: Board) -> str:
    """Draw all regions of a board in two columns, each under its title.

    Returns
    -------
    str
        An SVG document, the same for the same board.
    """
    layouts = [lay_out(region, None) for region in sorted(board.regions, key=lambda region: region.number)]
    pairs = [layouts[at : at + 2] for at in range(0, len(layouts), 2)]
    columns = [max((pair[at].bounds.width for pair in pairs if len(pair) > at), default=0.0) for at in (0, 1)]
    columns = [max(column, _LEAST_WIDTH) if column else 0.0 for column in columns]
    width = sum(column + _EDGE for column in columns if column) + _EDGE
    heading = wrap(board.title, width - 2 * _EDGE, 24, bold=True, most=3)
    key = key_rows(key_items([layout.region for layout in layouts], None, None, False), width - 2 * _EDGE)
    names = {
        layout.region.number: wrap(_name(layout.region), columns[at] - 8, 17, bold=True, most=2)
        for pair in pairs
        for at, layout in enumerate(pair)
    }
    bands = [26.0 * max(len(names[layout.region.number]) for layout in pair) for pair in pairs]
    rows = [max(layout.bounds.height for layout in pair) for pair in pairs]
    top = 14 + 30 * len(heading) + 4
    height = top + sum(bands) + sum(rows) + 14 * len(pairs) + _KEY_ROW * len(key) + (26 if board.invented else 8)

    root = canvas(width, height, board.title)
    _draw_lines(root, heading, 14, 24)
    for pair, band, row in zip(pairs, bands, rows, strict=True):
        left = _EDGE
        for layout, column in zip(pair, columns, strict=False):
            for at, line in enumerate(names[layout.region.number]):
                text(root, line, left + 4, top + 13 + 22 * at, 17, anchor="start", bold=True)
            land = Box(left, top + band, left + column, top + band + row)
            placed = _centred(layout, land)
            _draw_map(root, placed, None, land)
            _draw_heads(root, placed)
            _draw_cards(root, placed, None)
            left += column + _EDGE
        top += band + row + 14
    draw_key(root, _EDGE, top + _KEY_ROW / 2 - 4, key, _KEY_ROW)
    if board.invented:
        _caption(root, height)
    return to_string(root)


def _name(region: Region) -> str:
    return f"Region {region.number}: {region.name}"


def _draw_lines(root: Element, lines: list[str], top: float, size: float = 20) -> None:
    for at, line in enumerate(lines):
        text(root, line, _EDGE, top + size * 0.65 + at * size * 1.3, size, anchor="start", bold=True)


def _caption(root: Element, height: float) -> None:
    text(root, _INVENTED, _EDGE, height - 16, 12, anchor="start", italic=True, fill=FAINT)


def _centred(layout: RegionMap, land: Box) -> RegionMap:
    (x, y), (u, v) = layout.bounds.centre, land.centre
    return layout.moved(u - x, v - y)


def _draw_map(root: Element, layout: RegionMap, contents: Mapping[str, Content] | None, land: Box) -> None:
    """The land, the borders and the lines of the arrows: what everything else is drawn upon."""
    shape(root, "rect", x=land.left, y=land.top, width=land.width, height=land.height, rx=14,
          fill=_LAND[(layout.region.number - 1) % len(_LAND)], stroke="#cfc6b4", stroke_width=1.2)  # fmt: skip
    for (start, end), pair in zip(layout.borders, layout.region.touching, strict=False):
        group = shape(root, "g")
        tooltip(group, f"{pair[0]} and {pair[1]} touch, with no way across")
        draw_border(group, start, end)
    for link in layout.links:
        _draw_line(root, link)


def _draw_line(root: Element, link: Link) -> None:
    arrow, curve = link.arrow, link.route.seen
    colour = SHIP if arrow.ship else DARK
    group = shape(root, "g")
    ways = f"{arrow.start} to {arrow.end}: {arrow.cost}"
    back = "" if arrow.back is None else f"; {arrow.end} to {arrow.start}: {arrow.back}"
    tooltip(group, f"{ways}{back}{' (ship)' if arrow.ship else ''}")
    until = curve.back_from_end(HEAD * 0.8)
    since = 0.0 if arrow.back is None else 1 - curve.reverse.back_from_end(HEAD * 0.8)
    shape(group, "path", d=path_of(curve.part(since, max(until, since)).points(16)), fill="none", stroke=colour,
          stroke_width=5 if arrow.start == SYMBOL else 3, stroke_dasharray="8 5" if arrow.ship else None)  # fmt: skip
    if arrow.back is None and arrow.start != SYMBOL:
        (x, y), (dx, dy) = curve.start, curve.heading(0.0)
        draw_bar(group, (x + 5 * dx, y + 5 * dy), (dx, dy), colour)


def _draw_heads(root: Element, layout: RegionMap) -> None:
    for link in layout.links:
        ends = [(link.route.seen, link.arrow.cost)]
        if link.arrow.back is not None:
            ends.append((link.route.seen.reverse, link.arrow.back))
        for curve, cost in ends:
            colour = SHIP if link.arrow.ship else DARK
            draw_head(root, head_at_end(curve), cost, colour)


def _draw_cards(root: Element, layout: RegionMap, contents: Mapping[str, Content] | None) -> None:
    for place in layout.cards:
        draw_card(root, layout, place, contents[place] if contents is not None else None)


@to_svg.register
def _(thing: Region) -> str:
    return draw_region(thing)


@to_svg.register
def _(thing: Board) -> str:
    return draw_board(thing)
