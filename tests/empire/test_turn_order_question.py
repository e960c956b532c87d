"""``turn-order``: worked by hand, compared with plain enumeration over ``models``, replayed, and laws that must hold.

A share of each runs by default; ``python -m pytest -m big`` runs the rest.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

import puzzles
from models.documents import Source
from models.empire.board import SYMBOL, Board
from models.empire.movement import GroupMove, _step, play_moves
from models.empire.plan import Assumptions, Payment
from models.empire.position import KINDS, Pieces, Position, cheapest_entry
from models.empire.round import Table, follow, take_turn
from models.empire.scoring import score_round
from models.empire.turn_order import play_order, rankings, seats_fixed
from models.errors import InputError
from models.game import load_game
from puzzles.questions import find
from puzzles.scenario import Scenario, load, parse, task_of
from puzzles.solving import flips, solve
from solver.answer import Limits, Status
from solver.empire.inquiries import Tablet, Turn, TurnOrder, TurnOrderAnswer
from solver.engine import Engine
from tests.empire.bidding import judged_bid

GAME = load_game("empire")
NAMES = ("anna", "boris", "clara", "dmitri")

PAIR = {
    "number": 1,
    "name": "Pair",
    "symbol": [0, 0],
    "provinces": {
        "aria": {"number": 1, "sites": ["temple", "city"], "at": [1, 1]},
        "media": {"number": 2, "sites": ["temple"], "at": [2, 2], "target": True},
    },
    "arrows": [{"from": "symbol", "to": "aria"}, {"from": "aria", "to": "media", "cost": 1, "back": 0}],
}
"""Aria can be entered for nothing, media from there for 1."""


def scenario_of(position, question, *, region=PAIR, rivals=None, readings=None):
    """A scenario on a board of one region, its parts checked as those of a file are."""
    board = {"satrap": 1, "game": "empire", "name": "tiny", "title": "Tiny", "invented": True, "regions": [region]}
    made = Scenario(
        game=GAME,
        board=Board.model_validate(board),
        position=Position.model_validate(position),
        assumptions=Assumptions.model_validate({"rivals": rivals or {}}),
        question=TurnOrder.model_validate({"kind": "turn-order", **question}),
        events=(),
        readings=readings or {},
        profile="rulebook",
        title="Test",
        note="",
        name="test.yaml",
        board_name="./tiny.yaml",
        source=Source({}, "test.yaml"),
    )
    assert [*made.board.problems(), *made.position.problems(made.board, made.rulings)] == []
    return made


def tablets(**fields):
    """Players with (order, armies, temple) on the tablet, the rest of 15 cubes on the city field."""
    return {
        name: {"order": order, "armies": {"symbol": armies}, "temple": temple, "city": 15 - order - armies - temple}
        for name, (order, armies, temple) in fields.items()
    }


def outcomes_of(answer):
    return [(outcome.ranking, outcome.play_order) for outcome in answer.plan.outcomes]


# -- order, by hand --------------------------------------------------------------------------------

TEXT = tablets(michael=(1, 5, 4), marion=(1, 3, 4), daniel=(0, 4, 4), peter=(0, 3, 4))
WISHES = {"michael": [4], "marion": [2], "daniel": [3]}


def test_the_example_of_the_rule_text():
    # 5.1: Michael and Marion bid 1 each, 5 armies beat 3; Daniel and Peter bid none, 4 armies beat 3.
    # Michael takes the 4th seat, Marion the 2nd, Daniel the 3rd, Peter the 1st, which is left.
    asked = scenario_of({"region": 1, "players": TEXT}, {"player": "peter", "wishes": WISHES})
    answer = solve(asked)
    assert outcomes_of(answer) == [(("michael", "marion", "daniel", "peter"), ("peter", "marion", "daniel", "michael"))]
    assert (answer.value, answer.status.value, answer.proof.value) == (4, "optimal", "exhaustive")


def test_a_draw_gives_an_outcome_for_each_way():
    # 5.1-5: anna and boris tie in all three fields, so either may choose first. Both would like seat 2:
    # whoever is first has it, the other takes the lowest free seat, 1; clara is left with 3.
    position = {"region": 1, "players": tablets(clara=(0, 1, 1), anna=(2, 3, 4), boris=(2, 3, 4))}
    answer = solve(scenario_of(position, {"player": "anna", "wishes": {"anna": [2], "boris": [2]}}))
    assert sorted(outcomes_of(answer)) == [
        (("anna", "boris", "clara"), ("boris", "anna", "clara")),
        (("boris", "anna", "clara"), ("anna", "boris", "clara")),
    ]
    assert answer.value == 2


def test_nobody_bids_in_the_first_round_of_the_game():
    # 5.1-3: the oldest plays first, the others clockwise; with “choice-order” that is the order of choosing,
    # and anna, who chooses second, may have the 3rd seat.
    position = {
        "region": 1,
        "seating": ["boris", "anna", "clara"],
        "players": tablets(anna=(0, 9, 0), boris=(0, 1, 0), clara=(0, 5, 0)),
    }
    question = {"player": "anna", "wishes": {"anna": [3], "boris": [3, 2]}}
    seated = ("boris", "anna", "clara")
    assert outcomes_of(solve(scenario_of(position, question))) == [(seated, seated)]
    chosen = solve(scenario_of(position, question, readings={"no-bids-first-round": "choice-order"}))
    assert outcomes_of(chosen) == [(seated, ("anna", "clara", "boris"))]


def test_the_highest_bidder_alone_chooses():
    # who-chooses=highest-bidder: michael takes seat 4, the others the free seats from the front by rank.
    readings = {"who-chooses": "highest-bidder"}
    asked = scenario_of({"region": 1, "players": TEXT}, {"player": "peter", "wishes": WISHES}, readings=readings)
    assert outcomes_of(solve(asked))[0][1] == ("marion", "daniel", "peter", "michael")


def test_a_rival_distributes_as_assumed():
    # boris puts 3 on turn order and outranks anna's 2.
    position = {"region": 1, "players": {**tablets(anna=(2, 5, 4)), "boris": {}}}
    rivals = {"boris": {"allocation": {"order": 3, "city": "rest"}}}
    assert outcomes_of(solve(scenario_of(position, {"player": "anna"}, rivals=rivals)))[0][0] == ("boris", "anna")


# -- bid, by hand ------------------------------------------------------------------------------------


def asks_bid(players, rivals=None, *, readings=None, position=None, **question):
    made = {"region": 1, "seating": list(players), "players": players, **(position or {})}
    return scenario_of(made, {"ask": "bid", "player": "anna", "rivals": rivals or {}, **question}, readings=readings)


def test_one_cube_more_where_the_tie_is_lost():
    # boris bids 2 with 4 armies. anna with 4 armies and 3 temple cubes to his 3 ties on all: a draw (5.1-5), so 3.
    asked = asks_bid({"anna": {}, **tablets(boris=(2, 4, 3))}, armies=4, temple=3)
    answer = solve(asked)
    assert answer.plan == TurnOrderAnswer(bid=3, beaten_by={"boris": Tablet(order=2, armies=4, temple=3)})
    assert (answer.value, answer.bound, answer.proof.value) == (3, 3, "cp-sat")


def test_as_many_cubes_where_the_tie_is_won():
    # With 4 temple cubes she wins the tie (5.1-5), so 2 do.
    assert solve(asks_bid({"anna": {}, **tablets(boris=(2, 4, 3))}, armies=4, temple=4)).value == 2


def test_no_bid_secures_it_where_the_armies_take_the_cubes():
    # 10 armies leave 5 cubes; boris may bid 5 with up to 10 armies, a tie that a draw decides.
    assert solve(asks_bid({"anna": {}, "boris": {}}, armies=10)).status is Status.INFEASIBLE
    # With at most 9 armies beside it the tie is hers: he cannot bid 6, for “order” holds 5 at most.
    bounds = {"boris": {"order": {"most": 5}, "armies": {"most": 9}}}
    assert solve(asks_bid({"anna": {}, "boris": {}}, bounds, armies=10)).value == 5


def test_cubes_on_turn_order_are_missing_for_the_tie():
    # anna wants 8 armies, 7 are left to bid. boris holds 15: bidding 7 leaves him 8 armies and no temple cube, a tie
    # in all three fields; bidding 8 beats her outright. Nothing secures it. Up to 7 with up to 7 armies: 7 do.
    assert solve(asks_bid({"anna": {}, "boris": {}}, armies=8)).status is Status.INFEASIBLE
    bounds = {"boris": {"order": {"most": 7}, "armies": {"most": 7}}}
    answer = solve(asks_bid({"anna": {}, "boris": {}}, bounds, armies=8))
    assert answer.value == 7
    assert answer.plan.beaten_by["boris"].order == 7  # beats 6 outright


def test_the_second_choice_needs_less():
    # Known bids 4 and 1, 2 armies each. 3 armies win every tie (5.1-4): 4 to choose first, 1 to choose second.
    players = {"anna": {}, **tablets(clara=(4, 2, 0), boris=(1, 2, 0))}
    assert solve(asks_bid(players, armies=3)).value == 4
    assert solve(asks_bid(players, armies=3, choice=2)).value == 1
    # The third of three is what everybody is.
    assert solve(asks_bid(players, armies=3, choice=3)).plan == TurnOrderAnswer(bid=0)


def test_the_highest_bidder_alone_has_a_choice():
    # who-chooses=highest-bidder: nobody but the first chooses, so being second is no choice at all.
    players = {"anna": {}, **tablets(clara=(4, 2, 0), boris=(1, 2, 0))}
    readings = {"who-chooses": "highest-bidder"}
    assert solve(asks_bid(players, armies=3, choice=2, readings=readings)).value == 4


def test_zeros_that_draw_lots():
    # Region 2, nobody else bids. By the chain anna's 6 armies beat 5 (5.1-4), so 0 do; if zeros draw lots she needs 1.
    players = {"anna": {}, **tablets(boris=(0, 5, 0))}
    second = {"region": 1, "round": 1}
    region = {**PAIR, "number": 2}
    for readings, bid in (({}, 0), ({"zero-bids": "random"}, 1)):
        asked = {"ask": "bid", "player": "anna", "armies": 6}
        position = {**second, "region": 2, "players": players}
        assert solve(scenario_of(position, asked, region=region, readings=readings)).value == bid


def test_whoever_has_fewer_points_wins_the_tie():
    # turn-order-tie=fewer-points: level on the track is a draw, and lost; one point less wins the tie at 2.
    for points, bid in ((7, 3), (6, 2), (8, 3)):
        players = {"anna": {"points": points}, "boris": {**tablets(boris=(2, 1, 1))["boris"], "points": 7}}
        assert solve(asks_bid(players, readings={"turn-order-tie": "fewer-points"})).value == bid


def test_nobody_chooses_where_nobody_bids():
    # First round of the game, boris bids none. With 0 the oldest goes first and nobody chooses (5.1-3): 1 is needed.
    players = {"anna": {}, **tablets(boris=(0, 5, 0))}
    assert solve(asks_bid(players)).plan.bid == 1
    # “choice-order”: the oldest chooses first. That is anna if she is, and then 0 do.
    readings = {"no-bids-first-round": "choice-order"}
    assert solve(asks_bid(players, readings=readings)).plan == TurnOrderAnswer(bid=0)
    seating = {"seating": ["boris", "anna"]}
    assert solve(asks_bid(players, readings=readings, position=seating)).value == 1


def test_only_one_rival_needs_to_bid_for_the_chain_to_rank_the_others():
    # anna bids 0 with 0 armies in the game's first round, choice-order, anna the oldest. boris and clara hold 2 cubes.
    # If boris bids 1, clara with a zero and an army is ahead of anna as well: she may be third, so she is not among
    # the first two. With 1 cube: boris may bid 2, clara 2: both ahead. With 2 cubes: a tie in all fields is a draw.
    position = {"cubes": 2, "seating": ["anna", "boris", "clara"]}
    players = {"anna": {}, "boris": {}, "clara": {}}
    readings = {"no-bids-first-round": "choice-order"}
    asked = asks_bid(players, readings=readings, position=position, choice=2)
    assert solve(asked).status is Status.INFEASIBLE
    # Held to one cube in all on turn order, boris alone can be ahead of 1.
    bounds = {"boris": {"order": {"most": 1}}, "clara": {"order": {"most": 0}}}
    assert solve(asks_bid(players, bounds, readings=readings, position=position, choice=2)).value == 1


def test_top_gives_the_next_larger_bids():
    asked = asks_bid({"anna": {}, **tablets(boris=(2, 4, 3))}, armies=4, temple=4)
    answer = solve(asked, top=3)
    assert [one.value for one in answer.answers] == [2, 3, 4]
    assert not answer.complete
    assert [one.value for one in solve(asked, top=99).answers] == list(range(2, 8))  # 15 less 4 and 4
    assert solve(asked, top=99).complete
    every = solve(asked, all=True)
    assert ([one.value for one in every.answers], every.complete) == ([2], True)


# -- seats, by hand ------------------------------------------------------------------------------------


def asks_seats(players, rivals=None, *, region=PAIR, readings=None, cubes=3, round_number=1, **question):
    position = {"region": 1, "round": round_number, "cubes": cubes, "players": players}
    asked = {"ask": "seats", "player": "anna", "order": [name for name in players if name != "anna"], **question}
    return scenario_of(position, asked, region=region, rivals=rivals, readings=readings)


def worths(answer):
    return [(worth.seat, worth.points, worth.margin) for worth in answer.plan.seats]


ONE_EACH = {name: {"order": 1, "armies": {"symbol": 1}, "temple": 1} for name in ("anna", "boris")}
TO_ARIA = {"boris": {"moves": [{"armies": 1, "path": ["symbol", "aria"]}], "pieces": {"temples": ["aria"]}}}


def test_first_come_first_served():
    # One army and one temple cube each. Seat 1: anna takes aria with a temple; boris beside her would get nothing
    # (armies and temples tie), so he pays for media: 2 for him, 2 + 3 for her. Seat 2: boris sits in aria; there
    # anna gets nothing, in media 2, to his 5.
    answer = solve(asks_seats(ONE_EACH, TO_ARIA))
    assert worths(answer) == [(1, 5, 3), (2, 2, -3)]
    assert (answer.value, answer.bound, answer.proof.value) == (5, 5, "dynamic-programming")
    (first, second) = answer.plan.seats
    assert first.replies["boris"].moves[-1].path[-1] == "media"
    assert second.replies == {}


def test_who_wants_the_margin_spoils():
    # Now boris would rather tie in aria, 0 against 0, than have 2 against 5. As second anna does the same.
    assert worths(solve(asks_seats(ONE_EACH, TO_ARIA, maximise="margin"))) == [(1, 0, 0), (2, 0, 0)]


def test_ties_of_those_who_answer_go_against_the_player():
    # Without a cube both armies can only go to aria. As first anna is there alone unless boris follows: he has
    # nothing either way, so it is assumed that he does. As second she finds him waiting on the symbol.
    bare = {name: {"order": 2, "armies": {"symbol": 1}} for name in ("anna", "boris")}
    assert worths(solve(asks_seats(bare))) == [(1, 0, 0), (2, 2, 2)]


def test_whoever_answers_knows_who_answers_after_them():
    # One army each, no cubes, two provinces that both can be entered for nothing. boris is assumed in aria, clara on
    # the symbol. As third anna takes the free media: 2, to 2 of boris. As second, if she takes media, clara has
    # nothing either way and spoils it; if she ties in aria, clara takes media: 0, to 2 of another. As first she takes
    # aria, say: boris beside her would leave media to clara, so he takes media, where he has 2 as clara, with
    # nothing to win, spoils aria and not him. 0 to 2 again.
    region = {**PAIR, "arrows": [*PAIR["arrows"], {"from": "symbol", "to": "media"}]}
    players = {name: {"order": 2, "armies": {"symbol": 1}} for name in NAMES[:3]}
    rivals = {"boris": {"moves": [{"armies": 1, "path": ["symbol", "aria"]}]}}
    answer = solve(asks_seats(players, rivals, region=region))
    assert worths(answer) == [(1, 0, -2), (2, 0, -2), (3, 2, 0)]


@pytest.mark.parametrize(("workers", "seed"), [(1, 1), (2, 2), (8, 3)])
def test_the_same_answer_whatever_the_workers_and_the_seed(workers, seed):
    for name in ("seats-what-a-choice-costs", "seats-after-a-draw"):
        scenario = load(f"empire/{name}")
        again = solve(scenario, limits=Limits(workers=workers, seed=seed))
        assert again.canonical
        assert again.plan == solve(scenario).plan


def test_one_seat_only():
    answer = solve(asks_seats(ONE_EACH, TO_ARIA, seats=[2]))
    assert worths(answer) == [(2, 2, -3)]
    assert answer.value == 2


# -- plain enumeration ---------------------------------------------------------------------------------


def judged_order(scenario):
    """Every draw by drawing lots: the ranking with every order of the tied, seats chosen one by one."""
    position, rulings, wishes = scenario.position, scenario.rulings, scenario.question.wishes
    found = []
    for ranking in rankings(position, rulings):
        if seats_fixed(position, rulings):
            found.append((ranking, ranking))
            continue
        seats = range(1, len(ranking) + 1)
        for choices in product(seats, repeat=len(ranking)):  # the one vector of choices that follows the wishes
            told = dict(zip(ranking, choices, strict=True))
            if rulings.readings["who-chooses"] == "highest-bidder":
                told = {ranking[0]: choices[0]}
            sensible = all(
                seat == next((w for w in (*wishes.get(name, ()), *seats) if w not in choices[:at]), None)
                for at, (name, seat) in enumerate(zip(ranking, choices, strict=True))
                if name in told
            )
            order, breaches = play_order(ranking, told, rulings)
            if sensible and not breaches:
                found.append((ranking, order))
    return set(found)


class Judge:
    """The sequence by going through every turn of everybody, legal and scored by ``models``."""

    def __init__(self, scenario):
        self.scenario, self.question, self.rulings = scenario, scenario.question, scenario.rulings
        self.table = Table.of(scenario.board, scenario.position)
        self.region, self.places = self.table.region, self.table.region.in_order
        self.turns = {name: self.turns_of(name) for name in self.table.players}
        self.scores = {}

    def moved(self, state):
        """Every state after every sequence of groups over single arrows, in every mix of payments."""
        first = frozenset({tuple(sorted(((place, 0), n) for place, n in state.armies.items() if n))})
        seen, edge = {(first, 0): ()}, [(first, 0)]
        while edge:
            following = []
            for ways, paid in edge:
                for (arrow, cost), armies in product(self.region.costs.items(), range(1, state.army_count + 1)):
                    move = GroupMove(armies, arrow, None)
                    after = (frozenset(later for way in ways for later in _step(way, move)), paid + cost)
                    if after[0] and after[1] <= state.temple + state.city and after not in seen:
                        seen[after] = (*seen[ways, paid], move)
                        following.append(after)
            edge = following
        ends = {}
        for (_, paid), moves in seen.items():
            for temple in range(max(0, paid - state.city), min(paid, state.temple) + 1):
                left, payments = temple, []
                for move in moves:
                    cost = self.region.costs[move.path]
                    payments.append(Payment(temple=min(cost, left), city=cost - min(cost, left)))
                    left -= payments[-1].temple
                made = [replace(move, pays=pays) for move, pays in zip(moves, payments, strict=True)]
                played = play_moves(self.region, state, made)
                assert played.breaches == ()
                key = (tuple(played.state.armies.get(p, 0) for p in self.places), played.state.temple)
                ends.setdefault((*key, played.state.city), made)
        return ends

    def turns_of(self, name):
        """Every state after a turn, in the order that the documentation names."""
        state = self.table.players[name]
        found = []
        for made in self.moved(state).values():
            for temples, cities in product(*(self.sets(kind) for kind in KINDS)):
                turn = take_turn(self.table, name, made, Pieces(temples=temples, cities=cities), self.rulings)
                if turn.breaches:
                    continue
                after = turn.table.players[name]
                laid = [[p for p in after.placed.of(kind) if p not in state.placed.of(kind)] for kind in KINDS]
                bits = [sum(1 << self.places.index(p) for p in pieces) for pieces in laid]
                paid = state.temple + state.city - after.temple - after.city
                armies = tuple(-after.armies.get(place, 0) for place in self.places)
                found.append(((sum(map(len, laid)), paid, -after.temple, armies, bits), after))
        found.sort(key=lambda pair: pair[0])
        distinct = {}
        for _, after in found:
            distinct.setdefault(self.effect(after), after)
        return list(distinct.values())

    def sets(self, kind):
        sites = [place for place in self.places if self.region.has_site(place, kind)]
        return [chosen for count in range(len(sites) + 1) for chosen in combinations(sites, count)]

    def effect(self, state):
        parts = [tuple(state.armies.get(place, 0) for place in self.places)]
        for kind in KINDS:
            laid = tuple(sorted(state.placed.of(kind)))
            parts.append((laid, state.field(kind)) if laid else ())
        return tuple(parts)

    def points(self, players):
        key = tuple(self.effect(state) for state in players.values())
        if key not in self.scores:
            ledger = score_round(self.region, players, self.rulings).ledger
            self.scores[key] = {name: ledger.total(name) for name in players}
        return self.scores[key]

    def value(self, name, points):
        best = max(points[other] for other in points if other != name)
        return points[name] - best if self.question.maximise == "margin" else points[name]

    def worth(self, seat):
        """The value of a seat to the player."""
        rivals = self.question.order
        table = self.table
        for name in rivals[: seat - 1]:
            if name in self.scenario.assumptions.rivals:
                table = follow(table, name, self.scenario.assumptions.rivals[name], self.rulings).table
        points = self.played(dict(table.players), [self.question.player, *rivals[seat - 1 :]])
        return self.value(self.question.player, points)

    def played(self, players, movers):
        if not movers:
            return self.points(players)
        name, me = movers[0], self.question.player
        best = None
        for state in self.turns[name]:
            points = self.played({**players, name: state}, movers[1:])
            wish = (self.value(name, points), -self.value(me, points) if name != me else 0)
            if best is None or wish > best[0]:
                best = (wish, points)
        return best[1]

    def size(self, seat):
        size = 1
        for name in [self.question.player, *self.question.order[seat - 1 :]]:
            size *= len(self.turns[name])
        return size


# -- random scenarios ------------------------------------------------------------------------------------

ORDER_READINGS = {
    "turn-order-tie": "fewer-points",
    "zero-bids": "random",
    "who-chooses": "highest-bidder",
    "no-bids-first-round": "choice-order",
}
SCORE_READINGS = {
    "contested-price": "difference-plus-one",
    "contested-minimum": "normal-price",
    "second-city-piece": "fails-at-scoring",
}


def some(rng, readings):
    return {key: reading for key, reading in readings.items() if rng.random() < 0.35}


def random_tablets(rng, names, cubes, most=None):
    """Tablets that often tie."""
    players = {}
    for name in names:
        order = rng.choice((0, 0, 1, 1, 2)[: cubes + 2])
        order = min(order, cubes)
        armies = rng.randint(0, min(cubes - order, most or cubes))
        temple = rng.randint(0, cubes - order - armies)
        city = cubes - order - armies - temple
        players[name] = {"order": order, "armies": {"symbol": armies}, "temple": temple, "city": city}
        players[name]["points"] = rng.randint(0, 2)
    return players


def random_order(seed):
    rng = Random(seed)
    names = rng.sample(NAMES, rng.randint(2, 4))
    position = {
        "region": rng.choice((1, 2)),
        "cubes": rng.randint(1, 4),
        "seating": rng.sample(names, len(names)),
    }
    position["players"] = random_tablets(rng, names, position["cubes"])
    seats = range(1, len(names) + 1)
    wishes = {name: rng.sample(seats, rng.randint(0, len(names))) for name in names if rng.random() < 0.7}
    region = {**PAIR, "number": position["region"]}
    question = {"player": rng.choice(names), "wishes": wishes}
    return scenario_of(position, question, region=region, readings=some(rng, ORDER_READINGS))


def random_bid(seed, cubes=(2, 4), players=(2, 3)):
    rng = Random(seed)
    names = rng.sample(NAMES, rng.randint(*players))
    cubes = rng.randint(*cubes)
    player = rng.choice(names)
    position = {"region": rng.choice((1, 2)), "cubes": cubes, "seating": rng.sample(names, len(names))}
    position["players"] = random_tablets(rng, names, cubes)
    bounds = {}
    for name in names:
        points = position["players"][name]["points"]
        if name == player or rng.random() < 0.5:
            position["players"][name] = {"points": points}
        if name != player and "order" not in position["players"][name] and rng.random() < 0.9:
            bounds[name] = {}
            least = cubes
            for key in ("order", *rng.sample(("armies", "temple"), 1)):
                low = rng.randint(0, min(1, least))
                least -= low
                bounds[name][key] = {"least": low, "most": rng.randint(low, max(low, 2))}
    armies = rng.randint(0, cubes // 2)
    question = {"ask": "bid", "player": player, "choice": rng.randint(1, min(2, len(names))), "rivals": bounds}
    question.update(armies=armies, temple=rng.randint(0, (cubes - armies) // 2))
    region = {**PAIR, "number": position["region"]}
    return scenario_of(position, question, region=region, readings=some(rng, ORDER_READINGS))


def random_region(rng, count):
    names = ["aria", "media", "persis", "susiana"][:count]
    sites = [["temple"], ["city"], ["temple", "city"], []]
    numbers = rng.sample(range(1, count + 1), count)
    provinces = {
        name: {"number": number, "sites": rng.choice(sites), "at": [number, number], "target": name == names[-1]}
        for name, number in zip(names, numbers, strict=True)
    }
    arrows = {("symbol", names[0]): rng.choice((0, 0, 1))}
    for at, name in enumerate(names[1:], start=1):
        arrows[rng.choice(names[:at]), name] = rng.choice((0, 1, 2))
    for _ in range(rng.randint(0, 2)):
        start, end = rng.choice(["symbol", *names]), rng.choice(names)
        if start != end:
            arrows.setdefault((start, end), rng.choice((0, 1)))
    made = [{"from": start, "to": end, "cost": cost} for (start, end), cost in arrows.items()]
    return {"number": 1, "name": "Random", "symbol": [0, 0], "provinces": provinces, "arrows": made}


def random_seats(seed, *, cubes=(4, 7), provinces=(2, 3), players=(2, 2, 3), armies=2):
    """Revealed tablets of a first or second round, policies for most rivals."""
    rng = Random(seed)
    region = random_region(rng, rng.randint(*provinces))
    (made,) = Board.model_validate(
        {"satrap": 1, "game": "empire", "name": "tiny", "title": "Tiny", "invented": True, "regions": [region]}
    ).regions
    names = rng.sample(NAMES, rng.choice(players))
    number = rng.choice((1, 1, 2))
    total = rng.randint(*cubes)
    placed = {}
    for name in names:
        few = len(names) > 2  # three who answer one another are much already
        count = 1 if few else rng.randint(1, armies)
        rest = total - count
        gone = rng.randint(max(0, rest - 3), rest - 1) if few else rng.randint(0, min(2, rest))
        near = [SYMBOL]
        if number == 2:  # some stand where the first round has led them, for no more than is spent
            entries = {place: cheapest_entry(made, place, 3) for place in made.provinces}
            near += [place for place, cost in entries.items() if cost is not None and cost <= gone]
        temple = rng.randint(0, total - count - gone)
        placed[name] = {
            "order" if number == 1 else "spent": gone,
            "armies": dict(Counter(rng.choices(near, k=count))),
            "temple": temple,
            "city": total - count - gone - temple,
        }
    towns = [name for name, province in region["provinces"].items() if "city" in province["sites"]]
    if number == 2 and towns and rng.random() < 0.4:
        placed[names[0]]["built"] = {"cities": [rng.choice(towns)]}
    player = rng.choice(names)
    rivals = [name for name in names if name != player]
    policies = {}
    for name in rivals:
        ways = [arrow for arrow in region["arrows"] if placed[name]["armies"].get(arrow["from"])]
        if rng.random() < 0.8 and ways:
            way = rng.choice(ways)
            pieces = {"temples": [way["to"]], "cities": [way["to"]]}
            policies[name] = {"moves": [{"armies": 1, "path": [way["from"], way["to"]]}], "pieces": pieces}
    question = {"ask": "seats", "player": player, "order": rng.sample(rivals, len(rivals))}
    question["maximise"] = rng.choice(("points", "margin"))
    position = {"region": 1, "round": number, "cubes": total, "players": placed}
    return scenario_of(position, question, region=region, rivals=policies, readings=some(rng, SCORE_READINGS))


def assert_order(seed):
    scenario = random_order(seed)
    answer = solve(scenario)
    found = outcomes_of(answer)
    assert len(found) == len(set(found))
    assert set(found) == judged_order(scenario)
    worst = max(ranking.index(scenario.question.player) + 1 for ranking, _ in found)
    assert answer.value == worst


def assert_bid(seed):
    scenario = random_bid(seed)
    if list(find("empire", "turn-order").load().problems(task_of(scenario))):
        return
    answer, best = solve(scenario), judged_bid(scenario)
    assert answer.value == best
    assert answer.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    if best is not None:
        assert (answer.plan.beaten_by is None) == (best == 0)
        assert puzzles.check(scenario, answer.plan).legal


MOST = 2500
"""Joint outcomes up to which the judge goes through a seat."""


def assert_seats(seed, most=MOST):
    """Whether the judge could go through any seat."""
    scenario = random_seats(seed)
    answer = solve(scenario)
    assert answer.status is Status.OPTIMAL
    judge = Judge(scenario)
    margin = scenario.question.maximise == "margin"
    judged = 0
    for worth in answer.plan.seats:
        if judge.size(worth.seat) <= most:
            judged += 1
            assert (worth.margin if margin else worth.points) == judge.worth(worth.seat)
    return judged


@pytest.mark.parametrize("seed", range(25))
def test_the_draws_are_those_of_plain_enumeration(seed):
    assert_order(seed)


@pytest.mark.parametrize("seed", range(30))
def test_the_bid_is_that_of_plain_enumeration(seed):
    assert_bid(seed)


@pytest.mark.parametrize("seed", range(25))
def test_the_seats_are_those_of_plain_enumeration(seed):
    assert_seats(seed)


# -- replay, laws ------------------------------------------------------------------------------------------


def played(scenario, worth):
    """Everybody's points when a line is played by the rules, with nothing left out."""
    rulings, question = scenario.rulings, scenario.question
    table = Table.of(scenario.board, scenario.position)
    for name in question.order[: worth.seat - 1]:
        if name in scenario.assumptions.rivals:
            table = follow(table, name, scenario.assumptions.rivals[name], rulings).table
    for name, turn in {question.player: worth.plan, **worth.replies}.items():
        moves = [GroupMove(move.armies, move.path, move.pays) for move in turn.moves]
        done = take_turn(table, name, moves, turn.pieces, rulings)
        assert done.breaches == ()
        table = done.table
    ledger = score_round(table.region, table.players, rulings).ledger
    return {name: ledger.total(name) for name in table.players}, table


