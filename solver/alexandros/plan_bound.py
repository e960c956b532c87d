r"""What a player can still gain by levies in this turn and those to come: more than anybody will.

Let :math:`a` be the actions left in this turn and :math:`d` count turns from now.  A levy in turn :math:`d`, after
:math:`j` others, comes after at most :math:`a + 2d - 1 - j` actions that are no levies and after :math:`d` moves, each
of which brings a card.  It pays the provinces of one symbol :math:`s` (of any, under ``levy-filter=all``): at most four
(F-9), no two of which overlap, of all those that the moves till then may leave (:mod:`solver.alexandros.plan_marches`).

Each of them takes actions: g - 1 removals where g own governors stand in it, one of them on s; all g and an occupation
where none of them stands on s; else an occupation, unless it comes of the division of a province that may have been
occupied before.  An occupation takes a card for every symbol but the governor's, and those of an ejection; together
with the card of the levy, whatever the hand lacks of some symbol has to come by a move or by an action, be it a card
that is taken or a governor more, which has to be removed.  So a set of provinces is possible only if

    actions  +  max(0, lacking - d)  ≤  a + 2d - 1 - j.

Of all such sets the best is found for each s and (d, j); the bound is the best sum of these over the turns in which
there is a levy.  What is left out makes it larger: that the levies share one plan, that a card has to lie open, and
that the provinces of different moves may exclude each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from operator import add
from typing import NamedTuple

from models.alexandros.occupation import EJECTION
from models.alexandros.position import ACTIONS, GOVERNORS
from solver.alexandros.kernel import KINDS, NONE, Counts, Mask, State, Table, more, scaled
from solver.alexandros.plan_marches import March


class Item(NamedTuple):
    """A province that may pay: its value, its triangles, the actions and the cards that it takes."""

    value: int
    province: Mask
    actions: int
    cards: Counts


class Ground(NamedTuple):
    """A province that may be there, whoever governs it: its value, triangles, symbols, and whether it is a piece."""

    value: int
    province: Mask
    symbols: Counts
    piece: bool


class Paying(NamedTuple):
    """The provinces that can pay for a symbol, in groups, each with its number; no four bring more than ``most``."""

    most: int
    kind: int
    groups: list[list[tuple[int, Item]]]


class Bound:
    """The bound, for one player on one table.

    Parameters
    ----------
    readings
        In force.
    """

    def __init__(self, grid: Table, readings: Mapping[str, str]) -> None:
        self.grid = grid
        self.by_symbol = readings["levy-filter"] == "symbol"
        self.by_kind = readings["payment"] == "kind"
        self.all_at_once = readings["removal"] != "one"
        self._each = readings["ejection"] == "each"
        self._reinforced = readings["own-province"] != "no"
        self._cliques: dict[tuple[int, int], tuple[tuple[Ground, ...], ...]] = {}
        self._known: dict[object, int] = {}
        self._paying: dict[object, list[Paying]] = {}

    def __call__(self, state: State, march: March, turns: int) -> int:
        """The most that can still be gained.

        Parameters
        ----------
        march
            Where Alexander has come.
        turns
            Own turns after this one.
        """
        if state.over:
            return 0
        left = ACTIONS - state.actions if state.moved else 0
        first = 0 if state.moved else 1
        last = 0 if state.ending and state.moved else min(march.left, turns + first)
        key = march.number, state.hand, state.governors, left, state.levied, first, last
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._sum(state, march, left, first, last)
        return found

    def _sum(self, state: State, march: March, left: int, first: int, last: int) -> int:
        """The best sum over the turns with a levy: a row of bests by how many levies there have been."""
        begin = 0 if first == 0 and left and not state.levied else 1
        # Before a turn's move nothing of it is spent: its two actions are counted from the turn itself.
        before = left if first == 0 else 0
        best = [0]
        for far in range(begin, last + 1):
            row = [*best, 0]
            for levies, sofar in enumerate(best):
                actions = before + ACTIONS * far - 1 - levies
                row[levies + 1] = max(row[levies + 1], sofar + self._levy(state, march, far, actions, levies))
            best = row
        return max(best)

    def _levy(self, state: State, march: March, far: int, actions: int, levies: int) -> int:
        """The most that one levy brings."""
        key = march.number, far, actions, levies, state.hand, state.governors
        found = self._known.get(key)
        if found is None:
            due = _Due(self, state.hand, far, actions, levies)
            found = self._known[key] = self._best(state, (march.number, far), self._cliques_of(march, far), due)
        return found

    def _cliques_of(self, march: March, far: int) -> tuple[tuple[Ground, ...], ...]:
        """The provinces of a turn in groups that all have a triangle in common, so that one of each pays at most."""
        key = march.number, far
        found = self._cliques.get(key)
        if found is None:
            grid = self.grid
            grounds = [
                Ground(grid.value(one), one, grid.symbols(one), one in march.pieces)
                for one in march.at[far]
                if grid.value(one)
            ]
            common: list[Mask] = []
            cliques: list[list[Ground]] = []
            for ground in sorted(grounds, reverse=True):
                at = next((at for at, shared in enumerate(common) if shared & ground.province), len(common))
                if at == len(common):
                    common.append(ground.province)
                    cliques.append([])
                common[at] &= ground.province
                cliques[at].append(ground)
            found = self._cliques[key] = tuple(map(tuple, cliques))
        return found

    def _best(self, state: State, turn: tuple[int, int], cliques: tuple[tuple[Ground, ...], ...], due: _Due) -> int:
        """The best set of provinces that pay for one symbol."""
        possible = [self._possible(state, ground, due) for clique in cliques for ground in clique]
        actions, best = due.actions, 0
        for most, kind, paying in self._paying_in(state, turn, cliques):
            if most <= best:
                break
            groups = [[item for at, item in row if possible[at] and item.actions <= actions] for row in paying]
            best = _packed([group for group in groups if group], due, kind, best)
        return best

    def _paying_in(self, state: State, turn: tuple[int, int], cliques: tuple[tuple[Ground, ...], ...]) -> list[Paying]:
        """The provinces of a turn that can pay, as governors stand, the symbol first that might bring most."""
        key = turn, state.governors
        found = self._paying.get(key)
        if found is None:
            first = list(accumulate(map(len, cliques), initial=0))
            found = self._paying[key] = []
            for kind in KINDS if self.by_symbol else (-1,):
                rows = [
                    [(at, item) for at, ground in enumerate(clique, start) if (item := self._item(state, ground, kind))]
                    for start, clique in zip(first, cliques, strict=False)
                ]
                paying = [row for row in rows if row]
                most = sum(sorted((row[0][1].value for row in paying), reverse=True)[:GOVERNORS])
                found.append(Paying(most, kind, paying))
            found.sort(key=lambda one: -one.most)
        return found

    def _possible(self, state: State, ground: Ground, due: _Due) -> bool:
        """Whether a province could pay, were it the only one: governor's own card and that of the levy are the same."""
        if ground.province & state.own or (ground.piece and (self._reinforced or self.by_kind)) or self.by_kind:
            return True
        return due.possible(0 if ground.piece else 1, ground.symbols, 1)

    def _item(self, state: State, ground: Ground, kind: int) -> Item | None:
        """A province as one that pays for a symbol; None if it cannot.  Of kind -1: for any."""
        value, province, symbols, piece = ground
        own = province & state.own
        count = own.bit_count()
        if own and (kind < 0 or own & self.grid.carrying[kind]):
            return Item(value, province, min(count - 1, 1) if self.all_at_once else count - 1, NONE)
        if kind >= 0 and not symbols[kind]:
            return None
        if piece and (self._reinforced or self.by_kind):
            # More governors cost nothing in the whole, or one card there has paid for several pieces.
            return Item(value, province, 0, NONE)
        removals = min(count, 1) if self.all_at_once else count
        cards = symbols
        if self.by_kind:
            cards = tuple(int(there > 0) and number != kind for number, there in enumerate(symbols))
        elif kind >= 0:
            cards = more(symbols, kind, -1)
        enemies = province & (sum(state.governors) & ~state.own)
        if enemies and (self._each or not enemies & (enemies - 1)):
            ejection = scaled(self.grid.symbols(enemies), EJECTION)
            cards = tuple(map(add, cards, ejection))
        return Item(value, province, removals + (0 if piece else 1), cards)


