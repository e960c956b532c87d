"""Boards and tables to test on, and shorthand to play."""

from pathlib import Path

import models.alexandros
from models.alexandros.board import Board
from models.alexandros.lattice import chain_sides, split_chain
from models.alexandros.plan import Action, Event, Turn, event_problems
from models.alexandros.position import Position
from models.alexandros.rulings import RULINGS
from models.documents import Source, read_text, validate
from models.errors import dotted
from models.rulings import Rulings

DATA = Path(models.alexandros.__file__).parent / "data" / "satrapies.json"
SATRAPIES = validate(Board, read_text(DATA.read_bytes(), DATA.name))


def draw(land, start=None, **more):
    """A board of a drawing, checked; Alexander begins at the bottom left unless told."""
    given = {"satrap": 1, "game": "alexandros", "name": "small", "title": "small", "start": start or "a0", "land": land}
    board = validate(Board, Source({**given, **more}))
    if start is None:
        board = board.model_copy(update={"start": next(p for p in board.points if p[0] == board.points[-1][0])})
    assert [problem.message for problem in board.problems()] == []
    return board


def choose(profile="rulebook", **readings):
    return Rulings.choose(RULINGS, {key.replace("_", "-"): reading for key, reading in readings.items()}, profile)


def table(board, rulings=None, **given):
    """A position, checked and resolved."""
    given.setdefault("players", {"ana": {}, "ben": {}})
    position = validate(Position, Source(given))
    assert [problem.message for problem in position.problems(board, rulings or choose())] == []
    return position.resolved(board)


def wall(*chains):
    return frozenset(side for chain in chains for side in chain_sides(split_chain(chain)))


def action(**given):
    made = validate(Action, Source(given))
    assert list(made.problems()) == []
    return made


def turn(**given):
    if "stands_for" in given:
        given["as"] = given.pop("stands_for")
    made = validate(Turn, Source(given))
    assert list(made.problems()) == []
    return made


def events(position, *given):
    made = [validate(Event, Source(event)) for event in given]
    assert list(event_problems(made, list(position.players))) == []
    return made


def broken(played):
    return [(breach.rule, dotted(breach.path)) for breach in played.breaches]
