"""Gantries over roads that show limits which heed the traffic, for `variable_speed_limits.py`.

How drivers come to know: `Gantries` writes the column `top_speed`, the most that a driver wishes to drive whatever the
limit, of whoever is below one. Columns are open to every module; nothing else has to know of gantries.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.measures import PER_KM
from seahaven.roads.builder import kmh
from seahaven.traffic import Chainage
from seahaven.world import reads, writes

DROP = 4000.0
"""Metres along each road at which its lane has ended."""
LIMIT, LEAST, STEP = kmh(120), kmh(60), kmh(10)
SHOWN, WATCHED = (DROP - 2500.0, DROP - 500.0), (DROP - 300.0, DROP + 200.0)
"""From where to where limits are shown, and vehicles counted."""
WANTED, GAIN, EVERY = 2 * 24.0 / PER_KM, 0.6 * kmh(1) * PER_KM, 30
"""Vehicles per metre that get through best (see fundamental_diagram.py); m/s per vehicle per metre more; seconds."""


class Gantries(Module):
    """Shows limits, road by road, that fall while there are too many where the lane ends, and rise again."""

    roads: Param[tuple[Chainage, ...]]
    limits: State[NDArray[np.float64]] = port(np.zeros(0), unit="m/s")
    counted: State[NDArray[np.float64]] = port(np.zeros(0), doc="densities summed up since limits were set")
    own: State[dict[int, float]] = port({}, doc="what each driver wishes at most where no limit is shown")

    seen = reads("vehicle", "lane", "s", "speed_factor", "top_speed")
    wish = writes("vehicle", "top_speed")

    def init(self, tick: Tick) -> None:
        """Begin with the limit of the road."""
        self.limits, self.counted = np.full(len(self.roads), LIMIT), np.zeros(len(self.roads))

    def step(self, tick: Tick) -> None:
        """Count, show other limits now and then, and tell those who are below them."""
        places = [road.at(self.seen.lane, self.seen.s) for road in self.roads]
        there = [((at > WATCHED[0]) & (at < WATCHED[1])).sum() for at in places]
        self.counted = self.counted + np.array(there) / (WATCHED[1] - WATCHED[0])
        if (tick.index + 1) % EVERY == 0:
            self.limits = np.clip(self.limits + GAIN * (WANTED - self.counted / EVERY), LEAST, LIMIT)
            self.counted = np.zeros(len(self.roads))
        known = zip(self.seen.ids.tolist(), self.seen.top_speed.tolist(), strict=True)
        self.own = {vehicle: self.own.get(vehicle, speed) for vehicle, speed in known}
        wished = np.array(list(self.own.values()))
        for at, limit in zip(places, STEP * np.round(self.limits / STEP), strict=True):
            below = (at > SHOWN[0]) & (at < SHOWN[1])
            wished[below] = np.minimum(wished, self.seen.speed_factor * limit)[below]
        self.wish.top_speed = wished
