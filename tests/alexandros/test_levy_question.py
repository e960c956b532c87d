"""What a levy brings and when to levy: by hand, against trying every line by the rules, and laws that must hold."""

import json
from random import Random

import pytest

from models.alexandros.plan import Action
from models.alexandros.position import Position
from models.game import load_game
from puzzles.checking import check
from puzzles.generate.alexandros import LARGE, SMALL, TINY
from puzzles.generate.alexandros_levy import levy
from puzzles.generate.making import put_together
from puzzles.solving import solve
from solver.alexandros.levy_documents import LevyAnswer, LevyTiming
from solver.alexandros.levy_search import packed
from solver.answer import Limits, Status
from tests.alexandros.changing import mirrored_table
from tests.alexandros.levy_judge import judge
from tests.alexandros.tables import draw
from tests.puzzles import conftest

GAME = load_game("alexandros")
satrap = conftest.satrap

# The wall a4-b5 parts T... and H....A: 3 blanks on the left, 4 on the right.
BOARD = draw("A|T...H....A")


def scenario(players, board=BOARD, readings=None, ask="time", question=None, **position):
    """A scenario put together in memory, found sound; Ana asks."""
    asked = LevyTiming.model_validate({"kind": "levy", "ask": ask, **(question or {})})
    table = Position.model_validate({"players": players, **position})
    return put_together(GAME, board, table, asked, "hand", readings=readings, board_name="./board.yaml")


def plain(answer):
    return [[action.plain() for action in taken] for taken in answer.plan.turns]


def best(*given, **more):
    answer = solve(scenario(*given, **more))
    assert (answer.status, answer.canonical, answer.gap) == (Status.OPTIMAL, True, 0)
    return answer.value, plain(answer)


PARTED = {"walls": ["a4-b5"], "walls_left": 9}


def test_board_is_what_the_tests_say():
    answer = solve(scenario({"ana": {"governors": ["A0"]}, "ben": {}}, ask="table", **PARTED))
    assert answer.plan.rows[0].points == {"ana": 3, "ben": 0}


# -- table -------------------------------------------------------------------------------------------

TWO = {"ana": {"hand": {"temple": 1, "lyre": 1}, "governors": ["A0"]}, "ben": {"points": 98, "governors": ["A4"]}}


def test_table():
    answer = solve(scenario(TWO, ask="table", **PARTED))
    rows = {row.symbol: row for row in answer.plan.rows}
    assert list(rows) == ["temple", "amphora", "horse", "lyre", "hoplite"]
    assert rows["temple"].by == ("ana",)
    assert rows["horse"].points == {"ana": 0, "ben": 4}
    assert rows["horse"].by == ()
    assert (rows["horse"].ends, rows["horse"].winners) == (True, ("ben",))
    assert not rows["temple"].ends
    assert (answer.value, answer.plan.best) == (3, "temple")
    assert [(entry.player, entry.amount, entry.rule) for entry in answer.ledger] == [
        ("ana", 3, "5-11"),
        ("ben", 0, "5-9"),
    ]


def test_table_under_the_published_filter():
    readings = {"levy-filter": "all"}
    made = scenario(TWO, ask="table", readings=readings, question={"maximise": "margin"}, **PARTED)
    answer = solve(made)
    assert all(row.points == {"ana": 3, "ben": 4} for row in answer.plan.rows)
    assert (answer.value, answer.plan.best) == (-1, "temple")
    assert answer.rulings["levy-filter"] == "all"


def test_table_with_the_threshold():
    players = {**TWO, "ben": {"points": 96, "governors": ["A4"]}}
    assert solve(scenario(players, ask="table", **PARTED)).plan.rows[2].ends
    exceed = {"threshold": "exceed"}
    assert not solve(scenario(players, ask="table", readings=exceed, **PARTED)).plan.rows[2].ends


def test_no_levy_can_be_started():
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    answer = solve(scenario(players, ask="table", **PARTED))
    assert (answer.value, answer.plan.best) == (0, None)
    assert best(players, **PARTED) == (0, [[], [], []])


# -- time --------------------------------------------------------------------------------------------


def test_levy_once_a_turn():
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"]}, "ben": {}}
    levied = [{"levy": "temple"}]
    assert best(players, **PARTED) == (6, [levied, levied, []])
    assert best(players, question={"turns": 1}, **PARTED) == (3, [levied])


