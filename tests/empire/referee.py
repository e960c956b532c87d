"""A second opinion on a game of Alexander the Great: Birth of an Empire.

This referee is written from the rule text alone, apart from the package: nothing here comes from `models`. It reads a
log event by event, refuses what the text forbids and keeps an account of every point. Where the text is silent it
follows the default readings (numbers 1 to 42). Section numbers in the comments are the rule text's.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ROOT / "models" / "empire" / "data"
CUBES, STEPS, ROUNDS = 15, 3, 3  # 4.1.2, 5.3, 5.3
FIELDS = ("order", "armies", "temple", "city")  # 4.1, left to right
SUPPLY = {"temple": 10, "city": 8}  # 3.3
POINTS = {"temple": 3, "city": 5}  # 5.5.2, 5.5.3
ALONE = {"temple": 1, "city": 2}  # 5.5.2, 5.5.3: what a piece without a rival costs
BONUS = {"temple": (15, 5), "city": (10, 5)}  # 6.1: on the whole board, in a region
PIECES = {"temple": "temples", "city": "cities"}  # how a log spells them


class RuleError(Exception):
    """What the log says is against the rules."""


def need(holds, why):
    if not holds:
        raise RuleError(why)


class Referee:
    def __init__(self, board, players, region=1, short=False):
        self.players, self.short, self.region = list(players), short, region
        self.regions = {r["number"]: r for r in board["regions"]}
        self.last = 4 if short else 6  # "Short Game/Campaign": it begins in region 2 and ends with region 4
        self.score = dict.fromkeys(self.players, 0)
        self.built = {kind: Counter() for kind in PIECES}  # (player, region, province) -> pieces standing
        self.entries = []  # one list of (kind, place, player, points, price) for every scoring
        self.over = self.done = False
        self.first_region = True
        self.open_region()

    # --- the course of a region -----------------------------------------------------------------------------------

    def open_region(self):
        region = self.regions[self.region]
        self.provinces = region["provinces"]
        self.target = next(name for name, p in self.provinces.items() if p.get("target"))
        self.arrows = {}  # 3.1: only arrows make provinces adjacent; every direction has its own cost (5.3)
        for arrow in region["arrows"]:
            self.arrows[arrow["from"], arrow["to"]] = arrow.get("cost", 0)
            if "back" in arrow:
                self.arrows[arrow["to"], arrow["from"]] = arrow["back"]
        self.round, self.entered, self.order, self.drawn = 1, False, None, None
        self.fields = dict.fromkeys(self.players)  # 5.6: all 15 come back, to be distributed anew
        self.open_round()

    def open_round(self):
        self.divided, self.moved = False, 0
        self.laid = {kind: [] for kind in PIECES}  # (player, province): pieces lying there, not yet established
        if self.round > 1:
            for player in self.players:  # every army has three steps again
                where = self.where(player)
                self.armies[player] = {frozenset({(place, 0): n for place, n in where.items()}.items())}

    def event(self, event):
        names = [name for name in ("distribute", "draw", "seats", "turn", "score") if name in event]
        need(len(names) == 1, f"one thing at a time: {event}")
        need(not self.done, "the game is over")
        if names[0] == "score":
            return self.score_final() if event["score"] == "final" else self.score_round()
        need(not self.over, "only the final scoring is left")
        if names[0] == "turn":
            return self.turn(event["turn"], event.get("moves") or [], event.get("pieces") or {})
        return getattr(self, names[0])(event[names[0]])

    def distribute(self, tablets):
        need(not self.divided and not self.moved, "cubes are distributed once, before the first turn")
        need(set(tablets) <= set(self.players), "a stranger")
        for player, tablet in tablets.items():
            need(set(tablet) <= set(FIELDS) and all(n >= 0 for n in tablet.values()), f"{player}: fields")
        if self.round == 1:  # 4.1, 5.1: all fifteen, on four fields
            need(set(tablets) == set(self.players), "everybody distributes at the start of a region")
            for player, tablet in tablets.items():
                need(sum(tablet.values()) == CUBES, f"{player} distributes {sum(tablet.values())} cubes")
            self.fields = {p: {field: tablets[p].get(field, 0) for field in FIELDS} for p in self.players}
            # 5.1: armies wait on the symbol; a set of possible positions, since armies are not told apart
            self.armies = {
                p: {frozenset({("symbol", 0): f["armies"]}.items() if f["armies"] else ())}
                for p, f in self.fields.items()
            }
        else:  # 4.1.2: what is left on the temple and city fields is divided anew, nothing else
            for player, tablet in tablets.items():
                left = self.fields[player]["temple"] + self.fields[player]["city"]
                idle = tablet.get("order", 0) + tablet.get("armies", 0)
                need(not idle, f"{player} may divide between temples and cities only")
                need(sum(tablet.values()) == left, f"{player} divides {sum(tablet.values())}, has {left}")
            for player, tablet in tablets.items():
                self.fields[player].update(temple=tablet.get("temple", 0), city=tablet.get("city", 0))
        self.divided = True

    # --- turn order (5.1, 5.2) ------------------------------------------------------------------------------------

    def rank(self, player):
        return tuple(-self.fields[player][field] for field in ("order", "armies", "temple"))

    def draw(self, order):
        self.before_seats()
        need(self.drawn is None and sorted(order) == sorted(self.players), "one draw orders all players")
        need(len({self.rank(p) for p in self.players}) < len(self.players), "nothing to draw for")
        need([self.rank(p) for p in order] == sorted(map(self.rank, order)), "a draw decides full ties only")
        self.drawn = list(order)

    def before_seats(self):
        need(self.round == 1 and self.divided and self.order is None, "seats are taken once, after the first division")
        nobody = not any(self.fields[p]["order"] for p in self.players)
        need(not (self.first_region and nobody), "the oldest begins, and these logs do not tell who that is")

    def seats(self, seats):
        self.before_seats()
        chain = self.drawn or sorted(self.players, key=self.rank)
        tied = len({self.rank(p) for p in self.players}) < len(self.players)
        need(self.drawn or not tied, "a full tie: a draw decides who chooses first")
        need(set(seats) == set(chain), "everybody takes a position")
        need(sorted(seats.values()) == list(range(1, len(chain) + 1)), "every position once")
        # In whatever order the log names them: each takes any position still free, so every outcome can be chosen.
        self.chosen, self.order = chain, sorted(seats, key=seats.get)
        for player in self.players:  # 5.1: cubes for the turn order are gone for this region
            self.fields[player]["order"] = 0

    # --- a turn (5.3, 5.4) ----------------------------------------------------------------------------------------

    def turn(self, player, moves, pieces):
        need(self.order, "no turn order yet")
        need(self.moved < len(self.order) and self.order[self.moved] == player, f"it is not {player}'s turn")
        for move in moves:
            self.move(player, move["armies"], move["path"], move.get("pays") or {})
        need(set(pieces) <= set(PIECES.values()), f"unknown pieces {set(pieces)}")
        for kind, many in PIECES.items():
            for province in pieces.get(many) or []:
                self.lay(player, kind, province)
        self.moved += 1

    def where(self, player):
        """How many armies of a player are where."""
        count = Counter()
        for (place, _), n in next(iter(self.armies[player])):
            count[place] += n
        return count

    def move(self, player, armies, path, pays):
        need(armies >= 1 and len(path) >= 2, "a move needs armies and a way")
        arrows = list(pairwise(path))
        need(all(arrow in self.arrows for arrow in arrows), f"no such arrow in {path}")  # 3.1
        cost = sum(self.arrows[arrow] for arrow in arrows)  # 5.3: once for the group, at each arrow
        need(set(pays) <= {"temple", "city"} and all(n >= 0 for n in pays.values()), "paid from temples and cities")
        need(sum(pays.values()) == cost, f"{path} costs {cost}, paid {sum(pays.values())}")
        need(all(self.fields[player][field] >= n for field, n in pays.items()), f"{player} has less than {pays}")
        after, steps = set(), len(arrows)  # 5.3: three provinces at most, the first after the symbol counts
        for state in self.armies[player]:
            able = [(used, n) for (place, used), n in state if place == path[0] and used + steps <= STEPS]
            for taken in product(*(range(min(n, armies) + 1) for _, n in able)):
                if sum(taken) == armies:
                    new = Counter(dict(state))
                    for (used, _), n in zip(able, taken, strict=True):
                        new[path[0], used] -= n
                        new[path[-1], used + steps] += n
                    after.add(frozenset((+new).items()))
        need(after, f"{player} has not {armies} armies in {path[0]} that can go {path}")
        self.armies[player] = after
        for field, n in pays.items():
            self.fields[player][field] -= n
        self.entered = self.entered or self.target in path[1:]  # 5.3

    def lay(self, player, kind, province):
        need(province in self.provinces, f"{province} is not in this region")
        need(kind in self.provinces[province].get("sites", []), f"no {kind} site in {province}")  # 3.1
        need(self.where(player)[province], f"{player} has no army in {province}")  # 5.4
        need((player, province) not in self.laid[kind], f"{player}: a second {kind} in {province}")
        need(kind == "temple" or not self.city(province), f"{province} has its city")  # 5.5.3: one city in a province
        used = sum(n for (who, *_), n in self.built[kind].items() if who == player)
        used += sum(who == player for who, _ in self.laid[kind])
        need(used < SUPPLY[kind], f"{player} has no {kind} left")  # 5.5.2, 5.5.3
        self.laid[kind].append((player, province))

    def city(self, province):
        return any((player, self.region, province) in self.built["city"] for player in self.players)

    # --- scoring (5.5, 6.1) ---------------------------------------------------------------------------------------

    def gain(self, kind, place, player, points, price=0):
        self.score[player] += points
        self.entries[-1].append((kind, place, player, points, price))

    def score_round(self):
        need(not self.over and self.order and self.moved == len(self.order), "not everybody has had a turn")
        self.entries.append([])
        where = {player: self.where(player) for player in self.players}
        for province in sorted(self.provinces, key=lambda name: self.provinces[name]["number"]):  # 5.5: lowest first
            most = max(where[p][province] for p in self.players)
            ahead = [p for p in self.players if where[p][province] == most]
            if most and len(ahead) == 1:  # 5.5.1: the most armies, no tie
                self.gain("province", province, ahead[0], 2)
            for kind in PIECES:
                self.establish(kind, province)
        if self.entered or self.round == ROUNDS:  # 5.3, 5.6
            self.first_region = False
            if self.region == self.last:
                self.over = True
            else:
                self.region += 1
                self.open_region()
        else:
            self.round += 1
            self.open_round()

    def establish(self, kind, province):
        builders = [player for player, place in self.laid[kind] if place == province]
        if not builders:
            return
        have = sorted((self.fields[player][kind] for player in builders), reverse=True)
        if len(builders) == 1:
            price = ALONE[kind]
            if have[0] < price:  # 5.5.2, 5.5.3: it must be taken back
                return
        else:  # 5.5.4: the most on the field as it is now; as many as the next highest builder has, and one more
            if have[0] == have[1]:
                return
            price = have[1] + 1
        winner = max(builders, key=lambda player: self.fields[player][kind])
        self.fields[winner][kind] -= price
        self.built[kind][winner, self.region, province] += 1
        self.gain(kind, province, winner, POINTS[kind], price)

    def score_final(self):
        need(self.over, "the game is not over")
        self.entries.append([])
        for kind, (board, region) in BONUS.items():
            for place in [None, *self.regions]:
                count = Counter()
                for (player, where, _), n in self.built[kind].items():
                    if place in (None, where):
                        count[player] += n
                most = [p for p in self.players if count[p] == max(count.values(), default=0) > 0]
                if len(most) == 1:  # 6.1: a tie gives nothing
                    points = board if place is None else region
                    self.gain(kind, place, most[0], points // 2 if self.short else points)  # halved, rounded down
        self.done = True

    def winners(self):
        return [player for player in self.players if self.score[player] == max(self.score.values())]


def load(path):
    return YAML(typ="safe").load(Path(path).read_text(encoding="utf-8"))


def begin(log):
    """A referee before the first event of a log that starts with the tablets of a region."""
    board = json.loads((BOARDS / f"{log['board']}.json").read_text(encoding="utf-8"))
    position = log["position"]
    need(not any(position["players"].values()), "a log that starts in the middle")
    return Referee(board, position["players"], position["region"], position.get("short", False))


def play(log):
    """The referee after all events of a log."""
    referee = begin(log)
    for number, event in enumerate(log["events"], 1):
        try:
            referee.event(event)
        except RuleError as error:
            raise RuleError(f"event {number}: {error}") from error
    return referee
