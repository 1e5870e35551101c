"""Tasks done side by side in processes of their own; one whose process dies is done again by another."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Final, Protocol, Self

from seahaven.errors import SeahavenError
from seahaven.kernel import SECOND

__all__ = ["TRIES", "OnTrial", "Task", "play_side_by_side", "watch_parent"]

OnTrial = Callable[[Any, str, Any], None]
"""Hears of a task: what (*date*, *entry*, *record*, *kept* or *again*), and its value; that of *again* says why."""
TRIES: Final = 3
"""How often a drive is played whose process dies, and a process is started that dies before it could play any."""
EVERY: Final = 5 * SECOND
"""Simulated time between two dates that a process tells."""
GRACE: Final = 5.0
"""Seconds that a process has to stop in, once it was asked."""


class Task(Protocol):
    """What can be done in any process: its record lies in a folder of its own, and tells whoever reads it all."""

    @property
    def folder(self) -> Path:
        """Its own folder."""

    def play(self, tell: Callable[[str, Any], None], known: dict[Any, Any]) -> None:
        """Do it, and leave its record; `known` keeps what tasks of one process share, such as roads."""

    def record(self) -> Any:
        """What was kept of it; None if it was not done."""

    def failed(self, why: str) -> Any:
        """Write the record of one whose process died again and again."""

    def again(self, *, has_begun: bool) -> Self:
        """What is to be done instead after its process died."""


def play_side_by_side(jobs: Sequence[Task], count: int, tell: OnTrial) -> list[Any]:
    """Play all drives in so many processes; none of them outlives this call, however it ends. Gives their records.

    When a process dies (killed for lack of memory, say), another one plays its drive again, from the last state that
    was kept of it; after `TRIES` deaths the drive has failed. The other drives go on meanwhile.
    """
    playing = _Playing(deque(jobs), tell)
    with _staff(min(count, len(jobs))) as staff:
        while len(playing.records) < len(jobs):
            for worker in staff:
                if worker.job is None and playing.waiting:
                    worker.begin(playing.waiting.popleft())
            busy = {worker.connection: worker for worker in staff if worker.job}
            for connection in wait(list(busy)):
                playing.hear(busy[connection])  # type: ignore[index]  # they are the connections that went in
    return [playing.records[job.folder] for job in jobs]


@dataclass(slots=True)
class _Playing:
    """How far a number of drives is: those that wait for a process, and the records of those that are done."""

    waiting: deque[Task]
    tell: OnTrial
    records: dict[Path, Any] = field(default_factory=dict)
    deaths: Counter[Path] = field(default_factory=Counter)

    def hear(self, worker: _Worker) -> None:
        """Take in what a process says of its drive, or that it has died."""
        job = worker.job
        assert job is not None
        try:
            what, value = worker.connection.recv()
        except (EOFError, OSError):
            self._lost(worker, job)
            return
        if what == "ready":
            worker.starts = 0
        elif what == "done":
            worker.job = None
            self._close(job, _kept(job))
        else:
            worker.has_begun = True
            self.tell(job, what, value)

    def _lost(self, worker: _Worker, job: Task) -> None:
        """Replace a process that has died, and have its drive played again, or give it up."""
        why = worker.replace()
        self.deaths[job.folder] += 1
        if self.deaths[job.folder] < TRIES:
            self.waiting.appendleft(job.again(has_begun=worker.has_begun))
            self.tell(job, "again", why)
        else:
            times = f"{why}, as were {TRIES - 1} before it" if TRIES > 1 else why
            self._close(job, job.failed(times))

    def _close(self, job: Task, record: Any) -> None:
        self.records[job.folder] = record
        self.tell(job, "record", record)


@dataclass(slots=True)
class _Worker:
    """A process that waits for drives, and the one that it plays now."""

    process: SpawnProcess
    connection: Connection
    job: Task | None = None
    has_begun: bool = False
    starts: int = 1
    """How often in a row it was started without saying that it is ready."""

    @classmethod
    def start(cls) -> _Worker:
        """Start a process."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    def begin(self, job: Task) -> None:
        """Have a drive played; if the process has died while it had none, that is found out when it is asked."""
        self.job, self.has_begun = job, False
        with suppress(OSError):
            self.connection.send(job)

    def replace(self) -> str:
        """Start another process instead of one that has died, and say what became of it."""
        why = _end_of(self.process)
        if self.starts >= TRIES:
            message = f"no process for drives side by side could be started: {why}"
            hint = "in a script, call play_trials below `if __name__ == '__main__':`; or play with --jobs 1"
            raise SeahavenError(f"{message}; {hint}")
        self.connection.close()
        new = _Worker.start()
        self.process, self.connection, self.starts, self.job = new.process, new.connection, self.starts + 1, None
        return why


def _end_of(process: SpawnProcess) -> str:
    """What became of a process that has died."""
    process.join(GRACE)
    code = process.exitcode
    if code is None:
        process.kill()
        return "its process stopped answering and was killed"
    if code < 0:
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        memory = ", which may mean that memory ran out" if name == "SIGKILL" else ""
        return f"its process was ended by {name}{memory}"
    return f"its process ended with exit code {code}"


def _kept(job: Task) -> Any:
    record = job.record()
    if record is None:
        raise SeahavenError(f"the drive in {job.folder} left no record")
    return record


@contextmanager
def _staff(count: int) -> Iterator[list[_Worker]]:
    """So many processes that wait for drives; they are stopped at the end."""
    workers = list[_Worker]()
    try:
        for _ in range(count):
            workers.append(_Worker.start())
        yield workers
    finally:
        _stop(workers)


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.connection.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(GRACE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _work(connection: Connection) -> None:
    """Play drives as they come, until the parent sends no more; the parent alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_parent()
    lanes: dict[Any, Any] = {}
    with suppress(EOFError, BrokenPipeError):
        connection.send(("ready", None))
        while True:
            job: Task = connection.recv()
            job.play(_Reporter(connection).tell, lanes)
            connection.send(("done", None))


def watch_parent() -> None:
    """End this process as soon as its parent has died; it would play on, and keep its reel locked."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Reporter:
    """Tells the parent now and then how far a drive is, and of everything else at once."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._next = connection, 0

    def tell(self, what: str, value: Any) -> None:
        if what == "date":
            if value < self._next:
                return
            self._next = value + EVERY
        self._connection.send((what, value))
