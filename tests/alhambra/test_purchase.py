"""The best purchases of a turn: by hand, against trying every chain, and laws that must hold."""

import json
from dataclasses import replace
from random import Random

import pytest

from models.alhambra.plan import Action, Placing
from models.alhambra.position import CURRENCIES
from models.alhambra.tiles import Supply
from models.errors import InputError
from puzzles.checking import check
from puzzles.generate.alhambra_purchase import BUILDING, LARGE, MIXED, SMALL, TINY, purchase
from puzzles.scenario import parse
from puzzles.solving import solve
from solver.alhambra.documents import PurchaseAnswer
from solver.answer import Limits
from tests.alhambra.exhaustive_purchase import search

ALL = ["markets", "treasures"]


def scenario(me, market=None, others=None, *, readings=None, modules=ALL, position=None, **question):
    """A scenario in which ana buys; ``others`` are the markets of others by name."""
    players = {"ana": {"treasures": [], **me} if "treasures" in modules else me}
    players |= {name: {"market": lies} for name, lies in (others or {}).items()}
    data = {
        "satrap": 1,
        "game": "alhambra",
        "board": "alhambra",
        "rulings": readings or {},
        "position": {"modules": modules, "market": market or {}, "players": players, **(position or {})},
        "question": {"kind": "purchase", "player": "ana", **question},
    }
    return parse(json.dumps(data))


def bought(answer):
    """Tiles without their walls, cards and treasures, in order."""
    return [
        (action.buy.split("-")[0], list(action.pays.cards), list(action.pays.treasures))
        for action in answer.plan.actions
    ]


def found(made, **options):
    answer = solve(made, **options)
    assert answer.status.value == "optimal"
    assert answer.canonical
    return answer


# -- by hand -----------------------------------------------------------------------------------------------------


def test_the_example_of_the_rule_text():
    # 7 blue for a price of 9: treasure 2 is gone, 1 is too little, 3 is the least that does. Kept: 1 + 4 + 5.
    me = {"money": {"blue": [7]}, "treasures": [1, 3, 4, 5]}
    answer = found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 4}))
    assert (answer.value, bought(answer)) == (4 + 10, [("arcades9", [7], [3])])


def test_a_treasure_that_is_worth_more_than_the_tile_is_kept():
    me = {"money": {"blue": [7]}, "treasures": [3]}
    assert bought(found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 3}))) == []  # a tie: fewest purchases
    assert bought(found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 4}))) == [("arcades9", [7], [3])]


def test_too_much_is_still_exact_with_a_treasure_and_not_without():
    # Arcades 7 + 3 = 10 for 9, exact (T-4): the tower may be overpaid. Without treasures both would be the last.
    money = {"blue": [7], "green": [9]}
    both = {"blue": "arcades9", "green": "tower8"}
    answer = found(scenario({"money": money, "treasures": [3]}, both, worth={"arcades": 9, "tower": 9}))
    assert bought(answer) == [("arcades9", [7], [3]), ("tower8", [9], [])]
    money = {"blue": [7, 3], "green": [9]}
    answer = found(scenario({"money": money}, both, worth={"arcades": 9, "tower": 8}))
    assert bought(answer) == [("arcades9", [7, 3], [])]


def test_only_the_last_purchase_may_overpay():
    # 9 = 5 + 4 exactly, then 10 for the chambers of 9 overpays; there is no third action for the garden.
    money = {"blue": [5, 4], "green": [8, 2], "yellow": [7]}
    market = {"blue": "arcades9", "green": "chambers9-s", "yellow": "garden6"}
    answer = found(scenario({"money": money}, market, worth={"arcades": 1, "chambers": 3, "garden": 2}))
    assert (answer.value, bought(answer)) == (4, [("arcades9", [5, 4], []), ("chambers9", [8, 2], [])])


