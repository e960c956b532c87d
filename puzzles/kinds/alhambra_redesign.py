"""How ``redesign`` is posed and explained: tiles aside, an Alhambra that stands, a few actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from models.alhambra.layout import ORIGIN, Layout, can_remove, is_legal
from models.alhambra.plan import Action
from models.alhambra.position import CURRENCIES, Position
from models.alhambra.turn import act
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    Site,
    asking,
    demanding,
    give_reserve,
    lacking_grounds,
    mission_grounds,
    mission_parts,
    on_table,
    rival_grounds,
    rival_parts,
    sound,
    standing_parts,
    with_player,
    worth_asked,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.kinds.settled import LIMITS
from puzzles.scenario import Scenario
from puzzles.solving import solve
from solver.alhambra.documents import RedesignAnswer, RedesignQuestion
from solver.alhambra.estate import Estate
from solver.question import Task

SIZES = ((4, 2, 2, 0), (5, 2, 2, 2), (6, 2, 3, 0), (6, 3, 3, 2), (7, 3, 3, 3))
"""By level: tiles that stand, tiles aside, actions, rivals whose majorities count."""

ASIDE = 4
"""So many tiles lie aside at most where all grounds are lifted, beside one that is lacking."""


class RedesignPuzzles(Kind):
    """``redesign``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """The last redesigns before the end of the game: the most points, or the fewest actions to them."""
        return demanding(self, lambda attempt: _drawn(Dealer("redesign", seed, level, attempt), *SIZES[level - 1]))

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, missions, tiles aside, tiles that stand."""
        return sound(self._parts(scenario))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        player, supply = scenario.question.player, scenario.board
        state = scenario.position.players[player]
        yield from rival_parts(scenario, least=2 * int("majorities" in scenario.question.count))
        yield from mission_parts(scenario)
        for name in state.reserve:
            tile = supply.tile(name).id
            rest = with_player(scenario, player, reserve=tuple(other for other in state.reserve if other != name))
            yield Part(f"tile {tile}", f"{tile_name(tile)} in {player}'s reserve", rest, choice=True)
        for slot, name in state.market.items():
            tile = supply.tile(name).id
            market = {other: lying for other, lying in state.market.items() if other != slot}
            rest = with_player(scenario, player, market=market)
            yield Part(f"tile {tile}", f"{tile_name(tile)} on {player}'s market", rest, choice=True)
        yield from standing_parts(scenario)

    def asks(self, task: Task) -> str:
        """How many actions, or how many points."""
        question: RedesignQuestion = task.question
        estate = Estate.of(task)
        aside = and_words([tile_name(tile) for tile in estate.stock]) or "nothing"
        begin = f"{question.player} has {aside} aside."
        counted = f"What counts: {worth_asked(task)}."
        if question.ask == "best":
            times = f"{question.actions} redesign action{'' if question.actions == 1 else 's'}"
            return f"{begin} What is the Alhambra worth at most after up to {times}, and which are they? {counted}"
        return (
            f"{begin} How few redesign actions, and which, make the Alhambra worth {question.target} points at least? "
            f"No more than {question.actions} are left. {counted}"
        )

    def steps(self, plan: RedesignAnswer) -> int:
        """Action by action."""
        return max(1, len(plan.actions))

    def finish(self, task: Task, plan: RedesignAnswer, kept: int) -> RedesignAnswer | None:
        """The action that adds most at once, as long as any adds something and the points are not reached."""
        question: RedesignQuestion = task.question
        if kept and kept >= self.steps(plan):
            return plan
        estate = Estate.of(task)
        tiles = (*estate.stock, *(tile.id for tile in estate.standing.values()))
        site = Site(estate, tiles)
        position, actions = estate.position, list(plan.actions[:kept] if kept else ())
        for action in actions:
            position = _after(task, position, action)
        while True:
            layout = Layout.of(position.players[estate.player].layout, task.board)
            now = site.worth(layout)
            if question.target is not None and now >= question.target:
                return RedesignAnswer(actions=tuple(actions))
            options = list(_options(site, position, layout)) if len(actions) < question.actions else []
            gain, action = max(
                ((site.worth(after) - now, one) for one, after in options),
                key=lambda each: each[0],
                default=(0, Action()),
            )
            if gain <= 0:
                return RedesignAnswer(actions=tuple(actions)) if question.target is None else None
            actions.append(action)
            position = _after(task, position, action)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Missions, rivals, room aside, tiles that lack, actions, points to reach."""
        question: RedesignQuestion = scenario.question
        estate = Estate.of(scenario.task)
        stock = [scenario.board.tile(tile).type for tile in estate.stock]
        stands = [tile.type for tile in estate.standing.values()]
        yield from mission_grounds(scenario)
        yield from rival_grounds(scenario, (*stock, *stands))
        if "markets" in scenario.position.modules:
            words = f"{question.player}'s market has a slot for each currency"
            yield Ground("room", words, "P-9", lambda one, _: _with_reserve(one), lambda _: "a reserve for any tiles")
        else:
            types = list(dict.fromkeys((*stock, *stands)))
            yield from lacking_grounds(scenario, give_reserve, types[: max(1, ASIDE - len(stock))])
        if question.target is not None:
            over = question.target - estate.ledger(estate.state.layout, scenario.rulings).total(estate.player)
            if over > 0:
                yield _target_ground(question.target, over)
        times = f"{question.actions} action{'' if question.actions == 1 else 's'}"
        yield Ground(
            "actions",
            f"{question.player} has {times}",
            "question",
            lambda one, by: asking(one, actions=one.question.actions + by),
            lambda by: f"{by} action{'' if by == 1 else 's'} more",
        )


