"""How far the final scoring can still swing: by hand, against trying everything, and laws that must hold."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from models.documents import Source
from models.empire.additions import Addition, add_pieces, rounds_left
from models.empire.board import Board
from models.empire.plan import Assumptions
from models.empire.position import KINDS, Position
from models.game import bundled_board, load_game
from puzzles.checking import check
from puzzles.questions import find
from puzzles.scenario import Scenario, load
from puzzles.solving import solve
from solver.answer import Status
from solver.empire.inquiries import FinalSwing, SwingAnswer
from solver.engine import Engine
from solver.question import Task
from tests.empire.swinging import judged
from tests.puzzles import conftest

GAME = load_game("empire")
satrap = conftest.satrap
ASKS = ("fewest", "best", "worst")


def region(number, sites):
    """A region of provinces in a row, each with its sites."""
    names = [f"{'abcdef'[number - 1]}{'pqrstuvwxyz'[at]}" for at in range(len(sites))]
    provinces = {
        name: {"number": at, "sites": list(built), "at": [at, number], "target": at == len(sites)}
        for at, (name, built) in enumerate(zip(names, sites, strict=True), start=1)
    }
    arrows = [{"from": "symbol", "to": name} for name in names]
    return {"number": number, "name": f"Region {number}", "symbol": [0, 0], "provinces": provinces, "arrows": arrows}


def scenario(regions, position, question, readings=None):
    """A scenario put together in memory, found sound."""
    board = {"satrap": 1, "game": "empire", "name": "swing", "title": "Swing", "invented": True, "regions": regions}
    return on_board(Board.model_validate(board), position, question, readings)


def on_board(board, position, question, readings=None):
    made = Scenario(
        game=GAME,
        board=board,
        position=Position.model_validate(position),
        assumptions=Assumptions(),
        question=FinalSwing.model_validate({"kind": "final-swing", **question}),
        events=(),
        readings=readings or {},
        profile="rulebook",
        title="",
        note="",
        name="swing.yaml",
        board_name="./board.yaml",
        source=Source({}, "swing.yaml"),
    )
    assert list(problems(made)) == []
    return made


def problems(made):
    yield from made.board.problems()
    yield from made.position.problems(made.board, made.rulings)
    task = Task(made.board, made.position, made.assumptions, made.question, made.rulings)
    yield from find("empire", "final-swing").load().problems(task)


def adds(answer):
    return [(a.player, a.region, a.temples, a.cities) for a in answer.plan.adds]


# -- by hand -----------------------------------------------------------------------------------------

BOTH = ("temple", "city")
LAST = {"region": 6, "round": 3}


def duel(anna, boris, **question):
    """One province with both sites, in the last round of the last region: room for one temple, one city."""
    readings = question.pop("readings", None)
    position = {**LAST, "players": {"anna": anna, "boris": boris}}
    return scenario([region(6, [BOTH])], position, {"player": "anna", **question}, readings)


def test_one_piece_may_be_worth_all_the_bonuses():
    # A temple: 3 (5.5.2-1) + 15 (6.1-2) + 5 (6.1-4) = 23, so 33 to 20. A city: 5 + 10 + 5 = 20, so 30 to 20.
    # Either wins alone; the temple has the better margin. Both together: 43 more.
    answer = solve(duel({"points": 10}, {"points": 20}))
    assert (answer.value, adds(answer)) == (1, [("anna", 6, 1, 0)])
    every = solve(duel({"points": 10}, {"points": 20}), all=True)
    assert [adds(one) for one in every.answers] == [[("anna", 6, 1, 0)], [("anna", 6, 0, 1)]]
    assert every.complete
    assert solve(duel({"points": 10}, {"points": 20}, ask="best")).value == 10 + 43 - 20


def test_a_tie_takes_the_bonus_from_the_rival():
    # Boris's temple stands from an earlier round and would bring 20. Anna's temple ties it (6.1-6): 10 + 3 to 12.
    # Without the 3 points it is 10 to 12; with her city as well 10 + 15 to 12.
    boris = {"points": 12, "built": {"temples": {"fp": 1}}}
    assert adds(solve(duel({"points": 10}, boris))) == [("anna", 6, 1, 0)]
    assert adds(solve(duel({"points": 10}, boris, building=False))) == [("anna", 6, 1, 1)]


def test_a_shared_win_may_do():
    # Without building points the temple brings 20, the city 15: 35 at most. 35 to 35 is shared.
    share = {"building": False, "shared": True}
    assert solve(duel({}, {"points": 35}, **share)).value == 2
    assert solve(duel({}, {"points": 35}, building=False)).status is Status.INFEASIBLE
    assert solve(duel({}, {"points": 36}, **share)).status is Status.INFEASIBLE


def test_nothing_is_to_be_done_for_who_wins_as_it_is():
    answer = solve(duel({"points": 5}, {"points": 4}))
    assert (answer.value, adds(answer)) == (0, [])


@pytest.mark.parametrize(("halving", "status"), [("per-bonus", Status.INFEASIBLE), ("total", Status.OPTIMAL)])
def test_the_short_game_halves(halving, status):
    # A temple alone, 15 and 5: halved each 7 + 2 = 9, so 19 to 19; halved as a sum 10, so 20 to 19 (7-2).
    position = {"region": 4, "round": 3, "short": True, "players": {"anna": {"points": 10}, "boris": {"points": 19}}}
    question = {"player": "anna", "building": False}
    assert solve(scenario([region(4, [["temple"]])], position, question, {"halving": halving})).status is status


def test_supplies_run_out():
    # Eight cities and nine temples stand (5.5.3-5, 5.5.2-4): one temple is left, though there is room for two.
    built = {
        "temples": dict.fromkeys(("ap", "aq", "ar"), 3),
        "cities": ["ap", "aq", "ar", "as", "at", "au", "av", "aw"],
    }
    position = {"region": 2, "round": 2, "players": {"anna": {"built": built}, "boris": {}}}
    regions = [region(1, [BOTH] * 8), region(2, [BOTH])]
    answer = solve(scenario(regions, position, {"player": "anna", "ask": "best"}))
    # 3 for the temple; 15, 10, region 1 both 10, region 2 temples 5.
    assert (answer.value, adds(answer)) == (43, [("anna", 2, 1, 0)])


def test_rounds_to_come_and_cities_that_stand_bound_what_is_added():
    # Region 1 is over; in region 2 round 2 of 3 is to be scored: 2 temples; in region 3 all three. The city of
    # region 2 stands. What boris is assumed to add takes a place of each.
    regions = [region(number, [BOTH]) for number in (1, 2, 3)]
    boris = {"built": {"cities": ["bp"]}}
    position = {"region": 2, "round": 2, "players": {"anna": {}, "boris": boris}}
    rivals = {"boris": [{"region": 2, "temples": 1}, {"region": 3, "temples": 1, "cities": 1}]}
    question = {"player": "anna", "ask": "best", "rivals": rivals}
    answer = solve(scenario(regions, position, question))
    # Anna: 3 temples, 9 + 15 + 5 (region 3), tied in region 2. Boris: 2 * 3 + 5, 10 for 2 cities, 5 + 5 by region.
    assert adds(answer) == [("anna", 2, 1, 0), ("anna", 3, 2, 0)]
    assert answer.value == (9 + 15 + 5) - (6 + 5 + 10 + 5 + 5)


def test_what_rivals_can_do_to_me():
    # Boris or clara can build the only temple and the only city: 43 with both, less what anna has: 7.
    position = {**LAST, "players": {"anna": {"points": 7}, "boris": {}, "clara": {"points": 1}}}
    board = [region(6, [BOTH])]
    answer = solve(scenario(board, position, {"player": "anna", "ask": "worst"}))
    assert (answer.value, adds(answer)) == (7 - 44, [("clara", 6, 1, 1)])
    # One piece each: the temple brings 23, so clara takes it.
    most = {"temples": 1, "cities": 0}
    answer = solve(scenario(board, position, {"player": "anna", "ask": "worst", "most": most}))
    assert (answer.value, adds(answer)) == (7 - 24, [("clara", 6, 1, 0)])
    # Anna takes both places herself: nothing is left for them.
    mine = [{"region": 6, "temples": 1, "cities": 1}]
    answer = solve(scenario(board, position, {"player": "anna", "ask": "worst", "mine": mine}))
    assert (answer.value, adds(answer)) == (7 + 43 - 1, [])


def test_nothing_is_added_once_the_game_has_ended():
    position = {**LAST, "ended": True, "players": {"anna": {"points": 7}, "boris": {"built": {"temples": {"fp": 1}}}}}
    made = scenario([region(6, [BOTH])], position, {"player": "anna", "ask": "best"})
    assert (solve(made).value, solve(made).plan) == (7 - 20, SwingAnswer())
    assert rounds_left(made.position, 6) == 0


@pytest.mark.parametrize(
    ("addition", "rule"),
    [
        ({"region": 6, "temples": 2}, "5.5.4-1"),
        ({"region": 6, "cities": 2}, "5.5.3-4"),
        ({"region": 5, "temples": 1}, "3.1-5"),
        ({"region": 4, "temples": 1}, "3.1-3"),
    ],
)
def test_what_finds_no_room_cites_its_rule(addition, rule):
    position = {**LAST, "players": {"anna": {}, "boris": {}}}
    made = scenario([region(5, [BOTH]), region(6, [BOTH])], position, {"player": "anna"})
    plan = SwingAnswer(adds=(Addition(player="anna", **addition),))
    checked = check(made, plan, best=False)
    assert not checked.legal
    assert [breach.rule for breach in checked.breaches if breach.rule != "question"] == [rule]


def test_pieces_aside_are_missing_in_this_region_only():
    position = {"region": 5, "round": 3, "players": {"anna": {"aside": {"temples": 10}}, "boris": {}}}
    made = scenario([region(5, [BOTH]), region(6, [BOTH])], position, {"player": "anna", "ask": "best"})
    added = add_pieces(made.board, made.position, [Addition(player="anna", region=5, temples=1)], True)
    assert [breach.rule for breach in added.breaches] == ["5.5.4-4"]
    assert ("anna", 6, 3, 1) in adds(solve(made))
    assert adds(solve(made))[0] == ("anna", 5, 0, 1)


def test_the_last_piece_that_does_not_lie_aside_is_laid_once():
    position = {"region": 5, "round": 3, "players": {"anna": {"aside": {"temples": 9}}, "boris": {}}}
    made = scenario([region(5, [BOTH, BOTH]), region(6, [BOTH])], position, {"player": "anna", "ask": "best"})
    added = add_pieces(made.board, made.position, [Addition(player="anna", region=5, temples=2)], True)
    assert [(breach.rule, breach.path) for breach in added.breaches] == [("5.5.4-4", (0, "temples"))]
    assert len(added.ledger) == 1


def test_check_refuses_what_is_not_asked_for_and_what_does_not_win():
    made = duel({"points": 10}, {"points": 20}, most={"temples": 1, "cities": 0})
    right, wrong = SwingAnswer(adds=(Addition(player="anna", region=6, temples=1),)), SwingAnswer()
    assert check(made, right).gap == 0
    assert [b.message for b in check(made, wrong).breaches] == ["anna does not win: 10 points, the best rival has 20"]
    other = SwingAnswer(adds=(Addition(player="boris", region=6, cities=1),))
    assert "boris's pieces are not asked for, only those of anna" in [b.message for b in check(made, other).breaches]
    city = SwingAnswer(adds=(Addition(player="anna", region=6, cities=1),))
    assert [b.message for b in check(made, city).breaches] == ["anna adds 1 city, the question allows 0"]
    nobody = SwingAnswer(adds=(Addition(player="zeno", region=6, cities=1),))
    assert "there is no player “zeno”" in next(b.message for b in check(made, nobody).breaches)


# -- trying everything --------------------------------------------------------------------------------


def small(seed):
    """A tiny board, pieces that stand, points that are close, and a question."""
    rng = Random(f"swing {seed}")
    short = rng.random() < 0.3
    span = (2, 3, 4) if short else (1, 2, 3, 4, 5, 6)
    numbers = sorted(rng.sample(span, rng.randint(1, 3)))
    current = rng.choice(numbers)
    if rng.random() < 0.6:
        current = numbers[-1]
    choice = [["temple"], ["city"], ["temple", "city"], ["temple", "city"], []]
    regions = []
    for number in numbers:
        sites = [rng.choice(choice) for _ in range(rng.randint(1, 2))]
        if number < current and rng.random() < 0.3:
            sites = [["temple", "city"]] * 8
        regions.append(region(number, sites))
    round_number = rng.randint(1, 3)
    ended = current == span[-1] and rng.random() < 0.1
    names = rng.sample(["anna", "boris", "clara"], rng.randint(2, 3))
    players = {name: {"points": rng.randint(0, 30), "built": {"temples": {}, "cities": []}} for name in names}
    counts = dict.fromkeys([(name, kind) for name in names for kind in KINDS], 0)
    favourite = rng.choice(names)
    for each in regions:
        scored = 3 if each["number"] < current else (round_number - 1 + ended if each["number"] == current else 0)
        for place, province in each["provinces"].items():
            for _ in range(rng.randint(0, scored) if "temple" in province["sites"] else 0):
                name = favourite if rng.random() < 0.5 else rng.choice(names)
                if counts[name, "temple"] < 10:
                    counts[name, "temple"] += 1
                    temples = players[name]["built"]["temples"]
                    temples[place] = temples.get(place, 0) + 1
            if "city" in province["sites"] and scored and rng.random() < 0.6:
                name = favourite if rng.random() < 0.5 else rng.choice(names)
                if counts[name, "city"] < 8:
                    counts[name, "city"] += 1
                    players[name]["built"]["cities"].append(place)
    if rng.random() < 0.15:
        name = rng.choice(names)
        free = {"temples": 10 - counts[name, "temple"], "cities": 8 - counts[name, "city"]}
        players[name]["aside"] = {kind: min(count, rng.randint(0, 2)) for kind, count in free.items()}
    position = {"region": current, "round": round_number, "short": short, "ended": ended, "players": players}
    question = {
        "player": rng.choice(names),
        "ask": rng.choice(ASKS),
        "shared": rng.random() < 0.4,
        "building": rng.random() < 0.6,
        "most": {"temples": rng.randint(0, 3), "cities": rng.randint(0, 2)},
    }
    if rng.random() < 0.3:
        del question["most"]["temples" if question["ask"] == "worst" or rng.random() < 0.5 else "cities"]
    readings = {"halving": "total"} if rng.random() < 0.5 else {}
    made = scenario(regions, position, question, readings)
    for name in names:  # some pieces taken for granted, if there is room
        if rng.random() < 0.25:
            pieces = {"region": rng.choice(numbers), "temples": rng.randint(0, 1), "cities": rng.randint(0, 1)}
            mine = name == question["player"]
            more = {**question, "mine": [pieces]} if mine else {**question, "rivals": {name: [pieces]}}
            other = replace(made, question=FinalSwing.model_validate({"kind": "final-swing", **more}))
            if not list(problems(other)):
                question, made = more, other
    return made


def assert_judged(seed):
    made = small(seed)
    found = judged(made)
    answer = solve(made)
    assert answer.status is (Status.OPTIMAL if found else Status.INFEASIBLE)
    assert answer.value == (found[0][0] if found else None)
    if not found:
        return
    answers = {chosen for value, chosen in found if value == answer.value}
    assert answer.plan.adds in answers
    assert check(made, answer.plan, best=False).legal
    top = solve(made, top=4)
    assert [one.value for one in top.answers] == [value for value, _ in found[:4]]
    assert top.complete == (len(found) < 4)  # whether there is one more than asked for is not looked at
    assert top.plan == answer.plan
    assert all((one.value, one.plan.adds) in found for one in top.answers)
    if len(answers) <= 60:
        every = solve(made, all=True)
        assert every.complete
        assert every.answers[0].plan == answer.plan
        assert {one.plan.adds for one in every.answers} == answers
        assert len(every.answers) == len(answers)


@pytest.mark.parametrize("seed", range(25))
def test_the_answer_is_that_of_trying_everything(seed):
    assert_judged(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_trying_everything(block):
    for seed in range(1000 + 40 * block, 1040 + 40 * block):
        assert_judged(seed)


# -- at the size of the table -------------------------------------------------------------------------


def full(seed):
    """A late position of two to five players on the bundled board."""
    rng = Random(f"table {seed}")
    board = bundled_board(GAME, "oikoumene")
    short = rng.random() < 0.25
    first, last = (2, 4) if short else (1, 6)
    current, round_number = rng.randint(max(first, last - 3), last), rng.randint(1, 3)
    names = rng.sample(["anna", "boris", "clara", "dmitri", "elena"], rng.randint(2, 5))
    players = {name: {"points": rng.randint(30, 60), "built": {"temples": {}, "cities": []}} for name in names}
    counts = dict.fromkeys([(name, kind) for name in names for kind in KINDS], 0)
    for each in board.regions:
        if not first <= each.number <= current:
            continue
        scored = 3 if each.number < current else round_number - 1
        for place in each.in_order:
            for _ in range(rng.randint(0, min(2, scored)) if each.has_site(place, "temple") else 0):
                name = rng.choice(names)
                if counts[name, "temple"] < 10:
                    counts[name, "temple"] += 1
                    temples = players[name]["built"]["temples"]
                    temples[place] = temples.get(place, 0) + 1
            if each.has_site(place, "city") and scored and rng.random() < 0.8:
                name = rng.choice(names)
                if counts[name, "city"] < 8:
                    counts[name, "city"] += 1
                    players[name]["built"]["cities"].append(place)
    position = {"region": current, "round": round_number, "short": short, "players": players}
    question = {"player": rng.choice(names), "ask": ASKS[seed % 3], "building": rng.random() < 0.7}
    if rng.random() < 0.5:
        question["most"] = {"temples": rng.randint(1, 4), "cities": rng.randint(0, 3)}
    readings = {"halving": "total"} if rng.random() < 0.5 else {}
    return on_board(board, position, question, readings)


def assert_replays(seed):
    made = full(seed)
    answer = solve(made)
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    if answer.plan is None:
        return
    assert answer.canonical
    assert answer.value == answer.bound
    checked = check(made, answer.plan, best=False)
    assert checked.legal
    assert checked.value == answer.value


@pytest.mark.parametrize("seed", range(45))
def test_the_replay_is_worth_what_the_solver_says(seed):
    assert_replays(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_replay(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_replays(seed)


class Hasty(Engine):
    """Proves nothing."""

    def solve(self, formulation):
        outcome = super().solve(formulation)
        return replace(outcome, status=Status.FEASIBLE, bound=outcome.bound - 5)


def test_what_is_not_proved_is_worth_what_the_replay_says():
    made = full(5)
    task = Task(made.board, made.position, made.assumptions, made.question, made.rulings)
    assert made.question.ask == "worst"
    outcome = find("empire", "final-swing").load().best(task, Hasty())
    assert outcome.status is Status.FEASIBLE
    assert outcome.bound == solve(made).value - 5
    assert [(one.objective, one.canonical) for one in outcome.solutions] == [(None, False)]


# -- laws ---------------------------------------------------------------------------------------------


def asking(made, **changes):
    return replace(made, question=made.question.model_copy(update=changes))


def with_points(made, add):
    """Everybody's points changed by a function of the name."""
    players = {
        name: state.model_copy(update={"points": state.points + add(name)})
        for name, state in made.position.players.items()
    }
    return replace(made, position=made.position.model_copy(update={"players": players}))


