"""Actors, and the stage as they know it: the place, the ways to it, and when the student comes.

In come tables of one step; out go presses of panels and other routes for vehicles. Nothing here moves anybody, and no
actor knows another one.
"""

from seahaven.stage.actors.actor import Actor, Orders
from seahaven.stage.actors.driving import BusActor, CarActor, CyclistActor, DriverActor, MotorcycleActor, TruckActor
from seahaven.stage.actors.light import LightActor
from seahaven.stage.actors.stage import Path, Stage, Student

__all__ = [
    "Actor",
    "BusActor",
    "CarActor",
    "CyclistActor",
    "DriverActor",
    "LightActor",
    "MotorcycleActor",
    "Orders",
    "Path",
    "Stage",
    "Student",
    "TruckActor",
]
