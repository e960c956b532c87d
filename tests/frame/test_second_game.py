"""The frame carries another game: a toy added by the recipe, with nothing of the frame changed.

The toy: a pack of a certain size is filled with things that have a weight and points; a ruling
asks whether the pack may be filled to the brim.
"""

import json
from collections.abc import Sequence
from typing import Any, Literal

import pytest

import models
import models.game
import puzzles.questions
import puzzles.scenario
from models.documents import Count, Document, Name
from models.errors import Breach, Problem, one_of
from models.game import Game, Replayed, Step
from models.ledger import Entry, Ledger
from models.rulings import Ruling, Rulings
from puzzles.cli import run
from puzzles.questions import Entry as QuestionEntry
from solver.answer import Replay
from solver.formulation import Criterion, Formulation
from solver.question import Question


class Board(Document):
    size: Count


class Thing(Document):
    weight: Count
    points: Count


class Position(Document):
    things: dict[Name, Thing]
    packed: tuple[Name, ...] = ()


class Nothing(Document):
    pass


class Plan(Document):
    pack: tuple[Name, ...] = ()


class Event(Document):
    pack: Name


class Fill(Document):
    kind: Literal["fill"]
    player: Name = "me"


RULINGS = {"brim": Ruling("brim", "Filled to the brim?", {"allowed": "yes", "forbidden": "no"}, "allowed", ("1-2",))}


def position_problems(board, position, rulings):
    for at, name in enumerate(position.packed):
        if name not in position.things:
            yield Problem(("packed", at), f"unknown thing “{name}”", one_of(position.things, name))


def pack(board: Board, things: dict[str, Thing], names: Sequence[str], rulings: Rulings) -> tuple[Ledger, list[Breach]]:
    entries, breaches, weight = [], [], 0
    for at, name in enumerate(names):
        weight += things[name].weight
        full = weight > board.size or (weight == board.size and rulings.read("brim") == "forbidden")
        if full:
            breaches.append(Breach("1-2", ("pack", at), f"{name} does not fit"))
        else:
            entries.append(Entry("me", things[name].points, "1-1", name, "packed", price=things[name].weight))
    return Ledger(tuple(entries)), breaches


def replay(board: Any, position: Any, events: Sequence[Any], rulings: Rulings) -> Replayed:
    steps = [Step(f"packs {e.pack}", (), *pack(board, position.things, [e.pack], rulings)[:1]) for e in events]
    return Replayed(tuple(steps))


class FillQuestion(Question):
    answer = Plan

    def problems(self, task):
        return iter(())

    def formulate(self, task):
        from ortools.sat.python import cp_model

        model, things = cp_model.CpModel(), task.position.things
        x = {name: model.new_bool_var(name) for name in things}
        room = task.board.size - (task.rulings.readings["brim"] == "forbidden")
        model.add(sum(things[name].weight * x[name] for name in x) <= room)
        levels = [Criterion(literal, 0, 1, maximise=True) for literal in x.values()]
        points = sum(things[name].points * x[name] for name in x)
        return Formulation(model, points, x, levels, list(x.values()), functional=True)

    def decode(self, task, solution):
        return Plan(pack=tuple(name for name, taken in solution.values.items() if taken))

    def replay(self, task, plan):
        rulings = task.rulings.fresh()
        ledger, breaches = pack(task.board, task.position.things, plan.pack, rulings)
        return Replay(ledger.total("me"), ledger, rulings.consulted(), tuple(breaches))

    def strays(self, task, plan):
        return ()

    def answer_words(self, task, plan):
        return (("pack", name) for name in plan.pack)

    def value_words(self, task, value):
        return f"{value} points in the pack"


TOY = Game(
    key="toy",
    title="Toy",
    board=Board,
    position=Position,
    assumptions=Nothing,
    event=Event,
    rulings=RULINGS,
    boards=(),
    board_problems=lambda board: iter(()),
    position_problems=position_problems,
    event_problems=lambda events, players: iter(()),
    players=lambda position: ["me"],
    score=lambda board, position, rulings: pack(board, position.things, position.packed, rulings)[0],
    replay=replay,
    headline=lambda board, position: (f"a pack of {board.size}",),
    subject_words=str.title,
    verdicts=dict,
    case_body=dict,
)

