"""Buying by hand: what may be paid, what counts as exact, where the money and the tiles go."""

import random

import pytest

from models.alhambra.game import GAME
from models.alhambra.layout import Layout, neighbours, to_map
from models.alhambra.market import Purchase, buy, offers, purchase_breaches, why_not_keep
from models.alhambra.plan import Action, Event
from models.alhambra.position import Position
from models.alhambra.redesign import place_breaches
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import Supply
from models.alhambra.turn import act, play_turn
from models.documents import Source, validate
from models.errors import dotted
from models.game import bundled_board
from models.rulings import Rulings

SUPPLY = bundled_board(GAME, "alhambra")
OTHERS = Supply.model_validate(
    {
        "satrap": 1,
        "game": "alhambra",
        "name": "camps",
        "title": "With a building that has no price",
        "tiles": [{"type": "tent"}, {"type": "garden", "price": 12}],
    }
)
ALL = ["markets", "treasures"]


def table(supply=SUPPLY, **given):
    position = validate(Position, Source({"round": 1, **given}))
    assert [str(problem) for problem in position.problems(supply, Rulings.choose(RULINGS))] == []
    return position.resolved(supply)


def rules(**readings):
    return Rulings.choose(RULINGS, {key.replace("_", "-"): value for key, value in readings.items()})


def breaches(position, purchase, rulings, supply=SUPPLY):
    return [(b.rule, dotted(b.path)) for b in purchase_breaches(position, "ana", purchase, supply, rulings)]


def turn(position, rulings, supply=SUPPLY, **given):
    played = play_turn(position, "ana", validate(Event, Source({"turn": "ana", **given})), supply, rulings)
    return played, [(breach.rule, dotted(breach.path)) for breach in played.breaches]


# -- the building market ---------------------------------------------------------------------------------------


def arcades(hand, treasures=None):
    """Arcades for 9 on blue, and Ana's blue cards."""
    modules = [] if treasures is None else ["treasures"]
    state = {"money": {"blue": hand}} | ({} if treasures is None else {"treasures": treasures})
    return table(modules=modules, market={"blue": "arcades9"}, players={"ana": state})


def test_exactly_paid():
    bought = buy(arcades([5, 3, 4]), "ana", Purchase("arcades9-open", cards=(5, 4)), SUPPLY, rules())
    assert bought.exact
    state = bought.position.players["ana"]
    assert (state.money, state.bought, bought.position.market) == ({"blue": (3,)}, ("arcades9-open",), {})


def test_no_change_is_given():
    """E15 of the facts: price 9, hand 5 + 5: 10 is paid and gone, and it gives no further action."""
    bought = buy(arcades([5, 5]), "ana", Purchase("arcades9-open", cards=(5, 5)), SUPPLY, rules())
    assert (bought.breaches, bought.exact, bought.position.players["ana"].money) == ((), False, {})


def test_more_cards_than_needed_are_legal_and_not_exact():
    bought = buy(arcades([9, 1]), "ana", Purchase("arcades9-open", cards=(9, 1)), SUPPLY, rules())
    assert (bought.breaches, bought.exact) == ((), False)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ((5, 3), [("B2-3", "pays")]),  # 8 of 9
        ((5, 5), [("B2-3", "pays.cards")]),  # one 5 only
        ((9,), [("B2-3", "pays.cards")]),
        ((), [("B2-3", "pays")]),
    ],
)
def test_money_that_is_lacking(cards, expected):
    assert breaches(arcades([5, 3, 2]), Purchase("arcades9-open", cards=cards), rules()) == expected


def test_cards_of_another_currency_do_not_pay():
    position = table(market={"blue": "arcades9"}, players={"ana": {"money": {"green": [9]}}})
    assert breaches(position, Purchase("arcades9-open", cards=(9,)), rules()) == [("B2-3", "pays.cards")]


def test_only_what_lies_there_can_be_bought():
    """What is no longer, or not yet, on an empty slot breaks the rule on refilling."""
    assert breaches(arcades([9]), Purchase("garden12-s", cards=(9,)), rules()) == [("B2-5", "buy")]
    full = {"blue": "arcades9", "green": "tower13", "orange": "tower12", "yellow": "garden6"}
    position = table(market=full, players={"ana": {"money": {"blue": [9]}}})
    assert breaches(position, Purchase("garden12-s", cards=(9,)), rules()) == [("B2-3", "buy")]
    assert breaches(arcades([9]), Purchase("arcades9-open", "ana", (9,)), rules()) == [("P-4", "from")]


