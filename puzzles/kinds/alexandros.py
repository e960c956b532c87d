"""What the kinds of puzzles of alexandros share: positions, what may be left out of them, and what holds answers down.

The greedy player, too: :class:`Greedy` takes the action after which most is gained at once, and marches where that
promises most; see there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any

from models.alexandros.board import SYMBOLS, Board, Symbol
from models.alexandros.cards import can_draw
from models.alexandros.lattice import Side, Triangle, chain_sides, sides, split_chain
from models.alexandros.occupation import EJECTION, ejection_price
from models.alexandros.plan import PILE, Action, Turn
from models.alexandros.position import ACTIONS, BLACK, COPIES, GOVERNORS, Position, minus, plus, sorted_places
from models.alexandros.provinces import Province, province_of, provinces
from models.alexandros.turn import act, play_move
from models.alexandros.walls import Option, laid, moves, options
from models.alexandros.words import count_words
from models.game import load_game
from models.rulings import Rulings
from puzzles.generate.alexandros import Table, turn
from puzzles.generate.making import problems, put_together
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, changed, titled
from puzzles.scenario import Scenario
from solver.question import Task

FEWEST_PLAYERS = 2
"""At a table."""
PLAYERS = {1: (2, 2), 2: (2, 3), 3: (2, 3), 4: (3, 4), 5: (3, 4)}
"""By level: how many sit at the table, least and most."""
TURNS = {1: (5, 10), 2: (6, 12), 3: (8, 16), 4: (10, 20), 5: (12, 24)}
"""By level: how many turns have been played, least and most."""
TRIED = 30
"""Tables that are looked at for a puzzle before one that is none is told."""


# -- making ----------------------------------------------------------------------------------------------


def posed(board: Board, position: Position, question: Any, seed: int, title: str) -> Scenario:
    """A scenario of a table and a question, not looked at for what is wrong."""
    return titled(put_together(load_game("alexandros"), board, position, question, seed, checked=False), title)


def first_puzzle(kind: Kind, candidates: Iterator[Scenario], tried: int = TRIED) -> Scenario:
    """The best draft of the first so many; :class:`ValueError` if reading its file would find anything wrong."""
    found = best_draft(kind, islice(candidates, tried))
    wrong = list(problems(found))
    if wrong:
        raise ValueError(f"{found.name} is unsound: {wrong}")
    return found


def listed(position: Position, count: int) -> Position:
    """The same with the first cards of the pile known, and the others discarded."""
    assert isinstance(position.pile, tuple)
    rest = Counter(position.pile[count:])
    return position.changed(pile=position.pile[:count], discards=plus(position.discards, rest))


def hidden(position: Position) -> Position:
    """The same with a pile that nobody knows."""
    return position.changed(pile=position.pile_size)


def after_move(table: Table, chance: Random | Turn) -> Position | None:
    """A table after Alexander's move, drawn or told, the pile hidden; None where that ends the game."""
    made = chance if isinstance(chance, Turn) else turn(table.board, table.position, table.rulings, chance)
    after = play_move(table.board, table.position, made, table.rulings).position
    return None if after.over or after.ending else hidden(after)


# -- leaving out -----------------------------------------------------------------------------------------


def asker(scenario: Scenario) -> str:
    """Who asks: the player whose turn it is unless told."""
    name: str = scenario.question.player or scenario.position.whose
    return name


def rivals(scenario: Scenario) -> tuple[str, ...]:
    """The others, in the order of play after the asker."""
    order: tuple[str, ...] = scenario.position.from_seat(asker(scenario))
    return order[1:]


def at(scenario: Scenario, position: Position) -> Scenario:
    """The same at another table; a pile that nobody knows holds what is nowhere else (3-2)."""
    if not isinstance(position.pile, tuple):
        position = position.changed(pile=None)
        position = position.changed(pile=position.pile_size)
    return replace(scenario, position=position)


