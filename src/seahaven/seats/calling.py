"""Calls in a thread of their own: one that does not return is given up, and the run goes on without it.

    run                              thread
     | post(drive, view) ---------->  |
     | waits, up to a limit           | drive(view)
     | <------------- what it returned, or raised

Handing over and back takes about 6 µs of CPU time; the two threads take turns, so nothing runs at once. They wake each
other by pipes. A thread that releases a lock keeps the interpreter, so the other one would wake up in vain, and have to
be woken again, which takes twice as much. A watch that leaves the call in the thread of the run would take less than
1 µs, but could end only what runs in Python, not a call that waits for a socket, a lock or a file, and that is how most
drivers hang. A thread cannot be ended from outside: one that is given up is asked to end with an exception, which it
meets as soon as it is back in Python. Code that holds the interpreter's lock stops everything, and no thread has a
bound on its memory. Programs have neither weakness.
"""

from __future__ import annotations

import os
import select
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from threading import Thread
from types import FrameType
from typing import Any, Final

__all__ = ["CallThread", "Unanswered"]

LIBRARY: Final = __name__.partition(".")[0]
LONGEST: Final = 2_000_000_000
"""ms. No call is waited for longer than 23 days."""


class Unanswered(Exception):
    """A call did not return in time; the text says where it was."""


class _GivenUp(BaseException):
    """Raised in a thread that was given up."""


class CallThread:
    """A thread that makes one call at a time; it ends when it is closed, or forgotten."""

    def __init__(self, name: str) -> None:
        self._line = _Line()
        self.is_busy = False
        """Whether a call was posted whose outcome has not been taken."""
        self._thread = Thread(target=_serve, args=(self._line,), name=name, daemon=True)
        self._thread.start()
        self.close = weakref.finalize(self, self._line.close)

    def call(self, function: Callable[[Any], Any], argument: Any, *, limit: float) -> Any:
        """What a function returns, or raises; `Unanswered` if it has not after `limit` seconds of the wall clock."""
        self.post(function, argument)
        if not self._line.done.wait(limit):
            self.give_up()
        return self._outcome()

    def post(self, function: Callable[[Any], Any], argument: Any) -> None:
        """Make a call without waiting for it; the one before must have been taken."""
        self.is_busy = True
        self._line.job = function, argument
        self._line.go.ring()

    def has_answered(self) -> bool:
        """Whether the call that was posted is over; then take it."""
        return self.is_busy and not self._line.is_closed and self._line.done.has_rung()

    def take(self) -> Any:
        """What the call that is over has returned, or raised."""
        self._line.done.wait()
        return self._outcome()

    def _outcome(self) -> Any:
        self.is_busy = False
        value, error = self._line.outcome
        self._line.outcome = None, None
        if error is not None:
            raise error
        return value

    def give_up(self) -> None:
        """Leave the call alone for good, ask it to end, and raise `Unanswered` with the place where it hangs."""
        where = self._where()
        self.close()
        _raise_in(self._thread.ident, _GivenUp)
        raise Unanswered(where)

    def _where(self) -> str:
        """The innermost line outside our library that the thread is at."""
        frame: FrameType | None = sys._current_frames().get(self._thread.ident or -1)
        while frame is not None:
            if frame.f_globals.get("__name__", "").partition(".")[0] not in (LIBRARY, "threading", "queue"):
                return f" (it is at {frame.f_code.co_filename}, line {frame.f_lineno})"
            frame = frame.f_back
        return ""


class _Bell:
    """A pipe by which one thread wakes another one."""

    __slots__ = ("_poll", "_read", "_write")

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        self._poll = select.poll()
        self._poll.register(self._read, select.POLLIN)

    def ring(self) -> None:
        """Wake the other thread, or let it go on at once when it comes to wait."""
        os.write(self._write, b"!")

    def wait(self, limit: float | None = None) -> bool:
        """Wait for a ring; False if none came within so many seconds."""
        if limit is not None and not self._poll.poll(min(ceil(1e3 * limit), LONGEST)):
            return False
        os.read(self._read, 1)
        return True

    def has_rung(self) -> bool:
        """Whether waiting would take no time."""
        return bool(self._poll.poll(0))

    def shut(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self._write)


class _Line:
    """What the two threads share: bells that each rings for the other, a job, and its outcome."""

    __slots__ = ("done", "go", "is_closed", "job", "outcome")

    def __init__(self) -> None:
        self.go, self.done = _Bell(), _Bell()
        self.job: tuple[Callable[[Any], Any], Any] | None = None
        self.outcome: tuple[Any, BaseException | None] = None, None
        self.is_closed = False

    def close(self) -> None:
        """Let the thread end after the call that it makes, if it makes one; drop a call that it has not yet begun."""
        if not self.is_closed:
            self.is_closed = True
            self.job = None
            self.go.ring()

    def shut(self) -> None:
        """Close the bells, once the thread has ended."""
        self.go.shut()
        self.done.shut()


def _serve(line: _Line) -> None:
    """Make calls until the line is closed."""
    with suppress(_GivenUp):
        try:
            while True:
                line.go.wait()
                job, line.job = line.job, None
                if job is None:
                    return
                try:
                    line.outcome = job[0](job[1]), None
                except _GivenUp:
                    return
                except BaseException as error:
                    line.outcome = None, error
                del job
                line.done.ring()
        finally:
            line.shut()


def _raise_in(thread: int | None, kind: type[BaseException]) -> None:
    """Raise an exception in another thread, once it is in Python."""
    import ctypes

    if thread is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))
