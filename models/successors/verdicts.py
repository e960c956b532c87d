"""What the cases of successors can ask: each verdict tells what comes of what is given, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from models.documents import Count, D, Document, Flag, Name, Source, validate
from models.errors import Problem, one_of
from models.rulings import Rulings
from models.successors.acquisitions import Acquisitions, acquired, acquisition_breaches
from models.successors.burial import burial_breaches, buried
from models.successors.campaign import Campaign, CampaignTerms, played, siege_paid
from models.successors.control import controlled_provinces
from models.successors.dice import Pips, rolled_points
from models.successors.log import Game, outcome_values, prepare, replay, settle
from models.successors.map import Map
from models.successors.movement import move_breaches, path_cost
from models.successors.plan import Attack, Event, event_problems
from models.successors.position import TURNS, Position
from models.successors.scoring import changes, score, totals_of
from models.successors.status import judge, most_vp, with_status
from models.successors.victory import Regency, break_tie, final
from models.verdicts import Verdict, broken, entries, given_events, given_position


class _Asked(Document):
    """What is given beside the position, where it is no event."""

    at: str = "now"
    murder: Flag = False
    player: Name | None = None


class _Tied(Document):
    """Those who tie."""

    tied: Annotated[tuple[Name, ...], Field(min_length=1)]
    player: None = None


class _Move(Document):
    """A move: its path, and the movement points that there are, or the die that tells them."""

    player: Name
    path: Annotated[tuple[Name, ...], Field(min_length=1)]
    allowance: Count | None = None
    die: Pips = 1
    initiative: Pips = 1


class _Campaign(CampaignTerms):
    """A campaign beside its terms."""

    player: Name
    plan: Campaign


class _Purchase(Document):
    """What a player acquires."""

    player: Name
    buys: Acquisitions


def _read(document: type[D], given: Mapping[str, Any], position: Position) -> D:
    """What is given beside the position; unknown players are refused."""
    source = Source({key: value for key, value in given.items() if key != "position"})
    asked: Any = validate(document, source)
    named = [name for name in (*getattr(asked, "tied", ()), asked.player) if name is not None]
    wrong = [name for name in named if name not in position.players]
    source.reject(Problem((), f"unknown player “{name}”", one_of(position.players, name)) for name in wrong)
    return asked  # type: ignore[no-any-return]


def _asked(given: Mapping[str, Any], position: Position) -> _Asked:
    return _read(_Asked, given, position)


def control_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: control``: who controls each space and each province."""
    position = given_position(Position, board, given, rulings)
    return {
        "spaces": {space: position.markers.get(space) for space in board.markable},
        "provinces": controlled_provinces(board, position, rulings),
    }


def score_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: score``: the ledger of a position and everybody's totals."""
    position = given_position(Position, board, given, rulings)
    ledger = score(board, position, rulings)
    return {"ledger": entries(ledger, "track"), "totals": totals_of(ledger, position)}


def victory_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: victory``: who has won ``at`` ``now``, in the ``preparations`` of the turn, or at the ``end`` of turn V."""
    position = given_position(Position, board, given, rulings)
    asked = _asked(given, position)
    moments = ("now", "preparations", "end")
    if asked.at not in moments or (asked.at == "end" and position.turn != TURNS):
        wrong = Problem(("at",), f"“{asked.at}” is no moment of turn {position.turn}", one_of(moments, asked.at))
        Source(None).reject([wrong])
    game, test = Game.of(board, position, rulings), Regency()
    totals = game.totals
    if asked.at == "preparations":
        game, test, _ = prepare(game, asked.murder, rulings)
    elif asked.at == "end" and game.outcome is None:
        game = replace(game, outcome=final(board, position, totals, rulings))
    return {
        **outcome_values(game.outcome),
        "totals": totals,
        "heir": test.heir,
        "fate": test.fate,
        "dead": list(game.position.dead),
        "cart": game.position.cart is not None,
    }


def tie_break_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: tie-break``: who is left of those who tie, criterion by criterion."""
    position = given_position(Position, board, given, rulings)
    found = break_tie(board, position, _read(_Tied, given, position).tied, rulings)
    return {
        "winner": found.left[0] if len(found.left) == 1 else None,
        "left": list(found.left),
        "steps": [{"rule": rule, "left": list(left)} for rule, left in found.steps],
    }


