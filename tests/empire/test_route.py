"""The question ``route``: cases worked out by hand, an exhaustive judge over the rules, replay, laws, faults.

A share of the random runs goes by default; ``python -m pytest -m big`` runs the rest.
"""

import json
from dataclasses import replace
from random import Random

import pytest

from models.empire.board import SYMBOL, Board
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Assumptions
from models.empire.position import Position
from models.errors import InputError
from puzzles.checking import check
from puzzles.cli import run
from puzzles.generate.empire import FULL, MIXED, Size, best_response
from puzzles.scenario import load, parse, task_of
from puzzles.solving import solve
from solver.answer import Status
from solver.empire.inquiries import Route, RouteAnswer
from solver.empire.route import RouteQuestion
from solver.engine import Engine
from tests.empire.routing import Judge

SMALL = Size(
    provinces=(2, 5), players=(2, 3), cubes=(3, 8), rounds=(1, 1, 2, 3), chords=(0, 4), settled=0.25, readings=0.2
)
"""Small enough to try every movement."""

ASKS = ("hold", "each", "front", "points")


# -- scenarios ---------------------------------------------------------------------------------------


def routing(seed, ask, *, size=SMALL, most=4):
    """A random scenario of the generator, asked about routes instead; few armies, so that all can be tried."""
    rng = Random(seed)
    made = best_response(seed, size=replace(size, fixed=0.0))
    player = made.question.player
    me = made.position.states[player]
    region = made.board.by_number[made.position.region]
    armies = None
    if me.hand and made.position.round == 1:
        armies = min(me.hand, rng.randint(1, most))
    question = {"kind": "route", "player": player, "ask": "front" if ask == "points" else ask}
    if ask == "points":
        question["count"] = "points"
    if armies is not None:
        question["armies"] = armies
    if rng.random() < 0.3:
        question["budget"] = rng.randint(0, 5)
    if ask == "hold":
        total = me.army_count + (armies or 0)
        places = rng.sample(region.in_order, min(len(region.provinces), rng.choice((1, 2, 2, 3))))
        question["hold"] = {place: 1 if rng.random() < 0.75 else rng.randint(1, max(1, total)) for place in places}
    return replace(made, question=Route.model_validate(question))


def tiny(arrows, standing, /, *, temple=0, city=0, rivals=None, round_number=2, **question):
    """A scenario on a board of a few arrows; “a>b2” costs 2, “>a” enters from the symbol."""
    provinces, lines = {}, []
    for arrow in arrows.split():
        start, end = arrow.rstrip("0123456789").split(">")
        cost = int(arrow[len(arrow.rstrip("0123456789")) :] or 0)
        lines.append({"from": start or SYMBOL, "to": end, "cost": cost})
        for name in (start, end):
            if name:
                provinces.setdefault(name, {"number": len(provinces) + 1, "at": [100 * len(provinces), 100]})
    provinces[list(provinces)[-1]]["target"] = True
    region = {"number": 1, "name": "Tiny", "symbol": [0, 0], "provinces": provinces, "arrows": lines}
    board = {"satrap": 1, "game": "empire", "name": "tiny", "title": "Tiny", "regions": [region]}
    spent = 15 - sum(standing.values()) - temple - city
    me = {"armies": standing, "temple": temple, "city": city, "spent": spent} if standing else {}
    players = {"me": me, "rival": rivals or {"order": 15}}
    position = {"region": 1, "round": round_number, "players": players}
    made = replace(
        best_response(0, size=SMALL),
        board=Board.model_validate(board),
        position=Position.model_validate(position),
        assumptions=Assumptions(),
        question=Route.model_validate({"kind": "route", "player": "me", **question}),
        readings={},
    )
    assert list(made.board.problems()) == []
    return made


def moves(way):
    return [(move.armies, ">".join(move.path), move.pays.temple, move.pays.city) for move in way.moves]


# -- by hand -----------------------------------------------------------------------------------------


def test_armies_that_go_together_pay_once():
    """Both provinces lie behind the one dear arrow: 2 armies cross it together for 2 (5.3-8)."""
    answer = solve(tiny(">a a>b2 b>c b>d", {SYMBOL: 2}, temple=5, hold={"c": 1, "d": 1}))
    assert answer.value == answer.bound == 2
    assert answer.plan.ways[0].holds == ("c", "d")
    assert moves(answer.plan.ways[0])[0] == (2, "symbol>a>b", 2, 0)


