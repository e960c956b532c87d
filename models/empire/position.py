"""What lies on the table in empire, and what a player can do in a round.

The documents here are the files' own shape.  A player's cubes are always in one of six
places: in the ``hand`` (not yet distributed), on the turn ``order`` field, on the board as
``armies``, on the ``temple`` or ``city`` field, or ``spent`` (beside the tablet).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Flag, Name
from models.empire.board import SYMBOL, Board, Region
from models.errors import Path, Problem, one_of, under
from models.rulings import Rulings

CUBES = 15
"""Resources of a player (3.3-1)."""
TEMPLES = 10
"""Temple pieces of a player (5.5.2-4)."""
CITIES = 8
"""City pieces of a player (5.5.3-5)."""
ROUNDS = 3
"""Rounds of a region at most (5.3-12)."""
STEPS = 3
"""Provinces that an army may enter in a round (5.3-2)."""

Kind = Literal["temple", "city"]
KINDS: tuple[Kind, Kind] = ("temple", "city")
PLURAL: Mapping[Kind, str] = {"temple": "temples", "city": "cities"}
Places = Annotated[tuple[Name, ...], Field(max_length=99)]


class Pieces(Document):
    """Pieces laid this round, by province: at most one of a kind in each (5.4-2)."""

    temples: Places = ()
    cities: Places = ()

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The provinces with a piece of this kind."""
        return self.temples if kind == "temple" else self.cities


class Built(Document):
    """Pieces that stand from earlier rounds, anywhere on the board."""

    temples: dict[Name, Count] = {}
    cities: Places = ()

    def count(self, kind: Kind) -> int:
        """How many pieces of this kind stand."""
        return sum(self.temples.values()) if kind == "temple" else len(self.cities)


class Aside(Document):
    """Pieces out of play for the region."""

    temples: Count = 0
    cities: Count = 0

    def of(self, kind: Kind) -> int:
        """How many of this kind."""
        return self.temples if kind == "temple" else self.cities


class PlayerState(Document):
    """One player's cubes, armies and pieces.

    Attributes
    ----------
    hand
        Cubes still to distribute.  A player of whom no cube is named holds them all.
    order, temple, city
        Cubes on these fields of the tablet.
    armies
        Armies by province; ``symbol`` for those that wait on the campaign symbol.
    spent
        Cubes beside the tablet; what is missing to 15 where it is not named.
    placed
        Pieces laid this round, not yet scored.
    built
        Pieces standing from earlier rounds.
    aside
        Pieces out of play for the region; there are some only under a reading of ``failed-pieces``.
    points
        Where the player stands on the score track.
    """

    hand: Count | None = None
    order: Count = 0
    armies: dict[Name, Count] = {}
    temple: Count = 0
    city: Count = 0
    spent: Count | None = None
    placed: Pieces = Pieces.model_construct()
    built: Built = Built.model_construct()
    aside: Aside = Aside.model_construct()
    points: Count = 0

    @property
    def army_count(self) -> int:
        """All armies, those on the campaign symbol too."""
        return sum(self.armies.values())

    def field(self, kind: Kind) -> int:
        """Cubes on the field that pays for this kind of piece."""
        return self.temple if kind == "temple" else self.city

    def limit(self, kind: Kind) -> int:
        """Pieces of this kind that the player can still lay, those laid this round not yet taken off."""
        return (TEMPLES if kind == "temple" else CITIES) - self.built.count(kind) - self.aside.of(kind)

    def resolved(self, cubes: int) -> PlayerState:
        """With ``hand`` and ``spent`` filled in, so that all cubes are accounted for."""
        on_table = self.order + self.army_count + self.temple + self.city
        hand = self.hand
        if hand is None:
            hand = cubes if on_table == 0 and not self.spent else 0
        spent = self.spent if self.spent is not None else cubes - on_table - hand
        return self.model_copy(update={"hand": hand, "spent": spent})


