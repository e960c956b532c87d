"""Shared tests show what failed in them as the others do."""

import pytest

pytest.register_assert_rewrite("tests.rules_decide", "tests.puzzles.faults", "tests.alexandros.replaying")
