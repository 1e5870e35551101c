"""Straight on and straight back: the lanes that lead through junctions without a turn."""

from __future__ import annotations

from collections.abc import Callable

from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import Turn

__all__ = ["is_straight", "next_straight", "straight_on"]

LONGEST = 1000
"""Lanes after which the search ends."""


def is_straight(lane_map: LaneMap, lane: int) -> bool:
    """Whether a lane lies outside junctions, or leads straight through one."""
    return lane_map.junction[lane] < 0 or any(
        way.turn is Turn.STRAIGHT for way in JunctionLogic.of(lane_map).ways_over(lane)
    )


def next_straight(lane_map: LaneMap, lane: int, beyond: Callable[[int], tuple[int, ...]]) -> int | None:
    """The lane before or behind another on the way straight on; None where that ends."""
    return next((one for one in beyond(lane) if is_straight(lane_map, one)), None)


def straight_on(lane_map: LaneMap, lane: int) -> int:
    """The last lane that is reached straight on from a lane."""
    seen = {lane}
    while len(seen) < LONGEST:
        after = next_straight(lane_map, lane, lane_map.successors)
        if after is None or after in seen:
            break
        lane = after
        seen.add(lane)
    return lane
