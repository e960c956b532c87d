"""What a picture of alexandros shows: the table, and what an answer does to it.

A :class:`View` is built up step by step: :meth:`View.of` the table, :meth:`View.played` a turn, :meth:`View.acted`
some actions, :meth:`View.moving` a move that is only one of several, :meth:`View.with_plan` anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from models.alexandros.board import Board
from models.alexandros.lattice import Point, Side, Triangle, chain_sides, split_chain
from models.alexandros.plan import Action, Move, Turn
from models.alexandros.position import ACTIONS, Position
from models.alexandros.provinces import Province, province_of, provinces
from models.alexandros.turn import act, play_turn
from models.alexandros.words import count_words, value_words
from models.rulings import Rulings
from puzzles.drawing.sheet import Table


@dataclass(frozen=True)
class Way:
    """A way of Alexander, as an arrow.

    Attributes
    ----------
    points
        From the first to the last; one alone if he stays.
    player
        In whose colour; None for nobody's.
    label
        A few characters that stand on it.
    told
        What it is, for the tooltip.
    stage
        0 for what is done; 1, 2, … for what only may be done, each with other dashes.
    """

    points: tuple[Point, ...]
    player: str | None = None
    label: str = ""
    told: str = ""
    stage: int = 0


@dataclass(frozen=True)
class Ring:
    """A triangle that is pointed out: what is written in it, and what it is."""

    triangle: Triangle
    label: str = ""
    told: str = ""


@dataclass(frozen=True)
class Piece:
    """A governor who comes or goes.

    Attributes
    ----------
    triangle, player
        Where, and whose.
    gone
        Whether he leaves.
    label
        A few characters beside him.
    told
        What it is, for the tooltip.
    """

    triangle: Triangle
    player: str
    gone: bool = False
    label: str = ""
    told: str = ""


@dataclass(frozen=True)
class Area:
    """Triangles with a few characters in the middle.

    Attributes
    ----------
    triangles, label
        Of a province, and what is written in it.
    told
        What it is, for the tooltip.
    kind
        ``new``: the province is a new one and is highlighted, the label is what it is worth; ``worth``: it keeps its
        ground; ``lost``: that too, and the label is what its owner loses.
    """

    triangles: tuple[Triangle, ...]
    label: str = ""
    told: str = ""
    kind: Literal["new", "worth", "lost"] = "new"


@dataclass(frozen=True)
class View:
    """A table to be drawn, and what an answer makes of it.

    Attributes
    ----------
    board, rulings
        What it is played on, and under which readings provinces are judged; consulting them here leaves no trace.
    before, after
        The table as it lies, whose walls and pieces are drawn, and as it then is; both resolved.
    walls
        Sides that get a wall, with what is said of it.
    ways, rings, pieces, areas
        What else is drawn on the board.
    tables
        Tables below it, each with its title.
    """

    board: Board
    rulings: Rulings
    before: Position
    after: Position
    walls: Mapping[Side, str] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()
    rings: tuple[Ring, ...] = ()
    pieces: tuple[Piece, ...] = ()
    areas: tuple[Area, ...] = ()
    tables: tuple[tuple[str, Table], ...] = ()

    @classmethod
    def of(cls, board: Board, position: Position, rulings: Rulings) -> View:
        """The table alone."""
        resolved = position.resolved(board)
        return cls(board, rulings.fresh(), resolved, resolved)

    @cached_property
    def provinces(self) -> tuple[Province, ...]:
        """The provinces there are then."""
        return provinces(self.board, self.after.walled, self.rulings)

    def owner(self, province: Province) -> str | None:
        """Whose governors stand in a province then."""
        governors = self.after.governors
        return next((governors[name] for name in province.symbols if name in governors), None)

    # -- building it up --------------------------------------------------------------------------------

    def with_plan(
        self,
        *,
        walls: Mapping[Side, str] | None = None,
        ways: Iterable[Way] = (),
        rings: Iterable[Ring] = (),
        pieces: Iterable[Piece] = (),
        areas: Iterable[Area] = (),
        tables: Iterable[tuple[str, Table]] = (),
    ) -> View:
        """The view with more of a plan on it, after all that is played; what is no part of the board is left out."""
        board, standing = self.board, self.before.walled
        new = {side: told for side, told in (walls or {}).items() if side in board.touching and side not in standing}
        return replace(
            self,
            walls={**new, **self.walls},
            ways=(*self.ways, *(way for way in map(self._on_board, ways) if way.points)),
            rings=(*self.rings, *(ring for ring in rings if ring.triangle in board.symbols)),
            pieces=(*self.pieces, *(piece for piece in pieces if piece.triangle in board.symbols)),
            areas=(*self.areas, *(area for area in areas if set(area.triangles) <= board.symbols.keys())),
            tables=(*self.tables, *tables),
        )

    def _on_board(self, way: Way) -> Way:
        return replace(way, points=tuple(name for name in way.points if name in self.board.steps))

    def then(self, after: Position, label: str = "") -> View:
        """The view with the table as it is after something: new walls, governors who came or went, new provinces.

        Parameters
        ----------
        after
            Resolved, as all positions that the rules give.
        label
            Which step of several it is.
        """
        first = self.before.governors
        changed = list(_changes(self.after, after, label))
        # the last word on a triangle counts, and what is again as it was before is no change
        last = {piece.triangle: piece for piece in (*self.pieces, *changed)}
        pieces = tuple(piece for name, piece in last.items() if first.get(name) != after.governors.get(name))
        new = list(self._closed(after))
        areas = [area for area in self.areas if not any(set(area.triangles) & set(each.triangles) for each in new)]
        step = f"step {label}: " if label else ""
        planned = self.with_plan(
            walls=dict.fromkeys(after.walled - self.after.walled, f"{step}new wall"),
            areas=[area_of(province, step) for province in new],
        )
        return replace(
            planned,
            after=after,
            pieces=pieces,
            areas=(*areas, *planned.areas[len(self.areas) :]),
        )

    def _closed(self, after: Position) -> Iterator[Province]:
        """The provinces that there were not before; the larger part of a divided one that nobody governs is no news."""
        known = provinces(self.board, self.after.walled, self.rulings)
        fresh = [each for each in provinces(self.board, after.walled, self.rulings) if each not in known]
        for province in fresh:
            divided = province_of(known, province.triangles[0])
            rest = [each for each in fresh if divided and each.triangles[0] in divided.triangles]
            governed = divided and any(name in self.after.governors for name in divided.symbols)
            occupied = any(name in after.governors for name in province.symbols)
            if governed or occupied or not rest or province != max(rest, key=lambda each: len(each.triangles)):
                yield province

    def moving(self, move: Move, label: str = "", told: str = "", stage: int = 0, *, new_walls: bool = True) -> View:
        """The view with a move of whoever's turn it is drawn, but not made: its way, its target, the walls it needs."""
        way = split_chain(move.path or "") if move.path else ()
        words = told or way_words(move, label)
        known = new_walls and all(name in self.board.steps for name in way)
        walls = [side for side in chain_sides(way) if side not in self.after.walled] if known else []
        return self.with_plan(
            walls=dict.fromkeys(walls, f"new wall, {words}"),
            ways=[Way(way, self.after.whose, label, words, stage)] if way else (),
            rings=[Ring(move.to, "", words)] if move.to else (),
        )

    def played(self, turn: Turn, label: str = "", *, player: str | None = None, stage: int = 0) -> View:
        """The view with a turn played: its move, and everything that it changes.

        What of it breaks a rule is left out, as the rules have it; of a move that does, only the way and the
        target are shown.

        Parameters
        ----------
        player
            Whose turn it is; whose turn the position says, unless told.
        """
        now = self.after
        if player is not None and player in now.players and player != now.whose:
            now = now.changed(active=player, moved=False, actions=0, levied=False)
        shown = replace(self, after=now).moving(turn, label, stage=stage, new_walls=False)
        done = play_turn(self.board, now, turn, self.rulings, open_draws=True)
        return shown if done.left_out else replace(shown, after=self.after).then(done.position, label)

    def acted(self, player: str, actions: Sequence[Action], *, label: str = "", numbered: bool = False) -> View:
        """The view with actions of a player taken, whosever turn it is; those that break a rule are left out.

        Parameters
        ----------
        label
            Which step of several they are all together.
        numbered
            Whether each has its own number instead, if there are several.
        """
        if player not in self.after.players:
            return self
        whose, view = self.after, self
        kept = {key: getattr(whose, key) for key in ("active", "moved", "actions", "levied")}
        now = whose.changed(active=player, moved=True, actions=0, levied=False)
        for number, action in enumerate(actions, 1):
            now = act(self.board, now, action, self.rulings, open_draws=True).position
            now = now.changed(actions=min(now.actions, ACTIONS - 1))  # as many as the answer has
            view = view.then(now.changed(**kept), str(number) if numbered and len(actions) > 1 else label)
        return view

    def with_worth(self, player: str) -> View:
        """The view with what each province of a player is worth then, new ones aside, which tell it already."""
        told = {name for area in self.areas for name in area.triangles}
        state = self.after.players.get(player)
        found = dict.fromkeys(province_of(self.provinces, name) for name in (state.governors if state else ()))
        return self.with_plan(areas=[worth_of(each) for each in found if each and told.isdisjoint(each.triangles)])

    def enclosing(self, triangles: Iterable[Triangle], walls: Iterable[Side], label: str = "") -> View:
        """The view with a province that could be, and the new walls that it takes."""
        province = Province.of(self.board, [name for name in triangles if name in self.board.symbols])
        area = area_of(province, f"{label}: " if label else "")
        return self.with_plan(walls=dict.fromkeys(walls, "new wall"), areas=[area] if province.triangles else ())


