"""Errors that carry their exit status.

::

    SatrapError                 (exit status 70 unless a subclass says otherwise)
    ├── InputError         2    a file or an argument is wrong: a tuple of faults
    └── ContradictionError     70    the replay and the solver disagree: a bug of ours
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""Where in a document something stands: keys and list positions from the top."""
MOST_NAMED = 12
"""Names that a message lists; of more it lists those nearest to the wrong one."""


class SatrapError(Exception):
    """Base of every error that satrap raises on purpose."""

    exit_status = 70
    kind = "contradiction"
    """What ``--json`` calls it."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a document, by its path; the file and line are added on reading."""

    path: Path
    message: str
    expected: str | None = None


def under(path: Path, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The same problems, seen from further up: their paths begin with this one.

    >>> [dotted(problem.path) for problem in under(("players", "anna"), [Problem(("hand",), "too many")])]
    ['players.anna.hand']
    """
    yield from (Problem((*path, *problem.path), problem.message, problem.expected) for problem in problems)


@dataclass(frozen=True)
class Fault:
    """One thing wrong with the input, where it stands and what was expected instead."""

    message: str
    file: str | None = None
    line: int | None = None
    path: str | None = None
    expected: str | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        head = ": ".join(part for part in (place, self.path) if part)
        text = f"{head}: {self.message}" if head else self.message
        return visible(f"{text} (expected {self.expected})" if self.expected else text)


class InputError(SatrapError):
    """The input cannot be used; :attr:`faults` holds everything that is wrong with it."""

    exit_status = 2
    kind = "input"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class ContradictionError(SatrapError):
    """The replay of a plan is not worth what the solver said it is."""

    exit_status = 70


def bad_input(message: str, *, file: str | None = None, expected: str | None = None) -> InputError:
    """An :class:`InputError` with a single fault."""
    return InputError([Fault(message, file=file, expected=expected)])


def dotted(path: Path) -> str:
    """A path as people write it.

    >>> dotted(("position", "players", "marion", "moves", 0))
    'position.players.marion.moves[0]'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{shortened(part)}" if text else shortened(part)
    return text


def shortened(text: str, most: int = 40) -> str:
    """A text that is not too long for a message.

    >>> shortened("thessaly", 5)
    'thess…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def visible(text: str) -> str:
    r"""A text on one line, with whatever does not print written out: what others wrote moves no cursor.

    >>> visible("Ἀλέξανδρος\n")
    'Ἀλέξανδρος\\n'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def one_of(names: Iterable[str], wrong: object = None) -> str:
    """What was expected where a name is off: the nearest valid name, then the choice.

    >>> one_of(["thrace", "epirus"], "thrase")
    'thrace? one of: epirus, thrace'
    >>> one_of([f"tile{number}" for number in range(40)])
    'one of: tile0, tile1, tile10, tile11, tile12, tile13, tile14, tile15, tile16, tile17, tile18, tile19 and 28 more'
    """
    import difflib

    choice = sorted(set(names))
    if not choice:
        return "nothing here"
    lowered = {name.lower(): name for name in choice}
    written = wrong.lower() if isinstance(wrong, str) else None
    near = difflib.get_close_matches(written, lowered, n=1, cutoff=0.6) if written else []
    told = choice
    if len(choice) > MOST_NAMED:
        nearest = difflib.get_close_matches(written, lowered, n=MOST_NAMED, cutoff=0.0) if written else []
        told = sorted(lowered[name] for name in nearest) or choice[:MOST_NAMED]
    more = f" and {len(choice) - len(told)} more" if len(choice) > len(told) else ""
    listed = f"one of: {', '.join(told)}{more}"
    return f"{lowered[near[0]]}? {listed}" if near else listed


def one_thing(path: Path, noun: str, named: Sequence[str], kinds: Iterable[str]) -> Iterator[Problem]:
    """The fault of an ``noun`` that several keys name, or none; ``kinds`` are all that could."""
    if len(named) != 1:
        what = f"{noun} must be one thing, this is {' and '.join(named) or 'none'}"
        yield Problem(path, what, f"one of: {', '.join(sorted(kinds))}")


@dataclass(frozen=True)
class Breach:
    """A rule that a plan breaks: the rule's id, where in the plan, and what is wrong."""

    rule: str
    path: Path
    message: str

    def plain(self) -> dict[str, object]:
        """The breach as plain values."""
        return {"rule": self.rule, "path": dotted(self.path) or None, "message": self.message}
