"""Many jobs at once: on the cores of this machine or on a Dask cluster, each result kept as soon as it is there.

A job is a function at the top of a module that takes one picklable thing and gives plain values
(what JSON can hold).  Every item has a key that says all that its result depends on: what a
journal holds under the key is not computed again, and a cluster computes no key twice.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from models.errors import InputError, bad_input
from puzzles.scenario import check_writable

T = TypeVar("T")
Job = Callable[[T], Any]
Finished: TypeAlias = Generator["Done", None, None]

HEAD = {"satrap": 1, "holds": "finished jobs"}
"""The first line of a journal: nobody's other file is taken for one, and written to."""
PATIENCE = 3
"""Worker processes may die so often with nothing finished in between."""
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://.+:\d{1,5}")
ASK_SECONDS, CONNECT_SECONDS = 0.2, 10


@dataclass(frozen=True)
class Item(Generic[T]):
    """One thing to do.

    Attributes
    ----------
    key
        What its result depends on, as :func:`digest` gives it.
    work
        What the job is called with; picklable.
    """

    key: str
    work: T


@dataclass(frozen=True)
class Done:
    """A finished item: its key, its result, and whether it was found in the journal."""

    key: str
    result: Any
    kept: bool = False


@dataclass(frozen=True)
class Where:
    """Where jobs run.

    Attributes
    ----------
    jobs
        How many processes; None for one on each core. With 1 it is this very process.
    scheduler
        The address of a Dask scheduler, whose workers then do it all.
    """

    jobs: int | None = 1
    scheduler: str | None = None


