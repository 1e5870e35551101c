"""Traffic lights: the light that the student sees at the place."""

from __future__ import annotations

from typing import Literal

from seahaven.stage.actors import LightActor
from seahaven.stage.roles.role_type import RoleState, RoleType, Wish

__all__ = ["TRAFFIC_LIGHT", "LightState"]


class LightState(RoleState):
    """What the light shows; it still keeps ambers and shortest greens (H19)."""

    shows: Literal["green", "amber", "red"]
    """To the student."""

    def words(self) -> str:
        """What it shows."""
        return f"shows {self.shows}"


TRAFFIC_LIGHT = RoleType(
    "traffic light", "the light at the place", Wish, LightState, actor=LightActor, colour="#7a6a1e"
)
