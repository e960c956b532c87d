"""Random scenarios of successors' ``stop``: a leader short of a win, and rivals who can do something about it.

The leader's provinces, royals and fleets bring it near to one way to win or another.  What rivals
are offered is aimed at what the leader has or needs; the leader's own offers make up for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from models.documents import Source, validate
from models.game import load_game
from models.rulings import Rulings
from models.successors.acquisitions import ROUTES, Acquisitions, AskedRoute, WinningRoute, acquired, routes_of
from models.successors.joint import acquired_together, wins_after
from models.successors.log import Game
from models.successors.map import Map
from models.successors.position import CARDS, ROYALS, TURNS, Position
from models.successors.rulings import RULINGS
from puzzles.generate.making import put_together
from puzzles.generate.successors import diadochi, drawn_map, natural_position, other_readings
from puzzles.generate.successors_path import SITE, Short, ShortMaker, lack, shelved
from puzzles.scenario import Scenario
from solver.successors.offers import COST, Thing, bought, over_budget, resources_of, things
from solver.successors.stop_documents import FactionOffers, Stop

PLAYERS = ("ana", "ben", "cara", "dion", "eva")
READINGS = tuple(key for key in RULINGS if key not in ("usurper", "mixed-stack", "burial-blockers", "regent-choice"))
"""The rulings that a stop depends on: all but those of attacks, of blocked burials and of murder."""
SPACES = {
    "macedonia": {"pella": "major", "amphipolis": "minor", "poteidaia": "fortress"},
    "phrygia": {"kelainai": "major", "ipsos": "transit"},
    "syria": {"damaskos": "major", "hamath": "minor"},
    "babylonia": {"babylon": "major", "opis": "minor", "uruk": "minor"},
    "tribali": {"naissos": "minor", "istros": "minor"},
    "egypt": {"alexandria": "major", "memphis": "major", "pelusion": "fortress"},
    "hellespontine-phrygia": {"daskyleion": "major"},
}
"""A small map: provinces with one major city, two or none, and a transit point."""


TRIES = 60
"""How often a table is drawn anew."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    bundled
        Whether the map is the bundled one, or a small one whose provinces are worth much.
    players
        How many.
    owned
        Provinces of each rival; the leader has as many as bring it near to a win.
    everything
        Whether the leader is offered every province and royal.
    mine, theirs
        Offers of the leader (besides), and of each rival.
    purse, purses
        The leader's budget, and each rival's.
    budget
        Share in which there is one.
    readings
        Share of rulings that are read in another than the default way.
    keen
        Share in which there is something to stop, and to stop it with.
    """

    bundled: bool
    players: tuple[int, int]
    owned: tuple[int, int]
    everything: bool
    mine: tuple[int, int]
    theirs: tuple[int, int]
    purse: tuple[int, int] = (3, 10)
    purses: tuple[int, int] = (3, 10)
    budget: float = 0.8
    readings: float = 0.0
    keen: float = 0.9


FULL = Size(
    bundled=True,
    players=(5, 5),
    owned=(3, 5),
    everything=True,
    mine=(6, 10),
    theirs=(8, 12),
    purse=(4, 8),
    purses=(6, 14),
    budget=1.0,
)
"""The benchmark: five players on the bundled map."""

MIXED = Size(bundled=True, players=(2, 5), owned=(0, 4), everything=False, mine=(0, 8), theirs=(0, 6), readings=0.15)
"""Everything that a stop has to deal with, on the bundled map."""

TINY = Size(bundled=False, players=(2, 4), owned=(0, 2), everything=False, mine=(0, 4), theirs=(0, 3), readings=0.15)
"""Small enough to try every set of changes against every set of purchases."""


def stop(seed: int, *, size: Size = FULL, ask: str = "cheapest") -> Scenario:
    """A random scenario of ``stop``.

    >>> scenario = stop(1)
    >>> stop(1).text() == scenario.text(), len(scenario.position.players)
    (True, 5)
    """
    return _Maker(seed, size).scenario(ask)


def seven_provinces(rng: Random) -> Map:
    """The small map, its provinces worth 2 to 10 points."""
    spaces = {
        space: {"kind": kind, "province": province, "at": [40 * column, 40 * row]}
        for row, (province, inside) in enumerate(SPACES.items())
        for column, (space, kind) in enumerate(inside.items())
    }
    worth = {province: {"vp": rng.randint(2, 10)} for province in SPACES}
    return drawn_map(worth, spaces, title="Seven provinces")


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = Random(seed), seed, size
        rng = self.rng
        self.game = load_game("successors")
        self.map = diadochi() if size.bundled else seven_provinces(rng)
        self.names = list(PLAYERS[: rng.randint(*size.players)])
        self.readings = other_readings(rng, READINGS, size.readings)
        self.taken: set[tuple[str, str]] = set()

    def scenario(self, ask: str) -> Scenario:
        """Draws tables and offers until one is keen, if it is to be."""
        keen = self.rng.random() < self.size.keen
        for _ in range(TRIES):
            position, asked = self._drawn()
            if not keen or self._keen(position, asked):
                break
        if ask == "table":
            asked = asked.model_copy(update={"player": None, "ask": "table"})
        name = None if self.size.bundled else "./small.yaml"
        return put_together(self.game, self.map, position, asked, self.seed, readings=self.readings, board_name=name)

    def _drawn(self) -> tuple[Position, Stop]:
        rng = self.rng
        self.position = self._position()
        offers = {self.names[0]: self._mine()}
        offers |= {name: self._theirs(name) for name in self.names[1:]}
        over = self.position["turn"] == TURNS and self.position["phase"] != "preparations"
        routes = [route for route in ROUTES if not (over and route == "regency")]
        question = {
            "kind": "stop",
            "player": self.names[0],
            "route": rng.choice(("any", *routes)),
            "minimise": rng.choice(("cost", "cost", "changes")),
            "offers": offers,
        }
        return Position.model_validate(self.position), Stop.model_validate(question)

    def _keen(self, position: Position, asked: Stop) -> bool:
        """Whether the leader wins by as much as it can afford, and no more if rivals do as much as they can afford."""
        rulings = Rulings.choose(RULINGS, self.readings)
        leader = self.names[0]
        buys = self._afforded(asked.offers[leader])
        changes = {name: self._afforded(asked.offers[name]) for name in self.names[1:]}
        routes = set(asked.routes)
        won = wins_after(self.map, position, {}, leader, buys, rulings.fresh())
        left = wins_after(self.map, position, changes, leader, buys, rulings.fresh())
        return bool(routes & set(won)) and not routes & set(left)

    def _afforded(self, offers: FactionOffers) -> Acquisitions:
        """Things in a random order, as far as the budgets go."""
        listed = list(things(offers, {}))
        chosen: list[Thing] = []
        for thing in self.rng.sample(listed, len(listed)):
            more = [*chosen, thing]
            burials = sum(one.kind == "tomb" for one in more)
            if burials < 2 and not any(over_budget(resources_of(more), offers.budgets, ())):
                chosen = more
        return bought(chosen)

    # -- the table -----------------------------------------------------------------------------------

    def _position(self) -> dict[str, Any]:
        rng = self.rng
        turn = rng.randint(2, 5)
        royals = rng.sample(ROYALS, len(ROYALS))
        dead = [royals.pop()] if rng.random() < 0.25 else []
        provinces = rng.sample(sorted(self.map.provinces), len(self.map.provinces))
        players: dict[str, Any] = {}
        for name in reversed(self.names):
            leads = name == self.names[0]
            players[name] = {
                "control": self._held(provinces, leads),
                "royals": [royals.pop() for _ in range(min(len(royals), rng.randint(0, 3 if leads else 1)))],
                "champion": rng.random() < (0.8 if leads else 0.5),
                "fleets": [rng.randint(1, 3) for _ in range(rng.randint(0, 2))],
            }
            if rng.random() < 0.25:
                players[name]["cards"] = {rng.choice(list(CARDS)): rng.randint(1, 2)}
            if rng.random() < 0.4:
                players[name]["armies"] = [{"at": "pella", "units": {"loyal": rng.randint(0, 2)}}]
        for general in ("perdikkas", "leonnatos", "krateros"):
            if rng.random() < 0.7:
                there = {"scattered": True} if rng.random() < 0.2 else {"major": rng.random() < 0.7}
                players[rng.choice(self.names)].setdefault("generals", {})[general] = there
        listed = {name: players[name] for name in self.names}
        return {"turn": turn, "dead": dead, "players": listed, **self._more(), **self._body(turn)}

    def _held(self, provinces: list[str], leads: bool) -> list[str]:
        rng = self.rng
        held: list[str] = []
        worth = 0
        most = rng.randint(8, 16) if leads else 99
        for _ in range(99 if leads else rng.randint(*self.size.owned)):
            if not provinces or worth >= most:
                break
            province = provinces.pop()
            worth += self.map.provinces[province].vp
            inside = [space for space in self.map.members[province] if space in self.map.markable]
            held += inside if rng.random() < 0.7 else rng.sample(inside, rng.randint(1, len(inside)))
        return held

    def _more(self) -> dict[str, Any]:
        rng, found = self.rng, dict[str, Any]()
        if rng.random() < 0.3:
            found["independent_fleets"] = [rng.randint(1, 3)]
        if rng.random() < 0.2:
            found["capitals"] = {rng.choice(("alexandria", "babylon", "damaskos")): rng.choice(self.names)}
        found["phase"] = rng.choice(("preparations", "strategy", "end"))
        if found["phase"] == "strategy":
            found |= {"segment": "forage", "active": rng.choice(self.names)}
        if len(self.names) < 5 and rng.random() < 0.2:
            found["players_at_start"] = len(self.names) + 1
        return found

    def _body(self, turn: int) -> dict[str, Any]:
        rng = self.rng
        if rng.random() < 0.5:
            return {"tomb": {"at": rng.choice(("pella", "babylon")), "buried_by": rng.choice(self.names)}}
        if turn <= 3 and rng.random() < 0.7:
            return {"cart": {"at": "babylon", "player": rng.choice((None, *self.names))}}
        return {}

    # -- offers --------------------------------------------------------------------------------------

    def _mine(self) -> dict[str, Any]:
        """What the leader can have: what it lacks, and what may be taken from it."""
        rng, name = self.rng, self.names[0]
        offers: dict[str, Any] = {}
        if self.size.everything:
            offers["provinces"] = {
                province: self._price(2 * len(self.map.members[province])) for province in self.map.provinces
            }
            living = [royal for royal in ROYALS if royal not in self.position["dead"]]
            offers["royals"] = {royal: self._price(2) for royal in living}
        kinds = (
            "provinces",
            "provinces",
            "spaces",
            "royals",
            "fleets",
            "generals",
            "champion",
            "cards",
            "tomb",
            "cart",
        )
        for _ in range(rng.randint(*self.size.mine)):
            self._offer(offers, rng.choice((*kinds, "kill", "clear", "condemn", "sink")), name)
        return self._bounded(offers, self.size.purse)

    def _theirs(self, name: str) -> dict[str, Any]:
        """What a rival can do, mostly to the leader."""
        offers: dict[str, Any] = {}
        kinds = ("provinces", "spaces", "spaces", "clear", "clear", "royals", "kill", "fleets", "sink", "condemn")
        for _ in range(self.rng.randint(*self.size.theirs)):
            self._offer(offers, self.rng.choice((*kinds, "generals", "cart", "tomb", "cards")), name)
        return self._bounded(offers, self.size.purses)

    def _offer(self, offers: dict[str, Any], kind: str, name: str) -> None:
        rng = self.rng
        players = self.position["players"]
        leader = players[self.names[0]]
        others = [other for other in self.names if other != name]
        victim = self.names[0] if name != self.names[0] else rng.choice(others)
        target = players[victim]
        living = [royal for royal in ROYALS if royal not in self.position["dead"]]
        generals = [general for state in players.values() for general in state.get("generals", {})]
        if kind in ("provinces", "tomb"):
            pool: Sequence[str] = list(self.map.provinces) if kind == "provinces" else ["pella", "babylon"]
            self._put(offers, kind, pool, 4)
        elif kind in ("spaces", "clear"):
            listed = target["control"] if name != self.names[0] or kind == "clear" else self.map.markable
            self._put(offers, kind, listed or self.map.markable, 2)
        elif kind == "royals":
            self._put(offers, kind, living, 3)
        elif kind == "generals":
            self._put(offers, kind, generals or ["eumenes"], 2)
        elif kind == "kill":
            self._put(offers, kind, [*(leader["royals"] or living), *generals], 3)
        elif kind == "fleets":
            offers.setdefault("fleets", []).append({"number": rng.randint(1, 3), "price": self._price(2)})
        elif kind == "sink" and target["fleets"]:
            entry = {"of": victim, "number": rng.choice(target["fleets"]), "price": self._price(2)}
            offers.setdefault("sink", []).append(entry)
        elif kind == "cart" and "cart" in self.position:
            offers["cart"] = self._price(3)
        elif kind == "champion":
            offers["champion"] = self._price(3)
        elif kind == "cards":
            self._put(offers, kind, ["oracle"], 2)
        elif kind == "condemn":
            self._put(offers, kind, [victim], 3)

    def _put(self, offers: dict[str, Any], kind: str, names: Sequence[str], price: int) -> None:
        offers.setdefault(kind, {})[self.rng.choice(list(names))] = self._price(price)

    def _price(self, about: int) -> Any:
        rng = self.rng
        if rng.random() < 0.15:
            return {"siege": rng.randint(0, about + 1), "moves": 1}
        return rng.randint(1, about + 2) if rng.random() < 0.95 else 0

    def _bounded(self, offers: dict[str, Any], purse: tuple[int, int]) -> dict[str, Any]:
        """The offers with budgets of the resources that they are priced in."""
        rng = self.rng
        resources = {resource for price in _prices(offers) for resource, number in price.items() if number}
        budgets: dict[str, int] = {}
        if rng.random() < self.size.budget and COST in resources:
            budgets[COST] = rng.randint(*purse)
        if rng.random() < 0.3 and "siege" in resources:
            budgets["siege"] = rng.randint(0, 4)
        return {**offers, "budgets": budgets} if budgets else offers


def _prices(offers: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Every price by resource."""
    for kind, given in offers.items():
        if kind in ("cart", "champion"):
            listed = [given]
        else:
            listed = [offer["price"] for offer in given] if isinstance(given, list) else list(given.values())
        yield from (price if isinstance(price, dict) else {COST: price} for price in listed)


