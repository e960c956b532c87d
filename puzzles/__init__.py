"""satrap from Python: load a scenario, solve it, score it, draw it.

>>> import puzzles
>>> scenario = puzzles.load("empire/first-region")
>>> answer = puzzles.solve(scenario)
>>> answer.status.value
'optimal'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzles.checking import check as check
    from puzzles.explaining.explain import explain as explain
    from puzzles.grid import what_if as what_if
    from puzzles.picture import draw as draw
    from puzzles.posing.pose import pose as pose
    from puzzles.scenario import load as load
    from puzzles.scoring import score as score
    from puzzles.solving import solve as solve

SATRAP = "satrap"  # tells our package from another one of the same common name

_HOMES = {
    "check": "puzzles.checking",
    "draw": "puzzles.picture",
    "explain": "puzzles.explaining.explain",
    "load": "puzzles.scenario",
    "pose": "puzzles.posing.pose",
    "score": "puzzles.scoring",
    "solve": "puzzles.solving",
    "what_if": "puzzles.grid",
}

__all__ = ["check", "draw", "explain", "load", "pose", "score", "solve", "what_if"]


def __getattr__(name: str) -> Any:
    """Import what is asked for, and nothing else: start-up is what a person feels first."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
