"""Regency tests and how they flip: by hand, against trying all small sets of changes, and laws that must hold."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from models.game import load_game
from models.successors.acquisitions import Acquisitions
from models.successors.joint import acquired_together, joint_breaches
from models.successors.log import Game, settle
from models.successors.position import Position
from puzzles.checking import check
from puzzles.generate.making import put_together
from puzzles.generate.successors_regency import MIXED, TINY, Size, regency
from puzzles.scenario import load
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.successors.offers import bought, over_budget, resources_of, things
from solver.successors.regency_documents import RegencyAnswer, RegencyTest, TableChange
from tests.puzzles import conftest
from tests.successors.flipping import reaches, singles, table_after
from tests.successors.tables import TALLY, cities

GAME = load_game("successors")
satrap = conftest.satrap


def scenario(players, readings=None, board=TALLY, question=None, **position):
    """A scenario put together in memory, found sound."""
    asked = RegencyTest.model_validate({"kind": "regency", **(question or {})})
    table = Position.model_validate({"turn": 3, "players": players, **position})
    return put_together(GAME, board, table, asked, "hand", readings=readings, board_name="./tally.yaml")


def who(players, readings=None, **position):
    """Row by row: when, the heir, its fate, the winners, the rule."""
    answer = solve(scenario(players, readings, **position))
    assert (answer.status, answer.canonical) == (Status.OPTIMAL, True)
    rows = answer.plan.rows
    assert answer.value == sum(row.at == "test" and row.ends is not None for row in rows)
    return [
        (row.turn, row.heir, row.fate, "+".join(row.ends.winners) if row.ends else None, row.ends and row.ends.rule)
        for row in rows
    ]


def flip(players, readings=None, position=None, **question):
    answer = solve(scenario(players, readings, question={"ask": "flip", **question}, **(position or {})))
    return answer.value, answer.plan and answer.plan.plain().get("changes", {})


# -- by hand -----------------------------------------------------------------------------------------

HEIRESS = {"royals": ["alexandros"], "control": cities("a", 8)}
"""5 for the heir, 3 for the status, 8 points: 16."""


def test_the_controller_with_the_highest_total_wins():
    players = {"ana": HEIRESS, "ben": {"control": cities("b", 12), "royals": ["herakles"]}}  # 16 to 12 + 3 + 2 = 17
    assert who({**players, "ben": {"control": cities("b", 12)}}) == [
        (4, "alexandros", "crowned", "ana", "2B-5"),
        (5, "herakles", None, "ana", "2B-8"),
        (5, None, None, "ben", "2C-1"),
    ]
    # Alexandros is killed, which leaves 11; then Ben has Herakles and the most.
    assert who(players) == [
        (4, "alexandros", "murdered", None, None),
        (5, "herakles", "crowned", "ben", "2B-6"),
        (5, None, None, "ben", "2C-1"),
    ]


def test_the_schedule_of_the_heirs():
    players = {"ana": HEIRESS, "ben": {"control": cities("b", 12), "royals": ["herakles"]}}
    assert who(players, {"heir-schedule": "herakles-first"})[:2] == [
        (4, "herakles", "crowned", "ben", "2B-6"),
        (5, "alexandros", "murdered", None, None),
    ]


def test_what_comes_after_an_end_is_told_as_if_it_had_not():
    rows = solve(scenario({"ana": HEIRESS, "ben": {"control": cities("b", 12)}})).plan.rows
    assert [row.instead for row in rows] == [False, True, True]
    # What nobody killed still counts: Ana has 5 for Alexandros in turn V.
    assert rows[1].totals["ana"] == {"vp": 8, "legitimacy": 8}


def test_which_tests_are_to_come():
    players = {"ana": HEIRESS, "ben": {}}
    assert [row[0] for row in who(players, turn=1)] == [4, 5, 5]
    assert [row[0] for row in who(players, turn=4, phase="preparations")] == [4, 5, 5]
    assert [row[0] for row in who(players, turn=4)] == [5, 5]
    assert who(players, turn=5) == [(5, None, None, "ana", "2C-1")]
    assert who({**players, "ben": {"royals": ["herakles"]}}, turn=5, phase="preparations")[0] == (
        5,
        "herakles",
        "murdered",
        None,
        None,
    )


def test_a_dead_heir_is_not_tested():
    rows = who({"ana": {}, "ben": {"control": cities("b", 2)}}, dead=["alexandros", "herakles"])
    assert rows == [(4, None, None, None, None), (5, None, None, None, None), (5, None, None, "ben", "2C-1")]


def test_ties_and_their_rulings():
    """Ana ties with Ben at 16; he has more counters."""
    ben = {"control": cities("b", 8), "royals": ["olympias", "kleopatra"], "scattered_units": {"shields": 2}}
    players = {"ana": {**HEIRESS, "scattered_units": {"loyal": 1}}, "ben": ben}
    assert who(players)[0] == (4, "alexandros", "murdered", None, None)
    assert who(players, {"elite-count": "in-order"})[0] == (4, "alexandros", "crowned", "ana", "2B-5")
    strict = {"elite-count": "in-order", "regency-tie": "strict"}
    assert who(players, strict)[0] == (4, "alexandros", "murdered", None, None)
    level = {"ana": HEIRESS, "ben": {**ben, "scattered_units": {}}}
    assert who(level)[0] == (4, "alexandros", None, "", "2B-5")
    assert who(level, {"unbroken-tie": "shared"})[0] == (4, "alexandros", "crowned", "ana", "2B-5")


def test_the_rule_that_breaks_the_tie_is_named():
    ben = {"control": cities("b", 8), "royals": ["olympias", "kleopatra"]}
    players = {"ana": HEIRESS, "ben": {**ben, "generals": {"seleukos": {"scattered": True}}}}
    assert solve(scenario(players)).plan.rows[0].broken_by == "2D-5"
    players = {"ana": HEIRESS, "ben": {**ben, "scattered_units": {"royal": 1}}}
    assert [row.broken_by for row in solve(scenario(players)).plan.rows] == ["2D-3", None, "2D-3"]


def test_who_is_compared_at_the_next_criterion():
    """Cara falls behind by counters; then Ana and Ben have a major general each, and Cara has two."""
    two = {"x": {}, "y": {}}
    players = {
        "ana": {**HEIRESS, "scattered_units": {"loyal": 1}, "generals": {"z": {}}},
        "ben": {"control": cities("b", 12), "royals": [], "champion": False, "scattered_units": {"loyal": 1}},
        "cara": {"control": ["a4", "a2"], "royals": ["philippos", "olympias"], "generals": two},
    }
    players["ben"] |= {"royals": ["kleopatra", "thessalonike"]}  # 12 + 4 = 16; Cara: 6 + 4 + 3 + 3 = 16
    assert who(players)[0] == (4, "alexandros", "crowned", "ana", "2B-5")
    assert who(players, {"tie-break-field": "everyone"})[0] == (4, "alexandros", "murdered", None, None)


def test_an_heir_with_nobody():
    players = {"ana": {"control": ["a4"]}, "ben": {"control": ["b4"], "generals": {"seleukos": {}}}}
    assert who(players)[0] == (4, "alexandros", None, "ben", "2B-8")
    assert who(players, {"uncontrolled-tie": "nobody"})[0] == (4, "alexandros", None, None, None)


def test_cards_of_the_turn_are_gone():
    players = {"ana": {**HEIRESS, "cards": {"oracle": 2}}, "ben": {"control": cities("b", 14)}}  # 18 or 16 to 17
    assert who(players)[0][2:4] == ("crowned", "ana")
    assert who(players, {"card-effects": "turn"})[0][2:4] == ("murdered", None)


def test_an_automatic_victory_comes_first():
    """Ben has 29 points, but nobody wins in turn I."""
    players = {"ana": HEIRESS, "ben": {"control": cities("b", 29)}}
    assert who(players, turn=1) == [(4, None, None, "ben", "2A-4")]
    over = solve(scenario(players))
    assert (over.value, over.plan) == (0, RegencyAnswer())


def test_the_fewest_changes():
    """Ana has 16, Ben 17 and Olympias: the heir is killed. A woman is worth 3 to Ana, and 3 less to Ben."""
    ben = {"control": cities("b", 8), "royals": ["olympias"], "cards": {"oracle": 3}}
    assert flip({"ana": HEIRESS, "ben": ben}, **{"for": "ana"}) == (1, {"champion": {"ben": False}})
    sure = {"ana": HEIRESS, "ben": {**ben, "champion": False, "cards": {"oracle": 6}}}
    value, changes = flip(sure, **{"for": "ana"})
    assert (value, changes) == (1, {"royals": {"thessalonike": "ana"}})
    assert flip({"ana": HEIRESS, "ben": {}}, **{"for": "ana"}) == (0, {})
    # Ben needs the heir, too; without Alexandros Ana has 11.
    assert flip({"ana": HEIRESS, "ben": {"control": ["b8"]}}, **{"for": "ben"}) == (
        1,
        {"royals": {"alexandros": "ben"}},
    )


def test_against_somebody():
    players = {"ana": HEIRESS, "ben": {"control": cities("b", 6)}}  # 16 to 9
    value, changes = flip(players, against="ana")
    assert (value, changes) == (1, {"royals": {"alexandros": "ben"}})
    made = scenario(players, question={"ask": "flip", "against": "ana"})
    every = solve(made, all=True)
    assert every.complete
    told = [one.plan.plain()["changes"] for one in every.answers]
    # Dead, or with Ben; her 8 points gone, or his.
    assert {"royals": {"alexandros": "dead"}} in told
    assert {"control": {"a8": "ben"}} in told
    assert {"control": {"a8": None}} in told
    assert {"champion": {"ana": False}} not in told  # 13 to 9
    assert {"royals": {"alexandros": "free"}} not in told  # 11 to 9


def test_a_successor_without_points_is_a_champion_again():
    """Taking b1 from Ben costs him 1 and gives him 3; a woman does it."""
    ben = {"champion": False, "control": ["b1"], "royals": ["philippos"], "cards": {"oracle": 11}}
    made = scenario({"ana": HEIRESS, "ben": ben}, question={"ask": "flip", "for": "ana"})
    assert not check(made, change(control={"b1": None}), best=False).legal
    assert check(made, change(royals={"kleopatra": "ana"}), best=False).legal
    assert solve(made).value == 1


def test_a_test_of_turn_v_comes_after_that_of_turn_iv():
    """Alexandros dead, nobody is tested in turn IV; in turn V Ben has Herakles, ties at 11 and has more counters."""
    ben = {"control": cities("b", 6), "royals": ["herakles"], "scattered_units": {"loyal": 1}}
    players = {"ana": HEIRESS, "ben": ben}
    dead = change(royals={"alexandros": "dead"})
    for turn, legal in ((4, False), (5, True)):
        made = scenario(players, question={"ask": "flip", "turn": turn, "for": "ben"})
        assert check(made, dead, best=False).legal == legal
        assert solve(made).value == 1
    # Here and now Ana is crowned in turn IV, so nothing has to change for her to have won by turn V.
    assert flip(players, turn=5, **{"for": "ana"}) == (0, {})


def test_nothing_can_be_done():
    """Both heirs are dead, nobody comes near an automatic victory on a map without points."""
    from tests.successors.tables import small_map

    board = small_map({"macedonia": 0}, {"pella": ("major", "macedonia", {})})
    answer = solve(
        scenario(
            {"ana": {}, "ben": {}}, board=board, question={"ask": "flip", "for": "ana"}, dead=["alexandros", "herakles"]
        )
    )
    assert (answer.status, answer.plan) == (Status.INFEASIBLE, None)
    # Whom the game is over for is not changed any more.
    won = {"ana": {"royals": ["alexandros", "olympias"], "cards": {"oracle": 7}}, "ben": {}}
    assert solve(scenario(won, question={"ask": "flip", "against": "ana"})).status is Status.INFEASIBLE
    assert solve(scenario(won, question={"ask": "flip", "for": "ana"})).value == 0


def test_offers_together():
    """Ben is 5 ahead; nothing that one of the two is offered is enough alone."""
    players = {"ana": HEIRESS, "ben": {"control": cities("b", 18)}, "cara": {}}  # 16 to 21
    offers = {
        "ana": {"royals": {"olympias": 3}, "spaces": {"b2": 9}, "budgets": {"cost": 8}},
        "cara": {"condemn": {"ben": 4}, "royals": {"olympias": 1}, "champion": 0},
    }
    answer = solve(scenario(players, question={"ask": "flip", "for": "ana", "offers": offers}))
    assert (answer.value, {name: buys.plain() for name, buys in answer.plan.buys.items()}) == (
        7,
        {"ana": {"royals": ["olympias"]}, "cara": {"condemn": ["ben"]}},
    )
    made = scenario(players, question={"ask": "flip", "for": "ana", "offers": offers})
    twice = {"ana": {"royals": ["olympias"]}, "cara": {"royals": ["olympias"], "condemn": ["ben"]}}
    checked = check(made, RegencyAnswer.model_validate({"buys": twice}), best=False)
    assert ("question", "olympias is changed by ana already") in [(b.rule, b.message) for b in checked.breaches]
    dear = {"ana": {"spaces": ["b2"], "royals": ["olympias"]}}
    checked = check(made, RegencyAnswer.model_validate({"buys": dear}), best=False)
    assert "12 of cost spent, the budget is 8" in [breach.message for breach in checked.breaches]


def change(**parts):
    return RegencyAnswer(changes=TableChange.model_validate(parts))


# -- against trying every small set of changes ---------------------------------------------------------


def smallest(made, most):
    """All smallest sets of changes that reach the goal, in canonical order; None if there are none up to a size."""
    before = Game.of(made.board, made.position, made.rulings)
    if reaches(made, before):
        return [()]
    if before.outcome is not None:
        return None
    changes, things_ = singles(made)
    for size in range(1, most + 1):
        found = []
        for chosen in combinations(changes, size):
            if len({at for at, *_ in chosen}) == size:
                game, _ = settle(before, table_after(made, chosen, before), made.rulings)
                if reaches(made, game):
                    codes = dict.fromkeys(range(things_), 0) | {at: code for at, code, *_ in chosen}
                    markers = sum(kind == "control" for _, _, kind, *_ in chosen)
                    found.append((markers, tuple(codes.values()), chosen))
        if found:
            return [chosen for *_, chosen in sorted(found, key=lambda one: one[:2])]
    return None


def told(plan):
    return {
        (kind, name, owner) for kind in TableChange.model_fields for name, owner in getattr(plan.changes, kind).items()
    }


def assert_smallest(seed, most, size=TINY):
    made = regency(seed, size=size, ask="flip")
    right = smallest(made, most)
    answer = solve(made)
    if right is None:
        assert answer.value is None or answer.value > most
        return
    assert (answer.value, answer.status, answer.canonical) == (len(right[0]), Status.OPTIMAL, True)
    assert told(answer.plan) == {part[2:] for part in right[0]}
    every = solve(made, all=True)
    assert [told(one.plan) for one in every.answers] == [{part[2:] for part in chosen} for chosen in right]
    assert every.complete


@pytest.mark.parametrize("seed", range(14))
def test_against_every_small_set(seed):
    assert_smallest(seed, 1 + (seed % 7 == 0))


@pytest.mark.big
@pytest.mark.parametrize("block", range(12))
def test_big_against_every_small_set(block):
    for seed in range(1000 + 20 * block, 1020 + 20 * block):
        assert_smallest(seed, 2)


@pytest.mark.big
@pytest.mark.parametrize("block", range(6))
def test_big_against_every_set_of_three(block):
    few = Size(spaces=(2, 3), players=(2, 2), owned=0.7, royals=(1, 2), generals=(0, 1), readings=0.15)
    for seed in range(2000 + 10 * block, 2010 + 10 * block):
        assert_smallest(seed, 3, few)


FEW_OFFERS = Size(spaces=(2, 5), players=(2, 4), owned=0.7, royals=(1, 4), generals=(0, 3), readings=0.15, offers=1.0)


def cheapest(made, most):
    """The least cost of sets of up to so many things on offer, all subsets tried."""
    question = made.question
    listed = [(name, thing) for name, offers in question.offers.items() for thing in things(offers, question.weights)]
    best = None
    for size in range(most + 1):
        for chosen in combinations(listed, size):
            cost = sum(thing.cost(question.weights) for _, thing in chosen)
            if best is not None and cost >= best:
                continue
            by_name = {name: [thing for other, thing in chosen if other == name] for name, _ in chosen}
            keys = {(name, thing.key) for name, thing in chosen}
            if any(thing.at and (name, (*thing.key[:3], thing.at - 1)) not in keys for name, thing in chosen):
                continue
            budgets = {name: question.offers[name].budgets for name in by_name}
            if any(list(over_budget(resources_of(of), budgets[name], ())) for name, of in by_name.items()):
                continue
            if sum(thing.kind == "tomb" for _, thing in chosen) > 1:
                continue
            buys = {name: bought(of) for name, of in by_name.items()}
            if any(joint_breaches(made.board, made.position, buys, (), made.rulings)):
                continue
            if reaches(made, acquired_together(made.board, made.position, buys, made.rulings)):
                best = cost
    return best


def assert_cheapest(seed, most):
    made = regency(seed, size=FEW_OFFERS, ask="flip")
    right = cheapest(made, most)
    answer = solve(made)
    size = sum(len(list(_things(buys))) for buys in answer.plan.buys.values()) if answer.plan else 99
    if size <= most:
        assert answer.value == right
    else:
        assert right is None or (answer.value is not None and answer.value < right)


def _things(buys: Acquisitions):
    for value in buys.plain().values():
        yield from value if isinstance(value, list) else [value]


@pytest.mark.parametrize("seed", range(8))
def test_against_all_offers(seed):
    assert_cheapest(seed, 2)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_against_all_offers(block):
    for seed in range(3000 + 20 * block, 3020 + 20 * block):
        assert_cheapest(seed, 3)


@pytest.mark.big
@pytest.mark.parametrize("block", range(11))
def test_big_replay(block):
    """Solving replays; what it says must check, on both asks and with offers."""
    for seed in range(5000 + 100 * block, 5100 + 100 * block):
        made = regency(seed, size=MIXED)
        answer = solve(made)
        if answer.status is Status.INFEASIBLE:
            continue
        assert (answer.status, answer.canonical) == (Status.OPTIMAL, True), seed
        checked = check(made, answer.plan, best=False)
        assert (checked.legal, checked.value) == (True, answer.value), seed


# -- laws ----------------------------------------------------------------------------------------------


def renamed(made, names):
    def of(name):
        return names.get(name, name)

    position, question = made.position.plain(), made.question.plain()
    position["players"] = {of(name): state for name, state in position["players"].items()}
    for key, inner in (("cart", "player"), ("tomb", "buried_by")):
        if inner in position.get(key, {}):
            position[key][inner] = of(position[key][inner])
    position["capitals"] = {space: of(name) for space, name in position.get("capitals", {}).items()}
    for key in ("for", "against"):
        if key in question:
            question[key] = of(question[key])
    question["offers"] = {of(name): offers for name, offers in question.get("offers", {}).items()}
    for offers in question["offers"].values():
        offers["condemn"] = {of(name): price for name, price in offers.get("condemn", {}).items()}
    return put_together(
        GAME,
        made.board,
        Position.model_validate(position),
        RegencyTest.model_validate({"kind": "regency", **question}),
        "renamed",
        readings=made.readings,
        board_name=made.board_name,
    )


def asking(made, **changes):
    return replace(made, question=made.question.model_copy(update=changes))


def assert_laws(seed):
    made = regency(seed, size=MIXED, ask="flip")
    answer = solve(made)
    names = list(made.position.players)
    shuffled = dict(zip(names, Random(seed).sample(names, len(names)), strict=True))
    assert solve(renamed(made, shuffled)).value == answer.value
    # Whoever wins now needs nothing to win, and only whom it would take something to stop.
    goal = made.question.for_ or made.question.against
    free = {} if made.question.offers else {"offers": {}}
    opposite = solve(asking(made, for_=made.question.against, against=made.question.for_, **free))
    assert (answer.value == 0) != (opposite.value == 0)
    if made.question.offers:
        anything = solve(asking(made, offers={}))
        if answer.value is not None and not any(_beyond(buys) for buys in answer.plan.buys.values()):
            assert anything.value is not None
        return
    # One marker that changes nobody's mind: where no province is, nothing changes.
    assert goal in names
    grey = next((space for space in made.board.markable if space not in made.position.markers), None)
    if grey is not None:
        position = made.position.changed(independents=(*made.position.independents, grey))
        assert solve(replace(made, position=position)).value == answer.value


def _beyond(buys: Acquisitions):
    """Whether something is bought that cannot change where nothing is on offer."""
    return {"fleets", "sink", "cart", "tomb", "cards", "condemn"} & set(buys.plain())


@pytest.mark.parametrize("seed", range(40, 48))
def test_laws(seed):
    assert_laws(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(5))
def test_big_laws(block):
    for seed in range(4000 + 40 * block, 4040 + 40 * block):
        assert_laws(seed)


def test_the_next_answers_contain_none_of_those_before():
    made = regency(2, size=TINY, ask="flip")
    top = solve(made, top=12)
    sets = [told(one.plan) for one in top.answers]
    assert not any(one < other for one in sets for other in sets)
    assert [one.value for one in top.answers] == sorted(one.value for one in top.answers)


def test_the_same_whatever_the_workers_and_the_seed():
    made = regency(3)
    answer = solve(made)
    for limits in (Limits(workers=2, seed=5), Limits(workers=8, seed=9)):
        again = solve(made, limits=limits)
        assert (again.value, again.plan, again.canonical) == (answer.value, answer.plan, True)


# -- the command ---------------------------------------------------------------------------------------

HEAD = "satrap: 1\ngame: successors\n"


def test_all_faults_at_once(satrap):
    text = f"""{HEAD}position:
  turn: 4
  players: {{me: {{}}, anna: {{}}}}
