"""What perception carries from step to step: what everybody did lately, and what lay ahead on the road."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.world import Reader

__all__ = ["Memory"]

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
    """The turn light, and 4 if the brake lights were on."""
    outlook: Floats = field(default_factory=lambda: np.zeros((0, OUTLOOK)))

    @property
    def slots(self) -> int:
        """How many there are."""
        return int(self.speeds.shape[1])

    def following(self, seen: Reader, index: int, per_second: float) -> Memory:
        """The memory of those who are there now; newcomers are taken to have done always what they do now."""
        if len(self.ids) == len(seen.ids) and (self.ids == seen.ids).all():
            return self
        longest = int(seen.reaction.max(initial=0.0) * per_second + 0.5)
        slots = self._slots(index, max(self.slots, longest + 1))
        rows = np.minimum(self.ids.searchsorted(seen.ids), max(len(self.ids) - 1, 0))
        is_new = self.ids[rows] != seen.ids if len(self.ids) else np.ones(len(seen.ids), np.bool_)
        stays = rows[~is_new]
        now = seen.speed, seen.acceleration, seen.turn_light + 4 * seen.brake_light
        then: tuple[NDArray[Any], ...] = (self.speeds, self.accelerations, self.lamps)
        speeds, accelerations, lamps = (np.empty((len(rows), len(slots)), old.dtype) for old in then)
        for new, old, column in zip((speeds, accelerations, lamps), then, now, strict=True):
            new[is_new] = column[is_new, None]
            new[~is_new] = old[stays][:, slots]
        outlook = np.full((len(rows), OUTLOOK), np.nan)
        outlook[~is_new] = self.outlook[stays]
        return Memory(seen.ids.copy(), speeds, accelerations, lamps, outlook)

    def _slots(self, index: int, count: int) -> NDArray[np.int64]:
        """For each slot of a new memory, that of the old one which goes there; what is older than all is the oldest."""
        old = self.slots
        slots = np.empty(count, np.int64)
        ages = np.arange(count)
        slots[(index - 1 - ages) % count] = (index - 1 - np.minimum(ages, old - 1)) % old
        return slots
