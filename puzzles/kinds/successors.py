"""What the kinds of puzzles of successors share: scenarios, tables with less on them or looser ones, drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from models.rulings import Rulings
from models.successors.acquisitions import (
    ROUTE_WORDS,
    TRACKS,
    Acquisitions,
    WinningRoute,
    acquired,
    enough_on,
    joined,
    wins,
)
from models.successors.log import Game, marked, royal_to
from models.successors.map import Map
from models.successors.movement import others_at
from models.successors.position import INDEPENDENT, LEGITIMACY, ROYALS, VP, PlayerState, Position
from models.successors.victory import LEGITIMATE, POWERFUL
from models.successors.words import NUMERALS, place_name
from models.words import and_words
from puzzles.generate.making import problems
from puzzles.kinds.kind import Ground, Part, changed
from puzzles.scenario import Scenario
from solver.answer import Limits

NOTED = {"perdikkas": "4-11", "leonnatos": "4-12"}
"""Generals who give legitimacy, each with its rule."""
ONE_WORKER = Limits(seconds=600.0, workers=1)
"""How a puzzle that is being made is solved: the same everywhere."""
SCALE = 720720
"""Points for a price are compared as whole numbers of this fraction."""
APART = 1_000_003
"""How far apart the seeds of drafts are."""
FLEET_MOST = 9
"""What a fleet shows at most."""


# -- scenarios ---------------------------------------------------------------------------------------


def asking(scenario: Scenario, **fields: Any) -> Scenario:
    """The same scenario with other values in its question."""
    return replace(scenario, question=changed(scenario.question, **fields))


def placed(scenario: Scenario, position: Position) -> Scenario:
    """The same scenario on another table."""
    return replace(scenario, position=position)


def sound(scenario: Scenario) -> bool:
    """Whether reading it as a file would find nothing wrong, and nobody has won before anything is done."""
    if any(True for _ in problems(scenario)):
        return False
    return Game.of(scenario.board, scenario.position, scenario.rulings).outcome is None


def sound_parts(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of which the rest is a scenario that can be put before somebody."""
    return (part for part in parts if sound(part.rest))


def when(position: Position) -> str:
    """When it is, as a sentence begins.

    >>> when(Position.model_validate({"turn": 3, "phase": "end", "players": {"ana": {}, "ben": {}}}))
    'Turn III, end'
    """
    segment = f", {position.segment} of {position.active}" if position.segment else ""
    return f"Turn {NUMERALS[position.turn]}, {position.phase}{segment}"


def needed(position: Position) -> int:
    """The victory points of an automatic victory (2A-4, F-5)."""
    return POWERFUL[position.players_at_start or len(position.players)]


def routes_words(position: Position, routes: Sequence[WinningRoute]) -> str:
    """By which routes somebody wins, after “wins”, with the points that it takes."""
    points = {"legitimacy": f" ({LEGITIMATE})", "vp": f" ({needed(position)})"}
    return " or ".join(ROUTE_WORDS[route] + points.get(route, "") for route in routes)


# -- what may be superfluous on a table --------------------------------------------------------------


def without_player(position: Position, name: str) -> Position:
    """The table without a player and everything of theirs; a royal of theirs is with nobody, a tomb is gone."""
    cart = position.cart
    if cart is not None and cart.player == name:
        cart = changed(cart, player=None)
    tomb = position.tomb
    here = position.active != name
    return position.changed(
        players={other: state for other, state in position.players.items() if other != name},
        cart=cart,
        tomb=None if tomb is not None and tomb.buried_by == name else tomb,
        capitals={space: founder for space, founder in position.capitals.items() if founder != name},
        segment=position.segment if here else None,
        active=position.active if here else None,
        usurper=None if position.usurper == name else position.usurper,
    )


_BELONGINGS: Mapping[str, str] = {
    "armies": "armies on the map",
    "scattered_units": "scattered units",
    "fleets": "fleets",
    "scattered_fleets": "scattered fleets",
    "siege": "siege points",
}
"""What a player may have of which a table may hold less, in words."""


def table_parts(position: Position, keep: Iterable[str] = ()) -> Iterator[tuple[str, str, Position]]:
    """What lies on a table beside the markers, as key, words and the table without it, larger things first.

    Parameters
    ----------
    keep
        Fields of a position or of a player's state that are left alone.
    """
    kept = set(keep)
    if position.independents and "independents" not in kept:
        yield "independents", "the Independents' markers", position.changed(independents=(), independent_units={})
    for name, state in position.players.items():
        for field, what in _BELONGINGS.items():
            if getattr(state, field) and field not in kept:
                empty = PlayerState.model_fields[field].get_default()
                yield f"{field}:{name}", f"{name}'s {what}", position.with_player(name, **{field: empty})
    for name, state in position.players.items():
        if state.cards.plain() and "cards" not in kept:
            none = PlayerState.model_fields["cards"].get_default()
            yield f"cards:{name}", f"{name}'s cards", position.with_player(name, cards=none)
    if position.independent_fleets and "independent_fleets" not in kept:
        yield "independent_fleets", "the Independents' fleets", position.changed(independent_fleets=())
    if position.capitals and "capitals" not in kept:
        yield "capitals", "the capitals", position.changed(capitals={})
    if position.cart is not None and "cart" not in kept:
        yield "cart", "the funeral cart", position.changed(cart=None)
    if position.tomb is not None and "tomb" not in kept:
        yield "tomb", f"the tomb in {place_name(position.tomb.at)}", position.changed(tomb=None)
    yield from _people_parts(position, kept)


