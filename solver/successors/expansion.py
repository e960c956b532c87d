r"""The best campaign of a player this turn: which armies move where, what they take, which fleets are built.

What an army does comes down to a *way*: a path, of which only the useful spaces on it and its
movement points matter (:mod:`solver.successors.reach`); a way that another one covers for no more
points is left out, and so is every space whose marker could change nothing.

*Sets*: armies :math:`a` with units, their ways :math:`w` (the first: stay), useful spaces :math:`s`,
offers of fleets :math:`f`.  *Variables*: ``way[a,w]``, ``holds[a,s]``, ``takes[s]``, ``builds[f]``.

*Constraints*::

    sum over w of way[a,w] = 1                                          (F-12: one move)
    holds[a,s] <= sum of way[a,w] over the ways through s               (F-7 to F-9)
    sum over s of holds[a,s] <= units of a                              (F-12)
    takes[s] = sum over a of holds[a,s] <= 1                            (F-10)
    moves + operations of the fleets built <= operations
    sum over s of price[s] * takes[s] <= siege points                   (F-11)
    takes[s] => somebody's province, the Hellespont or else hangs on it (dominated otherwise)

A path is cut at the last space that is held, so at least one unit arrives (F-12).  That the sea carries
no more than 8 units (F-8) needs no constraint: with at most 8 movement points no more than 8 spaces come
after the port, so whoever is too many stays where the army stands.  What the markers and fleets are worth is
:mod:`solver.successors.table_model`'s.

*Bound.*  For one army, a choice of ways and the units on it are nearly integral, since a space hangs
on the sum of its ways; a province hangs on its city and on subsets of its spaces.  What is left to
the search is which provinces to go for.

*Value*: the player's victory points on the table afterwards (``vp``), less the best rival's
(``margin``), or with the player's legitimacy (``total``).

*Tie-break*: fewer movement points, fewer operations, fewer siege points, fewer spaces taken; then
spaces that come first on the map, fleets that come later, ways and armies in order.

*Same answer*: the same spaces taken and fleets built, whichever armies do it.  Spaces that nothing
hangs on are never taken.

*Rulings* that matter: those of control, victory points and, for ``total``, legitimacy:
``province-control``, ``transit-in-majority``, ``several-cities``, ``lord-of-asia-phrygia``,
``independent-fleets``, ``capital-count``, ``captured-capitals``, ``captured-alone``,
``legitimacy-floor``, ``card-effects``, ``scattered-generals``, ``champion-regained``,
``tomb-elsewhere``, ``pella-floor``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.rulings import Rulings
from models.successors.campaign import (
    ArmyMove,
    Campaign,
    move_points,
    operations_used,
    played,
    siege_paid,
    siege_price,
)
from models.successors.log import Game
from models.successors.map import Map
from models.successors.movement import ABOARD, Links, others_at
from models.successors.position import INDEPENDENT, LEGITIMACY, VP, Army, Position
from models.successors.scoring import changes, score
from models.successors.words import outcome_words, place_name, subject_words
from models.words import and_words
from solver.answer import Replay, Solution
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task
from solver.successors.expansion_documents import Expansion
from solver.successors.reach import Way, reachable, steps_of, ways
from solver.successors.table_model import Bit, Logic, Pieces, Sum, Table

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear

MOST_MOVEMENT = 8
"""Movement points that an army may have: twice what a die gives at most (F-13)."""


class ExpansionQuestion(Question):
    """``expansion``: see the module."""

    answer = Campaign

    def value_words(self, task: Task, value: int) -> str:
        """Victory points, a margin, or both tracks together."""
        question: Expansion = task.question
        points = f"{abs(value)} victory point{'' if abs(value) == 1 else 's'}"
        if question.maximise == "vp":
            return f"{points} for {question.player}"
        if question.maximise == "total":
            return f"{value} victory points and legitimacy together for {question.player}"
        if value == 0:
            return f"{question.player} level with the best rival"
        return f"{question.player} {points} {'ahead of' if value > 0 else 'behind'} the best rival"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The moves, the fleets, the markers with what they take, and an automatic victory if there is one."""
        assert isinstance(plan, Campaign)
        question: Expansion = task.question
        yield from (("move", _move_words(task, move)) for move in plan.moves)
        yield from (("build", f"a fleet of {number}") for number in plan.fleets)
        for space in plan.takes:
            yield "mark", _mark_words(task, space)
        if not plan.moves and not plan.fleets and not plan.takes:
            yield "move", "nothing: no move, fleet or marker adds to that"
        used, paid = (
            operations_used(plan, question),
            siege_paid(task.board, task.position, question.player, plan, question.prices),
        )
        yield "spent", f"{used} of {question.operations} operations, {paid} of {question.siege} siege points"
        game, _ = _played(task, plan, task.rulings.fresh())
        yield from (("then", line) for line in _change_words(task, game))
        if game.outcome is not None:
            yield "win", outcome_words(game.outcome, game.totals)

    def problems(self, task: Task) -> Iterator[Problem]:
        """An unknown player, and armies that go too far for this."""
        name, players = task.question.player, task.position.players
        if name not in players:
            yield Problem(("question", "player"), f"unknown player “{name}”", one_of(players, name))
            return
        for at, army in enumerate(players[name].armies):
            if army.movement > MOST_MOVEMENT:
                path = ("position", "players", name, "armies", at, "movement")
                yield Problem(path, f"{army.movement} movement points are too many", f"at most {MOST_MOVEMENT}")

    def formulate(self, task: Task) -> Formulation:
        """Build the model."""
        from ortools.sat.python import cp_model

        return _Builder(task, cp_model.CpModel()).formulation()

    def decode(self, task: Task, solution: Solution) -> Campaign:
        """The moves in the order of the armies, the spaces in that of the map."""
        facts, values, overland = _Facts.of(task), solution.values, Links.of(task.board, sea=False)
        moves = []
        for at, force in enumerate(facts.forces):
            held = {space for space in force.useful if values["holds", at, space]}
            move = force.move(force.ways[values["way", at]], held, overland)
            if move is not None:
                moves.append(move)
        takes = tuple(space for space in facts.useful if values["takes", space])
        built = [offer.number for at, offer in enumerate(task.question.fleets) if values["builds", at]]
        return Campaign(moves=tuple(moves), takes=takes, fleets=tuple(built))

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the campaign by the rules."""
        assert isinstance(plan, Campaign)
        question: Expansion = task.question
        rulings = task.rulings.fresh()
        game, breaches = _played(task, plan, rulings)
        own = game.totals[question.player]
        value = own[VP]
        if question.maximise == "margin":
            value -= max(game.totals[name][VP] for name in task.position.players if name != question.player)
        elif question.maximise == "total":
            value += own[LEGITIMACY]
        return Replay(value, game.ledger, rulings.consulted(), breaches)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Nothing: whatever the question allows, a campaign is bound to by its terms."""
        return ()


