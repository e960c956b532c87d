"""Positions and events of successors in words, as one would say them at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from models.successors.map import Map
from models.successors.plan import Attack, Change, Play
from models.successors.position import DEAD, FREE, INDEPENDENT, LEGITIMACY, VP, Position, Totals
from models.successors.victory import Outcome

NUMERALS = ("", "I", "II", "III", "IV", "V")
"""The turns as the game numbers them."""

_SUBJECTS = {
    "lord-of-asia": "Lord of Asia",
    "largest-fleet": "largest fleet",
    "hellespont": "the Hellespont",
    "champion": "Champion",
    "oracle": "Oracle",
    "persian-support": "Persian Popular Support",
    "condemnation": "Condemnation",
    "floor": "lowest legitimacy",
}
_ACTIONS = {
    "land-battle": "begins a land battle against",
    "naval-interception": "intercepts and fights at sea",
    "naval-move": "is intercepted at sea by",
    "siege": "rolls for a siege against",
    "overrun": "overruns",
    "scatter": "scatters",
    "remove-control": "removes a marker of",
    "capture-royal": "captures a royal of",
}


def place_name(place: str) -> str:
    """A space, a province or a person as it is said.

    >>> place_name("hellespontine-phrygia"), place_name("perdikkas")
    ('Hellespontine Phrygia', 'Perdikkas')
    """
    return " ".join(word[:1].upper() + word[1:] for word in place.replace("_", "-").split("-"))


def subject_words(subject: str) -> str:
    """What a ledger entry is about.

    >>> subject_words("lord-of-asia"), subject_words("pella")
    ('Lord of Asia', 'Pella')
    """
    return _SUBJECTS.get(subject) or place_name(subject)


def headline(board: Map, position: Position) -> tuple[str, ...]:
    """When a position is, where Alexander lies, who is the Usurper, and whether the map is a real one."""
    when = f"turn {NUMERALS[position.turn]}, {position.phase}"
    if position.segment:
        when += f": {position.segment} of {position.active}"
    lines = [when]
    if position.cart:
        with_whom = f"controlled by {position.cart.player}" if position.cart.player else "with nobody"
        lines.append(f"the funeral cart is in {place_name(position.cart.at)}, {with_whom}")
    elif position.tomb:
        lines.append(f"Alexander lies in {place_name(position.tomb.at)}, buried by {position.tomb.buried_by}")
    if position.usurper:
        lines.append(f"the Usurper is {position.usurper}")
    lines.append(f"map: {board.title}{' (an invented map)' if board.invented else ''}")
    return tuple(lines)


def attack_words(attack: Attack) -> str:
    """What a player does to others.

    >>> attack_words(Attack(by="ana", on=("ben",), action="siege"))
    'ana rolls for a siege against ben (major city)'
    """
    against = attack.target.replace("-", " ")
    whom = " and ".join("the Independents" if name == INDEPENDENT else name for name in attack.on)
    avoided = ", who avoid it" if attack.avoided and len(attack.on) > 1 else ", who avoids it" if attack.avoided else ""
    aimed = f" ({against})" if attack.action not in ("remove-control", "capture-royal", "naval-move") else ""
    return f"{attack.by} {_ACTIONS[attack.action]} {whom}{aimed}{avoided}"


def play_words(play: Play) -> str:
    """A card that is played.

    >>> play_words(Play(card="condemnation", by="ana", on="ben"))
    'ana plays Condemnation on ben'
    """
    if play.card == "capital":
        return f"{play.by} founds a capital in {place_name(play.at or '')}"
    on = f" on {play.on}" if play.on else ""
    return f"{play.by} plays {_SUBJECTS[play.card]}{on}" if play.by else f"{_SUBJECTS[play.card]} is played{on}"


def change_words(change: Change) -> Iterator[str]:
    """What changes on the table, one line each."""
    for space, owner in change.control.items():
        whose = {None: "no marker", INDEPENDENT: "an Independent marker"}.get(owner, f"a marker of {owner}")
        yield f"{place_name(space)}: {whose}"
    for royal, owner in change.royals.items():
        where = {FREE: "with nobody", DEAD: "dead"}.get(owner, f"with {owner}")
        yield f"{place_name(royal)} is {where}"
    if change.cart is not None:
        if change.cart.at:
            yield f"the funeral cart is in {place_name(change.cart.at)}"
        if "player" in change.cart.model_fields_set:
            yield f"{change.cart.player or 'nobody'} controls the funeral cart"
    for name, parts in change.players.items():
        yield f"{name}: {', '.join(sorted(part.replace('_', ' ') for part in parts.model_fields_set)) or 'nothing'}"


BROKEN: Mapping[str, str] = {"2D-2": "Macedonia", "2D-3": "counters", "2D-5": "major generals"}
"""What breaks a tie, by rule."""


def outcome_words(outcome: Outcome, totals: Totals) -> str:
    """How a game ended."""
    names = outcome.winners or outcome.candidates
    said = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    if not outcome.winners:
        return f"the game ends between {said}: the text does not say who wins (rule {outcome.rule})"
    legitimacy, vp = (_points(names, totals, track) for track in (LEGITIMACY, VP))
    how = {
        "legitimacy": f"with {legitimacy} legitimacy",
        "vp": f"with {vp} victory points",
        "regency": f"as regent, with {legitimacy} legitimacy and {vp} victory points",
        "uncontrolled-heir": f"with {legitimacy} legitimacy and {vp} victory points, the heir being with nobody",
        "final": f"with {vp} victory points at the end of turn V",
    }[outcome.route]
    tie = f", {BROKEN[outcome.broken_by]} breaking the tie (rule {outcome.broken_by})" if outcome.broken_by else ""
    return f"{said} {'wins' if len(names) == 1 else 'win'} {how} (rule {outcome.rule}){tie}"


def _points(names: Sequence[str], totals: Totals, track: str) -> str:
    return " and ".join(str(totals[name][track]) for name in names)