def _to_discards(position: Position, cards: Mapping[Symbol, int]) -> Position:
    """Cards that were taken out, as if they had been used; back in a pile that nobody knows."""
    known = isinstance(position.pile, tuple)
    return position.changed(discards=plus(position.discards, cards)) if known else position


def rival_parts(scenario: Scenario) -> Iterator[Part]:
    """Rivals with all that is theirs, as long as enough players remain."""
    position = scenario.position
    if len(position.players) <= FEWEST_PLAYERS:
        return
    for name in reversed(rivals(scenario)):
        rest = {other: state for other, state in position.players.items() if other != name}
        without = _to_discards(position.changed(players=rest), position.players[name].hand)
        yield Part(f"rival {name}", f"the rival {name}", at(scenario, without))


def point_parts(scenario: Scenario) -> Iterator[Part]:
    """The points so far."""
    position = scenario.position
    if any(state.points for state in position.players.values()):
        for name in position.players:
            position = position.with_player(name, points=0)
        yield Part("points", "the points so far", at(scenario, position))


def governor_parts(scenario: Scenario) -> Iterator[Part]:
    """Governors, the rivals' first: as if they had not been placed."""
    position = scenario.position
    for name in (*reversed(rivals(scenario)), asker(scenario)):
        for where in position.players[name].governors:
            left = tuple(other for other in position.players[name].governors if other != where)
            without = position.with_player(name, governors=left)
            yield Part(f"governor {name} {where}", f"{name}'s governor on {where}", at(scenario, without))


def card_parts(scenario: Scenario) -> Iterator[Part]:
    """Cards, those of the last at the table first: whole hands of rivals, then single cards."""
    position = scenario.position
    names = tuple(reversed(position.players))
    for name in names:
        hand = position.players[name].hand
        if name != asker(scenario) and sum(hand.values()) > 1:
            without = _to_discards(position.with_player(name, hand={}), hand)
            yield Part(f"hand {name}", f"{name}'s hand", at(scenario, without))
    for name in names:
        for card, count in position.players[name].hand.items():
            hand = {**position.players[name].hand, card: count - 1}
            if count == 1:
                del hand[card]
            without = _to_discards(position.with_player(name, hand=hand), {card: 1})
            which = f"the {card}" if count == 1 else f"{card} number {count}"
            words, own = f"{which} in {name}'s hand", name == asker(scenario)
            yield Part(f"card {name} {card} {count}", words, at(scenario, without), choice=own)


def march_parts(scenario: Scenario) -> Iterator[Part]:
    """The latest stretch of walls: Alexander stands where it begins; for questions in which he is not moved.

    Governors stand in provinces all the same.
    """
    position = scenario.position
    if len(position.walls) < 2:
        return
    *before, last = position.walls
    black = position.black + len(chain_sides(split_chain(last)))
    stands = sum(len(chain_sides(split_chain(chain))) for chain in before)
    without = position.changed(
        walls=tuple(before), alexander=split_chain(last)[0], walls_left=min(black, BLACK - stands), ending=False
    )
    rest = at(scenario, without)
    among = provinces(scenario.board, without.walled, scenario.rulings)
    if all(province_of(among, where) for where in without.governors) and not list(problems(rest)):
        yield Part(f"walls {last}", f"the latest walls, {last}", rest)


# -- loosening -------------------------------------------------------------------------------------------


def _with(scenario: Scenario, position: Position) -> Scenario:
    """The same at a table that no file need allow."""
    return replace(scenario, position=position)


def hand_grounds(scenario: Scenario, *, bag: bool = False, needed: int = COPIES) -> Iterator[Ground]:
    """The asker's cards, symbol by symbol.

    Parameters
    ----------
    bag
        Whether it matters what a hidden pile is made of: more cards come from the discards then, or else from rivals.
    needed
        More than so many of a symbol are of no use.
    """
    name, position = asker(scenario), scenario.position
    for card in SYMBOLS:
        held = position.players[name].holds(card)
        others = sum(position.players[other].holds(card) for other in rivals(scenario))
        most = min(needed, position.discards.get(card, 0) + others) if bag else needed
        if most > 0:
            yield _hand_ground(name, card, held, most, bag=bag)