def _played(task: Task, plan: Campaign, rulings: Rulings) -> tuple[Game, tuple[Breach, ...]]:
    return played(task.board, task.position, task.question.player, plan, task.question, rulings)


def _move_words(task: Task, move: ArmyMove) -> str:
    """A move as one would say it."""
    names = [place_name(space) for space in move.path]
    points = move_points(task.board, task.position, task.question.player, move)
    which = f" (army {move.army} there)" if move.army > 1 else ""
    through = f" through {and_words(names[1:-1])}" if names[1:-1] else ""
    leaving = [f"{units} in {place_name(space)}" for space, units in move.leaves.items()]
    left = f", leaving {and_words(leaving)}" if leaving else ""
    spent = f"{points} movement point{'' if points == 1 else 's'}"
    return f"{names[0]}{which}{through} to {names[-1]}, {spent}{left}"


def _mark_words(task: Task, space: str) -> str:
    """A space that is marked, whose it was, and what it takes."""
    board, position, question = task.board, task.position, task.question
    if space not in board.spaces:
        return place_name(space)
    owner = position.markers.get(space)
    whose = {None: "uncontrolled", INDEPENDENT: "independent"}.get(owner, f"{owner}'s")
    price = siege_price(board, position, question.player, space, question.prices)
    return f"{place_name(space)} ({whose}" + (f", {price} siege point{'' if price == 1 else 's'})" if price else ")")


