"""Puzzles of a round in which it is not known what rivals do: the plan that is safest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product
from random import Random
from typing import Any

from models.empire.board import Board
from models.empire.campaign import follow_all
from models.empire.plan import Allocation, Assumptions, Plan, Policy, Purse, RoundPolicy
from models.empire.position import KINDS, PLURAL, Position
from models.empire.round import Table, finish, play
from models.empire.words import cubes, place_name
from puzzles.generate.empire import position_in_play, rivals_to_play
from puzzles.generate.making import put_together
from puzzles.generate.traits import go_on, start_anew
from puzzles.kinds import empire
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.empire_robust_grounds import robust_grounds
from puzzles.kinds.empire_rounds import LIMITS, NAMES, plan_steps, sound_parts
from puzzles.kinds.kind import Ground, Kind, Part, changed, read
from puzzles.scenario import Scenario
from solver.answer import Limits
from solver.empire.best_response import BestResponseQuestion
from solver.empire.documents import BestResponse
from solver.empire.inquiries import Robust, RobustAnswer, WorstCase
from solver.empire.robust import within, worth
from solver.engine import Engine
from solver.question import Task

LEVELS: Mapping[int, tuple[tuple[int, int], tuple[int, ...], int]] = {
    1: ((3, 3), (2, 3), 2),
    2: ((3, 3), (2, 3), 2),
    3: ((3, 3), (2, 3), 3),
    4: ((3, 4), (2, 3), 3),
    5: ((4, 4), (2, 2, 3), 4),
}
"""By level: players, rounds (a first one takes minutes to prove), how many plans of rivals or cubes between bounds."""
TRIES = 3
"""Tables that are looked at until one has a single best answer."""
MOST_CASES = 2000
"""So many things that rivals might do are looked at by the greedy player."""


class RobustPuzzles(Kind):
    """``robust``: the steps are those of the plan."""

    def make(self, seed: int, level: int) -> Scenario:
        """A round of the bundled board: some have played, of a rival only bounds or some plans are known."""
        rng = Random(f"robust {seed} {level}")
        return best_draft(self, (_candidate(rng, seed, level) for _ in range(TRIES)), limits=LIMITS)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, plans of the list, then pieces and armies."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """What rivals might do, and what the plan should be safe for."""
        question: Robust = task.question
        player = question.player
        what = "points" if question.maximise == "points" else "points more in this round than the best rival"
        if question.against == "worst":
            wanted = f"the plan of this round with which {player} is sure of as much as can be ({what}), whatever comes"
        else:
            wanted = f"the plan of this round that, whatever comes, falls least short of the best answer to it ({what})"
        if question.plans:
            known = f"Rivals follow one of {len(question.plans)} plans"
        else:
            names = " and ".join(question.bounds)
            known = f"How {names} will divide the cubes in the hand is only known within bounds"
        return f"{known}. Find {wanted}."

    def gist(self, scenario: Scenario, plan: RobustAnswer) -> Any:
        """The plan; what is worst for it is of the table."""
        return plan.plan.plain()

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """What is worst for the plan; what the best response to it is worth is solved for."""
        given = {"worst": {"value": 0, "best": 0}, **said}
        known = read(RobustAnswer, given)
        if "worst" in said or known is None:
            return given
        cases = list(islice(_cases(task), MOST_CASES))
        if _safe(cases, task, known.plan) is not None:
            return {**_answer(task, cases, known.plan).plain(), **said}
        value = worth(task, cases[0].table, known.plan, task.rulings.fresh())[0]  # nothing is worst for such a plan
        return {**said, "worst": changed(cases[0].told, value=value, best=value).model_dump(mode="json")}

    def steps(self, plan: Any) -> int:
        """The allocation, each move, each piece."""
        return plan_steps(plan.plan)

    def finish(self, task: Task, plan: Any, kept: int) -> RobustAnswer | None:
        """Answers the first thing that rivals might do, with the split that is safest.

        What the best responses are worth belongs to an answer and is solved for; the player does not look at it.
        """
        if plan is not None and kept >= self.steps(plan):
            whole: RobustAnswer = plan
            return whole
        cases = list(islice(_cases(task), MOST_CASES))
        rulings, player = task.rulings.fresh(), task.question.player
        first = cases[0].table
        if kept:
            found = go_on(first, player, plan.plan, kept, rulings)
        else:
            found = start_anew(first, player, lambda other: _safe(cases, task, other), rulings)
        if found is None or _safe(cases, task, found) is None:
            return None
        return _answer(task, cases, found)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What rivals might do, and for ``worst`` the player's means."""
        return robust_grounds(scenario)


