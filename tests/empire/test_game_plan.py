"""``game-plan``: by hand, replayed on random scenarios, and what the question refuses."""

from dataclasses import replace
from pathlib import Path

import pytest

from models.empire.board import Board
from models.empire.plan import Assumptions, GamePlan
from models.empire.position import Position
from models.errors import InputError
from puzzles.checking import check
from puzzles.generate.empire import game_plan
from puzzles.scenario import load
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.empire.documents import GameQuestion, RegionQuestion
from tests.puzzles import conftest

satrap = conftest.satrap


# -- by hand -------------------------------------------------------------------------------------------


def march(number, first, last):
    """Two provinces in a row with a temple site each; the second is the target."""
    return {
        "number": number,
        "name": f"March {number}",
        "symbol": [0, number],
        "provinces": {
            first: {"number": 1, "sites": ["temple"], "at": [1, number]},
            last: {"number": 2, "sites": ["temple"], "at": [2, number], "target": True},
        },
        "arrows": [{"from": "symbol", "to": first}, {"from": first, "to": last, "cost": 1, "back": 0}],
    }


def by_hand(rival=None, maximise="points", readings=None, me=None):
    """The last region of a short game with 4 cubes each; the one rival waits in a with one army."""
    regions = [march(2, "r", "s"), march(3, "p", "q"), march(4, "a", "b")]
    board = {"satrap": 1, "game": "empire", "name": "march", "title": "March", "regions": regions}
    players = {"me": me or {}, "rival": {"armies": {"a": 1}, "temple": 3, **(rival or {})}}
    return replace(
        game_plan(0, players=2, region=6),
        board=Board.model_validate(board),
        position=Position.model_validate({"region": 4, "short": True, "cubes": 4, "players": players}),
        assumptions=Assumptions(),
        question=GameQuestion(kind="game-plan", player="me", maximise=maximise),
        readings=readings or {},
    )


TWO_TEMPLES = {"built": {"temples": {"p": 2}}, "points": 5}


def test_where_nobody_else_has_built_the_rounds_decide():
    """Two armies hold a in three rounds (3 x 2), the other two cubes are two temples there (2 x 3): 12.

    Each temple that costs an army costs 6 points, and brings 3.  Any temple at all is most on the board
    and in the region: 15 and 5, halved to 7 and 2 (6.1-2, 6.1-4, 7-2).  21 in all.
    """
    answer = solve(by_hand())
    assert (answer.status, answer.value, answer.bound) == (Status.OPTIMAL, 21, 21)
    assert answer.plan.regions[0].rounds[0].allocation.armies == 2


def test_the_final_scoring_turns_the_plan():
    """The rival has two temples on the board, so it takes three to have most: 7 points.

    Three temples leave one army, which only ties in a: 3 x 3 + 7 + 2 = 18.  With two armies there are
    two temples, and the board is tied (6.1-6): 12 + 2 = 14.
    """
    scenario = by_hand(TWO_TEMPLES)
    answer = solve(scenario)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 18)
    assert answer.plan.regions[0].rounds[0].allocation.armies == 1
    assert [len(round_.pieces.temples) for round_ in answer.plan.regions[0].rounds] == [1, 1, 1]
    alone = solve(replace(scenario, question=RegionQuestion(kind="region-plan", player="me")))
    assert alone.value == 12
    assert alone.plan.rounds[0].allocation.armies == 2


def test_the_margin_counts_what_stands_on_the_track():
    """18 as before; the rival has 5 points, and leads region 3 by temples: half of 5, which is 2."""
    answer = solve(by_hand(TWO_TEMPLES, "margin"))
    assert (answer.status, answer.value) == (Status.OPTIMAL, 18 - 5 - 2)


def test_halving_the_sum():
    """15 + 5 are halved together: 9 + 10."""
    assert solve(by_hand(TWO_TEMPLES, readings={"halving": "total"})).value == 19


