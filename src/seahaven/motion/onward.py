"""Ways on foot that are laid while a run goes on: to where somebody is told to walk, and on beside a crossed road."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import TypeAlias

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.roads.walking import FootRoute, FootRoutes, Stand, WalkingNetwork

__all__ = ["Line", "laid", "on_beside", "way_to"]

Line: TypeAlias = tuple[float, ...]
"""A way as plain numbers, the first of which says of which sort it is. `OVER_PAVEMENTS`: x and y of where it begins,
strand and s of the pavement there, those of its end, and 1 if that is at a door. `BESIDE`: how far to the left the far
side of the road is, and the points of a line beside it, x, y and z each."""
OVER_PAVEMENTS, BESIDE = 0.0, 1.0
NARROW = 0.4
"""Metres to either side that one has beside a road without a pavement."""
ON_LINE = 0.3
"""Metres along the pavement from the line on which a way begins within which nobody notices that it begins there."""
REACH = 3.0
"""Metres from somebody who has crossed a road within which a pavement is on that side of it."""
AHEAD = 60.0
"""Metres that somebody walks on at most beside a road without a pavement."""
SHORT = 0.01
"""Metres of the way of somebody who cannot walk on."""


def way_to(network: WalkingNetwork, x: float, y: float, goal: Stand, *, has_door: bool = False) -> Line | None:
    """The way from a place to a stand; None where there is none."""
    origin = network.nearest(x, y)
    if network.route(origin, goal) is None:
        return None
    return (OVER_PAVEMENTS, x, y, float(origin.strand), origin.s, float(goal.strand), goal.s, float(has_door))


def on_beside(
    routes: FootRoutes, path: int, progress: float, offset: float, *, has_door: bool
) -> Line:  # fmt: skip
    """The way on beside a road, for somebody who has crossed it: along the pavement there, if there is one."""
    here = routes.place(path, progress, offset)
    x, y, heading = here["x"], here["y"], here["heading"]
    network = routes.network
    stand = network.nearest(x, y)
    strand = network.strands[stand.strand]
    px, py, _ = strand.at(stand.s)
    if hypot(px - x, py - y) <= strand.room_at(stand.s) + REACH and _has_crossed(routes, path, progress, px, py):
        left_x, left_y = strand.left_at(stand.s)
        is_along = left_y * cos(heading) - left_x * sin(heading) >= 0.0
        goal = Stand(stand.strand, strand.length if is_along else 0.0)
        return (OVER_PAVEMENTS, x, y, float(stand.strand), stand.s, float(goal.strand), goal.s, float(has_door))
    return _beside(routes, path, progress, offset)


def _has_crossed(routes: FootRoutes, path: int, progress: float, px: float, py: float) -> bool:
    """Whether a place is nearer to the other side of the road beside a route than to the route."""
    here = routes.place(path, progress)
    there = routes.place(path, progress, routes.far(path, progress))
    return hypot(px - there["x"], py - there["y"]) < hypot(px - here["x"], py - here["y"])


def _beside(routes: FootRoutes, path: int, progress: float, offset: float) -> Line:
    """A line beside a route, as far as it has the same road beside it."""
    line = [here for point in routes.beside(path, progress, offset, most=AHEAD) for here in point]
    if len(line) == 3:
        heading = routes.place(path, progress)["heading"]
        line += [line[0] + SHORT * cos(heading), line[1] + SHORT * sin(heading), line[2]]
    return (BESIDE, -offset, *line)


def laid(network: WalkingNetwork, line: Line) -> tuple[FootRoute, float]:
    """A way as a route, and how far to the left of it one is who is where it begins."""
    if line[0] == BESIDE:
        return _straight(np.array(line[2:]).reshape(-1, 3), line[1]), 0.0
    x, y = line[1:3]
    origin, goal = Stand(int(line[3]), line[4]), Stand(int(line[5]), line[6])
    route = network.route(origin, goal)
    if route is None:
        raise InputError(f"there is no way on foot from {origin} to {goal}")
    if line[7]:
        route = _to_door(route)
    (px, py, _), (qx, qy, _) = route.points[:2].tolist()
    length = max(hypot(qx - px, qy - py), 1e-9)
    dx, dy = (qx - px) / length, (qy - py) / length
    ahead, aside = (x - px) * dx + (y - py) * dy, (y - py) * dx - (x - px) * dy
    if abs(ahead) <= ON_LINE and abs(aside) <= route.room[0]:
        return route, aside
    return _from(route, x, y), 0.0


def _straight(points: Floats, far: float) -> FootRoute:
    count = len(points) - 1
    return FootRoute(
        points, np.full(len(points), NARROW), np.full(count, -1, np.int32), np.zeros(count, np.int32),
        np.full(count, far),
    )  # fmt: skip


def _from(route: FootRoute, x: float, y: float) -> FootRoute:
    """A route with a stretch before it, from somewhere beside its beginning."""
    start = np.array([[x, y, route.points[0, 2]]])
    return FootRoute(
        np.vstack((start, route.points)), np.concatenate(([NARROW], route.room)),
        np.concatenate(([-1], route.crosswalk)).astype(np.int32), np.concatenate(([0], route.sense)).astype(np.int32),
        np.concatenate(([0.0], route.far)),
    )  # fmt: skip


def _to_door(route: FootRoute) -> FootRoute:
    """A route whose end lies at the side of the pavement that is away from the road."""
    (px, py, _), (qx, qy, qz) = route.points[-2:].tolist()
    length = max(hypot(qx - px, qy - py), 1e-9)
    out = route.room[-1] * (-1.0 if route.far[-1] > 0.0 else 1.0)
    points = route.points.copy()
    points[-1] = qx - out * (qy - py) / length, qy + out * (qx - px) / length, qz
    return FootRoute(points, route.room, route.crosswalk, route.sense, route.far)
