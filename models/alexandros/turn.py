"""A turn of alexandros: Alexander moves, then up to two actions, then perhaps the end (2-1 to 2-3, 5-1 to 6-4).

Every step gives a new position.  What breaks a rule is named and left out: an illegal action is
skipped and takes none of the two; a turn whose move is illegal is left out whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from models.alexandros.board import Board, Symbol
from models.alexandros.cards import can_draw, discarded, draw, from_hand, refill, to_hand, without_face_up
from models.alexandros.lattice import split_chain
from models.alexandros.levy import full, levied, levy_breaches, levy_entries
from models.alexandros.occupation import occupy, remove
from models.alexandros.plan import KINDS, PILE, Action, Turn
from models.alexandros.position import ACTIONS, Position
from models.alexandros.provinces import Province, provinces
from models.alexandros.scoring import outcome
from models.alexandros.walls import Laid, move_breaches, moved
from models.alexandros.words import (
    cards_words,
    move_words,
    occupy_words,
    outcome_words,
    province_words,
    remove_words,
    take_words,
)
from models.errors import Breach, Path, one_thing
from models.ledger import Ledger
from models.rulings import Rulings


@dataclass(frozen=True)
class Played:
    """What a turn, or a part of it, came to.

    Attributes
    ----------
    position
        After it; after a whole turn it is the next player's.
    breaches
        What of it was against a rule.
    lines
        What was done, in words.
    ledger
        What it scored.
    left_out
        Whether nothing was done, since the move broke a rule.
    laid
        The walls of the move; None without a move.
    closed
        The provinces that there were not before the move.
    told
        The cards that were told to be turned up and have not been yet.
    undrawn
        Cards drawn from the pile that nobody told: they are in no hand.
    """

    position: Position
    breaches: tuple[Breach, ...] = ()
    lines: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)
    left_out: bool = False
    laid: Laid | None = None
    closed: tuple[Province, ...] = ()
    told: tuple[Symbol, ...] = ()
    undrawn: int = 0

    def then(self, following: Played) -> Played:
        """The same with what followed it."""
        return replace(
            self,
            position=following.position,
            breaches=(*self.breaches, *following.breaches),
            lines=(*self.lines, *following.lines),
            ledger=self.ledger + following.ledger,
            undrawn=self.undrawn + following.undrawn,
        )


def play_turn(board: Board, position: Position, turn: Turn, rulings: Rulings, *, open_draws: bool = False) -> Played:
    """Play the turn of the player whose it is.

    Parameters
    ----------
    position
        Resolved or not; in the middle of a turn, what is left of it is played.
    open_draws
        Whether a card may be drawn from a hidden pile that nobody tells: it counts in ``undrawn`` and is in no
        hand.  Otherwise that breaks rule 5-2.
    """
    position = position.resolved(board)
    name = position.whose
    if position.over:
        what = "the game is over"
        return Played(position, (Breach(outcome(position, rulings.fresh()).rule, (), what),), left_out=True)
    played = play_move(board, position, turn, rulings)
    if played.left_out:
        return played
    for at, action in enumerate(turn.actions):
        path: Path = ("actions", at)
        if played.position.over:
            played = played.then(Played(played.position, (Breach("6-4", path, "the game is over"),)))
            continue
        acted = act(board, played.position, action, rulings, open_draws=open_draws)
        played = played.then(replace(acted, breaches=_in(path, acted.breaches)))
        first = not acted.breaches and acted.position.actions < ACTIONS
        if first and action.take not in (None, PILE) and rulings.read("refill-action") == "at-once":
            played = _turn_up(played, rulings)
    if not played.position.over:
        played = played.then(_passing(played.position, name, rulings))
        played = _turn_up(played, rulings)
    if played.told:
        what = f"nothing is turned up that could be {played.told[0]}"
        played = replace(played, breaches=(*played.breaches, Breach("F-13", ("turned_up",), what)), told=())
    return played.then(_end(played.position, rulings))


def play_move(board: Board, position: Position, turn: Turn, rulings: Rulings) -> Played:
    """Alexander's move (2-2): the card first (4-1), which is replaced at once (F-13), then the way.

    Without a card, where nobody could move him, the turn goes on with the actions.
    """
    name = position.whose
    breaches = tuple(move_breaches(board, position, name, turn, rulings))
    if breaches:
        return Played(position, breaches, left_out=True)
    if not turn.moves:
        skipped = Played(position.changed(moved=True), told=turn.turned_up)
        return skipped if position.moved else replace(skipped, lines=("Alexander stays: no card can move him",))
    before = provinces(board, position.walled, rulings)
    if turn.hand is not None:
        taken = Played(discarded(from_hand(position, name, {turn.hand: 1}), {turn.hand: 1}), told=turn.turned_up)
    else:
        assert turn.card is not None
        now = to_hand(without_face_up(position, turn.card), name, {turn.card: 1})
        taken = _turn_up(Played(now, told=turn.turned_up), rulings)
    after, walls = moved(taken.position, split_chain(turn.path or ""), rulings)
    closed = tuple(new for new in provinces(board, after.walled, rulings) if new not in before)
    lines = (move_words(turn, walls), *taken.lines, *(province_words(new) for new in closed))
    if after.ending and not position.ending:
        lines = (*lines, "the walls have run out: this is the last turn (rule 6-1)")
    return Played(after, taken.breaches, lines, laid=walls, closed=closed, told=taken.told)


def act(board: Board, position: Position, action: Action, rulings: Rulings, *, open_draws: bool = False) -> Played:
    """Take one action of the player whose turn it is; a breach leaves the position as it is.

    Parameters
    ----------
    position
        A resolved one.  What is taken from the face-up cards is not replaced here.
    open_draws
        As in :func:`play_turn`.
    """
    name = position.whose
    if position.actions >= ACTIONS:
        return Played(position, (Breach("2-3", (), f"{name} has taken {ACTIONS} actions"),))
    wrong = tuple(one_thing((), "an action", action.named(), KINDS))  # a file is refused for it, an answer is not
    if wrong:
        return Played(position, tuple(Breach("5-1", problem.path, problem.message) for problem in wrong))
    if action.take is not None:
        done = _take(position, name, action, rulings, open_draws)
    elif action.occupy is not None:
        occupied = occupy(board, position, name, action, rulings)
        done = Played(occupied.position, occupied.breaches, (occupy_words(action, occupied),))
    elif action.levy is not None:
        done = _levy(board, position, name, action.levy, rulings)
    else:
        after, breaches = remove(position, name, action.remove or (), rulings)
        done = Played(after, breaches, (remove_words(action.remove or ()),))
    if done.breaches:
        return Played(position, done.breaches)
    return replace(done, position=done.position.changed(actions=position.actions + 1))


def _take(position: Position, name: str, action: Action, rulings: Rulings, open_draws: bool) -> Played:
    """Take a face-up card or one of the pile (5-2)."""
    if action.take != PILE:
        card: Symbol = action.take  # type: ignore[assignment]
        if card not in position.face_up:
            return Played(position, (Breach("5-2", ("take",), f"no {card} lies face up"),))
        taken = to_hand(without_face_up(position, card), name, {card: 1})
        return Played(taken, lines=(take_words(action, None),))
    drawn = draw(position, action.drawn, rulings)
    if drawn.wrong:
        rule = "5-2" if can_draw(position, rulings) else "F-14"
        return Played(position, (Breach(rule, ("take",), drawn.wrong),))
    if drawn.card is not None:
        hand = to_hand(drawn.position, name, {drawn.card: 1})
        return Played(hand, lines=(take_words(action, drawn.card),))
    if not open_draws:
        return Played(position, (Breach("5-2", ("take",), "nothing tells which card is drawn"),))
    return Played(drawn.position, lines=(take_words(action, None),), undrawn=1)


def _levy(board: Board, position: Position, name: str, card: Symbol, rulings: Rulings) -> Played:
    """Levy taxes, once a turn (5-13); whoever has enough points then ends the game (6-4)."""
    if position.levied:
        return Played(position, (Breach("5-13", ("levy",), f"{name} has levied this turn"),))
    breaches = tuple(levy_breaches(board, position, name, card))
    if breaches:
        return Played(position, breaches)
    ledger = levy_entries(board, position, name, card, rulings)
    after = levied(position, name, card, ledger).changed(levied=True)
    gains = ", ".join(f"{player} +{ledger.total(player)}" for player in position.from_seat(name))
    if full(after, rulings) and rulings.read("hundred-end") == "at-once":
        after = after.changed(over=True)
    return Played(after, lines=(f"levies taxes with {card}: {gains}",), ledger=ledger)


def _passing(position: Position, name: str, rulings: Rulings) -> Played:
    """Fewer than two actions (2-3): allowed, or only where no card can be taken."""
    possible = position.face_up or can_draw(position, rulings.fresh())
    if position.actions < ACTIONS and possible and rulings.read("passing") == "not":
        what = f"{name} takes {position.actions} of {ACTIONS} actions, and could take a card"
        return Played(position, (Breach("2-3", ("actions",), what),))
    return Played(position)


def _turn_up(played: Played, rulings: Rulings) -> Played:
    """Replace the face-up cards that were taken (F-13)."""
    filled = refill(played.position, played.told, rulings)
    turned = {card: filled.turned.count(card) for card in filled.turned}
    lines = (*played.lines, f"turned up: {cards_words(turned)}") if turned else played.lines
    breaches = played.breaches
    if filled.wrong:
        breaches = (*breaches, Breach("F-13", ("turned_up",), filled.wrong))
    told = () if filled.wrong else filled.left
    return replace(played, position=filled.position, lines=lines, breaches=breaches, told=told)


def _end(position: Position, rulings: Rulings) -> Played:
    """The end of the game by points (6-4) or, after the turn, by walls (6-2); or else the next player's turn (2-1)."""
    if position.over or full(position, rulings) or position.ending:
        position = position.changed(over=True)
        return Played(position, lines=(outcome_words(outcome(position, rulings)),))
    following = position.from_seat(position.whose)[1]
    return Played(position.changed(active=following, moved=False, actions=0, levied=False))


def _in(path: Path, breaches: Iterable[Breach]) -> tuple[Breach, ...]:
    return tuple(Breach(breach.rule, (*path, *breach.path), breach.message) for breach in breaches)
