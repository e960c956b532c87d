"""Who controls which provinces (F-1): the rule text scores them and leaves the condition to other rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

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
    readings = tuple(rulings.readings[key] for key in _SWITCHES)
    result: dict[str, str | None] = {}
    for province, spaces in board.members.items():
        able = []
        owners = {position.markers.get(space) for space in spaces}
        for name in position.players:
            if name not in owners:
                continue
            enough, matters = _decided(_share(board, position, province, name), readings)
            for key in matters:
                rulings.read(key)
            if enough:
                able.append(name)
        result[province] = able[0] if len(able) == 1 else None
    return result


def _share(board: Map, position: Position, province: str, name: str) -> _Share:
    spaces, kinds = board.members[province], board.kinds[province]
    own = [space for space in spaces if position.controls(name, space)]
    held = sum(board.is_major(space) for space in own)
    return _Share(len(own), len(spaces) - kinds["transit"], kinds["transit"], held, kinds["major"])


@cache
def _decided(share: _Share, readings: tuple[str, ...]) -> tuple[bool, tuple[str, ...]]:
    """Whether a share is control, and the rulings of which another reading would tell otherwise."""
    named = dict(zip(_SWITCHES, readings, strict=True))
    result = share.enough(named)
    matters = tuple(
        key
        for key in _SWITCHES
        if any(share.enough({**named, key: other}) != result for other in RULINGS[key].readings)
    )
    return result, matters
