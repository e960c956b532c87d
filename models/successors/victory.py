"""The three ways to win (section 2), and the tie-break."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from models.rulings import Rulings
from models.successors.control import controlled_provinces
from models.successors.map import MACEDONIA, Map
from models.successors.position import ELITE, LEGITIMACY, VP, Position, Royal, Totals, Unit

Route = Literal["legitimacy", "vp", "regency", "uncontrolled-heir", "final"]

FIRST_TURN = 2
"""From when an automatic victory is possible (2A-2)."""
LEGITIMATE = 18
"""Legitimacy of an automatic victory (2A-3)."""
POWERFUL: Mapping[int, int] = {5: 20, 4: 23, 3: 26, 2: 29}
"""Victory points of an automatic victory by the number of players (2A-4)."""
SCHEDULE: Mapping[str, Mapping[int, Royal]] = {
    "alexandros-first": {4: "alexandros", 5: "herakles"},
    "herakles-first": {4: "herakles", 5: "alexandros"},
}
"""Which heir is of age in which turn, by the readings of ``heir-schedule`` (2B-1, 2B-5, 2B-6)."""
CROWNED: Mapping[Royal, str] = {"alexandros": "2B-5", "herakles": "2B-6"}


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winners
        Who has won; nobody where the text does not decide among the candidates.
    candidates
        Those who meet the condition, or are left tied.
    route, rule
        By which way, and the rule of it.
    broken_by
        The criterion that broke a tie; None if there was none.
    """

    winners: tuple[str, ...]
    candidates: tuple[str, ...]
    route: Route
    rule: str
    broken_by: str | None = None


def threshold(position: Position, totals: Totals, rulings: Rulings) -> int:
    """The victory points of an automatic victory, for the players at the start (F-5) or by a reading for those now."""
    now = POWERFUL[len(position.players)]
    start = POWERFUL[position.players_at_start or len(position.players)]
    low, high = sorted((start, now))
    matters = low < high and any(low <= totals[name][VP] <= high for name in position.players)
    return now if matters and rulings.read("player-count") == "now" else start


def automatic(position: Position, totals: Totals, before: Totals | None, rulings: Rulings) -> Outcome | None:
    """An automatic victory (2A); None if nobody has one.

    Parameters
    ----------
    totals
        What everybody has.
    before
        What everybody had before the event; None where there was none.
    """
    if position.turn < FIRST_TURN:
        return None
    powerful = threshold(position, totals, rulings)
    tracks: tuple[tuple[str, Route, str, int], ...] = (
        (LEGITIMACY, "legitimacy", "2A-3", LEGITIMATE),
        (VP, "vp", "2A-4", powerful),
    )
    found: dict[str, tuple[Route, str]] = {}
    for name in position.players:
        for track, route, rule, needed in tracks:
            if name not in found and _reached(name, track, needed, totals, before, rulings):
                found[name] = (route, rule)
    if not found:
        return None
    candidates = tuple(found)
    winners = candidates if len(candidates) == 1 else _first_of(position, candidates, totals, rulings)
    route, rule = found[winners[0] if len(winners) == 1 else candidates[0]]
    return Outcome(winners, candidates, route, rule)


def _reached(name: str, track: str, needed: int, totals: Totals, before: Totals | None, rulings: Rulings) -> bool:
    has = totals[name][track]
    if has < needed or (has == needed and rulings.read("threshold") == "exceed"):
        return False
    gained = before is not None and before[name][track] < has
    return gained or rulings.read("automatic-timing") == "condition"


def _first_of(position: Position, names: tuple[str, ...], totals: Totals, rulings: Rulings) -> tuple[str, ...]:
    """Who of several wins at the same moment; the text's tie-break is not for them (2D-1)."""
    reading = rulings.read("simultaneous-victory")
    if reading == "active":
        return tuple(name for name in names if name == position.active)
    if reading == "legitimacy":
        best = _most(names, lambda name: totals[name][LEGITIMACY])
        return best if len(best) == 1 else ()
    return names if reading == "shared" else ()


def _most(names: Sequence[str], of: Callable[[str], int]) -> tuple[str, ...]:
    most = max(of(name) for name in names)
    return tuple(name for name in names if of(name) == most)


@dataclass(frozen=True)
class TieBreak:
    """How a tie was broken: who is left, and who was left after each criterion that was looked at."""

    left: tuple[str, ...]
    steps: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def decisive(self) -> str | None:
        """The rule of the criterion that left one; None where none did or there was no tie."""
        return self.steps[-1][0] if self.steps and len(self.left) == 1 else None


