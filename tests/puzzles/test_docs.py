"""README and docs say what is so: their commands and programs run."""

import re
import shlex
from pathlib import Path

import pytest

from puzzles.cli import run
from puzzles.scenario import bundled_files, gallery, parse

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def fenced(text, language):
    return [body for kind, body in FENCE.findall(text) if kind == language]


def commands():
    lines = [line for body in fenced(README, "sh") for line in body.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.startswith("satrap ")]


def test_the_readme_names_commands():
    assert len(commands()) >= 11


def test_every_command_of_the_readme_works_in_its_order(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for line in commands():
        words, _, target = line.partition(" > ")
        status = run(shlex.split(words)[1:])
        printed = capsys.readouterr().out
        assert status == 0, line
        if target:
            Path(target).write_text(printed, encoding="utf-8")
    assert Path("plan.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_solve_command_of_the_readme_names_a_bundled_scenario():
    (command,) = re.findall(r"<!-- solve command -->\n```sh\n(.*)\n```", README)
    assert command.split()[-1] in [row["name"] for row in gallery()]


def test_the_program_of_the_readme_runs_in_some_twenty_lines(capsys):
    (program,) = fenced(README, "python")
    assert len(program.strip().splitlines()) <= 25
    namespace = {}
    exec(compile(program, "README.md", "exec"), namespace)
    assert namespace["svg"].startswith("<svg")
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["files.md"])
def test_the_scenarios_and_boards_of_the_docs_are_sound(name, tmp_path):
    from models.alhambra.tiles import Supply
    from models.documents import read_text, validate
    from models.empire.board import Board

    texts = fenced((ROOT / "docs" / name).read_text(encoding="utf-8"), "yaml")
    scenario, table, plan, log, game, board, supply = texts
    assert parse(scenario).question.player == "me"
    assert parse("satrap: 1\ngame: alhambra\n" + table).position.players["ana"].layout
    assert read_text(plan).data["pieces"]
    assert parse("satrap: 1\ngame: empire\nboard: oikoumene\n" + log).events
    told = parse("satrap: 1\ngame: alhambra\n" + game)
    assert told.game.replay(told.board, told.position, told.events, told.rulings).breaches == ()
    assert list(validate(Board, read_text(board)).problems()) == []
    assert list(validate(Supply, read_text(supply)).problems()) == []


def test_the_position_the_log_and_the_map_of_successors_are_sound():
    from models.documents import read_text
    from models.game import load_game, user_board

    position, log, board, *_ = fenced((ROOT / "docs" / "successors.md").read_text(encoding="utf-8"), "yaml")
    assert parse(position).position.players["ben"].cards.condemnation == 1
    told = parse(log)
    assert told.game.replay(told.board, told.position, told.events, told.rulings).breaches == ()
    assert user_board(load_game("successors"), read_text(board)).title == "Three provinces"


def test_the_questions_of_successors_are_told_as_they_stand_in_files():
    from models.documents import Source, read_text, validate
    from puzzles.questions import QUESTIONS, find
    from solver.successors.offers import Offers

    told = fenced((ROOT / "docs" / "successors.md").read_text(encoding="utf-8"), "yaml")[3:]
    offers, *questions = [read_text(text).data for text in told]
    assert validate(Offers, Source(offers["offers"])).model_fields_set == set(Offers.model_fields)
    kinds = [question["question"]["kind"] for question in questions]
    assert kinds == [entry.kind for entry in QUESTIONS if entry.game == "successors"]
    for kind, question in zip(kinds, questions, strict=True):
        validate(find("successors", kind).document_class(), Source(question["question"]))


def test_the_rulings_of_successors_are_listed():
    from models.successors.rulings import RULINGS

    text = (ROOT / "docs" / "successors.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| [^|]* \| ([^|]*) \|$", text, re.MULTILINE))
    assert rows.keys() == RULINGS.keys()
    for key, ruling in RULINGS.items():
        readings = re.findall(r"`([a-z-]+)`", rows[key])
        assert (readings[0], set(readings)) == (ruling.default, set(ruling.readings))
    assert f"{len(RULINGS)} of them" in text


@pytest.mark.parametrize("name", [name for name, _ in bundled_files("templates")])
def test_a_template_is_a_scenario_that_can_be_solved(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game, kind = name.split("/")
    assert run(["new", game, kind, "-o", "my.yaml"]) == 0
    assert run(["solve", "my.yaml"]) == 0
    told = capsys.readouterr().out
    assert f"\n{kind.replace('-', ' ')}: " in told
    assert "proved best by " in told