def test_the_pieces_of_earlier_regions_are_missing():
    """Nine temples stand in regions 2 and 3: one is left.  Two armies hold a (6), it brings 3.

    Most temples on the board are 7, most in each of the three regions 2: 22.
    """
    answer = solve(by_hand(me={"built": {"temples": {"p": 3, "q": 3, "r": 3}}}))
    assert (answer.status, answer.value) == (Status.OPTIMAL, 22)
    assert sum(len(entry.pieces.temples) for entry in answer.plan.regions[0].rounds) == 1


def test_top_goes_on_below_the_best():
    scenario = by_hand(TWO_TEMPLES)
    answer = solve(scenario, top=2)
    assert answer.answers[0].value == solve(scenario).value == 18
    assert answer.answers[0].value >= answer.answers[1].value
    assert answer.answers[0].plan != answer.answers[1].plan


def test_all_are_worth_the_same():
    answer = solve(by_hand(TWO_TEMPLES), all=True)
    assert answer.complete
    assert {each.value for each in answer.answers} == {18}


def test_a_plan_that_wastes_a_cube_is_not_beyond_the_bound():
    """Seven cubes tie all of the rival's pieces, and the eighth would spoil a tie: an army crosses in vain.

    With all eight on the fields, or with an army that stays in f, it is 2 points less.
    """
    sites = {"a": ["temple", "city"], "b": ["temple"], "c": ["temple"], "d": ["city"], "f": [], "e": []}
    arrows = [("symbol", "a"), ("symbol", "c"), ("a", "b"), ("b", "c"), ("c", "d"), ("f", "e")]
    region = {
        "number": 6,
        "name": "Waste",
        "symbol": [0, 0],
        "provinces": {
            place: {"number": at, "sites": built, "at": [at, 1], "target": place == "e"}
            for at, (place, built) in enumerate(sites.items(), start=1)
        },
        "arrows": [{"from": start, "to": end} for start, end in arrows]
        + [{"from": "d", "to": "f", "cost": 1, "back": 0}],
    }
    placed = {"temples": ["a", "b"], "cities": ["a"]}
    players = {
        "me": {"hand": 8, "armies": {"a": 1, "b": 1, "c": 1, "d": 1}, "spent": 3},
        "rival": {"temple": 3, "city": 4, "armies": {"a": 1, "b": 1, "f": 3}, "spent": 3, "placed": placed},
    }
    board = {"satrap": 1, "game": "empire", "name": "waste", "title": "Waste", "regions": [region]}
    scenario = replace(
        by_hand(maximise="margin"),
        board=Board.model_validate(board),
        position=Position.model_validate({"region": 6, "round": 2, "players": players}),
    )
    first = {
        "allocation": {"temple": 4, "city": 4},
        "moves": [{"armies": 1, "path": ["d", "f", "d"], "pays": {"temple": 1}}],
        "pieces": {"temples": ["a", "b", "c"], "cities": ["a", "d"]},
    }
    second = {"allocation": {"temple": 2, "city": 2}, "pieces": {"temples": ["a", "b"], "cities": ["a"]}}
    plan = GamePlan.model_validate({"regions": [{"rounds": [first, second]}]})
    found = check(scenario, plan, best=False)
    assert found.legal
    assert found.value == 58
    assert solve(scenario).bound >= 58


# -- replayed ------------------------------------------------------------------------------------------


def replayed(seed, seconds):
    """``solve`` replays, and a difference or a breach would be an internal contradiction."""
    answer = solve(game_plan(seed, players=2, region=6), limits=Limits(seconds=seconds))
    assert answer.plan is not None
    assert answer.value <= answer.bound


@pytest.mark.parametrize("seed", range(6))
def test_the_rules_give_every_plan_the_solver_s_value(seed):
    replayed(seed, 4)


@pytest.mark.big
@pytest.mark.parametrize("seed", range(6, 26))
def test_replayed_at_length(seed):
    replayed(seed, 10)


