"""``purchase``: the best purchases of a turn, and where to build what is bought.

The model is :mod:`solver.alhambra.purchase_model`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from models.alhambra.layout import reading_order
from models.alhambra.market import Offer
from models.alhambra.plan import Action, Destination, Pays, Placing, Turn
from models.alhambra.position import BUILDING_MARKET, CURRENCIES, Position
from models.alhambra.tiles import TYPES, Cell, Supply
from models.alhambra.treasures import score_treasures
from models.alhambra.turn import act, play_turn
from models.alhambra.words import action_words, payment_words, placing_words
from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.words import and_words
from solver.alhambra.building import fits, in_grid, laid, placing_order, score
from solver.alhambra.documents import PurchaseAnswer, PurchaseQuestion
from solver.alhambra.grid import Kind
from solver.alhambra.purchase_model import OVER, TREASURE, WAYS, PurchaseModel, Table
from solver.answer import Outcome, Replay, Solution
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task


class Purchases(Question):
    """``purchase``: see the module."""

    answer = PurchaseAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The points of what is counted."""
        question: PurchaseQuestion = task.question
        return f"worth {value} point{'' if value == 1 else 's'} to {question.player}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Purchase by purchase with what is paid, and what is left."""
        assert isinstance(plan, PurchaseAnswer)
        table = Table.of(task)
        played = _Played.of(table, task, plan)
        for step in played.steps:
            exact = ", which gives another action" if step.exact else ""
            yield "buy", f"{action_words(step.action, step.offer.currency).removeprefix('buys ')}{exact}"
        if not played.steps:
            yield "buy", "nothing"
        for placing in plan.places:
            tile = task.board.tile(placing.tile).id
            yield "place", placing_words(placing.model_copy(update={"tile": tile}))
        state = played.after.players[table.player]
        hand = [
            payment_words(currency, state.money[currency], ()) for currency in CURRENCIES if state.money.get(currency)
        ]
        yield "left", and_words(hand) or "no money"
        if state.treasures:
            yield "left", f"treasures {and_words([str(value) for value in sorted(state.treasures)])}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players, tiles and types, a turn that is another's, parts that are asked for in vain."""
        question: PurchaseQuestion = task.question
        position: Position = task.position
        path = ("question", "player")
        if question.player not in position.players:
            what = f"unknown player “{question.player}”"
            yield Problem(path, what, one_of(position.players, question.player))
            return
        if position.turn not in (None, question.player):
            yield Problem(path, f"it is {position.turn}'s turn", f"{position.turn}, or another “turn”")
        buyers = [name for name, state in position.players.items() if state.bought and name != question.player]
        if position.turn is None and buyers:
            what = f"{buyers[0]} has bought this turn, so it is not {question.player}'s"
            yield Problem(path, what, f"{buyers[0]}, or “bought” of {question.player} only")
        if question.worth is not None:
            yield from _worth_problems(task.board, question)
        for at, part in enumerate(question.count):
            if part in question.count[:at]:
                yield Problem(("question", "count", at), f"“{part}” stands twice")

    def formulate(self, task: Task) -> Formulation:
        """The model; see the module."""
        table = Table.of(task)
        return PurchaseModel(table, most=None if table.stated else len(table.offers)).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best turn."""
        return _asked(task, engine, engine.solve)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` turns."""
        return _asked(task, engine, lambda formulation: engine.top(formulation, count))

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best turns."""
        return _asked(task, engine, engine.all)

    def decode(self, task: Task, solution: Solution) -> PurchaseAnswer:
        """The purchases in the one order that the model has in mind, then where the tiles go."""
        table = Table.of(task)
        values: dict[Any, int] = dict(solution.values)
        chain = []
        for at, offer in enumerate(table.offers):
            for way in WAYS:
                if values.get((way, at)):
                    key = ("last", offer.currency) if way == OVER else ("cards", way, at)
                    cards = [value for value in range(9, 0, -1) for _ in range(values.get((*key, value), 0))]
                    given = [value for value in range(5, 0, -1) if values.get(("give", at, value))]
                    last = way == OVER or table.dead(offer)
                    rank = (last, WAYS.index(way), -offer.price if way == TREASURE else 0, at)
                    chain.append((rank, _purchase(offer, cards, given)))
        actions = tuple(action for _, action in sorted(chain, key=lambda each: each[0]))
        return PurchaseAnswer(actions=actions, places=() if table.stated else _places(table, actions, values))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Actions that are no purchases, and tiles placed where nothing is to be placed."""
        assert isinstance(plan, PurchaseAnswer)
        question: PurchaseQuestion = task.question
        found = [
            Breach("question", problem.path, problem.message)
            for problem in Turn(actions=plan.actions, places=plan.places).problems()
        ]
        for at, action in enumerate(plan.actions):
            if action.buy is None and action.named():
                found.append(Breach("question", ("actions", at), "only purchases are asked for"))
        if question.worth is not None and plan.places:
            found.append(Breach("question", ("places",), "what tiles are worth is stated, so none is placed"))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the turn, then count what the tiles, the treasures and the money left are worth."""
        assert isinstance(plan, PurchaseAnswer)
        table = Table.of(task)
        played = _Played.of(table, task, plan)
        ledger = played.ledger()
        return Replay(ledger.total(table.player), ledger, played.rulings.consulted(), played.breaches)


def _purchase(offer: Offer, cards: list[int], treasures: list[int]) -> Action:
    source = None if offer.source == BUILDING_MARKET else offer.source
    pays = Pays(cards=tuple(cards), treasures=tuple(treasures))
    return Action(buy=offer.tile, source=source, pays=pays)


def _asked(task: Task, engine: Engine, ask: Callable[[Formulation], Outcome]) -> Outcome:
    """Ask the engine; where tiles are built, as often as an answer cannot be placed step by step."""
    table = Table.of(task)
    if table.stated:
        return ask(PurchaseModel(table).formulation())
    longest = engine.solve(PurchaseModel(table).chain(), canonical=False)
    most = len(table.offers) if longest.bound is None else longest.bound
    barred: list[Mapping[Cell, Kind]] = []
    while True:
        outcome = ask(PurchaseModel(table, most=most, barred=barred).formulation())
        wrong = [one for one in outcome.solutions if placing_order(table.layout, laid(one.values)) is None]
        if not wrong:
            return outcome
        barred += [in_grid(one.values) for one in wrong]


def _places(table: Table, actions: Sequence[Action], values: Mapping[Hashable, int]) -> tuple[Placing, ...]:
    """What is built, in an order in which it can be; then the rest, in the order in which it was bought.

    Which slot the rest goes to makes no difference here, so it takes the free ones from blue to yellow; where
    there is none it is discarded (P-10).
    """
    state = table.position.players[table.player]
    waiting = [*state.bought, *(action.buy for action in actions if action.buy)]
    new = laid(values)
    tiles = {}
    for cell in sorted(new, key=reading_order):
        tiles[cell] = next(tile for tile in waiting if fits(table.task.board.tile(tile), new[cell]))
        waiting.remove(tiles[cell])
    found = [Placing(tile=tiles[cell], at=cell) for cell in placing_order(table.layout, new) or ()]
    markets = "markets" in table.position.modules
    free: list[Destination] = [currency for currency in CURRENCIES if currency not in state.market]
    for tile in waiting:
        to: Destination = "reserve" if not markets else free.pop(0) if free else "discard"
        found.append(Placing(tile=tile, to=to))
    return tuple(found)


def _worth_problems(supply: Supply, question: PurchaseQuestion) -> Iterator[Problem]:
    types = {tile.type for tile in supply.by_id.values()}
    first: dict[str, str] = {}
    for name in question.worth or {}:
        path = ("question", "worth", name)
        if name in types or name in TYPES:
            continue
        wrong = supply.problem(name, path)
        if wrong:
            near = one_of(sorted(types), name)
            yield Problem(path, f"“{name}” is neither a tile nor a type", f"{wrong.expected}; or a type, {near}")
            continue
        known = supply.tile(name).id
        if known in first:
            yield Problem(path, f"{known} stands twice, as “{first[known]}” already", "each tile once")
        first.setdefault(known, name)
    if "count" in question.model_fields_set:
        what = "what tiles are worth is stated, so the Alhambra is not looked at"
        yield Problem(("question", "count"), what, "“worth” or “count”, not both")


@dataclass(frozen=True)
class _Step:
    """A purchase as it was made."""

    action: Action
    offer: Offer
    exact: bool


def _as_written(breach: Breach, places: Sequence[int]) -> Breach:
    """A breach of an action, by where that stands in the answer."""
    part, *rest = breach.path
    if part != "actions" or not isinstance(rest[0], int):
        return breach
    return replace(breach, path=(part, places[rest[0]], *rest[1:]))


@dataclass(frozen=True)
class _Played:
    """A turn played by the rules."""

    table: Table
    steps: tuple[_Step, ...]
    after: Position
    rulings: Rulings
    breaches: tuple[Breach, ...]

    @classmethod
    def of(cls, table: Table, task: Task, plan: PurchaseAnswer) -> _Played:
        rulings, supply = task.rulings.fresh(), task.board
        sound = [at for at, action in enumerate(plan.actions) if not any(True for _ in action.problems())]
        told = [plan.actions[at] for at in sound]  # the others stray
        turn = Turn(actions=tuple(told), places=() if table.stated else plan.places)
        played = play_turn(table.position, table.player, turn, supply, rulings)
        kept = tuple(b for b in played.breaches if not table.stated or b.path[0] != "places")
        wrong = {breach.path[1] for breach in kept if breach.path[0] == "actions"}
        breaches = tuple(_as_written(breach, sound) for breach in kept)
        position, steps = table.position, []
        for at, action in enumerate(told):
            if at in wrong:
                continue
            if action.buy is not None:
                tile, source = supply.tile(action.buy).id, action.source or BUILDING_MARKET
                offer = next(o for o in table.offers if (o.tile, o.source) == (tile, source))
                full = action.model_copy(update={"buy": tile})
                acted = act(position, table.player, full, supply, rulings.fresh())
                steps.append(_Step(full, offer, bool(acted.extra)))
            else:
                acted = act(position, table.player, action, supply, rulings.fresh())
            position = acted.position
        return cls(table, tuple(steps), played.position, rulings, breaches)

    def ledger(self) -> Ledger:
        """What was bought for what, the treasures kept and the money left."""
        question: PurchaseQuestion = self.table.task.question
        player, state = self.table.player, self.after.players[self.table.player]
        entries: list[Entry] = []
        for step in self.steps:
            pays = step.action.pays
            rule = "B2-3" if step.offer.source == BUILDING_MARKET else "P-4"
            paid = payment_words(step.offer.currency, pays.cards, pays.treasures)
            note = f"for {paid}{', exactly' if step.exact else ''}"
            worth = self.table.worths[step.offer.tile]  # 0 where it is not stated
            entries.append(Entry(player, worth, rule, step.offer.tile, note, sum(pays.cards)))
        if not self.table.stated:
            entries += score(self.after, player, question.count, self.table.task.board, self.rulings)
        entries += score_treasures(state.treasures or (), player)
        coins = sum(map(state.purse, CURRENCIES))
        if question.coins_per_point is not None and coins >= question.coins_per_point:
            note = f"{coins} coins left, {question.coins_per_point} for a point"
            entries.append(Entry(player, coins // question.coins_per_point, "question", "money", note))
        return Ledger(tuple(entries))
