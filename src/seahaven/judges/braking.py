"""Braking: when a vehicle begins to brake hard, how hard, and whether it showed brake lights before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seahaven.judges.finding import Finding, shown
from seahaven.judges.track import Track
from seahaven.measures import STANDSTILL

__all__ = ["Braking", "dark_before", "hard_braking"]

HALF = 0.5
"""The share of the set deceleration from which on a vehicle brakes as it was set to."""
DARK = 5.0
"""Seconds before the braking in which no brake light may be on."""


@dataclass(frozen=True, slots=True)
class Braking:
    """A braking: when it begins (s), its deceleration in the middle (m/s²), and when the vehicle stands, if it does."""

    time: float
    deceleration: float
    stands: float | None


def hard_braking(track: Track, wanted: float, begin: float, end: float) -> Braking | None:
    """The last braking of about the wanted deceleration (m/s²) that begins between two times (s).

    Frames are some tenths of a second apart. The beginning is where a braking as wanted would have to begin for the
    speed in the first frame in which it shows.
    """
    speed, is_hard = track.speed, track.acceleration <= -HALF * wanted
    starts = np.flatnonzero(is_hard & ~np.concatenate(([False], is_hard[:-1])) & track.during(begin, end))
    if not len(starts) or starts[-1] == 0:
        return None
    first = int(starts[-1])
    last = first + int(np.argmin(np.append(is_hard[first:], False)))
    middle = track.acceleration[first + 1 : last - 1] if last - first > 3 else track.acceleration[first:last]
    since = track.times[first] - np.clip(
        (speed[first - 1] - speed[first]) / wanted, 0.0, track.times[first] - track.times[first - 1]
    )
    standing = np.flatnonzero(speed[first : last + 2] <= STANDSTILL)
    stands = float(track.times[first + standing[0]]) if len(standing) else None
    return Braking(float(since), -float(np.median(middle)), stands)


def dark_before(track: Track, time: float, since: float | None = None) -> Finding:
    """Whether no brake light of a vehicle is on before a time, for five seconds or since another time (s)."""
    begin = time - DARK if since is None else since
    frame = float(np.median(np.diff(track.times)))
    lit = track.during(begin, time - frame) & track.brakes
    seconds = float(lit.sum()) * frame
    return shown("brake lights", not lit.any(), f"on for {seconds:.1f} s before")
