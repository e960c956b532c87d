"""Columns on a terminal: tables and headed lines that wrap to the width there is.

Our own and not rich's: importing and running rich takes a third of the time that a command
which only scores may take (``benchmarks/startup.py``).  The live line of a search is rich's.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

GAP = "  "
LEAST = 20
"""A column that wraps is not made narrower than this while another one is wider."""


@dataclass(frozen=True)
class Column:
    """How a column is set: its title, to the right or left, and in what style."""

    title: str = ""
    right: bool = False
    wraps: bool = False
    colour: str | None = None
    dim: bool = False


def width_of(text: str) -> int:
    """Cells that a text takes on a terminal: wide letters take two, marks over letters none.

    >>> width_of("Marion"), width_of("亚历山大")
    (6, 8)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def screen() -> int:
    """The width to print for: that of the terminal, 80 where there is none."""
    if (sys.stdout is None or not sys.stdout.isatty()) and "COLUMNS" not in os.environ:
        return 80
    return max(40, shutil.get_terminal_size().columns)


_began = ["utf-8"]


def begin(encoding: str | None) -> None:
    """Remember the encoding that standard output had before the command made it UTF-8."""
    _began[0] = encoding or "utf-8"


def shows(characters: str) -> bool:
    """Whether the terminal is set up for some characters.

    >>> shows("┃━")
    True
    """
    try:
        characters.encode(_began[0])
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say(text: str = "", *, bold: bool = False, colour: str | None = None, dim: bool = False) -> None:
    """Print a line, wrapped; styles are left out where the output is no terminal."""
    indent = " " * (len(text) - len(text.lstrip()))
    for line in broken(text.strip(), screen() - len(indent)) or [""]:
        click.echo(
            click.style(indent + line, bold=bold or None, dim=dim or None, fg=colour, reset=bool(bold or colour or dim))
        )


def table(columns: Sequence[Column], rows: Iterable[Sequence[str] | None]) -> None:
    """Print a table; a row of None is an empty line.

    The columns that wrap share what the others leave of the width; a word longer than its
    column is broken.
    """
    body = list(rows)
    titled = any(column.title for column in columns)
    widths = [
        max([width_of(column.title), *(width_of(row[at]) for row in body if row is not None)])
        for at, column in enumerate(columns)
    ]
    spare = screen() - len(GAP) * (len(columns) - 1) - sum(widths)
    for least in (LEAST, 6):  # the widest gives way first, and none becomes a thread while others are wide
        for at, column in sorted(enumerate(columns), key=lambda pair: -widths[pair[0]]):
            if spare < 0 and column.wraps and widths[at] > least:
                width = max(least, widths[at] + spare)
                spare += widths[at] - width
                widths[at] = width
    if titled:
        _row(columns, widths, [column.title for column in columns], bold=True)
        click.echo("─" * (sum(widths) + len(GAP) * (len(widths) - 1)))
    for row in body:
        if row is None:
            click.echo()
        else:
            _row(columns, widths, row)


def pairs(rows: Iterable[tuple[str, str]]) -> None:
    """Print headings with lines beside them; a heading that repeats is said once."""
    told, last = [], None
    for heading, line in rows:
        told.append((f"  {heading}" if heading != last else "", line))
        last = heading
    table([Column(wraps=True, colour="cyan"), Column(wraps=True)], told)


def _row(columns: Sequence[Column], widths: Sequence[int], cells: Sequence[str], bold: bool = False) -> None:
    wrapped = [broken(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for at in range(max(map(len, wrapped))):
        parts = []
        for column, width, lines in zip(columns, widths, wrapped, strict=True):
            text = lines[at] if at < len(lines) else ""
            space = " " * (width - width_of(text))
            plain = bold or not text or not (column.colour or column.dim)
            styled = text if plain else click.style(text, fg=column.colour, dim=column.dim or None)
            parts.append(space + styled if column.right else styled + space)
        line = GAP.join(parts).rstrip()
        click.echo(click.style(line, bold=True) if bold else line)


def broken(text: str, width: int) -> list[str]:
    """A text in lines that fit, wide letters counted as they show; a line that fits stays as it is."""
    if width_of(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()))
    if text.isascii():
        return textwrap.wrap(text, width, initial_indent=indent, break_on_hyphens=False)
    lines, line = [], indent
    for word in text.split():
        while width_of(word) > width:  # wide letters, which textwrap would count as narrow
            room = next(n for n in range(len(word), 0, -1) if width_of(word[:n]) <= width)
            lines += [line] if line.strip() else []
            lines.append(word[:room])
            line, word = "", word[room:]
        if line.strip() and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line.strip() else line + word
    return [*lines, line] if line.strip() else lines
