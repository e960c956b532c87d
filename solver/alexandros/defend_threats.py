"""What rivals can do to a player's levy income in their next turn, by the rules alone.

For each rival, each card that can move Alexander and each way; of ways whose new walls inside the player's provinces
are the same the first one stands for all.  Then the takeovers of what still pays, at most two, or one after a card was
taken or a governor removed: nothing else that a rival does lowers the income.  Which triangles of a symbol the rival's
governors take makes no difference, so the first ones do.

It knows nothing of :mod:`solver.alexandros.defend_search` and what that finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.cards import can_draw, discarded, draw, from_hand, refill, to_hand, without_face_up
from models.alexandros.lattice import Point, Side, Triangle
from models.alexandros.levy import full
from models.alexandros.occupation import ejection_price, remaining
from models.alexandros.plan import PILE, Action, Event
from models.alexandros.position import ACTIONS, FACE_UP, GOVERNORS, Position, in_order, plus, sorted_places
from models.alexandros.provinces import Province, provinces
from models.alexandros.turn import act
from models.alexandros.walls import Option, laid, moved, moves, options
from models.rulings import Rulings
from solver.alexandros.defend_documents import Reply, Threat

Cut = frozenset[Side]
"""New walls inside the player's provinces."""
Takeover = tuple[tuple[Action, ...], Mapping[Symbol, int], frozenset[Triangle]]
"""Takeovers: the actions, the cards paid, and from where the player's governors are ejected."""


@dataclass(frozen=True)
class Judged:
    """The worst loss, a turn that costs it, and the threats to each province."""

    loss: int
    worst: Reply | None
    threats: tuple[Threat, ...]


@dataclass(frozen=True)
class _Turn:
    """A rival's turn: what was done, the table after Alexander's move, the cards paid, what of the income is left."""

    event: dict[str, Any]
    moved: Position
    actions: tuple[Action, ...]
    cards: Mapping[Symbol, int]
    left: Mapping[Triangle, int]

    @property
    def effort(self) -> tuple[int, int]:
        """What tells turns apart that cost the same: how many actions they have, how many cards they take."""
        return len(self.actions), sum(self.cards.values())


@dataclass(frozen=True)
class _Found:
    """A rival's turn among those that were looked at; the better one for the rival has the smaller rank."""

    rank: tuple[int, int, int]
    rival: str
    opened: tuple[Symbol, ...]
    turn: _Turn


def _better(known: _Found | None, other: _Found) -> _Found:
    return known if known is not None and known.rank <= other.rank else other


