"""Prices of what the regions share, and the choice among known plans, by hand."""

import pytest

from models.empire.plan import RegionPlan
from solver.empire.game_prices import PARTS, Choice, Column, Cut, Prices, Shared, first_prices, reprice
from solver.engine import Engine

PLAN = RegionPlan()
NOTHING = {(name, kind): 0 for name in ("me", "anna", "boris") for kind in ("temple", "city")}


def column(own=0, pieces=(0, 0), rivals=None, builds=None, uses=None, plan=PLAN):
    built = {**NOTHING, ("me", "temple"): pieces[0], ("me", "city"): pieces[1], **(builds or {})}
    return Column(own, rivals or {}, pieces, built, uses or {}, plan, None)


def shared(left=(10, 8), points=None, links=(), stands=None, board=None):
    return Shared("me", left, points or {}, {**NOTHING, **(stands or {})}, links, board or {})


def chosen(columns, what, **given):
    """The regions' picks, and what the choice is worth."""
    outcome = Engine().solve(Choice(columns, what, **given).formulation(), canonical=False)
    assert outcome.solutions
    solution = outcome.solutions[0]
    return {key[1]: key[2] for key, value in solution.values.items() if value}, solution.objective


# -- prices ----------------------------------------------------------------------------------------------


TEMPLE_HERE_OR_THERE = {1: [column(), column(10, (1, 0))], 2: [column(), column(6, (1, 0))]}
"""One temple for 10 in region 1 or for 6 in region 2."""


def test_a_piece_costs_between_what_two_regions_give_for_it():
    """With one temple left, p + max(0, 10 - p) + max(0, 6 - p) is least for 6 <= p <= 10: 10."""
    prices, worth = reprice(TEMPLE_HERE_OR_THERE, shared(left=(1, 8)), Prices((0, 0)), 20, 1)
    assert worth == pytest.approx(10)
    assert 6 * PARTS <= prices.pieces[0] <= 10 * PARTS
    assert prices.pieces[1] == 0


