"""The command: the documents of each subcommand, its exit statuses, its words, and how it comes to an end."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

import puzzles
from models.empire.rulings import RULINGS
from models.ledger import Entry, Ledger
from models.rulebook import load_rules
from puzzles.cases import Report
from puzzles.cli import cli
from puzzles.scenario import gallery, to_yaml
from puzzles.solving import flips
from puzzles.terminal import print_check, print_flips
from solver.answer import Limits, Outcome, Status
from solver.empire.best_response import BestResponseQuestion
from solver.engine import Engine

NAME = "empire/first-region"
SOLVED = [
    "game",
    "question",
    "status",
    "value",
    "bound",
    "proof",
    "canonical",
    "answer",
    "ledger",
    "rulings",
    "replayed",
]
SOLVED += ["notes", "statistics"]
ENTRY = {"player", "track", "amount", "price", "rule", "subject", "note"}


def is_ledger(entries):
    assert entries
    rules = load_rules("empire")
    for entry in entries:
        assert set(entry) == ENTRY
        assert isinstance(entry["amount"], int)
        assert entry["rule"] in rules
    return True


def is_rulings(readings):
    assert all(reading in RULINGS[ruling].readings for ruling, reading in readings.items())
    return True


@pytest.fixture
def answer(satrap):
    """What ``solve --json`` prints, in ``answer.json`` too."""
    ran = satrap("solve", NAME, "--json")
    Path("answer.json").write_text(ran.out)
    return ran.json


# -- documents -------------------------------------------------------------------------------------------------


def test_solve(satrap, answer):
    assert list(answer) == SOLVED
    assert (answer["game"], answer["question"], answer["status"], answer["proof"]) == (
        "empire",
        "best-response",
        "optimal",
        "cp-sat",
    )
    assert answer["value"] == answer["bound"]
    assert answer["canonical"] is True
    assert answer["replayed"] is True
    assert set(answer["answer"]) <= {"allocation", "moves", "pieces"}
    assert is_ledger(answer["ledger"])
    assert is_rulings(answer["rulings"])
    assert {"ortools", "seed", "workers"} <= set(answer["statistics"])
    told = satrap("solve", NAME)
    assert (told.status, told.err) == (0, "")
    assert f"best response: {answer['value']} points for michael" in told.out
    assert "proved best by cp-sat" in told.out


@pytest.mark.parametrize("words", [("--top", "2"), ("--all",)])
def test_solve_for_several(satrap, words):
    found = satrap("solve", "empire/payments-left", *words, "--json").json
    assert list(found) == [*SOLVED, "answers", "complete"]
    for one in found["answers"]:
        assert list(one) == ["value", "canonical", "answer", "ledger", "rulings"]
        assert is_ledger(one["ledger"])
    values = [one["value"] for one in found["answers"]]
    assert values[0] == found["value"]
    assert values == sorted(values, reverse=True)
    told = satrap("solve", "empire/payments-left", *words)
    assert told.status == 0
    assert f"{len(values)} answers that differ in what happens" in told.out


def test_solve_under_other_readings(satrap):
    found = satrap("solve", "empire/payments-left", "--rulings", "all", "--json").json
    assert list(found) == [*SOLVED, "other_rulings"]
    assert {flip["ruling"] for flip in found["other_rulings"]} == set(RULINGS)
    assert all(list(flip) == ["ruling", "reading", "value", "status", "changes"] for flip in found["other_rulings"])
    chosen = satrap("solve", "empire/payments-left", "--ruling", "contested-price=difference-plus-one", "--json").json
    assert chosen["rulings"]["contested-price"] == "difference-plus-one"
    told = satrap("solve", "empire/payments-left", "--rulings", "all")
    assert "other readings: none" in told.out or "the answer changes" in told.out


def test_solve_draws_too(satrap):
    assert satrap("solve", NAME, "--svg", "plan.svg", "--json").json["status"] == "optimal"
    assert is_svg("plan.svg")


def is_svg(file):
    return ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_score(satrap):
    found = satrap("score", NAME, "--json").json
    assert list(found) == ["game", "totals", "ledger", "rulings"]
    assert found["game"] == "empire"
    assert list(found["totals"]) == ["michael", "marion", "daniel"]
    assert is_ledger(found["ledger"])
    assert is_rulings(found["rulings"])
    for player, tracks in found["totals"].items():
        assert tracks == {"points": sum(e["amount"] for e in found["ledger"] if e["player"] == player)}
    told = satrap("score", NAME)
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("First region: ")


def test_score_under_other_readings(satrap, tmp_path):
    """7 against 4 in Lydia: 4 + 1 paid, 2 left for Cappadocia; the difference and one, 3 are left, and it is a tie."""
    file = tmp_path / "price.yaml"
    file.write_text(
        """\
