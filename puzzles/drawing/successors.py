"""Pictures of successors: a map with what lies on it, what an answer does there, and what everybody has below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from models.documents import to_svg
from models.rulings import Rulings
from models.successors.map import KINDS, Kind, Map, Space
from models.successors.position import CARDS, LEGITIMACY, VP, PlayerState, Position, Totals
from models.successors.scoring import score, totals_of
from models.successors.words import headline, place_name, subject_words
from puzzles.drawing.geometry import Box
from puzzles.drawing.marks import Mark, colour_of, marks_of
from puzzles.drawing.sheet import (
    Block,
    Heading,
    Item,
    Key,
    Stack,
    Table,
    Words,
    page,
    told_words,
)
from puzzles.drawing.successors_map import GOLD, GREY, LINKS, SHADE, SIZE, Scene, draw_road, draw_space
from puzzles.drawing.successors_view import View
from puzzles.drawing.svg import INK, WHITE, Element, line, rectangle, shape, text

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

INVENTED = "An invented map, not the one in the box."
_PART = 15.0
"""The size of headings."""


def draw_scenario(scenario: Scenario, answer: Any = None) -> str:
    """Draw the position of a scenario with everybody's totals, and with it an answer to its question if one is given.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    title = scenario.title or scenario.board.title
    if answer is None:
        view = View.of(scenario.position)
        return _sheet(scenario.board, view, title, [Words(tuple(_table_words(scenario.board, view, scenario.rulings)))])
    from puzzles.drawing.successors_answers import view_of  # loads nothing of the solver floor before
    from puzzles.scenario import answer_words

    view = view_of(answer, scenario)
    blocks: list[Block] = [told_words(answer_words(scenario, answer))]
    for grid in view.grids:
        blocks += [Heading(grid.title, _PART), Table(grid.columns, grid.rows)]
    blocks.append(Words(tuple(_table_words(scenario.board, view, scenario.rulings))))
    return _sheet(scenario.board, view, title, blocks)


def draw_board(board: Map) -> str:
    """Draw a map: spaces by kind, ports, provinces with their victory points, links.

    Returns
    -------
    str
        An SVG document, the same for the same map.
    """
    return _sheet(board, None, board.title, [])


@to_svg.register
def _(thing: Map) -> str:
    return draw_board(thing)


def _sheet(board: Map, view: View | None, title: str, blocks: list[Block]) -> str:
    """The map under its title, what its signs mean, and then the blocks."""
    marks = marks_of(view.before.players if view else ())
    scene = Scene(board, view, marks)
    stack = Stack((scene, Key(tuple(_key_items(board, view, marks))), *blocks))
    return page(title, stack, stack.least, INVENTED if board.invented else None)


# -- what everybody has ------------------------------------------------------------------------------


def _table_words(board: Map, view: View, rulings: Rulings) -> Iterator[tuple[str, str]]:
    """When it is, and what everybody has; totals before and after an answer where they differ."""
    position = view.before
    for words in headline(board, position)[:-1]:
        yield "table", words
    before, after = (totals_of(score(board, table, rulings), table) for table in (position, view.after))
    for name, state in position.players.items():
        yield name, _standing(name, position, view.after, before, after)
        then = _player_words(view.after.players[name])
        for key, has in _player_words(state).items():
            if has != then[key]:
                yield name, f"{key}: {has or 'none'} → {then[key] or 'none'}"
            elif has:
                yield name, f"{key}: {has}"
    if view.after.dead:
        yield "dead", ", ".join(map(place_name, view.after.dead))


def _standing(name: str, position: Position, then: Position, before: Totals, after: Totals) -> str:
    """A player's status and totals, and what they become."""
    status = [("Champion" if table.players[name].champion else "Successor") for table in (position, then)]
    tracks = [f"{_becomes(before[name][track], after[name][track])} {words}"
              for track, words in ((VP, "victory points"), (LEGITIMACY, "legitimacy"))]  # fmt: skip
    return ", ".join([" → ".join(dict.fromkeys(status)), *tracks])


def _becomes(before: int, after: int) -> str:
    return str(before) if before == after else f"{before} → {after}"


