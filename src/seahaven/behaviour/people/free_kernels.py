"""Compiled: what people on foot make of vehicles that keep to no lane: where they will be, whichever way they move.

Those who do not stand in its way yet wait before it. Those who do escape by the shortest way: on, back or aside.
"""

from __future__ import annotations

from math import cos, hypot, sin

from seahaven.behaviour.people.neighbour_kernels import SLOW, room_beside
from seahaven.behaviour.people.views import Folk, Traffic, Views
from seahaven.behaviour.people.walker import DODGING
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Integers
from seahaven.roads.walking import PassageTables

NEAR = 60.0
"""Metres within which people heed such a vehicle."""
MARGIN = 0.6
"""Metres beside and before it that people keep free of: half a body, and some more."""
FORESEEN, LATER, EARLIER = 4.0, 0.3, 1.0
"""Seconds ahead for which people foresee where it drives, after it has passed from which on they go on, and before it
comes by which they have to be past its way."""
ON, BACK, TURNING_BACK = 2.0, 1.3, 0.5
"""Speeds (m/s) at which people hurry on and step back out of its way, and seconds until they step back."""
ALONG = 0.25
"""Sine of the angle between its way and theirs below which both go along each other."""


@compiled
def mind_free(
    passages: PassageTables, folk: Folk, cars: Traffic, free: Integers, rows: Integers, views: Views
) -> None:  # fmt: skip
    """Let vehicles that keep to no lane bound where people go: they wait before its way, hurry out of it, or step
    aside."""
    for cell in range(len(rows)):
        i = rows[cell]
        views.escape[cell], views.no_escape[cell] = 0.0, True
        wx, wy, c = cos(folk.heading[i]), sin(folk.heading[i]), folk.crosswalk[i]
        if not views.no_breadth[cell]:
            wx, wy = folk.toward[i] * passages.axis_x[c], folk.toward[i] * passages.axis_y[c]
        for k in range(len(free)):
            j = free[k]
            if hypot(cars.x[j] - folk.x[i], cars.y[j] - folk.y[i]) > NEAR:
                continue
            if abs(cars.speed[j]) < SLOW:
                left, right = room_beside(folk.x[i], folk.y[i], wx, wy, cars, j)
                views.left_leeway[cell] = min(views.left_leeway[cell], folk.offset[i] + left)
                views.right_leeway[cell] = min(views.right_leeway[cell], right - folk.offset[i])
            else:
                foresee(folk, i, wx, wy, cars, j, views, cell)


@inlined
def foresee(
    folk: Folk, i: int, wx: float, wy: float, cars: Traffic, j: int, views: Views, cell: int
) -> None:  # fmt: skip
    """Let a vehicle that moves bound where somebody goes, who walks in the direction (wx, wy)."""
    sense = 1.0 if cars.speed[j] > 0.0 else -1.0
    v, ux, uy = abs(cars.speed[j]), sense * cos(cars.heading[j]), sense * sin(cars.heading[j])
    dx, dy = folk.x[i] - cars.x[j], folk.y[i] - cars.y[j]
    ahead, left = dx * ux + dy * uy, dy * ux - dx * uy
    long, wide = 0.5 * cars.length[j] + MARGIN, 0.5 * cars.width[j] + MARGIN
    if ahead < -long or ahead - long > v * FORESEEN:
        return
    along, across = wx * ux + wy * uy, wy * ux - wx * uy
    if abs(across) < ALONG:
        if abs(left) < wide:
            step_aside(folk, i, -uy, ux, left, wide, views, cell)
            escape(0.0, views, cell)
        return
    one, other = (-wide - left) / across, (wide - left) / across
    enters, leaves = min(one, other), max(one, other)
    if leaves < 0.0:
        return
    pace = max(folk.pace[i], folk.speed[i], 0.3)
    there = ahead + along * max(enters, 0.0)
    comes, gone = max(there - long, 0.0) / v, (there + long) / v
    if gone + LATER < max(enters, 0.0) / pace or comes > leaves / pace + EARLIER:
        return
    is_at_road = not views.no_breadth[cell]
    if is_at_road:
        spare = comes - leaves / pace
        if views.no_spare[cell] or spare < views.spare[cell]:
            views.spare[cell], views.no_spare[cell] = spare, False
    if enters <= 0.0:
        on, back = leaves / ON, -enters / BACK + TURNING_BACK
        if not is_at_road and (wide - abs(left)) / DODGING < min(on, back):
            step_aside(folk, i, -uy, ux, left, wide, views, cell)
            escape(0.0, views, cell)
        else:
            # Nobody escapes onto the road.
            escape(leaves if on < back and (not is_at_road or views.no_kerb[cell]) else enters, views, cell)
    elif is_at_road and views.no_kerb[cell]:
        if views.no_edge[cell] or enters < views.edge[cell]:
            views.edge[cell], views.no_edge[cell] = enters, False
    elif (not is_at_road or enters < views.kerb[cell]) and (views.no_blocked[cell] or enters < views.blocked[cell]):
        views.blocked[cell], views.no_blocked[cell] = enters, False


@inlined
def escape(along: float, views: Views, cell: int) -> None:
    """Note the way out of the way of a vehicle, unless it is the way out of that of another one, too."""
    if views.no_escape[cell]:
        views.escape[cell], views.no_escape[cell] = along, False


@inlined
def step_aside(
    folk: Folk, i: int, lx: float, ly: float, left: float, wide: float, views: Views, cell: int
) -> None:  # fmt: skip
    """Have somebody walk beside the way of a vehicle, on the nearer side if there is room; (lx, ly) is its left."""
    share = -sin(folk.heading[i]) * lx + cos(folk.heading[i]) * ly
    nearer = 1.0 if left >= 0.0 else -1.0
    move = nearer * share * (wide - abs(left))
    if abs(folk.offset[i] + move) > folk.room[i]:
        back = -nearer * share * (wide + abs(left))
        if abs(folk.offset[i] + back) <= folk.room[i]:
            move = back
    if move > 0.0:
        views.right_leeway[cell] = min(views.right_leeway[cell], -(folk.offset[i] + move))
    else:
        views.left_leeway[cell] = min(views.left_leeway[cell], folk.offset[i] + move)
