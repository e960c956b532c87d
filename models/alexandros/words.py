"""Positions and turns of alexandros in words, as one would say them at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from models.alexandros.board import Board, Symbol
from models.alexandros.plan import PILE, Action, Move
from models.alexandros.position import Position, in_order
from models.words import and_words

if TYPE_CHECKING:
    from models.alexandros.occupation import Occupied
    from models.alexandros.provinces import Province
    from models.alexandros.scoring import Outcome
    from models.alexandros.walls import Laid

SO_FAR = "so-far"
"""What the entry of a score that stands already is about."""


def subject_words(subject: str) -> str:
    """What a ledger entry is about.

    >>> subject_words("C4"), subject_words("so-far")
    ('the province of C4', 'so far')
    """
    return "so far" if subject == SO_FAR else f"the province of {subject}"


def headline(board: Board, position: Position) -> tuple[str, ...]:
    """Whose turn it is, where Alexander stands, what is left, and whether the board is a real one."""
    position = position.resolved(board)
    whose = "the game is over" if position.over else f"{position.whose}'s turn"
    if position.ending and not position.over:
        whose += ", the last one"
    lines = [f"{whose}; Alexander stands on {position.here}"]
    lines.append(f"{count_words(position.black, 'wall')} left, {count_words(position.pile_size, 'card')} in the pile")
    if position.face_up:
        lines.append(f"face up: {and_words(position.face_up)}")
    lines.append(f"board: {board.title}{' (an invented board)' if board.invented else ''}")
    return tuple(lines)


def count_words(number: int, what: str) -> str:
    """A number of things.

    >>> count_words(1, "wall"), count_words(0, "wall"), count_words(3, "province")
    ('1 wall', 'no walls', '3 provinces')
    """
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def cards_words(cards: Mapping[Symbol, int]) -> str:
    """Cards in the order of the text.

    >>> cards_words({"horse": 2, "temple": 1}), cards_words({})
    ('temple and 2 horse', 'nothing')
    """
    parts = [f"{count} {symbol}" if count > 1 else symbol for symbol, count in in_order(cards).items()]
    return and_words(parts) or "nothing"


def move_words(move: Move, walls: Laid) -> str:
    """Alexander's move and the walls that it lays."""
    card = f"takes {move.card}" if move.card else f"plays {move.hand} from the hand"
    as_what = f" as {move.stands_for}" if move.stands_for else ""
    way = move.path or ""
    goes = f"Alexander goes {way} to {move.to}" if "-" in way else f"Alexander stays on {way}, at {move.to}"
    laid = count_words(len(walls.sides), "new wall") + (f", {walls.red} of them red" if walls.red else "")
    return f"{card}{as_what}: {goes}, {laid}"


def province_words(province: Province) -> str:
    """A province: where it begins, and what it is worth.

    >>> from models.alexandros.provinces import Province
    >>> province_words(Province(("C4", "C5", "B4"), {"B4": "temple"}))
    'the province of C4: 2 blank triangles, temple'
    """
    return f"the province of {province.triangles[0]}: {value_words(province)}"


def value_words(province: Province) -> str:
    """What a province is worth, and the symbols that it has."""
    symbols = cards_words(province.counts) if province.counts else "no symbol"
    return f"{count_words(province.blanks, 'blank triangle')}, {symbols}"


def take_words(action: Action, drawn: Symbol | None) -> str:
    """A card that is taken.

    >>> take_words(Action(take="horse"), None), take_words(Action(take="pile"), "lyre")
    ('takes horse', 'draws lyre')
    """
    if action.take != PILE:
        return f"takes {action.take}"
    return f"draws {drawn or 'a card'}"


def occupy_words(action: Action, done: Occupied) -> str:
    """A province that is occupied or taken over."""
    where = _governors(action.occupy or ())
    paid = f", paying {cards_words(done.used)}" if done.used else ""
    if done.loser is None:
        return f"occupies a province with {where}{paid}"
    gets = f"; {done.loser} gets {cards_words(done.gets)}" if done.gets else ""
    return f"takes over {done.loser}'s province with {where}{paid}{gets}"


def remove_words(places: Sequence[str]) -> str:
    """Governors that are taken away.

    >>> remove_words(("C4",))
    'removes the governor on C4'
    """
    return f"removes {_governors(places, 'the ')}"


def _governors(places: Sequence[str], article: str = "") -> str:
    if len(places) == 1:
        return f"{article or 'a '}governor on {places[0]}"
    return f"{article}governors on {and_words(tuple(places))}"


def outcome_words(outcome: Outcome) -> str:
    """How a game ended."""
    names = and_words(outcome.winners or outcome.candidates)
    if not outcome.winners:
        return f"the game is over (rule {outcome.rule}): {names} tie, and the text does not say who wins"
    wins = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"the game is over (rule {outcome.rule}): {names} {wins} with {outcome.points} points"