def renamed(made, names):
    position, question = made.position.plain(), made.question.plain()
    position["players"] = {names[name]: state for name, state in position["players"].items()}
    question["player"] = names[question["player"]]
    if "rivals" in question:
        question["rivals"] = {names[name]: listed for name, listed in question["rivals"].items()}
    return on_board(made.board, position, question, made.readings)


def assert_laws(seed):
    made = full(seed)
    rng = Random(seed)
    answer = solve(made)
    names = list(made.position.players)
    shuffled = dict(zip(names, rng.sample(names, len(names)), strict=True))
    assert solve(renamed(made, shuffled)).value == answer.value
    raised = solve(with_points(made, lambda _: 11))
    assert (raised.value, raised.plan) == (answer.value, answer.plan)
    rich = solve(with_points(made, lambda name: 4 * (name == made.question.player)))
    if made.question.ask == "fewest":
        assert answer.value is None or rich.value <= answer.value
        shared = solve(asking(made, shared=True))
        assert answer.value is None or shared.value <= answer.value
        can = solve(asking(made, ask="best")).value
        assert (answer.status is Status.OPTIMAL) == (can > 0)
        assert (shared.status is Status.OPTIMAL) == (can >= 0)
    else:
        assert rich.value == answer.value + 4
    if "most" not in made.question.plain():
        best, worst = (solve(asking(made, ask=ask)).value for ask in ("best", "worst"))
        assert worst <= best


