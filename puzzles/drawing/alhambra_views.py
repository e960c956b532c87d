"""What an answer about alhambra makes of the table, by the kind of the answer, for pictures and for text.

``view_of`` is the registry: of an answer of a kind that has no entry, only the position is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from models.alhambra.layout import Placed
from models.alhambra.plan import Action, Placing, Turn
from models.alhambra.position import Position
from models.alhambra.tiles import Cell, Supply
from models.alhambra.turn import act, place_bought, play_turn
from solver.alhambra.documents import (
    DraftAnswer,
    LayoutAnswer,
    MarketSlotAnswer,
    PlaceAnswer,
    PurchaseAnswer,
    RedesignAnswer,
)

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


@dataclass(frozen=True)
class View:
    """A table to be drawn: the position, and what is marked as new in one player's Alhambra.

    Attributes
    ----------
    position
        With full ids.
    player
        In whose Alhambra something is marked.
    new
        The numbers of the steps that laid what is new, by cell; empty where there is no order.
    gone
        Cells that were emptied.
    aside
        Marks of tiles that were laid beside it, by id.
    """

    position: Position
    player: str | None = None
    new: Mapping[Cell, str] = field(default_factory=dict)
    gone: tuple[Cell, ...] = ()
    aside: Mapping[str, str] = field(default_factory=dict)


def position_view(scenario: Scenario) -> View:
    """The position alone."""
    return View(scenario.position.resolved(scenario.board))


@singledispatch
def view_of(answer: Any, scenario: Scenario) -> View:
    """The position, where nothing of an answer can be shown on it."""
    return position_view(scenario)


@view_of.register(LayoutAnswer)
def _(answer: LayoutAnswer, scenario: Scenario) -> View:
    """The layout, numbered by the steps that build it where there are any."""
    name, supply, before = _player(scenario), scenario.board, position_view(scenario).position
    placed = tuple(Placed(tile=supply.tile(each.tile).id, at=each.at) for each in answer.layout)
    stood = {each.at: each.tile for each in before.players[name].layout}
    numbers = _numbers(answer.steps, supply, stood)
    new = {each.at: numbers.get(each.at, "") for each in placed if stood.get(each.at) != each.tile}
    after = _without(before, {each.tile for each in placed}).with_player(name, layout=placed)
    return View(after, name, new)


@view_of.register(PlaceAnswer)
def _(answer: PlaceAnswer, scenario: Scenario) -> View:
    name, supply, before = _player(scenario), scenario.board, position_view(scenario).position
    full = [each.model_copy(update={"tile": supply.tile(each.tile).id}) for each in answer.places]
    tiles = tuple(each.tile for each in full)
    bought = _without(before, set(tiles)).with_player(name, bought=tiles)
    after = place_bought(bought, name, tuple(full), supply, scenario.rulings).position
    return View(after, name, _placed_numbers(full), aside=_aside_numbers(full))


@view_of.register(RedesignAnswer)
def _(answer: RedesignAnswer, scenario: Scenario) -> View:
    name, supply, position = _player(scenario), scenario.board, position_view(scenario).position
    stood = {each.at: each.tile for each in position.players[name].layout}
    numbers = _numbers(answer.actions, supply, stood)
    for action in answer.actions:
        position = act(position, name, action, supply, scenario.rulings).position
    stands = {each.at: each.tile for each in position.players[name].layout}
    new = {cell: numbers.get(cell, "") for cell, tile in stands.items() if stood.get(cell) != tile}
    return View(position, name, new, tuple(cell for cell in stood if cell not in stands))


@view_of.register(PurchaseAnswer)
def _(answer: PurchaseAnswer, scenario: Scenario) -> View:
    """The table after the turn; tiles are numbered in the order in which they are placed."""
    name, supply, before = _player(scenario), scenario.board, position_view(scenario).position
    turn = Turn(actions=answer.actions, places=answer.places)
    after = play_turn(before, name, turn, supply, scenario.rulings).position
    full = [each.model_copy(update={"tile": supply.tile(each.tile).id}) for each in answer.places]
    fresh = [each.tile for each in after.players[name].layout]
    laid = [each for each in full if each.at is None or each.tile in fresh]
    aside = _aside_numbers(laid) | dict.fromkeys(after.players[name].bought, "")
    return View(after, name, _placed_numbers(laid), aside=aside)


@view_of.register(MarketSlotAnswer)
def _(answer: MarketSlotAnswer, scenario: Scenario) -> View:
    name, before = _player(scenario), position_view(scenario).position
    asked = scenario.question.tile
    state = before.players[name]
    tile = scenario.board.tile(asked).id if asked is not None else next(iter(state.bought), None)
    if tile is None:
        return View(before)
    market = {**state.market, answer.slot: tile}
    bought = tuple(each for each in state.bought if each != tile)
    return View(before.with_player(name, market=market, bought=bought), name, aside={tile: ""})


@view_of.register(DraftAnswer)
def _(answer: DraftAnswer, scenario: Scenario) -> View:
    """The tile that adds most, where it adds most."""
    name, supply, before = _player(scenario), scenario.board, position_view(scenario).position
    best = answer.rows[0].at if answer.rows else None
    if best is None:
        return View(before)
    placed = Placed(tile=supply.tile(best.tile).id, at=best.at)
    layout = (*before.players[name].layout, placed)
    return View(_without(before, {placed.tile}).with_player(name, layout=layout), name, {placed.at: ""})


def _numbers(steps: Iterable[Action], supply: Supply, stood: Mapping[Cell, str]) -> dict[Cell, str]:
    """By cell, the number of the step that laid what lies there last."""
    where = {tile: cell for cell, tile in stood.items()}
    numbers: dict[Cell, str] = {}
    for number, step in enumerate(steps, start=1):
        if step.place is not None and step.at is not None:
            where[supply.tile(step.place).id] = step.at
            numbers[step.at] = str(number)
        elif step.exchange is not None and step.partner is not None:
            cell = where.pop(supply.tile(step.exchange).id, None)
            if cell is not None:
                where[supply.tile(step.partner).id] = cell
                numbers[cell] = str(number)
        elif step.remove is not None:
            where.pop(supply.tile(step.remove).id, None)
    return numbers


def _placed_numbers(places: Iterable[Placing]) -> dict[Cell, str]:
    return {each.at: str(number) for number, each in enumerate(places, start=1) if each.at is not None}


def _aside_numbers(places: Iterable[Placing]) -> dict[str, str]:
    return {each.tile: str(number) for number, each in enumerate(places, start=1) if each.at is None}


def _without(position: Position, tiles: set[str]) -> Position:
    """The position with some tiles taken from wherever they lie beside the Alhambras."""

    def left(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in ids if each not in tiles)

    players = {
        name: state.model_copy(
            update={
                "reserve": left(state.reserve),
                "bought": left(state.bought),
                "market": {slot: tile for slot, tile in state.market.items() if tile not in tiles},
            }
        )
        for name, state in position.players.items()
    }
    market = {slot: tile for slot, tile in position.market.items() if tile not in tiles}
    neutral = None if position.neutral is None else left(position.neutral)
    return position.model_copy(update={"players": players, "market": market, "neutral": neutral})


def _player(scenario: Scenario) -> str:
    player: str = scenario.question.player
    return player