def test_armies_from_different_provinces_pay_apart():
    """One comes from b, one from c; each pays its 1 into d (5.3-9)."""
    answer = solve(tiny(">a a>b a>c b>d1 c>d1", {"b": 1, "c": 1}, city=4, hold={"d": 2}))
    assert answer.value == 2
    assert sorted(moves(answer.plan.ways[0])) == [(1, "b>d", 0, 1), (1, "c>d", 0, 1)]


def test_armies_may_meet_first_to_pay_once():
    """As before, but c leads to b for nothing: they meet there and pay 1 together (5.3-8)."""
    answer = solve(tiny(">a a>b a>c b>d1 c>d1 c>b", {"b": 1, "c": 1}, city=4, hold={"d": 2}))
    assert answer.value == 1
    assert moves(answer.plan.ways[0]) == [(1, "c>b", 0, 0), (2, "b>d", 0, 1)]


def test_what_is_cheapest_alone_may_be_dear_together():
    """a>c 2 is as cheap as a>b>c 1+1 for c alone; with b wanted too the way through b pays 2, not 3."""
    answer = solve(tiny(">a a>b1 a>c2 b>c1", {"a": 2}, temple=9, hold={"b": 1, "c": 1}))
    assert answer.value == 2
    assert moves(answer.plan.ways[0]) == [(2, "a>b", 1, 0), (1, "b>c", 1, 0)]


def test_three_provinces_a_round_and_the_first_counts():
    """d is the fourth province from the symbol: out of reach (5.3-2, 5.3-3), c is not."""
    chain = ">a a>b b>c c>d"
    assert solve(tiny(chain, {SYMBOL: 1}, hold={"c": 1})).value == 0
    answer = solve(tiny(chain, {SYMBOL: 1}, hold={"d": 1}))
    assert (answer.status, answer.plan) == (Status.INFEASIBLE, None)
    assert solve(tiny(chain, {"a": 1}, hold={"d": 1})).value == 0


def test_costs_come_from_both_fields():
    """The way costs 3; the temple field holds 2 and pays first, the city field the rest (5.3-6)."""
    scenario = tiny(">a a>b3", {"a": 1}, temple=2, city=1, hold={"b": 1})
    answer = solve(scenario)
    assert (answer.value, moves(answer.plan.ways[0])) == (3, [(1, "a>b", 2, 1)])
    assert solve(tiny(">a a>b3", {"a": 1}, temple=1, city=1, hold={"b": 1})).status is Status.INFEASIBLE
    budget = scenario.question.model_copy(update={"budget": 2})
    assert solve(replace(scenario, question=budget)).status is Status.INFEASIBLE


def test_more_armies_than_there_are():
    assert solve(tiny(">a a>b", {"a": 2}, hold={"a": 1, "b": 2})).status is Status.INFEASIBLE
    assert solve(tiny(">a a>b", {"a": 3}, hold={"a": 1, "b": 2})).value == 0


def test_the_hand_becomes_armies_and_money():
    """15 in the hand, 13 become armies: 2 are left to pay with, as temple cubes (4.1-1), and 2 are needed."""
    asked = {"round_number": 1, "hold": {"b": 1}}
    answer = solve(tiny(">a a>b2", {}, armies=13, **asked))
    assert (answer.value, moves(answer.plan.ways[0])) == (2, [(1, "symbol>a>b", 2, 0)])
    assert solve(tiny(">a a>b2", {}, armies=14, **asked)).status is Status.INFEASIBLE


def test_each_province_by_itself():
    """a: an army stands there.  b 1, c through b 1 + 1 (directly 3), d only over c: 2 + 2 = 4 of 4, e: 5.

    Of the budget 4, plus 1: a 5, b 4, c 3, d 1, e nothing: 13.
    """
    scenario = tiny(">a a>b1 b>c1 a>c3 c>d2 d>e1", {"a": 2}, temple=3, city=1, ask="each")
    answer = solve(scenario)
    ways = {way.holds: (way.cubes, moves(way)) for way in answer.plan.ways}
    assert ways == {
        ("a",): (0, []),
        ("b",): (1, [(1, "a>b", 1, 0)]),
        ("c",): (2, [(1, "a>b>c", 2, 0)]),
        ("d",): (4, [(1, "a>b>c>d", 3, 1)]),
    }
    assert answer.plan.out_of_reach == ("e",)
    assert answer.value == answer.bound == 5 + 4 + 3 + 1
    assert [entry.amount for entry in answer.ledger] == [5, 4, 3, 1, 0]


