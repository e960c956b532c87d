"""Explanations: minimal reasons against every subset, repairs that mend, changes that raise."""

from dataclasses import replace
from itertools import chain, combinations

import pytest

import puzzles
from models.rulebook import load_rules
from puzzles.explaining.explain import explain
from puzzles.explaining.reasons import Search
from puzzles.kinds.kind import Ground, kind_of
from puzzles.scenario import gallery, load_plan
from puzzles.solving import reach, solve
from solver.answer import Limits, Status

NAMES = [row["name"] for row in gallery() if row["question"]]


def subsets(keys):
    return map(frozenset, chain.from_iterable(combinations(keys, size) for size in range(len(keys) + 1)))


class Told(Search):
    """A search that is told what forbids, instead of asking the solver."""

    def __init__(self, count, reasons):
        grounds = [Ground(letter, letter, "1", lambda s, n: s, str) for letter in "abcdefgh"[:count]]
        super().__init__(None, grounds, None, Limits())
        self.forbidding = [frozenset(reason) for reason in reasons]

    def allowed(self, lifted, *, again=False):
        self.asked += 1
        return not any(reason.isdisjoint(lifted) for reason in self.forbidding)

    def _smallest(self, lifted):
        return lifted


@pytest.mark.parametrize(
    "reasons", [["a"], ["ab"], ["ab", "bc"], ["abc", "cd", "ae"], ["abcd", "efgh"], ["ab", "cd", "ac", "bd"], []]
)
def test_reasons_and_repairs_are_all_the_minimal_ones(reasons):
    told = Told(8, reasons)
    everything = frozenset("abcdefgh")
    forbidden = [keys for keys in subsets(sorted(everything)) if told.allowed(everything - keys) is False]
    minimal = {keys for keys in forbidden if not any(other < keys for other in forbidden)}
    assert {reason.keys for reason in told.reasons()} == minimal
    mending = [keys for keys in subsets(sorted(everything)) if told.allowed(keys)]
    smallest = {keys for keys in mending if not any(other < keys for other in mending)}
    found = list(told.repairs())
    assert set(found) == smallest
    assert [len(keys) for keys in found] == sorted(len(keys) for keys in found)
    assert all(reason.verified for reason in told.reasons())


def test_what_is_not_settled_counts_as_needed_and_is_said():
    class Late(Told):
        def allowed(self, lifted, *, again=False):
            return None if "b" in lifted else super().allowed(lifted)

    reason = Late(3, ["a"]).reason()
    assert reason.keys == {"a", "b"}
    assert not reason.verified


def test_first_region_by_hand():
    """15 points would take one more building: every other way is shut by a rival's armies, a cost, or the 15 cubes."""
    found = explain(puzzles.load("empire/first-region"))
    assert (found.answer.value, found.least) == (14, 15)
    (reason,) = found.reasons
    assert reason.verified
    words = [ground.words for ground in reason.grounds]
    assert "michael has 15 cubes in the hand" in words
    assert "the arrow from Macedonia to Illyria costs 2" in words
    for change in found.changes:
        assert change.value == 14 + change.gain
        assert change.gain > 0


def test_a_change_is_what_solving_the_changed_scenario_gives():
    scenario = puzzles.load("empire/first-region")
    found = explain(scenario)
    grounds = {ground.changed(1): ground for ground in kind_of(scenario).grounds(scenario)}
    facts = [change for change in found.changes if change.reading is None]
    assert facts
    for change in facts:
        other = grounds[change.words].loosen(scenario, 1)
        assert solve(other, checked=False).value == change.value
    left = [g for g in grounds.values() if g.changed(1) not in {change.words for change in facts}]
    assert all(solve(g.loosen(scenario, 1), checked=False).value == 14 for g in left)


def test_what_is_not_settled_in_time_is_told(satrap, monkeypatch):
    from puzzles.explaining import explain as explaining

    def late(scenario, least, **settings):
        answer = reach(scenario, least, **settings)
        late.asked += 1
        return answer if late.asked <= 2 else replace(answer, status=Status.UNKNOWN, value=None, plan=None)

    late.asked = 0
    monkeypatch.setattr(explaining, "reach", late)
    found = explain(puzzles.load("empire/first-region"))
    assert not found.complete
    assert found.unsettled
    told = " ".join(satrap("explain", "empire/first-region").out.split())
    assert "not settled within the time limit: " in told
    assert "not enough for it" not in told


def test_an_answer_that_is_not_proved_is_not_explained(satrap):
    ran = satrap("explain", "empire/game-short", "--time-limit", "0.05", "--json")
    assert ran.status == 4
    assert ran.json["error"]["kind"] == "unproved"


def test_another_plan_is_compared_entry_by_entry(tmp_path, satrap):
    plan = tmp_path / "mine.yaml"
    plan.write_text("allocation: {armies: 15}\nmoves: [{armies: 15, path: [symbol, macedonia]}]\n")
    ran = satrap("explain", "empire/first-region", "--instead", str(plan))
    assert ran.status == 0
    assert "It brings 2 points for michael; the best, 14 points for michael." in ran.out
    assert "only the best" in ran.out
    scenario = puzzles.load("empire/first-region")
    found = explain(scenario, instead=load_plan(str(plan), scenario)[0])
    changes = {"yours": -1, "best": 1}
    total = sum(changes[who] * entry.amount for who, entry in found.instead.differences() if entry.player == "michael")
    assert total == 12


def test_a_plan_that_is_not_legal_is_told_with_its_first_rule(tmp_path, satrap):
    plan = tmp_path / "mine.yaml"
    plan.write_text("allocation: {armies: 16}\n")
    ran = satrap("explain", "empire/first-region", "--instead", str(plan))
    assert " ".join(ran.out.split()).endswith("(rule 3.3-1)")
    assert "It is not legal: allocation: " in ran.out


@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_question_has_grounds_with_words_and_rules(name):
    """What loosening them does is tested with each game (``test_puzzle_kinds``)."""
    scenario = puzzles.load(name)
    grounds = list(kind_of(scenario).grounds(scenario))
    asked = (scenario.question.kind, getattr(scenario.question, "ask", None))
    assert bool(grounds) != (asked in {("stop", "table"), ("regency", "who")})
    assert len({ground.key for ground in grounds}) == len(grounds)
    assert {ground.rule for ground in grounds} <= {"question", *load_rules(scenario.game.key)}
    for ground in grounds:
        assert ground.words
        assert ground.changed(1)
        assert ground.changed(ground.most)
        assert ground.lift(scenario).plain() == ground.lift(scenario).plain()
