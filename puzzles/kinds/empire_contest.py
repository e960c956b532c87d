"""``contest`` of empire, as a puzzle: the fewest cubes with which pieces that lie are built for certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from models.empire.board import Board
from models.empire.plan import Assumptions
from models.empire.position import KINDS, PLURAL, Kind, Pieces, PlayerState, Position
from models.empire.scoring import BUILDINGS
from models.empire.words import cubes, place_name
from models.rulings import Rulings
from models.words import and_words
from puzzles.generate.empire import PLAYERS, all_played, position_in_play
from puzzles.generate.making import put_together
from puzzles.kinds import empire
from puzzles.kinds import kind as kinds
from puzzles.kinds.kind import Ground, Part, changed
from puzzles.scenario import Scenario
from solver.empire.contest import ContestQuestion
from solver.empire.inquiries import Bounds, Contest, ContestAnswer, FieldBounds
from solver.question import Task

PLENTY = 99
"""Cubes on a field with which everything is built."""


@dataclass(frozen=True)
class Level:
    """How many play, of how many rivals the fields are not known, and how many pieces are wanted at least and most."""

    players: tuple[int, int]
    unknown: int
    wanted: tuple[int, int]


LEVELS: Mapping[int, Level] = {
    1: Level((3, 3), unknown=1, wanted=(1, 1)),
    2: Level((3, 4), unknown=1, wanted=(1, 2)),
    3: Level((4, 4), unknown=2, wanted=(1, 2)),
    4: Level((4, 5), unknown=2, wanted=(1, 3)),
    5: Level((5, 5), unknown=3, wanted=(1, 3)),
}


class ContestPuzzles(kinds.Kind):
    """``contest``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """Everybody has laid pieces; of some rivals only bounds of their fields are known."""
        rng = Random(seed)
        game, board = empire.oikoumene()
        while True:
            names = rng.sample(PLAYERS, rng.randint(*LEVELS[level].players))
            region = rng.randint(1, 6)
            position = all_played(rng, board, position_in_play(rng, names, region=region))
            tables = [_Table(board, position, name, LEVELS[level], rng) for name in names]
            table, wanted = next(((one, most) for one in tables if (most := one.choice())), (tables[0], ()))
            if wanted:
                break
        made = put_together(game, board, table.position, table.question(wanted), seed)
        return empire.title_of(made, "Who builds in {region}?")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals; what is wanted; rivals' pieces, own pieces that are not wanted, armies."""
        for part in empire.rival_parts(scenario):
            left = part.rest.position.players
            rivals = {name: bounds for name, bounds in scenario.question.rivals.items() if name in left}
            yield Part(part.key, part.words, empire.with_question(part.rest, rivals=rivals))
        build: Pieces = scenario.question.build
        pieces = [(kind, place) for kind in KINDS for place in build.of(kind)]
        for kind, place in pieces if len(pieces) > 1 else ():
            rest = _without_wanted(scenario, kind, place)
            yield Part(f"wanted {kind} {place}", f"the {kind} wanted in {place_name(place)}", rest)
        yield from empire.piece_parts(scenario)
        player: str = scenario.question.player
        for kind in KINDS if scenario.question.ask == "secure" else ():
            for place in _idle(scenario, kind):
                rest = _without_own(scenario, kind, (place,))
                yield Part(f"{kind} {player} {place}", f"the {kind} of {player} in {place_name(place)}", rest)

    def asks(self, task: Task) -> str:
        """What is to be built, and against what."""
        question: Contest = task.question
        player = question.player
        if question.ask == "outcome":
            return f"All pieces lie. Who builds where, at what price, and how many points does {player} score?"
        told = [_named(question.build, kind) for kind in KINDS if question.build.of(kind)]
        unsure = ""
        if question.rivals:
            unsure = f", whatever {and_words(list(question.rivals))} may hold within the bounds that are told"
        fields = and_words([f"the {kind} field" for kind in KINDS if question.build.of(kind)])
        return f"{player} wants to build {and_words(told)} for certain{unsure}. How few cubes on {fields} are enough?"

    def gist(self, scenario: Scenario, plan: ContestAnswer) -> Any:
        """The cubes; which case is worst is of the table."""
        return [plan.temple, plan.city] if scenario.question.ask == "secure" else plan.plain()

    def steps(self, plan: ContestAnswer) -> int:
        """The fields that matter, one after the other."""
        return max(1, sum(bool(getattr(plan, kind)) for kind in KINDS))

    def finish(self, task: Task, plan: ContestAnswer, kept: int) -> ContestAnswer | None:
        """For each wanted piece one cube more than any rival there can have; more only where that fails.

        Where all fields are known there is nothing to choose, and nothing for this player to do.
        """
        if kept and kept >= self.steps(plan):
            return plan
        if task.question.ask == "outcome":
            return None
        given = [kind for kind in KINDS if kept and getattr(plan, kind)][:kept]
        known: dict[str, int] = {kind: getattr(plan, kind) for kind in given}
        naive: dict[str, int] = {kind: _naive(task, kind) for kind in KINDS if task.question.build.of(kind)}
        bids = naive | known
        for _ in range(_within(task) - sum(bids.values()) + 1):
            failing = _failing(task, bids)
            if not failing:
                return ContestAnswer(**bids)
            bids = {kind: bid + (kind in failing and kind not in known) for kind, bid in bids.items()}
        return None

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Pieces of rivals and bounds of their fields, what is wanted, how many cubes there may be."""
        scenario = empire.settled(scenario)
        question: Contest = scenario.question
        found: list[Ground] = []
        if question.ask == "outcome":
            found += [*empire.army_grounds(scenario), *empire.piece_grounds(scenario)]
            found += [
                _field_ground(scenario, kind)
                for kind in KINDS
                if scenario.position.states[question.player].placed.of(kind)
            ]
        else:
            found += _bound_grounds(scenario)
            found += [_lying_ground(scenario, kind) for kind in KINDS if question.build.of(kind)]
            found += [
                _wanted_ground(question.player, kind, place) for kind in KINDS for place in question.build.of(kind)
            ]
            found.append(_within_ground(scenario))
        return (empire.after_settling(ground) for ground in found)


# -- the question ----------------------------------------------------------------------------------


Piece = tuple[Kind, str]


class _Table:
    """A table on which all pieces lie; some rivals' fields are hidden, and so is the player's.

    What is asked for is such that rivals spoil each other's plans: adding up the dearest prices is wrong.
    """

    def __init__(self, board: Board, position: Position, player: str, level: Level, rng: Random) -> None:
        self.board, self.level, self.player = board, level, player
        self.states = position.states
        self.lies = {
            name: {(kind, place) for kind in KINDS for place in state.placed.of(kind)}
            for name, state in self.states.items()
        }
        others = [name for name in self.states if name != player and self.lies[name] & self.lies[player]]
        self.bounds = {name: _bounds(rng, self.states[name]) for name in others[: level.unknown]}
        hidden = (player, *self.bounds)
        players = {
            name: changed(state, temple=0, city=0, spent=None) if name in hidden else state
            for name, state in position.players.items()
        }
        self.position: Position = changed(position, players=players)
        self.rulings = Rulings.choose(empire.oikoumene()[0].rulings)
        self.known: dict[tuple[Piece, ...], int | None] = {}

    def question(self, wanted: Sequence[Piece]) -> Contest:
        """Which cubes build these pieces."""
        build = {PLURAL[kind]: tuple(place for one, place in wanted if one == kind) for kind in KINDS}
        within = self.states[self.player].temple + self.states[self.player].city
        return Contest(kind="contest", player=self.player, build=Pieces(**build), rivals=self.bounds, within=within)

    def choice(self) -> tuple[Piece, ...]:
        """The most that can be asked for: pieces that rivals are after, too, and cubes enough for all; or nothing."""
        disputed = sorted(
            piece
            for piece in self.lies[self.player]
            if any(piece in self.lies[name] for name in self.states if name != self.player)
        )
        least, most = self.level.wanted
        for size in range(most, least - 1, -1):
            for wanted in combinations(disputed, size):
                if self._deceives(wanted):
                    return wanted
        return ()

    def _deceives(self, wanted: tuple[Piece, ...]) -> bool:
        task = Task(self.board, self.position, Assumptions(), self.question(wanted), self.rulings)
        left, deceives = _within(task), False
        for kind in KINDS:
            pieces = tuple(piece for piece in wanted if piece[0] == kind)
            few = self._least(pieces) if pieces else 0
            if few is None or few > left:
                return False
            left -= few
            deceives = deceives or (bool(pieces) and few != _naive(task, kind))
        return deceives

    def _least(self, pieces: tuple[Piece, ...]) -> int | None:
        """The smallest field with which these pieces, of one kind, are built for certain."""
        if pieces not in self.known:
            task = Task(self.board, self.position, Assumptions(), self.question(pieces), self.rulings)
            fields = range(len(pieces), _within(task) + 1)
            self.known[pieces] = next((few for few in fields if not _failing(task, {pieces[0][0]: few})), None)
        return self.known[pieces]


def _bounds(rng: Random, state: PlayerState) -> FieldBounds:
    """The two fields together can be counted on the table; how they are divided is known roughly."""
    least = max(0, state.temple - rng.randint(0, 2))
    most = min(state.temple + state.city, state.temple + rng.randint(1, 2))
    return FieldBounds(temple=Bounds(least=least, most=most), total=state.temple + state.city)


def _named(pieces: Pieces, kind: Kind) -> str:
    places = [place_name(place) for place in pieces.of(kind)]
    return f"{f'the {kind}' if len(places) == 1 else PLURAL[kind]} in {and_words(places)}"


# -- the greedy player -----------------------------------------------------------------------------


def _spans(given: Task | Scenario, name: str, kind: Kind) -> tuple[int, int]:
    """The least and most cubes that a rival can have on a field."""
    position, question = given.position, given.question
    state: PlayerState = position.states[name]
    bounds = question.rivals.get(name)
    if bounds is None:
        return state.field(kind), state.field(kind)
    lies: PlayerState = position.players[name]
    spare = position.cubes - lies.order - lies.army_count - (lies.spent or 0)
    tops = {one: spare if getattr(bounds, one).most is None else min(spare, getattr(bounds, one).most) for one in KINDS}
    pairs = [
        {"temple": temple, "city": city}
        for temple in range(bounds.temple.least, tops["temple"] + 1)
        for city in range(bounds.city.least, tops["city"] + 1)
        if (temple + city <= spare if bounds.total is None else temple + city == bounds.total)
    ]
    held = [pair[kind] for pair in pairs]
    return min(held), max(held)


def _naive(task: Task, kind: Kind) -> int:
    """The prices of the wanted pieces against the most that rivals there can have, added up."""
    return sum(_price(task, kind, place) for place in task.question.build.of(kind))


def _price(given: Task | Scenario, kind: Kind, place: str) -> int:
    """What a piece costs against the most that rivals who lie there can have."""
    player: str = given.question.player
    states: Mapping[str, PlayerState] = given.position.players
    against = [
        _spans(given, name, kind)[1] for name in states if name != player and place in states[name].placed.of(kind)
    ]
    return max(against) + 1 if against else BUILDINGS[kind].price


def _failing(task: Task, bids: Mapping[str, int]) -> set[str]:
    """The fields that are too small against something that rivals may hold, or together too large."""
    answer = ContestAnswer(**bids)
    found = ContestQuestion().replay(task, answer).breaches
    too_many = set(bids) if sum(bids.values()) > _within(task) else set()
    return {str(breach.path[0]) for breach in found} | too_many


def _within(task: Task) -> int:
    """How many cubes the player may have on both fields."""
    question: Contest = task.question
    given: PlayerState = task.position.players[question.player]
    spare: int = task.position.cubes - given.order - given.army_count - (given.spent or 0)
    left = (given.hand or 0) + given.temple + given.city or spare
    return left if question.within is None else question.within


# -- grounds ---------------------------------------------------------------------------------------


def _idle(scenario: Scenario, kind: Kind) -> list[str]:
    """Where the player has pieces of a kind that are not wanted."""
    question: Contest = scenario.question
    lies = scenario.position.players[question.player].placed.of(kind)
    return [place for place in lies if place not in question.build.of(kind)]


def _without_own(scenario: Scenario, kind: Kind, places: tuple[str, ...]) -> Scenario:
    name: str = scenario.question.player
    state: PlayerState = scenario.position.players[name]
    left = tuple(place for place in state.placed.of(kind) if place not in places)
    return empire.with_players(scenario, **{name: empire.laid_by(state, kind, left)})


def _without_wanted(scenario: Scenario, kind: Kind, place: str) -> Scenario:
    build: Pieces = scenario.question.build
    left = tuple(at for at in build.of(kind) if at != place)
    return empire.with_question(scenario, build=changed(build, **{PLURAL[kind]: left}))


def _bound_grounds(scenario: Scenario) -> Iterator[Ground]:
    """That a rival may have more cubes on a field than the fewest there can be."""
    question: Contest = scenario.question
    for name in question.rivals:
        for kind in KINDS:
            least, most = _spans(scenario, name, kind)
            lies = scenario.position.players[name].placed.of(kind)
            if question.build.of(kind) and lies and most > least:
                yield _bound_ground(scenario, name, kind)


def _bound_ground(scenario: Scenario, name: str, kind: Kind) -> Ground:
    spans = {one: _spans(scenario, name, one) for one in KINDS}  # the kinds do not touch: each may be told by itself
    least, most = spans[kind]

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        rivals = scenario.question.rivals
        bounds = rivals[name]
        if bounds.total is not None or bounds.temple.most is None or bounds.city.most is None:
            told = {one: Bounds(least=low, most=high) for one, (low, high) in spans.items()}
            bounds = FieldBounds(**told)
        bounds = changed(bounds, **{kind: Bounds(least=least, most=most - steps)})
        return empire.with_question(scenario, rivals={**rivals, name: bounds})

    words = f"{name} may have {least} to {cubes(most, f'{kind} cube')}"
    return Ground(
        f"{kind} cubes of {name}",
        words,
        "4.1.1-1",
        loosen,
        lambda steps: f"{name} has {cubes(most - steps, f'{kind} cube')} at most",
        most - least,
    )


def _lying_ground(scenario: Scenario, kind: Kind) -> Ground:
    """All that lies beside the wanted pieces of a kind: rivals' pieces, and own ones that are not wanted.

    Only together, from the last province back: a piece less, and somebody comes richer to a later province.
    """
    question: Contest = scenario.question
    lies = {*empire.contested(scenario, kind), *_idle(scenario, kind)}
    sites = tuple(place for place in empire.region_of(scenario).in_order if place in lies)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        last = sites[len(sites) - steps :]
        idle = tuple(place for place in _idle(scenario, kind) if place in last)
        bare = _without_own(scenario, kind, idle)
        return empire.worthless(bare, kind, [place for place in last if place in empire.contested(bare, kind)])

    def without(steps: int) -> str:
        last = sites[len(sites) - steps :]
        lies = [place for place in last if place in empire.contested(scenario, kind)]
        own = [place for place in last if place in _idle(scenario, kind)]
        told = [empire.worthless_words(kind, lies)] if lies else []
        if own:
            told.append(f"{question.player} lays no {kind} in {and_words([place_name(place) for place in own])}")
        return and_words(told)

    idle = [place_name(place) for place in _idle(scenario, kind)]
    told = empire.piece_words(
        scenario, kind, known=[name for name in empire.rivals_of(scenario) if name not in question.rivals]
    )
    own = f"{question.player} in {and_words(idle)}, where it is not wanted" if idle else ""
    words = f"{PLURAL[kind]} are laid by {' and by '.join(one for one in (told, own) if one) or 'nobody else'}"
    return Ground(f"{PLURAL[kind]} of rivals", words, "5.5.4-1", loosen, without, max(1, len(sites)))


def _wanted_ground(player: str, kind: Kind, place: str) -> Ground:
    words = f"{player} wants to build the {kind} in {place_name(place)}"
    return Ground(
        f"wanted {kind} {place}",
        words,
        "question",
        lambda scenario, steps: _without_wanted(scenario, kind, place),
        lambda steps: f"the {kind} in {place_name(place)} need not be built",
    )


def _within_ground(scenario: Scenario) -> Ground:
    within = _within(scenario.task)
    states = scenario.position.players
    mine: Pieces = states[scenario.question.player].placed
    need = sum(_price(scenario, kind, place) for kind in KINDS for place in mine.of(kind))

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return empire.with_question(scenario, within=_within(scenario.task) + steps)

    player: str = scenario.question.player
    words = f"{player} has {cubes(within)} for the two fields"
    more = f"{player} has {{}} more for the two fields"
    return Ground("cubes", words, "3.3-1", loosen, lambda steps: more.format(cubes(steps)), max(1, need - within))


def _field_ground(scenario: Scenario, kind: Kind) -> Ground:
    """The player's cubes on a field; a single one more could win what had better be lost, so only plenty will do."""
    name: str = scenario.question.player
    words = f"{name} has {cubes(scenario.position.states[name].field(kind), f'{kind} cube')}"

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return empire.with_player(scenario, name, **{kind: PLENTY})

    return Ground(
        f"{kind} cubes", words, "5.5.4-1", loosen, lambda steps: f"{name} has as many {kind} cubes as it takes"
    )
