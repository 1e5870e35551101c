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
from seahaven.kernel import SECOND, Deadline

__all__ = ["TRIES", "Crew", "OnTrial", "Task", "play_side_by_side", "side_by_side", "watch_parent"]

OnTrial = Callable[[Any, str, Any], None]
"""Hears of a task: what (*date*, *entry*, *record*, *kept* or *again*), and its value; that of *again* says why."""
TRIES: Final = 3
"""How often a drive is played whose process dies, and a process is started that dies before it could play any."""
EVERY: Final = 5 * SECOND
"""Simulated time between two dates that a process tells."""
OUT_OF_MEMORY: Final = 77
"""The exit code of a process that needed more memory than it may have."""
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
    """Play all drives in `count` processes; none of them outlives this call, however it ends. Gives their records.

    When a process dies (killed for lack of memory, say), another one plays its drive again, from the last state that
    was kept of it; after `TRIES` deaths the drive has failed. The other drives go on meanwhile.
    """
    with side_by_side(min(count, len(jobs))) as crew:
        return crew.play(jobs, tell)


@contextmanager
def side_by_side(
    count: int, *, limit: float | None = None, memory: float | None = None, tries: int | None = None
) -> Iterator[Crew]:
    """`count` processes that play drives, and stay warm from one call to the next; all are ended at the end.

    A drive that takes longer than `limit` seconds by the wall clock has failed, and its process is replaced. A process
    gets `memory` bytes; a drive that needs more fails. A drive whose process dies otherwise is played `tries` times, by
    default `TRIES`.
    """
    crew = Crew(count, limit, memory, TRIES if tries is None else tries)
    try:
        yield crew
    finally:
        _stop(crew.staff)


@dataclass(slots=True)
class Crew:
    """Processes that wait for drives, and how much patience there is with them."""

    count: int
    limit: float | None
    memory: float | None
    tries: int
    staff: list[_Worker] = field(default_factory=list)

    def play(self, jobs: Sequence[Task], tell: OnTrial) -> list[Any]:
        """Play drives, and give their records in the same order."""
        while len(self.staff) < min(self.count, len(jobs)):
            self.staff.append(_Worker.start(self.memory))
        playing = _Playing(deque(jobs), tell, self.tries)
        while len(playing.records) < len(jobs):
            for worker in self.staff:
                if worker.job is None and playing.waiting:
                    worker.begin(playing.waiting.popleft(), self.limit)
            busy = {worker.connection: worker for worker in self.staff if worker.job}
            left = [worker.deadline.left for worker in busy.values() if worker.deadline]
            for connection in wait(list(busy), min(left, default=None)):
                playing.hear(busy[connection])  # type: ignore[index]  # they are the connections that went in
            for worker in self.staff:
                if worker.job and worker.deadline and worker.deadline.has_passed:
                    playing.give_up(worker)
        return [playing.records[job.folder] for job in jobs]


@dataclass(slots=True)
class _Playing:
    """How far a number of drives is: those that wait for a process, and the records of those that are done."""

    waiting: deque[Task]
    tell: OnTrial
    tries: int
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
            worker.begin_anew()
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
        if self.deaths[job.folder] < self.tries:
            self.waiting.appendleft(job.again(has_begun=worker.has_begun))
            self.tell(job, "again", why)
        else:
            times = f"{why}, as were {self.tries - 1} before it" if self.tries > 1 else why
            self._close(job, job.failed(times))

    def give_up(self, worker: _Worker) -> None:
        """End a drive that takes too long, with its process."""
        job, deadline = worker.job, worker.deadline
        assert job is not None
        assert deadline is not None
        worker.process.kill()
        worker.replace()
        self._close(job, job.failed(f"it was not done after {deadline.seconds:g} s by the wall clock, and was ended"))

    def _close(self, job: Task, record: Any) -> None:
        self.records[job.folder] = record
        self.tell(job, "record", record)


@dataclass(slots=True)
class _Worker:
    """A process that waits for drives, and the one that it plays now."""

    process: SpawnProcess
    connection: Connection
    memory: float | None = None
    job: Task | None = None
    deadline: Deadline | None = None
    has_begun: bool = False
    starts: int = 1
    """How often in a row it was started without saying that it is ready."""

    @classmethod
    def start(cls, memory: float | None = None) -> _Worker:
        """Start a process, with so much memory at most."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, memory), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours, memory)

    def begin(self, job: Task, limit: float | None = None) -> None:
        """Have a drive played; if the process has died while it had none, that is found out when it is asked."""
        self.job, self.has_begun = job, False
        self.deadline = None if limit is None else Deadline(limit)
        with suppress(OSError):
            self.connection.send(job)

    def begin_anew(self) -> None:
        """Count the time of a drive from now on: the process was not ready before."""
        self.deadline = self.deadline and Deadline(self.deadline.seconds)

    def replace(self) -> str:
        """Start another process instead of one that has died, and say what became of it."""
        why = _end_of(self.process)
        if self.starts >= TRIES:
            message = f"no process for drives side by side could be started: {why}"
            hint = "in a script, call play_trials below `if __name__ == '__main__':`; or play with --jobs 1"
            raise SeahavenError(f"{message}; {hint}")
        self.connection.close()
        new = _Worker.start(self.memory)
        self.process, self.connection, self.starts, self.job = new.process, new.connection, self.starts + 1, None
        return why


def _end_of(process: SpawnProcess) -> str:
    """What became of a process that has died."""
    process.join(GRACE)
    code = process.exitcode
    if code is None:
        process.kill()
        return "its process stopped answering and was killed"
    if code == OUT_OF_MEMORY:
        return "its process needed more memory than it may have"
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


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.connection.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(GRACE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _work(connection: Connection, memory: float | None) -> None:
    """Play drives as they come, until the parent sends no more; the parent alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory is not None:
        _limit_memory(int(memory))
    watch_parent()
    lanes: dict[Any, Any] = {}
    with suppress(EOFError, BrokenPipeError):
        connection.send(("ready", None))
        while True:
            job: Task = connection.recv()
            try:
                job.play(_Reporter(connection).tell, lanes)
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            connection.send(("done", None))


def _limit_memory(memory: int) -> None:
    """Have this process, and each that it starts, refused more than so many bytes of data."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_DATA, (memory, most))


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
