"""What a study says of induction loops."""

from __future__ import annotations

from seahaven.files import Schema
from seahaven.takes.dimensions import Extent, Interval, LaneNumber, Metres

__all__ = ["DetectorEntry"]


class DetectorEntry(Schema):
    """An induction loop across a road, one in each of its lanes, or in one lane.

    detectors:
      bridge: {on: A1.2, at: 3 km, interval: 1 min}
      merge: {on: "A1.2:0:-1", at: 400 m}
    """

    on: str
    """A road, by its id, or a lane, by its name."""
    at: Metres = 0.0
    """Where it begins: how far along the road as it was drawn, or along the lane in the direction of travel."""
    lane: LaneNumber | None = None
    """On a road: one of its lanes, by its number; by default, there is one in each lane, with its number in the name.
    """
    length: Extent = 2.0
    """How long it is."""
    interval: Interval = 60_000_000_000
    """How long it counts until it tells."""
