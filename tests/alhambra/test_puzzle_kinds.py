"""How the questions of alhambra are posed and explained: by hand, and over what is drawn."""

from dataclasses import replace

import pytest

from models.alhambra.layout import Layout
from models.rulebook import load_rules
from puzzles import load
from puzzles.generate.making import problems
from puzzles.kinds.alhambra import buildable, loose_ends
from puzzles.kinds.kind import kind_of
from puzzles.questions import find, of_game
from puzzles.scenario import parse
from puzzles.solving import solve
from solver.answer import Limits, Status
from tests.alhambra.laws import scenario

ONE = Limits(seconds=600, workers=1)
KINDS = [entry.kind for entry in of_game("alhambra")]
DRAWN = [(kind, level, seed) for kind in KINDS for level, seed in ((2, 0), (3 if kind == "redesign" else 4, 1))]
ROW = {"missions": ["rows"], "round": 3}
TWO = ["arcades9-open", "chambers10-open"]
"""Beside the fountain, or on both sides of it, they make a row of three; one of them alone makes nothing."""


def greedy(made, kept=0, answer=None):
    """What the greedy player makes of so many steps of the best answer, by the rules; None where it finds nothing."""
    answer = answer or solve(made, limits=ONE)
    question = find("alhambra", made.question.kind).load()
    plan = kind_of(made).finish(made.task, answer.plan, kept)
    if plan is None:
        return None
    replay = question.replay(made.task, plan)
    assert not replay.breaches
    assert not question.strays(made.task, plan)
    return replay.value


def best(made):
    return solve(made, limits=ONE).value


def grounds(made):
    return {ground.key: ground for ground in kind_of(made).grounds(made)}


def parts(made):
    return {part.key: part for part in kind_of(made).parts(made)}


# -- by hand -----------------------------------------------------------------------------------------


def test_a_row_that_no_single_tile_makes():
    made = scenario("place", {"bought": TWO}, position=ROW, count=["missions"])
    assert best(made) == 3
    assert [greedy(made, kept) for kept in (0, 1, 2)] == [0, 3, 3]


def test_one_thing_at_once_is_placed():
    # The garden's wall counts wherever it is outside, north of the fountain first; the arcades add nothing.
    made = scenario("place", {"bought": ["arcades9-open", "garden10-n"]}, count=["wall"])
    plan = kind_of(made).finish(made.task, solve(made, limits=ONE).plan, 0)
    assert [(one.tile, one.at or one.to) for one in plan.places] == [
        ("garden10-n", (0, -1)),
        ("arcades9-open", "reserve"),
    ]


def test_one_tile_more_makes_the_row():
    made = scenario("place", {"bought": TWO[:1]}, position=ROW, count=["missions"])
    found = grounds(made)
    assert list(found) == ["rule line-groups", "lacks arcades"]
    assert best(made) == 0
    assert best(found["lacks arcades"].lift(made)) == 3
    assert found["lacks arcades"].changed(1) == "one more arcades, without walls"


def test_a_rival_with_less_of_a_type():
    # One garden against two is the second place of scoring 3, 12 points; against one it is 20 + 12 shared, alone 20.
    ben = {"layout": [{"tile": "garden9-e", "at": [0, -1]}, {"tile": "garden10-open", "at": [0, 1]}]}
    made = scenario("place", {"bought": ["garden11-open"]}, others={"ben": ben}, count=["majorities"])
    ground = grounds(made)["rival ben garden"]
    assert (ground.words, ground.changed(2), ground.most) == ("ben has 2 gardens", "ben with 2 gardens less", 2)
    assert [best(made), best(ground.loosen(made, 1)), best(ground.lift(made))] == [12, 16, 20]


def test_what_stands_may_be_laid_elsewhere():
    # Only the tower can come off: the chambers hang on the arcades, and the tower on the chambers.
    layout = "fountain  arcades9-open  chambers10-open  tower11-s"
    made = scenario("place", {"layout": layout, "bought": ["garden11-open"]}, position=ROW, count=["missions"])
    assert [placed.tile for placed in loose_ends(made, 1)] == ["tower11-s"]
    assert [placed.tile for placed in loose_ends(made, 9)] == ["tower11-s"]
    lifted = grounds(made)["stands tower11-s"].lift(made)
    assert lifted.position.players["ana"].bought == ("garden11-open", "tower11-s")


def test_what_makes_the_longest_wall_alone_is_seen_first():
    # East of the seraglio the wall grows by 2; in the corner too, and a square is closed: the eye stops at the first.
    layout = "fountain         arcades9-open  seraglio8-s\nchambers10-open  .              ."
    made = scenario(
        "draft",
        {"layout": layout},
        position={"missions": ["grids"], "round": 3},
        tiles=["tower9-es"],
    )
    assert (best(made), greedy(made)) == (4, 2)
    plan = kind_of(made).finish(made.task, solve(made, limits=ONE).plan, 0)
    assert plan.rows[0].at.at == (3, 0)


