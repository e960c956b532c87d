"""What a picture of an answer shows, by the kind of the answer.

``sheet_of`` is the registry: an answer of a kind that has no entry is the position with the answer in
words below it, and with the plan on it if it has a ``plan`` of a kind that can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import groupby
from typing import TYPE_CHECKING, Any

from models.empire.campaign import Campaign, follow_all, play_game, play_region
from models.empire.plan import Allocation, GamePlan, Plan, Policy, RegionPlan
from models.empire.position import Position
from models.empire.round import Table, finish, open_region
from models.empire.words import cubes, move_words, pieces_words, place_name, plan_words
from puzzles.drawing.empire_sheet import Scene, Sheet, name_of
from puzzles.drawing.sheet import Heading, Stack, Words
from puzzles.scenario import answer_words
from solver.empire.inquiries import Route, RouteAnswer, SeatWorth, TurnOrder, TurnOrderAnswer, Way

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

MOST_WAYS = 8
"""So many ways of a route are drawn."""
_REGION, _PART = 17.0, 15.0
"""The sizes of headings."""


def position_sheet(scenario: Scenario) -> Sheet:
    """The position alone."""
    return _one(scenario, _table(scenario), None)


@singledispatch
def sheet_of(answer: Any, scenario: Scenario) -> Sheet:
    """The position, or the plan that is part of the answer, and below it the answer in words."""
    plan = getattr(answer, "plan", None)
    drawn = sheet_of.dispatch(type(plan)) is not sheet_of.dispatch(object)
    sheet = sheet_of(plan, scenario) if drawn else position_sheet(scenario)
    # the panel beside the map has the plan in words already
    said = {*plan_words(plan, True), *plan_words(plan, False)} if isinstance(plan, Plan) else set()
    return Sheet(sheet.title, sheet.stacks, [pair for pair in answer_words(scenario, answer) if pair not in said])


@sheet_of.register(Plan)
def _(answer: Plan, scenario: Scenario) -> Sheet:
    """The plan meets the rivals as they then are: having done what is assumed of them."""
    return _one(scenario, _after_rivals(scenario, scenario.assumptions.rivals), answer)


@sheet_of.register(RegionPlan)
def _(answer: RegionPlan, scenario: Scenario) -> Sheet:
    policies = scenario.assumptions.rivals
    played = play_region(_table(scenario), _player(scenario), answer, policies, scenario.rulings)
    [scenes] = _by_region(scenario, played, GamePlan(regions=(answer,)), {scenario.position.region: policies})
    return Sheet(_titled(scenario, name_of(scenes[0][1].region)), (Stack(tuple(_under_headings(scenes))),))


@sheet_of.register(GamePlan)
def _(answer: GamePlan, scenario: Scenario) -> Sheet:
    policies = {later.region: later.rivals for later in scenario.assumptions.later}
    policies[scenario.position.region] = scenario.assumptions.rivals
    played = play_game(scenario.board, scenario.position, _player(scenario), answer, policies, scenario.rulings)
    stacks = [
        Stack((Heading(name_of(scenes[0][1].region), _REGION), *_under_headings(scenes)))
        for scenes in _by_region(scenario, played, answer, policies)
    ]
    return Sheet(scenario.title or "The rest of the game", tuple(stacks))


@sheet_of.register(RouteAnswer)
def _(answer: RouteAnswer, scenario: Scenario) -> Sheet:
    """Every way by itself, all beginning at the position."""
    question: Route = scenario.question
    table = _after_rivals(scenario, scenario.assumptions.rivals)
    hand = (table.players[question.player].hand or 0) if question.player in table.players else 0
    armies = question.armies or 0
    # the rest of the hand is money, on whichever field
    put = Allocation(armies=armies, temple=max(hand - armies, 0)) if hand else None
    below: list[tuple[str, str]] = []
    if answer.out_of_reach:
        below.append(("out of reach", ", ".join(map(place_name, answer.out_of_reach))))
    if len(answer.ways) > MOST_WAYS:
        below.append(("left out", f"the last {len(answer.ways) - MOST_WAYS} of {len(answer.ways)} ways"))
    if not answer.ways:
        return Sheet(_titled(scenario, _where(scenario)), (_stack(_scene(scenario, table, None)),), below)
    stacks = [
        _stack(
            Heading(_way_words(number, way, question), _PART),
            _scene(scenario, table, Plan(allocation=put, moves=way.moves)),
        )
        for number, way in enumerate(answer.ways[:MOST_WAYS], start=1)
    ]
    return Sheet(_titled(scenario, _where(scenario)), tuple(stacks), below)


@sheet_of.register(TurnOrderAnswer)
def _(answer: TurnOrderAnswer, scenario: Scenario) -> Sheet:
    """What each seat is worth, if that is the answer; else who chooses or what to bid, in words."""
    if not answer.seats:
        return sheet_of.dispatch(object)(answer, scenario)
    stacks = [_seat(scenario, worth) for worth in answer.seats]
    return Sheet(_titled(scenario, _where(scenario)), tuple(stacks))


def _seat(scenario: Scenario, worth: SeatWorth) -> Stack:
    """A seat: those before it have followed their policies, those behind answer."""
    question: TurnOrder = scenario.question
    order = question.order if question.order is not None else scenario.position.turn_order or ()
    before = [name for name in order if name != question.player][: worth.seat - 1]
    policies = {name: policy for name, policy in scenario.assumptions.rivals.items() if name in before}
    plan = Plan(moves=worth.plan.moves, pieces=worth.plan.pieces)
    alone = "" if worth.replies else "; nobody plays later"
    heading = f"Seat {worth.seat}: {cubes(worth.points, 'point')}, margin {worth.margin}{alone}"
    replies = []
    for name, turn in worth.replies.items():
        done = [*map(move_words, turn.moves), *pieces_words(turn.pieces)] or ["stays and lays nothing"]
        replies += [(f"{name} answers", words) for words in done]
    below = [Words(replies)] if replies else []
    return _stack(Heading(heading, _PART), _scene(scenario, _after_rivals(scenario, policies), plan), *below)


def _way_words(number: int, way: Way, question: Route) -> str:
    """The heading of a way."""
    held = ", ".join(map(place_name, way.holds)) or "nothing"
    worth = f", {cubes(way.worth, 'point')}" if question.count == "points" else ""
    return f"Way {number}: {cubes(way.cubes)}, holds {held}{worth}"


# -- rounds and regions ------------------------------------------------------------------------------

Headed = tuple[str, Scene]


def _by_region(
    scenario: Scenario, played: Campaign, plan: GamePlan, policies: Mapping[int, Mapping[str, Policy]]
) -> list[list[Headed]]:
    """Region by region the rounds that were played, as the player's plan of each meets the table."""
    regions = []
    begun = zip(_beginnings(scenario, played), _ends(played), strict=True)
    for at, (number, tables) in enumerate(groupby(begun, key=lambda pair: pair[0].region.number)):
        rounds = plan.regions[at].rounds if at < len(plan.regions) else ()
        scenes = []
        for later, (table, over) in enumerate(tables):
            met, _ = follow_all(table, policies.get(number, {}), later, scenario.rulings)
            mine = rounds[later] if later < len(rounds) else Plan()
            heading = f"Round {table.round}{', the last of the region' if over else ''}"
            scenes.append((heading, _scene(scenario, met, mine)))
        regions.append(scenes)
    return regions


