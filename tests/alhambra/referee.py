"""A second opinion on Alhambra with three modules of the Designers' Expansion.

This referee is written from the rule text and the facts on the base game alone, apart from the package: nothing here
comes from `models` but the list of tiles. It judges layouts, counts walls and missions under any reading, scores
tables, and plays a log event by event, refusing what is forbidden. Ids in the comments are those of the index of rules.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
TILES = ROOT / "models" / "alhambra" / "data" / "alhambra.json"
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
CURRENCIES = ("blue", "green", "orange", "yellow")
FOUNTAIN = "fountain"
HOME = (0, 0)
WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
ACROSS = {"n": "s", "e": "w", "s": "n", "w": "e"}
# The two corners of each side of the cell at (0, 0); a corner is named by the cell to its south-east.
ENDS = {"n": ((0, 0), (1, 0)), "e": ((1, 0), (1, 1)), "s": ((0, 1), (1, 1)), "w": ((0, 0), (0, 1))}
TABLE = {1: (1,), 2: (8, 1), 3: (16, 8, 1)}  # B5-1 to B5-3, for pavilions; each type gives 1 more than the one before

Cell = tuple[int, int]
Tile = tuple[str, int, set[str]]  # type, price, walls


def beside(cell: Cell, side: str) -> Cell:
    return cell[0] + WAYS[side][0], cell[1] + WAYS[side][1]


def in_order(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def read_tiles() -> dict[str, Tile]:
    """By id: type, price and walls of the 54 tiles."""
    tiles = {}
    for listed in json.loads(TILES.read_text(encoding="utf-8"))["tiles"]:
        type_, price, walls = listed["type"], listed["price"], listed["walls"]
        tiles[f"{type_}{price}-{walls}"] = (type_, price, set() if walls == "open" else set(walls))
    return tiles


def joined(things: Iterable[Any], touch: Callable[[Any, Any], bool]) -> list[list[Any]]:
    """Things in groups, two in the same one if a chain of touching things leads from one to the other."""
    groups = []
    for thing in things:
        near = [group for group in groups if any(touch(thing, other) for other in group)]
        apart = [group for group in groups if group not in near]
        groups = [*apart, [*(each for group in near for each in group), thing]]
    return groups


class Alhambra:
    """Tiles by cell, the fountain among them."""

    def __init__(self, cells: dict[Cell, str], tiles: dict[str, Tile]) -> None:
        self.cells = {HOME: FOUNTAIN, **cells}
        self.walls = {cell: set() if tile == FOUNTAIN else tiles[tile][2] for cell, tile in self.cells.items()}
        self.types = {cell: tile if tile == FOUNTAIN else tiles[tile][0] for cell, tile in self.cells.items()}

    def sides(self) -> Iterator[tuple[Cell, Cell, str]]:
        """Every side between two tiles once: the two cells, and the side as the first one has it."""
        for cell in in_order(self.cells):
            for side in "es":
                if beside(cell, side) in self.cells:
                    yield cell, beside(cell, side), side

    def walled(self, cell: Cell, side: str) -> bool:
        return side in self.walls[cell]

    def steps(self, on_foot: bool = True) -> dict[Cell, int]:
        """How far every tile is from the fountain; on foot one crosses sides without walls only."""
        far, queue = {HOME: 0}, deque([HOME])
        while queue:
            cell = queue.popleft()
            for side in WAYS:
                other = beside(cell, side)
                if other not in self.cells or other in far:
                    continue
                if not on_foot or not (self.walled(cell, side) or self.walled(other, ACROSS[side])):
                    far[other] = far[cell] + 1
                    queue.append(other)
        return far

    # --- what is allowed ----------------------------------------------------------------------------------------------

    def faults(self) -> list[tuple[str, list[Cell]]]:
        """Every breach: the rule and the cells that show it, sorted."""
        found = [
            ("B3-2", sorted([cell, other]))
            for cell, other, side in self.sides()
            if self.walled(cell, side) != self.walled(other, ACROSS[side])
        ]
        unreached = [cell for cell in self.cells if cell not in self.steps()]
        open_side = {
            pair
            for a, b, side in self.sides()
            if not self.walled(a, side) and not self.walled(b, ACROSS[side])
            for pair in ((a, b), (b, a))
        }
        found += [("B3-3", sorted(group)) for group in joined(unreached, lambda a, b: (a, b) in open_side)]
        return sorted(found + [("B3-5", hole) for hole in self.holes()])

    def holes(self) -> list[list[Cell]]:
        """Empty areas, joined over sides, from which no way leads out (B3-5)."""
        xs, ys = {x for x, _ in self.cells}, {y for _, y in self.cells}
        rim = ({min(xs) - 1, max(xs) + 1}, {min(ys) - 1, max(ys) + 1})
        empty = [
            (x, y)
            for x in range(min(xs) - 1, max(xs) + 2)
            for y in range(min(ys) - 1, max(ys) + 2)
            if (x, y) not in self.cells
        ]
        areas = joined(empty, lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1)
        return sorted(sorted(area) for area in areas if not any(x in rim[0] or y in rim[1] for x, y in area))

    # --- walls --------------------------------------------------------------------------------------------------------

    def outer_walls(self) -> list[tuple[int, bool, list[Cell]]]:
        """Length, whether it is closed, and the cells of each outer wall, the longest first.

        A segment is a wall with no tile behind it (B6-2, B6-3); those that share a corner are one wall (B6-4), since
        no more than two sides of an outline meet at a corner. It is closed if none of its corners is an end (B6-5).
        """
        segments = [
            (cell, side)
            for cell in in_order(self.cells)
            for side in WAYS
            if self.walled(cell, side) and beside(cell, side) not in self.cells
        ]
        corners = {(cell, side): {(cell[0] + x, cell[1] + y) for x, y in ENDS[side]} for cell, side in segments}
        walls = joined(segments, lambda a, b: bool(corners[a] & corners[b]))
        found = []
        for wall in walls:
            meeting = Counter(corner for segment in wall for corner in corners[segment])
            found.append((len(wall), set(meeting.values()) == {2}, in_order({cell for cell, _ in wall})))
        return sorted(found, key=lambda wall: (-wall[0], wall[2][0][::-1]))

    def doubled(self) -> list[tuple[Cell, Cell, str]]:
        return [(a, b, side) for a, b, side in self.sides() if self.walled(a, side) and self.walled(b, ACROSS[side])]

    def wall_points(self, readings: dict[str, str]) -> int:
        """B6-1: the longest wall; a closed one is read in two ways."""
        walls = self.outer_walls()
        return walls[0][0] - (walls[0][1] and readings.get("closed-outline") == "one-less") if walls else 0

    # --- missions -----------------------------------------------------------------------------------------------------

    def mission(self, key: str, readings: dict[str, str]) -> list[int]:
        """The points of a mission, one number for each thing that earns some."""
        return getattr(self, key.replace("-", "_"))(readings.get)

    def rows(self, read):  # G-1
        return self.lines(read, [(y, x) for x, y in self.cells])

    def columns(self, read):  # G-2
        return self.lines(read, list(self.cells))

    def lines(self, read, places):
        if read("fountain-in-lines") == "not":
            places = [place for place in places if place != HOME]
        points = []
        for _, line in groupby(sorted(places), key=lambda place: place[0]):
            groups = groupby(enumerate(at for _, at in line), key=lambda pair: pair[1] - pair[0])
            long = sum(len(list(group)) >= 3 for _, group in groups)
            points += [3] * (long if read("line-groups") == "each" else min(long, 1))
        return points

    def same_type(self, read):  # G-3
        pairs = [
            {a, b}
            for a, b, side in self.sides()
            if self.types[a] == self.types[b] in TYPES
            and not (read("same-type-walls") == "not" and self.walled(a, side))
        ]
        return [3] * (most_apart(pairs) if read("same-type-unit") == "disjoint" else len(pairs))

    def second_wall(self, read):  # G-4
        return [length for length, _, _ in self.outer_walls()[1:2]]

    def diagonal(self, read):  # G-5
        best = 0
        for slope in (1, -1):
            lines = {}
            for x, y in self.cells:
                lines.setdefault(x - slope * y, set()).add(y)
            for line in lines.values():
                if read("diagonal-gaps") == "gaps":
                    best = max(best, len(line))
                else:
                    best = max(best, *(sum(1 for _ in stretch(line, y)) for y in line))
        return [2 * best] if best > 1 or read("diagonal-single") == "scores" else []

    def double_walls(self, read):  # G-6
        walls = self.doubled()
        if read("double-wall-unit") == "stretch":
            ends = {w: {(w[0][0] + x, w[0][1] + y) for x, y in ENDS[w[2]]} for w in walls}
            walls = joined(walls, lambda a, b: bool(ends[a] & ends[b]))
        return [3] * len(walls)

    def variety(self, read):  # G-7: 1, 3, 6, 10, 15 are the sums of 1 to n - 1
        types = len(set(self.types.values()) & set(TYPES))
        return [sum(range(types))] if types > 1 else []

    def path(self, read):  # G-8
        if len(self.cells) == 1:
            return []
        far = max(self.steps(read("path-on-foot") != "adjacency").values())
        return [far + (read("path-fountain") == "counts")] if far else []

    def grids(self, read):  # G-9
        squares = [[(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] for x, y in self.cells]
        return [
            2
            for square in squares
            if set(square) <= set(self.cells) and not (read("fountain-in-grids") == "not" and HOME in square)
        ]


def stretch(line, at):
    """Consecutive numbers of a line from one of them on."""
    while at in line:
        yield at
        at += 1


def most_apart(pairs: list[set[Cell]]) -> int:
    """How many of some pairs can be chosen so that nothing is in two of them."""
    if not pairs:
        return 0
    first, rest = pairs[0], pairs[1:]
    with_it = 1 + most_apart([pair for pair in rest if not pair & first])
    return with_it if all(not pair & first for pair in rest) else max(with_it, most_apart(rest))


def majorities(round_: int, having: dict[Any, Counter[str]]) -> dict[Any, dict[str, int]]:
    """Points by party and type, from how many tiles of each type every party has (B5-1 to B5-5)."""
    points = {party: {} for party in having}
    for rank, type_ in enumerate(TYPES):
        prizes = [prize + rank for prize in TABLE[round_]] + [0] * len(having)
        counts = sorted(((count[type_], party) for party, count in having.items() if count[type_]), reverse=True)
        for _, group in groupby(counts, key=lambda pair: pair[0]):
            group = [party for _, party in group]
            share, prizes = sum(prizes[: len(group)]) // len(group), prizes[len(group) :]
            points |= {party: {**points[party], type_: share} for party in group}
    return points


# --- a game -----------------------------------------------------------------------------------------------------------


class RuleError(Exception):
    """What the log says is against the rules."""


def need(holds, why):
    if not holds:
        raise RuleError(why)


class Player:
    def __init__(self, given, modules):
        self.cells = {tuple(placed["at"]): placed["tile"] for placed in given.get("layout", [])}
        self.reserve = list(given.get("reserve", []))
        self.market = dict(given.get("market", {}))
        all_five = [1, 2, 3, 4, 5] if "treasures" in modules else []  # T-1
        self.treasures = list(given.get("treasures", all_five))
        self.money = {currency: list(given.get("money", {}).get(currency, [])) for currency in CURRENCIES}
        self.bought = []
        self.points = given.get("points", 0)


class Referee:
    """Plays a log under the default readings."""

    def __init__(self, position):
        self.tiles = read_tiles()
        self.modules = position.get("modules", [])
        self.missions = position.get("missions", [])
        self.players = {name: Player(given or {}, self.modules) for name, given in position["players"].items()}
        self.market = dict(position.get("market", {}))
        self.neutral = list(position["neutral"]) if "neutral" in position else None
        self.round = position.get("round", 3)
        self.turn = position.get("turn")
        self.gone, self.paid = [], []  # discarded tiles; cards that were paid to the bank
        self.scorings = []  # for each: points by player and by what they are for
        self.ended = self.over = False
        self.everything()

    def everything(self):
        """B1-2: no tile is at two places; no card is in the hands more than three times."""
        places = [*self.market.values(), *(self.neutral or ()), *self.gone]
        cards = Counter()
        for player in self.players.values():
            places += [*player.cells.values(), *player.reserve, *player.market.values(), *player.bought]
            cards.update((currency, card) for currency, hand in player.money.items() for card in hand)
            need(not self.alhambra(player).faults(), "an Alhambra is not allowed")
        need(set(places) <= set(self.tiles) and len(set(places)) == len(places), "a tile is unknown or at two places")
        need(max(cards.values(), default=0) <= 3, "a card too many")

    def alhambra(self, player):
        return Alhambra(player.cells, self.tiles)

    def event(self, event: dict[str, Any]) -> None:
        need(not self.over, "the game is over")
        if event.get("score"):
            self.score()
        else:
            need(not self.ended, "only the last scoring is left")
            if "turn" in event:
                self.play(event["turn"], event.get("actions", []), event.get("places", []))
            elif "refill" in event:
                self.refill(event["refill"]["market"])
            else:
                self.leftovers(event.get("places", []))
        self.everything()

    # --- a turn

    def play(self, name, actions, places):
        need(self.turn in (None, name), f"it is not {name}'s turn")
        player, left = self.players[name], 1
        for action in actions:
            need(left, "no action is left")  # B2-1
            left -= 1
            if "take" in action:
                self.take(player, [(c, card) for c, cards in action["take"].items() for card in cards])
            elif "buy" in action:
                left += self.buy(name, player, action)  # B2-4
            else:
                self.redesign(player, action)
        for place in places:  # B2-6
            need(place["tile"] in player.bought, f"{place['tile']} was not bought")
            self.put(player, place)
        need(not player.bought, f"{player.bought} lie nowhere")
        names = list(self.players)
        self.turn = names[(names.index(name) + 1) % len(names)]

    def take(self, player, cards):
        several = len(cards) > 1
        need(1 <= len(cards) <= 4 and not (several and sum(card for _, card in cards) > 5), "too much money")  # B2-2
        for currency, card in cards:
            need(1 <= card <= 9, "no such card")
            player.money[currency].append(card)

    def buy(self, name, player, action):
        """Whether the payment is exact."""
        tile, source, pays = action["buy"], action.get("from", "market"), action["pays"]
        cards, treasures = pays.get("cards", []), pays.get("treasures", [])
        need(source == "market" or ("markets" in self.modules and source != name), "no market of others")  # P-4
        market = self.market if source == "market" else self.players[source].market
        (currency,) = [slot for slot, lying in market.items() if lying == tile] or [None]
        need(currency, f"{tile} does not lie there")  # B2-5
        price, hand = self.tiles[tile][1], player.money[currency]  # P-5
        need(len(treasures) <= 1, "one treasure at most")
        if treasures:  # T-2: only who lacks money; then it counts as exact, however much it is worth (T-3, T-4)
            need(sum(hand) < price, "not short of money")
            need(treasures[0] in player.treasures, "no such treasure")
            player.treasures.remove(treasures[0])
        need(sum(cards) + sum(treasures) >= price, f"{tile} costs {price}")  # B2-3
        for card in cards:
            need(card in hand, f"no {currency} {card} in the hand")
            hand.remove(card)
        if source == "market":
            self.paid += [(currency, card) for card in cards]
        else:
            self.players[source].money[currency] += cards  # P-6
        del market[currency]
        player.bought.append(tile)
        return bool(treasures) or sum(cards) == price

    def redesign(self, player, action):
        """B4-1 to B4-3; with personal markets these are in place of the reserve (P-3, P-7)."""
        new, old = action.get("place") or action.get("with"), action.get("remove") or action.get("exchange")
        if new:
            self.pick(player, new)
        if not old:
            return self.build(player, new, tuple(action["at"]))
        where = [cell for cell, tile in player.cells.items() if tile == old]
        need(where, f"{old} does not stand")  # B3-6 as well: the fountain is no such tile
        del player.cells[where[0]]
        if new:
            player.cells[where[0]] = new
        need(not self.alhambra(player).faults(), f"{old} cannot be taken out")
        return self.keep(player, old, action.get("to", "reserve"), action.get("discard"))

    def pick(self, player, tile):
        if tile in player.reserve:
            return player.reserve.remove(tile)
        slots = [slot for slot, lying in player.market.items() if lying == tile]
        need(slots, f"{tile} is not at hand")  # B4-4 as well: what was bought this turn is neither here nor there
        return player.market.pop(slots[0])

    def put(self, player, place):
        """A tile that was bought, or left over: into the Alhambra, aside, or to the third party."""
        tile = place["tile"]
        player.bought.remove(tile)
        if "at" in place:
            self.build(player, tile, tuple(place["at"]))
        elif place["to"] == "neutral":  # B8-4
            need(self.neutral is not None, "no third party")
            self.neutral.append(tile)
        else:
            self.keep(player, tile, place["to"], place.get("discard"))

    def build(self, player, tile, cell):
        need(cell not in player.cells and cell != HOME, f"{cell} is taken")  # B3-7
        player.cells[cell] = tile
        need(not self.alhambra(player).faults(), f"{tile} cannot stand at {cell}")

    def keep(self, player, tile, to, discard):
        if "markets" not in self.modules:
            need(to == "reserve" and not discard, "a reserve is all there is")
            return player.reserve.append(tile)
        full = len(player.market) == len(CURRENCIES)
        if discard or to == "discard":  # P-10
            need(full, "nothing is discarded while there is room")
            need(to == "discard" or player.market.get(to) == discard, f"{discard} does not lie on {to}")
            self.gone.append(discard or tile)
        else:
            need(to in CURRENCIES and to not in player.market, f"no room on {to}")  # P-1, P-9
        if to != "discard":
            player.market[to] = tile
        return None

    def refill(self, market):
        need(set(market) <= set(CURRENCIES) - set(self.market), "a slot is taken")
        self.market |= market

    # --- scoring, and the end

    def score(self):
        """Points by player: for majorities, the longest wall, missions and treasures."""
        having = {name: Counter(self.alhambra(p).types.values()) for name, p in self.players.items()}
        if self.neutral is not None:
            having[None] = Counter(self.tiles[tile][0] for tile in self.neutral)  # B8-2
        most = majorities(self.round, having)
        found = {}
        for name, player in self.players.items():
            built, last = self.alhambra(player), self.round == 3
            found[name] = {
                "majorities": sum(most[name].values()),
                "wall": built.wall_points({}),
                "missions": sum(sum(built.mission(key, {})) for key in self.missions) if last else 0,  # G-02
                "treasures": sum(player.treasures) if last else 0,  # T-5
            }
            player.points += sum(found[name].values())
        self.scorings.append(found)
        self.over = self.round == 3
        self.round = min(self.round + 1, 3)

    def leftovers(self, places):
        """B7-2 to B7-4: what is left goes to whoever has most money of its currency, for nothing."""
        owners = {}
        for currency in CURRENCIES:
            purses = {name: sum(player.money[currency]) for name, player in self.players.items()}
            most = [name for name, purse in purses.items() if purse == max(purses.values()) > 0]
            if currency in self.market and len(most) == 1:
                owners[self.market[currency]] = self.players[most[0]]
        for place in places:  # in any order, those of one player and those of several
            need(place["tile"] in owners and place.get("to") != "neutral", f"{place['tile']} is nobody's to place")
            player = owners.pop(place["tile"])
            player.bought.append(place["tile"])
            self.put(player, place)
        for tile, player in owners.items():  # the rest is kept, as long as there is room
            free = [slot for slot in CURRENCIES if slot not in player.market]
            self.keep(
                player, tile, "reserve" if "markets" not in self.modules else free[0] if free else "discard", None
            )
        self.market, self.round, self.ended = {}, 3, True  # B5-6


def load(path):
    return YAML(typ="safe").load(Path(path).read_text(encoding="utf-8"))


def play(log: dict[str, Any]) -> Referee:
    """The referee after all events of a log."""
    referee = Referee(log["position"])
    for number, event in enumerate(log["events"], 1):
        try:
            referee.event(event)
        except RuleError as error:
            raise RuleError(f"event {number}: {error}") from error
    return referee
