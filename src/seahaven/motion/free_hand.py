"""What compiled code has at hand to drive free vehicles: which they are, and room to work in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Integers
from seahaven.kernel import Part
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.world import Binding, Reader, part_of

__all__ = ["FreeHand", "FreeTables"]


class FreeTables(NamedTuple):
    """The tables that free vehicles are driven by."""

    vehicles: Reader
    cockpits: Reader
    people: Reader
    weather: Reader


class FreeHand:
    """The rows of the vehicles that are moved and of their cockpits, and room for as many; no result depends on it."""

    __slots__ = ("at", "binding", "room", "rows")

    def __init__(self) -> None:
        self.binding = Binding[Part]()
        self.rows: Integers = np.empty(0, np.int64)
        self.at: Integers = np.empty(0, np.int64)
        self.room: Any = None

    def bound(
        self,
        tables: FreeTables,
        roads: tuple[Any, ...],
        filled: Mapping[str, Any],
        limits: tuple[int, tuple[float, float, int]],
    ) -> Part:
        """Compiled code with all that it works on; good for as long as it lies where it does.

        `filled` has room for values by column, `limits` are the period of the traffic (ns), and how long struck
        vehicles stand until they may drive on or are towed away (s), with the code of drivers who may not.
        """
        import seahaven.motion.free_step_kernels as kernels

        seen, seats, people, weather = tables
        folk: list[Any] = [people.spacious(name) for name in kernels.Folk._fields[:-1]]
        values = (
            seen.tally, kernels.Cars(*map(seen.spacious, kernels.Cars._fields)),
            seats.tally, kernels.Seats(*map(seats.spacious, kernels.Seats._fields)),
            people.tally, kernels.Folk(*[*folk, people.spacious_null("struck")]), self.rows, self.at, self.room,
            kernels.Placed(*[filled[name][0] for name in kernels.Placed._fields]),
            kernels.Works(*[filled[name][0] for name in kernels.Works._fields]),
            weather.tally, weather.spacious("grip"), *roads, *limits,
        )  # fmt: skip
        return part_of(kernels.step, values)

    def seat(self, rows: Integers, at: Integers) -> None:
        """Be for these rows of vehicles and of cockpits."""
        if self.room is None or len(rows) != len(self.rows):
            self.rows, self.at, self.room = np.empty_like(rows), np.empty_like(at), _room(len(rows))
        self.rows[:], self.at[:] = rows, at


def _room(count: int) -> Any:
    import seahaven.motion.free_step_kernels as kernels

    none = [np.zeros(count) for _ in range(4)]
    return kernels.Room(
        FreeState.of(count), Cockpit.of(count), Ground.of(count), np.zeros((count, 3)), np.zeros(count, np.int64), *none
    )  # fmt: skip
