"""Puzzles of successors: what a greedy player does on tables worked out by hand, and what holds for every seed."""

from functools import cache

import pytest

from models.documents import Source, validate
from models.game import load_game
from models.successors.log import Game
from models.successors.position import Position
from puzzles.generate.making import problems, put_together
from puzzles.kinds.kind import kind_of
from puzzles.kinds.successors import without_player
from puzzles.kinds.successors_offers import Shelf, cheaper, entries, offer_parts, without_entry
from puzzles.questions import find, of_game
from puzzles.scenario import gallery, load, parse
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.engine import Engine
from solver.successors.path_to_victory_documents import PathToVictory
from solver.successors.stop_documents import Stop, StopAnswer
from tests.successors.tables import TALLY, cities

GAME = load_game("successors")
LIMITS = Limits(seconds=600, workers=1)
KINDS = [entry.kind for entry in of_game("successors")]
GALLERY = [row["name"] for row in gallery() if row["game"] == "successors" and row["question"]]
UNGROUNDED = {"successors/path-minimal-legitimacy", "successors/stop-who-by-whom", "successors/regency-who"}
QUESTIONS = {"path-to-victory": PathToVictory, "stop": Stop}


def asking(kind, position, **question):
    """A question on the map whose cities are worth 1, 2, 4, …; players are ana and ben unless named."""
    given = {"turn": 3, "players": {"ana": {}, "ben": {}}, **position}
    asked = validate(QUESTIONS[kind], Source({"kind": kind, "player": "ana", **question}))
    return put_together(GAME, TALLY, validate(Position, Source(given)), asked, "hand", board_name="./board.yaml")


@cache
def posed(kind, seed=1, level=1):
    return find("successors", kind).puzzles().make(seed, level)


def question_of(scenario):
    return find("successors", scenario.question.kind).load()


def value(scenario):
    """The best value, larger is better; None where there is no answer.  Replayed by the rules."""
    question = question_of(scenario)
    outcome = question.best(scenario.task, Engine(LIMITS))
    assert outcome.status in (Status.OPTIMAL, Status.INFEASIBLE)
    if outcome.status is Status.INFEASIBLE:
        return None
    plan = question.decode(scenario.task, outcome.solutions[0])
    replay = question.replay(scenario.task, plan)
    assert not replay.breaches
    return replay.value if question.maximises(scenario.question) else -replay.value


def no_worse(one, other):
    return other is None or (one is not None and one >= other)


def greedy(scenario, plan, kept=0):
    """What the greedy player's answer is worth as the question counts; None without one."""
    found = kind_of(scenario).finish(scenario.task, plan, kept)
    if found is None:
        return None
    question = question_of(scenario)
    replay = question.replay(scenario.task, found)
    assert not replay.breaches
    assert not question.strays(scenario.task, found)
    return replay.value


def ground(scenario, key):
    (found,) = (one for one in kind_of(scenario).grounds(scenario) if one.key == key)
    return found


# -- by hand -----------------------------------------------------------------------------------------


# Ana has 24 of 29 victory points.
SHORT_OF_FIVE = {"players": {"ana": {"control": cities("a", 24)}, "ben": {}}}


def short_of_five(**prices):
    spaces = {"b4": 3, "b1": 3, "b8": 5, **prices}
    return asking("path-to-victory", SHORT_OF_FIVE, route="vp", offers={"spaces": spaces})


def test_the_greedy_buyer_takes_most_points_for_the_price():
    # b4 brings 4 for 3, b8 the missing 5 for 5, b1 one for 3: b4 comes first, and b1 is cheaper then than b8.
    scenario = short_of_five()
    plan = solve(scenario, limits=LIMITS).plan
    assert plan.buys.spaces == ("b8",)
    assert greedy(scenario, plan) == 6
    assert greedy(scenario, plan, kept=1) == 5


