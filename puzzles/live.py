"""A live line while many things are done: how many are finished, or one JSON line for each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.status import Status

Tell = Callable[[int, int, Mapping[str, Any]], None]
"""Is told how many are finished, of how many, and what JSON lines say of the last one."""


def manner_of(mode: str) -> str:
    """How progress is shown by mode: ``live``, ``json``, or ``none``, as ``auto`` is when piped."""
    if mode == "none" or sys.stderr is None or (mode == "auto" and not sys.stderr.isatty()):
        return "none"
    return "json" if mode == "json" else "live"


def live_line(text: str) -> Status:
    """A line on the terminal that can be updated."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False).status(text)


def write_line(line: Mapping[str, Any]) -> None:
    """Write a JSON line."""
    print(json.dumps(line), file=sys.stderr, flush=True)


@contextmanager
def counted(mode: str, stage: str, noun: str) -> Iterator[Tell | None]:
    """A listener by mode: a live line on a terminal (``auto``), JSON lines (``json``), or None when piped.

    Parameters
    ----------
    stage
        What a JSON line calls it.
    noun
        What is counted, as in “places”.
    """
    begin = time.perf_counter()
    manner = manner_of(mode)
    if manner == "none":
        yield None
        return
    if manner == "json":

        def tell(finished: int, total: int, more: Mapping[str, Any]) -> None:
            elapsed = round(time.perf_counter() - begin, 3)
            line = {"stage": stage, "finished": finished, "total": total, **more, "elapsed": elapsed}
            write_line(line)

        yield tell
        return
    with live_line(f"none of the {noun} yet") as status:

        def show(finished: int, total: int, more: Mapping[str, Any]) -> None:
            elapsed = time.perf_counter() - begin
            status.update(f"{finished} of {total} {noun}, {elapsed:.1f} s (Ctrl-C keeps what is finished)")

        yield show


@contextmanager
def told(mode: str, stage: str) -> Iterator[Callable[[str], None] | None]:
    """A listener that is told in words what is going on: a live line, JSON lines, or None when piped."""
    manner = manner_of(mode)
    if manner == "none":
        yield None
    elif manner == "json":
        yield lambda words: write_line({"stage": stage, "now": words})
    else:
        with live_line(stage) as status:
            yield lambda words: status.update(f"{stage}: {words}")
