"""Who drives a vehicle: the contract between a seat and its occupant.

In come tables of the world, tracks and an occupant (a Python object, or a program over a versioned protocol); out go
views for the occupant, and its controls as columns of its vehicle and presses of its driver's panel. An occupant never
sees a wall clock, nor the world's tables. Nothing here directs, and nothing here knows why a vehicle is where it is.
"""

from seahaven.seats.actuation import FREE
from seahaven.seats.controls import (
    CONTROL_KINDS,
    Controls,
    LaneControls,
    MotionControls,
    PanelControls,
    PedalControls,
    PlannedPose,
    PressedItem,
    TrajectoryControls,
)
from seahaven.seats.drivers import MODES, ON_FAULT, NamedDriver, ProgramDriver, PythonDriver, Terms
from seahaven.seats.process import refuse_missing
from seahaven.seats.protocol import VERSION, Hello, Vehicle, frame, plain, unpacked
from seahaven.seats.seat import OccupantFault, OccupantIs, OccupantLate, Seat, vacated
from seahaven.seats.view import Ego, Instruction, Mission, ObjectRow, Objects, Road, RoadPoint, Stop, View, Weather
from seahaven.seats.viewing import Viewer, ViewOptions, Watched

__all__ = [
    "CONTROL_KINDS",
    "FREE",
    "MODES",
    "ON_FAULT",
    "VERSION",
    "Controls",
    "Ego",
    "Hello",
    "Instruction",
    "LaneControls",
    "Mission",
    "MotionControls",
    "NamedDriver",
    "ObjectRow",
    "Objects",
    "OccupantFault",
    "OccupantIs",
    "OccupantLate",
    "PanelControls",
    "PedalControls",
    "PlannedPose",
    "PressedItem",
    "ProgramDriver",
    "PythonDriver",
    "Road",
    "RoadPoint",
    "Seat",
    "Stop",
    "Terms",
    "TrajectoryControls",
    "Vehicle",
    "View",
    "ViewOptions",
    "Viewer",
    "Watched",
    "Weather",
    "frame",
    "plain",
    "refuse_missing",
    "unpacked",
    "vacated",
]