# -- treasures -------------------------------------------------------------------------------------------------


def test_the_example_of_the_text():
    """Arcades for 9, only 7 money; the 2 is gone, so the 3 is given, and 10 for 9 is still exact."""
    position = arcades([7], [1, 3, 4, 5])
    bought = buy(position, "ana", Purchase("arcades9-open", cards=(7,), treasures=(3,)), SUPPLY, rules())
    assert (bought.breaches, bought.exact) == ((), True)
    assert bought.position.held("ana") == (1, 4, 5)
    assert breaches(position, Purchase("arcades9-open", cards=(7,), treasures=(2,)), rules()) == [
        ("T-2", "pays.treasures")
    ]
    assert breaches(position, Purchase("arcades9-open", cards=(7,), treasures=(1,)), rules()) == [("B2-3", "pays")]


def test_short_of_money():
    """E15: with 5 + 5 nobody is short of 9; 5 and the treasure 4 are exact only for who may choose to pay less."""
    position, purchase = arcades([5, 5], [4]), Purchase("arcades9-open", cards=(5,), treasures=(4,))
    strict, lenient = rules(), rules(short_of_money="chooses")
    assert breaches(position, purchase, strict) == [("T-2", "pays.treasures")]
    assert strict.consulted() == {"short-of-money": "lacks"}
    assert buy(position, "ana", purchase, SUPPLY, lenient).exact
    needless = Purchase("arcades9-open", cards=(5, 5), treasures=(4,))
    assert breaches(position, needless, lenient) == [("T-2", "pays.treasures")]


def test_two_cards_of_eight_are_enough_for_nine():
    purchase = Purchase("arcades9-open", cards=(8,), treasures=(1,))
    assert breaches(arcades([8, 8], [1]), purchase, rules()) == [("T-2", "pays.treasures")]


def test_several_treasures():
    """4 money and 2 + 3 are 9; with 4 + 5 besides the 4, the last one given is not needed."""
    position = arcades([4], [1, 2, 3, 4, 5])
    purchase = Purchase("arcades9-open", cards=(4,), treasures=(2, 3))
    several = rules(treasures_per_purchase="several")
    assert breaches(position, purchase, rules()) == [("T-2", "pays.treasures")]
    assert buy(position, "ana", purchase, SUPPLY, several).exact
    too_many = Purchase("arcades9-open", cards=(4,), treasures=(1, 4, 5))  # 4 + 1 + 4 is 9 without the 5
    assert breaches(position, too_many, several) == [("T-2", "pays.treasures")]


def test_a_treasure_alone():
    position = table(modules=["treasures"], market={"blue": "arcades4"}, players={"ana": {}})
    purchase = Purchase("arcades4-nes", treasures=(5,))
    assert buy(position, "ana", purchase, SUPPLY, rules()).exact
    assert breaches(position, purchase, rules(treasure_alone="not")) == [("T-2", "pays.treasures")]


def test_treasures_without_the_module():
    assert breaches(arcades([7]), Purchase("arcades9-open", cards=(7,), treasures=(3,)), rules()) == [
        ("T-2", "pays.treasures")
    ]


def test_shortness_is_judged_at_each_purchase():
    """13 blue are enough for 7 when the turn begins; after 9 is paid only 4 is left, and the 3 may be given."""
    position = table(
        modules=ALL,
        market={"blue": "arcades9"},
        players={"ana": {"money": {"blue": [9, 4]}}, "ben": {"market": {"blue": "pavilion7"}}},
    )
    second = {"buy": "pavilion7", "from": "ben", "pays": {"cards": [4], "treasures": [3]}}
    first = {"buy": "arcades9", "pays": {"cards": [9]}}
    places = [{"tile": "arcades9", "to": "blue"}, {"tile": "pavilion7", "to": "green"}]
    played, found = turn(position, rules(), actions=[first, second], places=places)
    assert (found, played.extra, played.left) == ([], 2, 1)
    _, found = turn(position, rules(), actions=[second, first], places=places)
    assert found[0] == ("T-2", "actions[0]")


