r"""The final scoring of empire, looked at from afar: how few more pieces win it, how far it can swing.

Sets: players :math:`P`, kinds :math:`K`, the regions :math:`R` still to be scored in; scopes
:math:`S`: the board, and each region of the game.

Variables: :math:`n[p,k,r]`, the pieces added by those who are asked about (the player, or for
``worst`` the rivals).  Everything else is a function of them::

    sum over p of n[p,temple,r]  <=  temple sites * rounds left        (5.5.2-1, 5.5.4-1, 5.3-12)
    sum over p of n[p,city,r]    <=  city sites where none stands      (5.5.3-4)
    built + sum over r of n[p,k,r]  <=  10 temples, 8 cities           (5.5.2-4, 5.5.3-5)
    c[p,k,s] = pieces that stand or are added
    above[p,q,k,s] <=> c[p,k,s] >= c[q,k,s] + 1
    lead[p,k,s] <=> above[p,q,k,s] for all others q                    (6.1-6: a tie scores nothing)
    final[p] = sum of bonus[k,s] * lead[p,k,s]                         (6.1-1 to 6.1-4)
    in the short game each bonus, or final[p], is halved, rounded down (7-2, ruling ``halving``)
    total[p] = points + 3 * temples + 5 * cities added (if asked for) + final[p]

``fewest`` minimises the pieces under ``total[player] >= total[rival] + 1`` (or ``+ 0`` for a shared
win); ``best`` makes ``total[player] - max of the rivals' totals`` large.  ``worst`` is a procedure:
for each rival in turn, how small can ``total[player] - total[rival]`` become?  The smallest of these
is the answer, since that rival then is the best one; two players' bonuses are all that each model
has, where one model for all would have those of everybody.

*Bound.*  The LP sees the places, the supplies and the points of building exactly; of a majority
only that one player has it and needs a piece more than the others.  There are at most 14 scopes
and some 60 counts, so the search behind it is short.

*Tie-break*: ``fewest`` the better margin, ``best`` and ``worst`` fewer pieces; then fewer cities,
which are the dearer ones; then more in the regions that come first.

*Same answer*: the same pieces by player, kind and region.  In which province of a region they
stand, and when they are built, makes no difference to the final scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.empire.additions import Added, Addition, add_pieces, rounds_left
from models.empire.final import MOST, MOST_IN_REGION, score_final, standing, winners
from models.empire.position import CITIES, KINDS, TEMPLES, Kind, first_region, last_region
from models.empire.scoring import BUILDINGS
from models.empire.words import cubes
from models.errors import Breach, Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from solver.answer import Outcome, Replay, Solution, Status
from solver.empire.inquiries import FinalSwing, SwingAnswer
from solver.empire.rivals import player_problems, points_words
from solver.engine import Engine
from solver.formulation import Criterion, Formulation
from solver.question import Question, Task

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from solver.formulation import Linear

OWNED: Mapping[Kind, int] = {"temple": TEMPLES, "city": CITIES}
_Scope = tuple[Kind, tuple[int, ...], int]
"""A kind, the regions it is counted in, and the bonus for most."""


class FinalSwingQuestion(Question):
    """``final-swing``: see the module."""

    answer = SwingAnswer

    def maximises(self, question: FinalSwing) -> bool:
        """Only ``best`` wants much."""
        return question.ask == "best"

    def value_words(self, task: Task, value: int) -> str:
        """The pieces, or how far ahead or behind."""
        question: FinalSwing = task.question
        if question.ask == "fewest":
            win = "at least shares the win" if question.shared else "wins"
            return f"{question.player} {win} with {cubes(value, 'more piece') if value else 'no more piece'}"
        return points_words(question.player, "margin", value, " at the end")

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Who adds what where, and the points at the end."""
        assert isinstance(plan, SwingAnswer)
        for addition in plan.adds:
            counts = ((addition.temples, "temple"), (addition.cities, "city"))
            pieces = " and ".join(cubes(count, what) for count, what in counts if count)
            region = task.board.by_number.get(addition.region)
            name = f", {region.name}" if region is not None else ""
            yield "add", f"{addition.player} {pieces or 'nothing'} in region {addition.region}{name}"
        if not plan.adds:
            yield "add", "nothing"
        points = _Played(task, plan).points
        yield "end", ", ".join(f"{name} {total}" for name, total in sorted(points.items(), key=lambda kv: -kv[1]))

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, policies that nobody asks for, pieces taken for granted that find no room."""
        question: FinalSwing = task.question
        unknown = list(player_problems(task, question.player))
        yield from unknown
        if task.assumptions.rivals or task.assumptions.later:
            what = "no round is played here: what rivals build stands under “question.rivals”"
            yield Problem(("assumptions",), what, "no assumptions")
        others = [name for name in task.position.players if name != question.player]
        for name in question.rivals:
            if name == question.player and not unknown:
                what = f"{name} asks: their own pieces stand under “mine”"
                yield Problem(("question", "rivals", name), what, one_of(others))
            elif name not in task.position.players:
                yield Problem(("question", "rivals", name), f"unknown player “{name}”", one_of(others, name))
        known = {path: addition for path, addition in _granted(question) if addition.player in task.position.players}
        paths = list(known)
        for breach in add_pieces(task.board, task.position, list(known.values()), question.building).breaches:
            at, kind = breach.path
            assert isinstance(at, int)
            yield Problem((*paths[at], kind), breach.message, f"pieces that rule {breach.rule} has room for")

    def formulate(self, task: Task) -> Formulation:
        """Build the model."""
        from ortools.sat.python import cp_model

        return _Builder(task, cp_model.CpModel()).formulation()

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The best answer."""
        return self._search(task, engine.solve, 1)

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The best ``count`` answers.

        An answer that is among the best for the rival who then is the best one is in that rival's
        list; elsewhere it can only look worse than it is, behind those that are better.
        """
        return self._search(task, partial(engine.top, count=count), count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """All best answers."""
        return self._search(task, engine.all, None)

    def _search(self, task: Task, run: Callable[[Formulation], Outcome], count: int | None) -> Outcome:
        """One search, or for ``worst`` one for each rival who may come out best, put together."""
        if task.question.ask != "worst":
            return run(self.formulate(task))
        from ortools.sat.python import cp_model

        targets = _asked(task)
        outcomes = [run(_Builder(task, cp_model.CpModel(), target).formulation()) for target in targets]
        found: dict[tuple[int, ...], Solution] = {}
        for outcome in outcomes:
            for solution in outcome.solutions:
                known = found.get(solution.identity)
                if known is None or _rank(solution) < _rank(known):
                    found[solution.identity] = solution
        ranked = sorted(found.values(), key=_rank)
        statuses = {outcome.status for outcome in outcomes}
        proved = statuses == {Status.OPTIMAL}
        if not proved:  # an answer may be worth more to another rival: the replay alone knows what it is worth
            ranked = [replace(solution, objective=None, canonical=False) for solution in ranked[:1]]
        elif count is None:
            ranked = [solution for solution in ranked if solution.objective == ranked[0].objective]
        else:
            ranked = ranked[:count]
        bounds = [outcome.bound for outcome in outcomes if outcome.bound is not None]
        return replace(
            outcomes[-1],
            status=Status.OPTIMAL if proved else Status.FEASIBLE if ranked else Status.UNKNOWN,
            solutions=tuple(ranked),
            bound=min(bounds) if len(bounds) == len(outcomes) else None,
            complete=proved and all(outcome.complete for outcome in outcomes),
            interrupted=any(outcome.interrupted for outcome in outcomes),
        )

    def decode(self, task: Task, solution: Solution) -> SwingAnswer:
        """The additions, player by player, region by region."""
        values: dict[Any, int] = dict(solution.values)
        adds = []
        for name in task.position.players:
            for number in sorted(task.board.by_number):
                temples, cities = (values.get((name, kind, number), 0) for kind in KINDS)
                if temples or cities:
                    adds.append(Addition(player=name, region=number, temples=temples, cities=cities))
        return SwingAnswer(adds=tuple(adds))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """Pieces of players who are not asked about, or more of them than the question allows."""
        assert isinstance(plan, SwingAnswer)
        question: FinalSwing = task.question
        asked = _asked(task)
        found = []
        counts: dict[tuple[str, Kind], int] = {}
        for at, addition in enumerate(plan.adds):
            if addition.player in task.position.players and addition.player not in asked:
                what = f"{addition.player}'s pieces are not asked for, only those of {' and '.join(asked)}"
                found.append(Breach("question", ("adds", at, "player"), what))
            for kind in KINDS:
                counts[addition.player, kind] = counts.get((addition.player, kind), 0) + addition.of(kind)
        for (name, kind), count in counts.items():
            most = _limit(question, kind)
            if most is not None and count > most and name in asked:
                what = f"{name} adds {cubes(count, kind)}, the question allows {most}"
                found.append(Breach("question", ("adds",), what))
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Put the pieces on the board, those taken for granted first, then the final scoring."""
        assert isinstance(plan, SwingAnswer)
        question: FinalSwing = task.question
        played = _Played(task, plan)
        breaches = played.breaches
        if question.ask == "fewest":
            value = sum(addition.temples + addition.cities for addition in plan.adds)
            breaches += _no_win(question, played.points)
        else:
            rivals = [total for name, total in played.points.items() if name != question.player]
            value = played.points[question.player] - max(rivals)
        return Replay(value, played.ledger, played.rulings.consulted(), breaches)


