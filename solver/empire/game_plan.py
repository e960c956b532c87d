r"""The best plan of one player for the regions that are left, with the final scoring.

The regions hang together by little: pieces that are built in one are missing in the next (10
temples, 8 cities: 5.5.2-4, 5.5.3-5), the rivals' as well, and the final scoring counts them all
(6.1).  With :math:`k` the regions to come, :mod:`solver.empire.rounds` for each, and
:math:`t_k, c_k` the temples and cities that the player builds there::

    maximise  sum over k of points[k]  +  5 * (regions led, by kind)  +  15, 10 * (board led)
    sum of t[k] <= temples left,   sum of c[k] <= cities left

For the margin the best rival's points are taken off.  :mod:`solver.empire.game_search` tells how it is
bounded and found.

*Same answer*: as in ``region-plan``, in every region.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from models.documents import Document
from models.empire.plan import GamePlan
from models.empire.position import ROUNDS
from models.errors import Breach, Problem
from solver.answer import Outcome, Replay, Solution
from solver.empire.documents import GameQuestion
from solver.empire.game_model import Regions, decode_game, play_out, regions_left, value_of, whole
from solver.empire.game_search import GameSearch
from solver.empire.region_plan import frugal, rounds_words
from solver.empire.rivals import ended_problems, player_problems, points_words, region_problems, rival_problems
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task


class GamePlanQuestion(Question):
    """``game-plan``: see the module."""

    answer = GamePlan

    def value_words(self, task: Task, value: int) -> str:
        """Points from here on, or the margin at the end."""
        question: GameQuestion = task.question
        if question.maximise == "points":
            return points_words(question.player, "points", value, " from here to the end of the game")
        return points_words(question.player, "margin", value, " at the end of the game")

    def answer_words(self, task: Task, plan: Any) -> Iterator[tuple[str, str]]:
        """Region by region, round by round."""
        for at, part in enumerate(plan.regions):
            number = task.position.region + at
            yield f"region {number}", task.board.by_number[number].name
            yield from rounds_words(part, task.position.round if at == 0 else 1)

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, policies that do not fit, regions that the board or the assumptions lack."""
        player = task.question.player
        unknown = [*player_problems(task, player), *ended_problems(task)]
        yield from unknown
        if unknown:
            return
        yield from rival_problems(task, player, rounds=ROUNDS)
        yield from region_problems(task, player)
        told = {later.region: later.rivals for later in task.assumptions.later}
        for number in regions_left(task)[1:]:
            if number not in task.board.by_number:
                known = ", ".join(str(each) for each in sorted(task.board.by_number))
                what = f"the board has no region {number}, and the game is not over before it"
                yield Problem(("board",), what, f"a board with all regions to the last; it has {known}")
                continue
            for name in task.position.players:
                policy = told.get(number, {}).get(name)
                if name != player and (policy is None or policy.allocation is None):
                    what = f"nothing says what becomes of {name}'s cubes in region {number}"
                    yield Problem(("assumptions", "later"), what, "an allocation for every rival in every region")

    def formulate(self, task: Task) -> Formulation:
        """The model of everything."""
        return whole(Regions(task))

    def decode(self, task: Task, solution: Solution) -> GamePlan:
        """The plan: what a procedure has found already, or read off the model of everything."""
        if isinstance(solution.plan, GamePlan):
            return solution.plan
        return decode_game(Regions(task), solution.values)

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """The question fixes nothing."""
        return ()

    def replay(self, task: Task, plan: Document) -> Replay:
        """Play the game to its end."""
        assert isinstance(plan, GamePlan)
        rulings = task.rulings.fresh()
        played = play_out(task, plan, rulings)
        return Replay(value_of(task, played), played.ledger, rulings.consulted(), played.breaches, played.notes)

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best plan that was found, with its bound."""
        return GameSearch(task, engine).best()

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best plans, by the model of everything."""
        return frugal(partial(engine.top, count=count), partial(whole, Regions(task)))

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best plans, by the model of everything."""
        return frugal(engine.all, partial(whole, Regions(task)))
