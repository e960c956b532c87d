"""The index of rules is what code and cases cite, no more and no less."""

import re
from pathlib import Path

import pytest

import models
from models.empire.rulings import RULINGS
from models.rulebook import Kind, load_rules
from puzzles.cases import load_cases

RULE = re.compile(r"\d(?:\.\d)*-\d+")


@pytest.fixture(scope="module")
def rules():
    return load_rules("empire")


def cited_in_code():
    folder = Path(models.__file__).parent / "empire"
    return {rule for path in folder.glob("*.py") for rule in RULE.findall(path.read_text(encoding="utf-8"))}


def test_what_the_code_cites_is_in_the_index(rules):
    assert cited_in_code() <= set(rules)


def test_every_rule_can_be_found_in_the_code(rules):
    decided = {rule.id for rule in rules.values() if rule.kind is Kind.RULE}
    assert decided - cited_in_code() == set()


def test_rulings_cite_rules_of_the_index(rules):
    assert {rule for ruling in RULINGS.values() for rule in ruling.rules} <= set(rules)


def test_readings_are_sound():
    for ruling in RULINGS.values():
        assert ruling.default in ruling.readings
        assert (ruling.published or ruling.default) in ruling.readings
        assert len(ruling.readings) >= 2


def test_cases_cite_rules_of_the_index(rules):
    for case in load_cases("empire"):
        assert case.text.rule in rules
        assert set(case.text.also) <= set(rules)
        assert case.text.ruling is None or case.text.ruling in RULINGS


def test_summaries_are_short_enough_for_a_table(rules):
    assert max(len(rule.summary) for rule in rules.values()) <= 150
