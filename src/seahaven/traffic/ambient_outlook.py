"""Where a subject will be along its way, to know in time which ends of the network it is about to see."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.routing import Tracks
from seahaven.world import Sight, Table

__all__ = ["LOOK_AHEAD", "Outlook", "outlook_of", "pace_of"]

LOOK_AHEAD = 250.0
"""Seconds of its way for which a subject is looked ahead: ten more than traffic takes to thin out before an end
(`RUN_UP` of `ambient_farewell`). More costs more time and changes nothing."""
STEP = 60.0
"""Metres from one place on its way to the next: two seconds at 30 m/s, as far ahead as sight itself reckons."""
SLOWEST = 1.0
"""Speed (m/s) below which a subject counts as standing."""
BEYOND = 1500.0
"""Metres beyond that time, or behind its goal, within which the end of the network still matters to a subject."""
PARKING, COMFORT = 30.0, 2.0
"""A subject nearer to its goal than its braking distance at this deceleration (m/s²), and so many metres more, is about
to park: nothing can get into its way any more."""
FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""


class Outlook(NamedTuple):
    """A subject's way ahead: where its eyes will be, after how many seconds, and where its way leaves the network."""

    eyes: Floats
    """Rows as `Sight.seen` takes them."""
    after: Floats
    """Seconds until the eyes are there, if it drives as fast as it likes to."""
    speed: float
    """m/s, now."""
    pace: float
    """m/s, as fast as it likes to drive here."""
    end_lane: int
    """The lane at whose end the network ends on its way; -1 if that is further away than it is looked ahead."""
    to_end: float
    """Metres to that end."""
    is_under_way: bool
    """Whether it drives on, or would if it could; a subject that is about to park does not."""

    @property
    def is_standing(self) -> bool:
        """Whether it stands now."""
        return self.speed < SLOWEST


def outlook_of(sight: Sight, tracks: Tracks, table: Table, row: int) -> Outlook:
    """The way ahead of the subject in a row: along its route up to its goal, or straight on without one."""
    lane_map, s, speed = tracks.lane_map, float(table.s[row]), float(table.speed[row])
    pace = pace_of(tracks, table, row)
    reach = LOOK_AHEAD * pace if pace > SLOWEST else 0.0
    lanes, to_goal = _way(tracks, int(table.lane[row]), int(table.entry[row]), s, reach)
    starts = np.cumsum([0.0, *(lane_map.length[lane] for lane in lanes)]) - s
    is_end = lane_map.next_first[lanes[-1]] == lane_map.next_first[lanes[-1] + 1]
    ahead = np.arange(0.0, max(min(to_goal, reach, float(starts[-1])), 0.0), STEP)
    which = np.clip(np.searchsorted(starts, ahead, side="right") - 1, 0, len(lanes) - 1)
    height = float(table.height[row])
    eyes = sight.eyes_at(np.array(lanes)[which], ahead - starts[which], speed=pace, height=height)
    parks = to_goal < PARKING + speed * speed / (2.0 * COMFORT)
    return Outlook(
        eyes, ahead / max(pace, SLOWEST), speed, pace, lanes[-1] if is_end else -1, float(starts[-1]),
        pace > SLOWEST and not parks,
    )  # fmt: skip


def pace_of(tracks: Tracks, table: Table, row: int) -> float:
    """How fast (m/s) the vehicle in a row would like to drive where it is, or drives if that is more."""
    limit = min(float(tracks.lane_map.limit(int(table.lane[row]), float(table.s[row]))), FASTEST)
    return max(float(table.speed[row]), min(float(table.speed_factor[row]) * limit, float(table.top_speed[row])))


def _way(tracks: Tracks, lane: int, entry: int, s: float, reach: float) -> tuple[list[int], float]:
    """The lanes ahead, beginning with a vehicle's own, and how many metres it is to its goal; infinite without one."""
    arrays, lane_map = tracks.arrays, tracks.lane_map
    to_goal = float(arrays.remaining[entry]) - s if entry >= 0 else np.inf
    furthest = min(to_goal, reach) + BEYOND
    lanes, length = [lane], float(lane_map.length[lane]) - s
    while length < furthest:
        entry = _next(tracks, entry) if entry >= 0 else -1
        onward = [int(arrays.lane[entry])] if entry >= 0 else lane_map.successors(lanes[-1])[:1]
        if not onward:
            break
        lanes.append(onward[0])
        length += float(lane_map.length[onward[0]])
    return lanes, to_goal


def _next(tracks: Tracks, entry: int) -> int:
    """The entry by which a route goes on at the end of a lane, or of one beside it; -1 where it ends."""
    arrays = tracks.arrays
    for side in (None, arrays.left, arrays.right):
        other = entry if side is None else int(side[entry])
        if other >= 0 and arrays.following[other] >= 0:
            return int(arrays.following[other])
    return -1
