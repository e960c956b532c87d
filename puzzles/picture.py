"""Pictures of scenarios: which module draws which game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from models.documents import Document, to_svg
from models.errors import bad_input, one_of

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

PICTURES: dict[str, str] = {"empire": "puzzles.drawing.empire"}
"""By game, the module with ``draw_scenario`` and ``draw_board``."""


def draw(scenario: Scenario, plan: Any = None) -> str:
    """A scenario's position as an SVG document, with an answer to its question if one is given.

    :class:`~models.errors.InputError` if there is an answer, but the question is not sound.
    """
    if plan is not None:
        from puzzles.scenario import task_of  # which loads this module

        task_of(scenario)
    picture: str = _drawing(scenario.game.key).draw_scenario(scenario, plan)
    return picture


@to_svg.register
def _(thing: Document) -> str | None:
    """Load whatever draws documents, so that boards show themselves in a notebook, and ask again."""
    for module in PICTURES.values():
        import_module(module)
    drawing = to_svg.dispatch(type(thing))
    return drawing(thing) if drawing is not to_svg.dispatch(Document) else None


def draw_board(game: str, board: Any) -> str:
    """A board as an SVG document."""
    picture: str = _drawing(game).draw_board(board)
    return picture


def _drawing(game: str) -> Any:
    if game not in PICTURES:
        raise bad_input(f"{game} has no pictures", expected=one_of(PICTURES))
    return import_module(PICTURES[game])
