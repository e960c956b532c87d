"""Pictures of alhambra: Alhambras with their missions and scores, scenarios with answers, whole supplies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.alhambra.layout import Layout
from models.alhambra.tiles import Supply
from models.documents import to_svg
from puzzles.drawing.alhambra_sheet import draw_layout, draw_sheet, supply_sheet

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


def draw_scenario(scenario: Scenario, answer: Any = None) -> str:
    """Draw the position of a scenario, and with it an answer to its question if one is given."""
    from puzzles.drawing.alhambra_answers import sheet_of

    return draw_sheet(sheet_of(scenario, answer), scenario.board.invented)


def draw_board(supply: Supply) -> str:
    """Draw all tiles of a supply by type and price.

    Returns
    -------
    str
        An SVG document, the same for the same supply.
    """
    return supply_sheet(supply)


@to_svg.register
def _(thing: Supply) -> str:
    return draw_board(thing)


@to_svg.register
def _(thing: Layout) -> str:
    return draw_layout(thing)
