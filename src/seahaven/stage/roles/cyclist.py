"""Cyclists."""

from __future__ import annotations

from seahaven.stage.actors import CyclistActor
from seahaven.stage.roles.driver import DriverState
from seahaven.stage.roles.road_user import ROAD_USER, RoadUserWish
from seahaven.stage.roles.role_type import RoleType

__all__ = ["CYCLIST"]

CYCLIST = RoleType(
    "cyclist", "a cyclist", RoadUserWish, DriverState, ROAD_USER, CyclistActor, top_speed=12.0, colour="#2e8b57"
)
