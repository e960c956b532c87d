"""A round of empire on the table: distribute, choose seats, take turns, score (section 4).

A :class:`Table` is a value: every step gives a new one, with what broke a rule beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.empire.board import SYMBOL, Board, Region
from models.empire.movement import GroupMove, play_moves
from models.empire.plan import Allocation, Payment, Plan, RoundPolicy
from models.empire.position import KINDS, PLURAL, ROUNDS, Pieces, PlayerState, Position, why_not_lay
from models.empire.scoring import score_round
from models.errors import Breach
from models.ledger import Ledger
from models.rulings import Rulings


@dataclass(frozen=True)
class Table:
    """A region in play.

    Attributes
    ----------
    region, round
        Where and when.
    players
        Everybody's state, every cube accounted for.
    entered
        Whether an army has entered the target this round (5.3-11).
    """

    region: Region
    round: int
    players: Mapping[str, PlayerState]
    entered: bool = False

    @classmethod
    def of(cls, board: Board, position: Position) -> Table:
        """The table that a position describes.

        An army in the target has entered it this round: had it done so before, the region would be over.
        """
        region, states = board.by_number[position.region], position.states
        entered = any(state.armies.get(region.target) for state in states.values())
        return cls(region, position.round, states, entered)

    def with_player(self, name: str, state: PlayerState, entered: bool = False) -> Table:
        """The table with one player's state changed."""
        return replace(self, players={**self.players, name: state}, entered=self.entered or entered)


@dataclass(frozen=True)
class Turn:
    """What a player's plan came to.

    Attributes
    ----------
    table
        After it.
    breaches
        What of it was against a rule; that part was left out.
    payments
        What each move paid; None for a move that was left out.
    """

    table: Table
    breaches: tuple[Breach, ...] = ()
    payments: tuple[Payment | None, ...] = ()


def distribute(table: Table, name: str, allocation: Allocation, rulings: Rulings) -> Turn:
    """Put the cubes in a player's hand onto the tablet (4.1-1; in later rounds 4.1.2-1).

    A breach leaves the cubes in the hand.
    """
    state = table.players[name]
    hand = state.hand or 0
    breaches = []
    if allocation.total > hand:
        breaches.append(
            Breach("3.3-1", ("allocation",), f"{allocation.total} cubes are distributed, {hand} are in the hand")
        )
    elif allocation.total < hand and rulings.read("cubes-held-back") == "forbidden":
        breaches.append(Breach("4.1-1", ("allocation",), f"{allocation.total} of {hand} cubes are distributed"))
    if table.round > 1 and (allocation.order or allocation.armies):
        breaches.append(
            Breach("4.1.2-2", ("allocation",), f"round {table.round} has no cubes for turn order or armies")
        )
    if breaches:
        return Turn(table, tuple(breaches))
    armies = dict(state.armies)
    if allocation.armies:
        armies[SYMBOL] = armies.get(SYMBOL, 0) + allocation.armies  # 5.1-7
    after = state.model_copy(
        update={
            "hand": hand - allocation.total,
            "order": state.order + allocation.order,
            "armies": armies,
            "temple": state.temple + allocation.temple,
            "city": state.city + allocation.city,
        }
    )
    return Turn(table.with_player(name, after))


def take_turn(table: Table, name: str, moves: Sequence[GroupMove], pieces: Pieces, rulings: Rulings) -> Turn:
    """Move a player's armies, then lay pieces (5.3-1, 5.4-1). What breaks a rule is left out and named."""
    moved = play_moves(table.region, table.players[name], moves)
    state, breaches = moved.state, list(moved.breaches)
    standing = {place for other in table.players.values() for place in other.built.cities}
    for kind in KINDS:
        laid = state.placed.of(kind)
        for at, place in enumerate(pieces.of(kind)):
            path = ("pieces", PLURAL[kind], at)
            if place not in table.region.provinces:
                breaches.append(Breach("3.1-3", path, f"{place} is no province of {table.region.name}"))
                continue
            wrong = why_not_lay(table.region, state, kind, place, laid, standing, rulings)
            if wrong:
                breaches.append(Breach(wrong[0], path, wrong[1]))
            else:
                laid = (*laid, place)
        state = state.model_copy(update={"placed": state.placed.model_copy(update={PLURAL[kind]: laid})})
    return Turn(table.with_player(name, state, moved.entered), tuple(breaches), moved.played)


def play(table: Table, name: str, plan: Plan, rulings: Rulings) -> Turn:
    """Play a whole plan: distribute if it says how, move, lay."""
    before = Turn(table)
    if plan.allocation is not None:
        before = distribute(table, name, plan.allocation, rulings)
    elif table.players[name].hand:
        hand = table.players[name].hand
        before = Turn(
            table, (Breach("4.1-1", ("allocation",), f"{hand} cubes are in the hand and none is distributed"),)
        )
    moves = [GroupMove(move.armies, move.path, move.pays) for move in plan.moves]
    turn = take_turn(before.table, name, moves, plan.pieces, rulings)
    return Turn(turn.table, before.breaches + turn.breaches, turn.payments)


def follow(table: Table, name: str, policy: RoundPolicy, rulings: Rulings) -> Turn:
    """Let a rival follow a policy: total, so whatever has become impossible is left out."""
    hand = table.players[name].hand or 0
    before = Turn(table)
    if policy.allocation is not None and hand:
        before = distribute(table, name, policy.allocation.allocation(hand, table.round == 1), rulings)
    moves = [GroupMove(move.armies, move.path, move.pays) for move in policy.moves]
    turn = take_turn(before.table, name, moves, policy.pieces, rulings)
    return Turn(turn.table, before.breaches + turn.breaches, turn.payments)


def finish(table: Table, rulings: Rulings) -> tuple[Table, Ledger]:
    """Score the round (5.3-10) and go on to the next one, with no piece lying and nobody in the target anew.

    What players have spent stays beside their tablets (4.1.2-3).
    """
    scored = score_round(table.region, table.players, rulings)
    return Table(table.region, table.round + 1, scored.states), scored.ledger


def why_over(table: Table, rulings: Rulings) -> str | None:
    """The rule by which the region ends with the round on the table, all having moved; None if it goes on."""
    if table.entered and rulings.read("target-reached") == "occupied":
        target = table.region.target
        if any(state.armies.get(target) for state in table.players.values()):
            return "5.3-11"
    elif table.entered:
        return "5.3-11"
    return "5.3-12" if table.round >= ROUNDS else None


def open_region(region: Region, players: Mapping[str, PlayerState], cubes: int) -> Table:
    """Open a region: everybody has all cubes in the hand again (4.1.2-3, 5.6-2); what is built stays (5.5.2-5)."""
    fresh = {
        name: PlayerState(hand=cubes, spent=0, built=state.built, points=state.points)
        for name, state in players.items()
    }
    return Table(region, 1, fresh)


def take_back(state: PlayerState) -> PlayerState:
    """Take the cubes left on the temple and city fields into the hand, to divide them anew (4.1.2-1)."""
    hand = (state.hand or 0) + state.temple + state.city
    return state.model_copy(update={"hand": hand, "temple": 0, "city": 0})
