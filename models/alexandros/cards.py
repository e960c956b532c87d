"""Cards: the two that lie face up, the pile, the discards, and how one becomes another (3-4, F-13, F-14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.alexandros.board import Symbol
from models.alexandros.position import FACE_UP, Position, minus, plus
from models.rulings import Rulings


@dataclass(frozen=True)
class Drawn:
    """A card that comes off the pile.

    Attributes
    ----------
    position
        Without it.
    card
        None where nobody tells it.
    wrong
        Why that cannot be; the position is as before.
    """

    position: Position
    card: Symbol | None = None
    wrong: str | None = None


def renewed(position: Position, rulings: Rulings) -> Position:
    """The same with an empty pile made of the discards, in an order that nobody knows (F-14)."""
    if position.pile_size or not position.discards or rulings.read("empty-pile") == "none":
        return position
    return position.changed(pile=sum(position.discards.values()), discards={})


def can_draw(position: Position, rulings: Rulings) -> bool:
    """Whether there is a card to draw."""
    return renewed(position, rulings).pile_size > 0


def draw(position: Position, told: Symbol | None, rulings: Rulings) -> Drawn:
    """Draw the top card of the pile; ``told`` is what somebody says it is."""
    before, position = position, renewed(position, rulings)
    if not position.pile_size:
        return Drawn(before, wrong="the pile is empty")
    if isinstance(position.pile, tuple):
        top, *rest = position.pile
        if told not in (None, top):
            return Drawn(before, wrong=f"the top card of the pile is {top}, not {told}")
        return Drawn(position.changed(pile=tuple(rest)), top)
    if told is not None and position.unseen[told] < 1:
        return Drawn(before, wrong=f"all cards with the symbol {told} are elsewhere")
    return Drawn(position.changed(pile=position.pile_size - 1), told)


@dataclass(frozen=True)
class Refilled:
    """The face-up cards after they were replaced.

    Attributes
    ----------
    turned
        The cards that were turned up.
    left
        What was told and not needed.
    wrong
        Why something that was told cannot be.
    """

    position: Position
    turned: tuple[Symbol, ...] = ()
    left: tuple[Symbol, ...] = ()
    wrong: str | None = None


def refill(position: Position, told: Sequence[Symbol], rulings: Rulings) -> Refilled:
    """Turn up cards until two lie open (F-13); a place whose card nobody tells stays empty.

    Parameters
    ----------
    told
        What is turned up, in order.
    """
    turned: list[Symbol] = []
    left = list(told)
    while len(position.face_up) < FACE_UP and can_draw(position, rulings):
        drawn = draw(position, left[0] if left else None, rulings)
        if drawn.wrong:
            return Refilled(position, tuple(turned), tuple(left), drawn.wrong)
        if drawn.card is None:
            break
        left = left[1:]
        turned.append(drawn.card)
        position = drawn.position.changed(face_up=(*position.face_up, drawn.card))
    return Refilled(position, tuple(turned), tuple(left))


def without_face_up(position: Position, card: Symbol) -> Position:
    """The same with one face-up card gone, which has to lie there."""
    at = position.face_up.index(card)
    return position.changed(face_up=position.face_up[:at] + position.face_up[at + 1 :])


def to_hand(position: Position, name: str, cards: Mapping[Symbol, int]) -> Position:
    """The same with more cards in a hand."""
    return position.with_player(name, hand=plus(position.players[name].hand, cards))


def from_hand(position: Position, name: str, cards: Mapping[Symbol, int]) -> Position:
    """The same with fewer cards in a hand, which has to hold them."""
    return position.with_player(name, hand=minus(position.players[name].hand, cards))


def discarded(position: Position, cards: Mapping[Symbol, int]) -> Position:
    """The same with more cards on the discards."""
    return position.changed(discards=plus(position.discards, cards))