def assert_replays(seed):
    scenario = random_seats(seed, provinces=(2, 4), armies=3)
    answer = solve(scenario)
    player = scenario.question.player
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    assert [worth.seat for worth in answer.plan.seats] == list(range(1, len(scenario.position.players) + 1))
    for worth in answer.plan.seats:
        points, _ = played(scenario, worth)
        own = points.pop(player)
        assert (worth.points, worth.margin) == (own, own - max(points.values()))
        assert list(worth.replies) == list(scenario.question.order[worth.seat - 1 :])
    checked = puzzles.check(scenario, answer.plan)
    assert (checked.legal, checked.gap) == (True, 0)


def asking_best_response(scenario, player, position, rivals):
    """The same table with the question of the best response, which CP-SAT answers."""
    document = find("empire", "best-response").document_class()
    question = {"kind": "best-response", "player": player, "maximise": scenario.question.maximise}
    return replace(
        scenario,
        position=position,
        assumptions=Assumptions(rivals=rivals),
        question=document.model_validate(question),
    )


def assert_best_responses(seed):
    """The last seat is worth what the best response to all policies is, and the last reply is a best response."""
    scenario = random_seats(seed, provinces=(2, 4), armies=3)
    answer, position = solve(scenario), scenario.position
    margin = scenario.question.maximise == "margin"
    last = answer.plan.seats[-1]
    asked = asking_best_response(scenario, scenario.question.player, position, scenario.assumptions.rivals)
    assert solve(asked).value == (last.margin if margin else last.points)
    worth = answer.plan.seats[0]
    replier = scenario.question.order[-1]
    points, table = played(scenario, worth)
    before = {name: state for name, state in table.players.items() if name != replier}
    players = {name: before.get(name, position.players[name]) for name in position.players}
    asked = asking_best_response(scenario, replier, position.model_copy(update={"players": players}), {})
    own = points.pop(replier)
    assert solve(asked).value == (own - max(points.values()) if margin else own)


