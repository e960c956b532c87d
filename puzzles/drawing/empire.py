"""Maps of empire: a region with what lies on it and what a plan does, and whole boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from models.documents import to_svg
from models.empire.board import SYMBOL, Board, Region
from models.empire.plan import Move, Plan
from models.empire.position import PlayerState, Position
from models.empire.round import Table, follow
from puzzles.drawing.empire_cards import draw_card
from puzzles.drawing.empire_legend import (
    DARK,
    FRAME,
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
from puzzles.drawing.empire_map import Link, RegionMap, lay_out
from puzzles.drawing.empire_pieces import Content, Mark, contents_of, draw_head, marks_of
from puzzles.drawing.empire_plan import draw_labels, draw_stretch, stretches_of
from puzzles.drawing.geometry import HEAD, Box, head_at_end
from puzzles.drawing.svg import FAINT, Element, canvas, line, rectangle, shape, text, to_string, tooltip, wrap

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

_EDGE = 20.0
_KEY_ROW = 32.0
_CAPTION = 26.0
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
        A plan and whose it is: the first player's if that is left out.
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
    who = player or next(iter(states), "player")
    marks = marks_of(dict.fromkeys([*states, who]) if plan is not None else states)
    planner = marks[who] if plan is not None else None
    contents = contents_of(region, states, marks, plan, who) if marks else None
    layout = lay_out(region, contents)

    side = panel_height(states, plan) if marks else 0.0
    aside = PANEL + _EDGE if marks else 0.0
    wide = max(layout.bounds.width, _LEAST_WIDTH - aside)
    width = wide + aside + 2 * _EDGE
    heading = wrap(_name(region) if title is None else title, width - 2 * _EDGE, 20, bold=True, most=3)
    key = key_rows(key_items([region], contents, planner, bool(plan and plan.moves)), width - 2 * _EDGE)
    top = 22 + 26.0 * len(heading)
    land = Box(_EDGE, top, _EDGE + wide, top + max(layout.bounds.height, side))
    height = land.bottom + 12 + _KEY_ROW * len(key) + (_CAPTION if invented else 8)

    root = canvas(width, height, " ".join(heading) or _name(region))
    _draw_heading(root, heading, 20)
    _draw_map(root, _centred(layout, land), land, contents, plan.moves if plan else (), planner)
    if marks:
        panel = Box(land.right + _EDGE, top, width - _EDGE, top + side)
        draw_panel(root, panel, states, marks, plan, planner)
    draw_key(root, _EDGE, land.bottom + 12 + _KEY_ROW / 2, key, _KEY_ROW)
    if invented:
        _draw_caption(root, height)
    return to_string(root)


def draw_scenario(scenario: Scenario, plan: Plan | None = None) -> str:
    """Draw the position of a scenario, and on it a plan of the player whom its question asks about."""
    board: Board = scenario.board
    position: Position = scenario.position
    region = board.by_number[position.region]
    player: str | None = getattr(scenario.question, "player", None)
    where = f"{_name(region)}, round {position.round}"
    title = f"{scenario.title} · {where}" if scenario.title else where
    table = Table.of(board, position)
    if plan is not None:  # the plan meets the rivals as they then are: having done what is assumed of them
        for name, policy in scenario.assumptions.rivals.items():
            table = follow(table, name, policy, scenario.rulings).table
    return draw_region(region, table.players, plan, player, title, board.invented)


def draw_board(board: Board) -> str:
    """Draw all regions of a board in two columns, each under its title.

    Returns
    -------
    str
        An SVG document, the same for the same board.
    """
    layouts = [lay_out(region, None) for region in sorted(board.regions, key=lambda region: region.number)]
    pairs = [layouts[at : at + 2] for at in range(0, len(layouts), 2)]
    columns = [max(_LEAST_WIDTH, *(layout.bounds.width for layout in layouts[at::2])) for at in range(len(pairs[0]))]
    width = sum(columns) + _EDGE * (len(columns) + 1)
    heading = wrap(board.title, width - 2 * _EDGE, 24, bold=True, most=3)
    key = key_rows(key_items([layout.region for layout in layouts], None, None, False), width - 2 * _EDGE)
    names = [wrap(_name(layout.region), _LEAST_WIDTH, 17, bold=True, most=2) for layout in layouts]
    bands = [26.0 * max(map(len, names[at : at + 2])) for at in range(0, len(names), 2)]
    rows = [max(layout.bounds.height for layout in pair) for pair in pairs]
    top = 22 + 31.0 * len(heading)
    height = top + sum(bands) + sum(rows) + 14 * len(pairs) + _KEY_ROW * len(key) + (_CAPTION if board.invented else 8)

    root = canvas(width, height, board.title)
    _draw_heading(root, heading, 24)
    for at, layout in enumerate(layouts):
        row, column = divmod(at, 2)
        left = _EDGE + sum(columns[:column]) + _EDGE * column
        above = top + sum(bands[:row]) + sum(rows[:row]) + 14 * row
        for number, words in enumerate(names[at]):
            text(root, words, left + 4, above + 13 + 22 * number, 17, anchor="start", bold=True)
        land = Box(left, above + bands[row], left + columns[column], above + bands[row] + rows[row])
        _draw_map(root, _centred(layout, land), land)
    draw_key(root, _EDGE, top + sum(bands) + sum(rows) + 14 * len(pairs) + _KEY_ROW / 2 - 4, key, _KEY_ROW)
    if board.invented:
        _draw_caption(root, height)
    return to_string(root)


def _name(region: Region) -> str:
    return f"Region {region.number}: {region.name}"


def _draw_heading(root: Element, lines: Sequence[str], size: float) -> None:
    for at, words in enumerate(lines):
        text(root, words, _EDGE, 14 + size * (0.65 + 1.3 * at), size, anchor="start", bold=True)


def _draw_caption(root: Element, height: float) -> None:
    text(root, _INVENTED, _EDGE, height - 16, 12, anchor="start", italic=True, fill=FAINT)


def _centred(layout: RegionMap, land: Box) -> RegionMap:
    (x, y), (u, v) = layout.bounds.centre, land.centre
    return layout.moved(u - x, v - y)


def _draw_map(
    root: Element,
    layout: RegionMap,
    land: Box,
    contents: Mapping[str, Content] | None = None,
    moves: Sequence[Move] = (),
    planner: Mark | None = None,
) -> None:
    """The map from the ground up: land, borders, arrows, moves, arrowheads, cards, labels."""
    fill = _LAND[(layout.region.number - 1) % len(_LAND)]
    rectangle(root, land, rx=14, fill=fill, stroke=FRAME, stroke_width=1.2)
    for pair, ends in layout.borders.items():
        group = shape(root, "g")
        tooltip(group, f"{pair[0]} and {pair[1]} touch, with no way across")
        draw_border(group, *ends)
    for link in layout.links:
        _draw_line(root, link)
    stretches = stretches_of(layout, moves)
    if planner:
        for stretch in stretches:
            draw_stretch(root, stretch, planner)
    for link in layout.links:
        _draw_heads(root, link)
    for place in layout.cards:
        draw_card(root, layout, place, contents[place] if contents is not None else None)
    if planner:
        taken = [*layout.cards.values(), *(head.grown(4) for link in layout.links for head in link.route.heads)]
        lines = [point for link in layout.links for point in link.route.seen.points(30)]
        draw_labels(root, stretches, planner, taken, lines, land)


def _draw_line(root: Element, link: Link) -> None:
    """An arrow without its heads; a bar at its tail if it leads one way only, from a province."""
    arrow, curve = link.arrow, link.route.seen
    colour = SHIP if arrow.ship else DARK
    group = shape(root, "g")
    back = "" if arrow.back is None else f"; {arrow.end} to {arrow.start}: {arrow.back}"
    tooltip(group, f"{arrow.start} to {arrow.end}: {arrow.cost}{back}{' (ship)' if arrow.ship else ''}")
    until = curve.back_from_end(HEAD * 0.8)
    since = 0.0 if arrow.back is None else 1 - curve.reverse.back_from_end(HEAD * 0.8)
    width = 5 if arrow.start == SYMBOL else 3
    shaft = curve.part(since, max(until, since)).points(16)
    line(group, shaft, colour, width, stroke_dasharray="8 5" if arrow.ship else None)
    if arrow.back is None and arrow.start != SYMBOL:
        (x, y), (dx, dy) = curve.start, curve.heading(0.0)
        draw_bar(group, (x + 5 * dx, y + 5 * dy), (dx, dy), colour)


def _draw_heads(root: Element, link: Link) -> None:
    colour = SHIP if link.arrow.ship else DARK
    draw_head(root, head_at_end(link.route.seen), link.arrow.cost, colour)
    if link.arrow.back is not None:
        draw_head(root, head_at_end(link.route.seen.reverse), link.arrow.back, colour)


@to_svg.register
def _(thing: Region) -> str:
    return draw_region(thing)


@to_svg.register
def _(thing: Board) -> str:
    return draw_board(thing)