# -- natural tables: a leader near to a win, and rivals who can spoil what it counts on ---------------


@dataclass(frozen=True)
class Natural:
    """How large a natural scenario is; pairs are least and most.

    Attributes
    ----------
    leader
        The players, and what the leader lacks and is offered.
    theirs
        What each rival is offered.
    purses
        The budget of each.
    spare
        What the leader can spend beyond some way to win.
    """

    leader: Short
    theirs: tuple[int, int]
    purses: tuple[int, int]
    spare: tuple[int, int]


NATURAL: tuple[Natural, ...] = (
    Natural(Short(players=(3, 3), things=(2, 3), lacking=(2, 4)), theirs=(2, 3), purses=(3, 6), spare=(0, 1)),
    Natural(Short(players=(3, 3), things=(3, 4), lacking=(2, 4)), theirs=(3, 4), purses=(4, 7), spare=(0, 2)),
    Natural(Short(players=(3, 4), things=(4, 5), lacking=(3, 5)), theirs=(3, 4), purses=(4, 8), spare=(1, 3)),
    Natural(Short(players=(4, 4), things=(5, 6), lacking=(3, 5)), theirs=(3, 5), purses=(5, 8), spare=(1, 3)),
    Natural(Short(players=(4, 5), things=(6, 7), lacking=(3, 6)), theirs=(4, 5), purses=(5, 9), spare=(1, 4)),
)
"""From little to think about to much."""
DRAWN = 3
"""How often offers are drawn for a table."""
TABLES = 3
"""How many tables are looked at for a good one."""