# -- making ----------------------------------------------------------------------------------------


def _candidate(rng: Random, seed: int, level: int) -> Scenario:
    players, rounds, width = LEVELS[level]
    names = rng.sample(NAMES, rng.randint(*players))
    game, board = empire.oikoumene()
    while True:
        before = position_in_play(rng, names, region=rng.randint(1, 6), round_number=rng.choice(rounds))
        hands = [name for name in names[1:] if (before.states[name].hand or 0) > 1]
        if hands and before.states[names[0]].hand:
            break
    open_rival = rng.choice(hands)
    acted, _ = rivals_to_play(rng, board, before, names[0])
    plans = [_policy(rng, board, before, names[0], open_rival) for _ in range(width)]
    position = changed(acted, players={**acted.players, **{n: before.players[n] for n in (names[0], open_rival)}})
    question: dict[str, Any] = {
        "kind": "robust",
        "player": names[0],
        "against": rng.choice(("worst", "worst", "worst", "worst", "regret")),
        "maximise": "margin",  # where points are asked for, most questions have many best answers
    }
    assumed: dict[str, Policy] = {}
    if rng.random() < 0.8:
        question["plans"] = [{open_rival: plan.model_dump(exclude={"then"})} for plan in plans]
    else:
        assumed[open_rival] = changed(plans[0], allocation=None)
        question["bounds"] = {open_rival: _bounds(rng, before, open_rival, plans[0], width)}
    asked = Robust.model_validate(question)
    made = put_together(game, board, position, asked, seed, assumptions=Assumptions(rivals=assumed))
    return empire.title_of(made, "Whatever {name} does in {region}".replace("{name}", open_rival))


def _policy(rng: Random, board: Board, before: Position, player: str, rival: str) -> Policy:
    return rivals_to_play(rng, board, before, player, acted=False)[1][rival]


def _bounds(rng: Random, before: Position, rival: str, policy: Policy, width: int) -> dict[str, dict[str, int]]:
    """Bounds around what the rival would put down: on one field tight enough for few cases."""
    hand = before.states[rival].hand or 0
    first = before.round == 1
    put = (policy.allocation or Purse()).allocation(hand, first)
    found = {}
    for key in ("order", "armies", "temple", "city") if first else ("temple", "city"):
        count = getattr(put, key)
        low = rng.randint(0, width) if key in KINDS or width > 3 else 0
        found[key] = {"least": max(0, count - low), "most": min(hand, count + width - low)}
        if key in ("order", "armies") and width <= 3:
            found[key] = {"least": count, "most": count}
    return found


# -- leaving out -----------------------------------------------------------------------------------


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: Robust = scenario.question
    unsure = {*question.bounds, *(name for plan in question.plans for name in plan)}
    rivals = empire.rivals_of(scenario)
    for name in rivals if len(rivals) > 1 else ():
        if name not in unsure:
            yield Part(f"rival {name}", f"the rival {name}", empire.without_rival(scenario, name))
    for plan in question.plans if len(question.plans) > 2 else ():
        left = tuple(other for other in question.plans if other is not plan)
        key = " ".join(f"{name} {policy.model_dump_json(exclude_defaults=True)}" for name, policy in plan.items())
        yield Part(f"plan {key}", _plan_words(plan), empire.with_question(scenario, plans=left))
    for name, policy in scenario.assumptions.rivals.items():
        for kind in KINDS:
            for place in policy.pieces.of(kind):
                left_there = tuple(each for each in policy.pieces.of(kind) if each != place)
                pieces = changed(policy.pieces, **{PLURAL[kind]: left_there})
                rest = {**scenario.assumptions.rivals, name: changed(policy, pieces=pieces)}
                without = replace(scenario, assumptions=changed(scenario.assumptions, rivals=rest))
                yield Part(f"planned {kind} {name} {place}", f"the {kind} of {name} in {place_name(place)}", without)
    yield from empire.piece_parts(scenario)


