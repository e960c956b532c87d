"""`occupy` against every way to pay by the rules, what must not change it, and how it stands in files."""

from dataclasses import replace
from itertools import permutations

import pytest

import puzzles
from models.errors import InputError, dotted
from puzzles.generate.alexandros import LARGE, SMALL, TINY
from puzzles.generate.alexandros_occupy import occupy
from puzzles.scenario import parse, task_of
from solver.alexandros.occupy import OccupyQuestion
from solver.alexandros.occupy_documents import OccupyAnswer
from solver.answer import Status
from tests.alexandros.changing import again, mirrored, permuted, renamed, with_an_islet
from tests.alexandros.occupy_judge import Judge
from tests.alexandros.replaying import assert_replays

QUESTION = OccupyQuestion()


# -- every way, by the rules -------------------------------------------------------------------------------


def assert_judged(scenario):
    judge = Judge(scenario)
    answer = puzzles.solve(scenario)
    if scenario.question.ask == "assign":
        assert (answer.status, answer.value) == (Status.OPTIMAL, judge.assign()), scenario.name
        assert answer.canonical
        assert puzzles.check(scenario, answer.plan).gap == 0
        if scenario.question.actions < 3 and len(judge.among) < 5:
            assert_all(scenario, judge, answer.value)
        return
    ways = judge.cheapest()
    first = 1 if scenario.question.minimise == "governors" else 0
    if not ways:
        assert answer.status is Status.INFEASIBLE
        return
    ranks = {key: (price[first], price[1 - first]) for key, price in ways.items()}
    least = min(ranks.values())
    assert (answer.status, answer.value) == (Status.OPTIMAL, least[0])
    assert ranks[key_of(answer)] == least
    assert puzzles.check(scenario, answer.plan).gap == 0
    every = puzzles.solve(scenario, all=True)
    assert {key_of(one) for one in every.answers} == {key for key, rank in ranks.items() if rank[0] == least[0]}
    assert every.complete
    top = puzzles.solve(scenario, top=10)
    assert [ranks[key_of(one)] for one in top.answers] == sorted(ranks.values())[:10]
    assert top.answers[0].plan == answer.plan == every.plan


def assert_all(scenario, judge, value):
    """All best assignments are listed, each once."""
    every = puzzles.solve(scenario, all=True)
    assert every.complete
    listed = [identity(scenario, judge, one.plan) for one in every.answers]
    left = frozenset(range(len(judge.among)))
    found = dict(judge.assignments(judge.start, left, scenario.question.actions))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {key for key, worth in found.items() if worth == value}


def identity(scenario, judge, plan):
    done, card = set(), None
    for action in plan.actions:
        card = action.levy or card
        if action.occupy:
            (where,) = {one.triangles[0] for one in judge.among if action.occupy[0] in one.triangles}
            kinds = tuple(sorted(scenario.board.symbols[name] for name in action.occupy))
            done.add((where, kinds, action.ejects))
    return (frozenset(done), card) if scenario.question.maximise == "points" else frozenset(done)


def key_of(answer):
    (action,) = answer.plan.actions
    return action.occupy, action.ejects