def test_a_province_without_sites_changes_nothing():
    for seed in range(6):
        made = small(seed)
        board = made.board.plain()
        for each in board["regions"]:
            each["provinces"]["nowhere" + str(each["number"])] = {"number": 90, "at": [9, 9]}
            each["arrows"].append({"from": "symbol", "to": "nowhere" + str(each["number"])})
        wider = replace(made, board=Board.model_validate(board))
        assert list(problems(wider)) == []
        one, other = solve(made), solve(wider)
        assert (one.value, one.plan) == (other.value, other.plan)


@pytest.mark.parametrize("seed", range(6))
def test_laws(seed):
    assert_laws(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_laws(block):
    for seed in range(2000 + 15 * block, 2015 + 15 * block):
        assert_laws(seed)


def test_the_next_best_answers_follow():
    made = duel({"points": 10}, {"points": 20}, ask="best")
    top = solve(made, top=9)
    # All four sets of pieces: both 33 ahead, the temple 13, the city 10, none 10 behind.
    assert [one.value for one in top.answers] == [33, 13, 10, -10]
    assert top.complete


# -- the command --------------------------------------------------------------------------------------

HEAD = "satrap: 1\ngame: empire\nboard: oikoumene\n"


def test_no_way_to_win_is_exit_status_3(satrap):
    players = "players: {me: {}, anna: {points: 200}}"
    Path("lost.yaml").write_text(
        f"{HEAD}position: {{region: 6, round: 3, {players}}}\nquestion: {{kind: final-swing, player: me}}\n"
    )
    ran = satrap("solve", "lost.yaml", "--json")
    assert ran.status == 3
    assert ran.json["status"] == "infeasible"


def test_all_faults_at_once(satrap):
    text = f"""{HEAD}position:
  region: 5
  players:
    me: {{}}
    anna: {{built: {{cities: [lydia]}}}}
assumptions: {{rivals: {{anna: {{pieces: {{temples: [media]}}}}}}}}
question:
  kind: final-swing
  player: mee
  mine: []
  rivals:
    zeno: [{{region: 6, temples: 1}}]
    anna:
      - {{region: 2, temples: 1}}
      - {{region: 6, cities: 5}}
      - {{region: 6, temples: 13}}
"""
    Path("wrong.yaml").write_text(text)
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [(fault["line"], fault["path"], fault["message"]) for fault in faults] == [
        (12, "question.player", "unknown player “mee”"),
        (9, "assumptions", "no round is played here: what rivals build stands under “question.rivals”"),
        (15, "question.rivals.zeno", "unknown player “zeno”"),
        (17, "question.rivals.anna[0].temples", "region 2 is over (piece 1 of 1)"),
        (18, "question.rivals.anna[1].cities", "no city site of region 6 is free (piece 5 of 5)"),
        (19, "question.rivals.anna[2].temples", "anna has no temple piece left (piece 11 of 13)"),
    ]
    Path("shape.yaml").write_text(text.replace("kind: final-swing", "kind: final-swing\n  ask: most\n  moste: 3"))
    assert [fault["path"] for fault in satrap("solve", "shape.yaml", "--json").faults] == [
        "question.ask",
        "question.moste",
    ]


def test_the_template_solves_and_its_answer_checks(satrap):
    assert satrap("new", "empire", "final-swing", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "final swing: me wins with 2 more pieces" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    answer = satrap("solve", "my.yaml", "--json").json
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "my.yaml", "answer.json").status == 0
    answer["answer"]["adds"][0]["temples"] = 1
    Path("answer.json").write_text(json.dumps(answer))
    ran = satrap("check", "my.yaml", "answer.json")
    assert ran.status == 1
    assert "me does not win" in ran.out


@pytest.mark.parametrize("name", ["empire/swing-last-round", "empire/swing-under-fire", "empire/swing-short-game"])
def test_the_bundled_ones_ask_it(name):
    assert load(name).question.kind == "final-swing"