def test_a_purse_is_split_over_three_markets():
    # 9 + 7 + 6 + 5 + 3 + 2 = 32 = 13 + 8 + 11: 7 + 6, 5 + 3, 9 + 2 is the only way.
    made = scenario(
        {"money": {"blue": [9, 7, 6, 5, 3, 2]}},
        {"blue": "tower13"},
        {"ben": {"blue": "garden8-ne"}, "cleo": {"blue": "chambers11"}},
        worth={"tower": 1, "garden": 1, "chambers": 1},
    )
    answer = found(made, all=True)
    assert answer.value == 3
    assert bought(answer) == [("tower13", [7, 6], []), ("garden8", [5, 3], []), ("chambers11", [9, 2], [])]
    assert len(answer.answers) == 1


def test_the_other_markets_have_their_own_currency():
    made = scenario({"money": {"green": [8]}}, {}, {"ben": {"blue": "garden8-ne"}}, worth={"garden": 1})
    assert bought(found(made)) == []
    made = scenario({"money": {"green": [8]}}, {}, {"ben": {"green": "garden8-ne"}}, worth={"garden": 1})
    assert found(made).plan.actions[0].source == "ben"


def test_more_than_five_purchases_when_all_are_exact():
    others = {
        "ben": {"blue": "pavilion2", "green": "pavilion3"},
        "cleo": {"blue": "seraglio3", "green": "pavilion4"},
    }
    money = {"blue": [4, 2, 3], "green": [3, 4], "orange": [9]}
    made = scenario({"money": money}, {"blue": "arcades4", "orange": "tower7"}, others,
                    worth={"pavilion": 1, "seraglio": 1, "arcades": 1, "tower": 1})  # fmt: skip
    answer = found(made)
    assert answer.value == 6
    assert bought(answer)[-1] == ("tower7", [9], [])


@pytest.mark.parametrize(("reading", "expected"), [("lacks", [8, 2]), ("chooses", [8])])
def test_who_holds_enough_is_not_short_of_money(reading, expected):
    # 8 + 2 for 9, not exactly: strictly, the treasure 1 is no help, though it would give another action.
    me = {"money": {"blue": [8, 2]}, "treasures": [1]}
    made = scenario(
        me, {"blue": "arcades9"}, worth={"arcades": 20}, readings={"short-of-money": reading}, coins_per_point=1
    )
    answer = found(made)
    assert answer.value == (20 + 1 if reading == "lacks" else 20 + 2)
    assert bought(answer) == [("arcades9", expected, [] if reading == "lacks" else [1])]


def test_shortness_is_judged_at_each_purchase():
    # 13 blue are enough for the garden of 9. After the chambers for exactly 6 only 7 are left: 7 + 2 is exact, and
    # the tower can be overpaid.
    me = {"money": {"blue": [7, 6], "green": [5, 5]}, "treasures": [2]}
    market = {"blue": "garden9", "green": "tower9-ne"}
    made = scenario(me, market, {"ben": {"blue": "chambers6"}}, worth={"garden": 9, "chambers": 3, "tower": 9})
    answer = found(made)
    assert answer.value == 21
    assert bought(answer) == [("chambers6", [6], []), ("garden9", [7], [2]), ("tower9", [5, 5], [])]
    # Without Ben's chambers nobody is short: garden or tower for the last purchase.
    assert found(scenario(me, market, worth={"garden": 9, "tower": 9})).value == 9 + 2


def test_the_dearer_of_two_treasure_purchases_comes_first():
    # 6 blue: short for the garden of 10, not for the chambers of 5, unless the garden has taken the money.
    me = {"money": {"blue": [4, 2]}, "treasures": [4, 5]}
    made = scenario(me, {"blue": "garden10-n"}, {"ben": {"blue": "chambers5"}}, worth={"garden": 10, "chambers": 10})
    answer = found(made)
    assert answer.value == 20
    assert bought(answer) == [("garden10", [4, 2], [4]), ("chambers5", [], [5])]


def test_paying_too_much_makes_poor():
    # 5 + 4 would do for the arcades. But with 3 left nobody is short for the pavilion of 2, so it would be overpaid and
    # end the turn. Giving both cards away makes room for the treasure 5, and for the tower.
    me = {"money": {"blue": [5, 3], "green": [9, 5]}, "treasures": [4, 5]}
    market = {"blue": "arcades9", "green": "tower13"}
    made = scenario(me, market, {"ben": {"blue": "pavilion2"}}, worth={"arcades": 9, "pavilion": 9, "tower": 9})
    answer = found(made)
    assert answer.value == 27
    assert bought(answer) == [("arcades9", [5, 3], [4]), ("pavilion2", [], [5]), ("tower13", [9, 5], [])]


