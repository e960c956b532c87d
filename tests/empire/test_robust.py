"""``robust``: against a search of every plan in every case on small boards, replayed on random ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.checking import check
from puzzles.generate.empire import Size, robust
from puzzles.scenario import load
from puzzles.solving import solve
from solver.answer import Limits, Status
from tests.empire.exhaustive_robust import judge
from tests.puzzles import conftest

satrap = conftest.satrap

TINY = Size(
    provinces=(2, 3), players=(2, 3), cubes=(3, 5), rounds=(1, 1, 2, 3), chords=(0, 2), scarce=0.1, readings=0.2
)
MIXED = Size(provinces=(3, 5), players=(2, 3), rounds=(1, 1, 2, 3), chords=(0, 3), scarce=0.1, readings=0.2)


def compared(seeds):
    count = 0
    for seed in seeds:
        scenario = robust(seed, size=TINY)
        expected = judge(scenario)
        if expected is None:
            continue
        for against in ("worst", "regret"):
            question = scenario.question.model_copy(update={"against": against})
            answer = solve(replace(scenario, question=question))
            assert answer.status is Status.OPTIMAL, (seed, against)
            assert answer.value == expected[against], (seed, against)
        count += 1
    return count


@pytest.mark.parametrize("block", range(3))
def test_exhaustive(block):
    assert compared(range(block * 8, block * 8 + 8)) > 2


@pytest.mark.big
@pytest.mark.parametrize("block", range(3, 53))
def test_exhaustive_at_length(block):
    assert compared(range(block * 8, block * 8 + 8)) > 1


@pytest.mark.parametrize("seed", range(8))
def test_replayed(seed):
    assert solve(robust(seed, size=MIXED), limits=Limits(seconds=20)).plan is not None


@pytest.mark.big
@pytest.mark.parametrize("block", range(100))
def test_replayed_at_length(block):
    for seed in range(100 + block * 10, 110 + block * 10):
        assert solve(robust(seed, size=TINY)).plan is not None, seed


# -- the bundled ones, and what is refused ---------------------------------------------------------------

TEXT = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players: {me: {}, anna: {}, boris: {}}
assumptions:
  rivals:
    anna: {moves: [{armies: 2, path: [symbol, syria]}]}
    boris: {allocation: {city: rest}}
question:
  kind: robust
  player: me
  bounds: {anna: {armies: {least: 2}}}
"""
BOUNDS = "  bounds: {anna: {armies: {least: 2}}}\n"
LIST = "  plans:\n    - anna: {allocation: {armies: 2, city: rest}}\n"
EITHER = [(11, "question", "what rivals might do is a list or bounds")]
NO_FIT = [(14, "question.bounds.anna", "no allocation fits the bounds")]

WRONG = {
    "an unknown player": ([("player: me", "player: meg")], [(13, "question.player", "unknown player “meg”")]),
    "an unknown aim": (
        [("player: me", "player: me\n  against: luck")],
        [(14, "question.against", "“luck” is not known here")],
    ),
    "nothing that rivals might do": ([(BOUNDS, "")], EITHER),
    "bounds and a list": ([(BOUNDS, BOUNDS + LIST)], EITHER),
    "bounds of nobody, and of the player": (
        [("bounds: {anna", "bounds: {zeno: {}, me: {}, anna")],
        [
            (14, "question.bounds.zeno", "unknown rival “zeno”"),
            (14, "question.bounds.me", "unknown rival “me”"),
        ],
    ),
    "bounds and an allocation": (
        [("anna: {moves", "anna: {allocation: {city: rest}, moves")],
        [(9, "assumptions.rivals.anna.allocation", "anna has bounds, and an allocation is assumed too")],
    ),
    "bounds of a tablet that is revealed": (
        [("anna: {}, b", "anna: {temple: 15}, b")],
        [(14, "question.bounds.anna", "anna has no cubes in the hand")],
    ),
    "bounds that are too high together": ([("{least: 2}}}", "{least: 9}, temple: {least: 9}}}")], NO_FIT),
    "bounds the wrong way round": ([("{least: 2}}}", "{least: 9, most: 3}}}")], NO_FIT),
    "a rival of whom nothing is said": (
        [("    boris: {allocation: {city: rest}}\n", "")],
        [(8, "assumptions.rivals.boris", "boris has 15 cubes in the hand and nothing says what becomes of them")],
    ),
    "rounds to come": (
        [("syria]}]}", "syria]}], then: [{}]}")],
        [(9, "assumptions.rivals.anna.then", "this question looks at one round only")],
    ),
    "an unknown rival and an unknown province in a list": (
        [(BOUNDS, LIST.replace("rest}}", "rest}, pieces: {cities: [tyre]}}") + "    - zeno: {}\n")],
        [
            (16, "question.plans[1].zeno", "unknown rival “zeno”"),
            (15, "question.plans[0].anna.pieces.cities[0]", "unknown province “tyre” in Syria and Egypt"),
        ],
    ),
    "too few cubes in a list, and a plan of nobody": (
        [(BOUNDS, LIST.replace("rest", "3") + "    - {}\n")],
        [
            (15, "question.plans[0].anna.allocation", "5 of 15 cubes are distributed"),
            (9, "assumptions.rivals.anna", "anna has 15 cubes in the hand and nothing says what becomes of them"),
            (16, "question.plans[1]", "it names no rival"),
        ],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input(satrap, name):
    changes, expected = WRONG[name]
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    Path("wrong.yaml").write_text(text)
    ran = satrap("solve", "wrong.yaml", "--json")
    assert [(fault["line"], fault["path"], fault["message"]) for fault in ran.faults] == expected


def test_check_says_what_is_wrong():
    scenario = load("empire/robust-three-plans")
    answer = solve(scenario)
    assert answer.value == 15
    worst = answer.plan.worst
    assert check(scenario, answer.plan).legal
    for changed, path in (({"plan": 4}, ("worst",)), ({"value": worst.value + 1}, ("worst", "value"))):
        wrong = answer.plan.model_copy(update={"worst": worst.model_copy(update=changed)})
        found = check(scenario, wrong)
        assert not found.legal
        assert [breach.path for breach in found.breaches] == [path]


def test_the_template_solves(satrap):
    assert satrap("new", "empire", "robust", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "robust: at worst 17 points for me" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
