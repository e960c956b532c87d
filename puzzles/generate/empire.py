"""Random scenarios of empire: best responses, and plans over the rounds of a region.

Everything on the table has come about by play: earlier rounds are played and scored by the rules
before the round that the question is about, and what rivals have done, or will do, is legal.
Rivals come through the same few provinces, keep cubes on both fields and lay wherever they
stand, so prices, ties and fields that run dry decide many of the scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from models.empire.board import SYMBOL, Board, Region
from models.empire.campaign import follow_all
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import (
    Allocation,
    Assumptions,
    Move,
    Payment,
    Plan,
    Policy,
    PolicyMove,
    Purse,
    RegionPolicies,
    RoundPolicy,
)
from models.empire.position import (
    CUBES,
    KINDS,
    PLURAL,
    ROUNDS,
    STEPS,
    Built,
    Kind,
    Pieces,
    PlayerState,
    Position,
    last_region,
    why_not_lay,
)
from models.empire.round import Table, distribute, finish, open_region, play, take_back, why_over
from models.game import bundled_board, load_game
from models.rulings import Rulings
from puzzles.generate.making import put_together
from puzzles.questions import find
from puzzles.scenario import Scenario, to_yaml
from solver.empire.documents import (
    BestResponse,
    Fixed,
    FixedAllocation,
    FixedMove,
    FixedPieces,
    GameQuestion,
    RegionQuestion,
)
from solver.empire.inquiries import Robust
from solver.question import Task

PLAYERS = ("anna", "boris", "clara", "dmitri", "elena")
PLACES = (
    "arachosia", "aria", "bactria", "carmania", "drangiana", "gedrosia",
    "hyrcania", "media", "parthia", "persis", "sogdiana", "susiana",
)  # fmt: skip
EARLIER = ("attica", "boeotia", "doris", "elis", "laconia", "locris", "messenia", "phocis")
"""The provinces of a region that was played before, where it matters how many pieces are left."""

READINGS = ("contested-price", "contested-minimum", "cubes-held-back", "second-city-piece", "failed-pieces")
"""The rulings that a best response depends on."""

SHIP = 3
FIELDS = ("order", "armies", "temple", "city")


@dataclass(frozen=True)
class Size:
    """How large scenarios are, and which kinds of them come how often (shares from 0 to 1).

    Attributes
    ----------
    provinces, players, cubes
        Least and most.
    rounds
        Which rounds of a region the question may be about.
    chords
        Least and most arrows beyond those that lead to every province.
    settled
        Share in which some or all cubes of the player lie on the tablet already.
    fixed
        Share in which parts of the plan are fixed.
    wild
        Share of these in which the parts are taken from different plans: there may be no answer.
    scarce
        Share in which the player's pieces have nearly run out.
    readings
        Share of rulings that are read in another than the default way.
    """

    provinces: tuple[int, int]
    players: tuple[int, int]
    cubes: tuple[int, int] = (15, 15)
    rounds: tuple[int, ...] = (1,)
    chords: tuple[int, int] = (0, 2)
    settled: float = 0.0
    fixed: float = 0.0
    wild: float = 0.0
    scarce: float = 0.0
    readings: float = 0.0


FULL = Size(provinces=(7, 7), players=(5, 5), chords=(2, 4))
"""The benchmark: a full table before the first round of a large region."""

MIXED = Size(
    provinces=(3, 7),
    players=(2, 5),
    rounds=(1, 1, 2, 3),
    chords=(0, 4),
    settled=0.25,
    fixed=0.4,
    scarce=0.1,
    readings=0.25,
)
"""Everything that a best response has to deal with, at the size of the table."""

SMALL = Size(
    provinces=(2, 3),
    players=(2, 3),
    cubes=(3, 6),
    rounds=(1, 1, 2, 3),
    chords=(0, 2),
    settled=0.25,
    fixed=0.4,
    wild=0.3,
    scarce=0.1,
    readings=0.25,
)
"""Small enough to try every plan."""

TIGHT = Size(
    provinces=(3, 3),
    players=(2, 3),
    cubes=(6, 9),
    rounds=(1, 2, 3),
    chords=(1, 3),
    settled=1.0,
    readings=0.6,
)
"""Small, with few cubes left to distribute: where no cube can lie idle, wasting some can pay."""


def best_response(seed: int, *, size: Size = FULL) -> Scenario:
    """A random best-response scenario.

    Parameters
    ----------
    seed
        The same seed and size give the same scenario.
    size
        How large it is, and what it may hold.

    Raises
    ------
    ValueError
        The scenario is not sound: a bug of the generator.

    Examples
    --------
    >>> scenario = best_response(1)
    >>> len(scenario.board.regions[0].provinces), len(scenario.position.players), scenario.position.round
    (7, 5, 1)
    >>> best_response(1).text() == scenario.text()
    True
    """
    return _Maker(Random(seed), seed, size).scenario()


def region_plan(seed: int, *, size: Size = FULL) -> Scenario:
    """A random scenario of ``region-plan``; like :func:`best_response`, with policies for the rounds to come.

    Examples
    --------
    >>> scenario = region_plan(1)
    >>> max(len(policy.then) for policy in scenario.assumptions.rivals.values())
    2
    """
    return _Maker(Random(seed), seed, size).scenario("region-plan")


def game_plan(seed: int, *, players: int = 4, region: int = 1, short: bool = False) -> Scenario:
    """A random scenario of ``game-plan`` on the bundled board, from the beginning of a region.

    Examples
    --------
    >>> [later.region for later in game_plan(1, region=4).assumptions.later]
    [5, 6]
    """
    return _Maker(Random(seed), seed, FULL).game_scenario(players, region, short)


def robust(seed: int, *, size: Size = FULL) -> Scenario:
    """A random scenario of ``robust``: some rivals' allocations lie between bounds, or rivals have several plans.

    Examples
    --------
    >>> question = robust(1).question
    >>> bool(question.bounds) != bool(question.plans)
    True
    """
    return _Maker(Random(seed), seed, size).scenario("robust")


def position_in_play(
    rng: Random,
    names: Sequence[str],
    *,
    region: int,
    round_number: int = 1,
    short: bool = False,
    since: int | None = None,
) -> Position:
    """A position on the bundled board before a round, come about by play.

    Parameters
    ----------
    names
        The players.
    region, round_number
        Where and when; nobody enters the region's target before.
    since
        The region whose first round was the first that was played; ``region`` if left out, so that
        nothing is left of earlier ones.

    Examples
    --------
    >>> position = position_in_play(Random(1), ["anna", "boris"], region=3, round_number=2, since=2)
    >>> position.region, position.round, sum(state.points for state in position.players.values()) > 0
    (3, 2, True)
    """
    return _Maker(rng, 0, FULL, onward=True).in_play(
        names, region, round_number, short, region if since is None else since
    )


def rivals_to_play(
    rng: Random, board: Board, position: Position, player: str, *, acted: bool = True, later: bool = False
) -> tuple[Position, dict[str, Policy]]:
    """The rivals of a round: they have moved and laid (``acted``), or their plans are told; ``later`` rounds too.

    Nobody enters the region's target in a round before the last, so that the region goes on.

    Examples
    --------
    >>> board = bundled_board(load_game("empire"), "oikoumene")
    >>> position = position_in_play(Random(1), ["anna", "boris"], region=3, round_number=2)
    >>> position, policies = rivals_to_play(Random(1), board, position, "anna", later=True)
    >>> position.players["boris"].hand, list(policies), len(policies["boris"].then)
    (None, ['boris'], 1)
    """
    return _Maker(rng, 0, FULL, onward=True).to_play(board, position, player, acted, later)


def all_played(rng: Random, board: Board, position: Position) -> Position:
    """The position when everybody has distributed, moved and laid in the round on the table.

    Examples
    --------
    >>> board = bundled_board(load_game("empire"), "oikoumene")
    >>> position = all_played(Random(1), board, position_in_play(Random(1), ["anna", "boris"], region=3))
    >>> any(state.hand for state in position.states.values()), position.players["anna"].placed.cities
    (False, ('syria',))
    """
    table = _Maker(rng, 0, FULL, onward=True).everybody_plays(Table.of(board, position))
    return _position(table, position.short)


def asking(scenario: Scenario, maximise: Literal["points", "margin"]) -> Scenario:
    """The same scenario with the other measure."""
    return replace(scenario, question=scenario.question.model_copy(update={"maximise": maximise}))


def to_files(scenario: Scenario) -> dict[str, str]:
    """The scenario and its board as files by name; the scenario's comes first.

    >>> list(to_files(best_response(1)))
    ['best-response-1.yaml', 'board-1.yaml']
    """
    board = scenario.board_name.removeprefix("./")
    return {scenario.name: scenario.text(), board: to_yaml(scenario.board.plain())}


class _Maker:
    """Makes one scenario; every method draws from the same stream of random numbers.

    With ``onward`` no army comes back in a round to where it has been, as nobody would play.
    """

    def __init__(self, rng: Random, seed: int, size: Size, *, onward: bool = False) -> None:
        self.rng, self.seed, self.size, self.onward = rng, seed, size, onward
        game = load_game("empire")
        self.readings = {
            key: other
            for key in READINGS
            for other in game.rulings[key].readings
            if other != game.rulings[key].default and self._chance(size.readings)
        }
        self.rulings = Rulings.choose(game.rulings, self.readings)
        self.game = game

    def scenario(self, kind: str = "best-response") -> Scenario:
        rng, size = self.rng, self.size
        scarce = self._chance(size.scarce)
        board = self._board(scarce)
        region = board.regions[-1]
        cubes = rng.randint(*size.cubes)
        names = rng.sample(PLAYERS, rng.randint(*size.players))
        player = rng.choice(names)
        table = self._history(region, names, cubes, rng.choice(size.rounds), player, scarce)
        begin = table
        avoid = region.target if kind == "region-plan" and self._chance(0.9) else None
        table, policies = self._rivals(table, player, planned=1.0 if kind == "robust" else None, avoid=avoid)
        table = self._settle(table, player)
        question: Any
        if kind == "region-plan":
            policies = self._rounds_to_come(table, player, policies)
            question = RegionQuestion(kind=kind, player=player, maximise=rng.choice(("points", "margin")))
        elif kind == "robust":
            question, policies = self._doubts(begin, player, policies)
        else:
            question = self._question(board, table, player)
        position = Position(
            region=region.number,
            round=table.round,
            cubes=cubes,
            turn_order=tuple(rng.sample(names, len(names))) if self._chance(0.5) else None,
            players={name: _tidy(state, cubes) for name, state in table.players.items()},
        )
        return put_together(
            self.game,
            board,
            position,
            question,
            self.seed,
            assumptions=Assumptions(rivals=policies),
            readings=self.readings,
            board_name=f"./{board.name}.yaml",
        )

    def game_scenario(self, players: int, region: int, short: bool) -> Scenario:
        """Rivals' policies for every region that is left, each from its first round."""
        board = bundled_board(self.game, "oikoumene")
        assert isinstance(board, Board)
        names = self.rng.sample(PLAYERS, players)
        player = names[0]
        told = {}
        for number in range(region, last_region(short) + 1):
            table = Table(board.by_number[number], 1, {name: PlayerState().resolved(15) for name in names})
            policies = self._rivals(table, player, planned=1.0)[1]
            told[number] = self._rounds_to_come(table, player, policies)
        later = [{"region": number, "rivals": rivals} for number, rivals in told.items() if number != region]
        return put_together(
            self.game,
            board,
            Position(region=region, short=short, players={name: PlayerState() for name in names}),
            GameQuestion(kind="game-plan", player=player, maximise=self.rng.choice(("points", "margin"))),
            self.seed,
            assumptions=Assumptions(
                rivals=told[region], later=tuple(RegionPolicies.model_validate(each) for each in later)
            ),
        )

    # -- in the middle of a game ------------------------------------------------------------------

    def in_play(self, names: Sequence[str], number: int, round_number: int, short: bool, since: int) -> Position:
        """The regions before are played to their end, then the rounds before this one."""
        board = bundled_board(self.game, "oikoumene")
        assert isinstance(board, Board)
        players: Mapping[str, PlayerState] = {name: PlayerState().resolved(CUBES) for name in names}
        for earlier in range(since, number):
            table = open_region(board.by_number[earlier], players, CUBES)
            while True:
                table = self._everybody_plays(table, avoid=None)
                over = why_over(table, self.rulings)
                table, _ = finish(table, self.rulings)
                if over:
                    break
                table = replace(table, players={name: take_back(state) for name, state in table.players.items()})
            players = table.players
        table = open_region(board.by_number[number], players, CUBES)
        while table.round < round_number:
            table = self._everybody_plays(table, avoid=table.region.target)
            table, _ = finish(table, self.rulings)
            table = replace(table, players={name: take_back(state) for name, state in table.players.items()})
        return _position(table, short)

    def everybody_plays(self, table: Table) -> Table:
        """One player after the other, wherever they like to go."""
        return self._everybody_plays(table, avoid=None)

    def _everybody_plays(self, table: Table, avoid: str | None) -> Table:
        for name in table.players:
            table = play(table, name, self._plan(table, name, avoid=avoid), self.rulings).table
        return table

    def to_play(
        self, board: Board, position: Position, player: str, acted: bool, later: bool
    ) -> tuple[Position, dict[str, Policy]]:
        """What the rivals have done, or will do."""
        table = Table.of(board, position)
        avoid = table.region.target if table.round < ROUNDS else None
        table, policies = self._rivals(table, player, planned=0.0 if acted else 1.0, avoid=avoid)
        if later and table.round < ROUNDS:
            policies = self._rounds_to_come(table, player, policies)
        return _position(table, position.short), policies

    # -- the board -----------------------------------------------------------------------------

    def _board(self, scarce: bool) -> Board:
        regions = [self._region(2 if scarce else 1)]
        if scarce:
            regions.insert(0, _earlier_region())
        return Board.model_validate(
            {
                "satrap": 1,
                "game": "empire",
                "name": f"board-{self.seed}",
                "title": f"Generated board {self.seed}",
                "invented": True,
                "regions": regions,
            }
        )

    def _region(self, number: int) -> dict[str, Any]:
        """A tree of arrows from the symbol, so that every province can be reached, and some chords."""
        rng = self.rng
        count = rng.randint(*self.size.provinces)
        names = rng.sample(PLACES, count)
        arrows: list[dict[str, Any]] = [{"from": SYMBOL, "to": names[0], "cost": self._cost(0.7)}]
        depth = {names[0]: 0}
        for name in names[1:]:
            parent = rng.choice([near for near, steps in depth.items() if steps < STEPS])
            depth[name] = depth[parent] + 1
            arrows.append(self._arrow(parent, name, both=0.75))
        if self._chance(0.15):
            arrows.append({"from": SYMBOL, "to": rng.choice(names[1:]), "cost": self._cost(0.5)})
        for _ in range(rng.randint(*self.size.chords)):
            start, end = rng.sample(names, 2)
            if not any({start, end} == {arrow["from"], arrow["to"]} for arrow in arrows):
                arrows.append(self._arrow(start, end, both=0.45, ship=0.25))
        deepest = [name for name in names if depth[name] == max(depth.values())]
        target = rng.choice(deepest)
        sites = self._sites(count)
        numbers = rng.sample(range(1, count + 1), count)
        provinces = {}
        rows = dict.fromkeys(range(count), 0)
        for name, place_number, built in zip(names, numbers, sites, strict=True):
            column = depth[name]
            at_point = [200 + 220 * column, 120 + 170 * rows[column] + rng.randint(-30, 30)]
            rows[column] += 1
            provinces[name] = {"number": place_number, "sites": built, "at": at_point, "target": name == target}
        return {"number": number, "name": "Generated", "symbol": [30, 120], "provinces": provinces, "arrows": arrows}

    def _arrow(self, start: str, end: str, *, both: float, ship: float = 0.0) -> dict[str, Any]:
        if self._chance(ship):
            arrow = {"from": start, "to": end, "cost": SHIP, "ship": True}
            return arrow | ({"back": SHIP} if self._chance(both) else {})
        arrow = {"from": start, "to": end, "cost": self._cost(0.4)}
        return arrow | ({"back": self._cost(0.5)} if self._chance(both) else {})

    def _cost(self, free: float) -> int:
        return 0 if self._chance(free) else self.rng.choice((1, 1, 2))

    def _sites(self, count: int) -> list[list[str]]:
        """Sites of every kind, both kinds somewhere."""
        choice: list[list[str]] = [
            [],
            ["temple"],
            ["temple"],
            ["city"],
            ["city"],
            ["temple", "city"],
            ["temple", "city"],
        ]
        while True:
            sites = [self.rng.choice(choice) for _ in range(count)]
            if {kind for built in sites for kind in built} == set(KINDS):
                return sites

    # -- what has been played --------------------------------------------------------------------

    def _history(
        self, region: Region, names: Sequence[str], cubes: int, round_number: int, player: str, scarce: bool
    ) -> Table:
        """The table before the round: the rounds before it are played, and nobody enters the target."""
        states = {name: PlayerState().resolved(cubes) for name in names}
        if scarce:
            states[player] = states[player].model_copy(update={"built": self._nearly_all_built()})
        table = Table(region, 1, states)
        while table.round < round_number:
            for name in names:
                table = play(table, name, self._plan(table, name, avoid=region.target), self.rulings).table
            table, _ = finish(table, self.rulings)
            table = replace(table, players={name: take_back(state) for name, state in table.players.items()})
        return table

    def _nearly_all_built(self) -> Built:
        """Eight or nine of ten temples and six or seven of eight cities stand in an earlier region."""
        temples = dict.fromkeys(EARLIER[:3], 3)
        if self._chance(0.5):
            temples[EARLIER[0]] -= 1
        return Built(temples=temples, cities=EARLIER[: self.rng.choice((6, 7))])

    def _doubts(self, table: Table, player: str, policies: Mapping[str, Policy]) -> tuple[Robust, dict[str, Policy]]:
        """Bounds around what one rival or two would do; or a list of plans for all of them."""
        rng = self.rng
        question: dict[str, Any] = {
            "kind": "robust",
            "player": player,
            "against": rng.choice(("worst", "regret")),
            "maximise": rng.choice(("points", "margin")),
        }
        able = [name for name, policy in policies.items() if policy.allocation is not None and table.players[name].hand]
        if not able or self._chance(0.3):
            plans = [
                {name: self._policy(self._plan(table, name), table.round == 1) for name in policies}
                for _ in range(rng.randint(2, 6))
            ]
            question["plans"] = [
                {name: policy.model_dump(exclude={"then"}) for name, policy in plan.items()} for plan in plans
            ]
            return Robust.model_validate(question), dict(policies)
        bounds: dict[str, Any] = {}
        changed = dict(policies)
        for name in rng.sample(able, min(len(able), rng.choice((1, 1, 2)))):
            hand = table.players[name].hand or 0
            share = policies[name].allocation or Purse()
            put = share.allocation(hand, table.round == 1)
            width = rng.randint(1, 2) if len(table.players) > 2 else rng.randint(1, max(1, hand))
            bounds[name] = {
                key: {
                    "least": max(0, getattr(put, key) - rng.randint(0, width)),
                    "most": min(hand, getattr(put, key) + rng.randint(0, width)),
                }
                for key in FIELDS
            }
            changed[name] = policies[name].model_copy(update={"allocation": None})
        question["bounds"] = bounds
        return Robust.model_validate(question), changed

    def _rivals(
        self, table: Table, player: str, planned: float | None = None, avoid: str | None = None
    ) -> tuple[Table, dict[str, Policy]]:
        """Rivals have played, or their plans are assumed; in some scenarios the one, in some the other."""
        share = self.rng.choice((0.0, 0.0, 1.0, 1.0, 0.5))
        share = share if planned is None else planned
        policies: dict[str, Policy] = {}
        for name in table.players:
            if name == player:
                continue
            plan = self._plan(table, name, avoid)
            if self._chance(share):
                policies[name] = self._policy(plan, table.round == 1)
            else:
                table = play(table, name, plan, self.rulings).table
                if table.players[name].hand:  # held back, and nothing more will be done with it
                    policies[name] = Policy(allocation=Purse())
        return table, policies

    def _rounds_to_come(self, table: Table, player: str, policies: Mapping[str, Policy]) -> dict[str, Policy]:
        """Policies that the rivals follow from now on: plans for rounds in which the player is not there."""
        then: dict[str, list[RoundPolicy]] = {name: [] for name in table.players if name != player}
        table, _ = follow_all(table, policies, 0, self.rulings.fresh())
        while table.round < ROUNDS:
            table, _ = finish(table.with_player(player, PlayerState(spent=0)), self.rulings.fresh())
            table = replace(table, players={name: take_back(state) for name, state in table.players.items()})
            for name, told in then.items():
                avoid = table.region.target if self._chance(0.9) else None
                plan = self._plan(table, name, avoid=avoid)
                table = play(table, name, plan, self.rulings.fresh()).table
                policy = self._policy(plan, first=False)
                told.append(RoundPolicy(allocation=policy.allocation, moves=policy.moves, pieces=policy.pieces))
        return {
            name: policies.get(name, Policy()).model_copy(update={"then": tuple(told)}) for name, told in then.items()
        }

    def _policy(self, plan: Plan, first: bool) -> Policy:
        """A policy that comes to the same as a plan where nothing interferes."""
        purse = None
        if plan.allocation is not None:
            shares: dict[str, Any] = {key: getattr(plan.allocation, key) for key in FIELDS}
            if self.rulings.readings["cubes-held-back"] == "forbidden":
                shares[self.rng.choice(FIELDS if first else KINDS)] = "rest"
            purse = Purse(**{key: share for key, share in shares.items() if share})
        told = self._chance(0.5)
        moves = [PolicyMove(armies=m.armies, path=m.path, pays=m.pays if told else None) for m in plan.moves]
        return Policy(allocation=purse, moves=tuple(moves), pieces=plan.pieces)

    # -- a sensible plan -------------------------------------------------------------------------

    def _plan(self, table: Table, name: str, avoid: str | None = None) -> Plan:
        """A legal plan as a human might play it in passing."""
        hand = table.players[name].hand or 0
        allocation = self._allocation(hand, table.round == 1) if hand else None
        if allocation is not None:
            table = distribute(table, name, allocation, self.rulings).table
        state = table.players[name]
        moves = self._moves(table.region, state, avoid)
        moved = play_moves(table.region, state, [GroupMove(m.armies, m.path, m.pays) for m in moves])
        return Plan(allocation=allocation, moves=moves, pieces=self._pieces(table, moved.state))

    def _allocation(self, hand: int, first: bool) -> Allocation:
        rng = self.rng
        left = hand
        if self.rulings.readings["cubes-held-back"] == "allowed" and self._chance(0.3):
            left -= min(left, rng.randint(1, 2))
        order = armies = 0
        if first:
            order = min(left, round(rng.choice((0, 0, 1, 2, 3)) * hand / 15))
            armies = min(left - order, max(1, round(hand * rng.uniform(0.27, 0.42))))
        left -= order + armies
        temple = min(left, round(left * rng.uniform(0.3, 0.7)))
        return Allocation(order=order, armies=armies, temple=temple, city=left - temple)

    def _moves(self, region: Region, state: PlayerState, avoid: str | None) -> tuple[Move, ...]:
        """A body of armies goes on step by step and leaves some behind; stacks are kept apart by steps made."""
        rng = self.rng
        stacks = {(place, 0): count for place, count in state.armies.items() if count}
        been: dict[tuple[str, int], set[str]] = {}  # where armies of a stack have been in this round
        fields = {kind: state.field(kind) for kind in KINDS}
        keep = rng.randint(0, min(6, sum(fields.values())))
        moves: list[Move] = []
        for _ in range(rng.randint(2, 6)):
            able = sorted(key for key, count in stacks.items() if count and key[1] < STEPS)
            if not able:
                break
            start, made = rng.choices(able, [stacks[key] ** 2 + 9 * (key[0] == SYMBOL) for key in able])[0]
            there = stacks[start, made]
            armies = there if start == SYMBOL else max(1, there - rng.choice((0, 1, 1, 1, 2, 2)))
            armies = rng.randint(1, there) if self._chance(0.2) else armies
            path, cost = [start], 0
            behind = been.get((start, made), set()) if self.onward else set()
            while made + len(path) - 1 < STEPS and (len(path) == 1 or self._chance(0.3)):
                ahead = [
                    (end, price)
                    for (begin, end), price in sorted(region.costs.items())
                    if begin == path[-1]
                    and end not in (avoid, *path, *behind)
                    and price + cost <= sum(fields.values()) - keep
                ]
                if not ahead:
                    break
                end, price = rng.choices(ahead, [4 / (1 + p) + len(region.provinces[e].sites) for e, p in ahead])[0]
                path.append(end)
                cost += price
            if len(path) == 1:
                continue
            pays = self._payment(fields, cost)
            fields = {kind: fields[kind] - getattr(pays, kind) for kind in KINDS}
            stacks[start, made] -= armies
            arrived = (path[-1], made + len(path) - 1)
            stacks[arrived] = stacks.get(arrived, 0) + armies
            been[arrived] = been.get(arrived, set()) | behind | set(path)
            moves.append(Move(armies=armies, path=tuple(path), pays=pays))
        return tuple(moves)

    def _payment(self, fields: Mapping[Kind, int], cost: int) -> Payment:
        """From the fuller field, or in any mix."""
        least, most = max(0, cost - fields["city"]), min(cost, fields["temple"])
        temple = most if fields["temple"] >= fields["city"] else least
        if self._chance(0.3):
            temple = self.rng.randint(least, most)
        return Payment(temple=temple, city=cost - temple)

    def _pieces(self, table: Table, state: PlayerState) -> Pieces:
        """A piece wherever it may lie, seldom without a cube for it, now and then none."""
        cities = {place for other in table.players.values() for place in other.built.cities}
        laid: dict[str, tuple[str, ...]] = {}
        for kind in KINDS:
            earlier = state.placed.of(kind)
            places: tuple[str, ...] = ()
            for place in table.region.in_order:
                wanted = self._chance(0.85 if state.field(kind) else 0.15)
                before = (*earlier, *places)
                if wanted and not why_not_lay(table.region, state, kind, place, before, cities, self.rulings.fresh()):
                    places = (*places, place)
            laid[PLURAL[kind]] = places
        return Pieces(temples=laid["temples"], cities=laid["cities"])

    # -- the question ----------------------------------------------------------------------------

    def _settle(self, table: Table, player: str) -> Table:
        """Some of the player's cubes, or all, lie on the tablet already; now and then pieces lie, too."""
        state = table.players[player]
        hand = state.hand or 0
        if not hand or not self._chance(self.size.settled):
            return table
        allocation = self._allocation(hand, table.round == 1)
        if self._chance(0.4):  # part of it: the rest stays in the hand
            open_fields = self.rng.sample(FIELDS, self.rng.randint(1, 3))
            allocation = allocation.model_copy(update=dict.fromkeys(open_fields, 0))
        armies = dict(state.armies)
        if allocation.armies:
            armies[SYMBOL] = armies.get(SYMBOL, 0) + allocation.armies
        state = state.model_copy(
            update={
                "hand": hand - allocation.total,
                "order": state.order + allocation.order,
                "armies": armies,
                "temple": state.temple + allocation.temple,
                "city": state.city + allocation.city,
            }
        )
        if self._chance(0.2):
            state = state.model_copy(update={"placed": self._pieces(table, state)})
        return table.with_player(player, state)

    def _question(self, board: Board, table: Table, player: str) -> BestResponse:
        maximise = self.rng.choice(("points", "margin"))
        question = BestResponse(kind="best-response", player=player, maximise=maximise)
        if not self._chance(self.size.fixed):
            return question
        wild = self._chance(self.size.wild)
        while True:
            plans = [self._plan(table, player) for _ in range(3 if wild else 1)]
            asked = question.model_copy(update={"fixed": self._fixed(plans)})
            if not wild or not self._impossible(board, table, asked):
                return asked

    def _impossible(self, board: Board, table: Table, question: BestResponse) -> bool:
        """Whether reading the file would refuse the fixed parts already."""
        position = Position(region=table.region.number, round=table.round, players=dict(table.players))
        task = Task(board, position, Assumptions(), question, self.rulings)
        found = find("empire", "best-response").load().problems(task)
        return any(problem.path[:2] == ("question", "fixed") for problem in found)

    def _fixed(self, plans: Sequence[Plan]) -> Fixed:
        """Parts of a plan, or of several that need not go together."""
        rng = self.rng
        one, two, three = plans[0], plans[-1], plans[len(plans) // 2]
        allocation, moves, pieces = FixedAllocation(), None, FixedPieces()
        parts = rng.sample(("allocation", "moves", "pieces"), rng.choice((1, 1, 2, 3)))
        if "allocation" in parts and one.allocation is not None:
            keys = rng.choice((("order",), FIELDS, tuple(rng.sample(FIELDS, rng.randint(1, 3)))))
            allocation = FixedAllocation(**{key: getattr(one.allocation, key) for key in keys})
        if "moves" in parts:
            kept = rng.choice((0.0, 0.5, 1.0))
            moves = tuple(
                FixedMove(armies=m.armies, path=m.path, pays=m.pays if self._chance(kept) else None) for m in two.moves
            )
        if "pieces" in parts:
            kinds = rng.choice((("temple",), ("city",), KINDS))
            pieces = FixedPieces(**{PLURAL[kind]: three.pieces.of(kind) for kind in KINDS if kind in kinds})
        return Fixed(allocation=allocation, moves=moves, pieces=pieces)

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share


def _earlier_region() -> dict[str, Any]:
    """A region in which nothing happens any more: pieces stand in it."""
    provinces = {
        name: {"number": at, "sites": list(KINDS), "at": [140 * at, 700], "target": at == len(EARLIER)}
        for at, name in enumerate(EARLIER, start=1)
    }
    arrows = [{"from": start, "to": end} for start, end in zip((SYMBOL, *EARLIER), EARLIER, strict=False)]
    return {"number": 1, "name": "Earlier", "symbol": [30, 700], "provinces": provinces, "arrows": arrows}


def _tidy(state: PlayerState, cubes: int) -> PlayerState:
    """The state as one would write it: no empty stacks, and no totals that follow from the rest."""
    state = state.model_copy(update={"armies": {place: count for place, count in state.armies.items() if count}})
    for shorter in ({"hand": None, "spent": None}, {"spent": None}, {"hand": None}):
        if state.model_copy(update=shorter).resolved(cubes) == state:
            return state.model_copy(update=shorter)
    return state


def _position(table: Table, short: bool) -> Position:
    """The table as it stands in a file."""
    players = {name: _tidy(state, CUBES) for name, state in table.players.items()}
    return Position(region=table.region.number, round=table.round, short=short, players=players)
