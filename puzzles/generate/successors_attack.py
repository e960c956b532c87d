"""Random scenarios of successors' ``attack``: mixed company, changes that undo and enable each other.

Players have few provinces, so that victory points fall to 0 and the status comes back; some
royals and the tomb are about, so that somebody wins on the way now and then.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from models.documents import Source, validate
from models.game import load_game
from models.successors.log import Game
from models.successors.map import Map
from models.successors.plan import ActionKind, Object
from models.successors.position import DEAD, FREE, INDEPENDENT, ROYALS, Position
from models.successors.rulings import RULINGS
from puzzles.generate.making import put_together
from puzzles.generate.successors import diadochi, other_readings
from puzzles.scenario import Scenario
from solver.successors.attack_documents import AttackPlan

PLAYERS = ("ana", "ben", "cara", "dion", "eva")
READINGS = (
    "mixed-stack",
    "usurper",
    "champion-regained",
    "legitimacy-floor",
    "threshold",
    "automatic-timing",
    "simultaneous-victory",
    "card-effects",
    "scattered-generals",
    "tomb-elsewhere",
    "province-control",
    "lord-of-asia-phrygia",
    "transit-in-majority",
    "several-cities",
    "capital-count",
    "captured-capitals",
    "captured-alone",
    "independent-fleets",
    "pella-floor",
    "player-count",
)
"""The rulings that attacks depend on."""


@dataclass(frozen=True)
class Size:
    """How large scenarios are; pairs are least and most.

    Attributes
    ----------
    players, attacks
        How many.
    owned
        Provinces of which a player has all spaces.
    then
        Share of attacks of which something comes.
    readings
        Share of rulings that are read in another than the default way.
    """

    players: tuple[int, int]
    attacks: tuple[int, int]
    owned: tuple[int, int]
    then: float = 0.7
    readings: float = 0.0


LARGE = Size(players=(5, 5), attacks=(8, 8), owned=(1, 4))
"""The benchmark: five players, eight attacks."""

SMALL = Size(players=(2, 5), attacks=(1, 4), owned=(0, 2), readings=0.2)
"""Small enough to try every order."""


def attack(seed: int, *, size: Size = LARGE, ask: str | None = None) -> Scenario:
    """A random scenario of ``attack``; ``ask`` is drawn unless given.

    >>> scenario = attack(1)
    >>> attack(1).text() == scenario.text()
    True
    >>> len(scenario.question.attacks)
    8
    """
    return _Maker(Random(seed), seed, size).scenario(ask)


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers."""

    def __init__(self, rng: Random, seed: int, size: Size) -> None:
        self.rng, self.seed, self.size = rng, seed, size
        self.game = load_game("successors")
        self.map = diadochi()
        self.names = list(PLAYERS[: rng.randint(*size.players)])
        self.readings = other_readings(rng, [key for key in RULINGS if key in READINGS], size.readings)

    def scenario(self, ask: str | None) -> Scenario:
        rng = self.rng
        position = self._position()
        question: dict[str, Any] = {
            "kind": "attack",
            "player": "ana",
            "ask": ask or rng.choice(("table", "order", "order")),
            "attacks": [self._attack(position) for _ in range(rng.randint(*self.size.attacks))],
            "all": rng.random() < 0.6,
        }
        asked = AttackPlan.model_validate(question)
        return put_together(
            self.game, self.map, Position.model_validate(position), asked, self.seed, readings=self.readings
        )

    def _position(self) -> dict[str, Any]:
        rng = self.rng
        turn = rng.randint(2, 5)
        royals = rng.sample(ROYALS, len(ROYALS))
        dead = [royals.pop()] if rng.random() < 0.2 else []
        provinces = rng.sample(sorted(self.map.provinces), len(self.map.provinces))
        players: dict[str, Any] = {}
        for name in self.names:
            taken = [provinces.pop() for _ in range(rng.randint(*self.size.owned))]
            held = [space for province in taken for space in self.map.members[province]]
            state: dict[str, Any] = {
                "control": [space for space in held if space in self.map.markable],
                "royals": [royals.pop() for _ in range(rng.randint(0, min(2, len(royals))))],
                "champion": rng.random() < (0.8 if name == "ana" else 0.5),
                "fleets": [rng.randint(1, 3) for _ in range(rng.randint(0, 2))],
            }
            if rng.random() < 0.4:
                state["cards"] = {"oracle": rng.randint(0, 2), "condemnation": rng.randint(0, 1)}
            players[name] = state
        for general in ("perdikkas", "leonnatos"):
            if rng.random() < 0.6:
                there = {"scattered": True} if rng.random() < 0.3 else {}
                players[rng.choice(self.names)].setdefault("generals", {})[general] = there
        result: dict[str, Any] = {"turn": turn, "dead": dead, "players": players}
        if rng.random() < 0.7:
            result |= {"segment": rng.choice(("activation", "forage")), "active": "ana"}
        if rng.random() < 0.7:
            result["usurper"] = rng.choice(self.names)
        result |= self._body(turn)
        return result

    def _body(self, turn: int) -> dict[str, Any]:
        rng = self.rng
        if rng.random() < 0.3:
            return {"tomb": {"at": rng.choice(("pella", "babylon", "athenai")), "buried_by": rng.choice(self.names)}}
        if turn <= 3 and rng.random() < 0.5:
            return {"cart": {"at": "babylon", "player": rng.choice((None, *self.names))}}
        return {}

    def _attack(self, position: dict[str, Any]) -> dict[str, Any]:
        rng = self.rng
        others = self.names[1:]
        on = rng.sample(others, 2) if len(others) > 1 and rng.random() < 0.15 else [rng.choice(others)]
        if rng.random() < 0.08:
            on = [INDEPENDENT]
        fights = ("land-battle", "siege", "overrun", "scatter", "naval-interception")
        given: dict[str, Any] = {
            "on": on,
            "action": rng.choice(fights if rng.random() < 0.8 else get_args(ActionKind)),
            "avoided": rng.random() < 0.1,
        }
        if rng.random() < 0.15:
            given["against"] = rng.choice(get_args(Object))
        if rng.random() < self.size.then:
            given["then"] = self._change(position)
        return given

    def _change(self, position: dict[str, Any]) -> dict[str, Any]:
        rng, change = self.rng, dict[str, Any]()
        held = [space for state in position["players"].values() for space in state["control"]]
        if held and rng.random() < 0.8:
            spaces = rng.sample(held, min(len(held), rng.randint(1, 3)))
            owners = ("ana", "ana", None, INDEPENDENT, *self.names)
            change["control"] = {space: rng.choice(owners) for space in spaces}
        living = [royal for royal in ROYALS if royal not in position["dead"]]
        if rng.random() < 0.4:
            change["royals"] = {rng.choice(living): rng.choice(("ana", "ana", FREE, DEAD, *self.names))}
        if "cart" in position and rng.random() < 0.4:
            change["cart"] = {"player": rng.choice((None, *self.names)), "at": rng.choice(("pella", "babylon"))}
        if rng.random() < 0.3:
            fleets = [rng.randint(1, 3) for _ in range(rng.randint(0, 2))]
            parts: dict[str, Any] = {"fleets": fleets} if rng.random() < 0.5 else {"generals": {"perdikkas": {}}}
            change["players"] = {rng.choice(self.names): parts}
        return change