def test_the_greedy_buyer_gives_back_what_it_does_not_need():
    # It begins with b1 for nothing, then b4, which are enough; b1 stays since it is needed.
    assert greedy(short_of_five(b1=0), solve(short_of_five(b1=0), limits=LIMITS).plan) == 3
    # It begins with b2 (2 for 1), goes on to b8, which alone is enough: b2 goes back.
    scenario = short_of_five(b4=30, b1=30, b2=1)
    assert greedy(scenario, solve(scenario, limits=LIMITS).plan) == 5


def test_a_price_is_loosened_by_single_units():
    scenario = short_of_five()
    price = ground(scenario, "price:ana:spaces:b1")
    assert price.most == 3
    assert price.words == "B1 costs ana 3"
    # b4 and b1 together cost 6, 5, 4, 3; b8 alone 5.
    assert [solve(price.loosen(scenario, by), limits=LIMITS).value for by in (1, 2, 3)] == [5, 4, 3]
    assert scenario.question.offers.spaces["b1"] == 3


def test_what_is_not_on_offer_is_to_be_had_for_nothing():
    # b1, b4 and b8 are on offer; b2 and b16 are nobody's, and not: with b16 ana wins at no cost.
    scenario = short_of_five()
    spaces = ground(scenario, "none:ana:spaces:nobody")
    assert solve(spaces.lift(scenario), limits=LIMITS).value == 0
    # Of her fleets she has none; with a strength of 3 she has the largest, and lacks two points.
    fleets = ground(scenario, "none:ana:fleets")
    assert fleets.most == 3
    assert [solve(fleets.loosen(scenario, by), limits=LIMITS).value for by in (2, 3)] == [5, 3]


def test_a_budget_is_loosened_until_everything_can_be_had():
    scenario = asking(
        "path-to-victory",
        SHORT_OF_FIVE,
        route="vp",
        offers={"spaces": {"b4": {"siege": 3}, "b1": {"siege": 1}}},
        budgets={"siege": 2},
    )
    budget = ground(scenario, "budget:ana:siege")
    assert budget.most == 2
    assert value(scenario) is None
    assert value(budget.loosen(scenario, 1)) is None
    assert value(budget.lift(scenario)) == -4


def stopping(**theirs):
    """Ana has 24 of 26 and can buy one of two cities that are worth 2 and 4; ben can take some of hers away."""
    table = {"players": {"ana": {"control": cities("a", 24)}, "ben": {}, "cleo": {"control": ["a1"]}}}
    mine = {"spaces": {"b2": 1, "b4": 1}, "budgets": {"cost": 1}}
    return asking("stop", table, route="vp", offers={"ana": mine, "ben": theirs})


def test_the_greedy_rival_hits_where_it_costs_most_points():
    # Without a8 ana has 16 and 4 at most, without a16 8 and 4: either is enough. 14 points for 6, or 6 for 5.
    scenario = stopping(clear={"a8": 5, "a16": 6})
    assert value(scenario) == -5
    assert greedy(scenario, StopAnswer()) == 6
    assert greedy(scenario, solve(scenario, limits=LIMITS).plan, kept=1) == 5
    # What ana can still buy does not matter if it is taken before: she buys it back.
    assert value(stopping(spaces={"b2": 1, "b4": 1})) is None
    assert greedy(stopping(spaces={"b2": 1, "b4": 1}), StopAnswer()) is None


def test_a_leader_who_can_have_less_is_stopped_sooner():
    scenario = stopping(clear={"a8": 5})
    one, other = ground(scenario, "answer:spaces:b2"), ground(scenario, "answer:spaces:b4")
    assert value(one.lift(scenario)) == -5
    assert value(other.lift(scenario)) == -5
    assert value(one.lift(other.lift(scenario))) == 0
    assert value(ground(scenario, "purse:cost").lift(scenario)) == 0
    # What nobody can do yet: clear a16.
    assert value(ground(scenario, "none:ben:clear:of-a16").lift(scenario)) == 0


