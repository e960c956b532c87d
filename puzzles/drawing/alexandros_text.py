"""A table of alexandros on a terminal: the lattice in characters, the piles, and what everybody has.

A row of points and a strip of triangles take a line each.  Two columns of characters are one x of the
lattice: points stand four apart with their level sides between, triangles two apart with their slanting
sides between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.lattice import Side, point, side, sides, spot, triangle, upward
from models.alexandros.position import GOVERNORS
from models.alexandros.words import cards_words, count_words
from puzzles.columns import broken
from puzzles.drawing.alexandros_panel import ARROW, becomes, governor_words, table_words
from puzzles.drawing.alexandros_view import View
from puzzles.drawing.marks import marks_of
from puzzles.drawing.sheet import Table

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

_LEVEL, _RISING, _FALLING = "━", "╱", "╲"
_PLAIN = {_LEVEL: "=", _RISING: "/", _FALLING: "\\", ARROW: "->", "−": "-", "–": "-"}
"""What is written where the terminal has no such character."""
NEEDS = "".join(_PLAIN)
"""What a terminal has to be able to show; else everything is drawn in ASCII."""

_OPEN, _NEW = "~", "*"
_SIGNS: Mapping[Symbol, str] = {symbol: "o" if symbol == "hoplite" else symbol[0] for symbol in SYMBOLS}
_HERE, _THERE = "@", "&"
_MARGIN = 3
"""Columns for the names of rows at the left, and with a space before at the right."""


def text_picture(
    scenario: Scenario, answer: Any = None, *, width: int = 80, plain: bool = False, scores: bool = True
) -> list[str]:
    """The table of a scenario, or what an answer makes of it, as lines of text.

    Parameters
    ----------
    width
        Characters in a line at most.
    plain
        Draw in ASCII.
    scores
        Whether to tell when it is and what everybody has, which a command tells beside its ledger.
    """
    view = View.of(scenario.board, scenario.position, scenario.rulings)
    if answer is not None:  # a command that only scores loads nothing of the solver floor
        from puzzles.drawing.alexandros_answers import view_of

        view = view_of(answer, scenario)
    return view_text(view, width=width, plain=plain, scores=scores)


def view_text(view: View, *, width: int = 80, plain: bool = False, scores: bool = True) -> list[str]:
    """A view as lines of text; parameters as those of :func:`text_picture`."""
    write = _in_ascii if plain else str
    lines: list[str] = []
    if scores:
        for words in table_words(view):
            lines += broken(write(words), width)
        lines.append("")
    lines += map(write, lattice_text(view, width))
    for told in (_plan_lines(view), _player_lines(view, scores)):
        lines += _paragraph(map(write, told), width)
    return [*lines, "", *broken(write(_legend(view)), width)]


def _in_ascii(words: str) -> str:
    for character, instead in _PLAIN.items():
        words = words.replace(character, instead)
    return words


def _paragraph(told: Iterable[str], width: int) -> list[str]:
    """Lines behind an empty one, those that go on indented; nothing at all if there are none."""
    lines = [line for words in told for line in _hanging(words, width)]
    return ["", *lines] if lines else []


def _hanging(words: str, width: int) -> list[str]:
    told = words.lstrip()
    before = " " * (len(words) - len(told))
    first, *_ = broken(told, width - len(before))
    rest = told[len(first) :].strip()
    further = broken(rest, width - len(before) - 4) if rest else []
    return [before + first, *(f"{before}    {line}" for line in further)]


# -- the lattice -------------------------------------------------------------------------------------


def lattice_text(view: View, width: int) -> list[str]:
    """The lattice in as many bands side by side, one below the other, as the width asks for."""
    xs = [spot(name)[1] for name in view.board.points]
    first, last = min(xs), max(xs)
    room = max(4, (width - 2 * _MARGIN - 2) // 2)
    lines: list[str] = []
    while True:
        end = min(first + room, last)
        lines += [*([""] if lines else []), *_Band(view, first, end).lines()]
        if end == last:
            return lines
        first = end - 2  # a triangle that is cut by one band is whole in the next


class _Band:
    """The part of a lattice between two x."""

    def __init__(self, view: View, first: int, last: int) -> None:
        self.view, self.first, self.last = view, first, last
        self.board: Board = view.board
        self.letters = {name: mark.letter for name, mark in marks_of(view.before.players).items()}
        rows = [spot(name)[0] for name in self.board.points]
        self.low, self.high = min(rows), max(rows)

    def lines(self) -> Iterator[str]:
        """From the top: the columns of triangles, the rows of points and strips, the x of points."""
        yield self._numbers(1, self.last - 2)
        for row in range(self.high, self.low - 1, -1):
            if row < self.high:
                yield self._named(triangle(row, 0)[0], self._strip(row))
            yield self._named(point(row, 0)[0], self._points(row))
        yield self._numbers(0, self.last)

    def _named(self, name: str, drawn: str) -> str:
        inner = 2 * (self.last - self.first) + 1
        return f"{name:<{_MARGIN}}{drawn:<{inner}}  {name}"

    def _numbers(self, aside: int, last: int) -> str:
        """Every second number, those of triangles above their middle."""
        line = ""
        for x in range(self.first + self.first % 2, last + 1, 2):
            at = _MARGIN + 2 * (x + aside - self.first)
            line = f"{line:<{at}}{x}"
        return line.rstrip()

    def _points(self, row: int) -> str:
        """A row of points and the level sides between them."""
        cells = [" "] * (2 * (self.last - self.first) + 1)
        for x in range(self.first, self.last + 1):
            name = point(row, x)
            if name in self.board.steps:
                cells[2 * (x - self.first)] = self._point(name)
            if x + 2 <= self.last and (x - row) % 2 == 0:
                drawn = self._side(side(name, point(row, x + 2)), _LEVEL)
                cells[2 * (x - self.first) + 1 : 2 * (x - self.first) + 4] = [drawn] * 3
        return "".join(cells)

    def _point(self, name: str) -> str:
        if name == self.view.before.here:
            return _HERE
        return _THERE if name == self.view.after.here else "+"

    def _strip(self, strip: int) -> str:
        """A strip of triangles and the slanting sides between them."""
        cells = [" "] * (2 * (self.last - self.first) + 1)
        for column in range(max(self.first - 1, 0), self.last):
            name = triangle(strip, column)
            if name not in self.board.symbols:
                continue
            middle = 2 * (column + 1 - self.first)
            _, left, right = sides(name)
            rising = left if upward(name) else right
            for at, bounding in ((middle - 1, left), (middle + 1, right)):
                if 0 <= at < len(cells):
                    cells[at] = self._side(bounding, _RISING if bounding == rising else _FALLING)
            if middle < len(cells):
                cells[middle] = self._triangle(name)
        return "".join(cells)

    def _triangle(self, name: str) -> str:
        """The letter of a governor there then, else the symbol, else a dot."""
        owner = self.view.after.governors.get(name)
        if owner:
            return self.letters[owner]
        symbol = self.board.symbols[name]
        return _SIGNS[symbol] if symbol else "."

    def _side(self, bounding: Side, drawn: str) -> str:
        """A wall, a new one, an open side of the rim, or nothing."""
        if bounding in self.view.before.walled:
            return drawn
        if bounding in self.view.walls:
            return _NEW
        is_open = len(self.board.touching.get(bounding, ())) == 1 and bounding not in self.board.closing_sides
        return _OPEN if is_open else " "


# -- what stands below it ----------------------------------------------------------------------------


def _plan_lines(view: View) -> Iterator[str]:
    """What an answer does, in words: what the lattice shows by a sign only, or not at all."""
    for way in view.ways:
        yield way.told or f"{way.label} way {'-'.join(way.points)}".strip()
    said = {way.told for way in view.ways}
    rest = [(ring.triangle, f"{ring.label} {ring.told}".strip()) for ring in view.rings if ring.told not in said]
    rest += [(piece.triangle, piece.told or f"a governor of {piece.player}") for piece in view.pieces]
    for name, words in rest:
        yield words if words.startswith(name) else f"{name}: {words}"
    for area in view.areas:
        yield f"{area.triangles[0]}: {area.told or area.label}"
    for title, table in view.tables:
        yield f"{title}:"
        yield from _table_lines(table)


def _table_lines(table: Table) -> Iterator[str]:
    """A table, a line for each row with its titles."""
    for first, *rest in table.rows:
        named = zip(table.titles[1:], rest, strict=True)
        yield "; ".join([f"  {first}", *(f"{title} {cell}" for title, cell in named if cell)])


def _player_lines(view: View, scores: bool) -> Iterator[str]:
    """A line for each player: points, cards, governors."""
    letters = {name: mark.letter for name, mark in marks_of(view.before.players).items()}
    for name, state in view.before.players.items():
        then = view.after.players[name]
        parts = [f"{becomes(state.points, then.points)} points"] if scores else []
        held, holds = cards_words(state.hand), cards_words(then.hand)
        parts.append(f"hand: {held if held == holds else f'{held} {ARROW} {holds}'}")
        parts.append(f"{count_words(GOVERNORS - len(then.governors), 'governor')} left")
        parts += [", ".join(governor_words(view, state, then))] if state.governors or then.governors else []
        yield f"{letters[name]} {name}: {'; '.join(parts)}"


def _legend(view: View) -> str:
    """What the signs mean, as far as they are there."""
    there = [symbol for symbol in SYMBOLS if view.board.with_symbol[symbol]]
    parts = [*(f"{_SIGNS[symbol]} {symbol}" for symbol in there), ". blank", f"{_HERE} Alexander"]
    if view.after.here != view.before.here:
        parts.append(f"{_THERE} where he goes")
    if view.after.governors:
        parts.append("capitals are governors, below with what their provinces are worth")
    if view.before.walled:
        parts.append(f"{_LEVEL}{_RISING}{_FALLING} wall")
    if view.walls:
        parts.append(f"{_NEW} new wall")
    if len(view.board.closing_sides) < len(view.board.rim_sides):
        parts.append(f"{_OPEN} open rim")
    return ", ".join(parts)
