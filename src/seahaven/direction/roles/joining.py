"""A vehicle on another way that meets the subject's at the place, such as a ramp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.casting import STEP, Entrance
from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.sketch_places import MEETING, MINOR

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Place

__all__ = ["Joining"]

NEAREST_ENTRANCE = 50.0
"""Least distance to the place (m) at which a vehicle is brought in, whatever `earliest` says."""


@dataclass(frozen=True, slots=True)
class Joining(Role):
    """A vehicle on another way that meets the subject's at the place, such as a ramp."""

    earliest: float = 0.0
    """Least distance to the place at which it may be brought in or conscripted (m)."""
    furthest: float = 900.0
    late: float = inf
    """How much too late or too early a conscripted vehicle may come, as a share of the time that is left."""

    on_other_way: ClassVar[bool] = True

    def conscript(self, casting: Casting, place: Place) -> int | None:
        """The vehicle on the other way that would be at the place most nearly when the subject is."""
        table, view = casting.view.table, casting.view
        way = place.mark - place.line.at(table.lane, table.s)
        time = view.outlook.likely(place.subject_mark - view.front)
        with np.errstate(invalid="ignore"):
            fits = casting.free(self) & (way > self.earliest) & (way < self.furthest) & np.isnan(view.along)
        chosen = np.flatnonzero(fits & self._comes_along(place, table))
        if not len(chosen) or not np.isfinite(time):
            return None
        late = np.abs(way[chosen] / np.maximum(table.speed[chosen], 1.0) - time)
        best = int(late.argmin())
        return int(table.ids[chosen[best]]) if late[best] < self.late * time else None

    def _comes_along(self, place: Place, table: Any) -> NDArray[np.bool_]:
        """Of each row, whether it is on a lane from which it comes to the place."""
        return np.ones(len(table.ids), np.bool_)

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """On the other way, as near to the place as may be out of sight, standing at its side or on it."""
        line = place.line
        nearest, furthest = max(self.earliest, NEAREST_ENTRANCE), max(place.mark - self.furthest, 10.0)
        places = np.arange(place.mark - nearest, furthest, -STEP)

        def lane_at(along: float) -> int | None:
            lanes = line.lanes_at(along)
            return int(lanes[-1]) if len(lanes) else None

        found = casting.hidden(line, places, lane_at, 0.0)
        return None if found is None else Entrance(found[1], line.driven, 0.0, is_parked=True)

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """On the ramp, or on the road that crosses."""
        if ground.junction == "merge":
            return Figure(MEETING - 230.0, ground.height - 96.0, -12.0)
        return Figure(MEETING + 0.22 * MINOR, ground.height - 70.0, -90.0)
