"""Many puzzles at once, each from a seed of its own: on all cores, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from models import GAMES
from models.errors import bad_input, one_of
from puzzles.kinds.settled import NoPuzzleError
from puzzles.posing.pose import Puzzle, pose
from puzzles.questions import QUESTIONS, find, of_game
from puzzles.running import Item, Where, digest, run


@dataclass(frozen=True)
class Order:
    """A puzzle that is wanted: game, kind and difficulty (None leaves them open) and seed."""

    game: str
    kind: str | None
    difficulty: int | None
    seed: int


def posed(order: Order, tell: Callable[[Puzzle], dict[str, Any]]) -> dict[str, Any]:
    """What is to be told of the puzzle of an order, or its seed and why there is none (``error``)."""
    try:
        return tell(pose(order.game, kind=order.kind, difficulty=order.difficulty, seed=order.seed))
    except NoPuzzleError as error:
        return {"seed": order.seed, "error": str(error)}


def fill(order: Order) -> dict[str, Any]:
    """Pose a puzzle: what ``satrap pose --json`` says of it, with its answer; or why there is none."""
    return posed(order, Puzzle.solved)


def orders(game: str, kind: str | None, difficulty: int | None, seed: int, count: int) -> list[Order]:
    """So many puzzles, their seeds one after the other; :class:`~models.errors.InputError` for an unknown kind."""
    if kind is not None:
        find(game, kind)
    return [Order(game, kind, difficulty, number) for number in range(seed, seed + count)]


def orders_of(games: Sequence[str], kind: str | None, difficulty: int | None, seed: int, count: int) -> list[Order]:
    """So many puzzles of several games, in turn; of those that have questions of the kind, if no game is named.

    :class:`~models.errors.InputError` if not all of the named games have such questions.
    """
    if not games:
        games = [game for game in GAMES if kind is None or kind in {entry.kind for entry in of_game(game)}]
    if not games:
        known = one_of(sorted({entry.kind for entry in QUESTIONS}), kind)
        raise bad_input(f"no game has a question “{kind}”", file="--kind", expected=known)
    by_game = [orders(game, kind, difficulty, seed, -(-count // len(games))) for game in games]
    return [order for turn in zip(*by_game, strict=True) for order in turn][:count]


def pose_many(
    wanted: Sequence[Order],
    *,
    job: Callable[[Order], dict[str, Any]] = fill,
    jobs: int | None = 1,
    scheduler: str | None = None,
    resume: str | Path | None = None,
    listener: Callable[[int, int, dict[str, Any]], None] | None = None,
) -> list[dict[str, Any]]:
    """Pose many puzzles; each is what the job gives, in the order of ``wanted``; interrupted, those until then.

    Parameters
    ----------
    job
        What is done with each: :func:`fill`, or another that gives what :func:`posed` does.
    jobs, scheduler, resume
        Processes at a time (None: one on each core), or a Dask scheduler; a file of finished puzzles.
    listener
        Is told how many are finished, of how many, and the last one.

    Raises
    ------
    InputError
        The file to go on with, or the cluster, cannot be used.
    KeyboardInterrupt
        After Ctrl-C, if none was finished.
    """
    items = [Item(digest(job.__module__, *astuple(order)), order) for order in wanted]
    finished: dict[str, dict[str, Any]] = {}
    journal = None if resume is None else Path(resume)
    try:
        with closing(run(job, items, Where(jobs, scheduler), journal)) as results:
            for done in results:
                if "error" not in done.result and "answer" not in done.result:
                    raise bad_input("this holds no puzzles", file=str(journal), expected="what “satrap pose” wrote")
                finished[done.key] = done.result
                if listener is not None:
                    listener(len(finished), len(items), done.result)
    except KeyboardInterrupt:
        if not finished:
            raise
    return [finished[item.key] for item in items if item.key in finished]
