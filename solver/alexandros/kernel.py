"""Alexandros in whole numbers: a board as bit masks, a position as small tuples, rules as shifts and floods.

Sets
----
Triangles are bits of a grid with ``W`` columns, the top strip first, so that the lowest bit of a mask is its
first triangle in reading order, and a neighbour across a left, right or level side is a shift by 1 or ``W``.
Sides are bits too, in two planes of ``N``: the slanting side left of the grid's cell, then the level side on top
of it.  A group that no wall parts is then a flood of shifts,

    f  ←  f  |  (f << 1) & s  |  (f & s) >> 1  |  (f << W) & l  |  (f & l) >> W,

with s and l the inner slanting and level sides without a wall (4-6).  It leaks if it touches a bare side of the
rim that does not close (F-15).

Nothing here is a rule of its own: ``tests/alexandros/test_kernel.py`` compares everything with ``models``.  Where a
ruling matters the readings are branched on; what a position consulted is told by the replay alone.

Everything that plays is a method of :class:`Table` and gives a new :class:`State`, or None where it is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, product
from operator import le
from typing import NamedTuple, TypeAlias, TypeVar

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.lattice import Point, Side, Triangle, centre_distance, chain_sides, corners, sides, spot, upward
from models.alexandros.levy import FULL
from models.alexandros.occupation import EJECTION
from models.alexandros.position import ACTIONS, COPIES, FACE_UP, GOVERNORS, PlayerState, Position

Mask: TypeAlias = int
"""Triangles, or sides, as the bits of a whole number."""
Counts: TypeAlias = tuple[int, ...]
"""How many of each symbol, in the order of :data:`SYMBOLS`."""

Item = TypeVar("Item")

KINDS = range(len(SYMBOLS))
NONE: Counts = (0,) * len(SYMBOLS)
KIND: Mapping[Symbol, int] = {symbol: at for at, symbol in enumerate(SYMBOLS)}
"""The number of each symbol."""


class Way(NamedTuple):
    """A shortest way: the numbers of its points, each of its sides as a mask, and all of them as one."""

    points: tuple[int, ...]
    sides: tuple[Mask, ...]
    mask: Mask


class Option(NamedTuple):
    """A card that can move Alexander, whether it comes from the hand, and the symbol that it sends him to."""

    card: int
    from_hand: bool
    symbol: int


class Bill(NamedTuple):
    """What an occupation takes.

    Attributes
    ----------
    places
        How many governors are placed on each symbol.
    ejection, cards
        The cards that eject, and those for the symbols that are left.
    ejects
        Under ``ejection=once`` with several: the triangle that is paid for; 0 otherwise.
    """

    places: Counts
    ejection: Counts
    cards: Counts
    ejects: Mask

    @property
    def used(self) -> Counts:
        """All cards that are paid."""
        return add(self.ejection, self.cards)


class State(NamedTuple):
    """A position.

    Attributes
    ----------
    here
        The number of the point where Alexander stands.
    walls
        The sides with a wall.
    face_up
        Symbols, in the order in which they lie.
    pile
        How many cards it has, or which ones from the top.
    turn
        The seat whose turn it is.
    points, hands, governors
        By seat.
    """

    here: int
    walls: Mask
    black: int
    red: int
    face_up: tuple[int, ...]
    pile: int | tuple[int, ...]
    discards: Counts
    turn: int
    moved: bool
    actions: int
    levied: bool
    ending: bool
    over: bool
    points: tuple[int, ...]
    hands: tuple[Counts, ...]
    governors: tuple[Mask, ...]

    @property
    def pile_size(self) -> int:
        """How many cards the pile has."""
        return self.pile if isinstance(self.pile, int) else len(self.pile)

    @property
    def hand(self) -> Counts:
        """The hand of the player whose turn it is."""
        return self.hands[self.turn]

    @property
    def own(self) -> Mask:
        """The governors of the player whose turn it is."""
        return self.governors[self.turn]

    @property
    def spare(self) -> int:
        """The governors that this player has left."""
        return GOVERNORS - self.own.bit_count()

    def with_hand(self, hand: Counts) -> State:
        """The same with another hand of this player."""
        return self._replace(hands=replaced(self.hands, self.turn, hand))


class Table:
    """A board under some readings of the rules.

    Parameters
    ----------
    readings
        Of all rulings, as in ``Rulings.readings``.

    Attributes
    ----------
    land, blank
        All triangles, and those without a symbol.
    carrying
        The triangles of each symbol.
    bit, name
        The mask of each triangle, and back.
    side_bit, side_name
        The same for sides.
    points, number
        The names of the points by number, and back.
    """

    def __init__(self, board: Board, readings: Mapping[str, str]) -> None:
        self.board = board
        self.readings = dict(readings)
        spots = [spot(name) for name in board.triangles]
        self._top = max(strip for strip, _ in spots)
        bottom = min(strip for strip, _ in spots)
        self._width = max(column for _, column in spots) + 3
        self._plane = (self._top - bottom + 2) * self._width
        self._low = (1 << self._plane) - 1
        self.bit: dict[Triangle, Mask] = {name: 1 << self._cell(*spot(name)) for name in board.triangles}
        self.name: dict[Mask, Triangle] = {bit: name for name, bit in self.bit.items()}
        self.land: Mask = sum(self.bit.values())
        self.carrying: tuple[Mask, ...] = tuple(
            sum(self.bit[name] for name in board.with_symbol[symbol]) for symbol in SYMBOLS
        )
        self.blank: Mask = self.land & ~sum(self.carrying)
        self.side_bit: dict[Side, Mask] = {
            side: bit for name in board.triangles for side, bit in zip(sides(name), self._three(name), strict=True)
        }
        self.side_name: dict[Mask, Side] = {bit: side for side, bit in self.side_bit.items()}
        inner = sum(self.side_bit[side] for side, there in board.touching.items() if len(there) == 2)
        closing = board.closing_sides if self.readings["rim"] == "coast" else frozenset()
        leaks = sum(self.side_bit[side] for side in board.rim_sides if side not in closing)
        self._inner, self._leaks = inner, leaks
        self.points: tuple[Point, ...] = board.points
        self.number: dict[Point, int] = {name: at for at, name in enumerate(board.points)}
        self.corners: dict[Mask, tuple[int, ...]] = {
            bit: tuple(self.number[corner] for corner in corners(name)) for name, bit in self.bit.items()
        }
        self.around: tuple[Mask, ...] = self._around()
        self._steps = tuple(tuple(self.number[other] for other in board.steps[name]) for name in board.points)
        self._step_side = {
            (self.number[one], self.number[other]): bit
            for side, bit in self.side_bit.items()
            for one, other in (side, side[::-1])
        }
        self._away: dict[int, tuple[int, ...]] = {}
        self._rings: dict[tuple[int, int], tuple[Mask, ...]] = {}
        self._ways: dict[tuple[int, int], tuple[Way, ...]] = {}
        self._parts: dict[Mask, tuple[tuple[Mask, bool], ...]] = {}
        self._provinces: dict[Mask, tuple[Mask, ...]] = {}
        self._symbols: dict[Mask, Counts] = {}

    def _cell(self, strip: int, column: int) -> int:
        return (self._top - strip) * self._width + column

    def _three(self, name: Triangle) -> tuple[Mask, Mask, Mask]:
        """The bits of the level, the left and the right side of a triangle."""
        cell = self._cell(*spot(name))
        level = cell + self._width if upward(name) else cell
        return 1 << (self._plane + level), 1 << cell, 1 << (cell + 1)

    def _around(self) -> tuple[Mask, ...]:
        found = [0] * len(self.points)
        for bit, there in self.corners.items():
            for corner in there:
                found[corner] |= bit
        return tuple(found)

    # Names.

    def triangles(self, mask: Mask) -> tuple[Triangle, ...]:
        """The names of triangles, in reading order."""
        return tuple(self.name[bit] for bit in bits(mask))

    def sides(self, mask: Mask) -> tuple[Side, ...]:
        """The names of sides."""
        return tuple(self.side_name[bit] for bit in bits(mask))

    def mask_of(self, names: Iterator[Triangle] | tuple[Triangle, ...]) -> Mask:
        """The mask of triangles that the board has."""
        return sum(self.bit[name] for name in set(names))

    def wall_mask(self, chain: tuple[Point, ...]) -> Mask:
        """The mask of the sides along a chain of points."""
        return sum(self.side_bit[side] for side in chain_sides(chain))

    def chain(self, way: Way) -> str:
        """A way as it is written."""
        return "-".join(self.points[number] for number in way.points)

    def state(self, position: Position) -> State:
        """A resolved position in whole numbers."""
        order = list(position.players)
        players = position.players.values()
        pile = position.pile
        return State(
            here=self.number[position.here],
            walls=sum(self.side_bit[side] for side in position.walled),
            black=position.black,
            red=position.red_left,
            face_up=tuple(KIND[card] for card in position.face_up),
            pile=tuple(KIND[card] for card in pile) if isinstance(pile, tuple) else pile or 0,
            discards=counts(position.discards),
            turn=order.index(position.whose),
            moved=position.moved,
            actions=position.actions,
            levied=position.levied,
            ending=position.ending,
            over=position.over,
            points=tuple(player.points for player in players),
            hands=tuple(counts(player.hand) for player in players),
            governors=tuple(self.mask_of(player.governors) for player in players),
        )

    def position(self, state: State, names: tuple[str, ...]) -> Position:
        """A state as a resolved position, each wall a line of its own; ``names`` are the players by seat."""
        players = {
            name: PlayerState.model_construct(
                points=state.points[seat],
                hand=cards(state.hands[seat]),
                governors=self.triangles(state.governors[seat]),
            )
            for seat, name in enumerate(names)
        }
        pile = state.pile if isinstance(state.pile, int) else tuple(SYMBOLS[card] for card in state.pile)
        return Position.model_construct(
            alexander=self.points[state.here],
            walls=tuple("-".join(side) for side in self.sides(state.walls)),
            walls_left=state.black,
            red_left=state.red,
            face_up=tuple(SYMBOLS[card] for card in state.face_up),
            pile=pile,
            discards=cards(state.discards),
            active=names[state.turn],
            moved=state.moved,
            actions=state.actions,
            levied=state.levied,
            ending=state.ending,
            over=state.over,
            players=players,
        )

    # Provinces.

    def flood(self, start: Mask, walls: Mask) -> Mask:
        """All triangles that no wall parts from some."""
        width = self._width
        open_sides = self._inner & ~walls
        slanting, level = open_sides & self._low, open_sides >> self._plane
        found, before = start, 0
        while found != before:
            before = found
            found |= ((found << 1) & slanting) | ((found & slanting) >> 1)
            found |= ((found << width) & level) | ((found & level) >> width)
        return found

    def closed(self, part: Mask, walls: Mask) -> bool:
        """Whether a group that no wall parts is surrounded (4-6, F-15)."""
        leaks = self._leaks & ~walls
        if not leaks:
            return True
        slanting, level = leaks & self._low, leaks >> self._plane
        return not ((part | part << 1) & slanting or (part | part << self._width) & level)

    def parts(self, walls: Mask) -> tuple[tuple[Mask, bool], ...]:
        """The groups that no wall parts, in reading order, each with whether it is a province."""
        found = self._parts.get(walls)
        if found is None:
            found = tuple(self._flooded(self.land, walls))
            self._parts[walls] = found
        return found

    def _flooded(self, left: Mask, walls: Mask) -> Iterator[tuple[Mask, bool]]:
        while left:
            part = self.flood(left & -left, walls)
            left &= ~part
            yield part, self.closed(part, walls)

    def provinces(self, walls: Mask) -> tuple[Mask, ...]:
        """All provinces, in the order of their first triangle (4-6)."""
        found = self._provinces.get(walls)
        if found is None:
            found = tuple(part for part, closed in self.parts(walls) if closed)
            self._provinces[walls] = found
        return found

    def provinces_after(self, walls: Mask, new: Mask) -> tuple[Mask, ...]:
        """The provinces once more walls stand: only groups with a new wall on a side are flooded again.

        In no order that means anything.
        """
        if not new & ~walls:
            return self.provinces(walls)
        after = walls | new
        touched = self.beside(new & ~walls)
        found: list[Mask] = []
        for part, closed in self.parts(walls):
            if not part & touched:
                if closed:
                    found.append(part)
            else:
                found += [piece for piece, surrounded in self._flooded(part, after) if surrounded]
        return tuple(found)

    def beside(self, walls: Mask) -> Mask:
        """The triangles with one of some sides."""
        slanting, level = walls & self._low, walls >> self._plane
        return (slanting | slanting >> 1 | level | level >> self._width) & self.land

    def value(self, province: Mask) -> int:
        """Its blanks (5-11)."""
        return (province & self.blank).bit_count()

    def symbols(self, mask: Mask) -> Counts:
        """How many of some triangles carry each symbol."""
        found = self._symbols.get(mask)
        if found is None:
            found = self._symbols[mask] = tuple((mask & carried).bit_count() for carried in self.carrying)
        return found

    def province_of(self, walls: Mask, triangle: Mask) -> Mask:
        """The province of a triangle; 0 if it lies in none."""
        return next((province for province in self.provinces(walls) if province & triangle), 0)

    # Alexander's move.

    def away(self, start: int) -> tuple[int, ...]:
        """How many sides each point is from one of them (F-1)."""
        found = self._away.get(start)
        if found is None:
            far = {start: 0}
            edge = [start]
            for number in edge:
                for other in self._steps[number]:
                    if other not in far:
                        far[other] = far[number] + 1
                        edge.append(other)
            found = tuple(far[number] for number in range(len(self.points)))
            self._away[start] = found
        return found

    def rings(self, start: int, symbol: int) -> tuple[Mask, ...]:
        """The triangles with a symbol in groups equally near to a point, the nearest first (ruling nearest)."""
        found = self._rings.get((start, symbol))
        if found is None:
            away = self.away(start)
            by_sides = self.readings["nearest"] == "sides"
            groups: dict[int, Mask] = {}
            for bit in bits(self.carrying[symbol]):
                if by_sides:
                    far = min(away[corner] for corner in self.corners[bit])
                else:
                    far = centre_distance(self.points[start], self.name[bit])
                groups[far] = groups.get(far, 0) | bit
            found = tuple(groups[far] for far in sorted(groups))
            self._rings[start, symbol] = found
        return found

    def free(self, state: State) -> Mask:
        """The triangles that Alexander can be sent to, near or not (4-4, ruling free-triangle)."""
        found = self.land & ~self.beside(state.walls)
        if self.readings["free-triangle"] != "walls":
            found &= ~(sum(state.governors) | self.around[state.here])
        return found

    def targets(self, state: State, symbol: int) -> Mask:
        """The nearest free triangles with a symbol (4-2, F-2)."""
        free = self.free(state)
        return next((ring & free for ring in self.rings(state.here, symbol) if ring & free), 0)

    def options(self, state: State) -> tuple[Option, ...]:
        """The cards that can move Alexander, face-up ones first; none: the move is skipped (4-1, ruling no-target)."""
        reached = [symbol for symbol in KINDS if self.targets(state, symbol)]
        found: list[Option] = []
        for card in dict.fromkeys(state.face_up):
            if card in reached:
                found.append(Option(card, False, card))
            elif reached and self.readings["no-target"] == "joker":
                found += [Option(card, False, symbol) for symbol in reached]
        if self.readings["hand-card-move"] == "yes":
            found += [Option(card, True, card) for card in reached if state.hand[card]]
        return tuple(found)

    def ways(self, start: int, end: int) -> tuple[Way, ...]:
        """All shortest ways between two points, in the order of ``models`` (F-3)."""
        found = self._ways.get((start, end))
        if found is None:
            found = tuple(self._walk(start, end))
            self._ways[start, end] = found
        return found

    def _walk(self, start: int, end: int) -> Iterator[Way]:
        left = self.away(end)

        def onward(way: tuple[int, ...], along: tuple[Mask, ...]) -> Iterator[Way]:
            if way[-1] == end:
                yield Way(way, along, sum(along))
                return
            for other in self._steps[way[-1]]:
                if left[other] == left[way[-1]] - 1:
                    yield from onward((*way, other), (*along, self._step_side[way[-1], other]))

        yield from onward((start,), ())

    def moves(self, state: State, symbol: int) -> Iterator[tuple[Mask, Way]]:
        """Every move that a symbol allows: the triangle, and a way to one of its corners (4-3, ruling zero-move)."""
        barred = self.readings["zero-move"] == "barred"
        for triangle in bits(self.targets(state, symbol)):
            for corner in self.corners[triangle]:
                if corner != state.here or not barred:
                    for way in self.ways(state.here, corner):
                        yield triangle, way

    def laid(self, state: State, way: Way) -> tuple[Mask, int, int, bool]:
        """The new walls of a way, the black and the red ones that it takes, and whether they did not suffice.

        Rules 4-5, F-4, F-5, 6-1; rulings short-walls and wall-end.
        """
        needed = way.mask & ~state.walls
        count = needed.bit_count()
        black = min(count, state.black)
        lacking = count - black
        red = 0
        if lacking and self.readings["short-walls"] != "finished":
            red = min(lacking, state.red) if self.readings["short-walls"] == "red" else 0
            new = [side for side in way.sides if side & needed][: black + red]
            needed = sum(new)
        ends = lacking > 0 or (black == state.black and self.readings["wall-end"] == "last")
        return needed, black, red, ends

    def march(self, state: State, way: Way) -> State:
        """Alexander goes a way; the card of the move is not looked at."""
        new, black, red, ends = self.laid(state, way)
        return state._replace(
            here=way.points[-1],
            walls=state.walls | new,
            black=state.black - black,
            red=state.red - red,
            moved=True,
            ending=state.ending or ends,
        )

    def pay_move(self, state: State, option: Option) -> State:
        """The card of a move: from the hand onto the discards, or from the face-up ones into the hand (4-1).

        The face-up card is not replaced here: :meth:`refill` has to follow, before the way.
        """
        if option.from_hand:
            hand = more(state.hand, option.card, -1)
            return state.with_hand(hand)._replace(discards=more(state.discards, option.card))
        return self._lift(state, option.card)

    def _lift(self, state: State, card: int) -> State:
        at = state.face_up.index(card)
        face_up = state.face_up[:at] + state.face_up[at + 1 :]
        return state.with_hand(more(state.hand, card))._replace(face_up=face_up)

    # Cards.

    def renewed(self, state: State) -> State:
        """The same with an empty pile made of the discards (F-14, ruling empty-pile)."""
        if state.pile_size or not any(state.discards) or self.readings["empty-pile"] == "none":
            return state
        return state._replace(pile=sum(state.discards), discards=NONE)

    def can_draw(self, state: State) -> bool:
        """Whether there is a card to draw."""
        return self.renewed(state).pile_size > 0

    def unseen(self, state: State) -> Counts:
        """What a hidden pile, which is the only thing unknown, is made of; call it before a card is told."""
        known = [sum(hand[kind] for hand in state.hands) + state.discards[kind] for kind in KINDS]
        pile = () if isinstance(state.pile, int) else state.pile
        for card in (*state.face_up, *pile):
            known[card] += 1
        return tuple(COPIES - count for count in known)

    def drawn(self, state: State, told: int | None = None) -> tuple[State, int | None] | None:
        """The state without the top card of the pile, and which that is; None if there is none, or another on top."""
        state = self.renewed(state)
        if not state.pile_size:
            return None
        if isinstance(state.pile, tuple):
            if told not in (None, state.pile[0]):
                return None
            return state._replace(pile=state.pile[1:]), state.pile[0]
        if told is not None and self.unseen(state)[told] < 1:
            return None
        return state._replace(pile=state.pile - 1), told

    def refill(self, state: State, told: tuple[int, ...] = ()) -> tuple[State, tuple[int, ...]] | None:
        """Turn up cards until two lie open (F-13); a hidden one that is not told leaves its place empty.

        Returns
        -------
        The state and what was told and not needed; None if what is told cannot be.
        """
        while len(state.face_up) < FACE_UP and self.can_draw(state):
            drawn = self.drawn(state, told[0] if told else None)
            if drawn is None:
                return None
            after, card = drawn
            if card is None:
                break
            told = told[1:]
            state = after._replace(face_up=(*state.face_up, card))
        return state, told

    # Actions; each takes one of the two (2-3), which the caller has to see to.

    def take(self, state: State, card: int) -> State | None:
        """Take a face-up card, which is not replaced here (5-2, F-13)."""
        if card not in state.face_up:
            return None
        return self._lift(state, card)._replace(actions=state.actions + 1)

    def draw(self, state: State, told: int | None = None) -> State | None:
        """Take the top card of the pile; a hidden one that is not told is in no hand after that (5-2)."""
        drawn = self.drawn(state, told)
        if drawn is None:
            return None
        after, card = drawn
        if card is not None:
            after = after.with_hand(more(after.hand, card))
        return after._replace(actions=state.actions + 1)

    def pays(self, state: State, provinces: tuple[Mask, ...], seat: int, card: int) -> int:
        """What a levy with a card brings a player (5-8 to 5-11, ruling levy-filter)."""
        governors = state.governors[seat]
        trigger = self.carrying[card] if self.readings["levy-filter"] == "symbol" else self.land
        found = 0
        for province in provinces:
            here = province & governors
            if here and not here & (here - 1) and here & trigger:
                found += (province & self.blank).bit_count()
        return found

    def may_levy(self, state: State, card: int) -> bool:
        """Whether this player can levy with a card (5-7, 5-13)."""
        return not state.levied and state.hand[card] > 0 and bool(state.own & self.carrying[card])

    def gains(self, state: State, card: int) -> Counts:
        """What a levy with a card would bring each player, by seat."""
        among = self.provinces(state.walls)
        return tuple(self.pays(state, among, seat, card) for seat in range(len(state.hands)))

    def levy(self, state: State, card: int) -> State | None:
        """Levy taxes for everybody, and perhaps end the game (5-7 to 5-11, 6-4, ruling hundred-end)."""
        if not self.may_levy(state, card):
            return None
        points = tuple(had + gained for had, gained in zip(state.points, self.gains(state, card), strict=True))
        after = state.with_hand(more(state.hand, card, -1))._replace(
            discards=more(state.discards, card), points=points, levied=True, actions=state.actions + 1
        )
        return after._replace(over=self.full(after) and self.readings["hundred-end"] == "at-once")

    def full(self, state: State) -> bool:
        """Whether somebody has the points that end the game (6-4, ruling threshold)."""
        return max(state.points) >= FULL + (self.readings["threshold"] != "reach")

    def remove(self, state: State, places: Mask) -> State | None:
        """Remove own governors (5-12, ruling removal)."""
        if not places or places & ~state.own or (places & (places - 1) and self.readings["removal"] == "one"):
            return None
        governors = replaced(state.governors, state.turn, state.own & ~places)
        return state._replace(governors=governors, actions=state.actions + 1)

    def removals(self, state: State) -> Iterator[Mask]:
        """What an action can remove."""
        most = 1 if self.readings["removal"] == "one" else GOVERNORS
        own = tuple(bits(state.own))
        for count in range(1, most + 1):
            yield from (sum(chosen) for chosen in combinations(own, count))

    def ejections(self, state: State, province: Mask) -> tuple[tuple[Counts, Mask], ...]:
        """The cards that empty a province of others' governors, each with which of them is paid for (5-6).

        Ruling ejection: one choice, except under ``once`` with governors on several symbols.
        """
        enemies = province & (sum(state.governors) & ~state.own)
        if enemies & (enemies - 1) and self.readings["ejection"] == "once":
            return tuple((scaled(self.symbols(one), EJECTION), one) for one in bits(enemies))
        return ((scaled(self.symbols(enemies), EJECTION), 0),)

    def dues(self, province: Mask, places: Counts) -> Counts:
        """The cards for the symbols of a province without a governor (5-4, ruling payment)."""
        left = tuple(there - placed for there, placed in zip(self.symbols(province), places, strict=True))
        return left if self.readings["payment"] == "triangle" else tuple(min(count, 1) for count in left)

    def fewest(self, province: Mask, hand: Counts) -> int:
        """The governors that it takes with a hand after the ejection (5-5)."""
        by_kind = self.readings["payment"] == "kind"
        lacking = 0
        for there, held in zip(self.symbols(province), hand, strict=True):
            if held < there and not (held and by_kind):
                lacking += there - held
        return max(1, lacking)

    def bills(self, state: State, province: Mask) -> Iterator[Bill]:
        """Every way to occupy a province or to take it over, by the symbols that governors stand on (5-3 to 5-6).

        Which triangles of a symbol they take makes no difference to the cards: :meth:`placements` lists those.
        """
        own = bool(province & state.own)
        if own and self.readings["own-province"] == "no":
            return
        there = self.symbols(province & ~state.own)
        if state.spare < 1 or not any(there):
            return
        for ejection, ejects in self.ejections(state, province):
            hand = tuple(held - taken for held, taken in zip(state.hand, ejection, strict=True))
            if min(hand) < 0:
                continue
            for places in self._places(there, state.spare, None if own else hand):
                due = NONE if own else self.dues(province, places)
                few = sum(places) == 1 or own or self.readings["extra-governors"] == "free"
                if all(map(le, due, hand)) and (few or sum(places) <= self.fewest(province, hand)):
                    yield Bill(places, ejection, due, ejects)

    def _places(self, there: Counts, spare: int, hand: Counts | None) -> Iterator[Counts]:
        """Numbers of governors by symbol that a hand might pay the rest of; any hand if it is None."""
        least = list(NONE)
        if hand is not None:
            for kind, (count, held) in enumerate(zip(there, hand, strict=True)):
                enough = held if self.readings["payment"] == "triangle" or not held else count
                least[kind] = max(0, count - enough)
        if sum(least) <= spare:
            ranges = [range(low, min(count, spare) + 1) for low, count in zip(least, there, strict=True)]
            yield from (places for places in product(*ranges) if 1 <= sum(places) <= spare)

    def placements(self, state: State, province: Mask, places: Counts) -> Iterator[Mask]:
        """The sets of triangles that hold so many governors on each symbol, the first in reading order first."""
        bare = province & ~state.own
        choices = [combinations(tuple(bits(bare & self.carrying[kind])), places[kind]) for kind in KINDS]
        for chosen in product(*choices):
            yield sum(sum(one) for one in chosen)

    def gifts(self, bill: Bill) -> Iterator[Counts]:
        """What the loser of a takeover can be given, the usual gift first (F-11, two rulings on compensation)."""
        if not any(bill.ejection) or self.readings["compensation"] == "none":
            yield NONE
            return
        base = bill.used if self.readings["compensation-base"] == "all" else bill.ejection
        due = (sum(base) + 1) // 2
        ranges = [range(min(count, due), -1, -1) for count in base]
        yield from (gift for gift in product(*ranges) if sum(gift) == due)

    def occupy(self, state: State, province: Mask, places: Mask, bill: Bill, gift: Counts | None = None) -> State:
        """Occupy a province as a bill of :meth:`bills` says, on triangles of :meth:`placements` (F-11, F-12)."""
        hand = tuple(held - used for held, used in zip(state.hand, bill.used, strict=True))
        governors = list(state.governors)
        governors[state.turn] |= places
        after = state.with_hand(hand)
        discards = add(state.discards, bill.used)
        for seat, standing in enumerate(state.governors):
            if seat != state.turn and standing & province:
                governors[seat] &= ~province
                given = next(self.gifts(bill)) if gift is None else gift
                after = after._replace(hands=replaced(after.hands, seat, add(after.hands[seat], given)))
                discards = tuple(count - gone for count, gone in zip(discards, given, strict=True))
        return after._replace(governors=tuple(governors), discards=discards, actions=state.actions + 1)

    # The turn.

    def may_pass(self, state: State) -> bool:
        """Whether the actions that are left can be passed (2-3, ruling passing)."""
        open_cards = bool(state.face_up) or self.can_draw(state)
        return state.over or state.actions >= ACTIONS or not open_cards or self.readings["passing"] == "allowed"

    def ended(self, state: State) -> State:
        """The end of a turn: the game's by points or walls, or the next player's turn (2-1, 6-2, 6-4)."""
        if state.over or self.full(state) or state.ending:
            return state._replace(over=True)
        turn = (state.turn + 1) % len(state.hands)
        return state._replace(turn=turn, moved=False, actions=0, levied=False)

    @cached_property
    def refills_at_once(self) -> bool:
        """Whether a face-up card taken as the first action is replaced before the second (ruling refill-action)."""
        return self.readings["refill-action"] == "at-once"


def bits(mask: Mask) -> Iterator[Mask]:
    """The single bits of a mask, the lowest first.

    >>> list(bits(0b1011))
    [1, 2, 8]
    """
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def counts(held: Mapping[Symbol, int]) -> Counts:
    """Cards by symbol as a tuple.

    >>> counts({"horse": 2})
    (0, 0, 2, 0, 0)
    """
    return tuple(held.get(symbol, 0) for symbol in SYMBOLS)


def cards(held: Counts) -> dict[Symbol, int]:
    """The same back, symbols without any left out.

    >>> cards((0, 0, 2, 0, 0))
    {'horse': 2}
    """
    return {symbol: count for symbol, count in zip(SYMBOLS, held, strict=True) if count}


def more(held: Counts, card: int, count: int = 1) -> Counts:
    """Cards with some of one symbol added.

    >>> more((0, 0, 2, 0, 0), 2, -1)
    (0, 0, 1, 0, 0)
    """
    return (*held[:card], held[card] + count, *held[card + 1 :])


def add(held: Counts, others: Counts) -> Counts:
    """Cards with others added.

    >>> add((1, 0, 0, 0, 0), (1, 2, 0, 0, 0))
    (2, 2, 0, 0, 0)
    """
    return tuple(one + other for one, other in zip(held, others, strict=True))


def scaled(held: Counts, factor: int) -> Counts:
    """So many times the cards.

    >>> scaled((0, 1, 0, 0, 0), 2)
    (0, 2, 0, 0, 0)
    """
    return tuple(factor * count for count in held)


def replaced(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """A tuple with one of its items replaced.

    >>> replaced((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:at], item, *items[at + 1 :])