class _Played:
    """An answer on the board: who ends with how many points."""

    def __init__(self, task: Task, plan: SwingAnswer) -> None:
        question: FinalSwing = task.question
        self.rulings = task.rulings.fresh()
        granted = [addition for _, addition in _granted(question)]
        added = add_pieces(task.board, task.position, [*granted, *plan.adds], question.building)
        final = score_final(standing(task.board, added.states), task.position.short, self.rulings)
        self.ledger: Ledger = added.ledger + final
        self.points = {name: state.points + self.ledger.total(name) for name, state in added.states.items()}
        self.breaches = tuple(_in_plan(breach, len(granted)) for breach in added.breaches)


def _rank(solution: Solution) -> tuple[int, tuple[int, ...]]:
    """Low margins first, then by the tie-breaks."""
    assert solution.objective is not None
    return solution.objective, solution.key


def _in_plan(breach: Breach, before: int) -> Breach:
    at, kind = breach.path
    assert isinstance(at, int)
    return Breach(breach.rule, ("adds", at - before, kind), breach.message)


def _no_win(question: FinalSwing, points: Mapping[str, int]) -> tuple[Breach, ...]:
    """What is wrong with an answer to ``fewest`` that does not win."""
    won = winners(points)
    if question.player in won and (question.shared or len(won) == 1):
        return ()
    best = max(total for name, total in points.items() if name != question.player)
    what = f"{question.player} does not win: {points[question.player]} points, the best rival has {best}"
    return (Breach("question", ("adds",), what),)


