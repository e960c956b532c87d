"""A campaign: the moves of a player's armies in a turn, the spaces it marks after them, and the fleets it builds.

Nobody fights: an army goes where no others' combat units stand, leaves units behind as it likes,
and whoever has a unit in a space may mark it, against siege points where somebody resists
(F-7 to F-12).  Generals, royals and the cart go along untold, since they earn nothing by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from models.documents import Count, Document, Name
from models.errors import Breach, Path
from models.rulings import Rulings
from models.successors.log import Game, marked, settle
from models.successors.map import KINDS, Map
from models.successors.movement import move_breaches, path_cost
from models.successors.position import INDEPENDENT, Army, Places, Position, Unit

LEFT_FIRST: tuple[Unit, ...] = ("mercenary", "macedonian", "royal", "loyal", "shields")
"""Which units an army leaves behind first; it makes no difference to any track."""
Number = Annotated[int, Field(strict=True, ge=1, le=9)]
"""The strength that a fleet shows."""
Units = Annotated[int, Field(strict=True, ge=1, le=999)]


class FleetOffer(Document):
    """A fleet that can be built: its number, and the operations that it takes."""

    number: Number
    operations: Count = 1


class Prices(Document):
    """Siege points: for an independent minor city, an independent fortress, somebody's major city (F-11)."""

    minor: Count = 1
    fortress: Count = 2
    major: Count = 3


class CampaignTerms(Document):
    """What a campaign can draw on: operations, siege points, fleets on offer, and what a space takes."""

    operations: Count
    siege: Count = 0
    fleets: Annotated[tuple[FleetOffer, ...], Field(max_length=9)] = ()
    prices: Prices = Prices()


class ArmyMove(Document):
    """The one move of an army (F-12).

    Attributes
    ----------
    path
        The spaces it goes through, from where it stands to where it ends.
    army
        Which of the player's armies that stand there, in the order of the position.
    leaves
        How many units stay in a space on the way, when it is first there; all others end at the end.
    """

    path: Annotated[tuple[Name, ...], Field(min_length=2, max_length=999)]
    army: int = Field(default=1, strict=True, ge=1, le=99)
    leaves: dict[Name, Units] = {}


class Campaign(Document):
    """What a player does in a turn: its moves, the spaces it marks after them, the numbers of the fleets it builds."""

    moves: Annotated[tuple[ArmyMove, ...], Field(max_length=99)] = ()
    takes: Places = ()
    fleets: Annotated[tuple[Number, ...], Field(max_length=9)] = ()


def siege_price(board: Map, position: Position, name: str, space: str, prices: Prices) -> int:
    """The siege points that a space still takes from a player who stands there, those laid being credited (F-10, F-11).

    Nothing where there is no marker, nor for another player's minor city or fortress.
    """
    owner, kind = position.markers.get(space), board.spaces[space].kind
    if owner is None or (owner != INDEPENDENT and kind != "major"):
        return 0
    asked = {"minor": prices.minor, "fortress": prices.fortress, "major": prices.major}.get(kind, 0)
    return max(0, asked - position.players[name].siege.get(space, 0))


def operations_used(plan: Campaign, terms: CampaignTerms) -> int:
    """One for each move (F-12), and what the fleets take; those of the same number are built cheapest first."""
    used = len(plan.moves)
    for number, built in Counter(plan.fleets).items():
        used += sum(sorted(offer.operations for offer in terms.fleets if offer.number == number)[:built])
    return used


def units_aboard(units: int, move: ArmyMove) -> tuple[int, ...]:
    """Of an army with so many units those that leave each space of a move."""
    stayed = (sum(move.leaves.get(space, 0) for space in set(move.path[: at + 1])) for at in range(len(move.path)))
    return tuple(units - count for count in stayed)


def move_points(board: Map, position: Position, name: str, move: ArmyMove) -> int:
    """The movement points of a move with the units that it takes along (F-7, F-8); 0 without such links."""
    index = _army_index(position, name, move)
    units = sum(position.players[name].armies[index].units.values()) if index >= 0 else 0
    return path_cost(board, move.path, aboard=units_aboard(units, move)) or 0


def siege_paid(board: Map, position: Position, name: str, plan: Campaign, prices: Prices) -> int:
    """The siege points of all spaces that are marked."""
    known = [space for space in plan.takes if space in board.spaces]
    return sum(siege_price(board, position, name, space, prices) for space in known)


def campaign(
    board: Map, position: Position, name: str, plan: Campaign, terms: CampaignTerms, rulings: Rulings
) -> tuple[Position, tuple[Breach, ...]]:
    """Play a campaign.

    Returns
    -------
    The table after it, tracks and status up to date (5-16), and what breaks a rule; what does is left out, except
    that more operations or siege points than there are are only told.
    """
    game, breaches = played(board, position, name, plan, terms, rulings)
    return game.position, breaches


