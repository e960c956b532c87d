"""What a command imports is what a person waits for."""

import json
import subprocess
import sys

import pytest

HEAVY = {"ortools", "networkx", "rich", "pydantic", "ruamel", "numpy", "pandas"}

SCRIPT = """
import json, sys, io, contextlib
from puzzles.__main__ import main
sys.argv = ["satrap", *{arguments!r}]
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    try:
        main()
    except SystemExit as end:
        status = end.code
print(json.dumps([status, sorted({{name.partition(".")[0] for name in sys.modules}})]))
"""


def loaded(*arguments):
    script = SCRIPT.format(arguments=list(arguments))
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    status, modules = json.loads(run.stdout)
    return status, HEAVY & set(modules)


@pytest.mark.parametrize("arguments", [("--help",), ("solve", "--help"), ("board", "--help"), ("--version",)])
def test_help_loads_click_and_nothing_heavy(arguments):
    assert loaded(*arguments) == (0, set())


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (("score", "empire/first-region", "--json"), {"pydantic", "ruamel"}),
        (("score", "empire/first-region"), {"pydantic", "ruamel"}),
        (("cases", "empire"), {"pydantic", "ruamel"}),
        (("rules", "empire", "--json"), {"pydantic", "ruamel"}),
        (("replay", "empire/log-turn-order"), {"pydantic", "ruamel"}),
        (("list",), {"pydantic", "ruamel"}),
    ],
)
def test_no_solver_nor_graphs_where_none_are_needed(arguments, heavy):
    assert loaded(*arguments) == (0, heavy)
