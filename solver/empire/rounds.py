r"""The rounds of a region in one model: what is shared by ``region-plan`` and ``game-plan``.

For each round :math:`r` that may come to be played:

* ``active[r]``: the region has not ended before, ``active[r+1] = active[r] and not ended[r]``, where
  a round ends the region if an army enters the target in it (5.3-11, with its readings) or it is
  the third (5.3-12).
* The player: a pool of cubes, ``temple[r] + city[r] + area cost[r] + waste[r] = pool[r]``, where the
  pool of a later round is what the last scoring left on both fields (4.1.2-1); armies from where
  they stand (4.1.2-2), routes as in :mod:`solver.empire.routes`; pieces where they stand (5.4-1).
* A rival: what the policy does with the cubes that are left is a table from these cubes to fields,
  armies, pieces and entry of the target; one literal for each line of the table (a *case*).
* The scoring: diagrams (:mod:`solver.empire.depletion`) where the rivals' fields and pieces are
  known, contests (:mod:`solver.empire.contests`) where they depend on what came before.

*Waste.*  Only routes are offered that waste nothing.  Where fewer cubes are better than more
(a tie, a price), cubes may have to be wasted on needless crossings; ``waste[r]`` lets go of any
number of them.  That is a relaxation: a plan with ``waste = 0`` is a plan of the game, and best if
it is best here.  See :mod:`solver.empire.region_plan` for what is done when it is not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from models.empire.board import SYMBOL
from models.empire.movement import GroupMove
from models.empire.plan import Policy, RoundPolicy
from models.empire.position import CUBES, KINDS, ROUNDS, Kind, Pieces, PlayerState
from models.empire.round import Table, take_turn
from models.rulings import Rulings
from solver.empire.contests import Field, add_contests
from solver.empire.depletion import ME, SUPPLY, Site, Tariff, add_depletion, tariff_of
from solver.empire.rivals import FIELDS
from solver.empire.routes import add_routes
from solver.formulation import Criterion

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

MAJORITY = 2


def pieces_gone(states: Mapping[str, PlayerState]) -> dict[tuple[str, Kind], tuple[Linear, int]]:
    """Pieces that cannot be laid any more, standing or aside, and at most how many: known numbers."""
    gone = {
        (name, kind): state.built.count(kind) + state.aside.of(kind) for name, state in states.items() for kind in KINDS
    }
    return {key: (count, count) for key, count in gone.items()}


@dataclass(frozen=True)
class Rival:
    """A rival before a round: what is left on the fields, where armies may stand, which pieces are used up.

    Attributes
    ----------
    fields, hand
        Cubes on the fields, by kind, and those held back (there are some only under a reading).
    stances
        Ways in which the armies may stand, each with its literal (True for the only one).
    used
        By kind: pieces that cannot be laid any more, and at most how many.
    """

    fields: Mapping[Kind, Field]
    hand: Field
    stances: tuple[tuple[Mapping[str, int], IntVar | bool], ...]
    used: Mapping[Kind, tuple[Linear, int]]


@dataclass(frozen=True)
class Turned:
    """A rival in a round, having moved and laid."""

    fields: Mapping[Kind, Field]
    hand: Field
    cases: tuple[tuple[Mapping[str, int], Linear], ...]
    lies: Mapping[Kind, Mapping[str, IntVar | bool]]
    entered: Linear
    occupies: Linear
    laid: Mapping[Kind, Linear]

    def armies(self, place: str) -> tuple[Linear, int, int]:
        """Armies in a province: how many, at least, at most."""
        numbers = [stand.get(place, 0) for stand, _ in self.cases]
        if len(set(numbers)) == 1:
            return numbers[0], numbers[0], numbers[0]
        return sum(n * lit for n, (_, lit) in zip(numbers, self.cases, strict=True)), min(numbers), max(numbers)


@dataclass(frozen=True)
class Uncertain:
    """Rivals of whom one thing out of several is true: by name, the state in each case.

    All rivals of one such thing change together.
    """

    states: Mapping[str, Sequence[PlayerState]]


@dataclass
class Played:
    """A round in the model: what decoding and objectives need of it.

    ``spare`` comes after the ``levels`` of all rounds: where cubes may be held back, what is not held back.
    """

    active: IntVar | bool
    points: Linear
    rivals: Mapping[str, Linear]
    built: Mapping[tuple[str, Kind], Linear]
    lays: Linear
    cost: Linear
    waste: Linear
    steps: Linear
    identity: Sequence[Linear]
    levels: list[Criterion]
    spare: list[Criterion]


@dataclass
class RegionModel:
    """The model of a region as it grows round by round.

    Attributes
    ----------
    table
        The region as the player finds it: in the round on the table the rivals have acted already
        (``acted``), or are yet to follow their policies.
    margin
        Whether the rivals' points matter.
    used
        By player and kind: pieces that cannot be laid any more, and at most how many.
    horizon
        How many rounds to look at.
    uncertain
        Rivals whose first round is open; ``chosen`` then holds which case of each is true.
    response
        Whether the player has a plan in the model at all.
    """

    model: CpModel
    table: Table
    player: str
    policies: Mapping[str, Policy]
    rulings: Rulings
    acted: bool
    margin: bool
    used: Mapping[tuple[str, Kind], tuple[Linear, int]]
    name: str = ""
    horizon: int = ROUNDS
    uncertain: Sequence[Uncertain] = ()
    response: bool = True
    decisions: dict[Hashable, Linear] = field(default_factory=dict)
    rounds: list[Played] = field(default_factory=list)
    put: dict[str, Linear] = field(default_factory=dict)
    chosen: list[Linear] = field(default_factory=list)
    turned: dict[str, Turned] = field(default_factory=dict)

    def build(self) -> None:
        """Add every round."""
        self.held_back = self.rulings.readings["cubes-held-back"] == "allowed"
        self.aside = self.rulings.readings["failed-pieces"] == "aside"
        self.me = self.table.players[self.player]
        self.region = self.table.region
        self.places = self.region.in_order
        self.standing: dict[str, Linear] = {
            place: 1 for state in self.table.players.values() for place in state.built.cities
        }
        rivals = {name: self._before(name) for name in self.table.players if name != self.player}
        self.mine = {kind: self.used[self.player, kind] for kind in KINDS}
        self.pool: tuple[Linear, int] = (0, 0)
        self.armies: dict[str, tuple[Linear, int]] = {}
        self.present: Mapping[str, Linear] = {}
        active: IntVar | bool = True
        literals = self._choose_cases()
        for later in range(min(self.horizon, ROUNDS + 1 - self.table.round)):
            turned = {name: self._turn(name, rivals[name], later) for name in rivals if name not in literals or later}
            if not later:
                turned |= {name: self._open_turn(name, *literals[name]) for name in literals}
                self.turned = {name: turned[name] for name in rivals}
                turned = self.turned
                if not self.response:
                    return
            active, rivals = self._round(later, active, turned, rivals)
            if active is False:
                break

    def _choose_cases(self) -> dict[str, tuple[Sequence[PlayerState], list[Linear]]]:
        """A literal for each case of what is uncertain; by rival, the states and their literals."""
        found: dict[str, tuple[Sequence[PlayerState], list[Linear]]] = {}
        for at, what in enumerate(self.uncertain):
            count = len(next(iter(what.states.values())))
            literals = [self.model.new_bool_var(f"case:{at}:{number}") for number in range(count)]
            self.model.add_exactly_one(literals)
            self.chosen.append(sum(number * literal for number, literal in enumerate(literals)))
            found |= {name: (states, list(literals)) for name, states in what.states.items()}
        return found

    def _open_turn(self, name: str, states: Sequence[PlayerState], literals: Sequence[Linear]) -> Turned:
        """A rival in the first round whose cubes, armies and pieces depend on the case."""
        fields = {
            kind: self._field(f"{name}:{kind}", [state.field(kind) for state in states], literals) for kind in KINDS
        }
        grouped: dict[tuple[tuple[str, int], ...], list[Linear]] = {}
        for state, literal in zip(states, literals, strict=True):
            stand = tuple(sorted((place, n) for place, n in state.armies.items() if n))
            grouped.setdefault(stand, []).append(literal)
        only = len(grouped) == 1
        cases: list[tuple[Mapping[str, int], Linear]] = []
        for at, (stand, parts) in enumerate(grouped.items()):
            cases.append((dict(stand), 1 if only else self._literal(f"{name} stands:{at}", sum(parts), only=False)))
        lies: dict[Kind, dict[str, IntVar | bool]] = {}
        for kind in KINDS:
            places = dict.fromkeys(place for state in states for place in state.placed.of(kind))
            lies[kind] = {}
            for place in places:
                wanted = [lit for state, lit in zip(states, literals, strict=True) if place in state.placed.of(kind)]
                lies[kind][place] = self._all_of(f"{name} lies:{kind}:{place}", wanted, len(wanted) == len(states))
        target = self.region.target
        occupies = sum(literal for stand, literal in cases if stand.get(target))
        laid = {kind: sum(lies[kind].values()) for kind in KINDS}
        return Turned(fields, Field.known(0), tuple(cases), lies, occupies, occupies, laid)

    # -- rivals ------------------------------------------------------------------------------

    def _before(self, name: str) -> Rival:
        state = self.table.players[name]
        fields = {kind: Field.known(state.field(kind)) for kind in KINDS}
        return Rival(
            fields,
            Field.known(state.hand or 0),
            ((state.armies, True),),
            {kind: self.used[name, kind] for kind in KINDS},
        )

    def _turn(self, name: str, rival: Rival, later: int) -> Turned:
        """What a rival does in a round, as a table from what may be left to what comes of it."""
        policy: RoundPolicy = self.policies.get(name, Policy()).in_round(later)
        if later == 0 and self.acted:
            policy = RoundPolicy(pieces=self.table.players[name].placed)
        state = self.table.players[name] if later == 0 else PlayerState(spent=0)
        purse = policy.allocation
        temple, city, hand = rival.fields["temple"], rival.fields["city"], rival.hand
        if later == 0:
            keys: list[tuple[int, int]] = [(temple.low, city.low)]
            inputs: list[Linear] = []
        elif purse is not None:
            low, high = temple.low + city.low + hand.low, temple.high + city.high + hand.high
            keys = [(cubes, 0) for cubes in range(low, high + 1)]
            inputs = [temple.cubes + city.cubes + hand.cubes]
        elif policy.moves:
            keys = list(product(range(temple.low, temple.high + 1), range(city.low, city.high + 1)))
            inputs = [temple.cubes, city.cubes]
        else:
            keys, inputs = [(0, 0)], []
        rows = []
        for (armies, stance), key in product(rival.stances, keys):
            after, entered = self._follow(name, policy, state, armies, key, later)
            rows.append((key, stance, after, entered))
        literals = self._cases(f"{self.name}{name}:{later}", rows, inputs, keys, rival.stances)
        if not later or inputs:
            fields = {
                kind: self._field(f"{name}:{kind}:{later}", [row[2].field(kind) for row in rows], literals)
                for kind in KINDS
            }
        else:
            fields = dict(rival.fields)
        if not later or purse is not None:
            hand = self._field(f"{name}:hand:{later}", [row[2].hand or 0 for row in rows], literals)
        lies, laid = self._lies(name, rival, [row[2].placed for row in rows], literals, policy, later)
        grouped: dict[tuple[tuple[str, int], ...], list[Linear]] = {}
        for row, literal in zip(rows, literals, strict=True):
            grouped.setdefault(tuple(sorted(row[2].armies.items())), []).append(literal)
        cases = tuple((dict(stand), sum(parts)) for stand, parts in grouped.items())
        target = self.region.target
        entered_sum = sum(literal for row, literal in zip(rows, literals, strict=True) if row[3])
        occupies = sum(literal for stand, literal in cases if stand.get(target))
        return Turned(fields, hand, cases, lies, entered_sum, occupies, laid)

    def _follow(
        self,
        name: str,
        policy: RoundPolicy,
        state: PlayerState,
        armies: Mapping[str, int],
        key: tuple[int, int],
        later: int,
    ) -> tuple[PlayerState, bool]:
        """One line of the table, played by the rules of :mod:`models` on an empty board."""
        if later == 0:
            who = state.model_copy(update={"built": PlayerState().built, "aside": PlayerState().aside})
            if self.acted:
                return who, self.table.entered
        else:
            who = PlayerState(hand=0, temple=key[0], city=key[1], armies=dict(armies), spent=0)
            if policy.allocation is not None:
                share = policy.allocation.allocation(key[0], first=False)
                left = key[0] - share.total
                who = who.model_copy(update={"temple": share.temple, "city": share.city, "hand": left})
        if later == 0 and policy.allocation is not None and who.hand:
            share = policy.allocation.allocation(who.hand, self.table.round == 1)
            start = dict(who.armies)
            start[SYMBOL] = start.get(SYMBOL, 0) + share.armies
            who = who.model_copy(
                update={
                    "armies": start,
                    "temple": who.temple + share.temple,
                    "city": who.city + share.city,
                    "hand": who.hand - share.total,
                }
            )
        alone = Table(self.region, self.table.round + later, {name: who})
        moves = [GroupMove(move.armies, move.path, move.pays) for move in policy.moves]
        turn = take_turn(alone, name, moves, policy.pieces, self.rulings.fresh())
        return turn.table.players[name], turn.table.entered

    def _cases(
        self,
        name: str,
        rows: Sequence[tuple[tuple[int, int], IntVar | bool, PlayerState, bool]],
        inputs: Sequence[Linear],
        keys: Sequence[tuple[int, int]],
        stances: Sequence[tuple[Mapping[str, int], IntVar | bool]],
    ) -> list[Linear]:
        """One literal for each line of a table, that of the stance and the cubes that are left."""
        if len(rows) == 1:
            return [1]
        if len(keys) == 1:
            return [stance for _, stance, _, _ in rows]
        literals = [self.model.new_bool_var(f"{name}:{at}") for at in range(len(rows))]
        self.model.add_exactly_one(literals)
        for column, expression in enumerate(inputs):
            self.model.add(
                expression == sum(row[0][column] * literal for row, literal in zip(rows, literals, strict=True))
            )
        if len(stances) > 1:
            for at, (_, stance) in enumerate(stances):
                own = literals[at * len(keys) : (at + 1) * len(keys)]
                self.model.add(sum(own) == stance)
        return list(literals)

    def _field(self, name: str, cubes: Sequence[int], literals: Sequence[Linear]) -> Field:
        if len(set(cubes)) == 1:
            return Field.known(cubes[0])
        holds = self.model.new_int_var(min(cubes), max(cubes), name)
        self.model.add(holds == sum(n * literal for n, literal in zip(cubes, literals, strict=True)))
        return Field(holds, min(cubes), max(cubes))

    def _lies(
        self,
        name: str,
        rival: Rival,
        placed: Sequence[Pieces],
        literals: Sequence[Linear],
        policy: RoundPolicy,
        later: int,
    ) -> tuple[dict[Kind, dict[str, IntVar | bool]], dict[Kind, Linear]]:
        """Where a rival has pieces (5.4), within the supply that is left (5.5.2-4, 5.5.3-5)."""
        lies: dict[Kind, dict[str, IntVar | bool]] = {kind: {} for kind in KINDS}
        laid: dict[Kind, Linear] = dict.fromkeys(KINDS, 0)
        for kind in KINDS:
            used, most = rival.used[kind]
            order = list(dict.fromkeys(place for pieces in placed for place in pieces.of(kind)))
            order.sort(key=[*policy.pieces.of(kind), *order].index)
            short = most + len(order) > SUPPLY[kind]
            count: Linear = used
            for place in order:
                wanted = [literal for pieces, literal in zip(placed, literals, strict=True) if place in pieces.of(kind)]
                lie = self._all_of(f"{name} lies:{kind}:{place}:{later}", wanted, len(wanted) == len(placed))
                shut = self.standing.get(place, 0) if kind == "city" else 0
                illegal = self.rulings.readings["second-city-piece"] == "illegal"
                if isinstance(shut, int) and shut and illegal:
                    continue
                if short:
                    lie = self._within(
                        f"{name}:{kind}:{place}:{later}", lie, count, SUPPLY[kind], shut if illegal else 0
                    )
                lies[kind][place] = lie
                laid[kind] = laid[kind] + lie
                count = count + lie
        return lies, laid

    def _all_of(self, name: str, wanted: Sequence[Linear], always: bool) -> IntVar | bool:
        if always:
            return True
        literal = self.model.new_bool_var(name)
        self.model.add(literal == sum(wanted))
        return literal

    def _within(self, name: str, lie: IntVar | bool, count: Linear, supply: int, shut: Linear) -> IntVar | bool:
        """A piece that lies only while there is one left, and where no city stands."""
        left = self.model.new_bool_var(f"left:{name}")
        self.model.add(count <= supply - 1).only_enforce_if(left)
        self.model.add(count >= supply).only_enforce_if(~left)
        literal = self.model.new_bool_var(f"lies:{name}")
        self.model.add_implication(literal, left)
        reasons: list[Any] = [~left]
        if not isinstance(shut, int):
            closed = self.model.new_bool_var(f"shut:{name}")
            self.model.add(closed == shut)
            self.model.add_implication(literal, ~closed)
            reasons.append(closed)
        if lie is not True:
            self.model.add_implication(literal, lie)
            reasons.append(~lie)
        self.model.add_bool_or([literal, *reasons])
        return literal

    # -- a round -----------------------------------------------------------------------------

    def _round(
        self, later: int, active: IntVar | bool, turned: Mapping[str, Turned], rivals: Mapping[str, Rival]
    ) -> tuple[IntVar | bool, dict[str, Rival]]:
        own, armies, cost, waste, steps, entered, levels = self._moves(later, active)
        ahead, level = self._majorities(later, active, armies, turned)
        parts = {kind: self._scoring(later, kind, own[kind], armies, active, turned) for kind in KINDS}
        points = MAJORITY * sum(ahead.values()) + sum(part.gains[self.player] for part in parts.values())
        worth = {}
        for name in rivals if self.margin else ():
            scored = sum(part.gains[name] for part in parts.values())
            worth[name] = scored + self._rival_majorities(later, name, armies, level, turned)
        lays = sum(part.lays for part in parts.values())
        identity = [*ahead.values(), *level.values(), *(each for part in parts.values() for each in part.identity)]
        built = {
            (name, kind): part.count[name] if name == self.player else self._if_played(active, part.count[name])
            for kind, part in parts.items()
            for name in (self.player, *rivals)
        }
        numbers = [Criterion(armies[place], 0, CUBES, maximise=True) for place in self.places]
        numbers += [Criterion(own["temple"].cubes, 0, CUBES, maximise=True)]
        numbers += [
            Criterion(lay, 0, 1, maximise=True)
            for part in parts.values()
            for lay in part.lay
            if not isinstance(lay, int)
        ]
        spare = [Criterion(own["city"].cubes, 0, CUBES)] if self.held_back else []
        self.rounds.append(
            Played(active, points, worth, built, lays, cost, waste, steps, identity, [*numbers, *levels], spare)
        )
        self.decisions["active", later] = 1 if active is True else active
        self._carry_over(later, active, own, armies, parts)
        following = {}
        for name, rival in rivals.items():
            turn = turned[name]
            used = {
                kind: self._used(rival.used[kind], turn.laid[kind], parts[kind].count[name], len(turn.lies[kind]))
                for kind in KINDS
            }
            fields = {kind: parts[kind].left[name] for kind in KINDS}
            stances = tuple(
                (stand, self._literal(f"{self.name}{name} stands:{later}:{at}", lit, len(turn.cases) == 1))
                for at, (stand, lit) in enumerate(turn.cases)
            )
            following[name] = Rival(fields, turn.hand, stances, used)
        return self._goes_on(later, active, entered, armies, turned), following

    def _if_played(self, active: IntVar | bool, count: Linear) -> Linear:
        """What a rival builds, in a round that may not be played: the model lets rivals go on in any case."""
        if active is True or (isinstance(count, int) and not count):
            return count
        built = self.model.new_int_var(0, len(self.places), "")
        self.model.add(built == count).only_enforce_if(active)
        self.model.add(built == 0).only_enforce_if(~active)
        return built

    def _used(self, used: tuple[Linear, int], laid: Linear, built: Linear, most: int) -> tuple[Linear, int]:
        return used[0] + (laid if self.aside else built), used[1] + most

    def _literal(self, name: str, expression: Linear, only: bool) -> IntVar | bool:
        if only:
            return True
        literal = self.model.new_bool_var(name)
        self.model.add(literal == expression)
        return literal

    def _moves(
        self, later: int, active: IntVar | bool
    ) -> tuple[dict[Kind, Field], dict[str, Linear], Linear, Linear, Linear, list[IntVar], list[Criterion]]:
        """The player's cubes and armies of a round: fields when the scoring begins, armies, cost, waste, steps."""
        model, hand = self.model, self.me.hand or 0
        starts: dict[str, tuple[Linear, int]]
        if later == 0:
            standing = {place: n for place, n in self.me.armies.items() if n}
            starts = {place: (n, n) for place, n in standing.items() if place != SYMBOL}
            first = self.table.round == 1
            for key in FIELDS:
                top = hand if first or key in ("temple", "city") else 0
                self.put[key] = model.new_int_var(0, top, f"{self.name}put:{key}") if top else 0
                self.decisions["put", key] = self.put[key]
            total = sum(self.put.values())
            if hand:
                model.add(total <= hand if self.held_back else total == hand)
            waiting = standing.get(SYMBOL, 0)
            if waiting or (first and hand):
                starts[SYMBOL] = (waiting + self.put["armies"], waiting + (hand if first else 0))
            cap = self.me.temple + self.me.city + hand
        else:
            starts = {place: (n, most) for place, (n, most) in self.armies.items() if most}
            cap = self.pool[1]
        places = [*self.places, SYMBOL]
        last = self.table.round + later >= ROUNDS
        routes = add_routes(
            model,
            self.region.costs,
            places,
            starts,
            thrifty=True,
            cap=cap,
            mark=self.region.target,
            before=self.present,
            last=last,
        )
        for route, count in routes.count.items():
            self.decisions["route", later, route] = count
        for crossing, groups in routes.crossings.items():
            self.decisions["crossings", later, crossing] = groups
        if active is not True:
            for start, (_, top) in starts.items():
                out = [count for route, count in routes.count.items() if route.start == start]
                if out:
                    model.add(sum(out) <= top * active)
        self.present = routes.present
        entered = [] if routes.entered is None else [routes.entered]
        everybody = min(CUBES, sum(top for _, top in starts.values()))
        ends = {route.end for route in routes.count}
        self.reach = {
            place: everybody if place in ends else starts[place][1] if place in starts else 0 for place in places
        }
        own, waste = self._fields(later, routes.cost, cap, bool(starts) and any(self.region.costs.values()))
        levels = [Criterion(n, 0, CUBES, maximise=True) for n in routes.count.values()]
        return own, dict(routes.armies), routes.cost, waste, routes.steps, entered, levels

    def _fields(self, later: int, cost: Linear, cap: int, movable: bool) -> tuple[dict[Kind, Field], Linear]:
        """What lies on the player's fields when the scoring begins (4.1-1, 4.1.2-1, 5.3-6)."""
        model, hand = self.model, self.me.hand or 0
        first = later == 0
        idle = first and hand and self.table.round == 1
        waste: Linear = 0
        if movable and cap and not idle:
            waste = model.new_int_var(0, cap, f"{self.name}waste:{later}")
        own = {kind: model.new_int_var(0, cap, f"{self.name}own:{kind}:{later}") for kind in KINDS}
        if first:
            paid = {kind: model.new_int_var(0, cap, f"{self.name}paid:{kind}") for kind in KINDS}
            for kind in KINDS:
                model.add(own[kind] == self.me.field(kind) + self.put[kind] - paid[kind])
            model.add(sum(paid.values()) == cost + waste)
            if hand and not self.me.city:
                model.add(paid["city"] == 0)  # both fields are still to be filled, so any split is as good
            self.decisions["paid", 0] = paid["temple"]
        else:
            pool = self.pool[0]
            held: Linear = 0
            if self.held_back:
                held = model.new_int_var(0, cap, f"{self.name}held:{later}")
                self.decisions["held", later] = held
            self.held = held
            model.add(own["temple"] + own["city"] + cost + waste + held == pool)
            self.decisions["paid", later] = cost
        if first:
            self.held = hand - sum(self.put.values()) if hand and self.held_back else 0
        for kind in KINDS:
            self.decisions["own", later, kind] = own[kind]
        self.decisions["cost", later] = cost
        return {kind: Field(own[kind], 0, cap) for kind in KINDS}, waste

    def _carry_over(
        self,
        later: int,
        active: IntVar | bool,
        own: Mapping[Kind, Field],
        armies: Mapping[str, Linear],
        parts: Mapping[Kind, _Part],
    ) -> None:
        """What the next round begins with: cubes, armies, cities, supply."""
        most = own["temple"].high
        left = sum(part.left[self.player].cubes for part in parts.values())
        pool = self.model.new_int_var(0, most, f"{self.name}pool:{later + 1}")
        self.model.add(pool == left + self.held)
        self.pool = (pool, most)
        over = self.rulings.readings["target-reached"] != "occupied" and not self.me.armies.get(self.region.target)
        self.armies = {
            place: (armies[place], top)
            for place, top in self.reach.items()
            if top and not (over and place == self.region.target)  # who entered it has ended the region
        }
        for kind in KINDS:
            self.mine[kind] = self._used(
                self.mine[kind], parts[kind].lays, parts[kind].count[self.player], len(parts[kind].lay)
            )
        for place, built in parts["city"].built.items():
            if not isinstance(built, int) or built:
                self.standing[place] = self.standing.get(place, 0) + built

    def _goes_on(
        self,
        later: int,
        active: IntVar | bool,
        entered: Sequence[IntVar],
        armies: Mapping[str, Linear],
        turned: Mapping[str, Turned],
    ) -> IntVar | bool:
        """Whether there is a next round (5.3-11, 5.3-12)."""
        model = self.model
        if self.table.round + later >= ROUNDS:
            return False
        sure = any(turn.entered == 1 if isinstance(turn.entered, int) else False for turn in turned.values())
        ways: list[IntVar] = list(entered)
        for name, turn in turned.items():
            if not isinstance(turn.entered, int):
                enters = model.new_bool_var(f"{self.name}{name} enters:{later}")
                model.add(enters == turn.entered)
                ways.append(enters)
        if self.rulings.readings["target-reached"] == "occupied":
            return self._goes_on_unless_occupied(later, active, ways, sure, armies, turned)
        if sure:
            return False
        goes_on = model.new_bool_var(f"{self.name}active:{later + 1}")
        for way in ways:
            model.add_implication(way, ~goes_on)
        model.add_bool_or([goes_on, *ways, *([] if active is True else [~active])])
        if active is not True:
            model.add_implication(goes_on, active)
        return goes_on

    def _goes_on_unless_occupied(
        self,
        later: int,
        active: IntVar | bool,
        ways: Sequence[IntVar],
        sure: bool,
        armies: Mapping[str, Linear],
        turned: Mapping[str, Turned],
    ) -> IntVar | bool:
        """The reading that asks for an army in the target after the movement."""
        model, target = self.model, self.region.target
        there = [model.new_bool_var(f"{self.name}in target:{later}")]
        model.add(armies[target] >= 1).only_enforce_if(there[0])
        model.add(armies[target] == 0).only_enforce_if(~there[0])
        for name, turn in turned.items():
            if isinstance(turn.occupies, int) and not turn.occupies:
                continue
            literal = model.new_bool_var(f"{self.name}{name} in target:{later}")
            model.add(literal == turn.occupies)
            there.append(literal)
        entered = model.new_bool_var(f"{self.name}entered:{later}")
        for way in ways:
            model.add_implication(way, entered)
        if sure:
            model.add(entered == 1)
        else:
            model.add_bool_or([~entered, *ways])
        goes_on = model.new_bool_var(f"{self.name}active:{later + 1}")
        for literal in there:
            model.add_bool_or([~goes_on, ~entered, ~literal])
        inactive = [] if active is True else [~active]
        model.add_bool_or([goes_on, entered, *inactive])
        model.add_bool_or([goes_on, *there, *inactive])
        if active is not True:
            model.add_implication(goes_on, active)
        return goes_on

    def _majorities(
        self, later: int, active: IntVar | bool, armies: Mapping[str, Linear], turned: Mapping[str, Turned]
    ) -> tuple[dict[str, Linear], dict[str, Linear]]:
        """``ahead``: more armies than any rival; ``level``: as many as the strongest (5.5.1-1, 5.5.1-2).

        With ``least[n]`` for "at least n own armies" and the rivals' cases, for each number n that a
        rival can have::

            ahead <= least[n+1] + 1 - cases of a rival with n or more,   ahead >= least[m] - cases with m or more
        """
        ahead: dict[str, Linear] = {}
        level: dict[str, Linear] = {}
        self.least: dict[tuple[str, int], Linear] = {}
        for place in self.places:
            stands = [(stand.get(place, 0), lit) for turn in turned.values() for stand, lit in turn.cases]
            high = max(n for n, _ in stands)
            for name, literals, more in (("ahead", ahead, 1), ("level", level, 0)):
                sure = [n for n, lit in stands if isinstance(lit, int) and lit]
                low = max(sure, default=0)
                if high + more == 0 or self.reach[place] < low + more:
                    continue
                literal = self.model.new_bool_var(f"{self.name}{name}:{place}:{later}")
                for n in sorted({max(n, low) for n, _ in stands}):
                    enough = self._at_least(later, place, n + more, armies)
                    if n > low:
                        for turn in turned.values():
                            strong = [lit for stand, lit in turn.cases if stand.get(place, 0) >= n]
                            if strong:
                                self.model.add(literal <= enough + 1 - sum(strong))
                    else:
                        self.model.add(literal <= enough)
                    above = sum(lit for number, lit in stands if number > n)
                    missing = 0 if active is True else 1 - active
                    self.model.add(literal >= enough - above - missing)
                if low + more:
                    self.model.add(literal <= self.present[place])
                if active is not True:
                    self.model.add_implication(literal, active)
                literals[place] = literal
        return ahead, level

    def _at_least(self, later: int, place: str, number: int, armies: Mapping[str, Linear]) -> Linear:
        """Whether the player has so many armies in a province."""
        top = self.reach[place]
        if number <= 0 or number > top:
            return 1 if number <= 0 else 0
        if (place, number) not in self.least:
            literal = self.model.new_bool_var(f"{self.name}{number} in {place}:{later}")
            self.model.add(armies[place] >= number * literal)
            self.model.add(armies[place] <= number - 1 + (top - number + 1) * literal)
            self.least[place, number] = literal
        return self.least[place, number]

    def _rival_majorities(
        self,
        later: int,
        name: str,
        armies: Mapping[str, Linear],
        level: Mapping[str, Linear],
        turned: Mapping[str, Turned],
    ) -> Linear:
        """At least a rival's points for majorities; the objective presses them down to the true number."""
        points: Linear = 0
        for place in self.places:
            _, low, high = turned[name].armies(place)
            others = [
                (stand.get(place, 0), lit)
                for other, turn in turned.items()
                if other != name
                for stand, lit in turn.cases
            ]
            certain = max((n for n, lit in others if isinstance(lit, int) and lit), default=0)
            if high <= certain:
                continue
            if low == high and all(n < low for n, _ in others):
                points = points + MAJORITY - MAJORITY * level.get(place, 0)
                continue
            alone = self.model.new_bool_var(f"{self.name}{name} ahead:{place}:{later}")
            for n in sorted({stand.get(place, 0) for stand, _ in turned[name].cases}):
                if n <= certain:
                    continue
                here = sum(lit for stand, lit in turned[name].cases if stand.get(place, 0) == n)
                matched = sum(lit for number, lit in others if number >= n)
                self.model.add(alone >= here - matched - self._at_least(later, place, n, armies))
            points = points + MAJORITY * alone
        return points

    def _scoring(
        self,
        later: int,
        kind: Kind,
        own: Field,
        armies: Mapping[str, Linear],
        active: IntVar | bool,
        turned: Mapping[str, Turned],
    ) -> _Part:
        """Where the player lays, and what the scoring of one kind of piece gives everybody (5.4, 5.5)."""
        tariff = tariff_of(kind, self.rulings)
        sites = [place for place in self.places if kind in self.region.provinces[place].sites]
        placed = self.me.placed.of(kind) if later == 0 else ()
        shut = {place: self.standing.get(place, 0) for place in sites} if kind == "city" else {}
        certain = all(
            turn.fields[kind].low == turn.fields[kind].high and all(lie is True for lie in turn.lies[kind].values())
            for turn in turned.values()
        )
        opened = [place for place in sites if not (isinstance(shut.get(place, 0), int) and shut.get(place, 0))]
        known = certain and all(isinstance(shut.get(place, 0), int) for place in sites)
        part = (self._by_diagram if known else self._by_contests)(
            later, kind, own, tariff, opened, placed, shut, turned
        )
        for place, lay in zip(part.where, part.lay, strict=True):
            self.decisions["lay", later, kind, place] = lay
            if place in placed:
                continue
            self.model.add(armies[place] >= lay)
            self.model.add(lay <= self.present[place])
            if active is not True:
                self.model.add(lay <= active)
        used, most = self.mine[kind]
        vain = len([place for place in placed if place not in part.where])
        if most + len(part.lay) + vain > SUPPLY[kind]:
            self.model.add(used + part.lays + vain <= SUPPLY[kind])
        return part

    def _by_diagram(
        self,
        later: int,
        kind: Kind,
        own: Field,
        tariff: Tariff,
        opened: Sequence[str],
        placed: Sequence[str],
        shut: Mapping[str, Linear],
        turned: Mapping[str, Turned],
    ) -> _Part:
        sites = []
        for place in opened:
            rivals = tuple(name for name, turn in turned.items() if place in turn.lies[kind])
            must = place in placed
            if rivals or must or self.reach[place]:
                sites.append(Site(place, rivals, must or bool(self.reach[place]), must))
        fields = {name: turn.fields[kind].low for name, turn in turned.items()}
        diagram = add_depletion(self.model, sites, own.cubes, range(own.high + 1), fields, tariff)
        left = {self.player: Field(own.cubes - diagram.paid, 0, own.high)}
        for name, cubes in fields.items():
            spent, least, most = diagram.spends[name]
            high = cubes - least
            left[name] = Field.known(high) if least == most else Field(cubes - spent, max(0, cubes - most), high)
        gains = {self.player if name == ME else name: gain for name, gain in diagram.gains.items()}
        count = {self.player if name == ME else name: won for name, won in diagram.wins.items()}
        return _Part(
            tuple(diagram.lay),
            tuple(diagram.lay.values()),
            gains,
            left,
            diagram.built,
            count,
            sum(diagram.lay.values()),
            list(diagram.fate.values()),
        )

    def _by_contests(
        self,
        later: int,
        kind: Kind,
        own: Field,
        tariff: Tariff,
        opened: Sequence[str],
        placed: Sequence[str],
        shut: Mapping[str, Linear],
        turned: Mapping[str, Turned],
    ) -> _Part:
        model = self.model
        lies: dict[tuple[str, str], IntVar | bool] = {}
        lay: dict[str, IntVar | bool] = {}
        closed: dict[str, IntVar | bool] = {}
        for place in opened:
            for name, turn in turned.items():
                if place in turn.lies[kind]:
                    lies[place, name] = turn.lies[kind][place]
            stands = shut.get(place, 0)
            if not isinstance(stands, int):
                closed[place] = model.new_bool_var(f"{self.name}stands:{place}:{later}")
                model.add(closed[place] == stands)
            if place in placed:
                lay[place] = lies[place, self.player] = True
            elif self.reach[place]:
                literal = model.new_bool_var(f"{self.name}lay:{kind}:{place}:{later}")
                lay[place] = lies[place, self.player] = literal
                if place in closed:
                    model.add_implication(literal, ~closed[place])
        fields = {self.player: own} | {name: turn.fields[kind] for name, turn in turned.items()}
        found = add_contests(model, opened, fields, lies, tariff, closed, self.player)
        count = {name: sum(won for (_, who), won in found.builds.items() if who == name) for name in fields}
        identity = [each for each in (*lay.values(), *found.builds.values()) if not isinstance(each, (bool, int))]
        identity += [pays for (_, who), pays in found.pays.items() if who == self.player and not isinstance(pays, int)]
        values = tuple(1 if each is True else each for each in lay.values())
        return _Part(tuple(lay), values, found.gains, found.left, found.built, count, sum(values), identity)


@dataclass(frozen=True)
class _Part:
    """The scoring of one kind of piece in a round."""

    where: tuple[str, ...]
    lay: tuple[Linear, ...]
    gains: Mapping[str, Linear]
    left: Mapping[str, Field]
    built: Mapping[str, Linear]
    count: Mapping[str, Linear]
    lays: Linear
    identity: Sequence[Linear]
