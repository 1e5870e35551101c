"""Many routes on foot as one table, which compiled code walks along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import ClassVar, NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.roads.walking.foot_route import FootRoute
from seahaven.roads.walking.network import WalkingNetwork

__all__ = ["FootArrays", "FootRoutes"]

FINE = 0.3
"""Metres between points of a line beside a route at least."""
BODY = 0.3
"""So much of the room to either side the body itself takes up, in metres."""


X, Y, Z, LEFT_X, LEFT_Y, S, ROOM, FAR = range(8)
"""The columns of `points`: the place, the direction to the left of whoever walks there, how far along the route it is,
how far to either side one may walk; and of the stretch that begins there, how far to the left the other side of the
road beside it is, 0 for no road."""
BEGIN, END, CROSSWALK, SENSE = range(4)
"""The columns of `legs`: from where to where along the route, which crosswalk, and 1 along its axis, -1 against it."""


class FootArrays(NamedTuple):
    """All routes as arrays; those of route i's points are the rows from `first[i]` up to `first[i + 1]`.

    Its legs on crosswalks are the rows from `leg_first[i]` up to `leg_first[i + 1]`, in the order in which one comes
    to them.
    """

    first: Integers
    points: Floats
    """Side by side, so that looking up a place costs two lines of memory."""
    leg_first: Integers
    legs: Floats
    length: Floats


class FootRoutes:
    """Routes of one walking network, numbered from 0: those that people's column `path` names.

    routes = FootRoutes(network, [network.route(home, school), network.route(school, home)])
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, network: WalkingNetwork, routes: Sequence[FootRoute | None]) -> None:
        found = [route for route in routes if route is not None]
        if len(found) < len(routes):
            missing = next(k for k, route in enumerate(routes) if route is None)
            raise InputError(f"route {missing} on foot does not exist: no way joins its ends; leave it out")
        self.network = network
        self.routes = tuple(found)
        self.arrays = _arrays(self.routes)
        self.length = self.arrays.length
        for column in self.arrays:
            column.setflags(write=False)

    network: WalkingNetwork
    routes: tuple[FootRoute, ...]
    arrays: FootArrays
    length: Floats
    """Of each route, in metres."""

    def __len__(self) -> int:
        return len(self.routes)

    def __repr__(self) -> str:
        return f"<FootRoutes: {len(self)} routes>"

    def joined(self, more: Sequence[FootRoute]) -> FootRoutes:
        """These routes, and behind them some others."""
        return FootRoutes(self.network, [*self.routes, *more]) if more else self

    def far(self, path: int, progress: float) -> float:
        """How far to the left of a route the other side of the road beside it is at a place; 0 for no road."""
        return float(self.arrays.points[self._row(path, progress), FAR])

    def beside(
        self, path: int, progress: float, offset: float, *, most: float
    ) -> list[tuple[float, float, float]]:  # fmt: skip
        """The line to the left of a route from a place on, as far as the same road is beside it, and `most` metres."""
        points, first = self.arrays.points, self._row(path, progress)
        here = self.place(path, progress, offset)
        line, gone = [(here["x"], here["y"], here["z"])], 0.0
        for row in range(first + 1, int(self.arrays.first[path + 1])):
            x, y = points[row, [X, Y]] + offset * points[row, [LEFT_X, LEFT_Y]]
            step = hypot(x - line[-1][0], y - line[-1][1])
            if step > FINE:
                line.append((float(x), float(y), float(points[row, Z])))
                gone += step
            if gone > most or points[row, FAR] != points[first, FAR]:
                break
        return line

    def _row(self, path: int, progress: float) -> int:
        """The row of points at which the stretch begins that holds a place on a route."""
        low, high = int(self.arrays.first[path]), int(self.arrays.first[path + 1])
        row = low + int(np.searchsorted(self.arrays.points[low:high, S], progress, side="right")) - 1
        return min(max(row, low), high - 2)

    def place(self, path: int, progress: float, offset: float = 0.0) -> dict[str, float]:
        """Where somebody on a route is: the columns x, y, z and heading, for `world.add("person", ...)`."""
        if not 0 <= path < len(self):
            raise InputError(f"there is no route {path} on foot; there are {len(self)}, numbered from 0")
        row, points = self._row(path, progress), self.arrays.points
        here, step = points[row], points[row + 1] - points[row]
        x, y, z, u, v = (here + (progress - here[S]) / step[S] * step)[[X, Y, Z, LEFT_X, LEFT_Y]].tolist()
        return {"x": x + offset * u, "y": y + offset * v, "z": z, "heading": float(np.arctan2(step[Y], step[X]))}

    def legs(self, path: int) -> tuple[tuple[float, float, int], ...]:
        """From where to where along a route each crosswalk lies, and which it is, in the order of the route."""
        rows = self.arrays.legs[self.arrays.leg_first[path] : self.arrays.leg_first[path + 1]]
        return tuple((begin, end, int(crosswalk)) for begin, end, crosswalk, _ in rows.tolist())


def _arrays(routes: Sequence[FootRoute]) -> FootArrays:
    legs = [list(_legs(route)) for route in routes]
    return FootArrays(
        np.cumsum([0, *(len(route.points) for route in routes)], dtype=np.int64),
        np.vstack([np.empty((0, 8)), *map(_points, routes)]),
        np.cumsum([0, *map(len, legs)], dtype=np.int64),
        np.array([leg for own in legs for leg in own], np.float64).reshape(-1, 4),
        np.array([route.length for route in routes], np.float64),
    )


def _points(route: FootRoute) -> Floats:
    room, far = np.maximum(route.room - BODY, 0.0), np.append(route.far, 0.0)
    return np.column_stack((route.points, _left(route.points), route.s, room, far))


def _left(points: Floats) -> Floats:
    """The direction to the left at each point: half-way between those of the stretches around it."""
    steps = np.diff(points[:, :2], axis=0)
    unit = np.column_stack((-steps[:, 1], steps[:, 0])) / np.hypot(steps[:, 0], steps[:, 1])[:, None]
    sums = np.vstack((unit[:1], unit[:-1] + unit[1:], unit[-1:]))
    length = np.hypot(sums[:, 0], sums[:, 1])
    turned_back = length < 1e-3
    return np.where(
        turned_back[:, None], np.vstack((unit, unit[-1:])), sums / np.where(turned_back, 1.0, length)[:, None]
    )


def _legs(route: FootRoute) -> Iterator[tuple[float, float, int, float]]:
    """From where to where each crosswalk lies, which it is, and whether it is walked along its axis."""
    s, on = route.s.tolist(), route.crosswalk.tolist()
    begin = 0
    for k in range(1, len(on) + 1):
        if k == len(on) or on[k] != on[begin]:
            if on[begin] >= 0:
                yield s[begin], s[k], on[begin], float(route.sense[begin])
            begin = k
