"""What the kinds of empire that look at rounds and at the end of the game share: tables, boards, the greedy turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from models.empire.campaign import follow_all
from models.empire.plan import Plan, Policy, RegionPlan, RoundPolicy
from models.empire.position import KINDS, PLURAL, ROUNDS, PlayerState, Position
from models.empire.round import Table, finish, play, take_back, why_over
from models.empire.words import cubes, place_name
from models.rulings import Rulings
from puzzles.generate.making import problems
from puzzles.generate.traits import go_on, start_anew
from puzzles.kinds.empire import rivals_of
from puzzles.kinds.kind import Ground, Part, changed
from puzzles.scenario import Scenario
from solver.answer import Limits

LIMITS = Limits(seconds=600, workers=1, work=3.0)
"""Of a look at a candidate: what takes more work is not posed."""
NAMES = ("ana", "ben", "clara", "dan", "eva")


# -- scenarios -------------------------------------------------------------------------------------


def with_player(scenario: Scenario, name: str, **fields: Any) -> Scenario:
    """The same scenario with other values in the state of a player."""
    players = dict(scenario.position.players)
    players[name] = changed(players[name], **fields)
    return replace(scenario, position=changed(scenario.position, players=players))


def track_ground(name: str, points: int, most: int) -> Ground:
    """Where a player stands on the score track; ``most`` points fewer can matter."""
    return Ground(
        f"points {name}",
        f"{name} stands at {points} on the score track",
        "5.5-2",
        lambda looser, steps: with_player(looser, name, points=looser.position.players[name].points - steps),
        lambda steps: f"{cubes(steps, 'point')} fewer for {name}",
        most,
    )


def without_player(scenario: Scenario, name: str) -> Scenario:
    """The same scenario with one player fewer, and with nothing of theirs."""
    position: Position = scenario.position
    players: Mapping[str, PlayerState] = {each: state for each, state in position.players.items() if each != name}
    order = None if position.turn_order is None else tuple(each for each in position.turn_order if each != name)
    rivals = _without(scenario.assumptions.rivals, name)
    later = tuple(changed(each, rivals=_without(each.rivals, name)) for each in scenario.assumptions.later)
    return replace(
        scenario,
        position=changed(position, players=players, turn_order=order, seats=None, seating=None),
        assumptions=changed(scenario.assumptions, rivals=rivals, later=later),
    )


def _without(mapping: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if key != name}


def rival_parts(scenario: Scenario) -> Iterator[Part]:
    """Each rival, as long as there is another one."""
    rivals = rivals_of(scenario)
    for name in rivals if len(rivals) > 1 else ():
        yield Part(f"rival {name}", f"the rival {name}", without_player(scenario, name))


def sound_parts(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of which the rest reads back as a file would."""
    return (part for part in parts if not any(True for _ in problems(part.rest)))


# -- plans -----------------------------------------------------------------------------------------


def plan_steps(plan: Plan) -> int:
    """The decisions of a round: the allocation, each move, each piece; one if nothing is done."""
    pieces = sum(len(plan.pieces.of(kind)) for kind in KINDS)
    return max(1, (plan.allocation is not None) + len(plan.moves) + pieces)


def region_steps(plan: RegionPlan) -> int:
    """The decisions of all rounds."""
    return max(1, sum(plan_steps(part) for part in plan.rounds))


