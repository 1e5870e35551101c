"""Laying a drive anew: the way from where the subject is to its goal, as a line along which situations have places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seahaven.direction.line import Line, Spot
from seahaven.direction.straight_ways import next_straight, straight_on
from seahaven.direction.survey import Feature, survey
from seahaven.errors import InputError
from seahaven.roads.routing import Route, Router, Tracks

__all__ = ["DrivePlan", "LaidDrive", "choose_plan", "own_lanes"]

TAIL = 1000.0
"""Metres of road behind the subject that belong to a drive, so that vehicles there have a place on it."""
DETOUR, ROUNDABOUT = 2.0, 2000.0
"""Places that the subject was to come by are kept if the way by them is at most so many times as long as the way
without them, and so many metres longer."""
LONGEST = 5000
"""Lanes of a vehicle's own route after which it is not followed any further."""


@dataclass(frozen=True, slots=True)
class DrivePlan:
    """Where a drive begins, which lanes and roads it comes by, and to where; plain values, from which it can be laid.

    `is_to_goal` says whether it leads to the goal of the study.
    """

    lane: int
    s: float
    start: tuple[int, float]
    """Where its line begins: at the subject, or some way behind it."""
    via: tuple[int | str, ...]
    goal: int | str
    is_to_goal: bool = True

    def plain(self) -> list[Any]:
        """The values as a state keeps them."""
        return [self.lane, self.s, list(self.start), list(self.via), self.goal, self.is_to_goal]

    @classmethod
    def of(cls, plain: Sequence[Any]) -> DrivePlan:
        """The plan with these values."""
        lane, s, start, via, goal, is_to_goal = plain
        return cls(lane, s, (start[0], start[1]), tuple(via), goal, is_to_goal)

    def route(self, router: Router) -> Route:
        """The route; refused where there is none."""
        return router.route(self.start, self.goal, via=self.via)

    def laid(self, router: Router) -> LaidDrive:
        """The drive."""
        return LaidDrive(self, router)


class LaidDrive:
    """A drive that was laid while the subject was under way."""

    def __init__(self, plan: DrivePlan, router: Router) -> None:
        self.plan, self.router = plan, router
        self.route = plan.route(router)
        self._tracks = Tracks(router.table([self.route]))
        self.line = Line(self._tracks, 0, driven=-1)
        self.start = float(self.line.at(plan.lane, plan.s))
        """How far along the line the subject was when it was laid."""

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """What there is along it."""
        return survey(self.line, self._tracks)

    @property
    def length(self) -> float:
        """Metres from where it was laid to its end."""
        return self.line.length - self.start

    def road(self, lane: int) -> str:
        """The id of the road of a lane."""
        lane_map = self.line.lane_map
        return str(lane_map.network.roads[lane_map.road[lane]].id)


def choose_plan(
    router: Router, goal: int | str, via: Sequence[str], spot: Spot, own: Sequence[int] = ()
) -> DrivePlan | None:
    """The plan of a drive from a place to a goal; None where no drive can begin.

    If the vehicle has a route of its own to the goal, over the lanes `own`, the drive is laid along that. Otherwise it
    comes by the places `via`, unless that is a long way round, and where no way leads to the goal it goes straight on.
    """
    if not router.graph.open_to[spot.lane]:
        return None
    by_own = _planned(router, spot, tuple(own), goal) if own else None
    if by_own is not None:
        return by_own
    direct = _planned(router, spot, (), goal)
    if direct is None:
        last = straight_on(router.lane_map, spot.lane)
        return _planned(router, spot, (), last, is_to_goal=False)
    for first in range(len(via)):
        longer = _planned(router, spot, tuple(via[first:]), goal)
        if longer is not None and _is_sensible(longer.route(router).length, direct.route(router).length):
            return longer
    return direct


def _is_sensible(length: float, direct: float) -> bool:
    return length <= DETOUR * direct + ROUNDABOUT


def _planned(
    router: Router, spot: Spot, via: tuple[int | str, ...], goal: int | str, *, is_to_goal: bool = True
) -> DrivePlan | None:
    """The plan of a drive with some road behind it, or without where that cannot be; None where there is no way."""
    tail = _tail(router, spot)
    plans = [DrivePlan(*spot, spot, via, goal, is_to_goal)]
    if tail != spot.lane:
        start = (tail, min(1.0, float(router.lane_map.length[tail])))
        plans.insert(0, DrivePlan(*spot, start, (spot.lane, *via), goal, is_to_goal))
    return next((plan for plan in plans if _leads(plan, router)), None)


def _leads(plan: DrivePlan, router: Router) -> bool:
    try:
        plan.route(router)
    except InputError:
        return False
    return True


def _tail(router: Router, spot: Spot) -> int:
    """The lane some way back from which one comes straight to a place."""
    lane_map, lane, metres, seen = router.lane_map, spot.lane, spot.s, {spot.lane}
    outside = lane
    while metres < TAIL:
        before = next_straight(lane_map, lane, lane_map.predecessors)
        if before is None or before in seen or not router.graph.open_to[before]:
            break
        lane = before
        seen.add(lane)
        outside = lane if lane_map.junction[lane] < 0 else outside
        metres += float(lane_map.length[lane])
    return outside


def own_lanes(tracks: Tracks, route: int, entry: int) -> list[int]:
    """The lanes outside junctions on which a vehicle with a route of its own to its goal goes on, one for each section.

    None for a vehicle that is off its route, or whose route was planned before the drive, or leads to no goal.
    """
    if entry < 0 or route < tracks.planned or not tracks.has_goal[route]:
        return []
    return list(dict.fromkeys(_onward(tracks, entry)))[1:]


def _onward(tracks: Tracks, entry: int) -> Iterator[int]:
    arrays, junction = tracks.arrays, tracks.lane_map.junction
    for _ in range(LONGEST):
        lane = int(arrays.lane[entry])
        following = int(arrays.following[entry])
        if following < 0:
            beside = (int(arrays.left[entry]), int(arrays.right[entry]))
            following = next((int(arrays.following[one]) for one in beside if one >= 0), -1)
        elif junction[lane] < 0:
            yield lane
        if following < 0:
            return
        entry = following
