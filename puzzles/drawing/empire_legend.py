"""What stands beside and below a map of empire: the players' tablets, the plan in words, the key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from models.empire.board import SYMBOL, Region
from models.empire.plan import Plan
from models.empire.position import KINDS, Kind, PlayerState
from puzzles.drawing.empire_pieces import (
    GOLD_EDGE,
    SITE,
    Content,
    Piece,
    draw_campaign,
    draw_counter,
    draw_disc,
    draw_head,
    draw_piece,
    draw_site,
)
from puzzles.drawing.empire_plan import words_of
from puzzles.drawing.geometry import HEAD, Box, Point
from puzzles.drawing.marks import Mark
from puzzles.drawing.sheet import FRAME, Item
from puzzles.drawing.svg import FAINT, INK, WHITE, Element, fit, line, polygon, rectangle, text, text_width, wrap

PANEL = 312.0
"""How wide the panel beside the map is."""
DARK, SHIP = "#3a352d", "#1b6fa8"
_INNER = PANEL - 28
_BLOCK, _LINE, _HEADING = 76.0, 17.0, 30.0
_INDENT = 24.0


def panel_height(players: Mapping[str, PlayerState], plan: Plan | None) -> float:
    """How high the panel beside the map has to be."""
    height = 12.0 + _BLOCK * len(players)
    if plan is not None:
        height += _HEADING + sum(_LINE * len(lines) + 4 for _, lines in _plan_lines(plan))
    return height + 6


def _plan_lines(plan: Plan) -> list[tuple[str, list[str]]]:
    return [(number, wrap(words, _INNER - _INDENT, 12)) for number, words in words_of(plan)]


def draw_panel(
    parent: Element,
    box: Box,
    players: Mapping[str, PlayerState],
    marks: Mapping[str, Mark],
    plan: Plan | None,
    planner: Mark | None,
) -> None:
    """Each player with what the tablet holds, and the plan move by move."""
    rectangle(parent, box, rx=10, fill=WHITE, stroke=FRAME, stroke_width=1.2)
    x, y = box.left + 14, box.top + 12
    for name, state in players.items():
        _draw_player(parent, x, y, marks[name], state)
        y += _BLOCK
    if plan is not None and planner is not None:
        _draw_plan(parent, x, y, plan, planner)


def _draw_plan(parent: Element, x: float, y: float, plan: Plan, mark: Mark) -> None:
    size, lines = fit(f"Plan of {mark.name}", _INNER, (14, 12, 10, 9), bold=True, most=2)
    for at, words in enumerate(lines):
        middle = y + _HEADING / 2 - 2 + (at - (len(lines) - 1) / 2) * size * 1.2
        text(parent, words, x, middle, size, anchor="start", bold=True, fill=mark.colour)
    y += _HEADING
    for number, lines in _plan_lines(plan):
        if number:
            draw_disc(parent, x + 8, y + _LINE / 2 - 1, number, mark)
        for words in lines:
            text(parent, words, x + _INDENT, y + _LINE / 2 - 1, 12, anchor="start")
            y += _LINE
        y += 4


def _draw_player(parent: Element, x: float, y: float, mark: Mark, state: PlayerState) -> None:
    """The name over a tablet: its fields from left to right, then what lies beside it."""
    rectangle(parent, Box(x, y, x + 22, y + 20), rx=4, fill=mark.colour)
    text(parent, mark.letter, x + 11, y + 10, 12, bold=True, fill=WHITE)
    points = f"{state.points} point{'' if state.points == 1 else 's'}"
    room = _INNER - 40 - text_width(points, 12)
    size, lines = fit(mark.name, room, (15, 13, 11, 9), bold=True, most=2)
    for at, words in enumerate(lines):
        middle = y + 10 + (at - (len(lines) - 1) / 2) * size * 1.1
        text(parent, words, x + 30, middle, size, anchor="start", bold=True)
    text(parent, points, x + _INNER, y + 10, 12, anchor="end", fill=FAINT)
    on_tablet = {"order": state.order, "armies": state.army_count, "temple": state.temple, "city": state.city}
    beside = {"spent": state.spent, **({"hand": state.hand} if state.hand else {})}
    cell = Box(x + 1, y + 25, x + _INNER / 6 - 1, y + 63)
    for field, cubes in {**on_tablet, **beside}.items():
        fill, dashes = (mark.tint, None) if field in on_tablet else (WHITE, "3 2")
        rectangle(parent, cell, rx=4, stroke=mark.colour, fill=fill, stroke_width=1, stroke_dasharray=dashes)
        text(parent, field, cell.centre[0], y + 34, 9.5, fill=INK)
        text(parent, "–" if cubes is None else str(cubes), cell.centre[0], y + 51, 14, bold=True)
        cell = cell.moved(_INNER / 6, 0)


def key_items(
    regions: Sequence[Region], contents: Mapping[str, Content] | None, planner: Mark | None, moving: bool
) -> list[Item]:
    """What the key has to explain on these maps, and nothing else."""
    arrows = [arrow for region in regions for arrow in region.arrows]
    provinces = [province for region in regions for province in region.provinces.values()]
    costs = [cost for arrow in arrows for cost in (arrow.cost, arrow.back) if cost is not None]
    symbol = regions[0].number
    items: list[Item] = [(partial(draw_campaign, radius=11, symbol=symbol), 22, "campaign symbol: armies start here")]
    if any(province.target for province in provinces):
        items.append((partial(_target, symbol=symbol + 1), 34, "target: entering it ends the region"))
    for kind in KINDS:
        if any(kind in province.sites for province in provinces):
            items.append((partial(_site, kind=kind), 20, f"{kind} site"))
    for cost in [cost for cost in costs if cost][:1]:
        items.append((partial(_arrow, cost=cost), 46, "entering costs this many cubes"))
    if not all(costs):
        items.append((partial(_arrow, cost=0), 46, "entering is free"))
    if any(arrow.back is None for arrow in arrows if arrow.start != SYMBOL):
        items.append((partial(_arrow, cost=0, one_way=True), 46, "bar: one way only"))
    for arrow in [arrow for arrow in arrows if arrow.ship][:1]:
        items.append((partial(_arrow, cost=arrow.cost, ship=True), 58, "ship passage"))
    if any(region.touching for region in regions):
        items.append((_border, 10, "touching, but no way across"))
    return items + _piece_items(contents, planner, moving)


def _piece_items(contents: Mapping[str, Content] | None, planner: Mark | None, moving: bool) -> list[Item]:
    """The part of the key about what lies on the map."""
    items: list[Item] = []
    if contents is None:
        return items
    armies = [army for content in contents.values() for army in content.armies]
    pieces = [piece for content in contents.values() for kind in content.pieces for piece in content.pieces[kind]]
    for mark, count, planned in armies[:1]:
        draw = partial(draw_counter, mark=mark, count=count, planned=planned)
        items.append((draw, 33, "player's letter and armies"))
    means = {"standing": "standing from earlier", "laid": "laid this round", "planned": "laid by the plan"}
    for how, words in means.items():
        for piece in [piece for piece in pieces if piece.how == how][:1]:
            items.append((partial(_pieces, piece=piece), 36, words))
    if planner and moving:
        items.append((partial(_move, mark=planner), 46, "move: number, ×armies, −cubes paid"))
    return items


def _pieces(parent: Element, x: float, y: float, piece: Piece) -> None:
    draw_piece(parent, "temple", x - 9, y, piece)
    draw_piece(parent, "city", x + 9, y, piece)


def _site(parent: Element, x: float, y: float, kind: Kind) -> None:
    draw_site(parent, kind, x, y, 1.1)


def _move(parent: Element, x: float, y: float, mark: Mark) -> None:
    line(parent, ((x - 23, y), (x + 14, y)), mark.colour, 5)
    polygon(parent, ((x + 23, y), (x + 12, y - 8), (x + 12, y + 8)), mark.colour)


def _target(parent: Element, x: float, y: float, symbol: int) -> None:
    rectangle(parent, Box.around((x, y), 32, 24), rx=6, fill=WHITE, stroke=GOLD_EDGE, stroke_width=3)
    draw_campaign(parent, x, y, 8.5, symbol)


def _border(parent: Element, x: float, y: float) -> None:
    draw_border(parent, (x, y - 10), (x, y + 10))


def _arrow(parent: Element, x: float, y: float, cost: int, ship: bool = False, one_way: bool = False) -> None:
    reach = 29.0 if ship else 23.0
    colour = SHIP if ship else DARK
    tail = x + reach - HEAD * 0.85
    line(parent, ((x - reach, y), (tail + 2, y)), colour, 3, stroke_dasharray="8 5" if ship else None)
    if one_way:
        draw_bar(parent, (x - reach + 1, y), (1, 0), colour)
    draw_head(parent, ((x + reach, y), (tail, y - HEAD * 0.45), (tail, y + HEAD * 0.45)), cost, colour)


def draw_bar(parent: Element, at: Point, heading: Point, colour: str) -> None:
    """The bar across the tail of an arrow that leads one way only."""
    (x, y), (dx, dy) = at, heading
    line(parent, ((x - 8 * dy, y + 8 * dx), (x + 8 * dy, y - 8 * dx)), colour, 3.5, stroke_linecap="round")


def draw_border(parent: Element, start: Point, end: Point) -> None:
    """The dotted mark of a border that no arrow crosses."""
    line(parent, (start, end), SITE, 3, stroke_linecap="round", stroke_dasharray="0.1 6")
