"""Compiled: all arrays of a view in one call, from columns that it knows where to find."""

from __future__ import annotations

from typing import Any

from seahaven.geometry import Floats
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.seats.view_arrays import Bodies
from seahaven.seats.view_kernels import gather, lay_points, see

EYE_X, EYE_Y, EYE_Z, RANGE, ALONG, SPACING, REACH, POSE_X = range(8)
"""The numbers of a query; the pose takes three."""
OWN, RIVALS, ENTRY, MOST, SIDES, PERSON, TRAILER, SEEN, POINTS = range(9)
"""The whole numbers of a query: the own row, how many lanes of rivals there are, the entry of the way ahead, how many
objects are shown, how many lanes to each side, the code of people, the row of the own trailer or -1; and of the answer
how many objects and points."""
OUT_OF_REACH = 1e9
"""m, east of the origin, where what a driver is not to see is put."""


@compiled_entry
def look(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Fill in the objects that are seen and the points of the lanes ahead."""
    (
        car_tally, cars, drivers, folk_tally, folk, walkers, land, lanes, asked, whole_asked, rivals, at, far, objects,
        points,
    ) = taken(hand)  # fmt: skip
    n, m = car_tally[0], folk_tally[0]
    x = cars.x[:n].copy()
    if whole_asked[TRAILER] >= 0:  # the driver neither sees it nor looks through it
        x[whole_asked[TRAILER]] = OUT_OF_REACH
    bodies = Bodies(
        x, cars.y[:n], cars.z[:n], cars.heading[:n], cars.length[:n], cars.width[:n], cars.height[:n]
    )  # fmt: skip
    people = Bodies(
        folk.x[:m].copy(), folk.y[:m], folk.z[:m], folk.heading[:m], folk.length[:m], folk.width[:m], folk.height[:m]
    )  # fmt: skip
    pose: Floats = asked[POSE_X : POSE_X + 3]
    seen = see(land, bodies, people, whole_asked[OWN], asked[EYE_X : EYE_X + 3], asked[RANGE], at, far)
    count = min(seen, whole_asked[MOST])
    gather(
        bodies, drivers, people, walkers, at[:count], pose, rivals[: whole_asked[RIVALS]],
        whole_asked[PERSON], objects[0], objects[1], objects[2],
    )  # fmt: skip
    whole_asked[SEEN], whole_asked[POINTS] = count, 0
    if whole_asked[ENTRY] >= 0:
        whole_asked[POINTS] = lay_points(
            lanes, whole_asked[ENTRY], asked[ALONG], asked[SPACING], asked[REACH], whole_asked[SIDES], pose, points[0],
            points[1], points[2],
        )  # fmt: skip
    return 0
