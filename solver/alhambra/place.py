r"""``place``: the best way to add new tiles to an Alhambra that stands.

What is bought is placed at the end of the turn, one tile after the other, each to the Alhambra or
beside it (B2-6, P-2).  Only the order among the tiles that are built matters: no tile beside it
hinders anything.  So all Alhambras are looked at to which placing leads, step by legal step
(:mod:`solver.alhambra.exploring`), and none that could not be built comes up::

    level 0      what stands
    level d + 1  each state of level d with one more new tile, in a cell where that is legal
    kept         states whose bound is better than the best that is known

*Bound.*  :mod:`solver.alhambra.worths`, with the tiles of a state that are not placed yet.  Proof:
exhaustive.  :meth:`Place.formulate` is the layout kernel's model, which knows of no order: its value
is never less.

*What is not built* goes to the reserve; with personal markets below their first free slots from blue
to yellow, in the order in which the tiles are listed, and where none is free out of the game (P-10).
It scores nothing there, so which of them goes where is not asked.  To give one to the third party
(B8-4) never adds a point.

*Tie-break*: fewest tiles built; then the cells in reading order, and the kinds of tiles in them.

*Same answer*: the same kinds of tiles in the same cells.  Two tiles are of a kind if they have the
same walls and, where types count, the same type.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.alhambra.plan import Destination, Placing
from models.alhambra.position import CURRENCIES
from models.alhambra.turn import place_bought
from models.alhambra.words import placing_words
from models.documents import Document
from models.errors import Breach, Problem
from solver.alhambra.boards import Boards, State, bits
from solver.alhambra.building import placing_order
from solver.alhambra.documents import PlaceAnswer, PlaceQuestion
from solver.alhambra.estate import Estate, player_problems, tile_problems, worth_words
from solver.alhambra.exploring import Search, best_outcome
from solver.alhambra.layout_model import LayoutModel
from solver.answer import Outcome, Proof, Replay, Solution
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task


class Place(Question):
    """``place``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = PlaceAnswer

    def value_words(self, task: Task, value: int) -> str:
        """The points of what is counted."""
        question: PlaceQuestion = task.question
        return worth_words(value, question.player)

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Tile by tile, in the order of placing."""
        assert isinstance(plan, PlaceAnswer)
        for placing in _full(task, plan):
            yield "places" if placing.at is not None else "puts", placing_words(placing)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players and tiles, tiles that are not new, nothing that is new, tiles that are forgotten."""
        question: PlaceQuestion = task.question
        wrong = list(player_problems(task))
        yield from wrong
        yield from tile_problems(task, new=True)
        if any(problem.path == ("question", "player") for problem in wrong):
            return
        bought = task.position.players[question.player].bought
        if question.tiles is not None:
            supply = task.board
            named = {supply.tile(tile).id for tile in question.tiles if supply.problem(tile) is None}
            for tile in bought:
                if supply.problem(tile) is None and supply.tile(tile).id not in named:
                    what = f"{question.player} has bought {tile} as well, and all that was bought is placed"
                    yield Problem(("question", "tiles"), what, f"{tile} among them (rule B2-6)")
        if not (bought if question.tiles is None else question.tiles):
            what = f"{question.player} has no new tile"
            yield Problem(("question", "tiles"), what, "tiles here, or what was bought in the position")

    def formulate(self, task: Task) -> Formulation:
        """The layout kernel's model, in which any legal layout will do, whatever led to it."""
        table = _Table.of(task)
        return LayoutModel(table.estate.laying(table.tiles)).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best placing."""
        return _Table.of(task).outcome(engine, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` placings."""
        return _Table.of(task).outcome(engine, count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best placings."""
        return _Table.of(task).outcome(engine, None)

    def decode(self, task: Task, solution: Solution) -> PlaceAnswer:
        """First what is built, in an order in which it can be; then the rest."""
        table = _Table.of(task)
        estate, supply = table.estate, task.board
        new = {cell: table.tiles[at] for cell, at in solution.values.items() if isinstance(cell, tuple)}
        order = placing_order(estate.layout, {cell: supply.tile(tile) for cell, tile in new.items()})
        assert order is not None
        places = [Placing(tile=new[cell], at=cell) for cell in order]
        markets = "markets" in estate.position.modules
        free: list[Destination] = [slot for slot in CURRENCIES if slot not in estate.state.market]
        for tile in table.tiles:
            if tile not in new.values():
                to: Destination = "reserve" if not markets else free.pop(0) if free else "discard"
                places.append(Placing(tile=tile, to=to))
        return PlaceAnswer(places=tuple(places))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Placings that say nothing, or too much."""
        assert isinstance(plan, PlaceAnswer)
        return tuple(
            Breach("question", ("places", at, *problem.path), problem.message)
            for at, placing in enumerate(plan.places)
            for problem in placing.problems()
        )

    def replay(self, task: Task, plan: Document) -> Replay:
        """Place tile by tile, then count."""
        assert isinstance(plan, PlaceAnswer)
        table = _Table.of(task)
        estate, rulings = table.estate, task.rulings.fresh()
        position = estate.position.with_player(estate.player, bought=table.tiles)
        sound = [placing for placing in plan.places if not list(placing.problems())]
        placed = place_bought(position, estate.player, sound, task.board, rulings)
        ledger = estate.ledger(placed.position.players[estate.player].layout, rulings)
        return Replay(ledger.total(estate.player), ledger, rulings.consulted(), placed.breaches)


def _full(task: Task, plan: PlaceAnswer) -> Iterator[Placing]:
    """The placings under full ids, as far as the tiles are known."""
    supply = task.board
    for placing in plan.places:
        known = {
            key: supply.tile(tile).id
            for key in ("tile", "discard")
            if (tile := getattr(placing, key)) is not None and supply.problem(tile) is None
        }
        yield placing.model_copy(update=known)


@dataclass(frozen=True)
class _Table:
    """The new tiles and the states that placing leads to."""

    estate: Estate
    tiles: tuple[str, ...]

    @classmethod
    def of(cls, task: Task) -> _Table:
        estate = Estate.of(task)
        asked: PlaceQuestion = task.question
        return cls(estate, estate.full(estate.state.bought if asked.tiles is None else asked.tiles))

    def outcome(self, engine: Engine, count: int | None) -> Outcome:
        """The best so many placings; None: all that are best."""
        boards, search = placing_search(self.estate, self.tiles)
        found = search.best(engine, count or 1, ties=count is None)

        def solution(state: State) -> Solution:
            left = list(self.tiles)
            laid: dict[Hashable, int] = {}
            for cell, kind in boards.kinds_by_cell(state).items():
                if cell not in self.estate.standing:
                    tile = next(tile for tile in left if boards.kind(self.estate.supply.tile(tile)) == kind)
                    left.remove(tile)
                    laid[cell] = self.tiles.index(tile)
            return Solution(laid, found.values[state], found.finished, (), state.lies)

        return best_outcome(engine, found, count, boards.code, solution)


def placing_search(estate: Estate, tiles: tuple[str, ...]) -> tuple[Boards, Search[Placed]]:
    """The search for what placing some of these tiles leads to."""
    boards, worth, counts = estate.boards(tiles, len(tiles), moving=False)
    loose = [(number, count) for number, count in enumerate(counts) if count > boards.start.lies[number].bit_count()]
    whole = len(tiles) + boards.start.occupied.bit_count()

    def following(node: Placed) -> Iterator[Placed]:
        state = node.state
        around = boards.around(state)
        for number, count in loose:
            if count > state.lies[number].bit_count():
                for bit in bits(boards.places(state, number, around)):
                    yield Placed(boards.with_tile(state, bit, number))

    def bound(state: State, value: int, _: int) -> int:
        return worth.bound(state, value, whole - state.occupied.bit_count())

    return boards, Search(Placed(boards.start), len(tiles), following, worth, bound)


class Placed(NamedTuple):
    """What placing leads to: an Alhambra, and whatever is not in it lies beside it."""

    state: State
