"""What a question gives to the engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, LinearExpr

    Linear = LinearExpr | int
    """Anything linear in the variables, constants included."""


Parameter = int | bool | tuple[str, ...]
"""A value of a CP-SAT parameter; a tuple for one that is a list."""


@dataclass(frozen=True)
class Criterion:
    """One level of the tie-break between plans of the same value.

    Attributes
    ----------
    expression
        What is made as small as possible (``maximise``: as large).
    low, high
        Bounds of the expression; narrow ones let several levels go in one search.
    """

    expression: Linear
    low: int
    high: int
    maximise: bool = False


@dataclass(frozen=True)
class Formulation:
    """A model for the engine, which never changes it.

    Attributes
    ----------
    model
        Variables and constraints, with no objective set.
    objective
        What is made as large as possible (unless ``maximise`` is false); None: any solution will do.
    decisions
        What a plan is decoded from, by any key.
    tie_breaks
        Levels that single out one plan among those of the same value, the most important first.
    identity
        Integer or Boolean variables: two solutions are the same answer if these agree.
    workers
        Threads that prove the value fastest on this kind of model.
    functional
        Whether every variable is a function of ``identity``, so that CP-SAT can enumerate answers itself.
    parameters
        CP-SAT parameters that suit this kind of model, by measurement; only such as change no result.
    """

    model: CpModel
    objective: Linear | None
    decisions: Mapping[Hashable, Linear]
    tie_breaks: Sequence[Criterion] = ()
    identity: Sequence[Linear] = ()
    maximise: bool = True
    workers: int = 1
    functional: bool = False
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
