"""The descriptor and the verdicts: what is asked wrongly is refused, and scoring loads no graphs."""

import subprocess
import sys

import pytest

from models.errors import InputError
from models.game import case_board
from models.rulebook import load_rules
from models.successors.game import GAME
from models.successors.position import Position
from models.successors.rulings import RULINGS
from tests.successors.tables import DATA, TALLY, choose

VERDICTS = GAME.verdicts()
TABLE = {"turn": 4, "players": {"ana": {}, "ben": {}}}


def test_the_descriptor():
    assert [f"{name}.json" for name in GAME.boards] == [DATA.name]
    position = Position.model_validate(TABLE)
    assert GAME.players(position) == ["ana", "ben"]
    assert list(GAME.position_problems(TALLY, position, choose())) == []
    assert GAME.score(TALLY, position, choose()).total("ana", "legitimacy") == 3
    assert GAME.headline(TALLY, position)[0] == "turn IV, strategy"


def test_rulings_are_sound():
    rules = load_rules("successors")
    for ruling in RULINGS.values():
        assert ruling.default in ruling.readings
        assert len(ruling.readings) > 1
        assert set(ruling.rules) <= set(rules)


def test_a_small_map_of_a_case():
    board = case_board(
        GAME, {"provinces": {"p": {"vp": 1}}, "spaces": {"a": {"kind": "major", "province": "p", "at": [0, 0]}}}
    )
    assert board.invented
    with pytest.raises(InputError):
        case_board(GAME, {"provinces": {"p": {"vp": 1}}, "spaces": {"a": {"kind": "minor", "at": [0, 0]}}})


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("score", {"position": {**TABLE, "usurper": "zoe"}}),
        ("victory", {"position": TABLE, "at": "end"}),  # the end is in turn V
        ("victory", {"position": TABLE, "at": "dawn"}),
        ("tie-break", {"position": TABLE, "tied": ["ana", "zoe"]}),
        ("bury", {"position": TABLE, "player": "zoe"}),
        ("bury", {"position": TABLE, "plyer": "ana"}),
        ("attack", {"position": TABLE, "attack": {"by": "ana", "on": ["zoe"], "action": "siege"}}),
        ("attack", {"position": TABLE, "attack": {"by": "ana", "on": [], "action": "siege"}}),
        ("replay", {"position": TABLE, "events": [{}]}),
        ("replay", {"position": TABLE, "events": [{"bury": "zoe"}]}),
    ],
)
def test_what_is_asked_wrongly_is_refused(do, given):
    with pytest.raises(InputError):
        VERDICTS[do](TALLY, given, choose())


def test_victory_at_rest_and_in_the_preparations():
    """Alexandros is with nobody, and Ana has 4 victory points more."""
    given = {"position": {**TABLE, "phase": "preparations", "players": {"ana": {"control": ["a4"]}, "ben": {}}}}
    assert not VERDICTS["victory"](TALLY, given, choose())["over"]
    tested = VERDICTS["victory"](TALLY, {**given, "at": "preparations"}, choose())
    assert (tested["winners"], tested["route"], tested["heir"], tested["fate"]) == (
        ["ana"],
        "uncontrolled-heir",
        "alexandros",
        None,
    )


def test_scoring_loads_no_graphs():
    code = "import sys, models.successors.game as g; assert 'networkx' not in sys.modules, 'networkx'"
    subprocess.run([sys.executable, "-c", code], check=True)
