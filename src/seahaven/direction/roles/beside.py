"""A vehicle beside the subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.sketch_places import BESIDE

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Entrance, Place

__all__ = ["Beside"]


@dataclass(frozen=True, slots=True)
class Beside(Role):
    """A vehicle in the lane beside the subject: `side` is 1 for the left lane, -1 for the right one."""

    side: int = 1
    nearest: float = -200.0
    furthest: float = 250.0

    least_lanes: ClassVar[int] = 2

    def conscript(self, casting: Casting, place: Place) -> int | None:
        """The vehicle in that lane that can best come up beside the subject."""
        return casting.best(self, self.nearest, self.furthest, side=self.side)

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """Behind in that lane, or ahead."""
        return casting.behind(self.side) or casting.ahead(self.side)

    def may_carry_over(self, ahead: float) -> bool:
        """Whether it is still near enough."""
        return self.nearest < ahead < self.furthest

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """In the lane on its side."""
        return Figure(BESIDE, ground.own - self.side * ground.lane_height)
