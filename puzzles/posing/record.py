"""The local record of puzzles that were played: a line for each, in the user's own folder."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter

from models.errors import bad_input
from puzzles.scenario import check_writable, write_text

HOME = "SATRAP_HOME"
"""The environment variable that names another folder."""


@dataclass(frozen=True)
class Played:
    """How a puzzle was played.

    Attributes
    ----------
    game, kind, seed, difficulty
        Which puzzle, and the difficulty that was asked for, if any was.
    level
        Its difficulty as measured.
    best, value
        What the best answer is worth, and the best legal one that was given; None if none was.
    hints, tries
        How many were taken.
    solved
        Whether the best was found before it was shown.
    """

    game: str
    kind: str
    seed: int
    difficulty: int | None
    level: int
    best: int
    value: int | None
    hints: int
    tries: int
    solved: bool

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def record_file() -> Path:
    """Where the record is."""
    return Path(os.environ.get(HOME) or click.get_app_dir("satrap")) / "played.jsonl"


def read() -> list[Played]:
    """All that is recorded, the oldest first; :class:`~models.errors.InputError` if the file is something else."""
    path = record_file()
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [TypeAdapter(Played).validate_json(line) for line in lines if line.strip()]
    except OSError as error:
        raise bad_input(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    except (ValueError, RecursionError):
        raise bad_input("this is no record of puzzles", file=str(path), expected="what “satrap pose” wrote") from None


def add(played: Played) -> Path:
    """Add a line, the record staying whole whatever happens."""
    path = record_file()
    lines = [*read(), played]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise bad_input(f"cannot be made: {error.strerror or error}", file=str(path.parent)) from None
    check_writable(path)
    write_text(path, "".join(json.dumps(one.plain()) + "\n" for one in lines))
    return path
