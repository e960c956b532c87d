"""Random scenarios of successors for `path-to-victory`: natural tables on the bundled map, tiny ones on small maps.

On a natural table each player holds provinces that lie together, some spaces are grey or empty and
some are outposts in another's province.  Prices follow what a thing takes at the table: the kind of
a space, whose marker lies there, the points that a royal brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, cast

from models.documents import Source, validate
from models.game import load_game
from models.rulings import Rulings
from models.successors.acquisitions import (
    ROUTES,
    TRACKS,
    Acquisitions,
    AskedRoute,
    WinningRoute,
    acquired,
    regency_turns,
    routes_of,
    wins,
)
from models.successors.log import Game
from models.successors.position import HEIRS, ROYALS, WOMEN, Position
from models.successors.victory import LEGITIMATE, POWERFUL
from puzzles.generate.making import put_together
from puzzles.generate.successors import GENERALS, diadochi, natural_position, small_map
from puzzles.scenario import Scenario
from solver.successors.offers import Thing, bought, resources_of, things
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
        return shelved(everything)

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


# -- short lists: few things on offer, each of which brings something ---------------------------------


@dataclass(frozen=True)
class Short:
    """How large a short list is; pairs are least and most.

    Attributes
    ----------
    players
        How many.
    things
        How many things are on offer, about.
    lacking
        How many points the player lacks by its route.
    routes
        Among which the route is drawn.
    purse
        The siege points are what the cheapest of so many ways takes, drawn at random.
    """

    players: tuple[int, int]
    things: tuple[int, int]
    lacking: tuple[int, int]
    routes: tuple[str, ...] = ("vp", "vp", "legitimacy", "at-once")
    purse: int = 3


SHORT: tuple[Short, ...] = (
    Short(players=(3, 3), things=(5, 7), lacking=(3, 4)),
    Short(players=(3, 4), things=(6, 9), lacking=(4, 5)),
    Short(players=(3, 4), things=(8, 12), lacking=(4, 6)),
    Short(players=(4, 5), things=(10, 15), lacking=(5, 7)),
    Short(players=(4, 5), things=(13, 19), lacking=(6, 9)),
)
"""From little to think about to much."""
REPRICED = 4
"""How often a short list is priced at most."""


def short_list(seed: int, size: Short, easy: Callable[[Scenario], bool] | None = None) -> Scenario:
    """A natural table on which a player lacks a few points to win at once, and a short list of what brings some.

    What is ``easy`` is priced again a few times.

    >>> scenario = short_list(1, SHORT[0])
    >>> short_list(1, SHORT[0]).text() == scenario.text()
    True
    """
    return ShortMaker(Random(seed), seed, size).short(easy or (lambda _: False))


_Thing = tuple[str, Any, int]
_Bundle = tuple[_Thing, ...]
"""Things that bring something together, each by kind, name and price."""


class ThingsMaker(_Maker):
    """Prices what there is on the bundled map."""

    def __init__(self, rng: Random, seed: int) -> None:
        super().__init__(rng, seed, LARGE)
        self.rulings = Rulings.choose(self.game.rulings)

    def priced(self, position: Position, name: str) -> list[_Thing]:
        """Everything that a player can have, by kind, name and price."""
        return list(self._things(position, name))


class ShortMaker(ThingsMaker):
    """Draws tables until one has a player near to a win and enough that brings points."""

    def __init__(self, rng: Random, seed: int, short: Short) -> None:
        super().__init__(rng, seed)
        self.wish = short

    def short(self, easy: Callable[[Scenario], bool]) -> Scenario:
        """The scenario."""
        while True:
            players = self.rng.sample(PLAYERS, self.rng.randint(*self.wish.players))
            position = natural_position(self.rng, self.board, players)
            route = self.rng.choice(self.wish.routes)
            near = self.near(position, players, routes_of(cast(AskedRoute, route)))
            found = near and self.listed(*near)
            if not near or not found:
                continue
            made = None
            for _ in range(REPRICED):
                made = self._posed(route, found, *near)
                if made is None or not easy(made):
                    break
            if made is not None:
                return made

    def _posed(
        self, route: str, found: list[_Thing], name: str, before: Game, routes: tuple[WinningRoute, ...]
    ) -> Scenario | None:
        """The question with prices drawn, and with siege points that are just enough for a way; None if none wins."""
        question: dict[str, Any] = {"kind": "path-to-victory", "player": name, "route": route}
        asked = validate(PathToVictory, Source({**question, "offers": shelved(self._priced(found))}))
        sieges = [self._siege(before, asked, routes) for _ in range(self.wish.purse)]
        spent = min((siege or 0 for siege in sieges), default=0)
        if None in sieges or not (spent or not any("siege" in dict(t.price) for t in things(asked.offers, {}))):
            return None
        asked = asked.model_copy(update={"budgets": {"siege": spent} if spent else {}})
        return put_together(self.game, self.board, before.position, asked, self.seed)

    def _priced(self, listed: list[_Thing]) -> list[tuple[str, Any, Any]]:
        """The same with prices in siege points and in moves, some of both."""
        found: list[tuple[str, Any, Any]] = []
        for kind, what, price in listed:
            walls = price if kind in ("provinces", "spaces") else 0
            siege = self.rng.randint(walls // 4, walls * 3 // 4)
            moves = self.rng.randint(1, 2) + (0 if walls else price // 2) + self.rng.randint(0, walls // 3)
            found.append((kind, what, {"siege": siege, "moves": moves} if siege else {"moves": moves}))
        return found

    def _siege(self, before: Game, asked: PathToVictory, routes: tuple[WinningRoute, ...]) -> int | None:
        """The siege points of some way to win, of which nothing can be left out; None if there is no way."""
        way = self.way(before, asked.player, things(asked.offers, {}), routes)
        return None if way is None else resources_of(way).get("siege", 0)

    def way(
        self, before: Game, name: str, listed: Sequence[Thing], routes: tuple[WinningRoute, ...]
    ) -> list[Thing] | None:
        """Things with which a player wins, and could leave out none, drawn at random; None if there are none."""
        chosen = self.rng.sample(listed, len(listed))
        for thing in [None, *chosen]:
            left = [other for other in chosen if other != thing]
            won = wins(self.board, before.position, name, bought(left), self.rulings, before)
            if set(won) & set(routes):
                chosen = left
            elif thing is None:
                return None
        return chosen

    def near(
        self, position: Position, players: list[str], routes: tuple[WinningRoute, ...]
    ) -> tuple[str, Game, tuple[WinningRoute, ...]] | None:
        """A player who lacks so many points by one of the routes, things given to it first; None if it never does."""
        least, most = self.wish.lacking
        game = Game.of(self.board, position, self.rulings)
        name = min(players, key=lambda one: (lack(game, one, routes), one))
        for _ in range(40):
            if lack(game, name, routes) <= most:
                break
            kind, what, _price = self.rng.choice([t for t in self._things(game.position, name) if t[0] in _GIVEN])
            buys = validate(Acquisitions, Source({kind: True if what is None else [what]}))
            given = acquired(self.board, game.position, name, buys, self.rulings, game)
            if given.outcome is None and lack(given, name, routes) >= least:
                game = replace(given, outcome=None)
        return (name, game, routes) if least <= lack(game, name, routes) <= most else None

    def listed(self, name: str, game: Game, routes: tuple[WinningRoute, ...]) -> list[_Thing] | None:
        """About so many things, alone or with another one of use by a route; None if there are too few."""
        wanted = self.rng.randint(*self.wish.things)
        found: dict[str, _Thing] = {}
        bundles = list(self._bundles(name, game, routes))
        for bundle in self.rng.sample(bundles, len(bundles)):
            if len(found) >= wanted:
                break
            burials = [thing for thing in found.values() if thing[0] == "tomb"]
            if not (burials and any(thing[0] == "tomb" for thing in bundle)):
                found.update({str(thing[:2]): thing for thing in bundle})
        order = list(Acquisitions.model_fields)
        return sorted(found.values(), key=lambda thing: order.index(thing[0])) if len(found) >= wanted else None

    def _bundles(self, name: str, game: Game, routes: tuple[WinningRoute, ...]) -> Iterator[_Bundle]:
        """What brings something towards a win, but not all that is lacking: things alone, or two together."""
        all_things = [thing for thing in self._things(game.position, name) if thing[0] in _SHORT_KINDS]
        useless: list[_Thing] = []
        lacks = lack(game, name, routes)
        cart = [thing for thing in all_things if thing[0] == "cart"]
        for thing in all_things:
            bundle = (*cart, thing) if thing[0] == "tomb" else (thing,)
            left = self._left(name, game, routes, bundle)
            if 0 < left < lacks:
                yield bundle
            elif left == lacks and thing[0] == "spaces":
                useless.append(thing)
        for one, other in combinations(useless, 2):
            inside = {self.board.spaces[thing[1]].province for thing in (one, other)}
            if len(inside) == 1 and 0 < self._left(name, game, routes, (one, other)) < lacks:
                yield one, other

    def _left(self, name: str, game: Game, routes: tuple[WinningRoute, ...], bundle: _Bundle) -> int:
        """How many points are lacking with some things."""
        asked = validate(PathToVictory, Source({"kind": "path-to-victory", "player": name, "offers": shelved(bundle)}))
        buys = bought(things(asked.offers, {}))
        return lack(acquired(self.board, game.position, name, buys, self.rulings, game), name, routes)


_SHORT_KINDS = ("provinces", "spaces", "royals", "generals", "fleets", "sink", "cart", "tomb", "champion", "cards")
"""The kinds that stand on short lists."""


def lack(game: Game, name: str, routes: tuple[WinningRoute, ...]) -> int:
    """The points that a player lacks by the nearest of some routes at once."""
    needed = {"legitimacy": LEGITIMATE, "vp": POWERFUL[len(game.position.players)]}
    return max(0, min(needed[route] - game.totals[name][track] for route, track in TRACKS if route in routes))


def shelved(listed: Iterable[tuple[str, Any, Any]]) -> dict[str, Any]:
    """Things as offers."""
    offers: dict[str, Any] = {}
    for kind, what, price in listed:
        if kind in ("fleets", "sink"):
            offers.setdefault(kind, []).append({**what, "price": price})
        elif what is None:
            offers[kind] = price
        else:
            offers.setdefault(kind, {})[what] = price
    return offers
