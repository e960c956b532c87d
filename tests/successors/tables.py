"""Tables to test on: the bundled map, a small one whose provinces are worth 1, 2, 4, …, and shorthand to play."""

from pathlib import Path

import models.successors
from models.documents import Source, read_text, validate
from models.errors import dotted
from models.rulings import Rulings
from models.successors.log import replay
from models.successors.map import Map
from models.successors.plan import Event, event_problems
from models.successors.position import Position
from models.successors.rulings import RULINGS
from models.successors.scoring import score, totals_of

DATA = Path(models.successors.__file__).parent / "data" / "diadochi.json"
DIADOCHI = validate(Map, read_text(DATA.read_bytes(), DATA.name))

VALUES = {f"{letter}{worth}": worth for letter in "ab" for worth in (1, 2, 4, 8, 16)}
"""Major cities of which each is a province of its own, by what the province is worth."""


def small_map(provinces, spaces, **more):
    """A map without its head: ``spaces`` gives (kind, province) and flags by name."""
    given = {
        "satrap": 1,
        "game": "successors",
        "name": "small",
        "title": "small",
        "invented": True,
        "provinces": {name: {"vp": vp} for name, vp in provinces.items()},
        "spaces": {
            name: {"kind": kind, **({"province": province} if province else {}), "at": [at, 0], **flags}
            for at, (name, (kind, province, flags)) in enumerate(spaces.items())
        },
        **more,
    }
    board = validate(Map, Source(given))
    assert [str(problem) for problem in board.problems()] == []
    return board


TALLY = small_map(
    {"macedonia": 0, "babylonia": 0, **{f"of-{city}": worth for city, worth in VALUES.items()}},
    {
        "pella": ("major", "macedonia", {}),
        "babylon": ("major", "babylonia", {}),
        "opis": ("minor", None, {}),
        "gates": ("transit", None, {}),
        **{city: ("major", f"of-{city}", {}) for city in VALUES},
    },
)


def cities(letter, vp):
    """Cities whose provinces are worth so much together."""
    return [f"{letter}{worth}" for worth in (1, 2, 4, 8, 16) if vp & worth]


def choose(**readings):
    return Rulings.choose(RULINGS, {key.replace("_", "-"): reading for key, reading in readings.items()})


def table(board=TALLY, players=None, **given):
    """A position without problems."""
    position = validate(Position, Source({"turn": 2, "players": players or {"ana": {}, "ben": {}}, **given}))
    assert [str(problem) for problem in position.problems(board, choose())] == []
    return position


def problems(board=TALLY, players=None, **given):
    """Where a position has problems."""
    position = validate(Position, Source({"turn": 2, "players": players or {"ana": {}, "ben": {}}, **given}))
    return [dotted(problem.path) for problem in position.problems(board, choose())]


def ledger(position, board=TALLY, **readings):
    """The entries as (player, track, amount, rule, subject)."""
    entries = score(board, position, choose(**readings))
    return [(e.player, e.track, e.amount, e.rule, e.subject) for e in entries]


def totals(position, board=TALLY, **readings):
    """Everybody's totals as (vp, legitimacy)."""
    found = totals_of(score(board, position, choose(**readings)), position)
    return {name: (tracks["vp"], tracks["legitimacy"]) for name, tracks in found.items()}


def events(*given, players=("ana", "ben", "cara")):
    listed = [validate(Event, Source(event)) for event in given]
    assert [str(problem) for problem in event_problems(listed, players)] == []
    return listed


def play(position, *given, board=TALLY, **readings):
    return replay(board, position, events(*given), choose(**readings))


def broken(played):
    return [(breach.rule, dotted(breach.path)) for breach in played.breaches]
