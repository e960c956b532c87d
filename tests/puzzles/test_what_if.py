"""What if: grids over scenarios, what gives way, how far an answer holds, and how all that is told and drawn."""

import csv
import io
import json
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import puzzles
from models.documents import Source, read_text
from models.errors import ContradictionError, Fault, InputError
from puzzles import grid as grids
from puzzles.axes import ABSENT, Change, read_values
from puzzles.cli import cli
from puzzles.drawing.charts import HeatMap, draw_grid, nice_step
from puzzles.generate.alhambra_purchase import purchase
from puzzles.grid import Grid, State, what_if
from puzzles.grid_terminal import labels, print_grid
from puzzles.scenario import parse, to_yaml
from solver.answer import Limits

EMPIRE, ALHAMBRA, ROUTE = "empire/first-region", "alhambra/purchase-treasure-example", "empire/route-hold"
MARION = "position.players.marion"
WORTH = "question.worth.tower8"
SVG = "{http://www.w3.org/2000/svg}"


def file_of(name):
    """A bundled scenario as plain values, to be changed by hand."""
    raw = (Path(puzzles.__file__).parent / "gallery" / f"{name}.yaml").read_bytes()
    return read_text(raw).data


def by_hand(data):
    return puzzles.solve(parse(to_yaml(data)), limits=Limits(workers=1))


@pytest.fixture(scope="module")
def line():
    """Marion's cubes of one tablet, eight ways, and one more than she has."""
    axes = {f"{MARION}.temple": range(2, 9)}
    return what_if(puzzles.load(EMPIRE), axes, balance=f"{MARION}.city")


@pytest.fixture(scope="module")
def matrix():
    """A hand and a worth in alhambra: 4 × 4 places."""
    return what_if(puzzles.load(ALHAMBRA), {"position.players.ana.money.blue[1]": "2..5", WORTH: "4..7"})


# -- what a place is ---------------------------------------------------------------------------------------------


def test_every_place_is_the_file_with_its_values_put_in(matrix):
    assert len(matrix.cells) == 16
    for cell in matrix.cells:
        data = file_of(ALHAMBRA)
        data["position"]["players"]["ana"]["money"]["blue"][1], data["question"]["worth"]["tower8"] = cell.values
        answer = by_hand(data)
        assert (cell.state.value, cell.value, cell.plan) == (answer.status.value, answer.value, answer.plan)
        assert cell.rulings == answer.rulings
    assert [cell.values for cell in matrix.cells[:5]] == [(2, 4), (2, 5), (2, 6), (2, 7), (3, 4)]
    assert matrix.own.values == (3, 5)


def test_a_number_gives_way_so_that_the_sum_stays(line):
    assert [(cell.values[0], cell.gave[0]) for cell in line.cells] == [(n, 7 - n) for n in range(2, 9)]
    for cell in line.cells[:6:2]:
        data = file_of(EMPIRE)
        data["position"]["players"]["marion"].update(temple=cell.values[0], city=cell.gave[0])
        assert by_hand(data).value == cell.value
    last = line.cells[-1]
    assert last.state is State.UNSOUND
    assert last.faults[0].path == f"{MARION}.city"
    assert last.faults[0].line is None


def test_two_numbers_give_way_each_for_what_stands_nearest():
    daniel = "position.players.daniel"
    axes = {f"{MARION}.temple": "4,5", f"{daniel}.armies.thrace": "1,2"}
    change = Change.of(puzzles.load(EMPIRE), axes, [f"{daniel}.city", f"{MARION}.city"])
    assert [place.gave for place in change.places()] == [(5, 3), (4, 3), (5, 2), (4, 2)]
    both = Change.of(puzzles.load(EMPIRE), {f"{MARION}.temple": "4,5", f"{MARION}.order": "2,3"}, [f"{MARION}.city"])
    assert [place.gave[0] for place in both.places()] == [3, 2, 2, 1]
    axes = {f"{MARION}.temple": "4,5", f"{MARION}.points": "0,9", "question.fixed.allocation.temple": "1"}
    named = Change.of(puzzles.load(EMPIRE), axes, [f"{MARION}.city={MARION}.temple"])
    assert [place.gave[0] for place in named.places()] == [3, 3, 3, 3, 2, 2, 2, 2]


