"""Alexander's move: where a card can send him, the ways there, and the walls that they leave (4-2 to 4-5, F-1 to F-5).

Ways go along sides of the board, along walls and across them, and through provinces (F-4).  Distances are
floods over the points, so that no command loads networkx for them; the tests compare them with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.alexandros.board import SYMBOLS, Board, Symbol, chain_problems, triangle_problem
from models.alexandros.lattice import Point, Side, Triangle, centre_distance, chain_sides, corners, sides, split_chain
from models.alexandros.plan import Move
from models.alexandros.position import Position
from models.errors import Breach, Path
from models.rulings import Rulings


@dataclass(frozen=True)
class Targets:
    """The nearest free triangles with a symbol.

    Attributes
    ----------
    distance
        Sides from Alexander to the nearest corner (F-1); under the other reading of ``nearest`` the measure of
        :func:`~models.alexandros.lattice.centre_distance`; None if there is no free triangle.
    triangles
        All that are equally near, from the top (F-2).
    """

    distance: int | None
    triangles: tuple[Triangle, ...]


@dataclass(frozen=True)
class Option:
    """A card that Alexander can be moved by: a face-up one or one of the hand, and the symbol that it sends him to."""

    card: Symbol
    from_hand: bool
    symbol: Symbol


@dataclass(frozen=True)
class Laid:
    """The walls that a move lays.

    Attributes
    ----------
    needed
        The sides of the way without a wall, from the old place on.
    sides
        Those of them that get one.
    black, red
        How many of each are taken.
    ends
        Whether the walls did not suffice, so that the game ends after the turn.
    """

    needed: tuple[Side, ...]
    sides: tuple[Side, ...]
    black: int
    red: int
    ends: bool


def distances(board: Board, start: Point) -> Mapping[Point, int]:
    """How many sides each point of the board is from one of them, along sides of the board (F-1)."""
    found, edge = {start: 0}, [start]
    for name in edge:
        for other in board.steps[name]:
            if other not in found:
                found[other] = found[name] + 1
                edge.append(other)
    return found


def free(position: Position, name: Triangle, rulings: Rulings) -> bool:
    """Whether Alexander can be sent to a triangle as far as walls, and perhaps figures, go (4-4).

    Walls that meet only its corners do not matter, nor does a bare rim.
    """
    return _unwalled(position, name) and (not _figures(position, name) or rulings.read("free-triangle") == "walls")


def _unwalled(position: Position, name: Triangle) -> bool:
    return not any(bounding in position.walled for bounding in sides(name))


def _figures(position: Position, name: Triangle) -> bool:
    """Whether a governor stands in a triangle, or Alexander on a corner of it."""
    return name in position.governors or position.here in corners(name)


def targets(board: Board, position: Position, symbol: Symbol, rulings: Rulings) -> Targets:
    """The nearest free triangles with a symbol (4-2); the player chooses among them (F-2).

    Parameters
    ----------
    position
        A resolved one, as everywhere in this module.
    """
    away = distances(board, position.here)
    unwalled = [name for name in board.with_symbol[symbol] if _unwalled(position, name)]
    bare = [name for name in unwalled if not _figures(position, name)]
    by_sides = {name: min(away[corner] for corner in corners(name)) for name in unwalled}
    by_centre = {name: centre_distance(position.here, name) for name in unwalled}
    measure = by_sides if rulings.readings["nearest"] == "sides" else by_centre
    names = unwalled
    if _nearest(measure, bare) != _nearest(measure, unwalled) and rulings.read("free-triangle") != "walls":
        names = bare
    if _nearest(by_sides, names).triangles != _nearest(by_centre, names).triangles:
        rulings.read("nearest")
    return _nearest(measure, names)


def _nearest(measure: Mapping[Triangle, int], names: Sequence[Triangle]) -> Targets:
    least = min((measure[name] for name in names), default=None)
    return Targets(least, tuple(name for name in names if measure[name] == least))


def options(board: Board, position: Position, name: str, rulings: Rulings) -> tuple[Option, ...]:
    """The cards that a player can move Alexander by, face-up ones first (4-1, 4-2).

    A face-up card whose symbol has no free triangle cannot be taken, or stands for any symbol that has one; a
    card of the hand never does.
    """
    reached = {symbol for symbol in SYMBOLS if targets(board, position, symbol, rulings).triangles}
    found: list[Option] = []
    for card in dict.fromkeys(position.face_up):
        if card in reached:
            found.append(Option(card, False, card))
        elif reached and rulings.read("no-target") == "joker":
            found += [Option(card, False, symbol) for symbol in SYMBOLS if symbol in reached]
    held = [card for card in SYMBOLS if position.players[name].holds(card) and card in reached]
    if held and rulings.read("hand-card-move") == "yes":
        found += [Option(card, True, card) for card in held]
    return tuple(found)


def ways(board: Board, start: Point, end: Point) -> Iterator[tuple[Point, ...]]:
    """All shortest ways between two points (F-3), each as its points; the one point if they are the same."""
    left = distances(board, end)

    def onward(way: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
        if way[-1] == end:
            yield way
            return
        for name in board.steps[way[-1]]:
            if left[name] == left[way[-1]] - 1:
                yield from onward((*way, name))

    yield from onward((start,))


def count_ways(board: Board, start: Point) -> Mapping[Point, int]:
    """How many shortest ways lead from a point to each."""
    away = distances(board, start)
    found = {start: 1}
    for name in away:  # in the order of distance
        for other in board.steps[name]:
            if away[other] == away[name] + 1:
                found[other] = found.get(other, 0) + found[name]
    return found


def ends(board: Board, position: Position, symbol: Symbol, rulings: Rulings) -> dict[Triangle, tuple[Point, ...]]:
    """By triangle that a symbol can send Alexander to, the corners that he may choose (4-3)."""
    return {
        name: tuple(corner for corner in corners(name) if _may_end(position, corner, rulings))
        for name in targets(board, position, symbol, rulings).triangles
    }


def _may_end(position: Position, corner: Point, rulings: Rulings) -> bool:
    """Whether he may end there: on any corner, perhaps not where he stands already."""
    return corner != position.here or rulings.read("zero-move") == "legal"


def moves(
    board: Board, position: Position, symbol: Symbol, rulings: Rulings
) -> Iterator[tuple[Triangle, tuple[Point, ...]]]:
    """Every move that a symbol allows: the triangle, and the points of the way to one of its corners."""
    for name, there in ends(board, position, symbol, rulings).items():
        for corner in there:
            yield from ((name, way) for way in ways(board, position.here, corner))


def move_breaches(board: Board, position: Position, name: str, move: Move, rulings: Rulings) -> Iterator[Breach]:
    """What of a player's move breaks a rule: its card, its triangle, its way; paths from the turn."""
    if position.moved:
        if move.moves:
            yield Breach("2-2", ("card" if move.card else "hand",), "Alexander has moved this turn")
        return
    if not move.moves:
        if options(board, position, name, rulings):
            yield Breach("2-2", (), f"{name} does not move Alexander, and could")
        return
    yield from _card_breaches(board, position, name, move, rulings)
    yield from _target_breaches(board, position, move, rulings)
    yield from _way_breaches(board, position, move, rulings)