def renamed(thing, names):
    if isinstance(thing, dict):
        return {names.get(key, key): renamed(item, names) for key, item in thing.items()}
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def remade(scenario, *, names=None, region=None, question=None):
    """The scenario with other names, another region or another question."""
    data = renamed(scenario.plain(), names or {})
    asked = {key: value for key, value in {**data["question"], **(question or {})}.items() if key != "kind"}
    return scenario_of(
        data["position"],
        asked,
        region=region or scenario.board.plain()["regions"][0],
        rivals=data.get("assumptions", {}).get("rivals"),
        readings=dict(scenario.readings),
    )


def values(scenario):
    answer = solve(scenario)
    margin = scenario.question.maximise == "margin"
    return answer.value, [w.margin if margin else w.points for w in (answer.plan and answer.plan.seats) or ()]


def assert_laws(seed):
    """New names change nothing, nor does a province that costs more than everybody has."""
    rng = Random(seed)
    names = dict(zip(NAMES, rng.sample(("kleio", "erato", "thaleia", "ourania"), 4), strict=True))
    for made in (random_order(seed), random_bid(seed)):
        assert solve(remade(made, names=names)).value == solve(made).value
    scenario = random_seats(seed)
    assert values(remade(scenario, names=names)) == values(scenario)
    region = scenario.board.plain()["regions"][0]
    far = {"number": 99, "sites": ["temple", "city"], "at": [9, 9]}
    region["provinces"]["nowhere"] = far
    region["arrows"].append({"from": "symbol", "to": "nowhere", "cost": 99})
    assert values(remade(scenario, region=region)) == values(scenario)
    # Seats that are not looked at change nothing for the others.
    seat = rng.randint(1, len(scenario.position.players))
    assert values(remade(scenario, question={"seats": [seat]}))[1] == [values(scenario)[1][seat - 1]]