def test_the_greedy_attacker_takes_the_royal_first():
    # The siege brings Olympias, 3 legitimacy, and makes thais a Champion: the next attack costs 3.
    scenario = load("successors/attack-champion-again")
    plan = solve(scenario, limits=LIMITS).plan
    assert [greedy(scenario, plan, kept) for kept in range(4)] == [10, 10, 13, 13]
    # With a province more, thais never falls to 0 and stays a Successor: any order will do.
    assert greedy(ground(scenario, "points:thais").lift(scenario), plan) == 13


def test_the_greedy_commander_makes_one_step_after_the_other():
    scenario = load("successors/expansion-three-operations")
    plan = solve(scenario, limits=LIMITS).plan
    assert [greedy(scenario, plan, kept) for kept in range(4)] == [11, 11, 13, 13]
    # In the other one there is one operation: the best step is the best campaign.
    single = load("successors/expansion-break-the-lord")
    assert greedy(single, plan) == value(single) == -4
    # With another operation byzantion's army takes its three points as well as daskyleion's breaks the Lord of Asia.
    assert value(ground(single, "operations").lift(single)) > -4


def test_no_rival_profits_from_the_loss_of_another_ones_fleet():
    # Kleio has 3, zoe 1: capped at 2 and 1, kleio has none of 3; at 1 they tie; nobody gains at any step.
    scenario = load("successors/expansion-last-steps")
    fleets = ground(scenario, "rival-fleets")
    assert fleets.most == 3
    for by in range(1, 4):
        loosened = fleets.loosen(scenario, by)
        strengths = {name: state.fleet_strength for name, state in loosened.position.players.items()}
        assert strengths == {"nikon": 2, "kleio": 3 - by, "leon": 0, "zoe": min(1, 3 - by)}


def test_the_greedy_carrier_walks_towards_the_goal():
    scenario = load("successors/cart-road-to-pella")
    plan = solve(scenario, limits=LIMITS).plan
    assert greedy(scenario, plan, kept=len(plan.moves)) == 11
    assert greedy(scenario, plan) >= 11
    # With four points whatever the die, two moves cover the six points to Athens.
    which = load("successors/cart-which-sea")
    carrier = ground(which, "initiative")
    assert carrier.most == 3
    assert value(carrier.lift(which)) == 36


def test_the_greedy_claimant_to_the_regency():
    # Three tie: with one change for kleio she is ahead.
    scenario = load("successors/regency-flip")
    assert greedy(scenario, solve(scenario, limits=LIMITS).plan) == 1
    assert value(ground(scenario, "legitimacy:kleio").loosen(scenario, 1)) == 0


def test_what_helps_one_player_only_is_no_ground_of_a_table():
    for name in ("successors/stop-who-by-whom", "successors/regency-who"):
        scenario = load(name)
        assert list(kind_of(scenario).grounds(scenario)) == []


def test_a_player_leaves_with_all_that_is_theirs():
    position = validate(
        Position,
        Source(
            {
                "turn": 3,
                "segment": "forage",
                "active": "ben",
                "usurper": "ben",
                "tomb": {"at": "babylon", "buried_by": "ben"},
                "capitals": {"pella": "ben", "babylon": "ana"},
                "players": {"ana": {"royals": ["olympias"]}, "ben": {"royals": ["alexandros"]}, "cleo": {}},
            }
        ),
    )
    left = without_player(position, "ben")
    assert list(left.players) == ["ana", "cleo"]
    assert (left.segment, left.active, left.usurper, left.tomb) == (None, None, None, None)
    assert left.capitals == {"babylon": "ana"}
    assert left.holder("alexandros") is None


def test_prices_fall_by_single_units_to_nothing():
    assert [cheaper(3, by) for by in (1, 3, 5)] == [2, 0, 0]
    assert cheaper({"siege": 2, "moves": 3}, 3) == {"siege": 0, "moves": 2}