def _granted(question: FinalSwing) -> Iterator[tuple[Path, Addition]]:
    """What the question takes for granted, with where it stands: the player's pieces first."""
    for at, pieces in enumerate(question.mine):
        yield ("question", "mine", at), Addition(player=question.player, **pieces.model_dump())
    for name, listed in question.rivals.items():
        for at, pieces in enumerate(listed):
            if name != question.player:
                yield ("question", "rivals", name, at), Addition(player=name, **pieces.model_dump())


def _asked(task: Task) -> tuple[str, ...]:
    """Whose additions are asked for."""
    question: FinalSwing = task.question
    if question.ask != "worst":
        return (question.player,)
    return tuple(name for name in task.position.players if name != question.player)


def _limit(question: FinalSwing, kind: Kind) -> int | None:
    return question.most.temples if kind == "temple" else question.most.cities


@dataclass(frozen=True)
class _Room:
    """What is left when everything taken for granted has its place."""

    added: Added
    places: Mapping[tuple[Kind, int], int]
    supply: Mapping[tuple[str, Kind], int]
    here: Mapping[tuple[str, Kind], int]

    @classmethod
    def of(cls, task: Task) -> _Room:
        question: FinalSwing = task.question
        granted = [addition for _, addition in _granted(question)]
        added = add_pieces(task.board, task.position, granted, question.building)
        cities = {place for state in task.position.players.values() for place in state.built.cities}
        places: dict[tuple[Kind, int], int] = {}
        for number, region in task.board.by_number.items():
            left = rounds_left(task.position, number)
            open_sites = [place for place in region.provinces if place not in cities and left]
            places["temple", number] = left * sum(region.has_site(place, "temple") for place in region.provinces)
            places["city", number] = sum(region.has_site(place, "city") for place in open_sites)
        for addition in granted:
            for kind in KINDS:
                places[kind, addition.region] -= addition.of(kind)
        supply, here = {}, {}
        for name, state in task.position.players.items():
            for kind in KINDS:
                own = [(a.region, a.of(kind)) for a in granted if a.player == name]
                supply[name, kind] = OWNED[kind] - state.built.count(kind) - sum(count for _, count in own)
                now = sum(count for number, count in own if number == task.position.region)
                here[name, kind] = state.limit(kind) - now
        return cls(added, places, supply, here)


