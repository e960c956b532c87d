"""What docs/proved.md tells can be followed: its files are written, its commands run, what it shows was printed."""

from tests.puzzles import test_docs
from tests.puzzles.conftest import satrap as satrap


def test_what_is_said_of_proofs_can_be_followed(satrap, monkeypatch):
    test_docs.test_a_guide_can_be_followed("proved.md", satrap, monkeypatch)


def test_an_answer_is_the_same_whatever_proves_it(satrap):
    first, other = (
        satrap("solve", "empire/first-region", "--json", *more).json for more in ((), ("--seed", "7", "--workers", "2"))
    )
    assert {key for key in first if first[key] != other[key]} <= {"statistics"}
