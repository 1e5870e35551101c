"""Lane changes of one vehicle: when it begins to move over, and when it is on the next lane."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.judges.scene import Scene
from seahaven.judges.track import Track
from seahaven.measures import STIMULI

__all__ = ["LaneChange", "lane_changes_of", "moves_over_since"]


class LaneChange(NamedTuple):
    """A lane change: when it begins, when the vehicle's centre is on the next lane (s), and to which side (1: left)."""

    begins: float
    arrives: float
    side: int


def lane_changes_of(scene: Scene, track: Track) -> list[LaneChange]:
    """The lane changes of a vehicle, in order of time."""
    lane_map, lane, found = scene.lanes.lane_map, track.lane, []
    for k in np.flatnonzero((lane[1:] != lane[:-1]) & (lane[1:] >= 0) & (lane[:-1] >= 0)).tolist():
        before, after = int(lane[k]), int(lane[k + 1])
        same = (lane_map.road[before], lane_map.section[before]) == (lane_map.road[after], lane_map.section[after])
        side = _side(scene, before, after) if same else 0
        if side:
            found.append(LaneChange(moves_over_since(track, k + 1), float(scene.times[k + 1]), side))
    return found


def moves_over_since(track: Track, frame: int) -> float:
    """Since when a vehicle that is on its next lane in a frame has drifted there (s)."""
    drifts = STIMULI["drift"]({"drift": np.nan_to_num(track.floats("drift"))})
    k = frame
    while k > 0 and drifts[k - 1]:
        k -= 1
    return float(track.times[k])


def _side(scene: Scene, before: int, after: int) -> int:
    lane_map = scene.lanes.lane_map
    for side, beside in ((1, lane_map.left), (-1, lane_map.right)):
        if int(beside[before]) == after:
            return side
    return 0
