"""`best-turn` against every turn by the rules, what must not change it, and how it stands in files."""

from dataclasses import replace
from fractions import Fraction

import pytest

import puzzles
from models.errors import InputError
from puzzles.generate.alexandros import LARGE, SMALL, TINY
from puzzles.generate.alexandros_best_turn import best_turn
from puzzles.scenario import parse, task_of
from solver.alexandros.best_turn import BestTurnQuestion
from solver.alexandros.best_turn_documents import BestTurn, BestTurnAnswer
from solver.answer import Limits
from tests.alexandros.best_turn_judge import Judge
from tests.alexandros.changing import again, mirrored, permuted, renamed, with_an_islet

QUESTION = BestTurnQuestion()


def factor(scenario):
    """The orders of the unseen cards that count."""
    position = scenario.position.resolved(scenario.board)
    if scenario.question.draws == "none" or not isinstance(position.pile, int):
        return 1
    turned = 3 - len(position.face_up) if position.face_up and not position.moved else 0
    found = 1
    for at in range(min(position.pile, turned + (position.actions == 0))):
        found *= position.pile - at
    return found


def taken(answer):
    """The card of a turn, whether it is of the hand, and its symbol."""
    plan = answer.plan
    return (plan.card or plan.hand, plan.hand is not None, plan.symbol) if plan.moves else None


def check_judged(scenario):
    expected = Judge(scenario).values()
    best = puzzles.solve(scenario)
    assert best.status.value == "optimal"
    assert best.canonical
    assert Fraction(best.value, factor(scenario)) == max(expected.values()), scenario.name
    if factor(scenario) > 1:
        listed = puzzles.solve(scenario, top=50)
        assert {taken(one): Fraction(one.value, factor(scenario)) for one in listed.answers} == expected
        assert listed.complete
    assert puzzles.check(scenario, best.plan).gap == 0
    assert BestTurnAnswer.model_validate(best.plan.plain()) == best.plan


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_better(seed):
    check_judged(best_turn(seed, size=TINY, odd=0.3 if seed % 2 else 0))


@pytest.mark.big
@pytest.mark.parametrize("block", range(25))
def test_nothing_is_better_on_many(block):
    for seed in range(100 + 10 * block, 110 + 10 * block):
        check_judged(best_turn(seed, size=replace(TINY, readings=0.4), odd=0.3 if seed % 2 else 0))


@pytest.mark.big
@pytest.mark.parametrize("block", range(26))
def test_replays_on_many(block):
    for seed in range(5000 + 50 * block, 5050 + 50 * block):
        scenario = best_turn(seed, size=SMALL if seed % 4 else LARGE, odd=0.2 if seed % 3 else 0)
        answer = puzzles.solve(scenario)  # a replay that says otherwise is a contradiction
        assert answer.status.value == "optimal"
        tried = puzzles.solve(scenario, top=3)
        assert tried.answers[0].value == answer.value
        values = [one.value for one in tried.answers]
        assert values == sorted(values, reverse=True)
        assert len({str(one.plan.plain()) for one in tried.answers}) == len(values)


# -- what must not change the value ----------------------------------------------------------------------


def harmless(seed):
    """A scenario in which nothing depends on how many walls are left."""
    scenario = best_turn(seed, size=replace(SMALL, readings=0.0), odd=0.2 if seed % 2 else 0)
    return again(scenario, position=scenario.position.changed(walls_left=min(40, 64 - len(scenario.position.walled))))


CHANGES = (renamed, permuted, mirrored, with_an_islet)


def check_unchanged(seed):
    scenario = harmless(seed)
    value = puzzles.solve(scenario).value
    for change in CHANGES:
        other = change(scenario)
        if other is not None:
            assert puzzles.solve(other).value == value, change.__name__


