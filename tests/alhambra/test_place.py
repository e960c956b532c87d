"""Adding new tiles to an Alhambra: by hand, against trying everything, and laws that must hold."""

from dataclasses import replace

import pytest

from models.alhambra.missions import MISSIONS
from models.alhambra.plan import Placing
from models.errors import InputError
from puzzles.checking import check
from puzzles.drawing.alhambra_views import view_of
from puzzles.generate.alhambra_questions import PLACING, SMALL, TINY, Size, place
from puzzles.generate.making import problems
from puzzles.scenario import task_of
from puzzles.solving import solve
from solver.alhambra.documents import PlaceAnswer
from solver.alhambra.place import Place
from solver.answer import Limits, Status
from solver.engine import Engine
from tests.alhambra.exhaustive_layouts import cells_of, placings
from tests.alhambra.laws import all_agree, free_tiles, mirrored, renamed, scenario

GAPS = Size(standing=(5, 9), new=(1, 3), missions=(0, 3), rivals=(0, 2), readings=0.15)
"""Enough tiles that gaps would be enclosed."""

CLOSED = {
    "layout": [
        {"tile": "pavilion2", "at": [0, -1]},
        {"tile": "arcades4", "at": [1, 0]},
        {"tile": "seraglio3", "at": [0, 1]},
        {"tile": "chambers5", "at": [-1, 0]},
    ]
}
"""Walls all around: nothing can be added."""

SPIRAL = {
    "layout": "fountain  seraglio8-s     chambers9-s  pavilion8-open\n"
    ".         .               .            seraglio7-w\n"
    ".         arcades10-open  pavilion6-n  arcades9-open",
}
"""Two more tiles would fill its heart, and the first of them encloses the place of the other."""