def _change_words(task: Task, game: Game) -> Iterator[str]:
    """What everybody has afterwards, and which entries made the difference."""
    changed = changes(score(task.board, task.position, task.rulings.fresh()), game.ledger)
    for name in task.position.players:
        parts = []
        for track, what in ((VP, "victory point"), (LEGITIMACY, "legitimacy")):
            total = game.totals[name][track]
            made = [e for e in changed if (e.player, e.track) == (name, track) and e.amount]
            listed = ", ".join(f"{subject_words(entry.subject)} {entry.amount:+}" for entry in made)
            counted = f"{total} {what}{'s' if track == VP and total != 1 else ''}"
            parts.append(f"{counted} ({listed})" if made else counted)
        yield f"{name} has {and_words(parts)}"


@dataclass(frozen=True)
class _Force:
    """An army with units: where it stands, which one there, and what it can do.

    Attributes
    ----------
    useful
        The useful spaces on any of its ways.
    """

    at: str
    number: int
    units: int
    ways: tuple[Way, ...]
    useful: tuple[str, ...]

    def move(self, way: Way, held: set[str], overland: Links) -> ArmyMove | None:
        """The way up to the last space that is held; None if that is where the army stands.

        Whoever is too many for the sea (F-8) stays where the army stands, unless ``overland`` links will do.
        """
        last = max((way.path.index(space) for space in held), default=0)
        if not last:
            return None
        path = way.path[: last + 1]
        stay = {space: 1 for space in path[:-1] if space in held}
        if self.units > ABOARD and overland.cheapest(path) is None:
            stay = {path[0]: self.units - ABOARD} | {space: 1 for space in stay if space != path[0]}
        return ArmyMove(path=path, army=self.number, leaves=stay)


@dataclass(frozen=True)
class _Facts:
    """What the formulation is given.

    Attributes
    ----------
    forces
        The player's armies.
    prices
        Siege points of the useful spaces, in the order of the map.
    """

    forces: tuple[_Force, ...]
    prices: Mapping[str, int]

    @property
    def useful(self) -> tuple[str, ...]:
        """The useful spaces, in the order of the map."""
        return tuple(self.prices)

    @classmethod
    def of(cls, task: Task) -> _Facts:
        board: Map = task.board
        position: Position = task.position
        question: Expansion = task.question
        name, steps = question.player, steps_of(board)
        blocked = {space for space in board.spaces if others_at(position, name, space)}
        armies = [(army, number) for army, number in _numbered(position, name) if sum(army.units.values())]
        allowed = [army.movement if question.operations else 0 for army, _ in armies]
        near: set[str] = set()
        for (army, _), most in zip(armies, allowed, strict=True):
            near |= reachable(steps, army.at, most, blocked)
        prices = {
            space: siege_price(board, position, name, space, question.prices)
            for space in board.markable
            if space in near and not position.controls(name, space)
        }
        affordable = {space: price for space, price in prices.items() if price <= question.siege}
        worth = _worth(task, tuple(affordable))
        prices = {space: price for space, price in affordable.items() if space in worth}
        forces = []
        for (army, number), most in zip(armies, allowed, strict=True):
            found = ways(steps, army.at, most, prices, blocked)
            on_them = tuple(space for space in prices if any(space in way.visits for way in found))
            forces.append(_Force(army.at, number, sum(army.units.values()), found, on_them))
        return cls(tuple(forces), prices)


