"""Things on offer as puzzles of successors see them: one by one, left out, cheaper, or refused to an opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from models.documents import Document
from models.successors.acquisitions import Acquisitions
from models.successors.map import PELLA
from models.successors.position import HEIRS, ROYALS
from models.words import and_words
from puzzles.kinds.kind import Ground, Part, changed
from puzzles.kinds.successors import NOTED, asking
from puzzles.scenario import Scenario
from solver.successors.offers import COST, Offers, Thing, price_words, thing_words, things

Price = int | dict[str, int]
Key = str | int | None
"""What tells one offer of its kind: a name, a place in the list of fleets, nothing where there is only one."""


# -- things on offer ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shelf:
    """What one faction is offered in a question.

    Attributes
    ----------
    name
        The faction.
    alone
        Whether the question has the offers of this one only, or offers by faction.
    """

    name: str
    alone: bool = False

    def offers(self, scenario: Scenario) -> Offers:
        """What stands on it."""
        found: Offers = scenario.question.offers if self.alone else scenario.question.offers[self.name]
        return found

    def put(self, scenario: Scenario, offers: Offers) -> Scenario:
        """The scenario with other offers on it."""
        return asking(scenario, offers=offers if self.alone else {**scenario.question.offers, self.name: offers})

    def budgets(self, scenario: Scenario) -> dict[str, int]:
        """The most of each resource."""
        holder = scenario.question if self.alone else scenario.question.offers[self.name]
        found: dict[str, int] = holder.budgets
        return found

    def with_budgets(self, scenario: Scenario, budgets: Mapping[str, int]) -> Scenario:
        """The scenario with other budgets."""
        if self.alone:
            return asking(scenario, budgets=dict(budgets))
        return self.put(scenario, with_given(self.offers(scenario), "budgets", dict(budgets)))


def entries(offers: Offers) -> Iterator[tuple[str, Key, Price]]:
    """Everything on offer with its price, kind by kind as written."""
    for kind in Acquisitions.model_fields:
        given = getattr(offers, kind)
        if isinstance(given, Mapping) and kind not in ("cart", "champion"):
            yield from ((kind, name, price) for name, price in given.items())
        elif kind in ("fleets", "sink"):
            yield from ((kind, at, offer.price) for at, offer in enumerate(given))
        elif given is not None:
            yield kind, None, given


def thing_of(offers: Offers, kind: str, key: Key) -> Thing:
    """What an entry is."""
    known: Any = kind
    if isinstance(key, int):
        offer = getattr(offers, kind)[key]
        return Thing(known, getattr(offer, "of", ""), offer.number)
    return Thing(known, key or "")


def with_given(offers: Offers, kind: str, given: Any) -> Offers:
    """The offers with other ones of a kind."""
    return offers.model_copy(update={kind: given})


def with_price(offers: Offers, kind: str, key: Key, price: Price) -> Offers:
    """The offers with another price of an entry, which may be a new one."""
    given = getattr(offers, kind)
    if isinstance(key, int):
        return with_given(offers, kind, (*given[:key], changed(given[key], price=price), *given[key + 1 :]))
    return with_given(offers, kind, price if key is None else {**given, key: price})


def without_entry(offers: Offers, kind: str, key: Key, fleet: Document | None = None) -> Offers:
    """The offers without an entry; of fleets without the first like ``fleet``."""
    given = getattr(offers, kind)
    if fleet is not None:
        at = given.index(fleet) if fleet in given else len(given)
        return with_given(offers, kind, (*given[:at], *given[at + 1 :]))
    if key is None:
        return with_given(offers, kind, None)
    return with_given(offers, kind, {name: price for name, price in given.items() if name != key})


def cheaper(price: Price, by: int) -> Price:
    """A price with so many units less, of the first resources first; never below nothing."""
    if isinstance(price, int):
        return max(0, price - by)
    left = dict(price)
    for resource, number in price.items():
        less = min(number, by)
        left[resource], by = number - less, by - less
    return left


def units(price: Price) -> int:
    """How many units a price has, whatever the resource."""
    return price if isinstance(price, int) else sum(price.values())


def said(price: Price) -> str:
    """A price in words."""
    return price_words({COST: price} if isinstance(price, int) else {key: n for key, n in price.items() if n})


def offers_words(offers: Offers) -> str:
    """A list of what is on offer, with prices."""
    listed = [f"{thing_words(thing_of(offers, kind, key))} {said(price)}" for kind, key, price in entries(offers)]
    return ", ".join(listed) or "nothing"


def budget_words(budgets: Mapping[str, int]) -> str:
    """What can be spent at most, as the end of a sentence; nothing where there is no limit."""
    if not budgets:
        return ""
    listed = [str(most) if resource == COST else f"{most} {resource}" for resource, most in budgets.items()]
    return f", with {and_words(listed)} to spend"


def offer_parts(scenario: Scenario, shelf: Shelf, choice: bool = True) -> Iterator[Part]:
    """Everything on a shelf that could be left out of it; ``choice`` says whether the answer chooses among it."""
    offers = shelf.offers(scenario)
    seen: dict[str, int] = {}
    for kind, key, price in entries(offers):
        thing = thing_of(offers, kind, key)
        fleet = getattr(offers, kind)[key] if isinstance(key, int) else None
        name = f"offer:{shelf.name}:{kind}:{thing.name}"
        if fleet is not None:
            name += f":{thing.number}:{said(price)}"
            seen[name] = seen.get(name, 0) + 1
            name += f":{seen[name]}"
        rest = shelf.put(scenario, without_entry(offers, kind, key, fleet))
        yield Part(name, f"{thing_words(thing)} for {shelf.name}", rest, choice)


def rule_of(thing: Thing) -> str:
    """The rule by which a thing matters most."""
    if thing.kind == "royals":
        return "4-4" if thing.name in HEIRS else "4-6"
    if thing.kind == "generals":
        return NOTED.get(thing.name, "2D-5")
    if thing.kind == "kill":
        return "2B-4" if thing.name in ROYALS else NOTED.get(thing.name, "2D-5")
    if thing.kind == "tomb":
        return "6-10" if thing.name == PELLA else "6-11"
    if thing.kind == "cards":
        return "4-13" if thing.name == "oracle" else "4-14"
    fixed = {"provinces": "3-1", "spaces": "F-1", "clear": "F-1", "fleets": "3-3", "sink": "3-3", "cart": "6-4"}
    return {**fixed, "champion": "4-7", "condemn": "4-15"}[thing.kind]


# -- grounds -----------------------------------------------------------------------------------------


def price_grounds(scenario: Scenario, shelf: Shelf) -> Iterator[Ground]:
    """What each thing on a shelf costs; loosened it costs less."""
    offers = shelf.offers(scenario)
    for kind, key, price in entries(offers):
        if units(price):
            thing = thing_of(offers, kind, key)
            yield Ground(
                f"price:{shelf.name}:{kind}:{'' if key is None else key}",
                f"{thing_words(thing)} costs {shelf.name} {said(price)}",
                rule_of(thing),
                _cheapened(shelf, kind, key, price),
                _price_words(thing, price),
                units(price),
            )


def _cheapened(shelf: Shelf, kind: str, key: Key, price: Price) -> Callable[[Scenario, int], Scenario]:
    return lambda scenario, by: shelf.put(scenario, with_price(shelf.offers(scenario), kind, key, cheaper(price, by)))


def _price_words(thing: Thing, price: Price) -> Callable[[int], str]:
    return lambda by: f"{thing_words(thing)} for {said(cheaper(price, by))}"


def budget_grounds(scenario: Scenario, shelf: Shelf) -> Iterator[Ground]:
    """What a faction can spend of each resource; loosened it is more, at last enough for everything."""
    offers = shelf.offers(scenario)
    spent: dict[str, int] = {}
    for thing in things(offers, {}):
        for resource, number in thing.price:
            spent[resource] = spent.get(resource, 0) + number
    for resource, most in shelf.budgets(scenario).items():
        lacking = spent.get(resource, 0) - most
        if lacking > 0:
            of = "" if resource == COST else f" {resource}"
            yield Ground(
                f"budget:{shelf.name}:{resource}",
                f"{shelf.name} has {most}{of} to spend",
                "question",
                _richer(shelf, resource),
                _more_words(of),
                lacking,
            )


def _more_words(of: str) -> Callable[[int], str]:
    return lambda by: f"{by}{of} more to spend"


def _richer(shelf: Shelf, resource: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        budgets = shelf.budgets(scenario)
        return shelf.with_budgets(scenario, {**budgets, resource: budgets[resource] + by})

    return loosen


def refusal_grounds(scenario: Scenario, shelf: Shelf, name: str) -> Iterator[Ground]:
    """What is offered to an opponent ``name``; loosened it is no longer on offer."""
    offers = shelf.offers(scenario)
    for kind, key, price in entries(offers):
        thing = thing_of(offers, kind, key)
        fleet = getattr(offers, kind)[key] if isinstance(key, int) else None
        yield Ground(
            f"answer:{kind}:{'' if key is None else key}",
            f"{name} can have {thing_words(thing)} for {said(price)}",
            rule_of(thing),
            _refused(shelf, kind, key, fleet),
            _refused_words(name, thing),
        )


def _refused_words(name: str, thing: Thing) -> Callable[[int], str]:
    return lambda _: f"{thing_words(thing)} not to be had by {name}"


def _refused(shelf: Shelf, kind: str, key: Key, fleet: Any) -> Callable[[Scenario, int], Scenario]:
    return lambda scenario, _: shelf.put(scenario, without_entry(shelf.offers(scenario), kind, key, fleet))
