"""The road network as its makers described it: values that never change, without any computation over the whole.

Readers and the builder make it; the lane map, the junctions' logic, the writer and the pictures are made from it.
"""

from seahaven.roads.model.junction import (
    Connection,
    End,
    Junction,
    JunctionGroup,
    JunctionKind,
    JunctionLink,
    Priority,
    RightOfWay,
    RoadLink,
    Turn,
)
from seahaven.roads.model.lane import Access, Direction, Lane, LaneKind, Limit, Section
from seahaven.roads.model.mark import Crossing, Mark, MarkKind
from seahaven.roads.model.network import LIGHT_WITHOUT_PROGRAM, Remark, RoadNetwork
from seahaven.roads.model.object import ObjectKind, Outline, RoadObject
from seahaven.roads.model.object_codes import object_code, object_kind
from seahaven.roads.model.profile import ZERO, Piece, Profile
from seahaven.roads.model.road import Road, RoadKind
from seahaven.roads.model.signal import Controller, Facing, Phase, Program, Signal, SignalKind, SignalUse
from seahaven.roads.model.signal_codes import SIGN_COUNTRIES, signal_code, signal_kind, signal_speed
from seahaven.roads.model.waymark import Waymark
from seahaven.roads.model.zone import ParkingSpot, Zone

__all__ = [
    "LIGHT_WITHOUT_PROGRAM",
    "SIGN_COUNTRIES",
    "ZERO",
    "Access",
    "Connection",
    "Controller",
    "Crossing",
    "Direction",
    "End",
    "Facing",
    "Junction",
    "JunctionGroup",
    "JunctionKind",
    "JunctionLink",
    "Lane",
    "LaneKind",
    "Limit",
    "Mark",
    "MarkKind",
    "ObjectKind",
    "Outline",
    "ParkingSpot",
    "Phase",
    "Piece",
    "Priority",
    "Profile",
    "Program",
    "Remark",
    "RightOfWay",
    "Road",
    "RoadKind",
    "RoadLink",
    "RoadNetwork",
    "RoadObject",
    "Section",
    "Signal",
    "SignalKind",
    "SignalUse",
    "Turn",
    "Waymark",
    "Zone",
    "object_code",
    "object_kind",
    "signal_code",
    "signal_kind",
    "signal_speed",
]
