"""What several factions acquire at one moment, all together.

Nobody goes first: no two of them may change the same thing, so the order does not matter.  Champions
(5-16) and automatic victory (2A-1) are looked at once, when all of it has come about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.errors import Breach, Path
from models.rulings import Rulings
from models.successors.acquisitions import (
    TRACKS,
    Acquisitions,
    WinningRoute,
    acquisition_breaches,
    buys_without,
    enough_on,
    wins,
    with_buys,
)
from models.successors.log import Game, settle
from models.successors.map import Map
from models.successors.position import INDEPENDENT, ROYALS, Position

Changes = Mapping[str, Acquisitions]
"""Acquisitions by faction."""


def joint_breaches(board: Map, position: Position, changes: Changes, path: Path, rulings: Rulings) -> Iterator[Breach]:
    """What of some changes no rule lets come about, and what two factions would change at once.

    Parameters
    ----------
    path
        Where the changes stand in what was written; the factions' names come below it.
    """
    for name, buys in changes.items():
        yield from acquisition_breaches(board, position, name, buys, (*path, name), rulings)
    yield from _overlaps(board, position, changes, path)


def _overlaps(board: Map, position: Position, changes: Changes, path: Path) -> Iterator[Breach]:
    first: dict[tuple[str, str], str] = {}
    for name in position.players:
        for kind, thing, where in _touched(board, changes.get(name, Acquisitions())):
            other = first.setdefault((kind, thing), name)
            if other != name:
                rule = "1-3" if kind == "marker" else "question"
                yield Breach(rule, (*path, name, *where), f"{thing} is changed by {other} already")
    left = {name: [*state.fleets, *state.scattered_fleets] for name, state in position.players.items()}
    left[INDEPENDENT] = list(position.independent_fleets)
    for name in position.players:
        for at, fleet in enumerate(changes.get(name, Acquisitions()).sink):
            if fleet.number in left.get(fleet.of, ()):
                left[fleet.of].remove(fleet.number)
            else:
                what = f"{fleet.of} has no fleet of {fleet.number} left"
                yield Breach("3-5", (*path, name, "sink", at), what)


def _touched(board: Map, buys: Acquisitions) -> Iterator[tuple[str, str, Path]]:
    """Markers, people and the body that acquisitions change, with where that stands."""
    for at, province in enumerate(buys.provinces):
        for space in board.members.get(province, ()):
            yield "marker", space, ("provinces", at)
    for key, spaces in (("spaces", buys.spaces), ("clear", buys.clear)):
        for at, space in enumerate(spaces):
            yield "marker", space, (key, at)
    for key, people in (("royals", buys.royals), ("generals", buys.generals), ("kill", buys.kill)):
        for at, person in enumerate(people):
            yield "person", person, (key, at)
    if buys.cart:
        yield "body", "the funeral cart", ("cart",)
    if buys.tomb is not None:
        yield "body", "the funeral cart", ("tomb",)


def acquired_together(board: Map, position: Position, changes: Changes, rulings: Rulings) -> Game:
    """The game after the changes, what :func:`joint_breaches` names left out; one that was over stays as it was."""
    before = Game.of(board, position, rulings)
    if before.outcome is not None:
        return before
    wrong = {breach.path for breach in joint_breaches(board, position, changes, (), rulings)}
    after = before.position
    for name, buys in changes.items():
        own = {where[1:] for where in wrong if where[0] == name}
        after = with_buys(board, after, name, buys_without(buys, own))
    return settle(before, after, rulings)[0]


def gone(changes: Changes) -> frozenset[str]:
    """The generals whom changes kill: they join nobody any more."""
    return frozenset(person for buys in changes.values() for person in buys.kill if person not in ROYALS)


def wins_after(
    board: Map,
    position: Position,
    changes: Changes,
    name: str,
    buys: Acquisitions,
    rulings: Rulings,
    after: Game | None = None,
) -> tuple[WinningRoute, ...]:
    """By which routes a player alone wins with some acquisitions, after the changes of others.

    A game that the changes have ended is over: then only who has won by them counts.  Acquisitions that
    are no longer legal are none.

    Parameters
    ----------
    after
        The game after the changes, where it is known already.
    """
    game = after or acquired_together(board, position, changes, rulings)
    if game.outcome is not None:
        if game.outcome.winners != (name,):
            return ()
        start = Game.of(board, position, rulings)
        old = None if start.outcome is not None else start.totals
        return tuple(route for route, track in TRACKS if enough_on(game, track, name, old, rulings))
    table = game.position
    if gone(changes) & set(buys.generals) or any(acquisition_breaches(board, table, name, buys, (), rulings)):
        return ()
    return wins(board, table, name, buys, rulings)
