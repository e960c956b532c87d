"""``satrap pose`` and ``satrap book``: written, played, noted, marked and printed."""

import base64
import json
import re
from pathlib import Path

import pytest

import puzzles
from puzzles.posing.many import orders, orders_of, pose_many
from puzzles.posing.pose import pose
from puzzles.posing.record import Played, add, read, record_file
from puzzles.scenario import load_plan

KIND = ("empire", "--kind", "turn-order")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SATRAP_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def puzzle():
    return pose("empire", kind="turn-order", seed=1)


def test_a_puzzle_is_written_and_its_file_has_the_answer(satrap, puzzle):
    ran = satrap("pose", *KIND, "-o", "one.yaml", "--svg", "one.svg")
    assert (ran.status, ran.err) == (0, "")
    assert puzzle.asks in " ".join(ran.out.split())
    assert Path("one.yaml").read_text(encoding="utf-8") == puzzle.scenario.text()
    assert Path("one.svg").read_text(encoding="utf-8").startswith("<svg")
    answer = puzzles.solve(puzzles.load("one.yaml"))
    assert (answer.value, answer.plan) == (puzzle.answer.value, puzzle.answer.plan)


def test_nothing_of_the_answer_is_told_unless_it_is_asked_for(satrap, puzzle):
    told = satrap("pose", *KIND).out
    assert "proved best" not in told
    assert "the next best" not in told
    solution = satrap("pose", *KIND, "--solution").out
    assert "proved best by " in solution
    assert "the next best: " in solution


def test_the_document(satrap, puzzle):
    found = satrap("pose", *KIND, "--json").json
    assert found == json.loads(json.dumps(puzzle.plain()))
    assert list(found) == ["scenario", "asks", "value", "next_best", "difficulty", "seed"]
    assert list(found["difficulty"]) == ["level", "greedy", "shortfall", "close", "told", "steps"]
    assert "answer" in satrap("pose", *KIND, "--solution", "--json").json


def test_many_puzzles_go_into_a_folder_and_are_gone_on_with(satrap):
    ran = satrap("pose", *KIND, "--count", 3, "--jobs", 1, "-o", "club", "--resume", "club.jsonl", "--json")
    assert (ran.status, ran.json["complete"]) == (0, True)
    names = sorted(path.name for path in Path("club").iterdir())
    assert names == [f"empire-turn-order-{seed}.yaml" for seed in (1, 2, 3)]
    for one in ran.json["puzzles"]:
        scenario = puzzles.load(f"club/empire-turn-order-{one['seed']}.yaml")
        assert scenario.plain() == one["scenario"]
        Path("answer.json").write_text(json.dumps(one["answer"]), encoding="utf-8")
        assert puzzles.check(scenario, load_plan("answer.json", scenario)[0]).gap == 0
    again = satrap("pose", *KIND, "--count", 3, "--jobs", 1, "--resume", "club.jsonl", "--json")
    assert again.json == ran.json
    assert len(Path("club.jsonl").read_text(encoding="utf-8").splitlines()) == 4
    told = satrap("pose", *KIND, "--count", 2, "--jobs", 1)
    assert told.out.startswith("empire-turn-order-1  difficulty ")


def test_a_journal_of_something_else_is_refused(satrap):
    satrap("pose", *KIND, "--count", 1, "--jobs", 1, "--resume", "club.jsonl")
    head, line = Path("club.jsonl").read_text(encoding="utf-8").splitlines()
    other = json.dumps({**json.loads(line), "result": {"seed": 1}})
    Path("club.jsonl").write_text(f"{head}\n{other}\n", encoding="utf-8")
    (fault,) = satrap("pose", *KIND, "--count", 1, "--jobs", 1, "--resume", "club.jsonl", "--json").faults
    assert fault["message"] == "this holds no puzzles"


def test_the_number_of_jobs_does_not_matter():
    wanted = orders("empire", "turn-order", None, 1, 3)
    assert pose_many(wanted, jobs=2) == pose_many(wanted)


