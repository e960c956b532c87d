"""How ``layout`` is posed and explained: some tiles, the bare fountain or a few that stand, and what counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.alhambra.layout import Layout, is_legal
from models.alhambra.plan import Action
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    Site,
    asking,
    building_grounds,
    demanding,
    give_reserve,
    mission_parts,
    rival_parts,
    sound,
    standing_parts,
    with_player,
    worth_asked,
)
from puzzles.kinds.kind import Ground, Kind, Part, read
from puzzles.scenario import Scenario
from solver.alhambra.building import placing_order
from solver.alhambra.documents import LayoutAnswer, LayoutQuestion
from solver.alhambra.estate import Estate
from solver.alhambra.layout import played_steps
from solver.question import Task

SIZES = ((2, 3, 0), (4, 3, 0), (3, 4, 0), (5, 4, 2), (7, 4, 2))
"""By level: tiles that stand, tiles to lay, rivals whose majorities count."""
ORDERS = {
    "any": "",
    "placing": " Each tile is laid by the rules, one after the other.",
    "redesigning": (
        " What stands is where it is now in the end; in between tiles may be taken out and put back, by the rules."
    ),
}


class LayoutPuzzles(Kind):
    """``layout``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A reserve of tiles at the end of the game, to lay around a few that stand."""
        return demanding(self, lambda attempt: _drawn(Dealer("layout", seed, level, attempt), *SIZES[level - 1]))

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, missions, tiles to lay, tiles that stand."""
        return sound(self._parts(scenario))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        supply = scenario.board
        yield from rival_parts(scenario, least=2 * int("majorities" in scenario.question.count))
        yield from mission_parts(scenario)
        tiles = _named(scenario)
        for name in tiles if len(tiles) > 1 else ():
            tile = supply.tile(name).id
            yield Part(f"tile {tile}", f"{tile_name(tile)} to lay", _without(scenario, tile), choice=True)
        yield from standing_parts(scenario)

    def asks(self, task: Task) -> str:
        """What there is to lay, and what counts."""
        question: LayoutQuestion = task.question
        estate = Estate.of(task)
        tiles = and_words([tile_name(tile) for tile in estate.full(_named(task))])
        which = "all of them" if question.use == "all" else "whichever of them are best"
        around = "what stands" if estate.standing else "the fountain"
        return (
            f"{question.player} has {tiles}. How is the Alhambra worth most, with {which} laid around {around}?"
            f"{ORDERS[question.order]} What counts: {worth_asked(task)}."
        )

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """The layout to which the steps lead, where steps are asked for."""
        known = read(LayoutAnswer, said)
        if known is None or "layout" in said or task.question.order == "any":
            return said
        after, _ = played_steps(Estate.of(task), known)
        return {**said, "layout": [placed.model_dump(mode="json") for placed in after.placed]}

    def steps(self, plan: LayoutAnswer) -> int:
        """Step by step where steps are asked for, else tile by tile; those that stand come last and decide nothing."""
        return max(1, len(plan.steps) or len(plan.layout))

    def finish(self, task: Task, plan: LayoutAnswer, kept: int) -> LayoutAnswer | None:
        """Lay what adds most at once, and leave aside what adds nothing unless all tiles are to be laid."""
        if not kept:
            plan = LayoutAnswer()
        elif kept >= self.steps(plan):
            return plan
        question: LayoutQuestion = task.question
        estate = Estate.of(task)
        steps = list(plan.steps if question.order != "any" else _laid(estate, plan))[:kept]
        layout = estate.layout
        for step in steps:
            layout = _played(layout, step, estate)
        if not is_legal(layout.masks):  # a whole that comes about in no order has parts that are none
            return None
        tiles = estate.full(_named(task))
        every = (*tiles, *(tile.id for tile in estate.standing.values()))
        left = [tile for tile in tiles if tile not in layout.where]
        more = Site(estate, every).greedy(layout, left, every=question.use == "all")
        if more is None or any(layout.cells.get(cell) != tile for cell, tile in estate.standing.items()):
            return None
        for name, cell in more:
            steps.append(Action(place=name, at=cell))
            layout = layout.with_tile(cell, estate.supply.tile(name))
        return LayoutAnswer(layout=layout.placed, steps=() if question.order == "any" else tuple(steps))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Missions, rivals, what stands, what lacks, the order, that all tiles are to be laid."""
        question: LayoutQuestion = scenario.question
        whole = question.use == "all"
        yield from building_grounds(scenario, _named(scenario), give_reserve, lacking=not whole)
        if question.order != "any":
            words = "each tile is laid by the rules" if question.order == "placing" else "each step keeps the rules"
            looser = "any legal Alhambra in the end"
            yield Ground("order", words, "B4-1", lambda one, _: asking(one, order="any"), lambda _: looser)
        if whole:
            words = f"{question.player} lays all of the tiles"
            yield Ground("all", words, "question", lambda one, _: asking(one, use="best"), lambda _: "tiles left aside")


def _drawn(deal: Dealer, standing: int, new: int, rivals: int) -> Scenario:
    rng = deal.rng
    player, *others = deal.names(1 + rivals)
    players: dict[str, Any] = {player: {"layout": deal.stock.built(standing), "reserve": deal.stock.draw(new)}}
    for name in others:
        players[name] = {"layout": deal.stock.built(rng.randint(3, 5))}
    position = {"round": 3, "players": deal.seats(players), **deal.missions()}
    question = {
        "kind": "layout",
        "player": player,
        "use": rng.choice(("best", "best", "all")),
        "count": ("missions", "wall", *(["majorities"] if rivals else [])),
        "order": "redesigning",
    }
    return deal.scenario(position, LayoutQuestion.model_validate(question), f"An Alhambra for {player}")


def _named(scenario: Scenario | Task) -> tuple[str, ...]:
    """The tiles to lay as they are named: those of the question, else all that the player holds outside."""
    question: LayoutQuestion = scenario.question
    if question.tiles is not None:
        return question.tiles
    state = scenario.position.players[question.player]
    return (*state.reserve, *state.market.values(), *state.bought)


def _without(scenario: Scenario, tile: str) -> Scenario:
    """With one tile less to lay."""
    player, supply = scenario.question.player, scenario.board
    if scenario.question.tiles is not None:
        return asking(scenario, tiles=tuple(one for one in scenario.question.tiles if supply.tile(one).id != tile))
    state = scenario.position.players[player]
    return with_player(
        scenario,
        player,
        reserve=tuple(one for one in state.reserve if supply.tile(one).id != tile),
        market={slot: one for slot, one in state.market.items() if supply.tile(one).id != tile},
        bought=tuple(one for one in state.bought if supply.tile(one).id != tile),
    )


def _laid(estate: Estate, plan: LayoutAnswer) -> list[Action]:
    """The new tiles of a plan in an order in which they can be placed; in reading order if there is none."""
    cells = {each.at: estate.supply.tile(each.tile) for each in plan.layout if each.at not in estate.standing}
    order = placing_order(estate.layout, cells)
    return [Action(place=cells[cell].id, at=cell) for cell in (order or cells)]


def _played(layout: Layout, step: Action, estate: Estate) -> Layout:
    """A layout after a step of a plan."""
    supply = estate.supply
    if step.place is not None and step.at is not None:
        return layout.with_tile(step.at, supply.tile(step.place))
    cell = layout.where[supply.tile(step.remove or step.exchange or "").id]
    if step.partner is not None:
        return layout.with_tile(cell, supply.tile(step.partner))
    return layout.without(cell)
