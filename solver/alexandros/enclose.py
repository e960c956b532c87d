r"""``enclose``: the most valuable province that some walls enclose, or the fewest walls or moves that enclose one.

A province that stands already is no answer: a new one needs a new wall at least.  *Most* and *fewest* ask for walls,
wherever they stand; both are a dynamic program over the triangles (:mod:`solver.alexandros.enclose_sweep`, with the
bound), one for each group of triangles that no wall parts.  *Moves* asks for the moves of Alexander that lay them, one
after the other and nobody else's between: all of them are looked at, level by level
(:mod:`solver.alexandros.enclose_moves`); proof: exhaustive.

*Value*: the blanks of the province (5-11); the new walls; the moves.

*Rulings* that matter: ``rim``; to moves also ``nearest``, ``free-triangle``, ``zero-move``, ``hand-card-move``,
``no-target``, ``short-walls`` and ``wall-end``.

*Tie-break*: most blanks, fewest new walls, fewest symbols (``fewest`` and ``moves``: after their own value); then the
province that begins earlier, column by column or, on ground that is higher than wide, strip by strip.  Of the moves to
the same province those with the fewest walls, then the first in the order of symbols, triangles, corners and ways.

*Same answer*: the same triangles are enclosed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import islice
from typing import Any

from models.alexandros.board import Board, chain_problems, triangle_problem
from models.alexandros.cards import discarded, from_hand, to_hand, without_face_up
from models.alexandros.lattice import Side, chain_sides, side_words, split_chain
from models.alexandros.plan import Move
from models.alexandros.position import Position
from models.alexandros.provinces import Province, province_of, provinces
from models.alexandros.walls import move_breaches, moved
from models.alexandros.words import count_words, move_words, province_words
from models.documents import Document
from models.errors import Breach, Problem, one_of
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.words import and_words
from solver.alexandros.enclose_documents import Enclose, EncloseAnswer, Step
from solver.alexandros.enclose_ground import Ground, grounds, new_walls
from solver.alexandros.enclose_sweep import MOST_ENTRIES, NARROW, Bound, Found, Paths, Sweep, entries
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.question import Question, Task

TRACK = {"most": "points", "fewest": "walls", "moves": "moves"}
"""What the ledger counts, so that it adds up to the value."""
NEEDS = {"most": (), "fewest": ("value",), "moves": ("value",)}
"""The keys that an ``ask`` cannot do without."""
BELONGS = {"value": ("fewest", "moves"), "moves": ("moves",), "cards": ("moves",), "player": ("moves",)}
"""The keys that go with some asks only."""


USUAL_MOVES = 3
"""How far moves are looked ahead unless told."""


class StoppedError(Exception):
    """The time is over, or the user has stopped the search."""


class EncloseQuestion(Question):
    """``enclose``: see the module."""

    answer = EncloseAnswer
    proof = Proof.DYNAMIC_PROGRAMMING

    def maximises(self, question: Enclose) -> bool:
        """Blanks are to be many, walls and moves few."""
        return question.ask == "most"

    def proof_of(self, question: Enclose) -> Proof:
        """Moves are all looked at."""
        return Proof.EXHAUSTIVE if question.ask == "moves" else self.proof

    def value_words(self, task: Task, value: int) -> str:
        """Blanks, walls or moves."""
        question: Enclose = task.question
        if question.ask == "most":
            return f"a province worth {value}"
        return count_words(value, "new wall" if question.ask == "fewest" else "move")

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """The moves, the new walls, the province."""
        assert isinstance(plan, EncloseAnswer)
        played = Played.of(task, plan, task.rulings.fresh())
        for number, line in enumerate(played.lines, 1):
            yield str(number), line
        if plan.walls:
            yield "walls", and_words(plan.walls)
        if played.province is None:
            yield "province", f"{plan.province} lies in no province"
        else:
            yield "province", province_words(played.province)
            yield "holds", " ".join(played.province.triangles)

    # -- what is wrong ---------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """Keys that are missing or say nothing, unknown names, ground that is too broad to sweep."""
        asked: Enclose = task.question
        for key in NEEDS[asked.ask]:
            if getattr(asked, key) is None:
                yield Problem(("question",), f"the key “{key}” is missing", f"{key}: <number>")
        for key, asks in BELONGS.items():
            if getattr(asked, key) is not None and asked.ask not in asks:
                what = f"“{key}” says nothing where “{asked.ask}” is asked"
                yield Problem(("question", key), what, f"ask: {' or '.join(asks)}")
        if asked.player is not None and asked.player not in task.position.players:
            what = f"unknown player “{asked.player}”"
            yield Problem(("question", "player"), what, one_of(task.position.players, asked.player))
        if asked.inside is not None:
            wrong = triangle_problem(task.board, asked.inside, ("question", "inside"))
            if wrong:
                yield wrong
        sound = not list(task.position.problems(task.board, task.rulings.fresh()))
        if asked.ask != "moves" and sound and _too_broad(task):
            what = "the land is too broad, both ways, for so many walls and symbols"
            yield Problem(("question",), what, "fewer walls, fewer symbols, or walls that part the land")

    # -- the answer ------------------------------------------------------------------------------

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best province."""
        return _Search(task, engine).outcome(lambda stage: list(islice(stage, 1)), 1)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All provinces that are as good."""
        most = engine.limits.answers
        return _Search(task, engine).outcome(lambda stage: list(islice(stage, most + 1)), 1, most)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best provinces."""
        return _Search(task, engine).outcome(lambda stage: list(islice(stage, count + 1)), None, count)

    def decode(self, task: Task, solution: Solution) -> EncloseAnswer:
        """The walls that the triangles lack, or the moves."""
        if isinstance(solution.plan, EncloseAnswer):
            return solution.plan
        position, coast = _position(task), _coast(task)
        triangles = [name for name in task.board.triangles if solution.values.get(name)]
        lacking = new_walls(task.board, set(triangles), position.walled, coast=coast)
        return EncloseAnswer(province=triangles[0], walls=lines_of(lacking))

    # -- by the rules ----------------------------------------------------------------------------

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Too many walls or moves, too small a province, one with too many symbols, without the triangle asked for."""
        assert isinstance(plan, EncloseAnswer)
        asked: Enclose = task.question
        played = Played.of(task, plan, task.rulings.fresh())
        found = []

        def stray(path: tuple[str | int, ...], what: str) -> None:
            found.append(Breach("question", path, what))

        if asked.ask == "moves":
            if plan.walls:
                stray(("walls",), "moves are asked for")
            if len(plan.moves) > _most_moves(asked):
                stray(("moves",), f"{len(plan.moves)} moves, {_most_moves(asked)} are allowed")
            if asked.walls is not None and len(played.laid) > asked.walls:
                stray(("moves",), f"{len(played.laid)} new walls, {asked.walls} are allowed")
            for at, step in enumerate(plan.moves):
                if (asked.cards or "any") == "any" and (step.hand is not None or step.stands_for is not None):
                    stray(("moves", at), "any symbol may be asked for: card: <symbol>")
        else:
            if plan.moves:
                stray(("moves",), "walls are asked for")
            if len(played.laid) > _most_walls(task):
                stray(("walls",), f"{len(played.laid)} new walls, {_most_walls(task)} are allowed")
        province = played.province
        if province is not None:
            if province.blanks < (asked.value or 0):
                stray(("province",), f"the province is worth {province.blanks}, not {asked.value}")
            if asked.symbols is not None and len(province.symbols) > asked.symbols:
                stray(("province",), f"the province has {len(province.symbols)} symbols, {asked.symbols} are allowed")
            if asked.inside is not None and asked.inside not in province.triangles:
                stray(("province",), f"{asked.inside} is not in the province")
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Lay the walls, or play the moves, and look at the province."""
        assert isinstance(plan, EncloseAnswer)
        rulings = task.rulings.fresh()
        played = Played.of(task, plan, rulings)
        asked: Enclose = task.question
        name, track = asked.player or task.position.whose, TRACK[asked.ask]
        if asked.ask == "most":
            entries = [] if played.province is None else [_province_entry(name, played.province)]
        elif asked.ask == "fewest":
            entries = [
                Entry(name, 1, "4-5", plan.province, f"a new wall on {side_words(found)}", track=track)
                for found in played.laid
            ]
        else:
            entries = [Entry(name, 1, "2-2", plan.province, line, track=track) for line in played.lines]
        ledger = Ledger(tuple(entries))
        return Replay(ledger.total(name, track), ledger, rulings.consulted(), played.breaches)