def test_the_front_of_provinces():
    """3 armies in a: for nothing a and b; for 1 c as well; d costs 3 by itself and needs the army of another.

    0 cubes 2, 1 cube 3 (a, b, c); d makes a fourth only with four armies.  Budget 4: 2 + 3 + 3 + 3 + 3.
    """
    answer = solve(tiny(">a a>b a>c1 a>d3", {"a": 3}, temple=4, ask="front"))
    assert [(way.cubes, way.worth, way.holds) for way in answer.plan.ways] == [
        (0, 2, ("a", "b")),
        (1, 3, ("a", "b", "c")),
    ]
    assert answer.value == answer.bound == 14
    # with four armies: 2, 3, 3, 3, 4
    answer = solve(tiny(">a a>b a>c1 a>d3", {"a": 4}, temple=4, ask="front"))
    assert [(way.cubes, way.worth) for way in answer.plan.ways] == [(0, 2), (1, 3), (4, 4)]
    assert answer.value == 15


def test_the_front_of_points():
    """The rival has 1 army in a and 2 in b; b needs 3 (5.5.1-1), a tie of 2 is nothing (5.5.1-2).

    With 4 armies in a: staying holds a: 2 points for nothing.  b and c cost 1 each.  For 1: a with 2 or
    more, and c: 4 points.  b with 3 leaves 1 for a (a tie) or for c at 2 cubes: 4 points, no better.
    """
    rival = {"armies": {"a": 1, "b": 2}, "spent": 12}
    answer = solve(tiny(">a a>b1 a>c1", {"a": 4}, temple=3, rivals=rival, ask="front", count="points"))
    assert [(way.cubes, way.worth, way.holds) for way in answer.plan.ways] == [(0, 2, ("a",)), (1, 4, ("a", "c"))]
    assert answer.value == 2 + 4 + 4 + 4


def test_nothing_held_is_no_point():
    """Nobody can enter for nothing: the front begins with 1 cube."""
    scenario = tiny(">a1 a>b1", {SYMBOL: 2}, temple=2, ask="front")
    answer = solve(scenario)
    assert [(way.cubes, way.worth) for way in answer.plan.ways] == [(1, 1), (2, 2)]
    assert answer.value == 3
    poor = solve(replace(scenario, question=scenario.question.model_copy(update={"budget": 0})))
    assert (poor.status, poor.value, poor.plan) == (Status.OPTIMAL, 0, RouteAnswer())


# -- what a false answer is told -----------------------------------------------------------------------


def spoiled(answer, at, **update):
    data = answer.plan.plain()
    data["ways"][at] |= update
    return RouteAnswer.model_validate(data)


def told(scenario, plan):
    checked = check(scenario, plan)
    assert checked.legal == (not checked.breaches)
    return [(breach.rule, breach.path) for breach in checked.breaches], checked.value, checked.gap


def test_a_way_is_held_to_what_it_says():
    scenario = tiny(">a a>b1 b>c1", {"a": 2}, temple=3, hold={"c": 1})
    answer = solve(scenario)
    assert told(scenario, answer.plan) == ([], 2, 0)
    assert told(scenario, spoiled(answer, 0, cubes=1)) == ([("5.3-4", ("ways", 0, "cubes"))], 2, 0)
    assert told(scenario, spoiled(answer, 0, holds=("c",)))[0] == [("5.4-1", ("ways", 0, "holds"))]
    assert told(scenario, spoiled(answer, 0, worth=1))[0] == [("5.4-1", ("ways", 0, "worth"))]
    short = [{"armies": 1, "path": ["a", "b"], "pays": {"temple": 1}}]
    plan = spoiled(answer, 0, cubes=1, holds=["a", "b"], moves=short)
    assert told(scenario, plan)[0] == [("question", ("ways", 0, "moves"))]
    both_apart = [*short, *short, {"armies": 1, "path": ["b", "c"], "pays": {"temple": 1}}]
    plan = spoiled(answer, 0, cubes=3, holds=["b", "c"], moves=both_apart)
    assert told(scenario, plan) == ([], 3, 1)  # sent in two parts, each pays (5.3-9)
    assert told(scenario, RouteAnswer())[0] == [("question", ("ways",))]
    assert told(scenario, RouteAnswer(ways=answer.plan.ways * 2))[0] == [("question", ("ways",))]
    unpaid = [{"armies": move.armies, "path": list(move.path)} for move in answer.plan.ways[0].moves]
    assert ("5.3-4", ("ways", 0, "moves", 0)) in told(scenario, spoiled(answer, 0, moves=unpaid))[0]


