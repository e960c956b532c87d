"""The page of a book: HTML that needs nothing from elsewhere, for a phone, a desk and paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from puzzles.book.leaf import Leaf

STYLE = """
:root { --ink: #222; --soft: #666; --line: #ddd3c0; --paper: #fffdf8; --mark: #8a4b16; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 52rem; padding: 1.2rem; color: var(--ink); background: var(--paper);
  font: 1.05rem/1.5 Georgia, "Times New Roman", serif; }
h1, h2, h3 { line-height: 1.2; }
h1 { margin-top: .5rem; }
h2 { margin: 0 0 .3rem; }
a { color: var(--mark); }
article { border-top: 1px solid var(--line); margin-top: 2.2rem; padding-top: 1.4rem; }
.sort, .head { color: var(--soft); margin: 0 0 .4rem; }
.asks { font-size: 1.15rem; font-weight: bold; }
.picture { overflow-x: auto; margin: 1rem 0; }
.picture img { display: block; width: 100%; min-width: 30rem; height: auto; }
details { margin: .6rem 0; }
summary { cursor: pointer; color: var(--mark); }
pre { overflow-x: auto; font-size: .8rem; line-height: 1.35; background: #f6f0e2; padding: .7rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .95rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; padding-right: 0; }
td.rule { color: var(--soft); white-space: nowrap; }
.dots { letter-spacing: .15em; color: var(--mark); }
dl { display: grid; grid-template-columns: minmax(5rem, auto) 1fr; gap: .15rem .9rem; margin: .8rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
@media (max-width: 34rem) { body { padding: .8rem; font-size: 1rem; } dl { grid-template-columns: 1fr; }
  dt { margin-top: .4rem; } }
@media screen and (min-width: 60rem) {
  .picture { --space: min(96vw, 90rem); width: var(--space); margin-left: calc(50% - var(--space) / 2); }
  .picture img { width: auto; min-width: 0; max-width: 100%; margin: 0 auto; }
}
@media print {
  body { max-width: none; padding: 0; background: none; font-size: 10.5pt; }
  article { break-inside: avoid-page; }
  #answers article { break-inside: auto; }
  .picture img { min-width: 0; max-height: 16cm; width: auto; max-width: 100%; margin: 0 auto; }
  #answers { break-before: page; }
  .screen { display: none; }
  #answers details::details-content { content-visibility: visible; display: block; block-size: auto; }
  pre { white-space: pre-wrap; }
}
"""
SCRIPT = """
function unfold(all) { document.querySelectorAll("#answers details").forEach(d => { d.open = all; }); }
function target() { const e = document.querySelector(location.hash || "none"); const d = e && e.closest("details");
  if (d) { d.open = true; e.scrollIntoView(); } }
addEventListener("beforeprint", () => unfold(true));
addEventListener("afterprint", () => unfold(false));
addEventListener("hashchange", target);
addEventListener("load", target);
"""


def page(title: str, leaves: Sequence[Leaf]) -> str:
    """A book as one HTML document."""
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(title)}</h1>",
        *_foreword(leaves),
        *(line for number, leaf in enumerate(leaves, 1) for line in _puzzle(number, leaf)),
        '<section id="answers">',
        "<h1>Answers</h1>",
        *(line for number, leaf in enumerate(leaves, 1) for line in _answer(number, leaf)),
        "</section>",
        f"<script>{SCRIPT}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _foreword(leaves: Sequence[Leaf]) -> Iterator[str]:
    yield (
        "<p>Every puzzle has exactly one best answer, which is proved; nothing on its table is there for nothing. "
        "Dots tell how hard it is, as measured. The files let satrap check what you find.</p>"
    )
    yield '<ol class="screen">'
    for number, leaf in enumerate(leaves, 1):
        yield f'<li><a href="#puzzle-{number}">{escape(leaf.title)}</a>, {escape(leaf.game)} {_dots(leaf.level)}</li>'
    yield "</ol>"


def _dots(level: int) -> str:
    return f'<span class="dots" title="difficulty {level} of 5">{"●" * level}{"○" * (5 - level)}</span>'


def _puzzle(number: int, leaf: Leaf) -> Iterator[str]:
    yield f'<article id="puzzle-{number}">'
    yield f"<h2>{number}. {escape(leaf.title)}</h2>"
    yield f'<p class="sort">{escape(leaf.game)}: {escape(leaf.kind)} {_dots(leaf.level)}</p>'
    yield f'<p class="head">{"<br>".join(map(escape, leaf.head))}</p>'
    yield _picture(leaf.picture, f"The table of puzzle {number}")
    yield f'<p class="asks">{escape(leaf.asks)}</p>'
    yield from _folded("The table as a file", [f"<pre>{escape(leaf.file)}</pre>"])
    for at, hint in enumerate(leaf.hints, 1):
        yield from _folded(f"Hint {at}", [f"<p>{escape(hint)}</p>"])
    yield f'<p class="screen"><a href="#answer-{number}">The answer</a></p>'
    yield "</article>"


def _answer(number: int, leaf: Leaf) -> Iterator[str]:
    yield "<article>"
    yield f"<details><summary><b>{number}. {escape(leaf.title)}</b></summary>"
    yield f'<p class="asks" id="answer-{number}">{escape(leaf.worth)}</p>'
    yield from _list(leaf.answer)
    yield _picture(leaf.solution, f"The answer to puzzle {number}")
    yield from _table(("where", "player", "what", "rule", ""), leaf.ledger)
    behind = f"The next best answer: {leaf.next_best}." if leaf.next_best else "There is no other answer."
    yield f"<p>{escape(behind)}</p>"
    head, grounds = leaf.why
    yield f"<p>{escape(head)}</p>"
    yield from _list(grounds)
    if leaf.more:
        yield "<p>What alone would make it better, by one step:</p>"
        yield from _table(("change", "the best then"), leaf.more, numbers=False)
    yield f'<p class="screen"><a href="#puzzle-{number}">Back to the puzzle</a></p>'
    yield "</details>"
    yield "</article>"


def _picture(data: str, told: str) -> str:
    return f'<div class="picture"><img alt="{escape(told)}" src="data:image/svg+xml;base64,{data}"></div>'


def _folded(summary: str, lines: Sequence[str]) -> Iterator[str]:
    yield f'<details class="screen"><summary>{escape(summary)}</summary>'
    yield from lines
    yield "</details>"


def _list(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    if rows:
        yield "<dl>"
        last = None
        for heading, line in rows:
            yield f"<dt>{escape(heading) if heading != last else ''}</dt><dd>{escape(line)}</dd>"
            last = heading
        yield "</dl>"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = True) -> Iterator[str]:
    if not rows:
        return
    end = len(titles) - 1 if numbers else None
    yield '<div class="wide"><table><tr>'
    yield "".join(f"<th{_cell(at, end)}>{escape(title)}</th>" for at, title in enumerate(titles))
    yield "</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td{_cell(at, end)}>{escape(cell)}</td>' for at, cell in enumerate(row))}</tr>"
    yield "</table></div>"


def _cell(at: int, end: int | None) -> str:
    return ' class="number"' if at == end else ' class="rule"' if end is not None and at == end - 1 else ""
