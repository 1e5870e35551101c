"""How a subject drove on the whole: speed, place in the lane, steering, limits, lights and rights of way."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.measures import (
    WHEEL_REVERSAL,
    CockpitSamples,
    Lanes,
    first_crashes,
    junction_drive,
    mean_speed,
    pedal_reversals,
    read_cockpit,
    sd_lane_position,
    sd_speed,
    share_above_limit,
    steering_reversals,
)
from seahaven.reels import Reel
from seahaven.takes import cockpits_beside

__all__ = ["Handling", "handling"]

LEGIBLE: Final = 1.0 / 3.6
"""m/s, that a speed has to be above the limit to count: who keeps to the limit is above it half of the time, by what no
speedometer shows."""


@dataclass(frozen=True, slots=True)
class Handling:
    """Measures of a whole drive, up to the subject's first collision; SI units, None where there is nothing to measure.

    `crashed` is when that was (s).
    """

    mean_speed: float | None = None
    sd_speed: float | None = None
    sd_lane_position: float | None = None
    steering_reversals: float | None = None
    accelerator_reversals: float | None = None
    control_source: str = ""
    above_limit: float | None = None
    red_lights: int = 0
    rights_of_way: int = 0
    crashed: float | None = None


def handling(reel: Reel, subject: int, lanes: Lanes | None) -> Handling:
    """How a subject drove, from its reel."""
    crashed = first_crashes(reel).get(subject, inf)
    cells = _samples(reel, subject, crashed)
    times = cells["time"]
    on = cells["lane"] >= 0
    limits = lanes.lane_map.limit(cells["lane"][on], cells["s"][on]) if lanes is not None else np.full(on.sum(), inf)
    sway = sd_lane_position(cells["offset"][on])  # 0 for a virtual subject that does not steer, but follows its lane
    samples = _cockpit(reel, subject, times)
    reversals = (
        _front_wheel_reversals(times, cells["steering"], sway) if samples is None else _cockpit_reversals(samples)
    )
    junctions = junction_drive(reel, subject, lanes, until=crashed)
    return Handling(
        mean_speed=_known(mean_speed(cells["speed"])),
        sd_speed=_known(sd_speed(cells["speed"])),
        sd_lane_position=_known(sway) if sway else None,
        **reversals,
        above_limit=_known(share_above_limit(cells["speed"][on], limits, tolerance=LEGIBLE)),
        red_lights=len(junctions.red),
        rights_of_way=len(junctions.taken),
        crashed=_known(crashed),
    )


def _cockpit(reel: Reel, subject: int, times: Floats) -> CockpitSamples | None:
    """What the subject did with wheel and pedals; None unless that was recorded at all of some times (s)."""
    cockpits = cockpits_beside(reel)
    if cockpits is None or len(times) < 2:
        return None
    samples = read_cockpit(cockpits, subject, float(times[0]), float(times[-1]))
    return samples if samples.covers(float(times[0]), float(times[-1])) else None


def _cockpit_reversals(samples: CockpitSamples) -> dict[str, Any]:
    """Reversals of wheel and accelerator per minute."""
    minutes = float(samples.time[-1] - samples.time[0]) / 60.0
    wheel = steering_reversals(samples.time, samples.wheel, angle=WHEEL_REVERSAL)
    pedal = pedal_reversals(samples.time, samples.throttle) if samples.has_pedals else None
    return {
        "steering_reversals": _known(wheel / minutes),
        "accelerator_reversals": None if pedal is None else _known(pedal / minutes),
        "control_source": "steering wheel",
    }


def _front_wheel_reversals(times: Floats, steering: Floats, sway: float) -> dict[str, Any]:
    """Reversals of the front wheels per minute, of a subject that steers."""
    minutes = float(times[-1] - times[0]) / 60.0 if len(times) > 1 else 0.0
    if not minutes or not sway:
        return {}
    return {
        "steering_reversals": _known(steering_reversals(times, steering) / minutes), "control_source": "front wheels"
    }  # fmt: skip


def _samples(reel: Reel, subject: int, until: float) -> dict[str, Any]:
    """The subject's columns before a time (s); on no lane, and 0, where they were not recorded."""
    recorded = reel.families["vehicle"].columns
    names = ("speed", "offset", "steering", "lane", "s")
    chosen = ", ".join(
        f'"{name}"' if name in recorded else f'{-1 if name == "lane" else 0.0} as "{name}"' for name in names
    )
    last = f" and time < {until!r}" if isfinite(until) else ""
    return reel.query(f"select time, {chosen} from vehicle where id = {int(subject)}{last} order by time").fetchnumpy()


def _known(value: float) -> float | None:
    return round(value, 4) + 0.0 if isfinite(value) else None
