"""The case collection as a published thing: reports, a user's own cases, other readings, rules without a case."""

import json
from pathlib import Path

import pytest

from models import GAMES
from models.game import load_game
from models.rulebook import load_rules
from puzzles.cases import CaseText, chosen_readings, judge, load_cases
from puzzles.rules import rules_document

MINE = """\
game: empire
group: ours
regions:
  second:
    number: 2
    name: Second
    symbol: [0, 0]
    provinces:
      x: {number: 1, at: [1, 0]}
      y: {number: 2, at: [2, 0], target: true}
    arrows:
      - {from: symbol, to: x, cost: 0}
      - {from: x, to: y, cost: 0, back: 0}
cases:
"""
TIE = """\
  - id: %s
    title: Both bid 1
    rule: 5.1-4
    reason: Peter has 6 armies to 3; Marion has fewer points.
    do: choose
    region: second
    given:
      position:
        region: 2
        players:
          marion: {order: 1, armies: {symbol: 3}, temple: 5, city: 6, points: 4}
          peter: {order: 1, armies: {symbol: 6}, temple: 4, city: 4, points: 9}
    expect: {rankings: %s}
"""
PETER, MARION = "[[peter, marion]]", "[[marion, peter]]"
UNDER = "    under: {turn-order-tie=fewer-points: {rankings: %s}}\n"


def written(text, name="mine.yaml"):
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_cases_of_ones_own(satrap):
    mine = written(MINE + TIE % ("one", PETER) + TIE % ("two", MARION))
    ran = satrap("cases", "--file", mine, "--json")
    assert ran.status == 1
    assert ran.json == {
        "passed": 1,
        "failed": 1,
        "groups": [{"group": "empire/ours", "passed": 1, "failed": 1}],
        "deviations": [
            {
                "case": "two",
                "deviations": [
                    "rankings[0][0]: marion expected, peter found",
                    "rankings[0][1]: peter expected, marion found",
                ],
            }
        ],
    }
    assert satrap("cases", "--file", written(MINE + TIE % ("one", PETER))).status == 0


def test_several_files_and_standard_input(satrap):
    one = written(MINE + TIE % ("one", PETER))
    both = satrap("cases", "--file", one, "--file", "-", "--json", stdin=MINE + TIE % ("two", PETER))
    assert (both.status, both.json["passed"]) == (0, 2)
    twice = satrap("cases", "--file", one, "--file", "-", "--json", stdin=MINE + TIE % ("one", PETER))
    assert [fault["message"] for fault in twice.faults] == ["the case id “one” stands twice"]


def test_an_expectation_for_each_reading(satrap):
    mine = written(MINE + TIE % ("one", PETER) + UNDER % MARION)
    assert satrap("cases", "--file", mine, "--json").json["passed"] == 2
    wrong = satrap("cases", "--file", written(MINE + TIE % ("one", PETER) + UNDER % PETER), "--json").json
    assert [entry["case"] for entry in wrong["deviations"]] == ["one [turn-order-tie=fewer-points]"]


def test_several_readings_in_one_key():
    text = CaseText(
        id="a", title="", rule="1", reason="", do="x", region="y", given={}, expect={"a": 1}, rulings={"p": "q"},
        under={"r=s, t=u": {"a": 2}},
    )  # fmt: skip
    first, second = text.variants()
    assert first == text
    assert (second.id, second.rulings, second.expect) == ("a [r=s, t=u]", {"p": "q", "r": "s", "t": "u"}, {"a": 2})
    assert text.settled() == {"p", "r", "t"}


