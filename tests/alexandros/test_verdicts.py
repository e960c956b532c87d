"""What a case can ask: each verdict tells plain values."""

import json
import subprocess
import sys

import pytest

from models.alexandros.verdicts import VERDICTS
from models.errors import InputError
from tests.alexandros.tables import choose, draw

BOARD = draw(["A|..H...T.L."])
"""A horse on A2, a temple on A6, a lyre on A8."""
TABLE = {"face_up": ["horse", "temple"], "players": {"ana": {"hand": {"temple": 1}}, "ben": {}}}
MOVE = {"card": "horse", "to": "A2", "path": "a0-a2"}


def ask(do, position=None, rulings=None, **given):
    verdict = VERDICTS[do](BOARD, {"position": {**TABLE, **(position or {})}, **given}, rulings or choose())
    json.dumps(verdict)
    return verdict


def part(verdict, *keys):
    return {key: verdict[key] for key in keys}


def test_board():
    assert ask("board") == {
        "triangles": 10, "symbols": {"temple": 1, "horse": 1, "lyre": 1}, "blanks": 7, "points": 12, "sides": 21,
        "rim": 12, "closing": 12, "start": "a0",
    }  # fmt: skip


def test_legal():
    assert ask("legal") == {"legal": True, "problems": []}
    assert ask("legal", {"walls": ["a0-a4"]}) == {"legal": False, "problems": [{"path": "walls[0]"}]}


def test_provinces():
    (left, right) = ask("provinces", {"walls": ["a4-b5"]})["provinces"]
    assert left == {
        "triangles": ["A0", "A1", "A2", "A3"], "blanks": 3, "symbols": {"horse": 1}, "owner": None, "governors": 0,
    }  # fmt: skip
    assert right["symbols"] == {"temple": 1, "lyre": 1}


def test_targets_and_moves():
    assert ask("targets", symbol="horse") == {"distance": 1, "triangles": ["A2"]}
    # A2 is a2, a4, b3: one way along the row to a2 and a4, and two to b3 (a0-a2-b3, a0-b1-b3).
    assert ask("moves", symbol="horse") == {"count": 4, "corners": {"A2": {"a2": 1, "a4": 1, "b3": 2}}}
    assert ask("targets", symbol="hoplite") == {"distance": None, "triangles": []}
    with pytest.raises(InputError):
        ask("targets")


def test_move():
    verdict = ask("move", **{**MOVE, "path": "a0-a2-b3"})
    assert part(verdict, "legal", "laid", "walls_left", "ending", "alexander") == {
        "legal": True, "laid": ["a0-a2", "a2-b3"], "walls_left": 63, "ending": False, "alexander": "b3",
    }  # fmt: skip
    assert [province["triangles"][0] for province in verdict["provinces"]] == ["A0", "A2"]
    wrong = ask("move", **{**MOVE, "path": "a0-b1-a2"})
    assert part(wrong, "legal", "breaches", "laid", "alexander") == {
        "legal": False, "breaches": [{"rule": "F-3", "path": "path"}], "laid": [], "alexander": "a0",
    }  # fmt: skip


def test_occupy():
    verdict = ask("occupy", {"walls": ["a4-b5"]}, governors=["A6"])
    assert verdict["breaches"] == [{"rule": "5-4", "path": "governors"}]
    verdict = ask("occupy", {"walls": ["a4-b5"]}, governors=["A8"])
    assert part(verdict, "legal", "cards", "gets", "hands", "discards") == {
        "legal": True, "cards": {"temple": 1}, "gets": {}, "hands": {"ana": {}, "ben": {}},
        "discards": {"temple": 1},
    }  # fmt: skip


def test_levy():
    players = {"ana": {"hand": {"temple": 1}, "governors": ["A6"], "points": 94}, "ben": {}}
    verdict = ask("levy", {"players": players}, card="temple")
    assert part(verdict, "points", "ledger", "over", "winners") == {
        "points": {"ana": 101, "ben": 0},
        "ledger": [{"player": "ana", "amount": 7, "rule": "5-11", "subject": "A6"}],
        "over": True,
        "winners": ["ana"],
    }
    refused = ask("levy", {"players": players}, card="horse")
    assert refused["breaches"] == [{"rule": "5-7", "path": "card"}] * 2
    assert part(refused, "points", "ledger") == {"points": {"ana": 94, "ben": 0}, "ledger": []}


def test_turn_and_replay():
    verdict = ask("turn", **MOVE, actions=[{"take": "temple"}])
    assert part(verdict, "legal", "alexander", "hand", "active", "over", "winners") == {
        "legal": True, "alexander": "a2", "hand": {"ana": {"temple": 2, "horse": 1}, "ben": {}}, "active": "ben",
        "over": False, "winners": [],
    }  # fmt: skip
    ben = ask("turn", player="ben", **MOVE)
    assert ben["hand"]["ben"] == {"horse": 1}
    log = ask("replay", events=[{"player": "ana", **MOVE}, {"player": "ana", **MOVE}])
    assert log["breaches"] == [{"rule": "2-1", "path": "events[1].player"}]
    assert part(log, "active", "points", "walls") == {
        "active": "ben", "points": {"ana": 0, "ben": 0}, "walls": ["a0-a2"],
    }  # fmt: skip
    with pytest.raises(InputError):
        ask("replay", events=[{"player": "eva"}])
    with pytest.raises(InputError):
        ask("turn", player="eva")


def test_no_rule_needs_networkx():
    script = """
import sys
from models.alexandros.verdicts import VERDICTS
from tests.alexandros.tables import choose, table, SATRAPIES
from models.alexandros.walls import moves
assert list(moves(SATRAPIES, table(SATRAPIES), "temple", choose()))
print([name for name in ("networkx", "ortools", "numpy") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
