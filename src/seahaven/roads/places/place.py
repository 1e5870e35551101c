"""Places found: where they are, the lanes they take up, and the arms of junctions as whoever arrives sees them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import atan2, cos, isfinite, pi, sin, tau
from typing import NamedTuple

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.places.wanted import Control

OPPOSITE = pi / 4.0
"""How far from straight across an arm may lie to count as the opposite one."""


class Spot(NamedTuple):
    """A place on a lane."""

    lane: int
    s: float


class Piece(NamedTuple):
    """A piece of a lane, from one s to another."""

    lane: int
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class PlaceArm:
    """An arm of a junction or roundabout, for casting roles by it.

    `index` counts the place's arms counter-clockwise by bearing, which is the direction in which the arm lies as seen
    from the middle. `control` is the rule for whoever arrives on it, None if nobody does. `stops` has, for each of
    the `incoming` lanes from which a way leads on, where the front of a vehicle that waits there stands.
    """

    index: int
    junction: str
    roads: tuple[str, ...]
    bearing: float
    x: float
    y: float
    incoming: tuple[int, ...]
    outgoing: tuple[int, ...]
    control: Control | None
    stops: tuple[Spot, ...]
    is_stem: bool
    """Of a T-junction: whether it is the one that ends there."""
    lane_map: LaneMap = field(repr=False, compare=False)

    @property
    def pose(self) -> Pose:
        """Where the arm meets the junction, looking in."""
        return Pose(self.x, self.y, self.bearing + pi)

    def before_stop(self, distance: float) -> tuple[Spot, ...]:
        """The spots so many metres before the stop lines, one for each incoming lane that is long enough.

        Back beyond the beginning of a lane it goes on along the one that leads most straight into it, also through
        other junctions.
        """
        if not (isfinite(distance) and distance >= 0.0):
            raise InputError(f"before_stop got {distance!r}; expected a finite number of metres from 0 on")
        found = (back(self.lane_map, stop, distance) for stop in self.stops)
        return tuple(spot for spot in found if spot is not None)


@dataclass(frozen=True, slots=True)
class Place:
    """A place that fits what was wanted.

    `earliest` and `latest` are how far it is, in metres: straight, or along the shortest and the longest of the ways
    that a driver may take. `entries` are the spots at which one comes upon it. `arrival` is the arm on which the
    driver would come, where one was given.
    """

    kind: str
    name: str
    pose: Pose
    extent: tuple[Piece, ...]
    entries: tuple[Spot, ...]
    arms: tuple[PlaceArm, ...] = ()
    arrival: PlaceArm | None = None
    size: float = 0.0
    """What measures it: a straight's length, a curve's tightest radius, the change of grade of a crest."""
    earliest: float = 0.0
    latest: float = 0.0

    @property
    def position(self) -> tuple[float, float]:
        """Where it is: its middle."""
        return self.pose.point

    @property
    def controls(self) -> tuple[Control, ...]:
        """The rules that hold at its arms, each once, in the order of `Control`."""
        known = {arm.control for arm in self.arms}
        return tuple(control for control in Control if control in known)

    def arm_of(self, lane: int) -> PlaceArm:
        """The arm to which a lane leads in, or from which it leads out."""
        for arm in self.arms:
            if lane in arm.incoming or lane in arm.outgoing:
                return arm
        raise InputError(f"lane {lane} is on no arm of {self.kind} '{self.name}'; ask for one of arms[...].incoming")

    def from_right(self, arm: PlaceArm | None = None) -> PlaceArm | None:
        """The arm to the right of whoever arrives on an arm, by default that of arrival; of several the best."""
        return self._beside(arm, 0.5 * pi, lambda turn: turn < pi - OPPOSITE)

    def from_left(self, arm: PlaceArm | None = None) -> PlaceArm | None:
        """The arm to the left of whoever arrives."""
        return self._beside(arm, 1.5 * pi, lambda turn: turn > pi + OPPOSITE)

    def opposite(self, arm: PlaceArm | None = None) -> PlaceArm | None:
        """The arm straight ahead of whoever arrives, within 45°."""
        return self._beside(arm, pi, lambda turn: abs(turn - pi) <= OPPOSITE)

    def _beside(self, arm: PlaceArm | None, best: float, fits: Callable[[float], bool]) -> PlaceArm | None:
        start = arm if arm is not None else self.arrival
        if start is None:
            raise InputError(f"{self.kind} '{self.name}' was found without a way to it; say on which arm one arrives")
        turns = [((one.bearing - start.bearing) % tau, one) for one in self.arms if one.index != start.index]
        fitting = [(abs(turn - best), one.index, one) for turn, one in turns if fits(turn)]
        return min(fitting)[2] if fitting else None


def back(lane_map: LaneMap, spot: Spot, distance: float) -> Spot | None:
    """The spot so many metres before another, along the lanes that lead most straight to it; None if there is none."""
    lane, s = spot.lane, spot.s - distance
    while s < 0.0:
        before = [one for one in lane_map.predecessors(lane) if lane_map.length[one] > 0.0]
        if not before:
            return None
        lane = min(before, key=lambda one: (abs(_turn(lane_map, one)), one))
        s += float(lane_map.length[lane])
    return Spot(lane, s)


def mean_direction(angles: list[float]) -> float:
    """The direction in the middle of several."""
    return atan2(sum(map(sin, angles)), sum(map(cos, angles)))


def _turn(lane_map: LaneMap, lane: int) -> float:
    """By how much a lane turns from its beginning to its end."""
    return float(lane_map.heading[lane_map.first[lane + 1] - 1] - lane_map.heading[lane_map.first[lane]])
