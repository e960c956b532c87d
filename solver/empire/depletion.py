r"""Fields that shrink as a scoring goes: a decision diagram for one kind of piece.

Let the sites of the kind be :math:`s_1, \dots, s_n` in the order of scoring (5.5-1).  What the
rest of the scoring can depend on is the state :math:`(m, r)` before a site: the cubes :math:`m`
on the player's own field and those :math:`r` of each rival who still has a piece ahead.  From
each state two arcs lead on, "lay here" and "do not lay", and the rules give each arc the next
state, the winner and the price: alone 1 or 2 cubes (5.5.2-1, 5.5.3-1), contested the next
highest builder's cubes plus 1 (5.5.4-2), nobody on a tie (5.5.4-5).

One literal per arc; one arc of each site is taken; what enters a state leaves it.  Every
quantity (points of each player, prices, who wins what) is linear in the arcs.

States with the same future (the same outcomes whatever is chosen from there on) are one node: a
field that is large enough for everything need not be told from a larger one.

*Bound.*  The constraint matrix of the diagram is that of a path in a network, so its linear
relaxation is integral: for a fixed number of cubes the LP sees the best sequence of layings
exactly.  What it does not see alone is the coupling with armies (``lay <= present``) and with
the 15 cubes shared among the fields.  Rivals who have no piece ahead leave the state, which
keeps diagrams narrow (tens of states a site for five players).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.empire.position import CITIES, TEMPLES, Kind
from models.rulings import Rulings

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

SUPPLY: Mapping[Kind, int] = {"temple": TEMPLES, "city": CITIES}
"""Pieces of a player (5.5.2-4, 5.5.3-5)."""
ME = "\0me"
"""The player whose plan is open, among the names of rivals."""


@dataclass(frozen=True)
class Tariff:
    """What a kind of piece scores and costs, with the readings on contested prices.

    Attributes
    ----------
    points, price
        For a piece built alone.
    difference
        Contested: pay the difference plus 1 instead of the next highest plus 1.
    minimum
        Contested: never less than ``price``.
    """

    points: int
    price: int
    difference: bool
    minimum: bool

    def settle(self, fields: Mapping[str, int]) -> tuple[str | None, int]:
        """Who builds and what it costs, given the fields of those who have laid.

        Nobody on a tie, price 0; nobody where the highest cannot pay, price -1.
        """
        ranked = sorted(fields, key=lambda name: -fields[name])
        if not ranked:
            return None, 0
        top = fields[ranked[0]]
        if len(ranked) == 1:
            price = self.price
        else:
            second = fields[ranked[1]]
            if second == top:
                return None, 0
            price = top - second + 1 if self.difference else second + 1
            price = max(price, self.price) if self.minimum else price
        return (ranked[0], price) if top >= price else (None, -1)


def tariff_of(kind: Kind, rulings: Rulings) -> Tariff:
    """What a kind of piece scores and costs under the readings in force."""
    return Tariff(
        3 if kind == "temple" else 5,
        1 if kind == "temple" else 2,
        rulings.readings["contested-price"] == "difference-plus-one",
        rulings.readings["contested-minimum"] == "normal-price",
    )


@dataclass(frozen=True)
class Site:
    """A site of the kind: who of the rivals lies there, and whether the player may lay, or has laid."""

    place: str
    rivals: tuple[str, ...]
    may: bool
    must: bool


@dataclass(frozen=True)
class Arc:
    """One arc of the diagram: a choice, what comes of it, and the node it leads to."""

    lay: bool
    winner: str | None
    price: int
    head: int


@dataclass(frozen=True)
class Depletion:
    """The diagram in a model: everything linear in the arcs.

    Attributes
    ----------
    lay
        Literal by place: whether the player has a piece there.
    fate
        By place, a number that tells apart who lays, who builds and at what price.
    paid
        Cubes that the player pays for what is built.
    gains
        Points by player, ``ME`` for the one whose plan is open.
    wins
        Pieces built by player, likewise.
    spends
        Cubes by player, likewise, and the least and most that they can be.
    built
        By place: 1 if anybody builds there.
    arcs
        How many arcs the diagram has.
    """

    lay: Mapping[str, Linear]
    fate: Mapping[str, IntVar]
    paid: Linear
    gains: Mapping[str, Linear]
    wins: Mapping[str, Linear]
    spends: Mapping[str, tuple[Linear, int, int]]
    built: Mapping[str, Linear]
    arcs: int


def add_depletion(
    model: CpModel,
    sites: Sequence[Site],
    own: Linear,
    domain: range,
    rivals: Mapping[str, int],
    tariff: Tariff,
) -> Depletion:
    """Add the diagram of one kind of piece.

    Parameters
    ----------
    sites
        In the order of scoring, those where anybody lies or may lie.
    own
        The player's cubes on the field when the scoring begins, with its ``domain``.
    rivals
        The rivals' cubes on it.
    """
    begin = {cubes: model.new_bool_var(f"field={cubes}") for cubes in domain}
    model.add_exactly_one(begin.values())
    model.add(own == sum(cubes * literal for cubes, literal in begin.items()))
    diagram = _Diagram(sites, rivals, tariff)
    entering: dict[int, list[IntVar]] = {}
    for cubes, literal in begin.items():
        entering.setdefault(diagram.root(cubes), []).append(literal)
    lay: dict[str, Linear] = {}
    fate: dict[str, IntVar] = {}
    spends: dict[str, list[Linear]] = {name: [] for name in (ME, *rivals)}
    wins: dict[str, list[Linear]] = {name: [] for name in (ME, *rivals)}
    ranges = dict.fromkeys(spends, (0, 0))
    built: dict[str, Linear] = {}
    count = 0
    for site in sites:
        arcs: list[tuple[Arc, IntVar]] = []
        leaving: dict[int, list[IntVar]] = {}
        for node, incoming in entering.items():
            outgoing = []
            for number, arc in enumerate(diagram.arcs[node]):
                literal = model.new_bool_var(f"{site.place}:{node}.{number}")
                arcs.append((arc, literal))
                outgoing.append(literal)
                leaving.setdefault(arc.head, []).append(literal)
            model.add(sum(outgoing) == sum(incoming))
        model.add_exactly_one(literal for _, literal in arcs)
        count += len(arcs)
        lay[site.place] = 1 if site.must else sum(literal for arc, literal in arcs if arc.lay)
        fate[site.place] = _fate(model, site.place, arcs)
        built[site.place] = sum(literal for arc, literal in arcs if arc.winner is not None)
        for arc, literal in arcs:
            if arc.winner is not None:
                wins[arc.winner].append(literal)
                spends[arc.winner].append(arc.price * literal)
        for name, (least, most) in ranges.items():
            prices = [arc.price if arc.winner == name else 0 for arc, _ in arcs]
            ranges[name] = (least + min(prices), most + max(prices))
        entering = leaving
    totals = {name: (sum(parts), *ranges[name]) for name, parts in spends.items()}
    won = {name: sum(parts) for name, parts in wins.items()}
    gains = {name: tariff.points * number for name, number in won.items()}
    return Depletion(lay, fate, totals[ME][0], gains, won, totals, built, count)


class _Diagram:
    """The states that can come about, those with the same future being one node."""

    def __init__(self, sites: Sequence[Site], rivals: Mapping[str, int], tariff: Tariff) -> None:
        self.sites, self.tariff = sites, tariff
        self.names = sorted(rivals)
        self.ahead = _ahead(sites, self.names)
        self.start = tuple(rivals[name] if self.ahead[0][name] else 0 for name in self.names)
        self.arcs: list[tuple[Arc, ...]] = []
        self._nodes: dict[tuple[int, tuple[Arc, ...]], int] = {}
        self._seen: dict[tuple[int, int, tuple[int, ...]], int] = {}

    def root(self, cubes: int) -> int:
        """The node from which the scoring begins with so many own cubes."""
        return self._node(0, cubes, self.start)

    def _node(self, at: int, cubes: int, fields: tuple[int, ...]) -> int:
        state = (at, cubes, fields)
        if state not in self._seen:
            arcs = tuple(self._arcs(at, cubes, fields)) if at < len(self.sites) else ()
            if (at, arcs) not in self._nodes:
                self._nodes[at, arcs] = len(self.arcs)
                self.arcs.append(arcs)
            self._seen[state] = self._nodes[at, arcs]
        return self._seen[state]

    def _arcs(self, at: int, cubes: int, fields: tuple[int, ...]) -> Iterator[Arc]:
        site = self.sites[at]
        table = dict(zip(self.names, fields, strict=True))
        for lay in (True,) if site.must else (False, True) if site.may else (False,):
            bids = {name: table[name] for name in site.rivals} | ({ME: cubes} if lay else {})
            winner, price = self.tariff.settle(bids)
            own_after = cubes - price if winner == ME else cubes
            after = tuple(
                table[name] - (price if name == winner else 0) if self.ahead[at + 1][name] else 0 for name in self.names
            )
            yield Arc(lay, winner, price, self._node(at + 1, own_after, after))


def _ahead(sites: Sequence[Site], names: Sequence[str]) -> list[dict[str, bool]]:
    """For each site and the end: which rivals have a piece there or further on."""
    ahead = [dict.fromkeys(names, False)]
    for site in reversed(sites):
        ahead.append({name: ahead[-1][name] or name in site.rivals for name in names})
    return ahead[::-1]


def _fate(model: CpModel, place: str, arcs: Sequence[tuple[Arc, IntVar]]) -> IntVar:
    """A variable equal to the number of what happens: a function of the arcs, as an identity must be."""
    kinds = [(arc.lay, arc.winner or "", arc.price) for arc, _ in arcs]
    numbers = {kind: number for number, kind in enumerate(sorted(set(kinds)))}
    fate = model.new_int_var(0, len(numbers) - 1, f"fate:{place}")
    model.add(fate == sum(numbers[kind] * literal for kind, (_, literal) in zip(kinds, arcs, strict=True)))
    return fate
