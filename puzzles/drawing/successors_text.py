"""A table of successors on a terminal: province by province whose markers lie where, armies, the cart, both tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from models.rulings import Rulings
from models.successors.control import controlled_provinces
from models.successors.map import KINDS, Kind, Map
from models.successors.position import INDEPENDENT, LEGITIMACY, VP, Position
from models.successors.scoring import score, totals_of
from models.successors.words import headline, place_name
from puzzles.columns import broken, width_of
from puzzles.drawing.marks import marks_of
from puzzles.drawing.successors_view import View

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

_SIGNS: Mapping[Kind, str] = {"major": "■", "fortress": "▲", "minor": "○", "transit": "·"}
_PLAIN_SIGNS: Mapping[Kind, str] = {"major": "#", "fortress": "^", "minor": "o", "transit": "."}
_ARROW, _PLAIN_ARROW = "→", "->"

NEEDS = "".join(_SIGNS.values()) + _ARROW
"""What a terminal has to be able to show; else everything is drawn in ASCII."""

_GREY = "-"
"""The letter of the Independents."""
_WIDEST = 24
"""How much of a line the names of provinces take at most."""


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
        Whether to tell when it is and what everybody has of both tracks, which a command tells beside its ledger.
    """
    view = View.of(scenario.position)
    if answer is not None:  # a command that only scores loads nothing of the solver floor
        from puzzles.drawing.successors_answers import view_of

        view = view_of(answer, scenario)
    board: Map = scenario.board
    lines: list[str] = []
    if scores:
        for words in headline(board, view.before)[:-1]:
            lines += broken(words, width)
        lines.append("")
    lines += _provinces(board, view, scenario.rulings, width, plain)
    lines.append("")
    for words in _player_lines(board, view, scenario.rulings, scores):
        lines += _hanging(_in(words, plain), 4, width)
    return [*lines, "", *broken(_legend(board, view, plain), width)]


def _in(words: str, plain: bool) -> str:
    """A text with arrows that the terminal can show."""
    return words.replace(_ARROW, _PLAIN_ARROW) if plain else words


def _provinces(board: Map, view: View, rulings: Rulings, width: int, plain: bool) -> Iterator[str]:
    """A row for each province: victory points, who controls it, its spaces; then the spaces in no province."""
    letters = _letters(view.before)
    owners = controlled_provinces(board, view.after, rulings)
    told = _pieces(view, letters)
    names = {name: province.title or place_name(name) for name, province in board.provinces.items()}
    column = min(_WIDEST, max(map(width_of, names.values()), default=0))
    before = controlled_provinces(board, view.before, rulings)
    for name, members in board.members.items():
        owner = letters.get(owners[name] or "", ".")
        new = "*" if owners[name] != before[name] else " "
        head = f"{_cut(names[name], column)} {board.provinces[name].vp:>2} {owner}{new} "
        yield from _row(head, [_space(board, view, space, letters, told, plain) for space in members], width)
    rest = [name for name, space in board.spaces.items() if space.province not in board.provinces]
    if rest:
        cells = [_space(board, view, space, letters, told, plain) for space in rest]
        yield from _row(" " * (column + 7), cells, width)


def _cut(words: str, column: int) -> str:
    """A text filled or cut to a width."""
    while width_of(words) > column:
        words = words[:-1]
    return words + " " * (column - width_of(words))


def _row(head: str, cells: Sequence[str], width: int) -> Iterator[str]:
    """Cells behind a head, as many in a line as there is room for; a cell that is too wide is broken."""
    line, indent = head, " " * width_of(head)
    for cell in cells:
        gap = "" if line in (head, indent) else "  "
        if gap and width_of(line) + len(gap) + width_of(cell) > width:
            yield line.rstrip()
            line, gap = indent, ""
        if width_of(line) + width_of(cell) > width:
            *parts, cell = broken(cell, max(width - width_of(indent), 10))
            for part in parts:
                yield (line + part).rstrip()
                line = indent
        line += gap + cell
    yield line.rstrip()


