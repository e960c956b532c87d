"""The one place that runs CP-SAT.

How it keeps its promises:

* **A value is proved, then a plan is singled out.**  The optimum may be proved with any number
  of workers.  The plan is then fixed by a lexicographic tie-break under "objective = optimum",
  one worker, fixed seed, deterministic limits: the same plan on every run and machine.
* **Enumeration uses one worker.**  Several workers lose solutions and still say optimal.  All
  optima come in phases: solve, fix the objective, drop it, enumerate what differs in the
  formulation's identity.
* **Levels of the tie-break are packed.**  Neighbouring levels share one search as digits of one
  number while that stays below 2**40.
* **"Infeasible" is checked again** with presolve off before it is said.
* The search runs in a thread of its own; progress is polled from outside.  Ctrl-C sets a flag, it
  raises nothing while a question is being answered: the search stops and keeps the best so far,
  and so does a procedure of several searches.
* **Searches may run side by side**, each in an engine of its own with one worker: on models where a
  second worker helps little, two at a time get twice as far.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from solver.answer import Limits, Outcome, Progress, Solution, Status
from solver.formulation import Criterion, Formulation

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

    from solver.formulation import Linear, Parameter

Listener = Callable[[Progress], None]
Found = TypeVar("Found")

POLL_SECONDS = 0.1
PACK_LIMIT = 2**40
CANONICAL_DETERMINISTIC_SECONDS = 20.0
ABREAST = 2
"""Searches at a time where the limits do not say how many workers there are."""
UNIQUE_CHECK = 4
"""After so many searches for a plan, with as many to come, it is asked whether any other plan is left."""


@dataclass
class _Search:
    """One run of CP-SAT and how it ended."""

    solver: CpSolver
    status: Status
    interrupted: bool

    def value(self, expression: Linear) -> int:
        return int(self.solver.value(expression))


@dataclass
class Engine:
    """Runs formulations within limits, reporting progress to a listener.

    Examples
    --------
    >>> from ortools.sat.python import cp_model
    >>> model = cp_model.CpModel()
    >>> x = model.new_int_var(0, 9, "x")
    >>> _ = model.add(3 * x <= 20)
    >>> outcome = Engine().solve(Formulation(model, x, {"x": x}))
    >>> outcome.status.value, outcome.solutions[0].values
    ('optimal', {'x': 6})
    """

    limits: Limits = field(default_factory=Limits)
    listener: Listener | None = None
    single_out: bool = True
    """Whether :meth:`solve` singles out a plan; without it, only the value is of interest."""
    memory: dict[str, Outcome] | None = None
    """What :meth:`reach` found for models that come again, as under readings that do not matter; None: nothing."""
    _stages: list[dict[str, Any]] = field(default_factory=list, init=False)
    _started: float = field(default_factory=time.perf_counter, init=False)
    _interrupted: bool = field(default=False, init=False)
    _watched: bool = field(default=False, init=False)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed; every later search then ends at once."""
        return self._interrupted

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Let Ctrl-C stop the searches inside instead of raising ``KeyboardInterrupt``.

        A handler that is not Python's own (an ignored signal, a program's own) is left alone, and so
        are threads other than the main one.
        """
        ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._watched or not ours or threading.current_thread() is not threading.main_thread():
            yield
            return

        def pressed(*_: object) -> None:
            self._interrupted = True

        self._watched = True
        signal.signal(signal.SIGINT, pressed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._watched = False

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Give the searches inside less time than the limits do."""
        limits = self.limits
        self.limits = replace(limits, seconds=min(seconds, limits.seconds))
        try:
            yield
        finally:
            self.limits = limits

    def solve(self, formulation: Formulation, *, canonical: bool = True) -> Outcome:
        """The best solution, singled out by the tie-breaks where it is proved best.

        ``canonical`` false leaves out the tie-breaks, for the steps of a procedure.
        """
        search = self._prove(formulation, formulation.model, "value")
        return self._outcome(formulation, search, formulation.model, canonical=canonical and self.single_out)

    def trail(self, formulation: Formulation, least: int | None = None) -> Outcome:
        """The best solution and those that were found on the way to it, best first; none is singled out.

        ``least`` is what some solution is known to be worth, a start for the search; “infeasible” is a bound then,
        and gets no second look.
        """
        passed: list[Solution] = []

        def note(callback: Any) -> None:
            passed.append(_solution(formulation, lambda e: int(callback.value(e)), None, canonical=False))

        model = _at_least(formulation, least)
        search = self._prove(formulation, model, "value", passed=note, again=least is None)
        outcome = self._outcome(formulation, search, model, canonical=False)
        best = outcome.solutions
        rest = [each for each in reversed(passed) if not best or each.values != best[0].values]
        return replace(outcome, solutions=(*best, *rest))

    def side_by_side(
        self, jobs: Sequence[Callable[[Engine], Found]], known: tuple[int | None, int | None]
    ) -> list[Found]:
        """Do jobs at the same time, each with an engine of its own that has one worker; results in their order.

        Parameters
        ----------
        jobs
            As many run at a time as there are workers.  Ctrl-C stops the searches of all.
        known
            Best value and bound so far, for the progress that is told meanwhile.
        """
        abreast = self.limits.workers or ABREAST
        if abreast == 1 or len(jobs) == 1:
            return [job(self) for job in jobs]
        engines = [Engine(replace(self.limits, workers=1), memory=self.memory) for _ in jobs]
        begun = time.perf_counter()
        with self.watching(), ThreadPoolExecutor(abreast, "side by side") as pool:
            try:
                running = [pool.submit(job, engine) for job, engine in zip(jobs, engines, strict=True)]
                while wait(running, POLL_SECONDS).not_done:
                    for engine in engines:
                        engine._interrupted |= self._interrupted
                    if self.listener is not None:
                        self.listener(Progress("value", *known, time.perf_counter() - self._started))
            except BaseException:  # the listener's own, or a program's handler of Ctrl-C
                for engine in engines:
                    engine._interrupted = True
                raise
        stages = [stage for engine in engines for stage in engine._stages]
        share = (time.perf_counter() - begun) / max(sum(stage["seconds"] for stage in stages), 1e-6)
        # times of what runs side by side add up to what the clock says
        self._stages += [{**stage, "seconds": stage["seconds"] * min(share, 1.0)} for stage in stages]
        return [each.result() for each in running]

    def reach(self, formulation: Formulation, least: int | None, *, first: bool = True, again: bool = True) -> Outcome:
        """A solution worth at least so much (at most, if less is better; None: any), or that there is none.

        Parameters
        ----------
        first
            The first one will do; without it the best, which is not singled out either.
        again
            Whether “infeasible” gets its second look; without it, for a step that is verified later.
        """
        model = _at_least(formulation, least)
        key = _key(model, formulation, first, again) if self.memory is not None else ""
        if self.memory is not None and key in self.memory:
            return self.memory[key]
        search = self._prove(formulation, model, "value", first=first, again=again)
        outcome = self._outcome(formulation, search, model, canonical=False)
        if self.memory is not None and not search.interrupted:
            self.memory[key] = outcome
        return outcome

    def top(self, formulation: Formulation, count: int) -> Outcome:
        """The best ``count`` answers that differ in their identity, best first, ties in canonical order.

        ``complete`` tells that there is no further answer at all.
        """
        model = formulation.model.clone()
        found: list[Solution] = []
        first: Outcome | None = None
        while len(found) < count:
            search = self._prove(formulation, model, f"answer {len(found) + 1}" if found else "value")
            outcome = self._outcome(formulation, search, model)
            first = first or outcome
            if outcome.status is Status.INFEASIBLE:
                return self._collected(first, found, complete=True)
            if not outcome.solutions:
                break
            found.append(outcome.solutions[0])
            if outcome.status is not Status.OPTIMAL or self._interrupted:
                break
            exclude(model, formulation.identity, outcome.solutions[0].identity)
        assert first is not None
        return self._collected(first, found, complete=False)

    def all(self, formulation: Formulation) -> Outcome:
        """All best answers that differ in their identity, in canonical order.

        ``complete`` is false if the limits stopped it first.
        """
        search = self._prove(formulation, formulation.model, "value")
        first = self._outcome(formulation, search, formulation.model)
        if first.status is not Status.OPTIMAL:
            return first
        model = formulation.model.clone()
        if formulation.objective is not None:
            model.add(formulation.objective == first.solutions[0].objective)
        if formulation.functional:
            found, complete = self._enumerate(formulation, model, first.solutions[0].objective)
        else:
            found, complete = self._enumerate_by_blocking(formulation, model, first.solutions[0])
        if not found:  # stopped before the first: what was proved stands
            found = list(first.solutions)
        return self._collected(first, sorted(found, key=lambda s: s.key), complete)

    # -- searches ----------------------------------------------------------------------------

    def _prove(
        self,
        formulation: Formulation,
        model: CpModel,
        stage: str,
        *,
        first: bool = False,
        again: bool = True,
        passed: Callable[[Any], None] | None = None,
    ) -> _Search:
        workers = self.limits.workers or formulation.workers
        if formulation.objective is not None:
            model = model.clone()
            _set_objective(model, formulation.objective, formulation.maximise)
        parameters = {**formulation.parameters, **({"stop_after_first_solution": True} if first else {})}
        search = self._search(model, stage, workers, self.limits.seconds, parameters=parameters, passed=passed)
        if search.status is Status.INFEASIBLE and again:
            other = self._search(model, f"{stage}: infeasible, again", 1, self.limits.seconds, presolve=False)
            if other.status not in (Status.INFEASIBLE, Status.UNKNOWN):
                return other
        return search

    def _search(
        self,
        model: CpModel,
        stage: str,
        workers: int,
        seconds: float,
        *,
        deterministic: float | None = None,
        presolve: bool = True,
        parameters: Mapping[str, Parameter] | None = None,
        proved: int | None = None,
        collect: Callable[[Any], None] | None = None,
        passed: Callable[[Any], None] | None = None,
    ) -> _Search:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        settings = solver.parameters
        for name, value in (parameters or {}).items():
            if isinstance(value, tuple):
                getattr(settings, name).extend(value)
            else:
                setattr(settings, name, value)
        settings.num_workers = workers
        settings.random_seed = self.limits.seed
        settings.max_time_in_seconds = max(seconds, 0.01)
        settings.catch_sigint_signal = False
        settings.cp_model_presolve = presolve
        work = [limit for limit in (deterministic, self.limits.work) if limit is not None]
        if work:
            settings.max_deterministic_time = min(work)
        if collect is not None:
            settings.enumerate_all_solutions = True
        noted = collect or passed
        watch = _watcher(noted) if noted is not None or self.listener is not None else None
        if watch is not None:
            solver.best_bound_callback = watch.note_bound
        raw: list[Any] = []
        failure: list[BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                raw.append(solver.solve(model, watch))
            except BaseException as error:  # handed to the calling thread below
                failure.append(error)
            finally:
                done.set()

        thread = threading.Thread(target=run, name="cp-sat", daemon=True)
        with self.watching():
            thread.start()
            try:
                while not done.wait(POLL_SECONDS):
                    if self._interrupted:
                        solver.stop_search()
                    elif self.listener is not None and watch is not None:
                        elapsed = time.perf_counter() - self._started
                        best, bound = (watch.best, watch.bound) if proved is None else (proved, proved)
                        self.listener(Progress(stage, best, bound, elapsed))
            except BaseException:  # the listener's own, or a program's handler of Ctrl-C
                solver.stop_search()
                raise
        if failure:
            raise failure[0]
        names = {
            cp_model.OPTIMAL: Status.OPTIMAL,
            cp_model.FEASIBLE: Status.FEASIBLE,
            cp_model.INFEASIBLE: Status.INFEASIBLE,
            cp_model.UNKNOWN: Status.UNKNOWN,
        }
        if raw[0] not in names:
            raise ValueError(f"CP-SAT refuses the model of stage {stage!r}: {model.validate()}")
        self._note(stage, solver, workers)
        return _Search(solver, names[raw[0]], self._interrupted)

    def _note(self, stage: str, solver: CpSolver, workers: int) -> None:
        self._stages.append(
            {
                "stage": stage,
                "workers": workers,
                "seconds": round(solver.wall_time, 6),
                "deterministic": round(solver.response_proto.deterministic_time, 9),
                "branches": solver.num_branches,
                "conflicts": solver.num_conflicts,
            }
        )

    # -- from searches to solutions -------------------------------------------------------------

    def _outcome(self, formulation: Formulation, search: _Search, model: CpModel, *, canonical: bool = True) -> Outcome:
        if search.status in (Status.INFEASIBLE, Status.UNKNOWN):
            return self._finish(search.status, (), None)
        objective = None if formulation.objective is None else search.value(formulation.objective)
        bound = None if objective is None else _whole(search.solver.best_objective_bound, formulation.maximise)
        solution = self._read(formulation, search, objective, canonical=False)
        if canonical and search.status is Status.OPTIMAL and not search.interrupted:
            fixed = model.clone()
            if formulation.objective is not None:
                fixed.add(formulation.objective == objective)
            solution = self._canonical(formulation, fixed, objective, search) or solution
        return self._finish(search.status, (solution,), bound)

    def _canonical(
        self, formulation: Formulation, model: CpModel, objective: int | None, known: _Search | None = None
    ) -> Solution | None:
        """Single out one solution of ``model`` by the tie-breaks; None if a level could not be proved.

        ``known`` holds a solution to start from.
        """
        search: _Search | None = None
        packs = list(_packs(formulation.tie_breaks)) or [()]
        for at, levels in enumerate(packs):
            due = at % UNIQUE_CHECK == 0 and len(packs) - at >= UNIQUE_CHECK
            if due and search is not None and self._is_only(formulation, model, search, objective):
                break
            staged = model.clone()
            start = search or known
            if start is not None:  # what stands is a plan of the next search, too
                _hint(staged, start)
            if levels:
                staged.minimize(_packed(levels))
            search = self._search_plan(formulation, staged, "plan", objective)
            if search.status is not Status.OPTIMAL or search.interrupted:
                return None
            for level in levels:
                model.add(level.expression == search.value(level.expression))
        assert search is not None
        return self._read(formulation, search, objective, canonical=True)

    def _is_only(self, formulation: Formulation, model: CpModel, search: _Search, objective: int | None) -> bool:
        """Whether no other decisions are left, so that further levels have nothing to choose from."""
        other = model.clone()
        decisions = list(formulation.decisions.values())
        exclude(other, decisions, tuple(search.value(e) for e in decisions))
        return self._search_plan(formulation, other, "plan: any other", objective).status is Status.INFEASIBLE

    def _search_plan(self, formulation: Formulation, model: CpModel, stage: str, objective: int | None) -> _Search:
        """A search on the way to the canonical plan: one worker, deterministic limits, the value proved."""
        return self._search(
            model,
            stage,
            1,
            max(1.0, self.limits.seconds),
            deterministic=CANONICAL_DETERMINISTIC_SECONDS,
            parameters=formulation.parameters,
            proved=objective,
        )

    def _read(self, formulation: Formulation, search: _Search, objective: int | None, canonical: bool) -> Solution:
        return _solution(formulation, search.value, objective, canonical)

    def _enumerate(
        self, formulation: Formulation, model: CpModel, objective: int | None
    ) -> tuple[list[Solution], bool]:
        """CP-SAT's own enumeration: right where every variable is a function of the identity."""
        found: list[Solution] = []

        def collect(callback: Any) -> None:
            found.append(_solution(formulation, lambda e: int(callback.value(e)), objective, canonical=True))
            if len(found) >= self.limits.answers:
                callback.stop_search()

        search = self._search(model, "all", 1, self.limits.seconds, collect=collect)
        return found, search.status is Status.OPTIMAL and not search.interrupted

    def _enumerate_by_blocking(
        self, formulation: Formulation, model: CpModel, first: Solution
    ) -> tuple[list[Solution], bool]:
        """One answer after the other, each cut off by its identity, then each singled out."""
        deadline = time.perf_counter() + self.limits.seconds
        identities: list[tuple[int, ...]] = []
        complete = False
        while len(identities) < self.limits.answers and not self._interrupted:
            seconds = deadline - time.perf_counter()
            search = self._search(model, "all", 1, seconds, parameters=formulation.parameters)
            if search.status is Status.INFEASIBLE:
                complete = True
                break
            if search.status is not Status.OPTIMAL:
                break
            identities.append(tuple(search.value(e) for e in formulation.identity))
            exclude(model, formulation.identity, identities[-1])
        found = []
        for identity in identities:
            fixed = formulation.model.clone()
            if formulation.objective is not None:
                fixed.add(formulation.objective == first.objective)
            for expression, value in zip(formulation.identity, identity, strict=True):
                fixed.add(expression == value)
            solution = self._canonical(formulation, fixed, first.objective)
            if solution is None:
                complete = False
            else:
                found.append(solution)
        return found, complete

    # -- results ----------------------------------------------------------------------------------

    def _finish(self, status: Status, solutions: tuple[Solution, ...], bound: int | None) -> Outcome:
        return Outcome(status, solutions, bound, False, self._interrupted, self.statistics())

    def _collected(self, first: Outcome, found: Sequence[Solution], complete: bool) -> Outcome:
        done = complete and not self._interrupted
        return replace(
            first,
            solutions=tuple(found),
            complete=done,
            interrupted=self._interrupted,
            statistics=self.statistics(),
        )

    def statistics(self) -> dict[str, Any]:
        """Of all searches so far."""
        value = [stage for stage in self._stages if stage["stage"] == "value"]
        return {
            "ortools": _version(),
            "seed": self.limits.seed,
            "workers": value[0]["workers"] if value else 1,
            "value_seconds": round(sum(stage["seconds"] for stage in value), 6),
            "solver_seconds": round(sum(stage["seconds"] for stage in self._stages), 6),
            "deterministic": round(sum(stage["deterministic"] for stage in self._stages), 9),
            "searches": len(self._stages),
        }


def _solution(
    formulation: Formulation, value: Callable[[Linear], int], objective: int | None, canonical: bool
) -> Solution:
    decisions: dict[Hashable, int] = {key: value(e) for key, e in formulation.decisions.items()}
    key = tuple((-1 if c.maximise else 1) * value(c.expression) for c in formulation.tie_breaks)
    identity = tuple(value(e) for e in formulation.identity)
    return Solution(decisions, objective, canonical, key or tuple(decisions.values()), identity)


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("ortools")


def _at_least(formulation: Formulation, least: int | None) -> CpModel:
    """The model, its objective no worse than that."""
    if formulation.objective is None or least is None:
        return formulation.model
    model = formulation.model.clone()
    model.add(formulation.objective >= least if formulation.maximise else formulation.objective <= least)
    return model


def _key(model: CpModel, formulation: Formulation, *asked: bool) -> str:
    """What a search depends on; two models with the same key have the same solutions, variable by variable."""
    goal = (str(formulation.objective), formulation.maximise, sorted(formulation.parameters.items()), asked)
    return sha256(f"{model.proto}{goal}".encode()).hexdigest()


def exclude(model: CpModel, identity: Sequence[Linear], values: Sequence[int]) -> None:
    """Cut off the solutions in which these expressions have these values."""
    differ = []
    for expression, value in zip(identity, values, strict=True):
        less, more = model.new_bool_var(""), model.new_bool_var("")
        model.add(expression <= value - 1).only_enforce_if(less)
        model.add(expression >= value + 1).only_enforce_if(more)
        differ += [less, more]
    model.add_bool_or(differ)


def _hint(model: CpModel, search: _Search) -> None:
    """Start a search from what another one found."""
    model.clear_hints()  # type: ignore[no-untyped-call]
    for at, value in enumerate(search.solver.response_proto.solution):
        model.add_hint(model.get_int_var_from_proto_index(at), value)


def _set_objective(model: CpModel, objective: Linear, maximise: bool) -> None:
    if maximise:
        model.maximize(objective)
    else:
        model.minimize(objective)


def _whole(bound: float, maximise: bool) -> int:
    """A bound of a whole-numbered objective as a whole number."""
    return math.floor(bound + 1e-6) if maximise else math.ceil(bound - 1e-6)


def _packs(levels: Sequence[Criterion]) -> Iterator[tuple[Criterion, ...]]:
    """Neighbouring levels that fit into one number below :data:`PACK_LIMIT`."""
    pack: list[Criterion] = []
    size = 1
    for level in levels:
        span = level.high - level.low + 1
        if pack and size * span > PACK_LIMIT:
            yield tuple(pack)
            pack, size = [], 1
        pack.append(level)
        size *= span
    if pack:
        yield tuple(pack)


def _packed(levels: Sequence[Criterion]) -> Linear:
    """The levels as digits of one number, the first the most significant, to be made small."""
    total: Linear = 0
    for level in levels:
        digit = level.high - level.expression if level.maximise else level.expression - level.low
        total = total * (level.high - level.low + 1) + digit
    return total


def _watcher(collect: Callable[[Any], None] | None) -> Any:
    """A callback that does next to nothing: remembers best and bound, or hands on solutions to collect."""
    from ortools.sat.python import cp_model

    class Watcher(cp_model.CpSolverSolutionCallback):
        best: float | None = None
        bound: float | None = None

        def on_solution_callback(self) -> None:
            self.best = self.objective_value
            if collect is not None:
                collect(self)

        def note_bound(self, bound: float) -> None:
            self.bound = bound

    return Watcher()
