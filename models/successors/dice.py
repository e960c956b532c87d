"""What a die tells: how far a general goes (F-13)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Pips = Annotated[int, Field(strict=True, ge=1, le=6)]
"""What a die shows, and an initiative that it is compared with."""
BELOW, EQUAL, ABOVE = 2, 3, 4
"""Movement points for a die below the initiative, at it and above it."""


def rolled_points(die: int, initiative: int) -> int:
    """The movement points of a general's move (F-13).

    >>> [rolled_points(die, 3) for die in (1, 2, 3, 4, 5, 6)]
    [2, 2, 3, 4, 4, 4]
    """
    if die == initiative:
        return EQUAL
    return BELOW if die < initiative else ABOVE