def usurper_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: usurper``: who is named in the preparations; nobody yet where victory points tie."""
    position = given_position(Position, board, given, rulings)
    leaders = most_vp(position, totals_of(score(board, position, rulings), position))
    return {"usurper": leaders[0] if len(leaders) == 1 else None, "tied": leaders}


def attack_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: attack``: whether an action costs its player the status, and how all stand before the battle."""
    position = given_position(Position, board, given, rulings)
    source = Source(given["attack"])
    attack = validate(Attack, source)
    source.reject(attack.problems(list(position.players)))
    game = Game.of(board, position, rulings)
    judged = judge(position, attack, game.totals, rulings)
    changed = with_status(game.position, [attack.by], False) if judged.loses else game.position
    after, _ = settle(game, changed, rulings)
    return {
        "loses": judged.loses,
        "rule": judged.rule,
        "champions": {name: state.champion for name, state in after.position.players.items()},
        "totals": after.totals,
        "ledger": entries(changes(game.ledger, after.ledger), "track"),
    }


def bury_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: bury``: which conditions of a burial are not met, and what it brings if all are."""
    position = given_position(Position, board, given, rulings)
    name = _asked(given, position).player or ""
    breaches = list(burial_breaches(board, position, name, ("bury",), rulings))
    game = Game.of(board, position, rulings)
    after, _ = (game, ()) if breaches else settle(game, buried(game.position, name), rulings)
    tomb = after.position.tomb
    return {
        "legal": not breaches,
        "breaches": [{"rule": breach.rule} for breach in breaches],
        "tomb": tomb.model_dump(mode="json") if tomb else None,
        "totals": after.totals,
        "ledger": entries(changes(game.ledger, after.ledger), "track"),
        **outcome_values(after.outcome),
    }


def move_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: move``: what a path costs, and what forbids it."""
    position = given_position(Position, board, given, rulings)
    asked = _read(_Move, given, position)
    points = asked.allowance
    if points is None:
        points = rolled_points(asked.die, asked.initiative)
    breaches = list(move_breaches(board, position, asked.player, asked.path, points, ("path",), rulings))
    return {"legal": not breaches, "cost": path_cost(board, asked.path), "breaches": broken(breaches)}


def campaign_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: campaign``: what forbids the moves and markers of a turn, and the totals after them."""
    position = given_position(Position, board, given, rulings)
    asked = _read(_Campaign, given, position)
    after, breaches = played(board, position, asked.player, asked.plan, asked, rulings)
    return {
        "legal": not breaches,
        "breaches": broken(breaches),
        "siege": siege_paid(board, position, asked.player, asked.plan, asked.prices),
        "totals": after.totals,
    }


def acquire_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: acquire``: what of some acquisitions cannot be, and how all stand with the rest of them."""
    position = given_position(Position, board, given, rulings)
    asked = _read(_Purchase, given, position)
    breaches = list(acquisition_breaches(board, position, asked.player, asked.buys, ("buys",), rulings))
    after = acquired(board, position, asked.player, asked.buys, rulings)
    return {
        "legal": not breaches,
        "breaches": broken(breaches),
        "totals": after.totals,
        **outcome_values(after.outcome),
    }


def replay_verdict(board: Map, given: Mapping[str, Any], rulings: Rulings) -> Verdict:
    """``do: replay``: a log, event by event."""
    position = given_position(Position, board, given, rulings)
    events = given_events(Event, given, position.players, event_problems)
    played = replay(board, position, events, rulings)
    after = dict(played.after)
    players = after.pop("players")
    return {"breaches": broken(played.breaches), "ledger": entries(played.ledger, "track"), **after, "after": players}


VERDICTS = {
    "control": control_verdict,
    "score": score_verdict,
    "victory": victory_verdict,
    "tie-break": tie_break_verdict,
    "usurper": usurper_verdict,
    "attack": attack_verdict,
    "bury": bury_verdict,
    "move": move_verdict,
    "campaign": campaign_verdict,
    "acquire": acquire_verdict,
    "replay": replay_verdict,
}
"""By the ``do`` of a case."""
