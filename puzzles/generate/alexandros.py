"""Seeded positions of alexandros that legal turns lead to, on the bundled board or on small ones.

Players march where walls are laid, often where they close something; then they occupy what they can pay for,
levy now and then, and take cards.  Everything is played through :mod:`models.alexandros.turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, cast

from models.alexandros.board import LETTERS, SYMBOLS, Board, Symbol
from models.alexandros.cards import can_draw
from models.alexandros.levy import levy_breaches, levy_entries
from models.alexandros.occupation import fewest_governors, occupy
from models.alexandros.plan import PILE, Action, Event, Turn
from models.alexandros.position import COPIES, GOVERNORS, Position
from models.alexandros.provinces import provinces
from models.alexandros.rulings import RULINGS
from models.alexandros.turn import act, play_move, play_turn
from models.alexandros.walls import count_ways, ends, laid, moved, options, ways
from models.game import bundled_board, load_game
from models.rulings import Rulings

PLAYERS = ("ana", "ben", "eva", "dion")
TRIED = 5
"""Moves that a player compares."""
MOST_WAYS = 40
"""Ways to a corner among which one is drawn."""


@dataclass(frozen=True)
class Size:
    """How large positions are; pairs are least and most.

    Attributes
    ----------
    board
        Strips and columns of a small board; None for the bundled one.
    players
        At the table.
    turns
        That have been played.
    readings
        Share of rulings that are read in another than the default way.
    known
        Share of positions that list the pile.
    """

    board: tuple[tuple[int, int], tuple[int, int]] | None = None
    players: tuple[int, int] = (2, 4)
    turns: tuple[int, int] = (4, 24)
    readings: float = 0.0
    known: float = 0.0


LARGE = Size()
"""The benchmark: the bundled board, early or late in the game."""
SMALL = Size(board=((3, 5), (7, 13)), turns=(1, 12), readings=0.2, known=0.3)
"""Small boards and everything that the rules know."""
TINY = Size(board=((2, 3), (4, 7)), players=(2, 3), turns=(1, 6), readings=0.2, known=0.3)
"""Small enough to try every turn."""


@dataclass(frozen=True)
class Table:
    """A table in the middle of a game.

    Attributes
    ----------
    position
        A resolved one, at the beginning of a turn.
    readings
        The readings in force, all of them.
    """

    board: Board
    position: Position
    readings: Mapping[str, str]

    @property
    def rulings(self) -> Rulings:
        """The readings, none consulted yet."""
        return Rulings(self.readings)

    @property
    def chosen(self) -> dict[str, str]:
        """The readings that are not the default ones."""
        return {key: reading for key, reading in self.readings.items() if reading != RULINGS[key].default}


def table(seed: int, *, size: Size = LARGE) -> Table:
    """A table that some turns lead to; the game is not over.

    >>> one = table(1)
    >>> one == table(1), len(one.position.walls) > 3, one.position.over
    (True, True, False)
    """
    chance = Random(seed)
    readings = {
        key: chance.choice(list(ruling.readings)) if chance.random() < size.readings else ruling.default
        for key, ruling in RULINGS.items()
    }
    board = (
        small(chance, size.board) if size.board else cast(Board, bundled_board(load_game("alexandros"), "satrapies"))
    )
    position = deal(board, chance, PLAYERS[: chance.randint(*size.players)])
    rulings = Rulings(readings)
    for _ in range(chance.randint(*size.turns)):
        played = play_turn(board, position, turn(board, position, rulings, chance), rulings)
        if played.position.over:
            break
        position = played.position
    if chance.random() >= size.known:
        position = position.changed(pile=position.pile_size)
    return Table(board, position, readings)


def small(chance: Random, size: tuple[tuple[int, int], tuple[int, int]]) -> Board:
    """A small board: a ragged parallelogram, two thirds blank, some of its rim open now and then."""
    letters = [letter for letter, symbol in LETTERS.items() if symbol]
    strips, columns = chance.randint(*size[0]), chance.randint(*size[1])
    while True:
        lines = []
        for strip in reversed(range(strips)):
            left, right = chance.randint(0, 1), columns - chance.randint(0, 1)
            row = "".join(chance.choice(letters) if chance.random() < 0.4 else "." for _ in range(right - left))
            lines.append(f"{chr(ord('A') + strip)}|{' ' * left}{row}")
        given: dict[str, Any] = {"satrap": 1, "game": "alexandros", "name": "small", "title": "A small board"}
        board = Board.model_validate({**given, "invented": True, "land": lines, "start": "a0"})
        opened = chance.sample(board.rim_sides, len(board.rim_sides) // 4) if chance.random() < 0.3 else []
        more = {"start": chance.choice(board.points), "open": ["-".join(side) for side in opened]}
        board = Board.model_validate({**given, "invented": True, "land": lines, **more})
        if not list(board.problems()):
            return board


def deal(board: Board, chance: Random, names: tuple[str, ...]) -> Position:
    """A game at its start, the pile known: one card each (3-3), two face up (3-4)."""
    deck = [symbol for symbol in SYMBOLS for _ in range(COPIES)]
    chance.shuffle(deck)
    players = {name: {"hand": {deck.pop(): 1}} for name in names}
    face_up = [deck.pop(), deck.pop()]
    return Position.model_validate({"face_up": face_up, "pile": deck, "players": players}).resolved(board)


def turn(board: Board, position: Position, rulings: Rulings, chance: Random, *, saving: float = 0.0) -> Event:
    """A legal turn of the player whose it is; a share ``saving`` of the actions takes cards, whatever else could be."""
    chosen = _move(board, position, rulings, chance)
    now = play_move(board, position, chosen, rulings).position
    taken: list[Action] = []
    for _ in range(2):
        offered = list(_actions(board, now, rulings, chance))
        if now.over or not offered:
            break
        if saving and chance.random() < saving:
            offered = [one for one in offered if one[1].take] or offered
        most = max(weight for weight, _ in offered)
        taken.append(chance.choice([action for weight, action in offered if weight == most]))
        now = act(board, now, taken[-1], rulings).position
    return Event(player=position.whose, **{**dict(chosen), "actions": tuple(taken)})


def _move(board: Board, position: Position, rulings: Rulings, chance: Random) -> Turn:
    """The best of a few moves: one that lays walls, rather one that makes more provinces."""
    offered = options(board, position, position.whose, rulings)
    if not offered:
        return Turn()
    ranked: list[tuple[tuple[bool, int, float], Turn]] = []
    numbers = count_ways(board, position.here)
    for _ in range(TRIED):
        option = chance.choice(offered)
        places = [(to, end) for to, there in ends(board, position, option.symbol, rulings).items() for end in there]
        to, corner = chance.choice(places)
        at = chance.randrange(min(numbers[corner], MOST_WAYS))
        way = next(islice(ways(board, position.here, corner), at, None))
        given = {"hand" if option.from_hand else "card": option.card, "to": to, "path": "-".join(way)}
        after, _ = moved(position, way, rulings)
        new = len(provinces(board, after.walled, rulings)) if chance.random() < 0.7 else 0
        made = Turn.model_validate({**given, "as": None if option.symbol == option.card else option.symbol})
        ranked.append(((bool(laid(position, way, rulings).needed), new, chance.random()), made))
    return max(ranked, key=lambda one: one[0])[1]


def _actions(board: Board, position: Position, rulings: Rulings, chance: Random) -> Iterator[tuple[int, Action]]:
    """Legal actions, each with how much the player wants it now."""
    name = position.whose
    state = position.players[name]
    for card in state.hand if not position.levied else ():
        if not list(levy_breaches(board, position, name, card)):
            gain = levy_entries(board, position, name, card, rulings).total(name)
            yield (2 if gain > 2 and chance.random() < 0.5 else 0), Action(levy=card)
    for province in provinces(board, position.walled, rulings):
        if province.symbols:
            count = fewest_governors(province, state.hand, rulings)
            if count + len(state.governors) <= GOVERNORS and count <= len(province.symbols):
                place = chance.sample(list(province.symbols), count)
                trial = Action(occupy=tuple(place))
                if not occupy(board, position, name, trial, rulings).breaches:
                    yield (2 if province.blanks and chance.random() < 0.8 else 0), trial
    if state.governors and chance.random() < 0.1:
        yield chance.choice((0, 1)), Action(remove=(chance.choice(state.governors),))
    if can_draw(position, rulings):
        yield chance.choice((0, 1)), _draw(position, chance)
    yield from ((1, Action(take=card)) for card in position.face_up)


def _draw(position: Position, chance: Random) -> Action:
    """A card of the pile, which nobody knows where it was made of the discards."""
    if isinstance(position.pile, tuple) and position.pile:
        return Action(take=PILE, drawn=position.pile[0])
    left = {**position.unseen} if position.pile_size else dict(position.discards)
    drawn: list[Symbol] = [card for card, count in left.items() if count]
    return Action(take=PILE, drawn=chance.choice(drawn)) if drawn else Action(take=PILE)


def course(
    seed: int | str, *, players: tuple[int, int], turns: tuple[int, int], saving: float = 0.0
) -> Iterator[Table]:
    """Tables at the beginning of turns on the bundled board, game after game without end; default readings.

    Parameters
    ----------
    players
        At the table; least and most.
    turns
        How many have been played; least and most.
    saving
        Share of actions in which cards are taken, whatever else could be done.

    >>> first, second = islice(course(1, players=(2, 2), turns=(5, 9)), 2)
    >>> len(first.position.players), len(second.position.walls) >= len(first.position.walls)
    (2, True)
    """
    chance = Random(f"course {seed}")
    readings = {key: ruling.default for key, ruling in RULINGS.items()}
    board = cast(Board, bundled_board(load_game("alexandros"), "satrapies"))
    while True:
        position = deal(board, chance, PLAYERS[: chance.randint(*players)])
        rulings = Rulings(readings)
        for played in range(turns[1] + 1):
            if played >= turns[0]:
                yield Table(board, position, readings)
            following = turn(board, position, rulings, chance, saving=saving)
            position = play_turn(board, position, following, rulings).position
            if position.over:
                break