def test_games_take_turns():
    wanted = orders_of(["empire", "alhambra"], None, 2, 5, 3)
    assert [(order.game, order.seed) for order in wanted] == [("empire", 5), ("alhambra", 5), ("empire", 6)]


@pytest.fixture
def few_tries(monkeypatch):
    monkeypatch.setattr("puzzles.posing.pose.TRIES", 4)


def test_where_there_is_none_it_is_said(satrap, few_tries):
    ran = satrap("pose", *KIND, "--difficulty", 5)
    assert ran.status == 4
    assert "no empire turn-order puzzle of difficulty 5 among 4 candidates" in " ".join(ran.err.split())
    many = satrap("pose", *KIND, "--difficulty", 5, "--count", 1, "--jobs", 1, "--json")
    assert many.status == 4
    assert [list(one) for one in many.json["puzzles"]] == [["seed", "error"]]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ((), 2, "Missing argument 'GAME'"),
        (("empire", "--kind", "rout"), 2, "empire has no question “rout”"),
        ((*KIND, "--count", "2", "--play"), 2, "excludes"),
        ((*KIND, "--jobs", "2"), 2, "need --count"),
        ((*KIND, "-o", "a.yaml", "--svg", "a.yaml"), 2, "name the same file"),
        ((*KIND, "-o", "no/such/folder.yaml"), 2, "no such folder"),
    ],
)
def test_what_does_not_fit_is_told(satrap, words, status, told):
    ran = satrap("pose", *words)
    assert (ran.status, ran.out) == (status, "")
    assert told in ran.err


# -- playing ---------------------------------------------------------------------------------------


def play(satrap, *lines):
    ran = satrap("pose", *KIND, "--play", stdin="\n".join(lines) + "\n")
    assert ran.err == ""
    return ran


def test_the_best_answer_is_marked_and_noted(satrap, puzzle):
    bid = puzzle.answer.plan.bid
    ran = play(satrap, f"bid {bid + 1}", "done", "undo", f"bid {bid}", "show", "done")
    assert ran.status == 0
    words = " ".join(ran.out.split())
    assert f"{bid + 1} cubes on turn order; the best: {bid} cubes on turn order, 1 less" in words
    assert f"{{bid: {bid}}}" in words
    assert "this is the best answer" in words
    (noted,) = read()
    assert (noted.solved, noted.tries, noted.hints, noted.value, noted.best) == (True, 2, 0, bid, bid)
    assert satrap("pose", "--record").out == (
        f"empire turn-order --seed 1  level {noted.level}  solved, 0 hints, 2 tries\n1 of 1 solved\n"
    )


