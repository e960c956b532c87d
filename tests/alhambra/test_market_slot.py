"""Where a leftover lies best: by hand, against trying every payment, and laws that must hold."""

import json
from dataclasses import replace
from random import Random

import pytest

from models.alhambra.position import CURRENCIES
from models.alhambra.tiles import Supply
from models.errors import InputError
from puzzles.checking import check
from puzzles.generate.alhambra_purchase import Size, market_slot
from puzzles.scenario import parse, task_of
from puzzles.solving import solve
from solver.alhambra.documents import MarketSlotAnswer, Offer, SlotOutcome
from tests.alhambra.exhaustive_market import judged

TINY = Size(players=(1, 4), cards=(0, 8), treasures=(0, 3), offers=(0, 0), personal=(0, 0), readings=0.4)


def scenario(me, *, readings=None, position=None, ask="least-help", rivals=None, player="ana", tile=None, **others):
    """A scenario in which ana lays a tile; ``others`` are the other players by name."""
    players = {name: {"treasures": [], **state} for name, state in {"ana": me, **others}.items()}
    data = {
        "satrap": 1,
        "game": "alhambra",
        "board": "alhambra",
        "rulings": readings or {},
        "position": {"modules": ["markets", "treasures"], "players": players, **(position or {})},
        "question": {"kind": "market-slot", "player": player, "ask": ask},
    }
    data["question"] |= {key: value for key, value in (("rivals", rivals), ("tile", tile)) if value is not None}
    return parse(json.dumps(data))


def table(answer):
    """By slot, what each rival pays at least, negative if no payment is exact."""
    return {
        row.slot: {name: o.pays and (o.pays if o.exact else -o.pays) for name, o in row.offers.items()}
        for row in answer.plan.slots
    }


GARDEN = {"bought": ["garden9"]}
TAKEN = {"blue": "pavilion2", "green": "pavilion3", "orange": "pavilion4", "yellow": "pavilion5"}

# -- by hand -----------------------------------------------------------------------------------------------------


def test_the_slot_decides_whose_purse_counts():
    made = scenario(
        {**GARDEN, "market": {"yellow": "arcades5"}},
        ben={"money": {"blue": [8, 1], "green": [5], "orange": [5, 1]}, "treasures": [1, 2]},
        cleo={"money": {"blue": [7], "green": [4, 3], "orange": [5]}, "treasures": [3]},
        dan={"money": {"blue": [5, 5], "green": [9, 2], "orange": [8]}},
    )
    answer = solve(made)
    # 9 of blue: Ben 8 + 1; Cleo 7 and treasure 3; Dan 10. Green: Cleo 7 and 3, Dan 9. Orange: 6 + 2, 5 + 3, 8: nobody.
    assert table(answer) == {
        "blue": {"ben": 9, "cleo": 7, "dan": -10},
        "green": {"ben": None, "cleo": 7, "dan": 9},
        "orange": {"ben": None, "cleo": None, "dan": None},
    }
    assert (answer.value, answer.plan.slot, answer.plan.discard) == (0, "orange", None)
    assert [one.value for one in solve(made, top=9).answers] == [0, 22, 32]
    assert answer.proof.value == "exhaustive"


def test_of_slots_with_as_many_buyers_the_one_with_fewer_exact_payments():
    answer = solve(
        scenario(GARDEN, ben={"money": {key: [9] for key in ("blue", "green", "orange")} | {"yellow": [5, 5]}})
    )
    assert (answer.plan.slot, answer.value) == ("yellow", 10)


def test_highest_income_takes_the_least_that_each_would_pay():
    ben = {"money": {"blue": [9, 9], "green": [5, 5], "orange": [9, 4]}}
    cleo = {"money": {"green": [8, 7], "orange": [9, 8], "yellow": [6, 6]}}
    answer = solve(scenario(GARDEN, ask="highest-income", ben=ben, cleo=cleo))
    assert table(answer)["green"] == {"ben": -10, "cleo": -15}
    assert (answer.value, answer.plan.slot) == (15, "green")
    assert [(e.player, e.amount, e.track) for e in answer.ledger] == [("ana", 0, "coins"), ("ana", 15, "coins")]
    only = solve(scenario(GARDEN, ask="highest-income", rivals=["ben"], ben=ben, cleo=cleo))
    assert (only.value, only.plan.slot) == (10, "green")


def test_a_taken_slot_only_if_all_are():
    three = {key: TAKEN[key] for key in ("blue", "green", "orange")}
    rich = {"money": {"blue": [9], "yellow": [9, 1]}}
    assert list(table(solve(scenario({**GARDEN, "market": three}, ben=rich)))) == ["yellow"]
    every = solve(scenario({**GARDEN, "market": TAKEN}, ben=rich))
    assert list(table(every)) == list(CURRENCIES)
    assert (every.plan.slot, every.plan.discard) == ("green", "pavilion3-sw")
    allowed = solve(scenario({**GARDEN, "market": three}, ben=rich, readings={"discard-when-free": "allowed"}))
    assert (allowed.plan.slot, allowed.plan.discard, allowed.value) == ("green", "pavilion3-sw", 0)


