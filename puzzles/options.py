"""What the subcommands take: scenario names, limits of a search, readings, ``--json``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click


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


def search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what limits a search."""
    for option in (
        click.option(
            "--progress",
            type=click.Choice(["auto", "json", "none"]),
            default="auto",
            help="Show the search on stderr: a live line, JSON lines, or nothing.",
        ),
        click.option(
            "--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="CP-SAT's random seed."
        ),
        click.option(
            "--workers",
            type=click.IntRange(1, 64),
            help="Threads that prove the value (default: what suits the question).",
        ),
        click.option(
            "--time-limit",
            type=Seconds(min=0, min_open=True),
            default=60.0,
            show_default=True,
            metavar="SECONDS",
            help="Wall-clock time for proving the value.",
        ),
    ):
        command = option(command)
    return command