def _hand_ground(name: str, card: Symbol, held: int, most: int, *, bag: bool) -> Ground:
    """Cards of one symbol that the player lacks."""
    return Ground(
        f"hand {name} {card}",
        f"{name} holds {count_words(held, card) if held != 1 else f'1 {card}'}".replace(f"{card}s", card),
        "5-4",
        lambda one, steps: _with(one, _given(one, card, steps, bag)),
        lambda steps: f"{steps} {card} more",
        most,
    )


def most_alike(scenario: Scenario) -> int:
    """How many cards of a symbol two occupations can take: for its triangles in a province, and to eject governors."""
    among = provinces(scenario.board, scenario.position.walled, scenario.rulings)
    most = max((max(one.counts.values(), default=0) for one in among), default=0)
    return min(COPIES, most + EJECTION * GOVERNORS)


def _given(scenario: Scenario, card: Symbol, count: int, bag: bool) -> Position:
    """The table with more cards in the asker's hand."""
    name, position = asker(scenario), scenario.position
    if bag:
        found = min(count, position.discards.get(card, 0))
        left = count - found
        position = position.changed(discards={**position.discards, card: position.discards.get(card, 0) - found})
        for other in rivals(scenario):
            held = position.players[other].holds(card)
            taken = min(left, held)
            left -= taken
            hand = {**position.players[other].hand, card: held - taken}
            position = position.with_player(other, hand=hand)
    hand = plus(position.players[name].hand, {card: count})
    moved: Position = position.with_player(name, hand=hand)
    return moved


def governor_grounds(scenario: Scenario, *, moves: bool, stay: bool = False) -> Iterator[Ground]:
    """The rivals' governors, one after the other: taken away (5-12), or put outside all provinces if they ``stay``.

    Parameters
    ----------
    moves
        Whether Alexander may move: then, if he cannot be sent to governors, those stay that alone keep him away.
    """
    position = scenario.position
    figures = moves and scenario.rulings.readings["free-triangle"] != "walls"
    for name in reversed(rivals(scenario)):
        for where in position.players[name].governors:
            if figures and not position.walled.intersection(sides(where)):
                continue
            yield _governor_ground(name, where, stay)


def _governor_ground(name: str, where: Triangle, stay: bool) -> Ground:
    """A governor of a rival."""
    return Ground(
        f"governor {name} {where}",
        f"{name} has a governor on {where}",
        "5-6",
        lambda one, _: _with(one, _freed(one, name, where, stay)),
        lambda _: f"no governor on {where}",
    )


def _freed(scenario: Scenario, name: str, where: Triangle, stay: bool) -> Position:
    """The table without a governor, or with it where no province is."""
    position, board = scenario.position, scenario.board
    left = tuple(other for other in position.players[name].governors if other != where)
    if stay:
        among = provinces(board, position.walled, scenario.rulings)
        free = [
            other
            for other, symbol in board.symbols.items()
            if symbol and other not in position.governors and not province_of(among, other)
        ]
        left = sorted_places((*left, *free[:1]))
    freed: Position = position.with_player(name, governors=left)
    return freed


def turn_grounds(scenario: Scenario) -> Iterator[Ground]:
    """What has been done of the turn already: actions, a levy."""
    position, name = scenario.position, asker(scenario)
    if position.whose != name:
        return
    if position.actions:
        yield Ground(
            "actions",
            f"{name} has taken {count_words(position.actions, 'action')} of {ACTIONS}",
            "2-3",
            lambda one, steps: _with(one, one.position.changed(actions=one.position.actions - steps)),
            lambda steps: f"{count_words(steps, 'action')} more",
            position.actions,
        )
    if position.levied:
        yield Ground(
            "levied",
            f"{name} has levied this turn",
            "5-13",
            lambda one, steps: _with(one, one.position.changed(levied=False)),
            lambda steps: "no levy yet this turn",
        )


