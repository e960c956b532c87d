"""What only tells of the table need not be said: an answer in short words is marked as a whole one is."""

from functools import cache
from pathlib import Path

import pytest

from puzzles.checking import worth
from puzzles.kinds.kind import kind_of
from puzzles.posing.play import Game
from puzzles.posing.pose import pose
from puzzles.questions import find

TOLD = {
    ("empire", "route", 1): {"ways": {"cubes", "holds", "worth"}},
    ("empire", "robust", 1): {"worst": None},
    ("empire", "contest", 1): {"worst": None, "table": None},
    ("empire", "turn-order", 1): {"beaten_by": None},
    ("alexandros", "defend", 1): dict.fromkeys(("before", "after", "threats", "left", "worst")),
    ("alhambra", "draft", 1): {"rows": {"value", "gain"}},
    ("alhambra", "layout", 1): {"layout": None},
    ("alhambra", "market-slot", 2): {"slots": None, "discard": None},
    ("successors", "regency", 1): {},
    ("successors", "stop", 1): {"cost": None, "wins": None},
}
"""By puzzle: the fields that tell of the table; of a list, those of each of its lines."""
SLOW = {("empire", "robust", 1), ("successors", "stop", 1)}
PUZZLES = [pytest.param(key, marks=[pytest.mark.big] * (key in SLOW)) for key in TOLD]


@cache
def posed(game, kind, seed):
    return pose(game, kind=kind, seed=seed)


@pytest.fixture(params=PUZZLES, ids=lambda key: "-".join(map(str, key)), scope="module")
def asked(request):
    return posed(*request.param), TOLD[request.param]


def decided(plan, told):
    """What a player decides: an answer without what it tells of the table."""
    return {
        key: [{name: part for name, part in one.items() if name not in told[key]} for one in value]
        if told.get(key)
        else value
        for key, value in plan.plain().items()
        if told.get(key, True)
    }


def words(value):
    """A value in the words that say it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {words(one)}" for key, held in value.items() for one in several(held))
    return " ".join(map(words, value)) if isinstance(value, list) else str(value)


def several(value):
    return value if isinstance(value, list) and isinstance(value[0], dict | list) else [value]


def lines(data):
    return [f"{key} {words(one)}" for key, value in data.items() for one in several(value)]


@pytest.fixture
def play(capsys):
    def played(puzzle, *typed):
        game = Game(puzzle, iter([*typed, "quit"]).__next__)
        found = game.play()
        return found, " ".join(capsys.readouterr().out.split())

    return played


def test_the_best_answer_is_known_without_what_it_tells(asked, play):
    puzzle, told = asked
    found, out = play(puzzle, *lines(decided(puzzle.answer.plan, told)), "done")
    assert (found.solved, found.value) == (True, puzzle.answer.value), out
    assert "this is the best answer" in out


def test_another_answer_is_marked_with_its_value(asked, play):
    puzzle, told = asked
    scenario = puzzle.scenario
    greedy = kind_of(scenario).finish(scenario.task, None, 0)
    value = worth(scenario, greedy)
    found, out = play(puzzle, *lines(decided(greedy, told)), "done")
    assert "not legal" not in out
    assert (found.solved, found.value, found.tries) == (False, value, 1), out
    value_words = find(scenario.game.key, scenario.question.kind).load().value_words
    assert f"{value_words(scenario.task, value)}; the best: {value_words(scenario.task, found.best)}" in out


def test_what_is_filled_in_is_the_whole_answer(asked):
    puzzle, told = asked
    scenario, best = puzzle.scenario, puzzle.answer.plan
    question = find(scenario.game.key, scenario.question.kind).load()
    said = decided(best, told)
    before = repr(said)
    whole = question.answer.model_validate(kind_of(scenario).told(scenario.task, said))
    assert repr(said) == before
    assert worth(scenario, whole) == puzzle.answer.value
    again = whole.plain()
    assert kind_of(scenario).told(scenario.task, again) == again


# -- routes ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def route():
    return posed("empire", "route", 1)


def test_a_move_a_line_makes_one_way(route, play):
    (way,) = route.answer.plan.ways
    typed = [f"ways moves armies {move.armies}, path {' '.join(move.path)}" for move in way.moves]
    assert play(route, *typed, "done")[0].solved


def test_what_is_said_stays_as_it_is_said(route, play):
    task = route.scenario.task
    (way,) = kind_of(route.scenario).finish(task, None, 0).plain()["ways"]
    found, out = play(route, *lines({"ways": [{"cubes": 7, "moves": way["moves"]}]}), "done")
    assert (found.solved, found.value) == (False, None)
    assert "the moves pay 8 cubes, not 7" in out
    assert out.count("not legal") == 1


def test_a_payment_that_is_said_is_judged(route, play):
    found, out = play(route, "ways moves armies 5, path symbol gandhara, pays temple 3", "done")
    assert not found.solved
    assert "the way costs 1, paid: 3" in out


def test_a_rule_that_is_broken_is_all_that_is_told(route, play):
    _, out = play(route, "ways moves armies 5, path symbol taxila", "done", "quit")
    assert "no arrow leads from symbol to taxila" in out
    assert "ways[0].moves[0]" in out
    assert not any(f"ways[0].{field}" in out for field in ("cubes", "holds", "worth"))
    _, out = play(route, "ways moves armies 0, path symbol", "done")
    assert "armies" in out
    assert "missing" not in out


def test_moves_alone_are_drawn(route, play, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out = play(route, "ways moves armies 5, path symbol gandhara", "draw route.svg")
    assert "drawn into route.svg" in out
    assert Path("route.svg").read_text(encoding="utf-8").startswith("<svg")


# -- tables of other choices -------------------------------------------------------------------------


def test_one_tile_is_enough(play):
    """The other tiles of ``draft`` then count as left out; the best of them is not given away."""
    puzzle = posed("alhambra", "draft", 1)
    best, second = puzzle.answer.plan.rows
    found, _ = play(puzzle, f"rows tile {second.tile}, at at {words(list(second.at.at))}", "done")
    assert (found.solved, found.value) == (False, second.gain)
    found, _ = play(puzzle, f"rows at tile {best.tile}, at {words(list(best.at.at))}", "done")
    assert found.solved
    found, out = play(puzzle, "rows tile castle1, at at 2 1", "done")
    assert "no tile of the supply is called “castle1”" in out
    assert "missing" not in out
    assert play(puzzle, "done")[0].value == 0


def test_steps_that_break_a_rule_are_told_once(play):
    puzzle = posed("alhambra", "layout", 1)
    _, out = play(puzzle, "steps place garden99-n, at 3 3", "done")
    assert "garden99-n" in out
    assert "stays there" not in out


def test_numbers_that_no_attack_has_are_no_other_attack(play):
    puzzle = posed("successors", "attack", 1)
    order = puzzle.answer.plan.order
    count = len(puzzle.scenario.question.attacks)
    wrong = " ".join(str(0 if number == count else number) for number in order)
    found, out = play(puzzle, f"order {wrong}", "done", "clear", "order 99", "done")
    assert not found.solved
    assert "there is no attack 0" in out
    assert "there is no attack 99" in out


def test_what_is_not_legal_is_not_drawn(satrap):
    ran = satrap(
        "pose", "alhambra", "--kind", "layout", "--seed", "1", "--play", stdin="steps exchange x, with y\ndraw a.svg\n"
    )
    assert ran.status == 1
    assert "drawn into a.svg" in ran.out
    assert "without your answer, which is not legal as it stands" in " ".join(ran.out.split())
