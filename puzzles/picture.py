"""Pictures of scenarios: which module draws which game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from models.documents import Document, to_svg
from models.errors import bad_input, one_of

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

PICTURES: dict[str, str] = {
    "alexandros": "puzzles.drawing.alexandros",
    "alhambra": "puzzles.drawing.alhambra",
    "empire": "puzzles.drawing.empire",
    "successors": "puzzles.drawing.successors",
}
"""By game, the module with ``draw_scenario`` and ``draw_board``."""

TEXTS: dict[str, str] = {
    "alexandros": "puzzles.drawing.alexandros_text",
    "alhambra": "puzzles.drawing.alhambra_text",
    "successors": "puzzles.drawing.successors_text",
}
"""By game that can be drawn in characters, the module with ``text_picture`` and what that ``NEEDS``."""

BESIDE_SCORES = ("alexandros", "alhambra")
"""The games whose picture in characters is short enough to stand above every ledger."""


def draw(scenario: Scenario, plan: Any = None) -> str:
    """A scenario's position as an SVG document, with an answer to its question if one is given.

    :class:`~models.errors.InputError` if there is an answer, but the question is not sound.
    """
    if plan is not None:
        from puzzles.scenario import task_of  # which loads this module

        task_of(scenario)
    picture: str = _drawing(scenario.game.key).draw_scenario(scenario, plan)
    return picture


def draw_text(scenario: Scenario, plan: Any = None, *, scores: bool = True) -> list[str]:
    """A scenario's position in characters, for a terminal, with an answer to its question if one is given.

    Parameters
    ----------
    scores
        Whether to tell what is scored, which a ledger beside it tells too.

    Raises
    ------
    InputError
        If the game has no such picture, or if there is an answer, but the question is not sound.
    """
    from puzzles.columns import screen, shows

    if scenario.game.key not in TEXTS:
        raise bad_input(f"{scenario.game.key} has no pictures in text", expected=one_of(TEXTS))
    if plan is not None:
        from puzzles.scenario import task_of

        task_of(scenario)
    drawing = import_module(TEXTS[scenario.game.key])
    lines: list[str] = drawing.text_picture(
        scenario, plan, width=screen(), plain=not shows(drawing.NEEDS), scores=scores
    )
    return lines


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
