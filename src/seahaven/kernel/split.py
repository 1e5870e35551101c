"""One simulation tree in several processes: every process builds the whole tree, runs its part and mirrors the rest.

A process may visit date t once every other process has completed all its dates before t, since nothing computed at t
or later is dated t or earlier. Each parcel says up to which date its sender is complete; the process that is furthest
behind can always go on, so the whole never locks.
"""

from __future__ import annotations

import io
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

import numpy as np

from seahaven.errors import SeahavenError
from seahaven.kernel.codec import decode, encode
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.port import Event

__all__ = ["Channel", "ConnectionLike", "Parcel", "PipeChannel", "Split"]


@dataclass(frozen=True, slots=True)
class Parcel:
    """What one process tells another: samples and events, and the next date that it will visit."""

    complete_before: int
    samples: list[tuple[str, int, Any]] = field(default_factory=list)
    events: list[Event[Any]] = field(default_factory=list)


class Channel(Protocol):
    """A way to another process that keeps the order of parcels."""

    def send(self, parcel: Parcel) -> None:
        """Hand over a parcel without waiting for the other side."""

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""


@dataclass(slots=True)
class Split:
    """Which process each module runs in, and the ways from here to the others.

    `place` gives a module path's process; `here` is the name of this one.
    """

    here: str
    place: Callable[[str], str]
    channels: Mapping[str, Channel]
    _complete: dict[str, int] = field(default_factory=dict, init=False)

    def runs(self, path: str) -> bool:
        """Whether the module at `path` runs in this process."""
        process = self.place(path)
        if process != self.here and process not in self.channels:
            raise SeahavenError(f"module '{path}' runs in '{process}', to which '{self.here}' has no channel")
        return process == self.here

    def gather(self, date: int) -> list[Parcel]:
        """Everything that the others send before `date` can be visited."""
        parcels = []
        for name in sorted(self.channels):
            while self._complete.get(name, -1) < date:
                parcel = self._receive(name)
                self._complete[name] = parcel.complete_before
                parcels.append(parcel)
        return parcels

    def spread(self, parcels: Mapping[str, Parcel]) -> None:
        """Send each process its parcel."""
        for name in sorted(parcels):
            try:
                self.channels[name].send(parcels[name])
            except (EOFError, OSError) as error:
                raise self._gone(name, error) from None

    def _receive(self, name: str) -> Parcel:
        try:
            return self.channels[name].receive()
        except (EOFError, OSError) as error:
            raise self._gone(name, error) from None

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
    """Parcels as text over a pipe: nothing that could run is ever sent. `kinds` are the dataclasses that may travel.

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
        events = [(e.date, e.sender, e.index, e.value) for e in parcel.events]
        arrays: list[Any] = []
        body = encode((parcel.complete_before, parcel.samples, events), arrays, self.kinds)
        shipped = [_packed(array) for array in arrays]
        self.connection.send_bytes(json.dumps([body, shipped]).encode())

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""
        message = self._arrived.get()
        if isinstance(message, Exception):
            self._arrived.put(message)
            raise EOFError(str(message) or "its end of the pipe is closed") from None
        body, shipped = json.loads(message)
        arrays = [_unpacked(text) for text in shipped]
        complete, samples, events = decode(body, arrays, self.kinds)
        return Parcel(complete, samples, [Event(*parts) for parts in events])


def _packed(array: np.ndarray) -> str:
    """An array as NumPy's own file format has it: with its memory order, on which the last bit of a sum may depend."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return b64encode(file.getvalue()).decode()


def _unpacked(text: str) -> np.ndarray:
    array: np.ndarray = np.load(io.BytesIO(b64decode(text)), allow_pickle=False)
    array.flags.writeable = False
    return array