satrap: 1
game: empire
position:
  region: 2
  round: 1
  players:
    michael: {armies: {lydia: 3, cappadocia: 1}, temple: 2, city: 7, placed: {cities: [lydia, cappadocia]}}
    anna: {armies: {lydia: 2}, temple: 6, city: 4, placed: {cities: [lydia]}}
    boris: {armies: {cappadocia: 2}, temple: 6, city: 3, placed: {cities: [cappadocia]}}
"""
    )
    found = satrap("score", str(file), "--rulings", "all", "--json").json
    price = {"ruling": "contested-price", "reading": "difference-plus-one", "totals": {"boris": {"points": 2}}}
    assert price in found["other_rulings"]
    told = " ".join(satrap("score", str(file), "--rulings", "all").out.split())
    assert "contested-price=difference-plus-one boris 2 instead of 7" in told
    assert "other_rulings" not in satrap("score", str(file), "--json").json
    none = satrap("score", "alhambra/layout-two-rivals", "--rulings", "all")
    assert none.out.endswith("other readings: none could matter\n")


def test_check(satrap, answer):
    found = satrap("check", NAME, "answer.json", "--json").json
    assert {"legal", "faults", "value", "best", "gap", "ledger"} <= set(found)
    assert (found["legal"], found["faults"], found["gap"]) == (True, [], 0)
    assert found["value"] == found["best"] == answer["value"]
    assert found["ledger"] == answer["ledger"]
    told = satrap("check", NAME, "answer.json")
    assert told.status == 0
    assert "this is a best plan" in told.out


def test_check_of_a_plan_that_is_legal_and_not_the_best(satrap):
    Path("plan.yaml").write_text("allocation: {armies: 15}\n")
    ran = satrap("check", NAME, "plan.yaml", "--json")
    assert ran.status == 1
    assert ran.json["legal"] is True
    assert ran.json["gap"] == ran.json["best"] - ran.json["value"] > 0
    assert {line["of"] for line in ran.json["differences"]} == {"yours", "best"}
    told = satrap("check", NAME, "plan.yaml")
    assert told.status == 1
    assert f"the best is worth {ran.json['best']}, {ran.json['gap']} more" in told.out
    assert satrap("check", NAME, "plan.yaml", "--no-best").status == 0


def test_check_of_a_plan_that_breaks_rules(satrap):
    Path("plan.yaml").write_text("{allocation: {armies: 16}, moves: [{armies: 1, path: [symbol, macedona]}]}\n")
    ran = satrap("check", NAME, "plan.yaml", "--json", "--no-best")
    assert ran.status == 1
    assert (ran.json["legal"], ran.json["best"], ran.json["gap"]) == (False, None, None)
    assert [(fault["rule"], fault["path"]) for fault in ran.json["faults"]] == [
        ("3.3-1", "allocation"),
        ("3.1-2", "moves[0]"),
    ]
    told = satrap("check", NAME, "plan.yaml", "--no-best")
    assert told.status == 1
    assert "not legal:" in told.out
    assert "(rule 3.1-2)" in told.out


ROUTE_BEST = """\
the best legal answer is worth 4; line by line, yours (-) and the best (+;
“satrap solve” shows its moves):
  + Phrygia: michael 1 cube, 2 armies enter from Mysia
  + Cappadocia: michael 1 cube, 1 army enters from Phrygia
  + Pamphylia: michael 2 cubes, 1 army enters from Phrygia
"""


def test_check_of_an_illegal_answer_that_would_be_better_than_the_best(satrap):
    Path("answer.yaml").write_text("{}")
    told = satrap("check", "empire/route-hold", "answer.yaml")
    assert told.status == 1
    assert told.out.endswith(f"""\
not legal:
  ways: one way is asked for, 0 are given (fixed by the question)
with that left out, your plan: 0 cubes for michael