def assert_bid_laws(seed):
    """To be content with a later choice costs no more; a rival who is known to bid less makes it no dearer."""
    scenario = random_bid(seed, cubes=(3, 15), players=(2, 4))
    dear = 99
    bids = []
    for choice in range(1, len(scenario.position.players) + 1):
        bid = solve(remade(scenario, question={"choice": choice})).value
        bids.append(dear if bid is None else bid)
    assert bids == sorted(bids, reverse=True)
    question = scenario.question.plain()
    for bounds in question.get("rivals", {}).values():
        least = bounds.get("order", {}).get("least", 0)
        bounds["order"] = {"least": least, "most": least}
    held = solve(remade(scenario, question=question)).value
    worst = solve(scenario).value
    assert (dear if held is None else held) <= (dear if worst is None else worst)
    answer = solve(scenario)
    if answer.plan is not None:
        assert puzzles.check(scenario, answer.plan).legal


@pytest.mark.parametrize("seed", range(50))
def test_every_line_replays(seed):
    assert_replays(seed)


@pytest.mark.parametrize("seed", range(12))
def test_the_ends_are_best_responses(seed):
    assert_best_responses(seed)


@pytest.mark.parametrize("seed", range(12))
def test_what_must_not_change_the_answer(seed):
    assert_laws(seed)
    assert_bid_laws(seed)