def test_the_files_own_value_is_one_of_them_written_or_by_default():
    scenario = puzzles.load(EMPIRE)
    change = Change.of(scenario, {f"{MARION}.points": "3", f"{MARION}.armies.thrace": [1], f"{MARION}.temple": "4"})
    assert [axis.values for axis in change.axes] == [(0, 3), (ABSENT, 1), (4,)]
    assert change.data == file_of(EMPIRE) | {"rulings": {}, "profile": "rulebook"}
    own, *_ = change.places()
    assert own.scenario.plain() == scenario.plain()
    data, _ = change.changed((3, 1, 4))
    marion = data["position"]["players"]["marion"]
    assert (marion["points"], marion["armies"]["thrace"], marion["temple"]) == (3, 1, 4)
    assert change.data == file_of(EMPIRE) | {"rulings": {}, "profile": "rulebook"}


def test_one_and_true_are_two_values():
    change = Change.of(puzzles.load(EMPIRE), {"position.short": "false, true, false"})
    assert change.axes[0].values == (False, True)
    assert not change.axes[0].numeric


def test_numbers_stand_in_their_order_and_names_as_given():
    change = Change.of(puzzles.load(EMPIRE), {f"{MARION}.temple": "8..2..3, 3", "question.maximise": "margin"})
    assert [axis.values for axis in change.axes] == [(2, 3, 4, 5, 8), ("points", "margin")]


def test_readings_are_an_axis_all_of_them_or_those_named():
    scenario = puzzles.load(EMPIRE)
    every = what_if(scenario, ruling_axes=["contested-price"])
    assert [cell.values[0] for cell in every.cells] == ["next-highest-plus-one", "difference-plus-one"]
    for cell in every.cells:
        answer = puzzles.solve(scenario.with_readings({"contested-price": cell.values[0]}))
        assert (cell.value, cell.plan, cell.rulings) == (answer.value, answer.plan, answer.rulings)
    published = scenario.with_readings({}, "published")
    named = Change.of(published, {}, (), {"contested-price": ["difference-plus-one"], "halving": ()})
    assert named.axes[0].own == published.rulings.readings["contested-price"]
    assert {place.scenario.profile for place in named.places()} == {"published"}


def test_a_scenario_put_together_in_memory_is_changed_too():
    scenario = purchase(3)
    assert scenario.source == Source({}, scenario.name)
    grid = what_if(scenario, {"question.coins_per_point": "1,2"})
    assert grid.own.value == puzzles.solve(scenario).value


# -- how far the answer holds --------------------------------------------------------------------------------------


def test_letters_tell_the_answers_that_are_best_and_a_is_the_files(line):
    assert line.own.letter == "A"
    assert line.plans["A"] == line.own.plan
    for cell in line.cells[:-1]:
        data = file_of(EMPIRE)
        data["position"]["players"]["marion"].update(temple=cell.values[0], city=cell.gave[0])
        changed = parse(to_yaml(data))
        for letter, plan in line.plans.items():
            checked = puzzles.check(changed, plan, best=False)
            best = checked.legal and checked.value == cell.value
            assert best if letter == cell.letter else not best or letter > cell.letter
        checked = puzzles.check(changed, line.own.plan, best=False)
        assert (cell.kept.legal, cell.kept.value) == (checked.legal, checked.value)
        assert cell.same is (cell.letter == "A")


def test_stretches_and_the_nearest_flip(line):
    (one,) = line.sensitivities()
    told = [([one.axis.values[at] for at in s.places], s.letter) for s in one.stretches]
    assert told == [([2], "B"), ([3], "C"), ([4, 5], "A"), ([6, 7], "D")]
    assert (one.flips, one.distance, one.unclear) == ((3,), 1, (8,))


def test_two_flips_as_near_as_each_other_are_both_told(line):
    cells = [replace(cell, same=cell.values[0] == 4) for cell in line.cells[:-1]]
    change = replace(line.change, axes=(replace(line.axes[0], values=line.axes[0].values[:-1]),))
    (one,) = Grid(change, tuple(cells), line.plans).sensitivities()
    assert one.flips == (3, 5)


