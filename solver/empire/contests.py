r"""Contests with open fields: one kind of piece, scored province by province (5.5-1).

:mod:`solver.empire.depletion` is the stronger form where the rivals' cubes are known; here every
player's cubes, and where anybody lies, may be open.  For each site :math:`p`, in order of number::

    bid[i] = field[i] if i has a piece at p, else -1
    top[i] => bid[i] > bid[j] for all j != i                             (5.5.4-1)
    tie    => two bids are equal and none is higher                      (5.5.4-5)
    top[i] = builds[i] + broke[i];   broke[i] => bid[i] < price          (5.5.2-2, 5.5.3-2)
    price  = normal price alone, next highest bid + 1 contested          (5.5.2-1, 5.5.3-1, 5.5.4-2)
    field[i] -= price if builds[i]

Exactly one of ``top[i]``, ``tie`` and "nobody lies here" holds, so what happens is a function of
fields and pieces: nothing is left to choose.

*Bound.*  The LP sees each building at the least price that it can have, drawn from one field over
all sites of a scoring, and against a rival who lies there for certain the least that beats them.  What
bids and fields imply about outcomes is said of the literals as well: no outcome names a player who
has no piece, and whoever is on top builds where nothing can be lacking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from solver.empire.depletion import Tariff

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear


@dataclass(frozen=True)
class Field:
    """Cubes on a field, open or known, between two bounds."""

    cubes: Linear
    low: int
    high: int

    @classmethod
    def known(cls, cubes: int) -> Field:
        """A field that holds so many cubes."""
        return cls(cubes, cubes, cubes)


@dataclass(frozen=True)
class Contests:
    """What comes of the contests, linear in the model's variables.

    Attributes
    ----------
    builds
        Literal by (place, player).
    pays
        By (place, player): cubes paid.
    left
        By player: the field after the scoring.
    built
        By place: 1 if anybody builds there.
    gains
        By player: points.
    """

    builds: Mapping[tuple[str, str], Linear]
    pays: Mapping[tuple[str, str], Linear]
    left: Mapping[str, Field]
    built: Mapping[str, Linear]
    gains: Mapping[str, Linear]


def add_contests(
    model: CpModel,
    places: Sequence[str],
    fields: Mapping[str, Field],
    lies: Mapping[tuple[str, str], IntVar | bool],
    tariff: Tariff,
    closed: Mapping[str, IntVar | bool] | None = None,
    eager: str | None = None,
) -> Contests:
    """Add the scoring of one kind of piece.

    Parameters
    ----------
    places
        The sites, in the order of scoring.
    fields
        By player: the field when the scoring begins.
    lies
        By (place, player): whether the player has a piece there; who is left out has none.
    closed
        By place: whether nothing can be built there (a city that stands, 5.5.3-4).
    eager
        A player who lays no piece that fails for want of cubes where nobody else can lie: it would
        change nothing.
    """
    now = dict(fields)
    builds: dict[tuple[str, str], Linear] = {}
    pays: dict[tuple[str, str], Linear] = {}
    built: dict[str, Linear] = {}
    for place in places:
        shut = (closed or {}).get(place, False)
        here = {name: lies[place, name] for name in fields if lies.get((place, name), False) is not False}
        if shut is True or not here:
            built[place] = 0
            continue
        site = _Site(model, place, {name: (now[name], literal) for name, literal in here.items()}, shut, tariff)
        for name, (won, price, high) in site.settle(eager).items():
            builds[place, name], pays[place, name] = won, price
            before = now[name]
            if high:
                cubes = model.new_int_var(max(0, before.low - high), before.high, f"{name} after {place}")
                model.add(cubes == before.cubes - price)
                now[name] = Field(cubes, max(0, before.low - high), before.high)
        built[place] = sum(builds[place, name] for name in here)
    gains = {name: tariff.points * sum(won for (_, who), won in builds.items() if who == name) for name in fields}
    return Contests(builds, pays, now, built, gains)


class _Site:
    """One contest."""

    def __init__(
        self,
        model: CpModel,
        place: str,
        here: Mapping[str, tuple[Field, IntVar | bool]],
        shut: IntVar | bool,
        tariff: Tariff,
    ) -> None:
        self.model, self.place, self.tariff = model, place, tariff
        self.fields = {name: field for name, (field, _) in here.items()}
        self.lies = {name: self._open(literal, shut) for name, (_, literal) in here.items()}

    def settle(self, eager: str | None) -> Mapping[str, tuple[Linear, Linear, int]]:
        """By player: whether they build, what they pay and at most pay."""
        if len(self.fields) == 1:
            (name,) = self.fields
            return {name: self._alone(name, name == eager)}
        return self._contest()

    def _open(self, literal: IntVar | bool, shut: IntVar | bool) -> IntVar | bool:
        """Whether a piece counts: it lies there and the site is open."""
        if shut is False:
            return literal
        both = self.model.new_bool_var(f"counts:{self.place}")
        self.model.add_implication(both, ~shut)
        if literal is True:
            self.model.add_bool_or([both, shut])
        else:
            self.model.add_implication(both, literal)
            self.model.add_bool_or([both, shut, ~literal])
        return both

    def _alone(self, name: str, eager: bool) -> tuple[Linear, Linear, int]:
        """Nobody else can lie here: the normal price, if the field has it (5.5.2-1, 5.5.3-1)."""
        price, field, lies = self.tariff.price, self.fields[name], self.lies[name]
        if field.high < price:
            if eager and lies is not True:
                self.model.add(lies == 0)
            return 0, 0, 0
        if field.low >= price:
            return int(lies) if lies is True else lies, price * lies, price
        if eager and lies is not True:
            self.model.add(field.cubes >= price).only_enforce_if(lies)
            self.model.add(field.cubes >= price * lies)
            return lies, price * lies, price
        won = self.model.new_bool_var(f"{name} builds:{self.place}")
        rich = self.model.new_bool_var(f"{name} can pay:{self.place}")
        self.model.add(field.cubes >= price).only_enforce_if(rich)
        self.model.add(field.cubes <= price - 1).only_enforce_if(~rich)
        self.model.add_implication(won, rich)
        self.model.add(field.cubes >= price * won)
        if lies is True:
            self.model.add_implication(rich, won)
        else:
            self.model.add_implication(won, lies)
            self.model.add_bool_or([won, ~rich, ~lies])
        return won, price * won, price

    def _contest(self) -> Mapping[str, tuple[Linear, Linear, int]]:
        model, names = self.model, list(self.fields)
        bids = {name: self._bid(name) for name in names}
        top = {name: model.new_bool_var(f"{name} on top:{self.place}") for name in names}
        outcomes = list(top.values())
        for name in names:
            self._only_if(top[name], self.lies[name])
            for other in names:
                if other != name:
                    model.add(bids[name] >= bids[other] + 1).only_enforce_if(top[name])
        for one, two in combinations(names, 2):  # 5.5.4-5
            if self.fields[one].high < self.fields[two].low or self.fields[two].high < self.fields[one].low:
                continue  # they cannot tie
            tie = model.new_bool_var(f"{one} and {two} tie:{self.place}")
            outcomes.append(tie)
            self._only_if(tie, self.lies[one])
            self._only_if(tie, self.lies[two])
            model.add(bids[one] == bids[two]).only_enforce_if(tie)
            model.add(bids[one] >= 0).only_enforce_if(tie)
            for other in names:
                if other not in (one, two):
                    model.add(bids[one] >= bids[other]).only_enforce_if(tie)
        if not any(self.lies[name] is True for name in names):
            nobody = model.new_bool_var(f"nobody:{self.place}")
            outcomes.append(nobody)
            for name in names:
                model.add(bids[name] == -1).only_enforce_if(nobody)
                model.add_implication(nobody, ~self.lies[name])
        if len(names) == 2:
            model.add_exactly_one(outcomes)
        else:  # of three who tie, any two may be named
            model.add_bool_or(outcomes)
            for literal in top.values():
                model.add_at_most_one([literal, *[o for o in outcomes if o is not literal]])
        return {name: self._price(name, bids, top[name]) for name in names}

    def _only_if(self, outcome: IntVar, lies: IntVar | bool) -> None:
        """An outcome that names a player: there is a piece (bids imply it, but the LP cannot see that)."""
        if lies is not True:
            self.model.add_implication(outcome, lies)

    def _bid(self, name: str) -> Linear:
        field, lies = self.fields[name], self.lies[name]
        if lies is True:
            return field.cubes
        bid = self.model.new_int_var(-1, field.high, f"{name} bids:{self.place}")
        self.model.add(bid == field.cubes).only_enforce_if(lies)
        self.model.add(bid == -1).only_enforce_if(~lies)
        self.model.add(bid <= (field.high + 1) * lies - 1)
        return bid

    def _price(self, name: str, bids: Mapping[str, Linear], top: IntVar) -> tuple[Linear, Linear, int]:
        """What the one on top pays, if they can (5.5.4-2, with the readings on contested prices)."""
        model, tariff, field = self.model, self.tariff, self.fields[name]
        others = [other for other in bids if other != name]
        certain = [other for other in others if self.lies[other] is True]
        most = max(self.fields[other].high for other in others)
        if len(others) == 1:
            second = bids[others[0]]
        else:
            second = model.new_int_var(-1, most, f"second to {name}:{self.place}")
            model.add_max_equality(second, [bids[other] for other in others])
        won = model.new_bool_var(f"{name} builds:{self.place}")
        model.add_implication(won, top)
        if not tariff.difference and (field.low >= tariff.price or (certain and not tariff.minimum)):
            model.add_implication(top, won)  # nothing can be lacking
        price = model.new_int_var(0, max(field.high, tariff.price) + 1, f"price of {name}:{self.place}")
        pays = model.new_int_var(0, field.high, f"{name} pays:{self.place}")
        alone: IntVar | bool = False
        if not certain:
            alone = model.new_bool_var(f"{name} alone:{self.place}")
            model.add(second == -1).only_enforce_if(alone)
            model.add(second >= 0).only_enforce_if(~alone)
            for other in others:
                model.add_implication(alone, ~self.lies[other])
            model.add_bool_or([alone, *(self.lies[other] for other in others)])
            if not tariff.difference and not tariff.minimum:
                model.add_bool_or([won, ~top, alone])  # who beats somebody can pay one more than theirs
            model.add(price == tariff.price).only_enforce_if([top, alone])
        contested = [top] if alone is False else [top, ~alone]
        wanted: Linear = bids[name] - second + 1 if tariff.difference else second + 1
        if tariff.minimum:
            raised = model.new_bool_var(f"{name} normal price:{self.place}")
            model.add(price == tariff.price).only_enforce_if([*contested, raised])
            model.add(wanted <= tariff.price).only_enforce_if([*contested, raised])
            model.add(price == wanted).only_enforce_if([*contested, ~raised])
            model.add(wanted >= tariff.price).only_enforce_if([*contested, ~raised])
        else:
            model.add(price == wanted).only_enforce_if(contested)
        model.add(pays >= second + 1 - (most + 1) + (most + 1) * won) if not tariff.difference else None
        model.add(bids[name] >= price).only_enforce_if(won)
        model.add(bids[name] <= price - 1).only_enforce_if([top, ~won])
        model.add(pays == price).only_enforce_if(won)
        model.add(pays == 0).only_enforce_if(~won)
        self._cut(name, won, pays, certain)
        return won, pays, field.high

    def _cut(self, name: str, won: IntVar, pays: IntVar, certain: Sequence[str]) -> None:
        """What the LP should know: the least price, and that it is there to pay."""
        tariff, field = self.tariff, self.fields[name]
        least = tariff.price if tariff.minimum else 1
        if certain and not tariff.difference:
            beaten = max(self.fields[other].low for other in certain)
            least = max(least, beaten + 1)
            self.model.add(field.cubes >= (beaten + 1) * won)
        self.model.add(pays >= least * won)
        self.model.add(field.cubes >= least * won)