def test_a_file_is_handed_in(satrap, puzzle, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(f"bid: {puzzle.answer.plan.bid}\n", encoding="utf-8")
    assert play(satrap, "file no-such-file.yaml", f"file {file}").status == 0
    assert read()[0].tries == 1


def test_hints_end_with_the_answer(satrap, puzzle):
    ran = play(satrap, *["hint"] * 12, "quit")
    assert ran.status == 1
    told = re.findall(r"^hint (\d+): ", ran.out, re.MULTILINE)
    assert told == [str(number) for number in range(1, len(told) + 1)]
    assert "there is nothing left to tell" in ran.out
    assert read()[0].hints == len(told)


def test_whoever_gives_up_is_shown_it(satrap):
    ran = play(satrap, "help", "give up", "bid 1")
    assert ran.status == 1
    assert "proved best by " in ran.out
    assert "the next best: " in ran.out
    assert "hand in an answer that stands in a file" in ran.out
    assert not read()[0].solved


def test_a_line_that_makes_no_sense_is_told_and_nothing_is_lost(satrap):
    ran = play(satrap, "bid lots", "tablet 3", "done", "bid 0", "draw table.svg", "done")
    words = " ".join(ran.out.split())
    assert "something is missing before “lots” (expected a number)" in words
    assert "“tablet" in words
    assert Path("table.svg").read_text(encoding="utf-8").startswith("<svg")
    assert ran.status == 1


def test_a_record_that_is_something_else_is_left_alone(satrap):
    path = record_file()
    path.parent.mkdir(parents=True)
    path.write_text("shopping list\n", encoding="utf-8")
    (fault,) = satrap("pose", "--record", "--json").faults
    assert fault["file"] == str(path)
    assert path.read_text(encoding="utf-8") == "shopping list\n"


def test_a_puzzle_that_cannot_be_noted_is_solved_all_the_same(satrap, puzzle):
    path = record_file()
    path.parent.mkdir(parents=True)
    for text in ("[" * 100_000, '{"a": 1}', '{"hints": "a"}'):
        path.write_text(text, encoding="utf-8")
        ran = play(satrap, f"bid {puzzle.answer.plan.bid}", "done")
        assert ran.status == 0
        assert "solved, with 0 hints; not noted: " in " ".join(ran.out.split())


def test_what_an_answer_tells_of_the_table_need_not_be_said(satrap):
    """The actions are the answer to ``defend``; the threats that it tells with them are what the rules say."""
    asked = pose("alexandros", kind="defend", seed=2)
    lines = [
        f"actions {' '.join(f'{k} {said(v)}' for k, v in one.plain().items())}" for one in asked.answer.plan.actions
    ]
    ran = satrap("pose", "alexandros", "--kind", "defend", "--seed", 2, "--play", stdin="\n".join([*lines, "done", ""]))
    assert ran.status == 0, ran.out


def said(value):
    return " ".join(map(str, value)) if isinstance(value, list) else value


def test_the_record_grows(satrap):
    assert satrap("pose", "--record").out == "no puzzle has been played yet\n"
    one = Played("empire", "route", 1, None, 2, 5, None, 1, 0, False)
    add(one)
    add(Played("empire", "route", 2, 3, 3, 5, 6, 0, 1, False))
    assert read()[0] == one
    told = satrap("pose", "--record").out.splitlines()
    assert told[-1] == "0 of 2 solved"
    assert "--difficulty 3" in told[1]
    assert satrap("pose", "--record", "--json").json["played"][1]["value"] == 6


# -- a book ----------------------------------------------------------------------------------------


def test_a_book_stands_by_itself(satrap, puzzle):
    words = ("book", "b.html", "--game", "empire", "--kind", "turn-order", "--count", 2, "--jobs", 1)
    ran = satrap(*words, "--title", "For <us> & you")
    assert (ran.status, ran.out) == (0, "2 puzzles in b.html\n")
    text = Path("b.html").read_text(encoding="utf-8")
    assert "<h1>For &lt;us&gt; &amp; you</h1>" in text
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", text)
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)
    pictures = re.findall(r"data:image/svg\+xml;base64,([^\"]+)", text)
    assert len(pictures) == 4
    assert all(base64.b64decode(one).startswith(b"<svg") for one in pictures)
    puzzle_part, answers = text.split('<section id="answers">')
    assert puzzle.asks in puzzle_part
    assert answers.count("<details>") == 2
    assert " open" not in text.split("<script>")[0]
    assert "Why not: " not in puzzle_part
    assert answers.count("Why not: ") == 2
    assert satrap(*words, "--resume", "b.jsonl", "--json").json["missing"] == []
    assert satrap(*words, "--resume", "b.jsonl", "--title", "For <us> & you").status == 0
    assert Path("b.html").read_text(encoding="utf-8") == text


def test_a_book_without_puzzles_is_not_written(satrap, few_tries):
    words = ("--kind", "turn-order", "--difficulty", 5, "--count", 1, "--jobs", 1)
    ran = satrap("book", "b.html", "--game", "empire", *words)
    assert ran.status == 4
    assert not Path("b.html").exists()