def test_a_missing_or_dearer_way_lowers_the_value():
    scenario = tiny(">a a>b1 b>c1 a>c3 c>d2 d>e1", {"a": 2}, temple=3, city=1, ask="each")
    answer = solve(scenario)
    last = answer.plan.ways[-1]
    given_up = answer.plan.model_copy(update={"ways": answer.plan.ways[:-1], "out_of_reach": ("d", "e")})
    assert told(scenario, given_up) == ([], answer.value - 1, 1)
    silent = answer.plan.model_copy(update={"ways": answer.plan.ways[:-1]})
    assert told(scenario, silent)[0] == [("question", ("ways",))]
    twice = answer.plan.model_copy(update={"out_of_reach": ("d", "e", "atlantis")})
    assert [path for _, path in told(scenario, twice)[0]] == [("out_of_reach", 0), ("out_of_reach", 2)]
    assert last.holds == ("d",)
    dear = {"cubes": 3, "moves": [{"armies": 1, "path": ["a", "c"], "pays": {"temple": 3}}]}
    assert told(scenario, spoiled(answer, 2, **dear)) == ([], answer.value - 1, 1)
    several = spoiled(answer, 0, holds=("a", "b"))
    assert {rule for rule, _ in told(scenario, several)[0]} == {"5.4-1", "question"}


def test_a_point_that_is_missing_or_out_of_order():
    scenario = tiny(">a a>b a>c1 a>d3", {"a": 4}, temple=4, ask="front")
    answer = solve(scenario)
    assert told(scenario, answer.plan.model_copy(update={"ways": answer.plan.ways[1:]})) == ([], 13, 2)
    assert told(scenario, answer.plan.model_copy(update={"ways": answer.plan.ways[:2]})) == ([], 14, 1)
    backwards = answer.plan.model_copy(update={"ways": answer.plan.ways[::-1]})
    assert told(scenario, backwards) == ([("question", ("ways", 1)), ("question", ("ways", 2))], 15, 0)
    lost = answer.plan.model_copy(update={"out_of_reach": ("d",)})
    assert told(scenario, lost)[0] == [("question", ("out_of_reach",))]
    tight = replace(scenario, question=scenario.question.model_copy(update={"budget": 2}))
    assert told(tight, answer.plan)[0] == [("question", ("ways", 2, "moves"))]


# -- random scenarios ------------------------------------------------------------------------------------


def assert_exhaustive(scenario):
    """The value is that of the judge, and the answer says what the judge says."""
    judge = Judge(scenario)
    answer = solve(scenario)
    asked = scenario.question
    if asked.ask == "hold":
        sets = judge.sets()
        assert answer.value == min(sets.values(), default=None)
        assert answer.status is (Status.OPTIMAL if sets else Status.INFEASIBLE)
        every = solve(scenario, all=True)
        assert every.complete
        cheapest = {held for held, paid in sets.items() if paid == answer.value}
        assert {one.plan.ways[0].holds for one in every.answers} == cheapest
        assert len(every.answers) == len(cheapest)
        ranked = solve(scenario, top=4)
        assert [one.value for one in ranked.answers] == sorted(sets.values())[:4]
        assert all(sets[one.plan.ways[0].holds] == one.value for one in ranked.answers)
        return
    assert answer.status is Status.OPTIMAL
    if asked.ask == "each":
        costs = judge.each()
        assert {way.holds: way.cubes for way in answer.plan.ways} == {(place,): paid for place, paid in costs.items()}
        assert set(answer.plan.out_of_reach) == set(judge.region.in_order) - set(costs)
        assert answer.value == sum(judge.budget + 1 - paid for paid in costs.values())
    else:
        assert [(way.cubes, way.worth) for way in answer.plan.ways] == judge.front()
        assert answer.value == judge.area()


