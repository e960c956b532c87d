"""Who builds at what price, and with how few cubes for certain: by hand, by trying everything, laws."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from models.documents import Source
from models.empire.board import Board
from models.empire.plan import Assumptions
from models.empire.position import KINDS, PLURAL, Position
from models.empire.scoring import score_round
from models.game import load_game
from puzzles.checking import check
from puzzles.questions import find
from puzzles.scenario import Scenario, load
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.empire.inquiries import Contest, ContestAnswer, ContestWorst
from solver.question import Task
from tests.empire.contesting import built, judged
from tests.puzzles import conftest

satrap = conftest.satrap
GAME = load_game("empire")
NAMES = ("anna", "boris", "clara", "dmitri", "elena")
READINGS = {"contested-price": "difference-plus-one", "contested-minimum": "normal-price"}


def scenario(provinces, position, question, readings=None):
    """A region whose provinces are all next to the symbol, by name the sites of each, in the order of scoring."""
    board = {
        "satrap": 1,
        "game": "empire",
        "name": "contest",
        "title": "Contest",
        "invented": True,
        "regions": [
            {
                "number": 1,
                "name": "Contest",
                "symbol": [0, 0],
                "provinces": {
                    name: {"number": at, "sites": list(sites), "at": [at, 1], "target": at == len(provinces)}
                    for at, (name, sites) in enumerate(provinces.items(), start=1)
                },
                "arrows": [{"from": "symbol", "to": name} for name in provinces],
            }
        ],
    }
    made = Scenario(
        game=GAME,
        board=Board.model_validate(board),
        position=Position.model_validate({"region": 1, **position}),
        assumptions=Assumptions(),
        question=Contest.model_validate({"kind": "contest", **question}),
        events=(),
        readings=readings or {},
        profile="rulebook",
        title="",
        note="",
        name="contest.yaml",
        board_name="./board.yaml",
        source=Source({}, "contest.yaml"),
    )
    assert list(problems(made)) == []
    return made


def problems(made):
    yield from made.board.problems()
    yield from made.position.problems(made.board, made.rulings)
    task = Task(made.board, made.position, made.assumptions, made.question, made.rulings)
    yield from find("empire", "contest").load().problems(task)


BOTH = ("temple", "city")


def lying(temples=(), cities=(), **fields):
    """A player with an army wherever a piece lies."""
    armies = dict.fromkeys((*temples, *cities), 1)
    return {"armies": armies, "placed": {"temples": list(temples), "cities": list(cities)}, **fields}


def secure(players, build, rivals, readings=None, provinces=("aria", "media", "persis"), **more):
    question = {"player": "anna", "build": build, "rivals": rivals, **more}
    return scenario(dict.fromkeys(provinces, BOTH), {"players": players}, question, readings)


def fields(answer):
    return answer.plan.temple, answer.plan.city


# -- by hand -------------------------------------------------------------------------------------------


def test_alone_the_normal_price_is_enough():
    # A temple alone costs 1 (5.5.2-1), a city 2 (5.5.3-1). Nobody need be beaten.
    players = {"anna": lying(["aria"], ["media"]), "boris": lying(city=3)}
    answer = solve(secure(players, {"temples": ["aria"], "cities": ["media"]}, {}))
    assert (answer.value, fields(answer)) == (3, (1, 2))
    assert answer.plan.worst == ContestWorst(temple={}, city={})
    assert answer.plan.table == ()


def test_one_more_than_the_most_a_rival_can_have():
    # Against 0 to 3 it takes 4: a tie at 3 builds nothing (5.5.4-5); against 1 alone, 2 (5.5.4-2).
    players = {"anna": lying(["aria"]), "boris": lying(["aria"])}
    answer = solve(secure(players, {"temples": ["aria"]}, {"boris": {"temple": {"most": 3}}}))
    assert fields(answer) == (4, 0)
    assert answer.plan.worst == ContestWorst(temple={"boris": 3})
    assert [(row.rivals["boris"].temple, row.temple) for row in answer.plan.table] == [(0, 1), (1, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize(("reading", "city"), [("none", 1), ("normal-price", 2)])
def test_a_bluffed_city_costs_what_the_ruling_says(reading, city):
    # Boris's field is empty: next highest plus 1 is 1, less than the normal price of a city.
    players = {"anna": lying([], ["aria"]), "boris": lying([], ["aria"])}
    made = secure(players, {"cities": ["aria"]}, {"boris": {"city": {"most": 0}}}, {"contested-minimum": reading})
    assert fields(solve(made)) == (0, city)


def test_a_rival_who_lies_twice_must_be_beaten_twice():
    # Against 2: 3 for aria, and of what is left more than 2 again for media: 6. With 5, aria is won and media
    # tied, against 2 each time.
    players = {"anna": lying(["aria", "media"]), "boris": lying(["aria", "media"])}
    answer = solve(secure(players, {"temples": ["aria", "media"]}, {"boris": {"temple": {"most": 2}}}))
    assert fields(answer) == (6, 0)
    assert answer.plan.worst == ContestWorst(temple={"boris": 2})


def test_each_kind_has_its_own_worst_and_both_add_up():
    # Boris has 4 on both fields together: (0, 4) to (4, 0). Each kind must beat 4: 5 and 5; each single division
    # takes 6. With 9 there is no answer.
    players = {"anna": lying(["aria"], ["aria"]), "boris": lying(["aria"], ["aria"])}
    build = {"temples": ["aria"], "cities": ["aria"]}
    answer = solve(secure(players, build, {"boris": {"total": 4}}))
    assert fields(answer) == (5, 5)
    assert answer.plan.worst == ContestWorst(temple={"boris": 4}, city={"boris": 4})
    assert {row.temple + row.city for row in answer.plan.table} == {6}
    assert solve(secure(players, build, {"boris": {"total": 4}}, within=9)).status is Status.INFEASIBLE


def test_paying_the_difference_a_bluff_cannot_be_beaten():
    # The price is my field less boris's, plus 1. Against 0 that is one more than I have, whatever I have. Against
    # 1 to 3, 4 pay 4, 3 or 2.
    players = {"anna": lying(["aria"]), "boris": lying(["aria"])}
    readings = {"contested-price": "difference-plus-one"}
    bounds = {"boris": {"temple": {"most": 3}}}
    assert solve(secure(players, {"temples": ["aria"]}, bounds, readings)).status is Status.INFEASIBLE
    bounds = {"boris": {"temple": {"least": 1, "most": 3}}}
    assert fields(solve(secure(players, {"temples": ["aria"]}, bounds, readings))) == (4, 0)


def test_a_piece_that_wins_can_lose_another():
    # Media is wanted, where clara has 3; in aria, scored before, boris has 4 or 5 and anna bluffs. With 4 she
    # ties or loses there and has 4 against 3. With 5 to 8 she beats a 4, pays 5 and has at most 3 left; with 9 she
    # beats a 5, pays 6 and has 3. From 10 on there are 4 left.
    players = {"anna": lying(["aria", "media"]), "boris": lying(["aria"]), "clara": lying(["media"], temple=3)}
    made = secure(players, {"temples": ["media"]}, {"boris": {"temple": {"least": 4, "most": 5}}})
    assert fields(solve(made)) == (4, 0)
    top = solve(made, top=9)
    assert [one.plan.temple for one in top.answers] == [4, 10, 11, 12, 13]
    assert top.complete
    assert [one.plan.worst.temple for one in top.answers] == [{"boris": 4}, {"boris": 5}, None, None, None]


def test_where_a_city_stands_none_is_built():
    boris = lying(city=3, built={"cities": ["aria"]})
    question = {"player": "anna", "build": {"cities": ["aria"]}}
    position = {"round": 2, "players": {"anna": lying([], ["aria"]), "boris": boris}}
    made = scenario({"aria": BOTH}, position, question, {"second-city-piece": "fails-at-scoring"})
    assert solve(made).status is Status.INFEASIBLE


def test_the_outcome_of_shrinking_fields():
    # Anna 5, boris 3, both lie everywhere. Aria: anna pays 3 + 1, 1 left. Media: boris pays 1 + 1, 1 left.
    # Persis: 1 to 1, nobody. City: clara has 1 cube of the 2 needed. Armies are tied one to one everywhere, so anna
    # scores the 3 of her temple.
    three = ["aria", "media", "persis"]
    players = {"anna": lying(three, temple=5), "boris": lying(three, temple=3), "clara": lying([], ["aria"], city=1)}
    made = scenario(dict.fromkeys(three, BOTH), {"players": players}, {"player": "anna", "ask": "outcome"})
    answer = solve(made)
    assert answer.value == 3
    assert [(one.place, one.kind, one.builder, one.price, one.refused) for one in answer.plan.contests] == [
        ("aria", "temple", "anna", 4, {"boris": "5.5.4-4"}),
        ("aria", "city", None, 0, {"clara": "5.5.3-2"}),
        ("media", "temple", "boris", 2, {"anna": "5.5.4-4"}),
        ("persis", "temple", None, 0, {"anna": "5.5.4-5", "boris": "5.5.4-5"}),
    ]
    every = solve(made, all=True)
    assert [one.plan for one in every.answers] == [answer.plan]
    assert every.complete


def test_check_says_what_is_wrong():
    players = {"anna": lying(["aria"]), "boris": lying(["aria"])}
    made = secure(players, {"temples": ["aria"]}, {"boris": {"temple": {"least": 1, "most": 3}}})
    table = solve(made).plan.table
    said = [
        (ContestAnswer(temple=4), []),
        (ContestAnswer(temple=3), ["3 are not enough in aria against boris 3"]),
        (ContestAnswer(temple=5, worst=ContestWorst(temple={"boris": 3})), ["4 are enough against boris 3"]),
        (
            ContestAnswer(temple=4, worst=ContestWorst(temple={"boris": 4})),
            ["this is no combination of the open fields within their bounds"],
        ),
        (ContestAnswer(temple=15), ["15 cubes, the question allows 14"]),
        (ContestAnswer(temple=4, table=table[:1]), ["these are not the 3 combinations of the open fields"]),
    ]
    for plan, messages in said:
        checked = check(made, plan)
        assert [breach.message for breach in checked.breaches] == messages
        assert checked.legal == (not messages)
    rows = (table[0].model_copy(update={"temple": 3}), *table[1:])
    assert [b.message for b in check(made, ContestAnswer(temple=4, table=rows)).breaches] == ["2 are the fewest, not 3"]
    assert check(made, ContestAnswer(temple=6)).gap == 2


def test_rivals_with_a_policy_act_first():
    # Boris will lay in aria, where he has an army and 2 temple cubes: it takes 3.
    players = {"anna": lying(["aria"]), "boris": {"armies": {"aria": 1}, "temple": 2}}
    made = secure(players, {"temples": ["aria"]}, {})
    assert fields(solve(made)) == (1, 0)
    policy = {"boris": {"pieces": {"temples": ["aria"]}}}
    made = replace(made, assumptions=Assumptions.model_validate({"rivals": policy}))
    assert list(problems(made)) == []
    assert fields(solve(made)) == (3, 0)


def test_too_many_combinations_are_replayed_at_their_corners():
    # Four rivals, each 0 to 9 in aria: 10,000 combinations. It takes 10, against 9.
    players = {name: lying(["aria"]) for name in NAMES}
    rivals = {name: {"temple": {"most": 9}} for name in NAMES[1:]}
    answer = solve(secure(players, {"temples": ["aria"]}, rivals))
    assert fields(answer) == (10, 0)
    assert answer.plan.worst.temple == {"boris": 0, "clara": 0, "dmitri": 0, "elena": 9}
    assert answer.plan.table == ()
    assert answer.notes == ("temple: too many combinations to replay them all; 16 were, all extreme ones included",)


def test_with_no_time_nothing_is_claimed():
    players = {"anna": lying(["aria"]), "boris": lying(["aria"])}
    made = secure(players, {"temples": ["aria"]}, {"boris": {"temple": {"most": 3}}})
    assert solve(made, limits=Limits(seconds=0.0)).status is Status.UNKNOWN


# -- trying everything ---------------------------------------------------------------------------------


def random_scenario(seed, most_provinces, most_players, cubes, width):
    """Pieces that lie in the same few provinces, rivals whose fields are open within some bounds."""
    rng = Random(f"contest {seed}")
    places = ["aria", "bactria", "carmania", "drangiana", "media", "persis", "susiana"][
        : rng.randint(1, most_provinces)
    ]
    choice = [["temple"], ["city"], ["temple", "city"], ["temple", "city"]]
    provinces = {place: rng.choice(choice) for place in places}
    names = rng.sample(NAMES, rng.randint(2, most_players))
    player = names[0]
    players = {}
    for name in names:
        present = rng.sample(places, rng.randint(1, len(places)))[: cubes - 1]
        left = cubes - len(present)
        temple = rng.randint(0, left)
        city = rng.randint(0, left - temple)
        pieces = {
            PLURAL[kind]: [place for place in present if kind in provinces[place] and rng.random() < 0.8]
            for kind in KINDS
        }
        players[name] = {
            "armies": dict.fromkeys(present, 1),
            "temple": temple,
            "city": city,
            "spent": left - temple - city if rng.random() < 0.3 else None,
            "placed": pieces,
        }
    own = players[player]["placed"]
    build = {key: [place for place in own[key] if rng.random() < 0.7] for key in own}
    if not any(build.values()):
        return random_scenario(f"{seed}+", most_provinces, most_players, cubes, width)
    rivals = {}
    for name in names[1:]:
        if rng.random() < 0.8:
            spare = cubes - len(players[name]["armies"]) - (players[name]["spent"] or 0)
            bounds = {}
            for kind in KINDS:
                least = rng.randint(0, min(2, spare // 2))
                bounds[kind] = {"least": least, "most": min(least + rng.randint(0, width), spare)}
            if rng.random() < 0.3:
                sums = [bounds["temple"][end] + bounds["city"][end] for end in ("least", "most")]
                bounds["total"] = rng.randint(min(sums[0], spare), min(sums[1], spare))
            rivals[name] = bounds
    readings = {key: other for key, other in READINGS.items() if rng.random() < 0.3}
    question = {"player": player, "build": build, "rivals": rivals}
    if rng.random() < 0.5:
        left = players[player]["temple"] + players[player]["city"]
        question["within"] = cubes - len(players[player]["armies"]) - (players[player]["spent"] or 0)
        question["within"] = max(question["within"], left)
    return scenario(provinces, {"players": players, "cubes": cubes}, question, readings)


def small(seed):
    return random_scenario(seed, 3, 3, Random(seed).randint(3, 6), 2)


def full(seed):
    return random_scenario(seed, 7, 5, 15, 6)


def assert_judged(seed):
    made = small(seed)
    pairs, combinations = judged(made)
    answer = solve(made)
    assert answer.status is (Status.OPTIMAL if pairs else Status.INFEASIBLE)
    top = solve(made, top=5)
    assert [fields(one) for one in top.answers] == pairs[:5]
    assert top.complete == (len(pairs) <= 5)
    if not pairs:
        return
    assert answer.plan == top.plan
    assert answer.canonical
    assert fields(answer) == pairs[0]
    assert answer.value == answer.bound == sum(pairs[0])
    assert check(made, answer.plan, best=False).legal
    for kind in KINDS:  # one cube less is forbidden by the combination named
        own, worst = getattr(answer.plan, kind), getattr(answer.plan.worst, kind)
        assert (worst is None) == (own == 0)
        if worst is not None:
            less = {"temple": 99, "city": 99, kind: own - 1}
            at = KINDS.index(kind)
            matching = [c for c in combinations if all(c[name][at] == cubes for name, cubes in worst.items())]
            assert matching
            wanted = {(kind, place) for place in made.question.build.of(kind)}
            assert all(not wanted <= built(made, less["temple"], less["city"], held) for held in matching)
    for row in answer.plan.table:
        held = {
            name: tuple(getattr(row.rivals[name], kind) if name in row.rivals else None for kind in KINDS)
            for name in made.question.rivals
        }
        for kind in KINDS:
            at, wanted = KINDS.index(kind), {(kind, place) for place in made.question.build.of(kind)}
            if not wanted:
                continue
            known = {name: tuple(cubes or 0 for cubes in pair) for name, pair in held.items()}
            enough = [
                own for own in range(16) if wanted <= built(made, *[own if at == n else 0 for n in (0, 1)], known)
            ]
            assert getattr(row, kind) == enough[0]


@pytest.mark.parametrize("seed", range(25))
def test_the_answer_is_that_of_trying_everything(seed):
    assert_judged(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_trying_everything(block):
    for seed in range(1000 + 30 * block, 1030 + 30 * block):
        assert_judged(seed)


def assert_replays(seed):
    made = full(seed)
    answer = solve(made)
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    if answer.plan is not None:
        assert answer.canonical
        assert answer.value == answer.bound == answer.plan.temple + answer.plan.city
        assert check(made, answer.plan, best=False).legal
    outcome = replace(made, question=Contest(kind="contest", player=made.question.player, ask="outcome"))
    told = solve(outcome)
    ledger = score_round(made.board.regions[0], made.position.states, made.rulings).ledger
    assert told.value == ledger.total(made.question.player)
    assert check(outcome, told.plan, best=False).legal


@pytest.mark.parametrize("seed", range(40))
def test_the_replay_is_worth_what_the_solver_says(seed):
    assert_replays(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(20))
def test_big_replay(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_replays(seed)


# -- laws ----------------------------------------------------------------------------------------------


def asking(made, **changes):
    question = {**made.question.plain(), "kind": "contest", **changes}
    return replace(made, question=Contest.model_validate(question))


def value(made):
    found = solve(made).value
    return 99 if found is None else found


def assert_laws(seed):
    made = full(seed)
    rng, plain = Random(seed), made.question.plain()
    answer = value(made)
    names = list(made.position.players)
    other = dict(zip(names, rng.sample(names, len(names)), strict=True))
    position = made.position.plain()
    position["players"] = {other[name]: position["players"][name] for name in rng.sample(names, len(names))}
    rivals = {other[name]: bounds for name, bounds in plain.get("rivals", {}).items()}
    renamed = replace(made, position=Position.model_validate(position))
    assert value(asking(renamed, player=other[plain["player"]], rivals=rivals)) == answer
    board = made.board.plain()
    board["regions"][0]["provinces"]["nowhere"] = {"number": 50, "at": [0, 0]}
    board["regions"][0]["arrows"].append({"from": "symbol", "to": "nowhere", "cost": 3})
    assert value(replace(made, board=Board.model_validate(board))) == answer
    # The kinds do not touch: each by itself takes what it takes together.
    most = {"within": 15 - made.position.players[plain["player"]].army_count}
    most["within"] -= made.position.players[plain["player"]].spent or 0
    parts = [solve(asking(made, build={key: places}, **most)).value for key, places in plain["build"].items()]
    if None not in parts and sum(parts) <= most["within"]:
        assert solve(asking(made, **most)).value == sum(parts)
    # Less is known of a rival: it takes no fewer cubes.
    for name, bounds in plain.get("rivals", {}).items():
        wider = {key: bound for key, bound in bounds.items() if key != "total"}
        assert value(asking(made, rivals={**plain["rivals"], name: wider})) >= answer
        assert value(asking(made, rivals={**plain["rivals"], name: {}})) >= answer


@pytest.mark.parametrize("seed", range(3))
def test_laws(seed):
    assert_laws(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_laws(block):
    for seed in range(2000 + 15 * block, 2015 + 15 * block):
        assert_laws(seed)


def test_a_field_that_is_known_is_one_with_narrow_bounds():
    for seed in range(12):
        made = full(seed)
        states = made.position.players
        known = {
            name: {kind: {"least": state.field(kind), "most": state.field(kind)} for kind in KINDS}
            for name, state in states.items()
            if name != made.question.player
        }
        assert value(asking(made, rivals=known)) == value(asking(made, rivals={}))


# -- the command ---------------------------------------------------------------------------------------

TEXT = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players:
    me: {armies: {phoenicia: 1, syria: 1}, placed: {temples: [phoenicia], cities: [syria]}}
    anna: {armies: {phoenicia: 1}, placed: {temples: [phoenicia]}}
    boris: {armies: {syria: 1}}
question:
  kind: contest
  player: me
  build: {temples: [phoenicia]}
  rivals: {anna: {temple: {least: 2, most: 4}}}
"""


