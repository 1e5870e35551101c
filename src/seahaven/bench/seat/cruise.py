"""A driver for measuring: it keeps its lane and its distance with as little work as that takes."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.seats import MotionControls, View

__all__ = ["Cruise", "Watching"]


class Cruise:
    """Drives at 30 m/s along its lane, slower behind others."""

    PACE: ClassVar[float] = 30.0

    def drive(self, view: View) -> MotionControls:
        """The controls for a view."""
        speed, others = view.ego.speed, view.objects
        wish = min(0.3 * (self.PACE - speed), 1.5)
        ahead = others.ahead[(others.ahead > 0.0) & (np.abs(others.left) < 1.5)]
        if len(ahead):
            wish = min(wish, 0.2 * (float(ahead.min()) - 7.0 - 1.5 * speed))
        own = view.road.shift == 0
        x, y = view.road.ahead[own], view.road.left[own]
        if not len(x):
            return MotionControls(max(wish, -6.0))
        goal = min(int(np.searchsorted(view.road.distance[own], 10.0 + 0.6 * speed)), len(x) - 1)
        return MotionControls(max(wish, -6.0), float(2.0 * y[goal] / (x[goal] ** 2 + y[goal] ** 2)))


class Watching(Cruise):
    """Keeps the last view that it was shown, for others to look at."""

    seen: ClassVar[list[View]] = []

    def drive(self, view: View) -> MotionControls:
        """The controls for a view."""
        self.seen[:] = [view]
        return Cruise.drive(self, view)