def assert_replays(scenario):
    """The answer is proved and singled out; played by the rules, move by move, it is what it says."""
    answer = solve(scenario)
    if answer.plan is None:
        assert (scenario.question.ask, answer.status) == ("hold", Status.INFEASIBLE)
        return
    assert answer.status is Status.OPTIMAL
    assert answer.canonical
    assert answer.value == answer.bound
    judge, asked = Judge(scenario), scenario.question
    for way in answer.plan.ways:
        played = play_moves(judge.region, judge.me, [GroupMove(m.armies, m.path, m.pays) for m in way.moves])
        assert played.breaches == ()
        assert sum(pays.temple + pays.city for pays in played.played) == way.cubes
        assert way.cubes <= judge.budget
        armies = tuple(played.state.armies.get(place, 0) for place in judge.region.in_order)
        if asked.ask == "front":
            assert judge.worth(armies) == way.worth
        assert set(way.holds) <= set(judge.held(armies))
        assert all(played.state.armies.get(place, 0) >= least for place, least in asked.hold.items())
    checked = check(scenario, answer.plan)
    assert checked.legal
    assert checked.gap == 0


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("seed", range(8))
def test_the_answer_is_that_of_the_exhaustive_search(seed, ask):
    assert_exhaustive(routing(seed, ask))


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("seed", range(13))
def test_the_replay_is_what_the_answer_says(seed, ask):
    assert_replays(routing(seed, ask, size=MIXED, most=9))


@pytest.mark.parametrize("seed", range(20))
def test_the_judges_own_moves_play(seed):
    """What the judge thinks can be reached is reached by its moves, for what it thinks they cost."""
    judge = Judge(routing(seed, "front"))
    ends = list(judge.ends.items())
    for armies, (paid, path) in Random(seed).sample(ends, min(40, len(ends))):
        played = play_moves(judge.region, judge.me, path)
        assert played.breaches == ()
        assert tuple(played.state.armies.get(place, 0) for place in judge.region.in_order) == armies
        assert sum(pays.temple + pays.city for pays in played.played) == paid


# -- laws ------------------------------------------------------------------------------------------------


def renamed(thing, names):
    if isinstance(thing, dict):
        return {names.get(key, key): renamed(item, names) for key, item in thing.items()}
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def remade(scenario, board, data):
    question = Route.model_validate(data["question"])
    return replace(
        scenario,
        board=Board.model_validate(board),
        position=Position.model_validate(data["position"]),
        assumptions=Assumptions.model_validate(data.get("assumptions", {})),
        question=question,
    )


def other_names(scenario, rng):
    """Players and provinces change their names."""
    names = {}
    for group in (list(scenario.position.players), list(scenario.board.provinces)):
        names |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    return remade(scenario, renamed(scenario.board.plain(), names), renamed(scenario.plain(), names))


def useless_province(scenario, rng):
    """A province that nobody can pay for, with a free way back."""
    board = scenario.board.plain()
    region = board["regions"][-1]
    near = rng.choice(list(region["provinces"]))
    region["provinces"]["nowhere"] = {"number": 99, "at": [0, 0]}
    region["arrows"].append({"from": near, "to": "nowhere", "cost": 99, "back": 0})
    return remade(scenario, board, scenario.plain())


def money_in_the_other_field(scenario, rng):
    """Temple and city cubes change places: any mix pays."""
    data = scenario.plain()
    me = data["position"]["players"][scenario.question.player]
    fields = {"temple": me.pop("city", 0), "city": me.pop("temple", 0)}
    me.update({key: count for key, count in fields.items() if count})
    return remade(scenario, scenario.board.plain(), data)


SAME = (other_names, useless_province, money_in_the_other_field)


def assert_laws(seed, ask):
    scenario = routing(seed, ask, size=MIXED, most=6)
    answer = solve(scenario)
    for law in SAME:
        assert solve(law(scenario, Random(seed))).value == answer.value, law.__name__
    asked = scenario.question
    if ask == "hold" and answer.value is not None:
        for update in ({"budget": answer.value}, {"hold": dict(list(asked.hold.items())[1:]) or asked.hold}):
            eased = solve(replace(scenario, question=asked.model_copy(update=update)))
            assert eased.value <= answer.value
        if answer.value:
            tight = asked.model_copy(update={"budget": answer.value - 1})
            assert solve(replace(scenario, question=tight)).status is Status.INFEASIBLE
    if ask == "each":  # what is within reach by itself costs as much as a question for it alone
        for way in answer.plan.ways[:2]:
            alone = asked.model_copy(update={"ask": "hold", "hold": {way.holds[0]: 1}})
            assert solve(replace(scenario, question=alone)).value == way.cubes
    if ask == "front" and answer.plan.ways:  # one province less is held for no more
        dearest = answer.plan.ways[-1]
        alone = asked.model_copy(update={"ask": "hold", "hold": dict.fromkeys(dearest.holds, 1)})
        assert solve(replace(scenario, question=alone)).value == dearest.cubes


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("seed", [31, 32, 33])
def test_laws(seed, ask):
    assert_laws(seed, ask)


