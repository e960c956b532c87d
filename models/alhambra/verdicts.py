"""What the cases of alhambra can ask: each verdict takes what is given and tells what comes of it, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from models.alhambra.build import build_order
from models.alhambra.layout import Layout, LayoutField, layout_breaches, layout_problems
from models.alhambra.log import receivers, replay, states
from models.alhambra.majorities import majority_points
from models.alhambra.missions import score_mission
from models.alhambra.plan import Action, Event, event_problems
from models.alhambra.position import Mission, Position
from models.alhambra.scoring import score_round
from models.alhambra.tiles import Supply
from models.alhambra.turn import act, play_turn
from models.alhambra.walls import double_walls, longest_wall, runs, second_wall
from models.documents import Count, Document, Name, Source, validate
from models.errors import Problem, one_of, under
from models.rulings import Rulings
from models.verdicts import Verdict, broken, entries, given_events, given_position


class _Alhambra(Document):
    """A layout that is asked about, and the missions if they matter."""

    layout: LayoutField = ()
    missions: tuple[Mission, ...] = ()


class _Counts(Document):
    """How many tiles of each type everybody has."""

    round: Literal[1, 2, 3]
    counts: dict[Name, dict[Literal["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"], Count]] = Field(
        min_length=1
    )


def _layout(given: Mapping[str, Any], supply: Supply) -> _Alhambra:
    source = Source(dict(given))
    asked = validate(_Alhambra, source)
    wrong = layout_problems(asked.layout, supply)
    source.reject(under(("layout",), wrong))
    return asked


def _position(given: Mapping[str, Any], supply: Supply, rulings: Rulings) -> Position:
    return given_position(Position, supply, given, rulings).resolved(supply)


def _player(given: Mapping[str, Any], key: str, position: Position) -> str:
    name: str = given[key]
    if name not in position.players:
        what = Problem((key,), f"unknown player “{name}”", one_of(position.players, name))
        Source(dict(given)).reject([what])
    return name


def legal_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: legal``: whether a layout is legal; each breach with its cells in reading order."""
    breaches = layout_breaches(Layout.of(_layout(given, supply).layout, supply))
    shown = [{"rule": breach.rule, "cells": [list(cell) for cell in breach.cells]} for breach in breaches]
    return {"legal": not breaches, "breaches": shown}


def walls_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: walls``: the outer walls, the longest first, and the number of double walls."""
    layout = Layout.of(_layout(given, supply).layout, supply)
    return {
        "runs": [{"length": run.length, "closed": run.closed} for run in runs(layout)],
        "longest": longest_wall(layout, rulings),
        "second": second_wall(layout),
        "double_walls": len(double_walls(layout)),
    }


def missions_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: missions``: what each mission scores in a layout, and the tiles that earn it."""
    asked = _layout(given, supply)
    layout = Layout.of(asked.layout, supply)
    ledger: list[dict[str, Any]] = []
    points: dict[str, int] = {}
    for key in asked.missions:
        entries = score_mission(key, layout, "player", rulings)
        points[key] = sum(entry.amount for entry in entries)
        ledger += [{"amount": entry.amount, "rule": entry.rule, "subject": entry.subject} for entry in entries]
    return {"missions": points, "ledger": ledger}


def majorities_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: majorities``: the points of each party by type, from its number of tiles."""
    asked = validate(_Counts, Source(dict(given)))
    points = majority_points(asked.round, asked.counts)
    return {"points": points, "totals": {name: sum(by_type.values()) for name, by_type in points.items()}}


def score_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: score``: the ledger of a position at the scoring that comes next."""
    position = _position(given, supply, rulings)
    ledger = score_round(position, supply, rulings)
    return {"ledger": entries(ledger), "totals": {name: ledger.total(name) for name in position.players}}


def buildable_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: buildable``: whether some order of legal steps leads to a layout, by placing alone or with redesigning."""
    placed = _layout(given, supply).layout
    found = {key: build_order(placed, supply, redesign=key == "redesigning") for key in ("placing", "redesigning")}
    return {key: order is not None for key, order in found.items()}


def redesign_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: redesign``: one action, and the player's tiles after it; a breach leaves them as they were."""
    position = _position(given, supply, rulings)
    name = _player(given, "player", position)
    source = Source(given["action"])
    action = validate(Action, source)
    source.reject(action.problems())
    acted = act(position, name, action, supply, rulings)
    state = acted.position.players[name]
    return {
        "breaches": broken(acted.breaches),
        "layout": [{"tile": placed.tile, "at": list(placed.at)} for placed in state.layout],
        "reserve": list(state.reserve),
        "market": dict(state.market),
        "discarded": list(acted.gone),
    }


def turn_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: turn``: a whole turn; what breaks a rule is named and left out."""
    position = _position(given, supply, rulings)
    source = Source(given["turn"])
    turn = validate(Event, source)
    source.reject(turn.problems())
    name = _player(given["turn"], "turn", position)
    played = play_turn(position, name, turn, supply, rulings)
    neutral = played.position.neutral
    return {
        "breaches": broken(played.breaches),
        "extra_actions": played.extra,
        "actions_left": played.left,
        "after": states(played.position),
        "market": dict(played.position.market),
        "neutral": None if neutral is None else list(neutral),
        "discarded": list(played.gone),
    }


def leftovers_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: leftovers``: who gets each tile that is left on the building market at the end of the game."""
    return {"receives": receivers(_position(given, supply, rulings))}


def replay_verdict(supply: Supply, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: replay``: a log, event by event."""
    position = _position(given, supply, rulings)
    events = given_events(Event, given, position.players, event_problems)
    played = replay(supply, position, events, rulings)
    after = dict(played.after)
    players = after.pop("players")
    return {"breaches": broken(played.breaches), "ledger": entries(played.ledger), **after, "after": players}


VERDICTS = {
    "legal": legal_verdict,
    "walls": walls_verdict,
    "missions": missions_verdict,
    "majorities": majorities_verdict,
    "score": score_verdict,
    "buildable": buildable_verdict,
    "redesign": redesign_verdict,
    "turn": turn_verdict,
    "leftovers": leftovers_verdict,
    "replay": replay_verdict,
}
"""By the ``do`` of a case."""