def test_a_free_slot_goes_before_one_that_costs_a_tile():
    made = scenario({**GARDEN, "market": {"blue": "pavilion2"}}, ben={}, readings={"discard-when-free": "allowed"})
    assert [one.plan.slot for one in solve(made, all=True).answers] == ["green", "orange", "yellow", "blue"]


@pytest.mark.parametrize(
    ("readings", "pays"),
    [
        ({}, None),  # one treasure: 3 + 5 = 8
        ({"treasures-per-purchase": "several"}, 3),  # 3 + 1 + 5, 3 + 2 + 5
        ({"treasures-per-purchase": "several", "treasure-at-personal-market": "not"}, None),
    ],
)
def test_treasures_help_as_far_as_the_rulings_allow(readings, pays):
    made = scenario(GARDEN, readings=readings, ben={"money": {"blue": [3]}, "treasures": [1, 2, 5]})
    assert table(solve(made))["blue"]["ben"] == pays


def test_a_treasure_alone_and_being_short_by_choice():
    chambers = {"bought": ["chambers5"]}
    ben = {"money": {"blue": [8, 3]}, "treasures": [5]}
    assert table(solve(scenario(chambers, ben=ben)))["blue"]["ben"] == -8
    assert table(solve(scenario(chambers, ben=ben)))["green"]["ben"] == 0  # treasure 5, and no money at all
    chooses = {"short-of-money": "chooses"}
    assert table(solve(scenario(chambers, ben=ben, readings=chooses)))["blue"]["ben"] == 0
    needs = {**chooses, "treasure-alone": "not"}
    assert table(solve(scenario(chambers, ben=ben, readings=needs)))["blue"]["ben"] == 3


def test_no_payment_there_is_exact_if_the_ruling_says_so():
    made = scenario(GARDEN, readings={"personal-exact": "none"}, ben={"money": {"blue": [9]}})
    assert table(solve(made))["blue"]["ben"] == -9


def test_what_has_no_price_is_bought_by_nobody():
    tiles = [{"type": "tent"}, {"type": "garden", "price": 12, "walls": "n"}]
    supply = Supply.model_validate({"satrap": 1, "game": "alhambra", "name": "t", "title": "T", "tiles": tiles})
    made = scenario(GARDEN, ben={"money": {"blue": [9]}})
    players = {**made.position.players}
    players["ana"] = players["ana"].model_copy(update={"bought": ("tent",)})
    made = replace(made, board=supply, position=made.position.model_copy(update={"players": players}))
    answer = solve(made)
    assert (answer.value, answer.plan.slot) == (0, "blue")
    assert [entry.rule for entry in answer.ledger] == ["P-8"]


def test_without_treasures_in_play():
    made = scenario(GARDEN, position={"modules": ["markets"]}, ben={"treasures": None, "money": {"blue": [8]}})
    assert table(solve(made))["blue"]["ben"] is None


# -- checking an answer ---------------------------------------------------------------------------------------


def test_an_answer_is_checked():
    made = scenario({**GARDEN, "market": {"blue": "pavilion2"}}, ben={"money": {"green": [9]}})
    best = solve(made).plan
    assert check(made, best).gap == 0
    worse = check(made, MarketSlotAnswer(slot="green"))
    assert (worse.legal, worse.value, worse.gap) == (True, 11, 11)
    taken = check(made, MarketSlotAnswer(slot="blue"), best=False)
    assert [(breach.rule, breach.path[0]) for breach in taken.breaches] == [("P-9", "slot")]
    early = check(made, MarketSlotAnswer(slot="blue", discard="pavilion2-new"), best=False)
    assert [breach.rule for breach in early.breaches] == ["P-10"]
    row = SlotOutcome(slot="green", offers={"ben": Offer(pays=8, exact=True), "cleo": Offer()})
    false = check(made, MarketSlotAnswer(slot="green", slots=(row,)), best=False)
    assert [breach.path for breach in false.breaches] == [("slots", 0, "offers", name) for name in ("ben", "cleo")]


# -- bad input --------------------------------------------------------------------------------------------------

