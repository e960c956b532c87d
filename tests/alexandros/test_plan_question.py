"""Lines over the next own turns: by hand, against every line by the rules, and laws that must hold."""

import json
from dataclasses import replace

import pytest

from models.alexandros.plan import Action, Turn
from models.alexandros.position import Position
from models.game import load_game
from puzzles.checking import check
from puzzles.drawing.alexandros_answers import view_of
from puzzles.generate.alexandros import LARGE, SMALL, TINY
from puzzles.generate.alexandros_plan import plan
from puzzles.generate.making import put_together
from puzzles.solving import solve
from solver.alexandros.best_turn_documents import BestTurn
from solver.alexandros.plan_documents import LinePlan, PlanAnswer
from solver.answer import Limits, Status
from tests.alexandros.changing import mirrored_table
from tests.alexandros.plan_judge import Judge
from tests.alexandros.tables import draw
from tests.puzzles import conftest

GAME = load_game("alexandros")
satrap = conftest.satrap

# Alexander on b3: the wall a4-b3 parts the temple and two blanks on the left from horse, amphora and four blanks.
BOARD = draw("A|T..H....A", start="b3")
OTHERS = {"lyre": 11, "hoplite": 11}


def scenario(players, board=BOARD, readings=None, question=None, **position):
    """A scenario put together in memory, found sound; Ana asks."""
    asked = LinePlan.model_validate({"kind": "plan", **(question or {})})
    table = Position.model_validate({"players": players, **position})
    return put_together(GAME, board, table, asked, "hand", readings=readings, board_name="./board.yaml")


def best(*given, **more):
    answer = solve(scenario(*given, **more))
    assert (answer.status, answer.canonical, answer.gap) == (Status.OPTIMAL, True, 0)
    return answer.value, [turn.plain() for turn in answer.plan.turns]


def listed(pile, **gone):
    """A known pile: these cards from the top, all others but those that are gone on the discards."""
    left = {"temple": 11, "amphora": 11, "horse": 11, **OTHERS}
    for card, count in gone.items():
        left[card] -= count
    for card in pile:
        left[card] -= 1
    return {"pile": pile, "discards": left}


# -- by hand -----------------------------------------------------------------------------------------

MOVED = {"walls": ["a4-b3"], "walls_left": 9, "moved": True}


def test_a_turn_that_has_begun():
    """Two blanks beside the temple: the levy brings 2; the game goes on with a move."""
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A0"]}, "ben": {}}
    assert best(players, question={"turns": 1}, **MOVED) == (2, [{"actions": [{"levy": "temple"}]}])
    done = {"actions": 2, "levied": True}
    assert best(players, question={"turns": 1}, **MOVED, **done) == (0, [{}])


def test_close_occupy_and_levy():
    """Sent to the horse, Alexander may go to a4: that wall leaves the temple with two blanks."""
    players = {"ana": {"hand": {"temple": 1}}, "ben": {}}
    value, turns = best(players, face_up=["horse", "horse"], question={"turns": 1})
    assert value == 2
    assert turns[0]["path"] == "b3-a4"
    assert turns[0]["actions"] == [{"occupy": ["A0"]}, {"levy": "temple"}]


def test_hidden_cards_are_never_used():
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    given = {"face_up": ["horse", "horse"], "walls": ["a4-b3"], "walls_left": 9, "question": {"turns": 1}}
    known = listed(["temple", "amphora", "amphora", "amphora"], horse=2)
    value, turns = best(players, **known, **given)
    assert value == 2
    assert turns[0]["actions"][0] == {"take": "pile", "drawn": "temple"}
    hidden = scenario(players, **given)
    answer = solve(hidden)
    assert answer.value == 0
    assert "cards of the pile that nobody knows are never used" in answer.notes


def test_the_walls_end_the_line():
    """No wall is left: the first move that needs one ends the game.  It parts the amphora and three blanks."""
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"]}, "ben": {}}
    given = {"face_up": ["amphora", "amphora"], "walls": ["a4-b3"], "walls_left": 0, "alexander": "b3"}
    answer = solve(scenario(players, **given))
    assert answer.value == 3
    assert len(answer.plan.turns) == 1
    assert any("is the last" in note for note in answer.notes)


def test_no_turn_comes_any_more():
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    answer = solve(scenario(players, question={"player": "ben"}, ending=True, **MOVED))
    assert (answer.value, answer.plan.turns, answer.status) == (0, (), Status.OPTIMAL)


def test_margin_leaves_a_levy_that_helps_the_rival():
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A0"]}, "ben": {"governors": ["A3"]}}
    given = {"question": {"turns": 1, "maximise": "margin"}, **MOVED}
    assert best(players, **given) == (2, [{"actions": [{"levy": "temple"}]}])
    assert best(players, readings={"levy-filter": "all"}, **given)[0] == 0


def test_passing_not_allowed():
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A0"]}, "ben": {}}
    value, turns = best(players, readings={"passing": "not"}, question={"turns": 1}, **MOVED)
    assert value == 2
    assert len(turns[0]["actions"]) == 2


def test_limits_tell_a_bound():
    made = plan(2, size=LARGE, known=1.0, turns=3, maximise="points")
    answer = solve(made, limits=Limits(seconds=0.5))
    assert answer.status is Status.FEASIBLE
    assert answer.gap is not None
    assert not answer.canonical


def test_all_and_top():
    players = {"ana": {"hand": {"temple": 1, "horse": 1}, "governors": ["A0"]}, "ben": {}}
    given = {"question": {"turns": 1}, "face_up": ["horse", "amphora"], **MOVED}
    every_one = solve(scenario(players, **given), all=True)
    assert every_one.complete
    assert {one.value for one in every_one.answers} == {2}
    some = solve(scenario(players, **given), top=len(every_one.answers) + 2)
    assert [one.value for one in some.answers] == [2] * len(every_one.answers) + [0, 0]
    assert len({json.dumps(one.plan.plain()) for one in some.answers}) == len(some.answers)
    assert some.answers[0].plan == solve(scenario(players, **given)).plan