def test_the_same_answer_on_every_run():
    for ask in ASKS:
        scenario = routing(7, ask, size=FULL, most=6)
        runs = [solve(scenario).plain() for _ in range(5)]
        assert len({json.dumps([run[key] for key in ("value", "answer", "ledger")]) for run in runs}) == 1


# -- several answers, limits ---------------------------------------------------------------------------------


def test_all_and_top_tell_sets_of_provinces_apart():
    """c for 1; the second army may stay in a or go to b for nothing, or go to c too: three sets, all for 1.

    Sets without c are no answers, and d costs 1 more.
    """
    scenario = tiny(">a a>b a>c1 c>d1", {"a": 2}, temple=5, hold={"c": 1})
    every = solve(scenario, all=True)
    assert every.complete
    assert {one.plan.ways[0].holds for one in every.answers} == {("a", "c"), ("b", "c"), ("c",)}
    assert {one.value for one in every.answers} == {1}
    ranked = solve(scenario, top=9)
    assert ranked.complete
    assert [one.value for one in ranked.answers] == [1, 1, 1, 2]
    assert ranked.answers[-1].plan.ways[0].holds == ("c", "d")


@pytest.mark.parametrize("ask", ["each", "front"])
def test_each_and_the_front_have_one_answer(ask):
    scenario = tiny(">a a>b a>c1 c>d1", {"a": 2}, temple=5, ask=ask)
    one = solve(scenario)
    for many in (solve(scenario, all=True), solve(scenario, top=3)):
        assert many.complete
        assert [answer.plan for answer in many.answers] == [one.plan]


class Stopping(Engine):
    """An engine that finds, or proves, nothing more from some search on."""

    def solve(self, formulation):
        outcome = super().solve(formulation)
        self.after -= 1
        if self.after > 0:
            return outcome
        if self.after < 0 or not self.finds:
            return replace(outcome, status=Status.UNKNOWN, solutions=(), bound=None)
        slack = 1 if formulation.maximise else -1
        return replace(outcome, status=Status.FEASIBLE, bound=outcome.bound + 7 * slack)