def greedy_region(
    table: Table,
    player: str,
    policies: Mapping[str, Policy],
    plan: RegionPlan,
    kept: int,
    margin: bool,
    rulings: Rulings,
) -> tuple[RegionPlan, Table] | None:
    """What the greedy player makes of the first steps of a plan for the rounds of a region.

    In each round the player takes what brings most in it, as in :mod:`puzzles.generate.traits`, and
    does not think of the next one.

    Parameters
    ----------
    kept
        How many steps of the plan stand.
    margin
        Whether the lead over the best rival counts in each round, or the points.

    Returns
    -------
    The plan with the table after the last scoring; None if what stands is against a rule.
    """
    rounds: list[Plan] = []
    for later in range(ROUNDS + 1 - table.round):
        table, _ = follow_all(table, policies, later, rulings)
        given = plan.rounds[later] if later < len(plan.rounds) else Plan()
        if later and (not kept or given.allocation is not None):
            table = table.with_player(player, take_back(table.players[player]))
        found = _greedy_round(table, player, given, kept, margin, rulings)
        kept = max(0, kept - plan_steps(given))
        if found is None:
            return None
        turn = play(table, player, found, rulings)
        if turn.breaches:
            return None
        rounds.append(found)
        over = why_over(turn.table, rulings)
        table, _ = finish(turn.table, rulings)
        if over:
            break
    return RegionPlan(rounds=tuple(rounds)), table


def _greedy_round(table: Table, player: str, given: Plan, kept: int, margin: bool, rulings: Rulings) -> Plan | None:
    if kept >= plan_steps(given):
        return given
    if kept:
        return go_on(table, player, given, kept, rulings)
    return start_anew(table, player, lambda plan: _round_worth(table, player, plan, margin, rulings), rulings)


def _round_worth(table: Table, player: str, plan: Plan, margin: bool, rulings: Rulings) -> int | None:
    turn = play(table, player, plan, rulings)
    if turn.breaches:
        return None
    ledger = finish(turn.table, rulings)[1]
    totals = {name: ledger.total(name) for name in table.players}
    own = totals.pop(player)
    return own - max(totals.values()) if margin else own


# -- rivals' rounds --------------------------------------------------------------------------------


def settled(scenario: Scenario) -> Scenario:
    """With everything done that rivals are assumed to do in the round on the table; the later ones stay assumed."""
    policies: Mapping[str, Policy] = scenario.assumptions.rivals
    table, _ = follow_all(Table.of(scenario.board, scenario.position), policies, 0, scenario.rulings)
    players = {**scenario.position.players, **{name: table.players[name] for name in policies}}
    rivals = {name: Policy(then=policy.then) for name, policy in policies.items() if policy.then}
    return replace(
        scenario,
        position=changed(scenario.position, players=players),
        assumptions=changed(scenario.assumptions, rivals=rivals),
    )


def later_policies(scenario: Scenario) -> list[tuple[str, RoundPolicy]]:
    """What rivals will do in the rounds of the region after the one on the table."""
    return [(name, then) for name, policy in scenario.assumptions.rivals.items() for then in policy.then]


def later_parts(scenario: Scenario) -> Iterator[Part]:
    """What rivals will do in later rounds: whole rounds from the last one on, then pieces."""
    rivals: Mapping[str, Policy] = scenario.assumptions.rivals
    for name, policy in rivals.items():
        if policy.then:
            rest = changed(policy, then=policy.then[:-1])
            number = scenario.position.round + len(policy.then)
            yield Part(f"round {number} {name}", f"what {name} does in round {number}", _assuming(scenario, name, rest))
    for name, policy in rivals.items():
        for at, then in enumerate(policy.then):
            for kind in KINDS:
                for place in then.pieces.of(kind):
                    left = tuple(each for each in then.pieces.of(kind) if each != place)
                    fewer = changed(then, pieces=changed(then.pieces, **{PLURAL[kind]: left}))
                    rounds = (*policy.then[:at], fewer, *policy.then[at + 1 :])
                    number = scenario.position.round + at + 1
                    yield Part(
                        f"{kind} {name} {place} {number}",
                        f"the {kind} of {name} in {place_name(place)} in round {number}",
                        _assuming(scenario, name, changed(policy, then=rounds)),
                    )


def _assuming(scenario: Scenario, name: str, policy: Policy) -> Scenario:
    """Another policy of a rival; none where nothing is left of it."""
    rivals = {**scenario.assumptions.rivals, name: policy}
    if policy == Policy():
        del rivals[name]
    return replace(scenario, assumptions=changed(scenario.assumptions, rivals=rivals))


# -- making ----------------------------------------------------------------------------------------
