"""Fusion: from the object lists of several sensors to tracked objects, as a view shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from seahaven.kernel import in_seconds
from seahaven.roads import LaneMap
from seahaven.seats.readings import Reading
from seahaven.seats.sensors.sensor import OBJECT_SENSORS, Sensor
from seahaven.seats.tables import Table
from seahaven.seats.view import Ego, Objects

__all__ = ["Fusion"]

MOST: Final = 500
"""The most tracks that are kept, and shown."""
EMPTY: Final = np.zeros((1, 0), np.int64)


class Fusion:
    """Keeps tracks, and takes readings in.

    A track has a number of its own. It is shown once it was reported three times, and dropped after a second without a
    report. Readings that come late are compared with where the track was at their date.
    """

    def __init__(self, lane_map: LaneMap) -> None:
        self._lane_map = lane_map
        self._tracks, self._wholes = np.zeros((MOST, 30)), np.zeros((MOST, 14), np.int64)
        self._count, self._next, self._turn = 0, 1, 0
        self._date: int | None = None

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here."""
        return {
            "tracks": self._tracks[: self._count].copy(), "wholes": self._wholes[: self._count].copy(),
            "next": self._next, "turn": self._turn, "date": self._date,
        }  # fmt: skip

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._count = len(state["tracks"])
        self._tracks[: self._count], self._wholes[: self._count] = state["tracks"], state["wholes"]
        self._next, self._turn, self._date = state["next"], state["turn"], state["date"]

    def objects(
        self, shown: list[tuple[int, Reading]], known: Callable[[int], Sensor], ego: Ego, date: int, rivals: Any
    ) -> Objects:
        """The tracked objects at a date, after some readings have come in; `known` gives the sensor of a number."""
        import seahaven.seats.sensors.fusion_kernels as kernels

        now, dt = in_seconds(date), 0.0 if self._date is None else in_seconds(date - self._date)
        own = np.array([ego.x, ego.y, ego.heading, ego.speed, ego.yaw_rate, ego.length, ego.width])
        kernels.carry_on(self._tracks, self._count, dt)
        for number, reading in shown:
            sensor = known(number)
            if sensor.kind not in OBJECT_SENSORS:
                continue
            self._turn += 1
            figures, codes, brakes = _blocks(reading.objects)  # type: ignore[union-attr]  # it is one of objects
            noise, mount = sensor.noise, sensor.mount
            spread = np.array([noise.distance, noise.share, noise.bearing, noise.speed])
            pose = np.array([float(mount.roadside), mount.ahead, mount.left, mount.turned])
            self._count, self._next = kernels.fuse(
                OBJECT_SENSORS.index(sensor.kind), figures, codes, brakes, spread, pose, own, now,
                in_seconds(reading.date), self._turn, self._next, self._tracks, self._wholes, self._count,
            )  # fmt: skip
        self._count = kernels.tidy(self._tracks, self._wholes, self._count, now, dt)
        self._date = date
        return self._shown(own, ego.z, rivals)

    def _shown(self, own: Any, z: float, rivals: Any) -> Objects:
        import seahaven.seats.sensors.fusion_kernels as kernels

        numbers, codes = np.zeros((11, self._count)), np.zeros((4, self._count), np.int64)
        brakes = np.zeros((1, self._count), np.int64)
        count = kernels.shown(self._tracks, self._wholes, self._count, own, MOST, numbers, codes, brakes)
        numbers, codes = numbers[:, :count], codes[:, :count]
        if count:
            match = self._lane_map.match(numbers[8], numbers[9], heading=numbers[10], z=np.full(count, z), reach=0.5)
            codes[2] = match.lane
        truths = np.stack([brakes[0, :count] > 0, np.isin(codes[2], rivals)])
        for block in (numbers, codes, truths):
            block.flags.writeable = False
        return Objects.of_blocks((numbers, codes, truths))


def _blocks(table: Table[Any]) -> tuple[Any, Any, Any]:
    """The columns of a table as blocks of numbers, whole numbers and truths."""
    made: list[list[Any]] = [[], [], []]
    for name, declared in table.declared().items():
        block = {"number": 0, "truth": 2}.get(declared.kind, 1)
        made[block].append(getattr(table, name))
    figures, codes = np.array(made[0]), np.array(made[1])
    return figures, codes, np.array(made[2], np.int64) if made[2] else EMPTY
