"""A vehicle on a road that crosses the subject's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from seahaven.direction.crossers import crosser, time_from_stand
from seahaven.direction.roles.joining import Joining

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Entrance, Place

__all__ = ["Crossing"]

PATIENT = 1.5
"""So many times the time that a vehicle needs from a stand may be left when it is brought in: it would be in the way of
others on that road if it stood there for long."""


@dataclass(frozen=True, slots=True)
class Crossing(Joining):
    """A vehicle on a road that crosses the subject's, whose way leads straight over the place.

    A vehicle that drives there is conscripted if it can be in time, and if no vehicle ahead of it would stop at the
    place and block it. Otherwise one is brought in out of sight: driving, at a point from which it is in time, or
    parked at least `earliest` metres before the place.
    """

    earliest: float = 450.0
    nearest: float = 120.0
    """Least distance to the place at which a driving vehicle may be conscripted (m)."""
    clear: float = 25.0
    """Time before its arrival in which no other vehicle should arrive at the place (s)."""

    least_way: ClassVar[float] = 200.0

    def conscript(self, casting: Casting, place: Place) -> int | None:
        """The vehicle on the road that crosses that can best be at the place when the subject is."""
        table, view = casting.view.table, casting.view
        time = view.outlook.likely(place.subject_mark - view.front)
        is_free = casting.free(self) & np.isnan(view.along)
        row = crosser(self, place.line, place.mark, time, table, casting.tracks, is_free)
        return None if row is None else int(table.ids[row])

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """Driving, where it is in time; or parked."""
        return casting.oncoming(place) or self._parked_in_time(casting, place)

    def _parked_in_time(self, casting: Casting, place: Place) -> Entrance | None:
        """Standing, not long before it has to set out to be at the place when the subject is."""
        entrance = Joining.entrance(self, casting, place)
        if entrance is None:
            return None
        metres = place.mark - float(place.line.at(*entrance.spot))
        time = casting.view.outlook.likely(place.subject_mark - casting.view.front)
        needed = time_from_stand(metres, casting.limit(entrance.spot))
        return entrance if needed < time < PATIENT * needed else None
