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
from models.successors.position import Position
from puzzles.generate.making import put_together
from puzzles.generate.successors import diadochi, drawn_map, joined, other_readings
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
