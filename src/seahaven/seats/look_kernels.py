"""Compiled: all arrays of a view in one call, from columns that it knows where to find."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.seats.view_arrays import Bodies, Drivers, Own
from seahaven.seats.view_kernels import gather, lay_points, see

RANGE, ALONG, SPACING, REACH = range(4)
"""The numbers of a query."""
OWN, RIVALS, ENTRY, MOST, SIDES, PERSON, SEEN, POINTS = range(8)
"""The whole numbers of a query: the own row, how many lanes of rivals there are, the entry of the way ahead, how many
objects are shown, how many lanes to each side, the code of people; and of the answer how many objects and points."""
EYE = 0.8
"""The height of the eye as a share of the vehicle's: 1.2 m in a car of 1.5 m."""
OUT_OF_REACH = 1e9
"""m, east of the origin, where what a driver is not to see is put."""


@compiled_part
def put_ego(cars: Bodies, drivers: Drivers, own: Own, i: int, ego: Floats) -> None:
    """Fill in the numbers of the own vehicle, in the order of `Ego`."""
    ego[0], ego[1], ego[2], ego[3] = cars.x[i], cars.y[i], cars.z[i], cars.heading[i]
    ego[4], ego[5], ego[6], ego[7] = drivers.speed[i], drivers.acceleration[i], own.yaw_rate[i], own.steering[i]
    ego[8], ego[9], ego[10] = cars.length[i], cars.width[i], cars.height[i]
    ego[11], ego[12] = own.s[i], own.offset[i]


@compiled_entry
def look(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Fill in the own vehicle, the objects that are seen and the points of the lanes ahead."""
    (
        car_tally, cars, drivers, own, folk_tally, folk, walkers, land, lanes, asked, whole_asked, rivals, at, far, ego,
        objects, points,
    ) = taken(hand)  # fmt: skip
    n, m, row = car_tally[0], folk_tally[0], whole_asked[OWN]
    put_ego(cars, drivers, own, row, ego)
    x = cars.x[:n].copy()
    for i in range(n):
        if own.towed_by[i] == drivers.ids[row]:  # the driver neither sees it nor looks through it; null is 0, no id
            x[i] = OUT_OF_REACH
            break
    bodies = Bodies(
        x, cars.y[:n], cars.z[:n], cars.heading[:n], cars.length[:n], cars.width[:n], cars.height[:n]
    )  # fmt: skip
    people = Bodies(
        folk.x[:m].copy(), folk.y[:m], folk.z[:m], folk.heading[:m], folk.length[:m], folk.width[:m], folk.height[:m]
    )  # fmt: skip
    pose, eye = np.empty(3), np.empty(3)
    pose[0], pose[1], pose[2] = ego[0], ego[1], ego[3]
    eye[0], eye[1], eye[2] = ego[0], ego[1], ego[2] + EYE * ego[10]
    seen = see(land, bodies, people, row, eye, asked[RANGE], at, far)
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
