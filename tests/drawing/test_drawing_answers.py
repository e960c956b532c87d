"""Pictures of the answers of all questions: one of each kind is solved and drawn, and all of it is there, legibly."""

from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest

from models.documents import Document
from models.empire.plan import Allocation, GamePlan, Plan, RegionPlan, RoundPolicy
from models.empire.position import Pieces
from models.empire.words import place_name
from puzzles.drawing import empire_answers
from puzzles.drawing.empire_sheet import MOST_BELOW, Scene, Words, draw_sheet
from puzzles.drawing.svg import text_width
from puzzles.picture import draw
from puzzles.questions import QUESTIONS, find
from puzzles.scenario import gallery, load, task_of
from puzzles.solving import solve
from solver.answer import Limits
from solver.empire.documents import GameQuestion, RegionQuestion
from solver.empire.inquiries import Robust, RobustAnswer, RouteAnswer, SwingAnswer, TurnOrderAnswer, Way, WorstCase
from tests.drawing.test_drawing_empire import assert_legible, texts, tooltips, wander, words

QUICK = Limits(seconds=3, workers=2)


@cache
def chosen():
    """The first scenario of the gallery for each kind and what it asks."""
    first = {}
    for row in gallery():
        if row["question"] is not None:
            question = load(row["name"]).question
            first.setdefault((question.kind, getattr(question, "ask", "")), row["name"])
    return list(first.values())


def found(scenario):
    answer = solve(scenario, limits=QUICK)
    if answer.plan is None:
        pytest.skip(f"no answer in {QUICK.seconds} seconds")
    return answer


def told(svg):
    return " ".join(words(svg))


def lines_of(scenario, plan):
    question = find(scenario.game.key, scenario.question.kind).load()
    return list(question.answer_words(task_of(scenario), plan))


@pytest.fixture(scope="module")
def region():
    """A region plan of two rounds, with rivals who follow policies in both."""
    scenario = load("empire/second-round")
    rounds = (
        Plan(allocation=Allocation(temple=5, city=4), pieces=Pieces(temples=("phrygia",))),
        Plan(allocation=Allocation(temple=3, city=2), pieces=Pieces(cities=("lydia",))),
    )
    question = RegionQuestion(kind="region-plan", player="michael")
    return replace(scenario, question=question), RegionPlan(rounds=rounds)


@pytest.mark.parametrize("name", chosen())
def test_an_answer_of_each_kind_is_drawn(name):
    scenario = load(name)
    answer = found(scenario)
    svg = draw(scenario, answer.plan)
    assert answer._repr_svg_() == svg
    assert draw(scenario, answer.plan) == svg
    assert_legible(svg)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    plan, said = answer.plan, told(svg)
    if isinstance(plan, RouteAnswer):
        drawn = [line for line in words(svg) if line.startswith("Way ")]
        assert len(drawn) == min(len(plan.ways), empire_answers.MOST_WAYS)
        assert all(place_name(place) in said for way in plan.ways for place in way.holds)
        assert all(place_name(place) in said for place in plan.out_of_reach)
    elif isinstance(plan, TurnOrderAnswer) and plan.seats:
        for worth in plan.seats:
            margin = f"Seat {worth.seat}: {worth.points} points, margin {worth.margin}"
            assert any(line.startswith(margin) for line in words(svg))
            assert all(f"{name} answers" in said for name in worth.replies)
    elif isinstance(plan, RegionPlan):
        assert all(f"Round {scenario.position.round + at}" in said for at in range(len(plan.rounds)))
    elif isinstance(plan, GamePlan):
        assert all(f"Region {scenario.position.region + at}: " in said for at in range(len(plan.regions)))
    elif isinstance(plan, RobustAnswer):
        assert "worst case" in said
    elif not isinstance(plan, Plan):
        for heading, line in lines_of(scenario, plan):
            assert heading in said
            assert line in said


def test_every_question_of_the_gallery_is_among_them():
    kinds = {row["question"] for row in gallery()} - {None}
    assert {load(name).question.kind for name in chosen()} == kinds
    assert kinds <= {entry.kind for entry in QUESTIONS}