def _province_entry(name: str, province: Province) -> Entry:
    return Entry(name, province.blanks, "5-11", province.triangles[0], "for a levy with one governor in it")


def _position(task: Task) -> Position:
    position: Position = task.position.resolved(task.board)
    return position


def _coast(task: Task) -> bool:
    return bool(task.rulings.readings["rim"] == "coast")


def _most_walls(task: Task) -> int:
    asked: Enclose = task.question
    return _position(task).black if asked.walls is None else asked.walls


def _most(task: Task, ground: Ground) -> tuple[int, int | None]:
    """How many new walls and symbols a province on a ground can have at most; None for any number of symbols."""
    symbols: int | None = task.question.symbols
    return min(_most_walls(task), ground.bare), symbols if (symbols or 0) < ground.symbols else None


def _too_broad(task: Task) -> bool:
    return any(entries(ground, *_most(task, ground)) > MOST_ENTRIES for ground in _grounds(task))


def _most_moves(asked: Enclose) -> int:
    return asked.moves or USUAL_MOVES


def _grounds(task: Task) -> Iterator[Ground]:
    """The grounds on which a province can be enclosed."""
    asked: Enclose = task.question
    for ground in grounds(task.board, task.position.walled, coast=_coast(task)):
        if asked.inside is None or ground.at(asked.inside) >= 0:
            yield ground


