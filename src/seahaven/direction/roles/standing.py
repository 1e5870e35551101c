"""A vehicle that stands at the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seahaven.direction.casting import Entrance
from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.sketch_places import STANDING

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Place

__all__ = ["Standing"]

SPARE, LOST = 347.0, 8.0
"""Metres, and seconds, by which a heavy vehicle that comes up to speed before the subject is at least 120 m ahead of it
when the two are nearest: it takes half a minute and 380 m for that."""


@dataclass(frozen=True, slots=True)
class Standing(Role):
    """A vehicle that stands in the subject's lane `before` metres before the place, from before the subject can see it.

    With `is_beside` it is parked on the shoulder there.
    """

    before: float = 0.0
    is_beside: bool = False
    pace: float = 0.0
    """Mean speed at which it will drive on to the place (m/s); 0 if it stays. For a slow subject it stands closer to
    the place, so that it is still ahead of the subject when it sets out."""

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """At its place, as long as the subject cannot see it."""
        along = place.mark - self.ahead_of(casting.view.outlook.usual)
        lanes = place.line.lanes_at(along, refuges=self.is_beside)
        if not len(lanes):
            return None
        spot = place.line.spot(int(lanes[-1]), along)
        if casting.is_seen(spot) or not casting.has_room(place.line, along, spot, 0.0):
            return None
        return Entrance(spot, place.line.driven, 0.0, is_parked=self.is_beside, stands=not self.is_beside)

    def ahead_of(self, usual: float) -> float:
        """How far before the place it stands for a subject of a usual speed (m/s), to be ahead of it on the way."""
        share = usual / self.pace if self.pace > 0.0 else 1.0
        if share >= 1.0:
            return self.before
        return min(self.before, max(SPARE - LOST * usual, 0.0) / (1.0 - share))

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """In the subject's lane."""
        return Figure(STANDING + 40.0, ground.own)