def _people_parts(position: Position, kept: set[str]) -> Iterator[tuple[str, str, Position]]:
    """Royals and generals, one by one."""
    for name, state in position.players.items():
        for royal in state.royals if "royals" not in kept else ():
            left = tuple(one for one in state.royals if one != royal)
            yield f"royal:{royal}", f"{name}'s {place_name(royal)}", position.with_player(name, royals=left)
    for name, state in position.players.items():
        for general in state.generals if "generals" not in kept else ():
            rest = {key: there for key, there in state.generals.items() if key != general}
            yield f"general:{general}", f"{name}'s {place_name(general)}", position.with_player(name, generals=rest)


# -- what a greedy player looks at -------------------------------------------------------------------


def count_of(buys: Acquisitions) -> int:
    """How many things some acquisitions are."""
    single = sum((buys.cart, buys.champion, buys.tomb is not None))
    return single + sum(
        len(given) for key in Acquisitions.model_fields if isinstance(given := getattr(buys, key), tuple)
    )


def progress(game: Game, name: str, route: WinningRoute) -> int:
    """How far a player is by a route: points up to what wins, or the lead over the best rival up to 1."""
    totals = game.totals
    if route == "legitimacy":
        return min(LEGITIMATE, totals[name][LEGITIMACY])
    if route == "vp":
        return min(needed(game.position), totals[name][VP])
    tracks = (VP,) if route == "final" else (VP, LEGITIMACY)
    sums = {other: sum(own[track] for track in tracks) for other, own in totals.items()}
    return min(1, sums.pop(name) - max(sums.values()))


def wins_now(
    board: Map,
    position: Position,
    name: str,
    buys: Acquisitions,
    rulings: Rulings,
    before: Game,
    routes: Sequence[WinningRoute],
) -> tuple[WinningRoute, ...]:
    """By which routes a player wins, of those asked about: later tests are only played where they matter."""
    if before.outcome is None and set(routes) <= dict(TRACKS).keys():
        game = acquired(board, position, name, buys, rulings, before)
        if game.outcome is None or game.outcome.winners != (name,):
            return ()
        return tuple(route for route, track in TRACKS if enough_on(game, track, name, before.totals, rulings))
    return wins(board, position, name, buys, rulings, before)


# -- looser tables -----------------------------------------------------------------------------------


def unmarked(position: Position, spaces: Iterable[str], but: str) -> Position:
    """The table without the markers in some spaces, except those of a player."""
    for space in spaces:
        if not position.controls(but, space):
            position = marked(position, space, None)
    return position


def rival_fleets(scenario: Scenario, name: str) -> Iterator[Ground]:
    """How strong the rivals' fleets are; loosened, none of them is stronger than so much.

    All of them together, since the fleet of one keeps another one's from being the largest (3-3, 3-6).
    """
    strengths = {
        other: state.fleet_strength
        for other, state in scenario.position.players.items()
        if other != name and state.fleet_strength
    }
    if not strengths:
        return
    most = max(strengths.values())
    listed = and_words([f"{other}'s fleets of {strength}" for other, strength in strengths.items()])

    def loosen(loosened: Scenario, by: int) -> Scenario:
        position = loosened.position
        for other in strengths:
            cap = min(most - by, position.players[other].fleet_strength)
            whole, rest = divmod(cap, FLEET_MOST)
            fleets = (FLEET_MOST,) * whole + ((rest,) if rest else ())
            position = position.with_player(other, fleets=fleets, scattered_fleets=())
        return placed(loosened, position)

    fact = f"the rivals have {listed}"
    yield Ground("rival-fleets", fact, "3-3", loosen, lambda by: f"no rival with more than {most - by} at sea", most)


# -- drafts ------------------------------------------------------------------------------------------


def drafted(make: Callable[[int], Scenario], seed: int, count: int) -> Iterator[Scenario]:
    """Drafts by seeds that nobody else uses, all of the name of the first."""
    for at in range(count):
        draft = make(seed + at * APART)
        yield replace(draft, name=f"{draft.question.kind}-{seed}.yaml")


def with_royal(royal: str, name: str) -> Callable[[Scenario, int], Scenario]:
    """Loosening by which a royal is with a player."""
    known = next(one for one in ROYALS if one == royal)
    return lambda scenario, _: placed(scenario, royal_to(scenario.position, known, name))


def with_general(general: str, name: str) -> Callable[[Scenario, int], Scenario]:
    """Loosening by which a general is with a player."""
    return lambda scenario, _: placed(scenario, joined(scenario.position, general, name))


def said_so(words: str) -> Callable[[int], str]:
    """What loosening is, where there is one step only."""
    return lambda _: words


def in_the_way(scenario: Scenario, name: str) -> Iterator[Ground]:
    """Combat units of others, which keep armies out (F-9)."""
    position = scenario.position
    for space in scenario.board.spaces:
        others = others_at(position, name, space)
        if others:
            whose = and_words(["the Independents" if other == INDEPENDENT else other for other in others])
            have = "has" if len(others) == 1 and others[0] != INDEPENDENT else "have"
            yield Ground(
                f"units:{space}",
                f"{whose} {have} combat units in {place_name(space)}",
                "F-9",
                _cleared(name, space),
                said_so(f"no combat units of others in {place_name(space)}"),
            )


def _cleared(name: str, space: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, _: int) -> Scenario:
        position = scenario.position
        for other, state in position.players.items():
            if other != name:
                left = tuple(army for army in state.armies if army.at != space)
                position = position.with_player(other, armies=left)
        units = {at: count for at, count in position.independent_units.items() if at != space}
        return placed(scenario, position.changed(independent_units=units))

    return loosen
