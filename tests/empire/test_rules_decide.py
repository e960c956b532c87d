"""A case asserts what its rule decides: with that rule switched off it fails, tried rule by rule and case by case.

Likewise for rulings: a case that tells readings apart fails under every other reading.
"""

import compileall
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

import models
import puzzles
from models.empire.rulings import RULINGS
from models.rulebook import Kind, load_rules
from puzzles.cases import load_cases
from tests.empire.mutations import MUTATIONS, Outcome, plain, play

SOURCE = Path(models.__file__).parent
ROOT = Path(puzzles.__file__).parent.parent
SCRIPT = Path(__file__).with_name("mutations.py")
RULES = [rule.id for rule in load_rules("empire").values() if rule.kind is Kind.RULE]
BATCH = 12
EACH = [(rule, at) for rule, ways in MUTATIONS.items() for at in range(len(ways))]


@pytest.fixture(scope="session")
def cases():
    return load_cases("empire")


@pytest.fixture(scope="session")
def outcomes(cases, tmp_path_factory):
    """How the cases come out under each mutation, by (rule, number), and under none, by None."""
    rows = plain(cases)
    place = tmp_path_factory.mktemp("mutated")
    shutil.copytree(SOURCE, place / "models", ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(place / "models", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)

    def run(names):
        homes, found = {}, {}
        for name in names:
            home = place / ("control" if name is None else f"{name[0]}_{name[1]}")
            shutil.copytree(place / "models", home / "models")
            try:
                if name is not None:
                    MUTATIONS[name[0]][name[1]].apply(home / "models")
                homes[name] = str(home)
            except ValueError as error:
                found[name] = Outcome(crashed={"snippet": str(error)})
        question = json.dumps({"homes": list(homes.values()), "cases": rows})
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYDANTIC_DISABLE_PLUGINS": "__all__"}
        command = [sys.executable, "-P", "-B", "-W", "error", str(SCRIPT)]
        done = subprocess.run(command, input=question, capture_output=True, text=True, env=env, timeout=300)
        assert done.returncode == 0, done.stderr
        answers = zip(homes, json.loads(done.stdout), strict=True)
        return found | {name: Outcome(**answer) for name, answer in answers}

    names = [None, *EACH]
    with ThreadPoolExecutor(2) as pool:
        batches = pool.map(run, [names[at : at + BATCH] for at in range(0, len(names), BATCH)])
        return {name: outcome for batch in batches for name, outcome in batch.items()}


def named(name):
    rule, at = name
    return f"{rule}: {MUTATIONS[rule][at].says}"


def test_every_rule_has_a_case_and_a_mutation(cases):
    cited = {case.text.rule for case in cases}
    assert [rule for rule in RULES if rule not in cited] == []
    assert list(MUTATIONS) == RULES
    assert all(MUTATIONS.values())


def test_no_two_mutations_of_a_rule_are_the_same():
    for rule, ways in MUTATIONS.items():
        assert len({way.edits for way in ways}) == len(ways), rule


def test_without_a_mutation_every_case_passes(outcomes):
    assert outcomes[None] == Outcome()


@pytest.mark.parametrize("name", EACH, ids=named)
def test_a_mutation_switches_off_a_rule_and_destroys_nothing(name, cases, outcomes):
    outcome = outcomes[name]
    assert outcome.crashed == {}
    own = {case.text.id for case in cases if case.text.rule == name[0]}
    assert own & set(outcome.failing), "it changes no case of its rule"
    changed = len(outcome.failing) + len(outcome.recited) + len(outcome.refused)
    assert 2 * changed <= len(cases), "it changes more than it should"


@pytest.mark.parametrize("rule", RULES)
def test_a_case_fails_without_its_rule(rule, cases, outcomes):
    """In what happens; that another rule is cited for it would not do."""
    failing = {case for at in range(len(MUTATIONS[rule])) for case in outcomes[rule, at].failing}
    assert [case.text.id for case in cases if case.text.rule == rule and case.text.id not in failing] == []


def case_reading(case, ruling):
    return case.text.rulings.get(ruling, RULINGS[ruling].default)


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_reading_has_a_case(ruling, cases):
    told = {case_reading(case, ruling) for case in cases if case.text.ruling == ruling}
    assert told == set(RULINGS[ruling].readings)


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_case_of_a_ruling_fails_under_any_other_reading(ruling, cases):
    for case in cases:
        if case.text.ruling == ruling:
            for other in set(RULINGS[ruling].readings) - {case_reading(case, ruling)}:
                text = case.text.model_copy(update={"rulings": {**case.text.rulings, ruling: other}})
                outcome = play(plain([replace(case, text=text)]))
                assert outcome == Outcome(failing=[case.text.id]), (case.text.id, other)


def test_cases_name_only_rulings_of_the_game(cases):
    assert {case.text.ruling for case in cases} - {None} == set(RULINGS)