# -- the kernel against models ---------------------------------------------------------------------------


def assert_kernel(seed):
    """The turns are those of plain enumeration, and so are the points of any of them together."""
    from solver.empire import seats

    scenario = random_seats(seed)
    task, judge, rng = task_of(scenario), Judge(scenario), Random(seed)
    ground = seats._ground(task)
    cities = {place for state in scenario.position.states.values() for place in state.built.cities}
    for name, turns in judge.turns.items():
        # A city laid beside another, where that is a reading, changes nothing: the kernel leaves it out.
        told = [state for state in turns if not cities & set(state.placed.cities)]
        assert [seats._left(ground, state) for state in told] == list(seats._turns(task, name))
    sequel = seats._sequel(task, 1)
    for _ in range(20):
        players = {name: rng.choice(turns) for name, turns in judge.turns.items()}
        left = {name: seats._left(ground, state) for name, state in players.items()}
        assert sequel.score(left) == tuple(judge.points(players)[name] for name in sequel.names)


@pytest.mark.parametrize("seed", range(12))
def test_the_kernel_plays_by_the_rules(seed):
    assert_kernel(seed)


# -- answers that somebody wrote ---------------------------------------------------------------------------


def rules_of(checked):
    return sorted({breach.rule for breach in checked.breaches})


