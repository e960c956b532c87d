"""Who controls which provinces (F-1): the rule text scores them and leaves the condition to other rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.rulings import Rulings
from models.successors.map import Map
from models.successors.position import Position
from models.successors.rulings import RULINGS

_SWITCHES = ("province-control", "transit-in-majority", "several-cities")


@dataclass(frozen=True)
class _Share:
    """What a player has of a province: of its spaces that can be marked, and of its major cities."""

    own: int
    markable: int
    transit: int
    held: int
    cities: int

    def enough(self, readings: Mapping[str, str]) -> bool:
        """Whether that is control by some readings."""
        if readings["province-control"] == "all":
            return self.own == self.markable
        needed = min(1, self.cities) if readings["several-cities"] == "any" else self.cities
        if self.held < needed:
            return False
        if readings["province-control"] == "city" and self.cities:
            return True
        counted = self.markable + (self.transit if readings["transit-in-majority"] == "count" else 0)
        return 2 * self.own > counted


def controlled_provinces(board: Map, position: Position, rulings: Rulings) -> dict[str, str | None]:
    """The player who controls each province of the map, in its order; None where nobody or more than one could."""
    readings = {key: rulings.readings[key] for key in _SWITCHES}
    result: dict[str, str | None] = {}
    for province, spaces in board.members.items():
        able = []
        for name in position.players:
            share = _share(board, position, spaces, name)
            if share.own and _decided(share, readings, rulings):
                able.append(name)
        result[province] = able[0] if len(able) == 1 else None
    return result


def _share(board: Map, position: Position, spaces: Sequence[str], name: str) -> _Share:
    own = [space for space in spaces if position.controls(name, space)]
    kinds = [board.spaces[space].kind for space in spaces]
    transit = kinds.count("transit")
    held = sum(board.is_major(space) for space in own)
    return _Share(len(own), len(spaces) - transit, transit, held, kinds.count("major"))


def _decided(share: _Share, readings: Mapping[str, str], rulings: Rulings) -> bool:
    """Whether a share is control; a ruling is consulted where another reading would tell otherwise."""
    result = share.enough(readings)
    for key in _SWITCHES:
        if any(share.enough({**readings, key: other}) != result for other in RULINGS[key].readings):
            rulings.read(key)
    return result
