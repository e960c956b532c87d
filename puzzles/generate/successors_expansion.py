"""Random scenarios of successors' `expansion`: a table in the middle of a game, and tiny ones to try everything on.

Players spread from their homes over neighbouring spaces, so that borders, majorities within
reach and cities in the way come about as at the table; armies stand in or beside what is owned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from models.game import load_game
from models.successors.campaign import Prices
from models.successors.log import Game
from models.successors.map import PORTS, Map
from models.successors.position import CARDS, ROYALS, Position
from models.successors.rulings import RULINGS
from puzzles.generate.making import put_together
from puzzles.generate.successors import Links, diadochi, drawn_map, joined, other_readings
from puzzles.scenario import Scenario
from solver.successors.expansion_documents import Expansion

PLAYERS = ("ana", "ben", "cara", "dion", "eva")
PROVINCES = ("macedonia", "phrygia", "syria", "babylonia", "hellespontine-phrygia", "egypt", "caria", "thrace")
READINGS = (
    "province-control",
    "transit-in-majority",
    "several-cities",
    "lord-of-asia-phrygia",
    "independent-fleets",
    "capital-count",
    "captured-capitals",
    "captured-alone",
    "legitimacy-floor",
    "card-effects",
    "scattered-generals",
    "champion-regained",
    "tomb-elsewhere",
    "pella-floor",
)
"""The rulings that an expansion depends on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    spaces
        Of the map; None for the bundled one.
    players, armies, units, movement
        Armies are those of the player who asks; units and movement points of each.
    owned, grey
        Spaces with a marker of each player, and of the Independents.
    rival_armies
        Of each rival.
    operations, siege, fleets
        What the campaign can draw on.
    readings
        Share of rulings that are read in another than the default way.
    """

    spaces: tuple[int, int] | None
    players: tuple[int, int]
    armies: tuple[int, int]
    units: tuple[int, int]
    movement: tuple[int, int]
    owned: tuple[int, int]
    grey: tuple[int, int]
    rival_armies: tuple[int, int]
    operations: tuple[int, int]
    siege: tuple[int, int]
    fleets: tuple[int, int]
    readings: float = 0.0


LARGE = Size(
    spaces=None,
    players=(5, 5),
    armies=(3, 5),
    units=(2, 7),
    movement=(2, 4),
    owned=(6, 10),
    grey=(8, 16),
    rival_armies=(1, 3),
    operations=(3, 5),
    siege=(2, 6),
    fleets=(0, 2),
)
"""The benchmark: five players on the bundled map, three to five armies that can move."""

MIXED = Size(
    spaces=None,
    players=(2, 5),
    armies=(0, 4),
    units=(1, 5),
    movement=(0, 4),
    owned=(3, 12),
    grey=(0, 20),
    rival_armies=(0, 3),
    operations=(0, 4),
    siege=(0, 6),
    fleets=(0, 3),
    readings=0.3,
)
"""Everything that an expansion has to deal with."""

TINY = Size(
    spaces=(4, 8),
    players=(2, 3),
    armies=(1, 3),
    units=(0, 4),
    movement=(1, 3),
    owned=(1, 3),
    grey=(0, 2),
    rival_armies=(0, 1),
    operations=(1, 3),
    siege=(0, 4),
    fleets=(0, 2),
    readings=0.25,
)
"""Small enough to try every path and every marker."""

CROWDED = replace(TINY, armies=(1, 2), units=(6, 12))
"""The same with armies of which not all can go by sea."""


def expansion(seed: int, *, size: Size = LARGE) -> Scenario:
    """A random scenario of ``expansion``.

    >>> scenario = expansion(1)
    >>> expansion(1).text() == scenario.text(), len(scenario.position.players)
    (True, 5)
    """
    return _Maker(Random(seed), seed, size).scenario()


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("successors")
        self.readings = other_readings(rng, [key for key in RULINGS if key in READINGS], size.readings)
        self.board = self._map()
        self.land_and_sea = {space: self._beside(space) for space in self.board.spaces}
        self.names = rng.sample(PLAYERS, self._number(size.players))
        self.markers = self._markers()

    def scenario(self) -> Scenario:
        rng, asking = self.rng, self.rng.choice(self.names)
        operations, siege = self._number(self.size.operations), self._number(self.size.siege)
        fleets = [
            {"number": rng.randint(1, 3), "operations": rng.randint(1, 2)}
            for _ in range(self._number(self.size.fleets))
        ]
        question: dict[str, Any] = {
            "kind": "expansion",
            "player": asking,
            "maximise": rng.choice(("vp", "margin", "total")),
            "operations": operations,
            "siege": siege,
            "fleets": fleets,
        }
        if rng.random() < 0.1:
            question["prices"] = {"minor": rng.randint(0, 2), "fortress": rng.randint(0, 2), "major": rng.randint(1, 4)}
        return put_together(
            self.game,
            self.board,
            Position.model_validate(self._position(asking)),
            Expansion.model_validate(question),
            self.seed,
            readings=self.readings,
        )

    def _number(self, least_most: tuple[int, int]) -> int:
        return self.rng.randint(*least_most)

    def _map(self) -> Map:
        """The bundled map, or a small one: a tree of links with some more, a few of them by sea."""
        if self.size.spaces is None:
            return diadochi()
        rng = self.rng
        names = [f"s{at}" for at in range(self._number(self.size.spaces))]
        provinces = rng.sample(PROVINCES, rng.randint(1, min(4, len(names))))
        spaces: dict[str, dict[str, Any]] = {}
        for at, name in enumerate(names):
            kind = rng.choice(("minor", "minor", "fortress", "major", "major", "transit"))
            home = provinces[at] if at < len(provinces) else rng.choice([*provinces, None])
            kind = "major" if at < len(provinces) and kind == "transit" else kind
            spaces[name] = {"kind": kind, "province": home, "port": rng.random() < 0.6, "at": [10 * at, 0]}
        if rng.random() < 0.3:
            spaces["pella"] = {"kind": "major", "province": provinces[0], "port": True, "at": [0, 10]}
        ports = [name for name, space in spaces.items() if space["port"] and space["kind"] != "transit"]
        if len(ports) >= PORTS and rng.random() < 0.7:
            for name in rng.sample(ports, PORTS):
                spaces[name]["hellespont"] = True
        links = self._links(list(spaces), spaces)
        worth = {name: {"vp": rng.randint(0, 4)} for name in provinces}
        return drawn_map(worth, spaces, name=f"tiny-{self.seed}", title="A tiny map", **links)

    def _links(self, names: list[str], spaces: dict[str, dict[str, Any]]) -> Links:
        rng = self.rng
        pairs = [(names[at], rng.choice(names[:at])) for at in range(1, len(names))]
        more = [(one, other) for one in names for other in names if one < other and rng.random() < 0.25]

        def ways(one: str, other: str) -> list[str]:
            by_sea = spaces[one]["port"] and spaces[other]["port"]
            return [rng.choice(("land", "sea", "routes")) if by_sea else "land"]

        return joined((one, other, ways(one, other)) for one, other in [*pairs, *more])

    def _beside(self, space: str) -> list[str]:
        board = self.board
        found = {b if a == space else a for a, b in (*board.land, *board.sea, *board.routes) if space in (a, b)}
        return [name for name in board.spaces if name in found]

    def _markers(self) -> dict[str, list[str]]:
        """Whose markers lie where: everybody spreads from a home, the Independents lie anywhere."""
        rng, free = self.rng, list(self.board.markable)
        found: dict[str, list[str]] = {}
        for name in self.names:
            own: list[str] = []
            for _ in range(self._number(self.size.owned)):
                near = [s for space in own for s in self.land_and_sea[space] if s in free]
                choice = near or free
                if choice:
                    own.append(rng.choice(choice))
                    free.remove(own[-1])
            found[name] = own
        found["independent"] = rng.sample(free, min(len(free), self._number(self.size.grey)))
        return found

    def _army(self, name: str, units: tuple[int, int], movement: tuple[int, int]) -> dict[str, Any]:
        """An army in an own space or beside one."""
        rng, own = self.rng, self.markers[name]
        at = rng.choice(own or list(self.board.spaces))
        if rng.random() < 0.3:
            at = rng.choice(self.land_and_sea[at] or [at])
        counts: dict[str, int] = {}
        for _ in range(rng.randint(*units)):
            kind = rng.choice(("loyal", "royal", "shields", "macedonian", "mercenary", "mercenary"))
            counts[kind] = counts.get(kind, 0) + 1
        return {"at": at, "units": counts, "movement": rng.randint(*movement)}

    def _position(self, asking: str) -> dict[str, Any]:
        rng, turn = self.rng, self.rng.randint(2, 5)
        royals = rng.sample(ROYALS, rng.randint(0, len(ROYALS)))
        players: dict[str, dict[str, Any]] = {}
        for name in self.names:
            own = name == asking
            number = self._number(self.size.armies if own else self.size.rival_armies)
            armies = [self._army(name, self.size.units if own else (1, 4), self.size.movement) for _ in range(number)]
            cards: dict[str, int] = {}
            for card in CARDS:
                if rng.random() < 0.2:
                    cards[card] = rng.randint(1, 2)
            players[name] = {
                "champion": rng.random() < 0.5,
                "control": self.markers[name],
                "royals": [royals.pop() for _ in range(min(len(royals), rng.randint(0, 2)))],
                "armies": armies,
                "fleets": [rng.randint(1, 3) for _ in range(rng.randint(0, 3))],
                "cards": cards,
            }
            if rng.random() < 0.2:
                players[name]["legitimacy"] = rng.randint(0, 12)
        if rng.random() < 0.5:
            players[asking]["siege"] = {space: rng.randint(1, 2) for space in rng.sample(self.board.markable, 2)}
        if rng.random() < 0.5:
            players[asking]["generals"] = {"perdikkas": {"scattered": True}}
        given = {"turn": turn, "active": None, "players": players, "independents": self.markers["independent"]}
        return {**given, **self._rest(asking)}

    def _rest(self, asking: str) -> dict[str, Any]:
        """Units and fleets of the Independents, capitals, a tomb."""
        rng, grey = self.rng, self.markers["independent"]
        cities = [space for space in self.board.spaces if self.board.is_major(space)]
        found: dict[str, Any] = {"independent_units": dict.fromkeys(rng.sample(grey, len(grey) // 4), 1)}
        if rng.random() < 0.3:
            found["independent_fleets"] = [rng.randint(1, 4)]
        if rng.random() < 0.3:
            capitals = rng.sample(cities, min(len(cities), rng.randint(1, 3)))
            found["capitals"] = {space: rng.choice(self.names) for space in capitals}
        if cities and rng.random() < 0.4:
            at = "pella" if "pella" in cities and rng.random() < 0.4 else rng.choice(cities)
            found["tomb"] = {"at": at, "buried_by": rng.choice([asking, rng.choice(self.names)])}
        return found


POSED: tuple[Size, ...] = tuple(
    Size(
        spaces=None,
        players=players,
        armies=armies,
        units=(2, units),
        movement=(2, movement),
        owned=(7, 11),
        grey=(6, 12),
        rival_armies=(1, 2),
        operations=operations,
        siege=siege,
        fleets=fleets,
    )
    for players, armies, units, movement, operations, siege, fleets in (
        ((3, 3), (2, 3), 3, 3, (2, 2), (2, 3), (0, 1)),
        ((3, 4), (2, 3), 4, 3, (2, 2), (2, 4), (0, 1)),
        ((3, 4), (3, 3), 4, 4, (2, 2), (3, 5), (0, 2)),
        ((4, 5), (3, 4), 5, 4, (2, 3), (3, 6), (1, 2)),
        ((4, 5), (4, 5), 6, 4, (3, 4), (4, 7), (1, 2)),
    )
)
"""For puzzles, from two operations to four."""


def posed_expansion(seed: int, size: Size) -> Scenario:
    """A scenario on a table where nobody has won, by the usual prices, legitimacy being what it adds up to.

    >>> posed_expansion(1, POSED[0]).text() == posed_expansion(1, POSED[0]).text()
    True
    """
    rng = Random(seed)
    while True:
        made = _Maker(rng, seed, size).scenario()
        position = made.position
        for name in position.players:
            position = position.with_player(name, legitimacy=None)
        if Game.of(made.board, position, made.rulings).outcome is None:
            question = made.question.model_copy(update={"prices": Prices()})
            return replace(made, position=position, question=question)
