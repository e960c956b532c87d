r"""What the regions of a game share, at a price; and plans of single regions, to price and to choose from.

With plans :math:`j` of each region :math:`k`, taken whole or in part, ::

    maximise  sum of points[k][j] * x[k][j]  -  best
    sum of x[k][j] = 1                                                        for each region
    sum of pieces[k][j] * x[k][j]  <=  pieces left                            price: of a piece
    best  >=  points of a rival on the track + sum of its points * x[k][j]    price: weight of the rival
    pieces of anybody that are gone before region k, as the plan there takes it
          =  pieces that are built in the regions before                      price: of a use

The prices of the best mixture are those at which the plans that are known are worth least (Dantzig and
Wolfe 1960); regions solved at these prices bound the game and give the next plans.  New prices stay in a
box around the best so far, since few plans tell little of prices far away.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.empire.plan import RegionPlan
from models.empire.position import KINDS, Kind
from solver.formulation import Formulation, Parameter

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

    from solver.formulation import Linear

Pair = tuple[int, int]
"""Temples and cities."""
Use = tuple[str, Kind]
"""A player, and the kind of piece that may run out."""
Link = tuple[int, str, Kind]
"""A region before which it matters how many pieces of a player are gone."""

Pick = tuple[int, int]
"""A region and which of its known plans."""

PARTS = 12
"""Prices and weights are whole parts of a point."""
LACK, MISS = 100, 2
"""In the choice of plans, in points: a piece that is not there at all, and one by which a supply is not what the plan
takes it to be."""
HUGE = 100_000


@dataclass(frozen=True)
class Prices:
    """Prices in parts of a point: own pieces, weights of the rivals (a point in all), uses."""

    pieces: Pair
    weights: tuple[tuple[str, int], ...] = ()
    uses: tuple[tuple[Link, int], ...] = ()

    @property
    def family(self) -> tuple[object, ...]:
        """What bounds of regions must have in common to be added up."""
        return (self.weights, self.uses)

    def cost(self, pieces: Pair) -> int:
        """What own pieces cost."""
        return self.pieces[0] * pieces[0] + self.pieces[1] * pieces[1]


@dataclass(frozen=True)
class Cut:
    """What a region is worth at most with so many pieces, in parts: ``worth + prices``, inside a box of pieces."""

    most: Pair
    pieces: Pair
    worth: int

    def at(self, pieces: Pair) -> int | None:
        """The bound for these pieces; None outside the box."""
        if not fits(pieces, self.most):
            return None
        return self.worth + self.pieces[0] * pieces[0] + self.pieces[1] * pieces[1]


@dataclass(frozen=True)
class Column:
    """A plan of a region, played by itself.

    Attributes
    ----------
    own, rivals
        Points, each with the lead in the region.
    pieces
        Own pieces that are built.
    builds
        Pieces that everybody builds.
    uses
        Pieces that are gone before, where it matters: least and most for this to happen.
    plan, values
        The plan, with the decisions it was read off, if it was; without a plan it is not one by the rules.
    """

    own: int
    rivals: Mapping[str, int]
    pieces: Pair
    builds: Mapping[Use, int]
    uses: Mapping[Use, Pair]
    plan: RegionPlan | None
    values: Mapping[Any, int] | None

    @property
    def outcome(self) -> tuple[object, ...]:
        """What tells it from other plans of the region."""
        counts = [tuple(each.items()) for each in (self.rivals, self.builds, self.uses)]
        return (self.own, self.pieces, *counts, self.plan is None)

    def worth(self, number: int, prices: Prices) -> int:
        """What it counts in region ``number``, in parts of a point, its pieces for nothing."""
        total = PARTS * self.own - sum(weight * self.rivals[name] for name, weight in prices.weights)
        for (before, name, kind), price in prices.uses:
            if before == number:
                least, most = self.uses[name, kind]
                total -= price * (least if price > 0 else most)
            elif before > number:
                total += price * self.builds[name, kind]
        return total

    def net(self, number: int, prices: Prices) -> int:
        """What it counts less what its pieces cost."""
        return self.worth(number, prices) - prices.cost(self.pieces)


@dataclass(frozen=True)
class Shared:
    """What is there for all regions together.

    Attributes
    ----------
    left
        The player's pieces.
    points
        Rivals on the score track; empty where only own points matter.
    stands
        Pieces of everybody on the board, by player and kind.
    links
        Where pieces may run out.
    board
        What most pieces on the board score, by kind.
    """

    player: str
    left: Pair
    points: Mapping[str, int]
    stands: Mapping[Use, int]
    links: Sequence[Link]
    board: Mapping[Kind, int]

    def cost(self, prices: Prices) -> int:
        """What the prices of all that is there come to, in parts of a point."""
        total = prices.cost(self.left) - sum(weight * self.points[name] for name, weight in prices.weights)
        return total + sum(price * self.stands[name, kind] for (_, name, kind), price in prices.uses)


def fits(pieces: Pair, most: Pair) -> bool:
    """Whether there are no more pieces than in a box."""
    return pieces[0] <= most[0] and pieces[1] <= most[1]


def first_prices(shared: Shared, piece: Pair) -> Prices:
    """Prices to begin with: all rivals alike, and pieces where they are needed in the end.

    Where pieces can be short in the last region that is priced, since there more of them are laid than built.
    """
    names = list(shared.points)
    weights = {name: PARTS // len(names) for name in names}
    if names:
        weights[names[0]] += PARTS - sum(weights.values())
    last = max((number for number, name, _ in shared.links if name == shared.player), default=None)
    dear = {kind: PARTS * price for kind, price in zip(KINDS, piece, strict=True)}
    uses = dict.fromkeys(shared.links, 0)
    for kind in KINDS:
        link = (last, shared.player, kind)
        if link in uses:
            uses[link] = -dear[kind]
            dear[kind] = 0
    return Prices((dear["temple"], dear["city"]), tuple(weights.items()), tuple(uses.items()))


def reprice(
    columns: Mapping[int, Sequence[Column]],
    shared: Shared,
    centre: Prices,
    piece: float,
    weight: float,
    *,
    weigh: bool = True,
) -> tuple[Prices, float] | None:
    """The prices at which mixtures of the plans are worth least, not far from given ones, and what they are worth.

    The game without the board cannot be bounded by less at any prices there.  None if there are no such prices.

    Parameters
    ----------
    piece, weight
        How far, in points: the prices of pieces, and the weights.
    weigh
        Whether weights and the prices of uses may change.
    """
    from ortools.linear_solver.python import model_builder

    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    solver = model_builder.Solver("GLOP")
    endless = float("inf")
    worth: Any = 0.0
    taken = {
        (number, at): model.new_num_var(0, endless, "") for number, plans in columns.items() for at in range(len(plans))
    }

    def total(count: Mapping[int, Sequence[int]]) -> Any:
        return sum(count[number][at] * x for (number, at), x in taken.items() if number in count and count[number][at])

    def boxed(expression: Any, price: int, reach: float, *, free: bool = False) -> Any:
        """``expression <= 0`` (``free``: ``== 0``) at a price near the given one: beyond that, more is for sale."""
        nonlocal worth
        low, high = price / PARTS - reach, price / PARTS + reach
        over, under = model.new_num_var(0, endless, ""), model.new_num_var(0, endless, "")
        worth = worth - high * over + (low if free else max(0.0, low)) * under
        sold = expression - over + under
        return model.add(sold == 0) if free else model.add(sold <= 0)

    for number, plans in columns.items():
        model.add(sum(taken[number, at] for at in range(len(plans))) == 1)
    worth = total({number: [each.own for each in plans] for number, plans in columns.items()})
    pieces = []
    for at in range(2):
        spent = total({number: [each.pieces[at] for each in plans] for number, plans in columns.items()})
        pieces.append(boxed(spent - shared.left[at], centre.pieces[at], piece))
    weights = {}
    if centre.weights:
        best = model.new_num_var(-endless, endless, "best rival")
        worth = worth - best
        for name, parts in centre.weights:
            scored = total({number: [each.rivals[name] for each in plans] for number, plans in columns.items()})
            weights[name] = boxed(scored + shared.points[name] - best, parts, weight if weigh else 0.0)
    uses = {}
    for link, price in centre.uses:
        before, name, kind = link
        gone = model.new_num_var(0, endless, "")
        for at in range(2):
            taken_as = total({before: [each.uses[name, kind][at] for each in columns[before]]})
            model.add(taken_as <= gone) if at == 0 else model.add(taken_as >= gone)
        builds = {n: [each.builds[name, kind] for each in plans] for n, plans in columns.items() if n < before}
        uses[link] = boxed(gone - total(builds) - shared.stands[name, kind], price, piece if weigh else 0.0, free=True)
    model.maximize(worth)
    if solver.solve(model) != model_builder.SolveStatus.OPTIMAL:
        return None
    found = Prices(
        (_parts(solver.dual_value(pieces[0])), _parts(solver.dual_value(pieces[1]))),
        tuple(_whole({name: solver.dual_value(row) for name, row in weights.items()}).items()),
        tuple((link, round(PARTS * solver.dual_value(row))) for link, row in uses.items()),
    )
    return found, solver.objective_value


def _parts(price: float) -> int:
    return max(0, round(PARTS * price))


def _whole(weights: Mapping[str, float]) -> dict[str, int]:
    """Weights in whole parts that sum up to a point: rounded, the largest takes what is over."""
    parts = {name: _parts(weight) for name, weight in weights.items()}
    if parts:
        parts[max(parts, key=lambda name: parts[name])] += PARTS - sum(parts.values())
    return parts


@dataclass(frozen=True)
class Counts:
    """What a region brings, in a model: points of the player and of the rivals, everybody's pieces."""

    own: Linear
    rivals: Mapping[str, Linear]
    builds: Mapping[Use, Linear]


