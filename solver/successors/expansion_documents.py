"""How `expansion` stands in a file; its answer is a :class:`~models.successors.campaign.Campaign`."""

from __future__ import annotations

from typing import Literal

from models.documents import Name
from models.successors.campaign import CampaignTerms


class Expansion(CampaignTerms):
    """The moves of one player's armies this turn, and the spaces it marks after them, for the most victory points.

    The armies, with the movement points of each, are those of the position.  ``maximise`` is the
    player's victory points on the table afterwards, the margin over the best rival's, or the sum of
    victory points and legitimacy.
    """

    kind: Literal["expansion"]
    player: Name
    maximise: Literal["vp", "margin", "total"] = "vp"