def test_more_money_can_hurt_who_would_be_short():
    money = {"blue": [7], "green": [5, 5]}
    market = {"blue": "arcades9", "green": "tower9-ne"}
    worth = {"arcades": 9, "tower": 9}
    assert found(scenario({"money": money, "treasures": [2]}, market, worth=worth)).value == 18
    richer = {"money": {**money, "blue": [7, 4]}, "treasures": [2]}
    assert found(scenario(richer, market, worth=worth)).value == 9 + 2
    chooses = {"short-of-money": "chooses"}
    assert found(scenario(richer, market, worth=worth, readings=chooses)).value == 18


@pytest.mark.parametrize(("reading", "value"), [("one", 6), ("several", 9)])
def test_how_many_treasures_for_a_purchase(reading, value):
    me = {"money": {"blue": [3]}, "treasures": [2, 4]}
    made = scenario(me, {"blue": "arcades9"}, worth={"arcades": 9}, readings={"treasures-per-purchase": reading})
    assert found(made).value == value  # 3 + 2 + 4 = 9


def test_of_several_treasures_each_has_to_be_needed():
    # With 4 of 5 the treasure 1 would do; 4 + 3 + 2 is not legal, 2 and 3 would be given for nothing.
    me = {"money": {"blue": [4]}, "treasures": [2, 3]}
    made = scenario(me, {"blue": "chambers5"}, worth={"chambers": 9}, readings={"treasures-per-purchase": "several"})
    answer = found(made)
    assert (answer.value, bought(answer)) == (12, [("chambers5", [4], [2])])
    both = PurchaseAnswer(actions=(Action(buy="chambers5", pays={"cards": (4,), "treasures": (2, 3)}),))
    assert [breach.rule for breach in check(made, both, best=False).breaches] == ["T-2"]
    assert len(found(made, top=9).answers) == 4  # nothing; 4 + 2; 4 + 3; 2 + 3 without money


@pytest.mark.parametrize(("reading", "value"), [("allowed", 9), ("not", 3)])
def test_a_treasure_alone(reading, value):
    me = {"money": {"green": [9]}, "treasures": [3]}
    made = scenario(me, {"blue": "pavilion3"}, worth={"pavilion": 9}, readings={"treasure-alone": reading})
    assert found(made).value == value


@pytest.mark.parametrize(("reading", "value"), [("allowed", 9), ("not", 4)])
def test_a_treasure_at_a_personal_market(reading, value):
    me = {"money": {"blue": [5]}, "treasures": [4]}
    key = {"treasure-at-personal-market": reading}
    made = scenario(me, {}, {"ben": {"blue": "arcades9"}}, worth={"arcades": 9}, readings=key)
    assert found(made).value == value


@pytest.mark.parametrize(("reading", "value"), [("extra", 3), ("none", 2)])
def test_an_exact_payment_at_a_personal_market(reading, value):
    # If it gives no action, one purchase there is possible, after the one at the building market.
    made = scenario(
        {"money": {"blue": [9], "green": [5], "orange": [8]}},
        {"green": "chambers5"},
        {"ben": {"blue": "arcades9"}, "cleo": {"orange": "tower8"}},
        worth={"arcades": 1, "chambers": 1, "tower": 1},
        readings={"personal-exact": reading},
    )
    answer = found(made)
    assert answer.value == value
    assert bought(answer)[0] == ("chambers5", [5], [])
    if reading == "none":  # fewer coins: the tower
        assert bought(answer)[1:] == [("tower8", [8], [])]


