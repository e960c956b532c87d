"""Positions and plans of alhambra in words, as one would say them at the table."""

from __future__ import annotations

from collections.abc import Sequence

from models.alhambra.plan import DISCARD, RESERVE, Action, Placing
from models.alhambra.position import BUILDING_MARKET, THIRD_PARTY, Position
from models.alhambra.tiles import SIDES, Supply
from models.words import and_words

MODULES = {
    "markets": "personal building markets",
    "treasures": "treasures",
    "guidelines": "the caliph's guidelines",
}


def tile_name(tile: str) -> str:
    """A tile as it is said; anything that is no full id of a tile stays as it is.

    >>> tile_name("garden10-n"), tile_name("tower7-open"), tile_name("pavilion2-new"), tile_name("fountain")
    ('garden 10 (wall n)', 'tower 7', 'pavilion 2 (walls n, e, w)', 'fountain')
    """
    building, dash, walls = tile.partition("-")
    kind = building.rstrip("0123456789")
    if not dash or not kind.isalpha() or not (walls == "open" or set(walls) <= set(SIDES)):
        return tile
    name = f"{kind} {building[len(kind) :]}".rstrip()
    if walls == "open":
        return name
    return f"{name} ({'wall' if len(walls) == 1 else 'walls'} {', '.join(walls)})"


def subject_words(subject: str) -> str:
    """What a ledger entry is about: tiles joined by `` + ``, a type of building, a wall, a treasure.

    >>> subject_words("garden10-n + garden11-open")
    'garden 10 (wall n) + garden 11'
    """
    return " + ".join(tile_name(part) for part in subject.split(" + "))


def headline(supply: Supply, position: Position) -> tuple[str, ...]:
    """When a position is and what is in play, and whether the tiles are the real ones."""
    which = "the last scoring" if position.round == 3 else f"scoring {position.round}"
    players = f"{len(position.players)} player{'' if len(position.players) == 1 else 's'}"
    modules = ", ".join(MODULES[module] for module in position.modules)
    lines = [f"{players}, before {which}"]
    lines.append(f"with {modules}" if modules else "the base game")
    if position.missions:
        lines.append(f"missions: {', '.join(position.missions)}")
    lines.append(f"tiles: {supply.title}{' (invented)' if supply.invented else ''}")
    return tuple(lines)


def payment_words(currency: str, cards: Sequence[int], treasures: Sequence[int]) -> str:
    """What is given for a building.

    >>> payment_words("blue", (5, 4), ()), payment_words("green", (7,), (3,))
    ('blue 5 + 4', 'green 7 and the treasure 3')
    """
    parts = [f"{currency} {' + '.join(str(card) for card in cards)}"] if cards else []
    if treasures:
        noun = "treasure" if len(treasures) == 1 else "treasures"
        parts.append(f"the {noun} {' + '.join(str(treasure) for treasure in treasures)}")
    return and_words(parts) or "nothing"


def action_words(action: Action, currency: str = "") -> str:
    """An action of which all tiles have their full ids; ``currency`` is that of the slot where a tile is bought.

    >>> action_words(Action(take={"blue": (2, 1), "green": (1,)}))
    'takes blue 2 + 1 and green 1'
    >>> action_words(Action.model_validate({"buy": "garden10-n", "from": "ben", "pays": {"cards": [9, 1]}}), "blue")
    "buys garden 10 (wall n) from ben's market for blue 9 + 1"
    """
    if action.take is not None:
        taken = [payment_words(key, cards, ()) for key, cards in action.take.items() if cards]
        return f"takes {and_words(taken) or 'nothing'}"
    if action.buy is not None:
        at = "" if action.source in (None, BUILDING_MARKET) else f" from {action.source}'s market"
        paid = payment_words(currency, action.pays.cards, action.pays.treasures).strip()
        return f"buys {tile_name(action.buy)}{at} for {paid}"
    room = f", where {tile_name(action.discard)} makes room" if action.discard else ""
    if action.place is not None:
        return f"redesigns: {tile_name(action.place)} to {_cell(action.at)}"
    if action.remove is not None:
        return f"redesigns: {tile_name(action.remove)} {_to(action.to)}{room}"
    new, old = tile_name(action.partner or ""), tile_name(action.exchange or "")
    return f"redesigns: {new} in place of {old}, which goes {_to(action.to)}{room}"


def placing_words(placing: Placing) -> str:
    """Where a bought tile goes.

    >>> placing_words(Placing(tile="garden10-open", to="blue"))
    'garden 10 to the own market, blue'
    """
    tile = tile_name(placing.tile)
    if placing.at is not None:
        return f"{tile} to {_cell(placing.at)}"
    room = f", where {tile_name(placing.discard)} makes room" if placing.discard else ""
    return f"{tile} {_to(placing.to)}{room}"


def _to(to: str | None) -> str:
    if to in (None, RESERVE):
        return "to the reserve"
    if to == DISCARD:
        return "out of the game"
    return "to the third party" if to == THIRD_PARTY else f"to the own market, {to}"


def _cell(at: tuple[int, int] | None) -> str:
    return f"[{at[0]}, {at[1]}]" if at else ""
