"""A region from the round on the table to its end, and the regions after it: one player's plan among policies.

Rivals follow total policies, the player a plan of several rounds; the order of play within a round
changes nothing, since no move and no piece depends on what others have moved or laid this round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from models.empire.board import Board
from models.empire.final import score_final, standing
from models.empire.movement import GroupMove
from models.empire.plan import GamePlan, Plan, Policy, RegionPlan
from models.empire.position import ROUNDS, Position, last_region
from models.empire.round import (
    Table,
    Turn,
    distribute,
    finish,
    follow,
    open_region,
    play,
    take_back,
    take_turn,
    why_over,
)
from models.errors import Breach, Path
from models.ledger import Ledger
from models.rulings import Rulings


@dataclass(frozen=True)
class Campaign:
    """What a plan over rounds or regions came to.

    Attributes
    ----------
    tables
        The table of each round before its scoring, everybody having moved and laid.
    table
        After the last scoring.
    ledger
        Every entry of every scoring.
    breaches
        What of the plan was against a rule and was left out; paths from the plan's own top.
    notes
        What rivals had to leave out, in words.
    over
        The rule by which the (last) region ended.
    """

    tables: tuple[Table, ...]
    table: Table
    ledger: Ledger
    breaches: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    over: str = ""


def follow_all(
    table: Table, policies: Mapping[str, Policy], later: int, rulings: Rulings
) -> tuple[Table, tuple[str, ...]]:
    """Let the rivals follow their policies in a round: the one on the table, or so many rounds after it.

    Returns
    -------
    The table, and what they had to leave out, in words.
    """
    notes: list[str] = []
    for name, policy in policies.items():
        here = policy.in_round(later)
        if later and here.allocation is not None:  # who does not divide keeps the fields (facts, ambiguity 41)
            table = table.with_player(name, take_back(table.players[name]))
        turn = follow(table, name, here, rulings)
        table = turn.table
        notes += [f"{name} leaves out a step: {breach.message} (rule {breach.rule})" for breach in turn.breaches]
    return table, tuple(notes)


def play_region(
    table: Table, player: str, plan: RegionPlan, policies: Mapping[str, Policy], rulings: Rulings
) -> Campaign:
    """Play a region to its end, round by round (5.6-1).

    In rounds that the plan does not reach the player keeps the fields, stays and lays nothing; rounds
    of the plan after the region's end are against the rule that ended it.
    """
    tables: list[Table] = []
    ledger: list[Ledger] = []
    breaches: list[Breach] = []
    notes: list[str] = []
    over: str | None = None
    for later in range(ROUNDS + 1 - table.round):
        table, left_out = follow_all(table, policies, later, rulings)
        number = f"round {table.round}: " if later else ""
        notes += [number + note for note in left_out]
        mine = plan.rounds[later] if later < len(plan.rounds) else Plan()
        turn = _turn(table, player, mine, later, rulings)
        breaches += [Breach(b.rule, ("rounds", later, *b.path), b.message) for b in turn.breaches]
        tables.append(turn.table)
        over = why_over(turn.table, rulings)
        after, scored = finish(turn.table, rulings)
        ledger.append(_in_round(scored, turn.table.round))
        table = replace(after, round=turn.table.round) if over else after
        if over:
            extra = range(later + 1, len(plan.rounds))
            breaches += [Breach(over, ("rounds", at), "the region is over") for at in extra]
            break
    assert over is not None
    entries = tuple(entry for part in ledger for entry in part)
    return Campaign(tuple(tables), table, Ledger(entries), tuple(breaches), tuple(notes), over)


def _in_round(ledger: Ledger, number: int) -> Ledger:
    """The entries with the round in which they were made."""
    return Ledger(tuple(replace(entry, note=f"round {number}: {entry.note}") for entry in ledger))


def _turn(table: Table, player: str, plan: Plan, later: int, rulings: Rulings) -> Turn:
    """One round of the player: in later ones dividing the rest anew is a “may” (4.1.2-1)."""
    if not later:
        return play(table, player, plan, rulings)
    before = Turn(table)
    if plan.allocation is not None:
        before = distribute(
            table.with_player(player, take_back(table.players[player])), player, plan.allocation, rulings
        )
        if before.breaches:
            before = Turn(table, before.breaches)
    moves = [GroupMove(move.armies, move.path, move.pays) for move in plan.moves]
    turn = take_turn(before.table, player, moves, plan.pieces, rulings)
    return Turn(turn.table, before.breaches + turn.breaches, turn.payments)


def play_game(
    board: Board,
    position: Position,
    player: str,
    plan: GamePlan,
    policies: Mapping[int, Mapping[str, Policy]],
    rulings: Rulings,
) -> Campaign:
    """Play the game to its end, region by region (3.1-5), then the final scoring (6-3).

    ``policies`` by region, then by rival.
    """
    table = Table.of(board, position)
    tables: list[Table] = []
    entries: list[Ledger] = []
    breaches: list[Breach] = []
    notes: list[str] = []
    over = ""
    numbers = range(position.region, last_region(position.short) + 1)
    for at, number in enumerate(numbers):
        if at:
            table = open_region(board.by_number[number], table.players, position.cubes)
        mine = plan.regions[at] if at < len(plan.regions) else RegionPlan()
        part = play_region(table, player, mine, policies.get(number, {}), rulings)
        path: Path = ("regions", at)
        breaches += [Breach(b.rule, (*path, *b.path), b.message) for b in part.breaches]
        notes += [f"region {number}: {note}" for note in part.notes]
        tables += part.tables
        entries.append(Ledger(tuple(replace(e, note=f"region {number}, {e.note}") for e in part.ledger)))
        table, over = part.table, part.over
    final = score_final(standing(board, table.players), position.short, rulings)
    breaches += [Breach("6-1", ("regions", at), "the game is over") for at in range(len(numbers), len(plan.regions))]
    ledger = Ledger(tuple(entry for part in (*entries, final) for entry in part))
    return Campaign(tuple(tables), table, ledger, tuple(breaches), tuple(notes), over)
