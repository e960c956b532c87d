"""What the generators of successors share: maps, readings that are not the default, tables in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, cast

from models.documents import Source, validate
from models.game import bundled_board, load_game
from models.rulings import Rulings
from models.successors.log import Game
from models.successors.map import PORTS, Map
from models.successors.position import ROYALS, Position
from models.successors.rulings import RULINGS

GENERALS = ("perdikkas", "leonnatos", "antipatros", "krateros", "antigonos", "lysimachos", "ptolemaios", "eumenes")
Links = dict[str, list[list[str]]]
"""The pairs of a map, by ``land``, ``sea`` and ``routes``."""


def diadochi() -> Map:
    """The bundled map."""
    return cast(Map, bundled_board(load_game("successors"), "diadochi"))


def drawn_map(
    provinces: Mapping[str, Any],
    spaces: Mapping[str, Any],
    *,
    name: str = "small",
    title: str = "A small map",
    **links: Any,
) -> Map:
    """An invented map of these provinces and spaces."""
    head = {"satrap": 1, "game": "successors", "name": name, "title": title, "invented": True}
    return validate(Map, Source({**head, "provinces": dict(provinces), "spaces": dict(spaces), **links}))


def joined(pairs: Iterable[tuple[str, str, Sequence[str]]]) -> Links:
    """Pairs of spaces, each with the ways that join them, as the links of a map; what stands twice stands once."""
    found: Links = {"land": [], "sea": [], "routes": []}
    seen: set[tuple[str, frozenset[str]]] = set()
    for one, other, ways in pairs:
        for way in ways:
            if (way, frozenset((one, other))) not in seen:
                seen.add((way, frozenset((one, other))))
                found[way].append([one, other])
    return found


def other_readings(rng: Random, rulings: Iterable[str], share: float) -> dict[str, str]:
    """For about such a share of some rulings another reading than the default."""
    return {
        key: rng.choice([reading for reading in RULINGS[key].readings if reading != RULINGS[key].default])
        for key in rulings
        if rng.random() < share
    }


def natural_position(rng: Random, board: Map, players: Sequence[str], turns: Sequence[int] = (2, 3, 4, 5)) -> Position:
    """A table as it comes about: provinces held together, outposts, royals, armies, fleets; nobody has won."""
    rulings = Rulings.choose(RULINGS)
    while True:
        drawn = _Table(rng, board, tuple(players), rng.choice(turns)).position()
        position = validate(Position, Source(drawn))
        if Game.of(board, position, rulings).outcome is None:
            return position


class _Table:
    """Draws what lies on a table."""

    def __init__(self, rng: Random, board: Map, players: tuple[str, ...], turn: int) -> None:
        self.rng, self.board, self.players, self.turn = rng, board, players, turn

    def position(self) -> dict[str, Any]:
        """A position as plain values."""
        rng = self.rng
        states: dict[str, dict[str, Any]] = {name: {"champion": rng.random() < 0.55} for name in self.players}
        drawn: dict[str, Any] = {"turn": self.turn, "players": states}
        drawn["phase"] = rng.choice(("strategy", "strategy", "isolation", "end", "preparations"))
        if drawn["phase"] == "strategy" and rng.random() < 0.7:
            drawn["segment"] = rng.choice(("surrender", "tyche", "activation", "forage"))
            drawn["active"] = rng.choice(self.players)
        self._markers(drawn)
        self._people(drawn)
        self._alexander(drawn)
        for state in states.values():
            state["fleets"] = [rng.randint(1, 3) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
            if rng.random() < 0.15:
                state["scattered_fleets"] = [rng.randint(1, 2)]
            if rng.random() < 0.2:
                card = rng.choice(("oracle", "persian-support", "condemnation"))
                state["cards"] = {card: rng.choice((1, 1, 2))}
        if rng.random() < 0.2:
            drawn["independent_fleets"] = [rng.randint(1, 3)]
        return drawn

    def _markers(self, drawn: dict[str, Any]) -> None:
        """Homes of provinces side by side (as the map lists them), with gaps and outposts."""
        rng, states = self.rng, drawn["players"]
        provinces = list(self.board.members)
        start = rng.randrange(len(provinces))
        provinces = provinces[start:] + provinces[:start]
        for state in states.values():
            state["control"] = []
        independents = []
        loose = [space for space in self.board.markable if self.board.spaces[space].province not in self.board.members]
        homes = [
            (spaces, at * len(self.players) // len(provinces))
            for at, spaces in enumerate(map(self.board.members.get, provinces))
        ]
        for spaces, at in [*homes, (loose, rng.randrange(len(self.players)))]:
            owner = self.players[at] if rng.random() < 0.75 else rng.choice((*self.players, None))
            for space in spaces or ():
                if self.board.spaces[space].kind == "transit":
                    continue
                drawn_by = rng.random()
                if owner is not None and drawn_by < 0.7:
                    states[owner]["control"].append(space)
                elif drawn_by < 0.8:
                    states[rng.choice(self.players)]["control"].append(space)
                elif drawn_by < 0.92:
                    independents.append(space)
        drawn["independents"] = independents
        cities = [
            (space, name) for name, state in states.items() for space in state["control"] if self.board.is_major(space)
        ]
        if cities and rng.random() < 0.15:
            space, name = rng.choice(cities)
            drawn["capitals"] = {space: rng.choice((name, *self.players))}

    def _people(self, drawn: dict[str, Any]) -> None:
        rng, states = self.rng, drawn["players"]
        dead = []
        for royal in ROYALS:
            where = rng.random()
            if where < 0.65:
                states[rng.choice(self.players)].setdefault("royals", []).append(royal)
            elif where < 0.72:
                dead.append(royal)
        drawn["dead"] = dead
        cities = [space for space in self.board.markable if self.board.is_major(space)] or list(self.board.markable)
        for general in GENERALS:
            if rng.random() < 0.8:
                state = states[rng.choice(self.players)]
                at: dict[str, Any] = {"scattered": True} if rng.random() < 0.15 else {"at": rng.choice(cities)}
                state.setdefault("generals", {})[general] = {**at, "major": rng.random() < 0.75}
        for state in states.values():
            kinds = ("loyal", "royal", "shields", "macedonian", "mercenary")
            units = {kind: rng.randint(1, 3) for kind in kinds if rng.random() < 0.4}
            if units and state["control"]:
                state["armies"] = [{"at": rng.choice(state["control"]), "units": units}]

    def _alexander(self, drawn: dict[str, Any]) -> None:
        """The cart while it can be there, or a tomb."""
        rng = self.rng
        cities = [space for space in self.board.spaces if self.board.is_major(space)]
        if not cities:
            return
        if self.turn <= 3 and rng.random() < 0.7:
            drawn["cart"] = {
                "at": rng.choice(cities),
                **({"player": rng.choice(self.players)} if rng.random() < 0.7 else {}),
            }
        elif self.turn >= 2 and rng.random() < 0.7:
            pella = ["pella"] * 3 if "pella" in cities else []
            drawn["tomb"] = {"at": rng.choice([*cities, *pella]), "buried_by": rng.choice(self.players)}


def small_map(rng: Random) -> Map:
    """A small map with the provinces that have a meaning and worthwhile points, so that few things can win."""
    provinces: dict[str, Any] = {}
    spaces: dict[str, Any] = {}
    names = ["macedonia", "phrygia", "syria", "babylonia", "hellespontine-phrygia", "thrace"]
    chosen = [name for name in names if rng.random() < 0.7] or names[:2]
    for row, name in enumerate(chosen):
        provinces[name] = {"vp": rng.randint(2, 12)}
        kinds = [rng.choice(("minor", "minor", "fortress", "major", "transit")) for _ in range(rng.randint(1, 4))]
        if all(kind == "transit" for kind in kinds):
            kinds[0] = "minor"
        for column, kind in enumerate(kinds):
            space = (
                "pella" if name == "macedonia" and kind == "major" and "pella" not in spaces else f"{name[:4]}{column}"
            )
            spaces[space] = {"kind": kind, "province": name, "port": True, "at": [40 * column, 40 * row]}
    ports = [space for space, there in spaces.items() if there["kind"] != "transit"]
    if len(ports) >= PORTS and rng.random() < 0.6:
        for space in rng.sample(ports, PORTS):
            spaces[space]["hellespont"] = True
    return drawn_map(provinces, spaces)
