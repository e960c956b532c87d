"""What the verdicts of all games share: reading a position that a case gives, and telling what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from models.documents import D, Source, validate
from models.errors import Breach, Problem, dotted
from models.ledger import Ledger
from models.rulings import Rulings

Verdict = dict[str, Any]
"""What a case compares with its expectation: plain values."""


def given_position(document: type[D], board: Any, given: Mapping[str, Any], rulings: Rulings) -> D:
    """The position of a case; :class:`~models.errors.InputError` with everything that is wrong with it."""
    source = Source(given["position"])
    position: Any = validate(document, source)
    source.reject(position.problems(board, rulings))
    return position  # type: ignore[no-any-return]


def given_events(
    document: type[D],
    given: Mapping[str, Any],
    players: Iterable[str],
    problems: Callable[[Sequence[D], Sequence[str]], Iterable[Problem]],
) -> list[D]:
    """The events of a case; :class:`~models.errors.InputError` with what is wrong with them for these players."""
    events = [validate(document, Source(event)) for event in given["events"]]
    Source(dict(given)).reject(problems(events, list(players)))
    return events


def entries(ledger: Ledger, *more: str) -> list[dict[str, Any]]:
    """The entries of a ledger without their notes, with ``more`` fields where a game has a use for them."""
    keys = ("player", "amount", *more, "rule", "subject")
    return [{key: getattr(entry, key) for key in keys} for entry in ledger]


def broken(breaches: Iterable[Breach]) -> list[dict[str, Any]]:
    """Breaches by rule and path."""
    return [{"rule": breach.rule, "path": dotted(breach.path)} for breach in breaches]
