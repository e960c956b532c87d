"""What every answer has to stand: played by the rules it is worth what the search says, and it survives its file."""

import puzzles
from solver.answer import Status


def assert_replays(scenario):
    answer = puzzles.solve(scenario)
    if answer.plan is None:
        assert answer.status is Status.INFEASIBLE
        return
    checked = puzzles.check(scenario, answer.plan, best=False)
    assert (answer.status, answer.canonical, answer.bound) == (Status.OPTIMAL, True, answer.value)
    assert (checked.legal, checked.value) == (True, answer.value)
    assert type(answer.plan).model_validate(answer.plan.plain()) == answer.plan
