r"""The table of successors with some of it open: who controls what, what it scores, who wins.

Every question of successors builds on this.  What lies on the table is :class:`Pieces`: for each
marker, royal, general, fleet and so on a *bit*, which is 0, 1 or a literal.  :class:`Table` turns
the pieces into points and wins.  What depends on nothing open comes out as a number, so a question
that leaves little open has a small model.

Sets: players :math:`P`, spaces :math:`S`, provinces :math:`V`, royals, generals.

Variables: those of the question (who gets what), and bits that are functions of them::

    rules[p,v] <=> all major cities of v are p's, and enough of its other spaces   (F-1)
    lord[p]    <=> rules[p,phrygia] and rules[p,syria] and rules[p,babylonia]       (3-2)
    ports[p]   <=> all ports of the Hellespont are p's                              (3-7)
    fleet[p]   <=> strength[p] >= 3 and strength[p] >= strength[q] + 1 for all q    (3-3, 3-4, 3-6)
    vp[p]       =  sum of vp[v] * rules[p,v] + 4 lord + 3 fleet + 2 ports + capitals   (3-1 to 3-9)
    heir[p]     =  5 a + 4 (b and not a) + 2 (c and not a and not b)                (4-4, 4-5)
    legitimacy[p] = max(floor, heir + women + 3 champion + tomb + Macedonia + generals + cards)
    champion[p] <=> it is one, or its victory points have fallen to 0               (5-16)
    reached[p,track] <=> total >= needed                                            (2A-3, 2A-4)
    above[p,q] <=> total[p] >= total[q] + 1, or they tie and p wins the tie-break   (2D)

The tie-break among several is a comparison of each two, as its criteria come one after the other;
under ``tie-break-field: everyone`` the last criterion looks at all who tied, see :meth:`Table.tops`.

*Bound.*  That *k* of a province's spaces are needed is written as clauses over its subsets while
there are few (provinces are small), with the major cities as conjuncts of their own: the LP sees
that control costs its dearest part.  Thresholds on totals are reified, and constraints as soon as
a question demands them.

*Rulings*: ``threshold``, ``automatic-timing``, ``simultaneous-victory``, ``heir-schedule``, ``regency-tie``,
``tie-break-field``, ``unbroken-tie``, ``legitimacy-floor``, ``card-effects``, ``scattered-generals``,
``champion-regained``, ``tomb-elsewhere``, ``province-control``, ``lord-of-asia-phrygia``, ``capital-count``,
``captured-capitals``, ``captured-alone``, ``elite-count``, ``independent-fleets``, ``uncontrolled-tie``,
``transit-in-majority``, ``several-cities``, ``pella-floor``, ``player-count``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb, gcd
from typing import TYPE_CHECKING, Any

from models.rulings import Rulings
from models.successors.legitimacy import BURIED_AT_PELLA, CHAMPION, STRATEGOS, TOMB
from models.successors.legitimacy import GENERALS as NOTED
from models.successors.map import BABYLONIA, HELLESPONTINE, MACEDONIA, PELLA, PHRYGIA, SYRIA, Map
from models.successors.position import (
    CARDS,
    DEAD,
    ELITE,
    FREE,
    HEIRS,
    INDEPENDENT,
    LEGITIMACY,
    ROYALS,
    VP,
    WOMEN,
    Position,
)
from models.successors.victory import FIRST_TURN, LEGITIMATE, POWERFUL, SCHEDULE
from models.successors.victory_points import CAPITAL, CAPTURED, FLEET_AT_LEAST, HELLESPONT, LARGEST_FLEET, LORD_OF_ASIA

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear

Bit = Any
"""0, 1, or a literal of the model (negated ones too)."""
CLAUSES = 24
"""Up to so many subsets, “at least k of these” is written as clauses."""


@dataclass(frozen=True)
class Term:
    """A literal or an integer variable times a coefficient, with the variable's bounds."""

    coefficient: int
    variable: Any
    low: int = 0
    high: int = 1


