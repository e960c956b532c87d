"""Maps of empire: a region with what lies on it and what a plan does, scenarios with answers, whole boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from models.documents import to_svg
from models.empire.board import Board, Region
from models.empire.plan import Plan
from models.empire.position import PlayerState
from puzzles.drawing.empire_answers import position_sheet, sheet_of
from puzzles.drawing.empire_legend import key_items
from puzzles.drawing.empire_map import lay_out
from puzzles.drawing.empire_sheet import (
    INVENTED,
    LEAST_WIDTH,
    Scene,
    Sheet,
    centred,
    draw_map,
    draw_sheet,
    name_of,
)
from puzzles.drawing.geometry import Box
from puzzles.drawing.sheet import CAPTION, EDGE, KEY_ROW, Stack, draw_caption, draw_heading, draw_key, key_rows
from puzzles.drawing.svg import canvas, text, to_string, wrap

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


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
    scene = Scene(region, dict(players or {}), plan, player)
    return draw_sheet(Sheet(name_of(region) if title is None else title, (Stack((scene,)),)), invented)


def draw_scenario(scenario: Scenario, answer: Any = None) -> str:
    """Draw the position of a scenario, and with it an answer to its question if one is given."""
    sheet = position_sheet(scenario) if answer is None else sheet_of(answer, scenario)
    return draw_sheet(sheet, scenario.board.invented)


def draw_board(board: Board) -> str:
    """Draw all regions of a board in two columns, each under its title.

    Returns
    -------
    str
        An SVG document, the same for the same board.
    """
    layouts = [lay_out(region, None) for region in sorted(board.regions, key=lambda region: region.number)]
    pairs = [layouts[at : at + 2] for at in range(0, len(layouts), 2)]
    columns = [max(LEAST_WIDTH, *(layout.bounds.width for layout in layouts[at::2])) for at in range(len(pairs[0]))]
    width = sum(columns) + EDGE * (len(columns) + 1)
    heading = wrap(board.title, width - 2 * EDGE, 24, bold=True, most=3)
    key = key_rows(key_items([layout.region for layout in layouts], None, None, False), width - 2 * EDGE)
    names = [wrap(name_of(layout.region), LEAST_WIDTH, 17, bold=True, most=2) for layout in layouts]
    bands = [26.0 * max(map(len, names[at : at + 2])) for at in range(0, len(names), 2)]
    rows = [max(layout.bounds.height for layout in pair) for pair in pairs]
    top = 22 + 31.0 * len(heading)
    height = top + sum(bands) + sum(rows) + 14 * len(pairs) + KEY_ROW * len(key) + (CAPTION if board.invented else 8)

    root = canvas(width, height, board.title)
    draw_heading(root, heading, 24)
    for at, layout in enumerate(layouts):
        row, column = divmod(at, 2)
        left = EDGE + sum(columns[:column]) + EDGE * column
        above = top + sum(bands[:row]) + sum(rows[:row]) + 14 * row
        for number, words in enumerate(names[at]):
            text(root, words, left + 4, above + 13 + 22 * number, 17, anchor="start", bold=True)
        land = Box(left, above + bands[row], left + columns[column], above + bands[row] + rows[row])
        draw_map(root, centred(layout, land), land)
    draw_key(root, EDGE, top + sum(bands) + sum(rows) + 14 * len(pairs) + KEY_ROW / 2 - 4, key, KEY_ROW)
    if board.invented:
        draw_caption(root, height, INVENTED)
    return to_string(root)


@to_svg.register
def _(thing: Region) -> str:
    return draw_region(thing)


@to_svg.register
def _(thing: Board) -> str:
    return draw_board(thing)
