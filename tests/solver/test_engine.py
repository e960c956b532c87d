"""The engine keeps its promises: proof, one plan, complete enumeration, limits, Ctrl-C."""

import itertools
import signal
import time
from functools import partial

import networkx as nx
import pytest
from ortools.sat.python import cp_model

from solver.answer import Limits, Progress, Status
from solver.engine import Engine
from solver.formulation import Criterion, Formulation

COSTS = [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 1, 1, 0]]
"""Assignments of cost 0 are the optima; there are 36, which a test below counts by brute force."""


def assignment(functional=True):
    model = cp_model.CpModel()
    x = {(i, j): model.new_bool_var(f"x{i}{j}") for i in range(5) for j in range(5)}
    for i in range(5):
        model.add_exactly_one(x[i, j] for j in range(5))
        model.add_exactly_one(x[j, i] for j in range(5))
    cost = sum(COSTS[i][j] * x[i, j] for i, j in x)
    levels = [Criterion(x[key], 0, 1, maximise=True) for key in sorted(x)]
    return Formulation(model, cost, x, levels, list(x.values()), maximise=False, functional=functional)


def optima():
    costs = {p: sum(COSTS[i][p[i]] for i in range(5)) for p in itertools.permutations(range(5))}
    return {p for p, cost in costs.items() if cost == min(costs.values())}


def permutation(solution):
    return tuple(next(j for j in range(5) if solution.values[i, j]) for i in range(5))


