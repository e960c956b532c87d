"""The best response by trying everything: the judge of the solver on small boards.

Legality and scoring are those of ``models``; nothing here comes from ``solver``.  What is tried:

* every allocation of the cubes in the hand;
* every outcome of every sequence of group moves.  A breadth-first search follows how many armies
  stand where with how many steps made, and what has been paid: every group that could cross an
  arrow crosses it, armies sent back and forth and groups that pay apart included, since these are
  legal.  A path of several steps is the same as its steps one after the other.  An arrow without
  a cost needs no groups, only armies one by one.  Any sum paid can come from the two fields in
  any mix, cube by cube, so the search follows the sum and splits it at the end;
* every set of pieces that may be laid.

Two outcomes with the same armies and the same cubes on both fields are one.  The three parts of
the scoring of a province do not touch each other (5.5.4-6 and no army is spent on a piece), so
they are scored apart, by ``models``, and added; ``whole=True`` scores every plan in one instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from models.empire.board import SYMBOL, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Allocation, Payment, Plan
from models.empire.position import KINDS, STEPS, Kind, Pieces, PlayerState, why_not_lay
from models.empire.round import Table, distribute, follow, play
from models.empire.scoring import majority, score_round
from models.ledger import Entry
from models.rulings import Rulings
from puzzles.scenario import Scenario
from tests.sparing import Spare

Answer = tuple[object, ...]
"""What happens: the ledger without its notes."""

Armies = tuple[int, ...]
"""The player's armies in each province, in the order of scoring."""


@dataclass(frozen=True)
class Best:
    """The best values; None where no plan keeps to the fixed parts.

    Attributes
    ----------
    points, margin
        The best value of each measure.
    answers
        All answers that reach the best value of the scenario's own measure, if asked for.
    outcomes
        How many different outcomes of distribution and movement there are.
    """

    points: int | None
    margin: int | None
    answers: frozenset[Answer] | None
    outcomes: int

    def of(self, measure: str) -> int | None:
        """The best value of a measure."""
        return self.points if measure == "points" else self.margin


@dataclass(frozen=True)
class _Part:
    """One part of a scoring: the points of each player, and what happens."""

    points: tuple[int, ...]
    answer: Answer


def search(
    scenario: Scenario, *, answers: bool = False, whole: bool = False, wasting: bool = True, most: int | None = None
) -> Best:
    """Try every plan.

    Parameters
    ----------
    answers
        Whether to collect all answers of the best value, too.
    whole
        Score every plan in one instead of part by part: slow, to check the parts.
    most
        How many states of movement and plans are looked at; then :class:`~tests.sparing.TooLargeError`.
    wasting
        Whether more may be paid than the armies need to come to stand where they do.  It may by the
        rules; without it, the difference tells where a cube wasted is a cube well spent.
    """
    return _Search(scenario, wasting, Spare(most)).best(answers, whole)


def answer_of(scenario: Scenario, plan: Plan) -> Answer:
    """What happens when a plan is played: equal for two plans that are the same answer."""
    game = _Search(scenario)
    table = play(game.table, game.player, plan, game.rulings).table
    return game.score(table.players[game.player]).answer


def reach(
    costs: Mapping[tuple[str, str], int],
    places: Sequence[str],
    standing: Mapping[str, int],
    budget: int,
    spare: Spare | None = None,
) -> set[tuple[Armies, int]]:
    """Where armies can stand after any moves, and what was paid for it in all.

    Parameters
    ----------
    costs
        The cost of each crossing.
    places
        The provinces, in the order in which the result counts armies; those on the symbol are left out.
    standing
        Where the armies stand before.
    budget
        The most that may be paid.
    """
    width = STEPS + 1
    cell = {place: at * width for at, place in enumerate([*places, SYMBOL])}
    start = [0] * (len(cell) * width)
    for place, count in standing.items():
        start[cell[place]] = count
    first = (tuple(start), 0)
    seen, edge = {first}, [first]
    while edge:
        following = []
        for state, paid in edge:
            for (begin, end), cost in costs.items():
                if paid + cost > budget:
                    continue
                for group in _groups(state, cell[begin], single=not cost):
                    moved = list(state)
                    for made, count in enumerate(group):
                        moved[cell[begin] + made] -= count
                        moved[cell[end] + made + 1] += count
                    after = (tuple(moved), paid + cost)
                    if after not in seen:
                        if spare is not None:
                            spare.use()
                        seen.add(after)
                        following.append(after)
        edge = following
    spans = [(cell[place], cell[place] + width) for place in places]
    return {(tuple(sum(state[low:high]) for low, high in spans), paid) for state, paid in seen}