def test_a_spoiled_answer_to_order():
    asked = scenario_of({"region": 1, "players": TEXT}, {"player": "peter", "wishes": WISHES})
    good = solve(asked).plan.plain()["outcomes"][0]
    swapped = {**good, "play_order": good["play_order"][::-1]}
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(outcomes=[swapped]))) == ["5.1-2"]
    wrong = {**good, "ranking": good["ranking"][::-1]}
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(outcomes=[wrong]))) == ["5.1-1", "5.1-5"]
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(bid=3))) == ["5.1-5", "question"]


def test_a_spoiled_answer_to_bid():
    asked = asks_bid({"anna": {}, **tablets(boris=(2, 4, 3))}, armies=4, temple=3)  # 3 is the answer
    small = puzzles.check(asked, TurnOrderAnswer(bid=2))
    assert (small.legal, rules_of(small)) == (False, ["5.1-1"])
    large = puzzles.check(asked, TurnOrderAnswer(bid=5))
    assert (large.legal, large.value, large.gap) == (True, 5, 2)
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(bid=9))) == ["3.3-1"]  # 15 less 4 and 3 are 8
    other = {"boris": {"order": 2, "armies": 4, "temple": 2}}
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(bid=3, beaten_by=other))) == ["3.3-1", "question"] or (
        rules_of(puzzles.check(asked, TurnOrderAnswer(bid=3, beaten_by=other))) == ["question"]
    )


