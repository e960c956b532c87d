"""SVG by ElementTree: elements, and text that knows how wide it is.

Everything is placed in absolute units of the canvas, without transforms, so that what stands
where can be read off the document.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from puzzles.drawing.geometry import Box, Point

Element = ElementTree.Element

FONT = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif"
INK = "#221f1a"
FAINT = "#5c554a"
WHITE = "#ffffff"
NO_BREAK = "\u00a0"

# Widths of characters in hundredths of the font size, in the widest of the fonts above.
_WIDTHS = {
    35: f"'IJijl ,./:;\\|·{NO_BREAK}",
    42: "()-[]ft!r",
    55: '"*_`?csz',
    61: "LFkvxy",
    65: "$0123456789EPSTYabdeghnopqu{}",
    80: "ABCKRVXZNUDGHOQ",
    86: "#+<=>^w~×→",
    101: "M%@Wm…",
}
_WIDTH = {character: width for width, characters in _WIDTHS.items() for character in characters}
_BOLD = 1.14


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is at most, in the fonts that :data:`FONT` names.

    >>> text_width("ill", 10) < text_width("mmm", 10)
    True
    """
    hundredths = 0.0
    for character in words:
        if character in _WIDTH:
            hundredths += _WIDTH[character]
        elif unicodedata.combining(character):
            continue
        elif unicodedata.east_asian_width(character) in "WF":
            hundredths += 105
        else:
            plain = unicodedata.normalize("NFD", character)[0]
            hundredths += _WIDTH.get(plain, 90)
    return hundredths * size / 100 * (_BOLD if bold else 1)


def wrap(words: str, width: float, size: float, *, bold: bool = False, most: int = 99) -> list[str]:
    """Break a text into lines that fit; what does not fit into ``most`` lines gives way to “…”.

    Lines break at spaces, else after ``_`` and ``-``, else inside a word.
    """
    lines: list[str] = []
    rest = clean(words)
    while rest and len(lines) < most:
        end = len(rest)
        if text_width(rest, size, bold) > width:
            # the longest start that fits, at least one character so that it ends
            end = next((n for n in range(1, len(rest)) if text_width(rest[: n + 1], size, bold) > width), len(rest))
            broken = max((rest.rfind(" ", 1, end + 1), rest.rfind("_", 1, end) + 1, rest.rfind("-", 1, end) + 1))
            end = broken if broken > 0 else end
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    if rest and lines:
        last = lines[-1]
        while last and text_width(last + "…", size, bold) > width:
            last = last[:-1]
        lines[-1] = last + "…"
    return lines


def fit(
    words: str, width: float, sizes: Sequence[float], *, bold: bool = False, most: int = 1
) -> tuple[float, list[str]]:
    """The largest size at which a text fits into its width: on one line if it can, else on ``most`` lines.

    Parameters
    ----------
    words
        The text.
    width
        Of the room.
    sizes
        Those to try, the largest first; at the last one the text is cut if it must be.
    """
    for lines in range(1, most + 1):
        for size in sizes:
            broken = wrap(words, width, size, bold=bold)
            if len(broken) <= lines:
                return size, broken
    return sizes[-1], wrap(words, width, sizes[-1], bold=bold, most=most)


def clean(words: str) -> str:
    r"""A text on one line without the characters that XML has no place for; no-break spaces stay.

    >>> clean("one\ntwo\x07")
    'one two'
    """
    spaced = "".join(" " if c.isspace() and c != NO_BREAK else c for c in words)
    return " ".join("".join(c for c in part if c.isprintable() or c == NO_BREAK) for part in spaced.split(" ") if part)


def number(value: float) -> str:
    """A coordinate, to a tenth: enough for the eye, and the same on every machine.

    >>> number(2.0), number(-0.04), number(7.25)
    ('2', '0', '7.2')
    """
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def canvas(width: float, height: float, title: str, background: str = WHITE) -> Element:
    """The root of a picture, with its title for those who hear it read."""
    size = {"width": number(width), "height": number(height)}
    box = f"0 0 {size['width']} {size['height']}"
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, **size, "role": "img"})
    root.set("font-family", FONT)
    tooltip(root, title)
    shape(root, "rect", width=width, height=height, fill=background)
    return root


def shape(parent: Element, tag: str, **attributes: str | float | None) -> Element:
    """Add an element; ``stroke_width=2`` is written ``stroke-width="2"``, None is left out."""
    written = {
        key.rstrip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for key, value in attributes.items()
        if value is not None
    }
    return ElementTree.SubElement(parent, tag, written)


def tooltip(parent: Element, words: str) -> None:
    """Say what an element is, to whoever points at it or hears it read."""
    ElementTree.SubElement(parent, "title").text = clean(words)


def text(
    parent: Element,
    words: str,
    x: float,
    y: float,
    size: float = 14,
    *,
    anchor: str = "middle",
    bold: bool = False,
    italic: bool = False,
    fill: str = INK,
    halo: str | None = None,
) -> Element:
    """Add a line of text, its capitals centred on ``y``.

    A halo is a second, stroked copy below, because not every viewer knows ``paint-order``.
    """
    baseline = y + 0.36 * size
    style = {"font_size": size, "text_anchor": None if anchor == "start" else anchor,
             "font_weight": "bold" if bold else None, "font_style": "italic" if italic else None}  # fmt: skip
    if halo:
        outline = shape(parent, "text", x=x, y=baseline, **style, fill=halo, stroke=halo, stroke_width=size / 4,
                        stroke_linejoin="round", aria_hidden="true")  # fmt: skip
        outline.text = clean(words)
    written = shape(parent, "text", x=x, y=baseline, **style, fill=fill)
    written.text = clean(words)
    return written


def rectangle(parent: Element, box: Box, **style: str | float | None) -> Element:
    """Add a rectangle; ``rx`` rounds its corners."""
    return shape(parent, "rect", x=box.left, y=box.top, width=box.width, height=box.height, **style)


def line(parent: Element, points: Iterable[Point], colour: str, width: float, **style: str | float | None) -> Element:
    """Add a line through points."""
    d = _through(points)
    return shape(parent, "path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", **style)


def polygon(parent: Element, corners: Iterable[Point], fill: str, **style: str | float | None) -> Element:
    """Add a polygon."""
    return shape(parent, "path", d=f"{_through(corners)}Z", fill=fill, stroke_linejoin="round", **style)


def _through(points: Iterable[Point]) -> str:
    return "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)


def to_string(root: Element) -> str:
    """The document as text."""
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"