def _space(
    board: Map, view: View, name: str, letters: Mapping[str, str], told: Mapping[str, Sequence[str]], plain: bool
) -> str:
    """A space: its kind, its name, whose marker lies there, and in brackets what stands there."""
    sign = (_PLAIN_SIGNS if plain else _SIGNS)[board.spaces[name].kind]
    owner = view.after.markers.get(name)
    mark = " " + letters[owner] if owner else " none" if name in view.touched else ""
    new = "*" if name in view.touched else ""
    pieces = _in(f" ({', '.join(told[name])})", plain) if name in told else ""
    return f"{sign} {place_name(name)}{mark}{new}{pieces}"


def _pieces(view: View, letters: Mapping[str, str]) -> dict[str, list[str]]:
    """What stands in spaces, in a word each; with a star what an answer brings."""
    position = view.before
    found: dict[str, list[str]] = {}

    def put(space: str, words: str) -> None:
        found.setdefault(space, []).append(words)

    if position.cart:
        put(position.cart.at, f"cart {letters.get(position.cart.player or '', '')}".rstrip())
    if position.tomb:
        put(position.tomb.at, "tomb")
    for space, founder in position.capitals.items():
        put(space, f"capital {letters.get(founder, '')}".rstrip())
    for name, state in position.players.items():
        for space in dict.fromkeys(army.at for army in state.armies):
            if state.units_at(space):
                put(space, f"{state.units_at(space)}{letters[name]}")
        for space, points in state.siege.items():
            if points:
                put(space, f"siege {points}{letters[name]}")
    for space, number in position.independent_units.items():
        if number:
            put(space, f"{number}{_GREY}")
    for stand in view.stands:
        put(stand.space, f"{stand.words}{letters.get(stand.player or '', '')}*")
    return found


def _player_lines(board: Map, view: View, rulings: Rulings, scores: bool) -> Iterator[str]:
    """A line for each player: status, both tracks, royals, generals, fleets; then the dead."""
    letters = _letters(view.before)
    before, after = (totals_of(score(board, table, rulings), table) for table in (view.before, view.after))
    for name, state in view.after.players.items():
        parts = ["Champion" if state.champion else "Successor"]
        if scores:
            for track, words in ((VP, "victory points"), (LEGITIMACY, "legitimacy")):
                was, now = before[name][track], after[name][track]
                parts.append(f"{now} {words}" if was == now else f"{was} → {now} {words}")
        if state.royals:
            parts.append(" and ".join(map(place_name, state.royals)))
        if state.generals:
            scattered = {key: " (scattered)" if general.scattered else "" for key, general in state.generals.items()}
            parts.append(", ".join(place_name(key) + where for key, where in scattered.items()))
        if state.fleet_strength:
            fleets = " + ".join(map(str, (*state.fleets, *state.scattered_fleets)))
            parts.append(f"fleet {fleets}")
        yield f"{letters[name]} {name}: {'; '.join(parts)}"
    if view.after.dead:
        yield f"dead: {', '.join(map(place_name, view.after.dead))}"


def _letters(position: Position) -> dict[str, str]:
    """The letter of each player, and of the Independents."""
    return {name: mark.letter for name, mark in marks_of(position.players).items()} | {INDEPENDENT: _GREY}


def _hanging(words: str, indent: int, width: int) -> list[str]:
    """A text broken to the width, all lines but the first indented."""
    first, *_ = broken(words, width)
    rest = words[len(first) :].strip()
    return [first, *(" " * indent + line for line in broken(rest, width - indent))] if rest else [first]


def _legend(board: Map, view: View, plain: bool) -> str:
    """What the signs mean, as far as they are there."""
    signs = _PLAIN_SIGNS if plain else _SIGNS
    kinds = {space.kind for space in board.spaces.values()}
    parts = [f"{signs[kind]} {words}" for kind, words in KINDS.items() if kind in kinds]
    if view.before.independents or any(view.before.independent_units.values()):
        parts.append(f"{_GREY} Independents")
    parts.append("in brackets combat units and what else stands there")
    if view.touched or view.stands:
        parts.append("* by the plan")
    return ", ".join(parts)
