"""Sight: whom somebody could see, by straight lines over the land (the contract that nothing pops in or out of sight).

An eye sees a box if a straight line from the eye, all round, reaches one of its upper corners, or one at half its
height, and nothing stands in between. The ground below roads hides, and so do solid things beside them; other vehicles
do not, since they move. Everything doubtful counts as seen: land of which nothing is known hides nothing, a bridge has
air below it, what will be in sight within the margin is in sight, and what a crest only just hides is not hidden.
"""

from __future__ import annotations

from math import inf, isfinite
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats, Truths
from seahaven.roads import LaneMap
from seahaven.world.sight_survey import land_of
from seahaven.world.table import Table

__all__ = ["Sight"]

EYE = 0.8
"""How high the eye is, as a share of its vehicle's height."""
EYE_WIDTH, BOX_WIDTH, HEIGHT = 7, 10, 6
"""Columns of eyes and of boxes, and which of these is the height."""
DOUBT = 0.15
"""Metres by which boxes count as higher than they are: where a crest begins to hide them is known only so well."""


class Sight:
    """Who is in sight on the roads of a lane map.

        sight = Sight(lane_map)
        table = world.family("vehicle")
        sight.seen(sight.eyes(table, subjects), sight.boxes(table), visibility=800.0)

    The range is the weather's visibility, but never less than `least` metres, by day and by night, when lights are
    seen as far; and never more than `most`, for whoever shows the world on a screen that ends somewhere. Whoever comes
    nearer is seen from further away, by `margin` seconds of closing speed, and sight is tried not only now but up to so
    many seconds ahead, with all going on as they do. It is made once and never changes.
    """

    is_immutable: ClassVar[bool] = True

    lane_map: LaneMap
    least: float
    most: float
    margin: float

    def __init__(self, lane_map: LaneMap, *, least: float = 1000.0, most: float = inf, margin: float = 2.0) -> None:
        for name, value in (("least", least), ("margin", margin)):
            if not (isfinite(value) and value >= 0.0):
                raise InputError(f"Sight got {name} {value!r}; expected a finite number from 0 on")
        if not most >= least:
            raise InputError(f"Sight got most {most!r}; expected at least as much as its least range, {least:g} m")
        self.lane_map = lane_map
        self.least = float(least)
        self.most = float(most)
        self.margin = float(margin)
        self._land = lane_map.known(land_of)

    def __repr__(self) -> str:
        return f"<Sight over {len(self._land.top)} tiles with roads and {len(self._land.walls)} walls>"

    def range(self, visibility: float) -> float:
        """How far one sees in metres, before the margin, when the weather's visibility is as given."""
        return min(max(float(visibility), self.least), self.most)

    def seen(self, eyes: Floats, boxes: Floats, *, visibility: float = 10_000.0) -> Truths:
        """Of each box, whether any of the eyes sees it.

        An eye is a row of x, y, height of the road below it, height above that, and its speed east, north and upward.
        A box is a row of x, y, height of the road, heading, length, width, height, and its speed likewise.
        """
        import seahaven.world.sight_kernels as kernels

        own, others = _rows("eyes", eyes, EYE_WIDTH), _rows("boxes", boxes, BOX_WIDTH).copy()
        others[:, HEIGHT] += DOUBT
        if not visibility >= 0.0:
            raise InputError(f"Sight.seen got visibility {visibility!r}; expected metres from 0 on")
        out = np.empty(len(others), np.bool_)
        kernels.seen_each(self._land, own, others, self.range(visibility), self.margin, out)
        return out

    def eyes(self, table: Table, ids: Any = None, *, after: float = 0.0) -> Floats:
        """The eyes of vehicles on roads, those of the given ids or all, `after` seconds on as they drive now.

        Ids that are not in the table are passed over.
        """
        rows = _rows_of(table, ids)
        moved = self._moved(table, rows, after)
        return np.column_stack((moved[:, :3], EYE * table.height[rows], moved[:, 3:]))

    def boxes(self, table: Table, ids: Any = None, *, after: float = 0.0) -> Floats:
        """The boxes of vehicles on roads, those of the given ids or all, `after` seconds on as they drive now."""
        rows = _rows_of(table, ids)
        moved = self._moved(table, rows, after)
        shape = (table.heading[rows], table.length[rows], table.width[rows], table.height[rows])
        return np.column_stack((moved[:, :3], *shape, moved[:, 3:]))

    def eyes_at(self, lane: Any, s: Any, *, speed: float, height: float) -> Floats:
        """The eyes in vehicles of a height that would drive at places on lanes."""
        place = self.lane_map.place(np.atleast_1d(lane), np.atleast_1d(s))
        columns = (place.x, place.y, place.z, EYE * height, *_velocity(speed, place.heading, place.grade))
        return np.column_stack([np.broadcast_to(column, place.x.shape) for column in columns])

    def boxes_at(
        self, lane: Any, s: Any, *, speed: Any, length: Any = 4.6, width: Any = 1.9, height: Any = 1.5
    ) -> Floats:
        """The boxes of vehicles that would drive at places on lanes."""
        place = self.lane_map.place(np.atleast_1d(lane), np.atleast_1d(s))
        velocity = _velocity(speed, place.heading, place.grade)
        columns = (place.x, place.y, place.z, place.heading, length, width, height, *velocity)
        return np.column_stack([np.broadcast_to(column, place.x.shape) for column in columns])

    def _moved(self, table: Table, rows: NDArray[np.intp] | slice, after: float) -> Floats:
        """x, y, z and speed east, north and upward of vehicles, a little later."""
        lane, s, speed = table.lane[rows], table.s[rows], table.speed[rows]
        grade = np.zeros(len(lane))
        on_road = lane >= 0
        if on_road.any():
            grade[on_road] = self.lane_map.place(lane[on_road], s[on_road]).grade
        velocity = np.column_stack(_velocity(speed, table.heading[rows], grade))
        place = np.column_stack((table.x[rows], table.y[rows], table.z[rows]))
        return np.concatenate((place + after * velocity, velocity), axis=1)


def _velocity(speed: Any, heading: Any, grade: Any) -> tuple[Floats, Floats, Floats]:
    return speed * np.cos(heading), speed * np.sin(heading), speed * grade


def _rows_of(table: Table, ids: Any) -> NDArray[np.intp] | slice:
    """The rows of some entities, of those that are there, in order, as ids are in a table; of all without ids."""
    if ids is None:
        return slice(None)
    wanted = np.unique(np.asarray(ids, np.int64))
    rows = np.searchsorted(table.ids, wanted)
    is_here = rows < len(table.ids)
    is_here[is_here] = table.ids[rows[is_here]] == wanted[is_here]
    return rows[is_here]


def _rows(name: str, given: Floats, width: int) -> Floats:
    rows = np.ascontiguousarray(given, np.float64)
    if rows.ndim != 2 or rows.shape[1] != width or not np.isfinite(rows).all():
        raise InputError(f"Sight.seen got {name} of shape {rows.shape}; expected rows of {width} finite numbers")
    return rows