def digest(*parts: Any) -> str:
    """A key: the same for the same plain values and the same version of satrap.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}), digest([1]) == digest([True])
    (True, False)
    """
    text = json.dumps([_version(), *parts], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


@cache
def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("satrap")
    except PackageNotFoundError:  # run from its folder, not installed
        return "unknown"


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(job: Job[T], items: Sequence[Item[T]], where: Where = Where(), journal: Path | None = None) -> Finished:
    """Do all items, and give each as it is finished; of items with the same key, one.

    Parameters
    ----------
    job
        What is done with the ``work`` of an item.
    where
        This process, a pool of processes, or a cluster.
    journal
        A file of finished items: those in it come first, every other one is added as soon as it is finished.

    Raises
    ------
    InputError
        The journal is something else, worker processes keep dying, or there is no such cluster.
    KeyboardInterrupt
        After Ctrl-C; what was given before stays given, and kept in the journal.
    """
    kept = Journal(journal) if journal is not None else None
    known = kept.results if kept is not None else {}
    wanted = {item.key: item for item in items}
    for key in wanted:
        if key in known:
            yield Done(key, known[key], kept=True)
    left = [item for key, item in wanted.items() if key not in known]
    if not left:
        return
    with closing(_runner(job, left, where)) as finished:
        for done in finished:
            if kept is not None:
                kept.add(done)
            yield done


def _runner(job: Job[T], items: Sequence[Item[T]], where: Where) -> Finished:
    if where.scheduler is not None:
        return _on_cluster(job, items, where.scheduler)
    jobs = min(where.jobs or cores(), len(items))
    return _here(job, items) if jobs == 1 else _in_pool(job, items, jobs)


def _here(job: Job[T], items: Sequence[Item[T]]) -> Finished:
    for item in items:
        yield Done(item.key, job(item.work))


# -- a pool of processes ---------------------------------------------------------------------------


def _in_pool(job: Job[T], items: Sequence[Item[T]], jobs: int) -> Finished:
    """A pool after the other, should one break because a process was killed."""
    left = {item.key: item for item in items}
    broken = 0
    while left:
        with closing(_one_pool(job, list(left.values()), jobs)) as finished:
            try:
                for done in finished:
                    del left[done.key]
                    broken = 0
                    yield done
            except BrokenProcessPool:
                broken += 1
                if broken == PATIENCE:
                    raise bad_input(
                        "worker processes keep dying, perhaps for want of memory", file="--jobs", expected="fewer jobs"
                    ) from None


def _one_pool(job: Job[T], items: Sequence[Item[T]], jobs: int) -> Finished:
    # Spawned, not forked: a fork takes over the locks of the threads of OR-Tools, but not the threads.
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_deaf)
    finished = False
    try:
        with _deaf_children():  # which are started as jobs are handed in
            running: dict[Future[Any], str] = {pool.submit(job, item.work): item.key for item in items}
        while running:
            done, _ = wait(running, ASK_SECONDS, FIRST_COMPLETED)
            for future in done:
                yield Done(running.pop(future), future.result())
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:  # a search would go on until its time limit
            for process in set(multiprocessing.active_children()) - others:
                process.kill()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C even before :func:`_deaf` is called: they inherit that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _deaf() -> None:
    """Leave Ctrl-C, which every process of a terminal is told of, to the one that started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- a cluster ---------------------------------------------------------------------------------------


def _on_cluster(job: Job[T], items: Sequence[Item[T]], address: str) -> Finished:
    """The workers of a Dask scheduler; what a worker that dies was at, or held, is done again by another."""
    distributed = _distributed()
    wanted = "an address like tcp://192.168.1.5:8786"
    if not ADDRESS.fullmatch(address):  # Dask would leave threads behind
        raise bad_input(f"“{address}” is no address of a scheduler", file="--scheduler", expected=wanted)
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        what = f"no scheduler answers at “{address}” ({type(error).__name__})"
        raise bad_input(what, file="--scheduler", expected=wanted) from None
    futures: list[Any] = []
    try:
        keys = {f"satrap-{item.key}": item.key for item in items}
        futures = [
            client.submit(_same_version, _version(), job, item.work, key=f"satrap-{item.key}", pure=True)
            for item in items
        ]
        for future in distributed.as_completed(futures, loop=client.loop):
            key = keys.pop(future.key, None)
            if key is not None:
                yield Done(key, _result(future))
        futures = []
    finally:
        if futures:
            client.cancel(futures, force=True)
        client.close()


def _distributed() -> Any:
    """The package that speaks to clusters, which is an extra."""
    try:
        return import_module("distributed")
    except ImportError:
        raise bad_input(
            "the package “distributed” is not installed", file="--scheduler", expected="pip install 'satrap[cluster]'"
        ) from None


def _same_version(version: str, job: Job[T], work: T) -> Any:
    """The job, done by a worker of the same version; raises what :func:`_result` understands."""
    if version != _version():
        raise RuntimeError(f"a worker has satrap {_version()}, this is {version}")
    return job(work)


def _result(future: Any) -> Any:
    try:
        return future.result()
    except _distributed().KilledWorker:
        raise bad_input("the workers that were given one of the jobs all died", file="--scheduler") from None
    except (RuntimeError, ImportError) as error:
        raise bad_input(str(error), file="--scheduler", expected="the same satrap on every worker") from None


# -- what is finished stays finished -----------------------------------------------------------------


@dataclass
class Journal:
    """A file of finished items, a JSON line each; a last line that was only half written is dropped.

    Raises
    ------
    InputError
        The file is something else, or cannot be read or written.
    """

    path: Path
    results: dict[str, Any] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        check_writable(self.path)
        try:
            raw = self.path.read_bytes() if self.path.exists() else b""
            whole = raw[: raw.rfind(b"\n") + 1]
            head = _line(HEAD)
            if not whole and head.startswith(raw):
                self.path.write_bytes(head)
                return
            if not whole.startswith(head):
                raise self._refuse("this file holds no finished jobs", 1)
            if whole != raw:
                with self.path.open("r+b") as stream:
                    stream.truncate(len(whole))
        except OSError as error:
            raise bad_input(f"cannot be read: {error.strerror or error}", file=str(self.path)) from None
        for number, line in enumerate(whole.splitlines()[1:], start=2):
            try:
                entry = json.loads(line)
                self.results[entry["key"]] = entry["result"]
            except (ValueError, KeyError, TypeError):
                raise self._refuse("this line is no finished job", number) from None

    def _refuse(self, message: str, line: int) -> InputError:
        return bad_input(message, file=f"{self.path}:{line}", expected="a new name, or a file that “--resume” wrote")

    def add(self, done: Done) -> None:
        """Write a finished item down, at once."""
        self.results[done.key] = done.result
        try:
            with self.path.open("ab") as stream:
                stream.write(_line({"key": done.key, "result": done.result}))
        except OSError as error:
            raise bad_input(f"cannot be written: {error.strerror or error}", file=str(self.path)) from None


def _line(entry: Any) -> bytes:
    return json.dumps(entry, separators=(",", ":")).encode() + b"\n"
