"""One oriented box: the ground outline of anything that can be run into."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin

from seahaven.geometry.measure import Point, positive
from seahaven.geometry.pose import Pose


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle around a pose: the pose is its centre and its length lies along the heading.

        rear left  1 ────────── 0  front left
                   │     +──>   │
        rear right 2 ────────── 3  front right

    The rim belongs to the box, so boxes that touch overlap and their distance is 0.
    """

    pose: Pose
    length: float
    width: float

    def __post_init__(self) -> None:
        positive("box", "length", self.length)
        positive("box", "width", self.width)

    @property
    def row(self) -> tuple[float, float, float, float, float]:
        """The box as the numbers x, y, heading, length, width: a row for the array forms."""
        # Floats only: compiled code is made anew for every mixture of whole numbers and floats.
        pose = self.pose
        return float(pose.x), float(pose.y), float(pose.heading), float(self.length), float(self.width)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners counter-clockwise: front left, rear left, rear right, front right."""
        ahead, left = 0.5 * self.length, 0.5 * self.width
        world = self.pose.to_world
        return world((ahead, left)), world((-ahead, left)), world((-ahead, -left)), world((ahead, -left))

    @property
    def radius(self) -> float:
        """The radius of the smallest circle around the centre that holds the box."""
        return 0.5 * hypot(self.length, self.width)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest upright rectangle that holds the box: least x, least y, greatest x, greatest y."""
        c, s = abs(cos(self.pose.heading)), abs(sin(self.pose.heading))
        across, along = 0.5 * (c * self.length + s * self.width), 0.5 * (s * self.length + c * self.width)
        return self.pose.x - across, self.pose.y - along, self.pose.x + across, self.pose.y + along

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies in the box or on its rim."""
        u, v = self.pose.to_local((x, y))
        return abs(u) <= 0.5 * self.length and abs(v) <= 0.5 * self.width

    def distance_to_point(self, x: float, y: float) -> float:
        """The distance from the point to the box; 0 inside and on the rim."""
        u, v = self.pose.to_local((x, y))
        return hypot(max(abs(u) - 0.5 * self.length, 0.0), max(abs(v) - 0.5 * self.width, 0.0))

    def overlaps(self, other: Box) -> bool:
        """Whether the two boxes share a point; the same answer as `boxes_overlap` gives."""
        import seahaven.geometry.box_kernels as kernels

        return kernels.overlap(*self.row, *other.row)

    def distance(self, other: Box) -> float:
        """The distance between the two boxes; 0 exactly when they overlap."""
        import seahaven.geometry.box_kernels as kernels

        return kernels.distance(*self.row, *other.row)
