"""What lies on the table in alexandros: Alexander, the walls, the cards, and everybody's points, hand and governors.

The documents here are the files' own shape; :meth:`Position.resolved` fills in what was left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field

from models.alexandros.board import SYMBOLS, Board, Chain, Symbol, chain_problems, triangle_problem
from models.alexandros.lattice import Point, Side, Triangle, chain_sides, reading_order, side_words, split_chain
from models.alexandros.provinces import provinces
from models.documents import Count, Document, Flag, Name
from models.errors import Path, Problem, one_of
from models.rulings import Rulings

COPIES = 11
"""Cards of each symbol (3-2)."""
DECK = COPIES * len(SYMBOLS)
"""Cards of the game."""
FACE_UP = 2
"""Cards that lie face up (3-4)."""
GOVERNORS = 4
"""Governors of a player (F-9)."""
BLACK, RED = 65, 10
"""Walls of the game, and red ones (F-5)."""
ACTIONS = 2
"""Actions of a turn (2-3)."""

Cards = dict[Symbol, Count]
"""How many cards of each symbol."""


class PlayerState(Document):
    """One player's points, cards in the hand, and the triangles where governors stand."""

    points: Count = 0
    hand: Cards = {}
    governors: Annotated[tuple[Name, ...], Field(max_length=GOVERNORS)] = ()

    def holds(self, card: Symbol) -> int:
        """How many cards of a symbol are in the hand."""
        return self.hand.get(card, 0)


