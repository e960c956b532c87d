"""Pieces that may still be built before the game ends: a rule-checked look ahead from a position.

How they come to be built (armies, cubes, rivals' bids) is left open; what is checked is whether
there is room: a site, a round still to be scored, a piece in the supply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from models.documents import Count, Document, Name
from models.empire.board import Board
from models.empire.position import (
    CITIES,
    KINDS,
    PLURAL,
    ROUNDS,
    TEMPLES,
    Built,
    Kind,
    PlayerState,
    Position,
    first_region,
    last_region,
)
from models.empire.scoring import BUILDINGS
from models.errors import Breach
from models.ledger import Entry, Ledger


class Addition(Document):
    """Pieces that a player adds in a region, in whatever rounds are left there."""

    player: Name
    region: int = Field(strict=True, ge=1, le=6)
    temples: Count = 0
    cities: Count = 0

    def of(self, kind: Kind) -> int:
        """How many of this kind."""
        return self.temples if kind == "temple" else self.cities


@dataclass(frozen=True)
class Added:
    """What additions came to.

    Attributes
    ----------
    states
        Everybody with the pieces that found room.
    ledger
        An entry for each of them: what it scores when it is built, or 0 where that is not asked for.
    breaches
        What found no room; paths are (position in the list, kind).
    """

    states: dict[str, PlayerState]
    ledger: Ledger
    breaches: tuple[Breach, ...] = ()


def rounds_left(position: Position, number: int) -> int:
    """How many rounds of a region can still be scored, at most (5.3-12)."""
    if position.ended or number < position.region or number > last_region(position.short):
        return 0
    return ROUNDS if number > position.region else ROUNDS + 1 - position.round


def add_pieces(board: Board, position: Position, additions: Sequence[Addition], building: bool) -> Added:
    """Add pieces one by one, each to the first province in the order of scoring that has room for it.

    Which province of a region it is makes no difference to what more can be added: a temple site
    takes a temple a round, whoever builds it (5.5.2-1, 5.5.4-1), a city site one city for good (5.5.3-4).

    Parameters
    ----------
    additions
        In the order in which they take the places.
    building
        Whether each piece scores its 3 or 5 points when it is built (5.5.4-3).
    """
    states = position.states
    taken = {place for state in states.values() for place in state.built.cities}
    free: dict[tuple[Kind, str], int] = {}
    for region in board.regions:
        left = rounds_left(position, region.number)
        for place in region.in_order:
            free["temple", place] = left if region.has_site(place, "temple") else 0
            free["city", place] = int(left > 0 and region.has_site(place, "city") and place not in taken)
    here: dict[tuple[str, Kind], int] = {}
    entries: list[Entry] = []
    breaches: list[Breach] = []
    for at, addition in enumerate(additions):
        for kind in KINDS:
            path = (at, PLURAL[kind])
            for count in range(addition.of(kind)):
                wrong = _no_supply(position, states, addition, kind, here)
                wrong = wrong or _no_place(board, position, addition.region, kind, free)
                if wrong:
                    what = f"{wrong[1]} (piece {count + 1} of {addition.of(kind)})"
                    breaches.append(Breach(wrong[0], path, what))
                    break
                places = board.by_number[addition.region].in_order
                place = next(place for place in places if free[kind, place])
                free[kind, place] -= 1
                name = addition.player
                states[name] = _with_piece(states[name], kind, place)
                if addition.region == position.region:
                    here[name, kind] = here.get((name, kind), 0) + 1
                amount = BUILDINGS[kind].points if building else 0
                note = f"{kind} added" if building else f"{kind} added, its building points aside"
                entries.append(Entry(name, amount, BUILDINGS[kind].sole, place, note))
    return Added(states, Ledger(tuple(entries)), tuple(breaches))


def _no_supply(
    position: Position,
    states: dict[str, PlayerState],
    addition: Addition,
    kind: Kind,
    here: dict[tuple[str, Kind], int],
) -> tuple[str, str] | None:
    """Why a player has no piece for it: 10 temples and 8 cities in all; some may lie aside for this region."""
    name = addition.player
    if name not in states:
        return "question", f"there is no player “{name}”"
    rule, owned = ("5.5.2-4", TEMPLES) if kind == "temple" else ("5.5.3-5", CITIES)
    if states[name].built.count(kind) >= owned:
        return rule, f"{name} has no {kind} piece left"
    if addition.region == position.region and here.get((name, kind), 0) >= position.states[name].limit(kind):
        return "5.5.4-4", f"{name} has no {kind} piece left in this region: the others lie aside"
    return None


def _no_place(
    board: Board, position: Position, number: int, kind: Kind, free: dict[tuple[Kind, str], int]
) -> tuple[str, str] | None:
    """Why no province of a region has room for a piece."""
    if not first_region(position.short) <= number <= last_region(position.short):
        return "7-1", f"the short game has no region {number}"
    if number not in board.by_number:
        return "3.1-3", f"the board has no region {number}"
    if position.ended:
        return "6-3", "the last round of the game is scored"
    if not rounds_left(position, number):
        return "3.1-5", f"region {number} is over"
    if any(free[kind, place] for place in board.by_number[number].provinces):
        return None
    if kind == "temple":
        return "5.5.4-1", f"no temple site of region {number} has a round left"
    return "5.5.3-4", f"no city site of region {number} is free"


def _with_piece(state: PlayerState, kind: Kind, place: str) -> PlayerState:
    built = state.built
    if kind == "temple":
        after = Built(temples={**built.temples, place: built.temples.get(place, 0) + 1}, cities=built.cities)
    else:
        after = Built(temples=built.temples, cities=(*built.cities, place))
    return state.model_copy(update={"built": after})
