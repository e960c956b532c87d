"""The triangle lattice: names of points and triangles, and what touches what, on an endless sheet (F-7).

Rows of points run from the bottom, ``a``, ``b``, …; along a row x has the parity of the row (``a`` even), so
the neighbours of a point are 2 to the left and right, and 1 to either side in the rows above and below.
The strip between a row and the next has the capital of the lower row; its triangle of column k spans x
from k to k + 2, and points up where k has the parity of the row.

>>> corners("C4"), corners("C5")
(('c4', 'c6', 'd5'), ('d5', 'd7', 'c6'))
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = str
"""A point, where Alexander can stand: its row and x, ``c4``."""
Triangle: TypeAlias = str
"""A triangle: its strip and column, ``C4``."""
Side: TypeAlias = tuple[Point, Point]
"""A side of a triangle, where a wall can lie: its ends, the lower one or the left one first."""

_NAME = re.compile(r"([A-Za-z])(0|[1-9][0-9]{0,2})")


def point(row: int, x: int) -> Point:
    """The name of a point.

    >>> point(2, 4)
    'c4'
    """
    return f"{chr(ord('a') + row)}{x}"


def triangle(strip: int, column: int) -> Triangle:
    """The name of a triangle.

    >>> triangle(2, 4)
    'C4'
    """
    return f"{chr(ord('A') + strip)}{column}"


@cache
def spot(name: Point | Triangle) -> tuple[int, int]:
    """Row and x of a point, or strip and column of a triangle; ``ValueError`` for any other text.

    >>> spot("c4"), spot("C4")
    ((2, 4), (2, 4))
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(name)
    return ord(found[1].lower()) - ord("a"), int(found[2])


def is_point(name: str) -> bool:
    """Whether a text is the name of a point of the lattice.

    >>> is_point("c4"), is_point("c5"), is_point("C4")
    (True, False, False)
    """
    if _NAME.fullmatch(name) is None or name[0].isupper():
        return False
    row, x = spot(name)
    return (x - row) % 2 == 0


def upward(name: Triangle) -> bool:
    """Whether a triangle points up.

    >>> upward("C4"), upward("C5")
    (True, False)
    """
    strip, column = spot(name)
    return (column - strip) % 2 == 0


@cache
def corners(name: Triangle) -> tuple[Point, Point, Point]:
    """The corners of a triangle: the two of its level side from the left, then its tip."""
    strip, column = spot(name)
    base, tip = (strip, strip + 1) if upward(name) else (strip + 1, strip)
    return point(base, column), point(base, column + 2), point(tip, column + 1)


@cache
def sides(name: Triangle) -> tuple[Side, Side, Side]:
    """The sides of a triangle: the level one, the left one, the right one."""
    left, right, tip = corners(name)
    return side(left, right), side(left, tip), side(right, tip)


def side(one: Point, other: Point) -> Side:
    """The side between two neighbours, whichever is named first.

    >>> side("d5", "c4"), side("c6", "c4")
    (('c4', 'd5'), ('c4', 'c6'))
    """
    return (one, other) if spot(one) < spot(other) else (other, one)


def across(name: Triangle) -> tuple[Triangle | None, Triangle | None, Triangle | None]:
    """The neighbours of a triangle across its sides, in the order of :func:`sides`; None off the sheet.

    >>> across("C4"), across("A0")
    (('B4', 'C3', 'C5'), (None, None, 'A1'))
    """
    strip, column = spot(name)
    level = strip - 1 if upward(name) else strip + 1
    return (
        triangle(level, column) if level >= 0 else None,
        triangle(strip, column - 1) if column else None,
        triangle(strip, column + 1),
    )


def centre_distance(start: Point, name: Triangle) -> int:
    """How far a triangle's centre is from a point in a straight line, as a whole number to compare.

    It is 36 times the square of the distance in sides.

    >>> centre_distance("c4", "C4"), centre_distance("c4", "C5"), centre_distance("c4", "C6")
    (12, 48, 84)
    """
    row, x = spot(start)
    ends = [spot(corner) for corner in corners(name)]
    across_, up = sum(end[1] for end in ends) - 3 * x, sum(end[0] for end in ends) - 3 * row
    return across_ * across_ + 3 * up * up


def reading_order(name: Point | Triangle) -> tuple[int, int]:
    """A key that sorts from the top, and from the left within a row."""
    row, x = spot(name)
    return -row, x


def split_chain(chain: str) -> tuple[Point, ...]:
    """The points of a way or a line of walls as it is written.

    >>> split_chain("c4-c6-d7")
    ('c4', 'c6', 'd7')
    """
    return tuple(chain.split("-"))


def chain_sides(points: tuple[Point, ...]) -> tuple[Side, ...]:
    """The sides along a chain of neighbours.

    >>> chain_sides(("c6", "c4", "d5"))
    (('c4', 'c6'), ('c4', 'd5'))
    """
    return tuple(side(one, other) for one, other in pairwise(points))


def side_words(walled: Side) -> str:
    """A side as it is written.

    >>> side_words(("c4", "d5"))
    'c4-d5'
    """
    return "-".join(walled)
