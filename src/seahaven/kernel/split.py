"""One simulation tree in several processes: every process builds the whole tree, runs its part and mirrors the rest.

A process may visit date t once every other process has completed all its dates before t, since nothing computed at t
or later is dated t or earlier. Each parcel says up to which date its sender is complete; the process that is furthest
behind can always go on, so the whole never locks. Within a date, a module waits for modules of other processes that
have to run before it; all processes know the same order, so the first module in it can always run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

from seahaven.errors import SeahavenError
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.parcel import Parcel, pack, unpack

__all__ = ["Channel", "ConnectionLike", "PipeChannel", "Split"]

LONG_AGO = -(1 << 62)


class Channel(Protocol):
    """A way to another process that keeps the order of parcels."""

    def send(self, parcel: Parcel) -> None:
        """Hand over a parcel without waiting for the other side."""

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""


@dataclass(slots=True)
class Split:
    """Which process each module runs in, and the ways from here to the others.

    `place` gives a module path's process; `here` is the name of this one. `reach` is told each date
    at which others are waited for, for channels that have a clock of their own to move.
    """

    here: str
    place: Callable[[str], str]
    channels: Mapping[str, Channel]
    reach: Callable[[int], None] | None = None
    _complete: dict[str, int] = field(default_factory=dict, init=False)

    def runs(self, path: str) -> bool:
        """Whether the module at `path` runs in this process."""
        process = self.place(path)
        if process != self.here and process not in self.channels:
            raise SeahavenError(f"module '{path}' runs in '{process}', to which '{self.here}' has no channel")
        return process == self.here

    def gather(self, date: int) -> list[Parcel]:
        """Everything that the others send before `date` can be visited."""
        parcels: list[Parcel] = []
        if all(self._complete.get(name, LONG_AGO) >= date for name in self.channels):
            return parcels
        self.come_to(date)
        for name in sorted(self.channels):
            while self._complete.get(name, LONG_AGO) < date:
                parcels.append(self.receive(name))
        return parcels

    def come_to(self, date: int) -> None:
        """Let channels with a clock of their own come to a date, so that what others send by then can arrive."""
        if self.reach:
            self.reach(date)

    def spread(self, parcels: Mapping[str, Parcel]) -> None:
        """Send each process its parcel."""
        for name in sorted(parcels):
            try:
                self.channels[name].send(parcels[name])
            except (EOFError, OSError) as error:
                raise self._gone(name, error) from None

    def receive(self, name: str) -> Parcel:
        """The next parcel of a process; waits for it."""
        try:
            parcel = self.channels[name].receive()
        except (EOFError, OSError) as error:
            raise self._gone(name, error) from None
        self._complete[name] = parcel.complete_before
        return parcel

    def _gone(self, name: str, error: Exception) -> SeahavenError:
        complete = in_seconds(max(0, self._complete.get(name, 0)))
        return SeahavenError(
            f"process '{name}' is gone ({error or type(error).__name__}); it had completed everything before "
            f"{complete:.9g} s, and '{self.here}' cannot go on without it: see what '{name}' reported"
        )


class ConnectionLike(Protocol):
    """The two calls that a pipe's end offers, as `multiprocessing.Pipe` has them."""

    def send_bytes(self, data: bytes, /) -> None:
        """Send one message."""

    def recv_bytes(self) -> bytes:
        """Receive one message."""


@dataclass(frozen=True, slots=True)
class PipeChannel:
    """Parcels as bytes over a pipe: nothing that could run is ever sent. `kinds` are the dataclasses that may travel.

    A thread takes in what arrives from the moment the channel is made, so that neither side ever waits for the other
    to read: two processes that both write to full pipes would wait for ever. A peer's end is noticed when every copy
    of its end of the pipe is closed, this process's own one included.
    """

    connection: ConnectionLike
    kinds: Mapping[str, type] = field(default_factory=dict)
    _arrived: SimpleQueue[bytes | Exception] = field(default_factory=SimpleQueue, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        Thread(target=self._listen, name="pipe-channel", daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                self._arrived.put(self.connection.recv_bytes())
        except (EOFError, OSError) as error:
            self._arrived.put(error)

    def send(self, parcel: Parcel) -> None:
        """Hand over a parcel without waiting for the other side."""
        self.connection.send_bytes(pack(parcel, self.kinds))

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""
        message = self._arrived.get()
        if isinstance(message, Exception):
            self._arrived.put(message)
            raise EOFError(str(message) or "its end of the pipe is closed") from None
        return unpack(message, self.kinds)
