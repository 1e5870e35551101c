"""A road: a line through the land with lanes along it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum

from seahaven.errors import Position
from seahaven.geometry import Path
from seahaven.roads.model.junction import JunctionLink, RoadLink
from seahaven.roads.model.lane import Lane, Limit, Section
from seahaven.roads.model.object import RoadObject
from seahaven.roads.model.profile import ZERO, Profile
from seahaven.roads.model.signal import Signal, SignalUse


class RoadKind(StrEnum):
    """What kind of road it is, which is what usual speeds depend on."""

    UNKNOWN = "unknown"
    MOTORWAY = "motorway"
    RURAL = "rural"
    TOWN = "town"
    RESIDENTIAL = "residential"
    PEDESTRIAN = "pedestrian"
    BICYCLE = "bicycle"


@dataclass(frozen=True, slots=True)
class Road:
    """A road along a reference line, measured by s from 0 to its length; t counts to the left of the line.

    `elevation` is the height of the reference line. `superelevation` is the angle by which the road is turned about
    it, positive where the left side lies higher. `lane_offset` moves the middle lane away from the line, to the left.
    """

    id: str
    line: Path
    sections: tuple[Section, ...]
    name: str = ""
    length: float = 0.0
    """As stated by its maker; 0 takes that of the line."""
    elevation: Profile = ZERO
    superelevation: Profile = ZERO
    lane_offset: Profile = ZERO
    before: RoadLink | JunctionLink | None = None
    after: RoadLink | JunctionLink | None = None
    junction: str | None = None
    """The junction inside which the road lies."""
    is_left_hand: bool = False
    kinds: tuple[tuple[float, RoadKind], ...] = ()
    limits: tuple[Limit, ...] = ()
    signals: tuple[Signal, ...] = ()
    signal_uses: tuple[SignalUse, ...] = ()
    objects: tuple[RoadObject, ...] = ()
    at: Position | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.length:
            object.__setattr__(self, "length", self.line.length)

    def section_at(self, s: float) -> int:
        """The index of the section that holds s."""
        return max(bisect_right(self.sections, s, key=lambda section: section.s) - 1, 0)

    def stretch(self, index: int) -> tuple[float, float]:
        """From where to where along the road a section reaches."""
        last = index + 1 == len(self.sections)
        return self.sections[index].s, self.length if last else self.sections[index + 1].s

    def runs_along(self, lane: Lane) -> bool:
        """Whether traffic on the lane runs along s rather than against it."""
        return ((lane.id < 0) is not self.is_left_hand) is not (lane.direction == "reversed")
