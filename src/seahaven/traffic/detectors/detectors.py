"""The module that watches all induction loops of a world."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.roads import LaneMap
from seahaven.traffic.detectors.crossing import Crossings, Loops, crossings
from seahaven.world import reads, writes

__all__ = ["Detectors"]

PER_HOUR = 3600.0
ROUNDING = 1e-9
"""Seconds by which an interval may end early."""
_NO_IDS = np.zeros(0, np.int64)
_NO_PLACES = np.zeros(0)


class _Above(NamedTuple):
    """Vehicles above loops: which loop, and how far the front is beyond where that begins (m)."""

    vehicle: NDArray[np.int64]
    loop: NDArray[np.int64]
    beyond: NDArray[np.float64]


class Detectors(Module):
    """Counts vehicles, their speeds, and how long they are above each loop of the family `detector`.

        world = World([VEHICLES, WEATHER, DETECTOR])
        place_detectors(world, lane_map, [Detector("gate", lane, 250.0)])
        root.add(Detectors("detectors", rate=10.0, lane_map=lane_map))

    A vehicle comes when its front reaches the loop, on whichever lane it is then, and is above it until its rear has
    left. Run it at the rate of the traffic: then it misses no vehicle. The rows have to be there when the run begins.
    """

    lane_map: Param[LaneMap]
    vehicles: State[NDArray[np.int64]] = port(_NO_IDS, doc="those of the step before, with their places and speeds")
    lanes: State[NDArray[np.int64]] = port(_NO_IDS)
    places: State[NDArray[np.float64]] = port(_NO_PLACES)
    speeds: State[NDArray[np.float64]] = port(_NO_PLACES)
    above: State[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]] = port(
        (_NO_IDS, _NO_IDS, _NO_PLACES)
    )
    counted: State[NDArray[np.int64]] = port(_NO_IDS, doc="by loop, in the interval that goes on")
    summed: State[NDArray[np.float64]] = port(_NO_PLACES, doc="their speeds")
    covered: State[NDArray[np.float64]] = port(_NO_PLACES, doc="seconds for which a vehicle was above each")

    cars = reads("vehicle", "lane", "s", "speed", "length")
    own = reads("detector", "lane", "s", "length", "interval", "passed")
    told = writes(
        "detector", "is_occupied", "passed", "last_passed", "last_speed", "measured", "vehicles", "flow", "speed",
        "occupancy",
    )  # fmt: skip

    def init(self, tick: Tick) -> None:
        """Begin to count."""
        many = len(self.own)
        self.counted, self.summed, self.covered = np.zeros(many, np.int64), np.zeros(many), np.zeros(many)

    def step(self, tick: Tick) -> None:
        """See who has come onto loops since the step before, who is still above them, and tell at ends of intervals."""
        loops = self._loops()
        if len(loops.lane):
            dt = tick.dt if len(self.vehicles) else 0.0
            came = crossings(
                loops, (self.vehicles, self.lanes, self.places, self.speeds),
                (self.cars.ids, self.cars.lane, self.cars.s, self.cars.speed), dt,
            )  # fmt: skip
            self._count(came, tick.seconds)
            self._cover(came, dt)
            self._tell_intervals(tick.seconds + tick.dt, tick.dt)
        self.vehicles, self.lanes = self.cars.ids.copy(), self.cars.lane.astype(np.int64)
        self.places, self.speeds = self.cars.s.copy(), self.cars.speed.copy()

    def _loops(self) -> Loops:
        if self.live is None:
            self.live = Loops.of(self.own.lane, self.own.s, self.lane_map)
        loops: Loops = self.live
        return loops

    def _count(self, came: Crossings, now: float) -> None:
        if not len(came.loop):
            return
        many = len(self.counted)
        new = np.bincount(came.loop, minlength=many)
        self.counted = self.counted + new
        self.summed = self.summed + np.bincount(came.loop, came.speed, minlength=many)
        self.told.passed = self.own.passed + new
        order = np.argsort(came.ago, kind="stable")[::-1]
        for loop, ago, speed in zip(*(column[order].tolist() for column in came[1:]), strict=True):
            self._tell(loop, last_passed=now - ago, last_speed=speed)

    def _cover(self, came: Crossings, dt: float) -> None:
        """Add the time for which each loop was covered since the step before, and see which still are."""
        before = _Above(*self.above)
        rows = np.minimum(np.searchsorted(self.cars.ids, before.vehicle), max(len(self.cars) - 1, 0))
        is_here = self.cars.ids[rows] == before.vehicle if len(self.cars) else np.zeros(len(before.vehicle), bool)
        rows, loop, start = rows[is_here], before.loop[is_here], before.beyond[is_here]
        new = np.searchsorted(self.cars.ids, came.vehicle)
        rows, loop = np.concatenate((rows, new)), np.concatenate((loop, came.loop))
        speed = self.cars.speed[rows]
        time = np.concatenate((np.full(len(start), dt), came.ago))
        end = np.concatenate((start, np.zeros(len(new)))) + speed * time
        length = self.cars.length[rows] + self.own.length[loop]
        late = np.where(speed > 0.0, np.maximum(end - length, 0.0) / np.maximum(speed, 1e-6), 0.0)
        covered = np.bincount(loop, np.maximum(time - late, 0.0), minlength=len(self.covered))
        self.covered = self.covered + np.minimum(covered, max(dt, 0.0))
        stays = end < length
        self.above = self.cars.ids[rows[stays]].copy(), loop[stays], end[stays]
        occupied = np.zeros(len(self.covered), bool)
        occupied[loop[stays]] = True
        self.told.is_occupied = occupied

    def _tell_intervals(self, now: float, dt: float) -> None:
        """Tell what came in the intervals that will be over when this is in force, and begin new ones.

        What comes in the last step before that counts in the next interval.
        """
        interval = self.own.interval
        number = np.floor((now + ROUNDING) / interval)
        is_over = now - number * interval < dt - ROUNDING
        for loop in np.flatnonzero(is_over).tolist():
            count, seconds = int(self.counted[loop]), float(interval[loop])
            self._tell(
                loop, measured=now, vehicles=count, flow=PER_HOUR * count / seconds,
                speed=float(self.summed[loop]) / count if count else None,
                occupancy=min(float(self.covered[loop]) / seconds, 1.0),
            )  # fmt: skip
        keep = ~is_over
        self.counted, self.summed, self.covered = self.counted * keep, self.summed * keep, self.covered * keep

    def _tell(self, loop: int, **values: float | None) -> None:
        for name, value in values.items():
            self.told.put(name, value, ids=self.own.ids[loop])