LYING = "garden9-e lies {} already (expected a tile that ana bought, or one that lies nowhere yet)"
BAD = [
    ({}, {"position": {"modules": ["treasures"]}}, "position.modules: there are no market slots"),
    (GARDEN, {"player": "anna"}, "question.player: unknown player “anna” (expected ana? one of: ana, ben)"),
    ({}, {}, "question.tile: ana has bought no tiles: which is the leftover?"),
    ({"bought": ["garden9", "tower13"]}, {}, "ana has bought 2 tiles: which is the leftover? (expected one of:"),
    ({}, {"tile": "gardn9"}, "question.tile: no tile of the supply is called “gardn9”"),
    ({}, {"tile": "fountain"}, "question.tile: the fountain never leaves the Alhambra (expected a building)"),
    ({"market": {"blue": "garden9"}}, {"tile": "garden9"}, LYING.format("in ana's market")),
    ({}, {"tile": "garden9", "position": {"market": {"blue": "garden9"}}}, LYING.format("on the building market")),
    ({}, {"tile": "garden9", "position": {"neutral": ["garden9"]}}, LYING.format("with the third party")),
    (
        {"layout": [{"tile": "garden9", "at": [0, 1]}]},
        {"tile": "garden9"},
        LYING.format("in ana's Alhambra"),
    ),
    ({}, {"tile": "garden9", "ben": {"bought": ["garden9"]}}, LYING.format("among what ben bought")),
    (GARDEN, {"rivals": []}, "question.rivals: nobody is looked at"),
    (GARDEN, {"rivals": ["ana"]}, "question.rivals[0]: ana asks and is no rival (expected one of: ben)"),
    (GARDEN, {"rivals": ["bem"]}, "question.rivals[0]: unknown player “bem” (expected ben? one of: ben)"),
    (GARDEN, {"rivals": ["ben", "ben"]}, "question.rivals[1]: ben stands twice"),
]


@pytest.mark.parametrize(("me", "given", "message"), BAD)
def test_bad_input(me, given, message):
    with pytest.raises(InputError) as error:
        task_of(scenario(me, **{"ben": {}, **given}))
    assert any(message in str(fault) for fault in error.value.faults), str(error.value)


# -- against trying every payment --------------------------------------------------------------------------------


def compare(seed):
    made = market_slot(seed, size=TINY)
    answer = solve(made, all=True)
    rows = {(row.slot, row.discard): judged(made, row.slot) for row in answer.plan.slots}
    told = {(row.slot, row.discard): row.offers.items() for row in answer.plan.slots}
    assert {key: {name: (one.pays, one.exact) for name, one in offers} for key, offers in told.items()} == rows
    values = {}
    for key, offers in rows.items():
        buyers = [offer for offer in offers.values() if offer[0] is not None]
        income = max((pays for pays, _ in buyers), default=0)
        help_ = (len(buyers), sum(exact for _, exact in buyers))
        values[key] = -income if made.question.ask == "highest-income" else help_
    best = {key for key, value in values.items() if value == min(values.values())}
    assert {(one.plan.slot, one.plan.discard) for one in answer.answers} == best
    for one in answer.answers:
        checked = check(made, one.plan)
        assert checked.legal
        assert checked.gap == 0


@pytest.mark.parametrize("seed", range(1, 16))
def test_every_payment(seed):
    compare(seed)


@pytest.mark.big
def test_every_payment_of_many():
    for seed in range(100, 600):
        compare(seed)


@pytest.mark.big
def test_replay_of_many():
    for seed in range(1000, 2000):
        made = market_slot(seed)
        assert check(made, solve(made).plan).gap == 0


# -- laws -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30, 42))
def test_names_do_not_matter(seed):
    made = market_slot(seed)
    other = {name: f"p{name}" for name in made.position.players}
    players = {other[name]: state for name, state in made.position.players.items()}
    position = made.position.model_copy(update={"players": players})
    question = made.question.model_copy(update={"player": other[made.question.player]})
    first, second = solve(made), solve(replace(made, position=position, question=question))
    assert (first.value, first.plan.slot, first.plan.discard) == (second.value, second.plan.slot, second.plan.discard)


@pytest.mark.parametrize("seed", range(30, 42))
def test_a_rival_without_means_changes_nothing(seed):
    made = market_slot(seed)
    if len(made.position.players) == 6:
        return
    poor = next(iter(made.position.players.values())).model_copy(
        update={"money": {}, "treasures": (), "market": {}, "bought": ()}
    )
    position = made.position.model_copy(update={"players": {**made.position.players, "zoe": poor}})
    first, second = solve(made), solve(replace(made, position=position))
    assert (first.value, first.plan.slot) == (second.value, second.plan.slot)


@pytest.mark.parametrize("seed", range(30, 42))
def test_currencies_do_not_matter(seed):
    made = market_slot(seed)
    other = dict(zip(CURRENCIES, Random(seed).sample(CURRENCIES, 4), strict=True))

    def dyed(lies):
        return {other[currency]: value for currency, value in lies.items()}

    players = {
        name: state.model_copy(update={"money": dyed(state.money), "market": dyed(state.market)})
        for name, state in made.position.players.items()
    }
    position = made.position.model_copy(update={"players": players})
    assert solve(made).value == solve(replace(made, position=position)).value