@pytest.mark.parametrize("finds", [True, False])
@pytest.mark.parametrize("after", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_front_that_is_cut_short_says_so(seed, after, finds):
    scenario = routing(seed, "front", size=FULL, most=6)
    task, whole = task_of(scenario), solve(scenario)
    engine = Stopping()
    engine.after, engine.finds = after, finds
    limits = engine.limits
    outcome = RouteQuestion().best(task, engine)
    assert engine.limits == limits
    if engine.after > 0:
        assert outcome.status is Status.OPTIMAL
        return
    if not outcome.solutions:
        assert (after, finds, outcome.status) == (1, False, Status.UNKNOWN)
        return
    (solution,) = outcome.solutions
    assert outcome.status is Status.FEASIBLE
    assert not solution.canonical
    plan = RouteQuestion().decode(task, solution)
    replayed = RouteQuestion().replay(task, plan)
    assert replayed.breaches == ()
    assert replayed.value == solution.objective <= whole.value <= outcome.bound


# -- the command, and bad input ----------------------------------------------------------------------------------

TEXT = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 2
  round: 1
  players:
    michael: {}
    marion: {}
question: {kind: route, player: michael, armies: 4, hold: {cappadocia: 1, lydia: 2}}
"""

PROVINCES = "one of: cappadocia, caria, cilicia, lydia, mysia, pamphylia, phrygia"
QUESTION = "{kind: route, player: michael, armies: 4, hold: {cappadocia: 1, lydia: 2}}"


def faults_of(text):
    with pytest.raises(InputError) as caught:
        solve(parse(text, "test.yaml"))
    return [(fault.line, fault.path, fault.message, fault.expected) for fault in caught.value.faults]


BAD = [
    ("{kind: route, player: micheal, armies: 4, hold: {lydia: 1}}",
     [("question.player", "unknown player “micheal”", "michael? one of: marion, michael")]),
    ("{kind: route, player: michael}",
     [("question.hold", "no province is named", "province: armies, for one or more"),
      ("question.armies", "michael has 15 cubes in the hand and nothing says how many become armies", "0 to 15")]),
    ("{kind: route, player: michael, ask: each, count: points, armies: 16, hold: {lidia: 1}}",
     [("question.hold.lidia", "unknown province “lidia” in Asia Minor", "lydia? " + PROVINCES),
      ("question.hold", "“ask: each” asks about all provinces", "“ask: hold”, or no “hold”"),
      ("question.count", "points are counted on the front only", "“ask: front”, or no “count”"),
      ("question.armies", "16 armies of 15 cubes in the hand", "0 to 15")]),
    ("{kind: route, player: michael, ask: front, count: points, armies: 4}",
     [("assumptions.rivals.marion", "marion has 15 cubes in the hand and nothing says what becomes of them",
       "an allocation")]),
    ("{kind: route, player: michael, armies: 4, hold: {lydia: 0}}",
     [("question.hold.lydia", "“0” is out of range", "at least 1")]),
    ("{kind: route, player: michael, armies: four, ask: al, budget: -1}",
     [("question.ask", "“al” is not known here", "one of: each, front, hold"),
      ("question.armies", "the text “four” is not a whole number", "a whole number"),
      ("question.budget", "“-1” is negative", "at least 0")]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "wanted"), BAD)
def test_bad_questions(question, wanted):
    found = faults_of(TEXT.replace(QUESTION, question))
    assert [fault[1:] for fault in found] == wanted


def test_armies_where_there_are_none_to_deploy():
    hand = "{hand: 5, armies: {mysia: 3}, spent: 7}"
    later = TEXT.replace("round: 1", "round: 2").replace("michael: {}", f"michael: {hand}")
    wanted = (10, "question.armies", "round 2 has no cubes for armies", "no “armies” (rule 4.1.2-2)")
    assert faults_of(later) == [wanted]
    settled = TEXT.replace("michael: {}", "michael: {armies: {symbol: 4}, temple: 11}")
    assert faults_of(settled) == [(10, "question.armies", "the hand is empty", "no “armies”")]
    moved = settled.replace("symbol: 4", "lydia: 4").replace("armies: 4, hold", "hold")
    assert [fault[1] for fault in faults_of(moved)] == ["position.players.michael.armies.lydia"]


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(TEXT)
    assert run(["solve", "mine.yaml", "--json"]) == 0
    answered = capsys.readouterr().out
    told = json.loads(answered)
    assert (told["status"], told["value"], told["proof"], told["replayed"]) == ("optimal", 2, "cp-sat", True)
    (tmp_path / "answer.json").write_text(answered)
    assert run(["check", "mine.yaml", "answer.json"]) == 0
    told["answer"]["ways"][0]["cubes"] = 1
    (tmp_path / "answer.json").write_text(json.dumps(told))
    assert run(["check", "mine.yaml", "answer.json"]) == 1
    (tmp_path / "mine.yaml").write_text(TEXT.replace("cappadocia: 1", "cilicia: 1"))  # four provinces away
    assert run(["solve", "mine.yaml", "--json"]) == 3
    assert run(["new", "empire", "route", "-o", "new.yaml"]) == 0
    assert run(["solve", "new.yaml"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("name", ["route-hold", "route-each", "route-front"])
def test_the_gallery_agrees_with_the_judge(name):
    assert_exhaustive(load(f"empire/{name}"))


# -- the big runs ------------------------------------------------------------------------------------------------


@pytest.mark.big
@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("block", range(5))
def test_big_exhaustive(block, ask):
    for seed in range(100 + 20 * block, 120 + 20 * block):
        assert_exhaustive(routing(seed, ask))


@pytest.mark.big
@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("block", range(13))
def test_big_replay(block, ask):
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        assert_replays(routing(seed, ask, size=MIXED, most=9))


@pytest.mark.big
@pytest.mark.parametrize("ask", ASKS)
def test_big_laws(ask):
    for seed in range(3000, 3030):
        assert_laws(seed, ask)