def _player_words(state: PlayerState) -> dict[str, str]:
    """What a player has apart from markers and armies, by what it is; nothing is an empty text."""
    generals = []
    for name, general in state.generals.items():
        where = f"in {place_name(general.at)}" if general.at else "scattered" if general.scattered else ""
        generals.append(" ".join(filter(None, (place_name(name), "" if general.major else "(minor)", where))))
    fleets = ""
    if state.fleets or state.scattered_fleets:
        scattered = f", scattered {', '.join(map(str, state.scattered_fleets))}" if state.scattered_fleets else ""
        fleets = f"{', '.join(map(str, state.fleets)) or 'none'}{scattered}; strength {state.fleet_strength}"
    return {
        "royals": ", ".join(map(place_name, state.royals)),
        "generals": ", ".join(generals),
        "fleets": fleets,
        "scattered units": ", ".join(f"{n} {kind}" for kind, n in state.scattered_units.items()),
        "cards": ", ".join(f"{times} × {subject_words(card)}" for card in CARDS if (times := state.cards.of(card))),
    }


# -- the key -----------------------------------------------------------------------------------------


def _key_items(board: Map, view: View | None, marks: Mapping[str, Mark]) -> Iterator[Item]:
    """What the signs mean, as far as they are there."""
    if view:
        yield from _plan_items(view, marks)
        yield from _piece_items(view.before, marks)
    there = list(board.spaces.values())
    yield from ((_space(kind), 24, words) for kind, words in KINDS.items() if any(one.kind == kind for one in there))
    if any(one.port for one in there):
        yield _space("minor", port=True), 24, "port"
    if board.hellespont:
        yield _space("minor", port=True, hellespont=True), 24, "port of the Hellespont"
    names = (board.land, "by land"), (board.sea, "by sea"), (board.routes, "route")
    for (pairs, words), (colour, width, dashes) in zip(names, LINKS, strict=True):
        if pairs:
            yield _link(colour, width, dashes), 34, words


def _plan_items(view: View, marks: Mapping[str, Mark]) -> Iterator[Item]:
    def road(parent: Element, x: float, y: float) -> None:
        draw_road(parent, (x - 19, y), (x + 19, y), colour_of(marks, view.roads[0].player, INK))

    def touched(parent: Element, x: float, y: float) -> None:
        edge = colour_of(marks, next(iter(view.touched.values())), INK)
        shape(parent, "circle", cx=x, cy=y, r=13, fill=GOLD, stroke=edge, stroke_width=3)

    def stand(parent: Element, x: float, y: float) -> None:
        box = Box.around((x, y), 24, 16)
        rectangle(parent, box, rx=3, fill=GOLD, stroke=INK, stroke_width=2, stroke_dasharray="4 2")

    def shade(parent: Element, x: float, y: float) -> None:
        shape(parent, "circle", cx=x, cy=y, r=13, fill=SHADE, fill_opacity="0.6")

    if view.roads:
        yield road, 42, "planned road"
    if view.touched:
        yield touched, 30, "marker changes"
    if view.stands:
        yield stand, 26, "by the plan"
    if view.shares:
        yield shade, 28, f"% {view.shares_are}"


def _piece_items(position: Position, marks: Mapping[str, Mark]) -> Iterator[Item]:
    def grey(parent: Element, x: float, y: float) -> None:
        shape(parent, "circle", cx=x, cy=y, r=10, fill=GREY, stroke=INK, stroke_width=1.3)

    def units(parent: Element, x: float, y: float) -> None:
        rectangle(parent, Box.around((x, y), 20, 16), rx=3, fill=GREY, stroke=INK, stroke_width=0.8)
        text(parent, "3", x, y, SIZE, bold=True, fill=WHITE)

    def siege(parent: Element, x: float, y: float) -> None:
        rectangle(parent, Box.around((x, y), 50, 16), rx=3, fill=WHITE, stroke=GREY, stroke_width=1.0)
        text(parent, "siege 2", x, y, SIZE, bold=True, fill=GREY)

    yield from ((_owner(mark), 22, f"marker of {mark.name}") for mark in marks.values())
    if position.independents:
        yield grey, 22, "grey marker"
    if position.independent_units or any(state.armies for state in position.players.values()):
        yield units, 22, "combat units"
    if any(any(state.siege.values()) for state in position.players.values()):
        yield siege, 52, "siege points"


def _owner(mark: Mark) -> Any:
    def sign(parent: Element, x: float, y: float) -> None:
        shape(parent, "circle", cx=x, cy=y, r=10, fill=mark.colour, stroke=INK, stroke_width=1.3)
        text(parent, mark.letter, x, y, 12, bold=True, fill=WHITE)

    return sign


def _space(kind: Kind, port: bool = False, hellespont: bool = False) -> Any:
    sign = Space(kind=kind, port=port, hellespont=hellespont, at=(0, 0))
    return lambda parent, x, y: draw_space(parent, sign, x, y, WHITE)


def _link(colour: str, width: float, dashes: str | None) -> Any:
    return lambda parent, x, y: line(parent, [(x - 16, y), (x + 16, y)], colour, width, stroke_dasharray=dashes)
