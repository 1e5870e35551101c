"""The types of roles: what scenes may wish and want of drivers, cyclists, people on foot and traffic lights.

In come the words of scene files; out go values that crews read. Nothing here knows a world or a clock.
"""

from types import MappingProxyType

from seahaven.stage.roles.cyclist import CYCLIST
from seahaven.stage.roles.driver import BUS, CAR, DRIVER, MOTORCYCLE, TRUCK, DriverState
from seahaven.stage.roles.pedestrian import PEDESTRIAN, PedestrianState, PedestrianWish
from seahaven.stage.roles.road_user import APPROACHES, ROAD_USER, Approach, MovingState, RoadUserState, RoadUserWish
from seahaven.stage.roles.role_type import RoleState, RoleType, RoleTypes, Wish
from seahaven.stage.roles.traffic_light import TRAFFIC_LIGHT, LightState

__all__ = [
    "APPROACHES",
    "BUS",
    "CAR",
    "CYCLIST",
    "DRIVER",
    "MOTORCYCLE",
    "PEDESTRIAN",
    "ROAD_USER",
    "ROLE_TYPES",
    "TRAFFIC_LIGHT",
    "TRUCK",
    "Approach",
    "DriverState",
    "LightState",
    "MovingState",
    "PedestrianState",
    "PedestrianWish",
    "RoadUserState",
    "RoadUserWish",
    "RoleState",
    "RoleType",
    "RoleTypes",
    "Wish",
]

ROLE_TYPES = RoleTypes(
    MappingProxyType(
        {
            kind.name: kind
            for kind in (ROAD_USER, DRIVER, CAR, TRUCK, BUS, MOTORCYCLE, CYCLIST, PEDESTRIAN, TRAFFIC_LIGHT)
        }
    )
)
"""Those that come with Seahaven."""
