"""How long it takes until a junction is clear: amber, and the time between the end of one green and the next."""

from __future__ import annotations

from math import inf

import numpy as np

from seahaven.roads.junctions.conflict import Reason
from seahaven.roads.junctions.crosswalk import Crosswalk
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.tables import TURNS
from seahaven.roads.model import Turn

BODY = 6.0
"""The length of a vehicle that has to be out of the way, in metres."""
STRAIGHT_ON, TURNING = 10.0, 7.0
"""How fast the last one drives through who went straight on, and who turned, in m/s."""
ARRIVING = 11.0
"""How fast the first one arrives who did not have to stop, in m/s."""
WALKING = 1.2
"""How fast people clear a crosswalk, in m/s."""
ON_ROAD = 2.0
"""How long it takes until nobody drives over a crosswalk on open road any more, in seconds."""
LEAST_RED = 1.0
"""How long all are red at least between greens that conflict, in seconds."""
NEAR = 30.0
"""How far behind a junction a crosswalk may lie to be the junction's, in metres."""
_USUAL = 50.0 / 3.6
_SAME_LANE = tuple(Reason).index(Reason.SAME_LANE)
_STRAIGHT = TURNS.index(Turn.STRAIGHT)


def amber_for(limit: float) -> float:
    """How long amber lasts at a speed limit in m/s: 3 s up to 50 km/h, 4 s up to 70, 5 s beyond.

    >>> [amber_for(limit / 3.6) for limit in (30.0, 50.0, 70.0, 100.0)]
    [3.0, 3.0, 4.0, 5.0]
    """
    return 3.0 if limit < 14.0 else 4.0 if limit < 19.5 else 5.0


def approach_limit(logic: JunctionLogic, way: int) -> float:
    """The speed limit where one waits before a way, in m/s; that of towns where there is none."""
    lane, s = logic.stop(way)
    if lane < 0:
        return _USUAL
    limit = float(logic.lane_map.limit(lane, min(s, float(logic.lane_map.length[lane]))))
    return limit if limit < inf else _USUAL


def clearing_time(logic: JunctionLogic, row: int, way: int) -> float:
    """How long after the end of a way's amber the foe of one of its conflicts may have green.

    The time that the last one on the way needs from its stop line to the end of the conflict, less the time that the
    first of the foe needs from his to its beginning; a second at least.
    """
    t = logic.tables
    foe = int(t.conflict_foe[row])
    leaving = leaving_time(logic, way, float(t.conflict_end[row]))
    arriving = (float(t.conflict_foe_begin[row]) - float(t.way_stop[foe])) / ARRIVING
    return max(leaving - max(arriving, 0.0), LEAST_RED)


def leaving_time(logic: JunctionLogic, way: int, place: float) -> float:
    """How long the last one on a way needs from its stop line until all of him is past a place along it."""
    t = logic.tables
    speed = STRAIGHT_ON if t.way_turn[way] == _STRAIGHT else TURNING
    return (place - float(t.way_stop[way]) + BODY) / speed


def conflicts_of(logic: JunctionLogic, way: int) -> list[int]:
    """The rows of a way's conflicts with ways that come from elsewhere."""
    t = logic.tables
    rows = range(t.conflict_first[way], t.conflict_first[way + 1])
    return [row for row in rows if t.conflict_reason[row] != _SAME_LANE]


def crosswalks_on(logic: JunctionLogic, way: int) -> dict[int, tuple[float, float]]:
    """The crosswalks that one drives over on a way, from its stop line to just behind it: from where to where."""
    t, length = logic.tables, logic.lane_map.length
    rows = slice(t.way_lane_first[way], t.way_lane_first[way + 1])
    incoming, outgoing, whole = int(t.way_incoming[way]), int(t.way_outgoing[way]), float(t.way_length[way])
    lanes = [(incoming, -float(length[incoming]))] if incoming >= 0 else []
    lanes += zip(t.way_lane[rows].tolist(), t.way_lane_begin[rows].tolist(), strict=True)
    lanes += [(outgoing, whole)] if outgoing >= 0 else []
    found: dict[int, tuple[float, float]] = {}
    for lane, begin in lanes:
        for walk, first, last in logic.crossings(lane):
            if t.way_stop[way] - 1.0 <= begin + first and begin + first <= whole + NEAR:
                known = found.get(walk.index, (begin + first, begin + last))
                found[walk.index] = min(known[0], begin + first), max(known[1], begin + last)
    return found


def walking_time(crosswalk: Crosswalk) -> float:
    """How long people need to clear a crosswalk, in seconds: its length at 1.2 m/s."""
    corners = np.array(crosswalk.corners)
    centred = corners - corners.mean(axis=0)
    along = centred @ np.linalg.svd(centred, full_matrices=False)[2][0]
    return float(along.max() - along.min()) / WALKING
