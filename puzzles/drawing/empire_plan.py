"""A plan on the map of its region: the way of every move, and the plan in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from models.empire.plan import Move, Plan
from models.empire.position import KINDS, Kind
from models.empire.words import allocation_words, move_words, pieces_words
from puzzles.drawing.empire_map import RegionMap
from puzzles.drawing.empire_pieces import draw_disc, draw_site
from puzzles.drawing.geometry import Box, Curve, Point, beside
from puzzles.drawing.marks import Mark
from puzzles.drawing.svg import WHITE, Element, line, polygon, rectangle, shape, text, text_width, tooltip

FIRST_ASIDE, MOST_ASIDE = 21.0, 33.0
"""How far from the middle of its arrow the first move runs, and the last."""
PILL = 18.0
"""How high a label is."""

Part = tuple[str, Kind | None]
"""A piece of a label: a number, and the field from which so many cubes are paid."""


@dataclass(frozen=True)
class Stretch:
    """The crossing of one arrow by a move, drawn as a line.

    Attributes
    ----------
    number
        Of the move, from 1.
    move
        The move, for its first stretch; the later ones are labelled with the number alone.
    crossing
        From where to where.
    points
        Along the line.
    """

    number: int
    move: Move | None
    crossing: tuple[str, str]
    points: tuple[Point, ...]


def stretches_of(layout: RegionMap, moves: Sequence[Move]) -> list[Stretch]:
    """The ways of all moves, each beside the arrow that it crosses, on its right-hand side.

    Crossings that lead from or to no place of the region are left out.
    """
    known = [
        (number, move, crossing)
        for number, move in enumerate(moves, 1)
        for crossing in pairwise(move.path)
        if set(crossing) <= layout.cards.keys() and crossing[0] != crossing[1]
    ]
    crossings = [crossing for _, _, crossing in known]
    stretches: list[Stretch] = []
    for at, (number, move, crossing) in enumerate(known):
        apart = min(8.0, (MOST_ASIDE - FIRST_ASIDE) / max(crossings.count(crossing) - 1, 1))
        points = _way(layout, crossing, FIRST_ASIDE + apart * crossings[:at].count(crossing))
        if len(points) > 1:
            named = any(stretch.number == number for stretch in stretches)
            stretches.append(Stretch(number, None if named else move, crossing, tuple(points)))
    return stretches


def _way(layout: RegionMap, crossing: tuple[str, str], aside: float) -> list[Point]:
    """Points beside the arrow of a crossing, outside its two cards; along a straight line if there is no arrow."""
    first, last = (layout.cards[place] for place in crossing)
    curve = Curve.bent(first.centre, last.centre, 0.0)
    for link in layout.links:
        arrow = link.arrow
        if (arrow.start, arrow.end) == crossing:
            curve = link.route.whole
        elif (arrow.end, arrow.start) == crossing and arrow.back is not None:
            curve = link.route.whole.reverse
    points = curve.points(120, aside)
    leaves = next((at for at, point in enumerate(points) if not first.grown(3).holds(point)), 0)
    enters = next((at for at, point in enumerate(points[leaves:], leaves) if last.grown(4).holds(point)), len(points))
    return points[leaves:enters]


def draw_stretch(parent: Element, stretch: Stretch, mark: Mark) -> None:
    """Draw a thick line with a head of its own."""
    group = shape(parent, "g")
    tooltip(group, f"move {stretch.number}: {' to '.join(stretch.crossing)}")
    tip = stretch.points[-1]
    shaft = [point for point in stretch.points if math.dist(point, tip) > 11]
    # the points lie close: every fourth does, and the last
    shaft = [*shaft[:-1:4], shaft[-1]] if shaft else [stretch.points[0]]
    for colour, width in ((WHITE, 8.0), (mark.colour, 5.0)):
        line(group, shaft, colour, width, stroke_linecap="round", opacity=0.85)
    x, y = shaft[-1]
    length = math.dist(tip, shaft[-1]) or 1.0
    dx, dy = 8 * (tip[0] - x) / length, 8 * (tip[1] - y) / length
    polygon(group, (tip, (x - dy, y + dx), (x + dy, y - dx)), mark.colour, stroke=WHITE, stroke_width=1)


def draw_labels(
    parent: Element, stretches: Sequence[Stretch], mark: Mark, taken: Sequence[Box], lines: Sequence[Point], within: Box
) -> None:
    """Number every stretch; the first of a move says how many armies go and what is paid.

    A label keeps off the boxes in ``taken`` and, if it can, off the points in ``lines``.  One that finds no free
    place is left out: the plan in words has it all.
    """
    taken = [*taken, *(Box.around(stretch.points[-1], 16, 16) for stretch in stretches)]
    placed: list[tuple[Box, Stretch, list[Part]]] = []
    for stretch in sorted(stretches, key=lambda stretch: stretch.move is None):
        parts = _parts(stretch.move) if stretch.move else []
        width = PILL + sum(_part_width(part) for part in parts) + (5 if parts else 0)
        tried = beside(stretch.points, (0, 10, 20, 30, 45, 60, 80, -45, -60, -80))
        places = [Box.around(point, width, PILL) for point in tried]
        places = [box for box in places if _is_free(box, taken) and all(map(within.holds, box.corners))]
        if places:
            # the first place that hides no arrow, else the first
            box = next((place for place in places if not any(map(place.holds, lines))), places[0])
            taken.append(box)
            placed.append((box, stretch, parts))
    # no line to a label runs over another one
    for box, stretch, _ in placed:
        _draw_leader(parent, box, stretch, mark)
    for box, stretch, parts in placed:
        _draw_label(parent, box, stretch.number, parts, mark)


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    room = box.grown(2)
    return not any(map(room.overlaps, taken))


def _parts(move: Move) -> list[Part]:
    """What stands on a label after its number: armies, then cubes paid from each field."""
    paid: list[Part] = [(f"−{cubes}", kind) for kind, cubes in _paid(move)]
    return [(f"×{move.armies}", None), *paid]


def _paid(move: Move) -> list[tuple[Kind, int]]:
    cubes = zip(KINDS, (move.pays.temple, move.pays.city), strict=True)
    return [(kind, count) for kind, count in cubes if count]


def _part_width(part: Part) -> float:
    return text_width(part[0], 11, bold=True) + (18 if part[1] else 4)


def _draw_leader(parent: Element, box: Box, stretch: Stretch, mark: Mark) -> None:
    """A thin line from a label that stands apart to what it labels."""
    near = min(stretch.points, key=lambda point: math.dist(point, box.centre))
    if not box.grown(3).holds(near):
        line(parent, (box.centre, near), mark.colour, 1.2)


def _draw_label(parent: Element, box: Box, number: int, parts: Sequence[Part], mark: Mark) -> None:
    rectangle(parent, box, rx=PILL / 2, fill=WHITE, stroke=mark.colour, stroke_width=1.5)
    y, right = box.centre[1], box.left + PILL + 2
    draw_disc(parent, box.left + PILL / 2, y, str(number), mark)
    for part in parts:
        words, kind = part
        text(parent, words, right, y, 11, anchor="start", bold=True)
        if kind:
            draw_site(parent, kind, right + text_width(words, 11, bold=True) + 7, y, 0.65, mark.colour)
        right += _part_width(part)


def words_of(plan: Plan) -> Iterator[tuple[str, str]]:
    """The plan in words, a line at a time: its number if it is a move, and what is done."""
    if plan.allocation is not None:
        first = bool(plan.allocation.order or plan.allocation.armies)
        yield "", f"distributes {allocation_words(plan.allocation, first)}"
    for number, move in enumerate(plan.moves, 1):
        yield str(number), move_words(move)
    for laid in pieces_words(plan.pieces):
        yield "", laid
    if plan == Plan():
        yield "", "does nothing"
