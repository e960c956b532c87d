"""How ``place`` is posed and explained: what was bought this turn, around an Alhambra that stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.alhambra.plan import Destination, Placing
from models.alhambra.position import CURRENCIES
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    Site,
    asking,
    building_grounds,
    demanding,
    give_bought,
    mission_parts,
    rival_parts,
    sound,
    standing_parts,
    with_player,
    worth_asked,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.alhambra.documents import PlaceAnswer, PlaceQuestion
from solver.alhambra.estate import Estate
from solver.question import Task

SIZES = ((4, 2, 0), (5, 3, 2), (6, 3, 2), (7, 4, 2), (9, 4, 3))
"""By level: tiles that stand, tiles bought, rivals whose majorities count at most."""


class PlacePuzzles(Kind):
    """``place``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """The placing at the end of somebody's turn, the last scoring being next."""
        return demanding(self, lambda attempt: _drawn(Dealer("place", seed, level, attempt), *SIZES[level - 1]))

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, missions, new tiles, tiles of the own market, tiles that stand."""
        return sound(self._parts(scenario))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        player, supply = scenario.question.player, scenario.board
        state = scenario.position.players[player]
        yield from rival_parts(scenario, least=2 * int("majorities" in scenario.question.count))
        yield from mission_parts(scenario)
        new = _new(scenario)
        for name in new if len(new) > 1 else ():
            tile = supply.tile(name).id
            bought = tuple(other for other in state.bought if supply.tile(other).id != tile)
            rest = with_player(scenario, player, bought=bought)
            if scenario.question.tiles is not None:
                rest = asking(rest, tiles=tuple(one for one in new if supply.tile(one).id != tile))
            yield Part(f"tile {tile}", f"{tile_name(tile)}, which {player} has bought", rest, choice=True)
        for slot, name in state.market.items():
            tile = supply.tile(name).id
            market = {other: lying for other, lying in state.market.items() if other != slot}
            rest = with_player(scenario, player, market=market)
            yield Part(f"tile {tile}", f"{tile_name(tile)} on {player}'s market", rest, choice=True)
        yield from standing_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is new, and what counts."""
        estate = Estate.of(task)
        question: PlaceQuestion = task.question
        tiles = [tile_name(tile) for tile in estate.full(_new(task))]
        beside = "own market" if "markets" in task.position.modules else "reserve"
        return (
            f"This turn {question.player} has bought {and_words(tiles)}. Where does each of them go, "
            f"and which rather to the {beside}, so that {question.player}'s Alhambra is worth most? "
            f"What counts: {worth_asked(task)}."
        )

    def steps(self, plan: PlaceAnswer) -> int:
        """One for each new tile."""
        return max(1, len(plan.places))

    def finish(self, task: Task, plan: PlaceAnswer, kept: int) -> PlaceAnswer | None:
        """Place what adds most at once, and put aside what adds nothing (B2-6)."""
        estate = Estate.of(task)
        tiles = estate.full(_new(task))
        site = Site(estate, tiles)
        layout, places, left = estate.layout, list(plan.places[:kept] if kept else ()), list(tiles)
        market = dict(estate.state.market)
        for placing in places:
            tile = estate.supply.tile(placing.tile)
            left.remove(tile.id)
            if placing.at is not None:
                layout = layout.with_tile(placing.at, tile)
            elif placing.to in CURRENCIES:
                market[placing.to] = tile.id
        built = site.greedy(layout, left) or []
        places += [Placing(tile=tile, at=cell) for tile, cell in built]
        free: list[Destination] = [slot for slot in CURRENCIES if slot not in market]
        for tile_id in left:
            if tile_id not in {tile for tile, _ in built}:
                aside: Destination = "reserve"
                if "markets" in task.position.modules:
                    aside = free.pop(0) if free else "discard"
                places.append(Placing(tile=tile_id, to=aside))
        return PlaceAnswer(places=tuple(places))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Missions, rivals, what stands, what was not bought."""
        return building_grounds(scenario, _new(scenario), give_bought)


def _drawn(deal: Dealer, standing: int, new: int, most: int) -> Scenario:
    rng = deal.rng
    player, *rivals = deal.names(1 + (rng.randint(1, most) if most else 0))
    mine = {"layout": deal.stock.built(standing), "bought": deal.stock.draw(new)}
    players: dict[str, Any] = {player: mine}
    for name in rivals:
        players[name] = {"layout": deal.stock.built(rng.randint(3, 5))}
    position = {"round": 3, "turn": player, "players": deal.seats(players), **deal.missions()}
    count = ("missions", "wall", *(["majorities"] if rivals else []))
    question = PlaceQuestion.model_validate({"kind": "place", "player": player, "count": count})
    return deal.scenario(position, question, f"Where does {player} build?")


def _new(scenario: Scenario | Task) -> tuple[str, ...]:
    """The new tiles as they are named."""
    question: PlaceQuestion = scenario.question
    bought: tuple[str, ...] = scenario.position.players[question.player].bought
    return bought if question.tiles is None else question.tiles