def _plan_words(plan: Mapping[str, RoundPolicy]) -> str:
    told = [f"{name} to move {cubes(len(policy.moves), 'time')}" for name, policy in plan.items()]
    return f"a plan of {', '.join(told)}"


# -- the greedy player -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Case:
    """Something that rivals might do."""

    table: Table
    policies: Mapping[str, Policy]
    told: WorstCase


def _cases(task: Task) -> Iterator[_Case]:
    """All that rivals might do, in the question's own order."""
    question: Robust = task.question
    given: Mapping[str, Policy] = task.assumptions.rivals
    start = Table.of(task.board, task.position)
    options: list[tuple[Mapping[str, Policy], WorstCase]] = []
    for at, plan in enumerate(question.plans, start=1):
        named = {name: Policy(**dict(policy)) for name, policy in plan.items()}
        options.append(({**given, **named}, WorstCase(plan=at, value=0, best=0)))
    if not question.plans:
        ranges = [list(within(bounds, task, name)) for name, bounds in question.bounds.items()]
        for puts in product(*ranges):
            told: dict[str, Allocation] = dict(zip(question.bounds, puts, strict=True))
            purses = {
                name: changed(given.get(name, Policy()), allocation=Purse(**dict(put))) for name, put in told.items()
            }
            options.append(({**given, **purses}, WorstCase(allocations=told, value=0, best=0)))
    for policies, case in options:
        yield _Case(follow_all(start, policies, 0, task.rulings.fresh())[0], policies, case)


def _worth(task: Task, table: Table, plan: Plan) -> int | None:
    """What a plan is worth once the rivals have acted; None if it is against a rule."""
    question: Robust = task.question
    turn = play(table, question.player, plan, task.rulings.fresh())
    if turn.breaches:
        return None
    ledger = finish(turn.table, task.rulings.fresh())[1]
    totals = {name: ledger.total(name) for name in table.players}
    own = totals.pop(question.player)
    return own - max(totals.values()) if question.maximise == "margin" else own


def _safe(cases: Sequence[_Case], task: Task, plan: Plan) -> int | None:
    """What a plan is sure of."""
    values = [_worth(task, case.table, plan) for case in cases]
    known = [value for value in values if value is not None]
    return min(known) if len(known) == len(values) else None


def _answer(task: Task, cases: Sequence[_Case], plan: Plan) -> RobustAnswer:
    """The plan with what is worst for it."""
    regret = task.question.against == "regret"
    values = [_worth(task, case.table, plan) or 0 for case in cases]
    bests = [_best(_Asked.of(task, case)) if regret else None for case in cases]
    short = [(best or 0) - value if regret else -value for best, value in zip(bests, values, strict=True)]
    at = short.index(max(short))
    best = _best(_Asked.of(task, cases[at]))
    return RobustAnswer(plan=plan, worst=changed(cases[at].told, value=values[at], best=best))


@dataclass(frozen=True)
class _Asked:
    """A best response that was asked for, known by what is on the table."""

    key: str
    task: Task = field(compare=False)

    @classmethod
    def of(cls, task: Task, case: _Case) -> _Asked:
        question: Robust = task.question
        asked = BestResponse(kind="best-response", player=question.player, maximise=question.maximise)
        assumptions = changed(task.assumptions, rivals=case.policies)
        parts = (task.position, assumptions, asked)
        key = " ".join([task.board.name, *(part.model_dump_json() for part in parts), str(dict(task.rulings.readings))])
        return cls(key, replace(task, question=asked, assumptions=assumptions))


@lru_cache(maxsize=512)
def _best(asked: _Asked) -> int:
    """What the best response is worth, proved."""
    outcome = Engine(Limits(seconds=600, workers=1)).solve(
        BestResponseQuestion().formulate(asked.task), canonical=False
    )
    return outcome.solutions[0].objective or 0