class Choice:
    """One known plan of every region; of all but one, which is open, where a model of that one stands.

    Attributes
    ----------
    model
        Holds the picks; the model of the open region is to be added to it.
    tried
        Choices that are not to be made again, as (region, which).
    """

    def __init__(
        self,
        columns: Mapping[int, Sequence[Column]],
        shared: Shared,
        *,
        tried: Iterable[Sequence[Pick]] = (),
        opened: int | None = None,
    ) -> None:
        from ortools.sat.python import cp_model

        self.model = model = cp_model.CpModel()
        self.columns, self.shared, self.opened = columns, shared, opened
        self.picks: dict[Pick, IntVar] = {
            (number, at): model.new_bool_var(f"region {number}: {at}")
            for number, plans in columns.items()
            for at, each in enumerate(plans)
            if each.plan is not None and number != opened
        }
        self.counts: dict[int, Counts] = {}
        for number, plans in columns.items():
            if number == opened:
                continue
            model.add_exactly_one(pick for (where, _), pick in self.picks.items() if where == number)
            self.counts[number] = Counts(
                self._picked(number, [each.own for each in plans]),
                {name: self._picked(number, [each.rivals[name] for each in plans]) for name in shared.points},
                {use: self._picked(number, [each.builds[use] for each in plans]) for use in shared.stands},
            )
        for combination in tried:
            model.add_bool_or(~self.picks[each] for each in combination)

    def _picked(self, number: int, counts: Sequence[int]) -> Linear:
        picked: Linear = sum(counts[at] * pick for (where, at), pick in self.picks.items() if where == number)
        return picked

    def built(self, name: str, kind: Kind, before: int | None = None) -> Linear:
        """Pieces that stand in the end, or before a region."""
        builds = [each.builds[name, kind] for number, each in self.counts.items() if before is None or number < before]
        total: Linear = sum(builds)
        return total + self.shared.stands[name, kind]

    def formulation(self, parameters: Mapping[str, Parameter] | None = None) -> Formulation:
        """What the choice is worth, by points from here on or the margin; decisions are picks.

        Where supplies are not as the known plans take them to be, it is paid for; with an open region that may not be.
        That a rival may have most on the board is left to the rules, by which the choice is played.
        """
        model, shared = self.model, self.shared
        worth: Linear = sum(each.own for each in self.counts.values())
        for kind, bonus in shared.board.items():
            leads = model.new_bool_var("")
            mine = self.built(shared.player, kind)
            for name, other in shared.stands:
                if other == kind and name != shared.player:
                    model.add(mine >= self.built(name, kind) + 1).only_enforce_if(leads)
            worth = worth + bonus * leads
        if shared.points:
            best = model.new_int_var(-HUGE, HUGE, "best rival")
            for name, points in shared.points.items():
                model.add(best >= points + sum(each.rivals[name] for each in self.counts.values()))
            worth = worth - best
        self.penalty: Linear = 0
        for at, kind in enumerate(KINDS):
            supply = shared.left[at] + shared.stands[shared.player, kind]
            self._soft(LACK, self.built(shared.player, kind) - supply)
        for number, name, kind in shared.links:
            if number != self.opened:
                gone = self.built(name, kind, number)
                least, most = (
                    self._picked(number, [each.uses[name, kind][at] for each in self.columns[number]]) for at in (0, 1)
                )
                self._soft(MISS, least - gone)
                self._soft(MISS, gone - most)
        decisions: dict[Hashable, Linear] = {("pick", *pick): literal for pick, literal in self.picks.items()}
        return Formulation(model, worth - self.penalty, decisions, workers=2, parameters=parameters or {})

    def _soft(self, cost: int, over: Linear) -> None:
        if self.opened is not None:
            self.model.add(over <= 0)
            return
        lacks = self.model.new_int_var(0, HUGE, "")
        self.model.add(over <= lacks)
        self.penalty = self.penalty + cost * lacks