def test_what_is_not_on_offer():
    made = scenario("draft", {}, position=ROW | {"market": {"blue": "arcades9-open"}}, count=["wall"])
    found = grounds(made)
    assert found["offers arcades"].words == "of type arcades only arcades 9 is on offer"
    assert found["offers tower"].words == "no tower is on offer"
    assert best(made) == 0
    assert best(found["offers pavilion"].lift(made)) == 3  # pavilion 2, which is open to the south only


SHOP = {"market": {"blue": "tower11-s", "green": "seraglio5-sw"}}
WORTH = {"tower": 6, "seraglio": 4}


def test_who_buys_the_dearest_first_acts_no_more():
    # 9 + 3 for 11 is too much and ends the turn; with the seraglio before it, for just 5, there are two purchases.
    made = scenario(
        "purchase", {"money": {"blue": [9, 3], "green": [5]}}, others={"ben": {}}, position=SHOP, worth=WORTH
    )
    assert best(made) == 10
    assert [greedy(made, kept) for kept in (0, 1, 2)] == [6, 10, 10]


def test_money_by_the_coin():
    made = scenario("purchase", {"money": {"blue": [9, 3]}}, others={"ben": {}}, position=SHOP, worth=WORTH)
    ground = grounds(made)["money green"]
    assert (ground.words, ground.most) == ("ana holds no green", 5)
    assert [best(made), best(ground.loosen(made, 4)), best(ground.loosen(made, 5))] == [6, 6, 10]


def test_more_money_takes_no_treasure_away():
    # 7 and a treasure of 4 pay 11 and keep the turn alive. Holding 11, nobody might give one, so that is loosened too.
    me = {"money": {"blue": [7], "green": [5]}, "treasures": [4]}
    made = scenario(
        "purchase",
        me,
        others={"ben": {"treasures": []}},
        modules=["treasures"],
        position=SHOP,
        worth=WORTH | {"tower": 9},
    )
    ground = grounds(made)["money blue"]
    assert best(made) == 13
    assert [best(ground.loosen(made, by)) for by in (4, 5, 11)] == [17, 17, 17]


SLOT = {
    "market": {"orange": "arcades5-nw", "yellow": "pavilion2-new"},
    "bought": ["garden9-e"],
}
BEN = {"money": {"blue": [8], "green": [5, 5]}, "treasures": [1]}


def test_a_purse_that_a_treasure_fills():
    # On blue ben lacks 1 and gives a treasure, which is exact; on green he holds enough, so he overpays.
    made = scenario(
        "market-slot", SLOT, others={"ben": BEN}, modules=["markets", "treasures"], position={"turn": "ana"}
    )
    assert (best(made), greedy(made)) == (10, 11)
    found = grounds(made)
    assert list(found) == [
        "rule treasure-at-personal-market",
        "rule personal-exact",
        "slot orange",
        "slot yellow",
        "treasures ben",
        "purse ben blue",
        "purse ben green",
    ]
    assert [best(ground.lift(made)) for ground in found.values()] == [0, 10, 0, 0, 0, 0, 0]


def test_what_a_rival_would_pay():
    made = scenario(
        "market-slot",
        SLOT,
        others={"ben": BEN},
        modules=["markets", "treasures"],
        ask="highest-income",
    )
    assert best(made) == 10
    found = grounds(made)
    assert found["purse ben green"].words == "ben pays 10 on green: 5 + 5 green"
    assert found["purse ben green"].changed(2) == "ben paying 12 green"
    assert best(found["purse ben green"].loosen(made, 2)) == 12
    assert best(found["purse ben blue"].lift(made)) == 17
    assert best(found["slot yellow"].lift(made)) == 10


def test_an_action_that_brings_nothing_at_once():
    made = scenario("redesign", {"reserve": TWO}, position=ROW, count=["missions"], actions=2)
    assert best(made) == 3
    assert [greedy(made, kept) for kept in (0, 1, 2)] == [0, 3, 3]


def test_an_action_more_and_a_point_less():
    made = scenario("redesign", {"reserve": TWO}, position=ROW, count=["missions"], actions=1, ask="fewest", target=3)
    assert solve(made, limits=ONE).status is Status.INFEASIBLE
    found = grounds(made)
    assert best(found["actions"].lift(made)) == 2
    assert best(found["target"].lift(made)) == 0
    assert best(found["lacks arcades"].lift(found["actions"].lift(made))) == 2


def test_tiles_to_lay_that_make_a_row():
    made = scenario("layout", {"reserve": TWO}, position=ROW, count=["missions"])
    assert best(made) == 3
    assert [greedy(made, kept) for kept in (0, 1, 2)] == [0, 3, 3]
    # Who has to lay both without a thought puts the first one north of the fountain.
    forced = replace(made, question=made.question.model_copy(update={"use": "all"}))
    assert [greedy(forced, kept) for kept in (0, 1, 2)] == [0, 3, 3]
    assert "all" in grounds(forced)
    assert "lacks arcades" not in grounds(forced)


