"""A sheet of Alhambras: each with its missions, what it scores and what its owner holds, and the market below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from typing import get_args

from models.alhambra.layout import Layout
from models.alhambra.missions import MISSIONS, Finding
from models.alhambra.position import TREASURES, Currency, PlayerState, Position
from models.alhambra.tiles import FOUNTAIN, TYPES, Supply, Tile
from models.alhambra.walls import runs
from models.ledger import Entry
from models.rulings import Rulings
from puzzles.drawing.alhambra_layout import (
    LONGEST,
    SECOND,
    Ground,
    draw_mark,
    draw_mission,
    draw_new,
    mission_size,
)
from puzzles.drawing.alhambra_tiles import BRICK, CURRENCY, draw_coin, draw_glyph, draw_tile
from puzzles.drawing.geometry import Box
from puzzles.drawing.sheet import (
    CAPTION,
    EDGE,
    FRAME,
    KEY_ROW,
    Columns,
    Item,
    Pairs,
    Stack,
    Words,
    draw_caption,
    draw_heading,
    draw_key,
    key_rows,
)
from puzzles.drawing.svg import (
    FAINT,
    INK,
    WHITE,
    Element,
    canvas,
    fit,
    line,
    number,
    rectangle,
    shape,
    text,
    text_width,
    to_string,
    tooltip,
    wrap,
)

INVENTED = "Invented tiles, not those in the box."
MOST_BELOW = 2
"""So many Alhambras stand one below the other; more are split into two columns."""
_CELL, _LEAST_CELL, _PLOT = 76.0, 42.0, 560.0
"""The size of a cell, at least, and how wide and high an Alhambra should be at most."""
_SIDE, _GAP, _MINI = 348.0, 16.0, 26.0
"""How wide the column beside an Alhambra is, the gap to it, the size of a cell of a mission's picture."""
_HALF = (_SIDE - 12) / 2
"""How wide the picture of a mission is: two stand side by side."""
_LEAST_PLOT = 280.0
_NAME, _ROW = 30.0, 19.0
_FOUNTAIN = 104.0
"""How wide and high an Alhambra is that only has its fountain."""
_TILE, _SMALL = 64.0, 16.0
"""Sizes of a tile that lies aside, and of the heading above it."""


def points_words(points: int) -> str:
    """Points with their noun.

    >>> points_words(1), points_words(12)
    ('1 point', '12 points')
    """
    return f"{points} point{'' if points == 1 else 's'}"


# -- things that lie side by side --------------------------------------------------------------------


@dataclass(frozen=True)
class Thing:
    """Something that lies on the table: how wide it is, and how to draw it from its top left corner."""

    width: float
    draw: Callable[[Element, float, float], None]


@dataclass(frozen=True)
class Group:
    """Things side by side under a heading."""

    title: str
    things: tuple[Thing, ...]

    @property
    def width(self) -> float:
        """All its things, or the heading."""
        return max(sum(thing.width for thing in self.things), text_width(self.title, 12, bold=True) + 4)