def way_words(move: Move, label: str) -> str:
    """A move in few words: its number among several, the symbol, the target, the way."""
    way = move.path or "no way"
    goes = way if "-" in way else f"stays on {way}"
    return f"{label}{': ' if label else ''}{move.symbol or 'no card'} to {move.to or 'no triangle'}, {goes}"


def area_of(province: Province, step: str = "") -> Area:
    """A province to be highlighted, with what it is worth."""
    return Area(province.triangles, str(province.blanks), f"{step}province, {value_words(province)}")


def worth_of(province: Province) -> Area:
    """A province that keeps its ground, with what it is worth."""
    return Area(province.triangles, str(province.blanks), f"province, {value_words(province)}", "worth")


def _changes(before: Position, after: Position, label: str) -> Iterator[Piece]:
    """The governors who came or went."""
    old, new = before.governors, after.governors
    step = f", step {label}" if label else ""
    for name in dict.fromkeys((*old, *new)):
        if name in new and old.get(name) != new[name]:
            instead = f" instead of one of {old[name]}" if name in old else ""
            yield Piece(name, new[name], False, label, f"{name}: a governor of {new[name]} is placed{instead}{step}")
        elif name not in new:
            yield Piece(name, old[name], True, label, f"{name}: the governor of {old[name]} leaves{step}")


def triangle_words(view: View | None, board: Board, name: Triangle) -> str:
    """A triangle: its name, its symbol, its province and whose that is."""
    parts = [name, board.symbols[name] or "blank"]
    province = province_of(view.provinces, name) if view else None
    if view is not None and province is not None:
        whose = view.owner(province)
        parts.append(f"province of {whose}" if whose else "province")
        parts.append(f"worth {count_words(province.blanks, 'point')}")
    return ", ".join(parts)
