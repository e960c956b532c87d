"""The scoring of a round (section 5.5): a fold over the provinces in number order.

Fields shrink as their owners pay, so what is decided in a low province can turn a later one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.empire.board import Region
from models.empire.position import KINDS, Aside, Built, Kind, Pieces, PlayerState
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.words import and_words

MAJORITY_POINTS = 2
"""For most armies in a province (5.5.1-1)."""


@dataclass(frozen=True)
class Building:
    """What a kind of piece scores, contested or not (5.5.4-3), what it normally costs, and the rules that say so."""

    points: int
    price: int
    sole: str
    lacking: str


BUILDINGS: Mapping[Kind, Building] = {
    "temple": Building(points=3, price=1, sole="5.5.2-1", lacking="5.5.2-2"),
    "city": Building(points=5, price=2, sole="5.5.3-1", lacking="5.5.3-2"),
}


@dataclass(frozen=True)
class Scored:
    """A scored round: its ledger, and the players after it."""

    ledger: Ledger
    states: Mapping[str, PlayerState]


def score_round(region: Region, states: Mapping[str, PlayerState], rulings: Rulings) -> Scored:
    """Score every province of a region once, in number order (5.5-1), anew in each round (5.5.1-3).

    What was built in earlier rounds neither scores again nor competes (5.5.2-3, 5.5.3-3).

    Parameters
    ----------
    region
        The region being played.
    states
        The players when all have moved and laid their pieces.
    rulings
        The readings in force.

    Returns
    -------
    The ledger, refusals included, and the players with what they paid, built and took back.
    """
    standing = {place for state in states.values() for place in state.built.cities}
    after = dict(states)
    entries: list[Entry] = []
    for place in region.in_order:
        entries += majority(place, after)
        for kind in KINDS:
            entries += _build(place, kind, after, standing, rulings)
    cleared = {}
    for name, state in after.items():
        scored = sum(entry.amount for entry in entries if entry.player == name)
        points = states[name].points + scored  # 5.5-2
        aside = _aside(region, states[name], state, rulings)
        cleared[name] = state.model_copy(update={"placed": Pieces(), "points": points, "aside": aside})
    return Scored(Ledger(tuple(entries)), cleared)


def majority(place: str, states: Mapping[str, PlayerState]) -> list[Entry]:
    """2 points for most armies in a province; a tie scores nothing (5.5.1-1, 5.5.1-2)."""
    armies = {name: state.armies.get(place, 0) for name, state in states.items()}
    most = max(armies.values())
    if most == 0:
        return []
    leaders = [name for name, count in armies.items() if count == most]
    if len(leaders) > 1:
        return [
            Entry(name, 0, "5.5.1-2", place, f"tied for most armies ({most}) with {_others(leaders, name)}")
            for name in leaders
        ]
    return [Entry(leaders[0], MAJORITY_POINTS, "5.5.1-1", place, f"most armies ({most})")]


def _build(place: str, kind: Kind, states: dict[str, PlayerState], standing: set[str], rulings: Rulings) -> list[Entry]:
    """Settle one kind of piece in one province and update the players who pay (5.5.4-6: kinds apart)."""
    fields = {name: state.field(kind) for name, state in states.items() if place in state.placed.of(kind)}
    building = BUILDINGS[kind]
    if not fields:
        return []
    if kind == "city" and place in standing:
        return [_refused(name, place, kind, "5.5.3-4", "a city stands there already") for name in fields]
    most = max(fields.values())
    leaders = [name for name, cubes in fields.items() if cubes == most]
    if len(leaders) > 1:
        return [
            _refused(name, place, kind, "5.5.4-5", f"tied for most {kind} cubes ({most}) with {_others(leaders, name)}")
            if name in leaders
            else _refused(name, place, kind, "5.5.4-5", f"{and_words(leaders)} tie for most {kind} cubes ({most})")
            for name in fields
        ]
    winner = leaders[0]
    price, why, sole = building.price, "alone", True
    if len(fields) > 1:
        price, why = _contested_price(kind, sorted(fields.values(), reverse=True), rulings)
        sole = False
    if most < price:
        lacking = f"it costs {price} and the field holds {most}"
        return [_refused(winner, place, kind, building.lacking, lacking)] + [
            _refused(name, place, kind, "5.5.4-4", f"{winner} has more {kind} cubes ({most})")
            for name in fields
            if name != winner
        ]
    states[winner] = _built(states[winner], place, kind, price)
    rule = building.sole if sole else "5.5.4-2"
    return [Entry(winner, building.points, rule, place, f"{kind} built: {why}", price)] + [
        _refused(name, place, kind, "5.5.4-4", f"{cubes} against {winner}'s {most}")
        for name, cubes in fields.items()
        if name != winner
    ]


def _contested_price(kind: Kind, fields: list[int], rulings: Rulings) -> tuple[int, str]:
    """What the highest of several builders pays (5.5.4-2), and why; ``fields`` from the highest down."""
    highest, second = fields[:2]
    if rulings.read("contested-price") == "difference-plus-one":
        price, why = highest - second + 1, f"{highest} against {second}, pays the difference + 1"
    else:
        price, why = second + 1, f"{highest} against {second}, pays {second} + 1"
    normal = BUILDINGS[kind].price
    if price < normal and rulings.read("contested-minimum") == "normal-price":
        price, why = normal, f"{highest} against {second}, pays the normal price"
    return price, why


def _built(state: PlayerState, place: str, kind: Kind, price: int) -> PlayerState:
    built = state.built
    if kind == "temple":
        built = Built(temples={**built.temples, place: built.temples.get(place, 0) + 1}, cities=built.cities)
    else:
        built = Built(temples=built.temples, cities=(*built.cities, place))
    return state.model_copy(
        update={kind: state.field(kind) - price, "spent": (state.spent or 0) + price, "built": built}
    )


def _aside(region: Region, before: PlayerState, after: PlayerState, rulings: Rulings) -> Aside:
    """The pieces out of play after a scoring: more of them only if failed ones lie aside (5.5.4-4).

    The ruling counts as consulted only where pieces could run short in the two rounds that may follow.
    """
    failed = {kind: len(before.placed.of(kind)) + before.built.count(kind) - after.built.count(kind) for kind in KINDS}
    sites = {kind: sum(region.has_site(place, kind) for place in region.provinces) for kind in KINDS}
    if any(failed[kind] and after.limit(kind) - 2 * failed[kind] < sites[kind] for kind in KINDS):
        rulings.read("failed-pieces")
    if rulings.readings["failed-pieces"] == "supply":
        return before.aside
    return Aside(temples=before.aside.temples + failed["temple"], cities=before.aside.cities + failed["city"])


def _refused(name: str, place: str, kind: Kind, rule: str, why: str) -> Entry:
    return Entry(name, 0, rule, place, f"{kind} taken back: {why}")


def _others(names: list[str], name: str) -> str:
    return and_words([other for other in names if other != name])
