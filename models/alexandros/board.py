"""Boards of alexandros: triangles drawn as text, blank or with a symbol, within a rim that closes or not.

The file is the model: :class:`Board` is what ``models/alexandros/data/*.json`` and a user's own
board file hold.  Names of points and triangles are those of :mod:`models.alexandros.lattice`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, field_serializer

from models.alexandros.lattice import (
    Point,
    Side,
    Triangle,
    across,
    chain_sides,
    corners,
    is_point,
    reading_order,
    side_words,
    sides,
    split_chain,
    triangle,
)
from models.documents import BoardDocument, Line, Name
from models.errors import Path, Problem, shortened
from models.shape import NAME

if TYPE_CHECKING:
    import networkx as nx

Symbol = Literal["temple", "amphora", "horse", "lyre", "hoplite"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
"""The five kinds of symbols in the order of the text (3-1)."""
LETTERS: Mapping[str, Symbol | None] = {
    ".": None,
    **{symbol[0].upper(): symbol for symbol in SYMBOLS[:4]},
    "O": "hoplite",
}
"""What a character of a drawing stands for: a symbol, or None for a blank; a space is no triangle."""

Chain = Annotated[str, Field(pattern=NAME, max_length=999)]
"""A way or a line of walls: points with ``-`` between, ``c4-c6-d7``; a single point is a way of no side."""

Chains = Annotated[tuple[Chain, ...], Field(max_length=999)]

_OTHER = {"open": "closing", "closing": "open"}
_LINE = re.compile(r"\s*([A-Y])\|(.*)")


def _lines(value: Any) -> Any:
    return [line for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


class _TextOrList:
    """Tells JSON Schema that the land may be one text too."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [handler(core_schema), {"type": "string", "description": "a drawing, one line a strip"}]}


Land = Annotated[
    tuple[Annotated[Line, Field(max_length=220)], ...],
    Field(min_length=1, max_length=25),
    BeforeValidator(_lines),
    _TextOrList(),
]
"""The land as drawn: strips from the top, each its capital, ``|``, and a character for each column from 0."""


def _along(chains: Iterable[str]) -> frozenset[Side]:
    """All sides of some chains."""
    return frozenset(found for chain in chains for found in chain_sides(split_chain(chain)))


