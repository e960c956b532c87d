"""Boards of empire: regions of numbered provinces, joined by arrows that carry a cost.

The file is the model: :class:`Board` is what ``models/empire/data/*.json`` and a user's own
board file hold.  Costs and steps go by arrows alone: provinces that touch without an arrow
are not adjacent (3.1-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from models.documents import BoardDocument, Count, Document, Flag, Line, LongText, Name
from models.errors import Problem, one_of, under

if TYPE_CHECKING:
    import networkx as nx

SYMBOL = "symbol"
"""The campaign symbol, where a region's armies wait before they enter (5.1-7)."""

REGIONS = 6
SITES = ("temple", "city")

Coordinate = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e9, le=1e9)]
Point = tuple[Coordinate, Coordinate]
"""Where to draw something: x to the right, y downward, in units of about a pixel."""


class Province(Document):
    """A province: its number sets the order of scoring; its sites say what can be built.

    ``target`` marks the one with the next campaign symbol, whose entry ends the region.
    """

    number: int = Field(strict=True, ge=1, le=99)
    sites: tuple[Literal["temple", "city"], ...] = ()
    at: Point
    target: Flag = False


class Arrow(Document):
    """An arrow: the cost of crossing it, and of coming back if it points both ways.

    ``back`` left out means one way only.  ``ship`` marks a ship passage.
    """

    start: Name = Field(alias="from")
    end: Name = Field(alias="to")
    cost: Count = 0
    back: Count | None = None
    ship: Flag = False


class Region(Document):
    """One region: what lies between its campaign symbol and the province of the next.

    Attributes
    ----------
    number
        1 to 6, the order of play.
    name
        What it is called.
    symbol
        Where the campaign symbol is drawn.
    provinces
        By name.
    arrows
        Those from ``symbol`` enter the region.
    touching
        Pairs that share a border and have no arrow (only for drawing).
    note
        Anything to know about the region.
    """

    number: int = Field(strict=True, ge=1, le=REGIONS)
    name: Line = Field(max_length=40)
    symbol: Point
    provinces: dict[Name, Province] = Field(max_length=99)
    arrows: tuple[Arrow, ...] = Field(max_length=999)
    touching: tuple[tuple[Name, Name], ...] = Field(default=(), max_length=999)
    note: LongText = ""

    @cached_property
    def costs(self) -> Mapping[tuple[str, str], int]:
        """The cost of each crossing by (from, to), each direction apart (5.3-4), ships too (5.3-5)."""
        costs: dict[tuple[str, str], int] = {}
        for arrow in self.arrows:
            costs[arrow.start, arrow.end] = arrow.cost
            if arrow.back is not None:
                costs[arrow.end, arrow.start] = arrow.back
        return costs

    @cached_property
    def in_order(self) -> tuple[str, ...]:
        """The provinces from the lowest number up: the order of scoring (5.5-1)."""
        return tuple(sorted(self.provinces, key=lambda name: self.provinces[name].number))

    @cached_property
    def target(self) -> str:
        """The province with the next campaign symbol (3.1-4)."""
        return next(name for name, province in self.provinces.items() if province.target)

    @cached_property
    def steps(self) -> Mapping[str, int]:
        """How many provinces an army enters, at least, to stand in each province it can reach.

        A compact kernel, so that scoring a file need not load networkx; tested against it.
        """
        reached, edge = {SYMBOL: 0}, [SYMBOL]
        while edge:
            new = sorted({end for start, end in self.costs if start in edge and end not in reached})
            reached.update({name: max(reached.values()) + 1 for name in new})
            edge = new
        return reached

    def has_site(self, province: str, kind: str) -> bool:
        """Whether a temple or a city can be built in a province at all (3.1-3)."""
        return kind in self.provinces[province].sites

    def graph(self) -> nx.DiGraph[str]:
        """The region as a graph: nodes are provinces and ``symbol``, arcs carry ``cost`` and ``ship``."""
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph(name=self.name)
        graph.add_node(SYMBOL, at=self.symbol)
        for name, province in self.provinces.items():
            graph.add_node(name, at=province.at, number=province.number, sites=province.sites)
        ships = {(a.start, a.end) for a in self.arrows if a.ship}
        ships |= {(a.end, a.start) for a in self.arrows if a.ship and a.back is not None}
        for (start, end), cost in self.costs.items():
            graph.add_edge(start, end, cost=cost, ship=(start, end) in ships)
        return graph


