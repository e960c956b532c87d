"""Answering the question of a scenario: solve, decode, replay by the rules, and only then answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from models.errors import ContradictionError, InputError
from puzzles.questions import find
from puzzles.scenario import Scenario, task_of, write_text
from solver.answer import DEFAULT_LIMITS, Answer, Limits, Outcome, Solution, Status
from solver.engine import Engine, Listener
from solver.question import Question


def solve(
    scenario: Scenario,
    *,
    all: bool = False,
    top: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
    listener: Listener | None = None,
    checked: bool = True,
) -> Answer:
    """Answer a scenario's question.

    Parameters
    ----------
    all
        All best answers instead of one of them.
    top
        The best so many answers.
    limits
        Time, workers, seed.
    listener
        Is told of best and bound about ten times a second.
    checked
        Whether the scenario is checked as its file would be; one that was changed in memory need not pass that.

    Raises
    ------
    InputError
        The scenario asks no question, or the question does not fit the position.
    ContradictionError
        The rules give a plan another value than the solver; the scenario is saved first.
    """
    question = find(scenario.game.key, scenario.question.kind).load() if scenario.question is not None else None
    task = task_of(scenario) if checked else scenario.task
    assert question is not None
    engine = Engine(limits, listener)
    with engine.watching():
        if all:
            outcome = question.all(task, engine)
        elif top is not None:
            outcome = question.top(task, engine, top)
        else:
            outcome = question.best(task, engine)
    if not outcome.solutions:
        return replace(_none(scenario, question, outcome), answers=() if all or top is not None else None)
    answers = [_answer(scenario, question, task, outcome, solution) for solution in outcome.solutions]
    first = answers[0]
    if all or top is not None:
        first = replace(first, answers=tuple(answers), complete=outcome.complete)
    return first


def reach(
    scenario: Scenario,
    least: int | None,
    *,
    limits: Limits = DEFAULT_LIMITS,
    first: bool = True,
    again: bool = True,
    memory: dict[str, Outcome] | None = None,
) -> Answer:
    """Whether an answer can be worth so much: one that is, replayed, or ``infeasible``, or ``unknown``.

    The plan is not singled out, and the scenario is not checked as its file would be.

    Parameters
    ----------
    least
        At least so much, at most so much where less is better; None for any answer at all.
    first
        Whether any one will do; without it, it is the best, as far as its status says so.
    again
        Whether “infeasible” is looked at a second time, as always before it is said.
    memory
        What was found for models that come again.
    """
    question = find(scenario.game.key, scenario.question.kind).load()
    engine = Engine(limits, single_out=False, memory=memory)
    with engine.watching():
        outcome = question.reach(scenario.task, engine, least, first=first, again=again)
    if engine.interrupted:
        raise KeyboardInterrupt
    if not outcome.solutions:
        return _none(scenario, question, outcome)
    return _answer(scenario, question, scenario.task, outcome, outcome.solutions[0])


def _none(scenario: Scenario, question: Question, outcome: Outcome) -> Answer:
    return Answer(
        scenario.game.key,
        scenario.question.kind,
        outcome.status,
        proof=outcome.proof or question.proof_of(scenario.question),
        statistics=outcome.statistics,
        complete=outcome.complete or outcome.status is Status.INFEASIBLE,
        interrupted=outcome.interrupted,
    )


def _answer(scenario: Scenario, question: Question, task: Any, outcome: Outcome, solution: Solution) -> Answer:
    plan = question.decode(task, solution)
    replay = question.replay(task, plan)
    if replay.breaches or (solution.objective is not None and replay.value != solution.objective):
        raise ContradictionError(_report(scenario, plan, solution.objective, replay))
    return Answer(
        scenario.game.key,
        scenario.question.kind,
        outcome.status,
        value=replay.value,
        bound=outcome.bound,
        proof=outcome.proof or question.proof_of(scenario.question),
        canonical=solution.canonical,
        plan=plan,
        ledger=replay.ledger,
        rulings=replay.rulings,
        notes=replay.notes,
        statistics=outcome.statistics,
        interrupted=outcome.interrupted,
        picture=partial(_picture, scenario, plan),
    )


def _report(scenario: Scenario, plan: Any, claimed: int | None, replay: Any) -> str:
    """Save what shows the contradiction, to be loaded from where it is saved, and say how to report it."""
    from puzzles.scenario import names_file, to_yaml

    number = 1
    while (path := Path(f"satrap-contradiction-{number}.yaml")).exists():
        number += 1
    found = "; ".join(f"{b.message} (rule {b.rule})" for b in replay.breaches) or f"worth {replay.value} by the rules"
    what = f"the solver says {claimed}, the replay says: {found}"
    text = f"# An internal contradiction of satrap: {what}\n# The plan was:\n"
    text += "".join(f"#   {line}\n" for line in to_yaml(plan.plain() or {"plan": "empty"}).splitlines())
    data = scenario.plain()
    if names_file(scenario.board_name):
        board = Path(scenario.name).parent / scenario.board_name
        data["board"] = str(board) if board.is_absolute() else f"./{board}"
    saved = f"is saved in {path}"
    try:
        write_text(path, text + to_yaml(data))
    except InputError as error:
        saved = f"could not be saved ({error})"
    return (
        f"internal contradiction: {what}.\n"
        f"This is a bug in satrap, not in your file. The scenario {saved};\n"
        "please report it with that file and the output of “satrap --version”."
    )


def _picture(scenario: Scenario, plan: Any) -> str:
    from puzzles.picture import draw

    return draw(scenario, plan)


@dataclass(frozen=True)
class Flip:
    """What another reading of one ruling does to the answer.

    ``refused`` says why the question cannot be asked under it, if it cannot: then nothing answers it.
    """

    ruling: str
    reading: str
    value: int | None
    status: Status
    changes: bool | None
    refused: str | None = None

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        values = {
            "ruling": self.ruling,
            "reading": self.reading,
            "value": self.value,
            "status": self.status.value,
            "changes": self.changes,
        }
        return values if self.refused is None else {**values, "refused": self.refused}


def flips(scenario: Scenario, answer: Answer, limits: Limits = DEFAULT_LIMITS) -> list[Flip]:
    """Solve again under every other reading of every ruling, one at a time; interrupted, those until then."""
    result = []
    current: Mapping[str, str] = scenario.rulings.readings
    for key, ruling in scenario.game.rulings.items():
        for reading in ruling.readings:
            if reading == current[key]:
                continue
            try:
                other = solve(scenario.with_readings({key: reading}), limits=limits)
            except InputError as error:
                result.append(Flip(key, reading, None, Status.INFEASIBLE, True, error.faults[0].message))
                continue
            settled = {answer.status, other.status} <= {Status.OPTIMAL, Status.INFEASIBLE}
            changes = (other.value, other.plan) != (answer.value, answer.plan) if settled else None
            result.append(Flip(key, reading, other.value, other.status, changes))
            if other.interrupted:
                return result
    return result