def _card_breaches(board: Board, position: Position, name: str, move: Move, rulings: Rulings) -> Iterator[Breach]:
    """The card: one of the two that lie face up (4-1), for its own symbol if that can be reached at all (4-2)."""
    if move.card is not None and move.hand is not None:
        yield Breach("4-1", ("hand",), "a card is taken and another played")
    if move.hand is not None:
        if not position.players[name].holds(move.hand):
            yield Breach("4-1", ("hand",), f"{name} holds no {move.hand}")
        elif rulings.read("hand-card-move") == "no":
            yield Breach("4-1", ("hand",), "Alexander moves by a face-up card")
        if move.stands_for is not None:
            yield Breach("4-2", ("as",), "a card of the hand stands for its own symbol")
        return
    assert move.card is not None
    if move.card not in position.face_up:
        yield Breach("4-1", ("card",), f"no {move.card} lies face up")
    if move.stands_for is not None and targets(board, position, move.card, rulings).triangles:
        yield Breach("4-2", ("as",), f"there is a free triangle with the symbol {move.card}")
    elif move.stands_for is not None and rulings.read("no-target") == "open":
        yield Breach("4-2", ("as",), "a card stands for its own symbol")


def _target_breaches(board: Board, position: Position, move: Move, rulings: Rulings) -> Iterator[Breach]:
    """The triangle: one with the symbol (4-2), without a wall on its sides (4-4), none nearer (4-2, F-1)."""
    symbol, path = move.symbol, ("to",)
    if move.to is None:
        yield Breach("4-2", path, "no triangle is named")
        return
    to = move.to
    assert symbol is not None
    unknown = triangle_problem(board, to, path)
    if unknown:
        yield Breach("F-7", path, unknown.message)
    elif board.symbols[to] != symbol:
        yield Breach("4-2", path, f"{to} carries {board.symbols[to] or 'no symbol'}, not {symbol}")
    elif not _unwalled(position, to):
        yield Breach("4-4", path, f"{to} has a wall on a side")
    elif not free(position, to, rulings):
        what = "a governor stands in it" if to in position.governors else "Alexander stands on a corner of it"
        yield Breach("4-4", path, f"{to} is not free: {what}")
    else:
        near = targets(board, position, symbol, rulings).triangles
        if to not in near:
            yield Breach("4-2", path, f"{to} is not the nearest with the symbol {symbol}: {' or '.join(near)} is")


