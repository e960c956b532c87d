r"""A whole game in one model, and the regions that it is made of; see :mod:`solver.empire.game_plan`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from models.empire.campaign import Campaign, play_game, play_region
from models.empire.final import MOST, MOST_IN_REGION, standing
from models.empire.plan import GamePlan, Policy, RegionPlan
from models.empire.position import KINDS, ROUNDS, Kind, first_region, last_region
from models.empire.round import Table, open_region
from solver.empire.depletion import SUPPLY
from solver.empire.region_plan import PARAMETERS, counted, decode_region
from solver.empire.rivals import after_rivals
from solver.empire.rounds import RegionModel, pieces_gone
from solver.formulation import Criterion, Formulation
from solver.question import Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from solver.formulation import Linear


def regions_left(task: Task) -> range:
    """The numbers of the regions to come, the one on the table first."""
    return range(task.position.region, last_region(task.position.short) + 1)


def policies_of(task: Task) -> dict[int, Mapping[str, Policy]]:
    """What rivals do, by region."""
    told: dict[int, Mapping[str, Policy]] = {later.region: later.rivals for later in task.assumptions.later}
    return {**told, task.position.region: task.assumptions.rivals}


def play_out(task: Task, plan: GamePlan, rulings: Any) -> Campaign:
    """Play the game to its end by the rules."""
    return play_game(task.board, task.position, task.question.player, plan, policies_of(task), rulings)


def value_of(task: Task, campaign: Campaign) -> int:
    """Points from here on; for the margin where everybody stands on the track at the end."""
    player = task.question.player
    totals: dict[str, int] = {name: campaign.ledger.total(name) for name in task.position.players}
    if task.question.maximise == "points":
        return totals[player]
    ends: dict[str, int] = {name: task.position.players[name].points + total for name, total in totals.items()}
    own = ends.pop(player)
    return own - max(ends.values())


class Regions:
    """Models of the regions that are left, and what the final scoring adds."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.player: str = task.question.player
        self.margin = self.task.question.maximise == "margin"
        self.numbers = regions_left(self.task)
        self.policies = policies_of(self.task)
        self.start = after_rivals(self.task, self.task.rulings.fresh())
        self.names = list(self.task.position.players)
        self.rivals = [name for name in self.names if name != self.player]
        self.stands = standing(self.task.board, self.task.position.states)
        short: bool = self.task.position.short
        self.all_numbers = range(first_region(short), last_region(short) + 1)
        self.short = short
        self.sum_halved = short and self.task.rulings.readings["halving"] == "total"

    def worth(self, bonus: int) -> int:
        """A bonus as it counts: halved by itself in the short game, or whole where the sum is halved."""
        return bonus // 2 if self.short and not self.sum_halved else bonus

    def opened(self, number: int, table: Table | None = None) -> Table:
        """The table of a region as it opens; the region on the table lies there already."""
        if number == self.task.position.region:
            return self.start
        players = (table or self.start).players
        return open_region(self.task.board.by_number[number], players, self.task.position.cubes)

    def play(self, table: Table, plan: RegionPlan) -> Campaign:
        """Play a region by the rules; in the one on the table the rivals have acted in this round."""
        policies = self.policies[table.region.number]
        if table.region.number == self.task.position.region:
            policies = {name: Policy(then=policy.then) for name, policy in policies.items()}
        return play_region(table, self.player, plan, policies, self.task.rulings.fresh())

    def add(
        self, model: CpModel, table: Table, used: Mapping[tuple[str, Kind], tuple[Linear, int]], rivals: bool
    ) -> RegionModel:
        """Add the rounds of a region to a model."""
        number = table.region.number
        part = RegionModel(
            model,
            table,
            self.player,
            self.policies[number],
            self.task.rulings,
            acted=number == self.task.position.region,
            margin=rivals,
            used=used,
            name=f"{number}:",
        )
        part.build()
        return part

    def most_built(self, number: int, kind: Kind) -> int:
        """Pieces that one player can build in a region at most."""
        region = self.task.board.by_number[number]
        sites = [place for place in region.provinces if region.has_site(place, kind)]
        return min(SUPPLY[kind], len(sites) * (ROUNDS if kind == "temple" else 1))

    def most_laid(self, number: int, name: str, kind: Kind) -> int:
        """Pieces that a rival lays in a region at most: those that the policy names, round by round."""
        policy = self.policies[number].get(name, Policy())
        places = set(self.task.board.by_number[number].provinces)
        rounds = [set(policy.in_round(later).pieces.of(kind)) & places for later in range(ROUNDS)]
        if number == self.task.position.region:
            rounds[0] = set(self.start.players[name].placed.of(kind))
        return sum(map(len, rounds))

    def counts(self, parts: Mapping[int, RegionModel]) -> dict[str, dict[tuple[Kind, int], Linear]]:
        """Pieces at the end of the game by player, kind and region."""
        found: dict[str, dict[tuple[Kind, int], Linear]] = {}
        for name in self.names:
            found[name] = {}
            for kind, number in product(KINDS, self.all_numbers):
                built: Linear = self.stands[name].get((kind, number), 0)
                if number in parts:
                    built = built + sum(played.built[name, kind] for played in parts[number].rounds)
                found[name][kind, number] = built
        return found

    def led(self, model: CpModel, name: str, counts: Mapping[str, Linear]) -> Linear:
        """Whether a player has most pieces, somebody else not as many (6.1-6).

        For the player an upper bound, for rivals a lower one: as the objective presses.
        """
        others = [count for other, count in counts.items() if other != name]
        own = counts[name]
        if all(isinstance(count, int) for count in counts.values()):
            return int(all(own > other for other in others))
        leads = model.new_bool_var(f"{name} leads")
        if name == self.player:
            for other in others:
                model.add(own >= other + 1).only_enforce_if(leads)
            return leads
        escapes = [leads]
        for other in (*others, 0):
            matched = model.new_bool_var("")
            model.add(own <= other).only_enforce_if(matched)
            escapes.append(matched)
        model.add_bool_or(escapes)
        return leads

    def final(self, model: CpModel, parts: Mapping[int, RegionModel], names: Sequence[str]) -> dict[str, Linear]:
        """The points of the final scoring (6.1), halved in the short game (7-2)."""
        counts = self.counts(parts)
        result: dict[str, Linear] = {}
        for name in names:
            total: Linear = 0
            for kind in KINDS:
                board = {who: sum(held[kind, number] for number in self.all_numbers) for who, held in counts.items()}
                total = total + self.worth(MOST[kind]) * self.led(model, name, board)
                for number in self.all_numbers:
                    here = {who: held[kind, number] for who, held in counts.items()}
                    total = total + self.worth(MOST_IN_REGION) * self.led(model, name, here)
            if self.sum_halved:
                half = model.new_int_var(0, 1000, f"half of {name}")
                model.add(2 * half <= total)
                model.add(2 * half >= total - 1)
                total = half
            result[name] = total
        return result


