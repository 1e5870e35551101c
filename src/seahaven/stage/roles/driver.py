"""Drivers of cars, trucks, buses and motorcycles."""

from __future__ import annotations

from typing import Literal

from seahaven.stage.actors import BusActor, CarActor, MotorcycleActor, TruckActor
from seahaven.stage.roles.road_user import ROAD_USER, MovingState, RoadUserWish
from seahaven.stage.roles.role_type import RoleType

__all__ = ["BUS", "CAR", "DRIVER", "MOTORCYCLE", "TRUCK", "DriverState"]


class DriverState(MovingState):
    """The state of a driver."""

    doing: (
        Literal[
            "cross",
            "turn left",
            "turn right",
            "go straight on",
            "yield",
            "forget to yield",
            "run the light",
            "stop",
            "brake hard",
            "drive on",
        ]
        | None
    ) = None
    """What the driver does from then on. Without any, it drives as anybody does."""

    @property
    def act(self) -> str:
        """What it does from the shot on."""
        return self.doing or ""


DRIVER = RoleType(
    "driver", "somebody who drives a vehicle", RoadUserWish, DriverState, ROAD_USER, is_abstract=True, top_speed=60.0
)
CAR = RoleType("car", "a car", RoadUserWish, DriverState, DRIVER, CarActor, top_speed=60.0)
TRUCK = RoleType("truck", "a truck", RoadUserWish, DriverState, DRIVER, TruckActor, top_speed=25.0, colour="#39617a")
BUS = RoleType("bus", "a bus", RoadUserWish, DriverState, DRIVER, BusActor, top_speed=28.0, colour="#2e6e63")
MOTORCYCLE = RoleType(
    "motorcycle", "a motorcycle", RoadUserWish, DriverState, DRIVER, MotorcycleActor, top_speed=60.0, colour="#5a4a86"
)
