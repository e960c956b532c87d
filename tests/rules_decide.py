"""A case asserts what its rule decides: with that rule switched off it fails, tried rule by rule and case by case.

Likewise for rulings: a case that tells readings apart fails under every other reading.  Each game has
a subclass of :class:`RulesDecide` that names its mutations and rulings.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from models.rulebook import Kind, load_rules
from puzzles.cases import load_cases
from tests.mutating import Outcome, names, plain, play, play_all


@cache
def cases_of(game):
    return load_cases(game)


@cache
def outcomes_of(tests):
    """How the cases come out under each mutation, by (rule, number), and under none, by None."""
    with TemporaryDirectory() as place:
        return play_all(cases_of(tests.game), tests.mutations, Path(place))


class RulesDecide:
    """The tests; a subclass sets ``game``, ``letter`` (with which its cases' ids begin), ``mutations``, ``rulings``."""

    def pytest_generate_tests(self, metafunc):
        if "name" in metafunc.fixturenames:
            told = [f"{rule}: {self.mutations[rule][at].says}" for rule, at in names(self.mutations)]
            metafunc.parametrize("name", names(self.mutations), ids=told)
        if "rule" in metafunc.fixturenames:
            metafunc.parametrize("rule", self.rules())
        if "ruling" in metafunc.fixturenames:
            metafunc.parametrize("ruling", self.rulings)

    def rules(self):
        return [rule.id for rule in load_rules(self.game).values() if rule.kind is Kind.RULE]

    @pytest.fixture
    def cases(self):
        return cases_of(self.game)

    @pytest.fixture
    def outcomes(self):
        return outcomes_of(type(self))

    def test_every_rule_has_a_case_and_a_mutation(self, cases):
        cited = {case.text.rule for case in cases}
        assert [rule for rule in self.rules() if rule not in cited] == []
        assert list(self.mutations) == self.rules()
        assert all(self.mutations.values())

    def test_every_case_is_named_after_a_rule_of_the_index(self, cases):
        index = load_rules(self.game)
        for case in cases:
            text = case.text
            assert text.id.startswith(f"{self.letter}.{text.rule}."), text.id
            assert {text.rule, *text.also} <= set(index), text.id
            assert text.rule not in text.also, text.id

    def test_no_two_mutations_of_a_rule_are_the_same(self):
        for rule, ways in self.mutations.items():
            assert len({way.edits for way in ways}) == len({way.says for way in ways}) == len(ways), rule

    def test_without_a_mutation_every_case_passes(self, outcomes):
        assert outcomes[None] == Outcome()

    def test_a_mutation_switches_off_a_rule_and_destroys_nothing(self, name, cases, outcomes):
        outcome = outcomes[name]
        assert outcome.crashed == {}
        own = {case.text.id for case in cases if case.text.rule == name[0]}
        assert own & set(outcome.failing), "it changes no case of its rule"
        changed = len(outcome.failing) + len(outcome.recited) + len(outcome.refused)
        assert 2 * changed <= len(cases), "it changes more than it should"

    def test_a_case_fails_without_its_rule(self, rule, cases, outcomes):
        """In what happens; that another rule is cited for it would not do."""
        failing = {case for at in range(len(self.mutations[rule])) for case in outcomes[rule, at].failing}
        assert [case.text.id for case in cases if case.text.rule == rule and case.text.id not in failing] == []

    def reading(self, case, ruling):
        return case.text.rulings.get(ruling, self.rulings[ruling].default)

    def test_every_reading_has_a_case(self, ruling, cases):
        told = {self.reading(case, ruling) for case in cases if case.text.ruling == ruling}
        assert told == set(self.rulings[ruling].readings)

    def test_a_case_of_a_ruling_fails_under_any_other_reading(self, ruling, cases):
        for case in cases:
            if case.text.ruling == ruling:
                for other in set(self.rulings[ruling].readings) - {self.reading(case, ruling)}:
                    text = case.text.model_copy(update={"rulings": {**case.text.rulings, ruling: other}})
                    outcome = play(plain([replace(case, text=text)]))
                    assert outcome == Outcome(failing=[case.text.id]), (case.text.id, other)

    def test_cases_name_only_rulings_of_the_game(self, cases):
        assert {case.text.ruling for case in cases} - {None} == set(self.rulings)