def test_each_axis_is_looked_at_with_all_else_as_in_the_file(matrix):
    first, second = matrix.sensitivities()
    alone = what_if(puzzles.load(ALHAMBRA), {WORTH: "4..7"})
    assert second.flips == alone.sensitivities()[0].flips
    assert [cell.value for cell in alone.cells] == [matrix.at((1, at)).value for at in range(4)]
    assert set(first.flips) <= set(first.axis.values)


def test_that_there_is_no_plan_can_be_the_answer():
    grid = what_if(puzzles.load(ROUTE), {"question.armies": "1..4"})
    assert [cell.state for cell in grid.cells] == [State.INFEASIBLE, *[State.OPTIMAL] * 3]
    assert [cell.same for cell in grid.cells] == [False, True, True, True]
    data = file_of(ROUTE)
    data["question"]["armies"] = 1
    other = what_if(parse(to_yaml(data)), {"question.armies": "0..2"})
    assert [(cell.same, cell.letter) for cell in other.cells] == [(True, None), (True, None), (False, "B")]
    (one,) = other.sensitivities()
    assert one.flips == (2,)


# -- what does not fit ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "path", "message", "expected"),
    [
        ([f"--set={MARION}.tmple=1"], f"{MARION}.tmple", "unknown key “tmple”", "temple? one of"),
        (["--set=positoin.round=1"], "positoin", "unknown key “positoin”", "position? one of"),
        (["--set=position.players.maron.temple=1"], "position.players.maron", "there is no “maron”", "marion? one of"),
        ([f"--set={MARION}.temple=a,b"], f"{MARION}.temple", "not a whole number", "whole number"),
        ([f"--set={MARION}.temple=1..x"], f"{MARION}.temple", "“1..x” is no range", "first..last"),
        ([f"--set={MARION}.temple=[1"], f"{MARION}.temple", "not YAML", None),
        ([f"--set={MARION}.temple=&a 1"], f"{MARION}.temple", "anchor", None),
        ([f"--set={MARION}.temple=0..10000"], f"{MARION}.temple", "too long", "10000"),
        ([f"--set={MARION}.placed.temples.4=thrace"], f"{MARION}.placed.temples", "no place “4”", "0 to 0"),
        ([f"--set={MARION}.temple.x=1"], f"{MARION}.temple", "nothing inside", None),
        (["--set=question.maximise=point"], "question.maximise", "not known here", "points? one of"),
        (["--set=rulings.contested-prize=a"], "rulings.contested-prize", "unknown ruling", "contested-price?"),
        (["--ruling-axis=contested-prize"], "rulings.contested-prize", "unknown ruling", "contested-price?"),
        (["--ruling-axis=contested-price=differ"], "rulings.contested-price", "unknown reading", "one of"),
        ([f"--set={MARION}.temple=3", f"--balance={MARION}.town"], f"{MARION}.town", "unknown key", "one of"),
        ([f"--set={MARION}.temple=3", "--balance=title"], "title", "no number that could", "a number"),
        ([f"--set={MARION}.temple=3", f"--balance={MARION}.temple"], f"{MARION}.temple", "an axis itself", None),
        (["--set=question.maximise=margin", f"--balance={MARION}.city"], f"{MARION}.city", "nothing to give way", None),
        ([f"--set={MARION}.temple=1.5", f"--balance={MARION}.city"], f"{MARION}.temple", "not a whole number", None),
        (
            [f"--set={MARION}.temple=3", f"--balance={MARION}.city", f"--balance={MARION}.order"],
            f"{MARION}.temple",
            "both give way for it",
            "PATH=AXIS",
        ),
        (
            [f"--set={MARION}.temple=3", f"--balance={MARION}.city={MARION}.tmple"],
            f"{MARION}.city",
            "is no axis",
            f"{MARION}.temple?",
        ),
        (["--set=question.fixed.moves=0", f"--balance={MARION}.city"], "question.fixed.moves", "not a list", None),
        ([f"--set={MARION}.temple=20,21"], MARION, "cubes", None),
        ([f"--set={MARION}.temple"], None, "is no axis", "PATH=V"),
        (["--set==3"], None, "is no axis", "PATH=V"),
        (["--ruling-axis=contested-price="], None, "is no axis", "ID"),
        ([], None, "nothing is to be changed", "--set"),
        ([f"--set={MARION}.{key}=0..150" for key in ("temple", "city")], None, "22801", "10000"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_by_its_path(satrap, words, path, message, expected):
    faults = satrap("what-if", EMPIRE, "--json", *words).faults
    found = [fault for fault in faults if message in fault["message"]]
    assert found
    assert found[0]["path"] == path
    assert expected is None or expected in found[0]["expected"]


def test_all_that_does_not_fit_is_told_at_once(satrap):
    words = ["--set", "positoin.round=1", "--set", f"{MARION}.temple=a", "--balance", "question.town"]
    faults = satrap("what-if", EMPIRE, "--json", *words, "--ruling-axis", "nothing").faults
    assert [fault["file"] for fault in faults] == ["--set", "--set", "--ruling-axis", "--balance"]


def test_a_value_that_fits_nowhere_among_others_is_an_unsound_place(satrap):
    ran = satrap("what-if", ROUTE, "--jobs", "1", "--set", "question.player=michael,michel,marion", "--json").json
    good, bad, _ = ran["cells"]
    assert (good["status"], bad["status"], bad["answer"]) == ("optimal", "unsound", None)
    assert "michael?" in bad["faults"][0]["expected"]
    assert bad["faults"][0]["path"] == "question.player"


def test_a_file_that_asks_nothing_is_refused(satrap):
    assert satrap("what-if", "empire/log-turn-order", "--set", "position.round=1").status == 2


@pytest.mark.parametrize("text", ["", "  ", "1..", "..3", "1..2..0", "{", "a: b: c", "!!int 3", "*x"])
def test_odd_values_are_refused(text):
    with pytest.raises(InputError):
        read_values(text)


# -- many at once, and after an interruption ---------------------------------------------------------------------------


def test_the_number_of_jobs_does_not_matter(matrix):
    again = what_if(puzzles.load(ALHAMBRA), {"position.players.ana.money.blue[1]": "2..5", WORTH: "4..7"}, jobs=2)
    assert again.cells == matrix.cells
    assert again.plans == matrix.plans
    assert again.to_csv() == matrix.to_csv()
    assert draw_grid(again) == draw_grid(matrix)


@pytest.fixture
def counted(monkeypatch):
    """How many places are solved."""
    calls = []
    job = grids.solve_cell

    def counting(work):
        calls.append(work)
        return job(work)

    monkeypatch.setattr(grids, "solve_cell", counting)
    return calls


def stopping(after):
    def listen(finished, total, cell):
        if finished == after:
            raise KeyboardInterrupt

    return listen


def test_what_is_finished_stays_finished(tmp_path, counted, matrix):
    file = tmp_path / "cells.jsonl"
    scenario, axes = puzzles.load(ALHAMBRA), {WORTH: "4..7"}
    first = what_if(scenario, axes, resume=file, listener=stopping(3))
    assert first.interrupted
    assert [cell.state for cell in first.cells].count(State.UNFINISHED) == 1
    assert first.own.state is State.OPTIMAL  # the file itself is the first to be solved
    raw = file.read_bytes()
    file.write_bytes(raw[:-25])  # the machine went down in the middle of a line
    counted.clear()
    second = what_if(scenario, axes, resume=file)
    assert (len(counted), second.statistics["kept"], second.statistics["solved"]) == (2, 2, 2)
    assert second.cells == what_if(scenario, axes).cells
    assert not second.interrupted
    counted.clear()
    assert what_if(scenario, axes, resume=file).cells == second.cells
    more = what_if(scenario, {WORTH: "4..8"}, resume=file)
    assert len(counted) == 1
    assert more.cells[:4] == second.cells
    assert len({json.loads(row)["key"] for row in file.read_text().splitlines()[1:]}) == 5


def test_other_limits_and_other_readings_are_other_places(tmp_path, counted):
    file = tmp_path / "cells.jsonl"
    scenario = puzzles.load(ROUTE)
    what_if(scenario, {"question.armies": "4"}, resume=file)
    what_if(scenario, {"question.armies": "4"}, resume=file, limits=Limits(seconds=59))
    what_if(scenario.with_readings({}, "published"), {"question.armies": "4"}, resume=file)
    assert len(counted) == 3


def test_ctrl_c_keeps_what_is_finished_and_tells_it(tmp_path):
    words = [sys.executable, "-m", "puzzles", "what-if", EMPIRE, "--set", f"{MARION}.temple=0..7"]
    words += [
        "--set",
        f"{MARION}.points=0..9",
        "--balance",
        f"{MARION}.city={MARION}.temple",
        "--jobs",
        "2",
        "--progress",
        "json",
    ]
    words += ["--resume", str(tmp_path / "cells.jsonl")]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert json.loads(run.stderr.readline())["total"] == 80
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "interrupted: " in out
    assert "Traceback" not in err
    assert len((tmp_path / "cells.jsonl").read_text().splitlines()) >= 2


def test_ctrl_c_with_nothing_finished(satrap, monkeypatch):
    def stopped(work):
        raise KeyboardInterrupt

    monkeypatch.setattr(grids, "solve_cell", stopped)
    ran = satrap("what-if", ROUTE, "--jobs", "1", "--set", "question.armies=3,4")
    assert (ran.status, ran.out) == (130, "")


def test_a_contradiction_at_one_place_leaves_the_others(satrap, monkeypatch):
    solved = grids.solve

    def solve(scenario, **settings):
        if scenario.question.armies == 3:
            raise ContradictionError("internal contradiction: the solver says 1, the replay says 2")
        return solved(scenario, **settings)

    monkeypatch.setattr(grids, "solve", solve)
    ran = satrap("what-if", ROUTE, "--jobs", "1", "--set", "question.armies=3,4")
    assert ran.status == 70
    assert "A, the file's" in ran.out
    assert "internal contradiction" in ran.err
    ran = satrap("what-if", ROUTE, "--jobs", "1", "--set", "question.armies=3,4", "--json")
    assert ran.status == 70
    assert [cell["status"] for cell in ran.json["cells"]] == ["contradiction", "optimal"]


# -- what is told -----------------------------------------------------------------------------------------------------


def test_the_document(satrap):
    words = [
        "--set",
        f"{MARION}.temple=4,8",
        "--balance",
        f"{MARION}.city",
        "--json",
        "--csv",
        "out.csv",
        "--svg",
        "out.svg",
    ]
    ran = satrap("what-if", EMPIRE, "--jobs", "1", *words)
    told = ran.json
    keys = "game question axes balance cells answers sensitivity complete interrupted statistics"
    assert list(told) == keys.split()
    assert told["axes"] == [{"path": f"{MARION}.temple", "values": [4, 8], "own": 4}]
    assert told["balance"] == [{"path": f"{MARION}.city", "own": 3, "axes": [f"{MARION}.temple"]}]
    own, unsound = told["cells"]
    assert (own["values"], own["balance"], own["own"]) == ({f"{MARION}.temple": 4}, {f"{MARION}.city": 3}, True)
    assert (own["letter"], own["same"], own["own_plan"]) == ("A", True, {"legal": True, "value": own["value"]})
    assert unsound["own_plan"] is None
    assert told["answers"]["A"] == own["answer"]
    checked = satrap("check", EMPIRE, "-", "--json", "--no-best", stdin=json.dumps(own))
    assert checked.json["legal"]
    rows = list(csv.DictReader(io.StringIO(Path("out.csv").read_text())))
    assert [(row[f"{MARION}.temple"], row["status"], row["value"]) for row in rows] == [
        ("4", "optimal", str(own["value"])),
        ("8", "unsound", ""),
    ]
    assert ElementTree.parse("out.svg").getroot().tag == f"{SVG}svg"


@pytest.mark.parametrize(
    "words",
    [
        [EMPIRE, "--set", f"{MARION}.temple=3,4,8", "--balance", f"{MARION}.city", "--plans"],
        [ALHAMBRA, "--set", f"{WORTH}=0..5", "--set", "question.coins_per_point=1..9..2"],
        [ALHAMBRA, "--set", f"{WORTH}=5,6", "--set", "question.worth.arcades9=0..24", "--plans"],
        [ROUTE, "--set", "question.armies=1..4", "--ruling-axis", "contested-price", "--set", "position.short=true"],
        ["successors/regency-who", "--set", "position.turn=3,4", "--set", "position.players.nikon.fleets.0=0..4"],
    ],
)
def test_tables_fit_eighty_columns(satrap, words):
    ran = satrap("what-if", "--jobs", "1", *words)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.err == ""


def test_a_line_tells_value_status_words_and_answer(satrap):
    ran = satrap("what-if", EMPIRE, "--jobs", "1", "--set", f"{MARION}.temple=3..5,8", "--balance", f"{MARION}.city")
    rows = [" ".join(row.split()) for row in ran.out.splitlines()]
    assert "4 3 14 14 points for michael proved A, the file's 14" in rows
    assert "5 2 14 14 points for michael proved A, the same 14" in rows
    assert any(row.startswith("8 -1 city: “-1” is negative unsound") for row in rows)
    assert "temple: the file's answer holds for 4, 5" in rows
    assert "the smallest change that flips it: 4 → 3 (by 1)" in rows


def test_exit_statuses(satrap):
    none = ["--set", "question.armies=0,1", "--jobs", "1"]
    data = file_of(ROUTE)
    data["question"]["armies"] = 1
    assert satrap("what-if", "-", *none, stdin=to_yaml(data)).status == 3
    late = satrap("what-if", EMPIRE, "--set", f"{MARION}.points=0,1", "--jobs", "1", "--time-limit", "0.000001")
    assert late.status in (0, 4)
    assert satrap("what-if", ROUTE, *none, "--csv", "no/such/folder").status == 2


def test_progress_as_json_lines(satrap):
    ran = satrap("what-if", ROUTE, "--jobs", "1", "--set", "question.armies=3,4", "--progress", "json", "--json")
    lines = [json.loads(row) for row in ran.err.splitlines()]
    assert [(row["stage"], row["finished"], row["total"]) for row in lines] == [("cells", 1, 2), ("cells", 2, 2)]


def test_labels_tell_paths_apart():
    assert labels([("a", "x", "n"), ("a", "y", "n")]) == ["x.n", "y.n"]
    assert labels([("a", 0), ("a", 1)]) == ["a[0]", "a[1]"]
    assert labels([("n",), ("a", "n")]) == ["n", "a.n"]


# -- charts -----------------------------------------------------------------------------------------------


def drawn(grid):
    root = ElementTree.fromstring(draw_grid(grid))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    return root, texts


def test_a_line_chart_has_a_point_for_each_value_and_steps_between(line):
    root, texts = drawn(line)
    circles = list(root.iter(f"{SVG}circle"))
    found = [cell for cell in line.cells if cell.value is not None]
    assert len(circles) == len(found) + 3  # a ring about the file's own, and two in the key
    assert texts.count("A") == sum(cell.letter == "A" for cell in found) + 1
    steps = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "2"]
    assert len(steps) == len(found) - 1
    assert {str(value) for value in line.axes[0].values} <= set(texts)
    assert "no sound scenario" in texts
    assert "the file's answer holds" in texts


def test_a_heat_map_has_a_cell_for_each_place_and_its_value_in_it(matrix):
    root, texts = drawn(matrix)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert len(titles) == 1 + len(matrix.cells)
    for cell in matrix.cells:
        assert texts.count(str(cell.value)) >= 1
    assert sum(title.endswith("as in the file") for title in titles) == 1


def test_three_axes_are_as_many_maps_as_the_third_has_values():
    axes = {"question.armies": "1..4", "position.round": "1,2"}
    grid = what_if(puzzles.load(ROUTE), axes, ruling_axes=["contested-price"])
    _, texts = drawn(grid)
    assert texts.count("armies") == 2 + 1  # and once in what is said below
    assert "no plan fits (proved)" in texts


def in_every_state(grid):
    """The grid with its cells, but for the file's own, put into one state after the other."""
    states = iter([*State, *State, *State])
    cells = []
    for cell in grid.cells:
        state = State.OPTIMAL if grid.is_own(cell) else next(states)
        if state is State.FEASIBLE:
            cell = replace(cell, state=state, letter=None, same=None, value=cell.value or 3, plan=grid.own.plan)
        elif state is not State.OPTIMAL:
            faults = (Fault("no good"),) if state is State.UNSOUND else ()
            cell = replace(cell, state=state, value=None, plan=None, letter=None, same=None, kept=None, faults=faults)
            cell = replace(cell, words="no good" if faults else "nothing")
        cells.append(cell)
    return Grid(grid.change, tuple(cells), grid.plans, interrupted=True)


def test_every_state_is_drawn_and_told(satrap, matrix, line, capsys):
    for grid in map(in_every_state, (matrix, line)):
        _, texts = drawn(grid)
        assert {"no plan fits (proved)", "no sound scenario"} <= set(texts)
        assert {"with a value: not proved best", "alone: not known"} <= set(texts)
        capsys.readouterr()
        print_grid(grid)
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= 80
        assert "no good" in out
        assert "interrupted: " in out


def test_words_on_an_axis_of_names_are_kept_apart():
    grid = what_if(puzzles.load(EMPIRE), ruling_axes=["contested-price"])
    root, texts = drawn(grid)
    assert {"next-highest-plus-one", "difference-plus-one"} <= set(texts)
    assert not [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "2"]


def test_a_notebook_shows_a_grid(matrix):
    assert matrix._repr_svg_() == draw_grid(matrix)


def test_steps_of_a_scale_are_round():
    assert [nice_step(span, 8) for span in (1, 8, 9, 17, 90, 5000)] == [1, 1, 2, 5, 20, 1000]


def test_cells_of_a_wide_map_are_narrow(matrix):
    assert HeatMap(matrix, (), (0, 1)).size(200.0)[0] < HeatMap(matrix, (), (0, 1)).size(2000.0)[0]


# -- the page ---------------------------------------------------------------------------------------------------


PAGE = (Path(__file__).parents[2] / "docs" / "what-if.md").read_text(encoding="utf-8")


def fenced(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def commands():
    lines = "".join(fenced("sh")).replace("\\\n", " ").splitlines()
    return [shlex.split(line.split("  #")[0])[1:] for line in lines if line.startswith("satrap ")]


def test_every_command_of_the_page_works(satrap):
    assert len(commands()) >= 6
    for words in commands():
        if "--scheduler" not in words:
            assert satrap(*words, "--jobs", "1").status == 0, words
    assert {"cells.jsonl", "table.csv", "chart.svg"} <= {path.name for path in Path().iterdir()}


def test_the_table_of_the_page_is_what_is_printed(satrap):
    (shown, *_) = fenced("text")
    assert satrap(*commands()[0], "--jobs", "1").out.endswith(shown)


def test_the_program_of_the_page_runs(satrap):
    for program in fenced("python"):
        exec(compile(program, "what-if.md", "exec"), {"__name__": "page"})


def test_the_page_tells_every_option_and_every_status():
    for parameter in cli.commands["what-if"].params:
        if parameter.opts[0].startswith("--") and parameter.name not in ("as_json", "help"):
            assert f"`{parameter.opts[0]}" in PAGE, parameter.opts
    assert all(f"`{state.value}`" in PAGE for state in State)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("successors/stop-together", "question.offers.nikon.spaces.halikarnassos"),
        ("successors/path-price-list", "question.offers.spaces.miletos"),
    ],
)
def test_what_an_answer_tells_of_its_own_cost_makes_no_other_answer(name, path):
    grid = what_if(puzzles.load(name), {path: "1,2"})
    assert [cell.letter for cell in grid.cells] == ["A", "A"]
    assert grid.cells[1].value == grid.cells[0].value + 1
