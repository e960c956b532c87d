"""What holds the answer to ``robust`` down: what rivals might do, and the player's means.

Where the regret counts, more means make the best responses better, too, and nobody can say which
way it goes: then there is only what rivals might do.  Bounds are loosened as the list of plans that
they stand for, so that nothing else changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from models.empire.board import SYMBOL
from models.empire.plan import Allocation, Policy, Purse, RoundPolicy
from models.empire.position import CUBES, KINDS, PLURAL, PlayerState
from models.empire.words import cubes
from puzzles.kinds import empire
from puzzles.kinds.kind import Ground
from puzzles.scenario import Scenario
from solver.empire.inquiries import Robust
from solver.empire.rivals import FIELDS
from solver.empire.robust import within

FIELD_WORDS: Mapping[str, str] = {
    "order": "cube for turn order",
    "armies": "army",
    "temple": "temple cube",
    "city": "city cube",
}


def robust_grounds(scenario: Scenario) -> Iterator[Ground]:
    """For ``worst`` everything that a player would name, for ``regret`` what rivals might do."""
    if scenario.question.against == "worst":
        yield from _board_grounds(scenario)
        yield from _rival_grounds(scenario)
    yield from _plan_grounds(scenario)
    yield from _bound_grounds(scenario)
    if scenario.question.against == "worst":
        yield from empire.supply_grounds(scenario)
        yield from _means(scenario)


# -- what rivals might do --------------------------------------------------------------------------


def as_plans(scenario: Scenario) -> Scenario:
    """Bounds written out as the plans that they allow."""
    question: Robust = scenario.question
    if not question.bounds:
        return scenario
    given: Mapping[str, Policy] = scenario.assumptions.rivals
    options = [list(within(bounds, scenario.task, name)) for name, bounds in question.bounds.items()]
    plans = []
    for puts in product(*options):
        named = zip(question.bounds, puts, strict=True)
        plans.append({name: _with_purse(given.get(name, Policy()), put) for name, put in named})
    return empire.with_question(scenario, plans=tuple(plans), bounds={})


def _with_purse(policy: Policy, put: Allocation) -> RoundPolicy:
    return RoundPolicy(allocation=Purse(**dict(put)), moves=policy.moves, pieces=policy.pieces)


def _plan_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Each plan of the list but the first one, since something has to be possible."""
    for at, plan in list(enumerate(scenario.question.plans, start=1))[1:]:
        yield _plan_ground(at, plan)


def _plan_ground(at: int, plan: Mapping[str, RoundPolicy]) -> Ground:
    def loosen(looser: Scenario, _: int) -> Scenario:
        left = tuple(other for other in looser.question.plans if other is not plan)
        return empire.with_question(looser, plans=left)

    words = f"{' and '.join(plan)} may follow plan {at} of the list"
    return Ground(f"plan {at}", words, "question", loosen, lambda _: f"plan {at} is ruled out")


