"""What a faction can have at what price: how it stands in a file, and its things one by one.

A *thing* is what is bought or not.  Its place in the order of :func:`things` is the canonical one:
by kind as the keys stand here, within a kind as they are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Name
from models.errors import Breach, Path, Problem, one_of
from models.successors.acquisitions import Acquisitions, AskedRoute, OwnCard, Sunk, WinningRoute, regency_turns
from models.successors.map import Map
from models.successors.position import INDEPENDENT, Position, Royal
from models.successors.victory import FIRST_TURN
from models.successors.words import place_name
from models.words import and_words

COST = "cost"
"""The resource of a plain number."""
Price = Annotated[Count | dict[Name, Count], Field(union_mode="left_to_right")]
"""Of one resource, ``cost``, or by resource."""
FleetNumber = Annotated[int, Field(strict=True, ge=1, le=9)]


class FleetOffer(Document):
    """A fleet that can be had once, by the number that it shows."""

    number: FleetNumber
    price: Price


class SinkOffer(Document):
    """A fleet of another player, or of the Independents, that can be made to go."""

    of: Name
    number: FleetNumber
    price: Price


class Offers(Document):
    """What can be had; a price is a number of ``cost``, or numbers by resource.

    Attributes
    ----------
    provinces
        Own markers in all their spaces that can be marked.
    spaces
        An own marker, whoever's lies there.
    clear
        Another's marker goes; nobody's comes.
    royals, generals
        Those who come to the faction.
    kill
        Generals and royals who leave the game.
    fleets, sink
        Fleets to build; fleets of others that go.
    cart
        Control of the funeral cart.
    tomb
        A burial, by major city; takes the control of the cart, own or bought.
    champion
        The status of a Champion.
    cards, condemn
        Cards played, and players at whom Condemnation is aimed, once each.
    """

    provinces: dict[Name, Price] = {}
    spaces: dict[Name, Price] = {}
    clear: dict[Name, Price] = {}
    royals: dict[Royal, Price] = {}
    generals: dict[Name, Price] = {}
    kill: dict[Name, Price] = {}
    fleets: Annotated[tuple[FleetOffer, ...], Field(max_length=99)] = ()
    sink: Annotated[tuple[SinkOffer, ...], Field(max_length=99)] = ()
    cart: Price | None = None
    tomb: dict[Name, Price] = {}
    champion: Price | None = None
    cards: dict[OwnCard, Price] = {}
    condemn: dict[Name, Price] = {}


Kind = Literal[
    "provinces",
    "spaces",
    "clear",
    "royals",
    "generals",
    "kill",
    "fleets",
    "sink",
    "cart",
    "tomb",
    "champion",
    "cards",
    "condemn",
]
_NAMED: tuple[Kind, ...] = ("provinces", "spaces", "clear", "royals", "generals", "kill", "tomb", "cards", "condemn")
"""The kinds that are offered by name."""


@dataclass(frozen=True)
class Thing:
    """One thing on offer.

    Attributes
    ----------
    kind
        The key that it stands under.
    name
        What or whose it is; of a fleet to build, of the cart and of the status nothing.
    number
        Of a fleet.
    at
        Which of several equal fleets on offer, cheapest first, from 0.
    price
        By resource, nothing that is 0.
    """

    kind: Kind
    name: str = ""
    number: int = 0
    at: int = 0
    price: tuple[tuple[str, int], ...] = ()

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What tells it from others."""
        return self.kind, self.name, self.number, self.at

    def cost(self, weights: Mapping[str, int]) -> int:
        """Its price as one number; a resource that is not weighted counts 1."""
        return sum(number * weights.get(resource, 1) for resource, number in self.price)


def _price(price: int | dict[str, int]) -> tuple[tuple[str, int], ...]:
    given = {COST: price} if isinstance(price, int) else price
    return tuple((resource, number) for resource, number in given.items() if number)


