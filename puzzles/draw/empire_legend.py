"""What stands beside and below a map of empire: the players' tablets, the plan in words, the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from models.empire.board import SYMBOL, Region
from models.empire.position import Plan, PlayerState
from puzzles.draw.empire_pieces import (
    GOLD_EDGE,
    Content,
    Mark,
    Piece,
    draw_campaign,
    draw_counter,
    draw_head,
    draw_piece,
    draw_site,
)
from puzzles.draw.empire_plan import words_of
from puzzles.draw.geometry import HEAD, Box
from puzzles.draw.svg import FAINT, INK, Element, fit, path_of, shape, text, text_width, wrap

PANEL = 312.0
"""How wide the panel beside the map is."""
BORDER, DARK, SHIP = "#8a8172", "#3a352d", "#1b6fa8"
_INNER = PANEL - 28
_BLOCK, _LINE, _HEAD = 76.0, 17.0, 30.0
_NUMBER = 24.0

Item = tuple[Callable[[Element, float, float], object], float, str]
"""An entry of the key: how to draw it about a point, how wide it is, what it means."""


def panel_height(players: Mapping[str, PlayerState], plan: Plan | None) -> float:
    """How high the panel beside the map has to be."""
    height = 12.0 + _BLOCK * len(players)
    if plan is not None:
        height += _HEAD + sum(_LINE * len(lines) + 4 for _, lines in _plan_lines(plan))
    return height + 6


def _plan_lines(plan: Plan) -> list[tuple[str, list[str]]]:
    return [(at, wrap(words, _INNER - _NUMBER, 12)) for at, words in words_of(plan)]


def draw_panel(
    parent: Element,
    box: Box,
    players: Mapping[str, PlayerState],
    marks: Mapping[str, Mark],
    plan: Plan | None,
    player: str | None,
) -> None:
    """Each player with what the tablet holds, and the plan move by move."""
    shape(parent, "rect", x=box.left, y=box.top, width=box.width, height=box.height, rx=10, fill="#ffffff",
          stroke="#cfc6b4", stroke_width=1.2)  # fmt: skip
    x, y = box.left + 14, box.top + 12
    for name, state in players.items():
        _draw_player(parent, x, y, marks[name], state)
        y += _BLOCK
    if plan is None:
        return
    mark = marks[player or ""]
    size, lines = fit(f"Plan of {mark.name}", _INNER, (14, 12, 10, 8.5), bold=True)
    text(parent, lines[0], x, y + _HEAD / 2 - 2, size, anchor="start", bold=True, fill=mark.colour)
    y += _HEAD
    for at, lines in _plan_lines(plan):
        if at:
            shape(parent, "circle", cx=x + 8, cy=y + _LINE / 2 - 1, r=8, fill=mark.colour)
            text(parent, at, x + 8, y + _LINE / 2 - 1, 11 if len(at) < 2 else 9, bold=True, fill="#ffffff")
        for line in lines:
            text(parent, line, x + _NUMBER, y + _LINE / 2 - 1, 12, anchor="start")
            y += _LINE
        y += 4


def _draw_player(parent: Element, x: float, y: float, mark: Mark, state: PlayerState) -> None:
    """The name over a tablet: its fields from left to right, then what lies beside it."""
    shape(parent, "rect", x=x, y=y, width=22, height=20, rx=4, fill=mark.colour)
    text(parent, mark.letter, x + 11, y + 10, 12, bold=True, fill="#ffffff")
    points = f"{state.points} point{'' if state.points == 1 else 's'}"
    room = _INNER - 30 - text_width(points, 12) - 10
    size, lines = fit(mark.name, room, (15, 13, 11, 9), bold=True, most=2)
    for at, line in enumerate(lines):
        text(parent, line, x + 30, y + 10 + (at - (len(lines) - 1) / 2) * size * 1.1, size, anchor="start", bold=True)
    text(parent, points, x + _INNER, y + 10, 12, anchor="end", fill=FAINT)
    cells: list[tuple[str, int | None]] = [
        ("order", state.order),
        ("armies", state.army_count),
        ("temple", state.temple),
        ("city", state.city),
        ("spent", state.spent),
    ]
    if state.hand:
        cells.append(("hand", state.hand))
    width = _INNER / 6
    for at, (heading, cubes) in enumerate(cells):
        left, off = x + at * width, heading in ("spent", "hand")
        shape(parent, "rect", x=left + 1, y=y + 25, width=width - 2, height=38, rx=4, stroke=mark.colour,
              fill="#ffffff" if off else mark.tint, stroke_width=1, stroke_dasharray="3 2" if off else None)  # fmt: skip
        text(parent, heading, left + width / 2, y + 34, 9.5, fill=INK)
        text(parent, "–" if cubes is None else str(cubes), left + width / 2, y + 51, 14, bold=True)


def key_items(
    regions: Sequence[Region], contents: Mapping[str, Content] | None, mark: Mark | None, moving: bool
) -> list[Item]:
    """What the key has to explain on these maps, and nothing else."""
    arrows = [arrow for region in regions for arrow in region.arrows]
    land = [arrow for arrow in arrows if arrow.start != SYMBOL]
    sites = {kind for region in regions for province in region.provinces.values() for kind in province.sites}
    costs = [cost for arrow in arrows for cost in (arrow.cost, arrow.back) if cost is not None]
    number = regions[0].number
    items: list[Item] = [(lambda g, x, y: draw_campaign(g, x, y, 11, number), 22, "campaign symbol: armies start here")]
    target = "target: entering it ends the region"
    items.append((lambda g, x, y: _target(g, x, y, number + 1), 34, target))
    if "temple" in sites:
        items.append((lambda g, x, y: draw_site(g, "temple", x, y, 1.1), 20, "temple site"))
    if "city" in sites:
        items.append((lambda g, x, y: draw_site(g, "city", x, y, 1.1), 20, "city site"))
    if any(costs):
        example = next(cost for cost in costs if cost)
        items.append((lambda g, x, y: _arrow(g, x, y, example), 46, "entering costs this many cubes"))
    if not all(costs):
        items.append((lambda g, x, y: _arrow(g, x, y, 0), 46, "entering is free"))
    if any(arrow.back is None for arrow in land):
        items.append((lambda g, x, y: _arrow(g, x, y, 0, one_way=True), 46, "bar: one way only"))
    if any(arrow.ship for arrow in arrows):
        items.append((lambda g, x, y: _arrow(g, x, y, 3, ship=True), 58, "ship passage"))
    if any(region.touching for region in regions):
        items.append((lambda g, x, y: draw_border(g, (x, y - 10), (x, y + 10)), 10, "touching, but no way across"))
    return items + _piece_items(contents, mark, moving)


def _piece_items(contents: Mapping[str, Content] | None, mark: Mark | None, moving: bool) -> list[Item]:
    """The part of the key about what lies on the map."""
    items: list[Item] = []
    if contents is None:
        return items
    armies = [army for content in contents.values() for army in content.armies]
    pieces = [piece for content in contents.values() for kind in content.pieces for piece in content.pieces[kind]]
    if armies:
        owner, count, _ = armies[0]
        items.append((lambda g, x, y: draw_counter(g, x, y, owner, count), 33, "player's letter and armies"))
    means = {"standing": "standing from earlier", "laid": "laid this round", "planned": "laid by the plan"}
    for how, words in means.items():
        found = next((piece for piece in pieces if piece.how == how), None)
        if found:
            items.append((lambda g, x, y, piece=found: _both(g, x, y, piece), 36, words))  # type: ignore[misc]
    if mark and moving:
        items.append((lambda g, x, y: _move(g, x, y, mark), 46, "move: number, ×armies, −cubes paid"))
    return items


def _both(parent: Element, x: float, y: float, piece: Piece) -> None:
    draw_piece(parent, "temple", x - 9, y, piece)
    draw_piece(parent, "city", x + 9, y, piece)


def _move(parent: Element, x: float, y: float, mark: Mark) -> None:
    shape(parent, "path", d=path_of(((x - 23, y), (x + 14, y))), stroke=mark.colour, stroke_width=5, fill="none")
    shape(parent, "path", d=path_of(((x + 23, y), (x + 12, y - 8), (x + 12, y + 8)), closed=True), fill=mark.colour)


def _target(parent: Element, x: float, y: float, symbol: int) -> None:
    shape(
        parent, "rect", x=x - 16, y=y - 12, width=32, height=24, rx=6, fill="#ffffff", stroke=GOLD_EDGE, stroke_width=3
    )
    draw_campaign(parent, x, y, 8.5, symbol)


def _arrow(parent: Element, x: float, y: float, cost: int, *, ship: bool = False, one_way: bool = False) -> None:
    reach = 29.0 if ship else 23.0
    colour = SHIP if ship else DARK
    shape(parent, "path", d=path_of(((x - reach, y), (x + reach - HEAD * 0.8, y))), stroke=colour, stroke_width=3, fill="none",
          stroke_dasharray="8 5" if ship else None)  # fmt: skip
    if one_way:
        draw_bar(parent, (x - reach + 1, y), (1, 0), colour)
    tip, tail = x + reach, x + reach - HEAD * 0.85
    draw_head(parent, ((tip, y), (tail, y - HEAD * 0.45), (tail, y + HEAD * 0.45)), cost, colour)


def draw_bar(parent: Element, at: tuple[float, float], heading: tuple[float, float], colour: str) -> None:
    """The bar across the tail of an arrow that leads one way only."""
    (x, y), (dx, dy) = at, heading
    ends = (x - 8 * dy, y + 8 * dx), (x + 8 * dy, y - 8 * dx)
    shape(parent, "path", d=path_of(ends), stroke=colour, stroke_width=3.5, stroke_linecap="round", fill="none")


def draw_border(parent: Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The dotted mark of a border that no arrow crosses."""
    shape(parent, "path", d=path_of((start, end)), stroke=BORDER, stroke_width=3, stroke_linecap="round",
          stroke_dasharray="0.1 6", fill="none")  # fmt: skip


def key_rows(items: Sequence[Item], width: float) -> list[list[Item]]:
    """The key broken into rows that fit."""
    rows: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        needed = item[1] + 8 + text_width(item[2], 12) + 26
        if rows[-1] and used + needed > width:
            rows.append([])
            used = 0.0
        rows[-1].append(item)
        used += needed
    return rows


def draw_key(parent: Element, x: float, y: float, rows: Sequence[Sequence[Item]], step: float) -> None:
    """The rows of the key, the first one about ``y``."""
    for row in rows:
        left = x
        for draw, width, words in row:
            draw(parent, left + width / 2, y)
            text(parent, words, left + width + 8, y, 12, anchor="start")
            left += width + 8 + text_width(words, 12) + 26
        y += step
