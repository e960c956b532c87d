"""How the question `path-to-victory` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Name
from models.successors.acquisitions import Acquisitions, AskedRoute, WinningRoute, routes_of
from solver.successors.offers import Offers


class PathToVictory(Document):
    """How a faction wins, by which acquisitions.

    Attributes
    ----------
    route
        By which way; ``at-once`` by legitimacy or victory points, ``any`` by whichever of the four is cheapest.
        Left out: ``at-once``, and with ``each`` all four.
    ask
        ``cheapest``: the acquisitions that cost least; ``each``: those that cost least by each route;
        ``minimal``: all sets of them of which nothing can be left out.
    offers, budgets
        What can be had at what price, and the most that can be spent of each resource.
    weights
        How much a unit of each resource counts in the cost; 1 if not named.
    """

    kind: Literal["path-to-victory"]
    player: Name
    route: AskedRoute | None = None
    ask: Literal["cheapest", "each", "minimal"] = "cheapest"
    offers: Offers
    budgets: dict[Name, Count] = {}
    weights: dict[Name, Count] = {}

    @property
    def routes(self) -> tuple[WinningRoute, ...]:
        """The routes that are asked for."""
        return routes_of(self.route or ("any" if self.ask == "each" else "at-once"))


class WinningSet(Document):
    """Acquisitions that win: by which way, and what they cost by resource."""

    route: WinningRoute | None = None
    buys: Acquisitions = Acquisitions.model_construct()
    resources: dict[Name, int] = {}


class PathAnswer(WinningSet):
    """An answer: the cheapest acquisitions, or ``sets`` of them: by each route, or all the minimal ones."""

    sets: Annotated[tuple[WinningSet, ...], Field(max_length=100_000)] = ()
