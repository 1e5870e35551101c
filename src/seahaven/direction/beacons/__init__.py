"""Beacons: machines that radiate what to do to vehicles nearby (H13).

In come vehicles and calls of other directors; out go presses of drivers' panels, and vehicles of streams, which come
and go where nobody sees it.
"""

from seahaven.direction.beacons.beacon import Beacon
from seahaven.direction.beacons.beacons import Beacons
from seahaven.direction.beacons.transmitter import Transmitter

__all__ = ["Beacon", "Beacons", "Transmitter"]