def poorer_grounds(scenario: Scenario, who: str) -> Iterator[Ground]:
    """The cards of the rivals, or of one: so many fewer, and more on the discards."""
    position = scenario.position
    for name in reversed(rivals(scenario)):
        for card, count in position.players[name].hand.items() if who in ("all", name) else ():
            yield _poorer_ground(name, card, count)


def _poorer_ground(name: str, card: Symbol, count: int) -> Ground:
    """A rival's cards of one symbol."""
    return Ground(
        f"hand {name} {card}",
        f"{name} holds {count} {card}",
        "5-4",
        lambda one, steps: _with(one, _poorer(one.position, name, card, steps)),
        lambda steps: f"{name} holds {steps} {card} less",
        count,
    )


def _poorer(position: Position, name: str, card: Symbol, count: int) -> Position:
    """The table with cards of a hand on the discards."""
    poorer = position.with_player(name, hand=minus(position.players[name].hand, {card: count}))
    return poorer.changed(discards=plus(position.discards, {card: count}))


def without_turn(scenario: Scenario) -> Scenario:
    """The same with no turn after this one."""
    return _with(scenario, scenario.position.changed(ending=True))


def march_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Alexander moves by a face-up card only, unless a reading says otherwise."""
    if scenario.rulings.readings["hand-card-move"] == "no":
        yield Ground(
            "face-up",
            f"Alexander moves by one of the face-up cards: {' or '.join(scenario.position.face_up)}",
            "4-1",
            lambda one, steps: one.with_readings({"hand-card-move": "yes"}),
            lambda steps: "a card of the hand moves him, too",
        )


def filter_grounds(scenario: Scenario) -> Iterator[Ground]:
    """A levy pays by the discarded symbol only, unless a reading says otherwise; where rivals' gains do not matter."""
    if scenario.rulings.readings["levy-filter"] == "symbol":
        yield Ground(
            "levy-filter",
            "a levy pays only where the governor stands on the discarded symbol",
            "5-9",
            lambda one, steps: one.with_readings({"levy-filter": "all"}),
            lambda steps: "all provinces with one governor pay",
        )


def end_grounds(scenario: Scenario) -> Iterator[Ground]:
    """What may end the game before the last turn that is asked about: points, walls."""
    position = scenario.position
    most = max(state.points for state in position.players.values())
    if most:
        leader = next(name for name, state in position.players.items() if state.points == most)
        yield Ground(
            "points",
            f"{leader} has {count_words(most, 'point')} already, and 100 end the game",
            "6-4",
            lambda one, steps: _with(one, _pointless(one.position)),
            lambda steps: "nobody has points yet",
        )
    if position.ending:
        yield Ground(
            "ending",
            "the walls have run out",
            "6-1",
            lambda one, steps: _with(one, one.position.changed(ending=False)),
            lambda steps: "the game goes on",
        )


def _pointless(position: Position) -> Position:
    for name in position.players:
        position = position.with_player(name, points=0)
    return position


def wall_ground(scenario: Scenario, most: int) -> Iterator[Ground]:
    """The walls that are left, of which so many more are enough."""
    if scenario.position.black < most:
        yield Ground(
            "walls",
            f"{count_words(scenario.position.black, 'wall')} are left",
            "6-1",
            lambda one, steps: _with(one, one.position.changed(walls_left=one.position.black + steps)),
            lambda steps: f"{count_words(steps, 'wall')} more",
            most - scenario.position.black,
        )


def question_ground(
    key: str, words: str, rule: str, field_name: str, values: Sequence[Any], what: Callable[[int], str]
) -> Ground:
    """Something that the question fixes: ``values`` are what it is after one step, two, and so on."""
    return Ground(
        key,
        words,
        rule,
        lambda one, steps: replace(one, question=changed(one.question, **{field_name: values[steps - 1]})),
        what,
        len(values),
    )


# -- the greedy player -----------------------------------------------------------------------------------


