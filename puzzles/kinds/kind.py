"""What a question is to those who pose and explain: how a puzzle is made, and what could be otherwise in it.

Posing and explaining are the same for every question (:mod:`puzzles.posing`, :mod:`puzzles.explaining`);
what differs stands in one subclass of :class:`Kind` for each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from models.documents import Document, Source, validate
from models.errors import InputError
from puzzles.questions import find
from puzzles.scenario import Scenario
from solver.question import Task

D = TypeVar("D", bound=Document)


@dataclass(frozen=True)
class Part:
    """Something on the table that a puzzle may do without.

    Attributes
    ----------
    key
        Its name among the parts of a scenario, and of all scenarios that come of it by leaving parts out.
    words
        What it is, as in “the rival michael” or “the card 5 of coins”.
    rest
        The scenario without it, which is legal and as natural as before.
    choice
        Whether it is there to be chosen or not, such as a thing on offer or a card in the own hand.  One that the
        answer does not use never changes the answer, but may mislead; it is left out only if it misleads nobody.
    """

    key: str
    words: str
    rest: Scenario
    choice: bool = False


@dataclass(frozen=True)
class Ground:
    """A fact or a rule of a scenario that holds an answer down: it can be loosened step by step until it holds no more.

    Loosening never makes the best answer worse, and grounds may be loosened together, in any order.

    Attributes
    ----------
    key
        Its name among the grounds of a scenario.
    words
        What is the case, in the words of the game, as in “daniel has 4 armies in phrygia”.
    rule
        The id of the rule by which it matters.
    loosen
        The scenario in which it is looser by so many steps, from 1 to ``most``.
    changed
        What loosening by so many steps is, in words, as in “one army more in phrygia”.
    most
        How many steps take it out of force: after them it forbids nothing of what could matter.
    """

    key: str
    words: str
    rule: str
    loosen: Callable[[Scenario, int], Scenario]
    changed: Callable[[int], str]
    most: int = 1

    def lift(self, scenario: Scenario) -> Scenario:
        """The scenario in which it is out of force."""
        return self.loosen(scenario, self.most)


class Kind(ABC):
    """Base of all kinds of puzzles; one instance serves all scenarios of its question."""

    # -- posing ----------------------------------------------------------------------------------

    @abstractmethod
    def make(self, seed: int, level: int) -> Scenario:
        """A scenario from a natural position (legal, reachable by play), the same for the same numbers everywhere.

        ``level``, from 1 to 5, says how much there should be to think about; what the puzzle takes in
        the end is measured.  Sizes are such that two best answers are proved in about a second.
        """

    @abstractmethod
    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """What may be left out, the largest things first: rivals, then tiles, walls, cards and so on."""

    @abstractmethod
    def asks(self, task: Task) -> str:
        """The question in a sentence or two, as one would put it at the table; it gives nothing away."""

    @abstractmethod
    def steps(self, plan: Any) -> int:
        """How many decisions a plan consists of, one after the other; at least one."""

    @abstractmethod
    def finish(self, task: Task, plan: Any, kept: int) -> Any:
        """What the greedy player makes of the first ``kept`` steps of a plan.

        The player takes, step after step, what adds most at once by the rules, and looks no further;
        ties go to what is named first.  With ``kept`` 0 the plan is not looked at.  A whole plan, or
        None where such a player finds none.  It is worked out with ``models/`` alone.
        """

    def gist(self, scenario: Scenario, plan: Any) -> Any:
        """What an answer comes to, by which it is recognised on a table with less on it.

        What it only tells of the table (what others could do, other rows of a table) is left out, and numbers
        in a list that may become shorter are told as what they mean.
        """
        return find(scenario.game.key, scenario.question.kind).load().bare(plan).plain()

    def told(self, task: Task, said: dict[str, Any]) -> dict[str, Any]:
        """What a player says, with what it tells of the table filled in by the rules; what is said stays as it is.

        Where no answer can be read from it, so that what is wrong has to be told, it is filled in anyhow.
        """
        return said

    def runner_up(self, scenario: Scenario, plan: Any) -> int | None:
        """What the best other choice is worth where the answer is a table of all of them; None where it is none."""
        return None

    # -- explaining ------------------------------------------------------------------------------

    @abstractmethod
    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What could hold the answer down, what is likeliest to be beside the point first.

        Together they are all that a player would name: own means, costs, places taken, rivals and
        what they have, limits of the question.  What stays hard are the definitions of the game.
        """


def kind_of(scenario: Scenario) -> Kind:
    """The kind of puzzle that a scenario's question is."""
    return find(scenario.game.key, scenario.question.kind).puzzles()


def changed(thing: Any, **fields: Any) -> Any:
    """A document with other values in some fields, nothing checked."""
    return thing.model_copy(update=fields)


def read(document: type[D], said: Any) -> D | None:
    """What is said, as a document; None where it is none, and others tell why."""
    try:
        return validate(document, Source(said))
    except InputError:
        return None


def titled(scenario: Scenario, title: str) -> Scenario:
    """The same scenario with a title for readers."""
    return replace(scenario, title=title)


def first_best(choices: Iterable[Any], worth: Callable[[Any], int | None]) -> Any:
    """The first of the choices that are worth most; None where none is worth anything (None)."""
    best, most = None, None
    for choice in choices:
        value = worth(choice)
        if value is not None and (most is None or value > most):
            best, most = choice, value
    return best
