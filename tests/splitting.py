"""Split trees whose processes are threads: joined by queues of the bytes that would travel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from seahaven.errors import SeahavenError
from seahaven.kernel import Parcel, Split, pack, unpack


@dataclass
class BytesChannel:
    """A channel between two threads that stand for two processes."""

    out: SimpleQueue[bytes]
    into: SimpleQueue[bytes]
    kinds: Mapping[str, type] = field(default_factory=dict)
    sent: int = 0

    def send(self, parcel: Parcel) -> None:
        message = pack(parcel, self.kinds)
        self.sent += len(message)
        self.out.put(message)

    def receive(self) -> Parcel:
        return unpack(self.into.get(timeout=30), self.kinds)


def in_threads(
    names: str, place: Callable[[str], str], work: Callable[[Split], Any], kinds: Mapping[str, type] | None = None
) -> dict[str, Any]:
    """Do the work of each part of a split in a thread of its own; give what each returns."""
    ways = {(a, b): SimpleQueue[bytes]() for a in names for b in names if a != b}
    results: dict[str, Any] = {}

    def part(name: str) -> None:
        channels = {
            other: BytesChannel(ways[name, other], ways[other, name], kinds or {}) for other in names if other != name
        }
        try:
            results[name] = work(Split(name, place, channels))
        except Exception as error:
            results[name] = error

    threads = [threading.Thread(target=part, args=(name,), daemon=True) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    for result in results.values():
        if isinstance(result, Exception) and not isinstance(result, SeahavenError):
            raise result
    for result in results.values():
        if isinstance(result, SeahavenError):
            raise result
    assert len(results) == len(names), "the processes wait for each other"
    return results