def test_a_declared_deviation_is_no_failure_and_does_not_go_stale(satrap):
    declared = MINE.replace("cases:\n", "deviations: {two: At our table\n  points decide.}\ncases:\n")
    mine = written(declared + TIE % ("one", PETER) + TIE % ("two", MARION))
    ran = satrap("cases", "--file", mine, "--json")
    assert ran.status == 0
    assert (ran.json["passed"], ran.json["failed"], ran.json["deviations"]) == (1, 0, [])
    (entry,) = ran.json["declared"]
    assert (entry["case"], entry["reason"]) == ("two", "At our table points decide.")
    assert "two\n  declared: At our table points decide.\n" in satrap("cases", "--file", mine).out
    stale = satrap("cases", "--file", written(declared + TIE % ("two", PETER)))
    assert stale.status == 1
    assert "two\n  it comes out as expected, and is declared to deviate\n" in stale.out


def test_all_faults_of_all_files_at_once(satrap):
    wrong = MINE.replace("game: empire", "game: empire\ndeviations: {nobody: why}")
    one = written(
        wrong
        + (TIE % ("one", PETER)).replace("5.1-4", "5.1-44").replace("choose", "chose").replace("second", "secnd")
        + "    ruling: nothing\n    rulings: {zero-bids: chin}\n    under: {zero-bids=x: {}}\n"
    )
    two = written("game: empier\ngroup: x\nregions: {}\ncases: []\n", "two.yaml")
    faults = satrap("cases", "--file", one, "--file", two, "--file", "none.yaml", "--json").faults
    assert {(fault["file"], fault["path"]) for fault in faults} == {
        (one, "deviations.nobody"),
        (one, "cases[0].rule"),
        (one, "cases[0].do"),
        (one, "cases[0].region"),
        (one, "cases[0].ruling"),
        (one, "cases[0].rulings.zero-bids"),
        (one, "cases[0].under.zero-bids=x"),
        (two, "game"),
        ("none.yaml", None),
    }


@pytest.mark.parametrize("board", ["oikoumena", "3", "{}", "[3]"])
def test_a_region_that_is_no_board(satrap, board):
    for game in GAMES:
        mine = written(f"game: {game}\ngroup: x\nregions: {{all: {board}}}\ncases: []\n")
        assert {fault["path"] for fault in satrap("cases", "--file", mine, "--json").faults} == {"regions.all"}, game


ASK = """\
game: empire
group: bad
regions: {all: oikoumene}
cases:
  - {id: a, title: t, rule: 5.1-4, reason: r, do: %s, region: all, given: %s, expect: {}}
"""
TWO = "position: {region: 1, players: {ana: {}, ben: {}}}"


@pytest.mark.parametrize(
    ("do", "given", "path"),
    [
        ("choose", "{}", "cases[0].given"),
        ("score", "{position: 3}", "cases[0].given.position"),
        ("choose", "{position: {region: 77, players: {ana: {}, ben: {}}}}", "cases[0].given.position.region"),
        ("play", f"{{{TWO}, player: cleo, plan: {{}}}}", "cases[0].given.player"),
        ("replay", f"{{{TWO}, events: 3}}", "cases[0].given.events"),
        ("replay", f"{{{TWO}, events: [3]}}", "cases[0].given"),
    ],
)
def test_what_cannot_be_asked_is_bad_input_and_told_with_its_place(satrap, do, given, path):
    (fault,) = satrap("cases", "--file", written(ASK % (do, given)), "--json").faults
    assert (fault["path"], fault["line"]) == (path, 5)


def test_a_game_and_a_file_exclude_each_other(satrap):
    assert satrap("cases", "empire", "--file", "x.yaml").status == 2


def test_a_report_as_json(satrap):
    assert satrap("cases", "empire", "--report", "r.json").status == 0
    told = json.loads(Path("r.json").read_text(encoding="utf-8"))
    (game,) = told["games"]
    assert (told["report"], told["failed"], game["game"]) == (1, 0, "empire")
    assert told["satrap"]
    assert len(game["collection"]) == 12
    assert game["rulings"] == {key: ruling.default for key, ruling in load_game("empire").rulings.items()}
    ids = [one for group in game["groups"] for one in group["ids"]]
    assert ids == [case.text.id for case in load_cases("empire")]
    assert told["passed"] == sum(group["passed"] for group in game["groups"]) == len(ids)