class _Search:
    def __init__(self, scenario: Scenario, wasting: bool = True, spare: Spare | None = None) -> None:
        self.wasting, self.spare = wasting, spare or Spare()
        self.rulings: Rulings = scenario.rulings
        self.question = scenario.question
        self.fixed = scenario.question.fixed
        self.player: str = scenario.question.player
        table = Table.of(scenario.board, scenario.position)
        for name, policy in scenario.assumptions.rivals.items():
            table = follow(table, name, policy, self.rulings).table
        self.table = table
        self.region: Region = table.region
        self.places = self.region.in_order
        self.cities = {place for state in table.players.values() for place in state.built.cities}
        self.names = [self.player, *(name for name in table.players if name != self.player)]
        self._parts: dict[tuple[Kind, int, frozenset[str]], list[_Part]] = {}
        self._majorities: dict[Armies, _Part] = {}

    # -- distribution and movement -----------------------------------------------------------

    def allocations(self) -> Iterator[PlayerState]:
        """The player after each legal distribution that the question leaves open."""
        state = self.table.players[self.player]
        hand = state.hand or 0
        fixed = {key: value for key, value in self.fixed.allocation.model_dump().items() if value is not None}
        if not hand:
            if not any(fixed.values()):
                yield state
            return
        for order, armies, temple in product(range(hand + 1), repeat=3):
            for city in range(hand - order - armies - temple + 1):
                put = {"order": order, "armies": armies, "temple": temple, "city": city}
                if any(put[key] != value for key, value in fixed.items()):
                    continue
                turn = distribute(self.table, self.player, Allocation(**put), self.rulings)
                if not turn.breaches:
                    yield turn.table.players[self.player]

    @cached_property
    def outcomes(self) -> frozenset[tuple[Armies, int, int]]:
        """Armies by province, temple field and city field after every distribution and movement."""
        found: set[tuple[Armies, int, int]] = set()
        reached: dict[tuple[tuple[str, int], ...], set[tuple[Armies, int]]] = {}
        states = {}
        for state in self.allocations():
            states[tuple(sorted(state.armies.items())), state.temple, state.city] = state
        if self.fixed.moves is not None:
            return frozenset(outcome for state in states.values() for outcome in self._play_fixed(state))
        most: dict[tuple[tuple[str, int], ...], int] = {}
        for standing, temple, city in states:
            most[standing] = max(most.get(standing, 0), temple + city)
        for standing, budget in most.items():
            reached[standing] = reach(self.region.costs, self.places, dict(standing), budget, self.spare)
            if not self.wasting:
                reached[standing] = _cheapest(reached[standing])
        for standing, temple, city in states:
            for armies, cost in reached[standing]:
                for from_temple in range(max(0, cost - city), min(cost, temple) + 1):
                    found.add((armies, temple - from_temple, city - (cost - from_temple)))
        return frozenset(found)

    def _play_fixed(self, state: PlayerState) -> Iterator[tuple[Armies, int, int]]:
        """The moves that the question fixes, with every payment that it leaves open."""
        choices: list[list[Payment]] = []
        for move in self.fixed.moves:
            cost = sum(self.region.costs[crossing] for crossing in zip(move.path, move.path[1:], strict=False))
            open_payments = [Payment(temple=cubes, city=cost - cubes) for cubes in range(cost + 1)]
            choices.append([move.pays] if move.pays is not None else open_payments)
        for payments in product(*choices):
            moves = [GroupMove(m.armies, m.path, pays) for m, pays in zip(self.fixed.moves, payments, strict=True)]
            moved = play_moves(self.region, state, moves)
            if not moved.breaches:
                yield self._armies(moved.state), moved.state.temple, moved.state.city

    def _armies(self, state: PlayerState) -> Armies:
        return tuple(state.armies.get(place, 0) for place in self.places)

    # -- pieces and scoring --------------------------------------------------------------------

    def layings(self, kind: Kind, present: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Every set of pieces of a kind that may be laid with armies in these provinces.

        What lies already lies in each of them; what the question fixes is laid, no more.
        """
        state = self.table.players[self.player]
        state = state.model_copy(update={"armies": dict.fromkeys(present, 1)})
        before = state.placed.of(kind)
        wanted = self.fixed.pieces.temples if kind == "temple" else self.fixed.pieces.cities
        if wanted is not None:
            choices: Iterable[tuple[str, ...]] = [tuple(wanted)]
        else:
            here = [place for place in self.places if state.armies.get(place) and place not in before]
            choices = (chosen for count in range(len(here) + 1) for chosen in combinations(here, count))
        for chosen in choices:
            laid = before
            for place in chosen:
                if why_not_lay(self.region, state, kind, place, laid, self.cities, self.rulings):
                    break
                laid = (*laid, place)
            else:
                yield laid

    def parts(self, kind: Kind, cubes: int, present: frozenset[str]) -> list[_Part]:
        """The scoring of one kind for every set of pieces, each different one once."""
        key = (kind, cubes, present)
        if key not in self._parts:
            states = {name: state.model_copy(update={"armies": {}}) for name, state in self.table.players.items()}
            found = {}
            for laid in self.layings(kind, present):
                table = self._lay(states, kind, cubes, laid)
                ledger = score_round(self.region, table, self.rulings).ledger
                part = _Part(self._points(ledger), self._pieces_answer(kind, ledger))
                found[part] = part
            self._parts[key] = list(found)
        return self._parts[key]

    def _lay(
        self, states: Mapping[str, PlayerState], kind: Kind, cubes: int, laid: tuple[str, ...]
    ) -> dict[str, PlayerState]:
        """Everybody with pieces of one kind only, the player with so many cubes on its field."""
        table = {}
        for name, state in states.items():
            pieces = laid if name == self.player else state.placed.of(kind)
            placed = Pieces(temples=pieces) if kind == "temple" else Pieces(cities=pieces)
            update: dict[str, object] = {"placed": placed}
            if name == self.player:
                update[kind] = cubes
            table[name] = state.model_copy(update=update)
        return table

    def majorities(self, armies: Armies) -> _Part:
        """The scoring of the provinces themselves."""
        if armies not in self._majorities:
            standing = dict(zip(self.places, armies, strict=True))
            states = dict(self.table.players)
            states[self.player] = states[self.player].model_copy(update={"armies": standing})
            ledger = [entry for place in self.places for entry in majority(place, states)]
            self._majorities[armies] = _Part(self._points(ledger), majority_answer(ledger))
        return self._majorities[armies]

    def score(self, state: PlayerState) -> _Part:
        """The scoring of the whole table with the player's state as given."""
        ledger = score_round(self.region, {**self.table.players, self.player: state}, self.rulings).ledger
        answers = [majority_answer(ledger)]
        answers += [self._pieces_answer(kind, ledger) for kind in KINDS]
        return _Part(self._points(ledger), tuple(answers))

    def _points(self, ledger: Iterable[Entry]) -> tuple[int, ...]:
        totals = dict.fromkeys(self.names, 0)
        for entry in ledger:
            totals[entry.player] += entry.amount
        return tuple(totals.values())

    def _pieces_answer(self, kind: Kind, ledger: Iterable[Entry]) -> Answer:
        return pieces_answer(kind, ledger, self.cities)

    # -- putting it together ---------------------------------------------------------------------

    def best(self, answers: bool, whole: bool) -> Best:
        """The best values over all plans."""
        best: dict[str, int | None] = {"points": None, "margin": None}
        keys: set[Answer] = set()
        own = self.question.maximise
        for armies, temple, city in self.outcomes:
            self.spare.use()
            for points, answer in (
                self._whole(armies, temple, city) if whole else self._added(armies, temple, city, answers)
            ):
                values = {"points": points[0], "margin": points[0] - max(points[1:])}
                if best[own] is None or values[own] > (best[own] or 0):
                    keys.clear()
                for measure, value in values.items():
                    known = best[measure]
                    best[measure] = value if known is None else max(known, value)
                if answers and values[own] == best[own]:
                    keys.add(answer)
        return Best(best["points"], best["margin"], frozenset(keys) if answers else None, len(self.outcomes))

    def _added(self, armies: Armies, temple: int, city: int, answers: bool) -> Iterator[tuple[tuple[int, ...], Answer]]:
        present = frozenset(place for place, count in zip(self.places, armies, strict=True) if count)
        ground = self.majorities(armies)
        temples, cities = self.parts("temple", temple, present), self.parts("city", city, present)
        if not answers:
            temples = list({part.points: part for part in temples}.values())
            cities = list({part.points: part for part in cities}.values())
        self.spare.use(len(temples) * len(cities))
        for one, two in product(temples, cities):
            points = tuple(map(sum, zip(ground.points, one.points, two.points, strict=True)))
            yield points, (ground.answer, one.answer, two.answer)

    def _whole(self, armies: Armies, temple: int, city: int) -> Iterator[tuple[tuple[int, ...], Answer]]:
        standing = {place: count for place, count in zip(self.places, armies, strict=True) if count}
        for temples, cities in product(self.layings("temple", standing), self.layings("city", standing)):
            state = self.table.players[self.player].model_copy(
                update={
                    "armies": standing,
                    "temple": temple,
                    "city": city,
                    "placed": Pieces(temples=temples, cities=cities),
                }
            )
            part = self.score(state)
            yield part.points, part.answer


def _groups(state: tuple[int, ...], begin: int, single: bool) -> Iterator[tuple[int, ...]]:
    """Every group that can leave a place: how many of those that have made 0, 1, … steps."""
    there = state[begin : begin + STEPS]
    if single:
        for made, count in enumerate(there):
            if count:
                yield tuple(int(at == made) for at in range(STEPS))
        return
    for group in product(*(range(count + 1) for count in there)):
        if any(group):
            yield group


def _cheapest(reached: Iterable[tuple[Armies, int]]) -> set[tuple[Armies, int]]:
    least: dict[Armies, int] = {}
    for armies, paid in reached:
        least[armies] = min(paid, least.get(armies, paid))
    return set(least.items())


def majority_answer(ledger: Iterable[Entry]) -> Answer:
    """Who has the majority where, and who comes second."""
    return tuple((e.subject, e.player, e.rule) for e in ledger if e.rule.startswith("5.5.1"))


def pieces_answer(kind: Kind, ledger: Iterable[Entry], standing: Collection[str]) -> Answer:
    """What becomes of the pieces of a kind; one laid where a city stands comes to nothing and does not count."""
    entries = [e for e in ledger if e.note.startswith(kind) and not (kind == "city" and e.subject in standing)]
    return (kind, tuple(sorted((e.subject, e.player, e.price, e.rule) for e in entries)))
