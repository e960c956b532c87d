r"""``draft``: which of the offered tiles adds most to an Alhambra.

For each tile alone: what the Alhambra is worth with it in the best of the cells in which it may be
placed (B4-1), less what it is worth without.  Who takes a tile need not build it (B2-6), so a tile
that fits nowhere, or only where it would lower the worth, adds 0 and stays out; so does one that adds
nothing.  All cells are looked at (:mod:`solver.alhambra.exploring`); proof: exhaustive.

*Tie-break*: of equal cells the first in reading order; of tiles that add as much the one that is
offered first.

*Same answer*: the table is one answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from models.alhambra.layout import Layout, Placed, cell_words
from models.alhambra.position import CURRENCIES
from models.alhambra.redesign import place_breaches
from models.alhambra.words import tile_name
from models.documents import Document
from models.errors import Breach, Problem
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from solver.alhambra.documents import DraftAnswer, DraftQuestion, DraftRow
from solver.alhambra.estate import Estate, player_problems, tile_problems
from solver.alhambra.exploring import Found
from solver.alhambra.layout_model import LayoutModel
from solver.alhambra.place import placing_search
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task

OUT = 10**6
"""Stands for a coordinate of a tile that stays out."""


class Draft(Question):
    """``draft``: see the module."""

    proof = Proof.EXHAUSTIVE
    answer = DraftAnswer

    def value_words(self, task: Task, value: int) -> str:
        """What the best tile adds."""
        question: DraftQuestion = task.question
        return f"{question.player} gains {value} point{'' if value == 1 else 's'} by the best of them"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Tile by tile, the best first."""
        assert isinstance(plan, DraftAnswer)
        for row in plan.rows:
            where = f"at {cell_words(row.at.at)}, worth {row.value} in all" if row.at else "stays out"
            known = task.board.problem(row.tile) is None
            yield f"{row.gain:+d}", f"{tile_name(task.board.tile(row.tile).id if known else row.tile)} {where}"

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown players and tiles, tiles that are built already, nothing on offer."""
        question: DraftQuestion = task.question
        yield from player_problems(task)
        yield from tile_problems(task)
        if not (task.position.market if question.tiles is None else question.tiles):
            what = "nothing is on offer"
            yield Problem(("question", "tiles"), what, "tiles here, or on the market of the position")

    def formulate(self, task: Task) -> Formulation:
        """The layout kernel's model of any one of the tiles."""
        estate = Estate.of(task)
        return LayoutModel(replace(estate.laying(_offered(estate)), changes=1)).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The table."""
        estate = Estate.of(task)
        values: dict[Hashable, int] = {}
        gains, bounds, finished, looked, seconds = [0], [0], True, 0, 0.0
        for at, tile in enumerate(_offered(estate)):
            boards, search = placing_search(estate, (tile,))
            found: Found = search.best(engine, ties=True)
            base, best = found.values[boards.start], max(found.values.values())
            chosen = min((s for s, value in found.values.items() if value == best),
                         key=lambda s: (s != boards.start, boards.code(s)))  # fmt: skip
            new = boards.kinds_by_cell(chosen).keys() - estate.standing.keys()
            x, y = new.pop() if new else (OUT, OUT)
            values |= {(at, "value"): best, (at, "gain"): best - base, (at, "x"): x, (at, "y"): y}
            gains.append(best - base)
            bounds.append(found.bound - base)
            finished, looked, seconds = finished and found.finished, looked + found.looked, seconds + found.seconds
        value, bound = max(gains), max(bounds)
        status = Status.OPTIMAL if finished else Status.FEASIBLE
        taken = {"value_seconds": round(seconds, 6), "solver_seconds": round(seconds, 6), "states": looked}
        solution = Solution(values, value, finished, (), ())
        statistics = {**engine.statistics(), **taken}
        return Outcome(status, (solution,), bound, finished, engine.interrupted, statistics)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The table is the only answer."""
        return self.best(task, engine)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """The table is the only answer."""
        return self.best(task, engine)

    def decode(self, task: Task, solution: Solution) -> DraftAnswer:
        """The table, the tile that adds most first."""
        values: dict[Hashable, int] = dict(solution.values)
        rows = []
        for at, tile in enumerate(_offered(Estate.of(task))):
            x, y = values[at, "x"], values[at, "y"]
            placed = None if x == OUT else Placed(tile=tile, at=(x, y))
            rows.append(DraftRow(tile=tile, value=values[at, "value"], gain=values[at, "gain"], at=placed))
        return DraftAnswer(rows=tuple(sorted(rows, key=lambda row: -row.gain)))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Tiles that are not on offer or missing, rows out of order, numbers that are not right."""
        assert isinstance(plan, DraftAnswer)
        offered = _offered(Estate.of(task))
        rows = rows_by_rules(task, plan, task.rulings.fresh())
        found = []
        seen: set[str] = set()
        for at, row in enumerate(rows):
            path = ("rows", at)
            if row.tile not in offered or row.tile in seen:
                what = "stands twice" if row.tile in seen else "is not on offer"
                found.append(Breach("question", path, f"{row.tile} {what}"))
            seen.add(row.tile)
            claimed = plan.rows[at]
            if not row.breaches and (claimed.value, claimed.gain) != (row.value, row.gain):
                what = f"{row.tile} is worth {row.value} so, a gain of {row.gain}"
                found.append(Breach("question", path, f"{what}, not {claimed.value} and {claimed.gain}"))
            if at and claimed.gain > plan.rows[at - 1].gain:
                found.append(Breach("question", path, f"{row.tile} adds more than the tile before it"))
        found += [Breach("question", ("rows",), f"{tile} is missing") for tile in offered if tile not in seen]
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Place each tile alone and count; the ledger is that of the tile that adds most."""
        assert isinstance(plan, DraftAnswer)
        estate, rulings = Estate.of(task), task.rulings.fresh()
        rows = rows_by_rules(task, plan, rulings)
        base = estate.ledger(estate.state.layout, rulings).total(estate.player)
        best = max(rows, key=lambda row: row.gain, default=None)
        ledger = best.ledger if best is not None else estate.ledger(estate.state.layout, rulings)
        less = Entry(estate.player, -base, "question", "the Alhambra as it stands", "what it is worth without the tile")
        breaches = tuple(breach for row in rows for breach in row.breaches)
        return Replay(ledger.total(estate.player) - base, ledger + [less], rulings.consulted(), breaches)  # noqa: RUF005


