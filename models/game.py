"""What a game is to the rest of the house: one descriptor with the same fields for all.

A game is a package ``models/<key>/`` with a module ``game`` that holds ``GAME``.  To add one,
see ``docs/recipes.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from models import GAMES
from models.documents import Document, Source, read_text, validate
from models.errors import Breach, Problem, bad_input, one_of
from models.ledger import POINTS, Ledger
from models.rulings import Ruling, Rulings

VerdictOf = Callable[[Any, Mapping[str, Any], Rulings], dict[str, Any]]
"""What a case asks for: takes its board, what is given and the rulings, gives plain values."""


@dataclass(frozen=True)
class Step:
    """One event of a log as it was played: what happened in words, what it scored, what broke a rule."""

    event: str
    lines: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True)
class Replayed:
    """A log that was played.

    Attributes
    ----------
    steps
        What happened, event by event.
    after
        Whatever the game tells of the end (plain values).
    before
        What stood on the tracks before the first event, where the steps tell changes of it.
    """

    steps: tuple[Step, ...]
    after: Mapping[str, Any] = field(default_factory=dict)
    before: Ledger = field(default_factory=Ledger)

    @property
    def ledger(self) -> Ledger:
        """All entries of all steps."""
        return Ledger(tuple(entry for step in self.steps for entry in step.ledger))

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """All breaches of all steps."""
        return tuple(breach for step in self.steps for breach in step.breaches)


@dataclass(frozen=True)
class Game:
    """The descriptor of a game.

    Attributes
    ----------
    key, title
        Its name in files and in words.
    board, position, assumptions, event
        Its documents.
    rulings
        Its rulings by id.
    boards
        Names of the bundled boards, ``models/<key>/data/<name>.json`` (JSON, since it is read at every start).
    board_problems, position_problems
        What is wrong with them beyond their shape; paths from their own top.
    event_problems
        What is wrong with the events of a log beyond their shape, given the players.
    players
        The players of a position.
    score
        The ledger of a position as it lies on the table.
    replay
        Plays a log of events from a position.
    headline
        Where and when a position is, in a line or two.
    subject_words
        What a ledger entry is about, as it is said.
    verdicts
        Loads what a case can ask, by its ``do``.
    case_body
        What a board file would hold below its head, from what a case file holds under ``regions`` (or the like).
    tracks
        The tracks on which its ledgers score, in the order in which totals are told.
    """

    key: str
    title: str
    board: type[Document]
    position: type[Document]
    assumptions: type[Document]
    event: type[Document]
    rulings: Mapping[str, Ruling]
    boards: tuple[str, ...]
    board_problems: Callable[[Any], Iterator[Problem]]
    position_problems: Callable[[Any, Any, Rulings], Iterator[Problem]]
    event_problems: Callable[[Sequence[Any], Sequence[str]], Iterator[Problem]]
    players: Callable[[Any], Sequence[str]]
    score: Callable[[Any, Any, Rulings], Ledger]
    replay: Callable[[Any, Any, Sequence[Any], Rulings], Replayed]
    headline: Callable[[Any, Any], Sequence[str]]
    subject_words: Callable[[str], str]
    verdicts: Callable[[], Mapping[str, VerdictOf]]
    case_body: Callable[[Any], Mapping[str, Any]]
    tracks: tuple[str, ...] = (POINTS,)


def named(place: str) -> Any:
    """What ``module:name`` names, imported when it is asked for: start-up is what a person feels first."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def late(place: str) -> Callable[..., Any]:
    """A function by its ``module:name``, imported when it is called."""
    return lambda *given: named(place)(*given)


def load_game(key: str) -> Game:
    """The descriptor of a game; :class:`~models.errors.InputError` if there is none of that key."""
    if key not in GAMES:
        raise bad_input(f"unknown game “{key}”", expected=one_of(GAMES, key))
    game: Game = import_module(GAMES[key]).GAME
    return game


def bundled_board(game: Game, name: str) -> Document:
    """A bundled board; the tests check what :attr:`Game.board_problems` checks, so it is only read here."""
    if name not in game.boards:
        raise bad_input(f"unknown board “{name}”", expected=one_of(game.boards, name))
    spec = find_spec(GAMES[game.key])
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).parent / "data" / f"{name}.json"
    return validate(game.board, read_text(path.read_bytes(), path.name))


def user_board(game: Game, source: Source) -> Document:
    """A board that a user wrote, checked whole; :class:`~models.errors.InputError` with every fault."""
    board = validate(game.board, source)
    source.reject(game.board_problems(board))
    return board


def case_board(game: Game, given: Any) -> Document:
    """The board of a case: a bundled one by its name, or one without its head; the errors of a user's board."""
    if isinstance(given, str):
        return bundled_board(game, given)
    head = {"satrap": 1, "game": game.key, "name": "case", "title": "case", "invented": True}
    body = game.case_body(given)
    return user_board(game, Source({**head, **body}))