def lines_of(sides: Sequence[Side]) -> tuple[str, ...]:
    """Sides as lines of walls, each as long as it can be followed.

    >>> lines_of([("a0", "a2"), ("a0", "b1"), ("a2", "b1"), ("c4", "c6")])
    ('c4-c6', 'a0-a2-b1-a0')
    """
    left = list(sides)
    lines = []
    while left:
        ends = [end for found in left for end in found]
        odd = [end for end in ends if ends.count(end) % 2]
        line = [odd[0] if odd else ends[0]]
        while found := next((one for one in left if line[-1] in one), None):
            left.remove(found)
            line.append(found[1] if found[0] == line[-1] else found[0])
        lines.append("-".join(line))
    return tuple(lines)


# -- searching ----------------------------------------------------------------------------------------


@dataclass
class _Search:
    """One question, answered stage by stage: a stage lists what is better than all later ones."""

    task: Task
    engine: Engine
    started: float = field(default_factory=time.perf_counter)
    looked: int = 0
    first: Found | None = None
    limit: int | None = None

    def pause(self) -> None:
        """Stop the search where the time is over or the user wants it."""
        late = time.perf_counter() - self.started > self.engine.limits.seconds
        if late or self.engine.interrupted:
            raise StoppedError

    def outcome(
        self, take: Callable[[Iterator[Solution]], list[Solution]], stages: int | None, most: int = 1
    ) -> Outcome:
        """What the stages come to.

        Parameters
        ----------
        take
            How many of a stage are taken.
        stages
            How many stages; None until enough are found.
        most
            How many answers are enough.
        """
        found: list[Solution] = []
        ended = False
        try:
            rest = self.stages()
            for number, stage in enumerate(rest, 1):
                found += take(stage)
                if len(found) > most or number == stages:
                    break
            else:
                ended = True
        except StoppedError:
            return self._stopped(found[:most])
        statistics = self._statistics()
        if not found:
            return Outcome(Status.INFEASIBLE, (), None, True, self.engine.interrupted, statistics)
        complete = (ended or stages is not None) and len(found) <= most
        bound = found[0].objective
        return Outcome(Status.OPTIMAL, tuple(found[:most]), bound, complete, self.engine.interrupted, statistics)

    def _stopped(self, found: list[Solution]) -> Outcome:
        statistics = self._statistics()
        if found:  # the first of them was proved
            status = Status.OPTIMAL
            return Outcome(status, tuple(found), found[0].objective, False, self.engine.interrupted, statistics)
        if self.first is None:
            return Outcome(Status.UNKNOWN, (), None, False, self.engine.interrupted, statistics)
        solution = _solution(self.task, self.first, canonical=False)
        return Outcome(Status.FEASIBLE, (solution,), self.limit, False, self.engine.interrupted, statistics)

    def _statistics(self) -> dict[str, Any]:
        seconds = round(time.perf_counter() - self.started, 6)
        taken = {"value_seconds": seconds, "solver_seconds": seconds, "states": self.looked}
        return {**self.engine.statistics(), **taken}

    def stages(self) -> Iterator[Iterator[Solution]]:
        """The answers in stages, best first."""
        ask = self.task.question.ask
        if ask == "moves":
            yield from self._moves()
            return
        bounds = [self._bound(ground) for ground in _grounds(self.task)]
        for stage in self._most(bounds) if ask == "most" else self._fewest(bounds):
            yield (_solution(self.task, found, canonical=True) for found in stage)

    def _bound(self, ground: Ground) -> Bound:
        walls, symbols = _most(self.task, ground)
        return Bound(ground, walls, symbols, self.task.question.inside, self.pause)

    def _sweep(self, bound: Bound, walls: int, least: int, narrow: int | None = None) -> Sweep:
        sweep = Sweep(bound, walls, least, narrow)
        self.looked += sweep.fronts
        return sweep

    def _most(self, bounds: Sequence[Bound]) -> Iterator[Iterator[Found]]:
        """Provinces with the most blanks, then with fewer and fewer."""
        self.limit = max((bound.most for bound in bounds), default=0)
        known = -1
        for bound in sorted(bounds, key=lambda bound: -bound.most):
            if bound.most > known:
                narrow = self._sweep(bound, bound.walls, known + 1, NARROW)
                if narrow.best is not None:
                    known = narrow.best
                    self.first = next(iter(Paths(narrow, range(1, bound.walls + 1))))
        least, step = (known if known >= 0 else self.limit), 1
        before: int | None = None
        while least >= 0:
            sweeps = [self._sweep(bound, bound.walls, least) for bound in bounds if bound.most >= least]
            bests = [sweep.best for sweep in sweeps if sweep.best is not None]
            if bests and before is None:  # the best ones alone make the first stage
                before = max(bests)
                yield self._listed(sweeps, None, before, None)
            if before is not None and least < before:
                yield self._listed(sweeps, None, least, before)
                before = least
            if least == 0:
                return
            least, step = max(0, least - step), 2 * step

    def _fewest(self, bounds: Sequence[Bound]) -> Iterator[Iterator[Found]]:
        """Provinces with one new wall, with two, and so on."""
        value = self.task.question.value or 0
        for walls in range(1, _most_walls(self.task) + 1):
            able = [
                bound for bound in bounds if bound.most >= value and bound.least_walls(value) <= walls <= bound.walls
            ]
            sweeps = [self._sweep(bound, walls, value) for bound in able]
            if any(sweep.best is not None for sweep in sweeps):
                yield self._listed(sweeps, walls, value, None)

    def _listed(self, sweeps: Sequence[Sweep], walls: int | None, least: int, below: int | None) -> Iterator[Found]:
        """The provinces of some sweeps, best first.

        Parameters
        ----------
        walls
            Those with just so many new walls; None for any number.
        least, below
            Those with so many blanks at least, and fewer than that.
        """
        paths = [
            Paths(sweep, range(1, sweep.walls + 1) if walls is None else (walls,))
            for sweep in sweeps
            if sweep.best is not None and sweep.best >= least
        ]
        for found in merge(*paths, key=lambda found: found.rank):
            if found.blanks < least:
                return
            if below is None or found.blanks < below:
                yield found

    def _moves(self) -> Iterator[Iterator[Solution]]:
        from solver.alexandros.enclose_moves import Marches

        asked: Enclose = self.task.question
        position = _position(self.task)
        marches = Marches(self.task.board, position, asked, self.task.rulings.readings, self.pause)
        for level in range(1, _most_moves(asked) + 1):
            closed = marches.level(level)
            self.looked = marches.looked
            solutions = []
            for number, march in enumerate(closed):
                steps = tuple(Step.model_validate(step) for step in march.steps)
                plan = EncloseAnswer(province=march.province, moves=steps)
                solutions.append(Solution({}, level, True, (level, number), (number,), plan))
            if solutions:
                yield iter(solutions)