def test_prices_stay_near():
    """No further than half a point from 0: 0.5 + 9.5 + 5.5."""
    prices, worth = reprice(TEMPLE_HERE_OR_THERE, shared(left=(1, 8)), Prices((0, 0)), 0.5, 1)
    assert worth == pytest.approx(15.5)
    assert prices.pieces == (PARTS // 2, 0)


def test_weights_level_the_rivals():
    """Region 1 gives anna 4, region 2 boris 2: at equal weights 20 - 3; all on anna it is 20 - 4, and that is least.

    Anna has 4, boris 2, so the best rival is anna, whatever is chosen.
    """
    columns = {1: [column(10, rivals={"anna": 4, "boris": 0})], 2: [column(10, rivals={"anna": 0, "boris": 2})]}
    what = shared(points={"anna": 0, "boris": 0})
    equal = first_prices(what, (0, 0))
    assert equal.weights == (("anna", 6), ("boris", 6))
    prices, worth = reprice(columns, what, equal, 1, 1)
    assert (prices.weights, worth) == ((("anna", 12), ("boris", 0)), pytest.approx(16))
    near, worth = reprice(columns, what, equal, 1, 0.25)
    assert (near.weights, worth) == ((("anna", 9), ("boris", 3)), pytest.approx(20 - 0.75 * 4 - 0.25 * 2))


def test_points_on_the_track_count_in_the_weights():
    """Boris stands 3 ahead, so he is the best rival, with 5 points: 20 - 5."""
    columns = {1: [column(20, rivals={"anna": 4, "boris": 2})]}
    what = shared(points={"anna": 0, "boris": 3})
    prices, worth = reprice(columns, what, first_prices(what, (0, 0)), 1, 1)
    assert (prices.weights, worth) == ((("anna", 0), ("boris", 12)), pytest.approx(15))
    assert PARTS * 20 - 2 * 12 + what.cost(prices) == PARTS * worth


SCARCE = (2, "anna", "temple")
RUNS_OUT = {
    1: [column(0, builds={("anna", "temple"): 0}), column(3, builds={("anna", "temple"): 1})],
    2: [column(5, uses={("anna", "temple"): (0, 9)}), column(7, uses={("anna", "temple"): (10, 10)})],
}
"""Anna has built nine temples.  Where she builds the tenth in region 1, she has none in region 2."""


def test_a_rival_s_last_piece_has_a_price():
    """Both regions want her to have built: 3 + 7 = 10, no mixture is worth more."""
    what = shared(links=[SCARCE], stands={("anna", "temple"): 9})
    prices, worth = reprice(RUNS_OUT, what, first_prices(what, (0, 0)), 20, 1)
    assert worth == pytest.approx(10)
    assert [link for link, _ in prices.uses] == [SCARCE]
    total = what.cost(prices)
    total += sum(max(each.net(number, prices) for each in plans) for number, plans in RUNS_OUT.items())
    assert total == pytest.approx(PARTS * 10, abs=PARTS // 2)


def test_the_supply_is_priced_where_it_is_needed_last():
    """Where own pieces may run out in the last region, what is used before it costs; what is built costs nothing."""
    prices = first_prices(shared(links=[(5, "me", "temple"), (6, "me", "temple")]), (3, 2))
    assert prices.pieces == (0, 2 * PARTS)
    assert dict(prices.uses) == {(5, "me", "temple"): 0, (6, "me", "temple"): -3 * PARTS}
    earlier, last = column(3, (1, 0)), column(3, (1, 0), uses={("me", "temple"): (0, 8)})
    assert earlier.net(4, prices) == 3 * PARTS - 3 * PARTS
    assert last.net(6, prices) == 3 * PARTS + 8 * 3 * PARTS  # 8 may be gone, and are paid for before


def test_no_better_prices_without_plans():
    assert reprice({1: []}, shared(), Prices((0, 0)), 1, 1) is None


@pytest.mark.parametrize(("pieces", "bound"), [((0, 0), 30), ((2, 1), 30 + 2 * 4 + 7), ((3, 0), None), ((0, 2), None)])
def test_a_cut_bounds_inside_its_box(pieces, bound):
    assert Cut((2, 1), (4, 7), 30).at(pieces) == bound


# -- the choice ------------------------------------------------------------------------------------------


def test_the_choice_keeps_within_the_supply():
    columns = {1: [column(), column(10, (1, 0))], 2: [column(), column(6, (1, 0))]}
    assert chosen(columns, shared(left=(2, 8))) == ({1: 1, 2: 1}, 16)
    assert chosen(columns, shared(left=(1, 8))) == ({1: 1, 2: 0}, 10)


def test_the_choice_is_not_made_again():
    columns = {1: [column(), column(10, (1, 0))], 2: [column(), column(6, (1, 0))]}
    first = [(1, 1), (2, 0)]
    assert chosen(columns, shared(left=(1, 8)), tried=[first]) == ({1: 0, 2: 1}, 6)


def test_only_plans_by_the_rules_are_chosen():
    columns = {1: [column(4), column(10, plan=None)]}
    assert chosen(columns, shared()) == ({1: 0}, 4)


def test_a_supply_that_is_not_as_the_plan_takes_it_costs():
    """7 where anna has nothing left: it is one piece off, which costs 2, so 5 is taken where she builds nothing."""
    what = shared(links=[SCARCE], stands={("anna", "temple"): 9})
    assert chosen(RUNS_OUT, what) == ({1: 1, 2: 1}, 10)
    only_idle = {1: RUNS_OUT[1][:1], 2: RUNS_OUT[2]}
    assert chosen(only_idle, what)[1] == 5


def test_most_on_the_board_counts_in_the_choice():
    """A temple for nothing is worth taking where it is most on the board, and not where anna has two."""
    columns = {1: [column(1), column(0, (1, 0))]}
    assert chosen(columns, shared(board={"temple": 15})) == ({1: 1}, 15)
    assert chosen(columns, shared(board={"temple": 15}, stands={("anna", "temple"): 2})) == ({1: 0}, 1)


def test_the_margin_is_that_over_the_best_rival():
    """12 - 9 for one plan, 10 - 4 for the other; boris stands at 3 on the track."""
    columns = {1: [column(12, rivals={"anna": 9, "boris": 0}), column(10, rivals={"anna": 4, "boris": 1})]}
    assert chosen(columns, shared(points={"anna": 0, "boris": 3})) == ({1: 1}, 6)