@dataclass(frozen=True)
class Sum:
    """A constant and terms.

    >>> (Sum(3) + 2 * Sum(1) - Sum(4)).constant
    1
    """

    constant: int = 0
    terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, bits: Iterable[Bit]) -> Sum:
        """How many of some bits are 1."""
        listed = list(bits)
        constant = sum(bit for bit in listed if isinstance(bit, int))
        return cls(constant, tuple(Term(1, bit) for bit in listed if not isinstance(bit, int)))

    @property
    def low(self) -> int:
        """The least it can be, each term by itself."""
        return self.constant + sum(min(t.coefficient * t.low, t.coefficient * t.high) for t in self.terms)

    @property
    def high(self) -> int:
        """The most it can be, each term by itself."""
        return self.constant + sum(max(t.coefficient * t.low, t.coefficient * t.high) for t in self.terms)

    @property
    def expression(self) -> Linear:
        """As CP-SAT takes it; a number where nothing is open."""
        total: Linear = self.constant
        for term in self.terms:
            total = total + term.coefficient * term.variable
        return total

    def normal(self) -> Sum:
        """The same with each variable once; literals have positive coefficients, negated where they had not."""
        constant = self.constant
        kept: dict[int, Term] = {}
        for term in self.terms:
            coefficient, variable = term.coefficient, term.variable
            if variable.index < 0:  # a negated literal is 1 less its variable
                constant, coefficient, variable = constant + coefficient, -coefficient, ~variable
            known = kept.get(variable.index)
            kept[variable.index] = Term(
                coefficient + (known.coefficient if known else 0), variable, term.low, term.high
            )
        terms = []
        for term in kept.values():
            if term.coefficient < 0 and (term.low, term.high) == (0, 1):
                constant += term.coefficient
                terms.append(Term(-term.coefficient, ~term.variable))
            elif term.coefficient:
                terms.append(term)
        return Sum(constant, tuple(terms))

    def __add__(self, other: Sum | int) -> Sum:
        if isinstance(other, int):
            return Sum(self.constant + other, self.terms)
        return Sum(self.constant + other.constant, self.terms + other.terms)

    def __mul__(self, factor: int) -> Sum:
        if not factor:
            return Sum()
        terms = (replace(term, coefficient=factor * term.coefficient) for term in self.terms)
        return Sum(factor * self.constant, tuple(terms))

    __rmul__ = __mul__

    def __sub__(self, other: Sum | int) -> Sum:
        return self + other * -1