class Board(BoardDocument):
    """A whole board: six regions, or some of them for a puzzle of one's own."""

    game: Literal["empire"]
    regions: tuple[Region, ...] = Field(min_length=1)

    @cached_property
    def by_number(self) -> Mapping[int, Region]:
        """The regions by their number."""
        return {region.number: region for region in self.regions}

    @cached_property
    def provinces(self) -> Mapping[str, Province]:
        """All provinces of the board by name."""
        return {name: province for region in self.regions for name, province in region.provinces.items()}

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the board beyond its shape: names, numbers, arrows, reach, target."""
        seen: dict[str, int] = {}
        numbers: dict[int, int] = {}
        for at, region in enumerate(self.regions):
            path = ("regions", at)
            if region.number in numbers:
                yield Problem((*path, "number"), f"region {region.number} stands twice")
            numbers[region.number] = at
            for name in region.provinces:
                if name == SYMBOL:
                    yield Problem(
                        (*path, "provinces", name), "“symbol” is kept for the campaign symbol", "another name"
                    )
                elif name in seen:
                    other = self.regions[seen[name]].name
                    yield Problem(
                        (*path, "provinces", name), f"“{name}” stands in {other} already", "a name of its own"
                    )
                seen[name] = at
            yield from under(path, _region_problems(region))


def _region_problems(region: Region) -> Iterator[Problem]:
    if not region.provinces:
        yield Problem(("provinces",), "the region has no province", "at least one")
    by_number: dict[int, str] = {}
    for name, province in region.provinces.items():
        if province.number in by_number:
            twin = by_number[province.number]
            yield Problem(
                ("provinces", name, "number"), f"{twin} has the number {province.number} already", "a number of its own"
            )
        by_number[province.number] = name
        if len(set(province.sites)) < len(province.sites):
            yield Problem(("provinces", name, "sites"), "a site stands twice", "at most one temple and one city site")
    known = [*region.provinces, SYMBOL]
    crossed: set[tuple[str, str]] = set()
    for at, arrow in enumerate(region.arrows):
        path = ("arrows", at)
        for key, name in (("from", arrow.start), ("to", arrow.end)):
            if name not in known:
                yield Problem((*path, key), f"unknown province “{name}”", one_of(known, name))
        if arrow.start == arrow.end:
            yield Problem(path, f"the arrow leads from {arrow.start} to itself")
        if SYMBOL in ((arrow.end,) if arrow.back is None else (arrow.start, arrow.end)):
            yield Problem(path, "no arrow leads back to the campaign symbol", "an arrow from symbol with no “back”")
        ways = [(arrow.start, arrow.end)] + ([(arrow.end, arrow.start)] if arrow.back is not None else [])
        for way in ways:
            if way in crossed:
                yield Problem(path, f"a second arrow from {way[0]} to {way[1]}", "one arrow for each direction")
            crossed.add(way)
    if not any(arrow.start == SYMBOL for arrow in region.arrows):
        yield Problem(
            ("arrows",), "no arrow leads from the campaign symbol into the region", "an arrow with “from: symbol”"
        )
    else:
        for name in region.provinces:
            if name not in region.steps:
                yield Problem(
                    ("provinces", name),
                    f"no army can reach {name} from the campaign symbol",
                    "an arrow that leads there",
                )
    targets = [name for name, province in region.provinces.items() if province.target]
    if len(targets) != 1:
        what = f"{len(targets)} targets ({', '.join(targets)})" if targets else "no target"
        yield Problem(("provinces",), f"the region has {what}", "one province with “target: true”")
    for at, pair in enumerate(region.touching):
        for name in pair:
            if name not in region.provinces:
                yield Problem(("touching", at), f"unknown province “{name}”", one_of(region.provinces, name))
        if pair[0] == pair[1]:
            yield Problem(("touching", at), f"{pair[0]} is named twice", "two provinces")
        if {pair, pair[::-1]} & set(region.touching[:at]):
            yield Problem(("touching", at), f"{pair[0]} and {pair[1]} stand twice")
        if crossed & {pair, pair[::-1]}:
            yield Problem(("touching", at), f"{pair[0]} and {pair[1]} have an arrow", "a pair without one")