def test_the_last_treasure_may_be_given_where_no_action_follows():
    # Both at personal markets in blue, no action after either; with 5 left the chambers of 5 are no treasure's
    # business. So one of them: the arcades with 5 + 4.
    readings = {"personal-exact": "none"}
    me = {"money": {"blue": [5]}, "treasures": [4]}
    others = {"ben": {"blue": "arcades9", "green": "pavilion4"}}
    answer = found(scenario(me, {}, others, worth={"arcades": 9, "pavilion": 8}, readings=readings))
    assert (answer.value, bought(answer)) == (9, [("arcades9", [5], [4])])


def test_coins_that_are_left_count_together_and_rounded_down():
    me = {"money": {"blue": [9, 2], "green": [4], "orange": [5]}}
    for worth, value, cards in ((3, 5, [9]), (2, 4, None), (1, 4, None)):  # 20 // 5 = 4; 11 // 5 = 2; a tie buys less
        answer = found(scenario(me, {"blue": "arcades9"}, worth={"arcades": worth}, coins_per_point=5))
        assert (answer.value, bought(answer)) == (value, [("arcades9", cards, [])] if cards else [])


def test_few_large_cards_are_paid_rather_than_many_small_ones():
    me = {"money": {"blue": [3, 3, 3, 5, 4, 2]}}
    assert bought(found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 1}))) == [("arcades9", [5, 4], [])]


def test_the_least_overpayment_is_made():
    me = {"money": {"blue": [8, 7, 3]}}
    answer = found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 1}), all=True)
    # 7 + 3; 8 + 3 and 8 + 7 are as good where money left is worth nothing; 8 + 7 + 3 has a card too many
    assert [bought(one) for one in answer.answers] == [[("arcades9", cards, [])] for cards in ([7, 3], [8, 3], [8, 7])]


def test_a_tile_named_goes_before_its_type():
    me = {"money": {"blue": [9], "green": [6]}}
    made = scenario(me, {"blue": "arcades9", "green": "arcades6-sw"}, worth={"arcades": 5, "arcades9-open": 1})
    assert found(made).value == 6


def test_what_has_no_price_is_not_bought():
    tiles = [{"type": "tent"}, {"type": "garden", "price": 12, "walls": "n"}]
    supply = Supply.model_validate({"satrap": 1, "game": "alhambra", "name": "t", "title": "T", "tiles": tiles})
    made = scenario({"money": {"blue": [9]}}, {}, {"ben": {}}, worth={"garden": 3})
    ben = made.position.players["ben"].model_copy(update={"market": {"blue": "tent"}})
    position = made.position.model_copy(update={"players": {**made.position.players, "ben": ben}})
    made = replace(made, board=supply, position=position)
    assert bought(found(made)) == []


def test_what_was_bought_before_is_not_bought_again():
    me = {"money": {"blue": [9]}, "bought": ["tower13"]}
    answer = found(scenario(me, {"blue": "arcades9"}, worth={"arcades": 1, "tower": 5}))
    assert answer.value == 1


def test_nothing_to_buy():
    answer = found(scenario({}, modules=[], worth={}))
    assert (answer.value, bought(answer)) == (0, [])


def test_the_same_plan_whatever_the_workers_and_the_seed():
    made = purchase(3)
    plans = {solve(made, limits=Limits(workers=w, seed=s)).plan.model_dump_json() for w, s in ((1, 1), (2, 2), (8, 3))}
    assert len(plans) == 1


# -- building what is bought ------------------------------------------------------------------------------------


def places(answer):
    return [(p.tile.split("-")[0], p.at or p.to, p.discard) for p in answer.plan.places]


def test_what_is_bought_is_built():
    # The pavilion's one open side is its south: north of the fountain it shows three walls. 2 = 2 exactly, but the
    # tower without walls adds nothing and is not bought.
    me = {"money": {"blue": [2], "green": [7, 6]}}
    answer = found(scenario(me, {"blue": "pavilion2", "green": "tower12"}, count=["wall"]))
    assert (answer.value, bought(answer), places(answer)) == (
        3,
        [("pavilion2", [2], [])],
        [("pavilion2", (0, -1), None)],
    )
    assert [(e.rule, e.amount) for e in answer.ledger] == [("B2-3", 0), ("B6-1", 3)]


