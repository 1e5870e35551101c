"""One simulation tree in several processes: every process builds the whole tree, runs its part and mirrors the rest.

A process may visit date t once every other process has completed all its dates before t, since nothing computed at t
or later is dated t or earlier. Each parcel says up to which date its sender is complete; the process that is furthest
behind can always go on, so the whole never locks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from seahaven.errors import SeahavenError
from seahaven.kernel.codec import decode, encode
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
                parcel = self.channels[name].receive()
                self._complete[name] = parcel.complete_before
                parcels.append(parcel)
        return parcels

    def spread(self, parcels: Mapping[str, Parcel]) -> None:
        """Send each process its parcel."""
        for name in sorted(parcels):
            self.channels[name].send(parcels[name])


class ConnectionLike(Protocol):
    """The two calls that a pipe's end offers, as `multiprocessing.Pipe` has them."""

    def send_bytes(self, data: bytes, /) -> None:
        """Send one message."""

    def recv_bytes(self) -> bytes:
        """Receive one message."""


@dataclass(frozen=True, slots=True)
class PipeChannel:
    """Parcels as text over a pipe: nothing that could run is ever sent. `kinds` are the dataclasses that may travel."""

    connection: ConnectionLike
    kinds: Mapping[str, type] = field(default_factory=dict)

    def send(self, parcel: Parcel) -> None:
        """Hand over a parcel without waiting for the other side."""
        events = [(e.date, e.sender, e.index, e.value) for e in parcel.events]
        arrays: list[Any] = []
        body = encode((parcel.complete_before, parcel.samples, events), arrays)
        shipped = [(a.dtype.str, a.shape, a.tobytes().hex()) for a in arrays]
        self.connection.send_bytes(json.dumps([body, shipped]).encode())

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""
        body, shipped = json.loads(self.connection.recv_bytes())
        arrays = [_array(*parts) for parts in shipped]
        complete, samples, events = decode(body, arrays, self.kinds)
        return Parcel(complete, samples, [Event(*parts) for parts in events])


def _array(dtype: str, shape: list[int], data: str) -> np.ndarray:
    return np.frombuffer(bytes.fromhex(data), dtype=dtype).reshape(shape)