def test_a_region_plan_is_drawn_round_by_round(region):
    scenario, plan = region
    svg = draw(scenario, plan)
    assert_legible(svg)
    assert {"Round 2", "Round 3, the last of the region"} <= set(words(svg))
    assert "Round 1" not in told(svg)
    assert words(svg).count("Plan of michael") == 2
    assert "lays a temple in Phrygia" in told(svg)
    assert "lays a city in Lydia" in told(svg)
    sheet = empire_answers.sheet_of(plan, scenario)
    first, second = sheet.scenes
    # the rivals have done in each round what is assumed of them, and the player nothing yet
    assert first.players["marion"].placed != Pieces()
    assert first.players["michael"].placed == second.players["michael"].placed == Pieces()
    assert second.players["michael"].built.temples.get("phrygia", 0) >= first.players["michael"].built.temples.get(
        "phrygia", 0
    )
    assert second.players["marion"].points > first.players["marion"].points


def test_rounds_that_a_plan_does_not_reach_are_drawn_too(region):
    scenario, _ = region
    svg = draw(scenario, RegionPlan())
    assert words(svg).count("does nothing") == 2


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_game_plan_is_drawn_region_by_region(rounds):
    scenario = replace(load("empire/first-region"), question=GameQuestion(kind="game-plan", player="michael"))
    numbers = range(1, 7)
    first = Allocation(order=1, armies=6, temple=4, city=4)
    regions = tuple(
        RegionPlan(
            rounds=tuple(
                wander(scenario.board.by_number[number], 2, later).model_copy(
                    update={"allocation": None if later else first}
                )
                for later in range(rounds)
            )
        )
        for number in numbers
    )
    # drawn by itself: the rivals have no policies for the regions to come
    sheet = empire_answers.sheet_of(GamePlan(regions=regions), scenario)
    svg = draw_sheet(sheet)
    assert_legible(svg)
    names = [f"Region {number}: {scenario.board.by_number[number].name}" for number in numbers]
    assert [line for line in words(svg) if line.startswith("Region ")] == names
    ends = [line for line in words(svg) if line.endswith("the last of the region")]
    assert len(ends) == len(names)
    assert len(sheet.scenes) == sum(line.startswith("Round ") for line in words(svg))
    # two columns, read downward, about as high as each other
    columns = {box.left for line, box in texts(svg) if line in names}
    assert len(columns) == 2
    tops = [max(box.top for line, box in texts(svg) if line in names and box.left == left) for left in columns]
    assert min(tops) > 0.4 * max(tops)
    opened = [scene for scene, before in zip(sheet.scenes[1:], sheet.scenes, strict=False)
              if scene.region.number != before.region.number]  # fmt: skip
    assert [scene.players["michael"].hand for scene in opened] == [15] * 5


def test_more_ways_than_can_be_looked_at_are_counted():
    scenario = load("empire/route-each")
    way = Way(cubes=1, holds=("hyrcania",), worth=1)
    svg = draw(scenario, RouteAnswer(ways=(way,) * 11))
    assert_legible(svg)
    assert sum(line.startswith("Way ") for line in words(svg)) == empire_answers.MOST_WAYS
    assert "the last 3 of 11 ways" in words(svg)
    assert "left out" not in told(draw(scenario, RouteAnswer(ways=(way,) * MOST_BELOW)))


def test_no_way_is_a_position():
    scenario = load("empire/route-each")
    svg = draw(scenario, RouteAnswer(out_of_reach=("sogdia",)))
    assert_legible(svg)
    assert "Sogdia" in words(svg)
    assert "Plan of michael" not in words(svg)


class Other(Document):
    """An answer of a kind that the drawing knows nothing of."""

    worth: int = 0


class Planned(Other):
    """The same with a plan."""

    plan: Plan = Plan()


