"""The intervals that detectors measured, read from a recording."""

from __future__ import annotations

from typing import Final, NamedTuple

from seahaven.reels import Reel

__all__ = ["DetectorInterval", "detector_intervals"]

_QUERY: Final = """
    select id, measured - "interval", measured, arg_min(vehicles, time), arg_min(flow, time), arg_min(speed, time),
        arg_min(occupancy, time)
    from detector where measured is not null group by id, measured, "interval" order by measured, id
"""


class DetectorInterval(NamedTuple):
    """What a detector measured from `begin` to `end` (s)."""

    detector: str
    begin: float
    end: float
    vehicles: int
    """How many came."""
    flow: float
    """Vehicles per hour."""
    speed: float | None
    """m/s, the mean of the vehicles; None where none came."""
    occupancy: float
    """The share of the time for which a vehicle was above it."""


def detector_intervals(reel: Reel) -> tuple[DetectorInterval, ...]:
    """What each detector of a recording measured, interval by interval; nothing where no detector lies."""
    if "detector" not in reel.families:
        return ()
    rows = reel.query(_QUERY).fetchall()
    return tuple(DetectorInterval(reel.label(int(entity)), *values) for entity, *values in rows)