@dataclass(frozen=True)
class Shelf:
    """Groups of things in rows that fill the width."""

    groups: tuple[Group, ...]

    HIGH, PAD, APART = 90.0, 14.0, 30.0

    @property
    def least(self) -> float:
        """Rows are broken to any width."""
        return 0.0

    def _rows(self, width: float) -> list[list[tuple[str, list[Thing]]]]:
        """The groups of each row; a group that does not fit goes on in the next one."""
        rows: list[list[tuple[str, list[Thing]]]] = [[]]
        inner, used = width - 2 * self.PAD, 0.0
        for group in self.groups:
            if rows[-1] and used + group.width > inner:
                rows.append([])
                used = 0.0
            rows[-1].append((group.title, []))
            for thing in group.things:
                if rows[-1][-1][1] and used + thing.width > inner:
                    rows.append([("", [])])
                    used = 0.0
                rows[-1][-1][1].append(thing)
                used += thing.width
            used += max(0.0, group.width - sum(thing.width for thing in group.things)) + self.APART
        return rows

    def height(self, width: float) -> float:
        """All rows in their frame."""
        return self.HIGH * len(self._rows(width)) + self.PAD

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the frame and the rows."""
        box = Box(left, top, left + width, top + self.height(width))
        rectangle(root, box, rx=10, fill=WHITE, stroke=FRAME, stroke_width=1.2)
        for at, row in enumerate(self._rows(width)):
            x, y = left + self.PAD, top + 8 + self.HIGH * at
            for title, things in row:
                _, lines = fit(title, width - 2 * self.PAD, (12,), bold=True)
                if lines:
                    text(root, lines[0], x, y + _SMALL / 2 - 1, 12, anchor="start", bold=True, fill=FAINT)
                end = x
                for thing in things:
                    thing.draw(root, end, y + _SMALL + 3)
                    end += thing.width
                x = max(end, x + text_width(title, 12, bold=True) + 4) + self.APART


def _tile_thing(tile: Tile, new: str | None = None) -> Thing:
    def draw(parent: Element, x: float, y: float) -> None:
        box = Box(x, y, x + _TILE, y + _TILE)
        draw_tile(parent, box, tile)
        if new is not None:
            draw_new(parent, box, new)

    return Thing(_TILE + 8, draw)


def _slot_thing(currency: str, tile: Tile | None, new: str | None = None) -> Thing:
    """A slot of a market: its coin, and the tile or an empty place."""

    def draw(parent: Element, x: float, y: float) -> None:
        group = shape(parent, "g")
        tooltip(group, f"{currency}: {tile.id if tile else 'empty'}")
        draw_coin(group, (x + 11, y + 11), 10, currency)
        box = Box(x + 25, y, x + 25 + _TILE, y + _TILE)
        if tile is None:
            rectangle(
                group, box, rx=4, fill="none", stroke=CURRENCY[currency][0], stroke_width=1.5, stroke_dasharray="5 4"
            )
            text(group, "empty", *box.centre, 11, fill=FAINT)
            return
        draw_tile(group, box, tile)
        if new is not None:
            draw_new(group, box, new)

    return Thing(_TILE + 25 + 14, draw)


def _card_things(currency: str, cards: Sequence[int]) -> Thing:
    """The cards of a currency side by side."""
    fill, ink = CURRENCY[currency]

    def draw(parent: Element, x: float, y: float) -> None:
        group = shape(parent, "g")
        tooltip(group, f"{currency}: {', '.join(map(str, cards))}")
        for at, card in enumerate(cards):
            box = Box(x + 29 * at, y + 6, x + 29 * at + 26, y + 46)
            rectangle(group, box, rx=4, fill=fill, stroke=INK, stroke_width=1)
            text(group, str(card), box.centre[0], box.centre[1] + 4, 16, bold=True, fill=ink)
            text(group, currency[0].upper(), box.left + 7, box.top + 8, 9, fill=ink)

    return Thing(29 * len(cards) + 12, draw)


def _treasure_thing(value: int, held: bool) -> Thing:
    """A treasure as a chest with its value; one that was given up leaves a dashed place."""

    def draw(parent: Element, x: float, y: float) -> None:
        group = shape(parent, "g")
        tooltip(group, f"treasure {value}{'' if held else ', given up'}")
        body = Box(x, y + 22, x + 34, y + 46)
        low, high = number(y + 21), number(y + 16)
        bow = f"Q{number(body.centre[0])} {number(y + 2)} {number(body.right)} {high}"
        if not held:
            rectangle(group, Box(x, y + 8, x + 34, y + 46), rx=5, fill="none", stroke=FAINT, stroke_dasharray="4 3")
            return
        shape(group, "path", d=f"M{number(x)} {low} V{high} {bow} V{low}Z", fill="#b07a35", stroke=INK, stroke_width=1)
        rectangle(group, body, rx=2, fill="#d9a441", stroke=INK, stroke_width=1)
        text(group, str(value), *body.centre, 15, bold=True)

    return Thing(42, draw)


def _tiles(supply: Supply, ids: Iterable[str]) -> list[Tile]:
    return [supply.tile(each) for each in ids]


def belongings(
    supply: Supply, position: Position, name: str, new: Mapping[str, str] | None = None
) -> tuple[Group, ...]:
    """What a player holds beside the Alhambra, as far as it is in play; ``new`` marks tiles by their id."""
    state, marks = position.players[name], new or {}
    groups = []

    def lying(ids: Iterable[str]) -> tuple[Thing, ...]:
        return tuple(_tile_thing(tile, marks.get(tile.id)) for tile in _tiles(supply, ids))

    if state.bought:
        groups.append(Group("bought, not yet placed", lying(state.bought)))
    if "markets" in position.modules:
        groups.append(Group("personal market", _slots(supply, state.market, marks)))
    if state.reserve:
        groups.append(Group("reserve", lying(state.reserve)))
    held = position.held(name)
    if "treasures" in position.modules:
        things = tuple(_treasure_thing(value, value in held) for value in TREASURES)
        groups.append(Group(f"treasures: {sum(held)}", things))
    hand = [(currency, cards) for currency, cards in sorted(state.money.items()) if cards]
    if hand:
        sums = ", ".join(f"{currency} {sum(cards)}" for currency, cards in hand)
        groups.append(Group(f"money: {sums}", tuple(_card_things(*each) for each in hand)))
    return tuple(groups)


def _slots(supply: Supply, market: Mapping[Currency, str], marks: Mapping[str, str]) -> tuple[Thing, ...]:
    things = []
    for currency in get_args(Currency):
        tile = supply.tile(market[currency]) if currency in market else None
        things.append(_slot_thing(currency, tile, marks.get(tile.id) if tile else None))
    return tuple(things)


def common(supply: Supply, position: Position) -> tuple[Group, ...]:
    """What belongs to nobody: the building market, and the tiles of the third party."""
    groups = []
    if position.market:
        groups.append(Group("building market", _slots(supply, position.market, {})))
    if position.neutral:
        groups.append(Group("neutral third party", tuple(map(_tile_thing, _tiles(supply, position.neutral)))))
    return tuple(groups)


_CAPTIONS: Mapping[str, str] = {
    "rows": "rows of three",
    "columns": "columns of three",
    "same-type": "two of a type",
    "second-wall": "second longest wall",
    "diagonal": "longest diagonal",
    "double-walls": "double walls",
    "variety": "different types",
    "path": "path to the furthest",
    "grids": "2 by 2 grids",
}
"""By mission, a few words above its picture."""


# -- an Alhambra with all that belongs to it ---------------------------------------------------------


@dataclass(frozen=True)
class Estate:
    """A player's Alhambra, beside it the missions and what it scores, below it what the player holds.

    Attributes
    ----------
    name, state
        Whose, and where this player stands.
    ground
        The Alhambra with what is new.
    missions
        What each mission in play finds in it.
    later
        Whether missions are only scored at the end of the game, and not in the scoring shown.
    entries
        What the player scores.
    groups
        What lies beside it.
    counted
        What the total is called where ``entries`` are what a question counts, and not the scoring of the round.
    """

    name: str
    state: PlayerState
    ground: Ground
    missions: Mapping[str, tuple[Finding, ...]]
    later: bool
    entries: tuple[Entry, ...]
    groups: tuple[Group, ...]
    counted: str = ""

    @cached_property
    def _size(self) -> float:
        """Of a cell: as large as it may be, smaller the larger the Alhambra is."""
        wide, high = self.ground.room(1.0, axes=False)
        return max(_LEAST_CELL, min(_CELL, _PLOT / max(wide, high * 1.15)))

    @cached_property
    def _plot(self) -> tuple[float, float]:
        wide, high = self.ground.room(self._size)
        return max(wide + 12, _LEAST_PLOT), high + 12

    @cached_property
    def _rows(self) -> list[tuple[str, str]]:
        return score_rows(self.entries)

    @property
    def _bare(self) -> bool:
        """Whether there is nothing to see but the fountain and what the player holds, treasures that score among it."""
        scored = any(entry.rule != "T-5" for entry in self.entries)
        return len(self.ground.layout.cells) == 1 and not (scored or self.ground.gone)

    @property
    def least(self) -> float:
        """The Alhambra and the column beside it."""
        return _LEAST_PLOT + _GAP + _SIDE if self._bare else self._plot[0] + _GAP + _SIDE

    @cached_property
    def _panel(self) -> float:
        """How high the picture of a mission is, its heading and the gap below included."""
        layout = self.ground.layout
        _, high = Ground(layout).room(mission_size(layout, _HALF, 150, _MINI), axes=False)
        return 34 + max(high, 40.0) + 14

    @property
    def _abreast(self) -> int:
        """How many pictures of missions find room below the Alhambra, side by side."""
        return int((self._plot[0] + 12) // (_HALF + 12))

    @cached_property
    def _beside(self) -> int:
        """How many missions stand beside the Alhambra; more than a few go below it where that saves height."""
        count = len(self.missions)
        return count if count <= 4 else min(range(count, -1, -1), key=lambda beside: max(self._heights(beside)))

    def _heights(self, beside: int) -> tuple[float, float]:
        """How high the Alhambra with the missions below it is, and the column beside it."""
        below = -(-(len(self.missions) - beside) // self._abreast)
        left = self._plot[1] + (_GAP + self._panel * below - 14 if below else 0.0)
        return left, self._panel * -(-beside // 2) + _ROW * len(self._rows) + 46

    def _main_height(self) -> float:
        return max(self._heights(self._beside))

    def height(self, width: float) -> float:
        """The name, the Alhambra or what stands beside it, the shelf."""
        if self._bare:
            return _NAME + max(_FOUNTAIN, Shelf(self.groups).height(width - _FOUNTAIN - _GAP) if self.groups else 0.0)
        shelf = _GAP - 4 + Shelf(self.groups).height(width) if self.groups else 0.0
        return _NAME + self._main_height() + shelf

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw all of it; the Alhambra takes what the column beside it leaves."""
        stands = f"stands at {points_words(self.state.points)}" if self.state.points else ""
        room = width - text_width(stands, 13) - 20
        size, lines = fit(self.name, room, (18, 15, 12), bold=True)
        text(root, lines[0], left + 2, top + 11, size, anchor="start", bold=True)
        if stands:
            text(root, stands, left + width, top + 11, 13, anchor="end", fill=FAINT)
        top += _NAME
        if self._bare:
            self.ground.draw(root, Box(left, top, left + _FOUNTAIN, top + _FOUNTAIN), _TILE, axes=False)
            if self.groups:
                Shelf(self.groups).draw(root, left + _FOUNTAIN + _GAP, top, width - _FOUNTAIN - _GAP)
            return
        high = self._main_height()
        right, keys = left + width - _SIDE, list(self.missions)
        for at, key in enumerate(keys[: self._beside]):
            self._draw_mission(root, right + (at % 2) * (_HALF + 12), top + self._panel * (at // 2), key)
        below = self._panel * -(-self._beside // 2)
        self._draw_scores(root, Box(right, top + below, left + width, top + high))
        rest = keys[self._beside :]
        under = _GAP - 14 + self._panel * -(-len(rest) // self._abreast) if rest else 0.0
        self.ground.draw(root, Box(left, top, right - _GAP, top + high - under), self._size)
        for at, key in enumerate(rest):
            x, y = left + (at % self._abreast) * (_HALF + 12), top + high - under + _GAP
            self._draw_mission(root, x, y + self._panel * (at // self._abreast), key)
        if self.groups:
            Shelf(self.groups).draw(root, left, top + high + _GAP - 4, width)

    def _draw_mission(self, root: Element, x: float, y: float, key: str) -> None:
        """A mission's name, its points and what earned them."""
        found = self.missions[key]
        points = points_words(sum(finding.points for finding in found))
        size, lines = fit(_CAPTIONS[key], _HALF - 4, (12, 11), bold=True)
        text(root, lines[0], x + 2, y + 7, size, anchor="start", bold=True)
        text(root, f"{points} at the end" if self.later else points, x + 2, y + 23, 12, anchor="start", fill=FAINT)
        box = Box(x, y + 34, x + _HALF, y + self._panel - 14)
        draw_mission(root, box, key, self.ground.layout, found, _MINI)

    def _draw_scores(self, root: Element, box: Box) -> None:
        """What is scored line by line, with the total."""
        rectangle(root, box, rx=10, fill=WHITE, stroke=FRAME, stroke_width=1.2)
        y = box.top + 8 + _ROW / 2
        for what, points in self._rows:
            size, lines = fit(what, box.width - 64, (12.5, 11.5, 10.5))
            text(root, lines[0], box.left + 14, y, size, anchor="start")
            text(root, points, box.right - 14, y, 12.5, anchor="end")
            y += _ROW
        line(root, ((box.left + 14, y - 5), (box.right - 14, y - 5)), INK, 1)
        y += 7
        words = "scores, without missions" if self.later and self.missions else "scores"
        words = self.counted or words
        text(root, words, box.left + 14, y, 14, anchor="start", bold=True)
        total = sum(entry.amount for entry in self.entries)
        text(root, points_words(total), box.right - 14, y, 14, anchor="end", bold=True)


_KINDS: Mapping[str, str] = {
    "B6-1": "longest wall",
    "T-5": "treasures",
    **{mission.rule: mission.title for mission in MISSIONS.values()},
}


def score_rows(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """What is scored as (what, points): majorities by type, all else by its rule, in the ledger's order."""
    sums: dict[str, list[Entry]] = {}
    for entry in entries:
        what = _KINDS.get(entry.rule) or entry.subject
        sums.setdefault(what, []).append(entry)
    rows = []
    for what, them in sums.items():
        more = ""
        if len(them) > 1:
            more = f" ({len(them)})"
        elif them[0].rule.startswith("B5"):
            more = f": {them[0].note.split(' with ')[0].split(': ')[0].replace(' of them', '')}"
        rows.append((f"{what}{more}", str(sum(entry.amount for entry in them))))
    return rows


# -- the sheet ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """All that a picture shows: Alhambras under a title, what belongs to nobody, text."""

    title: str
    estates: tuple[Estate, ...]
    shared: tuple[Group, ...] = ()
    below: Pairs = ()


def estate(
    supply: Supply,
    position: Position,
    name: str,
    entries: Iterable[Entry],
    rulings: Rulings,
    *,
    new: Mapping[tuple[int, int], str] | None = None,
    gone: Iterable[tuple[int, int]] = (),
    aside: Mapping[str, str] | None = None,
    counted: str = "",
) -> Estate:
    """What is drawn of a player: ``new`` and ``gone`` are cells, ``aside`` marks tiles that lie beside by their id.

    ``counted`` names the total where ``entries`` are what a question counts.
    """
    state = position.players[name]
    layout = Layout.of(state.layout, supply)
    found: dict[str, tuple[Finding, ...]] = {
        key: tuple(MISSIONS[key].find(layout, rulings)) for key in position.missions
    }
    mine = tuple(entry for entry in entries if entry.player == name)
    ground = Ground(layout, new or {}, tuple(cell for cell in gone if cell not in layout.cells))
    beside = belongings(supply, position, name, aside)
    return Estate(name, state, ground, found, position.round < 3, mine, beside, counted)


def draw_sheet(sheet: Sheet, invented: bool = False) -> str:
    """Draw a sheet with a key to all of it.

    Returns
    -------
    str
        An SVG document, the same for the same input.
    """
    stacks = [Stack((each,)) for each in sheet.estates]
    if sheet.shared:
        stacks.append(Stack((Shelf(sheet.shared),)))
    columns = Columns.of(stacks, MOST_BELOW, Estate)
    body = Stack((columns, Words(sheet.below)) if sheet.below else (columns,))
    inner = body.least
    heading = wrap(sheet.title, inner, 20, bold=True, most=3)
    key = key_rows(key_items(sheet), inner)
    top = 22 + 26.0 * len(heading)
    bottom = top + body.height(inner)
    width, height = inner + 2 * EDGE, bottom + 14 + KEY_ROW * len(key) + (CAPTION if invented else 8)

    root = canvas(width, height, " ".join(heading) or "Alhambra")
    draw_heading(root, heading, 20)
    body.draw(root, EDGE, top, inner)
    draw_key(root, EDGE, bottom + 14 + KEY_ROW / 2, key, KEY_ROW)
    if invented:
        draw_caption(root, height, INVENTED)
    return to_string(root)


def draw_layout(layout: Layout, title: str = "") -> str:
    """Draw an Alhambra by itself."""
    ground = Ground(layout)
    wide, high = ground.room(_CELL)
    body = Box(EDGE, 14, EDGE + max(wide + 12, _LEAST_PLOT), 14 + high + 12)
    heading = wrap(title, body.width, 20, bold=True, most=3)
    key = key_rows(layout_key([layout]), body.width)
    body = body.moved(0, 8 + 26.0 * len(heading) if heading else 0)
    root = canvas(body.right + EDGE, body.bottom + 10 + KEY_ROW * len(key), title or "An Alhambra")
    draw_heading(root, heading, 20)
    ground.draw(root, body, _CELL)
    draw_key(root, EDGE, body.bottom + 8 + KEY_ROW / 2, key, KEY_ROW)
    return to_string(root)


def key_items(sheet: Sheet) -> list[Item]:
    """What the key has to explain on a sheet."""
    items = layout_key([each.ground.layout for each in sheet.estates])
    news = [mark for each in sheet.estates for mark in each.ground.new.values()]
    if news:
        items.append(
            (partial(_new_item, mark=min(news, key=len) or "+"), 24, "new" + (", in this order" if any(news) else ""))
        )
    if any(each.ground.gone for each in sheet.estates):
        items.append((partial(_new_item, mark="−"), 24, "removed"))
    return items


def layout_key(layouts: Sequence[Layout]) -> list[Item]:
    """What the key has to explain on some Alhambras: the types on them, walls, traces."""
    types = {tile.type: None for layout in layouts for tile in layout.cells.values()}
    known = [type_ for type_ in TYPES if type_ in types]
    others = [type_ for type_ in types if type_ not in (*TYPES, FOUNTAIN.type)]
    items: list[Item] = [(partial(_type_item, type_=FOUNTAIN.type), 24, "Lion Fountain")]
    items += [(partial(_type_item, type_=type_), 24, type_) for type_ in [*known, *others]]
    if any(tile.mask for layout in layouts for tile in layout.cells.values()):
        items.append((_wall_item, 30, "wall"))
    most = max((len(runs(layout)) for layout in layouts), default=0)
    for colour, words in ((LONGEST, "longest outer wall"), (SECOND, "second longest"))[:most]:
        items.append((partial(_trace_item, colour=colour), 34, words))
    return items


def _type_item(parent: Element, x: float, y: float, type_: str) -> None:
    draw_glyph(parent, type_, (x, y), 10)


def _wall_item(parent: Element, x: float, y: float) -> None:
    rectangle(parent, Box.around((x, y), 28, 6), fill=BRICK)


def _trace_item(parent: Element, x: float, y: float, colour: str) -> None:
    line(parent, ((x - 16, y), (x + 16, y)), colour, 5, stroke_dasharray=None if colour == LONGEST else "9 4.5")


def _new_item(parent: Element, x: float, y: float, mark: str) -> None:
    draw_mark(parent, (x, y), 10, mark)


def supply_sheet(supply: Supply) -> str:
    """Draw all tiles of a supply, a row or more for each type."""
    types = [type_ for type_ in TYPES if any(tile.type == type_ for tile in supply.by_id.values())]
    types += [type_ for type_ in dict.fromkeys(t.type for t in supply.by_id.values()) if type_ not in TYPES]
    size, gap, most, name = 66.0, 10.0, 12, 150.0
    lines: list[tuple[str, int, list[Tile]]] = []
    for type_ in types:
        tiles = sorted((t for t in supply.by_id.values() if t.type == type_), key=lambda t: (t.price or 0, t.walls))
        for at in range(0, len(tiles), most):
            lines.append((type_ if not at else "", len(tiles), tiles[at : at + most]))
    widest = max(len(tiles) for _, _, tiles in lines)
    inner = max(name + widest * (size + gap) - gap, 480.0)
    heading = wrap(supply.title, inner, 24, bold=True, most=3)
    top = 26 + 31.0 * len(heading)
    tops = list(accumulate((size + gap + 4 for _ in lines), initial=top))
    root = canvas(inner + 2 * EDGE, tops[-1] + (CAPTION if supply.invented else 8), supply.title)
    draw_heading(root, heading, 24)
    for (type_, count, tiles), y in zip(lines, tops, strict=False):
        if type_:
            draw_glyph(root, type_, (EDGE + 16, y + size / 2), 15)
            fitting, words = fit(type_, name - 60, (15, 13, 11, 9), bold=True)
            text(root, words[0], EDGE + 42, y + size / 2 - 9, fitting, anchor="start", bold=True)
            told = f"{count} tile{'' if count == 1 else 's'}"
            text(root, told, EDGE + 42, y + size / 2 + 11, 12, anchor="start", fill=FAINT)
        for at, tile in enumerate(tiles):
            x = EDGE + name + at * (size + gap)
            draw_tile(root, Box(x, y, x + size, y + size), tile)
    if supply.invented:
        draw_caption(root, tops[-1] + CAPTION, INVENTED)
    return to_string(root)
