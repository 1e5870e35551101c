"""Points joined by straight segments, measured along some curve, that say which segment is nearest to a place."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan, sqrt

import numpy as np

from seahaven.geometry.measure import Floats, Frame, Frames, Integers, Point


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A row of points with the s of each, and boxes around runs of segments.

    A search first looks at the boxes and then only into runs that may hold the nearest segment: about the square
    root of the number of segments instead of all. The searches are compiled and loaded on first use.
    """

    points: Floats
    stations: Floats
    bounds: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Read-only without exception: compiled code is made anew for the other kind.
        self.points.flags.writeable = self.stations.flags.writeable = False
        segments = len(self.points) - 1
        starts = np.arange(0, segments, int(sqrt(segments)))
        low = np.minimum(self.points[:-1], self.points[1:])
        high = np.maximum(self.points[:-1], self.points[1:])
        edges = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
        object.__setattr__(self, "bounds", np.concatenate(edges, axis=1))

    def place(self, x: float, y: float, hint: float | None) -> tuple[int, float]:
        """The segment nearest to the point and how far along it, from 0 to 1, the nearest place lies.

        Without a hint all segments are searched; with one, an s, the search walks downhill from there.
        """
        import seahaven.geometry.chain_kernels as kernels

        return kernels.place(self.points, self.stations, self.bounds, x, y, nan if hint is None else hint)

    def places(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Integers, Floats]:
        """The same for many points at once."""
        import seahaven.geometry.chain_kernels as kernels

        segment, fraction = np.empty(len(x), dtype=np.int64), np.empty(len(x))
        hints = np.full(len(x), nan) if hint is None else hint
        kernels.place_each(self.points, self.stations, self.bounds, x, y, hints, segment, fraction)
        return segment, fraction

    def project(self, x: float, y: float, hint: float | None) -> Point:
        """The s and the offset of the point from the chain; s runs on straight beyond the ends."""
        import seahaven.geometry.chain_kernels as kernels

        return kernels.project(self.points, self.stations, self.bounds, x, y, nan if hint is None else hint)

    def project_each(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats]:
        """The same for many points at once."""
        import seahaven.geometry.chain_kernels as kernels

        s, offset = np.empty(len(x)), np.empty(len(x))
        hints = np.full(len(x), nan) if hint is None else hint
        kernels.project_each(self.points, self.stations, self.bounds, x, y, hints, s, offset)
        return s, offset

    def frame(self, headings: Floats, s: float) -> Frame:
        """The place at s and the heading of the segment there."""
        import seahaven.geometry.chain_kernels as kernels

        return kernels.evaluate(self.points, self.stations, headings, float(s))

    def frames(self, headings: Floats, s: Floats) -> Frames:
        """The same for many s at once."""
        import seahaven.geometry.chain_kernels as kernels

        x, y, heading = np.empty(len(s)), np.empty(len(s)), np.empty(len(s))
        kernels.evaluate_each(self.points, self.stations, headings, s, x, y, heading)
        return x, y, heading
