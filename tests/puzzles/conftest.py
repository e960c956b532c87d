"""The command as a function: what it prints and how it ends, without a process of its own."""

import io
import json
import sys
from dataclasses import dataclass

import pytest

from models.errors import visible
from puzzles.cli import run


@dataclass(frozen=True)
class Ran:
    """One run of the command."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        assert self.err == ""
        return json.loads(self.out)

    @property
    def faults(self):
        """The faults of a run with ``--json`` that failed on its input."""
        assert self.status == 2
        assert list(self.json) == ["error"]
        error = self.json["error"]
        assert list(error) == ["kind", "message", "faults"]
        assert error["kind"] == "input"
        assert error["faults"]
        for fault in error["faults"]:
            assert list(fault) == ["file", "line", "path", "message", "expected"]
            assert visible(fault["message"]) in error["message"]
        return error["faults"]


@pytest.fixture
def satrap(capsys, monkeypatch, tmp_path):
    """Run the command in an empty folder, with a terminal of 80 columns that is not one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)

    def call(*words, stdin=None):
        if stdin is not None:
            raw = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        capsys.readouterr()
        status = run([str(word) for word in words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Ran(status, printed.out, printed.err)

    return call
