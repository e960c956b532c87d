"""What offered tiles add: by hand, against trying every cell, and laws that must hold."""

from dataclasses import replace

import pytest

from models.alhambra.layout import ORIGIN, Layout, neighbours
from models.alhambra.missions import MISSIONS
from models.alhambra.redesign import place_breaches
from models.errors import InputError
from puzzles.checking import check
from puzzles.generate.alhambra_questions import PLACING, SMALL, TINY, Size, draft
from puzzles.generate.making import problems
from puzzles.scenario import task_of
from puzzles.solving import solve
from solver.alhambra.documents import DraftAnswer, DraftRow
from solver.alhambra.draft import Draft
from solver.answer import Limits, Status
from solver.engine import Engine
from tests.alhambra.exhaustive_layouts import points
from tests.alhambra.laws import mirrored, renamed, scenario

GAPS = Size(standing=(5, 9), new=(1, 4), missions=(0, 3), rivals=(0, 2), readings=0.15)


def found(made, **options):
    answer = solve(made, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    return answer


def table(answer):
    return [(row.tile, row.gain, None if row.at is None else row.at.at) for row in answer.plan.rows]


# -- by hand -----------------------------------------------------------------------------------------------------


def test_a_table_in_the_order_of_what_tiles_add():
    # The wall of garden 10 is 1. Garden 8 (n, e) north-west of it joins it over the corner and makes it 3; arcades 9
    # has no wall to add.
    me = {"layout": [{"tile": "garden10-n", "at": [1, 0]}]}
    market = {"blue": "arcades9", "green": "garden10-w", "yellow": "garden8-ne"}
    answer = found(scenario("draft", me, position={"market": market}))
    assert table(answer)[0] == ("garden8-ne", 2, (0, -1))
    assert {row[0] for row in table(answer)[1:]} == {"arcades9-open", "garden10-w"}
    assert ("arcades9-open", 0, None) in table(answer)
    assert answer.value == 2
    assert sum(entry.amount for entry in answer.ledger) == 2
    assert answer.plan.rows[0].value == 3


def test_a_tile_that_fits_nowhere_stays_out():
    closed = [("pavilion2", [0, -1]), ("arcades4", [1, 0]), ("seraglio3", [0, 1]), ("chambers5", [-1, 0])]
    me = {"layout": [{"tile": tile, "at": at} for tile, at in closed]}
    answer = found(scenario("draft", me, tiles=["arcades9", "tower13"]))
    assert table(answer) == [("arcades9-open", 0, None), ("tower13-e", 0, None)]
    assert (answer.value, answer.plan.rows[0].value) == (0, 12)


def test_offered_tiles_in_their_order_where_they_add_as_much():
    answer = found(scenario("draft", {}, tiles=["garden12", "garden10-n"]))
    assert [row[0] for row in table(answer)] == ["garden12-s", "garden10-n"]


def test_the_table_is_the_only_answer():
    made = scenario("draft", {}, tiles=["garden12", "garden10-n"])
    assert found(made, all=True).complete
    assert len(found(made, top=3).answers) == 1


def test_answers_are_checked():
    made = scenario("draft", {}, tiles=["garden12", "garden10-n"])
    best = found(made).plan
    assert check(made, best).legal
    late = DraftAnswer(rows=(best.rows[1].model_copy(update={"gain": 0}), best.rows[0]))
    told = [b.message for b in check(made, late, best=False).breaches]
    assert any("adds more than the tile before it" in message for message in told)
    assert any("is worth 1 so, a gain of 1, not 1 and 0" in message for message in told)
    rows = (DraftRow(tile="tower13", value=0, gain=0), best.rows[0], best.rows[0])
    told = [b.message for b in check(made, DraftAnswer(rows=rows), best=False).breaches]
    assert "tower13-e is not on offer" in told
    assert "garden12-s stands twice" in told
    assert "garden10-n is missing" in told
    far = best.rows[0].model_copy(update={"at": best.rows[0].at.model_copy(update={"at": (7, 7)})})
    assert "B3-4" in {b.rule for b in check(made, DraftAnswer(rows=(far, best.rows[1])), best=False).breaches}


def test_the_kernel_agrees_on_the_best_tile():
    for seed in range(4):
        made = draft(seed, size=TINY)
        relaxed = Engine(Limits(seconds=60)).solve(Draft().formulate(task_of(made)), canonical=False)
        assert relaxed.solutions[0].objective == max(row.value for row in found(made).plan.rows)


# -- against trying every cell -----------------------------------------------------------------------------------


def agrees(made):
    board = made.board
    position = made.position.resolved(board)
    layout = Layout.of(position.players["ana"].layout, board)
    stands = frozenset((at, tile.id) for at, tile in layout.cells.items() if at != ORIGIN)
    base = points(made, stands)
    around = {other for cell in layout.cells for other in neighbours(cell)} - set(layout.cells)
    answer = found(made)
    offered = made.question.tiles or position.market.values()
    assert {row.tile for row in answer.plan.rows} == {board.tile(tile).id for tile in offered}
    for row in answer.plan.rows:
        tile = board.tile(row.tile)
        fitting = [cell for cell in around if not place_breaches(layout, cell, tile)]
        best = max([base, *(points(made, stands | {(cell, tile.id)}) for cell in fitting)])
        assert (row.value, row.gain, row.at is None) == (best, best - base, best == base)
    gains = [row.gain for row in answer.plan.rows]
    assert gains == sorted(gains, reverse=True)


@pytest.mark.parametrize("seed", range(10))
def test_exhaustive(seed):
    agrees(draft(seed, size=GAPS if seed % 2 else PLACING))


@pytest.mark.big
@pytest.mark.parametrize("size", [SMALL, GAPS, PLACING])
def test_exhaustive_at_length(size):
    seen = set()
    for seed in range(200):
        made = draft(1000 + seed, size=size)
        agrees(made)
        seen |= set(made.position.missions)
    assert seen == set(MISSIONS)


@pytest.mark.big
def test_random_ones_are_replayed():
    for seed in range(1200):
        found(draft(seed, size=TINY))


# -- laws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_laws(seed):
    made = draft(seed, size=replace(PLACING, new=(3, 4), readings=0.2))
    answer = found(made)
    gains = sorted((row.gain for row in answer.plan.rows), reverse=True)
    assert [row.gain for row in found(mirrored(made)).plan.rows] == gains
    assert table(found(renamed(made))) == table(answer)


def test_generated_ones_are_sound():
    for seed in range(20):
        assert not list(problems(draft(seed, size=SMALL)))


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("me", "question", "told"),
    [
        ({}, {}, "nothing is on offer"),
        ({}, {"tiles": ["garden10"]}, "more than one tile is called “garden10”"),
        ({}, {"tiles": ["garden12"], "player": "bea"}, "unknown player “bea”"),
        ({"layout": [{"tile": "garden10-n", "at": [1, 0]}]}, {"tiles": ["garden10-n"]}, "lies in ana's Alhambra"),
    ],
)
def test_bad_input(me, question, told):
    with pytest.raises(InputError) as caught:
        solve(scenario("draft", me, **question))
    assert told in str(caught.value)
