"""How the question ``regency`` stands in a file, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Flag, Line, Name
from models.successors.acquisitions import Acquisitions
from models.successors.position import TURNS, Royal
from solver.successors.attack_documents import Ending
from solver.successors.stop_documents import FactionOffers


class RegencyTest(Document):
    """Who would win at each regency test, or what it takes that somebody does, or does not.

    Attributes
    ----------
    ask
        ``who``: each test to come and the end of turn V, on the table as it lies; ``flip``: the fewest changes (with
        ``offers`` the cheapest) with which a test turns out otherwise.
    turn
        For ``flip``: which test, 4 or 5; the next one if left out.
    for_, against
        For ``flip``: who is to have won alone when the test is through, or who is not.
    offers
        What each faction can have, by which changes are paid; left out, anything on the table may change.
    weights
        What a unit of each resource costs; 1, if it is not named.
    """

    kind: Literal["regency"]
    ask: Literal["who", "flip"] = "who"
    turn: Annotated[int, Field(strict=True, ge=4, le=TURNS)] | None = None
    for_: Name | None = Field(default=None, alias="for")
    against: Name | None = None
    offers: Annotated[dict[Name, FactionOffers], Field(max_length=5)] = {}
    weights: dict[Name, Count] = {}


class RegencyRow(Document):
    """A regency test, or the end of turn V.

    Attributes
    ----------
    turn, at
        When: in the preparations of a turn, or at its end.
    heir, controller
        Who is tested, nobody if dead; and who controls the heir.
    fate
        What becomes of the heir.
    ends
        How the game ends by it, if it does.
    broken_by
        The rule of the criterion that breaks a tie for the highest total, if one does.
    totals
        Everybody's totals by track, as they count there.
    instead
        Whether the game has ended at a test before: then this tells what would be if it had not.
    """

    turn: int = Field(strict=True, ge=1, le=TURNS)
    at: Literal["test", "end"]
    heir: Royal | None = None
    controller: Name | None = None
    fate: Literal["crowned", "murdered"] | None = None
    ends: Ending | None = None
    broken_by: Line | None = None
    totals: dict[Name, dict[Literal["vp", "legitimacy"], Count]]
    instead: Flag = False


class TableChange(Document):
    """What changes on the table, as in the event ``change`` of a log, and people and statuses by name.

    Attributes
    ----------
    control
        By space: whose marker lies there now, null for nobody's.
    royals
        By royal: who controls it now; ``free`` for nobody, ``dead``.
    generals
        By general: whose it is now; ``dead``.
    champion
        By player: true for a Champion, false for a Successor.
    """

    control: dict[Name, Name | None] = {}
    royals: dict[Royal, Name] = {}
    generals: dict[Name, Name] = {}
    champion: dict[Name, Flag] = {}


class RegencyAnswer(Document):
    """The answer to ``regency``: the rows of the table; or what changes; or what each faction acquires."""

    rows: Annotated[tuple[RegencyRow, ...], Field(max_length=3)] = ()
    changes: TableChange = TableChange.model_construct()
    buys: dict[Name, Acquisitions] = {}
