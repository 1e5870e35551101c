"""Road users: whoever drives, rides or walks. A script may ask for one without saying which (T14)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from seahaven.files import Speed, format_quantity
from seahaven.stage.roles.role_type import RoleState, RoleType, Wish

__all__ = ["APPROACHES", "ROAD_USER", "Approach", "MovingState", "RoadUserState", "RoadUserWish"]

Approach: TypeAlias = Literal["from the right", "from the left", "oncoming", "ahead", "behind"]
"""From where it comes, as seen by the student who comes to the place."""

APPROACHES: Final[tuple[Approach, ...]] = ("from the right", "from the left", "oncoming", "ahead", "behind")


class RoadUserWish(Wish):
    """What a scene says of a road user in its cast."""

    approaching: Approach = "ahead"
    """From where it comes: `from the right`, `from the left` or `oncoming` at junctions; `ahead` of the student or
    `behind` on the same road."""

    def words(self) -> str:
        """From where it comes."""
        return {"oncoming": "that comes towards the student", "ahead": "ahead of the student"}.get(
            self.approaching, "behind the student" if self.approaching == "behind" else f"that comes {self.approaching}"
        )

    def refusal(self, arms: int | None, *, is_stem: bool) -> str:
        """Nobody comes from the side where there is no junction, nor towards the student where the road ends."""
        is_sideways = self.approaching.startswith("from the")
        if is_sideways and arms is None:
            return f"nobody comes {self.approaching} where there is no junction"
        if is_sideways and arms is not None and arms < 3:
            return f"nobody comes {self.approaching} at a junction with {arms} arms"
        if self.approaching == "oncoming" and is_stem:
            return "nobody comes towards a student who comes on the stem of a T-junction"
        return ""


class MovingState(RoleState):
    """The state of a road user whose speed matters."""

    speed: Speed | None = None
    """How fast it goes; as it likes by default."""

    def words(self) -> str:
        """Where it is, how fast it goes, and what it does."""
        parts = [super().words()]
        if self.speed is not None:
            parts.append(f"{'goes' if parts[0] == '' else 'at'} {format_quantity(self.speed, 'km/h', digits=3)}")
        told = " ".join(filter(None, parts))
        return " and ".join(filter(None, (told, self.act and f"begins to {self.act}")))


class RoadUserState(MovingState):
    """The state of a road user of any kind."""

    doing: Literal["cross"] | None = None
    """What it does from then on: `cross` leads it over the student's way."""

    @property
    def act(self) -> str:
        """What it does from the shot on."""
        return self.doing or ""


ROAD_USER = RoleType(
    "road user", "a car, a cyclist or somebody on foot", RoadUserWish, RoadUserState, is_abstract=True, top_speed=40.0
)