def _drawn(deal: Dealer, standing: int, aside: int, actions: int, rivals: int) -> Scenario:
    player, *others = deal.names(1 + rivals)
    players: dict[str, Any] = {player: {"layout": deal.stock.built(standing), "reserve": deal.stock.draw(aside)}}
    for name in others:
        players[name] = {"layout": deal.stock.built(deal.rng.randint(3, 5))}
    position = {"round": 3, "players": deal.seats(players), **deal.missions()}
    count = ("missions", "wall", *(["majorities"] if rivals else []))
    fields = {"kind": "redesign", "player": player, "actions": actions, "count": count}
    fewest = deal.rng.random() < 0.4
    scenario = deal.scenario(position, RedesignQuestion.model_validate(fields), f"How does {player} rebuild?")
    if not fewest:
        return scenario
    best = solve(scenario, limits=LIMITS)
    question = RedesignQuestion.model_validate({**fields, "ask": "fewest", "target": best.value})
    return replace(scenario, question=question)


def _after(task: Task, position: Position, action: Action) -> Position:
    return act(position, task.question.player, action, task.board, task.rulings.fresh()).position


def _options(site: Site, position: Position, layout: Layout) -> Iterator[tuple[Action, Layout]]:
    """All redesign actions (B4-1 to B4-3): placing, exchanging, taking out, each with what it leads to."""
    estate, supply, masks = site.estate, site.estate.supply, layout.masks
    state = position.players[estate.player]
    market = state.market
    stock = [*state.reserve, *(market[slot] for slot in CURRENCIES if slot in market)]
    for name, cell, after in site.placings(layout, stock):
        yield Action(place=name, at=cell), after
    for name in stock:
        tile = supply.tile(name)
        for cell, old in layout.cells.items():
            if cell != ORIGIN and is_legal({**masks, cell: tile.mask}):
                keys = {"exchange": old.id, "with": name, "to": _to(estate, position, name)}
                yield Action.model_validate(keys), layout.with_tile(cell, tile)
    for cell, old in layout.cells.items():
        if can_remove(masks, cell):
            yield Action.model_validate({"remove": old.id, "to": _to(estate, position, "")}), layout.without(cell)


def _to(estate: Estate, position: Position, new: str) -> str | None:
    """Where a tile goes that comes out: the first free slot, out of the game without one, the reserve without slots."""
    if "markets" not in position.modules:
        return None
    market = position.players[estate.player].market
    may = estate.readings["vacated-slot"] == "may"
    taken = [slot for slot, tile in market.items() if not (may and tile == new)]
    return next((slot for slot in CURRENCIES if slot not in taken), "discard")


def _with_reserve(scenario: Scenario) -> Scenario:
    """Without personal markets: whatever lies aside is in the reserve (B2-7)."""
    player = scenario.question.player
    state = scenario.position.players[player]
    modules = tuple(module for module in scenario.position.modules if module != "markets")
    aside = (*state.reserve, *(state.market[slot] for slot in CURRENCIES if slot in state.market))
    return with_player(on_table(scenario, modules=modules), player, market={}, reserve=aside)


def _target_ground(target: int, over: int) -> Ground:
    return Ground(
        "target",
        f"the Alhambra is to be worth {target} points",
        "question",
        lambda one, by: asking(one, target=one.question.target - by),
        lambda by: f"{by} point{'' if by == 1 else 's'} less to reach",
        over,
    )
