"""The tool that throws malformed files: what it throws, what it takes for a finding; and what it has found."""

import json
import os
import random

import pytest
from pydantic import TypeAdapter

from models import GAMES
from models.documents import read_text
from models.errors import Fault, InputError, bad_input
from puzzles.checking import check
from puzzles.questions import QUESTIONS, find
from puzzles.scenario import bundled_files, parse
from tools import fuzz
from tools.fuzz import ANSWER, BOARD, FILE, Finding, Trial, again, ending, report, run, trial
from tools.mangling import Twice, made_up, mangled_data, mangled_text, names_in, written

TEMPLATES = dict(bundled_files("templates"))
DRAW = ("draw", FILE, "--answer", ANSWER, "-o", "out.svg")


def tried(files, *commands):
    files = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    return ending(Trial("", 0, 0, "", files, commands))


def messages(files, *commands):
    faults = tried(files, *commands)
    assert isinstance(faults, tuple)
    return [(fault.file, fault.line, fault.path, fault.message) for fault in faults]


@pytest.mark.parametrize("game", GAMES)
def test_malformed_files_are_taken_or_refused_with_what_is_wrong(game):
    tally = run(game, 7, range(100), keep=None)
    assert {number: finding.told for number, finding in tally.findings.items()} == {}
    assert tally.ended.total() == 100
    assert {kind for kind, _ in tally.ended} == set(fuzz.KINDS)
    assert tally.ended["scenario", "refused"] > tally.ended["scenario", "taken"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_an_input_depends_on_its_number_and_seed_alone(game):
    for number in range(20):
        assert trial(game, 3, number) == trial(game, 3, number)
    assert trial(game, 3, 0).files != trial(game, 4, 0).files


def test_changed_data_are_written_as_a_file_holds_them():
    draw = random.Random(1)
    data = {"a": [1, 10**31, -(10**1000), float("inf"), None], "é\0": {"b": True, "c": "\ud800"}}
    for _ in range(4):
        text = written({**data, "n": float("nan")}, draw)
        assert b".nan" in text
        assert b"1" + 31 * b"0" in text
    assert json.loads(written({"a": [1, {"b": "é"}], "c": {}}, draw)) == {"a": [1, {"b": "é"}], "c": {}}
    assert written(Twice(a=1, b=2), draw).count(b'"a": 1') == 2


def test_data_are_changed_in_a_copy_and_in_every_way():
    data = {"names": ["ana", "ben"], "hand": {"ana": 3, "ben": {"x": 1}}}
    kept = json.dumps(data)
    seen = {written(mangled_data(data, names_in(data), random.Random(seed)), random.Random(0)) for seed in range(400)}
    assert json.dumps(data) == kept
    assert len(seen) > 200
    assert any(text.count(b'"names"') == 2 for text in seen)
    assert len({mangled_text(b"a: 1\nb: [x, y]\n", random.Random(seed)) for seed in range(200)}) > 150


def test_names_are_keys_and_texts():
    assert names_in({"a": ["b", 1, "x" * 50], "c": {"b": ""}}) == ["a", "b", "c"]


def test_what_is_made_up_has_the_right_shape():
    fits = 0
    for entry in QUESTIONS:
        adapter = TypeAdapter(entry.load().answer)
        schema = adapter.json_schema(by_alias=True)
        for seed in range(10):
            try:
                adapter.validate_python(made_up(schema, ["ana", "pella", "a1"], random.Random(seed)))
            except ValueError:  # a name with a pattern of its own
                continue
            fits += 1
    assert fits > 5 * len(QUESTIONS)


def test_other_errors_are_findings_and_run_again(monkeypatch, tmp_path):
    import puzzles.scoring

    def broken(scenario):
        raise KeyError("nobody")

    monkeypatch.setattr(puzzles.scoring, "score", broken)
    numbers = [at for at in range(60) if trial("empire", 7, at).kind == "scenario"]
    tally = run("empire", 7, numbers, keep=tmp_path)
    finding = tally.findings[min(tally.findings)]
    assert finding.signature == "KeyError in puzzles/cli.py:score"
    place = tmp_path / f"empire-7-{min(tally.findings)}"
    told = (place / "finding.txt").read_text()
    assert "KeyError: 'nobody'" in told
    assert f"python -m tools.fuzz --again {place}" in told
    assert len(list(tmp_path.iterdir())) == min(len(tally.findings), fuzz.SAME_KEPT)
    assert f"{len(tally.findings)} findings" in list(report("empire", tally))
    assert again(place).signature == finding.signature
    monkeypatch.undo()
    assert again(place) is None


@pytest.mark.parametrize(
    ("error", "signature"),
    [
        (InputError([]), "an InputError with no faults"),
        (bad_input("wrong"), "a fault without its file"),
        (bad_input("wrong", file=FILE), "a fault without its line"),
        (InputError([Fault(" ", FILE, 1)]), "a fault without a message"),
        (InputError([Fault("x" * 1200, FILE, 1)]), "a fault that is 1 thousand letters long"),
        (UserWarning("deprecated"), "UserWarning in puzzles/cli.py:score"),
        (SystemExit(1), "SystemExit in puzzles/cli.py:score"),
    ],
)
def test_what_else_is_a_finding(error, signature, monkeypatch):
    import puzzles.scoring

    def broken(scenario):
        raise error

    monkeypatch.setattr(puzzles.scoring, "score", broken)
    for more in ((), ("--json",)):
        found = tried({FILE: TEMPLATES["empire/route"]}, ("score", FILE, *more))
        assert isinstance(found, Finding)
        assert found.signature == signature


def test_a_command_that_does_not_end_is_a_finding(monkeypatch):
    import puzzles.scoring

    def endless(scenario):
        while True:
            pass

    monkeypatch.setattr(puzzles.scoring, "score", endless)
    monkeypatch.setattr(fuzz, "SECONDS", 0.2)
    assert "EndlessError" in tried({FILE: TEMPLATES["empire/route"]}, ("score", FILE)).signature


def test_a_process_that_dies_is_a_finding_and_the_others_go_on(monkeypatch):
    before = fuzz._one

    def deadly(game, seed, number):
        if number == 2:
            os._exit(3)
        return before(game, seed, number)

    monkeypatch.setattr(fuzz, "_one", deadly)
    tally = run("empire", 7, range(6), jobs=2, keep=None)
    assert tally.ended.total() == 6
    assert {number: finding.signature for number, finding in tally.findings.items()} == {2: "the process ended with 3"}


# what it has found


@pytest.mark.parametrize(
    ("template", "answer", "line", "message"),
    [
        ("alhambra/layout", "layout: [{tile: nobody, at: [1, 0]}]", 1, "no tile of the supply is called “nobody”"),
        ("alhambra/redesign", "actions:\n- {place: nobody, at: [1, 0]}", 2, "no tile of the supply is called “nobody”"),
        ("successors/stop", "{changes: {nobody: {spaces: [pella]}}}", 1, "nobody is no rival with offers"),
        ("empire/best-response", "{moves: [{armies: 1, path: [symbol, nowhere]}]}", 1, "nowhere"),
    ],
)
def test_an_answer_that_breaks_a_rule_is_not_drawn(template, answer, line, message):
    files = {FILE: TEMPLATES[template], ANSWER: answer}
    assert tried(files, ("check", FILE, ANSWER, "--no-best")) is None
    found = messages(files, DRAW)
    assert {file for file, *_ in found} == {ANSWER}
    assert (line, True) in [(at, message in told) for _, at, _, told in found]
    assert any("(rule " in told for *_, told in found)


def test_what_is_wrong_within_an_answer_printed_by_solve_is_told_where_it_stands():
    answer = "status: optimal\nanswer:\n  layout:\n  - {tile: nobody, at: [1, 0]}\n"
    found = messages({FILE: TEMPLATES["alhambra/layout"], ANSWER: answer}, DRAW)
    assert (ANSWER, 4, "answer.layout[0].tile") in [(file, line, path) for file, line, path, _ in found]


def test_actions_of_a_purchase_that_are_none_are_left_out_and_told():
    scenario = parse(TEMPLATES["alhambra/purchase"])
    answer = find("alhambra", "purchase").load().answer
    sound = fuzz._answer("alhambra", "templates/alhambra/purchase")
    wrong = {**sound, "actions": [{"at": [1, 0]}, {"remove": "x", "at": [0, 1]}, *sound["actions"], {"buy": "nobody"}]}
    checked = check(scenario, answer.model_validate(wrong), best=False)
    last = len(wrong["actions"]) - 1
    assert ("B2-1", ("actions", last)) in [(breach.rule, breach.path) for breach in checked.breaches]
    assert {breach.path[1] for breach in checked.breaches if breach.rule == "question"} >= {0, 1}
    assert checked.value == check(scenario, answer.model_validate(sound), best=False).value


def test_a_wall_between_what_is_no_point_is_told():
    data = read_text(TEMPLATES["alexandros/plan"]).data
    for chain in ("j-j5", "j5-j"):
        text = written({**data, "position": {**data["position"], "walls": [chain], "walls_left": 52}}, random.Random(1))
        told = [
            message for _, _, path, message in messages({FILE: text}, ("score", FILE)) if path == "position.walls[0]"
        ]
        assert told
        assert all("is no point of the board" in message for message in told)


def test_a_reading_under_which_the_question_cannot_be_asked_is_told_with_the_others(capsys):
    from puzzles.cli import run as satrap

    # under another reading of “rim”, no province is enclosed at the coast
    assert satrap(["solve", "alexandros/occupy-throw-her-out", "--rulings", "all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the question cannot be asked: H2 lies in no province" in told
    assert satrap(["solve", "alexandros/occupy-throw-her-out", "--rulings", "all", "--json"]) == 0
    others = json.loads(capsys.readouterr().out)["other_rulings"]
    refused = [(one["ruling"], one["value"], one["changes"]) for one in others if "refused" in one]
    assert refused == [("rim", None, True)]


def cases(game, verdict):
    """A file for each case of a game that asks for a verdict, as data, and the case in it."""
    for path in sorted((fuzz.ROOT / "puzzles" / "cases" / game).glob("*.yaml")):
        data = read_text(path.read_bytes()).data
        for case in data["cases"]:
            if case["do"] == verdict:
                yield {**data, "cases": [case], "deviations": {}}, case["given"]


def case_messages(data):
    return [told for *_, told in messages({FILE: written(data, random.Random(1))}, ("cases", "--file", FILE))]


@pytest.mark.parametrize("game", ["empire", "alhambra"])
def test_events_of_a_case_name_players_of_its_position(game):
    data, given = next(one for one in cases(game, "replay") if any("turn" in event for event in one[1]["events"]))
    for event in given["events"]:
        if "turn" in event:
            event["turn"] = "nobody"
    assert {told.partition(": ")[2] or told for told in case_messages(data)} == {"unknown player “nobody”"}


def test_a_case_that_gives_no_position_is_no_illegal_position():
    data, given = next(cases("alexandros", "legal"))
    del given["position"]
    assert case_messages(data) == ["the key “position” is missing"]


def test_a_board_is_shown_and_a_scenario_on_it_solved():
    board = written(fuzz._bundled_boards("empire")[0], random.Random(1))
    scenario = {**read_text(TEMPLATES["empire/route"]).data, "board": f"./{BOARD}"}
    files = {BOARD: board, FILE: written(scenario, random.Random(1))}
    commands = [("board", "check", "empire", BOARD), ("board", "show", "empire", f"./{BOARD}", "-o", "board.svg")]
    assert tried(files, *commands, ("score", FILE), ("solve", FILE, *fuzz.BLINK)) is None