def test_a_treasure_is_worth_giving_for_what_is_built():
    for treasure, tiles in (
        (2, [("pavilion2", [], [2])]),
        (3, []),
    ):  # three walls against the treasure: a tie buys less
        answer = found(scenario({"treasures": [treasure]}, {"blue": "pavilion2"}, count=["wall"]))
        assert (answer.value, bought(answer)) == (3, tiles)


@pytest.mark.parametrize(
    ("modules", "market", "to"),
    [
        ([], {}, "reserve"),
        (ALL, {}, "blue"),
        (ALL, {"blue": "pavilion3", "yellow": "pavilion4"}, "green"),
        (ALL, dict(zip(CURRENCIES, ("pavilion3", "pavilion4", "pavilion5", "pavilion6"), strict=True)), "discard"),
    ],
)
def test_what_is_not_built_is_put_aside(modules, market, to):
    # Arcades without walls add nothing to the wall of the pavilion, bought before like them.
    me = {"bought": ["arcades10", "pavilion2"], "market": market}
    answer = found(scenario(me, modules=modules, count=["wall"]))
    assert (answer.value, places(answer)) == (3, [("pavilion2", (0, -1), None), ("arcades10", to, None)])


def test_tiles_are_placed_in_an_order_in_which_they_can():
    me = {"money": {"blue": [9], "green": [9, 1]}}
    position = {"missions": ["path"], "modules": ["guidelines"]}
    answer = found(scenario(me, {"blue": "arcades9", "green": "garden10-open"}, position=position, modules=[]))
    assert answer.value == 2
    assert len(places(answer)) == 2
    early = scenario(me, {"blue": "arcades9"}, position={**position, "round": 2}, modules=[])
    assert found(early).value == 1  # as in the last scoring, whichever comes next


def test_majorities_against_what_the_others_have():
    # Ben has a tower. In scoring 1 the most towers score 6: a tie shares 6 + nothing.
    ben = {"layout": [{"tile": "tower12", "at": [1, 0]}]}
    players = {"ana": {"money": {"blue": [9, 4], "green": [9, 2]}}, "ben": ben}
    position = {"round": 1, "players": players}
    one = scenario({}, {"blue": "tower13"}, position=position, modules=[], count=["majorities"])
    assert found(one).value == 3
    two = scenario({}, {"blue": "tower13", "green": "tower11-n"}, position=position, modules=[], count=["majorities"])
    assert found(two).value == 6


def test_what_nobody_can_build_step_by_step_is_no_answer():
    # The ring is open in the west. The last two tiles make a legal layout with more squares, but whichever is
    # laid first encloses a gap or cannot be reached.
    ring = """
        fountain  seraglio8-s      chambers9-s   arcades9-open
        .         .                .             seraglio7-w
        .         chambers10-open  pavilion6-n   arcades10-open
    """
    me = {"layout": ring, "money": {"blue": [8], "green": [4]}}
    market = {"blue": "arcades8-n", "green": "arcades4-nes"}
    position = {"missions": ["grids", "rows"], "modules": ["guidelines"]}
    made = scenario(me, market, modules=[], position=position, count=["missions"])
    answer = found(made)
    assert answer.value == search(made).value
    assert {(1, 1), (2, 1)} != {placing.at for placing in answer.plan.places}


def test_an_answer_that_builds_is_checked():
    made = scenario({"money": {"blue": [2]}}, {"blue": "pavilion2"}, count=["wall"])
    pavilion = Action(buy="pavilion2", pays={"cards": (2,)})
    assert verdict(made, pavilion, places=(Placing(tile="pavilion2", at=(0, -1)),)) == (3, [])
    assert verdict(made, pavilion) == (0, [("B2-6", ("places",))])
    wrong = (Placing(tile="pavilion2", at=(0, 1)),)
    assert {rule for rule, _ in verdict(made, pavilion, places=wrong)[1]} == {"B3-2", "B3-3"}


# -- checking an answer ---------------------------------------------------------------------------------------


def verdict(made, *actions, places=()):
    checked = check(made, PurchaseAnswer(actions=actions, places=places), best=False)
    return checked.value, [(breach.rule, breach.path[:2]) for breach in checked.breaches]