def test_check():
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"]}, "ben": {}}
    made = scenario(players, question={"turns": 1}, **MOVED)
    levied = Action(levy="temple")
    assert check(made, PlanAnswer(turns=(Turn(actions=(levied,)),))).gap == 0
    twice = check(made, PlanAnswer(turns=(Turn(actions=(levied, levied)),)))
    assert [breach.rule for breach in twice.breaches] == ["5-13"]
    lucky = Turn(actions=(Action(take="pile", drawn="horse"),))
    assert [breach.rule for breach in check(made, PlanAnswer(turns=(lucky,))).breaches] == ["question"]
    assert not check(made, PlanAnswer(turns=(Turn(), Turn()))).legal
    assert not check(made, PlanAnswer(turns=())).legal


def test_bad_input(tmp_path, satrap):
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    with pytest.raises(ValueError, match="unknown player"):
        scenario(players, question={"player": "eva"}, **MOVED)
    with pytest.raises(ValueError, match="the game is over"):
        scenario(players, over=True, **MOVED)
    text = {**scenario(players, **MOVED).plain(), "board": "satrapies"}
    text["question"]["turns"] = 5
    file = tmp_path / "bad.yaml"
    file.write_text(json.dumps(text))
    done = satrap("solve", file)
    assert done.status == 2
    assert "question.turns" in done.err


def test_picture_shows_all_turns():
    made = plan(9, size=SMALL, known=1.0, turns=2, maximise="points")
    answer = solve(made)
    view = view_of(answer.plan, made)
    assert len(view.ways) == sum(turn.moves for turn in answer.plan.turns)


# -- against every line ------------------------------------------------------------------------------

NARROW = replace(TINY, board=((2, 2), (4, 5)))


def judged(seed, turns):
    made = plan(seed, size=NARROW if turns > 1 else TINY, odd=0.4, turns=turns)
    answer = solve(made)
    assert answer.status is Status.OPTIMAL, seed
    assert answer.value == Judge(made).best(), seed


@pytest.mark.parametrize("seed", range(20))
def test_one_turn_against_every_line(seed):
    judged(seed, 1)


@pytest.mark.parametrize("seed", [1, 2, 6, 17, 32])
def test_two_turns_against_every_line(seed):
    judged(seed, 2)


@pytest.mark.big
def test_against_every_line_big():
    for seed in range(1000, 1400):
        judged(seed, 1)
    for seed in range(2000, 2200):
        judged(seed, 2)


# -- laws --------------------------------------------------------------------------------------------


def sound(made):
    answer = solve(made)
    assert answer.status is Status.OPTIMAL
    assert (answer.canonical, answer.gap) == (True, 0)
    verdict = check(made, answer.plan)
    assert verdict.legal, verdict.breaches
    assert verdict.gap == 0
    return answer


@pytest.mark.parametrize("seed", range(12))
def test_answers_are_sound(seed):
    sound(plan(seed, size=SMALL, odd=0.3, turns=1 + seed % 2))


def test_a_way_that_is_walled_in_part():
    """One black and one red wall are left for three sides: the rest of the way closes nothing (F-5, short-walls)."""
    sound(plan(519, size=SMALL, odd=0.3, turns=2))


@pytest.mark.big
def test_answers_are_sound_big():
    for seed in range(1000):
        sound(plan(seed, size=SMALL, odd=0.3, turns=1 + seed % 2))
    for seed in range(60):
        sound(plan(seed, size=LARGE, turns=2))


def again(made, position, board=None, **asked):
    """The same with another table, or another question."""
    question = made.question.model_copy(update=asked)
    board = board or made.board
    return put_together(GAME, board, position, question, "again", readings=made.readings, board_name=made.board_name)


def laws(seed):
    made = plan(seed, size=SMALL, turns=2)
    answer = sound(made)
    position = made.position
    names = dict(zip(position.players, ("zoe", "yan", "xia", "wim"), strict=False))
    players = {names[name]: state for name, state in position.players.items()}
    renamed = again(made, position.changed(players=players, active=names[position.whose]))
    assert (sound(renamed).value, sound(renamed).plan) == (answer.value, answer.plan)
    board, table = mirrored_table(made.board, position)
    assert sound(again(made, table, board)).value == answer.value
    if made.question.maximise == "points":
        assert sound(again(made, position, turns=1)).value <= answer.value
    if isinstance(position.pile, tuple):
        assert sound(again(made, position.changed(pile=len(position.pile)))).value <= answer.value


@pytest.mark.parametrize("seed", range(5))
def test_laws(seed):
    laws(seed)


@pytest.mark.big
def test_laws_big():
    for seed in range(100, 250):
        laws(seed)


def alike(seed, size):
    """One turn is worth as much as the best turn without unknown cards."""
    made = plan(seed, size=size, odd=0.3, turns=1)
    if made.question.player not in (None, made.position.whose):
        return
    asked = BestTurn(kind="best-turn", maximise=made.question.maximise, draws="none")
    other = put_together(
        GAME, made.board, made.position, asked, seed, readings=made.readings, board_name=made.board_name
    )
    assert solve(made).value == solve(other).value, seed


@pytest.mark.parametrize("seed", range(12))
def test_one_turn_is_the_best_turn(seed):
    alike(seed, SMALL if seed % 3 else LARGE)


@pytest.mark.big
def test_one_turn_is_the_best_turn_big():
    for seed in range(400):
        alike(seed, SMALL if seed % 4 else LARGE)
