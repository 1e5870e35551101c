"""What perception carries from step to step: what everybody did lately, and what lay ahead on the road."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    past: NDArray[np.float32] = field(default_factory=lambda: np.zeros((1, 0, 2), np.float32))
    """By slot and row: speed and acceleration; in single precision, since memory is what bounds large crowds."""
    lamps: NDArray[np.int8] = field(default_factory=lambda: np.zeros((1, 0), np.int8))
    """By slot and row: the turn light, and 4 if the brake lights were on."""
    outlook: Floats = field(default_factory=lambda: np.zeros((0, OUTLOOK)))

    def following(self, seen: Reader, index: int, per_second: float) -> Memory:
        """The memory of those who are there now; newcomers are taken to have done always what they do now."""
        if len(self.ids) == len(seen.ids) and (self.ids == seen.ids).all():
            return self
        longest = int(seen.reaction.max(initial=0.0) * per_second + 0.5)
        slots = self._slots(index, max(len(self.past), longest + 1))
        rows = np.minimum(self.ids.searchsorted(seen.ids), max(len(self.ids) - 1, 0))
        is_new = self.ids[rows] != seen.ids if len(self.ids) else np.ones(len(seen.ids), np.bool_)
        past = np.empty((len(slots), len(rows), 2), np.float32)
        lamps = np.empty((len(slots), len(rows)), np.int8)
        outlook = np.full((len(rows), OUTLOOK), np.nan)
        past[:, is_new, 0], past[:, is_new, 1] = seen.speed[is_new], seen.acceleration[is_new]
        lamps[:, is_new] = (seen.turn_light + 4 * seen.brake_light)[is_new]
        if len(self.ids):
            stays = ~is_new
            past[:, stays] = self.past[slots][:, rows[stays]]
            lamps[:, stays] = self.lamps[slots][:, rows[stays]]
            outlook[stays] = self.outlook[rows[stays]]
        return Memory(seen.ids.copy(), past, lamps, outlook)

    def _slots(self, index: int, count: int) -> NDArray[np.int64]:
        """For each slot of a new memory, that of the old one which goes there; what is older than all is the oldest."""
        old = len(self.past)
        slots = np.empty(count, np.int64)
        ages = np.arange(count)
        slots[(index - 1 - ages) % count] = (index - 1 - np.minimum(ages, old - 1)) % old
        return slots