@pytest.mark.parametrize("seed", range(20))
def test_no_way_is_better(seed):
    assert_judged(occupy(seed, size=TINY))


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_no_way_is_better_on_many(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert_judged(occupy(seed, size=replace(TINY, readings=0.4)))


@pytest.mark.parametrize("seed", range(20))
def test_the_replay_is_worth_what_the_search_says(seed):
    assert_replays(occupy(seed, size=SMALL if seed % 4 else LARGE))


@pytest.mark.big
@pytest.mark.parametrize("block", range(12))
def test_big_replay(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        assert_replays(occupy(seed, size=SMALL if seed % 4 else LARGE))


# -- by hand ------------------------------------------------------------------------------------------------

TWO = """
  A| .TH.A.TT.L.
"""
"""A strip of two provinces once a wall stands on a6-b7: 2 with temple, horse, amphora; 3 with two temples, lyre."""
WALLS = "walls: [a6-b7]"


def asked(position, question, tmp_path, rulings="{}"):
    (tmp_path / "strip.yaml").write_text(
        f"satrap: 1\ngame: alexandros\nname: strip\ntitle: Strip\nstart: b1\nland: |{TWO}"
    )
    text = f"satrap: 1\ngame: alexandros\nboard: ./strip.yaml\nrulings: {rulings}\nposition: {position}\n"
    return parse(f"{text}question: {{kind: occupy, {question}}}\n", "hand.yaml", tmp_path)


def table(ana, ben="{}"):
    return f"{{{WALLS}, players: {{ana: {ana}, ben: {ben}}}}}"


def acts(answer):
    return [action.plain() for action in answer.plan.actions]


def test_cards_against_governors(tmp_path):
    # Temple, horse, amphora: with temple and horse one governor on the amphora, or up to three governors and no card.
    rich = table("{hand: {temple: 1, horse: 1}}")
    few = puzzles.solve(asked(rich, "provinces: [A1], minimise: governors", tmp_path))
    assert (few.value, acts(few)) == (1, [{"occupy": ["A5"]}])
    cheap = puzzles.solve(asked(rich, "provinces: [A1]", tmp_path))
    assert (cheap.value, acts(cheap)) == (0, [{"occupy": ["A2", "A3", "A5"]}])
    poor = puzzles.solve(asked(table("{hand: {horse: 1}}"), "provinces: [A1], minimise: governors", tmp_path))
    assert (poor.value, [entry.rule for entry in poor.ledger]) == (2, ["5-4", "5-4"])


@pytest.mark.parametrize(("reading", "value"), [("free", 0), ("needed", 2)])
def test_governors_beyond_what_is_necessary(reading, value, tmp_path):
    scenario = asked(table("{hand: {temple: 1, horse: 1, amphora: 1}}"), "provinces: [A1]", tmp_path,
                     f"{{extra-governors: {reading}}}")  # fmt: skip
    assert puzzles.solve(scenario).value == value


@pytest.mark.parametrize(("reading", "value"), [("triangle", 2), ("kind", 1)])
def test_two_of_a_kind_take_two_cards_or_one(reading, value, tmp_path):
    # Two temples and a lyre; the governor stands on a temple or on the lyre.
    scenario = asked(table("{hand: {temple: 2, lyre: 1}}"), "provinces: [A7], minimise: governors", tmp_path,
                     f"{{payment: {reading}}}")  # fmt: skip
    assert puzzles.solve(scenario).ledger.total("ana", "governors") == 1
    cards = asked(table("{hand: {temple: 2, lyre: 1}, governors: [A2, A3, A5]}"), "provinces: [A7]", tmp_path,
                  f"{{payment: {reading}}}")  # fmt: skip
    assert puzzles.solve(cards).value == value


@pytest.mark.parametrize(("reading", "value"), [("each", 4), ("once", 2)])
def test_ejecting_two_governors(reading, value, tmp_path):
    hand = "{hand: {temple: 2, lyre: 2}, governors: []}"
    scenario = asked(table(hand, "{governors: [A7, A10]}"), "provinces: [A7]", tmp_path, f"{{ejection: {reading}}}")
    answer = puzzles.solve(scenario)
    assert (answer.value, acts(answer)[0]["occupy"]) == (value, ["A7", "A8", "A10"])
    assert [entry.rule for entry in answer.ledger] == ["5-6"]
    ways = puzzles.solve(scenario, all=True)
    assert {one.plan.actions[0].ejects for one in ways.answers} == ({None} if reading == "each" else {"A7", "A10"})


@pytest.mark.parametrize(("reading", "held"), [("half", {"temple": 1}), ("none", {})])
def test_the_loser_of_a_takeover(reading, held, tmp_path):
    scenario = asked(table("{hand: {temple: 2}}", "{governors: [A7]}"), "provinces: [A7]", tmp_path,
                     f"{{compensation: {reading}}}")  # fmt: skip
    answer = puzzles.solve(scenario)
    task = task_of(scenario)
    said = dict(QUESTION.answer_words(task, answer.plan))
    assert ("ben gets temple" in " ".join(line for _, line in QUESTION.answer_words(task, answer.plan))) == bool(held)
    assert said["left"] == "nothing; 1 governor"


@pytest.mark.parametrize(("reading", "status"), [("no", Status.INFEASIBLE), ("reinforce", Status.OPTIMAL)])
def test_a_province_of_ones_own(reading, status, tmp_path):
    scenario = asked(table("{governors: [A2]}"), "provinces: [A1]", tmp_path, f"{{own-province: {reading}}}")
    answer = puzzles.solve(scenario)
    assert answer.status is status
    if answer.plan is not None:
        assert (answer.value, acts(answer)) == (0, [{"occupy": ["A3"]}])


@pytest.mark.parametrize(("reading", "found"), [("coast", True), ("walls-only", False)])
def test_the_rim_makes_provinces(reading, found, tmp_path):
    scenario = asked(table("{hand: {temple: 1}}"), "ask: cheapest", tmp_path, f"{{rim: {reading}}}")
    assert (puzzles.solve(scenario).plan is not None) == found


def test_an_assignment_divides_cards_and_governors(tmp_path):
    # One temple: it pays on the left, worth 2, or on the right, worth 3.
    hand = "{hand: {temple: 1, horse: 1, lyre: 1}}"
    scenario = asked(table(hand), "ask: assign", tmp_path)
    answer = puzzles.solve(scenario)
    assert (answer.value, acts(answer)) == (3, [{"occupy": ["A7"]}])
    both = puzzles.solve(asked(table(hand), "ask: assign, maximise: provinces", tmp_path))
    assert both.value == 2
    assert both.ledger.total("ana", "provinces") == 2
    one = puzzles.solve(asked(table(hand), "ask: assign, maximise: provinces, actions: 1", tmp_path))
    assert one.value == 1
    full = table("{hand: {temple: 3, horse: 1, lyre: 1}}")
    assert puzzles.solve(asked(full, "ask: assign", tmp_path)).value == 5


@pytest.mark.parametrize(("reading", "value"), [("symbol", 2), ("all", 5)])
def test_points_need_a_card_and_an_action(reading, value, tmp_path):
    hand = "{hand: {temple: 1, horse: 1, amphora: 1}, governors: [A10]}"
    scenario = asked(table(hand), "ask: assign, maximise: points", tmp_path, f"{{levy-filter: {reading}}}")
    answer = puzzles.solve(scenario)
    assert (answer.value, [sorted(action) for action in acts(answer)]) == (value, [["occupy"], ["levy"]])
    late = scenario.position.changed(moved=True, actions=1)
    assert puzzles.solve(again(scenario, position=late)).value == 0  # no lyre for the governor that stands
    done = scenario.position.changed(moved=True, actions=1, levied=True)
    assert puzzles.solve(again(scenario, position=done)).value == 0


def test_nothing_to_gain(tmp_path):
    scenario = asked(table("{}"), "ask: assign", tmp_path)
    answer = puzzles.solve(scenario)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 0)
    words = [line for _, line in QUESTION.answer_words(task_of(scenario), answer.plan)]
    assert words == ["nothing is to be gained", "nothing; 4 governors"]
    nobody = asked(table("{governors: [A2, A3, A5, A10]}"), "provinces: [A7]", tmp_path)
    assert puzzles.solve(nobody).status is Status.INFEASIBLE


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("player: cara", "question.player"),
        ("ask: cheapest, maximise: income", "question.maximise"),
        ("ask: cheapest, actions: 2", "question.actions"),
        ("ask: assign, minimise: cards", "question.minimise"),
        ("ask: assign, actions: 9", "question.actions"),
        ("provinces: [A1, Z9]", "question.provinces[1]"),
        ("provinces: [A1, A2]", "question.provinces[1]"),
        ("provinces: []", "question.provinces"),
        ("ask: dearest", "question.ask"),
    ],
)
def test_bad_input(question, path, tmp_path):
    with pytest.raises(InputError) as caught:
        puzzles.solve(asked(table("{}"), question, tmp_path))
    assert path in [fault.path for fault in caught.value.faults]


