"""Beacons: machines that radiate what to do to vehicles nearby (H13).

In come vehicles and calls of other directors; out go presses of drivers' panels, and vehicles of streams, which come
and go where nobody sees it.
"""

from seahaven.direction.beacons.beacon import Beacon
from seahaven.direction.beacons.beacons import Beacons
from seahaven.direction.beacons.stream import GapOpened, TrafficStream
from seahaven.direction.beacons.stream_panel import StreamPanel
from seahaven.direction.beacons.transmitter import Transmitter
from seahaven.direction.beacons.way import Way

__all__ = ["Beacon", "Beacons", "GapOpened", "StreamPanel", "TrafficStream", "Transmitter", "Way"]
