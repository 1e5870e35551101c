"""One vehicle behind another on the same path: gaps, headways, time to collision, the braking that it takes.

     follower            leader
    [  ====> ]<-- gap -->[  ====> ]
             <---- headway ------>

All functions take numbers or arrays of any shape that broadcast against each other. NaN stands for "there is no such
vehicle" and comes out as NaN; infinity stands for "never".
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from seahaven.geometry import Floats
from seahaven.measures.definition import defined

__all__ = [
    "STANDSTILL",
    "distance_gap",
    "distance_headway",
    "required_deceleration",
    "safe_distance",
    "time_gap",
    "time_headway",
    "time_to_collision",
]

STANDSTILL: Final = 0.1
"""m/s. A vehicle slower than this stands: it has no time gap, and it closes in on nothing. Recorded speeds of standing
vehicles are exactly 0; any value well below walking pace gives the same results."""

J2944: Final = "SAE J2944 (2015, reaffirmed 2023)"


@defined(
    "distance gap",
    "m",
    meaning="distance along the lane from the front bumper of the follower to the rear bumper of the leader; negative "
    "where the two overlap",
    standard="distance gap",
    source=J2944,
)
def distance_gap(ahead: ArrayLike, length: ArrayLike, leader_length: ArrayLike) -> Floats:
    """The gap from how far the leader's centre is ahead (m) and both lengths (m).

    >>> float(distance_gap(30.0, 4.0, 6.0))
    25.0
    """
    return np.abs(_floats(ahead)) - 0.5 * (_floats(length) + _floats(leader_length))


@defined(
    "distance headway",
    "m",
    meaning="distance along the lane from the front bumper of the follower to the front bumper of the leader",
    standard="distance headway",
    source=J2944,
)
def distance_headway(gap: ArrayLike, leader_length: ArrayLike) -> Floats:
    """The headway as a distance, from the gap (m) and the leader's length (m)."""
    return _floats(gap) + _floats(leader_length)


@defined(
    "time gap",
    "s",
    meaning="time in which the follower, at its present speed, covers the distance gap; infinite for a follower that "
    "stands. Situation files and drivers' traits call it `headway`, as traffic engineers often do",
    standard="time gap",
    source=J2944,
)
def time_gap(gap: ArrayLike, speed: ArrayLike) -> Floats:
    """The gap (m) as time at the follower's speed (m/s).

    >>> float(time_gap(30.0, 20.0)), float(time_gap(30.0, 0.0))
    (1.5, inf)
    """
    return _over(_floats(gap), _floats(speed))


@defined(
    "time headway",
    "s",
    meaning="time in which the follower, at its present speed, covers the distance headway; infinite for a follower "
    "that stands",
    standard="time headway",
    source=J2944,
)
def time_headway(gap: ArrayLike, leader_length: ArrayLike, speed: ArrayLike) -> Floats:
    """The headway as time at the follower's speed (m/s), from the gap (m) and the leader's length (m)."""
    return _over(distance_headway(gap, leader_length), _floats(speed))


@defined(
    "time to collision",
    "s",
    meaning="time until the follower touches the leader if both keep their present speeds; infinite where the gap does "
    "not shrink, 0 where they overlap. `contact_time` is the same for vehicles on any paths",
    standard="time to collision (TTC)",
    source="Hayward, “Near-miss determination through use of a scale of danger”, Highway Research Record 384 (1972); "
    + J2944,
)
def time_to_collision(gap: ArrayLike, speed: ArrayLike, leader_speed: ArrayLike) -> Floats:
    """Time to collision from the gap (m) and both speeds (m/s); an oncoming leader has a negative speed.

    >>> float(time_to_collision(30.0, 20.0, 15.0)), float(time_to_collision(30.0, 15.0, 15.0))
    (6.0, inf)
    """
    return _over(np.maximum(_floats(gap), 0.0), _floats(speed) - _floats(leader_speed), least=0.0)


@defined(
    "required deceleration",
    "m/s²",
    meaning="constant deceleration with which the follower just avoids touching a leader that keeps its speed (DRAC, "
    "deceleration rate to avoid a crash); 0 where the gap does not shrink, infinite where they overlap and it does",
    source="Cooper and Ferguson, “Traffic studies at T-junctions: a conflict simulation record”, Traffic Engineering "
    "and Control 17 (1976)",
)
def required_deceleration(gap: ArrayLike, speed: ArrayLike, leader_speed: ArrayLike) -> Floats:
    """The deceleration that avoids a crash, from the gap (m) and both speeds (m/s).

    >>> float(required_deceleration(25.0, 20.0, 10.0))
    2.0
    """
    closing = np.maximum(_floats(speed) - _floats(leader_speed), 0.0)
    gap = np.maximum(_floats(gap), 0.0)
    closing, gap = np.broadcast_arrays(closing, gap)
    needed = np.where(np.isnan(closing) | np.isnan(gap), np.nan, np.where(closing > 0.0, np.inf, 0.0))
    result: Floats = np.divide(closing * closing, 2.0 * gap, out=needed, where=(closing > 0.0) & (gap > 0.0))
    return result


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _over(distance: Floats, speed: Floats, least: float = STANDSTILL) -> Floats:
    """Time for a distance at a speed; infinite at speeds up to the least one, NaN where either is NaN."""
    distance, speed = np.broadcast_arrays(distance, speed)
    time = np.where(np.isnan(distance) | np.isnan(speed), np.nan, np.inf)
    result: Floats = np.divide(distance, speed, out=time, where=speed > least)
    return result


@defined(
    "safe distance",
    "m",
    meaning="least distance gap at which a follower, which may still accelerate within its response time and then "
    "brakes at least so hard, does not touch a leader that brakes at most so hard; 0 where any gap is enough",
    source="Shalev-Shwartz, Shammah and Shashua, “On a formal model of safe and scalable self-driving cars”, "
    "arXiv:1708.06374 (2017), definition 1",
)
def safe_distance(
    speed: ArrayLike,
    leader_speed: ArrayLike,
    *,
    response: float,
    acceleration: float,
    braking: float,
    leader_braking: float,
) -> Floats:
    """The safe distance (m) of a follower at some speed behind a leader at another (m/s).

    >>> float(safe_distance(20.0, 20.0, response=1.0, acceleration=2.0, braking=4.0, leader_braking=8.0))
    56.5
    """
    own, ahead = _floats(speed), _floats(leader_speed)
    after = own + response * acceleration
    wanted = own * response + 0.5 * acceleration * response**2 + after**2 / (2.0 * braking)
    return np.maximum(wanted - ahead**2 / (2.0 * leader_braking), 0.0)
