"""Random scenarios of successors' `cart`: a long way on the bundled map, and small maps to walk every way on.

Rivals' and Independent units stand in the way, links by land and by sea lie side by side, and the
cart begins anywhere, sometimes where it can be buried and sometimes among others' units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import networkx as nx

from models.game import load_game
from models.successors.map import PELLA, Map
from models.successors.position import Army, Cart, Position
from puzzles.generate.making import put_together
from puzzles.generate.successors import diadochi, drawn_map, joined, natural_position, other_readings
from puzzles.scenario import Scenario
from solver.successors.cart_documents import CartRoad

PLAYERS = ("ana", "ben", "cara", "dion", "eva")
READINGS = ("burial-blockers",)
"""The rulings that the cart depends on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    spaces
        Of the map; None for the bundled one.
    players
        At the table.
    armies
        Of all rivals together, and spaces with Independent units.
    activations, movement
        Moves, and the points of each.
    readings
        Share of rulings that are read in another than the default way.
    """

    spaces: tuple[int, int] | None
    players: tuple[int, int]
    armies: tuple[int, int]
    activations: tuple[int, int]
    movement: tuple[int, int]
    readings: float = 0.0


LARGE = Size(spaces=None, players=(5, 5), armies=(6, 12), activations=(2, 8), movement=(3, 4))
"""The benchmark: five players on the bundled map, as a rule with Pella as the goal."""

MIXED = Size(spaces=(6, 14), players=(2, 5), armies=(0, 5), activations=(0, 5), movement=(1, 4), readings=0.3)
"""Everything that the cart has to deal with."""

TINY = Size(spaces=(4, 9), players=(2, 3), armies=(0, 2), activations=(1, 3), movement=(1, 4), readings=0.3)
"""Small enough to walk every way."""


def cart(seed: int, *, size: Size = LARGE, ask: str | None = None) -> Scenario:
    """A random scenario of ``cart``; ``ask`` None draws what is asked.

    >>> scenario = cart(1)
    >>> cart(1).text() == scenario.text(), len(scenario.position.players)
    (True, 5)
    """
    return _Maker(seed, size).scenario(ask)


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = Random(seed), seed, size
        self.game = load_game("successors")
        self.board = self._map()
        self.spaces = list(self.board.spaces)
        self.cities = [space for space in self.spaces if self.board.is_major(space)]

    def scenario(self, ask: str | None) -> Scenario:
        rng, size = self.rng, self.size
        readings = other_readings(rng, READINGS, size.readings)
        ask = ask or rng.choice(("road", "policy"))
        start = rng.choice(self.spaces)
        names = rng.sample(PLAYERS, rng.randint(*size.players))
        position = Position.model_validate(self._position(names, start))
        goals = self._goals(start)
        limits = self._road() if ask == "road" else self._policy(start, goals.get("to", self.cities))
        asked = CartRoad.model_validate({"kind": "cart", "player": names[0], "ask": ask, **limits, **goals})
        return put_together(self.game, self.board, position, asked, self.seed, readings=readings)

    def _road(self) -> dict[str, Any]:
        """How many moves, and how far each goes."""
        rng, size = self.rng, self.size
        moves = rng.randint(*size.activations)
        if rng.random() < 0.5:
            return {"movement": [rng.randint(*size.movement) for _ in range(moves)]}
        return {"activations": moves, "movement": rng.randint(*size.movement)}

    def _policy(self, start: str, goals: Sequence[str]) -> dict[str, Any]:
        """A die or weights, and mostly about as many moves as it takes to arrive."""
        rng, size = self.rng, self.size
        least, most = size.activations
        if rng.random() < 0.5:
            at = rng.randint(1, 6)
            found: dict[str, Any] = {"initiative": at}
            each = 3.5 - at / 6
        else:
            points = range(size.movement[0] - 1, size.movement[1] + 1)
            weights = {each: rng.randint(1, 4) for each in rng.sample(points, min(len(points), rng.randint(2, 3)))}
            found = {"allowances": weights}
            each = sum(each * weight for each, weight in weights.items()) / sum(weights.values())
        graph = nx.compose(self.board.land_graph(), self.board.sea_graph())
        far = nx.single_source_shortest_path_length(graph, start)
        steps = min((far[goal] for goal in goals if goal in far), default=0)
        moves = round(steps / each) + rng.randint(0, 1) if steps and rng.random() < 0.8 else rng.randint(least, most)
        return {"activations": min(max(moves, least), most), **found}

    def _goals(self, start: str) -> dict[str, Any]:
        """Where to, and what to keep away from."""
        rng = self.rng
        found: dict[str, Any] = {}
        far = sorted(self.cities, key=lambda city: -abs(self.spaces.index(city) - self.spaces.index(start)))
        goals = far[: rng.choice((1, 1, 2))] if rng.random() < 0.7 else rng.sample(far, min(len(far), 1))
        if self.size.spaces is None and start != PELLA:
            goals = [PELLA]
        if goals and rng.random() < 0.9:
            found["to"] = goals
        if rng.random() < 0.2:
            found["sea"] = False
        if rng.random() < 0.2:
            kept = [space for space in self.spaces if space not in found.get("to", ())]
            found["avoid"] = rng.sample(kept, min(len(kept), 1))
        return found

    def _position(self, names: list[str], start: str) -> dict[str, Any]:
        rng = self.rng
        players: dict[str, dict[str, Any]] = {name: {"control": [], "armies": []} for name in names}
        for space in self.board.markable:
            if rng.random() < 0.3:
                players[rng.choice(names)]["control"].append(space)
        players[names[0]]["armies"].append({"at": start, "units": {"macedonian": rng.randint(1, 3)}, "movement": 4})
        grey: dict[str, int] = {}
        for _ in range(rng.randint(*self.size.armies)):
            space = rng.choice(self.spaces)
            if rng.random() < 0.3:
                grey[space] = 1
            else:
                army = {"at": space, "units": {"mercenary": rng.randint(0, 2)}}
                players[rng.choice(names[1:])]["armies"].append(army)
        order = rng.sample(names, len(names))
        return {
            "turn": rng.choice((2, 3)),
            "cart": {"at": start, "player": names[0]},
            "independent_units": grey,
            "players": {name: players[name] for name in order},
        }

    def _map(self) -> Map:
        """The bundled map, or a small one: a long tree of links with some more, many of them by sea."""
        if self.size.spaces is None:
            return diadochi()
        rng = self.rng
        names = [f"s{at}" for at in range(rng.randint(*self.size.spaces))]
        spaces: dict[str, dict[str, Any]] = {}
        for at, name in enumerate(names):
            kind = rng.choice(("minor", "fortress", "major", "major", "transit"))
            spaces[name] = {"kind": kind, "port": rng.random() < 0.7, "at": [10 * at, 0]}
        pairs = [(name, rng.choice(names[max(0, at - 2) : at])) for at, name in enumerate(names) if at]
        pairs += [(one, other) for one in names for other in names if one < other and rng.random() < 0.1]

        def ways(one: str, other: str) -> list[str]:
            ports = spaces[one]["port"] and spaces[other]["port"]
            return rng.sample(("land", "sea", "routes"), rng.choice((1, 1, 2))) if ports else ["land"]

        links = joined((one, other, ways(one, other)) for one, other in pairs)
        return drawn_map({}, spaces, name=f"tiny-{self.seed}", title="A tiny map", **links)


# -- puzzles: natural tables, a goal some moves away, armies on the roads ------------------------------


@dataclass(frozen=True)
class Posed:
    """How large a puzzle is; pairs are least and most.

    Attributes
    ----------
    players
        How many.
    away
        The movement points from the cart to the goal, were nobody in the way.
    armies
        How many armies each rival has besides.
    goals
        Cities where the burial may be.
    """

    players: tuple[int, int]
    away: tuple[int, int]
    armies: tuple[int, int]
    goals: tuple[int, int]


POSED: tuple[Posed, ...] = (
    Posed(players=(3, 3), away=(4, 6), armies=(1, 2), goals=(1, 1)),
    Posed(players=(3, 4), away=(6, 8), armies=(1, 2), goals=(1, 2)),
    Posed(players=(3, 4), away=(7, 10), armies=(1, 3), goals=(1, 2)),
    Posed(players=(4, 5), away=(9, 12), armies=(1, 3), goals=(1, 2)),
    Posed(players=(4, 5), away=(11, 15), armies=(1, 3), goals=(1, 3)),
)
"""From two moves to five or six."""


def posed_cart(seed: int, size: Posed) -> Scenario:
    """A natural table on which a player has the cart, and a city some moves away where it would bury Alexander.

    >>> posed_cart(1, POSED[0]).text() == posed_cart(1, POSED[0]).text()
    True
    """
    rng = Random(seed)
    board = diadochi()
    graph = nx.compose(board.land_graph(), board.sea_graph())
    cities = [space for space in board.spaces if board.is_major(space)]
    while True:
        names = rng.sample(PLAYERS, rng.randint(*size.players))
        start = rng.choice(cities)
        far = nx.single_source_dijkstra_path_length(graph, start, weight=_points)
        least, most = size.away
        within = [city for city in cities if least <= far[city] <= most]
        if not within:
            continue
        goals = rng.sample(within, min(len(within), rng.randint(*size.goals)))
        position = _on_the_road(rng, natural_position(rng, board, names, (2, 3)), names[0], start, goals, size)
        nearest = min(goals, key=lambda goal: (far[goal], goal))
        position = _barred(rng, position, names, nx.shortest_path(graph, start, nearest, weight=_points)[1:-1])
        asked = {"kind": "cart", "player": names[0], "to": goals, **_moves(rng, min(far[goal] for goal in goals))}
        question = CartRoad.model_validate(asked)
        return put_together(load_game("successors"), board, position, question, seed)


def _points(_one: str, _other: str, link: dict[str, Any]) -> int:
    """The movement points of a link (F-7)."""
    return int(link.get("cost", 1))


def _on_the_road(rng: Random, position: Position, name: str, start: str, goals: Sequence[str], size: Posed) -> Position:
    """The same table with the cart where it starts, more armies of rivals at home, and some grey units."""
    for rival, state in position.players.items():
        if rival == name:
            continue
        armies = [army for army in state.armies if army.at not in (start, *goals)]
        homes = [space for space in state.control if space not in (start, *goals)]
        for space in rng.sample(homes, min(len(homes), rng.randint(*size.armies))):
            armies.append(Army(at=space, units={rng.choice(("macedonian", "mercenary")): rng.randint(1, 3)}))
        position = position.with_player(rival, armies=tuple(armies))
    own = position.players[name]
    escort = Army(at=start, units={"macedonian": rng.randint(1, 3)})
    position = position.with_player(name, armies=(*own.armies, escort))
    grey = [space for space in position.independents if space not in (start, *goals)]
    units = dict.fromkeys(rng.sample(grey, min(len(grey), rng.randint(0, 2))), 1)
    return position.changed(cart=Cart(at=start, player=name), tomb=None, independent_units=units)


def _barred(rng: Random, position: Position, names: Sequence[str], road: Sequence[str]) -> Position:
    """The same with a rival's army, or two, on the straight road."""
    for space in rng.sample(road, min(len(road), rng.choice((0, 1, 1, 2)))):
        rival = rng.choice(names[1:])
        army = Army(at=space, units={"mercenary": rng.randint(1, 3)})
        position = position.with_player(rival, armies=(*position.players[rival].armies, army))
    return position


def _moves(rng: Random, away: int) -> dict[str, Any]:
    """A list of moves that are about enough, or a die and about as many moves as it takes."""
    if rng.random() < 0.5:
        points: list[int] = []
        while sum(points) < away + 2 or len(points) < 2:
            points.append(rng.randint(2, 4))
        return {"ask": "road", "movement": points}
    initiative = rng.randint(2, 5)
    return {"ask": "policy", "initiative": initiative, "activations": max(2, round(away / (3.5 - initiative / 6)))}