class Position(Document):
    """What lies on the table.

    Attributes
    ----------
    alexander
        The point where he stands; the board's start unless told.
    walls
        Lines of walls; a side has one wall at most (F-4).
    walls_left, red_left
        Walls that are not laid yet; of 65 those that do not stand, and 10 red ones, unless told.
    face_up
        The cards that can be taken.
    pile
        How many cards the pile has, or which ones from the top, where they are known; all that are
        nowhere else unless told.
    discards
        The cards on the discard pile.
    active
        Whose turn it is; the first player's unless told.
    moved, actions, levied
        In the middle of a turn: whether Alexander has moved, how many actions have been taken, whether
        one of them was a levy.
    ending
        Whether the walls have run out, so that the game ends after this turn (6-1).
    over
        Whether the game is over.
    players
        By name, in the order of play.
    """

    alexander: Name | None = None
    walls: Annotated[tuple[Chain, ...], Field(max_length=999)] = ()
    walls_left: Count | None = None
    red_left: Count = RED
    face_up: Annotated[tuple[Symbol, ...], Field(max_length=FACE_UP)] = ()
    pile: Count | Annotated[tuple[Symbol, ...], Field(max_length=DECK)] | None = None
    discards: Cards = {}
    active: Name | None = None
    moved: Flag = False
    actions: int = Field(default=0, strict=True, ge=0, le=ACTIONS)
    levied: Flag = False
    ending: Flag = False
    over: Flag = False
    players: dict[Name, PlayerState] = Field(min_length=2, max_length=4)

    @cached_property
    def walled(self) -> frozenset[Side]:
        """The sides with a wall."""
        return frozenset(found for chain in self.walls for found in chain_sides(split_chain(chain)))

    @cached_property
    def governors(self) -> Mapping[Triangle, str]:
        """Whose governor stands on each triangle where one does."""
        return {name: player for player, state in self.players.items() for name in state.governors}

    @cached_property
    def seen(self) -> Mapping[Symbol, int]:
        """How many cards of each symbol are known to be somewhere: hands, face up, discards, a known pile."""
        found = Counter(card for _, card, count in self._cards() for _ in range(count))
        return {symbol: found[symbol] for symbol in SYMBOLS}

    @property
    def unseen(self) -> Mapping[Symbol, int]:
        """How many cards of each symbol are not seen: what a hidden pile is made of."""
        return {symbol: COPIES - count for symbol, count in self.seen.items()}

    @property
    def here(self) -> Point:
        """Where Alexander stands, in a resolved position."""
        assert self.alexander is not None
        return self.alexander

    @property
    def black(self) -> int:
        """Walls that are left, red ones not among them, in a resolved position."""
        assert self.walls_left is not None
        return self.walls_left

    @property
    def whose(self) -> str:
        """Whose turn it is: the first player's unless told."""
        return self.active or next(iter(self.players))

    @property
    def pile_size(self) -> int:
        """How many cards the pile has."""
        if self.pile is None:
            return max(0, DECK - sum(self.seen.values()))
        return self.pile if isinstance(self.pile, int) else len(self.pile)

    def resolved(self, board: Board) -> Position:
        """The same with nothing left out."""
        return self.changed(
            alexander=self.alexander or board.start,
            walls_left=max(0, BLACK - len(self.walled)) if self.walls_left is None else self.walls_left,
            pile=self.pile_size if self.pile is None else self.pile,
            active=self.whose,
        )

    def with_player(self, name: str, **changes: Any) -> Position:
        """The same with parts of one player's state changed."""
        return self.changed(players={**self.players, name: self.players[name].model_copy(update=changes)})

    def changed(self, **changes: Any) -> Position:
        """The same with some of its fields changed, nothing remembered of the state before."""
        values = {key: getattr(self, key) for key in type(self).model_fields}
        return Position.model_construct(**{**values, **changes})

    def from_seat(self, name: str) -> tuple[str, ...]:
        """The players from one of them on, clockwise (2-1)."""
        order = tuple(self.players)
        at = order.index(name)
        return order[at:] + order[:at]

    def problems(self, board: Board, rulings: Rulings) -> Iterator[Problem]:
        """What cannot be on a table: unknown places, walls twice, too many cards, governors out of place."""
        if self.alexander is not None and self.alexander not in board.steps:
            what = f"{self.alexander} is no point of the board"
            yield Problem(("alexander",), what, board.near_point(self.alexander))
        if self.active is not None and self.active not in self.players:
            yield Problem(("active",), f"unknown player “{self.active}”", one_of(self.players, self.active))
        if self.actions and not self.moved:
            yield Problem(("actions",), "actions come after Alexander's move", "moved: true (rule 2-2)")
        if self.levied and not self.actions:
            yield Problem(("levied",), "a levy is an action", "actions: 1 or 2")
        walls = list(self._wall_problems(board))
        yield from walls
        stands, black = 0 if walls else len(self.walled), self.walls_left or 0
        if not walls and black and stands + black > BLACK:
            what = f"{stands} walls stand and {black} are left, of {BLACK}"
            yield Problem(("walls_left",), what, f"at most {max(0, BLACK - stands)} (rule F-5)")
        yield from self._card_problems()
        governors = list(self._governor_problems(board))
        yield from governors
        if not walls and not governors:
            yield from self._province_problems(board, rulings)

    def _wall_problems(self, board: Board) -> Iterator[Problem]:
        first: dict[Side, str] = {}
        for at, chain in enumerate(self.walls):
            path: Path = ("walls", at)
            wrong = list(chain_problems(board, chain, path))
            yield from wrong
            if not wrong and "-" not in chain:
                yield Problem(path, f"{chain} is a point, and no side", "points with “-” between")
            for found in () if wrong else chain_sides(split_chain(chain)):
                if found in first:
                    yield Problem(path, f"{side_words(found)} has a wall already", "one wall on a side (rule F-4)")
                first[found] = chain

    def _cards(self) -> Iterator[tuple[Path, Symbol, int]]:
        """The cards whose place is known, with their path."""
        for name, state in self.players.items():
            yield from ((("players", name, "hand", card), card, count) for card, count in state.hand.items())
        yield from ((("face_up", at), card, 1) for at, card in enumerate(self.face_up))
        yield from ((("discards", card), card, count) for card, count in self.discards.items())
        if isinstance(self.pile, tuple):
            yield from ((("pile", at), card, 1) for at, card in enumerate(self.pile))

    def _card_problems(self) -> Iterator[Problem]:
        found: Counter[Symbol] = Counter()
        told: set[Symbol] = set()
        for path, card, count in self._cards():
            found[card] += count
            if found[card] > COPIES and card not in told:
                told.add(card)
                what = f"that makes {found[card]} cards with the symbol {card}"
                yield Problem(path, what, f"at most {COPIES} of each (rule 3-2)")
        if isinstance(self.pile, int) and not told and self.pile + found.total() != DECK:
            what = f"{self.pile} in the pile and {found.total()} elsewhere are {self.pile + found.total()} cards"
            yield Problem(("pile",), what, f"{DECK - found.total()}, so that there are {DECK} (rule 3-2)")

    def _governor_problems(self, board: Board) -> Iterator[Problem]:
        first: dict[Triangle, str] = {}
        for player, state in self.players.items():
            for at, name in enumerate(state.governors):
                path: Path = ("players", player, "governors", at)
                wrong = triangle_problem(board, name, path)
                if wrong:
                    yield wrong
                elif board.symbols[name] is None:
                    yield Problem(path, f"{name} is blank", "a triangle with a symbol (rule 5-4)")
                elif name in first:
                    yield Problem(path, f"a governor of {first[name]} stands on {name} already", "one on a triangle")
                first.setdefault(name, player)

    def _province_problems(self, board: Board, rulings: Rulings) -> Iterator[Problem]:
        """Provinces with governors of several players: walls never go, so there are none (5-6)."""
        if len(set(self.governors.values())) < 2:
            return
        for province in provinces(board, self.walled, rulings.fresh()):
            standing = [name for name in province.triangles if name in self.governors]
            owners = list(dict.fromkeys(self.governors[name] for name in standing))
            for other in owners[1:]:
                name = next(name for name in standing if self.governors[name] == other)
                path: Path = ("players", other, "governors", self.players[other].governors.index(name))
                what = f"{name} lies in a province with a governor of {owners[0]}"
                yield Problem(path, what, "governors of one player in a province (rule 5-6)")


def in_order(cards: Mapping[Symbol, int]) -> dict[Symbol, int]:
    """Cards in the order of the text, symbols without any left out.

    >>> in_order({"horse": 1, "temple": 0, "amphora": 2})
    {'amphora': 2, 'horse': 1}
    """
    return {symbol: cards[symbol] for symbol in SYMBOLS if cards.get(symbol)}


def plus(cards: Mapping[Symbol, int], more: Mapping[Symbol, int]) -> dict[Symbol, int]:
    """Cards with others added.

    >>> plus({"horse": 1}, {"horse": 1, "temple": 1})
    {'temple': 1, 'horse': 2}
    """
    return in_order({symbol: cards.get(symbol, 0) + more.get(symbol, 0) for symbol in SYMBOLS})


def minus(cards: Mapping[Symbol, int], fewer: Mapping[Symbol, int]) -> dict[Symbol, int]:
    """Cards with others taken out, which have to be there.

    >>> minus({"horse": 2}, {"horse": 1})
    {'horse': 1}
    """
    return in_order({symbol: cards.get(symbol, 0) - fewer.get(symbol, 0) for symbol in SYMBOLS})


def sorted_places(names: Mapping[Triangle, Any] | tuple[Triangle, ...]) -> tuple[Triangle, ...]:
    """Triangles from the top, each strip from the left."""
    return tuple(sorted(names, key=reading_order))
