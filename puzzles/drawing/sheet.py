"""Parts of a picture that any game may put together: text in panels, blocks in stacks and columns, a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from puzzles.drawing.geometry import Box
from puzzles.drawing.svg import FAINT, WHITE, Element, canvas, line, rectangle, text, text_width, to_string, wrap

EDGE = 20.0
KEY_ROW = 32.0
CAPTION = 26.0
FRAME = "#cfc6b4"
_GAP = 22.0
"""Between two blocks, one above the other."""

Pairs = Sequence[tuple[str, str]]
"""Text as (heading, line) pairs."""

Item = tuple[Callable[[Element, float, float], None], float, str]
"""An entry of the key: how to draw it about a point, how wide it is, what it means."""


class Block(Protocol):
    """A part of a sheet."""

    @property
    def least(self) -> float:
        """How wide it has to be."""

    def height(self, width: float) -> float:
        """How high it is at this width."""

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw it from its top left corner."""


@dataclass(frozen=True)
class Heading:
    """A line of text above something."""

    words: str
    size: float

    @property
    def least(self) -> float:
        """Text is broken to any width."""
        return 0.0

    @property
    def _step(self) -> float:
        return 1.3 * self.size

    def _lines(self, width: float) -> list[str]:
        return wrap(self.words, width, self.size, bold=True, most=3)

    def height(self, width: float) -> float:
        """All its lines."""
        return self._step * len(self._lines(width)) + 4

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw it flush left."""
        for at, words in enumerate(self._lines(width)):
            text(root, words, left, top + self.size * 0.6 + self._step * at, self.size, anchor="start", bold=True)


@dataclass(frozen=True)
class Words:
    """A panel with text: headings on the left, lines on the right; in columns where it would be long."""

    pairs: Pairs

    SIZE, LINE, GAP, PAD = 14.0, 20.0, 3.0, 14.0
    COLUMN, LONG = 500.0, 20
    """How wide a column is at least, and how many lines one may have before there are two."""

    @property
    def least(self) -> float:
        """Text is broken to any width."""
        return 0.0

    def height(self, width: float) -> float:
        """The longest column, with the frame."""
        return max(self._heights(width)) + 2 * 10

    def _heights(self, width: float) -> list[float]:
        return [sum(map(self._room, column)) for column in self._columns(width)]

    def _room(self, row: tuple[list[str], list[str]]) -> float:
        return self.LINE * max(map(len, row)) + self.GAP

    def _shape(self, width: float) -> tuple[int, float, float]:
        """How many columns there are, how wide one is, and how wide the headings in it are."""
        count = max(1, min(len(self.pairs) // self.LONG + 1, int(width // self.COLUMN)))
        column = (width - 2 * self.PAD - 2 * self.PAD * (count - 1)) / count
        widest = max((text_width(heading, self.SIZE, bold=True) for heading, _ in self.pairs), default=0.0)
        return count, column, min(widest + 14, column * 0.4)

    def _columns(self, width: float) -> list[list[tuple[list[str], list[str]]]]:
        """The rows of each column, broken to its width; a heading that goes on is not said again."""
        count, column, indent = self._shape(width)
        size = max(1, -(-len(self.pairs) // count))
        columns: list[list[tuple[list[str], list[str]]]] = [[]]
        said = ""
        for at, (heading, words) in enumerate(self.pairs):
            if at and at % size == 0:
                columns.append([])
                said = ""
            named = wrap(heading, indent - 10, self.SIZE, bold=True) if heading != said else []
            columns[-1].append((named, wrap(words, column - indent, self.SIZE) or [""]))
            said = heading
        return columns

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the frame and the rows."""
        rectangle(root, Box(left, top, left + width, top + self.height(width)), rx=10, fill=WHITE, stroke=FRAME,
                  stroke_width=1.2)  # fmt: skip
        _, column, indent = self._shape(width)
        for number, rows in enumerate(self._columns(width)):
            x, y = left + self.PAD + number * (column + 2 * self.PAD), top + 10.0
            for row in rows:
                for side, lines in enumerate(row):
                    for at, words in enumerate(filter(None, lines)):
                        middle = y + self.LINE * (at + 0.5) + self.GAP / 2
                        text(root, words, x + side * indent, middle, self.SIZE, anchor="start", bold=not side)
                y += self._room(row)


