"""How ``draft`` is posed and explained: the tiles of the building market, one of which would be built at once.

The greedy player sees one thing at a time: of the cells of a tile the one where the wall, a mission or
the majorities alone grow most, never mind what becomes of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from models.alhambra.layout import Layout, Placed
from models.alhambra.position import CURRENCIES
from models.alhambra.tiles import TYPES
from models.alhambra.words import tile_name
from models.words import and_words
from puzzles.kinds.alhambra import (
    Dealer,
    Site,
    asking,
    demanding,
    mission_parts,
    on_table,
    rival_parts,
    sound,
    spare,
    standing_parts,
    worth_asked,
)
from puzzles.kinds.kind import Ground, Kind, Part, changed, read
from puzzles.scenario import Scenario
from solver.alhambra.documents import DraftAnswer, DraftQuestion, DraftRow
from solver.alhambra.draft import rows_by_rules
from solver.alhambra.estate import Estate
from solver.question import Task

SIZES = ((4, 2, 0), (5, 3, 0), (7, 4, 0), (8, 4, 2), (10, 4, 3))
"""By level: tiles that stand, tiles on offer, rivals whose majorities count."""


class DraftPuzzles(Kind):
    """``draft``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """The building market, and an Alhambra to which one tile and one cell are better than all others."""
        return demanding(self, lambda attempt: _drawn(Dealer("draft", seed, level, attempt), *SIZES[level - 1]), _clear)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, missions, offers, tiles that stand, as long as one tile and one cell stay the best."""
        return (part for part in sound(self._parts(scenario)) if _clear(part.rest))

    def _parts(self, scenario: Scenario) -> Iterator[Part]:
        yield from rival_parts(scenario, least=2 * int("majorities" in scenario.question.count))
        yield from mission_parts(scenario)
        offered = _offered(scenario)
        for name in offered if len(offered) > 2 else ():
            tile = scenario.board.tile(name).id
            if scenario.question.tiles is None:
                market = {slot: lying for slot, lying in scenario.position.market.items() if lying != name}
                rest = on_table(scenario, market=market)
            else:
                rest = asking(scenario, tiles=tuple(other for other in offered if other != name))
            yield Part(f"tile {tile}", f"{tile_name(tile)} on offer", rest, choice=True)
        yield from standing_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is on offer, and what counts."""
        estate = Estate.of(task)
        tiles = [tile_name(tile) for tile in estate.full(_offered(task))]
        return (
            f"On offer are {and_words(tiles)}. Which of them adds most to {estate.player}'s Alhambra if it is built "
            f"alone, and in which cell? What counts: {worth_asked(task)}."
        )

    def gist(self, scenario: Scenario, plan: DraftAnswer) -> Any:
        """The tile that adds most and its cell; the other rows are of the table."""
        if not plan.rows:
            return None
        best = plan.rows[0]
        return [best.tile, best.at.plain() if best.at is not None else None]

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """What each tile adds, the rows in this order; tiles of which nothing is said stay out."""
        given = [_named(row) for row in said.get("rows", ())]
        bare = [{"value": 0, "gain": 0, **row} for row in given]
        known = read(DraftAnswer, {"rows": bare})
        if known is None:
            return {**said, "rows": bare}
        estate = Estate.of(task)
        tiles = {estate.supply.tile(row.tile).id for row in known.rows if estate.supply.problem(row.tile) is None}
        left = [tile for tile in estate.full(_offered(task)) if tile not in tiles]
        whole = DraftAnswer(rows=(*known.rows, *(DraftRow(tile=tile, value=0, gain=0) for tile in left)))
        unsaid: list[dict[str, Any]] = [{"tile": tile} for tile in left]
        found = rows_by_rules(task, whole, task.rulings.fresh())
        rows = [
            {"value": right.value, "gain": right.gain, **row}
            for row, right in zip([*given, *unsaid], found, strict=True)
        ]
        return {**said, "rows": sorted(rows, key=lambda row: -row["gain"])}

    def runner_up(self, scenario: Scenario, plan: DraftAnswer) -> int | None:
        """What the tile adds that comes second."""
        return plan.rows[1].gain if len(plan.rows) > 1 else None

    def steps(self, plan: DraftAnswer) -> int:
        """A place for each tile."""
        return max(1, len(plan.rows))

    def finish(self, task: Task, plan: DraftAnswer, kept: int) -> DraftAnswer:
        """The other tiles where one thing alone grows most, or out where that would cost points."""
        estate = Estate.of(task)
        rows = list(plan.rows[:kept] if kept else ())
        known = {estate.supply.tile(row.tile).id for row in rows}
        left = [tile for tile in estate.full(_offered(task)) if tile not in known]
        rows += [_sighted(task, tile) for tile in left]
        return DraftAnswer(rows=tuple(sorted(rows, key=lambda row: -row.gain)))

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Type by type what is not on offer; other facts change what the Alhambra is worth as it stands."""
        offered = [scenario.board.tile(tile) for tile in _offered(scenario)]
        for type_ in dict.fromkeys((*TYPES, *(tile.type for tile in offered))):
            if not spare(scenario, type_):
                continue
            there = [tile_name(tile.id) for tile in offered if tile.type == type_]
            verb = "is" if len(there) < 2 else "are"
            words = f"of type {type_} only {and_words(there)} {verb} on offer" if there else f"no {type_} is on offer"

            def loosen(one: Scenario, _: int, wanted: str = type_) -> Scenario:
                return asking(one, tiles=(*_offered(one), *(tile.id for tile in spare(one, wanted))))

            def looser(_: int, wanted: str = type_) -> str:
                return f"every {wanted} that nobody has on offer as well"

            yield Ground(f"offers {type_}", words, "question", loosen, looser)


def _drawn(deal: Dealer, standing: int, offers: int, rivals: int) -> Scenario:
    player, *others = deal.names(1 + rivals)
    players: dict[str, Any] = {player: {"layout": deal.stock.built(standing)}}
    for name in others:
        players[name] = {"layout": deal.stock.built(deal.rng.randint(3, 5))}
    slots = sorted(deal.rng.sample(CURRENCIES, offers))
    market = dict(zip(slots, deal.stock.draw(offers), strict=True))
    position = {"round": 3, "market": market, "players": deal.seats(players), **deal.missions()}
    count = ("missions", "wall", *(["majorities"] if rivals else []))
    question = DraftQuestion.model_validate({"kind": "draft", "player": player, "count": count})
    return deal.scenario(position, question, f"Which tile is for {player}?")


def _offered(scenario: Scenario | Task) -> tuple[str, ...]:
    """The tiles on offer as they are named, those of the market from blue to yellow."""
    question: DraftQuestion = scenario.question
    market = scenario.position.market
    return (
        question.tiles if question.tiles is not None else tuple(market[slot] for slot in CURRENCIES if slot in market)
    )


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """A row as it is said, its tile named both by itself and with its cell."""
    tile = row.get("tile", row.get("at", {}).get("tile"))
    if tile is None:
        return row
    named = {**row, "tile": tile}
    return {**named, "at": {"tile": tile, **row["at"]}} if "at" in row else named


def _clear(scenario: Scenario) -> bool:
    """Whether one tile in one cell adds something, and more than any other tile or cell."""
    estate = Estate.of(scenario.task)
    tiles = estate.full(_offered(scenario))
    site = Site(estate, tiles)
    values = sorted((site.worth(after) for _, _, after in site.placings(estate.layout, tiles)), reverse=True)
    return bool(values) and values[0] > max([*values[1:2], site.worth(estate.layout)])


def _sighted(task: Task, tile: str) -> DraftRow:
    """A tile where one thing alone grows most; ties go to the cell that comes first in reading order."""
    estate = Estate.of(task)
    site = Site(estate, (tile,))
    single = [Site(Estate.of(one), (tile,)) for one in _things(task)]
    before = [each.worth(estate.layout) for each in single]
    stands = site.worth(estate.layout)

    def seen(after: Layout) -> int:
        return max(each.worth(after) - was for each, was in zip(single, before, strict=True))

    options = list(site.placings(estate.layout, (tile,)))
    _, cell, after = max(options, key=lambda option: seen(option[2]), default=(tile, None, estate.layout))
    value = site.worth(after)
    if cell is None or value < stands:
        return DraftRow(tile=tile, value=stands, gain=0)
    return DraftRow(tile=tile, value=value, gain=value - stands, at=Placed(tile=tile, at=cell))


def _things(task: Task) -> Iterator[Task]:
    """The same task with one thing alone that counts."""
    for part in task.question.count:
        alone = replace(task, question=changed(task.question, count=(part,)))
        if part != "missions":
            yield alone
            continue
        for key in task.position.missions:
            yield replace(alone, position=changed(task.position, missions=(key,)))
