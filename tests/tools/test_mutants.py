"""The tool that mutates rules: what it changes, and that it tells what is caught from what is not."""

import ast
import json

import pytest

from models import GAMES
from tools import mutants, operators
from tools.mutants import CAUGHT, STILLBORN, SURVIVED, Known, Mutant, attempt, generic, named, report, rule_tests

SOURCE = '''
"""Docs 1."""
LIMIT = 3

def rule(x: int = 1, *, deep: bool = True) -> int:
    """At most 3."""
    if x < LIMIT and not deep:
        yield Breach("1-1", ("a", 0), f"{x} of 3")
    found = [one for one in x if one.good]
    return max(x, 2) + len(found)
'''


def changed(kind):
    return [(change.old, change.new) for change in operators.changes(SOURCE) if change.kind == kind]


def test_what_is_changed():
    assert changed("boundary") == [("x < LIMIT", "(x <= LIMIT)")]
    assert changed("comparison") == [("x < LIMIT", "(x >= LIMIT)")]
    assert changed("and/or") == [("x < LIMIT and not deep", "(x < LIMIT or not deep)")]
    assert ("not deep", "(deep)") in changed("negated")
    assert changed("branch removed") == [("x < LIMIT and not deep", "False")]
    assert changed("yield removed") == [('yield Breach("1-1", ("a", 0), f"{x} of 3")', "if False: yield")]
    assert changed("filter removed") == [("one.good", "True")]
    assert changed("other end") == [("max", "min")]
    assert changed("arithmetic") == [("max(x, 2) + len(found)", "(max(x, 2) - len(found))")]
    assert changed("constant") == [
        ("3", "4"), ("3", "2"), ("1", "2"), ("1", "0"), ("True", "False"), ("0", "1"), ("2", "3"), ("2", "1"),
    ]  # fmt: skip


def test_every_change_is_a_program_of_its_own():
    found = operators.changes(SOURCE)
    texts = [change.apply(SOURCE) for change in found]
    for text in texts:
        ast.parse(text)
    assert len({SOURCE, *texts}) == len(texts) + 1
    assert {change.scope for change in found} == {"", "rule"}


def test_letters_of_more_than_a_byte_move_nothing():
    (change,) = operators.changes('x = "Ἀλέξανδρος", True\n')
    assert change.apply('x = "Ἀλέξανδρος", True\n') == 'x = "Ἀλέξανδρος", False\n'


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_of_a_game_is_a_program_and_has_a_key_of_its_own(game):
    every = [*generic(game), *named(game)]
    assert len({one.key for one in every}) == len(every) > 1000
    for one in every[::50]:
        for text in one.sources.values():
            ast.parse(text)


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_rules_need_no_solver(game):
    told = rule_tests(game)
    assert len(told) > 3
    assert not any("question" in name or "rules_decide" in name for name in told)


def mutant(text, kind="constant"):
    return Mutant(text, "empire", kind, "models/empire/final.py:1", "x → y", {"empire/final.py": text})


def test_a_mutant_is_caught_by_a_case_or_survives_or_does_not_load():
    source = (mutants.MODELS / "empire" / "final.py").read_text(encoding="utf-8")
    assert attempt(mutant(source), False, Known())["status"] == SURVIVED
    worse = attempt(mutant(source.replace("max(", "min(")), False, Known())
    assert (worse["status"], worse["by"][:7]) == (CAUGHT, "case E.")
    assert attempt(mutant("import nothing_of_the_kind"), False, Known())["status"] == STILLBORN
    (first, *_) = named("empire")
    assert attempt(first, False, Known())["status"] == CAUGHT


def test_a_run_is_taken_up_again_and_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    every = list(generic("empire"))[:3]
    mutants.run("empire", every[:2], 1, False)
    kept = (tmp_path / "empire.jsonl").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 2
    (tmp_path / "empire.jsonl").write_text(kept + '{"key": "cut o', encoding="utf-8")
    tried = []
    monkeypatch.setattr(mutants, "attempt", lambda one, *_: tried.append(one.key) or {})
    known = mutants.kept("empire")
    assert list(known) == [one.key for one in every[:2]]
    monkeypatch.undo()
    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    rows = [json.loads(line) for line in kept.splitlines()]
    rows[0] |= {"status": SURVIVED, "by": ""}
    (tmp_path / "empire.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = "\n".join(report("empire", every))
    assert "| generic | 2 | " in told
    assert f"* `{rows[0]['where']}` ({rows[0]['kind']}): `{rows[0]['change']}`" in told