@pytest.mark.parametrize(
    "line",
    ["short", "a line that goes on and on, " * 9, "m" * 200, "", "<b> & \"quotes\" 'too'"],
    ids=["short", "long", "one-word", "empty", "escaped"],
)
@pytest.mark.parametrize("count", [1, 7, 30])
@pytest.mark.parametrize("kind", [Other, Planned])
def test_answers_of_later_kinds_are_told_below(monkeypatch, line, count, kind):
    scenario = load("empire/first-region")
    question = find("empire", "best-response").load()
    pairs = [("the same", line)] * count + [(f"heading {number} {'long ' * 20}", line) for number in range(count)]
    monkeypatch.setattr(type(question), "answer_words", lambda self, task, plan: iter([*pairs, ("last", "end")]))
    svg = draw(scenario, kind())
    assert_legible(svg)
    assert {"last", "end"} <= set(words(svg))
    joined = "".join(words(svg)).replace(" ", "")
    assert joined.count(line.replace(" ", "")) >= 2 * count
    assert ("Plan of michael" in words(svg)) == (kind is Planned)
    # a heading that goes on is said once in each column
    assert 1 <= words(svg).count("the same") <= 3


def test_a_robust_plan_is_drawn_with_its_worst_case_below():
    scenario = load("empire/first-region")
    plans = ({"daniel": RoundPolicy(pieces=Pieces(cities=("thrace",)))},)
    scenario = replace(scenario, question=Robust(kind="robust", player="michael", plans=plans))
    plan = Plan(allocation=Allocation(armies=6, temple=5, city=4), pieces=Pieces(temples=("illyria",)))
    svg = draw(scenario, RobustAnswer(plan=plan, worst=WorstCase(plan=1, value=3, best=4)))
    assert_legible(svg)
    assert {"Plan of michael", "lays a temple in Illyria", "worst case", "plan 1 of the list"} <= set(words(svg))
    # what stands beside the map is not said again below
    assert not {"distribute", "lay", "a temple in Illyria"} & set(words(svg))


def test_a_long_text_stands_in_columns():
    pairs = [("word", f"line {number}") for number in range(60)]
    wide, narrow = Words(pairs).height(1500), Words(pairs).height(400)
    assert wide < 0.4 * narrow
    assert Words([("a", "b")]).height(300) == Words([("a", "b")]).height(3000)
    assert Words([]).height(300) > 0


def test_a_map_has_the_room_that_it_asks_for(region):
    scenario, plan = region
    for scene in empire_answers.sheet_of(plan, scenario).scenes:
        assert isinstance(scene, Scene)
        assert scene.height(scene.least) == scene.height(2 * scene.least)


def test_the_end_of_the_game_is_drawn():
    scenario = load("empire/swing-last-round")
    ended = replace(scenario, position=scenario.position.model_copy(update={"ended": True}))
    svg = draw(ended)
    assert_legible(svg)
    assert words(svg)[0].endswith("Region 6: India, the game has ended")
    answered = draw(ended, SwingAnswer())
    assert_legible(answered)
    assert "end" in words(answered)


def test_the_key_explains_what_is_on_any_of_the_maps(region):
    scenario, plan = region
    entries = set(words(draw(scenario, plan)))
    assert {"standing from earlier", "laid this round", "laid by the plan"} <= entries
    assert "move: number, ×armies, −cubes paid" not in entries  # no round has any


def test_a_seat_shows_what_those_before_it_have_done():
    scenario = load("empire/seats-last-word")
    svg = draw(scenario, found(scenario).plan)
    assert any(line.endswith("; nobody plays later") for line in words(svg))
    # the moves of marion are on the map only where she sits first
    assert tooltips(svg).count("city of marion, laid") == 1 + 1  # and in the key
    first, last = empire_answers.sheet_of(found(scenario).plan, scenario).scenes
    assert first.players["marion"].armies == {"symbol": 3}
    assert last.players["marion"].armies == {"syria": 3}


def test_headings_fit_and_nothing_hangs_over():
    scenario = load("empire/route-each")
    way = Way(cubes=3, holds=tuple(scenario.board.by_number[5].provinces) * 4, worth=1)
    svg = draw(scenario, RouteAnswer(ways=(way, way)))
    assert_legible(svg)
    width = float(ElementTree.fromstring(svg).get("width"))
    assert all(text_width(line, 12) < width for line in words(svg))
    assert len([line for line in words(svg) if line.startswith("Way ")]) == 2