def test_all_faults_at_once(satrap):
    text = TEXT.replace(
        "{temples: [phoenicia]}\n  rivals", "{temples: [phoenicia, phoenicia, syria], cities: [tyre]}\n  rivals"
    )
    text = text.replace("{temple: {least: 2, most: 4}}", "{temple: {least: 5, most: 4}}, me: {}, zeno: {}")
    text = text.replace("boris: {armies: {syria: 1}}", "boris: {}")
    Path("wrong.yaml").write_text(text + "  within: 99\n")
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [(fault["line"], fault["path"], fault["message"]) for fault in faults] == [
        (1, "assumptions.rivals.boris", "boris has 15 cubes in the hand and nothing says what becomes of them"),
        (13, "question.build.temples[1]", "“phoenicia” stands twice"),
        (13, "question.build.temples[2]", "no temple of me lies in syria"),
        (13, "question.build.cities[0]", "unknown province “tyre” in Syria and Egypt"),
        (14, "question.rivals.anna.temple", "at least 5, at most 4"),
        (14, "question.rivals.me", "no rival is called “me”"),
        (14, "question.rivals.zeno", "no rival is called “zeno”"),
        (15, "question.within", "99 cubes"),
    ]


def test_the_outcome_takes_no_bounds(satrap):
    Path("wrong.yaml").write_text(TEXT.replace("  build", "  ask: outcome\n  build"))
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [fault["path"] for fault in faults] == ["question.build", "question.rivals"]