def test_an_answer_is_checked():
    me = {"money": {"blue": [5, 4, 1], "green": [9]}}
    made = scenario(me, {"blue": "arcades9", "green": "tower8"}, worth={"arcades": 3, "tower": 4})
    arcades = Action(buy="arcades9", pays={"cards": (5, 4)})
    tower = Action(buy="tower8", pays={"cards": (9,)})
    assert verdict(made, arcades, tower) == (7, [])
    assert verdict(made, tower, arcades) == (4, [("B2-1", ("actions", 1))])
    twice = [("B2-3", ("actions", 0))] * 2  # one card 4 is not there, and 8 are too few
    assert verdict(made, Action(buy="arcades9", pays={"cards": (4, 4)})) == (0, twice)
    elsewhere = Action(buy="arcades9", source="ben", pays={"cards": (5, 4)})
    assert verdict(made, elsewhere) == (0, [("P-4", ("actions", 0))])
    assert verdict(made, Action(buy="arcades99")) == (0, [("B1-2", ("actions", 0))])


def test_an_answer_may_stray():
    made = scenario({"money": {"blue": [5, 4]}}, {"blue": "arcades9"}, worth={"arcades": 3})
    arcades = Action(buy="arcades9", pays={"cards": (5, 4)})
    assert verdict(made, arcades, Action(take={"blue": (3,)})) == (3, [("question", ("actions", 1))])
    assert verdict(made, Action())[1] == [("question", ("actions", 0))]
    assert ("question", ("places",)) in verdict(made, arcades, places=(Placing(tile="arcades9", to="discard"),))[1]


# -- bad input --------------------------------------------------------------------------------------------------

ME = {"money": {"blue": [9]}, "treasures": [1]}
BAD = [
    ({"player": "anna", "worth": {}}, {}, "question.player: unknown player “anna” (expected ana? one of: ana, ben)"),
    ({"worth": {}}, {"turn": "ben"}, "question.player: it is ben's turn (expected ben, or another “turn”)"),
    (
        {"worth": {"gardn": 3}},
        {},
        "question.worth.gardn: “gardn” is neither a tile nor a type",
    ),
    ({"worth": {"tower9": 3}}, {}, "question.worth.tower9: “tower9” is neither a tile nor a type"),
    (
        {"worth": {"garden9": 3, "garden9-e": 4}},
        {},
        "question.worth.garden9-e: garden9-e stands twice, as “garden9” already (expected each tile once)",
    ),
    (
        {"worth": {}, "count": ["wall"]},
        {},
        "question.count: what tiles are worth is stated, so the Alhambra is not looked at "
        "(expected “worth” or “count”, not both)",
    ),
    ({"count": ["wall", "wall"]}, {}, "question.count[1]: “wall” stands twice"),
    ({"worth": {"tower": -1}}, {}, "question.worth.tower: "),
    ({"worth": {}, "coins_per_point": 0}, {}, "question.coins_per_point: "),
    ({"worth": {}, "coins_per_point": True}, {}, "question.coins_per_point: "),
]


@pytest.mark.parametrize(("question", "position", "message"), BAD)
def test_bad_input(question, position, message):
    from puzzles.scenario import task_of

    with pytest.raises(InputError) as error:
        task_of(scenario(ME, {}, {"ben": {}}, position=position, **question))
    assert any(message in str(fault) for fault in error.value.faults)


def test_others_have_bought():
    from puzzles.scenario import task_of

    players = {"ana": {"treasures": []}, "ben": {"bought": ["tower13"]}}
    with pytest.raises(InputError, match="ben has bought this turn, so it is not ana's"):
        task_of(scenario({}, position={"players": players}, worth={}))


# -- against trying everything ----------------------------------------------------------------------------------


def identity(made, plan):
    tiles = [made.board.tile(action.buy).id for action in plan.actions]
    return frozenset(
        (tile, action.source or "market", sum(action.pays.cards), tuple(sorted(action.pays.treasures)))
        for tile, action in zip(tiles, plan.actions, strict=True)
    )


