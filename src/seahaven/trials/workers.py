"""Drives played side by side in processes of their own."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from seahaven.errors import SeahavenError
from seahaven.kernel import SECOND
from seahaven.trials.drive import Job, play_drive
from seahaven.trials.record import Record, read_record

__all__ = ["OnTrial", "play_side_by_side"]

OnTrial = Callable[[Job, str, Any], None]
"""Is told of a drive: what (*date*, *entry*, *record* or *kept*), and its value."""
EVERY: Final = 5 * SECOND
"""Simulated time between two dates that a process tells."""
GRACE: Final = 5.0
"""Seconds that a process has to stop in, once it was asked."""


def play_side_by_side(jobs: Sequence[Job], count: int, tell: OnTrial) -> list[Record]:
    """Play all drives in so many processes; none of them outlives this call, however it ends."""
    waiting, records = list(reversed(jobs)), dict[str, Record]()
    with _staff(min(count, len(jobs))) as staff:
        busy: dict[Any, Job] = {}
        for worker in staff:
            _hand_out(worker, waiting, busy)
        while busy:
            for connection in wait(list(busy)):
                job, (what, value) = busy[connection], _heard(connection, busy[connection])
                if what == "done":
                    what, value = "record", _kept(job)
                    records[job.drive.folder] = value
                    _hand_out(connection, waiting, busy)
                tell(job, what, value)
    return [records[job.drive.folder] for job in jobs]


def _hand_out(connection: Any, waiting: list[Job], busy: dict[Any, Job]) -> None:
    """Give the next drive to whoever has none, if one is left."""
    busy.pop(connection, None)
    if waiting:
        busy[connection] = waiting.pop()
        connection.send(busy[connection])


def _kept(job: Job) -> Record:
    record = read_record(job.folder)
    if record is None:
        raise SeahavenError(f"the drive in {job.folder} left no record")
    return record


def _heard(connection: Any, job: Job) -> tuple[str, Any]:
    try:
        what, value = connection.recv()
    except EOFError:
        raise SeahavenError(f"the process that played {job.folder} has gone; go on with --resume") from None
    return what, value


@contextmanager
def _staff(count: int) -> Iterator[list[Connection]]:
    """So many processes that wait for drives, each by its connection; they are stopped at the end."""
    context = get_context("spawn")
    processes: list[SpawnProcess] = []
    connections: list[Connection] = []
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            processes.append(process)
            connections.append(ours)
        yield connections
    finally:
        _stop(processes, connections)


def _stop(processes: Sequence[SpawnProcess], connections: Sequence[Connection]) -> None:
    for connection in connections:
        connection.close()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(GRACE)
        if process.is_alive():
            process.kill()
            process.join()


def _work(connection: Connection) -> None:
    """Play drives as they come, until nobody sends any; the parent alone hears Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    known: dict[Any, Any] = {}
    with suppress(EOFError, BrokenPipeError):
        while True:
            job: Job = connection.recv()
            reporter = _Reporter(connection)
            play_drive(job, on_date=reporter.date, on_entry=reporter.entry, known=known)
            connection.send(("done", None))


class _Reporter:
    """Tells the parent now and then how far a drive is, and of each entry of its log."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._next = connection, 0

    def date(self, date: int) -> None:
        if date < self._next:
            return
        self._next = date + EVERY
        parent = parent_process()
        if parent is not None and not parent.is_alive():
            sys.exit(1)
        self._connection.send(("date", date))

    def entry(self, time: float, what: Any) -> None:
        self._connection.send(("entry", (time, what)))
