"""What the subcommands take: scenario names, limits of a search, readings, ``--json``."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from models.errors import bad_input

RASTER = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".pdf")
"""What somebody might want a picture in, and does not get."""


class ScenarioName(click.ParamType[str]):
    """A path or a bundled name; completes bundled names."""

    name = "file"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Bundled names that begin so, and whatever files do."""
        from puzzles.scenario import bundled_files

        names = [name for name, _ in bundled_files("gallery") if name.startswith(incomplete)]
        items = [click.shell_completion.CompletionItem(name) for name in names]
        return [*items, click.shell_completion.CompletionItem(incomplete, type="file")]


class Seconds(click.FloatRange):
    """More than 0 seconds; NaN passes every comparison that the base class makes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, if it is one."""
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


class SvgFile(click.Path):
    """Where a picture goes: it is SVG, whatever the name says, so a name that promises otherwise is refused."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path."""
        suffix = Path(value).suffix.lower()
        if suffix in RASTER:
            self.fail(f"pictures are SVG, not {suffix.removeprefix('.').upper()}: name a file with .svg.", param, ctx)
        return super().convert(value, param, ctx)


def readings(pairs: Sequence[str]) -> dict[str, str]:
    """What ``--ruling`` chooses: readings by ruling; :class:`~models.errors.InputError` if it makes no sense."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        key, mark, reading = pair.partition("=")
        if not mark:
            raise bad_input(f"“{pair}” is no choice of a reading", file="--ruling", expected="ID=READING")
        if chosen.setdefault(key.strip(), reading.strip()) != reading.strip():
            raise bad_input(f"two readings of “{key.strip()}”", file="--ruling", expected="one")
    return chosen


def load(file: str, ruling: Sequence[str] = (), profile: str | None = None) -> Any:
    """A scenario under the readings that the options choose."""
    from puzzles.scenario import load as load_scenario

    scenario = load_scenario(file)
    return scenario.with_readings(readings(ruling), profile) if ruling or profile else scenario


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--json``; errors take it from the command line themselves."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(command)


def ruling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--ruling`` and ``--profile``."""
    command = click.option(
        "--profile", help="Readings for all rulings not chosen: rulebook (default) or published.", metavar="NAME"
    )(command)
    return click.option(
        "--ruling", "ruling", multiple=True, metavar="ID=READING", help="Choose a reading; may be given again."
    )(command)


_PROGRESS = click.option(
    "--progress",
    type=click.Choice(["auto", "json", "none"]),
    default="auto",
    help="Show the search on stderr: a live line, JSON lines, or nothing.",
)
_SEED = click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="CP-SAT's random seed."
)
_WORKERS = click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Threads that prove the value (default: what suits the question).",
)


def _time_limit(of: str) -> Callable[..., Any]:
    return click.option(
        "--time-limit",
        type=Seconds(min=0, min_open=True),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help=f"Wall-clock time for proving {of}.",
    )


def search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what limits a search."""
    for option in (_PROGRESS, _SEED, _WORKERS, _time_limit("the value")):
        command = option(command)
    return command


def where_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add where many jobs run, and what keeps what is finished."""
    for option in (
        _PROGRESS,
        click.option(
            "--resume",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            help="Keep what is finished in a file, and go on from there.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster: tcp://HOST:PORT."),
        click.option(
            "--jobs",
            type=click.IntRange(1, 1024),
            metavar="N",
            help="Processes at a time (default: one for each core).",
        ),
    ):
        command = option(command)
    return command


def many_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what limits many searches, each with one worker, and says where they run."""
    for option in (_SEED, where_options, _time_limit("each value")):
        command = option(command)
    return command
