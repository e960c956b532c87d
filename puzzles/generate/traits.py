"""What makes a best-response scenario interesting, read off the replay of its plan by the rules.

:func:`greedy` is the yardstick: a player who takes the province with the best immediate points,
then the next one, and never thinks of what rivals' fields will have become.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from models.empire.board import SYMBOL
from models.empire.plan import Allocation, Move, Payment, Plan
from models.empire.position import KINDS, PLURAL, STEPS, Kind, Pieces, why_not_lay
from models.empire.round import Table, distribute, follow, play
from models.empire.scoring import BUILDINGS, MAJORITY_POINTS, score_round
from models.ledger import Ledger
from models.rulings import Rulings
from puzzles.questions import find
from puzzles.scenario import Scenario, task_of

CONTESTED = "5.5.4-2"
TIES = ("5.5.1-2", "5.5.4-5")

Builders = frozenset[tuple[str, str, int]]
"""Who builds: player, province and the points of the building, which tell its kind."""


@dataclass(frozen=True)
class Traits:
    """What a plan of a scenario has to do with.

    Attributes
    ----------
    contested
        Somebody builds at a contested price.
    depletion
        Were no field to shrink during the scoring, somewhere another player would build, or nobody, or one more.
    tie
        A tie scores nothing for somebody.
    beats_greedy
        The plan is worth more than that of the greedy player.
    """

    contested: bool
    depletion: bool
    tie: bool
    beats_greedy: bool


def traits(scenario: Scenario, plan: Plan) -> Traits:
    """The traits of a scenario with its best plan.

    Examples
    --------
    >>> from puzzles.generate.empire import best_response
    >>> scenario = best_response(1)
    >>> traits(scenario, greedy(scenario)).beats_greedy
    False
    """
    rulings = scenario.rulings
    player: str = scenario.question.player
    table = play(_after_rivals(scenario, rulings), player, plan, rulings).table
    ledger = score_round(table.region, table.players, rulings).ledger
    rules = {entry.rule for entry in ledger}
    return Traits(
        contested=CONTESTED in rules,
        depletion=_builders(ledger) != _builders_of_full_fields(table, rulings),
        tie=not rules.isdisjoint(TIES),
        beats_greedy=value(scenario, plan) > value(scenario, greedy(scenario)),
    )


def value(scenario: Scenario, plan: Plan) -> int:
    """What a plan is worth by the rules, in the question's own measure."""
    question = find(scenario.game.key, scenario.question.kind).load()
    return question.replay(task_of(scenario), plan).value


def _builders(ledger: Ledger) -> Builders:
    worth = {building.points for building in BUILDINGS.values()}
    return frozenset((entry.player, entry.subject, entry.amount) for entry in ledger if entry.amount in worth)


def _builders_of_full_fields(table: Table, rulings: Rulings) -> Builders:
    """Who would build if every province found the fields as they were before the first one."""
    found: set[tuple[str, str, int]] = set()
    for place in table.region.provinces:
        alone = {}
        for name, state in table.players.items():
            laid = {PLURAL[kind]: tuple(at for at in state.placed.of(kind) if at == place) for kind in KINDS}
            placed = Pieces(temples=laid["temples"], cities=laid["cities"])
            alone[name] = state.model_copy(update={"placed": placed})
        found |= _builders(score_round(table.region, alone, rulings).ledger)
    return frozenset(found)


def _after_rivals(scenario: Scenario, rulings: Rulings) -> Table:
    table = Table.of(scenario.board, scenario.position)
    for name, policy in scenario.assumptions.rivals.items():
        table = follow(table, name, policy, rulings).table
    return table


def greedy(scenario: Scenario) -> Plan:
    """The best of what a greedy player does with each of some sensible allocations.

    The player takes province after province: each time the one with the most points for its
    cubes as things lie, until nothing more can be had.  Armies that share the beginning of
    their way go it together.

    Raises
    ------
    ValueError
        The question fixes parts of the plan, which a greedy player would not keep to.
    """
    fixed = scenario.question.fixed
    if fixed.plain():
        raise ValueError("the greedy player knows no fixed parts")
    rulings = scenario.rulings
    table = _after_rivals(scenario, rulings)
    player: str = scenario.question.player
    plans = [_Greedy(table, player, allocation, rulings).plan() for allocation in _allocations(table, player)]
    return max(plans, key=lambda plan: value(scenario, plan))


