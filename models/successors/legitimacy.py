"""Legitimacy (section 4): what each source gives or takes, as entries of the track ``legitimacy``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.ledger import Entry
from models.rulings import Rulings
from models.successors.map import MACEDONIA, PELLA
from models.successors.position import CARDS, HEIRS, LEGITIMACY, WOMEN, Card, Position

CHAMPION = 3
"""For being a Champion (4-7)."""
BURIED_AT_PELLA = 10
"""For having buried Alexander in Pella, for good (6-10)."""
TOMB = 2
"""For controlling the space of the tomb elsewhere (6-11)."""
STRATEGOS = 2
"""For controlling Macedonia (4-10)."""
GENERALS: Mapping[str, str] = {"perdikkas": "4-11", "leonnatos": "4-12"}
"""Generals who give 1 legitimacy while they live, and the rule of each."""
CARD_RULES: Mapping[Card, str] = {"oracle": "4-13", "persian-support": "4-14", "condemnation": "4-15"}
FLOOR = "floor"
"""The subject of what lifts legitimacy to where it cannot fall below."""


def legitimacy_entries(
    position: Position, provinces: Mapping[str, str | None], name: str, rulings: Rulings
) -> Iterator[Entry]:
    """The legitimacy of a player, an adjustment at the end where its sources add up to too little (4-2)."""
    entries = list(source_entries(position, provinces, name, rulings))
    yield from entries
    yield from _adjustment(position, name, sum(entry.amount for entry in entries), rulings)


def source_entries(
    position: Position, provinces: Mapping[str, str | None], name: str, rulings: Rulings
) -> Iterator[Entry]:
    """What a player has legitimacy for, without any adjustment."""
    state = position.players[name]

    def entry(amount: int, rule: str, subject: str, note: str) -> Entry:
        return Entry(name, amount, rule, subject, note, track=LEGITIMACY)

    heirs = [heir for heir in HEIRS if heir in state.royals]
    for heir in heirs[:1]:
        yield entry(HEIRS[heir], "4-4", heir, "controls the heir")
    for heir in heirs[1:]:
        yield entry(0, "4-5", heir, f"only the best heir counts, {heirs[0]}")
    for woman, amount in WOMEN.items():
        if woman in state.royals:
            yield entry(amount, "4-6", woman, "controls her")
    if state.champion:
        yield entry(CHAMPION, "4-7", "champion", "is a Champion")
    if position.tomb is not None:
        if position.buried_at_pella == name:
            yield entry(BURIED_AT_PELLA, "6-10", PELLA, "has buried Alexander in Pella")
        elif position.tomb.at != PELLA and _has_tomb(
            position, position.tomb.at, position.tomb.buried_by, name, rulings
        ):
            yield entry(TOMB, "6-11", position.tomb.at, "controls the space of the tomb")
    if provinces.get(MACEDONIA) == name:
        yield entry(STRATEGOS, "4-10", MACEDONIA, "is Strategos of Europe")
    for general, rule in GENERALS.items():
        there = state.generals.get(general)
        if there and not (there.scattered and rulings.read("scattered-generals") == "not"):
            yield entry(1, rule, general, "has the general alive")
    for card, amount in CARDS.items():
        times = state.cards.of(card)
        if times > 1 and rulings.read("card-effects") == "once":
            times = 1
        if times:
            yield entry(times * amount, CARD_RULES[card], card, "once" if times == 1 else f"{times} times")


def _has_tomb(position: Position, space: str, burier: str, name: str, rulings: Rulings) -> bool:
    if not position.controls(name, space):
        return False
    return name == burier or rulings.read("tomb-elsewhere") == "marker"


def legitimacy_floor(position: Position, name: str, total: int, rulings: Rulings) -> int:
    """What the legitimacy of a player cannot be below, its sources adding up to ``total``."""
    if position.buried_at_pella == name and total < BURIED_AT_PELLA and rulings.read("pella-floor") == "kept":
        return BURIED_AT_PELLA
    return 0


def _adjustment(position: Position, name: str, total: int, rulings: Rulings) -> Iterator[Entry]:
    floor = legitimacy_floor(position, name, total, rulings)
    value = max(floor, total)
    marker = position.players[name].legitimacy
    if marker not in (None, value) and rulings.read("legitimacy-floor") == "track":
        yield Entry(name, (marker or 0) - total, "4-2", FLOOR, "where the marker stands", track=LEGITIMACY)
    elif value > total:
        rule = "6-10" if floor else "4-2"
        note = "legitimacy for Pella is never lost" if floor else "legitimacy is never below 0"
        yield Entry(name, value - total, rule, FLOOR, note, track=LEGITIMACY)