def found(made, **options):
    answer = solve(made, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    return answer


def laid(answer):
    return [(one.tile, one.at or one.to) for one in answer.plan.places]


# -- by hand -----------------------------------------------------------------------------------------------------


def test_a_single_tile_beside_the_fountain():
    # Its wall in the north counts 1 but for south of the fountain, which has none; north is the first in reading order.
    answer = found(scenario("place", {"bought": ["garden10-n"]}))
    assert (answer.value, laid(answer)) == (1, [("garden10-n", (0, -1))])
    assert [(entry.rule, entry.subject) for entry in answer.ledger] == [("B6-1", "garden10-n")]


def test_two_tiles_make_one_wall():
    # The wall of garden 8 runs around its corner, 2 segments; garden 10 west of it makes it longer.
    answer = found(scenario("place", {"bought": ["garden8-ne", "garden10-n"]}))
    assert answer.value == 3
    cells = dict(laid(answer))
    assert cells["garden10-n"] == (cells["garden8-ne"][0] - 1, cells["garden8-ne"][1])


@pytest.mark.parametrize(
    ("modules", "market", "where"),
    [
        ((), {}, ["reserve", "reserve"]),
        (("markets",), {"blue": "tower13"}, ["green", "orange"]),
        (("markets",), {"blue": "tower13", "green": "tower12", "yellow": "tower8"}, ["orange", "discard"]),
        (("markets",), {"blue": "tower13", "green": "tower12", "yellow": "tower8", "orange": "garden12"},
         ["discard", "discard"]),
    ],
)  # fmt: skip
def test_where_nothing_fits_all_goes_aside(modules, market, where):
    me = {**CLOSED, "bought": ["garden10-n", "arcades9"], **({"market": market} if market else {})}
    answer = found(scenario("place", me, modules=modules))
    assert answer.value == 12
    assert laid(answer) == list(zip(["garden10-n", "arcades9-open"], where, strict=True))


def test_a_useless_tile_is_not_built():
    # An open tile in front of the only wall would cover it; anywhere else it adds nothing.
    me = {"layout": [{"tile": "garden10-n", "at": [1, 0]}], "bought": ["arcades9"]}
    assert laid(found(scenario("place", me))) == [("arcades9-open", "reserve")]


def test_what_would_be_locked_in_cannot_be_placed():
    me = {**SPIRAL, "bought": ["arcades8-n", "tower8"]}
    made = scenario("place", me, position={"missions": ["double-walls", "grids"]}, count=["missions"])
    # with both in the heart it would be 4 double walls and 4 grids: 12 + 8
    relaxed = Engine(Limits(seconds=60)).solve(Place().formulate(task_of(made)), canonical=False)
    assert relaxed.solutions[0].objective == 20
    assert found(made).value < 20
    both = PlaceAnswer(places=(Placing(tile="arcades8-n", at=(1, 1)), Placing(tile="tower8", at=(2, 1))))
    verdict = check(made, both, best=False)
    assert {breach.rule for breach in verdict.breaches} >= {"B3-5"}


def test_majorities_count_against_rivals_and_the_third_party():
    # First scoring: 6 for most towers. Ben has one, the third party two: a second tower ties with two of them.
    position = {"round": 1, "neutral": ["tower10-w", "tower12"]}
    others = {"ben": {"layout": [{"tile": "tower11-open", "at": [1, 0]}]}}
    me = {"bought": ["tower9-es", "tower13"]}
    made = scenario("place", me, others=others, position=position, count=["majorities"])
    answer = found(made)
    assert answer.value == 3  # 6 shared by two
    assert sum(entry.amount for entry in answer.ledger) == 3


def test_the_best_three_and_all_of_the_best():
    made = scenario("place", {"bought": ["garden10-n"]})
    best = found(made, top=3)
    assert [one.value for one in best.answers] == [1, 1, 1]
    assert not best.complete
    assert len(found(made, all=True).answers) == 3
    every = found(made, top=9)
    assert [one.value for one in every.answers] == [1, 1, 1, 0]
    assert every.complete


def test_an_answer_is_checked():
    made = scenario("place", {"bought": ["garden10-n", "arcades9"]})
    wrong = PlaceAnswer(places=(Placing(tile="garden10-n", at=(1, 0)), Placing(tile="arcades9", at=(5, 5))))
    verdict = check(made, wrong)
    assert [(breach.rule, breach.path) for breach in verdict.breaches] == [("B3-4", ("places", 1))]
    assert (verdict.value, verdict.gap) == (1, verdict.best.value - 1)
    assert [b.rule for b in check(made, PlaceAnswer(), best=False).breaches] == ["B2-6", "B2-6"]
    nowhere = PlaceAnswer(places=(Placing(tile="garden10-n"), Placing(tile="arcades9", to="reserve")))
    assert "question" in {breach.rule for breach in check(made, nowhere, best=False).breaches}


def test_a_search_without_time_says_what_it_knows():
    made = place(14)
    answer = solve(made, limits=Limits(seconds=0.05))
    assert answer.status is Status.FEASIBLE
    assert answer.bound > answer.value
    assert not answer.canonical


# -- against trying everything -----------------------------------------------------------------------------------


def agrees(made):
    want = placings(made)
    answer = found(made)
    assert answer.value == max(want.values())
    assert want[cells_of(view_of(answer.plan, made).position, "ana")] == answer.value
    fewest = min(len(cells) for cells, value in want.items() if value == answer.value)
    assert sum(one.at is not None for one in answer.plan.places) + len(made.position.players["ana"].layout) == fewest


@pytest.mark.parametrize("seed", range(10))
def test_exhaustive(seed):
    agrees(place(seed, size=SMALL if seed % 2 else GAPS))


@pytest.mark.big
@pytest.mark.parametrize("size", [SMALL, GAPS])
def test_exhaustive_at_length(size):
    seen = set()
    for seed in range(200):
        made = place(1000 + seed, size=size)
        agrees(made)
        seen |= set(made.position.missions)
    assert seen == set(MISSIONS)


FEWER = Size(standing=(0, 3), new=(1, 3), missions=(0, 3), rivals=(0, 1), readings=0.1)


def cells(made):
    return lambda answer: cells_of(view_of(answer.plan, made).position, "ana")


@pytest.mark.parametrize("seed", range(6))
def test_all_and_the_best_few(seed):
    made = place(seed, size=FEWER)
    all_agree(made, placings(made), cells(made))


@pytest.mark.big
def test_all_and_the_best_few_at_length():
    for seed in range(100):
        made = place(500 + seed, size=FEWER)
        all_agree(made, placings(made), cells(made))


@pytest.mark.big
def test_random_ones_are_replayed():
    for seed in range(1200):
        found(place(seed, size=TINY))


def test_the_kernel_is_never_below():
    for seed in range(4):
        made = place(seed, size=TINY)
        relaxed = Engine(Limits(seconds=60)).solve(Place().formulate(task_of(made)), canonical=False)
        assert relaxed.solutions[0].objective >= found(made).value


# -- laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_laws(seed):
    made = place(seed, size=replace(PLACING, new=(3, 4), readings=0.2))
    value = found(made).value
    assert found(mirrored(made)).value == value
    assert found(renamed(made)).value == value
    state = made.position.players["ana"]
    more = state.model_copy(update={"bought": (*state.bought, free_tiles(made)[seed])})
    assert found(replace(made, position=made.position.with_player("ana", **more.__dict__))).value >= value


def test_generated_ones_are_sound():
    for seed in range(20):
        assert not list(problems(place(seed, size=SMALL)))


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("me", "question", "told"),
    [
        ({}, {}, "ana has no new tile"),
        ({"bought": ["garden10-n"]}, {"player": "bea"}, "unknown player “bea”"),
        ({"bought": ["garden10-n"]}, {"tiles": ["arcades9"]}, "has bought garden10-n as well"),
        ({"reserve": ["garden10-n"]}, {"tiles": ["garden10-n"]}, "takes a redesign to build it"),
        ({"layout": [{"tile": "garden10-n", "at": [1, 0]}]}, {"tiles": ["garden10-n"]}, "lies in ana's Alhambra"),
        ({}, {"tiles": ["garden99"]}, "no tile of the supply is called “garden99”"),
        ({}, {"tiles": ["arcades9", "arcades9-open"]}, "arcades9-open stands twice"),
        ({}, {"tiles": ["fountain"]}, "the fountain stands in every Alhambra"),
        ({}, {"tiles": ["arcades9"], "count": ["wall", "wall"]}, "“wall” stands twice"),
    ],
)
def test_bad_input(me, question, told):
    with pytest.raises(InputError) as caught:
        solve(scenario("place", me, **question))
    assert told in str(caught.value)
