"""A trigger that waits for a time to collision: with the leader, with a certain vehicle, or with any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.triggers.condition import Rows, Scene
from seahaven.errors import InputError
from seahaven.geometry import Floats, Truths
from seahaven.measures import HORIZON, Lanes, SubjectFrames, conflict_times, leader_rows, live_frames, time_to_collision
from seahaven.world import Table

__all__ = ["CollisionBelow", "Prospect"]

SLACK = 1.0
"""Seconds by which a gap that was seen a step ago may be off, at the vehicle's own speed."""


class Prospect:
    """The vehicles of one step in the form in which measures take them; made when a condition first asks."""

    def __init__(self, cars: Table, lanes: Lanes, now: float) -> None:
        self.lanes = lanes
        self._cars = cars
        self._now = now

    @cached_property
    def _cells(self) -> Mapping[str, NDArray[Any]]:
        return live_frames(self._cars, int(self._cars.ids[0]), time=self._now).cells

    def frames(self, row: int, *, other: int | None = None) -> SubjectFrames:
        """What there is around the vehicle in a row; only one other vehicle, if that is named."""
        cells = self._cells
        if other is not None:
            both = np.array(sorted({row, other}))
            cells = {name: values[both] for name, values in cells.items()}
        return SubjectFrames.of(int(self._cars.ids[row]), cells)


@dataclass(frozen=True, slots=True)
class CollisionBelow:
    """Its time to collision with its leader, with a vehicle by its id, or with any vehicle is below so many seconds.

        CollisionBelow(3.0)                 the leader, if both keep their speeds
        CollisionBelow(3.0, to=lead)        that vehicle, wherever it comes from
        CollisionBelow(3.0, to="any")       any vehicle that it would touch

    With a leader it is `seahaven.measures.time_to_collision`, with others the `contact_time` of both if they keep their
    lanes and speeds, which looks ten seconds ahead.
    """

    time: float
    to: int | Literal["leader", "any"] = "leader"

    def __post_init__(self) -> None:
        most = HORIZON if self.to != "leader" else float("inf")
        if not (isfinite(self.time) and 0.0 < self.time <= most):
            allowed = (
                "above 0 s" if self.to == "leader" else f"above 0 s and at most {HORIZON:g} s, as far as is foreseen"
            )
            raise InputError(f"a time to collision got {self.time:g} s; expected a time {allowed}")

    def begins(self, scene: Scene) -> float:
        """At once."""
        return -np.inf

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether its time to collision is that short."""
        short = np.zeros(len(rows), np.bool_)
        for k in np.flatnonzero(self._may(scene, rows)).tolist():
            short[k] = self._left(scene, int(rows[k])) < self.time
        return short

    def _may(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it is worth a closer look: whether anything it could reach is near enough."""
        cars = scene.cars
        if self.to == "leader":
            far = (self.time + SLACK) * cars.speed[rows]
            near: Truths = ~cars.null("gap")[rows] & (cars.gap[rows] <= far)
            return near
        other = None if self.to == "any" else scene.row(int(self.to))
        if self.to != "any" and other is None:
            return np.zeros(len(rows), np.bool_)
        others = np.arange(len(cars)) if other is None else np.array([other])
        return self._near(scene, rows, others)

    def _near(self, scene: Scene, rows: Rows, others: Rows) -> Truths:
        """Of each row, whether one of the others could be reached in time, if the two drove at each other."""
        cars = scene.cars
        size: Floats = 0.5 * np.hypot(cars.length, cars.width)
        away = np.hypot(
            cars.x[rows, None] - cars.x[None, others], cars.y[rows, None] - cars.y[None, others]
        )  # fmt: skip
        reach = self.time * (cars.speed[rows, None] + cars.speed[None, others]) + size[rows, None] + size[None, others]
        return np.asarray(((away <= reach) & (rows[:, None] != others[None, :])).any(axis=1))

    def _left(self, scene: Scene, row: int) -> float:
        """The time to collision of the vehicle in a row (s)."""
        prospect = scene.prospect
        if self.to == "leader":
            frames = prospect.frames(row)
            (leader,), (gap,) = leader_rows(frames, prospect.lanes)
            if leader < 0:
                return np.inf
            speed = frames.cells["speed"]
            return float(time_to_collision(gap, speed[frames.me[0]], speed[leader]))
        other = None if self.to == "any" else scene.row(int(self.to))
        times, _ = conflict_times(prospect.frames(row, other=other), prospect.lanes)
        return float(times[0])
