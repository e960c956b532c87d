"""The best layout of some tiles: by hand, against trying everything, and laws that must hold."""

from collections import Counter
from dataclasses import replace

import pytest

from models.alhambra.missions import MISSIONS
from models.alhambra.plan import Action
from models.errors import InputError
from puzzles.checking import check
from puzzles.generate.alhambra_layout import instance
from puzzles.generate.alhambra_questions import SMALL, TINY, Size, layout
from puzzles.generate.making import problems
from puzzles.solving import solve
from solver.alhambra import layout as module
from solver.alhambra import orders
from solver.alhambra.documents import LayoutAnswer
from solver.answer import Limits, Status
from tests.alhambra.exhaustive_layouts import layouts, placeable
from tests.alhambra.laws import all_agree, free_tiles, mirrored, renamed, scenario

GAPS = Size(standing=(5, 9), new=(1, 3), missions=(0, 3), rivals=(0, 2), readings=0.15)
"""Enough tiles that gaps would be enclosed."""

SPIRAL = (
    "fountain  seraglio8-s     chambers9-s  pavilion8-open\n"
    ".         .               .            seraglio7-w\n"
    ".         arcades10-open  pavilion6-n  arcades9-open"
)
HEART = ["arcades8-n", "tower8-nes", "tower12-open"]
"""The first two fill the heart of the spiral, and each would be in the way of the other."""

CLOSED = [
    {"tile": "pavilion2-new", "at": [0, -1]},
    {"tile": "arcades4-nes", "at": [1, 0]},
    {"tile": "seraglio3-esw", "at": [0, 1]},
    {"tile": "chambers5-nsw", "at": [-1, 0]},
]
"""Walls all around: nothing can be added."""


def spiral(order, tiles=HEART):
    me = {"layout": SPIRAL, "reserve": list(tiles)}
    missions = ["diagonal", "double-walls", "grids"]
    return scenario("layout", me, position={"missions": missions}, count=["missions"], order=order)