def test_a_spoiled_answer_to_seats():
    asked = asks_seats(ONE_EACH, TO_ARIA)
    first, second = solve(asked).plan.seats
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(seats=[first]))) == ["question"]  # the other seat is missing
    more = first.model_copy(update={"points": 9})
    assert rules_of(puzzles.check(asked, TurnOrderAnswer(seats=[more, second]))) == ["question"]
    # boris would do nothing at all: then anna had 5 as well, but he had 0 and not 2.
    idle = first.model_copy(update={"replies": {"boris": Turn()}})
    checked = puzzles.check(asked, TurnOrderAnswer(seats=[idle, second]))
    assert "margin" in str([breach.path for breach in checked.breaches])
    # Under the margin she cannot count on a boris who stays away.
    asked = asks_seats(ONE_EACH, TO_ARIA, maximise="margin")
    honest = first.model_copy(update={"points": 5, "margin": 5, "replies": {"boris": Turn()}})
    checked = puzzles.check(asked, TurnOrderAnswer(seats=[honest, solve(asked).plan.seats[1]]))
    assert [breach.path for breach in checked.breaches] == [("seats", 0, "replies")]
    # A march that pays nothing is against the rules.
    free = Turn.model_validate({"moves": [{"armies": 1, "path": ["symbol", "aria", "media"]}]})
    broken = first.model_copy(update={"plan": free})
    assert "5.3-4" in rules_of(puzzles.check(asked, TurnOrderAnswer(seats=[broken, second])))


def test_an_answer_makes_the_round_trip():
    asked = asks_seats(ONE_EACH, TO_ARIA)
    answer = solve(asked)
    assert TurnOrderAnswer.model_validate(answer.plan.plain()) == answer.plan


# -- limits ------------------------------------------------------------------------------------------------


class Nervous(Engine):
    """An engine on which Ctrl-C is pressed after so many looks."""

    looks = 0

    @property
    def interrupted(self):
        self.looks -= 1
        return self.looks < 0


def test_stopped_in_the_middle():
    scenario = asks_seats({name: {"armies": {"symbol": 2}, "temple": 2, "city": 2} for name in NAMES[:2]}, cubes=6)
    task, question = task_of(scenario), find("empire", "turn-order").load()
    whole = question.best(task, Engine())
    assert whole.status is Status.OPTIMAL
    statuses = set()
    for looks in range(0, 120, 3):
        engine = Nervous()
        engine.looks = looks
        outcome = question.best(task, engine)
        statuses.add(outcome.status)
        if outcome.status is Status.UNKNOWN:
            assert outcome.solutions == ()
        elif outcome.status is Status.FEASIBLE:
            (solution,) = outcome.solutions
            assert not solution.canonical
            assert outcome.bound >= max(whole.solutions[0].objective, solution.objective)
            replay = question.replay(task, question.decode(task, solution))
            assert (replay.value, list(replay.breaches)) == (solution.objective, [])
    assert {Status.UNKNOWN, Status.FEASIBLE} <= statuses


def test_no_time_at_all():
    answer = solve(asks_seats(ONE_EACH, TO_ARIA), limits=Limits(seconds=0.0))
    assert (answer.status, answer.plan) == (Status.UNKNOWN, None)


def test_a_bid_that_is_not_proved_smallest():
    """The search ends with “1 is beaten, 4 may be”: a bid of 5 does, and 2 might."""
    scenario = asks_bid({"anna": {}, "boris": {}}, {"boris": {"order": {"most": 4}}}, armies=5)
    question, task = find("empire", "turn-order").load(), task_of(scenario)

    class Tired(Engine):
        def solve(self, formulation):
            found = super().solve(formulation)
            solution = replace(found.solutions[0], objective=1, canonical=False)
            return replace(found, status=Status.FEASIBLE, solutions=(solution,), bound=4)

    outcome = question.best(task, Tired())
    assert (outcome.status, outcome.bound, outcome.solutions[0].objective) == (Status.FEASIBLE, 2, 5)
    plan = question.decode(task, outcome.solutions[0])
    assert plan == TurnOrderAnswer(bid=5)
    assert question.replay(task, plan).breaches == []