def test_a_report_as_markdown(satrap):
    text = MINE.replace("cases:\n", "deviations: {two: Points decide.}\ncases:\n")
    mine = written(text + "".join(TIE % one for one in (("one", PETER), ("two", MARION), ("a`b", MARION))))
    assert satrap("cases", "--file", mine, "--report", "r.md").status == 1
    told = Path("r.md").read_text(encoding="utf-8")
    assert "1 passed, 1 failed, 1 declared." in told
    assert "| empire/ours | 1 | 1 | 1 |" in told
    assert "* `two`: Points decide.\n  * `rankings[0][0]: marion expected, peter found`" in told
    assert "empire/ours: `one`, `two`, `` a`b ``" in told


@pytest.mark.parametrize("name", ["r.txt", "nowhere/r.md", "r"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_runs(satrap, name):
    assert satrap("cases", "--report", name, "--json").faults


def test_other_readings_for_all_cases(satrap):
    ran = satrap("cases", "empire", "--ruling", "turn-order-tie=fewer-points", "--json")
    assert "E.5.1-4.4" in ran.json["kept"]  # it names the usual reading
    assert "E.5.1-4.5" not in ran.json["kept"]  # it names this one
    assert ran.json["deviations"]  # cases that rest on the usual reading without naming it
    assert ran.status == 1
    assert ran.json["passed"] + ran.json["failed"] == len(load_cases("empire"))


def test_a_case_that_settles_a_ruling_in_another_way_is_run_as_it_stands(satrap):
    mine = written(MINE + TIE % ("one", PETER) + UNDER % MARION)
    ran = satrap("cases", "--file", mine, "--profile", "published", "--ruling", "turn-order-tie=fewer-points", "--json")
    assert (ran.status, ran.json["passed"], ran.json["kept"]) == (0, 2, ["one"])
    told = satrap("cases", "--file", mine, "--ruling", "turn-order-tie=fewer-points")
    assert "run as they stand, since they settle a chosen ruling in another way: 1\n" in told.out


@pytest.mark.parametrize("game", GAMES)
def test_the_reading_that_is_in_force_anyhow_changes_nothing(game):
    usual = {key: ruling.default for key, ruling in load_game(game).rulings.items()}
    assert judge(load_cases(game), {game: usual}).failed == 0


def test_a_ruling_of_one_game_is_left_to_that_game():
    chosen = chosen_readings(GAMES, {"turn-order-tie": "fewer-points"})
    assert [game for game, readings in chosen.items() if readings] == ["empire"]


def test_a_ruling_that_two_games_have_is_chosen_for_both():
    both = [game for game in GAMES if "threshold" in load_game(game).rulings]
    assert len(both) == 2
    for game in both:
        for reading in load_game(game).rulings["threshold"].readings:
            assert chosen_readings(GAMES, {"threshold": reading})[game] == {"threshold": reading}


@pytest.mark.parametrize("choice", ["nothing=x", "turn-order-tie=x", "threshold=x", "zero-bids"])
def test_unknown_readings(satrap, choice):
    assert satrap("cases", "--ruling", choice, "--json").faults


def test_unknown_profile(satrap):
    assert satrap("cases", "--profile", "nobody", "--json").faults


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_is_without_a_case(satrap, game):
    rules = load_rules(game).values()
    decide = [rule for rule in rules if rule.kind == "rule"]
    counted = {rule["id"]: rule["cases"] for rule in rules_document(game)["rules"]}
    assert [rule.id for rule in decide if not counted[rule.id]] == []
    assert satrap("rules", game).out.endswith(f"\n{len(decide)} rules, 0 without a case\n")


def test_a_rule_without_a_case_is_named(capsys):
    from puzzles.rules import print_rules

    rule = {"id": "9-9", "summary": "", "kind": "rule", "cases": []}
    print_rules("empire", {"rules": [rule], "rulings": []}, whole=False)
    assert capsys.readouterr().out.endswith("\n1 rule, 1 without a case: 9-9\n")
