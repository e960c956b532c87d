"""Alhambras on a terminal, in box-drawing characters: thick walls, open sides, the longest wall doubled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from models.alhambra.layout import Layout, reading_order
from models.alhambra.missions import MISSIONS, Finding
from models.alhambra.position import Position
from models.alhambra.tiles import CURRENCIES, FOUNTAIN, STEPS, TYPES, Cell, Tile
from models.alhambra.walls import Edge, runs, scored_length
from models.alhambra.words import tile_name
from models.rulings import Rulings
from puzzles.columns import broken, width_of

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

_LIGHT, _HEAVY, _LONGEST = 1, 2, 3
"""How a side is drawn: an open side of the outline, a wall, a wall that is part of the longest; 0 for a way through."""

_CORNERS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Corners by the weights 0 to 2 of what meets there, as digits to the base 3: up, right, down, left."""
_DOUBLED = {5: "║", 10: "═", 6: "╔", 12: "╗", 3: "╚", 9: "╝", 7: "╠", 13: "╣", 14: "╦", 11: "╩", 15: "╬"}
"""Corners at which only doubled walls meet, by the bits 1 up, 2 right, 4 down, 8 left."""
_ACROSS, _DOWN = " ─━═", " │┃║"
_PLAIN_ACROSS, _PLAIN_DOWN = " -=#", " |H#"

NEEDS = _CORNERS + "".join(_DOUBLED.values()) + "≈"
"""What a terminal has to be able to show; else everything is drawn in ASCII."""

_INNER = 4
"""Characters in a cell at least: a letter, a price, a mark; one more where there is room."""


def abbreviation(tile: Tile, plain: bool = False) -> str:
    """A tile in a few characters: the letter of its type and its price.

    >>> from models.alhambra.tiles import make_tile
    >>> abbreviation(make_tile("garden", 10, "n")), abbreviation(FOUNTAIN, plain=True)
    ('G10', '~F~')
    """
    if tile == FOUNTAIN:
        return "~F~" if plain else "≈F≈"
    return f"{_letters(tile.type)}{'' if tile.price is None else tile.price}"


def _letters(type_: str) -> str:
    """One letter for a type of the base game, two for another one."""
    return type_[:1].upper() if type_ in TYPES else type_[:2].capitalize()