# -- the command -------------------------------------------------------------------------------------------


def test_too_many_turns_are_refused_with_their_number(monkeypatch):
    text = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players:
    anna: {order: 8, armies: {symbol: 2}, temple: 3, city: 2}
    boris: {order: 8, armies: {symbol: 2}, temple: 2, city: 3}
question: {kind: turn-order, ask: seats, player: anna, order: [boris]}
"""
    assert solve(parse(text, "small.yaml")).status is Status.OPTIMAL
    monkeypatch.setattr("solver.empire.seats.MOST_JOINT", 1000)
    with pytest.raises(InputError, match=r"seat 1 has \d+ joint outcomes \(anna \d+, boris \d+\).*at most 1000"):
        solve(parse(text, "small.yaml"))
    assert solve(parse(text.replace("order: [boris]", "order: [boris], seats: [2]"), "late.yaml")).value > 0
    monkeypatch.setattr("solver.empire.sequence.MOST_TURNS", 10)
    with pytest.raises(InputError, match="anna has too many turns: over 10 "):
        solve(parse(text.replace("temple: 3, city: 2", "temple: 1, city: 4"), "large.yaml"))


BAD = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players:
    anna: {}
    boris: {order: 2, armies: {symbol: 4}, temple: 4, city: 5}
    clara: {}
question:
"""


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        (
            "{kind: turn-order, ask: bid, player: anna, choice: 4, armies: 9, temple: 9, wishes: {anna: [1]}, rivals: "
            "{boris: {}, klara: {}, clara: {order: {least: 9, most: 2}, armies: {least: 8}}}}",
            [
                "question",
                "question.choice",
                "question.rivals.boris",
                "question.rivals.clara",
                "question.rivals.clara.order",
                "question.rivals.klara",
                "question.wishes",
            ],
        ),
        (
            "{kind: turn-order, player: anna, wishes: {boris: [4, 1, 1], klara: [1]}, maximise: margin}",
            [
                "assumptions.rivals.clara",
                "position.players.anna",
                "question.maximise",
                "question.wishes.boris[0]",
                "question.wishes.boris[2]",
                "question.wishes.klara",
            ],
        ),
        (
            "{kind: turn-order, ask: seats, player: anna, order: [boris, anna, klara], seats: [0, 2, 2], choice: 1}",
            [
                "position.players.anna",
                "position.players.clara",
                "question.choice",
                "question.order",
                "question.order[1]",
                "question.order[2]",
                "question.seats[0]",
                "question.seats[2]",
            ],
        ),
        ("{kind: turn-order, ask: seats, player: hanna}", ["question.player"]),
        ("{kind: turn-order, ask: seats, player: anna, seats: []}", [
            "position.players.anna", "position.players.clara", "question.order", "question.seats",
        ]),
    ],
)  # fmt: skip
def test_bad_input_has_all_its_faults_at_once(question, paths):
    with pytest.raises(InputError) as raised:
        solve(parse(BAD + "  " + question + "\n", "bad.yaml"))
    assert sorted(fault.path for fault in raised.value.faults) == paths
    assert all(fault.expected and fault.line for fault in raised.value.faults)


def test_turn_order_is_settled_in_the_first_round():
    position = {"region": 1, "round": 2, "players": {name: {"spent": 15} for name in NAMES[:2]}}
    with pytest.raises(InputError, match=r"first round of a region.*5\.2-1"):
        solve(scenario_of(position, {"player": "anna"}))


def test_nobody_is_the_oldest():
    players = tablets(anna=(0, 1, 1), boris=(0, 2, 2))
    with pytest.raises(InputError, match="who is the oldest"):
        solve(scenario_of({"region": 1, "players": players}, {"player": "anna"}))
    open_bid = {"ask": "bid", "player": "anna"}
    with pytest.raises(InputError, match="who is the oldest"):
        solve(
            scenario_of(
                {"region": 1, "players": {"anna": {}, "boris": {}}},
                open_bid,
                readings={"no-bids-first-round": "choice-order"},
            )
        )


def test_armies_that_have_moved_this_round():
    players = {"anna": {"armies": {"aria": 1}, "temple": 2}, "boris": {"armies": {"symbol": 1}, "temple": 2}}
    with pytest.raises(InputError, match="an army stands where it came only this round"):
        solve(asks_seats(players))


def infeasible():
    return """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players: {anna: {}, boris: {}}
question: {kind: turn-order, ask: bid, player: anna, armies: 10}
"""


def test_a_bid_that_nothing_secures_ends_with_3(tmp_path, capsys):
    from puzzles.cli import run

    (tmp_path / "open.yaml").write_text(infeasible())
    assert run(["solve", str(tmp_path / "open.yaml"), "--json"]) == 3
    assert '"status": "infeasible"' in capsys.readouterr().out


def test_every_reading_of_every_ruling_is_answered():
    for scenario in (
        load("empire/seats-what-a-choice-costs"),
        load("empire/seats-after-a-draw"),
        asks_seats(ONE_EACH, TO_ARIA),
    ):
        answer = solve(scenario)
        assert {flip.ruling for flip in flips(scenario, answer)} == set(GAME.rulings)
        assert list(find("empire", "turn-order").load().answer_words(task_of(scenario), answer.plan))


def test_what_the_bundled_scenarios_say():
    first, last = solve(load("empire/seats-last-word")).plan.seats
    assert (first.points, first.margin, last.points, last.margin) == (15, -2, 20, 13)
    assert solve(load("empire/seats-what-a-choice-costs")).plan.beaten_by["marion"] == Tablet(
        order=3, armies=5, temple=3
    )
    drawn = outcomes_of(solve(load("empire/seats-after-a-draw")))
    assert [order.index("peter") + 1 for _, order in drawn] == [1, 3]


# -- the big runs --------------------------------------------------------------------------------------------


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_exhaustive(block):
    for seed in range(1000 + 40 * block, 1040 + 40 * block):
        assert_seats(seed, most=4 * MOST)
        assert_bid(seed)
        assert_order(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_replay(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_replays(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(8))
def test_big_best_responses(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_best_responses(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(8))
def test_big_laws(block):
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        assert_laws(seed)
        assert_bid_laws(seed)
        assert_kernel(seed)
