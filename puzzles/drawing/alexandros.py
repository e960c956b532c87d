"""Pictures of alexandros: the board with what stands there, what an answer does to it, what everybody has below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.documents import to_svg
from puzzles.drawing.alexandros_map import (
    CLOSED,
    GRID,
    NEW,
    RING,
    TAGS,
    Scene,
    draw_rim,
    draw_wall,
    draw_way,
)
from puzzles.drawing.alexandros_panel import players_table, table_words
from puzzles.drawing.alexandros_signs import draw_governor, draw_king, draw_symbol, draw_tag
from puzzles.drawing.alexandros_view import View, Way
from puzzles.drawing.geometry import Box
from puzzles.drawing.marks import Mark, colour_of, marks_of
from puzzles.drawing.sheet import (
    Block,
    Heading,
    Item,
    Key,
    Stack,
    Words,
    page,
    told_words,
)
from puzzles.drawing.svg import INK, Element, polygon, rectangle, text

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

INVENTED = "An invented board, not the one in the box."
COORDINATES = "triangle C4: strip C, column 4 above; point c4: row c, number 4 below"
AREAS = {"new": "new province and its worth", "worth": "worth of a province", "lost": "what a province loses"}
"""What areas are, kind by kind."""
_PART = 15.0
"""The size of headings."""
_LEAST = 920.0
"""How wide a sheet is at least, so that small boards leave room for what stands below them."""


def draw_scenario(scenario: Scenario, answer: Any = None) -> str:
    """Draw the position of a scenario, and with it an answer to its question if one is given.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    title = scenario.title or scenario.board.title
    if answer is None:
        return draw_view(View.of(scenario.board, scenario.position, scenario.rulings), title)
    from puzzles.drawing.alexandros_answers import view_of  # loads nothing of the solver floor before
    from puzzles.scenario import answer_words

    return draw_view(view_of(answer, scenario), title, told_words(answer_words(scenario, answer)))


def draw_view(view: View, title: str, *blocks: Block) -> str:
    """A view with its panels below the board: what is told of an answer, its tables, what everybody has."""
    told: list[Block] = list(blocks)
    for heading, table in view.tables:
        told += [Heading(heading, _PART), table]
    told.append(Words(tuple(("table", words) for words in table_words(view))))
    return _sheet(view.board, view, title, [*told, players_table(view)])


def draw_board(board: Board) -> str:
    """Draw a board: the lattice with its symbols, its coast, Alexander's start.

    Returns
    -------
    str
        An SVG document, the same for the same board.
    """
    return _sheet(board, None, board.title, [])


@to_svg.register
def _(thing: Board) -> str:
    return draw_board(thing)


def _sheet(board: Board, view: View | None, title: str, blocks: list[Block]) -> str:
    """The board under its title, what its signs mean, and then the blocks."""
    marks = marks_of(view.before.players if view else ())
    stack = Stack((Scene(board, view, marks), Key(tuple(_key_items(board, view, marks))), *blocks))
    return page(title, stack, max(stack.least, _LEAST), INVENTED if board.invented else None)


# -- the key -----------------------------------------------------------------------------------------


def _key_items(board: Board, view: View | None, marks: Mapping[str, Mark]) -> Iterator[Item]:
    """What the signs mean, as far as they are there."""
    if view:
        yield from _plan_items(view, marks)
        yield from _table_items(view, marks)
    else:
        yield _king, 28, "Alexander's start"
    yield from ((_symbol(symbol), 24, symbol) for symbol in SYMBOLS if board.with_symbol[symbol])
    yield from _rim_items(board, view)
    yield (lambda parent, x, y: None), 0, COORDINATES


def _plan_items(view: View, marks: Mapping[str, Mark]) -> Iterator[Item]:
    """What an answer does."""

    def way(some: Way) -> Any:
        colour = colour_of(marks, some.player, INK)
        far = 24 if some.stage else 32  # without a piece at its end it reaches further
        return lambda parent, x, y: draw_way(parent, [(x - 20, y), (x + far, y)], colour, some.stage)

    def wall(parent: Element, x: float, y: float) -> None:
        draw_wall(parent, (x - 20, y), (x + 20, y), planned=True)

    def ring(parent: Element, x: float, y: float) -> None:
        polygon(parent, [(x - 12, y + 9), (x + 12, y + 9), (x, y - 11)], "none", stroke=RING, stroke_width=3)

    def area(kind: str) -> Any:
        def sign(parent: Element, x: float, y: float) -> None:
            if kind == "new":
                rectangle(parent, Box.around((x, y), 36, 22), fill=NEW, stroke=GRID, stroke_width=1)
            draw_tag(parent, "−7" if kind == "lost" else "7", (x, y), *TAGS[kind])

        return sign

    for certain, words in ((True, "way"), (False, "possible way")):
        alike = [one for one in view.ways if certain == (one.stage == 0)]
        if alike:
            yield way(alike[0]), 42, words
    if view.walls:
        yield wall, 42, "new wall"
    if view.rings:
        yield ring, 28, "target"
    yield from ((area(kind), 38, AREAS[kind]) for kind in AREAS if any(one.kind == kind for one in view.areas))
    some = next(iter(marks.values()))
    if any(not piece.gone for piece in view.pieces):
        yield _piece(some, "placed"), 24, "governor placed"
    if any(piece.gone for piece in view.pieces):
        yield _piece(some, "gone"), 24, "governor gone"
    if view.before.here != view.after.here:
        yield (lambda parent, x, y: draw_king(parent, (x, y), planned=True)), 28, "Alexander then"


def _table_items(view: View, marks: Mapping[str, Mark]) -> Iterator[Item]:
    """What stands on the board."""
    yield _king, 28, "Alexander"
    for mark in marks.values():
        yield _piece(mark, "standing"), 24, f"governor of {mark.name}"
    owners = [view.owner(province) for province in view.provinces]
    for mark in marks.values():
        if mark.name in owners:
            yield _ground(mark.tint, mark), 26, f"province of {mark.name}"
    if None in owners:
        yield _ground(CLOSED), 26, "province of nobody"
    if view.before.walled:
        yield (lambda parent, x, y: draw_wall(parent, (x - 20, y), (x + 20, y))), 42, "wall"


def _rim_items(board: Board, view: View | None) -> Iterator[Item]:
    """The two kinds of rim; under one reading the coast closes nothing."""

    def rim(closes: bool) -> Any:
        return lambda parent, x, y: draw_rim(parent, (x - 18, y), (x + 18, y), closes=closes)

    closing = board.closing_sides
    bounds = view is None or view.rulings.readings["rim"] == "coast"
    if closing:
        yield rim(True), 38, "coast, closes provinces" if bounds else "coast, closes nothing under this reading"
    if len(closing) < len(board.rim_sides):
        yield rim(False), 38, "open rim, closes nothing"


def _king(parent: Element, x: float, y: float) -> None:
    draw_king(parent, (x, y))


def _symbol(symbol: Symbol) -> Any:
    return lambda parent, x, y: draw_symbol(parent, symbol, (x, y), 22)


def _piece(mark: Mark, how: str) -> Any:
    return lambda parent, x, y: draw_governor(parent, mark, (x, y), how)


def _ground(fill: str, mark: Mark | None = None) -> Any:
    def sign(parent: Element, x: float, y: float) -> None:
        box = Box.around((x, y), 24, 20)
        rectangle(parent, box, fill=fill, stroke=GRID, stroke_width=1)
        if mark:
            text(parent, mark.letter.lower(), x, y, 12, bold=True, fill=mark.colour)

    return sign