class Logic:
    """Bits of a model: conjunctions, thresholds, maxima, each made once and folded where there is no choice."""

    def __init__(self, model: CpModel) -> None:
        self.model = model
        self._made: dict[Hashable, Any] = {}

    def bit(self, name: str) -> Bit:
        """A new literal."""
        return self.model.new_bool_var(name)

    def one_of(self, names: Iterable[str], what: str) -> dict[str, Bit]:
        """New literals by name, of which exactly one holds."""
        found = {name: self.bit(f"{what}:{name}") for name in names}
        self.model.add_exactly_one(found.values())
        return found

    def require(self, bit: Bit) -> None:
        """Demand that a bit holds; a model in which it cannot is infeasible."""
        self.model.add_bool_or([] if isinstance(bit, int) and not bit else [bit])

    @staticmethod
    def no(bit: Bit) -> Bit:
        """Its negation."""
        return 1 - bit if isinstance(bit, int) else ~bit

    def both(self, *bits: Bit) -> Bit:
        """Whether all hold."""
        parts: dict[int, Bit] = {}
        for bit in bits:
            if not isinstance(bit, int):
                parts[bit.index] = bit
            elif not bit:
                return 0
        if any(-index - 1 in parts for index in parts):
            return 0
        if len(parts) < 2:
            return next(iter(parts.values()), 1)
        key = ("and", *sorted(parts))
        if key not in self._made:
            result = self._made[key] = self.bit("and")
            self.model.add_bool_and(parts.values()).only_enforce_if(result)
            self.model.add_bool_or([result, *(self.no(bit) for bit in parts.values())])
        return self._made[key]

    def some(self, *bits: Bit) -> Bit:
        """Whether any holds."""
        return self.no(self.both(*(self.no(bit) for bit in bits)))

    def at_least(self, total: Sum, number: int) -> Bit:
        """Whether a sum reaches a number."""
        merged = total.normal()
        if merged.low >= number:
            return 1
        if merged.high < number:
            return 0
        step = gcd(*(term.coefficient for term in merged.terms))
        terms = tuple(replace(term, coefficient=term.coefficient // step) for term in merged.terms)
        need = -((merged.constant - number) // step)
        bits = [term.variable for term in terms if (term.coefficient, term.low, term.high) == (1, 0, 1)]
        counting = len(bits) == len(terms)
        if counting and need == len(bits):
            return self.both(*bits)
        if counting and need == 1:
            return self.some(*bits)
        key = ("least", need, *sorted((term.variable.index, term.coefficient) for term in terms))
        if key not in self._made:
            self._made[key] = result = self.bit("least")
            if counting and comb(len(bits), need) + comb(len(bits), need - 1) <= CLAUSES:
                self._clauses(result, bits, need)
            else:
                expression = Sum(0, terms).expression
                self.model.add(expression >= need).only_enforce_if(result)
                self.model.add(expression <= need - 1).only_enforce_if(~result)
        return self._made[key]

    def _clauses(self, result: Bit, bits: Sequence[Bit], need: int) -> None:
        """At least so many of some bits, by subsets: any with all but ``need - 1`` holds one, any ``need`` suffice."""
        for part in combinations(bits, len(bits) - need + 1):
            self.model.add_bool_or(part).only_enforce_if(result)
        for part in combinations(bits, need):
            self.model.add_bool_or([result, *(self.no(bit) for bit in part)])

    def largest(self, floor: Sum, total: Sum) -> Sum:
        """The larger of two sums."""
        ahead = (total - floor).normal()
        if ahead.low >= 0:
            return total
        if ahead.high <= 0:
            return floor
        low, high = max(floor.low, total.low), max(floor.high, total.high)
        result = self.model.new_int_var(low, high, "max")
        self.model.add_max_equality(result, [floor.expression, total.expression])
        return Sum(0, (Term(1, result, low, high),))


@dataclass(frozen=True)
class Pieces:
    """What lies on the table, as bits; a name that is left out has 0.

    Attributes
    ----------
    control
        By space and owner (a player or ``independent``): whether its marker lies there.
    royals
        By royal and player or ``dead``; none of them: alive with nobody (``free`` may be named, too).
    generals
        By general and player; nobody: not in the game.
    champions
        By player, before 5-16.
    fleets
        By player or ``independent`` and number shown: how many fleets, scattered ones too.
    cart
        By player: whether it controls the cart.
    on_road
        Whether there is a cart.
    tomb
        By space and who buried: whether Alexander lies there.
    cards
        By player and card: how often.
    minor, scattered
        Generals who are no major ones, and those scattered, whoever has them.
    """

    control: Mapping[str, Mapping[str, Bit]]
    royals: Mapping[str, Mapping[str, Bit]]
    generals: Mapping[str, Mapping[str, Bit]]
    champions: Mapping[str, Bit]
    fleets: Mapping[str, Mapping[int, Sum]]
    cart: Mapping[str, Bit]
    on_road: Bit
    tomb: Mapping[tuple[str, str], Bit]
    cards: Mapping[str, Mapping[str, Sum]]
    minor: frozenset[str] = frozenset()
    scattered: frozenset[str] = frozenset()

    @classmethod
    def of(cls, position: Position) -> Pieces:
        """What a position says, all of it numbers."""
        control: dict[str, dict[str, Bit]] = {space: {owner: 1} for space, owner in position.markers.items()}
        royals: dict[str, dict[str, Bit]] = {royal: {} for royal in ROYALS}
        for royal in position.dead:
            royals[royal] = {DEAD: 1}
        generals: dict[str, dict[str, Bit]] = {}
        fleets = {INDEPENDENT: _counted(position.independent_fleets)}
        minor, scattered = set(), set()
        for name, state in position.players.items():
            for royal in state.royals:
                royals[royal] = {name: 1}
            for general, there in state.generals.items():
                generals[general] = {name: 1}
                if not there.major:
                    minor.add(general)
                if there.scattered:
                    scattered.add(general)
            fleets[name] = _counted((*state.fleets, *state.scattered_fleets))
        carried = position.cart.player if position.cart else None
        return cls(
            control=control,
            royals=royals,
            generals=generals,
            champions={name: int(state.champion) for name, state in position.players.items()},
            fleets=fleets,
            cart={} if carried is None else {carried: 1},
            on_road=int(position.cart is not None),
            tomb={(position.tomb.at, position.tomb.buried_by): 1} if position.tomb else {},
            cards={
                name: {card: Sum(state.cards.of(card)) for card in CARDS} for name, state in position.players.items()
            },
            minor=frozenset(minor),
            scattered=frozenset(scattered),
        )

    def with_control(self, control: Mapping[str, Mapping[str, Bit]]) -> Pieces:
        """The same with the markers of some spaces replaced."""
        return replace(self, control={**self.control, **control})

    def with_royals(self, royals: Mapping[str, Mapping[str, Bit]]) -> Pieces:
        """The same with some royals elsewhere."""
        return replace(self, royals={**self.royals, **royals})


def _counted(numbers: Iterable[int]) -> dict[int, Sum]:
    found: dict[int, Sum] = {}
    for number in numbers:
        found[number] = found.get(number, Sum()) + 1
    return found


Totals = Callable[[str], Sum]
"""A total by player."""


@dataclass(frozen=True)
class HeirTest:
    """A regency test: the heir (None if none comes of age), and bits of how it ends the game.

    Attributes
    ----------
    wins
        By player: it alone wins.
    over
        The game ends, whoever wins.
    """

    heir: str | None = None
    wins: Mapping[str, Bit] = field(default_factory=dict)
    over: Bit = 0


class Table:
    """Points and wins of a table; every part is made when it is asked for, once.

    Parameters
    ----------
    before
        The table of the moment before, which makes the difference for whose victory points fall to 0
        (5-16), for readings of ``legitimacy-floor`` and ``automatic-timing``; None: nothing has changed.
    turn
        The turn it stands in; the position's if left out.
    """

    def __init__(
        self,
        logic: Logic,
        board: Map,
        position: Position,
        rulings: Rulings,
        pieces: Pieces,
        before: Table | None = None,
        turn: int | None = None,
    ) -> None:
        self.logic, self.board, self.position, self.pieces, self.before = logic, board, position, pieces, before
        self.rulings = rulings
        self.readings = rulings.readings
        self.players = tuple(position.players)
        self.turn = position.turn if turn is None else turn
        self._kept: dict[Hashable, Any] = {}

    def after(self, pieces: Pieces, turn: int | None = None) -> Table:
        """The table of the next moment, with other pieces."""
        return Table(self.logic, self.board, self.position, self.rulings, pieces, self, turn or self.turn)

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    # -- control -----------------------------------------------------------------------------------

    def controls(self, name: str, space: str) -> Bit:
        """Whether a player's marker lies in a space (1-5)."""
        return self.pieces.control.get(space, {}).get(name, 0)

    def rules(self, name: str, province: str) -> Bit:
        """Whether a player controls a province (F-1); 0 where the map has none of that name."""
        if province not in self.board.members:
            return 0
        return self._once(("rules", name, province), lambda: self._rules(name, province))

    def _rules(self, name: str, province: str) -> Bit:
        able = self._able(name, province)
        majors = sum(self.board.is_major(space) for space in self.board.members[province])
        shared = self.readings["province-control"] == "city" and self.readings["several-cities"] == "any" and majors > 1
        if not shared or (isinstance(able, int) and not able):
            return able
        others = [self._able(other, province) for other in self.players if other != name]
        return self.logic.both(able, *(self.logic.no(other) for other in others))

    def _able(self, name: str, province: str) -> Bit:
        """Whether a player has what the reading of ``province-control`` asks for."""
        logic, spaces = self.logic, self.board.members[province]
        markable = [space for space in spaces if self.board.spaces[space].kind != "transit"]
        own = {space: self.controls(name, space) for space in markable}
        reading = self.readings["province-control"]
        if reading == "all":
            return logic.both(*own.values())
        cities = [own[space] for space in markable if self.board.is_major(space)]
        one = self.readings["several-cities"] == "any"
        held = logic.some(*cities) if one and cities else logic.both(*cities)
        if reading == "city" and cities:
            return held
        counted = len(spaces) if self.readings["transit-in-majority"] == "count" else len(markable)
        need = counted // 2 + 1
        if one:
            return logic.both(held, logic.at_least(Sum.of(own.values()), need))
        others = [own[space] for space in markable if not self.board.is_major(space)]
        return logic.both(held, logic.at_least(Sum.of(others), need - len(cities)))

    # -- victory points ----------------------------------------------------------------------------

    def vp(self, name: str) -> Sum:
        """The victory points of a player (3)."""
        found: Sum = self._once(("vp", name), lambda: self._vp(name))
        return found

    def _vp(self, name: str) -> Sum:
        total = Sum()
        for province, there in self.board.provinces.items():
            if there.vp:
                total += there.vp * Sum.of([self.rules(name, province)])
        ports = self.board.hellespont
        hellespont = self.logic.both(*(self.controls(name, port) for port in ports)) if ports else 0
        total += LORD_OF_ASIA * Sum.of([self.lord_of_asia(name)])
        total += LARGEST_FLEET * Sum.of([self.largest_fleet(name)])
        total += HELLESPONT * Sum.of([hellespont])
        return total + self._capitals(name)

    def lord_of_asia(self, name: str) -> Bit:
        """Whether a player is the Lord of Asia (3-2)."""
        phrygia = PHRYGIA if self.readings["lord-of-asia-phrygia"] == "phrygia" else HELLESPONTINE
        return self.logic.both(*(self.rules(name, province) for province in (phrygia, SYRIA, BABYLONIA)))

    def strength(self, name: str) -> Sum:
        """The strength of all fleets of a player or the Independents (3-5)."""
        total = Sum()
        for number, count in self.pieces.fleets.get(name, {}).items():
            total += number * count
        return total

    def largest_fleet(self, name: str) -> Bit:
        """Whether a player has the largest fleet (3-3, 3-4, 3-6)."""
        own = self.strength(name)
        rivals = [other for other in self.players if other != name]
        if self.readings["independent-fleets"] == "count":
            rivals.append(INDEPENDENT)
        strong = self.logic.at_least(own, FLEET_AT_LEAST)
        if isinstance(strong, int) and not strong:
            return 0
        return self.logic.both(strong, *(self.logic.at_least(own - self.strength(other), 1) for other in rivals))

    def _capitals(self, name: str) -> Sum:
        """Capitals, own and captured (3-8, 3-9)."""
        held = {space: self.controls(name, space) for space in self.position.capitals}
        own = [bit for space, bit in held.items() if self.position.capitals[space] == name]
        captured = [bit for space, bit in held.items() if self.position.capitals[space] != name]
        has = self.logic.some(*own) if own else 0
        total = CAPITAL * Sum.of(own if self.readings["capital-count"] == "each" else [has])
        if captured and self.readings["captured-alone"] == "scores":
            total += CAPITAL * Sum.of([self.logic.both(self.logic.some(*captured), self.logic.no(has))])
        if self.readings["captured-capitals"] == "forever":
            once = dict.fromkeys((*self.position.players[name].captured, *held))
            captured += [self.logic.both(self._had(name, space), self.logic.no(held.get(space, 0))) for space in once]
        return total + CAPTURED * Sum.of(captured)

    def _had(self, name: str, space: str) -> Bit:
        """Whether a player had captured a capital before this moment (3-9)."""
        before = self.before
        if space in self.position.players[name].captured:
            return 1
        if before is None or before.before is None or self.position.capitals.get(space) == name:
            return 0
        came = self.logic.both(before.controls(name, space), self.logic.no(before.before.controls(name, space)))
        return self.logic.some(before._had(name, space), came)

    # -- legitimacy --------------------------------------------------------------------------------

    def royal(self, name: str, royal: str) -> Bit:
        """Whether a player controls a royal."""
        return self.pieces.royals.get(royal, {}).get(name, 0)

    def champion(self, name: str) -> Bit:
        """Whether a player is a Champion, perhaps again (5-16)."""
        return self.logic.some(self.pieces.champions[name], self._again(name))

    def _again(self, name: str) -> Bit:
        """Whether a Successor's victory points have fallen to 0."""
        if self.before is None:
            return 0
        fell = self.logic.at_least(self.before.vp(name), 1)
        if self.readings["champion-regained"] == "state":
            fell = 1
        none = self.logic.no(self.logic.at_least(self.vp(name), 1))
        return self.logic.both(self.logic.no(self.pieces.champions[name]), fell, none)

    def sources(self, name: str) -> Sum:
        """What the sources of a player's legitimacy add up to (4), the status before 5-16."""
        found: Sum = self._once(("sources", name), lambda: self._sources(name))
        return found

    def _sources(self, name: str) -> Sum:
        logic = self.logic
        total, better = Sum(), list[Bit]()
        for heir, amount in HEIRS.items():  # best first
            there = self.royal(name, heir)
            total += amount * Sum.of([logic.both(there, *(logic.no(bit) for bit in better))])
            better.append(there)
        for woman, amount in WOMEN.items():
            total += amount * Sum.of([self.royal(name, woman)])
        total += CHAMPION * Sum.of([self.pieces.champions[name]])
        for (space, burier), lies in self.pieces.tomb.items():
            if space == PELLA:
                total += BURIED_AT_PELLA * Sum.of([lies if burier == name else 0])
            elif burier == name or self.readings["tomb-elsewhere"] == "marker":
                total += TOMB * Sum.of([logic.both(lies, self.controls(name, space))])
        total += STRATEGOS * Sum.of([self.rules(name, MACEDONIA)])
        for general in NOTED:
            if not (general in self.pieces.scattered and self.readings["scattered-generals"] == "not"):
                total += Sum.of([self.pieces.generals.get(general, {}).get(name, 0)])
        for card, amount in CARDS.items():
            times = self.pieces.cards.get(name, {}).get(card, Sum())
            if self.readings["card-effects"] == "once":
                times = Sum.of([logic.at_least(times, 1)])
            total += amount * times
        return total

    def legitimacy(self, name: str) -> Sum:
        """The legitimacy of a player, never below its floor (4-2, 6-10)."""
        found: Sum = self._once(("legitimacy", name), lambda: self._legitimacy(name))
        return found

    def _legitimacy(self, name: str) -> Sum:
        floor = Sum()
        if self.readings["pella-floor"] == "kept":
            floor = BURIED_AT_PELLA * Sum.of([self.pieces.tomb.get((PELLA, name), 0)])
        again = CHAMPION * Sum.of([self._again(name)])
        sources = self.sources(name)
        if self.readings["legitimacy-floor"] == "track":
            marker = self.position.players[name].legitimacy
            if self.before is not None:
                moved = self.before.legitimacy(name) + sources - self.before.sources(name)
                return self.logic.largest(floor, moved - CHAMPION * Sum.of([self.before._again(name)])) + again
            if marker is not None:
                return Sum(marker)
        return self.logic.largest(floor, sources + again)

    # -- wins --------------------------------------------------------------------------------------

    def total(self, name: str) -> Sum:
        """Legitimacy and victory points together, as the regency test counts them (2B-3)."""
        return self.legitimacy(name) + self.vp(name)

    def needed(self, track: str) -> int:
        """What an automatic victory takes on a track (2A-3, 2A-4, F-5)."""
        now = len(self.players)
        start = self.position.players_at_start or now
        powerful = POWERFUL[now if self.readings["player-count"] == "now" else start]
        least = LEGITIMATE if track == LEGITIMACY else powerful
        return least + (self.readings["threshold"] == "exceed")

    def reached(self, name: str, track: str) -> Bit:
        """Whether a player has what an automatic victory takes on a track."""
        if self.turn < FIRST_TURN:
            return 0
        of = self.legitimacy if track == LEGITIMACY else self.vp
        enough = self.logic.at_least(of(name), self.needed(track))
        if self.readings["automatic-timing"] == "condition" or (isinstance(enough, int) and not enough):
            return enough
        if self.before is None:
            return 0
        old = self.before.legitimacy if track == LEGITIMACY else self.before.vp
        return self.logic.both(enough, self.logic.at_least(of(name) - old(name), 1))

    def automatic(self, name: str) -> Bit:
        """Whether a player meets a condition of automatic victory (2A)."""
        return self._once(("auto", name), lambda: self.logic.some(*(self.reached(name, t) for t in (LEGITIMACY, VP))))

    def over(self) -> Bit:
        """Whether the game ends by automatic victory, whoever wins."""
        return self.logic.some(*(self.automatic(name) for name in self.players))

    def wins_at_once(self, name: str) -> Bit:
        """Whether a player alone has an automatic victory."""
        rivals = [other for other in self.players if other != name]
        clear: list[Bit] = []
        reading = self.readings["simultaneous-victory"]
        for other in rivals:
            spoils = self.automatic(other)
            if reading == "active" and self.position.active == name:
                spoils = 0
            elif reading == "legitimacy":
                ahead = self.logic.at_least(self.legitimacy(name) - self.legitimacy(other), 1)
                spoils = self.logic.both(spoils, self.logic.no(ahead))
            clear.append(self.logic.no(spoils))
        return self.logic.both(self.automatic(name), *clear)

    # -- the tie-break -----------------------------------------------------------------------------

    def elite(self, name: str) -> tuple[int, ...]:
        """The counters of the second criterion (2D-3), in the order of comparison."""
        counts = tuple(self.position.players[name].counters(kind) for kind in ELITE)
        return counts if self.readings["elite-count"] == "in-order" else (sum(counts),)

    def major_generals(self, name: str) -> Sum:
        """How many major generals a player has (2D-5)."""
        listed = self.pieces.generals.items()
        return Sum.of(owners.get(name, 0) for general, owners in listed if general not in self.pieces.minor)

    def tops(self, name: str, total: Totals, alone: bool = True) -> Bit:
        """Whether a player has the highest total and wins the tie-break, ``alone`` or perhaps with others left."""
        return self._once(("tops", name, total, alone), lambda: self._tops(name, total, alone))

    def highest(self, name: str, total: Totals) -> Bit:
        """Whether a player has a higher total than anybody else."""
        rivals = (other for other in self.players if other != name)
        return self.logic.both(*(self.logic.at_least(total(name) - total(other), 1) for other in rivals))

    def _tops(self, name: str, total: Totals, alone: bool) -> Bit:
        if self.readings["tie-break-field"] == "everyone":
            return self._tops_of_all(name, total, alone)
        logic = self.logic
        beaten = []
        for other in self.players:
            if other != name:
                ahead = logic.at_least(total(name) - total(other), 1)
                level = logic.at_least(total(name) - total(other), 0)
                beaten.append(logic.some(ahead, logic.both(level, self._better(name, other, alone))))
        return logic.both(*beaten)

    def _better(self, name: str, other: str, strictly: bool) -> Bit:
        """Whether a player is before another in the tie-break (or level with it)."""
        mine, theirs = self.elite(name), self.elite(other)
        counts = self.major_generals(name) - self.major_generals(other)
        rest = int(mine > theirs) if mine != theirs else self.logic.at_least(counts, int(strictly))
        return self.logic.some(
            self.rules(name, MACEDONIA), self.logic.both(self.logic.no(self.rules(other, MACEDONIA)), rest)
        )

    def _tops_of_all(self, name: str, total: Totals, alone: bool) -> Bit:
        """The tie-break where all who tied at first are compared at each criterion.

        Macedonia decides, else a single best by counters, else the most major generals of all who tied.
        """
        logic = self.logic
        rivals = [other for other in self.players if other != name]
        no_less = logic.both(*(logic.at_least(total(name) - total(other), 0) for other in rivals))
        tied = {other: logic.no(logic.at_least(total(name) - total(other), 1)) for other in rivals}
        mine = self.elite(name)
        elites = {other: self.elite(other) for other in rivals}

        def none(which: Callable[[str], Bit]) -> Bit:
            """Of those who tie, nobody is so."""
            return logic.both(*(logic.no(logic.both(tied[other], which(other))) for other in rivals))

        def single(best: str) -> Bit:
            """Whether another one of those who tie has more counters than anybody else."""
            level = (logic.no(tied[q]) for q in rivals if q != best and elites[q] >= elites[best])
            return logic.both(tied[best], *level)

        first = none(lambda other: int(elites[other] >= mine))
        fallen = logic.some(*(single(other) for other in rivals if elites[other] > mine))
        counts = self.major_generals(name)
        most = none(lambda other: logic.at_least(self.major_generals(other) - counts, 0 if alone else 1))
        rest = logic.both(
            none(lambda other: self.rules(other, MACEDONIA)), logic.some(first, logic.both(logic.no(fallen), most))
        )
        return logic.both(no_less, logic.some(self.rules(name, MACEDONIA), rest))

    # -- regency and the end -----------------------------------------------------------------------

    def test(self, turn: int) -> HeirTest:
        """The regency test of a turn's preparations on this table (2B)."""
        heir = SCHEDULE[self.readings["heir-schedule"]].get(turn)
        if heir is None:
            return HeirTest()
        logic = self.logic
        owners = self._owners(heir)
        free = logic.both(*(logic.no(bit) for bit in owners.values()))
        strict = self.readings["regency-tie"] == "strict"
        nobody = self.readings["uncontrolled-tie"] == "nobody"
        shared = self.readings["unbroken-tie"] == "shared"
        wins: dict[str, Bit] = {}
        ends: list[Bit] = []
        for name in self.players:
            has = owners.get(name, 0)
            left = self._regent(has, name, False)
            crowned = left if shared or strict else self._regent(has, name, True)
            alone = self._heirless(free, name)
            wins[name] = logic.some(crowned, alone)
            ends += [left, alone]
        return HeirTest(heir, wins, logic.some(*ends, 0 if nobody else free))

    def _owners(self, heir: str) -> Mapping[str, Bit]:
        """Where an heir is, apart from with nobody."""
        return {owner: bit for owner, bit in self.pieces.royals.get(heir, {}).items() if owner != FREE}

    def _regent(self, has: Bit, name: str, alone: bool) -> Bit:
        """Whether a player has the heir and can be regent, ``alone`` or perhaps with others left in the tie-break."""
        if isinstance(has, int) and not has:
            return 0
        if self.readings["regency-tie"] == "strict":
            return self.logic.both(has, self.highest(name, self.total))
        return self.logic.both(has, self.tops(name, self.total, alone))

    def _heirless(self, free: Bit, name: str) -> Bit:
        """Whether the heir is with nobody and a player has the highest total (2B-8)."""
        if isinstance(free, int) and not free:
            return 0
        nobody = self.readings["uncontrolled-tie"] == "nobody"
        top = self.highest(name, self.total) if nobody else self.tops(name, self.total)
        return self.logic.both(free, top)

    def wins_at_the_end(self, name: str) -> Bit:
        """Whether a player alone wins at the end of turn V on this table (2C)."""
        return self.tops(name, self.vp)

    def at_preparations(self, turn: int) -> Table:
        """The table when a turn begins: cards that last for a turn are gone (ruling ``card-effects``)."""
        pieces = self.pieces
        if self.readings["card-effects"] == "turn" and turn > self.turn:
            pieces = replace(pieces, cards={})
        settled = {name: self.champion(name) for name in self.players}
        return self.after(replace(pieces, champions=settled), turn)

    def without_heir(self, heir: str) -> Table:
        """The table after a test that did not end the game: whoever controlled the heir has killed it (2B-7)."""
        dead = self.logic.some(*self._owners(heir).values())
        settled = {name: self.champion(name) for name in self.players}
        return self.after(replace(self.pieces.with_royals({heir: {DEAD: dead}}), champions=settled))