def _numbered(position: Position, name: str) -> Iterator[tuple[Army, int]]:
    """A player's armies, and which one each is where it stands."""
    seen: Counter[str] = Counter()
    for army in position.players[name].armies:
        seen[army.at] += 1
        yield army, seen[army.at]


def _worth(task: Task, spaces: Sequence[str]) -> set[str]:
    """The spaces, out of some that can be taken, whose markers may change the value."""
    from ortools.sat.python import cp_model

    logic = Logic(cp_model.CpModel())  # nothing is open here: only numbers come out
    table = Table(logic, task.board, task.position, task.rulings, Pieces.of(task.position))
    best = table.after(table.pieces.with_control({space: {task.question.player: 1} for space in spaces}))
    return {space for space in spaces if any(_reasons(task, table, best, space))}


def _reasons(task: Task, before: Table, table: Table, space: str) -> Iterator[Bit]:
    """What a marker of the player in a space may be good for; bits of the table with it."""
    question: Expansion = task.question
    name, province = question.player, task.board.spaces[space].province
    if province is not None and not before.rules(name, province):
        yield table.rules(name, province)
    if task.board.spaces[space].hellespont:
        yield table.logic.both(*(table.controls(name, port) for port in task.board.hellespont))
    yield int(space in task.position.capitals)
    if question.maximise == "total":
        yield int(task.position.tomb is not None and task.position.tomb.at == space)
    if question.maximise == "margin":
        yield from _losses(task, before, table, space)


def _losses(task: Task, before: Table, table: Table, space: str) -> Iterator[Bit]:
    """What a rival may lose by a marker of the player in a space; bits of the table with it."""
    owner, there = task.position.markers.get(space, INDEPENDENT), task.board.spaces[space]
    if owner != INDEPENDENT and there.province is not None and before.rules(owner, there.province):
        yield table.logic.no(table.rules(owner, there.province))
    if owner != INDEPENDENT and there.hellespont:
        yield table.logic.both(*(before.controls(owner, port) for port in task.board.hellespont))
    readings = task.rulings.readings  # two who could control a province block each other
    yield int(readings["province-control"] == "city" and readings["several-cities"] == "any")


