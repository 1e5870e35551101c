"""A vehicle ahead of the subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seahaven.direction.roles.role import Figure, Ground, Role
from seahaven.direction.sketch_places import AHEAD

if TYPE_CHECKING:
    from seahaven.direction.casting import Casting, Entrance, Place

__all__ = ["Ahead"]

MOST_ASIDE = 2
"""Lanes beside the subject's from which a vehicle is conscripted."""


@dataclass(frozen=True, slots=True)
class Ahead(Role):
    """A vehicle ahead of the subject on its route, between `nearest` and `furthest` metres; in another lane it may come
    from behind.

    A vehicle that drives there is conscripted. If there is none, one is brought in out of sight: ahead, so slow that
    the subject catches up with it; parked on the shoulder, to set out before the subject; or behind in another lane, to
    overtake.

    `paced` names a dial of the situation: such a vehicle drives at that speed from before the subject can see it, and
    the subject comes up to it by itself. So none is conscripted, and none sets out from the shoulder.
    """

    nearest: float = -200.0
    furthest: float = 700.0
    paced: str = ""

    def conscript(self, casting: Casting, place: Place) -> int | None:
        """The vehicle that can best come to lead the subject."""
        if self.paced:
            return None
        return casting.best(self, self.nearest, self.furthest, most_side=MOST_ASIDE)

    def entrance(self, casting: Casting, place: Place) -> Entrance | None:
        """Ahead, or behind in another lane."""
        if self.paced:
            return casting.ahead_at(place.parameters[self.paced])
        return casting.ahead(0) or casting.behind(1)

    def may_carry_over(self, ahead: float) -> bool:
        """Whether it is still near enough."""
        return self.nearest < ahead < self.furthest

    def figure(self, ground: Ground, before: Sequence[Role]) -> Figure:
        """In the subject's lane, one ahead of the other."""
        return Figure(AHEAD + 120.0 * sum(isinstance(role, Ahead) for role in before), ground.own)
