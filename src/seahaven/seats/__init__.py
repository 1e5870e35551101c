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
from seahaven.seats.protocol import VERSION, Hello, Vehicle, answer_from, frame, plain, unpacked
from seahaven.seats.readings import (
    CameraReading,
    GpsReading,
    LidarReading,
    Mount,
    OdometryReading,
    RadarReading,
    SensorViews,
    V2xReading,
)
from seahaven.seats.reply import Reply
from seahaven.seats.seat import (
    AnotherWay,
    OccupantFault,
    OccupantLate,
    OccupantStates,
    Seat,
    SensorDialTurned,
    vacated,
)
from seahaven.seats.sensors import (
    DIALS,
    HEALTHY,
    KINDS_OF_SENSORS,
    OBJECT_SENSORS,
    Defect,
    Noise,
    Sensor,
    SensorPanel,
    SensorSet,
    SensorSuite,
)
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
from seahaven.seats.timing import OverheardDriver, TimedDriver
from seahaven.seats.view import Ego, Instruction, Mission, ObjectRow, Objects, Road, RoadPoint, Stop, View, Weather
from seahaven.seats.viewing import Viewer, ViewOptions, Watched

__all__ = [
    "ANY",
    "CONTROL_KINDS",
    "DIALS",
    "FREE",
    "HEALTHY",
    "KINDS",
    "KINDS_OF_SENSORS",
    "MODES",
    "OBJECT_SENSORS",
    "ON_FAULT",
    "VERSION",
    "AnotherWay",
    "AssistedControls",
    "CameraReading",
    "Controls",
    "Defect",
    "Ego",
    "GpsReading",
    "Hello",
    "Instruction",
    "Kind",
    "LaneControls",
    "LidarReading",
    "Mission",
    "MotionControls",
    "Mount",
    "NamedDriver",
    "Noise",
    "ObjectRow",
    "Objects",
    "Occupancy",
    "OccupantFault",
    "OccupantIs",
    "OccupantLate",
    "OccupantStates",
    "OdometryReading",
    "OverheardDriver",
    "PanelControls",
    "PedalControls",
    "PlannedPose",
    "PressedItem",
    "ProgramDriver",
    "PythonDriver",
    "RadarReading",
    "Reply",
    "Road",
    "RoadPoint",
    "Seat",
    "Sensor",
    "SensorDialTurned",
    "SensorPanel",
    "SensorSet",
    "SensorSuite",
    "SensorViews",
    "Stop",
    "SubjectIs",
    "Terms",
    "TimedDriver",
    "TrajectoryControls",
    "V2xReading",
    "Vehicle",
    "View",
    "ViewOptions",
    "Viewer",
    "VirtualOccupant",
    "VirtualSubject",
    "Watched",
    "Weather",
    "answer_from",
    "frame",
    "plain",
    "refuse_missing",
    "subject_of_kind",
    "unpacked",
    "vacated",
    "virtual_subject",
]
