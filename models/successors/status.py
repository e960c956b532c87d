"""Champions and Successors (section 5): what is an attack, what it costs, and the way back; the Usurper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.rulings import Rulings
from models.successors.plan import Attack
from models.successors.position import INDEPENDENT, VP, Position, Totals

_RULES = {"land-battle": "5-8", "naval-interception": "5-9", "siege": "5-10", "overrun": "5-11", "scatter": "5-12"}
"""The actions that are attacks, and the rule of each."""
_NO_ATTACKS = {"remove-control": "5-14", "capture-royal": "5-15", "naval-move": "5-9"}
_OWN_SEGMENTS = ("tyche", "activation")
"""In which own segments scattering a major general is an attack (5-12)."""


@dataclass(frozen=True)
class Judgement:
    """Whether an action costs its player the status of a Champion, by which rule, and why."""

    loses: bool
    rule: str
    why: str


def judge(position: Position, attack: Attack, totals: Totals, rulings: Rulings) -> Judgement:
    """Judge an action.

    Parameters
    ----------
    totals
        What everybody has before it; the victory points matter under a reading of ``usurper``.
    """
    harmless = _not_an_attack(position, attack)
    if harmless:
        return Judgement(False, *harmless)
    if not position.players[attack.by].champion:
        return Judgement(False, "5-6", f"{attack.by} is a Successor already")
    named = position.usurper
    leader = current_usurper(position, totals)
    if named != leader and (named in attack.on or leader in attack.on):
        named = named if rulings.read("usurper") == "fixed" else leader
    protected = [name for name in attack.on if _protected(position, name, named)]
    some = bool(protected)
    if some and len(protected) < len(attack.on) and rulings.read("mixed-stack") == "all":
        some = False
    if some:
        return Judgement(True, _RULES[attack.action], f"{protected[0]} is a Champion and not the Usurper")
    if named in attack.on:
        return Judgement(False, "5-4", f"{named} is the Usurper")
    why = "the Independents are no Champions" if INDEPENDENT in attack.on else "not against a Champion"
    return Judgement(False, "5-3", why)


def _not_an_attack(position: Position, attack: Attack) -> tuple[str, str] | None:
    """Why an action is no attack, whoever it meets; None if it may be one (5-7 to 5-15)."""
    action, target = attack.action, attack.target
    if action in ("remove-control", "capture-royal"):
        return _NO_ATTACKS[action], "that is no attack"
    if attack.avoided:
        return "5-13", "it was avoided"
    if action == "naval-move":
        return _NO_ATTACKS[action], "only who intercepts attacks"
    if action == "scatter":
        if not (position.active == attack.by and position.segment in _OWN_SEGMENTS):
            return "5-12", "it was not in the own Tyche or activation segment"
        return None if target == "major-general" else ("5-12", "only major generals count")
    if action == "siege":
        return None if target == "major-city" else ("5-10", "only major cities count")
    if action == "overrun":
        return None if target == "units" else ("5-11", "only combat units count")
    if target not in ("units", "major-general", "major-city"):
        return "5-7", "neither combat units nor a major general nor a major city"
    return None


def _protected(position: Position, name: str, usurper: str | None) -> bool:
    """Whether attacking somebody costs the status: a Champion who is not the Usurper (5-2, 5-4)."""
    return name in position.players and position.players[name].champion and name != usurper


def most_vp(position: Position, totals: Totals) -> list[str]:
    """Who has most victory points."""
    most = max(totals[name][VP] for name in position.players)
    return [name for name in position.players if totals[name][VP] == most]


def current_usurper(position: Position, totals: Totals) -> str | None:
    """Who would be the Usurper by the victory points of the moment, once one has been named at all."""
    if position.usurper is None:
        return None
    leaders = most_vp(position, totals)
    if len(leaders) == 1:
        return leaders[0]
    return position.usurper if position.usurper in leaders else None


def regained(position: Position, before: Totals, after: Totals, rulings: Rulings) -> Sequence[str]:
    """The Successors who are Champions again: their victory points fell to 0 (5-16)."""
    found = []
    for name, state in position.players.items():
        if state.champion or after[name][VP]:
            continue
        if before[name][VP] or rulings.read("champion-regained") == "state":
            found.append(name)
    return found


def with_status(position: Position, names: Sequence[str], champion: bool) -> Position:
    """The same with some players' markers turned."""
    for name in names:
        position = position.with_player(name, champion=champion)
    return position
