"""Who drives a vehicle: the contract between a seat and its occupant.

In come tables of the world, tracks and an occupant (a Python object, a program over a versioned protocol, or a virtual
subject); out go views for the occupant, and its controls as columns of its vehicle and presses of its driver's panel.
An occupant never sees a wall clock, nor the world's tables. Nothing here directs, and nothing here knows why a vehicle
is where it is.
"""

from seahaven.seats.actuation import FREE
from seahaven.seats.controls import (
    CONTROL_KINDS,
    AssistedControls,
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
from seahaven.seats.occupancy import Occupancy, OccupantIs
from seahaven.seats.process import refuse_missing
from seahaven.seats.protocol import VERSION, Hello, Vehicle, frame, plain, unpacked
from seahaven.seats.seat import OccupantFault, OccupantLate, Seat, vacated
from seahaven.seats.subjects import (
    ANY,
    KINDS,
    Kind,
    SubjectIs,
    VirtualOccupant,
    VirtualSubject,
    subject_of_kind,
    virtual_subject,
)
from seahaven.seats.view import Ego, Instruction, Mission, ObjectRow, Objects, Road, RoadPoint, Stop, View, Weather
from seahaven.seats.viewing import Viewer, ViewOptions, Watched

__all__ = [
    "ANY",
    "CONTROL_KINDS",
    "FREE",
    "KINDS",
    "MODES",
    "ON_FAULT",
    "VERSION",
    "AssistedControls",
    "Controls",
    "Ego",
    "Hello",
    "Instruction",
    "Kind",
    "LaneControls",
    "Mission",
    "MotionControls",
    "NamedDriver",
    "ObjectRow",
    "Objects",
    "Occupancy",
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
    "SubjectIs",
    "Terms",
    "TrajectoryControls",
    "Vehicle",
    "View",
    "ViewOptions",
    "Viewer",
    "VirtualOccupant",
    "VirtualSubject",
    "Watched",
    "Weather",
    "frame",
    "plain",
    "refuse_missing",
    "subject_of_kind",
    "unpacked",
    "vacated",
    "virtual_subject",
]