def _beginnings(scenario: Scenario, played: Campaign) -> Iterator[Table]:
    """The table at the beginning of each round that was played."""
    yield _table(scenario)
    for before, now in zip(played.tables, played.tables[1:], strict=False):
        after, _ = finish(before, scenario.rulings)
        same = now.region.number == before.region.number
        yield after if same else open_region(now.region, after.players, scenario.position.cubes)


def _ends(played: Campaign) -> list[bool]:
    """Whether each round was the last one of its region."""
    numbers = [table.region.number for table in played.tables]
    return [number != then for number, then in zip(numbers, [*numbers[1:], None], strict=True)]


def _under_headings(scenes: Sequence[Headed]) -> Iterator[Heading | Scene]:
    for heading, scene in scenes:
        yield from (Heading(heading, _PART), scene)


# -- a scenario's parts ------------------------------------------------------------------------------


def _stack(*blocks: Heading | Scene | Words) -> Stack:
    return Stack(blocks)


def _one(scenario: Scenario, table: Table, plan: Plan | None) -> Sheet:
    return Sheet(_titled(scenario, _where(scenario)), (_stack(_scene(scenario, table, plan)),))


def _scene(scenario: Scenario, table: Table, plan: Plan | None) -> Scene:
    player = getattr(scenario.question, "player", None) if plan is not None else None
    return Scene(table.region, table.players, plan, player)


def _table(scenario: Scenario) -> Table:
    return Table.of(scenario.board, scenario.position)


def _after_rivals(scenario: Scenario, policies: Mapping[str, Policy]) -> Table:
    return follow_all(_table(scenario), policies, 0, scenario.rulings)[0]


def _player(scenario: Scenario) -> str:
    player: str = scenario.question.player
    return player


def _where(scenario: Scenario) -> str:
    """Where and when a position is."""
    position: Position = scenario.position
    when = "the game has ended" if position.ended else f"round {position.round}"
    return f"{name_of(scenario.board.by_number[position.region])}, {when}"


def _titled(scenario: Scenario, where: str) -> str:
    return f"{scenario.title} · {where}" if scenario.title else where
