"""Stopping behind a vehicle that stands: when the subject came to a full stop there, and how near."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seahaven.geometry import Truths
from seahaven.judges.scene import Scene
from seahaven.judges.track import Track

__all__ = ["CLOSE", "SETS_OUT", "STOPPED", "Stop", "has_stopped", "sets_out", "stop_behind"]

CLOSE = 12.0
"""Metres within which the subject has to stand."""
STOPPED = 0.3
"""m/s. A vehicle that comes to a stop has stopped from here on: what is left of its way is less than 10 cm, but may
take seconds, since drivers ease off the brake."""
SETS_OUT = 0.5
"""m/s from which on a vehicle that stood has visibly set out, as in the measures of stimuli."""
CREEP = 1.0
"""Metres by which the subject may move up and still count as standing there."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of the subject: when it began (s), and the gap then (m), NaN if another vehicle is in between."""

    time: float
    gap: float


def has_stopped(track: Track) -> Truths:
    """Whether a vehicle stands, frame by frame."""
    return np.asarray(track.speed <= STOPPED)


def sets_out(track: Track, after: float) -> float | None:
    """When a vehicle that stands at a time first moves off (s); None if it does not."""
    moving = np.flatnonzero(track.during(after, np.inf) & (track.speed > SETS_OUT))
    return float(track.times[moving[0]]) if len(moving) else None


def stop_behind(scene: Scene, car: Track, *, until: float) -> Stop | None:
    """The full stop of the subject behind a standing car that lasts at a time (s); None if it does not stand then.

    It began with the first frame of standing from which on the subject has not moved by more than a metre.
    """
    subject = scene.subject
    stands, way = has_stopped(subject), subject.travelled
    last = scene.frame(until)
    before = np.flatnonzero(stands[: last + 1])
    if not len(before) or way[last] - way[before[-1]] > CREEP:
        return None
    same = before[way[before[-1]] - way[before] <= CREEP]
    first = int(same[0])
    return Stop(_stopped_at(subject, first), float(scene.gap(car)[first]))


def _stopped_at(track: Track, k: int) -> float:
    """When a vehicle stopped that stands in frame k (s), interpolated."""
    before, after = track.speed[max(k - 1, 0)], track.speed[k]
    if k == 0 or not before > STOPPED:
        return float(track.times[k])
    return float(np.interp(STOPPED, (after, before), (track.times[k], track.times[k - 1])))
