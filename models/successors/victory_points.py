"""Victory points (section 3): what each source gives a player, as entries of the track ``vp``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.ledger import Entry
from models.rulings import Rulings
from models.successors.map import BABYLONIA, HELLESPONTINE, PHRYGIA, SYRIA, Map
from models.successors.position import VP, Position

LORD_OF_ASIA = 4
"""For Phrygia, Syria and Babylonia together (3-2)."""
LARGEST_FLEET = 3
"""For the largest fleet (3-3)."""
FLEET_AT_LEAST = 3
"""How strong the largest fleet must be (3-4)."""
HELLESPONT = 2
"""For all ports of the Hellespont (3-7)."""
CAPITAL = 2
"""For having a capital (3-8)."""
CAPTURED = 1
"""For each captured capital (3-9)."""


def vp_entries(
    board: Map, position: Position, provinces: Mapping[str, str | None], name: str, rulings: Rulings
) -> Iterator[Entry]:
    """The victory points of a player.

    Parameters
    ----------
    provinces
        Who controls each province.
    """

    def entry(amount: int, rule: str, subject: str, note: str) -> Entry:
        return Entry(name, amount, rule, subject, note, track=VP)

    for province, owner in provinces.items():
        if owner == name:
            yield entry(board.provinces[province].vp, "3-1", province, "controls the province")
    if lord_of_asia(provinces, name, rulings):
        yield entry(LORD_OF_ASIA, "3-2", "lord-of-asia", "controls Phrygia, Syria and Babylonia")
    rule = fleet_rule(position, name, rulings)
    if rule == "3-3":
        yield entry(LARGEST_FLEET, rule, "largest-fleet", f"strength {position.players[name].fleet_strength}")
    elif rule == "3-4":
        yield entry(0, rule, "largest-fleet", f"nobody is stronger, but it takes a strength of {FLEET_AT_LEAST}")
    elif rule == "3-6":
        yield entry(0, rule, "largest-fleet", "somebody else is as strong")
    if board.hellespont and all(position.controls(name, port) for port in board.hellespont):
        yield entry(HELLESPONT, "3-7", "hellespont", "controls all ports of the Hellespont")
    yield from _capitals(position, name, rulings)


def lord_of_asia(provinces: Mapping[str, str | None], name: str, rulings: Rulings) -> bool:
    """Whether a player controls all of Phrygia, Syria and Babylonia (3-2)."""
    if any(provinces.get(province) != name for province in (SYRIA, BABYLONIA)):
        return False
    phrygia, hellespontine = (provinces.get(province) == name for province in (PHRYGIA, HELLESPONTINE))
    if phrygia == hellespontine:
        return phrygia
    return phrygia if rulings.read("lord-of-asia-phrygia") == "phrygia" else hellespontine


def fleet_rule(position: Position, name: str, rulings: Rulings) -> str | None:
    """The rule for the largest fleet that meets a player.

    ``3-3`` it is the largest; ``3-4`` nobody is stronger, but it is too weak; ``3-6`` it ties; None otherwise.
    """
    strengths = {other: state.fleet_strength for other, state in position.players.items()}
    most = max(strengths.values())
    if not most or strengths[name] < most:
        return None
    if most < FLEET_AT_LEAST:
        return "3-4"
    if list(strengths.values()).count(most) > 1:
        return "3-6"
    rivalled = sum(position.independent_fleets) >= most
    return "3-6" if rivalled and rulings.read("independent-fleets") == "count" else "3-3"


def _capitals(position: Position, name: str, rulings: Rulings) -> Iterator[Entry]:
    held = [space for space in position.capitals if position.controls(name, space)]
    own = [space for space in held if position.capitals[space] == name]
    captured = [space for space in held if position.capitals[space] != name]
    lost = [space for space in position.players[name].captured if space not in held]
    scoring = own[:1]
    if len(own) > 1 and rulings.read("capital-count") == "each":
        scoring = own
    if captured and not own and rulings.read("captured-alone") == "scores":
        scoring = captured[:1]
    for space in scoring:
        yield Entry(name, CAPITAL, "3-8", space, "has a capital", track=VP)
    if lost and rulings.read("captured-capitals") == "forever":
        captured += lost
    for space in captured:
        yield Entry(name, CAPTURED, "3-9", space, "has captured a capital", track=VP)