@dataclass
class _Builder:
    """Assembles the model of one task."""

    task: Task
    model: CpModel
    tie_breaks: list[Criterion] = field(default_factory=list)
    decisions: dict[Any, Linear] = field(default_factory=dict)

    def formulation(self) -> Formulation:
        self.question: Expansion = self.task.question
        self.facts = _Facts.of(self.task)
        self.logic = Logic(self.model)
        self.takes = {space: self.model.new_bool_var(f"takes:{space}") for space in self.facts.useful}
        chosen = [self._ways(at, force) for at, force in enumerate(self.facts.forces)]
        holders = self._holders(chosen)
        builds = self._builds()
        points, moves = self._spend(chosen, builds)
        objective = self._measure(builds)
        paid = sum(price * self.takes[space] for space, price in self.facts.prices.items())
        most_paid = sum(self.facts.prices.values())
        self.tie_breaks = [
            Criterion(points, 0, MOST_MOVEMENT * len(chosen)),
            Criterion(moves, 0, self.question.operations),
            Criterion(paid, 0, most_paid),
            Criterion(sum(self.takes.values()), 0, len(self.takes)),
            *(Criterion(bit, 0, 1, maximise=True) for bit in self.takes.values()),
            *(Criterion(bit, 0, 1) for bit in builds),
            *(Criterion(self.decisions["way", at], 0, len(c) - 1) for at, c in enumerate(chosen)),
            *(Criterion(holder, 0, len(chosen)) for holder in holders),
        ]
        self.decisions.update({("takes", space): bit for space, bit in self.takes.items()})
        self.decisions.update({("builds", at): bit for at, bit in enumerate(builds)})
        identity = [*self.takes.values(), *builds]
        return Formulation(self.model, objective, self.decisions, self.tie_breaks, identity)

    def _ways(self, at: int, force: _Force) -> list[Any]:
        """One way for an army (F-12)."""
        chosen = [self.model.new_bool_var(f"way:{at}:{number}") for number in range(len(force.ways))]
        self.model.add_exactly_one(chosen)
        self.decisions["way", at] = sum(number * bit for number, bit in enumerate(chosen))
        return chosen

    def _holders(self, chosen: Sequence[Sequence[Any]]) -> list[Linear]:
        """Units in the spaces on the ways (F-12), one army for each space that is taken (F-10)."""
        holds: dict[str, list[tuple[int, Any]]] = {space: [] for space in self.takes}
        for at, force in enumerate(self.facts.forces):
            bits = []
            for space in force.useful:
                bit = self.model.new_bool_var(f"holds:{at}:{space}")
                through = [w for w, way in zip(chosen[at], force.ways, strict=True) if space in way.visits]
                self.model.add(bit <= sum(through))
                holds[space].append((at, bit))
                self.decisions["holds", at, space] = bit
                bits.append(bit)
            if len(bits) > force.units:
                self.model.add(sum(bits) <= force.units)
        for space, listed in holds.items():
            self.model.add(sum(bit for _, bit in listed) == self.takes[space])
        return [sum((at + 1) * bit for at, bit in listed) for listed in holds.values() if len(listed) > 1]

    def _builds(self) -> list[Any]:
        """Which fleets on offer are built; of the same number the cheaper first."""
        offers = self.question.fleets
        bits = [self.model.new_bool_var(f"builds:{at}") for at in range(len(offers))]
        first: dict[int, Any] = {}
        for at in sorted(range(len(offers)), key=lambda at: offers[at].operations):
            number = offers[at].number
            if number in first:
                self.model.add_implication(bits[at], first[number])
            first[number] = bits[at]
        return bits

    def _spend(self, chosen: Sequence[Sequence[Any]], builds: Sequence[Any]) -> tuple[Linear, Linear]:
        """Movement points and operations; operations and siege points within what there is (F-11, F-12)."""
        points: Linear = 0
        operations: Linear = sum(o.operations * bit for o, bit in zip(self.question.fleets, builds, strict=True))
        for force, bits in zip(self.facts.forces, chosen, strict=True):
            points = points + sum(way.points * bit for way, bit in zip(force.ways, bits, strict=True))
            operations = operations + sum(bits[1:])
        paid = sum(price * self.takes[space] for space, price in self.facts.prices.items())
        if not isinstance(operations, int):
            self.model.add(operations <= self.question.operations)
        if not isinstance(paid, int):
            self.model.add(paid <= self.question.siege)
        return points, operations

    def _measure(self, builds: Sequence[Any]) -> Linear:
        """The value on the table afterwards; spaces are only taken for something."""
        task, name = self.task, self.question.player
        before = Table(self.logic, task.board, task.position, task.rulings, Pieces.of(task.position))
        table = before.after(self._pieces(before.pieces, builds))
        for space, bit in self.takes.items():
            self.model.add_bool_or([self.logic.no(bit), *_reasons(task, before, table, space)])
        own = table.vp(name)
        if self.question.maximise == "total":
            return (own + table.legitimacy(name)).expression
        if self.question.maximise == "margin":
            rivals = [table.vp(other) for other in table.players if other != name]
            return (own - reduce(self.logic.largest, rivals)).expression
        return own.expression

    def _pieces(self, pieces: Pieces, builds: Sequence[Any]) -> Pieces:
        """The table with the markers and fleets of the plan."""
        name, markers = self.question.player, self.task.position.markers
        control: dict[str, dict[str, Bit]] = {}
        for space, bit in self.takes.items():
            owner = markers.get(space)
            control[space] = {name: bit, **({} if owner is None else {owner: self.logic.no(bit)})}
        fleets = dict(pieces.fleets[name])
        for offer, bit in zip(self.question.fleets, builds, strict=True):
            fleets[offer.number] = fleets.get(offer.number, Sum()) + Sum.of([bit])
        return replace(pieces.with_control(control), fleets={**pieces.fleets, name: fleets})
