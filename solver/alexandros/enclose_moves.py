"""The moves of Alexander after which a new province stands, all of them, level by level.

A level holds every table that so many moves lead to, once; the moves that came first in the order of symbols,
triangles, corners and ways stand for it.  Nobody else acts between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.alexandros.board import SYMBOLS, Board
from models.alexandros.lattice import Triangle
from models.alexandros.position import Position
from solver.alexandros.enclose_documents import Enclose
from solver.alexandros.kernel import KINDS, Mask, Option, State, Table, Way


@dataclass(frozen=True)
class Trail:
    """The moves to a table, the last one first."""

    before: Trail | None
    option: Option
    triangle: Mask
    way: Way


@dataclass(frozen=True)
class March:
    """Moves after which a new province stands.

    Attributes
    ----------
    province
        Its first triangle.
    steps
        The moves as in a file.
    """

    province: Triangle
    steps: tuple[Mapping[str, Any], ...]


@dataclass
class Marches:
    """All moves from a position; ``pause`` is called now and then and raises what stops the search."""

    board: Board
    position: Position
    asked: Enclose
    readings: Mapping[str, str]
    pause: Callable[[], None]
    looked: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._grid = grid = Table(self.board, self.readings)
        state = grid.state(self.position)
        names = list(self.position.players)
        seat = names.index(self.asked.player or self.position.whose)
        state = state._replace(turn=seat, moved=False, actions=0, levied=False)
        self._tables: list[tuple[State, Trail | None]] = [(state, None)]
        self._standing = state.walls
        self._known = set(grid.provinces(state.walls))
        self._inside = grid.bit[self.asked.inside] if self.asked.inside else 0

    def level(self, _number: int) -> list[March]:
        """The provinces that one more move closes, each with its moves; the next level begins where this one ended."""
        grid = self._grid
        found: dict[Mask, tuple[tuple[int, int, int, int], Trail]] = {}
        after: dict[tuple[Any, ...], tuple[State, Trail | None]] = {}
        for state, trail in self._tables:
            self.pause()
            if state.ending or state.over:
                continue
            for option in self._options(state):
                paid = state if self.asked.cards != "own" else grid.pay_move(state, option)
                for triangle, way in grid.moves(state, option.symbol):
                    self.looked += 1
                    following = grid.march(paid, way)
                    longer = Trail(trail, option, triangle, way)
                    new = following.walls & ~state.walls
                    if new:
                        self._closed(state.walls, new, longer, found)
                    after.setdefault(self._key(following), (following, longer))
        self._tables = list(after.values())
        self._known |= found.keys()
        ranked = sorted(found.items(), key=lambda entry: entry[1][0])
        return [March(grid.triangles(mask)[0], self._steps(trail)) for mask, (_, trail) in ranked]

    def _options(self, state: State) -> Iterator[Option]:
        if self.asked.cards == "own":
            yield from self._grid.options(state)
        else:
            yield from (Option(kind, False, kind) for kind in KINDS)

    def _key(self, state: State) -> tuple[Any, ...]:
        """What tells tables apart as far as moves go."""
        cards = (state.face_up, state.hand) if self.asked.cards == "own" else ()
        return state.here, state.walls, state.black, state.red, state.ending, cards

    def _closed(
        self, walls: Mask, new: Mask, trail: Trail, found: dict[Mask, tuple[tuple[int, int, int, int], Trail]]
    ) -> None:
        grid, asked = self._grid, self.asked
        for province in grid.provinces_after(walls, new):
            if province in self._known or (self._inside and not province & self._inside):
                continue
            blanks, symbols = grid.value(province), sum(grid.symbols(province))
            if blanks < (asked.value or 0) or (asked.symbols is not None and symbols > asked.symbols):
                continue
            laid = ((walls | new) & ~self._standing).bit_count()
            if asked.walls is not None and laid > asked.walls:
                continue
            rank = (-blanks, laid, symbols, self.looked)
            if province not in found or rank < found[province][0]:
                found[province] = rank, trail

    def _steps(self, trail: Trail | None) -> tuple[Mapping[str, Any], ...]:
        steps: list[Mapping[str, Any]] = []
        while trail is not None:
            option = trail.option
            step: dict[str, Any] = {"hand" if option.from_hand else "card": SYMBOLS[option.card]}
            if option.symbol != option.card:
                step["as"] = SYMBOLS[option.symbol]
            step |= {"to": self._grid.triangles(trail.triangle)[0], "path": self._grid.chain(trail.way)}
            steps.append(step)
            trail = trail.before
        return tuple(reversed(steps))