def _allocations(table: Table, player: str) -> Iterator[Allocation | None]:
    """Splits that come to mind: a fifth to a half for armies, the rest evenly or leaning to one field."""
    hand = table.players[player].hand or 0
    if not hand:
        yield None
        return
    seen = set()
    shares = (0.2, 0.27, 0.33, 0.4, 0.5) if table.round == 1 else (0.0,)
    for share in shares:
        armies = round(hand * share)
        for lean in (0.3, 0.5, 0.7) if table.round == 1 else (0.0, 0.3, 0.5, 0.7, 1.0):
            temple = round((hand - armies) * lean)
            if (armies, temple) not in seen:
                seen.add((armies, temple))
                yield Allocation(armies=armies, temple=temple, city=hand - armies - temple)


@dataclass(frozen=True)
class _Offer:
    """A province that could be taken next; ``paying`` is the field that the area cost comes from."""

    walk: tuple[str, ...]
    armies: int
    points: int
    cost: int
    paying: Kind
    prices: Mapping[Kind, int]

    @property
    def place(self) -> str:
        """Where the armies go."""
        return self.walk[-1]

    @property
    def rank(self) -> tuple[Fraction, int, tuple[str, ...]]:
        """The smaller, the better: points for cubes, then points, then the way."""
        cubes = self.armies + self.cost + sum(self.prices.values())
        return (-Fraction(self.points, cubes), -self.points, self.walk)


class _Greedy:
    """One greedy player with a settled allocation.

    ``crossed`` are the beginnings of ways that a group goes already, with its armies and what it
    pays for the last step: whoever joins it pays nothing.
    """

    def __init__(self, table: Table, player: str, allocation: Allocation | None, rulings: Rulings) -> None:
        if allocation is not None:
            table = distribute(table, player, allocation, rulings).table
        self.region, self.rulings, self.allocation = table.region, rulings, allocation
        self.state = table.players[player]
        self.rivals = [state for name, state in table.players.items() if name != player]
        self.cities = {place for state in table.players.values() for place in state.built.cities}
        self.pieces = {kind: self.state.placed.of(kind) for kind in KINDS}
        self.spare = {place: count for place, count in self.state.armies.items() if count}
        self.left = {kind: self.state.field(kind) for kind in KINDS}
        self.crossed: dict[tuple[str, ...], int] = {}
        self.pays: dict[tuple[str, ...], Payment] = {}

    def plan(self) -> Plan:
        """Take provinces as long as one gives points; then move, the shorter ways first, and lay."""
        taken: set[str] = set()
        while offer := min(self._offers(taken), key=lambda one: one.rank, default=None):
            taken.add(offer.place)
            self._take(offer)
        moves = [
            Move(armies=self.crossed[way], path=way[-2:], pays=self.pays[way])
            for way in sorted(self.crossed, key=lambda crossed: (len(crossed), crossed))
        ]
        new = {kind: tuple(at for at in self.pieces[kind] if at not in self.state.placed.of(kind)) for kind in KINDS}
        pieces = Pieces(temples=new["temple"], cities=new["city"])
        return Plan(allocation=self.allocation, moves=tuple(moves), pieces=pieces)

    def _take(self, offer: _Offer) -> None:
        self.spare[offer.walk[0]] -= offer.armies
        self.left[offer.paying] -= offer.cost
        for way in _beginnings(offer.walk):
            if way not in self.crossed:
                self.pays[way] = Payment.model_validate({offer.paying: self.region.costs[way[-2], way[-1]]})
            self.crossed[way] = self.crossed.get(way, 0) + offer.armies
        for kind, price in offer.prices.items():
            self.left[kind] -= price
            self.pieces[kind] = (*self.pieces[kind], offer.place)

    def _offers(self, taken: set[str]) -> Iterator[_Offer]:
        """Every way to a province that is not taken and gives points as the fields lie now."""
        for start, count in self.spare.items():
            for walk in self._walks(start) if count else ():
                place = walk[-1]
                if place in taken or place == SYMBOL:
                    continue
                cost = sum(self.region.costs[way[-2], way[-1]] for way in _beginnings(walk) if way not in self.crossed)
                paying: Kind = "temple" if self.left["temple"] >= cost else "city"
                left = {**self.left, paying: self.left[paying] - cost}
                if left[paying] < 0:
                    continue
                most = max(rival.armies.get(place, 0) for rival in self.rivals)
                prices = {kind: price for kind in KINDS if (price := self._price(kind, place, left)) is not None}
                points = MAJORITY_POINTS * (count > most) + sum(BUILDINGS[kind].points for kind in prices)
                if points:
                    yield _Offer(walk, most + 1 if count > most else 1, points, cost, paying, prices)

    def _walks(self, start: str) -> Iterator[tuple[str, ...]]:
        """All ways of no to three steps that enter no place twice."""
        edge: list[tuple[str, ...]] = [(start,)]
        for _ in range(STEPS + 1):
            yield from edge
            edge = [
                (*way, end) for way in edge for begin, end in self.region.costs if begin == way[-1] and end not in way
            ]

    def _price(self, kind: Kind, place: str, left: Mapping[Kind, int]) -> int | None:
        """What building would cost as the fields lie now; None where it cannot be had."""
        here = self.state.model_copy(update={"armies": {place: 1}})
        if place in self.cities and kind == "city":
            return None
        if why_not_lay(self.region, here, kind, place, self.pieces[kind], self.cities, self.rulings):
            return None
        against = [rival.field(kind) for rival in self.rivals if place in rival.placed.of(kind)]
        if against and left[kind] <= max(against):
            return None
        price = max(against) + 1 if against else BUILDINGS[kind].price
        return price if left[kind] >= price else None


