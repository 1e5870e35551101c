"""Parts of modules that run compiled, bound to the columns that they write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import NEVER, Bound, Dates, Halt, Part
from seahaven.world.desk import Desk
from seahaven.world.docket import Docket
from seahaven.world.inlet import Inlet
from seahaven.world.landing import WIDTH, Landing
from seahaven.world.writer import Writer, desk_of

__all__ = ["Filling", "Inflow", "WorldStretch", "fillings", "inflows"]


class Filling(NamedTuple):
    """A desk that compiled code fills, and what it does with what it has filled in."""

    desk: Desk
    landing: Landing

    @property
    def is_good(self) -> bool:
        """Whether compiled code may go on filling it, although rows have come and gone in the same memory."""
        return self.desk.may_go_on(self.landing)


class Inflow(NamedTuple):
    """The writer of a module that is visited in the middle of a stretch, and what takes in its values."""

    writer: Writer
    inlet: Inlet


class WorldStretch:
    """Runs parts over many dates in one compiled call; between two dates, what they wrote comes into force.

    `filled` says what each part fills, `loose` whether its module may be visited after those behind it. It is good for
    as long as the parts and what they fill are the same. Rows may come and go meanwhile: compiled code looks up how
    many there are.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        filled: Sequence[Sequence[Filling | Inflow]],
        loose: Sequence[bool],
        docket: Docket,
    ) -> None:
        self._docket = docket
        self._desks = [[filling.desk for filling in own if isinstance(filling, Filling)] for own in filled]
        self._inflows = [[inflow for inflow in own if isinstance(inflow, Inflow)] for own in filled]
        self._open = [inflow for own in self._inflows for inflow in own]
        self._parts: NDArray[np.uintp] = np.array([(part.code, part.hand) for part in parts], np.uintp).reshape(-1, 2)
        self._is_visit: NDArray[np.bool_] = np.array([part.is_visit for part in parts], np.bool_)
        landings = [(desk.landing(), place) for place, desks in enumerate(self._desks) for desk in desks]
        inlets = [(inflow.inlet, place) for place, own in enumerate(self._inflows) for inflow in own]
        self._moves = _joined([(landing.moves, place) for landing, place in landings])
        checks = [(landing.checks, place) for landing, place in landings]
        self._checks = _joined(checks + [(inlet.checks, place) for inlet, place in inlets])
        self._spares = _joined([(landing.spares, place) for landing, place in landings])
        self._inlets = _joined([(inlet.lines, place) for inlet, place in inlets])
        self._writes: NDArray[np.bool_] = np.array([bool(own) for own in filled], np.bool_)
        self._loose: NDArray[np.bool_] = np.array(loose, np.bool_)
        self._pending: NDArray[np.int64] = np.full(len(parts), NEVER, np.int64)
        self._halt: NDArray[np.int64] = np.zeros(3, np.int64)
        self._held = parts, landings

    def run(self, dates: Dates, dues: Dates, indices: Dates, statuses: Dates) -> Halt:
        """Make the steps at these dates, and bring into force at each but the first what is dated so."""
        import seahaven.world.stretch_kernels as kernels

        if self not in self._docket.open:
            self._docket.open.append(self)
        if self._open:
            kernels.fetch_all(self._inlets)
            for writer, inlet in self._open:
                writer.open_inlet(inlet)
        kernels.run_dates(
            self._parts, self._is_visit, self._moves, self._checks, self._spares, self._inlets, self._writes,
            self._loose, self._pending, indices, dates, dues, statuses, self._halt,
        )  # fmt: skip
        for writer, _ in self._open:
            writer.close_inlet()
        date, part, status = self._halt.tolist()
        self._docket.now = int(dates[date])
        if self not in self._docket.open:
            self._docket.open.append(self)
        return Halt(date, part, status)

    def land(self, now: int) -> None:
        """Bring into force what is dated `now`."""
        import seahaven.world.stretch_kernels as kernels

        kernels.land_all(self._moves, self._inlets, self._pending, now)

    @property
    def is_open(self) -> bool:
        """Whether anything is still to come into force."""
        pending: list[int] = self._pending.tolist()
        return pending.count(NEVER) < len(pending)

    @property
    def next_due(self) -> int | None:
        """The first date at which something comes into force that was written."""
        return min([due for due in self._pending.tolist() if due != NEVER], default=None)

    def seal(self, part: int) -> None:
        """Hand over what a part has written in its last step, if it is still to come into force."""
        due = int(self._pending[part])
        if due == NEVER:
            return
        self._pending[part] = NEVER
        for _, inlet in self._inflows[part]:
            self._docket.sealed += inlet.seal(self._docket.now, due)
        for desk in self._desks[part]:
            desk.fill_again()
            desk.seal(self._docket.now, due)

    def seal_all(self) -> None:
        """Hand over whatever is still to come into force."""
        for part in range(len(self._desks)):
            self.seal(part)

    def drop(self) -> None:
        """Forget what was written and is not in force."""
        self._pending.fill(NEVER)


def fillings(bounds: Sequence[Bound]) -> tuple[Filling, ...]:
    """The writers whose cells compiled code has just been given to fill, and what it does with those."""
    desks = [desk_of(bound) for bound in bounds if isinstance(bound, Writer)]
    return tuple([Filling(desk, desk.landing()) for desk in desks if desk.is_filled])


def inflows(bounds: Sequence[Bound]) -> tuple[Inflow, ...]:
    """The writers of a module that can be filled in the middle of a stretch, each with what takes in its values."""
    inlets = [(bound, desk_of(bound).inlet()) for bound in bounds if isinstance(bound, Writer)]
    return tuple([Inflow(writer, inlet) for writer, inlet in inlets if inlet is not None])


def _joined(tables: Sequence[tuple[NDArray[np.uintp], int]]) -> NDArray[np.uintp]:
    """Tables of desks below each other, with the part of each in the last column."""
    joined = np.concatenate([np.zeros((0, WIDTH), np.uintp), *(table for table, _ in tables)])
    joined[:, -1] = np.repeat([place for _, place in tables], [len(table) for table, _ in tables])
    return joined
