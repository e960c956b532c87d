"""The levy: taxes for everybody, and the end by points that may follow (5-7 to 5-11, 6-4, F-16)."""

from __future__ import annotations

from collections.abc import Iterator

from models.alexandros.board import Board, Symbol
from models.alexandros.cards import discarded, from_hand
from models.alexandros.position import Position, sorted_places
from models.alexandros.provinces import Province, province_of, provinces
from models.errors import Breach
from models.ledger import Entry, Ledger
from models.rulings import Rulings

FULL = 100
"""Points that end the game (6-4)."""


def levy_breaches(board: Board, position: Position, name: str, card: Symbol) -> Iterator[Breach]:
    """Why a player cannot start a levy with a card: none in the hand, or no own governor on its symbol (5-7)."""
    state = position.players[name]
    if not state.holds(card):
        yield Breach("5-7", ("levy",), f"{name} holds no {card}")
    if all(board.symbols[where] != card for where in state.governors):
        yield Breach("5-7", ("levy",), f"no governor of {name} stands on {card}")


def levy_entries(board: Board, position: Position, name: str, card: Symbol, rulings: Rulings) -> Ledger:
    """What a levy gives everybody (5-10), the player who starts it first, then clockwise (F-16).

    An entry for each province that a player governs, under the triangle of its first governor: the blanks of the
    province (5-11), or 0 and why it does not pay.
    """
    among = provinces(board, position.walled, rulings)
    found: list[Entry] = []
    for player in position.from_seat(name):
        own = sorted_places(position.players[player].governors)
        told: set[Province] = set()
        for where in own:
            province = province_of(among, where)
            if province is None:
                found.append(Entry(player, 0, "4-6", where, "it lies in no province"))
            elif province not in told:
                told.add(province)
                here = [other for other in own if other in province.triangles]
                found.append(_entry(board, player, province, here, card, rulings))
    return Ledger(tuple(found))


def _entry(
    board: Board, player: str, province: Province, governors: list[str], card: Symbol, rulings: Rulings
) -> Entry:
    where = governors[0]
    if len(governors) > 1:
        return Entry(player, 0, "5-8", where, f"{len(governors)} governors stand in the province")
    if board.symbols[where] != card and rulings.read("levy-filter") == "symbol":
        return Entry(player, 0, "5-9", where, f"the governor stands on {board.symbols[where]}, not {card}")
    return Entry(player, province.blanks, "5-11", where, f"blank triangles: {province.blanks}")


def levied(position: Position, name: str, card: Symbol, ledger: Ledger) -> Position:
    """The table after a levy: the card is discarded, and everybody has the points of the ledger."""
    position = discarded(from_hand(position, name, {card: 1}), {card: 1})
    for player, state in position.players.items():
        position = position.with_player(player, points=state.points + ledger.total(player))
    return position


def full(position: Position, rulings: Rulings) -> bool:
    """Whether somebody has the points that end the game (6-4)."""
    most = max(state.points for state in position.players.values())
    return most > FULL or (most == FULL and rulings.read("threshold") == "reach")
