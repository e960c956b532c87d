"""How the questions about alhambra stand in a file, and their answers.

What a layout is worth is the same in all of them: the points of its parts named under ``count`` for
the player.  The longest wall and majorities count as in the scoring that comes next, missions as in
the last one, whichever that is.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.alhambra.layout import LayoutField, Placed
from models.alhambra.plan import Action, Placing
from models.alhambra.position import Currency
from models.documents import Count, Document, Flag, Name

Part = Literal["missions", "wall", "majorities"]
"""What may count: the missions beside the market (G-02), the longest wall (B6-1), majorities (B5-1 to B5-3)."""

Parts = Annotated[tuple[Part, ...], Field(min_length=1, max_length=3)]
TileList = Annotated[tuple[Name, ...], Field(max_length=54)]

PARTS: tuple[Part, ...] = ("missions", "wall")
"""What counts unless a file says otherwise."""

STEPS_MOST = 8
"""Redesign actions that a question may allow at most."""

OFFERS_MOST = 24
"""Offers that a player can have: the building market, and the personal markets of five others."""


class LayoutQuestion(Document):
    """The best layout of some tiles, free or around an Alhambra that stands.

    Attributes
    ----------
    player
        Whose Alhambra; what stands in it stays.
    tiles
        The tiles to lay; all that the player holds outside the Alhambra if left out.
    use
        ``best``: whichever subset is best; ``all``: every one of them.
    count
        What counts.
    order
        Whether there must be an order in which to build it: ``any`` does not ask, ``placing`` by placing
        alone, ``redesigning`` with tiles taken out and put elsewhere in between.  The order is part of the answer.
    """

    kind: Literal["layout"]
    player: Name
    tiles: TileList | None = None
    use: Literal["best", "all"] = "best"
    count: Parts = PARTS
    order: Literal["any", "placing", "redesigning"] = "any"


class LayoutAnswer(Document):
    """A layout, and where it was asked for the steps that build it from what stands."""

    layout: LayoutField = ()
    steps: Annotated[tuple[Action, ...], Field(max_length=400)] = ()


class PlaceQuestion(Document):
    """The best way to add new tiles to a standing Alhambra, some to the reserve or the personal market.

    ``tiles`` are those that are new: what was bought this turn if left out.
    """

    kind: Literal["place"]
    player: Name
    tiles: TileList | None = None
    count: Parts = PARTS


class PlaceAnswer(Document):
    """Where each new tile goes, in an order in which every step is legal."""

    places: Annotated[tuple[Placing, ...], Field(max_length=54)] = ()


class RedesignQuestion(Document):
    """What redesigning can bring: the best within so many actions, or the fewest actions to a score.

    Attributes
    ----------
    ask
        ``best``: the most points within ``actions`` redesign actions; ``fewest``: the fewest actions,
        up to ``actions``, after which the Alhambra is worth ``target`` at least.
    actions
        Redesign actions at most (B4-1 to B4-3).
    target
        For ``fewest``: the points to reach.
    """

    kind: Literal["redesign"]
    player: Name
    ask: Literal["best", "fewest"] = "best"
    actions: int = Field(default=3, strict=True, ge=0, le=STEPS_MOST)
    target: Count | None = None
    count: Parts = PARTS


class RedesignAnswer(Document):
    """Redesign actions in order."""

    actions: Annotated[tuple[Action, ...], Field(max_length=STEPS_MOST)] = ()


class PurchaseQuestion(Document):
    """The best purchases of a turn: what to buy with which cards and treasures, and where to build it.

    Attributes
    ----------
    worth
        Points that a tile, or every tile of a type, is worth to whoever buys it.  Where it is given
        nothing is placed and only these count; a tile that is not named is worth nothing.
    coins_per_point
        So many coins left in the hand are worth a point, in all currencies together and rounded
        down; None: they are worth nothing.
    count
        What counts of the Alhambra after building; treasures kept count as in T-5.
    """

    kind: Literal["purchase"]
    player: Name
    worth: dict[Name, Count] | None = None
    coins_per_point: int | None = Field(default=None, strict=True, ge=1, le=99)
    count: Parts = PARTS


class PurchaseAnswer(Document):
    """Purchases in order, then where the bought tiles go: a turn.  Where worths are stated none is placed."""

    actions: Annotated[tuple[Action, ...], Field(max_length=OFFERS_MOST)] = ()
    places: Annotated[tuple[Placing, ...], Field(max_length=54)] = ()


class MarketSlotQuestion(Document):
    """On which currency slot of the personal market to lay a leftover.

    Attributes
    ----------
    tile
        The leftover; the one tile bought this turn if left out.
    ask
        ``least-help``: so that the fewest rivals can buy it, and of these the fewest by exact payment; the value
        has a digit for either, so 21 is two who can buy it and one who can pay exactly.
        ``highest-income``: for the most money that a rival would pay, each paying the least that will do.
    rivals
        Those who are looked at; all others if left out.
    """

    kind: Literal["market-slot"]
    player: Name
    tile: Name | None = None
    ask: Literal["least-help", "highest-income"] = "least-help"
    rivals: tuple[Name, ...] | None = Field(default=None, max_length=5)


class Offer(Document):
    """What a rival could do about a tile on a slot.

    Attributes
    ----------
    pays
        The least money that buys it, treasures being used as far as the rules allow; None: not to be had.
    exact
        Whether some payment is exact and gives another action (B2-4, T-4, P-4).
    """

    pays: Count | None = None
    exact: Flag = False


class SlotOutcome(Document):
    """A slot, the tile that would give way, and what each rival could do."""

    slot: Currency
    discard: Name | None = None
    offers: dict[Name, Offer] = {}


class MarketSlotAnswer(Document):
    """Where the leftover goes, and all slots side by side."""

    slot: Currency
    discard: Name | None = None
    slots: Annotated[tuple[SlotOutcome, ...], Field(max_length=4)] = ()


class DraftQuestion(Document):
    """Which of the offered tiles adds most to an Alhambra.

    ``tiles`` are those on offer: what lies on the building market if left out.
    """

    kind: Literal["draft"]
    player: Name
    tiles: TileList | None = None
    count: Parts = PARTS


class DraftRow(Document):
    """An offered tile: what the Alhambra is worth with it at the best place, None where it fits nowhere."""

    tile: Name
    value: Count
    gain: int
    at: Placed | None = None


class DraftAnswer(Document):
    """The offered tiles, the one that adds most first."""

    rows: Annotated[tuple[DraftRow, ...], Field(max_length=54)] = ()
