"""Compiled: lights beside the road, away from junctions."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import FOLLOWING, LANE, REACH
from seahaven.behaviour.junctions.judge_kernels import AMBER, RED, RED_AMBER
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Indices, Integers

FAR = 80.0
"""How far ahead (m) such a light is seen."""
BEYOND = 1.0
"""Whoever is so far beyond the place at which one waits (m) drives on."""


@inlined
def next_post(
    entries: Indices, distances: Floats, post_first: Any, posts: Indices, post_spots: Floats, states: Any, entry: int,
    front: float,
) -> tuple[int, float]:  # fmt: skip
    """The row of the next light that keeps one back, and how far it is; -1 for none."""
    start = -front
    while entry >= 0 and start < FAR:
        lane = entries[entry, LANE]
        for k in range(post_first[lane], post_first[lane + 1]):
            row, far = int(posts[k]), start + post_spots[k]
            if far > FAR:
                break
            is_on = 0 <= row < len(states) and (states[row] == RED or states[row] == AMBER or states[row] == RED_AMBER)
            if far > -BEYOND and is_on:
                return row, far
        start += distances[entry, REACH]
        entry = int(entries[entry, FOLLOWING])
    return -1, FAR


@compiled
def heed_posts(
    time: float, entries: Indices, distances: Floats, post_first: Any, posts: Indices, post_spots: Floats, states: Any,
    since: Floats, lane: Indices, s: Floats, entry: Indices, length: Floats, lane_count: int, asked: Integers,
    seats: Integers, is_shown: Any, hold: Any, light: Any, light_age: Any, must_stop: Any, slack: Any, room: Any,
) -> None:  # fmt: skip
    """Show drivers the next light beside the road that keeps them back, where it is nearer than what else does."""
    for row in range(len(lane)):
        i = np.uintp(row)
        at = int(seats[i])
        if lane[i] < 0 or at < 0:
            continue
        e = int(entry[i]) if entry[i] >= 0 else len(entries) - lane_count + int(lane[i])
        lit, far = next_post(
            entries, distances, post_first, posts, post_spots, states, e, s[i] + 0.5 * length[i]
        )  # fmt: skip
        if lit < 0 or (not hold[1][at] and hold[0][at] < far):
            continue
        hold[0][at], hold[1][at] = far, False
        light[at], light_age[at], must_stop[at] = states[lit], time - since[lit], False
        slack[0][at], slack[1][at], room[0][at], room[1][at] = 0.0, True, 0.0, True
        asked[i], is_shown[i] = -1, True
