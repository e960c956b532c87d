"""The bundled logs: what everybody has after each event that changes something, worked out by hand."""

import json

import pytest

from puzzles import picture, questions
from puzzles.cli import run
from puzzles.scenario import load

TRACKS = ("vp", "legitimacy")

# (number of the event from 1, victory points and legitimacy of each player)
BURIAL = [
    # Babylonia 4 and Susiana 1; Egypt 6 and the fleet 3; Macedonia 3 and Cilicia 1.
    # Philippos 4, Champion 3, Perdikkas 1; Kleopatra 2, Champion 3; Alexandros 5, Champion 3, Macedonia 2.
    (0, {"kleio": (5, 8), "nikon": (9, 5), "thais": (4, 10)}),
    (5, {"kleio": (6, 8), "nikon": (9, 5), "thais": (3, 10)}),  # Cilicia's 1 changes hands
    (7, {"kleio": (6, 8), "nikon": (9, 5), "thais": (3, 7)}),  # no Champion
    (8, {"kleio": (6, 8), "nikon": (9, 5), "thais": (3, 10)}),  # Olympias 3
    # Macedonia's 3 and 2 change hands; Thais, at 0, is a Champion again: 10 - 2 + 3.
    (15, {"kleio": (9, 10), "nikon": (9, 5), "thais": (0, 11)}),
    (17, {"kleio": (9, 20), "nikon": (9, 5), "thais": (0, 11)}),  # Pella's 10
]
REGENCY = [
    # Babylonia 4 and Phoenicia 2; Egypt 6 and the fleet 3; Macedonia 3.
    # Alexandros 5, the tomb 2, Perdikkas 1; Champion 3, Leonnatos 1; Olympias 3, Champion 3, Macedonia 2.
    (0, {"kleio": (6, 8), "nikon": (9, 4), "thais": (3, 8)}),
    (3, {"kleio": (6, 8), "nikon": (9, 5), "thais": (3, 8)}),  # the Oracle
    (6, {"kleio": (6, 8), "nikon": (9, 5), "thais": (3, 10)}),  # Herakles 2
]
END = {
    "log-burial-at-pella": {"turn": 3, "winners": ["kleio"], "route": "legitimacy", "rule": "2A-3", "usurper": "nikon"},
    "log-regency-tie": {"turn": 4, "winners": ["kleio"], "route": "regency", "rule": "2B-5", "dead": []},
}


def replayed(name):
    scenario = load(f"successors/{name}")
    return scenario, scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)


@pytest.mark.parametrize(("name", "standings"), [("log-burial-at-pella", BURIAL), ("log-regency-tie", REGENCY)])
def test_standings(name, standings):
    scenario, played = replayed(name)
    assert played.breaches == ()
    assert [number for number, step in enumerate(played.steps, start=1) if len(step.ledger)] == [
        number for number, _ in standings[1:]
    ]
    scored, told = played.before, dict(standings)
    for number, step in enumerate([None, *played.steps]):
        scored = scored if step is None else scored + step.ledger
        if number in told:
            found = {player: tuple(scored.total(player, track) for track in TRACKS) for player in told[number]}
            assert found == told[number]
    last = {player: dict(zip(TRACKS, totals, strict=True)) for player, totals in standings[-1][1].items()}
    assert played.after["totals"] == scored.totals(scenario.position.players, TRACKS) == last


@pytest.mark.parametrize("name", END)
def test_the_end(name):
    _, played = replayed(name)
    assert {key: played.after[key] for key in END[name]} == END[name]
    assert played.after["over"]


def test_status_and_tomb_of_the_burial():
    _, played = replayed("log-burial-at-pella")
    assert played.after["tomb"] == {"at": "pella", "buried_by": "kleio"}
    assert played.after["cart"] is None
    said = {number: " ".join(step.lines) for number, step in enumerate(played.steps, start=1)}
    assert "kleio stays a Champion: nikon is the Usurper (rule 5-4)" in said[4]
    assert "thais becomes a Successor" in said[7]
    assert "(rule 5-3)" in said[14]
    assert "thais has no victory points and is a Champion (rule 5-16)" in said[15]
    assert said[17].endswith("kleio wins with 20 legitimacy (rule 2A-3)")


def test_the_tie_is_broken_by_counters():
    """14 to 14; without the scattered counter it would be 2 to 2, and two generals to one crown nobody."""
    scenario, played = replayed("log-regency-tie")
    won = "kleio wins as regent, with 8 legitimacy and 6 victory points (rule 2B-5)"
    assert f"{won}, counters breaking the tie (rule 2D-3)" in played.steps[-1].lines
    without = scenario.position.with_player("kleio", scattered_units={})
    other = scenario.game.replay(scenario.board, without, scenario.events, scenario.rulings)
    assert not other.after["over"]
    assert other.after["dead"] == ["alexandros"]
    strict = scenario.with_readings({"regency-tie": "strict"})
    assert strict.game.replay(strict.board, strict.position, strict.events, strict.rulings).after["dead"] == [
        "alexandros"
    ]


def test_each_track_is_told_by_itself(capsys):
    assert run(["replay", "successors/log-burial-at-pella"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in told if " so far: " in line][-2:] == [
        "vp so far: kleio 9, nikon 9, thais 0",
        "legitimacy so far: kleio 20, thais 11, nikon 5",
    ]
    assert run(["replay", "successors/log-burial-at-pella", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == {
        "kleio": {"vp": 9, "legitimacy": 20},
        "nikon": {"vp": 9, "legitimacy": 5},
        "thais": {"vp": 0, "legitimacy": 11},
    }


def test_score_tells_both_tracks_and_nothing_else(capsys, tmp_path):
    scenario = load("successors/log-regency-tie")
    lines = scenario.text().split("events:")[0]
    (tmp_path / "position.yaml").write_text(lines, encoding="utf-8")
    assert run(["score", str(tmp_path / "position.yaml"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"]["thais"] == {"vp": 3, "legitimacy": 8}
    assert run(["score", str(tmp_path / "position.yaml")]) == 0
    told = capsys.readouterr().out
    assert "total vp" in told
    assert "total legitimacy" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["draw", "successors/log-regency-tie", "--text"], "successors has no pictures in text"),
        (["schema", "successors", "--of", "plan"], "successors has no questions"),
        (["new", "successors", "route"], "no question: successors can be scored and replayed"),
    ],
)
def test_what_a_game_has_not_is_said(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(picture, "TEXTS", {})
    monkeypatch.setattr(questions, "QUESTIONS", [])
    assert run(words) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