def _offered(estate: Estate) -> tuple[str, ...]:
    """The tiles on offer, in their order; those of the market from blue to yellow."""
    question: DraftQuestion = estate.task.question
    market = estate.position.market
    lying = [market[currency] for currency in CURRENCIES if currency in market]
    return estate.full(lying if question.tiles is None else question.tiles)


@dataclass(frozen=True)
class _Row:
    """A row of a table by the rules: a tile that may not lie where it is said to stays out."""

    tile: str
    value: int
    gain: int
    ledger: Ledger
    breaches: tuple[Breach, ...]


def rows_by_rules(task: Task, plan: DraftAnswer, rulings: Rulings) -> list[_Row]:
    """What the tiles of an answer add where it builds them, row by row."""
    estate = Estate.of(task)
    supply = estate.supply
    stands = estate.state.layout
    base = estate.ledger(stands, rulings).total(estate.player)
    found = []
    for at, row in enumerate(plan.rows):
        known = supply.problem(row.tile) is None
        tile = supply.tile(row.tile).id if known else row.tile
        breaches: tuple[Breach, ...] = ()
        layout: Layout = estate.layout
        if not known:
            breaches = (Breach("B1-2", ("rows", at), f"no tile of the supply is called “{row.tile}”"),)
        elif row.at is not None:
            if supply.problem(row.at.tile) is not None or supply.tile(row.at.tile).id != tile:
                breaches = (Breach("question", ("rows", at, "at"), f"{row.at.tile} is laid in place of {tile}"),)
            else:
                wrong = place_breaches(layout, row.at.at, supply.tile(tile))
                breaches = tuple(Breach(b.rule, ("rows", at, "at"), b.message) for b in wrong)
                layout = layout if wrong else layout.with_tile(row.at.at, supply.tile(tile))
        ledger = estate.ledger(layout.placed, rulings)
        value = ledger.total(estate.player)
        found.append(_Row(tile, value, value - base, ledger, breaches))
    return found
