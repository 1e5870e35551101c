"""What the kernel asks of a store: shared state that modules read and write through declared ports.

The kernel does not know what a store holds (the world's tables, in practice). It only turns the page when a date
begins, lets each module seal what it proposed, and commits when the date is complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

__all__ = ["Bound", "Store", "StorePort"]


class Bound(Protocol):
    """A store port at work: what a module finds under the port's name while it runs."""

    def seal(self, now: int, due: int) -> None:
        """Take what the module has proposed in its step at `now`; it comes into force at `due`."""


class StorePort:
    """Declares, in a module's class body, what the module reads from or writes to the store."""

    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class Store(Protocol):
    """Shared state in force by date, read and written by modules through ports that they declare."""

    def bind(self, path: str, port: StorePort) -> Bound:
        """Give the module at `path` its working end of `port`; refuse names and owners that do not fit."""

    def release(self, path: str) -> None:
        """Forget what the module at `path` reads, writes and owns."""

    def order(self) -> Iterable[tuple[str, str]]:
        """Pairs (writer path, reader path) that must run in this order within one date."""

    def turn(self, now: int) -> None:
        """Bring into force whatever is dated `now` or earlier."""

    def commit(self, now: int) -> None:
        """Check everything sealed at `now` and make it final."""

    def save(self) -> Any:
        """Copy everything that running on depends on."""

    def load(self, saved: Any) -> None:
        """Go back to what `save` gave."""

    def fork(self) -> Store:
        """A store of its own in the same state, with nothing bound yet."""

    def encode(self, saved: Any) -> dict[str, Any]:
        """What `save` gave as plain values and arrays (no objects), for a file."""

    def decode(self, encoded: dict[str, Any]) -> Any:
        """Back from `encode` to what `load` takes."""
