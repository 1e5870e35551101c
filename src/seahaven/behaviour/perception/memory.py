"""What perception carries from step to step: what everybody did lately, and what lay ahead on the road."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.world import Baggage, Reader

__all__ = ["Memory", "Recollection"]

OUTLOOK = 8
"""How many columns an outlook has."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Arrays with a row for each of `ids`, filled in place by compiled code.

    What was so in the step with index k is in slot k modulo the number of slots; there are as many as the longest
    reaction time needs.
    """

    ids: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    speeds: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 1), np.float32))
    """By row and slot; in single precision, since memory is what bounds large crowds.

    The slots of a vehicle lie side by side: those around it look at it one after the other, each with a reaction time
    of its own.
    """
    accelerations: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 1), np.float32))
    lamps: NDArray[np.int8] = field(default_factory=lambda: np.zeros((0, 1), np.int8))
    """The turn light, and 4 more if the brake lights were on, 8 more if the headlamps were."""
    outlook: Floats = field(default_factory=lambda: np.zeros((0, OUTLOOK)))

    @property
    def slots(self) -> int:
        """How many there are."""
        return int(self.speeds.shape[1])


class Recollection:
    """A memory at work: it follows those who come and go, in place as long as there is room."""

    __slots__ = ("_baggage", "slots")

    def __init__(self, memory: Memory) -> None:
        self._unpack(memory)

    def _unpack(self, memory: Memory) -> None:
        self.slots = memory.slots
        self._baggage = Baggage(
            speeds=(f"({self.slots},)float32", 0.0),
            accelerations=(f"({self.slots},)float32", 0.0),
            lamps=(f"({self.slots},)int8", 0),
            outlook=(f"({OUTLOOK},)float64", np.nan),
        )
        arrays = {name: getattr(memory, name) for name in self._baggage.arrays}
        self._baggage.load(memory.ids, arrays)

    def packed(self) -> Memory:
        """A copy for a snapshot."""
        return Memory(self._baggage.ids, **self._baggage.tight())

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the memory by name, with spare rows; they lie where they do as long as this is the same."""
        return self._baggage.arrays

    def follow(self, seen: Reader, index: int, per_second: float, gloom: float) -> None:
        """Remember those who are there now.

        Newcomers are taken to have done always what they do now, and to have had their lamps lit if it is gloomy: their
        drivers have not had the time to light them.
        """
        import seahaven.behaviour.perception.memory_kernels as kernels

        longest = int(seen.reaction.max(initial=0.0) * per_second + 0.5)
        if longest >= self.slots:
            self._unpack(_with_slots(self.packed(), longest + 1, index))
        new = self._baggage.follow(seen.ids, seen.moves)
        if len(new):
            arrays = self._baggage.arrays
            kernels.remember_newcomers(
                new, gloom, seen.speed, seen.acceleration, seen.turn_light, seen.brake_light, seen.headlamps,
                seen.weather_caution, arrays["speeds"], arrays["accelerations"], arrays["lamps"],
            )  # fmt: skip


def _with_slots(memory: Memory, count: int, index: int) -> Memory:
    """A memory with more slots; what is older than all is the oldest."""
    old, ages = memory.slots, np.arange(count)
    slots = np.empty(count, np.int64)
    slots[(index - 1 - ages) % count] = (index - 1 - np.minimum(ages, old - 1)) % old
    speeds, accelerations, lamps = memory.speeds[:, slots], memory.accelerations[:, slots], memory.lamps[:, slots]
    return Memory(memory.ids, speeds, accelerations, lamps, memory.outlook)