def _solution(task: Task, found: Found, *, canonical: bool) -> Solution:
    values: dict[Hashable, Any] = dict.fromkeys(found.triangles, 1)
    objective = found.blanks if task.question.ask == "most" else found.walls
    return Solution(values, objective, canonical, found.rank)


# -- by the rules -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """An answer played by the rules.

    Attributes
    ----------
    laid
        The new walls.
    province
        The one that the answer names; None where its triangle lies in none.
    breaches
        What was against a rule.
    lines
        The moves in words.
    """

    laid: tuple[Side, ...]
    province: Province | None
    breaches: tuple[Breach, ...]
    lines: tuple[str, ...] = ()

    @classmethod
    def of(cls, task: Task, plan: EncloseAnswer, rulings: Rulings) -> Played:
        """Play an answer: its moves where moves are asked for, else its walls."""
        board: Board = task.board
        position = _position(task)
        lines: list[str] = []
        if task.question.ask == "moves":
            laid, breaches = _marched(task, plan, position, rulings, lines)
        else:
            laid, breaches = _built(board, plan, position)
        unknown = triangle_problem(board, plan.province, ("province",))
        if unknown:
            return cls(laid, None, (*breaches, Breach("F-7", ("province",), unknown.message)), tuple(lines))
        before = provinces(board, position.walled, rulings)
        province = province_of(provinces(board, position.walled | set(laid), rulings), plan.province)
        if province is None:
            breaches = (*breaches, Breach("4-6", ("province",), f"{plan.province} lies in no province"))
        elif province in before:
            breaches = (*breaches, Breach("question", ("province",), "that province stands already"))
        return cls(laid, province, breaches, tuple(lines))


def _built(board: Board, plan: EncloseAnswer, position: Position) -> tuple[tuple[Side, ...], tuple[Breach, ...]]:
    """The new walls, each on a side that has none (F-4)."""
    laid: list[Side] = []
    breaches = []
    for at, chain in enumerate(plan.walls):
        path = ("walls", at)
        wrong = list(chain_problems(board, chain, path))
        breaches += [Breach("F-7", path, problem.message) for problem in wrong]
        for found in () if wrong else chain_sides(split_chain(chain)):
            if found in position.walled or found in laid:
                breaches.append(Breach("F-4", path, f"{side_words(found)} has a wall already"))
            else:
                laid.append(found)
    return tuple(laid), tuple(breaches)


def _marched(
    task: Task, plan: EncloseAnswer, position: Position, rulings: Rulings, lines: list[str]
) -> tuple[tuple[Side, ...], tuple[Breach, ...]]:
    """The new walls of moves one after the other; one that breaks a rule is left out."""
    asked: Enclose = task.question
    name = asked.player or position.whose
    laid: list[Side] = []
    breaches: list[Breach] = []
    for at, step in enumerate(plan.moves):
        move = Move.model_validate(step.plain())
        before = position.changed(moved=False, actions=0, levied=False)
        if (asked.cards or "any") == "any" and step.card is not None:
            before = before.changed(face_up=(step.card,))
        if not move.moves:
            wrong = [Breach("4-1", (), "a move takes a card")]
        elif position.ending or position.over:
            wrong = [Breach("6-1", (), "the walls have run out: there is no further move")]
        else:
            wrong = [Breach("question", problem.path, problem.message) for problem in move.problems()]
            wrong += move_breaches(task.board, before, name, move, rulings)
        if wrong:
            breaches += [Breach(breach.rule, ("moves", at, *breach.path), breach.message) for breach in wrong]
            lines.append("left out: " + "; ".join(breach.message for breach in wrong))
            continue
        after, walls = moved(before, split_chain(step.path), rulings)
        position = _paid(after, name, step, own=asked.cards == "own")
        laid += walls.sides
        lines.append(move_words(move, walls))
    return tuple(laid), tuple(breaches)


def _paid(position: Position, name: str, step: Step, *, own: bool) -> Position:
    """The table after the card of a move: taken into the hand, or played from it."""
    if not own:
        return position
    if step.hand is not None:
        return discarded(from_hand(position, name, {step.hand: 1}), {step.hand: 1})
    assert step.card is not None
    return to_hand(without_face_up(position, step.card), name, {step.card: 1})