def test_equal_fleets_are_parts_of_their_own():
    fleets = [{"number": 1, "price": 2}, {"number": 1, "price": 2}, {"number": 2, "price": 2}]
    scenario = asking("path-to-victory", SHORT_OF_FIVE, route="vp", offers={"fleets": fleets})
    parts = list(offer_parts(scenario, Shelf("ana", alone=True)))
    assert len({part.key for part in parts}) == 3
    assert [[offer.number for offer in part.rest.question.offers.fleets] for part in parts] == [[1, 2], [1, 2], [1, 1]]
    offers = scenario.question.offers
    assert [key for _, key, _ in entries(offers)] == [0, 1, 2]
    gone = without_entry(without_entry(offers, "fleets", 0, offers.fleets[0]), "fleets", 0, offers.fleets[0])
    assert [offer.number for offer in gone.fleets] == [2]


# -- for every seed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_posed_is_a_file_that_anybody_can_load(kind):
    scenario = posed(kind)
    assert parse(scenario.text()).plain() == scenario.plain()
    assert scenario.board_name == "diadochi"
    assert not scenario.readings
    assert scenario.title
    assert "1" not in scenario.title
    assert Game.of(scenario.board, scenario.position, scenario.rulings).outcome is None
    assert find("successors", kind).puzzles().make(1, 1).text() == scenario.text()


@pytest.mark.parametrize("kind", KINDS)
def test_parts_leave_a_sound_scenario(kind):
    scenario = posed(kind)
    parts = list(kind_of(scenario).parts(scenario))
    assert len({part.key for part in parts}) == len(parts) > 2
    for part in parts:
        assert not list(problems(part.rest))
        assert part.rest.plain() != scenario.plain()
    again = {part.key for part in kind_of(scenario).parts(parts[-1].rest)}
    assert {key for key in again if not key.startswith("player:")} <= {part.key for part in parts}
    assert parts[-1].key not in again


@pytest.mark.parametrize(
    ("kind", "level"), [(kind, 1) for kind in KINDS if kind != "stop"] + [("cart", 3), ("attack", 2), ("expansion", 2)]
)
def test_a_greedy_player_is_legal_and_never_better(kind, level):
    scenario = posed(kind, 2, level)
    _greedy_holds(scenario)


def test_a_greedy_rival_is_legal_and_never_better():
    _greedy_holds(posed("stop"))


def _greedy_holds(scenario):
    answer = solve(scenario, limits=LIMITS)
    kind, question = kind_of(scenario), question_of(scenario)
    assert kind.asks(scenario.task)
    sign = 1 if question.maximises(scenario.question) else -1
    steps = kind.steps(answer.plan)
    found = [greedy(scenario, answer.plan, kept) for kept in sorted({0, 1, steps - 1, steps})]
    assert all(one is None or sign * one <= sign * answer.value for one in found)
    assert found[-1] == answer.value


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "stop"])
def test_loosening_never_makes_the_answer_worse(kind):
    _grounds_hold(posed(kind), every=3)


def test_loosening_never_makes_it_harder_to_stop_somebody():
    _grounds_hold(posed("stop"), every=8)


def _grounds_hold(scenario, every):
    base = value(scenario)
    grounds = list(kind_of(scenario).grounds(scenario))
    assert len({one.key for one in grounds}) == len(grounds) >= 5
    for one in grounds[::every]:
        assert one.words
        assert one.changed(1)
        assert no_worse(value(one.lift(scenario)), base)
    forth = back = half = scenario
    for one in grounds:
        forth = one.lift(forth)
        half = one.loosen(half, (one.most + 1) // 2)
    for one in reversed(grounds):
        back = one.lift(back)
    assert no_worse(value(half), base)
    assert no_worse(value(forth), value(half))
    assert value(back) == value(forth)


@pytest.mark.parametrize("name", [name for name in GALLERY if name not in UNGROUNDED])
def test_all_grounds_of_the_gallery_together(name):
    scenario = load(name)
    lifted = scenario
    for one in kind_of(scenario).grounds(scenario):
        lifted = one.lift(lifted)
    assert no_worse(value(lifted), value(scenario))
