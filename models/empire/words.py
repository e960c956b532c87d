"""Plans of empire in words, as one would say them at the table."""

from __future__ import annotations

from collections.abc import Iterator

from models.empire.board import SYMBOL, Board
from models.empire.plan import Allocation, Move, Payment, Plan
from models.empire.position import KINDS, Pieces, Position


def place_name(place: str) -> str:
    """A province as it is said.

    >>> place_name("asia-minor"), place_name("symbol")
    ('Asia-Minor', 'symbol')
    """
    return place if place == SYMBOL else place.replace("_", " ").title().replace("'S", "'s")


def headline(board: Board, position: Position) -> tuple[str, str]:
    """Where and when a position is, and whether the board is a real one."""
    region = board.by_number[position.region]
    invented = " (an invented board)" if board.invented else ""
    when = "the game has ended" if position.ended else f"round {position.round}"
    return f"region {region.number}, {region.name}, {when}", f"board: {board.title}{invented}"


def cubes(number: int, what: str = "cube") -> str:
    """A number with its noun.

    >>> cubes(1), cubes(3, "army")
    ('1 cube', '3 armies')
    """
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"


def payment_words(pays: Payment) -> str:
    """What a move pays.

    >>> payment_words(Payment(temple=1))
    'pays 1 temple cube'
    """
    parts = [cubes(getattr(pays, kind), f"{kind} cube") for kind in KINDS if getattr(pays, kind)]
    return f"pays {' and '.join(parts)}" if parts else "free"


def move_words(move: Move) -> str:
    """A move.

    >>> move_words(Move(armies=3, path=("symbol", "thrace"), pays=Payment(temple=1)))
    '3 armies: symbol → Thrace, pays 1 temple cube'
    """
    way = " → ".join(place_name(place) for place in move.path)
    return f"{cubes(move.armies, 'army')}: {way}, {payment_words(move.pays)}"


def pieces_words(pieces: Pieces) -> list[str]:
    """Where pieces are laid, one line for each kind."""
    return [
        f"lays {'a temple' if kind == 'temple' else 'a city'} in {', '.join(place_name(p) for p in pieces.of(kind))}"
        for kind in KINDS
        if pieces.of(kind)
    ]


def allocation_words(allocation: Allocation, first: bool = True) -> str:
    """How the cubes are distributed; after the first round of a region only two fields count.

    >>> allocation_words(Allocation(armies=5, temple=10))
    'turn order 0, armies 5, temples 10, cities 0'
    """
    building = f"temples {allocation.temple}, cities {allocation.city}"
    return f"turn order {allocation.order}, armies {allocation.armies}, {building}" if first else building


def plan_words(plan: Plan, first: bool = True) -> Iterator[tuple[str, str]]:
    """A plan as (heading, line) pairs."""
    if plan.allocation is not None:
        yield "distribute", allocation_words(plan.allocation, first)
    for number, move in enumerate(plan.moves, start=1):
        yield (f"move {number}", move_words(move))
    if not plan.moves:
        yield "moves", "none"
    lines = pieces_words(plan.pieces)
    for line in lines:
        yield "lay", line.removeprefix("lays ")
    if not lines:
        yield "lay", "nothing"
