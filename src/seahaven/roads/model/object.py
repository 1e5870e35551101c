"""Things on and beside the road that do not move: crosswalks, parking spaces, and what blocks sight."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from seahaven.errors import Position
from seahaven.roads.model.signal import Facing


class ObjectKind(StrEnum):
    """What a thing beside the road is."""

    CROSSWALK = "crosswalk"
    PARKING_SPACE = "parking space"
    STOP_LINE = "stop line"
    BARRIER = "barrier"
    BUILDING = "building"
    OBSTACLE = "obstacle"
    POLE = "pole"
    TREE = "tree"
    VEGETATION = "vegetation"
    GANTRY = "gantry"
    PATCH = "patch"
    ROAD_MARK = "road mark"
    ROAD_SURFACE = "road surface"
    TRAFFIC_ISLAND = "traffic island"
    TUNNEL = "tunnel"
    BRIDGE = "bridge"
    OTHER = "other"

    @property
    def blocks_sight(self) -> bool:
        """Whether one cannot look through it."""
        return self in _OPAQUE


_OPAQUE = frozenset(
    {ObjectKind.BARRIER, ObjectKind.BUILDING, ObjectKind.OBSTACLE, ObjectKind.TREE, ObjectKind.VEGETATION}
)


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge of a thing, corner by corner: along and left of something, how far above it, and how tall.

    `on_road`: corners are s and t of the road, above its surface. Otherwise they are ahead and to the left in the
    thing's own frame.
    """

    corners: tuple[tuple[float, float, float, float], ...]
    on_road: bool = False
    is_closed: bool = True


@dataclass(frozen=True, slots=True)
class RoadObject:
    """One thing, at s along its road and t to the left of the reference line, turned by `heading` from the road.

    A box of length (ahead), width and height, or a cylinder where a radius is given, or what its outlines say.
    `span` is the stretch along the road over which a long one, such as a tunnel or a guard rail, reaches on from s.
    """

    id: str
    kind: ObjectKind
    s: float
    t: float = 0.0
    height_above: float = 0.0
    heading: float = 0.0
    length: float | None = None
    width: float | None = None
    height: float | None = None
    radius: float | None = None
    span: float = 0.0
    outlines: tuple[Outline, ...] = ()
    facing: Facing = Facing.BOTH
    lanes: tuple[tuple[int, int], ...] = ()
    name: str = ""
    code: str = ""
    """What the file called its kind."""
    subtype: str = ""
    at: Position | None = field(default=None, compare=False)
