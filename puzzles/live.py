"""A live line while many things are done: how many are finished, or one JSON line for each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

Tell = Callable[[int, int, Mapping[str, Any]], None]
"""Is told how many are finished, of how many, and what JSON lines say of the last one."""


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
    if mode == "none" or sys.stderr is None or (mode == "auto" and not sys.stderr.isatty()):
        yield None
        return
    if mode == "json":

        def tell(finished: int, total: int, more: Mapping[str, Any]) -> None:
            elapsed = round(time.perf_counter() - begin, 3)
            line = {"stage": stage, "finished": finished, "total": total, **more, "elapsed": elapsed}
            print(json.dumps(line), file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False, emoji=False).status(f"none of the {noun} yet") as status:

        def show(finished: int, total: int, more: Mapping[str, Any]) -> None:
            elapsed = time.perf_counter() - begin
            status.update(f"{finished} of {total} {noun}, {elapsed:.1f} s (Ctrl-C keeps what is finished)")

        yield show


@contextmanager
def told(mode: str, stage: str) -> Iterator[Callable[[str], None] | None]:
    """A listener that is told in words what is going on: a live line, JSON lines, or None when piped."""
    if mode == "none" or sys.stderr is None or (mode == "auto" and not sys.stderr.isatty()):
        yield None
        return
    if mode == "json":

        def tell(words: str) -> None:
            print(json.dumps({"stage": stage, "now": words}), file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False, emoji=False).status(stage) as status:
        yield lambda words: status.update(f"{stage}: {words}")