def test_impossible_bounds_and_a_policy_beside_them(satrap):
    text = TEXT.replace("build: {temples: [phoenicia]}", "build: {}").replace("most: 4}}", "most: 4}, total: 40}")
    Path("wrong.yaml").write_text(text + "assumptions: {rivals: {anna: {pieces: {temples: [phoenicia]}}}}\n")
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [(fault["path"], fault["message"]) for fault in faults][-3:] == [
        ("question.build", "no province is named"),
        ("question.rivals.anna", "what anna does is assumed already"),
        ("question.rivals.anna", "anna has 14 cubes for the two fields, and nothing within these bounds fits"),
    ]


def test_no_answer_is_exit_status_3_and_an_answer_checks(satrap):
    Path("right.yaml").write_text(TEXT)
    answer = satrap("solve", "right.yaml", "--json").json
    assert answer["answer"]["temple"] == answer["value"] == 5
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "right.yaml", "answer.json").status == 0
    answer["answer"]["temple"] = 4
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "right.yaml", "answer.json").status == 1
    Path("lost.yaml").write_text(TEXT + "  within: 4\n")
    assert satrap("solve", "lost.yaml").status == 3


def test_the_template_solves(satrap):
    assert satrap("new", "empire", "contest", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "contest: me builds for certain with 9 cubes" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize("name", ["empire/contest-secure", "empire/contest-outcome", "empire/contest-more-is-less"])
def test_the_bundled_ones_ask_it(name):
    assert load(name).question.kind == "contest"