@dataclass(frozen=True)
class Table:
    """A panel with a table: numbers stand to the right, what is too wide is broken.

    Attributes
    ----------
    titles
        Of the columns.
    rows
        As many cells each as there are columns.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    SIZE, LINE, GAP, PAD, APART = 13.0, 18.0, 6.0, 14.0, 22.0
    NARROW = 90.0
    """A column is not made narrower than this while another one is wider."""

    @property
    def least(self) -> float:
        """Text is broken to any width."""
        return 0.0

    def _widths(self, width: float) -> list[float]:
        """How wide each column is: as wide as its text, the widest ones less where there is no room."""
        widths = [
            max(text_width(title, self.SIZE, bold=True), *(text_width(row[at], self.SIZE) for row in self.rows), 1.0)
            for at, title in enumerate(self.titles)
        ]
        over = sum(widths) + self.APART * (len(widths) - 1) - (width - 2 * self.PAD)
        for least in (self.NARROW, 24.0):
            for at in sorted(range(len(widths)), key=lambda at: -widths[at]):
                less = min(max(over, 0.0), max(widths[at] - least, 0.0))
                widths[at] -= less
                over -= less
        return widths

    def _lines(self, width: float) -> list[list[list[str]]]:
        """The titles and the rows, each cell broken to its column."""
        widths = self._widths(width)
        return [
            [wrap(cell, wide + 0.5, self.SIZE, bold=not at) for cell, wide in zip(row, widths, strict=True)]
            for at, row in enumerate((self.titles, *self.rows))
        ]

    def height(self, width: float) -> float:
        """All rows, with the frame."""
        return 2 * 10 + sum(self._room(row) for row in self._lines(width))

    def _room(self, row: list[list[str]]) -> float:
        return self.LINE * max(1, *map(len, row)) + self.GAP

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the frame, the titles with a line below them, and the rows."""
        widths = self._widths(width)
        wide = min(width, sum(widths) + self.APART * (len(widths) - 1) + 2 * self.PAD)
        box = Box(left, top, left + wide, top + self.height(width))
        rectangle(root, box, rx=10, fill=WHITE, stroke=FRAME, stroke_width=1.2)
        right = [all(map(_is_number, column)) for column in zip(*self.rows, strict=True)] or [False] * len(widths)
        starts = list(accumulate((column + self.APART for column in widths), initial=left + self.PAD))
        y = top + 10.0
        for number, row in enumerate(self._lines(width)):
            for cell, start, column, numbers in zip(row, starts, widths, right, strict=False):
                for at, words in enumerate(cell):
                    x = start + column if numbers else start
                    middle = y + self.LINE * (at + 0.5) + self.GAP / 2
                    text(root, words, x, middle, self.SIZE, anchor="end" if numbers else "start", bold=not number)
            y += self._room(row)
            if not number:
                ends = ((box.left + self.PAD, y), (box.right - self.PAD, y))
                line(root, ends, FRAME, 1.2)


def _is_number(words: str) -> bool:
    return not words or words.replace("→", "").replace(" ", "").lstrip("+-−").replace("-", "").isdecimal()


@dataclass(frozen=True)
class Key:
    """What the signs mean, in rows that fit."""

    items: tuple[Item, ...]

    @property
    def least(self) -> float:
        """Rows are broken to any width."""
        return 0.0

    def height(self, width: float) -> float:
        """All rows."""
        return KEY_ROW * len(key_rows(self.items, width))

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw the rows."""
        draw_key(root, left, top + KEY_ROW / 2, key_rows(self.items, width), KEY_ROW)


@dataclass(frozen=True)
class Stack:
    """Blocks one above the other."""

    blocks: tuple[Block, ...]

    @property
    def least(self) -> float:
        """The widest of them."""
        return max(block.least for block in self.blocks)

    def _tops(self, width: float) -> list[float]:
        """Where each begins, and where the last one ends."""
        steps = [block.height(width) + (0 if isinstance(block, Heading) else _GAP) for block in self.blocks]
        return list(accumulate(steps, initial=0.0))

    def height(self, width: float) -> float:
        """All of them."""
        return self._tops(width)[-1] - _GAP

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw them."""
        for block, down in zip(self.blocks, self._tops(width), strict=False):
            block.draw(root, left, top + down, width)