def played(
    board: Map, position: Position, name: str, plan: Campaign, terms: CampaignTerms, rulings: Rulings
) -> tuple[Game, tuple[Breach, ...]]:
    """The same with the ledger of the table afterwards, and an automatic victory if there is one."""
    breaches = list(_totals_breaches(board, position, name, plan, terms))
    after = position
    moved: set[tuple[str, int]] = set()
    for at, move in enumerate(plan.moves):
        wrong = list(_move_breaches(board, position, name, move, moved, ("moves", at), rulings))
        breaches += wrong
        if not wrong:
            after = _moved(after, name, _army_index(position, name, move), move)
        moved.add((move.path[0], move.army))
    taken: list[str] = []
    for at, space in enumerate(plan.takes):
        wrong = list(_take_breaches(board, after, name, space, ("takes", at)))
        breaches += wrong
        if not wrong:
            taken.append(space)
            after = marked(after, space, name)
    own = after.players[name]
    left = {space: points for space, points in own.siege.items() if space not in taken}
    built, wrong = _built(plan, terms)
    breaches += wrong
    after = after.with_player(name, siege=left, fleets=(*own.fleets, *built))
    game, _ = settle(Game.of(board, position, rulings), after, rulings)
    return game, tuple(breaches)


def _totals_breaches(
    board: Map, position: Position, name: str, plan: Campaign, terms: CampaignTerms
) -> Iterator[Breach]:
    """More operations or siege points than there are."""
    used, paid = operations_used(plan, terms), siege_paid(board, position, name, plan, terms.prices)
    if used > terms.operations:
        yield Breach("F-12", ("moves",), f"that takes {used} operations, there are {terms.operations}")
    if paid > terms.siege:
        yield Breach("F-11", ("takes",), f"that takes {paid} siege points, there are {terms.siege}")


def _built(plan: Campaign, terms: CampaignTerms) -> tuple[list[int], list[Breach]]:
    """The fleets that are on offer, and a breach for each that is not."""
    offered = Counter(offer.number for offer in terms.fleets)
    built: list[int] = []
    breaches: list[Breach] = []
    for at, number in enumerate(plan.fleets):
        if built.count(number) + 1 > offered[number]:
            what = f"fleets of {number} on offer: {offered[number]}"
            breaches.append(Breach("question", ("fleets", at), what))
        else:
            built.append(number)
    return built, breaches


def _army_index(position: Position, name: str, move: ArmyMove) -> int:
    """The place of the army that moves in the player's list; -1 if there is none."""
    there = [at for at, army in enumerate(position.players[name].armies) if army.at == move.path[0]]
    return there[move.army - 1] if move.army <= len(there) else -1


def _move_breaches(
    board: Map,
    position: Position,
    name: str,
    move: ArmyMove,
    moved: set[tuple[str, int]],
    at: Path,
    rulings: Rulings,
) -> Iterator[Breach]:
    """What is wrong with a move: the army, its way, the units that it leaves (F-7 to F-9, F-12)."""
    index = _army_index(position, name, move)
    if index < 0:
        which = f"army {move.army} of {name}" if move.army > 1 else f"army of {name}"
        yield Breach("F-12", (*at, "path", 0), f"no {which} stands in {move.path[0]}")
        return
    if (move.path[0], move.army) in moved:
        yield Breach("F-12", at, f"the army in {move.path[0]} has moved already")
    army = position.players[name].armies[index]
    units, left = sum(army.units.values()), sum(move.leaves.values())
    aboard = units_aboard(units, move)
    yield from move_breaches(board, position, name, move.path, army.movement, (*at, "path"), rulings, aboard)
    for space in move.leaves:
        if space not in move.path[:-1]:
            yield Breach("F-12", (*at, "leaves", space), f"the army does not come through {space} before its end")
    if left >= units:
        what = f"the army has {units} units and leaves {left}: at least one ends at the end"
        yield Breach("F-12", (*at, "leaves"), what)


def _moved(position: Position, name: str, index: int, move: ArmyMove) -> Position:
    """The table after a move: the army at its end, those who stayed behind as armies of their own."""
    own = position.players[name].armies
    army = own[index]
    rest = dict(army.units)
    behind = [Army(at=space, units=_taken(rest, count)) for space, count in move.leaves.items()]
    gone = army.model_copy(update={"at": move.path[-1], "units": rest, "movement": 0})
    return position.with_player(name, armies=(*own[:index], gone, *own[index + 1 :], *behind))


def _taken(units: dict[Unit, int], count: int) -> Mapping[Unit, int]:
    """Take some units out of an army's; what was taken."""
    found: dict[Unit, int] = {}
    for kind in LEFT_FIRST:
        part = min(count - sum(found.values()), units.get(kind, 0))
        if part:
            found[kind] = part
            units[kind] -= part
    return found


def _take_breaches(board: Map, position: Position, name: str, space: str, at: Path) -> Iterator[Breach]:
    """Why a space cannot be marked (1-4, F-10)."""
    if space not in board.spaces:
        yield Breach("F-6", at, f"the map has no space {space}")
    elif board.spaces[space].kind == "transit":
        yield Breach("1-4", at, f"{space} is a {KINDS['transit']}")
    elif position.controls(name, space):
        yield Breach("F-10", at, f"{space} has a marker of {name} already")
    elif not position.players[name].units_at(space):
        yield Breach("F-10", at, f"{name} has no combat unit in {space} after the moves")
