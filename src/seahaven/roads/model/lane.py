"""Lanes side by side: what each is for, how wide it is, and which lanes it joins."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from seahaven.errors import Position
from seahaven.roads.model.mark import Mark
from seahaven.roads.model.profile import ZERO, Profile


class LaneKind(StrEnum):
    """What a lane is for."""

    DRIVING = "driving"
    ENTRY = "entry"
    EXIT = "exit"
    ON_RAMP = "on ramp"
    OFF_RAMP = "off ramp"
    CONNECTING_RAMP = "connecting ramp"
    SLIP = "slip lane"
    BIDIRECTIONAL = "bidirectional"
    BUS = "bus"
    TAXI = "taxi"
    CARPOOL = "carpool"
    SHARED = "shared"
    STOP = "stop"
    SHOULDER = "shoulder"
    PARKING = "parking"
    BIKING = "biking"
    SIDEWALK = "sidewalk"
    CROSSWALK = "crosswalk"
    BORDER = "border"
    CURB = "curb"
    MEDIAN = "median"
    RESTRICTED = "restricted"
    ROAD_WORKS = "road works"
    TRAM = "tram"
    RAIL = "rail"
    SPECIAL = "special"
    NONE = "none"

    @property
    def is_driving(self) -> bool:
        """Whether cars drive here as a matter of course."""
        return self in _DRIVING


_DRIVING = frozenset(
    {
        LaneKind.DRIVING,
        LaneKind.ENTRY,
        LaneKind.EXIT,
        LaneKind.ON_RAMP,
        LaneKind.OFF_RAMP,
        LaneKind.CONNECTING_RAMP,
        LaneKind.SLIP,
        LaneKind.BIDIRECTIONAL,
        LaneKind.SHARED,
    }
)


class Direction(StrEnum):
    """How traffic runs on a lane, compared with what its side of the road and the rule of the road say."""

    STANDARD = "standard"
    REVERSED = "reversed"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Limit:
    """The highest permitted speed from s on, up to the next limit, in m/s; None says that there is no limit.

    A limit that is not stated ends the one before it: the road's holds on a lane, the usual one of its kind on a road.
    """

    s: float
    speed: float | None
    is_stated: bool = True


@dataclass(frozen=True, slots=True)
class Access:
    """Who may, or may not, use a lane from s on: kinds of road users by name, such as "bus" or "bicycle"."""

    s: float
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """One lane of a section. Every s in it counts from where the section begins.

    Its number says where it lies: 0 is the middle, which has no width and carries marks only; from there 1, 2, 3 lie
    to the left and -1, -2, -3 to the right, seen along the road. Negative lanes run along the road in right-hand
    traffic and against it in left-hand traffic, positive ones the other way.

    `before` and `after` are the numbers of the lanes that it joins in the section, or the road, before and after it,
    along the road whichever way traffic runs. Lanes of roads in junctions are joined by the junction's connections.

    `points` gives the lane by its waypoints, x, y, z along the road, where whoever drew it gave those rather than
    widths on a reference line: SUMO and RNDF do. Its centre then runs straight from point to point.
    """

    id: int
    kind: LaneKind = LaneKind.DRIVING
    width: Profile = ZERO
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    limits: tuple[Limit, ...] = ()
    access: tuple[Access, ...] = ()
    direction: Direction = Direction.STANDARD
    is_level: bool = False
    heights: tuple[tuple[float, float, float], ...] = ()
    """From s on, how far the inner and the outer border lie above the road: pavements."""
    points: tuple[tuple[float, float, float], ...] | None = None
    name: str = ""
    at: Position | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    """Lanes that stay the same from s on, up to the next section or the road's end.

    Lanes are ordered from left to right: falling numbers, the middle lane 0 included.
    """

    s: float
    lanes: tuple[Lane, ...]
    at: Position | None = field(default=None, compare=False)

    def lane(self, id: int) -> Lane | None:
        """The lane of that number, if there is one."""
        return next((lane for lane in self.lanes if lane.id == id), None)
