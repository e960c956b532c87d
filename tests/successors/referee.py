"""A second opinion on Successors: both tracks, and who has won; ways over the map; acquisitions.

This referee is written from the rule text and the facts alone, apart from the package: nothing here comes from
`models`. It takes a map and a position as plain values, just as they stand in a file, and answers under the default
reading of everything that is left open. Ids in the comments are those of the index of rules. What a move costs and
what the table is like after acquisitions is worked out here again as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from itertools import groupby, pairwise, product
from typing import Any

Plain = Mapping[str, Any]
NEEDED = {5: 20, 4: 23, 3: 26, 2: 29}  # 2A-4
LORD_OF_ASIA = ("phrygia", "syria", "babylonia")  # 3-2
HEIR_OF_TURN = {4: "alexandros", 5: "herakles"}  # 2B-5, 2B-6


class Table:
    """A position on a map."""

    def __init__(self, board: Plain, position: Plain) -> None:
        self.spaces, self.worth = board["spaces"], {name: of["vp"] for name, of in board["provinces"].items()}
        self.position = position
        self.players = {name: state or {} for name, state in position["players"].items()}
        self.flags = {space: name for name, state in self.players.items() for space in state.get("control", [])}
        self.lords = {name: self.lord(name) for name in self.worth}

    # --- control

    def lord(self, province: str) -> str | None:
        """The player who controls a province (F-1); grey markers make nobody its lord (1-2)."""
        inside = {name: space["kind"] for name, space in self.spaces.items() if space.get("province") == province}
        for player in self.players:
            own = [name for name in inside if self.flags.get(name) == player]
            total = sum(kind != "transit" for kind in inside.values())
            lacks = [name for name, kind in inside.items() if kind == "major" and name not in own]
            if len(own) > total - len(own) and not lacks:
                return player
        return None

    def fleet(self, player: str) -> int:
        """3-5: whatever the own fleets show, also the scattered ones."""
        state = self.players[player]
        return sum([*state.get("fleets", []), *state.get("scattered_fleets", [])])

    # --- the tracks

    def points(self, player: str) -> int:
        """Section 3."""
        total = sum(self.worth[name] for name, lord in self.lords.items() if lord == player)
        if all(self.lords.get(name) == player for name in LORD_OF_ASIA):
            total += 4
        strength = self.fleet(player)
        if strength >= 3 and all(self.fleet(other) < strength for other in self.players if other != player):
            total += 3
        straits = [name for name, space in self.spaces.items() if space.get("hellespont")]
        if straits and all(self.flags.get(port) == player for port in straits):
            total += 2
        founders = [
            founder for at, founder in self.position.get("capitals", {}).items() if self.flags.get(at) == player
        ]
        if player in founders:
            total += 2
        return total + sum(founder != player for founder in founders)

    def legitimacy(self, player: str) -> int:
        """Section 4."""
        state, tomb = self.players[player], self.position.get("tomb")
        royals, generals, cards = state.get("royals", []), state.get("generals", {}), state.get("cards", {})
        total = 3 if state.get("champion", True) else 0
        total += 5 if "alexandros" in royals else 4 if "philippos" in royals else 2 if "herakles" in royals else 0
        total += 3 * ("olympias" in royals) + 2 * ("kleopatra" in royals) + 2 * ("thessalonike" in royals)
        total += 2 * (self.lords.get("macedonia") == player)
        total += ("perdikkas" in generals) + ("leonnatos" in generals)
        total += cards.get("oracle", 0) - 2 * cards.get("persian-support", 0) - 3 * cards.get("condemnation", 0)
        least = 0
        if tomb and tomb["at"] == "pella":
            least = 10 if tomb["buried_by"] == player else 0
            total += least
        elif tomb and self.flags.get(tomb["at"]) == player:
            total += 2
        return max(total, least)

    def totals(self) -> dict[str, dict[str, int]]:
        return {name: {"vp": self.points(name), "legitimacy": self.legitimacy(name)} for name in self.players}

    # --- who has won

    def at_once(self) -> list[str]:
        """Those who have an automatic victory."""
        if self.position["turn"] == 1:  # 2A-2
            return []
        threshold = NEEDED[self.position.get("players_at_start") or len(self.players)]
        return [name for name in self.players if self.legitimacy(name) >= 18 or self.points(name) >= threshold]

    def leading(self, what: Callable[[str], int], among: list[str] | None = None) -> list[str]:
        field = list(self.players) if among is None else among
        return [name for name in field if what(name) == max(map(what, field))]

    def untied(self, tied: list[str]) -> list[str]:
        """Who is left of those who tie (2D-1); more than one where nothing breaks the tie."""
        for criterion in (self.strategos, self.macedonians, self.majors):
            if len(tied) > 1:
                tied = self.leading(criterion, tied)
        return tied

    def strategos(self, player: str) -> int:  # 2D-2
        return int(self.lords.get("macedonia") == player)

    def macedonians(self, player: str) -> int:  # 2D-3, 2D-4
        state = self.players[player]
        stacks = [*(army.get("units", {}) for army in state.get("armies", [])), state.get("scattered_units", {})]
        return sum(stack.get(kind, 0) for stack in stacks for kind in ("loyal", "royal", "shields"))

    def majors(self, player: str) -> int:  # 2D-5, 2D-6
        return sum(general.get("major", True) for general in self.players[player].get("generals", {}).values())

    def now(self) -> dict[str, Any]:
        """An automatic victory, if there is one (2A)."""
        enough = self.at_once()
        return told(enough, over=bool(enough))

    def preparations(self) -> dict[str, Any]:
        """A turn begins: whoever has enough wins, else the heir of the turn is tested (2B)."""
        heir = HEIR_OF_TURN.get(self.position["turn"])
        if self.at_once() or heir is None or heir in self.position.get("dead", []):
            return self.now()
        both = self.leading(lambda name: self.points(name) + self.legitimacy(name))
        keeper = next((name for name, state in self.players.items() if heir in state.get("royals", [])), None)
        best = self.untied(both)
        if keeper is None:  # 2B-8
            return {**told(best), "heir": heir}
        if keeper not in best:  # 2B-7
            return {**told([], over=False), "heir": heir, "fate": "murdered"}
        crowned = {"fate": "crowned"} if best == [keeper] else {}
        return {**told(best), "heir": heir, **crowned}

    def end(self) -> dict[str, Any]:
        """The end of turn V: most victory points win (2C), if nobody has won at once."""
        return self.now() if self.at_once() else told(self.untied(self.leading(self.points)))


def told(best: list[str], over: bool = True) -> dict[str, Any]:
    """What is said of those who could win: one of them does, of several the text names none."""
    return {"over": over, "winners": best if len(best) == 1 else [], "candidates": best, "fate": None}


# --- ways over the map


def steps(board: Plain, first: str, second: str) -> list[tuple[str, int]]:
    """How one gets from a space to another one: by land or by sea, with the points that it takes (F-7)."""
    ways = (("land", "land", 1), ("sea", "sea", 1), ("routes", "sea", 2))
    return [(by, cost) for key, by, cost in ways if {first, second} in map(set, board.get(key, []))]


def cost(board: Plain, path: Sequence[str], units: Sequence[int] = ()) -> int | None:
    """The points of a path, every step taken as is best for all of it; None if it cannot be (F-7, F-8).

    Of the units that leave each space no more than 8 may do so by sea.
    """
    best = None
    for reading in product(*(steps(board, *pair) for pair in pairwise(path))):
        stretches = "-".join(by for by, _ in groupby(reading, key=lambda step: step[0]))
        total = sum(points for _, points in reading)
        if stretches not in ("", "land", "sea", "land-sea", "sea-land"):
            continue
        if any(by == "sea" and count > 8 for (by, _), count in zip(reading, units, strict=False)):
            continue
        best = total if best is None else min(best, total)
    return best


def in_the_way(position: Plain, player: str, path: Sequence[str]) -> bool:
    """Whether a path enters a space with combat units of others (F-9)."""
    held = {space for space, units in position.get("independent_units", {}).items() if units}
    for name, state in position["players"].items():
        if name != player:
            held |= {army["at"] for army in state.get("armies", []) if any(army.get("units", {}).values())}
    return bool(held & set(path[1:]))


# --- campaigns


def march(board: Plain, position: Plain, player: str, plan: Plain, terms: Plain) -> dict[str, Any] | None:
    """The table after a campaign, or None where it breaks a rule (F-7 to F-12)."""
    table: dict[str, Any] = deepcopy({"independents": [], **position})
    own = table["players"][player]
    units, sent = {}, set()  # by number of the army: who has come where; which have moved
    for number, army in enumerate(own["armies"]):
        units[number] = {army["at"]: sum(army["units"].values())}
    for move in plan["moves"]:
        start = move["path"][0]
        there = [number for number, army in enumerate(own["armies"]) if army["at"] == start]
        number = (there[move["army"] - 1 :] or [None])[0]
        left = move["leaves"]
        if number is None or number in sent:
            return None
        here, going = units[number][start], []
        for at, space in enumerate(move["path"]):
            here -= left.get(space, 0) if space not in move["path"][:at] else 0
            going.append(here)
        points = cost(board, move["path"], going)
        if points is None or points > own["armies"][number]["movement"]:
            return None
        rest = units[number][start] - sum(left.values())
        if rest < 1 or in_the_way(position, player, move["path"]) or not set(left) <= set(move["path"][:-1]):
            return None
        sent.add(number)
        units[number] = {**left, move["path"][-1]: rest}
    stands = {space for army in units.values() for space, count in army.items() if count}
    asked = sum(siege(board, position, player, space, terms["prices"]) for space in plan["takes"])
    built = sum(offer["operations"] for offer in terms["fleets"] if offer["number"] in plan["fleets"])
    if asked > terms["siege"] or len(sent) + built > terms["operations"]:
        return None
    for space in plan["takes"]:
        if space not in stands or board["spaces"][space]["kind"] == "transit" or space in own["control"]:
            return None
        for flags in (table["independents"], *(state["control"] for state in table["players"].values())):
            flags[:] = [flag for flag in flags if flag != space]
        own["control"].append(space)
    own["fleets"] = [*own["fleets"], *plan["fleets"]]
    return again(board, position, table)


def siege(board: Plain, position: Plain, player: str, space: str, prices: Plain) -> int:
    """What a space still takes (F-10, F-11)."""
    kind, grey = board["spaces"][space]["kind"], space in position.get("independents", [])
    held = any(space in state["control"] for state in position["players"].values())
    resists = grey or (held and kind == "major")
    return max(0, prices.get(kind, 0) * resists - position["players"][player].get("siege", {}).get(space, 0))


# --- acquisitions


def after(board: Plain, position: Plain, player: str, buys: Plain) -> dict[str, Any]:
    """The table with what a player acquires, which must be allowed."""
    table: dict[str, Any] = deepcopy({"independents": [], "dead": [], **position})
    everybody: dict[str, Any] = table["players"]
    flags = [table["independents"], *(state["control"] for state in everybody.values())]
    inside = [name for name, space in board["spaces"].items() if space.get("province") in buys.get("provinces", [])]
    new = {name for name in (*inside, *buys.get("spaces", [])) if board["spaces"][name]["kind"] != "transit"}
    own = everybody[player]
    gone = new | (set(buys.get("clear", [])) - set(own["control"]))
    for flag in flags:
        flag[:] = [space for space in flag if space not in gone]
    own["control"] += sorted(new)
    for state in everybody.values():
        state["royals"] = [one for one in state["royals"] if one not in buys.get("royals", [])]
    own["royals"] += buys.get("royals", [])
    for general in buys.get("generals", []):
        found = [state["generals"].pop(general) for state in everybody.values() if general in state["generals"]]
        own["generals"][general] = found[0] if found else {}
    for victim in buys.get("kill", []):
        for state in everybody.values():
            state["generals"].pop(victim, None)
            state["royals"] = [one for one in state["royals"] if one != victim]
        table["dead"].append(victim)
    own["fleets"] = [*own["fleets"], *buys.get("fleets", [])]
    for fleet in buys.get("sink", []):
        state = everybody[fleet["of"]]
        box = "fleets" if fleet["number"] in state["fleets"] else "scattered_fleets"
        state[box] = [*state[box]]
        state[box].remove(fleet["number"])
    for name, card in [(player, card) for card in buys.get("cards", [])] + [
        (name, "condemnation") for name in buys.get("condemn", [])
    ]:
        cards = everybody[name]["cards"]
        everybody[name]["cards"] = {**cards, card: cards.get(card, 0) + 1}
    own["champion"] = own["champion"] or buys.get("champion", False)
    if buys.get("cart"):
        table["cart"]["player"] = player
    if buys.get("tomb"):
        del table["cart"]
        table["tomb"] = {"at": buys["tomb"], "buried_by": player}
    return again(board, position, table)


def again(board: Plain, position: Plain, table: dict[str, Any]) -> dict[str, Any]:
    """A table on which whoever has fallen to 0 from what it had in a position is a Champion again (5-16)."""
    old, now = Table(board, position), Table(board, table)
    for name, state in table["players"].items():
        state["champion"] = state["champion"] or (old.points(name) > 0 and now.points(name) == 0)
    return table
