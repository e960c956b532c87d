"""How the players' things are told apart, in the pictures of any game: nothing by colour alone, all with a letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

COLOURS = ("#1f4fa3", "#c1390a", "#0b6e50", "#8a2f8f", "#7d5c00")
TINTS = ("#d3def2", "#f8d9cd", "#cdeadf", "#ecd6ee", "#f0e3b8")


@dataclass(frozen=True)
class Mark:
    """How a player's things are told apart: a colour, a pale tint of it, and a letter."""

    name: str
    letter: str
    colour: str
    tint: str


def marks_of(names: Iterable[str]) -> dict[str, Mark]:
    """A mark for each player: the first letter of the name that is still free.

    >>> [mark.letter for mark in marks_of(["marion", "michael"]).values()]
    ['M', 'I']
    """
    marks: dict[str, Mark] = {}
    taken: set[str] = set()
    for at, name in enumerate(names):
        wanted = [c.upper()[0] for c in name if c.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letter = next((c for c in wanted if c not in taken), "?")
        taken.add(letter)
        marks[name] = Mark(name, letter, COLOURS[at % len(COLOURS)], TINTS[at % len(TINTS)])
    return marks


def colour_of(marks: Mapping[str, Mark], name: str | None, nobody: str) -> str:
    """The colour of a player, or another one where a thing is nobody's."""
    return marks[name].colour if name is not None and name in marks else nobody
