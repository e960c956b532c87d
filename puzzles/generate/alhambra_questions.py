"""Random scenarios of alhambra about layouts: tiles to lay, to place, to redesign with, to choose from.

An Alhambra is built tile by tile from the supply, others' Alhambras and the third party too.  Small
sizes can be searched by trying everything; large ones are the benchmark.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, cast

from models.alhambra.layout import Layout, Placed
from models.alhambra.missions import MISSIONS
from models.alhambra.position import CURRENCIES, PlayerState, Position
from models.alhambra.tiles import Supply
from models.game import bundled_board, load_game
from models.rulings import Rulings
from puzzles.generate.alhambra import random_layout
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.alhambra.documents import DraftQuestion, LayoutQuestion, PlaceQuestion, RedesignQuestion

PLAYERS = ("ana", "ben", "cleo", "dan", "eva", "finn")

READINGS = (
    "fountain-in-lines",
    "line-groups",
    "same-type-unit",
    "same-type-walls",
    "diagonal-gaps",
    "diagonal-single",
    "double-wall-unit",
    "path-on-foot",
    "path-fountain",
    "fountain-in-grids",
    "closed-outline",
    "vacated-slot",
)
"""The rulings that layouts depend on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    standing
        Tiles in the player's Alhambra.
    new
        Tiles to lay, new tiles, tiles on offer; those aside where a redesign is asked for.
    missions
        How many missions are beside the market.
    rivals
        Others at the table.
    actions
        Redesign actions.
    readings
        Share of rulings that are read in another than the default way.
    """

    standing: tuple[int, int]
    new: tuple[int, int]
    missions: tuple[int, int] = (3, 3)
    rivals: tuple[int, int] = (0, 0)
    actions: tuple[int, int] = (3, 3)
    readings: float = 0.0


PLACING = Size(standing=(15, 15), new=(6, 6))
"""The benchmark of ``place``."""

REDESIGNING = Size(standing=(15, 15), new=(5, 5))
"""The benchmark of ``redesign``."""

SMALL = Size(standing=(0, 4), new=(1, 4), missions=(0, 3), rivals=(0, 2), actions=(0, 3), readings=0.15)
"""Small enough to try everything."""

TINY = Size(standing=(0, 2), new=(1, 2), missions=(0, 3), rivals=(0, 2), actions=(0, 2), readings=0.15)
"""Solved in no time, for thousands of them."""


def layout(seed: int, *, size: Size = SMALL) -> Scenario:
    """A random scenario of ``layout``.

    >>> layout(1).text() == layout(1).text()
    True
    """
    return _Maker(seed, size).layout()


def place(seed: int, *, size: Size = PLACING) -> Scenario:
    """A random scenario of ``place``.

    >>> scenario = place(1)
    >>> state = next(iter(scenario.position.players.values()))
    >>> len(state.layout), len(state.bought)
    (15, 6)
    """
    return _Maker(seed, size).place()


def redesign(seed: int, *, size: Size = REDESIGNING, ask: str | None = "best") -> Scenario:
    """A random scenario of ``redesign``; ``ask`` None draws what is asked.

    >>> redesign(1).question.actions
    3
    """
    return _Maker(seed, size).redesign(ask)


def draft(seed: int, *, size: Size = PLACING) -> Scenario:
    """A random scenario of ``draft``: what lies on the market, or tiles that are named.

    >>> draft(1).question.kind
    'draft'
    """
    return _Maker(seed, size).draft()


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = Random(seed), seed, size
        rng = self.rng
        self.game = load_game("alhambra")
        self.supply = cast(Supply, bundled_board(self.game, "alhambra"))
        self.readings = {
            key: other
            for key in READINGS
            for other in self.game.rulings[key].readings
            if other != self.game.rulings[key].default and rng.random() < size.readings
        }
        self.missions = tuple(rng.sample(list(MISSIONS), rng.randint(*size.missions)))
        self.left = list(self.supply.tiles)

    def layout(self) -> Scenario:
        rng = self.rng
        self.player = self._player(standing=rng.random() < 0.5)
        tiles = self._draw(rng.randint(*self.size.new))
        if rng.random() < 0.5:
            self.player = self.player.model_copy(update={"reserve": tuple(tiles)})
            named = None
        else:
            named = tuple(tiles)
        question = LayoutQuestion(
            kind="layout",
            player="ana",
            tiles=named,
            use=rng.choice(("best", "best", "all")),
            count=self._count(),
            order=rng.choice(("any", "placing", "redesigning")),
        )
        return self._scenario(question, markets=False)

    def place(self) -> Scenario:
        rng = self.rng
        markets = rng.random() < 0.5
        self.player = self._player(market=rng.randint(0, 4) if markets else 0)
        tiles = tuple(self._draw(rng.randint(*self.size.new)))
        self.player = self.player.model_copy(update={"bought": tiles})
        return self._scenario(PlaceQuestion(kind="place", player="ana", count=self._count()), markets=markets)

    def redesign(self, ask: str | None) -> Scenario:
        rng = self.rng
        markets = rng.random() < 0.5
        new = rng.randint(*self.size.new)
        self.player = self._player(market=min(new, 4) if markets else 0)
        if not markets:
            self.player = self.player.model_copy(update={"reserve": tuple(self._draw(new))})
        if ask is None:
            ask = rng.choice(("best", "fewest"))
        target = self._points() + rng.randint(0, 9) if ask == "fewest" else None
        actions = rng.randint(*self.size.actions)
        question = RedesignQuestion.model_validate(
            {"kind": "redesign", "player": "ana", "ask": ask, "actions": actions, "target": target}
            | {"count": self._count()}
        )
        return self._scenario(question, markets=markets)

    def draft(self) -> Scenario:
        rng = self.rng
        self.player = self._player()
        tiles = self._draw(rng.randint(*self.size.new))
        if len(tiles) <= len(CURRENCIES) and rng.random() < 0.7:
            market = dict(zip(rng.sample(CURRENCIES, len(tiles)), tiles, strict=True))
            return self._scenario(DraftQuestion(kind="draft", player="ana", count=self._count()), False, market)
        return self._scenario(DraftQuestion(kind="draft", player="ana", tiles=tuple(tiles), count=self._count()), False)

    # -- parts -----------------------------------------------------------------------------------

    def _draw(self, count: int) -> list[str]:
        drawn = self.rng.sample(self.left, min(count, len(self.left)))
        self.left = [tile for tile in self.left if tile not in drawn]
        return [tile.id for tile in drawn]

    def _built(self, count: int) -> tuple[Placed, ...]:
        """An Alhambra of so many of the tiles that are left."""
        rest = Supply(satrap=1, game="alhambra", name="rest", title="What is left", tiles=tuple(self.left))
        built = random_layout(self.rng, count, rest)
        names = {placed.tile for placed in built}
        self.left = [tile for tile in self.left if tile.id not in names]
        return built

    def _player(self, *, standing: bool = True, market: int = 0) -> PlayerState:
        built = self._built(self.rng.randint(*self.size.standing) if standing else 0)
        slots = self.rng.sample(CURRENCIES, market)
        return PlayerState(layout=built, market=dict(zip(slots, self._draw(market), strict=True)))

    def _count(self) -> tuple[Any, ...]:
        rng = self.rng
        parts = [part for part in ("missions", "wall", "majorities") if rng.random() < 0.7]
        if self.size in (PLACING, REDESIGNING):
            return ("missions", "wall")
        return tuple(parts) or ("wall",)

    def _points(self) -> int:
        """What the missions and the wall of the player's Alhambra are worth."""
        from models.alhambra.missions import mission_points
        from models.alhambra.walls import longest_wall

        rulings = Rulings.choose(self.game.rulings, self.readings)
        built = Layout.of(self.player.layout, self.supply)
        return longest_wall(built, rulings) + sum(mission_points(key, built, rulings) for key in self.missions)

    def _scenario(self, question: Any, markets: bool, market: Any = None) -> Scenario:
        rng = self.rng
        rivals = rng.sample(PLAYERS[1:], rng.randint(*self.size.rivals))
        players = {name: PlayerState(layout=self._built(rng.randint(0, 4))) for name in rivals}
        players["ana"] = self.player
        names = list(players)
        rng.shuffle(names)
        neutral = tuple(self._draw(rng.randint(0, 6))) if len(names) == 2 and rng.random() < 0.5 else None
        modules = [*(["markets"] if markets else []), *(["guidelines"] if self.missions else [])]
        position = Position.model_validate(
            {"round": 3 if self.size.rivals == (0, 0) or rng.random() < 0.8 else rng.randint(1, 2)}
            | {"modules": modules, "missions": self.missions, "market": market or {}, "neutral": neutral}
            | {"players": {name: players[name] for name in names}}
        )
        return put_together(self.game, self.supply, position, question, self.seed, readings=self.readings)
