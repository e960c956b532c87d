"""A sheet of maps of empire: each with what lies on it and a plan, under a heading, and text in panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from models.empire.board import SYMBOL, Region
from models.empire.plan import Move, Plan
from models.empire.position import PlayerState
from puzzles.drawing.empire_cards import draw_card
from puzzles.drawing.empire_legend import (
    DARK,
    PANEL,
    SHIP,
    draw_bar,
    draw_border,
    draw_panel,
    key_items,
    panel_height,
)
from puzzles.drawing.empire_map import Link, RegionMap, lay_out
from puzzles.drawing.empire_pieces import Content, contents_of, draw_head
from puzzles.drawing.empire_plan import draw_labels, draw_stretch, stretches_of
from puzzles.drawing.geometry import HEAD, Box, head_at_end
from puzzles.drawing.marks import Mark, marks_of
from puzzles.drawing.sheet import (
    CAPTION,
    EDGE,
    FRAME,
    KEY_ROW,
    Columns,
    Item,
    Pairs,
    Stack,
    Words,
    draw_caption,
    draw_heading,
    draw_key,
    key_rows,
)
from puzzles.drawing.svg import Element, canvas, line, rectangle, shape, to_string, tooltip, wrap

LEAST_WIDTH = 620.0
INVENTED = "An invented board, not the one in the box."
MOST_BELOW = 4
"""So many maps stand one below the other; more are split into two columns."""
_LAND = ("#f2f7ea", "#fbf3e0", "#fbeee3", "#f4eff9", "#e9f3f7", "#fbf8df")


@dataclass(frozen=True)
class Scene:
    """A map of a region with its panel.

    Attributes
    ----------
    region
        Of a board; one with faults is drawn as far as it can be.
    players
        The state of each, before the plan if there is one.
    plan, player
        A plan and whose it is: the first player's if that is left out.
    """

    region: Region
    players: Mapping[str, PlayerState]
    plan: Plan | None = None
    player: str | None = None

    @cached_property
    def _who(self) -> str:
        return self.player or next(iter(self.players), "player")

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """How the players are told apart."""
        return marks_of(dict.fromkeys([*self.players, self._who]) if self.plan is not None else self.players)

    @cached_property
    def planner(self) -> Mark | None:
        """Whose plan is drawn."""
        return self.marks[self._who] if self.plan is not None else None

    @cached_property
    def contents(self) -> dict[str, Content] | None:
        """What lies where; None on a bare board."""
        return contents_of(self.region, self.players, self.marks, self.plan, self._who) if self.marks else None

    @cached_property
    def _layout(self) -> RegionMap:
        return lay_out(self.region, self.contents)

    @property
    def _side(self) -> float:
        return panel_height(self.players, self.plan) if self.marks else 0.0

    @property
    def _aside(self) -> float:
        return PANEL + EDGE if self.marks else 0.0

    @property
    def least(self) -> float:
        """The map and the panel beside it."""
        return max(self._layout.bounds.width + self._aside, LEAST_WIDTH)

    def height(self, width: float) -> float:
        """The higher one of both."""
        return max(self._layout.bounds.height, self._side)

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the map, which takes what the panel leaves it."""
        land = Box(left, top, left + width - self._aside, top + self.height(width))
        moves = self.plan.moves if self.plan is not None else ()
        draw_map(root, centred(self._layout, land), land, self.contents, moves, self.planner)
        if self.marks:
            panel = Box(land.right + EDGE, top, left + width, top + self._side)
            draw_panel(root, panel, self.players, self.marks, self.plan, self.planner)


@dataclass(frozen=True)
class Sheet:
    """All that a picture shows.

    Attributes
    ----------
    title
        Above all.
    stacks
        Maps and text, in the order in which they are read.
    below
        Text under all of them.
    """

    title: str
    stacks: tuple[Stack, ...]
    below: Pairs = ()

    @property
    def scenes(self) -> list[Scene]:
        """All maps."""
        return [block for stack in self.stacks for block in stack.blocks if isinstance(block, Scene)]


def draw_sheet(sheet: Sheet, invented: bool = False) -> str:
    """Draw a sheet with a key to all of its maps.

    Parameters
    ----------
    sheet
        With one map at least.
    invented
        Whether to say below that the board is invented.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    columns = Columns.of(sheet.stacks, MOST_BELOW, Scene)
    body = Stack((columns, Words(sheet.below)) if sheet.below else (columns,))
    inner = body.least
    heading = wrap(sheet.title, inner, 20, bold=True, most=3)
    key = key_rows(_key_items(sheet.scenes), inner)
    top = 22 + 26.0 * len(heading)
    bottom = top + body.height(inner)
    width, height = inner + 2 * EDGE, bottom + 12 + KEY_ROW * len(key) + (CAPTION if invented else 8)

    root = canvas(width, height, " ".join(heading) or name_of(sheet.scenes[0].region))
    draw_heading(root, heading, 20)
    body.draw(root, EDGE, top, inner)
    draw_key(root, EDGE, bottom + 12 + KEY_ROW / 2, key, KEY_ROW)
    if invented:
        draw_caption(root, height, INVENTED)
    return to_string(root)


def _key_items(scenes: Sequence[Scene]) -> list[Item]:
    """The entries of the key to all maps."""
    regions = {scene.region.number: scene.region for scene in scenes}
    contents = {
        f"{at} {place}": content for at, scene in enumerate(scenes) for place, content in (scene.contents or {}).items()
    }
    planner = next((scene.planner for scene in scenes if scene.planner), None)
    moving = any(scene.plan is not None and scene.plan.moves for scene in scenes)
    return key_items(list(regions.values()), contents or None, planner, moving)


def name_of(region: Region) -> str:
    """A region as a heading says it."""
    return f"Region {region.number}: {region.name}"


def centred(layout: RegionMap, land: Box) -> RegionMap:
    """The map in the middle of its land."""
    (x, y), (u, v) = layout.bounds.centre, land.centre
    return layout.moved(u - x, v - y)


def draw_map(
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
