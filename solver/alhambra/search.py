"""From a laying to its best layout: first bounds shape by shape, then CP-SAT on what is left.

Free layouts of at most :data:`~solver.alhambra.bounds.MOST_CELLS` cells are sifted by
:mod:`solver.alhambra.bounds`; the model then searches only the shapes that may hold something better
than the best layout found.  Mostly none is left, and the value is proved, by looking at all shapes: such an
outcome says ``exhaustive``.  The plan is singled out
in the same way, among the shapes that can be worth as much.

Larger layouts, and those around tiles that stand, are searched by the model from a first layout.
"""

from __future__ import annotations

import time
from dataclasses import replace

from models.alhambra.tiles import Cell, Tile
from solver.alhambra.bounds import MOST_CELLS, Bounds, Sifted
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import LayoutModel, worth
from solver.alhambra.start import first_layout
from solver.answer import Outcome, Proof, Solution, Status
from solver.engine import Engine

SIFT_SHARE = 0.5
"""The share of the time that bounding may take."""

TABLE_MOST = 4000
"""More shapes than that are not told to the model one by one."""


def _times(begin: float, proved: float) -> dict[str, float]:
    """Seconds until the value was proved, and in all; the engine knows nothing of what is done outside CP-SAT."""
    return {"value_seconds": round(proved, 6), "solver_seconds": round(time.perf_counter() - begin, 6)}


class LayoutSearch:
    """The search for the best layouts of a laying.

    Attributes
    ----------
    model
        What solutions are decoded by.
    sifted
        What bounding left, once :meth:`best` has run; None where it does not apply.
    """

    def __init__(self, laying: Laying) -> None:
        self.laying = laying
        self.model = LayoutModel(laying)
        self.sifted: Sifted | None = None

    @property
    def sifts(self) -> bool:
        """Whether all shapes can be looked at."""
        return self.laying.free and self.laying.most <= MOST_CELLS

    def _worth(self, cells: dict[Cell, Tile]) -> int:
        return worth(self.laying, cells)

    def best(self, engine: Engine, *, canonical: bool = True) -> Outcome:
        """The best layout; with ``canonical`` singled out by the tie-breaks where it is proved."""
        begin = time.perf_counter()
        if not self.sifts:
            first = first_layout(self.laying, self.model.base())
            if first is not None:
                self.model.hint(first)
            spent = time.perf_counter() - begin
            outcome = engine.solve(self.model.formulation(), canonical=canonical)
            proved = spent + float(outcome.statistics["value_seconds"])
            return replace(outcome, statistics={**outcome.statistics, **_times(begin, proved)})
        sifted, spent = self._sift(engine)
        outcome = self._settle(engine, sifted, spent)
        looked = dict(zip(("shapes", "shapes_bounded", "fountains_looked_at"), sifted.looked, strict=True))
        proved = time.perf_counter() - begin
        if canonical and outcome.status is Status.OPTIMAL and not outcome.interrupted:
            plan = self.tied(engine, outcome.solutions[0].objective or 0)
            singled = engine.solve(plan.formulation())
            if singled.solutions and singled.solutions[0].canonical:
                outcome = replace(outcome, solutions=singled.solutions, interrupted=singled.interrupted)
        left = {"shapes_left": len(sifted.candidates), "sift_seconds": round(spent, 6)}
        return replace(outcome, statistics={**engine.statistics(), **looked, **left, **_times(begin, proved)})

    def _sift(self, engine: Engine) -> tuple[Sifted, float]:
        """Bound all shapes, and the seconds that this took."""
        begin = time.perf_counter()
        with engine.watching():
            self.sifted = Bounds(self.laying).sift(
                self._worth, engine.limits.seconds * SIFT_SHARE, stopped=lambda: engine.interrupted
            )
        return self.sifted, time.perf_counter() - begin

    def _settle(self, engine: Engine, sifted: Sifted, spent: float) -> Outcome:
        """Prove that nothing is better than what the sieve found, or find it."""
        if not sifted.candidates and sifted.rest is None:
            if sifted.best is None:
                return Outcome(Status.INFEASIBLE, interrupted=engine.interrupted, proof=Proof.EXHAUSTIVE)
            return Outcome(
                Status.OPTIMAL,
                (self._solution(sifted),),
                sifted.value,
                interrupted=engine.interrupted,
                proof=Proof.EXHAUSTIVE,
            )
        model = LayoutModel(self.laying)
        if len(sifted.candidates) <= TABLE_MOST and sifted.rest is None:
            model.restrict(sifted.candidates)
        model.grid.model.add(model.value >= sifted.value + 1)
        model.grid.model.add(model.value <= sifted.bound)
        with engine.within(max(1.0, engine.limits.seconds - spent)):
            outcome = engine.solve(model.formulation(), canonical=False)
        if outcome.solutions or sifted.best is None:
            return outcome
        known = self._solution(sifted)
        if outcome.status is Status.INFEASIBLE:
            return replace(outcome, status=Status.OPTIMAL, solutions=(known,), bound=sifted.value)
        return replace(outcome, status=Status.FEASIBLE, solutions=(known,), bound=sifted.bound)

    def _solution(self, sifted: Sifted) -> Solution:
        assert sifted.best is not None
        values = self.model.encode(sifted.best)
        return Solution(values, sifted.value, False, tuple(values.values()), tuple(values.values()))

    def tied(self, engine: Engine, value: int) -> LayoutModel:
        """A model of the layouts that are worth just so much, the best there is: for plans, and for all of them."""
        model = LayoutModel(self.laying)
        if self.sifts:
            with engine.watching():
                ties = Bounds(self.laying).sift(
                    self._worth,
                    engine.limits.seconds * SIFT_SHARE,
                    value=value - 1,
                    improve=False,
                    stopped=lambda: engine.interrupted,
                )
            if ties.rest is None and 0 < len(ties.candidates) <= TABLE_MOST:
                model.restrict(ties.candidates)
        model.grid.model.add(model.value == value)
        return model