# -- what is refused -----------------------------------------------------------------------------------

TEXT = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 5
  round: 3
  players:
    me: {hand: 4, armies: {media: 1}, spent: 10}
    anna: {armies: {media: 2}, temple: 2, spent: 11}
assumptions:
  rivals: {anna: {pieces: {cities: [media]}}}
  later:
    - region: 6
      rivals: {anna: {allocation: {armies: 3, city: rest}, moves: [{armies: 3, path: [symbol, gandhara]}]}}
question: {kind: game-plan, player: me}
"""


LATER = TEXT[TEXT.index("  later") : TEXT.index("question")]
NOTHING = "nothing says what becomes of anna's cubes in region 6"

WRONG = {
    "an unknown player": (
        [("player: me}", "player: zeno}")],
        [(15, "question.player", "unknown player “zeno”")],
    ),
    "an unknown measure": (
        [("player: me}", "player: me, maximise: glory}")],
        [(15, "question.maximise", "“glory” is not known here")],
    ),
    "policies of nobody, and of the player": (
        [("rivals: {anna: {pieces", "rivals: {zeno: {}, me: {}, anna: {pieces")],
        [
            (11, "assumptions.rivals.zeno", "unknown player “zeno”"),
            (11, "assumptions.rivals.me", "me's plan is what the question asks for"),
        ],
    ),
    "a region that is not to come": (
        [("    - region: 6", "    - region: 5")],
        [(13, "assumptions.later[0].region", "region 5 is not to come"), (12, "assumptions.later", NOTHING)],
    ),
    "a region twice": (
        [("    - region: 6", "    - {region: 6}\n    - region: 6")],
        [(14, "assumptions.later[1].region", "region 6 stands twice")],
    ),
    "a region of which nothing is said": ([(LATER, "")], [(10, "assumptions.later", NOTHING)]),
    "no allocation": (
        [("{allocation: {armies: 3, city: rest}, moves", "{moves")],
        [(12, "assumptions.later", NOTHING)],
    ),
    "too few cubes": (
        [("armies: 3, city: rest", "armies: 3, city: 4")],
        [(14, "assumptions.later[0].rivals.anna.allocation", "7 of 15 cubes are distributed")],
    ),
    "provinces of another region, a rest that nothing takes": (
        [("gandhara]}]}}", "media]}], pieces: {temples: [patala, zama]}, then: [{allocation: {temple: 2}}]}}")],
        [
            (14, "assumptions.later[0].rivals.anna.moves[0].path[1]", "unknown province “media” in India"),
            (14, "assumptions.later[0].rivals.anna.pieces.temples[1]", "unknown province “zama” in India"),
            (14, "assumptions.later[0].rivals.anna.then[0].allocation", "nothing says where the rest goes"),
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


def test_a_board_that_ends_too_early():
    """In the long game region 4 is not the last, and this board has no others."""
    scenario = by_hand()
    scenario = replace(scenario, position=scenario.position.model_copy(update={"short": False}))
    with pytest.raises(InputError) as refused:
        solve(scenario)
    found = [fault.message for fault in refused.value.faults]
    assert found == [f"the board has no region {number}, and the game is not over before it" for number in (5, 6)]


def test_a_plan_beyond_the_end_is_no_answer():
    scenario = by_hand(TWO_TEMPLES)
    plan = solve(scenario).plan
    longer = plan.model_copy(update={"regions": (*plan.regions, plan.regions[0])})
    assert check(scenario, plan).legal
    found = check(scenario, longer)
    assert not found.legal
    assert [breach.rule for breach in found.breaches] == ["6-1"]


def test_the_template_solves(satrap):
    assert satrap("new", "empire", "game-plan", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "game plan: 76 points for me from here to the end of the game" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize("name", ["empire/game-last-scoring", "empire/game-last-pieces", "empire/game-short"])
def test_the_bundled_ones_ask_it(name):
    assert load(name).question.kind == "game-plan"
