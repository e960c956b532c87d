"""``route`` of empire, as a puzzle: the cheapest moves of all armies to where they are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from models.empire.board import SYMBOL, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Move, Payment
from models.empire.position import CUBES, STEPS, PlayerState
from models.empire.scoring import MAJORITY_POINTS
from models.empire.words import cubes, place_name
from models.words import and_words
from puzzles.generate.empire import PLAYERS, position_in_play
from puzzles.generate.making import put_together
from puzzles.kinds import empire
from puzzles.kinds.kind import Ground, Kind, Part, changed, read
from puzzles.scenario import Scenario
from solver.empire.inquiries import Route, RouteAnswer, Way
from solver.empire.rivals import after_rivals
from solver.question import Task


@dataclass(frozen=True)
class Level:
    """Rounds that are asked about, and how many armies there are in a first round."""

    rounds: tuple[int, ...]
    armies: tuple[int, int] = (4, 5)


LEVELS: Mapping[int, Level] = {
    1: Level((1,), (3, 3)),
    2: Level((1,), (4, 5)),
    3: Level((1, 1, 2), (5, 6)),
    4: Level((1, 2), (6, 7)),
    5: Level((1, 2, 3), (7, 8)),
}
REGIONS = (1, 2, 5, 6)
TRIES = 100


class RoutePuzzles(Kind):
    """``route``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """Armies on the campaign symbol, or where earlier rounds have led them; each is wanted somewhere."""
        rng = Random(seed)
        size = LEVELS[level]
        game, board = empire.oikoumene()
        while True:
            names = rng.sample(PLAYERS, 2)
            region, number = rng.choice(REGIONS), rng.choice(size.rounds)
            position = position_in_play(rng, names, region=region, round_number=number)
            armies = rng.randint(*size.armies) if number == 1 else None
            me = position.states[names[0]]
            standing = {at: count for at, count in me.armies.items() if count} if armies is None else {SYMBOL: armies}
            hold = _wanted(rng, board.by_number[region], standing, (me.hand or 0) - (armies or 0))
            if hold is not None:
                break
        question = Route(kind="route", player=names[0], ask="hold", hold=hold, armies=armies)
        return empire.title_of(put_together(game, board, position, question, seed), "Marching orders in {region}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals; provinces with the armies wanted there, where those are still in the hand; rivals' armies."""
        yield from empire.rival_parts(scenario)
        asked: Route = scenario.question
        for place, count in asked.hold.items() if asked.armies is not None and len(asked.hold) > 1 else ():
            hold = {at: least for at, least in asked.hold.items() if at != place}
            if asked.armies and count < asked.armies:
                rest = empire.with_question(scenario, hold=hold, armies=asked.armies - count)
                yield Part(f"hold {place}", f"the {cubes(count, 'army')} wanted in {place_name(place)}", rest)

    def asks(self, task: Task) -> str:
        """What is to be held with which means."""
        asked: Route = task.question
        player = asked.player
        if asked.ask == "each":
            return f"Where can an army of {player} go in this round, each by itself, and for how few cubes?"
        if asked.ask == "front":
            what = "points for most armies" if asked.count == "points" else "provinces with an army"
            return (
                f"How many {what} can {player} have for each number of cubes paid, and how do the armies move for it?"
            )
        told = and_words([f"{cubes(count, 'army')} in {place_name(place)}" for place, count in asked.hold.items()])
        most = "" if asked.budget is None else f" of {cubes(asked.budget)} at most"
        own = "" if asked.armies is None else f", with {cubes(asked.armies, 'army')} in all"
        return f"{player} wants at least {told} when all have moved{own}. How do they go for the fewest cubes{most}?"

    def gist(self, scenario: Scenario, plan: RouteAnswer) -> Any:
        """What is held and how; what that is worth is of the table."""
        return [(way.holds, [move.plain() for move in way.moves]) for way in plan.ways]

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """What each way pays, holds and is worth; of ``each`` the player says which province a way is about.

        Where one way is asked for, moves that are said line by line are one way.
        """
        ways = list(said.get("ways", ()))
        if task.question.ask == "hold" and ways and all(set(way) == {"moves"} for way in ways):
            ways = [{"moves": [move for way in ways for move in way["moves"]]}]
        walker = _Walker.of(task)
        return {**said, "ways": [walker.told(way) for way in ways]}

    def steps(self, plan: RouteAnswer) -> int:
        """The moves of the one way; of several ways, each is one step."""
        return max(1, len(plan.ways[0].moves) if len(plan.ways) == 1 else len(plan.ways))

    def finish(self, task: Task, plan: RouteAnswer, kept: int) -> RouteAnswer | None:
        """Sends armies to whichever wanted province is cheapest to reach next, each group for itself."""
        if kept and kept >= self.steps(plan):
            return plan
        walker = _Walker.of(task)
        if walker.asked.ask == "each":
            return walker.each(plan.ways[:kept] if kept else ())
        if walker.asked.ask == "front":
            return walker.front(plan.ways[:kept] if kept else ())
        return walker.hold(plan.ways[0].moves[:kept] if kept else ())

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Arrows and how far armies go; rivals' armies where they count; what is wanted; armies and cubes."""
        asked: Route = scenario.question
        me: PlayerState = scenario.position.states[asked.player]
        starts = [place for place, count in me.armies.items() if count]
        starts += [SYMBOL] if SYMBOL not in starts and asked.armies else []
        if asked.count == "points":
            scenario = empire.settled(scenario)
            yield from map(empire.after_settling, empire.army_grounds(scenario))
        yield from map(empire.after_settling, empire.arrow_grounds(scenario, starts))
        yield from map(empire.after_settling, empire.reach_ground(scenario, starts))
        yield from (_wanted_ground(place, least) for place, least in asked.hold.items())
        yield _army_ground(scenario, me)
        yield _money_ground(scenario, me)
        if asked.budget is not None:
            yield _budget_ground(scenario, asked.budget)


def _wanted(rng: Random, region: Region, standing: Mapping[str, int], money: int) -> dict[str, int] | None:
    """Where each army is wanted: somewhere that it can go alone, for all the cubes there are at most."""
    for _ in range(TRIES):
        hold: dict[str, int] = {}
        paid = 0
        for start, count in standing.items():
            ends = _cheapest_ways(region, start)
            for _ in range(count):
                end = rng.choice(sorted(ends))
                if end == start:  # few are wanted where they stand
                    end = rng.choice(sorted(ends))
                hold[end] = hold.get(end, 0) + 1
                paid += ends[end]
        moving = sum(max(0, count - standing.get(place, 0)) for place, count in hold.items())
        if paid <= money and moving > 1:
            return {place: hold[place] for place in region.in_order if place in hold}
    return None


def _cheapest_ways(region: Region, start: str) -> dict[str, int]:
    """Where an army can be after this round, with the least cost of going there alone."""
    costs: dict[str, int] = {}
    for path in _paths(region, start):
        costs[path[-1]] = min(costs.get(path[-1], 999), _cost(region, path))
    costs.pop(SYMBOL, None)
    return costs


def _paths(region: Region, start: str) -> list[tuple[str, ...]]:
    """All ways of no to three steps that enter no place twice."""
    edge: list[tuple[str, ...]] = [(start,)]
    found = list(edge)
    for _ in range(STEPS):
        edge = [(*way, end) for way in edge for one, end in region.costs if one == way[-1] and end not in way]
        found += edge
    return found


def _cost(region: Region, path: Sequence[str]) -> int:
    return sum(region.costs[arrow] for arrow in pairwise(path))


# -- the greedy player -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Walker:
    """The table before the player's moves, the hand put down as the question has it."""

    asked: Route
    region: Region
    me: PlayerState
    rivals: Mapping[str, int]
    budget: int

    @classmethod
    def of(cls, task: Task) -> _Walker:
        asked: Route = task.question
        region: Region = task.board.by_number[task.position.region]
        me: PlayerState = task.position.states[asked.player]
        armies = dict(me.armies)
        if asked.armies:
            armies[SYMBOL] = armies.get(SYMBOL, 0) + asked.armies
        money = (me.hand or 0) - (asked.armies or 0)
        me = changed(me, hand=0, armies=armies, temple=me.temple + money)
        rivals = dict.fromkeys(region.in_order, 0)
        if asked.count == "points":
            states = after_rivals(task, task.rulings.fresh()).players
            others = [state for name, state in states.items() if name != asked.player]
            rivals = {place: max(state.armies.get(place, 0) for state in others) for place in rivals}
        has = me.temple + me.city
        return cls(asked, region, me, rivals, has if asked.budget is None else min(has, asked.budget))

    def hold(self, moves: Sequence[Move]) -> RouteAnswer | None:
        """All provinces that are wanted, in one way that begins with these moves."""
        paths = [(move.armies, move.path) for move in moves]
        while lacking := self._lacking(paths, self.asked.hold):
            further = self._next(paths, lacking, self.asked.hold, whole=False)
            if further is None:
                return None
            paths.append(further)
        return self._answer([self._way(paths)])

    def front(self, ways: Sequence[Way]) -> RouteAnswer:
        """These ways, then province after province from where the last of them ends."""
        needed = {place: self.rivals[place] + 1 for place in self.region.in_order}
        found = list(ways)
        paths = [(move.armies, move.path) for move in ways[-1].moves] if ways else []
        while True:
            way = self._way(paths)
            if found and way.cubes <= found[-1].cubes and way.worth > found[-1].worth:
                found.pop()
            if way.worth and (not found or way.worth > found[-1].worth):
                found.append(way)
            held = {place: needed[place] for place in way.holds}
            lacking = {place: count for place, count in self._lacking(paths, needed).items() if place not in held}
            further = self._next(paths, lacking, held, whole=True)
            if further is None:
                return RouteAnswer(ways=tuple(found))
            paths.append(further)

    def each(self, ways: Sequence[Way]) -> RouteAnswer:
        """These ways, then for each other province the cheapest way of one army."""
        found = {way.holds[0]: way for way in ways if way.holds}
        for place in self.region.in_order:
            if place not in found:
                further = None if self.me.armies.get(place) else self._next([], {place: 1}, {}, whole=True)
                if further is not None or self.me.armies.get(place):
                    way = self._way([(1, further[1])] if further is not None else [])
                    found[place] = changed(way, holds=(place,), worth=1)
        lost = tuple(place for place in self.region.in_order if place not in found)
        return RouteAnswer(ways=tuple(found[at] for at in self.region.in_order if at in found), out_of_reach=lost)

    def _after(self, paths: Sequence[tuple[int, tuple[str, ...]]]) -> PlayerState | None:
        """The player after these moves; None if they are against a rule or too dear."""
        moved = play_moves(self.region, self.me, [GroupMove(armies, path, None) for armies, path in paths])
        paid = self.me.temple + self.me.city - moved.state.temple - moved.state.city
        return None if moved.breaches or paid > self.budget else moved.state

    def _lacking(self, paths: Sequence[tuple[int, tuple[str, ...]]], wanted: Mapping[str, int]) -> dict[str, int]:
        state = self._after(paths)
        armies = state.armies if state is not None else {}
        lacks = {place: least - armies.get(place, 0) for place, least in wanted.items()}
        return {place: lack for place, lack in lacks.items() if lack > 0}

    def _next(
        self,
        paths: Sequence[tuple[int, tuple[str, ...]]],
        lacking: Mapping[str, int],
        kept: Mapping[str, int],
        *,
        whole: bool,
    ) -> tuple[int, tuple[str, ...]] | None:
        """The cheapest further move to a province that lacks armies; ``whole``: with all that it lacks."""
        state = self._after(paths)
        if state is None:
            return None
        choices = []
        for start, there in state.armies.items():
            spare = there - kept.get(start, 0)
            for path in _paths(self.region, start):
                lack = lacking.get(path[-1], 0)
                if len(path) > 1 and lack and spare >= (lack if whole else 1):
                    choices.append((min(lack, spare), path))
        choices.sort(key=lambda one: (_cost(self.region, one[1]), len(one[1])))
        return next((one for one in choices if self._after([*paths, one]) is not None), None)

    def _way(self, paths: Sequence[tuple[int, tuple[str, ...]]]) -> Way:
        """The way of these moves, the temple field paying first."""
        temple, moves = self.me.temple, []
        for armies, path in paths:
            cost = _cost(self.region, path)
            pays = Payment(temple=min(cost, temple), city=cost - min(cost, temple))
            temple -= pays.temple
            moves.append(Move(armies=armies, path=path, pays=pays))
        state = self._after(paths)
        total = sum(move.pays.temple + move.pays.city for move in moves)
        return self._told(total, state.armies if state is not None else {}, moves)

    def told(self, way: Mapping[str, Any]) -> dict[str, Any]:
        """A way as it is said, with what it does not say of itself; the temple field pays first where no field is."""
        given = {"cubes": 0, "holds": [], "worth": 0, **way}
        known = read(Way, given)
        if known is None:
            return given
        pays = [
            move.pays if "pays" in one else None for move, one in zip(known.moves, way.get("moves", ()), strict=True)
        ]
        groups = [GroupMove(move.armies, move.path, paid) for move, paid in zip(known.moves, pays, strict=True)]
        moved = play_moves(self.region, self.me, groups)
        moves = [
            move if paid is None else changed(move, pays=paid)
            for move, paid in zip(known.moves, moved.played, strict=True)
        ]
        total = sum(paid.temple + paid.city for paid in moved.played if paid is not None)
        found = self._told(total, moved.state.armies, moves)
        if self.asked.ask == "each":
            found = changed(found, holds=known.holds, worth=len(known.holds))
        return {**found.model_dump(mode="json"), **way, "moves": [move.plain() for move in moves]}

    def _told(self, total: int, armies: Mapping[str, int], moves: Sequence[Move]) -> Way:
        """A way that pays so much and after which armies stand so."""
        holds = tuple(at for at in self.region.in_order if armies.get(at, 0) > self.rivals[at])
        unit = MAJORITY_POINTS if self.asked.count == "points" else 1
        return Way(cubes=total, holds=holds, worth=unit * len(holds), moves=tuple(moves))

    def _answer(self, ways: Sequence[Way]) -> RouteAnswer:
        return RouteAnswer(ways=tuple(ways))


# -- grounds ---------------------------------------------------------------------------------------


def _wanted_ground(place: str, least: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        hold = dict(scenario.question.hold)
        hold[place] -= steps
        return empire.with_question(scenario, hold={at: count for at, count in hold.items() if count > 0})

    def fewer(steps: int) -> str:
        if steps == least:
            return f"no army needs to be in {place_name(place)}"
        return f"{cubes(steps, 'army')} fewer {'is' if steps == 1 else 'are'} wanted in {place_name(place)}"

    words = f"{cubes(least, 'army')} {'is' if least == 1 else 'are'} wanted in {place_name(place)}"
    return Ground(f"hold {place}", words, "question", loosen, fewer, least)


def _army_ground(scenario: Scenario, me: PlayerState) -> Ground:
    asked: Route = scenario.question
    has = me.army_count + (asked.armies or 0)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        if asked.armies is None:
            return empire.more_armies(scenario, asked.player, steps)
        hand = scenario.position.states[asked.player].hand or 0
        richer = empire.with_player(scenario, asked.player, hand=hand + steps)
        return empire.with_question(richer, armies=scenario.question.armies + steps)

    def more(steps: int) -> str:
        return f"{asked.player} has {cubes(steps, 'army')} more on the campaign symbol"

    words = f"{asked.player} has {cubes(has, 'army')}"
    most = 1 if asked.ask == "each" else max(1, CUBES - has)
    return Ground("armies", words, "3.3-1", loosen, more, most)


def _money_ground(scenario: Scenario, me: PlayerState) -> Ground:
    asked: Route = scenario.question
    has = me.temple + me.city + (me.hand or 0) - (asked.armies or 0)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        state = scenario.position.states[asked.player]
        return empire.with_player(scenario, asked.player, temple=state.temple + steps)

    whole = sum(arrow.cost + (arrow.back or 0) for arrow in empire.region_of(scenario).arrows)
    words = f"{asked.player} has {cubes(has)} to pay area costs with"
    more = f"{asked.player} has {{}} more to pay area costs with"
    return Ground("cubes", words, "5.3-6", loosen, lambda steps: more.format(cubes(steps)), max(1, whole - has))


def _budget_ground(scenario: Scenario, budget: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return empire.with_question(scenario, budget=scenario.question.budget + steps)

    whole = sum(arrow.cost + (arrow.back or 0) for arrow in empire.region_of(scenario).arrows)
    words = f"{cubes(budget)} may be paid at most"
    return Ground(
        "budget", words, "question", loosen, lambda steps: f"{cubes(steps)} more may be paid", max(1, whole - budget)
    )
