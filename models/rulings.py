"""Rulings: where a rule text is silent or reads two ways, both readings are kept as a switch.

A :class:`Ruling` is data.  :class:`Rulings` is the choice in force for one replay; it also
notes which rulings the replay consulted, because only those can have decided anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from models.errors import Problem, one_of

RULEBOOK, PUBLISHED = "rulebook", "published"
PROFILES = (RULEBOOK, PUBLISHED)


@dataclass(frozen=True)
class Ruling:
    """One ambiguity of a rule text.

    Attributes
    ----------
    id
        Its name in files: words joined by ``-``.
    question
        What the text leaves open.
    readings
        Each reading's name and, in a line, what it means.
    default
        The reading in force under the profile ``rulebook``.
    rules
        The ids of the rules whose wording it settles.
    published
        The reading under the profile ``published``; the default one where none is named.
    """

    id: str
    question: str
    readings: Mapping[str, str]
    default: str
    rules: tuple[str, ...]
    published: str | None = None

    def reading(self, profile: str) -> str:
        """The reading that a profile chooses."""
        return self.published or self.default if profile == PUBLISHED else self.default


@dataclass(frozen=True)
class Rulings:
    """The readings in force, and which of them were consulted.

    >>> catalogue = {"price": Ruling("price", "?", {"low": "", "high": ""}, "low", ("1-1",))}
    >>> rulings = Rulings.choose(catalogue, {"price": "high"})
    >>> rulings.read("price"), rulings.consulted()
    ('high', {'price': 'high'})
    """

    readings: Mapping[str, str]
    _consulted: set[str] = field(default_factory=set, compare=False, repr=False)

    @classmethod
    def choose(
        cls, catalogue: Mapping[str, Ruling], chosen: Mapping[str, str] | None = None, profile: str = RULEBOOK
    ) -> Rulings:
        """The readings of a profile, with those that were chosen in their place."""
        return cls({key: ruling.reading(profile) for key, ruling in catalogue.items()} | dict(chosen or {}))

    def read(self, ruling: str) -> str:
        """The reading in force; notes that it was consulted.  ``KeyError`` if there is no such ruling."""
        reading = self.readings[ruling]
        self._consulted.add(ruling)
        return reading

    def consulted(self) -> dict[str, str]:
        """The rulings that were consulted so far, with their readings."""
        return {key: self.readings[key] for key in self.readings if key in self._consulted}

    def fresh(self) -> Rulings:
        """The same readings, with none consulted yet."""
        return Rulings(self.readings)


def wrong_choices(catalogue: Mapping[str, Ruling], chosen: Mapping[str, str]) -> Iterable[Problem]:
    """What is wrong with a choice of readings: unknown rulings, unknown readings.  Paths start at ``rulings``."""
    for key, reading in chosen.items():
        if key not in catalogue:
            yield Problem(("rulings", key), f"unknown ruling “{key}”", one_of(catalogue, key))
        elif reading not in catalogue[key].readings:
            readings = catalogue[key].readings
            yield Problem(("rulings", key), f"unknown reading “{reading}”", one_of(readings, reading))