def natural_stop(seed: int, size: Natural, grade: Callable[[Scenario], int]) -> Scenario:
    """A natural table with a leader who wins unless rivals act.

    Parameters
    ----------
    grade
        How good a scenario is: 0 for no puzzle, 2 for what need not be drawn again.
    """
    return _NaturalMaker(Random(seed), seed, size).scenario(grade)


class _NaturalMaker:
    """Draws tables and offers until they make a question."""

    def __init__(self, rng: Random, seed: int, size: Natural) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.maker = ShortMaker(rng, seed, size.leader)
        self.board, self.rulings = self.maker.board, self.maker.rulings

    def scenario(self, grade: Callable[[Scenario], int]) -> Scenario:
        """The first that is good, or where some tables give none the first that is a question at all."""
        fair: Scenario | None = None
        tables = 0
        while True:
            players = self.rng.sample(PLAYERS, self.rng.randint(*self.size.leader.players))
            position = natural_position(self.rng, self.board, players)
            route = self.rng.choice(self.size.leader.routes)
            near = self.maker.near(position, players, routes_of(cast(AskedRoute, route)))
            tables += near is not None
            for _ in range(DRAWN if near else 0):
                assert near is not None
                made = self._posed(route, *near)
                points = 0 if made is None else grade(made)
                if points == 2 and made is not None:
                    return made
                fair = fair or (made if points else None)
            if fair is not None and tables >= TABLES:
                return fair

    def _posed(self, route: str, leader: str, game: Game, routes: tuple[WinningRoute, ...]) -> Scenario | None:
        """The question with offers drawn; None where there is no way to win or nothing to spoil it with."""
        rng = self.rng
        listed = self.maker.listed(leader, game, routes)
        if listed is None:
            return None
        mine = validate(FactionOffers, Source(shelved(listed)))
        way = self.maker.way(game, leader, things(mine, {}), routes)
        if way is None:
            return None
        purse = sum(thing.cost({}) for thing in way) + rng.randint(*self.size.spare)
        offers: dict[str, Any] = {leader: {**shelved(listed), "budgets": {COST: purse}}}
        threats = list(self._threats(leader, game, way, routes))
        for rival in game.position.players:
            can = [(kind, what, price) for kind, what, price, by in threats if by in (None, rival)]
            count = min(len(can), rng.randint(*self.size.theirs))
            drawn = [can[at] for at in sorted(rng.sample(range(len(can)), count))]
            if rival != leader and drawn:
                offers[rival] = {**shelved(drawn), "budgets": {COST: rng.randint(*self.size.purses)}}
        if len(offers) == 1:
            return None
        asked = {"kind": "stop", "player": leader, "route": route, "offers": offers}
        return put_together(self.maker.game, self.board, game.position, validate(Stop, Source(asked)), self.seed)

    def _threats(
        self, leader: str, game: Game, way: list[Thing], routes: tuple[WinningRoute, ...]
    ) -> Iterator[tuple[str, Any, int, str | None]]:
        """What rivals could do that leaves a way of the leader short of points, and by whom alone it can be done."""
        rng, position = self.rng, game.position
        rivals = [name for name in position.players if name != leader]
        tried: list[tuple[str, Any, int, str | None]] = []
        for space in position.players[leader].control:
            price = SITE[self.board.spaces[space].kind] + rng.randint(0, 2)
            tried.append((rng.choice(("clear", "spaces")), space, price, rng.choice(rivals)))
        for number in position.players[leader].fleets:
            tried.append(("sink", {"of": leader, "number": number}, rng.randint(1, 4), rng.choice(rivals)))
        tried += [("fleets", {"number": rng.randint(1, 3)}, rng.randint(1, 3), rival) for rival in rivals]
        for person in (*position.players[leader].royals, *position.players[leader].generals):
            kinds = ("kill", "royals" if person in ROYALS else "generals")
            tried.append((rng.choice(kinds), person, rng.randint(2, 5), rng.choice(rivals)))
        tried.append(("condemn", leader, rng.randint(2, 4), None))
        wanted = [thing.name for thing in way if thing.kind in ("royals", "generals")]
        tried += [("kill", person, rng.randint(2, 5), rng.choice(rivals)) for person in wanted]
        full = self._lack(leader, game, {}, way, routes)
        for kind, what, price, by in tried:
            given = validate(FactionOffers, Source(shelved([(kind, what, price)])))
            if self._lack(leader, game, {by or rivals[0]: bought(things(given, {}))}, way, routes) > full:
                yield kind, what, price, by

    def _lack(
        self,
        leader: str,
        game: Game,
        changes: dict[str, Acquisitions],
        way: list[Thing],
        routes: tuple[WinningRoute, ...],
    ) -> int:
        """The points that the leader lacks after some changes and all of its way that is still legal."""
        table = acquired_together(self.board, game.position, changes, self.rulings).position
        return lack(acquired(self.board, table, leader, bought(way), self.rulings), leader, routes)