def test_a_triangle_in_no_province(tmp_path):
    with pytest.raises(InputError) as caught:
        puzzles.solve(asked(table("{}"), "provinces: [A1]", tmp_path, "{rim: walls-only}"))
    assert "no province" in str(caught.value)


def judge(scenario, *actions):
    """What an answer breaks, and where it leaves the question."""
    made = OccupyAnswer.model_validate({"actions": actions})
    replayed = QUESTION.replay(task_of(scenario), made)
    return [(one.rule, dotted(one.path)) for one in (*replayed.breaches, *QUESTION.strays(task_of(scenario), made))]


def test_wrong_answers_are_told(tmp_path):
    scenario = asked(table("{hand: {temple: 1}}"), "provinces: [A1]", tmp_path)
    assert judge(scenario) == [("question", "actions")]
    assert judge(scenario, {"occupy": ["A2", "A3", "A5"]}) == []
    assert judge(scenario, {"occupy": ["A2"]}) == [("5-4", "actions[0].occupy")] * 2
    assert judge(scenario, {"occupy": ["A7", "A8", "A10"]}) == [("question", "actions[0]")]
    assert ("question", "actions[0]") in judge(scenario, {"take": "temple"})
    assert ("question", "actions") in judge(scenario, {"occupy": ["A2"]}, {"occupy": ["A3"]})
    points = asked(table("{hand: {temple: 3}, governors: [A2]}"), "ask: assign, maximise: points", tmp_path)
    assert judge(points, {"levy": "temple"}) == []
    assert judge(points, {"levy": "temple"}, {"levy": "temple"}) == [("5-13", "actions[1].levy")]
    assert set(judge(points, {"levy": "lyre"})) == {("5-7", "actions[0].levy")}


