r"""``regency``: who would win at each regency test, and the smallest changes with which one turns out otherwise.

``who`` lets the turns to come begin on the table as it lies: automatic victory, the lost cart, the test
of the heir (2B), at last the end of turn V (2C); proof: exhaustive, there is nothing to choose.  An heir
who is killed is dead from then on.  Where a test ends the game, what comes later is told as if it had not.

``flip`` asks for the fewest changes on the table now after which a player alone has won when the test of
a turn is through (``for``), or has not (``against``); an automatic victory before the test, and a test
before it, count as well.  All changes come at one moment.

Sets: things on the table (:func:`solver.successors.regency_flips.items`), or on offer.

Variables: :math:`x[t,o]`, whether a thing changes to owner :math:`o`; what follows is made of them by
:mod:`solver.successors.table_model`::

    sum over o of x[t,o]  <=  1                       a marker, royal, general, status changes once
    at most one faction changes a thing on offer      (1-3)
    won[p] = automatic[p] alone, or a test on the way that p alone wins, nobody having won before
    won[for], or not won[against]
    cost = sum of x, or of prices

*Bound.*  Few changes are enough, and each is a unit of the objective; the LP sees what a province takes,
but totals are compared through literals, so the bound comes from the search.

*Tie-break*: without offers fewer markers; then by the order of the map, then royals, generals, statuses:
the first thing keeps its owner if it can, then the second ….  With offers: fewer things, then things that
come earlier in the order of the offers.

*Same answer*: the same changes.  Below the best (``--top``) a set that contains one found is none.

*Rulings*: all but those about attacks, the Usurper and the burial (``mixed-stack``, ``usurper``,
``burial-blockers``); ``regent-choice`` does not matter as nobody kills an heir who would win.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from models.documents import Document
from models.errors import Breach, Path, Problem, one_of
from models.rulings import Rulings
from models.successors.acquisitions import Acquisitions, joined, killed, regency_turns, turn_begun
from models.successors.joint import acquired_together, joint_breaches
from models.successors.log import Game, marked, prepare, royal_to, settle
from models.successors.position import (
    DEAD,
    FREE,
    INDEPENDENT,
    LEGITIMACY,
    TURNS,
    VP,
    Position,
)
from models.successors.status import with_status
from models.successors.victory import Outcome as Ended
from models.successors.victory import break_tie, final
from models.successors.words import BROKEN, NUMERALS, place_name
from models.words import and_words
from solver.answer import Outcome, Proof, Replay, Solution, Status
from solver.engine import Engine
from solver.formulation import Formulation
from solver.question import Question, Task
from solver.successors.attack_documents import Ending
from solver.successors.offers import bought, chosen_of, offer_problems, over_budget, resources_of, thing_words
from solver.successors.regency_documents import RegencyAnswer, RegencyRow, RegencyTest, TableChange
from solver.successors.regency_flips import (
    CHAMPION,
    NOBODY,
    anything,
    items,
    offered,
    on_offer,
    owners_of,
    winner_by,
)
from solver.successors.table_model import Logic, Pieces, Table

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


class RegencyQuestion(Question):
    """``regency``: see the module."""

    answer = RegencyAnswer

    def proof_of(self, question: RegencyTest) -> Proof:
        """There is nothing to search for in ``who``."""
        return Proof.EXHAUSTIVE if question.ask == "who" else Proof.CP_SAT

    def maximises(self, question: RegencyTest) -> bool:
        """Few changes are good; of tests there are as many as there are."""
        return question.ask == "who"

    def value_words(self, task: Task, value: int) -> str:
        """How many tests end the game, or what it takes."""
        question: RegencyTest = task.question
        if question.ask == "who":
            return f"{value} test{' ends' if value == 1 else 's end'} the game"
        goal = f"{question.for_} wins" if question.for_ else f"{question.against} does not win"
        if question.offers:
            return f"{goal} at a cost of {value}"
        return f"{goal} with {value} change{'' if value == 1 else 's'}"

    def answer_words(self, task: Task, plan: Document) -> Iterator[tuple[str, str]]:
        """Test by test; or what changes, and what comes of the test then."""
        assert isinstance(plan, RegencyAnswer)
        question: RegencyTest = task.question
        if question.ask == "who":
            yield from _table_words(task, plan.rows)
            return
        for line in _change_words(plan.changes):
            yield "change", line
        for name, buys in plan.buys.items():
            chosen, _ = chosen_of(offered(question).get(name, ()), buys, ())
            if chosen:
                yield name, ", ".join(thing_words(thing) for thing in chosen)
        if not plan.plain():
            yield "change", "nothing"
        game = flipped(task, plan, task.rulings.fresh())
        if game.outcome is not None:
            yield "now", _ends_words(_ending(game.outcome))
        else:
            rows = _rows(game, task.rulings.fresh(), end=False)
            yield from _table_words(task, [row for row in rows if row.turn <= _turn(task)])

    # -- what the file says --------------------------------------------------------------------------

    def problems(self, task: Task) -> Iterator[Problem]:
        """Unknown names, a test that is no longer to come, one of “for” and “against”, offers that cannot be."""
        question: RegencyTest = task.question
        players = list(task.position.players)
        named = {"for": question.for_, "against": question.against}
        for key, name in named.items():
            if name is not None and name not in players:
                yield Problem(("question", key), f"unknown player “{name}”", one_of(players, name))
        if question.ask == "who":
            given = {**named, "turn": question.turn, "offers": question.offers or None, "weights": question.weights}
            for key, value in given.items():
                if value:
                    yield Problem(("question", key), f"“{key}” says nothing where “who” is asked", "ask: flip")
            return
        if (question.for_ is None) == (question.against is None):
            what = "nobody is named" if question.for_ is None else "both “for” and “against” are named"
            yield Problem(("question", "ask"), what, "for: <who is to win>, or against: <who is not to>")
        yield from _turn_problems(task)
        yield from _offer_problems(task)

    # -- the answer ----------------------------------------------------------------------------------

    def formulate(self, task: Task) -> Formulation:
        """Build the model."""
        from ortools.sat.python import cp_model

        question: RegencyTest = task.question
        model = cp_model.CpModel()
        logic = Logic(model)
        base = Table(logic, task.board, task.position, task.rulings, Pieces.of(task.position))
        over = base.over()  # nothing is open yet: a number
        if question.offers:
            flips = on_offer(logic, task.board, task.position, base.pieces, question, logic.no(over))
        else:
            flips = anything(logic, task.board, task.position, base.pieces)
        if over:
            model.add_bool_and(logic.no(bit) for bit in flips.bits.values())
        table = base if over else base.after(flips.pieces)
        won = winner_by(table, question.for_ or question.against or "", _turns(task))
        logic.require(won if question.for_ else logic.no(won))
        return Formulation(
            model=model,
            objective=flips.price.expression,
            maximise=False,
            decisions=flips.decisions,
            tie_breaks=flips.tie_breaks,
            identity=list(flips.bits.values()),
            functional=True,
            parameters={"linearization_level": 2},  # up to forty times less work where totals need many changes
        )

    def best(self, task: Task, engine: Engine) -> Outcome:
        """The table, or the fewest changes."""
        return _table_outcome(task, engine) if task.question.ask == "who" else engine.solve(self.formulate(task))

    def top(self, task: Task, engine: Engine, count: int) -> Outcome:
        """The table; or the smallest sets of changes of which none contains another."""
        if task.question.ask == "who":
            return _table_outcome(task, engine)
        return _sets(engine, self.formulate(task), count)

    def all(self, task: Task, engine: Engine) -> Outcome:
        """The table; or all sets of changes that are as small, of which none contains another."""
        if task.question.ask == "who":
            return _table_outcome(task, engine)
        outcome = engine.all(self.formulate(task))
        sets = [frozenset(at for at, value in enumerate(one.identity) if value) for one in outcome.solutions]
        kept = [one for one, own in zip(outcome.solutions, sets, strict=True) if not any(o < own for o in sets)]
        return replace(outcome, solutions=tuple(kept))

    def decode(self, task: Task, solution: Solution) -> RegencyAnswer:
        """The table, which the rules give; or the changes."""
        question: RegencyTest = task.question
        if isinstance(solution.plan, RegencyAnswer):
            return solution.plan
        values = solution.values
        if question.offers:
            chosen = {
                name: [thing for thing in listed if values[name, *thing.key]]
                for name, listed in offered(question).items()
            }
            return RegencyAnswer(buys={name: bought(listed) for name, listed in chosen.items() if listed})
        return RegencyAnswer(changes=_decoded(task, values))

    def strays(self, task: Task, plan: Document) -> tuple[Breach, ...]:
        """What is not asked for, not on offer or costs too much; changes that are none; rows that are not right."""
        assert isinstance(plan, RegencyAnswer)
        question: RegencyTest = task.question
        found: list[Breach] = []
        parts = {
            "rows": (question.ask == "who", plan.rows),
            "changes": (question.ask == "flip" and not question.offers, plan.changes.plain()),
            "buys": (question.ask == "flip" and bool(question.offers), plan.buys),
        }
        for key, (asked, given) in parts.items():
            if given and not asked:
                found.append(Breach("question", (key,), f"the question asks for no “{key}”"))
        if question.ask == "who":
            rulings = task.rulings.fresh()
            right = tuple(_rows(Game.of(task.board, task.position, rulings), rulings))
            found += _row_strays(plan.rows, right)
        elif question.offers:
            found += _offer_strays(question, plan)
        return tuple(found)

    def replay(self, task: Task, plan: Document) -> Replay:
        """Let the turns begin; or make the changes first, and see who has won when the test is through."""
        assert isinstance(plan, RegencyAnswer)
        question: RegencyTest = task.question
        rulings = task.rulings.fresh()
        if question.ask == "who":
            game = Game.of(task.board, task.position, rulings)
            rows = list(_rows(game, rulings))
            ended = sum(row.at == "test" and row.ends is not None for row in rows)
            return Replay(ended, game.ledger, rulings.consulted())
        breaches = list(_breaches(task, plan, rulings))
        game = flipped(task, plan, rulings)
        breaches += _no_flip(task, _through(game, _turns(task), rulings))
        return Replay(_cost(task, plan), game.ledger, rulings.consulted(), tuple(breaches))


# -- the turns to come -----------------------------------------------------------------------------


def _turn(task: Task) -> int:
    """The turn whose test is asked about."""
    asked: int | None = task.question.turn
    return asked or next(iter(regency_turns(task.position)), TURNS)


def _turns(task: Task) -> list[int]:
    """The turns with a test, up to the one that is asked about."""
    return [turn for turn in regency_turns(task.position) if turn <= _turn(task)]


def _through(game: Game, turns: Sequence[int], rulings: Rulings) -> Game:
    """The game when the tests of some turns are through."""
    for turn in turns:
        game, _, _ = prepare(turn_begun(game, turn, rulings), False, rulings)
    return game


def _rows(game: Game, rulings: Rulings, end: bool = True) -> Iterator[RegencyRow]:
    """Each test to come, and the end of turn V; none where the game is over now."""
    instead = False
    if game.outcome is not None:
        return
    for turn in regency_turns(game.position):
        begun = turn_begun(game, turn, rulings)
        after, test, _ = prepare(begun, False, rulings)
        controller = begun.position.holder(test.heir) if test.heir else None
        tested = test.heir if test.heir not in begun.position.dead else None
        yield RegencyRow(
            turn=turn,
            at="test",
            heir=tested,
            controller=controller,
            fate=test.fate,
            ends=_ending(after.outcome) if after.outcome else None,
            broken_by=_broken_by(begun, (LEGITIMACY, VP), rulings.fresh()) if tested else None,
            totals=_totals(begun),
            instead=instead,
        )
        if begun.outcome is not None:
            return
        instead = instead or after.outcome is not None
        game = replace(begun, outcome=None) if after.outcome else after
    if end:
        game = turn_begun(game, TURNS, rulings)
        outcome = game.outcome or final(game.board, game.position, game.totals, rulings)
        yield RegencyRow(
            turn=TURNS,
            at="end",
            ends=_ending(outcome),
            broken_by=_broken_by(game, (VP,), rulings.fresh()),
            totals=_totals(game),
            instead=instead,
        )


def _totals(game: Game) -> dict[str, dict[str, int]]:
    return {name: {VP: tracks[VP], LEGITIMACY: tracks[LEGITIMACY]} for name, tracks in game.totals.items()}


def _broken_by(game: Game, tracks: Sequence[str], rulings: Rulings) -> str | None:
    """The criterion that leaves one of those who tie for the highest total; None if there is no tie, or it stays."""
    totals = {name: sum(own[track] for track in tracks) for name, own in game.totals.items()}
    tied = [name for name, total in totals.items() if total == max(totals.values())]
    if len(tied) < 2:
        return None
    found = break_tie(game.board, game.position, tied, rulings)
    return found.steps[-1][0] if len(found.left) == 1 else None


def _ending(outcome: Ended) -> Ending:
    return Ending(winners=outcome.winners, candidates=outcome.candidates, rule=outcome.rule)


def _row_strays(rows: Sequence[RegencyRow], right: Sequence[RegencyRow]) -> Iterator[Breach]:
    if len(rows) != len(right):
        yield Breach("question", ("rows",), f"{len(rows)} rows, there are {len(right)} tests and ends to tell")
    for at, (row, other) in enumerate(zip(rows, right, strict=False)):
        for key, value in other:
            if getattr(row, key) != value:
                yield Breach("question", ("rows", at, key), f"{key} of turn {NUMERALS[other.turn]} is not right")


# -- changes ---------------------------------------------------------------------------------------


def _decoded(task: Task, values: Mapping[Hashable, int]) -> TableChange:
    found: dict[str, dict[str, str | bool | None]] = {}
    for kind, name in items(task.board, task.position):
        _, *others = owners_of(task.position, (kind, name))
        for owner in others:
            if values[kind, name, owner]:
                told = {"control": None if owner == NOBODY else owner, "champion": owner == CHAMPION}
                found.setdefault(kind, {})[name] = told.get(kind, owner)
    return TableChange.model_validate(found)


def _changed(position: Position, change: TableChange) -> Position:
    """The table after a change, all at one moment."""
    for space, owner in change.control.items():
        position = marked(position, space, owner)
    for royal, owner in change.royals.items():
        position = royal_to(position, royal, owner)
    for general, owner in change.generals.items():
        position = killed(position, general) if owner == DEAD else joined(position, general, owner)
    for name, champion in change.champion.items():
        position = with_status(position, [name], champion)
    return position


def flipped(task: Task, plan: RegencyAnswer, rulings: Rulings) -> Game:
    """The game after what an answer changes; what breaks a rule is left out."""
    question: RegencyTest = task.question
    if question.offers:
        known = {name: buys for name, buys in plan.buys.items() if name in task.position.players}
        return acquired_together(task.board, task.position, known, rulings)
    game = Game.of(task.board, task.position, rulings)
    if game.outcome is not None:
        return game
    wrong = {breach.path for breach in _change_breaches(task, plan.changes)}
    kept: dict[str, Any] = {
        kind: {name: new for name, new in getattr(plan.changes, kind).items() if ("changes", kind, name) not in wrong}
        for kind in TableChange.model_fields
    }
    return settle(game, _changed(game.position, TableChange.model_construct(**kept)), rulings)[0]


def _breaches(task: Task, plan: RegencyAnswer, rulings: Rulings) -> Iterator[Breach]:
    """What of an answer cannot come about."""
    if task.question.offers:
        known = {name: buys for name, buys in plan.buys.items() if name in task.position.players}
        yield from joint_breaches(task.board, task.position, known, ("buys",), rulings)
        return
    yield from _change_breaches(task, plan.changes)
    if plan.changes.plain() and Game.of(task.board, task.position, rulings).outcome is not None:
        yield Breach("2A-1", ("changes",), "the game is over")


def _change_breaches(task: Task, change: TableChange) -> Iterator[Breach]:
    """Changes of what is not there or cannot be, and changes that are none."""
    board, position = task.board, task.position
    players = list(position.players)
    generals = {general: name for name, state in position.players.items() for general in state.generals}
    for space, owner in change.control.items():
        path: Path = ("changes", "control", space)
        if space not in board.spaces:
            yield Breach("F-6", path, f"the map has no space {space}")
        elif board.spaces[space].kind == "transit":
            yield Breach("1-4", path, f"{space} is a transit point")
        else:
            yield from _no_change(path, owner, position.markers.get(space), (None, INDEPENDENT, *players))
    for royal, owner in change.royals.items():
        path = ("changes", "royals", royal)
        if royal in position.dead:
            yield Breach("2B-4", path, f"{royal} is dead")
        else:
            yield from _no_change(path, owner, position.holder(royal) or FREE, (FREE, DEAD, *players))
    for general, owner in change.generals.items():
        path = ("changes", "generals", general)
        if general not in generals:
            yield Breach("question", path, f"{general} is no general in the game")
        else:
            yield from _no_change(path, owner, generals[general], (DEAD, *players))
    for name, champion in change.champion.items():
        path = ("changes", "champion", name)
        if name not in players:
            yield Breach("question", path, f"unknown player {name}")
        else:
            yield from _no_change(path, champion, position.players[name].champion, (True, False))


def _no_change(path: Path, new: object, old: object, possible: Sequence[object]) -> Iterator[Breach]:
    if new not in possible:
        yield Breach("question", path, f"unknown player {new}")
    elif new == old:
        yield Breach("question", path, "that is no change")


def _cost(task: Task, plan: RegencyAnswer) -> int:
    question: RegencyTest = task.question
    if not question.offers:
        return sum(len(getattr(plan.changes, kind)) for kind in TableChange.model_fields)
    total = 0
    for name, listed in offered(question).items():
        chosen, _ = chosen_of(listed, plan.buys.get(name, Acquisitions()), ())
        total += sum(thing.cost(question.weights) for thing in chosen)
    return total


def _no_flip(task: Task, game: Game) -> Iterator[Breach]:
    """What is wrong with changes after which the test turns out as it should not."""
    question: RegencyTest = task.question
    won = game.outcome.winners if game.outcome else ()
    key = "buys" if question.offers else "changes"
    if question.for_ is not None and won != (question.for_,):
        yield Breach("question", (key,), f"{question.for_} does not win with this")
    if question.against is not None and won == (question.against,):
        yield Breach("question", (key,), f"{question.against} wins with this")


def _offer_strays(question: RegencyTest, plan: RegencyAnswer) -> Iterator[Breach]:
    listed = offered(question)
    for name, buys in plan.buys.items():
        if name not in listed:
            yield Breach("question", ("buys", name), f"nothing is on offer to {name}")
            continue
        chosen, wrong = chosen_of(listed[name], buys, ("buys", name))
        yield from wrong
        yield from over_budget(resources_of(chosen), question.offers[name].budgets, ("buys", name))


def _turn_problems(task: Task) -> Iterator[Problem]:
    question: RegencyTest = task.question
    coming = regency_turns(task.position)
    if not coming:
        yield Problem(("question", "ask"), "no regency test is still to come", "ask: who")
    elif question.turn is not None and question.turn not in coming:
        what = f"the test of turn {question.turn} is over"
        yield Problem(("question", "turn"), what, " or ".join(str(turn) for turn in coming))


def _offer_problems(task: Task) -> Iterator[Problem]:
    question: RegencyTest = task.question
    path: Path = ("question", "offers")
    for name, offers in question.offers.items():
        if name not in task.position.players:
            yield Problem((*path, name), f"unknown player “{name}”", one_of(task.position.players, name))
            continue
        yield from offer_problems(task.board, task.position, name, offers, (*path, name))
        named = {resource for thing in offered(question)[name] for resource, _ in thing.price}
        for resource in offers.budgets:
            if resource not in named:
                expected = one_of(named, resource)
                yield Problem((*path, name, "budgets", resource), f"no price is in “{resource}”", expected)
    known = {resource for listed in offered(question).values() for thing in listed for resource, _ in thing.price}
    for resource in question.weights:
        if resource not in known:
            yield Problem(("question", "weights", resource), f"no price is in “{resource}”", one_of(known, resource))


# -- outcomes --------------------------------------------------------------------------------------


def _table_outcome(task: Task, engine: Engine) -> Outcome:
    rulings = task.rulings.fresh()
    rows = tuple(_rows(Game.of(task.board, task.position, rulings), rulings))
    ended = sum(row.at == "test" and row.ends is not None for row in rows)
    solution = Solution.of(RegencyAnswer(rows=rows), ended, True)
    return Outcome(Status.OPTIMAL, (solution,), ended, True, statistics=engine.statistics())


def _sets(engine: Engine, formulation: Formulation, count: int) -> Outcome:
    """The smallest sets, each cutting off all that contain it."""
    model: CpModel = formulation.model.clone()
    found: list[Solution] = []
    first: Outcome | None = None
    complete = False
    while len(found) < count and not complete:
        outcome = engine.solve(replace(formulation, model=model))
        first = first or outcome
        complete = outcome.status is Status.INFEASIBLE
        if not outcome.solutions or (outcome.status is not Status.OPTIMAL and found):
            break
        found.append(outcome.solutions[0])
        if outcome.status is not Status.OPTIMAL or engine.interrupted:
            break
        pairs = zip(formulation.identity, found[-1].identity, strict=True)
        model.add_bool_or([~bit for bit, value in pairs if value])  # type: ignore[operator]
    assert first is not None
    statistics = engine.statistics()
    done = complete and not engine.interrupted
    return replace(first, solutions=tuple(found), complete=done, interrupted=engine.interrupted, statistics=statistics)


# -- in words --------------------------------------------------------------------------------------


def _ends_words(ending: Ending) -> str:
    if ending.winners:
        return f"{and_words(ending.winners)} {'wins' if len(ending.winners) == 1 else 'win'} (rule {ending.rule})"
    return f"the game ends between {and_words(ending.candidates)}, the text does not say who wins (rule {ending.rule})"


def _table_words(task: Task, rows: Sequence[RegencyRow]) -> Iterator[tuple[str, str]]:
    if not rows and task.question.ask == "who":
        outcome = Game.of(task.board, task.position, task.rulings.fresh()).outcome
        yield "over", _ends_words(_ending(outcome)) if outcome else "nothing is to come"
    for row in rows:
        head = f"{NUMERALS[row.turn]}{' end' if row.at == 'end' else ''}"
        yield head, f"{'if nobody had won before: ' if row.instead else ''}{_row_words(task, row)}"
        yield head, _standing(row)


def _row_words(task: Task, row: RegencyRow) -> str:
    tie = f", {BROKEN[row.broken_by]} breaking the tie (rule {row.broken_by})" if row.broken_by else ""
    if row.at == "end":
        return f"{_ends_words(row.ends)}{tie}" if row.ends else "nobody wins"
    if row.heir is None:
        return _ends_words(row.ends) if row.ends else "the heir of this turn is dead: no test"
    heir = f"{place_name(row.heir)}, {f'controlled by {row.controller}' if row.controller else 'with nobody'}"
    if row.fate == "murdered":
        return f"{heir}, is killed, the game goes on (rule 2B-7){tie}"
    if row.ends is None:
        return f"{heir}: nobody wins"
    crowned = ", is proclaimed king" if row.fate == "crowned" else ""
    return f"{heir}{crowned}: {_ends_words(row.ends)}{tie}"


def _standing(row: RegencyRow) -> str:
    """Everybody's totals, the highest first."""
    if row.at == "end":
        ranked = sorted(row.totals.items(), key=lambda item: -item[1]["vp"])
        return ", ".join(f"{name} {own['vp']}" for name, own in ranked) + " victory points"
    ranked = sorted(row.totals.items(), key=lambda item: -sum(item[1].values()))
    sums = (f"{name} {own['legitimacy']}+{own['vp']}={sum(own.values())}" for name, own in ranked)
    return ", ".join(sums)


def _change_words(change: TableChange) -> Iterator[str]:
    for space, owner in change.control.items():
        yield f"{place_name(space)}: {f'a marker of {owner}' if owner else 'no marker'}"
    for royal, owner in change.royals.items():
        yield f"{place_name(royal)} {_goes(owner)}"
    for general, owner in change.generals.items():
        yield f"{place_name(general)} {_goes(owner)}"
    for name, champion in change.champion.items():
        yield f"{name} is a {'Champion' if champion else 'Successor'}"


def _goes(owner: str) -> str:
    return {DEAD: "dies", FREE: "is with nobody"}.get(owner) or f"goes to {owner}"
