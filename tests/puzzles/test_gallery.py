"""Every bundled scenario is answered and every bundled log plays; documents make the round trip."""

import json

import pytest

import puzzles
from puzzles.cases import load_cases
from puzzles.scenario import bundled_files, gallery, load, parse, to_yaml
from puzzles.solving import solve
from solver.answer import Limits

SCENARIOS = [row["name"] for row in gallery() if row["question"]]
LOGS = [row["name"] for row in gallery() if not row["question"]]


def test_there_are_enough_and_each_has_a_title():
    assert len(SCENARIOS) >= 8
    assert "empire/turn-order-example" in SCENARIOS
    assert all(row["title"] for row in gallery())


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_proved_singled_out_and_replayed(name):
    answer = puzzles.solve(load(name))
    assert answer.status.value == "optimal"
    assert answer.canonical
    assert answer.bound == answer.value
    checked = puzzles.check(load(name), answer.plan)
    assert checked.legal
    assert checked.gap == 0
    assert checked.differences() == []


@pytest.mark.parametrize("name", LOGS)
def test_a_log_plays_without_a_breach(name):
    scenario = load(name)
    played = scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)
    assert played.breaches == ()
    assert len(played.ledger)


@pytest.mark.parametrize("name", [name for name, _ in bundled_files("gallery")])
def test_a_scenario_written_and_read_again_is_the_same(name):
    scenario = load(name)
    again = parse(scenario.text(), name)
    for part in ("board", "position", "assumptions", "question", "events", "readings", "profile", "title"):
        assert getattr(again, part) == getattr(scenario, part)
    assert to_yaml(again.plain()) == scenario.text()


@pytest.mark.parametrize(("workers", "seed"), [(1, 1), (2, 2), (8, 3)])
@pytest.mark.parametrize("name", ["empire/five-in-asia", "empire/second-round", "empire/too-rich"])
def test_the_same_answer_whatever_the_workers_and_the_seed(name, workers, seed):
    scenario = load(name)
    first = solve(scenario)
    again = solve(scenario, limits=Limits(workers=workers, seed=seed))
    for part in ("value", "plan", "ledger", "canonical"):
        assert getattr(again, part) == getattr(first, part)


def test_the_same_answer_from_twenty_runs():
    scenario = load("empire/first-region")
    runs = [solve(scenario).plain() for _ in range(20)]
    assert len({json.dumps([run[key] for key in ("value", "answer", "ledger")]) for run in runs}) == 1


def test_the_example_of_the_rule_text_gives_its_order_of_play():
    scenario = load("empire/log-turn-order")
    played = scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)
    assert "seats are chosen in this order: michael, marion, daniel, peter" in played.steps[0].lines
    assert played.after["play_order"] == ["peter", "marion", "daniel", "michael"]


@pytest.mark.parametrize("case", load_cases("empire"), ids=lambda case: case.text.id)
def test_case(case):
    assert case.run() == []