def things(offers: Offers, weights: Mapping[str, int]) -> tuple[Thing, ...]:
    """Everything on offer in canonical order; of equal fleets the cheaper ones come first, and are bought first."""
    found: list[Thing] = []
    for kind in Acquisitions.model_fields:
        given = getattr(offers, kind)
        if kind == "fleets":
            found += _fleets((Thing("fleets", "", o.number, 0, _price(o.price)) for o in given), weights)
        elif kind == "sink":
            found += _fleets((Thing("sink", o.of, o.number, 0, _price(o.price)) for o in given), weights)
        elif kind == "cart" or kind == "champion":
            found += [] if given is None else [Thing("cart" if kind == "cart" else "champion", price=_price(given))]
        else:
            (named,) = (known for known in _NAMED if known == kind)
            found += [Thing(named, name, price=_price(price)) for name, price in given.items()]
    return tuple(found)


def _fleets(offered: Iterable[Thing], weights: Mapping[str, int]) -> Iterator[Thing]:
    seen: Counter[tuple[str, int]] = Counter()
    for thing in sorted(offered, key=lambda thing: (thing.name, thing.number, thing.cost(weights))):
        at = seen[thing.name, thing.number]
        seen[thing.name, thing.number] += 1
        yield Thing(thing.kind, thing.name, thing.number, at, thing.price)


def bought(chosen: Iterable[Thing]) -> Acquisitions:
    """Things as acquisitions."""
    by_kind: dict[str, list[Thing]] = {}
    for thing in chosen:
        by_kind.setdefault(thing.kind, []).append(thing)
    values: dict[str, object] = {kind: tuple(t.name for t in by_kind.get(kind, ())) for kind in _NAMED}
    tombs = by_kind.get("tomb")
    return Acquisitions.model_validate(
        {
            **values,
            "fleets": tuple(thing.number for thing in by_kind.get("fleets", ())),
            "sink": tuple(Sunk(of=thing.name, number=thing.number) for thing in by_kind.get("sink", ())),
            "cart": "cart" in by_kind,
            "tomb": tombs[0].name if tombs else None,
            "champion": "champion" in by_kind,
        }
    )


def chosen_of(offered: Sequence[Thing], buys: Acquisitions, path: Path) -> tuple[list[Thing], list[Breach]]:
    """The things that acquisitions stand for, in canonical order, and where they are not on offer or stand twice."""
    known = {thing.key: thing for thing in offered}
    seen: Counter[tuple[str, str, int]] = Counter()
    found: dict[tuple[str, str, int, int], Thing] = {}
    wrong: list[Breach] = []
    for kind, name, number, where in _listed(buys):
        at = seen[kind, name, number]
        seen[kind, name, number] += 1
        key = (kind, name, number, at)
        if key in known:
            found[key] = known[key]
        else:
            what = "stands more often than it is on offer" if (kind, name, number, 0) in known else "is not on offer"
            label = f"a fleet of {number}" if number else name or f"the {kind}"
            wrong.append(Breach("question", (*path, *where), f"{label} {what}"))
    return [thing for thing in offered if thing.key in found], wrong


def _listed(buys: Acquisitions) -> Iterator[tuple[str, str, int, Path]]:
    """Every acquisition by kind, name and number, with its path."""
    for kind in Acquisitions.model_fields:
        given = getattr(buys, kind)
        if isinstance(given, bool):
            if given:
                yield kind, "", 0, (kind,)
        elif isinstance(given, str):
            yield kind, given, 0, (kind,)
        else:
            for at, item in enumerate(given or ()):
                if isinstance(item, str):
                    yield kind, item, 0, (kind, at)
                elif isinstance(item, Sunk):
                    yield kind, item.of, item.number, (kind, at)
                else:
                    yield kind, "", item, (kind, at)


def resources_of(chosen: Iterable[Thing]) -> dict[str, int]:
    """What things cost together, by resource."""
    total: dict[str, int] = {}
    for thing in chosen:
        for resource, number in thing.price:
            total[resource] = total.get(resource, 0) + number
    return dict(sorted(total.items()))