def start_from(model: CpModel, part: RegionModel, known: Mapping[Any, int]) -> None:
    """Start a region from known decisions."""
    from ortools.sat.python import cp_model

    start = {
        v.index: (v, known[key]) for key, v in part.decisions.items() if isinstance(v, cp_model.IntVar) and key in known
    }
    for variable, value in start.values():  # several decisions can be one variable
        model.add_hint(variable, value)


def acted(table: Table, regions: Regions, number: int) -> Table:
    """In the region on the table the rivals have acted; in later ones the model follows their policies."""
    return regions.start if number == regions.task.position.region else table


def whole(
    regions: Regions,
    hints: Mapping[int, Mapping[Any, int]] | None = None,
    bound: int | None = None,
    *,
    thrifty: bool = False,
) -> Formulation:
    """The model of everything, started from decisions by region, with a bound of its value.

    ``thrifty`` leaves no room for wasted cubes; without it their number is the first level of the tie-break.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    parts: dict[int, RegionModel] = {}
    states = regions.start.players
    used: Mapping[tuple[str, Kind], tuple[Linear, int]] = pieces_gone(states)
    for number in regions.numbers:
        part = regions.add(model, regions.opened(number), used, regions.margin)
        parts[number] = part
        following: dict[tuple[str, Kind], tuple[Linear, int]] = {}
        for name, kind in product(regions.names, KINDS):
            total: Linear = states[name].built.count(kind)
            most = states[name].built.count(kind)
            for done, each in parts.items():
                total = total + sum(played.built[name, kind] for played in each.rounds)
                most += regions.most_built(done, kind)
            following[name, kind] = (total, most)
        used = following
        start_from(model, part, (hints or {}).get(number, {}))
    final = regions.final(model, parts, regions.names if regions.margin else [regions.player])
    rounds = [played for part in parts.values() for played in part.rounds]
    objective: Linear = sum(played.points for played in rounds) + final[regions.player]
    if regions.margin:
        points = {name: state.points for name, state in regions.task.position.players.items()}
        best = model.new_int_var(0, 10_000, "best rival")
        for name in regions.rivals:
            scored = sum(counted(model, played, name, 9999) for played in rounds)
            model.add(best >= scored + final[name] + points[name])
        objective = objective + points[regions.player] - best
    if bound is not None:
        model.add(objective <= bound)
    waste = sum(played.waste for played in rounds)
    if thrifty:
        model.add(waste == 0)
    decisions: dict[Hashable, Linear] = {
        ("region", number, key): value for number, part in parts.items() for key, value in part.decisions.items()
    }
    decisions["waste",] = waste
    levels = [
        Criterion(waste, 0, 999),
        Criterion(sum(played.lays for played in rounds), 0, 999),
        Criterion(sum(played.cost for played in rounds), 0, 999),
        *(level for played in rounds for level in played.levels),
        *(level for played in rounds for level in played.spare),
    ]
    identity = [each for played in rounds for each in played.identity]
    return Formulation(model, objective, decisions, levels, identity, workers=2, parameters=PARAMETERS)


def decode_game(regions: Regions, values: Mapping[Any, int]) -> GamePlan:
    """The plan of a solution of the model of everything."""
    plans = []
    for number in regions.numbers:
        own = {key[2]: value for key, value in values.items() if key[:2] == ("region", number)}
        plans.append(decode_region(regions.opened(number), regions.player, own))
    return GamePlan(regions=tuple(plans))
