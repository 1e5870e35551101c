"""A driver with a mind of its own: it follows a path that a test lays for it, whatever the plan of the study says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import hypot, sqrt
from typing import Any

import numpy as np

from seahaven.direction import Ahead, Cast, Criterion, Needs, Situation, Standing
from seahaven.files import CodeReference, load_object
from seahaven.geometry import Floats
from seahaven.hcsm import Dial, In, Machine, declare, send
from seahaven.roads import LaneMap
from seahaven.roads.routing import Router
from seahaven.seats import MotionControls

LOCK = 0.17
"""1/m, the tightest curve that it steers."""
SPACING = 4.0
"""m, between points of its path."""
NEAR = 4.0
"""m, within which it has been at a point of its path."""


@cache
def lane_map(roads: str) -> LaneMap:
    """The roads that a study names."""
    made: Any = load_object(CodeReference.parse(roads), allowed=("seahaven", "tests"))
    return LaneMap.of(made())


def lane_points(roads: str, places: Sequence[Sequence[Any]]) -> Floats:
    """The middle of the lanes along the best way from each place (lane, s) to the next."""
    on, legs = lane_map(roads), []
    router = Router(on)
    for start, end in pairwise(places):
        route = router.route((on.index(start[0]), start[1]), (on.index(end[0]), end[1]))
        left, joined = ({getattr(change, name) for change in route.changes} for name in ("from_lane", "to_lane"))
        for lane in route.lanes:
            low = route.start_s if lane == route.lanes[0] else 0.6 * on.length[lane] if lane in joined else 0.0
            high = route.end_s if lane == route.lanes[-1] else (0.4 if lane in left else 1.0) * float(on.length[lane])
            along = np.linspace(low, max(low, high), max(2, int((high - low) / SPACING)))
            at = on.place(np.full(len(along), lane), along)
            legs.append(np.column_stack((at.x, at.y)))
    points = np.concatenate(legs)
    return points[np.append(True, np.hypot(*np.diff(points, axis=0).T) > 0.5)]


def _speeds(path: Floats, speed: float) -> Floats:
    """The speed at each point of a path: slow enough for the bends ahead."""
    steps = np.diff(path, axis=0)
    length = np.maximum(np.hypot(*steps.T), 1e-3)
    turns = np.abs(np.angle(np.exp(1j * np.diff(np.arctan2(steps[:, 1], steps[:, 0])))))
    speeds = np.full(len(path), speed)
    bends = np.convolve(turns, np.ones(5), "same") / np.maximum(np.convolve(length[1:], np.ones(5), "same"), 3.0)
    speeds[1:-1] = np.minimum(speed, np.sqrt(1.5 / np.maximum(bends, 1e-4)))
    for k in range(len(path) - 2, -1, -1):
        speeds[k] = min(speeds[k], float(np.sqrt(speeds[k + 1] ** 2 + 3.0 * length[k])))
    return np.maximum(speeds, 3.0)


class Wayward:
    """Follows legs, each a way over lanes or a list of points, one after the other.

    `stops` is how many seconds it stands at the end of a leg, `rams` whether it runs into a vehicle ahead.
    """

    def __init__(
        self, roads: str, legs: Sequence[dict[str, Any]], speed: float = 11.0, *, rams: bool = False
    ) -> None:  # fmt: skip
        found = [
            lane_points(roads, leg["over"]) if "over" in leg else np.array(leg["points"], np.float64) for leg in legs
        ]
        waits = [
            np.append(np.zeros(len(leg) - 1), said.get("stops", 0.0)) for leg, said in zip(found, legs, strict=True)
        ]
        self.path, self.waits = np.concatenate(found), np.concatenate(waits)
        self.speeds = _speeds(self.path, speed)
        self.rams, self.has_rammed, self.at, self.stood = rams, False, 0, 0.0

    def drive(self, view: Any) -> MotionControls:
        """Steer for the next point of the path."""
        ego = view.ego
        while self.at < len(self.path) and self._is_done(view):
            self.at += 1
        if self.at >= len(self.path):
            return MotionControls(-2.0 if ego.speed > 0.2 else 0.0, 0.0)
        if self.waits[self.at] > 0.0 and self._distance(ego) < NEAR + 1.0:
            return MotionControls(-3.0 if ego.speed > 0.2 else 0.0, 0.0)
        curvature = self._curvature(ego)
        wanted = min(self.speeds[self.at], sqrt(2.0 / max(abs(curvature), 1e-4)))
        wish = min(max(0.8 * (wanted - ego.speed), -3.0), 1.5)
        behind = self._behind(view)
        if self.rams and not self.has_rammed:
            self.has_rammed = bool(ego.contact)
            return MotionControls(3.0 if behind < 9.0 else wish, curvature)
        return MotionControls(max(min(wish, behind), -6.0), curvature)

    def _distance(self, ego: Any) -> float:
        return hypot(*(self.path[self.at] - (ego.x, ego.y)))

    def _is_done(self, view: Any) -> bool:
        """Whether it has been at its next point, and for as long as it is to stand there."""
        look = NEAR if self.waits[self.at] > 0.0 else max(NEAR, 0.6 * view.ego.speed)
        if self._distance(view.ego) > look:
            return False
        if self.waits[self.at] <= 0.0:
            return True
        self.stood += view.period if view.ego.speed < 0.5 else 0.0
        if self.stood < self.waits[self.at]:
            return False
        self.stood = 0.0
        return True

    def _curvature(self, ego: Any) -> float:
        east, north = self.path[self.at] - (ego.x, ego.y)
        cos, sin = np.cos(ego.heading), np.sin(ego.heading)
        ahead, left = east * cos + north * sin, north * cos - east * sin
        if ahead < 0.0:
            return LOCK if left >= 0.0 else -LOCK
        return float(np.clip(2.0 * left / max(ahead**2 + left**2, 1.0), -LOCK, LOCK))

    def _behind(self, view: Any) -> float:
        """Keep a second and a half from what is ahead."""
        wish, speed = 9.0, view.ego.speed
        for other in view.objects:
            if 0.0 < other.ahead < 120.0 and abs(other.left) < 1.8 and abs(other.turned) < 1.0:
                gap = max(other.ahead - 5.0, 0.1)
                room = 3.0 + max(1.5 * speed + speed * (speed - other.speed) / 3.6, 0.0)
                wish = min(wish, 1.5 * (1.0 - (room / gap) ** 2))
        return wish


class Slowing(Situation):
    """The car ahead slows down once the subject follows it, and drives on."""

    gap: Dial[float] = declare(45.0, unit="m", doc="to the subject when it slows down")

    moment: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gap")
    needs = Needs(before=1500.0, window=1000.0, after=300.0)

    class Alone(Machine):
        """The role is not cast yet."""

    class Leading(Machine):
        """It comes to lead."""

        def entry(m: Slowing.Leading) -> None:
            """Keep the distance."""
            send(m.lead, "hold_gap", m.gap)

    class Braking(Machine):
        """It brakes a little."""

        def entry(m: Slowing.Braking) -> None:
            """Slow down."""
            send(m.lead, "adjust_speed", 12.0)

        def activity(m: Slowing.Braking) -> None:
            """This is the moment; five seconds later it is over."""
            m.is_critical = True
            m.is_over = m.moment > 5.0

    start = Alone
    transitions = (
        (Alone >> Leading).when(lambda m: m.lead is not None),
        (Leading >> Alone).when(lambda m: m.lead is None),
        (Leading >> Braking).when(lambda m: m.lead_settled > 1.0 and m.subject_way < 1000.0),
    )


class Late(Slowing):
    """The same, but not before the subject is at the place."""

    needs = Needs(before=1800.0, after=300.0)

    start = Slowing.Alone
    transitions = (
        (Slowing.Alone >> Slowing.Leading).when(lambda m: m.lead is not None),
        (Slowing.Leading >> Slowing.Alone).when(lambda m: m.lead is None),
        (Slowing.Leading >> Slowing.Braking).when(lambda m: m.lead_settled > 1.0 and m.subject_way < 0.0),
    )


class SetsOff(Situation):
    """A car that stands beside the road sets off as the subject comes near."""

    gap: Dial[float] = declare(60.0, unit="m", doc="to the subject when it sets off")

    moment: In[float | None] = declare(unit="s")
    car: In[int | None]
    car_gap: In[float | None] = declare(unit="m")

    cast = Cast(car=Standing(is_beside=True))
    criterion = Criterion("gap", of="car", wanted="gap")
    needs = Needs(before=1900.0, after=300.0)

    class Standing(Machine):
        """The subject is far away, or the role is not cast yet."""

    class Leaving(Machine):
        """It drives off."""

        def entry(m: SetsOff.Leaving) -> None:
            """Pull out."""
            send(m.car, "pace", 15.0)

        def activity(m: SetsOff.Leaving) -> None:
            """This is the moment; five seconds later it is over."""
            m.is_critical = True
            m.is_over = m.moment > 5.0

    start = Standing
    transitions = ((Standing >> Leaving).when(lambda m: m.car_gap < m.gap),)
