"""What waits to come into force, by date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from seahaven.world.draft import Draft, Write
from seahaven.world.family import Records

__all__ = ["Addition", "Batch", "Docket", "Frozen", "Handover", "Removal"]

_by_path = attrgetter("path")


@dataclass(frozen=True, slots=True)
class Addition:
    """New rows of a family, and the module that is to own them (None: whoever owns the rest)."""

    path: str
    family: str
    due: int
    rows: Records
    owner: str | None = None

    def without(self, gone: NDArray[np.int64]) -> Addition:
        """The same, less entities that are removed before they ever come into force."""
        lost = set(gone.tolist())
        keep = [entity not in lost for entity in self.rows["ids"].tolist()]
        return self if all(keep) else replace(self, rows=self.rows[keep])


@dataclass(frozen=True, slots=True)
class Removal:
    """Entities of a family that are to go."""

    path: str
    family: str
    due: int
    ids: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Handover:
    """Entities whose columns a module claims for itself, or gives back to whichever module writes the rest."""

    path: str
    family: str
    due: int
    columns: tuple[str, ...]
    ids: NDArray[np.int64]
    is_claim: bool


Change = Addition | Removal | Handover | Draft | Write
Frozen = Addition | Removal | Handover | Write
"""A change as a snapshot keeps it."""


@dataclass(slots=True)
class Batch:
    """All that comes into force at one date, each in order of path.

    First claims, then removals, additions and values, and then what is given back: a module writes what it claims, and
    its last values for what it gives back count.
    """

    removals: list[Removal] = field(default_factory=list)
    additions: list[Addition] = field(default_factory=list)
    handovers: list[Handover] = field(default_factory=list)
    values: list[Draft | Write] = field(default_factory=list)

    def take(self, change: Change) -> None:
        """Put a change where it belongs."""
        if isinstance(change, Removal):
            self.removals.append(change)
        elif isinstance(change, Addition):
            self.additions.append(change)
        elif isinstance(change, Handover):
            self.handovers.append(change)
        else:
            self.values.append(change)

    def sort(self) -> None:
        """Make the order independent of who ran first; what one module proposed keeps its sequence."""
        self.removals.sort(key=_by_path)
        self.additions.sort(key=_by_path)
        self.handovers.sort(key=_by_path)
        self.values.sort(key=_by_path)


class OpenStretch(Protocol):
    """Parts that have written what is not in force yet."""

    @property
    def is_open(self) -> bool:
        """Whether anything is left."""

    @property
    def next_due(self) -> int | None:
        """The first date at which something of it comes into force; None if nothing is left."""

    def land(self, now: int) -> None:
        """Bring into force what is dated `now`."""

    def seal_all(self) -> None:
        """Make proposals of what is left."""

    def drop(self) -> None:
        """Forget what is left."""


class Docket:
    """The proposals of the current date (`sealed`) and those that were committed and wait (`waiting`, by due date).

    `open` are stretches whose parts have written what comes into force later; `settle` makes proposals of that.

    `epoch` rises whenever rows, owners or values may have changed, so that writers know when to look again.
    """

    __slots__ = ("epoch", "now", "open", "sealed", "waiting")

    def __init__(self) -> None:
        self.now = 0
        self.epoch = 0
        self.open: list[OpenStretch] = []
        self.sealed: list[Change] = []
        self.waiting: dict[int, Batch] = {}

    def settle(self) -> None:
        """Make proposals of what parts have written and what is not in force yet: rows or owners are to change."""
        if self.open:
            stretches, self.open = self.open, []
            for stretch in stretches:
                stretch.seal_all()
            self.commit()

    def land(self, now: int) -> None:
        """Bring into force what parts have written and what is dated `now`."""
        for stretch in self.open:
            stretch.land(now)
        self.open = [stretch for stretch in self.open if stretch.is_open]

    @property
    def next_due(self) -> int | None:
        """The first date at which something comes into force that is known already."""
        dues = [*self.waiting, *(due for stretch in self.open if (due := stretch.next_due) is not None)]
        return min(dues, default=None)

    def commit(self) -> None:
        """Check what is sealed and let it wait for its date; if anything is refused, nothing of it is kept."""
        sealed, self.sealed = self.sealed, []
        sealed.sort(key=_by_path)
        doubtful = [change for change in sealed if isinstance(change, Draft) and not change.is_sound()]
        if doubtful:
            with np.errstate(invalid="ignore"):
                for draft in doubtful:
                    draft.check()
        for change in sealed:
            self.wait(change)

    def wait(self, change: Change) -> None:
        """Keep a change until its date."""
        batch = self.waiting.get(change.due)
        if batch is None:
            batch = self.waiting[change.due] = Batch()
        batch.take(change)

    def ready(self, now: int) -> Iterator[Batch]:
        """Hand over the batches dated `now` or earlier, one by one, since one may `cancel` parts of the next."""
        self.now = now
        self.epoch += 1
        for due in sorted(due for due in self.waiting if due <= now):
            batch = self.waiting.pop(due)
            batch.sort()
            yield batch

    def cancel(self, family: str, gone: NDArray[np.int64]) -> None:
        """Drop additions that wait for a later date, for entities removed before they came."""
        for batch in self.waiting.values():
            batch.additions = [c.without(gone) if c.family == family else c for c in batch.additions]

    def frozen(self) -> tuple[Frozen, ...]:
        """All that waits, by date, as values of their own."""
        changes: list[Frozen] = []
        for due in sorted(self.waiting):
            batch = self.waiting[due]
            batch.sort()
            changes += [*batch.removals, *batch.additions, *batch.handovers]
            for change in batch.values:
                changes += change.writes() if isinstance(change, Draft) else [change]
        return tuple(changes)

    def restore(self, now: int, changes: Iterable[Frozen]) -> None:
        """Go back to what `frozen` gave at the date `now`."""
        self.now = now
        self.epoch += 1
        for stretch in self.open:
            stretch.drop()
        for batch in self.waiting.values():
            for draft in batch.values:
                if isinstance(draft, Draft):
                    draft.go_home()
        self.open, self.sealed, self.waiting = [], [], {}
        for change in changes:
            self.wait(change)
