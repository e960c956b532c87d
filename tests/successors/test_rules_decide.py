"""A case asserts what its rule decides: with that rule switched off it fails, tried rule by rule and case by case.

Likewise for rulings: a case that tells readings apart fails under every other reading.
"""

from dataclasses import replace

import pytest

from models.rulebook import Kind, load_rules
from models.successors.rulings import RULINGS
from puzzles.cases import load_cases
from tests.mutating import Outcome, names, plain, play, play_all
from tests.successors.mutations import MUTATIONS

INDEX = load_rules("successors")
RULES = [rule.id for rule in INDEX.values() if rule.kind is Kind.RULE]
EACH = names(MUTATIONS)


@pytest.fixture(scope="session")
def cases():
    return load_cases("successors")


@pytest.fixture(scope="session")
def outcomes(cases, tmp_path_factory):
    """How the cases come out under each mutation, by (rule, number), and under none, by None."""
    return play_all(cases, MUTATIONS, tmp_path_factory.mktemp("mutated"))


def named(name):
    rule, at = name
    return f"{rule}: {MUTATIONS[rule][at].says}"


def test_every_rule_has_a_case_and_a_mutation(cases):
    cited = {case.text.rule for case in cases}
    assert [rule for rule in RULES if rule not in cited] == []
    assert list(MUTATIONS) == RULES
    assert all(MUTATIONS.values())


def test_every_case_is_named_after_a_rule_of_the_index(cases):
    for case in cases:
        text = case.text
        assert text.id.startswith(f"S.{text.rule}."), text.id
        assert {text.rule, *text.also} <= set(INDEX), text.id
        assert text.rule not in text.also, text.id


def test_no_two_mutations_of_a_rule_are_the_same():
    for rule, ways in MUTATIONS.items():
        assert len({way.edits for way in ways}) == len({way.says for way in ways}) == len(ways), rule


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
