"""What the kernel asks of a store: shared state that modules read and write through declared ports.

The kernel does not know what a store holds (the world's tables, in practice). It only turns the page when a date
begins, lets each module seal what it proposed, and commits when the date is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from seahaven.kernel.part import Part, Stretch

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

    def meetings(self) -> Iterable[tuple[str, str]]:
        """Pairs of a writer and a reader of which one may see at once what the other writes, whatever their order."""

    def wants(self, paths: Iterable[str]) -> Any:
        """What modules at these paths, in another process, need to know of what modules here write."""

    def ship(self, path: str, wants: Mapping[str, Any]) -> dict[str, Any]:
        """What the module at `path` has just written, as plain values and arrays, for each process that wants any."""

    def take(self, path: str, shipment: Any) -> None:
        """Take in what the module at `path` has written in another process, as if it had been written here."""

    def turn(self, now: int) -> None:
        """Bring into force whatever is dated `now` or earlier."""

    def commit(self, now: int) -> None:
        """Check everything sealed at `now` and make it final."""

    @property
    def version(self) -> int:
        """Rises whenever anything changes that parts of modules are bound to: rows, owners, memory."""

    @property
    def layout(self) -> int:
        """Rises whenever anything of that changes but rows that come and go in the same memory."""

    @property
    def next_due(self) -> int | None:
        """The first date at which something comes into force that is known already."""

    @property
    def proposals(self) -> int:
        """How many proposals of this date are sealed."""

    def wakes(self, part: Part, index: int, now: int, due: int) -> bool:
        """Whether the entry of a part that sleeps asks for a visit at `now`."""

    def filled(self, bounds: Sequence[Bound]) -> tuple[Any, ...]:
        """What a part fills by the ports of its module, which has just been asked for it; the same as long as it is."""

    def keeps(self, filled: tuple[Any, ...]) -> bool:
        """Whether a part may go on filling the same, although rows have come and gone in the same memory."""

    def inlets(self, bounds: Sequence[Bound]) -> tuple[Any, ...]:
        """What takes in the values of a module that is visited in the middle of a stretch; the same as long as it is.

        Values of ports that have none are proposed as in any other visit.
        """

    def pass_to(self, now: int) -> None:
        """Be at a date in the middle of a stretch, at which a module is visited."""

    @property
    def is_disturbed(self) -> bool:
        """Whether a module that was visited in a stretch has done more than to fill its inlets; the stretch ends."""

    def stretch(self, parts: Sequence[Part], filled: Sequence[Sequence[Any]], loose: Sequence[bool]) -> Stretch:
        """Parts of modules, each with what it fills and whether the module is loose, bound to the store."""

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
