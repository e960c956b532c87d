"""What the command prints: JSON documents, rows, errors."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from models.errors import Fault


def emit(document: Any) -> None:
    """Print the one JSON document of a run."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


def print_row(cells: Sequence[str], last: str) -> None:
    """Print a row whose last cell is broken to fit the terminal, 80 columns if there is none."""
    import textwrap

    from puzzles.columns import screen

    head = "  ".join([*cells, ""])
    width = max(screen(), len(head) + 20)
    lines = textwrap.wrap(last, width - len(head)) or [""]
    click.echo("\n".join(f"{head if not at else ' ' * len(head)}{line}" for at, line in enumerate(lines)))


def tell(as_json: bool, kind: str, message: str, faults: Sequence[Fault]) -> None:
    """Say what went wrong: as the one JSON document of a run, or in words on stderr."""
    if as_json:
        listed = [
            {"file": f.file, "line": f.line, "path": f.path, "message": f.message, "expected": f.expected}
            for f in faults
        ]
        emit({"error": {"kind": kind, "message": message, "faults": listed}})
        return
    lines = [str(fault) for fault in faults] or [message]
    for line in lines:
        click.echo(f"satrap: error: {line}", err=True)


def drop_output() -> None:
    """Let nothing that is still to be written be tried again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