def _bound_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Both ends of what each rival may have put on each field, down to an allocation in the middle."""
    for name, bounds in scenario.question.bounds.items():
        options = list(within(bounds, scenario.task, name))
        middle = options[len(options) // 2]
        for key in FIELDS:
            counts = [getattr(put, key) for put in options]
            kept = getattr(middle, key)
            if min(counts) < kept:
                yield _bound_ground(name, key, "few", min(counts), kept - min(counts))
            if max(counts) > kept:
                yield _bound_ground(name, key, "many", max(counts), max(counts) - kept)


def _bound_ground(name: str, key: str, end: str, bound: int, most: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        scenario = as_plans(scenario)
        limit = bound + steps if end == "few" else bound - steps

        def fits(plan: Mapping[str, RoundPolicy]) -> bool:
            put = getattr(plan[name].allocation, key)
            return bool(put >= limit if end == "few" else put <= limit)

        return empire.with_question(scenario, plans=tuple(plan for plan in scenario.question.plans if fits(plan)))

    def closer(steps: int) -> str:
        limit = bound + steps if end == "few" else bound - steps
        return f"{cubes(limit, FIELD_WORDS[key])} {'at least' if end == 'few' else 'at most'} for {name}"

    words = f"{name} may have as {end} as {cubes(bound, FIELD_WORDS[key])}"
    return Ground(f"{key} {end} {name}", words, "question", loosen, closer, most)


# -- the board and what has been played ------------------------------------------------------------


def _policies(scenario: Scenario) -> list[tuple[str, RoundPolicy]]:
    """Everything that is thought possible of rivals who have yet to act."""
    found = list(scenario.assumptions.rivals.items())
    return found + [each for plan in scenario.question.plans for each in plan.items()]


def _starts(scenario: Scenario) -> list[str]:
    """Where armies of the player stand, or can."""
    me: PlayerState = scenario.position.states[scenario.question.player]
    starts = [place for place, count in me.armies.items() if count]
    return starts + ([SYMBOL] if me.hand and scenario.position.round == 1 and SYMBOL not in starts else [])


def _free_hand(scenario: Scenario) -> bool:
    """Whether all cubes of the player are still to be distributed, so that one too many need do no harm."""
    me: PlayerState = scenario.position.states[scenario.question.player]
    return bool(me.hand) and not me.temple and not me.city


def _saved(scenario: Scenario, _: int) -> Scenario:
    """What is saved goes to turn order, or may stay in the hand."""
    return scenario if scenario.position.round == 1 else empire.may_save(as_plans(scenario))


def _board_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Arrows that no rival crosses, and how far armies go."""
    crossed = {way for _, policy in _policies(scenario) for move in policy.moves for way in pairwise(move.path)}
    if _free_hand(scenario):
        yield from empire.arrow_grounds(scenario, _starts(scenario), _saved, kept=frozenset(crossed))
    yield from empire.reach_ground(scenario, _starts(scenario))


def _rival_grounds(scenario: Scenario) -> Iterator[Ground]:
    """What rivals have who have played, as far as it touches nobody who has not."""
    policies = _policies(scenario)
    unsure = {name for name, _ in policies} | set(scenario.question.bounds)
    touched = {place for _, policy in policies for move in policy.moves for place in move.path}
    touched |= {place for name in unsure for place in scenario.position.players[name].armies}
    free = [place for place in empire.region_of(scenario).in_order if place not in touched]
    yield from empire.army_grounds(scenario, free)
    laid = {f"{PLURAL[kind]} of rivals" for _, policy in policies for kind in KINDS if policy.pieces.of(kind)}
    yield from (ground for ground in empire.piece_grounds(scenario) if ground.key not in laid)
    cities = {f"city {place}" for _, policy in policies for place in policy.pieces.cities}
    yield from (ground for ground in empire.standing_grounds(scenario) if ground.key not in cities)


# -- own means -------------------------------------------------------------------------------------


def _means(scenario: Scenario) -> Iterator[Ground]:
    """Cubes, armies, and that every cube has to be put somewhere."""
    name: str = scenario.question.player
    me: PlayerState = scenario.position.states[name]
    first = scenario.position.round == 1
    if not first or not me.hand:
        yield Ground(
            "armies",
            f"{name} has {cubes(me.army_count, 'army')}",
            "3.3-1",
            lambda looser, steps: empire.more_armies(looser, name, steps),
            lambda steps: f"{cubes(steps, 'army')} more on the campaign symbol",
            max(1, CUBES - me.army_count),
        )
    if not _free_hand(scenario):
        return
    if not first and scenario.rulings.readings["cubes-held-back"] == "forbidden":
        yield Ground(
            "all cubes",
            f"{name} has to put every cube in the hand onto the tablet",
            "4.1-1",
            lambda looser, _: empire.may_save(as_plans(looser)),
            lambda _: "cubes may stay in the hand",
        )
    more = "more" if first else "more, to be used or not"
    yield Ground(
        "cubes",
        f"{name} has {cubes(me.hand or 0)} in the hand",
        "3.3-1",
        lambda looser, steps: _saved(_richer(looser, name, steps), steps),
        lambda steps: f"{cubes(steps)} {more}",
        CUBES,
    )


def _richer(scenario: Scenario, name: str, steps: int) -> Scenario:
    hand = scenario.position.states[name].hand or 0
    return empire.with_player(scenario, name, hand=hand + steps)