def compare(seed):
    made = purchase(seed, size=SMALL)
    best = search(made)
    answer = solve(made, all=True)
    assert answer.complete
    assert answer.value == best.value
    assert {identity(made, one.plan) for one in answer.answers} == best.answers
    assert len(answer.answers) == len(best.answers)
    return best


@pytest.mark.parametrize("seed", range(1, 16))
def test_every_chain(seed):
    compare(seed)


@pytest.mark.big
def test_every_chain_of_many():
    chains = [compare(seed).chains for seed in range(100, 500)]
    assert sum(chains) > 10_000


def compare_built(seed):
    made = purchase(seed, size=TINY, placing=True)
    assert found(made).value == search(made).value


@pytest.mark.parametrize("seed", range(1, 16))
def test_every_way_to_build(seed):
    compare_built(seed)


@pytest.mark.big
def test_every_way_to_build_of_many():
    for seed in range(100, 350):
        compare_built(seed)


# -- random scenarios: whatever is answered is replayed by the rules -------------------------------------------


@pytest.mark.parametrize("seed", range(1, 21))
def test_replay(seed):
    found(purchase(seed, size=MIXED))


@pytest.mark.big
def test_replay_of_many():
    for seed in range(1000, 2000):
        made = purchase(seed, size=MIXED)
        assert check(made, found(made).plan).gap == 0
    for seed in range(1000, 1060):
        found(purchase(seed, size=replace(LARGE, readings=0.3)))


@pytest.mark.big
def test_replay_of_many_that_build():
    for seed in range(1000, 1100):
        made = purchase(seed, size=BUILDING, placing=True)
        answer = solve(made)
        assert check(made, answer.plan, best=False).legal


# -- laws -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30, 42))
def test_names_do_not_matter(seed):
    made = purchase(seed, size=MIXED)
    other = {name: f"p{name}" for name in made.position.players}
    players = {other[name]: state for name, state in made.position.players.items()}
    position = made.position.model_copy(update={"players": players, "turn": other[made.position.turn]})
    question = made.question.model_copy(update={"player": other[made.question.player]})
    first, second = solve(made), solve(replace(made, position=position, question=question))
    renamed = [
        action.model_copy(update={"source": other.get(action.source) if action.source else None})
        for action in first.plan.actions
    ]
    assert list(second.plan.actions) == renamed
    assert first.value == second.value


@pytest.mark.parametrize("seed", range(30, 42))
def test_currencies_do_not_matter(seed):
    made = purchase(seed, size=MIXED)
    other = dict(zip(CURRENCIES, Random(seed).sample(CURRENCIES, 4), strict=True))

    def dyed(lies):
        return {other[currency]: value for currency, value in lies.items()}

    players = {
        name: state.model_copy(update={"money": dyed(state.money), "market": dyed(state.market)})
        for name, state in made.position.players.items()
    }
    position = made.position.model_copy(update={"players": players, "market": dyed(made.position.market)})
    assert solve(made).value == solve(replace(made, position=position)).value


@pytest.mark.parametrize("seed", range(30, 42))
def test_another_offer_never_hurts(seed):
    made = purchase(seed, size=MIXED)
    free = next((currency for currency in CURRENCIES if currency not in made.position.market), None)
    if free is None:
        return
    used = {*made.position.market.values(), *(t for s in made.position.players.values() for t in s.market.values())}
    tile = next(tile for tile in made.board.by_id if tile not in used)
    position = made.position.model_copy(update={"market": {**made.position.market, free: tile}})
    assert solve(replace(made, position=position)).value >= solve(made).value


@pytest.mark.parametrize("seed", range(30, 42))
def test_more_money_never_hurts_who_chooses_to_be_short(seed):
    made = purchase(seed, size=MIXED).with_readings({"short-of-money": "chooses"})
    me = made.position.players[made.question.player]
    for currency in CURRENCIES:
        richer = me.model_copy(update={"money": {**me.money, currency: (*me.money.get(currency, ()), 1 + seed % 9)}})
        players = {**made.position.players, made.question.player: richer}
        position = made.position.model_copy(update={"players": players})
        assert solve(replace(made, position=position)).value >= solve(made).value