def layouts(side=4, cells=6, root=(1, 1)):
    """Connected sets of cells that hold ``root`` (None: any); every layer literal equals its definition."""
    model = cp_model.CpModel()
    board = list(itertools.product(range(side), repeat=2))
    x = {c: model.new_bool_var(f"x{c}") for c in board}
    model.add(sum(x.values()) == cells)
    reached = {}
    for at, cell in enumerate(board):  # where no root is given it is the first cell taken
        start = model.new_bool_var(f"start{cell}")
        if root is None:
            earlier = [x[other] for other in board[:at]]
            model.add_bool_and([x[cell], *(~e for e in earlier)]).only_enforce_if(start)
            model.add_bool_or([~x[cell], *earlier, start])
        else:
            model.add(start == (x[cell] if cell == root else 0))
        reached[cell] = start
    for step in range(cells - 1):
        following = {}
        for r, c in board:
            near = [reached[n] for n in ((r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if n in reached]
            any_near = model.new_bool_var(f"near{step}{r}{c}")
            model.add_max_equality(any_near, near)
            literal = model.new_bool_var(f"layer{step}{r}{c}")
            model.add_bool_and([x[r, c], any_near]).only_enforce_if(literal)
            model.add_bool_or([~x[r, c], ~any_near, literal])
            following[r, c] = literal
        reached = following
    for cell in board:
        model.add(reached[cell] == x[cell])
    return Formulation(model, None, x, (), list(x.values()), functional=True)


def open_ended(size=60):
    """A knapsack-like model that CP-SAT cannot finish within a test."""
    model = cp_model.CpModel()
    rng = [(i * 7919) % 1009 + 100 for i in range(size)]
    x = [[model.new_bool_var("") for _ in range(4)] for _ in range(size)]
    for row in x:
        model.add_at_most_one(row)
    for k in range(4):
        model.add(sum(w * row[k] for w, row in zip(rng, x, strict=True)) <= 3001 + k)
    for k in range(4):
        for i in range(0, size - 2, 2):
            model.add(x[i][k] + x[i + 1][(k + 1) % 4] + x[i + 2][(k + 2) % 4] <= 1)
    value = sum((w * w) % 997 * literal for w, row in zip(rng, x, strict=True) for literal in row)
    return Formulation(model, value, {(i, k): x[i][k] for i in range(size) for k in range(4)})


def test_all_36_optima_of_the_assignment():
    assert len(optima()) == 36
    outcome = Engine().all(assignment())
    assert outcome.complete
    assert len(outcome.solutions) == 36
    assert {permutation(s) for s in outcome.solutions} == optima()


def test_enumeration_by_blocking_finds_the_same_in_the_same_order():
    native = Engine().all(assignment())
    blocking = Engine().all(assignment(functional=False))
    assert blocking.complete
    assert [permutation(s) for s in blocking.solutions] == [permutation(s) for s in native.solutions]


def connected(root):
    grid = nx.grid_2d_graph(4, 4)
    sets = itertools.combinations(grid, 6)
    return {frozenset(s) for s in sets if root in (None, *s) and nx.is_connected(grid.subgraph(s))}


@pytest.mark.parametrize(("root", "count"), [((1, 1), 310), (None, 496)])
def test_all_connected_layouts_of_six_cells(root, count):
    outcome = Engine().all(layouts(root=root))
    assert outcome.complete
    found = [frozenset(cell for cell, taken in s.values.items() if taken) for s in outcome.solutions]
    assert len(found) == count
    assert set(found) == connected(root)


def test_an_enumeration_that_stops_early_says_so():
    outcome = Engine(Limits(answers=5)).all(assignment())
    assert not outcome.complete
    assert len(outcome.solutions) == 5


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_one_plan_whatever_the_workers(workers):
    outcome = Engine(Limits(workers=workers, seed=workers)).solve(assignment())
    assert outcome.status is Status.OPTIMAL
    assert outcome.solutions[0].canonical
    assert permutation(outcome.solutions[0]) == min(optima())


def test_top_goes_on_below_the_optimum_in_canonical_order():
    values = sorted((sum(COSTS[i][p[i]] for i in range(5)), p) for p in itertools.permutations(range(5)))
    outcome = Engine().top(assignment(functional=False), 38)
    assert [(s.objective, permutation(s)) for s in outcome.solutions] == values[:38]
    assert not outcome.complete


def test_top_is_complete_when_there_are_no_more():
    model = cp_model.CpModel()
    x = model.new_int_var(3, 7, "x")
    outcome = Engine().top(Formulation(model, x, {"x": x}, identity=[x]), 9)
    assert outcome.complete
    assert [s.objective for s in outcome.solutions] == [7, 6, 5, 4, 3]


def test_the_formulation_is_left_as_it_was():
    formulation = assignment(functional=False)
    before = str(formulation.model.proto)
    Engine().solve(formulation)
    Engine().all(formulation)
    Engine().top(formulation, 2)
    assert str(formulation.model.proto) == before


def test_infeasible_is_checked_again_without_presolve():
    model = cp_model.CpModel()
    x = model.new_bool_var("x")
    model.add(x >= 1)
    model.add(x <= 0)
    engine = Engine()
    outcome = engine.solve(Formulation(model, x, {"x": x}))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.solutions == ()
    assert outcome.statistics["searches"] == 2


def test_a_model_that_cp_sat_refuses_is_an_error_not_an_answer():
    model = cp_model.CpModel()
    x = model.new_int_var(0, 2**62, "x")
    y = model.new_int_var(0, 2**62, "y")
    model.add(x + y <= 7)
    with pytest.raises(ValueError, match="refuses the model"):
        Engine().solve(Formulation(model, x, {"x": x}))


def test_a_time_limit_leaves_a_feasible_answer_with_its_bound():
    outcome = Engine(Limits(seconds=0.3)).solve(open_ended())
    assert outcome.status is Status.FEASIBLE
    assert not outcome.solutions[0].canonical
    assert outcome.bound is not None
    assert outcome.bound > outcome.solutions[0].objective


def test_progress_is_told_while_it_runs():
    told: list[Progress] = []
    Engine(Limits(seconds=0.6), told.append).solve(open_ended())
    assert told
    assert any(now.best is not None and now.bound is not None for now in told)
    assert [now.elapsed for now in told] == sorted(now.elapsed for now in told)


@pytest.fixture
def ctrl_c():
    """Ctrl-C as Python has it, whatever started the tests (a shell's “&” ignores it)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield partial(signal.raise_signal, signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_returns_the_best_so_far(ctrl_c):
    pressed = []

    def press(now):
        if now.best is not None and now.bound is not None:
            pressed.append(now)
            ctrl_c()

    outcome = Engine(Limits(seconds=30), press).solve(open_ended())
    assert len(pressed) == 1
    assert outcome.interrupted
    assert outcome.status is Status.FEASIBLE
    assert outcome.solutions
    assert outcome.bound >= outcome.solutions[0].objective
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_between_two_searches_is_not_lost(ctrl_c):
    engine = Engine(Limits(seconds=30))
    with engine.watching():
        ctrl_c()
        outcome = engine.solve(open_ended())
    assert outcome.interrupted
    assert outcome.status is not Status.OPTIMAL


def test_a_program_s_own_handler_of_ctrl_c_is_left_alone():
    pressed = []

    def handler(*_):
        pressed.append(True)

    before = signal.signal(signal.SIGINT, handler)
    try:
        with Engine().watching():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed


# -- less than a whole answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "there"), [(0, True), (1, True), (-1, False), (None, True)])
def test_a_value_can_be_reached_or_not(most, there):
    """Assignments cost 0 at least; None asks for any at all."""
    outcome = Engine().reach(assignment(), most)
    assert (outcome.status is not Status.INFEASIBLE) == bool(outcome.solutions) == there
    for found in outcome.solutions:
        assert not found.canonical
        assert found.objective == sum(COSTS[i][j] for i, j in enumerate(permutation(found)))
        assert most is None or found.objective <= most


def test_the_best_beyond_a_value():
    outcome = Engine().reach(assignment(), 3, first=False)
    assert (outcome.status, outcome.solutions[0].objective, outcome.bound) == (Status.OPTIMAL, 0, 0)


def test_a_model_that_comes_again_is_not_searched_again():
    memory = {}
    for times in (1, 1, 2):
        engine = Engine(memory=memory)
        engine.reach(assignment(), 0 if times == 1 else 1)
        assert len(memory) == times
    assert engine.statistics()["searches"] == 1
    again = Engine(memory=memory)
    assert again.reach(assignment(), 0).solutions
    assert again.statistics()["searches"] == 0


def test_reaching_more_where_more_is_better():
    model = cp_model.CpModel()
    x = model.new_int_var(0, 9, "x")
    model.add(3 * x <= 20)
    asked = Formulation(model, x, {"x": x}, identity=[x])
    assert Engine().reach(asked, 6).solutions[0].values == {"x": 6}
    assert Engine().reach(asked, 7).status is Status.INFEASIBLE


@pytest.mark.parametrize(("again", "searches"), [(True, 2), (False, 1)])
def test_the_second_look_can_be_left_for_later(again, searches):
    engine = Engine()
    engine.reach(assignment(), -1, again=again)
    assert engine.statistics()["searches"] == searches


def test_only_the_value_is_proved_where_no_plan_is_wanted():
    engine = Engine(single_out=False)
    outcome = engine.solve(assignment())
    assert (outcome.status, outcome.bound, outcome.solutions[0].canonical) == (Status.OPTIMAL, 0, False)
    assert engine.statistics()["searches"] == 1


def test_a_limit_of_work_ends_where_it_ends_whatever_the_machine():
    """With one worker, the same work leaves the same best and the same bound."""
    ends = [Engine(Limits(workers=1, work=0.05)).solve(open_ended()) for _ in range(2)]
    assert {outcome.status for outcome in ends} == {Status.FEASIBLE}
    assert len({(outcome.solutions[0].objective, outcome.bound) for outcome in ends}) == 1


def test_what_was_found_on_the_way_is_kept_best_first():
    trail = Engine().trail(knapsack())
    assert trail.status is Status.OPTIMAL
    found = [sum(key * value for key, value in each.values.items()) for each in trail.solutions]
    assert found[0] == trail.bound == trail.solutions[0].objective
    assert found == sorted(set(found), reverse=True)


def test_a_trail_goes_on_above_what_is_known():
    best = Engine().solve(knapsack()).bound
    assert [each.objective for each in Engine().trail(knapsack(), best).solutions] == [best]
    assert Engine().trail(knapsack(), best + 1).status is Status.INFEASIBLE


def knapsack(room=37):
    """The most that fits; every item is worth what it weighs."""
    model = cp_model.CpModel()
    items = {weight: model.new_bool_var(str(weight)) for weight in (5, 7, 11, 13, 19)}
    total = sum(weight * taken for weight, taken in items.items())
    model.add(total <= room)
    return Formulation(model, total, items)


def test_jobs_side_by_side_give_their_results_in_order():
    told = []
    engine = Engine(listener=told.append)
    rooms = [37, 4, 12, 30]
    jobs = [lambda each, room=room: (each.solve(knapsack(room)).bound, each.limits.workers) for room in rooms]
    assert engine.side_by_side(jobs, (1, 9)) == [(37, 1), (0, 1), (12, 1), (30, 1)]
    assert engine.statistics()["searches"] == sum(1 for _ in engine._stages) > len(rooms)
    assert all((now.best, now.bound) == (1, 9) for now in told)


def test_times_side_by_side_add_up_to_what_the_clock_says():
    engine = Engine(Limits(seconds=0.6))
    begun = time.perf_counter()
    engine.side_by_side([lambda each: each.solve(open_ended(), canonical=False)] * 4, (None, None))
    assert 0 < engine.statistics()["value_seconds"] <= time.perf_counter() - begun


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_in_a_job_comes_out(workers):
    def faulty(_):
        raise RuntimeError("no model")

    with pytest.raises(RuntimeError, match="no model"):
        Engine(Limits(workers=workers)).side_by_side([faulty, faulty], (None, None))


def test_ctrl_c_stops_the_searches_of_all_jobs(ctrl_c):
    engine = Engine(Limits(seconds=30), lambda _: ctrl_c())
    found = engine.side_by_side([lambda each: each.solve(open_ended())] * 5, (None, None))
    assert engine.interrupted
    assert all(outcome.interrupted for outcome in found)
    assert found[-1].status is not Status.OPTIMAL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
