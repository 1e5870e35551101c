"""Triggers: machines that are placed on roads, wait for somebody or something, and press buttons then (H12).

In come vehicles, lights and calls of other directors; out go presses of panels, calls, and who fired what.
"""

from seahaven.direction.triggers.collision import CollisionBelow
from seahaven.direction.triggers.condition import (
    After,
    ArrivesWithin,
    AtTime,
    CloserThan,
    Condition,
    HeadwayBelow,
    LightAhead,
    LightShows,
    SpeedAbove,
    SpeedBelow,
    Stopped,
)
from seahaven.direction.triggers.place import OnLanes, Place, Rectangle, Round, lanes_across, lanes_along
from seahaven.direction.triggers.trigger import Trigger
from seahaven.direction.triggers.triggers import Fired, Triggers
from seahaven.direction.triggers.tripwire import Tripwire

__all__ = [
    "After",
    "ArrivesWithin",
    "AtTime",
    "CloserThan",
    "CollisionBelow",
    "Condition",
    "Fired",
    "HeadwayBelow",
    "LightAhead",
    "LightShows",
    "OnLanes",
    "Place",
    "Rectangle",
    "Round",
    "SpeedAbove",
    "SpeedBelow",
    "Stopped",
    "Trigger",
    "Triggers",
    "Tripwire",
    "lanes_across",
    "lanes_along",
]
