"""``satrap book``: a page of puzzles with their answers folded away."""

from __future__ import annotations

from collections.abc import Sequence

import click

from models import GAMES
from puzzles.options import json_option, where_options
from puzzles.output import emit
from puzzles.posing.command import DIFFICULTY, KIND, SEED, seeds_told


@click.command()
@click.argument("out", type=click.Path(dir_okay=False))
@click.option("--game", "games", type=click.Choice(list(GAMES)), multiple=True, help="Of this game; may be repeated.")
@KIND
@DIFFICULTY
@SEED
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True, metavar="K", help="So many.")
@click.option("--title", default="Puzzles of the ancient world", show_default=True, help="Of the book.")
@where_options
@json_option
def book(
    out: str,
    games: Sequence[str],
    kind: str | None,
    difficulty: int | None,
    seed: int,
    count: int,
    title: str,
    jobs: int | None,
    scheduler: str | None,
    resume: str | None,
    progress: str,
    as_json: bool,
) -> int:
    """Make a book of puzzles: one page that needs no network.

    Each puzzle with its drawing, hints, and, folded away at the end, its
    answer and why nothing is better. To read on a phone or a desk, to print.

    \b
    satrap book evening.html --game empire --count 6
    satrap book hard.html --game alhambra --game empire --difficulty 4
    """
    from puzzles.book.leaf import Leaf, fill
    from puzzles.book.page import page
    from puzzles.posing.many import orders_of, pose_many
    from puzzles.scenario import check_writable, write_text

    check_writable(out)
    if out == resume:
        raise click.UsageError("OUT and --resume name the same file")
    wanted = orders_of(list(dict.fromkeys(games)), kind, difficulty, seed, count)
    with seeds_told(as_json, progress) as listener:
        made = pose_many(wanted, job=fill, jobs=jobs, scheduler=scheduler, resume=resume, listener=listener)
    leaves = [Leaf(**one) for one in made if "error" not in one]
    missing = [one["error"] for one in made if "error" in one]
    if leaves:
        write_text(out, page(title, leaves))
    if as_json:
        told = [{"game": leaf.game, "kind": leaf.kind, "seed": leaf.seed} for leaf in leaves]
        emit({"file": out if leaves else None, "puzzles": told, "missing": missing})
    else:
        for words in missing:
            click.echo(f"left out: {words}", err=True)
        many = "1 puzzle" if len(leaves) == 1 else f"{len(leaves)} puzzles"
        click.echo(f"{many} in {out}" if leaves else "no puzzles, nothing written")
    return 0 if len(leaves) == len(wanted) else 4
