"""Direction: what makes things happen in traffic at the right time and place, without anybody noticing.

In come vehicles, lights and who is a subject; out go presses of panels: of drivers, lights, ambient traffic and the
weather. Nothing here moves a vehicle; streams bring some in and take them out, where nobody sees it.
"""

from seahaven.direction.beacons import Beacon, Beacons, GapOpened, TrafficStream, Way
from seahaven.direction.order import NOBODY, Call, Order, Party
from seahaven.direction.triggers import Fired, Trigger, Triggers
from seahaven.direction.vicinity import Vicinity

__all__ = [
    "NOBODY",
    "Beacon",
    "Beacons",
    "Call",
    "Fired",
    "GapOpened",
    "Order",
    "Party",
    "TrafficStream",
    "Trigger",
    "Triggers",
    "Vicinity",
    "Way",
]
