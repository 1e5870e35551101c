"""How a driver controls the vehicle: place in the lane, speed, steering."""

from __future__ import annotations

from math import pi, sqrt, tan
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.measures.definition import defined

__all__ = [
    "CUT_OFF",
    "PEDAL_REVERSAL",
    "REVERSAL",
    "WHEEL_REVERSAL",
    "entropy_scale",
    "lane_position",
    "mean_speed",
    "pedal_reversals",
    "sd_lane_position",
    "sd_speed",
    "share_above_limit",
    "speed_excess",
    "steering_entropy",
    "steering_reversals",
]

REVERSAL: Final = 0.0035
"""rad at the front wheels, 0.2 degrees: a steering wheel turned by 3 degrees at a ratio of 15 to 1. Markkula and
Engström count from 0.5 to 10 degrees at the wheel; smaller values count ever more of the ordinary corrections."""
WHEEL_REVERSAL: Final = 0.0524
"""rad at the steering wheel, 3 degrees."""
PEDAL_REVERSAL: Final = 0.05
"""Share of a pedal's travel. Less counts the trembling of a foot."""
CUT_OFF: Final = 0.6
"""Hz above which steering is filtered out before reversals are counted, as in Markkula and Engström."""


@defined(
    "lane position",
    "m",
    meaning="distance of the vehicle's centre from the centre of its lane, to the left of travel",
    standard="lateral lane position",
    source="SAE J2944 (2015, reaffirmed 2023), its option that measures from lane centre to vehicle centre",
)
def lane_position(offset: ArrayLike) -> Floats:
    """The lane position (m), which is the recorded column `offset`."""
    return np.asarray(offset, dtype=np.float64)


@defined(
    "standard deviation of lane position",
    "m",
    meaning="standard deviation of lane position over the samples of one lane (SDLP); samples in which the vehicle is "
    "on its way between lanes are left to the caller to leave out",
    standard="standard deviation of lateral position (SDLP)",
    source="O'Hanlon, Haak, Blaauw and Riemersma, “Diazepam impairs lateral position control in highway driving”, "
    "Science 217 (1982); SAE J2944",
)
def sd_lane_position(offset: ArrayLike) -> float:
    """The spread of lane positions (m); NaN with fewer than two samples."""
    return _spread(lane_position(offset))


@defined("mean speed", "m/s", meaning="mean of the speed over time", source="SAE J2944 (2015, reaffirmed 2023)")
def mean_speed(speed: ArrayLike) -> float:
    """The mean of speeds sampled evenly in time (m/s); NaN without samples."""
    values = np.asarray(speed, dtype=np.float64)
    return float(values.mean()) if values.size else float("nan")


@defined(
    "speed variation", "m/s", meaning="standard deviation of the speed over time",
    source="SAE J2944 (2015, reaffirmed 2023)",
)  # fmt: skip
def sd_speed(speed: ArrayLike) -> float:
    """The spread of speeds sampled evenly in time (m/s); NaN with fewer than two samples."""
    return _spread(np.asarray(speed, dtype=np.float64))


@defined(
    "speed above the limit",
    "m/s",
    meaning="by how much the speed exceeds the limit at the vehicle's place; 0 below it and where there is no limit",
    source="the definition of a limit",
)
def speed_excess(speed: ArrayLike, limit: ArrayLike) -> Floats:
    """The speed above the limit (m/s), sample by sample; an infinite limit is none.

    >>> speed_excess([13.0, 14.5], [13.9, 13.9]).round(1).tolist()
    [0.0, 0.6]
    """
    return np.maximum(np.asarray(speed, dtype=np.float64) - np.asarray(limit, dtype=np.float64), 0.0)


@defined(
    "share of time above the limit",
    "",
    meaning="share of the time in which the speed exceeds the limit by more than a tolerance",
    source="the definition of a limit",
)
def share_above_limit(speed: ArrayLike, limit: ArrayLike, *, tolerance: float = 0.0) -> float:
    """The share of samples, even in time, with more than `tolerance` m/s above the limit; NaN without samples."""
    excess = speed_excess(speed, limit)
    return float((excess > tolerance).mean()) if excess.size else float("nan")


@defined(
    "steering reversals",
    "",
    meaning="how often the direction of steering is reversed by an angle of at least 0.2 degrees at the front wheels "
    "(3 degrees at a steering wheel geared 15 to 1), after a low-pass filter at 0.6 Hz",
    standard="steering wheel reversals",
    source="Markkula and Engström, “A steering wheel reversal rate metric for assessing effects of visual and "
    "cognitive secondary task load”, 13th ITS World Congress (2006); SAE J2944",
)
def steering_reversals(
    time: ArrayLike, steering: ArrayLike, *, angle: float = REVERSAL, cut_off: float = CUT_OFF
) -> int:  # fmt: skip
    """The number of reversals in steering angles (rad) sampled evenly in time (s)."""
    times, angles = np.asarray(time, dtype=np.float64), np.asarray(steering, dtype=np.float64)
    if len(angles) < 3:
        return 0
    filtered = _low_pass(angles, rate=(len(times) - 1) / float(times[-1] - times[0]), cut_off=cut_off)
    return _reversals(filtered, angle) + _reversals(-filtered, angle)


