"""Where vehicles that are not bound to lanes are among the lanes and the entries of their routes."""

from __future__ import annotations

from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks

__all__ = ["entry_on", "lanes_between"]


def entry_on(tracks: Tracks, entry: int, route: int, lane: int) -> int:
    """The entry of a lane that a vehicle came onto: the nearest to its last one, or the first of its route."""
    if lane < 0 or route < 0:
        return -1
    arrays = tracks.arrays
    for start in (entry, int(arrays.following[entry])) if entry >= 0 else ():
        for side in (arrays.left, arrays.right):
            at = start
            while at >= 0:
                if arrays.lane[at] == lane:
                    return at
                at = int(side[at])
    return int(tracks.locate(route, lane))


def lanes_between(lane_map: LaneMap, old: int, new: int) -> int:
    """How many lanes to the left of one, or of those before and after it, another lies; 0 where it is not beside."""
    if old < 0 or new < 0:
        return 0
    for start in (old, *lane_map.successors(old), *lane_map.predecessors(old)):
        for way, beside, opposite in (
            (1, lane_map.left, lane_map.left_opposite),
            (-1, lane_map.right, lane_map.right_opposite),
        ):
            at, count = start, 0
            while at >= 0:
                if at == new:
                    return way * count
                at, count = (-1 if opposite[at] else int(beside[at])), count + 1
    return 0