{ROUTE_BEST}rulings consulted: none; no open point of the rule text mattered
""")


def test_check_of_an_illegal_answer_with_the_value_of_the_best(satrap, answer):
    plan = answer["answer"]
    plan["moves"].append({"armies": 1, "path": ["symbol", "thessaly"]})
    Path("plan.json").write_text(json.dumps(plan))
    told = satrap("check", NAME, "plan.json")
    assert told.status == 1
    assert f"\n\nthe best legal answer is worth {answer['value']}\nrulings consulted" in told.out
    assert "line by line" not in told.out


def test_other_readings_that_are_not_settled_change_nothing(capsys):
    scenario = puzzles.load("empire/payments-left")
    answer = puzzles.solve(scenario)
    short = flips(scenario, answer, Limits(seconds=1e-6))
    assert {flip.changes for flip in short} <= {None, True, False}
    assert all(flip.changes is None for flip in short if flip.status not in (Status.OPTIMAL, Status.INFEASIBLE))
    unsettled = [replace(flip, changes=None) for flip in short[:2]]
    print_flips(scenario, unsettled, answer.value)
    told = " ".join(capsys.readouterr().out.split())
    assert f"not settled, for want of time or a proof: {unsettled[0].ruling}={unsettled[0].reading}, " in told
    assert "interrupted: 9 of 11 other readings were not looked at" in told
    assert "none of 0 changes the answer" in told


def test_check_against_a_best_that_is_not_proved(capsys):
    scenario = puzzles.load(NAME)
    checked = puzzles.check(scenario, puzzles.solve(scenario).plan)
    print_check(scenario, replace(checked, value=checked.value + 1))
    told = " ".join(capsys.readouterr().out.split())
    assert f"nothing better was found in time, which proves nothing; what was found is worth {checked.value}" in told


@pytest.mark.parametrize(
    ("amount", "track", "told"),
    [(1, "points", "1 point"), (2, "points", "2 points"), (3, "gold", "3 gold"), (1, "cubes", "1 cube")],
)
def test_check_says_the_amount_with_its_track(capsys, amount, track, told):
    scenario = puzzles.load(NAME)
    checked = puzzles.check(scenario, puzzles.solve(scenario).plan)
    ledger = Ledger((Entry("michael", amount, "5.5.1-1", "thrace", "found", price=9, track=track),))
    print_check(scenario, replace(checked, value=checked.value - 1, ledger=ledger))
    assert f"\n  - Thrace: michael {told}, found\n" in capsys.readouterr().out


def test_an_empty_ledger_prints_no_table(satrap):
    position = {"region": 1, "players": {"michael": {"spent": 15}, "marion": {"spent": 15}}}
    told = satrap("score", "-", stdin=json.dumps({"satrap": 1, "game": "empire", "board": "oikoumene",
                                                  "position": position}))  # fmt: skip
    assert (
        told.out
        == """\
standard input
region 1, Macedonia and Hellas, round 1
board: Oikoumene: from Macedonia to the Hyphasis (an invented board)

