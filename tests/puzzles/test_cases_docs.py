"""docs/cases.md says what is so: its file of cases passes, its tables name every key and every verdict."""

import re
from pathlib import Path

from models import GAMES
from models.game import load_game
from puzzles.cases import CaseFile, CaseText

PAGE = (Path(__file__).parents[2] / "docs" / "cases.md").read_text(encoding="utf-8")


def section(title):
    return re.split(r"^#+ ", PAGE.partition(f"# {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def keys(text):
    return re.findall(r"^\| `([a-z-]+)` \|", text.replace("| `do` | takes |", ""), re.MULTILINE)


def test_its_file_of_cases_is_one(satrap):
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    ran = satrap("cases", "--file", "-", "--json", stdin=example)
    assert (ran.status, ran.json["passed"], ran.json["failed"]) == (0, 2, 0)
    assert [entry["case"] for entry in ran.json["declared"]] == ["tie-2"]
    assert "tie-1 [turn-order-tie=fewer-points]" in PAGE


def test_its_commands_run(satrap):
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    Path("mine.yaml").write_text(example, encoding="utf-8")
    commands = re.findall(r"^satrap (.*?) +#", PAGE, re.MULTILINE)
    assert len(commands) == 6
    for line in commands:
        assert satrap(*line.split()).status == 0, line
    assert Path("empire.md").read_text(encoding="utf-8").startswith("# Cases\n")


def test_every_key_is_told():
    assert keys(section("A file of cases")) == [
        *(key for key in CaseFile.model_fields if key != "deviations"), "deviations", *CaseText.model_fields
    ]  # fmt: skip


def test_every_verdict_is_told():
    for game in GAMES:
        assert sorted(keys(section(f"Of {game}"))) == sorted(load_game(game).verdicts()), game


def test_every_key_that_a_verdict_gives_is_told():
    """As far as the cases ask for it: of each verdict whose row lists what it gives."""
    from puzzles.cases import load_cases

    for game in GAMES:
        rows = dict(re.findall(r"^\| `([a-z-]+)` \| [^|]* \| ([^|]*) \|$", section(f"Of {game}"), re.MULTILINE))
        ends = {"over", "winners", "candidates", "route", "rule"}
        for case in load_cases(game):
            row = rows[case.text.do]
            if "position after" not in row and "where the game is" not in row:
                told = set(re.findall(r"`([a-z_]+)`", row)) | (ends if "how it ends" in row else set())
                assert set(case.text.expect) <= told, (case.text.id, row)