def _beginnings(walk: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The parts of a way that lead over its first arrow, its first two, and so on."""
    return (walk[:length] for length in range(2, len(walk) + 1))


def go_on(table: Table, player: str, plan: Plan, kept: int, rulings: Rulings) -> Plan | None:
    """What the greedy player makes of the first steps of a plan: its allocation, then its moves, then its pieces.

    Once a piece is laid no army moves any more.

    Parameters
    ----------
    table
        When the rivals have done what they do.
    kept
        How many steps of the plan stand.

    Returns
    -------
    A plan; None if the steps that stand are against a rule.
    """
    begin = play(table, player, _cut(plan, kept), rulings)
    if begin.breaches:
        return None
    given = _cut(plan, kept)
    moves_over = kept > (plan.allocation is not None) + len(plan.moves)
    after = _Rest(begin.table, player, rulings, _made(table, player, given, moves_over)).plan()
    pieces = {PLURAL[kind]: (*given.pieces.of(kind), *after.pieces.of(kind)) for kind in KINDS}
    return Plan(allocation=plan.allocation, moves=(*given.moves, *after.moves), pieces=Pieces(**pieces))


def start_anew(table: Table, player: str, worth: Callable[[Plan], int | None], rulings: Rulings) -> Plan | None:
    """The best that the greedy player does with the splits that come to mind; None if nothing is worth anything."""
    best: tuple[int, Plan] | None = None
    for allocation in _allocations(table, player):
        plan = _Greedy(table, player, allocation, rulings).plan()
        value = worth(plan)
        if value is not None and (best is None or value > best[0]):
            best = (value, plan)
    return best[1] if best is not None else None


def _cut(plan: Plan, kept: int) -> Plan:
    """The first so many steps of a plan; the allocation stands in any case."""
    left = max(0, kept - (plan.allocation is not None))
    moves = plan.moves[:left]
    left -= len(moves)
    temples = plan.pieces.temples[:left]
    cities = plan.pieces.cities[: left - len(temples)]
    return Plan(allocation=plan.allocation, moves=moves, pieces=Pieces(temples=temples, cities=cities))


def _made(table: Table, player: str, given: Plan, over: bool) -> Mapping[str, int]:
    """The most provinces that an army has entered this round, by where it stands."""
    armies = {place: [0] * count for place, count in table.players[player].armies.items()}
    armies[SYMBOL] = armies.get(SYMBOL, []) + [0] * (given.allocation.armies if given.allocation is not None else 0)
    for move in given.moves:
        steps = len(move.path) - 1
        there = sorted(armies[move.path[0]], key=lambda made: (made + steps > STEPS, -made))
        armies[move.path[0]] = there[move.armies :]
        armies.setdefault(move.path[-1], []).extend(made + steps for made in there[: move.armies])
    return {place: STEPS if over else max(made, default=0) for place, made in armies.items()}


class _Rest(_Greedy):
    """The greedy player where armies have moved and pieces lie already."""

    def __init__(self, table: Table, player: str, rulings: Rulings, made: Mapping[str, int]) -> None:
        super().__init__(table, player, None, rulings)
        self.made = made

    def _walks(self, start: str) -> Iterator[tuple[str, ...]]:
        most = STEPS - self.made.get(start, 0)
        return (walk for walk in super()._walks(start) if len(walk) - 1 <= most)