# -- puzzles: victims whom an attack on another one makes Champions again -----------------------------


@dataclass(frozen=True)
class Posed:
    """How large a puzzle is: how many attacks, and how many rivals there are at least."""

    attacks: int
    rivals: int


POSED: tuple[Posed, ...] = (Posed(3, 2), Posed(3, 3), Posed(4, 3), Posed(4, 4), Posed(5, 4))
"""From three attacks on two rivals to five on four."""
_FIGHTS: tuple[ActionKind, ...] = ("land-battle", "siege", "overrun")


def posed_attack(seed: int, size: Posed) -> Scenario:
    """Attacks that are all to be made, most of which take from somebody the last that gave points.

    Successors with little stand in one another's way: who is beaten in another one's city loses nothing
    by it, but the city changes hands, and whoever has no points left is a Champion again (5-16).

    >>> posed_attack(1, POSED[0]).text() == posed_attack(1, POSED[0]).text()
    True
    """
    rng = Random(seed)
    while True:
        made = _posed(rng, seed, size)
        if Game.of(made.board, made.position, made.rulings).outcome is None:
            return made


def _posed(rng: Random, seed: int, size: Posed) -> Scenario:
    board, game = diadochi(), load_game("successors")
    names = rng.sample(PLAYERS, size.rivals + 1)
    player, rivals = names[0], names[1:]
    homes = [name for name, spaces in board.members.items() if sum(board.is_major(space) for space in spaces) == 1]
    provinces = rng.sample(homes, len(names) + 3)
    royals = rng.sample(ROYALS, len(ROYALS))
    players: dict[str, Any] = {}
    for name in names:
        held = [provinces.pop() for _ in range(1 if name in rivals else 3)]
        players[name] = {
            "champion": name == player,
            "control": [space for province in held for space in board.members[province] if space in board.markable],
            "royals": [royals.pop() for _ in range(rng.randint(0, 2 if name in rivals else 1)) if royals],
            "armies": [],
        }
    rng.shuffle(rivals)
    cities = {name: next(space for space in players[name]["control"] if board.is_major(space)) for name in rivals}
    victims = [*rivals, rivals[-1]][: size.attacks] if size.attacks > len(rivals) else rivals[: size.attacks]
    attacks = []
    for at, victim in enumerate(victims):
        loser = victims[at - 1] if at else None
        attacks.append(_fought(rng, players, victim, loser, cities, player, board))
    for name in rivals:
        if name not in victims[:-1] and rng.random() < 0.5:
            players[name]["champion"] = name not in victims
    turn = rng.choice((2, 3, 3, 4))
    listed = {name: players[name] for name in sorted(players)}
    position = {"turn": turn, "segment": "activation", "active": player, "players": listed}
    position["usurper"] = rng.choice((player, *rivals))
    question = {
        "kind": "attack",
        "player": player,
        "ask": "order",
        "attacks": rng.sample(attacks, len(attacks)),
    }
    return put_together(game, board, validate(Position, Source(position)), validate(AttackPlan, Source(question)), seed)


def _fought(
    rng: Random,
    players: dict[str, Any],
    victim: str,
    loser: str | None,
    cities: dict[str, str],
    player: str,
    board: Map,
) -> dict[str, Any]:
    """An attack on the victim's army in the loser's city, which falls; or at home, where no city falls."""
    change: dict[str, Any] = {}
    if loser is None:
        at = cities[victim]
        others = [space for space in players[victim]["control"] if not board.is_major(space)]
        if others and rng.random() < 0.5:
            change["control"] = {rng.choice(others): rng.choice((player, None))}
    else:
        at = cities[loser]
        change["control"] = {at: rng.choice((player, player, victim if victim != loser else None, None))}
    players[victim]["armies"].append({"at": at, "units": {rng.choice(("macedonian", "mercenary")): rng.randint(1, 3)}})
    captured = players[victim]["royals"]
    if captured and rng.random() < 0.7:
        change["royals"] = {rng.choice(captured): rng.choice((player, player, FREE))}
    action = "land-battle" if loser not in (None, victim) else rng.choice(_FIGHTS)
    return {"on": [victim], "action": action, **({"then": change} if change else {})}