def break_tie(board: Map, position: Position, tied: Sequence[str], rulings: Rulings) -> TieBreak:
    """Compare those who tie by one criterion after the other (2D-2 to 2D-6), until one is left."""
    first = left = tuple(name for name in position.players if name in tied)
    steps: list[tuple[str, tuple[str, ...]]] = []
    for rule in ("2D-2", "2D-3", "2D-5"):
        if len(left) == 1:
            break
        among = _criterion(board, position, rule, left, rulings)
        if left != first:
            everyone = _criterion(board, position, rule, first, rulings)
            if everyone != among and rulings.read("tie-break-field") == "everyone":
                among = everyone
        left = among
        steps.append((rule, left))
    return TieBreak(left, tuple(steps))


def _criterion(board: Map, position: Position, rule: str, names: tuple[str, ...], rulings: Rulings) -> tuple[str, ...]:
    """Those of some players who are ahead by a criterion; all of them where it parts nobody."""
    if rule == "2D-2":
        owner = controlled_provinces(board, position, rulings).get(MACEDONIA)
        return tuple(name for name in names if name == owner) or names
    if rule == "2D-5":
        return _most(names, lambda name: position.players[name].major_generals)
    together = _most(names, lambda name: sum(_counters(position, kind, name) for kind in ELITE))
    apart = names
    for kind in ELITE:
        apart = _most(apart, partial(_counters, position, kind))
    return together if together == apart or rulings.read("elite-count") == "sum" else apart


def _counters(position: Position, kind: Unit, name: str) -> int:
    return position.players[name].counters(kind)


@dataclass(frozen=True)
class Regency:
    """A regency test: who was tested, what became of the heir, and how the game ended if it did.

    ``fate`` is ``crowned``, ``murdered`` or None; ``refused`` tells why a murder was not possible.
    """

    heir: Royal | None = None
    fate: Literal["crowned", "murdered"] | None = None
    outcome: Outcome | None = None
    refused: str | None = None


def regency(board: Map, position: Position, totals: Totals, murder: bool, rulings: Rulings) -> Regency:
    """The regency test of the preparations of turns IV and V (2B).

    Parameters
    ----------
    totals
        What everybody has before the heir may die.
    murder
        Whether the controller kills the heir rather than crown it.
    """
    heirs = {reading: turns.get(position.turn) for reading, turns in SCHEDULE.items()}
    if all(heir is None or heir in position.dead for heir in heirs.values()):
        return Regency(refused="no heir is of age" if murder else None)
    heir = heirs[rulings.read("heir-schedule")]
    assert heir is not None
    if heir in position.dead:
        return Regency(heir, refused=f"{heir} is dead" if murder else None)
    controller = position.holder(heir)
    highest = _most(tuple(position.players), lambda name: totals[name][LEGITIMACY] + totals[name][VP])
    if controller is None:
        outcome = _uncontrolled(board, position, highest, rulings)
        return Regency(heir, outcome=outcome, refused=f"nobody controls {heir}" if murder else None)
    if controller not in highest or (len(highest) > 1 and rulings.read("regency-tie") == "strict"):
        return Regency(heir, "murdered")
    broken = break_tie(board, position, highest, rulings)
    left = broken.left
    if controller not in left:
        return Regency(heir, "murdered")
    if murder and rulings.read("regent-choice") == "may-kill":
        return Regency(heir, "murdered")
    refused = f"{controller} can be regent, so {heir} is crowned" if murder else None
    rule = CROWNED[heir]
    if len(left) == 1 or rulings.read("unbroken-tie") == "shared":
        crowned = Outcome((controller,), (controller,), "regency", rule, broken.decisive)
        return Regency(heir, "crowned", crowned, refused)
    return Regency(heir, None, Outcome((), left, "regency", rule), refused)


def _uncontrolled(board: Map, position: Position, highest: tuple[str, ...], rulings: Rulings) -> Outcome | None:
    """The heir lives and nobody controls it: the highest total wins (2B-8)."""
    if len(highest) == 1:
        return Outcome(highest, highest, "uncontrolled-heir", "2B-8")
    if rulings.read("uncontrolled-tie") == "nobody":
        return None
    return _broken(board, position, highest, "uncontrolled-heir", "2B-8", rulings)


def final(board: Map, position: Position, totals: Totals, rulings: Rulings) -> Outcome:
    """The end of turn V: most victory points win (2C-1), legitimacy does not matter (2C-3), ties are broken (2C-2)."""
    highest = _most(tuple(position.players), lambda name: totals[name][VP])
    return _broken(board, position, highest, "final", "2C-1", rulings)


def _broken(
    board: Map, position: Position, tied: tuple[str, ...], route: Route, rule: str, rulings: Rulings
) -> Outcome:
    broken = break_tie(board, position, tied, rulings)
    left = broken.left
    decided = len(left) == 1 or rulings.read("unbroken-tie") == "shared"
    return Outcome(left if decided else (), left, route, rule, broken.decisive)
