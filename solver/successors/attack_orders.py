r"""All orders of given attacks, with tables that several of them lead to looked at once.

A node is a set of attacks made and the table after them; an edge makes one more: the status (5-2 to
5-16), what comes of it on the table, both tracks, and whether somebody wins.  Orders that meet in a
node go on alike, so for each node only the best ways on are kept; a way is compared by its value,
then by what counts among ways of equal value, and none of these depends on what came before.

Judging and scoring are those of :mod:`models.successors`; which table a change leads to is worked out
here, and the whole order is replayed as a log before anybody hears of it.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from models.errors import Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from models.successors.log import Game, settle
from models.successors.map import Map
from models.successors.plan import CartChange, Change, PlayerChange
from models.successors.position import DEAD, INDEPENDENT, LEGITIMACY, Position
from models.successors.scoring import score
from models.successors.status import judge, regained, with_status
from models.successors.victory import Outcome, automatic
from solver.engine import Engine
from solver.successors.attack_documents import AttackPlan

WON, OPEN, LOST = 10_000, -5_000, -10_000
"""What a win of the player is worth, an end that the text leaves open with it among those who may have won, and any
other end: above and below all legitimacy."""


def worth(outcome: Outcome | None, name: str, legitimacy: int) -> int:
    """The value of how an order ends for a player."""
    if outcome is None:
        return legitimacy
    if name in outcome.winners:
        return WON
    return OPEN if name in outcome.candidates and not outcome.winners else LOST


@dataclass(frozen=True, order=True)
class Way:
    """How the attacks go on from a table; the better way is the smaller one.

    Attributes
    ----------
    loss
        The value at its end, negated.
    champion
        How many of its attacks are made as a Champion who stays one, negated.
    made
        How many attacks there are in it, negated.
    order
        Which, from 1.
    """

    loss: int
    champion: int = 0
    made: int = 0
    order: tuple[int, ...] = ()

    @property
    def value(self) -> int:
        """What its end is worth."""
        return -self.loss

    def after(self, attack: int, champion: bool) -> Way:
        """The same with an attack before it."""
        return Way(self.loss, self.champion - champion, self.made - 1, (attack, *self.order))


@dataclass
class Orders:
    """A search through the orders of a question's attacks.

    Attributes
    ----------
    board, question, rulings
        What is asked, and how the rules are read.
    engine
        Whose limits hold.
    count
        How many of the best ways are wanted.
    finished
        Whether the search came to its end.
    nodes, edges
        By node: the best ways on from it; the attacks that can follow, with the game after each and whether it is
        made as a Champion.
    """

    board: Map
    question: AttackPlan
    rulings: Rulings
    engine: Engine
    count: int = 1
    finished: bool = True
    nodes: dict[Hashable, list[Way]] = field(default_factory=dict)
    edges: dict[Hashable, list[tuple[int, Game, bool]]] = field(default_factory=dict)
    ledgers: dict[Hashable, Ledger] = field(default_factory=dict)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = time.perf_counter() + self.engine.limits.seconds

    @property
    def _track(self) -> bool:
        """Whether legitimacy depends on how a table came about (4-2)."""
        return self.rulings.readings["legitimacy-floor"] == "track"

    def best(self, position: Position) -> list[Way]:
        """The best ways from a position, the best first; none where no order keeps the rules."""
        return self._ways(Game.of(self.board, position, self.rulings), frozenset())

    def of_value(self, position: Position, value: int, most: int) -> list[Way]:
        """All ways of a value, the best first, up to so many; after ``best`` has come to its end."""
        start = Game.of(self.board, position, self.rulings)
        reach: dict[Hashable, bool] = {}
        return sorted(islice(self._walk(start, frozenset(), Way(-value), reach), most))

    def _end(self, game: Game, done: frozenset[int]) -> list[Way]:
        """That no attack follows, where it may be so."""
        name = self.question.player
        if game.outcome is None and self.question.all and len(done) < len(self.question.attacks):
            return []
        return [Way(-worth(game.outcome, name, game.totals[name][LEGITIMACY]))]

    def _node(self, game: Game, done: frozenset[int]) -> Hashable:
        return done, _key(game.position, self._track)

    def _ways(self, game: Game, done: frozenset[int]) -> list[Way]:
        found = self._end(game, done)
        if game.outcome is not None:
            return found
        key = self._node(game, done)
        if key in self.nodes:
            return self.nodes[key]
        edges = self.edges[key] = []
        for at in range(len(self.question.attacks)):
            if at not in done and not (found and self._stopped()):
                step = self._step(game, at)
                if step is not None:
                    after, champion = step
                    edges.append((at, after, champion))
                    found += [way.after(at + 1, champion) for way in self._ways(after, done | {at})]
        self.nodes[key] = heapq.nsmallest(self.count, found)
        return self.nodes[key]

    def _walk(self, game: Game, done: frozenset[int], way: Way, reach: dict[Hashable, bool]) -> Iterator[Way]:
        """The ways that begin with one and have its value."""
        if any(end.value == way.value for end in self._end(game, done)):
            yield way
        if game.outcome is None:
            for at, after, champion in self.edges[self._node(game, done)]:
                if self._reaches(after, done | {at}, way.value, reach):
                    longer = Way(way.loss, way.champion - champion, way.made - 1, (*way.order, at + 1))
                    yield from self._walk(after, done | {at}, longer, reach)

    def _reaches(self, game: Game, done: frozenset[int], value: int, reach: dict[Hashable, bool]) -> bool:
        """Whether some way on has a value."""
        here = any(end.value == value for end in self._end(game, done))
        if here or game.outcome is not None:
            return here
        key = self._node(game, done)
        if key not in reach:
            reach[key] = any(self._reaches(after, done | {at}, value, reach) for at, after, _ in self.edges[key])
        return reach[key]

    def _stopped(self) -> bool:
        if self.engine.interrupted or time.perf_counter() > self.deadline:
            self.finished = False
        return not self.finished

    def _step(self, game: Game, at: int) -> tuple[Game, bool] | None:
        """The game after an attack, and whether it was made as a Champion; None where what comes of it cannot be."""
        planned, name = self.question.attacks[at], self.question.player
        judged = judge(game.position, planned.by(name), game.totals, self.rulings)
        champion = game.position.players[name].champion and not judged.loses
        position = with_status(game.position, [name], False) if judged.loses else game.position
        game = self._settled(game, position)
        if game.outcome is None and planned.then is not None:
            if any(change_problems(self.board, game.position, planned.then)):
                return None
            game = self._settled(game, changed(game.position, planned.then))
        return game, champion

    def _settled(self, game: Game, position: Position) -> Game:
        """As :func:`~models.successors.log.settle`, each table scored once where that is enough."""
        if self._track:
            return settle(game, position, self.rulings)[0]
        after = replace(game, position=position, ledger=self._ledger(position))
        again = regained(position, game.totals, after.totals, self.rulings)
        if again:
            position = with_status(position, again, True)
            after = replace(after, position=position, ledger=self._ledger(position))
        return replace(after, outcome=automatic(position, after.totals, game.totals, self.rulings))

    def _ledger(self, position: Position) -> Ledger:
        key = _key(position, False)
        if key not in self.ledgers:
            self.ledgers[key] = score(self.board, position, self.rulings)
        return self.ledgers[key]


def _key(position: Position, markers: bool) -> Hashable:
    """What tells tables apart that attacks lead to; the legitimacy markers only where they matter."""
    players = tuple(
        (
            state.champion,
            state.legitimacy if markers else None,
            frozenset(state.control),
            frozenset(state.royals),
            frozenset(state.captured),
            state.model_dump_json(include=set(PlayerChange.model_fields)),
        )
        for state in position.players.values()
    )
    cart = position.cart and (position.cart.at, position.cart.player)
    return players, frozenset(position.dead), cart


# -- what comes of an attack -----------------------------------------------------------------------


def change_problems(board: Map, position: Position, change: Change) -> Iterator[Problem]:
    """What of a change cannot be on a table; paths from the change."""
    for space, owner in change.control.items():
        if space not in board.spaces:
            yield Problem(("control", space), f"unknown space “{space}”", one_of(board.spaces, space))
        elif board.spaces[space].kind == "transit" and owner is not None:
            what = f"{space} is a transit point"
            yield Problem(("control", space), what, "a space that can hold a marker (rule 1-4)")
    for royal, owner in change.royals.items():
        if royal in position.dead and owner != DEAD:
            yield Problem(("royals", royal), f"{royal} is dead", f"{DEAD} (rule 2B-4)")
    if change.cart is not None:
        yield from _cart_problems(board, position, change.cart)
    for name, parts in change.players.items():
        named: list[tuple[Path, str | None]] = [(("armies", at), army.at) for at, army in enumerate(parts.armies)]
        named += [(("generals", general), there.at) for general, there in parts.generals.items()]
        named += [(("siege", space), space) for space in parts.siege]
        for path, place in named:
            if place is not None and place not in board.spaces:
                yield Problem(("players", name, *path), f"unknown space “{place}”", one_of(board.spaces, place))


def _cart_problems(board: Map, position: Position, change: CartChange) -> Iterator[Problem]:
    if position.cart is None:
        yield Problem(("cart",), "there is no funeral cart", "no “cart”")
    elif change.at is not None and change.at not in board.spaces:
        yield Problem(("cart", "at"), f"unknown space “{change.at}”", one_of(board.spaces, change.at))
    elif change.at not in (None, position.cart.at) and position.turn == 1:
        yield Problem(("cart", "at"), "the cart is built at the start of turn II", "no “at” (rule 6-1)")


def changed(position: Position, change: Change) -> Position:
    """The table after a change that has no problems."""
    players = {name: _mine(position, name, change) for name in position.players}
    dead = [royal for royal in position.dead if change.royals.get(royal, DEAD) == DEAD]
    dead += [royal for royal, owner in change.royals.items() if owner == DEAD and royal not in dead]
    grey = [space for space in position.independents if space not in change.control]
    grey += [space for space, owner in change.control.items() if owner == INDEPENDENT]
    cart = position.cart
    if change.cart is not None and cart is not None:
        cart = cart.model_copy(update={key: getattr(change.cart, key) for key in _told(change.cart)})
    after = position.changed(dead=tuple(dead), independents=tuple(grey), cart=cart)
    for name, parts in players.items():
        after = after.with_player(name, **parts)
    return after


def _told(change: CartChange) -> list[str]:
    return [key for key in change.model_fields_set if key == "player" or change.at is not None]


def _mine(position: Position, name: str, change: Change) -> Mapping[str, Any]:
    """What a change does to one player's state."""
    state = position.players[name]
    gone = set(change.control)
    come = [space for space, owner in change.control.items() if owner == name]
    captured = [space for space in come if position.capitals.get(space, name) != name]
    generals = dict(state.generals)
    for other, parts in change.players.items():  # in their order: a general whom two are given is the last one's
        if other == name and "generals" in parts.model_fields_set:
            generals = dict(parts.generals)
        elif other != name:
            generals = {key: there for key, there in generals.items() if key not in parts.generals}
    own = change.players.get(name, PlayerChange())
    return {
        **{key: getattr(own, key) for key in own.model_fields_set},
        "control": (*(space for space in state.control if space not in gone), *come),
        "royals": (
            *(royal for royal in state.royals if change.royals.get(royal, name) == name),
            *(royal for royal, owner in change.royals.items() if owner == name and royal not in state.royals),
        ),
        "captured": (*state.captured, *(space for space in captured if space not in state.captured)),
        "generals": generals,
    }