class Position(Document):
    """What lies on the table in a round of a region.

    Attributes
    ----------
    region, round
        Which region of the board, and its first, second or third round.
    short
        Whether it is the short game, which begins with region 2.
    ended
        Whether the last round of the game is scored, and only the final scoring is missing.
    cubes
        Resources of each player: 15, fewer for a puzzle of one's own.
    turn_order
        The order of play, where it is settled.
    seats
        Or the seat that each has chosen so far.
    seating
        The players clockwise from the oldest, for a first round of the game without bids.
    players
        By name.
    """

    region: int = Field(strict=True, ge=1, le=6)
    round: int = Field(default=1, strict=True, ge=1, le=ROUNDS)
    short: Flag = False
    ended: Flag = False
    cubes: int = Field(default=CUBES, strict=True, ge=0, le=CUBES)
    turn_order: tuple[Name, ...] | None = None
    seats: dict[Name, Count] | None = None
    seating: tuple[Name, ...] | None = None
    players: dict[Name, PlayerState] = Field(min_length=2, max_length=5)

    @property
    def states(self) -> dict[str, PlayerState]:
        """The players with every cube accounted for."""
        return {name: state.resolved(self.cubes) for name, state in self.players.items()}

    @property
    def opens_game(self) -> bool:
        """Whether this is the first round of the game, where 5.1-3 holds."""
        return self.round == 1 and self.region == first_region(self.short)

    def problems(self, board: Board, rulings: Rulings) -> Iterator[Problem]:
        """What cannot be on a table: unknown names, wrong totals, armies and pieces out of place."""
        if self.region not in board.by_number:
            known = ", ".join(str(number) for number in sorted(board.by_number))
            yield Problem(("region",), f"the board has no region {self.region}", f"one of: {known}")
            return
        first, last = first_region(self.short), last_region(self.short)
        if not first <= self.region <= last:
            yield Problem(("region",), f"the short game has no region {self.region}", f"{first} to {last} (rule 7-1)")
        elif self.ended and self.region != last:
            yield Problem(("ended",), f"the game cannot have ended in region {self.region}", f"region {last}")
        region = board.by_number[self.region]
        yield from self._name_problems()
        for name, state in self.players.items():
            path: Path = ("players", name)
            yield from under(path, self._cube_problems(state))
            yield from under(path, self._army_problems(region, state))
            yield from under(path, self._piece_problems(board, region, state, rulings))
        yield from self._standing_problems(board)

    def _name_problems(self) -> Iterator[Problem]:
        for key in ("turn_order", "seating"):
            listed: tuple[str, ...] | None = getattr(self, key)
            if listed is None:
                continue
            for at, name in enumerate(listed):
                if name not in self.players:
                    yield Problem((key, at), f"unknown player “{name}”", one_of(self.players, name))
                elif listed.index(name) < at:
                    yield Problem((key, at), f"“{name}” stands twice")
            missing = [name for name in self.players if name not in listed]
            if missing:
                yield Problem((key,), f"not everybody is named: {', '.join(missing)} missing", "all players")
        taken: dict[int, str] = {}
        for name, seat in (self.seats or {}).items():
            if name not in self.players:
                yield Problem(("seats", name), f"unknown player “{name}”", one_of(self.players, name))
            if not 1 <= seat <= len(self.players):
                yield Problem(("seats", name), f"there is no seat {seat}", f"1 to {len(self.players)}")
            elif seat in taken:
                yield Problem(("seats", name), f"seat {seat} is {taken[seat]}'s", "a free seat")
            taken[seat] = name

    def _cube_problems(self, state: PlayerState) -> Iterator[Problem]:
        parts = {"hand": state.hand or 0, "order": state.order, "armies": state.army_count,
                 "temple": state.temple, "city": state.city, "spent": state.spent or 0}  # fmt: skip
        total = sum(parts.values())
        told = " + ".join(f"{key} {value}" for key, value in parts.items() if value)
        if total > self.cubes:
            yield Problem((), f"{_counted(total, 'cube')} in all ({told})", f"{self.cubes} (rule 3.3-1)")
        elif total < self.cubes and state.spent is not None and state.resolved(self.cubes).hand == (state.hand or 0):
            what = f"only {_counted(total, 'cube')} in all ({told or 'none'})"
            yield Problem((), what, f"{self.cubes} (rule 3.3-1)")

    def _army_problems(self, region: Region, state: PlayerState) -> Iterator[Problem]:
        spent = state.resolved(self.cubes).spent or 0
        for place, count in state.armies.items():
            path: Path = ("armies", place)
            if place != SYMBOL and place not in region.provinces:
                known = [*region.provinces, SYMBOL]
                yield Problem(path, f"unknown province “{place}” in {region.name}", one_of(known, place))
                continue
            reach = STEPS * self.round
            cheapest = cheapest_entry(region, place, reach)
            if not count:
                continue
            if cheapest is None:
                far = region.steps.get(place)
                what = (
                    f"no army can be in {place} in round {self.round}: it is {far} provinces from the campaign symbol"
                )
                yield Problem(path, what, f"a province at most {reach} away (rule 5.3-2)")
            elif cheapest > spent >= 0:  # below 0 there are too many cubes, and that is the fault
                paid = f"{_counted(spent, 'cube')} {'is' if spent == 1 else 'are'} spent"
                what = f"no army of this player can be in {place}: the way costs {cheapest} and {paid}"
                yield Problem(path, what, "enough cubes in “spent” for the area costs (rule 5.3-4)")

    def _piece_problems(self, board: Board, region: Region, state: PlayerState, rulings: Rulings) -> Iterator[Problem]:
        cities = {place for other in self.players.values() for place in other.built.cities}
        for kind in KINDS:
            for at, place in enumerate(state.placed.of(kind)):
                path: Path = ("placed", PLURAL[kind], at)
                if place not in region.provinces:
                    yield Problem(path, f"unknown province “{place}” in {region.name}", one_of(region.provinces, place))
                    continue
                earlier = state.placed.of(kind)[:at]
                wrong = why_not_lay(region, state, kind, place, earlier, cities, rulings)
                if wrong:
                    yield Problem(path, wrong[1], f"a piece that rule {wrong[0]} allows")
            standing: Iterable[tuple[str | int, str]] = enumerate(state.built.cities)
            if kind == "temple":
                standing = ((place, place) for place in state.built.temples)
            for key, place in standing:
                path = ("built", PLURAL[kind], key)
                if place not in board.provinces:
                    yield Problem(path, f"unknown province “{place}”", one_of(board.provinces, place))
                elif kind not in board.provinces[place].sites:
                    yield Problem(path, f"{place} has no {kind} site", f"a province with a {kind} site (rule 3.1-3)")
            if state.limit(kind) < 0:
                owned = TEMPLES if kind == "temple" else CITIES
                rule = "5.5.2-4" if kind == "temple" else "5.5.3-5"
                what = _standing(state.built.count(kind), kind)
                if state.aside.of(kind):
                    what += f" and {state.aside.of(kind)} lie{'s' if state.aside.of(kind) == 1 else ''} aside"
                yield Problem(("built", PLURAL[kind]), what, f"at most {owned} (rule {rule})")

    def _scored_rounds(self, region: int) -> int:
        """How many rounds of a region have been scored, at most."""
        if region == self.region:
            return self.round - (0 if self.ended else 1)
        return ROUNDS if first_region(self.short) <= region < self.region else 0

    def _standing_problems(self, board: Board) -> Iterator[Problem]:
        """More can stand in a province than one city and a temple for each round scored there."""
        for region in board.regions:
            rounds = self._scored_rounds(region.number)
            scored = f"{_counted(rounds, 'round')} {'was' if rounds == 1 else 'were'} scored"
            for place in region.provinces:
                temples = sum(state.built.temples.get(place, 0) for state in self.players.values())
                owners = [name for name, state in self.players.items() for city in state.built.cities if city == place]
                if temples > rounds:
                    what = f"{_standing(temples, 'temple')} in {place}, where {scored}"
                    yield Problem(("players",), what, "one temple a round at most (rules 5.5.2-1, 5.5.4-1)")
                if len(owners) > 1 or (owners and not rounds):
                    what = f"{_standing(len(owners), 'city')} in {place}, where {scored}"
                    yield Problem(("players",), what, "one city in a province (rule 5.5.3-4)")


