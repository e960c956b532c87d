"""A second opinion on Alexandros: provinces, where Alexander can go, levies, and what an occupation takes.

This referee is written from the rule text and the facts alone, apart from the package: nothing here comes from
`models`.  It takes a board and a position as plain values, just as they stand in a file.  Its triangles are sets of
three corners and its sides sets of two; provinces come from merging triangles with one another and with the open sea,
ways are counted as walks.  Ids in the comments are those of the index of rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, TypeAlias

Plain: TypeAlias = Mapping[str, Any]
Corner: TypeAlias = tuple[int, int]
Side: TypeAlias = frozenset[Corner]
KINDS = {"T": "temple", "A": "amphora", "H": "horse", "L": "lyre", "O": "hoplite"}  # 3-1
SEA = "the open sea"
READINGS = {
    "rim": "coast",
    "nearest": "sides",
    "free-triangle": "walls",
    "zero-move": "legal",
    "levy-filter": "symbol",
    "payment": "triangle",
    "extra-governors": "free",
    "ejection": "each",
    "compensation": "half",
    "compensation-base": "all",
    "own-province": "no",
}


def corner(name: str) -> Corner:
    """A point by its name: its row from the bottom, and its x."""
    return ord(name[0]) - ord("a"), int(name[1:])


def called(at: Corner) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[at[0]] + str(at[1])


def sides_of(triangle: Iterable[Corner]) -> list[Side]:
    return [frozenset(pair) for pair in combinations(triangle, 2)]


def line(chain: str) -> list[Side]:
    """The sides of a line of points."""
    there = [corner(name) for name in chain.split("-")]
    return [frozenset(there[at : at + 2]) for at in range(len(there) - 1)]


def drawn(land: Iterable[str]) -> dict[str, tuple[frozenset[Corner], str | None]]:
    """The triangles of a drawing by name, each with its corners and its symbol."""
    found = {}
    for text in land:
        strip, _, row = text.strip().partition("|")
        low = ord(strip) - ord("A")
        for at, character in enumerate(row):
            if character != " ":
                up = (at - low) % 2 == 0
                flat, tip = (low, low + 1) if up else (low + 1, low)
                found[f"{strip}{at}"] = frozenset({(flat, at), (flat, at + 2), (tip, at + 1)}), KINDS.get(character)
    return found


class Table:
    """A position on a board, under some readings."""

    def __init__(self, board: Plain, position: Plain, readings: Plain | None = None) -> None:
        self.readings = {**READINGS, **(readings or {})}
        self.triangles = drawn(board["land"])
        self.walls = {side for chain in position.get("walls", ()) for side in line(chain)}
        self.at = corner(position.get("alexander") or board["start"])
        self.players: dict[str, Plain] = {name: state or {} for name, state in position["players"].items()}
        self.standing = {where: name for name, state in self.players.items() for where in state.get("governors", ())}
        self.bounded: dict[Side, list[str]] = {}
        for name, (corners, _) in self.triangles.items():
            for side in sides_of(corners):
                self.bounded.setdefault(side, []).append(name)
        leaks, bounds = ({side for chain in board.get(key, ()) for side in line(chain)} for key in ("open", "closing"))
        rim = {side for side, there in self.bounded.items() if len(there) == 1}
        self.coast = ((rim if board.get("rim", "closing") == "closing" else set()) - leaks) | bounds

    # --- provinces

    def provinces(self) -> list[frozenset[str]]:
        """4-6, F-6, F-15: what is merged with the open sea is none."""
        leader = {name: name for name in [*self.triangles, SEA]}

        def head(name: str) -> str:
            while leader[name] != name:
                name = leader[name]
            return name

        for side, there in self.bounded.items():
            bare = len(there) == 1 and side in self.coast and self.readings["rim"] == "coast"
            if side not in self.walls and not bare:
                one, two = (head(name) for name in (*there, SEA)[:2])
                leader[one] = two
        groups: dict[str, set[str]] = {}
        for name in self.triangles:
            groups.setdefault(head(name), set()).add(name)
        groups.pop(head(SEA), None)
        return [frozenset(group) for group in groups.values()]

    def blanks(self, province: Iterable[str]) -> int:
        """5-11."""
        return sum(self.symbol(name) is None for name in province)

    def symbol(self, name: str) -> str | None:
        return self.triangles[name][1]

    # --- Alexander

    def walks(self) -> dict[Corner, tuple[int, int]]:
        """F-1, F-3: by point, the fewest sides to it and how many walks have so many."""
        beside: dict[Corner, list[Corner]] = {}
        for one, two in map(tuple, self.bounded):
            beside.setdefault(one, []).append(two)
            beside.setdefault(two, []).append(one)
        found = {self.at: (0, 1)}
        ahead, length = {self.at: 1}, 0
        while ahead:
            length += 1
            onward: Counter[Corner] = Counter()
            for here, walks in ahead.items():
                for there in beside[here]:
                    if there not in found:
                        onward[there] += walks
            ahead = dict(onward)
            found |= {there: (length, walks) for there, walks in ahead.items()}
        return found

    def free(self, name: str) -> bool:
        """4-4."""
        corners = self.triangles[name][0]
        figures = name in self.standing or self.at in corners
        barred = figures and self.readings["free-triangle"] == "walls-and-figures"
        return not barred and self.walls.isdisjoint(sides_of(corners))

    def far(self, name: str) -> int:
        """F-1; or nine times the square of the way to the centre, with rows as high as the root of 3."""
        corners = self.triangles[name][0]
        if self.readings["nearest"] == "sides":
            walks = self.walks()
            return min(walks[one][0] for one in corners)
        rows = sum(row - self.at[0] for row, _ in corners)
        across = sum(x - self.at[1] for _, x in corners)
        return 3 * rows**2 + across**2

    def targets(self, symbol: str) -> set[str]:
        """4-2, F-2."""
        far = {name: self.far(name) for name in self.triangles if self.symbol(name) == symbol and self.free(name)}
        return {name for name, way in far.items() if way == min(far.values())}

    def moves(self, symbol: str) -> dict[str, dict[str, int]]:
        """4-3, F-3: by triangle and corner, how many ways lead there."""
        walks = self.walks()
        stay = self.readings["zero-move"] == "legal"
        return {
            name: {called(at): walks[at][1] for at in self.triangles[name][0] if stay or at != self.at}
            for name in self.targets(symbol)
        }

    # --- actions

    def levy(self, player: str, card: str) -> dict[str, int] | None:
        """5-7 to 5-11: what everybody gets; None if it cannot be."""
        state = self.players[player]
        keys = {self.symbol(name) for name in state.get("governors", ())}
        if not state.get("hand", {}).get(card) or card not in keys:
            return None
        gains = dict.fromkeys(self.players, 0)
        for province in self.provinces():
            inside = [name for name in self.standing if name in province]
            if len(inside) == 1:  # 5-8
                (name,) = inside
                if self.readings["levy-filter"] == "all" or self.symbol(name) == card:  # 5-9
                    gains[self.standing[name]] += self.blanks(province)
        return gains

    def due(self, province: Iterable[str], governed: Iterable[str]) -> Counter[str]:
        """5-4: cards for the symbols without a governor."""
        left = Counter(kind for name in province if name not in governed and (kind := self.symbol(name)))
        return Counter(left.keys()) if self.readings["payment"] == "kind" else left

    def occupy(self, player: str, placed: list[str]) -> tuple[Counter[str], Counter[str]] | None:
        """5-3 to 5-6, F-9 to F-11: the cards it takes, and those the loser gets; None if it cannot be."""
        state = self.players[player]
        hand = Counter(state.get("hand", {}))
        around = [province for province in self.provinces() if set(placed) <= province]
        if not around or any(self.symbol(name) is None for name in placed) or len(set(placed)) < len(placed):
            return None
        (province,) = around
        inside = {name: owner for name, owner in self.standing.items() if name in province}
        own = [name for name, owner in inside.items() if owner == player]
        if len(state.get("governors", ())) + len(placed) > 4 or set(own) & set(placed):  # F-9
            return None
        if own and self.readings["own-province"] == "no":
            return None
        foes = sorted((name for name in inside if name not in own), key=lambda name: (-ord(name[0]), int(name[1:])))
        if self.readings["ejection"] == "once":
            foes = foes[:1]
        out = Counter({kind: 2 * times for kind, times in Counter(map(self.symbol, foes)).items() if kind})  # 5-6
        pay = Counter() if own else self.due(province, placed)
        if not out + pay <= hand:
            return None
        if not own and self.readings["extra-governors"] == "needed":
            rest = hand - out
            carrying = [name for name in province if self.symbol(name)]
            fewer = (few for count in range(1, len(placed)) for few in combinations(carrying, count))
            if any(self.due(province, few) <= rest for few in fewer):
                return None
        return out + pay, self.compensation(out, pay) if foes else Counter()

    def compensation(self, out: Counter[str], pay: Counter[str]) -> Counter[str]:
        """F-11: half, rounded up, from the first kinds of the text where nobody says."""
        base = out if self.readings["compensation-base"] == "ejection" else out + pay
        number = -(-base.total() // 2) if self.readings["compensation"] == "half" else 0
        return Counter([kind for kind in KINDS.values() for _ in range(base[kind])][:number])
