"""Sensors of a seat: they take a view of the truth, and give a view of what they report.

In come views, and tables to read; out go readings as radars, lidars, cameras, radios, GPS and odometry give them, and
what a fusion makes of these. Nothing here can write the world: the tables are read-only, and no module is given.
"""

from seahaven.seats.sensors.panel import DIALS, HEALTHY, SensorPanel
from seahaven.seats.sensors.sensor import (
    KINDS_OF_SENSORS,
    OBJECT_SENSORS,
    Defect,
    Noise,
    Sensor,
    SensorSet,
    defects_due,
    effective_range,
)
from seahaven.seats.sensors.suite import SensorSuite

__all__ = [
    "DIALS",
    "HEALTHY",
    "KINDS_OF_SENSORS",
    "OBJECT_SENSORS",
    "Defect",
    "Noise",
    "Sensor",
    "SensorPanel",
    "SensorSet",
    "SensorSuite",
    "defects_due",
    "effective_range",
]
