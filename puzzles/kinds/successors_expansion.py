"""``expansion`` as a puzzle: a few armies, fewer operations, and siege points for some of the cities on the way.

The greedy player makes one move or builds one fleet after the other, each time what adds most at once: an army
goes the shortest way somewhere and marks what it can pay for as it comes by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from models.successors.campaign import ArmyMove, Campaign, FleetOffer, operations_used, siege_paid, siege_price
from models.successors.log import marked
from models.successors.movement import Links, others_at
from models.successors.position import Army
from models.successors.words import place_name
from models.words import and_words
from puzzles.generate.successors_expansion import POSED, posed_expansion
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, changed, first_best, titled
from puzzles.kinds.successors import (
    asking,
    drafted,
    in_the_way,
    placed,
    rival_fleets,
    said_so,
    sound_parts,
    table_parts,
    unmarked,
    when,
    without_player,
)
from puzzles.scenario import Scenario
from solver.question import Task
from solver.successors.expansion import ExpansionQuestion
from solver.successors.expansion_documents import Expansion

DRAFTS = 12
"""How many tables are looked at for one that makes a puzzle."""
FAR = 6
"""Movement points with which an army is as good as anywhere that matters."""
CROWD = 8
"""Units with which an army can leave one wherever it comes by, and still go by sea (F-8)."""
_GOALS = {
    "vp": "the most victory points",
    "margin": "the largest margin in victory points over the best rival",
    "total": "the most victory points and legitimacy together",
}


class ExpansionPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """Two to five armies that can move, for two to four operations."""
        drafts = drafted(lambda draft: posed_expansion(draft, POSED[level - 1]), seed, DRAFTS)
        scenario = best_draft(self, drafts)
        return titled(scenario, f"The best campaign for {scenario.question.player}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, armies, fleets on offer, grey markers and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """Whose armies can do how much, and what for."""
        question: Expansion = task.question
        name, armies = question.player, task.position.players[question.player].armies
        listed = [
            f"one in {place_name(army.at)} ({_count(sum(army.units.values()), 'unit')}, "
            f"{_count(army.movement, 'movement point')})"
            for army in armies
        ]
        fleets = [f"a fleet of {fleet.number} for {_count(fleet.operations, 'operation')}" for fleet in question.fleets]
        built = f", and can build {and_words(fleets)}" if fleets else ""
        laid = task.position.players[name].siege
        credit = [f"{points} at {place_name(space)}" for space, points in laid.items() if points]
        before = f" Siege points laid before: {and_words(credit)}." if credit else ""
        prices = question.prices
        return (
            f"{when(task.position)}. {name} has {_count(question.operations, 'operation')} and "
            f"{_count(question.siege, 'siege point')}{built}. The armies: {and_words(listed) or 'none'}.{before} "
            f"An independent minor city takes {prices.minor}, an independent fortress {prices.fortress}, somebody's "
            f"major city {prices.major}. Which moves, markers and fleets give {name} {_GOALS[question.maximise]}?"
        )

    def steps(self, plan: Campaign) -> int:
        """The moves and the fleets; markers go with the moves."""
        return max(1, len(plan.moves) + len(plan.fleets))

    def finish(self, task: Task, plan: Campaign, kept: int) -> Campaign | None:
        """The first moves and fleets of the plan, then what adds most at once."""
        greedy = _Greedy(task)
        return greedy.goes_on(greedy.begun(plan, kept) if kept else Campaign())

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Who is in the way, what walls take, who has which spaces, what there is to spend, how far armies go."""
        yield from in_the_way(scenario, scenario.question.player)
        yield from rival_fleets(scenario, scenario.question.player)
        yield from _markers(scenario)
        yield from _walls(scenario)
        yield from _fleets(scenario)
        yield from _own(scenario)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# -- parts -------------------------------------------------------------------------------------------


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: Expansion = scenario.question
    position, name = scenario.position, question.player
    for rival in position.players:
        if rival != name and len(position.players) > 2:
            yield Part(f"player:{rival}", f"the rival {rival}", placed(scenario, without_player(position, rival)))
    for owner, state in position.players.items():
        for at, army in enumerate(state.armies):
            if owner == name and len(state.armies) == 1:
                continue
            left = (*state.armies[:at], *state.armies[at + 1 :])
            same = sum(other.at == army.at for other in state.armies[: at + 1])
            yield Part(
                f"army:{owner}:{army.at}:{sum(army.units.values())}:{army.movement}:{same}",
                f"{owner}'s army in {place_name(army.at)}",
                placed(scenario, position.with_player(owner, armies=left)),
                owner == name,
            )
    seen: dict[FleetOffer, int] = {}
    for at, fleet in enumerate(question.fleets):
        seen[fleet] = seen.get(fleet, 0) + 1
        rest = asking(scenario, fleets=(*question.fleets[:at], *question.fleets[at + 1 :]))
        key = f"offer:fleets:{fleet.number}:{fleet.operations}:{seen[fleet]}"
        yield Part(key, f"a fleet of {fleet.number} to build", rest, choice=True)
    for space in position.independents:
        units = {other: count for other, count in position.independent_units.items() if other != space}
        left_grey = tuple(other for other in position.independents if other != space)
        table = position.changed(independents=left_grey, independent_units=units)
        yield Part(f"grey:{space}", f"the Independents in {place_name(space)}", placed(scenario, table))
    for key, words, table in table_parts(position, ["independents", "armies"]):
        yield Part(key, words, placed(scenario, table))


