"""Many cases at once: on the cores of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from models.game import load_game
from puzzles.cases import Case, CaseText, Report, judge
from puzzles.running import Item, Where, digest, run

AT_ONCE = 20
"""Cases that go to a process together: most take a few thousandths of a second."""


@dataclass(frozen=True)
class Bundle:
    """Some cases of a game as they travel: the texts, each with its board, and the readings chosen for them."""

    game: str
    cases: tuple[tuple[CaseText, Any], ...]
    readings: Mapping[str, str]

    @property
    def key(self) -> str:
        """What their outcomes depend on."""
        told = [[text.model_dump(mode="json"), board.model_dump(mode="json")] for text, board in self.cases]
        return digest("cases", self.game, told, dict(self.readings))


def play(bundle: Bundle) -> dict[str, list[str]]:
    """Where the cases deviate, in words, by their ids; those that do not are there too."""
    game = load_game(bundle.game)
    return {text.id: Case(game, "", text, board).run(bundle.readings) for text, board in bundle.cases}


def judge_many(
    cases: Sequence[Case],
    chosen: Mapping[str, Mapping[str, str]] | None = None,
    where: Where | None = None,
    listener: Callable[[int, int, Mapping[str, Any]], None] | None = None,
) -> Report:
    """What :func:`~puzzles.cases.judge` gives, the cases being played somewhere else.

    Raises
    ------
    InputError
        There is no such cluster.
    KeyboardInterrupt
        After Ctrl-C: a collection that is half played says nothing.
    """
    items = [Item(bundle.key, bundle) for bundle in _bundles(cases, chosen or {})]
    outcomes: dict[str, list[str]] = {}
    with closing(run(play, items, where or Where())) as results:
        for finished, done in enumerate(results, start=1):
            outcomes |= done.result
            if listener is not None:
                listener(finished, len(items), {})
    return judge(cases, chosen, outcomes)


def _bundles(cases: Sequence[Case], chosen: Mapping[str, Mapping[str, str]]) -> Iterator[Bundle]:
    for key, of_game in groupby(cases, lambda case: case.game.key):
        listed = list(of_game)
        for first in range(0, len(listed), AT_ONCE):
            some = tuple((case.text, case.board) for case in listed[first : first + AT_ONCE])
            yield Bundle(key, some, chosen.get(key, {}))
