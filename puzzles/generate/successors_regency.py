"""Random scenarios of successors' ``regency``: heirs in various hands, close totals, ties that criteria break."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from models.documents import Source, validate
from models.game import load_game
from models.rulings import Rulings
from models.successors.acquisitions import Acquisitions, acquired, regency_turns, turn_begun
from models.successors.log import Game, prepare
from models.successors.map import Map
from models.successors.position import ELITE, ROYALS, Position
from models.successors.rulings import RULINGS
from models.successors.victory import SCHEDULE
from puzzles.generate.making import put_together
from puzzles.generate.successors import diadochi, drawn_map, natural_position, other_readings
from puzzles.generate.successors_path import ThingsMaker, shelved
from puzzles.scenario import Scenario
from solver.successors.offers import COST, bought, things
from solver.successors.regency_documents import RegencyTest
from solver.successors.stop_documents import FactionOffers

PLAYERS = ("ana", "ben", "cara", "dion", "eva")
READINGS = (
    "heir-schedule",
    "regency-tie",
    "tie-break-field",
    "unbroken-tie",
    "elite-count",
    "uncontrolled-tie",
    "threshold",
    "automatic-timing",
    "simultaneous-victory",
    "player-count",
    "champion-regained",
    "legitimacy-floor",
    "card-effects",
    "scattered-generals",
    "tomb-elsewhere",
    "pella-floor",
    "province-control",
    "transit-in-majority",
    "several-cities",
    "lord-of-asia-phrygia",
    "capital-count",
    "captured-capitals",
    "captured-alone",
    "independent-fleets",
)
"""The rulings that a regency test depends on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    spaces
        Of a small map that is drawn anew; None for the bundled one.
    players
        How many.
    owned
        Share of the spaces that have a marker.
    royals
        How many royals are alive.
    generals
        How many there are.
    readings
        Share of rulings that are read in another than the default way.
    offers
        Share of scenarios in which changes are on offer at a price.
    """

    spaces: tuple[int, int] | None
    players: tuple[int, int]
    owned: float
    royals: tuple[int, int]
    generals: tuple[int, int]
    readings: float = 0.0
    offers: float = 0.0


LARGE = Size(spaces=None, players=(5, 5), owned=0.8, royals=(5, 6), generals=(6, 10))
"""The benchmark: five players on the bundled map, anything may change."""

OFFERED = Size(spaces=None, players=(5, 5), owned=0.8, royals=(5, 6), generals=(6, 10), offers=1.0)
"""The same with prices for all provinces, all spaces and the royals."""

TINY = Size(spaces=(3, 6), players=(2, 3), owned=0.7, royals=(1, 3), generals=(0, 2), readings=0.15)
"""Small enough to try every set of changes."""

MIXED = Size(spaces=(5, 14), players=(2, 5), owned=0.7, royals=(1, 6), generals=(0, 5), readings=0.15, offers=0.4)
"""Everything that a test depends on."""


def regency(seed: int, *, size: Size = LARGE, ask: str | None = None) -> Scenario:
    """A random scenario of ``regency``; ``ask`` is drawn unless given.

    >>> scenario = regency(1)
    >>> regency(1).text() == scenario.text()
    True
    >>> len(scenario.position.players)
    5
    """
    return _Maker(Random(seed), seed, size).scenario(ask)


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("successors")
        self.map = diadochi() if size.spaces is None else self._small(rng.randint(*size.spaces))
        self.names = list(PLAYERS[: rng.randint(*size.players)])
        self.readings = other_readings(rng, [key for key in RULINGS if key in READINGS], size.readings)

    def scenario(self, ask: str | None) -> Scenario:
        rng = self.rng
        position = self._position()
        question: dict[str, Any] = {"kind": "regency", "ask": ask or rng.choice(("who", "flip", "flip"))}
        if question["ask"] == "flip":
            question |= self._goal(position)
            if position["turn"] < 4 and rng.random() < 0.4:
                question["turn"] = rng.choice((4, 5))
            if rng.random() < self.size.offers:
                question["offers"] = self._offers(position)
        return put_together(
            self.game,
            self.map,
            Position.model_validate(position),
            RegencyTest.model_validate(question),
            self.seed,
            readings=self.readings,
            board_name=None if self.size.spaces is None else f"./map-{self.seed}.yaml",
        )

    def _goal(self, position: dict[str, Any]) -> dict[str, str]:
        """Against whoever would win the next test, or for somebody else; now and then anything."""
        rng = self.rng
        rulings = Rulings.choose(self.game.rulings, self.readings)
        turn = max(4, position["turn"])
        table = Position.model_validate({**position, "turn": turn, "phase": "preparations", "cart": None})
        game, _, _ = prepare(Game.of(self.map, table, rulings), False, rulings)
        winners = game.outcome.winners if game.outcome else ()
        if winners and rng.random() < 0.45:
            return {"against": rng.choice(winners)}
        others = [name for name in self.names if name not in winners]
        if others and rng.random() < 0.9:
            return {"for": rng.choice(others)}
        return {rng.choice(("for", "against")): rng.choice(self.names)}

    def _small(self, count: int) -> Map:
        """A map of a few provinces of one to three spaces each, Macedonia among them."""
        rng = self.rng
        names = ["macedonia", *rng.sample(("phrygia", "syria", "babylonia", "caria", "lydia"), 5)]
        spaces: dict[str, Any] = {}
        used: list[str] = []
        while len(spaces) < count and names:
            used.append(names.pop(0))
            kinds = ["major" if rng.random() < 0.8 else "minor", *(rng.choices(("minor", "transit"), (5, 1), k=2))]
            for at, kind in enumerate(kinds[: rng.randint(1, 3)]):
                name = "pella" if used[-1] == "macedonia" and not at else f"{used[-1]}{at}"
                spaces[name] = {"kind": kind, "province": used[-1], "at": [10 * len(spaces), 0]}
        provinces = {name: {"vp": rng.randint(0, 4)} for name in used}
        return drawn_map(provinces, spaces)

    def _position(self) -> dict[str, Any]:
        rng = self.rng
        turn, phase = rng.choice(((2, "strategy"), (3, "strategy"), (3, "end"), (4, "preparations"), (4, "strategy")))
        if rng.random() < 0.1:
            turn = 1
        players: dict[str, Any] = {name: {"control": [], "royals": [], "generals": {}} for name in self.names}
        home = {province: rng.choice(self.names) for province in self.map.provinces}
        for space in self.map.markable:
            if rng.random() < self.size.owned:
                province = self.map.spaces[space].province
                likely = home.get(province or "", rng.choice(self.names))
                players[likely if rng.random() < 0.75 else rng.choice(self.names)]["control"].append(space)
        royals = rng.sample(ROYALS, rng.randint(*self.size.royals))
        if rng.random() < 0.8 and not {"alexandros", "herakles"} & set(royals):
            royals[0] = rng.choice(("alexandros", "herakles"))
        for royal in royals:
            if rng.random() < 0.8:
                players[rng.choice(self.names)]["royals"].append(royal)
        generals = ["perdikkas", "leonnatos", *(f"general{letter}" for letter in "abcdefgh")]
        for general in generals[: rng.randint(*self.size.generals)]:
            there: dict[str, Any] = {"scattered": True} if rng.random() < 0.2 else {}
            players[rng.choice(self.names)]["generals"][general] = there | {"major": rng.random() < 0.8}
        for state in players.values():
            state["champion"] = rng.random() < 0.6
            state["scattered_units"] = {kind: rng.randint(0, 2) for kind in ELITE if rng.random() < 0.5}
            state["fleets"] = [rng.randint(1, 3) for _ in range(rng.randint(0, 2))]
            if rng.random() < 0.3:
                state["cards"] = {"oracle": rng.randint(0, 2), "condemnation": rng.randint(0, 1)}
        position: dict[str, Any] = {"turn": turn, "phase": phase if turn > 1 else "strategy", "players": players}
        position["dead"] = [royal for royal in ROYALS if royal not in royals]
        majors = [space for space in self.map.spaces if self.map.is_major(space)]
        if turn >= 2 and majors and rng.random() < 0.3:
            position["tomb"] = {"at": rng.choice(majors), "buried_by": rng.choice(self.names)}
        elif turn <= 3 and rng.random() < 0.5:
            position["cart"] = {"at": self.map.markable[0], "player": rng.choice(self.names)}
        if majors and rng.random() < 0.15:
            position["capitals"] = {rng.choice(majors): rng.choice(self.names)}
        return position

    def _offers(self, position: dict[str, Any]) -> dict[str, Any]:
        """Prices for one to three factions, a budget for some of them."""
        rng = self.rng
        whole = self.size.spaces is None
        found: dict[str, Any] = {}
        living = [royal for royal in ROYALS if royal not in position["dead"]]
        spaces, provinces = self.map.markable, sorted(self.map.provinces)
        for name in rng.sample(self.names, rng.randint(1, min(3, len(self.names)))):
            offers: dict[str, Any] = {
                "provinces": {province: rng.randint(2, 6) for province in provinces if whole or rng.random() < 0.3},
                "spaces": {space: rng.randint(1, 4) for space in spaces if whole or rng.random() < 0.4},
                "royals": {royal: rng.randint(2, 5) for royal in living if whole or rng.random() < 0.5},
                "kill": {royal: rng.randint(2, 6) for royal in living if rng.random() < 0.3},
                "generals": {"perdikkas": rng.randint(1, 4)} if rng.random() < 0.5 else {},
                "fleets": [{"number": 2, "price": 3}] if rng.random() < 0.4 else [],
                "clear": {space: 1 for space in spaces if rng.random() < 0.15},
            }
            others = [other for other in self.names if other != name]
            if rng.random() < 0.4:
                offers["condemn"] = {rng.choice(others): rng.randint(1, 4)}
                offers["cards"] = {"oracle": rng.randint(1, 4)}
            if rng.random() < 0.3:
                offers |= {"champion": rng.randint(0, 4), "cart": rng.randint(0, 3)}
            if rng.random() < 0.5:
                offers["budgets"] = {"cost": rng.randint(3, 12)}
            if not any(offers[key] for key in offers if key != "budgets"):
                offers = {"royals": dict.fromkeys(living, 2)}
            found[name] = offers
        return found


# -- natural tables with a test to come, and short lists of what could turn it ------------------------


@dataclass(frozen=True)
class Posed:
    """How large a puzzle is; pairs are least and most.

    Attributes
    ----------
    players
        How many.
    things
        How many things are on offer to each who is offered something.
    behind
        How far whoever is to win is behind the highest total at most.
    """

    players: tuple[int, int]
    things: tuple[int, int]
    behind: int


POSED: tuple[Posed, ...] = (
    Posed(players=(3, 3), things=(5, 6), behind=4),
    Posed(players=(3, 3), things=(6, 8), behind=6),
    Posed(players=(3, 4), things=(8, 11), behind=8),
    Posed(players=(4, 4), things=(10, 13), behind=10),
    Posed(players=(4, 5), things=(12, 16), behind=13),
)
"""From little to think about to much."""
DEARER = (2, 7)
"""How much more than usual the heir costs that is tested."""
LOOKED_AT = 45
"""Of how many things it is tried whether they bring anything."""


def posed_regency(seed: int, size: Posed) -> Scenario:
    """A natural table before a regency test, and what one player can have to win it, or several to prevent a win.

    >>> posed_regency(1, POSED[0]).text() == posed_regency(1, POSED[0]).text()
    True
    """
    return _PosedMaker(Random(seed), seed, size).scenario()


class _PosedMaker:
    """Draws tables until one has a test that can turn out otherwise."""

    def __init__(self, rng: Random, seed: int, size: Posed) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.things = ThingsMaker(rng, seed)
        self.board, self.rulings = self.things.board, self.things.rulings

    def scenario(self) -> Scenario:
        """The scenario."""
        rng = self.rng
        while True:
            players = rng.sample(PLAYERS, rng.randint(*self.size.players))
            position = natural_position(rng, self.board, players, (2, 3, 3, 4))
            turns = regency_turns(position)
            if not turns:
                continue
            asked = self._goal(Game.of(self.board, position, self.rulings), turns[0])
            if asked is None:
                continue
            goal, buyers = asked
            offers = {name: self._offers(position, turns[0], name, goal) for name in buyers}
            if all(offers.values()):
                question = {"kind": "regency", "ask": "flip", **goal, "offers": offers}
                return put_together(
                    self.things.game, self.board, position, validate(RegencyTest, Source(question)), self.seed
                )

    def _goal(self, game: Game, turn: int) -> tuple[dict[str, str], list[str]] | None:
        """Who is to win, or not to, and who can do something for it."""
        begun = turn_begun(game, turn, self.rulings)
        after, _, _ = prepare(begun, False, self.rulings)
        winners = after.outcome.winners if after.outcome else ()
        players = list(game.position.players)
        if winners and self.rng.random() < 0.4:
            others = [name for name in players if name not in winners]
            return {"against": winners[0]}, others[:2]
        sums = {name: sum(tracks.values()) for name, tracks in begun.totals.items()}
        near = [name for name in players if name not in winners and max(sums.values()) - sums[name] <= self.size.behind]
        if not near:
            return None
        name = self.rng.choice(near)
        return {"for": name}, [name]

    def _offers(self, position: Position, turn: int, name: str, goal: dict[str, str]) -> dict[str, Any]:
        """What brings a player nearer to the goal, and the heir that is tested; nothing if there is too little."""
        rng = self.rng
        before = Game.of(self.board, position, self.rulings)
        listed = self.things.priced(position, name)
        heir = SCHEDULE["alexandros-first"][turn]
        others = [thing for thing in listed if thing[1] != heir]
        key = [
            (kind, what, price + rng.randint(*DEARER))
            for kind, what, price in listed
            if what == heir and kind in ("royals", "kill")
        ]
        chosen = list(key)
        wanted = rng.randint(*self.size.things)
        seen = _lead(before, goal)
        for thing in rng.sample(others, min(len(others), LOOKED_AT)):
            if len(chosen) >= wanted:
                break
            given = validate(FactionOffers, Source(shelved([thing])))
            after = acquired(self.board, position, name, bought(things(given, {})), self.rulings, before)
            if thing[0] != "tomb" and (_lead(after, goal) - seen) * (1 if "for" in goal else -1) > 0:
                chosen.append(thing)
        if len(chosen) < wanted:
            return {}
        order = list(Acquisitions.model_fields)
        chosen.sort(key=lambda thing: order.index(thing[0]))
        worth = sum(price for _, _, price in chosen)
        return {**shelved(chosen), "budgets": {COST: rng.randint(worth // 3, worth // 2)}}


def _lead(game: Game, goal: dict[str, str]) -> int:
    """By how much the player whom a goal names has the highest total."""
    sums = {name: sum(tracks.values()) for name, tracks in game.totals.items()}
    own = sums.pop(goal.get("for") or goal["against"])
    return own - max(sums.values())