class Referee:
    """Judges positions at the end of a player's turn.

    Parameters
    ----------
    name, rivals
        Who defends, against whom.
    unknown
        As the question has it.
    """

    def __init__(self, board: Board, name: str, rivals: Sequence[str], unknown: str, rulings: Rulings) -> None:
        self.board, self.name, self.rivals, self.rulings = board, name, rivals, rulings
        self._guess, self._lucky = unknown != "none", unknown == "any"
        self._known: dict[object, tuple[Takeover, ...]] = {}

    def income(self, position: Position) -> dict[Triangle, int]:
        """The blanks of the player's provinces with exactly one governor (5-8, 5-11); 0 for others that it governs.

        By the first governor of each province.
        """
        return self._income(position, provinces(self.board, position.walled, self.rulings))

    def _income(self, position: Position, among: Iterable[Province]) -> dict[Triangle, int]:
        found = {}
        own = sorted_places(position.players[self.name].governors)
        for province in among:
            here = [where for where in own if where in province.symbols]
            if here:
                found[here[0]] = province.blanks if len(here) == 1 else 0
        return found

    def judge(self, position: Position, base: int, *, ended: bool) -> Judged:
        """The worst loss from an income of ``base``.

        Parameters
        ----------
        position
            At the end of the player's turn, open cards not yet filled up; or as it stands in a rival's turn.
        ended
            Whether a turn of the player has just ended.
        """
        income = self.income(position)
        if ended and (position.over or position.ending or full(position, self.rulings)):
            return Judged(base - sum(income.values()), None, ())
        held = self._held(position)
        worst: _Found | None = None
        found: dict[tuple[int, Triangle, str], _Found] = {}
        for opened, filled in self._tables(position) if ended else (((), position),):
            for at, rival in enumerate(self.rivals):
                if ended and not self._moves_on(filled, rival):
                    continue
                for turn in self._turns(filled, rival, held):
                    loss = base - sum(turn.left.values())
                    worst = _better(worst, _Found((-loss, *turn.effort), rival, opened, turn))
                    for first, by, lost in self._threatened(turn, income, held):
                        key = at, first, by
                        found[key] = _better(found.get(key), _Found((-lost, *turn.effort), rival, opened, turn))
        if worst is None:  # no card can come up, as where more are held than there are; then nobody moves Alexander
            return Judged(base - sum(income.values()), None, ())
        threats = tuple(
            Threat(province=first, worth=income[first], by=by, cards=dict(one.turn.cards), **self._reply(one))
            for (_, first, by), one in sorted(found.items())
        )
        return Judged(-worst.rank[0], Reply(**self._reply(worst)), threats)

    def _reply(self, found: _Found) -> dict[str, Any]:
        return {"loss": -found.rank[0], "opened": found.opened, "turn": self._event(found.rival, found.turn)}

    def _threatened(
        self, turn: _Turn, income: Mapping[Triangle, int], held: Mapping[Triangle, Province]
    ) -> Iterator[tuple[Triangle, Literal["division", "takeover"], int]]:
        """The provinces that a turn costs something: by the first governor, how, and how much of the income."""
        taken = [action.occupy[0] for action in turn.actions if action.occupy]
        for first, worth in income.items():
            inside = held[first].symbols
            lost = worth - sum(value for where, value in turn.left.items() if where in inside)
            if lost > 0 and not turn.actions:
                yield first, "division", lost
            elif lost > 0 and any(where in inside for where in taken):
                yield first, "takeover", lost

    def _held(self, position: Position) -> dict[Triangle, Province]:
        """The player's provinces by the first of their governors."""
        found = {}
        own = sorted_places(position.players[self.name].governors)
        for province in provinces(self.board, position.walled, self.rulings):
            here = [where for where in own if where in province.symbols]
            if here:
                found[here[0]] = province
        return found

    # -- cards that nobody knows --

    def _tables(self, position: Position) -> Iterator[tuple[tuple[Symbol, ...], Position]]:
        """The open cards filled up; what can be done without an unknown card comes first, and is not told with one."""
        filled = list(self._filled(position, self._guess))
        if not filled or filled[0][0]:  # where no card is left to come, the open ones are all
            yield from self._filled(position, False)
        yield from filled

    def _moves_on(self, position: Position, rival: str) -> bool:
        """Whether what a rival can do with these open cards can be done whatever else is turned up."""
        if not self._guess or len(position.face_up) == FACE_UP or not can_draw(position, self.rulings):
            return True
        return bool(options(self.board, position.changed(active=rival), rival, self.rulings))

    def _filled(self, position: Position, guess: bool) -> Iterator[tuple[tuple[Symbol, ...], Position]]:
        """The open cards filled up, with what was told for it; in each way if nobody knows and ``guess``."""
        filled = refill(position, (), self.rulings).position
        missing = FACE_UP - len(filled.face_up)
        if not guess or not missing or not can_draw(filled, self.rulings):
            yield (), filled
            return
        known = filled.face_up[len(position.face_up) :]
        seen: set[tuple[Symbol, ...]] = set()
        for unknown in product(SYMBOLS, repeat=missing):
            done = refill(position, (*known, *unknown), self.rulings)
            told = tuple(done.turned[len(known) :])
            key = tuple(sorted(told))
            if done.wrong is None and key not in seen:
                seen.add(key)
                yield told, done.position

    # -- a rival's turn --

    def _turns(self, position: Position, rival: str, held: Mapping[Triangle, Province]) -> Iterator[_Turn]:
        """The turns of a rival that differ in what they take from the player."""
        if position.whose != rival:
            position = position.changed(active=rival, moved=False, actions=0, levied=False)
        for event, after, cut, pieces in self._moves(position, rival, held):
            start = _Turn(event, after, (), {}, self._income(after, pieces))
            yield start
            if any(start.left.values()):
                yield from self._following(start, after, (), rival, cut, pieces)
                if after.actions + 1 < ACTIONS:
                    for action, prepared in self._preparing(after, rival):
                        yield from self._following(start, prepared, (action,), rival, cut, pieces)

    def _following(
        self,
        start: _Turn,
        position: Position,
        before: tuple[Action, ...],
        rival: str,
        cut: Cut,
        pieces: tuple[Province, ...],
    ) -> Iterator[_Turn]:
        """A turn gone on with takeovers, which are the same wherever Alexander stands."""
        state = position.players[rival]
        key = rival, position.actions, tuple(in_order(state.hand).items()), state.governors, cut
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._takeovers(position, rival, pieces, frozenset()))
        for actions, cards, ejected in found:
            left = {where: value for where, value in start.left.items() if where not in ejected}
            yield _Turn(start.event, start.moved, (*before, *actions), cards, left)

    def _moves(
        self, position: Position, rival: str, held: Mapping[Triangle, Province]
    ) -> Iterator[tuple[dict[str, Any], Position, Cut, tuple[Province, ...]]]:
        """Alexander's moves: as written, the table then, the cut, and what it leaves of the player's provinces."""
        board, rulings = self.board, self.rulings
        offered = () if position.moved else options(board, position, rival, rulings)
        if not offered:
            yield {}, position.changed(moved=True), frozenset(), tuple(held.values())
        inside = self._inside(held.values())
        pieces_of: dict[Cut, tuple[Province, ...]] = {frozenset(): tuple(held.values())}
        for option in offered:
            event: dict[str, Any] = {"hand" if option.from_hand else "card": option.card}
            if option.symbol != option.card:
                event["as"] = option.symbol
            first: dict[Cut, tuple[Triangle, tuple[Point, ...]]] = {}
            for to, way in moves(board, position, option.symbol, rulings):
                cut = frozenset(laid(position, way, rulings).sides) & inside
                first.setdefault(cut, (to, way))
            for told, paid in self._paid(position, rival, option):
                for cut, (to, way) in first.items():
                    if cut not in pieces_of:
                        among = provinces(board, position.walled | cut, rulings)
                        pieces_of[cut] = tuple(one for one in among if self._governed(one, position))
                    made = {**event, "to": to, "path": "-".join(way), "turned_up": told}
                    yield made, moved(paid, way, rulings)[0], cut, pieces_of[cut]

    def _governed(self, province: Province, position: Position) -> bool:
        return any(where in province.symbols for where in position.players[self.name].governors)

    def _inside(self, held: Iterable[Province]) -> Cut:
        """The sides between two triangles of one of the provinces."""
        return frozenset(
            between
            for province in held
            for name in province.triangles
            for other, between in self.board.neighbours[name]
            if other in set(province.triangles)
        )

    def _paid(self, position: Position, rival: str, option: Option) -> Iterator[tuple[tuple[Symbol, ...], Position]]:
        """The card of a move paid or taken (4-1): what is told to be turned up in its place, and the table then."""
        card = option.card
        if option.from_hand:
            yield (), discarded(from_hand(position, rival, {card: 1}), {card: 1})
            return
        taken = to_hand(without_face_up(position, card), rival, {card: 1})
        for told, filled in self._filled(taken, self._lucky):
            yield filled.face_up[len(taken.face_up) :] if told else (), filled

    def _preparing(self, position: Position, rival: str) -> Iterator[tuple[Action, Position]]:
        """A card taken or a governor removed, before a takeover."""
        offered = [Action(take=card) for card in dict.fromkeys(position.face_up)]
        top = draw(position, None, self.rulings)
        if top.card is not None:
            offered.append(Action(take=PILE, drawn=top.card))
        elif self._lucky and top.wrong is None:
            offered += [
                Action(take=PILE, drawn=card) for card in SYMBOLS if not draw(position, card, self.rulings).wrong
            ]
        own = position.players[rival].governors
        offered += [Action(remove=(where,)) for where in own]
        if len(own) > 1 and self.rulings.readings["removal"] == "any":
            offered.append(Action(remove=own))
        for action in offered:
            done = act(self.board, position, action, self.rulings)
            if not done.breaches:
                yield action, done.position

    def _takeovers(
        self, position: Position, rival: str, pieces: tuple[Province, ...], ejected: frozenset[Triangle]
    ) -> Iterator[Takeover]:
        """The takeovers of a piece that pays, and of another one if actions are left."""
        for piece in pieces:
            own = [where for where in position.players[self.name].governors if where in piece.symbols]
            if len(own) != 1 or not piece.blanks:
                continue
            gone = ejected | {own[0]}
            for places, cards in self._payable(position, rival, piece, own[0]):
                action = Action(occupy=places)
                done = act(self.board, position, action, self.rulings)
                if done.breaches:
                    continue
                yield (action,), cards, gone
                if done.position.actions < ACTIONS:
                    for more, paid, all_gone in self._takeovers(done.position, rival, pieces, gone):
                        yield (action, *more), plus(cards, paid), all_gone

    def _payable(
        self, position: Position, rival: str, piece: Province, enemy: Triangle
    ) -> Iterator[tuple[tuple[Triangle, ...], dict[Symbol, int]]]:
        """The governors that a rival may place, the first triangles of each symbol, and the cards that it takes."""
        state = position.players[rival]
        spare = GOVERNORS - len(state.governors)
        ejection = ejection_price(self.board, (enemy,), None, self.rulings)
        carrying = {
            symbol: [where for where, kind in piece.symbols.items() if kind == symbol] for symbol in piece.counts
        }
        ranges = [range(min(spare, count) + 1) for count in piece.counts.values()]
        for numbers in product(*ranges):
            if not 1 <= sum(numbers) <= spare:
                continue
            chosen = [where[:number] for where, number in zip(carrying.values(), numbers, strict=True)]
            places = sorted_places(tuple(name for some in chosen for name in some))
            price = plus(ejection, remaining(piece, places, self.rulings))
            if all(state.holds(symbol) >= count for symbol, count in price.items()):
                yield places, price

    def _event(self, rival: str, turn: _Turn) -> Event:
        """The turn as it is written; where passing is not allowed, with a card taken for what is left."""
        actions = turn.actions
        if self.rulings.readings["passing"] == "not":
            position = turn.moved
            for action in actions:
                position = act(self.board, position, action, self.rulings).position
            while position.actions < ACTIONS and (filler := self._filler(position)) is not None:
                actions = (*actions, filler)
                position = act(self.board, position, filler, self.rulings, open_draws=True).position
        return Event.model_validate({**turn.event, "player": rival, "actions": actions})

    def _filler(self, position: Position) -> Action | None:
        """A card that can be taken."""
        if position.face_up:
            return Action(take=position.face_up[0])
        return Action(take=PILE) if can_draw(position, self.rulings) else None