# -- the greedy player -------------------------------------------------------------------------------


class _Greedy:
    """Makes a campaign step by step; what a plan is worth is asked of the rules."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.question: Expansion = task.question
        self.name = self.question.player
        self.links = Links.of(task.board)
        self.next: dict[str, list[str]] = {space: [] for space in task.board.spaces}
        for one, other in self.links.between:
            self.next[one].append(other)
        self._known: dict[tuple[frozenset[str], tuple[int, ...]], int | None] = {}
        self._paths: dict[tuple[str, int], dict[str, tuple[str, ...]]] = {}

    def goes_on(self, plan: Campaign) -> Campaign | None:
        """A campaign to which steps are added while one adds something."""
        worth = self._worth(plan)
        while worth is not None:
            has = worth
            better: Campaign | None = first_best(self._longer(plan), lambda one: self._more(one, has))  # noqa: B023
            if better is None:
                return plan
            plan, worth = better, self._worth(better)
        return None

    def begun(self, plan: Campaign, kept: int) -> Campaign:
        """The first steps of a plan, with the markers that they allow."""
        moves = plan.moves[:kept]
        fleets = plan.fleets[: max(0, kept - len(plan.moves))]
        stand = {*(space for move in moves for space in (*move.leaves, move.path[-1]))}
        moved = {(move.path[0], move.army) for move in moves}
        stand |= {army.at for army, number in self._armies() if (army.at, number) not in moved}
        return Campaign(moves=moves, takes=tuple(space for space in plan.takes if space in stand), fleets=fleets)

    def _more(self, plan: Campaign, has: int) -> int | None:
        """What a campaign is worth more; None where it is not."""
        worth = self._worth(plan)
        return None if worth is None or worth <= has else worth - has

    def _worth(self, plan: Campaign) -> int | None:
        """What a campaign is worth; None where it breaks a rule."""
        key = (frozenset(plan.takes), plan.fleets)
        if key not in self._known:
            played = ExpansionQuestion().replay(self.task, plan)
            if played.breaches:
                return None
            self._known[key] = played.value
        return self._known[key]

    def _armies(self) -> Iterator[tuple[Army, int]]:
        """Armies with units, each with its number where it stands."""
        seen: dict[str, int] = {}
        for army in self.task.position.players[self.name].armies:
            seen[army.at] = seen.get(army.at, 0) + 1
            if sum(army.units.values()):
                yield army, seen[army.at]

    def _longer(self, plan: Campaign) -> Iterator[Campaign]:
        """All campaigns with one more step that changes something."""
        question = self.question
        moved = {(move.path[0], move.army) for move in plan.moves}
        free = question.operations - operations_used(plan, question)
        for army, number in self._armies():
            if (army.at, number) in moved:
                continue
            for path in self._ways(army).values() if free else ((army.at,),):
                takes = self._marked(plan, army, path)
                if takes:
                    leaves = {space: 1 for space in path[:-1] if space in takes}
                    move = (ArmyMove(path=path, army=number, leaves=leaves),) if len(path) > 1 else ()
                    yield changed(plan, moves=(*plan.moves, *move), takes=(*plan.takes, *takes))
        left = [offer.number for offer in question.fleets]
        for built in plan.fleets:
            left.remove(built)
        for fleet in dict.fromkeys(left):
            with_it = changed(plan, fleets=(*plan.fleets, fleet))
            if operations_used(with_it, question) <= question.operations:
                yield with_it

    def _marked(self, plan: Campaign, army: Army, path: Sequence[str]) -> tuple[str, ...]:
        """What an army marks on its way, the end first, as far as units and siege points go."""
        task, prices = self.task, self.question.prices
        left = self.question.siege - siege_paid(task.board, task.position, self.name, plan, prices)
        units = sum(army.units.values())
        found: list[str] = []
        for space in dict.fromkeys(reversed(path)):
            there = task.board.spaces[space]
            if there.kind == "transit" or task.position.controls(self.name, space) or space in plan.takes:
                continue
            price = siege_price(task.board, task.position, self.name, space, prices)
            spare = units - len(found) - (0 if space == path[-1] or path[-1] in found else 1)
            if price <= left and spare > 0:
                found.append(space)
                left -= price
        return tuple(found)

    def _ways(self, army: Army) -> dict[str, tuple[str, ...]]:
        """The shortest way to each space within reach, itself among them; of equals the first."""
        key = (army.at, army.movement)
        if key not in self._paths:
            found: dict[str, tuple[int, tuple[str, ...]]] = {army.at: (0, (army.at,))}
            stack: list[tuple[str, ...]] = [(army.at,)]
            while stack:
                path = stack.pop()
                for space in reversed(self.next[path[-1]]):
                    if space in path or others_at(self.task.position, self.name, space):
                        continue
                    points = self.links.cheapest((*path, space))
                    if points is None or points > army.movement:
                        continue
                    stack.append((*path, space))
                    if space not in found or points < found[space][0]:
                        found[space] = (points, (*path, space))
            self._paths[key] = {space: path for space, (_, path) in found.items()}
        return self._paths[key]


# -- grounds -----------------------------------------------------------------------------------------


def _markers(scenario: Scenario) -> Iterator[Ground]:
    """The spaces of each province that are not the player's; for a margin also those of each rival."""
    board, position, name = scenario.board, scenario.position, scenario.question.player
    near = _near(scenario)
    far: list[str] = []
    for province, spaces in board.members.items():
        lacks = [space for space in spaces if space in board.markable and not position.controls(name, space)]
        if not near & set(lacks):
            far += lacks
        elif lacks:
            listed = and_words([place_name(space) for space in lacks])
            title = board.provinces[province].title or province
            yield Ground(
                f"lacks:{province}",
                f"{name} does not hold {listed} in {title}",
                "F-1",
                _gained(name, lacks),
                _gained_words(name, lacks),
                len(lacks),
            )
    if far:
        what = f"{name} does not hold the {_count(len(far), 'space')} in provinces out of reach"
        yield Ground("lacks:far", what, "F-1", _gained(name, far), _gained_words(name, far), len(far))
    if scenario.question.maximise == "margin":
        for rival, state in position.players.items():
            if rival != name and state.control:
                yield Ground(
                    f"holds:{rival}",
                    f"{rival} holds {_count(len(state.control), 'space')}",
                    "3-1",
                    _emptied(state.control),
                    said_so(f"no markers of {rival}"),
                )