@dataclass(frozen=True)
class Columns:
    """Stacks side by side; more room than they need is shared out."""

    stacks: tuple[Stack, ...]

    GUTTER = 34.0

    @classmethod
    def of(cls, stacks: Sequence[Stack], most: int, picture: type[Block]) -> Columns:
        """Stacks read downward, in one column up to so many pictures, else in two about as high as each other."""
        pictures = sum(isinstance(block, picture) for stack in stacks for block in stack.blocks)
        if pictures > most and len(stacks) > 1:
            splits = [cls((_joined(stacks[:at]), _joined(stacks[at:]))) for at in range(1, len(stacks))]
            return min(splits, key=lambda split: split.height(split.least))
        return cls((_joined(stacks),))

    @property
    def least(self) -> float:
        """All of them with some room between."""
        return sum(stack.least for stack in self.stacks) + self.GUTTER * (len(self.stacks) - 1)

    def _parts(self, width: float) -> Iterator[tuple[Stack, float, float]]:
        """Each stack with where it begins and how wide it is."""
        left, more = 0.0, (width - self.least) / len(self.stacks)
        for stack in self.stacks:
            yield stack, left, stack.least + more
            left += stack.least + more + self.GUTTER

    def height(self, width: float) -> float:
        """The highest one."""
        return max(stack.height(wide) for stack, _, wide in self._parts(width))

    def draw(self, root: Element, left: float, top: float, width: float) -> None:
        """Draw them from left to right."""
        for stack, start, wide in self._parts(width):
            stack.draw(root, left + start, top, wide)


def _joined(stacks: Iterable[Stack]) -> Stack:
    return Stack(tuple(block for stack in stacks for block in stack.blocks))


def draw_heading(root: Element, lines: Sequence[str], size: float) -> None:
    """The title of a picture."""
    for at, words in enumerate(lines):
        text(root, words, EDGE, 14 + size * (0.65 + 1.3 * at), size, anchor="start", bold=True)


def draw_caption(root: Element, height: float, words: str) -> None:
    """A remark at the foot of a picture."""
    text(root, words, EDGE, height - 16, 12, anchor="start", italic=True, fill=FAINT)


def key_rows(items: Sequence[Item], width: float) -> list[list[Item]]:
    """The key broken into rows that fit."""
    rows: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        if rows[-1] and used + _item_width(item) > width:
            rows.append([])
            used = 0.0
        rows[-1].append(item)
        used += _item_width(item)
    return rows


def _item_width(item: Item) -> float:
    return item[1] + 8 + text_width(item[2], 12) + 26


def draw_key(parent: Element, x: float, y: float, rows: Sequence[Sequence[Item]], step: float) -> None:
    """The rows of the key, the first one about ``y``."""
    for row in rows:
        left = x
        for item in row:
            draw, width, words = item
            draw(parent, left + width / 2, y)
            text(parent, words, left + width + 8, y, 12, anchor="start")
            left += _item_width(item)
        y += step


MOST_WORDS = 120
"""So many lines of an answer are told in a picture."""


def told_words(words: Pairs) -> Words:
    """An answer as one would say it, as far as there is room."""
    more = len(words) - MOST_WORDS
    return Words(tuple(words) if more <= 0 else (*words[:MOST_WORDS], ("left out", f"{more} more lines")))


def page(title: str, stack: Stack, inner: float, caption: str | None) -> str:
    """A whole picture as an SVG document: the title, the blocks at a width, a caption at the foot."""
    heading = wrap(title, inner, 20, bold=True, most=3)
    top = 22 + 26.0 * len(heading)
    height = top + stack.height(inner) + 12 + (CAPTION if caption else 0)
    root = canvas(inner + 2 * EDGE, height, title)
    draw_heading(root, heading, 20)
    stack.draw(root, EDGE, top, inner)
    if caption:
        draw_caption(root, height, caption)
    return to_string(root)
