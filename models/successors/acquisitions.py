"""What a faction acquires, as changes on the table, and what they win.

How each comes about at the table (moves, battles, sieges, cards) is not told here: a change is
taken for granted as far as no rule forbids what comes of it.  All of it comes at one moment, the
losses of others first, deaths last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from models.documents import Document, Flag, Name
from models.errors import Breach, Path
from models.rulings import Rulings
from models.successors.log import Game, marked, prepare, royal_to, settle
from models.successors.map import Map
from models.successors.position import (
    BURIAL_TURNS,
    DEAD,
    INDEPENDENT,
    LEGITIMACY,
    ROYALS,
    VP,
    Cards,
    Fleets,
    General,
    Places,
    PlayerState,
    Position,
    Royal,
    Tomb,
)
from models.successors.victory import SCHEDULE, automatic, final

WinningRoute = Literal["legitimacy", "vp", "regency", "final"]
AskedRoute = Literal["any", "at-once"] | WinningRoute
"""A route, or several: ``at-once`` by either track, ``any`` by whichever of the four."""
ROUTES: tuple[WinningRoute, ...] = get_args(WinningRoute)
"""The ways to win: at once on either track, at a regency test to come, at the end of turn V."""
ROUTE_WORDS: Mapping[WinningRoute, str] = {
    "legitimacy": "at once by legitimacy",
    "vp": "at once by victory points",
    "regency": "at a regency test",
    "final": "at the end of turn V",
}
"""The routes, after “wins”."""
TRACKS: tuple[tuple[WinningRoute, str], ...] = (("legitimacy", LEGITIMACY), ("vp", VP))
"""The routes at once, each with its track."""
OwnCard = Literal["oracle", "persian-support"]
TESTS = tuple(SCHEDULE["alexandros-first"])
"""The turns with a regency test (2B-1)."""


class Sunk(Document):
    """A fleet that goes: of whom, and the number that it shows."""

    of: Name
    number: int = Field(strict=True, ge=1, le=9)


class Acquisitions(Document):
    """What a faction acquires.

    Attributes
    ----------
    provinces
        Own markers in all their spaces that can be marked.
    spaces
        Own markers, whoever's lay there.
    clear
        Markers of others that go; nobody's come.
    royals, generals
        Those who come to the faction; a general may be a new one.
    kill
        Generals and royals who leave the game.
    fleets, sink
        Own fleets that are built, by number; fleets of others that go.
    cart
        Control of the funeral cart.
    tomb
        Where Alexander is buried.
    champion
        The status of a Champion.
    cards
        Cards that are played.
    condemn
        Players at whom Condemnation is aimed.
    """

    provinces: Places = ()
    spaces: Places = ()
    clear: Places = ()
    royals: Annotated[tuple[Royal, ...], Field(max_length=6)] = ()
    generals: Places = ()
    kill: Places = ()
    fleets: Fleets = ()
    sink: Annotated[tuple[Sunk, ...], Field(max_length=99)] = ()
    cart: Flag = False
    tomb: Name | None = None
    champion: Flag = False
    cards: Annotated[tuple[OwnCard, ...], Field(max_length=9)] = ()
    condemn: Places = ()


def acquisition_breaches(
    board: Map,
    position: Position,
    name: str,
    buys: Acquisitions,
    path: Path,
    rulings: Rulings,
    before: Game | None = None,
) -> Iterator[Breach]:
    """What of some acquisitions no rule lets come about; what merely changes nothing is let pass.

    Parameters
    ----------
    path
        Where the acquisitions stand in what was written.
    before
        The game of the position, if it is known already.
    """
    if buys.plain() and (before or Game.of(board, position, rulings)).outcome is not None:
        yield Breach("2A-1", path, "the game is over")
    for at, province in enumerate(buys.provinces):
        if province not in board.provinces:
            yield Breach("F-6", (*path, "provinces", at), f"the map has no province {province}")
    for key, spaces in (("spaces", buys.spaces), ("clear", buys.clear)):
        for at, space in enumerate(spaces):
            if space not in board.spaces:
                yield Breach("F-6", (*path, key, at), f"the map has no space {space}")
            elif key == "spaces" and board.spaces[space].kind == "transit":
                yield Breach("1-4", (*path, key, at), f"{space} is a transit point")
    for at, royal in enumerate(buys.royals):
        if royal in position.dead:
            yield Breach("2B-4", (*path, "royals", at), f"{royal} is dead")
    yield from _fleet_breaches(position, name, buys.sink, (*path, "sink"))
    yield from _tomb_breaches(board, position, name, buys, path)
    for at, target in enumerate(buys.condemn):
        if target == name or target not in position.players:
            yield Breach("4-15", (*path, "condemn", at), f"{target} is no other player")


def _fleet_breaches(position: Position, name: str, sunk: Sequence[Sunk], path: Path) -> Iterator[Breach]:
    left = {other: [*state.fleets, *state.scattered_fleets] for other, state in position.players.items()}
    left[INDEPENDENT] = list(position.independent_fleets)
    left.pop(name, None)
    for at, fleet in enumerate(sunk):
        if fleet.number in left.get(fleet.of, ()):
            left[fleet.of].remove(fleet.number)
        else:
            whose = "is no other player" if fleet.of not in left else f"has no fleet of {fleet.number} left"
            yield Breach("3-5", (*path, at), f"{fleet.of} {whose}")


def _tomb_breaches(board: Map, position: Position, name: str, buys: Acquisitions, path: Path) -> Iterator[Breach]:
    """What stands against the cart and a burial: all conditions but 6-6 and 6-8, which the table sees to."""
    cart = position.cart
    if cart is None and buys.cart:
        yield Breach("6-4", (*path, "cart"), "there is no funeral cart")
    if buys.tomb is None:
        return
    where = (*path, "tomb")
    if cart is None or not (buys.cart or cart.player == name):
        what = "there is no funeral cart" if cart is None else f"{name} does not control the funeral cart"
        yield Breach("6-4", where, what)
    if not board.is_major(buys.tomb):
        yield Breach("6-5", where, f"{buys.tomb} is no major city")
    if position.turn not in BURIAL_TURNS:
        yield Breach("6-7", where, f"turn {position.turn} is neither II nor III")


def acquire(board: Map, position: Position, name: str, buys: Acquisitions, rulings: Rulings) -> Position:
    """The table with the acquisitions made, whoever has fallen to no victory points a Champion again (5-16).

    What :func:`acquisition_breaches` names is left out.
    """
    return acquired(board, position, name, buys, rulings).position


def acquired(
    board: Map, position: Position, name: str, buys: Acquisitions, rulings: Rulings, before: Game | None = None
) -> Game:
    """The same as a game: with totals, and with who has won by it; a game that was over before stays as it was."""
    before = before or Game.of(board, position, rulings)
    if before.outcome is not None:
        return before
    wrong = {breach.path for breach in acquisition_breaches(board, position, name, buys, (), rulings, before)}
    game, _ = settle(before, with_buys(board, before.position, name, buys_without(buys, wrong)), rulings)
    return game


def buys_without(buys: Acquisitions, wrong: Iterable[Path]) -> Acquisitions:
    """The acquisitions without those at some paths."""
    values: dict[str, Any] = {key: getattr(buys, key) for key in Acquisitions.model_fields}
    left_out = {(str(key), *rest) for key, *rest in wrong}
    for key, value in values.items():
        if isinstance(value, tuple):
            values[key] = tuple(item for at, item in enumerate(value) if (key, at) not in left_out)
        elif (key,) in left_out:
            values[key] = Acquisitions.model_fields[key].default
    return Acquisitions.model_construct(**values)


def with_buys(board: Map, position: Position, name: str, buys: Acquisitions) -> Position:
    """The table with the acquisitions made, none of which may be illegal; statuses are not looked at."""
    for space in buys.clear:
        if position.markers.get(space, name) != name:
            position = marked(position, space, None)
    whole = [space for province in buys.provinces for space in board.members[province]]
    for space in (*whole, *buys.spaces):
        if board.spaces[space].kind != "transit":
            position = marked(position, space, name)
    for royal in buys.royals:
        position = royal_to(position, royal, name)
    for general in buys.generals:
        position = joined(position, general, name)
    for person in buys.kill:
        position = killed(position, person)
    for fleet in buys.sink:
        position = _sunk(position, fleet)
    own = position.players[name]
    cards = own.cards.model_dump()
    for card in buys.cards:
        cards[card.replace("-", "_")] += 1
    position = position.with_player(
        name,
        fleets=(*own.fleets, *buys.fleets),
        cards=Cards.model_validate(cards),
        champion=own.champion or buys.champion,
    )
    for target in buys.condemn:
        aimed = position.players[target].cards
        more = aimed.model_copy(update={"condemnation": aimed.condemnation + 1})
        position = position.with_player(target, cards=more)
    if buys.tomb is not None:
        return position.changed(cart=None, tomb=Tomb(at=buys.tomb, buried_by=name))
    if buys.cart and position.cart is not None:
        position = position.changed(cart=position.cart.model_copy(update={"player": name}))
    return position


def joined(position: Position, general: str, name: str) -> Position:
    """The same with a general in a faction: as it was in another one, or a new major one."""
    there = General()
    for other, state in position.players.items():
        if general in state.generals:
            there = state.generals[general]
            position = _without_general(position, other, general)
    return position.with_player(name, generals={**position.players[name].generals, general: there})


def _without_general(position: Position, name: str, general: str) -> Position:
    kept = {key: there for key, there in position.players[name].generals.items() if key != general}
    return position.with_player(name, generals=kept)


def killed(position: Position, person: str) -> Position:
    """The same without a general, or with a royal dead."""
    for royal in ROYALS:
        if royal == person:
            return royal_to(position, royal, DEAD)
    for name, state in position.players.items():
        if person in state.generals:
            position = _without_general(position, name, person)
    return position


def _sunk(position: Position, fleet: Sunk) -> Position:
    """The same without a fleet, one that is not scattered first."""

    def without(fleets: Sequence[int]) -> tuple[int, ...]:
        at = fleets.index(fleet.number)
        return (*fleets[:at], *fleets[at + 1 :])

    if fleet.of == INDEPENDENT:
        return position.changed(independent_fleets=without(position.independent_fleets))
    state: PlayerState = position.players[fleet.of]
    key = "fleets" if fleet.number in state.fleets else "scattered_fleets"
    return position.with_player(fleet.of, **{key: without(getattr(state, key))})


def routes_of(asked: AskedRoute) -> tuple[WinningRoute, ...]:
    """The routes that a name stands for."""
    if asked == "at-once":
        return tuple(route for route, _ in TRACKS)
    return ROUTES if asked == "any" else (asked,)


def regency_turns(position: Position) -> tuple[int, ...]:
    """The turns whose regency test is still to come."""
    here = position.phase == "preparations"
    return tuple(turn for turn in TESTS if turn > position.turn or (turn == position.turn and here))


def wins(
    board: Map, position: Position, name: str, buys: Acquisitions, rulings: Rulings, before: Game | None = None
) -> tuple[WinningRoute, ...]:
    """By which routes a player alone wins with some acquisitions, nothing else changing any more.

    At once (2A), by ``legitimacy``, by ``vp``, or by both; at a regency test to come (2B); at the end of turn V (2C).
    Whatever comes first ends the game.
    """
    before = before or Game.of(board, position, rulings)
    game = acquired(board, position, name, buys, rulings, before)
    if game.outcome is not None:
        old = None if before.outcome is not None else before.totals
        by = tuple(route for route, track in TRACKS if enough_on(game, track, name, old, rulings))
        return by if game.outcome.winners == (name,) else ()
    for turn in regency_turns(position):
        game, by_test = _tested(game, turn, rulings)
        if game.outcome is not None:
            return ("regency",) if by_test and game.outcome.winners == (name,) else ()
    return ("final",) if final(board, game.position, game.totals, rulings).winners == (name,) else ()


def enough_on(game: Game, track: str, name: str, old: Any, rulings: Rulings) -> bool:
    """Whether a player meets the condition of automatic victory on a track, whatever the other one says."""
    alone = {other: {LEGITIMACY: 0, VP: 0} for other in game.position.players}
    alone[name] = {**alone[name], track: game.totals[name][track]}
    found = automatic(game.position, alone, old, rulings)
    return found is not None


def turn_begun(game: Game, turn: int, rulings: Rulings) -> Game:
    """The game when a turn begins, nothing having been done before; cards that last for a turn are gone."""
    position = game.position
    if game.outcome is not None or turn == position.turn:
        return game
    position = position.changed(turn=turn, phase="preparations", segment=None, active=None)
    blank = Cards()
    if any(state.cards != blank for state in position.players.values()) and rulings.read("card-effects") == "turn":
        for name in position.players:
            position = position.with_player(name, cards=blank)
    return settle(game, position, rulings)[0]


def _tested(game: Game, turn: int, rulings: Rulings) -> tuple[Game, bool]:
    """The preparations of a turn, with nothing done before; also whether it was the test that ended the game."""
    game = turn_begun(game, turn, rulings)
    if game.outcome is not None:
        return game, False
    game, test, _ = prepare(game, False, rulings)
    return game, test.outcome is not None