def _gained(name: str, spaces: Sequence[str]) -> Any:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        position = scenario.position
        for space in spaces[:by]:
            position = marked(position, space, name)
        return placed(scenario, position)

    return loosen


def _gained_words(name: str, spaces: Sequence[str]) -> Any:
    return lambda by: f"{and_words([place_name(space) for space in spaces[:by]])} with {name}"


def _emptied(spaces: Sequence[str]) -> Any:
    return lambda scenario, _: placed(scenario, unmarked(scenario.position, spaces, scenario.question.player))


def _walls(scenario: Scenario) -> Iterator[Ground]:
    """The siege points that spaces within reach of an army take (F-11)."""
    board, position, question = scenario.board, scenario.position, scenario.question
    near = _near(scenario)
    for space in board.markable:
        price = siege_price(board, position, question.player, space, question.prices)
        if price and space in near and not position.controls(question.player, space):
            yield Ground(
                f"walls:{space}",
                f"{place_name(space)} takes {_count(price, 'siege point')}",
                "F-11",
                _besieged(space),
                _besieged_words(space, price),
                price,
            )


def _near(scenario: Scenario) -> set[str]:
    """The spaces within reach of an army if nobody is in the way."""
    links = Links.of(scenario.board)
    found: set[str] = set()
    for army in scenario.position.players[scenario.question.player].armies:
        reached = {army.at: 0}
        frontier = [army.at]
        while frontier:
            at = frontier.pop(0)
            for (one, other), ways in links.between.items():
                points = reached[at] + min(ways.values())
                if one == at and points <= army.movement and points < reached.get(other, FAR + 1):
                    reached[other] = points
                    frontier.append(other)
        found |= reached.keys()
    return found


