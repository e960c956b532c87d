"""How the question ``stop`` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Name
from models.successors.acquisitions import Acquisitions, AskedRoute, WinningRoute, routes_of
from solver.successors.offers import Offers


class FactionOffers(Offers):
    """What one faction can have, and the most of each resource; a resource without a budget is unlimited."""

    budgets: dict[Name, Count] = {}


class Stop(Document):
    """The cheapest changes with which rivals leave a player no win.

    Attributes
    ----------
    player
        Who is to be stopped; for ``table`` everybody in turn.
    ask
        ``cheapest``: all rivals with offers together; ``table``: each player with offers, who can stop it alone, and
        whether all together can.
    route
        Only wins by this route are to be prevented; ``at-once`` by legitimacy or victory points, ``any`` by whichever
        of the four.  Left out: ``at-once``, and with ``table`` all four.
    minimise
        The cost of the changes, or how many there are.
    offers
        What each faction can have: a rival to stop the player, the player to win in spite of it.
    weights
        What a unit of each resource costs; 1, if it is not named.
    """

    kind: Literal["stop"]
    player: Name | None = None
    ask: Literal["cheapest", "table"] = "cheapest"
    route: AskedRoute | None = None
    minimise: Literal["cost", "changes"] = "cost"
    offers: Annotated[dict[Name, FactionOffers], Field(min_length=1, max_length=5)]
    weights: dict[Name, Count] = {}

    @property
    def asked_route(self) -> AskedRoute:
        """The route that is asked for."""
        return self.route or ("any" if self.ask == "table" else "at-once")

    @property
    def routes(self) -> tuple[WinningRoute, ...]:
        """The routes that it stands for."""
        return routes_of(self.asked_route)


class Win(Document):
    """A win that is open to the player where some changes are not made.

    Attributes
    ----------
    without
        The changes that are left out, by rival; nobody named: no change is made at all.
    route
        By which it wins.
    buys, cost
        What it acquires, and for how much.
    """

    without: dict[Name, Acquisitions] = {}
    route: WinningRoute
    buys: Acquisitions = Acquisitions.model_construct()
    cost: int = Field(default=0, strict=True, ge=0)


class Stopping(Document):
    """How some rivals stop a player: with which changes, or not at all where there is no ``cost``."""

    rivals: tuple[Name, ...]
    changes: dict[Name, Acquisitions] = {}
    cost: int | None = Field(default=None, strict=True, ge=0)


class StopRow(Document):
    """A player: its cheapest win now, if it has one, and who can stop it: each rival alone, then all together."""

    player: Name
    win: Win | None = None
    stops: Annotated[tuple[Stopping, ...], Field(max_length=5)] = ()


class StopAnswer(Document):
    """The answer to ``stop``.

    Attributes
    ----------
    changes, cost
        For ``cheapest``: what each rival changes, and for how much altogether.
    wins
        The cheapest win without any of the changes, then without each of them: why they are all needed.  None of
        these wins is left.
    table
        For ``table``: the players.
    """

    changes: dict[Name, Acquisitions] = {}
    cost: int | None = Field(default=None, strict=True, ge=0)
    wins: Annotated[tuple[Win, ...], Field(max_length=99)] = ()
    table: Annotated[tuple[StopRow, ...], Field(max_length=5)] = ()
