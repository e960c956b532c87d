"""What lies beside the board of alexandros, for pictures and for text: whose turn, piles, what everybody has."""

from __future__ import annotations

from collections.abc import Iterator

from models.alexandros.board import SYMBOLS
from models.alexandros.lattice import Triangle
from models.alexandros.position import GOVERNORS, PlayerState, sorted_places
from models.alexandros.provinces import province_of
from models.alexandros.words import cards_words, count_words, headline
from puzzles.drawing.alexandros_view import View
from puzzles.drawing.sheet import Table

ARROW = "→"
_TEN = 10
"""Cards of a known pile that are told in a line."""


def table_words(view: View) -> Iterator[str]:
    """When it is, what is left in the piles and known of them."""
    position = view.before
    yield from headline(view.board, position)[:-1]
    if not position.face_up:
        yield "face up: no cards"
    if isinstance(position.pile, tuple):
        for at in range(0, len(position.pile), _TEN):
            told = "then" if at else "known pile, top first"
            yield f"{told}: {', '.join(position.pile[at : at + _TEN])}"
    if any(position.discards.values()):
        yield f"discarded: {cards_words(position.discards)}"
    if position.red_left and not position.black:
        yield f"{count_words(position.red_left, 'red wall')} left"
    if position.moved:
        yield f"Alexander has moved this turn; actions taken: {position.actions}"


def players_table(view: View) -> Table:
    """A row for each player: points, cards, governors; before and after an answer where they differ."""
    rows = []
    for name, state in view.before.players.items():
        then = view.after.players[name]
        cards = (becomes(state.holds(card), then.holds(card)) for card in SYMBOLS)
        free = becomes(GOVERNORS - len(state.governors), GOVERNORS - len(then.governors))
        stand = "; ".join(governor_words(view, state, then))
        rows.append((name, becomes(state.points, then.points), *cards, free, stand or "–"))
    return Table(("player", "points", *SYMBOLS, "governors left", "governors: worth"), tuple(rows))


def governor_words(view: View, state: PlayerState, then: PlayerState) -> Iterator[str]:
    """Each governor: where, on what, the blanks of the province then; with a sign who comes (+) or goes (−)."""
    known = view.provinces
    for name in sorted_places((*state.governors, *(each for each in then.governors if each not in state.governors))):
        stays = name in then.governors
        sign = "" if name in state.governors and stays else "+" if stays else "−"
        province = province_of(known, name) if stays else None
        worth = f": {province.blanks}" if province else ": no province" if stays else ""
        yield f"{sign}{name} {_symbol(view, name)}{worth}"


def _symbol(view: View, name: Triangle) -> str:
    return view.board.symbols.get(name) or "blank"


def becomes(before: int, after: int) -> str:
    """A number, or two where it changes.

    >>> becomes(3, 3), becomes(3, 5)
    ('3', '3 → 5')
    """
    return str(before) if before == after else f"{before} {ARROW} {after}"
