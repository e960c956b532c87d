"""Jobs in this process, in several, and on a cluster that loses a worker: each done once, none lost."""

import json
import math
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

import puzzles
from models.errors import InputError
from puzzles import running
from puzzles.grid import what_if
from puzzles.running import HEAD, Done, Item, Journal, Where, digest, run

ITEMS = [Item(f"n{n}", n) for n in range(6)]
FACTORIALS = {f"n{n}": math.factorial(n) for n in range(6)}


def results(*words, **settings):
    return {done.key: done.result for done in run(*words, **settings)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_is_done_once(jobs):
    done = [*run(math.factorial, [*ITEMS, *ITEMS], Where(jobs))]
    assert len(done) == 6
    assert {one.key: one.result for one in done} == FACTORIALS
    assert not any(one.kept for one in done)


def test_nothing_to_do_starts_nothing(monkeypatch):
    monkeypatch.setattr(running, "_runner", None)
    assert results(math.factorial, []) == {}


def test_keys_depend_on_all_that_they_are_made_of():
    assert digest(1, [2]) == digest(1, [2])
    assert len({digest(1), digest(True), digest("1"), digest(1, 1), digest(None), digest({"a": 1})}) == 6


def test_processes_that_keep_dying_are_told():
    with pytest.raises(InputError, match="keep dying"):
        results(os._exit, [Item("a", 1), Item("b", 1)], where=Where(2))


def test_a_fault_of_a_job_comes_through():
    with pytest.raises(ValueError, match="not defined for negative"):
        results(math.factorial, [Item("a", -1), Item("b", 1)], where=Where(2))


def test_a_journal_is_gone_on_with(tmp_path):
    file = tmp_path / "journal"
    assert results(math.factorial, ITEMS[:4], journal=file) == dict([*FACTORIALS.items()][:4])
    done = [*run(math.factorial, ITEMS, journal=file)]
    assert [one.kept for one in done] == [True] * 4 + [False] * 2
    assert Journal(file).results == FACTORIALS
    assert json.loads(file.read_text().splitlines()[0]) == HEAD


@pytest.mark.parametrize("cut", range(1, 30, 4))
def test_a_half_written_line_is_dropped(tmp_path, cut):
    file = tmp_path / "journal"
    results(math.factorial, ITEMS[:3], journal=file)
    file.write_bytes(file.read_bytes()[:-cut])
    assert set(Journal(file).results) == ({"n0", "n1"} if cut < 24 else {"n0"})
    assert results(math.factorial, ITEMS, journal=file) == FACTORIALS
    assert Journal(file).results == FACTORIALS


def test_a_half_written_head_is_written_anew(tmp_path):
    file = tmp_path / "journal"
    file.write_bytes(b'{"satrap"')
    assert Journal(file).results == {}
    Journal(file).add(Done("a", 1))
    assert Journal(file).results == {"a": 1}


@pytest.mark.parametrize("text", ["satrap: 1\n", "no line end", '{"satrap":1,"holds":"finished jobs"}\nnonsense\n'])
def test_another_file_is_left_alone(tmp_path, text):
    file = tmp_path / "other"
    file.write_text(text)
    with pytest.raises(InputError):
        Journal(file)
    assert file.read_text() == text


def test_a_journal_nowhere_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        Journal(tmp_path / "no" / "such")


# -- a cluster ---------------------------------------------------------------------------------------


def test_without_the_package_it_says_what_to_install(monkeypatch, satrap):
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ["--set", "question.armies=3,4", "--scheduler", "tcp://127.0.0.1:8786", "--json"]
    (fault,) = satrap("what-if", "empire/route-hold", *words).faults
    assert fault["expected"] == "pip install 'satrap[cluster]'"


cluster_only = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra satrap[cluster] is not installed")


@cluster_only
@pytest.mark.parametrize("address", ["foo", "tcp://127.0.0.1:1"])
def test_where_no_scheduler_answers_it_says_so(address, monkeypatch):
    monkeypatch.setattr(running, "CONNECT_SECONDS", 0.5)
    with pytest.raises(InputError, match="scheduler"):
        results(math.factorial, ITEMS, where=Where(scheduler=address))


@contextmanager
def cluster(folder):
    """A scheduler and two workers on loopback: the address, and the processes of the workers."""
    file = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    base = [sys.executable, "-W", "ignore", "-m"]
    where = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    one_each = ["--nworkers", "1", "--nthreads", "1", "--no-nanny"]
    started = [subprocess.Popen([*base, "distributed.cli.dask_scheduler", *where, "--port", "0"], **quiet)]
    try:
        for _ in range(2):
            started.append(subprocess.Popen([*base, "distributed.cli.dask_worker", *where, *one_each], **quiet))
        deadline = time.monotonic() + 60
        while not (file.exists() and file.read_text().strip().endswith("}")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield json.loads(file.read_text())["address"], started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


@cluster_only
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_a_worker_loses_nothing_and_counts_nothing_twice(tmp_path):
    from distributed import Client

    scenario = puzzles.load("empire/first-region")
    axes = {"position.players.marion.temple": "2..7", "position.players.marion.points": "0..1"}
    settings = {"balance": "position.players.marion.city=position.players.marion.temple"}
    file, told = tmp_path / "cells.jsonl", []
    with cluster(tmp_path) as (address, workers):
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

        def listen(finished, total, cell):
            told.append((finished, cell.values))
            if finished == 2:
                workers[0].kill()

        grid = what_if(scenario, axes, **settings, scheduler=address, resume=file, listener=listen)
        assert workers[0].poll() is not None
        assert workers[1].poll() is None
    assert not grid.interrupted
    assert [number for number, _ in told] == [*range(1, 13)]
    assert len({values for _, values in told}) == 12
    keys = [json.loads(row)["key"] for row in file.read_text().splitlines()[1:]]
    assert len(keys) == len(set(keys)) == 12
    here = what_if(scenario, {"position.players.marion.temple": "2..7"}, **settings)
    by_temple = {cell.values[0]: (cell.value, cell.plan) for cell in here.cells}
    assert all((cell.value, cell.plan) == by_temple[cell.values[0]] for cell in grid.cells)


@cluster_only
@pytest.mark.filterwarnings("default")
def test_cases_and_puzzles_survive_a_worker_that_is_lost(tmp_path):
    from distributed import Client

    from puzzles.case_running import judge_many
    from puzzles.cases import judge, load_cases
    from puzzles.posing.many import orders, pose_many

    cases, wanted = load_cases("empire"), orders("empire", "route", None, 1, 6)
    told = []
    with cluster(tmp_path) as (address, workers):
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        report = judge_many(cases, where=Where(scheduler=address))

        def listen(finished, total, puzzle):
            told.append((finished, total, puzzle["seed"]))
            if finished == 1:
                workers[0].kill()

        file = tmp_path / "posed.jsonl"
        posed = pose_many(wanted, scheduler=address, resume=file, listener=listen)
        assert workers[0].poll() is not None
        after = judge_many(cases, where=Where(scheduler=address))
    assert report == after == judge(cases)
    assert [(finished, total) for finished, total, _ in told] == [(n, 6) for n in range(1, 7)]
    assert sorted(seed for _, _, seed in told) == [*range(1, 7)]
    assert posed == pose_many(wanted) == pose_many(wanted, resume=file)
