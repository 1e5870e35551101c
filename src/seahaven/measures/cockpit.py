"""What a driver did with wheel and pedals, read from the recording of cockpits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.reels import Reel

__all__ = ["CockpitSamples", "read_cockpit"]

SLACK: Final = 0.1
"""s by which samples may begin later or end earlier than the time that they are to cover: a step of the traffic."""
_COLUMNS: Final = ("wheel", "throttle", "brake")


@dataclass(frozen=True, slots=True)
class CockpitSamples:
    """Wheel (rad) and pedals (0 to 1) of one vehicle, sampled as often as it moves.

    Pedals are NaN where the driver has none, since it asks for accelerations.
    """

    time: Floats
    wheel: Floats
    throttle: Floats
    brake: Floats

    @property
    def has_pedals(self) -> bool:
        """Whether the driver worked pedals all the time."""
        return bool(len(self.time) and not np.isnan(self.throttle).any() and not np.isnan(self.brake).any())

    def covers(self, start: float, end: float) -> bool:
        """Whether there are samples from one time to another (s); not before a run that was resumed went on."""
        times = self.time
        return bool(len(times) > 1 and times[0] <= start + SLACK and times[-1] >= end - SLACK)


def read_cockpit(reel: Reel, vehicle: int, start: float, end: float) -> CockpitSamples:
    """The samples of a vehicle in a recording of cockpits, from one time to another (s), both included."""
    table = reel.table("cockpit", ["time", "vehicle", *_COLUMNS], time=(start, end))
    mine = np.flatnonzero(table.column("vehicle").to_numpy() == vehicle)
    columns = (table.column(name).to_numpy() for name in ("time", *_COLUMNS))
    return CockpitSamples(*(np.asarray(column, dtype=np.float64)[mine] for column in columns))
