"""Random scenarios of successors for `path-to-victory`: natural tables on the bundled map, tiny ones on small maps.

On a natural table each player holds provinces that lie together, some spaces are grey or empty and
some are outposts in another's province.  Prices follow what a thing takes at the table: the kind of
a space, whose marker lies there, the points that a royal brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from models.documents import Source, validate
from models.game import load_game
from models.rulings import Rulings
from models.successors.acquisitions import ROUTES, Acquisitions, acquired, regency_turns
from models.successors.position import HEIRS, ROYALS, WOMEN, Position
from puzzles.generate.making import put_together
from puzzles.generate.successors import GENERALS, diadochi, natural_position, small_map
from puzzles.scenario import Scenario
from solver.successors.path_to_victory_documents import PathToVictory

PLAYERS = ("ana", "ben", "cleo", "dan", "eva")
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


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("successors")
        self.board = small_map(rng) if size.small else diadochi()
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
            open_routes = [r for r in ROUTES if r != "regency" or regency_turns(position)]
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
        rulings = Rulings.choose(self.game.rulings)
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