def first_region(short: bool) -> int:
    """Where the game begins: in the short game with region 2 (7-1)."""
    return 2 if short else 1


def last_region(short: bool) -> int:
    """Where the game ends: in the short game with region 4, whose target bears campaign symbol 5 (6-1, 7-1)."""
    return 4 if short else 6


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _standing(number: int, kind: Kind) -> str:
    return f"1 {kind} stands" if number == 1 else f"{number} {PLURAL[kind]} stand"


def cheapest_entry(region: Region, place: str, steps: int) -> int | None:
    """The least area cost with which one army stands in a place after at most so many steps; None if none can."""
    costs = {SYMBOL: 0}
    for _ in range(steps):
        following = dict(costs)
        for (start, end), cost in region.costs.items():
            if start in costs:
                following[end] = min(following.get(end, 999), costs[start] + cost)
        costs = following
    return costs.get(place)


def why_not_lay(
    region: Region,
    state: PlayerState,
    kind: Kind,
    place: str,
    laid: tuple[str, ...],
    cities: set[str],
    rulings: Rulings,
) -> tuple[str, str] | None:
    """Why a player may not lay a piece in a province: the rule's id and the reason; None if it may be laid.

    Pieces that rivals have laid there are no reason (5.4-3), nor are temples of earlier rounds (5.5.2-3).

    Parameters
    ----------
    laid
        Where the player has laid pieces of this kind this round already.
    cities
        The provinces in which a city stands from an earlier round, anybody's.
    """
    if not region.has_site(place, kind):
        return "3.1-3", f"{place} has no {kind} site"
    if not state.armies.get(place):
        return "5.4-1", f"no own army stands in {place}"
    if place in laid:
        return "5.4-2", f"a {kind} lies in {place} already"
    if kind == "city" and place in cities and rulings.read("second-city-piece") == "illegal":
        return "5.5.3-4", f"a city stands in {place} already"
    if len(laid) >= state.limit(kind):
        rule = "5.5.2-4" if kind == "temple" else "5.5.3-5"
        return rule, f"no {kind} piece is left for {place}"
    return None
