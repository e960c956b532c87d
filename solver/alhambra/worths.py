r"""What an Alhambra is worth, and how much it may still gain, for searches that look at very many.

Every part has a value by bits, and a bound of what :math:`r` more steps can make of it.  Where a
ruling is read in another way than the default, the rules of :mod:`models.alhambra` are asked
themselves.  A step places a tile, takes one out or exchanges one.  What one step can add at most::

    rows, columns     3: only a placed tile fills cells, and it lies in one row and one column
    grids             2 * 2: a placed tile shares at most three sides, so it completes two squares
    double walls      3 * 2: of the three sides one at least is an open join
    two of a type     3 * 3 by placing, 3 * 4 by an exchange; no more than there are others of the type
    path              1 by placing, nothing by an exchange; where tiles are taken out only the number of
                      tiles limits it
    diagonal          no more than the tiles on the fullest diagonal, and one for each step; nor, where nothing
                      moves, than all spare tiles can make, since they have to reach it
    variety           one type for each step
    majorities        the best row of the table that can be reached
    walls             a placed tile covers one stretch of the outline, so it joins two walls; an exchanged
                      tile has three outer sides at most and joins four; new sides count three for each step

Where gaps may be filled later, a tile may share four sides: it completes three squares more than it has
to (the one that closes a gap completes one less than others), and has three double walls at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from models.alhambra.missions import VARIETY, mission_points
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import TYPES
from models.rulings import Rulings
from solver.alhambra.boards import Boards, State, bits

READS: Mapping[str, tuple[str, ...]] = {
    "rows": ("fountain-in-lines", "line-groups"),
    "columns": ("fountain-in-lines", "line-groups"),
    "same-type": ("same-type-unit", "same-type-walls"),
    "diagonal": ("diagonal-gaps", "diagonal-single"),
    "double-walls": ("double-wall-unit",),
    "path": ("path-on-foot", "path-fountain"),
    "grids": ("fountain-in-grids",),
}
"""The rulings that a mission depends on."""


class Worth:
    """What counts, for states of some boards.

    Parameters
    ----------
    missions, wall
        What counts of missions and the longest wall.
    majorities
        By type, the points for 0, 1, 2 ... tiles of it in the Alhambra.
    readings
        Rulings by id.
    supply
        How many tiles of each kind there are, those that stand among them.
    moving
        Whether tiles may also be taken out and exchanged.
    loose
        Whether what tiles enclose on the way may be filled later, so that one may share four sides.
    """

    def __init__(
        self,
        boards: Boards,
        missions: Sequence[str],
        wall: bool,
        majorities: Mapping[str, Sequence[int]],
        readings: Mapping[str, str],
        supply: Sequence[int],
        moving: bool,
        loose: bool = False,
    ) -> None:
        self.boards = boards
        self.missions = tuple(missions)
        self.wall = wall
        self.majorities = majorities
        self.readings = readings
        self.supply = tuple(supply)
        self.moving = moving
        self.loose = loose
        self.rulings = Rulings.choose(RULINGS, readings)
        plain = {
            "rows": lambda state: self._lines(state.occupied, 1),
            "columns": lambda state: self._lines(state.occupied, boards.stride),
            "same-type": self._same_type,
            "diagonal": self._diagonal,
            "double-walls": self._double_walls,
            "variety": self._variety,
            "path": boards.steps_away,
            "grids": self._grids,
        }
        other = {key for key, ids in READS.items() if any(self._read(i) != RULINGS[i].default for i in ids)}
        self._quick: list[Callable[[State], int]] = [plain[key] for key in missions if key in plain.keys() - other]
        self._slow = [key for key in missions if key in other]
        self._second = "second-wall" in missions

    def _read(self, ruling: str) -> str:
        return self.readings.get(ruling, RULINGS[ruling].default)

    def __call__(self, state: State) -> int:
        """What a legal state is worth."""
        points = self.inside(state)
        if self.wall or self._second:
            found, closed = self.boards.wall_lengths(state)
            found.sort(reverse=True)
            if self.wall and found:
                points += found[0] - (closed and self._read("closed-outline") == "one-less")
            if self._second and len(found) > 1:
                points += found[1]
        return points

    def inside(self, state: State) -> int:
        """What it is worth but for its outer walls; what it encloses does not matter."""
        points = sum(part(state) for part in self._quick)
        if self._slow:
            layout = self.boards.layout(state)
            points += sum(mission_points(key, layout, self.rulings) for key in self._slow)
        for type_, table in self.majorities.items():
            points += table[min(self._count(state, type_), len(table) - 1)]
        return points

    # -- parts -----------------------------------------------------------------------------------

    def _lines(self, cells: int, step: int) -> int:
        three = cells & cells >> step & cells >> 2 * step
        masks = self._line_masks[step]
        found = 0
        while three:
            at = (three & -three).bit_length() - 1
            three &= ~masks[at % self.boards.stride if step != 1 else at // self.boards.stride]
            found += 3
        return found

    @cached_property
    def _line_masks(self) -> dict[int, list[int]]:
        stride, rows = self.boards.stride, self.boards.rows
        row = (1 << stride) - 1
        column = sum(1 << stride * y for y in range(rows))
        return {1: [row << stride * y for y in range(rows)], stride: [column << x for x in range(stride)]}

    def _types(self, state: State) -> list[int]:
        """The cells of each base type that there is."""
        found = []
        lies = state.lies
        for numbers in self._numbers:
            cells = 0
            for number in numbers:
                cells |= lies[number]
            found.append(cells)
        return found

    @cached_property
    def _numbers(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, self._kinds_of.values()))

    @cached_property
    def _kinds_of(self) -> dict[str, list[int]]:
        """By base type, the numbers of its kinds."""
        found: dict[str, list[int]] = {}
        for number, kind in enumerate(self.boards.kinds):
            if kind.type in TYPES:
                found.setdefault(kind.type, []).append(number)
        return found

    def _count(self, state: State, type_: str) -> int:
        kinds = enumerate(self.boards.kinds)
        return sum(state.lies[number].bit_count() for number, kind in kinds if kind.type == type_)

    def _same_type(self, state: State) -> int:
        stride = self.boards.stride
        pairs = 0
        for cells in self._types(state):
            pairs += (cells & cells >> 1).bit_count() + (cells & cells >> stride).bit_count()
        return 3 * pairs

    def _diagonal(self, state: State) -> int:
        cells, longest = state.occupied, 1
        for step in (self.boards.stride + 1, self.boards.stride - 1):
            line, length = cells, 0
            while line:
                length += 1
                line &= cells >> length * step
            longest = max(longest, length)
        return 2 * longest if longest > 1 else 0

    def _double_walls(self, state: State) -> int:
        n, e, s, w = state.walls
        return 3 * ((e & w >> 1).bit_count() + (s & n >> self.boards.stride).bit_count())

    def _variety(self, state: State) -> int:
        return VARIETY[sum(cells > 0 for cells in self._types(state))]

    def _grids(self, state: State) -> int:
        cells, stride = state.occupied, self.boards.stride
        return 2 * (cells & cells >> 1 & cells >> stride & cells >> stride + 1).bit_count()

    # -- bounds ----------------------------------------------------------------------------------

    def bound(self, state: State, value: int, left: int) -> int:
        """What can become of a state of this value within so many steps at most.

        Where nothing moves, ``left`` are all the tiles that are not placed yet.
        """
        if not left:
            return value
        more = sum(self._more(key, state, left) for key in self.missions) + self._more_majorities(state, left)
        return value + more + (self._more_walls(state, left) if self.wall or self._second else 0)

    def bound_enclosing(self, state: State, left: int) -> int:
        """The same for tiles that enclose something: all their walls may come to be one."""
        walled = sum(cells.bit_count() for cells in state.walls) + self._sum(state, left, self._walls_most)
        more = sum(self._more(key, state, left) for key in self.missions) + self._more_majorities(state, left)
        return self.inside(state) + more + walled * (self.wall + self._second)

    def _more(self, key: str, state: State, left: int) -> int:
        if key in ("rows", "columns"):
            return 3 * left
        if key == "grids":
            return (6 if self.loose else 4) * left
        if key == "double-walls":
            return self._sum(state, left, self._doubles_most)
        if key == "same-type":
            return self._sum(state, left, self._pairs_most)
        if key == "path":
            return self._more_path(state, left)
        if key == "diagonal":
            return self._more_diagonal(state, left)
        if key == "variety":
            present = sum(cells > 0 for cells in self._types(state))
            return VARIETY[min(present + left, len(self._kinds_of))] - VARIETY[present]
        return 0

    def _sum(self, state: State, left: int, most: Sequence[int]) -> int:
        """What so many tiles bring at most, by what each kind can bring."""
        if self.moving:
            return left * max(most, default=0)
        lies, found = state.lies, 0
        for number, count in self._loose:
            found += (count - lies[number].bit_count()) * most[number]
        return found

    @cached_property
    def _loose(self) -> list[tuple[int, int]]:
        """The kinds of which some tiles do not stand yet, with how many there are in all."""
        start = self.boards.start.lies
        return [(number, count) for number, count in enumerate(self.supply) if count > start[number].bit_count()]

    @cached_property
    def _doubles_most(self) -> list[int]:
        if self.moving and self._read("double-wall-unit") == "stretch":
            return [9]  # a tile that is taken out may part up to three stretches
        return [3 * min(kind.mask.bit_count(), 3 if self.loose else 2) for kind in self.boards.kinds]

    @cached_property
    def _pairs_most(self) -> list[int]:
        sides = 4 if self.moving or self.loose else 3
        based = {type_: self._available[type_] - 1 for type_ in self._kinds_of}
        return [3 * min(sides, based.get(kind.type, 0)) for kind in self.boards.kinds]

    @cached_property
    def _walls_most(self) -> list[int]:
        return [min(kind.mask.bit_count(), 3) for kind in self.boards.kinds]

    def _more_path(self, state: State, left: int) -> int:
        bare = int(state.occupied == self.boards.origin)  # the fountain alone is no path, with a tile it may count
        if not self.moving:
            return left + bare
        if self._read("path-on-foot") == "adjacency":
            return state.occupied.bit_count() + left
        return state.occupied.bit_count() - 1 - self.boards.steps_away(state) + left + bare

    def _more_diagonal(self, state: State, left: int) -> int:
        now = self._diagonal(state) if "diagonal" not in self._slow else 0
        fullest = max((state.occupied & line).bit_count() for line in self._diagonals)
        most = fullest + left
        if not self.moving and self._read("diagonal-gaps") == "unbroken":
            most = min(most, self._diagonal_most)
        return max(2 * most - now, 0)

    @cached_property
    def _diagonal_most(self) -> int:
        """The most tiles on an unbroken diagonal line that all tiles which do not stand yet can make.

        A cell so many steps from what stands takes as many tiles, of which every other one at most lies on the
        same diagonal.
        """
        boards = self.boards
        spare = sum(self.supply) - boards.start.occupied.bit_count() + 1
        away: dict[int, int] = {}
        reached, steps = boards.start.occupied, 0
        edge = reached
        while edge:
            away |= dict.fromkeys(bits(edge), steps)
            steps += 1
            edge = 0 if steps > spare else boards.beside(reached) & ~reached
            reached |= edge
        best = 1
        for line in self._diagonals:
            cells = list(bits(line))
            for first in range(len(cells)):
                holes = furthest = tiles = 0
                for at in cells[first:]:
                    steps = away.get(at, spare + 1)
                    holes, furthest = holes + (steps > 0), max(furthest, steps)
                    on_the_way = (furthest + 1) // 2
                    if furthest + max(holes - on_the_way, 0) > spare:
                        break
                    tiles += 1
                best = max(best, tiles)
        return best

    @cached_property
    def _diagonals(self) -> list[int]:
        """All diagonals of the window with more than one cell."""
        lines: dict[tuple[int, int], int] = {}
        for at in bits((1 << self.boards.stride * self.boards.rows) - 1):
            x, y = at % self.boards.stride, at // self.boards.stride
            for key in ((1, x - y), (-1, x + y)):
                lines[key] = lines.get(key, 0) | 1 << at
        return list(lines.values())

    def _more_majorities(self, state: State, left: int) -> int:
        more = 0
        for type_, table in self.majorities.items():
            now = self._count(state, type_)
            low = max(now - left, 0) if self.moving else now
            high = max(min(now + left, self._available.get(type_, 0)), now)
            reach = [table[min(count, len(table) - 1)] for count in range(low, high + 1)]
            more += max(reach) - table[min(now, len(table) - 1)]
        return more

    def _more_walls(self, state: State, left: int) -> int:
        found, closed = self.boards.wall_lengths(state)
        size = (3 if self.moving else 1) * left + 1
        new = self._sum(state, left, self._walls_most)
        longest = sum(found)
        if len(found) > size:
            around = found + found[: size - 1]
            longest = max(sum(around[at : at + size]) for at in range(len(found)))
        order = [*sorted(found, reverse=True), 0, 0]
        # two walls joined of others, with one gap closed less than there are steps to close any
        both = sum(order[: size + 1]) + new
        first = order[0] - (closed and self._read("closed-outline") == "one-less") if self.wall else 0
        if not self._second:
            return longest + new - first
        second = min(longest + new, both // 2) - order[1]
        return min(longest + new - first + second, both - first - order[1]) if self.wall else second

    @cached_property
    def _available(self) -> dict[str, int]:
        """How many tiles of each type there are."""
        found: dict[str, int] = {}
        for kind, count in zip(self.boards.kinds, self.supply, strict=True):
            found[kind.type] = found.get(kind.type, 0) + count
        return found
