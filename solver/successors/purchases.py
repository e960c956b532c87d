"""Acquisitions as decisions on a table: one literal for each thing on offer, and the pieces that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from models.successors.map import Map
from models.successors.position import BURIAL_TURNS, DEAD, ROYALS, Position
from solver.successors.offers import Thing
from solver.successors.table_model import Bit, Logic, Pieces, Sum


class Purchases:
    """What one faction buys, on whatever lies on the table (others' purchases may have gone before).

    Parameters
    ----------
    pieces
        The table before.
    offered
        What is on offer to it, in canonical order.
    budgets
        The most of each resource; one that is not named is unlimited.
    free
        Whether it can buy at all: nothing is bought where this bit does not hold.
    taken
        Whether all that is offered is bought, be it legal or not: no decisions then, see ``legal``.

    Attributes
    ----------
    bits
        By thing: whether it is bought.
    after
        The table after.
    legal
        Whether no rule is broken; without ``taken`` that is a constraint, and 1.
    """

    def __init__(
        self,
        logic: Logic,
        board: Map,
        position: Position,
        pieces: Pieces,
        name: str,
        offered: Sequence[Thing],
        budgets: Mapping[str, int],
        free: Bit = 1,
        taken: bool = False,
    ) -> None:
        self.logic, self.board, self.position, self.before, self.name = logic, board, position, pieces, name
        self.players = tuple(position.players)
        self.taken = taken
        self._demands: list[Bit] = []
        self.bits: dict[Thing, Bit] = {
            thing: 1 if taken else logic.bit(f"{name} buys {thing.key}") for thing in offered
        }
        self._of: dict[tuple[str, str], Bit] = {}
        for thing, bit in self.bits.items():
            if thing.kind not in ("fleets", "sink"):
                self._of[thing.kind, thing.name] = bit
            if not (isinstance(free, int) and free):
                self._demand(logic.some(logic.no(bit), free))
        self._equal_fleets()
        self._within(budgets)
        self.after = self._pieces()
        self.legal: Bit = logic.both(*self._demands)

    def _demand(self, bit: Bit) -> None:
        """What a rule asks for: a constraint, or a part of ``legal``."""
        if self.taken:
            self._demands.append(bit)
        else:
            self.logic.require(bit)

    def cost(self, weights: Mapping[str, int]) -> Sum:
        """What is spent, as one number."""
        total = Sum()
        for thing, bit in self.bits.items():
            total += thing.cost(weights) * Sum.of([bit])
        return total

    def count(self) -> Sum:
        """How many things are bought."""
        return Sum.of(self.bits.values())

    def _bit(self, kind: str, name: str = "") -> Bit:
        return self._of.get((kind, name), 0)

    def _equal_fleets(self) -> None:
        """Of equal fleets on offer the cheaper ones are bought first, as many as there are to sink."""
        by_key = {thing.key: bit for thing, bit in self.bits.items()}
        sunk: dict[tuple[str, int], list[Bit]] = {}
        for thing, bit in self.bits.items():
            if thing.at and not self.taken:
                self.logic.model.add_implication(bit, by_key[thing.kind, thing.name, thing.number, thing.at - 1])
            if thing.kind == "sink":
                sunk.setdefault((thing.name, thing.number), []).append(bit)
        for (other, number), bits in sunk.items():
            there = self.before.fleets.get(other, {}).get(number, Sum())
            self._demand(self.logic.at_least(there - Sum.of(bits), 0))

    def _within(self, budgets: Mapping[str, int]) -> None:
        spent: dict[str, Sum] = {}
        for thing, bit in self.bits.items():
            for resource, number in thing.price:
                spent[resource] = spent.get(resource, Sum()) + number * Sum.of([bit])
        for resource, total in spent.items():
            if total.high > budgets.get(resource, total.high):
                self.logic.model.add(total.expression <= budgets[resource])

    def _pieces(self) -> Pieces:
        before = self.before
        return replace(
            before,
            control={**before.control, **self._control()},
            royals={**before.royals, **self._royals()},
            generals={**before.generals, **self._generals()},
            champions={**before.champions, self.name: self._gained(before.champions[self.name], "champion")},
            fleets=self._fleets(),
            cards=self._cards(),
            **self._burial(),
        )

    def _gained(self, bit: Bit, kind: str, name: str = "") -> Bit:
        return self.logic.some(bit, self._bit(kind, name))

    def _control(self) -> dict[str, dict[str, Bit]]:
        """Markers: an own one wherever one is bought, another's gone there and where it is cleared (1-3)."""
        logic = self.logic
        found: dict[str, dict[str, Bit]] = {}
        for space in self.board.markable:
            province = self.board.spaces[space].province
            taken = logic.some(self._bit("spaces", space), self._bit("provinces", province or ""))
            cleared = self._bit("clear", space)
            if any(_some(bit) for bit in (taken, cleared)):
                old = self.before.control.get(space, {})
                stays = logic.both(logic.no(taken), logic.no(cleared))
                found[space] = {owner: logic.both(bit, stays) for owner, bit in old.items() if owner != self.name}
                found[space][self.name] = logic.some(old.get(self.name, 0), taken)
        return found

    def _royals(self) -> dict[str, dict[str, Bit]]:
        """Royals: those bought are with the faction, those killed are dead whoever had them (2B-4)."""
        logic = self.logic
        found: dict[str, dict[str, Bit]] = {}
        for royal in ROYALS:
            comes, dies = self._bit("royals", royal), self._bit("kill", royal)
            if not _some(comes) and not _some(dies):
                continue
            old = self.before.royals.get(royal, {})
            gone = old.get(DEAD, 0)
            if _some(comes):
                self._demand(logic.no(logic.both(comes, gone)))
            stays = logic.both(logic.no(comes), logic.no(dies))
            found[royal] = {owner: logic.both(bit, stays) for owner, bit in old.items() if owner in self.players}
            has = logic.some(old.get(self.name, 0), comes)
            found[royal][self.name] = logic.both(has, logic.no(dies))
            found[royal][DEAD] = logic.some(gone, dies)
        return found

    def _generals(self) -> dict[str, dict[str, Bit]]:
        logic = self.logic
        found: dict[str, dict[str, Bit]] = {}
        for general in {thing.name: None for thing in self.bits if thing.kind in ("generals", "kill")}:
            if general in ROYALS and ("generals", general) not in self._of:
                continue
            comes = self._bit("generals", general)
            dies = 0 if general in ROYALS else self._bit("kill", general)
            old = self.before.generals.get(general, {})
            stays = logic.both(logic.no(comes), logic.no(dies))
            found[general] = {owner: logic.both(bit, stays) for owner, bit in old.items()}
            found[general][self.name] = logic.both(logic.some(old.get(self.name, 0), comes), logic.no(dies))
        return found

    def _fleets(self) -> dict[str, Mapping[int, Sum]]:
        found: dict[str, dict[int, Sum]] = {owner: dict(counts) for owner, counts in self.before.fleets.items()}
        for thing, bit in self.bits.items():
            if thing.kind in ("fleets", "sink"):
                counts = found.setdefault(self.name if thing.kind == "fleets" else thing.name, {})
                change = Sum.of([bit]) * (1 if thing.kind == "fleets" else -1)
                counts[thing.number] = counts.get(thing.number, Sum()) + change
        return dict(found)

    def _cards(self) -> dict[str, Mapping[str, Sum]]:
        found = {name: dict(cards) for name, cards in self.before.cards.items()}
        for thing, bit in self.bits.items():
            if thing.kind in ("cards", "condemn"):
                own = thing.kind == "cards"
                cards = found.setdefault(self.name if own else thing.name, {})
                card = thing.name if own else "condemnation"
                cards[card] = cards.get(card, Sum()) + Sum.of([bit])
        return dict(found)

    def _burial(self) -> dict[str, Any]:
        """The cart and the tomb: a burial takes the cart, its control, and turn II or III (6-4, 6-7)."""
        logic, before = self.logic, self.before
        has = self._gained(before.cart.get(self.name, 0), "cart")
        tombs = {thing.name: bit for thing, bit in self.bits.items() if thing.kind == "tomb"}
        if ("cart", "") in self._of:
            self._demand(logic.some(logic.no(self._bit("cart")), before.on_road))
        in_time = self.position.turn in BURIAL_TURNS
        for bit in tombs.values():
            self._demand(logic.some(logic.no(bit), logic.both(has, before.on_road, int(in_time))))
        if len(tombs) > 1:
            logic.model.add_at_most_one(tombs.values())
        taken = self._bit("cart")
        cart = {owner: logic.both(bit, logic.no(taken)) for owner, bit in before.cart.items() if owner != self.name}
        buried = logic.some(*tombs.values())
        tomb = {(space, self.name): bit for space, bit in tombs.items()}
        for place, bit in before.tomb.items():
            tomb[place] = logic.some(bit, tomb.get(place, 0))
        return {"cart": {**cart, self.name: has}, "on_road": logic.both(before.on_road, logic.no(buried)), "tomb": tomb}


def _some(bit: Bit) -> bool:
    """Whether a bit is more than a constant 0."""
    return not isinstance(bit, int) or bool(bit)


def keep_apart(logic: Logic, board: Map, pieces: Pieces, each: Sequence[tuple[str, Thing, Bit]]) -> None:
    """Let no two factions change the same thing at one moment (1-3 for markers), nor sink more fleets than there are.

    Parameters
    ----------
    pieces
        The table before that moment: what another one builds in it cannot be sunk.
    each
        Who acquires what, if the bit holds.
    """
    touching: dict[tuple[str, str], dict[str, list[Bit]]] = {}
    sunk: dict[tuple[str, int], list[Bit]] = {}
    for name, thing, bit in each:
        for what in _touched(board, thing):
            touching.setdefault(what, {}).setdefault(name, []).append(bit)
        if thing.kind == "sink":
            sunk.setdefault((thing.name, thing.number), []).append(bit)
    for by_faction in touching.values():
        if len(by_faction) > 1:
            logic.model.add_at_most_one(logic.some(*same) for same in by_faction.values())
    for (other, number), same in sunk.items():
        logic.require(logic.at_least(pieces.fleets.get(other, {}).get(number, Sum()) - Sum.of(same), 0))


def _touched(board: Map, thing: Thing) -> Iterator[tuple[str, str]]:
    """What on the table a thing changes that only one faction can change at a moment."""
    if thing.kind == "provinces":
        yield from (("marker", space) for space in board.members.get(thing.name, ()))
    elif thing.kind in ("spaces", "clear"):
        yield "marker", thing.name
    elif thing.kind in ("royals", "generals", "kill"):
        yield "person", thing.name
    elif thing.kind in ("cart", "tomb"):
        yield "body", ""