class _Due:
    """What can be paid till a levy.

    Parameters
    ----------
    hand
        Now.
    far, actions, levies
        The moves, the actions that are no levies and the levies before it.
    """

    def __init__(self, bound: Bound, hand: Counts, far: int, actions: int, levies: int) -> None:
        self.hand, self.far, self.actions = hand, far, actions
        self._short = levies - sum(hand)
        # Where any symbol pays, the card of the levy is not counted, nor one of each province: the governor's.
        self._loose = 0 if bound.by_symbol else 1
        self._all_at_once = bound.all_at_once

    def possible(self, taken: int, cards: Counts, count: int) -> bool:
        """Whether cards can be had besides actions that are taken, for so many occupations and the levy."""
        # Written out, since most of the time of a search is spent here.
        temples, amphoras, horses, lyres, hoplites = cards
        temple, amphora, horse, lyre, hoplite = self.hand
        lacking = temples - temple if temples > temple else 0
        if amphoras > amphora:
            lacking += amphoras - amphora
        if horses > horse:
            lacking += horses - horse
        if lyres > lyre:
            lacking += lyres - lyre
        if hoplites > hoplite:
            lacking += hoplites - hoplite
        short = temples + amphoras + horses + lyres + hoplites + self._short
        if self._loose:
            lacking -= count
            short -= count - 1
        if short > lacking:
            lacking = short
        lacking -= self.far
        if self._all_at_once and lacking > count:
            lacking = count
        return taken + lacking <= self.actions if lacking > 0 else taken <= self.actions


def _packed(groups: list[list[Item]], due: _Due, kind: int, best: int) -> int:
    """The best value of at most four items, one of each group at most, no two overlapping; ``best`` if that is more."""
    groups.sort(key=lambda group: -group[0].value)
    most = [group[0].value for group in groups] + [0] * GOVERNORS
    sums = [[sum(most[at : at + slots]) for slots in range(GOVERNORS + 1)] for at in range(len(groups) + 1)]
    free = sum(any(not item.actions for item in group) for group in groups)
    actions, possible = due.actions, due.possible

    def choose(at: int, used: Mask, count: int, taken: int, cards: Counts, value: int, new: int) -> None:
        nonlocal best
        if value > best:
            best = value
        slots = min(GOVERNORS - count, actions - taken + free)
        if slots <= 0:
            return
        for group in range(at, len(groups)):
            if value + sums[group][slots] <= best:
                return
            further = sums[group + 1][slots - 1]
            for worth, province, cost, paid in groups[group]:
                if value + worth + further <= best:
                    break
                if province & used:
                    continue
                if paid is NONE:
                    if taken + cost <= actions:
                        choose(group + 1, used | province, count + 1, taken + cost, cards, value + worth, new)
                    continue
                one, two, three, four, five = paid
                others = (cards[0] + one, cards[1] + two, cards[2] + three, cards[3] + four, cards[4] + five)
                if possible(taken + cost, others, new + 1):
                    choose(group + 1, used | province, count + 1, taken + cost, others, value + worth, new + 1)

    choose(0, 0, 0, 0, more(NONE, kind) if kind >= 0 else NONE, 0, 0)
    return best
