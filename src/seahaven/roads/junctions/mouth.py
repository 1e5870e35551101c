"""Mouths: where lanes lead into a junction and out of it, and in which direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap

CHORD = 5.0
"""Over how many metres before or behind a junction directions are taken, so that a last kink does not count."""
FAR = 20.0
"""How far beyond a junction one looks to see where a lane leads that only parts from others slowly."""


class Ends(NamedTuple):
    """Of each way, where it leaves its incoming lane and joins its outgoing one: x, y, heading; and where it leads.

    `far_x` and `far_y` lie beyond, on the outgoing lane. A way without such a lane takes the place and heading of the
    end of its own lanes.
    """

    start: Floats
    end: Floats
    far: Floats


def ends_of(courses: Sequence[Course], lane_map: LaneMap) -> Ends:
    """The places at which ways begin and end; each array has a row of x, y, heading for every way."""
    first = np.array([one.incoming if one.incoming >= 0 else one.lanes[0] for one in courses], dtype=np.int64)
    last = np.array([one.outgoing if one.outgoing >= 0 else one.lanes[-1] for one in courses], dtype=np.int64)
    start = np.array([one.start if one.incoming >= 0 else 0.0 for one in courses])
    end = np.array([one.end if one.outgoing >= 0 else lane_map.length[one.lanes[-1]] for one in courses])
    into = _chord(lane_map, first, start - CHORD, start, at_end=True)
    out = _chord(lane_map, last, end, end + CHORD, at_end=False)
    far = lane_map.place(last, np.minimum(end + FAR, lane_map.length[last]))
    return Ends(into, out, np.column_stack((far.x, far.y, far.heading)))


def _chord(lane_map: LaneMap, lanes: Integers, begin: Floats, end: Floats, *, at_end: bool) -> Floats:
    """The place at one end of a piece of each lane, and the heading along the chord of the piece."""
    begin, end = np.clip(begin, 0.0, lane_map.length[lanes]), np.clip(end, 0.0, lane_map.length[lanes])
    a, b = lane_map.place(lanes, begin), lane_map.place(lanes, end)
    dx, dy = b.x - a.x, b.y - a.y
    heading = np.where(np.hypot(dx, dy) > 0.1, np.arctan2(dy, dx), a.heading)
    place = b if at_end else a
    return np.column_stack((place.x, place.y, heading))