# -- laws -------------------------------------------------------------------------------------------------------


def check_unchanged(seed):
    asks = {"player": None, "provinces": None}
    scenario = occupy(seed, size=replace(SMALL, readings=0.0), **asks)
    best = puzzles.solve(scenario)
    for change in (renamed, permuted, mirrored, with_an_islet):
        other = change(scenario)
        if other is not None:
            found = puzzles.solve(other)
            assert (found.status, found.value) == (best.status, best.value), change.__name__


@pytest.mark.parametrize("seed", range(10))
def test_what_does_not_matter(seed):
    check_unchanged(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(6))
def test_what_does_not_matter_on_many(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        check_unchanged(seed)


@pytest.mark.parametrize("seed", range(6))
def test_more_actions_are_never_worse(seed):
    for measure in ("income", "provinces", "points"):
        values = []
        for actions in (1, 2, 3):
            scenario = occupy(seed, size=SMALL, ask="assign", maximise=measure, actions=actions, provinces=None)
            values.append(puzzles.solve(scenario).value)
        assert values == sorted(values)


def test_the_order_counts_where_governors_must_be_needed(tmp_path):
    # The temple goes to the right province first; then it lacks on the left, where a second governor is allowed.
    hand = "{hand: {temple: 1, horse: 1, lyre: 1, amphora: 1}}"
    scenario = asked(table(hand), "ask: assign, maximise: provinces", tmp_path, "{extra-governors: needed}")
    answer = puzzles.solve(scenario)
    assert answer.value == Judge(scenario).assign() == 2
    legal = []
    for order in permutations(answer.plan.actions):
        legal.append(not judge(scenario, *(action.plain() for action in order)))
    assert any(legal)


def test_a_takeover_that_is_not_made_forbids_nothing(tmp_path):
    # Ejecting ben would take both temples; what the right province and the levy take is no part of that.
    scenario = asked(table("{hand: {temple: 2, lyre: 1}}", "{governors: [A2]}"), "ask: assign, maximise: points",
                     tmp_path, "{extra-governors: needed}")  # fmt: skip
    answer = puzzles.solve(scenario)
    assert (answer.value, acts(answer)) == (3, [{"occupy": ["A7"]}, {"levy": "temple"}])