def found(made, **options):
    answer = solve(made, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    return answer


def cells(answer):
    return frozenset((one.at, one.tile) for one in answer.plan.layout)


# -- by hand -----------------------------------------------------------------------------------------------------


def test_around_the_bare_fountain():
    # Tower 8 has three walls; its open side in the west has to meet the fountain.
    answer = found(scenario("layout", {"reserve": ["tower8"]}))
    assert (answer.value, cells(answer)) == (3, {((1, 0), "tower8-nes")})
    assert [(entry.rule, entry.amount) for entry in answer.ledger] == [("B6-1", 3)]
    assert not answer.plan.steps


def test_all_that_lies_outside_the_alhambra_is_laid_unless_tiles_are_named():
    me = {"reserve": ["tower8"], "bought": ["arcades4"]}
    assert found(scenario("layout", me)).value == 3  # both want the east of the fountain
    assert {tile for _, tile in cells(found(scenario("layout", me, tiles=["arcades4"])))} == {"arcades4-nes"}
    markets = scenario("layout", {"market": {"blue": "tower8"}}, modules=["markets"])
    assert found(markets).value == 3
    assert solve(scenario("layout", me, use="all")).status is Status.INFEASIBLE


def test_nothing_can_be_added_to_a_closed_outline():
    made = scenario("layout", {"layout": CLOSED, "reserve": ["arcades9"]})
    assert (found(made).value, len(cells(found(made)))) == (12, 4)
    for order in ("any", "placing", "redesigning"):
        every = scenario("layout", {"layout": CLOSED, "reserve": ["arcades9"]}, use="all", order=order)
        assert solve(every).status is Status.INFEASIBLE


def test_majorities_with_shared_ties_and_the_third_party():
    # Second scoring, towers 13 and 6: Ben has one, the third party one. One tower shares 19 by three, rounded down
    # to 6; two are worth 13.
    others = {"ben": {"layout": [{"tile": "tower11-open", "at": [1, 0]}]}}
    position = {"round": 2, "neutral": ["tower12"]}
    me = {"reserve": ["tower9-es", "tower13"]}
    made = scenario("layout", me, others=others, position=position, count=["majorities"])
    assert found(made).value == 13
    one = scenario("layout", {"reserve": ["tower13"]}, others=others, position=position, count=["majorities"])
    assert found(one).value == 6


def test_steps_are_told_where_they_are_asked_for():
    me = {"reserve": ["garden10-open", "garden11", "tower12", "garden8-ne"]}
    answer = found(scenario("layout", me, order="placing"))
    assert {step.place for step in answer.plan.steps} == {tile for _, tile in cells(answer)}
    assert all(step.named() == ["place"] for step in answer.plan.steps)


def test_the_heart_of_the_spiral():
    free = found(spiral("any"))
    assert free.value == 28  # diagonal 4 * 2, four double walls, four grids
    assert not free.plan.steps
    placed = found(spiral("placing"))
    assert placed.value < 28
    rebuilt = found(spiral("redesigning"))
    assert rebuilt.value == 28
    assert cells(rebuilt) == cells(free)
    kinds = Counter(step.named()[0] for step in rebuilt.plan.steps)
    assert kinds["remove"] > 0
    assert kinds["place"] > 3


def test_where_nothing_can_come_off_redesigning_is_no_help():
    # Without the third tile there is no bridge; what the two are worth elsewhere is worth less.
    made = spiral("redesigning", HEART[:2])
    assert found(spiral("any", HEART[:2])).value == 26
    answer = found(made)
    assert answer.value == found(spiral("placing", HEART[:2])).value < 26


def test_an_order_that_no_search_decides_leaves_a_gap(monkeypatch):
    def undecided(*_, **__):
        raise orders.UndecidedError("given up")

    monkeypatch.setattr(orders, "_backwards", undecided)
    monkeypatch.setattr(orders, "build_order", undecided)
    for few in (module.FEW, 0):
        monkeypatch.setattr(module, "FEW", few)
        answer = solve(spiral("redesigning", HEART[:2]))
        assert answer.status is Status.FEASIBLE
        assert answer.bound == 26
        assert answer.value == found(spiral("placing", HEART[:2])).value


def test_an_answer_is_checked():
    made = spiral("redesigning")
    best = found(made).plan
    assert check(made, best, best=False).legal
    told = {(b.rule, b.path) for b in check(made, best.model_copy(update={"steps": ()}), best=False).breaches}
    assert told == {("question", ("steps",))}
    asked = check(spiral("placing"), best, best=False).breaches
    assert {b.message for b in asked} == {"the question asks for placing alone"}
    assert {b.message for b in check(spiral("any"), best, best=False).breaches} == {"no steps are asked for"}
    first = best.model_copy(update={"steps": best.steps[1:]})
    assert {b.rule for b in check(made, first, best=False).breaches} >= {"question"}


def test_layouts_that_are_no_answer():
    made = scenario("layout", {"layout": [{"tile": "garden10-n", "at": [1, 0]}], "reserve": ["garden12", "arcades9"]},
                    use="all")  # fmt: skip
    told = check(made, LayoutAnswer.model_validate({"layout": [{"tile": "tower13", "at": [2, 0]}]})).breaches
    assert {b.message for b in told} >= {
        "garden10-n stands at [1, 0] and stays there",
        "tower13-e is not among the tiles to lay",
        "garden12-s has to be laid as well",
    }
    assert "B3-3" in {b.rule for b in told}
    twice = [
        {"tile": "garden10-n", "at": [1, 0]},
        {"tile": "garden12", "at": [1, 0]},
        {"tile": "nothing", "at": [2, 0]},
    ]
    verdict = check(made, LayoutAnswer.model_validate({"layout": twice}), best=False)
    assert {b.rule for b in verdict.breaches} >= {"B3-7", "B1-2"}
    assert verdict.value == 1  # what stands
    buys = LayoutAnswer(steps=(Action(buy="garden12"), Action(remove="garden10-n", to="blue")))
    ordered = replace(made, question=made.question.model_copy(update={"order": "redesigning"}))
    told = {b.message for b in check(ordered, buys, best=False).breaches}
    assert told >= {"only tiles are placed, taken out and exchanged", "a tile that is taken out lies aside"}


def test_a_search_without_time_says_what_it_knows():
    made = instance(3, 9).scenario()
    for order in ("any", "placing"):
        asked = replace(made, question=made.question.model_copy(update={"order": order}))
        answer = solve(asked, limits=Limits(seconds=0.02))
        assert answer.status in (Status.FEASIBLE, Status.UNKNOWN)
        if answer.value is not None:
            assert answer.bound is None or answer.bound > answer.value
        assert not answer.canonical


# -- against trying everything -----------------------------------------------------------------------------------


def legal(made):
    """Every layout that would be an answer, with its points; None where placing alone does not decide."""
    want = layouts(made)
    if made.question.order != "any":
        reached = placeable(made)
        if made.question.order == "redesigning" and not set(want) <= reached:
            return None
        want = {one: value for one, value in want.items() if one in reached}
    return want


def agrees(made):
    want = legal(made)
    if want is None:
        return
    if not want:
        assert solve(made).status is Status.INFEASIBLE
        return
    answer = found(made)
    assert answer.value == max(want.values()) == want[cells(answer)]
    fewest = min(len(one) for one, value in want.items() if value == answer.value)
    assert len(answer.plan.layout) == fewest


@pytest.mark.parametrize("seed", range(10))
def test_exhaustive(seed):
    agrees(layout(seed, size=SMALL if seed % 2 else GAPS))


@pytest.mark.big
@pytest.mark.parametrize("size", [SMALL, GAPS])
def test_exhaustive_at_length(size):
    seen = set()
    for seed in range(200):
        made = layout(1000 + seed, size=size)
        agrees(made)
        seen |= set(made.position.missions)
    assert seen == set(MISSIONS)


def every(made):
    want = legal(made)
    if want:
        all_agree(made, want, cells)


FEWER = Size(standing=(0, 3), new=(1, 2), missions=(0, 3), rivals=(0, 1), readings=0.1)


@pytest.mark.parametrize("seed", range(6))
def test_all_and_the_best_few(seed):
    every(layout(seed, size=FEWER))


@pytest.mark.big
def test_all_and_the_best_few_at_length():
    for seed in range(100):
        every(layout(500 + seed, size=FEWER))


@pytest.mark.parametrize("seed", range(4))
def test_the_model_and_the_search_agree(seed, monkeypatch):
    made = layout(seed, size=replace(SMALL, standing=(1, 3), new=(2, 3)))
    value = solve(made).value
    monkeypatch.setattr(module, "FEW", 0)
    assert solve(made).value == value


@pytest.mark.big
def test_the_model_and_the_search_agree_at_length(monkeypatch):
    made = [layout(seed, size=replace(SMALL, standing=(1, 5), new=(2, 4))) for seed in range(60)]
    values = [solve(one).value for one in made]
    monkeypatch.setattr(module, "FEW", 0)
    assert [solve(one).value for one in made] == values


@pytest.mark.big
def test_random_ones_are_replayed():
    solved = 0
    for seed in range(1300):
        answer = solve(layout(seed, size=TINY))
        assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
        solved += answer.status is Status.OPTIMAL
    assert solved > 1000


# -- laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_laws(seed):
    made = layout(seed, size=replace(SMALL, new=(2, 3)))
    made = replace(made, question=made.question.model_copy(update={"use": "best", "order": "any"}))
    value = found(made).value
    assert found(mirrored(made)).value == value
    assert found(renamed(made)).value == value
    tiles = made.question.tiles
    held = made.position.players["ana"].reserve
    more = (*(held if tiles is None else tiles), free_tiles(made)[seed])
    assert found(replace(made, question=made.question.model_copy(update={"tiles": more}))).value >= value
    placed = made.question.model_copy(update={"order": "placing"})
    assert found(replace(made, question=placed)).value <= value


def test_real_tiles_around_the_bare_fountain():
    made = instance(3, 7).scenario()
    any_order = found(made)
    placed = found(replace(made, question=made.question.model_copy(update={"order": "placing"})))
    assert placed.value <= any_order.value
    assert len(placed.plan.steps) == len(placed.plan.layout)


def test_generated_ones_are_sound():
    for seed in range(20):
        assert not list(problems(layout(seed, size=SMALL)))


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("me", "question", "told"),
    [
        ({}, {}, "ana has no tile to lay"),
        ({"reserve": ["garden12"]}, {"player": "bea"}, "unknown player “bea”"),
        ({}, {"tiles": ["garden10"]}, "more than one tile is called “garden10”"),
        ({}, {"tiles": ["garden12", "garden12-s"]}, "garden12-s stands twice"),
        ({"layout": [{"tile": "garden10-n", "at": [1, 0]}]}, {"tiles": ["garden10-n"]}, "lies in ana's Alhambra"),
        ({}, {"tiles": ["garden12"], "count": ["wall", "wall"]}, "“wall” stands twice"),
        ({}, {"tiles": ["garden12"], "order": "building"}, "“building” is not known here"),
    ],
)
def test_bad_input(me, question, told):
    with pytest.raises(InputError) as caught:
        solve(scenario("layout", me, **question))
    assert told in str(caught.value)


def test_tiles_of_the_third_party_are_built():
    with pytest.raises(InputError, match="lies with the third party"):
        solve(scenario("layout", {}, others={"ben": {}}, position={"neutral": ["garden12"]}, tiles=["garden12"]))