def test_occupy_first_where_that_pays():
    """Horse and amphora: one governor and a card leave nothing to levy with; two governors, one of them removed, do."""
    players = {"ana": {"hand": {"horse": 1}}, "ben": {}}
    assert best(players, question={"turns": 1}, **PARTED) == (0, [[]])
    value, turns = best(players, question={"turns": 2}, **PARTED)
    assert (value, turns) == (4, [[{"occupy": ["A4", "A9"]}], [{"remove": ["A9"]}, {"levy": "horse"}]])


def test_take_an_open_card():
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    found = best(players, face_up=["horse", "temple"], question={"turns": 1}, **PARTED)
    assert found == (3, [[{"take": "temple"}, {"levy": "temple"}]])


def test_known_pile():
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    given = {"face_up": ["horse", "horse"], "question": {"turns": 1}, **PARTED}
    others = {"lyre": 11, "hoplite": 11, "amphora": 11, "horse": 9, "temple": 9}
    pile = {"pile": ["temple", "temple"], "discards": others}
    assert best(players, **pile, **given) == (3, [[{"take": "pile", "drawn": "temple"}, {"levy": "temple"}]])
    assert best(players, **given)[0] == 0


def test_a_levy_that_ends_the_game_waits():
    """With 98 each levy ends it; as the second levy it is lost, so the larger one is made."""
    players = {"ana": {"points": 97, "hand": {"temple": 1, "horse": 1}, "governors": ["A0", "A4"]}, "ben": {}}
    value, turns = best(players, **PARTED)
    assert (value, turns) == (4, [[{"levy": "horse"}]])
    exceed = best(players, readings={"threshold": "exceed"}, **PARTED)
    assert exceed == (7, [[{"levy": "temple"}], [{"levy": "horse"}]])


def test_margin():
    """The levy brings Ben more under the published filter, so it is better left."""
    assert best(TWO, readings={"levy-filter": "all"}, question={"maximise": "margin"}, **PARTED)[0] == 0
    assert best(TWO, readings={"levy-filter": "all"}, **PARTED)[0] == 3
    assert best(TWO, question={"maximise": "margin"}, **PARTED)[0] == 3


def test_a_turn_that_has_begun():
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"]}, "ben": {}}
    levied = {"moved": True, "actions": 1, "levied": True}
    assert best(players, question={"turns": 1}, **levied, **PARTED) == (0, [[]])
    assert best(players, question={"turns": 2}, **levied, **PARTED) == (3, [[], [{"levy": "temple"}]])


def test_the_walls_have_run_out():
    players = {"ana": {"hand": {"temple": 2}, "governors": ["A0"]}, "ben": {}}
    given = {"moved": True, "ending": True, **PARTED}
    assert best(players, **given) == (3, [[{"levy": "temple"}]])
    answer = solve(scenario(players, question={"player": "ben"}, **given))
    assert (answer.value, answer.plan.turns, answer.status) == (0, (), Status.OPTIMAL)


def test_passing_not_allowed():
    """Two actions a turn: a card has to be taken, an unknown one if no other; it is in no hand."""
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A0"]}, "ben": {}}
    found = best(players, readings={"passing": "not"}, question={"turns": 1}, **PARTED)
    assert found == (3, [[{"levy": "temple"}, {"take": "pile"}]])


def test_all_and_top_tell_schedules():
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A0"]}, "ben": {}}
    made = scenario(players, question={"turns": 2}, **PARTED)
    every_one = solve(made, all=True)
    assert [plain(one) for one in every_one.answers] == [[[{"levy": "temple"}], []], [[], [{"levy": "temple"}]]]
    assert every_one.complete
    three = solve(made, top=5)
    assert [one.value for one in three.answers] == [3, 3, 0]
    assert three.complete
    assert not solve(made, top=2).complete


def test_check():
    made = scenario(TWO, **PARTED)
    levied = Action(levy="temple")
    late = check(made, LevyAnswer(turns=((), (levied,))))
    assert (late.legal, late.gap) == (True, 0)
    twice = check(made, LevyAnswer(turns=((levied, Action(levy="lyre")),)))
    assert [breach.rule for breach in twice.breaches] == ["5-13"]
    lucky = check(made, LevyAnswer(turns=((Action(take="pile", drawn="temple"), levied),)))
    assert not lucky.legal
    assert not check(made, LevyAnswer(turns=((),) * 4)).legal
    table = scenario(TWO, ask="table", **PARTED)
    right = solve(table).plan
    assert check(table, right).legal
    assert not check(table, right.model_copy(update={"best": "horse"})).legal
    assert not check(table, right.model_copy(update={"rows": right.rows[1:]})).legal