# -- personal markets ------------------------------------------------------------------------------------------


def stalls(hand=(7, 5), **readings):
    return table(
        modules=ALL,
        players={
            "ana": {"money": {"green": list(hand)}, "market": {"yellow": "garden12"}},
            "ben": {"money": {"green": [1]}, "market": {"green": "pavilion7", "blue": "tower13"}},
        },
    )


def test_the_money_goes_to_the_owner():
    bought = buy(stalls(), "ana", Purchase("pavilion7-e", "ben", (7,)), SUPPLY, rules())
    ben = bought.position.players["ben"]
    assert (bought.exact, ben.money, ben.market) == (True, {"green": (1, 7)}, {"blue": "tower13-e"})
    over = buy(stalls(), "ana", Purchase("pavilion7-e", "ben", (7, 5)), SUPPLY, rules())
    assert (over.exact, over.position.players["ben"].money) == (False, {"green": (1, 7, 5)})  # and no change


def test_an_exact_payment_at_a_personal_market():
    purchase = Purchase("pavilion7-e", "ben", (7,))
    none = rules(personal_exact="none")
    assert not buy(stalls(), "ana", purchase, SUPPLY, none).exact
    assert none.consulted() == {"personal-exact": "none"}


def test_a_treasure_at_a_personal_market_leaves_the_game():
    purchase = Purchase("pavilion7-e", "ben", (5,), (2,))
    bought = buy(stalls([5]), "ana", purchase, SUPPLY, rules())
    assert bought.position.players["ben"].money == {"green": (1, 5)}
    assert (bought.position.held("ana"), bought.position.held("ben")) == ((1, 3, 4, 5), (1, 2, 3, 4, 5))
    assert breaches(stalls([5]), purchase, rules(treasure_at_personal_market="not")) == [("T-2", "pays.treasures")]


def test_offers_are_the_market_and_the_others_market():
    position = stalls().model_copy(update={"market": {"orange": "garden6-esw"}})
    told = [(offer.source, offer.currency, offer.tile, offer.price) for offer in offers(position, "ana", SUPPLY)]
    assert told == [
        ("market", "orange", "garden6-esw", 6),
        ("ben", "blue", "tower13-e", 13),
        ("ben", "green", "pavilion7-e", 7),
    ]


def test_a_building_without_a_price_is_not_for_sale():
    position = table(
        OTHERS, modules=ALL, players={"ana": {"money": {"blue": [9]}}, "ben": {"market": {"blue": "tent-open"}}}
    )
    assert offers(position, "ana", OTHERS) == ()
    assert breaches(position, Purchase("tent-open", "ben", (9,)), rules(), OTHERS) == [("P-8", "buy")]


# -- where tiles are kept --------------------------------------------------------------------------------------

FULL = {"blue": "tower13", "green": "garden12", "orange": "garden6", "yellow": "tower8"}
FREE = {currency: tile for currency, tile in FULL.items() if currency != "yellow"}


def keeping(market, to, discard=None, modules=("markets",), **readings):
    position = table(modules=list(modules), players={"ana": {"market": market}})
    wrong = why_not_keep(position, "ana", to, discard, rules(**readings))
    return wrong and wrong[0]


@pytest.mark.parametrize(
    ("market", "to", "discard", "rule"),
    [
        (FREE, "yellow", None, None),
        (FREE, "blue", None, "P-9"),
        (FREE, "reserve", None, "P-1"),
        (FREE, None, None, "P-1"),
        (FREE, "discard", None, "P-10"),
        (FREE, "blue", "tower13-e", "P-10"),
        (FULL, "discard", None, None),
        (FULL, "blue", "tower13-e", None),
        (FULL, "blue", "garden12-s", "P-10"),  # makes room elsewhere
        (FULL, "blue", None, "P-9"),
    ],
)
def test_personal_market(market, to, discard, rule):
    assert keeping(market, to, discard) == rule