class Board(BoardDocument):
    """A whole board, or a small one for a puzzle of one's own.

    Attributes
    ----------
    start
        The point where Alexander begins.
    land
        The triangles, drawn (see :data:`Land`).
    rim
        What a side of the rim is unless it is named otherwise: a ``closing`` one bounds a province
        without a wall, an ``open`` one does not (F-15).
    open, closing
        Lines of sides along the rim that are of one kind, whatever ``rim`` says.
    """

    game: Literal["alexandros"]
    start: Name
    land: Land
    rim: Literal["closing", "open"] = "closing"
    open: Chains = ()
    closing: Chains = ()

    @field_serializer("land")
    def _drawn(self, land: tuple[str, ...]) -> str:
        return "".join(f"{line}\n" for line in land)

    @cached_property
    def symbols(self) -> Mapping[Triangle, Symbol | None]:
        """What each triangle carries, None where it is blank; from the top, each strip from the left (3-1)."""
        found: dict[Triangle, Symbol | None] = {}
        for line in self.land:
            read = _LINE.fullmatch(line)
            if read:
                strip = ord(read[1]) - ord("A")
                drawn = ((column, character) for column, character in enumerate(read[2]) if character != " ")
                found.update({triangle(strip, column): LETTERS.get(character) for column, character in drawn})
        return found

    @cached_property
    def triangles(self) -> tuple[Triangle, ...]:
        """All triangles, from the top, each strip from the left."""
        return tuple(self.symbols)

    @cached_property
    def with_symbol(self) -> Mapping[Symbol, tuple[Triangle, ...]]:
        """The triangles that carry each symbol."""
        return {kind: tuple(t for t, symbol in self.symbols.items() if symbol == kind) for kind in SYMBOLS}

    @cached_property
    def touching(self) -> Mapping[Side, tuple[Triangle, ...]]:
        """The one or two triangles of the board that each side bounds."""
        found: dict[Side, tuple[Triangle, ...]] = {}
        for name in self.triangles:
            for bounding in sides(name):
                found[bounding] = (*found.get(bounding, ()), name)
        return dict(sorted(found.items(), key=lambda item: [reading_order(end) for end in item[0]]))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All sides of triangles of the board, from the top."""
        return tuple(self.touching)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All corners of triangles of the board, from the top, each row from the left."""
        return tuple(sorted({corner for name in self.triangles for corner in corners(name)}, key=reading_order))

    @cached_property
    def neighbours(self) -> Mapping[Triangle, tuple[tuple[Triangle, Side], ...]]:
        """The triangles beside each triangle, each with the side between."""
        return {
            name: tuple(
                (other, between)
                for other, between in zip(across(name), sides(name), strict=True)
                if other is not None and other in self.symbols
            )
            for name in self.triangles
        }

    @cached_property
    def steps(self) -> Mapping[Point, tuple[Point, ...]]:
        """The points a side away from each point, from the top; ways go along sides of the board only (F-1)."""
        found: dict[Point, list[Point]] = {name: [] for name in self.points}
        for one, other in self.sides:
            found[one].append(other)
            found[other].append(one)
        return {name: tuple(sorted(there, key=reading_order)) for name, there in found.items()}

    @cached_property
    def rim_sides(self) -> tuple[Side, ...]:
        """The sides that bound one triangle only; those around a hole too."""
        return tuple(bounding for bounding, there in self.touching.items() if len(there) == 1)

    @cached_property
    def closing_sides(self) -> frozenset[Side]:
        """The rim sides that bound a province without a wall (F-15)."""
        usual = self.rim_sides if self.rim == "closing" else ()
        return (frozenset(usual) - _along(self.open)) | _along(self.closing)

    def points_graph(self) -> nx.Graph[str]:
        """The points, with an edge along each side."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph(name=self.name)
        graph.add_nodes_from(self.points)
        graph.add_edges_from(self.sides)
        return graph

    def triangles_graph(self) -> nx.Graph[str]:
        """The triangles with their ``symbol``, and an edge across each inner side, which it carries as ``side``."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph(name=self.name)
        for name, symbol in self.symbols.items():
            graph.add_node(name, symbol=symbol)
        for bounding, there in self.touching.items():
            if len(there) == 2:
                graph.add_edge(*there, side=bounding)
        return graph

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the board beyond its shape: the drawing, the start, the rim, land in several parts."""
        drawn = list(self._drawing_problems())
        if drawn or not self.symbols:
            yield from drawn or [Problem(("land",), "there is no triangle", "characters for triangles")]
            return
        if not any(self.symbols.values()):
            yield Problem(("land",), "no triangle carries a symbol", f"one of: {', '.join(sorted(LETTERS))}")
        if self.start not in self.points:
            yield Problem(("start",), f"{self.start} is no point of the board", self.near_point(self.start))
        joined = self._joined()
        apart = [name for name in self.triangles if name not in joined]
        if apart:
            what = f"the land is in several parts: nothing joins {apart[0]} to {self.triangles[0]} across sides"
            yield Problem(("land",), what, "land in one part")
        if getattr(self, self.rim):
            yield Problem(
                (self.rim,), f"all of the rim is {self.rim} already", f"rim: {_OTHER[self.rim]}, or none named"
            )
        seen: set[Side] = set()
        named = [(("open", at), chain) for at, chain in enumerate(self.open)]
        named += [(("closing", at), chain) for at, chain in enumerate(self.closing)]
        for path, chain in named:
            wrong = list(chain_problems(self, chain, path))
            yield from wrong
            for found in () if wrong else chain_sides(split_chain(chain)):
                if found not in self.rim_sides:
                    yield Problem(path, f"{side_words(found)} is no side of the rim", "a side with one triangle")
                elif found in seen:
                    yield Problem(path, f"{side_words(found)} stands twice", "each side once")
                seen.add(found)
            if not wrong and "-" not in chain:
                yield Problem(path, f"{chain} is a point, and no side", "points with “-” between")

    def _drawing_problems(self) -> Iterator[Problem]:
        above: str | None = None
        for at, line in enumerate(self.land):
            path: Path = ("land", at)
            read = _LINE.fullmatch(line)
            if read is None:
                yield Problem(path, f"“{shortened(line)}” is no strip", "a capital A to Y, “|”, then its triangles")
                continue
            strange = sorted(set(read[2]) - {*LETTERS, " "})
            if strange:
                known = f"{', '.join(sorted(LETTERS))}, or a space for no triangle"
                yield Problem(path, f"strip {read[1]} holds “{strange[0]}”", known)
            if above is not None and ord(read[1]) != ord(above) - 1:
                what = f"strip {read[1]} stands below strip {above}"
                below = f"{chr(ord(above) - 1)}, strips follow one another from the top" if above > "A" else "nothing"
                yield Problem(path, what, below)
            above = read[1]

    def _joined(self) -> set[Triangle]:
        """The triangles that can be reached from the first across sides."""
        found, edge = {self.triangles[0]}, [self.triangles[0]]
        while edge:
            new = [other for other, _ in self.neighbours[edge.pop()] if other not in found]
            found.update(new)
            edge += new
        return found

    def near_point(self, wrong: str) -> str:
        """What could stand in place of a wrong point."""
        if not is_point(wrong):
            return "a row and a number of its parity, like “a0” or “b1”"
        return f"a corner of a triangle, from {self.points[-1]} up to {self.points[0]}"


def chain_problems(board: Board, chain: str, path: Path) -> Iterator[Problem]:
    """Points of a chain that are not of the board, and steps that follow no side of it."""
    points = split_chain(chain)
    for name in points:
        if name not in board.steps:
            yield Problem(path, f"{shortened(name)} is no point of the board", board.near_point(name))
    for one, other in pairwise(points):
        if one in board.steps and other in board.steps and other not in board.steps[one]:
            yield Problem(path, f"no side leads from {one} to {other}", _choice(board.steps[one]))


def triangle_problem(board: Board, name: str, path: Path) -> Problem | None:
    """Why a text names no triangle of the board; None if it does."""
    if name in board.symbols:
        return None
    first, last = board.triangles[0], board.triangles[-1]
    return Problem(path, f"{shortened(name)} is no triangle of the board", f"a triangle, {first} to {last}")


def _choice(names: Iterable[str]) -> str:
    return f"one of: {', '.join(names)}"
