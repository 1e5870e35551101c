"""The lane graph as the search takes it: where lanes lead on, and where one may change between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Bytes, Floats, Integers, Truths
from seahaven.roads.lanemap import CHANGE_LEFT, CHANGE_RIGHT, LaneMap
from seahaven.roads.routing.border import neighbours, permitted_changes
from seahaven.roads.routing.road_user import RoadUser, usable

NARROWEST = 2.8
"""Metres: where a lane tapers off to less, it has come to its end for those who drive on it."""
PINCHED = 1.0
"""Metres: nobody drives on to the end of a lane that is less wide there, and was twice as wide before."""
FOLLOW, LEFT, RIGHT = 0, 1, 2
"""How one goes on from a lane of a route to the next: along it, or sideways."""


class Sides(NamedTuple):
    """Where lanes may be changed, as arrays; all s are along the lane.

    `run` and `opening` have a row for the left and one for the right. All arrays are of the same few types, and none
    is read-only, lest compiled code be made for each kind of them.
    """

    first: Integers
    length: Floats
    s: Floats
    left: Integers
    """The lane to the left, if it is open and runs the same way; else -1."""
    right: Integers
    run: Floats
    """Of a vertex: for how many metres from there on a change is permitted without a break."""
    opening: Integers
    """Of a vertex: the first vertex from there on at which `run` is long enough for a change; -1 for none."""


class Onward(NamedTuple):
    """Where lanes lead on, among those that are open.

    `reach` lists for each lane the lanes on which one may leave its section: itself, then those further and further
    to the left, then to the right.
    """

    next_first: Integers
    next_lane: Integers
    reach_first: Integers
    reach_lane: Integers
    reach_changes: Integers
    """How many changes it takes: negative to the left, positive to the right."""


class Graph(NamedTuple):
    """The lanes of a map as one class of road users may drive on them."""

    open_to: Truths
    clock: Floats
    """Of a vertex: the seconds from the lane's beginning on, at the limit."""
    sides: Sides
    onward: Onward
    roomy: float
    """Metres that they like to have for a change, if those are more than it needs; else 0."""
    steps: int
    """More than the steps that the search can take from the beginnings of lanes to those of the lanes beyond."""


def lane_graph(lane_map: LaneMap, user: RoadUser, *, change_length: float, in_junctions: bool) -> Graph:
    """The graph of the lanes that are open to a road user."""
    import seahaven.roads.routing.search_kernels as kernels

    open_to = usable(lane_map, user)
    left, right = neighbours(lane_map, open_to)
    permitted = permitted_changes(lane_map, user, left, right)
    if not in_junctions:
        permitted[lane_map.junction[lane_map.lane_of] >= 0] = 0
    run = np.stack(
        [_run(lane_map, permitted, bit, other) for bit, other in ((CHANGE_LEFT, left), (CHANGE_RIGHT, right))]
    )
    opening = kernels.openings(lane_map.first, run, change_length)
    sides = Sides(lane_map.first.copy(), lane_map.length.copy(), lane_map.s.copy(), left, right, run, opening)
    clock = kernels.clocks(lane_map.first, lane_map.s, lane_map.strips.limit, user.top_speed)
    onward = Onward(*_links(lane_map, open_to, left, right), *kernels.reaches(sides, open_to, change_length))
    roomy = user.change if user.change > change_length else 0.0
    steps = int(np.diff(onward.next_first)[onward.reach_lane].sum())
    return Graph(open_to, clock, sides, onward, roomy, 2 * (16 + steps))


def _links(lane_map: LaneMap, open_to: Truths, left: Integers, right: Integers) -> tuple[Integers, Integers]:
    """Where the open lanes lead on.

    One that tapers off beside another, and is said to lead onto the same lane as that one, ends: one has to change.
    """
    source = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    onto = lane_map.next_lane.astype(np.int64)
    known = source * len(lane_map) + onto
    is_beside = np.zeros(len(source), np.bool_)
    for beside in (left[source], right[source]):
        is_beside |= (beside >= 0) & np.isin(beside * len(lane_map) + onto, known)
    keep = open_to[source] & open_to[onto] & ~(is_beside & is_pinched(lane_map)[source])
    counts = np.bincount(source[keep], minlength=len(lane_map))
    return np.concatenate(([0], np.cumsum(counts))), onto[keep]


def is_pinched(lane_map: LaneMap) -> Truths:
    """Of each lane, whether it ends with hardly any width and was wider before."""
    width = lane_map.strips.width
    widest = np.maximum.reduceat(width, lane_map.first[:-1]) if len(lane_map) else np.zeros(0)
    pinched: Truths = (width[lane_map.first[1:] - 1] < PINCHED) & (widest >= 2.0 * PINCHED)
    return pinched


def tapers(lane_map: LaneMap) -> Floats:
    """Metres before the end of each lane on which it is too narrow to drive; 0 if it leads on, or never was wider."""
    return lane_map.known(_tapers)


def _tapers(lane_map: LaneMap) -> Floats:
    ends = (np.diff(lane_map.next_first) == 0) | is_pinched(lane_map)
    lost = np.zeros(len(lane_map))
    lost[ends] = [_taper(lane_map, lane) for lane in np.flatnonzero(ends).tolist()]
    lost.setflags(write=False)
    return lost


def _taper(lane_map: LaneMap, lane: int) -> float:
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    s, width = lane_map.s[rows], lane_map.strips.width[rows]
    wide = np.flatnonzero(width >= NARROWEST)
    if not len(wide) or wide[-1] == len(width) - 1:
        return 0.0
    k = int(wide[-1])
    share = (width[k] - NARROWEST) / (width[k] - width[k + 1])
    return float(s[-1] - s[k] - share * (s[k + 1] - s[k]))


def _run(lane_map: LaneMap, permitted: Bytes, bit: int, other: Integers) -> Floats:
    import seahaven.roads.routing.search_kernels as kernels

    is_permitted = (permitted & bit) > 0
    return kernels.runs(lane_map.first, lane_map.s, is_permitted, other, lane_map.next_first, lane_map.next_lane)
