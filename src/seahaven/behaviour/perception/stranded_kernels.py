"""Compiled: which vehicles drivers have to look at more closely, and which of them stand in a lane without a reason.

A vehicle is stranded if it shows its hazard lights, or if it is not bound to lanes, has stood for some seconds, and
waits neither in a queue nor before a junction. It may lie along its lane all the same; drivers who come up behind it
pass it, as they pass one that lies across.
"""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.perception.columns import GAP, NO_FRONT, OWN_SIGNS
from seahaven.behaviour.perception.ground import FACING, LENGTH, NARROWEST
from seahaven.behaviour.perception.order_kernels import BOUND
from seahaven.behaviour.perception.outlook_kernels import onward
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices

HAZARD = 3
"""The turn light of a vehicle that shows its hazard lights."""
STANDS = 0.3
"""Speed (m/s) below which a vehicle stands."""
PAUSE = 4.0
"""Seconds for which a vehicle without hazard lights stands until others no longer expect it to drive on."""
QUEUE = 12.0
"""Metres before a vehicle within which another one is a reason to stand."""
APPROACH = 30.0
"""Metres before a junction within which that is a reason to stand: a light, a sign, or people who cross."""
SIDLES, OUTSIDE = 0.6, 1.95
"""Metres from the middle of its lane up to which a vehicle that is bound to it is all in it, and from which on it is
outside: on the lanes of most roads, nobody who changes lanes is so far from the middle of either."""


@inlined
def shows_hazard(light: Any, speed: float, lane: Any, is_aside: Any) -> bool:
    """Whether a vehicle stands with its hazard lights on, on a lane where others drive."""
    return bool(light == HAZARD and abs(speed) < STANDS and lane >= 0 and is_aside[lane] == 0)


@inlined
def is_outside(lanes: Indices, sizes: Floats, lane: Any, offset: float, width: float) -> bool:
    """Whether a vehicle that is bound to a lane has left it, or reaches into that of those who come towards it."""
    if abs(offset) < SIDLES:
        return False
    facing = lanes[lane, FACING]
    over = offset if facing > 0 else -offset
    return bool(abs(offset) > OUTSIDE or (facing != 0 and over + 0.5 * width > sizes[lane, NARROWEST]))


@inlined
def note_loose(
    lanes: Indices, sizes: Floats, motion: Any, lane: Indices, offset: Floats, width: Floats, speed: Floats, light: Any,
    claimed: Any, has_claims: bool, is_aside: Any, stood: Floats, dt: float,
) -> int:  # fmt: skip
    """Note for how long vehicles that are not bound to lanes have stood; how many there are, or are stranded."""
    count = 0
    for i in range(len(motion)):
        if motion[i] != BOUND or lane[i] < 0 or (has_claims and claimed[i] != 0):
            stood[i] = stood[i] + dt if abs(speed[i]) < STANDS else 0.0
            count += 1
        elif is_outside(lanes, sizes, lane[i], offset[i], width[i]) or shows_hazard(
            light[i], speed[i], lane[i], is_aside
        ):
            count += 1
    return count


@inlined
def list_loose(
    lanes: Indices, sizes: Floats, motion: Any, lane: Indices, offset: Floats, width: Floats, speed: Floats, light: Any,
    claimed: Any, has_claims: bool, is_aside: Any, rows: Indices,
) -> None:  # fmt: skip
    """List them."""
    count = 0
    for i in range(len(motion)):
        is_free = motion[i] != BOUND or lane[i] < 0 or (has_claims and claimed[i] != 0)
        is_free = is_free or is_outside(lanes, sizes, lane[i], offset[i], width[i])
        if is_free or shows_hazard(light[i], speed[i], lane[i], is_aside):
            rows[count] = i
            count += 1


@inlined
def is_stranded(
    lanes: Indices, sizes: Floats, entries: Indices, in_junction: Any, is_aside: Any, lane: Any, s: float, entry: Any,
    speed: float, light: Any, stood: float, views: Floats, i: Any,
) -> bool:  # fmt: skip
    """Whether a vehicle stands in its lane without a reason that others could see."""
    if abs(speed) >= STANDS or lane < 0 or is_aside[lane] != 0:
        return False
    if light == HAZARD:
        return True
    if stood < PAUSE or in_junction[lane] != 0:
        return False
    if not int(views[i, OWN_SIGNS]) & NO_FRONT and views[i, GAP] < QUEUE:
        return False
    following, _ = onward(lanes, entries, int(lane), int(entry))
    return bool(sizes[lane, LENGTH] - s > APPROACH or following < 0 or in_junction[following] == 0)
