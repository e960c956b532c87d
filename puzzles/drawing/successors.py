"""Maps of successors: spaces and links, whose markers and armies lie there, cart, tomb and capitals; whole boards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from models.documents import to_svg
from models.successors.map import KINDS, Kind, Map, Space
from models.successors.position import INDEPENDENT, LEGITIMACY, VP, PlayerState, Position
from models.successors.words import headline, place_name
from puzzles.drawing.empire_pieces import Mark, marks_of
from puzzles.drawing.geometry import Box, Point
from puzzles.drawing.sheet import (
    CAPTION,
    EDGE,
    KEY_ROW,
    Item,
    Pairs,
    Words,
    draw_caption,
    draw_heading,
    draw_key,
    key_rows,
)
from puzzles.drawing.svg import (
    INK,
    WHITE,
    Element,
    canvas,
    line,
    polygon,
    rectangle,
    shape,
    text,
    text_width,
    to_string,
    tooltip,
    wrap,
)

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

LAND, SEA, ROUTE = "#a08a68", "#3f7cb0", "#8a4fa3"
PORT = "#1f5f99"
GREY = "#77736c"
PROVINCE = "#6b5a3c"
BACKGROUND = "#f7f4ec"
_TINTS = ("#f3d9c4", "#d9e8c9", "#d3e3f0", "#f0e3ac", "#e6d5ec", "#cfe7e0", "#f2cfd4", "#dfdccf")
"""Grounds of provinces; neighbours have different ones."""
INVENTED = "An invented map, not the one in the box."

LEAST, MOST, EACH = 420.0, 1900.0, 195.0
"""How wide and high a map is at least and at most, and for the root of the number of spaces."""
MARGIN = 60.0
SQUARE = 60.0
"""Things are looked for by squares of this size."""
SIZE = 11.0
_RADIUS: Mapping[Kind, float] = {"major": 11, "minor": 9, "fortress": 11, "transit": 4}


@dataclass
class _Chart:
    """A map scaled to the paper.

    Attributes
    ----------
    at
        Where each space is drawn.
    width, height
        Of the whole.
    taken
        The boxes where something stands already, by the squares of the paper that they touch.
    """

    board: Map
    at: dict[str, Point]
    width: float
    height: float
    taken: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Map) -> _Chart:
        """The spaces spread over a sheet that grows with their number."""
        extent = Box.over([space.at for space in board.spaces.values()])
        room = min(MOST, max(LEAST, EACH * math.sqrt(len(board.spaces))))
        longer = max(extent.width, extent.height)
        scale = room / longer if longer else 1.0
        at = {
            name: (MARGIN + (space.at[0] - extent.left) * scale, MARGIN + (space.at[1] - extent.top) * scale)
            for name, space in board.spaces.items()
        }
        width, height = (2 * MARGIN + side * scale for side in (extent.width, extent.height))
        return cls(board, at, max(width, LEAST), height)

    def free(self, box: Box) -> bool:
        """Whether nothing stands there, and it is on the map."""
        inside = box.left >= 0 and box.top >= 0 and box.right <= self.width and box.bottom <= self.height
        return inside and not any(box.overlaps(other) for key in _squares(box) for other in self.taken.get(key, ()))

    def take(self, box: Box) -> None:
        """Let nothing else stand there."""
        for key in _squares(box):
            self.taken.setdefault(key, []).append(box)

    def place(self, about: Point, width: float, height: float, steps: Sequence[float]) -> Point | None:
        """The middle of a free place for a box near a point, which is taken then; None where there is none."""
        x, y = about
        for step in steps:
            across, down = step + width / 2, step + height / 2
            for dx, dy in ((0, down), (0, -down), (across, 0), (-across, 0), (across, down), (-across, down),
                           (across, -down), (-across, -down)):  # fmt: skip
                box = Box.around((x + dx, y + dy), width, height)
                if self.free(box):
                    self.take(box)
                    return box.centre
        return None


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of the paper that a box touches."""
    for across in range(int(box.left // SQUARE), int(box.right // SQUARE) + 1):
        for down in range(int(box.top // SQUARE), int(box.bottom // SQUARE) + 1):
            yield across, down


def draw_scenario(scenario: Scenario, answer: Any = None) -> str:
    """Draw the position of a scenario with everybody's totals; there is no question to answer.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    position: Position = scenario.position
    totals = scenario.game.score(scenario.board, position, scenario.rulings).totals(position.players, (VP, LEGITIMACY))
    lines = [*headline(scenario.board, position)[:-1]]
    rows = [("table", words) for words in lines]
    for name, state in position.players.items():
        rows += [(name, words) for words in _player_words(state, totals[name])]
    if position.dead:
        rows.append(("dead", ", ".join(map(place_name, position.dead))))
    return _sheet(scenario.board, position, scenario.title or scenario.board.title, rows)


def draw_board(board: Map) -> str:
    """Draw a map: spaces by kind, ports, provinces with their victory points, links.

    Returns
    -------
    str
        An SVG document, the same for the same map.
    """
    return _sheet(board, None, board.title, ())


@to_svg.register
def _(thing: Map) -> str:
    return draw_board(thing)


def _player_words(state: PlayerState, totals: Mapping[str, int]) -> Iterator[str]:
    status = "Champion" if state.champion else "Successor"
    yield f"{status}, {totals[VP]} victory points, {totals[LEGITIMACY]} legitimacy"
    if state.royals:
        yield f"royals: {', '.join(map(place_name, state.royals))}"
    if state.generals:
        told = []
        for name, general in state.generals.items():
            where = f"in {place_name(general.at)}" if general.at else "scattered" if general.scattered else ""
            told.append(" ".join(filter(None, (place_name(name), "" if general.major else "(minor)", where))))
        yield f"generals: {', '.join(told)}"
    if state.fleets or state.scattered_fleets:
        scattered = f", scattered {', '.join(map(str, state.scattered_fleets))}" if state.scattered_fleets else ""
        yield f"fleets: {', '.join(map(str, state.fleets)) or 'none'}{scattered}; strength {state.fleet_strength}"
    if state.scattered_units:
        yield f"scattered units: {', '.join(f'{n} {kind}' for kind, n in state.scattered_units.items())}"


def _sheet(board: Map, position: Position | None, title: str, rows: Pairs) -> str:
    chart = _Chart.of(board)
    marks = marks_of(position.players if position else ())
    inner = chart.width
    heading = wrap(title, inner, 20, bold=True, most=3)
    key = key_rows(_key_items(board, position, marks), inner)
    panel = Words(tuple(rows)) if rows else None
    top = 22 + 26.0 * len(heading)
    below = top + chart.height + 12
    bottom = below + (panel.height(inner) + 12 if panel else 0)
    height = bottom + KEY_ROW * len(key) + (CAPTION if board.invented else 8)

    root = canvas(inner + 2 * EDGE, height, title)
    draw_heading(root, heading, 20)
    _draw_map(root, chart, position, marks, top)
    if panel:
        panel.draw(root, EDGE, below, inner)
    draw_key(root, EDGE, bottom + KEY_ROW / 2, key, KEY_ROW)
    if board.invented:
        draw_caption(root, height, INVENTED)
    return to_string(root)


def _draw_map(root: Element, chart: _Chart, position: Position | None, marks: Mapping[str, Mark], top: float) -> None:
    """The map below the heading: grounds, links, spaces, pieces, and names where there is room."""
    rectangle(root, Box(EDGE, top, EDGE + chart.width, top + chart.height), rx=10, fill=BACKGROUND)
    board = chart.board

    def on(point: Point) -> Point:
        return point[0] + EDGE, point[1] + top

    tints = _tints(board)
    for name, space in board.spaces.items():
        if space.province in tints:
            x, y = on(chart.at[name])
            shape(root, "circle", cx=x, cy=y, r=26, fill=tints[space.province])
    for pairs, colour, width, dashes in (
        (board.land, LAND, 2.0, None),
        (board.sea, SEA, 1.6, "6 4"),
        (board.routes, ROUTE, 2.0, "2 5"),
    ):
        for pair in pairs:
            if all(name in chart.at for name in pair):
                line(root, [on(chart.at[name]) for name in pair], colour, width, stroke_dasharray=dashes)
    lettered = []
    for name, space in board.spaces.items():
        reach = _RADIUS[space.kind]
        box = Box.around(chart.at[name], 2 * reach + 2, 2 * reach + 2)
        if chart.free(box):  # spaces that lie on each other get one letter
            lettered.append(name)
        chart.take(box)
    for name, space in board.spaces.items():
        owner = position.markers.get(name) if position else None
        group = shape(root, "g")
        tooltip(group, _space_words(board, name, owner))
        mark = marks.get(owner or "")
        _draw_space(group, space, *on(chart.at[name]), GREY if owner == INDEPENDENT else mark.colour if mark else WHITE)
        if mark and name in lettered:
            x, y = on(chart.at[name])
            text(group, mark.letter, x, y, 12, bold=True, fill=WHITE)
    if position:
        for space_name, words, colour in _pieces(position, marks):
            width = text_width(words, SIZE, bold=True) + 8
            middle = chart.place(chart.at.get(space_name, (0.0, 0.0)), width, 17, (10, 14, 20, 28, 40))
            if middle:
                rectangle(root, Box.around(on(middle), width, 16), rx=3, fill=colour, stroke=INK, stroke_width=0.8)
                x, y = on(middle)
                text(root, words, x, y, SIZE, bold=True, fill=WHITE)
    for name in board.spaces:
        _label(root, chart, place_name(name), chart.at[name], on, SIZE)
    for province, members in board.members.items():
        if members:
            xs, ys = zip(*(chart.at[name] for name in members), strict=True)
            words = f"{board.provinces[province].title or place_name(province)} {board.provinces[province].vp}"
            _label(root, chart, words, (sum(xs) / len(xs), sum(ys) / len(ys)), on, 13, fill=PROVINCE, bold=True)


def _label(
    root: Element, chart: _Chart, words: str, about: Point, on: Any, size: float, *, fill: str = INK, bold: bool = False
) -> None:
    """A name near a point, if there is room; the tooltip of the space tells it in any case."""
    steps = (0, 12, 24, 36, 48) if bold else (10, 13, 18, 24)
    middle = chart.place(about, text_width(words, size, bold) + 4, size * 1.15, steps)
    if middle:
        x, y = on(middle)
        text(root, words, x, y, size, bold=bold, italic=bold, fill=fill, halo=BACKGROUND)


def _tints(board: Map) -> dict[str, str]:
    """A ground for each province, other than those of its neighbours as far as there are enough."""
    beside: dict[str, set[str]] = {name: set() for name in board.provinces}
    for pair in (*board.land, *board.sea):
        there = [board.spaces[name].province for name in pair if name in board.spaces]
        ends = [province for province in there if province in beside]
        for one in ends:
            beside[one] |= set(ends) - {one}
    chosen: dict[str, str] = {}
    for at, name in enumerate(board.provinces):
        order = [_TINTS[(at + step) % len(_TINTS)] for step in range(len(_TINTS))]
        used = {chosen[other] for other in beside[name] if other in chosen}
        chosen[name] = next((tint for tint in order if tint not in used), order[0])
    return chosen


def _space_words(board: Map, name: str, owner: str | None) -> str:
    space = board.spaces[name]
    parts = [place_name(name), KINDS[space.kind]]
    if space.port:
        parts.append("port of the Hellespont" if space.hellespont else "port")
    if space.province:
        parts.append(place_name(space.province))
    if owner:
        parts.append("independent" if owner == INDEPENDENT else f"controlled by {owner}")
    return ", ".join(parts)


def _draw_space(parent: Element, space: Space, x: float, y: float, fill: str) -> None:
    """A square, a circle, a triangle or a dot by kind; blue where there is a port, thick at the Hellespont."""
    reach = _RADIUS[space.kind]
    stroke, width = (PORT, 4.0 if space.hellespont else 2.4) if space.port else (INK, 1.3)
    if space.kind == "major":
        rectangle(parent, Box.around((x, y), 2 * reach, 2 * reach), fill=fill, stroke=stroke, stroke_width=width)
    elif space.kind == "fortress":
        corners = [(x, y - reach - 2), (x + reach, y + reach - 3), (x - reach, y + reach - 3)]
        polygon(parent, corners, fill, stroke=stroke, stroke_width=width)
    else:
        shape(parent, "circle", cx=x, cy=y, r=reach, fill=fill, stroke=stroke, stroke_width=width)


def _pieces(position: Position, marks: Mapping[str, Mark]) -> Iterator[tuple[str, str, str]]:
    """What stands in spaces: where, in a word, in which colour."""
    if position.cart:
        player = position.cart.player
        yield position.cart.at, "cart", marks[player].colour if player else GREY
    if position.tomb:
        yield position.tomb.at, "tomb", INK
    for space, founder in position.capitals.items():
        yield space, "capital", marks[founder].colour if founder in marks else GREY
    for name, state in position.players.items():
        for space in dict.fromkeys(army.at for army in state.armies):
            if state.units_at(space):
                yield space, f"{state.units_at(space)}{marks[name].letter}", marks[name].colour
    for space, number in position.independent_units.items():
        if number:
            yield space, str(number), GREY


def _key_items(board: Map, position: Position | None, marks: Mapping[str, Mark]) -> list[Item]:
    """What the signs mean, as far as they are there."""

    def space(kind: Kind, port: bool = False, hellespont: bool = False) -> Any:
        sign = Space(kind=kind, port=port, hellespont=hellespont, at=(0, 0))
        return lambda parent, x, y: _draw_space(parent, sign, x, y, WHITE)

    def link(colour: str, dashes: str | None) -> Any:
        return lambda parent, x, y: line(parent, [(x - 16, y), (x + 16, y)], colour, 2.2, stroke_dasharray=dashes)

    def owner(mark: Mark) -> Any:
        def sign(parent: Element, x: float, y: float) -> None:
            shape(parent, "circle", cx=x, cy=y, r=10, fill=mark.colour, stroke=INK, stroke_width=1.3)
            text(parent, mark.letter, x, y, 12, bold=True, fill=WHITE)

        return sign

    def grey(parent: Element, x: float, y: float) -> None:
        shape(parent, "circle", cx=x, cy=y, r=10, fill=GREY, stroke=INK, stroke_width=1.3)

    def units(parent: Element, x: float, y: float) -> None:
        rectangle(parent, Box.around((x, y), 20, 16), rx=3, fill=GREY, stroke=INK, stroke_width=0.8)
        text(parent, "3", x, y, SIZE, bold=True, fill=WHITE)

    there = list(board.spaces.values())
    items: list[Item] = [(owner(mark), 22, f"marker of {mark.name}") for mark in marks.values()]
    if position and position.independents:
        items.append((grey, 22, "grey marker"))
    if position and (position.independent_units or any(state.armies for state in position.players.values())):
        items.append((units, 22, "combat units"))
    items += [(space(kind), 24, words) for kind, words in KINDS.items() if any(one.kind == kind for one in there)]
    if any(one.port for one in there):
        items.append((space("minor", port=True), 24, "port"))
    if board.hellespont:
        items.append((space("minor", port=True, hellespont=True), 24, "port of the Hellespont"))
    links = (
        (board.land, LAND, None, "by land"),
        (board.sea, SEA, "6 4", "by sea"),
        (board.routes, ROUTE, "2 5", "route"),
    )
    items += [(link(colour, dashes), 34, words) for pairs, colour, dashes, words in links if pairs]
    return items
