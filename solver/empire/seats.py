"""What each seat of a round of empire is worth when those who move later answer: problems, solution, replay.

See :mod:`solver.empire.turn_order` for the question and :mod:`solver.empire.sequence` for the game.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from models.empire.campaign import follow_all
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Move, Payment
from models.empire.position import KINDS, PLURAL, Pieces, PlayerState
from models.empire.round import Table, finish, take_turn
from models.empire.words import cubes
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from solver.answer import Outcome, Progress, Replay, Solution, Status
from solver.empire.inquiries import SeatWorth, Turn, TurnOrder, TurnOrderAnswer
from solver.empire.rivals import moved_problems, rival_problems
from solver.engine import Engine
from solver.question import Task

if TYPE_CHECKING:
    from solver.empire.sequence import Ground, Left, Line, Mover, Sequel

MOST_JOINT = 1_000_000_000
"""Joint outcomes of all turns of a seat, up to which it is valued."""
MOST_EARLIER = 300_000
"""Joint outcomes of all turns before the last one, up to which a seat is valued."""


def hand_problems(task: Task, names: Sequence[str]) -> Iterator[Problem]:
    """Tablets that are still to be filled."""
    for name in names:
        state = task.position.states[name]
        on_table = state.order + state.army_count + state.temple + state.city
        if state.hand and (not on_table or task.rulings.readings["cubes-held-back"] == "forbidden"):
            what = f"{name} holds {cubes(state.hand)} in the hand, but the tablets are revealed by now"
            yield Problem(("position", "players", name), what, "cubes on order, armies, temple and city (rule 4.1-1)")


def _order_of(task: Task) -> tuple[str, ...] | None:
    """The rivals in the order in which they play."""
    question: TurnOrder = task.question
    order = question.order if question.order is not None else task.position.turn_order
    return None if order is None else tuple(name for name in order if name != question.player)


def _seats_of(task: Task) -> tuple[int, ...]:
    question: TurnOrder = task.question
    return tuple(sorted(question.seats or range(1, len(task.position.players) + 1)))


def seat_problems(task: Task) -> Iterator[Problem]:
    """An order that does not name every rival once, unknown seats, cubes in a hand, armies that have moved."""
    question: TurnOrder = task.question
    rivals = [name for name in task.position.players if name != question.player]
    path: Path = ("question", "order")
    order = _order_of(task)
    if order is None:
        yield Problem(path, "nothing says in which order the rivals play", "all rivals in their order")
    for at, name in enumerate(question.order or ()):
        if name not in rivals:
            what = f"{name} is the one who chooses" if name == question.player else f"unknown player “{name}”"
            yield Problem((*path, at), what, one_of(rivals, name))
        elif name in (question.order or ())[:at]:
            yield Problem((*path, at), f"“{name}” stands twice")
    missing = [name for name in rivals if order is not None and name not in order]
    if missing:
        yield Problem(path, f"not everybody is named: {', '.join(missing)} missing", "all rivals")
    count = len(task.position.players)
    seats = question.seats or ()
    for at, seat in enumerate(seats):
        if not 1 <= seat <= count:
            yield Problem(("question", "seats", at), f"there is no seat {seat}", f"1 to {count}")
        elif seat in seats[:at]:
            yield Problem(("question", "seats", at), f"seat {seat} stands twice", "each seat once")
    if question.seats == ():
        yield Problem(("question", "seats"), "no seat is named", "at least one, or no “seats” for all of them")
    yield from hand_problems(task, list(task.position.players))
    for problem in rival_problems(task, question.player):
        if len(problem.path) > 3 or problem.path[-1] not in rivals:  # of cubes in a hand it is said above
            yield problem
    if order is None or missing or any(not 1 <= seat <= count for seat in seats):
        return
    region = task.board.by_number[task.position.region]
    moving = {name for name, policy in task.assumptions.rivals.items() if policy.moves}
    for name in order[min(_seats_of(task), default=1) - 1 :]:
        if name in rivals and name not in moving:
            yield from moved_problems(name, task.position.states[name], region, task.position.round)


def size_problems(task: Task) -> Iterator[Problem]:
    """More turns than can be gone through: says how many, and what makes them fewer."""
    from solver.empire.sequence import MOST_STATES, MOST_TURNS, TooManyError

    hint = "fewer armies, fewer cubes on temple and city, a smaller region"
    counts: dict[str, int] = {}
    for seat in reversed(_seats_of(task)):
        joint = 1
        sizes = []
        for name in _movers_of(task, seat):
            try:
                counts[name] = counts.get(name) or len(_turns(task, name))
            except TooManyError:
                what = f"{name} has too many turns: over {MOST_TURNS} outcomes, or {MOST_STATES} ways to stand"
                yield Problem(("position", "players", name), what, hint)
                return
            joint *= counts[name]
            sizes.append(f"{name} {counts[name]}")
        earlier = joint // counts[_movers_of(task, seat)[-1]]
        if joint > MOST_JOINT or earlier > MOST_EARLIER:
            what = f"seat {seat} has {joint} joint outcomes ({', '.join(sizes)}), {earlier} before the last turn"
            limit = f"at most {MOST_JOINT}, {MOST_EARLIER} before it"
            yield Problem(("question", "seats"), what, f"{limit}: {hint}, or late “seats” only")
            return


def _movers_of(task: Task, seat: int) -> list[str]:
    """Who moves from a seat on: the player, then those who sit behind."""
    order = _order_of(task)
    assert order is not None
    return [task.question.player, *order[seat - 1 :]]


def _ground(task: Task) -> Ground:
    from solver.empire.sequence import Ground

    region = task.board.by_number[task.position.region]
    standing = {place for state in task.position.players.values() for place in state.built.cities}
    sites = {
        kind: sum(1 << at for at, place in enumerate(region.in_order) if region.has_site(place, kind)) for kind in KINDS
    }
    costs = tuple(sorted(region.costs.items()))
    return Ground(costs, region.in_order, sites["temple"], sites["city"] & ~_bits(region.in_order, standing))


def _bits(places: Sequence[str], chosen: Any) -> int:
    return sum(1 << at for at, place in enumerate(places) if place in chosen)


def _mover(ground: Ground, state: PlayerState) -> Mover:
    from solver.empire.sequence import Mover

    return Mover(
        tuple(sorted((place, count) for place, count in state.armies.items() if count)),
        state.temple,
        state.city,
        _bits(ground.places, state.placed.temples),
        _bits(ground.places, state.placed.cities),
        state.limit("temple") - len(state.placed.temples),
        state.limit("city") - len(state.placed.cities),
    )


def _left(ground: Ground, state: PlayerState) -> Left:
    """What a player has on the table."""
    from solver.empire.sequence import Left

    return Left(
        tuple(state.armies.get(place, 0) for place in ground.places),
        state.temple,
        _bits(ground.places, state.placed.temples),
        state.city,
        _bits(ground.places, state.placed.cities),
    )


def _turns(task: Task, name: str) -> tuple[Left, ...]:
    from solver.empire.sequence import turns_of

    ground = _ground(task)
    return turns_of(ground, _mover(ground, task.position.states[name]))


def _sequel(task: Task, seat: int) -> Sequel:
    """Who moves from a seat on, those before having done what is assumed of them."""
    from solver.empire.sequence import Prices, Sequel

    ground = _ground(task)
    table, _ = _before(task, seat, task.rulings.fresh())
    movers = _movers_of(task, seat)
    readings = task.rulings.readings
    region = table.region
    standing = {place for state in table.players.values() for place in state.built.cities}
    return Sequel(
        tuple(task.position.players),
        task.question.player,
        {name: _turns(task, name) for name in movers},
        {name: _left(ground, state) for name, state in table.players.items() if name not in movers},
        task.question.maximise == "margin",
        _bits(region.in_order, standing),
        Prices(readings["contested-price"] == "difference-plus-one", readings["contested-minimum"] == "normal-price"),
    )


def _before(task: Task, seat: int, rulings: Rulings) -> tuple[Table, list[str]]:
    """The table when those who sit before a seat have followed their policies, and what they left out."""
    sitting = [name for name in task.position.players if name not in _movers_of(task, seat)]
    policies = {name: policy for name, policy in task.assumptions.rivals.items() if name in sitting}
    table, notes = follow_all(Table.of(task.board, task.position), policies, 0, rulings)
    return table, list(notes)


def solve_seats(task: Task, engine: Engine) -> Outcome:
    """Every seat, the last one first, since it has the fewest who answer."""
    from solver.empire.sequence import Stopped

    started = time.perf_counter()
    values: dict[Hashable, int] = {}
    worth: list[int] = []
    joint, whole = 0, True
    for seat in reversed(_seats_of(task)):
        sequel = _sequel(task, seat)
        size = 1
        for turns in sequel.movers.values():
            size *= len(turns)
        joint += size
        told = [0.0]

        def pause(sequel: Sequel = sequel, seat: int = seat, told: list[float] = told) -> None:
            elapsed = time.perf_counter() - started
            if engine.interrupted or elapsed > engine.limits.seconds:
                raise Stopped
            if engine.listener is not None and elapsed > told[0] + 0.1:
                told[0] = elapsed
                best = None if sequel.best is None else _worth_of(task, sequel, sequel.best)
                engine.listener(Progress(f"seat {seat}", best, None, elapsed))

        sequel.pause = pause
        line: Line | None
        try:
            line = sequel.solve()
        except Stopped:
            whole, line = False, sequel.best
        if line is None:
            continue
        for name, turn in zip(sequel.movers, line.turns, strict=True):
            values[seat, name] = sequel.movers[name].index(turn)
        worth.append(_worth_of(task, sequel, line))
    statistics = {"solver_seconds": round(time.perf_counter() - started, 6), "joint_outcomes": joint}
    if not worth:
        return Outcome(Status.UNKNOWN, interrupted=engine.interrupted, statistics=statistics)
    best = max(worth)
    solution = Solution(values, best, canonical=whole)
    status = Status.OPTIMAL if whole else Status.FEASIBLE
    region = task.board.by_number[task.position.region]
    bound = best if whole else 10 * len(region.provinces)  # 2, 3 and 5 points in each
    return Outcome(status, (solution,), bound, whole, engine.interrupted, statistics)


def _worth_of(task: Task, sequel: Sequel, line: Line) -> int:
    own, others = line.points[sequel.me], (*line.points[: sequel.me], *line.points[sequel.me + 1 :])
    return own - max(others) if task.question.maximise == "margin" else own


def worths_of(task: Task, values: Mapping[Any, int]) -> TurnOrderAnswer:
    """The seats with the moves that lead to each turn."""
    seats = []
    for seat in sorted({key[0] for key in values}):
        sequel = _sequel(task, seat)
        left = {name: turns[values[seat, name]] for name, turns in sequel.movers.items()}
        points = sequel.score({**sequel.others, **left})
        others = (*points[: sequel.me], *points[sequel.me + 1 :])
        turns = {name: _turn_of(task, name, turn) for name, turn in left.items()}
        seats.append(
            SeatWorth(
                seat=seat,
                points=points[sequel.me],
                margin=points[sequel.me] - max(others),
                plan=turns.pop(task.question.player),
                replies=turns,
            )
        )
    return TurnOrderAnswer(seats=tuple(seats))


def _turn_of(task: Task, name: str, left: Left) -> Turn:
    """Moves and pieces that leave this on the table; the temple field pays first."""
    from solver.empire.sequence import reach

    ground = _ground(task)
    state: PlayerState = task.position.states[name]
    mover = _mover(ground, state)
    cubes_there = state.temple + state.city
    paid = cubes_there - left.temple - left.city
    steps = reach(ground, mover.standing, cubes_there).steps(left.armies, paid)
    groups = [(step.armies, step.arrow) for step in steps]
    region = task.board.by_number[task.position.region]
    rich = state.model_copy(update={"temple": 999, "city": 999})
    costs = dict(ground.costs)
    paths: list[tuple[int, tuple[str, ...]]] = list(groups)
    at = 0
    while at + 1 < len(paths):  # a group that goes on whole makes one move
        (one, way), (two, further) = paths[at], paths[at + 1]
        joined = [*paths[:at], (one, (*way, *further[1:])), *paths[at + 2 :]]
        moves = [GroupMove(armies, path, None) for armies, path in joined]
        if one == two and way[-1] == further[0] and not play_moves(region, rich, moves).breaches:
            paths = joined
        else:
            at += 1
    temple = state.temple - left.temple
    moved = []
    for armies, path in paths:
        cost = sum(costs[arrow] for arrow in pairwise(path))
        pays = Payment(temple=min(cost, temple), city=cost - min(cost, temple))
        temple -= pays.temple
        moved.append(Move(armies=armies, path=path, pays=pays))
    laid = {"temple": left.temples & ~mover.temples, "city": left.cities & ~mover.cities}
    pieces = {
        PLURAL[kind]: tuple(place for at, place in enumerate(ground.places) if laid[kind] >> at & 1) for kind in KINDS
    }
    return Turn(moves=tuple(moved), pieces=Pieces.model_validate(pieces))


def _play(task: Task, table: Table, name: str, turn: Turn, path: Path, rulings: Rulings, found: list[Breach]) -> Table:
    """Play a turn by the rules; what breaks one is left out and named."""
    moves = [GroupMove(move.armies, move.path, move.pays) for move in turn.moves]
    played = take_turn(table, name, moves, turn.pieces, rulings)
    found += [Breach(breach.rule, (*path, *breach.path), breach.message) for breach in played.breaches]
    return played.table


def replay_seats(task: Task, plan: TurnOrderAnswer, rulings: Rulings) -> Replay:
    """Play every line; the ledger is that of the best seat."""
    question: TurnOrder = task.question
    found: list[Breach] = []
    notes: list[str] = []
    best: tuple[int, Ledger] | None = None
    for at, worth in enumerate(plan.seats or ()):
        path: Path = ("seats", at)
        if worth.seat not in _seats_of(task):
            found.append(Breach("question", (*path, "seat"), f"seat {worth.seat} is not asked for"))
            continue
        table, left_out = _before(task, worth.seat, rulings)
        notes += [note for note in left_out if note not in notes]
        table = _play(task, table, question.player, worth.plan, (*path, "plan"), rulings, found)
        movers = _movers_of(task, worth.seat)[1:]
        for name in movers:
            if name in worth.replies:
                turn = worth.replies[name]
                table = _play(task, table, name, turn, (*path, "replies", name), rulings, found)
        for name in worth.replies:
            if name not in movers:
                what = f"{name} does not play after seat {worth.seat}"
                found.append(Breach("question", (*path, "replies", name), what))
        _, ledger = finish(table, rulings)
        totals = {name: ledger.total(name) for name in table.players}
        points = totals.pop(question.player)
        margin = points - max(totals.values())
        for key, true in (("points", points), ("margin", margin)):
            if getattr(worth, key) != true:
                found.append(Breach("question", (*path, key), f"played by the rules it is {true}"))
        value = margin if question.maximise == "margin" else points
        if best is None or value > best[0]:
            best = (value, ledger)
    value, ledger = best if best is not None else (0, Ledger())
    return Replay(value, ledger, rulings.consulted(), found, tuple(notes))


def better_replies(task: Task, plan: TurnOrderAnswer) -> Iterator[Breach]:
    """Seats that are missing, and replies that are not what those who answer would do."""
    told = [worth.seat for worth in plan.seats or ()]
    for seat in _seats_of(task):
        if seat not in told:
            yield Breach("question", ("seats",), f"seat {seat} is left out")
    ground = _ground(task)
    for at, worth in enumerate(plan.seats or ()):
        path: Path = ("seats", at)
        if worth.seat in told[:at]:
            yield Breach("question", (*path, "seat"), f"seat {worth.seat} stands twice")
        if worth.seat not in _seats_of(task):
            continue
        rulings, ignored = task.rulings.fresh(), list[Breach]()
        table, _ = _before(task, worth.seat, rulings)
        sequel = _sequel(task, worth.seat)
        chosen: list[Left] = []
        turns = {task.question.player: worth.plan, **worth.replies}
        for name in sequel.order:
            table = _play(task, table, name, turns.get(name, Turn()), (), rulings, ignored)
            chosen.append(_left(ground, table.players[name]))
        claimed = _worth_of(task, sequel, sequel.solve(chosen))
        true = _worth_of(task, sequel, sequel.solve(chosen[:1]))
        if claimed != true:
            what = f"those who play after seat {worth.seat} do better for themselves: then it is {true}, not {claimed}"
            yield Breach("question", (*path, "replies"), what)
