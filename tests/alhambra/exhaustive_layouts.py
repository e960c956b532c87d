"""Layouts, placings and redesigns by trying everything: the judge of the solver on small scenarios.

Everything goes through the rules: what a turn lets a player do, which layouts break a rule, what the
scoring gives.  Nothing here comes from ``solver`` but the documents of the questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.alhambra.layout import ORIGIN, Layout, Placed, layout_breaches, neighbours
from models.alhambra.plan import Action, Placing
from models.alhambra.position import CURRENCIES, Position
from models.alhambra.redesign import place_breaches
from models.alhambra.scoring import score_round
from models.alhambra.turn import act, place_bought
from puzzles.scenario import Scenario
from tests.sparing import Spare

Cells = frozenset[tuple[tuple[int, int], str]]
"""An Alhambra: its tiles with their cells."""

PARTS = {"missions": "G-", "wall": "B6-", "majorities": "B5-"}
"""The rules under which each part is scored."""


def cells_of(position: Position, player: str) -> Cells:
    """A player's Alhambra."""
    return frozenset((placed.at, placed.tile) for placed in position.players[player].layout)


def points(scenario: Scenario, cells: Cells) -> int:
    """What counts of an Alhambra: missions by the last scoring, all else by the one that comes next."""
    question = scenario.question
    layout = tuple(Placed(tile=tile, at=at) for at, tile in cells)
    position = scenario.position.resolved(scenario.board).with_player(question.player, layout=layout)
    last = position.model_copy(update={"round": 3})
    return sum(
        entry.amount
        for part in question.count
        for entry in score_round(last if part == "missions" else position, scenario.board, scenario.rulings)
        if entry.player == question.player and entry.rule.startswith(PARTS[part])
    )


def named_tiles(scenario: Scenario) -> tuple[str, ...]:
    """The tiles of the question, or what the player holds outside the Alhambra."""
    question, board = scenario.question, scenario.board
    state = scenario.position.resolved(board).players[question.player]
    if question.kind == "place" and question.tiles is None:
        return state.bought
    if question.tiles is None:
        return (*state.reserve, *state.market.values(), *state.bought)
    return tuple(board.tile(tile).id for tile in question.tiles)


def placings(scenario: Scenario, most: int | None = None) -> dict[Cells, int]:
    """Every Alhambra that placing new tiles at the end of a turn leads to, with its points."""
    question, board = scenario.question, scenario.board
    start = scenario.position.resolved(board).with_player(question.player, bought=named_tiles(scenario))
    found = {cells_of(start, question.player): start}
    queue = [start]
    spare = Spare(most)
    while queue:
        position = queue.pop()
        state = position.players[question.player]
        for tile in state.bought:
            for cell in _around(position, question.player):
                spare.use()
                placed = place_bought(position, question.player, [Placing(tile=tile, at=cell)], board, scenario.rulings)
                cells = cells_of(placed.position, question.player)
                if len(cells) > len(state.layout) and cells not in found:
                    found[cells] = placed.position
                    queue.append(placed.position)
    return {cells: points(scenario, cells) for cells in found}


def layouts(scenario: Scenario, most: int | None = None) -> dict[Cells, int]:
    """Every legal layout around what stands, however it may be built, with its points.

    Its tiles hang together over open joins, so it grows tile by tile if gaps may be enclosed on the way.
    """
    question, board = scenario.question, scenario.board
    start = cells_of(scenario.position.resolved(board), question.player)
    tiles = named_tiles(scenario)
    seen = {start}
    queue = [start]
    legal = {}
    spare = Spare(most)
    while queue:
        spare.use()
        cells = queue.pop()
        there = Layout({ORIGIN: board.tile("fountain"), **{at: board.tile(tile) for at, tile in cells}})
        breaches = layout_breaches(there)
        if not breaches and (question.use == "best" or len(cells) == len(start) + len(tiles)):
            legal[cells] = points(scenario, cells)
        if any(breach.rule != "B3-5" for breach in breaches):
            continue
        used = {tile for _, tile in cells}
        for cell in sorted({other for at in there.cells for other in neighbours(at)} - set(there.cells)):
            for tile in tiles:
                more = cells | {(cell, tile)}
                if tile not in used and more not in seen:
                    seen.add(more)
                    queue.append(more)
    return legal


def placeable(scenario: Scenario, most: int | None = None) -> set[Cells]:
    """Every layout that placing leads to, step by step, from what stands."""
    question, board = scenario.question, scenario.board
    start = cells_of(scenario.position.resolved(board), question.player)
    tiles = named_tiles(scenario)
    seen = {start}
    queue = [start]
    spare = Spare(most)
    while queue:
        spare.use()
        cells = queue.pop()
        there = Layout({ORIGIN: board.tile("fountain"), **{at: board.tile(tile) for at, tile in cells}})
        for cell in sorted({other for at in there.cells for other in neighbours(at)} - set(there.cells)):
            for tile in tiles:
                more = cells | {(cell, tile)}
                if tile not in there.where and more not in seen and not place_breaches(there, cell, board.tile(tile)):
                    seen.add(more)
                    queue.append(more)
    return seen


def redesigns(scenario: Scenario, most: int | None = None) -> dict[Cells, tuple[int, int]]:
    """Every Alhambra that so many redesign actions lead to: the fewest actions to it, and its points."""
    question, board = scenario.question, scenario.board
    start = scenario.position.resolved(board)
    level = {_key(start, question.player): start}
    seen = set(level)
    found = {cells_of(start, question.player): 0}
    spare = Spare(most)
    for depth in range(1, question.actions + 1):
        new = {}
        for position in level.values():
            for action in _actions(position, question.player):
                spare.use()
                acted = act(position, question.player, action, board, scenario.rulings)
                if acted.breaches:
                    continue
                key = _key(acted.position, question.player)
                if key not in seen:
                    seen.add(key)
                    new[key] = acted.position
                    found.setdefault(cells_of(acted.position, question.player), depth)
        level = new
    return {cells: (depth, points(scenario, cells)) for cells, depth in found.items()}


def _key(position: Position, player: str) -> tuple[Cells, frozenset[str]]:
    state = position.players[player]
    return cells_of(position, player), frozenset((*state.reserve, *state.market.values()))


def _around(position: Position, player: str) -> list[tuple[int, int]]:
    there = {ORIGIN, *(placed.at for placed in position.players[player].layout)}
    return sorted({other for cell in there for other in neighbours(cell)} - there)


def _actions(position: Position, player: str) -> Iterator[Action]:
    """Every redesign action that could be tried, legal or not."""
    state = position.players[player]
    stock = (*state.reserve, *state.market.values(), *state.bought)
    for tile in stock:
        for cell in _around(position, player):
            yield Action(place=tile, at=cell)
    for placed in state.layout:
        for keys in _ends(position, state.market):
            yield Action.model_validate({"remove": placed.tile, **keys})
            for tile in stock:
                yield Action.model_validate({"exchange": placed.tile, "with": tile, **keys})


def _ends(position: Position, market: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Where a tile that comes out might go."""
    if "markets" not in position.modules:
        yield {}
        return
    yield {"to": "discard"}
    for currency in CURRENCIES:
        yield {"to": currency}
        if currency in market:
            yield {"to": currency, "discard": market[currency]}
