"""``satrap explain``: why no better, or why impossible."""

from __future__ import annotations

from collections.abc import Sequence

import click

from puzzles.options import ScenarioName, json_option, load, ruling_options, search_options
from puzzles.output import emit


@click.command()
@click.argument("file", type=ScenarioName())
@click.option("--instead", type=click.Path(), metavar="ANSWER", help="Why not this plan? A file, as for “check”.")
@click.option("--reasons", type=click.IntRange(1, 100), default=1, show_default=True, help="So many minimal reasons.")
@click.option("--repairs", type=click.IntRange(1, 100), default=3, show_default=True, help="So many smallest repairs.")
@search_options
@ruling_options
@json_option
def explain(
    file: str,
    instead: str | None,
    reasons: int,
    repairs: int,
    time_limit: float,
    workers: int | None,
    seed: int,
    progress: str,
    ruling: Sequence[str],
    profile: str | None,
    as_json: bool,
) -> int:
    """Explain why an answer cannot be better, or why there is none.

    A minimal set of facts and rules that together forbid one point more, each
    verified to be needed, and what single change would bring more. Where there
    is no answer: why, and the smallest changes that allow one. With --instead:
    what another plan loses, entry by entry, or the first rule that it breaks.

    \b
    satrap explain empire/first-region
    satrap explain empire/too-rich --reasons 3
    satrap explain empire/first-region --instead mine.yaml
    """
    from puzzles.explaining.explain import explain as explain_scenario
    from puzzles.explaining.terminal import print_explanation
    from puzzles.live import told
    from puzzles.scenario import load_plan
    from solver.answer import Limits

    scenario = load(file, ruling, profile)
    plan = load_plan(instead, scenario)[0] if instead else None
    with told("none" if as_json and progress == "auto" else progress, "explaining") as listener:
        limits = Limits(time_limit, workers, seed)
        found = explain_scenario(
            scenario, instead=plan, reasons=reasons, repairs=repairs, limits=limits, listener=listener
        )
    if as_json:
        emit(found.plain())
    else:
        print_explanation(found)
    return 130 if found.interrupted and not found.reasons else 0