SCENARIO = """
satrap: 1
game: toy
board: ./pack.yaml
position:
  things: {lamp: {weight: 3, points: 4}, rope: {weight: 2, points: 3}, map: {weight: 1, points: 2}}
  packed: [rope]
question: {kind: fill}
"""


@pytest.fixture(autouse=True)
def toy(monkeypatch, tmp_path):
    monkeypatch.setitem(models.GAMES, "toy", "toy")
    monkeypatch.setattr(models.game, "import_module", lambda name: type("Module", (), {"GAME": TOY}))
    entry = QuestionEntry("toy", "fill", "fill the pack", "toy:Fill", "toy:FillQuestion")
    monkeypatch.setattr(puzzles.questions, "QUESTIONS", [*puzzles.questions.QUESTIONS, entry])
    monkeypatch.setattr(puzzles.questions, "named", {"toy:Fill": Fill, "toy:FillQuestion": FillQuestion}.__getitem__)
    puzzles.scenario.scenario_model.cache_clear()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack.yaml").write_text("size: 5\n")
    (tmp_path / "toy.yaml").write_text(SCENARIO)
    yield
    puzzles.scenario.scenario_model.cache_clear()


def called(capsys, *words):
    status = run([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_solve(capsys):
    status, found = called(capsys, "solve", "toy.yaml")
    assert (status, found["status"], found["value"]) == (0, "optimal", 7)
    assert found["answer"] == {"pack": ["lamp", "rope"]}
    assert found["rulings"] == {"brim": "allowed"}


def test_another_reading_changes_the_answer(capsys):
    _, found = called(capsys, "solve", "toy.yaml", "--rulings", "all")
    assert [flip["changes"] for flip in found["other_rulings"]] == [True]
    _, found = called(capsys, "solve", "toy.yaml", "--ruling", "brim=forbidden")
    assert (found["value"], found["answer"]) == (6, {"pack": ["lamp", "map"]})


def test_all_and_top(capsys):
    _, found = called(capsys, "solve", "toy.yaml", "--top", "3")
    assert [one["value"] for one in found["answers"]] == [7, 6, 5]
    _, found = called(capsys, "solve", "toy.yaml", "--all")
    assert (len(found["answers"]), found["complete"]) == (1, True)


def test_check_score_and_words(capsys, tmp_path):
    (tmp_path / "plan.yaml").write_text("pack: [rope, map]\n")
    status, found = called(capsys, "check", "toy.yaml", "plan.yaml")
    assert (status, found["legal"], found["value"], found["gap"]) == (1, True, 5, 2)
    assert called(capsys, "score", "toy.yaml")[1]["totals"] == {"me": {"points": 3}}
    assert run(["solve", "toy.yaml"]) == 0
    assert "fill: 7 points in the pack" in capsys.readouterr().out


def test_bad_input_is_told_as_for_any_game(capsys, tmp_path):
    (tmp_path / "toy.yaml").write_text(SCENARIO.replace("packed: [rope]", "packed: [rop]"))
    status, found = called(capsys, "solve", "toy.yaml")
    assert status == 2
    assert found["error"]["faults"] == [
        {
            "file": "toy.yaml",
            "line": 7,
            "path": "position.packed[0]",
            "message": "unknown thing “rop”",
            "expected": "rope? one of: lamp, map, rope",
        }
    ]


def test_a_game_may_have_several_questions(capsys, monkeypatch, tmp_path):
    class Empty(Document):
        kind: Literal["empty"]
        player: Name = "me"

    second = QuestionEntry("toy", "empty", "pack nothing", "toy:Empty", "toy:FillQuestion")
    monkeypatch.setattr(puzzles.questions, "QUESTIONS", [*puzzles.questions.QUESTIONS, second])
    known = {"toy:Fill": Fill, "toy:Empty": Empty, "toy:FillQuestion": FillQuestion}
    monkeypatch.setattr(puzzles.questions, "named", known.__getitem__)
    puzzles.scenario.scenario_model.cache_clear()
    assert called(capsys, "solve", "toy.yaml")[1]["value"] == 7
    (tmp_path / "toy.yaml").write_text(SCENARIO.replace("fill", "empti"))
    status, found = called(capsys, "solve", "toy.yaml")
    assert (status, found["error"]["faults"][0]["expected"]) == (2, "empty? one of: empty, fill")