@defined(
    "pedal reversals",
    "",
    meaning="how often the direction in which a pedal moves is reversed by at least 5 % of its travel, after a "
    "low-pass filter at 0.6 Hz: the definition of steering reversals, for the accelerator or the brake",
    source="Markkula and Engström (2006), for another control; the limit is ours",
)
def pedal_reversals(
    time: ArrayLike, pedal: ArrayLike, *, travel: float = PEDAL_REVERSAL, cut_off: float = CUT_OFF
) -> int:  # fmt: skip
    """The number of reversals in positions of a pedal (0 to 1) sampled evenly in time (s)."""
    return steering_reversals(time, pedal, angle=travel, cut_off=cut_off)


ENTROPY_PERIOD: Final = 0.15
"""s between the samples that steering is predicted by."""
ENTROPY_EDGES: Final = (-5.0, -2.5, -1.0, -0.5, 0.5, 1.0, 2.5, 5.0)
"""Between the nine bins of prediction errors, by the scale."""


@defined(
    "scale of steering entropy",
    "rad",
    meaning="90th percentile of the errors with which each angle of the steering wheel is predicted from the three "
    "before it, 0.15 s apart, by a second-order Taylor expansion; of a driver's drive without a task",
    source="Nakayama, Futami, Nakamura and Boer, “Development of a steering entropy method for evaluating driver "
    "workload”, SAE 1999-01-0892 (1999)",
)
def entropy_scale(time: ArrayLike, wheel: ArrayLike) -> float:
    """The scale of prediction errors (rad) of a baseline drive; NaN without four samples 0.15 s apart."""
    errors = np.abs(_prediction_errors(time, wheel))
    return float(np.percentile(errors, 90.0)) if errors.size else float("nan")


@defined(
    "steering entropy",
    "",
    meaning="entropy, to base 9, of the errors with which each angle of the steering wheel is predicted from the three "
    "before it, 0.15 s apart, in nine bins that are as wide as the `entropy_scale` of the same driver's baseline "
    "drive says: 0 for steering that is predicted perfectly, up to 1 for erratic steering",
    source="Nakayama, Futami, Nakamura and Boer, “Development of a steering entropy method for evaluating driver "
    "workload”, SAE 1999-01-0892 (1999)",
)
def steering_entropy(time: ArrayLike, wheel: ArrayLike, *, scale: float) -> float:
    """The entropy of angles of the wheel (rad) at some times (s), by the scale of a baseline; NaN without errors."""
    if not scale > 0.0:
        raise InputError(f"steering_entropy got scale {scale!r}; expected the entropy_scale of a baseline, above 0 rad")
    errors = _prediction_errors(time, wheel)
    if not errors.size:
        return float("nan")
    bins = np.bincount(np.searchsorted(np.array(ENTROPY_EDGES) * scale, errors), minlength=len(ENTROPY_EDGES) + 1)
    shares = bins[bins > 0] / errors.size
    return float(-(shares * np.log(shares)).sum() / np.log(len(ENTROPY_EDGES) + 1)) + 0.0


def _prediction_errors(time: ArrayLike, wheel: ArrayLike) -> Floats:
    """Angles less what the three before them predict; sampled anew every `ENTROPY_PERIOD`."""
    times, angles = np.asarray(time, dtype=np.float64), np.asarray(wheel, dtype=np.float64)
    if len(times) < 2:
        return np.empty(0)
    count = int((times[-1] - times[0]) / ENTROPY_PERIOD + 1e-9) + 1
    theta = np.interp(times[0] + ENTROPY_PERIOD * np.arange(count), times, angles)
    if len(theta) < 4:
        return np.empty(0)
    first, second, third = theta[2:-1], theta[1:-2], theta[:-3]  # one, two and three samples before
    predicted = first + (first - second) + 0.5 * ((first - second) - (second - third))
    return np.asarray(theta[3:] - predicted)


def _reversals(angles: Floats, least: float) -> int:
    """Upward reversals: how often the angle rises by the least one from a turning point, after it had come down."""
    slope = np.sign(np.diff(angles))
    turning = angles[np.concatenate(([0], np.flatnonzero(np.diff(slope)) + 1, [len(angles) - 1]))]
    count, low = 0, turning[0]
    for value in turning[1:].tolist():
        if value - low >= least:
            count, low = count + 1, value
        low = min(low, value)
    return count


def _low_pass(values: Floats, *, rate: float, cut_off: float) -> Floats:
    """Values without what swings faster than the cut-off: a second-order Butterworth filter, forth and back.

    Beyond half the sampling rate there is nothing to filter.
    """
    if cut_off <= 0.0:
        raise InputError(f"steering_reversals got cut_off {cut_off!r}; expected a frequency above 0 Hz")
    if cut_off >= 0.5 * rate:
        return values
    k = tan(pi * cut_off / rate)
    norm = 1.0 / (1.0 + sqrt(2.0) * k + k * k)
    b, a1, a2 = k * k * norm, 2.0 * (k * k - 1.0) * norm, (1.0 - sqrt(2.0) * k + k * k) * norm
    return _filtered(_filtered(values, b, a1, a2)[::-1], b, a1, a2)[::-1]


def _filtered(values: Floats, b: float, a1: float, a2: float) -> Floats:
    """One pass of the filter; it starts as if the first value had always been there."""
    out = np.empty_like(values)
    x1 = x2 = y1 = y2 = float(values[0])
    for k, x in enumerate(values.tolist()):
        y = b * (x + 2.0 * x1 + x2) - a1 * y1 - a2 * y2
        out[k] = y
        x1, x2, y1, y2 = x, x1, y, y1
    return out


def _spread(values: Floats) -> float:
    return float(values.std(ddof=1)) if values.size > 1 else float("nan")