@pytest.mark.parametrize("seed", range(8))
def test_what_does_not_matter(seed):
    check_unchanged(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_what_does_not_matter_on_many(block):
    for seed in range(300 + 40 * block, 340 + 40 * block):
        check_unchanged(seed)


@pytest.mark.parametrize("seed", range(10))
def test_more_is_never_worse(seed):
    """A measure with larger weights, chance used instead of left out, and a known pile on average."""
    scenario = best_turn(
        seed, size=SMALL, maximise="measure", measure={"points": 1, "income": 1, "card": 0, "governor": 0}, draws="none"
    )
    value = puzzles.solve(scenario).value
    question = scenario.question
    heavier = question.model_copy(update={"measure": question.measure.model_copy(update={"card": 1, "governor": 1})})
    assert puzzles.solve(again(scenario, question=heavier)).value >= value
    chance = question.model_copy(update={"draws": "expected"})
    luck = again(scenario, question=chance)
    assert Fraction(puzzles.solve(luck).value, factor(luck)) >= value


# -- by hand ---------------------------------------------------------------------------------------------

SMALL_BOARD = """
  B| .H..A.
  A|  ..L.
"""


def asked(position, question="{kind: best-turn}", rulings="{}", land=SMALL_BOARD, tmp_path=None):
    (tmp_path / "small.yaml").write_text(
        "satrap: 1\ngame: alexandros\nname: small\ntitle: Small\nstart: a2\nland: |" + land
    )
    text = f"satrap: 1\ngame: alexandros\nboard: ./small.yaml\nrulings: {rulings}\nposition: {position}\n"
    return parse(text + f"question: {question}\n", "hand.yaml", tmp_path)


def test_the_card_that_turns_up_is_used(tmp_path):
    # The whole board is one province with three symbols and 7 blanks; ana's governor stands on the horse.  What is left
    # are a horse and two amphoras, or a horse and an amphora: whether the horse turns up or is drawn, she levies.
    known = "discards: {temple: 11, amphora: 9, horse: 10, lyre: 10, hoplite: 11}"
    players = "players: {ana: {governors: [B2]}, ben: {}}"
    scenario = asked(f"{{face_up: [lyre], pile: 3, {known}, {players}}}", tmp_path=tmp_path)
    answer = puzzles.solve(scenario)
    assert factor(scenario) == 6  # both face-up places are filled: two cards turn up, one is left
    assert Fraction(answer.value, 6) == 7
    scenario = asked(f"{{face_up: [lyre, amphora], pile: 2, {known}, {players}}}", tmp_path=tmp_path)
    scenario = again(scenario, position=scenario.position.changed(pile=2))
    assert Fraction(puzzles.solve(scenario).value, factor(scenario)) == 7
    none = "{kind: best-turn, draws: none}"
    scenario = asked(f"{{face_up: [lyre, amphora], pile: 2, {known}, {players}}}", none, tmp_path=tmp_path)
    assert puzzles.solve(scenario).value == 0


def test_a_move_that_nobody_can_make_is_skipped(tmp_path):
    players = "players: {ana: {hand: {horse: 1}, governors: [B2]}, ben: {}}"
    scenario = asked(f"{{face_up: [temple], {players}}}", tmp_path=tmp_path)
    answer = puzzles.solve(scenario)
    assert (answer.value, answer.plan.card, answer.plan.cases) == (7 * factor(scenario), None, None)
    assert answer.plan.actions[0].levy == "horse"
    joker = asked(f"{{face_up: [temple], {players}}}", rulings="{no-target: joker}", tmp_path=tmp_path)
    assert {one.plan.symbol for one in puzzles.solve(joker, top=9).answers} == {"amphora", "horse", "lyre"}


def test_in_the_middle_of_a_turn(tmp_path):
    players = "players: {ana: {hand: {horse: 1}, governors: [B2]}, ben: {}}"
    for more, value in (("actions: 1", 7), ("actions: 2", 0), ("actions: 1, levied: true", 0)):
        scenario = asked(f"{{moved: true, {more}, face_up: [lyre], {players}}}", tmp_path=tmp_path)
        answer = puzzles.solve(scenario)
        assert (answer.value, answer.plan.card) == (value, None)


def test_somebody_elses_turn(tmp_path):
    players = "players: {ana: {}, ben: {hand: {horse: 1}, governors: [B2]}}"
    scenario = asked(f"{{face_up: [lyre, amphora], {players}}}", "{kind: best-turn, player: ben, draws: none}",
                     tmp_path=tmp_path)  # fmt: skip
    assert puzzles.solve(scenario).value == 7


@pytest.mark.parametrize(
    ("position", "question", "path"),
    [
        ("{players: {ana: {}, ben: {}}}", "{kind: best-turn, player: cara}", "question.player"),
        ("{moved: true, players: {ana: {}, ben: {}}}", "{kind: best-turn, player: ben}", "question.player"),
        ("{over: true, players: {ana: {}, ben: {}}}", "{kind: best-turn}", "position.over"),
        ("{players: {ana: {}, ben: {}}}", "{kind: best-turn, measure: {card: 2}}", "question.measure"),
        ("{players: {ana: {}, ben: {}}}", "{kind: best-turn, maximise: luck}", "question.maximise"),
        ("{players: {ana: {}, ben: {}}}", "{kind: best-turn, maximise: measure, measure: {card: -1}}",
         "question.measure.card"),
    ],
)  # fmt: skip
def test_bad_input(position, question, path, tmp_path):
    with pytest.raises(InputError) as caught:
        puzzles.solve(asked(position, question, tmp_path=tmp_path))
    assert path in [fault.path for fault in caught.value.faults]


def test_wrong_answers_are_told():
    scenario = puzzles.load("alexandros/best-turn-hope-for-a-hoplite")
    best = puzzles.solve(scenario).plan.plain()
    assert puzzles.check(scenario, BestTurnAnswer.model_validate(best)).gap == 0
    blind = {**best, "cases": {"hoplite": best["cases"]["hoplite"]}}
    said = QUESTION.strays(task_of(scenario), BestTurnAnswer.model_validate(blind))
    assert len(said) == 4  # nothing is said of the other four cards
    far = {"card": "horse", "to": "I5", "path": "j7-j9", "actions": [{"levy": "hoplite"}]}
    rules = {breach.rule for breach in QUESTION.replay(task_of(scenario), BestTurnAnswer.model_validate(far)).breaches}
    assert rules == {"4-3"}
    none = again(scenario, question=BestTurn(kind="best-turn", draws="none"))
    assert QUESTION.strays(task_of(none), BestTurnAnswer.model_validate(best))


def test_a_stopped_search_proves_nothing():
    scenario = best_turn(3, size=LARGE, maximise="measure")
    answer = puzzles.solve(scenario, limits=Limits(seconds=1e-9))
    assert answer.status.value in ("unknown", "feasible")


@pytest.mark.parametrize("seed", range(4))
def test_listed_turns_differ(seed):
    scenario = best_turn(seed, size=TINY, draws="none")
    everything = puzzles.solve(scenario, all=True)
    assert everything.complete
    assert {one.value for one in everything.answers} == {puzzles.solve(scenario).value}
    plans = [str(one.plan.plain()) for one in everything.answers]
    assert len(set(plans)) == len(plans)
    listed = puzzles.solve(scenario, top=3).answers
    assert [one.plan for one in listed][:1] == [everything.answers[0].plan]