question:
  kind: regency
  ask: flip
  turn: 4
  for: mee
  against: me
  offers:
    ann: {{}}
    me: {{spaces: {{pela: 1}}, royals: {{alexandros: {{gold: 2}}}}, budgets: {{cost: 1, silver: 2}}}}
  weights: {{silver: 2}}
"""
    Path("wrong.yaml").write_text(text)
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [(fault["line"], fault["path"], fault["message"]) for fault in faults] == [
        (10, "question.for", "unknown player “mee”"),
        (8, "question.ask", "both “for” and “against” are named"),
        (9, "question.turn", "the test of turn 4 is over"),
        (13, "question.offers.ann", "unknown player “ann”"),
        (14, "question.offers.me.spaces.pela", "unknown space “pela”"),
        (14, "question.offers.me.budgets.silver", "no price is in “silver”"),
        (15, "question.weights.silver", "no price is in “silver”"),
    ]
    Path("who.yaml").write_text(text.replace("ask: flip", "ask: who").replace("  turn: 4\n  for", "  for"))
    paths = [fault["path"] for fault in satrap("solve", "who.yaml", "--json").faults]
    assert paths == ["question.for", "question.for", "question.against", "question.offers", "question.weights"]
    Path("late.yaml").write_text(
        f"{HEAD}position: {{turn: 5, players: {{me: {{}}, anna: {{}}}}}}\n"
        "question: {kind: regency, ask: flip, for: me}\n"
    )
    (fault,) = satrap("solve", "late.yaml", "--json").faults
    assert fault["message"] == "no regency test is still to come"


def test_no_way_is_exit_status_3(satrap):
    Path("lost.yaml").write_text(
        f"{HEAD}position:\n  turn: 3\n"
        "  players: {me: {royals: [alexandros, olympias], cards: {oracle: 7}}, anna: {}}\n"
        "question: {kind: regency, ask: flip, for: anna}\n"
    )
    ran = satrap("solve", "lost.yaml", "--json")
    assert (ran.status, ran.json["status"]) == (3, "infeasible")


def test_the_template_solves_and_its_answer_checks(satrap):
    assert satrap("new", "successors", "regency", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "regency: me wins with 1 change" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    answer = satrap("solve", "my.yaml", "--json").json
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "my.yaml", "answer.json").status == 0
    wrong = {
        "control": {"pela": "me", "sinai": "me", "pella": "me"},
        "royals": {"alexandros": "zoe"},
        "generals": {"nobody": "me"},
        "champion": {"me": True},
    }
    Path("answer.json").write_text(json.dumps({"changes": wrong}))
    ran = satrap("check", "my.yaml", "answer.json", "--json", "--no-best")
    assert ran.status == 1
    assert [(fault["rule"], fault["path"]) for fault in ran.json["faults"]] == [
        ("F-6", "changes.control.pela"),
        ("1-4", "changes.control.sinai"),
        ("question", "changes.control.pella"),
        ("question", "changes.royals.alexandros"),
        ("question", "changes.generals.nobody"),
        ("question", "changes.champion.me"),
        ("question", "changes"),
    ]


def test_a_wrong_table_is_told(satrap):
    answer = satrap("solve", "successors/regency-who", "--json").json
    answer["answer"]["rows"][0]["fate"] = "crowned"
    Path("answer.json").write_text(json.dumps(answer))
    ran = satrap("check", "successors/regency-who", "answer.json")
    assert ran.status == 1
    assert "fate of turn IV is not right" in ran.out


def test_the_bundled_ones_say_what_their_notes_say():
    rows = solve(load("successors/regency-who")).plan.rows
    assert [row.broken_by for row in rows] == ["2D-3", None, None]
    assert [row.ends and row.ends.winners for row in rows] == [None, ("nikon",), ("thais",)]
    assert solve(load("successors/regency-flip")).value == 1
    assert solve(load("successors/regency-price-of-a-king")).value == 3
