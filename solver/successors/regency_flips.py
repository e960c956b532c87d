"""What may change before a regency test, as decisions: anything on the table, or what factions are offered."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from models.successors.map import BABYLONIA, HELLESPONTINE, MACEDONIA, PHRYGIA, SYRIA, Map
from models.successors.position import DEAD, FREE, ROYALS, Position
from solver.formulation import Criterion
from solver.successors.offers import Thing, things
from solver.successors.purchases import Purchases, keep_apart
from solver.successors.regency_documents import RegencyTest
from solver.successors.table_model import Bit, Logic, Pieces, Sum, Table

if TYPE_CHECKING:
    from solver.formulation import Linear

NOBODY = "nobody"
SUCCESSOR, CHAMPION = "successor", "champion"
Item = tuple[str, str]
"""What may change: a kind (a field of the answer's change) and a name."""
_NAMED = (MACEDONIA, PHRYGIA, HELLESPONTINE, SYRIA, BABYLONIA)


@dataclass(frozen=True)
class Flips:
    """Decisions on changes.

    Attributes
    ----------
    pieces
        The table after them.
    bits
        By decision: whether this change is made; one that is not made has none.
    price
        What the changes cost.
    tie_breaks
        Levels that single out one set of changes, fewer ones first.
    """

    pieces: Pieces
    bits: Mapping[Hashable, Bit]
    price: Sum
    tie_breaks: Sequence[Criterion]

    @property
    def decisions(self) -> dict[Hashable, Linear]:
        """The bits as the engine takes them."""
        return dict(self.bits)


def winner_by(table: Table, name: str, turns: Sequence[int]) -> Bit:
    """Whether a player alone has won when the regency tests of some turns are through (2A before 2B)."""
    logic = table.logic
    won = [table.wins_at_once(name)]
    goes_on = logic.no(table.over())
    for turn in turns:
        table = table.at_preparations(turn)
        won.append(logic.both(goes_on, table.wins_at_once(name)))
        goes_on = logic.both(goes_on, logic.no(table.over()))
        test = table.test(turn)
        won.append(logic.both(goes_on, test.wins[name]))
        goes_on = logic.both(goes_on, logic.no(test.over))
        if test.heir is not None:
            table = table.without_heir(test.heir)
    return logic.some(*won)


# -- anything on the table -------------------------------------------------------------------------


def owners_of(position: Position, item: Item) -> tuple[str, ...]:
    """Whose a thing may be, as it is now first."""
    kind, name = item
    players = list(position.players)
    if kind == "control":
        now = position.markers.get(name, NOBODY)
        choice = [now, NOBODY, *players]
    elif kind == "royals":
        now = position.holder(name) or FREE
        choice = [now, FREE, *players, DEAD]
    elif kind == "generals":
        now = next(player for player, state in position.players.items() if name in state.generals)
        choice = [now, *players, DEAD]
    else:
        champion = position.players[name].champion
        choice = [CHAMPION, SUCCESSOR] if champion else [SUCCESSOR, CHAMPION]
    return tuple(dict.fromkeys(choice))


def items(board: Map, position: Position) -> Iterator[Item]:
    """What may change and matters: markers, royals alive, generals, statuses, in canonical order."""
    worth = {name for name, province in board.provinces.items() if province.vp or name in _NAMED}
    places = {*board.hellespont, *position.capitals, *([position.tomb.at] if position.tomb else [])}
    for space in board.markable:
        if board.spaces[space].province in worth or space in places:
            yield "control", space
    yield from (("royals", royal) for royal in ROYALS if royal not in position.dead)
    for state in position.players.values():
        yield from (("generals", general) for general in state.generals)
    yield from (("champion", name) for name in position.players)


def anything(logic: Logic, board: Map, position: Position, base: Pieces) -> Flips:
    """Each marker, royal, general and status with whoever can have it; each change costs 1.

    Of two sets of changes that are as small, the one with fewer markers comes first, then the one that
    leaves the first thing in the order of :func:`items` as it is, then the second, and so on.
    """
    found: dict[Item, dict[str, Bit]] = {}
    bits: dict[Hashable, Bit] = {}
    tie_breaks = []
    changed = Sum()
    for item in items(board, position):
        choice = owners_of(position, item)
        found[item] = logic.one_of(choice, "/".join(item))
        others = choice[1:]
        bits |= {(*item, other): found[item][other] for other in others}
        changed += Sum.of(found[item][other] for other in others)
        code: Linear = sum(at * found[item][owner] for at, owner in enumerate(choice) if at)
        tie_breaks.append(Criterion(code, 0, len(others)))
    listed = {kind: {name: found[k, name] for k, name in found if k == kind} for kind, _ in found}
    pieces = replace(
        base,
        control={**base.control, **listed.get("control", {})},
        royals={**base.royals, **{royal: _without(bits_, FREE) for royal, bits_ in listed.get("royals", {}).items()}},
        generals={**base.generals, **{g: _without(bits_, DEAD) for g, bits_ in listed.get("generals", {}).items()}},
        champions={name: bits_[CHAMPION] for name, bits_ in listed["champion"].items()},
    )
    markers = [bits[key] for key in bits if isinstance(key, tuple) and key[0] == "control"]
    fewest: Linear = sum(markers)
    return Flips(pieces, bits, changed, [Criterion(fewest, 0, len(listed.get("control", {}))), *tie_breaks])


def _without(bits: Mapping[str, Bit], left_out: str) -> dict[str, Bit]:
    return {owner: bit for owner, bit in bits.items() if owner != left_out}


# -- what is offered -------------------------------------------------------------------------------


def offered(question: RegencyTest) -> dict[str, tuple[Thing, ...]]:
    """What each faction can have."""
    return {name: things(offers, question.weights) for name, offers in question.offers.items()}


def on_offer(logic: Logic, board: Map, position: Position, base: Pieces, question: RegencyTest, free: Bit) -> Flips:
    """What each faction can have at its price; all of it comes at one moment, no two change the same thing."""
    pieces = base
    bits: dict[Hashable, Bit] = {}
    price, count = Sum(), Sum()
    each: list[tuple[str, Thing, Bit]] = []
    for name, listed in offered(question).items():
        budgets = question.offers[name].budgets
        buys = Purchases(logic, board, position, pieces, name, listed, budgets, free)
        pieces, price, count = buys.after, price + buys.cost(question.weights), count + buys.count()
        for thing, bit in buys.bits.items():
            bits[name, *thing.key] = bit
            each.append((name, thing, bit))
    keep_apart(logic, board, base, each)
    levels = [Criterion(count.expression, 0, len(bits))]
    levels += [Criterion(bit, 0, 1, maximise=True) for bit in bits.values()]
    return Flips(pieces, bits, price, levels)