def _way_breaches(board: Board, position: Position, move: Move, rulings: Rulings) -> Iterator[Breach]:
    """The way: from where he stands, along sides of the board, as short as can be (F-3), to a corner (4-3)."""
    path: Path = ("path",)
    if move.path is None:
        yield Breach("F-3", path, "no way is named")
        return
    way = split_chain(move.path)
    unknown = list(chain_problems(board, move.path, path))
    if unknown:
        yield from (Breach("F-3", path, problem.message) for problem in unknown)
        return
    if way[0] != position.here:
        yield Breach("F-3", path, f"the way begins in {way[0]}, Alexander stands on {position.here}")
        return
    if move.to in board.symbols and way[-1] not in corners(move.to or ""):
        yield Breach("4-3", path, f"{way[-1]} is no corner of {move.to}: {', '.join(corners(move.to or ''))}")
    shortest = distances(board, position.here)[way[-1]]
    if len(way) - 1 > shortest:
        yield Breach("F-3", path, f"the way has {len(way) - 1} sides, and {shortest} would do")
    elif len(way) == 1 and not _may_end(position, way[0], rulings):
        yield Breach("4-3", path, "Alexander stays where he is")


def laid(position: Position, way: Sequence[Point], rulings: Rulings) -> Laid:
    """The walls that a way lays: one on each of its sides that has none (4-5, F-4), as far as walls go (F-5, 6-1)."""
    needed = tuple(found for found in chain_sides(tuple(way)) if found not in position.walled)
    black = min(len(needed), position.black)
    lacking = len(needed) - black
    if lacking:
        reading = rulings.read("short-walls")
        red = min(lacking, position.red_left) if reading == "red" else 0
        count = len(needed) if reading == "finished" else black + red
    else:
        red, count = 0, len(needed)
    none_left = black == position.black
    short = lacking > 0
    runs_out = rulings.read("wall-end") == "last" if none_left and not short else short
    return Laid(needed, needed[:count], black, red, runs_out)


def moved(position: Position, way: Sequence[Point], rulings: Rulings) -> tuple[Position, Laid]:
    """The table after Alexander has gone a way: where he is, the walls behind him, whether they ran out (6-1)."""
    walls = laid(position, way, rulings)
    after = position.changed(
        alexander=way[-1],
        walls=(*position.walls, *_chains(way, walls.sides)),
        walls_left=position.black - walls.black,
        red_left=position.red_left - walls.red,
        moved=True,
        ending=position.ending or walls.ends,
    )
    return after, walls


def _chains(way: Sequence[Point], new: Sequence[Side]) -> Iterator[str]:
    """The new walls of a way, those that follow one another as one line."""
    line: list[Point] = []
    for at, found in enumerate(chain_sides(tuple(way))):
        if found in new:
            line = line or [way[at]]
            line.append(way[at + 1])
        elif line:
            yield "-".join(line)
            line = []
    if line:
        yield "-".join(line)