def over_budget(resources: Mapping[str, int], budgets: Mapping[str, int], path: Path) -> Iterator[Breach]:
    """Where more is spent than there is."""
    for resource, number in resources.items():
        if number > budgets.get(resource, number):
            yield Breach("question", path, f"{number} of {resource} spent, the budget is {budgets[resource]}")


def offer_problems(board: Map, position: Position, name: str, offers: Offers, path: Path) -> Iterator[Problem]:
    """What is wrong with offers to a player beyond their shape, apart from what a reading decides."""
    for key, known in (("provinces", list(board.provinces)), ("spaces", list(board.markable))):
        for wrong in (name for name in getattr(offers, key) if name not in known):
            transit = wrong in board.spaces
            what = f"{wrong} is a transit point" if transit else f"unknown {key[:-1]} “{wrong}”"
            rule = "a space that can hold a marker (rule 1-4)" if transit else one_of(known, wrong)
            yield Problem((*path, key, wrong), what, rule)
    for space in offers.clear:
        if space not in board.markable:
            yield Problem((*path, "clear", space), f"unknown space “{space}”", one_of(board.markable, space))
    for royal in offers.royals:
        if royal in position.dead:
            yield Problem((*path, "royals", royal), f"{royal} is dead", "a royal who lives (rule 2B-4)")
    cities = [space for space in board.spaces if board.is_major(space)]
    for space in offers.tomb:
        if space not in cities:
            yield Problem((*path, "tomb", space), f"{space} is no major city", one_of(cities, space))
    others = [other for other in position.players if other != name]
    for target in offers.condemn:
        if target not in others:
            yield Problem((*path, "condemn", target), f"“{target}” is no other player", one_of(others, target))
    for at, offer in enumerate(offers.sink):
        if offer.of not in (*others, INDEPENDENT):
            expected = one_of([*others, INDEPENDENT], offer.of)
            yield Problem((*path, "sink", at, "of"), f"“{offer.of}” is no other player", expected)


def route_problems(
    position: Position, route: AskedRoute | None, routes: Iterable[WinningRoute], path: Path
) -> Iterator[Problem]:
    """Routes by which nobody can win any more, or yet; ``route`` is what was written, ``routes`` what it stands for."""
    if position.turn < FIRST_TURN and set(routes) & {"legitimacy", "vp"}:
        expected = f"one of: final, regency; or turn {FIRST_TURN} or later (rule 2A-2)"
        yield Problem(path, "nobody wins at once in turn I", expected)
    if route == "regency" and not regency_turns(position):
        yield Problem(path, "no regency test is still to come", "one of: any, at-once, final, legitimacy, vp")


def thing_words(thing: Thing) -> str:
    """A thing as one would say it.

    >>> thing_words(Thing("spaces", "byzantion")), thing_words(Thing("sink", "ben", 2))
    ('Byzantion', "ben's fleet of 2 gone")
    """
    said = place_name(thing.name)
    whose = "an Independent" if thing.name == INDEPENDENT else f"{thing.name}'s"
    return {
        "provinces": f"all of {said}",
        "spaces": said,
        "clear": f"no marker in {said}",
        "royals": said,
        "generals": said,
        "kill": f"{said} dead",
        "fleets": f"a fleet of {thing.number}",
        "sink": f"{whose} fleet of {thing.number} gone",
        "cart": "the funeral cart",
        "tomb": f"the tomb in {said}",
        "champion": "Champion",
        "cards": said if thing.name == "oracle" else "Persian Popular Support",
        "condemn": f"Condemnation on {thing.name}",
    }[thing.kind]


def price_words(resources: Mapping[str, int]) -> str:
    """What is spent, in words.

    >>> price_words({"cost": 3}), price_words({"siege": 2, "moves": 1}), price_words({})
    ('3', '2 siege and 1 move', 'nothing')
    """
    said = [_amount_words(resource, number) for resource, number in resources.items()]
    return and_words(said) or "nothing"


def _amount_words(resource: str, number: int) -> str:
    if resource == COST:
        return str(number)
    return f"{number} {resource.removesuffix('s') if number == 1 else resource}"