class _Builder:
    """Assembles the model of one task."""

    def __init__(self, task: Task, model: CpModel, target: str | None = None) -> None:
        self.task, self.model = task, model
        self.question: FinalSwing = task.question
        self.rulings: Rulings = task.rulings
        self.short: bool = task.position.short
        self.room = _Room.of(task)
        self.names = list(task.position.players)
        self.counted = self.names if target is None else [task.question.player, target]
        self.stands = standing(task.board, self.room.added.states)
        self.counts: dict[tuple[str, Kind, int], IntVar] = {}

    def formulation(self) -> Formulation:
        self._additions()
        final: dict[str, Linear] = dict.fromkeys(self.counted, 0)
        for scope in self._scopes():
            for name, bonus in self._bonus(scope).items():
                final[name] = final[name] + bonus
        if self.short and self.rulings.readings["halving"] == "total":
            final = {name: self._half(name, bonus) for name, bonus in final.items()}
        return self._measure({name: self._points(name) + final[name] for name in self.counted})

    def _measure(self, totals: Mapping[str, Any]) -> Formulation:
        rivals = dict(totals)
        own = rivals.pop(self.question.player)
        pieces = sum(self.counts.values())
        cities = sum(n for (_, kind, _), n in self.counts.items() if kind == "city")
        high = self._highest()
        if len(rivals) == 1:
            (best,) = rivals.values()
        else:
            best = self.model.new_int_var(0, high, "best rival")
            self.model.add_max_equality(best, list(rivals.values()))
        margin = own - best
        size = sum(self._most(*key) for key in self.counts)
        first = Criterion(pieces, 0, size)
        objective: Linear = margin
        if self.question.ask == "fewest":
            self.model.add(margin >= (0 if self.question.shared else 1))
            objective, first = pieces, Criterion(margin, -high, high, maximise=True)
        tie_breaks = [
            first,
            Criterion(cities, 0, size),
            *(Criterion(n, 0, self._most(*key), maximise=True) for key, n in self.counts.items()),
        ]
        return Formulation(
            self.model,
            objective,
            dict(self.counts.items()),
            tie_breaks,
            list(self.counts.values()),
            maximise=self.question.ask == "best",
            functional=True,
        )

    def _highest(self) -> int:
        """No player can end with more points than this."""
        most = max(state.points for state in self.room.added.states.values())
        built = sum(BUILDINGS[kind].points * OWNED[kind] for kind in KINDS)
        return most + built + sum(bonus for _, _, bonus in self._scopes())

    def _most(self, name: str, kind: Kind, number: int) -> int:
        """How many pieces of a kind a player can add in a region, if nobody else adds any."""
        limits = [self.room.places[kind, number], self.room.supply[name, kind]]
        if number == self.task.position.region:
            limits.append(self.room.here[name, kind])
        most = _limit(self.question, kind)
        return max(0, min([*limits, *([] if most is None else [most])]))

    def _additions(self) -> None:
        """How many pieces, within the places and the supplies (5.5.2, 5.5.3)."""
        asked = _asked(self.task)
        numbers = sorted(self.task.board.by_number)
        for name in asked:
            for number in numbers:
                for kind in KINDS:
                    most = self._most(name, kind, number)
                    if most:
                        label = f"{name}:{kind}:{number}"
                        self.counts[name, kind, number] = self.model.new_int_var(0, most, label)
        for kind in KINDS:
            for number in numbers:
                self._at_most(self.room.places[kind, number], [(name, kind, number) for name in asked])
            for name in asked:
                allowed = _limit(self.question, kind)
                supply = self.room.supply[name, kind]
                most = supply if allowed is None else min(supply, allowed)
                self._at_most(most, [(name, kind, number) for number in numbers])

    def _at_most(self, most: int, keys: list[tuple[str, Kind, int]]) -> None:
        found = [self.counts[key] for key in keys if key in self.counts]
        if found:
            self.model.add(sum(found) <= most)

    def _points(self, name: str) -> Linear:
        """A player's points before the final scoring."""
        total: Linear = self.task.position.players[name].points + self.room.added.ledger.total(name)
        if self.question.building:
            for (owner, kind, _), count in self.counts.items():
                if owner == name:
                    total = total + BUILDINGS[kind].points * count  # 5.5.4-3
        return total

    def _scopes(self) -> list[_Scope]:
        """What bonuses there are: on the board (6.1-1, 6.1-2) and in each region of the game (6.1-3, 6.1-4)."""
        numbers = tuple(range(first_region(self.short), last_region(self.short) + 1))
        halve = 2 if self.short and self.rulings.readings["halving"] == "per-bonus" else 1  # 7-2
        scopes = [(kind, numbers, MOST[kind] // halve) for kind in KINDS]
        return scopes + [(kind, (number,), MOST_IN_REGION // halve) for kind in KINDS for number in numbers]

    def _bonus(self, scope: _Scope) -> dict[str, Linear]:
        """What the bonus of a scope brings each player: all of it to the one who alone has most (6.1-6)."""
        kind, numbers, bonus = scope
        counts: dict[str, Linear] = {}
        for name in self.names:
            adds = [self.counts[key] for n in numbers if (key := (name, kind, n)) in self.counts]
            counts[name] = sum(adds) + sum(self.stands[name].get((kind, n), 0) for n in numbers)
        return {name: bonus * self._alone(name, counts) for name in self.counted}

    def _alone(self, name: str, counts: Mapping[str, Linear]) -> Linear:
        """Whether a player has more than everybody else: 1 or 0, or a literal."""
        above: list[IntVar] = []
        for other, count in counts.items():
            ahead = counts[name] - count
            if other == name or (isinstance(ahead, int) and ahead > 0):
                continue
            if isinstance(ahead, int):
                return 0
            literal = self.model.new_bool_var(f"{name} above {other}")
            self.model.add(ahead >= 1).only_enforce_if(literal)
            self.model.add(ahead <= 0).only_enforce_if(~literal)
            above.append(literal)
        if len(above) < 2:
            return above[0] if above else 1
        alone = self.model.new_bool_var(f"{name} alone")
        self.model.add_bool_and(above).only_enforce_if(alone)
        self.model.add_bool_or([alone, *(~literal for literal in above)])
        return alone

    def _half(self, name: str, bonus: Linear) -> Linear:
        """Half the sum of a player's bonuses, rounded down (7-2, ruling ``halving``)."""
        if isinstance(bonus, int):
            return bonus // 2
        half = self.model.new_int_var(0, 99, f"half:{name}")
        self.model.add(2 * half <= bonus)
        self.model.add(2 * half >= bonus - 1)
        return half
