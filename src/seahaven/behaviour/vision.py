"""What a driver sees: vehicles in range and in view that no other vehicle hides (G9)."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Curve, Pose, angle_between, boxes_overlap, segments_blocked
from seahaven.kernel import In, Module, Out, Param, State, Tick, port
from seahaven.world import reads, writes

__all__ = ["Sighting", "Vision"]

Boxes = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A vehicle ahead on the same course: its id, the gap between bumpers (m) and its speed (m/s)."""

    entity: int
    gap: float
    speed: float


class Vision(Module):
    """Finds the nearest visible vehicle ahead on the course, and whether the own one touches another.

    A vehicle is seen when its middle is in range, within the field of view around the gaze, and the line to it from the
    driver's eye meets no third vehicle.
    """

    pose: In[Pose]
    gaze: In[float] = port(0.0, unit="rad", doc="where the driver looks, from straight ahead")
    course: Param[Curve]
    sight: Param[float] = port(250.0, unit="m", least=0.0, doc="how far")
    view: Param[float] = port(radians(200.0), unit="rad", least=0.0, doc="how wide")
    lane: Param[float] = port(3.5, unit="m", least=0.0, doc="width of the strip that counts as the own course")
    station: State[float] = -1.0
    ahead: Out[Sighting | None] = None
    contact: Out[bool] = False

    others = reads("vehicle", "x", "y", "heading", "length", "width", "speed")
    body = reads("vehicle", "length", "width", single=True)
    notes = writes("vehicle", "leader", "gap", single=True)

    def step(self, tick: Tick) -> None:
        """Look around once."""
        table = self.others
        boxes = np.column_stack((table.x, table.y, table.heading, table.length, table.width))
        own = table.row(self.body.id)
        self.contact = self._touches(np.delete(boxes, own, axis=0))
        seen = self._visible(boxes, own)
        self.ahead = self._nearest(table.ids[seen], boxes[seen], table.speed[seen])
        self.notes.leader = self.ahead.entity if self.ahead else None
        self.notes.gap = self.ahead.gap if self.ahead else None

    def _box(self) -> list[float]:
        return [self.pose.x, self.pose.y, self.pose.heading, self.body.length, self.body.width]

    def _touches(self, boxes: Boxes) -> bool:
        if not len(boxes):
            return False
        return bool(boxes_overlap(np.tile(self._box(), (len(boxes), 1)), boxes).any())

    def _visible(self, boxes: Boxes, own: int) -> NDArray[np.int64]:
        """Rows of the vehicles that can be seen."""
        offset = boxes[:, :2] - self.pose.point
        bearing = np.arctan2(offset[:, 1], offset[:, 0])
        off_gaze = np.abs(angle_between(self.pose.heading + self.gaze, bearing))
        near = (np.hypot(offset[:, 0], offset[:, 1]) <= self.sight) & (off_gaze <= 0.5 * self.view)
        near[own] = False
        rows = np.flatnonzero(near).tolist()
        return np.array([row for row in rows if not self._is_hidden(boxes, row, own)], dtype=np.int64)

    def _is_hidden(self, boxes: Boxes, row: int, own: int) -> bool:
        third = np.delete(boxes, [row, own], axis=0)
        if not len(third):
            return False
        eye = np.array([self.pose.point])
        return bool(segments_blocked(eye, boxes[row : row + 1, :2], third)[0])

    def _nearest(self, ids: NDArray[np.int64], boxes: Boxes, speeds: NDArray[np.float64]) -> Sighting | None:
        """The first of the seen vehicles that stands on the course ahead; of two abreast, the lower id."""
        hint = self.station if self.station >= 0.0 else None
        self.station = max(0.0, self.course.project(*self.pose.point, hint=hint)[0])
        if not len(ids):
            return None
        stations, offsets = self.course.project(boxes[:, 0], boxes[:, 1])
        is_ahead = (stations > self.station) & (np.abs(offsets) < 0.5 * self.lane)
        if not is_ahead.any():
            return None
        first = int(np.argmin(np.where(is_ahead, stations, np.inf)))
        gap = stations[first] - self.station - 0.5 * (boxes[first, 3] + self.body.length)
        return Sighting(int(ids[first]), float(gap), float(speeds[first]))
