"""Random scenarios of successors for `path-to-victory`: natural tables on the bundled map, tiny ones on small maps.

On a natural table each player holds provinces that lie together, some spaces are grey or empty and
some are outposts in another's province.  Prices follow what a thing takes at the table: the kind of
a space, whose marker lies there, the points that a royal brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from models.documents import Source, validate
from models.game import bundled_board, load_game
from models.successors.acquisitions import ROUTES, Acquisitions, acquired, tests_to_come
from models.successors.log import Game
from models.successors.map import Map
from models.successors.position import HEIRS, ROYALS, WOMEN, Position
from puzzles.generate.making import put_together
from puzzles.scenario import Scenario
from solver.successors.path_to_victory_documents import PathToVictory

PLAYERS = ("ana", "ben", "cleo", "dan", "eva")
GENERALS = ("perdikkas", "leonnatos", "antipatros", "krateros", "antigonos", "lysimachos", "ptolemaios", "eumenes")
SITE = {"minor": 1, "fortress": 2, "major": 3}
"""What taking a space of a kind costs at least."""

_GIVEN = ("provinces", "spaces", "royals", "generals", "champion", "cart")
"""The kinds of things that a player is given beforehand."""

READINGS = (
    "threshold",
    "automatic-timing",
    "simultaneous-victory",
    "heir-schedule",
    "regency-tie",
    "tie-break-field",
    "unbroken-tie",
    "legitimacy-floor",
    "card-effects",
    "scattered-generals",
    "champion-regained",
    "tomb-elsewhere",
    "province-control",
    "lord-of-asia-phrygia",
    "capital-count",
    "captured-capitals",
    "captured-alone",
    "elite-count",
    "regent-choice",
    "independent-fleets",
    "uncontrolled-tie",
    "transit-in-majority",
    "several-cities",
    "pella-floor",
    "player-count",
)
"""The rulings that who wins depends on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    players
        How many.
    things
        How many things are on offer; None: everything that there is.
    small
        Whether the map is a small one, drawn at random; the bundled one otherwise.
    readings
        Share of rulings that are read in another than the default way.
    budgets
        Share of scenarios in which something limits what can be spent.
    lifted
        How many things the player is given beforehand, as long as nobody wins by it.
    """

    players: tuple[int, int]
    things: tuple[int, int] | None
    small: bool = False
    readings: float = 0.0
    budgets: float = 0.0
    lifted: tuple[int, int] = (0, 0)


LARGE = Size(players=(5, 5), things=None)
"""The benchmark: five players on the bundled map, everything priced."""

MIXED = Size(players=(2, 5), things=(10, 60), readings=0.15, budgets=0.3, lifted=(0, 6))
"""Everything that the question has to deal with."""

TINY = Size(players=(2, 4), things=(4, 9), small=True, readings=0.12, budgets=0.3, lifted=(0, 10))
"""Small enough to try all sets of things."""


def path_to_victory(seed: int, *, size: Size = LARGE, ask: str = "cheapest", route: str | None = None) -> Scenario:
    """A random scenario of ``path-to-victory``; by any route if the position allows and none is named.

    Examples
    --------
    >>> scenario = path_to_victory(1)
    >>> path_to_victory(1).text() == scenario.text()
    True
    >>> len(scenario.position.players), len(scenario.question.offers.provinces)
    (5, 28)
    """
    return _Maker(Random(seed), seed, size).scenario(ask, route)


def natural_position(rng: Random, board: Map, players: Sequence[str], turns: Sequence[int] = (2, 3, 4, 5)) -> Position:
    """A table as it comes about: provinces held together, outposts, royals, armies, fleets; nobody has won."""
    game = load_game("successors")
    while True:
        drawn = _Table(rng, board, tuple(players), rng.choice(turns)).position()
        position = validate(Position, Source(drawn))
        if Game.of(board, position, _rulings(game)).outcome is None:
            return position


def _rulings(game: Any) -> Any:
    from models.rulings import Rulings

    return Rulings.choose(game.rulings)


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
    if len(ports) >= 5 and rng.random() < 0.6:
        for space in rng.sample(ports, 5):
            spaces[space]["hellespont"] = True
    head = {"satrap": 1, "game": "successors", "name": "small", "title": "A small map", "invented": True}
    return validate(Map, Source({**head, "provinces": provinces, "spaces": spaces}))


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("successors")
        self.board = small_map(rng) if size.small else cast(Map, bundled_board(self.game, "diadochi"))
        self.readings = {
            key: other
            for key in READINGS
            for other in self.game.rulings[key].readings
            if other != self.game.rulings[key].default and rng.random() < size.readings
        }

    def scenario(self, ask: str, route: str | None) -> Scenario:
        """A position, offers to one of the players, and the question."""
        rng = self.rng
        players = rng.sample(PLAYERS, rng.randint(*self.size.players))
        position = natural_position(rng, self.board, players)
        name = rng.choice(players)
        position = self._lifted(position, name)
        if route is None:
            open_routes = [r for r in ROUTES if r != "regency" or tests_to_come(position)]
            route = rng.choice(("any", "any", *open_routes)) if self.size is not LARGE else "any"
        offers = self._offers(position, name)
        question: dict[str, Any] = {"kind": "path-to-victory", "player": name, "route": route, "ask": ask}
        if rng.random() < self.size.budgets:
            offers, question["budgets"], question["weights"] = self._budgets(offers)
        return put_together(
            self.game,
            self.board,
            position,
            validate(PathToVictory, Source({**question, "offers": offers})),
            self.seed,
            readings=self.readings,
            board_name="./small.yaml" if self.size.small else "diadochi",
        )

    def _lifted(self, position: Position, name: str) -> Position:
        """The same with some things given to a player, as far as nobody wins by it."""
        rulings = _rulings(self.game)
        for _ in range(self.rng.randint(*self.size.lifted)):
            kind, what, _price = self.rng.choice(
                [thing for thing in self._things(position, name) if thing[0] in _GIVEN]
            )
            buys = validate(Acquisitions, Source({kind: True if what is None else [what]}))
            given = acquired(self.board, position, name, buys, rulings)
            if given.outcome is None:
                position = given.position
        return position

    def _offers(self, position: Position, name: str) -> dict[str, Any]:
        everything = list(self._things(position, name))
        if self.size.things is not None:
            count = min(len(everything), self.rng.randint(*self.size.things))
            everything = [everything[at] for at in sorted(self.rng.sample(range(len(everything)), count))]
        offers: dict[str, Any] = {}
        for kind, what, price in everything:
            if kind in ("fleets", "sink"):
                offers.setdefault(kind, []).append({**what, "price": price})
            elif what is None:
                offers[kind] = price
            else:
                offers.setdefault(kind, {})[what] = price
        return offers

    def _things(self, position: Position, name: str) -> Any:
        """Everything that can be had, with its price."""
        rng, board = self.rng, self.board
        sites = {space: self._site(position, space, name) for space in board.markable}
        for province, spaces in board.members.items():
            whole = sum(sites[space] for space in spaces if space in sites and not position.controls(name, space))
            yield "provinces", province, max(1, whole - rng.randint(0, 2))
        for space, price in sites.items():
            if not position.controls(name, space):
                yield "spaces", space, price
        held = [space for space, owner in position.markers.items() if owner != name]
        for space in held if self.size.small else rng.sample(held, min(10, len(held))):
            yield "clear", space, max(1, sites[space] - 1)
        for royal in ROYALS:
            if royal not in position.dead and position.holder(royal) != name:
                yield "royals", royal, {**HEIRS, **WOMEN}[royal] + rng.randint(0, 2)
        for general in GENERALS[: 3 if self.size.small else len(GENERALS)]:
            if general not in position.players[name].generals:
                yield "generals", general, rng.randint(2, 4)
        for royal in ROYALS[:3]:
            if royal not in position.dead:
                yield "kill", royal, rng.randint(1, 4)
        yield "kill", rng.choice(GENERALS), rng.randint(1, 3)
        for _ in range(3):
            yield "fleets", {"number": rng.randint(1, 3)}, rng.randint(1, 4)
        fleets = [(other, number) for other in position.players for number in position.players[other].fleets]
        for other, number in fleets:
            if other != name:
                yield "sink", {"of": other, "number": number}, rng.randint(1, 3)
        if position.cart is not None and position.turn <= 3:
            if position.cart.player != name:
                yield "cart", None, rng.randint(1, 4)
            for space in board.spaces:
                if board.is_major(space):
                    yield "tomb", space, rng.randint(4, 8) if space == "pella" else rng.randint(1, 5)
        if not position.players[name].champion:
            yield "champion", None, rng.randint(2, 5)
        yield "cards", "oracle", rng.randint(1, 2)
        if self.size.small:
            yield "cards", "persian-support", rng.randint(0, 1)
        for other in position.players:
            if other != name:
                yield "condemn", other, rng.randint(1, 3)

    def _site(self, position: Position, space: str, name: str) -> int:
        """What an own marker in a space costs: dearer where another's lies."""
        owner = position.markers.get(space)
        return (
            SITE[self.board.spaces[space].kind] + (owner in position.players and owner != name) + self.rng.randint(0, 1)
        )

    def _budgets(self, offers: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int], dict[str, int]]:
        """The same offers, some in two resources, with a budget of one of them and a weight of the other."""
        rng = self.rng

        def split(price: int) -> Any:
            return (
                {"siege": rng.randint(0, price), "moves": rng.randint(0, 2)} if rng.random() < 0.5 else {"moves": price}
            )

        changed: dict[str, Any] = {}
        for kind, given in offers.items():
            if isinstance(given, list):
                changed[kind] = [{**offer, "price": split(offer["price"])} for offer in given]
            else:
                changed[kind] = {k: split(p) for k, p in given.items()} if isinstance(given, dict) else split(given)
        split_too = "'siege'" in str(changed)
        return (
            changed,
            {"siege": rng.randint(1, 8)} if split_too else {},
            {"siege": rng.randint(1, 3)} if split_too else {},
        )
