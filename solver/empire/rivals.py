"""What the questions about empire share: checks of players and policies, rivals as the scoring meets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from models.empire.board import SYMBOL, Region
from models.empire.campaign import follow_all
from models.empire.plan import Policy, Purse, RoundPolicy
from models.empire.position import KINDS, PLURAL, STEPS, PlayerState
from models.empire.round import Table
from models.errors import Path, Problem, one_of
from models.rulings import Rulings
from solver.question import Task

FIELDS = ("order", "armies", "temple", "city")


def after_rivals(task: Task, rulings: Rulings, notes: list[str] | None = None) -> Table:
    """The table when the rivals have done what is assumed of them this round."""
    table, left_out = follow_all(Table.of(task.board, task.position), task.assumptions.rivals, 0, rulings)
    if notes is not None:
        notes += left_out
    return table


def points_words(player: str, maximise: str, value: int, where: str = "") -> str:
    """A value in points or as a margin, in words."""
    points = f"{abs(value)} point{'' if abs(value) == 1 else 's'}"
    if maximise == "points":
        return f"{'-' if value < 0 else ''}{points} for {player}{where}"
    if value == 0:
        return f"{player} level with the best rival{where}"
    return f"{player} {points} {'ahead of' if value > 0 else 'behind'} the best rival{where}"


def player_problems(task: Task, player: str, path: Path = ("question", "player")) -> Iterator[Problem]:
    """An unknown player."""
    if player not in task.position.players:
        yield Problem(path, f"unknown player “{player}”", one_of(task.position.players, player))


def ended_problems(task: Task) -> Iterator[Problem]:
    """A position with nothing left to play."""
    if task.position.ended:
        yield Problem(("position", "ended"), "the game has ended: there is no round to plan", "“ended: false”")


def rival_problems(task: Task, player: str, *, rounds: int = 1, moving: bool = True) -> Iterator[Problem]:
    """Policies of unknown players, cubes in a hand with no plan, moves out of time, unknown places.

    Parameters
    ----------
    rounds
        How many rounds the question looks at: policies for later ones are no use to it.
    moving
        Whether the player's own armies are still to move.
    """
    policies: Mapping[str, Policy] = task.assumptions.rivals
    region = task.board.by_number[task.position.region]
    states = task.position.states
    path: Path = ("assumptions", "rivals")
    yield from _named_problems(task, player, policies, path)
    for name in task.position.players:
        if name == player:
            continue
        policy = policies.get(name)
        if states[name].hand and (policy is None or policy.allocation is None):
            what = f"{name} has {states[name].hand} cubes in the hand and nothing says what becomes of them"
            yield Problem((*path, name), what, "an allocation")
        elif policy is not None and policy.allocation is not None:
            hand = states[name].hand or 0
            yield from _purse_problems((*path, name), policy.allocation, hand, task.position.round == 1, task.rulings)
    movers = {name for name, policy in policies.items() if policy.moves and name in states and name != player}
    movers |= {player} if moving else set()
    for name in sorted(movers):
        yield from moved_problems(name, states[name], region, task.position.round)
    yield from later_problems(task, policies, region, path, rounds)


def region_problems(task: Task, player: str) -> Iterator[Problem]:
    """What is wrong with the policies for regions to come."""
    seen: set[int] = set()
    for at, later in enumerate(task.assumptions.later):
        path: Path = ("assumptions", "later", at)
        if later.region in seen or later.region <= task.position.region:
            what = "stands twice" if later.region in seen else "is not to come"
            yield Problem((*path, "region"), f"region {later.region} {what}", "each region after this one, once")
            continue
        seen.add(later.region)
        if later.region not in task.board.by_number:
            known = ", ".join(str(number) for number in sorted(task.board.by_number))
            yield Problem((*path, "region"), f"the board has no region {later.region}", f"one of: {known}")
            continue
        where: Path = (*path, "rivals")
        yield from _named_problems(task, player, later.rivals, where)
        for name, policy in later.rivals.items():
            if policy.allocation is not None:
                cubes = task.position.cubes
                yield from _purse_problems((*where, name), policy.allocation, cubes, True, task.rulings)
        yield from later_problems(task, later.rivals, task.board.by_number[later.region], where, 3)


def _named_problems(task: Task, player: str, policies: Iterable[str], path: Path) -> Iterator[Problem]:
    rivals = [name for name in task.position.players if name != player]
    for name in policies:
        if name == player:
            yield Problem((*path, name), f"{name}'s plan is what the question asks for", "rivals only")
        elif name not in task.position.players:
            yield Problem((*path, name), f"unknown player “{name}”", one_of(rivals, name))


def later_problems(
    task: Task, policies: Mapping[str, Policy], region: Region, path: Path, rounds: int
) -> Iterator[Problem]:
    """What is wrong with the moves and pieces of policies, and with what they say of later rounds."""
    for name, policy in policies.items():
        where: Path = (*path, name)
        yield from place_problems(region, where, policy.moves, policy.pieces)
        if policy.then and rounds == 1:
            yield Problem((*where, "then"), "this question looks at one round only", "no “then”")
            continue
        for at, later in enumerate(policy.then):
            yield from place_problems(region, (*where, "then", at), later.moves, later.pieces)
            yield from _rest_problems((*where, "then", at), later, task.rulings)


def _rest_problems(path: Path, policy: RoundPolicy, rulings: Rulings) -> Iterator[Problem]:
    """A later allocation must say what becomes of however many cubes are left (4.1-1, 4.1.2-2)."""
    purse = policy.allocation
    if purse is None or rulings.readings["cubes-held-back"] == "allowed":
        return
    rests = [key for key in ("temple", "city") if getattr(purse, key) == "rest"]
    if len(rests) != 1:
        what = "nothing says where the rest goes" if not rests else "temple and city are both the rest"
        yield Problem((*path, "allocation"), what, "“rest” for temple or city, however many cubes are left")


def _purse_problems(path: Path, purse: Purse, hand: int, first: bool, rulings: Rulings) -> Iterator[Problem]:
    """A rival's allocation that leaves cubes in the hand (4.1-1), or has two rests."""
    where = (*path, "allocation")
    rests = [key for key in FIELDS if getattr(purse, key) == "rest"]
    if len(rests) > 1:
        yield Problem(where, f"{' and '.join(rests)} are both the rest", "“rest” for one field")
    put = purse.allocation(hand, first).total
    if put < hand and rulings.readings["cubes-held-back"] == "forbidden":
        yield Problem(where, f"{put} of {hand} cubes are distributed", f"{hand}, or one field with “rest”")


def moved_problems(name: str, state: PlayerState, region: Region, number: int) -> Iterator[Problem]:
    """Armies that must have moved this round already, of somebody who is still to move (5.3-2)."""
    before = STEPS * (number - 1)
    for place, count in state.armies.items():
        if count and place in region.steps and region.steps[place] > before:
            what = f"{name} is still to move, but an army stands where it came only this round"
            hint = "the armies where the round began; or “fixed: {moves: []}” if the moves are over"
            yield Problem(("position", "players", name, "armies", place), what, hint)


def place_problems(region: Region, path: Path, moves: Any, pieces: Any) -> Iterator[Problem]:
    """Unknown provinces in moves and pieces."""
    known = [*region.provinces, SYMBOL]
    for at, move in enumerate(moves or ()):
        for step, place in enumerate(move.path):
            if place not in known:
                where = (*path, "moves", at, "path", step)
                yield Problem(where, f"unknown province “{place}” in {region.name}", one_of(known, place))
    for kind in KINDS:
        for at, place in enumerate(getattr(pieces, PLURAL[kind]) or ()):
            if place not in region.provinces:
                where = (*path, "pieces", PLURAL[kind], at)
                yield Problem(where, f"unknown province “{place}” in {region.name}", one_of(region.provinces, place))