def layout_text(
    layout: Layout, width: int = 80, *, plain: bool = False, new: Collection[Cell] = (), legend: bool = True
) -> list[str]:
    """An Alhambra as lines of text, with its coordinates and a legend.

    Parameters
    ----------
    width
        Characters in a line at most; a wider Alhambra is shown in parts, one below the other.
    plain
        In ASCII.
    new
        Cells whose tiles are marked with a star.
    legend
        Whether to say below what the signs mean.

    Examples
    --------
    >>> from models.alhambra.tiles import make_tile
    >>> cells = {(0, 0): FOUNTAIN, (1, 0): make_tile("garden", 10, "n"), (1, 1): make_tile("tower", 9, "es")}
    >>> for line in layout_text(Layout(cells), plain=True)[:6]:
    ...     print(line)
         0     1
      +-----+=====+
    0 | ~F~   G10 |
      +-----+     +
    1       |  T9 #
            +######
    """
    words = {cell: abbreviation(tile, plain) + ("*" if cell in new else "") for cell, tile in layout.cells.items()}
    xs, ys = [x for x, _ in words], [y for _, y in words]
    label = max(len(str(y)) for y in (min(ys), max(ys))) + 1
    roomy = label + 1 + (_INNER + 2) * (max(xs) - min(xs) + 1) <= width
    inner = max(_INNER + roomy, *map(width_of, words.values()))
    abreast = max(1, (width - label - 1) // (inner + 1))
    drawing = _Drawing(layout, words, inner, plain)
    lines: list[str] = []
    for first in range(min(xs), max(xs) + 1, abreast):
        last = min(first + abreast - 1, max(xs))
        lines += [""] if lines else []
        heads = (str(x).center(inner) for x in range(first, last + 1))
        lines.append((" " * (label + 1) + " ".join(heads)).rstrip())
        for y in range(min(ys), max(ys) + 1):
            lines.append(" " * label + drawing.border(y, first, last))
            lines.append(f"{y:>{label - 1}} " + drawing.row(y, first, last))
        lines.append(" " * label + drawing.border(max(ys) + 1, first, last))
    told = broken(_legend([layout], plain, bool(new)), width) if legend else []
    return [*(line.rstrip() for line in lines), *told]


class _Drawing:
    """The lines of an Alhambra."""

    def __init__(self, layout: Layout, words: Mapping[Cell, str], inner: int, plain: bool) -> None:
        self.cells = layout.cells
        self.words = words
        self.inner = inner
        self.across, self.down = (_PLAIN_ACROSS, _PLAIN_DOWN) if plain else (_ACROSS, _DOWN)
        self.corner: Callable[[tuple[int, int, int, int]], str] = _plain_corner if plain else _corner
        walls = runs(layout)
        self.longest: frozenset[Edge] = frozenset(walls[0].edges) if walls else frozenset()

    def side(self, cell: Cell, at: int) -> int:
        """How a side of a cell is drawn."""
        other = (cell[0] + STEPS[at][0], cell[1] + STEPS[at][1])
        here, there = self.cells.get(cell), self.cells.get(other)
        if (cell, at) in self.longest or (other, at ^ 2) in self.longest:
            return _LONGEST
        if (here and here.mask >> at & 1) or (there and there.mask >> (at ^ 2) & 1):
            return _HEAVY
        return _LIGHT if (here is None) != (there is None) else 0

    def border(self, y: int, first: int, last: int) -> str:
        """The line between a row of cells and the one above it."""
        parts = []
        for x in range(first, last + 1):
            parts += [self._meeting(x, y), self.across[self.side((x, y), 0)] * self.inner]
        return "".join([*parts, self._meeting(last + 1, y)])

    def row(self, y: int, first: int, last: int) -> str:
        """The line through a row of cells."""
        parts = []
        for x in range(first, last + 1):
            told = self.words.get((x, y), "")
            space = self.inner - width_of(told)
            centred = " " * (space - space // 2) + told + " " * (space // 2)
            parts += [self.down[self.side((x, y), 3)], centred]
        return "".join([*parts, self.down[self.side((last, y), 1)]])

    def _meeting(self, x: int, y: int) -> str:
        """The corner north-west of a cell: what leads from it up, right, down and left."""
        up, right = self.side((x, y - 1), 3), self.side((x, y), 0)
        return self.corner((up, right, self.side((x, y), 3), self.side((x - 1, y), 0)))


def _corner(arms: tuple[int, int, int, int]) -> str:
    present = [arm for arm in arms if arm]
    if len(present) > 1 and min(present) == _LONGEST:
        return _DOUBLED[sum(1 << at for at, arm in enumerate(arms) if arm)]
    # there is no character where a doubled line meets another one
    digits = [min(arm, _HEAVY) for arm in arms]
    return _CORNERS[digits[0] * 27 + digits[1] * 9 + digits[2] * 3 + digits[3]]


def _plain_corner(arms: tuple[int, int, int, int]) -> str:
    present = [arm for arm in arms if arm]
    if present and min(present) == _LONGEST:
        return "#"
    return "+" if present else " "


def _legend(layouts: Sequence[Layout], plain: bool, new: bool) -> str:
    tiles = [tile for layout in layouts for tile in layout.cells.values()]
    types = {tile.type for tile in tiles} - {FOUNTAIN.type}
    known = [type_ for type_ in TYPES if type_ in types] + sorted(types - set(TYPES))
    parts = [f"{abbreviation(FOUNTAIN, plain)} fountain", *(f"{_letters(type_)} {type_}" for type_ in known)]
    across, down = (_PLAIN_ACROSS, _PLAIN_DOWN) if plain else (_ACROSS, _DOWN)
    if any(tile.mask for tile in tiles):
        parts.append(f"{across[_HEAVY]}{down[_HEAVY]} wall")
    if any(map(runs, layouts)):
        parts.append(f"{across[_LONGEST]}{down[_LONGEST]} longest outer wall")
    return ", ".join([*parts, *(["* new"] if new else [])])


# -- a whole table -----------------------------------------------------------------------------------


def text_picture(
    scenario: Scenario, answer: Any = None, *, width: int = 80, plain: bool = False, scores: bool = True
) -> list[str]:
    """The table of a scenario, or what an answer makes of it, as lines of text.

    Parameters
    ----------
    width
        Characters in a line at most.
    plain
        Draw in ASCII.
    scores
        Whether to tell what walls and missions are worth, which a ledger tells too.
    """
    supply, position = scenario.board, scenario.position.resolved(scenario.board)
    whose: str | None = None
    new: Collection[Cell] = ()
    if answer is not None:  # a command that only scores loads nothing of the solver floor
        from puzzles.drawing.alhambra_views import view_of

        view = view_of(answer, scenario)
        position, whose, new = view.position, view.player, view.new
    layouts = {name: Layout.of(state.layout, supply) for name, state in position.players.items()}
    lines: list[str] = []
    for name, layout in layouts.items():
        lines += broken(name, width)
        if len(layout.cells) > 1:
            marked = new if name == whose else ()
            lines += layout_text(layout, width, plain=plain, new=marked, legend=False)
        else:
            lines.append("  only the fountain stands")
        told = [*(_scores(layout, position, scenario.rulings, plain) if scores else ()), *_holdings(position, name)]
        lines += [*_wrapped(told, width), ""]
    common = _wrapped(list(_common(position)), width, indent="")
    lines += [*common, ""] if common else []
    drawn = [layout for layout in layouts.values() if len(layout.cells) > 1]
    return [*lines, *broken(_legend(drawn, plain, bool(new)), width)] if drawn else lines[:-1]


def _wrapped(pairs: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> list[str]:
    """Headings with their text, broken to the width and indented."""
    lines = []
    for heading, words in pairs:
        first, *more = broken(f"{heading}: {words}", width - len(indent) - 2)
        lines += [f"{indent}{first}", *(f"{indent}  {line}" for line in more)]
    return lines


def _scores(layout: Layout, position: Position, rulings: Rulings, plain: bool) -> Iterator[tuple[str, str]]:
    """The longest wall, and each mission with the tiles that earn its points."""
    walls = runs(layout)
    if walls:
        yield "longest wall", f"{scored_length(walls[0], rulings)}{', all the way round' if walls[0].closed else ''}"
    for key in position.missions:
        mission = MISSIONS[key]
        found = list(mission.find(layout, rulings))
        tiles = "; ".join(
            " ".join(abbreviation(layout.cells[cell], plain) for cell in _in_order(key, each)) for each in found
        )
        yield mission.title, f"{sum(each.points for each in found)}{f' ({tiles})' if tiles else ''}"


def _in_order(key: str, finding: Finding) -> list[Cell]:
    """The cells of a finding in reading order, those of a path from the fountain on."""
    return list(reversed(finding.cells)) if key == "path" else sorted(finding.cells, key=reading_order)


def _holdings(position: Position, name: str) -> Iterator[tuple[str, str]]:
    """What a player holds beside the Alhambra."""
    state = position.players[name]
    if state.bought:
        yield "bought", ", ".join(map(tile_name, state.bought))
    if state.reserve:
        yield "reserve", ", ".join(map(tile_name, state.reserve))
    if "markets" in position.modules:
        yield "personal market", _slots(state.market)
    if "treasures" in position.modules:
        yield "treasures", ", ".join(map(str, position.held(name))) or "none"
    hand = [f"{currency} {' + '.join(map(str, cards))}" for currency, cards in sorted(state.money.items()) if cards]
    if hand:
        yield "money", ", ".join(hand)


def _common(position: Position) -> Iterator[tuple[str, str]]:
    """What belongs to nobody."""
    if position.market:
        yield "building market", _slots(position.market)
    if position.neutral:
        yield "neutral third party", ", ".join(map(tile_name, position.neutral))


def _slots(market: Mapping[Any, str]) -> str:
    return ", ".join(f"{key} {tile_name(market[key])}" for key in CURRENCIES if key in market) or "empty"
