"""What perception carries from step to step: what everybody did lately, and what lay ahead on the road."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.world import Baggage, Reader

__all__ = ["Memory", "Recollection"]

_REMEMBERED = ("speeds", "accelerations", "lamps", "outlook", "stood")
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
    stood: Floats = field(default_factory=lambda: np.zeros(0))
    """For how many seconds a vehicle that is not bound to lanes has stood; of others, of no matter."""

    @property
    def slots(self) -> int:
        """How many there are."""
        return int(self.speeds.shape[1])


class Recollection:
    """A memory at work: it follows those who come and go, in place as long as there is room.

    Newcomers are noted in `is_new` until compiled code has filled in their rows (`memory_kernels.welcome`).
    """

    __slots__ = ("baggage", "slots")

    def __init__(self, memory: Memory) -> None:
        self._unpack(memory, np.zeros(len(memory.ids), np.int8))

    def _unpack(self, memory: Memory, is_new: NDArray[np.int8]) -> None:
        self.slots = memory.slots
        self.baggage = Baggage(
            speeds=(f"({self.slots},)float32", 0.0),
            accelerations=(f"({self.slots},)float32", 0.0),
            lamps=(f"({self.slots},)int8", 0),
            outlook=(f"({OUTLOOK},)float64", np.nan),
            stood=("float64", 0.0),
            is_new=("int8", 1),
        )
        arrays = {name: getattr(memory, name) for name in _REMEMBERED}
        self.baggage.load(memory.ids, {**arrays, "is_new": is_new})

    def begin_anew(self, memory: Memory) -> None:
        """Hold this memory, in the room that there is if it has as many slots; an empty one may have any number."""
        if memory.slots != self.slots and len(memory.ids):
            self._unpack(memory, np.zeros(len(memory.ids), np.int8))
            return
        arrays = {name: getattr(memory, name) for name in _REMEMBERED} if len(memory.ids) else {}
        self.baggage.load(memory.ids, arrays)
        self.baggage.arrays["is_new"][: len(memory.ids)] = 0

    def packed(self) -> Memory:
        """A copy for a snapshot, of those of whom anything is remembered."""
        tight = self.baggage.tight()
        keep = tight["is_new"] == 0
        return Memory(self.baggage.ids[keep], **{name: tight[name][keep] for name in _REMEMBERED})

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the memory by name, with spare rows; they lie where they do as long as this is the same."""
        return self.baggage.arrays

    def follow(self, seen: Reader, index: int, per_second: float) -> None:
        """Remember those who are there now, for as long as the slowest of them takes to react."""
        longest = int(seen.reaction.max(initial=0.0) * per_second + 0.5)
        if not len(self.baggage.ids):
            if longest + 1 != self.slots:
                self._unpack(_with_slots(Memory(), longest + 1, index), np.zeros(0, np.int8))
        elif longest >= self.slots:
            tight = self.baggage.tight()
            memory = Memory(self.baggage.ids, **{name: tight[name] for name in _REMEMBERED})
            self._unpack(_with_slots(memory, longest + 1, index), tight["is_new"])
        self.baggage.follow(seen.ids, seen.moves)


def _with_slots(memory: Memory, count: int, index: int) -> Memory:
    """A memory with more slots; what is older than all is the oldest."""
    old, ages = memory.slots, np.arange(count)
    slots = np.empty(count, np.int64)
    slots[(index - 1 - ages) % count] = (index - 1 - np.minimum(ages, old - 1)) % old
    speeds, accelerations, lamps = memory.speeds[:, slots], memory.accelerations[:, slots], memory.lamps[:, slots]
    return Memory(memory.ids, speeds, accelerations, lamps, memory.outlook, memory.stood)