def test_discarding_while_a_slot_is_free():
    assert keeping(FREE, "discard", discard_when_free="allowed") is None
    assert keeping(FREE, "blue", "tower13-e", discard_when_free="allowed") is None


def test_reserve():
    assert keeping({}, None, modules=()) is None
    assert keeping({}, "reserve", modules=()) is None
    assert keeping({}, "blue", modules=()) == "P-1"
    assert keeping({}, "discard", modules=()) == "P-10"


def test_a_slot_that_an_exchange_vacates():
    """Pavilion 8 comes out, garden 12 goes in from green: green is free only under the one reading."""
    position = table(modules=["markets"], players={"ana": {"layout": "fountain pavilion8", "market": FULL}})
    action = Action.model_validate({"exchange": "pavilion8", "with": "garden12", "to": "green"})
    done = act(position, "ana", action, SUPPLY, rules())
    assert done.position.players["ana"].market["green"] == "pavilion8-open"
    other = rules(vacated_slot="not")
    assert [breach.rule for breach in act(position, "ana", action, SUPPLY, other).breaches] == ["P-9"]
    assert other.consulted() == {"vacated-slot": "not"}
    out = action.model_copy(update={"to": "discard"})
    assert act(position, "ana", out, SUPPLY, rules(vacated_slot="not")).gone == ("pavilion8-open",)
    assert [breach.rule for breach in act(position, "ana", out, SUPPLY, rules()).breaches] == ["P-10"]


# -- turns -----------------------------------------------------------------------------------------------------


def test_four_exact_purchases_and_one_more_action():
    position = table(
        market={"blue": "pavilion8", "green": "seraglio9", "orange": "arcades9", "yellow": "tower12"},
        players={"ana": {"money": {"blue": [8], "green": [9], "orange": [9], "yellow": [9, 3]}}},
    )
    actions = [
        {"buy": "pavilion8", "pays": {"cards": [8]}},
        {"buy": "seraglio9", "pays": {"cards": [9]}},
        {"buy": "arcades9", "pays": {"cards": [9]}},
        {"buy": "tower12", "pays": {"cards": [9, 3]}},
        {"take": {"blue": [2, 1], "green": [2]}},
    ]
    places = [{"tile": tile, "to": "reserve"} for tile in ("pavilion8", "seraglio9", "arcades9")]
    places.append({"tile": "tower12", "at": [1, 0]})
    played, found = turn(position, rules(), actions=actions, places=places)
    assert (found, played.extra, played.left) == ([], 4, 0)
    ana = played.position.players["ana"]
    assert (ana.reserve, ana.money) == (("pavilion8-open", "seraglio9-open", "arcades9-open"),
                                        {"blue": (2, 1), "green": (2,)})  # fmt: skip
    assert ana.layout[0].tile == "tower12-open"
    _, found = turn(position, rules(), actions=[*actions, {"take": {"blue": [9]}}], places=places)
    assert found == [("B2-1", "actions[5]")]


def test_no_further_action_after_an_inexact_payment():
    actions = [{"buy": "arcades9", "pays": {"cards": [5, 5]}}, {"take": {"blue": [9]}}]
    played, found = turn(arcades([5, 5]), rules(), actions=actions, places=[{"tile": "arcades9", "at": [1, 0]}])
    assert (found, played.extra, played.left) == ([("B2-1", "actions[1]")], 0, 0)


def test_what_is_left_out_takes_no_action():
    actions = [{"buy": "arcades9", "pays": {"cards": [5]}}, {"take": {"blue": [9]}}]
    played, found = turn(arcades([5]), rules(), actions=actions)
    assert found == [("B2-3", "actions[0]")]
    assert played.position.players["ana"].money == {"blue": (5, 9)}


@pytest.mark.parametrize(
    ("take", "rule"),
    [
        ({"blue": [9]}, None),
        ({"blue": [3], "green": [2]}, None),
        ({"blue": [1, 1], "green": [1, 2]}, None),
        ({"blue": [3], "green": [3]}, "B2-2"),
        ({"blue": [1, 1], "green": [1, 1], "orange": [1]}, "B2-2"),  # five cards, four lie open
        ({}, "B2-2"),
        ({"yellow": [7]}, "B2-2"),  # all three are in hands
    ],
)
def test_taking_money(take, rule):
    position = table(players={"ana": {"money": {"yellow": [7]}}, "ben": {"money": {"yellow": [7, 7]}}})
    _, found = turn(position, rules(), actions=[{"take": take}])
    assert [breach for breach, _ in found] == ([rule] if rule else [])