@dataclass
class Greedy:
    """A player who takes what is best at once, and looks no further.

    Of actions the one after which most has been gained; of those, the one after which the best levy at hand brings
    most; then the most blanks of the own provinces that pay, then the most cards.  Of moves of Alexander, by which
    nothing is gained, the one after which the best levy and these provinces bring most, then the one that leaves the
    most valuable province that can be occupied or taken over with what is at hand; then the first.

    Parameters
    ----------
    gained
        What has been gained since the beginning, by a position.
    """

    board: Board
    name: str
    rulings: Rulings
    gained: Callable[[Position], int]
    _known: dict[frozenset[Side], tuple[Province, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, margin: bool) -> Greedy:
        """The player who asks; gains are points, with ``margin`` less those of the best rival."""
        start: Position = task.position
        name = task.question.player or start.whose
        return cls(task.board, name, task.rulings.fresh(), lambda now: gain(start, now, name, margin))

    def among(self, position: Position) -> tuple[Province, ...]:
        """The provinces of a table."""
        if position.walled not in self._known:
            self._known[position.walled] = provinces(self.board, position.walled, self.rulings)
        return self._known[position.walled]

    # -- what a table is worth --

    def income(self, position: Position) -> dict[Symbol, int]:
        """The blanks of the own provinces with one governor (5-8), by the symbol under it."""
        found: dict[Symbol, int] = dict.fromkeys(SYMBOLS, 0)
        own = position.players[self.name].governors
        for province in self.among(position):
            here = [where for where in own if where in province.symbols]
            if len(here) == 1:
                found[province.symbols[here[0]]] += province.blanks
        return found

    def levy(self, position: Position, income: Mapping[Symbol, int]) -> int:
        """What the best levy brings that the hand allows (5-7, 5-9)."""
        state = position.players[self.name]
        every = self.rulings.readings["levy-filter"] == "all"
        under = {self.board.symbols[where] for where in state.governors}
        pays = [sum(income.values()) if every else income[card] for card in SYMBOLS if state.holds(card)]
        able = [card in under for card in SYMBOLS if state.holds(card)]
        return max((pay for pay, could in zip(pays, able, strict=True) if could), default=0)

    def worth(self, position: Position) -> tuple[int, ...]:
        """What the player makes of a table after an action."""
        income = self.income(position)
        held = sum(position.players[self.name].hand.values())
        return self.gained(position), self.levy(position, income), sum(income.values()), held

    def prospect(self, position: Position) -> tuple[int, ...]:
        """What the player makes of a table after Alexander's move."""
        income = self.income(position)
        best = max((province.blanks for province, _ in self.entries(position)), default=0)
        return self.levy(position, income), sum(income.values()), best

    # -- what can be done --

    def entries(self, position: Position) -> Iterator[tuple[Province, Action]]:
        """Ways into provinces that are not the player's own, with as few governors as the hand allows (5-4 to 5-6)."""
        state = position.players[self.name]
        spare = GOVERNORS - len(state.governors)
        for province in self.among(position) if spare else ():
            standing = [where for where in province.symbols if where in position.governors]
            if not province.symbols or any(position.governors[where] == self.name for where in standing):
                continue
            price = ejection_price(self.board, sorted_places(tuple(standing)), None, self.rulings)
            hand = {card: state.holds(card) - price.get(card, 0) for card in SYMBOLS}
            if min(hand.values()) < 0:
                continue
            yield from ((province, Action(occupy=places)) for places in self._places(province, hand, spare))

    def _places(self, province: Province, hand: Mapping[Symbol, int], spare: int) -> Iterator[tuple[Triangle, ...]]:
        """Where governors stand: on the symbols that cards lack for, or on one of any symbol."""
        by_kind = self.rulings.readings["payment"] == "kind"
        lacking = {
            card: 0 if by_kind and hand[card] else max(0, count - hand[card]) for card, count in province.counts.items()
        }
        lists = {card: [where for where, symbol in province.symbols.items() if symbol == card] for card in lacking}
        if not any(lacking.values()):
            yield from ((there[0],) for there in lists.values())
        elif sum(lacking.values()) <= spare:
            yield sorted_places(tuple(where for card, there in lists.items() for where in there[: lacking[card]]))

    def actions(self, position: Position) -> Iterator[Action]:
        """What can be done: levies, occupations, cards, removals."""
        state = position.players[self.name]
        yield from (Action(levy=card) for card in SYMBOLS if state.holds(card) and not position.levied)
        yield from (action for _, action in self.entries(position))
        yield from (Action(take=card) for card in dict.fromkeys(position.face_up))
        if can_draw(position, self.rulings):
            yield Action(take=PILE)
        yield from (Action(remove=(where,)) for where in state.governors)

    # -- playing --

    def act(self, position: Position) -> tuple[Action, Position] | None:
        """The best action, and the table after it; None where passing is as good."""
        best, most = None, self.worth(position)
        for action in self.actions(position):
            done = act(self.board, position, action, self.rulings, open_draws=True)
            if not done.breaches and (worth := self.worth(done.position)) > most:
                best, most = (action, done.position), worth
        return best

    def march(self, position: Position, given: Turn, kept: int) -> Turn:
        """The best move of Alexander that begins as another: with the same card if one decision is kept."""
        offered = options(self.board, position, self.name, self.rulings)
        best, most = Turn(), None
        for option in offered:
            if kept and (option.card, option.from_hand) != (given.card or given.hand, given.hand is not None):
                continue
            if kept and option.symbol != given.symbol:
                continue
            seen: set[object] = set()
            for to, way in moves(self.board, position, option.symbol, self.rulings):
                key = to, laid(position, way, self.rulings).sides
                path = "-".join(way)
                if key in seen or (kept > 1 and (to, path) != (given.to, given.path)):
                    continue
                seen.add(key)
                tried = _move(option, to, path)
                told = tried.model_copy(update={"turned_up": given.turned_up})
                worth = self.prospect(play_move(self.board, position, told, self.rulings).position)
                if most is None or worth > most:
                    best, most = tried, worth
        return best

    def turn(self, position: Position, given: Turn, kept: int, moves: bool = True) -> tuple[Turn, Position]:
        """A turn that begins as another, and the table before its end.

        Parameters
        ----------
        given
            The turn of which the first decisions are kept: card, triangle with way, then action by action.
        moves
            Whether Alexander is moved; otherwise the actions are all.
        """
        steps = MOVING if moves and not position.moved else 0
        if kept and steps and not given.moves:
            kept += steps  # nobody can move him
        done = given if kept >= steps else self.march(position, given, kept)
        now = position
        if steps:
            told = Turn(**{**dict(done), "actions": (), "turned_up": given.turned_up})
            now = play_move(self.board, position, told, self.rulings).position
        taken = list[Any]()
        for action in given.actions[: max(0, kept - steps)]:
            plain = Action(**{key: getattr(action, key) for key in Action.model_fields})
            now = act(self.board, now, plain, self.rulings, open_draws=True).position
            taken.append(action)
        slots = ACTIONS - position.actions
        for _ in range(max(len(taken), kept - steps), slots):
            found = None if now.over or now.actions >= ACTIONS else self.act(now)
            if found is None:
                break
            taken.append(found[0])
            now = found[1]
        return Turn(**{**dict(done), "actions": tuple(taken), "turned_up": ()}), now


MOVING = 2
"""Decisions of a move: the card; the triangle with the way."""


def gain(start: Position, now: Position, name: str, margin: bool) -> int:
    """What a player has gained since a position; with ``margin`` less what the best rival has."""
    gains = {other: state.points - start.players[other].points for other, state in now.players.items()}
    return gains[name] - (max(gained for other, gained in gains.items() if other != name) if margin else 0)


def _move(option: Option, to: Triangle, path: str) -> Turn:
    """A move as a turn without actions."""
    given: dict[str, Any] = {"hand" if option.from_hand else "card": option.card, "to": to, "path": path}
    return Turn.model_validate({**given, "as": None if option.symbol == option.card else option.symbol})
