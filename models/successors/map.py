"""Maps of successors: spaces in provinces, joined by land and by sea.

The file is the model: :class:`Map` is what ``models/successors/data/*.json`` and a user's own
map file hold.  A few names have a meaning (see below); a map may lack them, and what they
give is then out of reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from models.documents import BoardDocument, Document, Flag, Line, Name
from models.errors import Problem, one_of

if TYPE_CHECKING:
    import networkx as nx

PELLA = "pella"
"""The space where a burial counts most (6-10)."""
MACEDONIA = "macedonia"
"""The province that makes its holder Strategos of Europe (4-10) and decides ties first (2D-2)."""
PHRYGIA, HELLESPONTINE, SYRIA, BABYLONIA = "phrygia", "hellespontine-phrygia", "syria", "babylonia"
"""Provinces of the Lord of Asia (3-2)."""
PORTS = 5
"""Ports of the Hellespont (3-7)."""

Kind = Literal["minor", "fortress", "major", "transit"]
KINDS: Mapping[Kind, str] = {
    "minor": "minor city",
    "fortress": "fortress",
    "major": "major city",
    "transit": "transit point",
}
Coordinate = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e9, le=1e9)]
Point = tuple[Coordinate, Coordinate]
"""Where to draw something: x to the right, y downward, in units of about a pixel."""
Pairs = Annotated[tuple[tuple[Name, Name], ...], Field(max_length=999)]


class Space(Document):
    """A space: its kind, the province it lies in (none for some islands and transit points), whether it is a port.

    ``hellespont`` marks one of the five ports that together give a bonus.
    """

    kind: Kind
    province: Name | None = None
    port: Flag = False
    hellespont: Flag = False
    at: Point


class Province(Document):
    """A province: the victory points of whoever controls it (3-1)."""

    vp: int = Field(strict=True, ge=0, le=99)
    title: Line = Field(default="", max_length=40)


class Map(BoardDocument):
    """A whole map, or a small one for a puzzle of one's own.

    Attributes
    ----------
    provinces, spaces
        By name, in the order in which they are listed and scored.
    land
        Pairs of neighbours over land.
    sea
        Pairs of ports that are neighbours over sea.
    routes
        Pairs of ports that a trans-Mediterranean route joins.
    """

    game: Literal["successors"]
    provinces: dict[Name, Province] = Field(max_length=99)
    spaces: dict[Name, Space] = Field(min_length=1, max_length=999)
    land: Pairs = ()
    sea: Pairs = ()
    routes: Pairs = ()

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces of each province, transit points too."""
        found: dict[str, list[str]] = {name: [] for name in self.provinces}
        for name, space in self.spaces.items():
            if space.province in found:
                found[space.province].append(name)
        return {name: tuple(spaces) for name, spaces in found.items()}

    @cached_property
    def kinds(self) -> Mapping[str, Counter[str]]:
        """How many spaces of each kind a province has."""
        return {name: Counter(self.spaces[space].kind for space in spaces) for name, spaces in self.members.items()}

    @cached_property
    def markable(self) -> tuple[str, ...]:
        """The spaces that can hold a marker: all but transit points (1-4)."""
        return tuple(name for name, space in self.spaces.items() if space.kind != "transit")

    @cached_property
    def hellespont(self) -> tuple[str, ...]:
        """The ports of the Hellespont (3-7); none on a map without them."""
        return tuple(name for name, space in self.spaces.items() if space.hellespont)

    def is_major(self, space: str) -> bool:
        """Whether a space is a major city."""
        return space in self.spaces and self.spaces[space].kind == "major"

    def land_graph(self) -> nx.Graph[str]:
        """The spaces with an edge between neighbours over land."""
        return self._graph(self.spaces, {1: self.land})

    def sea_graph(self) -> nx.Graph[str]:
        """The ports with an edge between neighbours over sea; ``cost`` 1, and 2 along a trans-Mediterranean route."""
        return self._graph([name for name, space in self.spaces.items() if space.port], {2: self.routes, 1: self.sea})

    def _graph(self, names: Mapping[str, Space] | list[str], edges: Mapping[int, Pairs]) -> nx.Graph[str]:
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph(name=self.name)
        for name in names:
            graph.add_node(name, at=self.spaces[name].at, kind=self.spaces[name].kind)
        for cost, pairs in edges.items():
            graph.add_edges_from(pairs, cost=cost)
        return graph

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the map beyond its shape: unknown names, pairs twice, ports, the Hellespont."""
        for name, space in self.spaces.items():
            path = ("spaces", name)
            if space.province is not None and space.province not in self.provinces:
                wrong = f"unknown province “{space.province}”"
                yield Problem((*path, "province"), wrong, one_of(self.provinces, space.province))
            if space.hellespont and not (space.port and space.kind != "transit"):
                yield Problem((*path, "hellespont"), f"{name} is no port that can be controlled", "port: true")
        if len(self.hellespont) not in (0, PORTS):
            count = len(self.hellespont)
            what = f"{count} port{'' if count == 1 else 's'} of the Hellespont ({', '.join(self.hellespont)})"
            yield Problem(("spaces",), what, f"{PORTS} or none (rule 3-7)")
        for name, spaces in self.members.items():
            if not any(self.spaces[space].kind != "transit" for space in spaces):
                what = f"{name} has no space that can be controlled"
                yield Problem(("provinces", name), what, "a space that is no transit point")
        yield from self._pair_problems()

    def _pair_problems(self) -> Iterator[Problem]:
        for key in ("land", "sea", "routes"):
            pairs: Pairs = getattr(self, key)
            seen: set[frozenset[str]] = set()
            for at, pair in enumerate(pairs):
                unknown = [name for name in pair if name not in self.spaces]
                for name in unknown:
                    yield Problem((key, at), f"unknown space “{name}”", one_of(self.spaces, name))
                if pair[0] == pair[1]:
                    yield Problem((key, at), f"{pair[0]} is named twice", "two spaces")
                elif frozenset(pair) in seen:
                    yield Problem((key, at), f"{pair[0]} and {pair[1]} stand twice")
                seen.add(frozenset(pair))
                for name in pair:
                    if key != "land" and name not in unknown and not self.spaces[name].port:
                        yield Problem((key, at), f"{name} is no port", "port: true at that space")
