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


def alexandros():
    return (ROOT / "docs" / "alexandros.md").read_text(encoding="utf-8")


def pictures():
    """What stands between fences of no language."""
    return re.findall(r"^```\n([^`]*)^```$", re.sub(r"^```\w+\n[^`]*^```$", "", alexandros(), flags=re.M), re.M)


def test_the_position_the_log_and_the_board_of_alexandros_are_sound():
    from models.documents import read_text
    from models.game import load_game, user_board

    position, log, board, *_ = fenced(alexandros(), "yaml")
    assert parse(position).position.players["ana"].governors == ("H3",)
    told = parse(log)
    played = told.game.replay(told.board, told.position, told.events, told.rulings)
    assert played.breaches == ()
    assert played.ledger.total("ana") > 0
    assert user_board(load_game("alexandros"), read_text(board)).title == "Four strips"


def test_the_picture_in_characters_of_alexandros_is_that_of_its_board(tmp_path, monkeypatch):
    from puzzles.picture import draw_text

    monkeypatch.chdir(tmp_path)
    board = fenced(alexandros(), "yaml")[2]
    Path("my-board.yaml").write_text(board, encoding="utf-8")
    walls = "position: {alexander: d7, walls: [b3-b5-c6-d7], players: {ana: {}, ben: {}}}"
    lines = draw_text(parse(f"satrap: 1\ngame: alexandros\nboard: ./my-board.yaml\n{walls}\n"), scores=False)
    drawn = "\n".join(line.rstrip() for line in lines)
    assert any(drawn.startswith(picture.rstrip()) for picture in pictures())


def test_the_lattice_of_alexandros_is_drawn_with_its_names():
    from models.alexandros.lattice import corners, side

    (picture,) = (text for text in pictures() if "a2------a4" in text)
    at = {name[0]: (name.start(), row) for row, line in enumerate(picture.splitlines())
          for name in re.finditer(r"[A-Za-z]\d", line)}  # fmt: skip
    triangles = [name for name in at if name[0].isupper()]
    assert len(triangles) == 11
    for name in triangles:
        assert set(corners(name)) <= set(at)
        middle = sum(at[corner][0] for corner in corners(name)[:2]) / 2
        assert at[name][0] == middle == at[corners(name)[2]][0]
    level = {side(*ends) for line in picture.splitlines() for ends in re.findall(r"(?=([a-z]\d)-+([a-z]\d))", line)}
    assert level >= {side(*corners(name)[:2]) for name in triangles}


def test_the_questions_of_alexandros_are_told_as_they_stand_in_files():
    from models.documents import Source, read_text, validate
    from puzzles.questions import QUESTIONS, find

    questions = [read_text(text).data for text in fenced(alexandros(), "yaml")[3:]]
    kinds = [question["question"]["kind"] for question in questions]
    assert kinds == [entry.kind for entry in QUESTIONS if entry.game == "alexandros"]
    for kind, question in zip(kinds, questions, strict=True):
        document = find("alexandros", kind).document_class()
        validate(document, Source(question["question"]))
        section = alexandros().split(f"## `{kind}`")[1].split("\n## ")[0]
        told = set(re.findall(r"`([a-z]+)`", " ".join(re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE))))
        assert told | {"kind", "player"} == set(document.model_fields)


def test_the_bundled_scenarios_of_alexandros_are_named():
    for row in gallery():
        assert row["game"] != "alexandros" or row["name"] in alexandros()


@pytest.mark.parametrize("game", ["successors", "alexandros"])
def test_the_rulings_are_listed(game):
    from models.game import load_game

    rulings = load_game(game).rulings
    text = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| [^|]*\d[^|]* \| ((?:`[^|]*)(?:\|[^|]*)?) \|$", text, re.MULTILINE))
    assert rows.keys() == rulings.keys()
    for key, ruling in rulings.items():
        listed, _, published = rows[key].partition("|")
        readings = re.findall(r"`([a-z-]+)`", listed)
        assert (readings[0], set(readings)) == (ruling.default, set(ruling.readings))
        assert published.strip(" `") == (ruling.published or "")
    assert f"{len(rulings)} of them" in text


@pytest.mark.parametrize("name", [name for name, _ in bundled_files("templates")])
def test_a_template_is_a_scenario_that_can_be_solved(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game, kind = name.split("/")
    assert run(["new", game, kind, "-o", "my.yaml"]) == 0
    assert run(["solve", "my.yaml"]) == 0
    told = capsys.readouterr().out
    assert f"\n{kind.replace('-', ' ')}: " in told
    assert "proved best by " in told


WRITTEN = sorted(path.name for kind in ("tutorial", "howto") for path in (ROOT / "docs").glob(f"{kind}-*.md"))
GUIDES = ["explain.md", "pose.md", *WRITTEN]
SECONDS = re.compile(r"\d+\.\d+ s\b")
"""What is not the same on every run."""


def lines_of(text):
    return [SECONDS.sub("0.0 s", line).rstrip() for line in text.splitlines()]


def pieces_of(excerpt):
    """What stands between lines that are an ellipsis, as lists of lines."""
    pieces = [[]]
    for line in lines_of(excerpt):
        if line == "…":
            pieces.append([])
        else:
            pieces[-1].append(line)
    return [piece for piece in pieces if piece]


def assert_printed(excerpt, printed):
    """Its pieces were printed, line by line and in this order."""
    printed, start = lines_of(printed), 0
    for piece in pieces_of(excerpt):
        places = range(start, len(printed) - len(piece) + 1)
        found = next((at for at in places if printed[at : at + len(piece)] == piece), None)
        assert found is not None, "\n".join(["not printed:", *piece, "", "but:", *printed[start:]])
        start = found + len(piece)


def follow(satrap, script):
    """Run the commands of a block; what they printed, but for what went into a file."""
    printed = ""
    for line in script.replace("\\\n", " ").splitlines():
        words, _, comment = line.partition(" #")
        words, _, target = words.partition(" > ")
        expected = re.search(r"exit status (\d+)", comment)
        name, command, *words = shlex.split(words)
        assert name == "satrap"
        many = command in ("what-if", "book") or "--count" in words
        ran = satrap(command, *(["--jobs", "1"] if many else []), *words, stdin="")
        assert ran.status == (int(expected[1]) if expected else 0), (line, ran.out, ran.err)
        if target:
            Path(target.strip()).write_text(ran.out, encoding="utf-8")
        else:
            printed += ran.out + ran.err
    return printed


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_can_be_followed(name, satrap, monkeypatch):
    """Files are written where they stand, commands run in their order, and what is shown was printed."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SATRAP_HOME", "home")
    printed = ""
    for language, body in FENCE.findall((ROOT / "docs" / name).read_text(encoding="utf-8")):
        if language == "yaml":
            Path(re.match(r"# (\S+\.yaml)\n", body)[1]).write_text(body, encoding="utf-8")
        elif language == "sh":
            printed = follow(satrap, body)
        elif language == "python":
            exec(compile(body, name, "exec"), {})
        else:
            assert language == "text"
            assert_printed(body, printed)


@pytest.mark.parametrize("name", GUIDES)
def test_commands_within_the_lines_of_a_guide_work_without_its_files(name, satrap):
    text = FENCE.sub("", (ROOT / "docs" / name).read_text(encoding="utf-8"))
    commands = [shlex.split(line) for line in re.findall(r"`satrap ((?:new|rules|schema) [^`]+)`", text)]
    for words in commands:
        if "GAME" not in words:
            assert satrap(*words).status == 0, words