def _besieged(space: str) -> Any:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        name = scenario.question.player
        laid = scenario.position.players[name].siege
        more = {**laid, space: laid.get(space, 0) + by}
        return placed(scenario, scenario.position.with_player(name, siege=more))

    return loosen


def _besieged_words(space: str, price: int) -> Any:
    return lambda by: f"{place_name(space)} for {_count(price - by, 'siege point')}"


def _fleets(scenario: Scenario) -> Iterator[Ground]:
    """What the fleets on offer take, and that there are no others."""
    question: Expansion = scenario.question
    for at, fleet in enumerate(question.fleets):
        if fleet.operations:
            yield Ground(
                f"fleet:{at}",
                f"a fleet of {fleet.number} takes {_count(fleet.operations, 'operation')}",
                "F-12",
                _easier_fleet(at),
                said_so(f"the fleet of {fleet.number} for one operation less"),
                fleet.operations,
            )
    yield Ground(
        "fleets",
        f"{question.player} can build no other fleets" if question.fleets else f"{question.player} can build no fleet",
        "3-3",
        _more_fleets,
        lambda by: f"{_count(by, 'fleet')} of 3 to build at no cost",
        3,
    )


def _easier_fleet(at: int) -> Any:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        fleets = scenario.question.fleets
        easier = changed(fleets[at], operations=max(0, fleets[at].operations - by))
        return asking(scenario, fleets=(*fleets[:at], easier, *fleets[at + 1 :]))

    return loosen


def _more_fleets(scenario: Scenario, by: int) -> Scenario:
    more = (FleetOffer(number=3, operations=0),) * by
    return asking(scenario, fleets=(*scenario.question.fleets, *more))


def _own(scenario: Scenario) -> Iterator[Ground]:
    """Operations and siege points, units and movement points of each army (F-11, F-12)."""
    question: Expansion = scenario.question
    name, armies = question.player, scenario.position.players[question.player].armies
    for at, army in enumerate(armies):
        units = sum(army.units.values())
        where = f"{name}'s army in {place_name(army.at)}"
        if units < CROWD:
            yield Ground(
                f"army:{at}:units",
                f"{where} has {_count(units, 'unit')}",
                "F-12",
                _army_with(at, "units"),
                lambda by: f"{_count(by, 'unit')} more",
                CROWD - units,
            )
        if army.movement < FAR:
            yield Ground(
                f"army:{at}:movement",
                f"{where} has {_count(army.movement, 'movement point')}",
                "F-7",
                _army_with(at, "movement"),
                _more_movement(where),
                FAR - army.movement,
            )
    walls = sum(g.most for g in _walls(scenario))
    if walls > question.siege:
        yield Ground(
            "siege",
            f"{name} has {_count(question.siege, 'siege point')}",
            "F-11",
            lambda loosened, by: asking(loosened, siege=loosened.question.siege + by),
            lambda by: f"{_count(by, 'siege point')} more",
            walls - question.siege,
        )
    wanted = len(armies) + sum(fleet.operations for fleet in question.fleets) - question.operations
    if wanted > 0:
        yield Ground(
            "operations",
            f"{name} has {_count(question.operations, 'operation')}",
            "F-12",
            lambda loosened, by: asking(loosened, operations=loosened.question.operations + by),
            lambda by: f"{_count(by, 'operation')} more",
            wanted,
        )


def _more_movement(army: str) -> Callable[[int], str]:
    return lambda by: f"{_count(by, 'movement point')} more for {army}"


def _army_with(at: int, what: str) -> Any:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        name = scenario.question.player
        armies = scenario.position.players[name].armies
        army = armies[at]
        if what == "movement":
            more = changed(army, movement=army.movement + by)
        else:
            more = changed(army, units={**army.units, "mercenary": army.units.get("mercenary", 0) + by})
        table = scenario.position.with_player(name, armies=(*armies[:at], more, *armies[at + 1 :]))
        return placed(scenario, table)

    return loosen
