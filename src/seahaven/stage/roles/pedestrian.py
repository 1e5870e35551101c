"""People on foot."""

from __future__ import annotations

from typing import Literal

from seahaven.stage.roles.road_user import ROAD_USER, MovingState
from seahaven.stage.roles.role_type import RoleType, Wish

__all__ = ["PEDESTRIAN", "PedestrianState", "PedestrianWish"]


class PedestrianWish(Wish):
    """What a scene says of somebody on foot."""

    standing: Literal["on the right", "on the left"] = "on the right"
    """On which side of the road, as the student comes."""

    def words(self) -> str:
        """Where it stands."""
        return f"who stands {self.standing}"


class PedestrianState(MovingState):
    """The state of somebody on foot; `before` counts to the edge of the student's way."""

    doing: Literal["wait", "cross", "step out", "hesitate"] | None = None
    """What it does from then on: `cross` where and when one may, `step out` whatever comes, `hesitate` on the road."""

    @property
    def act(self) -> str:
        """What it does from the shot on."""
        return self.doing or ""


PEDESTRIAN = RoleType(
    "pedestrian", "somebody on foot", PedestrianWish, PedestrianState, ROAD_USER, top_speed=4.0, colour="#b06a1e"
)