rulings consulted: none; no open point of the rule text mattered
"""
    )


def test_list(satrap):
    rows = satrap("list", "--json").json
    assert rows == gallery()
    assert all(list(row) == ["name", "game", "question", "title"] for row in rows)
    told = satrap("list")
    assert told.status == 0
    assert all(row["name"] in told.out for row in rows)


def test_rules(satrap):
    found = satrap("rules", "empire", "--json").json
    assert list(found) == ["rules", "rulings"]
    for rule in found["rules"]:
        assert {"id", "summary", "cases"} <= set(rule)
    for ruling in found["rulings"]:
        assert {"id", "question", "readings", "default", "rules", "cases"} <= set(ruling)
        assert ruling["default"] in ruling["readings"]
    assert {ruling["id"] for ruling in found["rulings"]} == set(RULINGS)
    one = satrap("rules", "empire", "5.5.4-2", "--json").json
    assert [rule["id"] for rule in one["rules"]] == ["5.5.4-2"]
    assert "contested-price" in [ruling["id"] for ruling in one["rulings"]]
    assert "5.5.4-2" in satrap("rules", "empire", "5.5.4-2").out
    assert satrap("rules", "empire", "contested-price").out.count("contested-price") >= 1


def test_cases(satrap, monkeypatch):
    ran = satrap("cases", "empire", "--json")
    found = ran.json
    assert ran.status == 0
    assert list(found) == ["passed", "failed", "groups", "deviations"]
    assert (found["failed"], found["deviations"]) == (0, [])
    assert found["passed"] == sum(group["passed"] for group in found["groups"])
    assert all(list(group) == ["group", "passed", "failed"] for group in found["groups"])
    monkeypatch.setattr("puzzles.cases.judge", lambda *_: Report({"empire/x": (2, 1)}, {"one": ["a: 1 expected"]}))
    failed = satrap("cases", "--json")
    assert failed.status == 1
    assert failed.json["deviations"] == [{"case": "one", "deviations": ["a: 1 expected"]}]
    told = satrap("cases")
    assert told.status == 1
    assert told.out.endswith("one\n  a: 1 expected\n2 passed, 1 failed\n")


def test_replay(satrap):
    ran = satrap("replay", "empire/log-two-rounds", "--json")
    assert ran.status == 0
    assert list(ran.json) == ["game", "steps", "totals", "rulings", "after"]
    for step in ran.json["steps"]:
        assert list(step) == ["event", "lines", "ledger", "breaches"]
        assert step["breaches"] == []
    assert is_ledger([entry for step in ran.json["steps"] for entry in step["ledger"]])
    assert {"play_order", "round", "over", "players"} <= set(ran.json["after"])
    told = satrap("replay", "empire/log-two-rounds")
    assert told.status == 0
    assert "1. distribute" in told.out


def test_replay_of_a_log_that_breaks_a_rule(satrap):
    data = json.loads(json.dumps(puzzles.load("empire/log-two-rounds").plain()))
    data["events"] = [{"turn": "michael"}, *data["events"]]
    ran = satrap("replay", "-", "--json", stdin=json.dumps(data))
    assert ran.status == 1
    (breach,) = ran.json["steps"][0]["breaches"]
    assert list(breach) == ["rule", "path", "message"]
    assert (breach["rule"], breach["path"]) == ("4-1", "events[0].turn")
    told = satrap("replay", "-", stdin=json.dumps(data))
    assert told.status == 1
    assert "against rule 4-1" in told.out


def test_new(satrap):
    text = satrap("new", "empire", "best-response").out
    found = satrap("new", "empire", "best-response", "--json").json
    assert found == {"game": "empire", "question": "best-response", "file": None, "text": text}
    assert satrap("new", "empire", "best-response", "-o", "mine.yaml").out == ""
    assert Path("mine.yaml").read_text(encoding="utf-8") == text
    assert satrap("solve", "mine.yaml", "--json").json["status"] == "optimal"


def test_boards(satrap):
    assert satrap("board", "list", "--json").json == [
        {"game": "empire", "name": "oikoumene", "title": "Oikoumene: from Macedonia to the Hyphasis", "invented": True},
        {"game": "alhambra", "name": "alhambra", "title": "The 54 building tiles of Alhambra", "invented": False},
        {"game": "successors", "name": "diadochi", "title": "Diadochi: from Pella to Persepolis", "invented": True},
        {"game": "alexandros", "name": "satrapies", "title": "Satrapies: from Troy to the Indus", "invented": True},
    ]
    assert satrap("board", "list").out.startswith("empire  oikoumene  Oikoumene")
    shown = satrap("board", "show", "empire", "oikoumene", "--json")
    assert shown.json["regions"][0]["provinces"]["macedonia"]["number"] == 2
    for file, text in (("board.yaml", satrap("board", "show", "empire", "oikoumene").out), ("board.json", shown.out)):
        Path(file).write_text(text, encoding="utf-8")
        found = satrap("board", "check", "empire", file, "--json").json
        assert found == {"sound": True, "name": "oikoumene", "title": "Oikoumene: from Macedonia to the Hyphasis"}
        assert satrap("board", "check", "empire", file).out == "Oikoumene: from Macedonia to the Hyphasis: sound\n"
    assert satrap("board", "show", "empire", "oikoumene", "-o", "board.svg", "--json").json == {"file": "board.svg"}
    assert is_svg("board.svg")


def test_draw(satrap, answer):
    ran = satrap("draw", NAME, "-o", "x.svg")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert is_svg("x.svg")
    assert satrap("draw", NAME, "--answer", "answer.json", "-o", "plan.svg", "--json").json == {"file": "plan.svg"}
    assert is_svg("plan.svg")
    assert Path("plan.svg").read_bytes() != Path("x.svg").read_bytes()


@pytest.mark.parametrize("what", ["scenario", "board", "plan"])
def test_schema(satrap, what):
    found = satrap("schema", "empire", "--of", what)
    assert found.json["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert all(part["additionalProperties"] is False for part in schemas(found.json))
    assert satrap("schema", "empire", "--of", what, "--json").out == found.out


ANSWERS = [
    "ContestAnswer",
    "GamePlan",
    "Plan",
    "RegionPlan",
    "RobustAnswer",
    "RouteAnswer",
    "SwingAnswer",
    "TurnOrderAnswer",
]


def schemas(schema):
    """The schema of a document; the members of a union, one answer for each question."""
    if "anyOf" not in schema:
        return [schema]
    named = [part["$ref"].removeprefix("#/$defs/") for part in schema["anyOf"]]
    assert sorted(named) == ANSWERS
    return [schema["$defs"][name] for name in named]


def test_version(satrap):
    ran = satrap("--version")
    assert ran.status == 0
    assert ran.out.startswith("satrap, version ")


# -- the round trip --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [NAME, "empire/too-rich", "empire/second-round", "empire/payments-left"])
def test_what_solve_prints_is_what_check_accepts(satrap, name):
    ran = satrap("solve", name, "--json")
    written = {
        "answer.json": ran.out,
        "answer.yaml": to_yaml(ran.json),
        "bare.json": json.dumps(ran.json["answer"]),
        "bare.yaml": to_yaml(ran.json["answer"]),
    }
    for at, (file, text) in enumerate(written.items()):
        Path(file).write_text(text, encoding="utf-8")
        found = satrap("check", name, file, "--json", *(["--no-best"] if at else [])).json
        assert (found["legal"], found["value"], found["gap"]) == (True, ran.json["value"], None if at else 0)
    assert satrap("check", name, "-", "--no-best", stdin=ran.out).status == 0


# -- exit statuses ---------------------------------------------------------------------------------------------


def variant(question, region=1):
    position = {"region": region, "players": {"michael": {}, "marion": {"order": 15}}}
    question = {"kind": "best-response", "player": "michael", **question}
    return json.dumps({"satrap": 1, "game": "empire", "board": "oikoumene", "position": position, "question": question})


def test_status_3_for_what_cannot_be(satrap):
    beyond = variant({"fixed": {"pieces": {"cities": ["cilicia"]}}}, region=2)  # four provinces from the symbol
    ran = satrap("solve", "-", "--json", "--svg", "plan.svg", stdin=beyond)
    assert ran.status == 3
    found = ran.json
    assert (found["status"], found["proof"], found["replayed"]) == ("infeasible", "cp-sat", False)
    assert (found["value"], found["bound"], found["answer"], found["ledger"]) == (None, None, None, [])
    assert not Path("plan.svg").exists()
    told = satrap("solve", "-", stdin=beyond)
    assert told.status == 3
    assert "There is no plan that fits: proved" in told.out
    several = satrap("solve", "-", "--all", "--json", stdin=beyond)
    assert several.status == 3
    assert (several.json["answers"], several.json["complete"]) == ([], True)


@pytest.mark.parametrize(("interrupted", "status"), [(False, 4), (True, 130)])
def test_status_4_and_130_when_nothing_is_found(satrap, monkeypatch, interrupted, status):
    nothing = Outcome(Status.UNKNOWN, interrupted=interrupted)
    monkeypatch.setattr(Engine, "solve", lambda engine, formulation: nothing)
    ran = satrap("solve", NAME, "--json", "--svg", "plan.svg", "--time-limit", "0.5")
    assert ran.status == status
    assert (ran.json["status"], ran.json["answer"], ran.json["proof"]) == ("unknown", None, None)
    assert not Path("plan.svg").exists()
    told = satrap("solve", NAME, "--time-limit", "0.5")
    assert told.status == status
    assert ("Interrupted before anything was found" if interrupted else "Nothing found within 0.5 s") in told.out


def test_status_130_when_stopped_outside_the_search(satrap, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "solve", stop)
    ran = satrap("solve", NAME, "--json")
    assert ran.status == 130
    message = "interrupted with nothing found"
    assert json.loads(ran.out) == {"error": {"kind": "interrupted", "message": message, "faults": []}}
    told = satrap("solve", NAME)
    assert (told.status, told.out, told.err.strip()) == (130, "", f"satrap: error: {message}")


@pytest.fixture
def contradiction(monkeypatch):
    """A replay that finds a point more than there is."""
    replay = BestResponseQuestion.replay

    def generous(self, task, plan):
        found = replay(self, task, plan)
        return type(found)(found.value + 1, found.ledger, found.rulings, found.breaches, found.notes)

    monkeypatch.setattr(BestResponseQuestion, "replay", generous)
    return monkeypatch


def test_status_70_for_a_contradiction_of_our_own(satrap, contradiction):
    ran = satrap(
        "solve", "empire/too-rich", "--json", "--svg", "plan.svg", "--ruling", "contested-price=difference-plus-one"
    )
    assert ran.status == 70
    assert list(ran.json) == ["error"]
    error = ran.json["error"]
    assert (error["kind"], error["faults"]) == ("contradiction", [])
    assert "This is a bug in satrap, not in your file." in error["message"]
    assert "please report it" in error["message"]
    told = satrap("solve", "empire/too-rich")
    assert (told.status, told.out) == (70, "")
    assert "satrap-contradiction-2.yaml" in told.err
    assert sorted(map(str, Path().iterdir())) == ["satrap-contradiction-1.yaml", "satrap-contradiction-2.yaml"]
    saved, original = puzzles.load("satrap-contradiction-1.yaml"), puzzles.load("empire/too-rich")
    assert saved.rulings.readings["contested-price"] == "difference-plus-one"
    assert (saved.position, saved.question, saved.board) == (original.position, original.question, original.board)


def test_status_70_with_a_board_of_ones_own(satrap, contradiction):
    Path("sub/maps").mkdir(parents=True)
    Path("sub/maps/board.json").write_text(satrap("board", "show", "empire", "oikoumene", "--json").out)
    data = {**puzzles.load("empire/too-rich").plain(), "board": "./maps/board.json"}
    Path("sub/test.yaml").write_text(to_yaml(data))
    assert satrap("solve", "sub/test.yaml").status == 70
    assert puzzles.load("satrap-contradiction-1.yaml").board == puzzles.load("sub/test.yaml").board


def test_status_70_even_where_nothing_can_be_saved(satrap, contradiction):
    contradiction.setattr("puzzles.scenario.os.access", lambda *_: False)
    told = satrap("solve", "empire/too-rich")
    assert told.status == 70
    assert "could not be saved (satrap-contradiction-1.yaml: cannot be written: no permission)" in told.err
    assert list(Path().iterdir()) == []


def test_status_70_in_words_for_any_other_bug_of_ours(satrap, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("puzzles.scoring.score", fail)
    ran = satrap("score", NAME, "--json")
    assert ran.status == 70
    assert ran.json["error"]["kind"] == "internal"
    told = satrap("score", NAME)
    assert (told.status, told.out) == (70, "")
    assert told.err.startswith("satrap: error: internal error: ZeroDivisionError: division by zero (")


# -- how it looks ----------------------------------------------------------------------------------------------

LOOKS = [
    ("solve", "empire/five-in-asia"),
    ("solve", "empire/too-rich", "--top", "2"),
    ("solve", "empire/payments-left", "--rulings", "all"),
    ("score", NAME),
    ("check", NAME, "plan.yaml"),
    ("check", NAME, "wrong.yaml", "--no-best"),
    ("replay", "empire/log-turn-order"),
    ("rules", "empire"),
    ("rules", "empire", "5.5.4-2"),
    ("rules", "empire", "contested-price"),
    ("cases",),
    ("list",),
    ("board", "list"),
    ("board", "check", "empire", "board.json"),
    ("score", "long.yaml"),
    ("solve", "long.yaml"),
]


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_nothing_is_wider_than_80_columns(satrap, words):
    Path("plan.yaml").write_text("allocation: {armies: 15}\n")
    Path("wrong.yaml").write_text("{allocation: {armies: 15}, moves: [{armies: 1, path: [symbol, macedona]}]}\n")
    board = json.loads(json.dumps(puzzles.load(NAME).board.plain()).replace('"macedonia"', f'"m{"x" * 39}"'))
    Path("board.json").write_text(json.dumps({**board, "title": "t" * 80}))
    long = json.dumps({**puzzles.load(NAME).plain(), "board": "./board.json", "title": "Long " * 20})
    Path("long.yaml").write_text(long.replace('"macedonia"', f'"m{"x" * 39}"').replace('"marion"', f'"n{"y" * 39}"'))
    ran = satrap(*words)
    assert ran.status in (0, 1)
    assert [line for line in ran.out.splitlines() if len(line) > 80] == []


def test_long_names_leave_room_for_the_points(satrap):
    data = json.dumps(puzzles.load(NAME).plain()).replace('"marion"', f'"n{"y" * 39}"')
    out = satrap("score", "-", stdin=data).out
    assert "city built" in out
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("total")] == ["0", "12", "14"]


def commands(command=cli, path=("satrap",)):
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))


@pytest.mark.parametrize(
    ("path", "command"), list(commands()), ids=lambda value: " ".join(value) if type(value) is tuple else ""
)
def test_help_shows_an_example(satrap, path, command):
    ran = satrap(*path[1:], "--help")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"Usage: {' '.join(path)} ")
    example = f"  {' '.join(path)}"
    assert any(line == example or line.startswith(f"{example} ") for line in lines[1:])
    assert max(map(len, lines)) <= 80
    assert "\\b" not in ran.out
    assert satrap(*path[1:], "-h").out == ran.out


def test_progress_as_lines_of_json(satrap):
    ran = satrap("solve", "empire/five-in-asia", "--json", "--progress", "json")
    assert json.loads(ran.out)["status"] == "optimal"
    for line in ran.err.splitlines():
        assert list(json.loads(line)) == ["stage", "best", "bound", "elapsed"]


# -- processes -------------------------------------------------------------------------------------------------

ROOT = Path(puzzles.__file__).parents[1]
START = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # a shell's “&” ignores it
START += "from puzzles.__main__ import main; main()"


def start(*words, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([sys.executable, "-c", START, *words], env=environment, **pipes)


def test_ctrl_c_gives_the_best_so_far_or_130():
    with start("solve", "empire/five-in-asia", "--top", "10000", "--json", "--progress", "json") as run:
        run.stderr.readline()  # the search is on
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert "Traceback" not in err
    found = json.loads(out)
    if run.returncode == 0:
        assert found["answers"]
        assert found["complete"] is False
    else:
        assert run.returncode == 130
        assert found["error"]["kind"] == "interrupted" if "error" in found else found["answers"] == []


@pytest.mark.parametrize("words", [("rules", "empire"), ("rules", "empire", "--json")], ids=" ".join)
def test_a_reader_that_goes_away(words):
    with start(*words) as run:
        run.stdout.close()
        assert run.stderr.read() == ""
    assert run.returncode == 0


@pytest.mark.parametrize("words", [("score", NAME), ("list",), ("rules", "empire", "--json")], ids=" ".join)
def test_closed_standard_output(satrap, monkeypatch, words):
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr(sys, "stdout", None)
    assert satrap(*words).status == 0


@pytest.mark.parametrize("progress", ["auto", "json"])
def test_closed_standard_error(satrap, monkeypatch, progress):
    monkeypatch.setattr(sys, "stderr", None)
    assert satrap("solve", "empire/too-rich", "--progress", progress, "--json").json["status"] == "optimal"
    assert satrap("score", "nowhere.yaml").status == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_disk():
    with Path("/dev/full").open("w") as full, start("list", "--json", stdout=full) as run:
        assert run.stderr.read() == "satrap: error: standard output: No space left on device\n"
    assert run.returncode == 2


def test_a_device_is_written_to_and_not_replaced():
    with start("draw", NAME, "-o", "/dev/stdout") as run:
        assert ElementTree.fromstring(run.stdout.read()).tag.endswith("svg")
        assert run.stderr.read() == ""
    assert run.returncode == 0


def test_a_link_is_followed(satrap):
    Path("link.svg").symlink_to("picture.svg")
    assert satrap("draw", NAME, "-o", "link.svg").status == 0
    assert Path("link.svg").is_symlink()
    assert is_svg("picture.svg")