def test_bought_tiles_take_no_part_in_a_redesign():
    position = table(market={"blue": "arcades9"}, players={"ana": {"money": {"blue": [9]}}})
    actions = [{"buy": "arcades9", "pays": {"cards": [9]}}, {"place": "arcades9", "at": [1, 0]}]
    _, found = turn(position, rules(), actions=actions, places=[{"tile": "arcades9", "at": [1, 0]}])
    assert found == [("B4-4", "actions[1]")]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([], [("B2-6", "places")]),
        ([{"tile": "arcades9", "at": [2, 0]}], [("B3-4", "places[0]")]),
        ([{"tile": "arcades9", "at": [0, 0]}], [("B3-6", "places[0]")]),
        ([{"tile": "arcades9", "to": "neutral"}], [("B8-4", "places[0]")]),
        ([{"tile": "arcades9", "to": "reserve"}, {"tile": "arcades9", "at": [1, 0]}], [("B2-6", "places[1]")]),
        ([{"tile": "arcades9", "to": "reserve"}, {"tile": "tower13", "at": [1, 0]}], [("B2-6", "places[1]")]),
        ([{"tile": "arcades9", "to": "reserve"}, {"tile": "tower99", "at": [1, 0]}], [("B1-2", "places[1]")]),
    ],
)
def test_placing(places, expected):
    action = {"buy": "arcades9", "pays": {"cards": [9]}}
    _, found = turn(arcades([9]), rules(), actions=[action], places=places)
    assert found == expected


def test_the_order_of_placing_is_the_players():
    """Tower 12 at [2, 0] needs something at [1, 0] before it."""
    position = table(players={"ana": {"bought": ["tower12", "arcades9"]}})
    places = [{"tile": "arcades9", "at": [1, 0]}, {"tile": "tower12", "at": [2, 0]}]
    assert turn(position, rules(), places=places)[1] == []
    assert turn(position, rules(), places=places[::-1])[1] == [("B3-4", "places[0]")]


def test_a_bought_tile_goes_to_the_third_party():
    position = table(neutral=["tower13"], players={"ana": {"bought": ["tower12"]}, "ben": {}})
    played, found = turn(position, rules(), places=[{"tile": "tower12", "to": "neutral"}])
    assert (found, played.position.neutral) == ([], ("tower13-e", "tower12-open"))


def test_a_full_market_makes_room_for_what_was_bought():
    position = table(modules=["markets"], players={"ana": {"market": FULL, "bought": ["tower12"]}})
    places = [{"tile": "tower12", "to": "blue", "discard": "tower13"}]
    played, found = turn(position, rules(), places=places)
    assert (found, played.gone) == ([], ("tower13-e",))
    assert played.position.players["ana"].market["blue"] == "tower12-open"


def test_the_owner_builds_from_the_own_market_by_an_action():
    """P-7: then it is gone from there; a tile that lies elsewhere cannot be built."""
    position = table(modules=["markets"], players={"ana": {"market": FREE}})
    played, found = turn(position, rules(), actions=[{"place": "garden12", "at": [1, 0]}])
    assert found == []
    assert "green" not in played.position.players["ana"].market
    _, found = turn(position, rules(), actions=[{"place": "tower12", "at": [1, 0]}])
    assert found == [("P-7", "actions[0]")]


# -- whatever is tried -----------------------------------------------------------------------------------------


def everything(position, gone):
    """Every tile that is not in the supply, sorted."""
    tiles = [*position.market.values(), *(position.neutral or ()), *gone]
    for state in position.players.values():
        tiles += [*state.reserve, *state.market.values(), *state.bought, *(placed.tile for placed in state.layout)]
    return sorted(tiles)


