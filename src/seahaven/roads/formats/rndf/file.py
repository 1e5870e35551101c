"""What an RNDF says: segments of lanes, zones with parking spots, all by their waypoints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seahaven.errors import Position
from seahaven.roads.formats.rndf.statement import Id
from seahaven.roads.model import Remark

__all__ = ["Exit", "Label", "RndfFile", "RndfLane", "RndfSpot", "RndfZone", "Segment", "Waypoint", "dotted"]


def dotted(id: Id) -> str:
    """An id as the file has it."""
    return ".".join(map(str, id))


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A point with its latitude and longitude in degrees."""

    id: Id
    latitude: float
    longitude: float
    at: Position


@dataclass(frozen=True, slots=True)
class Exit:
    """A way from one waypoint to another, of another lane or of a zone's perimeter."""

    start: Id
    end: Id
    at: Position


@dataclass(frozen=True, slots=True)
class Label:
    """A waypoint that is a checkpoint, with its number, or at which to stop."""

    waypoint: Id
    number: int
    at: Position


@dataclass(frozen=True, slots=True)
class RndfLane:
    """A lane: waypoints in the direction of travel; `width` in metres; boundaries by their names in the file."""

    id: Id
    waypoints: tuple[Waypoint, ...]
    width: float
    left: str
    right: str
    exits: tuple[Exit, ...]
    stops: tuple[Label, ...]
    checkpoints: tuple[Label, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class Segment:
    """A road: lanes beside each other, in either direction."""

    id: int
    name: str
    lanes: tuple[RndfLane, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class RndfSpot:
    """A parking spot: a vehicle comes in by its first waypoint, and stands at the second one."""

    id: Id
    width: float
    waypoints: tuple[Waypoint, ...]
    checkpoints: tuple[Label, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class RndfZone:
    """An open area within a perimeter."""

    id: int
    name: str
    perimeter: tuple[Waypoint, ...]
    exits: tuple[Exit, ...]
    spots: tuple[RndfSpot, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class RndfFile:
    """All of a file, and what is doubtful in it."""

    name: str
    segments: tuple[Segment, ...]
    zones: tuple[RndfZone, ...]
    remarks: tuple[Remark, ...]

    @property
    def lanes(self) -> Iterator[RndfLane]:
        """The lanes of all segments."""
        return (lane for segment in self.segments for lane in segment.lanes)

    @property
    def waypoints(self) -> Iterator[Waypoint]:
        """All points, those of lanes first."""
        for lane in self.lanes:
            yield from lane.waypoints
        for zone in self.zones:
            yield from zone.perimeter
            for spot in zone.spots:
                yield from spot.waypoints
