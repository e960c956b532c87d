"""Rules switched off: small changes of the source of ``models/``, and what they do to the cases of a game.

A mutation says how the game goes without a rule, or against it, and names the snippets of
``models/`` to replace; each snippet stands exactly once in its file.  A rule that forbids
something and allows something else needs more than one, since a game without the ban differs from
a game without the permission; so does a rule that a ruling reads in two ways.

Run as a script this file plays cases against several copies of the package, one after the other;
``homes`` are the folders that hold one::

    echo '{"homes": [...], "game": "...", "boards": [...], "cases": [...]}' | python -P tests/mutating.py
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

ROOT = Path(__file__).parents[1]
BATCH = 12
"""So many copies of the package are played by one process."""

BOARD_PART = {"empire": "regions", "alhambra": "tiles"}
"""Which part of a board stands for it where a case names its own; the whole of it for any other game."""


@dataclass(frozen=True)
class Edit:
    """A snippet of a file below ``models/`` and what stands there instead."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Mutation:
    """A game without a rule.

    Attributes
    ----------
    says
        How it goes then.
    edits
        What to replace.
    """

    says: str
    edits: tuple[Edit, ...]

    def apply(self, models: Path) -> None:
        """Change a copy of the package; ``ValueError`` unless each snippet stands there once."""
        for edit in self.edits:
            path = models / edit.file
            text = path.read_text(encoding="utf-8")
            if text.count(edit.old) != 1:
                raise ValueError(f"{edit.file} holds {text.count(edit.old)} times: {edit.old}")
            path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")


def off(says: str, file: str, old: str, new: str, *more: tuple[str, str, str]) -> Mutation:
    """A mutation of one edit, or of several."""
    return Mutation(says, tuple(Edit(*edit) for edit in ((file, old, new), *more)))


Mutations = Mapping[str, tuple[Mutation, ...]]
"""By rule id: the ways for it not to be there."""

Name = tuple[str, int]
"""A mutation: its rule, and which of that rule's it is."""


def names(mutations: Mutations) -> list[Name]:
    """All mutations, rule by rule."""
    return [(rule, at) for rule, ways in mutations.items() for at in range(len(ways))]


@dataclass
class Outcome:
    """How the cases came out.

    Attributes
    ----------
    failing
        Ids of those whose verdict deviates from the expectation.
    recited
        Ids of those that deviate only in which rule is cited; what happened is as expected.
    refused
        What was said of those whose position is not accepted, by id: they could not be asked.
    crashed
        The error of those that raised one, by id; under ``import`` that of a package which does not load.
    """

    failing: list[str] = field(default_factory=list)
    recited: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    crashed: dict[str, str] = field(default_factory=dict)


def plain(cases: Sequence[Any]) -> dict[str, Any]:
    """Cases of a game as plain values, boards included: reading them again needs no YAML."""
    boards = list({id(case.board): case.board for case in cases}.values())
    at = {id(board): number for number, board in enumerate(boards)}
    (game,) = {case.game.key for case in cases}
    return {
        "game": game,
        "boards": [values[BOARD_PART[game]] if game in BOARD_PART else values for values in map(_dumped, boards)],
        "cases": [{"text": case.text.model_dump(), "board": at[id(case.board)]} for case in cases],
    }


def _dumped(board: Any) -> Any:
    return board.model_dump(mode="json", by_alias=True)


def play(question: Mapping[str, Any]) -> Outcome:
    """Play cases that :func:`plain` wrote, with whichever ``models`` is on the path."""
    from models.errors import InputError
    from models.game import case_board, load_game
    from models.rulings import Rulings
    from puzzles.cases import CaseText, deviations

    game = load_game(question["game"])
    outcome = Outcome()
    boards: dict[int, Any] = {}
    for row in question["cases"]:
        text, at = CaseText(**row["text"]), row["board"]
        try:
            if at not in boards:
                boards[at] = case_board(game, question["boards"][at])
            verdict = game.verdicts()[text.do](boards[at], text.given, Rulings.choose(game.rulings, text.rulings))
        except InputError as error:
            outcome.refused[text.id] = str(error)
        except Exception as error:
            outcome.crashed[text.id] = repr(error)
        else:
            places = [line.partition(":")[0] for line in deviations(text.expect, verdict)]
            if places:
                recited = all(place.split(".")[-1] == "rule" for place in places)
                (outcome.recited if recited else outcome.failing).append(text.id)
    return outcome


def play_all(cases: Sequence[Any], mutations: Mutations, place: Path) -> dict[Name | None, Outcome]:
    """How cases come out under each mutation, and under none, by None; copies of the package are made in a folder."""
    import models

    question = plain(cases)
    shutil.copytree(Path(models.__file__).parent, place / "models", ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(place / "models", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)

    def run(batch: Iterable[Name | None]) -> dict[Name | None, Outcome]:
        homes: dict[Name | None, str] = {}
        found: dict[Name | None, Outcome] = {}
        for name in batch:
            home = place / ("control" if name is None else f"{name[0]}_{name[1]}")
            shutil.copytree(place / "models", home / "models")
            try:
                if name is not None:
                    mutations[name[0]][name[1]].apply(home / "models")
                homes[name] = str(home)
            except ValueError as error:
                found[name] = Outcome(crashed={"snippet": str(error)})
        asked = json.dumps({"homes": list(homes.values()), **question})
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYDANTIC_DISABLE_PLUGINS": "__all__"}
        command = [sys.executable, "-P", "-B", "-W", "error", __file__]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, env=env, timeout=300)
        assert done.returncode == 0, done.stderr
        answers = zip(homes, json.loads(done.stdout), strict=True)
        return found | {name: Outcome(**answer) for name, answer in answers}

    each = [None, *names(mutations)]
    with ThreadPoolExecutor(2) as pool:
        batches = pool.map(run, [each[at : at + BATCH] for at in range(0, len(each), BATCH)])
        return {name: outcome for batch in batches for name, outcome in batch.items()}


def play_in(home: str, question: Mapping[str, Any]) -> Outcome:
    """Play cases with the ``models`` of a folder, imported anew."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("models", "puzzles")]:
        del sys.modules[name]
    sys.path.insert(0, home)
    try:
        import models

        if not Path(models.__file__).is_relative_to(home):
            raise ImportError(f"{models.__file__} is not in {home}")
        return play(question)
    except Exception as error:
        return Outcome(crashed={"import": repr(error)})
    finally:
        sys.path.remove(home)


def main() -> None:
    """Play the cases on standard input; how they came out goes to standard output, home by home."""
    question = json.load(sys.stdin)
    print(json.dumps([vars(play_in(home, question)) for home in question["homes"]]))


if __name__ == "__main__":
    main()