def any_turn(draw, position):
    """A turn of which much is against the rules: now and then any tile may be named for anything."""
    known = everything(position, ())
    slots = ["reserve", "blue", "green", "orange", "yellow", "discard"]
    ana = position.players["ana"]
    stock = [*ana.reserve, *ana.market.values()] or known
    built = [placed.tile for placed in ana.layout] or known

    def one_of(tiles):
        return draw.choice(tiles if draw.random() < 0.8 else known)

    def cell():
        return [draw.randint(-2, 2), draw.randint(-2, 2)]

    def to():
        return {"to": draw.choice(slots)} | ({"discard": one_of(stock)} if draw.random() < 0.3 else {})

    def action():
        kind = draw.choice(["take", *["buy", "place", "remove", "exchange"] * 3])
        if kind == "take":
            return {"take": {draw.choice(slots[1:5]): [draw.randint(1, 9)]}}
        if kind == "buy":
            found = offers(position, "ana", SUPPLY)
            if not found or draw.random() < 0.2:
                return {"buy": draw.choice(known), "pays": {"cards": [draw.randint(1, 9)]}}
            offer = draw.choice(found)
            hand = list(ana.money.get(offer.currency, ()))
            pays = {"cards": draw.sample(hand, draw.randint(0, len(hand)))}
            if draw.random() < 0.5:
                pays["treasures"] = draw.sample(range(1, 6), draw.randint(1, 2))
            return {"buy": offer.tile, "from": offer.source, "pays": pays}
        if kind == "place":
            return {"place": one_of(stock), "at": cell()}
        return {kind: one_of(built), **({"with": one_of(stock)} if kind == "exchange" else {}), **to()}

    def placing():
        tile = one_of([*ana.bought, *position.market.values()] or known)
        if draw.random() < 0.8:
            return {"tile": tile, "at": cell()}
        kept = to()
        return {"tile": tile, **(kept if kept["to"] in slots[1:5] else {"to": kept["to"]})}

    return {"actions": [action() for _ in range(12)], "places": [placing() for _ in range(60)]}


def grown(draw, tiles):
    """A legal Alhambra of as many of these tiles as fit where they are tried, and the tiles that are left."""
    layout, left = Layout.of((), SUPPLY), []
    for tile in tiles:
        cells = sorted({other for cell in layout.cells for other in neighbours(cell)})
        draw.shuffle(cells)
        fitting = [cell for cell in cells if not place_breaches(layout, cell, SUPPLY.tile(tile))]
        if fitting:
            layout = layout.with_tile(fitting[0], SUPPLY.tile(tile))
        else:
            left.append(tile)
    return to_map(layout.placed), left


@pytest.mark.parametrize("seed", range(60))
def test_any_turn_leaves_a_sound_table(seed):
    """Tiles neither appear nor vanish, money goes where it is paid, and every Alhambra stays legal."""
    draw = random.Random(seed)
    tiles = draw.sample(list(SUPPLY.by_id), 16)
    layout, spare = grown(draw, tiles[11:])
    modules = [module for module in ALL if draw.random() < 0.6]
    stock = "market" if "markets" in modules else "reserve"

    def player(own):
        kept = dict(zip(draw.sample(["blue", "green", "orange", "yellow"], 4), own, strict=False))
        money = {c: [draw.randint(1, 9) for _ in range(2)] for c in ("blue", "green", "orange", "yellow")}
        return {"money": money, stock: kept if stock == "market" else own}

    market = dict(zip(("blue", "green", "orange", "yellow"), tiles[:4], strict=True))
    given = {"ana": player(tiles[4:8]), "ben": player(tiles[8:11])}
    given["ana"]["layout"] = layout
    position = table(modules=modules, market=market, players=given)
    rulings = rules(**{key: draw.choice(list(ruling.readings)) for key, ruling in RULINGS.items()})
    gone = []
    for _ in range(3):
        before = position
        played, _ = turn(before, rulings, **any_turn(draw, before))
        position = played.position
        gone += played.gone
        assert everything(position, gone) == sorted({*tiles} - {*spare})
        assert list(position.problems(SUPPLY, rulings)) == []
        assert played.left >= 0
        assert set(position.players["ben"].layout) == set(before.players["ben"].layout)
        for currency in ("blue", "green", "orange", "yellow"):
            assert position.players["ben"].purse(currency) >= before.players["ben"].purse(currency)