def test_a_layout_from_the_bare_fountain():
    made = scenario("layout", {"reserve": TWO[:1]}, position=ROW)
    lifted = made
    for ground in grounds(made).values():
        lifted = ground.lift(lifted)
    assert best(lifted) > best(made)


def test_an_order_that_is_not_asked_for():
    # One of the spiral's two last tiles locks the other one out; both of them make a legal Alhambra all the same.
    spiral = load("alhambra/layout-spiral")
    placing = replace(spiral, question=spiral.question.model_copy(update={"order": "placing"}))
    assert best(grounds(placing)["order"].lift(placing)) > best(placing)


# -- over what is drawn ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def drawn():
    """The scenarios that are drawn, each with its best answer; made once for all tests."""
    known = {}

    def get(kind, level, seed):
        if (kind, level, seed) not in known:
            made = find("alhambra", kind).puzzles().make(seed, level)
            known[kind, level, seed] = made, solve(made, top=2, limits=ONE)
        return known[kind, level, seed]

    return get


@pytest.mark.parametrize(("kind", "level", "seed"), DRAWN)
def test_what_is_drawn(drawn, kind, level, seed):
    made, answer = drawn(kind, level, seed)
    assert not list(problems(made))
    assert parse(made.text()).plain() == made.plain()
    assert answer.status is Status.OPTIMAL
    assert made.readings == {}
    assert not any(char.isdigit() for char in made.title)
    assert kind_of(made).asks(made.task)
    for state in made.position.players.values():
        assert buildable(state.layout, made.board)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_draw_the_same(drawn, kind):
    made, _ = drawn(kind, 2, 0)
    assert find("alhambra", kind).puzzles().make(0, 2).text() == made.text()


@pytest.mark.parametrize(("kind", "level", "seed"), DRAWN)
def test_the_greedy_player(drawn, kind, level, seed):
    made, answer = drawn(kind, level, seed)
    sign = 1 if find("alhambra", kind).load().maximises(made.question) else -1
    steps = kind_of(made).steps(answer.plan)
    values = [greedy(made, kept, answer) for kept in range(steps + 1)]
    assert kind_of(made).finish(made.task, None, 0) == kind_of(made).finish(made.task, answer.plan, 0)
    assert values[-1] == answer.value
    assert all(sign * value <= sign * answer.value for value in values if value is not None)


@pytest.mark.parametrize(("kind", "level", "seed"), DRAWN)
def test_parts_can_be_left_out(drawn, kind, level, seed):
    made, _ = drawn(kind, level, seed)
    listed = list(kind_of(made).parts(made))
    assert len({part.key for part in listed}) == len(listed) > 0
    for part in listed:
        assert not list(problems(part.rest))
        assert part.rest.plain() != made.plain()
        if part.key.startswith("tile"):
            for state in part.rest.position.players.values():
                assert buildable(state.layout, made.board)
    for part in (listed[0], listed[-1]):
        assert parse(part.rest.text()).plain() == part.rest.plain()
    rest = parts(listed[0].rest)
    kept = set(rest) & {part.key for part in listed}
    assert all(rest[part.key].words == part.words for part in listed if part.key in kept)


@pytest.mark.parametrize(("kind", "level", "seed"), DRAWN)
def test_loosening_never_costs(drawn, kind, level, seed):
    made, answer = drawn(kind, level, seed)
    check_grounds(made, answer.value)


@pytest.mark.parametrize(
    "name",
    [
        "draft-four-offers",
        "purchase-chain",
        "purchase-poor-in-time",
        "purchase-at-a-neighbours",
        "purchase-treasure-example",
        "redesign-swap",
        "slot-highest-income",
        "slot-least-help",
    ],
)
def test_loosening_in_the_gallery(name):
    made = load(f"alhambra/{name}")
    check_grounds(made, best(made))


def check_grounds(made, value):
    sign = 1 if find("alhambra", made.question.kind).load().maximises(made.question) else -1
    listed = list(kind_of(made).grounds(made))
    assert len({ground.key for ground in listed}) == len(listed) > 0
    lifted = made
    for ground in listed:
        assert ground.rule == "question" or ground.rule in load_rules("alhambra")
        assert ground.words != ground.changed(1) != ""
        assert sign * best(ground.lift(made)) >= sign * value
        if ground.most > 1:
            assert sign * best(ground.loosen(made, 1)) >= sign * value
        lifted = ground.lift(lifted)
    assert sign * best(lifted) >= sign * value


def test_a_layout_that_is_left_is_legal():
    # Of any two of them that may come off, both may: all four subsets are legal.
    made = load("alhambra/place-full-market")
    one, two = loose_ends(made, 2)
    layout = Layout.of(made.position.players["ana"].layout, made.board)
    for off in ((), (one,), (two,), (one, two)):
        assert buildable([placed for placed in layout.placed if placed.at not in {each.at for each in off}], made.board)
