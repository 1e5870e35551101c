"""An oncoming vehicle in the lane beside the subject's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.roles.joining import Joining
from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.sketch_places import AWAY

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Entrance, Place

__all__ = ["Oncoming"]


@dataclass(frozen=True, slots=True)
class Oncoming(Joining):
    """An oncoming vehicle in the lane beside the subject's, which meets the subject near the place.

    A vehicle that comes at about the right time is conscripted. If there is none, one is brought in out of sight,
    driving, as soon as there is a point on the road from which it will be in time.
    """

    earliest: float = 300.0
    furthest: float = 4000.0
    late: float = 0.15

    def _comes_along(self, place: Place, table: Any) -> NDArray[np.bool_]:
        return np.asarray(place.line.rank[table.lane] == 0)

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """Driving, where it is in time for the place."""
        return casting.oncoming(place)

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """In the uppermost lane, facing the subject."""
        return Figure(AWAY, ground.top + 0.5 * ground.lane_height, 180.0)