def test_bad_input(tmp_path, satrap):
    made = scenario(TWO, **PARTED)
    with pytest.raises(ValueError, match="unknown player"):
        scenario(TWO, question={"player": "eva"}, **PARTED)
    with pytest.raises(ValueError, match="the game is over"):
        scenario(TWO, over=True, **PARTED)
    text = json.loads(json.dumps(made.plain()))
    text["question"]["turns"] = 9
    text["board"] = "satrapies"
    file = tmp_path / "bad.yaml"
    file.write_text(json.dumps(text))
    done = satrap("solve", file)
    assert done.status == 2
    assert "question.turns" in done.err


def test_packed():
    items = ((0, 1, 0),) * 5
    assert packed(items, 1) == (4, 4)


# -- against trying every line -----------------------------------------------------------------------


def judged(seed):
    made = levy(seed, size=TINY, ask="time", turns=1 + seed % 2)
    answer = solve(made)
    assert answer.status is Status.OPTIMAL, seed
    count = sum(len(taken) for taken in answer.plan.turns)
    assert (answer.value, count) == judge(made), seed


@pytest.mark.parametrize("seed", range(8))
def test_against_every_line(seed):
    judged(seed)


@pytest.mark.big
def test_against_every_line_big():
    for seed in range(100, 400):
        judged(seed)


# -- laws --------------------------------------------------------------------------------------------


def sound(made, **more):
    answer = solve(made, **more)
    assert (answer.status, answer.canonical, answer.gap) == (Status.OPTIMAL, True, 0)
    verdict = check(made, answer.plan)
    assert verdict.legal
    assert verdict.gap == 0
    return answer


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_sound(seed):
    sound(levy(seed, size=LARGE if seed % 2 else SMALL))


@pytest.mark.big
def test_answers_are_sound_big():
    for seed in range(1000):
        sound(levy(seed, size=SMALL if seed % 4 else LARGE))


def renamed(made, names):
    """The same with other names of players."""
    position = made.position.changed(
        players={names[name]: state for name, state in made.position.players.items()},
        active=names[made.position.whose],
    )
    asker = made.question.player
    question = made.question.model_copy(update={"player": names[asker] if asker else None})
    return put_together(
        GAME, made.board, position, question, "renamed", readings=made.readings, board_name=made.board_name
    )


def laws(seed):
    made = levy(seed, size=SMALL, ask="time", turns=2)
    answer = sound(made)
    names = dict(zip(made.position.players, ("zoe", "yan", "xia", "wim"), strict=False))
    other = sound(renamed(made, names))
    assert (other.value, other.plan) == (answer.value, answer.plan)
    board, position = mirrored_table(made.board, made.position)
    turned = put_together(
        GAME, board, position, made.question, "mirrored", readings=made.readings, board_name=made.board_name
    )
    assert sound(turned).value == answer.value
    longer = levy(seed, size=SMALL, ask="time", turns=3)
    assert solve(longer).value >= answer.value
    kept = sound(made, top=3)
    assert kept.answers[0].value == answer.value
    assert [one.value for one in kept.answers] == sorted((one.value for one in kept.answers), reverse=True)
    chance = Random(seed)
    name = made.question.player or made.position.whose
    state = made.position.players[name]
    if isinstance(made.position.pile, int) and made.position.pile > 1 and made.rulings.readings["passing"] != "not":
        card = chance.choice([card for card, count in made.position.unseen.items() if count])
        richer = made.position.with_player(name, hand={**state.hand, card: state.hand.get(card, 0) + 1})
        richer = richer.changed(pile=made.position.pile - 1)
        more = put_together(
            GAME, made.board, richer, made.question, "richer", readings=made.readings, board_name=made.board_name
        )
        assert solve(more).value >= answer.value


@pytest.mark.parametrize("seed", range(5))
def test_laws(seed):
    laws(seed)


@pytest.mark.big
def test_laws_big():
    for seed in range(100, 300):
        laws(seed)


def test_time_limit():
    made = levy(102, ask="time", turns=5)
    answer = solve(made, limits=Limits(seconds=0.2))
    assert answer.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert answer.bound >= answer.value


def test_rulings_are_told():
    answer = solve(scenario(TWO, **PARTED))
    assert answer.rulings["levy-filter"] == "symbol"
    players = {**TWO, "ana": {**TWO["ana"], "points": 97}}
    assert solve(scenario(players, **PARTED)).rulings["threshold"] == "reach"
